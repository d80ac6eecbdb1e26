#include "featured.h"

#define PUSH_DESCRIPTORS "VK_KHR_push_descriptor"
#define CLOCKS "VK_EXT_calibrated_timestamps"
#define MEMORY "VK_KHR_external_memory_fd"
#define DIVISORS "VK_EXT_vertex_attribute_divisor"
#define SEVERAL_DRAWS "VK_EXT_multi_draw"
#define INPUT "VK_EXT_vertex_input_dynamic_state"
#define SEVERAL_DRAWS_FEATURES ((VkStructureType)1000392000)
#define INPUT_FEATURES ((VkStructureType)1000352000)
#define MOST_EXTENSIONS 6
#define UNKNOWN_ALIGNMENT 256  // of which no stride is a multiple

// A structure of an extension that is no part of Vulkan's ordinary headers.
struct portability_properties {
    VkStructureType type;
    void *next;
    uint32_t stride_alignment;
};
#define PORTABILITY_PROPERTIES ((VkStructureType)1000163001)

// Puts a structure of an extension in front of those of versions, if the device has the extension.
static void ask_too(const struct device *device, struct offers *to, const char *extension, void *structure, uint32_t type) {
    VkBaseOutStructure *first = structure;
    if (!device_offers(device->instance, device->gpu, extension)) return;
    first->sType = (VkStructureType)type;
    first->pNext = to->all.pNext;
    to->all.pNext = first;
}

void offers_ask(const struct device *device, struct offers *to) {
    PFN_vkGetPhysicalDeviceFeatures2 ask = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceFeatures2);
    PFN_vkGetPhysicalDeviceProperties2 describe = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceProperties2);
    memset(to, 0, sizeof *to);
    to->all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    to->of_1_1.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    to->of_1_2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    to->of_1_3.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    to->subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    to->of_1_1.pNext = &to->of_1_2;
    to->stride_alignment = device->is_portable ? UNKNOWN_ALIGNMENT : 1;
    if (device->api >= VK_API_VERSION_1_2) to->all.pNext = &to->of_1_1;
    if (device->api >= VK_API_VERSION_1_3) to->of_1_2.pNext = &to->of_1_3;
    if (device->api < VK_API_VERSION_1_1 || ask == NULL || describe == NULL) {
        device->instance->GetPhysicalDeviceFeatures(device->gpu, &to->all.features);
        return;
    }
    ask_too(device, to, DIVISORS, &to->divisors, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES);
    ask_too(device, to, SEVERAL_DRAWS, &to->several_draws, SEVERAL_DRAWS_FEATURES);
    ask_too(device, to, INPUT, &to->input, INPUT_FEATURES);
    struct portability_properties portability = {PORTABILITY_PROPERTIES, NULL, to->stride_alignment};
    if (device->is_portable) to->subgroups.pNext = &portability;
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &to->subgroups};
    ask(device->gpu, &to->all);
    describe(device->gpu, &properties);
    to->subgroups.pNext = NULL;
    to->stride_alignment = portability.stride_alignment;
    to->pushes_sets = device_offers(device->instance, device->gpu, PUSH_DESCRIPTORS);
    to->has_clocks = device_offers(device->instance, device->gpu, CLOCKS);
    to->exports_memory = device_offers(device->instance, device->gpu, MEMORY);
}

int offers_take(struct device *device, struct instance *instance, struct offers *offers) {
    const char *extensions[MOST_EXTENSIONS];
    uint32_t count = 0;
    if (offers->pushes_sets) extensions[count++] = PUSH_DESCRIPTORS;
    if (offers->has_clocks) extensions[count++] = CLOCKS;
    if (offers->exports_memory) extensions[count++] = MEMORY;
    if (offers->divisors.sType != 0) extensions[count++] = DIVISORS;
    if (offers->several_draws.type != 0) extensions[count++] = SEVERAL_DRAWS;
    if (offers->input.type != 0) extensions[count++] = INPUT;
    const int is_chained = device->api >= VK_API_VERSION_1_1;
    const struct wish wish = {.extensions = extensions,
                              .extension_count = count,
                              .chain = is_chained ? &offers->all : NULL,
                              .features = is_chained ? NULL : &offers->all.features};
    return device_make("device_featured", device, instance, &wish);
}

void states_of_featured(struct player *player) {
    const struct featured featured = {player, player->offers};
#define ASK(kind) states_of_##kind(&featured);
    FEATURED_KINDS(ASK)
}
