// The act "facts": what a driver tells of itself, to be compared with what another build of it tells. Two runs tell
// the same, but for facts.timings. With --only beside, another instance with a device is there all the time.
//
// facts.enumerated: "version" as a number (null where there is no such command), "extensions" with their versions, and
// "more_extensions" where there are more than are read.
// facts.instance: "result" of vkCreateInstance with "api_version" asked for.
// facts.devices: "result" and "count" of the enumeration, and "announced", the number that it gives when asked for no
// more than that. facts.device.N, of the first ones: see device.c.
// facts.timings, where --budget gives it milliseconds: see timings.c.
// facts.negotiation: for each version 0 to 7 that a loader can offer, "result" and "version"; not there where the
// driver has no such function.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../extensions.h"
#include "facts.h"

void say_extensions(const char *key, VkResult result, const VkExtensionProperties *rows, uint32_t count) {
    if (result < VK_SUCCESS) return;
    open_object(key);
    for (uint32_t i = 0; i < count && i < MOST_EXTENSIONS; i++) {
        char name[VK_MAX_EXTENSION_NAME_SIZE + 1];
        snprintf(name, sizeof name, "%.*s", (int)VK_MAX_EXTENSION_NAME_SIZE, rows[i].extensionName);
        say_number(name, rows[i].specVersion);
    }
    close_object();
    if (result == VK_INCOMPLETE || count > MOST_EXTENSIONS) say_flag("more_extensions", 1);
}

static uint32_t announced_devices(VkInstance instance) {
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    uint32_t count = 0;
    return enumerate != NULL && enumerate(instance, &count, NULL) >= VK_SUCCESS ? count : 0;
}

static uint32_t say_enumerated(int *has_properties2) {
    PFN_vkEnumerateInstanceVersion ask = (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    PFN_vkEnumerateInstanceExtensionProperties enumerate =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    VkExtensionProperties *rows = calloc(MOST_EXTENSIONS, sizeof *rows);
    uint32_t version = VK_API_VERSION_1_0, count = MOST_EXTENSIONS;
    if (rows == NULL) abort();
    int is_told = ask != NULL && ask(&version) == VK_SUCCESS;
    VkResult result = enumerate == NULL ? VK_ERROR_INITIALIZATION_FAILED : enumerate(NULL, &count, rows);
    open_answer("facts.enumerated");
    if (is_told) say_number("version", version);
    say_extensions("extensions", result, rows, count);
    close_answer();
    *has_properties2 = result >= VK_SUCCESS && has_extension("VK_KHR_get_physical_device_properties2", rows, count);
    free(rows);
    return version;
}

// A loader below version 5 has to keep instances of more than 1.0 from the driver.
static struct wish wished(void) {
    int has_properties2 = 0;
    struct wish wish = {.api_version = say_enumerated(&has_properties2)};
    if (entry.version < 5) wish.api_version = VK_API_VERSION_1_0;
    if (has_properties2) wish.extensions.word[wish.extensions.count++] = "VK_KHR_get_physical_device_properties2";
    return wish;
}

// Gives the milliseconds that the instance took.
static double say_instance(const struct wish *wish) {
    VkPhysicalDevice devices[MOST_DEVICES];
    VkResult result;
    begin("facts.instance");
    double started = milliseconds_now();
    struct made made = make_instance(wish);
    double spent = milliseconds_now() - started;
    open_answer("facts.instance");
    say_number("result", made.result);
    say_number("api_version", wish->api_version);
    close_answer();
    if (made.handle == NULL) return 0;
    begin("facts.devices");
    uint32_t announced = announced_devices(made.handle);
    uint32_t count = physical_devices(made.handle, devices, MOST_DEVICES, &result);
    open_answer("facts.devices");
    say_number("result", result);
    say_number("count", count);
    say_number("announced", announced);
    close_answer();
    for (uint32_t i = 0; i < count; i++) say_device(made.handle, devices[i], i, wish->api_version);
    begin("facts.instance");
    destroy_instance(made.handle, NULL);
    return spent;
}

// The last thing that is done: a driver may keep what was agreed on last. The newest offer goes first, since drivers of
// Mesa 26 agree to nothing newer than what they have agreed to before.
static void say_negotiation(void) {
    VkResult results[NEWEST_DRIVER_INTERFACE + 1];
    uint32_t versions[NEWEST_DRIVER_INTERFACE + 1];
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate =
        (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)exported(NEGOTIATE);
    if (negotiate == NULL && entry.version > 0)
        negotiate = (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)entry.instance(NULL, NEGOTIATE);
    begin("facts.negotiation");
    if (negotiate == NULL) return;
    for (uint32_t offered = NEWEST_DRIVER_INTERFACE + 1; offered-- > 0;) {
        versions[offered] = offered;
        results[offered] = negotiate(&versions[offered]);
    }
    open_answer("facts.negotiation");
    for (uint32_t offered = 0; offered <= NEWEST_DRIVER_INTERFACE; offered++) {
        char key[16];
        snprintf(key, sizeof key, "%u", offered);
        open_object(key);
        say_number("result", results[offered]);
        say_number("version", versions[offered]);
        close_object();
    }
    close_answer();
}

// An instance and a device that are there while another instance is asked.
static void stand_beside(const struct wish *wish) {
    VkPhysicalDevice physical;
    begin("facts.beside");
    struct made instance = make_instance(wish);
    if (instance.handle == NULL || physical_devices(instance.handle, &physical, 1, NULL) == 0) return;
    make_device(instance.handle, physical, &(struct wish){0});
}

void probe_facts(void) {
    enter("facts");
    begin("facts.enumerated");
    struct wish wish = wished();
    if (strcmp(options.only, "beside") == 0) stand_beside(&wish);
    double cold = say_instance(&wish);
    if (options.budget > 0 && cold > 0) say_timings(&wish, options.budget, cold);
    say_negotiation();
}
