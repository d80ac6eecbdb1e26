#version 450
layout(location = 0) in vec2 place;
layout(location = 1) in uint given;
layout(location = 0, xfb_buffer = 0, xfb_stride = 8, xfb_offset = 0) flat out uint number;
layout(location = 1, xfb_buffer = 0, xfb_offset = 4) flat out uint column;

void main() {
    gl_Position = vec4(place / 8.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    number = given;
    column = uint(place.x);
}
