// What the questions of dynamic.c are asked with is made and ended here.
#include "dynamic.h"

#include "../../../pipelines.h"
#include "../../../shaders/shaders.h"

#define MOST_STATES 16

enum { RED_CONSTANT = 2 };

static VkResult make_pass(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    const VkImageLayout layouts[] = {VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                     VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkAttachmentDescription attachments[ATTACHMENTS];
    for (uint32_t i = 0; i < ATTACHMENTS; i++)
        attachments[i] = (VkAttachmentDescription){.format = i == COLOURS ? COLOUR : dynamic->format,
                                                   .samples = VK_SAMPLE_COUNT_1_BIT,
                                                   .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                   .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                   .finalLayout = layouts[i]};
    attachments[COLOURS].initialLayout = layouts[COLOURS];
    const VkAttachmentReference colours = {COLOURS, layouts[COLOURS]}, depths = {DEPTHS, layouts[DEPTHS]};
    const VkSubpassDescription subpass = {
        .colorAttachmentCount = 1, .pColorAttachments = &colours, .pDepthStencilAttachment = &depths};
    const VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = ATTACHMENTS,
                                         .pAttachments = attachments,
                                         .subpassCount = 1,
                                         .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), &dynamic->pass),
                &dynamic->pass);
}

static VkResult make_framebuffer(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    const VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = dynamic->images[DEPTHS].handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = dynamic->format,
        .subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT, 0, 1, 0, 1}};
    VkImageView *depths = &dynamic->views[DEPTHS];
    VkResult result = made(device->CreateImageView(device->handle, &view, callbacks_of("view"), depths), depths);
    if (result == VK_SUCCESS) result = image_view(device, &dynamic->images[COLOURS], &dynamic->views[COLOURS]);
    if (result != VK_SUCCESS) return result;
    const VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                          .renderPass = dynamic->pass,
                                          .attachmentCount = ATTACHMENTS,
                                          .pAttachments = dynamic->views,
                                          .width = TINY,
                                          .height = TINY,
                                          .layers = 1};
    return made(
        device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), &dynamic->framebuffer),
        &dynamic->framebuffer);
}

static VkResult make_layout(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    const VkPushConstantRange ranges[] = {{VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(float)},
                                          {VK_SHADER_STAGE_FRAGMENT_BIT, PUSHED_AT, PUSHED * sizeof(float)}};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .pushConstantRangeCount = COUNT(ranges),
                                             .pPushConstantRanges = ranges};
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &dynamic->layout),
                &dynamic->layout);
}

// The triangle goes round clockwise.
static VkFrontFace front_face_of(int pipeline) {
    int is_front = pipeline == EQUAL_FRONT || pipeline == MARKING_FRONT || pipeline == CULLED;
    return is_front ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
}

static int is_marking(int pipeline) {
    return pipeline == MARKING_FRONT || pipeline == MARKING_BACK || pipeline == FIXED_MARKING;
}

static VkPipelineDepthStencilStateCreateInfo tests_of(int pipeline) {
    const int marks = is_marking(pipeline);
    VkStencilOpState op = {.passOp = marks ? VK_STENCIL_OP_REPLACE : VK_STENCIL_OP_KEEP,
                           .compareOp = marks ? VK_COMPARE_OP_ALWAYS : VK_COMPARE_OP_EQUAL,
                           .compareMask = pipeline == FIXED_STENCIL ? 0xF0 : 0,
                           .writeMask = pipeline == FIXED_MARKING ? 0xF0 : 0,
                           .reference = pipeline == FIXED_STENCIL ? STENCIL ^ 0xF : MARK};
    const VkStencilOpState front = op;
    if (pipeline == FIXED_MARKING) op.writeMask = 0x0F;
    return (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = pipeline == BIASED || pipeline == FIXED_BIAS || pipeline == WRITING || pipeline == NEARER || pipeline == FARTHER,
        .depthWriteEnable = pipeline == WRITING,
        .depthCompareOp = pipeline == FARTHER ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS,
        .depthBoundsTestEnable = pipeline == BOUNDED,
        .stencilTestEnable = marks || pipeline == FIXED_STENCIL || pipeline == EQUAL_FRONT || pipeline == EQUAL_BACK,
        .front = front,
        .back = op,
        .maxDepthBounds = 1};
}

// Viewport, scissor, and what the pipeline is about.
static uint32_t states_set_for(int pipeline, VkDynamicState to[MOST_STATES]) {
    static const VkDynamicState of_stencil[] = {VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                                VK_DYNAMIC_STATE_STENCIL_REFERENCE},
                                extended[] = {VK_DYNAMIC_STATE_CULL_MODE,
                                              VK_DYNAMIC_STATE_FRONT_FACE,
                                              VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
                                              VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
                                              VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
                                              VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
                                              VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
                                              VK_DYNAMIC_STATE_STENCIL_OP,
                                              VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE};
    uint32_t count = 0;
    if (pipeline != FIXED_PLACES) {
        to[count++] =
            pipeline == UNCOUNTED_VIEWPORTS ? VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT : VK_DYNAMIC_STATE_VIEWPORT;
        to[count++] = pipeline == UNCOUNTED_SCISSORS ? VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT : VK_DYNAMIC_STATE_SCISSOR;
    }
    if (pipeline == BLENDED) to[count++] = VK_DYNAMIC_STATE_BLEND_CONSTANTS;
    if (pipeline == BIASED || pipeline == EXTENDED) to[count++] = VK_DYNAMIC_STATE_DEPTH_BIAS;
    if (pipeline == BOUNDED || pipeline == BOUNDED_OR_NOT) to[count++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS;
    if (pipeline == BOUNDED_OR_NOT) to[count++] = VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE;
    int has_stencil = pipeline == EXTENDED || (pipeline != FIXED_STENCIL && pipeline != FIXED_MARKING && tests_of(pipeline).stencilTestEnable);
    for (uint32_t i = 0; has_stencil && i < COUNT(of_stencil); i++) to[count++] = of_stencil[i];
    for (uint32_t i = 0; pipeline == EXTENDED && i < COUNT(extended); i++) to[count++] = extended[i];
    return count;
}

static VkResult make_pipeline(struct dynamic *dynamic, int which, const VkPipelineShaderStageCreateInfo *stages) {
    struct device *device = dynamic->player->device;
    const int marks = is_marking(which);
    // Both have in common the part of the image.
    const VkViewport across = {PART_AT, 0, PART, TINY, 0, 0};
    const VkRect2D down = {{0, PART_AT}, {TINY, PART}};
    const VkSampleMask no_samples = 0;
    const VkPipelineColorBlendAttachmentState blending = {.blendEnable = which == BLENDED || which == FIXED_CONSTANTS,
                                                          .srcColorBlendFactor = VK_BLEND_FACTOR_CONSTANT_COLOR,
                                                          .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                                          .colorWriteMask = marks ? 0 : 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending,
        .blendConstants = {0, which == FIXED_CONSTANTS, 0, 0}};
    const VkPipelineDepthStencilStateCreateInfo tests = tests_of(which);
    struct fixed_functions fixed;
    VkDynamicState states[MOST_STATES];
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, dynamic->layout, dynamic->pass);
    info.pDepthStencilState = &tests;
    fixed.raster.frontFace = front_face_of(which);
    fixed.raster.depthBiasEnable = which == BIASED || which == FIXED_BIAS;
    fixed.raster.depthBiasConstantFactor = which == FIXED_BIAS ? -16 : 0;
    fixed.raster.cullMode = which == CULLED ? VK_CULL_MODE_FRONT_BIT : VK_CULL_MODE_NONE;
    fixed.samples.pSampleMask = which == UNSAMPLED ? &no_samples : NULL;
    if (which == FIXED_PLACES) fixed.viewport.pViewports = &across, fixed.viewport.pScissors = &down;
    if (which == UNCOUNTED_VIEWPORTS) fixed.viewport.viewportCount = 0;
    if (which == UNCOUNTED_SCISSORS) fixed.viewport.scissorCount = 0;
    fixed.while_recording.dynamicStateCount = states_set_for(which, states);
    fixed.while_recording.pDynamicStates = states;
    VkPipeline *to = &dynamic->pipelines[which];
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

// The triangle goes round clockwise. Masks and reference of the stencil are set while recording.
static VkResult make_decided(struct dynamic *dynamic, const struct decision *decision,
                             const VkPipelineShaderStageCreateInfo *stages) {
    static const VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
                                            VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                                            VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    struct device *device = dynamic->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = decision->marks ? 0 : 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    struct fixed_functions fixed;
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, dynamic->layout, dynamic->pass);
    info.pDepthStencilState = &decision->tests;
    fixed.raster.frontFace = decision->is_back ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE;
    fixed.raster.rasterizerDiscardEnable = decision->is_discarded ? VK_TRUE : VK_FALSE;
    if (decision->is_discarded) info.stageCount = 1;  // there may be no fragment shader then
    fixed.while_recording.dynamicStateCount = decision->tests.stencilTestEnable ? COUNT(states) : 2;
    fixed.while_recording.pDynamicStates = states;
    VkPipeline *to = &dynamic->pipelines[DECIDED];
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

static int is_left_out(const struct dynamic *dynamic, int pipeline) {
    if (pipeline == BOUNDED) return !dynamic->player->has_depth_bounds;
    if (pipeline == BOUNDED_OR_NOT) return !dynamic->player->has_depth_bounds || dynamic->set_bounds_test == NULL;
    if (pipeline == UNCOUNTED_VIEWPORTS) return dynamic->set_viewports == NULL;
    if (pipeline == UNCOUNTED_SCISSORS) return dynamic->set_scissors == NULL;
    return pipeline == EXTENDED && (dynamic->set_op == NULL || dynamic->set_bias == NULL);
}

// From one pipeline on, before another one, or one that a decision is about: of one vertex shader, and of the fragment shader
// whose red is left out. Where one that a single question is about cannot be made, the others are asked.
static VkResult make_some(struct dynamic *dynamic, struct shader vertex, int first, int end, const struct decision *decision) {
    struct device *device = dynamic->player->device;
    const float red = 0;
    const VkSpecializationMapEntry entry = {RED_CONSTANT, 0, sizeof red};
    const VkSpecializationInfo constants = {1, &entry, sizeof red, &red};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    VkResult result = VK_SUCCESS;
    const int is_deep = decision != NULL && decision->is_deep;
    if (!stages_make(device, vertex, is_deep ? SHADER(deep_words) : SHADER(tint_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    stages[FRAGMENT_STAGE].pSpecializationInfo = &constants;
    for (int i = first; i < end && result == VK_SUCCESS; i++)
        if (!is_left_out(dynamic, i)) {
            result = decision == NULL ? make_pipeline(dynamic, i, stages) : make_decided(dynamic, decision, stages);
            if (i >= UNCOUNTED_VIEWPORTS && i <= FIXED_BIAS) result = VK_SUCCESS;
        }
    stages_end(device, stages);
    return result;
}

static VkResult make_pipelines(struct dynamic *dynamic) {
    VkResult result = make_some(dynamic, SHADER(cover_words), 0, TOLD, NULL);
    return result == VK_SUCCESS ? make_some(dynamic, SHADER(pushed_words), TOLD, PIPELINES, NULL) : result;
}

int dynamic_decide(struct dynamic *dynamic, const struct decision *decision) {
    struct device *device = dynamic->player->device;
    device->DestroyPipeline(device->handle, dynamic->pipelines[DECIDED], callbacks_of("pipeline"));
    dynamic->pipelines[DECIDED] = 0;
    dynamic->is_deep = decision->is_deep;
    return make_some(dynamic, SHADER(cover_words), DECIDED, PLACES, decision) == VK_SUCCESS;
}

static int make_depths(struct dynamic *dynamic) {
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    if (!states_choose_depths(dynamic->player, &info, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT)) return 0;
    dynamic->format = info.format;
    return image_make_of("image", dynamic->player->device, &dynamic->images[DEPTHS], &info);
}

#define FIND(member, command) dynamic->member = DEVICE_COMMAND(device, command)

int dynamic_make(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    FIND(set_compare_mask, CmdSetStencilCompareMask);
    FIND(set_write_mask, CmdSetStencilWriteMask);
    FIND(set_reference, CmdSetStencilReference);
    FIND(set_bounds, CmdSetDepthBounds);
    if (device->api >= VK_API_VERSION_1_3) {
        FIND(set_cull, CmdSetCullMode);
        FIND(set_front, CmdSetFrontFace);
        FIND(set_discard, CmdSetRasterizerDiscardEnable);
        FIND(set_test, CmdSetDepthTestEnable);
        FIND(set_write, CmdSetDepthWriteEnable);
        FIND(set_compare, CmdSetDepthCompareOp);
        FIND(set_stencil, CmdSetStencilTestEnable);
        FIND(set_bias, CmdSetDepthBiasEnable);
        FIND(set_bounds_test, CmdSetDepthBoundsTestEnable);
        FIND(set_op, CmdSetStencilOp);
        FIND(set_viewports, CmdSetViewportWithCount);
        FIND(set_scissors, CmdSetScissorWithCount);
    }
    if (dynamic->set_compare_mask == NULL || dynamic->set_write_mask == NULL || dynamic->set_reference == NULL) return 0;
    return make_depths(dynamic) && image_make("image", device, &dynamic->images[COLOURS], usage) &&
           make_pass(dynamic) == VK_SUCCESS && make_framebuffer(dynamic) == VK_SUCCESS &&
           make_layout(dynamic) == VK_SUCCESS && make_pipelines(dynamic) == VK_SUCCESS;
}

void dynamic_end(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    VkDevice handle = device->handle;
    for (int i = 0; i < PLACES; i++) device->DestroyPipeline(handle, dynamic->pipelines[i], callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, dynamic->layout, callbacks_of("pipeline layout"));
    device->DestroyFramebuffer(handle, dynamic->framebuffer, callbacks_of("framebuffer"));
    device->DestroyRenderPass(handle, dynamic->pass, callbacks_of("render pass"));
    for (int i = 0; i < ATTACHMENTS; i++) {
        device->DestroyImageView(handle, dynamic->views[i], callbacks_of("view"));
        image_end(device, &dynamic->images[i]);
    }
}
