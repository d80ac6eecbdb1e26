// What a library with the mock driver exports.
#include "mock_icd.h"

#if !defined(EXPORT_GET_PROC_ADDR)
const char newest_interface[] = "0";
#elif defined(EXPORT_NEGOTIATE) && !defined(EXPORT_PHYSICAL)
const char newest_interface[] = "3";
#else
const char newest_interface[] = "7";
#endif

const char liberties[] = "pipelines_refused,images_as_asked,last_outdated";
void take_liberties_on_load(void) {}

#if defined(EXPORT_NEGOTIATE)
const int exports_negotiation = 1;

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion function =
        (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)interface_function(
            "vk_icdNegotiateLoaderICDInterfaceVersion");
    return function != NULL ? function(version) : VK_ERROR_INCOMPATIBLE_DRIVER;
}
#else
const int exports_negotiation = 0;
#endif

#if defined(EXPORT_GET_PROC_ADDR)
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    PFN_vk_icdGetInstanceProcAddr function =
        (PFN_vk_icdGetInstanceProcAddr)interface_function("vk_icdGetInstanceProcAddr");
    return function != NULL ? function(instance, name) : NULL;
}
#endif

#if defined(EXPORT_PHYSICAL)
EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    PFN_vk_icdGetPhysicalDeviceProcAddr function =
        (PFN_vk_icdGetPhysicalDeviceProcAddr)interface_function("vk_icdGetPhysicalDeviceProcAddr");
    return function != NULL ? function(instance, name) : NULL;
}
#endif

#if defined(EXPORT_ADAPTERS)
typedef VkResult (*PFN_adapters)(VkInstance instance, uint64_t luid, uint32_t *count,
                                 VkPhysicalDevice *devices);
EXPORT VkResult vk_icdEnumerateAdapterPhysicalDevices(VkInstance instance, uint64_t luid, uint32_t *count,
                                                      VkPhysicalDevice *devices);
EXPORT VkResult vk_icdEnumerateAdapterPhysicalDevices(VkInstance instance, uint64_t luid, uint32_t *count,
                                                      VkPhysicalDevice *devices) {
    PFN_adapters function = (PFN_adapters)interface_function("vk_icdEnumerateAdapterPhysicalDevices");
    return function != NULL ? function(instance, luid, count, devices) : VK_ERROR_INITIALIZATION_FAILED;
}
#endif

#if defined(EXPORT_PLAIN)
EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
#if defined(EMPTY_PLAIN)
    (void)instance, (void)name;
    return NULL;
#else
    return plain_lookup(instance, name);
#endif
}

EXPORT VkResult vkCreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                 VkInstance *instance);
EXPORT VkResult vkCreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                 VkInstance *instance) {
    PFN_vkCreateInstance function = (PFN_vkCreateInstance)plain_function("vkCreateInstance");
    return function != NULL ? function(info, allocator, instance) : VK_ERROR_INITIALIZATION_FAILED;
}

EXPORT VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                       VkExtensionProperties *properties);
EXPORT VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                       VkExtensionProperties *properties) {
    PFN_vkEnumerateInstanceExtensionProperties function =
        (PFN_vkEnumerateInstanceExtensionProperties)plain_function("vkEnumerateInstanceExtensionProperties");
    return function != NULL ? function(layer, count, properties) : VK_ERROR_INITIALIZATION_FAILED;
}
#endif

PFN_vkVoidFunction official_function(const char *name) {
#if defined(EXPORT_PLAIN) && defined(EXPORT_GET_PROC_ADDR) && !defined(EMPTY_PLAIN)
    // By its official name, which without -Bsymbolic leads to whoever in the process has it first.
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)vkCreateInstance;
#else
    (void)name;
#endif
    return NULL;
}

#if defined(LACKS_A_SYMBOL)
// Resolved when it is called first, but by a linker that is told to do so at once.
extern void mock_symbol_of_nobody(void);
EXPORT void mock_calls_nobody(void);
EXPORT void mock_calls_nobody(void) { mock_symbol_of_nobody(); }
#endif
