// Colours of a driver "whole=1" as texels of four bytes, for the formats of such texels that each device has. The others take a
// colour whose channels are 0 or 1.
#include "../mock_icd.h"

#include <math.h>

static uint32_t rounded(float channel, uint32_t most) { return (uint32_t)(channel * (float)most + 0.5F); }

static uint32_t snorm(float channel) { return (uint32_t)(int32_t)(channel * 127 + (channel < 0 ? -0.5F : 0.5F)) & 0xFF; }

static uint32_t in_srgb(float channel) {
    if (violates("formats_linear")) return rounded(channel, 255);
    return rounded(channel <= 0.0031308F ? 12.92F * channel : 1.055F * powf(channel, 1 / 2.4F) - 0.055F, 255);
}

// A number of 32 bits as one of fewer: five of the exponent, and these of the fraction.
static uint32_t small_float(float number, uint32_t fraction) {
    uint32_t bits, sign;
    memcpy(&bits, &number, sizeof bits);
    sign = fraction == 10 ? bits >> 16 & 0x8000 : 0;
    if (bits << 1 == 0) return sign;
    return sign | ((bits >> 23 & 0xFF) - 112) << fraction | (bits >> (23 - fraction) & ((1U << fraction) - 1));
}

static uint32_t bytes_of(uint32_t first, uint32_t second, uint32_t third, uint32_t fourth) {
    return (first & 0xFF) | (second & 0xFF) << 8 | (third & 0xFF) << 16 | (fourth & 0xFF) << 24;
}

static uint32_t tens_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    return (violates("formats_reversed") ? blue : red) | green << 10 | (violates("formats_reversed") ? red : blue) << 20 | alpha << 30;
}

uint32_t texel_of_colour(uint32_t format, const VkClearColorValue *value) {
    const float *f = value->float32;
    const uint32_t *u = value->uint32;
    const int is_turned = violates("formats_swapped");
    switch (format) {
        case VK_FORMAT_R8G8B8A8_UNORM: return bytes_of(rounded(f[0], 255), rounded(f[1], 255), rounded(f[2], 255), rounded(f[3], 255));
        case VK_FORMAT_R8G8B8A8_SNORM: return bytes_of(snorm(f[0]), snorm(f[1]), snorm(f[2]), snorm(f[3]));
        case VK_FORMAT_R8G8B8A8_UINT:
        case VK_FORMAT_R8G8B8A8_SINT: return bytes_of(u[0], u[1], u[2], u[3]);
        case VK_FORMAT_R8G8B8A8_SRGB: return bytes_of(in_srgb(f[0]), in_srgb(f[1]), in_srgb(f[2]), rounded(f[3], 255));
        case VK_FORMAT_B8G8R8A8_UNORM:
            return bytes_of(rounded(f[is_turned ? 0 : 2], 255), rounded(f[1], 255), rounded(f[is_turned ? 2 : 0], 255), rounded(f[3], 255));
        case VK_FORMAT_B8G8R8A8_SRGB:
            return bytes_of(in_srgb(f[is_turned ? 0 : 2]), in_srgb(f[1]), in_srgb(f[is_turned ? 2 : 0]), rounded(f[3], 255));
        case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
            return tens_of(rounded(f[0], 1023), rounded(f[1], 1023), rounded(f[2], 1023), rounded(f[3], 3));
        case VK_FORMAT_A2B10G10R10_UINT_PACK32: return tens_of(u[0], u[1], u[2], u[3]);
        case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
            return small_float(f[0], 6) | small_float(f[1], 6) << 11 | small_float(f[2], 5) << 22;
        case VK_FORMAT_R16G16_SFLOAT: return small_float(f[0], 10) | small_float(f[1], 10) << 16;
        case VK_FORMAT_R16G16_UINT:
        case VK_FORMAT_R16G16_SINT: return (u[0] & 0xFFFF) | u[1] << 16;
        case VK_FORMAT_R32_UINT:
        case VK_FORMAT_R32_SFLOAT: return u[0];
        default: return bytes_of(rounded(f[0], 255), rounded(f[1], 255), rounded(f[2], 255), rounded(f[3], 255));
    }
}
