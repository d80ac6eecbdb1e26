#version 450
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupQuadBroadcast(number, 2u);
    words[at + 2u] = (subgroupQuadSwapHorizontal(number) & 0xFFu) | subgroupQuadSwapDiagonal(number) << 8;
    words[at + 3u] = subgroupQuadSwapVertical(number);
}
