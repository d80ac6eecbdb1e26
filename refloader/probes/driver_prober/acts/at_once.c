// The act "at-once": two threads ask physical devices for the same facts, each its own device where there are two.
//
// at-once.device.N, for the device of thread N (1 thread's answers each): "rounds", and "different": the commands that
// told a thread something else than they had told before there were threads, with the first member that differed.
//
// What one thread writes to a place that both share is wrong for a few instructions only, so there are millions of
// rounds: first of all commands in turn, which brings the threads out of step, then of each command alone. They end with
// the first difference, or when a thread has had its processor time, which a busy machine gives later, not less of.
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../process.h"

#define THREADS 2
#define SECONDS 0.4         // of processor time, for all commands in turn
#define SECONDS_ALONE 0.05  // for each command alone
#define MOST_SECONDS share_of_time(0.15)  // of the clock, for either
#define PACED 64U  // rounds between two looks at the clocks

enum { FAMILIES = 16 };

// Members alone: what lies between them may hold anything.
struct facts {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[FAMILIES];
    uint32_t family_count;
};

enum command { PROPERTIES, FEATURES, MEMORY, QUEUE_FAMILIES, COMMANDS, ALL_IN_TURN = COMMANDS };
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
    const char *different[COMMANDS];  // the member; NULL if none differs
} askers[THREADS];
static enum command turn;
static atomic_int waiting, is_over;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void ask_one(enum command command, VkPhysicalDevice device, struct facts *facts) {
    switch (command) {
        case PROPERTIES: ask_properties(device, &facts->properties); break;
        case FEATURES: ask_features(device, &facts->features); break;
        case MEMORY: ask_memory(device, &facts->memory); break;
        case QUEUE_FAMILIES:
            facts->family_count = FAMILIES;
            ask_families(device, &facts->family_count, facts->families);
            break;
        case COMMANDS: break;
    }
}

static void ask_all(VkPhysicalDevice device, struct facts *facts) {
    memset(facts, 0, sizeof *facts);
    for (enum command command = 0; command < COMMANDS; command++) ask_one(command, device, facts);
}

#define IF_OTHER(member) \
    if (memcmp(&one->member, &other->member, sizeof one->member) != 0) return #member

static const char *other_properties(const VkPhysicalDeviceProperties *one, const VkPhysicalDeviceProperties *other) {
    IF_OTHER(apiVersion);
    IF_OTHER(driverVersion);
    IF_OTHER(vendorID);
    IF_OTHER(deviceID);
    IF_OTHER(deviceType);
    if (strncmp(one->deviceName, other->deviceName, sizeof one->deviceName) != 0) return "deviceName";
    IF_OTHER(pipelineCacheUUID);
    IF_OTHER(limits.maxImageDimension2D);
    IF_OTHER(limits.maxUniformBufferRange);
    IF_OTHER(limits.maxViewportDimensions);
    IF_OTHER(limits.nonCoherentAtomSize);
    return NULL;
}

static const char *other_types(const VkPhysicalDeviceMemoryProperties *one,
                               const VkPhysicalDeviceMemoryProperties *other) {
    IF_OTHER(memoryTypeCount);
    IF_OTHER(memoryHeapCount);
    for (uint32_t i = 0; i < one->memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++) {
        IF_OTHER(memoryTypes[i].propertyFlags);
        IF_OTHER(memoryTypes[i].heapIndex);
    }
    return NULL;
}

static const char *other_families(const struct facts *one, const struct facts *other) {
    if (one->family_count != other->family_count) return "pQueueFamilyPropertyCount";
    for (uint32_t i = 0; i < one->family_count && i < FAMILIES; i++) {
        if (one->families[i].queueFlags != other->families[i].queueFlags) return "queueFlags";
        if (one->families[i].queueCount != other->families[i].queueCount) return "queueCount";
    }
    return NULL;
}

static const char *other_member(enum command command, const struct facts *one, const struct facts *other) {
    switch (command) {
        case PROPERTIES: return other_properties(&one->properties, &other->properties);
        case FEATURES: return memcmp(&one->features, &other->features, sizeof one->features) ? "VkPhysicalDeviceFeatures" : NULL;
        case MEMORY: return other_types(&one->memory, &other->memory);
        case QUEUE_FAMILIES: return other_families(one, other);
        case COMMANDS: break;
    }
    return NULL;
}

static int is_late(double clock, double processor) {
    return now(CLOCK_MONOTONIC) > clock || now(CLOCK_THREAD_CPUTIME_ID) > processor;
}

static void *work(void *given) {
    struct asker *asker = given;
    struct facts facts;
    double clock = now(CLOCK_MONOTONIC) + MOST_SECONDS, processor = now(CLOCK_THREAD_CPUTIME_ID);
    processor += turn == ALL_IN_TURN ? SECONDS : SECONDS_ALONE;
    for (waiting--; waiting > 0;) continue;
    for (uint32_t i = 0; !is_over; i++) {
        enum command command = turn == ALL_IN_TURN ? (enum command)(i % COMMANDS) : turn;
        memset(&facts, 0, sizeof facts);
        ask_one(command, asker->device, &facts);
        asker->rounds++;
        const char *different = other_member(command, &facts, &asker->expected);
        if (different != NULL) asker->different[command] = different;
        if (different != NULL || (i % PACED == 0 && is_late(clock, processor))) is_over = 1;
    }
    return NULL;
}

static void say_asker(const struct asker *asker, int number) {
    char label[32];
    snprintf(label, sizeof label, "at-once.device.%d", number);
    open_answer(label);
    say_number("rounds", asker->rounds);
    open_list("different");
    for (int i = 0; i < COMMANDS; i++) {
        char words[128];
        snprintf(words, sizeof words, "%s (%s)", commands[i], asker->different[i] ? asker->different[i] : "");
        if (asker->different[i]) say_text(NULL, words);
    }
    close_list();
    close_answer();
}

static void ask_at_once(enum command command) {
    pthread_t threads[THREADS];
    turn = command;
    waiting = THREADS;
    is_over = 0;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &askers[i]) != 0) give_up("at-once.threads", "no thread");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
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
        ask_all(askers[i].device, &askers[i].expected);
    }
    begin("at-once.threads");
    ask_at_once(ALL_IN_TURN);
    for (enum command command = 0; command < COMMANDS; command++) ask_at_once(command);
    for (int i = 0; i < THREADS; i++) say_asker(&askers[i], i);
    begin("at-once.end");
    destroy_instance(instance.handle, NULL);
}
