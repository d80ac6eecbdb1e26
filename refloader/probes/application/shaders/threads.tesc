#version 450
// Three lines, each in as many segments as the number of the first corner says by halves.
layout(vertices = 4) out;
layout(location = 0) flat in uint given[];
layout(location = 0) out uint passed[];

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    passed[gl_InvocationID] = given[gl_InvocationID];
    gl_TessLevelOuter[0] = 3.0;
    gl_TessLevelOuter[1] = float(given[0]) / 2.0;
}
