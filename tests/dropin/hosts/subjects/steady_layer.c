// A layer that hands everything down, for programs with one instance and one device at a time. It allocates nothing
// and has no thread-local variables, for which libc would end the process where memory is short.
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))

#ifdef ASKED
// Whether the next link has the command of this name.
EXPORT int found_below;
#endif

static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;

// The loader's structure with the next link in the create info; the link behind it is for the next layer.
#define LINK(type, chain, kind) \
    type *link = (type *)(uintptr_t)(chain); \
    while (link != NULL && !((int)link->sType == (kind) && link->function == VK_LAYER_LINK_INFO)) \
        link = (type *)(uintptr_t)link->pNext; \
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    LINK(VkLayerInstanceCreateInfo, info->pNext, 47);
    next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = create(info, allocator, instance);
#ifdef ASKED
    found_below = result == VK_SUCCESS && next_instance(*instance, ASKED) != NULL;
#endif
    return result;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    LINK(VkLayerDeviceCreateInfo, info->pNext, 48);
    PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)next(NULL, "vkCreateDevice");
    return create != NULL ? create(physical, info, allocator, device) : VK_ERROR_INITIALIZATION_FAILED;
}

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return next_device(device, name);
}

static PFN_vkVoidFunction of_instance(VkInstance instance, const char *name) {
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)of_instance;
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkCreateDevice") == 0) return (PFN_vkVoidFunction)create_device;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return next_instance != NULL ? next_instance(instance, name) : NULL;
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *wanted);

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *wanted) {
    wanted->loaderLayerInterfaceVersion = 2;
    wanted->pfnGetInstanceProcAddr = of_instance;
    wanted->pfnGetDeviceProcAddr = of_device;
    wanted->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
