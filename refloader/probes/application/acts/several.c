// Instances and devices that live at the same time, one after the other, and that end in different orders.
#include <stdio.h>
#include <string.h>

#include "acts.h"
#include "../jobs.h"

#define ROUNDS 8  // a layer may take half a second for each
#define PARTS 4

// ---- several: two instances with two devices each, used in turns

struct family {
    struct instance instance;
    struct device devices[2];
    int made;
};

static int family_make(const char *step, struct family *family) {
    char label[64];
    memset(family, 0, sizeof *family);
    if (!instance_make(step, &family->instance, NULL)) return 0;
    for (family->made = 1; family->made < 3; family->made++) {
        snprintf(label, sizeof label, "%s.device_%d", step, family->made);
        if (!device_make(label, &family->devices[family->made - 1], &family->instance, NULL)) return 0;
    }
    return 1;
}

static void family_end(struct family *family) {
    for (int i = family->made - 2; i >= 0; i--) device_end(&family->devices[i]);
    if (family->made > 0) instance_end(&family->instance);
}

// All are begun before the first is submitted, and waited for in the other order.
static void in_turns(const char *step, struct device **devices, uint32_t count) {
    struct job jobs[4];
    uint64_t hashes[4] = {0};
    int good = 1;
    for (uint32_t i = 0; i < count; i++) good &= job_begin(step, devices[i], &jobs[i], 0x1000 + i);
    for (uint32_t i = 0; good && i < count; i++) good &= job_submit(step, &jobs[i]);
    for (uint32_t i = count; good && i-- > 0;) good &= job_wait(step, &jobs[i]);
    for (uint32_t i = 0; good && i < count; i++) hashes[i] = job_hash(&jobs[i]);
    for (uint32_t i = 0; i < count; i++) job_end(&jobs[i]);
    if (good) answer_hash(step, hashes, sizeof hashes);
}

// Each has pipelines of its own, made without a cache.
static void compute_on(const char *step, uint32_t number, struct device *device) {
    char part[64];
    snprintf(part, sizeof part, "%s.compute_%u", step, number);
    begin_part(part);
    compute_once(device);
    begin_part("");
}

// A layer may do something of its own when a device is waited for, on each of them.
static void wait_for_each(struct device **devices, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        ok("each_idle", devices[i]->DeviceWaitIdle(devices[i]->handle));
        ok("each_queue_idle", devices[i]->QueueWaitIdle(devices[i]->queue));
    }
}

// One ends while the other is still at work.
static void families(const char *first, const char *second, int first_ends_first) {
    struct family a, b;
    int good = family_make(first, &a) & family_make(second, &b);
    struct family *ends = first_ends_first ? &a : &b, *stays = first_ends_first ? &b : &a;
    struct device *all[] = {&a.devices[0], &b.devices[0], &a.devices[1], &b.devices[1]};
    struct device *left[] = {&stays->devices[1], &stays->devices[0]};
    if (good) in_turns(first_ends_first ? "all" : "all_again", all, COUNT(all));
    for (uint32_t i = 0; good && i < COUNT(all); i++) compute_on(first, i, all[i]);
    if (good) wait_for_each(all, COUNT(all));
    family_end(ends);
    if (good) in_turns(first_ends_first ? "left" : "left_again", left, COUNT(left));
    family_end(stays);
}

// A device of the first group that the loader tells of, with all its physical devices named.
static void device_of_group(struct instance *instance) {
    VkPhysicalDeviceGroupProperties group = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    VkDeviceGroupDeviceCreateInfo members = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO};
    struct wish wish = {.chain = &members};
    struct device device;
    uint32_t count = 1;
    device_choose(&device, instance, instance->gpus[0]);
    if (device.api < VK_API_VERSION_1_1) return answer_left_out("group", "version 1.0");
    VkResult result =
        INSTANCE_CALL(instance, EnumeratePhysicalDeviceGroups)(instance->handle, &count, &group);
    if (result < 0 || count == 0) return answer_number("group", result);
    members.physicalDeviceCount = group.physicalDeviceCount;
    members.pPhysicalDevices = group.physicalDevices;
    instance->gpus[0] = group.physicalDevices[0];
    if (!device_make("group", &device, instance, &wish)) return;
    job_do("group_job", &device, 4);
    device_end(&device);
}

void act_several(void) {
    struct instance instance;
    families("a", "b", 1);
    families("c", "d", 0);
    if (!instance_make("e", &instance, NULL)) return;
    answer_number("unused", device_once(&instance));  // a device whose queue nobody asks for
    device_of_group(&instance);
    instance_end(&instance);
}

// ---- again: the same many times

void act_again(void) {
    struct instance instance;
    uint32_t instances = 0, devices = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        memset(&instance, 0, sizeof instance);
        if (instance_create(&instance.handle, NULL) != VK_SUCCESS) break;
        if (instance_look_up(&instance) != NULL) return answer_text("lacking", "a command of an instance");
        devices += device_once(&instance);
        instance_end(&instance);
        instances++;
    }
    answer_number("instances", instances);
    answer_number("devices", devices);
}

// ---- order: what a device has made may end in any order before it

struct parts {
    struct device *device;
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkFence fence;
    VkCommandPool pool;
};

static void end_buffer(struct parts *parts) {
    parts->device->DestroyBuffer(parts->device->handle, parts->buffer, callbacks_of("buffer"));
}

static void end_memory(struct parts *parts) {
    parts->device->FreeMemory(parts->device->handle, parts->memory, callbacks_of("memory"));
}

static void end_fence(struct parts *parts) {
    parts->device->DestroyFence(parts->device->handle, parts->fence, callbacks_of("fence"));
}

static void end_pool(struct parts *parts) {
    parts->device->DestroyCommandPool(parts->device->handle, parts->pool, callbacks_of("command pool"));
}

static void (*const ends[PARTS])(struct parts *) = {end_buffer, end_memory, end_fence, end_pool};

static int make_parts(const char *step, struct device *device, struct parts *to) {
    struct job job;
    int good = job_begin(step, device, &job, 7) && job_submit(step, &job) && job_wait(step, &job);
    *to = (struct parts){device, job.buffer.handle, job.buffer.memory, job.fence, job.recorder.pool};
    if (!good) job_end(&job);
    return good;
}

static void exchange(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

// The next in the order of an alphabet; 0 after the last.
static int next_order(int *order) {
    int from = PARTS - 2, with = PARTS - 1;
    while (from >= 0 && order[from] > order[from + 1]) from--;
    if (from < 0) return 0;
    while (order[with] < order[from]) with--;
    exchange(&order[from], &order[with]);
    for (int a = from + 1, b = PARTS - 1; a < b; a++, b--) exchange(&order[a], &order[b]);
    return 1;
}

void act_order(void) {
    struct instance instance;
    struct device device;
    struct parts parts;
    int order[PARTS] = {0, 1, 2, 3}, orders = 0;
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("device", &device, &instance, NULL)) {
        if (!can_fill(&device)) answer_left_out("parts", CANNOT_FILL);
        do {
            if (!make_parts("parts", &device, &parts)) break;
            for (int i = 0; i < PARTS; i++) ends[order[i]](&parts);
            orders++;
        } while (next_order(order));
        if (can_fill(&device)) answer_number("orders", orders);
        device_end(&device);
    }
    instance_end(&instance);
}
