// The act "queries", its fourth part: what one fact makes of another (queries.c says the answers). Images that have one
// sample per texel by the specification, and heaps of memory whose budget is told where the extension is offered.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../../extensions.h"
#include "queries.h"

#define LEAST_RESOURCE (UINT64_C(1) << 31)  // bytes that an image may have

static struct names names;

// ---- one sample per texel

static const struct {
    const char *what;
    VkImageType type;
    VkImageTiling tiling;
    VkImageCreateFlags flags;
} simple[] = {
    {"linear images", VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_LINEAR, 0},
    {"images of one dimension", VK_IMAGE_TYPE_1D, VK_IMAGE_TILING_OPTIMAL, 0},
    {"images of three dimensions", VK_IMAGE_TYPE_3D, VK_IMAGE_TILING_OPTIMAL, 0},
    {"images for cubes", VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT},
};

// The complete chain of mipmaps of the largest image, or one level alone. Older texts round up.
static int has_right_levels(const VkImageFormatProperties *image) {
    uint32_t largest = image->maxExtent.width, below = 0;
    if (image->maxExtent.height > largest) largest = image->maxExtent.height;
    if (image->maxExtent.depth > largest) largest = image->maxExtent.depth;
    for (uint32_t rest = largest; rest > 1; rest >>= 1) below++;
    int is_power = (largest & (largest - 1)) == 0;
    return image->maxMipLevels == 1 || image->maxMipLevels == below + 1 ||
           (!is_power && image->maxMipLevels == below + 2);
}

static VkPhysicalDeviceLimits limits_of(const struct gpu *gpu) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    PFN_vkGetPhysicalDeviceProperties ask = FIND(gpu, vkGetPhysicalDeviceProperties);
    if (ask != NULL) ask(gpu->handle, &properties);
    return properties.limits;
}

// Images may be as large as the limits for their type say, and have as many layers.
static int has_right_extent(const VkPhysicalDeviceLimits *limits, VkImageType type, const VkImageFormatProperties *image) {
    const VkExtent3D *most = &image->maxExtent;
    switch (type) {
        case VK_IMAGE_TYPE_1D:
            return most->width >= limits->maxImageDimension1D && most->height == 1 && most->depth == 1 &&
                   image->maxArrayLayers >= limits->maxImageArrayLayers;
        case VK_IMAGE_TYPE_2D:
            return most->width >= limits->maxImageDimension2D && most->height >= limits->maxImageDimension2D &&
                   most->depth == 1 && image->maxArrayLayers >= limits->maxImageArrayLayers;
        default:
            return most->width >= limits->maxImageDimension3D && most->height >= limits->maxImageDimension3D &&
                   most->depth >= limits->maxImageDimension3D && image->maxArrayLayers >= 1;
    }
}

void ask_levels(const struct gpu *gpu) {
    static const VkImageType types[] = {VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D};
    static struct names small, light;
    const VkPhysicalDeviceLimits limits = limits_of(gpu);
    uint32_t asked = 0, complete = 0;
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties);
    if (ask == NULL || device_offers(gpu->instance, gpu->handle, PORTABILITY)) return;
    begin(label_of_query("levels", gpu));
    for (VkFormat format = 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++)
        for (size_t i = 0; i < COUNT(types); i++) {
            VkImageFormatProperties image = {.maxMipLevels = 0};
            char text[96];
            VkResult result = ask(gpu->handle, format, types[i], VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_SAMPLED_BIT,
                                  0, &image);
            if (result != VK_SUCCESS) continue;
            asked++;
            snprintf(text, sizeof text, "%u-dimensional images of format %d: %u levels of %u x %u x %u", types[i] + 1,
                     (int)format, image.maxMipLevels, image.maxExtent.width, image.maxExtent.height,
                     image.maxExtent.depth);
            if (!has_right_levels(&image)) add_name(&names, text);
            snprintf(text, sizeof text, "%d %u %u %u %u %u", (int)format, types[i] + 1, image.maxExtent.width,
                     image.maxExtent.height, image.maxExtent.depth, image.maxArrayLayers);
            if (!has_right_extent(&limits, types[i], &image)) add_name(&small, text);
            snprintf(text, sizeof text, "%u-dimensional images of format %d: %llu bytes", types[i] + 1, (int)format,
                     (unsigned long long)image.maxResourceSize);
            if (image.maxResourceSize < LEAST_RESOURCE) add_name(&light, text);
            complete += image.maxMipLevels > 1;
        }
    open_answer(label_of_query("levels", gpu));
    say_number("asked", asked);
    say_number("complete", complete);
    say_names("wrong", &names);
    say_names("small", &small);
    say_names("light", &light);
    close_answer();
}

// ---- samples of the limits

static const struct {
    VkFormat format;
    VkImageUsageFlags usage;
    const char *limit;
    size_t at;
} sampled[] = {
#define SAMPLES(format, usage, limit) \
    {format, VK_IMAGE_USAGE_##usage##_BIT, #limit, offsetof(VkPhysicalDeviceLimits, limit)}
    SAMPLES(VK_FORMAT_R8G8B8A8_UNORM, COLOR_ATTACHMENT, framebufferColorSampleCounts),
    SAMPLES(VK_FORMAT_R8G8B8A8_UNORM, SAMPLED, sampledImageColorSampleCounts),
    SAMPLES(VK_FORMAT_R8G8B8A8_UINT, SAMPLED, sampledImageIntegerSampleCounts),
    SAMPLES(VK_FORMAT_D16_UNORM, DEPTH_STENCIL_ATTACHMENT, framebufferDepthSampleCounts),
    SAMPLES(VK_FORMAT_D16_UNORM, SAMPLED, sampledImageDepthSampleCounts),
};

void ask_samples_of_limits(const struct gpu *gpu) {
    static struct names fewer;
    const VkPhysicalDeviceLimits limits = limits_of(gpu);
    uint32_t asked = 0;
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties);
    PFN_vkGetPhysicalDeviceFormatProperties ask_format = FIND(gpu, vkGetPhysicalDeviceFormatProperties);
    if (ask == NULL || ask_format == NULL) return;
    begin(label_of_query("samples_of_limits", gpu));
    for (size_t i = 0; i < COUNT(sampled); i++) {
        VkImageFormatProperties image = {.sampleCounts = 0};
        VkFormatProperties format;
        VkSampleCountFlags limit;
        char text[128];
        memcpy(&limit, (const char *)&limits + sampled[i].at, sizeof limit);
        ask_format(gpu->handle, sampled[i].format, &format);
        // Images that can be no attachment have one sample.
        if (!(format.optimalTilingFeatures & (VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT)))
            continue;
        if (ask(gpu->handle, sampled[i].format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, sampled[i].usage, 0, &image) != VK_SUCCESS)
            continue;
        asked++;
        snprintf(text, sizeof text, "%s (0x%x, format %d: 0x%x)", sampled[i].limit, limit, (int)sampled[i].format, image.sampleCounts);
        if ((limit & ~image.sampleCounts) != 0) add_name(&fewer, text);
    }
    open_answer(label_of_query("samples_of_limits", gpu));
    say_number("asked", asked);
    say_names("fewer", &fewer);
    close_answer();
}

void ask_samples(const struct gpu *gpu) {
    uint32_t asked = 0;
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties);
    if (ask == NULL) return;
    begin(label_of_query("samples", gpu));
    for (VkFormat format = 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++)
        for (size_t i = 0; i < COUNT(simple); i++) {
            VkImageFormatProperties image = {.sampleCounts = 0};
            char text[96];
            VkResult result = ask(gpu->handle, format, simple[i].type, simple[i].tiling, VK_IMAGE_USAGE_SAMPLED_BIT,
                                  simple[i].flags, &image);
            if (result != VK_SUCCESS) continue;
            asked++;
            snprintf(text, sizeof text, "%s of format %d", simple[i].what, (int)format);
            if (image.sampleCounts != VK_SAMPLE_COUNT_1_BIT) add_name(&names, text);
        }
    open_answer(label_of_query("samples", gpu));
    say_number("asked", asked);
    say_names("several", &names);
    close_answer();
}

// ---- features of formats

enum { FORMATS = VK_FORMAT_ASTC_12x12_SRGB_BLOCK + 1 };  // those of Vulkan 1.0

void ask_format_features(const struct gpu *gpu) {
    VkFormatProperties found[FORMATS] = {0};
    PFN_vkGetPhysicalDeviceFormatProperties ask = FIND(gpu, vkGetPhysicalDeviceFormatProperties);
    if (ask == NULL) return;
    begin(label_of_query("features", gpu));
    for (uint32_t i = 0; i < FORMATS; i++) ask(gpu->handle, (VkFormat)i, &found[i]);
    open_answer(label_of_query("features", gpu));
    open_list("optimal");
    for (uint32_t i = 0; i < FORMATS; i++) say_number(NULL, found[i].optimalTilingFeatures);
    close_list();
    open_list("buffer");
    for (uint32_t i = 0; i < FORMATS; i++) say_number(NULL, found[i].bufferFeatures);
    close_list();
    close_answer();
}

// ---- budgets of memory

#define BUDGET_TYPE ((VkStructureType)1000237000)  // VkPhysicalDeviceMemoryBudgetPropertiesEXT
struct budget {
    VkStructureType type;
    void *next;
    VkDeviceSize budgets[VK_MAX_MEMORY_HEAPS], usages[VK_MAX_MEMORY_HEAPS];
};

void ask_budget(const struct gpu *gpu) {
    struct budget budget;
    VkPhysicalDeviceMemoryProperties2 memory = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &budget, {0}};
    VkDeviceSize untouched;
    uint32_t left = 0, none = 0, over = 0, beyond = 0;
    PFN_vkGetPhysicalDeviceMemoryProperties2 ask = FIND(gpu, vkGetPhysicalDeviceMemoryProperties2);
    if (ask == NULL || !device_offers(gpu->instance, gpu->handle, "VK_EXT_memory_budget")) return;
    begin(label_of_query("budget", gpu));
    memset(&budget, STRANGERS_FILL, sizeof budget);
    memset(&untouched, STRANGERS_FILL, sizeof untouched);
    budget.type = BUDGET_TYPE;
    budget.next = NULL;
    ask(gpu->handle, &memory);
    uint32_t count = memory.memoryProperties.memoryHeapCount;
    if (count > VK_MAX_MEMORY_HEAPS) count = VK_MAX_MEMORY_HEAPS;
    for (uint32_t i = 0; i < count; i++) {
        left += budget.budgets[i] == untouched;
        none += budget.budgets[i] == 0;
        over += budget.budgets[i] != untouched && budget.budgets[i] > memory.memoryProperties.memoryHeaps[i].size;
    }
    for (uint32_t i = count; i < VK_MAX_MEMORY_HEAPS; i++) beyond += budget.budgets[i] != 0 || budget.usages[i] != 0;
    open_answer(label_of_query("budget", gpu));
    say_number("asked", count);
    say_number("unwritten", left);
    say_number("none", none);
    say_number("over", over);
    say_number("beyond", beyond);
    close_answer();
}
