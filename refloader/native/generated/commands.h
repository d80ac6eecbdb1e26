// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
#ifndef REFLOADER_COMMANDS_H
#define REFLOADER_COMMANDS_H

#define GLOBAL_COMMANDS 4
#define INSTANCE_SLOTS 119
#define DEVICE_SLOTS 719
#define DEVICE_SLOTS_EXPORTED 214
#define RESERVED_SLOTS 250
#define INSTANCE_EXTENSIONS 43
#define NO_EXTENSION 255
#define COMMAND_HASH_SIZE 2048
#define COMMAND_HASH_FACTOR 0x9E3779B97F4A7C15ULL
#define INSTANCE_TABLE_SIZE (8 * (INSTANCE_SLOTS + RESERVED_SLOTS))
#define DEVICE_TABLE_SIZE (128 + 8 * (DEVICE_SLOTS + RESERVED_SLOTS))

// name, level, slot, exported, trampoline, terminator, result, core, extension, of a device extension
#define REFLOADER_COMMANDS(ROW) \
    ROW(vkCreateInstance, GLOBAL, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEnumerateInstanceExtensionProperties, GLOBAL, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEnumerateInstanceLayerProperties, GLOBAL, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEnumerateInstanceVersion, GLOBAL, 0xFFFF, 1, SLOW, SLOW, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkAcquireDrmDisplayEXT, PHYSICAL_DEVICE, 0, 0, STUB, STUB, RESULT, 0, 0, 0) \
    ROW(vkAcquireWinrtDisplayNV, PHYSICAL_DEVICE, 1, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAcquireXlibDisplayEXT, PHYSICAL_DEVICE, 2, 0, STUB, STUB, RESULT, 0, 1, 0) \
    ROW(vkCreateAndroidSurfaceKHR, INSTANCE, 3, 0, STUB, SLOW, RESULT, 0, 17, 0) \
    ROW(vkCreateDebugReportCallbackEXT, INSTANCE, 4, 0, STUB, SLOW, RESULT, 0, 2, 0) \
    ROW(vkCreateDebugUtilsMessengerEXT, INSTANCE, 5, 0, STUB, SLOW, RESULT, 0, 3, 0) \
    ROW(vkCreateDevice, PHYSICAL_DEVICE, 6, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateDirectFBSurfaceEXT, INSTANCE, 7, 0, STUB, SLOW, RESULT, 0, 5, 0) \
    ROW(vkCreateDisplayModeKHR, PHYSICAL_DEVICE, 8, 1, STUB, STUB, RESULT, 0, 19, 0) \
    ROW(vkCreateDisplayPlaneSurfaceKHR, INSTANCE, 9, 1, STUB, SLOW, RESULT, 0, 19, 0) \
    ROW(vkCreateHeadlessSurfaceEXT, INSTANCE, 10, 1, STUB, SLOW, RESULT, 0, 7, 0) \
    ROW(vkCreateIOSSurfaceMVK, INSTANCE, 11, 0, STUB, SLOW, RESULT, 0, 35, 0) \
    ROW(vkCreateImagePipeSurfaceFUCHSIA, INSTANCE, 12, 0, STUB, SLOW, RESULT, 0, 14, 0) \
    ROW(vkCreateMacOSSurfaceMVK, INSTANCE, 13, 0, STUB, SLOW, RESULT, 0, 36, 0) \
    ROW(vkCreateMetalSurfaceEXT, INSTANCE, 14, 0, STUB, SLOW, RESULT, 0, 9, 0) \
    ROW(vkCreateScreenSurfaceQNX, INSTANCE, 15, 0, STUB, SLOW, RESULT, 0, 41, 0) \
    ROW(vkCreateStreamDescriptorSurfaceGGP, INSTANCE, 16, 0, STUB, SLOW, RESULT, 0, 15, 0) \
    ROW(vkCreateSurfaceOHOS, INSTANCE, 17, 0, STUB, SLOW, RESULT, 0, 40, 0) \
    ROW(vkCreateUbmSurfaceSEC, INSTANCE, 18, 0, STUB, SLOW, RESULT, 0, 42, 0) \
    ROW(vkCreateViSurfaceNN, INSTANCE, 19, 0, STUB, SLOW, RESULT, 0, 37, 0) \
    ROW(vkCreateWaylandSurfaceKHR, INSTANCE, 20, 1, STUB, SLOW, RESULT, 0, 30, 0) \
    ROW(vkCreateWin32SurfaceKHR, INSTANCE, 21, 0, STUB, SLOW, RESULT, 0, 31, 0) \
    ROW(vkCreateXcbSurfaceKHR, INSTANCE, 22, 1, STUB, SLOW, RESULT, 0, 32, 0) \
    ROW(vkCreateXlibSurfaceKHR, INSTANCE, 23, 1, STUB, SLOW, RESULT, 0, 33, 0) \
    ROW(vkDebugReportMessageEXT, INSTANCE, 24, 0, STUB, SLOW, VOID, 0, 2, 0) \
    ROW(vkDestroyDebugReportCallbackEXT, INSTANCE, 25, 0, STUB, SLOW, VOID, 0, 2, 0) \
    ROW(vkDestroyDebugUtilsMessengerEXT, INSTANCE, 26, 0, STUB, SLOW, VOID, 0, 3, 0) \
    ROW(vkDestroyInstance, INSTANCE, 27, 1, SLOW, SLOW, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroySurfaceKHR, INSTANCE, 28, 1, STUB, SLOW, VOID, 0, 27, 0) \
    ROW(vkEnumerateDeviceExtensionProperties, PHYSICAL_DEVICE, 29, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEnumerateDeviceLayerProperties, PHYSICAL_DEVICE, 30, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEnumeratePhysicalDeviceGroups, INSTANCE, 31, 1, SLOW, SLOW, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkEnumeratePhysicalDeviceGroupsKHR, INSTANCE, 32, 0, SLOW, SLOW, RESULT, 0, 18, 0) \
    ROW(vkEnumeratePhysicalDeviceQueueFamilyPerformanceCountersByRegionARM, PHYSICAL_DEVICE, 33, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR, PHYSICAL_DEVICE, 34, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkEnumeratePhysicalDeviceShaderInstrumentationMetricsARM, PHYSICAL_DEVICE, 35, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkEnumeratePhysicalDevices, INSTANCE, 36, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetDisplayModeProperties2KHR, PHYSICAL_DEVICE, 37, 1, STUB, C, RESULT, 0, 23, 0) \
    ROW(vkGetDisplayModePropertiesKHR, PHYSICAL_DEVICE, 38, 1, STUB, STUB, RESULT, 0, 19, 0) \
    ROW(vkGetDisplayPlaneCapabilities2KHR, PHYSICAL_DEVICE, 39, 1, STUB, C, RESULT, 0, 23, 0) \
    ROW(vkGetDisplayPlaneCapabilitiesKHR, PHYSICAL_DEVICE, 40, 1, STUB, STUB, RESULT, 0, 19, 0) \
    ROW(vkGetDisplayPlaneSupportedDisplaysKHR, PHYSICAL_DEVICE, 41, 1, STUB, C, RESULT, 0, 19, 0) \
    ROW(vkGetDrmDisplayEXT, PHYSICAL_DEVICE, 42, 0, STUB, STUB, RESULT, 0, 0, 0) \
    ROW(vkGetInstanceProcAddr, INSTANCE, 43, 1, C, C, VALUE, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT, PHYSICAL_DEVICE, 44, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCalibrateableTimeDomainsKHR, PHYSICAL_DEVICE, 45, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV, PHYSICAL_DEVICE, 46, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixProperties2EXT, PHYSICAL_DEVICE, 47, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR, PHYSICAL_DEVICE, 48, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixPropertiesNV, PHYSICAL_DEVICE, 49, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceCooperativeVectorPropertiesNV, PHYSICAL_DEVICE, 50, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceDescriptorSizeEXT, PHYSICAL_DEVICE, 51, 0, STUB, STUB, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceDirectFBPresentationSupportEXT, PHYSICAL_DEVICE, 52, 0, STUB, STUB, VALUE, 0, 5, 0) \
    ROW(vkGetPhysicalDeviceDisplayPlaneProperties2KHR, PHYSICAL_DEVICE, 53, 1, STUB, C, RESULT, 0, 23, 0) \
    ROW(vkGetPhysicalDeviceDisplayPlanePropertiesKHR, PHYSICAL_DEVICE, 54, 1, STUB, C, RESULT, 0, 19, 0) \
    ROW(vkGetPhysicalDeviceDisplayProperties2KHR, PHYSICAL_DEVICE, 55, 1, STUB, C, RESULT, 0, 23, 0) \
    ROW(vkGetPhysicalDeviceDisplayPropertiesKHR, PHYSICAL_DEVICE, 56, 1, STUB, C, RESULT, 0, 19, 0) \
    ROW(vkGetPhysicalDeviceExternalBufferProperties, PHYSICAL_DEVICE, 57, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceExternalBufferPropertiesKHR, PHYSICAL_DEVICE, 58, 0, STUB, C, VOID, 0, 21, 0) \
    ROW(vkGetPhysicalDeviceExternalFenceProperties, PHYSICAL_DEVICE, 59, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceExternalFencePropertiesKHR, PHYSICAL_DEVICE, 60, 0, STUB, C, VOID, 0, 20, 0) \
    ROW(vkGetPhysicalDeviceExternalImageFormatPropertiesNV, PHYSICAL_DEVICE, 61, 0, STUB, STUB, RESULT, 0, 39, 0) \
    ROW(vkGetPhysicalDeviceExternalSemaphoreProperties, PHYSICAL_DEVICE, 62, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceExternalSemaphorePropertiesKHR, PHYSICAL_DEVICE, 63, 0, STUB, C, VOID, 0, 22, 0) \
    ROW(vkGetPhysicalDeviceExternalTensorPropertiesARM, PHYSICAL_DEVICE, 64, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceFeatures, PHYSICAL_DEVICE, 65, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceFeatures2, PHYSICAL_DEVICE, 66, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceFeatures2KHR, PHYSICAL_DEVICE, 67, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceFormatProperties, PHYSICAL_DEVICE, 68, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceFormatProperties2, PHYSICAL_DEVICE, 69, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceFormatProperties2KHR, PHYSICAL_DEVICE, 70, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceFragmentShadingRatesKHR, PHYSICAL_DEVICE, 71, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceImageFormatProperties, PHYSICAL_DEVICE, 72, 1, STUB, STUB, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceImageFormatProperties2, PHYSICAL_DEVICE, 73, 1, STUB, C, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceImageFormatProperties2KHR, PHYSICAL_DEVICE, 74, 0, STUB, C, RESULT, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceMemoryProperties, PHYSICAL_DEVICE, 75, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceMemoryProperties2, PHYSICAL_DEVICE, 76, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceMemoryProperties2KHR, PHYSICAL_DEVICE, 77, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceMultisamplePropertiesEXT, PHYSICAL_DEVICE, 78, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceOpticalFlowImageFormatsNV, PHYSICAL_DEVICE, 79, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDevicePresentRectanglesKHR, PHYSICAL_DEVICE, 80, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceProperties, PHYSICAL_DEVICE, 81, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceProperties2, PHYSICAL_DEVICE, 82, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceProperties2KHR, PHYSICAL_DEVICE, 83, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphEngineOperationPropertiesARM, PHYSICAL_DEVICE, 84, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphOpticalFlowImageFormatsARM, PHYSICAL_DEVICE, 85, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphProcessingEnginePropertiesARM, PHYSICAL_DEVICE, 86, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphPropertiesARM, PHYSICAL_DEVICE, 87, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR, PHYSICAL_DEVICE, 88, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties, PHYSICAL_DEVICE, 89, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties2, PHYSICAL_DEVICE, 90, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties2KHR, PHYSICAL_DEVICE, 91, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceScreenPresentationSupportQNX, PHYSICAL_DEVICE, 92, 0, STUB, STUB, VALUE, 0, 41, 0) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties, PHYSICAL_DEVICE, 93, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties2, PHYSICAL_DEVICE, 94, 1, STUB, C, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties2KHR, PHYSICAL_DEVICE, 95, 0, STUB, C, VOID, 0, 24, 0) \
    ROW(vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV, PHYSICAL_DEVICE, 96, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilities2EXT, PHYSICAL_DEVICE, 97, 0, STUB, C, RESULT, 0, 6, 0) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilities2KHR, PHYSICAL_DEVICE, 98, 1, STUB, C, RESULT, 0, 25, 0) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, PHYSICAL_DEVICE, 99, 1, STUB, C, RESULT, 0, 27, 0) \
    ROW(vkGetPhysicalDeviceSurfaceFormats2KHR, PHYSICAL_DEVICE, 100, 1, STUB, C, RESULT, 0, 25, 0) \
    ROW(vkGetPhysicalDeviceSurfaceFormatsKHR, PHYSICAL_DEVICE, 101, 1, STUB, C, RESULT, 0, 27, 0) \
    ROW(vkGetPhysicalDeviceSurfacePresentModes2EXT, PHYSICAL_DEVICE, 102, 0, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceSurfacePresentModesKHR, PHYSICAL_DEVICE, 103, 1, STUB, C, RESULT, 0, 27, 0) \
    ROW(vkGetPhysicalDeviceSurfaceSupportKHR, PHYSICAL_DEVICE, 104, 1, STUB, C, RESULT, 0, 27, 0) \
    ROW(vkGetPhysicalDeviceToolProperties, PHYSICAL_DEVICE, 105, 1, STUB, SLOW, RESULT, 13, NO_EXTENSION, 0) \
    ROW(vkGetPhysicalDeviceToolPropertiesEXT, PHYSICAL_DEVICE, 106, 0, STUB, SLOW, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceUbmPresentationSupportSEC, PHYSICAL_DEVICE, 107, 0, STUB, STUB, VALUE, 0, 42, 0) \
    ROW(vkGetPhysicalDeviceVideoCapabilitiesKHR, PHYSICAL_DEVICE, 108, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceVideoEncodeQualityLevelPropertiesKHR, PHYSICAL_DEVICE, 109, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceVideoFormatPropertiesKHR, PHYSICAL_DEVICE, 110, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPhysicalDeviceWaylandPresentationSupportKHR, PHYSICAL_DEVICE, 111, 1, STUB, STUB, VALUE, 0, 30, 0) \
    ROW(vkGetPhysicalDeviceWin32PresentationSupportKHR, PHYSICAL_DEVICE, 112, 0, STUB, STUB, VALUE, 0, 31, 0) \
    ROW(vkGetPhysicalDeviceXcbPresentationSupportKHR, PHYSICAL_DEVICE, 113, 1, STUB, STUB, VALUE, 0, 32, 0) \
    ROW(vkGetPhysicalDeviceXlibPresentationSupportKHR, PHYSICAL_DEVICE, 114, 1, STUB, STUB, VALUE, 0, 33, 0) \
    ROW(vkGetRandROutputDisplayEXT, PHYSICAL_DEVICE, 115, 0, STUB, STUB, RESULT, 0, 1, 0) \
    ROW(vkGetWinrtDisplayNV, PHYSICAL_DEVICE, 116, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseDisplayEXT, PHYSICAL_DEVICE, 117, 0, STUB, STUB, RESULT, 0, 4, 0) \
    ROW(vkSubmitDebugUtilsMessageEXT, INSTANCE, 118, 0, STUB, SLOW, VOID, 0, 3, 0) \
    ROW(vkAcquireNextImage2KHR, DEVICE, 0, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAcquireNextImageKHR, DEVICE, 1, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAllocateCommandBuffers, DEVICE, 2, 1, C, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkAllocateDescriptorSets, DEVICE, 3, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkAllocateMemory, DEVICE, 4, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkBeginCommandBuffer, DEVICE, 5, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkBindBufferMemory, DEVICE, 6, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkBindBufferMemory2, DEVICE, 7, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkBindImageMemory, DEVICE, 8, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkBindImageMemory2, DEVICE, 9, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkCmdBeginQuery, DEVICE, 10, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBeginRenderPass, DEVICE, 11, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBeginRenderPass2, DEVICE, 12, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkCmdBeginRendering, DEVICE, 13, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdBindDescriptorSets, DEVICE, 14, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBindDescriptorSets2, DEVICE, 15, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdBindIndexBuffer, DEVICE, 16, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBindIndexBuffer2, DEVICE, 17, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdBindPipeline, DEVICE, 18, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBindVertexBuffers, DEVICE, 19, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBindVertexBuffers2, DEVICE, 20, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdBlitImage, DEVICE, 21, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdBlitImage2, DEVICE, 22, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdClearAttachments, DEVICE, 23, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdClearColorImage, DEVICE, 24, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdClearDepthStencilImage, DEVICE, 25, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdCopyBuffer, DEVICE, 26, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdCopyBuffer2, DEVICE, 27, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdCopyBufferToImage, DEVICE, 28, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdCopyBufferToImage2, DEVICE, 29, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdCopyImage, DEVICE, 30, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdCopyImage2, DEVICE, 31, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdCopyImageToBuffer, DEVICE, 32, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdCopyImageToBuffer2, DEVICE, 33, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdCopyQueryPoolResults, DEVICE, 34, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDispatch, DEVICE, 35, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDispatchBase, DEVICE, 36, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkCmdDispatchIndirect, DEVICE, 37, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDraw, DEVICE, 38, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDrawIndexed, DEVICE, 39, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDrawIndexedIndirect, DEVICE, 40, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDrawIndexedIndirectCount, DEVICE, 41, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkCmdDrawIndirect, DEVICE, 42, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdDrawIndirectCount, DEVICE, 43, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkCmdEndQuery, DEVICE, 44, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdEndRenderPass, DEVICE, 45, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdEndRenderPass2, DEVICE, 46, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkCmdEndRendering, DEVICE, 47, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdExecuteCommands, DEVICE, 48, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdFillBuffer, DEVICE, 49, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdNextSubpass, DEVICE, 50, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdNextSubpass2, DEVICE, 51, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkCmdPipelineBarrier, DEVICE, 52, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdPipelineBarrier2, DEVICE, 53, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdPushConstants, DEVICE, 54, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdPushConstants2, DEVICE, 55, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdPushDescriptorSet, DEVICE, 56, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdPushDescriptorSet2, DEVICE, 57, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdPushDescriptorSetWithTemplate, DEVICE, 58, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdPushDescriptorSetWithTemplate2, DEVICE, 59, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdResetEvent, DEVICE, 60, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdResetEvent2, DEVICE, 61, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdResetQueryPool, DEVICE, 62, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdResolveImage, DEVICE, 63, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdResolveImage2, DEVICE, 64, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetBlendConstants, DEVICE, 65, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetCullMode, DEVICE, 66, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthBias, DEVICE, 67, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthBiasEnable, DEVICE, 68, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthBounds, DEVICE, 69, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthBoundsTestEnable, DEVICE, 70, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthCompareOp, DEVICE, 71, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthTestEnable, DEVICE, 72, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDepthWriteEnable, DEVICE, 73, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetDeviceMask, DEVICE, 74, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkCmdSetEvent, DEVICE, 75, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetEvent2, DEVICE, 76, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetFrontFace, DEVICE, 77, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetLineStipple, DEVICE, 78, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdSetLineWidth, DEVICE, 79, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetPrimitiveRestartEnable, DEVICE, 80, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetPrimitiveTopology, DEVICE, 81, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetRasterizerDiscardEnable, DEVICE, 82, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetRenderingAttachmentLocations, DEVICE, 83, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdSetRenderingInputAttachmentIndices, DEVICE, 84, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkCmdSetScissor, DEVICE, 85, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetScissorWithCount, DEVICE, 86, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetStencilCompareMask, DEVICE, 87, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetStencilOp, DEVICE, 88, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetStencilReference, DEVICE, 89, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetStencilTestEnable, DEVICE, 90, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdSetStencilWriteMask, DEVICE, 91, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetViewport, DEVICE, 92, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdSetViewportWithCount, DEVICE, 93, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdUpdateBuffer, DEVICE, 94, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdWaitEvents, DEVICE, 95, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdWaitEvents2, DEVICE, 96, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCmdWriteTimestamp, DEVICE, 97, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkCmdWriteTimestamp2, DEVICE, 98, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkCopyImageToImage, DEVICE, 99, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkCopyImageToMemory, DEVICE, 100, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkCopyMemoryToImage, DEVICE, 101, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkCreateBuffer, DEVICE, 102, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateBufferView, DEVICE, 103, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateCommandPool, DEVICE, 104, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateComputePipelines, DEVICE, 105, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateDescriptorPool, DEVICE, 106, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateDescriptorSetLayout, DEVICE, 107, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateDescriptorUpdateTemplate, DEVICE, 108, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkCreateEvent, DEVICE, 109, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateFence, DEVICE, 110, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateFramebuffer, DEVICE, 111, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateGraphicsPipelines, DEVICE, 112, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateImage, DEVICE, 113, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateImageView, DEVICE, 114, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreatePipelineCache, DEVICE, 115, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreatePipelineLayout, DEVICE, 116, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreatePrivateDataSlot, DEVICE, 117, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0) \
    ROW(vkCreateQueryPool, DEVICE, 118, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateRenderPass, DEVICE, 119, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateRenderPass2, DEVICE, 120, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0) \
    ROW(vkCreateSampler, DEVICE, 121, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateSamplerYcbcrConversion, DEVICE, 122, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0) \
    ROW(vkCreateSemaphore, DEVICE, 123, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateShaderModule, DEVICE, 124, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkCreateSharedSwapchainsKHR, DEVICE, 125, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateSwapchainKHR, DEVICE, 126, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyBuffer, DEVICE, 127, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyBufferView, DEVICE, 128, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyCommandPool, DEVICE, 129, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyDescriptorPool, DEVICE, 130, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyDescriptorSetLayout, DEVICE, 131, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyDescriptorUpdateTemplate, DEVICE, 132, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkDestroyDevice, DEVICE, 133, 1, SLOW, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyEvent, DEVICE, 134, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyFence, DEVICE, 135, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyFramebuffer, DEVICE, 136, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyImage, DEVICE, 137, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyImageView, DEVICE, 138, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyPipeline, DEVICE, 139, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyPipelineCache, DEVICE, 140, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyPipelineLayout, DEVICE, 141, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyPrivateDataSlot, DEVICE, 142, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkDestroyQueryPool, DEVICE, 143, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyRenderPass, DEVICE, 144, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroySampler, DEVICE, 145, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroySamplerYcbcrConversion, DEVICE, 146, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkDestroySemaphore, DEVICE, 147, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroyShaderModule, DEVICE, 148, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkDestroySwapchainKHR, DEVICE, 149, 1, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDeviceWaitIdle, DEVICE, 150, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkEndCommandBuffer, DEVICE, 151, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkFlushMappedMemoryRanges, DEVICE, 152, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkFreeCommandBuffers, DEVICE, 153, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkFreeDescriptorSets, DEVICE, 154, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkFreeMemory, DEVICE, 155, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetBufferDeviceAddress, DEVICE, 156, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0) \
    ROW(vkGetBufferMemoryRequirements, DEVICE, 157, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetBufferMemoryRequirements2, DEVICE, 158, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetBufferOpaqueCaptureAddress, DEVICE, 159, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0) \
    ROW(vkGetDescriptorSetLayoutSupport, DEVICE, 160, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetDeviceBufferMemoryRequirements, DEVICE, 161, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkGetDeviceGroupPeerMemoryFeatures, DEVICE, 162, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetDeviceGroupPresentCapabilitiesKHR, DEVICE, 163, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceGroupSurfacePresentModesKHR, DEVICE, 164, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceImageMemoryRequirements, DEVICE, 165, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkGetDeviceImageSparseMemoryRequirements, DEVICE, 166, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkGetDeviceImageSubresourceLayout, DEVICE, 167, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkGetDeviceMemoryCommitment, DEVICE, 168, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetDeviceMemoryOpaqueCaptureAddress, DEVICE, 169, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0) \
    ROW(vkGetDeviceProcAddr, DEVICE, 170, 1, C, C, VALUE, 10, NO_EXTENSION, 0) \
    ROW(vkGetDeviceQueue, DEVICE, 171, 1, C, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetDeviceQueue2, DEVICE, 172, 1, C, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetEventStatus, DEVICE, 173, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetFenceStatus, DEVICE, 174, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetImageMemoryRequirements, DEVICE, 175, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetImageMemoryRequirements2, DEVICE, 176, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetImageSparseMemoryRequirements, DEVICE, 177, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetImageSparseMemoryRequirements2, DEVICE, 178, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkGetImageSubresourceLayout, DEVICE, 179, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetImageSubresourceLayout2, DEVICE, 180, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkGetPipelineCacheData, DEVICE, 181, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetPrivateData, DEVICE, 182, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0) \
    ROW(vkGetQueryPoolResults, DEVICE, 183, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkGetRenderAreaGranularity, DEVICE, 184, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkGetRenderingAreaGranularity, DEVICE, 185, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0) \
    ROW(vkGetSemaphoreCounterValue, DEVICE, 186, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0) \
    ROW(vkGetSwapchainImagesKHR, DEVICE, 187, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkInvalidateMappedMemoryRanges, DEVICE, 188, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkMapMemory, DEVICE, 189, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkMapMemory2, DEVICE, 190, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkMergePipelineCaches, DEVICE, 191, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkQueueBindSparse, DEVICE, 192, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkQueuePresentKHR, DEVICE, 193, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkQueueSubmit, DEVICE, 194, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkQueueSubmit2, DEVICE, 195, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0) \
    ROW(vkQueueWaitIdle, DEVICE, 196, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetCommandBuffer, DEVICE, 197, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetCommandPool, DEVICE, 198, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetDescriptorPool, DEVICE, 199, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetEvent, DEVICE, 200, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetFences, DEVICE, 201, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkResetQueryPool, DEVICE, 202, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0) \
    ROW(vkSetEvent, DEVICE, 203, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkSetPrivateData, DEVICE, 204, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0) \
    ROW(vkSignalSemaphore, DEVICE, 205, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0) \
    ROW(vkTransitionImageLayout, DEVICE, 206, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkTrimCommandPool, DEVICE, 207, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkUnmapMemory, DEVICE, 208, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkUnmapMemory2, DEVICE, 209, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0) \
    ROW(vkUpdateDescriptorSetWithTemplate, DEVICE, 210, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0) \
    ROW(vkUpdateDescriptorSets, DEVICE, 211, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0) \
    ROW(vkWaitForFences, DEVICE, 212, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0) \
    ROW(vkWaitSemaphores, DEVICE, 213, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0) \
    ROW(vkAcquireFullScreenExclusiveModeEXT, DEVICE, 214, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAcquirePerformanceConfigurationINTEL, DEVICE, 215, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAcquireProfilingLockKHR, DEVICE, 216, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkAntiLagUpdateAMD, DEVICE, 217, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkBindAccelerationStructureMemoryNV, DEVICE, 218, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindBufferMemory2KHR, DEVICE, 219, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindDataGraphPipelineSessionMemoryARM, DEVICE, 220, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindImageMemory2KHR, DEVICE, 221, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindOpticalFlowSessionImageNV, DEVICE, 222, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindTensorMemoryARM, DEVICE, 223, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBindVideoSessionMemoryKHR, DEVICE, 224, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBuildAccelerationStructuresKHR, DEVICE, 225, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkBuildMicromapsEXT, DEVICE, 226, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkClearShaderInstrumentationMetricsARM, DEVICE, 227, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginConditionalRendering2EXT, DEVICE, 228, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginConditionalRenderingEXT, DEVICE, 229, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginCustomResolveEXT, DEVICE, 230, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginDebugUtilsLabelEXT, DEVICE, 231, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkCmdBeginGpaSampleAMD, DEVICE, 232, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginGpaSessionAMD, DEVICE, 233, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginPerTileExecutionQCOM, DEVICE, 234, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginQueryIndexedEXT, DEVICE, 235, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginRenderPass2KHR, DEVICE, 236, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginRenderingKHR, DEVICE, 237, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginShaderInstrumentationARM, DEVICE, 238, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginTransformFeedback2EXT, DEVICE, 239, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginTransformFeedbackEXT, DEVICE, 240, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBeginVideoCodingKHR, DEVICE, 241, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindDescriptorBufferEmbeddedSamplers2EXT, DEVICE, 242, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindDescriptorBufferEmbeddedSamplersEXT, DEVICE, 243, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindDescriptorBuffersEXT, DEVICE, 244, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindDescriptorSets2KHR, DEVICE, 245, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindIndexBuffer2KHR, DEVICE, 246, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindIndexBuffer3KHR, DEVICE, 247, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindInvocationMaskHUAWEI, DEVICE, 248, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindPipelineShaderGroupNV, DEVICE, 249, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindResourceHeapEXT, DEVICE, 250, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindSamplerHeapEXT, DEVICE, 251, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindShadersEXT, DEVICE, 252, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindShadingRateImageNV, DEVICE, 253, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindTileMemoryQCOM, DEVICE, 254, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindTransformFeedbackBuffers2EXT, DEVICE, 255, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindTransformFeedbackBuffersEXT, DEVICE, 256, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindVertexBuffers2EXT, DEVICE, 257, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBindVertexBuffers3KHR, DEVICE, 258, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBlitImage2KHR, DEVICE, 259, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildAccelerationStructureNV, DEVICE, 260, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildAccelerationStructuresIndirectKHR, DEVICE, 261, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildAccelerationStructuresKHR, DEVICE, 262, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildClusterAccelerationStructureIndirectNV, DEVICE, 263, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildMicromapsEXT, DEVICE, 264, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdBuildPartitionedAccelerationStructuresNV, DEVICE, 265, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdControlVideoCodingKHR, DEVICE, 266, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdConvertCooperativeVectorMatrixNV, DEVICE, 267, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyAccelerationStructureKHR, DEVICE, 268, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyAccelerationStructureNV, DEVICE, 269, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyAccelerationStructureToMemoryKHR, DEVICE, 270, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyBuffer2KHR, DEVICE, 271, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyBufferToImage2KHR, DEVICE, 272, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyGpaSessionResultsAMD, DEVICE, 273, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyImage2KHR, DEVICE, 274, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyImageToBuffer2KHR, DEVICE, 275, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyImageToMemoryKHR, DEVICE, 276, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryIndirectKHR, DEVICE, 277, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryIndirectNV, DEVICE, 278, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryKHR, DEVICE, 279, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryToAccelerationStructureKHR, DEVICE, 280, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryToImageIndirectKHR, DEVICE, 281, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryToImageIndirectNV, DEVICE, 282, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryToImageKHR, DEVICE, 283, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMemoryToMicromapEXT, DEVICE, 284, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMicromapEXT, DEVICE, 285, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyMicromapToMemoryEXT, DEVICE, 286, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyQueryPoolResultsToMemoryKHR, DEVICE, 287, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCopyTensorARM, DEVICE, 288, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCuLaunchKernelNVX, DEVICE, 289, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdCudaLaunchKernelNV, DEVICE, 290, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDebugMarkerBeginEXT, DEVICE, 291, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDebugMarkerEndEXT, DEVICE, 292, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDebugMarkerInsertEXT, DEVICE, 293, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDecodeVideoKHR, DEVICE, 294, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDecompressMemoryEXT, DEVICE, 295, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDecompressMemoryIndirectCountEXT, DEVICE, 296, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDecompressMemoryIndirectCountNV, DEVICE, 297, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDecompressMemoryNV, DEVICE, 298, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchBaseKHR, DEVICE, 299, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchDataGraphARM, DEVICE, 300, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchGraphAMDX, DEVICE, 301, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchGraphIndirectAMDX, DEVICE, 302, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchGraphIndirectCountAMDX, DEVICE, 303, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchIndirect2KHR, DEVICE, 304, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDispatchTileQCOM, DEVICE, 305, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawClusterHUAWEI, DEVICE, 306, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawClusterIndirectHUAWEI, DEVICE, 307, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndexedIndirect2KHR, DEVICE, 308, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndexedIndirectCount2KHR, DEVICE, 309, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndexedIndirectCountAMD, DEVICE, 310, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndexedIndirectCountKHR, DEVICE, 311, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirect2KHR, DEVICE, 312, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirectByteCount2EXT, DEVICE, 313, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirectByteCountEXT, DEVICE, 314, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirectCount2KHR, DEVICE, 315, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirectCountAMD, DEVICE, 316, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawIndirectCountKHR, DEVICE, 317, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksEXT, DEVICE, 318, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirect2EXT, DEVICE, 319, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirectCount2EXT, DEVICE, 320, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirectCountEXT, DEVICE, 321, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirectCountNV, DEVICE, 322, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirectEXT, DEVICE, 323, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksIndirectNV, DEVICE, 324, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMeshTasksNV, DEVICE, 325, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMultiEXT, DEVICE, 326, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdDrawMultiIndexedEXT, DEVICE, 327, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEncodeVideoKHR, DEVICE, 328, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndConditionalRenderingEXT, DEVICE, 329, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndDebugUtilsLabelEXT, DEVICE, 330, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkCmdEndGpaSampleAMD, DEVICE, 331, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndGpaSessionAMD, DEVICE, 332, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndPerTileExecutionQCOM, DEVICE, 333, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndQueryIndexedEXT, DEVICE, 334, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndRenderPass2KHR, DEVICE, 335, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndRendering2EXT, DEVICE, 336, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndRendering2KHR, DEVICE, 337, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndRenderingKHR, DEVICE, 338, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndShaderInstrumentationARM, DEVICE, 339, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndTransformFeedback2EXT, DEVICE, 340, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndTransformFeedbackEXT, DEVICE, 341, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdEndVideoCodingKHR, DEVICE, 342, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdExecuteGeneratedCommandsEXT, DEVICE, 343, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdExecuteGeneratedCommandsNV, DEVICE, 344, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdFillMemoryKHR, DEVICE, 345, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdInitializeGraphScratchMemoryAMDX, DEVICE, 346, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdInsertDebugUtilsLabelEXT, DEVICE, 347, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkCmdNextSubpass2KHR, DEVICE, 348, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdOpticalFlowExecuteNV, DEVICE, 349, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPipelineBarrier2KHR, DEVICE, 350, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPreprocessGeneratedCommandsEXT, DEVICE, 351, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPreprocessGeneratedCommandsNV, DEVICE, 352, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushConstants2KHR, DEVICE, 353, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushDataEXT, DEVICE, 354, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushDescriptorSet2KHR, DEVICE, 355, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushDescriptorSetKHR, DEVICE, 356, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushDescriptorSetWithTemplate2KHR, DEVICE, 357, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdPushDescriptorSetWithTemplateKHR, DEVICE, 358, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdResetEvent2KHR, DEVICE, 359, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdResolveImage2KHR, DEVICE, 360, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetAlphaToCoverageEnableEXT, DEVICE, 361, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetAlphaToOneEnableEXT, DEVICE, 362, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetAttachmentFeedbackLoopEnableEXT, DEVICE, 363, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCheckpointNV, DEVICE, 364, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoarseSampleOrderNV, DEVICE, 365, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetColorBlendAdvancedEXT, DEVICE, 366, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetColorBlendEnableEXT, DEVICE, 367, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetColorBlendEquationEXT, DEVICE, 368, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetColorWriteEnableEXT, DEVICE, 369, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetColorWriteMaskEXT, DEVICE, 370, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetComputeOccupancyPriorityNV, DEVICE, 371, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetConservativeRasterizationModeEXT, DEVICE, 372, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageModulationModeNV, DEVICE, 373, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageModulationTableEnableNV, DEVICE, 374, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageModulationTableNV, DEVICE, 375, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageReductionModeNV, DEVICE, 376, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageToColorEnableNV, DEVICE, 377, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCoverageToColorLocationNV, DEVICE, 378, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetCullModeEXT, DEVICE, 379, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthBias2EXT, DEVICE, 380, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthBiasEnableEXT, DEVICE, 381, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthBoundsTestEnableEXT, DEVICE, 382, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthClampEnableEXT, DEVICE, 383, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthClampRangeEXT, DEVICE, 384, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthClipEnableEXT, DEVICE, 385, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthClipNegativeOneToOneEXT, DEVICE, 386, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthCompareOpEXT, DEVICE, 387, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthTestEnableEXT, DEVICE, 388, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDepthWriteEnableEXT, DEVICE, 389, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDescriptorBufferOffsets2EXT, DEVICE, 390, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDescriptorBufferOffsetsEXT, DEVICE, 391, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDeviceMaskKHR, DEVICE, 392, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDiscardRectangleEXT, DEVICE, 393, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDiscardRectangleEnableEXT, DEVICE, 394, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDiscardRectangleModeEXT, DEVICE, 395, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetDispatchParametersARM, DEVICE, 396, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetEvent2KHR, DEVICE, 397, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetExclusiveScissorEnableNV, DEVICE, 398, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetExclusiveScissorNV, DEVICE, 399, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetExtraPrimitiveOverestimationSizeEXT, DEVICE, 400, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetFragmentShadingRateEnumNV, DEVICE, 401, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetFragmentShadingRateKHR, DEVICE, 402, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetFrontFaceEXT, DEVICE, 403, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLineRasterizationModeEXT, DEVICE, 404, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLineStippleEXT, DEVICE, 405, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLineStippleEnableEXT, DEVICE, 406, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLineStippleKHR, DEVICE, 407, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLogicOpEXT, DEVICE, 408, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetLogicOpEnableEXT, DEVICE, 409, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPatchControlPointsEXT, DEVICE, 410, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPerformanceMarkerINTEL, DEVICE, 411, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPerformanceOverrideINTEL, DEVICE, 412, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPerformanceStreamMarkerINTEL, DEVICE, 413, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPolygonModeEXT, DEVICE, 414, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPrimitiveRestartEnableEXT, DEVICE, 415, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPrimitiveRestartIndexEXT, DEVICE, 416, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetPrimitiveTopologyEXT, DEVICE, 417, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetProvokingVertexModeEXT, DEVICE, 418, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRasterizationSamplesEXT, DEVICE, 419, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRasterizationStreamEXT, DEVICE, 420, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRasterizerDiscardEnableEXT, DEVICE, 421, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRayTracingPipelineStackSizeKHR, DEVICE, 422, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRenderingAttachmentLocationsKHR, DEVICE, 423, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRenderingInputAttachmentIndicesKHR, DEVICE, 424, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetRepresentativeFragmentTestEnableNV, DEVICE, 425, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetSampleLocationsEXT, DEVICE, 426, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetSampleLocationsEnableEXT, DEVICE, 427, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetSampleMaskEXT, DEVICE, 428, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetScissorWithCountEXT, DEVICE, 429, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetShadingRateImageEnableNV, DEVICE, 430, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetStencilOpEXT, DEVICE, 431, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetStencilTestEnableEXT, DEVICE, 432, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetTessellationDomainOriginEXT, DEVICE, 433, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetVertexInputEXT, DEVICE, 434, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetViewportShadingRatePaletteNV, DEVICE, 435, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetViewportSwizzleNV, DEVICE, 436, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetViewportWScalingEnableNV, DEVICE, 437, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetViewportWScalingNV, DEVICE, 438, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSetViewportWithCountEXT, DEVICE, 439, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdSubpassShadingHUAWEI, DEVICE, 440, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdTraceRaysIndirect2KHR, DEVICE, 441, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdTraceRaysIndirectKHR, DEVICE, 442, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdTraceRaysKHR, DEVICE, 443, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdTraceRaysNV, DEVICE, 444, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdUpdateMemoryKHR, DEVICE, 445, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdUpdatePipelineIndirectBufferNV, DEVICE, 446, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWaitEvents2KHR, DEVICE, 447, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteAccelerationStructuresPropertiesKHR, DEVICE, 448, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteAccelerationStructuresPropertiesNV, DEVICE, 449, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteBufferMarker2AMD, DEVICE, 450, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteBufferMarkerAMD, DEVICE, 451, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteMarkerToMemoryAMD, DEVICE, 452, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteMicromapsPropertiesEXT, DEVICE, 453, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCmdWriteTimestamp2KHR, DEVICE, 454, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkCompileDeferredNV, DEVICE, 455, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkConvertCooperativeVectorMatrixNV, DEVICE, 456, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyAccelerationStructureKHR, DEVICE, 457, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyAccelerationStructureToMemoryKHR, DEVICE, 458, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyImageToImageEXT, DEVICE, 459, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyImageToMemoryEXT, DEVICE, 460, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyMemoryToAccelerationStructureKHR, DEVICE, 461, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyMemoryToImageEXT, DEVICE, 462, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyMemoryToMicromapEXT, DEVICE, 463, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyMicromapEXT, DEVICE, 464, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCopyMicromapToMemoryEXT, DEVICE, 465, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateAccelerationStructure2KHR, DEVICE, 466, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateAccelerationStructureKHR, DEVICE, 467, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateAccelerationStructureNV, DEVICE, 468, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateBufferCollectionFUCHSIA, DEVICE, 469, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateCuFunctionNVX, DEVICE, 470, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateCuModuleNVX, DEVICE, 471, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateCudaFunctionNV, DEVICE, 472, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateCudaModuleNV, DEVICE, 473, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateDataGraphPipelineSessionARM, DEVICE, 474, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateDataGraphPipelinesARM, DEVICE, 475, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateDeferredOperationKHR, DEVICE, 476, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateDescriptorUpdateTemplateKHR, DEVICE, 477, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateExecutionGraphPipelinesAMDX, DEVICE, 478, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateExternalComputeQueueNV, DEVICE, 479, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateGpaSessionAMD, DEVICE, 480, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateIndirectCommandsLayoutEXT, DEVICE, 481, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateIndirectCommandsLayoutNV, DEVICE, 482, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateIndirectExecutionSetEXT, DEVICE, 483, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateMicromapEXT, DEVICE, 484, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateOpticalFlowSessionNV, DEVICE, 485, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreatePipelineBinariesKHR, DEVICE, 486, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreatePrivateDataSlotEXT, DEVICE, 487, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateRayTracingPipelinesKHR, DEVICE, 488, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateRayTracingPipelinesNV, DEVICE, 489, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateRenderPass2KHR, DEVICE, 490, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateSamplerYcbcrConversionKHR, DEVICE, 491, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateShaderInstrumentationARM, DEVICE, 492, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateShadersEXT, DEVICE, 493, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateTensorARM, DEVICE, 494, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateTensorViewARM, DEVICE, 495, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateValidationCacheEXT, DEVICE, 496, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateVideoSessionKHR, DEVICE, 497, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkCreateVideoSessionParametersKHR, DEVICE, 498, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkDebugMarkerSetObjectNameEXT, DEVICE, 499, 0, C, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkDebugMarkerSetObjectTagEXT, DEVICE, 500, 0, C, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkDeferredOperationJoinKHR, DEVICE, 501, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyAccelerationStructureKHR, DEVICE, 502, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyAccelerationStructureNV, DEVICE, 503, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyBufferCollectionFUCHSIA, DEVICE, 504, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyCuFunctionNVX, DEVICE, 505, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyCuModuleNVX, DEVICE, 506, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyCudaFunctionNV, DEVICE, 507, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyCudaModuleNV, DEVICE, 508, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyDataGraphPipelineSessionARM, DEVICE, 509, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyDeferredOperationKHR, DEVICE, 510, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyDescriptorUpdateTemplateKHR, DEVICE, 511, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyExternalComputeQueueNV, DEVICE, 512, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyGpaSessionAMD, DEVICE, 513, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyIndirectCommandsLayoutEXT, DEVICE, 514, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyIndirectCommandsLayoutNV, DEVICE, 515, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyIndirectExecutionSetEXT, DEVICE, 516, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyMicromapEXT, DEVICE, 517, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyOpticalFlowSessionNV, DEVICE, 518, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyPipelineBinaryKHR, DEVICE, 519, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyPrivateDataSlotEXT, DEVICE, 520, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroySamplerYcbcrConversionKHR, DEVICE, 521, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyShaderEXT, DEVICE, 522, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyShaderInstrumentationARM, DEVICE, 523, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyTensorARM, DEVICE, 524, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyTensorViewARM, DEVICE, 525, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyValidationCacheEXT, DEVICE, 526, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyVideoSessionKHR, DEVICE, 527, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDestroyVideoSessionParametersKHR, DEVICE, 528, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkDisplayPowerControlEXT, DEVICE, 529, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkExportMetalObjectsEXT, DEVICE, 530, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetAccelerationStructureBuildSizesKHR, DEVICE, 531, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetAccelerationStructureDeviceAddressKHR, DEVICE, 532, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetAccelerationStructureHandleNV, DEVICE, 533, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetAccelerationStructureMemoryRequirementsNV, DEVICE, 534, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetAccelerationStructureOpaqueCaptureDescriptorDataEXT, DEVICE, 535, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetAndroidHardwareBufferPropertiesANDROID, DEVICE, 536, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferCollectionPropertiesFUCHSIA, DEVICE, 537, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferDeviceAddressEXT, DEVICE, 538, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferDeviceAddressKHR, DEVICE, 539, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferMemoryRequirements2KHR, DEVICE, 540, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferOpaqueCaptureAddressKHR, DEVICE, 541, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetBufferOpaqueCaptureDescriptorDataEXT, DEVICE, 542, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetCalibratedTimestampsEXT, DEVICE, 543, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetCalibratedTimestampsKHR, DEVICE, 544, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetClusterAccelerationStructureBuildSizesNV, DEVICE, 545, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetCudaModuleCacheNV, DEVICE, 546, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDataGraphPipelineAvailablePropertiesARM, DEVICE, 547, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDataGraphPipelinePropertiesARM, DEVICE, 548, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDataGraphPipelineSessionBindPointRequirementsARM, DEVICE, 549, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDataGraphPipelineSessionMemoryRequirementsARM, DEVICE, 550, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeferredOperationMaxConcurrencyKHR, DEVICE, 551, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeferredOperationResultKHR, DEVICE, 552, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorEXT, DEVICE, 553, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorSetHostMappingVALVE, DEVICE, 554, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorSetLayoutBindingOffsetEXT, DEVICE, 555, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorSetLayoutHostMappingInfoVALVE, DEVICE, 556, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorSetLayoutSizeEXT, DEVICE, 557, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDescriptorSetLayoutSupportKHR, DEVICE, 558, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceAccelerationStructureCompatibilityKHR, DEVICE, 559, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceBufferMemoryRequirementsKHR, DEVICE, 560, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceCombinedImageSamplerIndexNVX, DEVICE, 561, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceFaultDebugInfoKHR, DEVICE, 562, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceFaultInfoEXT, DEVICE, 563, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceFaultReportsKHR, DEVICE, 564, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceGroupPeerMemoryFeaturesKHR, DEVICE, 565, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceGroupSurfacePresentModes2EXT, DEVICE, 566, 0, STUB, C, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceImageMemoryRequirementsKHR, DEVICE, 567, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceImageSparseMemoryRequirementsKHR, DEVICE, 568, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceImageSubresourceLayoutKHR, DEVICE, 569, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceMemoryOpaqueCaptureAddressKHR, DEVICE, 570, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceMicromapCompatibilityEXT, DEVICE, 571, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceSubpassShadingMaxWorkgroupSizeHUAWEI, DEVICE, 572, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetDeviceTensorMemoryRequirementsARM, DEVICE, 573, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetDynamicRenderingTilePropertiesQCOM, DEVICE, 574, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetEncodedVideoSessionParametersKHR, DEVICE, 575, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetExecutionGraphPipelineNodeIndexAMDX, DEVICE, 576, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetExecutionGraphPipelineScratchSizeAMDX, DEVICE, 577, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetExternalComputeQueueDataNV, DEVICE, 578, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetFenceFdKHR, DEVICE, 579, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetFenceWin32HandleKHR, DEVICE, 580, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetFramebufferTilePropertiesQCOM, DEVICE, 581, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetGeneratedCommandsMemoryRequirementsEXT, DEVICE, 582, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetGeneratedCommandsMemoryRequirementsNV, DEVICE, 583, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetGpaDeviceClockInfoAMD, DEVICE, 584, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetGpaSessionResultsAMD, DEVICE, 585, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetGpaSessionStatusAMD, DEVICE, 586, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageDrmFormatModifierPropertiesEXT, DEVICE, 587, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageMemoryRequirements2KHR, DEVICE, 588, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageOpaqueCaptureDataEXT, DEVICE, 589, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageOpaqueCaptureDescriptorDataEXT, DEVICE, 590, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageSparseMemoryRequirements2KHR, DEVICE, 591, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageSubresourceLayout2EXT, DEVICE, 592, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageSubresourceLayout2KHR, DEVICE, 593, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageViewAddressNVX, DEVICE, 594, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageViewHandle64NVX, DEVICE, 595, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageViewHandleNVX, DEVICE, 596, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetImageViewOpaqueCaptureDescriptorDataEXT, DEVICE, 597, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetLatencyTimingsLegacyNV, DEVICE, 598, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetLatencyTimingsNV, DEVICE, 599, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryAndroidHardwareBufferANDROID, DEVICE, 600, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryFdKHR, DEVICE, 601, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryFdPropertiesKHR, DEVICE, 602, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryHostPointerPropertiesEXT, DEVICE, 603, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryMetalHandleEXT, DEVICE, 604, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryMetalHandlePropertiesEXT, DEVICE, 605, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryNativeBufferOHOS, DEVICE, 606, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryRemoteAddressNV, DEVICE, 607, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryWin32HandleKHR, DEVICE, 608, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryWin32HandleNV, DEVICE, 609, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryWin32HandlePropertiesKHR, DEVICE, 610, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryZirconHandleFUCHSIA, DEVICE, 611, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMemoryZirconHandlePropertiesFUCHSIA, DEVICE, 612, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetMicromapBuildSizesEXT, DEVICE, 613, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetNativeBufferPropertiesOHOS, DEVICE, 614, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPartitionedAccelerationStructuresBuildSizesNV, DEVICE, 615, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPastPresentationTimingEXT, DEVICE, 616, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPastPresentationTimingGOOGLE, DEVICE, 617, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPerformanceParameterINTEL, DEVICE, 618, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineBinaryDataKHR, DEVICE, 619, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineExecutableInternalRepresentationsKHR, DEVICE, 620, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineExecutablePropertiesKHR, DEVICE, 621, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineExecutableStatisticsKHR, DEVICE, 622, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineIndirectDeviceAddressNV, DEVICE, 623, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineIndirectMemoryRequirementsNV, DEVICE, 624, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelineKeyKHR, DEVICE, 625, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPipelinePropertiesEXT, DEVICE, 626, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetPrivateDataEXT, DEVICE, 627, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetQueueCheckpointData2NV, DEVICE, 628, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetQueueCheckpointDataNV, DEVICE, 629, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetRayTracingCaptureReplayShaderGroupHandlesKHR, DEVICE, 630, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetRayTracingShaderGroupHandlesKHR, DEVICE, 631, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetRayTracingShaderGroupHandlesNV, DEVICE, 632, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetRayTracingShaderGroupStackSizeKHR, DEVICE, 633, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1) \
    ROW(vkGetRefreshCycleDurationGOOGLE, DEVICE, 634, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetRenderingAreaGranularityKHR, DEVICE, 635, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetSamplerOpaqueCaptureDescriptorDataEXT, DEVICE, 636, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetScreenBufferPropertiesQNX, DEVICE, 637, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSemaphoreCounterValueKHR, DEVICE, 638, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSemaphoreFdKHR, DEVICE, 639, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSemaphoreWin32HandleKHR, DEVICE, 640, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSemaphoreZirconHandleFUCHSIA, DEVICE, 641, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetShaderBinaryDataEXT, DEVICE, 642, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetShaderInfoAMD, DEVICE, 643, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetShaderInstrumentationValuesARM, DEVICE, 644, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetShaderModuleCreateInfoIdentifierEXT, DEVICE, 645, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetShaderModuleIdentifierEXT, DEVICE, 646, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetSleepStatusLegacyNV, DEVICE, 647, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetSwapchainCounterEXT, DEVICE, 648, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSwapchainStatusKHR, DEVICE, 649, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSwapchainTimeDomainPropertiesEXT, DEVICE, 650, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetSwapchainTimingPropertiesEXT, DEVICE, 651, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetTensorMemoryRequirementsARM, DEVICE, 652, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkGetTensorOpaqueCaptureDataARM, DEVICE, 653, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetTensorOpaqueCaptureDescriptorDataARM, DEVICE, 654, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetTensorViewOpaqueCaptureDescriptorDataARM, DEVICE, 655, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetValidationCacheDataEXT, DEVICE, 656, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkGetVideoSessionMemoryRequirementsKHR, DEVICE, 657, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkImportFenceFdKHR, DEVICE, 658, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkImportFenceWin32HandleKHR, DEVICE, 659, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkImportSemaphoreFdKHR, DEVICE, 660, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkImportSemaphoreWin32HandleKHR, DEVICE, 661, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkImportSemaphoreZirconHandleFUCHSIA, DEVICE, 662, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkInitializePerformanceApiINTEL, DEVICE, 663, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkLatencySleepLegacyNV, DEVICE, 664, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkLatencySleepNV, DEVICE, 665, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkMapMemory2KHR, DEVICE, 666, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkMergeValidationCachesEXT, DEVICE, 667, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkQueueBeginDebugUtilsLabelEXT, DEVICE, 668, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkQueueEndDebugUtilsLabelEXT, DEVICE, 669, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkQueueInsertDebugUtilsLabelEXT, DEVICE, 670, 0, STUB, NONE, VOID, 0, 3, 0) \
    ROW(vkQueueNotifyOutOfBandLegacyNV, DEVICE, 671, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkQueueNotifyOutOfBandNV, DEVICE, 672, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkQueueSetPerfHintQCOM, DEVICE, 673, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkQueueSetPerformanceConfigurationINTEL, DEVICE, 674, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkQueueSubmit2KHR, DEVICE, 675, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkRegisterCustomBorderColorEXT, DEVICE, 676, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkRegisterDeviceEventEXT, DEVICE, 677, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkRegisterDisplayEventEXT, DEVICE, 678, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseCapturedPipelineDataKHR, DEVICE, 679, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseFullScreenExclusiveModeEXT, DEVICE, 680, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleasePerformanceConfigurationINTEL, DEVICE, 681, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseProfilingLockKHR, DEVICE, 682, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseSwapchainImagesEXT, DEVICE, 683, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkReleaseSwapchainImagesKHR, DEVICE, 684, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkResetGpaSessionAMD, DEVICE, 685, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkResetQueryPoolEXT, DEVICE, 686, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetBufferCollectionBufferConstraintsFUCHSIA, DEVICE, 687, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkSetBufferCollectionImageConstraintsFUCHSIA, DEVICE, 688, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkSetDebugUtilsObjectNameEXT, DEVICE, 689, 0, C, C, RESULT, 0, 3, 0) \
    ROW(vkSetDebugUtilsObjectTagEXT, DEVICE, 690, 0, C, C, RESULT, 0, 3, 0) \
    ROW(vkSetDeviceMemoryPriorityEXT, DEVICE, 691, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetGpaDeviceClockModeAMD, DEVICE, 692, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkSetHdrMetadataEXT, DEVICE, 693, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetLatencyMarkerLegacyNV, DEVICE, 694, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetLatencyMarkerNV, DEVICE, 695, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetLatencySleepModeLegacyNV, DEVICE, 696, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetLatencySleepModeNV, DEVICE, 697, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkSetLocalDimmingAMD, DEVICE, 698, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSetPrivateDataEXT, DEVICE, 699, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkSetSwapchainPresentTimingQueueSizeEXT, DEVICE, 700, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkShutdownLatencyDeviceLegacyNV, DEVICE, 701, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkSignalSemaphoreKHR, DEVICE, 702, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkTransitionImageLayoutEXT, DEVICE, 703, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkTrimCommandPoolKHR, DEVICE, 704, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUninitializePerformanceApiINTEL, DEVICE, 705, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUnmapMemory2KHR, DEVICE, 706, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkUnregisterCustomBorderColorEXT, DEVICE, 707, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUpdateDescriptorSetWithTemplateKHR, DEVICE, 708, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUpdateIndirectExecutionSetPipelineEXT, DEVICE, 709, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUpdateIndirectExecutionSetShaderEXT, DEVICE, 710, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1) \
    ROW(vkUpdateVideoSessionParametersKHR, DEVICE, 711, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWaitForPresent2KHR, DEVICE, 712, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWaitForPresentKHR, DEVICE, 713, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWaitSemaphoresKHR, DEVICE, 714, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWriteAccelerationStructuresPropertiesKHR, DEVICE, 715, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWriteMicromapsPropertiesEXT, DEVICE, 716, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWriteResourceDescriptorsEXT, DEVICE, 717, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1) \
    ROW(vkWriteSamplerDescriptorsEXT, DEVICE, 718, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1)

// Instance extensions in the order of their indices.
#define REFLOADER_INSTANCE_EXTENSIONS(ROW) \
    ROW("VK_EXT_acquire_drm_display") \
    ROW("VK_EXT_acquire_xlib_display") \
    ROW("VK_EXT_debug_report") \
    ROW("VK_EXT_debug_utils") \
    ROW("VK_EXT_direct_mode_display") \
    ROW("VK_EXT_directfb_surface") \
    ROW("VK_EXT_display_surface_counter") \
    ROW("VK_EXT_headless_surface") \
    ROW("VK_EXT_layer_settings") \
    ROW("VK_EXT_metal_surface") \
    ROW("VK_EXT_surface_maintenance1") \
    ROW("VK_EXT_swapchain_colorspace") \
    ROW("VK_EXT_validation_features") \
    ROW("VK_EXT_validation_flags") \
    ROW("VK_FUCHSIA_imagepipe_surface") \
    ROW("VK_GGP_stream_descriptor_surface") \
    ROW("VK_GOOGLE_surfaceless_query") \
    ROW("VK_KHR_android_surface") \
    ROW("VK_KHR_device_group_creation") \
    ROW("VK_KHR_display") \
    ROW("VK_KHR_external_fence_capabilities") \
    ROW("VK_KHR_external_memory_capabilities") \
    ROW("VK_KHR_external_semaphore_capabilities") \
    ROW("VK_KHR_get_display_properties2") \
    ROW("VK_KHR_get_physical_device_properties2") \
    ROW("VK_KHR_get_surface_capabilities2") \
    ROW("VK_KHR_portability_enumeration") \
    ROW("VK_KHR_surface") \
    ROW("VK_KHR_surface_maintenance1") \
    ROW("VK_KHR_surface_protected_capabilities") \
    ROW("VK_KHR_wayland_surface") \
    ROW("VK_KHR_win32_surface") \
    ROW("VK_KHR_xcb_surface") \
    ROW("VK_KHR_xlib_surface") \
    ROW("VK_LUNARG_direct_driver_loading") \
    ROW("VK_MVK_ios_surface") \
    ROW("VK_MVK_macos_surface") \
    ROW("VK_NN_vi_surface") \
    ROW("VK_NV_display_stereo") \
    ROW("VK_NV_external_memory_capabilities") \
    ROW("VK_OHOS_surface") \
    ROW("VK_QNX_screen_surface") \
    ROW("VK_SEC_ubm_surface")

// 1 + the row, 0 where there is none; open addressing.
#define REFLOADER_COMMAND_HASH \
    191, 0, 0, 671, 0, 0, 0, 0, 0, 0, 0, 164, 521, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 0,  \
    0, 0, 0, 0, 0, 0, 405, 267, 661, 777, 824, 0, 819, 317, 706, 0, 657, 716, 0, 0, 0, 0, 774, 0,  \
    0, 0, 0, 0, 0, 575, 839, 0, 0, 0, 0, 0, 0, 0, 0, 0, 494, 0, 0, 0, 0, 0, 0, 0,  \
    0, 0, 0, 0, 0, 0, 0, 75, 142, 325, 812, 0, 0, 0, 0, 0, 588, 805, 53, 0, 114, 176, 0, 213,  \
    183, 690, 835, 0, 0, 0, 0, 0, 0, 429, 0, 0, 0, 628, 0, 0, 0, 0, 0, 0, 255, 739, 0, 0,  \
    662, 501, 468, 523, 695, 352, 122, 259, 764, 0, 482, 813, 225, 316, 0, 0, 0, 748, 0, 0, 0, 0, 0, 246,  \
    0, 0, 380, 0, 0, 303, 0, 148, 50, 0, 0, 0, 0, 665, 0, 0, 93, 78, 0, 0, 111, 0, 428, 0,  \
    602, 399, 0, 0, 0, 0, 704, 0, 0, 0, 0, 0, 0, 0, 584, 641, 0, 0, 0, 392, 833, 0, 177, 0,  \
    0, 0, 0, 0, 79, 0, 0, 313, 0, 0, 0, 0, 24, 149, 92, 369, 0, 520, 0, 0, 0, 0, 0, 0,  \
    0, 545, 0, 13, 365, 396, 530, 591, 773, 0, 0, 150, 0, 9, 653, 697, 0, 755, 0, 0, 0, 0, 0, 0,  \
    0, 0, 0, 0, 719, 0, 708, 0, 654, 0, 0, 0, 0, 0, 0, 0, 722, 252, 0, 326, 0, 0, 815, 0,  \
    0, 0, 0, 0, 0, 205, 0, 0, 489, 0, 160, 0, 0, 685, 0, 179, 832, 0, 0, 0, 629, 112, 0, 0,  \
    203, 128, 0, 0, 0, 0, 459, 495, 158, 723, 0, 0, 0, 0, 275, 0, 0, 0, 0, 721, 296, 676, 681, 70,  \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 137, 0, 0, 0, 0, 0, 0, 677, 0, 0, 0, 522, 235,  \
    73, 0, 0, 54, 754, 834, 0, 0, 0, 0, 0, 0, 0, 65, 400, 180, 627, 669, 0, 0, 0, 268, 0, 342,  \
    32, 0, 0, 0, 0, 0, 590, 0, 130, 491, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 171, 250, 0,  \
    0, 0, 207, 0, 0, 27, 0, 381, 783, 0, 0, 0, 398, 0, 0, 0, 129, 0, 807, 0, 0, 0, 141, 0,  \
    745, 7, 0, 272, 506, 430, 568, 0, 2, 548, 0, 0, 0, 771, 0, 0, 0, 0, 0, 103, 0, 0, 622, 0,  \
    0, 0, 293, 693, 0, 0, 741, 0, 0, 782, 443, 277, 744, 0, 262, 606, 0, 0, 0, 0, 0, 0, 55, 0,  \
    0, 0, 0, 0, 5, 104, 825, 0, 382, 0, 0, 290, 0, 368, 0, 0, 0, 0, 0, 0, 96, 116, 651, 579,  \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 47, 281, 318, 441, 0, 121, 297, 0, 0, 0, 100, 599,  \
    0, 0, 0, 792, 469, 649, 0, 0, 822, 118, 269, 452, 823, 45, 0, 515, 546, 0, 0, 0, 0, 0, 600, 700,  \
    0, 0, 0, 0, 0, 0, 0, 338, 735, 310, 480, 0, 0, 0, 432, 0, 52, 257, 280, 436, 0, 0, 0, 306,  \
    717, 0, 123, 0, 404, 236, 492, 486, 0, 0, 84, 733, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 416, 82,  \
    766, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 341, 563, 0, 809, 621, 0, 420, 0, 0, 518, 614,  \
    99, 580, 0, 0, 0, 696, 0, 0, 479, 0, 0, 0, 0, 0, 0, 0, 0, 537, 0, 0, 0, 222, 0, 596,  \
    0, 0, 806, 640, 724, 0, 284, 314, 0, 635, 0, 41, 214, 0, 0, 0, 0, 88, 0, 728, 516, 0, 0, 608,  \
    0, 0, 0, 0, 0, 655, 206, 682, 143, 753, 0, 0, 0, 811, 0, 320, 49, 350, 470, 333, 401, 526, 644, 0,  \
    0, 576, 623, 0, 0, 0, 330, 0, 440, 0, 0, 0, 0, 0, 751, 0, 59, 133, 0, 0, 224, 0, 0, 329,  \
    348, 431, 0, 454, 0, 409, 0, 449, 185, 346, 816, 0, 0, 0, 274, 0, 0, 159, 632, 0, 0, 0, 533, 574,  \
    0, 315, 0, 0, 161, 0, 0, 0, 0, 0, 0, 0, 0, 481, 0, 0, 756, 0, 28, 678, 0, 586, 0, 0,  \
    0, 0, 514, 0, 0, 0, 638, 732, 499, 38, 184, 659, 0, 0, 0, 0, 0, 0, 503, 0, 0, 0, 168, 0,  \
    0, 841, 181, 18, 0, 355, 0, 457, 0, 675, 14, 0, 0, 0, 0, 0, 0, 34, 0, 0, 561, 511, 615, 746,  \
    565, 0, 474, 765, 390, 626, 0, 228, 517, 359, 0, 372, 0, 17, 666, 562, 0, 0, 0, 0, 0, 0, 0, 0,  \
    0, 0, 0, 307, 437, 58, 564, 631, 554, 0, 0, 0, 140, 0, 0, 0, 0, 692, 0, 612, 0, 0, 0, 0,  \
    0, 0, 0, 0, 0, 0, 209, 467, 353, 740, 0, 175, 0, 0, 0, 477, 0, 0, 0, 0, 0, 0, 0, 0,  \
    0, 0, 0, 261, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 36, 0, 0, 0, 0,  \
    0, 0, 0, 0, 0, 464, 109, 412, 710, 760, 0, 550, 617, 803, 0, 0, 0, 0, 153, 0, 465, 789, 0, 0,  \
    0, 0, 6, 0, 0, 134, 472, 593, 0, 648, 0, 0, 0, 0, 0, 0, 0, 0, 0, 788, 842, 0, 0, 0,  \
    212, 0, 0, 0, 0, 0, 0, 0, 0, 0, 478, 673, 0, 0, 0, 0, 20, 473, 0, 126, 144, 0, 155, 356,  \
    0, 0, 227, 484, 510, 726, 727, 799, 705, 0, 0, 0, 0, 89, 375, 43, 637, 243, 538, 298, 691, 543, 598, 136,  \
    0, 198, 427, 0, 0, 367, 0, 0, 238, 0, 0, 0, 0, 763, 0, 0, 237, 0, 0, 0, 0, 0, 0, 496,  \
    780, 0, 0, 0, 0, 0, 370, 0, 0, 0, 0, 418, 442, 802, 837, 0, 0, 0, 64, 244, 113, 167, 0, 0,  \
    0, 0, 0, 0, 0, 0, 321, 0, 147, 513, 0, 0, 0, 0, 0, 0, 0, 25, 131, 132, 304, 552, 0, 0,  \
    0, 340, 810, 383, 115, 0, 0, 0, 0, 249, 0, 0, 645, 0, 0, 29, 0, 0, 488, 0, 532, 0, 613, 0,  \
    0, 500, 0, 797, 798, 0, 0, 0, 0, 0, 0, 0, 451, 0, 226, 328, 0, 0, 0, 0, 0, 291, 0, 0,  \
    349, 361, 831, 0, 688, 0, 0, 0, 0, 0, 424, 195, 0, 223, 0, 0, 94, 0, 0, 594, 0, 752, 0, 0,  \
    0, 0, 0, 0, 266, 60, 633, 743, 795, 426, 0, 151, 0, 0, 0, 256, 0, 239, 387, 101, 664, 0, 679, 0,  \
    0, 81, 729, 0, 0, 0, 0, 0, 169, 33, 0, 0, 332, 444, 0, 196, 0, 0, 366, 0, 512, 689, 0, 0,  \
    0, 393, 0, 0, 0, 0, 0, 0, 0, 643, 0, 357, 0, 0, 0, 0, 0, 0, 0, 493, 0, 51, 0, 0,  \
    0, 571, 0, 0, 737, 616, 734, 761, 828, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 422, 0, 0,  \
    0, 770, 125, 525, 295, 0, 0, 336, 0, 0, 0, 702, 0, 607, 460, 264, 394, 529, 190, 553, 604, 0, 42, 0,  \
    0, 0, 650, 686, 0, 22, 0, 434, 0, 509, 189, 0, 556, 597, 0, 0, 30, 557, 775, 0, 211, 299, 324, 528,  \
    502, 713, 749, 0, 0, 363, 793, 0, 448, 0, 0, 0, 462, 707, 796, 0, 0, 497, 0, 447, 647, 694, 0, 0,  \
    0, 107, 0, 374, 202, 0, 0, 0, 0, 711, 0, 0, 339, 0, 490, 0, 77, 397, 204, 197, 757, 790, 829, 547,  \
    40, 105, 549, 245, 0, 384, 0, 0, 0, 485, 772, 319, 379, 720, 582, 0, 0, 0, 0, 0, 0, 337, 800, 487,  \
    0, 445, 0, 0, 0, 0, 385, 0, 63, 668, 587, 718, 389, 0, 154, 826, 0, 0, 0, 39, 0, 0, 0, 577,  \
    0, 0, 0, 0, 0, 0, 0, 119, 152, 433, 0, 408, 0, 0, 787, 0, 0, 0, 0, 0, 0, 360, 0, 0,  \
    37, 66, 57, 288, 762, 170, 0, 251, 187, 450, 0, 0, 611, 248, 240, 287, 186, 221, 108, 178, 601, 157, 634, 335,  \
    646, 0, 85, 0, 10, 0, 0, 0, 0, 0, 233, 0, 0, 0, 229, 343, 838, 0, 0, 0, 619, 0, 74, 0,  \
    699, 415, 0, 0, 738, 0, 0, 56, 46, 8, 0, 0, 0, 595, 0, 0, 199, 0, 0, 0, 0, 0, 453, 0,  \
    135, 536, 68, 524, 0, 0, 570, 0, 0, 0, 0, 139, 0, 0, 0, 0, 0, 0, 0, 508, 0, 327, 344, 0,  \
    0, 0, 0, 0, 120, 539, 0, 0, 0, 0, 417, 672, 730, 231, 0, 0, 0, 0, 466, 0, 0, 0, 0, 21,  \
    216, 0, 0, 0, 0, 0, 785, 0, 201, 194, 0, 736, 585, 0, 0, 0, 0, 166, 97, 703, 0, 0, 0, 0,  \
    0, 386, 0, 0, 0, 784, 0, 551, 423, 156, 781, 573, 0, 0, 0, 0, 0, 712, 0, 656, 0, 0, 0, 71,  \
    714, 0, 0, 618, 609, 253, 0, 715, 276, 193, 0, 779, 0, 110, 0, 90, 768, 0, 0, 286, 0, 0, 0, 0,  \
    0, 0, 0, 0, 504, 48, 0, 351, 560, 458, 0, 0, 0, 0, 0, 0, 0, 331, 378, 620, 80, 652, 583, 273,  \
    345, 0, 265, 425, 0, 12, 76, 505, 4, 0, 87, 218, 636, 0, 0, 0, 106, 0, 0, 247, 0, 0, 0, 0,  \
    0, 0, 0, 174, 542, 581, 323, 701, 0, 0, 402, 0, 67, 413, 406, 0, 334, 0, 421, 0, 456, 0, 0, 308,  \
    663, 0, 146, 271, 541, 0, 0, 0, 172, 786, 0, 0, 0, 555, 0, 0, 0, 0, 0, 0, 680, 0, 0, 567,  \
    0, 589, 0, 23, 215, 254, 0, 0, 0, 0, 0, 241, 0, 758, 476, 377, 1, 630, 759, 0, 742, 0, 0, 0,  \
    0, 0, 279, 0, 0, 362, 0, 0, 769, 475, 0, 0, 0, 0, 0, 0, 0, 0, 836, 0, 0, 0, 0, 0,  \
    0, 165, 0, 200, 0, 0, 16, 0, 0, 395, 0, 210, 446, 0, 127, 566, 354, 483, 750, 0, 684, 0, 302, 461,  \
    531, 572, 294, 603, 0, 0, 0, 0, 0, 0, 0, 388, 124, 376, 687, 435, 569, 778, 0, 138, 0, 0, 35, 0,  \
    0, 282, 592, 794, 11, 624, 0, 403, 0, 0, 0, 0, 0, 162, 0, 670, 0, 0, 0, 0, 0, 102, 182, 0,  \
    625, 0, 289, 0, 0, 0, 0, 0, 283, 285, 419, 709, 814, 0, 0, 0, 62, 0, 0, 0, 683, 145, 0, 0,  \
    471, 0, 0, 263, 0, 234, 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 31, 192, 534, 535, 0, 0, 258,  \
    558, 0, 0, 0, 642, 270, 0, 0, 0, 0, 0, 0, 0, 455, 0, 312, 0, 219, 667, 821, 0, 3, 0, 0,  \
    0, 0, 0, 0, 0, 0, 507, 0, 0, 0, 0, 827, 260, 373, 698, 0, 0, 407, 0, 498, 0, 0, 540, 0,  \
    86, 230, 0, 0, 0, 358, 414, 0, 0, 83, 117, 817, 278, 0, 0, 410, 438, 639, 0, 0, 0, 519, 0, 0,  \
    0, 0, 0, 371, 0, 0, 0, 818, 0, 0, 217, 658, 0, 0, 0, 0, 0, 0, 242, 808, 0, 0, 660, 69,  \
    188, 232, 463, 0, 0, 0, 439, 0, 0, 300, 220, 0, 0, 0, 0, 0, 0, 0, 163, 72, 767, 804, 391, 731,  \
    0, 0, 544, 0, 610, 411, 0, 0, 0, 301, 98, 0, 26, 801, 0, 0, 0, 0, 292, 0, 0, 0, 0, 0,  \
    0, 820, 364, 527, 322, 0, 559, 0, 0, 0, 0, 0, 309, 0, 0, 0, 0, 0, 0, 0, 208, 95, 44, 725,  \
    830, 840, 305, 0, 0, 0, 674, 0, 0, 605, 0, 0, 0, 0, 0, 747, 0, 0, 0, 791, 0, 776, 0, 0,  \
    347, 311, 0, 61, 578, 0, 91, 173, 

#endif
