// Calls that go down with other values than their own: another member's, an earlier call's, or fewer.
#include "mock_layer.h"

// The last operation is another one than that before it.
void layer_CmdSetStencilOp(VkCommandBuffer commands, uint32_t faces, int fail, int pass, int depth_fail, int compare) {
    const struct link *link = entered("vkCmdSetStencilOp", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_copied")) depth_fail = pass;
    NEXT(link, vkCmdSetStencilOp)(unwrap(commands), faces, fail, pass, depth_fail, compare);
}

// Floating point numbers are in registers of their own.
void layer_CmdSetDepthBias(VkCommandBuffer commands, float constant, float clamp, float slope) {
    const struct link *link = entered("vkCmdSetDepthBias", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_swapped")) NEXT(link, vkCmdSetDepthBias)(unwrap(commands), constant, slope, clamp);
    else NEXT(link, vkCmdSetDepthBias)(unwrap(commands), constant, clamp, slope);
}

// Another switch is set.
void layer_CmdSetDepthTestEnable(VkCommandBuffer commands, VkBool32 enable) {
    const struct link *link = entered("vkCmdSetDepthTestEnable", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_state"))
        ((PFN_vkCmdSetDepthTestEnable)link->GetDeviceProcAddr(link->handle, "vkCmdSetDepthWriteEnable"))(unwrap(commands), enable);
    else NEXT(link, vkCmdSetDepthTestEnable)(unwrap(commands), enable);
}

// Each third call has the first vertex of the one before it, or all have that of the very first.
void layer_CmdDraw(VkCommandBuffer commands, uint32_t vertices, uint32_t instances, uint32_t first, uint32_t first_instance) {
    static _Thread_local uint32_t calls, last;
    const struct link *link = entered("vkCmdDraw", commands);
    if (link == NULL) return;
    uint32_t given = first;
    if (violates("LLP_LAYER_1_earlier") && ++calls % 3 == 0) first = last;
    if (violates("LLP_LAYER_1_very_first") && ++calls > 1) first = last, given = last;
    last = given;
    NEXT(link, vkCmdDraw)(unwrap(commands), vertices, instances, first, first_instance);
    // A layer that draws for itself.
    if (violates("LLP_LAYER_1_left")) NEXT(link, vkCmdSetStencilOp)(unwrap(commands), 3, 0, 0, 0, 0);
}

// Up to the first one that is VK_NULL_HANDLE.
VkResult layer_FreeDescriptorSets(VkDevice device, uint64_t pool, uint32_t count, const uint64_t *sets) {
    const struct link *link = entered("vkFreeDescriptorSets", device);
    uint32_t some = 0;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    while (some < count && sets[some] != 0) some++;
    if (violates("LLP_LAYER_1_followed") && some < count) (void)*(const volatile uint64_t *)(uintptr_t)sets[some];
    if (!violates("LLP_LAYER_1_freed")) some = count;
    return some == 0 ? VK_SUCCESS : NEXT(link, vkFreeDescriptorSets)(link->handle, pool, some, sets);
}

// Which of several queries ends is gone.
void layer_CmdEndQueryIndexedEXT(VkCommandBuffer commands, uint64_t pool, uint32_t query, uint32_t index) {
    const struct link *link = entered("vkCmdEndQueryIndexedEXT", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_plain_end")) NEXT(link, vkCmdEndQuery)(unwrap(commands), pool, query);
    else NEXT(link, vkCmdEndQueryIndexedEXT)(unwrap(commands), pool, query, index);
}

// Stages of synchronization2 in a variable for those of Vulkan 1.0.
void layer_CmdWriteTimestamp2(VkCommandBuffer commands, uint64_t stage, uint64_t pool, uint32_t query) {
    const struct link *link = entered("vkCmdWriteTimestamp2", commands);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_low_stage")) stage = (uint32_t)stage;
    NEXT(link, vkCmdWriteTimestamp2)(unwrap(commands), stage, pool, query);
}

// Each swapchain by a call of its own, all of them with what is for the first one.
void layer_SetHdrMetadataEXT(VkDevice device, uint32_t count, const VkSwapchainKHR *swapchains, const void *metadata) {
    const struct link *link = entered("vkSetHdrMetadataEXT", device);
    if (link == NULL) return;
    if (violates("LLP_LAYER_1_metadata")) {
        for (uint32_t i = 0; i < count; i++) NEXT(link, vkSetHdrMetadataEXT)(link->handle, 1, &swapchains[i], metadata);
        return;
    }
    NEXT(link, vkSetHdrMetadataEXT)(link->handle, count, swapchains, metadata);
}

// VkSubpassBeginInfo.
struct subpass_begin {
    int type;
    const void *next;
    int contents;
};

// Whatever the next subpass is made of, the calls in it count as recorded inline.
void layer_CmdNextSubpass2(VkCommandBuffer commands, const void *begin, const void *end) {
    struct subpass_begin changed = *(const struct subpass_begin *)begin;
    const struct link *link = entered("vkCmdNextSubpass2", commands);
    if (link == NULL) return;
    changed.contents = 0;
    NEXT(link, vkCmdNextSubpass2)(unwrap(commands), violates("LLP_LAYER_1_contents") ? &changed : begin, end);
}

// VkShaderModuleCreateInfo.
struct module_info {
    int type;
    const void *next;
    uint32_t flags;
    size_t size;
    const void *code;
};

// What is on pNext is gone.
VkResult layer_CreateShaderModule(VkDevice device, const void *info, const VkAllocationCallbacks *allocator, uint64_t *module) {
    struct module_info copied = *(const struct module_info *)info;
    const struct link *link = entered("vkCreateShaderModule", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    copied.next = NULL;
    return NEXT(link, vkCreateShaderModule)(link->handle, violates("LLP_LAYER_1_module") ? &copied : info, allocator, module);
}
