#version 450
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
shared uint cells[8];

void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x, number = words[at] + (i << 27);
    if (i < 8u) cells[i] = i == 1u || i == 3u ? 0xFFFFFFFFu : 0u;
    barrier();
    atomicAdd(cells[0], number);
    atomicMin(cells[1], number);
    atomicMax(cells[2], number);
    atomicAnd(cells[3], ~(1u << i));
    atomicOr(cells[4], number);
    atomicXor(cells[5], number);
    atomicCompSwap(cells[6], i, i + 1u);
    atomicExchange(cells[7], 1000u + gl_WorkGroupID.x);
    barrier();
    words[128u + at] = (i & 7u) == 6u ? uint(cells[6] > 0u && cells[6] <= 32u) : cells[i & 7u];
}
