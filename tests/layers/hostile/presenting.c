// A layer between an application that presents and its swapchains. It refuses what no application may ask for: a swapchain
// beyond what the surface is shown to have, a semaphore for an image that was given before and has not been waited for since,
// and a presentation of an image in another layout. It passes everything else on, and has places for right deeds of its own:
// ON_SURFACE (changes what is "shown"), ON_FORMATS (changes "rows"), ON_ACQUIRE (before vkAcquireNextImageKHR goes down with
// "semaphore"), ON_SUBMIT (before "info", with "semaphore" as the first that it waits for), ON_PRESENT (before "info"),
// ON_END (before vkDestroySwapchainKHR), ON_SWAPCHAIN (changes what is "lower" when one is made) and ON_DEVICE (once it is made) are C statements given on the command line.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#include "../generated/vk_core.h"

#define EXPORT __attribute__((visibility("default")))
#ifndef ON_SURFACE
#define ON_SURFACE
#endif
#ifndef ON_FORMATS
#define ON_FORMATS
#endif
#ifndef ON_DEVICE
#define ON_DEVICE
#endif
#ifndef ON_SWAPCHAIN
#define ON_SWAPCHAIN
#endif
#ifndef ON_ACQUIRE
#define ON_ACQUIRE
#endif
#ifndef ON_SUBMIT
#define ON_SUBMIT
#endif
#ifndef ON_PRESENT
#define ON_PRESENT
#endif
#ifndef ON_END
#define ON_END
#endif
#define MOST 256U
#define REFUSED VK_ERROR_INITIALIZATION_FAILED

static PFN_vkGetInstanceProcAddr next_lookup;
static PFN_vkGetDeviceProcAddr next_device_lookup;
static VkInstance instance_below;
static VkDevice device_below;
static VkPhysicalDevice physical_below;
#define OF_INSTANCE(command) ((PFN_##command)next_lookup(instance_below, #command))
#define OF_DEVICE(command) ((PFN_##command)next_device_lookup(device_below, #command))

// ---- deeds of the layer's own

static VkFence fences[MOST];
static VkCommandBuffer buffers[MOST];
static VkSemaphore known[MOST];
static VkCommandPool pool;
static uint32_t deeds;

static VkFence a_fence(void) {
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence made;
    return OF_DEVICE(vkCreateFence)(device_below, &info, NULL, &made), made;
}

static VkCommandBuffer a_buffer(void) {
    const VkCommandPoolCreateInfo of_pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = 2};
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1};
    VkCommandBuffer made;
    if (pool == (VkCommandPool)0) OF_DEVICE(vkCreateCommandPool)(device_below, &of_pool, NULL, &pool);
    info.commandPool = pool;
    return OF_DEVICE(vkAllocateCommandBuffers)(device_below, &info, &made), made;
}

static VkCommandBuffer record(VkCommandBuffer *buffer) {
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (*buffer == NULL) *buffer = a_buffer();
    OF_DEVICE(vkBeginCommandBuffer)(*buffer, &info);
    OF_DEVICE(vkEndCommandBuffer)(*buffer);
    return *buffer;
}

static void submit_one(VkQueue queue, VkCommandBuffer *buffer, VkFence fence) {
    record(buffer);
    const VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = buffer};
    OF_DEVICE(vkQueueSubmit)(queue, 1, &work, fence);
}

static uint32_t place_of(VkSemaphore semaphore) {
    uint32_t at = 0;
    while (known[at] != semaphore && known[at] != (VkSemaphore)0) at++;
    return known[at] = semaphore, at;
}

#define MAPPED 6U  // host-visible and host-coherent
static VkBuffer own_buffer;
static VkDeviceMemory own_memory, of_no_use;
static VkMemoryRequirements own_needs;
static void *mapped;

static VkDeviceMemory memory_of(uint32_t type, VkDeviceSize size) {
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = size, .memoryTypeIndex = type};
    VkDeviceMemory made = (VkDeviceMemory)0;
    return OF_DEVICE(vkAllocateMemory)(device_below, &info, NULL, &made), made;
}

static uint32_t type_for(uint32_t types, VkMemoryPropertyFlags flags) {
    VkPhysicalDeviceMemoryProperties there;
    uint32_t type = 0;
    OF_INSTANCE(vkGetPhysicalDeviceMemoryProperties)(physical_below, &there);
    while (type < there.memoryTypeCount && (!(types >> type & 1U) || (there.memoryTypes[type].propertyFlags & flags) != flags)) type++;
    return type;
}

// A staging buffer for an image of its own, which is written to from its first to its last byte.
static void upload(VkDeviceSize size) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = 1};
    VkMemoryAllocateInfo of_memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    VkMemoryRequirements needed;
    VkDeviceMemory memory;
    VkBuffer buffer;
    OF_DEVICE(vkCreateBuffer)(device_below, &info, NULL, &buffer);
    OF_DEVICE(vkGetBufferMemoryRequirements)(device_below, buffer, &needed);
    of_memory.allocationSize = needed.size;
    of_memory.memoryTypeIndex = type_for(needed.memoryTypeBits, MAPPED);
    OF_DEVICE(vkAllocateMemory)(device_below, &of_memory, NULL, &memory);
    OF_DEVICE(vkBindBufferMemory)(device_below, buffer, memory, 0);
    OF_DEVICE(vkMapMemory)(device_below, memory, 0, VK_WHOLE_SIZE, 0, &mapped);
    memset(mapped, 1, size);
    OF_DEVICE(vkUnmapMemory)(device_below, memory);
}

// A buffer of the layer's own, with memory of the first type that it may have and that has "flags".
static void make_own(VkDeviceSize size, VkMemoryPropertyFlags flags) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = 1};
    OF_DEVICE(vkCreateBuffer)(device_below, &info, NULL, &own_buffer);
    OF_DEVICE(vkGetBufferMemoryRequirements)(device_below, own_buffer, &own_needs);
    own_memory = memory_of(type_for(own_needs.memoryTypeBits, flags), own_needs.size + own_needs.alignment);
}

static VkResult bind(VkDeviceSize offset) { return OF_DEVICE(vkBindBufferMemory)(device_below, own_buffer, own_memory, offset); }
static VkResult map(VkDeviceSize offset, VkDeviceSize size) { return OF_DEVICE(vkMapMemory)(device_below, own_memory, offset, size, 0, &mapped); }
static void unmap(void) { OF_DEVICE(vkUnmapMemory)(device_below, own_memory); }
static void release(void) { OF_DEVICE(vkFreeMemory)(device_below, own_memory, NULL); }

// As many buffers at once, some of them with the memory that each is then said to need.
static void own_many(uint32_t count) {
    static VkBuffer many[6000];
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 1 << 18, .usage = 1};
    for (uint32_t i = 0; i < count; i++) OF_DEVICE(vkCreateBuffer)(device_below, &info, NULL, &many[i]);
    for (uint32_t i = 0; i < count; i += 32) {
        own_buffer = many[i];
        OF_DEVICE(vkGetBufferMemoryRequirements)(device_below, own_buffer, &own_needs);
        own_memory = memory_of(type_for(own_needs.memoryTypeBits, MAPPED), own_needs.size);
        bind(0);
    }
}

#include "own_work.h"

static volatile int is_presenting, is_raised;

static void *raises(void *nothing) {
    is_raised = is_presenting;
    while (!is_raised) sched_yield(), is_raised = is_presenting;
    return nothing;
}

typedef VkResult (*wait_function)(VkDevice, VkSwapchainKHR, const void *);
typedef VkResult (*fd_function)(VkDevice, const void *, int *);
static const struct {
    VkStructureType type;
    const void *next;
    uint64_t id, timeout;
} waiting = {(VkStructureType)1000479001, NULL, 1, ~0ULL};  // VkPresentWait2InfoKHR

struct of_fence {  // VkSwapchainPresentFenceInfoKHR
    VkStructureType type;
    const void *next;
    uint32_t count;
    const VkFence *fences;
};

struct of_file {  // VkFenceGetFdInfoKHR
    VkStructureType type;
    const void *next;
    VkFence fence;
    int kind;
};

// ---- what the surface is shown to have

static VkSurfaceCapabilitiesKHR is_shown;
static VkSurfaceFormatKHR only;

static VkResult capabilities(VkPhysicalDevice physical, VkSurfaceKHR surface, VkSurfaceCapabilitiesKHR *shown) {
    VkResult result = OF_INSTANCE(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)(physical, surface, shown);
    ON_SURFACE;
    is_shown = *shown;
    return result;
}

static VkResult formats(VkPhysicalDevice physical, VkSurfaceKHR surface, uint32_t *count, VkSurfaceFormatKHR *rows) {
    VkResult result = OF_INSTANCE(vkGetPhysicalDeviceSurfaceFormatsKHR)(physical, surface, count, rows);
    ON_FORMATS;
    return result;
}

static int fits(uint32_t side, uint32_t current, uint32_t least, uint32_t most) {
    return side >= least && side <= most && (current == UINT32_MAX || side == current);
}

static VkResult create_swapchain(VkDevice device, const VkSwapchainCreateInfoKHR *info, const VkAllocationCallbacks *allocator,
                                 VkSwapchainKHR *made) {
    const VkSurfaceCapabilitiesKHR *of = &is_shown;
    if (info->minImageCount < of->minImageCount || (of->maxImageCount != 0 && info->minImageCount > of->maxImageCount)) return REFUSED;
    if (!fits(info->imageExtent.width, of->currentExtent.width, of->minImageExtent.width, of->maxImageExtent.width)) return REFUSED;
    if (!fits(info->imageExtent.height, of->currentExtent.height, of->minImageExtent.height, of->maxImageExtent.height)) return REFUSED;
    if (info->imageUsage == 0 || (info->imageUsage & ~of->supportedUsageFlags) != 0) return REFUSED;
    if ((info->compositeAlpha & of->supportedCompositeAlpha) == 0 || (info->preTransform & of->supportedTransforms) == 0) return REFUSED;
    if (only.format != 0 && info->imageFormat != only.format) return REFUSED;
    VkSwapchainCreateInfoKHR own = *info, *lower = &own;
    ON_SWAPCHAIN;
    return OF_DEVICE(vkCreateSwapchainKHR)(device, lower, allocator, made);
}

// ---- frames

static VkSemaphore given[MOST];
static uint32_t given_count, laid_out;
static VkImage last_laid_out;

static VkResult acquire(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout, VkSemaphore semaphore, VkFence fence, uint32_t *index) {
    for (uint32_t i = 0; i < given_count; i++)
        if (given[i] == semaphore) return REFUSED;
    ON_ACQUIRE;
    VkResult result = OF_DEVICE(vkAcquireNextImageKHR)(device, swapchain, timeout, semaphore, fence, index);
    if (result != VK_NOT_READY) given[given_count++] = semaphore;
    return result;
}

static void barrier(VkCommandBuffer buffer, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags flags, uint32_t count,
                    const VkMemoryBarrier *barriers, uint32_t buffer_count, const VkBufferMemoryBarrier *of_buffers, uint32_t image_count,
                    const VkImageMemoryBarrier *of_images) {
    for (uint32_t i = 0; i < image_count; i++)
        if (of_images[i].newLayout == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR) last_laid_out = of_images[i].image;
    OF_DEVICE(vkCmdPipelineBarrier)(buffer, from, to, flags, count, barriers, buffer_count, of_buffers, image_count, of_images);
}

static VkResult submit(VkQueue queue, uint32_t count, const VkSubmitInfo *given_info, VkFence fence) {
    VkSubmitInfo own = *given_info, *info = &own;
    VkCommandBuffer both[2];
    VkSemaphore semaphore = info->pWaitSemaphores[0];
    if (info->commandBufferCount != 1) return REFUSED;
    both[0] = info->pCommandBuffers[0];
    ON_SUBMIT;
    return OF_DEVICE(vkQueueSubmit)(queue, count, info, fence);
}

static VkResult present(VkQueue queue, const VkPresentInfoKHR *given_info) {
    VkPresentInfoKHR own = *given_info, *info = &own;
    VkImage images[MOST];
    uint32_t count = MOST;
    OF_DEVICE(vkGetSwapchainImagesKHR)(device_below, info->pSwapchains[0], &count, images);
    if (last_laid_out != images[info->pImageIndices[0]]) return REFUSED;
    ON_PRESENT;
    return OF_DEVICE(vkQueuePresentKHR)(queue, info);
}

__attribute__((unused)) static void destroy_pool(void) {
    OF_DEVICE(vkDestroyCommandPool)(device_below, pool, NULL);
    pool = (VkCommandPool)0;
    memset(buffers, 0, sizeof buffers);
}

// Nothing of a swapchain is needed any more once it is destroyed: the application has waited for what it has done with it.
static void destroy_swapchain(VkDevice device, VkSwapchainKHR swapchain, const VkAllocationCallbacks *allocator) {
    ON_END;
    OF_DEVICE(vkDestroySwapchainKHR)(device, swapchain, allocator);
}

// ---- creation and lookups

static void *link_of(const void *chain, VkStructureType type) {
    for (const VkLayerInstanceCreateInfo *node = chain; node != NULL; node = node->pNext)
        if (node->sType == type && node->function == VK_LAYER_LINK_INFO) return (void *)node;
    return NULL;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *instance) {
    VkLayerInstanceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    next_lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    VkResult result = ((PFN_vkCreateInstance)next_lookup(NULL, "vkCreateInstance"))(info, allocator, instance);
    instance_below = *instance;
    return result;
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator,
                              VkDevice *device) {
    VkLayerDeviceCreateInfo *node = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    PFN_vkGetInstanceProcAddr lookup = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    next_device_lookup = node->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    VkResult result = ((PFN_vkCreateDevice)lookup(NULL, "vkCreateDevice"))(gpu, info, allocator, device);
    device_below = *device;
    physical_below = gpu;
    if (result == VK_SUCCESS) {
        ON_DEVICE;
    }
    return result;
}

#define ROW(command, own) \
    if (strcmp(name, command) == 0) return (PFN_vkVoidFunction)own;

static PFN_vkVoidFunction device_lookup(VkDevice device, const char *name) {
    ROW("vkGetDeviceProcAddr", device_lookup)
    ROW("vkCreateSwapchainKHR", create_swapchain)
    ROW("vkDestroySwapchainKHR", destroy_swapchain)
    ROW("vkAcquireNextImageKHR", acquire)
    ROW("vkCmdPipelineBarrier", barrier)
    ROW("vkQueueSubmit", submit)
    ROW("vkQueuePresentKHR", present)
    return next_device_lookup(device, name);
}

static PFN_vkVoidFunction lookup(VkInstance instance, const char *name) {
    ROW("vkGetInstanceProcAddr", lookup)
    ROW("vkGetDeviceProcAddr", device_lookup)
    ROW("vkCreateInstance", create_instance)
    ROW("vkCreateDevice", create_device)
    ROW("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", capabilities)
    ROW("vkGetPhysicalDeviceSurfaceFormatsKHR", formats)
    return next_lookup == NULL ? NULL : next_lookup(instance, name);
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *answer) {
    if (answer->loaderLayerInterfaceVersion > 2) answer->loaderLayerInterfaceVersion = 2;
    answer->pfnGetInstanceProcAddr = lookup;
    answer->pfnGetDeviceProcAddr = device_lookup;
    answer->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
