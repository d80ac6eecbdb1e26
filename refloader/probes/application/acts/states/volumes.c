// The act "states", boxes of texels: parts of images of three dimensions and of images of several layers are copied in
// from a buffer, out to one, and from one image to another, with offsets in each direction, or blitted: made larger and
// mirrored. All texels of the image are compared, those that nothing was copied to as well.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "states.h"

// Numbers of texels lie apart, so that one which a blit has rounded is not another's.
enum { APART = 4, SIDE = 4, TEXELS = SIDE * SIDE * SIDE, WORDS = BYTES / sizeof(uint32_t), ROW = 6, HEIGHT = 5, OFFSET = 3 };

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
    struct buffer apart, tight;
    struct block first, second;
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
    if (!buffer_write("write", device, &yard->tight, words) || !states_begin(yard->player)) return 0;
    states_enter(yard->player, block->image.handle);
    device->CmdCopyBufferToImage(yard->player->recorder.commands, yard->tight.handle, block->image.handle,
                                 VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    return states_end(yard->player);
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
    device->CmdCopyImageToBuffer(yard->player->recorder.commands, block->image.handle, VK_IMAGE_LAYOUT_GENERAL,
                                 yard->tight.handle, 1, &all);
    if (!states_end(yard->player) || !buffer_read("read", device, &yard->tight, words)) return;
    for (uint32_t i = 0; i < TEXELS; i++) right += (uint32_t)is_texel(words[i], block->texels[i], rounding);
    find(yard->player, what, right);
}

// ---- parts of them

static VkBufferImageCopy region(const struct block *block, const struct box *box) {
    return (VkBufferImageCopy){.bufferOffset = OFFSET * sizeof(uint32_t),
                               .bufferRowLength = ROW,
                               .bufferImageHeight = HEIGHT,
                               .imageSubresource = layers_of(block, box),
                               .imageOffset = offset_of(block, box),
                               .imageExtent = extent_of(block->is_flat, box)};
}

static void copy_in(struct yard *yard, struct block *block, const struct box *box, const char *what) {
    struct device *device = yard->player->device;
    const VkBufferImageCopy part = region(block, box);
    uint32_t words[WORDS] = {0};
    EACH_OF(box, i, j, k)
    block->texels[at(box->x + i, box->y + j, box->z + k)] = words[apart(i, j, k)] = SECOND_NUMBER + apart(i, j, k);
    if (!buffer_write("write", device, &yard->apart, words) || !states_begin(yard->player)) return;
    device->CmdCopyBufferToImage(yard->player->recorder.commands, yard->apart.handle, block->image.handle,
                                 VK_IMAGE_LAYOUT_GENERAL, 1, &part);
    if (states_end(yard->player)) compare(yard, block, 0, what);
}

// All words of the buffer are compared.
static void copy_out(struct yard *yard, const struct block *block, const struct box *box, const char *what) {
    struct device *device = yard->player->device;
    const VkBufferImageCopy part = region(block, box);
    uint32_t words[WORDS] = {0}, expected[WORDS] = {0}, right = 0;
    EACH_OF(box, i, j, k) expected[apart(i, j, k)] = block->texels[at(box->x + i, box->y + j, box->z + k)];
    if (!buffer_write("write", device, &yard->apart, words) || !states_begin(yard->player)) return;
    device->CmdCopyImageToBuffer(yard->player->recorder.commands, block->image.handle, VK_IMAGE_LAYOUT_GENERAL,
                                 yard->apart.handle, 1, &part);
    if (!states_end(yard->player) || !buffer_read("read", device, &yard->apart, words)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += words[i] == expected[i];
    find(yard->player, what, right);
}

// Layers of one may become slices of the other.
static void copy_between(struct yard *yard, const struct block *from, const struct box *box, struct block *to,
                         const struct box *place, const char *what) {
    struct device *device = yard->player->device;
    const VkImageCopy part = {.srcSubresource = layers_of(from, box),
                              .srcOffset = offset_of(from, box),
                              .dstSubresource = layers_of(to, place),
                              .dstOffset = offset_of(to, place),
                              .extent = extent_of(from->is_flat && to->is_flat, box)};
    EACH_OF(box, i, j, k)
    to->texels[at(place->x + i, place->y + j, place->z + k)] = from->texels[at(box->x + i, box->y + j, box->z + k)];
    if (!states_begin(yard->player)) return;
    device->CmdCopyImage(yard->player->recorder.commands, from->image.handle, VK_IMAGE_LAYOUT_GENERAL, to->image.handle,
                         VK_IMAGE_LAYOUT_GENERAL, 1, &part);
    if (states_end(yard->player)) compare(yard, to, 0, what);
}

static const struct box inner = {1, 2, 1, 3, 1, 2}, corner = {0, 1, 2, 3, 1, 2}, edge = {2, 0, 1, 2, 3, 3};

static void with_slices(struct yard *yard) {
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_in(yard, &yard->first, &inner, "volumes.slices_in");
    copy_out(yard, &yard->first, &edge, "volumes.slices_out");
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, "volumes.slices_between");
}

static void with_layers(struct yard *yard) {
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_in(yard, &yard->first, &inner, "volumes.layers_in");
    copy_out(yard, &yard->first, &edge, "volumes.layers_out");
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, "volumes.layers_between");
}

static void with_both(struct yard *yard) {
    if (yard->player->device->api < VK_API_VERSION_1_1) return;
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    copy_between(yard, &yard->first, &inner, &yard->second, &corner, "volumes.layers_to_slices");
    copy_between(yard, &yard->second, &corner, &yard->first, &inner, "volumes.slices_to_layers");
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

static void blit(struct yard *yard, const struct corners *source, const struct corners *target, const char *what) {
    struct device *device = yard->player->device;
    const struct block *from = &yard->first;
    struct block *to = &yard->second;
    const struct corners *given[] = {source, target};
    const struct block *blocks[] = {from, to};
    VkImageBlit part;
    VkOffset3D offsets[2][2];
    VkImageSubresourceLayers layers[2];
    for (int i = 0; i < 2; i++) {
        const int32_t *first = given[i]->from, *last = given[i]->to;
        const struct box slices = {.z = (uint32_t)first[2], .depth = (uint32_t)(last[2] - first[2])};
        layers[i] = layers_of(blocks[i], &slices);
        offsets[i][0] = (VkOffset3D){first[0], first[1], blocks[i]->is_flat ? 0 : first[2]};
        offsets[i][1] = (VkOffset3D){last[0], last[1], blocks[i]->is_flat ? 1 : last[2]};
    }
    part = (VkImageBlit){.srcSubresource = layers[0],
                         .srcOffsets = {offsets[0][0], offsets[0][1]},
                         .dstSubresource = layers[1],
                         .dstOffsets = {offsets[1][0], offsets[1][1]}};
    expect_blit(from, source, to, target);
    if (!states_begin(yard->player)) return;
    device->CmdBlitImage(yard->player->recorder.commands, from->image.handle, VK_IMAGE_LAYOUT_GENERAL, to->image.handle,
                         VK_IMAGE_LAYOUT_GENERAL, 1, &part, VK_FILTER_NEAREST);
    if (states_end(yard->player)) compare(yard, to, ROUNDING, what);
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
    blit(yard, &few, &few, "volumes.blit");
    blit(yard, &few, &all, "volumes.blit_larger");
    blit(yard, &all, &across, "volumes.blit_across");
    blit(yard, &down, &all, "volumes.blit_down");
    blit(yard, &few, &turned, "volumes.blit_turned");
    blit(yard, &across, &across, "volumes.blit_both");
}

static void blit_slices(struct yard *yard) {
    static const struct corners all = {{0, 0, 0}, {4, 4, 4}}, through = {{0, 0, 4}, {4, 4, 0}};
    if (!fill(yard, &yard->first, FIRST_NUMBER) || !fill(yard, &yard->second, FIRST_NUMBER + 0x1000)) return;
    blit(yard, &all, &through, "volumes.blit_through");
}

static int make_block(struct yard *yard, struct block *block, int is_flat) {
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.imageType = is_flat ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D;
    info.extent = (VkExtent3D){SIDE, SIDE, is_flat ? 1 : SIDE};
    info.arrayLayers = is_flat ? SIDE : 1;
    block->is_flat = is_flat;
    return image_is_offered(yard->player->device, &info) &&
           image_make_of("image", yard->player->device, &block->image, &info);
}

static void with_images(struct yard *yard, int first_is_flat, int second_is_flat, void (*use)(struct yard *)) {
    struct device *device = yard->player->device;
    if (yard->player->is_lost || !make_block(yard, &yard->first, first_is_flat)) return;
    if (make_block(yard, &yard->second, second_is_flat)) {
        use(yard);
        image_end(device, &yard->second.image);
    }
    image_end(device, &yard->first.image);
}

// A family for transfers alone may copy nothing but whole levels.
void states_of_volumes(struct player *player) {
    const VkBufferUsageFlags both = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    struct yard yard = {.player = player};
    if (!can_draw_or_compute(player->device)) return;
    if (!buffer_make("buffer", player->device, &yard.tight, both)) return;
    if (buffer_make("buffer", player->device, &yard.apart, both)) {
        with_images(&yard, 0, 0, with_slices);
        with_images(&yard, 1, 1, with_layers);
        with_images(&yard, 1, 0, with_both);
        if (can_blit(player->device)) {
            with_images(&yard, 1, 1, blit_layers);
            with_images(&yard, 0, 0, blit_slices);
        }
        buffer_end(player->device, &yard.apart);
    }
    buffer_end(player->device, &yard.tight);
}
