// The act "carry": one call of each command that the layer has a function of its own for, with everything that it can
// take, and one for each of its results. carry.COMMAND has how often the entity below was called, or what it was called
// for instead (instead: the first of so many others), what it did not get
// (lost) or got otherwise (changed), which structures came back unwritten, and the codes as [below, above, calls].
// room.COMMAND has for a list whether the layer writes behind an array that has room for one.
// twice.COMMAND has what a call of one thread got of that of another one.
// waiting.COMMAND has which commands of another thread get through while one is in this wait.
// carried has how many commands were called, and how many there was no time for in forms, with other values and after
// others (left_out), and the first of those; clashed has the same of clash.COMMAND.
// nowhere.COMMAND stands for a command that ended in a call of the function at address 0, and without what may be left out
// as well.
// All of them are of the version that the application asks for, or of an extension; with --only newer, the application
// asks for the newest version, and only what is newer than the one of --minor is called. With --only older, the commands
// of --function are called by their names in extensions, which are enabled, on a device whose version has none by the
// name of core.
// With --only none, nothing is called: wrapped and leaves are said with extensions enabled.
// Those that map memory have in_place as well: whether the pointer leads to the part that was asked for; and whether to the
// beginning of the memory (at_beginning), or behind that part by the offset once more (twice_behind).
//
// Not every object of these calls exists: a layer that looks one up may crash or refuse. Each command has a process of
// its own, and what ends early is left out: unfinished.COMMAND says which.
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "unfinished.h"
#include "../chain.h"
#include "../prober.h"

#define MOST_HANGS 10U  // each takes seconds, and what hangs is tried twice
#define MOST_ALONE 4U  // who lets in one thread at a time in so many commands does so in all

static struct made instance, device;

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

static int is_called(const char *name) {
    if (calls_older()) return is_one_of(&options.functions, name);
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
    if (device.lower != NULL && device.lower->children[0] != NULL) fill_first_word(device.lower->children[0]);
    uint32_t since = objects_made();
    if (create != NULL && allocate != NULL && create(device.upper, &pool, NULL, &info.commandPool) == VK_SUCCESS)
        allocate(device.upper, &info, &buffer);
    memcpy(&carried_pool, &info.commandPool, sizeof carried_pool);
    fill_first_words(since);
    const struct object *own = device.lower;
    const void *lower[] = {NULL, instance.lower, own != NULL ? own->parent : last_object(OBJECT_PHYSICAL_DEVICE), own,
                           own != NULL ? own->children[0] : last_object(OBJECT_QUEUE),
                           object_for(buffer, OBJECT_COMMAND_BUFFER, since)};
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

int begin_another_life(void) {
    const struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    const void *before = carried_objects[2];
    struct object *gone = instance.lower, *physical = gone == NULL ? NULL : gone->children[0];
    if (physical == NULL || device.upper == NULL) return 0;
    destroy_device(&device);
    destroy_instance(&instance);
    end_object(physical);
    end_object(gone);
    instance = make_instance(&nexts[0], &request);
    return instance.result == VK_SUCCESS && instance.upper != NULL && first_physical_device(&instance) == before;
}

static int is_over(int end) {
    return end <= 0 || is_hang(end) || end == STATES_STATUS || end == NOWHERE_STATUS || end == NO_ROOM_STATUS;
}

// A layer may end where the entity below returns an error, or another success, and nowhere else: the form "failed" shows the
// one, and "successes" says the other.
static int call_for_all_results(const struct carried_command *command, any_function function) {
    leaves_out_failures = leaves_out_successes = 0;
    int end = call_apart(command, function, call_for_results);
    if (is_over(end)) return end;
    leaves_out_failures = 1;
    int again = call_apart(command, function, call_for_results);
    if (!is_over(again)) {
        leaves_out_successes = 1;
        int at_last = call_apart(command, function, call_for_results);
        leaves_out_successes = 0;
        if (at_last == 0 || at_last == STATES_STATUS) note_unfinished("successes", again);
        again = at_last;
    }
    leaves_out_failures = 0;
    return again == 0 || again == STATES_STATUS ? again : end;
}

// partial.COMMAND stands for one that ends each time where the entity below fails in part, and comes back from the same calls
// where all is made. Of presentations nothing is said: a layer may keep something for each image that was acquired, or make
// that anew where one fails, and there are no images here.
static void call_with_a_failing_part(const struct carried_command *command, any_function function) {
    char label[160];
    int end = call_act("partly", command, function, make_partly);
    if (!is_unfinished(end) || is_hang(end) || end < 0) return;
    leaves_out_failures = 1;
    int without = call_apart(command, function, make_partly);
    leaves_out_failures = 0;
    if (without != 0) return;
    snprintf(label, sizeof label, "partial.%s", command->name);
    open_answer(label);
    close_answer();
}

// A layer may end where the device is lost, and for a success that says more than was asked for: once more without those.
static void call_leaving_out(int *leaves_out, const char *act, const struct carried_command *command, any_function function,
                             calls_of *calls) {
    int end = call_apart(command, function, calls);
    if (!is_unfinished(end)) return;
    *leaves_out = 1;
    int without = call_act(act, command, function, calls);
    *leaves_out = 0;
    if (!is_unfinished(without)) note_unfinished(act, -1);
}

// What only the first part of it ends is said of this part.
static void record_apart(const struct carried_command *command, any_function function) {
    int end = call_apart(command, function, record_once_more);
    if (!is_unfinished(end)) return;
    int of_first = call_act("recorded", command, function, record_twice);
    if (!is_unfinished(of_first)) call_act("anew", command, function, record_once_more);
}

static void carry_all(void) {
    uint32_t crashes = 0, called = 0, alone = 0;
    struct left_out left_out = {0};
    for (uint32_t i = 0; i < carried_command_count; i++) {
        any_function function = own_function(carried_commands[i].name);
        if (function == NULL || !is_called(carried_commands[i].name)) continue;
        if (hangs_so_far() >= MOST_HANGS) {
            leave_out(&left_out, &carried_commands[i]);
            continue;
        }
        if (calls_own()) {
            if (is_late()) leave_out(&left_out, &carried_commands[i]);
            else call_in_forms(&carried_commands[i], function), say_unfinished(&carried_commands[i]);
            continue;
        }
        int end = call_for_all_results(&carried_commands[i], function);
        int is_setting = end == STATES_STATUS;
        if (is_setting) end = 0;
        if (end == NOWHERE_STATUS && has_objects() && call_apart(&carried_commands[i], function, call_barely) == NOWHERE_STATUS)
            say_nowhere(&carried_commands[i]);
        note_unfinished("carry", end);
        if (calls_older()) {
            say_unfinished(&carried_commands[i]);
            continue;
        }
        if (end == 0) call_act("room", &carried_commands[i], function, call_with_little_room);
        if (end == 0 && has_room(&carried_commands[i])) call_act("beyond", &carried_commands[i], function, call_with_less_room);
        if (end == 0 && lists_tools(&carried_commands[i])) call_act("tools", &carried_commands[i], function, list_tools);
        if (end == 0 && asks(&carried_commands[i])) call_act("asked", &carried_commands[i], function, ask_again);
        if (end == 0 && asks(&carried_commands[i])) call_act("alias", &carried_commands[i], function, ask_by_another_name);
        if (end == 0 && asks_of_physical_devices(&carried_commands[i]))
            call_act("lives", &carried_commands[i], function, ask_in_another_life);
        if (end == 0 && takes_memory(&carried_commands[i])) call_without_memory(&carried_commands[i], function);
        if (end == 0 && makes_one(&carried_commands[i]) && !is_late())
            call_act("crowd", &carried_commands[i], function, make_crowd);
        if (end == 0 && makes_one(&carried_commands[i]) && !is_late())
            call_again_without_memory(&carried_commands[i], function);
        if (end == 0 && !is_late()) call_in_forms(&carried_commands[i], function);
        int is_in_time = end == 0 && !is_late();
        if (end == 0 && !is_in_time) leave_out(&left_out, &carried_commands[i]);
        if (is_in_time && can_be_called_often(&carried_commands[i])) call_act("varied", &carried_commands[i], function, call_varied);
        if (end == 0 && frees_many(&carried_commands[i])) call_apart(&carried_commands[i], function, free_behind_none);
        if (is_in_time && is_setting) call_act("left", &carried_commands[i], function, record_beside_states);
        else if (is_in_time && is_bystander(&carried_commands[i])) say_states_left(&carried_commands[i], NULL, 0);
        if (is_in_time && is_recorded(&carried_commands[i])) record_apart(&carried_commands[i], function);
        if (end == 0 && takes_a_timeout(&carried_commands[i])) call_act("waits", &carried_commands[i], function, call_with_a_long_timeout);
        if (end == 0 && allocates_many(&carried_commands[i])) call_act("halves", &carried_commands[i], function, allocate_in_halves);
        if (end == 0 && presents(&carried_commands[i])) call_act("presents", &carried_commands[i], function, present_with_results);
        if (end == 0 && makes_several(&carried_commands[i])) call_with_a_failing_part(&carried_commands[i], function);
        if (end == 0 && makes_several(&carried_commands[i])) call_leaving_out(&leaves_out_successes, "one_by_one", &carried_commands[i], function, make_one_by_one);
        if (end == 0 && makes_derivatives(&carried_commands[i])) call_act("derived", &carried_commands[i], function, make_derivatives);
        if (end == 0 && is_wait(&carried_commands[i])) call_act("polls", &carried_commands[i], function, poll_what_is_over);
        if (end == 0 && hands_out(&carried_commands[i])) call_act("handed", &carried_commands[i], function, hand_out_twice);
        if (end == 0 && asks_queries(&carried_commands[i])) call_leaving_out(&leaves_out_failures, "parts", &carried_commands[i], function, fail_the_first_part);
        if (end == 0 && alone < MOST_ALONE && has_objects())
            alone += call_act("twice", &carried_commands[i], function, call_on_two_threads) == ALONE_STATUS;
        if (end == 0 && is_wait(&carried_commands[i]) && has_objects())
            call_act("waiting", &carried_commands[i], function, call_while_waiting);
        say_unfinished(&carried_commands[i]);
        called++;
        crashes += end != 0 && !is_hang(end) && end != NO_ROOM_STATUS;
    }
    open_answer("carried");
    say_number("called", called);
    say_number("hangs", hangs_so_far());
    say_number("crashes", crashes);
    say_left_out(&left_out);
    close_answer();
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
    if ((calls_older() || calls_none()) && !shows_extensions(&instance, physical)) give_up("carried", "extensions are hidden");
    device = make_device(&instance, physical, &of_device);
    if (device.result != VK_SUCCESS || device.upper == NULL) give_up("carried", "there is no device");
    begin("carry.objects");
    carry_with(&instance, &device, physical);
    is_late();
    make_objects(NULL, 1);
    begin("carry.calls");
    if (!calls_own() && !calls_older()) say_wrapped();
    if (calls_none()) return;
    answer_single_calls();
    carry_all();
    if (!calls_newer() && !calls_own() && !calls_older()) call_with_clashes();
}
