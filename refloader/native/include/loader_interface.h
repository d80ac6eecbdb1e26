// The structures and numbers that loader, layers and drivers share but the Vulkan registry does not hold.
// Facts only, written by hand from the interface documents.
#ifndef REFLOADER_LOADER_INTERFACE_H
#define REFLOADER_LOADER_INTERFACE_H

#include "../generated/vk_registry.h"

#define NEWEST_LAYER_INTERFACE 2U

// Layer and driver alike: a lookup of commands whose first parameter is a VkPhysicalDevice.
typedef PFN_vkVoidFunction (*PFN_GetPhysicalDeviceProcAddr)(VkInstance instance, const char *pName);

// ---- loader and layer: negotiation

typedef enum VkNegotiateLayerStructType {
    // Spelled as the ABI spells it.
    LAYER_NEGOTIATE_UNINTIALIZED = 0,
    LAYER_NEGOTIATE_INTERFACE_STRUCT = 1
} VkNegotiateLayerStructType;

// The loader fills the first three members; the layer lowers the version and fills the pointers.
typedef struct VkNegotiateLayerInterface {
    VkNegotiateLayerStructType sType;
    void *pNext;
    uint32_t loaderLayerInterfaceVersion;
    PFN_vkGetInstanceProcAddr pfnGetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr pfnGetDeviceProcAddr;
    PFN_GetPhysicalDeviceProcAddr pfnGetPhysicalDeviceProcAddr;
} VkNegotiateLayerInterface;

typedef VkResult (*PFN_vkNegotiateLoaderLayerInterfaceVersion)(VkNegotiateLayerInterface *pVersionStruct);

// ---- loader and layer: what hangs on pNext of the create infos (sType 47 for instances, 48 for devices)

// Says which member of the union u is meant.
typedef enum VkLayerFunction {
    VK_LAYER_LINK_INFO = 0,
    VK_LOADER_DATA_CALLBACK = 1,
    VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK = 2,
    VK_LOADER_FEATURES = 3
} VkLayerFunction;

typedef VkFlags VkLoaderFeatureFlags;
#define VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING 0x00000001U

// One node for each layer: what that layer calls next.
typedef struct VkLayerInstanceLink {
    struct VkLayerInstanceLink *pNext;
    PFN_vkGetInstanceProcAddr pfnNextGetInstanceProcAddr;
    PFN_GetPhysicalDeviceProcAddr pfnNextGetPhysicalDeviceProcAddr;
} VkLayerInstanceLink;

typedef struct VkLayerDeviceLink {
    struct VkLayerDeviceLink *pNext;
    PFN_vkGetInstanceProcAddr pfnNextGetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr pfnNextGetDeviceProcAddr;
} VkLayerDeviceLink;

// Put the dispatch pointer of the parent into an object that a layer made.
typedef VkResult (*PFN_vkSetInstanceLoaderData)(VkInstance instance, void *object);
typedef VkResult (*PFN_vkSetDeviceLoaderData)(VkDevice device, void *object);

// Let a layer make a device of its own, below itself.
typedef VkResult (*PFN_vkLayerCreateDevice)(VkInstance instance, VkPhysicalDevice physicalDevice,
                                            const VkDeviceCreateInfo *pCreateInfo,
                                            const VkAllocationCallbacks *pAllocator, VkDevice *pDevice,
                                            PFN_vkGetInstanceProcAddr layerGIPA,
                                            PFN_vkGetDeviceProcAddr *nextGDPA);
typedef void (*PFN_vkLayerDestroyDevice)(VkDevice device, const VkAllocationCallbacks *pAllocator,
                                         PFN_vkDestroyDevice destroyFunction);

typedef struct VkLayerInstanceCreateInfo {
    VkStructureType sType;
    const void *pNext;
    VkLayerFunction function;
    union {
        VkLayerInstanceLink *pLayerInfo;
        PFN_vkSetInstanceLoaderData pfnSetInstanceLoaderData;
        struct {
            PFN_vkLayerCreateDevice pfnLayerCreateDevice;
            PFN_vkLayerDestroyDevice pfnLayerDestroyDevice;
        } layerDevice;
        VkLoaderFeatureFlags loaderFeatures;
    } u;
} VkLayerInstanceCreateInfo;

typedef struct VkLayerDeviceCreateInfo {
    VkStructureType sType;
    const void *pNext;
    VkLayerFunction function;
    union {
        VkLayerDeviceLink *pLayerInfo;
        PFN_vkSetDeviceLoaderData pfnSetDeviceLoaderData;
    } u;
} VkLayerDeviceCreateInfo;

// ---- loader and layer: calls before there is an instance; the last link is the loader's own function

typedef enum VkChainType {
    VK_CHAIN_TYPE_UNKNOWN = 0,
    VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES = 1,
    VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES = 2,
    VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION = 3
} VkChainType;

#define VK_CURRENT_CHAIN_VERSION 1U

typedef struct VkChainHeader {
    VkChainType type;
    uint32_t version;
    uint32_t size;
} VkChainHeader;

typedef struct VkEnumerateInstanceExtensionPropertiesChain {
    VkChainHeader header;
    VkResult (*pfnNextLayer)(const struct VkEnumerateInstanceExtensionPropertiesChain *pChain,
                             const char *pLayerName, uint32_t *pPropertyCount,
                             VkExtensionProperties *pProperties);
    const struct VkEnumerateInstanceExtensionPropertiesChain *pNextLink;
} VkEnumerateInstanceExtensionPropertiesChain;

typedef struct VkEnumerateInstanceLayerPropertiesChain {
    VkChainHeader header;
    VkResult (*pfnNextLayer)(const struct VkEnumerateInstanceLayerPropertiesChain *pChain,
                             uint32_t *pPropertyCount, VkLayerProperties *pProperties);
    const struct VkEnumerateInstanceLayerPropertiesChain *pNextLink;
} VkEnumerateInstanceLayerPropertiesChain;

typedef struct VkEnumerateInstanceVersionChain {
    VkChainHeader header;
    VkResult (*pfnNextLayer)(const struct VkEnumerateInstanceVersionChain *pChain, uint32_t *pApiVersion);
    const struct VkEnumerateInstanceVersionChain *pNextLink;
} VkEnumerateInstanceVersionChain;

// ---- loader and driver

typedef VkResult (*PFN_vk_icdNegotiateLoaderICDInterfaceVersion)(uint32_t *pSupportedVersion);
typedef PFN_vkVoidFunction (*PFN_vk_icdGetInstanceProcAddr)(VkInstance instance, const char *pName);
typedef PFN_vkVoidFunction (*PFN_vk_icdGetPhysicalDeviceProcAddr)(VkInstance instance, const char *pName);

// A driver puts the number into the first word of each dispatchable object; the loader checks the low
// 32 bits and then writes its own dispatch pointer there.
#define ICD_LOADER_MAGIC 0x01CDC0DEU

typedef union VK_LOADER_DATA {
    uintptr_t loaderMagic;
    void *loaderData;
} VK_LOADER_DATA;

// ---- what a VkSurfaceKHR of the loader points at, for drivers that make no surfaces of their own

typedef enum VkIcdWsiPlatform {
    VK_ICD_WSI_PLATFORM_MIR = 0,
    VK_ICD_WSI_PLATFORM_WAYLAND = 1,
    VK_ICD_WSI_PLATFORM_WIN32 = 2,
    VK_ICD_WSI_PLATFORM_XCB = 3,
    VK_ICD_WSI_PLATFORM_XLIB = 4,
    VK_ICD_WSI_PLATFORM_ANDROID = 5,
    VK_ICD_WSI_PLATFORM_MACOS = 6,
    VK_ICD_WSI_PLATFORM_IOS = 7,
    VK_ICD_WSI_PLATFORM_DISPLAY = 8,
    VK_ICD_WSI_PLATFORM_HEADLESS = 9,
    VK_ICD_WSI_PLATFORM_METAL = 10,
    VK_ICD_WSI_PLATFORM_DIRECTFB = 11,
    VK_ICD_WSI_PLATFORM_VI = 12,
    VK_ICD_WSI_PLATFORM_GGP = 13,
    VK_ICD_WSI_PLATFORM_SCREEN = 14,
    VK_ICD_WSI_PLATFORM_FUCHSIA = 15
} VkIcdWsiPlatform;

// The windowing systems' own types are spelled as plain C: no header of theirs is needed.
typedef struct VkIcdSurfaceBase {
    VkIcdWsiPlatform platform;
} VkIcdSurfaceBase;

typedef struct VkIcdSurfaceWayland {
    VkIcdSurfaceBase base;
    void *display;
    void *surface;
} VkIcdSurfaceWayland;

typedef struct VkIcdSurfaceXcb {
    VkIcdSurfaceBase base;
    void *connection;
    uint32_t window;
} VkIcdSurfaceXcb;

typedef struct VkIcdSurfaceXlib {
    VkIcdSurfaceBase base;
    void *dpy;
    unsigned long window;
} VkIcdSurfaceXlib;

typedef struct VkIcdSurfaceDisplay {
    VkIcdSurfaceBase base;
    VkDisplayModeKHR displayMode;
    uint32_t planeIndex;
    uint32_t planeStackIndex;
    VkSurfaceTransformFlagBitsKHR transform;
    float globalAlpha;
    VkDisplayPlaneAlphaFlagBitsKHR alphaMode;
    VkExtent2D imageExtent;
} VkIcdSurfaceDisplay;

typedef struct VkIcdSurfaceHeadless {
    VkIcdSurfaceBase base;
} VkIcdSurfaceHeadless;

#endif
