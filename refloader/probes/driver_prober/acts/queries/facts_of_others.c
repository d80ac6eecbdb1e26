// The act "queries", its fourth part: what one fact makes of another (queries.c says the answers). Images that have one
// sample per texel by the specification, and heaps of memory whose budget is told where the extension is offered.
#include <stdio.h>
#include <string.h>

#include "../../extensions.h"
#include "queries.h"

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

void ask_levels(const struct gpu *gpu) {
    static const VkImageType types[] = {VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D};
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
            complete += image.maxMipLevels > 1;
        }
    open_answer(label_of_query("levels", gpu));
    say_number("asked", asked);
    say_number("complete", complete);
    say_names("wrong", &names);
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
    uint32_t left = 0;
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
    for (uint32_t i = 0; i < count; i++) left += budget.budgets[i] == untouched;
    open_answer(label_of_query("budget", gpu));
    say_number("asked", count);
    say_number("unwritten", left);
    close_answer();
}
