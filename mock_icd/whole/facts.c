// What a driver "whole=1" says of its devices: the least that the specification asks of any, or little more.
#include "../mock_icd.h"
#define ANY_SAMPLES (VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT)

// The flags' values where none is given: a driver that can draw, show on every windowing system that the
// loader knows, has what no registry knows, and of features what layers take for granted.
static const struct {
    const char *name, *value;
} whole_flags[] = {
    {"families", "GCT1"},
    {"type", "cpu"},
    {"extensions",
     "VK_KHR_surface:25,VK_KHR_get_surface_capabilities2:1,VK_KHR_get_physical_device_properties2:2,"
     "VK_EXT_headless_surface:1,VK_KHR_xcb_surface:6,VK_KHR_xlib_surface:6,VK_KHR_wayland_surface:6,"
     "VK_EXT_debug_utils:2,VK_MOCK_invented:1"},
    {"device_extensions", "VK_KHR_swapchain:70,VK_MOCK_invented_device:1"},
    {"features",
     "robustBufferAccess,independentBlend,shaderImageGatherExtended,fragmentStoresAndAtomics,"
     "vertexPipelineStoresAndAtomics,shaderStorageImageWriteWithoutFormat"},
    {"refused_application", "refused"},
    {"unknown_instance", "vkInventMOCK"},
    {"unknown_physical", "vkGetPhysicalDeviceInventionMOCK"},
    {"unknown_device", "vkInventDeviceMOCK"},
};

void set_whole_flags(void) {
    for (size_t i = 0; i < COUNT(whole_flags); i++)
        for (size_t j = 0; j < flag_count; j++)
            if (strcmp(flag_table[j].name, whole_flags[i].name) == 0 && flag_table[j].given == NULL)
                flag_table[j].value = whole_flags[i].value;
}

static VkPhysicalDeviceLimits usual_limits(void) {
    const VkPhysicalDeviceFeatures features = whole_features();
    return (VkPhysicalDeviceLimits){
        .maxImageDimension1D = WHOLE_EXTENT, .maxImageDimension2D = WHOLE_EXTENT, .maxImageDimension3D = 256,
        .maxImageDimensionCube = WHOLE_EXTENT, .maxImageArrayLayers = WHOLE_LAYERS,
        .maxTexelBufferElements = 65536, .maxUniformBufferRange = 65536, .maxStorageBufferRange = 1U << 27,
        .maxPushConstantsSize = violates("limits_low") ? 64 : 256, .maxMemoryAllocationCount = 4096, .maxSamplerAllocationCount = 4000,
        .bufferImageGranularity = 1, .maxBoundDescriptorSets = 8, .maxPerStageDescriptorSamplers = 16,
        .maxPerStageDescriptorUniformBuffers = 16, .maxPerStageDescriptorStorageBuffers = 16,
        .maxPerStageDescriptorSampledImages = 16, .maxPerStageDescriptorStorageImages = 16,
        .maxPerStageDescriptorInputAttachments = 8, .maxPerStageResources = violates("resources_few") ? 60 : 128, .maxDescriptorSetSamplers = 96,
        .maxDescriptorSetUniformBuffers = violates("limits_of_sets") ? 30 : 90, .maxDescriptorSetUniformBuffersDynamic = 8,
        .maxDescriptorSetStorageBuffers = 96, .maxDescriptorSetStorageBuffersDynamic = 8,
        .maxDescriptorSetSampledImages = 96, .maxDescriptorSetStorageImages = 96,
        .maxDescriptorSetInputAttachments = 8, .maxVertexInputAttributes = 16, .maxVertexInputBindings = 16,
        .maxVertexInputAttributeOffset = 2047, .maxVertexInputBindingStride = 2048,
        .maxVertexOutputComponents = 64, .maxFragmentInputComponents = 64, .maxFragmentOutputAttachments = 8,
        .maxGeometryShaderInvocations = 32, .maxGeometryInputComponents = 64, .maxGeometryOutputComponents = 64,
        .maxGeometryOutputVertices = 256, .maxGeometryTotalOutputComponents = 1024,
        .maxFragmentDualSrcAttachments = 1, .maxFragmentCombinedOutputResources = 16,
        .sparseAddressSpaceSize = features.sparseBinding ? UINT64_C(1) << 31 : 0, .maxComputeSharedMemorySize = 16384, .maxComputeWorkGroupCount = {65535, 65535, 65535},
        .maxComputeWorkGroupInvocations = 128, .maxComputeWorkGroupSize = {128, 128, 64},
        .subPixelPrecisionBits = 4, .subTexelPrecisionBits = 4, .mipmapPrecisionBits = 4,
        .maxDrawIndexedIndexValue = UINT32_MAX - violates("limits_by_feature"), .maxDrawIndirectCount = holds(flag("features"), "multiDrawIndirect", 17, ",") ? UINT16_MAX : 1, .maxSamplerLodBias = 2,
        .maxSamplerAnisotropy = 16, .maxViewports = features.multiViewport ? 16 : 1,
        .maxTessellationGenerationLevel = 64, .maxTessellationPatchSize = 32,
        .maxTessellationControlPerVertexInputComponents = 64, .maxTessellationControlPerVertexOutputComponents = 64,
        .maxTessellationControlPerPatchOutputComponents = 120, .maxTessellationControlTotalOutputComponents = 2048,
        .maxTessellationEvaluationInputComponents = 64, .maxTessellationEvaluationOutputComponents = 64, .minTexelGatherOffset = -8, .maxTexelGatherOffset = 7,
        .minInterpolationOffset = -0.5F, .maxInterpolationOffset = 0.5F, .subPixelInterpolationOffsetBits = 4,
        .maxViewportDimensions = {WHOLE_EXTENT, WHOLE_EXTENT},
        .viewportBoundsRange = {-2.0f * WHOLE_EXTENT, 2.0f * WHOLE_EXTENT - 1}, .minMemoryMapAlignment = WHOLE_MAPPING,
        .minTexelBufferOffsetAlignment = WHOLE_ALIGNMENT, .minUniformBufferOffsetAlignment = WHOLE_ALIGNMENT,
        .minStorageBufferOffsetAlignment = WHOLE_ALIGNMENT, .minTexelOffset = -8, .maxTexelOffset = 7,
        .maxFramebufferWidth = WHOLE_EXTENT, .maxFramebufferHeight = WHOLE_EXTENT,
        .maxFramebufferLayers = WHOLE_LAYERS, .framebufferColorSampleCounts = violates("samples_lacking") ? VK_SAMPLE_COUNT_4_BIT : violates("samples_claimed") ? ANY_SAMPLES | VK_SAMPLE_COUNT_8_BIT : ANY_SAMPLES,
        .framebufferDepthSampleCounts = ANY_SAMPLES, .framebufferStencilSampleCounts = ANY_SAMPLES,
        .framebufferNoAttachmentsSampleCounts = ANY_SAMPLES, .maxColorAttachments = 8,
        .sampledImageColorSampleCounts = ANY_SAMPLES, .sampledImageIntegerSampleCounts = ANY_SAMPLES,
        .sampledImageDepthSampleCounts = ANY_SAMPLES, .sampledImageStencilSampleCounts = ANY_SAMPLES,
        .storageImageSampleCounts = VK_SAMPLE_COUNT_1_BIT, .maxSampleMaskWords = 1,
        .timestampComputeAndGraphics = VK_TRUE, .timestampPeriod = violates("timestamps_at_once") ? 0 : 1, .maxClipDistances = 8,
        .maxCullDistances = 8, .maxCombinedClipAndCullDistances = 8, .discreteQueuePriorities = 2,
        .pointSizeRange = {1, features.largePoints ? 64 : 1}, .pointSizeGranularity = features.largePoints ? 1 : 0,
        .lineWidthRange = {violates("lines_thick") ? 2 : 1, violates("lines_thick") || features.wideLines ? 8 : 1},
        .lineWidthGranularity = features.wideLines ? 1 : 0, .strictLines = VK_TRUE, .standardSampleLocations = VK_TRUE,
        .optimalBufferCopyOffsetAlignment = 1, .optimalBufferCopyRowPitchAlignment = 1,
        .nonCoherentAtomSize = violates("limits_odd") ? 96 : 64};
}

// What depends on features that a device has not got may be as small as the specification has it for such a one.
VkPhysicalDeviceLimits whole_limits(void) {
    VkPhysicalDeviceLimits limits = usual_limits();
    if (!takes("least_limits")) return limits;
    limits.maxTessellationGenerationLevel = limits.maxTessellationPatchSize = 0;
    limits.maxTessellationControlPerVertexInputComponents = limits.maxTessellationControlPerVertexOutputComponents = 0;
    limits.maxTessellationControlPerPatchOutputComponents = limits.maxTessellationControlTotalOutputComponents = 0;
    limits.maxTessellationEvaluationInputComponents = limits.maxTessellationEvaluationOutputComponents = 0;
    limits.maxGeometryShaderInvocations = limits.maxGeometryInputComponents = limits.maxGeometryOutputComponents = 0;
    limits.maxGeometryOutputVertices = limits.maxGeometryTotalOutputComponents = 0;
    limits.maxFragmentDualSrcAttachments = limits.subPixelInterpolationOffsetBits = 0;
    limits.minInterpolationOffset = limits.maxInterpolationOffset = 0;
    limits.minTexelGatherOffset = limits.maxTexelGatherOffset = 0;
    limits.maxClipDistances = limits.maxCullDistances = limits.maxCombinedClipAndCullDistances = 0;
    limits.maxDrawIndexedIndexValue = (1U << 24) - 1;
    limits.maxSamplerAnisotropy = 1;
    return limits;
}

#define FEATURE_ROW(feature) {#feature, offsetof(VkPhysicalDeviceFeatures, feature)},
static const struct {
    const char *name;
    size_t at;
} feature_rows[] = {PHYSICAL_DEVICE_FEATURES(FEATURE_ROW)};

// Where the newest device is of Vulkan 1.4, all have what that asks for.
static const char features_of_1_4[] =
    "fullDrawIndexUint32,imageCubeArray,independentBlend,sampleRateShading,drawIndirectFirstInstance,depthClamp,"
    "depthBiasClamp,samplerAnisotropy,fragmentStoresAndAtomics,shaderStorageImageExtendedFormats,"
    "shaderUniformBufferArrayDynamicIndexing,shaderSampledImageArrayDynamicIndexing,"
    "shaderStorageBufferArrayDynamicIndexing,shaderStorageImageArrayDynamicIndexing,shaderImageGatherExtended,"
    "shaderInt16,largePoints";

static int has_feature(size_t which) {
    const char *name = feature_rows[which].name;
    return holds(flag("features"), name, strlen(name), ",") ||
           (config.newest_minor >= 4 && holds(features_of_1_4, name, strlen(name), ","));
}

VkPhysicalDeviceFeatures whole_features(void) {
    VkPhysicalDeviceFeatures features = {0};
    for (size_t i = 0; i < COUNT(feature_rows); i++)
        *(VkBool32 *)((char *)&features + feature_rows[i].at) = (VkBool32)has_feature(i);
    if (violates("booleans_odd")) features.robustBufferAccess *= UINT32_MAX;
    return features;
}

// What versions after 1.0 ask of each device, and timeline semaphores: features alone and in the structures of their
// versions.
#define FEATURES_OF_1_1(X) X(MULTIVIEW, VkPhysicalDeviceMultiviewFeatures, multiview)
#define FEATURES_OF_1_2(X) \
    X(TIMELINE_SEMAPHORE, VkPhysicalDeviceTimelineSemaphoreFeatures, timelineSemaphore) \
    X(IMAGELESS_FRAMEBUFFER, VkPhysicalDeviceImagelessFramebufferFeatures, imagelessFramebuffer) \
    X(UNIFORM_BUFFER_STANDARD_LAYOUT, VkPhysicalDeviceUniformBufferStandardLayoutFeatures, uniformBufferStandardLayout) \
    X(SHADER_SUBGROUP_EXTENDED_TYPES, VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures, shaderSubgroupExtendedTypes) \
    X(SEPARATE_DEPTH_STENCIL_LAYOUTS, VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures, separateDepthStencilLayouts) \
    X(HOST_QUERY_RESET, VkPhysicalDeviceHostQueryResetFeatures, hostQueryReset) \
    X(VULKAN_MEMORY_MODEL, VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModel) \
    X(VULKAN_MEMORY_MODEL, VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelDeviceScope) \
    X(BUFFER_DEVICE_ADDRESS, VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddress)
#define FEATURES_OF_1_3(X) \
    X(SHADER_TERMINATE_INVOCATION, VkPhysicalDeviceShaderTerminateInvocationFeatures, shaderTerminateInvocation) \
    X(SHADER_DEMOTE_TO_HELPER_INVOCATION, VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures, \
      shaderDemoteToHelperInvocation) \
    X(PRIVATE_DATA, VkPhysicalDevicePrivateDataFeatures, privateData) \
    X(PIPELINE_CREATION_CACHE_CONTROL, VkPhysicalDevicePipelineCreationCacheControlFeatures, \
      pipelineCreationCacheControl) \
    X(SYNCHRONIZATION_2, VkPhysicalDeviceSynchronization2Features, synchronization2) \
    X(ZERO_INITIALIZE_WORKGROUP_MEMORY, VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures, \
      shaderZeroInitializeWorkgroupMemory) \
    X(IMAGE_ROBUSTNESS, VkPhysicalDeviceImageRobustnessFeatures, robustImageAccess) \
    X(SUBGROUP_SIZE_CONTROL, VkPhysicalDeviceSubgroupSizeControlFeatures, subgroupSizeControl) \
    X(SUBGROUP_SIZE_CONTROL, VkPhysicalDeviceSubgroupSizeControlFeatures, computeFullSubgroups) \
    X(DYNAMIC_RENDERING, VkPhysicalDeviceDynamicRenderingFeatures, dynamicRendering) \
    X(SHADER_INTEGER_DOT_PRODUCT, VkPhysicalDeviceShaderIntegerDotProductFeatures, shaderIntegerDotProduct) \
    X(MAINTENANCE_4, VkPhysicalDeviceMaintenance4Features, maintenance4) \
    X(INLINE_UNIFORM_BLOCK, VkPhysicalDeviceInlineUniformBlockFeatures, inlineUniformBlock)
#define OF_1_1_IN_1_4(X) \
    X(SAMPLER_YCBCR_CONVERSION, VkPhysicalDeviceSamplerYcbcrConversionFeatures, samplerYcbcrConversion) \
    X(16BIT_STORAGE, VkPhysicalDevice16BitStorageFeatures, storageBuffer16BitAccess) \
    X(VARIABLE_POINTERS, VkPhysicalDeviceVariablePointersFeatures, variablePointers) \
    X(VARIABLE_POINTERS, VkPhysicalDeviceVariablePointersFeatures, variablePointersStorageBuffer)
#define OF_1_2_IN_1_4(X) \
    X(SCALAR_BLOCK_LAYOUT, VkPhysicalDeviceScalarBlockLayoutFeatures, scalarBlockLayout) \
    X(DESCRIPTOR_INDEXING, VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformTexelBufferArrayDynamicIndexing) \
    X(DESCRIPTOR_INDEXING, VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageTexelBufferArrayDynamicIndexing) \
    X(SHADER_FLOAT16_INT8, VkPhysicalDeviceShaderFloat16Int8Features, shaderInt8) \
    X(8BIT_STORAGE, VkPhysicalDevice8BitStorageFeatures, storageBuffer8BitAccess)
#define FILL_IN_WHOLE(words, structure, feature) out->feature = VK_TRUE;
#define FILL_ALONE(words, structure, feature) \
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##words##_FEATURES) ((structure *)chained)->feature = VK_TRUE;
#define FILL_TOGETHER(words, structure, feature) .feature = VK_TRUE,

static void fill_features_of_1_4(uint32_t type, void *chained) {
    OF_1_1_IN_1_4(FILL_ALONE)
    OF_1_2_IN_1_4(FILL_ALONE)
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES) {
        VkPhysicalDeviceVulkan11Features *out = chained;
        OF_1_1_IN_1_4(FILL_IN_WHOLE)
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
        VkPhysicalDeviceVulkan12Features *out = chained;
        OF_1_2_IN_1_4(FILL_IN_WHOLE)
        out->samplerMirrorClampToEdge = VK_TRUE;
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES) {
        ((VkPhysicalDeviceVulkan14Features *)chained)->pushDescriptor = VK_TRUE;
    }
}

// Whoever has one of these extensions has all its features.
static void fill_features_of_extensions(uint32_t type, VkBool32 *features) {
    static const struct {
        uint32_t type, count;
        const char *extension;
    } rows[] = {{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES, 2, "VK_EXT_vertex_attribute_divisor:"},
                {1000352000, 1, "VK_EXT_vertex_input_dynamic_state:"},
                {1000270000, 1, "VK_EXT_host_image_copy:"},
                {1000392000, 1, "VK_EXT_multi_draw:"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (uint32_t j = 0; rows[i].type == type && strstr(flag("device_extensions"), rows[i].extension) != NULL && j < rows[i].count; j++)
            features[j] = VK_TRUE;
}

void fill_later_features(uint32_t type, void *chained) {
    fill_features_of_extensions(type, (VkBool32 *)((struct base *)chained + 1));
    if (violates("multiview_lacking") && (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES ||
                                          type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES))
        return;
    FEATURES_OF_1_1(FILL_ALONE)
    FEATURES_OF_1_2(FILL_ALONE)
    FEATURES_OF_1_3(FILL_ALONE)
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES) {
        VkPhysicalDeviceVulkan11Features *out = chained;
        FEATURES_OF_1_1(FILL_IN_WHOLE)
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
        VkPhysicalDeviceVulkan12Features *out = chained;
        VkBool32 imageless = !violates("features_lacking");
        *out = (VkPhysicalDeviceVulkan12Features){
            out->sType, out->pNext, FEATURES_OF_1_2(FILL_TOGETHER).subgroupBroadcastDynamicId = VK_TRUE,
            .drawIndirectCount = whole_features().multiDrawIndirect, .shaderBufferInt64Atomics = whole_features().shaderInt64};
        out->imagelessFramebuffer = imageless;
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
        VkPhysicalDeviceVulkan13Features *out = chained;
        *out = (VkPhysicalDeviceVulkan13Features){out->sType, out->pNext, FEATURES_OF_1_3(FILL_TOGETHER)};
    } else if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGELESS_FRAMEBUFFER_FEATURES) {
        ((VkPhysicalDeviceImagelessFramebufferFeatures *)chained)->imagelessFramebuffer = !violates("features_lacking");
    }
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES)
        ((VkPhysicalDeviceShaderAtomicInt64Features *)chained)->shaderBufferInt64Atomics = whole_features().shaderInt64;
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
        ((VkPhysicalDeviceVulkan12Features *)chained)->descriptorBindingStorageBufferUpdateAfterBind = takes("updates_after_bind");
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES)
        ((VkPhysicalDeviceDescriptorIndexingFeatures *)chained)->descriptorBindingStorageBufferUpdateAfterBind = takes("updates_after_bind");
    if (config.newest_minor >= 4) fill_features_of_1_4(type, chained);
}

int lacks_feature(const VkPhysicalDeviceFeatures *wanted) {
    for (size_t i = 0; wanted != NULL && i < COUNT(feature_rows); i++) {
        if (violates("features_few") && feature_rows[i].at >= 32 * sizeof(VkBool32)) continue;
        if (!*(const VkBool32 *)((const char *)wanted + feature_rows[i].at) || has_feature(i)) continue;
        trace("vkCreateDevice lacks=%s", feature_rows[i].name);
        return 1;
    }
    return 0;
}

// As many types as there may be: most without any property, and equal ones on heaps of different speed.
static void many_types(VkPhysicalDeviceMemoryProperties *out) {
    const VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                                mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkMemoryType last[] = {{local, 0}, {local, 2}, {mapped, 1}, {mapped, 1}, {mapped | cached, 1},
                                 {local | mapped, 0}, {local | mapped, 2}, {local | mapped | cached, 2}};
    memset(out, 0, sizeof *out);
    out->memoryHeapCount = 3;
    for (uint32_t i = 0; i < out->memoryHeapCount; i++)
        out->memoryHeaps[i] = (VkMemoryHeap){WHOLE_HEAP, i == 1 ? 0 : VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    out->memoryTypeCount = VK_MAX_MEMORY_TYPES;
    for (uint32_t i = 0; i < VK_MAX_MEMORY_TYPES; i++) out->memoryTypes[i] = (VkMemoryType){0, 1};
    memcpy(&out->memoryTypes[VK_MAX_MEMORY_TYPES - COUNT(last)], last, sizeof last);
}

static void protected_first(VkPhysicalDeviceMemoryProperties *out) {
    memset(out, 0, sizeof *out);
    out->memoryHeapCount = 1;
    out->memoryHeaps[0] = (VkMemoryHeap){WHOLE_HEAP, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    out->memoryTypeCount = 2;
    out->memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    out->memoryTypes[1].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                        VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
}

// One type only for the device, two that can be mapped.
void whole_memory(VkPhysicalDeviceMemoryProperties *out) {
    if (takes("many_types")) return many_types(out);
    if (takes("protected_first")) return protected_first(out);
    const VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    const VkMemoryPropertyFlags mapped =
        local | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    memset(out, 0, sizeof *out);
    out->memoryHeapCount = 1;
    out->memoryHeaps[0] = (VkMemoryHeap){WHOLE_HEAP, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    out->memoryTypeCount = 3;
    out->memoryTypes[0].propertyFlags = local;
    out->memoryTypes[1].propertyFlags = mapped;
    out->memoryTypes[2].propertyFlags =
        mapped | (violates("memory_lazy_mapped") ? VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT : VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
}

// VkPhysicalDeviceMemoryBudgetPropertiesEXT, which is no structure of Vulkan's core.
#define BUDGET_TYPE ((VkStructureType)1000237000)
struct budget {
    VkStructureType type;
    void *next;
    VkDeviceSize budgets[VK_MAX_MEMORY_HEAPS], usages[VK_MAX_MEMORY_HEAPS];
};

void fill_budget(VkPhysicalDeviceMemoryProperties2 *out) {
    const VkPhysicalDeviceMemoryProperties *memory = &out->memoryProperties;
    struct budget *budget = (struct budget *)(uintptr_t)chained(out->pNext, BUDGET_TYPE);
    if (budget == NULL || violates("budgets_unwritten")) return;
    memset(budget->budgets, 0, sizeof budget->budgets);
    memset(budget->usages, 0, sizeof budget->usages);
    for (uint32_t i = 0; i < memory->memoryHeapCount && !violates("budgets_none"); i++)
        budget->budgets[i] = memory->memoryHeaps[i].size * (violates("budgets_over") ? 2 : 1);
    if (violates("budgets_behind")) budget->usages[memory->memoryHeapCount] = WHOLE_MAPPING;
}

static int is_atomic(VkFormat format) { return format == VK_FORMAT_R32_UINT || format == VK_FORMAT_R32_SINT; }

// Depth and stencil formats stand between the colours and the compressed ones.
static VkFormatFeatureFlags whole_format(VkFormat format) {
    const VkFormatFeatureFlags all = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_BLIT_SRC_BIT |
                                     VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    if (format == VK_FORMAT_UNDEFINED || format > VK_FORMAT_ASTC_12x12_SRGB_BLOCK) return 0;
    if (format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK) return all | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (violates("formats_none_of_two") && format >= VK_FORMAT_D24_UNORM_S8_UINT) return all;
    if (format >= VK_FORMAT_D16_UNORM)
        return all | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
    return all | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT |
           VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT |
           VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | (is_atomic(format) ? VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT : 0);
}

VkFormatProperties whole_format_properties(VkFormat format) {
    VkFormatFeatureFlags image = whole_format(format);
    int colour = (image & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) != 0;
    VkFormatFeatureFlags buffer = VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT | VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT |
                                  VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT |
                                  (is_atomic(format) ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT : 0);
    if (violates("formats_unblended") && format == VK_FORMAT_R16G16B16A16_SFLOAT)
        image &= ~(VkFormatFeatureFlags)VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
    if (violates("formats_without_texels") && format == VK_FORMAT_R32_SFLOAT)
        buffer = VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT;
    return (VkFormatProperties){image, image, colour ? buffer : 0};
}

VkResult whole_image_properties(VkFormat format, VkImageType type, VkImageTiling tiling, VkImageCreateFlags flags,
                                VkImageFormatProperties *out) {
    int is_for_cubes = flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT && !violates("samples_several");
    if (whole_format(format) == 0) return VK_ERROR_FORMAT_NOT_SUPPORTED;
    uint32_t height = type == VK_IMAGE_TYPE_1D ? 1 : type == VK_IMAGE_TYPE_2D ? WHOLE_EXTENT >> violates("images_low") : 256;
    uint32_t width = type == VK_IMAGE_TYPE_3D ? 256 : WHOLE_EXTENT, depth = type == VK_IMAGE_TYPE_3D ? 256 : 1;
    int plain = type != VK_IMAGE_TYPE_2D || tiling == VK_IMAGE_TILING_LINEAR || is_for_cubes;
    int is_one = takes("flat_linear") && tiling == VK_IMAGE_TILING_LINEAR;
    int has_no_layers = type == VK_IMAGE_TYPE_3D && !takes("layers_of_volumes");
    *out = (VkImageFormatProperties){.maxExtent = {width, height, is_one ? 1 : depth}, .maxMipLevels = violates("levels_none") ? 1 : depth > 1 ? 9 - violates("levels_few") : 13,
                                     .maxArrayLayers = has_no_layers || is_one ? 1 : WHOLE_LAYERS - violates("images_few_layers"),
                                     .sampleCounts = plain ? VK_SAMPLE_COUNT_1_BIT : ANY_SAMPLES,
                                     .maxResourceSize = UINT64_C(1) << (violates("resources_small") ? 20 : 31)};
    return VK_SUCCESS;
}
