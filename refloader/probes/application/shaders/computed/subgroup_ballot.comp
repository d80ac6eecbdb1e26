#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 4u * gl_LocalInvocationIndex, number = words[at];
    uvec4 odd = subgroupBallot((number & 1u) == 1u);
    words[at] = gl_SubgroupID << 16 | gl_SubgroupInvocationID;
    words[at + 1u] = subgroupBroadcastFirst(number);
    words[at + 2u] = subgroupBallotBitCount(odd);
    words[at + 3u] = subgroupBallotExclusiveBitCount(odd) | (subgroupInverseBallot(odd) ? 256u : 0u) | subgroupBallotFindLSB(subgroupBallot(true)) << 16;
}
