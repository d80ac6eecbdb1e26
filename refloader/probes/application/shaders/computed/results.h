// What the shaders beside this file leave in the 256 words of their buffer, by the rules of SPIR-V and GLSL.std.450. Inputs are
// chosen so that each result is exact, but those of "functions". Those of floating point have no infinities, no denormalized numbers and no NaN.
#ifndef REFLOADER_APPLICATION_COMPUTED_RESULTS_H
#define REFLOADER_APPLICATION_COMPUTED_RESULTS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define COMPUTED_WORDS 256U
#define COMPUTED_ROW 32U
#define COMPUTED_ROWS (COMPUTED_WORDS / COMPUTED_ROW)
#define INVOCATIONS 64U  // of a workgroup whose subgroups are asked

// ---- atomic operations, workgroups, branches

static inline void results_of_atomics(uint32_t *words) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t far = 0x7FFFFFF0U + i;
        words[0] += i + 1;
        if (far < words[1]) words[1] = far;
        if (far > words[2]) words[2] = far;
        words[3] &= ~(1U << i);
        words[4] |= 1U << i;
        words[5] ^= 3U << i;
        words[32 + words[10]++] = 1;
        sum += i + 1;
    }
    words[6] += sum + words[7];  // what is exchanged comes back, up to the last one, which stays in the eighth word
    words[9] += 1;
}

static inline void results_of_shared(uint32_t *words) {
    for (uint32_t group = 0; group < 2; group++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 64; i++) sum += words[64 * group + i];
        for (uint32_t i = 0; i < 64; i++) words[128 + 64 * group + i] = 3 * words[64 * group + 63 - i] + sum;
    }
}

static inline void results_of_sizes(uint32_t *words) {
    for (uint32_t y = 0; y < 6; y++)
        for (uint32_t x = 0; x < 10; x++) words[x + 16 * y] += 5 + 16 * 3 + 256 * (x % 5 + 5 * (y % 3)) + 0x10000;
}

static inline uint32_t steps_to_one(uint32_t number) {
    uint32_t steps = 0;
    for (; number != 1 && steps < 100; steps++) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    return steps;
}

static inline void results_of_branches(uint32_t *words) {
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t kept[8];
        for (uint32_t j = 0; j < 8; j++) kept[(j * 5 + i) % 8] = j * words[i];
        uint32_t number = steps_to_one(i + 1) + kept[i % 8] * 256;
        if (i % 4 == 0) number += 0x30000000U;
        if (i % 4 == 1) number += 0x20000000U;
        if (i % 4 == 2) number += 0x40000000U;
        if (i % 4 == 3) number ^= 0xF;
        words[64 + i] = number;
    }
}

// ---- numbers

static inline uint32_t lowest_bit(uint32_t number) {
    for (uint32_t i = 0; i < 32; i++)
        if (number >> i & 1) return i;
    return UINT32_MAX;
}

static inline uint32_t highest_bit(uint32_t number) {
    for (uint32_t i = 32; i > 0; i--)
        if (number >> (i - 1) & 1) return i - 1;
    return UINT32_MAX;
}

static inline void results_of_integers(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const uint32_t a = row[0], b = row[1], taken = a >> 5 & 0x1FF;
        const int32_t c = (int32_t)a, d = (int32_t)b;
        row[2] = a * b;
        row[3] = a / b;
        row[4] = a % b;
        row[5] = (uint32_t)(c / d);
        row[6] = (uint32_t)(c >> (b & 31));
        row[7] = a >> (b & 31);
        row[8] = a << (b & 31);
        row[9] = taken | (taken & 0x100 ? 0xFFFFFE00U : 0);
        row[10] = taken;
        row[11] = (a & ~(0x7FFU << 7)) | (b & 0x7FF) << 7;
        row[12] = row[13] = 0;
        for (uint32_t i = 0; i < 32; i++) {
            row[12] |= (a >> i & 1) << (31 - i);
            row[13] += a >> i & 1;
        }
        row[14] = lowest_bit(a);
        row[15] = highest_bit(a);
        row[16] = highest_bit(c < 0 ? ~a : a);
        row[17] = (uint32_t)((uint64_t)a * b >> 32);
        row[18] = (uint32_t)((uint64_t)((int64_t)c * d) >> 32);
        row[19] = a + b;
        row[20] = row[19] < a;
        row[21] = a - b;
        row[22] = a < b;
        row[23] = (uint32_t)(c > d ? c : d);
        row[24] = a < b ? a : b;
        row[25] = (uint32_t)(c < -1000 ? -1000 : c > 1000 ? 1000 : c);
        row[26] = (uint32_t)(c < 0 ? -c : c);
        row[27] = (uint32_t)((c > 0) - (c < 0));
        row[28] = (c < d ? 1U : 0) | (a < b ? 2U : 0) | (a == b ? 4U : 0);
        row[29] = a | b;
        row[30] = a & 0xFFFFFF00U;  // as many bits as a float has
    }
}

static inline uint32_t float_bits(double number) {
    const float narrow = (float)number;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static inline double float_of(uint32_t bits) {
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

// Of a number that has its like in 16 bits.
static inline uint32_t half_bits(double number) {
    const uint32_t bits = float_bits(number);
    return (bits >> 16 & 0x8000) | (((bits >> 23 & 0xFF) - 112) << 10 & 0x7C00) | (bits >> 13 & 0x3FF);
}

// Of a number that is beyond one.
static inline uint32_t snorm_bits(double number) { return number < 0 ? 0x8001 : 0x7FFF; }

static inline void results_of_floats(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const double a = float_of(row[0]), b = float_of(row[1]);
        row[2] = float_bits(a + b);
        row[3] = float_bits(a - b);
        row[4] = float_bits(a * b);
        row[5] = float_bits(floor(a));
        row[6] = float_bits(ceil(a));
        row[7] = float_bits(trunc(a));
        row[8] = float_bits(nearbyint(a));
        row[9] = float_bits(a - floor(a));
        row[10] = float_bits(a < b ? a : b);
        row[11] = float_bits(a > b ? a : b);
        row[12] = float_bits(fabs(a));
        row[13] = float_bits((a > 0) - (a < 0));
        row[14] = float_bits(b < a ? 0 : 1);
        row[15] = half_bits(a) | half_bits(b) << 16;
        row[16] = row[1];
        row[17] = (uint32_t)(int32_t)a;
        row[18] = float_bits((int32_t)a);
        row[19] = float_bits(2 * a - 3 * b + 0.5);
        row[20] = float_bits(-b);
        row[21] = float_bits(a + 2 * b);
        row[22] = float_bits(8 * a);
        row[23] = (a < b ? 1U : 0) | (a <= b ? 2U : 0) | (a >= b && a <= b ? 4U : 8U);
        row[24] = snorm_bits(a) | snorm_bits(b) << 16;
        row[25] = float_bits(-a);
    }
}

// Of parameters for which no function comes near a pole or a step. The specification gives each a precision; determinants and
// inverses, to which it gives none, are left out.
static inline void results_of_functions(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const double a = float_of(row[0]), b = float_of(row[1]), part = a / 4, length = sqrt(a * a + b * b + 4);
        const double turned = b / 8, cosine = sqrt(1 - turned * turned * (1 - 0.64)), ramp = (a + b + 4) / 16;
        const double rising = ramp < 0 ? 0 : ramp > 1 ? 1 : ramp, degree = acos(-1) / 180, moved = a + 0.125;
        const double numbers[] = {sin(a), cos(a), tan(part), asin(part), acos(part), atan(a), atan2(a, b), sinh(a), cosh(a), tanh(a),
                                  asinh(a), acosh(b + 1), atanh(part), pow(b, a), exp(a), log(b), exp2(a), log2(b), sqrt(b),
                                  1 / sqrt(b), 90 * a * degree, a / degree, length, sqrt((a - 1) * (a - 1) + (b + 1) * (b + 1)),
                                  b / length, moved - 1.5 * floor(moved / 1.5), -cosine, 0.75 * a + 0.25 * b,
                                  rising * rising * (3 - 2 * rising), a / b};
        for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) row[2 + i] = float_bits(numbers[i]);
    }
}

// How far a result may be from such a number: farther than any precision of the specification lets it.
static inline int is_near(uint32_t bits, uint32_t expected) {
    const double number = float_of(expected), distance = fabs(float_of(bits) - number);
    return distance <= 0.0078125 * (fabs(number) > 1 ? fabs(number) : 1);
}

static inline uint32_t byte_of(uint32_t word, uint32_t place) { return word >> 8 * place & 0xFF; }

static inline uint32_t packed_bits(uint32_t number, uint32_t width, uint32_t one, uint32_t zero) {
    uint32_t word = 0;
    for (uint32_t i = 0; i < 32 / width; i++) word |= (number >> i & 1 ? one : zero) << width * i;
    return word;
}

static inline void vectors_compared(uint32_t *row, double x, double y, int has_less) {
    const uint32_t a = row[0], b = row[1];
    const int32_t c = (int32_t)a, d = (int32_t)b;
    const int left = x < 0, right = y > 6;
    const int all_above = x > -7 && y > -7 && x + 1 > -7 && 2 - y > -7;
    const int all[] = {has_less, all_above, x >= y, x > -y, c > d, c >= d, c <= d, a > b, a >= b, a <= b, a != b, c == d};
    const int logical[] = {left == right, left != right, left || c > d, left && right, !left, y >= 3 || x >= 3};
    row[30] = row[31] = 0;
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) row[30] |= (all[i] ? 1U : 0) << i;
    for (uint32_t i = 0; i < sizeof logical / sizeof *logical; i++) row[31] |= (logical[i] ? 1U : 0) << i;
}

static inline void results_of_vectors(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const uint32_t a = row[0], b = row[1];
        const int32_t c = (int32_t)a, d = (int32_t)b, high = (int8_t)byte_of(a, 2), low = (int16_t)(b & 0xFFFF);
        const double x = (double)(a & 15) - 8, y = (double)(b & 15) + 1, four[] = {x, y, x + 1, 2 - y};
        double sum = 0;
        int exponent;
        for (uint32_t i = 0; i < 4; i++) sum += (i + 1) * (i == (a & 3) ? 99 : four[i]);
        const double fraction = frexp(x + 0.5, &exponent);
        const double numbers[] = {four[b & 3], sum, x * y + 3 * x + 10, 3 * y + x * y + 8, 2 + 4 * y - 6 * x, 2 * y,
                                  -x * y, x < 3 ? x : 2, -y, 2 * y - x, x < 0 ? y : -y,
                                  y * y, x, trunc(x + 0.75), x + 0.75 - trunc(x + 0.75),
                                  x < -3 ? -3 : x > 4 ? 4 : x};
        for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) row[2 + i] = float_bits(numbers[i]);
        row[18] = a < 5 ? 5 : a > 100 ? 100 : a;
        row[19] = (uint32_t)(c < d ? c : d);
        row[20] = a > b ? a : b;
        row[21] = float_bits(fraction);
        row[22] = (uint32_t)exponent;
        row[23] = packed_bits(a, 8, 0xFF, 0);
        row[24] = packed_bits(b, 8, 0x7F, 0x81);
        row[25] = packed_bits(b, 16, 0xFFFF, 0);
        row[26] = byte_of(a, 1);
        row[27] = (uint32_t)(high < -127 ? -127 : high);
        row[28] = (uint32_t)(low < -32767 ? -32767 : low);
        row[29] = b >> 16;
        vectors_compared(row, x, y, x < 0 || 2 - y < 0);
    }
}

static inline uint64_t wide_of(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }

static inline void put_wide(uint32_t *words, uint64_t number) {
    words[0] = (uint32_t)number;
    words[1] = (uint32_t)(number >> 32);
}

static inline void results_of_wide(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const uint64_t a = wide_of(row), b = wide_of(row + 2);
        const int64_t c = (int64_t)a, d = (int64_t)b;
        put_wide(row + 4, a + b);
        put_wide(row + 6, a - b);
        put_wide(row + 8, a * b);
        put_wide(row + 10, a / b);
        put_wide(row + 12, a % b);
        put_wide(row + 14, a << (b & 63));
        put_wide(row + 16, (uint64_t)(c >> (b & 63)));
        put_wide(row + 18, a ^ b);
        put_wide(row + 20, a > b ? a : b);
        put_wide(row + 22, (uint64_t)(c > d ? c : d));
        put_wide(row + 24, (uint64_t)(c / d));
        row[26] = (a < b ? 1U : 0) | (c < d ? 2U : 0);
    }
}

static inline double double_of(const uint32_t *words) {
    const uint64_t bits = wide_of(words);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline void put_double(uint32_t *words, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_wide(words, bits);
}

static inline void results_of_doubles(uint32_t *words) {
    for (uint32_t *row = words; row < words + COMPUTED_WORDS; row += COMPUTED_ROW) {
        const double a = double_of(row), b = double_of(row + 2);
        put_double(row + 4, a + b);
        put_double(row + 6, a - b);
        put_double(row + 8, a * b);
        put_double(row + 10, floor(a));
        put_double(row + 12, a > b ? a : b);
        put_double(row + 14, -a);
        put_double(row + 16, a);
        put_double(row + 18, trunc(b));
        row[20] = (uint32_t)(int32_t)b;
        row[21] = a < b;
    }
}

// Numbers of 16 and of 8 bits, each second and each fourth of which is written.
static inline void results_of_halves(uint32_t *words) {
    uint16_t halves[2 * COMPUTED_WORDS];
    memcpy(halves, words, sizeof halves);
    for (uint32_t i = 0; i < 64; i++) halves[256 + 2 * i] = (uint16_t)(3U * halves[i]);
    memcpy(words, halves, sizeof halves);
}

static inline void results_of_bytes(uint32_t *words) {
    uint8_t bytes[4 * COMPUTED_WORDS];
    memcpy(bytes, words, sizeof bytes);
    for (uint32_t i = 0; i < 64; i++) bytes[512 + 4 * i + 1] = (uint8_t)(3U * bytes[i]);
    memcpy(words, bytes, sizeof bytes);
}

// ---- subgroups: four words for each invocation, of which the first one had its number before and has its place afterwards

static inline uint32_t subgroup_of(uint32_t word) { return word >> 16; }
static inline uint32_t place_of(uint32_t word) { return word & 0xFFFF; }

// The invocation at a place of the subgroup that another one is in; INVOCATIONS where there is none.
static inline uint32_t neighbour_of(const uint32_t *words, uint32_t invocation, uint32_t place) {
    for (uint32_t i = 0; i < INVOCATIONS; i++)
        if (words[4 * i] == (subgroup_of(words[4 * invocation]) << 16 | place)) return i;
    return INVOCATIONS;
}

// What an invocation knows of the numbers of its subgroup.
struct subgroup_view {
    uint32_t count, all_low, any_high, all_equal, first, first_place, odd, odd_before, sum, sum_before, most, least, most_until;
};

static inline struct subgroup_view subgroup_view_of(const uint32_t *words, const uint32_t *numbers, uint32_t invocation) {
    const uint32_t own = words[4 * invocation];
    struct subgroup_view view = {.all_low = 1, .all_equal = 1, .first_place = UINT32_MAX, .least = UINT32_MAX};
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        const uint32_t number = numbers[4 * i], place = place_of(words[4 * i]);
        if (subgroup_of(words[4 * i]) != subgroup_of(own)) continue;
        view.count++;
        view.all_low &= number < 240;
        view.any_high |= number >= 240;
        view.all_equal &= number == numbers[4 * invocation];
        view.odd += number & 1;
        view.sum += number;
        if (number > view.most) view.most = number;
        if (number < view.least) view.least = number;
        if (place < view.first_place) {
            view.first_place = place;
            view.first = number;
        }
        if (place <= place_of(own) && number > view.most_until) view.most_until = number;
        if (place >= place_of(own)) continue;
        view.odd_before += number & 1;
        view.sum_before += number;
    }
    return view;
}

#endif
