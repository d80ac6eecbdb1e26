#version 450
#extension GL_EXT_null_initializer : require
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
shared uint all[512] = {};

void main() {
    uint i = gl_LocalInvocationIndex, at = 16u * gl_WorkGroupID.x + i, found = 0u;
    for (uint j = 0u; j < 32u; j++) found |= all[32u * i + j];
    barrier();
    for (uint j = 0u; j < 32u; j++) all[32u * i + j] = words[at] + 1000u;
    barrier();
    uint other = all[(32u * i + 32u) & 511u];
    barrier();
    words[at] = found + other;
}
