// The act "states", boxes of texels: parts of images of three dimensions and of images of several layers are copied in
// from a buffer, out to one, and from one image to another, with offsets in each direction, or blitted: made larger and
// mirrored, and layers are cleared and resolved. All texels of the image are compared, those that nothing was copied to as
// well. A box is copied by a region for each of its slices or layers, and by one for all. Where there are commands of Vulkan
// 1.3 for it, all is done by them once more.
#include <stdlib.h>
#include <string.h>

#include "boxes.h"

// ---- whole images

static VkBufferImageCopy whole_of(const struct block *block) {
    const struct box all = {0, 0, 0, SIDE, SIDE, SIDE};
    return (VkBufferImageCopy){.imageSubresource = layers_of(block, &all), .imageExtent = extent_of(block->is_flat, &all)};
}

int box_fill(struct yard *yard, struct block *block, uint32_t number) {
    struct device *device = yard->player->device;
    uint32_t words[WORDS] = {0};
    const VkBufferImageCopy all = whole_of(block);
    for (uint32_t i = 0; i < TEXELS; i++) words[i] = block->texels[i] = number + APART * i;
    yard->is_unknown = 0;
    if (!buffer_write("write", device, &yard->tight, words) || !record(yard)) return 0;
    states_enter(yard->player, block->image.handle);
    states_copy_in(yard->player, 0, yard->tight.handle, block->image.handle, 1, &all);
    return is_done(yard);
}

static int is_texel(uint32_t found, uint32_t expected, int rounding) {
    for (uint32_t bit = 0; bit < 32; bit += 8)
        if (abs((int)(found >> bit & 0xFF) - (int)(expected >> bit & 0xFF)) > rounding) return 0;
    return 1;
}

void box_compare(struct yard *yard, const struct block *block, int rounding, const char *what) {
    struct device *device = yard->player->device;
    uint32_t words[WORDS] = {0}, right = 0;
    const VkBufferImageCopy all = whole_of(block);
    if (!buffer_write("write", device, &yard->tight, words) || !states_begin(yard->player)) return;
    states_copy_out(yard->player, 0, block->image.handle, yard->tight.handle, 1, &all);
    if (!states_end(yard->player) || !buffer_read("read", device, &yard->tight, words)) return;
    for (uint32_t i = 0; i < TEXELS; i++) right += (uint32_t)is_texel(words[i], block->texels[i], rounding);
    find(yard->player, what, right);
}

// ---- parts of them

static uint32_t regions_of(const struct yard *yard, const struct box *box) { return yard->at_once ? 1 : box->depth; }

static struct box part_of(const struct yard *yard, const struct box *box, uint32_t slice) {
    return yard->at_once ? *box : slice_of(box, slice);
}

// The last slice has the first region: they are in no order.
static void regions(const struct yard *yard, const struct block *block, const struct box *box, VkBufferImageCopy *to) {
    for (uint32_t i = 0, count = regions_of(yard, box); i < count; i++) {
        uint32_t place = count - 1 - i;
        const struct box slice = part_of(yard, box, place);
        to[i] = (VkBufferImageCopy){.bufferOffset = apart(0, 0, place) * sizeof(uint32_t),
                                    .bufferRowLength = ROW,
                                    .bufferImageHeight = HEIGHT,
                                    .imageSubresource = layers_of(block, &slice),
                                    .imageOffset = offset_of(block, &slice),
                                    .imageExtent = extent_of(block->is_flat, &slice)};
    }
}

static void copy_in(struct yard *yard, struct block *block, const struct box *box, const char *what) {
    struct device *device = yard->player->device;
    VkBufferImageCopy parts[MOST_SLICES];
    uint32_t words[WORDS] = {0};
    regions(yard, block, box, parts);
    EACH_OF(box, i, j, k) words[apart(i, j, k)] = SECOND_NUMBER + apart(i, j, k);
    if (!buffer_write("write", device, &yard->apart, words) || !record(yard)) return;
    EACH_OF(box, i, j, k) block->texels[at(box->x + i, box->y + j, box->z + k)] = words[apart(i, j, k)];
    states_copy_in(yard->player, yard->is_newer, yard->apart.handle, block->image.handle, regions_of(yard, box), parts);
    if (is_done(yard)) box_compare(yard, block, 0, what);
}

// All words of the buffer are compared.
static void copy_out(struct yard *yard, const struct block *block, const struct box *box, const char *what) {
    struct device *device = yard->player->device;
    VkBufferImageCopy parts[MOST_SLICES];
    uint32_t words[WORDS] = {0}, expected[WORDS] = {0}, right = 0;
    regions(yard, block, box, parts);
    EACH_OF(box, i, j, k) expected[apart(i, j, k)] = block->texels[at(box->x + i, box->y + j, box->z + k)];
    if (!buffer_write("write", device, &yard->apart, words) || !record(yard)) return;
    states_copy_out(yard->player, yard->is_newer, block->image.handle, yard->apart.handle, regions_of(yard, box), parts);
    if (!states_end(yard->player) || !buffer_read("read", device, &yard->apart, words)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == expected[i];
    find(yard->player, what, right);
}

// Layers of one may become slices of the other.
static void copy_between(struct yard *yard, const struct block *from, const struct box *box, struct block *to,
                         const struct box *place, const char *what) {
    VkImageCopy parts[MOST_SLICES];
    const uint32_t count = regions_of(yard, box);
    for (uint32_t i = 0; i < count; i++) {
        const struct box source = part_of(yard, box, i), target = part_of(yard, place, i);
        parts[i] = (VkImageCopy){.srcSubresource = layers_of(from, &source),
                                 .srcOffset = offset_of(from, &source),
                                 .dstSubresource = layers_of(to, &target),
                                 .dstOffset = offset_of(to, &target),
                                 .extent = extent_of(from->is_flat && to->is_flat, &source)};
    }
    if (!record(yard)) return;
    EACH_OF(box, i, j, k)
    to->texels[at(place->x + i, place->y + j, place->z + k)] = from->texels[at(box->x + i, box->y + j, box->z + k)];
    states_copy_between(yard->player, yard->is_newer, from->image.handle, to->image.handle, count, parts);
    if (is_done(yard)) box_compare(yard, to, 0, what);
}

static const struct box inner = {1, 2, 1, 3, 1, 2}, corner = {0, 1, 2, 3, 1, 2}, edge = {2, 0, 1, 2, 3, 3};

static void with_slices(struct yard *yard) {
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !box_fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_in(yard, &yard->first, &inner, NAMED(yard, "slices_in"));
    copy_out(yard, &yard->first, &edge, NAMED(yard, "slices_out"));
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, NAMED(yard, "slices_between"));
    yard->at_once = 1;
    copy_in(yard, &yard->first, &corner, NAMED(yard, "slices_in_at_once"));
    copy_out(yard, &yard->first, &edge, NAMED(yard, "slices_out_at_once"));
    copy_between(yard, &yard->first, &corner, &yard->second, &inner, NAMED(yard, "slices_at_once"));
    yard->at_once = 0;
}

static void with_layers(struct yard *yard) {
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !box_fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_in(yard, &yard->first, &inner, NAMED(yard, "layers_in"));
    copy_out(yard, &yard->first, &edge, NAMED(yard, "layers_out"));
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, NAMED(yard, "layers_between"));
    yard->at_once = 1;
    copy_in(yard, &yard->first, &corner, NAMED(yard, "layers_in_at_once"));
    copy_out(yard, &yard->first, &edge, NAMED(yard, "layers_out_at_once"));
    copy_between(yard, &yard->first, &corner, &yard->second, &inner, NAMED(yard, "layers_at_once"));
    yard->at_once = 0;
}

static void with_both(struct yard *yard) {
    if (yard->player->device->api < VK_API_VERSION_1_1) return;
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !box_fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, NAMED(yard, "layers_to_slices"));
    copy_between(yard, &yard->second, &corner, &yard->first, &inner, NAMED(yard, "slices_to_layers"));
}

// ---- whole layers that are cleared, and one texel of several samples that becomes one

#define WHITE 0xFFFFFFFFU

static void clear(struct yard *yard, struct block *block, uint32_t count, const uint32_t *layers) {
    static const VkClearColorValue white = {.float32 = {1, 1, 1, 1}};
    VkImageSubresourceRange ranges[MOST_SLICES];
    for (uint32_t i = 0; i < count; i++)
        ranges[i] = (VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layers[i], 1};
    yard->player->device->CmdClearColorImage(yard->player->recorder.commands, block->image.handle,
                                             VK_IMAGE_LAYOUT_GENERAL, &white, count, ranges);
}

static void paint(struct block *block, const struct box *box) {
    EACH_OF(box, i, j, k) block->texels[at(box->x + i, box->y + j, box->z + k)] = WHITE;
}

// The layers from one on, however many they are.
static void clear_remaining(struct yard *yard) {
    static const VkClearColorValue white = {.float32 = {1, 1, 1, 1}};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 2, VK_REMAINING_ARRAY_LAYERS};
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !record(yard)) return;
    yard->player->device->CmdClearColorImage(yard->player->recorder.commands, yard->first.image.handle, VK_IMAGE_LAYOUT_GENERAL,
                                             &white, 1, &range);
    paint(&yard->first, &(struct box){0, 0, 2, SIDE, SIDE, SIDE - 2});
    if (is_done(yard)) box_compare(yard, &yard->first, 0, "volumes.cleared_remaining");
}

static void with_clears(struct yard *yard) {
    const uint32_t layers[] = {3, 1};
    if (!box_fill(yard, &yard->first, FIRST_NUMBER) || !record(yard)) return;
    clear(yard, &yard->first, COUNT(layers), layers);
    for (uint32_t i = 0; i < COUNT(layers); i++) paint(&yard->first, &(struct box){0, 0, layers[i], SIDE, SIDE, 1});
    if (is_done(yard)) box_compare(yard, &yard->first, 0, "volumes.cleared_layers");
    clear_remaining(yard);
}

// The first image has several samples, all of them white.
static void resolve(struct yard *yard, const struct box *from, const struct box *to, const char *what) {
    static const uint32_t layers[] = {0, 1, 2, 3};
    VkImageResolve parts[MOST_SLICES];
    if (!box_fill(yard, &yard->second, FIRST_NUMBER) || !record(yard)) return;
    states_enter(yard->player, yard->first.image.handle);
    clear(yard, &yard->first, COUNT(layers), layers);
    barrier(yard->player->device, yard->player->recorder.commands);
    for (uint32_t i = 0; i < regions_of(yard, from); i++) {
        const struct box source = part_of(yard, from, i), target = part_of(yard, to, i);
        parts[i] = (VkImageResolve){.srcSubresource = layers_of(&yard->first, &source),
                                    .srcOffset = offset_of(&yard->first, &source),
                                    .dstSubresource = layers_of(&yard->second, &target),
                                    .dstOffset = offset_of(&yard->second, &target),
                                    .extent = extent_of(1, &source)};
    }
    states_resolve(yard->player, yard->is_newer, yard->first.image.handle, yard->second.image.handle, regions_of(yard, from), parts);
    paint(&yard->second, to);
    if (is_done(yard)) box_compare(yard, &yard->second, 0, what);
}

static void with_resolves(struct yard *yard) {
    resolve(yard, &inner, &corner, NAMED(yard, "resolved"));
    yard->at_once = 1;
    resolve(yard, &corner, &inner, NAMED(yard, "resolved_at_once"));
    yard->at_once = 0;
}

static int can_blit(const struct device *device) {
    const VkFormatFeatureFlags both = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
    VkFormatProperties format = {.optimalTilingFeatures = 0};
    device->instance->GetPhysicalDeviceFormatProperties(device->gpu, COLOUR, &format);
    return device->can & VK_QUEUE_GRAPHICS_BIT && (format.optimalTilingFeatures & both) == both;
}

static int make_block(struct yard *yard, struct block *block, int is_flat, VkSampleCountFlagBits samples) {
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.imageType = is_flat ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D;
    info.extent = (VkExtent3D){SIDE, SIDE, is_flat ? 1 : SIDE};
    info.arrayLayers = is_flat ? SIDE : 1;
    info.samples = samples;
    if (samples != VK_SAMPLE_COUNT_1_BIT) info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    block->is_flat = is_flat;
    return image_is_offered(yard->player->device, &info) &&
           image_make_of("image", yard->player->device, &block->image, &info);
}

static void with_images(struct yard *yard, int first_is_flat, int second_is_flat, void (*use)(struct yard *)) {
    struct device *device = yard->player->device;
    if (yard->player->is_lost || !make_block(yard, &yard->first, first_is_flat, yard->samples)) return;
    if (make_block(yard, &yard->second, second_is_flat, VK_SAMPLE_COUNT_1_BIT)) {
        use(yard);
        image_end(device, &yard->second.image);
    }
    image_end(device, &yard->first.image);
}

static void with_commands(struct yard *yard, int is_newer) {
    yard->is_newer = is_newer;
    yard->samples = VK_SAMPLE_COUNT_1_BIT;
    with_images(yard, 0, 0, with_slices);
    with_images(yard, 1, 1, with_layers);
    with_images(yard, 1, 0, with_both);
    if (!is_newer) with_images(yard, 1, 1, with_clears);
    if (can_blit(yard->player->device)) {
        with_images(yard, 1, 1, box_blit_layers);
        with_images(yard, 0, 0, box_blit_slices);
    }
    if (!(yard->player->device->can & VK_QUEUE_GRAPHICS_BIT)) return;
    yard->samples = VK_SAMPLE_COUNT_4_BIT;
    with_images(yard, 1, 1, with_resolves);
}

// A family for transfers alone may copy nothing but whole levels.
void states_of_volumes(struct player *player) {
    const VkBufferUsageFlags both = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    struct yard yard = {.player = player};
    if (!can_draw_or_compute(player->device)) return;
    if (!buffer_make("buffer", player->device, &yard.tight, both)) return;
    if (buffer_make("buffer", player->device, &yard.apart, both)) {
        with_commands(&yard, 0);
        if (states_have_newer_copies(player)) with_commands(&yard, 1);
        buffer_end(player->device, &yard.apart);
    }
    buffer_end(player->device, &yard.tight);
}
