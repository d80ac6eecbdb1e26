#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Bytes { uint8_t bytes[]; };

void main() {
    uint i = gl_WorkGroupID.x;
    bytes[512u + 4u * i + 1u] = uint8_t(3u * uint(bytes[i]));
}
