// The lookups of the entity below the layer, and one function for each command of the registry. See next.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/commands.h"
#include "next.h"
#include "prober.h"

#define MOST_QUESTIONS (1U << 16)
#define MOST_CALLS 1024U

enum level { LEVEL_GLOBAL, LEVEL_INSTANCE, LEVEL_PHYSICAL_DEVICE, LEVEL_DEVICE };

static uint64_t called(const char *name, const uint64_t *arguments);

#define BELOW(name, level, ...) \
    static uint64_t below_##name(ALL_WORDS) { \
        uint64_t arguments[MOST_ARGUMENTS] = LIST_OF_ALL_WORDS; \
        return called(#name, arguments); \
    }
REFLOADER_COMMANDS(BELOW)

#define ROW(name, level, first, slot, exported, trampoline, terminator, result, core, ...) \
    {#name, LEVEL_##level, core, (PFN_vkVoidFunction)below_##name},
static struct command {
    const char *name;
    enum level level;
    int core;
    PFN_vkVoidFunction pointer;
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

static uint64_t called(const char *name, const uint64_t *arguments) {
    uint64_t result = 0;
    note_call(name, arguments);
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

static PFN_vkVoidFunction known_answer(const struct next *next, const struct command *command, enum lookup lookup,
                                       const void *handle) {
    int creates = strcmp(command->name, "vkCreateInstance") == 0 || strcmp(command->name, "vkCreateDevice") == 0;
    if ((creates && next->hides_creation) || (next->closed && command->core == 0)) return NULL;
    if (next->is_bare && lookup == BY_DEVICE && command->core == 0) return NULL;
    if (next->newest != 0 && command->core > next->newest) return NULL;
    if (lookup == BY_DEVICE && command->level != LEVEL_DEVICE) return NULL;
    if (lookup == BY_PHYSICAL && command->level != LEVEL_PHYSICAL_DEVICE) return NULL;
    if (lookup == BY_INSTANCE && handle == NULL && !is_global(command)) return NULL;
    return command->pointer;
}

static PFN_vkVoidFunction own_lookup(const struct next *next, const char *name, enum lookup lookup) {
    if (lookup == BY_INSTANCE && strcmp(name, PHYSICAL_LOOKUP) == 0) return (PFN_vkVoidFunction)next->physical;
    if (lookup == BY_INSTANCE && strcmp(name, "vkGetInstanceProcAddr") == 0)
        return (PFN_vkVoidFunction)next->instance;
    if (lookup != BY_PHYSICAL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)next->device;
    return NULL;
}

static PFN_vkVoidFunction ask(struct next *next, enum lookup lookup, const void *handle, const char *name) {
    const struct command *command = find(name);
    if (question_count < MOST_QUESTIONS) {
        const char *kept = command != NULL ? command->name : strdup(name);
        questions[question_count++] = (struct question){lookup, next, handle, kept};
    }
    if (strcmp(name, "vkCreateInstance") == 0) creating = next;
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
        if (wanted == commands[i].pointer) return 1;
    return wanted == made_up || wanted == made_up_device || wanted == made_up_physical;
}
