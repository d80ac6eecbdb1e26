#version 450
// Edges above and below are cut in three, those at the sides in two; each corner says of how many its patch was.
layout(vertices = 4) out;
layout(location = 0) flat in uint given[];
layout(location = 0) out uint passed[];

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    passed[gl_InvocationID] = given[gl_InvocationID] + 16u * uint(gl_PatchVerticesIn);
    gl_TessLevelOuter[0] = gl_TessLevelOuter[2] = gl_TessLevelInner[1] = 2.0;
    gl_TessLevelOuter[1] = gl_TessLevelOuter[3] = gl_TessLevelInner[0] = 3.0;
}
