#version 450
layout(local_size_x_id = 4, local_size_y_id = 2, local_size_z = 1) in;
layout(constant_id = 7) const int row = 1;
layout(constant_id = 9) const bool adds = false;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uvec3 at = gl_GlobalInvocationID;
    words[at.x + uint(row) * at.y] += gl_WorkGroupSize.x + 16u * gl_WorkGroupSize.y + 256u * gl_LocalInvocationIndex + (adds ? 65536u : 0u);
}
