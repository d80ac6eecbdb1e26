// The act "states", what render passes clear: the attachments of a second subpass, layers that a view or a rectangle
// names, all views of a pass, and what a subpass resolves. Nothing is drawn, and each image is in the general layout.
#include "subpasses.h"

#include <string.h>

// ---- making

static VkResult make_view(struct clearing *clearing, const struct image *image, uint32_t first, uint32_t count, VkImageView *to) {
    struct device *device = clearing->player->device;
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image->handle,
                                        .viewType = count > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                                        .format = COLOUR,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, first, count}};
    return made(device->CreateImageView(device->handle, &info, callbacks_of("view"), to), to);
}

static int make_images(struct clearing *clearing) {
    struct device *device = clearing->player->device;
    VkImageCreateInfo layered = image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
                      sampled = image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    layered.arrayLayers = LAYERS;
    sampled.samples = SAMPLES;
    if (!image_is_offered(device, &layered) || !image_is_offered(device, &sampled)) return 0;
    clearing->has_layered = image_make_of("image", device, &clearing->layered, &layered);
    clearing->has_sampled = clearing->has_layered && image_make_of("image", device, &clearing->sampled, &sampled);
    return clearing->has_sampled &&
           make_view(clearing, &clearing->layered, 0, 1, &clearing->views[OF_FIRST]) == VK_SUCCESS &&
           make_view(clearing, &clearing->layered, 1, 1, &clearing->views[OF_SECOND]) == VK_SUCCESS &&
           make_view(clearing, &clearing->layered, 0, LAYERS, &clearing->views[OF_BOTH]) == VK_SUCCESS &&
           make_view(clearing, &clearing->sampled, 0, 1, &clearing->views[OF_SAMPLES]) == VK_SUCCESS;
}

static VkAttachmentDescription cleared(VkSampleCountFlagBits samples) {
    const VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;
    return (VkAttachmentDescription){.format = COLOUR,
                                     .samples = samples,
                                     .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                     .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                     .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                     .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                     .initialLayout = layout,
                                     .finalLayout = layout};
}

// Its subpasses have an attachment each; one that resolves has the second attachment for that.
static VkResult make_pass(struct clearing *clearing, int which) {
    struct device *device = clearing->player->device;
    const uint32_t views = 3, subpasses = which == IN_TURN ? 2 : 1, attachments = which == IN_TURN || which == RESOLVING ? 2 : 1;
    const VkAttachmentReference references[] = {{0, VK_IMAGE_LAYOUT_GENERAL}, {1, VK_IMAGE_LAYOUT_GENERAL}};
    const VkAttachmentDescription each[] = {cleared(which == RESOLVING ? SAMPLES : VK_SAMPLE_COUNT_1_BIT),
                                            cleared(VK_SAMPLE_COUNT_1_BIT)};
    VkSubpassDescription of_each[2];
    for (uint32_t i = 0; i < COUNT(of_each); i++)
        of_each[i] = (VkSubpassDescription){.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                            .colorAttachmentCount = 1,
                                            .pColorAttachments = &references[i],
                                            .pResolveAttachments = which == RESOLVING ? &references[1] : NULL};
    const VkSubpassDependency order = {.srcSubpass = 0,
                                       .dstSubpass = 1,
                                       .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                       .dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                       .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                       .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
    const VkRenderPassMultiviewCreateInfo several = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
                                                     .subpassCount = 1,
                                                     .pViewMasks = &views};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .pNext = which == OF_VIEWS ? &several : NULL,
                                         .attachmentCount = attachments,
                                         .pAttachments = each,
                                         .subpassCount = subpasses,
                                         .pSubpasses = of_each,
                                         .dependencyCount = subpasses - 1,
                                         .pDependencies = &order};
    VkRenderPass *to = &clearing->passes[which];
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), to), to);
}

static VkResult make_framebuffer(struct clearing *clearing, int which, int pass, uint32_t count, const int *of, uint32_t layers) {
    struct device *device = clearing->player->device;
    VkImageView views[2];
    for (uint32_t i = 0; i < count; i++) views[i] = clearing->views[of[i]];
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = clearing->passes[pass],
                                          .attachmentCount = count,
                                          .pAttachments = views,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = layers};
    VkFramebuffer *to = &clearing->framebuffers[which];
    return made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), to), to);
}

int clearing_make(struct clearing *clearing) {
    static const int first[] = {OF_FIRST}, second[] = {OF_SECOND}, both[] = {OF_BOTH}, each[] = {OF_FIRST, OF_SECOND},
                     resolved[] = {OF_SAMPLES, OF_FIRST};
    int has_views = clearing->player->has_views;
    return make_images(clearing) && make_pass(clearing, PLAIN) == VK_SUCCESS &&
           make_pass(clearing, IN_TURN) == VK_SUCCESS && make_pass(clearing, RESOLVING) == VK_SUCCESS &&
           (!has_views || make_pass(clearing, OF_VIEWS) == VK_SUCCESS) &&
           make_framebuffer(clearing, FIRST_LAYER, PLAIN, 1, first, 1) == VK_SUCCESS &&
           make_framebuffer(clearing, SECOND_LAYER, PLAIN, 1, second, 1) == VK_SUCCESS &&
           make_framebuffer(clearing, BOTH_LAYERS, PLAIN, 1, both, LAYERS) == VK_SUCCESS &&
           make_framebuffer(clearing, EACH_LAYER, IN_TURN, 2, each, 1) == VK_SUCCESS &&
           make_framebuffer(clearing, RESOLVED, RESOLVING, 2, resolved, 1) == VK_SUCCESS &&
           (!has_views || make_framebuffer(clearing, ALL_VIEWS, OF_VIEWS, 1, both, 1) == VK_SUCCESS);
}

void clearing_end(struct clearing *clearing) {
    struct device *device = clearing->player->device;
    for (uint32_t i = 0; i < FRAMEBUFFERS; i++)
        device->DestroyFramebuffer(device->handle, clearing->framebuffers[i], callbacks_of("framebuffer"));
    for (uint32_t i = 0; i < PASSES; i++)
        device->DestroyRenderPass(device->handle, clearing->passes[i], callbacks_of("render pass"));
    for (uint32_t i = 0; i < VIEWS; i++)
        device->DestroyImageView(device->handle, clearing->views[i], callbacks_of("view"));
    if (clearing->has_sampled) image_end(device, &clearing->sampled);
    if (clearing->has_layered) image_end(device, &clearing->layered);
}

// ---- recording

static void begin_pass(struct clearing *clearing, int pass, int framebuffer, const VkClearValue *values) {
    struct device *device = clearing->player->device;
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = clearing->passes[pass],
                                        .framebuffer = clearing->framebuffers[framebuffer],
                                        .renderArea = whole,
                                        .clearValueCount = 2,
                                        .pClearValues = values};
    barrier(device, clearing->player->recorder.commands);
    device->CmdBeginRenderPass(clearing->player->recorder.commands, &info, VK_SUBPASS_CONTENTS_INLINE);
}

static void end_pass(struct clearing *clearing) {
    clearing->player->device->CmdEndRenderPass(clearing->player->recorder.commands);
}

void clearing_clear(const struct clearing *clearing, VkCommandBuffer commands, uint32_t first, uint32_t count) {
    const VkClearAttachment attachment = {VK_IMAGE_ASPECT_COLOR_BIT, 0, green[0]};
    const VkClearRect place = {whole, first, count};
    clearing->player->device->CmdClearAttachments(commands, 1, &attachment, 1, &place);
}

int clearing_begin(struct clearing *clearing) {
    states_clear(clearing->player);
    if (!states_begin(clearing->player)) return 0;
    states_enter(clearing->player, clearing->layered.handle);
    states_enter(clearing->player, clearing->sampled.handle);
    begin_pass(clearing, PLAIN, FIRST_LAYER, blue);
    end_pass(clearing);
    begin_pass(clearing, PLAIN, SECOND_LAYER, blue);
    end_pass(clearing);
    return 1;
}

void clearing_finish(struct clearing *clearing, const char *what, uint32_t layer, const unsigned char *colour) {
    struct player *player = clearing->player;
    const VkBufferImageCopy out = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, layer, 1}, .imageExtent = {TINY, TINY, 1}};
    uint32_t right = 0;
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, clearing->layered.handle, player->buffer.handle, 1, &out);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += memcmp(&player->words[i], colour, sizeof *player->words) == 0;
    find(player, what, right);
}

static void clear_in_turn(struct clearing *clearing) {
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        if (!clearing_begin(clearing)) return;
        begin_pass(clearing, IN_TURN, EACH_LAYER, blue);
        clearing->player->device->CmdNextSubpass(clearing->player->recorder.commands, VK_SUBPASS_CONTENTS_INLINE);
        clearing_clear(clearing, clearing->player->recorder.commands, 0, 1);
        end_pass(clearing);
        clearing_finish(clearing, layer == 0 ? "subpasses.first" : "subpasses.second", layer, layer == 0 ? BLUE : GREEN);
    }
}

static void pass_over(struct clearing *clearing, const char *what, int pass, int framebuffer, uint32_t layer,
                      const unsigned char *colour) {
    if (!clearing_begin(clearing)) return;
    begin_pass(clearing, pass, framebuffer, green);
    end_pass(clearing);
    clearing_finish(clearing, what, layer, colour);
}

static void clear_layers(struct clearing *clearing, const char *what, uint32_t first, uint32_t count, uint32_t layer,
                         const unsigned char *colour) {
    if (!clearing_begin(clearing)) return;
    begin_pass(clearing, PLAIN, BOTH_LAYERS, blue);
    clearing_clear(clearing, clearing->player->recorder.commands, first, count);
    end_pass(clearing);
    clearing_finish(clearing, what, layer, colour);
}

void states_of_subpasses(struct player *player) {
    struct clearing clearing = {.player = player};
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT)) return;
    if (clearing_make(&clearing)) {
        clear_in_turn(&clearing);
        pass_over(&clearing, "subpasses.layer", PLAIN, SECOND_LAYER, 1, GREEN);
        pass_over(&clearing, "subpasses.other_layer", PLAIN, SECOND_LAYER, 0, BLUE);
        pass_over(&clearing, "subpasses.all_layers", PLAIN, BOTH_LAYERS, 1, GREEN);
        clear_layers(&clearing, "subpasses.rectangle", 0, LAYERS, 1, GREEN);
        clear_layers(&clearing, "subpasses.rectangle_of_one", 1, 1, 0, BLUE);
        pass_over(&clearing, "subpasses.resolved", RESOLVING, RESOLVED, 0, GREEN);
        if (player->has_views) pass_over(&clearing, "subpasses.views", OF_VIEWS, ALL_VIEWS, 1, GREEN);
    }
    clearing_end(&clearing);
}
