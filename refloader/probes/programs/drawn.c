// Operations between images: copies, blits, resolves, and rendering into one. See images.c and program.h.
#include <string.h>

#include "program.h"

#define SIDE 16U
#define WITH_SAMPLES VK_SAMPLE_COUNT_4_BIT

static VkImageSubresourceLayers one_layer(uint32_t level, uint32_t layer) {
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, level, layer, 1};
}

static int32_t side_of(uint32_t level) { return (int32_t)(SIDE >> level); }

static int is_usable(const struct unit *unit, int commands, uint32_t image, VkSampleCountFlagBits samples) {
    const struct image_item *item = &unit->image[image];
    return item->handle != NULL && item->samples == samples && is_of(item->owner, FAMILY_OF(commands));
}

static int copy_image(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_ANY(slot, word[0])
    PICK(from, word[1], SLOTS, is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT))
    if (from < 0) return 0;
    const struct image_item *one = &unit->image[from];
    PICK(to, word[2], SLOTS,
         is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT) && (int)i != from && unit->image[i].is_flat == one->is_flat)
    if (to < 0) return 0;
    const struct image_item *other = &unit->image[to];
    uint32_t level = word[3] % (one->levels < other->levels ? one->levels : other->levels), layer = (word[3] >> 4) % one->layers,
             to_layer = (word[3] >> 6) % other->layers;
    VkExtent3D extent = {(uint32_t)side_of(level), one->is_flat ? 1 : (uint32_t)side_of(level), 1};
    int is_newer = unit->call.CmdCopyImage2 != NULL && word[3] >> 8 & 1;
    commands->uses[USE_IMAGE] |= 1U << from | 1U << to;
    say_call(world, "vkCmdCopyImage%s (command buffer %d, image %d to image %d, level %u)", is_newer ? "2" : "", slot, from, to, level);
    const VkImageCopy region = {one_layer(level, layer), {0, 0, 0}, one_layer(level, to_layer), {0, 0, 0}, extent};
    const VkImageCopy2 newer = {VK_STRUCTURE_TYPE_IMAGE_COPY_2, NULL, region.srcSubresource, {0, 0, 0}, region.dstSubresource, {0, 0, 0}, extent};
    const VkCopyImageInfo2 info = {VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2, NULL, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle,
                                   VK_IMAGE_LAYOUT_GENERAL, 1, &newer};
    if (is_newer) unit->call.CmdCopyImage2(commands->handle, &info);
    else
        unit->call.CmdCopyImage(commands->handle, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle, VK_IMAGE_LAYOUT_GENERAL, 1,
                                &region);
    record_barrier(unit, commands->handle, word[3] >> 9);
    return 1;
}

// The part that is read is twice or half as large as what is written, or the same; it may be turned round.
static int blit_image(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(from, word[1], SLOTS, is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT) && !unit->image[i].is_flat)
    PICK(to, word[2], SLOTS, is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT) && !unit->image[i].is_flat && (int)i != from)
    if (from < 0 || to < 0 || !unit->draws) return 0;
    const struct image_item *one = &unit->image[from], *other = &unit->image[to];
    uint32_t level = word[3] % one->levels, to_level = (word[3] >> 4) % other->levels;
    int32_t side = side_of(level), to_side = side_of(to_level);
    VkImageBlit region = {one_layer(level, (word[3] >> 8) % one->layers),
                          {{0, 0, 0}, {side, side, 1}},
                          one_layer(to_level, (word[3] >> 10) % other->layers),
                          {{0, 0, 0}, {to_side, to_side, 1}}};
    if (word[3] >> 12 & 1) region.srcOffsets[0].x = side, region.srcOffsets[1].x = 0;
    int is_newer = unit->call.CmdBlitImage2 != NULL && word[3] >> 13 & 1;
    commands->uses[USE_IMAGE] |= 1U << from | 1U << to;
    say_call(world, "vkCmdBlitImage%s (command buffer %d, image %d to image %d)", is_newer ? "2" : "", slot, from, to);
    VkImageBlit2 newer = {.sType = VK_STRUCTURE_TYPE_IMAGE_BLIT_2, .srcSubresource = region.srcSubresource, .dstSubresource = region.dstSubresource};
    memcpy(newer.srcOffsets, region.srcOffsets, sizeof newer.srcOffsets);
    memcpy(newer.dstOffsets, region.dstOffsets, sizeof newer.dstOffsets);
    const VkBlitImageInfo2 info = {VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2, NULL, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle,
                                   VK_IMAGE_LAYOUT_GENERAL, 1, &newer, VK_FILTER_NEAREST};
    if (is_newer) unit->call.CmdBlitImage2(commands->handle, &info);
    else
        unit->call.CmdBlitImage(commands->handle, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle, VK_IMAGE_LAYOUT_GENERAL, 1,
                                &region, VK_FILTER_NEAREST);
    record_barrier(unit, commands->handle, word[3] >> 14);
    return 1;
}

// All samples of a texel are alike, as nothing but clears writes them.
static int resolve_image(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(from, word[1], SLOTS, is_usable(unit, slot, i, WITH_SAMPLES))
    PICK(to, word[2], SLOTS, is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT) && !unit->image[i].is_flat)
    if (from < 0 || to < 0 || !unit->draws) return 0;
    const struct image_item *one = &unit->image[from], *other = &unit->image[to];
    const VkImageResolve region = {one_layer(0, word[3] % one->layers), {0, 0, 0}, one_layer(0, (word[3] >> 4) % other->layers),
                                   {0, 0, 0}, {SIDE, SIDE, 1}};
    const VkImageResolve2 newer = {VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2, NULL, region.srcSubresource, {0, 0, 0}, region.dstSubresource, {0, 0, 0}, region.extent};
    const VkResolveImageInfo2 info = {VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2, NULL, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle,
                                      VK_IMAGE_LAYOUT_GENERAL, 1, &newer};
    int is_newer = unit->call.CmdResolveImage2 != NULL && word[3] >> 8 & 1;
    commands->uses[USE_IMAGE] |= 1U << from | 1U << to;
    say_call(world, "vkCmdResolveImage%s (command buffer %d, image %d to image %d)", is_newer ? "2" : "", slot, from, to);
    if (is_newer) unit->call.CmdResolveImage2(commands->handle, &info);
    else
        unit->call.CmdResolveImage(commands->handle, one->handle, VK_IMAGE_LAYOUT_GENERAL, other->handle, VK_IMAGE_LAYOUT_GENERAL, 1,
                                   &region);
    record_barrier(unit, commands->handle, word[3] >> 9);
    return 1;
}

// ---- rendering

static VkClearValue value_of(uint32_t word) {
    VkClearValue value;
    for (uint32_t i = 0; i < 4; i++) value.color.float32[i] = (float)(word >> i * 8 & 255) / 255.0F;
    return value;
}

static void clear_a_part(const struct unit *unit, VkCommandBuffer commands, uint32_t side, uint32_t word) {
    const VkClearAttachment part = {VK_IMAGE_ASPECT_COLOR_BIT, 0, value_of(mixed(word, 1))};
    const VkClearRect rectangle = {{{0, (int32_t)side / 2}, {side / 2, side / 2}}, 0, 1};
    unit->call.CmdClearAttachments(commands, 1, &part, 1, &rectangle);
}

static int is_for_rendering(const struct unit *unit, uint32_t slot) {
    const struct commands_item *commands = &unit->commands[slot];
    return commands->handle != NULL && commands->is_secondary && commands->pending == 0 && commands->state != RECORDING_NOW &&
           FAMILY_OF(slot) == 0 && !is_in_another(unit, slot);
}

static int is_drawable(const struct unit *unit, uint32_t image) {
    const struct image_item *item = &unit->image[image];
    return item->handle != NULL && item->view != NULL && !item->is_flat && is_of(item->owner, 0);
}

// Clears a part of what is rendered to in a secondary command buffer, which goes on in the rendering of a primary one.
// Whether it could be recorded.
static int record_continued(struct world *world, struct unit *unit, int slot, const VkRenderingInfo *info,
                            const struct image_item *image, uint32_t word) {
    static const VkFormat formats[] = {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_UNDEFINED};
    struct commands_item *commands = &unit->commands[slot];
    VkCommandBufferInheritanceRenderingInfo rendering = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO,
        .colorAttachmentCount = info->colorAttachmentCount,
        .pColorAttachmentFormats = formats,
        .rasterizationSamples = image->samples};
    VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, .pNext = &rendering};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
                                      .pInheritanceInfo = &inherited};
    invalidate_commands(unit, (uint32_t)slot);
    unrecord(commands);
    say_call(world, "vkBeginCommandBuffer, vkCmdClearAttachments, vkEndCommandBuffer (command buffer %d, for a rendering)", slot);
    if (!went_well(world, unit->call.BeginCommandBuffer(commands->handle, &begin))) return 0;
    commands->state = RECORDING_INVALID;
    clear_a_part(unit, commands->handle, SIDE >> image->view_level, word);
    if (!went_well(world, unit->call.EndCommandBuffer(commands->handle))) return 0;
    commands->state = RECORDING_DONE;
    commands->continues = 1;
    return 1;
}

// One after the other, of which the first is suspended, and the second goes on: between them there is no command.
static void render_in_two(const struct unit *unit, VkCommandBuffer commands, VkRenderingInfo *info) {
    info->flags = VK_RENDERING_SUSPENDING_BIT;
    unit->call.CmdBeginRendering(commands, info);
    unit->call.CmdEndRendering(commands);
    info->flags = VK_RENDERING_RESUMING_BIT;
    unit->call.CmdBeginRendering(commands, info);
}

static int render(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_IF(slot, word[0], FAMILY_OF(i) == 0 && !unit->commands[i].is_secondary)
    PICK(to, word[1], SLOTS, is_drawable(unit, i))
    if (to < 0 || !unit->renders || !unit->draws) return 0;
    const struct image_item *image = &unit->image[to];
    int resolved = -1;
    if (image->samples == WITH_SAMPLES) {
        PICK(into, word[2], SLOTS, is_drawable(unit, i) && unit->image[i].samples != WITH_SAMPLES && unit->image[i].view_level == 0)
        resolved = into;
    }
    uint32_t side = SIDE >> image->view_level;
    int clears = word[3] % 3 > 0, clears_a_part = word[3] / 3 % 3 == 0;
    VkRenderingAttachmentInfo color[2] = {{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                           .imageView = image->view,
                                           .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .loadOp = clears ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                           .clearValue = value_of(word[3])},
                                          {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO}};
    commands->uses[USE_IMAGE] |= 1U << to;
    if (resolved >= 0) {
        color[0].resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color[0].resolveImageView = unit->image[resolved].view;
        color[0].resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        commands->uses[USE_IMAGE] |= 1U << resolved;
    }
    VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                            .renderArea = {{0, 0}, {side, side}},
                            .layerCount = 1,
                            .colorAttachmentCount = 1 + word[3] / 9 % 2,
                            .pColorAttachments = color};
    PICK(other, word[2] >> 8, MOST_COMMAND_BUFFERS, (word[2] >> 20) % 3 == 0 && is_for_rendering(unit, i))
    if (other >= 0 && !record_continued(world, unit, other, &info, image, word[3])) return 1;
    int is_in_two = other < 0 && (word[2] >> 20) % 3 == 1;
    say_call(world, "vkCmdBeginRendering (command buffer %d, image %d, %s, resolved to image %d)%s%s", slot, to, clears ? "cleared" : "loaded",
             resolved, is_in_two ? ", suspended and resumed" : "", other >= 0 ? ", vkCmdExecuteCommands" : clears_a_part ? ", vkCmdClearAttachments" : "");
    info.flags = other >= 0 ? VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT : 0;
    if (is_in_two) render_in_two(unit, commands->handle, &info);
    else unit->call.CmdBeginRendering(commands->handle, &info);
    memset(color, 0x5A, sizeof color);
    if (other >= 0) {
        unit->call.CmdExecuteCommands(commands->handle, 1, &unit->commands[other].handle);
        commands->secondaries |= 1U << other;
        forget_bound(commands);
    } else if (clears_a_part) {
        clear_a_part(unit, commands->handle, side, word[3]);
    }
    unit->call.CmdEndRendering(commands->handle);
    record_barrier(unit, commands->handle, word[3] >> 9);
    return 1;
}

const struct operation_row operations_on_drawn[] = {
    {"copy_image", copy_image, 3, 0},
    {"blit_image", blit_image, 3, 0},
    {"resolve_image", resolve_image, 4, 0},
    {"render", render, 6, 3},
};
const uint32_t operations_on_drawn_count = COUNT_OF(operations_on_drawn);
