#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uvec3 at = gl_WorkGroupID, count = gl_NumWorkGroups;
    words[at.x + 8u * at.y + 32u * at.z] += 1u + at.x + 16u * at.y + 256u * at.z + 4096u * count.x + 65536u * count.y + 1048576u * count.z;
}
