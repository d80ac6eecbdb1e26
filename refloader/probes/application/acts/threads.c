// Many threads at once, synchronised as the specification asks and no more; calls from inside callbacks.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "acts.h"
#include "../jobs.h"

#define RECORDERS 4
#define MAKERS 2
#define ROUNDS 8
#define INSTANCES 3  // a layer may take half a second for each
#define PAUSE 100  // microseconds between lookups: a recording of them has an end

// ---- threads: four that record and submit to one queue, two that make and end instances, one of them at a time: loaders
// in the field let no second thread in, and layers may rely on it (the prober's act "many" has them do it at once)

struct shared {
    struct device *device;
    pthread_mutex_t queue, instances;
    atomic_uint good;
};

struct worker {
    struct shared *shared;
    uint32_t number;
    uint64_t hash;
};

static int do_job(struct worker *worker) {
    struct job job;
    int good = job_begin("job", worker->shared->device, &job, worker->number);
    if (good) {
        pthread_mutex_lock(&worker->shared->queue);
        good = job_submit("job", &job);
        if (good) {
            VkResult result = worker->shared->device->QueueWaitIdle(worker->shared->device->queue);
            good = result == VK_SUCCESS || ok("idle", result);
        }
        pthread_mutex_unlock(&worker->shared->queue);
    }
    if (good && (good = job_wait("job", &job))) worker->hash = job_hash(&job);
    job_end(&job);
    return good;
}

static void *record(void *argument) {
    struct worker *worker = argument;
    for (uint32_t i = 0; i < ROUNDS; i++) worker->shared->good += (uint32_t)do_job(worker);
    return NULL;
}

static void *make_instances(void *argument) {
    struct shared *shared = argument;
    struct instance instance;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        memset(&instance, 0, sizeof instance);
        pthread_mutex_lock(&shared->instances);
        VkResult result = instance_create(&instance.handle, NULL);
        pthread_mutex_unlock(&shared->instances);
        if (result != VK_SUCCESS) return ok("made_at_once", result), NULL;
        if (instance_look_up(&instance) == NULL) shared->good++;
        pthread_mutex_lock(&shared->instances);
        if (instance.DestroyInstance != NULL) instance_end(&instance);
        pthread_mutex_unlock(&shared->instances);
    }
    return NULL;
}

static void all_at_once(struct device *device) {
    if (!can_fill(device)) return answer_left_out("good", CANNOT_FILL);
    struct shared shared = {.device = device, .queue = PTHREAD_MUTEX_INITIALIZER, .instances = PTHREAD_MUTEX_INITIALIZER};
    struct worker workers[RECORDERS];
    pthread_t threads[RECORDERS + MAKERS];
    uint64_t hashes[RECORDERS];
    for (uint32_t i = 0; i < RECORDERS; i++) {
        workers[i] = (struct worker){&shared, 0x7000 + i, 0};
        pthread_create(&threads[i], NULL, record, &workers[i]);
    }
    for (uint32_t i = RECORDERS; i < COUNT(threads); i++)
        pthread_create(&threads[i], NULL, make_instances, &shared);
    for (uint32_t i = 0; i < COUNT(threads); i++) pthread_join(threads[i], NULL);
    device->QueueWaitIdle(device->queue);
    for (uint32_t i = 0; i < RECORDERS; i++) hashes[i] = workers[i].hash;
    answer_number("good", shared.good);
    answer_number("of", ROUNDS * RECORDERS + INSTANCES * MAKERS);
    answer_hash("hash", hashes, sizeof hashes);
}

void act_threads(void) { device_use(all_at_once); }

// ---- reentrant: lookups while another thread makes instances and devices, and out of a messenger's callback

struct looker {
    const struct instance *instance;
    atomic_int stop;
    uint32_t wrong;
};

static void *keep_looking(void *argument) {
    struct looker *looker = argument;
    while (!looker->stop) {
        looker->wrong += program.GetInstanceProcAddr(NULL, "vkCreateInstance") == NULL;
        looker->wrong += program.GetInstanceProcAddr(looker->instance->handle, "vkDestroyInstance") == NULL;
        looker->wrong += program.GetInstanceProcAddr(looker->instance->handle, "vkCmdDraw") == NULL;
        looker->wrong += program.GetInstanceProcAddr(looker->instance->handle, "vkNobodyKnowsTEST") != NULL;
        usleep(PAUSE);
    }
    return NULL;
}

static void make_beside(const struct instance *living) {
    struct looker looker = {.instance = living};
    struct instance instance;
    pthread_t thread;
    uint32_t made = 0;
    pthread_create(&thread, NULL, keep_looking, &looker);
    for (uint32_t i = 0; i < INSTANCES; i++) {
        memset(&instance, 0, sizeof instance);
        VkResult result = instance_create(&instance.handle, NULL);
        if (result != VK_SUCCESS) {
            ok("instance_beside", result);
            break;
        }
        if (instance_look_up(&instance) != NULL) break;
        made += device_once(&instance);
        instance_end(&instance);
    }
    looker.stop = 1;
    pthread_join(thread, NULL);
    answer_number("made_beside", made);
    answer_number("wrong_lookups", looker.wrong);
}

static VkBool32 look_up_inside(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                               VkDebugUtilsMessageTypeFlagsEXT types,
                               const VkDebugUtilsMessengerCallbackDataEXT *data, void *found) {
    (void)severity, (void)types, (void)data;
    uint32_t version = 0;
    if (program.EnumerateInstanceVersion != NULL) program.EnumerateInstanceVersion(&version);
    if (program.GetInstanceProcAddr(NULL, "vkCreateInstance") != NULL) *(atomic_uint *)found = 1;
    return VK_FALSE;
}

static void call_back(const struct instance *instance) {
    atomic_uint found = 0;
    VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
        .pfnUserCallback = look_up_inside,
        .pUserData = &found};
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessage = "again"};
    VkDebugUtilsMessengerEXT messenger;
    if (!ok("messenger", INSTANCE_CALL(instance, CreateDebugUtilsMessengerEXT)(
                             instance->handle, &info, callbacks_of("messenger"), &messenger)))
        return;
    INSTANCE_CALL(instance, SubmitDebugUtilsMessageEXT)(
        instance->handle, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
        VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
    INSTANCE_CALL(instance, DestroyDebugUtilsMessengerEXT)(instance->handle, messenger,
                                                              callbacks_of("messenger"));
    answer_number("looked_up_inside", found);
}

void act_reentrant(void) {
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    struct wish wish = {.extensions = extensions, .extension_count = 1};
    struct instance instance;
    int debugging = instance_offers(extensions[0]);
    if (!instance_make("instance", &instance, debugging ? &wish : NULL)) return;
    make_beside(&instance);
    if (debugging)
        call_back(&instance);
    else
        answer_left_out("messenger", "VK_EXT_debug_utils is not offered");
    instance_end(&instance);
}
