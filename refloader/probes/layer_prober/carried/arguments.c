// Arguments for a call of any command: two elements in each array, with different numbers in them, a structure on each
// pNext, values that differ from what a zeroed copy has. In other forms they have more of something, or less. See
// carried.h, and compared.c for how what came down differs from them.
#include <string.h>

#include "../../../native/generated/carried.h"
#include "carried.h"
#include "../prober.h"

#define FIELD(name, kind, at, size, of, count_at, fixed, fill) \
    {name, FIELD_##kind, at, size, of, count_at, fixed, fill##ULL},
#define STRUCTURE(type, name, size, first, count, one, other, extending, extensions, of, holding, held, plain) \
    {type, name, size, first, count, {one, other}, extending, extensions, of, holding, held, plain},
#define COMMAND(name, first, count, returns, codes, code_count, one, alias) \
    {#name, first, count, returns, codes, code_count, one, alias},
#define WILD(structure, at, value, pointer) {structure, at, value, pointer},
#define HANDLE(name, number, reported, common, of_device) {#name, number, reported, common, of_device},
const struct field carried_fields[] = {CARRIED_FIELDS(FIELD)};
const struct structure carried_structures[] = {CARRIED_STRUCTURES(STRUCTURE)};
const uint32_t carried_structure_count = COUNT(carried_structures);
const struct carried_command carried_commands[] = {CARRIED_COMMANDS(COMMAND)};
const uint32_t carried_command_count = COUNT(carried_commands);
_Static_assert(COUNT(carried_commands) <= MOST_CARRIED, "a list of all carried commands has too little room");
const int32_t carried_codes[] = {CARRIED_CODES};
const uint32_t carried_values[] = {CARRIED_VALUES};
const char carried_names[] = CARRIED_NAMES;
const struct handle_type carried_handles[] = {{"", 0, 0, 0, 0}, CARRIED_HANDLES(HANDLE)};
const uint32_t carried_handle_count = COUNT(carried_handles);
void *carried_objects[DISPATCHABLE_TYPES + 1];
void *carried_listed[ELEMENTS], *carried_secondary[ELEMENTS];
static const uint32_t extending[] = {CARRIED_EXTENDING};
static const struct {
    uint32_t structure, at, value, pointer;
} wilds[] = {CARRIED_WILD(WILD)};

#define MOST_DEPTH DEPTH_OF_ARGUMENTS
#define BUFFER 256U
#define CANARY 0xA5

enum form carried_form;
int is_formed, carried_timelines;
uint64_t carried_pool;
uint32_t carried_named = DEVICE_TYPE;
uint32_t carried_made;
uint64_t (*carried_real)(uint32_t type, uint32_t place);

static void put(uint64_t address, uint64_t value, size_t size) { memcpy((void *)(uintptr_t)address, &value, size); }

// ---- values

static uint64_t do_nothing(void) { return 0; }

static uint32_t element;  // that is being given
static int is_in_chain, is_second;

int is_type(uint32_t type, const char *name) { return strcmp(carried_handles[type].name, name) == 0; }

int frees_buffers(const struct carried_command *command) { return strcmp(command->name, "vkFreeCommandBuffers") == 0; }

static int takes_timelines(const struct carried_command *command) {
    return strncmp(command->name, "vkWaitSemaphores", 16) == 0 || strncmp(command->name, "vkSignalSemaphore", 17) == 0 ||
           strncmp(command->name, "vkGetSemaphoreCounterValue", 26) == 0;
}

static int is_freeing;      // command buffers
static int is_for_primary;  // what is listed are secondary command buffers

// Those that were made through the layer are real; others differ, so that no two of them are one object.
static uint64_t object(uint32_t type, unsigned depth) {
    static uint64_t number = 0x5EED0000;
    void *const *listed = is_for_primary ? carried_secondary : carried_listed;
    if (type == COMMAND_BUFFER_TYPE && depth > 0 && listed[element % ELEMENTS] != NULL)
        return (uint64_t)(uintptr_t)listed[element % ELEMENTS];
    if (type == COMMAND_BUFFER_TYPE && carried_form == FORM_CHAINS && carried_secondary[0] != NULL && !is_for_primary)
        return (uint64_t)(uintptr_t)carried_secondary[0];
    if (is_dispatchable(type)) return (uint64_t)(uintptr_t)carried_objects[type];
    uint64_t real = carried_real == NULL ? 0 : carried_real(type, element);
    if (real == 0 && is_freeing && is_type(type, "VkCommandPool")) real = carried_pool;
    if (real == 0 && type == carried_made) return 0;
    return real != 0 ? real : ++number;
}

// An object without a type of its own: the older extensions have an enumeration of their own.
static uint32_t type_of_named(const struct field *field) {
    const struct handle_type *type = &carried_handles[carried_named];
    return field->of == NAMED_BY_REPORTED_TYPE ? type->reported : type->number;
}

// Commands whose arrays may have an object several times.
static int may_repeat;

static int is_repeating(const char *name) {
    return strcmp(name, "vkMergePipelineCaches") == 0 || strcmp(name, "vkWaitForFences") == 0 || strcmp(name, "vkResetFences") == 0 ||
           strncmp(name, "vkCmdWaitEvents", 15) == 0 || strncmp(name, "vkCmdPipelineBarrier", 20) == 0;
}

// Whether any two elements of the arrays that a count is about are different objects, or need not be: no more can be made
// up where the layer knows its own.
static int are_different(const struct field *count, const struct structure *in) {
    if (may_repeat) return 1;
    for (uint32_t i = 0; i < in->count; i++) {
        const struct field *array = &carried_fields[in->first + i];
        if (array->count_at != count->at) continue;
        if (array->kind == FIELD_HANDLES && are_two_made(array->of)) return 0;
        if (array->kind == FIELD_STRUCTURES && hold_objects(&carried_structures[array->of])) return 0;
    }
    return 1;
}

static int may_be_none(const struct field *count) {
    return count->kind == FIELD_WORD && (count->fixed & ~COUNT_HAS_NO_LIMIT) == COUNT_MAY_BE_NONE;
}

// Whether it is the first one that may be none or, among parameters and in the second element of an array, the last one.
static int is_the_one(const struct field *count, const struct structure *in, unsigned depth) {
    const struct field *found = NULL;
    for (const struct field *at = &carried_fields[in->first]; at < &carried_fields[in->first + in->count]; at++)
        if (may_be_none(at) && (found == NULL || depth == 0 || element % 2 == 1)) found = at;
    return found == count;
}

// How many elements an array has whose number a count says; the count is 0 only where it may be.
static uint32_t counted_elements(const struct field *count, const struct structure *in, unsigned depth) {
    if (depth >= MOST_DEPTH) return 0;  // there are no arrays
    int is_none = carried_form == FORM_NONE || (carried_form == FORM_INNER && depth > 0);
    if (is_none && may_be_none(count)) return is_formed = 1, 0;
    if (carried_form == FORM_SOME && may_be_none(count)) return is_formed = 1, is_the_one(count, in, depth) ? ELEMENTS : 0;
    if (carried_form == FORM_ONE) return is_formed = 1, 1;
    if (carried_form == FORM_MANY && (count->fixed & COUNT_HAS_NO_LIMIT) && are_different(count, in))
        return is_formed = 1, MANY_ELEMENTS;
    return ELEMENTS;
}

static const struct field *count_of(const struct field *array, const struct structure *in) {
    for (uint32_t i = 0; i < in->count; i++)
        if (carried_fields[in->first + i].at == array->count_at) return &carried_fields[in->first + i];
    return NULL;
}

static uint32_t elements_of(const struct field *array, const struct structure *in, unsigned depth) {
    const struct field *count = array->count_at == NOWHERE ? NULL : count_of(array, in);
    if (array->count_at == NOWHERE) return array->fixed;
    return count == NULL || count->fixed == NO_COUNT ? ELEMENTS : counted_elements(count, in, depth);
}

// ---- structures

static void give_fields(uint64_t base, const struct structure *structure, unsigned depth);

static void make_wild(uint64_t address, uint32_t number) {
    for (size_t i = 0; i < COUNT(wilds); i++) {
        if (wilds[i].structure != number) continue;
        put(address + wilds[i].at, wilds[i].value, 4);
        put(address + wilds[i].pointer, NO_POINTER, 8);
        is_formed = 1;
    }
}

static void give_structure(uint64_t address, uint32_t number, unsigned depth) {
    const struct structure *structure = &carried_structures[number];
    if (structure->type != UINT32_MAX) put(address, structure->type, 4);
    carried_structure++;
    give_fields(address, structure, depth);
    if (carried_form == FORM_WILD) make_wild(address, number);
    if (carried_form == FORM_BLOCKS && strcmp(carried_names + structure->name, "VkWriteDescriptorSet") == 0) give_block(address);
}

static uint64_t blank_behind(uint64_t address, const struct structure *behind) {
    uint64_t node = take_room(behind->size);
    memset((void *)(uintptr_t)node, CANARY, behind->size);
    put(node, behind->type, 4);
    put(node + 8, 0, 8);
    put(address + 8, node, 8);
    return node;
}

// One that is to be written: its head, and those of one or two behind it, be they of an extension, or, among the structures
// of all extensions, one that nobody knows.
static void give_blank(uint64_t address, const struct structure *structure) {
    if (structure->type == UINT32_MAX) return;
    put(address, structure->type, 4);
    uint64_t last = address;
    for (size_t i = 0; i < COUNT(structure->extensions) && structure->extensions[i] != NOWHERE; i++)
        last = blank_behind(last, &carried_structures[structure->extensions[i]]);
    if (last != address) return;
    static const struct structure unknown = {.type = UNKNOWN_BEHIND, .size = 32};
    if (structure->extension_count > 0) blank_behind(address, &carried_structures[extending[structure->first_extension]]);
    else if (carried_form == FORM_CHAINS) blank_behind(address, &unknown), is_formed = 1;
}

uint32_t blanks_of(const struct field *field) { return field->count_at == NOWHERE && field->fixed == 1 ? 1 : ELEMENTS; }

static uint64_t give_out(const struct field *field) {
    uint64_t address = take_room(OUT_ROOM);
    if (field->kind == FIELD_MADE || field->of == NOWHERE || field->size * ELEMENTS > OUT_ROOM) return address;
    for (uint32_t i = 0; i < blanks_of(field); i++) give_blank(address + i * field->size, &carried_structures[field->of]);
    return address;
}

static uint64_t text(void) {
    uint64_t address = take_room(16);
    memcpy((void *)(uintptr_t)address, element == 0 ? "carried" : "another", 8);
    return address;
}

static int is_none(const struct field *field) {
    if (carried_form != FORM_NULL || element != 0 || field->fill != 1) return 0;
    return is_formed = 1;
}

static uint64_t give_array(const struct field *field, const struct structure *in, unsigned depth) {
    uint32_t count = elements_of(field, in, depth);
    if (count == 0 && field->count_at != NOWHERE) return NO_POINTER;
    uint64_t array = take_room((size_t)(count + 1) * field->size);
    uint32_t around = element;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = array + i * field->size;
        element = carried_form == FORM_MANY ? i : (around + i) % ELEMENTS;
        if (field->kind == FIELD_HANDLES) put(at, object(field->of, depth + 1), 8);
        else if (field->kind == FIELD_WORDS) put(at, word_in_array(field, element), field->size);
        else if (field->kind == FIELD_VALUES) give_bytes(at, field, element);
        else if (field->kind == FIELD_TEXTS) put(at, text(), 8);
        else give_structure(at, field->of, depth + 1);
    }
    element = around;
    return array;
}

static uint64_t give_node(uint32_t number, uint64_t behind, unsigned depth) {
    uint64_t node = take_room(carried_structures[number].size);
    is_in_chain++;
    give_structure(node, number, depth + 1);
    is_in_chain--;
    put(node + 8, behind, 8);
    return node;
}

// Whether the name ends in that of a vendor.
static int is_of_extension(const struct structure *structure) {
    const char *name = carried_names + structure->name, *end = name + strlen(name);
    return end[-1] >= 'A' && end[-1] <= 'Z' && end[-2] >= 'A' && end[-2] <= 'Z';
}

// Those of Vulkan itself, or all, with one of a type that nobody knows between the others.
static uint32_t whole_chains;  // every other one of a call has its structures the other way round
static uint64_t give_whole_chain(const struct structure *structure, unsigned depth) {
    uint64_t behind = 0;
    int is_turned = whole_chains++ % 2 != 0;
    for (uint32_t i = structure->extension_count; i-- > 0;) {
        uint32_t number = extending[structure->first_extension + (is_turned ? structure->extension_count - 1 - i : i)];
        if (carried_form == FORM_CORE && is_of_extension(&carried_structures[number])) continue;
        behind = give_node(number, behind, depth);
        is_formed = 1;
        if (carried_form == FORM_CORE || i != structure->extension_count / 2) continue;
        uint64_t unknown = take_room(32);
        put(unknown, UNKNOWN_STRUCTURE, 4);
        put(unknown + 8, behind, 8);
        behind = unknown;
    }
    return behind;
}

static int is_named(const struct words *words, const char *name) {
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->word[i], name) == 0) return 1;
    return 0;
}

// Whether it is of an extension that is enabled.
static int is_enabled(const struct structure *structure) {
    if (structure->extension == NOWHERE) return 0;
    const char *name = carried_names + structure->extension;
    return is_named(&options.device_extensions, name) || is_named(&options.instance_extensions, name);
}

// Those of the extensions that are enabled stand between the usual two.
static uint64_t give_own_chain(const struct structure *structure, unsigned depth) {
    const uint32_t *usual = structure->extensions;
    uint64_t behind = usual[1] == NOWHERE ? 0 : give_node(usual[1], 0, MOST_DEPTH);
    for (uint32_t i = structure->extension_count; i-- > 0;) {
        uint32_t number = extending[structure->first_extension + i];
        if (!is_enabled(&carried_structures[number]) || number == usual[0] || number == usual[1]) continue;
        behind = give_node(number, behind, depth);
        is_formed = 1;
    }
    return usual[0] == NOWHERE ? behind : give_node(usual[0], behind, MOST_DEPTH);
}

const struct structure *holding(const struct structure *of, uint32_t place) {
    return &carried_structures[extending[of->first_holding + place]];
}

// Those that hold objects which were made through the layer; in the second call, behind one that holds none.
static uint64_t give_holding_chain(const struct structure *structure, unsigned depth) {
    uint64_t behind = 0;
    uint32_t first = is_second ? structure->plain : NOWHERE;
    for (uint32_t i = structure->holding_count; i-- > 0;) {
        if (!hold_objects(holding(structure, i))) continue;
        behind = give_node(extending[structure->first_holding + i], behind, depth);
        is_formed = 1;
    }
    return behind == 0 || first == NOWHERE ? behind : give_node(first, behind, MOST_DEPTH);
}

// Of two objects in one of these there can be but one, as with the buffer or the image that a memory is for: the first
// or, where other numbers are given, the second.
static int is_left_out(const struct field *field, const struct structure *in) {
    uint32_t count = 0, place = 0;
    if (carried_form != FORM_HELD || !is_in_chain) return 0;
    for (const struct field *at = &carried_fields[in->first]; at < &carried_fields[in->first + in->count]; at++) {
        if (at->kind != FIELD_HANDLE) continue;
        if (at == field) place = count;
        count++;
    }
    return count > 1 && place != element;
}

static uint64_t give_chain(const struct structure *structure, unsigned depth) {
    uint64_t behind = 0;
    if (carried_form == FORM_BARE) return is_formed = 1, 0;
    if (carried_form == FORM_OWN && !is_in_chain) return give_own_chain(structure, depth);
    if (carried_form == FORM_HELD && !is_in_chain) return give_holding_chain(structure, depth);
    if (is_in_chain || carried_form == FORM_MANY) return 0;
    if (carried_form == FORM_CORE || (carried_form == FORM_CHAINS && structure->extension_count > 0))
        return give_whole_chain(structure, depth);
    for (size_t i = COUNT(structure->extensions); i-- > 0;)
        if (structure->extensions[i] != NOWHERE) behind = give_node(structure->extensions[i], behind, MOST_DEPTH);
    return behind;
}

// A text that may be left out, or be empty.
static uint64_t give_text(const struct field *field) {
    int may_be_left_out = field->fill == 1;
    if (may_be_left_out && carried_form == FORM_BARE) return is_formed = 1, 0;
    if (may_be_left_out && carried_form == FORM_EMPTY) return is_formed = 1, (uint64_t)(uintptr_t)"";
    return text();
}

static uint64_t value_of(const struct field *field, const struct structure *in, unsigned depth) {
    switch (field->kind) {
    case FIELD_WORD: return field->fixed == NO_COUNT ? word_of(field, element) : counted_elements(field, in, depth);
    case FIELD_FLAGS: return flags_of(field, element);
    case FIELD_CHAIN: return depth < MOST_DEPTH ? give_chain(in, depth) : 0;
    case FIELD_HANDLE: return is_none(field) || is_left_out(field, in) ? 0 : object(field->of, depth);
    case FIELD_NAMED: return object(carried_named, 0);
    case FIELD_TEXT: return give_text(field);
    case FIELD_FUNCTION: return (uint64_t)(uintptr_t)do_nothing;
    case FIELD_ALLOCATOR: return carried_form == FORM_BARE ? 0 : (uint64_t)(uintptr_t)&carried_callbacks;
    case FIELD_MADE:
    case FIELD_OUT: return give_out(field);
    case FIELD_ANY: return take_shared_room(carried_form == FORM_MANY ? OUT_ROOM : BUFFER);
    case FIELD_COUNT: {
        uint64_t address = take_room(4);
        put(address, ELEMENTS, 4);
        return address;
    }
    default: return depth < MOST_DEPTH ? give_array(field, in, depth) : 0;
    }
}

static void give_fields(uint64_t base, const struct structure *structure, unsigned depth) {
    const struct field *first = &carried_fields[structure->first];
    for (const struct field *field = first; field < first + structure->count; field++) {
        int is_number = field->kind == FIELD_WORD || field->kind == FIELD_FLAGS;
        if (field->kind == FIELD_TYPE) continue;
        if (field->kind == FIELD_STRUCTURE) give_structure(base + field->at, field->of, depth + 1);
        else if (field->kind == FIELD_BYTES) give_bytes(base + field->at, field, element);
        else put(base + field->at, value_of(field, structure, depth), is_number && field->size < 8 ? field->size : 8);
    }
    for (const struct field *field = first; field < first + structure->count; field++)
        if (field->kind == FIELD_NAMED) put(base + field->fill, type_of_named(field), 4);
}

void give_arguments(const struct carried_command *command, uint64_t *arguments) {
    memset(arguments, 0, MOST_ARGUMENTS * sizeof *arguments);
    carried_structure = whole_chains = 0;
    is_freeing = frees_buffers(command);
    carried_timelines = takes_timelines(command);
    may_repeat = is_repeating(command->name);
    is_for_primary = strcmp(command->name, "vkCmdExecuteCommands") == 0;
    const struct structure parameters = {.type = UINT32_MAX, .first = command->first, .count = command->count};
    give_fields((uint64_t)(uintptr_t)arguments, &parameters, 0);
}

void give_other_arguments(const struct carried_command *command, uint64_t *arguments) {
    element = 1;
    is_second = 1;
    give_arguments(command, arguments);
    is_second = 0;
    element = 0;
}
