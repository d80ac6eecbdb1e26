// The lookups of the entity below the layer, and one function for each command of the registry. See next.h.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/commands.h"
#include "next.h"
#include "prober.h"

#define MOST_QUESTIONS (1U << 16)
#define MOST_CALLS 1024U

enum level { LEVEL_GLOBAL, LEVEL_INSTANCE, LEVEL_PHYSICAL_DEVICE, LEVEL_DEVICE };

static uint64_t called(const char *name, const uint64_t *arguments, uint32_t set);

#define BELOW_OF(name, set) \
    static uint64_t below_##set##_##name(ALL_WORDS) { \
        uint64_t arguments[MOST_ARGUMENTS] = LIST_OF_ALL_WORDS; \
        return called(#name, arguments, set); \
    }
#define BELOW(name, level, ...) BELOW_OF(name, 0) BELOW_OF(name, 1) BELOW_OF(name, 2) BELOW_OF(name, 3)
REFLOADER_COMMANDS(BELOW)

#define OF(name, set) (PFN_vkVoidFunction)below_##set##_##name
#define ROW(name, level, first, slot, exported, trampoline, terminator, result, core, ...) \
    {#name, LEVEL_##level, core, {OF(name, 0), OF(name, 1), OF(name, 2), OF(name, 3)}},
static struct command {
    const char *name;
    enum level level;
    int core;
    PFN_vkVoidFunction pointers[FUNCTION_SETS];
} commands[] = {REFLOADER_COMMANDS(ROW)};

struct question questions[MOST_QUESTIONS];
uint32_t question_count;
struct call calls[MOST_CALLS];
uint32_t call_count;
struct next *creating;
int (*carried)(const char *name, const uint64_t *arguments, uint64_t *result);

void forget(void) {
    question_count = 0;
    call_count = 0;
}

uint32_t command_count(void) { return COUNT(commands); }
const char *command_name(uint32_t index) { return commands[index].name; }

static int compare(const void *a, const void *b) {
    return strcmp(((const struct command *)a)->name, ((const struct command *)b)->name);
}

__attribute__((constructor)) static void sort_commands(void) {
    qsort(commands, COUNT(commands), sizeof *commands, compare);
}

static const struct command *find(const char *name) {
    struct command wanted = {.name = name};
    return bsearch(&wanted, commands, COUNT(commands), sizeof *commands, compare);
}

int command_core(const char *name) {
    const struct command *found = find(name);
    return found == NULL ? 0 : found->core;
}

// ---- being called

struct sets sets;
struct crossings *crossings;

static void add_crossing(struct crossing_list *to, const char *name, int is_of_device) {
    for (uint32_t i = 0; i < to->count; i++)
        if (strcmp(to->row[i].name, name) == 0) return;
    if (to->count == MOST_CROSSINGS) return;
    struct crossing *row = &to->row[to->count++];
    row->is_of_device = is_of_device;
    snprintf(row->name, sizeof row->name, "%s", name);
}

void note_crossing(const char *name, int is_of_device) { add_crossing(&crossings->crossed, name, is_of_device); }
void note_taken(const char *name) { add_crossing(&crossings->taken, name, 0); }

static const struct object *owner_of(const void *handle, enum object_kind kind) {
    const struct object *object = object_of(handle);
    while (object != NULL && object->kind != kind) object = object->parent;
    return object;
}

void look_at_callback(const char *name, uint32_t set, const void *handle) {
    int is_of_device = set >= DEVICE_SETS;
    const struct object *owner = owner_of(handle, is_of_device ? OBJECT_DEVICE : OBJECT_INSTANCE);
    if (sets.are_apart && owner != NULL && owner->set != set) note_crossing(name, is_of_device);
}

// What an instance gives for commands of devices is for all of its devices.
static void look_at_call(const char *name, const uint64_t *arguments, uint32_t set) {
    if (!sets.are_apart) return;
    const struct object *object = object_of((const void *)(uintptr_t)arguments[0]);
    if (object != NULL && !has_first_word(object)) add_crossing(&crossings->unfilled, name, 0);
    if (strcmp(name, "vkCreateInstance") != 0) look_at_callback(name, set, (const void *)(uintptr_t)arguments[0]);
    else if (set != sets.instance) note_crossing(name, 0);
}

static int takes_layer_name(const char *name) { return strstr(name, "ExtensionProperties") != NULL; }

static void note_call(const char *name, const uint64_t *arguments) {
    if (call_count == MOST_CALLS) return;
    struct call *call = &calls[call_count++];
    *call = (struct call){.command = name};
    memcpy(call->arguments, arguments, sizeof call->arguments);
    if (!takes_layer_name(name)) return;
    const char *layer = (const char *)(uintptr_t)arguments[strstr(name, "Device") != NULL];
    call->has_text = layer != NULL;
    if (layer != NULL) snprintf(call->text, sizeof call->text, "%s", layer);
}

// ---- several threads at a time

#define SPINS 20000U

struct crowd *crowd;
static pthread_mutex_t crowd_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct object *ended_by_thread;

void enter_crowd(void) {
    if (crowd != NULL) pthread_mutex_lock(&crowd_lock);
}

void leave_crowd(void) {
    if (crowd != NULL) pthread_mutex_unlock(&crowd_lock);
}

struct object *ended_here(void) {
    struct object *found = ended_by_thread;
    ended_by_thread = NULL;
    return found;
}

// One of a pair waits a little for the other one, which need not come: the layer may let in one thread at a time.
static void meet(void) {
    static _Atomic uint32_t arrived;
    uint32_t until = (atomic_fetch_add(&arrived, 1) | 1) + 1;
    for (uint32_t i = 0; i < SPINS && (int32_t)(atomic_load(&arrived) - until) < 0; i++) continue;
}

static uint64_t called_by_one(const char *name, const uint64_t *arguments) {
    uint64_t result = 0;
    enter_crowd();
    struct object *object = object_of((const void *)(uintptr_t)arguments[0]);
    int is_used = object != NULL && strcmp(name, crowd->used) == 0;
    int is_ended = object != NULL && strcmp(name, crowd->ended) == 0;
    crowd->times_used += (uint32_t)is_used;
    crowd->times_ended += (uint32_t)is_ended;
    if (is_ended) ended_by_thread = object;
    answer_command(name, arguments, &result);
    leave_crowd();
    if (is_ended || strncmp(name, "vkCreate", 8) == 0) meet();
    return result;
}

static uint64_t called(const char *name, const uint64_t *arguments, uint32_t set) {
    uint64_t result = 0;
    if (crowd != NULL) return called_by_one(name, arguments);
    note_call(name, arguments);
    look_at_call(name, arguments, set);
    if (carried != NULL && carried(name, arguments, &result)) return result;
    answer_command(name, arguments, &result);
    return result;
}

// ---- being asked

// Each has something of its own, so that no compiler makes one of them.
#define NOBODYS(name) \
    static void name(void) { \
        static volatile int calls; \
        calls++; \
    }
NOBODYS(made_up)
NOBODYS(made_up_device)
NOBODYS(made_up_physical)

static PFN_vkVoidFunction made_up_answer(const char *name, enum lookup lookup) {
    if (strcmp(name, MADE_UP_PHYSICAL) == 0 && lookup != BY_DEVICE) return made_up_physical;
    if (strcmp(name, MADE_UP_DEVICE) == 0 && lookup != BY_PHYSICAL) return made_up_device;
    if (strcmp(name, MADE_UP_INSTANCE) == 0 && lookup == BY_INSTANCE) return made_up;
    return NULL;
}

// Of those that a loader answers without an instance; vkCreateDevice among them since layers of the older editions
// ask for it so (2018, Layer Dispatch Initialization).
static int is_global(const struct command *command) {
    return command->level == LEVEL_GLOBAL || strcmp(command->name, "vkCreateDevice") == 0;
}

static uint32_t set_for(const struct next *next, enum lookup lookup, const void *handle) {
    if (!sets.are_apart) return 0;
    const struct object *device = lookup == BY_DEVICE ? owner_of(handle, OBJECT_DEVICE) : NULL;
    return device != NULL ? device->set : (uint32_t)(next - nexts) % DEVICE_SETS;
}

static PFN_vkVoidFunction known_answer(const struct next *next, const struct command *command, enum lookup lookup,
                                       const void *handle) {
    int creates = strcmp(command->name, "vkCreateInstance") == 0 || strcmp(command->name, "vkCreateDevice") == 0;
    if ((creates && next->hides_creation) || (next->closed && command->core == 0)) return NULL;
    if (next->is_bare && lookup == BY_DEVICE && command->core == 0) return NULL;
    if (next->newest != 0 && command->core > next->newest) return NULL;
    if (lookup == BY_DEVICE && command->level != LEVEL_DEVICE) return NULL;
    if (lookup == BY_PHYSICAL && command->level != LEVEL_PHYSICAL_DEVICE) return NULL;
    if (lookup == BY_INSTANCE && handle == NULL && !is_global(command)) return NULL;
    return command->pointers[set_for(next, lookup, handle)];
}

static PFN_vkVoidFunction own_lookup(const struct next *next, const char *name, enum lookup lookup) {
    if (lookup == BY_INSTANCE && strcmp(name, PHYSICAL_LOOKUP) == 0) return (PFN_vkVoidFunction)next->physical;
    if (lookup == BY_INSTANCE && strcmp(name, "vkGetInstanceProcAddr") == 0)
        return (PFN_vkVoidFunction)next->instance;
    if (lookup != BY_PHYSICAL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)next->device;
    return NULL;
}

static const char *const lookup_names[] = {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", PHYSICAL_LOOKUP};

static PFN_vkVoidFunction ask(struct next *next, enum lookup lookup, const void *handle, const char *name) {
    const struct command *command = find(name);
    if (crowd == NULL && question_count < MOST_QUESTIONS) {
        const char *kept = command != NULL ? command->name : strdup(name);
        questions[question_count++] = (struct question){lookup, next, handle, kept};
    }
    if (crowd == NULL) {
        if (strcmp(name, "vkCreateInstance") == 0) creating = next;
        look_at_callback(lookup_names[lookup], (uint32_t)(next - nexts) % DEVICE_SETS, handle);
    }
    PFN_vkVoidFunction answer = own_lookup(next, name, lookup);
    if (answer != NULL) return answer;
    if (command != NULL) return known_answer(next, command, lookup, handle);
    return next->closed ? NULL : made_up_answer(name, lookup);
}

#define LOOKUPS(number) \
    static PFN_vkVoidFunction instance_##number(VkInstance instance, const char *name) { \
        return ask(&nexts[number], BY_INSTANCE, instance, name); \
    } \
    static PFN_vkVoidFunction device_##number(VkDevice device, const char *name) { \
        return ask(&nexts[number], BY_DEVICE, device, name); \
    } \
    static PFN_vkVoidFunction physical_##number(VkInstance instance, const char *name) { \
        return ask(&nexts[number], BY_PHYSICAL, instance, name); \
    }
#define NEXT(number) {.instance = instance_##number, .device = device_##number, .physical = physical_##number}
LOOKUPS(0)
LOOKUPS(1)
LOOKUPS(2)
struct next nexts[NEXTS] = {NEXT(0), NEXT(1), NEXT(2)};

int is_next(const void *pointer) {
    PFN_vkVoidFunction wanted = (PFN_vkVoidFunction)pointer;
    for (size_t i = 0; i < NEXTS; i++)
        if (wanted == (PFN_vkVoidFunction)nexts[i].instance || wanted == (PFN_vkVoidFunction)nexts[i].device ||
            wanted == (PFN_vkVoidFunction)nexts[i].physical)
            return 1;
    for (size_t i = 0; i < COUNT(commands); i++)
        for (size_t j = 0; j < FUNCTION_SETS; j++)
            if (wanted == commands[i].pointers[j]) return 1;
    return wanted == made_up || wanted == made_up_device || wanted == made_up_physical;
}
