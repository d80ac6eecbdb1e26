#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupElect() ? 1u : 0u;
    words[at + 2u] = gl_SubgroupSize;
    words[at + 3u] = gl_NumSubgroups;
}
