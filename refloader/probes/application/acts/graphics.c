// A triangle drawn into an image that is cleared first, and read back.
#include <string.h>

#include "acts.h"
#include "../pipelines.h"
#include "../shaders/shaders.h"

// In the order of making; the first ``made`` are there.
struct picture {
    struct device *device;
    int made;
    struct image image;
    struct buffer buffer;
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    struct recorder recorder;
};

static VkResult make_view(struct picture *picture) {
    return image_view(picture->device, &picture->image, &picture->view);
}

static VkResult make_pass(struct picture *picture) {
    VkAttachmentDescription attachment = {.format = COLOUR,
                                          .samples = VK_SAMPLE_COUNT_1_BIT,
                                          .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                          .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                          .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                          .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                          .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .colorAttachmentCount = 1,
                                    .pColorAttachments = &reference};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .attachmentCount = 1,
                                   .pAttachments = &attachment,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass};
    return picture->device->CreateRenderPass(picture->device->handle, &info, callbacks_of("render pass"),
                                             &picture->pass);
}

static VkResult make_framebuffer(struct picture *picture) {
    VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                    .renderPass = picture->pass,
                                    .attachmentCount = 1,
                                    .pAttachments = &picture->view,
                                    .width = TINY,
                                    .height = TINY,
                                    .layers = 1};
    return picture->device->CreateFramebuffer(picture->device->handle, &info, callbacks_of("framebuffer"),
                                              &picture->framebuffer);
}

static VkResult make_layout(struct picture *picture) {
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    return picture->device->CreatePipelineLayout(picture->device->handle, &info, callbacks_of("pipeline layout"),
                                                 &picture->layout);
}

static VkResult make_pipeline_of(struct picture *picture, const VkPipelineShaderStageCreateInfo *stages) {
    struct fixed_functions fixed;
    VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                 .attachmentCount = 1,
                                                 .pAttachments = &blending};
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, picture->layout, picture->pass);
    return picture->device->CreateGraphicsPipelines(picture->device->handle, NULL, 1, &info,
                                                    callbacks_of("pipeline"), &picture->pipeline);
}

static VkResult make_pipeline(struct picture *picture) {
    struct device *device = picture->device;
    VkPipelineShaderStageCreateInfo stages[STAGES];
    if (!stages_make(device, SHADER(triangle_words), SHADER(plain_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = make_pipeline_of(picture, stages);
    stages_end(device, stages);
    return result;
}

static void end(struct picture *picture) {
    struct device *device = picture->device;
    int made = picture->made;
    if (made > 7) recorder_end(device, &picture->recorder);
    if (made > 6) device->DestroyPipeline(device->handle, picture->pipeline, callbacks_of("pipeline"));
    if (made > 5) device->DestroyPipelineLayout(device->handle, picture->layout, callbacks_of("pipeline layout"));
    if (made > 4) device->DestroyFramebuffer(device->handle, picture->framebuffer, callbacks_of("framebuffer"));
    if (made > 3) device->DestroyRenderPass(device->handle, picture->pass, callbacks_of("render pass"));
    if (made > 2) device->DestroyImageView(device->handle, picture->view, callbacks_of("view"));
    if (made > 1) buffer_end(device, &picture->buffer);
    if (made > 0) image_end(device, &picture->image);
}

static int make(struct picture *picture, struct device *device) {
    static const struct {
        const char *step;
        VkResult (*make)(struct picture *);
    } parts[] = {{"view", make_view},     {"pass", make_pass},         {"framebuffer", make_framebuffer},
                 {"layout", make_layout}, {"pipeline", make_pipeline}};
    memset(picture, 0, sizeof *picture);
    picture->device = device;
    picture->made = image_make("image", device, &picture->image,
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    if (picture->made == 1)
        picture->made += buffer_make("buffer", device, &picture->buffer, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    for (uint32_t i = 0; i < COUNT(parts) && picture->made == (int)i + 2; i++)
        picture->made += ok(parts[i].step, parts[i].make(picture));
    if (picture->made == 7) picture->made += recorder_make("recorder", device, &picture->recorder);
    return picture->made == 8;
}

static void draw(struct picture *picture, VkCommandBuffer commands) {
    VkClearValue clear = {.color = {.float32 = {0, 0, 1, 1}}};
    VkRect2D area = {{0, 0}, {TINY, TINY}};
    VkViewport viewport = {0, 0, TINY, TINY, 0, 1};
    VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                  .renderPass = picture->pass,
                                  .framebuffer = picture->framebuffer,
                                  .renderArea = area,
                                  .clearValueCount = 1,
                                  .pClearValues = &clear};
    picture->device->CmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    picture->device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, picture->pipeline);
    picture->device->CmdSetViewport(commands, 0, 1, &viewport);
    picture->device->CmdSetScissor(commands, 0, 1, &area);
    picture->device->CmdDraw(commands, 3, 1, 0, 0);
    picture->device->CmdEndRenderPass(commands);
    picture->image.layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
}

static void show(struct picture *picture) {
    VkCommandBuffer commands = picture->recorder.commands;
    if (!record_begin("begin", picture->device, commands)) return;
    draw(picture, commands);
    image_copy_out(picture->device, commands, &picture->image, &picture->buffer);
    if (record_submit("submit", picture->device, commands))
        buffer_answer("hash", picture->device, &picture->buffer);
}

static void with_device(struct device *device) {
    struct picture picture;
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT)) return answer_left_out("pipeline", "the queue cannot draw");
    if (make(&picture, device)) show(&picture);
    end(&picture);
}

void act_graphics(void) { device_use(with_device); }
