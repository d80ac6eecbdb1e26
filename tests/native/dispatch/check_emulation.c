// The newer physical-device queries on a driver that knows only the older ones, and on one that knows them.
#include "world.h"

#define FAMILIES 20U

static void features(VkPhysicalDevice device, VkPhysicalDeviceFeatures *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE);
    memset(answer, 0, sizeof *answer);
    answer->alphaToOne = VK_TRUE;
}

static void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE);
    memset(answer, 0, sizeof *answer);
    answer->vendorID = 42;
}

static void families(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE);
    if (answer == NULL || *count > FAMILIES) *count = FAMILIES;
    for (uint32_t at = 0; answer != NULL && at < *count; at++) answer[at].queueCount = at + 1;
}

static VkResult image(VkPhysicalDevice device, VkFormat format, VkImageType type, VkImageTiling tiling,
                      VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE && (int)format == 1 && (int)type == 2 && (int)tiling == 3);
    EXPECT(usage == 4 && flags == 5);
    answer->maxMipLevels = 9;
    return VK_SUCCESS;
}

static VkResult capabilities(VkPhysicalDevice device, VkSurfaceKHR surface,
                             VkSurfaceCapabilitiesKHR *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE && surface == NULL);
    answer->minImageCount = 3;
    return VK_SUCCESS;
}

static VkResult formats(VkPhysicalDevice device, VkSurfaceKHR surface, uint32_t *count,
                        VkSurfaceFormatKHR *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE && surface == NULL);
    VkResult result = answer != NULL && *count < 2 ? VK_INCOMPLETE : VK_SUCCESS;
    if (answer == NULL || *count > 2) *count = 2;
    for (uint32_t at = 0; answer != NULL && at < *count; at++) answer[at].format = (VkFormat)(at + 10);
    return result;
}

static const struct offer old_driver[] = {
    {"vkGetPhysicalDeviceFeatures", (void *)features},
    {"vkGetPhysicalDeviceProperties", (void *)properties},
    {"vkGetPhysicalDeviceQueueFamilyProperties", (void *)families},
    {"vkGetPhysicalDeviceImageFormatProperties", (void *)image},
    {"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", (void *)capabilities},
    {"vkGetPhysicalDeviceSurfaceFormatsKHR", (void *)formats},
    {NULL, NULL},
};

static void start_with_old_driver(void) {
    world.driver[1] = old_driver;
    world_start();
}

#define TERMINATOR(name) ((PFN_##name)command_terminator(command_find(#name)))

static void features_and_properties(void) {
    start_with_old_driver();
    VkPhysicalDeviceMultiviewFeatures views = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, NULL, 7,
                                               7, 7};
    VkPhysicalDeviceFeatures2 asked = {.pNext = &views};
    TERMINATOR(vkGetPhysicalDeviceFeatures2)(world_driver_device(), &asked);
    EXPECT(asked.features.alphaToOne && asked.pNext == &views && views.multiview == VK_FALSE);
    EXPECT(views.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES);

    VkPhysicalDeviceIDProperties ids = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    memset(ids.deviceUUID, 7, sizeof ids.deviceUUID);
    VkPhysicalDeviceProperties2 found = {.pNext = &ids};
    TERMINATOR(vkGetPhysicalDeviceProperties2)(world_driver_device(), &found);
    EXPECT(found.properties.vendorID == 42 && ids.deviceUUID[0] == 0 && ids.deviceLUIDValid == VK_FALSE);
}

static void counted_answers(void) {
    start_with_old_driver();
    uint32_t count = 0;
    TERMINATOR(vkGetPhysicalDeviceQueueFamilyProperties2)(world_driver_device(), &count, NULL);
    EXPECT(count == FAMILIES);
    VkQueueFamilyProperties2 all[FAMILIES] = {{0}};
    TERMINATOR(vkGetPhysicalDeviceQueueFamilyProperties2)(world_driver_device(), &count, all);
    EXPECT(count == FAMILIES && all[FAMILIES - 1].queueFamilyProperties.queueCount == FAMILIES);
    count = 2;
    TERMINATOR(vkGetPhysicalDeviceQueueFamilyProperties2)(world_driver_device(), &count, all);
    EXPECT(count == 2 && all[1].queueFamilyProperties.queueCount == 2);
}

static void images_for_others_are_not_supported(void) {
    start_with_old_driver();
    VkPhysicalDeviceImageFormatInfo2 info = {.format = (VkFormat)1, .type = (VkImageType)2};
    info.tiling = (VkImageTiling)3;
    info.usage = 4;
    info.flags = 5;
    VkImageFormatProperties2 answer = {0};
    VkResult result =
        TERMINATOR(vkGetPhysicalDeviceImageFormatProperties2)(world_driver_device(), &info, &answer);
    EXPECT(result == VK_SUCCESS && answer.imageFormatProperties.maxMipLevels == 9);
    VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = (VkExternalMemoryHandleTypeFlagBits)1};
    info.pNext = &external;
    result = TERMINATOR(vkGetPhysicalDeviceImageFormatProperties2)(world_driver_device(), &info, &answer);
    EXPECT(result == VK_ERROR_FORMAT_NOT_SUPPORTED && answer.imageFormatProperties.maxMipLevels == 0);
}

static void nothing_is_external(void) {
    start_with_old_driver();
    VkPhysicalDeviceExternalFenceInfo info = {.handleType = (VkExternalFenceHandleTypeFlagBits)1};
    VkExternalFenceProperties answer = {VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES, NULL, 7, 7, 7};
    TERMINATOR(vkGetPhysicalDeviceExternalFenceProperties)(world_driver_device(), &info, &answer);
    EXPECT(answer.sType == VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES);
    EXPECT(answer.externalFenceFeatures == 0 && answer.compatibleHandleTypes == 0);
}

static void surface_queries(void) {
    start_with_old_driver();
    VkPhysicalDeviceSurfaceInfo2KHR info = {.surface = NULL};
    VkSurfaceProtectedCapabilitiesKHR chained = {VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR, NULL,
                                                 7};
    VkSurfaceCapabilities2KHR answer = {.pNext = &chained};
    EXPECT(TERMINATOR(vkGetPhysicalDeviceSurfaceCapabilities2KHR)(world_driver_device(), &info, &answer) ==
           VK_SUCCESS);
    EXPECT(answer.surfaceCapabilities.minImageCount == 3 && chained.supportsProtected == VK_FALSE);
    VkSurfaceFormat2KHR found[2] = {{0}};
    uint32_t count = 1;
    EXPECT(TERMINATOR(vkGetPhysicalDeviceSurfaceFormats2KHR)(world_driver_device(), &info, &count, found) ==
           VK_INCOMPLETE);
    EXPECT(count == 1 && (int)found[0].surfaceFormat.format == 10 && (int)found[1].surfaceFormat.format == 0);
}

static void no_displays(void) {
    start_with_old_driver();
    uint32_t count = 5;
    VkDisplayProperties2KHR found[5];
    VkPhysicalDevice device = world_driver_device();
    EXPECT(TERMINATOR(vkGetPhysicalDeviceDisplayPropertiesKHR)(device, &count, NULL) == VK_SUCCESS &&
           count == 0);
    count = 5;
    EXPECT(TERMINATOR(vkGetPhysicalDeviceDisplayProperties2KHR)(device, &count, found) == VK_SUCCESS &&
           count == 0);
}

static void features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE);
    answer->features.geometryShader = VK_TRUE;
}

static void extension_stands_in_for_core(void) {
    static const struct offer driver[] = {{"vkGetPhysicalDeviceFeatures2KHR", (void *)features2},
                                          {NULL, NULL}};
    world.driver[1] = driver;
    world_start();
    VkPhysicalDeviceFeatures2 answer = {0};
    TERMINATOR(vkGetPhysicalDeviceFeatures2)(world_driver_device(), &answer);
    EXPECT(answer.features.geometryShader);
}

const struct check emulation_checks[] = {
    {"features-and-properties", features_and_properties},
    {"counted-answers", counted_answers},
    {"images-for-others-are-not-supported", images_for_others_are_not_supported},
    {"nothing-is-external", nothing_is_external},
    {"surface-queries", surface_queries},
    {"no-displays", no_displays},
    {"extension-stands-in-for-core", extension_stands_in_for_core},
    {NULL, NULL},
};
