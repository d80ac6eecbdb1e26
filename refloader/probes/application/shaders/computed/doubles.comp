#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void put(uint at, double number) {
    uvec2 both = unpackDouble2x32(number);
    words[at] = both.x;
    words[at + 1u] = both.y;
}

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    double a = packDouble2x32(uvec2(words[at], words[at + 1u])), b = packDouble2x32(uvec2(words[at + 2u], words[at + 3u]));
    put(at + 4u, a + b);
    put(at + 6u, a - b);
    put(at + 8u, a * b);
    put(at + 10u, floor(a));
    put(at + 12u, max(a, b));
    put(at + 14u, -a);
    put(at + 16u, double(float(a)));
    put(at + 18u, double(int(b)));
    words[at + 20u] = uint(int(b));
    words[at + 21u] = a < b ? 1u : 0u;
}
