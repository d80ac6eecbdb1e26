#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    uint8_t a = uint8_t(words[at]), b = uint8_t(words[at + 1u]) | uint8_t(1);
    int8_t s = int8_t(a), t = int8_t(b);
    words[at + 2u] = uint(uint8_t(a + b));
    words[at + 3u] = uint(uint8_t(a * b));
    words[at + 4u] = uint(a / b);
    words[at + 5u] = uint(a % b);
    words[at + 6u] = uint(int(s >> 2));
    words[at + 7u] = uint(a >> 2);
    words[at + 8u] = (s < t ? 1u : 0u) | (a < b ? 2u : 0u);
    words[at + 9u] = uint(int(max(s, t)));
    words[at + 10u] = uint(int(min(s, t)));
    words[at + 11u] = uint(int(int8_t(s - t)));
    words[at + 12u] = uint(uint8_t(~a ^ b));
    words[at + 13u] = uint(uint8_t(a << 3));
    words[at + 14u] = floatBitsToUint(float(s));
    words[at + 15u] = floatBitsToUint(float(a));
}
