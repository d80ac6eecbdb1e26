// A layer that tells the program of its on_layer_call whenever it is called, and when it has handed the call down. The
// functions below it are those of the loader, the same for all instances and devices.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))
#define COMMANDS(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(EnumeratePhysicalDeviceGroups) X(CreateDevice) \
    X(EnumerateDeviceExtensionProperties) X(CreateDebugUtilsMessengerEXT) X(DestroyDebugUtilsMessengerEXT)
#define MEMBER(command) PFN_vk##command command;
#define LOOK_UP(command) next.command = (PFN_vk##command)next.GetInstanceProcAddr(*instance, "vk" #command);
#define OWN(command) {"vk" #command, (PFN_vkVoidFunction)own_##command},

static struct {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr;
    PFN_vkDestroyDevice DestroyDevice;
    COMMANDS(MEMBER)
} next;

static void tell(const char *command, int comes) {
    void (*hook)(const char *, int) = (void (*)(const char *, int))dlsym(RTLD_DEFAULT, "on_layer_call");
    if (hook != NULL) hook(command, comes);
}

// The loader's structure with the next link in the create info; the link behind it is for the next layer.
#define LINK(type, chain, kind) \
    type *link = (type *)(uintptr_t)(chain); \
    while (link != NULL && !((int)link->sType == (kind) && link->function == VK_LAYER_LINK_INFO)) \
        link = (type *)(uintptr_t)link->pNext; \
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED

static VkResult own_CreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                   VkInstance *instance) {
    LINK(VkLayerInstanceCreateInfo, info->pNext, 47);
    PFN_vkGetInstanceProcAddr below = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    tell("vkCreateInstance", 1);
    VkResult result = ((PFN_vkCreateInstance)below(NULL, "vkCreateInstance"))(info, allocator, instance);
    if (result == VK_SUCCESS && next.GetInstanceProcAddr == NULL) {
        next.GetInstanceProcAddr = below;
        COMMANDS(LOOK_UP)
    }
    tell("vkCreateInstance", 0);
    return result;
}

static VkResult own_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                 const VkAllocationCallbacks *allocator, VkDevice *device) {
    LINK(VkLayerDeviceCreateInfo, info->pNext, 48);
    PFN_vkGetDeviceProcAddr below = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    tell("vkCreateDevice", 1);
    VkResult result = next.CreateDevice(physical, info, allocator, device);
    if (result == VK_SUCCESS && next.GetDeviceProcAddr == NULL) {
        next.GetDeviceProcAddr = below;
        next.DestroyDevice = (PFN_vkDestroyDevice)below(*device, "vkDestroyDevice");
    }
    tell("vkCreateDevice", 0);
    return result;
}

#define PASSED(command, parameters, given) \
    static VkResult own_##command parameters { \
        tell("vk" #command, 1); \
        VkResult result = next.command given; \
        tell("vk" #command, 0); \
        return result; \
    }
#define ENDED(command, parameters, given) \
    static void own_##command parameters { \
        tell("vk" #command, 1); \
        next.command given; \
        tell("vk" #command, 0); \
    }

PASSED(EnumeratePhysicalDevices, (VkInstance a, uint32_t *b, VkPhysicalDevice *c), (a, b, c))
PASSED(EnumeratePhysicalDeviceGroups, (VkInstance a, uint32_t *b, VkPhysicalDeviceGroupProperties *c), (a, b, c))
PASSED(EnumerateDeviceExtensionProperties,
       (VkPhysicalDevice a, const char *b, uint32_t *c, VkExtensionProperties *d), (a, b, c, d))
PASSED(CreateDebugUtilsMessengerEXT,
       (VkInstance a, const VkDebugUtilsMessengerCreateInfoEXT *b, const VkAllocationCallbacks *c,
        VkDebugUtilsMessengerEXT *d),
       (a, b, c, d))
ENDED(DestroyDebugUtilsMessengerEXT,
      (VkInstance a, VkDebugUtilsMessengerEXT b, const VkAllocationCallbacks *c), (a, b, c))
ENDED(DestroyInstance, (VkInstance a, const VkAllocationCallbacks *b), (a, b))
ENDED(DestroyDevice, (VkDevice a, const VkAllocationCallbacks *b), (a, b))

static PFN_vkVoidFunction own_GetDeviceProcAddr(VkDevice device, const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)own_GetDeviceProcAddr;
    if (strcmp(name, "vkDestroyDevice") == 0) return (PFN_vkVoidFunction)own_DestroyDevice;
    return next.GetDeviceProcAddr(device, name);
}

static PFN_vkVoidFunction own_GetInstanceProcAddr(VkInstance instance, const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {OWN(GetInstanceProcAddr) OWN(GetDeviceProcAddr) OWN(CreateInstance) OWN(DestroyDevice) COMMANDS(OWN)};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(name, own[i].name) == 0) return own[i].function;
    return instance != NULL && next.GetInstanceProcAddr != NULL ? next.GetInstanceProcAddr(instance, name) : NULL;
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *wanted);

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *wanted) {
    wanted->loaderLayerInterfaceVersion = 2;
    wanted->pfnGetInstanceProcAddr = own_GetInstanceProcAddr;
    wanted->pfnGetDeviceProcAddr = own_GetDeviceProcAddr;
    wanted->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
