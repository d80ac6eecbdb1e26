// The act "states", sampled images: which texel a shader finds by the filters, modes, levels and colours of a sampler, and by
// the levels, layers and components of a view. Places are chosen where the specification leaves one texel, or the middle
// between two.
#include "sampling.h"

#define REPEAT VK_SAMPLER_ADDRESS_MODE_REPEAT
#define MIRROR VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT
#define TO_EDGE VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
#define TO_BORDER VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER
#define CLEAR_BLACK 0x00000000U
#define BLACK 0xFF000000U
#define WHITE 0xFFFFFFFFU

// The middle of a texel of level 0, or what is a part of one further.
#define AT(x) (((float)(x) + 0.5F) / 16)
#define MIDDLE(x) (((float)(x) + 1) / 16)

VkSamplerCreateInfo sampler_of(VkFilter filter, VkSamplerAddressMode u, VkSamplerAddressMode v) {
    return (VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                 .magFilter = filter,
                                 .minFilter = filter,
                                 .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                 .addressModeU = u,
                                 .addressModeV = v,
                                 .addressModeW = TO_EDGE,
                                 .maxLod = 1000};
}

static VkSamplerCreateInfo nearest(void) { return sampler_of(VK_FILTER_NEAREST, REPEAT, REPEAT); }

// ---- filters

static void by_filter(struct sampling *sampling) {
    struct reading reading = {.what = "sampled.nearest",
                              .sampler = nearest(),
                              .count = 5,
                              .places = {{AT(0), AT(0), 0, 0, texel_at(0, 0, 0, 0)},
                                         {AT(15), AT(3), 0, 0, texel_at(0, 0, 15, 3)},
                                         {AT(6) + 0.02F, AT(9) - 0.02F, 0, 0, texel_at(0, 0, 6, 9)},
                                         {AT(7), AT(12), 1, 0, texel_at(0, 1, 7, 12)},
                                         {AT(4), AT(2), 1.3F, 0, texel_at(0, 1, 4, 2)}}};
    sampling_read(sampling, &reading);
    if (!sampling_has(sampling->player, sampling->format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT)) return;
    sampling->is_near = 1;
    reading = (struct reading){.what = "sampled.linear",
                               .sampler = sampler_of(VK_FILTER_LINEAR, TO_EDGE, TO_EDGE),
                               .count = 3,
                               .places = {{AT(5), AT(8), 0, 0, texel_at(0, 0, 5, 8)},
                                          {MIDDLE(3), AT(4), 0, 0, texel_at(0, 0, 3, 4) + 8},
                                          {AT(9), MIDDLE(10), 1, 0, texel_at(0, 1, 9, 10) + (7 << 8)}}};
    sampling_read(sampling, &reading);
    reading.what = "sampled.minified";
    reading.sampler.magFilter = VK_FILTER_NEAREST;
    reading.count = 2;
    reading.places[0] = (struct place){AT(3) + 0.02F, AT(4), 0, 0, texel_at(0, 0, 3, 4)};
    reading.places[1] = (struct place){4.0F / 8, 2.5F / 8, 0, 1, texel_at(1, 0, 3, 2) + 8};
    sampling_read(sampling, &reading);
    reading.what = "sampled.magnified";
    reading.sampler.magFilter = VK_FILTER_LINEAR;
    reading.sampler.minFilter = VK_FILTER_NEAREST;
    reading.places[0] = (struct place){MIDDLE(3), AT(4), 0, 0, texel_at(0, 0, 3, 4) + 8};
    reading.places[1] = (struct place){4.3F / 8, 2.5F / 8, 0, 1, texel_at(1, 0, 4, 2)};
    sampling_read(sampling, &reading);
    reading.what = "sampled.between_levels";
    reading.sampler = nearest();
    reading.sampler.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    reading.count = 1;
    reading.places[0] = (struct place){AT(4), AT(4), 0, 0.5F,
                                       (texel_at(0, 0, 4, 4) & 0xFEFEFEFE) / 2 + (texel_at(1, 0, 2, 2) & 0xFEFEFEFE) / 2};
    sampling_read(sampling, &reading);
    sampling->is_near = 0;
}

// ---- what is outside of the image

static void outside(struct sampling *sampling) {
    struct reading reading = {
        .what = "sampled.repeated",
        .sampler = sampler_of(VK_FILTER_NEAREST, REPEAT, MIRROR),
        .count = 4,
        .places = {{AT(18), AT(5), 0, 0, texel_at(0, 0, 2, 5)},
                   {AT(-3), AT(6), 0, 0, texel_at(0, 0, 13, 6)},
                   {AT(4), AT(18), 0, 0, texel_at(0, 0, 4, 13)},
                   {AT(-1), AT(-3), 1, 0, texel_at(0, 1, 15, 2)}}};
    sampling_read(sampling, &reading);
    reading = (struct reading){.what = "sampled.clamped",
                               .sampler = sampler_of(VK_FILTER_NEAREST, MIRROR, TO_EDGE),
                               .count = 4,
                               .places = {{AT(17), AT(5), 0, 0, texel_at(0, 0, 14, 5)},
                                          {AT(3), AT(19), 0, 0, texel_at(0, 0, 3, 15)},
                                          {AT(-1), AT(-9), 0, 0, texel_at(0, 0, 0, 0)},
                                          {AT(2), AT(2), 7, 0, texel_at(0, 1, 2, 2)}}};
    sampling_read(sampling, &reading);
}

static void beyond_border(struct sampling *sampling, const char *what, VkBorderColor colour, uint32_t texel) {
    struct reading reading = {.what = what,
                              .sampler = sampler_of(VK_FILTER_NEAREST, TO_BORDER, TO_EDGE),
                              .count = 3,
                              .places = {{AT(16), AT(5), 0, 0, texel},
                                         {AT(-2), AT(17), 0, 0, texel},
                                         {AT(15), AT(-4), 0, 0, texel_at(0, 0, 15, 0)}}};
    reading.sampler.borderColor = colour;
    sampling_read(sampling, &reading);
}

// ---- levels

// A place between two levels belongs to the closer one.
static void of_nearest_level(struct sampling *sampling) {
    const struct reading reading = {
        .what = "sampled.nearest_level",
        .sampler = nearest(),
        .count = 2,
        .places = {{AT(6), AT(4), 0, 0.25F, texel_at(0, 0, 6, 4)}, {AT(6), AT(4), 1, 0.75F, texel_at(1, 1, 3, 2)}}};
    sampling_read(sampling, &reading);
}

static void of_levels(struct sampling *sampling) {
    const struct place places[] = {{AT(6), AT(4), 0, 0, texel_at(0, 0, 6, 4)},
                                   {AT(6), AT(4), 0, 1, texel_at(1, 0, 3, 2)},
                                   {AT(6), AT(4), 1, 2, texel_at(2, 1, 1, 1)},
                                   {AT(6), AT(4), 0, 9, texel_at(2, 0, 1, 1)}};
    struct reading reading = {.what = "sampled.levels", .sampler = nearest(), .count = COUNT(places)};
    memcpy(reading.places, places, sizeof places);
    sampling_read(sampling, &reading);
    of_nearest_level(sampling);
    reading.what = "sampled.least_level";
    reading.sampler.minLod = 1;
    reading.places[0].texel = places[1].texel;
    sampling_read(sampling, &reading);
    reading.what = "sampled.most_level";
    reading.sampler.minLod = 0;
    reading.sampler.maxLod = 1;
    reading.places[0].texel = places[0].texel;
    reading.places[2].texel = texel_at(1, 1, 3, 2);
    reading.places[3].texel = places[1].texel;
    sampling_read(sampling, &reading);
    if (sampling->player->device->is_portable) return;  // what follows is a feature there
    reading.what = "sampled.level_bias";
    reading.sampler = nearest();
    reading.sampler.mipLodBias = 1;
    reading.count = 2;
    reading.places[0].texel = places[1].texel;
    reading.places[1].texel = texel_at(2, 0, 1, 1);
    sampling_read(sampling, &reading);
}

// ---- views

static uint32_t byte_of(uint32_t texel, VkComponentSwizzle from, uint32_t own) {
    if (from == VK_COMPONENT_SWIZZLE_IDENTITY) return texel >> 8 * own & 0xFF;
    if (from == VK_COMPONENT_SWIZZLE_ZERO || from == VK_COMPONENT_SWIZZLE_ONE) return from == VK_COMPONENT_SWIZZLE_ONE ? 0xFF : 0;
    return texel >> 8 * (uint32_t)(from - VK_COMPONENT_SWIZZLE_R) & 0xFF;
}

static void in_components(struct sampling *sampling, const char *what, VkComponentMapping to) {
    const uint32_t from = texel_at(0, 0, 11, 7);
    const uint32_t texel = byte_of(from, to.r, 0) | byte_of(from, to.g, 1) << 8 | byte_of(from, to.b, 2) << 16 | byte_of(from, to.a, 3) << 24;
    const struct reading reading = {
        .what = what, .sampler = nearest(), .components = to, .count = 1, .places = {{AT(11), AT(7), 0, 0, texel}}};
    sampling_read(sampling, &reading);
}

static void of_views(struct sampling *sampling) {
    struct reading reading = {.what = "sampled.first_level",
                              .sampler = nearest(),
                              .level = 1,
                              .count = 2,
                              .places = {{AT(6), AT(4), 0, 0, texel_at(1, 0, 3, 2)}, {AT(6), AT(4), 1, 1, texel_at(2, 1, 1, 1)}}};
    sampling_read(sampling, &reading);
    reading = (struct reading){.what = "sampled.first_layer",
                               .sampler = nearest(),
                               .layer = 1,
                               .count = 2,
                               .places = {{AT(6), AT(4), 0, 0, texel_at(0, 1, 6, 4)}, {AT(6), AT(4), 1, 1, texel_at(1, 1, 3, 2)}}};
    sampling_read(sampling, &reading);
    if (sampling->player->device->is_portable) return;  // what follows is a feature there
    in_components(sampling, "sampled.turned",
                  (VkComponentMapping){VK_COMPONENT_SWIZZLE_G, VK_COMPONENT_SWIZZLE_B, VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_R});
    in_components(sampling, "sampled.constants",
                  (VkComponentMapping){VK_COMPONENT_SWIZZLE_ONE, VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_ZERO,
                                       VK_COMPONENT_SWIZZLE_IDENTITY});
}

static void by_layout(struct sampling *sampling) {
    const struct reading reading = {.what = "sampled.fixed",
                                    .sampler = sampler_of(VK_FILTER_NEAREST, TO_EDGE, MIRROR),
                                    .is_fixed = 1,
                                    .count = 2,
                                    .places = {{AT(18), AT(5), 0, 0, texel_at(0, 0, 15, 5)}, {AT(4), AT(18), 0, 0, texel_at(0, 0, 4, 13)}}};
    sampling_read(sampling, &reading);
}

void states_of_colours(struct sampling *sampling) {
    by_filter(sampling);
    outside(sampling);
    beyond_border(sampling, "sampled.clear_border", VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, CLEAR_BLACK);
    beyond_border(sampling, "sampled.black_border", VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, BLACK);
    beyond_border(sampling, "sampled.white_border", VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, WHITE);
    of_levels(sampling);
    of_views(sampling);
    by_layout(sampling);
}
