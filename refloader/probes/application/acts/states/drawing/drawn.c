// The act "states", what is drawn: render passes that clear and load their attachments, and a triangle over the whole
// image. Every result is exact: all components are 0 or 1, and each boundary lies between two texels. What is found is
// the number of texels that are as they have to be.
#include <string.h>

#include "../../../pipelines.h"
#include "../../../shaders/shaders.h"
#include "../states.h"

#define IN (TINY / 4)  // where the part of the image begins that something is done to
#define HALF (TINY / 2)

enum { IMAGES = 2, RED_CONSTANT = 2, PUSHED_AT = 16 };
enum { CLEARING, LOADING, CLEARING_BOTH, CLEARING_SECOND, PASSES };
enum { TINTED, MASKED, PIPELINES };

// The bytes of a texel, which are in the same order on each processor.
static const unsigned char GREEN[] = {0, 0xFF, 0, 0xFF}, BLUE[] = {0, 0, 0xFF, 0xFF}, CYAN[] = {0, 0xFF, 0xFF, 0xFF};

static const VkRect2D whole = {{0, 0}, {TINY, TINY}}, part = {{IN, IN}, {HALF, HALF}};
static const VkClearValue blue_and_green[] = {{.color = {.float32 = {0, 0, 1, 1}}},
                                              {.color = {.float32 = {0, 1, 0, 1}}}};
static const VkClearValue blue_and_blue[] = {{.color = {.float32 = {0, 0, 1, 1}}},
                                             {.color = {.float32 = {0, 0, 1, 1}}}};
static const VkClearValue *const blue = &blue_and_green[0], *const green = &blue_and_green[1];
static const float green_pushed[] = {1, 0}, blue_pushed[] = {0, 1};

// In the order of making; what was not made is VK_NULL_HANDLE.
struct drawing {
    struct player *player;
    uint32_t images_made;
    struct image images[IMAGES];
    VkImageView views[IMAGES];
    VkRenderPass passes[PASSES];
    VkFramebuffer framebuffers[IMAGES];  // of the first image alone, and of both
    VkPipelineLayout layout;
    VkPipeline pipelines[PIPELINES];
};

// ---- making

// The operation is that of all attachments from one on; those before it are loaded.
static VkResult make_pass(struct device *device, uint32_t count, uint32_t from, VkAttachmentLoadOp load,
                          VkRenderPass *to) {
    const VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    VkAttachmentDescription attachments[IMAGES];
    VkAttachmentReference references[IMAGES];
    for (uint32_t i = 0; i < count; i++) {
        attachments[i] = (VkAttachmentDescription){.format = COLOUR,
                                                   .samples = VK_SAMPLE_COUNT_1_BIT,
                                                   .loadOp = i < from ? VK_ATTACHMENT_LOAD_OP_LOAD : load,
                                                   .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                                   .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                                   .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                   .initialLayout = layout,
                                                   .finalLayout = layout};
        references[i] = (VkAttachmentReference){i, layout};
    }
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .colorAttachmentCount = count,
                                    .pColorAttachments = references};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .attachmentCount = count,
                                   .pAttachments = attachments,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass};
    return made(device->CreateRenderPass(device->handle, &info, callbacks_of("render pass"), to), to);
}

static VkResult make_framebuffer(struct drawing *drawing, uint32_t count, VkRenderPass pass, VkFramebuffer *to) {
    struct device *device = drawing->player->device;
    VkFramebufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                    .renderPass = pass,
                                    .attachmentCount = count,
                                    .pAttachments = drawing->views,
                                    .width = TINY,
                                    .height = TINY,
                                    .layers = 1};
    return made(device->CreateFramebuffer(device->handle, &info, callbacks_of("framebuffer"), to), to);
}

static VkResult make_layout(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    VkPushConstantRange range = {VK_SHADER_STAGE_FRAGMENT_BIT, PUSHED_AT, sizeof green_pushed};
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    VkPipelineLayout *to = &drawing->layout;
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), to), to);
}

// Both by one call. The second writes green alone.
static VkResult make_pipelines_of(struct drawing *drawing, const VkPipelineShaderStageCreateInfo *stages) {
    struct device *device = drawing->player->device;
    struct fixed_functions fixed;
    const VkPipelineColorBlendAttachmentState blending[PIPELINES] = {
        [TINTED] = {.colorWriteMask = 0xF}, [MASKED] = {.colorWriteMask = VK_COLOR_COMPONENT_G_BIT}};
    VkPipelineColorBlendStateCreateInfo blends[PIPELINES];
    VkGraphicsPipelineCreateInfo infos[PIPELINES];
    for (uint32_t i = 0; i < PIPELINES; i++) {
        blends[i] = (VkPipelineColorBlendStateCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
            .attachmentCount = 1,
            .pAttachments = &blending[i]};
        infos[i] = drawing_info(&fixed, stages, &blends[i], drawing->layout, drawing->passes[CLEARING]);
    }
    return device->CreateGraphicsPipelines(device->handle, NULL, PIPELINES, infos, callbacks_of("pipeline"),
                                           drawing->pipelines);
}

// The shader's red, which is 1 where nothing is said.
static VkResult make_pipelines(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    const float red = 0;
    const VkSpecializationMapEntry entry = {RED_CONSTANT, 0, sizeof red};
    const VkSpecializationInfo constants = {1, &entry, sizeof red, &red};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    if (!stages_make(device, SHADER(cover_words), SHADER(tint_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    stages[FRAGMENT_STAGE].pSpecializationInfo = &constants;
    VkResult result = make_pipelines_of(drawing, stages);
    stages_end(device, stages);
    return result;
}

static int make_images(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    const VkImageCreateInfo info = image_info(usage);
    if (!image_is_offered(device, &info)) return 0;
    for (uint32_t *at = &drawing->images_made; *at < IMAGES; ++*at)
        if (!image_make("image", device, &drawing->images[*at], usage)) return 0;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < IMAGES && result == VK_SUCCESS; i++)
        result = image_view(device, &drawing->images[i], &drawing->views[i]);
    return result == VK_SUCCESS;
}

static int make(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    VkRenderPass *passes = drawing->passes;
    return make_images(drawing) &&
           make_pass(device, 1, 0, VK_ATTACHMENT_LOAD_OP_CLEAR, &passes[CLEARING]) == VK_SUCCESS &&
           make_pass(device, 1, 0, VK_ATTACHMENT_LOAD_OP_LOAD, &passes[LOADING]) == VK_SUCCESS &&
           make_pass(device, 2, 0, VK_ATTACHMENT_LOAD_OP_CLEAR, &passes[CLEARING_BOTH]) == VK_SUCCESS &&
           make_pass(device, 2, 1, VK_ATTACHMENT_LOAD_OP_CLEAR, &passes[CLEARING_SECOND]) == VK_SUCCESS &&
           make_framebuffer(drawing, 1, passes[CLEARING], &drawing->framebuffers[0]) == VK_SUCCESS &&
           make_framebuffer(drawing, 2, passes[CLEARING_BOTH], &drawing->framebuffers[1]) == VK_SUCCESS &&
           make_layout(drawing) == VK_SUCCESS && make_pipelines(drawing) == VK_SUCCESS;
}

static void end(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    VkDevice handle = device->handle;
    for (uint32_t i = 0; i < PIPELINES; i++)
        device->DestroyPipeline(handle, drawing->pipelines[i], callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, drawing->layout, callbacks_of("pipeline layout"));
    for (uint32_t i = 0; i < IMAGES; i++)
        device->DestroyFramebuffer(handle, drawing->framebuffers[i], callbacks_of("framebuffer"));
    for (uint32_t i = 0; i < PASSES; i++)
        device->DestroyRenderPass(handle, drawing->passes[i], callbacks_of("render pass"));
    for (uint32_t i = 0; i < IMAGES; i++)
        device->DestroyImageView(handle, drawing->views[i], callbacks_of("view"));
    while (drawing->images_made > 0) image_end(device, &drawing->images[--drawing->images_made]);
}

// ---- recording

static VkCommandBuffer commands_of(const struct drawing *drawing) { return drawing->player->recorder.commands; }

static int begin_job(struct drawing *drawing) {
    struct device *device = drawing->player->device;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    states_clear(drawing->player);
    if (device->BeginCommandBuffer(commands_of(drawing), &info) != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < IMAGES; i++)
        image_become(device, commands_of(drawing), &drawing->images[i], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    return 1;
}

// What was done before is seen.
static void begin_pass(struct drawing *drawing, int pass, const VkRect2D *area, const VkClearValue *values) {
    struct device *device = drawing->player->device;
    uint32_t both = pass == CLEARING_BOTH || pass == CLEARING_SECOND;
    VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                  .renderPass = drawing->passes[pass],
                                  .framebuffer = drawing->framebuffers[both],
                                  .renderArea = *area,
                                  .clearValueCount = pass == LOADING ? 0 : 1 + both,
                                  .pClearValues = values};
    barrier(device, commands_of(drawing));
    device->CmdBeginRenderPass(commands_of(drawing), &info, VK_SUBPASS_CONTENTS_INLINE);
}

static void end_pass(struct drawing *drawing) { drawing->player->device->CmdEndRenderPass(commands_of(drawing)); }

// A pass in which nothing is drawn.
static void pass_by(struct drawing *drawing, int pass, const VkRect2D *area, const VkClearValue *values) {
    begin_pass(drawing, pass, area, values);
    end_pass(drawing);
}

static void draw(struct drawing *drawing, int pipeline, const VkRect2D *place, const VkRect2D *cut,
                 const float *pushed, uint32_t first_vertex) {
    struct device *device = drawing->player->device;
    VkCommandBuffer commands = commands_of(drawing);
    VkViewport viewport = {(float)place->offset.x, (float)place->offset.y, (float)place->extent.width,
                           (float)place->extent.height, 0, 1};
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, drawing->pipelines[pipeline]);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, cut);
    device->CmdPushConstants(commands, drawing->layout, VK_SHADER_STAGE_FRAGMENT_BIT, PUSHED_AT, sizeof green_pushed,
                             pushed);
    device->CmdDraw(commands, 3, 1, first_vertex, 0);
}

// How many texels of an image have this colour in the part, and that one around it.
static void end_job(struct drawing *drawing, const char *what, uint32_t image, const unsigned char *inside,
                    const unsigned char *around) {
    struct player *player = drawing->player;
    uint32_t right = 0;
    barrier(player->device, commands_of(drawing));
    image_copy_out(player->device, commands_of(drawing), &drawing->images[image], &player->buffer);
    if (player->device->EndCommandBuffer(commands_of(drawing)) != VK_SUCCESS) return;
    if (!states_run(player, commands_of(drawing))) return;
    for (uint32_t y = 0; y < TINY; y++)
        for (uint32_t x = 0; x < TINY; x++) {
            int is_inside = x - IN < HALF && y - IN < HALF;
            right += memcmp(&player->words[y * TINY + x], is_inside ? inside : around, sizeof *player->words) == 0;
        }
    find(player, what, right);
}

// ---- render passes

static void clear(struct drawing *drawing) {
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING, &whole, blue);
    end_job(drawing, "passes.cleared", 0, BLUE, BLUE);
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING, &whole, blue);
    pass_by(drawing, CLEARING, &part, green);
    end_job(drawing, "passes.area", 0, GREEN, BLUE);
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING, &whole, blue);
    pass_by(drawing, LOADING, &whole, NULL);
    end_job(drawing, "passes.loaded", 0, BLUE, BLUE);
}

static void clear_both(struct drawing *drawing) {
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING_BOTH, &whole, blue_and_green);
    end_job(drawing, "passes.first", 0, BLUE, BLUE);
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING_BOTH, &whole, blue_and_green);
    end_job(drawing, "passes.second", 1, GREEN, GREEN);
}

// The values are those of the attachments, of which the first one is loaded.
static void clear_second(struct drawing *drawing) {
    const char *const found[] = {"passes.loaded_beside", "passes.cleared_beside"};
    for (uint32_t i = 0; i < IMAGES; i++) {
        if (!begin_job(drawing)) return;
        pass_by(drawing, CLEARING_BOTH, &whole, blue_and_blue);
        pass_by(drawing, CLEARING_SECOND, &whole, blue_and_green);
        end_job(drawing, found[i], i, i == 0 ? BLUE : GREEN, i == 0 ? BLUE : GREEN);
    }
}

static void clear_attachment(struct drawing *drawing) {
    const VkClearAttachment attachment = {VK_IMAGE_ASPECT_COLOR_BIT, 0, *green};
    VkClearRect halves[] = {{part, 0, 1}, {part, 0, 1}};
    halves[0].rect.extent.width /= 2;
    halves[1].rect.extent.width -= halves[0].rect.extent.width;
    halves[1].rect.offset.x += (int32_t)halves[0].rect.extent.width;
    if (!begin_job(drawing)) return;
    begin_pass(drawing, CLEARING, &whole, blue);
    drawing->player->device->CmdClearAttachments(commands_of(drawing), 1, &attachment, COUNT(halves), halves);
    end_pass(drawing);
    end_job(drawing, "passes.attachment", 0, GREEN, BLUE);
}

// ---- drawing

// One triangle on blue.
static void draw_once(struct drawing *drawing, const char *what, int pipeline, const VkRect2D *place,
                      const VkRect2D *cut, uint32_t first_vertex, const unsigned char *inside,
                      const unsigned char *around) {
    if (!begin_job(drawing)) return;
    begin_pass(drawing, CLEARING, &whole, blue);
    draw(drawing, pipeline, place, cut, green_pushed, first_vertex);
    end_pass(drawing);
    end_job(drawing, what, 0, inside, around);
}

static void draw_twice(struct drawing *drawing) {
    if (!begin_job(drawing)) return;
    begin_pass(drawing, CLEARING, &whole, blue);
    draw(drawing, TINTED, &whole, &whole, green_pushed, 0);
    draw(drawing, TINTED, &whole, &part, blue_pushed, 0);
    end_pass(drawing);
    end_job(drawing, "drawings.later", 0, BLUE, GREEN);
    if (!begin_job(drawing)) return;
    pass_by(drawing, CLEARING, &whole, blue);
    begin_pass(drawing, LOADING, &whole, NULL);
    draw(drawing, TINTED, &whole, &part, green_pushed, 0);
    end_pass(drawing);
    end_job(drawing, "drawings.loaded", 0, GREEN, BLUE);
}

void states_of_passes(struct player *player) {
    struct drawing drawing = {.player = player};
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT)) return;
    if (make(&drawing)) {
        clear(&drawing);
        clear_both(&drawing);
        clear_second(&drawing);
        clear_attachment(&drawing);
        draw_once(&drawing, "drawings.drawn", TINTED, &whole, &whole, 0, GREEN, GREEN);
        draw_once(&drawing, "drawings.cut", TINTED, &whole, &part, 0, GREEN, BLUE);
        draw_once(&drawing, "drawings.placed", TINTED, &part, &whole, 0, GREEN, BLUE);
        draw_once(&drawing, "drawings.other_vertices", TINTED, &whole, &whole, 3, BLUE, BLUE);
        draw_once(&drawing, "drawings.masked", MASKED, &whole, &whole, 0, CYAN, CYAN);
        draw_twice(&drawing);
    }
    end(&drawing);
}
