// A layer that passes everything on, and has ten places for a deed of its own: ON_LOAD, ON_NEGOTIATE, ON_CREATE (once
// the instance is made), ON_DESTROY (once it is gone), ON_UNLOAD, ON_STENCIL (before vkCmdSetStencilReference goes
// down; "has" and "kept" are of this recording, and what is "due" goes down before a drawing) and ON_BIND (before
// vkCmdBindDescriptorSets goes down; "bound" is of this recording) and ON_ALLOCATE (before vkAllocateMemory goes down;
// "asks_for_addresses" is whether it comes with that flag) and ON_DISPATCH (in the place of next_dispatch, with next_base for
// vkCmdDispatchBase) and ON_DEVICES (before vkEnumeratePhysicalDevices goes down) are C statements given on the command line.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <netinet/in.h>
#include <unistd.h>

#include "loader_interface.h"

#define EXPORT __attribute__((visibility("default")))

#ifndef ON_LOAD
#define ON_LOAD
#endif
#ifndef ON_NEGOTIATE
#define ON_NEGOTIATE
#endif
#ifndef ON_CREATE
#define ON_CREATE
#endif
#ifndef ON_DESTROY
#define ON_DESTROY
#endif
#ifndef ON_UNLOAD
#define ON_UNLOAD
#endif

extern char **environ;
static PFN_vkGetInstanceProcAddr next_lookup;
static PFN_vkGetDeviceProcAddr next_device_lookup;
static PFN_vkDestroyInstance next_destroy;

__attribute__((unused)) static void *forever(void *nothing) {
    for (;;) pause();
    return nothing;
}

__attribute__((unused)) static void handle(int number) { (void)number; }

static void unload(void);
__attribute__((constructor)) static void load(void) { ON_LOAD; }
__attribute__((destructor)) static void unload(void) { ON_UNLOAD; }

static void *link_of(const void *chain, VkStructureType type) {
    for (const VkLayerInstanceCreateInfo *node = chain; node != NULL; node = node->pNext)
        if (node->sType == type && node->function == VK_LAYER_LINK_INFO) return (void *)node;
    return NULL;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    VkLayerInstanceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    next_lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next_lookup(NULL, "vkCreateInstance");
    VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    next_destroy = (PFN_vkDestroyInstance)next_lookup(*instance, "vkDestroyInstance");
    ON_CREATE;
    return result;
}

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    next_destroy(instance, allocator);
    ON_DESTROY;
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkLayerDeviceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    PFN_vkGetInstanceProcAddr lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device_lookup = node->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)lookup(NULL, "vkCreateDevice");
    return create(gpu, info, allocator, device);
}

#if defined ON_STENCIL || defined ON_BIND || defined ON_ALLOCATE || defined ON_DISPATCH
#ifndef ON_STENCIL
#define ON_STENCIL
#endif
#ifndef ON_BIND
#define ON_BIND
#endif
#ifndef ON_ALLOCATE
#define ON_ALLOCATE
#endif
#ifndef ON_DISPATCH
#define ON_DISPATCH next_dispatch(buffer, x, y, z)
#endif
#define MOST_SETS 16U

static PFN_vkBeginCommandBuffer next_begin;
static PFN_vkEndCommandBuffer next_end;
static PFN_vkCmdExecuteCommands next_execute;
static PFN_vkCmdDraw next_draw;
static void (*next_stencil)(VkCommandBuffer, uint32_t faces, uint32_t reference);
static void (*next_bind)(VkCommandBuffer, int point, uint64_t layout, uint32_t first, uint32_t count, const uint64_t *sets,
                         uint32_t offset_count, const uint32_t *offsets);
static int has, due;
static uint32_t kept;
static struct bound {
    uint64_t layout, set;
} bound[MOST_SETS];

static void flush(VkCommandBuffer buffer) {
    if (due) next_stencil(buffer, 3, kept);
    due = 0;
}

static VkResult begin(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    has = due = 0;
    memset(bound, 0, sizeof bound);
    return next_begin(buffer, info);
}

static VkResult end(VkCommandBuffer buffer) {
    flush(buffer);
    return next_end(buffer);
}

static void execute(VkCommandBuffer buffer, uint32_t count, const VkCommandBuffer *buffers) {
    flush(buffer);
    next_execute(buffer, count, buffers);
    has = 0;
    memset(bound, 0, sizeof bound);
}

static void draw(VkCommandBuffer buffer, uint32_t count, uint32_t instances, uint32_t first, uint32_t first_instance) {
    flush(buffer);
    next_draw(buffer, count, instances, first, first_instance);
}

static void set_stencil(VkCommandBuffer buffer, uint32_t faces, uint32_t reference) {
    ON_STENCIL;
    next_stencil(buffer, faces, reference);
}

static int are_bound(uint64_t layout, uint32_t first, uint32_t count, const uint64_t *sets) {
    for (uint32_t i = 0; i < count; i++)
        if (first + i >= MOST_SETS || bound[first + i].layout != layout || bound[first + i].set != sets[i]) return 0;
    return 1;
}

static void keep_bound(uint64_t layout, uint32_t first, uint32_t count, const uint64_t *sets) {
    for (uint32_t i = 0; i < count && first + i < MOST_SETS; i++) bound[first + i] = (struct bound){layout, sets[i]};
}

static void disturb_behind(uint32_t number) {
    for (uint32_t i = number + 1; i < MOST_SETS; i++) bound[i] = (struct bound){0, 0};
}

static void bind_sets(VkCommandBuffer buffer, int point, uint64_t layout, uint32_t first, uint32_t count, const uint64_t *sets,
                 uint32_t offset_count, const uint32_t *offsets) {
    ON_BIND;
    next_bind(buffer, point, layout, first, count, sets, offset_count, offsets);
}

static VkResult (*next_allocate)(VkDevice, const VkBaseInStructure *info, const VkAllocationCallbacks *, uint64_t *memory);
static void (*volatile lacking)(void);  // a next function that the entity below has only with another feature

struct allocate_flags {
    VkStructureType type;  // VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO
    const void *next;
    uint32_t flags, mask;
};

static VkResult allocate(VkDevice device, const VkBaseInStructure *info, const VkAllocationCallbacks *allocator,
                         uint64_t *memory) {
    int asks_for_addresses = 0;
    for (const VkBaseInStructure *at = info->pNext; at != NULL; at = at->pNext)
        if (at->sType == (VkStructureType)1000060000)
            asks_for_addresses = ((const struct allocate_flags *)at)->flags & 2;  // DEVICE_ADDRESS
    ON_ALLOCATE;
    return next_allocate(device, info, allocator, memory);
}

static void (*next_dispatch)(VkCommandBuffer, uint32_t x, uint32_t y, uint32_t z);
static void (*next_base)(VkCommandBuffer, uint32_t, uint32_t, uint32_t, uint32_t x, uint32_t y, uint32_t z);

static void dispatch(VkCommandBuffer buffer, uint32_t x, uint32_t y, uint32_t z) {
    ON_DISPATCH;
}

static PFN_vkVoidFunction keep_dispatches(VkDevice device) {
    next_dispatch = (__typeof__(next_dispatch))next_device_lookup(device, "vkCmdDispatch");
    next_base = (__typeof__(next_base))next_device_lookup(device, "vkCmdDispatchBase");
    return next_base == NULL ? (PFN_vkVoidFunction)next_dispatch : (PFN_vkVoidFunction)dispatch;
}

#define HOOK(command, next, own) \
    if (strcmp(name, command) == 0) return next = (__typeof__(next))next_device_lookup(device, name), (PFN_vkVoidFunction)own;
#else
#define HOOK(command, next, own)
#endif

static PFN_vkVoidFunction device_lookup(VkDevice device, const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    HOOK("vkBeginCommandBuffer", next_begin, begin)
    HOOK("vkEndCommandBuffer", next_end, end)
    HOOK("vkCmdExecuteCommands", next_execute, execute)
    HOOK("vkCmdDraw", next_draw, draw)
    HOOK("vkCmdSetStencilReference", next_stencil, set_stencil)
    HOOK("vkCmdBindDescriptorSets", next_bind, bind_sets)
    HOOK("vkAllocateMemory", next_allocate, allocate)
#ifdef ON_DISPATCH
    if (strcmp(name, "vkCmdDispatch") == 0) return keep_dispatches(device);
#endif
    return next_device_lookup(device, name);
}

#ifdef ON_DEVICES
static PFN_vkEnumeratePhysicalDevices next_devices;

static VkResult list_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *found) {
    ON_DEVICES;
    return next_devices(instance, count, found);
}
#endif

static PFN_vkVoidFunction lookup(VkInstance instance, const char *name) {
#ifdef ON_DEVICES
    if (instance != NULL && strcmp(name, "vkEnumeratePhysicalDevices") == 0) {
        next_devices = (PFN_vkEnumeratePhysicalDevices)next_lookup(instance, name);
        return (PFN_vkVoidFunction)list_devices;
    }
#endif
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (PFN_vkVoidFunction)lookup;
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)device_lookup;
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkDestroyInstance") == 0) return (PFN_vkVoidFunction)destroy_instance;
    if (strcmp(name, "vkCreateDevice") == 0) return (PFN_vkVoidFunction)create_device;
    return next_lookup == NULL ? NULL : next_lookup(instance, name);
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *answer) {
    ON_NEGOTIATE;
    if (answer->loaderLayerInterfaceVersion > 2) answer->loaderLayerInterfaceVersion = 2;
    answer->pfnGetInstanceProcAddr = lookup;
    answer->pfnGetDeviceProcAddr = device_lookup;
    answer->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
