// The act "apart": two instances, the first of which has two devices, and the second one, where the entity below has
// functions of their own for each. Each command that the layer has a function of its own for is called once with each
// device, in a process of its own. The two devices are of two physical devices if the layer shows as many. Queues and
// command buffers come from below without a table in their first word, as from a driver.
//
// apart  {"instances", "devices": how many there were; "called": how many commands; "left_out" of them;
//        "crossed": [NAME, whether it was one device's, not one instance's]...}: which functions, lookups and callbacks
//        that the layer had of one of them it called for another one;
//        "unfilled": the commands that reach the entity below with a queue or command buffer that nobody has given a table;
//        "taken": those for which the layer gives what it was told of another physical device;
//        "ended": the commands in which the layer ends its process with all devices in turn, and with none of them alone, of
//        those that take no object of an extension;
//        "words": [TYPE, which of them]...: objects of the layer's that begin with the table of another instance}
#include <string.h>
#include <sys/mman.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "unfinished.h"
#include "../chain.h"
#include "../prober.h"

#define INSTANCES 2U
#define DEVICES KEPT_OBJECTS
#define SHOWN 2U  // physical devices of an instance

static struct made instances[INSTANCES], devices[DEVICES];
static VkPhysicalDevice physicals[DEVICES];
static uint32_t instance_count, device_count;
static const struct carried_command *now;
static uint32_t device_being_made;

static const struct {
    uint32_t instance, set, physical;
} plan[DEVICES] = {{0, DEVICE_SETS, 0}, {0, DEVICE_SETS + 1, 1}, {1, DEVICE_SETS + 1, 0}};
static uint32_t place;  // of the device that is called with

static int is_made(const struct made *made) {
    return made->result == VK_SUCCESS && made->upper != NULL && made->lower != NULL;
}

static int make_instance_of(uint32_t which) {
    struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    sets.instance = which;
    sets.device = DEVICE_SETS + which;  // of devices that the layer makes for itself meanwhile
    instances[which] = make_instance(&nexts[which], &request);
    return is_made(&instances[which]);
}

static VkPhysicalDevice physical_device(const struct made *owner, uint32_t which) {
    VkPhysicalDevice found[SHOWN] = {NULL};
    uint32_t count = SHOWN;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(owner, "vkEnumeratePhysicalDevices");
    if (enumerate == NULL || enumerate(owner->upper, &count, found) < VK_SUCCESS || count == 0) return NULL;
    return found[which < count ? which : 0];
}

// A device that the layer does not hear of says nothing of it.
static int make_device_of(uint32_t which) {
    struct request request = {.nodes = USUAL_DEVICE_NODES};
    const struct made *owner = &instances[plan[which].instance];
    const void *create = (const void *)instance_function(owner, "vkCreateDevice");
    physicals[which] = physical_device(owner, plan[which].physical);
    if (entry.device == NULL || create == NULL || is_next(create) || physicals[which] == NULL) return 0;
    sets.instance = plan[which].instance;
    sets.device = plan[which].set;
    devices[which] = make_device(owner, physicals[which], &request);
    return is_made(&devices[which]);
}

static void make_all(void) {
    while (instance_count < INSTANCES && make_instance_of(instance_count)) instance_count++;
    while (instance_count == INSTANCES && device_count < DEVICES && make_device_of(device_count)) device_count++;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (now == NULL) return 0;
    if (is_same_command(name, now->name)) answer_success(now, name, arguments, result);
    else answer_command(name, arguments, result);
    tell_of(place, name, arguments);
    return 1;
}

static uint64_t numbered(uint32_t type, uint32_t place) {
    return 0x50000000000ULL + device_being_made * 0x1000000000ULL + type * 0x1000U + place * 0x40U;
}

static void turn_to(uint32_t which) {
    sets.instance = plan[which].instance;
    sets.device = plan[which].set;
    creating = devices[which].next;
    device_being_made = which;
    carry_with(&instances[plan[which].instance], &devices[which], physicals[which]);
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

// A surface is one of an instance: each of its physical devices is asked about the same one. NULL: the call has none.
static uint64_t *surface_in(const struct carried_command *command, uint64_t *given) {
    for (const struct field *field = &carried_fields[command->first]; field < &carried_fields[command->first + command->count]; field++) {
        int is_one = field->kind == FIELD_STRUCTURES && field->count_at == NOWHERE && field->fixed == 1;
        const struct structure *in = is_one ? &carried_structures[field->of] : NULL;
        if (field->kind == FIELD_HANDLE && is_type(field->of, "VkSurfaceKHR")) return &given[field->at / 8];
        for (uint32_t i = 0; is_one && i < in->count; i++) {
            const struct field *member = &carried_fields[in->first + i];
            if (member->kind == FIELD_HANDLE && is_type(member->of, "VkSurfaceKHR"))
                return (uint64_t *)(uintptr_t)(given[field->at / 8] + member->at);
        }
    }
    return NULL;
}

static void give_the_same_surface(const struct carried_command *command, uint64_t *given, uint32_t which) {
    static uint64_t of_instance[INSTANCES];
    uint64_t *surface = is_question(command) ? surface_in(command, given) : NULL, *same = &of_instance[plan[which].instance];
    if (surface == NULL) return;
    if (*same == 0) *same = *surface;
    *surface = *same;
}

static uint32_t called_first, called_count;  // of the devices, those that a command is called with

static void call_with_each(const struct carried_command *command, any_function function) {
    for (uint32_t i = called_first; i < called_first + called_count; i++) {
        uint64_t given[MOST_ARGUMENTS];
        turn_to(i);
        take_objects(i);
        function = own_function(command->name);
        if (function == NULL) continue;
        record_for(command);
        carried = answer_below;
        give_arguments(command, given);
        give_the_same_surface(command, given, i);
        place = i;
        begin_telling(i, devices[i].lower->parent);
        uint32_t since = objects_made();
        now = command;
        uint64_t result = call_with(function, given);
        now = NULL;
        fill_first_words(since);
        if (is_question(command)) keep_told(i, command, given);
        record_again(command, result);
        if (is_deferred(command)) keep_arguments();
        forget_arguments();
        carried = NULL;
    }
    if (is_question(command) && is_told_of_another(command)) note_taken(command->name);
}

#define MOST_ENDED 8U

static const char *ended[MOST_ENDED];
static uint32_t ended_count;

static int call_with_some(const struct carried_command *command, uint32_t first, uint32_t count) {
    called_first = first;
    called_count = count;
    return call_apart(command, NULL, call_with_each);
}

// Arguments need not be valid, and answers from below are numbers that differ for each device: a layer may not bear those of
// one of them.
static int is_back_alone(const struct carried_command *command) {
    for (uint32_t i = 0; i < device_count; i++)
        if (call_with_some(command, i, 1) != 0) return 0;
    return 1;
}

// The prober makes up the handles of extension objects, and a layer that looks up every object of a type need not know them.
static int takes_made_up(const struct carried_command *command) {
    for (uint32_t type = DISPATCHABLE_TYPES + 1; type < carried_handle_count; type++)
        if (!carried_handles[type].is_common && takes_type(command, type)) return 1;
    return 0;
}

static int is_called_with_all(const struct carried_command *command) {
    int end = call_with_some(command, 0, device_count);
    int is_judged = is_unfinished(end) && end >= 0 && end != LOST_THREADS_END && !takes_made_up(command);
    if (!is_judged || ended_count == MOST_ENDED || !is_back_alone(command)) return end == 0;
    if (call_with_some(command, 0, device_count) == end) ended[ended_count++] = command->name;
    return 0;
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
        else *called += (uint32_t)is_called_with_all(&carried_commands[i]);
    }
}

static void say_names(const char *key, const struct crossing_list *names) {
    open_list(key);
    for (uint32_t i = 0; i < names->count; i++) say_text(NULL, names->row[i].name);
    close_list();
}

static struct wrong_word {
    const char *type;
    uint32_t which;
} wrong_words[INSTANCES + DEVICES];
static uint32_t wrong_word_count;

static void look_at_first_word(const char *type, const void *upper, const struct object *lower, uint32_t which) {
    int is_right = lower == NULL || upper == NULL || *(void *const *)upper == lower->table;
    if (!is_right) wrong_words[wrong_word_count++] = (struct wrong_word){type, which};
}

// A loader fills in devices, queues and command buffers.
static void look_at_first_words(void) {
    for (uint32_t i = 0; i < instance_count; i++) look_at_first_word("VkInstance", instances[i].upper, instances[i].lower, i);
    for (uint32_t i = 0; i < device_count; i++)
        look_at_first_word("VkPhysicalDevice", physicals[i], instances[plan[i].instance].lower, i);
}

static void say_first_words(void) {
    open_list("words");
    for (uint32_t i = 0; i < wrong_word_count; i++) {
        open_list(NULL);
        say_text(NULL, wrong_words[i].type);
        say_number(NULL, wrong_words[i].which);
        close_list();
    }
    close_list();
}

void probe_apart(void) {
    struct left_out left_out = {0};
    uint32_t called = 0;
    crossings = mmap(NULL, sizeof *crossings, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    open_layer();
    enter("apart");
    begin("apart");
    if (crossings == MAP_FAILED) give_up("apart", "there is no memory");
    sets.are_apart = leaves_first_words = 1;
    second_devices = 1;
    is_late_for_all();
    make_all();
    look_at_first_words();
    if (device_count > 1) call_all(&called, &left_out);
    for (uint32_t i = 0; i < device_count; i++) destroy_device(&devices[i]);
    for (uint32_t i = 0; i < instance_count; i++) destroy_instance(&instances[i]);
    open_answer("apart");
    say_number("instances", instance_count);
    say_number("devices", device_count);
    say_number("called", called);
    say_left_out(&left_out);
    open_list("crossed");
    for (uint32_t i = 0; i < crossings->crossed.count; i++) {
        open_list(NULL);
        say_text(NULL, crossings->crossed.row[i].name);
        say_flag(NULL, crossings->crossed.row[i].is_of_device);
        close_list();
    }
    close_list();
    say_names("unfilled", &crossings->unfilled);
    say_names("taken", &crossings->taken);
    open_list("ended");
    for (uint32_t i = 0; i < ended_count; i++) say_text(NULL, ended[i]);
    close_list();
    say_first_words();
    close_answer();
}
