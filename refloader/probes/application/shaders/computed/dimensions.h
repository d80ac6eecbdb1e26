// What the shader "dimensions" reads of images of one, two and three dimensions, of layers, and of a cube. Each texel has a number
// of its own, by its place in the buffer that fills all images.
#ifndef REFLOADER_APPLICATION_COMPUTED_DIMENSIONS_H
#define REFLOADER_APPLICATION_COMPUTED_DIMENSIONS_H

#include <stdint.h>

// The images, in the order of their bindings and of their texels in the buffer.
enum { DIMENSIONS_LINES, DIMENSIONS_SHEETS, DIMENSIONS_BOX, DIMENSIONS_CUBE, DIMENSIONS };
enum { LINES_FROM = 0, SHEETS_FROM = 8, SMALL_SHEETS_FROM = 56, BOX_FROM = 68, CUBE_FROM = 100, DIMENSIONS_TEXELS = 124 };
enum { DIMENSIONS_WIDE = 4, LINE_LAYERS = 2, SHEET_LAYERS = 3, SHEET_LEVELS = 2, BOX_HEIGHT = 2, BOX_DEPTH = 4, CUBE_SIZE = 2, CUBE_FACES = 6 };

// Where what is read begins, in the buffer's words.
enum {
    READ_LINE = 0,
    READ_LINES = 16,
    READ_SHEETS = 32,
    READ_BOX = 48,
    READ_BESIDE = 64,
    READ_FETCHED = 80,
    READ_PROJECTED = 96,
    READ_SLOPES = 112,
    READ_CUBE = 128,
    READ_FOUR = 160,
    READ_SIZES = 224,
    READ_OF_EACH = 16,
    READ_FACES = 24,
    SIZES = 5
};

static inline uint32_t dimensions_texel(uint32_t at) { return (at + 1) * 0x9E3779B1U; }

static inline uint32_t kept_within(int32_t number, uint32_t count) {
    return number < 0 ? 0 : (uint32_t)number < count ? (uint32_t)number : count - 1;
}

static inline uint32_t line_texel(uint32_t x, int32_t layer) {
    return dimensions_texel(LINES_FROM + kept_within(layer, LINE_LAYERS) * DIMENSIONS_WIDE + x);
}

static inline uint32_t sheet_texel(int32_t x, int32_t y, int32_t layer) {
    return dimensions_texel(SHEETS_FROM + (kept_within(layer, SHEET_LAYERS) * DIMENSIONS_WIDE + kept_within(y, DIMENSIONS_WIDE)) * DIMENSIONS_WIDE +
                            kept_within(x, DIMENSIONS_WIDE));
}

static inline uint32_t box_texel(uint32_t x, uint32_t y, uint32_t z) {
    return dimensions_texel(BOX_FROM + (z * BOX_HEIGHT + y) * DIMENSIONS_WIDE + x);
}

// The table "Cube Map Face Selection": the signs of both coordinates of a place, by the signs of the axis' two neighbours.
static inline uint32_t face_texel(uint32_t face, uint32_t place) {
    const uint32_t one = place & 1, other = place >> 1;
    const uint32_t s[CUBE_FACES] = {1 - other, other, one, one, one, 1 - one};
    const uint32_t t[CUBE_FACES] = {1 - one, 1 - one, other, 1 - other, 1 - other, 1 - other};
    return dimensions_texel(CUBE_FROM + (face * CUBE_SIZE + t[face]) * CUBE_SIZE + s[face]);
}

// One component of each of four texels, from the lower left one on against the clock.
static inline uint32_t four_texels(uint32_t x, uint32_t y, uint32_t component) {
    const uint32_t of[] = {sheet_texel((int32_t)x, (int32_t)y + 1, 1), sheet_texel((int32_t)x + 1, (int32_t)y + 1, 1),
                           sheet_texel((int32_t)x + 1, (int32_t)y, 1), sheet_texel((int32_t)x, (int32_t)y, 1)};
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4; i++) word |= (of[i] >> 8 * component & 0xFF) << 8 * i;
    return word;
}

static inline void results_of_dimensions(uint32_t *words) {
    static const uint32_t sizes[SIZES] = {4, 0x0204, 0x04030202, 0x02040204, 0x01010201};
    for (uint32_t i = 0; i < READ_OF_EACH; i++) {
        const uint32_t x = i & 3, y = i >> 2;
        words[READ_LINE + i] = words[READ_PROJECTED + i] = line_texel(x, 1);
        words[READ_LINES + i] = line_texel(x, (int32_t)y - 1);
        words[READ_SHEETS + i] = sheet_texel((int32_t)x, (int32_t)y, (int32_t)x - 1);
        words[READ_BOX + i] = box_texel(x, y & 1, (x + y) & 3);
        words[READ_BESIDE + i] = sheet_texel((int32_t)x + 2, (int32_t)y - 1, 1);
        words[READ_FETCHED + i] = box_texel(3 - x, y & 1, y);
        words[READ_SLOPES + i] = x < 2 || y < 2 ? dimensions_texel(SMALL_SHEETS_FROM + 8 + (y >> 1) * 2 + (x >> 1))
                                                : sheet_texel((int32_t)x, (int32_t)y, 2);
        for (uint32_t component = 0; x < 3 && y < 3 && component < 4; component++)
            words[READ_FOUR + READ_OF_EACH * component + i] = four_texels(x, y, component);
    }
    for (uint32_t i = 0; i < READ_FACES; i++) words[READ_CUBE + i] = face_texel(i >> 2, i & 3);
    for (uint32_t i = 0; i < SIZES; i++) words[READ_SIZES + i] = sizes[i];
}

#endif
