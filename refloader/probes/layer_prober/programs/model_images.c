// What the model does with images: their memory, layouts, ownership, and transfers. model_drawing.c renders into them.
#include <string.h>

#include "../resources.h"
#include "model_rows.h"

#define TEXEL 4U

ENDS(destroy_image, KIND_IMAGE, "vkDestroyImage")

static uint32_t smaller(uint32_t side, uint32_t level) { return side >> level > 0 ? side >> level : 1; }

// ---- making and binding

static uint64_t size_of_level(const struct picture *picture, uint32_t level) {
    return (uint64_t)smaller(picture->width, level) * smaller(picture->height, level) * picture->samples * TEXEL;
}

static uint64_t place_of(const struct picture *picture, uint32_t level, uint32_t layer) {
    uint64_t at = size_of_level(picture, level) * layer;
    for (uint32_t i = 0; i < level; i++) at += size_of_level(picture, i) * picture->layers;
    return at;
}

static uint64_t create_image(const uint64_t *a) {
    const VkImageCreateInfo *info = AT(const VkImageCreateInfo, a[1]);
    struct thing *image = make(a, KIND_IMAGE);
    if (image == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    image->types = !has_kinds_of_memory ? 1 : info->tiling == VK_IMAGE_TILING_LINEAR ? FOR_LINEAR_IMAGES : FOR_IMAGES;
    image->is_shared = info->sharingMode == VK_SHARING_MODE_CONCURRENT;
    struct picture *picture = AT(struct picture, zeroed(sizeof *picture));
    *picture = (struct picture){.width = info->extent.width,
                                .height = info->extent.height * info->extent.depth,
                                .levels = info->mipLevels < MOST_LEVELS ? info->mipLevels : MOST_LEVELS,
                                .layers = info->arrayLayers,
                                .samples = (uint32_t)info->samples,
                                .flags = info->flags};
    image->format = (uint32_t)info->format;
    picture->layouts = AT(uint32_t, zeroed((uint64_t)picture->levels * picture->layers * sizeof *picture->layouts));
    for (uint32_t i = 0; i < picture->levels * picture->layers; i++) picture->layouts[i] = info->initialLayout;
    for (uint32_t i = 0; i < picture->levels; i++) image->size += size_of_level(picture, i) * picture->layers;
    image->picture = picture;
    return 0;
}

static uint64_t requirements(const uint64_t *a) {
    THING(image, KIND_IMAGE, a[1], "vkGetImageMemoryRequirements")
    *AT(VkMemoryRequirements, a[2]) = (VkMemoryRequirements){(image->size + 255) / 256 * 256, 256, image->types};
    return 0;
}

static uint64_t requirements_2(const uint64_t *a) {
    const uint64_t older[] = {a[0], HANDLE(AT(const VkImageMemoryRequirementsInfo2, a[1])->image),
                              HANDLE(&AT(VkMemoryRequirements2, a[2])->memoryRequirements)};
    return requirements(older);
}

static uint64_t bind(struct machine *machine, uint64_t image, uint64_t memory, uint64_t at) {
    static const char call[] = "vkBindImageMemory";
    return model_bind(thing_of(machine, KIND_IMAGE, image, call), thing_of(machine, KIND_MEMORY, memory, call), at, call, "an image");
}

static uint64_t bind_image(const uint64_t *a) {
    MACHINE
    return bind(machine, a[1], a[2], a[3]);
}

static uint64_t bind_images(const uint64_t *a) {
    MACHINE
    uint64_t result = 0;
    for (uint64_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkBindImageMemoryInfo *info = AT(const VkBindImageMemoryInfo, a[2]) + i;
        if (info->memory != NULL) result |= bind(machine, HANDLE(info->image), HANDLE(info->memory), info->memoryOffset);
    }
    return result;
}

unsigned char *texel_of(struct thing *image, uint32_t level, uint32_t layer, uint32_t sample, uint32_t x, uint32_t y) {
    const struct picture *picture = image->picture;
    uint64_t width = smaller(picture->width, level);
    if (x >= width || y >= smaller(picture->height, level)) return NULL;
    return used_bytes(image, place_of(picture, level, layer) + ((y * width + x) * picture->samples + sample) * TEXEL, TEXEL);
}

uint32_t texel_of_color(const VkClearColorValue *color) {
    uint32_t texel = 0;
    for (uint32_t i = 0; i < 4; i++) texel |= (uint32_t)(color->float32[i] * 255.0F + 0.5F) << i * 8;
    return texel;
}

// ---- layouts

void check_layout(const struct thing *image, uint32_t level, uint32_t layer, uint32_t layout, const char *command) {
    uint32_t has = image->picture->layouts[level * image->picture->layers + layer];
    if (has != layout)
        complain("%s is executed for layout %u of an image, and level %u, layer %u has layout %u", command, layout, level, layer, has);
}

struct range {
    uint32_t level, level_end, layer, layer_end;
};

// The subresources of a range; none, and a complaint, where the image has not got them.
static struct range range_of(const struct thing *image, const VkImageSubresourceRange *range, const char *command) {
    const struct picture *picture = image->picture;
    uint32_t levels = range->levelCount == VK_REMAINING_MIP_LEVELS ? picture->levels - range->baseMipLevel : range->levelCount;
    uint32_t layers = range->layerCount == VK_REMAINING_ARRAY_LAYERS ? picture->layers - range->baseArrayLayer : range->layerCount;
    if (range->baseMipLevel >= picture->levels || range->baseArrayLayer >= picture->layers || levels == 0 || layers == 0 ||
        levels > picture->levels - range->baseMipLevel || layers > picture->layers - range->baseArrayLayer) {
        complain("%s reaches the driver for levels %u and %u more, layers %u and %u more, of an image of %u levels and %u layers", command,
                 range->baseMipLevel, range->levelCount, range->baseArrayLayer, range->layerCount, picture->levels, picture->layers);
        return (struct range){0};
    }
    return (struct range){range->baseMipLevel, range->baseMipLevel + levels, range->baseArrayLayer, range->baseArrayLayer + layers};
}

// A subresource of a copy. Its levels and layers are looked at where it is recorded.
static struct range range_of_layers(const struct thing *image, const VkImageSubresourceLayers *layers, const char *command) {
    const VkImageSubresourceRange range = {layers->aspectMask, layers->mipLevel, 1, layers->baseArrayLayer, layers->layerCount};
    return range_of(image, &range, command);
}

struct moved {
    struct reference thing;
    struct range range;
    uint32_t from, to, old_layout, new_layout;
};

static void add_moved(struct recording *recording, const struct moved *moved) {
    model_add(recording, RECORDED_BARRIERS)->bytes = model_copied(moved, sizeof *moved);
}

void record_barriers(struct recording *recording, const VkDependencyInfo *info) {
    static const char command[] = "vkCmdPipelineBarrier";
    for (uint32_t i = 0; i < info->bufferMemoryBarrierCount; i++) {
        const VkBufferMemoryBarrier2 *barrier = &info->pBufferMemoryBarriers[i];
        struct thing *buffer = thing_of(recording->machine, KIND_BUFFER, HANDLE(barrier->buffer), command);
        struct moved moved = {.thing = to_thing(buffer), .from = barrier->srcQueueFamilyIndex, .to = barrier->dstQueueFamilyIndex};
        if (buffer != NULL && moved.from != moved.to) add_moved(recording, &moved);
    }
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++) {
        const VkImageMemoryBarrier2 *barrier = &info->pImageMemoryBarriers[i];
        struct thing *image = thing_of(recording->machine, KIND_IMAGE, HANDLE(barrier->image), command);
        if (image == NULL) continue;
        struct moved moved = {.thing = to_thing(image),
                              .range = range_of(image, &barrier->subresourceRange, command),
                              .from = barrier->srcQueueFamilyIndex,
                              .to = barrier->dstQueueFamilyIndex,
                              .old_layout = barrier->oldLayout,
                              .new_layout = barrier->newLayout};
        if (moved.range.level_end > 0) add_moved(recording, &moved);
    }
}

// "The contents of the image [...] may be discarded" where oldLayout is VK_IMAGE_LAYOUT_UNDEFINED.
static void discard(const struct thing *image, uint32_t level, uint32_t layer) {
    const struct picture *picture = image->picture;
    uint64_t at = place_of(picture, level, layer), size = size_of_level(picture, level);
    if (picture->layouts[level * picture->layers + layer] == VK_IMAGE_LAYOUT_UNDEFINED || image->of == NULL) return;
    if (image->of->is_alive && at + size <= image->size) memset(image->of->bytes + image->at + at, 0xDD, size);
}

// Each part of an image moves for itself; who owns it is known of the whole.
static void run_moved(const struct moved *moved) {
    struct thing *thing = moved->thing.thing;
    int is_released = moved->from != moved->to && moved->from == executing_family;
    int is_acquired = moved->from != moved->to && moved->to == executing_family;
    if (is_acquired && thing->released_to == moved->to + 1) thing->released_to = 0, thing->owner = moved->to + 1;
    if (is_released && !thing->is_shared) thing->released_to = moved->to + 1;
    if (thing->picture == NULL || is_released) return;
    for (uint32_t level = moved->range.level; level < moved->range.level_end; level++)
        for (uint32_t layer = moved->range.layer; layer < moved->range.layer_end; layer++) {
            if (moved->old_layout != VK_IMAGE_LAYOUT_UNDEFINED)
                check_layout(thing, level, layer, moved->old_layout, "vkCmdPipelineBarrier");
            else
                discard(thing, level, layer);
            thing->picture->layouts[level * thing->picture->layers + layer] = moved->new_layout;
        }
}

static uint64_t barrier(const uint64_t *a) {
    RECORDING("vkCmdPipelineBarrier")
    (void)machine;
    model_check_place(recording, RECORDED_BARRIERS);
    for (uint32_t i = 0; i < (uint32_t)a[6]; i++) {
        const VkBufferMemoryBarrier *older = AT(const VkBufferMemoryBarrier, a[7]) + i;
        const VkBufferMemoryBarrier2 newer = {.srcQueueFamilyIndex = older->srcQueueFamilyIndex,
                                              .dstQueueFamilyIndex = older->dstQueueFamilyIndex,
                                              .buffer = older->buffer};
        record_barriers(recording, &(VkDependencyInfo){.bufferMemoryBarrierCount = 1, .pBufferMemoryBarriers = &newer});
    }
    for (uint32_t i = 0; i < (uint32_t)a[8]; i++) {
        const VkImageMemoryBarrier *older = AT(const VkImageMemoryBarrier, a[9]) + i;
        const VkImageMemoryBarrier2 newer = {.oldLayout = older->oldLayout,
                                             .newLayout = older->newLayout,
                                             .srcQueueFamilyIndex = older->srcQueueFamilyIndex,
                                             .dstQueueFamilyIndex = older->dstQueueFamilyIndex,
                                             .image = older->image,
                                             .subresourceRange = older->subresourceRange};
        record_barriers(recording, &(VkDependencyInfo){.imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &newer});
    }
    return 0;
}

static uint64_t barrier_2(const uint64_t *a) {
    RECORDING("vkCmdPipelineBarrier2")
    (void)machine;
    model_check_place(recording, RECORDED_BARRIERS);
    record_barriers(recording, AT(const VkDependencyInfo, a[1]));
    return 0;
}

// ---- clears

struct clear {
    struct range range;
    uint32_t texel, layout;
};

static uint64_t clear_image(const uint64_t *a) {
    RECORDING("vkCmdClearColorImage")
    struct thing *image = thing_of(machine, KIND_IMAGE, a[1], "vkCmdClearColorImage");
    for (uint32_t i = 0; image != NULL && i < (uint32_t)a[4]; i++) {
        struct clear clear = {.range = range_of(image, AT(const VkImageSubresourceRange, a[5]) + i, "vkCmdClearColorImage"),
                              .texel = texel_of_color(AT(const VkClearColorValue, a[3])),
                              .layout = (uint32_t)a[2]};
        struct recorded *recorded = model_add(recording, RECORDED_CLEAR_IMAGE);
        recorded->one = to_thing(image);
        recorded->bytes = model_copied(&clear, sizeof clear);
    }
    return 0;
}

static void run_clear(struct thing *image, const struct clear *clear) {
    const struct picture *picture = image->picture;
    for (uint32_t level = clear->range.level; level < clear->range.level_end; level++)
        for (uint32_t layer = clear->range.layer; layer < clear->range.layer_end; layer++) {
            check_layout(image, level, layer, clear->layout, "vkCmdClearColorImage");
            uint32_t width = smaller(picture->width, level), texels = width * smaller(picture->height, level);
            for (uint32_t i = 0; i < texels * picture->samples; i++) {
                unsigned char *texel = texel_of(image, level, layer, i % picture->samples, i / picture->samples % width, i / picture->samples / width);
                if (texel != NULL) memcpy(texel, &clear->texel, TEXEL);
            }
        }
}

// ---- copies

static void add_copy(struct recording *recording, enum recorded_kind kind, const uint64_t *things, const VkBufferImageCopy *region,
                     uint32_t layout) {
    static const char command[] = "a copy between a buffer and an image";
    struct thing *buffer = thing_of(recording->machine, KIND_BUFFER, things[0], command);
    struct thing *image = thing_of(recording->machine, KIND_IMAGE, things[1], command);
    if (buffer == NULL || image == NULL || range_of_layers(image, &region->imageSubresource, command).level_end == 0) return;
    struct recorded *recorded = model_add(recording, kind);
    recorded->one = to_thing(buffer);
    recorded->other = to_thing(image);
    recorded->number[0] = layout;
    recorded->bytes = model_copied(region, sizeof *region);
}

static VkBufferImageCopy older_copy(const VkBufferImageCopy2 *newer) {
    return (VkBufferImageCopy){newer->bufferOffset,     newer->bufferRowLength, newer->bufferImageHeight,
                               newer->imageSubresource, newer->imageOffset,     newer->imageExtent};
}

static uint64_t copy_to_image(const uint64_t *a) {
    RECORDING("vkCmdCopyBufferToImage")
    (void)machine;
    for (uint32_t i = 0; i < (uint32_t)a[4]; i++)
        add_copy(recording, RECORDED_COPY_TO_IMAGE, (uint64_t[]){a[1], a[2]}, AT(const VkBufferImageCopy, a[5]) + i, (uint32_t)a[3]);
    return 0;
}

static uint64_t copy_to_image_2(const uint64_t *a) {
    const VkCopyBufferToImageInfo2 *info = AT(const VkCopyBufferToImageInfo2, a[1]);
    RECORDING("vkCmdCopyBufferToImage2")
    (void)machine;
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkBufferImageCopy region = older_copy(&info->pRegions[i]);
        add_copy(recording, RECORDED_COPY_TO_IMAGE, (uint64_t[]){HANDLE(info->srcBuffer), HANDLE(info->dstImage)}, &region, info->dstImageLayout);
    }
    return 0;
}

static uint64_t copy_from_image(const uint64_t *a) {
    RECORDING("vkCmdCopyImageToBuffer")
    (void)machine;
    for (uint32_t i = 0; i < (uint32_t)a[4]; i++)
        add_copy(recording, RECORDED_COPY_FROM_IMAGE, (uint64_t[]){a[3], a[1]}, AT(const VkBufferImageCopy, a[5]) + i, (uint32_t)a[2]);
    return 0;
}

static uint64_t copy_from_image_2(const uint64_t *a) {
    const VkCopyImageToBufferInfo2 *info = AT(const VkCopyImageToBufferInfo2, a[1]);
    RECORDING("vkCmdCopyImageToBuffer2")
    (void)machine;
    for (uint32_t i = 0; i < info->regionCount; i++) {
        const VkBufferImageCopy region = older_copy(&info->pRegions[i]);
        add_copy(recording, RECORDED_COPY_FROM_IMAGE, (uint64_t[]){HANDLE(info->dstBuffer), HANDLE(info->srcImage)}, &region, info->srcImageLayout);
    }
    return 0;
}

static void run_copy(struct thing *buffer, struct thing *image, const struct recorded *recorded) {
    VkBufferImageCopy region;
    memcpy(&region, recorded->bytes, sizeof region);
    const VkImageSubresourceLayers *of = &region.imageSubresource;
    uint64_t row = region.bufferRowLength > 0 ? region.bufferRowLength : region.imageExtent.width;
    uint64_t rows = region.bufferImageHeight > 0 ? region.bufferImageHeight : region.imageExtent.height;
    uint32_t layers = of->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->picture->layers - of->baseArrayLayer : of->layerCount;
    for (uint32_t layer = 0; layer < layers; layer++) {
        check_layout(image, of->mipLevel, of->baseArrayLayer + layer, (uint32_t)recorded->number[0], "a copy between a buffer and an image");
        for (uint32_t y = 0; y < region.imageExtent.height; y++)
            for (uint32_t x = 0; x < region.imageExtent.width; x++) {
                unsigned char *word = used_bytes(buffer, region.bufferOffset + ((layer * rows + y) * row + x) * TEXEL, TEXEL);
                unsigned char *texel = texel_of(image, of->mipLevel, of->baseArrayLayer + layer, 0, (uint32_t)region.imageOffset.x + x,
                                                (uint32_t)region.imageOffset.y + y);
                if (word == NULL || texel == NULL) complain("a copy between a buffer and an image is executed for places that one has not got");
                else if (recorded->kind == RECORDED_COPY_TO_IMAGE) memcpy(texel, word, TEXEL);
                else memcpy(word, texel, TEXEL);
            }
    }
}

void run_on_images(const struct recorded *recorded) {
    switch (recorded->kind) {
        case RECORDED_BARRIERS:
            if (is_there(recorded->bytes, "buffer or an image")) run_moved(recorded->bytes);
            return;
        case RECORDED_CLEAR_IMAGE:
            if (is_there(&recorded->one, "image")) run_clear(recorded->one.thing, recorded->bytes);
            return;
        case RECORDED_COPY_TO_IMAGE:
        case RECORDED_COPY_FROM_IMAGE:
            if (is_there(&recorded->one, "buffer") && is_there(&recorded->other, "image"))
                run_copy(recorded->one.thing, recorded->other.thing, recorded);
            return;
        default: run_drawing(recorded);
    }
}

const struct model_row model_images[] = {
    {"vkCreateImage", create_image},
    {"vkDestroyImage", destroy_image},
    {"vkGetImageMemoryRequirements", requirements},
    {"vkGetImageMemoryRequirements2", requirements_2},
    {"vkGetImageMemoryRequirements2KHR", requirements_2},
    {"vkBindImageMemory", bind_image},
    {"vkBindImageMemory2", bind_images},
    {"vkBindImageMemory2KHR", bind_images},
    {"vkCmdPipelineBarrier", barrier},
    {"vkCmdPipelineBarrier2", barrier_2},
    {"vkCmdPipelineBarrier2KHR", barrier_2},
    {"vkCmdClearColorImage", clear_image},
    {"vkCmdCopyBufferToImage", copy_to_image},
    {"vkCmdCopyBufferToImage2", copy_to_image_2},
    {"vkCmdCopyBufferToImage2KHR", copy_to_image_2},
    {"vkCmdCopyImageToBuffer", copy_from_image},
    {"vkCmdCopyImageToBuffer2", copy_from_image_2},
    {"vkCmdCopyImageToBuffer2KHR", copy_from_image_2},
};
const uint32_t model_images_count = COUNT_OF(model_images);
