// The bottom of the chain for queries about displays: a driver without VK_KHR_display has none, and one
// without VK_KHR_get_display_properties2 answers through the older commands.
#include "driver_calls.h"
#include "../violates.h"

#include <stdlib.h>

#define FEW 16U

// The older commands: a driver that does not have them has no displays.
#define PROPERTIES_QUERY(name, type) \
    VkResult terminator_##name(VkPhysicalDevice physicalDevice, uint32_t *pCount, type *pProperties) { \
        struct driver_device *device = CHECKED(physicalDevice, name); \
        PFN_##name ask = DRIVER_HAS(device, name); \
        if (ask != NULL) return ask(device->handle, pCount, pProperties); \
        *pCount = 0; \
        return VK_SUCCESS; \
    }

PROPERTIES_QUERY(vkGetPhysicalDeviceDisplayPropertiesKHR, VkDisplayPropertiesKHR)
PROPERTIES_QUERY(vkGetPhysicalDeviceDisplayPlanePropertiesKHR, VkDisplayPlanePropertiesKHR)

VkResult terminator_vkGetDisplayPlaneSupportedDisplaysKHR(VkPhysicalDevice physicalDevice,
                                                          uint32_t planeIndex, uint32_t *pDisplayCount,
                                                          VkDisplayKHR *pDisplays) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetDisplayPlaneSupportedDisplaysKHR);
    PFN_vkGetDisplayPlaneSupportedDisplaysKHR ask = DRIVER_HAS(device, vkGetDisplayPlaneSupportedDisplaysKHR);
    if (ask != NULL) return ask(device->handle, planeIndex, pDisplayCount, pDisplays);
    *pDisplayCount = 0;
    return VK_SUCCESS;
}

VkResult terminator_vkGetDisplayModePropertiesKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                                  uint32_t *pCount, VkDisplayModePropertiesKHR *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetDisplayModePropertiesKHR);
    PFN_vkGetDisplayModePropertiesKHR ask = DRIVER_HAS(device, vkGetDisplayModePropertiesKHR);
    if (ask != NULL) return ask(device->handle, display, pCount, pProperties);
    *pCount = 0;
    return VK_SUCCESS;
}

VkResult terminator_vkCreateDisplayModeKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                           const VkDisplayModeCreateInfoKHR *pCreateInfo,
                                           const VkAllocationCallbacks *pAllocator, VkDisplayModeKHR *pMode) {
    struct driver_device *device = CHECKED(physicalDevice, vkCreateDisplayModeKHR);
    PFN_vkCreateDisplayModeKHR create = DRIVER_HAS(device, vkCreateDisplayModeKHR);
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return create(device->handle, display, pCreateInfo, pAllocator, pMode);
}

VkResult terminator_vkGetDisplayPlaneCapabilitiesKHR(VkPhysicalDevice physicalDevice, VkDisplayModeKHR mode,
                                                     uint32_t planeIndex,
                                                     VkDisplayPlaneCapabilitiesKHR *pCapabilities) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetDisplayPlaneCapabilitiesKHR);
    PFN_vkGetDisplayPlaneCapabilitiesKHR ask = DRIVER_HAS(device, vkGetDisplayPlaneCapabilitiesKHR);
    if (ask != NULL) return ask(device->handle, mode, planeIndex, pCapabilities);
    *pCapabilities = (VkDisplayPlaneCapabilitiesKHR){0};
    return VK_SUCCESS;
}

// The newer commands: the same answers, each in a structure of its own.
#define COPIED_QUERY(old_type, member, ask_old) \
    old_type few[FEW]; \
    old_type *old = NULL; \
    if (pProperties != NULL) { \
        old = *pCount <= FEW ? few : malloc(*pCount * sizeof *old); \
        if (old == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY; \
    } \
    VkResult result = ask_old; \
    if (result >= VK_SUCCESS && old != NULL && !VIOLATES("newer_displays_not_emulated")) { \
        uint32_t most = VIOLATES("only_the_first_display_emulated") && *pCount > 1 ? 1 : *pCount; \
        for (uint32_t at = 0; at < most; at++) pProperties[at].member = old[at]; \
    } \
    if (old != few) free(old); \
    return result

VkResult terminator_vkGetPhysicalDeviceDisplayProperties2KHR(VkPhysicalDevice physicalDevice,
                                                             uint32_t *pCount,
                                                             VkDisplayProperties2KHR *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceDisplayProperties2KHR);
    PFN_vkGetPhysicalDeviceDisplayProperties2KHR ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceDisplayProperties2KHR);
    if (ask != NULL) return ask(device->handle, pCount, pProperties);
    COPIED_QUERY(VkDisplayPropertiesKHR, displayProperties,
                 terminator_vkGetPhysicalDeviceDisplayPropertiesKHR(physicalDevice, pCount, old));
}

VkResult terminator_vkGetPhysicalDeviceDisplayPlaneProperties2KHR(VkPhysicalDevice physicalDevice,
                                                                  uint32_t *pCount,
                                                                  VkDisplayPlaneProperties2KHR *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceDisplayPlaneProperties2KHR);
    PFN_vkGetPhysicalDeviceDisplayPlaneProperties2KHR ask =
        DRIVER_HAS(device, vkGetPhysicalDeviceDisplayPlaneProperties2KHR);
    if (ask != NULL) return ask(device->handle, pCount, pProperties);
    COPIED_QUERY(VkDisplayPlanePropertiesKHR, displayPlaneProperties,
                 terminator_vkGetPhysicalDeviceDisplayPlanePropertiesKHR(physicalDevice, pCount, old));
}

VkResult terminator_vkGetDisplayModeProperties2KHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                                   uint32_t *pCount,
                                                   VkDisplayModeProperties2KHR *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetDisplayModeProperties2KHR);
    PFN_vkGetDisplayModeProperties2KHR ask = DRIVER_HAS(device, vkGetDisplayModeProperties2KHR);
    if (ask != NULL) return ask(device->handle, display, pCount, pProperties);
    COPIED_QUERY(VkDisplayModePropertiesKHR, displayModeProperties,
                 terminator_vkGetDisplayModePropertiesKHR(physicalDevice, display, pCount, old));
}

VkResult terminator_vkGetDisplayPlaneCapabilities2KHR(VkPhysicalDevice physicalDevice,
                                                      const VkDisplayPlaneInfo2KHR *pDisplayPlaneInfo,
                                                      VkDisplayPlaneCapabilities2KHR *pCapabilities) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetDisplayPlaneCapabilities2KHR);
    PFN_vkGetDisplayPlaneCapabilities2KHR ask = DRIVER_HAS(device, vkGetDisplayPlaneCapabilities2KHR);
    if (ask != NULL) return ask(device->handle, pDisplayPlaneInfo, pCapabilities);
    uint32_t plane = VIOLATES("capabilities_of_the_first_plane") ? 0 : pDisplayPlaneInfo->planeIndex;
    return terminator_vkGetDisplayPlaneCapabilitiesKHR(physicalDevice, pDisplayPlaneInfo->mode, plane,
                                                       &pCapabilities->capabilities);
}
