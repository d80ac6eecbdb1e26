// The act "states", what shaders read and write without a sampler: buffers of texels, storage images, uniform buffers and
// inline uniform blocks. Buffers of texels and uniform buffers begin within their buffer.
#include "../../../pipelines.h"
#include "../../../shaders/shaders.h"
#include "../states.h"

// Of the set, by their numbers in the shader.
enum { WORDS, TEXELS, IMAGE, NUMBERS, STORED, BINDINGS };
enum { COUNT_OF_EACH = 16, FROM = 256, NUMBERS_FROM = 512, STORED_FROM = 768, FORMAT = VK_FORMAT_R32_UINT };
enum { ROW_READ, ROW_STORED, ROW_ADDED };  // of the image

struct fetching {
    struct player *player;
    struct buffer words, others;
    struct image image;
    VkBufferView views[2];  // of the texels that are read, and of those that are written
    VkImageView view;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    int is_inline;
};

static uint32_t number_at(uint32_t word) { return 0x01000000U + 13 * word; }

static int has_formats(const struct player *player) {
    const VkFormatFeatureFlags buffers = VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT;
    const VkFormatFeatureFlags images = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT;
    VkFormatProperties has;
    player->device->instance->GetPhysicalDeviceFormatProperties(player->device->gpu, (VkFormat)FORMAT, &has);
    return (has.bufferFeatures & buffers) == buffers && (has.optimalTilingFeatures & images) == images;
}

// ---- views, sets and pipelines

static VkResult make_views(struct fetching *fetching) {
    struct device *device = fetching->player->device;
    const VkDeviceSize from[] = {FROM, STORED_FROM};
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = fetching->image.handle,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = (VkFormat)FORMAT,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkResult result = made(device->CreateImageView(device->handle, &view, callbacks_of("view"), &fetching->view), &fetching->view);
    for (int i = 0; i < 2 && result == VK_SUCCESS; i++) {
        const VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                             .buffer = fetching->others.handle,
                                             .format = (VkFormat)FORMAT,
                                             .offset = from[i],
                                             .range = COUNT_OF_EACH * sizeof(uint32_t)};
        result = made(device->CreateBufferView(device->handle, &info, callbacks_of("buffer view"), &fetching->views[i]),
                      &fetching->views[i]);
    }
    return result;
}

static VkDescriptorType type_of(const struct fetching *fetching, uint32_t binding) {
    const VkDescriptorType types[BINDINGS] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                              VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                              VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER};
    return binding == NUMBERS && fetching->is_inline ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK : types[binding];
}

static uint32_t count_of_type(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK ? COUNT_OF_EACH * sizeof(uint32_t) : 1;
}

static VkResult make_set(struct fetching *fetching) {
    struct device *device = fetching->player->device;
    VkDescriptorSetLayoutBinding bindings[BINDINGS];
    VkDescriptorPoolSize sizes[BINDINGS];
    for (uint32_t i = 0; i < BINDINGS; i++) {
        VkDescriptorType type = type_of(fetching, i);
        bindings[i] = (VkDescriptorSetLayoutBinding){i, type, count_of_type(type), VK_SHADER_STAGE_COMPUTE_BIT, NULL};
        sizes[i] = (VkDescriptorPoolSize){type, count_of_type(type)};
    }
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BINDINGS, .pBindings = bindings};
    const VkDescriptorPoolInlineUniformBlockCreateInfo blocks = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, .maxInlineUniformBlockBindings = 1};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .pNext = fetching->is_inline ? &blocks : NULL,
                                             .maxSets = 1,
                                             .poolSizeCount = BINDINGS,
                                             .pPoolSizes = sizes};
    VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &fetching->set_layout};
    VkResult result = made(device->CreateDescriptorSetLayout(device->handle, &layout, callbacks_of("set layout"),
                                                             &fetching->set_layout),
                           &fetching->set_layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &fetching->pool),
                      &fetching->pool);
    one.descriptorPool = fetching->pool;
    return result == VK_SUCCESS ? device->AllocateDescriptorSets(device->handle, &one, &fetching->set) : result;
}

static VkResult make_pipeline(struct fetching *fetching) {
    struct device *device = fetching->player->device;
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &fetching->set_layout};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"}};
    VkResult result = made(device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"),
                                                        &fetching->layout),
                           &fetching->layout);
    if (result != VK_SUCCESS) return result;
    if (!module_make("module", device, fetched_words, sizeof fetched_words, &info.stage.module))
        return VK_ERROR_INITIALIZATION_FAILED;
    info.layout = fetching->layout;
    result = made(device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"),
                                                 &fetching->pipeline),
                  &fetching->pipeline);
    module_end(device, info.stage.module);
    return result;
}

static void write_set(const struct fetching *fetching) {
    struct device *device = fetching->player->device;
    uint32_t numbers[COUNT_OF_EACH];
    const VkDescriptorBufferInfo words = {fetching->words.handle, 0, VK_WHOLE_SIZE},
                                 uniform = {fetching->others.handle, NUMBERS_FROM, sizeof numbers};
    const VkDescriptorImageInfo image = {0, fetching->view, VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSetInlineUniformBlock block = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK,
                                                          .dataSize = sizeof numbers,
                                                          .pData = numbers};
    VkWriteDescriptorSet writes[BINDINGS];
    for (uint32_t i = 0; i < COUNT_OF_EACH; i++) numbers[i] = number_at(NUMBERS_FROM / sizeof(uint32_t) + i);
    for (uint32_t i = 0; i < BINDINGS; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .pNext = i == NUMBERS && fetching->is_inline ? &block : NULL,
                                           .dstSet = fetching->set,
                                           .dstBinding = i,
                                           .descriptorCount = count_of_type(type_of(fetching, i)),
                                           .descriptorType = type_of(fetching, i),
                                           .pBufferInfo = i == WORDS ? &words : i == NUMBERS ? &uniform : NULL,
                                           .pImageInfo = i == IMAGE ? &image : NULL,
                                           .pTexelBufferView = i == TEXELS   ? &fetching->views[0]
                                                               : i == STORED ? &fetching->views[1]
                                                                             : NULL};
    device->UpdateDescriptorSets(device->handle, BINDINGS, writes, 0, NULL);
}

// ---- work

static const VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                        .imageExtent = {TINY, TINY, 1}};

static int work(struct fetching *fetching, uint32_t words[BYTES / sizeof(uint32_t)], uint32_t others[BYTES / sizeof(uint32_t)]) {
    struct player *player = fetching->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    memset(words, 0, BYTES);
    for (uint32_t i = 0; i < BYTES / sizeof *others; i++) player->words[i] = others[i] = number_at(i);
    if (!buffer_write("write", device, &fetching->words, words)) return 0;
    if (!buffer_write("write", device, &fetching->others, others) || !states_begin(player)) return 0;
    states_enter(player, fetching->image.handle);
    device->CmdCopyBufferToImage(commands, player->buffer.handle, fetching->image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    barrier(device, commands);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, fetching->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, fetching->layout, 0, 1, &fetching->set, 0, NULL);
    device->CmdDispatch(commands, COUNT_OF_EACH, 1, 1);
    barrier(device, commands);
    device->CmdCopyImageToBuffer(commands, fetching->image.handle, VK_IMAGE_LAYOUT_GENERAL, player->buffer.handle, 1, &whole);
    return states_end(player) && buffer_read("read", device, &fetching->words, words) &&
           buffer_read("read", device, &fetching->others, others);
}

// How many of sixteen words are as they have to be: those that begin so, and grow by a step.
static uint32_t right(const uint32_t *words, uint32_t first, uint32_t step) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < COUNT_OF_EACH; i++) count += words[i] == first + step * i;
    return count;
}

static void fetch(struct fetching *fetching) {
    struct player *player = fetching->player;
    uint32_t words[BYTES / sizeof(uint32_t)], others[BYTES / sizeof(uint32_t)];
    write_set(fetching);
    if (!work(fetching, words, others)) return;
    uint32_t numbers = right(words + 3 * COUNT_OF_EACH, number_at(NUMBERS_FROM / sizeof(uint32_t)), 13);
    if (fetching->is_inline) return find(player, "fetched.block", numbers);
    find(player, "fetched.uniform", numbers);
    find(player, "fetched.texels", right(words, number_at(FROM / sizeof(uint32_t)), 13));
    find(player, "fetched.stored_texels", right(others + STORED_FROM / sizeof(uint32_t), 0x200, 7));
    find(player, "fetched.image", right(words + COUNT_OF_EACH, number_at(ROW_READ * TINY), 13));
    find(player, "fetched.stored_image", right(player->words + ROW_STORED * TINY, 0x100, 3));
    find(player, "fetched.before_added", right(words + 2 * COUNT_OF_EACH, number_at(ROW_ADDED * TINY), 13));
    find(player, "fetched.added", right(player->words + ROW_ADDED * TINY, number_at(ROW_ADDED * TINY) + 5, 14));
}

static void with_set(struct fetching *fetching) {
    struct device *device = fetching->player->device;
    fetching->set_layout = 0;
    fetching->pool = 0;
    fetching->layout = 0;
    fetching->pipeline = 0;
    if (make_set(fetching) == VK_SUCCESS && make_pipeline(fetching) == VK_SUCCESS) fetch(fetching);
    device->DestroyPipeline(device->handle, fetching->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, fetching->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(device->handle, fetching->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, fetching->set_layout, callbacks_of("set layout"));
}

static void with_image(struct fetching *fetching) {
    struct device *device = fetching->player->device;
    if (make_views(fetching) == VK_SUCCESS) {
        with_set(fetching);
        fetching->is_inline = 1;
        if (fetching->player->has_blocks && !fetching->player->is_lost) with_set(fetching);
    }
    for (int i = 0; i < 2; i++) device->DestroyBufferView(device->handle, fetching->views[i], callbacks_of("buffer view"));
    device->DestroyImageView(device->handle, fetching->view, callbacks_of("view"));
}

void states_of_fetched(struct player *player) {
    struct device *device = player->device;
    struct fetching fetching = {.player = player};
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                     VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.format = (VkFormat)FORMAT;
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost || !has_formats(player) || !image_is_offered(device, &info)) return;
    if (!buffer_make("buffer", device, &fetching.words, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (buffer_make("buffer", device, &fetching.others, usage)) {
        if (image_make_of("image", device, &fetching.image, &info)) {
            with_image(&fetching);
            image_end(device, &fetching.image);
        }
        buffer_end(device, &fetching.others);
    }
    buffer_end(device, &fetching.words);
}
