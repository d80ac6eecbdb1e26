#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupAll(number < 240u) ? 1u : 0u;
    words[at + 2u] = subgroupAny(number >= 240u) ? 1u : 0u;
    words[at + 3u] = (subgroupAllEqual(number) ? 1u : 0u) | (subgroupAllEqual(words[at] >> 16) ? 2u : 0u);
}
