// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
// symbol, exported, return kind, parameters in order: P is 64 bits wide, W 32.
// The pre-instance terminators take the chain's structure first.
#define REFLOADER_SLOW_ENTRIES(SLOW) \
    SLOW(vkCreateInstance, 1, RESULT, PPP) \
    SLOW(vkEnumerateInstanceExtensionProperties, 1, RESULT, PPP) \
    SLOW(vkEnumerateInstanceLayerProperties, 1, RESULT, PP) \
    SLOW(vkEnumerateInstanceVersion, 1, RESULT, P) \
    SLOW(vkCreateDevice, 1, RESULT, PPPP) \
    SLOW(vkDestroyInstance, 1, VOID, PP) \
    SLOW(vkEnumerateDeviceExtensionProperties, 1, RESULT, PPPP) \
    SLOW(vkEnumerateDeviceLayerProperties, 1, RESULT, PPP) \
    SLOW(vkEnumeratePhysicalDeviceGroups, 1, RESULT, PPP) \
    SLOW(vkEnumeratePhysicalDeviceGroupsKHR, 0, RESULT, PPP) \
    SLOW(vkEnumeratePhysicalDevices, 1, RESULT, PPP) \
    SLOW(vkDestroyDevice, 1, VOID, PP) \
    SLOW(terminator_vkCreateInstance, 0, RESULT, PPP) \
    SLOW(terminator_vkEnumerateInstanceExtensionProperties, 0, RESULT, PPPP) \
    SLOW(terminator_vkEnumerateInstanceLayerProperties, 0, RESULT, PPP) \
    SLOW(terminator_vkEnumerateInstanceVersion, 0, RESULT, PP) \
    SLOW(terminator_vkCreateAndroidSurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateDebugReportCallbackEXT, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateDebugUtilsMessengerEXT, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateDevice, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateDirectFBSurfaceEXT, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateDisplayPlaneSurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateHeadlessSurfaceEXT, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateIOSSurfaceMVK, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateImagePipeSurfaceFUCHSIA, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateMacOSSurfaceMVK, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateMetalSurfaceEXT, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateScreenSurfaceQNX, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateStreamDescriptorSurfaceGGP, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateSurfaceOHOS, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateUbmSurfaceSEC, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateViSurfaceNN, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateWaylandSurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateWin32SurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateXcbSurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkCreateXlibSurfaceKHR, 0, RESULT, PPPP) \
    SLOW(terminator_vkDebugReportMessageEXT, 0, VOID, PWWPPWPP) \
    SLOW(terminator_vkDestroyDebugReportCallbackEXT, 0, VOID, PPP) \
    SLOW(terminator_vkDestroyDebugUtilsMessengerEXT, 0, VOID, PPP) \
    SLOW(terminator_vkDestroyInstance, 0, VOID, PP) \
    SLOW(terminator_vkDestroySurfaceKHR, 0, VOID, PPP) \
    SLOW(terminator_vkEnumerateDeviceExtensionProperties, 0, RESULT, PPPP) \
    SLOW(terminator_vkEnumerateDeviceLayerProperties, 0, RESULT, PPP) \
    SLOW(terminator_vkEnumeratePhysicalDeviceGroups, 0, RESULT, PPP) \
    SLOW(terminator_vkEnumeratePhysicalDeviceGroupsKHR, 0, RESULT, PPP) \
    SLOW(terminator_vkEnumeratePhysicalDevices, 0, RESULT, PPP) \
    SLOW(terminator_vkGetPhysicalDeviceToolProperties, 0, RESULT, PPP) \
    SLOW(terminator_vkGetPhysicalDeviceToolPropertiesEXT, 0, RESULT, PPP) \
    SLOW(terminator_vkSubmitDebugUtilsMessageEXT, 0, VOID, PWWP) \
    SLOW(layer_create_device, 0, RESULT, PPPPPPP) \
    SLOW(layer_destroy_device, 0, VOID, PPP)
