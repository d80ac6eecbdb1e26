#version 450
// As squares.geom, and each primitive has a viewport of its own.
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) flat in uint given[];
layout(location = 0) flat out uint number;

void main() {
    for (int i = 0; i < 4; i++) {
        gl_Position = gl_in[0].gl_Position + vec4(float(i >> 1) * 0.5 - 0.25, float(i & 1) * 0.5 - 0.25, 0.0, 0.0);
        number = given[0] * 3u + uint(gl_PrimitiveIDIn);
        gl_ViewportIndex = gl_PrimitiveIDIn;
        EmitVertex();
    }
    EndPrimitive();
}
