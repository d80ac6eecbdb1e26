// What versions 1.2 and 1.3 brought: semaphores that count, submissions and barriers with structures of their
// own, rendering without a render pass.
#include <string.h>

#include "acts.h"
#include "../resources.h"

#define COPYING (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)

// In the order of making; the first ``made`` are there.
struct scene {
    struct device *device;
    int made;
    struct recorder recorder;
    struct buffer from, to;
    struct image image;
    VkImageView view;
    VkSemaphore counter;
    VkEvent event;
};

static VkResult make_counter(struct scene *scene) {
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = 3};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    return scene->device->CreateSemaphore(scene->device->handle, &info, callbacks_of("semaphore"), &scene->counter);
}

static VkResult make_event(struct scene *scene) {
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO,
                              .flags = VK_EVENT_CREATE_DEVICE_ONLY_BIT};
    return scene->device->CreateEvent(scene->device->handle, &info, callbacks_of("event"), &scene->event);
}

static int make(struct scene *scene, struct device *device) {
    VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    memset(scene, 0, sizeof *scene);
    scene->device = device;
    scene->made = recorder_make("recorder", device, &scene->recorder);
    if (scene->made == 1) scene->made += buffer_make("from", device, &scene->from, COPYING);
    if (scene->made == 2) scene->made += buffer_make("to", device, &scene->to, COPYING);
    if (scene->made == 3) scene->made += image_make("image", device, &scene->image, usage);
    if (scene->made == 4) scene->made += ok("view", image_view(device, &scene->image, &scene->view));
    if (scene->made == 5) scene->made += ok("counter", make_counter(scene));
    if (scene->made == 6) scene->made += device->is_portable || ok("event", make_event(scene));
    return scene->made == 7;
}

static void end(struct scene *scene) {
    struct device *device = scene->device;
    if (scene->made > 6) device->DestroyEvent(device->handle, scene->event, callbacks_of("event"));
    if (scene->made > 5) device->DestroySemaphore(device->handle, scene->counter, callbacks_of("semaphore"));
    if (scene->made > 4) device->DestroyImageView(device->handle, scene->view, callbacks_of("view"));
    if (scene->made > 3) image_end(device, &scene->image);
    if (scene->made > 2) buffer_end(device, &scene->to);
    if (scene->made > 1) buffer_end(device, &scene->from);
    if (scene->made > 0) recorder_end(device, &scene->recorder);
}

// ---- the counter

static void wait(struct scene *scene, const char *step, uint64_t value) {
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &scene->counter,
                                .pValues = &value};
    ok(step, DEVICE_CALL(scene->device, WaitSemaphores)(scene->device->handle, &info, FOREVER));
}

static void tell_count(struct scene *scene, const char *step) {
    uint64_t value = 0;
    if (DEVICE_CALL(scene->device, GetSemaphoreCounterValue)(scene->device->handle, scene->counter, &value) ==
        VK_SUCCESS)
        answer_number(step, (int64_t)value);
}

static int count(struct scene *scene) {
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = scene->counter, .value = 5};
    tell_count(scene, "count");
    if (!ok("signal", DEVICE_CALL(scene->device, SignalSemaphore)(scene->device->handle, &info))) return 0;
    wait(scene, "wait", 5);
    tell_count(scene, "count_signalled");
    return 1;
}

// ---- submissions: each waits for the value of before and counts on

static int submit(struct scene *scene, const char *step, uint64_t value) {
    VkSemaphoreSubmitInfo before = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                    .semaphore = scene->counter,
                                    .value = value - 1,
                                    .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkSemaphoreSubmitInfo after = before;
    VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                          .commandBuffer = scene->recorder.commands};
    VkSubmitInfo2 info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                          .waitSemaphoreInfoCount = 1,
                          .pWaitSemaphoreInfos = &before,
                          .commandBufferInfoCount = 1,
                          .pCommandBufferInfos = &commands,
                          .signalSemaphoreInfoCount = 1,
                          .pSignalSemaphoreInfos = &after};
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    struct device *device = scene->device;
    VkFence fence = NULL;
    after.value = value;
    if (device->CreateFence(device->handle, &fence_info, callbacks_of("fence"), &fence) != VK_SUCCESS)
        fence = NULL;
    VkResult result = scene->device->EndCommandBuffer(scene->recorder.commands);
    if (result == VK_SUCCESS)
        result = DEVICE_CALL(scene->device, QueueSubmit2)(scene->device->queue, 1, &info, fence);
    int is_done = ok(step, result);
    if (is_done) wait(scene, value == 6 ? "copy_wait" : "render_wait", value);
    if (is_done && fence != NULL) device->WaitForFences(device->handle, 1, &fence, VK_TRUE, FOREVER);
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
    return is_done;
}

static void seen_by_all(struct scene *scene, VkBuffer buffer) {
    VkBufferMemoryBarrier2 change = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
                                     .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                     .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                     .dstStageMask =
                                         VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_HOST_BIT,
                                     .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_HOST_READ_BIT,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .buffer = buffer,
                                     .size = VK_WHOLE_SIZE};
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .bufferMemoryBarrierCount = 1,
                             .pBufferMemoryBarriers = &change};
    DEVICE_CALL(scene->device, CmdPipelineBarrier2)(scene->recorder.commands, &info);
}

// Set, waited for and set back between what is copied and what reads it.
static void pass_event(struct scene *scene, VkEvent event) {
    VkCommandBuffer commands = scene->recorder.commands;
    VkMemoryBarrier2 all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                            .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                            .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                            .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                            .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT};
    VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &all};
    DEVICE_CALL(scene->device, CmdSetEvent2)(commands, event, &info);
    DEVICE_CALL(scene->device, CmdWaitEvents2)(commands, 1, &event, &info);
    DEVICE_CALL(scene->device, CmdResetEvent2)(commands, event, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
}

static void copy(struct scene *scene) {
    VkCommandBuffer commands = scene->recorder.commands;
    VkBufferCopy2 region = {.sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2, .size = BYTES};
    VkCopyBufferInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2,
                              .srcBuffer = scene->from.handle,
                              .dstBuffer = scene->to.handle,
                              .regionCount = 1,
                              .pRegions = &region};
    if (!record_begin("copy_begin", scene->device, commands)) return;
    scene->device->CmdFillBuffer(commands, scene->from.handle, 0, VK_WHOLE_SIZE, 0xABCD);
    seen_by_all(scene, scene->from.handle);
    DEVICE_CALL(scene->device, CmdCopyBuffer2)(commands, &info);
    if (scene->event != NULL) pass_event(scene, scene->event);
    seen_by_all(scene, scene->to.handle);
    if (submit(scene, "copy", 6)) buffer_answer("copy_hash", scene->device, &scene->to);
}

// The image is only cleared.
static void render(struct scene *scene) {
    VkCommandBuffer commands = scene->recorder.commands;
    VkRenderingAttachmentInfo attachment = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                            .imageView = scene->view,
                                            .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                            .clearValue = {.color = {.float32 = {1, 1, 0, 1}}}};
    VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                            .renderArea = {{0, 0}, {TINY, TINY}},
                            .layerCount = 1,
                            .colorAttachmentCount = 1,
                            .pColorAttachments = &attachment};
    if (!record_begin("render_begin", scene->device, commands)) return;
    image_become(scene->device, commands, &scene->image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    DEVICE_CALL(scene->device, CmdBeginRendering)(commands, &info);
    DEVICE_CALL(scene->device, CmdEndRendering)(commands);
    image_copy_out(scene->device, commands, &scene->image, &scene->to);
    if (submit(scene, "render", 7)) buffer_answer("render_hash", scene->device, &scene->to);
}

// The counter goes on in the older form of a submission, whose values are in a structure of their own.
static void count_by_older_submit(struct scene *scene) {
    const uint64_t before = 7, after = 8;
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .waitSemaphoreValueCount = 1,
                                            .pWaitSemaphoreValues = &before,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &after};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .pNext = &values,
                         .waitSemaphoreCount = 1,
                         .pWaitSemaphores = &scene->counter,
                         .pWaitDstStageMask = &stages,
                         .signalSemaphoreCount = 1,
                         .pSignalSemaphores = &scene->counter};
    if (!ok("older_submit", scene->device->QueueSubmit(scene->device->queue, 1, &info, NULL))) return;
    if (ok("older_wait", scene->device->QueueWaitIdle(scene->device->queue))) tell_count(scene, "older_count");
}

// A submission without command buffers signals as any other does.
static void signal_alone(struct scene *scene) {
    VkSemaphoreSubmitInfo after = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                   .semaphore = scene->counter,
                                   .value = 9,
                                   .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .signalSemaphoreInfoCount = 1, .pSignalSemaphoreInfos = &after};
    if (!ok("alone_submit", DEVICE_CALL(scene->device, QueueSubmit2)(scene->device->queue, 1, &info, NULL))) return;
    if (ok("alone_wait", scene->device->QueueWaitIdle(scene->device->queue))) tell_count(scene, "alone_count");
}

static void with_device(struct device *device) {
    struct scene scene;
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT)) return answer_left_out("view", "the queue cannot draw");
    // What comes after waits for what the counter was told.
    if (make(&scene, device) && count(&scene)) {
        copy(&scene);
        render(&scene);
        tell_count(&scene, "newer_count");
        count_by_older_submit(&scene);
        signal_alone(&scene);
    }
    end(&scene);
}

static int has_features(const struct instance *instance) {
    VkPhysicalDeviceVulkan13Features later = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .pNext = &later};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &two};
    INSTANCE_CALL(instance, GetPhysicalDeviceFeatures2)(instance->gpus[0], &all);
    return two.timelineSemaphore && later.synchronization2 && later.dynamicRendering;
}

static int offers_all(const struct instance *instance, const struct wish *wish) {
    for (uint32_t i = 0; i < wish->extension_count; i++)
        if (!device_offers(instance, instance->gpus[0], wish->extensions[i])) return 0;
    return 1;
}

static void modern(const char *const *extensions, uint32_t count) {
    VkPhysicalDeviceVulkan13Features later = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                              .synchronization2 = VK_TRUE,
                                              .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceVulkan12Features two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                            .pNext = &later,
                                            .timelineSemaphore = VK_TRUE};
    struct wish wish = {.chain = &two, .extensions = extensions, .extension_count = count};
    struct instance instance;
    struct device device;
    if (!instance_make("instance", &instance, NULL)) return;
    device_choose(&device, &instance, instance.gpus[0]);
    if (device.api < VK_API_VERSION_1_3) {
        answer_left_out("device", "a version before 1.3");
    } else if (!has_features(&instance)) {
        answer_left_out("device", "the features are not there");
    } else if (!offers_all(&instance, &wish)) {
        answer_left_out("device", "the extensions are not there");
    } else if (device_make("device", &device, &instance, &wish)) {
        with_device(&device);
        device_end(&device);
    }
    instance_end(&instance);
}

void act_modern(void) { modern(NULL, 0); }

void act_modern_older(void) {
    static const char *const extensions[] = {"VK_KHR_timeline_semaphore", "VK_KHR_synchronization2",
                                             "VK_KHR_copy_commands2", "VK_KHR_dynamic_rendering"};
    program.by_older_names = 1;
    modern(extensions, COUNT(extensions));
    program.by_older_names = 0;
}
