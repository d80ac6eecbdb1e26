// The surface below an application that presents, and what is invalid of a swapchain that is to be made for it. See presented.h.
#include <stdio.h>
#include <string.h>

#include "effects.h"
#include "pending.h"
#include "presented.h"

#define SIDE 64U
#define IS(command) (strcmp(name, command) == 0)
#define BEGINS(command) (strncmp(name, command, sizeof command - 1) == 0)

// How many of a list there is room for.
VkResult count_rows(uint32_t *count, int is_wanted, uint32_t all) {
    uint32_t room = *count;
    *count = !is_wanted || room > all ? all : room;
    return is_wanted && room < all ? VK_INCOMPLETE : VK_SUCCESS;
}

static const VkSurfaceFormatKHR formats[] = {{(VkFormat)44, (VkColorSpaceKHR)0}, {(VkFormat)50, (VkColorSpaceKHR)0}, {(VkFormat)37, (VkColorSpaceKHR)0}};
// "FIFO_KHR [...] is the only value of presentMode that is required to be supported": some surfaces have no other.
static const VkPresentModeKHR modes[] = {VK_PRESENT_MODE_FIFO_KHR};

int is_format_below(VkFormat format) {
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].format == format) return 1;
    return 0;
}

// No images to store to: surfaces often have none.
static const VkSurfaceCapabilitiesKHR capabilities = {
    .minImageCount = 2,
    .maxImageCount = 8,
    .currentExtent = {SIDE, SIDE},
    .minImageExtent = {1, 1},
    .maxImageExtent = {4096, 4096},
    .maxImageArrayLayers = 1,
    .supportedTransforms = 1,
    .currentTransform = (VkSurfaceTransformFlagBitsKHR)1,
    .supportedCompositeAlpha = 1,
    .supportedUsageFlags = 0x97,
};

static void fill_capabilities(VkSurfaceCapabilitiesKHR *to) { *to = capabilities; }

static VkResult list_formats(uint32_t *count, VkSurfaceFormatKHR *rows, VkSurfaceFormat2KHR *wide) {
    int is_wanted = rows != NULL || wide != NULL;
    VkResult result = count_rows(count, is_wanted, COUNT(formats));
    for (uint32_t i = 0; is_wanted && i < *count; i++)
        if (rows != NULL) rows[i] = formats[i];
        else wide[i].surfaceFormat = formats[i];
    return result;
}

static VkResult list_modes(uint32_t *count, VkPresentModeKHR *rows) {
    VkResult result = count_rows(count, rows != NULL, COUNT(modes));
    for (uint32_t i = 0; rows != NULL && i < *count; i++) rows[i] = modes[i];
    return result;
}

// To sample, to draw and blend to, to blit and to copy.
static void fill_format(VkFormatProperties *to) { *to = (VkFormatProperties){.optimalTilingFeatures = 0xDD83}; }

static void fill_image_format(VkImageFormatProperties *to) {
    *to = (VkImageFormatProperties){
        .maxExtent = {4096, 4096, 1}, .maxMipLevels = 13, .maxArrayLayers = 1, .sampleCounts = 1, .maxResourceSize = 1U << 31};
}

int answer_of_surface(const char *name, const uint64_t *a, uint64_t *result) {
    *result = VK_SUCCESS;
    if (IS("vkGetPhysicalDeviceSurfaceSupportKHR")) *POINTER(VkBool32, a[3]) = VK_TRUE;
    else if (IS("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")) fill_capabilities(POINTER(VkSurfaceCapabilitiesKHR, a[2]));
    else if (IS("vkGetPhysicalDeviceSurfaceCapabilities2KHR"))
        fill_capabilities(&POINTER(VkSurfaceCapabilities2KHR, a[2])->surfaceCapabilities);
    else if (IS("vkGetPhysicalDeviceSurfaceFormatsKHR"))
        *result = (uint64_t)list_formats(POINTER(uint32_t, a[2]), POINTER(VkSurfaceFormatKHR, a[3]), NULL);
    else if (IS("vkGetPhysicalDeviceSurfaceFormats2KHR"))
        *result = (uint64_t)list_formats(POINTER(uint32_t, a[2]), NULL, POINTER(VkSurfaceFormat2KHR, a[3]));
    else if (BEGINS("vkGetPhysicalDeviceSurfacePresentModes"))
        *result = (uint64_t)list_modes(POINTER(uint32_t, a[2]), POINTER(VkPresentModeKHR, a[3]));
    else if (IS("vkGetPhysicalDeviceFormatProperties")) fill_format(POINTER(VkFormatProperties, a[2]));
    else if (BEGINS("vkGetPhysicalDeviceFormatProperties2")) fill_format(&POINTER(VkFormatProperties2, a[2])->formatProperties);
    else if (IS("vkGetPhysicalDeviceImageFormatProperties")) fill_image_format(POINTER(VkImageFormatProperties, a[6]));
    else if (BEGINS("vkGetPhysicalDeviceImageFormatProperties2"))
        fill_image_format(&POINTER(VkImageFormatProperties2, a[2])->imageFormatProperties);
    else return 0;
    return 1;
}

// ---- what a swapchain is made with

int is_mode_below(VkPresentModeKHR mode) {
    for (size_t i = 0; i < COUNT(modes); i++)
        if (modes[i] == mode) return 1;
    return 0;
}

static int is_pair_below(const VkSwapchainCreateInfoKHR *info) {
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].format == info->imageFormat && formats[i].colorSpace == info->imageColorSpace) return 1;
    return 0;
}

#define PRESENT_SCALING ((VkStructureType)1000274004)
// The first members of VkSwapchainPresentScalingCreateInfoEXT
struct scaling {
    VkStructureType sType;
    const void *pNext;
    uint32_t scalingBehavior;
};

// Whether the extents are those of images that are scaled, which are left unjudged.
static int is_scaled(const VkSwapchainCreateInfoKHR *info) {
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext)
        if (each->sType == PRESENT_SCALING && ((const struct scaling *)(const void *)each)->scalingBehavior != 0) return 1;
    return 0;
}

static int is_within(uint32_t lowest, uint32_t value, uint32_t highest) { return lowest <= value && value <= highest; }

static int is_between(const VkExtent2D *least, const VkExtent2D *extent, const VkExtent2D *most) {
    return is_within(least->width, extent->width, most->width) && is_within(least->height, extent->height, most->height);
}

// VUID-VkSwapchainCreateInfoKHR-presentMode-01281, -imageFormat-01273, -minImageCount-01272 and -presentMode-02839, -pNext-07781,
// -presentMode-01427, -imageArrayLayers-01275, -preTransform-01279 and -compositeAlpha-01280
void look_at_swapchain(const char *name, const VkSwapchainCreateInfoKHR *info) {
    const char *what = NULL;
    if (!is_mode_below(info->presentMode)) what = "a presentMode";
    else if (!is_pair_below(info)) what = "a pair of imageFormat and imageColorSpace";
    else if (!is_within(capabilities.minImageCount, info->minImageCount, capabilities.maxImageCount)) what = "a minImageCount";
    else if (!is_scaled(info) && !is_between(&capabilities.minImageExtent, &info->imageExtent, &capabilities.maxImageExtent))
        what = "an imageExtent";
    else if (info->imageUsage & ~capabilities.supportedUsageFlags) what = "an imageUsage";
    else if (!is_within(1, info->imageArrayLayers, capabilities.maxImageArrayLayers)) what = "a number as imageArrayLayers";
    else if (!((uint32_t)info->preTransform & capabilities.supportedTransforms)) what = "a preTransform";
    else if (!((uint32_t)info->compositeAlpha & capabilities.supportedCompositeAlpha)) what = "a compositeAlpha";
    char fact[96];
    if (what == NULL) return;
    snprintf(fact, sizeof fact, "comes with %s that the surface does not permit", what);
    note_invalid(name, fact);
}
