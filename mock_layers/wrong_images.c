// Calls about images in which the layer may be wrong on purpose.
#include <string.h>

#include "mock_layer.h"

// An element of an array of VkImageMemoryBarrier.
struct image_barrier {
    int type;
    const void *next;
    uint32_t masks_and_more[6];
    uint64_t image;
    uint32_t aspect, level, level_count, layer, layer_count;
};
// VkRenderingInfo as far as its color attachments, and VkRenderingAttachmentInfo.
struct rendering {
    int type;
    const void *next;
    uint32_t flags, area[4], layer_count, view_mask, color_count;
    const struct attachment *colors;
    const void *others[2];
};
struct attachment {
    int type;
    const void *next;
    uint64_t view;
    int layout, resolve_mode;
    uint64_t resolved;
    int resolved_layout, load, store;
    uint32_t value[4];
};

#define REMAINING (~0U)
#define SOME 8U
#define OLD_LAYOUT 2  // of masks_and_more
#define NEW_LAYOUT 3
#define TO_BE_PRESENTED 1000001002

#define IMAGE_MEMORY_BARRIER 45
#define MEMORY_BARRIER 46
#define TRANSFER_READ 0x800U
#define TRANSFER_WRITE 0x1000U
#define SHADER_READ_ONLY 5
#define ALL_COMMANDS 0x10000U
#define TOP_OF_PIPE 1U

// A barrier of the layer's own on an image that is to be presented, as if shaders had read it.
void take_for_read(const struct link *link, VkCommandBuffer commands, VkImage image) {
    const struct image_barrier barrier = {.type = IMAGE_MEMORY_BARRIER,
                                          .masks_and_more = {0, 0, SHADER_READ_ONLY, TO_BE_PRESENTED, ~0U, ~0U},
                                          .image = (uint64_t)image,
                                          .aspect = 1,
                                          .level_count = 1,
                                          .layer_count = 1};
    NEXT(link, vkCmdPipelineBarrier)(commands, ALL_COMMANDS, ALL_COMMANDS, 0, 0, NULL, 0, NULL, 1, &barrier);
}

// A view of all levels and layers that remain becomes one of the first of them.
const struct view_info *with_one_level(const struct view_info *info, struct view_info *changed) {
    if (!violates("LLP_LAYER_1_one_level")) return info;
    *changed = *info;
    if (changed->level_count == REMAINING) changed->level_count = 1;
    if (changed->layer_count == REMAINING) changed->layer_count = 1;
    return changed;
}

struct own_image {
    uint32_t type;
    const void *next;
    uint32_t flags, dimensions, format, extent[3], levels, layers, samples, tiling, usage, sharing, family_count;
    const uint32_t *families;
    uint32_t layout;
};
typedef VkResult (*PFN_vkCreateImage)(VkDevice, const struct own_image *, const VkAllocationCallbacks *, VkImage *);
typedef void (*PFN_vkDestroyImage)(VkDevice, VkImage, const VkAllocationCallbacks *);

// An image of the layer's own without any level, or one that is used although it has no memory.
void use_own_image(const struct link *link, VkCommandBuffer commands) {
    struct own_image info = {.type = 14, .dimensions = 1, .format = 44, .extent = {8, 8, 1}, .levels = 1, .layers = 1, .samples = 1, .usage = 2};
    struct image_barrier barrier = {.type = IMAGE_MEMORY_BARRIER, .masks_and_more = {0, 0, 0, 7, ~0U, ~0U}, .aspect = 1, .level_count = 1, .layer_count = 1};
    VkImage image;
    if (violates("LLP_LAYER_2_no_levels")) info.levels = 0;
    if (NEXT(link, vkCreateImage)(link->handle, &info, NULL, &image) != VK_SUCCESS) return;
    barrier.image = (uint64_t)image;
    if (violates("LLP_LAYER_2_unbound")) NEXT(link, vkCmdPipelineBarrier)(commands, ALL_COMMANDS, ALL_COMMANDS, 0, 0, NULL, 0, NULL, 1, &barrier);
    NEXT(link, vkDestroyImage)(link->handle, image, NULL);
}

// What a stage that reaches no memory is said to read.
static const struct memory_barrier {
    int type;
    const void *next;
    uint32_t written, read;
} own_barrier = {MEMORY_BARRIER, NULL, TRANSFER_WRITE, TRANSFER_READ};

// All levels that remain are taken for one level; or what waits for stages alone is passed over; or what an image has is given up; or an image that is to be presented for the one before it.
void layer_CmdPipelineBarrier(VkCommandBuffer commands, uint32_t from, uint32_t to, uint32_t flags, uint32_t count,
                              const void *barriers, uint32_t buffer_count, const void *buffers, uint32_t image_count,
                              const void *images) {
    struct image_barrier changed[SOME];
    const struct link *link = entered("vkCmdPipelineBarrier", commands);
    if (link == NULL || (violates("LLP_LAYER_1_barriers") && count + buffer_count + image_count == 0)) return;
    if (violates("LLP_LAYER_1_remaining") && image_count > 0 && image_count <= SOME) {
        memcpy(changed, images, image_count * sizeof *changed);
        for (uint32_t i = 0; i < image_count; i++)
            if (changed[i].level_count == REMAINING) changed[i].level_count = 1;
        images = changed;
    }
    if (violates("LLP_LAYER_1_discards") && image_count > 0 && image_count <= SOME) {
        memcpy(changed, images, image_count * sizeof *changed);
        for (uint32_t i = 0; i < image_count; i++) changed[i].masks_and_more[OLD_LAYOUT] = 0;
        images = changed;
    }
    if (violates("LLP_LAYER_2_swapped") && image_count > 1 && image_count <= SOME) {
        memcpy(changed, images, image_count * sizeof *changed);
        uint64_t first = changed[0].image;
        changed[0].image = changed[1].image;
        changed[1].image = first;
        images = changed;
    }
    if (violates("LLP_LAYER_1_part_of_stages") && buffer_count > 0 && image_count > 0) {
        NEXT(link, vkCmdPipelineBarrier)(unwrap(commands), from, to, flags, count, barriers, buffer_count, buffers, 0, NULL);
        NEXT(link, vkCmdPipelineBarrier)(unwrap(commands), TOP_OF_PIPE, to, flags, 0, NULL, 0, NULL, image_count, images);
        return;
    }
    static uint64_t last_shown;
    if (violates("LLP_LAYER_2_unacquired") && image_count == 1) {
        memcpy(changed, images, sizeof *changed);
        uint64_t shown = changed->image;
        if (changed->masks_and_more[NEW_LAYOUT] == TO_BE_PRESENTED) {
            if (last_shown != 0) changed->image = last_shown;
            last_shown = shown;
        }
        images = changed;
    }
    NEXT(link, vkCmdPipelineBarrier)(unwrap(commands), from, to, flags, count, barriers, buffer_count, buffers, image_count, images);
    if (violates("LLP_LAYER_2_access"))
        NEXT(link, vkCmdPipelineBarrier)(unwrap(commands), ALL_COMMANDS, TOP_OF_PIPE, 0, 1, &own_barrier, 0, NULL, 0, NULL);
}

// Attachments are copied without what they are resolved to.
void layer_CmdBeginRendering(VkCommandBuffer commands, const void *info) {
    struct attachment colors[SOME];
    const struct link *link = entered("vkCmdBeginRendering", commands);
    if (link == NULL) return;
    struct rendering changed;
    memcpy(&changed, info, sizeof changed);
    if (violates("LLP_LAYER_1_resolved") && changed.color_count <= SOME) {
        for (uint32_t i = 0; i < changed.color_count; i++) {
            colors[i] = changed.colors[i];
            colors[i].resolve_mode = 0;
        }
        changed.colors = colors;
    }
    NEXT(link, vkCmdBeginRendering)(unwrap(commands), &changed);
}

// A barrier behind each rendering, also where that is only suspended and another command buffer's goes on.
void layer_CmdEndRendering(VkCommandBuffer commands) {
    const struct link *link = entered("vkCmdEndRendering", commands);
    if (link == NULL) return;
    NEXT(link, vkCmdEndRendering)(unwrap(commands));
    if (!violates("LLP_LAYER_2_suspended")) return;
    const uint32_t all_commands = 0x10000;
    PFN_vkCmdPipelineBarrier barrier = (PFN_vkCmdPipelineBarrier)link->GetDeviceProcAddr(link->handle, "vkCmdPipelineBarrier");
    barrier(unwrap(commands), all_commands, all_commands, 0, 0, NULL, 0, NULL, 0, NULL);
}

// Of three render passes the last is not ended.
void layer_CmdEndRenderPass(VkCommandBuffer commands) {
    static uint32_t ended;
    const struct link *link = entered("vkCmdEndRenderPass", commands);
    if (link == NULL || (violates("LLP_LAYER_2_unended") && ended++ % 3 == 2)) return;
    NEXT(link, vkCmdEndRenderPass)(unwrap(commands));
}

void layer_CmdDrawIndexed(VkCommandBuffer commands, uint32_t count, uint32_t instances, uint32_t first, int32_t offset, uint32_t instance) {
    const struct link *link = entered("vkCmdDrawIndexed", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_positive") && offset < 0) offset = -offset;
    NEXT(link, vkCmdDrawIndexed)(unwrap(commands), count, instances, first, offset, instance);
}
