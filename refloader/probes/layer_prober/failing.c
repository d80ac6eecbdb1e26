// Creations of the act "create" in which the layer does not get what it needs for itself: objects of the entity below, or
// memory of the application.
#include <stdio.h>
#include <string.h>

#include "../shared/answers.h"
#include "carried/carried.h"
#include "chain.h"

static int is_made(const struct made *made) {
    return made->result == VK_SUCCESS && made->upper != NULL && made->lower != NULL;
}

// Who copies the names of extensions takes memory for that.
static const struct words below_alone = {.word = {"VK_PROBER_below_one"}, .count = 1};

static struct made make_usual_instance(const VkAllocationCallbacks *allocator) {
    struct request request = {
        .nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor), .allocator = allocator};
    if (allocator != NULL) request.extensions = below_alone;
    return make_instance(&nexts[0], &request);
}

static uint32_t times_called(const char *command) {
    uint32_t times = 0;
    for (uint32_t i = 0; i < call_count; i++) times += strcmp(calls[i].command, command) == 0;
    return times;
}

// ---- an entity below that makes a device, and nothing of what the layer makes for itself then

#define MOST_OWN 8U
static uint32_t own_calls, failing_call;
static const char *failed;

static int fail_own_call(const char *name, const uint64_t *arguments, uint64_t *result) {
    (void)arguments;
    int is_own = strncmp(name, "vkCreate", 8) == 0 || strncmp(name, "vkAllocate", 10) == 0;
    if (!is_own || created.made == NULL || strcmp(name, "vkCreateDevice") == 0 || own_calls++ != failing_call) return 0;
    failed = name;
    *result = (uint64_t)(int64_t)VK_ERROR_OUT_OF_HOST_MEMORY;
    return 1;
}

// Whether there was such a call.
static int fail_one(const struct made *instance, uint32_t call) {
    struct request request = {.nodes = USUAL_DEVICE_NODES};
    own_calls = 0, failing_call = call, failed = NULL;
    created.made = NULL;
    carried = fail_own_call;
    forget();
    struct made device = make_device(instance, first_physical_device(instance), &request);
    carried = NULL;
    if (failed == NULL) return 0;
    open_list(NULL);
    say_text(NULL, failed);
    say_number(NULL, device.result);
    say_flag(NULL, created.made != NULL);
    say_number(NULL, times_called("vkDestroyDevice"));
    close_list();
    return 1;
}

// create.own-failures: the call that fails, the result of vkCreateDevice, whether there was a device below, and how often
// one was destroyed there.
void fail_own_calls(void) {
    struct made instance = make_usual_instance(NULL);
    if (entry.device == NULL || !is_made(&instance)) return;
    if (first_physical_device(&instance) == NULL) return;
    begin("create.own-failures");
    open_answer("create.own-failures");
    open_list("calls");
    for (uint32_t call = 0; call < MOST_OWN && fail_one(&instance, call); call++) continue;
    close_list();
    close_answer();
}

// ---- an application whose callbacks have no memory left, once

#define MOST_REFUSALS 16U

static struct refusal {
    uint32_t number;  // of the allocation that failed
    VkResult result;
    int has_made;  // one below
    uint32_t ends;
} refusals[MOST_REFUSALS];

static struct made instance_of_refusals;

static struct made make_one_device(void) {
    struct request request = {
        .nodes = USUAL_DEVICE_NODES, .extensions = below_alone, .allocator = &carried_callbacks};
    return make_device(&instance_of_refusals, first_physical_device(&instance_of_refusals), &request);
}

static struct made make_one_instance(void) { return make_usual_instance(&carried_callbacks); }

// create.no-memory.KIND: the number of the allocation that fails, the result, whether there is one below, and how often
// that was ended there.
static void refuse_in(const char *label, struct made (*make)(void), void (*end)(const struct made *), const char *ending) {
    uint32_t count = 0;
    begin(label);
    do {
        *note_refusal = 0;
        until_refusal = count + 1;
        struct made made = make();
        until_refusal = 0;
        if (*note_refusal)
            refusals[count] = (struct refusal){count + 1, made.result, created.made != NULL, times_called(ending)}, count++;
        if (is_made(&made)) end(&made);
    } while (*note_refusal && count < MOST_REFUSALS);
    open_answer(label);
    open_list("calls");
    for (uint32_t i = 0; i < count; i++) {
        open_list(NULL);
        say_number(NULL, refusals[i].number);
        say_number(NULL, refusals[i].result);
        say_flag(NULL, refusals[i].has_made);
        say_number(NULL, refusals[i].ends);
        close_list();
    }
    close_list();
    close_answer();
}

void refuse_memory(void) {
    refuse_in("create.no-memory.instance", make_one_instance, destroy_instance, "vkDestroyInstance");
    instance_of_refusals = make_usual_instance(NULL);
    if (entry.device == NULL || !is_made(&instance_of_refusals)) return;
    if (first_physical_device(&instance_of_refusals) == NULL) return;
    const void *create = (const void *)instance_function(&instance_of_refusals, "vkCreateDevice");
    if (create == NULL || is_next(create)) return;
    refuse_in("create.no-memory.device", make_one_device, destroy_device, "vkDestroyDevice");
}
