// Much of the same: what a device does once, it does after a thousand calls and among hundreds of objects, or as many as a
// slow layer leaves time for.
#include <string.h>

#include "acts.h"
#include "../jobs.h"
#include "../../shared/time_limit.h"

#define NUMBER 0x5EEE
#define SUBMITS 1000U
#define PAUSE 50U  // after so many submits the queue is waited for
#define BUFFERS 24U  // command buffers of one submit: more than an array of a layer's own may have room for
#define OBJECTS 300U  // of each kind that live at the same time
#define BUFFERS_OVER 0.15  // of the time: when no more are made
#define FENCES_OVER 0.3

// ---- command buffers of one submit

// An empty command buffer, which may be submitted as often as one likes.
static int record_nothing(const char *step, struct device *device, struct recorder *recorder) {
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
    if (!recorder_make(step, device, recorder)) return 0;
    VkResult result = device->BeginCommandBuffer(recorder->commands, &begin);
    if (result == VK_SUCCESS) result = device->EndCommandBuffer(recorder->commands);
    if (result == VK_SUCCESS || ok(step, result)) return 1;
    recorder_end(device, recorder);
    return 0;
}

// The job's is the only one of so many that does something, at this place among them.
static void among_empty(const char *step, struct device *device, VkCommandBuffer empty, uint32_t count, uint32_t at) {
    VkCommandBuffer all[BUFFERS];
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = count, .pCommandBuffers = all};
    struct job job;
    for (uint32_t i = 0; i < count; i++) all[i] = empty;
    if (job_begin(step, device, &job, NUMBER)) {
        all[at] = job.recorder.commands;
        VkResult result = device->QueueSubmit(device->queue, 1, &submit, job.fence);
        if ((result == VK_SUCCESS || ok(step, result)) && job_wait(step, &job)) job_answer(step, &job);
    }
    job_end(&job);
}

// ---- many submits

static int submit_often(const char *step, struct device *device, VkCommandBuffer empty) {
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &empty};
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 1; result == VK_SUCCESS && i <= SUBMITS; i++) {
        result = device->QueueSubmit(device->queue, 1, &submit, NULL);
        if (result == VK_SUCCESS && i % PAUSE == 0) result = device->QueueWaitIdle(device->queue);
    }
    if (result == VK_SUCCESS) return 1;
    device->QueueWaitIdle(device->queue);  // before the command buffer may end
    return ok(step, result);
}

static void with_submits(struct device *device) {
    struct recorder empty;
    if (!record_nothing("same.submits", device, &empty)) return;
    among_empty("same.buffer_third", device, empty.commands, 3, 2);
    among_empty("same.buffer_last", device, empty.commands, BUFFERS, BUFFERS - 1);
    if (submit_often("same.after_submits", device, empty.commands)) job_do("same.after_submits", device, NUMBER);
    recorder_end(device, &empty);
}

// ---- many objects

// How many could be looked at, and how many of them were as they had been left.
static void answer_kept(const char *step, uint32_t made, uint32_t good) {
    list_begin(step);
    list_number(made);
    list_number(good);
    list_end();
}

// The job among many that live, and after they are gone; the last made is as good as the first.
static void with_buffers(struct device *device) {
    static struct buffer buffers[OBJECTS];
    static uint32_t words[BYTES / sizeof(uint32_t)], found[BYTES / sizeof(uint32_t)];
    uint32_t made = 0, written = 0, looked_at = 0, good = 0;
    while (made < OBJECTS && !is_share_over(BUFFERS_OVER) &&
           buffer_make("kept.made", device, &buffers[made], VK_BUFFER_USAGE_TRANSFER_DST_BIT)) {
        for (uint32_t i = 0; i < COUNT(words); i++) words[i] = made + i;
        if (!buffer_write("kept.made", device, &buffers[made++], words)) break;
        written++;
    }
    job_do("same.among_buffers", device, NUMBER);
    for (uint32_t one = 0; one < written; one++) {
        for (uint32_t i = 0; i < COUNT(words); i++) words[i] = one + i;
        if (!buffer_read("kept.made", device, &buffers[one], found)) continue;  // it cannot be mapped: nothing is known of it
        looked_at++;
        good += memcmp(words, found, sizeof words) == 0;
    }
    answer_kept("kept", looked_at, good);
    while (made > 0) buffer_end(device, &buffers[--made]);
    job_do("same.after_buffers", device, NUMBER);
}

// Every third is signaled.
static void with_fences(struct device *device) {
    static VkFence fences[OBJECTS];
    uint32_t made = 0, good = 0;
    for (VkResult result = VK_SUCCESS; result == VK_SUCCESS && made < OBJECTS && !is_share_over(FENCES_OVER);
         made += result == VK_SUCCESS) {
        VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                                  .flags = made % 3 == 0 ? VK_FENCE_CREATE_SIGNALED_BIT : 0};
        result = device->CreateFence(device->handle, &info, callbacks_of("fence"), &fences[made]);
    }
    job_do("same.among_fences", device, NUMBER);
    for (uint32_t i = 0; i < made; i++)
        good += device->GetFenceStatus(device->handle, fences[i]) == (i % 3 == 0 ? VK_SUCCESS : VK_NOT_READY);
    answer_kept("states", made, good);
    while (made > 0) device->DestroyFence(device->handle, fences[--made], callbacks_of("fence"));
}

static void use(struct device *device) {
    if (!can_fill(device)) return answer_left_out("device", CANNOT_FILL);
    count_waits();
    job_do("same.alone", device, NUMBER);
    with_submits(device);
    with_buffers(device);
    with_fences(device);
    job_do("same.at_last", device, NUMBER);
}

void act_many(void) { device_use(use); }
