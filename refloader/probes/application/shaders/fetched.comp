#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform usamplerBuffer texels;
layout(set = 0, binding = 2, r32ui) uniform uimage2D image;
layout(set = 0, binding = 3) uniform Numbers { uvec4 numbers[4]; };
layout(set = 0, binding = 4, r32ui) uniform uimageBuffer stored;

void main() {
    uint x = gl_WorkGroupID.x;
    words[x] = texelFetch(texels, int(x)).x;
    words[16u + x] = imageLoad(image, ivec2(x, 0)).x;
    imageStore(image, ivec2(x, 1), uvec4(3u * x + 0x100u));
    words[32u + x] = imageAtomicAdd(image, ivec2(x, 2), 5u + x);
    words[48u + x] = numbers[x >> 2u][x & 3u];
    imageStore(stored, int(x), uvec4(7u * x + 0x200u));
}
