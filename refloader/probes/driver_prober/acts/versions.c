// The act "versions": vkCreateInstance with apiVersions of all kinds, asked by a loader of the age --interface.
//
// versions.entry is struct entry. versions.NAME has the apiVersion, the result, and whether a handle came back; the
// first, "none", has no VkApplicationInfo. versions.driver has the version of vkEnumerateInstanceVersion (0 without it)
// and the apiVersion of each physical device. versions.thread has the same as versions.1.1, by a thread of its own,
// and "plain", the result of 1.0 there. versions.lower is what comes of a second negotiation in the process, by a loader of
// version 4 while an instance of the first lives: "result", "version"; versions.anew the same as versions.1.1 once a loader
// of the age --interface has negotiated for a third time ("interface" is what was agreed on), with "plain". Both are not
// there for --interface 4 or less.
#include <pthread.h>
#include <stdio.h>

#include "../driver_prober.h"

static const struct version {
    const char *name;
    struct wish wish;
} versions[] = {
    {"none", {.without_application = 1}},
    {"zero", {.with_version_zero = 1}},
    {"1.0", {.api_version = VK_MAKE_API_VERSION(0, 1, 0, 0)}},
    {"1.0-later", {.api_version = VK_MAKE_API_VERSION(0, 1, 0, 999)}},
    {"1.1", {.api_version = VK_MAKE_API_VERSION(0, 1, 1, 0)}},
    {"1.3", {.api_version = VK_MAKE_API_VERSION(0, 1, 3, 0)}},
    {"future-minor", {.api_version = VK_MAKE_API_VERSION(0, 1, 1000, 0)}},
    {"2.0", {.api_version = VK_MAKE_API_VERSION(0, 2, 0, 0)}},
    {"last", {.api_version = VK_MAKE_API_VERSION(0, 127, 1023, 4095)}},
    {"all-bits", {.api_version = UINT32_MAX}},
};

// What the driver itself says that it supports, once there is an instance.
static void say_driver(VkInstance instance) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    uint32_t version = 0;
    begin("versions.driver");
    PFN_vkEnumerateInstanceVersion enumerate =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    if (enumerate != NULL && enumerate(&version) != VK_SUCCESS) version = 0;
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    uint32_t count = ask == NULL ? 0 : physical_devices(instance, devices, MOST_DEVICES, NULL);
    open_answer("versions.driver");
    say_number("version", version);
    open_list("devices");
    for (uint32_t i = 0; i < count; i++) {
        static VkPhysicalDeviceProperties properties;
        if (!is_readable(devices[i], sizeof(void *))) continue;
        ask(devices[i], &properties);
        say_number(NULL, properties.apiVersion);
    }
    close_list();
    close_answer();
}

static void try_version(const struct version *version, int is_first) {
    char label[64];
    snprintf(label, sizeof label, "versions.%s", version->name);
    begin(label);
    struct made made = make_instance(&version->wish);
    open_answer(label);
    say_number("api_version", version->wish.api_version);
    say_number("result", made.result);
    say_flag("handle", made.handle != NULL);
    close_answer();
    if (made.handle == NULL) return;
    if (is_first) say_driver(made.handle);
    begin(label);
    destroy_instance(made.handle, NULL);
}

static void *make_on_thread(void *into) {
    static const struct wish wishes[] = {{.api_version = VK_API_VERSION_1_0}, {.api_version = VK_API_VERSION_1_1}};
    struct made *made = into;
    for (size_t i = 0; i < COUNT(wishes); i++) {
        made[i] = make_instance(&wishes[i]);
        if (made[i].handle != NULL) destroy_instance(made[i].handle, NULL);
    }
    return NULL;
}

static void try_thread(void) {
    struct made made[2] = {{.result = VK_SUCCESS}};
    pthread_t thread;
    begin("versions.thread");
    if (pthread_create(&thread, NULL, make_on_thread, made) != 0) return;
    pthread_join(thread, NULL);
    open_answer("versions.thread");
    say_number("api_version", VK_API_VERSION_1_1);
    say_number("plain", made[0].result);
    say_number("result", made[1].result);
    say_flag("handle", made[1].handle != NULL);
    close_answer();
}

static void try_other_loaders(void) {
    enum { OLD = 4 };
    const char *why = "";
    if (options.interface <= OLD || entry.version <= OLD) return;
    begin("versions.lower");
    struct made living = make_instance(&(struct wish){0});
    if (living.handle == NULL) return;
    find_way_in(OLD, &why);
    open_answer("versions.lower");
    say_number("offered", OLD);
    say_number("result", entry.result);
    say_number("version", entry.version);
    close_answer();
    begin("versions.anew");
    int is_in = find_way_in(options.interface, &why);
    destroy_instance(living.handle, NULL);
    if (!is_in) return;
    uint32_t agreed = entry.version;
    struct made made[2];
    make_on_thread(made);
    open_answer("versions.anew");
    say_number("interface", agreed);
    say_number("api_version", VK_API_VERSION_1_1);
    say_number("plain", made[0].result);
    say_number("result", made[1].result);
    close_answer();
}

void probe_versions(void) {
    enter("versions");
    for (size_t i = 0; i < COUNT(versions); i++) try_version(&versions[i], i == 0);
    try_thread();
    try_other_loaders();
}
