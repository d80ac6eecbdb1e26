// What a driver "whole=1" makes of a fragment with the scripted application's shaders "sloped" and "fragment", known by their
// words.
#include "../mock_icd.h"
#include "../../refloader/probes/application/acts/states/assembled/fragment_kinds.h"

enum { CORNERS = 3, KIND_CONSTANT = 3 };

void keep_fragment_kind(uint32_t *kind, const VkPipelineShaderStageCreateInfo *stage) {
    const uint64_t shader = stage->module == 0 ? SHADER_UNKNOWN : THING((uintptr_t)stage->module)->state;
    if (shader == SHADER_MASKED) *kind = FRAGMENT_MASKED;
    if (shader == SHADER_DEMOTED) *kind = FRAGMENT_DEMOTED;
    if (stage->module != 0 && THING((uintptr_t)stage->module)->state == SHADER_FRAGMENT)
        *kind = constant_of(stage->pSpecializationInfo, KIND_CONSTANT, FRAGMENT_PLAIN);
}

static double doubled_area(const struct vertex *at, const struct vertex *one, const struct vertex *other) {
    return (double)((one->x - at->x) * (other->y - at->y) - (one->y - at->y) * (other->x - at->x));
}

// The column's number at a place of a triangle; in a picture, corners count less the farther they are away. It may be that of
// anywhere within the texel.
static double interpolated(const struct vertex *corners, float x, float y, int is_in_picture) {
    const struct vertex here = {x + (takes("interpolated_at_edges") ? 0.5F : 0), y, 0};
    double sum = 0, all = 0;
    for (int i = 0; i < CORNERS; i++) {
        const struct vertex *one = &corners[(i + 1) % CORNERS], *other = &corners[(i + 2) % CORNERS];
        double weight = doubled_area(&here, one, other);
        if (is_in_picture) weight /= 1.0 + (corners[i].number >> 8);
        sum += weight * (double)corners[i].x;
        all += weight;
    }
    return sum / all;
}

static int is_turned(const struct vertex *corners) { return doubled_area(&corners[0], &corners[1], &corners[2]) > 0; }

int fragment_number(uint32_t kind, const struct vertex *corners, float x, float y, float size, uint32_t *number) {
    const uint32_t column = (uint32_t)x, row = (uint32_t)y;
    const struct vertex *point = corners;
    switch (kind) {
        case FRAGMENT_DISCARDED:
            if ((column + row) % 3 == 0 && !violates("fragments_undiscarded")) return 0;
            break;
        case FRAGMENT_MASKED:
            if ((column + row) % 3 == 0 && !violates("sample_masks_of_shaders_lost")) return 0;
            break;
        case FRAGMENT_DEMOTED:
            if ((column + row) % 3 == 0 && !violates("fragments_undemoted")) return 0;
            *number = (corners->number & 0xFF) + (3U << 8) + (5U << 16);
            return 1;
        case FRAGMENT_PLACED: *number = column | (violates("fragments_upside_down") ? 15 - row : row) << 8; return 1;
        case FRAGMENT_DERIVED: *number = 3U | (violates("derivatives_across") ? 3U : 5U) << 8 | 8U << 16; return 1;
        case FRAGMENT_CURVED: *number = (uint32_t)(16 * interpolated(corners, x, y, !violates("slopes_straight")) + 0.5); return 1;
        case FRAGMENT_STRAIGHT: *number = (uint32_t)(16 * interpolated(corners, x, y, violates("slopes_curved")) + 0.5); return 1;
        default: break;
    }
    *number = corners->number & 0xFF;
    if (kind == FRAGMENT_FACING && is_turned(corners) && !violates("faces_alike")) *number += 100;
    if (kind == FRAGMENT_OF_POINT && !violates("point_places_lost"))
        *number += (uint32_t)(x - point->x + size / 2) + 16 * (uint32_t)(y - point->y + size / 2);
    return 1;
}
