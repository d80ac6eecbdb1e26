// What the shaders "subgroup_bits", "subgroup_clustered", "subgroup_quad" and "subgroup_relative" tell an invocation of those beside
// it. Where no invocation is, any number is right.
#ifndef REFLOADER_APPLICATION_COMPUTED_NEIGHBOURS_H
#define REFLOADER_APPLICATION_COMPUTED_NEIGHBOURS_H

#include "results.h"

// What the numbers of the invocations in some places of a subgroup come to.
struct places_view {
    uint32_t product, sum, most, all, any, odd_bits, odd_bits_until;
};

// Of as many places as "within" that begin at a multiple of it; 0 for the whole subgroup.
static inline struct places_view places_view_of(const uint32_t *words, const uint32_t *numbers, uint32_t invocation, uint32_t within) {
    const uint32_t own = words[4 * invocation];
    struct places_view view = {.product = 1, .all = UINT32_MAX};
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        const uint32_t number = numbers[4 * i], place = place_of(words[4 * i]);
        if (subgroup_of(words[4 * i]) != subgroup_of(own) || (within > 0 && place / within != place_of(own) / within)) continue;
        view.product *= number | 1;
        view.sum += number;
        if (number > view.most) view.most = number;
        view.all &= number;
        view.any |= number;
        view.odd_bits ^= number;
        if (place <= place_of(own)) view.odd_bits_until ^= number;
    }
    return view;
}

static inline uint32_t bits_of(const struct places_view *view) { return view->all | view->any << 8 | view->odd_bits << 16; }

#endif
