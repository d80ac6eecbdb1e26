// Operations on images: made, moved between layouts, cleared, copied, blitted, resolved and drawn into. See program.h.
#include <stdio.h>
#include <string.h>

#include "program.h"

#define SIDE 16U  // of the largest level, in texels of four bytes
#define TEXEL 4U
#define WHOLE VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS

static uint32_t width_of(uint32_t level) { return SIDE >> level; }
static uint32_t height_of(const struct image_item *image, uint32_t level) { return image->is_flat ? 1 : SIDE >> level; }
static uint32_t bytes_of(const struct image_item *image, uint32_t level) {
    return width_of(level) * height_of(image, level) * TEXEL;
}
static VkExtent3D extent_of(const struct image_item *image, uint32_t level) {
    return (VkExtent3D){width_of(level), height_of(image, level), 1};
}
static VkImageSubresourceLayers layers_of(uint32_t level, uint32_t first, uint32_t count) {
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, level, first, count};
}

static VkClearColorValue color_of(uint32_t word) {
    VkClearColorValue color;
    for (uint32_t i = 0; i < 4; i++) color.float32[i] = (float)(word >> i * 8 & 255) / 255.0F;
    return color;
}

// ---- layouts

// The levels go to another layout in one call, in several parts that follow each other; the last one is all that remains.
static void change_layout(const struct unit *unit, VkCommandBuffer commands, const struct image_item *image, VkImageLayout from,
                          VkImageLayout to, uint32_t word) {
    VkImageMemoryBarrier parts[3];
    VkImageMemoryBarrier2 newer[3];
    uint32_t count = 0, level = 0;
    while (level < image->levels) {
        uint32_t levels = 1 + mixed(word, level) % 2, is_last = count + 1 == COUNT_OF(parts) || level + levels >= image->levels;
        VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, level,
                                         !is_last          ? levels
                                         : word >> 1 & 1 ? image->levels - level
                                                           : VK_REMAINING_MIP_LEVELS,
                                         0, word >> 2 & 1 ? image->layers : VK_REMAINING_ARRAY_LAYERS};
        parts[count] = (VkImageMemoryBarrier){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                              .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                              .oldLayout = from,
                                              .newLayout = to,
                                              .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                              .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                              .image = image->handle,
                                              .subresourceRange = range};
        newer[count] = (VkImageMemoryBarrier2){.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
                                               .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                               .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                               .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                               .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT,
                                               .oldLayout = from,
                                               .newLayout = to,
                                               .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                               .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                               .image = image->handle,
                                               .subresourceRange = range};
        count++;
        level = is_last ? image->levels : level + levels;
    }
    if (word & 1 && unit->call.CmdPipelineBarrier2 != NULL) {
        VkDependencyInfo info = {
            .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = count, .pImageMemoryBarriers = newer};
        unit->call.CmdPipelineBarrier2(commands, &info);
        return;
    }
    unit->call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                                  NULL, count, parts);
}

// Around what needs a layout of its own, where the word says so.
static VkImageLayout enter_layout(const struct unit *unit, VkCommandBuffer commands, const struct image_item *image,
                                  VkImageLayout layout, uint32_t word) {
    if (word & 8) return VK_IMAGE_LAYOUT_GENERAL;
    change_layout(unit, commands, image, VK_IMAGE_LAYOUT_GENERAL, layout, word);
    return layout;
}

static void leave_layout(const struct unit *unit, VkCommandBuffer commands, const struct image_item *image, VkImageLayout layout,
                         uint32_t word) {
    if (layout != VK_IMAGE_LAYOUT_GENERAL) change_layout(unit, commands, image, layout, VK_IMAGE_LAYOUT_GENERAL, word >> 4);
}

// ---- making and ending

struct first_contents {
    const struct image_item *image;
    uint32_t word;
};

static void give_contents(struct unit *unit, VkCommandBuffer commands, void *what) {
    const struct first_contents *contents = what;
    const VkClearColorValue color = color_of(contents->word);
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, WHOLE};
    change_layout(unit, commands, contents->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, contents->word);
    unit->call.CmdClearColorImage(commands, contents->image->handle, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
    record_barrier(unit, commands, contents->word);
}

static VkResult bind_memory(const struct unit *unit, struct image_item *image, uint32_t word) {
    const struct commands_of_device *call = &unit->call;
    VkMemoryRequirements need;
    if (word & 1 && call->GetImageMemoryRequirements2 != NULL) {
        VkImageMemoryRequirementsInfo2 asked = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, .image = image->handle};
        VkMemoryRequirements2 got = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
        call->GetImageMemoryRequirements2(unit->handle, &asked, &got);
        need = got.memoryRequirements;
    } else {
        call->GetImageMemoryRequirements(unit->handle, image->handle, &need);
    }
    uint32_t type = 0;
    while (type < 31 && !((need.memoryTypeBits & unit->memory_types) >> type & 1)) type++;
    if (!((need.memoryTypeBits & unit->memory_types) >> type & 1)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size, .memoryTypeIndex = type};
    VkResult result = call->AllocateMemory(unit->handle, &info, OWN, &image->memory);
    if (result != VK_SUCCESS) return image->memory = NULL, result;
    if (!(word & 2) || call->BindImageMemory2 == NULL) return call->BindImageMemory(unit->handle, image->handle, image->memory, 0);
    VkBindImageMemoryInfo bind = {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = image->handle, .memory = image->memory};
    return call->BindImageMemory2(unit->handle, 1, &bind);
}

static VkResult make_view(const struct unit *unit, struct image_item *image, uint32_t word) {
    image->view_level = image->samples == VK_SAMPLE_COUNT_1_BIT ? word % image->levels : 0;
    if (image->view_level > 1 || word & 64) image->view_level = 0;
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image->handle,
        .viewType = image->is_flat ? VK_IMAGE_VIEW_TYPE_1D : VK_IMAGE_VIEW_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, image->view_level, 1, (word >> 8) % image->layers, 1}};
    VkResult result = unit->call.CreateImageView(unit->handle, &info, OWN, &image->view);
    if (result != VK_SUCCESS) image->view = NULL;
    return result;
}

static void end_parts(struct unit *unit, struct image_item *image) {
    if (image->view != NULL) unit->call.DestroyImageView(unit->handle, image->view, OWN);
    unit->call.DestroyImage(unit->handle, image->handle, OWN);
    if (image->memory != NULL) unit->call.FreeMemory(unit->handle, image->memory, OWN);
    *image = (struct image_item){.handle = NULL};
}

static int make_image(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->image[i].handle == NULL)
    if (slot < 0) return 0;
    struct image_item *image = &unit->image[slot];
    int has_samples = unit->draws && word[1] % 3 == 0;
    *image = (struct image_item){.samples = has_samples ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT,
                                 .is_flat = !has_samples && word[1] / 3 % 4 == 0,
                                 .levels = has_samples ? 1 : 1 + word[1] / 12 % 5,
                                 .layers = 1 + word[1] / 60 % 3,
                                 .owner = word[2] >> 4 & 1 ? SHARED : 0};
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = image->is_flat ? VK_IMAGE_TYPE_1D : VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = extent_of(image, 0),
        .mipLevels = image->levels,
        .arrayLayers = image->layers,
        .samples = image->samples,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
    if (image->owner == SHARED && unit->queue_count > 1)
        info.sharingMode = VK_SHARING_MODE_CONCURRENT, info.queueFamilyIndexCount = QUEUES, info.pQueueFamilyIndices = unit->family;
    say_call(world, "vkCreateImage, vkCmdClearColorImage (image %d of %u levels, %u layers, %u samples)", slot, image->levels,
             image->layers, (uint32_t)image->samples);
    CHAINED(info);
    VkResult result = unit->call.CreateImage(unit->handle, &info, OWN, &image->handle);
    if (!went_well(world, result)) return image->handle = NULL, 1;
    struct first_contents contents = {image, word[3]};
    result = bind_memory(unit, image, word[2]);
    if (result == VK_SUCCESS) result = make_view(unit, image, word[2] >> 8);
    if (result == VK_SUCCESS) result = do_at_once(unit, 0, give_contents, &contents);
    if (!went_well(world, result)) end_parts(unit, image);
    return 1;
}

void end_image_item(struct world *world, struct unit *unit, uint32_t slot) {
    say_call(world, "vkDestroyImageView, vkDestroyImage, vkFreeMemory (image %u)", slot);
    end_parts(unit, &unit->image[slot]);
}

static int is_image_idle(const struct unit *unit, uint32_t slot) {
    return unit->image[slot].handle != NULL && !is_used(unit, USE_IMAGE, slot);
}

static int end_image(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, is_image_idle(unit, i))
    if (slot < 0) return 0;
    invalidate_users(unit, USE_IMAGE, (uint32_t)slot);
    end_image_item(world, unit, (uint32_t)slot);
    return 1;
}

static int make_view_again(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, is_image_idle(unit, i) && unit->image[i].view != NULL)
    if (slot < 0) return 0;
    struct image_item *image = &unit->image[slot];
    invalidate_users(unit, USE_IMAGE, (uint32_t)slot);
    say_call(world, "vkDestroyImageView, vkCreateImageView (of image %d)", slot);
    unit->call.DestroyImageView(unit->handle, image->view, OWN);
    image->view = NULL;
    went_well(world, make_view(unit, image, word[1]));
    return 1;
}

// ---- reading

struct reading {
    const struct image_item *image;
    VkBuffer buffer;
};

static void read_all(struct unit *unit, VkCommandBuffer commands, void *what) {
    const struct reading *reading = what;
    VkBufferImageCopy regions[8];
    VkDeviceSize at = 0;
    for (uint32_t i = 0; i < reading->image->levels; i++) {
        regions[i] = (VkBufferImageCopy){.bufferOffset = at,
                                         .imageSubresource = layers_of(i, 0, reading->image->layers),
                                         .imageExtent = extent_of(reading->image, i)};
        at += bytes_of(reading->image, i) * reading->image->layers;
    }
    record_barrier(unit, commands, 0);
    unit->call.CmdCopyImageToBuffer(commands, reading->image->handle, VK_IMAGE_LAYOUT_GENERAL, reading->buffer,
                                    reading->image->levels, regions);
    record_barrier(unit, commands, 0);
}

static VkResult read_by(struct world *world, struct unit *unit, struct reading *reading, VkDeviceSize size, VkDeviceMemory *memory) {
    const struct commands_of_device *call = &unit->call;
    VkMemoryRequirements need;
    call->GetBufferMemoryRequirements(unit->handle, reading->buffer, &need);
    int type = coherent_type(unit, need.memoryTypeBits);
    if (type < 0) return *memory = NULL, VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = need.size,
                                 .memoryTypeIndex = (uint32_t)type};
    CHAINED(info);
    VkResult result = call->AllocateMemory(unit->handle, &info, OWN, memory);
    if (result != VK_SUCCESS) return *memory = NULL, result;
    result = call->BindBufferMemory(unit->handle, reading->buffer, *memory, 0);
    if (result == VK_SUCCESS) result = do_at_once(unit, reading->image->owner == 1, read_all, reading);
    void *bytes = NULL;
    if (result == VK_SUCCESS) result = call->MapMemory(unit->handle, *memory, 0, VK_WHOLE_SIZE, 0, &bytes);
    if (result != VK_SUCCESS) return result;
    uint32_t first;
    memcpy(&first, bytes, sizeof first);
    say_found(world, "contents %016llx (first texel %08x)", (unsigned long long)hash_bytes(bytes, size), first);
    call->UnmapMemory(unit->handle, *memory);
    return result;
}

static int read_image(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->image[i].handle != NULL && unit->image[i].samples == VK_SAMPLE_COUNT_1_BIT)
    if (slot < 0) return 0;
    struct reading reading = {.image = &unit->image[slot]};
    VkDeviceMemory memory = NULL;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    for (uint32_t i = 0; i < reading.image->levels; i++) info.size += bytes_of(reading.image, i) * reading.image->layers;
    say_call(world, "vkCmdCopyImageToBuffer (all of image %d)", slot);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateBuffer(unit->handle, &info, OWN, &reading.buffer))) return 1;
    went_well(world, read_by(world, unit, &reading, info.size, &memory));
    unit->call.DestroyBuffer(unit->handle, reading.buffer, OWN);
    if (memory != NULL) unit->call.FreeMemory(unit->handle, memory, OWN);
    return 1;
}

// ---- recording

static int is_usable(const struct unit *unit, int commands, uint32_t image, VkSampleCountFlagBits samples) {
    const struct image_item *item = &unit->image[image];
    return item->handle != NULL && item->samples == samples && is_of(item->owner, FAMILY_OF(commands));
}

static int clear_image(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(to, word[1], SLOTS, unit->image[i].handle != NULL && is_of(unit->image[i].owner, 0))
    if (to < 0) return 0;
    const struct image_item *image = &unit->image[to];
    const VkClearColorValue color = color_of(word[3]);
    uint32_t level = word[2] % image->levels, layer = (word[2] >> 4) % image->layers, is_rest = word[2] >> 8 & 1;
    VkImageSubresourceRange ranges[] = {
        {VK_IMAGE_ASPECT_COLOR_BIT, level, is_rest ? VK_REMAINING_MIP_LEVELS : 1, layer, is_rest ? VK_REMAINING_ARRAY_LAYERS : 1},
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1}};
    uint32_t count = level > 0 && word[2] >> 9 & 1 ? 2 : 1;
    commands->uses[USE_IMAGE] |= 1U << to;
    say_call(world, "vkCmdClearColorImage (command buffer %d, image %d, level %u, layer %u%s)", slot, to, level, layer,
             is_rest ? ", and all that remain" : "");
    VkImageLayout layout = enter_layout(unit, commands->handle, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, word[2] >> 12);
    unit->call.CmdClearColorImage(commands->handle, image->handle, layout, &color, count, ranges);
    record_barrier(unit, commands->handle, word[3]);
    leave_layout(unit, commands->handle, image, layout, word[2] >> 12);
    return 1;
}

// One region, or several that follow each other in the buffer. A family for transfers may only copy whole levels.
static uint32_t regions_of(const struct image_item *image, uint32_t family, uint32_t word, VkBufferImageCopy *regions) {
    uint32_t at = 0, count = 0, most = 1 + word % 2;
    for (uint32_t level = (word >> 4) % image->levels; level < image->levels && count < most; level++) {
        uint32_t layers = 1 + (word >> 8) % image->layers, size = bytes_of(image, level), first = image->layers - layers;
        while (layers > 1 && at + size * layers > BUFFER_BYTES) layers--;
        if (at + size * layers > BUFFER_BYTES) break;
        regions[count] = (VkBufferImageCopy){.bufferOffset = at,
                                             .imageSubresource = layers_of(level, first, layers),
                                             .imageExtent = extent_of(image, level)};
        if (family == 0 && word >> 12 & 1 && level + 1 < image->levels) {  // a part of it, of rows that are longer
            regions[count].bufferRowLength = width_of(level);
            regions[count].imageExtent.width /= 2;
            regions[count].imageOffset.x = (int32_t)width_of(level) / 2;
        }
        at += size * layers;
        count++;
    }
    return count;
}

static int copy_by_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    VkBufferImageCopy regions[2];
    VkBufferImageCopy2 newer[2];
    RECORDING_ANY(slot, word[0])
    PICK(of, word[1], SLOTS, is_usable(unit, slot, i, VK_SAMPLE_COUNT_1_BIT))
    PICK(by, word[2], SLOTS, unit->buffer[i].handle != NULL && is_of(unit->buffer[i].owner, FAMILY_OF(slot)))
    if (of < 0 || by < 0) return 0;
    const struct image_item *image = &unit->image[of];
    VkBuffer buffer = unit->buffer[by].handle;
    uint32_t count = regions_of(image, FAMILY_OF(slot), word[3], regions), is_in = word[3] >> 16 & 1;
    if (count == 0) return 0;
    int is_newer = unit->call.CmdCopyImage2 != NULL && word[3] >> 17 & 1;
    commands->uses[USE_IMAGE] |= 1U << of;
    commands->uses[USE_BUFFER] |= 1U << by;
    say_call(world, "%s%s (command buffer %d, image %d, buffer %d, %u regions)", is_in ? "vkCmdCopyBufferToImage" : "vkCmdCopyImageToBuffer",
             is_newer ? "2" : "", slot, of, by, count);
    VkImageLayout layout = enter_layout(unit, commands->handle, image,
                                        is_in ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, word[3] >> 20);
    for (uint32_t i = 0; i < count; i++)
        newer[i] = (VkBufferImageCopy2){.sType = VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2,
                                        .bufferOffset = regions[i].bufferOffset,
                                        .bufferRowLength = regions[i].bufferRowLength,
                                        .imageSubresource = regions[i].imageSubresource,
                                        .imageOffset = regions[i].imageOffset,
                                        .imageExtent = regions[i].imageExtent};
    const VkCopyBufferToImageInfo2 in = {VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2, NULL, buffer, image->handle, layout, count, newer};
    const VkCopyImageToBufferInfo2 out = {VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2, NULL, image->handle, layout, buffer, count, newer};
    if (is_in && is_newer) unit->call.CmdCopyBufferToImage2(commands->handle, &in);
    else if (is_in) unit->call.CmdCopyBufferToImage(commands->handle, buffer, image->handle, layout, count, regions);
    else if (is_newer) unit->call.CmdCopyImageToBuffer2(commands->handle, &out);
    else unit->call.CmdCopyImageToBuffer(commands->handle, image->handle, layout, buffer, count, regions);
    record_barrier(unit, commands->handle, word[3] >> 18);
    leave_layout(unit, commands->handle, image, layout, word[3] >> 20);
    return 1;
}

const struct operation_row operations_on_images[] = {
    {"make_image", make_image, 4, 0},       {"end_image", end_image, 1, 0},     {"make_view_again", make_view_again, 1, 0},
    {"read_image", read_image, 6, 0},       {"clear_image", clear_image, 5, 0}, {"copy_by_buffer", copy_by_buffer, 5, 0},
};
const uint32_t operations_on_images_count = COUNT_OF(operations_on_images);
