// The act "many": more instances and devices than a table of a layer's own may have room for, which no application
// knows of. Some live one after the other, others at the same time; of those, each is used and ended when all are there.
//
// many.KINDS.after   {"made", "result"}: how many were made, each after the end of the one before it, and the result of
//                    the last call
// many.KINDS.beside  the same of those that live at once, and for each command that each is called with then:
//                    "COMMAND": which of them the entity below heard of, as a row of 0 and 1
// many.KINDS.threads several threads make one each, use it often and end it, again and again; one at a time makes or ends:
//                    {"made", "result": the first that is no success, "COMMAND": how often the entity below was called
//                    with one of its objects, "alone": how often by one that a single thread has made before}
// many.KINDS.at-once the same, each used once, and all that each thread does beside what the others do
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../shared/answers.h"
#include "chain.h"

#define AFTER 140U
#define BESIDE 70U
#define ENOUGH_OBJECTS 3000U
#define SECONDS 1  // for the making of each kind: a layer may take half of that for one

struct kind {
    const char *name;
    struct made (*make)(void);
    void (*end)(const struct made *made);
    const char *used, *ended;
    void (*use)(const struct made *made);
    const char *used_beside;
    void (*use_beside)(const struct made *made, VkPhysicalDevice physical);
    int lists;  // physical devices, before it is used
};

static struct made all[BESIDE], instance_of_devices;
static VkPhysicalDevice physical_of_devices;

static struct made make_one_instance(void) {
    struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    return make_instance(&nexts[0], &request);
}

static struct made make_one_device(void) {
    struct request request = {.nodes = USUAL_DEVICE_NODES};
    return make_device(&instance_of_devices, physical_of_devices, &request);
}

static void enumerate(const struct made *made) {
    uint32_t count = 0;
    PFN_vkEnumeratePhysicalDevices command =
        (PFN_vkEnumeratePhysicalDevices)instance_function(made, "vkEnumeratePhysicalDevices");
    if (command != NULL) command(made->upper, &count, NULL);
}

static void wait_for(const struct made *made) {
    VkResult (*command)(VkDevice) = (VkResult(*)(VkDevice))entry.device(made->upper, "vkDeviceWaitIdle");
    if (command != NULL) command(made->upper);
}

static void ask_properties(const struct made *made, VkPhysicalDevice physical) {
    VkPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties command =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(made, "vkGetPhysicalDeviceProperties");
    if (command != NULL && physical != NULL) command(physical, &properties);
}

static void wait_beside(const struct made *made, VkPhysicalDevice physical) {
    (void)physical;
    wait_for(made);
}

static const struct kind kinds[] = {
    {"instances", make_one_instance, destroy_instance, "vkEnumeratePhysicalDevices", "vkDestroyInstance", enumerate,
     "vkGetPhysicalDeviceProperties", ask_properties, 1},
    {"devices", make_one_device, destroy_device, "vkDeviceWaitIdle", "vkDestroyDevice", wait_for, "vkDeviceWaitIdle",
     wait_beside, 0},
};

static int is_made(const struct made *made) {
    return made->result == VK_SUCCESS && made->upper != NULL && made->lower != NULL;
}

static void begin_with(const struct kind *kind, const char *how, char *label, size_t size) {
    snprintf(label, size, "many.%s.%s", kind->name, how);
    begin(label);
}

// Layers may make objects of their own, of which the entity below has not many.
static int is_enough(time_t since) { return time(NULL) - since > SECONDS || objects_made() > ENOUGH_OBJECTS; }

static void one_after_the_other(const struct kind *kind) {
    char label[64];
    uint32_t count = 0;
    time_t began = time(NULL);
    struct made made = {0};
    begin_with(kind, "after", label, sizeof label);
    while (count < AFTER && !is_enough(began)) {
        made = kind->make();
        if (!is_made(&made)) break;
        struct object *lower = made.lower;
        kind->end(&made);
        end_object(lower);
        count++;
    }
    open_answer(label);
    say_number("made", count);
    say_number("result", made.result);
    close_answer();
}

static int is_heard(const char *command, const struct made *made) {
    for (uint32_t i = 0; i < call_count; i++)
        if (strcmp(calls[i].command, command) == 0 && calls[i].arguments[0] == (uintptr_t)made->lower) return 1;
    return 0;
}

static void with_each(uint32_t count, const char *command, void (*call)(const struct made *made)) {
    open_list(command);
    for (uint32_t i = 0; i < count; i++) {
        forget();
        call(&all[i]);
        say_number(NULL, is_heard(command, &all[i]));
    }
    close_list();
}

static void beside_each_other(const struct kind *kind) {
    char label[64];
    uint32_t count = 0;
    time_t began = time(NULL);
    VkResult result = VK_SUCCESS;
    begin_with(kind, "beside", label, sizeof label);
    while (count < BESIDE && !is_enough(began)) {
        all[count] = kind->make();
        result = all[count].result;
        if (!is_made(&all[count])) break;
        count++;
    }
    open_answer(label);
    say_number("made", count);
    say_number("result", result);
    with_each(count, kind->used, kind->use);
    with_each(count, kind->ended, kind->end);
    close_answer();
}

// ---- on several threads

#define THREADS 4U
#define ROUNDS 1500U
#define USES 16U
#define MILLISECONDS 500

static _Atomic uint32_t made_by_threads;
static _Atomic int32_t failure_of_threads;

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Loaders let one thread at a time make, end and list instances and devices; whatever else is called comes beside that.
// Work without turns goes on in all threads at the same time, which the Vulkan specification allows.
struct work {
    const struct kind *kind;
    int by_turns;
    uint32_t rounds;
};
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void take_turn(const struct work *work) {
    if (work->by_turns) pthread_mutex_lock(&turn);
}

static void leave_turn(const struct work *work) {
    if (work->by_turns) pthread_mutex_unlock(&turn);
}

static void use_here(const struct work *work, const struct made *made) {
    if (!work->by_turns) {
        work->kind->use(made);
        return;
    }
    take_turn(work);
    VkPhysicalDevice physical = work->kind->lists ? first_physical_device(made) : NULL;
    leave_turn(work);
    for (uint32_t i = 0; i < USES; i++) work->kind->use_beside(made, physical);
}

static void *make_and_end(void *argument) {
    const struct work *work = argument;
    int64_t end = milliseconds() + MILLISECONDS;
    for (uint32_t i = 0; i < work->rounds && milliseconds() < end && objects_made() < ENOUGH_OBJECTS; i++) {
        int32_t none = VK_SUCCESS;
        take_turn(work);
        struct made made = work->kind->make();
        leave_turn(work);
        if (made.result != VK_SUCCESS || made.upper == NULL) {
            atomic_compare_exchange_strong(&failure_of_threads, &none, made.result);
            break;
        }
        made_by_threads++;
        use_here(work, &made);
        take_turn(work);
        work->kind->end(&made);
        leave_turn(work);
        struct object *lower = ended_here();
        enter_crowd();
        for (uint32_t place = 0; lower != NULL && place < COUNT(lower->children); place++)
            if (lower->children[place] != NULL) end_object(lower->children[place]);
        if (lower != NULL) end_object(lower);
        leave_crowd();
    }
    return NULL;
}

static void on_threads(const struct kind *kind, const char *how, int by_turns) {
    char label[64];
    pthread_t threads[THREADS];
    uint32_t count = 0;
    struct work work = {kind, by_turns, 1};
    struct crowd here = {.used = by_turns ? kind->used_beside : kind->used, .ended = kind->ended};
    begin_with(kind, how, label, sizeof label);
    failure_of_threads = VK_SUCCESS;
    crowd = &here;
    make_and_end(&work);  // alone
    uint32_t used_alone = here.times_used;
    here.times_used = here.times_ended = made_by_threads = 0;
    work.rounds = ROUNDS;
    while (count < THREADS && pthread_create(&threads[count], NULL, make_and_end, &work) == 0) count++;
    for (uint32_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
    crowd = NULL;
    open_answer(label);
    say_number("made", made_by_threads);
    say_number("result", failure_of_threads);
    say_number("alone", used_alone);
    say_number(here.used, here.times_used);
    say_number(here.ended, here.times_ended);
    close_answer();
}

void probe_many(void) {
    int has_devices = 0;
    open_layer();
    enter("many");
    one_after_the_other(&kinds[0]);
    beside_each_other(&kinds[0]);
    on_threads(&kinds[0], "threads", 1);
    instance_of_devices = make_one_instance();
    if (entry.device != NULL && is_made(&instance_of_devices)) {
        physical_of_devices = first_physical_device(&instance_of_devices);
        const void *create = (const void *)instance_function(&instance_of_devices, "vkCreateDevice");
        has_devices = physical_of_devices != NULL && create != NULL && !is_next(create);
    }
    if (has_devices) {
        one_after_the_other(&kinds[1]);
        beside_each_other(&kinds[1]);
        on_threads(&kinds[1], "threads", 1);
        on_threads(&kinds[1], "at-once", 0);
    }
    on_threads(&kinds[0], "at-once", 0);
}
