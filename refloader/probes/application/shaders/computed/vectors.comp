#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

uint flag(bool is_set, uint place) { return is_set ? 1u << place : 0u; }

void main() {
    uint at = 32u * gl_WorkGroupID.x, a = words[at], b = words[at + 1u];
    int c = int(a), d = int(b), exponent;
    float x = float(a & 15u) - 8.0, y = float(b & 15u) + 1.0, whole;
    vec4 four = vec4(x, y, x + 1.0, 2.0 - y), changed = four;
    vec3 three = vec3(y, x, 2.0);
    mat3 rows = mat3(x, 1.0, 2.0, 3.0, y, 4.0, 5.0, 6.0, -x);
    changed[a & 3u] = 99.0;
    words[at + 2u] = floatBitsToUint(four[b & 3u]);
    words[at + 3u] = floatBitsToUint(dot(changed, vec4(1.0, 2.0, 3.0, 4.0)));
    words[at + 4u] = floatBitsToUint((rows * three).x);
    words[at + 5u] = floatBitsToUint((three * rows).y);
    words[at + 6u] = floatBitsToUint((rows * transpose(rows))[1][2]);
    words[at + 7u] = floatBitsToUint(outerProduct(three, vec2(x, y))[1][2]);
    words[at + 8u] = floatBitsToUint((rows * y)[2][2]);
    words[at + 9u] = floatBitsToUint(mix(vec3(1.0, 2.0, 4.0), three, lessThan(three, vec3(3.0))).y);
    words[at + 10u] = floatBitsToUint(reflect(vec2(x, y), vec2(0.0, 1.0)).y);
    words[at + 11u] = floatBitsToUint(cross(three, vec3(1.0, 2.0, 3.0)).z);
    words[at + 12u] = floatBitsToUint(faceforward(three, vec3(1.0, 0.0, 0.0), vec3(x + 0.5, 0.0, 0.0)).x);
    words[at + 13u] = floatBitsToUint(matrixCompMult(rows, transpose(rows))[1][1]);
    words[at + 14u] = floatBitsToUint(round(x + 0.25));
    words[at + 16u] = floatBitsToUint(modf(x + 0.75, whole));
    words[at + 15u] = floatBitsToUint(whole);
    words[at + 17u] = floatBitsToUint(clamp(x, -3.0, 4.0));
    words[at + 18u] = clamp(a, 5u, 100u);
    words[at + 19u] = uint(min(c, d));
    words[at + 20u] = max(a, b);
    words[at + 21u] = floatBitsToUint(frexp(x + 0.5, exponent));
    words[at + 22u] = uint(exponent);
    words[at + 23u] = packUnorm4x8(vec4(uvec4(a, a >> 1, a >> 2, a >> 3) & 1u));
    words[at + 24u] = packSnorm4x8(vec4(uvec4(b, b >> 1, b >> 2, b >> 3) & 1u) * 2.0 - 1.0);
    words[at + 25u] = packUnorm2x16(vec2(uvec2(b, b >> 1) & 1u));
    words[at + 26u] = uint(unpackUnorm4x8(a).y * 255.0 + 0.5);
    words[at + 27u] = uint(int(floor(unpackSnorm4x8(a).z * 127.0 + 0.5)));
    words[at + 28u] = uint(int(floor(unpackSnorm2x16(b).x * 32767.0 + 0.5)));
    words[at + 29u] = uint(unpackUnorm2x16(b).y * 65535.0 + 0.5);
    words[at + 30u] = flag(any(lessThan(four, vec4(0.0))), 0u) | flag(all(greaterThan(four, vec4(-7.0))), 1u) |
                      flag(x >= y, 2u) | flag(x > -y, 3u) | flag(c > d, 4u) | flag(c >= d, 5u) | flag(c <= d, 6u) |
                      flag(a > b, 7u) | flag(a >= b, 8u) | flag(a <= b, 9u) | flag(a != b, 10u) | flag(c == d, 11u);
    bool left = x < 0.0, right = y > 6.0;
    words[at + 31u] = flag(left == right, 0u) | flag(left != right, 1u) | flag(left || c > d, 2u) | flag(left && right, 3u) |
                      flag(!left, 4u) | flag(any(not(lessThan(three, vec3(3.0)))), 5u);
}
