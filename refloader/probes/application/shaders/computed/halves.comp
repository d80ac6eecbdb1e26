#version 450
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Halves { uint16_t halves[]; };

void main() {
    uint i = gl_WorkGroupID.x;
    halves[256u + 2u * i] = uint16_t(3u * uint(halves[i]));
}
