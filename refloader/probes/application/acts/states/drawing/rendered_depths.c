// The act "states", dynamic rendering with attachments of depth and stencil: what is cleared and resolved is read.
#include <string.h>

#include "subpasses.h"

#define BOTH_ASPECTS (VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT)

enum { STENCIL = 0x5A, OTHER_STENCIL = 0xC3 };

// An image of one sample or of several.
struct depths {
    struct image image;
    VkImageView view;
};

struct rendering {
    struct player *player;
    VkFormat format;
    PFN_vkCmdBeginRendering begin;
    PFN_vkCmdEndRendering end;
};

static VkCommandBuffer commands_of(const struct rendering *rendering) { return rendering->player->recorder.commands; }

static void enter(const struct rendering *rendering, const struct image *image) {
    const VkAccessFlags all = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    const VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         .dstAccessMask = all,
                                         .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .image = image->handle,
                                         .subresourceRange = {BOTH_ASPECTS, 0, 1, 0, 1}};
    rendering->player->device->CmdPipelineBarrier(commands_of(rendering), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

static VkRenderingAttachmentInfo cleared(VkImageView view, float depth, uint32_t stencil) {
    return (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                       .imageView = view,
                                       .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                       .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                       .clearValue = {.depthStencil = {depth, stencil}}};
}

// Begun and ended, with nothing between.
static void render(const struct rendering *rendering, const VkRenderingAttachmentInfo *depths,
                   const VkRenderingAttachmentInfo *stencils) {
    const VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = whole,
                                  .layerCount = 1,
                                  .pDepthAttachment = depths,
                                  .pStencilAttachment = stencils};
    barrier(rendering->player->device, commands_of(rendering));
    rendering->begin(commands_of(rendering), &info);
    rendering->end(commands_of(rendering));
}

static int read_out(const struct rendering *rendering, const struct depths *read, VkImageAspectFlags aspect) {
    const VkBufferImageCopy out = {.imageSubresource = {aspect, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    struct player *player = rendering->player;
    barrier(player->device, commands_of(rendering));
    states_copy_out(player, 0, read->image.handle, player->buffer.handle, 1, &out);
    return states_end(player);
}

// Cleared to 0, and then to 1: itself, or the samples of another one, of which the first is resolved to it.
static void clear_depths(const struct rendering *rendering, const struct depths *read, const struct depths *last) {
    struct player *player = rendering->player;
    const int is_resolved = last != read;
    const VkRenderingAttachmentInfo first = cleared(read->view, 0, 0);
    VkRenderingAttachmentInfo second = cleared(last->view, 1, 0);
    if (is_resolved) {
        second.resolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
        second.resolveImageView = read->view;
        second.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
    }
    states_clear(player);
    if (!states_begin(player)) return;
    enter(rendering, &read->image);
    if (is_resolved) enter(rendering, &last->image);
    render(rendering, &first, NULL);
    render(rendering, &second, NULL);
    if (read_out(rendering, read, VK_IMAGE_ASPECT_DEPTH_BIT))
        find(player, is_resolved ? "rendered.depths_resolved" : "rendered.depths", states_count_depths(player, rendering->format));
}

// The values of depth and stencil are those of their own attachments, although both attachments have one view.
static void clear_both(const struct rendering *rendering, const struct depths *read, VkImageAspectFlags aspect) {
    struct player *player = rendering->player;
    const VkRenderingAttachmentInfo depths = cleared(read->view, 1, OTHER_STENCIL), stencils = cleared(read->view, 0, STENCIL);
    uint32_t right = 0;
    states_clear(player);
    if (!states_begin(player)) return;
    enter(rendering, &read->image);
    render(rendering, &depths, &stencils);
    if (!read_out(rendering, read, aspect)) return;
    if (aspect == VK_IMAGE_ASPECT_DEPTH_BIT) {
        find(player, "rendered.depths_beside", states_count_depths(player, rendering->format));
        return;
    }
    for (uint32_t i = 0; i < TINY * TINY; i++) right += ((const unsigned char *)player->words)[i] == STENCIL;
    find(player, "rendered.stencils", right);
}

static int make(struct device *device, struct depths *depths, const VkImageCreateInfo *info) {
    memset(depths, 0, sizeof *depths);
    if (!image_is_offered(device, info) || !image_make_of("image", device, &depths->image, info)) return 0;
    const VkImageViewCreateInfo of_all = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                          .image = depths->image.handle,
                                          .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                          .format = info->format,
                                          .subresourceRange = {BOTH_ASPECTS, 0, 1, 0, 1}};
    return made(device->CreateImageView(device->handle, &of_all, callbacks_of("view"), &depths->view), &depths->view) == VK_SUCCESS;
}

static void end(struct device *device, struct depths *depths) {
    device->DestroyImageView(device->handle, depths->view, callbacks_of("view"));
    image_end(device, &depths->image);
}

void rendered_depths(struct player *player, PFN_vkCmdBeginRendering begun, PFN_vkCmdEndRendering ended) {
    const VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    struct device *device = player->device;
    struct depths read, samples;
    if (!states_choose_depths(player, &info, needed)) return;
    const struct rendering rendering = {.player = player, .format = info.format, .begin = begun, .end = ended};
    if (make(device, &read, &info)) {
        clear_depths(&rendering, &read, &read);
        clear_both(&rendering, &read, VK_IMAGE_ASPECT_DEPTH_BIT);
        clear_both(&rendering, &read, VK_IMAGE_ASPECT_STENCIL_BIT);
        info.samples = SAMPLES;
        info.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        if (make(device, &samples, &info)) clear_depths(&rendering, &read, &samples);
        end(device, &samples);
    }
    end(device, &read);
}
