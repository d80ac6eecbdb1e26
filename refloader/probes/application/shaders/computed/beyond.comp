#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint i = gl_WorkGroupID.x;
    words[16u + i] = words[words[i]];
    words[words[i] + 3u] = 0xBAD0BAD0u;
}
