// A driver with one device that does one thing wrong: the one named by the variable RUBBISH_DRIVER.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))
#define NO_SUCH_RESULT ((VkResult)-77777)

static int wrong(const char *what) {
    const char *chosen = getenv("RUBBISH_DRIVER");
    return chosen != NULL && strcmp(chosen, what) == 0;
}

static void *object(int magic) {
    VK_LOADER_DATA *made = calloc(8, sizeof *made);
    if (made != NULL) made->loaderMagic = magic ? ICD_LOADER_MAGIC : 0x0BADF00DU;
    return made;
}

static VkResult version(uint32_t *number) {
    *number = wrong("version-is-rubbish") ? 0xFFFFFFFFU : VK_MAKE_API_VERSION(0, 1, 3, 0);
    return wrong("version-fails") ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

static VkResult extensions(const char *layer, uint32_t *count, VkExtensionProperties *rows) {
    (void)layer;
    if (wrong("extensions-fail")) return VK_ERROR_INITIALIZATION_FAILED;
    if (wrong("extensions-are-no-result")) return NO_SUCH_RESULT;
    if (rows == NULL) return *count = 2, VK_SUCCESS;
    for (uint32_t i = 0; i < *count && i < 2; i++) {
        memset(&rows[i], 0, sizeof rows[i]);
        if (wrong("extensions-without-end")) memset(&rows[i], 'A', sizeof rows[i]);
        if (wrong("extensions-are-no-text")) memset(rows[i].extensionName, 0xFF, 200);
    }
    if (wrong("extensions-shrink")) *count = 0;
    return wrong("extensions-never-end") ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    (void)info, (void)allocator;
    if (wrong("create-fails")) return VK_ERROR_INCOMPATIBLE_DRIVER;
    if (wrong("create-is-no-result")) return NO_SUCH_RESULT;
    if (wrong("create-is-incomplete")) return VK_INCOMPLETE;
    *instance = wrong("create-gives-null") ? NULL : object(!wrong("instance-without-magic"));
    return VK_SUCCESS;
}

static void destroy(void *object, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    free(object);
}

static VkResult enumerate(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    static void *only;
    (void)instance;
    if (wrong("enumerate-fails")) return VK_ERROR_INITIALIZATION_FAILED;
    if (wrong("enumerate-is-no-result")) return NO_SUCH_RESULT;
    if (devices == NULL) return *count = wrong("enumerate-counts-none") ? 0 : 1, VK_SUCCESS;
    if (*count > 0) devices[0] = NULL;
    if (only == NULL) only = object(!wrong("physical-without-magic"));
    if (*count > 0 && !wrong("enumerate-gives-null")) devices[0] = only;
    if (wrong("enumerate-shrinks")) *count = 0;
    return wrong("enumerate-never-ends") ? VK_INCOMPLETE : VK_SUCCESS;
}

static void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out) {
    (void)device;
    memset(out, wrong("properties-are-rubbish") ? 0xFF : 0, sizeof *out);
    out->deviceName[0] = 'r';
    if (!wrong("properties-are-rubbish")) out->apiVersion = VK_MAKE_API_VERSION(0, 1, 3, 0);
}

static VkResult device_extensions(VkPhysicalDevice device, const char *layer, uint32_t *count,
                                  VkExtensionProperties *rows) {
    (void)device;
    return extensions(layer, count, rows);
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    (void)physical, (void)info, (void)allocator;
    if (wrong("create-device-fails")) return VK_ERROR_DEVICE_LOST;
    if (wrong("create-device-is-no-result")) return NO_SUCH_RESULT;
    *device = wrong("create-device-gives-null") ? NULL : object(!wrong("device-without-magic"));
    return VK_SUCCESS;
}

static void queue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    static void *only;
    (void)device, (void)family, (void)index;
    if (only == NULL) only = object(!wrong("queue-without-magic"));
    *queue = wrong("queue-is-null") ? NULL : only;
}

static void families(VkPhysicalDevice device, uint32_t *count, void *rows) {
    (void)device, (void)rows;
    *count = 0;
}

static void nothing(void) {}

static PFN_vkVoidFunction device_command(VkDevice device, const char *name) {
    (void)device;
    if (wrong("device-lookup-gives-nothing")) return NULL;
    if (strcmp(name, "vkDestroyDevice") == 0 && !wrong("no-destroy-device")) return (PFN_vkVoidFunction)destroy;
    return strcmp(name, "vkGetDeviceQueue") == 0 ? (PFN_vkVoidFunction)queue : NULL;
}

static const struct command {
    const char *name, *missing;
    PFN_vkVoidFunction function;
} commands[] = {
    {"vkEnumerateInstanceVersion", "no-version", (PFN_vkVoidFunction)version},
    {"vkEnumerateInstanceExtensionProperties", "no-extensions", (PFN_vkVoidFunction)extensions},
    {"vkCreateInstance", "no-create", (PFN_vkVoidFunction)create_instance},
    {"vkDestroyInstance", "no-destroy", (PFN_vkVoidFunction)destroy},
    {"vkEnumeratePhysicalDevices", "no-enumerate", (PFN_vkVoidFunction)enumerate},
    {"vkGetPhysicalDeviceProperties", "no-properties", (PFN_vkVoidFunction)properties},
    {"vkGetPhysicalDeviceQueueFamilyProperties", "no-families", (PFN_vkVoidFunction)families},
    {"vkEnumerateDeviceExtensionProperties", "no-device-extensions", (PFN_vkVoidFunction)device_extensions},
    {"vkCreateDevice", "no-create-device", (PFN_vkVoidFunction)create_device},
    {"vkGetDeviceProcAddr", "no-device-lookup", (PFN_vkVoidFunction)device_command},
};

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *number);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name);

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *number) {
    if (wrong("negotiate-fails")) return VK_ERROR_INCOMPATIBLE_DRIVER;
    if (wrong("negotiate-is-no-result")) return NO_SUCH_RESULT;
    if (wrong("negotiate-raises")) *number = 9999;
    else if (wrong("negotiate-zero")) *number = 0;
    else if (*number > 5) *number = 5;
    return VK_SUCCESS;
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    (void)instance, (void)name;
    return NULL;
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (wrong("lookup-gives-nothing")) return NULL;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, name) == 0) return wrong(commands[i].missing) ? NULL : commands[i].function;
    // A loader may insist on having the other commands; nobody calls them.
    return instance == NULL || strstr(name, "KHR") || strstr(name, "EXT") ? NULL : nothing;
}
