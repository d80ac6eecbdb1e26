#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    float a = uintBitsToFloat(words[at]), b = uintBitsToFloat(words[at + 1u]);
    mat2 turn = mat2(0.0, 1.0, -1.0, 2.0);
    vec2 turned = turn * vec2(a, b);
    words[at + 2u] = floatBitsToUint(a + b);
    words[at + 3u] = floatBitsToUint(a - b);
    words[at + 4u] = floatBitsToUint(a * b);
    words[at + 5u] = floatBitsToUint(floor(a));
    words[at + 6u] = floatBitsToUint(ceil(a));
    words[at + 7u] = floatBitsToUint(trunc(a));
    words[at + 8u] = floatBitsToUint(roundEven(a));
    words[at + 9u] = floatBitsToUint(fract(a));
    words[at + 10u] = floatBitsToUint(min(a, b));
    words[at + 11u] = floatBitsToUint(max(a, b));
    words[at + 12u] = floatBitsToUint(abs(a));
    words[at + 13u] = floatBitsToUint(sign(a));
    words[at + 14u] = floatBitsToUint(step(a, b));
    words[at + 15u] = packHalf2x16(vec2(a, b));
    words[at + 16u] = floatBitsToUint(unpackHalf2x16(words[at + 15u]).y);
    words[at + 17u] = uint(int(a));
    words[at + 18u] = floatBitsToUint(float(int(words[at + 17u])));
    words[at + 19u] = floatBitsToUint(dot(vec3(a, b, 1.0), vec3(2.0, -3.0, 0.5)));
    words[at + 20u] = floatBitsToUint(turned.x);
    words[at + 21u] = floatBitsToUint(turned.y);
    words[at + 22u] = floatBitsToUint(ldexp(a, 3));
    words[at + 23u] = (a < b ? 1u : 0u) | (a <= b ? 2u : 0u) | (a == b ? 4u : 0u) | (a != b ? 8u : 0u);
    words[at + 24u] = packSnorm2x16(vec2(a, b));
    words[at + 25u] = floatBitsToUint(-a);
}
