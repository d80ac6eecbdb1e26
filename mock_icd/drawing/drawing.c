// What a driver "whole=1" can draw: a render pass clears its attachments, and the scripted application's shaders "cover"
// and "tint", known by their words, give one colour to what viewport, scissor and render area leave of an image. All
// is done to texels of four bytes that are 0 or 255.
#include "../mock_icd.h"

enum { FIRST_VERTICES = 3, RED_CONSTANT = 2, PUSHED_AT = 4, COLOURS = VK_FORMAT_R8G8B8A8_UNORM };

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

void keep_bytes(struct thing *made, const void *bytes, size_t size) {
    made->bytes = malloc(size > 0 ? size : 1);
    if (made->bytes != NULL && size > 0) memcpy(made->bytes, bytes, size);
}

// ---- what is made

AFTER(CreateImageView) {
    const VkImageViewCreateInfo *info = (const void *)given[1];
    const VkImageSubresourceRange *range = &info->subresourceRange;
    made->memory = THING((uintptr_t)info->image);
    made->offset = violates("views_first_layer") ? 0 : range->baseArrayLayer;
    made->state = violates("views_first_level") ? 0 : range->baseMipLevel;
    made->levels = range->levelCount == VK_REMAINING_MIP_LEVELS ? made->memory->levels - range->baseMipLevel : range->levelCount;
    made->layers = range->layerCount == VK_REMAINING_ARRAY_LAYERS ? made->memory->layers - range->baseArrayLayer : range->layerCount;
    keep_bytes(made, &info->components, sizeof info->components);
}

AFTER(CreateRenderPass) {
    const VkRenderPassCreateInfo *info = (const void *)given[1];
    const VkRenderPassMultiviewCreateInfo *views = chained(info->pNext, VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);
    struct pass pass = {.attachment_count = info->attachmentCount < KEPT_ATTACHMENTS ? info->attachmentCount : KEPT_ATTACHMENTS};
    for (uint32_t i = 0; i < pass.attachment_count; i++) pass.attachments[i] = (struct kept_attachment){info->pAttachments[i].format, info->pAttachments[i].loadOp};
    for (uint32_t i = 0; i < info->subpassCount && i < KEPT_SUBPASSES; i++) {
        const VkSubpassDescription *from = &info->pSubpasses[i];
        struct subpass *to = &pass.subpasses[i];
        to->count = from->colorAttachmentCount < KEPT_ATTACHMENTS ? from->colorAttachmentCount : KEPT_ATTACHMENTS;
        for (uint32_t j = 0; j < to->count; j++) {
            to->colours[j] = from->pColorAttachments[j].attachment;
            to->resolved[j] = from->pResolveAttachments == NULL ? VK_ATTACHMENT_UNUSED : from->pResolveAttachments[j].attachment;
        }
        to->views = views != NULL && i < views->subpassCount ? views->pViewMasks[i] : 0;
        if (violates("views_one")) to->views &= 1;
    }
    keep_bytes(made, &pass, sizeof pass);
}

AFTER(CreateFramebuffer) {
    const VkFramebufferCreateInfo *info = (const void *)given[1];
    if (info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) return;
    made->size = info->attachmentCount;
    made->state = info->layers;
    keep_bytes(made, info->pAttachments, info->attachmentCount * sizeof(VkImageView));
}

AFTER(CreateGraphicsPipelines) {
    const VkGraphicsPipelineCreateInfo *info = &((const VkGraphicsPipelineCreateInfo *)given[3])[at];
    struct tint tint = {.red = 1};
    uint32_t red, known = 0;
    int is_told = 0, is_deep = 0;
    for (uint32_t i = 0; i < info->stageCount; i++) {
        uintptr_t module = (uintptr_t)info->pStages[i].module;
        uint64_t shader = module == 0 ? SHADER_UNKNOWN : THING(module)->state;
        known += shader == SHADER_COVER || shader == SHADER_PUSHED || shader == SHADER_TINT || shader == SHADER_DEEP;
        is_deep = is_deep || shader == SHADER_DEEP;
        is_told = is_told || shader == SHADER_PUSHED;
        if (shader == SHADER_POINTS) keep_vertex_input(made, info->pVertexInputState);
        if (is_shape((enum shader)shader) || shader == SHADER_FORMATS)
            keep_shape(made, info, (enum shader)shader, info->pStages[i].pSpecializationInfo);
        if (shader == SHADER_TAKEN) made->state = shader;
        if (shader == SHADER_PAIR) keep_blends(made, info);
        if (shader != SHADER_TINT && shader != SHADER_DEEP) continue;
        memcpy(&red, &tint.red, sizeof red);
        red = constant_of(info->pStages[i].pSpecializationInfo, RED_CONSTANT, red);
        memcpy(&tint.red, &red, sizeof red);
    }
    if (known != (info->pRasterizationState->rasterizerDiscardEnable ? 1 : 2) || info->pColorBlendState == NULL || info->pColorBlendState->attachmentCount == 0) return;
    uint32_t written = violates("draws_unmasked") ? 15 : info->pColorBlendState->pAttachments[0].colorWriteMask;
    for (uint32_t i = 0; i < 4; i++)
        if (written >> i & 1) tint.mask |= 0xFFU << (8 * i);
    made->state = SHADER_COVER;
    keep_fragments(&tint.fragments, info);
    tint.fragments.is_told = is_told;
    tint.fragments.is_deep = is_deep;
    keep_bytes(made, &tint, sizeof tint);
}

// ---- what is recorded

static const struct thing *view_of(const struct thing *framebuffer, uint64_t at) {
    const VkImageView *views = framebuffer == NULL ? NULL : framebuffer->bytes;
    return views == NULL || at >= framebuffer->size ? NULL : THING((uintptr_t)views[at]);
}

// The image that an attachment of the framebuffer is; NULL where there is none.
struct thing *attachment(const struct thing *framebuffer, uint64_t at) {
    const struct thing *view = view_of(framebuffer, at);
    return view == NULL ? NULL : view->memory;
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
static void paint_layer(struct command_buffer *buffer, struct thing *image, uint64_t layer, VkRect2D place,
                        uint32_t colour, uint32_t mask, const struct fragments *fragments) {
    if (image == NULL || image->state == 0 || place.extent.width == 0) return;
    uint64_t first = layer * image->height * image->state + (uint64_t)place.offset.y * image->state + (uint64_t)place.offset.x;
    uint64_t last = first + (place.extent.height - 1) * image->state + place.extent.width;
    const struct work work = {.to = image,
                              .to_at = first * sizeof colour,
                              .size = (last - first) * sizeof colour,
                              .number = colour,
                              .mask = mask,
                              .counted = buffer->counted,
                              .width = place.extent.width,
                              .stride = (uint32_t)image->state};
    if (fragments != NULL)
        draw_fragments(buffer, fragments, image, work);
    else
        add_work((VkCommandBuffer)buffer, work);
}

static const struct subpass *subpass_of(const struct command_buffer *buffer) {
    const struct pass *pass = buffer->pass == NULL ? NULL : buffer->pass->bytes;
    return pass == NULL ? NULL : &pass->subpasses[buffer->subpass % KEPT_SUBPASSES];
}

// Some of the layers of an attachment, or those of all views, where there are several.
static void clear_layers(struct command_buffer *buffer, uint32_t at, VkRect2D place, uint32_t colour, uint32_t first,
                         uint32_t count) {
    const struct thing *view = view_of(buffer->framebuffer, at);
    const struct subpass *subpass = subpass_of(buffer);
    uint32_t views = subpass == NULL ? 0 : subpass->views;
    for (uint32_t i = 0; view != NULL && i < (views != 0 ? 32 : count); i++)
        if (views == 0 || views >> i & 1)
            paint_layer(buffer, view->memory, view->offset + (views == 0 ? first : 0) + i, place, colour, UINT32_MAX, NULL);
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
    const struct pass *kept = pass->bytes;
    const float nothing[4] = {0};
    buffer->pass = pass;
    buffer->subpass = 0;
    buffer->framebuffer = THING((uintptr_t)info->framebuffer);
    buffer->area = info->renderArea;
    uint32_t cleared = 0, layers = buffer->framebuffer == NULL ? 1 : (uint32_t)buffer->framebuffer->state;
    for (uint32_t i = 0; kept != NULL && i < kept->attachment_count; i++) {
        const VkAttachmentLoadOp load = kept->attachments[i].load;
        struct thing *image = attachment(buffer->framebuffer, i);
        VkRect2D place = info->renderArea;
        if (has_depths(kept->attachments[i].format)) {
            if (load == VK_ATTACHMENT_LOAD_OP_CLEAR && i < info->clearValueCount)
                clear_depths(given, image, &info->pClearValues[i]);
            continue;
        }
        if (violates("passes_whole") && image != NULL)
            place = (VkRect2D){{0, 0}, {(uint32_t)image->state, (uint32_t)image->state}};
        if (load == VK_ATTACHMENT_LOAD_OP_CLEAR && i < info->clearValueCount && !violates("passes_kept")) {
            uint32_t value = violates("passes_one_value") ? 0 : violates("passes_counted") ? cleared++ : i;
            clear_layers(buffer, i, place, texel_of_colour((uint32_t)kept->attachments[i].format, &info->pClearValues[value].color), 0, layers);
        }
        if (load == VK_ATTACHMENT_LOAD_OP_LOAD && violates("passes_lost"))
            clear_layers(buffer, i, place, texel(nothing), 0, layers);
    }
    return 0;
}

// What a subpass resolves at its end.
static void resolve(const uintptr_t *given) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    const struct subpass *subpass = subpass_of(buffer);
    const VkRect2D area = buffer->area;
    VkImageResolve region = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .srcOffset = {area.offset.x, area.offset.y, 0},
                             .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                             .dstOffset = {area.offset.x, area.offset.y, 0},
                             .extent = {area.extent.width, area.extent.height, 1}};
    for (uint32_t i = 0; subpass != NULL && i < subpass->count && !violates("passes_unresolved"); i++) {
        if (subpass->resolved[i] == VK_ATTACHMENT_UNUSED) continue;
        const struct thing *from = view_of(buffer->framebuffer, subpass->colours[i]),
                           *to = view_of(buffer->framebuffer, subpass->resolved[i]);
        if (from == NULL || to == NULL) continue;
        region.srcSubresource.baseArrayLayer = (uint32_t)from->offset;
        region.dstSubresource.baseArrayLayer = violates("resolves_to_first_layer") ? 0 : (uint32_t)to->offset;
        const uintptr_t resolves[] = {given[0], (uintptr_t)from->memory, 0, (uintptr_t)to->memory, 0, 1, (uintptr_t)&region};
        answer_CmdResolveImage(resolves);
    }
}

ANSWER(CmdNextSubpass) {
    resolve(given);
    ((struct command_buffer *)given[0])->subpass += !violates("subpasses_one");
    return 0;
}

ANSWER(CmdEndRenderPass) {
    resolve(given);
    ((struct command_buffer *)given[0])->pass = NULL;
    return 0;
}

// The depth of a part of the attachment of depths, which is the second one.
static void clear_depth(struct command_buffer *buffer, VkRect2D place, float depth) {
    struct thing *image = attachment(buffer->framebuffer, 1);
    uint32_t number;
    memcpy(&number, &depth, sizeof number);
    for (uint32_t y = 0; image != NULL && y < place.extent.height && !violates("clears_depth_lost"); y++)
        add_work((VkCommandBuffer)buffer,
                 (struct work){.to = image,
                               .to_at = (((uint64_t)place.offset.y + y) * image->state + (uint64_t)place.offset.x) * sizeof number,
                               .size = place.extent.width * sizeof number,
                               .number = number});
}

ANSWER(CmdClearAttachments) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    const VkClearAttachment *attachments = (const void *)given[2];
    const VkClearRect *places = (const void *)given[4];
    for (uint32_t i = 0; i < (violates("clears_first_attachment") ? 1 : (uint32_t)given[1]); i++)
        for (uint32_t j = 0; j < (violates("clears_first_place") ? 1 : (uint32_t)given[3]); j++) {
            VkRect2D place = violates("clears_whole") ? buffer->area : places[j].rect;
            const struct subpass *subpass = subpass_of(buffer);
            const struct pass *pass = buffer->pass == NULL ? NULL : buffer->pass->bytes;
            uint32_t at = attachments[i].colorAttachment;
            if (subpass != NULL && at < subpass->count) at = subpass->colours[at];
            if (attachments[i].aspectMask & VK_IMAGE_ASPECT_DEPTH_BIT)
                clear_depth(buffer, place, attachments[i].clearValue.depthStencil.depth);
            if (attachments[i].aspectMask & VK_IMAGE_ASPECT_COLOR_BIT)
                clear_layers(buffer, at, place, texel_of_colour(pass == NULL ? COLOURS : (uint32_t)pass->attachments[at % KEPT_ATTACHMENTS].format, &attachments[i].clearValue.color), places[j].baseArrayLayer,
                             violates("clears_one_layer") ? 1 : places[j].layerCount);
        }
    return 0;
}

void fix_drawing(struct command_buffer *buffer) {
    const struct thing *pipeline = buffer->pipeline;
    if (pipeline == NULL || pipeline->state != SHADER_COVER || pipeline->bytes == NULL) return;
    const struct fragments *fragments = &((const struct tint *)pipeline->bytes)->fragments;
    if (fragments->is_kept) set_what_is_fixed(buffer, fragments);
}

// The triangle has the depth in the middle.
static void set_depths(struct set_while_recording *set, const VkViewport *viewport) {
    set->depths[0] = viewport->minDepth;
    set->depths[1] = viewport->maxDepth;
    set->depth = (viewport->minDepth + viewport->maxDepth) / 2;
}

ANSWER(CmdSetViewport) {
    const VkViewport *viewport = (const void *)given[3];
    int is_turned = viewport->height < 0;
    float top = is_turned ? viewport->y + viewport->height : viewport->y, height = is_turned ? -viewport->height : viewport->height;
    ((struct command_buffer *)given[0])->set.is_turned = is_turned && !violates("viewports_unturned");
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 1)
        ((struct command_buffer *)given[0])->set.second_viewport = viewport[violates("viewports_first") ? 0 : 1];
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        set_depths(&((struct command_buffer *)given[0])->set, viewport);
    if ((uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        ((struct command_buffer *)given[0])->viewport =
            (VkRect2D){{(int32_t)viewport->x, (int32_t)top}, {(uint32_t)viewport->width, (uint32_t)height}};
    return 0;
}

// As many as there are, from the first one on.
ANSWER(CmdSetViewportWithCount) {
    const uintptr_t from_first[] = {given[0], 0, given[1], given[2]};
    return violates("extended_CmdSetViewportWithCount") ? 0 : answer_CmdSetViewport(from_first);
}

ANSWER(CmdSetScissorWithCount) {
    const uintptr_t from_first[] = {given[0], 0, given[1], given[2]};
    return violates("extended_CmdSetScissorWithCount") ? 0 : answer_CmdSetScissor(from_first);
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
    if (draws_shapes(buffer)) draw_shapes(buffer, first, (uint32_t)given[1], NULL);
    if (pipeline != NULL && pipeline->state == SHADER_TAKEN) draw_taken(buffer);
    if (pipeline != NULL && pipeline->state == SHADER_PAIR) draw_blends(buffer);
    if (pipeline == NULL || pipeline->state != SHADER_COVER || pipeline->bytes == NULL) return 0;
    if (first > 0 || given[1] < FIRST_VERTICES || given[2] == 0) return 0;
    const struct tint *tint = pipeline->bytes;
    if (tint->fragments.is_told && buffer->pushed[0] == 0) return 0;
    float colour[4] = {tint->red, 0, 0, 1};
    memcpy(&colour[1], &buffer->pushed[PUSHED_AT], 2 * sizeof *colour);
    VkRect2D place = buffer->area;
    if (!violates("draws_unplaced")) place = common(place, buffer->viewport);
    if (!violates("draws_uncut")) place = common(place, buffer->scissor);
    const float depth = buffer->set.depth;
    if (tint->fragments.is_deep && !violates("depths_unreplaced")) {
        place = common(place, (VkRect2D){{4, 4}, {8, 8}});
        buffer->set.depth = 0.125F;
    }
    paint_layer(buffer, attachment(buffer->framebuffer, 0), 0, place, texel(colour), tint->mask, &tint->fragments);
    buffer->set.depth = depth;
    return 0;
}
