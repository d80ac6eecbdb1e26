#version 450
#extension GL_EXT_spirv_intrinsics : require
// Each workgroup copies from the buffer of its number. The sum is that of OpIAdd, and says which capability all else needs:
// StorageBufferArrayDynamicIndexing.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Numbers { uint numbers[]; } of_each[3];
spirv_instruction(capabilities = [30], id = 128) uint sum_of(uint one, uint other);

void main() {
    uint i = gl_LocalInvocationID.x, group = gl_WorkGroupID.x;
    words[sum_of(8u * group, i)] = of_each[group].numbers[i];
}
