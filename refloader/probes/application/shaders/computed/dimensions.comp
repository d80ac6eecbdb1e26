#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform usampler1D line;
layout(set = 0, binding = 2) uniform usampler1DArray lines;
layout(set = 0, binding = 3) uniform usampler2DArray sheets;
layout(set = 0, binding = 4) uniform usampler3D box;
layout(set = 0, binding = 5) uniform usamplerCube cube;

uint word(uvec4 bytes) { return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24; }

// A direction through one of four places of a face: the axis, and the two other ones in their order.
vec3 direction(uint face, uint place) {
    float axis = (face & 1u) == 0u ? 2.0 : -2.0;
    vec2 other = vec2(place & 1u, place >> 1) * 2.0 - 1.0;
    return face < 2u ? vec3(axis, other) : face < 4u ? vec3(other.x, axis, other.y) : vec3(other, axis);
}

void main() {
    uint i = gl_WorkGroupID.x, x = i & 3u, y = i >> 2;
    vec2 place = vec2(x, y) / 4.0 + 0.125;
    words[i] = word(textureLod(line, place.x, 0.0));
    words[16u + i] = word(textureLod(lines, vec2(place.x, float(y) - 1.0), 0.0));
    words[32u + i] = word(textureLod(sheets, vec3(place, float(x) - 1.0), 0.0));
    words[48u + i] = word(textureLod(box, vec3(place.x, float(y & 1u) / 2.0 + 0.25, float((x + y) & 3u) / 4.0 + 0.125), 0.0));
    words[64u + i] = word(textureLodOffset(sheets, vec3(place, 1.0), 0.0, ivec2(2, -1)));
    words[80u + i] = word(texelFetch(box, ivec3(3u - x, y & 1u, y), 0));
    words[96u + i] = word(textureProjLod(line, vec2(4.0 * place.x, 4.0), 0.0));
    words[112u + i] = word(textureGrad(sheets, vec3(place, 2.0), vec2(x < 2u ? 4.0 : 0.0001, 0.0), vec2(0.0, y < 2u ? 4.0 : 0.0001)));
    words[128u + i] = word(textureLod(cube, direction(i >> 2, i & 3u), 0.0));
    if (i < 8u) words[144u + i] = word(textureLod(cube, direction(4u + (i >> 2), i & 3u), 0.0));
    vec3 middle = vec3(0.25 + 0.25 * float(x), 0.25 + 0.25 * float(y), 1.0);
    if (x < 3u && y < 3u) {
        words[160u + i] = word(textureGather(sheets, middle, 0));
        words[176u + i] = word(textureGather(sheets, middle, 1));
        words[192u + i] = word(textureGather(sheets, middle, 2));
        words[208u + i] = word(textureGather(sheets, middle, 3));
    }
    if (i > 0u) return;
    ivec2 lines_size = textureSize(lines, 0);
    ivec3 sheets_size = textureSize(sheets, 1), box_size = textureSize(box, 0);
    words[224] = uint(textureSize(line, 0));
    words[225] = word(uvec4(lines_size, 0u, 0u));
    words[226] = word(uvec4(sheets_size, textureSize(sheets, 0).x));
    words[227] = word(uvec4(box_size, textureSize(cube, 0).x));
    words[228] = word(uvec4(textureQueryLevels(line), textureQueryLevels(sheets), textureQueryLevels(box), textureQueryLevels(cube)));
}
