// See extensions.h.
#include "extensions.h"

#include <stdlib.h>
#include <string.h>

int has_extension(const char *name, const VkExtensionProperties *rows, uint32_t count) {
    for (uint32_t i = 0; i < count && i < MOST_EXTENSIONS; i++)
        if (strncmp(rows[i].extensionName, name, VK_MAX_EXTENSION_NAME_SIZE) == 0) return 1;
    return 0;
}

static VkExtensionProperties *room(void) {
    static VkExtensionProperties *rows;
    if (rows == NULL) rows = calloc(MOST_EXTENSIONS, sizeof *rows);
    if (rows == NULL) abort();
    return rows;
}

int instance_offers(const char *name) {
    PFN_vkEnumerateInstanceExtensionProperties ask =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    uint32_t count = MOST_EXTENSIONS;
    return ask != NULL && ask(NULL, &count, room()) >= VK_SUCCESS && has_extension(name, room(), count);
}

int device_offers(VkInstance instance, VkPhysicalDevice device, const char *name) {
    PFN_vkEnumerateDeviceExtensionProperties ask = (PFN_vkEnumerateDeviceExtensionProperties)instance_function(
        instance, "vkEnumerateDeviceExtensionProperties");
    uint32_t count = MOST_EXTENSIONS;
    return ask != NULL && ask(device, NULL, &count, room()) >= VK_SUCCESS && has_extension(name, room(), count);
}
