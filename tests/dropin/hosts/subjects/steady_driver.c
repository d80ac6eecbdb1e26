// A driver with one device that never breaks, however little memory there is: what it allocates may fail, and it
// has no thread-local variables, for which libc would end the process.
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))

// A VkPhysicalDevice belongs to its instance.
struct instance {
    VK_LOADER_DATA data;
    VK_LOADER_DATA device;
};

struct device {
    VK_LOADER_DATA data;
    VK_LOADER_DATA queue;
};

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    (void)info, (void)allocator;
    struct instance *made = calloc(1, sizeof *made);
    if (made == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    made->data.loaderMagic = made->device.loaderMagic = ICD_LOADER_MAGIC;
    *instance = (VkInstance)made;
    return VK_SUCCESS;
}

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    free(instance);
}

static VkResult enumerate_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    if (devices != NULL && *count < 1) return VK_INCOMPLETE;
    *count = 1;
    if (devices != NULL) devices[0] = (VkPhysicalDevice) & ((struct instance *)instance)->device;
    return VK_SUCCESS;
}

static VkResult enumerate_extensions(const char *layer, uint32_t *count, VkExtensionProperties *rows) {
    static const VkExtensionProperties offered[] = {{"VK_KHR_surface", 25}, {"VK_KHR_xcb_surface", 6}};
    (void)layer;
    uint32_t room = rows != NULL && *count < 2 ? *count : 2;
    if (rows != NULL) memcpy(rows, offered, room * sizeof *rows);
    *count = room;
    return rows != NULL && room < 2 ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult enumerate_device_extensions(VkPhysicalDevice device, const char *layer, uint32_t *count,
                                            VkExtensionProperties *rows) {
    (void)device, (void)layer, (void)rows;
    *count = 0;
    return VK_SUCCESS;
}

static void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *properties) {
    (void)device;
    memset(properties, 0, sizeof *properties);
    properties->apiVersion = VK_MAKE_API_VERSION(0, 1, 1, 0);
    strcpy(properties->deviceName, "steady");
}

static void families(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *rows) {
    (void)device;
    if (rows != NULL && *count > 0) memset(rows, 0, sizeof *rows);
    *count = 1;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    (void)physical, (void)info, (void)allocator;
    struct device *made = calloc(1, sizeof *made);
    if (made == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    made->data.loaderMagic = made->queue.loaderMagic = ICD_LOADER_MAGIC;
    *device = (VkDevice)made;
    return VK_SUCCESS;
}

static void destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    free(device);
}

static void get_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    (void)family, (void)index;
    *queue = (VkQueue) & ((struct device *)device)->queue;
}

// Every other command: a loader may insist on having it, nobody calls it.
static void nothing(void) {}

#define IS(command) (strcmp(name, command) == 0)

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) {
    (void)device;
    if (IS("vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)of_device;
    if (IS("vkDestroyDevice")) return (PFN_vkVoidFunction)destroy_device;
    if (IS("vkGetDeviceQueue")) return (PFN_vkVoidFunction)get_queue;
    if (strstr(name, "Groups") != NULL || strstr(name, "NoSuch") != NULL) return NULL;
    return strstr(name, "KHR") != NULL || strstr(name, "EXT") != NULL ? NULL : nothing;
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    if (*version > 5) *version = 5;
    return VK_SUCCESS;
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (IS("vkCreateInstance")) return (PFN_vkVoidFunction)create_instance;
    if (IS("vkEnumerateInstanceExtensionProperties")) return (PFN_vkVoidFunction)enumerate_extensions;
    if (instance == NULL || strncmp(name, "vk_", 3) == 0) return NULL;
    if (IS("vkDestroyInstance")) return (PFN_vkVoidFunction)destroy_instance;
    if (IS("vkEnumeratePhysicalDevices")) return (PFN_vkVoidFunction)enumerate_devices;
    if (IS("vkEnumerateDeviceExtensionProperties")) return (PFN_vkVoidFunction)enumerate_device_extensions;
    if (IS("vkGetPhysicalDeviceProperties")) return (PFN_vkVoidFunction)properties;
    if (IS("vkGetPhysicalDeviceQueueFamilyProperties")) return (PFN_vkVoidFunction)families;
    if (IS("vkCreateDevice")) return (PFN_vkVoidFunction)create_device;
    return of_device(NULL, name);
}
