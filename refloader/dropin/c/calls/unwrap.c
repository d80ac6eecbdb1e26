// Device commands that carry handles of the loader's own objects in their parameters: surfaces in swapchains,
// and instances, physical devices and surfaces that an application names for its debugger. Above the layers a
// handle becomes the one that the top of the chain knows, below them the driver's.
#include "dispatch.h"
#include "../violates.h"

#include <stdlib.h>
#include <string.h>

#define FEW 8U

typedef VkResult (*PFN_vkGetDeviceGroupSurfacePresentModes2EXT)(VkDevice,
                                                                const VkPhysicalDeviceSurfaceInfo2KHR *,
                                                                VkDeviceGroupPresentModeFlagsKHR *);

// The driver's own function, asked for by name: these calls are rare, and tables hold what the top has.
#define DRIVER_FUNCTION(table, name) ((PFN_##name)(table)->driver_gdpa((table)->driver_device, #name))

// ---- swapchains: the chain of these commands ends in the loader, not in the driver (CHAIN-TERM-03). A driver that
// lacks the extension of the windowing system never gets a surface of it, here as in the queries of surfaces.

VkResult terminator_vkCreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *pCreateInfo,
                                         const VkAllocationCallbacks *pAllocator,
                                         VkSwapchainKHR *pSwapchain) {
    struct device_table *table = checked_table(device, SLOT_vkCreateSwapchainKHR);
    PFN_vkCreateSwapchainKHR create = DRIVER_FUNCTION(table, vkCreateSwapchainKHR);
    if (create == NULL) return VK_ERROR_EXTENSION_NOT_PRESENT;
    VkSwapchainCreateInfoKHR info = *pCreateInfo;
    if (VIOLATES("swapchains_get_the_loaders_surface") ||
        (info.oldSwapchain != 0 && VIOLATES("later_swapchains_get_the_loaders_surface")))
        return create(device, &info, pAllocator, pSwapchain);
    if (cannot_use_surface(table->driver, info.surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    info.surface = surface_for(table->driver, info.surface);
    if (VIOLATES("swapchains_lose_their_structures")) info.pNext = NULL;
    if (VIOLATES("swapchains_get_no_allocator")) pAllocator = NULL;
    if (VIOLATES("the_applications_swapchain_is_written_to"))
        ((VkSwapchainCreateInfoKHR *)pCreateInfo)->surface = info.surface;
    return create(device, &info, pAllocator, pSwapchain);
}

VkResult terminator_vkCreateSharedSwapchainsKHR(VkDevice device, uint32_t swapchainCount,
                                                const VkSwapchainCreateInfoKHR *pCreateInfos,
                                                const VkAllocationCallbacks *pAllocator,
                                                VkSwapchainKHR *pSwapchains) {
    struct device_table *table = checked_table(device, SLOT_vkCreateSharedSwapchainsKHR);
    PFN_vkCreateSharedSwapchainsKHR create = DRIVER_FUNCTION(table, vkCreateSharedSwapchainsKHR);
    if (create == NULL) return VK_ERROR_EXTENSION_NOT_PRESENT;
    for (uint32_t at = 0; at < swapchainCount; at++)
        if (cannot_use_surface(table->driver, pCreateInfos[at].surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    VkSwapchainCreateInfoKHR few[FEW];
    VkSwapchainCreateInfoKHR *infos = swapchainCount <= FEW ? few : malloc(swapchainCount * sizeof *infos);
    if (infos == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t at = 0; at < swapchainCount; at++) {
        infos[at] = pCreateInfos[VIOLATES("shared_swapchains_have_one_info") ? 0 : at];
        if (at > 0 && VIOLATES("a_second_swapchain_gets_the_loaders_surface")) continue;
        infos[at].surface = surface_for(table->driver, pCreateInfos[at].surface);
    }
    VkResult result = create(device, swapchainCount, infos, pAllocator, pSwapchains);
    if (infos != few) free(infos);
    return result;
}

VkResult terminator_vkGetDeviceGroupSurfacePresentModesKHR(VkDevice device, VkSurfaceKHR surface,
                                                           VkDeviceGroupPresentModeFlagsKHR *pModes) {
    struct device_table *table = checked_table(device, SLOT_vkGetDeviceGroupSurfacePresentModesKHR);
    PFN_vkGetDeviceGroupSurfacePresentModesKHR ask =
        DRIVER_FUNCTION(table, vkGetDeviceGroupSurfacePresentModesKHR);
    if (ask == NULL || cannot_use_surface(table->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (VIOLATES("groups_modes_get_the_loaders_surface")) return ask(device, surface, pModes);
    return ask(device, surface_for(table->driver, surface), pModes);
}

VkResult terminator_vkGetDeviceGroupSurfacePresentModes2EXT(
    VkDevice device, const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo,
    VkDeviceGroupPresentModeFlagsKHR *pModes) {
    struct device_table *table = checked_table(device, SLOT_vkGetDeviceGroupSurfacePresentModes2EXT);
    PFN_vkGetDeviceGroupSurfacePresentModes2EXT ask =
        DRIVER_FUNCTION(table, vkGetDeviceGroupSurfacePresentModes2EXT);
    if (ask == NULL || cannot_use_surface(table->driver, pSurfaceInfo->surface))
        return VK_ERROR_EXTENSION_NOT_PRESENT;
    VkPhysicalDeviceSurfaceInfo2KHR info = *pSurfaceInfo;
    if (!VIOLATES("newer_modes_of_groups_get_the_loaders_surface"))
        info.surface = surface_for(table->driver, info.surface);
    return ask(device, &info, pModes);
}

// ---- names and tags of objects

// The two extensions number the kinds of objects alike, but for surfaces.
_Static_assert((int)VK_OBJECT_TYPE_INSTANCE == (int)VK_DEBUG_REPORT_OBJECT_TYPE_INSTANCE_EXT, "instances");
_Static_assert((int)VK_OBJECT_TYPE_PHYSICAL_DEVICE == (int)VK_DEBUG_REPORT_OBJECT_TYPE_PHYSICAL_DEVICE_EXT,
               "physical devices");

static uint64_t known_to_layers(int type, uint64_t handle) {
    if (VIOLATES("names_keep_the_applications_handles")) return handle;
    const struct instance *instance = (const struct instance *)(uintptr_t)handle;
    const struct physical_device *device = (const struct physical_device *)(uintptr_t)handle;
    if (type == VK_OBJECT_TYPE_INSTANCE && refloader_is_instance(instance)) {
        return (uint64_t)(uintptr_t)instance->inner;
    }
    if (type == VK_OBJECT_TYPE_PHYSICAL_DEVICE && device != NULL && device->magic == PHYSICAL_DEVICE_MAGIC) {
        return (uint64_t)(uintptr_t)device->inner;
    }
    return handle;
}

static bool is_surface(int type) {
    return type == (int)VK_OBJECT_TYPE_SURFACE_KHR || type == (int)VK_DEBUG_REPORT_OBJECT_TYPE_SURFACE_KHR_EXT;
}

static bool is_messenger(int type) {
    return type == (int)VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT ||
           type == (int)VK_OBJECT_TYPE_DEBUG_REPORT_CALLBACK_EXT ||
           type == (int)VK_DEBUG_REPORT_OBJECT_TYPE_DEBUG_REPORT_CALLBACK_EXT_EXT;
}

// A driver has no use for the name of a surface that it never gets. Nor does it know a messenger by this handle, which
// is the loader's: the messengers that drivers have created for it have handles of their own.
static bool is_foreign(const struct device_table *table, int type, uint64_t handle) {
    if (is_messenger(type)) return true;
    return is_surface(type) && cannot_use_surface(table->driver, (VkSurfaceKHR)(uintptr_t)handle);
}

static uint64_t known_to_driver(const struct device_table *table, int type, uint64_t handle) {
    const struct driver_device *device = (const struct driver_device *)(uintptr_t)handle;
    if (type == VK_OBJECT_TYPE_INSTANCE && refloader_is_instance(device) &&
        !VIOLATES("named_instances_stay_the_loaders")) {
        return (uint64_t)(uintptr_t)table->driver->handle;
    }
    if (type == VK_OBJECT_TYPE_PHYSICAL_DEVICE && device != NULL && device->magic == DRIVER_DEVICE_MAGIC &&
        !VIOLATES("named_physical_devices_stay_the_loaders")) {
        return (uint64_t)(uintptr_t)device->handle;
    }
    if (is_surface(type)) {
        if (VIOLATES("named_surfaces_stay_the_loaders")) return handle;
        return (uint64_t)(uintptr_t)surface_for(table->driver, (VkSurfaceKHR)(uintptr_t)handle);
    }
    return handle;
}

static bool keeps_handle(const char *name) {
    if (VIOLATES("tagged_objects_stay_the_loaders")) return strstr(name, "Tag") != NULL;
    if (VIOLATES("marked_objects_stay_the_loaders")) return strstr(name, "Marker") != NULL;
    return false;
}

// One pair for each of the four commands, which differ in the structure and the names of two members.
#define OBJECT_COMMAND(name, info_type, type_member, handle_member) \
    VkResult name(VkDevice device, const info_type *pInfo) { \
        struct device_table *table = checked_table(device, SLOT_##name); \
        info_type info = *pInfo; \
        info.handle_member = known_to_layers((int)info.type_member, info.handle_member); \
        return ((PFN_##name)slot_read(&table->slots[SLOT_##name]))(device, &info); \
    } \
    VkResult terminator_##name(VkDevice device, const info_type *pInfo) { \
        struct device_table *table = checked_table(device, SLOT_##name); \
        PFN_##name next = DRIVER_FUNCTION(table, name); \
        info_type info = *pInfo; \
        if (next == NULL || is_foreign(table, (int)info.type_member, info.handle_member)) return VK_SUCCESS; \
        if (!keeps_handle(#name)) \
            info.handle_member = known_to_driver(table, (int)info.type_member, info.handle_member); \
        return next(device, &info); \
    }

OBJECT_COMMAND(vkSetDebugUtilsObjectNameEXT, VkDebugUtilsObjectNameInfoEXT, objectType, objectHandle)
OBJECT_COMMAND(vkSetDebugUtilsObjectTagEXT, VkDebugUtilsObjectTagInfoEXT, objectType, objectHandle)
OBJECT_COMMAND(vkDebugMarkerSetObjectNameEXT, VkDebugMarkerObjectNameInfoEXT, objectType, object)
OBJECT_COMMAND(vkDebugMarkerSetObjectTagEXT, VkDebugMarkerObjectTagInfoEXT, objectType, object)
