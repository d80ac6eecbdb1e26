// Swapchains of a surface, by a device of its own: a part of the act "surfaces".
#ifndef REFLOADER_DRIVER_PROBER_SWAPCHAINS_H
#define REFLOADER_DRIVER_PROBER_SWAPCHAINS_H

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"

// A command that lists rows of a surface, or of a swapchain of a device, but for what they are.
typedef VkResult (*listing)(void *of, VkSurfaceKHR surface, uint32_t *count, void *rows);

// Says how many rows there are, and what comes with one less, as many and more of room.
void say_rooms(const char *key, void *of, VkSurfaceKHR surface, listing list, size_t size);
// Says under surfaces.swapchain.NAME what surfaces.c lists there.
void try_swapchains(VkInstance instance, VkPhysicalDevice physical, VkSurfaceKHR surface, const char *name);

#endif
