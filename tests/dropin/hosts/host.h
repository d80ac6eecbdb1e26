// What the C programs of these tests share: a libvulkan opened by its path, instances and devices made and used.
// Any wrong answer ends the program with a line that says where.
#ifndef HOST_H
#define HOST_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "loader_interface.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define UNUSED __attribute__((unused))
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            _exit(99); \
        } \
    } while (0)
#define MOST_PHYSICAL_DEVICES 8U

#define COMMANDS(X) \
    X(GetInstanceProcAddr) X(GetDeviceProcAddr) X(CreateInstance) X(DestroyInstance) \
    X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties) X(CreateDevice) X(DestroyDevice) \
    X(GetDeviceQueue) X(EnumerateInstanceExtensionProperties) X(EnumerateInstanceLayerProperties) \
    X(EnumerateDeviceExtensionProperties)
#define MEMBER(command) PFN_vk##command command;
#define LOOK_UP(command) \
    vk.command = (PFN_vk##command)dlsym(vk.library, "vk" #command); \
    CHECK(vk.command != NULL);

static struct {
    void *library;
    COMMANDS(MEMBER)
} vk;

static UNUSED void open_loader(const char *path) {
    vk.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (vk.library == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(vk.library != NULL);
    COMMANDS(LOOK_UP)
}

static UNUSED VkResult try_instance(VkInstance *instance, const void *next,
                                    const VkAllocationCallbacks *allocator) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_MAKE_API_VERSION(0, 1, 1, 0)};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = next,
                                 .pApplicationInfo = &application};
    return vk.CreateInstance(&info, allocator, instance);
}

static UNUSED VkInstance make_instance(void) {
    VkInstance instance = NULL;
    VkResult result = try_instance(&instance, NULL, NULL);
    if (result != VK_SUCCESS) fprintf(stderr, "vkCreateInstance: %d\n", result);
    CHECK(result == VK_SUCCESS && instance != NULL);
    return instance;
}

static UNUSED VkPhysicalDevice first_physical_device(VkInstance instance) {
    VkPhysicalDevice devices[MOST_PHYSICAL_DEVICES];
    uint32_t count = MOST_PHYSICAL_DEVICES;
    CHECK(vk.EnumeratePhysicalDevices(instance, &count, devices) == VK_SUCCESS && count > 0);
    return devices[0];
}

static UNUSED VkResult try_device(VkPhysicalDevice physical, VkDevice *device,
                                  const VkAllocationCallbacks *allocator) {
    float priority = 1.0F;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    return vk.CreateDevice(physical, &info, allocator, device);
}

static UNUSED VkDevice make_device(VkInstance instance) {
    VkDevice device = NULL;
    CHECK(try_device(first_physical_device(instance), &device, NULL) == VK_SUCCESS && device != NULL);
    return device;
}

// Ask the device for a queue and for one of its own commands.
static UNUSED void use_device(VkDevice device) {
    VkQueue queue = NULL;
    vk.GetDeviceQueue(device, 0, 0, &queue);
    CHECK(queue != NULL);
    CHECK(vk.GetDeviceProcAddr(device, "vkGetDeviceQueue") != NULL);
    CHECK(vk.GetDeviceProcAddr(device, "vkNoSuchCommand") == NULL);
}

// Ask the instance for what it has, through exported commands and through looked-up ones.
static UNUSED void use_instance(VkInstance instance) {
    VkPhysicalDeviceProperties exported, looked_up;
    PFN_vkGetPhysicalDeviceProperties properties =
        (PFN_vkGetPhysicalDeviceProperties)vk.GetInstanceProcAddr(instance, "vkGetPhysicalDeviceProperties");
    CHECK(properties != NULL);
    VkPhysicalDevice physical = first_physical_device(instance);
    vk.GetPhysicalDeviceProperties(physical, &exported);
    properties(physical, &looked_up);
    CHECK(strcmp(exported.deviceName, looked_up.deviceName) == 0 && exported.deviceName[0] != '\0');
}

// Everything once: an instance, its properties, a device, a queue, and all of it destroyed.
static UNUSED void whole_life(void) {
    VkInstance instance = make_instance();
    use_instance(instance);
    VkDevice device = make_device(instance);
    use_device(device);
    vk.DestroyDevice(device, NULL);
    vk.DestroyInstance(instance, NULL);
}

static UNUSED double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// The child has to end by itself with status 0, within the time that a test allows.
static UNUSED void child_is_well(pid_t child) {
    int status = 0;
    CHECK(child > 0);
    while (waitpid(child, &status, 0) < 0) continue;
    if (status != 0) fprintf(stderr, "a child ended with status %#x\n", (unsigned)status);
    CHECK(status == 0);
}

#endif
