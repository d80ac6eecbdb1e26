// The commands that the layer intercepts only to be wrong in them.
#include "mock_layer.h"

#include <unistd.h>

VkResult layer_DeviceWaitIdle(VkDevice device) {
    uint32_t count = 0;
    const struct link *link = entered("vkDeviceWaitIdle", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_2_crash")) raise(SIGSEGV);
    if (violates("INTERCEPT-05")) return VK_SUCCESS;
    send_kept();
    if (violates("INTERCEPT-07"))
        link->instance->EnumeratePhysicalDevices(link->instance->handle, &count, NULL);
    VkResult result = NEXT(link, vkDeviceWaitIdle)(link->handle);
    return violates("INTERCEPT-04") ? VK_INCOMPLETE : result;
}

static pthread_mutex_t of_all_calls = PTHREAD_MUTEX_INITIALIZER;

void pass_lock(void) {
    pthread_mutex_lock(&of_all_calls);
    pthread_mutex_unlock(&of_all_calls);
}

// What is kept for each object until its device ends, whenever the object does.
static struct kept {
    struct kept *next;
    int descriptor;
    char notes[240];
} *all_kept;

void keep_with_device(int has_descriptor) {
    struct kept *made = calloc(1, sizeof *made);
    if (made == NULL) return;
    made->descriptor = has_descriptor ? dup(STDERR_FILENO) : -1;
    pthread_mutex_lock(&links_lock);
    made->next = all_kept;
    all_kept = made;
    pthread_mutex_unlock(&links_lock);
}

void drop_kept(void) {
    pthread_mutex_lock(&links_lock);
    for (struct kept *next; all_kept != NULL; all_kept = next) {
        next = all_kept->next;
        if (all_kept->descriptor >= 0) close(all_kept->descriptor);
        free(all_kept);
    }
    pthread_mutex_unlock(&links_lock);
}

// A fence in a wrapper that only vkDestroyFence takes off.
static VkFence wrapped_fence(VkFence fence) {
    if (!fence || !violates("LLP_LAYER_10_fence")) return fence;
    return (VkFence)((uintptr_t)fence ^ 0x5A5A0000U);
}

struct fence_info {
    int type;
    const void *next;
    uint32_t flags;
};

#define EXPORT_FENCE 1000113000

struct fence_export {
    int type;
    const void *next;
    uint32_t handle_types;
};

// The one structure that this layer knows, alone.
static const void *known_of(const struct fence_info *chain, struct fence_export *copy) {
    while (chain != NULL && chain->type != EXPORT_FENCE) chain = chain->next;
    if (chain == NULL) return NULL;
    memcpy(copy, chain, sizeof *copy);
    copy->next = NULL;
    return copy;
}

// What stands before a structure on a chain; NULL where it is not there, or the first.
static struct base *before(const void *chain, int type) {
    struct base *each = (struct base *)(uintptr_t)chain;
    while (each != NULL && (each->pNext == NULL || (int)((const struct base *)each->pNext)->sType != type))
        each = (struct base *)(uintptr_t)each->pNext;
    return each;
}

// Takes a structure out of the application's chain, to be put back with that behind it.
static const void *take_out(struct base *before) {
    const struct base *taken = before == NULL ? NULL : before->pNext;
    if (taken != NULL) before->pNext = taken->pNext;
    return taken;
}

static const struct fence_info *last_info;

VkResult layer_CreateFence(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                           VkFence *fence) {
    const struct link *link = entered("vkCreateFence", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    struct fence_info own = *(const struct fence_info *)info;
    struct fence_export known;
    if (violates("LLP_LAYER_1_chain")) own.next = NULL;
    if (violates("LLP_LAYER_1_selected")) own.next = known_of(own.next, &known);
    if (violates("LLP_LAYER_1_flags")) own.flags = 0;
    if (violates("LLP_LAYER_2_open")) keep_with_device(1);
    struct base *head = violates("LLP_LAYER_1_unlinked") ? before(info, EXPORT_FENCE) : NULL;
    const void *taken = take_out(head);
    if (violates("LLP_LAYER_1_unlinked")) own = *(const struct fence_info *)info;
    last_info = info;
    VkResult result = NEXT(link, vkCreateFence)(link->handle, &own, allocator, fence);
    if (taken != NULL && result == VK_SUCCESS) head->pNext = taken;
    if (result == VK_SUCCESS) *fence = wrapped_fence(*fence);
    if (violates("LLP_LAYER_1_writes")) ((struct fence_info *)(uintptr_t)info)->flags ^= 1;
    if (result != VK_SUCCESS && violates("LLP_LAYER_2_failed")) raise(SIGSEGV);
    return result;
}

VkResult layer_GetFenceStatus(VkDevice device, VkFence fence) {
    const struct link *link = entered("vkGetFenceStatus", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_released") && last_info != NULL) (void)*(const volatile uint32_t *)&last_info->flags;
    VkResult result = NEXT(link, vkGetFenceStatus)(link->handle, fence);
    if (violates("LLP_LAYER_1_again")) {  // by handle, and nothing is dropped when it is gone
        static struct { VkFence fence; VkResult status; } known[64];
        size_t at = ((uintptr_t)fence >> 4) % COUNT(known);
        if (known[at].fence == fence) return known[at].status;
        if (result == VK_SUCCESS) known[at].fence = fence, known[at].status = result;
    }
    if (violates("INTERCEPT-04_lost") && result == VK_ERROR_DEVICE_LOST) return VK_SUCCESS;
    return violates("LLP_LAYER_1_fence") && result == VK_NOT_READY ? VK_SUCCESS : result;
}

// The descriptor that it got first for a fence.
VkResult layer_GetFenceFdKHR(VkDevice device, const void *info, int *descriptor) {
    static uint64_t known;
    static int first;
    const struct link *link = entered("vkGetFenceFdKHR", device);
    uint64_t fence;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(&fence, (const char *)info + 16, sizeof fence);
    if (violates("LLP_LAYER_1_handed") && known == fence) return *descriptor = first, VK_SUCCESS;
    VkResult result = NEXT(link, vkGetFenceFdKHR)(link->handle, info, descriptor);
    if (result == VK_SUCCESS) known = fence, first = *descriptor;
    return result;
}

#define BLOCK 32U

// In blocks, of which the last one's result stands for all but errors.
VkResult layer_GetQueryPoolResults(VkDevice device, uint64_t pool, uint32_t first, uint32_t count, size_t size, void *data,
                                   uint64_t stride, uint32_t flags) {
    send_kept();
    const struct link *link = entered("vkGetQueryPoolResults", device);
    VkResult result = VK_SUCCESS;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (!violates("LLP_LAYER_1_blocks"))
        return NEXT(link, vkGetQueryPoolResults)(link->handle, pool, first, count, size, data, stride, flags);
    for (uint32_t done = 0; done < count && result >= 0; done += BLOCK) {
        uint32_t some = count - done < BLOCK ? count - done : BLOCK;
        size_t at = done * (size_t)stride;
        result = NEXT(link, vkGetQueryPoolResults)(link->handle, pool, first + done, some, size > at ? size - at : 0,
                                                   (char *)data + at, stride, flags);
    }
    return result;
}

// The entity below has never given anybody a fence of this number.
void layer_DestroyFence(VkDevice device, VkFence fence, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkDestroyFence", device);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_nothing") && !fence) raise(SIGSEGV);
    if (violates("LLP_LAYER_2") && fence) fence = (VkFence)((uintptr_t)fence ^ 0x5A5A0000U);
    if (violates("LLP_LAYER_2_callbacks")) allocator = NULL;
    NEXT(link, vkDestroyFence)(link->handle, wrapped_fence(fence), allocator);
}

#define MOST_FENCES 128U
#define FEW_FENCES 16U
#define MORE_FENCES 64U

VkResult layer_ResetFences(VkDevice device, uint32_t count, const VkFence *fences) {
    const struct link *link = entered("vkResetFences", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkResetFences next = violates("DISPATCH-LAYER-01") ? NULL : NEXT(link, vkResetFences);
    return next(link->handle, violates("LLP_LAYER_1_reset") ? 1 : count, fences);
}

static pthread_key_t of_thread;
static void forget_thread(void *kept) { free(kept); }
static void make_key(void) { pthread_key_create(&of_thread, forget_thread); }

// The key stays when the library is unloaded, and with it the way to the function above.
static void keep_for_thread(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    if (pthread_getspecific(of_thread) == NULL) pthread_setspecific(of_thread, malloc(1));
}

VkResult layer_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, uint32_t all,
                             uint64_t timeout) {
    VkFence lower[MOST_FENCES];
    send_kept();
    const struct link *link = entered("vkWaitForFences", device);
    if (link == NULL || count > MOST_FENCES) return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(lower, fences, count * sizeof *lower);
    if (violates("LLP_LAYER_2_second") && count > 1) lower[1] = (VkFence)((uintptr_t)lower[1] ^ 0x5A5A0000U);
    if (violates("LLP_LAYER_2_key")) keep_for_thread();
    if (violates("LLP_LAYER_1_all")) all = 1;
    if (violates("LLP_LAYER_1_few") && count > FEW_FENCES) count = FEW_FENCES;
    if (violates("LLP_LAYER_1_64") && count > MORE_FENCES) count = MORE_FENCES;
    if (violates("LLP_LAYER_1_deadline") && timeout > UINT64_MAX / 2 && timeout != UINT64_MAX) timeout = 0;
    if (violates("LLP_LAYER_1_poll") && timeout == 0) return VK_TIMEOUT;
    if (violates("LLP_LAYER_1_time")) timeout = (uint32_t)timeout;
    if (violates("LLP_LAYER_1_locked")) pthread_mutex_lock(&of_all_calls);
    if (violates("LLP_LAYER_1_first")) count = 1;
    VkResult result = NEXT(link, vkWaitForFences)(link->handle, count, lower, all, timeout);
    if (violates("LLP_LAYER_1_locked")) pthread_mutex_unlock(&of_all_calls);
    return result;
}

#define INFO_BYTES 96U  // of VkComputePipelineCreateInfo

// One after the other; the last one's result stands for all.
static VkResult make_each(const struct link *link, uint64_t cache, uint32_t count, const char *infos,
                          const VkAllocationCallbacks *allocator, uint64_t *pipelines) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++)
        result = NEXT(link, vkCreateComputePipelines)(link->handle, cache, 1, infos + (size_t)i * INFO_BYTES, allocator,
                                                      &pipelines[i]);
    return result;
}

// However many are asked for, one is made.
VkResult layer_CreateComputePipelines(VkDevice device, uint64_t cache, uint32_t count, const void *infos,
                                      const VkAllocationCallbacks *allocator, uint64_t *pipelines) {
    const struct link *link = entered("vkCreateComputePipelines", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("INTERCEPT-04_one")) count = 1;
    if (violates("LLP_LAYER_1_last")) return make_each(link, cache, count, infos, allocator, pipelines);
    return NEXT(link, vkCreateComputePipelines)(link->handle, cache, count, infos, allocator, pipelines);
}

// What is bound already is not bound again, whatever has become of the command buffer since.
void layer_CmdBindPipeline(VkCommandBuffer commands, int point, uint64_t pipeline) {
    static VkCommandBuffer last;
    static uint64_t bound;
    const struct link *link = entered("vkCmdBindPipeline", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_bound") && last == commands && bound == pipeline) return;
    last = commands, bound = pipeline;
    NEXT(link, vkCmdBindPipeline)(unwrap(commands), point, pipeline);
}

// The head of VkCommandBufferInheritanceInfo, and the rest.
struct inheritance {
    int type;
    const void *next;
    uint64_t rest[5];
};

// The last member is to be ignored where the command buffer is a primary one.
VkResult layer_BeginCommandBuffer(VkCommandBuffer commands, const VkCommandBufferBeginInfo *info) {
    const struct link *link = entered("vkBeginCommandBuffer", commands);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    const volatile VkStructureType *type = (const volatile VkStructureType *)info->pInheritanceInfo;
    if (violates("LLP_LAYER_2_ignored") && type != NULL) (void)*type;
    VkCommandBufferBeginInfo lower = *info;
    struct inheritance inherited;
    if (violates("LLP_LAYER_1_inherited") && is_secondary(commands) && info->pInheritanceInfo != NULL) {
        memcpy(&inherited, info->pInheritanceInfo, sizeof inherited);
        inherited.next = NULL;
        lower.pInheritanceInfo = (const void *)&inherited;
    }
    return NEXT(link, vkBeginCommandBuffer)(unwrap(commands), &lower);
}

// ---- memory

#define MOST_NOTES 64U
static struct { uint32_t key; uint64_t size; } notes[MOST_NOTES];
static uint32_t noted;

// Notes of a handle's lower half, the newest first.
static uint64_t size_of(uint64_t memory) {
    for (uint32_t i = noted; i-- > 0;)
        if (notes[i].key == (uint32_t)memory) return notes[i].size;
    return UINT64_MAX;
}

#define MEMORY_PRIORITY 1000238001

VkResult layer_AllocateMemory(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                              uint64_t *memory) {
    const struct link *link = entered("vkAllocateMemory", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_messenger")) tell_messenger();
    struct base *head = violates("LLP_LAYER_1_priority") ? before(info, MEMORY_PRIORITY) : NULL;
    const void *taken = take_out(head);
    VkResult result = NEXT(link, vkAllocateMemory)(link->handle, info, allocator, memory);
    if (taken != NULL && result == VK_SUCCESS) head->pNext = taken;
    if (violates("LLP_LAYER_1_low") && result == VK_SUCCESS && noted < MOST_NOTES) {
        notes[noted].key = (uint32_t)*memory;
        memcpy(&notes[noted++].size, (const char *)info + 16, sizeof notes[0].size);
    }
    return result;
}

VkResult layer_MapMemory(VkDevice device, uint64_t memory, uint64_t offset, uint64_t size, uint32_t flags,
                         void **data) {
    const struct link *link = entered("vkMapMemory", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    uint64_t all = size_of(memory);
    if (violates("LLP_LAYER_1_wide")) offset = (uint32_t)offset;
    if (size == UINT64_MAX && all != UINT64_MAX && offset < all) size = all - offset;
    return NEXT(link, vkMapMemory)(link->handle, memory, offset, size, flags, data);
}

// ---- layouts

struct binding {
    uint32_t binding;
    int type;
    uint32_t count, stages;
    const uint64_t *samplers;
};
struct layout_info {
    int type;
    const void *next;
    uint32_t flags, count;
    const struct binding *bindings;
};

// The samplers are to be ignored where the type is none with samplers.
VkResult layer_CreateDescriptorSetLayout(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                                         uint64_t *layout) {
    const struct link *link = entered("vkCreateDescriptorSetLayout", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    const struct layout_info *of = info;
    for (uint32_t i = 0; violates("LLP_LAYER_2_samplers") && i < of->count; i++)
        if (of->bindings[i].samplers != NULL && of->bindings[i].count > 0)
            (void)*(const volatile uint64_t *)of->bindings[i].samplers;
    return NEXT(link, vkCreateDescriptorSetLayout)(link->handle, info, allocator, layout);
}

#define MOST_REGIONS 4U

void layer_CmdCopyBuffer(VkCommandBuffer commands, uint64_t from, uint64_t to, uint32_t count,
                         const void *regions) {
    const struct link *link = entered("vkCmdCopyBuffer", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_regions") && count > MOST_REGIONS) count = MOST_REGIONS;
    NEXT(link, vkCmdCopyBuffer)(unwrap(commands), from, to, count, regions);
}

void layer_CmdResetEvent2(VkCommandBuffer commands, uint64_t event, uint64_t stages) {
    const struct link *link = entered("vkCmdResetEvent2", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_event")) event ^= 0x5A5A0000U;
    NEXT(link, vkCmdResetEvent2)(unwrap(commands), event, stages);
}

// ---- swapchains

VkResult layer_CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                  const VkAllocationCallbacks *allocator, VkSwapchainKHR *swapchain) {
    const struct link *link = entered("vkCreateSwapchainKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static VkSwapchainCreateInfoKHR of_all_threads;
    of_all_threads = *info;
    if (violates("LLP_LAYER_1_static")) info = &of_all_threads;
    // To write to images that the application only shows; right would be a copy.
    if (violates("LLP_LAYER_1_swapchain"))
        ((VkSwapchainCreateInfoKHR *)(uintptr_t)info)->imageUsage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    return NEXT(link, vkCreateSwapchainKHR)(link->handle, info, allocator, swapchain);
}

#define MOST_SWAPCHAINS 8U

static void no_longer_there(int number) { (void)number; }

VkResult layer_QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info) {
    const struct link *link = entered("vkQueuePresentKHR", queue);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static atomic_uint presented;
    VkPresentInfoKHR lower = *info;
    if (violates("LLP_LAYER_1_lost") && ++presented % 60 == 0) return VK_SUCCESS;
    VkResult results[MOST_SWAPCHAINS];
    int has_own_results = violates("LLP_LAYER_1_outdated") && info->swapchainCount <= MOST_SWAPCHAINS;
    if (violates("LLP_LAYER_1_presented")) lower.pResults = NULL;
    if (has_own_results) lower.pResults = results;
    uint32_t indices[MOST_SWAPCHAINS];
    for (uint32_t i = 0; i < info->swapchainCount && i < MOST_SWAPCHAINS; i++) indices[i] = info->pImageIndices[0];
    if (violates("LLP_LAYER_1_indices") && info->swapchainCount <= MOST_SWAPCHAINS) lower.pImageIndices = indices;
    if (violates("LLP_LAYER_2_handler")) signal(SIGTERM, no_longer_there);
    VkResult result = NEXT(link, vkQueuePresentKHR)(unwrap(queue), &lower);
    if (has_own_results && info->pResults != NULL && result >= 0)
        memcpy(info->pResults, results, info->swapchainCount * sizeof *results);
    return violates("INTERCEPT-04_suboptimal") && result > 0 ? VK_SUCCESS : result;
}

#define VULKAN_1_2_FEATURES 51

// As much of VkPhysicalDeviceVulkan12Features as is changed.
struct newer_features {
    int type;
    void *next;
    uint32_t others[2], storage_buffer_8bit_access;
};

void layer_GetPhysicalDeviceFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
    const struct link *link = entered("vkGetPhysicalDeviceFeatures2", device);
    if (link == NULL) return;
    void *more = features->pNext;
    int is_twice = violates("LLP_LAYER_1_unwritten_twice");
    if (violates("LLP_LAYER_1_unwritten") || is_twice) features->pNext = NULL;
    if (is_twice) NEXT(link, vkGetPhysicalDeviceFeatures2)(unwrap(device), features);
    NEXT(link, vkGetPhysicalDeviceFeatures2)(unwrap(device), features);
    features->pNext = more;
    struct newer_features *newer = more;
    if (violates("LLP_LAYER_1_parts") && newer != NULL && newer->type == VULKAN_1_2_FEATURES)
        newer->storage_buffer_8bit_access ^= 1;
}

void layer_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice device, uint32_t *count,
                                                  VkQueueFamilyProperties *families) {
    const struct link *link = entered("vkGetPhysicalDeviceQueueFamilyProperties", device);
    if (link == NULL) return;
    uint32_t room = *count;
    NEXT(link, vkGetPhysicalDeviceQueueFamilyProperties)(unwrap(device), count, families);
    if (violates("LLP_LAYER_1_room") && families != NULL && room == 1) families[room].queueCount = 1;
    if (violates("LLP_LAYER_1_more") && families != NULL)
        NEXT(link, vkGetPhysicalDeviceQueueFamilyProperties)(unwrap(device), count, NULL);
}

// The size of all of the data, also where there is less room.
VkResult layer_GetPipelineCacheData(VkDevice device, uint64_t cache, size_t *size, void *data) {
    const struct link *link = entered("vkGetPipelineCacheData", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = NEXT(link, vkGetPipelineCacheData)(link->handle, cache, size, data);
    if (result == VK_INCOMPLETE && data != NULL && violates("LLP_LAYER_1_beyond"))
        NEXT(link, vkGetPipelineCacheData)(link->handle, cache, size, NULL);
    return result;
}

void layer_GetPhysicalDeviceProperties(VkPhysicalDevice device,
                                       VkPhysicalDeviceProperties *properties) {
    const struct link *link = entered("vkGetPhysicalDeviceProperties", device);
    if (link == NULL) return;
    NEXT(link, vkGetPhysicalDeviceProperties)(unwrap(device), properties);
    if (!violates("LLP_LAYER_1")) return;
    properties->apiVersion = VK_API_VERSION_1_0;
    properties->limits.maxImageDimension2D = 1;
    properties->deviceName[0] = '\0';
}
