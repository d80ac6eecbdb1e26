// Values of answers that no device has: truth values that are neither, and the limits of formats that are there after all.
// See effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"

#define MOST_GROUPS 8U

// ---- truth values

static uint32_t compared;

static void look_at_truth(const char *command, const char *member, uint32_t value) {
    compared++;
    if (value <= 1) return;
    open_list(NULL);
    say_text(NULL, command);
    say_text(NULL, member);
    say_number(NULL, value);
    close_list();
}

static void look_at_groups(const struct effects *effects, const char *command) {
    VkPhysicalDeviceGroupProperties groups[MOST_GROUPS];
    uint32_t count = MOST_GROUPS;
    PFN_vkEnumeratePhysicalDeviceGroups list = (PFN_vkEnumeratePhysicalDeviceGroups)own_of_instance(effects, command);
    if (list == NULL) return;
    memset(groups, 0, sizeof groups);
    for (uint32_t i = 0; i < MOST_GROUPS; i++) groups[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    if (list((VkInstance)effects->instance.upper, &count, groups) < VK_SUCCESS) return;
    for (uint32_t i = 0; i < count && i < MOST_GROUPS; i++) look_at_truth(command, "subsetAllocation", groups[i].subsetAllocation);
}

static void look_at_features(const char *command, const VkPhysicalDeviceFeatures *features) {
    for (size_t at = 0; at < sizeof *features; at += sizeof(VkBool32)) {
        VkBool32 value;
        memcpy(&value, (const char *)features + at, sizeof value);
        look_at_truth(command, "a feature", value);
    }
}

// The name of a question that Vulkan 1.1 took over: an application of 1.0 has that of the extension, which is enabled.
static const char *either(const char *core, const char *older) { return options.minor > 0 ? core : older; }

static void look_at_both_features(const struct effects *effects) {
    VkPhysicalDeviceFeatures plain = {0};
    VkPhysicalDeviceFeatures2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    PFN_vkGetPhysicalDeviceFeatures ask = (PFN_vkGetPhysicalDeviceFeatures)own_of_instance(effects, "vkGetPhysicalDeviceFeatures");
    const char *newer_name = either("vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceFeatures2KHR");
    PFN_vkGetPhysicalDeviceFeatures2 ask_2 = (PFN_vkGetPhysicalDeviceFeatures2)own_of_instance(effects, newer_name);
    if (ask != NULL) ask(effects->physical, &plain);
    if (ask_2 != NULL) ask_2(effects->physical, &newer);
    if (ask != NULL) look_at_features("vkGetPhysicalDeviceFeatures", &plain);
    if (ask_2 != NULL) look_at_features(newer_name, &newer.features);
}

void probe_truths(const struct effects *effects) {
    compared = 0;
    open_answer("truths");
    open_list("others");
    if (options.minor > 0) look_at_groups(effects, "vkEnumeratePhysicalDeviceGroups");
    if (effects->physical != NULL) look_at_both_features(effects);
    close_list();
    say_number("compared", compared);
    close_answer();
}

// ---- budgets of heaps

#define MEMORY_BUDGET ((VkStructureType)1000237000)

struct budgets {
    VkStructureType type;
    void *next;
    VkDeviceSize budget[VK_MAX_MEMORY_HEAPS], usage[VK_MAX_MEMORY_HEAPS];
};

// Half of each heap.
static int budget_below(const char *name, const uint64_t *a, uint64_t *result) {
    if (strncmp(name, "vkGetPhysicalDeviceMemoryProperties2", 36) != 0) return 0;
    answer_command(name, a, result);
    VkPhysicalDeviceMemoryProperties2 *all = POINTER(VkPhysicalDeviceMemoryProperties2, a[1]);
    for (VkBaseOutStructure *each = all->pNext; each != NULL; each = each->pNext) {
        struct budgets *budgets = (struct budgets *)(void *)each;
        for (uint32_t i = 0; each->sType == MEMORY_BUDGET && i < VK_MAX_MEMORY_HEAPS; i++)
            budgets->usage[i] = 0, budgets->budget[i] = i < all->memoryProperties.memoryHeapCount ? all->memoryProperties.memoryHeaps[i].size / 2 : 0;
    }
    return 1;
}

void probe_budgets(const struct effects *effects) {
    const char *command = either("vkGetPhysicalDeviceMemoryProperties2", "vkGetPhysicalDeviceMemoryProperties2KHR");
    struct budgets budgets = {.type = MEMORY_BUDGET};
    VkPhysicalDeviceMemoryProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = &budgets};
    PFN_vkGetPhysicalDeviceMemoryProperties2 ask = (PFN_vkGetPhysicalDeviceMemoryProperties2)own_of_instance(effects, command);
    if (ask == NULL || effects->physical == NULL) return;
    carried = budget_below;
    ask(effects->physical, &all);
    open_answer("budgets");
    say_number("heaps", all.memoryProperties.memoryHeapCount);
    open_list("rows");
    for (uint32_t i = 0; i < VK_MAX_MEMORY_HEAPS; i++) {
        int is_heap = i < all.memoryProperties.memoryHeapCount;
        open_list(NULL);
        say_number(NULL, is_heap ? (int64_t)all.memoryProperties.memoryHeaps[i].size : 0);
        say_number(NULL, (int64_t)budgets.budget[i]);
        close_list();
    }
    close_list();
    close_answer();
}

// ---- formats that the entity below does not support

static int refuse_formats(const char *name, const uint64_t *a, uint64_t *result) {
    int is_newer = strncmp(name, "vkGetPhysicalDeviceImageFormatProperties2", 41) == 0;
    if (!is_newer && strcmp(name, "vkGetPhysicalDeviceImageFormatProperties") != 0) return 0;
    if (is_newer) memset(&POINTER(VkImageFormatProperties2, a[2])->imageFormatProperties, 0, sizeof(VkImageFormatProperties));
    else memset(POINTER(void, a[6]), 0, sizeof(VkImageFormatProperties));
    *result = (uint64_t)VK_ERROR_FORMAT_NOT_SUPPORTED;
    return 1;
}

static void say_format(const char *command, VkResult result, const VkImageFormatProperties *found) {
    char label[96] = "formats.";
    strncat(label, command, sizeof label - strlen(label) - 1);
    open_answer(label);
    say_number("result", result);
    say_number("mips", found->maxMipLevels);
    say_number("layers", found->maxArrayLayers);
    say_number("samples", found->sampleCounts);
    say_number("size", found->maxResourceSize > INT64_MAX ? INT64_MAX : (int64_t)found->maxResourceSize);
    close_answer();
}

void probe_formats(const struct effects *effects) {
    static const char *const newer[] = {"vkGetPhysicalDeviceImageFormatProperties2", "vkGetPhysicalDeviceImageFormatProperties2KHR"};
    const VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                   .format = (VkFormat)37,  // VK_FORMAT_R8G8B8A8_UNORM
                                                   .type = (VkImageType)1,
                                                   .usage = 4};
    VkImageFormatProperties2 answer = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    PFN_vkGetPhysicalDeviceImageFormatProperties plain =
        (PFN_vkGetPhysicalDeviceImageFormatProperties)own_of_instance(effects, "vkGetPhysicalDeviceImageFormatProperties");
    if (effects->physical == NULL) return;
    carried = refuse_formats;
    if (plain != NULL)
        say_format("vkGetPhysicalDeviceImageFormatProperties",
                   plain(effects->physical, info.format, info.type, (VkImageTiling)0, info.usage, 0, &answer.imageFormatProperties),
                   &answer.imageFormatProperties);
    for (size_t i = 0; i < COUNT(newer); i++) {
        PFN_vkGetPhysicalDeviceImageFormatProperties2 ask =
            (PFN_vkGetPhysicalDeviceImageFormatProperties2)own_of_instance(effects, newer[i]);
        memset(&answer.imageFormatProperties, 0, sizeof answer.imageFormatProperties);
        if (ask != NULL) say_format(newer[i], ask(effects->physical, &info, &answer), &answer.imageFormatProperties);
    }
}
