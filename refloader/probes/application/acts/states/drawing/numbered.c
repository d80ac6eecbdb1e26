#include "numbered.h"

static VkResult make_pass(struct device *device, struct numbered *numbered) {
    const VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkAttachmentDescription attachment = {.format = VK_FORMAT_R32_UINT,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = layout,
                                                .finalLayout = layout};
    const VkAttachmentReference reference = {0, layout};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &numbered->pass),
                &numbered->pass);
}

static VkResult make_framebuffer(struct device *device, struct numbered *numbered) {
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = numbered->image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = VK_FORMAT_R32_UINT,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkResult result =
        made(device->CreateImageView(device->handle, &view, callbacks_of("view"), &numbered->view), &numbered->view);
    if (result != VK_SUCCESS) return result;
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = numbered->pass,
                                          .attachmentCount = 1,
                                          .pAttachments = &numbered->view,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = 1};
    return made(
        device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &numbered->framebuffer),
        &numbered->framebuffer);
}

int numbered_make(struct player *player, struct numbered *numbered) {
    struct device *device = player->device;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    info.format = VK_FORMAT_R32_UINT;
    memset(numbered, 0, sizeof *numbered);
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost || !image_is_offered(device, &info)) return 0;
    return image_make_of("image", device, &numbered->image, &info) && make_pass(device, numbered) == VK_SUCCESS &&
           make_framebuffer(device, numbered) == VK_SUCCESS;
}

void numbered_end(struct player *player, struct numbered *numbered) {
    struct device *device = player->device;
    device->DestroyFramebuffer(device->handle, numbered->framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(device->handle, numbered->pass, callbacks_of("render pass"));
    device->DestroyImageView(device->handle, numbered->view, callbacks_of("view"));
    image_end(device, &numbered->image);
}

int numbered_begin(struct player *player, struct numbered *numbered, uint32_t number) {
    struct device *device = player->device;
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkClearValue before = {.color = {.uint32 = {number}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = numbered->pass,
                                        .framebuffer = numbered->framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = 1,
                                        .pClearValues = &before};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    VkCommandBuffer commands = player->recorder.commands;
    states_clear(player);
    if (device->BeginCommandBuffer(commands, &begin) != VK_SUCCESS) return 0;
    image_become(device, commands, &numbered->image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    device->CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &info.renderArea);
    return 1;
}

int numbered_run(struct player *player, struct numbered *numbered) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    device->CmdEndRenderPass(commands);
    barrier(device, commands);
    image_copy_out(device, commands, &numbered->image, &player->buffer);
    return device->EndCommandBuffer(commands) == VK_SUCCESS && states_run(player, commands);
}
