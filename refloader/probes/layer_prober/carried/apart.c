// The act "apart": two instances, the first of which has two devices, and the second one, where the entity below has
// functions of their own for each. Each command that the layer has a function of its own for is called once with each
// device, in a process of its own.
//
// apart  {"instances", "devices": how many there were; "called": how many commands; "left_out" of them;
//        "crossed": [NAME, whether it was one device's, not one instance's]...}: which functions, lookups and callbacks
//        that the layer had of one of them it called for another one
#include <string.h>
#include <sys/mman.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../chain.h"
#include "../prober.h"

#define INSTANCES 2U
#define DEVICES KEPT_OBJECTS

static struct made instances[INSTANCES], devices[DEVICES];
static VkPhysicalDevice physicals[DEVICES];
static uint32_t instance_count, device_count;
static const struct carried_command *now;
static uint32_t device_being_made;

static const struct {
    uint32_t instance, set;
} plan[DEVICES] = {{0, DEVICE_SETS}, {0, DEVICE_SETS + 1}, {1, DEVICE_SETS + 1}};

static int is_made(const struct made *made) {
    return made->result == VK_SUCCESS && made->upper != NULL && made->lower != NULL;
}

static int make_instance_of(uint32_t place) {
    struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    sets.instance = place;
    instances[place] = make_instance(&nexts[place], &request);
    return is_made(&instances[place]);
}

// A device that the layer does not hear of says nothing of it.
static int make_device_of(uint32_t place) {
    struct request request = {.nodes = USUAL_DEVICE_NODES};
    const struct made *owner = &instances[plan[place].instance];
    const void *create = (const void *)instance_function(owner, "vkCreateDevice");
    physicals[place] = first_physical_device(owner);
    if (entry.device == NULL || create == NULL || is_next(create) || physicals[place] == NULL) return 0;
    sets.instance = plan[place].instance;
    sets.device = plan[place].set;
    devices[place] = make_device(owner, physicals[place], &request);
    return is_made(&devices[place]);
}

static void make_all(void) {
    while (instance_count < INSTANCES && make_instance_of(instance_count)) instance_count++;
    while (instance_count == INSTANCES && device_count < DEVICES && make_device_of(device_count)) device_count++;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (now == NULL || !is_same_command(name, now->name)) return 0;
    answer_success(now, name, arguments, result);
    return 1;
}

static uint64_t numbered(uint32_t type, uint32_t place) {
    return 0x50000000000ULL + device_being_made * 0x1000000000ULL + type * 0x1000U + place * 0x40U;
}

static void turn_to(uint32_t place) {
    sets.instance = plan[place].instance;
    sets.device = plan[place].set;
    creating = devices[place].next;
    device_being_made = place;
    carry_with(&instances[plan[place].instance], &devices[place], physicals[place]);
}

// Once for all commands: a layer that checks what objects are made with takes longer for them than for the commands.
static void make_objects_of_each(void) {
    for (uint32_t i = 0; i < device_count; i++) {
        turn_to(i);
        forget_makers();
        make_objects(numbered, 1);
        keep_objects(i);
    }
}

static void call_with_each(const struct carried_command *command, any_function function) {
    for (uint32_t i = 0; i < device_count; i++) {
        uint64_t given[MOST_ARGUMENTS];
        turn_to(i);
        take_objects(i);
        function = own_function(command->name);
        if (function == NULL) continue;
        record_for(command);
        carried = answer_below;
        give_arguments(command, given);
        now = command;
        uint64_t result = call_with(function, given);
        now = NULL;
        record_again(command, result);
        forget_arguments();
        carried = NULL;
    }
}

// Devices and instances are ended when all is over.
static int is_called(const struct carried_command *command) {
    const char *name = command->name;
    return strcmp(name, "vkDestroyDevice") != 0 && strcmp(name, "vkDestroyInstance") != 0 && !is_too_new(name) &&
           own_function(name) != NULL;
}

// A layer that checks all parameters takes as long for three devices as others for everything.
static int is_late_for_all(void) { return is_later_than(6, 24); }

static void call_all(uint32_t *called, struct left_out *left_out) {
    make_objects_of_each();
    carry_with(&instances[0], &devices[0], physicals[0]);
    for (uint32_t i = 0; i < carried_command_count; i++) {
        if (!is_called(&carried_commands[i])) continue;
        if (is_late_for_all()) leave_out(left_out, &carried_commands[i]);
        else *called += call_apart(&carried_commands[i], NULL, call_with_each) == 0;
    }
}

void probe_apart(void) {
    struct left_out left_out = {0};
    uint32_t called = 0;
    crossings = mmap(NULL, sizeof *crossings, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    open_layer();
    enter("apart");
    begin("apart");
    if (crossings == MAP_FAILED) give_up("apart", "there is no memory");
    sets.are_apart = 1;
    is_late_for_all();
    make_all();
    if (device_count > 1) call_all(&called, &left_out);
    for (uint32_t i = 0; i < device_count; i++) destroy_device(&devices[i]);
    for (uint32_t i = 0; i < instance_count; i++) destroy_instance(&instances[i]);
    open_answer("apart");
    say_number("instances", instance_count);
    say_number("devices", device_count);
    say_number("called", called);
    say_left_out(&left_out);
    open_list("crossed");
    for (uint32_t i = 0; i < crossings->count; i++) {
        open_list(NULL);
        say_text(NULL, crossings->row[i].name);
        say_flag(NULL, crossings->row[i].is_of_device);
        close_list();
    }
    close_list();
    close_answer();
}
