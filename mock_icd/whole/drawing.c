// What a driver "whole=1" can draw: a render pass clears its attachments, and the scripted application's shaders "cover"
// and "tint", known by their words, give one colour to what viewport, scissor and render area leave of an image. All
// is done to texels of four bytes that are 0 or 255.
#include "../mock_icd.h"

enum { FIRST_VERTICES = 3, RED_CONSTANT = 2, PUSHED_AT = 4 };

// What the shaders draw: the state of a pipeline, in the bytes of which it is.
struct tint {
    float red;
    uint32_t mask;  // of a texel's bits
    struct fragments fragments;
};

static uint32_t texel(const float *colour) {
    uint32_t texel = 0;
    for (uint32_t i = 0; i < 4; i++) texel |= (uint32_t)(colour[i] * 255) << (8 * i);
    return texel;
}

static void keep_bytes(struct thing *made, const void *bytes, size_t size) {
    made->bytes = malloc(size > 0 ? size : 1);
    if (made->bytes != NULL) memcpy(made->bytes, bytes, size);
}

// ---- what is made

AFTER(CreateImageView) { made->memory = THING((uintptr_t)((const VkImageViewCreateInfo *)given[1])->image); }

// The first subpass's operations, as many as there are attachments.
AFTER(CreateRenderPass) {
    const VkRenderPassCreateInfo *info = (const void *)given[1];
    made->size = info->attachmentCount;
    keep_bytes(made, info->pAttachments, info->attachmentCount * sizeof(VkAttachmentDescription));
}

AFTER(CreateFramebuffer) {
    const VkFramebufferCreateInfo *info = (const void *)given[1];
    if (info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) return;
    made->size = info->attachmentCount;
    keep_bytes(made, info->pAttachments, info->attachmentCount * sizeof(VkImageView));
}

AFTER(CreateGraphicsPipelines) {
    const VkGraphicsPipelineCreateInfo *info = &((const VkGraphicsPipelineCreateInfo *)given[3])[at];
    struct tint tint = {.red = 1};
    uint32_t red, known = 0;
    for (uint32_t i = 0; i < info->stageCount; i++) {
        uintptr_t module = (uintptr_t)info->pStages[i].module;
        uint64_t shader = module == 0 ? SHADER_UNKNOWN : THING(module)->state;
        known += shader == SHADER_COVER || shader == SHADER_TINT;
        if (shader == SHADER_POINTS) keep_vertex_input(made, info->pVertexInputState);
        if (shader != SHADER_TINT) continue;
        memcpy(&red, &tint.red, sizeof red);
        red = constant_of(info->pStages[i].pSpecializationInfo, RED_CONSTANT, red);
        memcpy(&tint.red, &red, sizeof red);
    }
    if (known != 2 || info->pColorBlendState == NULL || info->pColorBlendState->attachmentCount == 0) return;
    uint32_t written = violates("draws_unmasked") ? 15 : info->pColorBlendState->pAttachments[0].colorWriteMask;
    for (uint32_t i = 0; i < 4; i++)
        if (written >> i & 1) tint.mask |= 0xFFU << (8 * i);
    made->state = SHADER_COVER;
    keep_fragments(&tint.fragments, info);
    keep_bytes(made, &tint, sizeof tint);
}

// ---- what is recorded

// The image that an attachment of the framebuffer is; NULL where there is none.
struct thing *attachment(const struct thing *framebuffer, uint64_t at) {
    const VkImageView *views = framebuffer == NULL ? NULL : framebuffer->bytes;
    return views == NULL || at >= framebuffer->size ? NULL : THING((uintptr_t)views[at])->memory;
}

static VkRect2D common(VkRect2D one, VkRect2D other) {
    int32_t left = one.offset.x > other.offset.x ? one.offset.x : other.offset.x;
    int32_t top = one.offset.y > other.offset.y ? one.offset.y : other.offset.y;
    int64_t right = (int64_t)one.offset.x + one.extent.width, lower = (int64_t)one.offset.y + one.extent.height;
    int64_t other_right = (int64_t)other.offset.x + other.extent.width,
            other_lower = (int64_t)other.offset.y + other.extent.height;
    if (other_right < right) right = other_right;
    if (other_lower < lower) lower = other_lower;
    if (right <= left || lower <= top) return (VkRect2D){{0, 0}, {0, 0}};
    return (VkRect2D){{left, top}, {(uint32_t)(right - left), (uint32_t)(lower - top)}};
}

// Images know their width as their state.
static void paint(struct command_buffer *buffer, struct thing *image, VkRect2D place, uint32_t colour, uint32_t mask,
                  const struct fragments *fragments) {
    if (image == NULL || image->state == 0 || place.extent.width == 0) return;
    uint64_t first = (uint64_t)place.offset.y * image->state + (uint64_t)place.offset.x;
    uint64_t last = first + (place.extent.height - 1) * image->state + place.extent.width;
    const struct work work = {.to = image,
                              .to_at = first * sizeof colour,
                              .size = (last - first) * sizeof colour,
                              .number = colour,
                              .mask = mask,
                              .width = place.extent.width,
                              .stride = (uint32_t)image->state};
    if (fragments != NULL)
        draw_fragments(buffer, fragments, image, work);
    else
        add_work((VkCommandBuffer)buffer, work);
}

// The attachment of depth and stencil, which is cleared as a whole.
static void clear_depths(const uintptr_t *given, struct thing *image, const VkClearValue *value) {
    const VkImageSubresourceRange both = {VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT, 0, 1, 0, 1};
    const uintptr_t clears[] = {given[0], (uintptr_t)image, 0, (uintptr_t)&value->depthStencil, 1, (uintptr_t)&both};
    if (image != NULL) answer_CmdClearDepthStencilImage(clears);
}

static int has_depths(VkFormat format) { return format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT; }

ANSWER(CmdBeginRenderPass) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    const VkRenderPassBeginInfo *info = (const void *)given[1];
    const struct thing *pass = THING((uintptr_t)info->renderPass);
    const VkAttachmentDescription *attachments = pass->bytes;
    const float nothing[4] = {0};
    buffer->framebuffer = THING((uintptr_t)info->framebuffer);
    buffer->area = info->renderArea;
    uint32_t cleared = 0;
    for (uint32_t i = 0; attachments != NULL && i < pass->size; i++) {
        const VkAttachmentLoadOp load = attachments[i].loadOp;
        struct thing *image = attachment(buffer->framebuffer, i);
        VkRect2D place = info->renderArea;
        if (has_depths(attachments[i].format)) {
            if (load == VK_ATTACHMENT_LOAD_OP_CLEAR && i < info->clearValueCount)
                clear_depths(given, image, &info->pClearValues[i]);
            continue;
        }
        if (violates("passes_whole") && image != NULL)
            place = (VkRect2D){{0, 0}, {(uint32_t)image->state, (uint32_t)image->state}};
        if (load == VK_ATTACHMENT_LOAD_OP_CLEAR && i < info->clearValueCount && !violates("passes_kept")) {
            uint32_t value = violates("passes_one_value") ? 0 : violates("passes_counted") ? cleared++ : i;
            paint(buffer, image, place, texel(info->pClearValues[value].color.float32), UINT32_MAX, NULL);
        }
        if (load == VK_ATTACHMENT_LOAD_OP_LOAD && violates("passes_lost"))
            paint(buffer, image, place, texel(nothing), UINT32_MAX, NULL);
    }
    return 0;
}

ANSWER(CmdClearAttachments) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    const VkClearAttachment *attachments = (const void *)given[2];
    const VkClearRect *places = (const void *)given[4];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++)
        for (uint32_t j = 0; j < (violates("clears_first_place") ? 1 : (uint32_t)given[3]); j++) {
            VkRect2D place = violates("clears_whole") ? buffer->area : places[j].rect;
            if (attachments[i].aspectMask & VK_IMAGE_ASPECT_COLOR_BIT)
                paint(buffer, attachment(buffer->framebuffer, attachments[i].colorAttachment), place,
                      texel(attachments[i].clearValue.color.float32), UINT32_MAX, NULL);
        }
    return 0;
}

ANSWER(CmdSetViewport) {
    const VkViewport *viewport = (const void *)given[3];
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        ((struct command_buffer *)given[0])->set.depth = viewport->minDepth;
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        ((struct command_buffer *)given[0])->viewport =
            (VkRect2D){{(int32_t)viewport->x, (int32_t)viewport->y},
                       {(uint32_t)viewport->width, (uint32_t)viewport->height}};
    return 0;
}

ANSWER(CmdSetScissor) {
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        ((struct command_buffer *)given[0])->scissor = *(const VkRect2D *)given[3];
    return 0;
}

ANSWER(CmdDraw) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    uint32_t first = violates("draws_from_start") ? 0 : (uint32_t)given[3];
    driver_CmdDraw((VkCommandBuffer)given[0], (uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3],
                   (uint32_t)given[4]);
    const struct thing *pipeline = buffer->pipeline;
    if (pipeline != NULL && pipeline->state == SHADER_POINTS)
        draw_points(buffer, (VkDrawIndirectCommand){(uint32_t)given[1], (uint32_t)given[2], first, (uint32_t)given[4]});
    if (pipeline == NULL || pipeline->state != SHADER_COVER || pipeline->bytes == NULL) return 0;
    if (first > 0 || given[1] < FIRST_VERTICES || given[2] == 0) return 0;
    const struct tint *tint = pipeline->bytes;
    float colour[4] = {tint->red, 0, 0, 1};
    memcpy(&colour[1], &buffer->pushed[PUSHED_AT], 2 * sizeof *colour);
    VkRect2D place = buffer->area;
    if (!violates("draws_unplaced")) place = common(place, buffer->viewport);
    if (!violates("draws_uncut")) place = common(place, buffer->scissor);
    paint(buffer, attachment(buffer->framebuffer, 0), place, texel(colour), tint->mask, &tint->fragments);
    return 0;
}
