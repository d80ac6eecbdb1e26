// Names: the hash, vkGetInstanceProcAddr and vkGetDeviceProcAddr from the application's side.
#include <pthread.h>

#include "world.h"

static void function_a(void) {}
static void function_b(void) {}

#define NAME_OF(name, ...) #name,
static const char *const all_names[] = {REFLOADER_COMMANDS(NAME_OF)};
#define ALL_NAMES (sizeof all_names / sizeof *all_names)

static bool is_known(const char *name) {
    for (size_t at = 0; at < ALL_NAMES; at++) {
        if (strcmp(all_names[at], name) == 0) return true;
    }
    return false;
}

static void expect_honest(const char *name) {
    const struct command *command = command_find(name);
    EXPECT((command != NULL) == is_known(name));
    if (command != NULL) EXPECT(strcmp(command_name(command), name) == 0);
}

static void every_name_and_no_other(void) {
    for (size_t at = 0; at < ALL_NAMES; at++) {
        char name[300];
        size_t length = strlen(all_names[at]);
        expect_honest(all_names[at]);
        for (size_t cut = 0; cut < length; cut++) {
            memcpy(name, all_names[at], length + 1);
            name[cut] ^= 1;
            expect_honest(name);
            name[cut] = '\0';
            expect_honest(name);
        }
        snprintf(name, sizeof name, "%sX", all_names[at]);
        expect_honest(name);
    }
    char *long_name = memset(calloc(1, 100001), 'v', 100000);
    EXPECT(command_find(long_name) == NULL);
    free(long_name);
}

static void own_functions(void) {
    EXPECT(refloader_own_function("vkCmdDraw") == command_trampoline(command_find("vkCmdDraw")));
    EXPECT(refloader_own_function("terminator_vkCreateSwapchainKHR") != NULL);
    EXPECT(refloader_own_function("terminator_gpdpa") == (void *)terminator_gpdpa);
    EXPECT(refloader_own_function("set_device_loader_data") == (void *)set_device_loader_data);
    EXPECT(refloader_own_function("vkNothing") == NULL && refloader_own_function("") == NULL);
}

static void no_instance_gives_global_names(void) {
    const char *const names[] = {"vkCreateInstance", "vkEnumerateInstanceVersion", "vkGetInstanceProcAddr",
                                 "vkEnumerateInstanceExtensionProperties",
                                 "vkEnumerateInstanceLayerProperties"};
    world_start();
    for (size_t at = 0; at < 5; at++) EXPECT(vkGetInstanceProcAddr(NULL, names[at]) != NULL);
    EXPECT(vkGetInstanceProcAddr(NULL, "vkDestroyInstance") == NULL);
    EXPECT(vkGetInstanceProcAddr(NULL, "vkCmdDraw") == NULL);
    EXPECT(vkGetInstanceProcAddr(NULL, "vkNothing") == NULL);
    EXPECT(vkGetInstanceProcAddr(NULL, NULL) == NULL);
}

// What a layer has while vkCreateInstance has not returned.
static struct instance unfinished = {.magic = INSTANCE_MAGIC};

static void unfinished_instances_give_nothing(void) {
    world_start();
    EXPECT(vkGetInstanceProcAddr((VkInstance)&unfinished, "vkCreateDevice") == NULL);
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkCreateDevice") != NULL);
}

static void abort_lookup_of_rubbish(void) {
    world_start();
    vkGetInstanceProcAddr((VkInstance)(uintptr_t)0xDEAD, "vkCreateDevice");
}

static void extensions_must_be_enabled(void) {
    VkInstance instance = NULL;
    world_start();
    instance = world_instance();
    const struct command *surface = command_find("vkDestroySurfaceKHR");
    EXPECT(vkGetInstanceProcAddr(instance, "vkDestroySurfaceKHR") == NULL);
    world.instance.extensions[surface->extension] = 2;  // by a layer only
    EXPECT(vkGetInstanceProcAddr(instance, "vkDestroySurfaceKHR") == NULL);
    world.instance.extensions[surface->extension] = 1;
    EXPECT(vkGetInstanceProcAddr(instance, "vkDestroySurfaceKHR") == command_trampoline(surface));
    EXPECT(vkGetInstanceProcAddr(instance, "vkCreateInstance") != NULL);
    EXPECT(vkGetInstanceProcAddr(instance, "vkCreateSwapchainKHR") != NULL);
    EXPECT(vkGetInstanceProcAddr(instance, "vkCmdDraw") == command_trampoline(command_find("vkCmdDraw")));
}

static void unknown_physical_device_function(void) {
    static const struct offer below[] = {{"vkFooEXT", (void *)function_a}, {NULL, NULL}};
    world.driver_gpdpa[1] = below;
    world_start();
    void *stub = (void *)vkGetInstanceProcAddr(world_instance(), "vkFooEXT");
    int slot = reserved_slot(RESERVED_PHYSICAL_DEVICE, "vkFooEXT");
    EXPECT(stub == stub_at(refloader_instance_trampolines, (unsigned)slot));
    EXPECT(world.drivers[1].table[slot] == (void *)function_a);
    EXPECT(world.drivers[0].table[slot] == (void *)refloader_missing_result);
    EXPECT(world.instance.table[slot] == stub_at(refloader_terminators, (unsigned)slot));
    EXPECT((void *)vkGetInstanceProcAddr(world_instance(), "vkFooEXT") == stub);
}

// A layer's own query fills the drivers' tables; the instance's slot waits for the application's.
static void layer_asks_before_the_application(void) {
    static const struct offer below[] = {{"vkFooEXT", (void *)function_a}, {NULL, NULL}};
    static const struct offer above[] = {{"vkFooEXT", (void *)function_b}, {NULL, NULL}};
    static const struct offer nothing[] = {{NULL, NULL}};
    world.driver_gpdpa[1] = below;
    world.top = nothing;
    world.top_gpdpa = above;
    world_start();
    int slot = reserved_slot(RESERVED_PHYSICAL_DEVICE, "vkFooEXT");
    EXPECT(terminator_gpdpa(world_instance(), "vkFooEXT") != NULL);
    EXPECT(world.instance.table[slot] == (void *)refloader_missing_result);
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkFooEXT") != NULL);
    EXPECT(world.instance.table[slot] == (void *)function_b);
}

static PFN_vkVoidFunction answer_nothing(VkInstance instance, const char *name) {
    (void)instance, (void)name;
    return NULL;
}

static PFN_vkVoidFunction answer_foo(VkInstance instance, const char *name) {
    EXPECT(instance == world_instance());
    return strcmp(name, "vkFooEXT") == 0 ? (PFN_vkVoidFunction)function_b : NULL;
}

static const PFN_GetPhysicalDeviceProcAddr lower_layers[] = {answer_nothing, answer_foo, NULL};

static int foo_slot(void) {
    return reserved_slot(RESERVED_PHYSICAL_DEVICE, "vkFooEXT");
}

// The first layer answers NULL, and so does the second: the third one has the command, in front of the driver.
static void layers_below_a_silent_one_are_asked(void) {
    static const struct offer below[] = {{"vkFooEXT", (void *)function_a}, {NULL, NULL}};
    world.driver_gpdpa[1] = below;
    world_start();
    world.instance.top_gpdpa = answer_nothing;
    world.instance.lower_gpdpas = lower_layers;
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkFooEXT") != NULL);
    EXPECT(world.instance.table[foo_slot()] == (void *)function_b);
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkBarEXT") == NULL);
}

// The first layer may know the command as a device's: without a driver, no other layer makes it a physical device's.
static void a_lower_layer_alone_is_not_believed(void) {
    world_start();
    world.instance.top_gpdpa = answer_nothing;
    world.instance.lower_gpdpas = lower_layers;
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkFooEXT") == NULL);
}

// Below a layer that wraps the instance, no layer knows the handle that the loader has: the driver answers.
static void layers_below_a_wrapping_one_are_not_asked(void) {
    static const struct offer below[] = {{"vkFooEXT", (void *)function_a}, {NULL, NULL}};
    static const struct offer nothing[] = {{NULL, NULL}};
    world.driver_gpdpa[1] = below;
    world.top = nothing;
    world_start();
    world.instance.lower_gpdpas = lower_layers;
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkFooEXT") != NULL);
    EXPECT(world.instance.table[foo_slot()] == stub_at(refloader_terminators, (unsigned)foo_slot()));
}

static void unknown_device_function(void) {
    static const struct offer driver[] = {{"vkBarEXT", (void *)function_a}, {NULL, NULL}};
    world.driver[1] = driver;
    world.driver_gdpa = driver;
    world_start();
    void *stub = (void *)vkGetInstanceProcAddr(world_instance(), "vkBarEXT");
    int slot = reserved_slot(RESERVED_DEVICE, "vkBarEXT");
    EXPECT(stub == stub_at(refloader_device_trampolines, (unsigned)slot));
    ((void (*)(void *))stub)(world.device);
    EXPECT(world.table->slots[slot] == (void *)function_a);
    EXPECT((void *)vkGetDeviceProcAddr(world_device(), "vkBarEXT") == (void *)function_a);
}

static void unknown_everywhere_is_null(void) {
    world_start();
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vkNothing") == NULL);
    EXPECT(vkGetInstanceProcAddr(world_instance(), "vk_layerGetPhysicalDeviceProcAddr") == NULL);
    EXPECT(vkGetInstanceProcAddr(world_instance(), "") == NULL);
    EXPECT(vkGetDeviceProcAddr(world_device(), "vkNothing") == NULL);
}

static PFN_vkVoidFunction answer_all(VkInstance instance, const char *name) {
    (void)instance;
    return name[0] == 'v' ? (PFN_vkVoidFunction)function_a : NULL;
}

static void slots_run_out(void) {
    world_start();
    world.instance.top_gpdpa = answer_all;
    world.instance.top_gipa = terminator_vkGetInstanceProcAddr;
    for (int at = 0; at < 2 * RESERVED_SLOTS; at++) {
        char name[32];
        snprintf(name, sizeof name, "vkInvented%d", at % (RESERVED_SLOTS + 10));
        bool fits = at % (RESERVED_SLOTS + 10) < RESERVED_SLOTS;
        EXPECT((vkGetInstanceProcAddr(world_instance(), name) != NULL) == fits);
    }
}

static void device_names_only(void) {
    static const struct offer driver[] = {{"vkCmdDraw", (void *)function_a},
                                          {"vkGetDeviceQueue", (void *)function_a},
                                          {"vkCreateDevice", (void *)function_a},
                                          {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    VkDevice device = world_device();
    EXPECT((void *)vkGetDeviceProcAddr(device, "vkCmdDraw") == (void *)function_a);
    EXPECT(vkGetDeviceProcAddr(device, "vkGetDeviceProcAddr") == (PFN_vkVoidFunction)vkGetDeviceProcAddr);
    EXPECT(vkGetDeviceProcAddr(device, "vkGetDeviceQueue") != (PFN_vkVoidFunction)function_a);
    EXPECT(vkGetDeviceProcAddr(device, "vkGetDeviceQueue") != NULL);
    EXPECT(vkGetDeviceProcAddr(device, "vkCreateDevice") == NULL);
    EXPECT(vkGetDeviceProcAddr(device, "vkDestroyInstance") == NULL);
    EXPECT(vkGetDeviceProcAddr(device, "vkCreateInstance") == NULL);
    EXPECT(vkGetDeviceProcAddr(device, "vkCreateSwapchainKHR") == NULL);
    EXPECT(vkGetDeviceProcAddr(device, NULL) == NULL);
    EXPECT(vkGetDeviceProcAddr(NULL, "vkCmdDraw") == NULL);
    refloader_remove_device(world.table);
    EXPECT(vkGetDeviceProcAddr(device, "vkCmdDraw") == NULL);
}

static void many_instances(void) {
    static char places[1000];
    for (int round = 0; round < 3; round++) {
        struct instance *made[1000];
        for (int at = 0; at < 1000; at++) refloader_add_instance(made[at] = calloc(1, sizeof **made));
        for (int at = 0; at < 1000; at++) EXPECT(refloader_is_instance(made[at]));
        EXPECT(!refloader_is_instance(places) && !refloader_is_instance(NULL));
        for (int at = 0; at < 1000; at++) {
            refloader_remove_instance(made[at]);
            EXPECT(!refloader_is_instance(made[at]));
            free(made[at]);
        }
    }
}

static void *look_up(void *unused) {
    for (int at = 0; at < 2000; at++) {
        char name[32];
        snprintf(name, sizeof name, "vkInvented%d", at % 40);
        EXPECT(vkGetInstanceProcAddr(world_instance(), name) != NULL);
        EXPECT(vkGetInstanceProcAddr(world_instance(), "vkCmdDraw") != NULL);
        EXPECT(vkGetInstanceProcAddr((VkInstance)&unfinished, "vkCmdDraw") == NULL);
        ((void (*)(void *))vkGetInstanceProcAddr(world_instance(), name))(&world.above);
    }
    return unused;
}

static void *come_and_go(void *unused) {
    for (int at = 0; at < 2000; at++) {
        struct instance *instance = calloc(1, sizeof *instance);
        refloader_add_instance(instance);
        refloader_remove_instance(instance);
        free(instance);
    }
    return unused;
}

static void many_threads_look_up(void) {
    world_start();
    world.instance.top_gpdpa = answer_all;
    pthread_t threads[8];
    for (int at = 0; at < 8; at++) {
        pthread_create(&threads[at], NULL, at % 2 ? look_up : come_and_go, NULL);
    }
    for (int at = 0; at < 8; at++) pthread_join(threads[at], NULL);
}

const struct check lookup_checks[] = {
    {"every-name-and-no-other", every_name_and_no_other},
    {"own-functions", own_functions},
    {"no-instance-gives-global-names", no_instance_gives_global_names},
    {"unfinished-instances-give-nothing", unfinished_instances_give_nothing},
    {"abort:vkGetInstanceProcAddr:VkInstance", abort_lookup_of_rubbish},
    {"extensions-must-be-enabled", extensions_must_be_enabled},
    {"unknown-physical-device-function", unknown_physical_device_function},
    {"layers-below-a-silent-one-are-asked", layers_below_a_silent_one_are_asked},
    {"a-lower-layer-alone-is-not-believed", a_lower_layer_alone_is_not_believed},
    {"layers-below-a-wrapping-one-are-not-asked", layers_below_a_wrapping_one_are_not_asked},
    {"layer-asks-before-the-application", layer_asks_before_the_application},
    {"unknown-device-function", unknown_device_function},
    {"unknown-everywhere-is-null", unknown_everywhere_is_null},
    {"slots-run-out", slots_run_out},
    {"device-names-only", device_names_only},
    {"many-instances", many_instances},
    {"many-threads-look-up", many_threads_look_up},
    {NULL, NULL},
};
