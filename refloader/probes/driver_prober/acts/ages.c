// The act "ages": all that a loader of the age --interface does with a driver, from its first call to its last: the way
// in, the instance extensions, an instance, its physical devices, a device of the first, their ends. "--only direct" is the loader of version 7
// that was handed vk_icdGetInstanceProcAddr by the application and nothing else.
//
// ages.way has "found" and what struct entry says, or "why" there is no way in. ages.extensions, ages.instance and
// ages.device have "found", whether the command is there, and its result, -3 where it is not; the first the number of the
// driver's instance extensions, the others whether a handle came back ("null", "wild" where it cannot be read, "own"), and whether its first word had
// ICD_LOADER_MAGIC in its low 32 bits. ages.devices has the result and the number. ages.end is there once all has
// ended.
#include <string.h>

#include "../driver_prober.h"

static void say_way(int found, const char *why) {
    open_answer("ages.way");
    say_flag("found", found);
    if (!found) say_text("why", why);
    say_text("by", entry.by);
    say_text("negotiation", entry.negotiation);
    say_number("result", entry.result);
    say_number("version", entry.version);
    say_text("instance", file_of((void *)entry.instance));
    say_text("physical", file_of((void *)entry.physical));
    close_answer();
}

static void say_made(const char *label, int found, const struct made *made) {
    open_answer(label);
    say_flag("found", found);
    say_number("result", made->result);
    say_text("handle", made->handle == NULL ? "null" : made->is_readable ? "own" : "wild");
    say_flag("magic", (uint32_t)made->first_word == ICD_LOADER_MAGIC);
    close_answer();
}

static void use_device(VkInstance instance) {
    VkPhysicalDevice physical = NULL;
    VkResult result;
    begin("ages.devices");
    uint32_t count = physical_devices(instance, &physical, 1, &result);
    open_answer("ages.devices");
    say_number("result", result);
    say_number("count", count);
    close_answer();
    if (count == 0 || physical == NULL) return;
    begin("ages.device");
    struct made device = make_device(instance, physical, &(struct wish){0});
    say_made("ages.device", instance_function(instance, "vkCreateDevice") != NULL, &device);
    if (device.handle == NULL) return;
    begin("ages.device.end");
    destroy_device(instance, device.handle, NULL);
}

static void count_extensions(void) {
    uint32_t count = 0;
    begin("ages.extensions");
    PFN_vkEnumerateInstanceExtensionProperties enumerate =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    VkResult result = enumerate == NULL ? VK_ERROR_INITIALIZATION_FAILED : enumerate(NULL, &count, NULL);
    open_answer("ages.extensions");
    say_flag("found", enumerate != NULL);
    say_number("result", result);
    say_number("count", count);
    close_answer();
}

static void use_driver(void) {
    count_extensions();
    begin("ages.instance");
    struct made instance = make_instance(&(struct wish){0});
    say_made("ages.instance", global_function("vkCreateInstance") != NULL, &instance);
    if (instance.handle == NULL) return;
    use_device(instance.handle);
    begin("ages.instance.end");
    destroy_instance(instance.handle, NULL);
    open_answer("ages.end");
    close_answer();
}

void probe_age(void) {
    const char *why = "";
    open_library(options.library);
    begin("ages.way");
    int found = strcmp(options.only, "direct") == 0 ? find_direct_way_in(&why) : find_way_in(options.interface, &why);
    say_way(found, why);
    if (found) use_driver();
}
