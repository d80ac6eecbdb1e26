// The same work in other forms of the same calls: what a device does for one, it does for the others.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "../jobs.h"

#define NUMBER 0x5EED
#define MOST_DEVICES 4U
#define INSTANCES 4  // that are made one after the other

// ---- two in one call

// A second job goes with the first one's fence; ``submit`` gives both to the queue by one call.
static void two(struct device *device, const char *first, const char *second,
                VkResult (*submit)(struct device *, const VkCommandBuffer *, VkFence)) {
    struct job a, b;
    int good = job_begin(first, device, &a, NUMBER) & job_begin(second, device, &b, NUMBER);
    const VkCommandBuffer commands[] = {a.recorder.commands, b.recorder.commands};
    if (good) {
        VkResult result = submit(device, commands, a.fence);
        good = (result == VK_SUCCESS || ok(first, result)) && job_wait(first, &a);
    }
    if (good) job_answer(first, &a);
    if (good) job_answer(second, &b);
    job_end(&b);
    job_end(&a);
}

static VkResult two_submits(struct device *device, const VkCommandBuffer *commands, VkFence fence) {
    VkSubmitInfo submits[2] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO}, {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO}};
    for (int i = 0; i < 2; i++) {
        submits[i].commandBufferCount = 1;
        submits[i].pCommandBuffers = &commands[i];
    }
    return device->QueueSubmit(device->queue, 2, submits, fence);
}

static VkResult two_buffers(struct device *device, const VkCommandBuffer *commands, VkFence fence) {
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 2, .pCommandBuffers = commands};
    return device->QueueSubmit(device->queue, 1, &submit, fence);
}

#define REGIONS 32  // of one copy

// ---- one command with many elements

// A copy in many parts, in a command buffer of its own. The last is copied first.
static void copy_parts(struct device *device, struct buffer *source, struct job *job) {
    VkBufferCopy parts[REGIONS];
    for (VkDeviceSize i = 0, at = BYTES; i < REGIONS; i++) {
        at -= BYTES / REGIONS;
        parts[i] = (VkBufferCopy){at, at, BYTES / REGIONS};
    }
    VkCommandBuffer commands = job->recorder.commands;
    if (!record_begin("same.region", device, commands)) return;
    device->CmdCopyBuffer(commands, source->handle, job->buffer.handle, REGIONS, parts);
    barrier(device, commands);
    VkResult result = device->EndCommandBuffer(commands);
    if ((result == VK_SUCCESS || ok("same.region", result)) && job_submit("same.region", job) &&
        job_wait("same.region", job))
        job_answer("same.region", job);
}

static void many_regions(struct device *device) {
    uint32_t words[BYTES / sizeof(uint32_t)];
    struct buffer source;
    struct job job;
    for (uint32_t i = 0; i < COUNT(words); i++) words[i] = NUMBER;
    if (!buffer_make("same.region", device, &source, VK_BUFFER_USAGE_TRANSFER_SRC_BIT)) return;
    if (buffer_write("same.region", device, &source, words)) {
        if (job_make("same.region", device, &job)) copy_parts(device, &source, &job);
        job_end(&job);
    }
    buffer_end(device, &source);
}

// ---- the last of many in one call

#define MANY 24U  // more than an array of a layer's own may have room for

static void last_of_many_submits(struct device *device) {
    VkSubmitInfo submits[MANY];
    struct job job;
    memset(submits, 0, sizeof submits);
    for (uint32_t i = 0; i < MANY; i++) submits[i].sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    if (job_begin("same.submit_last", device, &job, NUMBER)) {
        submits[MANY - 1].commandBufferCount = 1;
        submits[MANY - 1].pCommandBuffers = &job.recorder.commands;
        VkResult result = device->QueueSubmit(device->queue, MANY, submits, job.fence);
        if ((result == VK_SUCCESS || ok("same.submit_last", result)) && job_wait("same.submit_last", &job))
            job_answer("same.submit_last", &job);
    }
    job_end(&job);
}

// How many were asked for, and how many different ones there are.
static void answer_different(const char *step, void *const *all, uint32_t count) {
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = 0;
        while (before < i && all[before] != all[i]) before++;
        different += before == i && all[i] != NULL;
    }
    list_begin(step);
    list_number(count);
    list_number(different);
    list_end();
}

static void many_command_buffers(struct device *device) {
    VkCommandBuffer commands[MANY] = {NULL};
    struct recorder recorder;
    if (!recorder_make("command_buffers", device, &recorder)) return;
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = recorder.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = MANY};
    if (ok("command_buffers.made", device->AllocateCommandBuffers(device->handle, &info, commands)))
        answer_different("command_buffers", (void *const *)commands, MANY);
    recorder_end(device, &recorder);
}

// ---- two fences in one call

static int fence_make(struct device *device, VkFenceCreateFlags flags, VkFence *to) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = flags};
    VkResult result = device->CreateFence(device->handle, &info, callbacks_of("fence"), to);
    return result == VK_SUCCESS || ok("fences", result);
}

static void answer_wait(const char *step, struct device *device, VkFence first, VkFence second, VkBool32 all) {
    const VkFence both[] = {first, second};
    answer_number(step, device->WaitForFences(device->handle, COUNT(both), both, all, 0));
}

static void answer_states(const char *step, struct device *device, const VkFence *fences, uint32_t count) {
    list_begin(step);
    for (uint32_t i = 0; i < count; i++) list_number(device->GetFenceStatus(device->handle, fences[i]));
    list_end();
}

// What a call with many fences comes to that are alike but for one, which is the last of them and then the third.
static void many_fences(struct device *device, VkBool32 all, const char *last, const char *third) {
    const VkFenceCreateFlags signaled = VK_FENCE_CREATE_SIGNALED_BIT;
    VkFence fences[MANY];
    uint32_t made = 0;
    while (made < MANY && fence_make(device, (made + 1 < MANY) == (all == VK_TRUE) ? signaled : 0, &fences[made])) made++;
    if (made == MANY) {
        answer_number(last, device->WaitForFences(device->handle, MANY, fences, all, 0));
        const VkFence other = fences[MANY - 1];
        fences[MANY - 1] = fences[2];
        fences[2] = other;
        answer_number(third, device->WaitForFences(device->handle, MANY, fences, all, 0));
    }
    while (made-- > 0) device->DestroyFence(device->handle, fences[made], callbacks_of("fence"));
}

// What calls with two fences come to: two that are signalled, and one that never is.
static void two_fences(struct device *device) {
    VkFence fences[3] = {NULL, NULL, NULL};
    uint32_t made = 0;
    while (made < 3 && fence_make(device, made < 2 ? VK_FENCE_CREATE_SIGNALED_BIT : 0, &fences[made])) made++;
    if (made == 3) {
        answer_states("fences.alone", device, fences, made);
        answer_wait("fences.all_first", device, fences[2], fences[0], VK_TRUE);
        answer_wait("fences.all_second", device, fences[0], fences[2], VK_TRUE);
        answer_wait("fences.all_both", device, fences[0], fences[1], VK_TRUE);
        answer_wait("fences.any_first", device, fences[0], fences[2], VK_FALSE);
        answer_wait("fences.any_second", device, fences[2], fences[0], VK_FALSE);
        answer_number("fences.left", device->GetFenceStatus(device->handle, fences[2]));
        if (ok("fences.reset", device->ResetFences(device->handle, 2, fences)))
            answer_states("fences.after_reset", device, fences, 2);
    }
    while (made-- > 0) device->DestroyFence(device->handle, fences[made], callbacks_of("fence"));
}

// ---- another thread

struct helper {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct device *device;
    int ready;
};

// It is there before the device is, and does nothing but the job.
static void *help(void *argument) {
    struct helper *helper = argument;
    pthread_mutex_lock(&helper->lock);
    while (!helper->ready) pthread_cond_wait(&helper->changed, &helper->lock);
    pthread_mutex_unlock(&helper->lock);
    if (helper->device != NULL) job_do("same.thread", helper->device, NUMBER);
    return NULL;
}

static void helped(struct helper *helper, struct device *device) {
    pthread_mutex_lock(&helper->lock);
    helper->device = device;
    helper->ready = 1;
    pthread_cond_signal(&helper->changed);
    pthread_mutex_unlock(&helper->lock);
}

// ---- all queues of a family

#define MOST_QUEUES 4U

// A device with several queues of one family.
static void each_queue(struct device *about) {
    VkQueueFamilyProperties families[8];
    float priorities[MOST_QUEUES] = {1, 1, 1, 1};
    uint32_t count = families_of(about->instance, about->gpu, families, COUNT(families));
    uint32_t most = about->family < count ? at_most(families[about->family].queueCount, MOST_QUEUES) : 0;
    if (most < 2) return answer_left_out("queues", "the family has one queue");
    VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = about->family,
                                      .queueCount = most,
                                      .pQueuePriorities = priorities};
    struct device device = *about;
    struct wish wish = {.queues = &queues};
    VkQueue found[MOST_QUEUES] = {NULL};
    if (!device_start("queues.device", &device, &wish)) return;
    for (uint32_t i = 0; i < most; i++) device.GetDeviceQueue(device.handle, about->family, i, &found[i]);
    answer_different("queues", (void *const *)found, most);
    device_end(&device);
}

// ---- several devices at once: of each physical device one, and the first again

static void in_company(struct instance *instance, struct device *first) {
    struct device others[MOST_DEVICES];
    uint32_t made = 0;
    char step[64];
    for (uint32_t gpu = 0; gpu < instance->gpu_count && gpu < MOST_DEVICES; gpu++) {
        snprintf(step, sizeof step, "company.device_%u", gpu);
        device_choose(&others[made], instance, instance->gpus[gpu]);
        made += (uint32_t)device_start(step, &others[made], NULL);
    }
    job_do("same.beside_others", first, NUMBER);
    for (uint32_t i = 0; i < made; i++) {
        snprintf(step, sizeof step, "same.other_%u", i);
        job_do(step, &others[i], NUMBER);
    }
    while (made > 0) device_end(&others[--made]);
    job_do("same.others_gone", first, NUMBER);
}

// ---- ends of what never was

#define END_NOTHING(kind) device->Destroy##kind(device->handle, NULL, NULL);
#define END_NEWER(kind) DEVICE_CALL(device, Destroy##kind)(device->handle, NULL, NULL);

// What was never made may be ended: each of these does nothing.
static void end_nothing(struct device *device) {
    END_NOTHING(Buffer) END_NOTHING(BufferView) END_NOTHING(Image) END_NOTHING(ImageView) END_NOTHING(Fence)
    END_NOTHING(Semaphore) END_NOTHING(Event) END_NOTHING(QueryPool) END_NOTHING(ShaderModule)
    END_NOTHING(PipelineCache) END_NOTHING(Pipeline) END_NOTHING(PipelineLayout) END_NOTHING(Sampler)
    END_NOTHING(DescriptorSetLayout) END_NOTHING(DescriptorPool) END_NOTHING(Framebuffer) END_NOTHING(RenderPass)
    END_NOTHING(CommandPool)
    device->FreeMemory(device->handle, NULL, NULL);
    if (device->api >= VK_API_VERSION_1_1) {
        END_NEWER(DescriptorUpdateTemplate) END_NEWER(SamplerYcbcrConversion)
    }
    if (device->api >= VK_API_VERSION_1_3) {
        END_NEWER(PrivateDataSlot)
    }
    answer_text("ended", "nothing");
}

// ---- instances one after the other

static void count_devices(uint32_t first) {
    struct instance instance;
    uint32_t counts[INSTANCES] = {0}, made = 0;
    while (made < INSTANCES && instance_make("later_instance", &instance, NULL)) {
        counts[made++] = instance.gpu_count;
        instance_end(&instance);
    }
    list_begin("devices_of_each");
    list_number(first);
    for (uint32_t i = 0; i < made; i++) list_number(counts[i]);
    list_end();
}

// No implementation of Vulkan 1.1 refuses an apiVersion, however new.
static void ask_for_newest(void) {
    struct instance instance;
    uint32_t asked = program.api;
    memset(&instance, 0, sizeof instance);
    program.api = VK_MAKE_API_VERSION(0, 1, 99, 0);
    VkResult result = instance_create(&instance.handle, NULL);
    program.api = asked;
    answer_number("newest_api", result);
    if (result == VK_SUCCESS && instance_look_up(&instance) == NULL) instance_end(&instance);
}

void act_alike(void) {
    struct helper helper = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    struct instance instance;
    struct device device;
    pthread_t thread;
    if (!instance_make("instance", &instance, NULL)) return;
    ask_in_chains(&instance);
    ask_with_little_room(&instance);
    int has_thread = pthread_create(&thread, NULL, help, &helper) == 0;
    int has_device = device_make("device", &device, &instance, NULL);
    if (has_device) job_do("same.alone", &device, NUMBER);
    helped(&helper, has_device ? &device : NULL);
    if (has_thread) pthread_join(thread, NULL);
    if (has_device) {
        two(&device, "same.submit_first", "same.submit_second", two_submits);
        two(&device, "same.buffer_first", "same.buffer_second", two_buffers);
        if (can_fill(&device)) many_regions(&device);
        last_of_many_submits(&device);
        many_command_buffers(&device);
        two_fences(&device);
        many_fences(&device, VK_TRUE, "fences.all_last", "fences.all_third");
        many_fences(&device, VK_FALSE, "fences.any_last", "fences.any_third");
        read_only(&device);
        each_queue(&device);
        in_company(&instance, &device);
        end_nothing(&device);
        device_end(&device);
    }
    job_by_newer_queue(&instance, NUMBER);
    uint32_t count = instance.gpu_count;
    instance_end(&instance);
    job_by_group(NUMBER);
    count_devices(count);
    ask_for_newest();
}
