// Levels of images of a driver "whole=1": ranges of them that are cleared, and blits that take the mean of texels. Images have
// texels of four bytes.
#include "../mock_icd.h"

enum { TEXEL = 4, NEAREST = 4 };

static uint64_t of_level(uint64_t size, uint32_t level) { return size >> level > 0 ? size >> level : 1; }

void clear_levels(VkCommandBuffer buffer, struct thing *image, const VkImageSubresourceRange *range, uint32_t texel) {
    uint32_t count = range->levelCount == VK_REMAINING_MIP_LEVELS ? image->levels - range->baseMipLevel : range->levelCount;
    if (violates("clears_first_level")) count = 1;
    for (uint32_t level = range->baseMipLevel; level < range->baseMipLevel + count; level++) {
        uint64_t layer = of_level(image->state, level) * of_level(image->height, level) * TEXEL;
        uint64_t layers = range->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->slices - range->baseArrayLayer : range->layerCount;
        add_work(buffer, (struct work){.to = image,
                                       .to_at = level_at(image, level) + range->baseArrayLayer * layer,
                                       .size = layers * layer,
                                       .number = texel});
    }
}

// The four texels that are nearest, and how much of each there is.
struct mean {
    uint64_t at[NEAREST];
    double part[NEAREST];
};

static void write_mean(char *to, const struct work *work) {
    const struct mean *mean = work->bytes;
    double channels[TEXEL] = {0};
    for (uint32_t i = 0; i < NEAREST; i++) {
        const unsigned char *from = (const unsigned char *)bytes_at(work->from, mean->at[i], TEXEL);
        for (uint32_t j = 0; from != NULL && j < TEXEL; j++) channels[j] += mean->part[i] * from[j];
    }
    for (uint32_t j = 0; j < TEXEL; j++) to[j] = (char)(unsigned char)(channels[j] + 0.5);
}

// Where along one axis the lower one of two texels lies, within those that are read, and how much of the upper one there is.
static int32_t lower_of(int32_t place, int32_t first, int32_t last, int32_t from, int32_t to, double *upper) {
    double at = from + (place + 0.5 - first) * (to - from) / (last - first) - 0.5;
    int32_t lower = (int32_t)at - (at < 0);
    *upper = at - lower;
    return lower;
}

void add_mean(VkCommandBuffer buffer, const VkImageBlit *region, uint32_t layer, VkOffset3D at, struct work work) {
    const VkOffset3D *from = region->srcOffsets, *to = region->dstOffsets;
    int32_t width = (int32_t)of_level(work.from->state, region->srcSubresource.mipLevel),
            height = (int32_t)of_level(work.from->height, region->srcSubresource.mipLevel);
    double right, below;
    int32_t x = lower_of(at.x, to[0].x, to[1].x, from[0].x, from[1].x, &right),
            y = lower_of(at.y, to[0].y, to[1].y, from[0].y, from[1].y, &below);
    struct mean *mean = malloc(sizeof *mean);
    if (mean == NULL) return;
    for (int i = 0; i < NEAREST; i++) {
        int32_t column = x + (i & 1), row = y + (i >> 1);
        VkOffset3D taken = {column < 0 ? 0 : column < width ? column : width - 1, row < 0 ? 0 : row < height ? row : height - 1, 0};
        mean->at[i] = texel_at(work.from, &region->srcSubresource, taken, layer);
        mean->part[i] = (i & 1 ? right : 1 - right) * (i & 2 ? below : 1 - below);
    }
    work.to_at = texel_at(work.to, &region->dstSubresource, at, layer);
    work.size = TEXEL;
    work.bytes = mean;
    work.run = write_mean;
    add_work(buffer, work);
}
