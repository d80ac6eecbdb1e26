// The entity below an application that presents: a surface, its swapchains, and what is submitted meanwhile. Only the
// prober's part "presentation" has it (presentation.c).
#ifndef REFLOADER_PROBER_PRESENTED_H
#define REFLOADER_PROBER_PRESENTED_H

#include "../../../native/generated/vk_core.h"

// What the application's device has.
extern int newer_is_enabled;  // synchronization2

// Answers as in next.h.
int present_below(const char *name, const uint64_t *arguments, uint64_t *result);

// Answers as in next.h: buffers, images and memory, which are all the layer's own.
int own_memory_below(const char *name, const uint64_t *arguments, uint64_t *result);

// The same: the surface, and the formats of images.
int answer_of_surface(const char *name, const uint64_t *arguments, uint64_t *result);
// Notes what a swapchain is to have that the surface does not permit.
void look_at_swapchain(const char *name, const VkSwapchainCreateInfoKHR *info);

// How many of a list there is room for.
VkResult count_rows(uint32_t *count, int is_wanted, uint32_t all);

// Whether the surface has images of a format by itself.
int is_format_below(VkFormat format);
int is_mode_below(VkPresentModeKHR mode);

// Whether an image of a swapchain below is in the hands of who has acquired it; 1 for all other images.
int is_acquired(VkImage image);

// This thread's application acquires with a timeout of zero: what waits below meanwhile is counted.
extern _Thread_local int is_polling;
uint32_t waits_in_polls(void);

// Whether nothing was ever bound to a buffer or an image of the layer's own that needs memory.
int lacks_memory(uint64_t handle);

// What the swapchain was made with one of whose images it is; NULL: none's.
const VkSwapchainCreateInfoKHR *info_of_any_image(VkImage image);
// What the swapchain was made with whose first image it is; NULL: none's.
const VkSwapchainCreateInfoKHR *info_of_image(VkImage image);
// Format, width, height and usage of such an image as [asked for, there]; under "own_key" for one of no swapchain. Says nothing of
// an image that is not known.
void say_images(const char *key, const char *own_key, const VkSwapchainCreateInfoKHR *given, VkImage image);

#endif
