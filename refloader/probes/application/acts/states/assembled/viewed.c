// The act "states", a subpass of several views (multiview): shaders know by ViewIndex for which view they work, and each view is
// drawn to the layer of its number. Views 0 and 2 are drawn to three layers.
#include "../../../shaders/shaders.h"
#include "assembled.h"

enum { REACH_CONSTANT = 1, CORNERS = 4, LAYERS = 3, BEFORE = 7, CLEARED = 5, OF_FIRST = 10, OF_THIRD = 12 + 0x200 };

struct viewed {
    struct assembly *assembly;
    struct image image;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipeline pipeline;
};

static VkResult make_pass(struct viewed *viewed) {
    static const uint32_t views = 5;
    struct device *device = viewed->assembly->player->device;
    const VkRenderPassMultiviewCreateInfo several = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO, .subpassCount = 1, .pViewMasks = &views};
    const VkAttachmentDescription attachment = {.format = VK_FORMAT_R32_UINT,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
                                                .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_GENERAL};
    const VkSubpassDescription subpass = {.colorAttachmentCount = 1, .pColorAttachments = &reference};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .pNext = &several,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &viewed->pass), &viewed->pass);
}

// A framebuffer of several views has one layer, and attachments with all of theirs.
static VkResult make_framebuffer(struct viewed *viewed) {
    struct device *device = viewed->assembly->player->device;
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = viewed->image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                        .format = VK_FORMAT_R32_UINT,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, LAYERS}};
    VkResult result = made(device->CreateImageView(device->handle, &view, callbacks_of("view"), &viewed->view), &viewed->view);
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = viewed->pass,
                                          .attachmentCount = 1,
                                          .pAttachments = &viewed->view,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = 1};
    if (result != VK_SUCCESS) return result;
    return made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &viewed->framebuffer), &viewed->framebuffer);
}

static VkResult make_pipeline(struct viewed *viewed, float reach) {
    const VkSpecializationMapEntry entry = {REACH_CONSTANT, 0, sizeof reach};
    const VkSpecializationInfo constants = {1, &entry, sizeof reach, &reach};
    struct device *device = viewed->assembly->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    if (!stages_make(device, SHADER(viewed_vertices_words), SHADER(viewed_fragments_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, viewed->assembly->layout, viewed->pass);
    fixed.assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    stages[VERTEX_STAGE].pSpecializationInfo = &constants;
    VkResult result =
        made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &viewed->pipeline), &viewed->pipeline);
    stages_end(device, stages);
    return result;
}

static int draw(struct viewed *viewed) {
    struct player *player = viewed->assembly->player;
    const struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkClearColorValue before = {.uint32 = {BEFORE}};
    const VkClearValue cleared = {.color = {.uint32 = {CLEARED}}};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, LAYERS};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    const VkRenderPassBeginInfo pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = viewed->pass,
                                        .framebuffer = viewed->framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = 1,
                                        .pClearValues = &cleared};
    if (!states_begin(player)) return 0;
    states_enter(player, viewed->image.handle);
    device->CmdClearColorImage(commands, viewed->image.handle, VK_IMAGE_LAYOUT_GENERAL, &before, 1, &all);
    barrier(player->device, commands);
    device->CmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, viewed->pipeline);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &pass.renderArea);
    device->CmdDraw(commands, CORNERS, 1, 0, 0);
    device->CmdEndRenderPass(commands);
    return states_end(player);
}

static int read_layer(struct viewed *viewed, uint32_t layer) {
    struct player *player = viewed->assembly->player;
    const VkBufferImageCopy one = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, layer, 1}, .imageExtent = {TINY, TINY, 1}};
    states_clear(player);
    if (!states_begin(player)) return 0;
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, viewed->image.handle, player->buffer.handle, 1, &one);
    return states_end(player);
}

static uint32_t count(const struct viewed *viewed, uint32_t mask, uint32_t number) {
    uint32_t right = 0;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += (viewed->assembly->player->words[i] & mask) == (number & mask);
    return right;
}

static int has_all(const struct viewed *viewed, uint32_t number) { return count(viewed, UINT32_MAX, number) == TINY * TINY; }

// Nothing is found of a layer that could not be read, as where memory runs short or the device is too slow.
static void find_all(struct viewed *viewed) {
    enum { OF_VERTICES = 0xFF, OF_FRAGMENTS = 0xFF00 };
    struct player *player = viewed->assembly->player;
    if (!draw(viewed) || !read_layer(viewed, 0)) return;
    find(player, "viewed.first", has_all(viewed, OF_FIRST));
    if (!read_layer(viewed, 1)) return;
    // The specification does not say in so many words that this layer is not cleared.
    find(player, "viewed.none_between", has_all(viewed, BEFORE) || has_all(viewed, CLEARED));
    if (!read_layer(viewed, 2)) return;
    find(player, "viewed.third", count(viewed, OF_VERTICES, OF_THIRD));
    find(player, "viewed.third_fragments", count(viewed, OF_FRAGMENTS, OF_THIRD));
}

// Whether all texels have the number, but for those whose middle lies on the edge between the two triangles of the strip: where
// both are clipped, that edge has ends that are rounded.
static int has_both_triangles(const struct viewed *viewed, uint32_t number) {
    for (uint32_t i = 0; i < TINY * TINY; i++)
        if (i % TINY + i / TINY != TINY - 1 && viewed->assembly->player->words[i] != number) return 0;
    return 1;
}

// What reaches beyond the image is clipped, and is in its view as well.
static void find_clipped(struct viewed *viewed) {
    if (!draw(viewed) || !read_layer(viewed, 0)) return;
    const int is_first = has_both_triangles(viewed, OF_FIRST);
    if (read_layer(viewed, 2)) find(viewed->assembly->player, "viewed.clipped", is_first && has_both_triangles(viewed, OF_THIRD));
}

static void with_pipeline(struct viewed *viewed, float reach, void (*find_some)(struct viewed *viewed)) {
    struct device *device = viewed->assembly->player->device;
    if (!viewed->assembly->player->is_lost && make_pipeline(viewed, reach) == VK_SUCCESS) find_some(viewed);
    device->DestroyPipeline(device->handle, viewed->pipeline, callbacks_of("pipeline"));
    viewed->pipeline = 0;  // the next one may not be made
}

static void ask_viewed(struct assembly *assembly) {
    struct viewed viewed = {.assembly = assembly};
    struct device *device = assembly->player->device;
    VkImageCreateInfo info =
        image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.format = VK_FORMAT_R32_UINT;
    info.arrayLayers = LAYERS;
    if (assembly->player->is_lost || !image_is_offered(device, &info) || !image_make_of("image", device, &viewed.image, &info)) return;
    if (make_pass(&viewed) == VK_SUCCESS && make_framebuffer(&viewed) == VK_SUCCESS) {
        with_pipeline(&viewed, 1, find_all);
        with_pipeline(&viewed, 3, find_clipped);
    }
    device->DestroyFramebuffer(device->handle, viewed.framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(device->handle, viewed.pass, callbacks_of("render pass"));
    device->DestroyImageView(device->handle, viewed.view, callbacks_of("view"));
    image_end(device, &viewed.image);
}

void states_of_viewed(const struct featured *featured) {
    if (featured->offers->of_1_1.multiview) assembly_use(featured, ask_viewed);
}
