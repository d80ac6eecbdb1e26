#version 450
layout(push_constant) uniform Given { layout(offset = 0) float drawn; };

void main() {
    vec2 corner = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
    gl_Position = drawn > 0.5 ? vec4(corner, 0.0, 1.0) : vec4(2.0, 2.0, 0.0, 1.0);
}
