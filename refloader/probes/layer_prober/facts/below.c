// The entity below in the act "facts": all numbers are 1, so that each feature is there, and one question has one answer.
#include <stdio.h>
#include <string.h>

#include "facts.h"

void fill_numbers(void *to, size_t size) {
    static const uint32_t one = 1;
    for (size_t at = 0; at + sizeof one <= size; at += sizeof one) memcpy((char *)to + at, &one, sizeof one);
}

static void fill_format(VkFormatProperties *to) { *to = (VkFormatProperties){1, 0xD, 0}; }

static void fill_format_2(VkFormatProperties2 *to) {
    fill_format(&to->formatProperties);
    for (VkBaseOutStructure *each = to->pNext; each != NULL; each = each->pNext)
        if (each->sType == VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3) {
            VkFormatProperties3 *wide = (VkFormatProperties3 *)(void *)each;
            wide->linearTilingFeatures = 1, wide->optimalTilingFeatures = 0xD, wide->bufferFeatures = 0;
        }
}

static void fill_image_format(VkImageFormatProperties *to) {
    *to = (VkImageFormatProperties){.maxExtent = {4096, 4096, 1},
                                    .maxMipLevels = 13,
                                    .maxArrayLayers = 16,
                                    .sampleCounts = VK_SAMPLE_COUNT_1_BIT,
                                    .maxResourceSize = 1U << 30};
}

static void list_sparse(uint32_t *count, VkSparseImageFormatProperties *rows, VkSparseImageFormatProperties2 *wide) {
    static const VkSparseImageFormatProperties only = {1, {64, 64, 1}, 1};
    int has_room = (rows != NULL || wide != NULL) && *count > 0;
    if (has_room && rows != NULL) rows[0] = only;
    else if (has_room) wide[0].properties = only;
    *count = has_room || (rows == NULL && wide == NULL) ? 1 : 0;
}

// Limits that a layer may lower, and two physical devices that one may prefer to the first.
static void fill_properties(const void *physical, VkPhysicalDeviceProperties *to) {
    const struct object *object = object_of(physical);
    int is_first = object != NULL && object->parent != NULL && object->parent->children[0] == object;
    to->deviceType = is_first ? VK_PHYSICAL_DEVICE_TYPE_CPU : VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    to->limits.maxImageDimension1D = to->limits.maxImageDimension2D = to->limits.maxImageDimensionCube = 32768;
    to->limits.maxImageDimension3D = to->limits.maxImageArrayLayers = 4096;
    to->limits.maxPushConstantsSize = 4096;
    to->limits.maxBoundDescriptorSets = 64;
}

struct asked_queues asked_queues;

static void look_at_queue(int is_newer, const uint64_t *a) {
    const VkDeviceQueueInfo2 *info = POINTER(const VkDeviceQueueInfo2, a[1]);
    asked_queues.times++;
    asked_queues.older += !is_newer;
    asked_queues.at[0] = is_newer ? info->queueFamilyIndex : (uint32_t)a[1];
    asked_queues.at[1] = is_newer ? info->queueIndex : (uint32_t)a[2];
}

// Each queue of the first family is another one.
static int hand_out_queue(const char *name, const uint64_t *a) {
    struct object *device = object_of(POINTER(void, a[0]));
    int is_newer = strcmp(name, "vkGetDeviceQueue2") == 0;
    if (device == NULL || (!is_newer && strcmp(name, "vkGetDeviceQueue") != 0)) return 0;
    look_at_queue(is_newer, a);
    uint32_t place = asked_queues.at[0] == 0 ? asked_queues.at[1] % 2 : 2;
    *POINTER(VkQueue, is_newer ? a[2] : a[3]) = (VkQueue)child_of(device, OBJECT_QUEUE, place);
    return 1;
}

static void protect(VkQueueFamilyProperties *family) { family->queueFlags |= VK_QUEUE_PROTECTED_BIT; }

int is_either(const char *name, const char *core) {
    size_t length = strlen(core);
    return strncmp(name, core, length) == 0 && (name[length] == '\0' || strcmp(name + length, "KHR") == 0);
}

int answer_alike(const char *name, const uint64_t *a, uint64_t *result) {
    int is_features = is_either(name, "vkGetPhysicalDeviceFeatures2");
    if (is_features || is_either(name, "vkGetPhysicalDeviceProperties2")) {
        VkBaseOutStructure *head = POINTER(VkBaseOutStructure, a[1]);
        answer_command(name, a, result);
        if (!is_features) fill_properties(POINTER(void, a[0]), &POINTER(VkPhysicalDeviceProperties2, a[1])->properties);
        if (is_features) fill_numbers(head + 1, sizeof(VkPhysicalDeviceFeatures));
        fill_chain(head->pNext);
    } else if (strcmp(name, "vkGetPhysicalDeviceProperties") == 0) {
        answer_command(name, a, result);
        fill_properties(POINTER(void, a[0]), POINTER(VkPhysicalDeviceProperties, a[1]));
    } else if (strcmp(name, "vkGetPhysicalDeviceFeatures") == 0) {
        fill_numbers(POINTER(void, a[1]), sizeof(VkPhysicalDeviceFeatures));
    } else if (strcmp(name, "vkGetPhysicalDeviceFormatProperties") == 0) {
        fill_format(POINTER(VkFormatProperties, a[2]));
    } else if (is_either(name, "vkGetPhysicalDeviceFormatProperties2")) {
        fill_format_2(POINTER(VkFormatProperties2, a[2]));
    } else if (strcmp(name, "vkGetPhysicalDeviceImageFormatProperties") == 0) {
        fill_image_format(POINTER(VkImageFormatProperties, a[6]));
    } else if (is_either(name, "vkGetPhysicalDeviceImageFormatProperties2")) {
        fill_image_format(&(POINTER(VkImageFormatProperties2, a[2]))->imageFormatProperties);
    } else if (strcmp(name, "vkGetPhysicalDeviceSparseImageFormatProperties") == 0) {
        list_sparse(POINTER(uint32_t, a[6]), POINTER(VkSparseImageFormatProperties, a[7]), NULL);
    } else if (is_either(name, "vkGetPhysicalDeviceSparseImageFormatProperties2")) {
        list_sparse(POINTER(uint32_t, a[2]), NULL, POINTER(VkSparseImageFormatProperties2, a[3]));
    } else if (is_either(name, "vkGetPhysicalDeviceExternalBufferProperties")) {
        POINTER(VkExternalBufferProperties, a[2])->externalMemoryProperties = (VkExternalMemoryProperties){3, 1, 1};
    } else if (is_either(name, "vkGetPhysicalDeviceExternalFenceProperties")) {
        fill_numbers(&POINTER(VkExternalFenceProperties, a[2])->exportFromImportedHandleTypes, 12);
    } else if (is_either(name, "vkGetPhysicalDeviceExternalSemaphoreProperties")) {
        fill_numbers(&POINTER(VkExternalSemaphoreProperties, a[2])->exportFromImportedHandleTypes, 12);
    } else if (strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0 && a[2] != 0) {
        answer_command(name, a, result);
        if (*POINTER(const uint32_t, a[1]) > 0) protect(POINTER(VkQueueFamilyProperties, a[2]));
    } else if (is_either(name, "vkGetPhysicalDeviceQueueFamilyProperties2") && a[2] != 0) {
        answer_command(name, a, result);
        if (*POINTER(const uint32_t, a[1]) > 0) protect(&(POINTER(VkQueueFamilyProperties2, a[2]))->queueFamilyProperties);
    } else {
        return hand_out_queue(name, a) || answer_of_surfaces(name, a, result);
    }
    return 1;
}
