// The act "states", vertices that are captured (VK_EXT_transform_feedback): from an offset, one behind the other, and from where
// a capture has ended before. Nothing is rasterized. Its commands are no part of Vulkan's ordinary headers.
#include "../../../shaders/shaders.h"
#include "assembled.h"

#define FEEDBACK_USAGE ((VkBufferUsageFlags)0x800)
#define COUNTER_USAGE ((VkBufferUsageFlags)0x1000)
#define COUNTER_STAGE ((VkPipelineStageFlags)0x01000000)
#define COUNTER_READ ((VkAccessFlags)0x04000000)
#define COUNTER_WRITE ((VkAccessFlags)0x08000000)
#define DRAW_INDIRECT_STAGE VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT
typedef void (*bind_buffers)(VkCommandBuffer, uint32_t, uint32_t, const VkBuffer *, const VkDeviceSize *, const VkDeviceSize *);
typedef void (*change_feedback)(VkCommandBuffer, uint32_t, uint32_t, const VkBuffer *, const VkDeviceSize *);

enum { WORDS = BYTES / sizeof(uint32_t), FROM = 20, ROOM = 64, WORDS_OF_VERTEX = 2, COUNTER_AT = 3, POINTS = 4 };

struct capture {
    struct assembly *assembly;
    struct buffer captured, counter;
    VkPipeline pipeline;
    bind_buffers bind;
    change_feedback begin, end;
};

static const struct vertex points[POINTS] = {{1, 1, 11}, {2, 2, 22}, {3, 3, 33}, {4, 4, 44}};

static VkResult make_pipeline(struct capture *capture) {
    static const VkVertexInputBindingDescription binding = {0, sizeof(struct vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    static const VkVertexInputAttributeDescription attributes[] = {{0, 0, VK_FORMAT_R32G32_SFLOAT, 0}, {1, 0, VK_FORMAT_R32_UINT, 2 * sizeof(float)}};
    struct device *device = capture->assembly->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    if (!stages_make(device, SHADER(captured_words), SHADER(value_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, capture->assembly->layout, capture->assembly->numbered.pass);
    info.stageCount = 1;  // nothing is rasterized
    fixed.raster.rasterizerDiscardEnable = VK_TRUE;
    fixed.assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    fixed.vertices.vertexBindingDescriptionCount = 1;
    fixed.vertices.pVertexBindingDescriptions = &binding;
    fixed.vertices.vertexAttributeDescriptionCount = COUNT(attributes);
    fixed.vertices.pVertexAttributeDescriptions = attributes;
    VkResult result = made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &capture->pipeline), &capture->pipeline);
    stages_end(device, stages);
    return result;
}

// With room for so many words.
static int begin_pass(struct capture *capture, uint32_t words) {
    struct player *player = capture->assembly->player;
    VkCommandBuffer commands = player->recorder.commands;
    const VkDeviceSize from = 0, offset = FROM * sizeof(uint32_t), room = words * sizeof(uint32_t);
    uint32_t nothing[WORDS] = {0};
    if (!assembly_write(capture->assembly, points, POINTS)) return 0;
    if (!buffer_write("write", player->device, &capture->captured, nothing)) return 0;
    if (!numbered_begin(player, &capture->assembly->numbered, 0)) return 0;
    player->device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, capture->pipeline);
    player->device->CmdBindVertexBuffers(commands, 0, 1, &capture->assembly->vertices.handle, &from);
    capture->bind(commands, 0, 1, &capture->captured.handle, &offset, &room);
    return 1;
}

// The words hold these numbers one behind the other, each with the column of its vertex, and nothing else.
static void end_pass(struct capture *capture, const char *what, const uint32_t *vertices, uint32_t count) {
    struct player *player = capture->assembly->player;
    uint32_t words[WORDS] = {0}, expected[WORDS] = {0}, right = 0;
    for (uint32_t i = 0; i < count; i++) {
        expected[FROM + WORDS_OF_VERTEX * i] = points[vertices[i]].number;
        expected[FROM + WORDS_OF_VERTEX * i + 1] = (uint32_t)points[vertices[i]].x;
    }
    if (!numbered_run(player, &capture->assembly->numbered)) return;
    if (!buffer_read("read", player->device, &capture->captured, words)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == expected[i];
    find(player, what, right);
}

// Two draws of one capture, and one beside it that is not captured.
static void capture_once(struct capture *capture) {
    static const uint32_t expected[] = {1, 2, 0};
    const struct device *device = capture->assembly->player->device;
    VkCommandBuffer commands = capture->assembly->player->recorder.commands;
    if (!begin_pass(capture, ROOM)) return;
    capture->begin(commands, 0, 0, NULL, NULL);
    device->CmdDraw(commands, 2, 1, 1, 0);
    device->CmdDraw(commands, 1, 1, 0, 0);
    capture->end(commands, 0, 0, NULL, NULL);
    device->CmdDraw(commands, 1, 1, 3, 0);
    end_pass(capture, "feedback.captured", expected, COUNT(expected));
}

// Nothing is captured of a vertex for which there is no room.
static void capture_in_part(struct capture *capture) {
    static const uint32_t expected[] = {0, 1};
    const struct device *device = capture->assembly->player->device;
    VkCommandBuffer commands = capture->assembly->player->recorder.commands;
    if (!begin_pass(capture, WORDS_OF_VERTEX * COUNT(expected))) return;
    capture->begin(commands, 0, 0, NULL, NULL);
    device->CmdDraw(commands, POINTS, 1, 0, 0);
    capture->end(commands, 0, 0, NULL, NULL);
    end_pass(capture, "feedback.in_part", expected, COUNT(expected));
}

// The counter is written where the first capture ends, and read where the second begins. Between both is another pass, and a
// barrier outside of it.
static void capture_again(struct capture *capture) {
    static const uint32_t expected[] = {0, 1, 2, 3};
    struct player *player = capture->assembly->player;
    const struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkDeviceSize offset = COUNTER_AT * sizeof(uint32_t), from = FROM * sizeof(uint32_t), room = ROOM * sizeof(uint32_t), at = 0;
    const VkMemoryBarrier counted = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = COUNTER_WRITE, .dstAccessMask = COUNTER_READ};
    const VkClearValue before = {.color = {.uint32 = {0}}};
    const VkRenderPassBeginInfo pass = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = capture->assembly->numbered.pass,
                                        .framebuffer = capture->assembly->numbered.framebuffer,
                                        .renderArea = {{0, 0}, {TINY, TINY}},
                                        .clearValueCount = 1,
                                        .pClearValues = &before};
    if (!begin_pass(capture, ROOM)) return;
    capture->begin(commands, 0, 0, NULL, NULL);
    device->CmdDraw(commands, 1, 1, 0, 0);
    capture->end(commands, 0, 1, &capture->counter.handle, &offset);
    device->CmdEndRenderPass(commands);
    device->CmdPipelineBarrier(commands, COUNTER_STAGE, COUNTER_STAGE | DRAW_INDIRECT_STAGE, 0, 1, &counted, 0, NULL, 0, NULL);
    device->CmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, capture->pipeline);
    device->CmdBindVertexBuffers(commands, 0, 1, &capture->assembly->vertices.handle, &at);
    capture->bind(commands, 0, 1, &capture->captured.handle, &from, &room);
    capture->begin(commands, 0, 1, &capture->counter.handle, &offset);
    device->CmdDraw(commands, 3, 1, 1, 0);
    capture->end(commands, 0, 0, NULL, NULL);
    end_pass(capture, "feedback.resumed", expected, COUNT(expected));
}

static void with_buffers(struct capture *capture) {
    struct device *device = capture->assembly->player->device;
    if (make_pipeline(capture) == VK_SUCCESS) {
        capture_once(capture);
        if (!capture->assembly->player->is_lost) capture_again(capture);
        if (!capture->assembly->player->is_lost) capture_in_part(capture);
    }
    device->DestroyPipeline(device->handle, capture->pipeline, callbacks_of("pipeline"));
}

static void ask(struct assembly *assembly) {
    struct device *device = assembly->player->device;
    struct capture capture = {.assembly = assembly};
    capture.bind = (bind_buffers)device_command(device, "vkCmdBindTransformFeedbackBuffersEXT");
    capture.begin = (change_feedback)device_command(device, "vkCmdBeginTransformFeedbackEXT");
    capture.end = (change_feedback)device_command(device, "vkCmdEndTransformFeedbackEXT");
    if (capture.bind == NULL || capture.begin == NULL || capture.end == NULL) return;
    if (!buffer_make("buffer", device, &capture.captured, FEEDBACK_USAGE)) return;
    if (buffer_make("buffer", device, &capture.counter, COUNTER_USAGE)) {
        with_buffers(&capture);
        buffer_end(device, &capture.counter);
    }
    buffer_end(device, &capture.captured);
}

void states_of_feedback(const struct featured *featured) {
    if (featured->offers->feedback.has[0]) assembly_use(featured, ask);
}
