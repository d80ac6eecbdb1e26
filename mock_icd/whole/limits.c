// What the versions after 1.0 ask of the limits of each device, alone and in the structures of their versions.
#include "../mock_icd.h"

// What may change after it was bound is as much as what may not.
#define UPDATE_AFTER_BIND(X) \
    X(maxPerStageDescriptorUpdateAfterBindSamplers, maxPerStageDescriptorSamplers) \
    X(maxPerStageDescriptorUpdateAfterBindUniformBuffers, maxPerStageDescriptorUniformBuffers) \
    X(maxPerStageDescriptorUpdateAfterBindStorageBuffers, maxPerStageDescriptorStorageBuffers) \
    X(maxPerStageDescriptorUpdateAfterBindSampledImages, maxPerStageDescriptorSampledImages) \
    X(maxPerStageDescriptorUpdateAfterBindStorageImages, maxPerStageDescriptorStorageImages) \
    X(maxPerStageDescriptorUpdateAfterBindInputAttachments, maxPerStageDescriptorInputAttachments) \
    X(maxPerStageUpdateAfterBindResources, maxPerStageResources) \
    X(maxDescriptorSetUpdateAfterBindSamplers, maxDescriptorSetSamplers) \
    X(maxDescriptorSetUpdateAfterBindUniformBuffers, maxDescriptorSetUniformBuffers) \
    X(maxDescriptorSetUpdateAfterBindUniformBuffersDynamic, maxDescriptorSetUniformBuffersDynamic) \
    X(maxDescriptorSetUpdateAfterBindStorageBuffers, maxDescriptorSetStorageBuffers) \
    X(maxDescriptorSetUpdateAfterBindStorageBuffersDynamic, maxDescriptorSetStorageBuffersDynamic) \
    X(maxDescriptorSetUpdateAfterBindSampledImages, maxDescriptorSetSampledImages) \
    X(maxDescriptorSetUpdateAfterBindStorageImages, maxDescriptorSetStorageImages) \
    X(maxDescriptorSetUpdateAfterBindInputAttachments, maxDescriptorSetInputAttachments) \
    X(maxUpdateAfterBindDescriptorsInAllPools, maxPerStageResources)
#define SET_BOTH(member, limit) out->member = limits.limit;

#define LIMITS_OF_1_1(X) \
    X(MULTIVIEW, VkPhysicalDeviceMultiviewProperties, maxMultiviewViewCount, 6) \
    X(MULTIVIEW, VkPhysicalDeviceMultiviewProperties, maxMultiviewInstanceIndex, (1U << 27) - 1) \
    X(MAINTENANCE_3, VkPhysicalDeviceMaintenance3Properties, maxPerSetDescriptors, 1024) \
    X(MAINTENANCE_3, VkPhysicalDeviceMaintenance3Properties, maxMemoryAllocationSize, largest_allocation())
#define LIMITS_OF_1_2(X) \
    X(DEPTH_STENCIL_RESOLVE, VkPhysicalDeviceDepthStencilResolveProperties, supportedDepthResolveModes, \
      VK_RESOLVE_MODE_SAMPLE_ZERO_BIT) \
    X(DEPTH_STENCIL_RESOLVE, VkPhysicalDeviceDepthStencilResolveProperties, supportedStencilResolveModes, \
      VK_RESOLVE_MODE_SAMPLE_ZERO_BIT | (violates("stencils_averaged") ? VK_RESOLVE_MODE_AVERAGE_BIT : 0)) \
    X(TIMELINE_SEMAPHORE, VkPhysicalDeviceTimelineSemaphoreProperties, maxTimelineSemaphoreValueDifference, INT32_MAX)
#define LIMITS_OF_1_3(X) \
    X(SUBGROUP_SIZE_CONTROL, VkPhysicalDeviceSubgroupSizeControlProperties, minSubgroupSize, SUBGROUP) \
    X(SUBGROUP_SIZE_CONTROL, VkPhysicalDeviceSubgroupSizeControlProperties, maxSubgroupSize, SUBGROUP) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, maxInlineUniformBlockSize, 256) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, maxPerStageDescriptorInlineUniformBlocks, 4) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, maxDescriptorSetInlineUniformBlocks, 4) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, \
      maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks, 4) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockProperties, \
      maxDescriptorSetUpdateAfterBindInlineUniformBlocks, 4) \
    X(TEXEL_BUFFER_ALIGNMENT, VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetAlignmentBytes, \
      limits.minTexelBufferOffsetAlignment) \
    X(TEXEL_BUFFER_ALIGNMENT, VkPhysicalDeviceTexelBufferAlignmentProperties, uniformTexelBufferOffsetAlignmentBytes, \
      limits.minTexelBufferOffsetAlignment) \
    X(MAINTENANCE_4, VkPhysicalDeviceMaintenance4Properties, maxBufferSize, WHOLE_HEAP)
#define LIMITS_OF_1_4(X) \
    X(PUSH_DESCRIPTOR, VkPhysicalDevicePushDescriptorProperties, maxPushDescriptors, 32)
#define SET_IN_WHOLE(words, type_of_one, member, value) out->member = (value);
#define SET_ALONE(words, type_of_one, member, value) \
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##words##_PROPERTIES) ((type_of_one *)structure)->member = (value);

enum { SUBGROUP = 4 };
#define SUBGROUP_OPERATIONS \
    (VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | \
     VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT | \
     VK_SUBGROUP_FEATURE_CLUSTERED_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT)

static VkDeviceSize largest_allocation(void) { return violates("limits_later") ? 1U << 20 : WHOLE_HEAP; }

static VkShaderStageFlags subgroup_stages(void) {
    return violates("subgroups_elsewhere") ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_COMPUTE_BIT;
}

// A structure of the chain of VkPhysicalDeviceProperties2; ``type`` is its own.
void fill_whole_properties(uint32_t type, void *structure) {
    VkPhysicalDeviceLimits limits = whole_limits();
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES) {
        VkPhysicalDeviceVulkan11Properties *out = structure;
        LIMITS_OF_1_1(SET_IN_WHOLE)
        out->subgroupSize = SUBGROUP;
        out->subgroupSupportedStages = subgroup_stages();
        out->subgroupSupportedOperations = SUBGROUP_OPERATIONS;
    } else if (type == HOST_LAYOUTS && (config.device_extensions & BIT(HOST_COPIES))) {
        fill_host_layouts(structure);
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        VkPhysicalDeviceSubgroupProperties *out = structure;
        out->subgroupSize = SUBGROUP;
        out->supportedStages = subgroup_stages();
        if (violates("subgroups_twice")) out->supportedStages |= VK_SHADER_STAGE_FRAGMENT_BIT;
        out->supportedOperations = SUBGROUP_OPERATIONS;
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES) {
        VkPhysicalDeviceVulkan12Properties *out = structure;
        UPDATE_AFTER_BIND(SET_BOTH)
        LIMITS_OF_1_2(SET_IN_WHOLE)
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES) {
        VkPhysicalDeviceDescriptorIndexingProperties *out = structure;
        UPDATE_AFTER_BIND(SET_BOTH)
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES) {
        VkPhysicalDeviceVulkan13Properties *out = structure;
        LIMITS_OF_1_3(SET_IN_WHOLE)
        out->maxInlineUniformTotalSize = 256;
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES) {
        VkPhysicalDeviceVulkan14Properties *out = structure;
        LIMITS_OF_1_4(SET_IN_WHOLE)
    }
    LIMITS_OF_1_1(SET_ALONE)
    LIMITS_OF_1_2(SET_ALONE)
    LIMITS_OF_1_3(SET_ALONE)
    LIMITS_OF_1_4(SET_ALONE)
}
