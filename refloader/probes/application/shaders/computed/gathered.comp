#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform sampler nearest;
layout(set = 0, binding = 2) uniform texture2D sheets[3];
layout(set = 0, binding = 3) uniform textureCube cube;

void main() {
    uint i = gl_WorkGroupID.x;
    vec3 axis = vec3(i < 5u ? 1.0 : 0.0, i >= 5u && i < 7u ? 1.0 : 0.0, i >= 7u ? 1.0 : 0.0);
    if ((i & 1u) == 0u) axis = -axis;
    vec4 colour;
    switch (i) {
        case 0u: colour = textureLod(sampler2D(sheets[0], nearest), vec2(0.5), 0.0); break;
        case 1u: colour = textureLod(sampler2D(sheets[1], nearest), vec2(0.5), 0.0); break;
        case 2u: colour = textureLod(sampler2D(sheets[2], nearest), vec2(0.5), 0.0); break;
        default: colour = textureLod(samplerCube(cube, nearest), axis, 0.0);
    }
    words[i] = packUnorm4x8(colour);
}
