// Calls of any command that a loader hands on, with all that it can take (carried.h), and each result and any outputs
// that it may have. See generated.h.
#include <stdio.h>
#include <stdlib.h>

#include "../../native/generated/commands.h"
#include "generated.h"

#define OUT_BYTES 4096U  // of the room that outputs have
#define MOST_AVAILABLE 5U

enum level { LEVEL_GLOBAL, LEVEL_INSTANCE, LEVEL_PHYSICAL_DEVICE, LEVEL_DEVICE };
#define ROW(name, level, first, slot, exported, trampoline, terminator, result, core, ...) {#name, LEVEL_##level, core},
static const struct {
    const char *name;
    enum level level;
    int core;
} rows[] = {REFLOADER_COMMANDS(ROW)};

// Those that loaders do more about, and those that end what others need.
static const char *const others[] = {"vkCreateInstance", "vkDestroyInstance", "vkCreateDevice", "vkDestroyDevice", "vkGetDeviceQueue",
                                     "vkGetDeviceQueue2", "vkAllocateCommandBuffers", "vkFreeCommandBuffers", "vkGetDeviceProcAddr",
                                     "vkGetInstanceProcAddr",
                                     // and those that a loader may answer from what it has asked before (unchanging.c)
                                     "vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceFeatures",
                                     "vkGetPhysicalDeviceMemoryProperties", "vkGetPhysicalDeviceQueueFamilyProperties"};

static struct {
    const struct carried_command *command;
    const struct device *device;
    const struct gpu *gpu;
    struct instance *instance;
    uint64_t expected[MOST_ARGUMENTS], salt;
    uint32_t available, times;
    VkResult code;
    struct comparison comparison;
    char wrong[200];
} now;

// ---- which

static int is_other(const char *name) {
    for (uint32_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(others[i], name) == 0) return 1;
    return strncmp(name, "vkEnumerate", 11) == 0;
}


static const struct carried_command *commands[4][MINORS][512];
static uint32_t command_counts[4][MINORS];

void learn_commands(void) {
    for (uint32_t i = 0; i < carried_command_count; i++) {
        uint32_t row = 0;
        while (row < COUNT_OF(rows) && strcmp(rows[row].name, carried_commands[i].name) != 0) row++;
        if (row == COUNT_OF(rows) || rows[row].core < 10 || is_other(rows[row].name)) continue;
        for (uint32_t minor = (uint32_t)rows[row].core - 10; minor < MINORS; minor++) {
            uint32_t *count = &command_counts[rows[row].level][minor];
            if (*count < COUNT_OF(commands[0][0])) commands[rows[row].level][minor][(*count)++] = &carried_commands[i];
        }
    }
}

static const struct carried_command *any_command(enum level level, int minor) {
    return commands[level][minor][any(command_counts[level][minor])];
}

// A loader may keep what it has asked a driver for: a question that is asked again need not reach the driver again.
static int may_be_kept(enum level level) {
    static unsigned char asked[1024][DRIVERS * MOST_GPUS];
    unsigned char *before = &asked[(now.command - carried_commands) % 1024][now.gpu->driver->number * MOST_GPUS + now.gpu->index];
    if (level != LEVEL_PHYSICAL_DEVICE) return 0;
    return is_unchanging(now.command->name) || (*before)++ > 0;
}

// ---- structures on pNext: those of the version that both sides have

static int is_of_extension(const struct structure *structure) {
    const char *name = carried_names + structure->name, *end = name + strlen(name);
    return end[-1] >= 'A' && end[-1] <= 'Z' && end[-2] >= 'A' && end[-2] <= 'Z';
}

static const struct structure *structure_of(uint32_t type) {
    for (uint32_t i = 0; i < carried_structure_count; i++)
        if (carried_structures[i].type == type) return &carried_structures[i];
    return NULL;
}

static void cut_chain(VkBaseOutStructure *head, int minor) {
    while (head->pNext != NULL) {
        const struct structure *structure = structure_of((uint32_t)head->pNext->sType);
        if (structure == NULL || is_of_extension(structure) || minor < 4) head->pNext = head->pNext->pNext;
        else head = head->pNext;
    }
}

static void cut_chains(uint64_t base, uint32_t first, uint32_t count, int minor) {
    for (const struct field *field = &carried_fields[first]; field < &carried_fields[first + count]; field++) {
        const struct structure *of = field->of < carried_structure_count ? &carried_structures[field->of] : NULL;
        uint64_t there = base + field->at;
        if (field->kind == FIELD_CHAIN) cut_chain(POINTER(VkBaseOutStructure, base), minor);
        if (field->kind == FIELD_STRUCTURE) cut_chains(there, of->first, of->count, minor);
        if (field->kind == FIELD_OUT && of != NULL && of->type != UINT32_MAX && *POINTER(uint64_t, there) != 0)
            for (uint32_t i = 0; i < (field->count_at == NOWHERE && field->fixed == 1 ? 1 : ELEMENTS); i++)
                cut_chain(POINTER(VkBaseOutStructure, *POINTER(uint64_t, there) + i * field->size), minor);
        if (field->kind != FIELD_STRUCTURES || *POINTER(uint64_t, there) <= NO_POINTER) continue;
        uint32_t elements = field->count_at == NOWHERE ? field->fixed : *POINTER(uint32_t, base + field->count_at);
        for (uint32_t i = 0; i < elements; i++) cut_chains(*POINTER(uint64_t, there) + i * field->size, of->first, of->count, minor);
    }
}

// ---- handles

static uint64_t number_of(uint32_t type, uint32_t place) { return 0x5EED0000 + 16 * type + place; }

static uint64_t lower_of(uint32_t type, uint64_t upper) {
    if (is_dispatchable(type) && POINTER(void, upper) == (void *)now.gpu->handle)
        return (uint64_t)(uintptr_t)lower_gpu(now.instance->lower[now.gpu->driver - drivers], now.gpu->index);
    if (type == 1) return (uint64_t)(uintptr_t)now.instance->lower[now.gpu->driver - drivers];
    return upper;
}

// ---- outputs

static const struct field *counted(const struct carried_command *command, uint32_t *count_at) {
    const struct field *array = NULL;
    int is_counted = 0;
    for (const struct field *at = &carried_fields[command->first]; at < &carried_fields[command->first + command->count]; at++) {
        if (at->kind == FIELD_COUNT) is_counted = 1, *count_at = at->at / 8;
        else if ((at->kind == FIELD_OUT || at->kind == FIELD_MADE) && at->count_at == NOWHERE && at->fixed == 0) array = at;
    }
    return is_counted ? array : NULL;
}

typedef int part(void *memory, size_t size, uint64_t salt);

static int filled(void *memory, size_t size, uint64_t salt) {
    fill(memory, size, salt);
    return 1;
}

static int compared(void *memory, size_t size, uint64_t salt) { return is_filled(memory, size, salt); }

// One element of an output: its members, and those of structures behind it.
static int each_part(uint64_t address, const struct field *field, uint64_t salt, part *do_part) {
    const struct structure *of = field->kind == FIELD_OUT && field->of < carried_structure_count ? &carried_structures[field->of] : NULL;
    if (of == NULL || of->type == UINT32_MAX) return do_part(POINTER(void, address), field->size, salt);
    int is_same = is_unchanging(now.command->name) || do_part(POINTER(void, address + 16), of->size - 16, salt);
    for (VkBaseOutStructure *node = POINTER(VkBaseOutStructure, address)->pNext; node != NULL; node = node->pNext) {
        const struct structure *behind = structure_of((uint32_t)node->sType);
        if (behind != NULL && behind->size > 16) is_same &= do_part(node + 1, behind->size - 16, salt + (uint32_t)node->sType);
    }
    return is_same;
}

static int each_output(const uint64_t *arguments, part *do_part) {
    uint32_t count_at = 0;
    const struct field *array = counted(now.command, &count_at);
    int is_same = 1;
    for (uint32_t i = 0; i < now.command->count; i++) {
        const struct field *field = &carried_fields[now.command->first + i];
        uint64_t address = arguments[field->at / 8];
        if ((field->kind != FIELD_OUT && field->kind != FIELD_MADE) || address == 0) continue;
        uint32_t count = field == array ? *POINTER(uint32_t, arguments[count_at]) : 1;
        if (field != array && (field->count_at != NOWHERE || field->fixed != 1)) continue;
        for (uint32_t at = 0; at < count; at++) is_same &= each_part(address + at * field->size, field, now.salt + i * 64 + at, do_part);
    }
    return is_same;
}

// ---- below

static const char *differs(const struct comparison *found) {
    static char text[200];
    const struct difference *row = found->lost.count > 0 ? &found->lost.row[0] : found->changed.count > 0 ? &found->changed.row[0]
                                   : found->handles.count > 0 ? &found->handles.row[0] : NULL;
    if (row == NULL) return NULL;
    if (found->lost.count > 0) snprintf(text, sizeof text, "%s does not arrive", row->path);
    else snprintf(text, sizeof text, "%s is 0x%llx, 0x%llx arrives", row->path, (unsigned long long)row->given, (unsigned long long)row->received);
    return text;
}

static VkResult give_list(const struct field *array, uint32_t *count, uint64_t address) {
    if (address == 0) return *count = now.available, VK_SUCCESS;
    VkResult result = *count < now.available ? VK_INCOMPLETE : VK_SUCCESS;
    if (*count > now.available) *count = now.available;
    (void)array;
    return result;
}

static int answer_call(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result) {
    uint32_t count_at = 0;
    if (now.command == NULL || !is_same_command(name, now.command->name)) return 0;
    if (driver != now.gpu->driver) snprintf(now.wrong, sizeof now.wrong, "reaches driver %u", driver->number);
    if (now.times++ == 0) {
        carried_lower = lower_of;
        compare_arguments(now.command, now.expected, arguments, &now.comparison);
        carried_lower = NULL;
    }
    const struct field *array = counted(now.command, &count_at);
    VkResult code = now.code;
    if (code >= 0 && array != NULL) code = give_list(array, POINTER(uint32_t, arguments[count_at]), arguments[array->at / 8]);
    if (code >= 0) each_output(arguments, filled);
    if (is_unchanging(name)) tell_unchanging(object_at(POINTER(void, arguments[0]), IS_GPU, NULL), name, arguments);
    *result = (uint64_t)(int64_t)code;
    return 1;
}

// ---- above

static PFN_vkVoidFunction function_of(const char *name, enum level level) {
    uint32_t way = any(3);
    PFN_vkVoidFunction found = NULL;
    if (way == 0) found = exported_function(name);
    if (way == 1 && level == LEVEL_DEVICE) found = now.device->get_proc(now.device->handle, name);
    return found != NULL ? found : get_instance_proc(now.instance->handle, name);
}

static VkResult any_code(const struct carried_command *command) {
    if (!command->returns_result || command->code_count == 0 || !one_in(3)) return VK_SUCCESS;
    VkResult code = (VkResult)carried_codes[command->codes + any(command->code_count)];
    return code == VK_INCOMPLETE ? VK_SUCCESS : code;
}

static const enum form forms[] = {FORM_PLAIN, FORM_CORE, FORM_CORE, FORM_NONE, FORM_ONE, FORM_MANY, FORM_BARE, FORM_EMPTY, FORM_WHOLE, FORM_HIGH};

static void give(uint64_t *arguments) {
    int minor = (int)(now.instance->minor < now.gpu->driver->minor ? now.instance->minor : now.gpu->driver->minor);
    give_arguments(now.command, arguments);
    cut_chains((uint64_t)(uintptr_t)arguments, now.command->first, now.command->count, minor);
}

static void compare_results(const uint64_t *given, uint64_t result, const struct field *array, uint32_t count_at, uint32_t room) {
    char one[24], other[24];
    const char *name = now.command->name, *difference = differs(&now.comparison);
    VkResult expected = now.code;
    if (expected >= 0 && array != NULL && given[array->at / 8] != 0 && room < now.available) expected = VK_INCOMPLETE;
    if (now.times == 0) fail("passed", "%s does not reach driver %u", name, now.gpu->driver->number);
    else if (now.wrong[0] != '\0') fail("passed", "%s for driver %u %s", name, now.gpu->driver->number, now.wrong);
    else if (difference != NULL) fail("passed", "%s: %s at the driver", name, difference);
    else if (now.command->returns_result && (VkResult)result != expected)
        fail("passed", "%s: the driver returns %s, the application gets %s", name, named(expected, one), named((VkResult)result, other));
    else if (expected >= 0 && !each_output(given, compared)) fail("passed", "%s: what the driver writes does not arrive at the application", name);
    else if (expected >= 0 && array != NULL) {
        uint32_t count = *POINTER(uint32_t, given[count_at]);
        uint32_t wanted = given[array->at / 8] == 0 || room > now.available ? now.available : room;
        if (count != wanted) fail("passed", "%s: the driver counts %u, the application gets %u", name, wanted, count);
        for (uint32_t i = 0; given[array->at / 8] != 0 && i < array->size; i++)
            if (POINTER(unsigned char, given[array->at / 8])[room * array->size + i] != 0xA5) {
                fail("room", "%s with room for %u writes behind the array", name, room);
                break;
            }
    }
}

// What the application says in structures is its own: it finds them after the call as they were.
static void compare_after(const uint64_t *given, uint32_t count_at, const struct field *array, uint32_t room) {
    static struct comparison kept;
    memset(&kept, 0, sizeof kept);
    if (array != NULL) *POINTER(uint32_t, now.expected[count_at]) = *POINTER(uint32_t, given[count_at]);
    compare_kept(now.command, now.expected, given, array != NULL ? room : ELEMENTS, &kept);
    const struct difference *row = kept.lost.count > 0 ? &kept.lost.row[0] : kept.changed.count > 0 ? &kept.changed.row[0] : NULL;
    if (row != NULL) fail("passed", "%s: the application's %s is another one after the call", now.command->name, row->path);
}

static uint32_t make_room(uint64_t *given, uint64_t *expected, const struct field *array, uint32_t count_at) {
    uint32_t room = any(now.available + 2);
    if (one_in(4)) given[array->at / 8] = expected[array->at / 8] = 0;
    *POINTER(uint32_t, given[count_at]) = *POINTER(uint32_t, expected[count_at]) = room;
    if (given[array->at / 8] != 0) memset(POINTER(unsigned char, given[array->at / 8]) + room * array->size, 0xA5, array->size);
    return room;
}

void call_anything(struct instance *instance) {
    struct device *device = any_device(instance);
    int is_of_device = device != NULL && !one_in(3);
    if (instance->gpu_count == 0) return;
    struct gpu *gpu = is_of_device ? device->gpu : &instance->gpu[any(instance->gpu_count)];
    enum level level = is_of_device ? LEVEL_DEVICE : LEVEL_PHYSICAL_DEVICE;
    uint32_t minor = instance->minor < gpu->driver->minor ? instance->minor : gpu->driver->minor;
    memset(&now, 0, sizeof now);
    now.instance = instance, now.device = device, now.gpu = gpu;
    const struct carried_command *command = any_command(level, (int)minor);
    PFN_vkVoidFunction function = function_of(command->name, level);
    if (function == NULL) return;  // which commands a loader has is for others to judge
    uint64_t given[MOST_ARGUMENTS];
    carried_objects[1] = instance->handle;
    carried_objects[2] = gpu->handle;
    carried_objects[3] = device == NULL ? NULL : device->handle;
    carried_objects[4] = device == NULL ? NULL : device->queue[0][0];
    carried_objects[5] = device == NULL ? NULL : device->commands[any(COUNT_OF(device->commands))];
    int needs_commands = strncmp(command->name, "vkCmd", 5) == 0 || strstr(command->name, "CommandBuffer") != NULL;
    if (is_of_device && needs_commands && carried_objects[5] == NULL) return;
    if (is_of_device && (strstr(command->name, "Queue") != NULL && carried_objects[4] == NULL)) return;
    carried_form = forms[any(COUNT_OF(forms))];
    carried_real = number_of;
    now.command = command;
    now.code = any_code(command);
    now.available = any(MOST_AVAILABLE + 1);
    now.salt = any(1000);
    give(given);
    give(now.expected);
    uint32_t count_at = 0, room = 0;
    const struct field *array = counted(command, &count_at);
    if (array != NULL && (array->size * (MOST_AVAILABLE + 3) > OUT_BYTES || carried_form == FORM_HIGH)) return;
    if (array != NULL && array->of < carried_structure_count && carried_structures[array->of].type != UINT32_MAX && array->kind == FIELD_OUT) {
        now.available = now.available > ELEMENTS ? ELEMENTS : now.available;
        if (strstr(command->name, "SparseImageFormatProperties2") == NULL && strstr(command->name, "QueueFamilyProperties2") == NULL) return;
    }
    if (array != NULL && is_unchanging(command->name)) now.available = 2;
    if (array != NULL) room = make_room(given, now.expected, array, count_at);
    say("%s(%s, physical device %u of driver %u)", command->name, is_of_device ? "a device" : "", gpu->index, gpu->driver->number);
    int is_kept = may_be_kept(level);
    watched.command = answer_call;
    uint64_t result = call_with((any_function)function, given);
    watched.command = NULL;
    if (now.times > 0 || !is_kept) compare_results(given, result, array, count_at, room);
    if (!story->has_failed) compare_after(given, count_at, array, room);
    now.command = NULL;
    forget_arguments();
}

// ---- commands that no loader knows

static struct driver *reached;
static uint64_t reached_with[4];
static uint32_t times_reached;

static int answer_made_up(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result) {
    if (strncmp(name, "vkGenerated", 11) != 0) return 0;
    reached = driver;
    times_reached++;
    memcpy(reached_with, arguments, sizeof reached_with);
    *result = 7000 + driver->number;
    return 1;
}

typedef uint32_t made_up(void *object, uint64_t number, uint64_t another);

void call_made_up(struct instance *instance) {
    struct device *device = any_device(instance);
    int is_of_device = device != NULL && one_in(2);
    if (instance->gpu_count == 0) return;
    struct gpu *gpu = is_of_device ? device->gpu : &instance->gpu[any(instance->gpu_count)];
    const char *name = is_of_device ? RELAYED_DEVICE : RELAYED_PHYSICAL;
    if (!gpu->driver->knows_commands) return;
    made_up *function = (made_up *)get_instance_proc(instance->handle, name);
    if (is_of_device && one_in(2)) function = (made_up *)device->get_proc(device->handle, name);
    if (function == NULL) return;  // whether a loader passes on what it does not know is for others to judge
    say("%s(driver %u)", name, gpu->driver->number);
    times_reached = 0;
    watched.command = answer_made_up;
    uint32_t result = function(is_of_device ? (void *)device->handle : (void *)gpu->handle, 0x123456789AULL, 42);
    watched.command = NULL;
    const struct below *lower = is_of_device ? device->lower : lower_gpu(instance->lower[gpu->driver - drivers], gpu->index);
    if (times_reached != 1) fail("passed", "%s, which driver %u alone knows, is called %u times", name, gpu->driver->number, times_reached);
    else if (reached != gpu->driver) fail("passed", "%s for driver %u reaches driver %u", name, gpu->driver->number, reached->number);
    else if (POINTER(const struct below, reached_with[0]) != lower) fail("passed", "%s reaches its driver with another handle than the driver's own", name);
    else if (reached_with[1] != 0x123456789AULL || reached_with[2] != 42) fail("passed", "%s reaches its driver with other arguments", name);
    else if (result != 7000 + gpu->driver->number) fail("passed", "%s: the application gets another result than the driver returns", name);
}
