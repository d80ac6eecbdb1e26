// The act "at-once": two threads ask physical devices for the same facts, each its own device where there are two.
//
// at-once.device.N, for the device of thread N (1 thread's answers each): "rounds", and "different": the commands that
// told a thread something else than they had told before there were threads.
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"

#define THREADS 2
#define SECONDS 0.4

enum { FAMILIES = 16, MOST_ROUNDS = 200000 };

// Members alone: what lies between them may hold anything.
struct facts {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[FAMILIES];
    uint32_t family_count;
};

enum command { PROPERTIES, FEATURES, MEMORY, QUEUE_FAMILIES, COMMANDS };
static const char *const commands[COMMANDS] = {"vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceFeatures",
                                               "vkGetPhysicalDeviceMemoryProperties",
                                               "vkGetPhysicalDeviceQueueFamilyProperties"};

static PFN_vkGetPhysicalDeviceProperties ask_properties;
static PFN_vkGetPhysicalDeviceFeatures ask_features;
static PFN_vkGetPhysicalDeviceMemoryProperties ask_memory;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties ask_families;

static struct asker {
    VkPhysicalDevice device;
    struct facts expected;
    uint32_t rounds;
    int different[COMMANDS];
} askers[THREADS];
static atomic_int waiting;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void ask(VkPhysicalDevice device, struct facts *facts) {
    memset(facts, 0, sizeof *facts);
    ask_properties(device, &facts->properties);
    ask_features(device, &facts->features);
    ask_memory(device, &facts->memory);
    facts->family_count = FAMILIES;
    ask_families(device, &facts->family_count, facts->families);
}

static int are_same_properties(const VkPhysicalDeviceProperties *one, const VkPhysicalDeviceProperties *other) {
    return one->apiVersion == other->apiVersion && one->driverVersion == other->driverVersion &&
           one->vendorID == other->vendorID && one->deviceID == other->deviceID &&
           one->deviceType == other->deviceType &&
           strncmp(one->deviceName, other->deviceName, sizeof one->deviceName) == 0 &&
           memcmp(one->pipelineCacheUUID, other->pipelineCacheUUID, VK_UUID_SIZE) == 0 &&
           one->limits.maxImageDimension2D == other->limits.maxImageDimension2D &&
           one->limits.maxUniformBufferRange == other->limits.maxUniformBufferRange &&
           one->limits.nonCoherentAtomSize == other->limits.nonCoherentAtomSize;
}

static int are_same_types(const VkPhysicalDeviceMemoryProperties *one, const VkPhysicalDeviceMemoryProperties *other) {
    if (one->memoryTypeCount != other->memoryTypeCount || one->memoryHeapCount != other->memoryHeapCount) return 0;
    for (uint32_t i = 0; i < one->memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++)
        if (one->memoryTypes[i].propertyFlags != other->memoryTypes[i].propertyFlags ||
            one->memoryTypes[i].heapIndex != other->memoryTypes[i].heapIndex)
            return 0;
    return 1;
}

static int are_same_families(const struct facts *one, const struct facts *other) {
    if (one->family_count != other->family_count) return 0;
    for (uint32_t i = 0; i < one->family_count && i < FAMILIES; i++)
        if (one->families[i].queueFlags != other->families[i].queueFlags ||
            one->families[i].queueCount != other->families[i].queueCount)
            return 0;
    return 1;
}

static void compare(struct asker *asker, const struct facts *facts) {
    const struct facts *expected = &asker->expected;
    asker->different[PROPERTIES] |= !are_same_properties(&facts->properties, &expected->properties);
    asker->different[FEATURES] |= memcmp(&facts->features, &expected->features, sizeof facts->features) != 0;
    asker->different[MEMORY] |= !are_same_types(&facts->memory, &expected->memory);
    asker->different[QUEUE_FAMILIES] |= !are_same_families(facts, expected);
}

static void *work(void *given) {
    struct asker *asker = given;
    struct facts facts;
    for (waiting--; waiting > 0;) continue;
    for (double end = now() + SECONDS; now() < end && asker->rounds < MOST_ROUNDS; asker->rounds++) {
        ask(asker->device, &facts);
        compare(asker, &facts);
    }
    return NULL;
}

static void say_asker(const struct asker *asker, int number) {
    char label[32];
    snprintf(label, sizeof label, "at-once.device.%d", number);
    open_answer(label);
    say_number("rounds", asker->rounds);
    open_list("different");
    for (int i = 0; i < COMMANDS; i++)
        if (asker->different[i]) say_text(NULL, commands[i]);
    close_list();
    close_answer();
}

static void ask_at_once(void) {
    pthread_t threads[THREADS];
    waiting = THREADS;
    begin("at-once.threads");
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &askers[i]) != 0) give_up("at-once.threads", "no thread");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) say_asker(&askers[i], i);
}

#define FIND(instance, name) (PFN_##name) instance_function(instance, #name)

void probe_at_once(void) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    enter("at-once");
    begin("at-once.instance");
    struct made instance = make_instance(&(struct wish){0});
    if (instance.handle == NULL) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    ask_properties = FIND(instance.handle, vkGetPhysicalDeviceProperties);
    ask_features = FIND(instance.handle, vkGetPhysicalDeviceFeatures);
    ask_memory = FIND(instance.handle, vkGetPhysicalDeviceMemoryProperties);
    ask_families = FIND(instance.handle, vkGetPhysicalDeviceQueueFamilyProperties);
    if (count == 0 || !ask_properties || !ask_features || !ask_memory || !ask_families) return;
    for (uint32_t i = 0; i < THREADS; i++) {
        askers[i].device = devices[i < count ? i : 0];
        if (!is_readable(askers[i].device, sizeof(void *))) return;
        ask(askers[i].device, &askers[i].expected);
    }
    ask_at_once();
    begin("at-once.end");
    destroy_instance(instance.handle, NULL);
}
