// The act "create": what vkCreateInstance and vkCreateDevice take, what they refuse, and what they then leave behind.
//
// create.CASE.instance, create.CASE.device: "result", "handle" ("null", "unreadable" or "pointer"; said for VK_SUCCESS
// alone, as other results leave it undefined). Cases: "usual"; "no-application" (pApplicationInfo is NULL),
// "bare-application" (no names, no version), "unknown-structure" and "loader-structures" in pNext, "all-extensions"
// that the driver offers, "unknown-extension", and "unknown-extension-khr" and "-other" with names of other makers, and
// "-longer" and "-shorter" with a name that the driver lists and one letter more or less: the first of which the result
// is not VK_ERROR_EXTENSION_NOT_PRESENT, or the last that there was time for, with "name".
// create.null.objects: vkDestroyFence and others got VK_NULL_HANDLE.
//
// What not every driver lives through is a run of its own by --only: "unknown-extension" (of an instance; of a device
// it is among the others), "leftovers" (the same with allocation callbacks, as create.leftovers.KIND: "alive" are the
// blocks by scope, command, object, cache, device, instance, that the driver took from them and did not give back),
// "null-instance" and "null-device" (vkDestroyInstance or vkDestroyDevice is given NULL), "null-of-instance" (the same of
// surfaces and messengers; answered where there is such a command).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../application/callbacks.h"
#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../extensions.h"
#include "../process.h"

#define UNKNOWN_EXTENSION "VK_EXT_made_up_of_the_prober"
#define OF_NAMES 0.2  // of the time that the process has: a device of some drivers takes half a second
enum { MOST_NAMES = 1024, UNKNOWN_TYPE = 1999999000 };

// What nobody may look into behind its first two members.
struct stranger {
    int32_t type;
    const void *next;
    unsigned char rest[240];
};

static const VkApplicationInfo usual = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .pApplicationName = "prober",
                                        .pEngineName = "prober",
                                        .apiVersion = VK_API_VERSION_1_0};
static const VkApplicationInfo bare = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};

static struct stranger strangers[2];
static VkLayerInstanceCreateInfo instance_links[2];
static VkLayerDeviceCreateInfo device_links[2];

static void fill_chains(void) {
    for (size_t i = 0; i < COUNT(strangers); i++) {
        memset(&strangers[i], 0xA5, sizeof strangers[i]);
        strangers[i].type = UNKNOWN_TYPE + (int32_t)i;
        strangers[i].next = i + 1 < COUNT(strangers) ? &strangers[i + 1] : NULL;
        // Of layers that are all above the driver: nothing is left in their chain.
        instance_links[i] = (VkLayerInstanceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
            .pNext = i == 0 ? &instance_links[1] : NULL,
            .function = i == 0 ? VK_LAYER_LINK_INFO : VK_LOADER_DATA_CALLBACK,
        };
        device_links[i] = (VkLayerDeviceCreateInfo){
            .sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
            .pNext = i == 0 ? &device_links[1] : NULL,
            .function = i == 0 ? VK_LAYER_LINK_INFO : VK_LOADER_DATA_CALLBACK,
        };
    }
}

struct test {
    const char *name;
    const VkApplicationInfo *application;
    const void *next;         // of an instance
    const void *device_next;  // of a device
    const char *extension;
    int with_callbacks;
};

static const struct test tests[] = {
    {"usual", &usual, NULL, NULL, NULL, 0},
    {"unknown-structure", &usual, &strangers, &strangers, NULL, 0},
    {"loader-structures", &usual, &instance_links, &device_links, NULL, 0},
};
static const struct test of_instances[] = {
    {"no-application", NULL, NULL, NULL, NULL, 0},
    {"bare-application", &bare, NULL, NULL, NULL, 0},
};
// What begins as the names of Khronos, of several makers, or of none.
static const struct test unknown_extensions[] = {
    {"unknown-extension", &usual, NULL, NULL, UNKNOWN_EXTENSION, 0},
    {"unknown-extension-khr", &usual, NULL, NULL, "VK_KHR_made_up_of_the_prober", 0},
    {"unknown-extension-other", &usual, NULL, NULL, "VK_PROBER_made_up", 0},
};
static const struct test leftovers = {"leftovers", &usual, NULL, NULL, UNKNOWN_EXTENSION, 1};

static const char *label_of(const char *name, const char *kind) {
    static char label[128];
    snprintf(label, sizeof label, "create.%s.%s", name, kind);
    return label;
}

static void say_alive(void) {
    struct callbacks_counts counts = callbacks_counts();
    open_list("alive");
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) say_number(NULL, counts.alive[i]);
    close_list();
}

static void say_created(const char *label, const struct test *test, VkResult result, const void *handle) {
    open_answer(label);
    say_number("result", result);
    if (result == VK_SUCCESS)
        say_text("handle", handle == NULL                          ? "null"
                           : is_readable(handle, sizeof(uintptr_t)) ? "pointer"
                                                                    : "unreadable");
    if (test->with_callbacks) say_alive();
    close_answer();
}

static const VkAllocationCallbacks *allocator_of(const struct test *test) {
    return test->with_callbacks ? callbacks_of("creation") : NULL;
}

// ---- instances

static VkInstance create_instance(const struct test *test, const char *const *extensions, uint32_t count) {
    const char *label = label_of(test->name, "instance");
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)global_function("vkCreateInstance");
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = test->next,
        .pApplicationInfo = test->application,
        .enabledExtensionCount = count,
        .ppEnabledExtensionNames = extensions,
    };
    VkInstance instance = NULL;
    uintptr_t word;
    if (create == NULL) return NULL;
    begin(label);
    callbacks_count_anew();
    VkResult result = create(&info, allocator_of(test), &instance);
    say_created(label, test, result, instance);
    return result == VK_SUCCESS && take_over(instance, &word) ? instance : NULL;
}

static void try_instance(const struct test *test, const char *const *extensions, uint32_t count) {
    VkInstance instance = create_instance(test, extensions, count);
    // With the callbacks that made it, as it has to be.
    if (instance != NULL) destroy_instance(instance, allocator_of(test));
}

static void try_all_extensions(void) {
    static const char *names[MOST_NAMES];
    PFN_vkEnumerateInstanceExtensionProperties ask =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    VkExtensionProperties *rows = calloc(MOST_NAMES, sizeof *rows);
    uint32_t count = MOST_NAMES;
    if (rows == NULL) abort();
    begin("create.all-extensions");
    VkResult result = ask == NULL ? VK_ERROR_INITIALIZATION_FAILED : ask(NULL, &count, rows);
    for (uint32_t i = 0; i < MOST_NAMES; i++) {
        rows[i].extensionName[sizeof rows[i].extensionName - 1] = '\0';
        names[i] = rows[i].extensionName;
    }
    if (result == VK_SUCCESS && count <= MOST_NAMES)
        try_instance(&(struct test){.name = "all-extensions", .application = &usual}, names, count);
    free(rows);
}

// ---- devices

static VkResult ask_device(VkInstance instance, VkPhysicalDevice physical, const struct test *test, VkDevice *to) {
    static const float priority = 1.0F;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(instance, "vkCreateDevice");
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    struct words names = {.word = {test->extension}, .count = test->extension != NULL};
    add_needed_extensions(instance, physical, &names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = test->device_next,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
    };
    return create(physical, &info, allocator_of(test), to);
}

static VkDevice create_device(VkInstance instance, VkPhysicalDevice physical, const struct test *test) {
    const char *label = label_of(test->name, "device");
    VkDevice device = NULL;
    uintptr_t word;
    if (instance_function(instance, "vkCreateDevice") == NULL) return NULL;
    begin(label);
    callbacks_count_anew();
    VkResult result = ask_device(instance, physical, test, &device);
    say_created(label, test, result, device);
    return result == VK_SUCCESS && take_over(device, &word) ? device : NULL;
}

static VkResult try_name(VkInstance instance, VkPhysicalDevice physical, const struct test *test) {
    VkDevice device = NULL;
    uintptr_t word;
    if (instance_function(instance, "vkCreateDevice") == NULL) return VK_ERROR_EXTENSION_NOT_PRESENT;
    VkResult result = ask_device(instance, physical, test, &device);
    if (result == VK_SUCCESS && take_over(device, &word)) destroy_device(instance, device, NULL);
    return result;
}

static int is_listed(const VkExtensionProperties *rows, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strncmp(rows[i].extensionName, name, sizeof rows[i].extensionName) == 0) return 1;
    return 0;
}

// With names that nearly are those of extensions that the device lists.
static void try_names(VkInstance instance, VkPhysicalDevice physical, const char *label, int change) {
    static VkExtensionProperties rows[MOST_NAMES];
    uint32_t count = MOST_NAMES;
    PFN_vkEnumerateDeviceExtensionProperties ask =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(instance, "vkEnumerateDeviceExtensionProperties");
    if (ask == NULL || ask(physical, NULL, &count, rows) != VK_SUCCESS || count > MOST_NAMES) return;
    struct test test = {.name = label, .application = &usual};
    char name[VK_MAX_EXTENSION_NAME_SIZE + 1];
    VkResult result = VK_ERROR_EXTENSION_NOT_PRESENT;
    uint32_t tried = 0;
    double end = seconds() + share_of_time(OF_NAMES);
    begin(label_of(label, "device"));
    for (uint32_t i = 0; i < count && result == VK_ERROR_EXTENSION_NOT_PRESENT && (tried == 0 || seconds() < end); i++) {
        size_t length = strnlen(rows[i].extensionName, sizeof rows[i].extensionName - 1);
        if (length + 1 >= sizeof rows[i].extensionName || length < 2) continue;
        snprintf(name, sizeof name, "%.*s%s", (int)(change > 0 ? length : length - 1), rows[i].extensionName,
                 change > 0 ? "x" : "");
        if (is_listed(rows, count, name)) continue;
        test.extension = name;
        tried++;
        result = try_name(instance, physical, &test);
    }
    if (tried == 0) return;
    open_answer(label_of(label, "device"));
    say_number("result", result);
    say_text("name", name);
    close_answer();
}

static void try_device(VkInstance instance, VkPhysicalDevice physical, const struct test *test) {
    VkDevice device = create_device(instance, physical, test);
    if (device != NULL) destroy_device(instance, device, allocator_of(test));
}

// ---- nothing to destroy

// A handle that is no pointer is the business of other acts.
static void *usable(struct made made) { return made.is_readable ? made.handle : NULL; }

#define DESTROY(name)                                                               \
    do {                                                                            \
        PFN_##name destroy = (PFN_##name)device_function(instance, device, #name); \
        at(#name, NULL);                                                            \
        if (destroy != NULL) destroy(device, 0, NULL);                              \
    } while (0)

static void destroy_nothing(VkInstance instance, VkPhysicalDevice physical) {
    begin("create.null.objects");
    VkDevice device = usable(make_device(instance, physical, &(struct wish){0}));
    if (device == NULL) return;
    DESTROY(vkDestroyBuffer);
    DESTROY(vkDestroyBufferView);
    DESTROY(vkDestroyCommandPool);
    DESTROY(vkDestroyDescriptorPool);
    DESTROY(vkDestroyDescriptorSetLayout);
    DESTROY(vkDestroyEvent);
    DESTROY(vkDestroyFence);
    DESTROY(vkDestroyFramebuffer);
    DESTROY(vkDestroyImage);
    DESTROY(vkDestroyImageView);
    DESTROY(vkDestroyPipeline);
    DESTROY(vkDestroyPipelineCache);
    DESTROY(vkDestroyPipelineLayout);
    DESTROY(vkDestroyQueryPool);
    DESTROY(vkDestroyRenderPass);
    DESTROY(vkDestroySampler);
    DESTROY(vkDestroySemaphore);
    DESTROY(vkDestroyShaderModule);
    DESTROY(vkFreeMemory);
    open_answer("create.null.objects");
    close_answer();
    begin("create.end");
    destroy_device(instance, device, NULL);
}

static void destroy_no_instance(void) {
    VkInstance instance = usable(make_instance(&(struct wish){0}));
    if (instance == NULL) return;
    PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)instance_function(instance, "vkDestroyInstance");
    begin("create.null.instance");
    if (destroy != NULL) destroy(NULL, NULL);
    open_answer("create.null.instance");
    close_answer();
    begin("create.end");
    destroy_instance(instance, NULL);
}

// Whatever an instance can have by the extensions that bring it.
static void destroy_no_object_of_instance(void) {
    static const char *const extensions[] = {"VK_KHR_surface", "VK_EXT_debug_utils", "VK_EXT_debug_report"};
    static const char *const destroys[] = {
        "vkDestroySurfaceKHR", "vkDestroyDebugUtilsMessengerEXT", "vkDestroyDebugReportCallbackEXT"};
    struct wish wish = {0};
    uint32_t called = 0;
    for (size_t i = 0; i < COUNT(extensions); i++)
        if (instance_offers(extensions[i])) wish.extensions.word[wish.extensions.count++] = extensions[i];
    VkInstance instance = usable(make_instance(&wish));
    if (instance == NULL) return;
    begin("create.null.of-instance");
    for (size_t i = 0; i < COUNT(destroys); i++) {
        PFN_vkDestroySurfaceKHR destroy = (PFN_vkDestroySurfaceKHR)instance_function(instance, destroys[i]);
        if (!has_word(&wish.extensions, extensions[i]) || destroy == NULL) continue;
        at(destroys[i], NULL);
        destroy(instance, 0, NULL);
        called++;
    }
    if (called > 0) open_answer("create.null.of-instance"), close_answer();
    begin("create.end");
    destroy_instance(instance, NULL);
}

static void destroy_no_device(VkInstance instance, VkPhysicalDevice physical) {
    VkDevice device = usable(make_device(instance, physical, &(struct wish){0}));
    if (device == NULL) return;
    PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)device_function(instance, device, "vkDestroyDevice");
    begin("create.null.device");
    if (destroy != NULL) destroy(NULL, NULL);
    open_answer("create.null.device");
    close_answer();
    begin("create.end");
    destroy_device(instance, device, NULL);
}

// ---- the act

static void try_instances(void) {
    for (size_t i = 0; i < COUNT(tests); i++) try_instance(&tests[i], NULL, 0);
    for (size_t i = 0; i < COUNT(of_instances); i++) try_instance(&of_instances[i], NULL, 0);
    try_all_extensions();
}

static void try_devices(VkInstance instance, VkPhysicalDevice physical) {
    for (size_t i = 0; i < COUNT(tests); i++) try_device(instance, physical, &tests[i]);
    for (size_t i = 0; i < COUNT(unknown_extensions); i++) try_device(instance, physical, &unknown_extensions[i]);
    try_names(instance, physical, "unknown-extension-longer", 1);
    try_names(instance, physical, "unknown-extension-shorter", -1);
    destroy_nothing(instance, physical);
}

static void leave_device(VkInstance instance, VkPhysicalDevice physical) {
    try_device(instance, physical, &leftovers);
}

static void with_device(void (*probe)(VkInstance, VkPhysicalDevice)) {
    VkPhysicalDevice physical;
    begin("create.devices");
    VkInstance instance = usable(make_instance(&(struct wish){0}));
    if (instance == NULL) return;
    if (physical_devices(instance, &physical, 1, NULL) == 1 && is_readable(physical, sizeof(void *)))
        probe(instance, physical);
    begin("create.end");
    destroy_instance(instance, NULL);
}

void probe_creation(void) {
    enter("create");
    fill_chains();
    callbacks_use();
    if (strcmp(options.only, "unknown-extension") == 0) {
        for (size_t i = 0; i < COUNT(unknown_extensions); i++)
            try_instance(&unknown_extensions[i], &unknown_extensions[i].extension, 1);
    } else if (strcmp(options.only, "leftovers") == 0) {
        try_instance(&leftovers, &leftovers.extension, 1);
        with_device(leave_device);
    } else if (strcmp(options.only, "null-instance") == 0) {
        destroy_no_instance();
    } else if (strcmp(options.only, "null-of-instance") == 0) {
        destroy_no_object_of_instance();
    } else if (strcmp(options.only, "null-device") == 0) {
        with_device(destroy_no_device);
    } else {
        try_instances();
        with_device(try_devices);
    }
}
