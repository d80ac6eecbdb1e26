// Surfaces: a container with one surface for each driver that makes its own, readable by the others.
#include "plain.h"

#define MOST_DRIVERS 64

typedef struct Surface {
    union {
        VkIcdSurfaceBase base;
        VkIcdSurfaceXcb xcb;
        VkIcdSurfaceXlib xlib;
        VkIcdSurfaceWayland wayland;
        VkIcdSurfaceDisplay display;
        VkIcdSurfaceHeadless headless;
    } icd; // first: a driver without surfaces of its own reads it
    VkSurfaceKHR inner[MOST_DRIVERS];
} Surface;

typedef VkResult (*Create)(VkInstance, const void *, const VkAllocationCallbacks *, VkSurfaceKHR *);

static VkSurfaceKHR surface_for(const Driver *driver, VkSurfaceKHR handle) {
    const Surface *surface = (const Surface *)handle;
    if (surface == NULL || FAULT("container_given_to_driver")) {
        return handle;
    }
    VkSurfaceKHR inner = surface->inner[driver->index];
    return inner != VK_NULL_HANDLE ? inner : handle;
}

static void destroy(Instance *instance, Surface *surface, const VkAllocationCallbacks *allocator) {
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        if (driver->handle != NULL && surface->inner[driver->index] != VK_NULL_HANDLE &&
            !FAULT("driver_surfaces_left")) {
            DRIVER_CALL(driver, PFN_vkDestroySurfaceKHR, "vkDestroySurfaceKHR")(
                driver->handle, surface->inner[driver->index],
                FAULT("surface_end_without_allocator") ? NULL : allocator);
            if (FAULT("surface_destroyed_in_first_only")) {
                break;
            }
        }
    }
    free(surface);
}

static VkResult make(VkInstance handle, const char *command, const void *info,
                     const VkAllocationCallbacks *allocator, Surface form, VkSurfaceKHR *made) {
    Instance *instance = (Instance *)handle;
    const char *extension = command_named(command)->extension;
    Surface *surface = malloc(sizeof *surface);
    *surface = form;
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        Create create = driver->handle == NULL ? NULL : DRIVER_CALL(driver, Create, command);
        bool older = driver->version < (FAULT("surfaces_from_4") ? 4U : 3U) && !FAULT("surface_of_old_driver");
        if (create == NULL || older || driver->index >= MOST_DRIVERS || !has_name(&driver->enabled, extension)) {
            continue;
        }
        VkResult result = create(driver->handle, info, FAULT("surface_without_allocator") ? NULL : allocator,
                                 surface->inner + driver->index);
        if (result != VK_SUCCESS) {
            surface->inner[driver->index] = VK_NULL_HANDLE;
            if (FAULT("surfaces_left_after_failure")) {
                return result;
            }
            destroy(instance, surface, allocator);
            return result;
        }
        if (FAULT("surface_of_first_driver_only")) {
            break;
        }
    }
    *made = (VkSurfaceKHR)surface;
    return VK_SUCCESS;
}

VkResult end_vkCreateXcbSurfaceKHR(VkInstance instance, const VkXcbSurfaceCreateInfoKHR *info,
                                   const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface form = {.icd.xcb = {{VK_ICD_WSI_PLATFORM_XCB}, (void *)info->connection, (uint32_t)info->window}};
    if (FAULT("xcb_called_xlib")) {
        form.icd.base.platform = VK_ICD_WSI_PLATFORM_XLIB;
    }
    return make(instance, "vkCreateXcbSurfaceKHR", info, allocator, form, made);
}

VkResult end_vkCreateXlibSurfaceKHR(VkInstance instance, const VkXlibSurfaceCreateInfoKHR *info,
                                    const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface form = {.icd.xlib = {{VK_ICD_WSI_PLATFORM_XLIB}, (void *)info->dpy, (unsigned long)info->window}};
    if (FAULT("xlib_window_cut")) {
        form.icd.xlib.window = (uint32_t)info->window;
    }
    return make(instance, "vkCreateXlibSurfaceKHR", info, allocator, form, made);
}

VkResult end_vkCreateWaylandSurfaceKHR(VkInstance instance, const WaylandSurface *info,
                                       const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface form = {.icd.wayland = {{VK_ICD_WSI_PLATFORM_WAYLAND}, (void *)info->display, (void *)info->surface}};
    if (FAULT("wayland_members_swapped")) {
        form.icd.wayland = (VkIcdSurfaceWayland){form.icd.base, (void *)info->surface, (void *)info->display};
    }
    return make(instance, "vkCreateWaylandSurfaceKHR", info, allocator, form, made);
}

VkResult end_vkCreateHeadlessSurfaceEXT(VkInstance instance, const VkHeadlessSurfaceCreateInfoEXT *info,
                                        const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface form = {.icd.headless = {{VK_ICD_WSI_PLATFORM_HEADLESS}}};
    return make(instance, "vkCreateHeadlessSurfaceEXT", info, allocator, form, made);
}

VkResult end_vkCreateDisplayPlaneSurfaceKHR(VkInstance instance, const VkDisplaySurfaceCreateInfoKHR *info,
                                            const VkAllocationCallbacks *allocator, VkSurfaceKHR *made) {
    Surface form = {.icd.display = {{VK_ICD_WSI_PLATFORM_DISPLAY},
                                    info->displayMode,
                                    info->planeIndex,
                                    info->planeStackIndex,
                                    info->transform,
                                    info->globalAlpha,
                                    info->alphaMode,
                                    info->imageExtent}};
    if (FAULT("display_extent_lost")) {
        form.icd.display.imageExtent = (VkExtent2D){0, 0};
    }
    if (FAULT("display_alpha_lost")) {
        form.icd.display.globalAlpha = 0;
    }
    return make(instance, "vkCreateDisplayPlaneSurfaceKHR", info, allocator, form, made);
}

void end_vkDestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface, const VkAllocationCallbacks *allocator) {
    if (surface != VK_NULL_HANDLE) {
        destroy((Instance *)instance, (Surface *)surface, allocator);
    }
}

// ---- queries: the driver gets the surface that is its own

#define PASS_ON(command, ...) \
    const Physical *physical = (const Physical *)handle; \
    PFN_##command function = DRIVER_CALL(physical->driver, PFN_##command, #command); \
    return function == NULL ? VK_ERROR_EXTENSION_NOT_PRESENT : function(physical->handle, __VA_ARGS__);
#define OWN surface_for(physical->driver, surface)

VkResult end_vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice handle, uint32_t family, VkSurfaceKHR surface,
                                                  VkBool32 *supported) {
    PASS_ON(vkGetPhysicalDeviceSurfaceSupportKHR, family, OWN, supported)
}

VkResult end_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice handle, VkSurfaceKHR surface,
                                                       VkSurfaceCapabilitiesKHR *capabilities) {
    PASS_ON(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, OWN, capabilities)
}

VkResult end_vkGetPhysicalDeviceSurfaceCapabilities2EXT(VkPhysicalDevice handle, VkSurfaceKHR surface,
                                                        VkSurfaceCapabilities2EXT *capabilities) {
    const Physical *physical = (const Physical *)handle;
    if (has_name(&physical->driver->enabled, "VK_EXT_display_surface_counter")) {
        return DRIVER_CALL(physical->driver, PFN_vkGetPhysicalDeviceSurfaceCapabilities2EXT,
                           "vkGetPhysicalDeviceSurfaceCapabilities2EXT")(physical->handle, OWN, capabilities);
    }
    VkSurfaceCapabilitiesKHR older = {0};
    VkResult result = end_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(handle, surface, &older);
    capabilities->minImageCount = older.minImageCount;
    capabilities->maxImageCount = older.maxImageCount;
    capabilities->currentExtent = older.currentExtent;
    capabilities->minImageExtent = older.minImageExtent;
    capabilities->maxImageExtent = older.maxImageExtent;
    capabilities->maxImageArrayLayers = older.maxImageArrayLayers;
    capabilities->supportedTransforms = older.supportedTransforms;
    capabilities->currentTransform = older.currentTransform;
    capabilities->supportedCompositeAlpha = older.supportedCompositeAlpha;
    capabilities->supportedUsageFlags = FAULT("usage_of_counters_lost") ? 0 : older.supportedUsageFlags;
    capabilities->supportedSurfaceCounters = 0;
    return result;
}

VkResult end_vkGetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice handle, VkSurfaceKHR surface, uint32_t *count,
                                                  VkSurfaceFormatKHR *formats) {
    PASS_ON(vkGetPhysicalDeviceSurfaceFormatsKHR, FAULT("formats_of_container") ? surface : OWN, count, formats)
}

VkResult end_vkGetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice handle, VkSurfaceKHR surface,
                                                       uint32_t *count, VkPresentModeKHR *modes) {
    PASS_ON(vkGetPhysicalDeviceSurfacePresentModesKHR, FAULT("present_modes_of_container") ? surface : OWN, count, modes)
}

VkResult end_vkGetPhysicalDevicePresentRectanglesKHR(VkPhysicalDevice handle, VkSurfaceKHR surface,
                                                     uint32_t *count, VkRect2D *rectangles) {
    PASS_ON(vkGetPhysicalDevicePresentRectanglesKHR, FAULT("rectangles_of_container") ? surface : OWN, count, rectangles)
}

// A driver without the newer query is asked by the older one.
VkResult end_vkGetPhysicalDeviceSurfaceCapabilities2KHR(VkPhysicalDevice handle,
                                                        const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                        VkSurfaceCapabilities2KHR *capabilities) {
    const Physical *physical = (const Physical *)handle;
    VkPhysicalDeviceSurfaceInfo2KHR own = *info;
    own.surface = surface_for(physical->driver, info->surface);
    if (FAULT("surface_info_chain_cut")) {
        own.pNext = NULL;
    }
    if (!has_name(&physical->driver->enabled, "VK_KHR_get_surface_capabilities2")) {
        return end_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(handle, info->surface,
                                                             &capabilities->surfaceCapabilities);
    }
    return DRIVER_CALL(physical->driver, PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR,
                       "vkGetPhysicalDeviceSurfaceCapabilities2KHR")(
        physical->handle, FAULT("capabilities2_of_container") ? info : &own, capabilities);
}

VkResult end_vkGetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice handle,
                                                   const VkPhysicalDeviceSurfaceInfo2KHR *info, uint32_t *count,
                                                   VkSurfaceFormat2KHR *formats) {
    const Physical *physical = (const Physical *)handle;
    VkPhysicalDeviceSurfaceInfo2KHR own = *info;
    own.surface = surface_for(physical->driver, info->surface);
    if (has_name(&physical->driver->enabled, "VK_KHR_get_surface_capabilities2")) {
        return DRIVER_CALL(physical->driver, PFN_vkGetPhysicalDeviceSurfaceFormats2KHR,
                           "vkGetPhysicalDeviceSurfaceFormats2KHR")(
            physical->handle, FAULT("formats2_of_container") ? info : &own, count, formats);
    }
    Arena arena = {NULL};
    VkSurfaceFormatKHR *plain = formats == NULL ? NULL : take(&arena, (*count + 1) * sizeof *plain);
    VkResult result = end_vkGetPhysicalDeviceSurfaceFormatsKHR(handle, info->surface, count, plain);
    for (uint32_t i = 0; formats != NULL && result >= VK_SUCCESS && i < *count; i++) {
        formats[i].surfaceFormat = plain[i];
    }
    drop(&arena);
    return result;
}

// ---- swapchains

static VkSurfaceKHR surface_of_device(const Device *device, VkSurfaceKHR surface) {
    return FAULT("swapchain_of_container") ? surface : surface_for(device->physical->driver, surface);
}

VkResult end_vkCreateSwapchainKHR(VkDevice handle, const VkSwapchainCreateInfoKHR *info,
                                  const VkAllocationCallbacks *allocator, VkSwapchainKHR *made) {
    Device *device = DEVICE_OF(handle);
    VkSwapchainCreateInfoKHR own = *info;
    own.surface = surface_of_device(device, info->surface);
    return ((PFN_vkCreateSwapchainKHR)device->driver_lookup(device->handle, "vkCreateSwapchainKHR"))(
        handle, &own, allocator, made);
}

VkResult end_vkCreateSharedSwapchainsKHR(VkDevice handle, uint32_t count, const VkSwapchainCreateInfoKHR *infos,
                                         const VkAllocationCallbacks *allocator, VkSwapchainKHR *made) {
    Device *device = DEVICE_OF(handle);
    Arena arena = {NULL};
    VkSwapchainCreateInfoKHR *own = take(&arena, (count + 1) * sizeof *own);
    for (uint32_t i = 0; i < count; i++) {
        own[i] = infos[FAULT("first_swapchain_for_all") ? 0 : i];
        own[i].surface = FAULT("first_shared_surface_only") && i != 0 ? infos[i].surface
                                                                      : surface_of_device(device, infos[i].surface);
    }
    VkResult result = ((PFN_vkCreateSharedSwapchainsKHR)device->driver_lookup(
        device->handle, "vkCreateSharedSwapchainsKHR"))(handle, count, own, allocator, made);
    drop(&arena);
    return result;
}

VkResult end_vkGetDeviceGroupSurfacePresentModesKHR(VkDevice handle, VkSurfaceKHR surface,
                                                    VkDeviceGroupPresentModeFlagsKHR *modes) {
    Device *device = DEVICE_OF(handle);
    return ((PFN_vkGetDeviceGroupSurfacePresentModesKHR)device->driver_lookup(
        device->handle, "vkGetDeviceGroupSurfacePresentModesKHR"))(
        handle, FAULT("group_modes_of_container") ? surface : surface_of_device(device, surface), modes);
}

// ---- names of objects: a driver gets its own handles

static uint64_t own_object(const Device *device, VkObjectType type, uint64_t object) {
    if (FAULT("names_not_unwrapped")) {
        return object;
    }
    if (type == VK_OBJECT_TYPE_INSTANCE) {
        return (uint64_t)(uintptr_t)device->physical->driver->handle;
    }
    if (type == VK_OBJECT_TYPE_PHYSICAL_DEVICE) {
        return (uint64_t)(uintptr_t)((const Physical *)(uintptr_t)object)->handle;
    }
    if (type == VK_OBJECT_TYPE_SURFACE_KHR) {
        return (uint64_t)(uintptr_t)surface_for(device->physical->driver, (VkSurfaceKHR)(uintptr_t)object);
    }
    return object;
}

#define NAMED(command, info_type, type_member, object_member, types) \
    VkResult end_##command(VkDevice handle, const info_type *info) { \
        Device *device = DEVICE_OF(handle); \
        info_type own = *info; \
        PFN_##command function = (PFN_##command)device->driver_lookup(device->handle, #command); \
        own.object_member = own_object(device, (types), info->object_member); \
        return function == NULL ? VK_SUCCESS : function(handle, &own); \
    }

NAMED(vkSetDebugUtilsObjectNameEXT, VkDebugUtilsObjectNameInfoEXT, objectType, objectHandle, info->objectType)
NAMED(vkSetDebugUtilsObjectTagEXT, VkDebugUtilsObjectTagInfoEXT, objectType, objectHandle, info->objectType)

static VkObjectType type_of_report(VkDebugReportObjectTypeEXT type) {
    return type == VK_DEBUG_REPORT_OBJECT_TYPE_SURFACE_KHR_EXT ? VK_OBJECT_TYPE_SURFACE_KHR : (VkObjectType)type;
}

NAMED(vkDebugMarkerSetObjectNameEXT, VkDebugMarkerObjectNameInfoEXT, objectType, object,
      type_of_report(info->objectType))
NAMED(vkDebugMarkerSetObjectTagEXT, VkDebugMarkerObjectTagInfoEXT, objectType, object,
      type_of_report(info->objectType))
