#version 450
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupShuffleUp(number, 1u);
    words[at + 2u] = subgroupShuffleDown(number, 2u);
    words[at + 3u] = subgroupShuffleUp(number, 3u);
}
