// The act "states", input attachments: a second subpass reads what the first one has left at each texel, and writes to another
// attachment. The first clears a part of its attachment; the second covers the whole image.
#include "../../../shaders/shaders.h"
#include "featured.h"

enum { WRITTEN, TAKEN, ATTACHMENTS };
enum { FROM = 4, SIDE = 8 };

#define BEFORE 1000U
#define CLEARED 77U

struct taking {
    struct player *player;
    struct image images[ATTACHMENTS];
    VkImageView views[ATTACHMENTS];
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

// The shader reads the second of two input attachments; the first one is unused.
static VkResult make_pass(struct taking *taking) {
    struct device *device = taking->player->device;
    const VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL;
    const VkAttachmentDescription attachment = {.format = VK_FORMAT_R32_UINT,
                                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                                .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                .initialLayout = layout,
                                                .finalLayout = layout};
    const VkAttachmentDescription attachments[ATTACHMENTS] = {attachment, attachment};
    const VkAttachmentReference written = {WRITTEN, layout}, taken = {TAKEN, layout},
                                inputs[] = {{VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED}, {TAKEN, layout}};
    const VkSubpassDescription subpasses[] = {{.colorAttachmentCount = 1, .pColorAttachments = &taken},
                                              {.inputAttachmentCount = COUNT(inputs), .pInputAttachments = inputs,
                                               .colorAttachmentCount = 1, .pColorAttachments = &written}};
    const VkSubpassDependency dependency = {.dstSubpass = 1,
                                            .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                            .dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                            .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                            .dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
                                            .dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = ATTACHMENTS,
                                         .pAttachments = attachments,
                                         .subpassCount = COUNT(subpasses),
                                         .pSubpasses = subpasses,
                                         .dependencyCount = 1,
                                         .pDependencies = &dependency};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &taking->pass), &taking->pass);
}

static VkResult make_framebuffer(struct taking *taking) {
    struct device *device = taking->player->device;
    for (int i = 0; i < ATTACHMENTS; i++) {
        const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                            .image = taking->images[i].handle,
                                            .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                            .format = VK_FORMAT_R32_UINT,
                                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        VkResult result =
            made(device->CreateImageView(device->handle, &info, callbacks_of("view"), &taking->views[i]), &taking->views[i]);
        if (result != VK_SUCCESS) return result;
    }
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = taking->pass,
                                          .attachmentCount = ATTACHMENTS,
                                          .pAttachments = taking->views,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = 1};
    return made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &taking->framebuffer),
                &taking->framebuffer);
}

static VkResult make_set(struct taking *taking) {
    struct device *device = taking->player->device;
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, 1, VK_SHADER_STAGE_FRAGMENT_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkResult result = made(
        device->CreateDescriptorSetLayout(device->handle, &layout, callbacks_of("set layout"), &taking->set_layout), &taking->set_layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &taking->pool), &taking->pool);
    if (result != VK_SUCCESS) return result;
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = taking->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &taking->set_layout};
    result = device->AllocateDescriptorSets(device->handle, &info, &taking->set);
    if (result != VK_SUCCESS) return result;
    const VkDescriptorImageInfo image = {.imageView = taking->views[TAKEN], .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = taking->set,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
                                        .pImageInfo = &image};
    device->UpdateDescriptorSets(device->handle, 1, &write, 0, NULL);
    return VK_SUCCESS;
}

static VkResult make_pipeline(struct taking *taking) {
    struct device *device = taking->player->device;
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &taking->set_layout};
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    VkResult result = made(
        device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"), &taking->layout), &taking->layout);
    if (result != VK_SUCCESS || !stages_make(device, SHADER(cover_words), SHADER(taken_words), stages))
        return VK_ERROR_INITIALIZATION_FAILED;
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, taking->layout, taking->pass);
    info.subpass = 1;
    result = made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &taking->pipeline),
                  &taking->pipeline);
    stages_end(device, stages);
    return result;
}

static void record(struct taking *taking) {
    struct device *device = taking->player->device;
    VkCommandBuffer commands = taking->player->recorder.commands;
    const VkClearValue before[ATTACHMENTS] = {{.color = {.uint32 = {0}}}, {.color = {.uint32 = {BEFORE}}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = taking->pass,
                                        .framebuffer = taking->framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = ATTACHMENTS,
                                        .pClearValues = before};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    const VkClearAttachment clear = {VK_IMAGE_ASPECT_COLOR_BIT, 0, {.color = {.uint32 = {CLEARED}}}};
    const VkClearRect place = {{{FROM, FROM}, {SIDE, SIDE}}, 0, 1};
    device->CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdClearAttachments(commands, 1, &clear, 1, &place);
    device->CmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, taking->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, taking->layout, 0, 1, &taking->set, 0, NULL);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &info.renderArea);
    device->CmdDraw(commands, 3, 1, 0, 0);
    device->CmdEndRenderPass(commands);
    barrier(device, commands);
    image_copy_out(device, commands, &taking->images[WRITTEN], &taking->player->buffer);
}

static void take(struct taking *taking) {
    struct player *player = taking->player;
    uint32_t right = 0;
    states_clear(player);
    if (!states_begin(player)) return;
    for (int i = 0; i < ATTACHMENTS; i++)
        image_become(player->device, player->recorder.commands, &taking->images[i], VK_IMAGE_LAYOUT_GENERAL);
    record(taking);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) {
        const uint32_t x = i % TINY - FROM, y = i / TINY - FROM;
        right += player->words[i] == 3 * (x < SIDE && y < SIDE ? CLEARED : BEFORE) + 1;
    }
    find(player, "taken.numbers", right);
}

static void end(struct taking *taking) {
    struct device *device = taking->player->device;
    VkDevice handle = device->handle;
    device->DestroyPipeline(handle, taking->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, taking->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(handle, taking->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(handle, taking->set_layout, callbacks_of("set layout"));
    device->DestroyFramebuffer(handle, taking->framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(handle, taking->pass, callbacks_of("render pass"));
    for (int i = 0; i < ATTACHMENTS; i++) {
        device->DestroyImageView(handle, taking->views[i], callbacks_of("view"));
        image_end(device, &taking->images[i]);
    }
}

void states_of_taken(const struct featured *featured) {
    struct taking taking = {.player = featured->player};
    struct device *device = featured->player->device;
    VkImageCreateInfo info =
        image_info(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    info.format = VK_FORMAT_R32_UINT;
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || featured->player->is_lost || !image_is_offered(device, &info)) return;
    if (image_make_of("image", device, &taking.images[WRITTEN], &info) && image_make_of("image", device, &taking.images[TAKEN], &info) &&
        make_pass(&taking) == VK_SUCCESS && make_framebuffer(&taking) == VK_SUCCESS && make_set(&taking) == VK_SUCCESS &&
        make_pipeline(&taking) == VK_SUCCESS)
        take(&taking);
    end(&taking);
}
