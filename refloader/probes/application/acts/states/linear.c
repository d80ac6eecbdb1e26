// The act "states", images that the host can look into: a texel lies where vkGetImageSubresourceLayout says, in each
// layer and in each slice, whoever wrote it.
#include <string.h>

#include "states.h"

enum { WIDTH = 5, HEIGHT = 3, MANY = 3, TEXELS = WIDTH * HEIGHT * MANY };
#define VISIBLE (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)

struct sheet {
    struct player *player;
    struct buffer buffer;
    struct image image;
    int is_flat;  // of several layers; else of several slices
    unsigned char *bytes;
};

static uint32_t number_of(uint32_t number, uint32_t x, uint32_t y, uint32_t z) {
    return number + (z * HEIGHT + y) * WIDTH + x;
}

// Where the host finds a texel.
static unsigned char *place_of(const struct sheet *sheet, uint32_t x, uint32_t y, uint32_t z) {
    struct device *device = sheet->player->device;
    const VkImageSubresource part = {VK_IMAGE_ASPECT_COLOR_BIT, 0, sheet->is_flat ? z : 0};
    VkSubresourceLayout layout = {.offset = 0};
    device->GetImageSubresourceLayout(device->handle, sheet->image.handle, &part, &layout);
    return sheet->bytes + layout.offset + y * layout.rowPitch + (sheet->is_flat ? 0 : z) * layout.depthPitch +
           x * sizeof(uint32_t);
}

#define EACH_TEXEL(x, y, z) \
    for (uint32_t z = 0; z < MANY; z++) \
        for (uint32_t y = 0; y < HEIGHT; y++) \
            for (uint32_t x = 0; x < WIDTH; x++)

static VkBufferImageCopy whole(const struct sheet *sheet) {
    return (VkBufferImageCopy){
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, sheet->is_flat ? MANY : 1},
        .imageExtent = {WIDTH, HEIGHT, sheet->is_flat ? 1 : MANY}};
}

// Each layer has room for all its rows, and lies as far behind the first one as arrayPitch says.
static void look_at_layers(const struct sheet *sheet) {
    struct device *device = sheet->player->device;
    VkSubresourceLayout layouts[MANY] = {{.offset = 0}};
    uint32_t with_room = 0, in_place = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        const VkImageSubresource part = {VK_IMAGE_ASPECT_COLOR_BIT, 0, i};
        device->GetImageSubresourceLayout(device->handle, sheet->image.handle, &part, &layouts[i]);
        with_room += layouts[i].size >= (HEIGHT - 1) * layouts[i].rowPitch + WIDTH * sizeof(uint32_t);
        in_place += layouts[i].offset == layouts[0].offset + i * layouts[0].arrayPitch;
    }
    find(sheet->player, "linear.size", with_room == MANY);
    find(sheet->player, "linear.array_pitch", in_place == MANY);
}

// Whether the image has the layout in which the host may write to it.
static int look_at_copied(struct sheet *sheet, const char *what) {
    struct device *device = sheet->player->device;
    const VkBufferImageCopy all = whole(sheet);
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, found, right = 0;
    EACH_TEXEL(x, y, z) words[number_of(0, x, y, z)] = number_of(FIRST_NUMBER, x, y, z);
    if (!buffer_write("write", device, &sheet->buffer, words) || !states_begin(sheet->player)) return 0;
    states_enter(sheet->player, sheet->image.handle);
    device->CmdCopyBufferToImage(sheet->player->recorder.commands, sheet->buffer.handle, sheet->image.handle,
                                 VK_IMAGE_LAYOUT_GENERAL, 1, &all);
    if (!states_end(sheet->player)) return 0;
    EACH_TEXEL(x, y, z) {
        memcpy(&found, place_of(sheet, x, y, z), sizeof found);
        right += found == number_of(FIRST_NUMBER, x, y, z);
    }
    find(sheet->player, what, right);
    return 1;
}

static void look_at_written(struct sheet *sheet, const char *what) {
    struct device *device = sheet->player->device;
    const VkBufferImageCopy all = whole(sheet);
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, right = 0;
    if (!buffer_write("write", device, &sheet->buffer, words)) return;
    EACH_TEXEL(x, y, z) {
        uint32_t number = number_of(SECOND_NUMBER, x, y, z);
        memcpy(place_of(sheet, x, y, z), &number, sizeof number);
    }
    if (!states_begin(sheet->player)) return;
    device->CmdCopyImageToBuffer(sheet->player->recorder.commands, sheet->image.handle, VK_IMAGE_LAYOUT_GENERAL,
                                 sheet->buffer.handle, 1, &all);
    if (!states_end(sheet->player) || !buffer_read("read", device, &sheet->buffer, words)) return;
    EACH_TEXEL(x, y, z) right += words[number_of(0, x, y, z)] == number_of(SECOND_NUMBER, x, y, z);
    find(sheet->player, what, right);
}

// Memory that the host can map, if the image can have such.
static int bind_memory(struct sheet *sheet) {
    struct device *device = sheet->player->device;
    VkMemoryRequirements need;
    device->GetImageMemoryRequirements(device->handle, sheet->image.handle, &need);
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = need.size,
                                       .memoryTypeIndex = memory_type(device, need.memoryTypeBits, VISIBLE)};
    if (info.memoryTypeIndex == UINT32_MAX) return 0;
    VkResult result =
        made(device->AllocateMemory(device->handle, &info, callbacks_of("memory"), &sheet->image.memory), &sheet->image.memory);
    if (result == VK_SUCCESS) result = device->BindImageMemory(device->handle, sheet->image.handle, sheet->image.memory, 0);
    if (result == VK_SUCCESS)
        result = device->MapMemory(device->handle, sheet->image.memory, 0, VK_WHOLE_SIZE, 0, (void **)&sheet->bytes);
    return result == VK_SUCCESS;
}

static void with_image(struct sheet *sheet, int is_flat, const char *copied, const char *written) {
    struct device *device = sheet->player->device;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.imageType = is_flat ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D;
    info.extent = (VkExtent3D){WIDTH, HEIGHT, is_flat ? 1 : MANY};
    info.arrayLayers = is_flat ? MANY : 1;
    info.tiling = VK_IMAGE_TILING_LINEAR;
    sheet->is_flat = is_flat;
    sheet->image = (struct image){.memory = NULL};
    if (sheet->player->is_lost || !image_is_offered(device, &info)) return;
    if (device->CreateImage(device->handle, &info, callbacks_of("image"), &sheet->image.handle) != VK_SUCCESS) return;
    if (is_flat) look_at_layers(sheet);
    if (bind_memory(sheet)) {
        if (look_at_copied(sheet, copied)) look_at_written(sheet, written);
        device->UnmapMemory(device->handle, sheet->image.memory);
    }
    image_end(device, &sheet->image);
}

void states_of_linear(struct player *player) {
    const VkBufferUsageFlags both = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    struct sheet sheet = {.player = player};
    if (!can_draw_or_compute(player->device)) return;
    if (!buffer_make("buffer", player->device, &sheet.buffer, both)) return;
    with_image(&sheet, 1, "linear.layers", "linear.layers_written");
    with_image(&sheet, 0, "linear.slices", "linear.slices_written");
    buffer_end(player->device, &sheet.buffer);
}
