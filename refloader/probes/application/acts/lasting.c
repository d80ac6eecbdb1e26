// The act "agreeing", what is for a time or for a part alone: callbacks that are chained to the creation of an instance
// are called while that is created or destroyed, and elements of arrays behind their count have the value that the
// specification gives them.
#include <stdatomic.h>
#include <string.h>

#include "acts.h"
#include "../jobs.h"

#define DEBUG_UTILS "VK_EXT_debug_utils"
#define DEBUG_REPORT "VK_EXT_debug_report"
#define MEMORY_BUDGET "VK_EXT_memory_budget"
#define REPORT_CREATE_INFO ((VkStructureType)1000011000)
#define BUDGET_PROPERTIES ((VkStructureType)1000237000)
#define MOST_ROWS 64U
#define ALL_REPORTS 0x1FU
#define ALL_SEVERITIES 0x1111U
#define ALL_TYPES 0x7U

static void answer_whether(const char *step, int is_so) { answer_text(step, is_so ? "yes" : "no"); }

// ---- callbacks of a creation

static atomic_int is_between;  // vkCreateInstance and vkDestroyInstance
static atomic_uint heard, heard_older;

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *unused) {
    (void)severity, (void)types, (void)data, (void)unused;
    if (is_between) heard++;
    return VK_FALSE;
}

static VkBool32 hear_older(VkFlags flags, int type, uint64_t object, size_t location, int32_t code, const char *layer,
                           const char *message, void *unused) {
    (void)flags, (void)type, (void)object, (void)location, (void)code, (void)layer, (void)message, (void)unused;
    if (is_between) heard_older++;
    return VK_FALSE;
}

struct report_info {  // VkDebugReportCallbackCreateInfoEXT
    VkStructureType sType;
    const void *pNext;
    VkFlags flags;
    VkBool32 (*callback)(VkFlags, int, uint64_t, size_t, int32_t, const char *, const char *, void *);
    void *user_data;
};

static void work(struct instance *instance) {
    struct device device;
    if (!device_make("lasting.device", &device, instance, NULL)) return;
    if (can_fill(&device)) job_do("lasting.job", &device, 7);
    device_end(&device);
}

void listen_to_creations(void) {
    const char *extensions[2];
    const struct report_info older = {REPORT_CREATE_INFO, NULL, ALL_REPORTS, hear_older, NULL};
    const VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                     .pNext = instance_offers(DEBUG_REPORT) ? &older : NULL,
                                                     .messageSeverity = ALL_SEVERITIES,
                                                     .messageType = ALL_TYPES,
                                                     .pfnUserCallback = hear};
    struct wish wish = {.extensions = extensions, .chain = info.pNext};
    struct instance instance;
    if (instance_offers(DEBUG_REPORT)) extensions[wish.extension_count++] = DEBUG_REPORT;
    if (instance_offers(DEBUG_UTILS)) {
        extensions[wish.extension_count++] = DEBUG_UTILS;
        wish.chain = &info;
    }
    if (wish.extension_count == 0 || !instance_make("lasting.instance", &instance, &wish)) return;
    heard = heard_older = 0;
    is_between = 1;
    work(&instance);
    is_between = 0;
    if (instance_offers(DEBUG_UTILS)) answer_whether("lasting.messages", heard == 0);
    if (instance_offers(DEBUG_REPORT)) answer_whether("lasting.reports", heard_older == 0);
    instance_end(&instance);
}

// ---- elements behind a count

struct budget {  // VkPhysicalDeviceMemoryBudgetPropertiesEXT
    VkStructureType sType;
    void *pNext;
    VkDeviceSize budgets[VK_MAX_MEMORY_HEAPS], usages[VK_MAX_MEMORY_HEAPS];
};

// Whether the driver or an enabled layer has an extension: explicit layers tell of theirs by their own name.
static int is_provided(const struct device *device, const char *extension) {
    static VkExtensionProperties rows[MOST_ROWS];
    if (device_offers(device->instance, device->gpu, extension)) return 1;
    for (uint32_t layer = 0; layer < program.layer_count; layer++) {
        uint32_t count = MOST_ROWS;
        VkResult result =
            device->instance->EnumerateDeviceExtensionProperties(device->gpu, program.layers[layer], &count, rows);
        for (uint32_t i = 0; result == VK_SUCCESS && i < at_most(count, MOST_ROWS); i++)
            if (strncmp(rows[i].extensionName, extension, sizeof rows[i].extensionName) == 0) return 1;
    }
    return 0;
}

void ask_for_budgets(const struct device *device) {
    struct budget budget;
    VkPhysicalDeviceMemoryProperties2 memory = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                .pNext = &budget};
    uint64_t behind = 0;
    if (!is_provided(device, MEMORY_BUDGET)) return;
    memset(&budget, 0xFF, sizeof budget);
    budget.sType = BUDGET_PROPERTIES;
    budget.pNext = NULL;
    INSTANCE_CALL(device->instance, GetPhysicalDeviceMemoryProperties2)(device->gpu, &memory);
    uint32_t count = at_most(memory.memoryProperties.memoryHeapCount, VK_MAX_MEMORY_HEAPS);
    for (uint32_t i = count; i < VK_MAX_MEMORY_HEAPS; i++) behind |= budget.budgets[i] | budget.usages[i];
    answer_number("budget.heaps", count);
    answer_whether("budget.behind", behind == 0);
}
