// The act "queries", its part about the same device in another instance (queries.c says the answers).
#include <stdlib.h>
#include <string.h>

#include "queries.h"

uint32_t minor_of(VkInstance instance, VkPhysicalDevice device, uint32_t api) {
    PFN_vkGetPhysicalDeviceProperties tell =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    if (tell != NULL) tell(device, &properties);
    uint32_t lower = properties.apiVersion < api ? properties.apiVersion : api;
    return VK_API_VERSION_MAJOR(lower) > 1 ? NEWEST_MINOR : VK_API_VERSION_MINOR(lower);
}

#define MOST_COMPARED 64U

struct identity {
    uint8_t device[VK_UUID_SIZE], driver[VK_UUID_SIZE];
};

static int compare_identities(const void *one, const void *other) { return memcmp(one, other, sizeof(struct identity)); }

// The identities of all devices of an instance in the order of their bytes; gives their number, 0 where it is not known.
static uint32_t identities(VkInstance instance, struct identity *to) {
    VkPhysicalDevice devices[MOST_COMPARED];
    VkResult result = VK_SUCCESS;
    PFN_vkGetPhysicalDeviceProperties2 ask =
        (PFN_vkGetPhysicalDeviceProperties2)instance_function(instance, "vkGetPhysicalDeviceProperties2");
    uint32_t count = physical_devices(instance, devices, MOST_COMPARED, &result);
    if (ask == NULL || result != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
        VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id};
        if (minor_of(instance, devices[i], VK_API_VERSION_1_1) < 1) return 0;
        ask(devices[i], &all);
        memcpy(to[i].device, id.deviceUUID, VK_UUID_SIZE);
        memcpy(to[i].driver, id.driverUUID, VK_UUID_SIZE);
    }
    qsort(to, count, sizeof *to, compare_identities);
    return count;
}

// Nothing is told where the devices are not as many: one may have come or gone.
void ask_in_another_instance(VkInstance instance, const struct wish *wish) {
    struct identity first[MOST_COMPARED], second[MOST_COMPARED];
    begin("queries.identities");
    if (wish->api_version < VK_API_VERSION_1_1) return;
    uint32_t count = identities(instance, first);
    struct made other = make_instance(wish);
    if (!other.is_readable) return;
    uint32_t others = identities(other.handle, second);
    if (count > 0 && count == others) {
        open_answer("queries.identities");
        say_number("asked", count);
        say_flag("same", memcmp(first, second, count * sizeof *first) == 0);
        close_answer();
    }
    destroy_instance(other.handle, NULL);
}
