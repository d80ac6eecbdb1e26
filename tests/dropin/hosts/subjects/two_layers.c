// One library that holds two layers, each with a negotiation function of its own name. Both hand everything
// down; what vkEnumeratePhysicalDevices tells grows by one (first) or ten (second) when it only counts.
#include <stddef.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))
#define INSTANCE_LINK 47

static VkLayerInstanceCreateInfo *link_of(const VkInstanceCreateInfo *info) {
    VkLayerInstanceCreateInfo *at = (VkLayerInstanceCreateInfo *)info->pNext;
    while (at != NULL && ((int)at->sType != INSTANCE_LINK || at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerInstanceCreateInfo *)at->pNext;
    return at;
}

#define LAYER(name, more) \
    static PFN_vkGetInstanceProcAddr name##_next; \
    static VkResult name##_create(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, \
                                  VkInstance *instance) { \
        VkLayerInstanceCreateInfo *link = link_of(info); \
        name##_next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr; \
        link->u.pLayerInfo = link->u.pLayerInfo->pNext; \
        return ((PFN_vkCreateInstance)name##_next(NULL, "vkCreateInstance"))(info, allocator, instance); \
    } \
    static VkResult name##_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) { \
        void *next = (void *)name##_next(instance, "vkEnumeratePhysicalDevices"); \
        VkResult result = ((PFN_vkEnumeratePhysicalDevices)next)(instance, count, devices); \
        if (devices == NULL) *count += (more); \
        return result; \
    } \
    static PFN_vkVoidFunction name##_lookup(VkInstance instance, const char *command) { \
        if (strcmp(command, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)name##_lookup; \
        if (strcmp(command, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)name##_create; \
        if (strcmp(command, "vkEnumeratePhysicalDevices") == 0) return (PFN_vkVoidFunction)name##_devices; \
        return name##_next != NULL ? name##_next(instance, command) : NULL; \
    } \
    EXPORT VkResult name##_negotiate(VkNegotiateLayerInterface *offer); \
    EXPORT VkResult name##_negotiate(VkNegotiateLayerInterface *offer) { \
        offer->pfnGetInstanceProcAddr = name##_lookup; \
        offer->pfnGetDeviceProcAddr = NULL; \
        offer->pfnGetPhysicalDeviceProcAddr = NULL; \
        return VK_SUCCESS; \
    }

LAYER(first, 1)
LAYER(second, 10)
