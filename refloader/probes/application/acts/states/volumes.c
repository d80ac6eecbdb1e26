// The act "states", boxes of texels: parts of images of three dimensions and of images of several layers are copied in
// from a buffer, out to one, and from one image to another, with offsets in each direction, or blitted: made larger and
// mirrored, and layers are cleared and resolved. All texels of the image are compared, those that nothing was copied to as
// well. A box is copied by a region for each of its slices or layers, and by one for all. Where there are commands of Vulkan
// 1.3 for it, all is done by them once more.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "states.h"

// Numbers of texels lie apart, so that one which a blit has rounded is not another's.
enum { APART = 4, SIDE = 4, MOST_SLICES = SIDE, TEXELS = SIDE * SIDE * SIDE, WORDS = BYTES / sizeof(uint32_t), ROW = 6, HEIGHT = 5, OFFSET = 3 };

// An image of four slices or four layers, and what it has to hold.
struct block {
    struct image image;
    int is_flat;  // it has layers
    uint32_t texels[TEXELS];
};

struct box {
    uint32_t x, y, z, width, height, depth;
};

struct yard {
    struct player *player;
    int is_newer;                   // by which commands
    int at_once;                    // one region has all layers
    VkSampleCountFlagBits samples;  // of the first image
    struct buffer apart, tight;
    struct block first, second;
    int is_unknown;  // what they hold, as a copy may be done or not
};

static uint32_t at(uint32_t x, uint32_t y, uint32_t z) { return (z * SIDE + y) * SIDE + x; }
static uint32_t apart(uint32_t x, uint32_t y, uint32_t z) { return OFFSET + (z * HEIGHT + y) * ROW + x; }

#define EACH_OF(box, i, j, k) \
    for (uint32_t k = 0; k < (box)->depth; k++) \
        for (uint32_t j = 0; j < (box)->height; j++) \
            for (uint32_t i = 0; i < (box)->width; i++)

static VkImageSubresourceLayers layers_of(const struct block *block, const struct box *box) {
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, 0, block->is_flat ? box->z : 0,
                                      block->is_flat ? box->depth : 1};
}

static VkOffset3D offset_of(const struct block *block, const struct box *box) {
    return (VkOffset3D){(int32_t)box->x, (int32_t)box->y, block->is_flat ? 0 : (int32_t)box->z};
}

static VkExtent3D extent_of(int is_flat, const struct box *box) {
    return (VkExtent3D){box->width, box->height, is_flat ? 1 : box->depth};
}

// What is told of the boxes, by either form of the commands.
#define NAMED(yard, what) ((yard)->is_newer ? "renewed." what : "volumes." what)

// One slice of a box.
static struct box slice_of(const struct box *box, uint32_t place) {
    struct box slice = *box;
    slice.z += place;
    slice.depth = 1;
    return slice;
}

// Where a step fails before anything is recorded, the images are as they were, and so is what is expected of them. Where it
// fails later, nothing is asked until they are filled anew.
static int record(struct yard *yard) { return !yard->is_unknown && states_begin(yard->player); }

static int is_done(struct yard *yard) {
    yard->is_unknown = !states_end(yard->player);
    return !yard->is_unknown;
}

// ---- whole images

static VkBufferImageCopy whole_of(const struct block *block) {
    const struct box all = {0, 0, 0, SIDE, SIDE, SIDE};
    return (VkBufferImageCopy){.imageSubresource = layers_of(block, &all), .imageExtent = extent_of(block->is_flat, &all)};
}

// Each texel has a number of its own, within the bytes that are its colours.
static int fill(struct yard *yard, struct block *block, uint32_t number) {
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

// Of a texel, each byte may be so much above or below the expected one.
static int is_texel(uint32_t found, uint32_t expected, int rounding) {
    for (uint32_t bit = 0; bit < 32; bit += 8)
        if (abs((int)(found >> bit & 0xFF) - (int)(expected >> bit & 0xFF)) > rounding) return 0;
    return 1;
}

static void compare(struct yard *yard, const struct block *block, int rounding, const char *what) {
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
    if (is_done(yard)) compare(yard, block, 0, what);
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
    if (is_done(yard)) compare(yard, to, 0, what);
}

static const struct box inner = {1, 2, 1, 3, 1, 2}, corner = {0, 1, 2, 3, 1, 2}, edge = {2, 0, 1, 2, 3, 3};

static void with_slices(struct yard *yard) {
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
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
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
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
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, NAMED(yard, "layers_to_slices"));
    copy_between(yard, &yard->second, &corner, &yard->first, &inner, NAMED(yard, "slices_to_layers"));
}

// ---- blits: each corner of a box has a counterpart, so that a box whose corners are swapped is mirrored

// A colour goes through floating point, and comes back as one of the two numbers closest to that.
enum { ROUNDING = 1 };

struct corners {
    int32_t from[3], to[3];
};

// The texel of the source that is nearest to the middle of one of the target; none lies halfway between two.
static uint32_t nearest(const struct corners *source, const struct corners *target, int axis, int32_t place) {
    double share = (place + 0.5 - target->from[axis]) / (target->to[axis] - target->from[axis]);
    return (uint32_t)floor(source->from[axis] + share * (source->to[axis] - source->from[axis]));
}

static int is_between(const struct corners *corners, int axis, int32_t place) {
    int32_t first = corners->from[axis], last = corners->to[axis];
    return first < last ? place >= first && place < last : place >= last && place < first;
}

static void expect_blit(const struct block *from, const struct corners *source, struct block *to, const struct corners *target) {
    for (int32_t z = 0; z < SIDE; z++)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                if (is_between(target, 0, x) && is_between(target, 1, y) && is_between(target, 2, z))
                    to->texels[at((uint32_t)x, (uint32_t)y, (uint32_t)z)] =
                        from->texels[at(nearest(source, target, 0, x), nearest(source, target, 1, y),
                                        nearest(source, target, 2, z))];
}

// A region for each layer, or for all; slices, which can be mirrored, are in one.
static void blit(struct yard *yard, const struct corners *source, const struct corners *target, const char *what) {
    const struct block *from = &yard->first;
    struct block *to = &yard->second;
    const int is_flat = from->is_flat;
    const uint32_t layers = is_flat ? (uint32_t)(source->to[2] - source->from[2]) : 1;
    const uint32_t count = yard->at_once ? 1 : layers, depth = yard->at_once ? layers : 1;
    VkImageBlit parts[MOST_SLICES];
    for (uint32_t i = 0; i < count; i++) {
        const struct box source_slice = {.z = (uint32_t)source->from[2] + i, .depth = depth},
                         target_slice = {.z = (uint32_t)target->from[2] + i, .depth = depth};
        parts[i] = (VkImageBlit){
            .srcSubresource = layers_of(from, &source_slice),
            .srcOffsets = {{source->from[0], source->from[1], is_flat ? 0 : source->from[2]},
                           {source->to[0], source->to[1], is_flat ? 1 : source->to[2]}},
            .dstSubresource = layers_of(to, &target_slice),
            .dstOffsets = {{target->from[0], target->from[1], is_flat ? 0 : target->from[2]},
                           {target->to[0], target->to[1], is_flat ? 1 : target->to[2]}}};
    }
    if (!record(yard)) return;
    expect_blit(from, source, to, target);
    states_blit(yard->player, yard->is_newer, from->image.handle, to->image.handle, count, parts);
    if (is_done(yard)) compare(yard, to, ROUNDING, what);
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

static void with_clears(struct yard *yard) {
    const uint32_t layers[] = {3, 1};
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !record(yard)) return;
    clear(yard, &yard->first, COUNT(layers), layers);
    for (uint32_t i = 0; i < COUNT(layers); i++) paint(&yard->first, &(struct box){0, 0, layers[i], SIDE, SIDE, 1});
    if (is_done(yard)) compare(yard, &yard->first, 0, "volumes.cleared_layers");
}

// The first image has several samples, all of them white.
static void resolve(struct yard *yard, const struct box *from, const struct box *to, const char *what) {
    static const uint32_t layers[] = {0, 1, 2, 3};
    VkImageResolve parts[MOST_SLICES];
    if (!fill(yard, &yard->second, FIRST_NUMBER) || !record(yard)) return;
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
    if (is_done(yard)) compare(yard, &yard->second, 0, what);
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

// Of the layers, those in the middle.
static void blit_layers(struct yard *yard) {
    static const struct corners all = {{0, 0, 1}, {4, 4, 3}}, across = {{4, 0, 1}, {0, 4, 3}}, down = {{0, 4, 1}, {4, 0, 3}},
                                turned = {{4, 4, 1}, {0, 0, 3}}, few = {{1, 1, 1}, {3, 2, 3}};
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    blit(yard, &few, &few, NAMED(yard, "blit"));
    blit(yard, &few, &all, NAMED(yard, "blit_larger"));
    blit(yard, &all, &across, NAMED(yard, "blit_across"));
    blit(yard, &down, &all, NAMED(yard, "blit_down"));
    blit(yard, &few, &turned, NAMED(yard, "blit_turned"));
    blit(yard, &across, &across, NAMED(yard, "blit_both"));
    yard->at_once = 1;
    blit(yard, &all, &turned, NAMED(yard, "blit_at_once"));
    yard->at_once = 0;
}

static void blit_slices(struct yard *yard) {
    static const struct corners all = {{0, 0, 0}, {4, 4, 4}}, through = {{0, 0, 4}, {4, 4, 0}};
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    blit(yard, &all, &through, NAMED(yard, "blit_through"));
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
        with_images(yard, 1, 1, blit_layers);
        with_images(yard, 0, 0, blit_slices);
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
