#version 450
layout(local_size_x = 1) in;
layout(constant_id = 3) const uint first = 5u;
layout(constant_id = 11) const uint second = 7u;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Given { uint at; uint pushed; };

void main() {
    uint place = at + 4u * gl_GlobalInvocationID.x;
    words[place] = first;
    words[place + 1u] = second;
    words[place + 2u] = pushed;
    words[place + 3u] = gl_NumWorkGroups.x;
}
