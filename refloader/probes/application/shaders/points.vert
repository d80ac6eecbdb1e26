#version 450
layout(location = 0) in uvec2 point;
layout(location = 1) in uint row;
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4((vec2(point.x, row) + 0.5) / 8.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    number = 0x1000000u + 0x10000u * uint(gl_InstanceIndex) + 0x100u * uint(gl_VertexIndex) + point.y;
}
