// The act "states", atomic operations on texels of images and of a buffer: thirty-two invocations change the same ones, whose
// results are the same in any order, or one of those that some order leaves.
#include "../../../shaders/computed/computed.h"
#include "described.h"

enum { INVOCATIONS_OF_ALL = 32, GROUPS = 4, WORDS = BYTES / sizeof(uint32_t), IMAGES = 2 };
enum { SECOND_ROW = TINY, THIRD_ROW = 2 * TINY };  // the first texel of each in an image
enum { COMPARED = 32, NUMBERED = 64, ADDED_TEXEL = 3, COUNTED_TEXEL = 5 };

struct changing {
    struct player *player;
    struct image images[IMAGES];
    VkImageView views[IMAGES];
    struct buffer results, texels;
    VkBufferView texel_view;
};

static const VkFormat formats[IMAGES] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SINT};

// ---- images and their views

static VkImageCreateInfo info_of(uint32_t image) {
    VkImageCreateInfo info =
        image_info(VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    info.format = formats[image];
    return info;
}

static int are_offered(const struct device *device) {
    const VkFormatFeatureFlags images = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT,
                               buffers = VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;
    for (uint32_t i = 0; i < IMAGES; i++) {
        const VkImageCreateInfo info = info_of(i);
        VkFormatProperties can = {0};
        device->instance->GetPhysicalDeviceFormatProperties(device->gpu, formats[i], &can);
        if ((can.optimalTilingFeatures & images) != images || (can.bufferFeatures & buffers) != buffers) return 0;
        if (!image_is_offered(device, &info)) return 0;
    }
    return 1;
}

static int make(struct changing *changing) {
    struct device *device = changing->player->device;
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    if (!buffer_make("buffer", device, &changing->results, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return 0;
    if (!buffer_make("buffer", device, &changing->texels, usage)) return 0;
    for (uint32_t i = 0; i < IMAGES; i++) {
        const VkImageCreateInfo info = info_of(i);
        if (!image_make_of("image", device, &changing->images[i], &info)) return 0;
        const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                            .image = changing->images[i].handle,
                                            .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                            .format = formats[i],
                                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        if (made(device->CreateImageView(device->handle, &view, callbacks_of("view"), &changing->views[i]), &changing->views[i]) != VK_SUCCESS)
            return 0;
    }
    const VkBufferViewCreateInfo texels = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                           .buffer = changing->texels.handle,
                                           .format = VK_FORMAT_R32_UINT,
                                           .range = WORDS / 4 * sizeof(uint32_t)};
    return made(device->CreateBufferView(device->handle, &texels, callbacks_of("buffer view"), &changing->texel_view),
                &changing->texel_view) == VK_SUCCESS;
}

static void end(struct changing *changing) {
    struct device *device = changing->player->device;
    device->DestroyBufferView(device->handle, changing->texel_view, callbacks_of("buffer view"));
    for (int i = 0; i < IMAGES; i++) {
        device->DestroyImageView(device->handle, changing->views[i], callbacks_of("view"));
        image_end(device, &changing->images[i]);
    }
    buffer_end(device, &changing->texels);
    buffer_end(device, &changing->results);
}

// ---- texels

static const VkBufferImageCopy whole_image = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};

// The texels whose least number, and those bits that all have, are looked for have all bits before; all others are zero.
static int fill(struct changing *changing) {
    struct player *player = changing->player;
    const uint32_t nothing[WORDS] = {0};
    if (!buffer_write("write", player->device, &changing->results, nothing) ||
        !buffer_write("write", player->device, &changing->texels, nothing))
        return 0;
    states_clear(player);
    player->words[SECOND_ROW + 1] = player->words[SECOND_ROW + 3] = UINT32_MAX;
    if (!states_begin(player)) return 0;
    for (int i = 0; i < IMAGES; i++) {
        states_enter(player, changing->images[i].handle);
        states_copy_in(player, 0, player->buffer.handle, changing->images[i].handle, 1, &whole_image);
    }
    return states_end(player);
}

static int read_image(struct changing *changing, uint32_t image) {
    struct player *player = changing->player;
    if (!states_begin(player)) return 0;
    barrier(player->device, player->recorder.commands);
    states_copy_out(player, 0, changing->images[image].handle, player->buffer.handle, 1, &whole_image);
    return states_end(player);
}

// ---- what is found

// Each number but one has come back, and that one is left: some order leads there.
static int are_exchanged(const uint32_t *returned, uint32_t left) {
    uint64_t found = left <= INVOCATIONS_OF_ALL ? UINT64_C(1) << left : 0;
    for (uint32_t i = 0; i < INVOCATIONS_OF_ALL; i++)
        if (returned[i] <= INVOCATIONS_OF_ALL) found |= UINT64_C(1) << returned[i];
    return found == (UINT64_C(2) << INVOCATIONS_OF_ALL) - 1;
}

// One invocation has found what it compares with, and all others have found what that one has stored.
static int are_compared(const uint32_t *returned, uint32_t left) {
    uint32_t first = 0, later = 0;
    for (uint32_t i = 0; i < INVOCATIONS_OF_ALL; i++) {
        first += returned[i] == 0 && left == i + 1;
        later += returned[i] == left && left != i + 1;
    }
    return first == 1 && later == INVOCATIONS_OF_ALL - 1;
}

static void find_all(struct changing *changing) {
    struct player *player = changing->player;
    const uint32_t *second = player->words + SECOND_ROW, *third = player->words + THIRD_ROW;
    uint32_t words[WORDS] = {0}, texels[WORDS] = {0}, numbered = 0;
    if (!buffer_read("read", player->device, &changing->results, words) || !buffer_read("read", player->device, &changing->texels, texels)) return;
    if (!read_image(changing, 0)) return;
    find(player, "image_atomics.added", second[0]);
    find(player, "image_atomics.least", second[1]);
    find(player, "image_atomics.most", second[2]);
    find(player, "image_atomics.all_bits", second[3]);
    find(player, "image_atomics.any_bits", third[0]);
    find(player, "image_atomics.odd_bits", third[1]);
    find(player, "image_atomics.exchanged", are_exchanged(words, third[2]));
    find(player, "image_atomics.compared", are_compared(words + COMPARED, third[3]));
    for (uint32_t i = 0; i < INVOCATIONS_OF_ALL; i++) numbered += words[NUMBERED + i];
    find(player, "image_atomics.buffer", texels[ADDED_TEXEL]);
    find(player, "image_atomics.numbered", numbered);
    if (!read_image(changing, 1)) return;
    find(player, "image_atomics.least_signed", player->words[SECOND_ROW]);
    find(player, "image_atomics.most_signed", player->words[SECOND_ROW + 1]);
}

// The second image's texel of the most has -1 before, and the one of the least 0.
void states_of_image_atomics(const struct featured *featured) {
    struct changing changing = {.player = featured->player};
    struct description description;
    if (!(featured->player->device->can & VK_QUEUE_COMPUTE_BIT) || featured->player->is_lost || !are_offered(featured->player->device)) return;
    if (make(&changing)) {
        const struct described descriptors[] = {
            {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {changing.results.handle, 0, VK_WHOLE_SIZE}},
            {.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .image = {0, changing.views[0], VK_IMAGE_LAYOUT_GENERAL}},
            {.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .image = {0, changing.views[1], VK_IMAGE_LAYOUT_GENERAL}},
            {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .view = changing.texel_view}};
        if (description_make(&description, featured->player, SHADER(image_atomics_words), descriptors, COUNT(descriptors)) &&
            fill(&changing) && description_run(&description, GROUPS, 0, NULL))
            find_all(&changing);
        description_end(&description);
    }
    end(&changing);
}
