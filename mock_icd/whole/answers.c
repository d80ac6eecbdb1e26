// What the commands of a driver "whole=1" do beyond making and ending objects. Fences and events
// have their state, and all work is done as soon as it is submitted.
#include "../mock_icd.h"

// ---- what becomes of new objects

AFTER(CreateFence) {
    made->state = ((const VkFenceCreateInfo *)given[1])->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    made->size = 0;
}
AFTER(CreateEvent) {
    if (violates("grows_with_events")) keep_descriptor();
    made->size = violates("allocator_event") ? given[2] : 0;  // the structure of callbacks
}

AFTER(CreateBuffer) {
    const VkBufferCreateInfo *info = (const void *)given[1];
    made->size = info->size;
    made->slices = info->flags & VK_BUFFER_CREATE_SPARSE_BINDING_BIT ? SPARSE_PAGE : 0;
    made->state = 0;
}

uint64_t image_size(const VkImageCreateInfo *info) {
    uint64_t texels = (uint64_t)info->extent.width * info->extent.height * info->extent.depth;
    return texels * info->arrayLayers * info->samples * (info->mipLevels > 1 ? 2 : 1) * 16;
}

AFTER(CreateImage) {
    made->size = image_size((const VkImageCreateInfo *)given[1]);
    made->state = ((const VkImageCreateInfo *)given[1])->extent.width;
    made->height = ((const VkImageCreateInfo *)given[1])->extent.height;
    made->slices = (uint64_t)((const VkImageCreateInfo *)given[1])->arrayLayers * ((const VkImageCreateInfo *)given[1])->extent.depth;
    made->levels = ((const VkImageCreateInfo *)given[1])->mipLevels;
    made->format = (uint32_t)((const VkImageCreateInfo *)given[1])->format;
    made->layers = ((const VkImageCreateInfo *)given[1])->arrayLayers;
}

// A pool that counts samples has its counts in its bytes.
AFTER(CreateQueryPool) {
    const VkQueryPoolCreateInfo *info = (const void *)given[1];
    made->size = info->queryType == VK_QUERY_TYPE_OCCLUSION ? info->queryCount : 0;
    if (made->size > 0) made->bytes = calloc(made->size, sizeof(uint64_t));
}

AFTER(CreateSemaphore) {
    const struct base *chain = ((const VkSemaphoreCreateInfo *)given[1])->pNext;
    const VkSemaphoreTypeCreateInfo *type = chained(chain, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    made->size = type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    if (violates("semaphores_first_in_chain") && (const void *)type != (const void *)chain) type = NULL;
    made->state = type == NULL ? 0 : violates("semaphores_narrow") ? (uint32_t)type->initialValue : type->initialValue;
}

// ---- other results

ANSWER(GetQueryPoolResults) {
    return (uintptr_t)(intptr_t)read_queries(THING(given[1]), (uint32_t)given[2], (uint32_t)given[3],
                                             (char *)given[5], given[6], (VkQueryResultFlags)given[7]);
}

ANSWER(ResetQueryPool) {
    uintptr_t count = violates("queries_reset_on") ? 128 - given[2] : given[3];
    THING(given[1])->state &= ~query_bits(given[2], count, 0);
    THING(given[1])->offset &= ~query_bits(given[2], count, 64);
    return 0;
}

ANSWER(GetPipelineCacheData) {
    const struct facts *facts = ((const struct device *)given[0])->facts;
    uint32_t head[8] = {sizeof head, 1, facts->properties.vendorID, facts->properties.deviceID};
    if (violates("cache_header")) head[2] = head[3];
    size_t *size = (size_t *)given[2], room = *size;
    memcpy(&head[4], facts->properties.pipelineCacheUUID, VK_UUID_SIZE);
    *size = given[3] == 0 ? sizeof head : room < sizeof head ? (violates("cache_part") ? room : 0) : sizeof head;
    if (given[3] == 0) return VK_SUCCESS;
    memcpy((void *)given[3], head, *size);
    return *size < sizeof head ? VK_INCOMPLETE : VK_SUCCESS;
}

// Data with the header of another device.
VkResult foreign_data_refused(const uintptr_t *given) {
    const struct facts *facts = ((const struct device *)given[0])->facts;
    const VkPipelineCacheCreateInfo *info = (const void *)given[1];
    uint32_t head[8];
    if (info->initialDataSize < sizeof head) return VK_SUCCESS;
    memcpy(head, info->pInitialData, sizeof head);
    int is_other_device = head[2] != facts->properties.vendorID || head[3] != facts->properties.deviceID;
    int is_other_driver = memcmp(&head[4], facts->properties.pipelineCacheUUID, VK_UUID_SIZE) != 0;
    if (violates("cache_foreign") && is_other_device) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("cache_of_another_driver") && is_other_driver) return VK_ERROR_INCOMPATIBLE_DRIVER;
    return VK_SUCCESS;
}

ANSWER(GetRenderAreaGranularity) {
    *(VkExtent2D *)given[2] = (VkExtent2D){1, 1};
    return 0;
}

ANSWER(GetDescriptorSetLayoutSupport) {
    ((VkDescriptorSetLayoutSupport *)given[2])->supported = !violates("layouts_unsupported");
    return 0;
}

ANSWER(GetDeviceGroupPeerMemoryFeatures) {
    *(VkPeerMemoryFeatureFlags *)given[4] = VK_PEER_MEMORY_FEATURE_COPY_DST_BIT;
    return 0;
}

ANSWER(ResetDescriptorPool) {
    for (uint64_t child; (child = handle_child((const void *)given[1])) != 0;)
        end_thing(child, NULL, "vkResetDescriptorPool");
    THING(given[1])->state = 1;
    return VK_SUCCESS;
}

// ---- physical devices

ANSWER(GetPhysicalDeviceFeatures) {
    *(VkPhysicalDeviceFeatures *)given[1] = whole_features();
    return 0;
}

ANSWER(GetPhysicalDeviceFeatures2) {
    VkPhysicalDeviceFeatures2 *out = (void *)given[1];
    out->features = whole_features();
    clear_chain((VkPhysicalDevice)given[0], out->pNext);
    for (struct base *at = out->pNext; at != NULL; at = (struct base *)(uintptr_t)at->pNext) {
        if (violates("features_stop") && (uint32_t)at->sType >= 1999999000) break;
        fill_later_features((uint32_t)at->sType, at);
    }
    fill_protection((VkPhysicalDevice)given[0], out->pNext);
    return 0;
}

ANSWER(GetPhysicalDeviceMemoryProperties) {
    whole_memory((VkPhysicalDeviceMemoryProperties *)given[1]);
    spoil_memory((VkPhysicalDeviceMemoryProperties *)given[1]);
    return 0;
}

ANSWER(GetPhysicalDeviceMemoryProperties2) {
    whole_memory(&((VkPhysicalDeviceMemoryProperties2 *)given[1])->memoryProperties);
    spoil_memory(&((VkPhysicalDeviceMemoryProperties2 *)given[1])->memoryProperties);
    if (violates("memory_otherwise")) ((VkPhysicalDeviceMemoryProperties2 *)given[1])->memoryProperties.memoryHeaps[0].size /= 2;
    fill_budget((VkPhysicalDeviceMemoryProperties2 *)given[1]);
    return 0;
}

ANSWER(GetPhysicalDeviceFormatProperties) {
    *(VkFormatProperties *)given[2] = whole_format_properties((VkFormat)given[1]);
    return 0;
}

// Of storage images that are read and written without a format: bits that VkFormatProperties has no room for.
#define WIDE_BITS UINT64_C(0x180000000)

// Samplers that compare: of formats with depths.
static VkFormatFeatureFlags2 compared(VkFormat format) {
    int has_depths = format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT && format != VK_FORMAT_S8_UINT;
    return has_depths ? VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT : 0;
}

ANSWER(GetPhysicalDeviceFormatProperties2) {
    VkFormatProperties2 *out = (VkFormatProperties2 *)given[2];
    VkFormatProperties3 *wide = chained(out->pNext, VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3);
    VkFormatProperties properties = whole_format_properties((VkFormat)given[1]);
    VkFormatFeatureFlags lost = violates("formats_narrow") ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT : 0;
    VkFormatFeatureFlags2 wider = takes("wide_bits") && properties.optimalTilingFeatures != 0 ? WIDE_BITS : 0;
    if (violates("formats_otherwise")) properties.optimalTilingFeatures &= ~(VkFormatFeatureFlags)VK_FORMAT_FEATURE_BLIT_DST_BIT;
    out->formatProperties = properties;
    int is_left = takes("narrow_formats") || (violates("formats_unwritten") && properties.bufferFeatures == 0);
    if (wide != NULL && !is_left) {
        wider |= compared((VkFormat)given[1]);
        wide->linearTilingFeatures = properties.linearTilingFeatures | wider;
        wide->optimalTilingFeatures = (properties.optimalTilingFeatures & ~lost) | wider;
        wide->bufferFeatures = properties.bufferFeatures;
    }
    return 0;
}

ANSWER(GetPhysicalDeviceImageFormatProperties) {
    return (uintptr_t)whole_image_properties((VkFormat)given[1], (VkImageType)given[2], (VkImageTiling)given[3],
                                             (VkImageCreateFlags)given[5], (VkImageFormatProperties *)given[6]);
}

ANSWER(GetPhysicalDeviceImageFormatProperties2) {
    const VkPhysicalDeviceImageFormatInfo2 *info = (const void *)given[1];
    if (violates("images_otherwise") && info->format == VK_FORMAT_R8G8B8A8_UNORM) return (uintptr_t)VK_ERROR_FORMAT_NOT_SUPPORTED;
    return (uintptr_t)whole_image_properties(info->format, info->type, info->tiling, info->flags,
                                             &((VkImageFormatProperties2 *)given[2])->imageFormatProperties);
}

// ---- the tables

#define ANSWERS(X) \
    X(BindBufferMemory, BindBufferMemory) X(BindBufferMemory2, BindBufferMemory2) \
    X(CmdFillBuffer, CmdFillBuffer) X(CmdUpdateBuffer, CmdUpdateBuffer) X(CmdCopyBuffer, CmdCopyBuffer) \
    X(CmdCopyBuffer2, CmdCopyBuffer2) X(CmdCopyImage, CmdCopyImage) X(BindImageMemory, BindBufferMemory) \
    X(BindImageMemory2, BindImageMemory2) X(FlushMappedMemoryRanges, FlushMappedMemoryRanges) \
    X(InvalidateMappedMemoryRanges, InvalidateMappedMemoryRanges) X(CmdCopyBufferToImage, CmdCopyBufferToImage) \
    X(CmdCopyImageToBuffer, CmdCopyImageToBuffer) X(CmdCopyImage2, CmdCopyImage2) \
    X(CmdBlitImage2, CmdBlitImage2) X(CmdCopyBufferToImage2, CmdCopyBufferToImage2) \
    X(CmdCopyImageToBuffer2, CmdCopyImageToBuffer2) X(CmdResolveImage, CmdResolveImage) \
    X(CmdResolveImage2, CmdResolveImage2) X(CmdClearColorImage, CmdClearColorImage) \
    X(CmdClearDepthStencilImage, CmdClearDepthStencilImage) \
    X(CmdSetEvent, CmdSetEvent) X(CmdResetEvent, CmdResetEvent) \
    X(CmdSetEvent2, CmdSetEvent2) X(CmdResetEvent2, CmdResetEvent2) \
    X(CmdResetQueryPool, CmdResetQueryPool) X(CmdWriteTimestamp, CmdWriteTimestamp) X(CmdWriteTimestamp2, CmdWriteTimestamp2) \
    X(CmdBeginQuery, CmdBeginQuery) X(CmdEndQuery, CmdEndQuery) \
    X(CmdCopyQueryPoolResults, CmdCopyQueryPoolResults) X(UpdateDescriptorSets, UpdateDescriptorSets) \
    X(UpdateDescriptorSetWithTemplate, UpdateDescriptorSetWithTemplate) \
    X(CmdBindPipeline, CmdBindPipeline) X(CmdBindDescriptorSets, CmdBindDescriptorSets) \
    X(CmdPushConstants, CmdPushConstants) X(CmdDispatch, CmdDispatch) X(CmdDispatchBase, CmdDispatchBase) \
    X(CmdDispatchIndirect, CmdDispatchIndirect) X(CmdPushDescriptorSet, CmdPushDescriptorSet) \
    X(CmdPushDescriptorSetWithTemplate, CmdPushDescriptorSetWithTemplate) X(CmdBlitImage, CmdBlitImage) \
    X(CmdBeginRenderPass, CmdBeginRenderPass) X(CmdNextSubpass, CmdNextSubpass) \
    X(CmdBeginRenderPass2, CmdBeginRenderPass2) X(CmdNextSubpass2, CmdNextSubpass2) X(CmdEndRenderPass2, CmdEndRenderPass2) \
    X(CmdBeginRendering, CmdBeginRendering) X(CmdEndRendering, CmdEndRendering) \
    X(CmdEndRenderPass, CmdEndRenderPass) X(CmdClearAttachments, CmdClearAttachments) \
    X(CmdSetBlendConstants, CmdSetBlendConstants) X(CmdSetStencilCompareMask, CmdSetStencilCompareMask) \
    X(CmdSetStencilWriteMask, CmdSetStencilWriteMask) X(CmdSetStencilReference, CmdSetStencilReference) \
    X(CmdSetCullMode, CmdSetCullMode) X(CmdSetFrontFace, CmdSetFrontFace) \
    X(CmdSetRasterizerDiscardEnable, CmdSetRasterizerDiscardEnable) X(CmdSetDepthTestEnable, CmdSetDepthTestEnable) \
    X(CmdSetDepthWriteEnable, CmdSetDepthWriteEnable) X(CmdSetDepthBiasEnable, CmdSetDepthBiasEnable) X(CmdSetDepthCompareOp, CmdSetDepthCompareOp) \
    X(CmdSetDepthBoundsTestEnable, CmdSetDepthBoundsTestEnable) \
    X(CmdSetPrimitiveTopology, CmdSetPrimitiveTopology) X(CmdSetPrimitiveRestartEnable, CmdSetPrimitiveRestartEnable) \
    X(CmdSetStencilTestEnable, CmdSetStencilTestEnable) X(CmdSetStencilOp, CmdSetStencilOp) \
    X(CmdDrawIndirectCount, CmdDrawIndirectCount) X(CmdDrawIndexedIndirectCount, CmdDrawIndexedIndirectCount) \
    X(CmdSetViewportWithCount, CmdSetViewportWithCount) X(CmdSetScissorWithCount, CmdSetScissorWithCount) \
    X(CmdSetViewport, CmdSetViewport) X(CmdSetScissor, CmdSetScissor) X(CmdDraw, CmdDraw) X(CmdDrawIndexed, CmdDrawIndexed) X(CmdDrawIndirect, CmdDrawIndirect) \
    X(CmdDrawIndexedIndirect, CmdDrawIndexedIndirect) X(CmdBindVertexBuffers, CmdBindVertexBuffers) \
    X(CmdBindVertexBuffers2, CmdBindVertexBuffers2) X(CmdBindIndexBuffer, CmdBindIndexBuffer) \
    X(MapMemory, MapMemory) X(UnmapMemory, UnmapMemory) X(GetBufferMemoryRequirements, GetMemoryRequirements) \
    X(GetImageMemoryRequirements, GetMemoryRequirements) \
    X(GetBufferMemoryRequirements2, GetMemoryRequirements2) \
    X(GetImageMemoryRequirements2, GetMemoryRequirements2) \
    X(GetDeviceBufferMemoryRequirements, GetDeviceBufferMemoryRequirements) \
    X(GetDeviceImageMemoryRequirements, GetDeviceImageMemoryRequirements) \
    X(GetDeviceMemoryCommitment, GetDeviceMemoryCommitment) \
    X(GetImageSubresourceLayout, GetImageSubresourceLayout) \
    X(GetImageSparseMemoryRequirements, nothing_counted) X(GetImageSparseMemoryRequirements2, nothing_counted) \
    X(GetDeviceImageSparseMemoryRequirements, nothing_counted) X(GetBufferDeviceAddress, GetBufferDeviceAddress) \
    X(GetBufferOpaqueCaptureAddress, own_address) X(GetDeviceMemoryOpaqueCaptureAddress, own_address) \
    X(ResetFences, ResetFences) X(GetFenceStatus, GetFenceStatus) X(WaitForFences, WaitForFences) \
    X(SetEvent, SetEvent) X(ResetEvent, ResetEvent) X(GetEventStatus, GetEventStatus) \
    X(GetSemaphoreCounterValue, GetSemaphoreCounterValue) X(SignalSemaphore, SignalSemaphore) \
    X(WaitSemaphores, WaitSemaphores) \
    X(TrimCommandPool, TrimCommandPool) X(QueueSubmit2, QueueSubmit2) X(QueueBindSparse, QueueBindSparse) \
    X(GetQueryPoolResults, GetQueryPoolResults) X(ResetQueryPool, ResetQueryPool) \
    X(GetPipelineCacheData, GetPipelineCacheData) \
    X(GetRenderAreaGranularity, GetRenderAreaGranularity) \
    X(GetDescriptorSetLayoutSupport, GetDescriptorSetLayoutSupport) \
    X(GetDeviceGroupPeerMemoryFeatures, GetDeviceGroupPeerMemoryFeatures) X(GetPrivateData, GetPrivateData) \
    X(SetPrivateData, SetPrivateData) \
    X(ResetDescriptorPool, ResetDescriptorPool) X(GetPhysicalDeviceFeatures, GetPhysicalDeviceFeatures) \
    X(GetPhysicalDeviceFeatures2, GetPhysicalDeviceFeatures2) \
    X(GetPhysicalDeviceMemoryProperties, GetPhysicalDeviceMemoryProperties) \
    X(GetPhysicalDeviceMemoryProperties2, GetPhysicalDeviceMemoryProperties2) \
    X(GetPhysicalDeviceFormatProperties, GetPhysicalDeviceFormatProperties) \
    X(GetPhysicalDeviceFormatProperties2, GetPhysicalDeviceFormatProperties2) \
    X(GetPhysicalDeviceImageFormatProperties, GetPhysicalDeviceImageFormatProperties) \
    X(GetPhysicalDeviceImageFormatProperties2, GetPhysicalDeviceImageFormatProperties2)
#define AFTERS(X) \
    X(AllocateMemory) X(CreateFence) X(CreateEvent) X(CreateBuffer) X(CreateImage) X(CreateSemaphore) X(CreateShaderModule) \
    X(CreateComputePipelines) X(CreateGraphicsPipelines) X(CreateImageView) X(CreateRenderPass) X(CreateRenderPass2) X(CreateFramebuffer) \
    X(CreateSampler) X(CreateBufferView) X(CreateDescriptorSetLayout) X(AllocateDescriptorSets) X(CreateDescriptorUpdateTemplate) \
    X(CreateQueryPool)

static enum whole_way way_of(const char *name) {
    if (strcmp(name, "vkFreeDescriptorSets") == 0) return GIVES_BACK;
    if (strncmp(name, "vkDestroy", 9) == 0 || strcmp(name, "vkFreeMemory") == 0) return ENDS;
    return strncmp(name, "vkCreate", 8) == 0 || strncmp(name, "vkAllocate", 10) == 0 ? MAKES : ANSWERED;
}

void prepare_whole(void) {
    for (size_t i = 0; i < WHOLE_END; i++) wholes[i].way = way_of(wholes[i].name);
#define SET_ANSWER(command, function) wholes[WHOLE_vk##command].answer = answer_##function;
#define SET_AFTER(command) wholes[WHOLE_vk##command].after = after_##command;
    ANSWERS(SET_ANSWER)
    AFTERS(SET_AFTER)
    // Their numbers are no words.
    wholes[WHOLE_vkCmdSetDepthBias].own = (PFN_vkVoidFunction)set_depth_bias;
    wholes[WHOLE_vkCmdSetLineWidth].own = (PFN_vkVoidFunction)set_line_width;
    wholes[WHOLE_vkCmdSetDepthBounds].own = (PFN_vkVoidFunction)set_depth_bounds;
}
