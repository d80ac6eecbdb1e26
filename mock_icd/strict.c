// What a driver with the liberty "strict" does of the much that it may do with calls that are not valid: it says what is
// wrong with them, and ends the program. It knows a few: commands that the queue family does not support, and what has
// to be enabled.
#include "mock_icd.h"

#define PORTABILITY "VK_KHR_portability_subset"
#define PROPERTIES2 "VK_KHR_get_physical_device_properties2"
#define HOST_COPIES "VK_EXT_host_image_copy"
#define GRAPHICS_OR_COMPUTE (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)

static const struct {
    const char *command;
    VkQueueFlags of;  // one of these has to be there
} supported[] = {
    {"vkCmdFillBuffer", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdUpdateBuffer", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdCopyBuffer", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdCopyImage", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdCopyBufferToImage", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdCopyImageToBuffer", GRAPHICS_OR_COMPUTE | VK_QUEUE_TRANSFER_BIT},
    {"vkCmdClearColorImage", GRAPHICS_OR_COMPUTE},
    {"vkCmdSetEvent", GRAPHICS_OR_COMPUTE},
    {"vkCmdResetEvent", GRAPHICS_OR_COMPUTE},
    {"vkCmdWaitEvents", GRAPHICS_OR_COMPUTE},
    {"vkCmdResetQueryPool", GRAPHICS_OR_COMPUTE},
    {"vkCmdCopyQueryPoolResults", GRAPHICS_OR_COMPUTE},
    {"vkCmdBeginDebugUtilsLabelEXT", GRAPHICS_OR_COMPUTE},
    {"vkCmdDispatch", VK_QUEUE_COMPUTE_BIT},
    {"vkCmdBeginRenderPass", VK_QUEUE_GRAPHICS_BIT},
};

static int has_properties2;  // of the newest instance

static void refuse(const char *command, const char *why) {
    fprintf(stderr, "mock driver: %s %s\n", command, why);
    abort();
}

static int holds_name(const char *const *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

static int is_portable(void) { return strstr(flag("device_extensions"), PORTABILITY) != NULL; }

void look_at_instance(const VkInstanceCreateInfo *info) {
    has_properties2 = holds_name(info->ppEnabledExtensionNames, info->enabledExtensionCount, PROPERTIES2);
}

void look_at_listing(const VkExtensionProperties *rows) {
    if (violates("extensions_crash") && rows != NULL && has_properties2) raise(SIGSEGV);
}

// What Vulkan 1.3 has, an older device enables by the extensions that brought it.
static void look_at_host_copies(VkPhysicalDevice physical, const VkDeviceCreateInfo *info) {
    const char *const *names = info->ppEnabledExtensionNames;
    if (facts_of(physical)->properties.apiVersion >= VK_API_VERSION_1_3 || !holds_name(names, info->enabledExtensionCount, HOST_COPIES)) return;
    if (!holds_name(names, info->enabledExtensionCount, "VK_KHR_copy_commands2") ||
        !holds_name(names, info->enabledExtensionCount, "VK_KHR_format_feature_flags2"))
        refuse("vkCreateDevice", "enables " HOST_COPIES " without the extensions that it depends on");
}

// The properties do not have robustBufferAccessUpdateAfterBind.
static void look_at_updates(const VkDeviceCreateInfo *info) {
    const VkPhysicalDeviceFeatures2 *all = chained(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    const VkPhysicalDeviceVulkan12Features *newer = chained(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
    const VkPhysicalDeviceFeatures *first = all == NULL ? info->pEnabledFeatures : &all->features;
    if (first != NULL && first->robustBufferAccess && newer != NULL && newer->descriptorBindingStorageBufferUpdateAfterBind)
        refuse("vkCreateDevice", "enables robustBufferAccess and descriptorBindingStorageBufferUpdateAfterBind");
}

void look_at_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info) {
    if (takes("strict")) look_at_host_copies(physical, info);
    if (takes("strict")) look_at_updates(info);
    if (!takes("strict") || !is_portable()) return;
    if (!holds_name(info->ppEnabledExtensionNames, info->enabledExtensionCount, PORTABILITY))
        refuse("vkCreateDevice", "enables no " PORTABILITY);
    if (!has_properties2 && facts_of(physical)->properties.apiVersion < VK_API_VERSION_1_1)
        refuse("vkCreateDevice", "enables " PORTABILITY " without " PROPERTIES2);
}

static void look_at_memory(const VkMemoryAllocateInfo *info) {
    VkPhysicalDeviceMemoryProperties memory;
    whole_memory(&memory);
    if (memory.memoryTypes[info->memoryTypeIndex].propertyFlags & VK_MEMORY_PROPERTY_PROTECTED_BIT)
        refuse("vkAllocateMemory", "takes protected memory and has not enabled it");
}

// The shaders of pipelines that rasterize nothing, in any state.
static void look_at_stages(const VkGraphicsPipelineCreateInfo *info) {
    const VkPipelineDynamicStateCreateInfo *later = info->pDynamicState;
    if (!info->pRasterizationState->rasterizerDiscardEnable) return;
    for (uint32_t i = 0; later != NULL && i < later->dynamicStateCount; i++)
        if (later->pDynamicStates[i] == VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE) return;
    for (uint32_t i = 0; i < info->stageCount; i++)
        if (info->pStages[i].stage == VK_SHADER_STAGE_FRAGMENT_BIT)
            refuse("vkCreateGraphicsPipelines", "has a fragment shader where nothing is rasterized");
}

static void look_at_pipelines(const uintptr_t *given) {
    for (uint32_t i = 0; i < (uint32_t)given[2]; i++) look_at_stages((const VkGraphicsPipelineCreateInfo *)given[3] + i);
}

static void look_at_command(const char *command, const struct command_buffer *buffer) {
    for (size_t i = 0; i < COUNT(supported); i++)
        if (strcmp(supported[i].command, command) == 0 && !(buffer->can & supported[i].of))
            refuse(command, "is recorded for a queue family that does not support it");
}

void look_at_call(const char *command, const uintptr_t *given) {
    if (!takes("strict")) return;
    if (strncmp(command, "vkCmd", 5) == 0) look_at_command(command, (const struct command_buffer *)given[0]);
    if (strcmp(command, "vkCreateEvent") == 0 && is_portable())
        refuse(command, "makes an event, which a portability device need not have");
    if (strcmp(command, "vkCreateGraphicsPipelines") == 0) look_at_pipelines(given);
    if (strcmp(command, "vkAllocateMemory") == 0) look_at_memory((const VkMemoryAllocateInfo *)given[1]);
}
