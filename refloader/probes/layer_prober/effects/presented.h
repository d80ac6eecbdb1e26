// The entity below an application that presents: a surface, its swapchains, and what is submitted meanwhile. Only the
// prober's part "presentation" has it (presentation.c).
#ifndef REFLOADER_PROBER_PRESENTED_H
#define REFLOADER_PROBER_PRESENTED_H

#include "../../../native/generated/vk_core.h"

// What the application's device has.
extern int newer_is_enabled;  // synchronization2

// Answers as in next.h.
int present_below(const char *name, const uint64_t *arguments, uint64_t *result);

// Whether the surface has images of a format by itself.
int is_format_below(VkFormat format);

// Whether an image of a swapchain below is in the hands of who has acquired it; 1 for all other images.
int is_acquired(VkImage image);

// This thread's application acquires with a timeout of zero: what waits below meanwhile is counted.
extern _Thread_local int is_polling;
uint32_t waits_in_polls(void);

// What the swapchain was made with whose first image it is; NULL: none's.
const VkSwapchainCreateInfoKHR *info_of_image(VkImage image);

#endif
