// The act "states", descriptors of an array, of which a shader takes one by a number of its workgroup or of each invocation, the
// faces of an array of cubes, and four texels with offsets that are computed, or one for each.
#include "../../../shaders/computed/computed.h"
#include "described.h"

enum { WORDS = BYTES / sizeof(uint32_t), ELEMENTS = 3, OF_GROUP = 8, PART = 256, FACES = 6, CUBES = 2, VIEWS = 2, SECOND_AT = 16, CORNERS = 4 };

// ---- arrays of buffers: parts of one, with 64 words each, in another order than they lie in it

static const uint32_t parts[ELEMENTS] = {2, 0, 1};

static uint32_t number_of(uint32_t element, uint32_t word) { return 1000 * (parts[element] + 1) + word; }

static void copy_by_index(struct player *player, struct buffer *results, const struct buffer *numbers, const char *what, struct shader shader, int is_own) {
    VkDescriptorBufferInfo of_each[ELEMENTS];
    for (uint32_t i = 0; i < ELEMENTS; i++) of_each[i] = (VkDescriptorBufferInfo){numbers->handle, parts[i] * PART, PART};
    const struct described descriptors[] = {
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {results->handle, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .count = ELEMENTS, .buffers = of_each}};
    uint32_t words[WORDS] = {0}, right = 0;
    struct description description;
    if (description_make(&description, player, shader, descriptors, COUNT(descriptors)) &&
        buffer_write("write", player->device, results, words) && description_run(&description, ELEMENTS, 0, NULL) &&
        buffer_read("read", player->device, results, words)) {
        for (uint32_t i = 0; i < ELEMENTS * OF_GROUP; i++) {
            const uint32_t group = i / OF_GROUP, word = i % OF_GROUP;
            right += words[i] == number_of(is_own ? (word + group) % ELEMENTS : group, word);
        }
        find(player, what, right);
    }
    description_end(&description);
}

void states_of_indexed(const struct featured *featured) {
    struct player *player = featured->player;
    struct buffer results, numbers;
    uint32_t words[WORDS];
    if (!(player->device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!buffer_make("buffer", player->device, &results, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    for (uint32_t i = 0; i < WORDS; i++) words[i] = 1000 * (i / (PART / 4) + 1) + i % (PART / 4);
    if (buffer_make("buffer", player->device, &numbers, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) {
        const int is_filled = buffer_write("write", player->device, &numbers, words);
        // Without the first feature such arrays "must be indexed only by constant integral expressions".
        const int can_index = is_filled && featured->offers->all.features.shaderStorageBufferArrayDynamicIndexing;
        if (can_index) copy_by_index(player, &results, &numbers, "indexed.of_group", SHADER(dynamic_index_words), 0);
        if (can_index && featured->offers->of_1_2.shaderStorageBufferArrayNonUniformIndexing)
            copy_by_index(player, &results, &numbers, "indexed.of_invocation", SHADER(own_index_words), 1);
        buffer_end(player->device, &numbers);
    }
    buffer_end(player->device, &results);
}

// ---- images that shaders read

struct reading {
    struct player *player;
    struct image image;
    VkImageView views[VIEWS];
    VkSampler sampler;
    struct buffer results;
};

static VkResult make_view(struct reading *reading, uint32_t which, VkImageViewType type, uint32_t first, uint32_t layers, VkFormat format) {
    struct device *device = reading->player->device;
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = reading->image.handle,
                                        .viewType = type,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, first, layers}};
    return made(device->CreateImageView(device->handle, &info, callbacks_of("view"), &reading->views[which]), &reading->views[which]);
}

static int make_reading(struct reading *reading, const VkImageCreateInfo *image) {
    struct device *device = reading->player->device;
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                         .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || reading->player->is_lost || !image_is_offered(device, image)) return 0;
    return buffer_make("buffer", device, &reading->results, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) &&
           image_make_of("image", device, &reading->image, image) &&
           made(device->CreateSampler(device->handle, &sampler, callbacks_of("sampler"), &reading->sampler), &reading->sampler) == VK_SUCCESS;
}

static void end_reading(struct reading *reading) {
    struct device *device = reading->player->device;
    for (int i = 0; i < VIEWS; i++) device->DestroyImageView(device->handle, reading->views[i], callbacks_of("view"));
    device->DestroySampler(device->handle, reading->sampler, callbacks_of("sampler"));
    image_end(device, &reading->image);
    buffer_end(device, &reading->results);
}

// Whether a shader has read by so many views; its words are those.
static int read_all(struct reading *reading, struct shader shader, uint32_t views, uint32_t groups, uint32_t *words) {
    struct player *player = reading->player;
    struct described descriptors[1 + VIEWS] = {{.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {reading->results.handle, 0, VK_WHOLE_SIZE}}};
    struct description description;
    for (uint32_t i = 0; i < views; i++)
        descriptors[1 + i] = (struct described){.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                                .image = {reading->sampler, reading->views[i], VK_IMAGE_LAYOUT_GENERAL}};
    const int is_read = description_make(&description, player, shader, descriptors, 1 + views) &&
                        buffer_write("write", player->device, &reading->results, words) && description_run(&description, groups, 0, NULL) &&
                        buffer_read("read", player->device, &reading->results, words);
    description_end(&description);
    return is_read;
}

// ---- an array of cubes, each of whose layers has a number

static int number_faces(struct reading *reading) {
    struct player *player = reading->player;
    if (!states_begin(player)) return 0;
    states_enter(player, reading->image.handle);
    for (uint32_t i = 0; i < FACES * CUBES; i++) {
        const VkClearColorValue number = {.uint32 = {100 + i, 0, 0, 0}};
        const VkImageSubresourceRange one = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, i, 1};
        player->device->CmdClearColorImage(player->recorder.commands, reading->image.handle, VK_IMAGE_LAYOUT_GENERAL, &number, 1, &one);
    }
    return states_end(player);
}

static void read_faces(struct reading *reading) {
    const VkFormat format = VK_FORMAT_R8G8B8A8_UINT;
    uint32_t words[WORDS] = {0}, of_all = 0, of_second = 0;
    if (make_view(reading, 0, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 0, FACES * CUBES, format) != VK_SUCCESS ||
        make_view(reading, 1, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, FACES, FACES, format) != VK_SUCCESS || !number_faces(reading) ||
        !read_all(reading, SHADER(cube_arrays_words), VIEWS, FACES * CUBES, words))
        return;
    for (uint32_t i = 0; i < FACES * CUBES; i++) of_all += words[i] == 100 + i;
    for (uint32_t i = 0; i < FACES; i++) of_second += words[SECOND_AT + i] == 100 + FACES + i;
    find(reading->player, "cube_arrays.faces", of_all);
    find(reading->player, "cube_arrays.second", of_second);
}

void states_of_cube_arrays(const struct featured *featured) {
    struct reading reading = {.player = featured->player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.arrayLayers = FACES * CUBES;
    info.format = VK_FORMAT_R8G8B8A8_UINT;
    if (!featured->offers->all.features.imageCubeArray) return;
    if (make_reading(&reading, &info)) read_faces(&reading);
    end_reading(&reading);
}

// ---- four texels, by offsets

static const VkOffset2D apart[CORNERS] = {{0, 0}, {3, -2}, {-4, 1}, {5, 6}};
// In the order in which texels are gathered: to the lower left, and then against the clock.
static const VkOffset2D gathered[CORNERS] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

static uint32_t texel_at(int32_t x, int32_t y) { return (uint32_t)(16 * y + x); }

static void gather(struct reading *reading) {
    struct player *player = reading->player;
    const VkBufferImageCopy all = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    uint32_t words[WORDS] = {0}, moved = 0, each = 0;
    for (uint32_t i = 0; i < TINY * TINY; i++) player->words[i] = i;
    if (make_view(reading, 0, VK_IMAGE_VIEW_TYPE_2D, 0, 1, VK_FORMAT_R8G8B8A8_UINT) != VK_SUCCESS || !states_begin(player)) return;
    states_enter(player, reading->image.handle);
    states_copy_in(player, 0, player->buffer.handle, reading->image.handle, 1, &all);
    if (!states_end(player) || !read_all(reading, SHADER(gather_offsets_words), 1, CORNERS, words)) return;
    for (int32_t i = 0; i < CORNERS; i++)
        for (int32_t j = 0; j < CORNERS; j++) {
            const int32_t x = 6 + (i & 1), y = 6 + (i >> 1);
            moved += words[CORNERS * i + j] == texel_at(x + i - 5 + gathered[j].x, y + 4 - 2 * i + gathered[j].y);
            each += words[SECOND_AT + CORNERS * i + j] == texel_at(x + apart[j].x, y + apart[j].y);
        }
    find(player, "gather_offsets.moved", moved);
    find(player, "gather_offsets.each", each);
}

void states_of_gather_offsets(const struct featured *featured) {
    struct reading reading = {.player = featured->player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.format = VK_FORMAT_R8G8B8A8_UINT;
    if (!featured->offers->all.features.shaderImageGatherExtended) return;
    if (make_reading(&reading, &info)) gather(&reading);
    end_reading(&reading);
}
