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

// A wait that fails is no wait: what is submitted may end only when the queue has come to rest.
int job_wait(const char *step, struct job *job) {
    VkResult result = job->device->WaitForFences(job->device->handle, 1, &job->fence, VK_TRUE, FOREVER);
    if (result != VK_SUCCESS) job->device->QueueWaitIdle(job->device->queue);
    return good(step, result);
}

static int read_hash(const char *step, struct job *job, uint64_t *hash) {
    char bytes[BYTES];
    if (!buffer_read(step, job->device, &job->buffer, bytes)) return 0;
    *hash = hash_of(HASH_START, bytes, BYTES);
    return 1;
}

uint64_t job_hash(struct job *job) {
    uint64_t hash;
    return read_hash("job", job, &hash) ? hash : 0;
}

void job_answer(const char *step, struct job *job) {
    uint64_t hash;
    if (read_hash(step, job, &hash)) answer_hash(step, &hash, sizeof hash);
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

// ---- handles that come by other commands

static int has_1_1(void) { return at_most(program.api, loader_api()) >= VK_API_VERSION_1_1; }

void job_by_newer_queue(struct instance *instance, uint32_t number) {
    struct device device;
    device_choose(&device, instance, instance->gpus[0]);
    if (device.api < VK_API_VERSION_1_1 || !can_fill(&device)) return;
    if (!ok("by_newer_queue.device", device_create(&device.handle, &device, NULL))) return;
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .queueFamilyIndex = device.family};
    const char *lacking = device_look_up(&device);
    PFN_vkGetDeviceQueue2 get = lacking == NULL ? DEVICE_COMMAND(&device, GetDeviceQueue2) : NULL;
    if (get != NULL) get(device.handle, &info, &device.queue);
    if (device.queue != NULL) job_do("same.by_newer_queue", &device, number);
    else answer_text("same.by_newer_queue", "there is no queue");
    if (device.DestroyDevice != NULL) device_end(&device);
}

static VkPhysicalDevice first_of_groups(const struct instance *instance) {
    VkPhysicalDeviceGroupProperties group = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    uint32_t count = 1;
    PFN_vkEnumeratePhysicalDeviceGroups enumerate = INSTANCE_COMMAND(instance, EnumeratePhysicalDeviceGroups);
    if (enumerate == NULL || enumerate(instance->handle, &count, &group) < VK_SUCCESS || count == 0) return NULL;
    return group.physicalDeviceCount == 0 ? NULL : group.physicalDevices[0];
}

void job_by_group(uint32_t number) {
    struct instance instance;
    struct device device;
    memset(&instance, 0, sizeof instance);
    if (!has_1_1() || !ok("by_group.instance", instance_create(&instance.handle, NULL))) return;
    VkPhysicalDevice gpu = instance_look_up(&instance) == NULL ? first_of_groups(&instance) : NULL;
    if (gpu != NULL) {
        device_choose(&device, &instance, gpu);
        if (can_fill(&device) && device_start("by_group.device", &device, NULL)) {
            job_do("same.by_group", &device, number);
            device_end(&device);
        }
    }
    if (instance.DestroyInstance != NULL) instance_end(&instance);
}
