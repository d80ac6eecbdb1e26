// A driver without devices that calls the program's own on_driver_call from inside its commands, so that a test
// can do anything at a moment when the loader is in the middle of something.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))

static void tell(const char *command) {
    void (*hook)(const char *) = (void (*)(const char *))dlsym(RTLD_DEFAULT, "on_driver_call");
    if (hook != NULL) hook(command);
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    (void)info, (void)allocator;
    VK_LOADER_DATA *made = calloc(1, sizeof *made);
    if (made == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    made->loaderMagic = ICD_LOADER_MAGIC;
    *instance = (VkInstance)made;
    tell("vkCreateInstance");
    return VK_SUCCESS;
}

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    tell("vkDestroyInstance");
    free(instance);
}

static VkResult enumerate_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    (void)instance, (void)devices;
    tell("vkEnumeratePhysicalDevices");
    *count = 0;
    return VK_SUCCESS;
}

static VkResult enumerate_extensions(const char *layer, uint32_t *count, VkExtensionProperties *rows) {
    (void)layer, (void)rows;
    tell("vkEnumerateInstanceExtensionProperties");
    *count = 0;
    return VK_SUCCESS;
}

// Every other command of an instance: a loader may insist on having it, nobody calls it.
static void nothing(void) {}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    tell("vk_icdNegotiateLoaderICDInterfaceVersion");
    if (*version > 5) *version = 5;
    return VK_SUCCESS;
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkDestroyInstance") == 0) return (PFN_vkVoidFunction)destroy_instance;
    if (strcmp(name, "vkEnumeratePhysicalDevices") == 0) return (PFN_vkVoidFunction)enumerate_devices;
    if (strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0)
        return (PFN_vkVoidFunction)enumerate_extensions;
    if (instance == NULL || strncmp(name, "vk_", 3) == 0) return NULL;
    return strstr(name, "KHR") || strstr(name, "EXT") || strstr(name, "TEST") ? NULL : nothing;
}
