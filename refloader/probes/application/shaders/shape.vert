#version 450
layout(location = 0) in vec2 place;
layout(location = 1) in uint given;
layout(constant_id = 1) const float size = 1.0;
layout(constant_id = 2) const float depth = 0.0;
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4(place / 8.0 - 1.0, depth, 1.0);
    gl_PointSize = size;
    number = given;
}
