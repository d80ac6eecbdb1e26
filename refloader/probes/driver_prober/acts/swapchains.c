// See swapchains.h. Nothing is acquired or shown.
#include "swapchains.h"

#include <stdio.h>
#include <string.h>

#include "../../application/callbacks.h"
#include "../extensions.h"

#define SIDE 64U
#define MOST_REFUSED 24
#define OBJECT_SCOPE 1  // and the scope of commands before it

#define FIND(name) ((PFN_##name)device_function(instance, device, #name))

void say_rooms(const char *key, void *of, VkSurfaceKHR surface, listing list, size_t size) {
    enum { MOST = 4096, MORE = 3, FILL = 0xA5 };
    static unsigned char rows[(MOST + MORE) * sizeof(VkSurfaceFormatKHR)];
    uint32_t all = 0;
    if (list(of, surface, &all, NULL) != VK_SUCCESS || all == 0) return;
    const uint32_t rooms[] = {all - 1, all, all + MORE};
    open_object(key);
    say_number("all", all);
    open_list("tried");
    for (size_t i = 0; all <= MOST && i < COUNT(rooms); i++) {
        uint32_t count = rooms[i];
        int is_beyond = 0;
        memset(rows, FILL, sizeof rows);
        VkResult result = list(of, surface, &count, rows);
        for (size_t byte = rooms[i] * size; byte < sizeof rows; byte++) is_beyond |= rows[byte] != FILL;
        open_object(NULL);
        say_number("room", rooms[i]);
        say_number("result", result);
        say_number("count", count);
        say_flag("beyond", is_beyond);
        close_object();
    }
    close_list();
    close_object();
}

// The lowest bit, or the wanted one where it is among them.
static uint32_t one_bit(uint32_t bits, uint32_t wanted) { return bits & wanted ? wanted : bits & -bits; }

static uint32_t between(uint32_t lowest, uint32_t wanted, uint32_t highest) {
    return wanted < lowest ? lowest : wanted > highest ? highest : wanted;
}

// What such a surface can be presented with: 0 where nothing can be.
static int describe(VkInstance instance, VkPhysicalDevice physical, VkSurfaceKHR surface, VkSwapchainCreateInfoKHR *info) {
    PFN_vkGetPhysicalDeviceSurfaceSupportKHR support = (PFN_vkGetPhysicalDeviceSurfaceSupportKHR)instance_function(
        instance, "vkGetPhysicalDeviceSurfaceSupportKHR");
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR limits = (PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR)instance_function(
        instance, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
    PFN_vkGetPhysicalDeviceSurfaceFormatsKHR formats = (PFN_vkGetPhysicalDeviceSurfaceFormatsKHR)instance_function(
        instance, "vkGetPhysicalDeviceSurfaceFormatsKHR");
    VkSurfaceCapabilitiesKHR found;
    VkSurfaceFormatKHR format;
    VkBool32 can_present = VK_FALSE;
    uint32_t count = 1;
    if (support == NULL || limits == NULL || formats == NULL) return 0;
    if (support(physical, 0, surface, &can_present) != VK_SUCCESS || !can_present) return 0;
    if (limits(physical, surface, &found) != VK_SUCCESS || formats(physical, surface, &count, &format) < VK_SUCCESS) return 0;
    if (count != 1 || found.supportedUsageFlags == 0 || found.supportedCompositeAlpha == 0) return 0;
    if (found.currentExtent.width == UINT32_MAX) {
        found.currentExtent.width = between(found.minImageExtent.width, SIDE, found.maxImageExtent.width);
        found.currentExtent.height = between(found.minImageExtent.height, SIDE, found.maxImageExtent.height);
    }
    *info = (VkSwapchainCreateInfoKHR){
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = surface,
        .minImageCount = found.minImageCount + (found.maxImageCount == 0 || found.maxImageCount > found.minImageCount),
        .imageFormat = format.format,
        .imageColorSpace = format.colorSpace,
        .imageExtent = found.currentExtent,
        .imageArrayLayers = 1,
        .imageUsage = one_bit(found.supportedUsageFlags, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
        .preTransform = found.currentTransform,
        .compositeAlpha = (VkCompositeAlphaFlagBitsKHR)one_bit(found.supportedCompositeAlpha, 1),
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
        .clipped = VK_TRUE,
    };
    return info->imageExtent.width > 0 && info->imageExtent.height > 0;
}

static void say_left(void) {
    struct callbacks_counts counts = callbacks_counts();
    int64_t alive = 0;
    for (size_t i = 0; i <= OBJECT_SCOPE; i++) alive += counts.alive[i];
    say_number("alive", alive);
    say_number("wrong_frees", counts.wrong_frees);
    say_number("wrong_owners", counts.wrong_owners);
}

// With memory for all but the allocation of this number, if it is not 0; gives whether it came to that.
static int try_one(VkInstance instance, VkDevice device, const VkSwapchainCreateInfoKHR *info, const char *label,
                   int64_t number) {
    PFN_vkCreateSwapchainKHR create = FIND(vkCreateSwapchainKHR);
    PFN_vkDestroySwapchainKHR destroy = FIND(vkDestroySwapchainKHR);
    PFN_vkGetSwapchainImagesKHR images = FIND(vkGetSwapchainImagesKHR);
    VkSwapchainKHR swapchain = NULL;
    if (create == NULL || destroy == NULL || images == NULL) return 0;
    begin(label);
    callbacks_count_anew();
    int64_t before = callbacks_taken("swapchain");
    callbacks_refuse(number);
    VkResult result = create(device, info, callbacks_of("swapchain"), &swapchain);
    callbacks_refuse(0);
    int is_refused = number > 0 && callbacks_taken("swapchain") - before >= number;
    open_answer(label);
    say_number("result", result);
    if (number > 0) say_flag("refused", is_refused);
    if (number == 0) say_number("wanted", info->minImageCount);
    if (number == 0 && result == VK_SUCCESS)
        say_rooms("rooms_of_images", device, (VkSurfaceKHR)swapchain, (listing)(void *)images, sizeof(VkImage));
    if (result == VK_SUCCESS) destroy(device, swapchain, callbacks_of("swapchain"));
    say_left();
    close_answer();
    return is_refused;
}

void try_swapchains(VkInstance instance, VkPhysicalDevice physical, VkSurfaceKHR surface, const char *name) {
    VkSwapchainCreateInfoKHR info;
    struct wish wish = {.extensions = {.count = 1, .word = {"VK_KHR_swapchain"}}};
    char label[64];
    begin("surfaces.swapchain");
    if (!device_offers(instance, physical, "VK_KHR_swapchain") || !describe(instance, physical, surface, &info)) return;
    VkDevice device = make_device(instance, physical, &wish).handle;
    if (device == NULL) return;
    callbacks_use();
    snprintf(label, sizeof label, "surfaces.swapchain.%s", name);
    try_one(instance, device, &info, label, 0);
    for (int64_t number = 1, goes_on = 1; number <= MOST_REFUSED && goes_on; number++) {
        snprintf(label, sizeof label, "surfaces.swapchain.%s.%lld", name, (long long)number);
        goes_on = try_one(instance, device, &info, label, number);
    }
    begin("surfaces.swapchain");
    destroy_device(instance, device, NULL);
}
