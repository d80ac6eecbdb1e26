// The act "states", what a fragment shader knows of its fragment, and what it leaves out.
#include "assembled.h"
#include "fragment_kinds.h"

// How far an interpolated number may be from what it is at the middle of a texel, in sixteenths of a texel. It may be that of
// anywhere within the texel: in perspective, it changes by less than two texels across one. Straight and curved numbers are
// four texels apart in the middle.
#define TOLERANCE 24

static const struct vertex beyond[] = {{0, 0, 7}, {0, 48, 7}, {48, 0, 7}};
static int is_of_discarded(int x, int y, uint32_t number) { return number == ((x + y) % 3 == 0 ? 0U : 7U); }
static int is_of_demoted(int x, int y, uint32_t number) { return number == ((x + y) % 3 == 0 ? 0U : 7U + (3U << 8) + (5U << 16)); }
static int is_of_placed(int x, int y, uint32_t number) { return number == ((uint32_t)x | (uint32_t)y << 8); }
static int is_of_derived(int x, int y, uint32_t number) { return (void)x, (void)y, number == (3 | 5 << 8 | 8 << 16); }

// A triangle that goes round against the clock, and one that goes round with it. Texels on their long edges belong to either or
// to nothing.
static const struct vertex turned[] = {{2, 2, 1}, {2, 10, 1}, {10, 2, 1}, {14, 6, 2}, {14, 14, 2}, {6, 14, 2}};
static int is_of_turned(int x, int y, uint32_t number) {
    if (x >= 2 && y >= 2 && x + y == 11) return number == 0 || number == 1;
    if (x < 14 && y < 14 && x + y == 19) return number == 0 || number == 102;
    if (x >= 2 && y >= 2 && x + y < 11) return number == 1;
    return number == (x < 14 && y < 14 && x + y > 19 ? 102U : 0U);
}

// The corner to the right is three times as far away as the other ones. Numbers grow with the columns, from 0 to 16.
static const struct vertex sloped[] = {{0, 0, 1}, {0, 16, 1}, {16, 0, 1 + 256 * 2}};
static int is_of_slope(int x, int y, uint32_t number, double expected) {
    if (x + y > 16) return number == 0;
    return x + y > 13 || (number + TOLERANCE >= 16 * expected && number <= 16 * expected + TOLERANCE);
}
static int is_of_curved(int x, int y, uint32_t number) {
    const double share = (x + 0.5) / 16;
    return is_of_slope(x, y, number, 16 * share / 3 / (share / 3 + 1 - share));
}
static int is_of_straight(int x, int y, uint32_t number) { return is_of_slope(x, y, number, x + 0.5); }

static const struct vertex point[] = {{8, 8, 5}};
static int is_of_point(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 6, 6, 10, 10) ? 5 + (uint32_t)(x - 6) + 16 * (uint32_t)(y - 6) : 0U);
}

static void draw(struct assembly *assembly, const char *what, enum fragment_kind kind, const struct vertex *vertices, uint32_t count,
                 int (*is_right)(int x, int y, uint32_t number)) {
    const struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .fragment = kind, PLAIN};
    assembly_draw(assembly, what, &look, vertices, count, is_right);
}

void assembly_fragments(struct assembly *assembly) {
    const struct look large = {VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .fragment = FRAGMENT_OF_POINT, .line_width = 1, .point_size = 4};
    VkPhysicalDeviceProperties properties = {.limits = {.pointSizeRange = {0, 0}}};
    draw(assembly, "assembled.discarded", FRAGMENT_DISCARDED, VERTICES(beyond), is_of_discarded);
    draw(assembly, "assembled.placed", FRAGMENT_PLACED, VERTICES(beyond), is_of_placed);
    draw(assembly, "assembled.derived", FRAGMENT_DERIVED, VERTICES(beyond), is_of_derived);
    draw(assembly, "assembled.facing", FRAGMENT_FACING, VERTICES(turned), is_of_turned);
    draw(assembly, "assembled.curved", FRAGMENT_CURVED, VERTICES(sloped), is_of_curved);
    draw(assembly, "assembled.straight", FRAGMENT_STRAIGHT, VERTICES(sloped), is_of_straight);
    draw(assembly, "assembled.masked", FRAGMENT_MASKED, VERTICES(beyond), is_of_discarded);
    if (assembly->offers->of_1_3.shaderDemoteToHelperInvocation)
        draw(assembly, "assembled.demoted", FRAGMENT_DEMOTED, VERTICES(beyond), is_of_demoted);
    assembly->player->device->instance->GetPhysicalDeviceProperties(assembly->player->device->gpu, &properties);
    if (assembly->offers->all.features.largePoints && properties.limits.pointSizeRange[1] >= 4)
        assembly_draw(assembly, "assembled.point_places", &large, VERTICES(point), is_of_point);
}
