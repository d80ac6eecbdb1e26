// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
// What a structure extends and its sType; its own sType, name and size; the minor number of the
// version 1.x that it came with, or the extension that has it; place and value of the one member
// that is not 0, or 0 and 0.
#define PROGRAM_CHAINS(X) \
    X("VkBufferCreateInfo", 12, 1000072000, "VkExternalMemoryBufferCreateInfo", 24, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000189000, "VkDeviceMemoryOverallocationCreateInfoAMD", 24, 1, "VK_AMD_memory_overallocation_behavior", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000083000, "VkPhysicalDevice16BitStorageFeatures", 32, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000067001, "VkPhysicalDeviceASTCDecodeFeaturesEXT", 24, 1, "VK_EXT_astc_decode_mode", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000148000, "VkPhysicalDeviceBlendOperationAdvancedFeaturesEXT", 24, 1, "VK_EXT_blend_operation_advanced", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000081001, "VkPhysicalDeviceConditionalRenderingFeaturesEXT", 24, 1, "VK_EXT_conditional_rendering", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000050000, "VkPhysicalDeviceCornerSampledImageFeaturesNV", 24, 1, "VK_NV_corner_sampled_image", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000102000, "VkPhysicalDeviceDepthClipEnableFeaturesEXT", 24, 1, "VK_EXT_depth_clip_enable", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000205002, "VkPhysicalDeviceExclusiveScissorFeaturesNV", 24, 1, "VK_NV_scissor_exclusive", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000218000, "VkPhysicalDeviceFragmentDensityMapFeaturesEXT", 32, 1, "VK_EXT_fragment_density_map", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000238000, "VkPhysicalDeviceMemoryPriorityFeaturesEXT", 24, 1, "VK_EXT_memory_priority", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000202000, "VkPhysicalDeviceMeshShaderFeaturesNV", 24, 1, "VK_NV_mesh_shader", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000053001, "VkPhysicalDeviceMultiviewFeatures", 32, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000145001, "VkPhysicalDeviceProtectedMemoryFeatures", 24, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000166000, "VkPhysicalDeviceRepresentativeFragmentTestFeaturesNV", 24, 1, "VK_NV_representative_fragment_test", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000156004, "VkPhysicalDeviceSamplerYcbcrConversionFeatures", 24, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000063000, "VkPhysicalDeviceShaderDrawParametersFeatures", 24, 1, "", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000204000, "VkPhysicalDeviceShaderImageFootprintFeaturesNV", 24, 1, "VK_NV_shader_image_footprint", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000164001, "VkPhysicalDeviceShadingRateImageFeaturesNV", 24, 1, "VK_NV_shading_rate_image", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000028000, "VkPhysicalDeviceTransformFeedbackFeaturesEXT", 24, 1, "VK_EXT_transform_feedback", 0, 0) \
    X("VkDeviceCreateInfo", 3, 1000120000, "VkPhysicalDeviceVariablePointersFeatures", 24, 1, "", 0, 0) \
    X("VkDeviceQueueCreateInfo", 2, 1000174000, "VkDeviceQueueGlobalPriorityCreateInfo", 24, 1, "VK_KHR_global_priority", 16, 128) \
    X("VkFenceCreateInfo", 8, 1000113000, "VkExportFenceCreateInfo", 24, 1, "", 0, 0) \
    X("VkGraphicsPipelineCreateInfo", 28, 1000166001, "VkPipelineRepresentativeFragmentTestStateCreateInfoNV", 24, 1, "VK_NV_representative_fragment_test", 0, 0) \
    X("VkImageCreateInfo", 14, 1000072001, "VkExternalMemoryImageCreateInfo", 24, 1, "", 0, 0) \
    X("VkMemoryAllocateInfo", 5, 1000072002, "VkExportMemoryAllocateInfo", 24, 1, "", 0, 0) \
    X("VkMemoryAllocateInfo", 5, 1000060000, "VkMemoryAllocateFlagsInfo", 24, 1, "", 0, 0) \
    X("VkMemoryAllocateInfo", 5, 1000238001, "VkMemoryPriorityAllocateInfoEXT", 24, 1, "VK_EXT_memory_priority", 0, 0) \
    X("VkPipelineColorBlendStateCreateInfo", 26, 1000148002, "VkPipelineColorBlendAdvancedStateCreateInfoEXT", 32, 1, "VK_EXT_blend_operation_advanced", 0, 0) \
    X("VkPipelineMultisampleStateCreateInfo", 24, 1000149000, "VkPipelineCoverageToColorStateCreateInfoNV", 32, 1, "VK_NV_fragment_coverage_to_color", 0, 0) \
    X("VkPipelineRasterizationStateCreateInfo", 23, 1000101001, "VkPipelineRasterizationConservativeStateCreateInfoEXT", 32, 1, "VK_EXT_conservative_rasterization", 0, 0) \
    X("VkPipelineRasterizationStateCreateInfo", 23, 1000102001, "VkPipelineRasterizationDepthClipStateCreateInfoEXT", 24, 1, "VK_EXT_depth_clip_enable", 0, 0) \
    X("VkPipelineRasterizationStateCreateInfo", 23, 1000018000, "VkPipelineRasterizationStateRasterizationOrderAMD", 24, 1, "VK_AMD_rasterization_order", 0, 0) \
    X("VkPipelineRasterizationStateCreateInfo", 23, 1000028002, "VkPipelineRasterizationStateStreamCreateInfoEXT", 24, 1, "VK_EXT_transform_feedback", 0, 0) \
    X("VkPipelineTessellationStateCreateInfo", 21, 1000117003, "VkPipelineTessellationDomainOriginStateCreateInfo", 24, 1, "", 0, 0) \
    X("VkSemaphoreCreateInfo", 9, 1000077000, "VkExportSemaphoreCreateInfo", 24, 1, "", 0, 0) \
    X("VkSubmitInfo", 4, 1000145000, "VkProtectedSubmitInfo", 24, 1, "", 0, 0)
