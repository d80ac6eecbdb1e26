// See extensions.h.
#include "extensions.h"

#include <pthread.h>
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

static void add(struct words *names, const char *name) {
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->word[i], name) == 0) return;
    if (names->count < MOST_WORDS) names->word[names->count++] = name;
}

void add_needed_extensions(VkInstance instance, VkPhysicalDevice device, struct words *names) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // threads make devices, and share the room
    static VkPhysicalDevice asked;
    static int offers;
    pthread_mutex_lock(&lock);
    if (device != asked) offers = device_offers(instance, device, PORTABILITY);
    asked = device;
    if (offers) add(names, PORTABILITY);
    pthread_mutex_unlock(&lock);
}

void add_wished_extensions(struct words *names) {
    const struct words *wished = &options.instance_extensions;
    for (uint32_t i = 0; i < wished->count; i++)
        if (instance_offers(wished->word[i])) add(names, wished->word[i]);
}

int device_offers(VkInstance instance, VkPhysicalDevice device, const char *name) {
    PFN_vkEnumerateDeviceExtensionProperties ask = (PFN_vkEnumerateDeviceExtensionProperties)instance_function(
        instance, "vkEnumerateDeviceExtensionProperties");
    uint32_t count = MOST_EXTENSIONS;
    return ask != NULL && ask(device, NULL, &count, room()) >= VK_SUCCESS && has_extension(name, room(), count);
}
