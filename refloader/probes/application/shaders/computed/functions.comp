#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

void main() {
    uint at = 32u * gl_WorkGroupID.x;
    float a = uintBitsToFloat(words[at]), b = uintBitsToFloat(words[at + 1u]), part = 0.25 * a;
    words[at + 2u] = floatBitsToUint(sin(a));
    words[at + 3u] = floatBitsToUint(cos(a));
    words[at + 4u] = floatBitsToUint(tan(part));
    words[at + 5u] = floatBitsToUint(asin(part));
    words[at + 6u] = floatBitsToUint(acos(part));
    words[at + 7u] = floatBitsToUint(atan(a));
    words[at + 8u] = floatBitsToUint(atan(a, b));
    words[at + 9u] = floatBitsToUint(sinh(a));
    words[at + 10u] = floatBitsToUint(cosh(a));
    words[at + 11u] = floatBitsToUint(tanh(a));
    words[at + 12u] = floatBitsToUint(asinh(a));
    words[at + 13u] = floatBitsToUint(acosh(b + 1.0));
    words[at + 14u] = floatBitsToUint(atanh(part));
    words[at + 15u] = floatBitsToUint(pow(b, a));
    words[at + 16u] = floatBitsToUint(exp(a));
    words[at + 17u] = floatBitsToUint(log(b));
    words[at + 18u] = floatBitsToUint(exp2(a));
    words[at + 19u] = floatBitsToUint(log2(b));
    words[at + 20u] = floatBitsToUint(sqrt(b));
    words[at + 21u] = floatBitsToUint(inversesqrt(b));
    words[at + 22u] = floatBitsToUint(radians(90.0 * a));
    words[at + 23u] = floatBitsToUint(degrees(a));
    words[at + 24u] = floatBitsToUint(length(vec3(a, b, 2.0)));
    words[at + 25u] = floatBitsToUint(distance(vec2(a, b), vec2(1.0, -1.0)));
    words[at + 26u] = floatBitsToUint(normalize(vec3(a, b, 2.0)).y);
    words[at + 27u] = floatBitsToUint(mod(a + 0.125, 1.5));
    words[at + 28u] = floatBitsToUint(refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 0.125 * b).y);
    words[at + 29u] = floatBitsToUint(mix(a, b, 0.25));
    words[at + 30u] = floatBitsToUint(smoothstep(-4.0, 12.0, a + b));
    words[at + 31u] = floatBitsToUint(a / b);
}
