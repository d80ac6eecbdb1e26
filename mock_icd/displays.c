// The displays of the mock driver: each has one plane and one mode, and handles that are plain numbers.
#include "mock_icd.h"

static VkDisplayKHR display_at(uint32_t index) { return (VkDisplayKHR)(uintptr_t)(DISPLAY_HANDLE + index); }

static VkDisplayPropertiesKHR display_properties(uint32_t index) {
    return (VkDisplayPropertiesKHR){.display = display_at(index), .displayName = "mock display",
                                    .physicalResolution = {64, 64},
                                    .supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR};
}

static VkDisplayPlanePropertiesKHR plane_properties(uint32_t index) {
    return (VkDisplayPlanePropertiesKHR){.currentDisplay = display_at(index), .currentStackIndex = index};
}

static VkDisplayModePropertiesKHR mode_properties(uint32_t index) {
    return (VkDisplayModePropertiesKHR){.displayMode = (VkDisplayModeKHR)(uintptr_t)(MODE_HANDLE + index),
                                        .parameters = {.visibleRegion = {64, 64}, .refreshRate = 60000}};
}

// Two generations of each query, the second with its answer inside a structure that can be extended:
// X(first command, its structure, second command, its structure, member, what fills it)
#define DISPLAY_QUERIES(X) \
    X(GetPhysicalDeviceDisplayPropertiesKHR, VkDisplayPropertiesKHR, GetPhysicalDeviceDisplayProperties2KHR, \
      VkDisplayProperties2KHR, displayProperties, display_properties) \
    X(GetPhysicalDeviceDisplayPlanePropertiesKHR, VkDisplayPlanePropertiesKHR, \
      GetPhysicalDeviceDisplayPlaneProperties2KHR, VkDisplayPlaneProperties2KHR, displayPlaneProperties, \
      plane_properties)
#define DISPLAY_QUERY(command, structure, fill, place) \
    VkResult driver_##command(VkPhysicalDevice device, uint32_t *count, structure *out) { \
        QUERY(command, device, VK_ERROR_INITIALIZATION_FAILED); \
        VkResult result = counted(count, out != NULL, flag_number("displays")); \
        for (uint32_t i = 0; out != NULL && i < *count; i++) place = fill(i); \
        return result; \
    }
#define BOTH_DISPLAY_QUERIES(first, structure, second, structure2, member, fill) \
    DISPLAY_QUERY(first, structure, fill, out[i]) \
    DISPLAY_QUERY(second, structure2, fill, out[i].member)
DISPLAY_QUERIES(BOTH_DISPLAY_QUERIES)

// The number of a display, or a violation and -1: what is no plain number of ours was changed on its way.
static int display_index(VkDisplayKHR display, const char *command) {
    uintptr_t index = (uintptr_t)display - DISPLAY_HANDLE;
    if (index < flag_number("displays")) return (int)index;
    VIOLATION("VULKAN-LOADER-05", "%s with a display that is not this driver's", command);
    return -1;
}

VkResult driver_GetDisplayPlaneSupportedDisplaysKHR(VkPhysicalDevice device, uint32_t plane,
                                                    uint32_t *count, VkDisplayKHR *out) {
    QUERY(GetDisplayPlaneSupportedDisplaysKHR, device, VK_ERROR_INITIALIZATION_FAILED);
    VkResult result = counted(count, out != NULL, 1);
    if (out != NULL && *count == 1) *out = display_at(plane);
    return result;
}

VkResult driver_GetDisplayModePropertiesKHR(VkPhysicalDevice device, VkDisplayKHR display,
                                            uint32_t *count, VkDisplayModePropertiesKHR *out) {
    QUERY(GetDisplayModePropertiesKHR, device, VK_ERROR_INITIALIZATION_FAILED);
    int index = display_index(display, "vkGetDisplayModePropertiesKHR");
    VkResult result = counted(count, out != NULL, index >= 0);
    if (out != NULL && *count == 1) *out = mode_properties((uint32_t)index);
    return result;
}

VkResult driver_GetDisplayModeProperties2KHR(VkPhysicalDevice device, VkDisplayKHR display,
                                             uint32_t *count, VkDisplayModeProperties2KHR *out) {
    QUERY(GetDisplayModeProperties2KHR, device, VK_ERROR_INITIALIZATION_FAILED);
    int index = display_index(display, "vkGetDisplayModeProperties2KHR");
    VkResult result = counted(count, out != NULL, index >= 0);
    if (out != NULL && *count == 1) out->displayModeProperties = mode_properties((uint32_t)index);
    return result;
}

VkResult driver_CreateDisplayModeKHR(VkPhysicalDevice device, VkDisplayKHR display,
                                     const VkDisplayModeCreateInfoKHR *info,
                                     const VkAllocationCallbacks *allocator, VkDisplayModeKHR *out) {
    CALLED(CreateDisplayModeKHR, " device=%d%s%s", index_of(device), given_callbacks(allocator),
           given_chain(info == NULL ? NULL : info->pNext));
    if (!check_handle(device, PHYSICAL_DEVICE, "vkCreateDisplayModeKHR")) return VK_ERROR_INITIALIZATION_FAILED;
    int index = display_index(display, "vkCreateDisplayModeKHR");
    if (index < 0) return VK_ERROR_INITIALIZATION_FAILED;
    *out = mode_properties((uint32_t)index).displayMode;
    return VK_SUCCESS;
}

// Of each plane other ones.
static VkDisplayPlaneCapabilitiesKHR plane_capabilities(uint32_t plane) {
    return (VkDisplayPlaneCapabilitiesKHR){.supportedAlpha = plane};
}

VkResult driver_GetDisplayPlaneCapabilitiesKHR(VkPhysicalDevice device, VkDisplayModeKHR mode,
                                               uint32_t plane, VkDisplayPlaneCapabilitiesKHR *out) {
    QUERY(GetDisplayPlaneCapabilitiesKHR, device, VK_ERROR_INITIALIZATION_FAILED);
    *out = plane_capabilities(plane);
    return VK_SUCCESS;
}

VkResult driver_GetDisplayPlaneCapabilities2KHR(VkPhysicalDevice device,
                                                const VkDisplayPlaneInfo2KHR *info,
                                                VkDisplayPlaneCapabilities2KHR *out) {
    QUERY(GetDisplayPlaneCapabilities2KHR, device, VK_ERROR_INITIALIZATION_FAILED);
    out->capabilities = plane_capabilities(info->planeIndex);
    return VK_SUCCESS;
}
