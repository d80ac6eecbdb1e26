// Swapchains: some frames shown, the swapchain made anew as after a resize, and some more; on a surface without a
// window, which waits for no screen, many more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../acts.h"
#include "screen.h"

#define FRAMES 4
#define MANY_FRAMES 128
#define MOST_IMAGES 65536U  // a count beyond is nobody's
#define SPARE 4U

// What is answered instead of the result when an image is acquired that the swapchain does not list.
#define NO_SUCH_IMAGE VK_RESULT_MAX_ENUM

static const char *label(const struct screen *screen, const char *step) {
    static char text[128];
    snprintf(text, sizeof text, "%s.%s", screen->name, step);
    return text;
}

// Whether the structure is as it was is said once for each parameter.
static void only_read(struct screen *screen, const char *parameter, const void *before, const void *after, size_t size) {
    if (memcmp(before, after, size) == 0 || screen->written_count == COUNT(screen->written)) return;
    for (uint32_t i = 0; i < screen->written_count; i++)
        if (screen->written[i] == parameter) return;
    screen->written[screen->written_count++] = parameter;
}

// ---- what can be had of the surface

int screen_choose_format(struct screen *screen) {
    const struct instance *instance = screen->device->instance;
    VkSurfaceFormatKHR formats[256];
    VkPresentModeKHR modes[64];
    uint32_t count = COUNT(formats), mode_count = COUNT(modes);
    VkResult result = INSTANCE_CALL(instance, GetPhysicalDeviceSurfaceFormatsKHR)(
        screen->device->gpu, screen->window.surface, &count, formats);
    if (!ok(label(screen, "formats"), result) || count == 0) return 0;
    screen->format = formats[0];
    answer_number(label(screen, "format"), formats[0].format);
    result = INSTANCE_CALL(instance, GetPhysicalDeviceSurfacePresentModesKHR)(
        screen->device->gpu, screen->window.surface, &mode_count, modes);
    return ok(label(screen, "modes"), result);
}

int screen_is_supported(struct screen *screen) {
    VkBool32 can = VK_FALSE;
    VkResult result = INSTANCE_CALL(screen->device->instance, GetPhysicalDeviceSurfaceSupportKHR)(
        screen->device->gpu, screen->device->family, screen->window.surface, &can);
    answer_number(label(screen, "supported"), can);
    return result == VK_SUCCESS && can;
}

uint32_t within(uint32_t wanted, uint32_t least, uint32_t most) {
    if (wanted < least) return least;
    return most != 0 && wanted > most ? most : wanted;
}

VkSwapchainCreateInfoKHR screen_describe(const struct screen *screen, const VkSurfaceCapabilitiesKHR *can, uint32_t side) {
    VkExtent2D extent = can->currentExtent;
    if (extent.width == UINT32_MAX)
        extent = (VkExtent2D){within(side, can->minImageExtent.width, can->maxImageExtent.width),
                              within(side, can->minImageExtent.height, can->maxImageExtent.height)};
    VkCompositeAlphaFlagsKHR alpha = can->supportedCompositeAlpha;
    return (VkSwapchainCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                      .surface = screen->window.surface,
                                      .minImageCount = within(can->minImageCount + 1, 1, can->maxImageCount),
                                      .imageFormat = screen->format.format,
                                      .imageColorSpace = screen->format.colorSpace,
                                      .imageExtent = extent,
                                      .imageArrayLayers = 1,
                                      .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                      .preTransform = can->currentTransform,
                                      .compositeAlpha = (VkCompositeAlphaFlagBitsKHR)(alpha & (0U - alpha)),
                                      .presentMode = VK_PRESENT_MODE_FIFO_KHR,
                                      .clipped = VK_TRUE,
                                      .oldSwapchain = screen->swapchain};
}

void screen_forget_images(struct screen *screen) {
    free(screen->images);
    free(screen->drawn);
    screen->images = NULL;
    screen->drawn = NULL;
    screen->image_count = 0;
}

// All images of the swapchain, however many, asked for with more room than they need.
static VkResult list_images(struct screen *screen) {
    PFN_vkGetSwapchainImagesKHR list = COMMAND(screen, GetSwapchainImagesKHR);
    uint32_t count = 0;
    screen_forget_images(screen);
    VkResult result = list(screen->device->handle, screen->swapchain, &count, NULL);
    if (result != VK_SUCCESS) return result;
    uint32_t room = count = at_most(count, MOST_IMAGES) + SPARE;
    screen->images = calloc(room, sizeof *screen->images);
    screen->drawn = calloc(room, sizeof *screen->drawn);
    if (screen->images == NULL || screen->drawn == NULL) abort();
    result = list(screen->device->handle, screen->swapchain, &count, screen->images);
    screen->image_count = at_most(count, room);
    return result;
}

// The one of before ends once its successor is there and its presentations are over, which are operations on its images, too.
int screen_make_swapchain(struct screen *screen, const char *step, uint32_t side) {
    VkSurfaceCapabilitiesKHR can;
    VkSwapchainKHR old = screen->swapchain;
    VkResult result = INSTANCE_CALL(screen->device->instance, GetPhysicalDeviceSurfaceCapabilitiesKHR)(
        screen->device->gpu, screen->window.surface, &can);
    if (result != VK_SUCCESS) return ok(label(screen, step), result);
    VkSwapchainCreateInfoKHR info = screen_describe(screen, &can, side), before;
    memcpy(&before, &info, sizeof info);
    result = COMMAND(screen, CreateSwapchainKHR)(screen->device->handle, &info, callbacks_of("swapchain"),
                                                 &screen->swapchain);
    only_read(screen, "pCreateInfo of vkCreateSwapchainKHR", &before, &info, sizeof info);
    if (result != VK_SUCCESS) screen->swapchain = NULL;
    if (old != NULL) {
        screen->device->QueueWaitIdle(screen->device->queue);
        COMMAND(screen, DestroySwapchainKHR)(screen->device->handle, old, callbacks_of("swapchain"));
    }
    if (!ok(label(screen, step), result)) return 0;
    result = list_images(screen);
    return result == VK_SUCCESS || ok(label(screen, step), result);
}

// ---- frames

struct frame {
    struct recorder recorder;
    VkSemaphore drawn, ready;
    VkFence acquired;
    int made;
};

static int frame_make(struct device *device, struct frame *frame) {
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    memset(frame, 0, sizeof *frame);
    frame->made = recorder_make("recorder", device, &frame->recorder);
    if (frame->made == 1)
        frame->made += device->CreateSemaphore(device->handle, &semaphore, callbacks_of("semaphore"),
                                               &frame->drawn) == VK_SUCCESS;
    if (frame->made == 2)
        frame->made += device->CreateSemaphore(device->handle, &semaphore, callbacks_of("semaphore"),
                                               &frame->ready) == VK_SUCCESS;
    if (frame->made == 3)
        frame->made += device->CreateFence(device->handle, &fence, callbacks_of("fence"), &frame->acquired) ==
                       VK_SUCCESS;
    return frame->made == 4;
}

static void frame_end(struct device *device, struct frame *frame) {
    if (frame->made > 3) device->DestroyFence(device->handle, frame->acquired, callbacks_of("fence"));
    if (frame->made > 2) device->DestroySemaphore(device->handle, frame->ready, callbacks_of("semaphore"));
    if (frame->made > 1) device->DestroySemaphore(device->handle, frame->drawn, callbacks_of("semaphore"));
    if (frame->made > 0) recorder_end(device, &frame->recorder);
}

// Nothing is drawn: the image only becomes one that can be shown.
static VkResult draw(struct screen *screen, struct frame *frame, uint32_t index) {
    struct device *device = screen->device;
    struct image image = {.handle = screen->images[index]};
    VkPipelineStageFlags before = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .waitSemaphoreCount = 1,
                           .pWaitSemaphores = &frame->ready,
                           .pWaitDstStageMask = &before,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &frame->recorder.commands,
                           .signalSemaphoreCount = 1,
                           .pSignalSemaphores = &frame->drawn};
    if (!record_begin("begin", device, frame->recorder.commands)) return VK_ERROR_OUT_OF_HOST_MEMORY;
    image_become(device, frame->recorder.commands, &image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    VkResult result = device->EndCommandBuffer(frame->recorder.commands);
    return result == VK_SUCCESS ? device->QueueSubmit(device->queue, 1, &submit, NULL) : result;
}

// An image that was shown before is shown again as it is.
static VkResult make_ready(struct screen *screen, struct frame *frame, int is_anew, uint32_t index) {
    struct device *device = screen->device;
    VkResult result = device->WaitForFences(device->handle, 1, &frame->acquired, VK_TRUE, FOREVER);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &frame->acquired);
    if (result == VK_SUCCESS && is_anew) result = draw(screen, frame, index);
    screen->drawn[index] = 1;
    return result;
}

// By the newer of both commands in every other call, where there is one.
static VkResult acquire(struct screen *screen, VkSemaphore ready, VkFence acquired, uint32_t *index) {
    struct device *device = screen->device;
    PFN_vkAcquireNextImage2KHR newer = COMMAND(screen, AcquireNextImage2KHR);
    VkAcquireNextImageInfoKHR info = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR,
                                      .swapchain = screen->swapchain,
                                      .timeout = FOREVER,
                                      .semaphore = ready,
                                      .fence = acquired,
                                      .deviceMask = 1};
    if (device->api >= VK_API_VERSION_1_1 && newer != NULL && screen->acquired++ % 2 == 1)
        return newer(device->handle, &info, index);
    return COMMAND(screen, AcquireNextImageKHR)(device->handle, screen->swapchain, FOREVER, ready, acquired, index);
}

// VK_SUBOPTIMAL_KHR is a success; VK_ERROR_OUT_OF_DATE_KHR would be answered as it is.
static VkResult show(struct screen *screen, struct frame *frame, int is_anew) {
    struct device *device = screen->device;
    uint32_t index = 0;
    VkResult result = acquire(screen, is_anew ? frame->ready : NULL, frame->acquired, &index);
    if (result < 0) return result;
    if (index >= screen->image_count) return NO_SUCH_IMAGE;
    result = make_ready(screen, frame, is_anew, index);
    if (result != VK_SUCCESS) return result;
    VkResult each = NO_RESULT;
    VkPresentInfoKHR before;
    VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                             .waitSemaphoreCount = is_anew ? 1 : 0,
                             .pWaitSemaphores = &frame->drawn,
                             .swapchainCount = 1,
                             .pSwapchains = &screen->swapchain,
                             .pImageIndices = &index,
                             .pResults = &each};
    memcpy(&before, &info, sizeof info);
    result = COMMAND(screen, QueuePresentKHR)(device->queue, &info);
    only_read(screen, "pPresentInfo of vkQueuePresentKHR", &before, &info, sizeof info);
    if (result >= 0 && each == NO_RESULT) screen->unanswered++;
    return result < 0 || !is_anew ? result : device->QueueWaitIdle(device->queue);
}

// Whether all images there are have been drawn, so that they may be shown as they are.
static int all_drawn(const struct screen *screen) {
    uint32_t drawn = 0;
    while (drawn < screen->image_count && screen->drawn[drawn]) drawn++;
    return drawn == screen->image_count;
}

static void show_frames(struct screen *screen, const char *step, int frames) {
    struct frame frame;
    VkResult result = VK_ERROR_INITIALIZATION_FAILED;
    int shown = 0, is_many = frames > FRAMES;
    if (frame_make(screen->device, &frame))
        for (result = VK_SUCCESS; shown < frames && result == VK_SUCCESS; shown++)
            result = show(screen, &frame, !is_many || !all_drawn(screen));
    // What was submitted may be pending where a call failed. And who ends a swapchain has its images out of use: a layer
    // may count on that for what it draws over them.
    VkResult idle = screen->device->QueueWaitIdle(screen->device->queue);
    if (is_many && result == VK_SUCCESS) result = idle;
    frame_end(screen->device, &frame);
    list_begin(label(screen, step));
    list_number(result);
    list_number(shown);
    list_end();
}

// ---- an image of a swapchain that has been replaced

static VkResult show_old(struct screen *screen, const struct frame *frame, VkSwapchainKHR old, uint32_t index) {
    VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                             .waitSemaphoreCount = 1,
                             .pWaitSemaphores = &frame->drawn,
                             .swapchainCount = 1,
                             .pSwapchains = &old,
                             .pImageIndices = &index};
    return COMMAND(screen, QueuePresentKHR)(screen->device->queue, &info);
}

static VkResult replace(struct screen *screen) {
    VkSurfaceCapabilitiesKHR can;
    VkResult result = INSTANCE_CALL(screen->device->instance, GetPhysicalDeviceSurfaceCapabilitiesKHR)(
        screen->device->gpu, screen->window.surface, &can);
    if (result != VK_SUCCESS) return result;
    VkSwapchainCreateInfoKHR info = screen_describe(screen, &can, SIDE);
    VkSwapchainKHR newer = NULL;
    result = COMMAND(screen, CreateSwapchainKHR)(screen->device->handle, &info, callbacks_of("swapchain"), &newer);
    screen->swapchain = result == VK_SUCCESS ? newer : NULL;
    return result;
}

// What was acquired before its swapchain was replaced may be presented afterwards. A swapchain that another one was to
// replace is retired also where that one could not be made, and is not named again.
static void retire(struct screen *screen) {
    struct device *device = screen->device;
    VkSwapchainKHR old = screen->swapchain;
    struct frame frame;
    uint32_t index = 0;
    VkResult result = frame_make(device, &frame) ? acquire(screen, frame.ready, frame.acquired, &index)
                                                 : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result >= 0 && index >= screen->image_count) result = NO_SUCH_IMAGE;
    int is_ready = result >= 0 && result != NO_SUCH_IMAGE && make_ready(screen, &frame, 1, index) == VK_SUCCESS;
    if (is_ready && ok(label(screen, "replaced"), replace(screen)))
        answer_number(label(screen, "retired"), show_old(screen, &frame, old, index));
    device->QueueWaitIdle(device->queue);
    frame_end(device, &frame);
    if (screen->swapchain != old)
        COMMAND(screen, DestroySwapchainKHR)(device->handle, old, callbacks_of("swapchain"));
}

static void present(struct screen *screen) {
    if (!screen_is_supported(screen) || !screen_choose_format(screen)) return;
    if (screen_make_swapchain(screen, "swapchain", SIDE)) {
        show_frames(screen, "frames", FRAMES);
        retire(screen);
    }
    if (screen->swapchain != NULL && screen_make_swapchain(screen, "resized", SIDE / 2)) {
        show_frames(screen, "frames_resized", FRAMES);
        if (screen->many > 0) show_frames(screen, "frames_many", screen->many);
    }
    if (screen->swapchain != NULL)
        COMMAND(screen, DestroySwapchainKHR)(screen->device->handle, screen->swapchain, callbacks_of("swapchain"));
    screen_forget_images(screen);
    answer_number(label(screen, "unanswered"), screen->unanswered);
    list_begin(label(screen, "written_over"));
    for (uint32_t i = 0; i < screen->written_count; i++) list_text(screen->written[i]);
    list_end();
}

static void on_surface(const struct windowing *windowing, struct instance *instance, int many) {
    static const char *const extensions[] = {"VK_KHR_swapchain"};
    struct wish wish = {.extensions = extensions, .extension_count = 1};
    struct screen screen = {.name = windowing->name, .many = many};
    struct device device;
    if (!device_offers(instance, instance->gpus[0], extensions[0]))
        return answer_left_out(label(&screen, "device"), "VK_KHR_swapchain is not offered");
    if (!windowing->open(label(&screen, "surface"), instance, &screen.window)) return;
    if (device_make(label(&screen, "device"), &device, instance, &wish)) {
        screen.device = &device;
        present(&screen);
        device_end(&device);
    }
    window_end(instance, &screen.window);
}

static void present_to(const struct windowing *windowing, int many) {
    const char *extensions[] = {"VK_KHR_surface", windowing->extension};
    struct wish wish = {.extensions = extensions, .extension_count = COUNT(extensions)};
    struct screen screen = {.name = windowing->name};
    struct instance instance;
    if (!instance_offers(extensions[0]) || !instance_offers(extensions[1]))
        return answer_left_out(label(&screen, "instance"), "the surface is not offered");
    if (!instance_make(label(&screen, "instance"), &instance, &wish)) return;
    on_surface(windowing, &instance, many);
    instance_end(&instance);
}

void present_headless(struct instance *instance) { on_surface(&headless, instance, 0); }

void act_present(void) { present_to(&headless, MANY_FRAMES); }

void act_present_x11(void) {
    if (getenv("DISPLAY") == NULL) return answer_left_out("instance", "there is no DISPLAY");
    present_to(&xcb, 0);
    present_to(&xlib, 0);
}

// ---- surfaces of whichever kind there is

// Whether an instance offers this kind.
static int show_on(const struct windowing *windowing, showing *show) {
    const char *extensions[] = {"VK_KHR_surface", windowing->extension};
    struct wish wish = {.extensions = extensions, .extension_count = COUNT(extensions)};
    struct instance instance;
    if (!instance_offers(extensions[0]) || !instance_offers(extensions[1])) return 0;
    if (!instance_make("instance", &instance, &wish)) return 1;
    show(windowing, &instance);
    instance_end(&instance);
    return 1;
}

void show_on_a_surface(showing *show) {
    if (show_on(&headless, show)) return;
    if (getenv("DISPLAY") == NULL || !show_on(&xcb, show)) answer_left_out("instance", "no surface is offered");
}
