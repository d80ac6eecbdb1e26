// Passes of a driver "whole=1" that begin by newer commands: render passes of vkCreateRenderPass2, and rendering without a
// render pass, of which a pass and a framebuffer are made. Command buffers that continue a pass have those of their
// inheritance.
#include "../mock_icd.h"

enum { COLOUR_AND_RESOLVED = 2 };

AFTER(CreateRenderPass2) {
    const VkRenderPassCreateInfo2 *info = (const void *)given[1];
    struct pass pass = {.attachment_count = info->attachmentCount < KEPT_ATTACHMENTS ? info->attachmentCount : KEPT_ATTACHMENTS};
    for (uint32_t i = 0; i < pass.attachment_count; i++) {
        VkAttachmentLoadOp load = violates("passes2_kept") ? VK_ATTACHMENT_LOAD_OP_LOAD : info->pAttachments[i].loadOp;
        pass.attachments[i] = (struct kept_attachment){info->pAttachments[i].format, load};
    }
    for (uint32_t i = 0; i < info->subpassCount && i < KEPT_SUBPASSES; i++) {
        const VkSubpassDescription2 *from = &info->pSubpasses[i];
        struct subpass *to = &pass.subpasses[i];
        to->count = from->colorAttachmentCount < KEPT_ATTACHMENTS ? from->colorAttachmentCount : KEPT_ATTACHMENTS;
        for (uint32_t j = 0; j < to->count; j++) {
            to->colours[j] = from->pColorAttachments[j].attachment;
            to->resolved[j] = from->pResolveAttachments == NULL ? VK_ATTACHMENT_UNUSED : from->pResolveAttachments[j].attachment;
            if (violates("passes2_unresolved")) to->resolved[j] = VK_ATTACHMENT_UNUSED;
        }
        to->views = violates("views2_one") ? from->viewMask & 1 : from->viewMask;
    }
    keep_bytes(made, &pass, sizeof pass);
}

ANSWER(CmdBeginRenderPass2) { return answer_CmdBeginRenderPass(given); }
ANSWER(CmdNextSubpass2) { return violates("subpasses2_one") ? 0 : answer_CmdNextSubpass(given); }
ANSWER(CmdEndRenderPass2) { return answer_CmdEndRenderPass(given); }

// ---- without a render pass

void forget_rendering(struct command_buffer *buffer) {
    struct thing *const both[] = {buffer->rendered_pass, buffer->rendered_to};
    for (size_t i = 0; i < COUNT(both); i++) {
        if (both[i] != NULL) free(both[i]->bytes);
        free(both[i]);
    }
    buffer->rendered_pass = buffer->rendered_to = NULL;
}

// Depths are resolved as colours are, by an attachment more: both have four bytes.
static void resolve_depths(struct pass *pass, VkImageView *views, const VkRenderingAttachmentInfo *depths) {
    struct subpass *subpass = &pass->subpasses[0];
    if (depths->resolveMode == VK_RESOLVE_MODE_NONE || violates("rendering_depths_unresolved")) return;
    subpass->colours[subpass->count] = pass->attachment_count;
    subpass->resolved[subpass->count++] = pass->attachment_count + 1;
    views[++pass->attachment_count] = depths->resolveImageView;
    pass->attachments[pass->attachment_count].load = VK_ATTACHMENT_LOAD_OP_LOAD;
}

// Of colours there is one attachment; it, what it resolves to, and the depths are views of the framebuffer, in this order.
static int make_rendering(struct command_buffer *buffer, const VkRenderingInfo *info) {
    const VkRenderingAttachmentInfo *colour = info->colorAttachmentCount > 0 ? info->pColorAttachments : NULL;
    VkImageView views[KEPT_ATTACHMENTS] = {0};
    struct pass pass = {.attachment_count = 0};
    struct subpass *subpass = &pass.subpasses[0];
    const VkAttachmentLoadOp kept = VK_ATTACHMENT_LOAD_OP_LOAD;
    int is_resumed = info->flags & VK_RENDERING_RESUMING_BIT && !violates("rendering_anew");
    if (colour != NULL) {
        views[0] = colour->imageView;
        views[1] = colour->resolveMode == VK_RESOLVE_MODE_NONE ? 0 : colour->resolveImageView;
        pass.attachments[0].load = is_resumed || violates("rendering_kept") ? kept : colour->loadOp;
        pass.attachments[1].load = kept;
        *subpass = (struct subpass){.count = 1, .resolved = {views[1] == 0 || violates("rendering_unresolved") ? VK_ATTACHMENT_UNUSED : 1}};
        pass.attachment_count = COLOUR_AND_RESOLVED;
    }
    if (info->pDepthAttachment != NULL && !violates("rendering_depths_lost")) {
        views[pass.attachment_count] = info->pDepthAttachment->imageView;
        pass.attachments[pass.attachment_count].format = VK_FORMAT_D32_SFLOAT_S8_UINT;
        pass.attachments[pass.attachment_count].load = is_resumed ? kept : info->pDepthAttachment->loadOp;
        resolve_depths(&pass, views, info->pDepthAttachment);
        pass.attachment_count++;
    }
    subpass->views = violates("rendering_one_view") ? info->viewMask & 1 : info->viewMask;
    forget_rendering(buffer);
    buffer->rendered_pass = calloc(1, sizeof *buffer->rendered_pass);
    buffer->rendered_to = calloc(1, sizeof *buffer->rendered_to);
    if (buffer->rendered_pass == NULL || buffer->rendered_to == NULL) return 0;
    keep_bytes(buffer->rendered_pass, &pass, sizeof pass);
    keep_bytes(buffer->rendered_to, views, sizeof views);
    buffer->rendered_to->size = pass.attachment_count;
    buffer->rendered_to->state = violates("rendering_one_layer") ? 1 : info->layerCount;
    return 1;
}

ANSWER(CmdBeginRendering) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    const VkRenderingInfo *info = (const void *)given[1];
    VkClearValue values[KEPT_ATTACHMENTS] = {0};
    uint32_t depths = info->colorAttachmentCount > 0 ? COLOUR_AND_RESOLVED : 0;
    const VkRect2D whole = {{0, 0},
                            {info->renderArea.offset.x + info->renderArea.extent.width,
                             info->renderArea.offset.y + info->renderArea.extent.height}};
    if (!make_rendering(buffer, info)) return 0;
    if (depths > 0) values[0] = info->pColorAttachments[0].clearValue;
    if (info->pDepthAttachment != NULL) values[depths] = info->pDepthAttachment->clearValue;
    if (info->pStencilAttachment != NULL && !violates("rendering_stencils_mixed"))
        values[depths].depthStencil.stencil = info->pStencilAttachment->clearValue.depthStencil.stencil;
    if (info->pStencilAttachment != NULL && violates("rendering_depths_mixed"))
        values[depths].depthStencil.depth = info->pStencilAttachment->clearValue.depthStencil.depth;
    const VkRenderPassBeginInfo begun = {.renderPass = (VkRenderPass)(uintptr_t)buffer->rendered_pass,
                                         .framebuffer = (VkFramebuffer)(uintptr_t)buffer->rendered_to,
                                         .renderArea = violates("rendering_area_wide") ? whole : info->renderArea,
                                         .clearValueCount = COUNT(values),
                                         .pClearValues = values};
    const uintptr_t older[] = {given[0], (uintptr_t)&begun, 0};
    return answer_CmdBeginRenderPass(older);
}

ANSWER(CmdEndRendering) { return answer_CmdEndRenderPass(given); }

// ---- command buffers that continue a pass

void continue_pass(struct command_buffer *buffer, const VkCommandBufferBeginInfo *info) {
    const VkCommandBufferInheritanceInfo *inherited = info->pInheritanceInfo;
    if (!(info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT) || inherited == NULL) return;
    buffer->pass = THING((uintptr_t)inherited->renderPass);
    buffer->subpass = inherited->subpass;
    buffer->framebuffer = THING((uintptr_t)inherited->framebuffer);
}
