#version 460
// A point at the place of its vertex and instance, with the numbers of the draw that it is of.
layout(location = 0) flat out uint number;

void main() {
    gl_Position = vec4((vec2(gl_VertexIndex, gl_InstanceIndex) + 0.5) / 8.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    number = 1u + uint(gl_DrawID) + 0x100u * uint(gl_BaseVertex) + 0x10000u * uint(gl_BaseInstance);
}
