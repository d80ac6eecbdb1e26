// The act "carry": one call of each command that the layer has a function of its own for, with everything that it can
// take, and one for each of its results. carry.COMMAND has how often the entity below was called, or what it was called
// for instead (instead), what it did not get
// (lost) or got otherwise (changed), which structures came back unwritten, and the codes as [below, above, calls].
// room.COMMAND has for a list whether the layer writes behind an array that has room for one.
// twice.COMMAND has what a call of one thread got of that of another one.
// waiting.COMMAND has which commands of another thread get through while one is in this wait.
// carried has how many commands were called, and how many there was no time for in forms, with other values and after
// others (left_out), and the first of those; clashed has the same of clash.COMMAND.
// nowhere.COMMAND stands for a command that ended in a call of the function at address 0.
// All of them are of the version that the application asks for, or of an extension; with --only newer, the application
// asks for the newest version, and only what is newer than the one of --minor is called. With --only older, the commands
// of --function are called by their names in extensions, which are enabled, on a device whose version has none by the
// name of core.
// With --only none, nothing is called: wrapped and leaves are said with extensions enabled.
// Those that map memory have in_place as well: whether the pointer leads to the part that was asked for.
//
// Not every object of these calls exists: a layer that looks one up may crash or refuse. Each command has a process of
// its own, and what ends early is left out.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../chain.h"
#include "../prober.h"

#define MOST_HANGS 3U
#define ALONE_STATUS 98
#define STATES_STATUS 95  // the calls are over, and the layer has set states in the plain one
#define MOST_ALONE 4U  // who lets in one thread at a time in so many commands does so in all

static struct made instance, device;

// The call that is under way.
static struct {
    const struct carried_command *command;
    uint64_t expected[MOST_ARGUMENTS];
    uint32_t times;
    int32_t code;
    int in_place;
    uint32_t counted_at;  // where the number of a list's elements is; 0: it is left to the entity below
    struct comparison comparison;
} call;

// ---- memory that is mapped

static unsigned char mapped[1];  // where a memory begins; nobody reads there

static int maps(const struct carried_command *command) { return strncmp(command->name, "vkMapMemory", 11) == 0; }

static int is_told_by_structure(const struct carried_command *command) { return command->name[11] == '2'; }

static uint64_t offset_of(const struct carried_command *command, const uint64_t *arguments) {
    uint64_t offset = arguments[2];
    if (is_told_by_structure(command))  // VkMemoryMapInfo: sType, pNext, flags, memory, offset
        memcpy(&offset, (const char *)(uintptr_t)arguments[1] + 32, sizeof offset);
    return offset;
}

static uint64_t *pointer_of(const struct carried_command *command, const uint64_t *arguments) {
    return (uint64_t *)(uintptr_t)arguments[is_told_by_structure(command) ? 2 : 5];
}

// Memory is one of the few things of this entity that are more than a number: it is no memory that calls come with. A
// layer that makes some may use it at once.
static int is_answered_below(const char *name) {
    return strstr(name, "Memory") == NULL || strncmp(name, "vkGet", 5) == 0 || strcmp(name, "vkAllocateMemory") == 0;
}

void map_below(const struct carried_command *command, const uint64_t *arguments) {
    if (!maps(command)) return;
    uint64_t *pointer = pointer_of(command, arguments);
    if (pointer != NULL) *pointer = (uint64_t)(uintptr_t)mapped + offset_of(command, arguments);
}

void answer_success(const struct carried_command *command, const char *name, const uint64_t *arguments, uint64_t *result) {
    if (is_answered_below(name)) answer_command(name, arguments, result);
    map_below(command, arguments);
    write_chains(command, arguments);
    if (command->returns_result) *result = (uint64_t)VK_SUCCESS;
}

// ---- the call

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (call.command == NULL || !is_same_command(name, call.command->name)) return 0;
    if (call.times++ == 0) compare_arguments(call.command, call.expected, arguments, &call.comparison);
    if (call.code >= 0) {
        answer_success(call.command, name, arguments, result);
        uint32_t *count = call.counted_at == 0 ? NULL : (uint32_t *)(uintptr_t)arguments[call.counted_at];
        if (count != NULL && *count == 0) *count = 1;
    }
    if (call.command->returns_result) *result = (uint64_t)(int64_t)call.code;
    return 1;
}

static int32_t call_once(const struct carried_command *command, any_function function, int32_t code) {
    uint64_t given[MOST_ARGUMENTS];
    memset(&call, 0, sizeof call);
    give_arguments(command, given);
    give_arguments(command, call.expected);
    call.command = command;
    call.code = code;
    forget();
    uint64_t result = call_with(function, given);
    int is_answered = !command->returns_result || (int32_t)result == VK_SUCCESS;
    if (code == 0 && is_answered) find_unwritten(command, given, &call.comparison);
    if (maps(command))
        call.in_place = *pointer_of(command, given) == (uint64_t)(uintptr_t)mapped + offset_of(command, given);
    call.command = NULL;
    forget_arguments();
    record_again(command, result);
    return (int32_t)result;
}

// ---- lists

// The array of a call that counts its elements at a pointer; NULL: there is none.
static const struct field *counted_array(const struct carried_command *command, uint32_t *count_at) {
    const struct field *array = NULL;
    int is_counted = 0;
    for (const struct field *at = &carried_fields[command->first]; at < &carried_fields[command->first + command->count];
         at++) {
        if (at->kind == FIELD_COUNT) is_counted = 1, *count_at = at->at / 8;
        else if ((at->kind == FIELD_OUT || at->kind == FIELD_MADE) && at->count_at == NOWHERE && at->fixed == 0) array = at;
    }
    return is_counted ? array : NULL;
}

// Whether anything is written behind an array that has room for one, as the entity below has one or more.
static int writes_behind(const struct carried_command *command, const struct field *array, uint32_t count_at,
                         any_function function, int32_t code) {
    uint64_t given[MOST_ARGUMENTS];
    memset(&call, 0, sizeof call);
    give_arguments(command, given);
    give_arguments(command, call.expected);
    *(uint32_t *)(uintptr_t)given[count_at] = 1;
    unsigned char *behind = (unsigned char *)(uintptr_t)given[array->at / 8] + array->size;
    memset(behind, 0xA5, array->size);
    call.command = command;
    call.code = code;
    call.counted_at = count_at;
    call_with(function, given);
    call.command = NULL;
    for (uint32_t i = 0; i < array->size; i++)
        if (behind[i] != 0xA5) return 1;
    return 0;
}

static void call_with_room(const struct carried_command *command, any_function function) {
    char label[160];
    uint32_t count_at = 0;
    const struct field *array = counted_array(command, &count_at);
    if (array == NULL || array->size * ELEMENTS > 4096) return;
    int is_behind = writes_behind(command, array, count_at, function, VK_SUCCESS) ||
                    (command->returns_result && writes_behind(command, array, count_at, function, VK_INCOMPLETE));
    snprintf(label, sizeof label, "room.%s", command->name);
    open_answer(label);
    say_flag("behind", is_behind);
    close_answer();
}

// ---- one process for each

static void say_paths(const char *key, const struct differences *of) {
    open_list(key);
    for (uint32_t i = 0; i < of->count; i++) say_text(NULL, of->row[i].path);
    close_list();
}

static void call_all(const struct carried_command *command, any_function function) {
    char label[160];
    int32_t above[32];
    uint32_t times[32], count = command->code_count < 32 ? command->code_count : 32;
    int32_t result = call_once(command, function, 0);
    uint32_t down = call.times;
    int in_place = call.in_place;
    struct comparison comparison = call.comparison;
    const char *instead = down == 0 && call_count > 0 ? calls[0].command : "";
    int is_setting = is_bystander(command) && are_states_set();
    for (uint32_t i = 0; command->returns_result && i < count; i++) {
        above[i] = call_once(command, function, carried_codes[command->codes + i]);
        times[i] = call.times;
    }
    snprintf(label, sizeof label, "carry.%s", command->name);
    open_answer(label);
    say_number("times", down);
    say_text("instead", instead);
    say_number("result", command->returns_result ? result : 0);
    if (maps(command)) say_flag("in_place", in_place);
    say_paths("lost", &comparison.lost);
    say_paths("unwritten", &comparison.unwritten);
    say_differences("changed", &comparison.changed);
    open_list("codes");
    for (uint32_t i = 0; command->returns_result && i < count; i++) {
        open_list(NULL);
        say_number(NULL, carried_codes[command->codes + i]);
        say_number(NULL, above[i]);
        say_number(NULL, times[i]);
        close_list();
    }
    close_list();
    close_answer();
    if (is_setting) _exit(STATES_STATUS);
}

// Objects of which there are two alone would be in both calls.
static void call_on_two_threads(const struct carried_command *command, any_function function) {
    carried_real = NULL;
    if (!call_twice(command, function)) _exit(ALONE_STATUS);
}

int call_apart(const struct carried_command *command, any_function function, calls_of *calls) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        die_quietly();
        record_for(command);
        calls(command, function);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// ---- all commands

any_function own_function(const char *name) {
    PFN_vkVoidFunction found = instance_function(&instance, name);
    if (entry.device != NULL && device.upper != NULL && entry.device(device.upper, name) != NULL)
        found = entry.device(device.upper, name);
    return found == NULL || is_next((const void *)found) || strcmp(place_of((const void *)found), "own") != 0
               ? NULL
               : (any_function)found;
}

int is_left_below(const char *name) {
    PFN_vkVoidFunction found = NULL;
    if (entry.device != NULL && device.upper != NULL) found = entry.device(device.upper, name);
    if (found == NULL) found = instance_function(&instance, name);
    return found != NULL && is_next((const void *)found);
}

static int calls_newer(void) { return strcmp(options.only, "newer") == 0; }

int is_too_new(const char *name) {
    return command_core(name) > 10 + (int)(calls_newer() ? NEWEST_MINOR : options.minor);
}

int calls_own(void) { return strcmp(options.only, "own") == 0; }

static int calls_older(void) { return strcmp(options.only, "older") == 0; }

static int calls_none(void) { return strcmp(options.only, "none") == 0; }

static int is_among(const struct words *words, const char *name) {
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->word[i], name) == 0) return 1;
    return 0;
}

static int is_called(const char *name) {
    if (calls_older()) return is_among(&options.functions, name);
    return !is_too_new(name) && (!calls_newer() || command_core(name) > 10 + (int)options.minor);
}

static void find_objects(VkPhysicalDevice physical) {
    VkQueue queue = NULL;
    VkCommandBuffer buffer = NULL;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = 2};  // each buffer can be reset
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandBufferCount = 1};
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)entry.device(device.upper, "vkGetDeviceQueue");
    PFN_vkCreateCommandPool create = (PFN_vkCreateCommandPool)entry.device(device.upper, "vkCreateCommandPool");
    PFN_vkAllocateCommandBuffers allocate =
        (PFN_vkAllocateCommandBuffers)entry.device(device.upper, "vkAllocateCommandBuffers");
    if (get != NULL) get(device.upper, 0, 0, &queue);
    uint32_t since = objects_made();
    if (create != NULL && allocate != NULL && create(device.upper, &pool, NULL, &info.commandPool) == VK_SUCCESS)
        allocate(device.upper, &info, &buffer);
    memcpy(&carried_pool, &info.commandPool, sizeof carried_pool);
    const void *lower[] = {NULL, instance.lower, last_object(OBJECT_PHYSICAL_DEVICE), device.lower,
                           last_object(OBJECT_QUEUE), object_for(buffer, OBJECT_COMMAND_BUFFER, since)};
    void *found[] = {NULL, instance.upper, physical, device.upper, queue, buffer};
    memcpy(carried_objects, found, sizeof found);
    for (uint32_t i = 1; i < COUNT(lower); i++) set_lower(i, found[i] == NULL ? NULL : lower[i]);
    if (buffer != NULL) allocate_more(allocate, &info, carried_listed);
    info.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    if (buffer != NULL) allocate_more(allocate, &info, carried_secondary);
}

// Whether the objects of the calls are real: a layer may keep nothing for others.
static int has_objects(void) {
    for (size_t i = 1; i < COUNT(carried_objects); i++)
        if (carried_objects[i] == NULL) return 0;
    return 1;
}

static void say_nowhere(const struct carried_command *command) {
    char label[160];
    snprintf(label, sizeof label, "nowhere.%s", command->name);
    open_answer(label);
    close_answer();
}

static void carry_all(void) {
    uint32_t hangs = 0, crashes = 0, called = 0, alone = 0;
    struct left_out left_out = {0};
    for (uint32_t i = 0; i < carried_command_count && hangs < MOST_HANGS; i++) {
        any_function function = own_function(carried_commands[i].name);
        if (function == NULL || !is_called(carried_commands[i].name)) continue;
        if (calls_own()) {
            if (is_late()) leave_out(&left_out, &carried_commands[i]);
            else call_in_forms(&carried_commands[i], function);
            continue;
        }
        int end = call_apart(&carried_commands[i], function, call_all);
        int is_setting = end == STATES_STATUS;
        if (is_setting) end = 0;
        if (end == NOWHERE_STATUS && has_objects()) say_nowhere(&carried_commands[i]);
        if (calls_older()) continue;
        if (end == 0) call_apart(&carried_commands[i], function, call_with_room);
        if (end == 0 && has_room(&carried_commands[i])) call_apart(&carried_commands[i], function, call_with_less_room);
        if (end == 0 && !is_late()) call_in_forms(&carried_commands[i], function);
        int is_in_time = end == 0 && !is_late();
        if (end == 0 && !is_in_time) leave_out(&left_out, &carried_commands[i]);
        if (is_in_time && can_be_called_often(&carried_commands[i])) call_apart(&carried_commands[i], function, call_varied);
        if (end == 0 && frees_many(&carried_commands[i])) call_apart(&carried_commands[i], function, free_behind_none);
        if (is_in_time && is_setting) call_apart(&carried_commands[i], function, record_beside_states);
        else if (is_in_time && is_bystander(&carried_commands[i])) say_states_left(&carried_commands[i], NULL, 0);
        if (is_in_time && is_recorded(&carried_commands[i])) call_apart(&carried_commands[i], function, record_once_more);
        if (end == 0 && takes_a_timeout(&carried_commands[i])) call_apart(&carried_commands[i], function, call_with_a_long_timeout);
        if (end == 0 && allocates_many(&carried_commands[i])) call_apart(&carried_commands[i], function, allocate_in_halves);
        if (end == 0 && presents(&carried_commands[i])) call_apart(&carried_commands[i], function, present_with_results);
        if (end == 0 && makes_several(&carried_commands[i])) call_apart(&carried_commands[i], function, make_partly);
        if (end == 0 && is_wait(&carried_commands[i])) call_apart(&carried_commands[i], function, poll_what_is_over);
        if (end == 0 && hands_out(&carried_commands[i])) call_apart(&carried_commands[i], function, hand_out_twice);
        if (end == 0 && asks_queries(&carried_commands[i])) call_apart(&carried_commands[i], function, fail_the_first_part);
        if (end == 0 && alone < MOST_ALONE && has_objects())
            alone += call_apart(&carried_commands[i], function, call_on_two_threads) == ALONE_STATUS;
        if (end == 0 && is_wait(&carried_commands[i]) && has_objects())
            call_apart(&carried_commands[i], function, call_while_waiting);
        called++;
        hangs += end == SIGALRM;
        crashes += end != 0 && end != SIGALRM && end != NO_ROOM_STATUS;
    }
    open_answer("carried");
    say_number("called", called);
    say_number("hangs", hangs);
    say_number("crashes", crashes);
    say_left_out(&left_out);
    close_answer();
}

// Whether all extensions are there that the entity below offers: a layer that hides some is asked for no commands of them.
static int shows_extensions(VkPhysicalDevice physical) {
    static VkExtensionProperties rows[2 * MOST_WORDS];
    uint32_t count = COUNT(rows), found = 0;
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(&instance, "vkEnumerateDeviceExtensionProperties");
    if (enumerate == NULL || enumerate(physical, NULL, &count, rows) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++) found += (uint32_t)is_among(&options.device_extensions, rows[i].extensionName);
    return found >= options.device_extensions.count;
}

void carry_with(const struct made *of_instance, const struct made *of_device, VkPhysicalDevice physical) {
    instance = *of_instance, device = *of_device;
    record_with(device.upper);
    find_objects(physical);
}

void probe_carrying(void) {
    const uint32_t minor = calls_newer() ? NEWEST_MINOR : options.minor;
    struct request of_instance = {.nodes = USUAL_NODES, .api_version = VERSION_OF(minor)};
    struct request of_device = {.nodes = USUAL_DEVICE_NODES};
    if (calls_older()) nexts[0].newest = 10 + (int)minor;
    if (calls_older() || calls_none()) {
        offered_by_instances = &options.instance_extensions;
        offered_by_devices = &options.device_extensions;
    }
    if (calls_own() || calls_older() || calls_none()) {
        of_instance.extensions = options.instance_extensions;
        of_device.extensions = options.device_extensions;
    }
    open_layer();
    enter("carry");
    begin("carry.instance");
    instance = make_instance(&nexts[0], &of_instance);
    if (instance.result != VK_SUCCESS || instance.upper == NULL) give_up("carried", "there is no instance");
    // Below an instance of a newer version there are its commands, whatever the device has.
    if (calls_older() && created.api_version > VERSION_OF(minor)) give_up("carried", "the layer asks for a newer version");
    begin("carry.device");
    VkPhysicalDevice physical = first_physical_device(&instance);
    if (physical == NULL || entry.device == NULL) give_up("carried", "there is no physical device");
    if ((calls_older() || calls_none()) && !shows_extensions(physical)) give_up("carried", "extensions are hidden");
    device = make_device(&instance, physical, &of_device);
    if (device.result != VK_SUCCESS || device.upper == NULL) give_up("carried", "there is no device");
    begin("carry.objects");
    carry_with(&instance, &device, physical);
    is_late();
    make_objects(NULL);
    begin("carry.calls");
    if (!calls_own() && !calls_older()) say_wrapped();
    if (calls_none()) return;
    carried = answer_below;
    carry_all();
    if (!calls_newer() && !calls_own() && !calls_older()) call_with_clashes();
}
