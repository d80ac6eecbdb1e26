#version 450
layout(location = 0) in vec2 place;
layout(location = 1) in uint given;
layout(constant_id = 1) const float size = 1.0;
layout(location = 0) flat out uint number;
layout(location = 1) out float curved;
layout(location = 2) noperspective out float straight;

void main() {
    float far = 1.0 + float(given >> 8);
    gl_Position = vec4((place / 8.0 - 1.0) * far, 0.0, far);
    gl_PointSize = size;
    number = given & 0xFFu;
    curved = place.x;
    straight = place.x;
}
