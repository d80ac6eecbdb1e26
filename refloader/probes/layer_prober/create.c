// The act "create": instances and devices with the loader's nodes in every legal order, with an entity below that
// fails, and from loaders of older ages. create.CASE.instance and .device have what came of it (say_made) and with
// which handles the layer asked for the next function before it called that; .objects what handles it gave.
#include <stdio.h>
#include <string.h>

#include "../shared/answers.h"
#include "carried/carried.h"
#include "chain.h"

#define MANY 140U

// A case that is alone is run when it is asked for: not every layer lives through it.
static const struct test {
    const char *name;
    int is_alone;
    const char *nodes;         // NULL: the usual ones
    const char *device_nodes;  // NULL: the usual ones
    int is_last;
    const char *layer;      // that nobody knows
    const char *extension;  // that nobody knows
    const char *instance_extension;  // that layers know
    int newest;             // of the entity below, see struct next
    int has_features;       // pEnabledFeatures is given; 2: it enables nothing
    uint32_t queues;        // of the first family; 0: one
    int is_anonymous;       // there is no VkApplicationInfo
    int is_nameless;        // there is one without a name
    int has_allocator;      // the application has allocation callbacks
    uint32_t minor;         // its structures are of that version of Vulkan 1
    int has_many;           // extensions, all of which the entity below has
    int offers;             // the device has what layers enable for themselves, and the application enables none of it
    int has_own;            // extensions of the layer's own are enabled behind the others
    int is_strict;          // the entity below refuses features and extensions that it does not list
} tests[] = {
    {.name = "usual"},
    {.name = "reversed", .nodes = "FDCL", .device_nodes = "CL"},
    {.name = "application-first", .nodes = "ALCDF", .device_nodes = "ALC"},
    {.name = "application-between", .nodes = "LACDF", .device_nodes = "LAC"},
    {.name = "application-last", .nodes = "LCDFA", .device_nodes = "LCA"},
    {.name = "without-features", .nodes = "LCD", .device_nodes = "LC"},
    {.name = "without-device-callbacks", .nodes = "LC", .device_nodes = "LC"},
    {.name = "last-link", .is_last = 1},
    {.name = "made-up-layer", .layer = "VK_LAYER_PROBER_made_up"},
    {.name = "made-up-extension", .extension = "VK_EXT_made_up_of_the_prober"},
    {.name = "extension-of-below", .extension = "VK_PROBER_below_one"},
    {.name = "many-extensions", .has_many = 1},
    {.name = "features", .has_features = 1},
    {.name = "no-features", .has_features = 2},
    {.name = "few-features", .has_features = 1, .is_strict = 1},
    {.name = "few-features-in-a-structure", .device_nodes = "LCA", .is_strict = 1},
    {.name = "features-of-1.2", .device_nodes = "LC2", .minor = 2},
    {.name = "features-of-1.3", .device_nodes = "LC3A2", .minor = 3},
    {.name = "features-of-parts", .device_nodes = "LCTAS", .minor = 3},
    {.name = "features-off", .device_nodes = "LCt", .minor = 2},
    {.name = "offered", .offers = 1},
    {.name = "offered-features", .nodes = "ALCDF", .device_nodes = "ALC", .offers = 1},
    {.name = "offered-1.2", .device_nodes = "LC2", .minor = 2, .offers = 1},
    {.name = "offered-parts", .device_nodes = "LCTAS", .minor = 3, .offers = 1},
    {.name = "offered-off", .device_nodes = "LCt", .minor = 2, .offers = 1},
    {.name = "offered-extension", .extension = "VK_PROBER_below_one", .offers = 1},
    {.name = "two-queues", .queues = 2},
    {.name = "with-callbacks", .has_allocator = 1},
    {.name = "debug-utils", .nodes = "LCDFA", .instance_extension = "VK_EXT_debug_utils"},
    {.name = "old-loader", .is_alone = 1, .nodes = "L", .device_nodes = "L"},
    {.name = "unknown-structure", .is_alone = 1, .nodes = "LUCDF", .device_nodes = "LUC"},
    {.name = "version-1.0", .is_alone = 1, .newest = 10},
    {.name = "no-application", .is_alone = 1, .is_anonymous = 1},
    {.name = "no-name", .is_alone = 1, .is_nameless = 1},
};

// What an application asks for, without and with the extensions of the layer's own.
static const struct test own_tests[] = {
    {.name = "without-own", .extension = "VK_PROBER_below_one", .has_features = 1, .queues = 2},
    {.name = "own-alone", .has_own = 1},
    {.name = "with-own", .extension = "VK_PROBER_below_one", .has_features = 1, .queues = 2, .has_own = 1},
};

// Who copies the names of extensions takes memory for that.
static const struct words some_of_below = {.word = {"VK_PROBER_below_one"}, .count = 1};

// The errors that the Vulkan specification lists for the two commands.
static const VkResult instance_errors[] = {
    VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,    VK_ERROR_INITIALIZATION_FAILED,
    VK_ERROR_LAYER_NOT_PRESENT,  VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_INCOMPATIBLE_DRIVER,
};
static const VkResult device_errors[] = {
    VK_ERROR_OUT_OF_HOST_MEMORY,    VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_INITIALIZATION_FAILED,
    VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_FEATURE_NOT_PRESENT,  VK_ERROR_TOO_MANY_OBJECTS,
    VK_ERROR_DEVICE_LOST,
};

static const char *nodes(const char *given, const char *usual) { return given != NULL ? given : usual; }

// More than a table of a layer's own may have room for.
static struct words many_words(void) {
    static char names[MANY][sizeof "VK_PROBER_below_of_000"];
    struct words made = {.count = MANY};
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "VK_PROBER_below_of_%03u", i % 1000);
        made.word[i] = names[i];
    }
    return made;
}

static struct request request_of(const struct test *test, int of_instance) {
    static const VkPhysicalDeviceFeatures features = {.robustBufferAccess = VK_TRUE}, none;
    struct request request = {
        .nodes = of_instance ? nodes(test->nodes, USUAL_NODES) : nodes(test->device_nodes, USUAL_DEVICE_NODES),
        .api_version = VERSION_OF(test->newest == 10 ? 0 : options.minor),
        .features = test->has_features == 2 ? &none : test->has_features ? &features : NULL,
        .is_last = test->is_last,
        .is_anonymous = test->is_anonymous,
        .is_nameless = test->is_nameless,
        .allocator = test->has_allocator ? &carried_callbacks : NULL,
    };
    if (of_instance) request.layer = test->layer;
    if (!of_instance) request.queues = test->queues;
    if (test->extension != NULL) request.extensions = (struct words){.word = {test->extension}, .count = 1};
    if (test->has_many) request.extensions = many_words();
    const struct words *own = of_instance ? &options.instance_extensions : &options.device_extensions;
    for (uint32_t i = 0; test->has_own && i < own->count && i + 1 < MOST_WORDS; i++)
        request.extensions.word[request.extensions.count++] = own->word[i];
    if (of_instance && test->instance_extension != NULL)
        request.extensions = (struct words){.word = {test->instance_extension}, .count = 1};
    return request;
}

// With which handle the layer asked for the next creating function, each time before it called that.
static void say_lookups(const char *command, const struct made *owner) {
    uint32_t count = created.times > 0 ? created.questions : question_count;
    open_list("asked_with");
    for (uint32_t i = 0; i < count; i++)
        if (questions[i].lookup == BY_INSTANCE && strcmp(questions[i].name, command) == 0)
            say_text(NULL, owner != NULL             ? whose(owner, questions[i].handle)
                           : questions[i].handle == NULL ? "null"
                                                         : "other");
    close_list();
}

static const char *label_of(const char *name, const char *part) {
    static char label[128];
    snprintf(label, sizeof label, "create.%s.%s", name, part);
    return label;
}

static int create_instance(const char *name, const struct request *request, struct made *made) {
    begin(label_of(name, "instance"));
    *made = make_instance(&nexts[0], request);
    open_answer(label_of(name, "instance"));
    say_made("made", made);
    say_lookups("vkCreateInstance", NULL);
    close_answer();
    return made->result == VK_SUCCESS && made->lower != NULL && made->upper != NULL;
}

// Whether the layer lists the first extension that is asked for, to an application that asks for all of the device's.
static int lists(const struct made *instance, VkPhysicalDevice physical, const char *extension) {
    VkExtensionProperties rows[256];
    uint32_t count = COUNT(rows);
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(instance, "vkEnumerateDeviceExtensionProperties");
    if (enumerate == NULL || enumerate(physical, NULL, &count, rows) < VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < COUNT(rows); i++)
        if (strcmp(rows[i].extensionName, extension) == 0) return 1;
    return 0;
}

// How many queues of the first family the layer lets an application see, and how many families.
static uint32_t queues_offered(const struct made *instance, VkPhysicalDevice physical, uint32_t *count) {
    VkQueueFamilyProperties rows[FAMILIES] = {{0}};
    PFN_vkGetPhysicalDeviceQueueFamilyProperties ask = (PFN_vkGetPhysicalDeviceQueueFamilyProperties)instance_function(
        instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    *count = ask == NULL ? 0 : FAMILIES;
    if (ask != NULL) ask(physical, count, rows);
    return rows[0].queueCount;
}

static int create_device(const char *name, const struct made *instance, const struct request *request,
                         struct made *made) {
    begin(label_of(name, "device"));
    VkPhysicalDevice physical = first_physical_device(instance);
    // What is not the layer's own says nothing of the layer.
    const void *create = (const void *)instance_function(instance, "vkCreateDevice");
    if (physical == NULL || create == NULL || is_next(create)) return 0;
    int is_listed = request->extensions.count > 0 && lists(instance, physical, request->extensions.word[0]);
    struct request wanted = *request;
    uint32_t offered = request->queues > 0 ? queues_offered(instance, physical, &wanted.families) : 0;
    *made = make_device(instance, physical, &wanted);
    open_answer(label_of(name, "device"));
    say_made("made", made);
    if (request->extensions.count > 0) say_number("listed", is_listed);
    if (request->queues > 0) {
        say_number("queues_offered", offered);
        say_number("families_offered", wanted.families);
    }
    say_text("physical", created.parent == NULL                 ? "null"
                         : object_of(created.parent) != NULL    ? "lower"
                         : created.parent == (void *)physical ? "upper"
                                                                : "other");
    say_lookups("vkCreateDevice", instance);
    close_answer();
    return made->result == VK_SUCCESS && made->lower != NULL && made->upper != NULL;
}

// ---- the objects that the layer hands up: its own in the place of others, or those of below

static void say_object(const char *key, void *upper, const struct object *lower) {
    int is_lower = upper == (const void *)lower;
    open_object(key);
    say_text("handle", upper == NULL ? "null" : is_lower ? "lower" : "upper");
    if (upper != NULL && lower != NULL)
        say_text("first_word", *(void *const *)upper == lower->table ? "parent's" : "other");
    close_object();
}

static VkCommandBuffer command_buffer(VkDevice device) {
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandBufferCount = 1};
    VkCommandBuffer made = NULL;
    PFN_vkCreateCommandPool create = (PFN_vkCreateCommandPool)entry.device(device, "vkCreateCommandPool");
    PFN_vkAllocateCommandBuffers allocate =
        (PFN_vkAllocateCommandBuffers)entry.device(device, "vkAllocateCommandBuffers");
    if (create == NULL || allocate == NULL) return NULL;
    if (create(device, &pool, NULL, &info.commandPool) == VK_SUCCESS) allocate(device, &info, &made);
    return made;
}

static void look_at_objects(const char *name, const struct made *instance, const struct made *device) {
    VkQueue queue = NULL;
    begin(label_of(name, "objects"));
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)entry.device(device->upper, "vkGetDeviceQueue");
    if (get != NULL) get(device->upper, 0, 0, &queue);
    uint32_t since = objects_made();
    VkCommandBuffer buffer = command_buffer(device->upper);
    VkPhysicalDevice physical = first_physical_device(instance);
    open_answer(label_of(name, "objects"));
    say_object("VkInstance", instance->upper, instance->lower);
    say_object("VkPhysicalDevice", physical, last_object(OBJECT_PHYSICAL_DEVICE));
    say_object("VkDevice", device->upper, device->lower);
    say_object("VkQueue", queue, last_object(OBJECT_QUEUE));
    say_object("VkCommandBuffer", buffer, object_for(buffer, OBJECT_COMMAND_BUFFER, since));
    close_answer();
}

// ---- destruction

static void say_reached(const char *label, const char *command, const struct made *made) {
    open_answer(label);
    open_list("with");
    for (uint32_t i = 0; i < call_count; i++)
        if (strcmp(calls[i].command, command) == 0)
            say_text(NULL, whose(made, (const void *)(uintptr_t)calls[i].arguments[0]));
    close_list();
    close_answer();
}

static void end_device(const char *name, const struct made *device) {
    begin(label_of(name, "destroy_device"));
    forget();
    destroy_device(device);
    say_reached(label_of(name, "destroy_device"), "vkDestroyDevice", device);
}

static void end_instance(const char *name, const struct made *instance) {
    begin(label_of(name, "destroy_instance"));
    forget();
    destroy_instance(instance);
    say_reached(label_of(name, "destroy_instance"), "vkDestroyInstance", instance);
}

static void run(const struct test *test) {
    struct made instance, device;
    struct request of_instance = request_of(test, 1), of_device = request_of(test, 0);
    nexts[0].newest = test->newest;
    nexts[0].is_strict = test->is_strict;
    offered_by_instances = offered_by_devices = test->has_many ? &of_device.extensions : NULL;
    if (test->offers) offered_by_devices = &wanted_by_layers;
    if (!create_instance(test->name, &of_instance, &instance)) return;
    if (entry.device != NULL && create_device(test->name, &instance, &of_device, &device)) {
        look_at_objects(test->name, &instance, &device);
        end_device(test->name, &device);
    }
    end_instance(test->name, &instance);
}

// ---- an entity below that fails, or has no function to call

// Once more with callbacks: what a layer took from them it gives back to them.
static void fail_instances(void) {
    struct request request = request_of(&tests[0], 1), with_callbacks = request_of(&tests[0], 1);
    with_callbacks.allocator = &carried_callbacks;
    with_callbacks.extensions = some_of_below;
    for (size_t i = 0; i < COUNT(instance_errors); i++) {
        struct made made;
        char name[32];
        snprintf(name, sizeof name, "error%d", (int)instance_errors[i]);
        nexts[0].creation = instance_errors[i];
        create_instance(name, &request, &made);
        snprintf(name, sizeof name, "callbacks%d", (int)instance_errors[i]);
        create_instance(name, &with_callbacks, &made);
    }
    nexts[0].creation = VK_SUCCESS;
}

static void fail_devices(void) {
    struct request of_instance = request_of(&tests[0], 1), of_device = request_of(&tests[0], 0);
    struct request with_callbacks = of_device;
    struct made instance, device;
    with_callbacks.allocator = &carried_callbacks;
    with_callbacks.extensions = some_of_below;
    if (entry.device == NULL || !create_instance("failing-devices", &of_instance, &instance)) return;
    for (size_t i = 0; i < COUNT(device_errors); i++) {
        char name[32];
        snprintf(name, sizeof name, "error%d", (int)device_errors[i]);
        nexts[0].creation = device_errors[i];
        create_device(name, &instance, &of_device, &device);
        snprintf(name, sizeof name, "callbacks%d", (int)device_errors[i]);
        create_device(name, &instance, &with_callbacks, &device);
    }
    // A layer that enables a feature may do so in a copy.
    of_device.nodes = "LCN";
    nexts[0].creation = VK_ERROR_INITIALIZATION_FAILED;
    create_device("refused.features", &instance, &of_device, &device);
    nexts[0].creation = VK_SUCCESS;
    end_instance("failing-devices", &instance);
}

static void find_no_instance(void) {
    struct request request = request_of(&tests[0], 1);
    struct made made;
    nexts[0].hides_creation = 1;
    create_instance("none-below", &request, &made);
}

static void find_no_device(void) {
    struct request of_instance = request_of(&tests[0], 1), of_device = request_of(&tests[0], 0);
    struct made instance, device;
    if (entry.device == NULL || !create_instance("no-device-below", &of_instance, &instance)) return;
    nexts[0].hides_creation = 1;
    create_device("no-device-below", &instance, &of_device, &device);
}

void probe_creation(void) {
    open_layer();
    enter("create");
    for (size_t i = 0; i < COUNT(tests); i++)
        if (strcmp(tests[i].is_alone ? tests[i].name : "", options.only) == 0 && tests[i].minor <= options.minor) run(&tests[i]);
    for (size_t i = 0; strcmp(options.only, "own") == 0 && i < COUNT(own_tests); i++) run(&own_tests[i]);
    if (strcmp(options.only, "none-below") == 0) find_no_instance();
    if (strcmp(options.only, "no-device-below") == 0) find_no_device();
    if (strcmp(options.only, "own-failures") == 0) fail_own_calls();
    if (strcmp(options.only, "no-memory") == 0) refuse_memory();
    if (*options.only != '\0') return;
    fail_instances();
    fail_devices();
}
