// The act "lookups": every command of the registry, the functions of the interface, and some names of no command,
// through each lookup of the driver. "--only none" asks for all of them without an instance, which no loader does;
// "--only extended" goes on to a device with extensions.
//
// lookups.entry is struct entry. lookups.made tells what the others were asked of: the result of vkCreateInstance, the
// version of vkEnumerateInstanceVersion (0 without it), what was asked for as apiVersion, the instance extensions that
// the driver has and whether all were enabled. lookups.devices lists the apiVersion of each physical device.
// lookups.global asks without an instance for the global commands and the functions of the interface alone;
// lookups.instance and lookups.physical (vk_icdGetPhysicalDeviceProcAddr) with the instance; lookups.lost lists what the
// first has given and gives no more when an instance without extensions was made ("beside") and destroyed ("after"), and
// what the second gives no more ("physical_beside", "physical_after"), and what is found without an instance no more
// while both live ("global_beside"); lookups.buffer lists the names for which another function is found when each is
// read from one and the same buffer; lookups.device is
// vkGetDeviceProcAddr with a device of the first; lookups.extended is the same with a device that has all extensions of
// lookups.enabled, which are the driver's but those that exclude each other (and lookups.extended.N, lookups.enabled.N those of
// further physical devices); lookups.beside is that of a device without any
// beside it; lookups.device_lost lists what the one with extensions has found and finds no more "beside" that and "after" it; lookups.none is "--only none". Each of these has the number
// of names, and the names by where their answers lie: "own", "elsewhere" with the place; the rest are NULL. "no_code"
// lists those whose pointers lead to nothing that can be called; "until" is the name during which it crashed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../commands.h"
#include "../driver_prober.h"
#include "../extensions.h"

#define MOST_NAMES 1024U
enum { MOST_LOOKED_UP = 4 };  // physical devices, each with all extensions

static const char *const more_names[] = {
    NEGOTIATE, GET_PROC_ADDR, GET_PHYSICAL, "vkMadeUpOfTheProberEXT", "vkMadeUpDeviceCallOfTheProberEXT",
    "vkGetPhysicalDeviceMadeUpOfTheProberEXT", "vkCmdMadeUpOfTheProberEXT", "vkQueueMadeUpOfTheProberKHR",
    "vkGetPhysicalDeviceFeaturesKHR", "vkGetPhysicalDeviceMemoryPropertiesXYZ", "vkGetPhysicalDeviceProperties3",
    "vkGetPhysicalDeviceFeature", "vkDestroyInstanceKHR", "vkCreateDeviceEXT", "vkCmdCopyBufferKHR",
    "vkQueueSubmi", "VkQueueSubmit", "vkqueuewaitidle", "vkcreatedevice",
    "vkEnumeratephysicaldevices", "VKCREATEBUFFER",
};

static const char *const global_names[] = {
    "vkCreateInstance",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceVersion",
    NEGOTIATE,
    GET_PHYSICAL,
};

static uint32_t name_count(void) { return known_command_count() + (uint32_t)COUNT(more_names); }

static const char *name_at(uint32_t index) {
    return index < known_command_count() ? known_command(index) : more_names[index - known_command_count()];
}

// One pass over the names; what is known of each is kept until it is told.
static struct pass {
    const char *label;
    const void *(*look_up)(void *handle, const char *name);
    uint32_t done;
    const void *answers[MOST_NAMES];
} pass;

static const void *by_instance(void *handle, const char *name) { return (const void *)entry.instance(handle, name); }
static const void *by_physical(void *handle, const char *name) { return (const void *)entry.physical(handle, name); }

static PFN_vkGetDeviceProcAddr device_lookup;
static const void *by_device(void *handle, const char *name) { return (const void *)device_lookup(handle, name); }

static void say_pass(const char *until) {
    look_for_code();
    open_answer(pass.label);
    say_number("names", pass.done);
    if (until != NULL) say_text("until", until);
    open_list("own");
    for (uint32_t i = 0; i < pass.done; i++)
        if (is_own(pass.answers[i])) say_text(NULL, name_at(i));
    close_list();
    open_object("elsewhere");
    for (uint32_t i = 0; i < pass.done; i++)
        if (pass.answers[i] != NULL && !is_own(pass.answers[i])) say_text(name_at(i), file_of(pass.answers[i]));
    close_object();
    open_list("no_code");
    for (uint32_t i = 0; i < pass.done; i++)
        if (pass.answers[i] != NULL && !is_code(pass.answers[i])) say_text(NULL, name_at(i));
    close_list();
    close_answer();
}

static int is_global(const char *name) {
    for (size_t i = 0; i < COUNT(global_names); i++)
        if (strcmp(global_names[i], name) == 0) return 1;
    return 0;
}

// ``wanted`` tells which names are looked up; NULL: all.
static void look_up_names(const char *label, const void *(*look_up)(void *, const char *), void *handle,
                          int (*wanted)(const char *)) {
    begin(label);
    memset(&pass, 0, sizeof pass);
    pass.label = label;
    pass.look_up = look_up;
    for (uint32_t i = 0; i < name_count() && i < MOST_NAMES; i++) {
        const char *name = name_at(i);
        pass.done = i;
        if (wanted != NULL && !wanted(name)) continue;
        at(name, say_pass);
        pass.answers[i] = look_up(handle, name);
    }
    pass.done = name_count();
    at(NULL, NULL);
    say_pass(NULL);
}

// What an instance is given once more, beside one of its own that has no extensions and when that has gone.
static struct kept {
    const void *(*look_up)(void *handle, const char *name);
    int was_given[MOST_NAMES];
} kept[4];

static void keep_pass(struct kept *to) {
    to->look_up = pass.look_up;
    for (uint32_t i = 0; i < pass.done && i < MOST_NAMES; i++) to->was_given[i] = pass.answers[i] != NULL;
}

static void say_lost(const struct kept *of, const char *key, void *handle) {
    open_list(key);
    for (uint32_t i = 0; of->look_up != NULL && i < name_count() && i < MOST_NAMES; i++) {
        at(name_at(i), NULL);
        if (of->was_given[i] && of->look_up(handle, name_at(i)) == NULL) say_text(NULL, name_at(i));
    }
    close_list();
    at(NULL, NULL);
}

static void look_up_beside_another(VkInstance instance, uint32_t version) {
    begin("lookups.lost");
    struct made other = make_instance(&(struct wish){.api_version = version, .is_bare = 1});
    if (other.handle == NULL) return;
    open_answer("lookups.lost");
    say_lost(&kept[0], "beside", instance);
    say_lost(&kept[1], "physical_beside", instance);
    say_lost(&kept[2], "global_beside", NULL);
    destroy_instance(other.handle, NULL);
    say_lost(&kept[0], "after", instance);
    say_lost(&kept[1], "physical_after", instance);
    close_answer();
}

// A name is what its characters say, wherever they lie.
static void look_up_from_one_buffer(VkInstance instance) {
    static char name[256];
    begin("lookups.buffer");
    open_answer("lookups.buffer");
    open_list("other");
    for (uint32_t i = 0; i < name_count() && i < MOST_NAMES; i++) {
        at(name_at(i), NULL);
        const void *first = by_instance(instance, name_at(i));
        if (first != by_instance(instance, name_at(i))) continue;  // each time another, as it may be
        snprintf(name, sizeof name, "%s", name_at(i == 0 ? 1 : 0));
        by_instance(instance, name);
        snprintf(name, sizeof name, "%s", name_at(i));
        if (by_instance(instance, name) != first) say_text(NULL, name_at(i));
    }
    close_list();
    close_answer();
    at(NULL, NULL);
}

// ---- what is asked

static uint32_t drivers_version(void) {
    uint32_t version = 0;
    PFN_vkEnumerateInstanceVersion enumerate =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    if (enumerate == NULL || enumerate(&version) != VK_SUCCESS) return 0;
    return version;
}

static void say_versions(VkInstance instance, const VkPhysicalDevice *devices, uint32_t count) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    open_list("devices");
    for (uint32_t i = 0; i < count && ask != NULL; i++) {
        static VkPhysicalDeviceProperties properties;
        if (!is_readable(devices[i], sizeof(void *))) continue;
        ask(devices[i], &properties);
        say_number(NULL, properties.apiVersion);
    }
    close_list();
}

// An instance with all that the driver offers, or the plainest one where it gives none.
static struct made make_full_instance(uint32_t version) {
    struct wish wish = {.api_version = entry.version >= 5 ? version : 0};
    begin("lookups.instance");
    take_instance_extensions(&wish.extensions);
    struct made made = make_instance(&wish);
    int enabled = made.handle != NULL;
    if (!enabled && wish.extensions.count > 0) made = make_instance(&(struct wish){.api_version = wish.api_version});
    open_answer("lookups.made");
    say_number("result", made.result);
    say_number("version", version);
    say_number("asked", wish.api_version == 0 ? VK_API_VERSION_1_0 : wish.api_version);
    say_flag("enabled", enabled);
    open_list("extensions");
    for (uint32_t i = 0; i < wish.extensions.count; i++) say_text(NULL, wish.extensions.word[i]);
    close_list();
    close_answer();
    return made;
}

// A plain device beside the one with extensions, which is asked once more.
static void look_up_beside(VkInstance instance, VkPhysicalDevice physical, void *extended) {
    begin("lookups.beside.made");
    struct made device = make_device(instance, physical, &(struct wish){0});
    if (device.handle == NULL || !device.is_readable) return;
    keep_pass(&kept[3]);
    look_up_names("lookups.beside", by_device, device.handle, NULL);
    begin("lookups.beside.end");
    open_answer("lookups.device_lost");
    say_lost(&kept[3], "beside", extended);
    destroy_device(instance, device.handle, NULL);
    say_lost(&kept[3], "after", extended);
    close_answer();
}

static void look_up_with_extensions(VkInstance instance, VkPhysicalDevice physical, uint32_t number) {
    static char enabled[MOST_LOOKED_UP][32], extended[MOST_LOOKED_UP][32];
    struct wish wish = {0};
    snprintf(enabled[number], sizeof enabled[0], number == 0 ? "lookups.enabled" : "lookups.enabled.%u", number);
    snprintf(extended[number], sizeof extended[0], number == 0 ? "lookups.extended" : "lookups.extended.%u", number);
    begin(enabled[number]);
    take_device_extensions(instance, physical, &wish.extensions);
    leave_out_exclusive(&wish.extensions);
    struct made device = make_device(instance, physical, &wish);
    open_answer(enabled[number]);
    say_number("result", device.result);
    open_list("extensions");
    for (uint32_t i = 0; i < wish.extensions.count; i++) say_text(NULL, wish.extensions.word[i]);
    close_list();
    close_answer();
    if (device.handle == NULL || !device.is_readable) return;
    look_up_names(extended[number], by_device, device.handle, NULL);
    if (number == 0) look_up_beside(instance, physical, device.handle);
    begin("lookups.extended.end");
    destroy_device(instance, device.handle, NULL);
}

static void look_up_of_device(VkInstance instance) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    begin("lookups.devices");
    uint32_t count = physical_devices(instance, devices, MOST_DEVICES, NULL);
    open_answer("lookups.devices");
    say_versions(instance, devices, count);
    close_answer();
    if (count == 0) return;
    struct made device = make_device(instance, devices[0], &(struct wish){0});
    device_lookup = (PFN_vkGetDeviceProcAddr)instance_function(instance, "vkGetDeviceProcAddr");
    if (device.handle == NULL || device_lookup == NULL) return;
    look_up_names("lookups.device", by_device, device.handle, NULL);
    begin("lookups.device.end");
    destroy_device(instance, device.handle, NULL);
    for (uint32_t i = 0; strcmp(options.only, "extended") == 0 && i < count && i < MOST_LOOKED_UP; i++)
        look_up_with_extensions(instance, devices[i], i);
}

void probe_lookups(void) {
    enter("lookups");
    if (strcmp(options.only, "none") == 0) return look_up_names("lookups.none", by_instance, NULL, NULL);
    look_up_names("lookups.global", by_instance, NULL, is_global);
    keep_pass(&kept[2]);
    uint32_t version = drivers_version();
    struct made instance = make_full_instance(version);
    if (instance.handle == NULL) return;
    look_up_names("lookups.instance", by_instance, instance.handle, NULL);
    keep_pass(&kept[0]);
    look_up_from_one_buffer(instance.handle);
    if (entry.physical != NULL) {
        look_up_names("lookups.physical", by_physical, instance.handle, NULL);
        keep_pass(&kept[1]);
    }
    look_up_of_device(instance.handle);
    look_up_beside_another(instance.handle, entry.version >= 5 ? version : 0);
    begin("lookups.instance.end");
    destroy_instance(instance.handle, NULL);
}
