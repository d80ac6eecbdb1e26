// Swapchains that have the handle of one that is gone: with as few images as the surface may have, and with more, in turns,
// as a program makes them that changes the number of its frames. There are at least as many as it asks for.
#include "../acts.h"
#include "screen.h"

#define TURNS 8U
#define MORE 2U

// Whether all images that were asked for are counted, and listed in an array with room for them.
static int has_its_images(const struct screen *screen, VkSwapchainKHR swapchain, uint32_t wanted) {
    PFN_vkGetSwapchainImagesKHR list = COMMAND(screen, GetSwapchainImagesKHR);
    VkImage images[64];
    uint32_t counted = 0, listed = COUNT(images);
    if (list(screen->device->handle, swapchain, &counted, NULL) < VK_SUCCESS) return 1;
    if (list(screen->device->handle, swapchain, &listed, images) < VK_SUCCESS) return 1;
    return counted >= wanted && listed >= wanted;
}

void screen_make_in_turns(struct screen *screen, const char *label) {
    VkDevice device = screen->device->handle;
    VkSurfaceCapabilitiesKHR can;
    VkSwapchainKHR before = NULL;
    int is_again = 0, is_right = 1;
    VkResult result = INSTANCE_CALL(screen->device->instance, GetPhysicalDeviceSurfaceCapabilitiesKHR)(
        screen->device->gpu, screen->window.surface, &can);
    uint32_t few = can.minImageCount, more = within(few + MORE, few, can.maxImageCount);
    for (uint32_t i = 0; i < TURNS && result == VK_SUCCESS; i++) {
        VkSwapchainKHR swapchain = NULL;
        VkSwapchainCreateInfoKHR info = screen_describe(screen, &can, SIDE);
        info.minImageCount = i % 2 == 0 ? few : more;
        result = COMMAND(screen, CreateSwapchainKHR)(device, &info, callbacks_of("swapchain"), &swapchain);
        if (result != VK_SUCCESS) break;
        int has_all = has_its_images(screen, swapchain, info.minImageCount);
        COMMAND(screen, DestroySwapchainKHR)(device, swapchain, callbacks_of("swapchain"));
        if (before == swapchain) is_again = 1, is_right &= has_all;
        before = swapchain;
    }
    if (result < VK_SUCCESS) return answer_number(label, result);
    if (!is_again || few == more) return answer_left_out(label, "no handle comes again");
    answer_text(label, is_right ? "its own" : "the one before");
}
