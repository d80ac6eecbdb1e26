// The act "states", two devices at work at once: each thread fills a large buffer of its own device with numbers of its
// own, again and again, and looks at every word. No two of its calls have an object in common.
#include <string.h>
#include <time.h>

#include "states.h"

#define LARGE (1U << 20)
#define MOST_ROUNDS 64U
#define MOST_SECONDS 0.4
#define DEVICES 2

struct worker {
    struct device *device;
    pthread_barrier_t *begin;
    uint32_t number;  // of the first round
    struct recorder recorder;
    struct buffer buffer;
    const uint32_t *words;
    VkFence fence;
    uint32_t rounds, wrong;  // that were done, and those with another word
};

static VkResult record(struct worker *worker, uint32_t number) {
    struct device *device = worker->device;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkResult result = device->BeginCommandBuffer(worker->recorder.commands, &info);
    if (result != VK_SUCCESS) return result;
    device->CmdFillBuffer(worker->recorder.commands, worker->buffer.handle, 0, VK_WHOLE_SIZE, number);
    barrier(device, worker->recorder.commands);
    return device->EndCommandBuffer(worker->recorder.commands);
}

static int fill(struct worker *worker, uint32_t number) {
    struct device *device = worker->device;
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &worker->recorder.commands};
    VkResult result = record(worker, number);
    if (result == VK_SUCCESS) result = device->QueueSubmit(device->queue, 1, &submit, worker->fence);
    if (result == VK_SUCCESS) result = device->WaitForFences(device->handle, 1, &worker->fence, VK_TRUE, FOREVER);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &worker->fence);
    return result == VK_SUCCESS;
}

static int is_filled(const struct worker *worker, uint32_t number) {
    for (uint32_t i = 0; i < LARGE / sizeof number; i++)
        if (worker->words[i] != number) return 0;
    return 1;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    pthread_barrier_wait(worker->begin);
    double end = now() + MOST_SECONDS;
    while (worker->rounds < MOST_ROUNDS && now() < end) {
        uint32_t number = worker->number + worker->rounds;
        if (!fill(worker, number)) break;
        worker->rounds++;
        worker->wrong += !is_filled(worker, number);
    }
    return NULL;
}

static void work_at_once(struct worker *workers) {
    pthread_barrier_t begin;
    pthread_t thread;
    pthread_barrier_init(&begin, NULL, DEVICES);
    workers[0].begin = workers[1].begin = &begin;
    if (pthread_create(&thread, NULL, work, &workers[1]) == 0) {
        work(&workers[0]);
        pthread_join(thread, NULL);
    }
    pthread_barrier_destroy(&begin);
    for (int i = 0; i < DEVICES; i++) {
        if (workers[i].rounds == 0) continue;
        answer_number(i == 0 ? "both.devices.first" : "both.devices.second", workers[i].wrong == 0);
    }
}

// In the order of making; the parts of a worker that were made are ended.
static int make(struct worker *worker, struct device *device) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    worker->device = device;
    if (!recorder_make("recorder", device, &worker->recorder)) return 0;
    if (!buffer_make_large("buffer", device, &worker->buffer, VK_BUFFER_USAGE_TRANSFER_DST_BIT, LARGE)) return 1;
    VkResult result = device->CreateFence(device->handle, &info, callbacks_of("fence"), &worker->fence);
    if (result != VK_SUCCESS) return 2;
    result = device->MapMemory(device->handle, worker->buffer.memory, 0, VK_WHOLE_SIZE, 0, (void **)&worker->words);
    return result == VK_SUCCESS ? 4 : 3;
}

static void end(struct worker *worker, int made) {
    struct device *device = worker->device;
    if (made > 3) device->UnmapMemory(device->handle, worker->buffer.memory);
    if (made > 2) device->DestroyFence(device->handle, worker->fence, callbacks_of("fence"));
    if (made > 1) buffer_end(device, &worker->buffer);
    if (made > 0) recorder_end(device, &worker->recorder);
}

void states_of_both(struct device *first, struct device *second) {
    struct worker workers[DEVICES] = {{.number = 0xA0000000U}, {.number = 0xB0000000U}};
    int made = make(&workers[0], first), made_second = make(&workers[1], second);
    if (made == 4 && made_second == 4) work_at_once(workers);
    first->DeviceWaitIdle(first->handle);
    second->DeviceWaitIdle(second->handle);
    end(&workers[1], made_second);
    end(&workers[0], made);
}
