// The kinds of objects of a device that can be made without others, each in its plainest form.
#ifndef REFLOADER_DRIVER_PROBER_KINDS_H
#define REFLOADER_DRIVER_PROBER_KINDS_H

#include "driver_prober.h"

struct kind {
    const char *name, *create, *destroy;
    const void *info;
    size_t size;
};

enum { KINDS = 14 };
extern const struct kind kinds[KINDS];

// Chooses what is made by a device of this one: memory of a type that needs no feature, and neither events nor images
// where it need not have any. Before the first is made.
void kinds_of(VkInstance instance, VkPhysicalDevice physical);

// VK_ERROR_INITIALIZATION_FAILED where the command is not there, VK_ERROR_FEATURE_NOT_PRESENT where nothing may be made.
VkResult kind_make(VkInstance instance, VkDevice device, const struct kind *kind,
                   const VkAllocationCallbacks *allocator, uint64_t *handle);
// The same with a structure of no known type in pNext.
VkResult kind_make_beside_stranger(VkInstance instance, VkDevice device, const struct kind *kind, uint64_t *handle);
void kind_end(VkInstance instance, VkDevice device, const struct kind *kind, const VkAllocationCallbacks *allocator,
              uint64_t handle);

#endif
