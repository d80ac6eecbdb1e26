// The act "features": a device is asked for with one feature that the first physical device does not have.
//
// features.usual: "result" of vkCreateDevice without features. features.FORM: the same with "feature", the place of the
// feature among the members of VkPhysicalDeviceFeatures; FORM is "plain" (by pEnabledFeatures) or "chained" (by a
// VkPhysicalDeviceFeatures2 in pNext, where instance and device are of Vulkan 1.1). Of a device that has every feature
// nothing more is said.
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../extensions.h"

enum { FEATURES = sizeof(VkPhysicalDeviceFeatures) / sizeof(VkBool32) };

struct gpu {
    VkInstance instance;
    VkPhysicalDevice handle;
};

// The first feature that the device does not have, as the only one in ``wanted``; -1 where it has all of them.
static int take_lacking(const struct gpu *gpu, VkPhysicalDeviceFeatures *wanted) {
    VkBool32 found[FEATURES] = {0}, one[FEATURES] = {0};
    PFN_vkGetPhysicalDeviceFeatures ask =
        (PFN_vkGetPhysicalDeviceFeatures)instance_function(gpu->instance, "vkGetPhysicalDeviceFeatures");
    if (ask == NULL) return -1;
    ask(gpu->handle, (VkPhysicalDeviceFeatures *)found);
    for (int i = 0; i < FEATURES; i++) {
        if (found[i]) continue;
        one[i] = VK_TRUE;
        memcpy(wanted, one, sizeof one);
        return i;
    }
    return -1;
}

static uint32_t api_of(const struct gpu *gpu) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(gpu->instance, "vkGetPhysicalDeviceProperties");
    if (ask != NULL) ask(gpu->handle, &properties);
    return properties.apiVersion;
}

static void try_device(const struct gpu *gpu, const char *form, int feature, const VkPhysicalDeviceFeatures *plain,
                       const void *next) {
    static const float priority = 1.0F;
    char label[32];
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    struct words names = {.count = 0};
    add_needed_extensions(gpu->instance, gpu->handle, &names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = next,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
        .pEnabledFeatures = plain,
    };
    VkDevice device = NULL;
    uintptr_t word;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(gpu->instance, "vkCreateDevice");
    if (create == NULL) return;
    snprintf(label, sizeof label, "features.%s", form);
    begin(label);
    VkResult result = create(gpu->handle, &info, NULL, &device);
    open_answer(label);
    say_number("result", result);
    if (feature >= 0) say_number("feature", feature);
    close_answer();
    if (result == VK_SUCCESS && take_over(device, &word)) destroy_device(gpu->instance, device, NULL);
}

void probe_features(void) {
    struct gpu gpu;
    enter("features");
    begin("features.instance");
    uint32_t api = newest_version() < VK_API_VERSION_1_1 ? VK_API_VERSION_1_0 : VK_API_VERSION_1_1;
    struct made made = make_instance(&(struct wish){.api_version = api});
    gpu.instance = made.handle;
    if (!made.is_readable || physical_devices(made.handle, &gpu.handle, 1, NULL) != 1) return;
    if (!is_readable(gpu.handle, sizeof(void *))) return;
    VkPhysicalDeviceFeatures2 chained = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    int lacking = take_lacking(&gpu, &chained.features);
    try_device(&gpu, "usual", -1, NULL, NULL);
    if (lacking >= 0) {
        try_device(&gpu, "plain", lacking, &chained.features, NULL);
        if (api >= VK_API_VERSION_1_1 && api_of(&gpu) >= VK_API_VERSION_1_1)
            try_device(&gpu, "chained", lacking, NULL, &chained);
    }
    begin("features.end");
    destroy_instance(gpu.instance, NULL);
}
