// The devices of an application of Vulkan 1.0 are not sorted by their type.
#include "common.h"

#ifdef LIBRARY
static VkResult three(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    uint32_t room = devices != NULL && *count < 3 ? *count : 3;
    for (uint32_t each = 0; devices != NULL && each < room; each++) {
        device_words[each] = ICD_LOADER_MAGIC;
        devices[each] = (VkPhysicalDevice)&device_words[each];
    }
    *count = room;
    return room < 3 ? VK_INCOMPLETE : VK_SUCCESS;
}

static const VkPhysicalDeviceType types[] = {
    VK_PHYSICAL_DEVICE_TYPE_CPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU};

static void typed(VkPhysicalDevice device, VkPhysicalDeviceProperties *found) {
    properties(device, found);
    found->deviceType = types[(uintptr_t *)device - device_words];
}

static PFN_vkVoidFunction of_this_program(const char *asked) {
    FUNCTION("vkEnumeratePhysicalDevices", three)
    FUNCTION("vkGetPhysicalDeviceProperties", typed)
    return NULL;
}
#else
int main(int count, char **words) {
    uint32_t room = 3;
    VkPhysicalDevice devices[3];
    VkPhysicalDeviceProperties first;
    open_loader(words[count - 1]);
    VkInstance instance = made_instance(VK_API_VERSION_1_0, NULL, NULL);
    CALL(instance, vkEnumeratePhysicalDevices)(instance, &room, devices);
    CALL(instance, vkGetPhysicalDeviceProperties)(devices[0], &first);
    return said(first.deviceType != VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
        first.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? "the first device is the CPU, not the discrete GPU"
                                                        : "the first device is the discrete GPU");
}
#endif
