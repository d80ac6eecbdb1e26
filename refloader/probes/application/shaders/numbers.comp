#version 450
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(push_constant) uniform Given { uint add; };

void main() {
    numbers[gl_GlobalInvocationID.x] = numbers[gl_GlobalInvocationID.x] * 3u + add;
}
