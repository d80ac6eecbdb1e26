// The act "states", boxes of texels that are blitted: each corner of a box has a counterpart, so that a box whose corners are
// swapped is mirrored.
#include <math.h>

#include "boxes.h"

// A colour goes through floating point, and comes back as one of the two numbers closest to that.
enum { ROUNDING = 1 };

struct corners {
    int32_t from[3], to[3];
};

// The texel of the source that is nearest to the middle of one of the target; none lies halfway between two.
static uint32_t nearest(const struct corners *source, const struct corners *target, int axis, int32_t place) {
    double share = (place + 0.5 - target->from[axis]) / (target->to[axis] - target->from[axis]);
    return (uint32_t)floor(source->from[axis] + share * (source->to[axis] - source->from[axis]));
}

static int is_between(const struct corners *corners, int axis, int32_t place) {
    int32_t first = corners->from[axis], last = corners->to[axis];
    return first < last ? place >= first && place < last : place >= last && place < first;
}

static void expect_blit(const struct block *from, const struct corners *source, struct block *to, const struct corners *target) {
    for (int32_t z = 0; z < SIDE; z++)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                if (is_between(target, 0, x) && is_between(target, 1, y) && is_between(target, 2, z))
                    to->texels[at((uint32_t)x, (uint32_t)y, (uint32_t)z)] =
                        from->texels[at(nearest(source, target, 0, x), nearest(source, target, 1, y),
                                        nearest(source, target, 2, z))];
}

// A region for each layer, or for all; slices, which can be mirrored, are in one.
static void blit(struct yard *yard, const struct corners *source, const struct corners *target, const char *what) {
    const struct block *from = &yard->first;
    struct block *to = &yard->second;
    const int is_flat = from->is_flat;
    const uint32_t layers = is_flat ? (uint32_t)(source->to[2] - source->from[2]) : 1;
    const uint32_t count = yard->at_once ? 1 : layers, depth = yard->at_once ? layers : 1;
    VkImageBlit parts[MOST_SLICES];
    for (uint32_t i = 0; i < count; i++) {
        const struct box source_slice = {.z = (uint32_t)source->from[2] + i, .depth = depth},
                         target_slice = {.z = (uint32_t)target->from[2] + i, .depth = depth};
        parts[i] = (VkImageBlit){
            .srcSubresource = layers_of(from, &source_slice),
            .srcOffsets = {{source->from[0], source->from[1], is_flat ? 0 : source->from[2]},
                           {source->to[0], source->to[1], is_flat ? 1 : source->to[2]}},
            .dstSubresource = layers_of(to, &target_slice),
            .dstOffsets = {{target->from[0], target->from[1], is_flat ? 0 : target->from[2]},
                           {target->to[0], target->to[1], is_flat ? 1 : target->to[2]}}};
    }
    if (!record(yard)) return;
    expect_blit(from, source, to, target);
    states_blit(yard->player, yard->is_newer, from->image.handle, to->image.handle, count, parts, VK_FILTER_NEAREST);
    if (is_done(yard)) box_compare(yard, to, ROUNDING, what);
}

// Of the layers, those in the middle.
void box_blit_layers(struct yard *yard) {
    static const struct corners all = {{0, 0, 1}, {4, 4, 3}}, across = {{4, 0, 1}, {0, 4, 3}}, down = {{0, 4, 1}, {4, 0, 3}},
                                turned = {{4, 4, 1}, {0, 0, 3}}, few = {{1, 1, 1}, {3, 2, 3}};
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !box_fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    blit(yard, &few, &few, NAMED(yard, "blit"));
    blit(yard, &few, &all, NAMED(yard, "blit_larger"));
    blit(yard, &all, &across, NAMED(yard, "blit_across"));
    blit(yard, &down, &all, NAMED(yard, "blit_down"));
    blit(yard, &few, &turned, NAMED(yard, "blit_turned"));
    blit(yard, &across, &across, NAMED(yard, "blit_both"));
    yard->at_once = 1;
    blit(yard, &all, &turned, NAMED(yard, "blit_at_once"));
    yard->at_once = 0;
}

void box_blit_slices(struct yard *yard) {
    static const struct corners all = {{0, 0, 0}, {4, 4, 4}}, through = {{0, 0, 4}, {4, 4, 0}};
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !box_fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    blit(yard, &all, &through, NAMED(yard, "blit_through"));
}
