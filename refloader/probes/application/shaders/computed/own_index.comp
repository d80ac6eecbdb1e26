#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Each invocation copies from the buffer of its number.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Numbers { uint numbers[]; } of_each[3];

void main() {
    uint i = gl_LocalInvocationID.x, group = gl_WorkGroupID.x;
    words[8u * group + i] = of_each[nonuniformEXT((i + group) % 3u)].numbers[i];
}
