// What the shaders "half_numbers", "zeroed", "shorts", "octets", "wide_atomics", "cells" and "layouts" leave in the 256 words of their buffer.
#ifndef REFLOADER_APPLICATION_COMPUTED_WIDTHS_H
#define REFLOADER_APPLICATION_COMPUTED_WIDTHS_H

#include "results.h"

// Workgroup memory is zero at first, and then each invocation reads what the next one has written.
static inline void results_of_zeroed(uint32_t *words) {
    uint32_t before[COMPUTED_WORDS];
    memcpy(before, words, sizeof before);
    for (uint32_t i = 0; i < COMPUTED_WORDS; i++) words[i] = before[i / 16 * 16 + (i + 1) % 16] + 1000;
}

// The number of so many lower bits, with its sign.
static inline int32_t signed_part(uint32_t number, uint32_t bits) {
    const uint32_t sign = 1U << (bits - 1), part = number & (2 * sign - 1);
    return (int32_t)(part ^ sign) - (int32_t)sign;
}

static inline uint32_t shifted(int32_t number, uint32_t by) {
    return number < 0 ? ~(~(uint32_t)number >> by) : (uint32_t)number >> by;
}

static inline void results_of_part(uint32_t *row, uint32_t bits, uint32_t right, uint32_t left) {
    const uint32_t all = (1U << bits) - 1, a = row[0] & all, b = (row[1] & all) | 1;
    const int32_t s = signed_part(a, bits), t = signed_part(b, bits);
    row[2] = (a + b) & all;
    row[3] = (a * b) & all;
    row[4] = a / b;
    row[5] = a % b;
    row[6] = shifted(s, right);
    row[7] = a >> right;
    row[8] = (uint32_t)(s < t) | (uint32_t)(a < b) << 1;
    row[9] = (uint32_t)(s > t ? s : t);
    row[10] = (uint32_t)(s < t ? s : t);
    row[11] = (uint32_t)signed_part(a - b, bits);
    row[12] = (~a ^ b) & all;
    row[13] = (a << left) & all;
    row[14] = float_bits(s);
    row[15] = float_bits(a);
}

static inline void results_of_shorts(uint32_t *words) {
    for (uint32_t at = 0; at < COMPUTED_WORDS; at += COMPUTED_ROW) results_of_part(words + at, 16, 3, 5);
}

static inline void results_of_octets(uint32_t *words) {
    for (uint32_t at = 0; at < COMPUTED_WORDS; at += COMPUTED_ROW) results_of_part(words + at, 8, 2, 3);
}

static inline uint64_t wide_at(const uint32_t *words, uint32_t at) {
    uint64_t number;
    memcpy(&number, words + 2 * at, sizeof number);
    return number;
}

static inline void results_of_wide_atomics(uint32_t *words) {
    static const uint64_t half = UINT64_C(1) << 63;
    uint64_t numbers[6];
    for (uint32_t i = 0; i < 6; i++) numbers[i] = wide_at(words, i);
    for (uint32_t i = 0; i < 32; i++) {
        const uint64_t far = half + ((uint64_t)i << 33);
        numbers[0] += UINT64_C(0x100000001) * (i + 1);
        if (far < numbers[1]) numbers[1] = far;
        if (far > numbers[2]) numbers[2] = far;
        numbers[3] &= ~(UINT64_C(1) << 2 * i);
        numbers[4] |= UINT64_C(1) << 2 * i;
        numbers[5] ^= UINT64_C(5) << 2 * i;
        put_wide(words + 2 * (32 + i), wide_at(words, 64 + i));
        put_wide(words + 2 * (64 + i), UINT64_C(0x123400000000) + i);
        if (wide_at(words, 96 + i % 16) == (uint64_t)(i % 16) << 32) put_wide(words + 2 * (96 + i % 16), UINT64_C(0x567800000000) + i % 16);
    }
    for (uint32_t i = 0; i < 6; i++) put_wide(words + 2 * i, numbers[i]);
}

// Atomic operations in the memory of four workgroups. Which number is stored by comparison is that of an invocation, plus one.
static inline void results_of_cells(uint32_t *words) {
    for (uint32_t group = 0; group < 4; group++) {
        uint32_t cells[8] = {0, UINT32_MAX, 0, 0, 0, 0, 1, 1000 + group};
        for (uint32_t i = 0; i < 32; i++) {
            const uint32_t number = words[32 * group + i] + (i << 27);
            cells[0] += number;
            if (number < cells[1]) cells[1] = number;
            if (number > cells[2]) cells[2] = number;
            cells[4] |= number;
            cells[5] ^= number;
        }
        for (uint32_t i = 0; i < 32; i++) words[128 + 32 * group + i] = cells[i & 7];
    }
}

// Numbers of floating point in structures, by the rules that GLSL names std430: a part has 28 words.
static inline void results_of_layouts(uint32_t *words) {
    static const uint32_t taken[] = {1, 3, 10, 17};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t *part = words + 28 * i, *to = words + 128 + 16 * i, *turned = words + 112 + 6 * (i & 1);
        for (uint32_t j = 0; j < 4; j++) to[j] = part[taken[j]];
        to[4] = part[18 + i % 3];
        to[5] = part[23 + 2 * (i & 1)];
        to[6] = float_bits(float_of(part[6]) + 2 * float_of(part[10]));
        to[7] = float_bits(float_of(part[12]) + 2 * float_of(part[14]) + 3 * float_of(part[16]));
        to[8] = turned[5];
        to[9] = float_bits(float_of(turned[2]) + 2 * float_of(turned[3]));
        part[2] = float_bits(99);
        for (uint32_t j = 0; j < 3; j++) part[4 + j] = float_bits(7 + j);
        part[20 - i % 3] = float_bits(55);
    }
}

// Numbers of floating point that are exact in 16 bits.
static inline void results_of_half_numbers(uint32_t *words) {
    for (uint32_t at = 0; at < COMPUTED_WORDS; at += COMPUTED_ROW) {
        uint32_t *row = words + at;
        const double a = float_of(row[0]), b = float_of(row[1]);
        const double results[] = {a + b,     a - b,    a * b,    -a,           fabs(a),
                                  fmin(a, b), fmax(a, b), floor(a), ceil(a),     trunc(a),
                                  a - floor(a), (a > 0) - (a < 0), (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b),
                                  trunc(a),  (double)(at / COMPUTED_ROW) - 4, 2 * a - b, a + b, fmin(fmax(a, -2), 2), a < b ? 0 : 1};
        for (uint32_t i = 0; i < sizeof results / sizeof *results; i++) row[2 + i] = float_bits(results[i]);
    }
}

#endif
