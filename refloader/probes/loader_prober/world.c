// Instances: what is said when they are made, and what arrives. See generated.h.
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

struct instance instances[INSTANCES];
static const char *const levels_of_version[] = {"1.0", "1.1", "1.2", "1.3", "1.4"};

int has_extension(const char *name) {
    static VkExtensionProperties rows[256];
    static uint32_t count;
    if (count == 0) {
        PFN_vkEnumerateInstanceExtensionProperties list =
            (PFN_vkEnumerateInstanceExtensionProperties)get_instance_proc(NULL, "vkEnumerateInstanceExtensionProperties");
        count = COUNT_OF(rows);
        if (list == NULL || list(NULL, &count, rows) < 0) count = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(rows[i].extensionName, name) == 0) return 1;
    return 0;
}

int free_ledger(void) {
    static uint32_t last;
    if (!one_in(2)) return -1;
    last = (last + 1) % LEDGERS;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        if (instances[i].is_used && instances[i].ledger == (int)last) return -1;
        for (uint32_t at = 0; at < COUNT_OF(instances[i].device); at++)
            if (instances[i].device[at].handle != NULL && instances[i].device[at].ledger == (int)last) return -1;
    }
    return (int)last;
}

VkAllocationCallbacks *given(int ledger) {
    if (ledger >= 0) call_begins((uint32_t)ledger);
    return ledger < 0 ? NULL : callbacks_of((uint32_t)ledger);
}

// ---- instances

static const VkInstanceCreateInfo *sent_instance;

static int same_text(const char *a, const char *b) { return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0); }

// An instance that a driver has made, and what was wrong with what it was given. A loader may try drivers with others
// that it ends before it returns: they do not count.
static struct {
    struct below *made;
    char wrong[200];
} came[MOST_LISTED];
static uint32_t came_count;

// What a driver may have of its application: its own version of apiVersion, or none.
static void compare_instance(struct below *made, const VkInstanceCreateInfo *info) {
    const VkApplicationInfo *sent = sent_instance->pApplicationInfo, *arrived = info->pApplicationInfo;
    if (came_count == COUNT_OF(came)) stop();  // more than can be followed
    char *wrong = came[came_count].wrong;
    came[came_count++].made = made;
    wrong[0] = '\0';
    if (arrived == NULL) snprintf(wrong, sizeof came[0].wrong, "driver %u gets no pApplicationInfo", made->driver->number);
    else if (!same_text(sent->pApplicationName, arrived->pApplicationName) || !same_text(sent->pEngineName, arrived->pEngineName) ||
             sent->applicationVersion != arrived->applicationVersion || sent->engineVersion != arrived->engineVersion)
        snprintf(wrong, sizeof came[0].wrong, "driver %u (of 1.%u) gets other names or versions of the application in pApplicationInfo",
                 made->driver->number, made->driver->minor);
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (strcmp(info->ppEnabledExtensionNames[i], "VK_EXT_debug_utils") == 0 && !made->driver->has_utils)
            snprintf(wrong, sizeof came[0].wrong, "driver %u is to enable VK_EXT_debug_utils, which it does not have", made->driver->number);
}

static void take_what_came(struct instance *instance) {
    for (uint32_t i = 0; i < came_count; i++) {
        if (!came[i].made->is_alive) continue;
        instance->lower[came[i].made->driver - drivers] = came[i].made;
        if (came[i].wrong[0] != '\0') fail("passed", "vkCreateInstance: %s", came[i].wrong);
    }
}

static uint32_t choose_extensions(struct instance *instance, const char **names) {
    uint32_t used = 0;
#define MAYBE(member, name) \
    instance->member = has_extension(name) && !one_in(4); \
    if (instance->member) names[used++] = name
    MAYBE(has_surfaces, "VK_KHR_surface");
    MAYBE(has_utils, "VK_EXT_debug_utils");
    MAYBE(has_report, "VK_EXT_debug_report");
    MAYBE(has_properties2, "VK_KHR_get_physical_device_properties2");
    instance->has_xcb = instance->has_headless = instance->has_capabilities2 = 0;
    if (!instance->has_surfaces) return used;
    MAYBE(has_xcb, "VK_KHR_xcb_surface");
    MAYBE(has_headless, "VK_EXT_headless_surface");
    MAYBE(has_capabilities2, "VK_KHR_get_surface_capabilities2");
    return used;
}

static void learn_gpus(struct instance *instance);

int make_instance(struct instance *instance) {
    static uint32_t number;
    const char *extensions[16];
    *instance = (struct instance){.number = number++, .minor = one_in(2) ? 4 : any(5), .ledger = free_ledger()};
    for (uint32_t i = 0; i < LAYERS; i++)
        if (one_in(3)) instance->layers[instance->layer_count++] = layer_names[i];
    uint32_t extension_count = choose_extensions(instance, extensions);
    // A loader of 1.0 need not take an application that asks for more.
    if (get_instance_proc(NULL, "vkEnumerateInstanceVersion") == NULL) instance->minor = 0;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = one_in(4) ? NULL : "generated application",
                                     .applicationVersion = (uint32_t)any_word(),
                                     .pEngineName = one_in(4) ? NULL : "generated engine",
                                     .engineVersion = (uint32_t)any_word(),
                                     .apiVersion = VK_MAKE_API_VERSION(0, 1, instance->minor, 0)};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = chained_messengers(instance),
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = instance->layer_count,
                                 .ppEnabledLayerNames = instance->layers,
                                 .enabledExtensionCount = extension_count,
                                 .ppEnabledExtensionNames = extensions};
    say("vkCreateInstance(Vulkan %s, %u layers, %u extensions, %s) -> instance %u", levels_of_version[instance->minor],
        instance->layer_count, extension_count, instance->ledger < 0 ? "no callbacks" : "callbacks", instance->number);
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)get_instance_proc(NULL, "vkCreateInstance");
    VkInstanceCreateInfo before;
    VkApplicationInfo application_before;
    memcpy(&before, &info, sizeof info);
    memcpy(&application_before, &application, sizeof application);
    sent_instance = &info;
    came_count = 0;
    watched.instance = compare_instance;
    VkResult result = create(&info, given(instance->ledger), &instance->handle);
    watched.instance = NULL;
    take_what_came(instance);
    if (memcmp(&info, &before, sizeof info) != 0 || memcmp(&application, &application_before, sizeof application) != 0)
        fail("passed", "vkCreateInstance: the application's VkInstanceCreateInfo or VkApplicationInfo is another one after the call");
    if (instance->ledger >= 0) call_is_over((uint32_t)instance->ledger, "vkCreateInstance", result < 0);
    check();
    if (result != VK_SUCCESS) {
        // Whether a driver fits is the loader's to say.
        say("   returned %d", (int)result);
        stop();
    }
    instance->is_used = 1;
    learn_gpus(instance);
    check();
    return 1;
}

// Each physical device is known by what its properties say.
static void learn_gpus(struct instance *instance) {
    VkPhysicalDevice handles[MOST_LISTED];
    uint32_t count = MOST_LISTED;
    VkResult result = OF_INSTANCE(instance, vkEnumeratePhysicalDevices)(instance->handle, &count, handles);
    if (result < 0) stop();
    PFN_vkGetPhysicalDeviceProperties get = OF_INSTANCE(instance, vkGetPhysicalDeviceProperties);
    for (uint32_t i = 0; i < count && instance->gpu_count < COUNT_OF(instance->gpu); i++) {
        VkPhysicalDeviceProperties properties;
        get(handles[i], &properties);
        for (uint32_t at = 0; at < driver_count; at++)
            for (uint32_t index = 0; index < drivers[at].gpu_count; index++)
                if (gpu_identity(&drivers[at], index) == properties.deviceID)
                    instance->gpu[instance->gpu_count++] = (struct gpu){.handle = handles[i], .driver = &drivers[at], .index = index};
    }
    for (uint32_t i = 0; i < instance->gpu_count; i++)
        for (uint32_t at = 0; at < i; at++)
            if (instance->gpu[i].driver == instance->gpu[at].driver && instance->gpu[i].index == instance->gpu[at].index)
                fail("lists", "vkEnumeratePhysicalDevices gives two handles of one physical device");
}

struct gpu *gpu_of_handle(struct instance *instance, VkPhysicalDevice handle) {
    for (uint32_t i = 0; i < instance->gpu_count; i++)
        if (instance->gpu[i].handle == handle) return &instance->gpu[i];
    return NULL;
}

void end_instance(struct instance *instance) {
    messengers_end(instance);
    surfaces_end(instance);
    for (uint32_t i = 0; i < COUNT_OF(instance->device); i++)
        if (instance->device[i].handle != NULL) end_device(instance, &instance->device[i]);
    check();
    say("vkDestroyInstance(instance %u)", instance->number);
    OF_INSTANCE(instance, vkDestroyInstance)(instance->handle, given(instance->ledger));
    if (instance->ledger >= 0) ledger_ends((uint32_t)instance->ledger, "vkDestroyInstance");
    for (uint32_t i = 0; i < driver_count; i++)
        if (instance->lower[i] != NULL && instance->lower[i]->is_alive)
            fail("passed", "vkDestroyInstance does not reach driver %u, which has made an instance for it", drivers[i].number);
    instance->is_used = 0;
    check();
}
