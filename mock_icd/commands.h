// A part of mock_icd.h, which is to be included: the commands that the mock driver has, and where they are looked up.
#ifndef REFLOADER_MOCK_ICD_COMMANDS_H
#define REFLOADER_MOCK_ICD_COMMANDS_H

// ---- commands.c

#define BIT(id) (UINT64_C(1) << AT_##id)

// X(command, minor version that brought it, level, suffix of the extension's name for it, extensions)
// A time domain is a number.
typedef VkResult (*PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT)(VkPhysicalDevice, uint32_t *, int32_t *);
typedef void (*PFN_vkCmdDrawMultiEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, uint32_t, uint32_t);
typedef void (*PFN_vkCmdDrawMultiIndexedEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, uint32_t, uint32_t, const int32_t *);
typedef void (*PFN_vkCmdSetVertexInputEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, const void *);
typedef VkResult (*PFN_vkCopyMemoryToImageEXT)(VkDevice, const void *);
typedef VkResult (*PFN_vkCopyImageToMemoryEXT)(VkDevice, const void *);
typedef VkResult (*PFN_vkCopyImageToImageEXT)(VkDevice, const void *);
typedef VkResult (*PFN_vkTransitionImageLayoutEXT)(VkDevice, uint32_t, const void *);
typedef void (*PFN_vkGetImageSubresourceLayout2EXT)(VkDevice, VkImage, const void *, void *);

#define COMMANDS(X) \
    X(CreateInstance, 0, 'g', "", 0) X(EnumerateInstanceVersion, 1, 'g', "", 0) \
    X(EnumerateInstanceExtensionProperties, 0, 'g', "", 0) \
    X(EnumerateInstanceLayerProperties, 0, 'g', "", 0) X(GetInstanceProcAddr, 0, 'i', "", 0) \
    X(DestroyInstance, 0, 'i', "", 0) X(EnumeratePhysicalDevices, 0, 'i', "", 0) \
    X(EnumeratePhysicalDeviceGroups, 1, 'i', "KHR", BIT(GROUPS)) \
    X(GetPhysicalDeviceFeatures, 0, 'p', "", 0) \
    X(GetPhysicalDeviceFeatures2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceImageFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceImageFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceQueueFamilyProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceQueueFamilyProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceMemoryProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceMemoryProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceSparseImageFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceSparseImageFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceExternalBufferProperties, 1, 'p', "KHR", BIT(MEMORY)) \
    X(GetPhysicalDeviceExternalFenceProperties, 1, 'p', "KHR", BIT(FENCES)) \
    X(GetPhysicalDeviceExternalSemaphoreProperties, 1, 'p', "KHR", BIT(SEMAPHORES)) \
    X(GetPhysicalDeviceToolProperties, 3, 'p', "EXT", BIT(TOOLING)) \
    X(GetPhysicalDeviceCalibrateableTimeDomainsEXT, NEVER, 'p', "", BIT(CALIBRATED)) \
    X(CmdDrawMultiEXT, NEVER, 'd', "", BIT(MULTI_DRAW)) X(CmdDrawMultiIndexedEXT, NEVER, 'd', "", BIT(MULTI_DRAW)) \
    X(CmdSetVertexInputEXT, NEVER, 'd', "", BIT(VERTEX_INPUT)) \
    X(CopyMemoryToImageEXT, NEVER, 'd', "", BIT(HOST_COPIES)) X(CopyImageToMemoryEXT, NEVER, 'd', "", BIT(HOST_COPIES)) \
    X(CopyImageToImageEXT, NEVER, 'd', "", BIT(HOST_COPIES)) X(TransitionImageLayoutEXT, NEVER, 'd', "", BIT(HOST_COPIES)) \
    X(GetImageSubresourceLayout2EXT, NEVER, 'd', "", BIT(HOST_COPIES)) \
    X(EnumerateDeviceExtensionProperties, 0, 'p', "", 0) X(EnumerateDeviceLayerProperties, 0, 'p', "", 0) \
    X(CreateDevice, 0, 'p', "", 0) \
    X(GetPhysicalDeviceSurfaceSupportKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceCapabilitiesKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceFormatsKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfacePresentModesKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceCapabilities2KHR, NEVER, 'p', "", BIT(CAPABILITIES2)) \
    X(GetPhysicalDeviceSurfaceFormats2KHR, NEVER, 'p', "", BIT(CAPABILITIES2)) \
    X(GetPhysicalDeviceSurfaceCapabilities2EXT, NEVER, 'p', "", BIT(COUNTER)) \
    X(GetPhysicalDeviceSurfacePresentModes2EXT, NEVER, 'p', "", BIT(EXCLUSIVE)) \
    X(GetPhysicalDevicePresentRectanglesKHR, NEVER, 'p', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetPhysicalDeviceDisplayPropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetPhysicalDeviceDisplayPlanePropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayPlaneSupportedDisplaysKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayModePropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(CreateDisplayModeKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayPlaneCapabilitiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetPhysicalDeviceDisplayProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetPhysicalDeviceDisplayPlaneProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetDisplayModeProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetDisplayPlaneCapabilities2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(CreateDebugUtilsMessengerEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(DestroyDebugUtilsMessengerEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(SubmitDebugUtilsMessageEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(CreateDebugReportCallbackEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(DestroyDebugReportCallbackEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(DebugReportMessageEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(SetDebugUtilsObjectNameEXT, NEVER, 'd', "", BIT(UTILS)) \
    X(SetDebugUtilsObjectTagEXT, NEVER, 'd', "", BIT(UTILS)) \
    X(DebugMarkerSetObjectNameEXT, NEVER, 'd', "", BIT(MARKER)) \
    X(DebugMarkerSetObjectTagEXT, NEVER, 'd', "", BIT(MARKER)) \
    X(CreateSwapchainKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(DestroySwapchainKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(GetSwapchainImagesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(AcquireNextImageKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(AcquireNextImage2KHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(QueuePresentKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(CreateSharedSwapchainsKHR, NEVER, 'd', "", BIT(SHARED)) \
    X(GetDeviceGroupPresentCapabilitiesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetDeviceGroupSurfacePresentModesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetDeviceGroupSurfacePresentModes2EXT, NEVER, 'd', "", BIT(EXCLUSIVE)) \
    X(CreateExternalComputeQueueNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(DestroyExternalComputeQueueNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(GetExternalComputeQueueDataNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(GetDeviceProcAddr, 0, 'd', "", 0) X(DestroyDevice, 0, 'd', "", 0) X(GetDeviceQueue, 0, 'd', "", 0) \
    X(GetDeviceQueue2, 1, 'd', "", 0) X(DeviceWaitIdle, 0, 'd', "", 0) X(QueueWaitIdle, 0, 'd', "", 0) \
    X(QueueSubmit, 0, 'd', "", 0) X(CreateCommandPool, 0, 'd', "", 0) X(DestroyCommandPool, 0, 'd', "", 0) \
    X(ResetCommandPool, 0, 'd', "", 0) X(AllocateCommandBuffers, 0, 'd', "", 0) \
    X(FreeCommandBuffers, 0, 'd', "", 0) X(ResetCommandBuffer, 0, 'd', "", 0) \
    X(BeginCommandBuffer, 0, 'd', "", 0) X(EndCommandBuffer, 0, 'd', "", 0) X(CmdDraw, 0, 'd', "", 0) \
    X(CmdDispatch, 0, 'd', "", 0) X(CmdExecuteCommands, 0, 'd', "", 0)

struct command {
    const char *name;
    PFN_vkVoidFunction pointer;
    uint8_t minor;
    char level;
    const char *suffix;
    uint64_t extensions;
};

int is_command(const char *name);
uintptr_t do_nothing(void);
void fill_table(void);
PFN_vkVoidFunction find(const char *name, const char *levels);
void trace_lookup(const char *function, const void *handle, const char *name);

void free_names(void);

// In device.c: what is only made and destroyed.
extern const struct command resources[RESOURCE_COUNT];

// Each of them has the type that the registry says.
#define DECLARE_COMMAND(command, minor, level, suffix, extensions) \
    extern __typeof__(*(PFN_vk##command)NULL) driver_##command;
COMMANDS(DECLARE_COMMAND)
DECLARE_COMMAND(DestroySurfaceKHR, NEVER, 'i', "", 0)

// ---- mock_icd.c

PFN_vkVoidFunction interface_function(const char *name);
PFN_vkVoidFunction plain_function(const char *name);
PFN_vkVoidFunction plain_lookup(VkInstance instance, const char *name);
int takes(const char *liberty);

#endif
