// The act "states", levels and aspects of images: copies from one level to another, ranges of levels that are cleared, a blit
// that takes the mean of four texels, and stencils that are copied in and out.
#include "states.h"

#define SOURCE_TEXELS (TINY * TINY)
#define SMALL (TINY / 2)  // width and height of the second level
#define FIRST_STENCIL 0x5AU

enum { LEVELS = 2, CHANNELS = 4, CHAIN = 4 };

struct levels {
    struct player *player;
    struct image from, to;  // of two levels each
    int has_from, has_to;
};

static VkImageSubresourceLayers layer_of(uint32_t level) {
    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
}

// All levels of a new image come into the general layout.
static void enter(const struct levels *levels, VkImage image, VkImageAspectFlags aspects, uint32_t count) {
    struct player *player = levels->player;
    const VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                         .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .image = image,
                                         .subresourceRange = {aspects, 0, count, 0, 1}};
    player->device->CmdPipelineBarrier(player->recorder.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

static void clear(const struct levels *levels, VkImage image, float green, uint32_t first, uint32_t count) {
    const VkClearColorValue colour = {.float32 = {0, green, 1 - green, 1}};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, first, count, 0, 1};
    struct player *player = levels->player;
    player->device->CmdClearColorImage(player->recorder.commands, image, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &range);
    barrier(player->device, player->recorder.commands);
}

// The first level of the source is blue, its second one green; the target is blue.
static int begin_levels(const struct levels *levels) {
    struct player *player = levels->player;
    states_clear(player);
    if (!states_begin(player)) return 0;
    enter(levels, levels->from.handle, VK_IMAGE_ASPECT_COLOR_BIT, LEVELS);
    enter(levels, levels->to.handle, VK_IMAGE_ASPECT_COLOR_BIT, LEVELS);
    clear(levels, levels->from.handle, 0, 0, 1);
    clear(levels, levels->from.handle, 1, 1, 1);
    clear(levels, levels->to.handle, 0, 0, 1);
    clear(levels, levels->to.handle, 0, 1, 1);
    return 1;
}

// How many texels of a level have the colour.
static void finish_level(const struct levels *levels, const char *what, VkImage image, uint32_t level, int is_green) {
    static const unsigned char colours[][CHANNELS] = {{0, 0, 0xFF, 0xFF}, {0, 0xFF, 0, 0xFF}};
    struct player *player = levels->player;
    const uint32_t side = level == 0 ? TINY : SMALL;
    const VkBufferImageCopy out = {.imageSubresource = layer_of(level), .imageExtent = {side, side, 1}};
    uint32_t right = 0;
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, image, player->buffer.handle, 1, &out);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < side * side; i++) right += memcmp(&player->words[i], colours[is_green], CHANNELS) == 0;
    find(player, what, right);
}

// ---- colours

static void clear_levels(const struct levels *levels) {
    if (!begin_levels(levels)) return;
    finish_level(levels, "levels.first_cleared", levels->from.handle, 0, 0);
    if (!begin_levels(levels)) return;
    finish_level(levels, "levels.second_cleared", levels->from.handle, 1, 1);
    if (!begin_levels(levels)) return;
    clear(levels, levels->to.handle, 1, 0, LEVELS);
    finish_level(levels, "levels.both_cleared", levels->to.handle, 1, 1);
}

static void copy(const struct levels *levels, const char *what, uint32_t from, uint32_t to, int is_newer) {
    const VkImageCopy region = {
        .srcSubresource = layer_of(from), .dstSubresource = layer_of(to), .extent = {SMALL, SMALL, 1}};
    if (!begin_levels(levels)) return;
    if (from == 0) clear(levels, levels->from.handle, 1, 0, 1);
    if (from == 0) clear(levels, levels->from.handle, 0, 1, 1);
    states_copy_between(levels->player, is_newer, levels->from.handle, levels->to.handle, 1, &region);
    finish_level(levels, what, levels->to.handle, to, 1);
}

// Of a checker of 40 and 80 the mean of each four texels is 60: "one of the two" closest integers, were it between two.
static void blit_between(const struct levels *levels, const char *what, int is_newer) {
    struct player *player = levels->player;
    const VkBufferImageCopy in = {.imageSubresource = layer_of(0), .imageExtent = {TINY, TINY, 1}},
                            out = {.imageSubresource = layer_of(1), .imageExtent = {SMALL, SMALL, 1}};
    const VkImageBlit region = {.srcSubresource = layer_of(0),
                                .srcOffsets = {{0, 0, 0}, {TINY, TINY, 1}},
                                .dstSubresource = layer_of(1),
                                .dstOffsets = {{0, 0, 0}, {SMALL, SMALL, 1}}};
    uint32_t right = 0;
    if (!begin_levels(levels)) return;
    for (uint32_t y = 0; y < TINY; y++)
        for (uint32_t x = 0; x < TINY; x++) player->words[y * TINY + x] = (x + y) % 2 ? 0x50505050U : 0x28282828U;
    states_copy_in(player, 0, player->buffer.handle, levels->from.handle, 1, &in);
    barrier(player->device, player->recorder.commands);
    states_blit(player, is_newer, levels->from.handle, levels->to.handle, 1, &region, VK_FILTER_LINEAR);
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, levels->to.handle, player->buffer.handle, 1, &out);
    if (!states_end(player)) return;
    const unsigned char *bytes = (const unsigned char *)player->words;
    for (uint32_t i = 0; i < SMALL * SMALL; i++) {
        uint32_t mean = 0;
        for (uint32_t j = 0; j < CHANNELS; j++) mean += bytes[i * CHANNELS + j] >= 59 && bytes[i * CHANNELS + j] <= 61;
        right += mean == CHANNELS;
    }
    find(player, what, right);
}

// ---- a chain of levels

// Each quarter of an image has a colour of its own, and so has each level that is blitted from the one before it.
static void blit_chain(struct player *player, struct image *image) {
    static const uint32_t colours[] = {0xFF0000FF, 0xFF00FF00, 0xFFFF0000, 0xFFFFFFFF};
    enum { LAST = CHAIN - 1, SIDE = TINY >> LAST };
    const struct levels levels = {.player = player};
    const VkBufferImageCopy in = {.imageSubresource = layer_of(0), .imageExtent = {TINY, TINY, 1}},
                            out = {.imageSubresource = layer_of(LAST), .imageExtent = {SIDE, SIDE, 1}};
    uint32_t right = 0;
    for (uint32_t i = 0; i < SOURCE_TEXELS; i++) player->words[i] = colours[i / SMALL % 2 + 2 * (i / (SOURCE_TEXELS / 2))];
    if (!states_begin(player)) return;
    enter(&levels, image->handle, VK_IMAGE_ASPECT_COLOR_BIT, CHAIN);
    states_copy_in(player, 0, player->buffer.handle, image->handle, 1, &in);
    for (uint32_t level = 1; level < CHAIN; level++) {
        const int32_t side = (int32_t)(TINY >> level);
        const VkImageBlit region = {.srcSubresource = layer_of(level - 1),
                                    .srcOffsets = {{0, 0, 0}, {2 * side, 2 * side, 1}},
                                    .dstSubresource = layer_of(level),
                                    .dstOffsets = {{0, 0, 0}, {side, side, 1}}};
        barrier(player->device, player->recorder.commands);
        states_blit(player, 0, image->handle, image->handle, 1, &region, VK_FILTER_LINEAR);
    }
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, image->handle, player->buffer.handle, 1, &out);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        right += (uint32_t)is_close((const unsigned char *)&player->words[i], (const unsigned char *)&colours[i]);
    find(player, "levels.chain", right);
}

static void make_chain(struct player *player) {
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct image image;
    info.mipLevels = CHAIN;
    if (player->is_lost || !(player->device->can & VK_QUEUE_GRAPHICS_BIT) || !image_is_offered(player->device, &info)) return;
    if (!image_make_of("image", player->device, &image, &info)) return;
    blit_chain(player, &image);
    image_end(player->device, &image);
}

// ---- stencils

// Each stencil is another one, of one byte; they come out behind the place from where they were copied in.
static void copy_stencils(const struct levels *levels) {
    struct player *player = levels->player;
    const VkFormatFeatureFlags copied = VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    const VkImageAspectFlags both = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_STENCIL_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct image image;
    uint32_t right = 0;
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT) || player->device->api < VK_API_VERSION_1_1) return;
    if (!states_choose_depths(player, &info, copied) || !image_make_of("image", player->device, &image, &info)) return;
    unsigned char *bytes = (unsigned char *)player->words;
    states_clear(player);
    for (uint32_t i = 0; i < SOURCE_TEXELS; i++) bytes[i] = (unsigned char)(i ^ FIRST_STENCIL);
    if (states_begin(player)) {
        enter(levels, image.handle, both, 1);
        states_copy_in(player, 0, player->buffer.handle, image.handle, 1, &region);
        barrier(player->device, player->recorder.commands);
        region.bufferOffset = SOURCE_TEXELS;
        states_copy_out(player, 0, image.handle, player->buffer.handle, 1, &region);
        if (states_end(player)) {
            for (uint32_t i = 0; i < SOURCE_TEXELS; i++)
                right += bytes[SOURCE_TEXELS + i] == (unsigned char)(i ^ FIRST_STENCIL);
            find(player, "levels.stencils", right);
        }
    }
    image_end(player->device, &image);
}

void states_of_levels(struct player *player) {
    struct levels levels = {.player = player};
    struct device *device = player->device;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.mipLevels = LEVELS;
    if (player->is_lost || !can_draw_or_compute(device) || !image_is_offered(device, &info)) return;
    levels.has_from = image_make_of("image", device, &levels.from, &info);
    levels.has_to = levels.has_from && image_make_of("image", device, &levels.to, &info);
    if (levels.has_to) {
        clear_levels(&levels);
        copy(&levels, "levels.from_second", 1, 0, 0);
        copy(&levels, "levels.to_second", 0, 1, 0);
        if (states_have_newer_copies(player)) copy(&levels, "levels.from_second_by_newer", 1, 0, 1);
        if (device->can & VK_QUEUE_GRAPHICS_BIT) blit_between(&levels, "levels.mean", 0);
        if (device->can & VK_QUEUE_GRAPHICS_BIT && states_have_newer_copies(player)) blit_between(&levels, "levels.mean_by_newer", 1);
    }
    make_chain(player);
    copy_stencils(&levels);
    if (levels.has_to) image_end(device, &levels.to);
    if (levels.has_from) image_end(device, &levels.from);
}
