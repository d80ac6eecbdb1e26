#version 450
// As sampled.comp, of an image of integers with eight bits.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform usampler2DArray image;

void main() {
    uint at = 5u * gl_WorkGroupID.x;
    vec4 place = uintBitsToFloat(uvec4(words[at], words[at + 1u], words[at + 2u], words[at + 3u]));
    uvec4 texel = textureLod(image, place.xyz, place.w);
    words[at + 4u] = texel.x | texel.y << 8 | texel.z << 16 | texel.w << 24;
}
