#version 450
// The middle of each face of two cubes of an array, and of a view of the second cube.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform usamplerCubeArray cubes;
layout(set = 0, binding = 2) uniform usamplerCubeArray second;

void main() {
    uint i = gl_WorkGroupID.x, face = i % 6u;
    vec3 axis = vec3(face < 2u ? 1.0 : 0.0, face == 2u || face == 3u ? 1.0 : 0.0, face > 3u ? 1.0 : 0.0);
    if ((face & 1u) == 1u) axis = -axis;
    words[i] = textureLod(cubes, vec4(axis, float(i / 6u)), 0.0).x;
    if (i < 6u) words[16u + i] = textureLod(second, vec4(axis, 0.0), 0.0).x;
}
