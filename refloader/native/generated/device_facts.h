// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
// A row of a structure: its name, a member, what that holds, how many of them.

#define MEMBERS_OF_VkPhysicalDeviceLimits(X) \
    X(VkPhysicalDeviceLimits, maxImageDimension1D, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxImageDimension2D, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxImageDimension3D, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxImageDimensionCube, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxImageArrayLayers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTexelBufferElements, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxUniformBufferRange, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxStorageBufferRange, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPushConstantsSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxMemoryAllocationCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxSamplerAllocationCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, bufferImageGranularity, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, sparseAddressSpaceSize, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, maxBoundDescriptorSets, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorSamplers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorUniformBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorStorageBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorSampledImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorStorageImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageDescriptorInputAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxPerStageResources, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetSamplers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetUniformBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetUniformBuffersDynamic, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetStorageBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetStorageBuffersDynamic, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetSampledImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetStorageImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDescriptorSetInputAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxVertexInputAttributes, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxVertexInputBindings, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxVertexInputAttributeOffset, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxVertexInputBindingStride, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxVertexOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationGenerationLevel, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationPatchSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationControlPerVertexInputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationControlPerVertexOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationControlPerPatchOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationControlTotalOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationEvaluationInputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxTessellationEvaluationOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxGeometryShaderInvocations, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxGeometryInputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxGeometryOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxGeometryOutputVertices, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxGeometryTotalOutputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFragmentInputComponents, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFragmentOutputAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFragmentDualSrcAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFragmentCombinedOutputResources, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxComputeSharedMemorySize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxComputeWorkGroupCount, FACT_UINT32, 3) \
    X(VkPhysicalDeviceLimits, maxComputeWorkGroupInvocations, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxComputeWorkGroupSize, FACT_UINT32, 3) \
    X(VkPhysicalDeviceLimits, subPixelPrecisionBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, subTexelPrecisionBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, mipmapPrecisionBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDrawIndexedIndexValue, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxDrawIndirectCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxSamplerLodBias, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, maxSamplerAnisotropy, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, maxViewports, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxViewportDimensions, FACT_UINT32, 2) \
    X(VkPhysicalDeviceLimits, viewportBoundsRange, FACT_FLOAT, 2) \
    X(VkPhysicalDeviceLimits, viewportSubPixelBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, minMemoryMapAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, minTexelBufferOffsetAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, minUniformBufferOffsetAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, minStorageBufferOffsetAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, minTexelOffset, FACT_INT32, 1) \
    X(VkPhysicalDeviceLimits, maxTexelOffset, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, minTexelGatherOffset, FACT_INT32, 1) \
    X(VkPhysicalDeviceLimits, maxTexelGatherOffset, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, minInterpolationOffset, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, maxInterpolationOffset, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, subPixelInterpolationOffsetBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFramebufferWidth, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFramebufferHeight, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxFramebufferLayers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, framebufferColorSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, framebufferDepthSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, framebufferStencilSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, framebufferNoAttachmentsSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxColorAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, sampledImageColorSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, sampledImageIntegerSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, sampledImageDepthSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, sampledImageStencilSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, storageImageSampleCounts, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxSampleMaskWords, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, timestampComputeAndGraphics, FACT_FLAG, 1) \
    X(VkPhysicalDeviceLimits, timestampPeriod, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, maxClipDistances, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxCullDistances, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, maxCombinedClipAndCullDistances, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, discreteQueuePriorities, FACT_UINT32, 1) \
    X(VkPhysicalDeviceLimits, pointSizeRange, FACT_FLOAT, 2) \
    X(VkPhysicalDeviceLimits, lineWidthRange, FACT_FLOAT, 2) \
    X(VkPhysicalDeviceLimits, pointSizeGranularity, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, lineWidthGranularity, FACT_FLOAT, 1) \
    X(VkPhysicalDeviceLimits, strictLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceLimits, standardSampleLocations, FACT_FLAG, 1) \
    X(VkPhysicalDeviceLimits, optimalBufferCopyOffsetAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, optimalBufferCopyRowPitchAlignment, FACT_UINT64, 1) \
    X(VkPhysicalDeviceLimits, nonCoherentAtomSize, FACT_UINT64, 1)

#define MEMBERS_OF_VkPhysicalDeviceSparseProperties(X) \
    X(VkPhysicalDeviceSparseProperties, residencyStandard2DBlockShape, FACT_FLAG, 1) \
    X(VkPhysicalDeviceSparseProperties, residencyStandard2DMultisampleBlockShape, FACT_FLAG, 1) \
    X(VkPhysicalDeviceSparseProperties, residencyStandard3DBlockShape, FACT_FLAG, 1) \
    X(VkPhysicalDeviceSparseProperties, residencyAlignedMipSize, FACT_FLAG, 1) \
    X(VkPhysicalDeviceSparseProperties, residencyNonResidentStrict, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceFeatures(X) \
    X(VkPhysicalDeviceFeatures, robustBufferAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, fullDrawIndexUint32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, imageCubeArray, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, independentBlend, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, geometryShader, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, tessellationShader, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sampleRateShading, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, dualSrcBlend, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, logicOp, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, multiDrawIndirect, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, drawIndirectFirstInstance, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, depthClamp, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, depthBiasClamp, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, fillModeNonSolid, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, depthBounds, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, wideLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, largePoints, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, alphaToOne, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, multiViewport, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, samplerAnisotropy, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, textureCompressionETC2, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, textureCompressionASTC_LDR, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, textureCompressionBC, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, occlusionQueryPrecise, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, pipelineStatisticsQuery, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, vertexPipelineStoresAndAtomics, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, fragmentStoresAndAtomics, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderTessellationAndGeometryPointSize, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderImageGatherExtended, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageImageExtendedFormats, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageImageMultisample, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageImageReadWithoutFormat, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageImageWriteWithoutFormat, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderUniformBufferArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderSampledImageArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageBufferArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderStorageImageArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderClipDistance, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderCullDistance, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderInt64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderInt16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderResourceResidency, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, shaderResourceMinLod, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseBinding, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidencyBuffer, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidencyImage2D, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidencyImage3D, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidency2Samples, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidency4Samples, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidency8Samples, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidency16Samples, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, sparseResidencyAliased, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, variableMultisampleRate, FACT_FLAG, 1) \
    X(VkPhysicalDeviceFeatures, inheritedQueries, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan11Properties(X) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSupportedStages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSupportedOperations, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupQuadOperationsInAllStages, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Properties, pointClippingBehavior, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, maxMultiviewViewCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, maxMultiviewInstanceIndex, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, protectedNoFault, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Properties, maxPerSetDescriptors, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan11Properties, maxMemoryAllocationSize, FACT_UINT64, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan12Properties(X) \
    X(VkPhysicalDeviceVulkan12Properties, denormBehaviorIndependence, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, roundingModeIndependence, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat32, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat64, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxUpdateAfterBindDescriptorsInAllPools, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderUniformBufferArrayNonUniformIndexingNative, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSampledImageArrayNonUniformIndexingNative, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderStorageBufferArrayNonUniformIndexingNative, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderStorageImageArrayNonUniformIndexingNative, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, shaderInputAttachmentArrayNonUniformIndexingNative, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, robustBufferAccessUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, quadDivergentImplicitLod, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindSamplers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindUniformBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindStorageBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindSampledImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindStorageImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindInputAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageUpdateAfterBindResources, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindSamplers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindUniformBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindUniformBuffersDynamic, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageBuffersDynamic, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindSampledImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindInputAttachments, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, supportedDepthResolveModes, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, supportedStencilResolveModes, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan12Properties, independentResolveNone, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, independentResolve, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, filterMinmaxSingleComponentFormats, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, filterMinmaxImageComponentMapping, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Properties, maxTimelineSemaphoreValueDifference, FACT_UINT64, 1) \
    X(VkPhysicalDeviceVulkan12Properties, framebufferIntegerColorSampleCounts, FACT_UINT32, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan13Properties(X) \
    X(VkPhysicalDeviceVulkan13Properties, minSubgroupSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxSubgroupSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxComputeWorkgroupSubgroups, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, requiredSubgroupSizeStages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxInlineUniformBlockSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxPerStageDescriptorInlineUniformBlocks, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxDescriptorSetInlineUniformBlocks, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxDescriptorSetUpdateAfterBindInlineUniformBlocks, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxInlineUniformTotalSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitUnsignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitSignedAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, storageTexelBufferOffsetAlignmentBytes, FACT_UINT64, 1) \
    X(VkPhysicalDeviceVulkan13Properties, storageTexelBufferOffsetSingleTexelAlignment, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, uniformTexelBufferOffsetAlignmentBytes, FACT_UINT64, 1) \
    X(VkPhysicalDeviceVulkan13Properties, uniformTexelBufferOffsetSingleTexelAlignment, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Properties, maxBufferSize, FACT_UINT64, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan14Properties(X) \
    X(VkPhysicalDeviceVulkan14Properties, lineSubPixelPrecisionBits, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, maxVertexAttribDivisor, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, supportsNonZeroFirstInstance, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, maxPushDescriptors, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, dynamicRenderingLocalReadDepthStencilAttachments, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, dynamicRenderingLocalReadMultisampledAttachments, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, earlyFragmentMultisampleCoverageAfterSampleCounting, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, earlyFragmentSampleMaskTestBeforeSampleCounting, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, depthStencilSwizzleOneSupport, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, polygonModePointSize, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, nonStrictSinglePixelWideLinesUseParallelogram, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, nonStrictWideLinesUseParallelogram, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, blockTexelViewCompatibleMultipleLayers, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, maxCombinedImageSamplerDescriptorCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, fragmentShadingRateClampCombinerInputs, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Properties, defaultRobustnessStorageBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, defaultRobustnessUniformBuffers, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, defaultRobustnessVertexInputs, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, defaultRobustnessImages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, copySrcLayoutCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, copyDstLayoutCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceVulkan14Properties, identicalMemoryTypeRequirements, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan11Features(X) \
    X(VkPhysicalDeviceVulkan11Features, storageBuffer16BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, uniformAndStorageBuffer16BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, storagePushConstant16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, storageInputOutput16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, multiview, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, multiviewGeometryShader, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, multiviewTessellationShader, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, variablePointersStorageBuffer, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, variablePointers, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, protectedMemory, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, samplerYcbcrConversion, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan11Features, shaderDrawParameters, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan12Features(X) \
    X(VkPhysicalDeviceVulkan12Features, samplerMirrorClampToEdge, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, drawIndirectCount, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, storageBuffer8BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, uniformAndStorageBuffer8BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, storagePushConstant8, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderBufferInt64Atomics, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderSharedInt64Atomics, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderFloat16, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderInt8, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderInputAttachmentArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformTexelBufferArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageTexelBufferArrayDynamicIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformBufferArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderSampledImageArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageBufferArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageImageArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderInputAttachmentArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformTexelBufferArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageTexelBufferArrayNonUniformIndexing, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUniformBufferUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingSampledImageUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageImageUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageBufferUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUniformTexelBufferUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageTexelBufferUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUpdateUnusedWhilePending, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingPartiallyBound, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingVariableDescriptorCount, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, runtimeDescriptorArray, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, samplerFilterMinmax, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, scalarBlockLayout, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, imagelessFramebuffer, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, uniformBufferStandardLayout, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderSubgroupExtendedTypes, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, separateDepthStencilLayouts, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, hostQueryReset, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, timelineSemaphore, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddress, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddressCaptureReplay, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddressMultiDevice, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModel, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModelDeviceScope, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModelAvailabilityVisibilityChains, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderOutputViewportIndex, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, shaderOutputLayer, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan12Features, subgroupBroadcastDynamicId, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan13Features(X) \
    X(VkPhysicalDeviceVulkan13Features, robustImageAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, inlineUniformBlock, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, descriptorBindingInlineUniformBlockUpdateAfterBind, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, pipelineCreationCacheControl, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, privateData, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, shaderDemoteToHelperInvocation, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, shaderTerminateInvocation, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, subgroupSizeControl, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, computeFullSubgroups, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, synchronization2, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, textureCompressionASTC_HDR, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, shaderZeroInitializeWorkgroupMemory, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, dynamicRendering, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, shaderIntegerDotProduct, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan13Features, maintenance4, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVulkan14Features(X) \
    X(VkPhysicalDeviceVulkan14Features, globalPriorityQuery, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, shaderSubgroupRotate, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, shaderSubgroupRotateClustered, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, shaderFloatControls2, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, shaderExpectAssume, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, rectangularLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, bresenhamLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, smoothLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, stippledRectangularLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, stippledBresenhamLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, stippledSmoothLines, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, vertexAttributeInstanceRateDivisor, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, vertexAttributeInstanceRateZeroDivisor, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, indexTypeUint8, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, dynamicRenderingLocalRead, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, maintenance5, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, maintenance6, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, pipelineProtectedAccess, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, pipelineRobustness, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, hostImageCopy, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVulkan14Features, pushDescriptor, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceProtectedMemoryProperties(X) \
    X(VkPhysicalDeviceProtectedMemoryProperties, protectedNoFault, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceSubgroupProperties(X) \
    X(VkPhysicalDeviceSubgroupProperties, subgroupSize, FACT_UINT32, 1) \
    X(VkPhysicalDeviceSubgroupProperties, supportedStages, FACT_UINT32, 1) \
    X(VkPhysicalDeviceSubgroupProperties, supportedOperations, FACT_UINT32, 1) \
    X(VkPhysicalDeviceSubgroupProperties, quadOperationsInAllStages, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceMaintenance3Properties(X) \
    X(VkPhysicalDeviceMaintenance3Properties, maxPerSetDescriptors, FACT_UINT32, 1) \
    X(VkPhysicalDeviceMaintenance3Properties, maxMemoryAllocationSize, FACT_UINT64, 1)

#define MEMBERS_OF_VkPhysicalDevicePointClippingProperties(X) \
    X(VkPhysicalDevicePointClippingProperties, pointClippingBehavior, FACT_UINT32, 1)

#define MEMBERS_OF_VkPhysicalDeviceMultiviewProperties(X) \
    X(VkPhysicalDeviceMultiviewProperties, maxMultiviewViewCount, FACT_UINT32, 1) \
    X(VkPhysicalDeviceMultiviewProperties, maxMultiviewInstanceIndex, FACT_UINT32, 1)

#define MEMBERS_OF_VkPhysicalDeviceProtectedMemoryFeatures(X) \
    X(VkPhysicalDeviceProtectedMemoryFeatures, protectedMemory, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDevice16BitStorageFeatures(X) \
    X(VkPhysicalDevice16BitStorageFeatures, storageBuffer16BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDevice16BitStorageFeatures, uniformAndStorageBuffer16BitAccess, FACT_FLAG, 1) \
    X(VkPhysicalDevice16BitStorageFeatures, storagePushConstant16, FACT_FLAG, 1) \
    X(VkPhysicalDevice16BitStorageFeatures, storageInputOutput16, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceVariablePointersFeatures(X) \
    X(VkPhysicalDeviceVariablePointersFeatures, variablePointersStorageBuffer, FACT_FLAG, 1) \
    X(VkPhysicalDeviceVariablePointersFeatures, variablePointers, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceSamplerYcbcrConversionFeatures(X) \
    X(VkPhysicalDeviceSamplerYcbcrConversionFeatures, samplerYcbcrConversion, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceMultiviewFeatures(X) \
    X(VkPhysicalDeviceMultiviewFeatures, multiview, FACT_FLAG, 1) \
    X(VkPhysicalDeviceMultiviewFeatures, multiviewGeometryShader, FACT_FLAG, 1) \
    X(VkPhysicalDeviceMultiviewFeatures, multiviewTessellationShader, FACT_FLAG, 1)

#define MEMBERS_OF_VkPhysicalDeviceShaderDrawParametersFeatures(X) \
    X(VkPhysicalDeviceShaderDrawParametersFeatures, shaderDrawParameters, FACT_FLAG, 1)

// A structure: its name and type, the minor number of the first version 1.x whose devices fill it.

#define CHAINED_LIMITS(X) \
    X(VkPhysicalDeviceVulkan11Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, 2) \
    X(VkPhysicalDeviceVulkan12Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, 2) \
    X(VkPhysicalDeviceVulkan13Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, 3) \
    X(VkPhysicalDeviceVulkan14Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES, 4)

#define CHAINED_FEATURES(X) \
    X(VkPhysicalDeviceVulkan11Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, 2) \
    X(VkPhysicalDeviceVulkan12Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, 2) \
    X(VkPhysicalDeviceVulkan13Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, 3) \
    X(VkPhysicalDeviceVulkan14Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES, 4)

// Those of devices of Vulkan 1.1 alone, which fill no structure that has the members of all others.

#define LIMITS_OF_1_1(X) \
    X(VkPhysicalDeviceProtectedMemoryProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES) \
    X(VkPhysicalDeviceSubgroupProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) \
    X(VkPhysicalDeviceMaintenance3Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES) \
    X(VkPhysicalDevicePointClippingProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES) \
    X(VkPhysicalDeviceMultiviewProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES)

#define FEATURES_OF_1_1(X) \
    X(VkPhysicalDeviceProtectedMemoryFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES) \
    X(VkPhysicalDevice16BitStorageFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES) \
    X(VkPhysicalDeviceVariablePointersFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES) \
    X(VkPhysicalDeviceSamplerYcbcrConversionFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES) \
    X(VkPhysicalDeviceMultiviewFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES) \
    X(VkPhysicalDeviceShaderDrawParametersFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES)

// Every structure of core for the chain of VkPhysicalDeviceProperties2 and VkPhysicalDeviceFeatures2:
// its name and type, which of the two, the minor number of its version. Its members: TEXT or VALUES.

#define QUERIED_STRUCTURES(X) \
    X(VkPhysicalDeviceProtectedMemoryProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDeviceIDProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDeviceSubgroupProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDeviceMaintenance3Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDevicePointClippingProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_POINT_CLIPPING_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDeviceMultiviewProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_PROPERTIES, PROPERTIES, 1) \
    X(VkPhysicalDeviceDriverProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceVulkan11Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceVulkan12Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceTimelineSemaphoreProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceFloatControlsProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceSamplerFilterMinmaxProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_FILTER_MINMAX_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceDepthStencilResolveProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_STENCIL_RESOLVE_PROPERTIES, PROPERTIES, 2) \
    X(VkPhysicalDeviceVulkan13Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceMaintenance4Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceSubgroupSizeControlProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceTexelBufferAlignmentProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXEL_BUFFER_ALIGNMENT_PROPERTIES, PROPERTIES, 3) \
    X(VkPhysicalDeviceMaintenance5Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDeviceMaintenance6Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_6_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDevicePushDescriptorProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDevicePipelineRobustnessProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDeviceLineRasterizationProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDeviceVertexAttributeDivisorProperties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES, PROPERTIES, 4) \
    X(VkPhysicalDeviceProtectedMemoryFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES, FEATURES, 1) \
    X(VkPhysicalDevice16BitStorageFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, FEATURES, 1) \
    X(VkPhysicalDeviceVariablePointersFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, FEATURES, 1) \
    X(VkPhysicalDeviceSamplerYcbcrConversionFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES, FEATURES, 1) \
    X(VkPhysicalDeviceMultiviewFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, FEATURES, 1) \
    X(VkPhysicalDeviceShaderDrawParametersFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES, FEATURES, 1) \
    X(VkPhysicalDeviceVulkan11Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceVulkan12Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceVulkanMemoryModelFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceHostQueryResetFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceTimelineSemaphoreFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceBufferDeviceAddressFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, FEATURES, 2) \
    X(VkPhysicalDevice8BitStorageFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceShaderAtomicInt64Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceShaderFloat16Int8Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceScalarBlockLayoutFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SCALAR_BLOCK_LAYOUT_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceUniformBufferStandardLayoutFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceImagelessFramebufferFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGELESS_FRAMEBUFFER_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SEPARATE_DEPTH_STENCIL_LAYOUTS_FEATURES, FEATURES, 2) \
    X(VkPhysicalDeviceVulkan13Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, FEATURES, 3) \
    X(VkPhysicalDevicePrivateDataFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceSynchronization2Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceTextureCompressionASTCHDRFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TEXTURE_COMPRESSION_ASTC_HDR_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceMaintenance4Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceShaderTerminateInvocationFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_TERMINATE_INVOCATION_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES, FEATURES, 3) \
    X(VkPhysicalDevicePipelineCreationCacheControlFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ZERO_INITIALIZE_WORKGROUP_MEMORY_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceImageRobustnessFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_ROBUSTNESS_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceSubgroupSizeControlFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceInlineUniformBlockFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceShaderIntegerDotProductFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceDynamicRenderingFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES, FEATURES, 3) \
    X(VkPhysicalDeviceVulkan14Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceGlobalPriorityQueryFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GLOBAL_PRIORITY_QUERY_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceIndexTypeUint8Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceMaintenance5Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceMaintenance6Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_6_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceHostImageCopyFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceShaderSubgroupRotateFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_ROTATE_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceShaderFloatControls2Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT_CONTROLS_2_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceShaderExpectAssumeFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_EXPECT_ASSUME_FEATURES, FEATURES, 4) \
    X(VkPhysicalDevicePipelineProtectedAccessFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_PROTECTED_ACCESS_FEATURES, FEATURES, 4) \
    X(VkPhysicalDevicePipelineRobustnessFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceLineRasterizationFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceVertexAttributeDivisorFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES, FEATURES, 4) \
    X(VkPhysicalDeviceDynamicRenderingLocalReadFeatures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_LOCAL_READ_FEATURES, FEATURES, 4)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceProtectedMemoryProperties(X) \
    X(VkPhysicalDeviceProtectedMemoryProperties, protectedNoFault, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceIDProperties(X) \
    X(VkPhysicalDeviceIDProperties, deviceUUID, VALUES) \
    X(VkPhysicalDeviceIDProperties, driverUUID, VALUES) \
    X(VkPhysicalDeviceIDProperties, deviceLUIDValid, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSubgroupProperties(X) \
    X(VkPhysicalDeviceSubgroupProperties, subgroupSize, VALUES) \
    X(VkPhysicalDeviceSubgroupProperties, supportedStages, VALUES) \
    X(VkPhysicalDeviceSubgroupProperties, supportedOperations, VALUES) \
    X(VkPhysicalDeviceSubgroupProperties, quadOperationsInAllStages, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance3Properties(X) \
    X(VkPhysicalDeviceMaintenance3Properties, maxPerSetDescriptors, VALUES) \
    X(VkPhysicalDeviceMaintenance3Properties, maxMemoryAllocationSize, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePointClippingProperties(X) \
    X(VkPhysicalDevicePointClippingProperties, pointClippingBehavior, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMultiviewProperties(X) \
    X(VkPhysicalDeviceMultiviewProperties, maxMultiviewViewCount, VALUES) \
    X(VkPhysicalDeviceMultiviewProperties, maxMultiviewInstanceIndex, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDriverProperties(X) \
    X(VkPhysicalDeviceDriverProperties, driverID, VALUES) \
    X(VkPhysicalDeviceDriverProperties, driverName, TEXT) \
    X(VkPhysicalDeviceDriverProperties, driverInfo, TEXT) \
    X(VkPhysicalDeviceDriverProperties, conformanceVersion, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan11Properties(X) \
    X(VkPhysicalDeviceVulkan11Properties, deviceUUID, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, driverUUID, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, deviceLUIDValid, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSize, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSupportedStages, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupSupportedOperations, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, subgroupQuadOperationsInAllStages, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, pointClippingBehavior, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, maxMultiviewViewCount, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, maxMultiviewInstanceIndex, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, protectedNoFault, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, maxPerSetDescriptors, VALUES) \
    X(VkPhysicalDeviceVulkan11Properties, maxMemoryAllocationSize, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan12Properties(X) \
    X(VkPhysicalDeviceVulkan12Properties, driverID, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, driverName, TEXT) \
    X(VkPhysicalDeviceVulkan12Properties, driverInfo, TEXT) \
    X(VkPhysicalDeviceVulkan12Properties, conformanceVersion, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, denormBehaviorIndependence, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, roundingModeIndependence, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat32, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSignedZeroInfNanPreserveFloat64, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat32, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormPreserveFloat64, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat32, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderDenormFlushToZeroFloat64, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat32, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTEFloat64, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat32, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderRoundingModeRTZFloat64, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxUpdateAfterBindDescriptorsInAllPools, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderUniformBufferArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderSampledImageArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderStorageBufferArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderStorageImageArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, shaderInputAttachmentArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, robustBufferAccessUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, quadDivergentImplicitLod, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindSamplers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindUniformBuffers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindStorageBuffers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindSampledImages, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindStorageImages, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageDescriptorUpdateAfterBindInputAttachments, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxPerStageUpdateAfterBindResources, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindSamplers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindUniformBuffers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindUniformBuffersDynamic, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageBuffers, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageBuffersDynamic, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindSampledImages, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindStorageImages, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxDescriptorSetUpdateAfterBindInputAttachments, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, supportedDepthResolveModes, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, supportedStencilResolveModes, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, independentResolveNone, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, independentResolve, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, filterMinmaxSingleComponentFormats, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, filterMinmaxImageComponentMapping, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, maxTimelineSemaphoreValueDifference, VALUES) \
    X(VkPhysicalDeviceVulkan12Properties, framebufferIntegerColorSampleCounts, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceTimelineSemaphoreProperties(X) \
    X(VkPhysicalDeviceTimelineSemaphoreProperties, maxTimelineSemaphoreValueDifference, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceFloatControlsProperties(X) \
    X(VkPhysicalDeviceFloatControlsProperties, denormBehaviorIndependence, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, roundingModeIndependence, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat16, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat32, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat64, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat16, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat32, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat64, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat16, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat32, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat64, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat16, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat32, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat64, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat16, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat32, VALUES) \
    X(VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat64, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDescriptorIndexingProperties(X) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxUpdateAfterBindDescriptorsInAllPools, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, shaderUniformBufferArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, shaderSampledImageArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, shaderStorageBufferArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, shaderStorageImageArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, shaderInputAttachmentArrayNonUniformIndexingNative, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, robustBufferAccessUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, quadDivergentImplicitLod, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindSamplers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindUniformBuffers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindStorageBuffers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindSampledImages, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindStorageImages, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindInputAttachments, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageUpdateAfterBindResources, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindSamplers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindUniformBuffers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindUniformBuffersDynamic, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageBuffers, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageBuffersDynamic, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindSampledImages, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageImages, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindInputAttachments, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSamplerFilterMinmaxProperties(X) \
    X(VkPhysicalDeviceSamplerFilterMinmaxProperties, filterMinmaxSingleComponentFormats, VALUES) \
    X(VkPhysicalDeviceSamplerFilterMinmaxProperties, filterMinmaxImageComponentMapping, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDepthStencilResolveProperties(X) \
    X(VkPhysicalDeviceDepthStencilResolveProperties, supportedDepthResolveModes, VALUES) \
    X(VkPhysicalDeviceDepthStencilResolveProperties, supportedStencilResolveModes, VALUES) \
    X(VkPhysicalDeviceDepthStencilResolveProperties, independentResolveNone, VALUES) \
    X(VkPhysicalDeviceDepthStencilResolveProperties, independentResolve, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan13Properties(X) \
    X(VkPhysicalDeviceVulkan13Properties, minSubgroupSize, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxSubgroupSize, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxComputeWorkgroupSubgroups, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, requiredSubgroupSizeStages, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxInlineUniformBlockSize, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxPerStageDescriptorInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxDescriptorSetInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxDescriptorSetUpdateAfterBindInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxInlineUniformTotalSize, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct8BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct4x8BitPackedMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct16BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct32BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProduct64BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating8BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating16BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating32BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, storageTexelBufferOffsetAlignmentBytes, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, storageTexelBufferOffsetSingleTexelAlignment, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, uniformTexelBufferOffsetAlignmentBytes, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, uniformTexelBufferOffsetSingleTexelAlignment, VALUES) \
    X(VkPhysicalDeviceVulkan13Properties, maxBufferSize, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance4Properties(X) \
    X(VkPhysicalDeviceMaintenance4Properties, maxBufferSize, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSubgroupSizeControlProperties(X) \
    X(VkPhysicalDeviceSubgroupSizeControlProperties, minSubgroupSize, VALUES) \
    X(VkPhysicalDeviceSubgroupSizeControlProperties, maxSubgroupSize, VALUES) \
    X(VkPhysicalDeviceSubgroupSizeControlProperties, maxComputeWorkgroupSubgroups, VALUES) \
    X(VkPhysicalDeviceSubgroupSizeControlProperties, requiredSubgroupSizeStages, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceInlineUniformBlockProperties(X) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, maxInlineUniformBlockSize, VALUES) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, maxPerStageDescriptorInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, maxDescriptorSetInlineUniformBlocks, VALUES) \
    X(VkPhysicalDeviceInlineUniformBlockProperties, maxDescriptorSetUpdateAfterBindInlineUniformBlocks, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderIntegerDotProductProperties(X) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitMixedSignednessAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitUnsignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitSignedAccelerated, VALUES) \
    X(VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceTexelBufferAlignmentProperties(X) \
    X(VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetAlignmentBytes, VALUES) \
    X(VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetSingleTexelAlignment, VALUES) \
    X(VkPhysicalDeviceTexelBufferAlignmentProperties, uniformTexelBufferOffsetAlignmentBytes, VALUES) \
    X(VkPhysicalDeviceTexelBufferAlignmentProperties, uniformTexelBufferOffsetSingleTexelAlignment, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance5Properties(X) \
    X(VkPhysicalDeviceMaintenance5Properties, earlyFragmentMultisampleCoverageAfterSampleCounting, VALUES) \
    X(VkPhysicalDeviceMaintenance5Properties, earlyFragmentSampleMaskTestBeforeSampleCounting, VALUES) \
    X(VkPhysicalDeviceMaintenance5Properties, depthStencilSwizzleOneSupport, VALUES) \
    X(VkPhysicalDeviceMaintenance5Properties, polygonModePointSize, VALUES) \
    X(VkPhysicalDeviceMaintenance5Properties, nonStrictSinglePixelWideLinesUseParallelogram, VALUES) \
    X(VkPhysicalDeviceMaintenance5Properties, nonStrictWideLinesUseParallelogram, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance6Properties(X) \
    X(VkPhysicalDeviceMaintenance6Properties, blockTexelViewCompatibleMultipleLayers, VALUES) \
    X(VkPhysicalDeviceMaintenance6Properties, maxCombinedImageSamplerDescriptorCount, VALUES) \
    X(VkPhysicalDeviceMaintenance6Properties, fragmentShadingRateClampCombinerInputs, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePushDescriptorProperties(X) \
    X(VkPhysicalDevicePushDescriptorProperties, maxPushDescriptors, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePipelineRobustnessProperties(X) \
    X(VkPhysicalDevicePipelineRobustnessProperties, defaultRobustnessStorageBuffers, VALUES) \
    X(VkPhysicalDevicePipelineRobustnessProperties, defaultRobustnessUniformBuffers, VALUES) \
    X(VkPhysicalDevicePipelineRobustnessProperties, defaultRobustnessVertexInputs, VALUES) \
    X(VkPhysicalDevicePipelineRobustnessProperties, defaultRobustnessImages, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceLineRasterizationProperties(X) \
    X(VkPhysicalDeviceLineRasterizationProperties, lineSubPixelPrecisionBits, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVertexAttributeDivisorProperties(X) \
    X(VkPhysicalDeviceVertexAttributeDivisorProperties, maxVertexAttribDivisor, VALUES) \
    X(VkPhysicalDeviceVertexAttributeDivisorProperties, supportsNonZeroFirstInstance, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceProtectedMemoryFeatures(X) \
    X(VkPhysicalDeviceProtectedMemoryFeatures, protectedMemory, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevice16BitStorageFeatures(X) \
    X(VkPhysicalDevice16BitStorageFeatures, storageBuffer16BitAccess, VALUES) \
    X(VkPhysicalDevice16BitStorageFeatures, uniformAndStorageBuffer16BitAccess, VALUES) \
    X(VkPhysicalDevice16BitStorageFeatures, storagePushConstant16, VALUES) \
    X(VkPhysicalDevice16BitStorageFeatures, storageInputOutput16, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVariablePointersFeatures(X) \
    X(VkPhysicalDeviceVariablePointersFeatures, variablePointersStorageBuffer, VALUES) \
    X(VkPhysicalDeviceVariablePointersFeatures, variablePointers, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSamplerYcbcrConversionFeatures(X) \
    X(VkPhysicalDeviceSamplerYcbcrConversionFeatures, samplerYcbcrConversion, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMultiviewFeatures(X) \
    X(VkPhysicalDeviceMultiviewFeatures, multiview, VALUES) \
    X(VkPhysicalDeviceMultiviewFeatures, multiviewGeometryShader, VALUES) \
    X(VkPhysicalDeviceMultiviewFeatures, multiviewTessellationShader, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderDrawParametersFeatures(X) \
    X(VkPhysicalDeviceShaderDrawParametersFeatures, shaderDrawParameters, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan11Features(X) \
    X(VkPhysicalDeviceVulkan11Features, storageBuffer16BitAccess, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, uniformAndStorageBuffer16BitAccess, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, storagePushConstant16, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, storageInputOutput16, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, multiview, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, multiviewGeometryShader, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, multiviewTessellationShader, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, variablePointersStorageBuffer, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, variablePointers, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, protectedMemory, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, samplerYcbcrConversion, VALUES) \
    X(VkPhysicalDeviceVulkan11Features, shaderDrawParameters, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan12Features(X) \
    X(VkPhysicalDeviceVulkan12Features, samplerMirrorClampToEdge, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, drawIndirectCount, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, storageBuffer8BitAccess, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, uniformAndStorageBuffer8BitAccess, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, storagePushConstant8, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderBufferInt64Atomics, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderSharedInt64Atomics, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderFloat16, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderInt8, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderInputAttachmentArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformTexelBufferArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageTexelBufferArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderSampledImageArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageImageArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderInputAttachmentArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderUniformTexelBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderStorageTexelBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUniformBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingSampledImageUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageImageUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUniformTexelBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingStorageTexelBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingUpdateUnusedWhilePending, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingPartiallyBound, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, descriptorBindingVariableDescriptorCount, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, runtimeDescriptorArray, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, samplerFilterMinmax, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, scalarBlockLayout, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, imagelessFramebuffer, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, uniformBufferStandardLayout, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderSubgroupExtendedTypes, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, separateDepthStencilLayouts, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, hostQueryReset, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, timelineSemaphore, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddress, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddressCaptureReplay, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, bufferDeviceAddressMultiDevice, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModel, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModelDeviceScope, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, vulkanMemoryModelAvailabilityVisibilityChains, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderOutputViewportIndex, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, shaderOutputLayer, VALUES) \
    X(VkPhysicalDeviceVulkan12Features, subgroupBroadcastDynamicId, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkanMemoryModelFeatures(X) \
    X(VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModel, VALUES) \
    X(VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelDeviceScope, VALUES) \
    X(VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelAvailabilityVisibilityChains, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceHostQueryResetFeatures(X) \
    X(VkPhysicalDeviceHostQueryResetFeatures, hostQueryReset, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceTimelineSemaphoreFeatures(X) \
    X(VkPhysicalDeviceTimelineSemaphoreFeatures, timelineSemaphore, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceBufferDeviceAddressFeatures(X) \
    X(VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddress, VALUES) \
    X(VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddressCaptureReplay, VALUES) \
    X(VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddressMultiDevice, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevice8BitStorageFeatures(X) \
    X(VkPhysicalDevice8BitStorageFeatures, storageBuffer8BitAccess, VALUES) \
    X(VkPhysicalDevice8BitStorageFeatures, uniformAndStorageBuffer8BitAccess, VALUES) \
    X(VkPhysicalDevice8BitStorageFeatures, storagePushConstant8, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderAtomicInt64Features(X) \
    X(VkPhysicalDeviceShaderAtomicInt64Features, shaderBufferInt64Atomics, VALUES) \
    X(VkPhysicalDeviceShaderAtomicInt64Features, shaderSharedInt64Atomics, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderFloat16Int8Features(X) \
    X(VkPhysicalDeviceShaderFloat16Int8Features, shaderFloat16, VALUES) \
    X(VkPhysicalDeviceShaderFloat16Int8Features, shaderInt8, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDescriptorIndexingFeatures(X) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderInputAttachmentArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformTexelBufferArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageTexelBufferArrayDynamicIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderSampledImageArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageImageArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderInputAttachmentArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformTexelBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageTexelBufferArrayNonUniformIndexing, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUniformBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingSampledImageUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageImageUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUniformTexelBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageTexelBufferUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUpdateUnusedWhilePending, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingPartiallyBound, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingVariableDescriptorCount, VALUES) \
    X(VkPhysicalDeviceDescriptorIndexingFeatures, runtimeDescriptorArray, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceScalarBlockLayoutFeatures(X) \
    X(VkPhysicalDeviceScalarBlockLayoutFeatures, scalarBlockLayout, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceUniformBufferStandardLayoutFeatures(X) \
    X(VkPhysicalDeviceUniformBufferStandardLayoutFeatures, uniformBufferStandardLayout, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures(X) \
    X(VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures, shaderSubgroupExtendedTypes, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceImagelessFramebufferFeatures(X) \
    X(VkPhysicalDeviceImagelessFramebufferFeatures, imagelessFramebuffer, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures(X) \
    X(VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures, separateDepthStencilLayouts, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan13Features(X) \
    X(VkPhysicalDeviceVulkan13Features, robustImageAccess, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, inlineUniformBlock, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, descriptorBindingInlineUniformBlockUpdateAfterBind, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, pipelineCreationCacheControl, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, privateData, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, shaderDemoteToHelperInvocation, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, shaderTerminateInvocation, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, subgroupSizeControl, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, computeFullSubgroups, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, synchronization2, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, textureCompressionASTC_HDR, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, shaderZeroInitializeWorkgroupMemory, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, dynamicRendering, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, shaderIntegerDotProduct, VALUES) \
    X(VkPhysicalDeviceVulkan13Features, maintenance4, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePrivateDataFeatures(X) \
    X(VkPhysicalDevicePrivateDataFeatures, privateData, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSynchronization2Features(X) \
    X(VkPhysicalDeviceSynchronization2Features, synchronization2, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceTextureCompressionASTCHDRFeatures(X) \
    X(VkPhysicalDeviceTextureCompressionASTCHDRFeatures, textureCompressionASTC_HDR, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance4Features(X) \
    X(VkPhysicalDeviceMaintenance4Features, maintenance4, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderTerminateInvocationFeatures(X) \
    X(VkPhysicalDeviceShaderTerminateInvocationFeatures, shaderTerminateInvocation, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures(X) \
    X(VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures, shaderDemoteToHelperInvocation, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePipelineCreationCacheControlFeatures(X) \
    X(VkPhysicalDevicePipelineCreationCacheControlFeatures, pipelineCreationCacheControl, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures(X) \
    X(VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures, shaderZeroInitializeWorkgroupMemory, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceImageRobustnessFeatures(X) \
    X(VkPhysicalDeviceImageRobustnessFeatures, robustImageAccess, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceSubgroupSizeControlFeatures(X) \
    X(VkPhysicalDeviceSubgroupSizeControlFeatures, subgroupSizeControl, VALUES) \
    X(VkPhysicalDeviceSubgroupSizeControlFeatures, computeFullSubgroups, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceInlineUniformBlockFeatures(X) \
    X(VkPhysicalDeviceInlineUniformBlockFeatures, inlineUniformBlock, VALUES) \
    X(VkPhysicalDeviceInlineUniformBlockFeatures, descriptorBindingInlineUniformBlockUpdateAfterBind, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderIntegerDotProductFeatures(X) \
    X(VkPhysicalDeviceShaderIntegerDotProductFeatures, shaderIntegerDotProduct, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDynamicRenderingFeatures(X) \
    X(VkPhysicalDeviceDynamicRenderingFeatures, dynamicRendering, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVulkan14Features(X) \
    X(VkPhysicalDeviceVulkan14Features, globalPriorityQuery, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, shaderSubgroupRotate, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, shaderSubgroupRotateClustered, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, shaderFloatControls2, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, shaderExpectAssume, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, rectangularLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, bresenhamLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, smoothLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, stippledRectangularLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, stippledBresenhamLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, stippledSmoothLines, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, vertexAttributeInstanceRateDivisor, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, vertexAttributeInstanceRateZeroDivisor, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, indexTypeUint8, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, dynamicRenderingLocalRead, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, maintenance5, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, maintenance6, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, pipelineProtectedAccess, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, pipelineRobustness, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, hostImageCopy, VALUES) \
    X(VkPhysicalDeviceVulkan14Features, pushDescriptor, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceGlobalPriorityQueryFeatures(X) \
    X(VkPhysicalDeviceGlobalPriorityQueryFeatures, globalPriorityQuery, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceIndexTypeUint8Features(X) \
    X(VkPhysicalDeviceIndexTypeUint8Features, indexTypeUint8, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance5Features(X) \
    X(VkPhysicalDeviceMaintenance5Features, maintenance5, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceMaintenance6Features(X) \
    X(VkPhysicalDeviceMaintenance6Features, maintenance6, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceHostImageCopyFeatures(X) \
    X(VkPhysicalDeviceHostImageCopyFeatures, hostImageCopy, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderSubgroupRotateFeatures(X) \
    X(VkPhysicalDeviceShaderSubgroupRotateFeatures, shaderSubgroupRotate, VALUES) \
    X(VkPhysicalDeviceShaderSubgroupRotateFeatures, shaderSubgroupRotateClustered, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderFloatControls2Features(X) \
    X(VkPhysicalDeviceShaderFloatControls2Features, shaderFloatControls2, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceShaderExpectAssumeFeatures(X) \
    X(VkPhysicalDeviceShaderExpectAssumeFeatures, shaderExpectAssume, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePipelineProtectedAccessFeatures(X) \
    X(VkPhysicalDevicePipelineProtectedAccessFeatures, pipelineProtectedAccess, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDevicePipelineRobustnessFeatures(X) \
    X(VkPhysicalDevicePipelineRobustnessFeatures, pipelineRobustness, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceLineRasterizationFeatures(X) \
    X(VkPhysicalDeviceLineRasterizationFeatures, rectangularLines, VALUES) \
    X(VkPhysicalDeviceLineRasterizationFeatures, bresenhamLines, VALUES) \
    X(VkPhysicalDeviceLineRasterizationFeatures, smoothLines, VALUES) \
    X(VkPhysicalDeviceLineRasterizationFeatures, stippledRectangularLines, VALUES) \
    X(VkPhysicalDeviceLineRasterizationFeatures, stippledBresenhamLines, VALUES) \
    X(VkPhysicalDeviceLineRasterizationFeatures, stippledSmoothLines, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceVertexAttributeDivisorFeatures(X) \
    X(VkPhysicalDeviceVertexAttributeDivisorFeatures, vertexAttributeInstanceRateDivisor, VALUES) \
    X(VkPhysicalDeviceVertexAttributeDivisorFeatures, vertexAttributeInstanceRateZeroDivisor, VALUES)

#define QUERIED_MEMBERS_OF_VkPhysicalDeviceDynamicRenderingLocalReadFeatures(X) \
    X(VkPhysicalDeviceDynamicRenderingLocalReadFeatures, dynamicRenderingLocalRead, VALUES)

// The members that two structures of a chain have under one name, one of them a summary of a version.

#define REPEATED_MEMBERS(X) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceProtectedMemoryProperties, protectedNoFault) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceIDProperties, deviceUUID) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceIDProperties, driverUUID) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceIDProperties, deviceLUIDValid) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceSubgroupProperties, subgroupSize) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceMaintenance3Properties, maxPerSetDescriptors) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceMaintenance3Properties, maxMemoryAllocationSize) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDevicePointClippingProperties, pointClippingBehavior) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceMultiviewProperties, maxMultiviewViewCount) \
    X(VkPhysicalDeviceVulkan11Properties, VkPhysicalDeviceMultiviewProperties, maxMultiviewInstanceIndex) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, driverID) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceTimelineSemaphoreProperties, maxTimelineSemaphoreValueDifference) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, denormBehaviorIndependence) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, roundingModeIndependence) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat16) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat32) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderSignedZeroInfNanPreserveFloat64) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat16) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat32) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormPreserveFloat64) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat16) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat32) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderDenormFlushToZeroFloat64) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat16) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat32) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTEFloat64) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat16) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat32) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceFloatControlsProperties, shaderRoundingModeRTZFloat64) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxUpdateAfterBindDescriptorsInAllPools) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, shaderUniformBufferArrayNonUniformIndexingNative) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, shaderSampledImageArrayNonUniformIndexingNative) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, shaderStorageBufferArrayNonUniformIndexingNative) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, shaderStorageImageArrayNonUniformIndexingNative) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, shaderInputAttachmentArrayNonUniformIndexingNative) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, robustBufferAccessUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, quadDivergentImplicitLod) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindSamplers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindUniformBuffers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindStorageBuffers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindSampledImages) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindStorageImages) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageDescriptorUpdateAfterBindInputAttachments) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxPerStageUpdateAfterBindResources) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindSamplers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindUniformBuffers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindUniformBuffersDynamic) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageBuffers) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageBuffersDynamic) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindSampledImages) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindStorageImages) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDescriptorIndexingProperties, maxDescriptorSetUpdateAfterBindInputAttachments) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceSamplerFilterMinmaxProperties, filterMinmaxSingleComponentFormats) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceSamplerFilterMinmaxProperties, filterMinmaxImageComponentMapping) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDepthStencilResolveProperties, supportedDepthResolveModes) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDepthStencilResolveProperties, supportedStencilResolveModes) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDepthStencilResolveProperties, independentResolveNone) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDepthStencilResolveProperties, independentResolve) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceMaintenance4Properties, maxBufferSize) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceSubgroupSizeControlProperties, minSubgroupSize) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceSubgroupSizeControlProperties, maxSubgroupSize) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceSubgroupSizeControlProperties, maxComputeWorkgroupSubgroups) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceSubgroupSizeControlProperties, requiredSubgroupSizeStages) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceInlineUniformBlockProperties, maxInlineUniformBlockSize) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceInlineUniformBlockProperties, maxPerStageDescriptorInlineUniformBlocks) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceInlineUniformBlockProperties, maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceInlineUniformBlockProperties, maxDescriptorSetInlineUniformBlocks) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceInlineUniformBlockProperties, maxDescriptorSetUpdateAfterBindInlineUniformBlocks) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct8BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct4x8BitPackedMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct16BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct32BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProduct64BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating8BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating4x8BitPackedMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating16BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating32BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitUnsignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitSignedAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceShaderIntegerDotProductProperties, integerDotProductAccumulatingSaturating64BitMixedSignednessAccelerated) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetAlignmentBytes) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceTexelBufferAlignmentProperties, storageTexelBufferOffsetSingleTexelAlignment) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceTexelBufferAlignmentProperties, uniformTexelBufferOffsetAlignmentBytes) \
    X(VkPhysicalDeviceVulkan13Properties, VkPhysicalDeviceTexelBufferAlignmentProperties, uniformTexelBufferOffsetSingleTexelAlignment) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceProtectedMemoryFeatures, protectedMemory) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDevice16BitStorageFeatures, storageBuffer16BitAccess) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDevice16BitStorageFeatures, uniformAndStorageBuffer16BitAccess) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDevice16BitStorageFeatures, storagePushConstant16) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDevice16BitStorageFeatures, storageInputOutput16) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceVariablePointersFeatures, variablePointersStorageBuffer) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceVariablePointersFeatures, variablePointers) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceSamplerYcbcrConversionFeatures, samplerYcbcrConversion) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceMultiviewFeatures, multiview) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceMultiviewFeatures, multiviewGeometryShader) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceMultiviewFeatures, multiviewTessellationShader) \
    X(VkPhysicalDeviceVulkan11Features, VkPhysicalDeviceShaderDrawParametersFeatures, shaderDrawParameters) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModel) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelDeviceScope) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceVulkanMemoryModelFeatures, vulkanMemoryModelAvailabilityVisibilityChains) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceHostQueryResetFeatures, hostQueryReset) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceTimelineSemaphoreFeatures, timelineSemaphore) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddress) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddressCaptureReplay) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceBufferDeviceAddressFeatures, bufferDeviceAddressMultiDevice) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDevice8BitStorageFeatures, storageBuffer8BitAccess) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDevice8BitStorageFeatures, uniformAndStorageBuffer8BitAccess) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDevice8BitStorageFeatures, storagePushConstant8) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceShaderAtomicInt64Features, shaderBufferInt64Atomics) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceShaderAtomicInt64Features, shaderSharedInt64Atomics) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceShaderFloat16Int8Features, shaderFloat16) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceShaderFloat16Int8Features, shaderInt8) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderInputAttachmentArrayDynamicIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformTexelBufferArrayDynamicIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageTexelBufferArrayDynamicIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformBufferArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderSampledImageArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageBufferArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageImageArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderInputAttachmentArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderUniformTexelBufferArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, shaderStorageTexelBufferArrayNonUniformIndexing) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUniformBufferUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingSampledImageUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageImageUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageBufferUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUniformTexelBufferUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingStorageTexelBufferUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingUpdateUnusedWhilePending) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingPartiallyBound) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, descriptorBindingVariableDescriptorCount) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceDescriptorIndexingFeatures, runtimeDescriptorArray) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceScalarBlockLayoutFeatures, scalarBlockLayout) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceUniformBufferStandardLayoutFeatures, uniformBufferStandardLayout) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures, shaderSubgroupExtendedTypes) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceImagelessFramebufferFeatures, imagelessFramebuffer) \
    X(VkPhysicalDeviceVulkan12Features, VkPhysicalDeviceSeparateDepthStencilLayoutsFeatures, separateDepthStencilLayouts) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDevicePrivateDataFeatures, privateData) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceSynchronization2Features, synchronization2) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceTextureCompressionASTCHDRFeatures, textureCompressionASTC_HDR) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceMaintenance4Features, maintenance4) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceShaderTerminateInvocationFeatures, shaderTerminateInvocation) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures, shaderDemoteToHelperInvocation) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDevicePipelineCreationCacheControlFeatures, pipelineCreationCacheControl) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures, shaderZeroInitializeWorkgroupMemory) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceImageRobustnessFeatures, robustImageAccess) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceSubgroupSizeControlFeatures, subgroupSizeControl) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceSubgroupSizeControlFeatures, computeFullSubgroups) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceInlineUniformBlockFeatures, inlineUniformBlock) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceInlineUniformBlockFeatures, descriptorBindingInlineUniformBlockUpdateAfterBind) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceShaderIntegerDotProductFeatures, shaderIntegerDotProduct) \
    X(VkPhysicalDeviceVulkan13Features, VkPhysicalDeviceDynamicRenderingFeatures, dynamicRendering) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceGlobalPriorityQueryFeatures, globalPriorityQuery) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceIndexTypeUint8Features, indexTypeUint8) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceMaintenance5Features, maintenance5) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceMaintenance6Features, maintenance6) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceHostImageCopyFeatures, hostImageCopy) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceShaderSubgroupRotateFeatures, shaderSubgroupRotate) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceShaderSubgroupRotateFeatures, shaderSubgroupRotateClustered) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceShaderFloatControls2Features, shaderFloatControls2) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceShaderExpectAssumeFeatures, shaderExpectAssume) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDevicePipelineProtectedAccessFeatures, pipelineProtectedAccess) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDevicePipelineRobustnessFeatures, pipelineRobustness) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, rectangularLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, bresenhamLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, smoothLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, stippledRectangularLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, stippledBresenhamLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceLineRasterizationFeatures, stippledSmoothLines) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceVertexAttributeDivisorFeatures, vertexAttributeInstanceRateDivisor) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceVertexAttributeDivisorFeatures, vertexAttributeInstanceRateZeroDivisor) \
    X(VkPhysicalDeviceVulkan14Features, VkPhysicalDeviceDynamicRenderingLocalReadFeatures, dynamicRenderingLocalRead)

// The same of members that say who a driver is: TEXT or VALUES.

#define REPEATED_IDENTITIES(X) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, driverName, TEXT) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, driverInfo, TEXT) \
    X(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, conformanceVersion, VALUES)
