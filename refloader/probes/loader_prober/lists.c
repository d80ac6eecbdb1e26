// Lists with any room, against what drivers and manifests have: physical devices, groups, extensions, layers.
// See generated.h.
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

#define BEHIND 0xA5
#define SPARE 2U

// Asks for a list of elements of a size. Gives how many are in ``to``, which has room for all of them.
typedef VkResult ask(const void *of, uint32_t *count, void *to);

struct list {
    const char *call;
    ask *ask;
    const void *of;
    size_t size;
    uint32_t most;
    void (*prepare)(void *rows, uint32_t count);
};

// With no array, with room for all, and with any other room; the whole list is left in ``rows``, -1: there is none.
static int64_t asked(const struct list *list, unsigned char *rows) {
    uint32_t counted = 0xFFFF, found, room;
    char one[24];
    VkResult result = list->ask(list->of, &counted, NULL);
    if (result != VK_SUCCESS) {
        fail("room", "%s without an array returns %s", list->call, named(result, one));
        return -1;
    }
    if (counted > list->most) return -1;
    room = one_in(2) ? counted + any(3) : any(counted + 1);
    say("%s with room for %u", list->call, room);
    for (int is_whole = 0; is_whole < 2; is_whole++) {
        if (is_whole) room = counted;
        memset(rows, BEHIND, (room + SPARE) * list->size);
        if (list->prepare != NULL) list->prepare(rows, room);
        found = room;
        result = list->ask(list->of, &found, rows);
        // Of less than all, no sentence asks for as many as there is room for.
        if (room < counted ? found > room : found != counted)
            fail("room", "%s counts %u elements; with room for %u it gives %u", list->call, counted, room, found);
        if (result != (room < counted ? VK_INCOMPLETE : VK_SUCCESS))
            fail("room", "%s has %u elements; with room for %u it returns %s", list->call, counted, room, named(result, one));
        for (size_t i = room * list->size; i < (room + SPARE) * list->size; i++)
            if (rows[i] != BEHIND) {
                fail("room", "%s with room for %u writes behind the array", list->call, room);
                break;
            }
    }
    uint32_t again = 0;
    list->ask(list->of, &again, NULL);
    if (again != counted) fail("room", "%s counts %u elements, and %u after it has been asked with room for %u", list->call, counted, again, room);
    return story->has_failed ? -1 : (int64_t)found;
}

// ---- physical devices

static VkResult ask_gpus(const void *of, uint32_t *count, void *to) {
    const struct instance *instance = of;
    return OF_INSTANCE(instance, vkEnumeratePhysicalDevices)(instance->handle, count, to);
}

void list_gpus(struct instance *instance) {
    static unsigned char rows[(MOST_LISTED + SPARE) * sizeof(void *)];
    const struct list list = {"vkEnumeratePhysicalDevices", ask_gpus, instance, sizeof(void *), MOST_LISTED - 2, NULL};
    int64_t count = asked(&list, rows);
    if (count < 0) return;
    if ((uint32_t)count != instance->gpu_count) fail("lists", "vkEnumeratePhysicalDevices gives %u physical devices, and gave %u before", (uint32_t)count, instance->gpu_count);
    for (int64_t i = 0; i < count; i++) {
        if (gpu_of_handle(instance, POINTER(VkPhysicalDevice, rows)[i]) == NULL)
            fail("lists", "vkEnumeratePhysicalDevices gives other handles than before");
        for (int64_t at = 0; at < i; at++)
            if (POINTER(VkPhysicalDevice, rows)[i] == POINTER(VkPhysicalDevice, rows)[at]) fail("lists", "vkEnumeratePhysicalDevices gives a handle twice");
    }
}

// ---- groups

static int by_extension;

static VkResult ask_groups(const void *of, uint32_t *count, void *to) {
    const struct instance *instance = of;
    PFN_vkEnumeratePhysicalDeviceGroups list = (PFN_vkEnumeratePhysicalDeviceGroups)exported_function("vkEnumeratePhysicalDeviceGroups");
    if (by_extension || list == NULL) list = OF_INSTANCE(instance, vkEnumeratePhysicalDeviceGroups);
    return list(instance->handle, count, to);
}

static void prepare_groups(void *rows, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        ((VkPhysicalDeviceGroupProperties *)rows)[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES,
        ((VkPhysicalDeviceGroupProperties *)rows)[i].pNext = NULL;
}

static void compare_group(struct instance *instance, const VkPhysicalDeviceGroupProperties *group, int *seen) {
    struct gpu *first = group->physicalDeviceCount == 0 ? NULL : gpu_of_handle(instance, group->physicalDevices[0]);
    if (first == NULL) {
        fail("groups", "vkEnumeratePhysicalDeviceGroups gives a group with no physical device of the instance");
        return;
    }
    const struct driver *driver = first->driver;
    uint32_t own = driver->group_of[first->index], size = 0;
    for (uint32_t i = 0; i < driver->gpu_count; i++) size += driver->group_of[i] == own;
    if (driver->minor == 0) size = 1;
    if (group->physicalDeviceCount != size)
        fail("groups", "vkEnumeratePhysicalDeviceGroups gives a group of %u, its driver one of %u", group->physicalDeviceCount, size);
    for (uint32_t i = 0; i < group->physicalDeviceCount && i < VK_MAX_DEVICE_GROUP_SIZE; i++) {
        struct gpu *each = gpu_of_handle(instance, group->physicalDevices[i]);
        if (each == NULL || each->driver != driver || (driver->minor > 0 && driver->group_of[each->index] != own))
            fail("groups", "vkEnumeratePhysicalDeviceGroups puts physical devices into one group that are not of one");
        else if (seen[each - instance->gpu]++) fail("groups", "vkEnumeratePhysicalDeviceGroups gives a physical device twice");
    }
    if (driver->minor > 0 && (group->subsetAllocation != VK_FALSE) != (driver->subset[own] != VK_FALSE))
        fail("groups", "vkEnumeratePhysicalDeviceGroups: the driver says %u for subsetAllocation, the application gets %u", driver->subset[own], group->subsetAllocation);
}

void list_groups(struct instance *instance) {
    static unsigned char rows[(MOST_LISTED + SPARE) * sizeof(VkPhysicalDeviceGroupProperties)];
    int seen[DRIVERS * MOST_GPUS] = {0};
    by_extension = one_in(2);
    if (instance->minor == 0 || OF_INSTANCE(instance, vkEnumeratePhysicalDeviceGroups) == NULL) return;
    const struct list list = {"vkEnumeratePhysicalDeviceGroups", ask_groups, instance, sizeof(VkPhysicalDeviceGroupProperties), MOST_LISTED - 2, prepare_groups};
    int64_t count = asked(&list, rows);
    for (int64_t i = 0; i < count; i++) compare_group(instance, &POINTER(VkPhysicalDeviceGroupProperties, rows)[i], seen);
    for (uint32_t i = 0; count >= 0 && i < instance->gpu_count; i++)
        if (!seen[i]) fail("groups", "vkEnumeratePhysicalDeviceGroups gives no group with a physical device that vkEnumeratePhysicalDevices gives");
}

// ---- extensions and layers

#define MOST_ROWS 256U
static unsigned char rows_of_names[(MOST_ROWS + SPARE) * sizeof(VkLayerProperties)];

static VkResult ask_extensions(const void *of, uint32_t *count, void *to) {
    PFN_vkEnumerateInstanceExtensionProperties list =
        (PFN_vkEnumerateInstanceExtensionProperties)get_instance_proc(NULL, "vkEnumerateInstanceExtensionProperties");
    return list(of, count, to);
}

void list_extensions(struct instance *instance) {
    (void)instance;
    const char *layer = one_in(3) ? layer_names[any(LAYERS)] : NULL;
    const struct list list = {layer == NULL ? "vkEnumerateInstanceExtensionProperties(NULL)" : "vkEnumerateInstanceExtensionProperties(a layer)",
                              ask_extensions, layer, sizeof(VkExtensionProperties), MOST_ROWS - 2, NULL};
    int64_t count = asked(&list, rows_of_names);
    if (layer != NULL && count > 0) fail("lists", "%s gives an extension that the layer does not have", list.call);
}

static VkResult ask_layers(const void *of, uint32_t *count, void *to) {
    (void)of;
    return ((PFN_vkEnumerateInstanceLayerProperties)get_instance_proc(NULL, "vkEnumerateInstanceLayerProperties"))(count, to);
}

void list_layers(struct instance *instance) {
    (void)instance;
    const struct list list = {"vkEnumerateInstanceLayerProperties", ask_layers, NULL, sizeof(VkLayerProperties), MOST_ROWS - 2, NULL};
    int64_t count = asked(&list, rows_of_names);
    for (uint32_t layer = 0; count >= 0 && layer < LAYERS; layer++) {
        uint32_t found = 0;
        for (int64_t i = 0; i < count; i++) found += strcmp(POINTER(VkLayerProperties, rows_of_names)[i].layerName, layer_names[layer]) == 0;
        if (found != 1) fail("lists", "vkEnumerateInstanceLayerProperties gives the layer %s %u times", layer_names[layer], found);
    }
}

static const struct gpu *asked_gpu;
static struct instance *asked_instance;

static VkResult ask_device_extensions(const void *of, uint32_t *count, void *to) {
    return OF_INSTANCE(asked_instance, vkEnumerateDeviceExtensionProperties)(asked_gpu->handle, of, count, to);
}

void list_device_extensions(struct instance *instance) {
    const char *const *names = device_extension_names;
    if (instance->gpu_count == 0) return;
    asked_instance = instance, asked_gpu = &instance->gpu[any(instance->gpu_count)];
    const struct list list = {"vkEnumerateDeviceExtensionProperties(NULL)", ask_device_extensions, NULL, sizeof(VkExtensionProperties), MOST_ROWS - 2, NULL};
    int64_t count = asked(&list, rows_of_names);
    for (uint32_t name = 0; count >= 0 && name < DEVICE_EXTENSIONS; name++) {
        uint32_t found = 0;
        for (int64_t i = 0; i < count; i++) {
            const VkExtensionProperties *row = &POINTER(VkExtensionProperties, rows_of_names)[i];
            if (strcmp(row->extensionName, names[name]) != 0) continue;
            found++;
            if (row->specVersion != 1 + name) fail("lists", "%s: the driver has version %u of %s, the application gets %u", list.call, 1 + name, names[name], row->specVersion);
        }
        // Without VK_KHR_surface, devices may count as having no VK_KHR_swapchain.
        if (found != 1 && (found > 1 || name > 0 || instance->has_surfaces)) fail("lists", "%s gives the driver's %s %u times", list.call, names[name], found);
    }
}

static VkResult ask_device_layers(const void *of, uint32_t *count, void *to) {
    (void)of;
    return OF_INSTANCE(asked_instance, vkEnumerateDeviceLayerProperties)(asked_gpu->handle, count, to);
}

void list_device_layers(struct instance *instance) {
    if (instance->gpu_count == 0) return;
    asked_instance = instance, asked_gpu = &instance->gpu[any(instance->gpu_count)];
    const struct list list = {"vkEnumerateDeviceLayerProperties", ask_device_layers, NULL, sizeof(VkLayerProperties), MOST_ROWS - 2, NULL};
    asked(&list, rows_of_names);
}
