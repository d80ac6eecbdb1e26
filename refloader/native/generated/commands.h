// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
#ifndef REFLOADER_COMMANDS_H
#define REFLOADER_COMMANDS_H

#define GLOBAL_COMMANDS 4
#define INSTANCE_SLOTS 119
#define DEVICE_SLOTS 719
#define DEVICE_SLOTS_EXPORTED 214
#define RESERVED_SLOTS 500
#define NO_EXTENSION 255
#define HOME_ROOM 73
#define COMMAND_HASH_SIZE 2048
#define COMMAND_HASH_FACTOR 0x9E3779B97F4A7C15ULL
#define INSTANCE_TABLE_SIZE (8 * (INSTANCE_SLOTS + RESERVED_SLOTS))
#define DEVICE_TABLE_SIZE (128 + 8 * (DEVICE_SLOTS + RESERVED_SLOTS))

// The types of first parameters, and the name that such a parameter has in every command.
#define REFLOADER_FIRST_PARAMETERS(TYPE) \
    TYPE(VkPhysicalDevice, physicalDevice) \
    TYPE(VkInstance, instance) \
    TYPE(VkDevice, device) \
    TYPE(VkCommandBuffer, commandBuffer) \
    TYPE(VkQueue, queue) \
    TYPE(VkExternalComputeQueueNV, externalQueue)

// The versions and extensions that bring commands.
#define REFLOADER_HOMES \
    "VK_VERSION_1_0", \
    "VK_VERSION_1_1", \
    "VK_EXT_acquire_drm_display", \
    "VK_NV_acquire_winrt_display", \
    "VK_EXT_acquire_xlib_display", \
    "VK_KHR_android_surface", \
    "VK_EXT_debug_report", \
    "VK_EXT_debug_utils", \
    "VK_EXT_directfb_surface", \
    "VK_KHR_display", \
    "VK_EXT_headless_surface", \
    "VK_MVK_ios_surface", \
    "VK_FUCHSIA_imagepipe_surface", \
    "VK_MVK_macos_surface", \
    "VK_EXT_metal_surface", \
    "VK_QNX_screen_surface", \
    "VK_GGP_stream_descriptor_surface", \
    "VK_OHOS_surface", \
    "VK_SEC_ubm_surface", \
    "VK_NN_vi_surface", \
    "VK_KHR_wayland_surface", \
    "VK_KHR_win32_surface", \
    "VK_KHR_xcb_surface", \
    "VK_KHR_xlib_surface", \
    "VK_KHR_surface", \
    "VK_KHR_device_group_creation", \
    "VK_ARM_performance_counters_by_region", \
    "VK_KHR_performance_query", \
    "VK_ARM_shader_instrumentation", \
    "VK_KHR_get_display_properties2", \
    "VK_EXT_calibrated_timestamps", \
    "VK_KHR_calibrated_timestamps", \
    "VK_NV_cooperative_matrix2", \
    "VK_EXT_cooperative_matrix_maintenance1", \
    "VK_KHR_cooperative_matrix", \
    "VK_NV_cooperative_matrix", \
    "VK_NV_cooperative_vector", \
    "VK_EXT_descriptor_heap", \
    "VK_KHR_external_memory_capabilities", \
    "VK_KHR_external_fence_capabilities", \
    "VK_NV_external_memory_capabilities", \
    "VK_KHR_external_semaphore_capabilities", \
    "VK_ARM_tensors", \
    "VK_KHR_get_physical_device_properties2", \
    "VK_KHR_fragment_shading_rate", \
    "VK_EXT_sample_locations", \
    "VK_NV_optical_flow", \
    "VK_KHR_device_group or VK_KHR_swapchain", \
    "VK_ARM_data_graph_instruction_set_tosa or VK_ARM_data_graph_optical_flow", \
    "VK_ARM_data_graph_optical_flow", \
    "VK_ARM_data_graph", \
    "VK_NV_coverage_reduction_mode", \
    "VK_EXT_display_surface_counter", \
    "VK_KHR_get_surface_capabilities2", \
    "VK_EXT_full_screen_exclusive", \
    "VK_VERSION_1_3", \
    "VK_EXT_tooling_info", \
    "VK_KHR_video_queue", \
    "VK_KHR_video_encode_queue", \
    "VK_EXT_direct_mode_display", \
    "VK_KHR_swapchain", \
    "VK_VERSION_1_2", \
    "VK_VERSION_1_4", \
    "VK_KHR_display_swapchain", \
    "VK_INTEL_performance_query", \
    "VK_AMD_anti_lag", \
    "VK_NV_ray_tracing", \
    "VK_KHR_bind_memory2", \
    "VK_KHR_acceleration_structure", \
    "VK_EXT_opacity_micromap", \
    "VK_KHR_device_address_commands", \
    "VK_EXT_conditional_rendering", \
    "VK_EXT_custom_resolve", \
    "VK_AMD_gpa_interface", \
    "VK_QCOM_tile_shading", \
    "VK_EXT_transform_feedback", \
    "VK_KHR_create_renderpass2", \
    "VK_KHR_dynamic_rendering", \
    "VK_KHR_maintenance6", \
    "VK_EXT_descriptor_buffer", \
    "VK_KHR_maintenance5", \
    "VK_HUAWEI_invocation_mask", \
    "VK_NV_device_generated_commands", \
    "VK_EXT_shader_object", \
    "VK_NV_shading_rate_image", \
    "VK_QCOM_tile_memory_heap", \
    "VK_EXT_extended_dynamic_state or VK_EXT_shader_object", \
    "VK_KHR_copy_commands2", \
    "VK_NV_cluster_acceleration_structure", \
    "VK_NV_partitioned_acceleration_structure", \
    "VK_KHR_copy_memory_indirect", \
    "VK_NV_copy_memory_indirect", \
    "VK_NVX_binary_import", \
    "VK_NV_cuda_kernel_launch", \
    "VK_EXT_debug_marker", \
    "VK_KHR_video_decode_queue", \
    "VK_EXT_memory_decompression", \
    "VK_NV_memory_decompression", \
    "VK_KHR_device_group", \
    "VK_AMDX_shader_enqueue", \
    "VK_HUAWEI_cluster_culling_shader", \
    "VK_AMD_draw_indirect_count", \
    "VK_KHR_draw_indirect_count", \
    "VK_EXT_mesh_shader", \
    "VK_NV_mesh_shader", \
    "VK_EXT_multi_draw", \
    "VK_EXT_fragment_density_map_offset", \
    "VK_KHR_maintenance10", \
    "VK_EXT_device_generated_commands", \
    "VK_KHR_synchronization2", \
    "VK_KHR_push_descriptor", \
    "VK_KHR_descriptor_update_template or VK_KHR_push_descriptor", \
    "VK_EXT_extended_dynamic_state3 or VK_EXT_shader_object", \
    "VK_EXT_attachment_feedback_loop_dynamic_state", \
    "VK_NV_device_diagnostic_checkpoints", \
    "VK_EXT_color_write_enable", \
    "VK_NV_compute_occupancy_priority", \
    "VK_EXT_depth_bias_control", \
    "VK_EXT_extended_dynamic_state2 or VK_EXT_shader_object", \
    "VK_EXT_depth_clamp_control or VK_EXT_shader_object", \
    "VK_EXT_discard_rectangles", \
    "VK_ARM_scheduling_controls", \
    "VK_NV_scissor_exclusive", \
    "VK_NV_fragment_shading_rate_enums", \
    "VK_EXT_line_rasterization", \
    "VK_KHR_line_rasterization", \
    "VK_EXT_primitive_restart_index", \
    "VK_KHR_ray_tracing_pipeline", \
    "VK_KHR_dynamic_rendering_local_read", \
    "VK_EXT_shader_object or VK_EXT_vertex_input_dynamic_state", \
    "VK_NV_clip_space_w_scaling", \
    "VK_HUAWEI_subpass_shading", \
    "VK_KHR_ray_tracing_maintenance1", \
    "VK_NV_device_generated_commands_compute", \
    "VK_AMD_buffer_marker", \
    "VK_EXT_host_image_copy", \
    "VK_FUCHSIA_buffer_collection", \
    "VK_KHR_deferred_host_operations", \
    "VK_KHR_descriptor_update_template", \
    "VK_NV_external_compute_queue", \
    "VK_KHR_pipeline_binary", \
    "VK_EXT_private_data", \
    "VK_KHR_sampler_ycbcr_conversion", \
    "VK_EXT_validation_cache", \
    "VK_EXT_display_control", \
    "VK_EXT_metal_objects", \
    "VK_ANDROID_external_memory_android_hardware_buffer", \
    "VK_EXT_buffer_device_address", \
    "VK_KHR_buffer_device_address", \
    "VK_KHR_get_memory_requirements2", \
    "VK_VALVE_descriptor_set_host_mapping", \
    "VK_KHR_maintenance3", \
    "VK_KHR_maintenance4", \
    "VK_NVX_image_view_handle", \
    "VK_KHR_device_fault", \
    "VK_EXT_device_fault", \
    "VK_QCOM_tile_properties", \
    "VK_KHR_external_fence_fd", \
    "VK_KHR_external_fence_win32", \
    "VK_EXT_image_drm_format_modifier", \
    "VK_EXT_host_image_copy or VK_EXT_image_compression_control", \
    "VK_NV_low_latency", \
    "VK_NV_low_latency2", \
    "VK_KHR_external_memory_fd", \
    "VK_EXT_external_memory_host", \
    "VK_EXT_external_memory_metal", \
    "VK_OHOS_external_memory", \
    "VK_NV_external_memory_rdma", \
    "VK_KHR_external_memory_win32", \
    "VK_NV_external_memory_win32", \
    "VK_FUCHSIA_external_memory", \
    "VK_EXT_present_timing", \
    "VK_GOOGLE_display_timing", \
    "VK_KHR_pipeline_executable_properties", \
    "VK_EXT_pipeline_properties", \
    "VK_QNX_external_memory_screen_buffer", \
    "VK_KHR_timeline_semaphore", \
    "VK_KHR_external_semaphore_fd", \
    "VK_KHR_external_semaphore_win32", \
    "VK_FUCHSIA_external_semaphore", \
    "VK_AMD_shader_info", \
    "VK_EXT_shader_module_identifier", \
    "VK_KHR_shared_presentable_image", \
    "VK_KHR_map_memory2", \
    "VK_QCOM_queue_perf_hint", \
    "VK_EXT_swapchain_maintenance1", \
    "VK_KHR_swapchain_maintenance1", \
    "VK_EXT_host_query_reset", \
    "VK_EXT_pageable_device_local_memory", \
    "VK_EXT_hdr_metadata", \
    "VK_AMD_display_native_hdr", \
    "VK_KHR_maintenance1", \
    "VK_KHR_present_wait2", \
    "VK_KHR_present_wait",

// name, level, first parameter, slot, exported, trampoline, terminator, result,
// core version, instance extension, whether a device extension brings it, index of what brings it
#define REFLOADER_COMMANDS(ROW) \
    ROW(vkCreateInstance, GLOBAL, NONE, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEnumerateInstanceExtensionProperties, GLOBAL, NONE, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEnumerateInstanceLayerProperties, GLOBAL, NONE, 0xFFFF, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEnumerateInstanceVersion, GLOBAL, NONE, 0xFFFF, 1, SLOW, SLOW, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkAcquireDrmDisplayEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 0, 0, STUB, STUB, RESULT, 0, 0, 0, 2) \
    ROW(vkAcquireWinrtDisplayNV, PHYSICAL_DEVICE, VkPhysicalDevice, 1, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 2, 3) \
    ROW(vkAcquireXlibDisplayEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 2, 0, STUB, STUB, RESULT, 0, 1, 0, 4) \
    ROW(vkCreateAndroidSurfaceKHR, INSTANCE, VkInstance, 3, 0, STUB, SLOW, RESULT, 0, 17, 0, 5) \
    ROW(vkCreateDebugReportCallbackEXT, INSTANCE, VkInstance, 4, 0, C, SLOW, RESULT, 0, 2, 0, 6) \
    ROW(vkCreateDebugUtilsMessengerEXT, INSTANCE, VkInstance, 5, 0, C, SLOW, RESULT, 0, 3, 0, 7) \
    ROW(vkCreateDevice, PHYSICAL_DEVICE, VkPhysicalDevice, 6, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateDirectFBSurfaceEXT, INSTANCE, VkInstance, 7, 0, STUB, SLOW, RESULT, 0, 5, 0, 8) \
    ROW(vkCreateDisplayModeKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 8, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkCreateDisplayPlaneSurfaceKHR, INSTANCE, VkInstance, 9, 1, STUB, SLOW, RESULT, 0, 19, 0, 9) \
    ROW(vkCreateHeadlessSurfaceEXT, INSTANCE, VkInstance, 10, 1, STUB, SLOW, RESULT, 0, 7, 0, 10) \
    ROW(vkCreateIOSSurfaceMVK, INSTANCE, VkInstance, 11, 0, STUB, SLOW, RESULT, 0, 35, 0, 11) \
    ROW(vkCreateImagePipeSurfaceFUCHSIA, INSTANCE, VkInstance, 12, 0, STUB, SLOW, RESULT, 0, 14, 0, 12) \
    ROW(vkCreateMacOSSurfaceMVK, INSTANCE, VkInstance, 13, 0, STUB, SLOW, RESULT, 0, 36, 0, 13) \
    ROW(vkCreateMetalSurfaceEXT, INSTANCE, VkInstance, 14, 0, STUB, SLOW, RESULT, 0, 9, 0, 14) \
    ROW(vkCreateScreenSurfaceQNX, INSTANCE, VkInstance, 15, 0, STUB, SLOW, RESULT, 0, 41, 0, 15) \
    ROW(vkCreateStreamDescriptorSurfaceGGP, INSTANCE, VkInstance, 16, 0, STUB, SLOW, RESULT, 0, 15, 0, 16) \
    ROW(vkCreateSurfaceOHOS, INSTANCE, VkInstance, 17, 0, STUB, SLOW, RESULT, 0, 40, 0, 17) \
    ROW(vkCreateUbmSurfaceSEC, INSTANCE, VkInstance, 18, 0, STUB, SLOW, RESULT, 0, 42, 0, 18) \
    ROW(vkCreateViSurfaceNN, INSTANCE, VkInstance, 19, 0, STUB, SLOW, RESULT, 0, 37, 0, 19) \
    ROW(vkCreateWaylandSurfaceKHR, INSTANCE, VkInstance, 20, 1, STUB, SLOW, RESULT, 0, 30, 0, 20) \
    ROW(vkCreateWin32SurfaceKHR, INSTANCE, VkInstance, 21, 0, STUB, SLOW, RESULT, 0, 31, 0, 21) \
    ROW(vkCreateXcbSurfaceKHR, INSTANCE, VkInstance, 22, 1, STUB, SLOW, RESULT, 0, 32, 0, 22) \
    ROW(vkCreateXlibSurfaceKHR, INSTANCE, VkInstance, 23, 1, STUB, SLOW, RESULT, 0, 33, 0, 23) \
    ROW(vkDebugReportMessageEXT, INSTANCE, VkInstance, 24, 0, STUB, SLOW, VOID, 0, 2, 0, 6) \
    ROW(vkDestroyDebugReportCallbackEXT, INSTANCE, VkInstance, 25, 0, C, SLOW, VOID, 0, 2, 0, 6) \
    ROW(vkDestroyDebugUtilsMessengerEXT, INSTANCE, VkInstance, 26, 0, C, SLOW, VOID, 0, 3, 0, 7) \
    ROW(vkDestroyInstance, INSTANCE, VkInstance, 27, 1, SLOW, SLOW, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroySurfaceKHR, INSTANCE, VkInstance, 28, 1, STUB, SLOW, VOID, 0, 27, 0, 24) \
    ROW(vkEnumerateDeviceExtensionProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 29, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEnumerateDeviceLayerProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 30, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEnumeratePhysicalDeviceGroups, INSTANCE, VkInstance, 31, 1, SLOW, SLOW, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkEnumeratePhysicalDeviceGroupsKHR, INSTANCE, VkInstance, 32, 0, SLOW, SLOW, RESULT, 0, 18, 0, 25) \
    ROW(vkEnumeratePhysicalDeviceQueueFamilyPerformanceCountersByRegionARM, PHYSICAL_DEVICE, VkPhysicalDevice, 33, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 26) \
    ROW(vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 34, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 27) \
    ROW(vkEnumeratePhysicalDeviceShaderInstrumentationMetricsARM, PHYSICAL_DEVICE, VkPhysicalDevice, 35, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 28) \
    ROW(vkEnumeratePhysicalDevices, INSTANCE, VkInstance, 36, 1, SLOW, SLOW, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetDisplayModeProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 37, 1, STUB, C, RESULT, 0, 23, 0, 29) \
    ROW(vkGetDisplayModePropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 38, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkGetDisplayPlaneCapabilities2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 39, 1, STUB, C, RESULT, 0, 23, 0, 29) \
    ROW(vkGetDisplayPlaneCapabilitiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 40, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkGetDisplayPlaneSupportedDisplaysKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 41, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkGetDrmDisplayEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 42, 0, STUB, STUB, RESULT, 0, 0, 0, 2) \
    ROW(vkGetInstanceProcAddr, INSTANCE, VkInstance, 43, 1, C, C, VALUE, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceCalibrateableTimeDomainsEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 44, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 30) \
    ROW(vkGetPhysicalDeviceCalibrateableTimeDomainsKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 45, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 31) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV, PHYSICAL_DEVICE, VkPhysicalDevice, 46, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 32) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixProperties2EXT, PHYSICAL_DEVICE, VkPhysicalDevice, 47, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 33) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 48, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 34) \
    ROW(vkGetPhysicalDeviceCooperativeMatrixPropertiesNV, PHYSICAL_DEVICE, VkPhysicalDevice, 49, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 35) \
    ROW(vkGetPhysicalDeviceCooperativeVectorPropertiesNV, PHYSICAL_DEVICE, VkPhysicalDevice, 50, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 36) \
    ROW(vkGetPhysicalDeviceDescriptorSizeEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 51, 0, STUB, STUB, VALUE, 0, NO_EXTENSION, 1, 37) \
    ROW(vkGetPhysicalDeviceDirectFBPresentationSupportEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 52, 0, STUB, STUB, VALUE, 0, 5, 0, 8) \
    ROW(vkGetPhysicalDeviceDisplayPlaneProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 53, 1, STUB, C, RESULT, 0, 23, 0, 29) \
    ROW(vkGetPhysicalDeviceDisplayPlanePropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 54, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkGetPhysicalDeviceDisplayProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 55, 1, STUB, C, RESULT, 0, 23, 0, 29) \
    ROW(vkGetPhysicalDeviceDisplayPropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 56, 1, STUB, C, RESULT, 0, 19, 0, 9) \
    ROW(vkGetPhysicalDeviceExternalBufferProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 57, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceExternalBufferPropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 58, 0, STUB, C, VOID, 0, 21, 0, 38) \
    ROW(vkGetPhysicalDeviceExternalFenceProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 59, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceExternalFencePropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 60, 0, STUB, C, VOID, 0, 20, 0, 39) \
    ROW(vkGetPhysicalDeviceExternalImageFormatPropertiesNV, PHYSICAL_DEVICE, VkPhysicalDevice, 61, 0, STUB, STUB, RESULT, 0, 39, 0, 40) \
    ROW(vkGetPhysicalDeviceExternalSemaphoreProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 62, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceExternalSemaphorePropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 63, 0, STUB, C, VOID, 0, 22, 0, 41) \
    ROW(vkGetPhysicalDeviceExternalTensorPropertiesARM, PHYSICAL_DEVICE, VkPhysicalDevice, 64, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkGetPhysicalDeviceFeatures, PHYSICAL_DEVICE, VkPhysicalDevice, 65, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceFeatures2, PHYSICAL_DEVICE, VkPhysicalDevice, 66, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceFeatures2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 67, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceFormatProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 68, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceFormatProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 69, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceFormatProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 70, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceFragmentShadingRatesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 71, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 44) \
    ROW(vkGetPhysicalDeviceImageFormatProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 72, 1, STUB, STUB, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceImageFormatProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 73, 1, STUB, C, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceImageFormatProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 74, 0, STUB, C, RESULT, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceMemoryProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 75, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceMemoryProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 76, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceMemoryProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 77, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceMultisamplePropertiesEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 78, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1, 45) \
    ROW(vkGetPhysicalDeviceOpticalFlowImageFormatsNV, PHYSICAL_DEVICE, VkPhysicalDevice, 79, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 46) \
    ROW(vkGetPhysicalDevicePresentRectanglesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 80, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1, 47) \
    ROW(vkGetPhysicalDeviceProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 81, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 82, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 83, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphEngineOperationPropertiesARM, PHYSICAL_DEVICE, VkPhysicalDevice, 84, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 48) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphOpticalFlowImageFormatsARM, PHYSICAL_DEVICE, VkPhysicalDevice, 85, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 49) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphProcessingEnginePropertiesARM, PHYSICAL_DEVICE, VkPhysicalDevice, 86, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetPhysicalDeviceQueueFamilyDataGraphPropertiesARM, PHYSICAL_DEVICE, VkPhysicalDevice, 87, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 88, 0, STUB, STUB, VOID, 0, NO_EXTENSION, 1, 27) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 89, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 90, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceQueueFamilyProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 91, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceScreenPresentationSupportQNX, PHYSICAL_DEVICE, VkPhysicalDevice, 92, 0, STUB, STUB, VALUE, 0, 41, 0, 15) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 93, 1, STUB, STUB, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties2, PHYSICAL_DEVICE, VkPhysicalDevice, 94, 1, STUB, C, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetPhysicalDeviceSparseImageFormatProperties2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 95, 0, STUB, C, VOID, 0, 24, 0, 43) \
    ROW(vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV, PHYSICAL_DEVICE, VkPhysicalDevice, 96, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 51) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilities2EXT, PHYSICAL_DEVICE, VkPhysicalDevice, 97, 0, STUB, C, RESULT, 0, 6, 0, 52) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilities2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 98, 1, STUB, C, RESULT, 0, 25, 0, 53) \
    ROW(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 99, 1, STUB, C, RESULT, 0, 27, 0, 24) \
    ROW(vkGetPhysicalDeviceSurfaceFormats2KHR, PHYSICAL_DEVICE, VkPhysicalDevice, 100, 1, STUB, C, RESULT, 0, 25, 0, 53) \
    ROW(vkGetPhysicalDeviceSurfaceFormatsKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 101, 1, STUB, C, RESULT, 0, 27, 0, 24) \
    ROW(vkGetPhysicalDeviceSurfacePresentModes2EXT, PHYSICAL_DEVICE, VkPhysicalDevice, 102, 0, STUB, C, RESULT, 0, NO_EXTENSION, 2, 54) \
    ROW(vkGetPhysicalDeviceSurfacePresentModesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 103, 1, STUB, C, RESULT, 0, 27, 0, 24) \
    ROW(vkGetPhysicalDeviceSurfaceSupportKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 104, 1, STUB, C, RESULT, 0, 27, 0, 24) \
    ROW(vkGetPhysicalDeviceToolProperties, PHYSICAL_DEVICE, VkPhysicalDevice, 105, 1, STUB, SLOW, RESULT, 13, NO_EXTENSION, 0, 55) \
    ROW(vkGetPhysicalDeviceToolPropertiesEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 106, 0, STUB, SLOW, RESULT, 0, NO_EXTENSION, 1, 56) \
    ROW(vkGetPhysicalDeviceUbmPresentationSupportSEC, PHYSICAL_DEVICE, VkPhysicalDevice, 107, 0, STUB, STUB, VALUE, 0, 42, 0, 18) \
    ROW(vkGetPhysicalDeviceVideoCapabilitiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 108, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkGetPhysicalDeviceVideoEncodeQualityLevelPropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 109, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 58) \
    ROW(vkGetPhysicalDeviceVideoFormatPropertiesKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 110, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkGetPhysicalDeviceWaylandPresentationSupportKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 111, 1, STUB, STUB, VALUE, 0, 30, 0, 20) \
    ROW(vkGetPhysicalDeviceWin32PresentationSupportKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 112, 0, STUB, STUB, VALUE, 0, 31, 0, 21) \
    ROW(vkGetPhysicalDeviceXcbPresentationSupportKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 113, 1, STUB, STUB, VALUE, 0, 32, 0, 22) \
    ROW(vkGetPhysicalDeviceXlibPresentationSupportKHR, PHYSICAL_DEVICE, VkPhysicalDevice, 114, 1, STUB, STUB, VALUE, 0, 33, 0, 23) \
    ROW(vkGetRandROutputDisplayEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 115, 0, STUB, STUB, RESULT, 0, 1, 0, 4) \
    ROW(vkGetWinrtDisplayNV, PHYSICAL_DEVICE, VkPhysicalDevice, 116, 0, STUB, STUB, RESULT, 0, NO_EXTENSION, 2, 3) \
    ROW(vkReleaseDisplayEXT, PHYSICAL_DEVICE, VkPhysicalDevice, 117, 0, STUB, STUB, RESULT, 0, 4, 0, 59) \
    ROW(vkSubmitDebugUtilsMessageEXT, INSTANCE, VkInstance, 118, 0, STUB, SLOW, VOID, 0, 3, 0, 7) \
    ROW(vkAcquireNextImage2KHR, DEVICE, VkDevice, 0, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 47) \
    ROW(vkAcquireNextImageKHR, DEVICE, VkDevice, 1, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 60) \
    ROW(vkAllocateCommandBuffers, DEVICE, VkDevice, 2, 1, C, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkAllocateDescriptorSets, DEVICE, VkDevice, 3, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkAllocateMemory, DEVICE, VkDevice, 4, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkBeginCommandBuffer, DEVICE, VkCommandBuffer, 5, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkBindBufferMemory, DEVICE, VkDevice, 6, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkBindBufferMemory2, DEVICE, VkDevice, 7, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkBindImageMemory, DEVICE, VkDevice, 8, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkBindImageMemory2, DEVICE, VkDevice, 9, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkCmdBeginQuery, DEVICE, VkCommandBuffer, 10, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBeginRenderPass, DEVICE, VkCommandBuffer, 11, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBeginRenderPass2, DEVICE, VkCommandBuffer, 12, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCmdBeginRendering, DEVICE, VkCommandBuffer, 13, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdBindDescriptorSets, DEVICE, VkCommandBuffer, 14, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBindDescriptorSets2, DEVICE, VkCommandBuffer, 15, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdBindIndexBuffer, DEVICE, VkCommandBuffer, 16, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBindIndexBuffer2, DEVICE, VkCommandBuffer, 17, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdBindPipeline, DEVICE, VkCommandBuffer, 18, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBindVertexBuffers, DEVICE, VkCommandBuffer, 19, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBindVertexBuffers2, DEVICE, VkCommandBuffer, 20, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdBlitImage, DEVICE, VkCommandBuffer, 21, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdBlitImage2, DEVICE, VkCommandBuffer, 22, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdClearAttachments, DEVICE, VkCommandBuffer, 23, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdClearColorImage, DEVICE, VkCommandBuffer, 24, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdClearDepthStencilImage, DEVICE, VkCommandBuffer, 25, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdCopyBuffer, DEVICE, VkCommandBuffer, 26, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdCopyBuffer2, DEVICE, VkCommandBuffer, 27, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdCopyBufferToImage, DEVICE, VkCommandBuffer, 28, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdCopyBufferToImage2, DEVICE, VkCommandBuffer, 29, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdCopyImage, DEVICE, VkCommandBuffer, 30, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdCopyImage2, DEVICE, VkCommandBuffer, 31, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdCopyImageToBuffer, DEVICE, VkCommandBuffer, 32, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdCopyImageToBuffer2, DEVICE, VkCommandBuffer, 33, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdCopyQueryPoolResults, DEVICE, VkCommandBuffer, 34, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDispatch, DEVICE, VkCommandBuffer, 35, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDispatchBase, DEVICE, VkCommandBuffer, 36, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkCmdDispatchIndirect, DEVICE, VkCommandBuffer, 37, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDraw, DEVICE, VkCommandBuffer, 38, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDrawIndexed, DEVICE, VkCommandBuffer, 39, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDrawIndexedIndirect, DEVICE, VkCommandBuffer, 40, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDrawIndexedIndirectCount, DEVICE, VkCommandBuffer, 41, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCmdDrawIndirect, DEVICE, VkCommandBuffer, 42, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdDrawIndirectCount, DEVICE, VkCommandBuffer, 43, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCmdEndQuery, DEVICE, VkCommandBuffer, 44, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdEndRenderPass, DEVICE, VkCommandBuffer, 45, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdEndRenderPass2, DEVICE, VkCommandBuffer, 46, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCmdEndRendering, DEVICE, VkCommandBuffer, 47, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdExecuteCommands, DEVICE, VkCommandBuffer, 48, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdFillBuffer, DEVICE, VkCommandBuffer, 49, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdNextSubpass, DEVICE, VkCommandBuffer, 50, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdNextSubpass2, DEVICE, VkCommandBuffer, 51, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCmdPipelineBarrier, DEVICE, VkCommandBuffer, 52, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdPipelineBarrier2, DEVICE, VkCommandBuffer, 53, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdPushConstants, DEVICE, VkCommandBuffer, 54, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdPushConstants2, DEVICE, VkCommandBuffer, 55, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdPushDescriptorSet, DEVICE, VkCommandBuffer, 56, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdPushDescriptorSet2, DEVICE, VkCommandBuffer, 57, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdPushDescriptorSetWithTemplate, DEVICE, VkCommandBuffer, 58, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdPushDescriptorSetWithTemplate2, DEVICE, VkCommandBuffer, 59, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdResetEvent, DEVICE, VkCommandBuffer, 60, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdResetEvent2, DEVICE, VkCommandBuffer, 61, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdResetQueryPool, DEVICE, VkCommandBuffer, 62, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdResolveImage, DEVICE, VkCommandBuffer, 63, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdResolveImage2, DEVICE, VkCommandBuffer, 64, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetBlendConstants, DEVICE, VkCommandBuffer, 65, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetCullMode, DEVICE, VkCommandBuffer, 66, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDepthBias, DEVICE, VkCommandBuffer, 67, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetDepthBiasEnable, DEVICE, VkCommandBuffer, 68, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDepthBounds, DEVICE, VkCommandBuffer, 69, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetDepthBoundsTestEnable, DEVICE, VkCommandBuffer, 70, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDepthCompareOp, DEVICE, VkCommandBuffer, 71, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDepthTestEnable, DEVICE, VkCommandBuffer, 72, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDepthWriteEnable, DEVICE, VkCommandBuffer, 73, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetDeviceMask, DEVICE, VkCommandBuffer, 74, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkCmdSetEvent, DEVICE, VkCommandBuffer, 75, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetEvent2, DEVICE, VkCommandBuffer, 76, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetFrontFace, DEVICE, VkCommandBuffer, 77, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetLineStipple, DEVICE, VkCommandBuffer, 78, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdSetLineWidth, DEVICE, VkCommandBuffer, 79, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetPrimitiveRestartEnable, DEVICE, VkCommandBuffer, 80, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetPrimitiveTopology, DEVICE, VkCommandBuffer, 81, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetRasterizerDiscardEnable, DEVICE, VkCommandBuffer, 82, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetRenderingAttachmentLocations, DEVICE, VkCommandBuffer, 83, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdSetRenderingInputAttachmentIndices, DEVICE, VkCommandBuffer, 84, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCmdSetScissor, DEVICE, VkCommandBuffer, 85, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetScissorWithCount, DEVICE, VkCommandBuffer, 86, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetStencilCompareMask, DEVICE, VkCommandBuffer, 87, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetStencilOp, DEVICE, VkCommandBuffer, 88, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetStencilReference, DEVICE, VkCommandBuffer, 89, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetStencilTestEnable, DEVICE, VkCommandBuffer, 90, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdSetStencilWriteMask, DEVICE, VkCommandBuffer, 91, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetViewport, DEVICE, VkCommandBuffer, 92, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdSetViewportWithCount, DEVICE, VkCommandBuffer, 93, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdUpdateBuffer, DEVICE, VkCommandBuffer, 94, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdWaitEvents, DEVICE, VkCommandBuffer, 95, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdWaitEvents2, DEVICE, VkCommandBuffer, 96, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCmdWriteTimestamp, DEVICE, VkCommandBuffer, 97, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCmdWriteTimestamp2, DEVICE, VkCommandBuffer, 98, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCopyImageToImage, DEVICE, VkDevice, 99, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCopyImageToMemory, DEVICE, VkDevice, 100, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCopyMemoryToImage, DEVICE, VkDevice, 101, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkCreateBuffer, DEVICE, VkDevice, 102, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateBufferView, DEVICE, VkDevice, 103, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateCommandPool, DEVICE, VkDevice, 104, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateComputePipelines, DEVICE, VkDevice, 105, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateDescriptorPool, DEVICE, VkDevice, 106, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateDescriptorSetLayout, DEVICE, VkDevice, 107, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateDescriptorUpdateTemplate, DEVICE, VkDevice, 108, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkCreateEvent, DEVICE, VkDevice, 109, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateFence, DEVICE, VkDevice, 110, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateFramebuffer, DEVICE, VkDevice, 111, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateGraphicsPipelines, DEVICE, VkDevice, 112, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateImage, DEVICE, VkDevice, 113, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateImageView, DEVICE, VkDevice, 114, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreatePipelineCache, DEVICE, VkDevice, 115, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreatePipelineLayout, DEVICE, VkDevice, 116, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreatePrivateDataSlot, DEVICE, VkDevice, 117, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0, 55) \
    ROW(vkCreateQueryPool, DEVICE, VkDevice, 118, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateRenderPass, DEVICE, VkDevice, 119, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateRenderPass2, DEVICE, VkDevice, 120, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0, 61) \
    ROW(vkCreateSampler, DEVICE, VkDevice, 121, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateSamplerYcbcrConversion, DEVICE, VkDevice, 122, 1, STUB, NONE, RESULT, 11, NO_EXTENSION, 0, 1) \
    ROW(vkCreateSemaphore, DEVICE, VkDevice, 123, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateShaderModule, DEVICE, VkDevice, 124, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkCreateSharedSwapchainsKHR, DEVICE, VkDevice, 125, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1, 63) \
    ROW(vkCreateSwapchainKHR, DEVICE, VkDevice, 126, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1, 60) \
    ROW(vkDestroyBuffer, DEVICE, VkDevice, 127, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyBufferView, DEVICE, VkDevice, 128, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyCommandPool, DEVICE, VkDevice, 129, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyDescriptorPool, DEVICE, VkDevice, 130, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyDescriptorSetLayout, DEVICE, VkDevice, 131, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyDescriptorUpdateTemplate, DEVICE, VkDevice, 132, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkDestroyDevice, DEVICE, VkDevice, 133, 1, SLOW, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyEvent, DEVICE, VkDevice, 134, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyFence, DEVICE, VkDevice, 135, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyFramebuffer, DEVICE, VkDevice, 136, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyImage, DEVICE, VkDevice, 137, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyImageView, DEVICE, VkDevice, 138, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyPipeline, DEVICE, VkDevice, 139, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyPipelineCache, DEVICE, VkDevice, 140, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyPipelineLayout, DEVICE, VkDevice, 141, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyPrivateDataSlot, DEVICE, VkDevice, 142, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkDestroyQueryPool, DEVICE, VkDevice, 143, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyRenderPass, DEVICE, VkDevice, 144, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroySampler, DEVICE, VkDevice, 145, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroySamplerYcbcrConversion, DEVICE, VkDevice, 146, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkDestroySemaphore, DEVICE, VkDevice, 147, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroyShaderModule, DEVICE, VkDevice, 148, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkDestroySwapchainKHR, DEVICE, VkDevice, 149, 1, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 60) \
    ROW(vkDeviceWaitIdle, DEVICE, VkDevice, 150, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkEndCommandBuffer, DEVICE, VkCommandBuffer, 151, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkFlushMappedMemoryRanges, DEVICE, VkDevice, 152, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkFreeCommandBuffers, DEVICE, VkDevice, 153, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkFreeDescriptorSets, DEVICE, VkDevice, 154, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkFreeMemory, DEVICE, VkDevice, 155, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetBufferDeviceAddress, DEVICE, VkDevice, 156, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0, 61) \
    ROW(vkGetBufferMemoryRequirements, DEVICE, VkDevice, 157, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetBufferMemoryRequirements2, DEVICE, VkDevice, 158, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetBufferOpaqueCaptureAddress, DEVICE, VkDevice, 159, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0, 61) \
    ROW(vkGetDescriptorSetLayoutSupport, DEVICE, VkDevice, 160, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetDeviceBufferMemoryRequirements, DEVICE, VkDevice, 161, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkGetDeviceGroupPeerMemoryFeatures, DEVICE, VkDevice, 162, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetDeviceGroupPresentCapabilitiesKHR, DEVICE, VkDevice, 163, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 47) \
    ROW(vkGetDeviceGroupSurfacePresentModesKHR, DEVICE, VkDevice, 164, 1, STUB, C, RESULT, 0, NO_EXTENSION, 1, 47) \
    ROW(vkGetDeviceImageMemoryRequirements, DEVICE, VkDevice, 165, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkGetDeviceImageSparseMemoryRequirements, DEVICE, VkDevice, 166, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkGetDeviceImageSubresourceLayout, DEVICE, VkDevice, 167, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkGetDeviceMemoryCommitment, DEVICE, VkDevice, 168, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetDeviceMemoryOpaqueCaptureAddress, DEVICE, VkDevice, 169, 1, STUB, NONE, VALUE, 12, NO_EXTENSION, 0, 61) \
    ROW(vkGetDeviceProcAddr, DEVICE, VkDevice, 170, 1, C, C, VALUE, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetDeviceQueue, DEVICE, VkDevice, 171, 1, C, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetDeviceQueue2, DEVICE, VkDevice, 172, 1, C, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetEventStatus, DEVICE, VkDevice, 173, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetFenceStatus, DEVICE, VkDevice, 174, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetImageMemoryRequirements, DEVICE, VkDevice, 175, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetImageMemoryRequirements2, DEVICE, VkDevice, 176, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetImageSparseMemoryRequirements, DEVICE, VkDevice, 177, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetImageSparseMemoryRequirements2, DEVICE, VkDevice, 178, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkGetImageSubresourceLayout, DEVICE, VkDevice, 179, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetImageSubresourceLayout2, DEVICE, VkDevice, 180, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkGetPipelineCacheData, DEVICE, VkDevice, 181, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetPrivateData, DEVICE, VkDevice, 182, 1, STUB, NONE, VOID, 13, NO_EXTENSION, 0, 55) \
    ROW(vkGetQueryPoolResults, DEVICE, VkDevice, 183, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetRenderAreaGranularity, DEVICE, VkDevice, 184, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkGetRenderingAreaGranularity, DEVICE, VkDevice, 185, 1, STUB, NONE, VOID, 14, NO_EXTENSION, 0, 62) \
    ROW(vkGetSemaphoreCounterValue, DEVICE, VkDevice, 186, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0, 61) \
    ROW(vkGetSwapchainImagesKHR, DEVICE, VkDevice, 187, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 60) \
    ROW(vkInvalidateMappedMemoryRanges, DEVICE, VkDevice, 188, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkMapMemory, DEVICE, VkDevice, 189, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkMapMemory2, DEVICE, VkDevice, 190, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkMergePipelineCaches, DEVICE, VkDevice, 191, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkQueueBindSparse, DEVICE, VkQueue, 192, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkQueuePresentKHR, DEVICE, VkQueue, 193, 1, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 60) \
    ROW(vkQueueSubmit, DEVICE, VkQueue, 194, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkQueueSubmit2, DEVICE, VkQueue, 195, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0, 55) \
    ROW(vkQueueWaitIdle, DEVICE, VkQueue, 196, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetCommandBuffer, DEVICE, VkCommandBuffer, 197, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetCommandPool, DEVICE, VkDevice, 198, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetDescriptorPool, DEVICE, VkDevice, 199, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetEvent, DEVICE, VkDevice, 200, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetFences, DEVICE, VkDevice, 201, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkResetQueryPool, DEVICE, VkDevice, 202, 1, STUB, NONE, VOID, 12, NO_EXTENSION, 0, 61) \
    ROW(vkSetEvent, DEVICE, VkDevice, 203, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkSetPrivateData, DEVICE, VkDevice, 204, 1, STUB, NONE, RESULT, 13, NO_EXTENSION, 0, 55) \
    ROW(vkSignalSemaphore, DEVICE, VkDevice, 205, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0, 61) \
    ROW(vkTransitionImageLayout, DEVICE, VkDevice, 206, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkTrimCommandPool, DEVICE, VkDevice, 207, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkUnmapMemory, DEVICE, VkDevice, 208, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkUnmapMemory2, DEVICE, VkDevice, 209, 1, STUB, NONE, RESULT, 14, NO_EXTENSION, 0, 62) \
    ROW(vkUpdateDescriptorSetWithTemplate, DEVICE, VkDevice, 210, 1, STUB, NONE, VOID, 11, NO_EXTENSION, 0, 1) \
    ROW(vkUpdateDescriptorSets, DEVICE, VkDevice, 211, 1, STUB, NONE, VOID, 10, NO_EXTENSION, 0, 0) \
    ROW(vkWaitForFences, DEVICE, VkDevice, 212, 1, STUB, NONE, RESULT, 10, NO_EXTENSION, 0, 0) \
    ROW(vkWaitSemaphores, DEVICE, VkDevice, 213, 1, STUB, NONE, RESULT, 12, NO_EXTENSION, 0, 61) \
    ROW(vkAcquireFullScreenExclusiveModeEXT, DEVICE, VkDevice, 214, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 54) \
    ROW(vkAcquirePerformanceConfigurationINTEL, DEVICE, VkDevice, 215, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkAcquireProfilingLockKHR, DEVICE, VkDevice, 216, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 27) \
    ROW(vkAntiLagUpdateAMD, DEVICE, VkDevice, 217, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 65) \
    ROW(vkBindAccelerationStructureMemoryNV, DEVICE, VkDevice, 218, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkBindBufferMemory2KHR, DEVICE, VkDevice, 219, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 67) \
    ROW(vkBindDataGraphPipelineSessionMemoryARM, DEVICE, VkDevice, 220, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkBindImageMemory2KHR, DEVICE, VkDevice, 221, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 67) \
    ROW(vkBindOpticalFlowSessionImageNV, DEVICE, VkDevice, 222, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 46) \
    ROW(vkBindTensorMemoryARM, DEVICE, VkDevice, 223, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 42) \
    ROW(vkBindVideoSessionMemoryKHR, DEVICE, VkDevice, 224, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkBuildAccelerationStructuresKHR, DEVICE, VkDevice, 225, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkBuildMicromapsEXT, DEVICE, VkDevice, 226, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkClearShaderInstrumentationMetricsARM, DEVICE, VkDevice, 227, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 28) \
    ROW(vkCmdBeginConditionalRendering2EXT, DEVICE, VkCommandBuffer, 228, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdBeginConditionalRenderingEXT, DEVICE, VkCommandBuffer, 229, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 71) \
    ROW(vkCmdBeginCustomResolveEXT, DEVICE, VkCommandBuffer, 230, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 72) \
    ROW(vkCmdBeginDebugUtilsLabelEXT, DEVICE, VkCommandBuffer, 231, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkCmdBeginGpaSampleAMD, DEVICE, VkCommandBuffer, 232, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCmdBeginGpaSessionAMD, DEVICE, VkCommandBuffer, 233, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCmdBeginPerTileExecutionQCOM, DEVICE, VkCommandBuffer, 234, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 74) \
    ROW(vkCmdBeginQueryIndexedEXT, DEVICE, VkCommandBuffer, 235, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdBeginRenderPass2KHR, DEVICE, VkCommandBuffer, 236, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 76) \
    ROW(vkCmdBeginRenderingKHR, DEVICE, VkCommandBuffer, 237, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 77) \
    ROW(vkCmdBeginShaderInstrumentationARM, DEVICE, VkCommandBuffer, 238, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 28) \
    ROW(vkCmdBeginTransformFeedback2EXT, DEVICE, VkCommandBuffer, 239, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdBeginTransformFeedbackEXT, DEVICE, VkCommandBuffer, 240, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdBeginVideoCodingKHR, DEVICE, VkCommandBuffer, 241, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 57) \
    ROW(vkCmdBindDescriptorBufferEmbeddedSamplers2EXT, DEVICE, VkCommandBuffer, 242, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdBindDescriptorBufferEmbeddedSamplersEXT, DEVICE, VkCommandBuffer, 243, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkCmdBindDescriptorBuffersEXT, DEVICE, VkCommandBuffer, 244, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkCmdBindDescriptorSets2KHR, DEVICE, VkCommandBuffer, 245, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdBindIndexBuffer2KHR, DEVICE, VkCommandBuffer, 246, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 80) \
    ROW(vkCmdBindIndexBuffer3KHR, DEVICE, VkCommandBuffer, 247, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdBindInvocationMaskHUAWEI, DEVICE, VkCommandBuffer, 248, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 81) \
    ROW(vkCmdBindPipelineShaderGroupNV, DEVICE, VkCommandBuffer, 249, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 82) \
    ROW(vkCmdBindResourceHeapEXT, DEVICE, VkCommandBuffer, 250, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 37) \
    ROW(vkCmdBindSamplerHeapEXT, DEVICE, VkCommandBuffer, 251, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 37) \
    ROW(vkCmdBindShadersEXT, DEVICE, VkCommandBuffer, 252, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 83) \
    ROW(vkCmdBindShadingRateImageNV, DEVICE, VkCommandBuffer, 253, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 84) \
    ROW(vkCmdBindTileMemoryQCOM, DEVICE, VkCommandBuffer, 254, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 85) \
    ROW(vkCmdBindTransformFeedbackBuffers2EXT, DEVICE, VkCommandBuffer, 255, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdBindTransformFeedbackBuffersEXT, DEVICE, VkCommandBuffer, 256, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdBindVertexBuffers2EXT, DEVICE, VkCommandBuffer, 257, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdBindVertexBuffers3KHR, DEVICE, VkCommandBuffer, 258, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdBlitImage2KHR, DEVICE, VkCommandBuffer, 259, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdBuildAccelerationStructureNV, DEVICE, VkCommandBuffer, 260, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCmdBuildAccelerationStructuresIndirectKHR, DEVICE, VkCommandBuffer, 261, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdBuildAccelerationStructuresKHR, DEVICE, VkCommandBuffer, 262, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdBuildClusterAccelerationStructureIndirectNV, DEVICE, VkCommandBuffer, 263, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 88) \
    ROW(vkCmdBuildMicromapsEXT, DEVICE, VkCommandBuffer, 264, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCmdBuildPartitionedAccelerationStructuresNV, DEVICE, VkCommandBuffer, 265, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 89) \
    ROW(vkCmdControlVideoCodingKHR, DEVICE, VkCommandBuffer, 266, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 57) \
    ROW(vkCmdConvertCooperativeVectorMatrixNV, DEVICE, VkCommandBuffer, 267, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 36) \
    ROW(vkCmdCopyAccelerationStructureKHR, DEVICE, VkCommandBuffer, 268, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdCopyAccelerationStructureNV, DEVICE, VkCommandBuffer, 269, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCmdCopyAccelerationStructureToMemoryKHR, DEVICE, VkCommandBuffer, 270, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdCopyBuffer2KHR, DEVICE, VkCommandBuffer, 271, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdCopyBufferToImage2KHR, DEVICE, VkCommandBuffer, 272, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdCopyGpaSessionResultsAMD, DEVICE, VkCommandBuffer, 273, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCmdCopyImage2KHR, DEVICE, VkCommandBuffer, 274, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdCopyImageToBuffer2KHR, DEVICE, VkCommandBuffer, 275, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdCopyImageToMemoryKHR, DEVICE, VkCommandBuffer, 276, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdCopyMemoryIndirectKHR, DEVICE, VkCommandBuffer, 277, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 90) \
    ROW(vkCmdCopyMemoryIndirectNV, DEVICE, VkCommandBuffer, 278, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 91) \
    ROW(vkCmdCopyMemoryKHR, DEVICE, VkCommandBuffer, 279, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdCopyMemoryToAccelerationStructureKHR, DEVICE, VkCommandBuffer, 280, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdCopyMemoryToImageIndirectKHR, DEVICE, VkCommandBuffer, 281, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 90) \
    ROW(vkCmdCopyMemoryToImageIndirectNV, DEVICE, VkCommandBuffer, 282, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 91) \
    ROW(vkCmdCopyMemoryToImageKHR, DEVICE, VkCommandBuffer, 283, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdCopyMemoryToMicromapEXT, DEVICE, VkCommandBuffer, 284, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCmdCopyMicromapEXT, DEVICE, VkCommandBuffer, 285, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCmdCopyMicromapToMemoryEXT, DEVICE, VkCommandBuffer, 286, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCmdCopyQueryPoolResultsToMemoryKHR, DEVICE, VkCommandBuffer, 287, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdCopyTensorARM, DEVICE, VkCommandBuffer, 288, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkCmdCuLaunchKernelNVX, DEVICE, VkCommandBuffer, 289, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 92) \
    ROW(vkCmdCudaLaunchKernelNV, DEVICE, VkCommandBuffer, 290, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 93) \
    ROW(vkCmdDebugMarkerBeginEXT, DEVICE, VkCommandBuffer, 291, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 94) \
    ROW(vkCmdDebugMarkerEndEXT, DEVICE, VkCommandBuffer, 292, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 94) \
    ROW(vkCmdDebugMarkerInsertEXT, DEVICE, VkCommandBuffer, 293, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 94) \
    ROW(vkCmdDecodeVideoKHR, DEVICE, VkCommandBuffer, 294, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 95) \
    ROW(vkCmdDecompressMemoryEXT, DEVICE, VkCommandBuffer, 295, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 96) \
    ROW(vkCmdDecompressMemoryIndirectCountEXT, DEVICE, VkCommandBuffer, 296, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 96) \
    ROW(vkCmdDecompressMemoryIndirectCountNV, DEVICE, VkCommandBuffer, 297, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 97) \
    ROW(vkCmdDecompressMemoryNV, DEVICE, VkCommandBuffer, 298, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 97) \
    ROW(vkCmdDispatchBaseKHR, DEVICE, VkCommandBuffer, 299, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 98) \
    ROW(vkCmdDispatchDataGraphARM, DEVICE, VkCommandBuffer, 300, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 50) \
    ROW(vkCmdDispatchGraphAMDX, DEVICE, VkCommandBuffer, 301, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 99) \
    ROW(vkCmdDispatchGraphIndirectAMDX, DEVICE, VkCommandBuffer, 302, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 99) \
    ROW(vkCmdDispatchGraphIndirectCountAMDX, DEVICE, VkCommandBuffer, 303, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 99) \
    ROW(vkCmdDispatchIndirect2KHR, DEVICE, VkCommandBuffer, 304, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDispatchTileQCOM, DEVICE, VkCommandBuffer, 305, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 74) \
    ROW(vkCmdDrawClusterHUAWEI, DEVICE, VkCommandBuffer, 306, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 100) \
    ROW(vkCmdDrawClusterIndirectHUAWEI, DEVICE, VkCommandBuffer, 307, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 100) \
    ROW(vkCmdDrawIndexedIndirect2KHR, DEVICE, VkCommandBuffer, 308, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawIndexedIndirectCount2KHR, DEVICE, VkCommandBuffer, 309, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawIndexedIndirectCountAMD, DEVICE, VkCommandBuffer, 310, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 101) \
    ROW(vkCmdDrawIndexedIndirectCountKHR, DEVICE, VkCommandBuffer, 311, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 102) \
    ROW(vkCmdDrawIndirect2KHR, DEVICE, VkCommandBuffer, 312, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawIndirectByteCount2EXT, DEVICE, VkCommandBuffer, 313, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawIndirectByteCountEXT, DEVICE, VkCommandBuffer, 314, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdDrawIndirectCount2KHR, DEVICE, VkCommandBuffer, 315, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawIndirectCountAMD, DEVICE, VkCommandBuffer, 316, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 101) \
    ROW(vkCmdDrawIndirectCountKHR, DEVICE, VkCommandBuffer, 317, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 102) \
    ROW(vkCmdDrawMeshTasksEXT, DEVICE, VkCommandBuffer, 318, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 103) \
    ROW(vkCmdDrawMeshTasksIndirect2EXT, DEVICE, VkCommandBuffer, 319, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawMeshTasksIndirectCount2EXT, DEVICE, VkCommandBuffer, 320, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdDrawMeshTasksIndirectCountEXT, DEVICE, VkCommandBuffer, 321, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 103) \
    ROW(vkCmdDrawMeshTasksIndirectCountNV, DEVICE, VkCommandBuffer, 322, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 104) \
    ROW(vkCmdDrawMeshTasksIndirectEXT, DEVICE, VkCommandBuffer, 323, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 103) \
    ROW(vkCmdDrawMeshTasksIndirectNV, DEVICE, VkCommandBuffer, 324, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 104) \
    ROW(vkCmdDrawMeshTasksNV, DEVICE, VkCommandBuffer, 325, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 104) \
    ROW(vkCmdDrawMultiEXT, DEVICE, VkCommandBuffer, 326, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 105) \
    ROW(vkCmdDrawMultiIndexedEXT, DEVICE, VkCommandBuffer, 327, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 105) \
    ROW(vkCmdEncodeVideoKHR, DEVICE, VkCommandBuffer, 328, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 58) \
    ROW(vkCmdEndConditionalRenderingEXT, DEVICE, VkCommandBuffer, 329, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 71) \
    ROW(vkCmdEndDebugUtilsLabelEXT, DEVICE, VkCommandBuffer, 330, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkCmdEndGpaSampleAMD, DEVICE, VkCommandBuffer, 331, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCmdEndGpaSessionAMD, DEVICE, VkCommandBuffer, 332, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCmdEndPerTileExecutionQCOM, DEVICE, VkCommandBuffer, 333, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 74) \
    ROW(vkCmdEndQueryIndexedEXT, DEVICE, VkCommandBuffer, 334, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdEndRenderPass2KHR, DEVICE, VkCommandBuffer, 335, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 76) \
    ROW(vkCmdEndRendering2EXT, DEVICE, VkCommandBuffer, 336, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 106) \
    ROW(vkCmdEndRendering2KHR, DEVICE, VkCommandBuffer, 337, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 107) \
    ROW(vkCmdEndRenderingKHR, DEVICE, VkCommandBuffer, 338, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 77) \
    ROW(vkCmdEndShaderInstrumentationARM, DEVICE, VkCommandBuffer, 339, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 28) \
    ROW(vkCmdEndTransformFeedback2EXT, DEVICE, VkCommandBuffer, 340, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdEndTransformFeedbackEXT, DEVICE, VkCommandBuffer, 341, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 75) \
    ROW(vkCmdEndVideoCodingKHR, DEVICE, VkCommandBuffer, 342, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 57) \
    ROW(vkCmdExecuteGeneratedCommandsEXT, DEVICE, VkCommandBuffer, 343, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkCmdExecuteGeneratedCommandsNV, DEVICE, VkCommandBuffer, 344, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 82) \
    ROW(vkCmdFillMemoryKHR, DEVICE, VkCommandBuffer, 345, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdInitializeGraphScratchMemoryAMDX, DEVICE, VkCommandBuffer, 346, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 99) \
    ROW(vkCmdInsertDebugUtilsLabelEXT, DEVICE, VkCommandBuffer, 347, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkCmdNextSubpass2KHR, DEVICE, VkCommandBuffer, 348, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 76) \
    ROW(vkCmdOpticalFlowExecuteNV, DEVICE, VkCommandBuffer, 349, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 46) \
    ROW(vkCmdPipelineBarrier2KHR, DEVICE, VkCommandBuffer, 350, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 109) \
    ROW(vkCmdPreprocessGeneratedCommandsEXT, DEVICE, VkCommandBuffer, 351, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkCmdPreprocessGeneratedCommandsNV, DEVICE, VkCommandBuffer, 352, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 82) \
    ROW(vkCmdPushConstants2KHR, DEVICE, VkCommandBuffer, 353, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdPushDataEXT, DEVICE, VkCommandBuffer, 354, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 37) \
    ROW(vkCmdPushDescriptorSet2KHR, DEVICE, VkCommandBuffer, 355, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdPushDescriptorSetKHR, DEVICE, VkCommandBuffer, 356, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 110) \
    ROW(vkCmdPushDescriptorSetWithTemplate2KHR, DEVICE, VkCommandBuffer, 357, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdPushDescriptorSetWithTemplateKHR, DEVICE, VkCommandBuffer, 358, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 111) \
    ROW(vkCmdResetEvent2KHR, DEVICE, VkCommandBuffer, 359, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 109) \
    ROW(vkCmdResolveImage2KHR, DEVICE, VkCommandBuffer, 360, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 87) \
    ROW(vkCmdSetAlphaToCoverageEnableEXT, DEVICE, VkCommandBuffer, 361, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetAlphaToOneEnableEXT, DEVICE, VkCommandBuffer, 362, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetAttachmentFeedbackLoopEnableEXT, DEVICE, VkCommandBuffer, 363, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 113) \
    ROW(vkCmdSetCheckpointNV, DEVICE, VkCommandBuffer, 364, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 114) \
    ROW(vkCmdSetCoarseSampleOrderNV, DEVICE, VkCommandBuffer, 365, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 84) \
    ROW(vkCmdSetColorBlendAdvancedEXT, DEVICE, VkCommandBuffer, 366, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetColorBlendEnableEXT, DEVICE, VkCommandBuffer, 367, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetColorBlendEquationEXT, DEVICE, VkCommandBuffer, 368, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetColorWriteEnableEXT, DEVICE, VkCommandBuffer, 369, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 115) \
    ROW(vkCmdSetColorWriteMaskEXT, DEVICE, VkCommandBuffer, 370, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetComputeOccupancyPriorityNV, DEVICE, VkCommandBuffer, 371, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 116) \
    ROW(vkCmdSetConservativeRasterizationModeEXT, DEVICE, VkCommandBuffer, 372, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageModulationModeNV, DEVICE, VkCommandBuffer, 373, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageModulationTableEnableNV, DEVICE, VkCommandBuffer, 374, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageModulationTableNV, DEVICE, VkCommandBuffer, 375, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageReductionModeNV, DEVICE, VkCommandBuffer, 376, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageToColorEnableNV, DEVICE, VkCommandBuffer, 377, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCoverageToColorLocationNV, DEVICE, VkCommandBuffer, 378, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetCullModeEXT, DEVICE, VkCommandBuffer, 379, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetDepthBias2EXT, DEVICE, VkCommandBuffer, 380, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 117) \
    ROW(vkCmdSetDepthBiasEnableEXT, DEVICE, VkCommandBuffer, 381, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 118) \
    ROW(vkCmdSetDepthBoundsTestEnableEXT, DEVICE, VkCommandBuffer, 382, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetDepthClampEnableEXT, DEVICE, VkCommandBuffer, 383, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetDepthClampRangeEXT, DEVICE, VkCommandBuffer, 384, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 119) \
    ROW(vkCmdSetDepthClipEnableEXT, DEVICE, VkCommandBuffer, 385, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetDepthClipNegativeOneToOneEXT, DEVICE, VkCommandBuffer, 386, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetDepthCompareOpEXT, DEVICE, VkCommandBuffer, 387, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetDepthTestEnableEXT, DEVICE, VkCommandBuffer, 388, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetDepthWriteEnableEXT, DEVICE, VkCommandBuffer, 389, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetDescriptorBufferOffsets2EXT, DEVICE, VkCommandBuffer, 390, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 78) \
    ROW(vkCmdSetDescriptorBufferOffsetsEXT, DEVICE, VkCommandBuffer, 391, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkCmdSetDeviceMaskKHR, DEVICE, VkCommandBuffer, 392, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 98) \
    ROW(vkCmdSetDiscardRectangleEXT, DEVICE, VkCommandBuffer, 393, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 120) \
    ROW(vkCmdSetDiscardRectangleEnableEXT, DEVICE, VkCommandBuffer, 394, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 120) \
    ROW(vkCmdSetDiscardRectangleModeEXT, DEVICE, VkCommandBuffer, 395, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 120) \
    ROW(vkCmdSetDispatchParametersARM, DEVICE, VkCommandBuffer, 396, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 121) \
    ROW(vkCmdSetEvent2KHR, DEVICE, VkCommandBuffer, 397, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 109) \
    ROW(vkCmdSetExclusiveScissorEnableNV, DEVICE, VkCommandBuffer, 398, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 122) \
    ROW(vkCmdSetExclusiveScissorNV, DEVICE, VkCommandBuffer, 399, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 122) \
    ROW(vkCmdSetExtraPrimitiveOverestimationSizeEXT, DEVICE, VkCommandBuffer, 400, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetFragmentShadingRateEnumNV, DEVICE, VkCommandBuffer, 401, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 123) \
    ROW(vkCmdSetFragmentShadingRateKHR, DEVICE, VkCommandBuffer, 402, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 44) \
    ROW(vkCmdSetFrontFaceEXT, DEVICE, VkCommandBuffer, 403, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetLineRasterizationModeEXT, DEVICE, VkCommandBuffer, 404, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetLineStippleEXT, DEVICE, VkCommandBuffer, 405, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 124) \
    ROW(vkCmdSetLineStippleEnableEXT, DEVICE, VkCommandBuffer, 406, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetLineStippleKHR, DEVICE, VkCommandBuffer, 407, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 125) \
    ROW(vkCmdSetLogicOpEXT, DEVICE, VkCommandBuffer, 408, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 118) \
    ROW(vkCmdSetLogicOpEnableEXT, DEVICE, VkCommandBuffer, 409, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetPatchControlPointsEXT, DEVICE, VkCommandBuffer, 410, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 118) \
    ROW(vkCmdSetPerformanceMarkerINTEL, DEVICE, VkCommandBuffer, 411, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkCmdSetPerformanceOverrideINTEL, DEVICE, VkCommandBuffer, 412, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkCmdSetPerformanceStreamMarkerINTEL, DEVICE, VkCommandBuffer, 413, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkCmdSetPolygonModeEXT, DEVICE, VkCommandBuffer, 414, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetPrimitiveRestartEnableEXT, DEVICE, VkCommandBuffer, 415, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 118) \
    ROW(vkCmdSetPrimitiveRestartIndexEXT, DEVICE, VkCommandBuffer, 416, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 126) \
    ROW(vkCmdSetPrimitiveTopologyEXT, DEVICE, VkCommandBuffer, 417, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetProvokingVertexModeEXT, DEVICE, VkCommandBuffer, 418, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetRasterizationSamplesEXT, DEVICE, VkCommandBuffer, 419, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetRasterizationStreamEXT, DEVICE, VkCommandBuffer, 420, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetRasterizerDiscardEnableEXT, DEVICE, VkCommandBuffer, 421, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 118) \
    ROW(vkCmdSetRayTracingPipelineStackSizeKHR, DEVICE, VkCommandBuffer, 422, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 127) \
    ROW(vkCmdSetRenderingAttachmentLocationsKHR, DEVICE, VkCommandBuffer, 423, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 128) \
    ROW(vkCmdSetRenderingInputAttachmentIndicesKHR, DEVICE, VkCommandBuffer, 424, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 128) \
    ROW(vkCmdSetRepresentativeFragmentTestEnableNV, DEVICE, VkCommandBuffer, 425, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetSampleLocationsEXT, DEVICE, VkCommandBuffer, 426, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 45) \
    ROW(vkCmdSetSampleLocationsEnableEXT, DEVICE, VkCommandBuffer, 427, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetSampleMaskEXT, DEVICE, VkCommandBuffer, 428, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetScissorWithCountEXT, DEVICE, VkCommandBuffer, 429, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetShadingRateImageEnableNV, DEVICE, VkCommandBuffer, 430, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetStencilOpEXT, DEVICE, VkCommandBuffer, 431, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetStencilTestEnableEXT, DEVICE, VkCommandBuffer, 432, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSetTessellationDomainOriginEXT, DEVICE, VkCommandBuffer, 433, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetVertexInputEXT, DEVICE, VkCommandBuffer, 434, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 129) \
    ROW(vkCmdSetViewportShadingRatePaletteNV, DEVICE, VkCommandBuffer, 435, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 84) \
    ROW(vkCmdSetViewportSwizzleNV, DEVICE, VkCommandBuffer, 436, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetViewportWScalingEnableNV, DEVICE, VkCommandBuffer, 437, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 112) \
    ROW(vkCmdSetViewportWScalingNV, DEVICE, VkCommandBuffer, 438, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 130) \
    ROW(vkCmdSetViewportWithCountEXT, DEVICE, VkCommandBuffer, 439, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 86) \
    ROW(vkCmdSubpassShadingHUAWEI, DEVICE, VkCommandBuffer, 440, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 131) \
    ROW(vkCmdTraceRaysIndirect2KHR, DEVICE, VkCommandBuffer, 441, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 132) \
    ROW(vkCmdTraceRaysIndirectKHR, DEVICE, VkCommandBuffer, 442, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 127) \
    ROW(vkCmdTraceRaysKHR, DEVICE, VkCommandBuffer, 443, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 127) \
    ROW(vkCmdTraceRaysNV, DEVICE, VkCommandBuffer, 444, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCmdUpdateMemoryKHR, DEVICE, VkCommandBuffer, 445, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdUpdatePipelineIndirectBufferNV, DEVICE, VkCommandBuffer, 446, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 133) \
    ROW(vkCmdWaitEvents2KHR, DEVICE, VkCommandBuffer, 447, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 109) \
    ROW(vkCmdWriteAccelerationStructuresPropertiesKHR, DEVICE, VkCommandBuffer, 448, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCmdWriteAccelerationStructuresPropertiesNV, DEVICE, VkCommandBuffer, 449, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCmdWriteBufferMarker2AMD, DEVICE, VkCommandBuffer, 450, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 134) \
    ROW(vkCmdWriteBufferMarkerAMD, DEVICE, VkCommandBuffer, 451, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 134) \
    ROW(vkCmdWriteMarkerToMemoryAMD, DEVICE, VkCommandBuffer, 452, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCmdWriteMicromapsPropertiesEXT, DEVICE, VkCommandBuffer, 453, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCmdWriteTimestamp2KHR, DEVICE, VkCommandBuffer, 454, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 109) \
    ROW(vkCompileDeferredNV, DEVICE, VkDevice, 455, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkConvertCooperativeVectorMatrixNV, DEVICE, VkDevice, 456, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 36) \
    ROW(vkCopyAccelerationStructureKHR, DEVICE, VkDevice, 457, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCopyAccelerationStructureToMemoryKHR, DEVICE, VkDevice, 458, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCopyImageToImageEXT, DEVICE, VkDevice, 459, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 135) \
    ROW(vkCopyImageToMemoryEXT, DEVICE, VkDevice, 460, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 135) \
    ROW(vkCopyMemoryToAccelerationStructureKHR, DEVICE, VkDevice, 461, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCopyMemoryToImageEXT, DEVICE, VkDevice, 462, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 135) \
    ROW(vkCopyMemoryToMicromapEXT, DEVICE, VkDevice, 463, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCopyMicromapEXT, DEVICE, VkDevice, 464, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCopyMicromapToMemoryEXT, DEVICE, VkDevice, 465, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCreateAccelerationStructure2KHR, DEVICE, VkDevice, 466, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 70) \
    ROW(vkCreateAccelerationStructureKHR, DEVICE, VkDevice, 467, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkCreateAccelerationStructureNV, DEVICE, VkDevice, 468, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCreateBufferCollectionFUCHSIA, DEVICE, VkDevice, 469, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 136) \
    ROW(vkCreateCuFunctionNVX, DEVICE, VkDevice, 470, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 92) \
    ROW(vkCreateCuModuleNVX, DEVICE, VkDevice, 471, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 92) \
    ROW(vkCreateCudaFunctionNV, DEVICE, VkDevice, 472, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 93) \
    ROW(vkCreateCudaModuleNV, DEVICE, VkDevice, 473, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 93) \
    ROW(vkCreateDataGraphPipelineSessionARM, DEVICE, VkDevice, 474, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkCreateDataGraphPipelinesARM, DEVICE, VkDevice, 475, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkCreateDeferredOperationKHR, DEVICE, VkDevice, 476, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 137) \
    ROW(vkCreateDescriptorUpdateTemplateKHR, DEVICE, VkDevice, 477, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 138) \
    ROW(vkCreateExecutionGraphPipelinesAMDX, DEVICE, VkDevice, 478, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 99) \
    ROW(vkCreateExternalComputeQueueNV, DEVICE, VkDevice, 479, 0, C, NONE, RESULT, 0, NO_EXTENSION, 1, 139) \
    ROW(vkCreateGpaSessionAMD, DEVICE, VkDevice, 480, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkCreateIndirectCommandsLayoutEXT, DEVICE, VkDevice, 481, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 108) \
    ROW(vkCreateIndirectCommandsLayoutNV, DEVICE, VkDevice, 482, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 82) \
    ROW(vkCreateIndirectExecutionSetEXT, DEVICE, VkDevice, 483, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 108) \
    ROW(vkCreateMicromapEXT, DEVICE, VkDevice, 484, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkCreateOpticalFlowSessionNV, DEVICE, VkDevice, 485, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 46) \
    ROW(vkCreatePipelineBinariesKHR, DEVICE, VkDevice, 486, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 140) \
    ROW(vkCreatePrivateDataSlotEXT, DEVICE, VkDevice, 487, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 141) \
    ROW(vkCreateRayTracingPipelinesKHR, DEVICE, VkDevice, 488, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 127) \
    ROW(vkCreateRayTracingPipelinesNV, DEVICE, VkDevice, 489, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkCreateRenderPass2KHR, DEVICE, VkDevice, 490, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 76) \
    ROW(vkCreateSamplerYcbcrConversionKHR, DEVICE, VkDevice, 491, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 142) \
    ROW(vkCreateShaderInstrumentationARM, DEVICE, VkDevice, 492, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 28) \
    ROW(vkCreateShadersEXT, DEVICE, VkDevice, 493, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 83) \
    ROW(vkCreateTensorARM, DEVICE, VkDevice, 494, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 42) \
    ROW(vkCreateTensorViewARM, DEVICE, VkDevice, 495, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 42) \
    ROW(vkCreateValidationCacheEXT, DEVICE, VkDevice, 496, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 143) \
    ROW(vkCreateVideoSessionKHR, DEVICE, VkDevice, 497, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkCreateVideoSessionParametersKHR, DEVICE, VkDevice, 498, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkDebugMarkerSetObjectNameEXT, DEVICE, VkDevice, 499, 0, C, C, RESULT, 0, NO_EXTENSION, 1, 94) \
    ROW(vkDebugMarkerSetObjectTagEXT, DEVICE, VkDevice, 500, 0, C, C, RESULT, 0, NO_EXTENSION, 1, 94) \
    ROW(vkDeferredOperationJoinKHR, DEVICE, VkDevice, 501, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 137) \
    ROW(vkDestroyAccelerationStructureKHR, DEVICE, VkDevice, 502, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkDestroyAccelerationStructureNV, DEVICE, VkDevice, 503, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkDestroyBufferCollectionFUCHSIA, DEVICE, VkDevice, 504, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 2, 136) \
    ROW(vkDestroyCuFunctionNVX, DEVICE, VkDevice, 505, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 92) \
    ROW(vkDestroyCuModuleNVX, DEVICE, VkDevice, 506, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 92) \
    ROW(vkDestroyCudaFunctionNV, DEVICE, VkDevice, 507, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 93) \
    ROW(vkDestroyCudaModuleNV, DEVICE, VkDevice, 508, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 93) \
    ROW(vkDestroyDataGraphPipelineSessionARM, DEVICE, VkDevice, 509, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 50) \
    ROW(vkDestroyDeferredOperationKHR, DEVICE, VkDevice, 510, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 137) \
    ROW(vkDestroyDescriptorUpdateTemplateKHR, DEVICE, VkDevice, 511, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 138) \
    ROW(vkDestroyExternalComputeQueueNV, DEVICE, VkDevice, 512, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 139) \
    ROW(vkDestroyGpaSessionAMD, DEVICE, VkDevice, 513, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 73) \
    ROW(vkDestroyIndirectCommandsLayoutEXT, DEVICE, VkDevice, 514, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkDestroyIndirectCommandsLayoutNV, DEVICE, VkDevice, 515, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 82) \
    ROW(vkDestroyIndirectExecutionSetEXT, DEVICE, VkDevice, 516, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkDestroyMicromapEXT, DEVICE, VkDevice, 517, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkDestroyOpticalFlowSessionNV, DEVICE, VkDevice, 518, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 46) \
    ROW(vkDestroyPipelineBinaryKHR, DEVICE, VkDevice, 519, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 140) \
    ROW(vkDestroyPrivateDataSlotEXT, DEVICE, VkDevice, 520, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 141) \
    ROW(vkDestroySamplerYcbcrConversionKHR, DEVICE, VkDevice, 521, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 142) \
    ROW(vkDestroyShaderEXT, DEVICE, VkDevice, 522, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 83) \
    ROW(vkDestroyShaderInstrumentationARM, DEVICE, VkDevice, 523, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 28) \
    ROW(vkDestroyTensorARM, DEVICE, VkDevice, 524, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkDestroyTensorViewARM, DEVICE, VkDevice, 525, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkDestroyValidationCacheEXT, DEVICE, VkDevice, 526, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 143) \
    ROW(vkDestroyVideoSessionKHR, DEVICE, VkDevice, 527, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 57) \
    ROW(vkDestroyVideoSessionParametersKHR, DEVICE, VkDevice, 528, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 57) \
    ROW(vkDisplayPowerControlEXT, DEVICE, VkDevice, 529, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 144) \
    ROW(vkExportMetalObjectsEXT, DEVICE, VkDevice, 530, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 2, 145) \
    ROW(vkGetAccelerationStructureBuildSizesKHR, DEVICE, VkDevice, 531, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkGetAccelerationStructureDeviceAddressKHR, DEVICE, VkDevice, 532, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 68) \
    ROW(vkGetAccelerationStructureHandleNV, DEVICE, VkDevice, 533, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkGetAccelerationStructureMemoryRequirementsNV, DEVICE, VkDevice, 534, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 66) \
    ROW(vkGetAccelerationStructureOpaqueCaptureDescriptorDataEXT, DEVICE, VkDevice, 535, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetAndroidHardwareBufferPropertiesANDROID, DEVICE, VkDevice, 536, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 146) \
    ROW(vkGetBufferCollectionPropertiesFUCHSIA, DEVICE, VkDevice, 537, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 136) \
    ROW(vkGetBufferDeviceAddressEXT, DEVICE, VkDevice, 538, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 147) \
    ROW(vkGetBufferDeviceAddressKHR, DEVICE, VkDevice, 539, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 148) \
    ROW(vkGetBufferMemoryRequirements2KHR, DEVICE, VkDevice, 540, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 149) \
    ROW(vkGetBufferOpaqueCaptureAddressKHR, DEVICE, VkDevice, 541, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 148) \
    ROW(vkGetBufferOpaqueCaptureDescriptorDataEXT, DEVICE, VkDevice, 542, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetCalibratedTimestampsEXT, DEVICE, VkDevice, 543, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 30) \
    ROW(vkGetCalibratedTimestampsKHR, DEVICE, VkDevice, 544, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 31) \
    ROW(vkGetClusterAccelerationStructureBuildSizesNV, DEVICE, VkDevice, 545, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 88) \
    ROW(vkGetCudaModuleCacheNV, DEVICE, VkDevice, 546, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 93) \
    ROW(vkGetDataGraphPipelineAvailablePropertiesARM, DEVICE, VkDevice, 547, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetDataGraphPipelinePropertiesARM, DEVICE, VkDevice, 548, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetDataGraphPipelineSessionBindPointRequirementsARM, DEVICE, VkDevice, 549, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetDataGraphPipelineSessionMemoryRequirementsARM, DEVICE, VkDevice, 550, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 50) \
    ROW(vkGetDeferredOperationMaxConcurrencyKHR, DEVICE, VkDevice, 551, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 137) \
    ROW(vkGetDeferredOperationResultKHR, DEVICE, VkDevice, 552, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 137) \
    ROW(vkGetDescriptorEXT, DEVICE, VkDevice, 553, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetDescriptorSetHostMappingVALVE, DEVICE, VkDevice, 554, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 150) \
    ROW(vkGetDescriptorSetLayoutBindingOffsetEXT, DEVICE, VkDevice, 555, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetDescriptorSetLayoutHostMappingInfoVALVE, DEVICE, VkDevice, 556, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 150) \
    ROW(vkGetDescriptorSetLayoutSizeEXT, DEVICE, VkDevice, 557, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetDescriptorSetLayoutSupportKHR, DEVICE, VkDevice, 558, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 151) \
    ROW(vkGetDeviceAccelerationStructureCompatibilityKHR, DEVICE, VkDevice, 559, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 68) \
    ROW(vkGetDeviceBufferMemoryRequirementsKHR, DEVICE, VkDevice, 560, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 152) \
    ROW(vkGetDeviceCombinedImageSamplerIndexNVX, DEVICE, VkDevice, 561, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 153) \
    ROW(vkGetDeviceFaultDebugInfoKHR, DEVICE, VkDevice, 562, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 154) \
    ROW(vkGetDeviceFaultInfoEXT, DEVICE, VkDevice, 563, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 155) \
    ROW(vkGetDeviceFaultReportsKHR, DEVICE, VkDevice, 564, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 154) \
    ROW(vkGetDeviceGroupPeerMemoryFeaturesKHR, DEVICE, VkDevice, 565, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 98) \
    ROW(vkGetDeviceGroupSurfacePresentModes2EXT, DEVICE, VkDevice, 566, 0, STUB, C, RESULT, 0, NO_EXTENSION, 2, 54) \
    ROW(vkGetDeviceImageMemoryRequirementsKHR, DEVICE, VkDevice, 567, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 152) \
    ROW(vkGetDeviceImageSparseMemoryRequirementsKHR, DEVICE, VkDevice, 568, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 152) \
    ROW(vkGetDeviceImageSubresourceLayoutKHR, DEVICE, VkDevice, 569, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 80) \
    ROW(vkGetDeviceMemoryOpaqueCaptureAddressKHR, DEVICE, VkDevice, 570, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 148) \
    ROW(vkGetDeviceMicromapCompatibilityEXT, DEVICE, VkDevice, 571, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkGetDeviceSubpassShadingMaxWorkgroupSizeHUAWEI, DEVICE, VkDevice, 572, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 131) \
    ROW(vkGetDeviceTensorMemoryRequirementsARM, DEVICE, VkDevice, 573, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkGetDynamicRenderingTilePropertiesQCOM, DEVICE, VkDevice, 574, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 156) \
    ROW(vkGetEncodedVideoSessionParametersKHR, DEVICE, VkDevice, 575, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 58) \
    ROW(vkGetExecutionGraphPipelineNodeIndexAMDX, DEVICE, VkDevice, 576, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 99) \
    ROW(vkGetExecutionGraphPipelineScratchSizeAMDX, DEVICE, VkDevice, 577, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 99) \
    ROW(vkGetExternalComputeQueueDataNV, DEVICE, VkExternalComputeQueueNV, 578, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 139) \
    ROW(vkGetFenceFdKHR, DEVICE, VkDevice, 579, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 157) \
    ROW(vkGetFenceWin32HandleKHR, DEVICE, VkDevice, 580, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 158) \
    ROW(vkGetFramebufferTilePropertiesQCOM, DEVICE, VkDevice, 581, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 156) \
    ROW(vkGetGeneratedCommandsMemoryRequirementsEXT, DEVICE, VkDevice, 582, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkGetGeneratedCommandsMemoryRequirementsNV, DEVICE, VkDevice, 583, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 82) \
    ROW(vkGetGpaDeviceClockInfoAMD, DEVICE, VkDevice, 584, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkGetGpaSessionResultsAMD, DEVICE, VkDevice, 585, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkGetGpaSessionStatusAMD, DEVICE, VkDevice, 586, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkGetImageDrmFormatModifierPropertiesEXT, DEVICE, VkDevice, 587, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 159) \
    ROW(vkGetImageMemoryRequirements2KHR, DEVICE, VkDevice, 588, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 149) \
    ROW(vkGetImageOpaqueCaptureDataEXT, DEVICE, VkDevice, 589, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 37) \
    ROW(vkGetImageOpaqueCaptureDescriptorDataEXT, DEVICE, VkDevice, 590, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetImageSparseMemoryRequirements2KHR, DEVICE, VkDevice, 591, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 149) \
    ROW(vkGetImageSubresourceLayout2EXT, DEVICE, VkDevice, 592, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 160) \
    ROW(vkGetImageSubresourceLayout2KHR, DEVICE, VkDevice, 593, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 80) \
    ROW(vkGetImageViewAddressNVX, DEVICE, VkDevice, 594, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 153) \
    ROW(vkGetImageViewHandle64NVX, DEVICE, VkDevice, 595, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 153) \
    ROW(vkGetImageViewHandleNVX, DEVICE, VkDevice, 596, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 153) \
    ROW(vkGetImageViewOpaqueCaptureDescriptorDataEXT, DEVICE, VkDevice, 597, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetLatencyTimingsLegacyNV, DEVICE, VkDevice, 598, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkGetLatencyTimingsNV, DEVICE, VkDevice, 599, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 162) \
    ROW(vkGetMemoryAndroidHardwareBufferANDROID, DEVICE, VkDevice, 600, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 146) \
    ROW(vkGetMemoryFdKHR, DEVICE, VkDevice, 601, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 163) \
    ROW(vkGetMemoryFdPropertiesKHR, DEVICE, VkDevice, 602, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 163) \
    ROW(vkGetMemoryHostPointerPropertiesEXT, DEVICE, VkDevice, 603, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 164) \
    ROW(vkGetMemoryMetalHandleEXT, DEVICE, VkDevice, 604, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 165) \
    ROW(vkGetMemoryMetalHandlePropertiesEXT, DEVICE, VkDevice, 605, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 165) \
    ROW(vkGetMemoryNativeBufferOHOS, DEVICE, VkDevice, 606, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 166) \
    ROW(vkGetMemoryRemoteAddressNV, DEVICE, VkDevice, 607, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 167) \
    ROW(vkGetMemoryWin32HandleKHR, DEVICE, VkDevice, 608, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 168) \
    ROW(vkGetMemoryWin32HandleNV, DEVICE, VkDevice, 609, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 169) \
    ROW(vkGetMemoryWin32HandlePropertiesKHR, DEVICE, VkDevice, 610, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 168) \
    ROW(vkGetMemoryZirconHandleFUCHSIA, DEVICE, VkDevice, 611, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 170) \
    ROW(vkGetMemoryZirconHandlePropertiesFUCHSIA, DEVICE, VkDevice, 612, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 170) \
    ROW(vkGetMicromapBuildSizesEXT, DEVICE, VkDevice, 613, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 69) \
    ROW(vkGetNativeBufferPropertiesOHOS, DEVICE, VkDevice, 614, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 166) \
    ROW(vkGetPartitionedAccelerationStructuresBuildSizesNV, DEVICE, VkDevice, 615, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 89) \
    ROW(vkGetPastPresentationTimingEXT, DEVICE, VkDevice, 616, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 171) \
    ROW(vkGetPastPresentationTimingGOOGLE, DEVICE, VkDevice, 617, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 172) \
    ROW(vkGetPerformanceParameterINTEL, DEVICE, VkDevice, 618, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkGetPipelineBinaryDataKHR, DEVICE, VkDevice, 619, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 140) \
    ROW(vkGetPipelineExecutableInternalRepresentationsKHR, DEVICE, VkDevice, 620, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 173) \
    ROW(vkGetPipelineExecutablePropertiesKHR, DEVICE, VkDevice, 621, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 173) \
    ROW(vkGetPipelineExecutableStatisticsKHR, DEVICE, VkDevice, 622, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 173) \
    ROW(vkGetPipelineIndirectDeviceAddressNV, DEVICE, VkDevice, 623, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 133) \
    ROW(vkGetPipelineIndirectMemoryRequirementsNV, DEVICE, VkDevice, 624, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 133) \
    ROW(vkGetPipelineKeyKHR, DEVICE, VkDevice, 625, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 140) \
    ROW(vkGetPipelinePropertiesEXT, DEVICE, VkDevice, 626, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 174) \
    ROW(vkGetPrivateDataEXT, DEVICE, VkDevice, 627, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 141) \
    ROW(vkGetQueueCheckpointData2NV, DEVICE, VkQueue, 628, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 114) \
    ROW(vkGetQueueCheckpointDataNV, DEVICE, VkQueue, 629, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 114) \
    ROW(vkGetRayTracingCaptureReplayShaderGroupHandlesKHR, DEVICE, VkDevice, 630, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 127) \
    ROW(vkGetRayTracingShaderGroupHandlesKHR, DEVICE, VkDevice, 631, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 127) \
    ROW(vkGetRayTracingShaderGroupHandlesNV, DEVICE, VkDevice, 632, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 66) \
    ROW(vkGetRayTracingShaderGroupStackSizeKHR, DEVICE, VkDevice, 633, 0, STUB, NONE, VALUE, 0, NO_EXTENSION, 1, 127) \
    ROW(vkGetRefreshCycleDurationGOOGLE, DEVICE, VkDevice, 634, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 172) \
    ROW(vkGetRenderingAreaGranularityKHR, DEVICE, VkDevice, 635, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 80) \
    ROW(vkGetSamplerOpaqueCaptureDescriptorDataEXT, DEVICE, VkDevice, 636, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 79) \
    ROW(vkGetScreenBufferPropertiesQNX, DEVICE, VkDevice, 637, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 175) \
    ROW(vkGetSemaphoreCounterValueKHR, DEVICE, VkDevice, 638, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 176) \
    ROW(vkGetSemaphoreFdKHR, DEVICE, VkDevice, 639, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 177) \
    ROW(vkGetSemaphoreWin32HandleKHR, DEVICE, VkDevice, 640, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 178) \
    ROW(vkGetSemaphoreZirconHandleFUCHSIA, DEVICE, VkDevice, 641, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 179) \
    ROW(vkGetShaderBinaryDataEXT, DEVICE, VkDevice, 642, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 83) \
    ROW(vkGetShaderInfoAMD, DEVICE, VkDevice, 643, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 180) \
    ROW(vkGetShaderInstrumentationValuesARM, DEVICE, VkDevice, 644, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 28) \
    ROW(vkGetShaderModuleCreateInfoIdentifierEXT, DEVICE, VkDevice, 645, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 181) \
    ROW(vkGetShaderModuleIdentifierEXT, DEVICE, VkDevice, 646, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 181) \
    ROW(vkGetSleepStatusLegacyNV, DEVICE, VkDevice, 647, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkGetSwapchainCounterEXT, DEVICE, VkDevice, 648, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 144) \
    ROW(vkGetSwapchainStatusKHR, DEVICE, VkDevice, 649, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 182) \
    ROW(vkGetSwapchainTimeDomainPropertiesEXT, DEVICE, VkDevice, 650, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 171) \
    ROW(vkGetSwapchainTimingPropertiesEXT, DEVICE, VkDevice, 651, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 171) \
    ROW(vkGetTensorMemoryRequirementsARM, DEVICE, VkDevice, 652, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 42) \
    ROW(vkGetTensorOpaqueCaptureDataARM, DEVICE, VkDevice, 653, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 37) \
    ROW(vkGetTensorOpaqueCaptureDescriptorDataARM, DEVICE, VkDevice, 654, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 42) \
    ROW(vkGetTensorViewOpaqueCaptureDescriptorDataARM, DEVICE, VkDevice, 655, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 42) \
    ROW(vkGetValidationCacheDataEXT, DEVICE, VkDevice, 656, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 143) \
    ROW(vkGetVideoSessionMemoryRequirementsKHR, DEVICE, VkDevice, 657, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkImportFenceFdKHR, DEVICE, VkDevice, 658, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 157) \
    ROW(vkImportFenceWin32HandleKHR, DEVICE, VkDevice, 659, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 158) \
    ROW(vkImportSemaphoreFdKHR, DEVICE, VkDevice, 660, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 177) \
    ROW(vkImportSemaphoreWin32HandleKHR, DEVICE, VkDevice, 661, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 178) \
    ROW(vkImportSemaphoreZirconHandleFUCHSIA, DEVICE, VkDevice, 662, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 179) \
    ROW(vkInitializePerformanceApiINTEL, DEVICE, VkDevice, 663, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkLatencySleepLegacyNV, DEVICE, VkDevice, 664, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkLatencySleepNV, DEVICE, VkDevice, 665, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 162) \
    ROW(vkMapMemory2KHR, DEVICE, VkDevice, 666, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 183) \
    ROW(vkMergeValidationCachesEXT, DEVICE, VkDevice, 667, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 143) \
    ROW(vkQueueBeginDebugUtilsLabelEXT, DEVICE, VkQueue, 668, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkQueueEndDebugUtilsLabelEXT, DEVICE, VkQueue, 669, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkQueueInsertDebugUtilsLabelEXT, DEVICE, VkQueue, 670, 0, STUB, NONE, VOID, 0, 3, 0, 7) \
    ROW(vkQueueNotifyOutOfBandLegacyNV, DEVICE, VkQueue, 671, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkQueueNotifyOutOfBandNV, DEVICE, VkQueue, 672, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 162) \
    ROW(vkQueueSetPerfHintQCOM, DEVICE, VkQueue, 673, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 184) \
    ROW(vkQueueSetPerformanceConfigurationINTEL, DEVICE, VkQueue, 674, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkQueueSubmit2KHR, DEVICE, VkQueue, 675, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 109) \
    ROW(vkRegisterCustomBorderColorEXT, DEVICE, VkDevice, 676, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 37) \
    ROW(vkRegisterDeviceEventEXT, DEVICE, VkDevice, 677, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 144) \
    ROW(vkRegisterDisplayEventEXT, DEVICE, VkDevice, 678, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 144) \
    ROW(vkReleaseCapturedPipelineDataKHR, DEVICE, VkDevice, 679, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 140) \
    ROW(vkReleaseFullScreenExclusiveModeEXT, DEVICE, VkDevice, 680, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 54) \
    ROW(vkReleasePerformanceConfigurationINTEL, DEVICE, VkDevice, 681, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 64) \
    ROW(vkReleaseProfilingLockKHR, DEVICE, VkDevice, 682, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 27) \
    ROW(vkReleaseSwapchainImagesEXT, DEVICE, VkDevice, 683, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 185) \
    ROW(vkReleaseSwapchainImagesKHR, DEVICE, VkDevice, 684, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 186) \
    ROW(vkResetGpaSessionAMD, DEVICE, VkDevice, 685, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkResetQueryPoolEXT, DEVICE, VkDevice, 686, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 187) \
    ROW(vkSetBufferCollectionBufferConstraintsFUCHSIA, DEVICE, VkDevice, 687, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 136) \
    ROW(vkSetBufferCollectionImageConstraintsFUCHSIA, DEVICE, VkDevice, 688, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 2, 136) \
    ROW(vkSetDebugUtilsObjectNameEXT, DEVICE, VkDevice, 689, 0, C, C, RESULT, 0, 3, 0, 7) \
    ROW(vkSetDebugUtilsObjectTagEXT, DEVICE, VkDevice, 690, 0, C, C, RESULT, 0, 3, 0, 7) \
    ROW(vkSetDeviceMemoryPriorityEXT, DEVICE, VkDevice, 691, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 188) \
    ROW(vkSetGpaDeviceClockModeAMD, DEVICE, VkDevice, 692, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 73) \
    ROW(vkSetHdrMetadataEXT, DEVICE, VkDevice, 693, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 189) \
    ROW(vkSetLatencyMarkerLegacyNV, DEVICE, VkDevice, 694, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkSetLatencyMarkerNV, DEVICE, VkDevice, 695, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 162) \
    ROW(vkSetLatencySleepModeLegacyNV, DEVICE, VkDevice, 696, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkSetLatencySleepModeNV, DEVICE, VkDevice, 697, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 162) \
    ROW(vkSetLocalDimmingAMD, DEVICE, VkDevice, 698, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 190) \
    ROW(vkSetPrivateDataEXT, DEVICE, VkDevice, 699, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 141) \
    ROW(vkSetSwapchainPresentTimingQueueSizeEXT, DEVICE, VkDevice, 700, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 171) \
    ROW(vkShutdownLatencyDeviceLegacyNV, DEVICE, VkDevice, 701, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 161) \
    ROW(vkSignalSemaphoreKHR, DEVICE, VkDevice, 702, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 176) \
    ROW(vkTransitionImageLayoutEXT, DEVICE, VkDevice, 703, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 135) \
    ROW(vkTrimCommandPoolKHR, DEVICE, VkDevice, 704, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 191) \
    ROW(vkUninitializePerformanceApiINTEL, DEVICE, VkDevice, 705, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 64) \
    ROW(vkUnmapMemory2KHR, DEVICE, VkDevice, 706, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 183) \
    ROW(vkUnregisterCustomBorderColorEXT, DEVICE, VkDevice, 707, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 37) \
    ROW(vkUpdateDescriptorSetWithTemplateKHR, DEVICE, VkDevice, 708, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 138) \
    ROW(vkUpdateIndirectExecutionSetPipelineEXT, DEVICE, VkDevice, 709, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkUpdateIndirectExecutionSetShaderEXT, DEVICE, VkDevice, 710, 0, STUB, NONE, VOID, 0, NO_EXTENSION, 1, 108) \
    ROW(vkUpdateVideoSessionParametersKHR, DEVICE, VkDevice, 711, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 57) \
    ROW(vkWaitForPresent2KHR, DEVICE, VkDevice, 712, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 192) \
    ROW(vkWaitForPresentKHR, DEVICE, VkDevice, 713, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 193) \
    ROW(vkWaitSemaphoresKHR, DEVICE, VkDevice, 714, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 176) \
    ROW(vkWriteAccelerationStructuresPropertiesKHR, DEVICE, VkDevice, 715, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 68) \
    ROW(vkWriteMicromapsPropertiesEXT, DEVICE, VkDevice, 716, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 69) \
    ROW(vkWriteResourceDescriptorsEXT, DEVICE, VkDevice, 717, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 37) \
    ROW(vkWriteSamplerDescriptorsEXT, DEVICE, VkDevice, 718, 0, STUB, NONE, RESULT, 0, NO_EXTENSION, 1, 37)

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
