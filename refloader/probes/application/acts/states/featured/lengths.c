// The act "states", descriptors of a part of a buffer, which is as long as their range says, and descriptors of nothing at all
// (nullDescriptor of VK_EXT_robustness2): what is read there is zero, and what is written goes nowhere.
#include "../../../shaders/computed/computed.h"
#include "described.h"

enum { WORDS = BYTES / sizeof(uint32_t), OFFSET = 256, PART = 40, MOVED = 512, TEXELS = 64, UNTOUCHED = 77, RESULTS_AT = 512 };

// ---- parts of a buffer

// Of both dynamic offsets, the first one is that of the binding with the lower number, and each is added to the descriptor's own.
static void ask_lengths(struct player *player, struct buffer *results, const struct buffer *numbers, VkBufferView texels) {
    const struct described descriptors[] = {
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, .buffer = {results->handle, 0, OFFSET}},
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {numbers->handle, OFFSET, PART}},
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, .buffer = {numbers->handle, OFFSET, MOVED}},
        {.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .view = texels}};
    static const char *const what[] = {"lengths.part", "lengths.part_from", "lengths.moved", "lengths.moved_from", "lengths.texels", "lengths.texels_from"};
    const uint32_t from[] = {RESULTS_AT, OFFSET};
    uint32_t words[WORDS] = {0};
    struct description description;
    if (description_make(&description, player, SHADER(lengths_words), descriptors, COUNT(descriptors)) &&
        buffer_write("write", player->device, results, words) && description_run(&description, 1, COUNT(from), from) &&
        buffer_read("read", player->device, results, words))
        for (uint32_t i = 0; i < COUNT(what); i++) find(player, what[i], words[RESULTS_AT / sizeof(uint32_t) + i]);
    description_end(&description);
}

static void with_numbers(struct player *player, struct buffer *results, struct buffer *numbers) {
    struct device *device = player->device;
    const VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                         .buffer = numbers->handle,
                                         .format = VK_FORMAT_R32_UINT,
                                         .offset = OFFSET,
                                         .range = TEXELS};
    uint32_t words[WORDS];
    VkBufferView texels;
    for (uint32_t i = 0; i < WORDS; i++) words[i] = i + 1;
    if (!buffer_write("write", device, numbers, words)) return;
    if (device->CreateBufferView(device->handle, &info, callbacks_of("buffer view"), &texels) != VK_SUCCESS) return;
    ask_lengths(player, results, numbers, texels);
    device->DestroyBufferView(device->handle, texels, callbacks_of("buffer view"));
}

void states_of_lengths(const struct featured *featured) {
    struct player *player = featured->player;
    struct buffer results, numbers;
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    if (!(player->device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!buffer_make("buffer", player->device, &results, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (buffer_make("buffer", player->device, &numbers, usage)) {
        with_numbers(player, &results, &numbers);
        buffer_end(player->device, &numbers);
    }
    buffer_end(player->device, &results);
}

// ---- descriptors of nothing

static void ask_absent(struct player *player, struct buffer *results, VkSampler sampler) {
    const struct described descriptors[] = {
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {results->handle, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {0, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, .buffer = {0, 0, VK_WHOLE_SIZE}},
        {.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
        {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .image = {sampler, 0, VK_IMAGE_LAYOUT_GENERAL}}};
    static const char *const what[] = {"null_descriptors.storage", "null_descriptors.uniform", "null_descriptors.texels", "null_descriptors.image"};
    uint32_t words[WORDS], untouched = 0;
    struct description description;
    for (uint32_t i = 0; i < WORDS; i++) words[i] = UNTOUCHED;
    if (description_make(&description, player, SHADER(absent_words), descriptors, COUNT(descriptors)) &&
        buffer_write("write", player->device, results, words) && description_run(&description, 1, 0, NULL) &&
        buffer_read("read", player->device, results, words)) {
        for (uint32_t i = 0; i < COUNT(what); i++) find(player, what[i], words[i]);
        for (uint32_t i = COUNT(what); i < WORDS; i++) untouched += words[i] == UNTOUCHED;
        find(player, "null_descriptors.written", untouched);
    }
    description_end(&description);
}

void states_of_null_descriptors(const struct featured *featured) {
    enum { NULL_DESCRIPTOR = 2 };
    struct player *player = featured->player;
    struct device *device = player->device;
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    struct buffer results;
    VkSampler sampler;
    if (!featured->offers->robustness.has[NULL_DESCRIPTOR] || !(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!buffer_make("buffer", device, &results, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (device->CreateSampler(device->handle, &info, callbacks_of("sampler"), &sampler) == VK_SUCCESS) {
        ask_absent(player, &results, sampler);
        device->DestroySampler(device->handle, sampler, callbacks_of("sampler"));
    }
    buffer_end(device, &results);
}
