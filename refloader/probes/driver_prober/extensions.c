// See extensions.h.
#include "extensions.h"

#include <stdlib.h>
#include <string.h>

int has_extension(const char *name, const VkExtensionProperties *rows, uint32_t count) {
    for (uint32_t i = 0; i < count && i < MOST_EXTENSIONS; i++)
        if (strncmp(rows[i].extensionName, name, VK_MAX_EXTENSION_NAME_SIZE) == 0) return 1;
    return 0;
}

// Room of each call's own: threads ask at once.
static VkExtensionProperties *room_for_rows(void) {
    VkExtensionProperties *rows = calloc(MOST_EXTENSIONS, sizeof *rows);
    if (rows == NULL) abort();
    return rows;
}

static int is_listed(VkResult result, const char *name, VkExtensionProperties *rows, uint32_t count) {
    int found = result >= VK_SUCCESS && has_extension(name, rows, count);
    free(rows);
    return found;
}

int instance_offers(const char *name) {
    PFN_vkEnumerateInstanceExtensionProperties ask =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    uint32_t count = MOST_EXTENSIONS;
    if (ask == NULL) return 0;
    VkExtensionProperties *rows = room_for_rows();
    VkResult result = ask(NULL, &count, rows);
    return is_listed(result, name, rows, count);
}

int has_word(const struct words *names, const char *name) {
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->word[i], name) == 0) return 1;
    return 0;
}

static void add(struct words *names, const char *name) {
    if (!has_word(names, name) && names->count < MOST_WORDS) names->word[names->count++] = name;
}

void add_needed_extensions(VkInstance instance, VkPhysicalDevice device, struct words *names) {
    if (device_offers(instance, device, PORTABILITY)) add(names, PORTABILITY);
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
    if (ask == NULL) return 0;
    VkExtensionProperties *rows = room_for_rows();
    VkResult result = ask(device, NULL, &count, rows);
    return is_listed(result, name, rows, count);
}

// Up to as many rows as a list of names can hold, whose names all have an end. They are never given back.
static void take_rows(struct words *names, VkExtensionProperties *rows, uint32_t count) {
    for (uint32_t i = 0; i < count && i < MOST_EXTENSIONS && names->count < MOST_WORDS; i++) {
        rows[i].extensionName[VK_MAX_EXTENSION_NAME_SIZE - 1] = '\0';
        names->word[names->count++] = rows[i].extensionName;
    }
}

void take_instance_extensions(struct words *names) {
    uint32_t count = 0, room;
    PFN_vkEnumerateInstanceExtensionProperties ask =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    if (ask == NULL || ask(NULL, &count, NULL) < VK_SUCCESS) return;
    room = count = count < MOST_EXTENSIONS ? count : MOST_EXTENSIONS;
    VkExtensionProperties *rows = room_for_rows();
    if (ask(NULL, &count, rows) < VK_SUCCESS) return;
    take_rows(names, rows, count < room ? count : room);
}

void take_device_extensions(VkInstance instance, VkPhysicalDevice device, struct words *names) {
    PFN_vkEnumerateDeviceExtensionProperties ask = (PFN_vkEnumerateDeviceExtensionProperties)instance_function(
        instance, "vkEnumerateDeviceExtensionProperties");
    uint32_t count = MOST_EXTENSIONS;
    if (ask == NULL) return;
    VkExtensionProperties *rows = room_for_rows();
    if (ask(device, NULL, &count, rows) < VK_SUCCESS) return;
    take_rows(names, rows, count);
}

// The Vulkan specification forbids these two beside others.
static int excludes_another(const char *name) {
    return strcmp(name, "VK_EXT_buffer_device_address") == 0 || strcmp(name, "VK_AMD_negative_viewport_height") == 0;
}

void leave_out_exclusive(struct words *names) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < names->count; i++)
        if (!excludes_another(names->word[i])) names->word[kept++] = names->word[i];
    names->count = kept;
}
