// The act "queries", its second part: what both forms of a command tell of a device and of its formats (queries.c says
// the answers).
#include <stdio.h>
#include <string.h>

#include "../../../../native/generated/device_facts.h"
#include "queries.h"

// ---- which name

int by_extension(void) { return strcmp(options.only, "khr") == 0; }

const char *query_name(const char *name) {
    static char text[96];
    if (!by_extension() || name[strlen(name) - 1] != '2') return name;
    snprintf(text, sizeof text, "%sKHR", name);
    return text;
}

// ---- both forms of a command

#define COMPARE(text, one, other) \
    { \
        asked++; \
        if (memcmp(&(one), &(other), sizeof(one)) != 0) add_name(&different, text); \
    }
#define COMPARE_LIMIT(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.limits.member, newer.properties.limits.member)
#define COMPARE_SPARSE(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.sparseProperties.member, newer.properties.sparseProperties.member)
#define COMPARE_FEATURE(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.member, newer.features.member)
#define COMPARE_PROPERTY(member) \
    COMPARE("VkPhysicalDeviceProperties." #member, plain.member, newer.properties.member)

static struct names different, kept, unwritten;
static uint32_t asked;

static void compare_properties(const struct gpu *gpu) {
    VkPhysicalDeviceProperties plain = {0};
    VkPhysicalDeviceProperties2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    if (FIND(gpu, vkGetPhysicalDeviceProperties) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceProperties)(gpu->handle, &plain);
    gpu->properties2(gpu->handle, &newer);
    COMPARE_PROPERTY(driverVersion)
    COMPARE_PROPERTY(vendorID)
    COMPARE_PROPERTY(deviceID)
    COMPARE_PROPERTY(deviceType)
    COMPARE_PROPERTY(pipelineCacheUUID)
    asked++;
    if (strncmp(plain.deviceName, newer.properties.deviceName, sizeof plain.deviceName) != 0)
        add_name(&different, "VkPhysicalDeviceProperties.deviceName");
    MEMBERS_OF_VkPhysicalDeviceLimits(COMPARE_LIMIT)
    MEMBERS_OF_VkPhysicalDeviceSparseProperties(COMPARE_SPARSE)
}

static void compare_features(const struct gpu *gpu) {
    VkPhysicalDeviceFeatures plain = {0};
    VkPhysicalDeviceFeatures2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (FIND(gpu, vkGetPhysicalDeviceFeatures) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceFeatures)(gpu->handle, &plain);
    gpu->features2(gpu->handle, &newer);
    MEMBERS_OF_VkPhysicalDeviceFeatures(COMPARE_FEATURE)
}

static void compare_memory(const struct gpu *gpu) {
    VkPhysicalDeviceMemoryProperties plain = {0};
    VkPhysicalDeviceMemoryProperties2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    const VkPhysicalDeviceMemoryProperties *other = &newer.memoryProperties;
    if (FIND(gpu, vkGetPhysicalDeviceMemoryProperties) == NULL) return;
    if (FIND(gpu, vkGetPhysicalDeviceMemoryProperties2) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceMemoryProperties)(gpu->handle, &plain);
    FIND(gpu, vkGetPhysicalDeviceMemoryProperties2)(gpu->handle, &newer);
    COMPARE("VkPhysicalDeviceMemoryProperties.memoryTypeCount", plain.memoryTypeCount, other->memoryTypeCount)
    COMPARE("VkPhysicalDeviceMemoryProperties.memoryHeapCount", plain.memoryHeapCount, other->memoryHeapCount)
    if (different.count > 0) return;
    for (uint32_t i = 0; i < plain.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++) {
        COMPARE("VkMemoryType.propertyFlags", plain.memoryTypes[i].propertyFlags, other->memoryTypes[i].propertyFlags)
        COMPARE("VkMemoryType.heapIndex", plain.memoryTypes[i].heapIndex, other->memoryTypes[i].heapIndex)
    }
    for (uint32_t i = 0; i < plain.memoryHeapCount && i < VK_MAX_MEMORY_HEAPS; i++) {
        COMPARE("VkMemoryHeap.size", plain.memoryHeaps[i].size, other->memoryHeaps[i].size)
        COMPARE("VkMemoryHeap.flags", plain.memoryHeaps[i].flags, other->memoryHeaps[i].flags)
    }
}

// As ``queue_families`` asks: a driver that leaves the count alone where there is more room does so in both forms.
static uint32_t queue_families2(const struct gpu *gpu, VkQueueFamilyProperties2 *families, uint32_t room) {
    uint32_t counted = 0;
    FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2)(gpu->handle, &counted, NULL);
    if (counted > room) counted = room;
    uint32_t given = counted;
    if (counted > 0) FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2)(gpu->handle, &given, families);
    return given < counted ? given : counted;
}

static void compare_families(const struct gpu *gpu) {
    enum { FAMILIES = 16 };
    VkQueueFamilyProperties plain[FAMILIES] = {0};
    VkQueueFamilyProperties2 newer[FAMILIES] = {0};
    uint32_t count = queue_families(gpu->instance, gpu->handle, plain, FAMILIES);
    if (FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2) == NULL) return;
    for (uint32_t i = 0; i < FAMILIES; i++) newer[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    uint32_t others = queue_families2(gpu, newer, FAMILIES);
    COMPARE("the number of queue families", count, others)
    for (uint32_t i = 0; i < count && i < others && i < FAMILIES; i++) {
        const VkQueueFamilyProperties *other = &newer[i].queueFamilyProperties;
        COMPARE("VkQueueFamilyProperties.queueFlags", plain[i].queueFlags, other->queueFlags)
        COMPARE("VkQueueFamilyProperties.queueCount", plain[i].queueCount, other->queueCount)
        COMPARE("VkQueueFamilyProperties.timestampValidBits", plain[i].timestampValidBits, other->timestampValidBits)
        COMPARE("VkQueueFamilyProperties.minImageTransferGranularity", plain[i].minImageTransferGranularity,
                other->minImageTransferGranularity)
    }
}

static void say_different(const char *label) {
    open_answer(label);
    say_number("asked", asked);
    say_names("different", &different);
    if (kept.count > 0) say_names("kept", &kept);
    if (unwritten.count > 0) say_names("unwritten", &unwritten);
    close_answer();
    asked = 0;
}

void compare_forms(const struct gpu *gpu) {
    begin(label_of_query("forms", gpu));
    compare_properties(gpu);
    compare_features(gpu);
    compare_memory(gpu);
    compare_families(gpu);
    say_different(label_of_query("forms", gpu));
}

// ---- formats

static void compare_format(const struct gpu *gpu, VkFormat format) {
    PFN_vkGetPhysicalDeviceFormatProperties plainly = FIND(gpu, vkGetPhysicalDeviceFormatProperties);
    PFN_vkGetPhysicalDeviceFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceFormatProperties2);
    VkFormatProperties plain = {0};
    VkFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    char text[96];
    if (plainly == NULL || newly == NULL) return;
    plainly(gpu->handle, format, &plain);
    newly(gpu->handle, format, &newer);
    snprintf(text, sizeof text, "vkGetPhysicalDeviceFormatProperties of format %d", (int)format);
    COMPARE(text, plain, newer.formatProperties)
}

// Of any format, also of one that is not supported: whether the driver leaves one of the three members as it was, whatever
// that was.
static int is_left(const VkFormatProperties3 *filled, const VkFormatProperties3 *other) {
    VkFormatProperties3 first, second;
    memset(&first, STRANGERS_FILL, sizeof first);
    memset(&second, (unsigned char)~STRANGERS_FILL, sizeof second);
#define IS_LEFT(member) (filled->member == first.member && other->member == second.member)
    return IS_LEFT(linearTilingFeatures) || IS_LEFT(optimalTilingFeatures) || IS_LEFT(bufferFeatures);
#undef IS_LEFT
}

static VkFormatProperties3 ask_widely(const struct gpu *gpu, VkFormat format, unsigned char fill) {
    VkFormatProperties3 wide;
    memset(&wide, fill, sizeof wide);
    wide.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3;
    wide.pNext = NULL;
    VkFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &wide};
    FIND(gpu, vkGetPhysicalDeviceFormatProperties2)(gpu->handle, format, &newer);
    return wide;
}

static void fill_wider_format(const struct gpu *gpu, VkFormat format) {
    char text[96];
    if (gpu->minor < 3 || FIND(gpu, vkGetPhysicalDeviceFormatProperties2) == NULL) return;
    const VkFormatProperties3 one = ask_widely(gpu, format, STRANGERS_FILL),
                              other = ask_widely(gpu, format, (unsigned char)~STRANGERS_FILL);
    if (!is_left(&one, &other)) return;
    snprintf(text, sizeof text, "VkFormatProperties3 of format %d", (int)format);
    add_name(&unwritten, text);
}

// The wider bits of a format include the older ones.
static void compare_wider_format(const struct gpu *gpu, VkFormat format) {
    PFN_vkGetPhysicalDeviceFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceFormatProperties2);
    VkFormatProperties3 wide = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &wide};
    const VkFormatProperties *older = &newer.formatProperties;
    char text[96];
    if (gpu->minor < 3 || newly == NULL) return;
    newly(gpu->handle, format, &newer);
    asked++;
    if ((older->linearTilingFeatures & ~wide.linearTilingFeatures) == 0 &&
        (older->optimalTilingFeatures & ~wide.optimalTilingFeatures) == 0 &&
        (older->bufferFeatures & ~wide.bufferFeatures) == 0)
        return;
    snprintf(text, sizeof text, "bits of VkFormatProperties in VkFormatProperties3 of format %d", (int)format);
    add_name(&different, text);
}

static int is_cleared(const VkImageFormatProperties *image) {
    return image->maxExtent.width == 0 && image->maxExtent.height == 0 && image->maxExtent.depth == 0 &&
           image->maxMipLevels == 0 && image->maxArrayLayers == 0 && image->sampleCounts == 0 &&
           image->maxResourceSize == 0;
}

// Of a format that images can have, as the command asks for: for others it may not be called.
static void compare_sparse_format(const struct gpu *gpu, const VkPhysicalDeviceImageFormatInfo2 *image) {
    PFN_vkGetPhysicalDeviceSparseImageFormatProperties plainly = FIND(gpu, vkGetPhysicalDeviceSparseImageFormatProperties);
    PFN_vkGetPhysicalDeviceSparseImageFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceSparseImageFormatProperties2);
    const VkPhysicalDeviceSparseImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
                                                         .format = image->format,
                                                         .type = image->type,
                                                         .samples = VK_SAMPLE_COUNT_1_BIT,
                                                         .usage = image->usage,
                                                         .tiling = image->tiling};
    uint32_t count = 0, other = 0;
    char text[96];
    if (plainly == NULL || newly == NULL) return;
    plainly(gpu->handle, info.format, info.type, info.samples, info.usage, info.tiling, &count, NULL);
    newly(gpu->handle, &info, &other, NULL);
    snprintf(text, sizeof text, "vkGetPhysicalDeviceSparseImageFormatProperties of format %d", (int)info.format);
    COMPARE(text, count, other)
}

static void compare_image_format(const struct gpu *gpu, VkFormat format, VkImageTiling tiling) {
    PFN_vkGetPhysicalDeviceImageFormatProperties plainly = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties);
    PFN_vkGetPhysicalDeviceImageFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties2);
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .format = format,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .tiling = tiling,
                                             .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageFormatProperties plain;
    VkImageFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkImageFormatProperties *other = &newer.imageFormatProperties;
    char text[96];
    if (plainly == NULL || newly == NULL) return;
    memset(&plain, STRANGERS_FILL, sizeof plain);
    newer.imageFormatProperties = plain;
    VkResult one = plainly(gpu->handle, format, info.type, tiling, info.usage, 0, &plain);
    VkResult two = newly(gpu->handle, &info, &newer);
    snprintf(text, sizeof text, "vkGetPhysicalDeviceImageFormatProperties of format %d", (int)format);
    asked++;
    int same = one == two;
    if (same && one == VK_SUCCESS)
        same = memcmp(&plain.maxExtent, &other->maxExtent, sizeof plain.maxExtent) == 0 &&
               plain.maxMipLevels == other->maxMipLevels && plain.maxArrayLayers == other->maxArrayLayers &&
               plain.sampleCounts == other->sampleCounts && plain.maxResourceSize == other->maxResourceSize;
    if (!same) add_name(&different, text);
    if (one == VK_ERROR_FORMAT_NOT_SUPPORTED && !is_cleared(&plain)) add_name(&kept, text);
    if (two == VK_ERROR_FORMAT_NOT_SUPPORTED && !is_cleared(other)) add_name(&kept, text);
    if (one == VK_SUCCESS) compare_sparse_format(gpu, &info);
}

void compare_formats(const struct gpu *gpu) {
    begin(label_of_query("formats", gpu));
    for (VkFormat format = 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++) {
        compare_format(gpu, format);
        compare_wider_format(gpu, format);
        fill_wider_format(gpu, format);
        compare_image_format(gpu, format, VK_IMAGE_TILING_OPTIMAL);
        compare_image_format(gpu, format, VK_IMAGE_TILING_LINEAR);
    }
    say_different(label_of_query("formats", gpu));
}
