// What a program does with a device without recording commands: queues, pools, what work is waited with,
// memory.
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "../resources.h"
#include "../../shared/time_limit.h"

static void queues(struct device *device) {
    VkQueue again = NULL;
    device->GetDeviceQueue(device->handle, device->family, 0, &again);
    answer_number("same_queue", device->queue != NULL && again == device->queue);
    if (device->api >= VK_API_VERSION_1_1) {
        VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2,
                                   .queueFamilyIndex = device->family};
        DEVICE_CALL(device, GetDeviceQueue2)(device->handle, &info, &again);
        answer_number("same_queue2", again == device->queue);
    }
    ok("queue_idle", device->QueueWaitIdle(device->queue));
    ok("device_idle", device->DeviceWaitIdle(device->handle));
    ok("empty_submit", device->QueueSubmit(device->queue, 0, NULL, NULL));
}

// An empty submission that never ends is an answer, and not the end of the run: the wait is over before the run counts as
// hung, which it does after a fifth of its time.
static uint64_t wait_in_time(void) {
    double all = seconds_of_run();
    return (uint64_t)((all > 0 ? all : 20) * 0.15e9);
}

// With a fence that is signalled and one that never is: each place of an array is one to unwrap.
static void two_fences(struct device *device, VkFence signalled) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence both[] = {signalled, NULL};
    if (!ok("fence_second", device->CreateFence(device->handle, &info, callbacks_of("fence"), &both[1]))) return;
    ok("fence_wait_any", device->WaitForFences(device->handle, 2, both, VK_FALSE, wait_in_time()));
    ok("fence_wait_all", device->WaitForFences(device->handle, 2, both, VK_TRUE, 0));
    ok("fence_reset_both", device->ResetFences(device->handle, 2, both));
    device->DestroyFence(device->handle, both[1], callbacks_of("fence"));
}

static void fences(struct device *device) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = VK_FENCE_CREATE_SIGNALED_BIT};
    VkFence fence;
    if (!ok("fence", device->CreateFence(device->handle, &info, callbacks_of("fence"), &fence))) return;
    ok("fence_signalled", device->GetFenceStatus(device->handle, fence));
    ok("fence_reset", device->ResetFences(device->handle, 1, &fence));
    ok("fence_status", device->GetFenceStatus(device->handle, fence));
    ok("fence_timeout", device->WaitForFences(device->handle, 1, &fence, VK_TRUE, 0));
    ok("fence_submit", device->QueueSubmit(device->queue, 0, NULL, fence));
    // A fence that is not signalled may belong to a submission that is not over: it is not reset then, and destroyed only
    // once the device is idle.
    if (ok("fence_wait", device->WaitForFences(device->handle, 1, &fence, VK_TRUE, wait_in_time()))) two_fences(device, fence);
    else if (device->DeviceWaitIdle(device->handle) != VK_SUCCESS) return;
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
}

static void semaphores(struct device *device) {
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSemaphore semaphore;
    if (!ok("semaphore", device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &semaphore)))
        return;
    VkSubmitInfo submits[] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &semaphore},
                              {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = 1,
                               .pWaitSemaphores = &semaphore,
                               .pWaitDstStageMask = &stage}};
    ok("semaphore_submits", device->QueueSubmit(device->queue, 2, submits, NULL));
    ok("semaphore_idle", device->QueueWaitIdle(device->queue));
    device->DestroySemaphore(device->handle, semaphore, callbacks_of("semaphore"));
}

static void events(struct device *device) {
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent event;
    if (device->is_portable) return answer_left_out("event", "a portability device may have none");
    if (!ok("event", device->CreateEvent(device->handle, &info, callbacks_of("event"), &event))) return;
    ok("event_status", device->GetEventStatus(device->handle, event));
    ok("event_set", device->SetEvent(device->handle, event));
    ok("event_status_set", device->GetEventStatus(device->handle, event));
    ok("event_reset", device->ResetEvent(device->handle, event));
    device->DestroyEvent(device->handle, event, callbacks_of("event"));
}

static void pools(struct device *device) {
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = device->family};
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_OCCLUSION,
                                     .queryCount = 4};
    VkCommandPool pool;
    VkQueryPool query_pool;
    if (ok("pool", device->CreateCommandPool(device->handle, &info, callbacks_of("command pool"), &pool))) {
        ok("pool_reset", device->ResetCommandPool(device->handle, pool, 0));
        device->DestroyCommandPool(device->handle, pool, callbacks_of("command pool"));
    }
    if (ok("query_pool",
           device->CreateQueryPool(device->handle, &queries, callbacks_of("query pool"), &query_pool)))
        device->DestroyQueryPool(device->handle, query_pool, callbacks_of("query pool"));
}

// What is written is read again after the memory was mapped anew.
static void memory(struct device *device) {
    unsigned char written[BYTES], found[BYTES];
    struct buffer buffer;
    for (size_t i = 0; i < BYTES; i++) written[i] = (unsigned char)(i * 7);
    if (!buffer_make("memory", device, &buffer, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) return;
    memset(found, 0, sizeof found);
    if (buffer_write("memory_write", device, &buffer, written) &&
        buffer_read("memory_read", device, &buffer, found))
        answer_number("memory_kept", memcmp(written, found, BYTES) == 0);
    buffer_end(device, &buffer);
}

// A buffer that begins in the middle of its memory: what is written there is found there when all of it is mapped.
static void memory_at_a_place(struct device *device) {
    unsigned char written[BYTES];
    struct buffer buffer;
    void *all;
    for (size_t i = 0; i < BYTES; i++) written[i] = (unsigned char)(i * 5 + 1);
    if (!buffer_make_at("memory_place", device, &buffer, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, 1)) return;
    if (buffer_write("memory_place", device, &buffer, written) &&
        ok("memory_place_map", device->MapMemory(device->handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &all))) {
        answer_number("memory_placed", memcmp((const char *)all + buffer.at, written, BYTES) == 0);
        device->UnmapMemory(device->handle, buffer.memory);
    }
    buffer_end(device, &buffer);
}

// Of two that are made alike the second is there after the first is destroyed, even if both have one handle.
static void samplers_alike(const struct device *device, const VkSamplerCreateInfo *info) {
    VkSampler samplers[2];
    uint32_t made = 0;
    while (made < 2 && ok("samplers_alike", device->CreateSampler(device->handle, info, NULL, &samplers[made]))) made++;
    for (uint32_t i = 0; i < made; i++) device->DestroySampler(device->handle, samplers[i], NULL);
}

static void views_and_samplers(struct device *device) {
    VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkPipelineCacheCreateInfo cache_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                       .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                       .format = COLOUR,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkSampler sampler;
    VkPipelineCache cache;
    VkImageView view;
    struct image image;
    if (ok("sampler", device->CreateSampler(device->handle, &sampler_info, callbacks_of("sampler"), &sampler)))
        device->DestroySampler(device->handle, sampler, callbacks_of("sampler"));
    samplers_alike(device, &sampler_info);
    if (ok("cache", device->CreatePipelineCache(device->handle, &cache_info, callbacks_of("cache"), &cache)))
        device->DestroyPipelineCache(device->handle, cache, callbacks_of("cache"));
    if (!image_make("image", device, &image, VK_IMAGE_USAGE_SAMPLED_BIT)) return;
    view_info.image = image.handle;
    if (ok("view", device->CreateImageView(device->handle, &view_info, callbacks_of("view"), &view)))
        device->DestroyImageView(device->handle, view, callbacks_of("view"));
    image_end(device, &image);
}

// Every destroying command takes a handle that is none.
static void destroy_nothing(struct device *device) {
    device->DestroyFence(device->handle, NULL, NULL);
    device->DestroySemaphore(device->handle, NULL, NULL);
    device->DestroyBuffer(device->handle, NULL, NULL);
    device->DestroyImage(device->handle, NULL, NULL);
    device->DestroyCommandPool(device->handle, NULL, NULL);
    device->FreeMemory(device->handle, NULL, NULL);
    answer_number("destroyed_nothing", 1);
}

static void play(struct device *device) {
    queues(device);
    fences(device);
    semaphores(device);
    events(device);
    pools(device);
    memory(device);
    memory_at_a_place(device);
    views_and_samplers(device);
    destroy_nothing(device);
}

void act_device(void) { device_use(play); }
