// What a surface can do, by each command that tells it, and whether that is possible. See facts.h.
#include <stdlib.h>
#include <string.h>

#include "../../shared/answers.h"
#include "facts.h"

#define MOST_ROWS 8U

uint32_t surface_kind;

// ---- below: a surface of one size, as a window has; one whose size the swapchain decides; and one that can be scaled

static const VkSurfaceCapabilitiesKHR kinds[SURFACE_KINDS] = {
    {2, 8, {640, 480}, {640, 480}, {640, 480}, 1, 1, (VkSurfaceTransformFlagBitsKHR)1, 1, 0x1F},
    {1, 0, {UINT32_MAX, UINT32_MAX}, {1, 1}, {4096, 4096}, 1, 1, (VkSurfaceTransformFlagBitsKHR)1, 3, 0x1F},
    {3, 3, {1000, 700}, {8, 8}, {2000, 1400}, 4, 5, (VkSurfaceTransformFlagBitsKHR)4, 1, 0x10},
};
static const VkSurfaceFormatKHR formats[] = {{(VkFormat)44, (VkColorSpaceKHR)0}, {(VkFormat)50, (VkColorSpaceKHR)0}, {(VkFormat)64, (VkColorSpaceKHR)0}};

static VkResult list_formats(uint32_t *count, VkSurfaceFormatKHR *rows, VkSurfaceFormat2KHR *wide) {
    uint32_t room = *count, is_wanted = rows != NULL || wide != NULL;
    *count = !is_wanted || room > COUNT(formats) ? COUNT(formats) : room;
    for (uint32_t i = 0; is_wanted && i < *count; i++)
        if (rows != NULL) rows[i] = formats[i];
        else wide[i].surfaceFormat = formats[i];
    return is_wanted && room < COUNT(formats) ? VK_INCOMPLETE : VK_SUCCESS;
}

static void fill_with_counters(VkSurfaceCapabilities2EXT *to, const VkSurfaceCapabilitiesKHR *of) {
    to->minImageCount = of->minImageCount;
    to->maxImageCount = of->maxImageCount;
    to->currentExtent = of->currentExtent;
    to->minImageExtent = of->minImageExtent;
    to->maxImageExtent = of->maxImageExtent;
    to->maxImageArrayLayers = of->maxImageArrayLayers;
    to->supportedTransforms = of->supportedTransforms;
    to->currentTransform = of->currentTransform;
    to->supportedCompositeAlpha = of->supportedCompositeAlpha;
    to->supportedUsageFlags = of->supportedUsageFlags;
    to->supportedSurfaceCounters = 0;
}

int answer_of_surfaces(const char *name, const uint64_t *a, uint64_t *result) {
    *result = VK_SUCCESS;
    if (strcmp(name, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR") == 0) *POINTER(VkSurfaceCapabilitiesKHR, a[2]) = kinds[surface_kind];
    else if (strcmp(name, "vkGetPhysicalDeviceSurfaceCapabilities2KHR") == 0)
        POINTER(VkSurfaceCapabilities2KHR, a[2])->surfaceCapabilities = kinds[surface_kind];
    else if (strcmp(name, "vkGetPhysicalDeviceSurfaceCapabilities2EXT") == 0)
        fill_with_counters(POINTER(VkSurfaceCapabilities2EXT, a[2]), &kinds[surface_kind]);
    else if (strcmp(name, "vkGetPhysicalDeviceSurfaceFormatsKHR") == 0)
        *result = (uint64_t)list_formats(POINTER(uint32_t, a[2]), POINTER(VkSurfaceFormatKHR, a[3]), NULL);
    else if (strcmp(name, "vkGetPhysicalDeviceSurfaceFormats2KHR") == 0)
        *result = (uint64_t)list_formats(POINTER(uint32_t, a[2]), NULL, POINTER(VkSurfaceFormat2KHR, a[3]));
    else return 0;
    return 1;
}

// ---- above

// One for each kind, so that no layer knows the capabilities of one from another one.
static VkSurfaceKHR made[SURFACE_KINDS];

static int make_surfaces(const struct facts *facts) {
    const VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    PFN_vkCreateHeadlessSurfaceEXT create =
        (PFN_vkCreateHeadlessSurfaceEXT)instance_function(&facts->instance, "vkCreateHeadlessSurfaceEXT");
    if (create == NULL || !facts->is_extended) return 0;
    for (uint32_t i = 0; i < SURFACE_KINDS; i++) {
        surface_kind = i;
        if (made[i] == (VkSurfaceKHR)0 && create((VkInstance)facts->instance.upper, &info, NULL, &made[i]) != VK_SUCCESS) return 0;
    }
    return 1;
}

static VkResult ask_capabilities(const struct facts *facts, PFN_vkVoidFunction function, uint32_t form, uint32_t kind,
                                 VkSurfaceCapabilitiesKHR *to) {
    VkSurfaceCapabilities2KHR wide = {.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR};
    VkSurfaceCapabilities2EXT other = {.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_EXT};
    const VkPhysicalDeviceSurfaceInfo2KHR info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR, .surface = made[kind]};
    VkResult result;
    surface_kind = kind;
    if (form == 0) return ((PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR)function)(facts->physical, made[kind], to);
    if (form == 1) {
        result = ((PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR)function)(facts->physical, &info, &wide);
        *to = wide.surfaceCapabilities;
        return result;
    }
    result = ((PFN_vkGetPhysicalDeviceSurfaceCapabilities2EXT)function)(facts->physical, made[kind], &other);
    *to = (VkSurfaceCapabilitiesKHR){.minImageCount = other.minImageCount,
                                     .maxImageCount = other.maxImageCount,
                                     .currentExtent = other.currentExtent,
                                     .minImageExtent = other.minImageExtent,
                                     .maxImageExtent = other.maxImageExtent,
                                     .maxImageArrayLayers = other.maxImageArrayLayers,
                                     .supportedTransforms = other.supportedTransforms,
                                     .currentTransform = other.currentTransform,
                                     .supportedCompositeAlpha = other.supportedCompositeAlpha,
                                     .supportedUsageFlags = other.supportedUsageFlags};
    return result;
}

static void read_capabilities(const struct facts *facts, PFN_vkVoidFunction function, uint32_t form, uint32_t kind, struct reading *to) {
    VkSurfaceCapabilitiesKHR of;
    memset(&of, 0, sizeof of);
    to->result = ask_capabilities(facts, function, form, kind, &of);
    ADD(to, of);
}

static int by_bytes(const void *one, const void *other) { return memcmp(one, other, sizeof(VkSurfaceFormatKHR)); }

// In an order of our own, as no sentence states one.
static void read_formats(const struct facts *facts, PFN_vkVoidFunction function, uint32_t form, uint32_t kind, struct reading *to) {
    VkSurfaceFormatKHR rows[MOST_ROWS];
    VkSurfaceFormat2KHR wide[MOST_ROWS];
    const VkPhysicalDeviceSurfaceInfo2KHR info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR, .surface = made[kind]};
    uint32_t count = MOST_ROWS;
    memset(rows, 0, sizeof rows);
    memset(wide, 0, sizeof wide);
    for (uint32_t i = 0; i < MOST_ROWS; i++) wide[i].sType = VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR;
    surface_kind = kind;
    if (form == 0) to->result = ((PFN_vkGetPhysicalDeviceSurfaceFormatsKHR)function)(facts->physical, made[kind], &count, rows);
    else to->result = ((PFN_vkGetPhysicalDeviceSurfaceFormats2KHR)function)(facts->physical, &info, &count, wide);
    ADD(to, count);
    if (count > MOST_ROWS) count = MOST_ROWS;
    for (uint32_t i = 0; form != 0 && i < count; i++) rows[i] = wide[i].surfaceFormat;
    qsort(rows, count, sizeof *rows, by_bytes);
    add_to_reading(to, rows, count * sizeof *rows);
}

static const struct inquiry of_capabilities = {{"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
                                                 "vkGetPhysicalDeviceSurfaceCapabilities2EXT"},
                                                0, SURFACE_KINDS, read_capabilities};
static const struct inquiry of_formats = {
    {"vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfaceFormats2KHR"}, 0, 1, read_formats};

void compare_commands_of_surfaces(const struct facts *facts) {
    begin("facts.surfaces");
    if (!make_surfaces(facts)) return;
    compare_forms(facts, &of_capabilities);
    compare_forms(facts, &of_formats);
}

static void say_row(const VkSurfaceCapabilitiesKHR *of) {
    const uint32_t numbers[] = {of->minImageCount, of->maxImageCount, of->currentExtent.width, of->currentExtent.height,
                                of->minImageExtent.width, of->minImageExtent.height, of->maxImageExtent.width,
                                of->maxImageExtent.height, of->maxImageArrayLayers, of->supportedTransforms,
                                (uint32_t)of->currentTransform, of->supportedCompositeAlpha, of->supportedUsageFlags};
    open_list(NULL);
    for (size_t i = 0; i < COUNT(numbers); i++) say_number(NULL, numbers[i]);
    close_list();
}

void say_capabilities(const struct facts *facts) {
    begin("facts.capabilities");
    if (!make_surfaces(facts)) return;
    for (uint32_t form = 0; form < 3; form++) {
        char label[96] = "surfaces.";
        const char *name = of_capabilities.names[form];
        if (!is_layers(facts, name)) continue;
        strncat(label, name, sizeof label - strlen(label) - 1);
        open_answer(label);
        open_list("rows");
        for (uint32_t kind = 0; kind < SURFACE_KINDS; kind++) {
            VkSurfaceCapabilitiesKHR of;
            memset(&of, 0, sizeof of);
            if (ask_capabilities(facts, instance_function(&facts->instance, name), form, kind, &of) == VK_SUCCESS) say_row(&of);
        }
        close_list();
        close_answer();
    }
}
