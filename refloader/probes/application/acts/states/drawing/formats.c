// The act "states", formats of four bytes that each device has: an image is cleared, and its texels are copied to a buffer. The
// colours are such that a texel has one value in each of them. What is no whole number of 8 bits may be rounded up or down
// ("Implementations should round to nearest").
#include "../states.h"

#define LINEAR_OF_FIFTH 0.033104767F  // which is 51 of 255 in sRGB

static const struct format {
    const char *what;
    VkFormat format;
    VkClearColorValue colour;
    uint32_t texel;
    int is_rounded;  // to 8 bits
} formats[] = {
    {"formats.rgba8_unorm", VK_FORMAT_R8G8B8A8_UNORM, {.float32 = {0.2F, 0.4F, 0.6F, 0.8F}}, 0xCC996633, 1},
    {"formats.rgba8_snorm", VK_FORMAT_R8G8B8A8_SNORM, {.float32 = {-1, 1, 0, 1}}, 0x7F007F81, 0},
    {"formats.rgba8_uint", VK_FORMAT_R8G8B8A8_UINT, {.uint32 = {1, 2, 3, 250}}, 0xFA030201, 0},
    {"formats.rgba8_sint", VK_FORMAT_R8G8B8A8_SINT, {.int32 = {-1, 2, -3, 4}}, 0x04FD02FF, 0},
    {"formats.rgba8_srgb", VK_FORMAT_R8G8B8A8_SRGB, {.float32 = {1, 0, LINEAR_OF_FIFTH, 0.2F}}, 0x333300FF, 1},
    {"formats.bgra8_unorm", VK_FORMAT_B8G8R8A8_UNORM, {.float32 = {0.2F, 0.4F, 0.6F, 0.8F}}, 0xCC336699, 1},
    {"formats.bgra8_srgb", VK_FORMAT_B8G8R8A8_SRGB, {.float32 = {1, 0, LINEAR_OF_FIFTH, 0.2F}}, 0x33FF0033, 1},
    {"formats.a2b10g10r10_unorm", VK_FORMAT_A2B10G10R10_UNORM_PACK32, {.float32 = {1, 0, 0, 1}}, 0xC00003FF, 0},
    {"formats.a2b10g10r10_uint", VK_FORMAT_A2B10G10R10_UINT_PACK32, {.uint32 = {5, 6, 7, 2}}, 0x80701805, 0},
    {"formats.b10g11r11_ufloat", VK_FORMAT_B10G11R11_UFLOAT_PACK32, {.float32 = {1, 0.5F, 2, 0}}, 0x801C03C0, 0},
    {"formats.rg16_sfloat", VK_FORMAT_R16G16_SFLOAT, {.float32 = {1, -2, 0, 0}}, 0xC0003C00, 0},
    {"formats.rg16_uint", VK_FORMAT_R16G16_UINT, {.uint32 = {1, 65535, 0, 0}}, 0xFFFF0001, 0},
    {"formats.rg16_sint", VK_FORMAT_R16G16_SINT, {.int32 = {-2, 300, 0, 0}}, 0x012CFFFE, 0},
    {"formats.r32_uint", VK_FORMAT_R32_UINT, {.uint32 = {0x89ABCDEF, 0, 0, 0}}, 0x89ABCDEF, 0},
    {"formats.r32_sfloat", VK_FORMAT_R32_SFLOAT, {.float32 = {-0.1F, 0, 0, 0}}, 0xBDCCCCCD, 0},
};

static uint32_t has_texel(uint32_t word, const struct format *format) {
    const unsigned char *texel = (const unsigned char *)&word, *wanted = (const unsigned char *)&format->texel;
    return format->is_rounded ? (uint32_t)is_close(texel, wanted) : word == format->texel;
}

static void clear(struct player *player, const struct format *format, struct image *image) {
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkCommandBuffer commands = player->recorder.commands;
    uint32_t right = 0;
    states_clear(player);
    if (!states_begin(player)) return;
    states_enter(player, image->handle);
    image->layout = VK_IMAGE_LAYOUT_GENERAL;
    player->device->CmdClearColorImage(commands, image->handle, image->layout, &format->colour, 1, &all);
    barrier(player->device, commands);
    image_copy_out(player->device, commands, image, &player->buffer);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += has_texel(player->words[i], format);
    find(player, format->what, right);
}

void states_of_formats(struct player *player) {
    struct device *device = player->device;
    struct image image;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    if (!can_draw_or_compute(device)) return;
    for (uint32_t i = 0; i < COUNT(formats) && !player->is_lost; i++) {
        info.format = formats[i].format;
        if (!image_is_offered(device, &info) || !image_make_of("image", device, &image, &info)) continue;
        clear(player, &formats[i], &image);
        image_end(device, &image);
    }
}
