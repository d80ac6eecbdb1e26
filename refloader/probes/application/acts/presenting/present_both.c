// One call that presents to two swapchains: each shows the image of its own index. The program holds an image of the
// second one that it does not show; nobody else may get that meanwhile.
#include <stdio.h>
#include <string.h>

#include "../acts.h"
#include "screen.h"

#define A_SECOND UINT64_C(1000000000)
#define MORE_ROUNDS 3U  // than there are images

// Both screens, and what shows images of either.
struct both {
    struct screen screens[2];
    struct recorder recorder;
    VkFence fence;
    uint32_t held_again;  // how often an image was acquired that is held
};

static const char *label(const char *step) {
    static char text[128];
    snprintf(text, sizeof text, "both.%s", step);
    return text;
}

// Waits until the image can be used. Where none comes in time, nothing is acquired.
static int take(struct both *both, struct screen *screen, uint32_t *index) {
    struct device *device = screen->device;
    VkResult result = COMMAND(screen, AcquireNextImageKHR)(device->handle, screen->swapchain, A_SECOND, NULL,
                                                           both->fence, index);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) return result > VK_SUCCESS ? 0 : ok(label("take"), result);
    result = device->WaitForFences(device->handle, 1, &both->fence, VK_TRUE, A_SECOND);
    if (result == VK_TIMEOUT) return 0;
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &both->fence);
    return result == VK_SUCCESS ? *index < screen->image_count : ok(label("take"), result);
}

static int make_ready(struct both *both, struct screen *screen, uint32_t index) {
    struct image image = {.handle = screen->images[index]};
    if (screen->drawn[index]) return 1;
    if (!record_begin(label("begin"), screen->device, both->recorder.commands)) return 0;
    image_become(screen->device, both->recorder.commands, &image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    return screen->drawn[index] = record_submit(label("submit"), screen->device, both->recorder.commands);
}

// The first screens of so many, each with its index.
static int show(struct both *both, uint32_t first, uint32_t count, const uint32_t *indices) {
    const VkSwapchainKHR swapchains[] = {both->screens[0].swapchain, both->screens[1].swapchain};
    VkResult results[] = {NO_RESULT, NO_RESULT};
    struct device *device = both->screens[0].device;
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                   .swapchainCount = count,
                                   .pSwapchains = &swapchains[first],
                                   .pImageIndices = indices,
                                   .pResults = results};
    for (uint32_t i = 0; i < count; i++)
        if (!make_ready(both, &both->screens[first + i], indices[i])) return 0;
    VkResult result = COMMAND(&both->screens[0], QueuePresentKHR)(device->queue, &info);
    if (result < VK_SUCCESS) return ok(label("show"), result);
    for (uint32_t i = 0; i < count; i++) both->screens[first + i].unanswered += results[i] == NO_RESULT;
    return 1;
}

// As often as it takes for every image to come round.
static void go_on(struct both *both, uint32_t held) {
    struct screen *second = &both->screens[1];
    for (uint32_t i = 0; i < second->image_count + MORE_ROUNDS && both->held_again == 0; i++) {
        uint32_t index = 0;
        if (!take(both, second, &index)) return;
        if (index == held)
            both->held_again++;
        else if (!show(both, 1, 1, &index))
            return;
    }
}

static void show_both(struct both *both) {
    uint32_t held = 0, indices[2] = {0, 0};
    if (!take(both, &both->screens[1], &held) || !take(both, &both->screens[1], &indices[1])) return;
    if (!take(both, &both->screens[0], &indices[0])) return;
    if (indices[0] == indices[1]) {
        indices[1] = held;
        held = indices[0];
    }
    if (indices[1] == held)
        both->held_again++;
    else if (show(both, 0, 2, indices))
        go_on(both, held);
    else
        return;
    answer_number(label("held_again"), both->held_again);
    answer_number(label("unanswered"), both->screens[0].unanswered + both->screens[1].unanswered);
}

// Whether one image may be held while another is acquired: while no more are than there are beyond minImageCount, one
// has to become free in the end.
static int can_hold_one(const struct screen *screen) {
    VkSurfaceCapabilitiesKHR capabilities = {.minImageCount = 0};
    VkResult result = INSTANCE_CALL(screen->device->instance, GetPhysicalDeviceSurfaceCapabilitiesKHR)(
        screen->device->gpu, screen->window.surface, &capabilities);
    if (result != VK_SUCCESS) return ok(label("capabilities"), result);
    if (screen->image_count > 1 && screen->image_count > capabilities.minImageCount) return 1;
    return answer_left_out(label("take"), "no image is more than the surface needs"), 0;
}

static int make(struct both *both, struct device *device) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    for (int i = 0; i < 2; i++) {
        struct screen *screen = &both->screens[i];
        if (!screen_is_supported(screen) || !screen_choose_format(screen)) return 0;
        if (!screen_make_swapchain(screen, "swapchain", SIDE)) return 0;
    }
    if (!can_hold_one(&both->screens[1])) return 0;
    if (!recorder_make("recorder", device, &both->recorder)) return 0;
    VkResult result = device->CreateFence(device->handle, &info, callbacks_of("fence"), &both->fence);
    if (result == VK_SUCCESS) return 1;
    recorder_end(device, &both->recorder);
    return ok("fence", result);
}

static void with_device(struct both *both, struct device *device) {
    for (int i = 0; i < 2; i++) both->screens[i].device = device;
    if (make(both, device)) {
        show_both(both);
        device->DeviceWaitIdle(device->handle);
        device->DestroyFence(device->handle, both->fence, callbacks_of("fence"));
        recorder_end(device, &both->recorder);
    }
    for (int i = 0; i < 2; i++) {
        struct screen *screen = &both->screens[i];
        COMMAND(screen, DestroySwapchainKHR)(device->handle, screen->swapchain, callbacks_of("swapchain"));
        screen_forget_images(screen);
    }
}

static void on_two_surfaces(const struct windowing *windowing, struct instance *instance) {
    static const char *const extensions[] = {"VK_KHR_swapchain"}, *const names[] = {"first", "second"};
    struct wish wish = {.extensions = extensions, .extension_count = 1};
    struct both both = {.held_again = 0};
    struct device device;
    int opened = 0;
    if (!device_offers(instance, instance->gpus[0], extensions[0]))
        return answer_left_out("device", "VK_KHR_swapchain is not offered");
    while (opened < 2 && windowing->open("surface", instance, &both.screens[opened].window)) {
        both.screens[opened].name = names[opened];
        opened++;
    }
    if (opened == 2 && device_make("device", &device, instance, &wish)) {
        with_device(&both, &device);
        device_end(&device);
    }
    while (opened > 0) window_end(instance, &both.screens[--opened].window);
}

void act_present_both(void) { show_on_a_surface(on_two_surfaces); }
