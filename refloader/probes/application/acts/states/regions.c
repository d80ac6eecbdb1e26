// The act "states", images that are copied: layers of an image, whose texels lie apart in a buffer as the rows and the
// height of a region say.
#include "states.h"

enum { SIDE = 8, LAYERS = 2, ROW = 10, HEIGHT = 12, TEXELS = SIDE * SIDE * LAYERS };

struct picture {
    struct player *player;
    struct buffer apart;  // in which rows and layers lie apart
    struct image image;   // with both layers
};

static uint32_t texel(uint32_t layer, uint32_t x, uint32_t y) { return FIRST_NUMBER + 0x100 * layer + SIDE * y + x; }

static uint32_t place(uint32_t layer, uint32_t x, uint32_t y, int is_apart) {
    return is_apart ? (layer * HEIGHT + y) * ROW + x : (layer * SIDE + y) * SIDE + x;
}

static VkBufferImageCopy region(int is_apart) {
    return (VkBufferImageCopy){.bufferRowLength = is_apart ? ROW : 0,
                               .bufferImageHeight = is_apart ? HEIGHT : 0,
                               .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, LAYERS},
                               .imageExtent = {SIDE, SIDE, 1}};
}

static void become(struct picture *picture, VkImageLayout layout) {
    struct device *device = picture->player->device;
    VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                   .oldLayout = picture->image.layout,
                                   .newLayout = layout,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .image = picture->image.handle,
                                   .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, LAYERS}};
    device->CmdPipelineBarrier(picture->player->recorder.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
    picture->image.layout = layout;
}

// Into the image as one of the buffers has it, and out of it as the other does.
static int copy(struct picture *picture, VkBuffer from, int is_apart, VkBuffer to) {
    struct device *device = picture->player->device;
    VkCommandBuffer commands = picture->player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkBufferImageCopy in = region(is_apart), out = region(!is_apart);
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return 0;
    become(picture, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    device->CmdCopyBufferToImage(commands, from, picture->image.handle, picture->image.layout, 1, &in);
    become(picture, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    device->CmdCopyImageToBuffer(commands, picture->image.handle, picture->image.layout, to, 1, &out);
    barrier(device, commands);
    return device->EndCommandBuffer(commands) == VK_SUCCESS && states_run(picture->player, commands);
}

static void write(uint32_t *words, int is_apart) {
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        for (uint32_t y = 0; y < SIDE; y++)
            for (uint32_t x = 0; x < SIDE; x++) words[place(layer, x, y, is_apart)] = texel(layer, x, y);
}

static uint32_t count_right(const uint32_t *words, int is_apart) {
    uint32_t right = 0;
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        for (uint32_t y = 0; y < SIDE; y++)
            for (uint32_t x = 0; x < SIDE; x++) right += words[place(layer, x, y, is_apart)] == texel(layer, x, y);
    return right;
}

static void copy_both_ways(struct picture *picture) {
    struct player *player = picture->player;
    static const uint32_t none[BYTES / sizeof(uint32_t)];
    uint32_t words[BYTES / sizeof(uint32_t)] = {0};
    write(words, 1);
    states_clear(player);
    if (!buffer_write("write", player->device, &picture->apart, words)) return;
    if (!copy(picture, picture->apart.handle, 1, player->buffer.handle)) return;
    find(player, "regions.from_apart", count_right(player->words, 0));
    states_clear(player);
    write(player->words, 0);
    if (!buffer_write("write", player->device, &picture->apart, none)) return;
    if (!copy(picture, player->buffer.handle, 0, picture->apart.handle)) return;
    if (!buffer_read("read", player->device, &picture->apart, words)) return;
    find(player, "regions.to_apart", count_right(words, 1));
    find(player, "regions.between", words[place(0, SIDE, 0, 1)] == 0 && words[place(0, 0, SIDE, 1)] == 0);
}

void states_of_regions(struct player *player) {
    struct device *device = player->device;
    struct picture picture = {.player = player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.extent = (VkExtent3D){SIDE, SIDE, 1};
    info.arrayLayers = LAYERS;
    if (!image_is_offered(device, &info)) return;
    if (!buffer_make("buffer", device, &picture.apart,
                     VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT))
        return;
    if (image_make_of("image", device, &picture.image, &info)) {
        copy_both_ways(&picture);
        image_end(device, &picture.image);
    }
    buffer_end(device, &picture.apart);
}
