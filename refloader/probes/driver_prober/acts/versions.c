// The act "versions": vkCreateInstance with apiVersions of all kinds, asked by a loader of the age --interface.
//
// versions.entry is struct entry. versions.NAME has the apiVersion, the result, and whether a handle came back; the
// first, "none", has no VkApplicationInfo. versions.driver has the version of vkEnumerateInstanceVersion (0 without it)
// and the apiVersion of each physical device. versions.thread has the same as versions.1.1, by a thread of its own.
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
    static const struct wish wish = {.api_version = VK_API_VERSION_1_1};
    struct made *made = into;
    *made = make_instance(&wish);
    if (made->handle != NULL) destroy_instance(made->handle, NULL);
    return NULL;
}

static void try_thread(void) {
    struct made made = {.result = VK_SUCCESS};
    pthread_t thread;
    begin("versions.thread");
    if (pthread_create(&thread, NULL, make_on_thread, &made) != 0) return;
    pthread_join(thread, NULL);
    open_answer("versions.thread");
    say_number("api_version", VK_API_VERSION_1_1);
    say_number("result", made.result);
    say_flag("handle", made.handle != NULL);
    close_answer();
}

void probe_versions(void) {
    enter("versions");
    for (size_t i = 0; i < COUNT(versions); i++) try_version(&versions[i], i == 0);
    try_thread();
}
