// The act "names": which functions of the interface the library exports, and where those lie that dlsym finds.
// names.exports has for each function the name that was looked for and the place (place_of) of what was found.
#include <stdio.h>
#include <string.h>

#include "../shared/answers.h"
#include "prober.h"

static void say_export(const char *key, const char *name) {
    const void *found = exported(name);
    open_object(key);
    say_text("name", name);
    say_text("place", place_of(found));
    close_object();
}

static void say_exports(void) {
    static const char *const fixed[] = {
        "vkEnumerateInstanceLayerProperties",   "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateDeviceLayerProperties",     "vkEnumerateDeviceExtensionProperties",
        "vk_layerGetPhysicalDeviceProcAddr",
    };
    static const char *const lookups[] = {"GetInstanceProcAddr", "GetDeviceProcAddr"};
    begin("names.exports");
    open_answer("names.exports");
    say_export("vkNegotiateLoaderLayerInterfaceVersion", options.negotiate);
    say_export("vkGetInstanceProcAddr", options.gipa);
    say_export("vkGetDeviceProcAddr", options.gdpa);
    for (size_t i = 0; i < COUNT(fixed); i++) say_export(fixed[i], fixed[i]);
    for (size_t i = 0; i < COUNT(lookups) && *options.layer != '\0'; i++) {
        char name[512];
        snprintf(name, sizeof name, "%s%s", options.layer, lookups[i]);
        say_export(name, name);
    }
    close_answer();
}

void probe_names(void) {
    open_layer();
    say_exports();
}
