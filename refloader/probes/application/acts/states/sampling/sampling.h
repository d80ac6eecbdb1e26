// What the files of sampling have in common: an image of three levels and two layers in which each texel is known, and
// a shader that reads it at places of a buffer.
#ifndef REFLOADER_APPLICATION_SAMPLING_H
#define REFLOADER_APPLICATION_SAMPLING_H

#include "../../../pipelines.h"
#include "../states.h"

#define INTEGERS VK_FORMAT_R8G8B8A8_UINT
enum { LEVELS = 3, LAYERS = 2, MOST_PLACES = 12, NEAR = 2 };

// A place that is read, and what is there: each byte of the texel, or what is as near as the precision of filters has it.
struct place {
    float u, v, layer, lod;
    uint32_t texel;
};

struct sampling {
    struct player *player;
    struct buffer words, texels;
    struct image image;
    VkDescriptorPool pool;
    VkDescriptorSetLayout set_layout;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkFormat format;
    VkImageAspectFlags aspect;
    int is_near;  // filters mix texels: bytes may be a little off
};

// How the image is read. A sampler of no mode at all is one that takes the nearest texel and repeats.
struct reading {
    const char *what;
    VkSamplerCreateInfo sampler;
    VkComponentMapping components;
    uint32_t level, layer;  // the first ones of the view
    int is_fixed;           // the sampler is that of the layout of the set, and the set is given another one
    uint32_t count;
    struct place places[MOST_PLACES];
};

// The texel of a level and a layer: red says its column, green its row, blue the rest.
static inline uint32_t texel_at(uint32_t level, uint32_t layer, uint32_t x, uint32_t y) {
    return (16 * x + 1) | (15 * y + 9) << 8 | (40 * level + 20 * layer + 5) << 16 | (200 + 10 * level) << 24;
}

// The depth of a column, in each level and layer.
static inline float depth_at(uint32_t x) { return (float)x / TINY; }

// Reads the image in one way, and writes down how many texels are right.
void sampling_read(struct sampling *sampling, const struct reading *reading);
// Makes the image of colours, of the same bytes as INTEGERS, or with VK_FORMAT_R32_SFLOAT of their red alone, asks, and ends it.
void sampling_use_colours(struct player *player, VkFormat format, void (*read)(struct sampling *sampling));
int sampling_has(const struct player *player, VkFormat format, VkFormatFeatureFlags features);
void states_of_colours(struct sampling *sampling);
void states_of_depths(struct sampling *sampling);
VkSamplerCreateInfo sampler_of(VkFilter filter, VkSamplerAddressMode u, VkSamplerAddressMode v);

#endif
