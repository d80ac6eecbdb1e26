#version 450
layout(local_size_x = 1) in;
struct Part {
    vec3 three;
    float one;
    mat2x3 across;
    mat3x2 plain;
    float few[3];
    vec2 pairs[2];
};
layout(set = 0, binding = 0, std430) buffer Parts {
    Part parts[4];
    layout(row_major) mat2x3 turned[2];
    layout(offset = 512) float results[];
};

void main() {
    uint i = gl_WorkGroupID.x, at = 16u * i;
    results[at] = parts[i].three.y;
    results[at + 1u] = parts[i].one;
    results[at + 2u] = parts[i].across[1][2];
    results[at + 3u] = parts[i].plain[2][1];
    results[at + 4u] = parts[i].few[i % 3u];
    results[at + 5u] = parts[i].pairs[i & 1u].y;
    results[at + 6u] = (parts[i].across * vec2(1.0, 2.0)).z;
    results[at + 7u] = (parts[i].plain * vec3(1.0, 2.0, 3.0)).x;
    results[at + 8u] = turned[i & 1u][1][2];
    results[at + 9u] = (turned[i & 1u] * vec2(1.0, 2.0)).y;
    parts[i].three.z = 99.0;
    parts[i].across[0] = vec3(7.0, 8.0, 9.0);
    parts[i].few[2u - i % 3u] = 55.0;
}
