// Calls after which objects are not what they have to be: what is kept back, split, kept for too long or used again.
#include "mock_layer.h"

// ---- submissions that wait for a call that waits

static struct {
    const struct link *link;
    VkQueue queue;  // as it is below
    VkCommandBuffer commands;
} kept;

void send_kept(void) {
    if (kept.link == NULL) return;
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &kept.commands};
    const struct link *link = kept.link;
    kept.link = NULL;
    NEXT(link, vkQueueSubmit)(kept.queue, 1, &info, 0);
}

// Whether the one command buffer is kept back: nothing would tell of its end.
int keep_submission(const struct link *link, VkQueue queue, uint32_t count, const void *infos, int has_fence,
                    const char *command) {
    const VkSubmitInfo *info = infos;
    send_kept();
    if (strcmp(command, "vkQueueSubmit") != 0 || has_fence || count != 1) return 0;
    if (info->commandBufferCount != 1 || info->waitSemaphoreCount > 0 || info->signalSemaphoreCount > 0) return 0;
    kept.link = link;
    kept.queue = unwrap(queue);
    kept.commands = unwrap(info->pCommandBuffers[0]);
    return 1;
}

// ---- sets that are bound one by one

// One offset for each, and the rest for the last one: as if no binding had more than one descriptor.
void layer_CmdBindDescriptorSets(VkCommandBuffer commands, int point, uint64_t layout, uint32_t first, uint32_t count,
                                 const uint64_t *sets, uint32_t offset_count, const uint32_t *offsets) {
    const struct link *link = entered("vkCmdBindDescriptorSets", commands);
    if (link == NULL) return;
    if (!violates("LLP_LAYER_1_offsets") || offset_count == 0)
        return NEXT(link, vkCmdBindDescriptorSets)(unwrap(commands), point, layout, first, count, sets, offset_count, offsets);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t some = i + 1 == count ? offset_count - i : 1;
        NEXT(link, vkCmdBindDescriptorSets)(unwrap(commands), point, layout, first + i, 1, &sets[i], some, &offsets[i]);
    }
}

// ---- writes of descriptors that end with their binding

struct write {
    int type;
    const void *next;
    uint64_t set;
    uint32_t binding, element, count;
    int kind;
    const void *images, *buffers, *texels;
};
#define MOST_WRITES 64U
#define OF_A_BINDING 2U
#define INLINE_UNIFORM_BLOCK 1000138000

static int is_write_dropped(const struct write *write) { return violates("LLP_LAYER_1_inline") && write->kind == INLINE_UNIFORM_BLOCK; }

// As if no write went on in the next binding, or there were no blocks, or no copies without writes.
void layer_UpdateDescriptorSets(VkDevice device, uint32_t count, const void *writes, uint32_t copy_count, const void *copies) {
    const struct link *link = entered("vkUpdateDescriptorSets", device);
    struct write cut[MOST_WRITES];
    if (link == NULL || (violates("LLP_LAYER_1_copies") && count == 0)) return;
    int is_across = violates("LLP_LAYER_1_across"), is_inline = violates("LLP_LAYER_1_inline");
    if ((!is_across && !is_inline) || count > MOST_WRITES || count == 0)
        return NEXT(link, vkUpdateDescriptorSets)(link->handle, count, writes, copy_count, copies);
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!is_write_dropped((const struct write *)writes + i)) cut[left++] = ((const struct write *)writes)[i];
    for (uint32_t i = 0; i < left && is_across; i++)
        if (cut[i].element < OF_A_BINDING && cut[i].element + cut[i].count > OF_A_BINDING) cut[i].count = OF_A_BINDING - cut[i].element;
    NEXT(link, vkUpdateDescriptorSets)(link->handle, left, cut, copy_count, copies);
}

// ---- push constants that wait for the work

static _Thread_local struct {
    VkCommandBuffer commands;
    uint64_t layout;
    uint32_t stages, at, size;
    char bytes[128];
} pushed;

static void push_waiting(const struct link *link, VkCommandBuffer commands) {
    if (pushed.commands != commands || pushed.size == 0) return;
    NEXT(link, vkCmdPushConstants)(unwrap(commands), pushed.layout, pushed.stages, pushed.at, pushed.size, pushed.bytes);
    pushed.size = 0;
}

void layer_CmdPushConstants(VkCommandBuffer commands, uint64_t layout, uint32_t stages, uint32_t at, uint32_t size,
                            const void *bytes) {
    const struct link *link = entered("vkCmdPushConstants", commands);
    if (link == NULL) return;
    push_waiting(link, commands);
    if (violates("LLP_LAYER_2_all_stages")) stages = 0x7FFFFFFF;
    if (!violates("LLP_LAYER_1_pushed") || size > sizeof pushed.bytes)
        return NEXT(link, vkCmdPushConstants)(unwrap(commands), layout, stages, at, size, bytes);
    pushed.commands = commands, pushed.layout = layout;
    pushed.stages = stages, pushed.at = at, pushed.size = size;
    memcpy(pushed.bytes, bytes, size);
}

void layer_CmdDispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
    const struct link *link = entered("vkCmdDispatch", commands);
    if (link == NULL) return;
    push_waiting(link, commands);
    if (violates("LLP_LAYER_1_turns") && last_pipeline != 0) NEXT(link, vkCmdBindPipeline)(unwrap(commands), 1, last_pipeline);
    NEXT(link, vkCmdDispatch)(unwrap(commands), x, y, z);
}

// ---- index buffers that are bound already

static struct {
    VkCommandBuffer commands;
    uint64_t buffer, offset;
    int type;
} bound;

void forget_indices(VkCommandBuffer commands) {
    if (bound.commands == commands && violates("LLP_LAYER_1_executed")) bound.commands = NULL;
}

void layer_CmdBindIndexBuffer(VkCommandBuffer commands, uint64_t buffer, uint64_t offset, int type) {
    const struct link *link = entered("vkCmdBindIndexBuffer", commands);
    if (link == NULL) return;
    int is_bound = bound.commands == commands && bound.buffer == buffer;
    int is_equal = is_bound && bound.offset == offset && bound.type == type;
    if (is_bound && violates("LLP_LAYER_1_moved")) return;
    if (is_equal && (violates("LLP_LAYER_1_recorded") || violates("LLP_LAYER_1_executed"))) return;
    bound.commands = commands, bound.buffer = buffer, bound.offset = offset, bound.type = type;
    NEXT(link, vkCmdBindIndexBuffer)(unwrap(commands), buffer, offset, type);
}

// ---- slots that are used again, with what they had

static uint64_t spare_slot, newest_slot;
static VkDevice spare_of, newest_of;

VkResult layer_CreatePrivateDataSlot(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                                     uint64_t *slot) {
    const struct link *link = entered("vkCreatePrivateDataSlot", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (spare_slot != 0 && spare_of == device) {
        *slot = spare_slot;
        spare_slot = 0;
        return VK_SUCCESS;
    }
    VkResult result = NEXT(link, vkCreatePrivateDataSlot)(link->handle, info, allocator, slot);
    if (result == VK_SUCCESS) newest_slot = *slot, newest_of = device;
    return result;
}

void layer_DestroyPrivateDataSlot(VkDevice device, uint64_t slot, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkDestroyPrivateDataSlot", device);
    if (link == NULL) return;
    if (newest_slot == slot && newest_of == device) newest_slot = 0;
    if (violates("LLP_LAYER_1_slots") && spare_slot == 0 && allocator == NULL) {
        spare_slot = slot;
        spare_of = device;
        return;
    }
    NEXT(link, vkDestroyPrivateDataSlot)(link->handle, slot, allocator);
}

// Data of the layer's, in the slot that the application made last.
void set_data_of_fence(const struct link *link, VkDevice device, uint64_t fence) {
    if (newest_slot != 0 && newest_of == device) NEXT(link, vkSetPrivateData)(link->handle, VK_OBJECT_TYPE_FENCE, fence, newest_slot, 99);
}

// ---- callbacks that are kept for the life of an instance

#define MESSENGER_CREATE_INFO 1000128004

static VkDebugUtilsMessengerCreateInfoEXT messenger;

void keep_messenger(const void *chain) {
    const struct base *each = chain;
    while (each != NULL && (int)each->sType != MESSENGER_CREATE_INFO) each = each->pNext;
    memset(&messenger, 0, sizeof messenger);
    if (each != NULL) memcpy(&messenger, each, sizeof messenger);
}

void tell_messenger(void) {
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessageIdName = "mock", .pMessage = "memory"};
    if (messenger.pfnUserCallback == NULL) return;
    messenger.pfnUserCallback(VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                              &data, messenger.pUserData);
}

// ---- elements behind a count

#define MEMORY_BUDGET 1000237000
#define MOST_HEAPS 16U

struct budget {
    int type;
    void *next;
    uint64_t budgets[MOST_HEAPS], usages[MOST_HEAPS];
};

void layer_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2 *memory) {
    const struct link *link = entered("vkGetPhysicalDeviceMemoryProperties2", device);
    if (link == NULL) return;
    static VkPhysicalDeviceMemoryProperties of_first;  // that was asked about
    if (violates("LLP_LAYER_1_first_gpu") && of_first.memoryTypeCount > 0) return (void)(memory->memoryProperties = of_first);
    NEXT(link, vkGetPhysicalDeviceMemoryProperties2)(unwrap(device), memory);
    of_first = memory->memoryProperties;
    const struct base *each = memory->pNext;
    while (each != NULL && (int)each->sType != MEMORY_BUDGET) each = each->pNext;
    struct budget *budget = (struct budget *)(uintptr_t)each;
    uint32_t heaps = violates("LLP_LAYER_1_behind") ? MOST_HEAPS : memory->memoryProperties.memoryHeapCount;
    for (uint32_t i = 0; budget != NULL && i < MOST_HEAPS; i++) {
        budget->budgets[i] = i >= heaps ? 0 : violates("LLP_LAYER_1_plenty") ? UINT64_C(1) << 42 : 1 << 20;
        budget->usages[i] = 0;
    }
    if (violates("LLP_LAYER_1_heads")) memory->pNext = NULL;
    // The other name of the command leaves it as it is.
    if (violates("LLP_LAYER_1_core_alone")) memory->memoryProperties.memoryHeaps[0].size /= 2;
    VkMemoryType *types = memory->memoryProperties.memoryTypes, first = types[0];
    uint32_t last = memory->memoryProperties.memoryTypeCount - 1;
    if (violates("LLP_LAYER_1_types")) types[0] = types[last], types[last] = first;
}
