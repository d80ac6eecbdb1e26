// Copies, blits and resolves of images of a driver "whole=1" in their newer forms: done as by the first ones.
#include "../mock_icd.h"

#define MOST_REGIONS 8U

static uint32_t at_most(uint32_t count) { return count < MOST_REGIONS ? count : MOST_REGIONS; }

ANSWER(CmdCopyImage2) {
    const VkCopyImageInfo2 *info = (const void *)given[1];
    VkImageCopy regions[MOST_REGIONS];
    uint32_t count = violates("copies2_lost") ? 0 : at_most(info->regionCount);
    for (uint32_t i = 0; i < count; i++)
        regions[i] = (VkImageCopy){info->pRegions[i].srcSubresource, info->pRegions[i].srcOffset,
                                   info->pRegions[i].dstSubresource, info->pRegions[i].dstOffset,
                                   info->pRegions[i].extent};
    const uintptr_t older[] = {given[0], (uintptr_t)info->srcImage, 0, (uintptr_t)info->dstImage, 0, count,
                               (uintptr_t)regions};
    return answer_CmdCopyImage(older);
}

ANSWER(CmdBlitImage2) {
    const VkBlitImageInfo2 *info = (const void *)given[1];
    VkImageBlit regions[MOST_REGIONS];
    uint32_t count = violates("blits2_lost") ? 0 : at_most(info->regionCount);
    for (uint32_t i = 0; i < count; i++) {
        regions[i] = (VkImageBlit){.srcSubresource = info->pRegions[i].srcSubresource,
                                   .dstSubresource = info->pRegions[i].dstSubresource};
        memcpy(regions[i].srcOffsets, info->pRegions[i].srcOffsets, sizeof regions[i].srcOffsets);
        memcpy(regions[i].dstOffsets, info->pRegions[i].dstOffsets, sizeof regions[i].dstOffsets);
    }
    const uintptr_t older[] = {given[0], (uintptr_t)info->srcImage, 0, (uintptr_t)info->dstImage, 0, count,
                               (uintptr_t)regions, violates("blits2_nearest") ? VK_FILTER_NEAREST : (uintptr_t)info->filter};
    return answer_CmdBlitImage(older);
}

static uint32_t older_regions(uint32_t count, const VkBufferImageCopy2 *regions, VkBufferImageCopy *to) {
    for (uint32_t i = 0; i < at_most(count); i++)
        to[i] = (VkBufferImageCopy){regions[i].bufferOffset,      regions[i].bufferRowLength,
                                    regions[i].bufferImageHeight, regions[i].imageSubresource,
                                    regions[i].imageOffset,       regions[i].imageExtent};
    return at_most(count);
}

ANSWER(CmdCopyBufferToImage2) {
    const VkCopyBufferToImageInfo2 *info = (const void *)given[1];
    VkBufferImageCopy regions[MOST_REGIONS];
    uint32_t count = older_regions(info->regionCount, info->pRegions, regions);
    const uintptr_t older[] = {given[0], (uintptr_t)info->srcBuffer, (uintptr_t)info->dstImage, 0,
                               violates("copies_in2_lost") ? 0 : count, (uintptr_t)regions};
    return answer_CmdCopyBufferToImage(older);
}

ANSWER(CmdCopyImageToBuffer2) {
    const VkCopyImageToBufferInfo2 *info = (const void *)given[1];
    VkBufferImageCopy regions[MOST_REGIONS];
    uint32_t count = older_regions(info->regionCount, info->pRegions, regions);
    const uintptr_t older[] = {given[0], (uintptr_t)info->srcImage, 0, (uintptr_t)info->dstBuffer,
                               violates("copies_out2_lost") ? 0 : count, (uintptr_t)regions};
    return answer_CmdCopyImageToBuffer(older);
}

// The samples of an image are alike, and one of them is kept.
ANSWER(CmdResolveImage) {
    VkImageCopy regions[MOST_REGIONS];
    const VkImageResolve *resolved = (const void *)given[6];
    uint32_t count = violates("resolves_lost") ? 0 : at_most((uint32_t)given[5]);
    if (violates("resolves_first") && count > 1) count = 1;
    for (uint32_t i = 0; i < count; i++)
        regions[i] = (VkImageCopy){resolved[i].srcSubresource, resolved[i].srcOffset, resolved[i].dstSubresource,
                                   resolved[i].dstOffset, resolved[i].extent};
    for (uint32_t i = 0; i < count && violates("resolves_one_layer"); i++)
        regions[i].srcSubresource.layerCount = regions[i].dstSubresource.layerCount = 1;
    const uintptr_t older[] = {given[0], given[1], 0, given[3], 0, count, (uintptr_t)regions};
    return answer_CmdCopyImage(older);
}

ANSWER(CmdResolveImage2) {
    const VkResolveImageInfo2 *info = (const void *)given[1];
    VkImageResolve regions[MOST_REGIONS];
    uint32_t count = violates("resolves2_lost") ? 0 : at_most(info->regionCount);
    for (uint32_t i = 0; i < count; i++)
        regions[i] = (VkImageResolve){info->pRegions[i].srcSubresource, info->pRegions[i].srcOffset,
                                      info->pRegions[i].dstSubresource, info->pRegions[i].dstOffset,
                                      info->pRegions[i].extent};
    const uintptr_t older[] = {given[0], (uintptr_t)info->srcImage, 0, (uintptr_t)info->dstImage, 0, count,
                               (uintptr_t)regions};
    return answer_CmdResolveImage(older);
}
