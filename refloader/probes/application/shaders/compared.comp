#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform sampler2DShadow image;

void main() {
    uint at = 5u * gl_WorkGroupID.x;
    vec4 place = uintBitsToFloat(uvec4(words[at], words[at + 1u], words[at + 2u], words[at + 3u]));
    words[at + 4u] = uint(textureLod(image, place.xyz, place.w) * 255.0 + 0.5);
}
