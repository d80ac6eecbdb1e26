// A driver that answers all of core as a real one would, though little is ever executed ("whole=1"): every
// command stands behind a function that compares its handles, makes and forgets objects, and calls what
// answers it.
#include "../mock_icd.h"
#include "../../refloader/native/generated/commands.h"
#define COMMAND_PLACE(name, ...) ALL_##name,
#define COMMAND_FACTS(name, level, handle, slot, exported, trampoline, terminator, result, core, ...) \
    {LEVEL_OF_##level, core == 0 ? NEVER : core - 10},
#define SHAPE_ROW(first, count, parameters, wide, floats) {first, count},
#define LEVEL_OF_GLOBAL 'g'
#define LEVEL_OF_INSTANCE 'i'
#define LEVEL_OF_PHYSICAL_DEVICE 'p'
#define LEVEL_OF_DEVICE 'd'
enum { REFLOADER_COMMANDS(COMMAND_PLACE) };
const struct command_facts command_facts[] = {REFLOADER_COMMANDS(COMMAND_FACTS)};
// The rows of places[] of each command's parameters; the loader interface has one command more.
static const struct {
    uint16_t first, count;
} shapes[] = {OBSERVED_SHAPES(SHAPE_ROW)};

#define WHOLE_ROW(command, parameters, arguments, words) {.name = #command, .at = ALL_##command},
struct whole wholes[] = {DRIVER_COMMANDS(WHOLE_ROW, WHOLE_ROW, WHOLE_ROW)};

// The first parameter has to be there; all others may be NULL as far as this driver can tell.
static int is_well_given(const struct whole *row, const uintptr_t *given) {
    int nothing = given[0] == 0 && strncmp(row->name, "vkDestroy", 9) != 0;
    if (nothing) VIOLATION("LLP_LAYER_2", "%s is given NULL as its first parameter", row->name);
    if (!nothing) look_at_call(row->name, given);
    return !nothing && given_are_alive(row->name, shapes[row->at].first, shapes[row->at].count, given);
}

void end_thing(uint64_t value, const VkAllocationCallbacks *allocator, const char *command) {
    struct thing *thing = (struct thing *)(uintptr_t)value;
    for (uint64_t child; (child = handle_child(thing)) != 0;) end_thing(child, NULL, command);
    if (violates("sets_reset_leaks") && strcmp(command, "vkDestroyDescriptorPool") == 0 && thing->state != 0) return;
    free(thing->bytes);
    unmake(thing, allocator, command);
}

// Now and then there is no memory. What stands at the place of a handle then is undefined, where no sentence says that
// it is VK_NULL_HANDLE, as for pipelines and what comes out of a pool.
static int is_short_of_memory(const struct whole *row, uint64_t *out) {
    static atomic_uint calls;
    if (!takes("memory_short") || strstr(row->name, "Pipelines") != NULL || ++calls % 5 > 0) return 0;
    *out = 0xBAD0;
    return 1;
}

// Pipelines that would have to be compiled may be refused, where the program asks for that.
static int is_refused(const struct whole *row, const uintptr_t *given, uint32_t at) {
    if (!takes("pipelines_refused") && !violates("pipelines_unwritten")) return 0;
    if (strcmp(row->name, "vkCreateComputePipelines") != 0) return 0;
    return (((const VkComputePipelineCreateInfo *)given[3])[at].flags &
            VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) != 0;
}

// Wrong on purpose: whether a structure of a type that is in no registry stands behind this one.
static int has_stranger(const VkBaseInStructure *info) {
    for (const VkBaseInStructure *at = info->pNext; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType >= 1999999000) return 1;
    return 0;
}

// Those of a pool are not the allocator's, which only the pool was made with.
static VkResult make_things(const struct whole *row, const struct place *place, const uintptr_t *given) {
    size_t at = place->at / sizeof *given;
    uint64_t *out = (uint64_t *)given[at];
    uint32_t count = count_of(place, (const char *)given);
    int pooled = strncmp(row->name, "vkAllocateD", 11) == 0;
    const void *parent = pooled ? (const void *)(uintptr_t)((const uint64_t *)given[1])[2] : (const void *)given[0];
    static atomic_uint pooled_ones;
    if (pooled && violates("sets_lost") && (pooled_ones += count) > 8) return VK_ERROR_OUT_OF_POOL_MEMORY;
    if (pooled && violates("sets_given") && count > 1 && handle_child(parent) != 0) return VK_ERROR_OUT_OF_POOL_MEMORY;
    if (!pooled && is_short_of_memory(row, out)) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (violates("unknown_structure_fence") && strcmp(row->name, "vkCreateFence") == 0 && has_stranger((const void *)given[1]))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    const VkAllocationCallbacks *allocator = pooled ? NULL : (const VkAllocationCallbacks *)given[at - 1];
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++) {
        if (is_refused(row, given, i)) {
            if (!violates("pipelines_unwritten")) out[i] = 0;
            result = VK_PIPELINE_COMPILE_REQUIRED;
            continue;
        }
        if (is_pipeline_beyond(row->name, given, i)) {
            out[i] = 0;
            result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
            continue;
        }
        int is_odd = violates("allocator_scope") && strcmp(row->name, "vkCreatePrivateDataSlot") == 0;
        VkSystemAllocationScope scope = is_odd ? (VkSystemAllocationScope)5 : VK_SYSTEM_ALLOCATION_SCOPE_OBJECT;
        if (violates("allocator_scope_wide") && strcmp(row->name, "vkCreateBuffer") == 0)
            scope = VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE;
        struct thing *made = make(sizeof *made, RESOURCE, (void *)given[0], allocator, scope);
        if (made == NULL && count > 1 && i > 0 && violates("pipelines_by_halves")) return VK_SUCCESS;
        if (made == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
        handle_lives((uintptr_t)made, (enum handle_type)place->of, pooled ? parent : NULL);
        if (row->after != NULL) row->after(given, made, i);
        out[i] = violates("handle_missing_event") && strcmp(row->name, "vkCreateEvent") == 0 ? 0 : (uintptr_t)made;
    }
    return result;
}

// Writes down the types of the structures behind the info that one of these is made with, and what memory is asked for.
static void describe_info(const char *name, const VkBaseInStructure *info) {
    static const char *const described[] = {"vkAllocateMemory", "vkCreateFence", "vkCreateSemaphore"};
    for (size_t i = 0; i < COUNT(described); i++)
        if (strcmp(described[i], name) == 0 && info->pNext != NULL) trace("%s(structures)%s", name, given_chain(info->pNext));
    if (strcmp(name, "vkAllocateMemory") != 0) return;
    const VkMemoryAllocateInfo *memory = (const VkMemoryAllocateInfo *)info;
    trace("%s(numbers) size=%llu type=%u", name, (unsigned long long)memory->allocationSize, memory->memoryTypeIndex);
}

static uintptr_t make_all(const struct whole *row, const uintptr_t *given) {
    if (tracing) describe_info(row->name, (const VkBaseInStructure *)given[1]);
    VkResult result = strcmp(row->name, "vkCreatePipelineCache") == 0 ? foreign_data_refused(given) : VK_SUCCESS;
    for (uint32_t i = 0; i < shapes[row->at].count && result == VK_SUCCESS; i++) {
        const struct place *place = &places[shapes[row->at].first + i];
        if (place->made && place->kind == HANDLES) result = make_things(row, place, given);
    }
    return (uintptr_t)(intptr_t)result;
}

// vkFreeDescriptorSets: as many as the third parameter says.
static uintptr_t give_all_back(const struct whole *row, const uintptr_t *given) {
    for (uint32_t i = 0; i < (uint32_t)given[2]; i++)
        if (((const uint64_t *)given[3])[i] == 0 && violates("nothing_crashes_sets")) raise(SIGSEGV);
        else if (((const uint64_t *)given[3])[i] != 0) end_thing(((const uint64_t *)given[3])[i], NULL, row->name);
    return VK_SUCCESS;
}

static uintptr_t answer_whole(const struct whole *row, const uintptr_t *given) {
    if (row->answer != NULL) return row->answer(given);
    if (row->way == MAKES) return make_all(row, given);
    if (row->way == GIVES_BACK) return give_all_back(row, given);
    if (row->way == ENDS && given[1] == 0 && violates("nothing_crashes")) raise(SIGSEGV);
    if (row->way == ENDS && given[1] == 0 && violates("nothing_crashes_template") && strstr(row->name, "Template") != NULL)
        raise(SIGSEGV);
    if (row->way == ENDS && given[1] != 0)
        end_thing(given[1], (const VkAllocationCallbacks *)given[2], row->name);
    return VK_SUCCESS;
}

#define WHOLE_FUNCTION(type, command, parameters, arguments, words, failure) \
    static type whole_##command parameters { \
        const uintptr_t given[] = {WORDS words, 0, 0}; \
        const struct whole *row = &wholes[WHOLE_##command]; \
        if (!is_well_given(row, given)) return failure; \
        if (row->own != NULL) return ((PFN_##command)row->own)arguments; \
        return (type)answer_whole(row, given); \
    }
#define WORDS(...) __VA_ARGS__
#define WHOLE_RESULT(command, parameters, arguments, words) \
    WHOLE_FUNCTION(VkResult, command, parameters, arguments, words, VK_ERROR_UNKNOWN)
#define WHOLE_VOID(command, parameters, arguments, words) \
    static void whole_##command parameters { \
        const uintptr_t given[] = {WORDS words, 0, 0}; \
        const struct whole *row = &wholes[WHOLE_##command]; \
        if (!is_well_given(row, given)) return; \
        if (row->own != NULL) \
            ((PFN_##command)row->own)arguments; \
        else \
            answer_whole(row, given); \
    }
#define WHOLE_VALUE(command, parameters, arguments, words) \
    static uint64_t whole_##command parameters { \
        const uintptr_t given[] = {WORDS words, 0, 0}; \
        const struct whole *row = &wholes[WHOLE_##command]; \
        return is_well_given(row, given) ? answer_whole(row, given) : 0; \
    }
DRIVER_COMMANDS(WHOLE_RESULT, WHOLE_VOID, WHOLE_VALUE)

#define WHOLE_POINTER(command, parameters, arguments, words) (PFN_vkVoidFunction)whole_##command,
const PFN_vkVoidFunction whole_functions[] = {DRIVER_COMMANDS(WHOLE_POINTER, WHOLE_POINTER, WHOLE_POINTER)};
