#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Stored { uint stored[]; };
layout(set = 0, binding = 2) uniform Given { uvec4 given; };
layout(set = 0, binding = 3) uniform usamplerBuffer texels;
layout(set = 0, binding = 4) uniform sampler2D image;

void main() {
    words[0] = stored[3];
    words[1] = given.x | given.y | given.z | given.w;
    words[2] = texelFetch(texels, 2).x;
    words[3] = packUnorm4x8(vec4(texelFetch(image, ivec2(1, 2), 0).xyz, 0.0));
    stored[5] = 0xBAD0BAD0u;
}
