// Frames of two swapchains: submissions of one call that wait for each other's semaphores, some of them without command
// buffers, and one vkQueuePresentKHR that waits for several semaphores and shows both images. In every third frame only
// the second swapchain is shown, so that the images of both have different indices, and later the first is made anew.
#include <stdio.h>
#include <string.h>

#include "../acts.h"
#include "screen.h"

#define FRAMES 16U
#define MADE_ANEW 7U   // the frame before which the first swapchain is made anew
#define MOST_IMAGES 8U
#define A_SECOND UINT64_C(1000000000)
#define BATCHES 3U

// Semaphores of a swapchain. Those that a presentation waits for are an image's own: they are free when it comes again.
struct signals {
    VkSemaphore ready, begun, drawn[MOST_IMAGES];
};

struct pair {
    struct device *device;
    struct screen screens[2];
    struct recorder recorders[2];
    struct signals signals[2];
    VkSemaphore between;
    VkFence acquired, done;
    uint32_t index[2], shown, unanswered;
    int is_newer;  // there is vkQueueSubmit2
};

static const char *label(const char *step) {
    static char text[64];
    snprintf(text, sizeof text, "two.%s", step);
    return text;
}

// ---- what a frame needs

static VkResult semaphore_make(struct device *device, VkSemaphore *to) {
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    return made(device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), to), to);
}

static VkResult fence_make(struct device *device, VkFence *to) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    return made(device->CreateFence(device->handle, &info, callbacks_of("fence"), to), to);
}

static VkResult signals_make(struct device *device, struct signals *signals) {
    VkResult result = semaphore_make(device, &signals->ready);
    if (result == VK_SUCCESS) result = semaphore_make(device, &signals->begun);
    for (uint32_t i = 0; i < MOST_IMAGES && result == VK_SUCCESS; i++) result = semaphore_make(device, &signals->drawn[i]);
    return result;
}

static void signals_end(struct device *device, const struct signals *signals) {
    device->DestroySemaphore(device->handle, signals->ready, callbacks_of("semaphore"));
    device->DestroySemaphore(device->handle, signals->begun, callbacks_of("semaphore"));
    for (uint32_t i = 0; i < MOST_IMAGES; i++)
        device->DestroySemaphore(device->handle, signals->drawn[i], callbacks_of("semaphore"));
}

static int pair_make(struct pair *pair) {
    struct device *device = pair->device;
    int is_there = 1;
    for (int i = 0; i < 2; i++) {
        struct recorder recorder;
        if (recorder_make("recorder", device, &recorder)) pair->recorders[i] = recorder;
        is_there &= pair->recorders[i].pool != NULL;
        is_there &= ok(label("semaphores"), signals_make(device, &pair->signals[i]));
    }
    is_there &= ok(label("semaphores"), semaphore_make(device, &pair->between));
    is_there &= ok(label("fences"), fence_make(device, &pair->acquired));
    return is_there & ok(label("fences"), fence_make(device, &pair->done));
}

static void pair_end(struct pair *pair) {
    struct device *device = pair->device;
    device->DestroyFence(device->handle, pair->done, callbacks_of("fence"));
    device->DestroyFence(device->handle, pair->acquired, callbacks_of("fence"));
    device->DestroySemaphore(device->handle, pair->between, callbacks_of("semaphore"));
    for (int i = 0; i < 2; i++) {
        signals_end(device, &pair->signals[i]);
        if (pair->recorders[i].pool != NULL) recorder_end(device, &pair->recorders[i]);
    }
}

// ---- a frame

static int wait_and_reset(struct device *device, VkFence fence) {
    VkResult result = device->WaitForFences(device->handle, 1, &fence, VK_TRUE, FOREVER);
    return result == VK_SUCCESS ? device->ResetFences(device->handle, 1, &fence) == VK_SUCCESS : ok(label("fence"), result);
}

// With a semaphore; of the second swapchain also with a fence. By the newer command in every other frame.
static int take(struct pair *pair, uint32_t which, uint32_t frame) {
    struct screen *screen = &pair->screens[which];
    struct device *device = pair->device;
    PFN_vkAcquireNextImage2KHR newer = COMMAND(screen, AcquireNextImage2KHR);
    VkFence fence = which == 1 ? pair->acquired : NULL;
    VkAcquireNextImageInfoKHR info = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR,
                                      .swapchain = screen->swapchain,
                                      .timeout = A_SECOND,
                                      .semaphore = pair->signals[which].ready,
                                      .fence = fence,
                                      .deviceMask = 1};
    uint32_t *index = &pair->index[which];
    VkResult result;
    if (device->api >= VK_API_VERSION_1_1 && newer != NULL && frame % 2 == 1)
        result = newer(device->handle, &info, index);
    else
        result = COMMAND(screen, AcquireNextImageKHR)(device->handle, screen->swapchain, A_SECOND, info.semaphore, fence, index);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) return ok(label("take"), result);
    if (fence != NULL && !wait_and_reset(device, fence)) return 0;
    return *index < screen->image_count;
}

static int record(struct pair *pair, uint32_t which) {
    struct device *device = pair->device;
    VkCommandBuffer commands = pair->recorders[which].commands;
    struct image image = {.handle = pair->screens[which].images[pair->index[which]]};
    if (!record_begin(label("begin"), device, commands)) return 0;
    image_become(device, commands, &image, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    return ok(label("end"), device->EndCommandBuffer(commands));
}

// A batch as both forms of vkQueueSubmit take it.
struct batch {
    uint32_t wait_count, signal_count, commands_count;
    VkSemaphore waits[2], signals[2];
    VkCommandBuffer commands;
};

static VkResult submit_older(struct pair *pair, const struct batch *batches, uint32_t count) {
    static const VkPipelineStageFlags stages[] = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT};
    VkSubmitInfo infos[BATCHES];
    for (uint32_t i = 0; i < count; i++)
        infos[i] = (VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                  .waitSemaphoreCount = batches[i].wait_count,
                                  .pWaitSemaphores = batches[i].waits,
                                  .pWaitDstStageMask = stages,
                                  .commandBufferCount = batches[i].commands_count,
                                  .pCommandBuffers = &batches[i].commands,
                                  .signalSemaphoreCount = batches[i].signal_count,
                                  .pSignalSemaphores = batches[i].signals};
    return pair->device->QueueSubmit(pair->device->queue, count, infos, pair->done);
}

static VkSemaphoreSubmitInfo semaphore_info(VkSemaphore semaphore) {
    return (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                   .semaphore = semaphore,
                                   .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
}

static VkResult submit_newer(struct pair *pair, const struct batch *batches, uint32_t count) {
    VkSemaphoreSubmitInfo waits[BATCHES][2], signals[BATCHES][2];
    VkCommandBufferSubmitInfo commands[BATCHES];
    VkSubmitInfo2 infos[BATCHES];
    for (uint32_t i = 0; i < count; i++) {
        for (int j = 0; j < 2; j++) waits[i][j] = semaphore_info(batches[i].waits[j]);
        for (int j = 0; j < 2; j++) signals[i][j] = semaphore_info(batches[i].signals[j]);
        commands[i] = (VkCommandBufferSubmitInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                  .commandBuffer = batches[i].commands};
        infos[i] = (VkSubmitInfo2){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                   .waitSemaphoreInfoCount = batches[i].wait_count,
                                   .pWaitSemaphoreInfos = waits[i],
                                   .commandBufferInfoCount = batches[i].commands_count,
                                   .pCommandBufferInfos = &commands[i],
                                   .signalSemaphoreInfoCount = batches[i].signal_count,
                                   .pSignalSemaphoreInfos = signals[i]};
    }
    return DEVICE_CALL(pair->device, QueueSubmit2)(pair->device->queue, count, infos, pair->done);
}

static VkSemaphore drawn(const struct pair *pair, uint32_t which) { return pair->signals[which].drawn[pair->index[which]]; }

// The second batch waits for the first one's semaphore and its own image, and the third one, which executes nothing, for
// the second: it signals what the presentation waits for.
static int submit(struct pair *pair, uint32_t first, uint32_t frame) {
    const struct signals *signals = pair->signals;
    struct batch batches[BATCHES] = {
        {.wait_count = 1,
         .waits = {signals[0].ready},
         .commands_count = 1,
         .commands = pair->recorders[0].commands,
         .signal_count = 1,
         .signals = {signals[0].begun}},
        {.wait_count = first == 0 ? 2 : 1,
         .waits = {signals[1].ready, signals[0].begun},
         .commands_count = 1,
         .commands = pair->recorders[1].commands,
         .signal_count = first == 0 ? 2 : 1,
         .signals = {pair->between, first == 0 ? drawn(pair, 0) : NULL}},
        {.wait_count = 1, .waits = {pair->between}, .signal_count = 1, .signals = {drawn(pair, 1)}},
    };
    int is_newer = pair->is_newer && frame % 2 == 0;
    VkResult result = (is_newer ? submit_newer : submit_older)(pair, batches + first, BATCHES - first);
    return ok(label("submit"), result);
}

static int show(struct pair *pair, uint32_t first) {
    const VkSwapchainKHR swapchains[] = {pair->screens[0].swapchain, pair->screens[1].swapchain};
    const VkSemaphore waits[] = {first == 0 ? drawn(pair, 0) : NULL, drawn(pair, 1)};
    VkResult results[] = {NO_RESULT, NO_RESULT};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                   .waitSemaphoreCount = 2 - first,
                                   .pWaitSemaphores = waits + first,
                                   .swapchainCount = 2 - first,
                                   .pSwapchains = swapchains + first,
                                   .pImageIndices = pair->index + first,
                                   .pResults = results + first};
    VkResult result = COMMAND(&pair->screens[0], QueuePresentKHR)(pair->device->queue, &info);
    if (result < VK_SUCCESS) return ok(label("show"), result);
    for (uint32_t i = first; i < 2; i++) pair->unanswered += results[i] == NO_RESULT;
    pair->shown += 2 - first;
    return 1;
}

static int play(struct pair *pair, uint32_t frame) {
    uint32_t first = frame % 3 == 1;  // swapchain that is shown
    for (uint32_t i = first; i < 2; i++)
        if (!take(pair, i, frame) || !record(pair, i)) return 0;
    return submit(pair, first, frame) && show(pair, first) && wait_and_reset(pair->device, pair->done);
}

// It waits where the older swapchain ends, and not before: see screen_make_swapchain.
static int make_anew(struct pair *pair) {
    return screen_make_swapchain(&pair->screens[0], "anew", SIDE) && pair->screens[0].image_count <= MOST_IMAGES;
}

// Images of the second swapchain without waiting for any, until there is none.
static void take_all(struct pair *pair) {
    struct screen *screen = &pair->screens[1];
    VkDevice device = pair->device->handle;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0, index; i <= screen->image_count && result == VK_SUCCESS; i++) {
        result = COMMAND(screen, AcquireNextImageKHR)(device, screen->swapchain, 0, NULL, pair->acquired, &index);
        if (result == VK_SUCCESS && !wait_and_reset(pair->device, pair->acquired)) return;
    }
    answer_number(label("none_left"), result);
}

static void play_all(struct pair *pair) {
    uint32_t frame = 0;
    while (frame < FRAMES && (frame != MADE_ANEW || make_anew(pair)) && play(pair, frame)) frame++;
    answer_number(label("shown"), pair->shown);
    answer_number(label("unanswered"), pair->unanswered);
    if (frame == FRAMES) take_all(pair);
}

// ---- the surfaces and the device

static void with_device(struct pair *pair) {
    int is_there = 1;
    for (int i = 0; i < 2 && is_there; i++) {
        struct screen *screen = &pair->screens[i];
        screen->device = pair->device;
        is_there = screen_is_supported(screen) && screen_choose_format(screen) && screen_make_swapchain(screen, "swapchain", SIDE);
        is_there = is_there && screen->image_count <= MOST_IMAGES;
    }
    if (is_there) {
        if (pair_make(pair)) play_all(pair);
        pair->device->DeviceWaitIdle(pair->device->handle);
        pair_end(pair);
    }
    for (int i = 0; i < 2; i++) {
        struct screen *screen = &pair->screens[i];
        if (screen->device == NULL) continue;
        COMMAND(screen, DestroySwapchainKHR)(pair->device->handle, screen->swapchain, callbacks_of("swapchain"));
        screen->swapchain = NULL;
        screen_forget_images(screen);
    }
    if (is_there) screen_make_in_turns(&pair->screens[0], label("again"));
}

static int has_newer_submissions(const struct instance *instance, const struct device *device) {
    VkPhysicalDeviceVulkan13Features later = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &later};
    if (device->api < VK_API_VERSION_1_3) return 0;
    INSTANCE_CALL(instance, GetPhysicalDeviceFeatures2)(device->gpu, &all);
    return later.synchronization2 == VK_TRUE;
}

// The last family that can draw and present: who takes the first one, or that of another queue, has the wrong one.
static void choose_family(struct device *device, VkSurfaceKHR surface) {
    VkQueueFamilyProperties families[16];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    for (uint32_t i = 0; i < count; i++) {
        VkBool32 can = VK_FALSE;
        if (!(families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT)) continue;
        VkResult result = INSTANCE_CALL(device->instance, GetPhysicalDeviceSurfaceSupportKHR)(device->gpu, i, surface, &can);
        if (result != VK_SUCCESS || !can) continue;
        device->family = i;
        device->can = families[i].queueFlags;
    }
}

static void on_two_surfaces(const struct windowing *windowing, struct instance *instance) {
    static const char *const extensions[] = {"VK_KHR_swapchain"}, *const names[] = {"first", "second"};
    VkPhysicalDeviceVulkan13Features later = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                              .synchronization2 = VK_TRUE};
    struct device device;
    struct pair pair = {.device = &device};
    uint32_t opened = 0;
    if (!device_offers(instance, instance->gpus[0], extensions[0]))
        return answer_left_out("device", "VK_KHR_swapchain is not offered");
    device_choose(&device, instance, instance->gpus[0]);
    pair.is_newer = has_newer_submissions(instance, &device);
    struct wish wish = {.extensions = extensions, .extension_count = 1, .chain = pair.is_newer ? &later : NULL};
    while (opened < 2 && windowing->open("surface", instance, &pair.screens[opened].window)) {
        pair.screens[opened].name = names[opened];
        opened++;
    }
    if (opened > 0) choose_family(&device, pair.screens[0].window.surface);
    if (opened == 2 && device_start("device", &device, &wish)) {
        with_device(&pair);
        device_end(&device);
    }
    while (opened > 0) window_end(instance, &pair.screens[--opened].window);
}

void act_frames(void) { show_on_a_surface(on_two_surfaces); }
