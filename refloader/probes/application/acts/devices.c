// Everything that can be asked of physical devices.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "../world.h"

#define ASKED_FORMAT VK_FORMAT_R8G8B8A8_UNORM
#define LAST_FORMAT 184  // of version 1.0
#define MOST_LISTED 65536U  // of devices and groups: a count beyond is nobody's
#define SPARE 4U

// All physical devices that there are, asked for with more room than they need; given back with free.
static VkPhysicalDevice *list_gpus(const char *step, const struct instance *instance, uint32_t *count) {
    *count = 0;
    instance->EnumeratePhysicalDevices(instance->handle, count, NULL);
    uint32_t room = *count = at_most(*count, MOST_LISTED) + SPARE;
    VkPhysicalDevice *gpus = calloc(room, sizeof(VkPhysicalDevice));
    if (gpus == NULL) abort();
    ok(step, instance->EnumeratePhysicalDevices(instance->handle, count, gpus));
    *count = at_most(*count, room);
    return gpus;
}

static int is_among(VkPhysicalDevice gpu, const VkPhysicalDevice *gpus, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (gpus[i] == gpu) return 1;
    return 0;
}

static void enumerate(const struct instance *instance) {
    VkPhysicalDevice one;
    uint32_t count = 0, again = 0, room, same = 0;
    instance->EnumeratePhysicalDevices(instance->handle, &count, NULL);
    answer_number("gpus", count);
    VkPhysicalDevice *first = list_gpus("count", instance, &count), *second = list_gpus("again", instance, &again);
    while (same < count && is_among(first[same], second, again)) same++;
    for (uint32_t i = 0; same == count && i < instance->gpu_count; i++)
        same -= (uint32_t)!is_among(instance->gpus[i], second, again);
    answer_number("same_handles", count == again && same == count);
    free(first);
    free(second);
    room = count - 1 < 1 ? 0 : 1;
    ok("short", instance->EnumeratePhysicalDevices(instance->handle, &room, &one));
    answer_number("short_count", room);
}

static void describe(const struct instance *instance, VkPhysicalDevice gpu) {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceMemoryProperties memory;
    memset(&properties, 0, sizeof properties);
    memset(&features, 0, sizeof features);
    memset(&memory, 0, sizeof memory);
    instance->GetPhysicalDeviceProperties(gpu, &properties);
    instance->GetPhysicalDeviceFeatures(gpu, &features);
    instance->GetPhysicalDeviceMemoryProperties(gpu, &memory);
    answer_member("name", properties.deviceName, sizeof properties.deviceName);
    answer_number("api", properties.apiVersion);
    answer_limits("limits", &properties.limits);
    answer_hash("features", &features, sizeof features);
    list_begin("memory");
    for (uint32_t i = 0; i < at_most(memory.memoryTypeCount, VK_MAX_MEMORY_TYPES); i++)
        list_number(memory.memoryTypes[i].propertyFlags);
    list_end();
}

static void list_families(const struct instance *instance, VkPhysicalDevice gpu) {
    VkQueueFamilyProperties rows[32] = {0};
    uint32_t count = 0;
    instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &count, NULL);
    answer_number("families", count);
    if (count > COUNT(rows)) count = COUNT(rows);
    instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &count, rows);
    list_begin("families_can");
    for (uint32_t i = 0; i < at_most(count, COUNT(rows)); i++) list_number(rows[i].queueFlags);
    list_end();
}

static void ask_formats(const struct instance *instance, VkPhysicalDevice gpu) {
    uint64_t hash = HASH_START;
    for (int format = 1; format <= LAST_FORMAT; format++) {
        VkFormatProperties properties;
        instance->GetPhysicalDeviceFormatProperties(gpu, (VkFormat)format, &properties);
        hash = hash_of(hash, &properties, sizeof properties);
    }
    answer_hash("formats", &hash, sizeof hash);
    VkImageFormatProperties image;
    ok("image_format", instance->GetPhysicalDeviceImageFormatProperties(
                           gpu, ASKED_FORMAT, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                           VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0, &image));
    uint32_t sparse = 0;
    instance->GetPhysicalDeviceSparseImageFormatProperties(gpu, ASKED_FORMAT, VK_IMAGE_TYPE_2D,
                                                           VK_SAMPLE_COUNT_1_BIT,
                                                           VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                                           VK_IMAGE_TILING_OPTIMAL, &sparse, NULL);
    answer_number("sparse_formats", sparse);
}

static void list_extensions(const char *step, const struct instance *instance, VkPhysicalDevice gpu,
                            const char *layer) {
    uint32_t count = 0;
    VkResult result = instance->EnumerateDeviceExtensionProperties(gpu, layer, &count, NULL);
    uint32_t room = count;
    VkExtensionProperties *rows = calloc((size_t)room + 1, sizeof *rows);
    if (result == VK_SUCCESS && rows != NULL)
        result = instance->EnumerateDeviceExtensionProperties(gpu, layer, &count, rows);
    list_begin(step);
    list_number(result);
    for (uint32_t i = 0; rows != NULL && result >= 0 && i < at_most(count, room); i++)
        list_member(rows[i].extensionName, sizeof rows[i].extensionName);
    list_end();
    free(rows);
}

static void list_of_each_layer(const struct instance *instance) {
    char step[64];
    for (uint32_t i = 0; i < program.layer_count; i++) {
        snprintf(step, sizeof step, "listed.extensions_of_layer_%u", i);
        list_extensions(step, instance, instance->gpus[0], program.layers[i]);
    }
    uint32_t count = 0;
    ok("layers", instance->EnumerateDeviceLayerProperties(instance->gpus[0], &count, NULL));
    answer_number("listed.layers", count);
}

// ---- version 1.1

static void describe_again(const struct instance *instance, VkPhysicalDevice gpu) {
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceMemoryProperties2 memory = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    INSTANCE_CALL(instance, GetPhysicalDeviceProperties2)(gpu, &properties);
    INSTANCE_CALL(instance, GetPhysicalDeviceFeatures2)(gpu, &features);
    INSTANCE_CALL(instance, GetPhysicalDeviceMemoryProperties2)(gpu, &memory);
    answer_limits("limits2", &properties.properties.limits);
    answer_hash("features2", &features.features, sizeof features.features);
    answer_number("memory2", memory.memoryProperties.memoryTypeCount);
}

static void ask_formats_again(const struct instance *instance, VkPhysicalDevice gpu) {
    VkFormatProperties2 format = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    VkImageFormatProperties2 image = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .format = ASKED_FORMAT,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .tiling = VK_IMAGE_TILING_OPTIMAL,
                                             .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    INSTANCE_CALL(instance, GetPhysicalDeviceFormatProperties2)(gpu, ASKED_FORMAT, &format);
    answer_hash("format2", &format.formatProperties, sizeof format.formatProperties);
    ok("image_format2", INSTANCE_CALL(instance, GetPhysicalDeviceImageFormatProperties2)(gpu, &info, &image));
    uint32_t families = 0;
    INSTANCE_CALL(instance, GetPhysicalDeviceQueueFamilyProperties2)(gpu, &families, NULL);
    answer_number("families2", families);
}

static void list_groups(const struct instance *instance) {
    PFN_vkEnumeratePhysicalDeviceGroups list = INSTANCE_COMMAND(instance, EnumeratePhysicalDeviceGroups);
    uint32_t count = 0, known = 0, gpu_count;
    VkPhysicalDevice *gpus = list_gpus("listed_for_groups", instance, &gpu_count);
    list(instance->handle, &count, NULL);
    uint32_t room = count = at_most(count, MOST_LISTED) + SPARE;
    VkPhysicalDeviceGroupProperties *rows = calloc(room, sizeof *rows);
    if (rows == NULL) abort();
    for (uint32_t i = 0; i < room; i++) rows[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    ok("groups", list(instance->handle, &count, rows));
    for (uint32_t i = 0; i < at_most(count, room); i++)
        known += (uint32_t)is_among(rows[i].physicalDevices[0], gpus, gpu_count);
    answer_number("group_count", count);
    answer_number("groups_begin_with_known", known == count);
    free(rows);
    free(gpus);
}

// What tells the devices apart, and a part of each one's extensions.
static void describe_others(const struct instance *instance) {
    char step[64];
    for (uint32_t i = 1; i < instance->gpu_count; i++) {
        VkPhysicalDevice gpu = instance->gpus[i];
        VkPhysicalDeviceProperties properties = {0};
        VkExtensionProperties one[1];
        uint32_t families = 0, count = 0, room = 1;
        instance->GetPhysicalDeviceProperties(gpu, &properties);
        instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &families, NULL);
        snprintf(step, sizeof step, "other_%u.name", i);
        answer_member(step, properties.deviceName, sizeof properties.deviceName);
        snprintf(step, sizeof step, "other_%u.families", i);
        answer_number(step, families);
        if (families > 1) {
            VkQueueFamilyProperties first[1];
            uint32_t part = 1;
            instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &part, first);
            snprintf(step, sizeof step, "other_%u.families_short", i);
            answer_number(step, part);
        }
        snprintf(step, sizeof step, "listed.extensions_of_other_%u", i);
        list_extensions(step, instance, gpu, NULL);
        instance->EnumerateDeviceExtensionProperties(gpu, NULL, &count, NULL);
        if (count < 2) continue;
        snprintf(step, sizeof step, "other_%u.extensions.short", i);
        ok(step, instance->EnumerateDeviceExtensionProperties(gpu, NULL, &room, one));
    }
}

void act_devices(void) {
    struct instance instance;
    VkPhysicalDeviceProperties properties;
    if (!instance_make("instance", &instance, NULL)) return;
    VkPhysicalDevice gpu = instance.gpus[0];
    enumerate(&instance);
    describe(&instance, gpu);
    list_families(&instance, gpu);
    ask_formats(&instance, gpu);
    list_extensions("listed.extensions", &instance, gpu, NULL);
    list_of_each_layer(&instance);
    describe_others(&instance);
    instance.GetPhysicalDeviceProperties(gpu, &properties);
    if (program.api >= VK_API_VERSION_1_1 && loader_api() >= VK_API_VERSION_1_1 &&
        properties.apiVersion >= VK_API_VERSION_1_1) {
        describe_again(&instance, gpu);
        ask_formats_again(&instance, gpu);
        list_groups(&instance);
    } else {
        answer_left_out("groups", "version 1.0");
    }
    instance_end(&instance);
}
