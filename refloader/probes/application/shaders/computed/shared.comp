#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
shared uint taken[64];
shared uint sum;

void main() {
    uint i = gl_LocalInvocationID.x, at = 64u * gl_WorkGroupID.x + i;
    taken[i] = words[at];
    if (i == 0u) sum = 0u;
    barrier();
    atomicAdd(sum, taken[i]);
    barrier();
    words[128u + at] = 3u * taken[63u - i] + sum;
}
