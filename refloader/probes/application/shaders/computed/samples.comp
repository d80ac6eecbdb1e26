#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) uniform sampler2DMS image;

void main() {
    uint at = gl_WorkGroupID.x;
    words[at] = packUnorm4x8(texelFetch(image, ivec2(at / 4u % 8u, at / 32u), int(at % 4u)));
}
