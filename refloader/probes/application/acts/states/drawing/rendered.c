// The act "states", passes that begin by newer commands: render passes of vkCreateRenderPass2, dynamic rendering, also over
// two command buffers, and command buffers that are executed in a pass. They clear and resolve what the first forms do.
#include <string.h>

#include "subpasses.h"

enum { BUFFERS = 2 };

struct rendered {
    struct clearing clearing;
    VkRenderPass passes[PASSES];  // by the newer command
    VkCommandBuffer buffers[BUFFERS];  // secondary or primary ones
    int has_buffers;
    PFN_vkCreateRenderPass2 create;
    PFN_vkCmdBeginRenderPass2 begin;
    PFN_vkCmdNextSubpass2 next;
    PFN_vkCmdEndRenderPass2 end;
    PFN_vkCmdBeginRendering begin_dynamic;
    PFN_vkCmdEndRendering end_dynamic;
};

static VkCommandBuffer commands_of(const struct rendered *rendered) { return rendered->clearing.player->recorder.commands; }

// ---- render passes of the second form

static VkAttachmentDescription2 cleared(VkSampleCountFlagBits samples) {
    const VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;
    return (VkAttachmentDescription2){.sType = VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2,
                                      .format = COLOUR,
                                      .samples = samples,
                                      .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                      .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                      .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                      .initialLayout = layout,
                                      .finalLayout = layout};
}

// The same as by the first form.
static VkResult make_pass(struct rendered *rendered, int which) {
    struct device *device = rendered->clearing.player->device;
    const uint32_t subpasses = which == IN_TURN ? 2 : 1, attachments = which == IN_TURN || which == RESOLVING ? 2 : 1;
    const VkAttachmentDescription2 each[] = {cleared(which == RESOLVING ? SAMPLES : VK_SAMPLE_COUNT_1_BIT),
                                             cleared(VK_SAMPLE_COUNT_1_BIT)};
    VkAttachmentReference2 references[2];
    VkSubpassDescription2 of_each[2];
    for (uint32_t i = 0; i < COUNT(of_each); i++) {
        references[i] = (VkAttachmentReference2){.sType = VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                                 .attachment = i,
                                                 .layout = VK_IMAGE_LAYOUT_GENERAL,
                                                 .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
        of_each[i] = (VkSubpassDescription2){.sType = VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2,
                                             .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                             .viewMask = which == OF_VIEWS ? 3 : 0,
                                             .colorAttachmentCount = 1,
                                             .pColorAttachments = &references[i],
                                             .pResolveAttachments = which == RESOLVING ? &references[1] : NULL};
    }
    const VkSubpassDependency2 order = {.sType = VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2,
                                        .srcSubpass = 0,
                                        .dstSubpass = 1,
                                        .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                        .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
    const VkRenderPassCreateInfo2 info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2,
                                          .attachmentCount = attachments,
                                          .pAttachments = each,
                                          .subpassCount = subpasses,
                                          .pSubpasses = of_each,
                                          .dependencyCount = subpasses - 1,
                                          .pDependencies = &order};
    VkRenderPass *to = &rendered->passes[which];
    return made(rendered->create(device->handle, &info, callbacks_of("render pass"), to), to);
}

static VkRenderPassBeginInfo pass_info(const struct rendered *rendered, VkRenderPass pass, int framebuffer,
                                       const VkClearValue *values) {
    return (VkRenderPassBeginInfo){.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = pass,
                                   .framebuffer = rendered->clearing.framebuffers[framebuffer],
                                   .renderArea = whole,
                                   .clearValueCount = 2,
                                   .pClearValues = values};
}

static void pass_over(struct rendered *rendered, const char *what, int pass, int framebuffer, uint32_t layer,
                      const unsigned char *colour) {
    struct clearing *clearing = &rendered->clearing;
    struct device *device = clearing->player->device;
    if (make_pass(rendered, pass) != VK_SUCCESS || !clearing_begin(clearing)) return;
    const VkRenderPassBeginInfo info = pass_info(rendered, rendered->passes[pass], framebuffer, green);
    barrier(device, commands_of(rendered));
    device->CmdBeginRenderPass(commands_of(rendered), &info, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdEndRenderPass(commands_of(rendered));
    clearing_finish(clearing, what, layer, colour);
}

// The second subpass has an attachment of its own, which is the second layer.
static void pass_by_newer(struct rendered *rendered) {
    struct clearing *clearing = &rendered->clearing;
    const VkSubpassBeginInfo begun = {.sType = VK_STRUCTURE_TYPE_SUBPASS_BEGIN_INFO, .contents = VK_SUBPASS_CONTENTS_INLINE};
    const VkSubpassEndInfo ended = {.sType = VK_STRUCTURE_TYPE_SUBPASS_END_INFO};
    if (make_pass(rendered, IN_TURN) != VK_SUCCESS || !clearing_begin(clearing)) return;
    const VkRenderPassBeginInfo info = pass_info(rendered, rendered->passes[IN_TURN], EACH_LAYER, blue);
    barrier(clearing->player->device, commands_of(rendered));
    rendered->begin(commands_of(rendered), &info, &begun);
    rendered->next(commands_of(rendered), &begun, &ended);
    clearing_clear(clearing, commands_of(rendered), 0, 1);
    rendered->end(commands_of(rendered), &ended);
    clearing_finish(clearing, "rendered.second_subpass", 1, GREEN);
}

static void pass_by_newer_forms(struct rendered *rendered) {
    struct device *device = rendered->clearing.player->device;
    rendered->create = DEVICE_COMMAND(device, CreateRenderPass2);
    rendered->begin = DEVICE_COMMAND(device, CmdBeginRenderPass2);
    rendered->next = DEVICE_COMMAND(device, CmdNextSubpass2);
    rendered->end = DEVICE_COMMAND(device, CmdEndRenderPass2);
    if (device->api < VK_API_VERSION_1_2 || rendered->create == NULL || rendered->begin == NULL ||
        rendered->next == NULL || rendered->end == NULL)
        return;
    pass_over(rendered, "rendered.cleared", PLAIN, SECOND_LAYER, 1, GREEN);
    pass_over(rendered, "rendered.resolved", RESOLVING, RESOLVED, 0, GREEN);
    if (rendered->clearing.player->has_views) pass_over(rendered, "rendered.views", OF_VIEWS, ALL_VIEWS, 1, GREEN);
    pass_by_newer(rendered);
}

// ---- dynamic rendering

static VkRenderingAttachmentInfo attachment(const struct rendered *rendered, int view, VkAttachmentLoadOp load,
                                            const VkClearValue *value) {
    return (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                       .imageView = rendered->clearing.views[view],
                                       .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                       .loadOp = load,
                                       .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                       .clearValue = *value};
}

static VkRenderingInfo rendering(const VkRenderingAttachmentInfo *attachment, uint32_t layers, uint32_t views) {
    return (VkRenderingInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                             .renderArea = whole,
                             .layerCount = layers,
                             .viewMask = views,
                             .colorAttachmentCount = 1,
                             .pColorAttachments = attachment};
}

// Begun and ended, with nothing between.
static void render(struct rendered *rendered, const char *what, const VkRenderingInfo *info, uint32_t layer,
                   const unsigned char *colour) {
    struct clearing *clearing = &rendered->clearing;
    if (!clearing_begin(clearing)) return;
    barrier(clearing->player->device, commands_of(rendered));
    rendered->begin_dynamic(commands_of(rendered), info);
    rendered->end_dynamic(commands_of(rendered));
    clearing_finish(clearing, what, layer, colour);
}

static void render_once(struct rendered *rendered, const char *what, int view, uint32_t layers, uint32_t views,
                        VkAttachmentLoadOp load, uint32_t layer, const unsigned char *colour) {
    const VkRenderingAttachmentInfo colours = attachment(rendered, view, load, green);
    const VkRenderingInfo info = rendering(&colours, layers, views);
    render(rendered, what, &info, layer, colour);
}

// A part of the second layer becomes green, and what is around it stays blue.
static void render_part(struct rendered *rendered) {
    struct clearing *clearing = &rendered->clearing;
    struct player *player = clearing->player;
    const VkRect2D part = {{3, 5}, {8, 4}};
    const VkRenderingAttachmentInfo colours = attachment(rendered, OF_SECOND, VK_ATTACHMENT_LOAD_OP_CLEAR, green);
    const VkBufferImageCopy out = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 1}, .imageExtent = {TINY, TINY, 1}};
    VkRenderingInfo info = rendering(&colours, 1, 0);
    uint32_t right = 0;
    info.renderArea = part;
    if (!clearing_begin(clearing)) return;
    barrier(player->device, commands_of(rendered));
    rendered->begin_dynamic(commands_of(rendered), &info);
    rendered->end_dynamic(commands_of(rendered));
    barrier(player->device, commands_of(rendered));
    states_copy_out(player, 0, clearing->layered.handle, player->buffer.handle, 1, &out);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) {
        const uint32_t x = i % TINY - (uint32_t)part.offset.x, y = i / TINY - (uint32_t)part.offset.y;
        const int is_within = x < part.extent.width && y < part.extent.height;
        right += memcmp(&player->words[i], is_within ? GREEN : BLUE, sizeof *player->words) == 0;
    }
    find(player, "rendered.dynamic_area", right);
}

static void render_resolved(struct rendered *rendered, const char *what, int view, uint32_t layer) {
    VkRenderingAttachmentInfo colours = attachment(rendered, OF_SAMPLES, VK_ATTACHMENT_LOAD_OP_CLEAR, green);
    colours.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
    colours.resolveImageView = rendered->clearing.views[view];
    colours.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
    const VkRenderingInfo info = rendering(&colours, 1, 0);
    render(rendered, what, &info, layer, GREEN);
}

// Suspended in one command buffer, in which the first layer becomes green, and resumed in the next one: nothing is cleared
// then.
static void suspend(struct rendered *rendered) {
    struct clearing *clearing = &rendered->clearing;
    struct player *player = clearing->player;
    const VkCommandBufferBeginInfo begun = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkRenderingAttachmentInfo colours = attachment(rendered, OF_BOTH, VK_ATTACHMENT_LOAD_OP_CLEAR, blue);
    const VkBufferImageCopy out = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = BUFFERS, .pCommandBuffers = rendered->buffers};
    VkRenderingInfo info = rendering(&colours, LAYERS, 0);
    uint32_t right = 0;
    states_clear(player);
    for (uint32_t i = 0; i < BUFFERS; i++) {
        VkCommandBuffer commands = rendered->buffers[i];
        info.flags = i == 0 ? VK_RENDERING_SUSPENDING_BIT : VK_RENDERING_RESUMING_BIT;
        if (player->device->BeginCommandBuffer(commands, &begun) != VK_SUCCESS) return;
        rendered->begin_dynamic(commands, &info);
        if (i == 0) clearing_clear(clearing, commands, 0, 1);
        rendered->end_dynamic(commands);
        if (i > 0) {
            barrier(player->device, commands);
            player->device->CmdCopyImageToBuffer(commands, clearing->layered.handle, VK_IMAGE_LAYOUT_GENERAL,
                                                 player->buffer.handle, 1, &out);
            barrier(player->device, commands);
        }
        if (player->device->EndCommandBuffer(commands) != VK_SUCCESS) return;
    }
    if (!states_submit(player, 1, &submit)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += memcmp(&player->words[i], GREEN, sizeof *player->words) == 0;
    find(player, "rendered.resumed", right);
}

static void render_dynamically(struct rendered *rendered) {
    struct player *player = rendered->clearing.player;
    const VkAttachmentLoadOp clear = VK_ATTACHMENT_LOAD_OP_CLEAR;
    rendered->begin_dynamic = DEVICE_COMMAND(player->device, CmdBeginRendering);
    rendered->end_dynamic = DEVICE_COMMAND(player->device, CmdEndRendering);
    if (!player->has_rendering || rendered->begin_dynamic == NULL || rendered->end_dynamic == NULL) return;
    render_once(rendered, "rendered.dynamic_cleared", OF_SECOND, 1, 0, clear, 1, GREEN);
    render_once(rendered, "rendered.dynamic_loaded", OF_SECOND, 1, 0, VK_ATTACHMENT_LOAD_OP_LOAD, 1, BLUE);
    render_part(rendered);
    render_once(rendered, "rendered.dynamic_layers", OF_BOTH, LAYERS, 0, clear, 1, GREEN);
    if (player->has_views) render_once(rendered, "rendered.dynamic_views", OF_BOTH, 1, 3, clear, 1, GREEN);
    render_resolved(rendered, "rendered.dynamic_resolved", OF_FIRST, 0);
    render_resolved(rendered, "rendered.dynamic_resolved_elsewhere", OF_SECOND, 1);
    rendered_depths(player, rendered->begin_dynamic, rendered->end_dynamic);
}

// ---- command buffers of their own

static int make_buffers(struct rendered *rendered, VkCommandBufferLevel level) {
    struct player *player = rendered->clearing.player;
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = player->recorder.pool,
                                              .level = level,
                                              .commandBufferCount = BUFFERS};
    rendered->has_buffers = player->device->AllocateCommandBuffers(player->device->handle, &info, rendered->buffers) == VK_SUCCESS;
    return rendered->has_buffers;
}

static void end_buffers(struct rendered *rendered) {
    struct player *player = rendered->clearing.player;
    if (rendered->has_buffers)
        player->device->FreeCommandBuffers(player->device->handle, player->recorder.pool, BUFFERS, rendered->buffers);
    rendered->has_buffers = 0;
}

// The first one clears the first layer of the attachment, the second one the second layer.
static int record_secondaries(struct rendered *rendered) {
    struct device *device = rendered->clearing.player->device;
    const VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                      .renderPass = rendered->clearing.passes[PLAIN],
                                                      .framebuffer = rendered->clearing.framebuffers[BOTH_LAYERS]};
    const VkCommandBufferBeginInfo begun = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
                                            .pInheritanceInfo = &inherited};
    for (uint32_t i = 0; i < BUFFERS; i++) {
        if (device->BeginCommandBuffer(rendered->buffers[i], &begun) != VK_SUCCESS) return 0;
        clearing_clear(&rendered->clearing, rendered->buffers[i], i, 1);
        if (device->EndCommandBuffer(rendered->buffers[i]) != VK_SUCCESS) return 0;
    }
    return 1;
}

static void execute(struct rendered *rendered, const char *what, uint32_t layer) {
    struct clearing *clearing = &rendered->clearing;
    struct device *device = clearing->player->device;
    const VkRenderPassBeginInfo info = pass_info(rendered, clearing->passes[PLAIN], BOTH_LAYERS, blue);
    if (!record_secondaries(rendered) || !clearing_begin(clearing)) return;
    barrier(device, commands_of(rendered));
    device->CmdBeginRenderPass(commands_of(rendered), &info, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
    device->CmdExecuteCommands(commands_of(rendered), BUFFERS, rendered->buffers);
    device->CmdEndRenderPass(commands_of(rendered));
    clearing_finish(clearing, what, layer, GREEN);
}

void states_of_rendered(struct player *player) {
    struct rendered rendered = {.clearing = {.player = player}};
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost) return;
    if (clearing_make(&rendered.clearing)) {
        pass_by_newer_forms(&rendered);
        render_dynamically(&rendered);
        if (player->has_rendering && rendered.begin_dynamic != NULL && make_buffers(&rendered, VK_COMMAND_BUFFER_LEVEL_PRIMARY)) suspend(&rendered);
        end_buffers(&rendered);
        if (make_buffers(&rendered, VK_COMMAND_BUFFER_LEVEL_SECONDARY)) {
            execute(&rendered, "rendered.executed", 0);
            execute(&rendered, "rendered.executed_second", 1);
        }
        end_buffers(&rendered);
    }
    for (uint32_t i = 0; i < PASSES; i++)
        player->device->DestroyRenderPass(player->device->handle, rendered.passes[i], callbacks_of("render pass"));
    clearing_end(&rendered.clearing);
}
