#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 32u * gl_WorkGroupID.x, a = words[at], b = words[at + 1u], high, low, carry;
    int c = int(a), d = int(b);
    int upper, lower;
    umulExtended(a, b, high, low);
    imulExtended(c, d, upper, lower);
    words[at + 2u] = a * b;
    words[at + 3u] = a / b;
    words[at + 4u] = a % b;
    words[at + 5u] = uint(c / d);
    words[at + 6u] = uint(c >> (b & 31u));
    words[at + 7u] = a >> (b & 31u);
    words[at + 8u] = a << (b & 31u);
    words[at + 9u] = uint(bitfieldExtract(c, 5, 9));
    words[at + 10u] = bitfieldExtract(a, 5, 9);
    words[at + 11u] = bitfieldInsert(a, b, 7, 11);
    words[at + 12u] = bitfieldReverse(a);
    words[at + 13u] = uint(bitCount(a));
    words[at + 14u] = uint(findLSB(a));
    words[at + 15u] = uint(findMSB(a));
    words[at + 16u] = uint(findMSB(c));
    words[at + 17u] = high;
    words[at + 18u] = uint(upper);
    words[at + 19u] = uaddCarry(a, b, carry);
    words[at + 20u] = carry;
    words[at + 21u] = usubBorrow(a, b, carry);
    words[at + 22u] = carry;
    words[at + 23u] = uint(max(c, d));
    words[at + 24u] = min(a, b);
    words[at + 25u] = uint(clamp(c, -1000, 1000));
    words[at + 26u] = uint(abs(c));
    words[at + 27u] = uint(sign(c));
    words[at + 28u] = (c < d ? 1u : 0u) | (a < b ? 2u : 0u) | (a == b ? 4u : 0u);
    words[at + 29u] = a | b;
    words[at + 30u] = uint(float(a & 0xFFFFFF00u));
}
