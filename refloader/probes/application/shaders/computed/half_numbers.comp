#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// Numbers of 16 bits of floating point, all of which are exact.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { float words[]; };

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    float16_t a = float16_t(words[at]), b = float16_t(words[at + 1u]);
    words[at + 2u] = float(a + b);
    words[at + 3u] = float(a - b);
    words[at + 4u] = float(a * b);
    words[at + 5u] = float(-a);
    words[at + 6u] = float(abs(a));
    words[at + 7u] = float(min(a, b));
    words[at + 8u] = float(max(a, b));
    words[at + 9u] = float(floor(a));
    words[at + 10u] = float(ceil(a));
    words[at + 11u] = float(trunc(a));
    words[at + 12u] = float(fract(a));
    words[at + 13u] = float(sign(a));
    words[at + 14u] = (a < b ? 1.0 : 0.0) + (a <= b ? 2.0 : 0.0) + (a == b ? 4.0 : 0.0) + (a != b ? 8.0 : 0.0);
    words[at + 15u] = float(int(a));
    words[at + 16u] = float(float16_t(int(at >> 5) - 4));
    f16vec2 both = f16vec2(a, b);
    words[at + 17u] = float(dot(both, f16vec2(float16_t(2.0), float16_t(-1.0))));
    words[at + 18u] = float((both.yx + both).y);
    words[at + 19u] = float(clamp(a, float16_t(-2.0), float16_t(2.0)));
    words[at + 20u] = float(step(b, a));
}
