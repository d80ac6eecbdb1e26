// The act "at-once": two threads ask physical devices for the same facts, each its own device where there are two.
//
// at-once.device.N, for the device of thread N (1 thread's answers each): "rounds", and "different": the commands that
// told a thread something else than they had told before there were threads, with the first member that differed.
// "interrupted": commands of which one thread alone, stopped as often by the same timer, is told something else as well. That
// is no matter of two threads: a wait that a signal ends, for example. Their turns are not counted.
// Newer forms of the commands are asked where both devices are of Vulkan 1.1, and devices that are come first.
//
// What one thread writes to a place that both share is wrong for a few instructions only, which two threads seldom meet on
// a busy machine. So for each command they take turns at first: a timer stops a thread wherever it is, and the other one
// goes on from where it was stopped. Then both run freely. Either ends with the first difference.
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../process.h"

#define THREADS 2
// Of processor time, where threads run freely, and of the clock, for each command in each way; newer forms are most often the
// same code. A race while signals are blocked, where no turn is taken, is met by threads that run freely alone: with a third
// of the time it was found in 4 of 14 runs on a busy machine, with this time in 14 of 16.
#define SECONDS (turn < PROPERTIES2 ? 0.1 : 0.06)
#define MOST_SECONDS share_of_time(turn < PROPERTIES2 ? 0.07 : 0.03)
#define PACED 64U                         // rounds between two looks at the processor time
#define MOST_STOPS 2000U                  // of each thread, for each command
#define LONGEST_NS 20000U                 // between two stops
#define LONGEST_WAIT_NS 20000000
#define STOPPING (SIGRTMIN + 3)

enum { FAMILIES = 16 };

// Members alone: what lies between them may hold anything.
struct facts {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
    VkQueueFamilyProperties families[FAMILIES];
    uint32_t family_count;
};

enum command { PROPERTIES, FEATURES, MEMORY, QUEUE_FAMILIES, PROPERTIES2, FEATURES2, MEMORY2, QUEUE_FAMILIES2, COMMANDS };
static const char *const commands[COMMANDS] = {"vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceFeatures",
                                               "vkGetPhysicalDeviceMemoryProperties",
                                               "vkGetPhysicalDeviceQueueFamilyProperties",
                                               "vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceFeatures2",
                                               "vkGetPhysicalDeviceMemoryProperties2",
                                               "vkGetPhysicalDeviceQueueFamilyProperties2"};

static PFN_vkGetPhysicalDeviceProperties ask_properties;
static PFN_vkGetPhysicalDeviceFeatures ask_features;
static PFN_vkGetPhysicalDeviceMemoryProperties ask_memory;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties ask_families;
static PFN_vkGetPhysicalDeviceProperties2 ask_properties2;
static PFN_vkGetPhysicalDeviceFeatures2 ask_features2;
static PFN_vkGetPhysicalDeviceMemoryProperties2 ask_memory2;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties2 ask_families2;
static enum command asked = PROPERTIES2;  // those before it are

static struct asker {
    VkPhysicalDevice device;
    struct facts expected, expected_newer;
    uint32_t rounds;
    const char *different[COMMANDS];    // the member; NULL if none differs
    const char *interrupted[COMMANDS];  // the same where this thread is alone
} askers[THREADS];
static enum command turn;
static atomic_int waiting, is_over, is_alone;

// ---- taking turns

static sem_t goes_on[THREADS];
static atomic_uint stops;
static __thread struct {
    int number;
    timer_t timer;
    uint32_t random;
} self;

static void start_timer(void) {
    self.random = self.random * 1664525 + 1013904223;
    const struct itimerspec soon = {.it_value.tv_nsec = 1 + (self.random >> 8) % LONGEST_NS};
    timer_settime(self.timer, 0, &soon, NULL);
}

// Not longer than a moment: it may be that the other one waits for what this one holds, where no timer reaches it.
static void wait_for_turn(void) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += LONGEST_WAIT_NS;
    if (end.tv_nsec >= 1000000000) end.tv_sec++, end.tv_nsec -= 1000000000;
    while (!is_over && sem_timedwait(&goes_on[self.number], &end) != 0 && errno == EINTR) continue;
}

static void stop(int signal) {
    (void)signal;
    int before = errno;
    if (!is_over && ++stops < THREADS * MOST_STOPS) {
        if (!is_alone) {
            sem_post(&goes_on[!self.number]);
            wait_for_turn();
        }
        start_timer();
    }
    errno = before;
}

static int take_turns(int number) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = STOPPING};
    event._sigev_un._tid = (int)syscall(SYS_gettid);
    self.number = number;
    self.random = (uint32_t)number + 1;
    return timer_create(CLOCK_MONOTONIC, &event, &self.timer) == 0;
}

static void end_turns(int number) {
    is_over = 1;
    timer_delete(self.timer);
    sem_post(&goes_on[!number]);
}

// ---- what is asked

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// A member of what the newer form of a command is given, behind a head.
#define ASK_NEWER(ask, device, structure, type, member, to) \
    do { \
        structure newer = {.sType = type}; \
        ask(device, &newer); \
        to = newer.member; \
    } while (0)

static void ask_newer_families(VkPhysicalDevice device, struct facts *facts) {
    VkQueueFamilyProperties2 newer[FAMILIES];
    memset(newer, 0, sizeof newer);
    for (int i = 0; i < FAMILIES; i++) newer[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    ask_families2(device, &facts->family_count, newer);
    for (int i = 0; i < FAMILIES; i++) facts->families[i] = newer[i].queueFamilyProperties;
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
        case PROPERTIES2:
            ASK_NEWER(ask_properties2, device, VkPhysicalDeviceProperties2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                      properties, facts->properties);
            break;
        case FEATURES2:
            ASK_NEWER(ask_features2, device, VkPhysicalDeviceFeatures2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, features,
                      facts->features);
            break;
        case MEMORY2:
            ASK_NEWER(ask_memory2, device, VkPhysicalDeviceMemoryProperties2,
                      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, memoryProperties, facts->memory);
            break;
        case QUEUE_FAMILIES2:
            facts->family_count = FAMILIES;
            ask_newer_families(device, facts);
            break;
        case COMMANDS: break;
    }
}

static void ask_all(VkPhysicalDevice device, struct facts *facts, enum command first, enum command end) {
    memset(facts, 0, sizeof *facts);
    for (enum command command = first; command < end; command++) ask_one(command, device, facts);
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
        case PROPERTIES:
        case PROPERTIES2: return other_properties(&one->properties, &other->properties);
        case FEATURES:
        case FEATURES2: return memcmp(&one->features, &other->features, sizeof one->features) ? "VkPhysicalDeviceFeatures" : NULL;
        case MEMORY:
        case MEMORY2: return other_types(&one->memory, &other->memory);
        case QUEUE_FAMILIES:
        case QUEUE_FAMILIES2: return other_families(one, other);
        case COMMANDS: break;
    }
    return NULL;
}

static void ask_again_and_again(struct asker *asker, int in_turns) {
    struct facts facts;
    double clock = now(CLOCK_MONOTONIC) + MOST_SECONDS, processor = now(CLOCK_THREAD_CPUTIME_ID) + SECONDS;
    for (uint32_t i = 0; !is_over; i++) {
        memset(&facts, 0, sizeof facts);
        ask_one(turn, asker->device, &facts);
        asker->rounds++;
        asker->different[turn] = other_member(turn, &facts, turn < PROPERTIES2 ? &asker->expected : &asker->expected_newer);
        int is_enough = in_turns ? stops >= THREADS * MOST_STOPS : i % PACED == 0 && now(CLOCK_THREAD_CPUTIME_ID) > processor;
        if (asker->different[turn] != NULL || is_enough || now(CLOCK_MONOTONIC) > clock) is_over = 1;
    }
}

static void *work_in_turns(void *given) {
    struct asker *asker = given;
    int number = (int)(asker - askers), takes_turns = take_turns(number);
    for (waiting--; waiting > 0;) continue;
    if (!takes_turns) return NULL;
    if (number > 0) wait_for_turn();
    start_timer();
    ask_again_and_again(asker, 1);
    end_turns(number);
    return NULL;
}

// The other one has gone: a stop lasts no longer than a signal does.
static void *work_alone(void *given) {
    struct asker *asker = given;
    if (take_turns((int)(asker - askers))) {
        is_alone = 1;
        start_timer();
        ask_again_and_again(asker, 1);
        end_turns(self.number);
        is_alone = 0;
    }
    return NULL;
}

static void *work_freely(void *given) {
    for (waiting--; waiting > 0;) continue;
    ask_again_and_again(given, 0);
    return NULL;
}

static void say_members(const char *name, const char *const *members) {
    open_list(name);
    for (int i = 0; i < COMMANDS; i++) {
        char words[128];
        snprintf(words, sizeof words, "%s (%s)", commands[i], members[i] ? members[i] : "");
        if (members[i]) say_text(NULL, words);
    }
    close_list();
}

static void say_asker(const struct asker *asker, int number) {
    char label[32];
    snprintf(label, sizeof label, "at-once.device.%d", number);
    open_answer(label);
    say_number("rounds", asker->rounds);
    say_members("different", asker->different);
    say_members("interrupted", asker->interrupted);
    close_answer();
}

static void ask_at_once(enum command command, void *(*work)(void *), int first, int count) {
    pthread_t threads[THREADS];
    turn = command;
    waiting = count;
    is_over = 0;
    stops = 0;
    for (int i = 0; i < THREADS; i++) sem_init(&goes_on[i], 0, 0);
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, work, &askers[first + i]) != 0) give_up("at-once.threads", "no thread");
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static int is_different(enum command command) {
    for (int i = 0; i < THREADS; i++)
        if (askers[i].different[command] != NULL) return 1;
    return 0;
}

// Whether one thread alone is told something else too when it is stopped.
static int differs_alone(enum command command) {
    int differs = 0;
    for (int i = 0; i < THREADS; i++) {
        const char *found = askers[i].different[command];
        ask_at_once(command, work_alone, i, 1);
        askers[i].interrupted[command] = askers[i].different[command];
        askers[i].different[command] = found;
        differs |= askers[i].interrupted[command] != NULL;
    }
    return differs;
}

static void forget_turns(enum command command) {
    for (int i = 0; i < THREADS; i++) askers[i].different[command] = NULL;
}

static void ask_all_at_once(void) {
    struct sigaction before, stopping = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigaction(STOPPING, &stopping, &before);
    for (enum command command = 0; command < asked; command++) {
        ask_at_once(command, work_in_turns, 0, THREADS);
        if (is_different(command) && differs_alone(command)) forget_turns(command);
        if (!is_different(command)) ask_at_once(command, work_freely, 0, THREADS);
    }
    sigaction(STOPPING, &before, NULL);
}

#define FIND(instance, name) (PFN_##name) instance_function(instance, #name)

static int is_newer(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    ask_properties(device, &properties);
    return properties.apiVersion >= VK_API_VERSION_1_1;
}

// Devices of Vulkan 1.1 come first; the newer forms are asked where both are and the instance is.
static void choose_devices(const VkPhysicalDevice *devices, uint32_t count, VkInstance instance, uint32_t api) {
    uint32_t chosen = 0;
    for (int newer = 1; newer >= 0; newer--)
        for (uint32_t i = 0; i < count && chosen < THREADS; i++)
            if (is_newer(devices[i]) == newer) askers[chosen++].device = devices[i];
    for (; chosen < THREADS; chosen++) askers[chosen].device = askers[0].device;
    ask_properties2 = FIND(instance, vkGetPhysicalDeviceProperties2);
    ask_features2 = FIND(instance, vkGetPhysicalDeviceFeatures2);
    ask_memory2 = FIND(instance, vkGetPhysicalDeviceMemoryProperties2);
    ask_families2 = FIND(instance, vkGetPhysicalDeviceQueueFamilyProperties2);
    if (api < VK_API_VERSION_1_1 || !ask_properties2 || !ask_features2 || !ask_memory2 || !ask_families2) return;
    if (is_newer(askers[0].device) && is_newer(askers[1].device)) asked = COMMANDS;
}

void probe_at_once(void) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    enter("at-once");
    begin("at-once.instance");
    struct wish wish = {.api_version = newest_version()};
    struct made instance = make_instance(&wish);
    if (instance.handle == NULL) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    ask_properties = FIND(instance.handle, vkGetPhysicalDeviceProperties);
    ask_features = FIND(instance.handle, vkGetPhysicalDeviceFeatures);
    ask_memory = FIND(instance.handle, vkGetPhysicalDeviceMemoryProperties);
    ask_families = FIND(instance.handle, vkGetPhysicalDeviceQueueFamilyProperties);
    if (count == 0 || !ask_properties || !ask_features || !ask_memory || !ask_families) return;
    for (uint32_t i = 0; i < count; i++)
        if (!is_readable(devices[i], sizeof(void *))) return;
    choose_devices(devices, count, instance.handle, wish.api_version);
    for (uint32_t i = 0; i < THREADS; i++) {
        ask_all(askers[i].device, &askers[i].expected, 0, PROPERTIES2);
        ask_all(askers[i].device, &askers[i].expected_newer, PROPERTIES2, asked);
    }
    begin("at-once.threads");
    ask_all_at_once();
    for (int i = 0; i < THREADS; i++) say_asker(&askers[i], i);
    begin("at-once.end");
    destroy_instance(instance.handle, NULL);
}
