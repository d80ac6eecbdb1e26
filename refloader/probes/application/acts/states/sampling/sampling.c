// The act "states", sampling: an image in which each texel is known, and a shader that reads it at the places of a buffer.
#include "sampling.h"

#include "../../../shaders/shaders.h"

enum { PLACE_WORDS = 5, BINDINGS = 2 };

static uint32_t extent_of(uint32_t level) { return TINY >> level; }

// What an image of depths has in a texel, and what an image of colours.
static uint32_t content_of(const struct sampling *sampling, uint32_t level, uint32_t layer, uint32_t x, uint32_t y) {
    const uint32_t texel = texel_at(level, layer, x, y);
    const float number = sampling->aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? depth_at(x) : (float)(texel & 0xFF) / 255;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return sampling->format == COLOUR || sampling->format == INTEGERS ? texel : word;
}

int sampling_has(const struct player *player, VkFormat format, VkFormatFeatureFlags features) {
    VkFormatProperties has;
    player->device->instance->GetPhysicalDeviceFormatProperties(player->device->gpu, format, &has);
    return (has.optimalTilingFeatures & features) == features;
}

// ---- the image

static VkDeviceSize put_texels(const struct sampling *sampling, uint32_t *to, VkBufferImageCopy regions[LEVELS]) {
    uint32_t count = 0;
    for (uint32_t level = 0; level < LEVELS; level++) {
        uint32_t extent = extent_of(level);
        regions[level] = (VkBufferImageCopy){.bufferOffset = count * sizeof *to,
                                             .imageSubresource = {sampling->aspect, level, 0, LAYERS},
                                             .imageExtent = {extent, extent, 1}};
        for (uint32_t layer = 0; layer < LAYERS; layer++)
            for (uint32_t at = 0; at < extent * extent; at++, count++)
                if (to != NULL) to[count] = content_of(sampling, level, layer, at % extent, at / extent);
    }
    return count * sizeof *to;
}

static void enter(const struct sampling *sampling) {
    const VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                         .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .image = sampling->image.handle,
                                         .subresourceRange = {sampling->aspect, 0, LEVELS, 0, LAYERS}};
    sampling->player->device->CmdPipelineBarrier(sampling->player->recorder.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                 VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

static int fill_image(struct sampling *sampling) {
    struct player *player = sampling->player;
    struct device *device = player->device;
    VkBufferImageCopy regions[LEVELS];
    void *to;
    if (device->MapMemory(device->handle, sampling->texels.memory, 0, VK_WHOLE_SIZE, 0, &to) != VK_SUCCESS) return 0;
    put_texels(sampling, to, regions);
    device->UnmapMemory(device->handle, sampling->texels.memory);
    if (!states_begin(player)) return 0;
    enter(sampling);
    device->CmdCopyBufferToImage(player->recorder.commands, sampling->texels.handle, sampling->image.handle,
                                 VK_IMAGE_LAYOUT_GENERAL, LEVELS, regions);
    return states_end(player);
}

// ---- sets and pipelines

static VkResult make_set(struct sampling *sampling, const VkSampler *fixed) {
    struct device *device = sampling->player->device;
    const VkDescriptorSetLayoutBinding bindings[BINDINGS] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, fixed}};
    const VkDescriptorSetLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                    .bindingCount = BINDINGS,
                                                    .pBindings = bindings};
    const VkDescriptorPoolSize sizes[BINDINGS] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                                  {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1}};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = BINDINGS,
                                             .pPoolSizes = sizes};
    VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &sampling->set_layout};
    VkResult result = made(device->CreateDescriptorSetLayout(device->handle, &layout, callbacks_of("set layout"),
                                                             &sampling->set_layout),
                           &sampling->set_layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &sampling->pool),
                      &sampling->pool);
    one.descriptorPool = sampling->pool;
    return result == VK_SUCCESS ? device->AllocateDescriptorSets(device->handle, &one, &sampling->set) : result;
}

static VkResult make_pipeline(struct sampling *sampling) {
    struct device *device = sampling->player->device;
    const struct shader shader = sampling->aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? SHADER(compared_words)
                                 : sampling->format == INTEGERS                ? SHADER(sampled_integers_words)
                                                                               : SHADER(sampled_words);
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &sampling->set_layout};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"}};
    VkResult result = made(device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"),
                                                        &sampling->layout),
                           &sampling->layout);
    if (result != VK_SUCCESS) return result;
    if (!module_make("module", device, shader.words, shader.size, &info.stage.module)) return VK_ERROR_INITIALIZATION_FAILED;
    info.layout = sampling->layout;
    result = made(device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"),
                                                 &sampling->pipeline),
                  &sampling->pipeline);
    module_end(device, info.stage.module);
    return result;
}

static int ready(struct sampling *sampling, const VkSampler *fixed) {
    sampling->set_layout = 0;
    sampling->pool = 0;
    sampling->layout = 0;
    sampling->pipeline = 0;
    return make_set(sampling, fixed) == VK_SUCCESS && make_pipeline(sampling) == VK_SUCCESS;
}

static void unready(struct sampling *sampling) {
    struct device *device = sampling->player->device;
    device->DestroyPipeline(device->handle, sampling->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, sampling->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(device->handle, sampling->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, sampling->set_layout, callbacks_of("set layout"));
}

// ---- reading

static VkResult make_view(const struct sampling *sampling, const struct reading *reading, VkImageView *to) {
    struct device *device = sampling->player->device;
    int is_flat = sampling->aspect == VK_IMAGE_ASPECT_DEPTH_BIT;
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = sampling->image.handle,
        .viewType = is_flat ? VK_IMAGE_VIEW_TYPE_2D : VK_IMAGE_VIEW_TYPE_2D_ARRAY,
        .format = sampling->format,
        .components = reading->components,
        .subresourceRange = {sampling->aspect, reading->level, LEVELS - reading->level, reading->layer,
                             is_flat ? 1 : LAYERS - reading->layer}};
    return made(device->CreateImageView(device->handle, &info, callbacks_of("view"), to), to);
}

static void write_set(const struct sampling *sampling, VkImageView view, VkSampler sampler) {
    struct device *device = sampling->player->device;
    const VkDescriptorBufferInfo buffer = {sampling->words.handle, 0, VK_WHOLE_SIZE};
    const VkDescriptorImageInfo image = {sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet writes[BINDINGS] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                    .dstSet = sampling->set,
                                                    .descriptorCount = 1,
                                                    .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                    .pBufferInfo = &buffer},
                                                   {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                    .dstSet = sampling->set,
                                                    .dstBinding = 1,
                                                    .descriptorCount = 1,
                                                    .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                                    .pImageInfo = &image}};
    device->UpdateDescriptorSets(device->handle, BINDINGS, writes, 0, NULL);
}

static int is_right(const struct sampling *sampling, uint32_t expected, uint32_t found) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        int distance = (int)(expected >> shift & 0xFF) - (int)(found >> shift & 0xFF);
        if (distance < 0) distance = -distance;
        if (distance > (sampling->is_near ? NEAR : 0)) return 0;
    }
    return 1;
}

static void dispatch(const struct sampling *sampling, const struct reading *reading) {
    struct player *player = sampling->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, right = 0;
    for (uint32_t i = 0; i < reading->count; i++) memcpy(&words[i * PLACE_WORDS], &reading->places[i], 4 * sizeof *words);
    if (!buffer_write("write", device, (struct buffer *)&sampling->words, words) || !states_begin(player)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, sampling->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, sampling->layout, 0, 1, &sampling->set, 0, NULL);
    device->CmdDispatch(commands, reading->count, 1, 1);
    if (!states_end(player) || !buffer_read("read", device, (struct buffer *)&sampling->words, words)) return;
    for (uint32_t i = 0; i < reading->count; i++)
        right += (uint32_t)is_right(sampling, reading->places[i].texel, words[i * PLACE_WORDS + 4]);
    find(player, reading->what, right);
}

static void read_by(const struct sampling *sampling, const struct reading *reading, VkSampler sampler) {
    struct device *device = sampling->player->device;
    VkImageView view;
    if (make_view(sampling, reading, &view) != VK_SUCCESS) return;
    write_set(sampling, view, sampler);
    dispatch(sampling, reading);
    device->DestroyImageView(device->handle, view, callbacks_of("view"));
}

static void read_fixed(const struct sampling *sampling, const struct reading *reading, VkSampler sampler) {
    struct device *device = sampling->player->device;
    VkSamplerCreateInfo info = sampler_of(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_REPEAT);
    struct sampling own = *sampling;
    VkSampler other;
    if (device->CreateSampler(device->handle, &info, callbacks_of("sampler"), &other) != VK_SUCCESS) return;
    if (ready(&own, &sampler)) read_by(&own, reading, other);
    unready(&own);
    device->DestroySampler(device->handle, other, callbacks_of("sampler"));
}

void sampling_read(struct sampling *sampling, const struct reading *reading) {
    struct device *device = sampling->player->device;
    VkSampler sampler;
    if (sampling->player->is_lost) return;
    if (device->CreateSampler(device->handle, &reading->sampler, callbacks_of("sampler"), &sampler) != VK_SUCCESS) return;
    if (reading->is_fixed)
        read_fixed(sampling, reading, sampler);
    else
        read_by(sampling, reading, sampler);
    device->DestroySampler(device->handle, sampler, callbacks_of("sampler"));
}

// ---- everything

static void with_buffers(struct sampling *sampling, void (*read)(struct sampling *sampling)) {
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.format = sampling->format;
    info.mipLevels = LEVELS;
    info.arrayLayers = LAYERS;
    if (!image_is_offered(sampling->player->device, &info)) return;
    if (!image_make_of("image", sampling->player->device, &sampling->image, &info)) return;
    if (fill_image(sampling)) {
        if (ready(sampling, NULL)) read(sampling);
        unready(sampling);
    }
    image_end(sampling->player->device, &sampling->image);
}

static void sample(struct player *player, VkFormat format, VkImageAspectFlags aspect,
                   void (*read)(struct sampling *sampling)) {
    struct device *device = player->device;
    struct sampling sampling = {.player = player, .format = format, .aspect = aspect};
    VkBufferImageCopy regions[LEVELS];
    if (!sampling_has(player, format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)) return;
    if (!buffer_make("buffer", device, &sampling.words, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (buffer_make_large("buffer", device, &sampling.texels, VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                          put_texels(&sampling, NULL, regions))) {
        with_buffers(&sampling, read);
        buffer_end(device, &sampling.texels);
    }
    buffer_end(device, &sampling.words);
}

// From Vulkan 1.3 on a feature of its own, VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT.
static int is_compared(const struct player *player, VkFormat format) {
    VkFormatProperties3 more = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 has = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &more};
    const struct instance *instance = player->device->instance;
    if (player->device->api < VK_API_VERSION_1_3) return 1;
    INSTANCE_CALL(instance, GetPhysicalDeviceFormatProperties2)(player->device->gpu, format, &has);
    return (more.optimalTilingFeatures & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT) != 0;
}

void sampling_use_colours(struct player *player, VkFormat format, void (*read)(struct sampling *sampling)) {
    if (!(player->device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    sample(player, format, VK_IMAGE_ASPECT_COLOR_BIT, read);
}

void states_of_sampled(struct player *player) {
    sampling_use_colours(player, COLOUR, states_of_colours);
    if (!(player->device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost) return;  // copies to depths ask for it
    if (is_compared(player, VK_FORMAT_D32_SFLOAT)) sample(player, VK_FORMAT_D32_SFLOAT, VK_IMAGE_ASPECT_DEPTH_BIT, states_of_depths);
}
