// The bottom of the chain for commands that take a surface: the driver gets its own surface, or the plain
// one. A driver that lacks the newer query gets the older one.
#include "driver_calls.h"
#include "../violates.h"

#include <stdlib.h>
#include <string.h>

typedef VkResult (*PFN_vkGetPhysicalDeviceSurfacePresentModes2EXT)(VkPhysicalDevice,
                                                                   const VkPhysicalDeviceSurfaceInfo2KHR *,
                                                                   uint32_t *, VkPresentModeKHR *);
#define FEW 32U

// LDP_LOADER_11: the surface that the driver made, else the one that all others share.
VkSurfaceKHR surface_for(const struct driver *driver, VkSurfaceKHR handle) {
    const struct surface *surface = (const struct surface *)handle;
    if (surface == NULL || surface->magic != SURFACE_MAGIC) return handle;
    if (VIOLATES("drivers_get_the_shared_surface")) return (VkSurfaceKHR)surface->plain;
    if (VIOLATES("all_drivers_get_the_first_drivers_surface")) return (VkSurfaceKHR)surface->own[0];
    bool own = driver->index < surface->count && surface->own[driver->index] > NOT_OF_THE_DRIVER;
    return own ? (VkSurfaceKHR)surface->own[driver->index] : (VkSurfaceKHR)surface->plain;
}

// A driver without the extension of the windowing system must not be shown a surface of it.
bool cannot_use_surface(const struct driver *driver, VkSurfaceKHR handle) {
    const struct surface *surface = (const struct surface *)handle;
    if (surface == NULL) return VIOLATES("questions_about_no_surface_refused");
    if (surface->magic != SURFACE_MAGIC) return false;
    return driver->index < surface->count && surface->own[driver->index] == NOT_OF_THE_DRIVER;
}

// The chain behind pNext holds no surface: it goes down as it is.
static VkPhysicalDeviceSurfaceInfo2KHR info_for(const struct driver *driver,
                                                const VkPhysicalDeviceSurfaceInfo2KHR *info) {
    VkPhysicalDeviceSurfaceInfo2KHR own = *info;
    if (VIOLATES("newer_queries_of_surfaces_lose_their_structures")) own.pNext = NULL;
    if (VIOLATES("newer_queries_get_the_loaders_surface")) return own;
    own.surface = surface_for(driver, info->surface);
    return own;
}

// A driver without the extension supports no surface: it has nothing to list. The registry does not let these
// commands return VK_ERROR_EXTENSION_NOT_PRESENT.
static VkResult none_of(uint32_t *count) {
    *count = 0;
    return VK_SUCCESS;
}

VkResult terminator_vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physicalDevice,
                                                         uint32_t queueFamilyIndex, VkSurfaceKHR surface,
                                                         VkBool32 *pSupported) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceSupportKHR);
    PFN_vkGetPhysicalDeviceSurfaceSupportKHR ask = DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceSupportKHR);
    if (ask != NULL && !cannot_use_surface(device->driver, surface)) {
        if (VIOLATES("support_gets_the_loaders_surface"))
            return ask(device->handle, queueFamilyIndex, surface, pSupported);
        if (VIOLATES("support_is_asked_for_the_first_family")) queueFamilyIndex = 0;
        VkResult result = ask(device->handle, queueFamilyIndex, surface_for(device->driver, surface), pSupported);
        if (VIOLATES("support_is_always_there")) *pSupported = VK_TRUE;
        if (VIOLATES("support_of_a_second_driver_is_always_there") && device->driver->index > 0) *pSupported = VK_TRUE;
        return result;
    }
    *pSupported = VK_FALSE;
    return VK_SUCCESS;
}

VkResult terminator_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(
    VkPhysicalDevice physicalDevice, VkSurfaceKHR surface, VkSurfaceCapabilitiesKHR *pSurfaceCapabilities) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
    if (ask != NULL && cannot_use_surface(device->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask == NULL) {
        memset(pSurfaceCapabilities, 0, sizeof *pSurfaceCapabilities);
        return VK_SUCCESS;
    }
    if (VIOLATES("capabilities_get_the_loaders_surface"))
        return ask(device->handle, surface, pSurfaceCapabilities);
    return ask(device->handle, surface_for(device->driver, surface), pSurfaceCapabilities);
}

VkResult terminator_vkGetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physicalDevice,
                                                         VkSurfaceKHR surface, uint32_t *pSurfaceFormatCount,
                                                         VkSurfaceFormatKHR *pSurfaceFormats) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceFormatsKHR);
    PFN_vkGetPhysicalDeviceSurfaceFormatsKHR ask = DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceFormatsKHR);
    if (ask != NULL && cannot_use_surface(device->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask == NULL) return none_of(pSurfaceFormatCount);
    if (VIOLATES("formats_get_the_loaders_surface"))
        return ask(device->handle, surface, pSurfaceFormatCount, pSurfaceFormats);
    return ask(device->handle, surface_for(device->driver, surface), pSurfaceFormatCount, pSurfaceFormats);
}

VkResult terminator_vkGetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physicalDevice,
                                                              VkSurfaceKHR surface,
                                                              uint32_t *pPresentModeCount,
                                                              VkPresentModeKHR *pPresentModes) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfacePresentModesKHR);
    PFN_vkGetPhysicalDeviceSurfacePresentModesKHR ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceSurfacePresentModesKHR);
    if (ask != NULL && cannot_use_surface(device->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask == NULL) return none_of(pPresentModeCount);
    if (VIOLATES("present_modes_get_the_loaders_surface"))
        return ask(device->handle, surface, pPresentModeCount, pPresentModes);
    return ask(device->handle, surface_for(device->driver, surface), pPresentModeCount, pPresentModes);
}

VkResult terminator_vkGetPhysicalDevicePresentRectanglesKHR(VkPhysicalDevice physicalDevice,
                                                            VkSurfaceKHR surface, uint32_t *pRectCount,
                                                            VkRect2D *pRects) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDevicePresentRectanglesKHR);
    PFN_vkGetPhysicalDevicePresentRectanglesKHR ask =
        DRIVER_HAS(device, vkGetPhysicalDevicePresentRectanglesKHR);
    if (ask != NULL && cannot_use_surface(device->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask == NULL) return none_of(pRectCount);
    if (VIOLATES("rectangles_get_the_loaders_surface"))
        return ask(device->handle, surface, pRectCount, pRects);
    return ask(device->handle, surface_for(device->driver, surface), pRectCount, pRects);
}

VkResult terminator_vkGetPhysicalDeviceSurfaceCapabilities2EXT(
    VkPhysicalDevice physicalDevice, VkSurfaceKHR surface, VkSurfaceCapabilities2EXT *pSurfaceCapabilities) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceCapabilities2EXT);
    PFN_vkGetPhysicalDeviceSurfaceCapabilities2EXT ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceCapabilities2EXT);
    if (ask != NULL && cannot_use_surface(device->driver, surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask != NULL) {
        if (VIOLATES("counters_get_the_loaders_surface"))
            return ask(device->handle, surface, pSurfaceCapabilities);
        return ask(device->handle, surface_for(device->driver, surface), pSurfaceCapabilities);
    }
    if (VIOLATES("counters_not_emulated")) return VK_ERROR_EXTENSION_NOT_PRESENT;
    VkSurfaceCapabilitiesKHR old;
    VkResult result = terminator_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physicalDevice, surface, &old);
    if (result != VK_SUCCESS) return result;
    pSurfaceCapabilities->minImageCount = old.minImageCount;
    pSurfaceCapabilities->maxImageCount = old.maxImageCount;
    pSurfaceCapabilities->currentExtent = old.currentExtent;
    pSurfaceCapabilities->minImageExtent = old.minImageExtent;
    pSurfaceCapabilities->maxImageExtent = old.maxImageExtent;
    pSurfaceCapabilities->maxImageArrayLayers = old.maxImageArrayLayers;
    pSurfaceCapabilities->supportedTransforms = old.supportedTransforms;
    if (VIOLATES("half_of_the_counters_emulated")) return VK_SUCCESS;
    pSurfaceCapabilities->currentTransform = old.currentTransform;
    pSurfaceCapabilities->supportedCompositeAlpha = old.supportedCompositeAlpha;
    pSurfaceCapabilities->supportedUsageFlags = old.supportedUsageFlags;
    pSurfaceCapabilities->supportedSurfaceCounters = 0;
    return VK_SUCCESS;
}

static void say_not_protected(VkSurfaceCapabilities2KHR *capabilities) {
    if (VIOLATES("protection_of_surfaces_not_answered")) return;
    VkBaseOutStructure *link = capabilities->pNext;
    for (; link != NULL; link = link->pNext) {
        if (link->sType == VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR) {
            ((VkSurfaceProtectedCapabilitiesKHR *)link)->supportsProtected = VK_FALSE;
        }
    }
}

// A driver without surface_maintenance1 scales nothing: images have the sizes that the surface takes.
static void say_not_scaled(VkSurfacePresentScalingCapabilitiesKHR *scaling,
                           const VkSurfaceCapabilitiesKHR *plain) {
    scaling->supportedPresentScaling = 0;
    scaling->supportedPresentGravityX = 0;
    scaling->supportedPresentGravityY = 0;
    scaling->minScaledImageExtent = plain->minImageExtent;
    scaling->maxScaledImageExtent = plain->maxImageExtent;
}

// Nor does it change between present modes: each is compatible with itself alone.
static VkResult say_only_itself(VkSurfacePresentModeCompatibilityKHR *compatible,
                                const VkSurfacePresentModeKHR *asked) {
    bool fits = compatible->pPresentModes == NULL || compatible->presentModeCount > 0;
    if (compatible->pPresentModes != NULL && fits && asked != NULL)
        compatible->pPresentModes[0] = asked->presentMode;
    compatible->presentModeCount = fits ? 1 : 0;
    return fits ? VK_SUCCESS : VK_INCOMPLETE;
}

static const VkSurfacePresentModeKHR *asked_mode(const VkPhysicalDeviceSurfaceInfo2KHR *info) {
    const VkBaseInStructure *link = info->pNext;
    while (link != NULL && link->sType != VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_KHR) link = link->pNext;
    return (const VkSurfacePresentModeKHR *)link;
}

static VkResult without_maintenance1(const struct driver *driver, const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                     VkSurfaceCapabilities2KHR *capabilities, VkResult result) {
    if (result != VK_SUCCESS || (driver->offers & OFFERS_SURFACE_MAINTENANCE1) != 0) return result;
    for (VkBaseOutStructure *link = capabilities->pNext; link != NULL; link = link->pNext) {
        if (link->sType == VK_STRUCTURE_TYPE_SURFACE_PRESENT_SCALING_CAPABILITIES_KHR)
            say_not_scaled((VkSurfacePresentScalingCapabilitiesKHR *)link, &capabilities->surfaceCapabilities);
        if (link->sType == VK_STRUCTURE_TYPE_SURFACE_PRESENT_MODE_COMPATIBILITY_KHR)
            result = say_only_itself((VkSurfacePresentModeCompatibilityKHR *)link, asked_mode(info));
    }
    return result;
}

VkResult terminator_vkGetPhysicalDeviceSurfaceCapabilities2KHR(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo,
    VkSurfaceCapabilities2KHR *pSurfaceCapabilities) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceCapabilities2KHR);
    PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceCapabilities2KHR);
    if (ask != NULL && cannot_use_surface(device->driver, pSurfaceInfo->surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask != NULL) {
        VkPhysicalDeviceSurfaceInfo2KHR info = info_for(device->driver, pSurfaceInfo);
        VkResult result = ask(device->handle, &info, pSurfaceCapabilities);
        if ((device->driver->offers & OFFERS_PROTECTED_SURFACES) == 0) say_not_protected(pSurfaceCapabilities);
        return without_maintenance1(device->driver, pSurfaceInfo, pSurfaceCapabilities, result);
    }
    if (VIOLATES("newer_capabilities_not_emulated")) return VK_ERROR_EXTENSION_NOT_PRESENT;
    say_not_protected(pSurfaceCapabilities);
    VkResult result = terminator_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(
        physicalDevice, pSurfaceInfo->surface, &pSurfaceCapabilities->surfaceCapabilities);
    return without_maintenance1(device->driver, pSurfaceInfo, pSurfaceCapabilities, result);
}

static VkResult copy_formats(VkPhysicalDevice handle, VkSurfaceKHR surface, uint32_t *count,
                             VkSurfaceFormat2KHR *formats) {
    VkSurfaceFormatKHR few[FEW];
    VkSurfaceFormatKHR *old = *count <= FEW ? few : malloc(*count * sizeof *old);
    if (old == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = terminator_vkGetPhysicalDeviceSurfaceFormatsKHR(handle, surface, count, old);
    if (result >= VK_SUCCESS) {
        uint32_t copied = VIOLATES("only_the_first_format_emulated") && *count > 1 ? 1 : *count;
        for (uint32_t at = 0; at < copied; at++) formats[at].surfaceFormat = old[at];
    }
    if (old != few) free(old);
    return result;
}

VkResult terminator_vkGetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
                                                          const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo,
                                                          uint32_t *pSurfaceFormatCount,
                                                          VkSurfaceFormat2KHR *pSurfaceFormats) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfaceFormats2KHR);
    PFN_vkGetPhysicalDeviceSurfaceFormats2KHR ask = DRIVER_HAS(device, vkGetPhysicalDeviceSurfaceFormats2KHR);
    if (ask != NULL && cannot_use_surface(device->driver, pSurfaceInfo->surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask != NULL) {
        VkPhysicalDeviceSurfaceInfo2KHR info = info_for(device->driver, pSurfaceInfo);
        if (VIOLATES("newer_formats_get_the_loaders_surface")) info.surface = pSurfaceInfo->surface;
        return ask(device->handle, &info, pSurfaceFormatCount, pSurfaceFormats);
    }
    VkSurfaceKHR surface = pSurfaceInfo->surface;
    if (pSurfaceFormats != NULL)
        return copy_formats(physicalDevice, surface, pSurfaceFormatCount, pSurfaceFormats);
    return terminator_vkGetPhysicalDeviceSurfaceFormatsKHR(physicalDevice, surface, pSurfaceFormatCount,
                                                           NULL);
}

VkResult terminator_vkGetPhysicalDeviceSurfacePresentModes2EXT(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo,
    uint32_t *pPresentModeCount, VkPresentModeKHR *pPresentModes) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSurfacePresentModes2EXT);
    PFN_vkGetPhysicalDeviceSurfacePresentModes2EXT ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceSurfacePresentModes2EXT);
    if (ask != NULL && cannot_use_surface(device->driver, pSurfaceInfo->surface)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (ask != NULL) {
        VkPhysicalDeviceSurfaceInfo2KHR info = info_for(device->driver, pSurfaceInfo);
        if (VIOLATES("newer_modes_get_the_loaders_surface")) info.surface = pSurfaceInfo->surface;
        return ask(device->handle, &info, pPresentModeCount, pPresentModes);
    }
    return terminator_vkGetPhysicalDeviceSurfacePresentModesKHR(physicalDevice, pSurfaceInfo->surface,
                                                                pPresentModeCount, pPresentModes);
}
