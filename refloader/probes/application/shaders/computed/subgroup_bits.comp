#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupMul(number | 1u);
    words[at + 2u] = subgroupInclusiveXor(number);
    words[at + 3u] = subgroupAnd(number) | subgroupOr(number) << 8 | subgroupXor(number) << 16;
}
