#version 450
// Of each point a square that is a quarter as wide and as high as the viewport, which says by its number which primitive it was.
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) flat in uint given[];
layout(location = 0) flat out uint number;

void main() {
    for (int i = 0; i < 4; i++) {
        gl_Position = gl_in[0].gl_Position + vec4(float(i >> 1) * 0.5 - 0.25, float(i & 1) * 0.5 - 0.25, 0.0, 0.0);
        number = given[0] * 3u + uint(gl_PrimitiveIDIn);
        EmitVertex();
    }
    EndPrimitive();
}
