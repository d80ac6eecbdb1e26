// Instances and devices as a loader makes them of a driver. See driver_prober.h.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_prober.h"
#include "extensions.h"

// Physical devices that there is room for, whatever the driver announces or writes.
#define MOST_HANDLES 4096U

// What loaders put into the first word of every object: a table of theirs.
static void *loaders_table[512];

// Reading from the pipe writes to the object without a crash where it must not be written.
static int replace(void *pointer, void *value) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return 0;
    int is_done = write(ends[1], &value, sizeof value) == (ssize_t)sizeof value &&
                  read(ends[0], pointer, sizeof value) == (ssize_t)sizeof value;
    close(ends[0]);
    close(ends[1]);
    return is_done;
}

int take_over(void *handle, uintptr_t *first_word) {
    *first_word = 0;
    if (!is_readable(handle, sizeof *first_word)) return 0;
    *first_word = *(uintptr_t *)handle;
    return replace(handle, loaders_table);
}

uint32_t newest_version(void) {
    PFN_vkEnumerateInstanceVersion ask =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    uint32_t version = VK_API_VERSION_1_0;
    if (entry.version < 5 || ask == NULL || ask(&version) != VK_SUCCESS) return VK_API_VERSION_1_0;
    return version < VK_API_VERSION_1_0 ? VK_API_VERSION_1_0 : version;
}

static struct made taken_over(VkResult result, void *handle) {
    struct made made = {.result = result, .handle = result == VK_SUCCESS ? handle : NULL};
    if (made.handle != NULL) made.is_readable = take_over(made.handle, &made.first_word);
    return made;
}

// What the wish names, else 1.0: but 1.1 where a driver offers VK_KHR_get_physical_device_properties2, which is wished
// for every instance, as a part of that version alone.
static uint32_t version_for(const struct wish *wish, const struct words *enabled) {
    if (wish->api_version != 0 || wish->with_version_zero) return wish->api_version;
    const struct words *wished = &options.instance_extensions;
    if (!has_word(wished, PROPERTIES2) || has_word(enabled, PROPERTIES2)) return VK_API_VERSION_1_0;
    return newest_version() >= VK_API_VERSION_1_1 ? VK_API_VERSION_1_1 : VK_API_VERSION_1_0;
}

struct made make_instance(const struct wish *wish) {
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)global_function("vkCreateInstance");
    struct words names = wish->extensions;
    if (!wish->is_bare) add_wished_extensions(&names);
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "prober",
        .apiVersion = version_for(wish, &names),
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = wish->next,
        .pApplicationInfo = wish->without_application ? NULL : &application,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
    };
    VkInstance instance = NULL;
    if (create == NULL) return (struct made){.result = VK_ERROR_INITIALIZATION_FAILED};
    VkResult result = create(&info, wish->allocator, &instance);
    return taken_over(result, instance);
}

struct made make_device(VkInstance instance, VkPhysicalDevice physical, const struct wish *wish) {
    static const float priority = 1.0F;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(instance, "vkCreateDevice");
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    struct words names = wish->extensions;
    add_needed_extensions(instance, physical, &names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = wish->next,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
    };
    VkDevice device = NULL;
    if (create == NULL) return (struct made){.result = VK_ERROR_INITIALIZATION_FAILED};
    VkResult result = create(physical, &info, wish->allocator, &device);
    return taken_over(result, device);
}

void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)instance_function(instance, "vkDestroyInstance");
    if (destroy != NULL) destroy(instance, allocator);
}

void destroy_device(VkInstance instance, VkDevice device, const VkAllocationCallbacks *allocator) {
    PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)device_function(instance, device, "vkDestroyDevice");
    if (destroy != NULL) destroy(device, allocator);
}

uint32_t queue_families(
    VkInstance instance, VkPhysicalDevice device, VkQueueFamilyProperties *families, uint32_t room) {
    uint32_t counted = 0;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties ask =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties)instance_function(
            instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    if (ask == NULL) return 0;
    ask(device, &counted, NULL);
    if (counted > room) counted = room;
    uint32_t given = counted;
    if (counted > 0) ask(device, &given, families);
    return given < counted ? given : counted;
}

uint32_t physical_devices(VkInstance instance, VkPhysicalDevice *devices, uint32_t room, VkResult *result) {
    VkResult unused;
    uintptr_t first_word;
    uint32_t count = 0;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    if (result == NULL) result = &unused;
    *result = enumerate == NULL ? VK_ERROR_INITIALIZATION_FAILED : enumerate(instance, &count, NULL);
    if (*result < VK_SUCCESS || count == 0) return 0;
    VkPhysicalDevice *all = calloc(MOST_HANDLES, sizeof *all);
    if (all == NULL) abort();
    uint32_t expected = count = count < MOST_HANDLES ? count : MOST_HANDLES;
    *result = enumerate(instance, &count, all);
    if (*result < VK_SUCCESS) count = 0;
    if (count > expected) count = expected;
    for (uint32_t i = 0; i < count; i++) take_over(all[i], &first_word);
    if (count > room) count = room;
    memcpy(devices, all, count * sizeof *all);
    free(all);
    return count;
}
