#version 450
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

uint collatz(uint number) {
    uint steps = 0u;
    while (number != 1u) {
        if (steps == 100u) break;
        steps++;
        if ((number & 1u) == 0u) {
            number >>= 1u;
            continue;
        }
        number = 3u * number + 1u;
    }
    return steps;
}

void main() {
    uint i = gl_GlobalInvocationID.x, kept[8];
    for (uint j = 0u; j < 8u; j++) kept[(j * 5u + i) & 7u] = j * words[i];
    uint number = collatz(i + 1u) + kept[i & 7u] * 256u;
    switch (i & 3u) {
        case 0u: number += 0x10000000u;
        case 1u: number += 0x20000000u; break;
        case 3u: number ^= 0xFu; break;
        default: number += 0x40000000u;
    }
    words[64u + i] = number;
}
