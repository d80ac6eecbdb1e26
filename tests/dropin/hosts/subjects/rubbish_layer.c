// A layer that hands everything down and does one thing wrong: the one named by the variable RUBBISH_LAYER.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))
#define NO_SUCH_RESULT ((VkResult)-77777)
#define INSTANCE_LINK 47
#define DEVICE_LINK 48

static PFN_vkGetInstanceProcAddr next_instance_lookup;
static PFN_vkGetDeviceProcAddr next_device_lookup;

static int wrong(const char *what) {
    const char *chosen = getenv("RUBBISH_LAYER");
    return chosen != NULL && strcmp(chosen, what) == 0;
}

static VkLayerInstanceCreateInfo *instance_link(const VkInstanceCreateInfo *info) {
    VkLayerInstanceCreateInfo *at = (VkLayerInstanceCreateInfo *)info->pNext;
    while (at != NULL && ((int)at->sType != INSTANCE_LINK || at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerInstanceCreateInfo *)at->pNext;
    return at;
}

static VkLayerDeviceCreateInfo *device_link(const VkDeviceCreateInfo *info) {
    VkLayerDeviceCreateInfo *at = (VkLayerDeviceCreateInfo *)info->pNext;
    while (at != NULL && ((int)at->sType != DEVICE_LINK || at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerDeviceCreateInfo *)at->pNext;
    return at;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    VkLayerInstanceCreateInfo *link = instance_link(info);
    if (wrong("create-fails")) return VK_ERROR_INITIALIZATION_FAILED;
    if (wrong("create-is-no-result")) return NO_SUCH_RESULT;
    if (wrong("create-stops")) return VK_SUCCESS;
    next_instance_lookup = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance next = (PFN_vkCreateInstance)next_instance_lookup(NULL, "vkCreateInstance");
    VkResult result = next(info, allocator, instance);
    if (wrong("create-fails-late") && result == VK_SUCCESS) {
        PFN_vkDestroyInstance destroy =
            (PFN_vkDestroyInstance)next_instance_lookup(*instance, "vkDestroyInstance");
        destroy(*instance, allocator);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    if (wrong("create-gives-null")) *instance = NULL;
    return result;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkLayerDeviceCreateInfo *link = device_link(info);
    if (wrong("create-device-fails")) return VK_ERROR_INITIALIZATION_FAILED;
    if (wrong("create-device-stops")) return VK_SUCCESS;
    PFN_vkGetInstanceProcAddr instance_lookup = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device_lookup = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice next = (PFN_vkCreateDevice)instance_lookup(NULL, "vkCreateDevice");
    VkResult result = next(physical, info, allocator, device);
    if (wrong("create-device-gives-null")) *device = NULL;
    return result;
}

static PFN_vkVoidFunction device_lookup(VkDevice device, const char *name) {
    if (wrong("device-lookup-gives-nothing")) return NULL;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    return next_device_lookup(device, name);
}

static PFN_vkVoidFunction instance_lookup(VkInstance instance, const char *name) {
    if (wrong("lookup-gives-nothing")) return NULL;
    if (wrong("no-create") && strcmp(name, "vkCreateInstance") == 0) return NULL;
    if (wrong("no-destroy") && strcmp(name, "vkDestroyInstance") == 0) return NULL;
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkCreateDevice") == 0) return (PFN_vkVoidFunction)create_device;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)instance_lookup;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    return next_instance_lookup == NULL ? NULL : next_instance_lookup(instance, name);
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *offer);
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *offer) {
    if (wrong("negotiate-fails")) return VK_ERROR_INITIALIZATION_FAILED;
    if (wrong("negotiate-is-no-result")) return NO_SUCH_RESULT;
    if (wrong("negotiate-raises")) offer->loaderLayerInterfaceVersion = 9999;
    if (wrong("negotiate-zero")) offer->loaderLayerInterfaceVersion = 0;
    offer->pfnGetInstanceProcAddr = wrong("negotiate-gives-nothing") ? NULL : instance_lookup;
    offer->pfnGetDeviceProcAddr = wrong("negotiate-gives-no-device-lookup") ? NULL : device_lookup;
    offer->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
