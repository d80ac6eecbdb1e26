#version 450
layout(location = 0) in vec2 place;
layout(location = 1) in uint given;
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4(place / 8.0 - 1.0, 0.0, 1.0);
    gl_CullDistance[0] = place.x - 8.0;
    gl_CullDistance[1] = place.y - 7.0;
    number = given;
}
