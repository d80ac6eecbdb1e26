// What belongs to one instance or device stays apart from what belongs to another: an older instance is asked while a
// newer one lives, and two threads submit at the same time, each to a device of its own.
#include <pthread.h>

#include "acts.h"
#include "../jobs.h"

#define NUMBER 0x0A9A
#define ROUNDS 8
#define MOST_GROUPS 16U

// ---- an older instance beside a newer one

static int holds_gpu(const struct instance *instance, VkPhysicalDevice gpu) {
    for (uint32_t i = 0; i < instance->gpu_count; i++)
        if (instance->gpus[i] == gpu) return 1;
    return 0;
}

// Whether some of them are of the newer instance and not of the older one, which was asked.
static int strays(const struct instance *older, const struct instance *newer, const VkPhysicalDevice *gpus,
                  uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (holds_gpu(newer, gpus[i]) && !holds_gpu(older, gpus[i])) return 1;
    return 0;
}

static void answer_whose(const char *step, VkResult result, int is_newer) {
    if (result < VK_SUCCESS) return answer_number(step, result);
    answer_text(step, is_newer ? "the newer instance's" : "its own");
}

static void ask_for_groups(const struct instance *older, const struct instance *newer) {
    VkPhysicalDeviceGroupProperties groups[MOST_GROUPS];
    uint32_t count = MOST_GROUPS;
    int is_newer = 0;
    PFN_vkEnumeratePhysicalDeviceGroups ask = INSTANCE_COMMAND(older, EnumeratePhysicalDeviceGroups);
    if (ask == NULL || at_most(program.api, loader_api()) < VK_API_VERSION_1_1)
        return answer_left_out("older.groups", "version 1.0");
    for (uint32_t i = 0; i < MOST_GROUPS; i++)
        groups[i] =
            (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    VkResult result = ask(older->handle, &count, groups);
    for (uint32_t i = 0; result >= VK_SUCCESS && i < at_most(count, MOST_GROUPS); i++) {
        uint32_t members = at_most(groups[i].physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE);
        is_newer |= strays(older, newer, groups[i].physicalDevices, members);
    }
    answer_whose("older.groups", result, is_newer);
}

static void ask_the_older(struct instance *older) {
    struct instance newer;
    VkPhysicalDevice gpus[MOST_GPUS];
    uint32_t count = MOST_GPUS;
    if (!instance_make("newer", &newer, NULL)) return;
    VkResult result = older->EnumeratePhysicalDevices(older->handle, &count, gpus);
    answer_whose("older.devices", result, strays(older, &newer, gpus, at_most(count, MOST_GPUS)));
    ask_for_groups(older, &newer);
    instance_end(&newer);
    count = MOST_GPUS;
    result = older->EnumeratePhysicalDevices(older->handle, &count, gpus);
    answer_whose("older.after_the_newer", result, strays(older, &newer, gpus, at_most(count, MOST_GPUS)));
}

// ---- two threads, each with a device of its own

struct worker {
    struct device device;
    pthread_barrier_t *begin;
    uint64_t hashes[ROUNDS];
    int good;
};

// Both begin together: no two calls have an object in common that only one thread may use.
static void *work(void *argument) {
    struct worker *worker = argument;
    struct job jobs[ROUNDS];
    int good = 1;
    for (int i = 0; i < ROUNDS; i++) good &= job_begin("job", &worker->device, &jobs[i], NUMBER);
    pthread_barrier_wait(worker->begin);
    for (int i = 0; good && i < ROUNDS; i++) good = job_submit("job", &jobs[i]);
    for (int i = 0; good && i < ROUNDS; i++) good = job_wait("job", &jobs[i]);
    for (int i = 0; good && i < ROUNDS; i++) worker->hashes[i] = job_hash(&jobs[i]);
    for (int i = 0; i < ROUNDS; i++) job_end(&jobs[i]);
    worker->good = good;
    return NULL;
}

static void work_alone(struct worker *worker, pthread_barrier_t *begin) {
    pthread_barrier_init(begin, NULL, 1);
    work(worker);
    pthread_barrier_destroy(begin);
    if (worker->good) answer_hash("same.alone", worker->hashes, sizeof worker->hashes);
}

static void work_at_once(struct worker *workers, pthread_barrier_t *begin) {
    static const char *const steps[] = {"same.thread_first", "same.thread_second"};
    pthread_t thread;
    pthread_barrier_init(begin, NULL, 2);
    if (pthread_create(&thread, NULL, work, &workers[1]) == 0) {
        work(&workers[0]);
        pthread_join(thread, NULL);
        for (int i = 0; i < 2; i++)
            if (workers[i].good) answer_hash(steps[i], workers[i].hashes, sizeof workers[i].hashes);
    }
    pthread_barrier_destroy(begin);
}

void act_apart(void) {
    struct instance instance;
    pthread_barrier_t begin;
    struct worker workers[2] = {{.begin = &begin}, {.begin = &begin}};
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("company.device_0", &workers[0].device, &instance, NULL)) {
        if (device_make("company.device_1", &workers[1].device, &instance, NULL)) {
            work_at_once(workers, &begin);
            device_end(&workers[1].device);
        }
        work_alone(&workers[0], &begin);
        device_end(&workers[0].device);
    }
    ask_the_older(&instance);
    instance_end(&instance);
}
