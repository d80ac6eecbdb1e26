// What the model does between images, with image views, and when it renders: clears, load operations and resolves.
#include <string.h>

#include "model_rows.h"

ENDS(destroy_view, KIND_VIEW, "vkDestroyImageView")

#define MOST_ATTACHMENTS 8U

static uint64_t create_view(const uint64_t *a) {
    const VkImageViewCreateInfo *info = AT(const VkImageViewCreateInfo, a[1]);
    struct thing *view = make(a, KIND_VIEW);
    if (view == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    view->of = thing_of(view->machine, KIND_IMAGE, HANDLE(info->image), "vkCreateImageView");
    view->value = info->subresourceRange.baseMipLevel;
    view->at = info->subresourceRange.baseArrayLayer;
    if (view->of != NULL && (view->value >= view->of->picture->levels || view->at >= view->of->picture->layers))
        complain("vkCreateImageView reaches the driver for a level or a layer that the image has not got");
    view->format = (uint32_t)info->format;
    // VUID-VkImageViewCreateInfo-image-01762 and -image-01003
    if (view->of != NULL && view->format != view->of->format && !(view->of->picture->flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT))
        complain("vkCreateImageView reaches the driver with another format than the image's, which was made without MUTABLE_FORMAT");
    if (view->of != NULL && info->viewType == VK_IMAGE_VIEW_TYPE_CUBE && !(view->of->picture->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT))
        complain("vkCreateImageView reaches the driver for a cube, of an image that was made without CUBE_COMPATIBLE");
    return 0;
}

// ---- from image to image

// Copies, blits and resolves in one form: a part of a subresource, and the one that it goes to.
struct transfer {
    VkImageSubresourceLayers from, to;
    VkOffset3D from_start, from_end, to_start, to_end;
    uint32_t from_layout, to_layout;
};

static VkOffset3D behind(VkOffset3D start, VkExtent3D extent) {
    return (VkOffset3D){start.x + (int32_t)extent.width, start.y + (int32_t)extent.height, start.z + (int32_t)extent.depth};
}

static int has_part(const struct thing *image, const VkImageSubresourceLayers *of) {
    return of->mipLevel < image->picture->levels && of->baseArrayLayer < image->picture->layers && of->layerCount > 0 &&
           (of->layerCount == VK_REMAINING_ARRAY_LAYERS || of->layerCount <= image->picture->layers - of->baseArrayLayer);
}

static void add_transfer(struct recording *recording, enum recorded_kind kind, uint64_t from, uint64_t to,
                         const struct transfer *transfer, const char *command) {
    struct thing *one = thing_of(recording->machine, KIND_IMAGE, from, command);
    struct thing *other = thing_of(recording->machine, KIND_IMAGE, to, command);
    if (one == NULL || other == NULL) return;
    if (!has_part(one, &transfer->from) || !has_part(other, &transfer->to)) {
        complain("%s reaches the driver for levels or layers that an image has not got", command);
        return;
    }
    struct recorded *recorded = model_add(recording, kind);
    recorded->one = to_thing(one);
    recorded->other = to_thing(other);
    recorded->bytes = model_copied(transfer, sizeof *transfer);
}

#define BOXES(region) \
    .from = (region)->srcSubresource, .to = (region)->dstSubresource, .from_start = (region)->srcOffset, \
    .from_end = behind((region)->srcOffset, (region)->extent), .to_start = (region)->dstOffset, \
    .to_end = behind((region)->dstOffset, (region)->extent)
#define CORNERS(region) \
    .from = (region)->srcSubresource, .to = (region)->dstSubresource, .from_start = (region)->srcOffsets[0], \
    .from_end = (region)->srcOffsets[1], .to_start = (region)->dstOffsets[0], .to_end = (region)->dstOffsets[1]
// A command of Vulkan 1.0, and the same with a structure.
#define TRANSFERS(name, kind, command, region_type, info_type, region_type_2, parts) \
    static uint64_t name(const uint64_t *a) { \
        RECORDING(command) \
        (void)machine; \
        for (uint32_t i = 0; i < (uint32_t)a[5]; i++) { \
            const region_type *region = AT(const region_type, a[6]) + i; \
            const struct transfer transfer = {parts(region), .from_layout = (uint32_t)a[2], .to_layout = (uint32_t)a[4]}; \
            add_transfer(recording, kind, a[1], a[3], &transfer, command); \
        } \
        return 0; \
    } \
    static uint64_t name##_2(const uint64_t *a) { \
        const info_type *info = AT(const info_type, a[1]); \
        RECORDING(command "2") \
        (void)machine; \
        for (uint32_t i = 0; i < info->regionCount; i++) { \
            const region_type_2 *region = &info->pRegions[i]; \
            const struct transfer transfer = {parts(region), .from_layout = info->srcImageLayout, .to_layout = info->dstImageLayout}; \
            add_transfer(recording, kind, HANDLE(info->srcImage), HANDLE(info->dstImage), &transfer, command "2"); \
        } \
        return 0; \
    }
TRANSFERS(copy_image, RECORDED_COPY_IMAGE, "vkCmdCopyImage", VkImageCopy, VkCopyImageInfo2, VkImageCopy2, BOXES)
TRANSFERS(blit_image, RECORDED_BLIT, "vkCmdBlitImage", VkImageBlit, VkBlitImageInfo2, VkImageBlit2, CORNERS)
TRANSFERS(resolve_image, RECORDED_RESOLVE, "vkCmdResolveImage", VkImageResolve, VkResolveImageInfo2, VkImageResolve2, BOXES)

// The nearest place in one range to that in another one; either may be turned round.
static uint32_t nearest(int32_t place, int32_t to_start, int32_t to_end, int32_t from_start, int32_t from_end) {
    int64_t twice = 2 * (int64_t)(place - to_start) + 1, from_size = from_end - from_start, to_size = to_end - to_start;
    int64_t at = twice * from_size, per = 2 * to_size;
    if (per < 0) at = -at, per = -per;
    return (uint32_t)(from_start + (at >= 0 ? at / per : -((-at + per - 1) / per)));
}

static void transfer_layer(struct thing *one, struct thing *other, const struct transfer *transfer, uint32_t layer) {
    const VkOffset3D *start = &transfer->to_start, *end = &transfer->to_end;
    int32_t left = start->x < end->x ? start->x : end->x, right = start->x < end->x ? end->x : start->x;
    int32_t top = start->y < end->y ? start->y : end->y, bottom = start->y < end->y ? end->y : start->y;
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++)
            for (uint32_t sample = 0; sample < other->picture->samples; sample++) {
                uint32_t from_x = nearest(x, start->x, end->x, transfer->from_start.x, transfer->from_end.x);
                uint32_t from_y = nearest(y, start->y, end->y, transfer->from_start.y, transfer->from_end.y);
                unsigned char *from = texel_of(one, transfer->from.mipLevel, transfer->from.baseArrayLayer + layer,
                                               sample % one->picture->samples, from_x, from_y);
                unsigned char *to = texel_of(other, transfer->to.mipLevel, transfer->to.baseArrayLayer + layer, sample, (uint32_t)x, (uint32_t)y);
                if (from == NULL || to == NULL) complain("a transfer between images is executed for places that one has not got");
                else memmove(to, from, 4);
            }
}

static void run_transfer(struct thing *one, struct thing *other, const struct transfer *transfer) {
    uint32_t count = transfer->from.layerCount == VK_REMAINING_ARRAY_LAYERS ? one->picture->layers - transfer->from.baseArrayLayer
                                                                             : transfer->from.layerCount;
    for (uint32_t layer = 0; layer < count && transfer->to.baseArrayLayer + layer < other->picture->layers; layer++) {
        check_layout(one, transfer->from.mipLevel, transfer->from.baseArrayLayer + layer, transfer->from_layout, "a transfer between images");
        check_layout(other, transfer->to.mipLevel, transfer->to.baseArrayLayer + layer, transfer->to_layout, "a transfer between images");
        transfer_layer(one, other, transfer, layer);
    }
}

// ---- rendering

struct attachment {
    struct reference view, resolved;
    uint32_t layout, resolved_layout, clears, texel;
};
struct rendering {
    VkRect2D area;
    uint32_t count;
    struct attachment attachments[MOST_ATTACHMENTS];
    int is_resumed;
};

static const char *const names[] = {
    [RECORDED_FILL] = "vkCmdFillBuffer",         [RECORDED_UPDATE] = "vkCmdUpdateBuffer",
    [RECORDED_COPY] = "vkCmdCopyBuffer",         [RECORDED_EVENT] = "vkCmdSetEvent",
    [RECORDED_RESET_QUERIES] = "vkCmdResetQueryPool", [RECORDED_COPY_QUERIES] = "vkCmdCopyQueryPoolResults",
    [RECORDED_DISPATCH] = "vkCmdDispatch",       [RECORDED_BARRIERS] = "vkCmdPipelineBarrier",
    [RECORDED_CLEAR_IMAGE] = "vkCmdClearColorImage", [RECORDED_COPY_TO_IMAGE] = "vkCmdCopyBufferToImage",
    [RECORDED_COPY_FROM_IMAGE] = "vkCmdCopyImageToBuffer", [RECORDED_COPY_IMAGE] = "vkCmdCopyImage",
    [RECORDED_BLIT] = "vkCmdBlitImage",          [RECORDED_RESOLVE] = "vkCmdResolveImage",
    [RECORDED_QUERY] = "vkCmdWriteTimestamp",    [RECORDED_EXECUTE] = "vkCmdExecuteCommands",
    [RECORDED_CLEAR_PART] = "vkCmdClearAttachments", [RECORDED_RENDER] = "vkCmdBeginRendering",
    [RECORDED_END_RENDER] = "vkCmdEndRendering",
};

// Timestamps and clears of attachments may stand within a rendering; work and waits may not, nor in its pause.
void model_check_place(const struct recording *recording, enum recorded_kind kind) {
    const char *name = names[kind];  // NULL: it sets a state alone
    if (name == NULL || recording->rendering == OUTSIDE || kind == RECORDED_RENDER || kind == RECORDED_END_RENDER) return;
    if (recording->rendering == SUSPENDED && kind == RECORDED_QUERY) return;  // whether a timestamp is work is not said
    if (recording->rendering == SUSPENDED)
        complain("%s reaches the driver between a render pass instance that is suspended and the one that resumes it", name);
    else if (kind != RECORDED_QUERY && kind != RECORDED_CLEAR_PART && kind != RECORDED_EXECUTE)
        complain("%s reaches the driver within a render pass instance", name);
    else if (kind == RECORDED_EXECUTE && recording->rendering != WITHIN_FOR_OTHERS)
        complain("%s reaches the driver within a render pass instance that is not for secondary command buffers", name);
}

static void change_place(struct recording *recording, VkRenderingFlags flags) {
    int is_resumed = (flags & VK_RENDERING_RESUMING_BIT) != 0;
    if (recording->rendering == WITHIN || recording->rendering == WITHIN_FOR_OTHERS)
        complain("vkCmdBeginRendering reaches the driver within a render pass instance");
    else if (is_resumed != (recording->rendering == SUSPENDED))
        complain("vkCmdBeginRendering reaches the driver %s", is_resumed ? "to resume a render pass instance where none is suspended"
                                                                         : "where a render pass instance is suspended, and does not resume it");
    recording->rendering = flags & VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT ? WITHIN_FOR_OTHERS : WITHIN;
    recording->suspends = (flags & VK_RENDERING_SUSPENDING_BIT) != 0;
}

static uint64_t begin_rendering(const uint64_t *a) {
    const VkRenderingInfo *info = AT(const VkRenderingInfo, a[1]);
    RECORDING("vkCmdBeginRendering")
    struct rendering rendering = {.area = info->renderArea, .is_resumed = (info->flags & VK_RENDERING_RESUMING_BIT) != 0};
    change_place(recording, info->flags);
    for (; rendering.count < info->colorAttachmentCount && rendering.count < MOST_ATTACHMENTS; rendering.count++) {
        const VkRenderingAttachmentInfo *of = &info->pColorAttachments[rendering.count];
        struct attachment *attachment = &rendering.attachments[rendering.count];
        if (of->imageView == NULL) continue;
        attachment->view = to_thing(thing_of(machine, KIND_VIEW, HANDLE(of->imageView), "vkCmdBeginRendering"));
        attachment->layout = of->imageLayout;
        attachment->clears = of->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR;
        attachment->texel = texel_of_color(&of->clearValue.color);
        if (of->resolveMode == VK_RESOLVE_MODE_NONE || of->resolveImageView == NULL) continue;
        attachment->resolved = to_thing(thing_of(machine, KIND_VIEW, HANDLE(of->resolveImageView), "vkCmdBeginRendering"));
        attachment->resolved_layout = of->resolveImageLayout;
    }
    model_add(recording, RECORDED_RENDER)->bytes = model_copied(&rendering, sizeof rendering);
    return 0;
}

static uint64_t end_rendering(const uint64_t *a) {
    RECORDING("vkCmdEndRendering")
    (void)machine;
    if (recording->rendering != WITHIN && recording->rendering != WITHIN_FOR_OTHERS)
        complain("vkCmdEndRendering reaches the driver where there is no render pass instance");
    recording->rendering = recording->suspends ? SUSPENDED : OUTSIDE;
    model_add(recording, RECORDED_END_RENDER)->number[0] = (uint64_t)recording->suspends;
    return 0;
}

struct part {
    VkRect2D area;
    uint32_t attachment, texel;
};

static uint64_t clear_attachments(const uint64_t *a) {
    RECORDING("vkCmdClearAttachments")
    (void)machine;
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++)
        for (uint32_t j = 0; j < (uint32_t)a[3]; j++) {
            const VkClearAttachment *of = AT(const VkClearAttachment, a[2]) + i;
            const struct part part = {(AT(const VkClearRect, a[4]) + j)->rect, of->colorAttachment, texel_of_color(&of->clearValue.color)};
            if (of->aspectMask & VK_IMAGE_ASPECT_COLOR_BIT) model_add(recording, RECORDED_CLEAR_PART)->bytes = model_copied(&part, sizeof part);
        }
    return 0;
}

static struct thing *image_of(const struct thing *view) {
    if (view->of != NULL && view->of->is_alive) return view->of;
    complain("a command buffer is executed that renders to an image that is gone");
    return NULL;
}

static void fill_part(struct thing *view, const VkRect2D *area, uint32_t texel) {
    struct thing *image = image_of(view);
    for (uint32_t y = 0; image != NULL && y < area->extent.height; y++)
        for (uint32_t x = 0; x < area->extent.width; x++)
            for (uint32_t i = 0; i < image->picture->samples; i++) {
                unsigned char *to = texel_of(image, (uint32_t)view->value, (uint32_t)view->at, i, (uint32_t)area->offset.x + x, (uint32_t)area->offset.y + y);
                if (to == NULL) complain("a command buffer is executed that renders to places that an image has not got");
                else memcpy(to, &texel, 4);
            }
}

// There is one at a time; secondary command buffers that go on in it are executed in its place.
static struct rendering current;

static void start_rendering(const struct rendering *rendering) {
    current = *rendering;
    for (uint32_t i = 0; i < current.count; i++) {
        struct attachment *attachment = &current.attachments[i];
        if (attachment->view.thing == NULL) continue;
        if (!is_there(&attachment->view, "image view") || image_of(attachment->view.thing) == NULL ||
            (attachment->resolved.thing != NULL &&
             (!is_there(&attachment->resolved, "image view") || image_of(attachment->resolved.thing) == NULL))) {
            *attachment = (struct attachment){.clears = 0};
            continue;
        }
        const struct thing *view = attachment->view.thing;
        check_layout(view->of, (uint32_t)view->value, (uint32_t)view->at, attachment->layout, "vkCmdBeginRendering");
        if (attachment->clears && !current.is_resumed) fill_part(attachment->view.thing, &current.area, attachment->texel);
    }
}

static void resolve(const struct attachment *attachment) {
    const struct thing *from = attachment->view.thing, *to = attachment->resolved.thing;
    const VkOffset3D start = {current.area.offset.x, current.area.offset.y, 0};
    const VkOffset3D end = {start.x + (int32_t)current.area.extent.width, start.y + (int32_t)current.area.extent.height, 1};
    const struct transfer transfer = {.from = {VK_IMAGE_ASPECT_COLOR_BIT, (uint32_t)from->value, (uint32_t)from->at, 1},
                                      .to = {VK_IMAGE_ASPECT_COLOR_BIT, (uint32_t)to->value, (uint32_t)to->at, 1},
                                      .from_start = start,
                                      .from_end = end,
                                      .to_start = start,
                                      .to_end = end,
                                      .from_layout = attachment->layout,
                                      .to_layout = attachment->resolved_layout};
    run_transfer(from->of, to->of, &transfer);
}

void run_drawing(const struct recorded *recorded) {
    const struct part *part = recorded->bytes;
    switch (recorded->kind) {
        case RECORDED_COPY_IMAGE:
        case RECORDED_BLIT:
        case RECORDED_RESOLVE:
            if (is_there(&recorded->one, "image") && is_there(&recorded->other, "image"))
                run_transfer(recorded->one.thing, recorded->other.thing, recorded->bytes);
            return;
        case RECORDED_RENDER: start_rendering(recorded->bytes); return;
        case RECORDED_CLEAR_PART:
            if (part->attachment < current.count && current.attachments[part->attachment].view.thing != NULL)
                fill_part(current.attachments[part->attachment].view.thing, &part->area, part->texel);
            return;
        case RECORDED_END_RENDER:
            for (uint32_t i = 0; i < current.count && !recorded->number[0]; i++)
                if (current.attachments[i].resolved.thing != NULL) resolve(&current.attachments[i]);
            current.count = 0;
            return;
        default: return;
    }
}

const struct model_row model_drawing[] = {
    {"vkCreateImageView", create_view},
    {"vkDestroyImageView", destroy_view},
    {"vkCmdCopyImage", copy_image},
    {"vkCmdCopyImage2", copy_image_2},
    {"vkCmdCopyImage2KHR", copy_image_2},
    {"vkCmdBlitImage", blit_image},
    {"vkCmdBlitImage2", blit_image_2},
    {"vkCmdBlitImage2KHR", blit_image_2},
    {"vkCmdResolveImage", resolve_image},
    {"vkCmdResolveImage2", resolve_image_2},
    {"vkCmdResolveImage2KHR", resolve_image_2},
    {"vkCmdBeginRendering", begin_rendering},
    {"vkCmdBeginRenderingKHR", begin_rendering},
    {"vkCmdEndRendering", end_rendering},
    {"vkCmdEndRenderingKHR", end_rendering},
    {"vkCmdClearAttachments", clear_attachments},
};
const uint32_t model_drawing_count = COUNT_OF(model_drawing);
