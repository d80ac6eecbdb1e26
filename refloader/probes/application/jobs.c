#include "jobs.h"

#include <string.h>

static int good(const char *step, VkResult result) { return result == VK_SUCCESS || ok(step, result); }

int job_make(const char *step, struct device *device, struct job *job) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    memset(job, 0, sizeof *job);
    job->device = device;
    job->made = recorder_make(step, device, &job->recorder);
    if (job->made == 1) job->made += buffer_make(step, device, &job->buffer, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    if (job->made == 2)
        job->made +=
            good(step, device->CreateFence(device->handle, &info, callbacks_of("fence"), &job->fence));
    return job->made == 3;
}

int job_begin(const char *step, struct device *device, struct job *job, uint32_t number) {
    memset(job, 0, sizeof *job);
    if (!can_fill(device)) return 0;
    if (!job_make(step, device, job) || !record_begin(step, device, job->recorder.commands)) return 0;
    device->CmdFillBuffer(job->recorder.commands, job->buffer.handle, 0, VK_WHOLE_SIZE, number);
    barrier(device, job->recorder.commands);
    return good(step, device->EndCommandBuffer(job->recorder.commands));
}

int job_submit(const char *step, struct job *job) {
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &job->recorder.commands};
    return good(step, job->device->QueueSubmit(job->device->queue, 1, &submit, job->fence));
}

int job_wait(const char *step, struct job *job) {
    return good(step, job->device->WaitForFences(job->device->handle, 1, &job->fence, VK_TRUE, FOREVER));
}

uint64_t job_hash(struct job *job) {
    char bytes[BYTES];
    return buffer_read("job", job->device, &job->buffer, bytes) ? hash_of(HASH_START, bytes, BYTES) : 0;
}

void job_answer(const char *step, struct job *job) {
    uint64_t hash = job_hash(job);
    answer_hash(step, &hash, sizeof hash);
}

void job_end(struct job *job) {
    struct device *device = job->device;
    if (job->made > 2) device->DestroyFence(device->handle, job->fence, callbacks_of("fence"));
    if (job->made > 1) buffer_end(device, &job->buffer);
    if (job->made > 0) recorder_end(device, &job->recorder);
}

void job_do(const char *step, struct device *device, uint32_t number) {
    struct job job;
    if (job_begin(step, device, &job, number) && job_submit(step, &job) && job_wait(step, &job))
        job_answer(step, &job);
    job_end(&job);
}
