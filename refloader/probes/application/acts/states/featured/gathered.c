// The act "states", images that shaders read by a sampler of its own: an array of images that one write gives, of which one is seen
// in another format than it has, and the faces of a cube. Each layer has one colour.
#include "../../../shaders/computed/computed.h"
#include "featured.h"

enum { LAYERS = 6, SHEETS = 3, SECOND_LAYER = 3, BINDINGS = 4, PLACES = SHEETS + LAYERS };
enum { WORDS_OF_ALL, SAMPLER, OF_SHEETS, CUBE };

#define WORD 0xFFCC6633U  // that the third sheet is cleared with, as one number

struct gathering {
    struct player *player;
    struct buffer buffer;
    struct image layers, other;
    VkImageView views[SHEETS + 1];  // the last one is the cube's
    VkSampler sampler;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

static VkResult view(struct gathering *gathering, VkImage image, VkImageViewType type, uint32_t layer, VkImageView *to) {
    struct device *device = gathering->player->device;
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = type,
                                        .format = COLOUR,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer,
                                                             type == VK_IMAGE_VIEW_TYPE_CUBE ? LAYERS : 1}};
    return made(device->CreateImageView(device->handle, &info, callbacks_of("view"), to), to);
}

static VkResult make_views(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                      .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                      .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    const VkImage layers = gathering->layers.handle;
    VkResult result = view(gathering, layers, VK_IMAGE_VIEW_TYPE_2D, 0, &gathering->views[0]);
    if (result == VK_SUCCESS) result = view(gathering, layers, VK_IMAGE_VIEW_TYPE_2D, SECOND_LAYER, &gathering->views[1]);
    // Views in a format of other components are a feature of VK_KHR_portability_subset.
    const VkImage third = device->is_portable ? layers : gathering->other.handle;
    if (result == VK_SUCCESS) result = view(gathering, third, VK_IMAGE_VIEW_TYPE_2D, 0, &gathering->views[2]);
    if (result == VK_SUCCESS) result = view(gathering, layers, VK_IMAGE_VIEW_TYPE_CUBE, 0, &gathering->views[SHEETS]);
    if (result != VK_SUCCESS) return result;
    return made(device->CreateSampler(device->handle, &info, callbacks_of("sampler"), &gathering->sampler), &gathering->sampler);
}

static VkResult make_set(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    static const VkDescriptorSetLayoutBinding bindings[BINDINGS] = {
        {WORDS_OF_ALL, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {SAMPLER, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {OF_SHEETS, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, SHEETS, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {CUBE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    static const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                                 {VK_DESCRIPTOR_TYPE_SAMPLER, 1},
                                                 {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, SHEETS + 1}};
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BINDINGS, .pBindings = bindings};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = COUNT(sizes),
                                             .pPoolSizes = sizes};
    VkResult result = made(device->CreateDescriptorSetLayout(device->handle, &layout, callbacks_of("set layout"), &gathering->set_layout),
                           &gathering->set_layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &gathering->pool),
                      &gathering->pool);
    if (result != VK_SUCCESS) return result;
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = gathering->pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &gathering->set_layout};
    return device->AllocateDescriptorSets(device->handle, &info, &gathering->set);
}

// All sheets by one write.
static void write_set(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    const VkDescriptorBufferInfo buffer = {gathering->buffer.handle, 0, VK_WHOLE_SIZE};
    const VkDescriptorImageInfo sampler = {.sampler = gathering->sampler};
    VkDescriptorImageInfo images[SHEETS + 1];
    const struct {
        VkDescriptorType type;
        uint32_t count;
        const VkDescriptorImageInfo *images;
    } of[BINDINGS] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, NULL},
                      {VK_DESCRIPTOR_TYPE_SAMPLER, 1, &sampler},
                      {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, SHEETS, images},
                      {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, images + SHEETS}};
    VkWriteDescriptorSet writes[BINDINGS];
    for (uint32_t i = 0; i <= SHEETS; i++)
        images[i] = (VkDescriptorImageInfo){.imageView = gathering->views[i], .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    for (uint32_t i = 0; i < BINDINGS; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = gathering->set,
                                           .dstBinding = i,
                                           .descriptorCount = of[i].count,
                                           .descriptorType = of[i].type,
                                           .pImageInfo = of[i].images,
                                           .pBufferInfo = i == WORDS_OF_ALL ? &buffer : NULL};
    device->UpdateDescriptorSets(device->handle, BINDINGS, writes, 0, NULL);
}

static VkResult make_pipeline(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &gathering->set_layout};
    VkResult result = made(
        device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &gathering->layout), &gathering->layout);
    if (result != VK_SUCCESS) return result;
    return compute_pipeline_make(device, SHADER(gathered_words), NULL, gathering->layout, &gathering->pipeline);
}

// ---- colours

static VkClearColorValue colour_of(uint32_t layer) {
    return (VkClearColorValue){.float32 = {0.2F * (float)layer, 1 - 0.2F * (float)layer, 0, 1}};
}

static uint32_t word_of(uint32_t layer) { return 51 * layer | (255 - 51 * layer) << 8 | 0xFF000000U; }

// Clears may round to either neighbour.
static uint32_t has_colour(uint32_t word, uint32_t layer) {
    const uint32_t wanted = word_of(layer);
    return (uint32_t)is_close((const unsigned char *)&word, (const unsigned char *)&wanted);
}

static void clear_all(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    VkCommandBuffer commands = gathering->player->recorder.commands;
    const VkClearColorValue word = {.uint32 = {WORD}};
    VkImageSubresourceRange one = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    states_enter(gathering->player, gathering->layers.handle);
    states_enter(gathering->player, gathering->other.handle);
    device->CmdClearColorImage(commands, gathering->other.handle, VK_IMAGE_LAYOUT_GENERAL, &word, 1, &one);
    for (; one.baseArrayLayer < LAYERS; one.baseArrayLayer++) {
        const VkClearColorValue colour = colour_of(one.baseArrayLayer);
        device->CmdClearColorImage(commands, gathering->layers.handle, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &one);
    }
    barrier(device, commands);
}

static void gather(struct gathering *gathering) {
    struct player *player = gathering->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, faces = 0;
    if (!buffer_write("write", device, &gathering->buffer, words) || !states_begin(player)) return;
    clear_all(gathering);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, gathering->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, gathering->layout, 0, 1, &gathering->set, 0, NULL);
    device->CmdDispatch(commands, PLACES, 1, 1);
    if (!states_end(player) || !buffer_read("read", device, &gathering->buffer, words)) return;
    for (uint32_t i = 0; i < LAYERS; i++) faces += has_colour(words[SHEETS + i], i);
    find(player, "gathered.sheets", has_colour(words[0], 0) + has_colour(words[1], SECOND_LAYER));
    if (!device->is_portable) find(player, "gathered.other_format", words[2] == WORD);
    find(player, "gathered.faces", faces);
}

static void end(struct gathering *gathering) {
    struct device *device = gathering->player->device;
    VkDevice handle = device->handle;
    device->DestroyPipeline(handle, gathering->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, gathering->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(handle, gathering->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(handle, gathering->set_layout, callbacks_of("set layout"));
    device->DestroySampler(handle, gathering->sampler, callbacks_of("sampler"));
    for (int i = 0; i <= SHEETS; i++) device->DestroyImageView(handle, gathering->views[i], callbacks_of("view"));
    image_end(device, &gathering->other);
    image_end(device, &gathering->layers);
    buffer_end(device, &gathering->buffer);
}

static void ask_for_sheets(const struct featured *featured) {
    struct gathering gathering = {.player = featured->player};
    struct device *device = featured->player->device;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT), other = info;
    info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.arrayLayers = LAYERS;
    other.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    other.format = VK_FORMAT_R32_UINT;
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || featured->player->is_lost) return;
    if (!image_is_offered(device, &info) || !image_is_offered(device, &other)) return;
    if (!buffer_make("buffer", device, &gathering.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (image_make_of("image", device, &gathering.layers, &info) && image_make_of("image", device, &gathering.other, &other) &&
        make_views(&gathering) == VK_SUCCESS && make_set(&gathering) == VK_SUCCESS && make_pipeline(&gathering) == VK_SUCCESS) {
        write_set(&gathering);
        gather(&gathering);
    }
    end(&gathering);
}

void states_of_gathered(const struct featured *featured) {
    ask_for_sheets(featured);
    states_of_dimensions(featured);
}
