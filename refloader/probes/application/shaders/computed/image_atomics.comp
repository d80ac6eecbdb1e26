#version 450
// Thirty-two invocations change texels by atomic operations: each of eight of one image and of a buffer, and two of numbers with signs.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D image;
layout(set = 0, binding = 2, r32i) uniform iimage2D with_signs;
layout(set = 0, binding = 3, r32ui) uniform uimageBuffer texels;

void main() {
    uint i = gl_GlobalInvocationID.x;
    imageAtomicAdd(image, ivec2(0, 1), i + 1u);
    imageAtomicMin(image, ivec2(1, 1), 0x7FFFFFF0u + i);
    imageAtomicMax(image, ivec2(2, 1), 0x7FFFFFF0u + i);
    imageAtomicAnd(image, ivec2(3, 1), ~(1u << i));
    imageAtomicOr(image, ivec2(0, 2), 1u << i);
    imageAtomicXor(image, ivec2(1, 2), 3u << i);
    words[i] = imageAtomicExchange(image, ivec2(2, 2), i + 1u);
    words[32u + i] = imageAtomicCompSwap(image, ivec2(3, 2), 0u, i + 1u);
    imageAtomicMin(with_signs, ivec2(0, 1), 15 - int(i));
    imageAtomicMax(with_signs, ivec2(1, 1), int(i) - 20);
    imageAtomicAdd(texels, 3, i + 1u);
    words[64u + imageAtomicAdd(texels, 5, 1u)] = 1u;
}
