// What belongs to one instance or device stays apart from what belongs to another: an older instance is asked while a
// newer one lives, and two threads submit at the same time, each to a device of its own. And what is told of an object
// is about it, and not about one that is gone and had the same handle.
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

// ---- objects that have the handle of one that is gone

#define SMALL 8U
#define LARGE 64U
#define TURNS 16

// Each makes a small object or a large one and ends it; whether what was told of it fits.
static int buffer_fits(struct device *device, uint32_t side, uintptr_t *handle) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = (VkDeviceSize)side * side,
                               .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements need = {.size = info.size};
    VkBuffer buffer;
    if (device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), &buffer) != VK_SUCCESS) return 1;
    device->GetBufferMemoryRequirements(device->handle, buffer, &need);
    device->DestroyBuffer(device->handle, buffer, callbacks_of("buffer"));
    *handle = (uintptr_t)buffer;
    return need.size >= info.size;
}

static int image_fits(struct device *device, uint32_t side, uintptr_t *handle) {
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = COLOUR,
                              .extent = {side, side, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements need = {.size = 0};
    VkImage image;
    if (device->CreateImage(device->handle, &info, callbacks_of("image"), &image) != VK_SUCCESS) return 1;
    device->GetImageMemoryRequirements(device->handle, image, &need);
    device->DestroyImage(device->handle, image, callbacks_of("image"));
    *handle = (uintptr_t)image;
    return need.size >= (VkDeviceSize)side * side * 4;
}

static int fence_fits(struct device *device, uint32_t side, uintptr_t *handle) {
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                              .flags = side == SMALL ? VK_FENCE_CREATE_SIGNALED_BIT : 0};
    VkFence fence;
    if (device->CreateFence(device->handle, &info, callbacks_of("fence"), &fence) != VK_SUCCESS) return 1;
    VkResult status = device->GetFenceStatus(device->handle, fence);
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
    *handle = (uintptr_t)fence;
    return status == (side == SMALL ? VK_SUCCESS : VK_NOT_READY);
}

// A driver need not give a handle again.
static void make_in_turns(const char *step, struct device *device,
                          int (*fits)(struct device *, uint32_t, uintptr_t *)) {
    uintptr_t before = 0;
    int is_again = 0, is_right = 1;
    for (int i = 0; i < TURNS; i++) {
        uintptr_t handle = 0;
        int is_fit = fits(device, i % 2 == 0 ? SMALL : LARGE, &handle);
        if (i > 0 && handle == before && handle != 0) is_again = 1, is_right &= is_fit;
        before = handle;
    }
    if (!is_again) return answer_left_out(step, "no handle comes again");
    answer_text(step, is_right ? "its own" : "the one before");
}

static void make_again(struct device *device) {
    make_in_turns("again.buffer", device, buffer_fits);
    make_in_turns("again.image", device, image_fits);
    make_in_turns("again.fence", device, fence_fits);
}

// ---- a thread that stays when everything else is gone

struct stayer {
    struct device *device;
    pthread_barrier_t turn;
};

static void *work_and_stay(void *argument) {
    struct stayer *stayer = argument;
    job_do("stayer.job", stayer->device, NUMBER);
    pthread_barrier_wait(&stayer->turn);
    pthread_barrier_wait(&stayer->turn);
    return NULL;
}

static void stay(struct device *device) {
    struct stayer stayer = {.device = device};
    struct instance *instance = device->instance;
    pthread_t thread;
    pthread_barrier_init(&stayer.turn, NULL, 2);
    int has_thread = pthread_create(&thread, NULL, work_and_stay, &stayer) == 0;
    if (has_thread) pthread_barrier_wait(&stayer.turn);
    device_end(device);
    instance_end(instance);
    if (has_thread) {
        pthread_barrier_wait(&stayer.turn);
        pthread_join(thread, NULL);
        answer_text("stayer", "ended");
    }
    pthread_barrier_destroy(&stayer.turn);
}

// Whatever was loaded for an instance may be unloaded with it: before others, as a loader may keep open what is needed
// again and again.
static void outlive(void) {
    struct instance instance;
    struct device device;
    if (!instance_make("stayer.instance", &instance, NULL)) return;
    if (device_make("stayer.device", &device, &instance, NULL)) return stay(&device);
    instance_end(&instance);
}

void act_apart(void) {
    struct instance instance;
    pthread_barrier_t begin;
    struct worker workers[2] = {{.begin = &begin}, {.begin = &begin}};
    outlive();
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("company.device_0", &workers[0].device, &instance, NULL)) {
        if (device_make("company.device_1", &workers[1].device, &instance, NULL)) {
            work_at_once(workers, &begin);
            device_end(&workers[1].device);
        }
        work_alone(&workers[0], &begin);
        make_again(&workers[0].device);
        device_end(&workers[0].device);
    }
    ask_the_older(&instance);
    instance_end(&instance);
}
