// What the files on boxes of texels have of each other: images of slices or layers, parts of them, and what they have to hold.
#ifndef REFLOADER_APPLICATION_BOXES_H
#define REFLOADER_APPLICATION_BOXES_H

#include "../states.h"

// Numbers of texels lie apart, so that one which a blit has rounded is not another's.
enum { APART = 4, SIDE = 4, MOST_SLICES = SIDE, TEXELS = SIDE * SIDE * SIDE, WORDS = BYTES / sizeof(uint32_t), ROW = 6, HEIGHT = 5, OFFSET = 3 };

// An image of four slices or four layers, and what it has to hold.
struct block {
    struct image image;
    int is_flat;  // it has layers
    uint32_t texels[TEXELS];
};

struct box {
    uint32_t x, y, z, width, height, depth;
};

struct yard {
    struct player *player;
    int is_newer;                   // by which commands
    int at_once;                    // one region has all layers
    VkSampleCountFlagBits samples;  // of the first image
    struct buffer apart, tight;
    struct block first, second;
    int is_unknown;  // what they hold, as a copy may be done or not
};

static inline uint32_t at(uint32_t x, uint32_t y, uint32_t z) { return (z * SIDE + y) * SIDE + x; }
static inline uint32_t apart(uint32_t x, uint32_t y, uint32_t z) { return OFFSET + (z * HEIGHT + y) * ROW + x; }

#define EACH_OF(box, i, j, k) \
    for (uint32_t k = 0; k < (box)->depth; k++) \
        for (uint32_t j = 0; j < (box)->height; j++) \
            for (uint32_t i = 0; i < (box)->width; i++)

static inline VkImageSubresourceLayers layers_of(const struct block *block, const struct box *box) {
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, 0, block->is_flat ? box->z : 0,
                                      block->is_flat ? box->depth : 1};
}

static inline VkOffset3D offset_of(const struct block *block, const struct box *box) {
    return (VkOffset3D){(int32_t)box->x, (int32_t)box->y, block->is_flat ? 0 : (int32_t)box->z};
}

static inline VkExtent3D extent_of(int is_flat, const struct box *box) {
    return (VkExtent3D){box->width, box->height, is_flat ? 1 : box->depth};
}

// What is told of the boxes, by either form of the commands.
#define NAMED(yard, what) ((yard)->is_newer ? "renewed." what : "volumes." what)

// One slice of a box.
static inline struct box slice_of(const struct box *box, uint32_t place) {
    struct box slice = *box;
    slice.z += place;
    slice.depth = 1;
    return slice;
}

// Where a step fails before anything is recorded, the images are as they were, and so is what is expected of them. Where it
// fails later, nothing is asked until they are filled anew.
static inline int record(struct yard *yard) { return !yard->is_unknown && states_begin(yard->player); }

static inline int is_done(struct yard *yard) {
    yard->is_unknown = !states_end(yard->player);
    return !yard->is_unknown;
}

// Each texel has a number of its own, within the bytes that are its colours.
int box_fill(struct yard *yard, struct block *block, uint32_t number);
// Counts the texels that are as they have to be. Of each, every byte may be so much above or below the expected one.
void box_compare(struct yard *yard, const struct block *block, int rounding, const char *what);

// Of images with layers, and of images with slices (blits.c).
void box_blit_layers(struct yard *yard);
void box_blit_slices(struct yard *yard);

#endif
