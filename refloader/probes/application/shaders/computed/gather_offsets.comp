#version 450
// Four texels around a corner, moved by an offset that is computed, and by four offsets of which each gives one texel.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform usampler2D sheet;
const ivec2 apart[4] = ivec2[4](ivec2(0, 0), ivec2(3, -2), ivec2(-4, 1), ivec2(5, 6));

void main() {
    uint i = gl_WorkGroupID.x;
    vec2 corner = vec2(7 + (i & 1u), 7 + (i >> 1)) / 16.0;
    uvec4 moved = textureGatherOffset(sheet, corner, ivec2(int(i) - 5, 4 - 2 * int(i)));
    uvec4 each = textureGatherOffsets(sheet, corner, apart);
    for (int j = 0; j < 4; j++) {
        words[4u * i + uint(j)] = moved[j];
        words[16u + 4u * i + uint(j)] = each[j];
    }
}
