// The act "states", compressed formats that a device has: one block is copied into an image of four texels by four, and
// blitted to one of the usual format. The values of the blocks are exact in any decoder; the blit may round by one.
#include "states.h"

enum { SIDE = 4, MOST_BYTES = 16, CHANNELS = 4 };

// The texels come by turns, as on a board of chequers; most blocks have one value.
static const struct block {
    const char *what;
    VkFormat format;
    uint32_t family, size;
    unsigned char bytes[MOST_BYTES], even[CHANNELS], odd[CHANNELS];
} blocks[] = {
    // Two colours of 5, 6 and 5 bits, and which of them each texel has.
    {"blocks.bc1", VK_FORMAT_BC1_RGB_UNORM_BLOCK, BC, 8, {0x00, 0xF8, 0x1F, 0x00, 0x44, 0x11, 0x44, 0x11}, {255, 0, 0, 255}, {0, 0, 255, 255}},
    // Before the same, alphas 255 and 0, of which all texels have the second one.
    {"blocks.bc3", VK_FORMAT_BC3_UNORM_BLOCK, BC, 16,
     {0xFF, 0x00, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0x00, 0xF8, 0x1F, 0x00, 0x44, 0x11, 0x44, 0x11}, {255, 0, 0, 0}, {0, 0, 255, 0}},
    {"blocks.bc4", VK_FORMAT_BC4_UNORM_BLOCK, BC, 8, {0xFF}, {255, 0, 0, 255}, {255, 0, 0, 255}},
    {"blocks.bc5", VK_FORMAT_BC5_UNORM_BLOCK, BC, 16, {0xFF, 0x00, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24, 0xFF}, {0, 255, 0, 255}, {0, 255, 0, 255}},
    // Mode 6, with equal ends of seven bits each, and a lowest bit for all channels.
    {"blocks.bc7", VK_FORMAT_BC7_UNORM_BLOCK, BC, 16, {0x40, 0x20, 0x90, 0x42, 0x01, 0x00, 0xFE, 0xFF, 0x01}, {129, 41, 1, 255}, {129, 41, 1, 255}},
    // Two bases of four bits, and 2 more on each channel.
    {"blocks.etc2", VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, ETC2, 8, {0xFF}, {255, 2, 2, 255}, {255, 2, 2, 255}},
    // A block of one colour, of sixteen bits for each channel.
    {"blocks.astc", VK_FORMAT_ASTC_4x4_UNORM_BLOCK, ASTC, 16,
     {0xFC, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF}, {255, 0, 0, 255}, {255, 0, 0, 255}},
};

static void decode(struct player *player, const struct block *block, const struct image *from, const struct image *to) {
    const VkImageSubresourceLayers layer = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkBufferImageCopy box = {.imageSubresource = layer, .imageExtent = {SIDE, SIDE, 1}};
    const VkImageBlit region = {.srcSubresource = layer,
                                .srcOffsets = {{0, 0, 0}, {SIDE, SIDE, 1}},
                                .dstSubresource = layer,
                                .dstOffsets = {{0, 0, 0}, {SIDE, SIDE, 1}}};
    uint32_t right = 0;
    states_clear(player);
    memcpy(player->words, block->bytes, block->size);
    if (!states_begin(player)) return;
    states_enter(player, from->handle);
    states_enter(player, to->handle);
    states_copy_in(player, 0, player->buffer.handle, from->handle, 1, &box);
    barrier(player->device, player->recorder.commands);
    states_blit(player, 0, from->handle, to->handle, 1, &region, VK_FILTER_NEAREST);
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, to->handle, player->buffer.handle, 1, &box);
    if (!states_end(player)) return;
    const unsigned char *texels = (const unsigned char *)player->words;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        right += (uint32_t)is_close(&texels[CHANNELS * i], (i % SIDE + i / SIDE) % 2 == 0 ? block->even : block->odd);
    find(player, block->what, right);
}

void states_of_blocks(struct player *player) {
    const VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_BLIT_SRC_BIT;
    struct device *device = player->device;
    struct image from, to;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.extent = (VkExtent3D){SIDE, SIDE, 1};
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost || !player->blocks) return;
    if (!image_is_offered(device, &info) || !image_make_of("image", device, &to, &info)) return;
    for (uint32_t i = 0; i < COUNT(blocks); i++) {
        VkFormatProperties can = {0};
        info.format = blocks[i].format;
        device->instance->GetPhysicalDeviceFormatProperties(device->gpu, info.format, &can);
        if (!(player->blocks & blocks[i].family) || (can.optimalTilingFeatures & needed) != needed) continue;
        if (!image_is_offered(device, &info) || !image_make_of("image", device, &from, &info)) continue;
        decode(player, &blocks[i], &from, &to);
        image_end(device, &from);
    }
    image_end(device, &to);
}
