// The act "states", copies of images, blits and resolves: by the first form of each command, or by the one of Vulkan 1.3, which has
// its parameters in a structure.
#include "states.h"

#define MOST_REGIONS 4

int states_have_newer_copies(const struct player *player) {
    struct device *device = player->device;
    return device->api >= VK_API_VERSION_1_3 && DEVICE_COMMAND(device, CmdCopyImage2) != NULL &&
           DEVICE_COMMAND(device, CmdBlitImage2) != NULL && DEVICE_COMMAND(device, CmdCopyBufferToImage2) != NULL &&
           DEVICE_COMMAND(device, CmdCopyImageToBuffer2) != NULL &&
           DEVICE_COMMAND(device, CmdResolveImage2) != NULL;
}

static void renew(uint32_t count, const VkBufferImageCopy *regions, VkBufferImageCopy2 *to) {
    for (uint32_t i = 0; i < count; i++)
        to[i] = (VkBufferImageCopy2){.sType = VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2,
                                     .bufferOffset = regions[i].bufferOffset,
                                     .bufferRowLength = regions[i].bufferRowLength,
                                     .bufferImageHeight = regions[i].bufferImageHeight,
                                     .imageSubresource = regions[i].imageSubresource,
                                     .imageOffset = regions[i].imageOffset,
                                     .imageExtent = regions[i].imageExtent};
}

void states_copy_in(struct player *player, int is_newer, VkBuffer from, VkImage to, uint32_t count,
                    const VkBufferImageCopy *regions) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkBufferImageCopy2 newer[MOST_REGIONS];
    if (!is_newer) {
        device->CmdCopyBufferToImage(commands, from, to, VK_IMAGE_LAYOUT_GENERAL, count, regions);
        return;
    }
    renew(count, regions, newer);
    const VkCopyBufferToImageInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2,
                                           .srcBuffer = from,
                                           .dstImage = to,
                                           .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .regionCount = count,
                                           .pRegions = newer};
    DEVICE_CALL(device, CmdCopyBufferToImage2)(commands, &info);
}

void states_copy_out(struct player *player, int is_newer, VkImage from, VkBuffer to, uint32_t count,
                     const VkBufferImageCopy *regions) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkBufferImageCopy2 newer[MOST_REGIONS];
    if (!is_newer) {
        device->CmdCopyImageToBuffer(commands, from, VK_IMAGE_LAYOUT_GENERAL, to, count, regions);
        return;
    }
    renew(count, regions, newer);
    const VkCopyImageToBufferInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2,
                                           .srcImage = from,
                                           .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .dstBuffer = to,
                                           .regionCount = count,
                                           .pRegions = newer};
    DEVICE_CALL(device, CmdCopyImageToBuffer2)(commands, &info);
}

void states_copy_between(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count,
                         const VkImageCopy *regions) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkImageCopy2 newer[MOST_REGIONS];
    if (!is_newer) {
        device->CmdCopyImage(commands, from, VK_IMAGE_LAYOUT_GENERAL, to, VK_IMAGE_LAYOUT_GENERAL, count, regions);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        newer[i] = (VkImageCopy2){.sType = VK_STRUCTURE_TYPE_IMAGE_COPY_2,
                                  .srcSubresource = regions[i].srcSubresource,
                                  .srcOffset = regions[i].srcOffset,
                                  .dstSubresource = regions[i].dstSubresource,
                                  .dstOffset = regions[i].dstOffset,
                                  .extent = regions[i].extent};
    const VkCopyImageInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2,
                                   .srcImage = from,
                                   .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .dstImage = to,
                                   .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .regionCount = count,
                                   .pRegions = newer};
    DEVICE_CALL(device, CmdCopyImage2)(commands, &info);
}

void states_blit(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count,
                 const VkImageBlit *regions, VkFilter filter) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkImageBlit2 newer[MOST_REGIONS];
    if (!is_newer) {
        device->CmdBlitImage(commands, from, VK_IMAGE_LAYOUT_GENERAL, to, VK_IMAGE_LAYOUT_GENERAL, count, regions,
                             filter);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        newer[i] = (VkImageBlit2){.sType = VK_STRUCTURE_TYPE_IMAGE_BLIT_2,
                                  .srcSubresource = regions[i].srcSubresource,
                                  .srcOffsets = {regions[i].srcOffsets[0], regions[i].srcOffsets[1]},
                                  .dstSubresource = regions[i].dstSubresource,
                                  .dstOffsets = {regions[i].dstOffsets[0], regions[i].dstOffsets[1]}};
    const VkBlitImageInfo2 info = {.sType = VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2,
                                   .srcImage = from,
                                   .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .dstImage = to,
                                   .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                   .regionCount = count,
                                   .pRegions = newer,
                                   .filter = filter};
    DEVICE_CALL(device, CmdBlitImage2)(commands, &info);
}

void states_resolve(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count,
                    const VkImageResolve *regions) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkImageResolve2 newer[MOST_REGIONS];
    if (!is_newer) {
        DEVICE_CALL(device, CmdResolveImage)(commands, from, VK_IMAGE_LAYOUT_GENERAL, to, VK_IMAGE_LAYOUT_GENERAL, count,
                                                regions);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        newer[i] = (VkImageResolve2){.sType = VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2,
                                     .srcSubresource = regions[i].srcSubresource,
                                     .srcOffset = regions[i].srcOffset,
                                     .dstSubresource = regions[i].dstSubresource,
                                     .dstOffset = regions[i].dstOffset,
                                     .extent = regions[i].extent};
    const VkResolveImageInfo2 info = {.sType = VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2,
                                      .srcImage = from,
                                      .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .dstImage = to,
                                      .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                      .regionCount = count,
                                      .pRegions = newer};
    DEVICE_CALL(device, CmdResolveImage2)(commands, &info);
}
