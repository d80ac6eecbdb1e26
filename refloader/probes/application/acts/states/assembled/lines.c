// The act "states", lines. Devices without strictLines may place a line's fragments one texel aside ("Bresenham Line Segment
// Rasterization"), and there may be one less: what is judged is that each column of a line, but for its ends, has them, and that no
// texel farther away has.
#include "assembled.h"

#define WIDE 3

static const struct vertex list[] = {{2.25F, 4.5F, 1}, {10.75F, 4.5F, 2}, {3.25F, 11.5F, 3}, {12.75F, 11.5F, 4}};
static const struct vertex strip[] = {{2.25F, 3.5F, 1}, {9.5F, 3.5F, 2}, {9.5F, 12.75F, 3}};

static int width;  // of the lines that are judged

static const uint32_t *words_of;  // the texels of the image

static uint32_t at(int x, int y) { return words_of[y * (int)TINY + x]; }

// Whether one column of a line that goes through the middle of a row has its fragments.
static int has_fragments(int x, int row, uint32_t number) {
    int count = 0;
    for (int y = row - width / 2 - 1; y <= row + width / 2 + 1; y++) count += at(x, y) == number;
    return count >= width / 2 + 1 && count <= width + 1;
}

static int has_fragments_across(int column, int y, uint32_t number) {
    return at(column - 1, y) == number || at(column, y) == number || at(column + 1, y) == number;
}

static int is_near(int at, int first, int last) { return at >= first - 1 && at <= last + 1; }

static int is_of_list(int x, int y, uint32_t number) {
    if (y == 0 && x >= 4 && x < 8 && !has_fragments(x, 4, 1)) return 0;
    if (y == 0 && x >= 5 && x < 10 && !has_fragments(x, 11, 3)) return 0;
    if (number == 1) return is_near(x, 2, 10) && is_near(y, 4 - width / 2, 4 + width / 2);
    if (number == 3) return is_near(x, 3, 12) && is_near(y, 11 - width / 2, 11 + width / 2);
    return number == 0;
}

static int is_of_strip(int x, int y, uint32_t number) {
    if (y == 0 && x >= 4 && x < 7 && !has_fragments(x, 3, 1)) return 0;
    if (x == 0 && y >= 6 && y < 10 && !has_fragments_across(9, y, 2)) return 0;
    if (number == 1) return is_near(x, 2, 9) && is_near(y, 3, 3);
    if (number == 2) return is_near(x, 9, 9) && is_near(y, 3, 12);
    return number == 0;
}

void assembly_lines(struct assembly *assembly) {
    struct look look = {VK_PRIMITIVE_TOPOLOGY_LINE_LIST, .line_width = 1, .point_size = 1};
    VkPhysicalDeviceProperties properties = {.limits = {.lineWidthRange = {0, 0}}};
    words_of = assembly->player->words;
    width = 1;
    assembly_draw(assembly, "assembled.lines", &look, list, COUNT(list), is_of_list);
    look.topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    assembly_draw(assembly, "assembled.line_strip", &look, strip, COUNT(strip), is_of_strip);
    assembly->player->device->instance->GetPhysicalDeviceProperties(assembly->player->device->gpu, &properties);
    if (!assembly->offers->all.features.wideLines || properties.limits.lineWidthRange[1] < WIDE) return;
    look.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    look.line_width = width = WIDE;
    assembly_draw(assembly, "assembled.wide_lines", &look, list, COUNT(list), is_of_list);
}
