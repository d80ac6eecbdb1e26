// The mock driver with nine places for a deed of its own: AT_LOAD, AT_NEGOTIATE, AT_CREATE (once the instance is made),
// AT_LIST (before physical devices are enumerated), AT_PROPERTIES (once a device's are written to "properties"), AT_DEVICE
// (before a device is made), AT_FIND (when "command" of a device is looked up), AT_DESTROY (once the instance is gone) and AT_UNLOAD are C statements given on the command line.
#define vk_icdNegotiateLoaderICDInterfaceVersion mock_negotiate
#define vk_icdGetInstanceProcAddr mock_lookup
#define vk_icdGetPhysicalDeviceProcAddr mock_physical_lookup
#define EXPORT_NEGOTIATE
#define EXPORT_GET_PROC_ADDR
#define EXPORT_PHYSICAL
#include "exports.c"
#undef vk_icdNegotiateLoaderICDInterfaceVersion
#undef vk_icdGetInstanceProcAddr
#undef vk_icdGetPhysicalDeviceProcAddr

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef AT_LOAD
#define AT_LOAD
#endif
#ifndef AT_NEGOTIATE
#define AT_NEGOTIATE
#endif
#ifndef AT_CREATE
#define AT_CREATE
#endif
#ifndef AT_LIST
#define AT_LIST
#endif
#ifndef AT_PROPERTIES
#define AT_PROPERTIES
#endif
#ifndef AT_DEVICE
#define AT_DEVICE
#endif
#ifndef AT_FIND
#define AT_FIND
#endif
#ifndef AT_DESTROY
#define AT_DESTROY
#endif
#ifndef AT_UNLOAD
#define AT_UNLOAD
#endif

__attribute__((unused)) static void *forever(void *nothing) {
    for (volatile int spins = 1; spins;) {}
    return nothing;
}

static void unload(void);
__attribute__((constructor)) static void load(void) { AT_LOAD; }
__attribute__((destructor)) static void unload(void) { AT_UNLOAD; }

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    VkResult result = ((PFN_vkCreateInstance)mock_lookup(NULL, "vkCreateInstance"))(info, allocator, instance);
    AT_CREATE;
    return result;
}

static PFN_vkDestroyInstance next_destroy;
static PFN_vkEnumeratePhysicalDevices next_list;
static PFN_vkGetPhysicalDeviceProperties next_properties;
static PFN_vkCreateDevice next_create_device;
static PFN_vkGetDeviceProcAddr next_find;

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    next_destroy(instance, allocator);
    AT_DESTROY;
}

static VkResult list_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    AT_LIST;
    return next_list(instance, count, devices);
}

static void get_properties(VkPhysicalDevice gpu, VkPhysicalDeviceProperties *properties) {
    next_properties(gpu, properties);
    AT_PROPERTIES;
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    AT_DEVICE;
    return next_create_device(gpu, info, allocator, device);
}

static PFN_vkVoidFunction find_of_device(VkDevice device, const char *command) {
    AT_FIND;
    return next_find(device, command);
}

#define HOOK(name, next, own) \
    if (found != NULL && strcmp(command, name) == 0) return next = (__typeof__(next))found, (PFN_vkVoidFunction)own;

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *command) {
    PFN_vkVoidFunction found = mock_lookup(instance, command);
    if (strcmp(command, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    HOOK("vkDestroyInstance", next_destroy, destroy_instance)
    HOOK("vkEnumeratePhysicalDevices", next_list, list_devices)
    HOOK("vkGetPhysicalDeviceProperties", next_properties, get_properties)
    HOOK("vkCreateDevice", next_create_device, create_device)
    HOOK("vkGetDeviceProcAddr", next_find, find_of_device)
    return found;
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *command) {
    return mock_physical_lookup(instance, command);
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    AT_NEGOTIATE;
    return mock_negotiate(version);
}
