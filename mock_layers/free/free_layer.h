// What the units of the free layer have of each other.
#ifndef REFLOADER_FREE_LAYER_H
#define REFLOADER_FREE_LAYER_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include <pthread.h>

#include "mock_common.h"

#pragma GCC visibility push(hidden)

#define MOST 64U
#define MOST_COPYING 32U  // commands with copies_chains
#define MOST_CHECKING 20U // and with checks_calls

int takes(const char *liberty);
// N of the version 1.N of Vulkan that the layer was written for.
unsigned known_minor(void);

// ---- state.c

// The generated header holds what loaders name.
typedef VkResult (*PFN_vkWaitForFences)(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all,
                                        uint64_t timeout);

#define INSTANCE_CALLS(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(EnumeratePhysicalDeviceGroups) \
    X(EnumerateDeviceExtensionProperties) X(GetPhysicalDeviceProperties) X(GetPhysicalDeviceProperties2) \
    X(GetPhysicalDeviceToolProperties) X(GetPhysicalDeviceFeatures) X(GetPhysicalDeviceQueueFamilyProperties)
// Names of extensions, whose commands have the types of those in core.
#define ALIASES(X) \
    X(GetPhysicalDeviceProperties2, KHR) X(EnumeratePhysicalDeviceGroups, KHR) X(GetPhysicalDeviceToolProperties, EXT)
#define DEVICE_CALLS(X) \
    X(DestroyDevice) X(GetDeviceQueue) X(GetDeviceQueue2) X(QueueSubmit) X(QueueWaitIdle) X(DeviceWaitIdle) \
    X(CreateCommandPool) X(DestroyCommandPool) X(AllocateCommandBuffers) X(FreeCommandBuffers) \
    X(BeginCommandBuffer) X(EndCommandBuffer) X(WaitForFences) X(SetDebugUtilsObjectNameEXT)

#define MEMBER(command) PFN_vk##command command;
#define ALIAS(command, suffix) PFN_vk##command command##suffix;
struct below {
    void *handle;
    struct below *instance;  // of a device
    uint32_t version;        // that the application named
    int tools;               // VK_EXT_tooling_info was asked for
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr;
    PFN_vkSetDeviceLoaderData SetDeviceLoaderData;
    VkAllocationCallbacks callbacks;
    INSTANCE_CALLS(MEMBER)
    ALIASES(ALIAS)
    DEVICE_CALLS(MEMBER)
    PFN_vkVoidFunction copying[MOST_COPYING];    // see copies.c
    PFN_vkVoidFunction checking[MOST_CHECKING];  // see checks.c
    VkCommandPool pool;
    pthread_t thread;
    int has_thread;
    struct below *next;
};

void *key(const void *handle);
void learn(const void *handle, struct below *owner);
struct below *find_below(const void *handle);
struct below *remember(void *handle, const VkAllocationCallbacks *callbacks, VkSystemAllocationScope scope);
void forget(struct below *gone);
void free_all(void);
const VkAllocationCallbacks *callbacks_below(const VkAllocationCallbacks *theirs);
extern struct below *belows;

// ---- pacing.c

typedef VkResult (*makes)(VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, void *made);

// Begins and ends with each instance.
void begin_pacing(void);
void end_pacing(void);
VkResult make_at_own_pace(makes next, VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, void *made);

// ---- instance_calls.c

struct below *instance_of(VkPhysicalDevice device);
int has_name(const char *const *names, uint32_t count, const char *name);
VkResult free_CreateInstance(const VkInstanceCreateInfo *given, const VkAllocationCallbacks *callbacks,
                             VkInstance *instance);
void free_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *callbacks);
VkResult free_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices);
VkResult free_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                            VkPhysicalDeviceGroupProperties *properties);
VkResult free_EnumeratePhysicalDeviceGroupsKHR(VkInstance instance, uint32_t *count,
                                               VkPhysicalDeviceGroupProperties *properties);
void free_GetPhysicalDeviceProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties *properties);
void free_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *properties);
VkResult free_GetPhysicalDeviceToolProperties(VkPhysicalDevice device, uint32_t *count,
                                              VkPhysicalDeviceToolProperties *tools);
VkResult free_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer, uint32_t *count,
                                                 VkExtensionProperties *properties);

// ---- device_calls.c

VkResult free_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *given,
                           const VkAllocationCallbacks *callbacks, VkDevice *device);
void free_DestroyDevice(VkDevice device, const VkAllocationCallbacks *callbacks);
void free_GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue);
void free_GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *queue);
VkResult free_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence);
VkResult free_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                     VkCommandBuffer *buffers);
VkResult free_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all,
                            uint64_t timeout);
VkResult free_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info);
VkResult free_BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info);

// ---- copies.c

struct name {
    const char *name;
    PFN_vkVoidFunction function;
    int of_devices;
    int is_needed;   // by every layer of its kind; the others by what a liberty changes
    unsigned minor;  // of the version that it came with
};

// NULL for a command that is not copied.
const struct name *find_copying(const char *name);
void fill_copying(struct below *made, int of_devices);

// ---- checks.c

// NULL for a command that is not checked.
const struct name *find_checking(const char *name);
void fill_checking(struct below *made);

// ---- work.c

// NULL for a command that goes down as it comes.
const struct name *find_working(const char *name);
void forget_late(VkDevice device);

// ---- parts.c

// NULL for a command that goes down as it comes.
const struct name *find_part(const char *name);

// ---- names.c

VkResult free_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                   VkExtensionProperties *properties);
VkResult free_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties);
PFN_vkVoidFunction free_GetInstanceProcAddr(VkInstance instance, const char *name);
PFN_vkVoidFunction free_GetDeviceProcAddr(VkDevice device, const char *name);

#pragma GCC visibility pop

#endif
