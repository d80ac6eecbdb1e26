// The act "states", blending with two attachments, each of which has a state of its own (independentBlend). The shader "pair" gives
// both the same colour. Both colours, each product and the sum may be rounded to the precision of the attachment, up or down.
#include "../../../shaders/shaders.h"
#include "featured.h"

enum { ATTACHMENTS = 2, CHANNELS = 4, MOST_ROUNDED = 4 };

struct blending {
    struct player *player;
    struct image images[ATTACHMENTS];
    VkImageView views[ATTACHMENTS];
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipelineLayout layout;
};

// What is there is 51, 102, 153, 230, and what is drawn 204, 153, 102, 51. What is left to 1 of the one alpha is not the other.
#define THERE {.float32 = {0.2F, 0.4F, 0.6F, 0.9F}}
#define ALL 0xFU
#define OPS(op, of_alpha) VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE, op, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE, of_alpha, ALL
#define SAME_OP(op) OPS(op, op)

static const struct pair {
    const char *what[ATTACHMENTS];
    VkPipelineColorBlendAttachmentState states[ATTACHMENTS];
    unsigned char texels[ATTACHMENTS][CHANNELS];
} pairs[] = {
    {{"blends.sum", "blends.reversed"},
     {{VK_TRUE, SAME_OP(VK_BLEND_OP_ADD)}, {VK_TRUE, SAME_OP(VK_BLEND_OP_REVERSE_SUBTRACT)}},
     {{255, 255, 255, 255}, {0, 0, 51, 179}}},
    {{"blends.difference", "blends.masked"},
     {{VK_TRUE, SAME_OP(VK_BLEND_OP_SUBTRACT)},
      {VK_FALSE, VK_BLEND_FACTOR_ZERO, VK_BLEND_FACTOR_ZERO, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ZERO, VK_BLEND_FACTOR_ZERO,
       VK_BLEND_OP_ADD, VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_B_BIT}},
     {{153, 51, 0, 0}, {204, 102, 102, 230}}},
    {{"blends.least", "blends.most"},
     {{VK_TRUE, SAME_OP(VK_BLEND_OP_MIN)}, {VK_TRUE, SAME_OP(VK_BLEND_OP_MAX)}},
     {{51, 102, 102, 51}, {204, 153, 153, 230}}},
    {{"blends.sum_but_alpha", "blends.alpha_alone"},
     {{VK_TRUE, OPS(VK_BLEND_OP_ADD, VK_BLEND_OP_REVERSE_SUBTRACT)}, {VK_TRUE, OPS(VK_BLEND_OP_REVERSE_SUBTRACT, VK_BLEND_OP_ADD)}},
     {{255, 255, 255, 179}, {0, 0, 51, 255}}},
    {{"blends.by_alpha", "blends.apart"},
     {{VK_TRUE, VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_SRC_ALPHA,
       VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, VK_BLEND_OP_ADD, ALL},
      {VK_TRUE, VK_BLEND_FACTOR_DST_COLOR, VK_BLEND_FACTOR_ZERO, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ZERO,
       VK_BLEND_OP_ADD, ALL}},
     {{82, 112, 143, 194}, {41, 61, 61, 51}}},
    {{"blends.by_target", "blends.saturated"},
     {{VK_TRUE, VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_OP_ADD, VK_BLEND_FACTOR_DST_ALPHA,
       VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_OP_ADD, ALL},
      {VK_TRUE, VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR, VK_BLEND_OP_ADD,
       VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR, VK_BLEND_OP_ADD, ALL}},
     {{189, 148, 107, 69}, {31, 56, 102, 235}}},
};

static VkResult make_pass(struct blending *blending) {
    struct device *device = blending->player->device;
    const VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const VkAttachmentDescription attachment = {.format = COLOUR,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = layout,
                                                .finalLayout = layout};
    const VkAttachmentDescription attachments[ATTACHMENTS] = {attachment, attachment};
    const VkAttachmentReference references[ATTACHMENTS] = {{0, layout}, {1, layout}};
    const VkSubpassDescription subpass = {.colorAttachmentCount = ATTACHMENTS, .pColorAttachments = references};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = ATTACHMENTS,
                                         .pAttachments = attachments,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &blending->pass), &blending->pass);
}

static VkResult make_framebuffer(struct blending *blending) {
    struct device *device = blending->player->device;
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < ATTACHMENTS && result == VK_SUCCESS; i++)
        result = image_view(device, &blending->images[i], &blending->views[i]);
    if (result != VK_SUCCESS) return result;
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = blending->pass,
                                          .attachmentCount = ATTACHMENTS,
                                          .pAttachments = blending->views,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = 1};
    result = made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &blending->framebuffer),
                  &blending->framebuffer);
    if (result != VK_SUCCESS) return result;
    return made(device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"), &blending->layout),
                &blending->layout);
}

static VkResult make_pipeline(struct blending *blending, const struct pair *pair, VkPipeline *to) {
    struct device *device = blending->player->device;
    const VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                       .attachmentCount = ATTACHMENTS,
                                                       .pAttachments = pair->states};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    *to = 0;
    if (!stages_make(device, SHADER(cover_words), SHADER(pair_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, blending->layout, blending->pass);
    VkResult result = made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
    stages_end(device, stages);
    return result;
}

static int draw(struct blending *blending, VkPipeline pipeline, int which) {
    struct player *player = blending->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkClearValue there[ATTACHMENTS] = {{.color = THERE}, {.color = THERE}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = blending->pass,
                                        .framebuffer = blending->framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = ATTACHMENTS,
                                        .pClearValues = there};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    states_clear(player);
    if (!states_begin(player)) return 0;
    for (int i = 0; i < ATTACHMENTS; i++)
        image_become(device, commands, &blending->images[i], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    device->CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &info.renderArea);
    device->CmdDraw(commands, 3, 1, 0, 0);
    device->CmdEndRenderPass(commands);
    barrier(device, commands);
    image_copy_out(device, commands, &blending->images[which], &player->buffer);
    return states_end(player);
}

static void blend(struct blending *blending, const struct pair *pair) {
    struct player *player = blending->player;
    VkPipeline pipeline;
    if (!player->is_lost && make_pipeline(blending, pair, &pipeline) == VK_SUCCESS) {
        for (int i = 0; i < ATTACHMENTS && draw(blending, pipeline, i); i++) {
            const unsigned char *bytes = (const unsigned char *)player->words;
            uint32_t right = 0;
            for (uint32_t at = 0; at < TINY * TINY; at++)
                right += (uint32_t)is_close_by(MOST_ROUNDED, bytes + CHANNELS * at, pair->texels[i]);
            find(player, pair->what[i], right);
        }
        player->device->DestroyPipeline(player->device->handle, pipeline, callbacks_of("pipeline"));
    }
}

void states_of_blends(const struct featured *featured) {
    struct blending blending = {.player = featured->player};
    struct device *device = featured->player->device;
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || featured->player->is_lost || !featured->offers->all.features.independentBlend) return;
    if (image_make("image", device, &blending.images[0], usage) && image_make("image", device, &blending.images[1], usage) &&
        make_pass(&blending) == VK_SUCCESS && make_framebuffer(&blending) == VK_SUCCESS)
        for (size_t i = 0; i < COUNT(pairs); i++) blend(&blending, &pairs[i]);
    device->DestroyPipelineLayout(device->handle, blending.layout, callbacks_of("pipeline layout"));
    device->DestroyFramebuffer(device->handle, blending.framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(device->handle, blending.pass, callbacks_of("render pass"));
    for (int i = 0; i < ATTACHMENTS; i++) {
        device->DestroyImageView(device->handle, blending.views[i], callbacks_of("view"));
        image_end(device, &blending.images[i]);
    }
}
