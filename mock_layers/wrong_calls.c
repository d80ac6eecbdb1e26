// The commands that the layer intercepts only to be wrong in them.
#include "mock_layer.h"

#include <stdlib.h>
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

// What stands before a structure on a chain; NULL where it is not there, or the first.
struct base *before_on_chain(const void *chain, int type) {
    struct base *each = (struct base *)(uintptr_t)chain;
    while (each != NULL && (each->pNext == NULL || (int)((const struct base *)each->pNext)->sType != type))
        each = (struct base *)(uintptr_t)each->pNext;
    return each;
}

// Takes a structure out of the application's chain, to be put back with that behind it.
const void *take_out(struct base *before) {
    const struct base *taken = before == NULL ? NULL : before->pNext;
    if (taken != NULL) before->pNext = taken->pNext;
    return taken;
}

#define BLOCK 32U

// In blocks, of which the last one's result stands for all but errors; or when they are ready.
VkResult layer_GetQueryPoolResults(VkDevice device, uint64_t pool, uint32_t first, uint32_t count, size_t size, void *data,
                                   uint64_t stride, uint32_t flags) {
    send_kept();
    const struct link *link = entered("vkGetQueryPoolResults", device);
    VkResult result = VK_SUCCESS;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_until_ready")) flags |= 2;  // VK_QUERY_RESULT_WAIT_BIT
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

#define INFO_BYTES 96U  // of VkComputePipelineCreateInfo

// One after the other; the last one's result stands for all, or the first one that fails ends the call.
static VkResult make_each(const struct link *link, uint64_t cache, uint32_t count, const char *infos,
                          const VkAllocationCallbacks *allocator, uint64_t *pipelines) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count && !(violates("LLP_LAYER_1_stops") && result < 0); i++)
        result = NEXT(link, vkCreateComputePipelines)(link->handle, cache, 1, infos + (size_t)i * INFO_BYTES, allocator,
                                                      &pipelines[i]);
    return result;
}

#define FLAGS_AT 16U  // in VkComputePipelineCreateInfo
#define DERIVATIVE 4U

// One after the other where some are derived from others: from which is still said by the places in the whole list.
static int derives(uint32_t count, const char *infos) {
    uint32_t flags = 0;
    for (uint32_t i = 0; i < count && !(flags & DERIVATIVE); i++) memcpy(&flags, infos + (size_t)i * INFO_BYTES + FLAGS_AT, sizeof flags);
    return (flags & DERIVATIVE) != 0;
}

// However many are asked for, one is made.
VkResult layer_CreateComputePipelines(VkDevice device, uint64_t cache, uint32_t count, const void *infos,
                                      const VkAllocationCallbacks *allocator, uint64_t *pipelines) {
    const struct link *link = entered("vkCreateComputePipelines", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("INTERCEPT-04_one")) count = 1;
    int is_by_one = violates("LLP_LAYER_1_last") || (violates("LLP_LAYER_1_stops") && !derives(count, infos));
    if (is_by_one || (violates("LLP_LAYER_2_derived") && derives(count, infos)))
        return make_each(link, cache, count, infos, allocator, pipelines);
    VkResult result = NEXT(link, vkCreateComputePipelines)(link->handle, cache, count, infos, allocator, pipelines);
    for (uint32_t i = 0; violates("LLP_LAYER_2_one_missing") && count > 1 && i < count; i++)
        if (pipelines[i] == 0) abort();
    for (uint32_t i = 0; result < 0 && violates("LLP_LAYER_1_partly") && i < count; i++) pipelines[i] = 0;
    for (uint32_t i = 0; result < 0 && violates("LLP_LAYER_1_ended") && i < count; i++)
        ((void (*)(VkDevice, uint64_t, const void *))link->GetDeviceProcAddr(link->handle, "vkDestroyPipeline"))(link->handle, pipelines[i], allocator);
    return result;
}

// What is bound already is not bound again, whatever has become of the command buffer since.
uint64_t last_pipeline;

void layer_CmdBindPipeline(VkCommandBuffer commands, int point, uint64_t pipeline) {
    static VkCommandBuffer last;
    static uint64_t bound;
    const struct link *link = entered("vkCmdBindPipeline", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_bound") && last == commands && bound == pipeline) return;
    last = commands, bound = pipeline;
    if (point == 1) last_pipeline = pipeline;
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
    forget_indices(commands);
    const volatile VkStructureType *type = (const volatile VkStructureType *)info->pInheritanceInfo;
    if (violates("LLP_LAYER_2_ignored") && type != NULL) (void)*type;
    if (violates("LLP_LAYER_2_levels") && is_secondary(commands)) (void)*type;
    VkCommandBufferBeginInfo lower = *info;
    struct inheritance inherited;
    if (violates("LLP_LAYER_1_inherited") && is_secondary(commands) && info->pInheritanceInfo != NULL) {
        memcpy(&inherited, info->pInheritanceInfo, sizeof inherited);
        inherited.next = NULL;
        lower.pInheritanceInfo = (const void *)&inherited;
    }
    if (violates("LLP_LAYER_2_inheritance")) lower.pInheritanceInfo = NULL;
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

// How many memories there are, of which VK_NULL_HANDLE is none.
static atomic_int memories;

void layer_FreeMemory(VkDevice device, uint64_t memory, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkFreeMemory", device);
    if (link == NULL) return;
    memories--;
    NEXT(link, vkFreeMemory)(link->handle, memory, allocator);
}

VkResult layer_AllocateMemory(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                              uint64_t *memory) {
    const struct link *link = entered("vkAllocateMemory", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_messenger") || violates("LLP_LAYER_2_stale")) tell_messenger();
    if (violates("LLP_LAYER_1_nothing") && memories++ < 0) return VK_ERROR_TOO_MANY_OBJECTS;
    struct base *head = violates("LLP_LAYER_1_priority") ? before_on_chain(info, MEMORY_PRIORITY) : NULL;
    const void *taken = take_out(head);
    struct important {
        struct base head;
        uint64_t size;
        uint32_t type;
    } lower = *(const struct important *)info;
    const struct {
        struct base head;
        float priority;
    } of_all = {{(VkStructureType)MEMORY_PRIORITY, lower.head.pNext}, 2.0F};
    if (violates("LLP_LAYER_2_important") && lower.size > 4096) lower.head.pNext = &of_all, info = &lower;
    if (violates("LLP_LAYER_2_first_type")) lower.type = 0, info = &lower;
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
    VkResult result = NEXT(link, vkMapMemory)(link->handle, memory, offset, size, flags, data);
    if (violates("LLP_LAYER_1_twice_behind") && result == VK_SUCCESS) *data = (char *)*data + offset;
    return result;
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
#define OF_A_CALL 16U
#define REGION_SIZE 24U  // of a VkBufferCopy

void layer_CmdCopyBuffer(VkCommandBuffer commands, uint64_t from, uint64_t to, uint32_t count,
                         const void *regions) {
    const struct link *link = entered("vkCmdCopyBuffer", commands);
    if (link == NULL) return;
    char first_place[MOST_REGIONS * REGION_SIZE];
    if (violates("LLP_LAYER_1_regions") && count > MOST_REGIONS) count = MOST_REGIONS;
    if (violates("LLP_LAYER_1_origin") && count <= MOST_REGIONS) {
        memcpy(first_place, regions, count * REGION_SIZE);
        for (uint32_t i = 1; i < count; i++) memcpy(&first_place[i * REGION_SIZE], regions, sizeof(uint64_t));
        regions = first_place;
    }
    // In calls of sixteen each, without those that are too few for one.
    for (; violates("LLP_LAYER_1_rest") && count > OF_A_CALL; count -= OF_A_CALL) {
        NEXT(link, vkCmdCopyBuffer)(unwrap(commands), from, to, OF_A_CALL, regions);
        regions = (const char *)regions + OF_A_CALL * REGION_SIZE;
        if (count < 2 * OF_A_CALL) return;
    }
    NEXT(link, vkCmdCopyBuffer)(unwrap(commands), from, to, count, regions);
}

void layer_CmdResetEvent2(VkCommandBuffer commands, uint64_t event, uint64_t stages) {
    const struct link *link = entered("vkCmdResetEvent2", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_event")) event ^= 0x5A5A0000U;
    NEXT(link, vkCmdResetEvent2)(unwrap(commands), event, stages);
}

// ---- command pools

// As if there were one family of queues, or as if the device had queues of all.
VkResult layer_CreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *info, const VkAllocationCallbacks *allocator,
                                 VkCommandPool *pool) {
    const struct link *link = entered("vkCreateCommandPool", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkCommandPoolCreateInfo lower = *info;
    if (violates("LLP_LAYER_2_family")) lower.queueFamilyIndex = 0;
    VkCommandPoolCreateInfo own = {.sType = info->sType, .queueFamilyIndex = 1};
    VkCommandPool never_used;
    if (violates("LLP_LAYER_2_no_queue") && NEXT(link, vkCreateCommandPool)(link->handle, &own, NULL, &never_used) == VK_SUCCESS)
        NEXT(link, vkDestroyCommandPool)(link->handle, never_used, NULL);
    return NEXT(link, vkCreateCommandPool)(link->handle, &lower, allocator, pool);
}

#define VULKAN_1_2_FEATURES 51
#define SCALAR_BLOCK_LAYOUT_FEATURES 1000221000

// As much of VkPhysicalDeviceVulkan12Features as is changed.
struct newer_features {
    int type;
    void *next;
    uint32_t others[2], storage_buffer_8bit_access;
};

// A structure of one feature.
struct feature {
    int type;
    void *next;
    uint32_t is_there;
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
    for (struct feature *at = more; at != NULL && violates("LLP_LAYER_1_masked"); at = at->next)
        if (at->type == SCALAR_BLOCK_LAYOUT_FEATURES) at->is_there = 0;
    add_own_features(more);
}

void layer_GetPhysicalDeviceFeatures2KHR(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
    const struct link *link = entered("vkGetPhysicalDeviceFeatures2KHR", device);
    if (link == NULL) return;
    NEXT(link, vkGetPhysicalDeviceFeatures2KHR)(unwrap(device), features);
    if (!violates("LLP_LAYER_1_own_feature")) add_own_features(features->pNext);
}

// A format for no buffers, to who asks with the older command; or what was true of the first one that was asked about, or
// of the same one when another physical device had this handle.
void layer_GetPhysicalDeviceFormatProperties(VkPhysicalDevice device, VkFormat format, VkFormatProperties *to) {
    static VkFormatProperties kept;
    static VkPhysicalDevice of;
    static VkFormat of_format;
    const struct link *link = entered("vkGetPhysicalDeviceFormatProperties", device);
    if (link == NULL) return;
    int is_known = of == device && (violates("LLP_LAYER_1_any_format") || (violates("LLP_LAYER_1_lives") && of_format == format));
    if (is_known) return (void)(*to = kept);
    NEXT(link, vkGetPhysicalDeviceFormatProperties)(unwrap(device), format, to);
    kept = *to, of = device, of_format = format;
    if (violates("LLP_LAYER_1_formats")) to->linearTilingFeatures = 0;
    if (violates("LLP_LAYER_1_one_format") && (uint32_t)format == 92) *to = (VkFormatProperties){0, 0, 0};
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
    if (result == VK_INCOMPLETE && violates("INTERCEPT-04_part")) return VK_SUCCESS;
    if (data == NULL && *size > 0 && violates("LLP_LAYER_1_told")) --*size;
    change_cache_data(data, *size);
    return result;
}

void layer_GetPhysicalDeviceProperties(VkPhysicalDevice device,
                                       VkPhysicalDeviceProperties *properties) {
    const struct link *link = entered("vkGetPhysicalDeviceProperties", device);
    if (link == NULL) return;
    NEXT(link, vkGetPhysicalDeviceProperties)(unwrap(device), properties);
    if (violates("LLP_LAYER_1_newest") && properties->apiVersion >= VK_MAKE_API_VERSION(0, 1, 4, 0))
        properties->apiVersion = VK_API_VERSION_1_3;
    if (violates("LLP_LAYER_1_endless")) memset(properties->deviceName, 'x', sizeof properties->deviceName);
    if (!violates("LLP_LAYER_1")) return;
    properties->apiVersion = VK_API_VERSION_1_0;
    properties->limits.maxImageDimension2D = 1;
    properties->deviceName[0] = '\0';
}
