#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Numbers { uint64_t numbers[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    atomicAdd(numbers[0], 0x100000001ul * uint64_t(i + 1u));
    atomicMin(numbers[1], 0x8000000000000000ul + (uint64_t(i) << 33));
    atomicMax(numbers[2], 0x8000000000000000ul + (uint64_t(i) << 33));
    atomicAnd(numbers[3], ~(1ul << (2u * i)));
    atomicOr(numbers[4], 1ul << (2u * i));
    atomicXor(numbers[5], 5ul << (2u * i));
    numbers[32u + i] = atomicExchange(numbers[64u + i], 0x123400000000ul + uint64_t(i));
    atomicCompSwap(numbers[96u + (i & 15u)], uint64_t(i & 15u) << 32, 0x567800000000ul + uint64_t(i & 15u));
}
