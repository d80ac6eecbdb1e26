// Eight threads make, use and destroy instances and devices through one mock layer, with a loader and a
// driver in miniature around it. Built with a sanitizer; says nothing when all is well.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define THREADS 8
#define OF_INSTANCE VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO
#define OF_DEVICE VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO
#define CHECK(what) \
    do { \
        if (!(what)) fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what), abort(); \
    } while (0)

static VkNegotiateLayerInterface layer = {LAYER_NEGOTIATE_INTERFACE_STRUCT, NULL, 2, NULL, NULL, NULL};

// A dispatchable object of the driver, and the one its own handles share their first word with.
struct object {
    void *dispatch;
    void *more[3];
};
struct instance {
    struct object object;
    struct object physical[2];
};
struct device {
    struct object object;
    struct object queue;
};

static VkResult make_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                              VkInstance *out) {
    struct instance *made = calloc(1, sizeof *made);
    (void)info, (void)allocator;
    made->object.dispatch = made->physical[0].dispatch = made->physical[1].dispatch = made;
    *out = (VkInstance)made;
    return VK_SUCCESS;
}

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    free(instance);
}

static VkResult enumerate(VkInstance instance, uint32_t *count, VkPhysicalDevice *out) {
    struct instance *own = (struct instance *)instance;
    for (uint32_t i = 0; out != NULL && i < 2; i++) out[i] = (VkPhysicalDevice)&own->physical[i];
    *count = 2;
    return VK_SUCCESS;
}

static VkResult make_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                            const VkAllocationCallbacks *allocator, VkDevice *out) {
    struct device *made = calloc(1, sizeof *made);
    (void)physical, (void)info, (void)allocator;
    made->object.dispatch = made;
    made->queue.dispatch = (void *)(uintptr_t)ICD_LOADER_MAGIC;
    *out = (VkDevice)made;
    return VK_SUCCESS;
}

static void destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    free(device);
}

static void get_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue *out) {
    (void)family, (void)index;
    *out = (VkQueue) & ((struct device *)device)->queue;
}

static VkResult wait_idle(VkQueue queue) {
    return ((struct object *)queue)->dispatch == NULL ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

static PFN_vkVoidFunction lookup(VkInstance instance, const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction pointer;
    } rows[] = {{"vkCreateInstance", (PFN_vkVoidFunction)make_instance},
                {"vkDestroyInstance", (PFN_vkVoidFunction)destroy_instance},
                {"vkEnumeratePhysicalDevices", (PFN_vkVoidFunction)enumerate},
                {"vkCreateDevice", (PFN_vkVoidFunction)make_device},
                {"vkDestroyDevice", (PFN_vkVoidFunction)destroy_device},
                {"vkGetDeviceQueue", (PFN_vkVoidFunction)get_queue},
                {"vkQueueWaitIdle", (PFN_vkVoidFunction)wait_idle}};
    (void)instance;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0) return rows[i].pointer;
    return NULL;
}

static PFN_vkVoidFunction device_lookup(VkDevice device, const char *name) {
    (void)device;
    return lookup(NULL, name);
}

static VkResult set_data(void *parent, void *object) {
    *(void **)object = *(void **)parent;
    return VK_SUCCESS;
}

static VkInstance instance_of_application(void) {
    VkLayerInstanceLink link = {NULL, lookup, NULL};
    VkLayerInstanceCreateInfo data = {OF_INSTANCE, NULL, VK_LOADER_DATA_CALLBACK,
                                      {.pfnSetInstanceLoaderData = (PFN_vkSetInstanceLoaderData)set_data}};
    VkLayerInstanceCreateInfo head = {OF_INSTANCE, &data, VK_LAYER_LINK_INFO,
                                      {.pLayerInfo = &link}};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = &head};
    VkInstance instance = NULL;
    PFN_vkCreateInstance create =
        (PFN_vkCreateInstance)layer.pfnGetInstanceProcAddr(NULL, "vkCreateInstance");
    CHECK(create(&info, NULL, &instance) == VK_SUCCESS);
    return instance;
}

static VkDevice device_of_application(VkInstance instance, VkPhysicalDevice physical) {
    VkLayerDeviceLink link = {NULL, lookup, device_lookup};
    VkLayerDeviceCreateInfo data = {OF_DEVICE, NULL, VK_LOADER_DATA_CALLBACK,
                                    {.pfnSetDeviceLoaderData = (PFN_vkSetDeviceLoaderData)set_data}};
    VkLayerDeviceCreateInfo head = {OF_DEVICE, &data, VK_LAYER_LINK_INFO,
                                    {.pLayerInfo = &link}};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &head};
    VkDevice device = NULL;
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)layer.pfnGetInstanceProcAddr(instance, "vkCreateDevice");
    CHECK(create(physical, &info, NULL, &device) == VK_SUCCESS);
    return device;
}

static void use(VkDevice device) {
    VkQueue queue = NULL;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)layer.pfnGetDeviceProcAddr(device, "vkGetDeviceQueue");
    PFN_vkQueueWaitIdle wait = (PFN_vkQueueWaitIdle)layer.pfnGetDeviceProcAddr(device, "vkQueueWaitIdle");
    get(device, 0, 0, &queue);
    // As a loader's trampoline would.
    set_data(device, queue);
    for (int i = 0; i < 10; i++) CHECK(wait(queue) == VK_SUCCESS);
}

static void life(void) {
    uint32_t count = 2;
    VkPhysicalDevice physical[2];
    VkInstance instance = instance_of_application();
    PFN_vkGetInstanceProcAddr get = layer.pfnGetInstanceProcAddr;
    PFN_vkEnumeratePhysicalDevices list =
        (PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices");
    CHECK(list(instance, &count, physical) == VK_SUCCESS && count == 2);
    VkDevice device = device_of_application(instance, physical[1]);
    use(device);
    ((PFN_vkDestroyDevice)layer.pfnGetDeviceProcAddr(device, "vkDestroyDevice"))(device, NULL);
    ((PFN_vkDestroyInstance)get(instance, "vkDestroyInstance"))(instance, NULL);
}

static void *lives(void *rounds) {
    for (int i = *(int *)rounds; i > 0; i--) life();
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[THREADS];
    int rounds = count > 2 ? atoi(arguments[2]) : 1;
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    CHECK(library != NULL);
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate = (PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(
        library, "vkNegotiateLoaderLayerInterfaceVersion");
    CHECK(negotiate(&layer) == VK_SUCCESS);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, lives, &rounds) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return dlclose(library);
}
