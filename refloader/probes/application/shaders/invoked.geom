#version 450
// Four squares of each point, each by an invocation of its own.
layout(points, invocations = 4) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) flat in uint given[];
layout(location = 0) flat out uint number;

void main() {
    vec4 middle = gl_in[0].gl_Position + vec4(float(gl_InvocationID) * 3.0 / 8.0, 0.0, 0.0, 0.0);
    for (int i = 0; i < 4; i++) {
        gl_Position = middle + vec4((float(i >> 1) * 2.0 - 1.0) / 8.0, (float(i & 1) * 2.0 - 1.0) / 8.0, 0.0, 0.0);
        number = given[0] * 10u + uint(gl_InvocationID);
        EmitVertex();
    }
    EndPrimitive();
}
