#include "featured.h"

#include <stddef.h>

#define UNKNOWN_ALIGNMENT 256  // of which no stride is a multiple

// A structure of an extension that is no part of Vulkan's ordinary headers.
struct portability_properties {
    VkStructureType type;
    void *next;
    uint32_t stride_alignment;
};
#define PORTABILITY_PROPERTIES ((VkStructureType)1000163001)

// Extensions of which there are questions: their features, for the first of which the device is asked, or whether the device
// has them, where they have none.
static const struct {
    const char *name;
    size_t features;  // where these are in the offers; 0 for none
    VkStructureType type;
    size_t has;
    uint32_t api;  // the version of Vulkan that has what the extension depends on
} extensions[] = {
#define WITH_FROM(api, name, member, type) {name, offsetof(struct offers, member), (VkStructureType)(type), 0, api}
#define WITH(name, member, type) WITH_FROM(VK_API_VERSION_1_1, name, member, type)
#define ALONE(name, member) {name, 0, (VkStructureType)0, offsetof(struct offers, member), VK_API_VERSION_1_1}
    ALONE("VK_KHR_push_descriptor", pushes_sets),
    ALONE("VK_EXT_calibrated_timestamps", has_clocks),
    ALONE("VK_KHR_external_memory_fd", exports_memory),
    ALONE("VK_EXT_external_memory_dma_buf", exports_dma_bufs),
    ALONE("VK_EXT_external_memory_host", imports_host),
    WITH("VK_EXT_depth_clip_enable", depth_clip, 1000102000),
    WITH("VK_EXT_vertex_attribute_divisor", divisors, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES),
    WITH("VK_EXT_multi_draw", several_draws, 1000392000),
    WITH("VK_EXT_vertex_input_dynamic_state", input, 1000352000),
    WITH("VK_EXT_conditional_rendering", conditions, 1000081001),
    WITH("VK_EXT_transform_feedback", feedback, 1000028000),
    WITH("VK_EXT_color_write_enable", colour_writes, 1000381000),
    WITH("VK_EXT_depth_clip_control", depth_range, 1000355000),
    WITH("VK_EXT_provoking_vertex", provoking, 1000254000),
    WITH("VK_EXT_custom_border_color", border, 1000287002),
    WITH("VK_EXT_robustness2", robustness, 1000286000),
    WITH_FROM(VK_API_VERSION_1_3, "VK_EXT_host_image_copy", host_copies, 1000270000),
};

// Puts a structure of each extension that the device has in front of those of versions.
static void ask_for_extensions(const struct device *device, struct offers *to) {
    for (size_t i = 0; i < COUNT(extensions); i++) {
        VkBaseOutStructure *features = (void *)((char *)to + extensions[i].features);
        if (device->api < extensions[i].api || !device_offers(device->instance, device->gpu, extensions[i].name)) continue;
        if (extensions[i].features == 0) {
            *(int *)(void *)((char *)to + extensions[i].has) = 1;
            continue;
        }
        features->sType = extensions[i].type;
        features->pNext = to->all.pNext;
        to->all.pNext = features;
    }
}

static int is_taken(const struct offers *offers, size_t extension) {
    const char *place = (const char *)offers + extensions[extension].features;
    if (extensions[extension].features > 0) return ((const VkBaseInStructure *)(const void *)place)->sType != 0;
    return *(const int *)(const void *)((const char *)offers + extensions[extension].has);
}

// A device that has both may not have both enabled: then descriptors are not updated after they are bound, which nothing asks
// for.
static void leave_out_updates(VkPhysicalDeviceVulkan12Features *features) {
    features->descriptorBindingUniformBufferUpdateAfterBind = VK_FALSE;
    features->descriptorBindingStorageBufferUpdateAfterBind = VK_FALSE;
    features->descriptorBindingUniformTexelBufferUpdateAfterBind = VK_FALSE;
    features->descriptorBindingStorageTexelBufferUpdateAfterBind = VK_FALSE;
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
    ask_for_extensions(device, to);
    VkPhysicalDeviceDescriptorIndexingProperties indexing = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES};
    struct portability_properties portability = {PORTABILITY_PROPERTIES, NULL, to->stride_alignment};
    if (device->api >= VK_API_VERSION_1_2) to->subgroups.pNext = &indexing;
    portability.next = to->subgroups.pNext;
    if (device->is_portable) to->subgroups.pNext = &portability;
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &to->subgroups};
    ask(device->gpu, &to->all);
    describe(device->gpu, &properties);
    to->subgroups.pNext = NULL;
    to->stride_alignment = portability.stride_alignment;
    if (to->all.features.robustBufferAccess && !indexing.robustBufferAccessUpdateAfterBind) leave_out_updates(&to->of_1_2);
}

int offers_take(struct device *device, struct instance *instance, struct offers *offers) {
    const char *names[COUNT(extensions)];
    uint32_t count = 0;
    for (size_t i = 0; i < COUNT(extensions); i++)
        if (is_taken(offers, i)) names[count++] = extensions[i].name;
    const int is_chained = device->api >= VK_API_VERSION_1_1;
    const struct wish wish = {.extensions = names,
                              .extension_count = count,
                              .chain = is_chained ? &offers->all : NULL,
                              .features = is_chained ? NULL : &offers->all.features};
    return device_make("device_featured", device, instance, &wish);
}

void states_of_featured(struct player *player) {
    const struct featured featured = {player, player->offers};
#define ASK(kind) if (!states_is_late(player)) states_of_##kind(&featured);
    FEATURED_KINDS(ASK)
}
