// How the loader comes by the functions of the free layer: a matter of the build.
#include "free_layer.h"

#if defined(EXPORT_OWN_NAMES)
#define NAMED(name) own_##name
#else
#define NAMED(name) vk##name
#endif

#if defined(EXPORT_NEGOTIATE)
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiated);
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiated) {
    if (negotiated == NULL || negotiated->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        negotiated->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    negotiated->loaderLayerInterfaceVersion = 2;
    negotiated->pfnGetInstanceProcAddr = free_GetInstanceProcAddr;
    negotiated->pfnGetDeviceProcAddr = takes("instances_alone") ? NULL : free_GetDeviceProcAddr;
    negotiated->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
#else
EXPORT PFN_vkVoidFunction NAMED(GetInstanceProcAddr)(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction NAMED(GetInstanceProcAddr)(VkInstance instance, const char *name) {
    return free_GetInstanceProcAddr(instance, name);
}

EXPORT PFN_vkVoidFunction NAMED(GetDeviceProcAddr)(VkDevice device, const char *name);
EXPORT PFN_vkVoidFunction NAMED(GetDeviceProcAddr)(VkDevice device, const char *name) {
    return free_GetDeviceProcAddr(device, name);
}
#endif

#if defined(EXPORT_MANY)
// A library that does more than being a layer: functions of its own, and one that another library may have too.
EXPORT int mock_feature(void);
EXPORT int mock_feature(void) { return 1; }
EXPORT int png_get_version(void);
EXPORT int png_get_version(void) { return 2; }
EXPORT int mock_table[64];
int mock_table[64] = {1};
#endif
