// The act "states", samplers that need a feature: those that give the least or the most of the texels that a filter takes
// (samplerFilterMinmax), and those whose border has any colour (VK_EXT_custom_border_color); and borders of integers, which need none.
#include "../sampling/sampling.h"
#include "featured.h"

#define EDGE VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
#define BORDER VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER
#define CORNER(x) ((float)(x) / TINY)  // between four texels, which have the same weight
#define AT(x) (((float)(x) + 0.5F) / TINY)

// ---- the least and the most
// Formats of one component have that feature, if any do.
#define ONE_COMPONENT VK_FORMAT_R32_SFLOAT
#define RED_OF(texel) (0xFF000000U | ((texel)&0xFF))

static void read_reduced(struct sampling *sampling, const char *what, VkSamplerReductionMode mode, uint32_t further) {
    const VkSamplerReductionModeCreateInfo reduction = {.sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO, .reductionMode = mode};
    struct reading reading = {.what = what,
                              .sampler = sampler_of(VK_FILTER_LINEAR, EDGE, EDGE),
                              .count = 2,
                              .places = {{CORNER(5), CORNER(9), 0, 0, RED_OF(texel_at(0, 0, 4 + further, 0))},
                                         {CORNER(12), CORNER(3), 1, 0, RED_OF(texel_at(0, 1, 11 + further, 0))}}};
    reading.sampler.pNext = &reduction;
    sampling_read(sampling, &reading);
}

static void read_both(struct sampling *sampling) {
    sampling->is_near = 1;
    read_reduced(sampling, "reduced.least", VK_SAMPLER_REDUCTION_MODE_MIN, 0);
    read_reduced(sampling, "reduced.most", VK_SAMPLER_REDUCTION_MODE_MAX, 1);
}

void states_of_reduced(const struct featured *featured) {
    const struct player *player = featured->player;
    if (!featured->offers->of_1_2.samplerFilterMinmax) return;
    if (sampling_has(player, ONE_COMPONENT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT))
        sampling_use_colours(featured->player, ONE_COMPONENT, read_both);
}

// ---- borders of integers: each component is 0 or 1

static void read_integer_border(struct sampling *sampling, const char *what, VkBorderColor colour, uint32_t texel) {
    struct reading reading = {.what = what,
                              .sampler = sampler_of(VK_FILTER_NEAREST, BORDER, BORDER),
                              .count = 3,
                              .places = {{-0.5F, AT(3), 0, 0, texel},
                                         {AT(7), 1.25F, 1, 0, texel},
                                         {AT(7), AT(3), 0, 0, texel_at(0, 0, 7, 3)}}};
    reading.sampler.borderColor = colour;
    sampling_read(sampling, &reading);
}

static void read_integer_borders(struct sampling *sampling) {
    read_integer_border(sampling, "sampled.clear_integers", VK_BORDER_COLOR_INT_TRANSPARENT_BLACK, 0);
    read_integer_border(sampling, "sampled.black_integers", VK_BORDER_COLOR_INT_OPAQUE_BLACK, 0x01000000U);
    read_integer_border(sampling, "sampled.white_integers", VK_BORDER_COLOR_INT_OPAQUE_WHITE, 0x01010101U);
}

// ---- any colour

struct border_colour {
    VkStructureType type;
    const void *next;
    VkClearColorValue colour;
    VkFormat format;
};
#define BORDER_COLOUR ((VkStructureType)1000287000)
#define OWN_BORDER ((VkBorderColor)1000287003)

static void read_border(struct sampling *sampling) {
    const struct border_colour own = {BORDER_COLOUR, NULL, {.float32 = {0.2F, 0.4F, 0.6F, 0.8F}}, COLOUR};
    struct reading reading = {.what = "border.own",
                              .sampler = sampler_of(VK_FILTER_NEAREST, BORDER, BORDER),
                              .count = 3,
                              .places = {{-0.5F, AT(3), 0, 0, 0xCC996633U},
                                         {AT(7), 1.25F, 1, 0, 0xCC996633U},
                                         {AT(7), AT(3), 0, 0, texel_at(0, 0, 7, 3)}}};
    reading.sampler.pNext = &own;
    reading.sampler.borderColor = OWN_BORDER;
    sampling->is_near = 1;  // a fifth is no number of eight bits
    sampling_read(sampling, &reading);
}

void states_of_border(const struct featured *featured) {
    sampling_use_colours(featured->player, INTEGERS, read_integer_borders);
    if (featured->offers->border.has[0]) sampling_use_colours(featured->player, COLOUR, read_border);
}
