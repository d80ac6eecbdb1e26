// What other_lavapipe.c says of a device: with the liberties "least of 1.0" and "least of 1.1" it has the limits, features
// and formats that each device has, and nothing besides; with "aligned", the widest alignments.

static void least_properties(VkPhysicalDeviceProperties *to) {
    to->apiVersion = version_of(to->apiVersion);
    VkPhysicalDeviceLimits *limits = &to->limits;
    if (is_least()) {
        LEAST_LIMITS
        limits->timestampComputeAndGraphics = VK_FALSE;
        limits->strictLines = VK_FALSE;
        limits->standardSampleLocations = VK_FALSE;
        limits->lineWidthRange[0] = limits->lineWidthRange[1] = 1;
        limits->pointSizeRange[0] = limits->pointSizeRange[1] = 1;
        limits->lineWidthGranularity = limits->pointSizeGranularity = 0;
    }
    if (takes("aligned")) {
        limits->minTexelBufferOffsetAlignment = limits->minUniformBufferOffsetAlignment = 256;
        limits->minStorageBufferOffsetAlignment = limits->nonCoherentAtomSize = 256;
        limits->bufferImageGranularity = 131072;
        limits->optimalBufferCopyOffsetAlignment = limits->optimalBufferCopyRowPitchAlignment = 256;
    }
}

static void get_properties(VkPhysicalDevice gpu, VkPhysicalDeviceProperties *to) {
    BELOW(GetPhysicalDeviceProperties)(gpu, to);
    least_properties(to);
}

static void get_properties_2(VkPhysicalDevice gpu, VkPhysicalDeviceProperties2 *to) {
    BELOW(GetPhysicalDeviceProperties2)(gpu, to);
    least_properties(&to->properties);
}

static void least_features(VkPhysicalDeviceFeatures *to) {
    if (!is_least()) return;
    memset(to, 0, sizeof *to);
    to->robustBufferAccess = VK_TRUE;
}

static void get_features(VkPhysicalDevice gpu, VkPhysicalDeviceFeatures *to) {
    BELOW(GetPhysicalDeviceFeatures)(gpu, to);
    least_features(to);
}

// Of the structures of 1.1 multiview alone is asked of each device.
static void get_features_2(VkPhysicalDevice gpu, VkPhysicalDeviceFeatures2 *to) {
    BELOW(GetPhysicalDeviceFeatures2)(gpu, to);
    least_features(&to->features);
    for (VkBaseOutStructure *at = to->pNext; is_least() && at != NULL; at = at->pNext) {
        VkPhysicalDeviceMultiviewFeatures *views = (void *)at;
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES) views->multiviewGeometryShader = views->multiviewTessellationShader = VK_FALSE;
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES) ((VkPhysicalDeviceSamplerYcbcrConversionFeatures *)at)->samplerYcbcrConversion = VK_FALSE;
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES) {
            ((VkPhysicalDeviceVariablePointersFeatures *)at)->variablePointersStorageBuffer = VK_FALSE;
            ((VkPhysicalDeviceVariablePointersFeatures *)at)->variablePointers = VK_FALSE;
        }
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES) ((VkPhysicalDeviceShaderDrawParametersFeatures *)at)->shaderDrawParameters = VK_FALSE;
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES) memset(&((VkPhysicalDevice16BitStorageFeatures *)at)->storageBuffer16BitAccess, 0, 4 * sizeof(VkBool32));
    }
}

static int has_features(const VkBool32 *wanted, const VkBool32 *has, size_t size) {
    for (size_t i = 0; i < size / sizeof *has; i++)
        if (wanted[i] && !has[i]) return 0;
    return 1;
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *to) {
    static const struct { VkStructureType type; size_t size; } known[] = {
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, sizeof(VkPhysicalDeviceFeatures2)},
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, sizeof(VkPhysicalDeviceMultiviewFeatures)},
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES, sizeof(VkPhysicalDeviceSamplerYcbcrConversionFeatures)},
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, sizeof(VkPhysicalDeviceVariablePointersFeatures)},
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES, sizeof(VkPhysicalDeviceShaderDrawParametersFeatures)},
        {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, sizeof(VkPhysicalDevice16BitStorageFeatures)}};
    VkPhysicalDeviceFeatures least;
    get_features(gpu, &least);
    if (is_least() && info->pEnabledFeatures != NULL && !has_features((const void *)info->pEnabledFeatures, (const void *)&least, sizeof least))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    for (const VkBaseInStructure *at = info->pNext; at != NULL; at = at->pNext)
        for (size_t i = 0; is_least() && i < sizeof known / sizeof *known; i++) {
            if (known[i].type != at->sType) continue;
            VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
            _Alignas(VkBaseOutStructure) char one[sizeof all] = {0};
            VkBaseOutStructure *has = at->sType == all.sType ? (void *)&all : (void *)one;
            has->sType = at->sType;
            if (has != (void *)&all) all.pNext = has;
            get_features_2(gpu, &all);
            if (!has_features((const void *)(at + 1), (const void *)(has + 1), known[i].size - sizeof *at)) return VK_ERROR_FEATURE_NOT_PRESENT;
        }
    if (is_least() && info->enabledExtensionCount > 0) return VK_ERROR_EXTENSION_NOT_PRESENT;
    return BELOW(CreateDevice)(gpu, info, allocator, to);
}

static VkResult list_extensions(VkPhysicalDevice gpu, const char *layer, uint32_t *count, VkExtensionProperties *to) {
    if (!is_least()) return BELOW(EnumerateDeviceExtensionProperties)(gpu, layer, count, to);
    return *count = 0, VK_SUCCESS;
}

static void least_formats(VkFormat format, VkFormatProperties *to) {
    static const struct { uint32_t format, optimal, buffer; } least[] = {LEAST_FORMATS};
    if (!is_least() || format > 184 || (format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && format <= VK_FORMAT_BC7_SRGB_BLOCK)) return;
    uint32_t optimal = 0, buffer = 0;
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
        if (least[i].format == (uint32_t)format) optimal = least[i].optimal, buffer = least[i].buffer;
    if (optimal != 0) optimal |= VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    if (takes("least of 1.0")) optimal &= ~(VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT);
    to->optimalTilingFeatures &= optimal;
    to->linearTilingFeatures = 0;
    to->bufferFeatures &= buffer;
}

static void get_formats(VkPhysicalDevice gpu, VkFormat format, VkFormatProperties *to) {
    BELOW(GetPhysicalDeviceFormatProperties)(gpu, format, to);
    least_formats(format, to);
}

static void get_formats_2(VkPhysicalDevice gpu, VkFormat format, VkFormatProperties2 *to) {
    BELOW(GetPhysicalDeviceFormatProperties2)(gpu, format, to);
    least_formats(format, &to->formatProperties);
}

static int has_images(VkPhysicalDevice gpu, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage) {
    VkFormatProperties has;
    get_formats(gpu, format, &has);
    const VkFormatFeatureFlags can = tiling == VK_IMAGE_TILING_LINEAR ? has.linearTilingFeatures : has.optimalTilingFeatures;
    if (can == 0 || (type == VK_IMAGE_TYPE_1D && tiling == VK_IMAGE_TILING_LINEAR)) return 0;
    if (usage & VK_IMAGE_USAGE_SAMPLED_BIT && !(can & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)) return 0;
    if (usage & VK_IMAGE_USAGE_STORAGE_BIT && !(can & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT)) return 0;
    if (usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT && !(can & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT)) return 0;
    if (usage & VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT && !(can & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT)) return 0;
    if (usage & VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT && !(can & (VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT))) return 0;
    return 1;
}

// Each device has these counts of samples for its attachments; for images of integers, of one and three dimensions and
// of storage one. The largest images are as large as the limits say.
static VkResult least_images(VkPhysicalDevice gpu, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage,
                             VkResult below, VkImageFormatProperties *to) {
    if (!is_least() || below != VK_SUCCESS) return below;
    if (!has_images(gpu, format, type, tiling, usage)) return memset(to, 0, sizeof *to), VK_ERROR_FORMAT_NOT_SUPPORTED;
    const uint32_t most = type == VK_IMAGE_TYPE_3D ? 256 : 4096;
    if (to->maxExtent.width > most) to->maxExtent.width = most;
    if (to->maxExtent.height > most) to->maxExtent.height = most;
    if (to->maxExtent.depth > 256) to->maxExtent.depth = 256;
    const uint32_t levels = type == VK_IMAGE_TYPE_3D ? 9 : 13;
    if (to->maxMipLevels > levels) to->maxMipLevels = levels;
    if (to->maxArrayLayers > 256) to->maxArrayLayers = 256;
    if (type == VK_IMAGE_TYPE_3D) to->maxArrayLayers = 1;
    return VK_SUCCESS;
}

static VkResult get_images(VkPhysicalDevice gpu, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage,
                           VkImageCreateFlags flags, VkImageFormatProperties *to) {
    return least_images(gpu, format, type, tiling, usage, BELOW(GetPhysicalDeviceImageFormatProperties)(gpu, format, type, tiling, usage, flags, to), to);
}

static VkResult get_images_2(VkPhysicalDevice gpu, const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties2 *to) {
    return least_images(gpu, info->format, info->type, info->tiling, info->usage, BELOW(GetPhysicalDeviceImageFormatProperties2)(gpu, info, to),
                        &to->imageFormatProperties);
}

static void get_families(VkPhysicalDevice gpu, uint32_t *count, VkQueueFamilyProperties *to) {
    BELOW(GetPhysicalDeviceQueueFamilyProperties)(gpu, count, to);
    for (uint32_t i = 0; to != NULL && is_least() && i < *count; i++) to[i].timestampValidBits = 0;
}

static void get_families_2(VkPhysicalDevice gpu, uint32_t *count, VkQueueFamilyProperties2 *to) {
    BELOW(GetPhysicalDeviceQueueFamilyProperties2)(gpu, count, to);
    for (uint32_t i = 0; to != NULL && is_least() && i < *count; i++) to[i].queueFamilyProperties.timestampValidBits = 0;
}

static VkResult get_version(uint32_t *version) {
    VkResult result = ((PFN_vkEnumerateInstanceVersion)find(NULL, "vkEnumerateInstanceVersion"))(version);
    *version = version_of(*version);
    return result;
}
