// The act "states", sampled images of depths: each sampler compares a reference with the depth of the nearest texel.
#include "sampling.h"

#define AT(x) (((float)(x) + 0.5F) / 16)
#define PASSES 0xFFU
enum { LOWER, EQUAL, HIGHER, RELATIONS };

// How references lie to the depth of column 6.
static float reference_of(int relation) { return depth_at(6) + (float)(relation - EQUAL) / 32; }

static void compare_by(struct sampling *sampling, const char *what, VkCompareOp op, const int passes[RELATIONS]) {
    struct reading reading = {
        .what = what,
        .sampler = sampler_of(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE),
        .count = RELATIONS};
    reading.sampler.compareEnable = VK_TRUE;
    reading.sampler.compareOp = op;
    for (int i = 0; i < RELATIONS; i++)
        reading.places[i] = (struct place){AT(6), AT(3), reference_of(i), 0, passes[i] ? PASSES : 0};
    sampling_read(sampling, &reading);
}

// The reference stands on the left of each comparison.
void states_of_depths(struct sampling *sampling) {
    if (sampling->player->device->is_portable) return;  // samplers that compare are a feature there, unless they are immutable
    compare_by(sampling, "sampled.less", VK_COMPARE_OP_LESS, (const int[RELATIONS]){1, 0, 0});
    compare_by(sampling, "sampled.less_or_equal", VK_COMPARE_OP_LESS_OR_EQUAL, (const int[RELATIONS]){1, 1, 0});
    compare_by(sampling, "sampled.equal", VK_COMPARE_OP_EQUAL, (const int[RELATIONS]){0, 1, 0});
    compare_by(sampling, "sampled.not_equal", VK_COMPARE_OP_NOT_EQUAL, (const int[RELATIONS]){1, 0, 1});
    compare_by(sampling, "sampled.greater", VK_COMPARE_OP_GREATER, (const int[RELATIONS]){0, 0, 1});
    compare_by(sampling, "sampled.always", VK_COMPARE_OP_ALWAYS, (const int[RELATIONS]){1, 1, 1});
}
