// A compute shader with a set of descriptors of any kinds, one for each binding from 0 on.
#ifndef REFLOADER_APPLICATION_DESCRIBED_H
#define REFLOADER_APPLICATION_DESCRIBED_H

#include "featured.h"

#define MOST_DESCRIPTORS 6U

// One descriptor, of which one member counts.
struct described {
    VkDescriptorType type;
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView view;
    const VkSampler *fixed;  // of the layout; NULL for none
    uint32_t count;          // of an array of buffers; 0 for one descriptor
    const VkDescriptorBufferInfo *buffers;
};

struct description {
    struct player *player;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

// Whether all is there; it has to be ended where it is not, too.
int description_make(struct description *description, struct player *player, struct shader shader,
                     const struct described *descriptors, uint32_t count);
void description_end(struct description *description);
// Runs so many workgroups, with an offset for each dynamic descriptor.
int description_run(struct description *description, uint32_t groups, uint32_t offset_count, const uint32_t *offsets);

#endif
