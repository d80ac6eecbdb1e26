#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Numbers { uint numbers[]; };
layout(push_constant) uniform Given { Numbers from; Numbers to; };

void main() {
    uint i = gl_WorkGroupID.x;
    to.numbers[i] = 3u * from.numbers[i] + 1u;
}
