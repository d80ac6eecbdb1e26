// The act "many": more instances and devices than a table of a layer's own may have room for, which no application
// knows of. Some live one after the other, others at the same time; of those, each is used and ended when all are there.
//
// many.KINDS.after   {"made", "result"}: how many were made, each after the end of the one before it, and the result of
//                    the last call
// many.KINDS.beside  the same of those that live at once, and for each command that each is called with then:
//                    "COMMAND": which of them the entity below heard of, as a row of 0 and 1
// many.KINDS.threads several threads make one each, use it and end it, again and again: {"made", "result": the first that
//                    is no success, "COMMAND": how often the entity below was called with one of its objects}
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

static const struct kind kinds[] = {
    {"instances", make_one_instance, destroy_instance, "vkEnumeratePhysicalDevices", "vkDestroyInstance", enumerate},
    {"devices", make_one_device, destroy_device, "vkDeviceWaitIdle", "vkDestroyDevice", wait_for},
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
#define MILLISECONDS 500

static _Atomic uint32_t made_by_threads;
static _Atomic int32_t failure_of_threads;

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *make_and_end(void *argument) {
    const struct kind *kind = argument;
    int64_t end = milliseconds() + MILLISECONDS;
    for (uint32_t i = 0; i < ROUNDS && milliseconds() < end && objects_made() < ENOUGH_OBJECTS; i++) {
        struct made made = kind->make();
        int32_t none = VK_SUCCESS;
        if (made.result != VK_SUCCESS || made.upper == NULL) {
            atomic_compare_exchange_strong(&failure_of_threads, &none, made.result);
            break;
        }
        made_by_threads++;
        kind->use(&made);
        kind->end(&made);
        struct object *lower = ended_here();
        enter_crowd();
        if (lower != NULL) end_object(lower);
        leave_crowd();
    }
    return NULL;
}

static void on_threads(const struct kind *kind) {
    char label[64];
    pthread_t threads[THREADS];
    uint32_t count = 0;
    struct crowd here = {.used = kind->used, .ended = kind->ended};
    begin_with(kind, "threads", label, sizeof label);
    made_by_threads = 0;
    failure_of_threads = VK_SUCCESS;
    crowd = &here;
    while (count < THREADS && pthread_create(&threads[count], NULL, make_and_end, (void *)(uintptr_t)kind) == 0) count++;
    for (uint32_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
    crowd = NULL;
    open_answer(label);
    say_number("made", made_by_threads);
    say_number("result", failure_of_threads);
    say_number(kind->used, here.times_used);
    say_number(kind->ended, here.times_ended);
    close_answer();
}

void probe_many(void) {
    open_layer();
    enter("many");
    one_after_the_other(&kinds[0]);
    beside_each_other(&kinds[0]);
    on_threads(&kinds[0]);
    instance_of_devices = make_one_instance();
    if (entry.device == NULL || !is_made(&instance_of_devices)) return;
    physical_of_devices = first_physical_device(&instance_of_devices);
    const void *create = (const void *)instance_function(&instance_of_devices, "vkCreateDevice");
    if (physical_of_devices == NULL || create == NULL || is_next(create)) return;
    one_after_the_other(&kinds[1]);
    beside_each_other(&kinds[1]);
    on_threads(&kinds[1]);
}
