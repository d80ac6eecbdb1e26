// The act "no-device": everything that can be called of a driver that may have found no device: what needs no instance,
// and what needs an instance alone. Nothing is called that takes a physical device.
//
// no-device.extensions   {"result", "count"} of vkEnumerateInstanceExtensionProperties; no answer where it is not there
// no-device.version      {"result", "version"}; no answer where there is no vkEnumerateInstanceVersion
// no-device.plain        an instance of Vulkan 1.0 without extensions: {"instance": result, "handle": whether there is
//                        one, "calls": {COMMAND: {"result", "count"}}}; "again" behind a command is with an array
// no-device.all          the same with the driver's own version and every extension that it offers
// no-device.lookups      {"instance", "physical", "device": how many commands of each kind are found with that instance}
// no-device.end          {}: all instances are destroyed
#include <stdlib.h>
#include <string.h>

#include "../../../native/generated/command_list.h"
#include "../driver_prober.h"

#define ROOM 64U

static struct words offered;

static void ask_extensions(void) {
    static VkExtensionProperties rows[512];
    uint32_t count = COUNT(rows);
    PFN_vkEnumerateInstanceExtensionProperties enumerate =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    if (enumerate == NULL) return;
    begin("no-device.extensions");
    VkResult result = enumerate(NULL, &count, rows);
    if (result < VK_SUCCESS) count = 0;
    for (uint32_t i = 0; i < count && i < COUNT(rows) && offered.count < MOST_WORDS; i++) {
        rows[i].extensionName[VK_MAX_EXTENSION_NAME_SIZE - 1] = '\0';
        offered.word[offered.count++] = rows[i].extensionName;
    }
    open_answer("no-device.extensions");
    say_number("result", result);
    say_number("count", count);
    close_answer();
}

static uint32_t ask_version(void) {
    uint32_t version = VK_API_VERSION_1_0;
    PFN_vkEnumerateInstanceVersion enumerate =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    if (enumerate == NULL) return version;
    begin("no-device.version");
    VkResult result = enumerate(&version);
    open_answer("no-device.version");
    say_number("result", result);
    say_number("version", version);
    close_answer();
    return version;
}

// ---- with an instance

static void say_call(const char *key, VkResult result, uint32_t count) {
    open_object(key);
    say_number("result", result);
    say_number("count", count);
    close_object();
}

static void call_devices(VkInstance instance) {
    VkPhysicalDevice devices[ROOM];
    uint32_t count = 0, room = ROOM;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    if (enumerate == NULL) return;
    at("vkEnumeratePhysicalDevices", NULL);
    VkResult result = enumerate(instance, &count, NULL);
    say_call("vkEnumeratePhysicalDevices", result, count);
    result = enumerate(instance, &room, devices);
    say_call("vkEnumeratePhysicalDevices again", result, room);
}

static void call_groups(VkInstance instance, const char *name, const char *again) {
    static VkPhysicalDeviceGroupProperties groups[ROOM];
    uint32_t count = 0, room = ROOM;
    PFN_vkEnumeratePhysicalDeviceGroups enumerate =
        (PFN_vkEnumeratePhysicalDeviceGroups)instance_function(instance, name);
    if (enumerate == NULL) return;
    for (uint32_t i = 0; i < ROOM; i++)
        groups[i] = (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    at(name, NULL);
    VkResult result = enumerate(instance, &count, NULL);
    say_call(name, result, count);
    result = enumerate(instance, &room, groups);
    say_call(again, result, room);
}

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

static void call_messenger(VkInstance instance) {
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                               .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                               .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                                               .pfnUserCallback = hear};
    VkDebugUtilsMessengerEXT messenger;
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)instance_function(instance, "vkCreateDebugUtilsMessengerEXT");
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)instance_function(instance, "vkDestroyDebugUtilsMessengerEXT");
    if (create == NULL || destroy == NULL) return;
    at("vkCreateDebugUtilsMessengerEXT", NULL);
    VkResult result = create(instance, &info, NULL, &messenger);
    say_call("vkCreateDebugUtilsMessengerEXT", result, 0);
    if (result == VK_SUCCESS) destroy(instance, messenger, NULL);
}

static VkBool32 read_report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type, uint64_t object,
                            size_t location, int32_t code, const char *prefix, const char *message, void *user) {
    (void)flags, (void)type, (void)object, (void)location, (void)code, (void)prefix, (void)message, (void)user;
    return VK_FALSE;
}

static void call_report(VkInstance instance) {
    VkDebugReportCallbackCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
                                               .flags = VK_DEBUG_REPORT_ERROR_BIT_EXT,
                                               .pfnCallback = read_report};
    VkDebugReportCallbackEXT callback;
    PFN_vkCreateDebugReportCallbackEXT create =
        (PFN_vkCreateDebugReportCallbackEXT)instance_function(instance, "vkCreateDebugReportCallbackEXT");
    PFN_vkDestroyDebugReportCallbackEXT destroy =
        (PFN_vkDestroyDebugReportCallbackEXT)instance_function(instance, "vkDestroyDebugReportCallbackEXT");
    if (create == NULL || destroy == NULL) return;
    at("vkCreateDebugReportCallbackEXT", NULL);
    VkResult result = create(instance, &info, NULL, &callback);
    say_call("vkCreateDebugReportCallbackEXT", result, 0);
    if (result == VK_SUCCESS) destroy(instance, callback, NULL);
}

static void call_surface(VkInstance instance) {
    VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkSurfaceKHR surface;
    PFN_vkCreateHeadlessSurfaceEXT create =
        (PFN_vkCreateHeadlessSurfaceEXT)instance_function(instance, "vkCreateHeadlessSurfaceEXT");
    PFN_vkDestroySurfaceKHR destroy = (PFN_vkDestroySurfaceKHR)instance_function(instance, "vkDestroySurfaceKHR");
    if (create == NULL || destroy == NULL) return;
    at("vkCreateHeadlessSurfaceEXT", NULL);
    VkResult result = create(instance, &info, NULL, &surface);
    say_call("vkCreateHeadlessSurfaceEXT", result, 0);
    if (result == VK_SUCCESS) destroy(instance, surface, NULL);
}

static struct made live(const char *label, const struct wish *wish) {
    begin(label);
    struct made made = make_instance(wish);
    open_answer(label);
    say_number("instance", made.result);
    say_flag("handle", made.handle != NULL);
    open_object("calls");
    if (made.handle != NULL) {
        call_devices(made.handle);
        call_groups(made.handle, "vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroups again");
        call_groups(made.handle, "vkEnumeratePhysicalDeviceGroupsKHR", "vkEnumeratePhysicalDeviceGroupsKHR again");
    }
    if (made.handle != NULL && wish->extensions.count > 0) {
        call_messenger(made.handle);
        call_report(made.handle);
        call_surface(made.handle);
    }
    close_object();
    close_answer();
    return made;
}

#define COMMAND(name, first) {#name, #first},
static const struct {
    const char *name, *first;
} commands[] = {VK_COMMAND_LIST(COMMAND)};

static int is_of(const char *first, const char *kind) { return strcmp(first, kind) == 0; }

static void look_up(VkInstance instance) {
    int64_t counts[3] = {0};
    begin("no-device.lookups");
    for (size_t i = 0; i < COUNT(commands); i++) {
        int is_physical = is_of(commands[i].first, "VkPhysicalDevice");
        at(commands[i].name, NULL);
        int found = instance_function(instance, commands[i].name) != NULL;
        if (is_physical && entry.physical != NULL) entry.physical(instance, commands[i].name);
        counts[is_physical ? 1 : is_of(commands[i].first, "VkInstance") ? 0 : 2] += found;
    }
    open_answer("no-device.lookups");
    say_number("instance", counts[0]);
    say_number("physical", counts[1]);
    say_number("device", counts[2]);
    close_answer();
}

void probe_no_device(void) {
    enter("no-device");
    ask_extensions();
    struct wish all = {.api_version = ask_version(), .extensions = offered};
    if (entry.version <= 4) all.api_version = 0;
    struct made plain = live("no-device.plain", &(struct wish){0});
    struct made full = live("no-device.all", &all);
    struct made *usual = full.handle != NULL ? &full : &plain;
    if (usual->handle != NULL) look_up(usual->handle);
    begin("no-device.end");
    if (plain.handle != NULL) destroy_instance(plain.handle, NULL);
    if (full.handle != NULL) destroy_instance(full.handle, NULL);
    open_answer("no-device.end");
    close_answer();
}
