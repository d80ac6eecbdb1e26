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
