#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void put(uint at, uint64_t number) {
    words[at] = uint(number);
    words[at + 1u] = uint(number >> 32);
}

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    uint64_t a = uint64_t(words[at]) | uint64_t(words[at + 1u]) << 32, b = uint64_t(words[at + 2u]) | uint64_t(words[at + 3u]) << 32;
    put(at + 4u, a + b);
    put(at + 6u, a - b);
    put(at + 8u, a * b);
    put(at + 10u, a / b);
    put(at + 12u, a % b);
    put(at + 14u, a << uint(b & 63ul));
    put(at + 16u, uint64_t(int64_t(a) >> uint(b & 63ul)));
    put(at + 18u, a ^ b);
    put(at + 20u, max(a, b));
    put(at + 22u, uint64_t(max(int64_t(a), int64_t(b))));
    put(at + 24u, uint64_t(int64_t(a) / int64_t(b)));
    words[at + 26u] = (a < b ? 1u : 0u) | (int64_t(a) < int64_t(b) ? 2u : 0u);
}
