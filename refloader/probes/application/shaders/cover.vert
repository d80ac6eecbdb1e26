#version 450
// The depth is in the middle of that of the viewport.

void main() {
    vec2 corner = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
    gl_Position = gl_VertexIndex < 3 ? vec4(corner, 0.5, 1.0) : vec4(2.0, 2.0, 0.0, 1.0);
}
