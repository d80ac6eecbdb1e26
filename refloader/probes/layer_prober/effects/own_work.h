// What a layer makes and records of its own below an application that presents: images, views, framebuffers, render passes,
// pipelines and command buffers. Notes what is invalid of it.
#ifndef REFLOADER_PROBER_OWN_WORK_H
#define REFLOADER_PROBER_OWN_WORK_H

#include <stdint.h>

#include "../../../native/generated/vk_core.h"

// Answers as in next.h: pipelines. Notes what is recorded.
int own_work_below(const char *name, const uint64_t *arguments, uint64_t *result);

// An image is to be made, and was made with nothing on pNext.
void look_at_own_image(const char *name, const VkImageCreateInfo *info);
void note_own_image(uint64_t handle, const VkImageCreateInfo *info);

// These were made.
void note_own_view(const char *name, uint64_t handle, const VkImageViewCreateInfo *info);
void note_own_pass(uint64_t handle, const VkRenderPassCreateInfo *info);
void note_own_pass_2(uint64_t handle, const VkRenderPassCreateInfo2 *info);
void note_own_framebuffer(const char *name, uint64_t handle, const VkFramebufferCreateInfo *info);

// What an image that is none of a swapchain was made with. 0: nothing is known of it.
struct own_image {
    int format;
    uint32_t width, height;
    VkImageUsageFlags usage;
    int is_mutable;
};
int own_image(VkImage image, struct own_image *to);

#endif
