// What unusual_lavapipe.c does when: when memory is short, when a fence is seen to be signaled, when a device is lost, and
// what it tells of memory, caches, samplers and swapchains.

// ---- memory: of 32 types, of which some are lent from tiles; and memory that is short

enum { TYPES = 32, HEAPS = 5, OF_TILES = 6, AFTER_TILES = 10, NOT_FOR_TILES = 0xFFFFFC3F };
static const VkDeviceSize heap_size = (VkDeviceSize)128 << 20;

// A type whose properties are some of another's comes before that.
static void many_types(VkPhysicalDeviceMemoryProperties *to) {
    enum { OWN = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, COHERENT = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT };
    static const struct { uint32_t before; VkMemoryPropertyFlags flags; } kinds[] = {
        {OF_TILES, OWN}, {AFTER_TILES, OWN | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT}, {14, COHERENT},
        {20, COHERENT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT}, {26, OWN | COHERENT}, {TYPES, OWN | COHERENT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT}};
    if (!takes("many types")) return;
    to->memoryHeapCount = HEAPS;
    to->memoryTypeCount = TYPES;
    for (uint32_t i = 0; i < HEAPS; i++) to->memoryHeaps[i] = (VkMemoryHeap){heap_size, i == 0 || i == HEAPS - 1 ? VK_MEMORY_HEAP_DEVICE_LOCAL_BIT : 0};
    for (uint32_t i = 0, kind = 0; i < TYPES; i++) {
        if (i == kinds[kind].before) kind++;
        to->memoryTypes[i] = (VkMemoryType){kinds[kind].flags, kinds[kind].flags & OWN ? i % 2 * (HEAPS - 1) : 1 + i % (HEAPS - 2)};
    }
}

static void get_memory(VkPhysicalDevice gpu, VkPhysicalDeviceMemoryProperties *to) {
    BELOW(GetPhysicalDeviceMemoryProperties)(gpu, to);
    many_types(to);
}

static void get_memory_2(VkPhysicalDevice gpu, VkPhysicalDeviceMemoryProperties2 *to) {
    BELOW(GetPhysicalDeviceMemoryProperties2)(gpu, to);
    many_types(&to->memoryProperties);
}

// What is mapped can be in types from AFTER_TILES on alone: buffers and linear images as well as others.
static void need(VkMemoryRequirements *to, void *chain) {
    if (takes("many types")) to->memoryTypeBits = NOT_FOR_TILES;
    for (VkBaseOutStructure *at = chain; at != NULL && takes("prefers dedicated"); at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) ((VkMemoryDedicatedRequirements *)at)->prefersDedicatedAllocation = VK_TRUE;
}

#define NEEDS(name, Command, Handle)                                             \
    static void name(VkDevice device, Handle of, VkMemoryRequirements *to) {     \
        BELOW(Command)(device, of, to);                                          \
        need(to, NULL);                                                          \
    }
#define NEEDS_2(name, Command, Info)                                                   \
    static void name(VkDevice device, const Info *info, VkMemoryRequirements2 *to) {   \
        BELOW(Command)(device, info, to);                                              \
        need(&to->memoryRequirements, to->pNext);                                      \
    }
NEEDS(need_of_buffer, GetBufferMemoryRequirements, VkBuffer)
NEEDS(need_of_image, GetImageMemoryRequirements, VkImage)
NEEDS_2(need_of_buffer_2, GetBufferMemoryRequirements2, VkBufferMemoryRequirementsInfo2)
NEEDS_2(need_of_image_2, GetImageMemoryRequirements2, VkImageMemoryRequirementsInfo2)
NEEDS_2(need_of_any_buffer, GetDeviceBufferMemoryRequirements, VkDeviceBufferMemoryRequirements)
NEEDS_2(need_of_any_image, GetDeviceImageMemoryRequirements, VkDeviceImageMemoryRequirements)

static VkResult allocate_memory(VkDevice device, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *allocator, VkDeviceMemory *to) {
    enum { EACH = 7, MOST = 1 << 20 };
    static int count;
    VkMemoryAllocateInfo own = *info;
    if (takes("many types")) {
        if (info->memoryTypeIndex >= TYPES) wrong("a memory type that there is not");
        if (info->allocationSize > heap_size) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
        own.memoryTypeIndex = 0;
    }
    if (takes("short of memory") && (info->allocationSize > MOST || __sync_add_and_fetch(&count, 1) % EACH == 0)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return BELOW(AllocateMemory)(device, &own, allocator, to);
}

// What a call leaves at an object's place after an error is undefined.
static VkResult create_buffer(VkDevice device, const VkBufferCreateInfo *info, const VkAllocationCallbacks *allocator, VkBuffer *to) {
    enum { EACH = 3, NO_BUFFER = 0x10 };
    static int count;
    if (!takes("short of buffers") || __sync_add_and_fetch(&count, 1) % EACH != 0) return BELOW(CreateBuffer)(device, info, allocator, to);
    return *to = (VkBuffer)NO_BUFFER, VK_ERROR_OUT_OF_HOST_MEMORY;
}

// ---- fences that are seen to be signaled after some questions, or once something later was waited for ("any semaphore and
// fence signal operations that occur earlier in signal operation order"); and a device that is lost

enum { MOST_FENCES = 8192, QUESTIONS = 4, MOST_SUBMITS = 2500 };
static struct { VkFence fence; int questions; } pending[MOST_FENCES];

static void set_pending(VkFence fence, int questions) {
    size_t at = MOST_FENCES;
    pthread_mutex_lock(&lock);
    for (size_t i = MOST_FENCES; i-- > 0;)
        if (pending[i].fence == fence || (pending[i].fence == 0 && at == MOST_FENCES)) at = i;
    for (size_t i = 0; i < MOST_FENCES; i++)
        if (pending[i].fence == fence) at = i;
    if (at < MOST_FENCES) pending[at].fence = questions == 0 ? 0 : fence, pending[at].questions = questions;
    pthread_mutex_unlock(&lock);
}

static int is_pending(VkFence fence) {
    int found = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_FENCES; i++)
        if (pending[i].fence == fence && fence != 0) {
            found = --pending[i].questions > 0;
            if (!found) memset(pending, 0, sizeof pending);
        }
    pthread_mutex_unlock(&lock);
    return found;
}

static void end_pending(void) {
    pthread_mutex_lock(&lock);
    memset(pending, 0, sizeof pending);
    pthread_mutex_unlock(&lock);
}

// Each device of the process goes with the first, and does no more work. One that did less would not be of use to anyone.
static int is_lost(int submits, VkDevice device, VkQueue queue) {
    static int count;
    if (!takes("lost after long") || __sync_add_and_fetch(&count, submits) <= MOST_SUBMITS) return 0;
    pthread_mutex_lock(&lock);
    if (queue != NULL) BELOW(QueueWaitIdle)(queue);
    if (device != NULL) BELOW(DeviceWaitIdle)(device);
    pthread_mutex_unlock(&lock);
    return 1;
}

static VkResult submitted(VkResult result, VkFence fence) {
    if (result == VK_SUCCESS && fence != 0 && takes("fences seen late")) set_pending(fence, QUESTIONS);
    return result;
}

// Two queues may be used at once, and lavapipe has one.
#define SUBMITS(name, Command, Info)                                                            \
    static VkResult name(VkQueue queue, uint32_t count, const Info *infos, VkFence fence) {     \
        if (is_lost(1, NULL, below_of(queue))) return VK_ERROR_DEVICE_LOST;                                            \
        pthread_mutex_lock(&lock);                                                              \
        VkResult result = BELOW(Command)(below_of(queue), count, infos, fence);                 \
        pthread_mutex_unlock(&lock);                                                            \
        return submitted(result, fence);                                                        \
    }
SUBMITS(submit, QueueSubmit, VkSubmitInfo)
SUBMITS(submit_2, QueueSubmit2, VkSubmitInfo2)
SUBMITS(bind_sparse, QueueBindSparse, VkBindSparseInfo)

static VkResult wait_for_queue(VkQueue queue) {
    VkResult result = BELOW(QueueWaitIdle)(below_of(queue));
    end_pending();
    return is_lost(0, NULL, NULL) ? VK_ERROR_DEVICE_LOST : result;
}

static VkResult wait_for_device(VkDevice device) {
    VkResult result = BELOW(DeviceWaitIdle)(device);
    end_pending();
    return is_lost(0, NULL, NULL) ? VK_ERROR_DEVICE_LOST : result;
}

static VkResult wait_for_fences(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t timeout) {
    if (is_lost(0, device, NULL)) return VK_ERROR_DEVICE_LOST;
    for (uint32_t i = 0; i < count && timeout == 0; i++)
        if (is_pending(fences[i])) return VK_TIMEOUT;
    VkResult result = BELOW(WaitForFences)(device, count, fences, all, timeout);
    if (result == VK_SUCCESS) end_pending();
    return result;
}

static VkResult get_fence_status(VkDevice device, VkFence fence) {
    if (is_lost(0, device, NULL)) return VK_ERROR_DEVICE_LOST;
    return is_pending(fence) ? VK_NOT_READY : BELOW(GetFenceStatus)(device, fence);
}

static VkResult reset_fences(VkDevice device, uint32_t count, const VkFence *fences) {
    for (uint32_t i = 0; i < count; i++) set_pending(fences[i], 0);
    return BELOW(ResetFences)(device, count, fences);
}

static void destroy_fence(VkDevice device, VkFence fence, const VkAllocationCallbacks *allocator) {
    set_pending(fence, 0);
    BELOW(DestroyFence)(device, fence, allocator);
}

static VkResult wait_for_semaphores(VkDevice device, const VkSemaphoreWaitInfo *info, uint64_t timeout) {
    if (is_lost(0, device, NULL)) return VK_ERROR_DEVICE_LOST;
    VkResult result = BELOW(WaitSemaphores)(device, info, timeout);
    if (result == VK_SUCCESS) end_pending();
    return result;
}

// ---- data of caches with more behind their header, and equal samplers that are one

static VkResult get_cache_data(VkDevice device, VkPipelineCache cache, size_t *size, void *to) {
    enum { MORE = 4096, ANYTHING = 0x5A };
    const size_t room = *size;
    size_t below = 0;
    if (!takes("long caches")) return BELOW(GetPipelineCacheData)(device, cache, size, to);
    VkResult result = BELOW(GetPipelineCacheData)(device, cache, &below, NULL);
    if (result != VK_SUCCESS || to == NULL) return *size = below + MORE, result;
    if (room < below) return *size = 0, VK_INCOMPLETE;
    result = BELOW(GetPipelineCacheData)(device, cache, &below, to);
    *size = room < below + MORE ? room : below + MORE;
    memset((char *)to + below, ANYTHING, *size - below);
    return *size < below + MORE ? VK_INCOMPLETE : result;
}

static VkResult create_cache(VkDevice device, const VkPipelineCacheCreateInfo *info, const VkAllocationCallbacks *allocator, VkPipelineCache *to) {
    VkPipelineCacheCreateInfo own = *info;
    if (takes("long caches")) own.initialDataSize = 0;
    return BELOW(CreatePipelineCache)(device, &own, allocator, to);
}

enum { MOST_SAMPLERS = 4096 };
static struct { VkDevice device; VkSamplerCreateInfo info; VkSampler handle; int count; } samplers[MOST_SAMPLERS];

static VkResult create_sampler(VkDevice device, const VkSamplerCreateInfo *info, const VkAllocationCallbacks *allocator, VkSampler *to) {
    size_t at = MOST_SAMPLERS;
    VkResult result = VK_SUCCESS;
    if (!takes("equal samplers") || handles_differ || info->pNext != NULL || allocator != NULL) return BELOW(CreateSampler)(device, info, allocator, to);
    pthread_mutex_lock(&lock);
    for (size_t i = MOST_SAMPLERS; i-- > 0;)
        if (samplers[i].count == 0) at = i;
    for (size_t i = 0; i < MOST_SAMPLERS; i++)
        if (samplers[i].count > 0 && samplers[i].device == device && memcmp(&samplers[i].info, info, sizeof *info) == 0) at = i;
    if (samplers[at].count == 0) result = BELOW(CreateSampler)(device, info, NULL, &samplers[at].handle);
    samplers[at].device = device;
    samplers[at].info = *info;
    samplers[at].count += result == VK_SUCCESS;
    *to = samplers[at].handle;
    pthread_mutex_unlock(&lock);
    return result;
}

static void destroy_sampler(VkDevice device, VkSampler sampler, const VkAllocationCallbacks *allocator) {
    int others = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_SAMPLERS && sampler != 0; i++)
        if (samplers[i].count > 0 && samplers[i].device == device && samplers[i].handle == sampler) others = --samplers[i].count;
    pthread_mutex_unlock(&lock);
    if (others == 0) BELOW(DestroySampler)(device, sampler, allocator);
}

// ---- swapchains that no longer fit their surfaces

static VkResult acquire(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout, VkSemaphore semaphore, VkFence fence, uint32_t *to) {
    VkResult result = BELOW(AcquireNextImageKHR)(device, swapchain, timeout, semaphore, fence, to);
    return result == VK_SUCCESS && takes("suboptimal") ? VK_SUBOPTIMAL_KHR : result;
}

static VkResult present(VkQueue queue, const VkPresentInfoKHR *info) {
    enum { EACH = 3 };
    static int count;
    VkResult result = BELOW(QueuePresentKHR)(below_of(queue), info);
    if (result == VK_SUCCESS && takes("suboptimal")) result = VK_SUBOPTIMAL_KHR;
    if (result == VK_SUCCESS && takes("out of date") && __sync_add_and_fetch(&count, 1) % EACH == 0) result = VK_ERROR_OUT_OF_DATE_KHR;
    for (uint32_t i = 0; i < info->swapchainCount && info->pResults != NULL; i++) info->pResults[i] = result;
    return result;
}

#define ANSWERS                                                                                                                             \
    {"vkGetPhysicalDeviceMemoryProperties", get_memory}, {"vkGetPhysicalDeviceMemoryProperties2", get_memory_2},                            \
        {"vkGetBufferMemoryRequirements", need_of_buffer}, {"vkGetBufferMemoryRequirements2", need_of_buffer_2},                            \
        {"vkGetDeviceBufferMemoryRequirements", need_of_any_buffer}, {"vkGetImageMemoryRequirements", need_of_image},                       \
        {"vkGetImageMemoryRequirements2", need_of_image_2}, {"vkGetDeviceImageMemoryRequirements", need_of_any_image},                      \
        {"vkAllocateMemory", allocate_memory}, {"vkCreateBuffer", create_buffer}, {"vkQueueSubmit", submit}, {"vkQueueSubmit2", submit_2}, {"vkQueueBindSparse", bind_sparse}, \
        {"vkQueueWaitIdle", wait_for_queue}, {"vkDeviceWaitIdle", wait_for_device}, {"vkWaitForFences", wait_for_fences},                   \
        {"vkGetFenceStatus", get_fence_status}, {"vkResetFences", reset_fences}, {"vkDestroyFence", destroy_fence},                         \
        {"vkWaitSemaphores", wait_for_semaphores}, {"vkGetPipelineCacheData", get_cache_data}, {"vkCreatePipelineCache", create_cache},     \
        {"vkCreateSampler", create_sampler}, {"vkDestroySampler", destroy_sampler}, {"vkAcquireNextImageKHR", acquire},                     \
        {"vkQueuePresentKHR", present}
