#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint i = gl_GlobalInvocationID.x, far = 0x7FFFFFF0u + i;
    atomicAdd(words[0], i + 1u);
    atomicMin(words[1], far);
    atomicMax(words[2], far);
    atomicAnd(words[3], ~(1u << i));
    atomicOr(words[4], 1u << i);
    atomicXor(words[5], 3u << i);
    atomicAdd(words[6], atomicExchange(words[7], i + 1u));
    if (atomicCompSwap(words[8], 0u, i + 1u) == 0u) atomicAdd(words[9], 1u);
    words[32u + atomicAdd(words[10], 1u)] = 1u;
}
