// The act "states", images of one, two and three dimensions, of layers, and a cube, which a shader reads by combined samplers: which
// texels, by which of four ways, and how large it finds the images. All texels are exact: the format is one of whole numbers.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/computed/dimensions.h"
#include "featured.h"

// The line alone is the second layer of the lines.
enum { VIEWS = DIMENSIONS + 1, BINDINGS = VIEWS + 1, FORMAT = VK_FORMAT_R8G8B8A8_UINT };

struct dimensions {
    struct player *player;
    struct buffer buffer, texels;
    struct image images[DIMENSIONS];
    VkImageView views[VIEWS];
    VkSampler sampler;
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

static VkImageCreateInfo info_of(uint32_t image) {
    static const struct {
        VkImageType type;
        VkExtent3D extent;
        uint32_t levels, layers;
        VkImageCreateFlags flags;
    } of[DIMENSIONS] = {{VK_IMAGE_TYPE_1D, {DIMENSIONS_WIDE, 1, 1}, 1, LINE_LAYERS, 0},
                        {VK_IMAGE_TYPE_2D, {DIMENSIONS_WIDE, DIMENSIONS_WIDE, 1}, SHEET_LEVELS, SHEET_LAYERS, 0},
                        {VK_IMAGE_TYPE_3D, {DIMENSIONS_WIDE, BOX_HEIGHT, BOX_DEPTH}, 1, 1, 0},
                        {VK_IMAGE_TYPE_2D, {CUBE_SIZE, CUBE_SIZE, 1}, 1, CUBE_FACES, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT}};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.format = (VkFormat)FORMAT;
    info.imageType = of[image].type;
    info.extent = of[image].extent;
    info.mipLevels = of[image].levels;
    info.arrayLayers = of[image].layers;
    info.flags = of[image].flags;
    return info;
}

// ---- views, sets and pipelines

static VkResult make_views(struct dimensions *all) {
    static const struct {
        uint32_t image, layer, layers;
        VkImageViewType type;
    } of[VIEWS] = {{DIMENSIONS_LINES, 1, 1, VK_IMAGE_VIEW_TYPE_1D},
                   {DIMENSIONS_LINES, 0, LINE_LAYERS, VK_IMAGE_VIEW_TYPE_1D_ARRAY},
                   {DIMENSIONS_SHEETS, 0, SHEET_LAYERS, VK_IMAGE_VIEW_TYPE_2D_ARRAY},
                   {DIMENSIONS_BOX, 0, 1, VK_IMAGE_VIEW_TYPE_3D},
                   {DIMENSIONS_CUBE, 0, CUBE_FACES, VK_IMAGE_VIEW_TYPE_CUBE}};
    struct device *device = all->player->device;
    const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                         .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .maxLod = SHEET_LEVELS};
    VkResult result = made(device->CreateSampler(device->handle, &sampler, callbacks_of("sampler"), &all->sampler), &all->sampler);
    for (uint32_t i = 0; i < VIEWS && result == VK_SUCCESS; i++) {
        const VkImageViewCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
            .image = all->images[of[i].image].handle,
            .viewType = of[i].type,
            .format = (VkFormat)FORMAT,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, of[i].layer, of[i].layers}};
        result = made(device->CreateImageView(device->handle, &info, callbacks_of("view"), &all->views[i]), &all->views[i]);
    }
    return result;
}

static VkResult make_set(struct dimensions *all) {
    static const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                                 {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VIEWS}};
    struct device *device = all->player->device;
    VkDescriptorSetLayoutBinding bindings[BINDINGS] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    for (uint32_t i = 1; i < BINDINGS; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BINDINGS, .pBindings = bindings};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = COUNT(sizes), .pPoolSizes = sizes};
    VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                       .descriptorSetCount = 1,
                                       .pSetLayouts = &all->set_layout};
    VkResult result = made(
        device->CreateDescriptorSetLayout(device->handle, &layout, callbacks_of("set layout"), &all->set_layout), &all->set_layout);
    if (result == VK_SUCCESS)
        result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &all->pool), &all->pool);
    one.descriptorPool = all->pool;
    return result == VK_SUCCESS ? device->AllocateDescriptorSets(device->handle, &one, &all->set) : result;
}

static void write_set(struct dimensions *all) {
    const VkDescriptorBufferInfo buffer = {all->buffer.handle, 0, VK_WHOLE_SIZE};
    struct device *device = all->player->device;
    VkDescriptorImageInfo images[VIEWS];
    VkWriteDescriptorSet writes[BINDINGS];
    for (uint32_t i = 0; i < VIEWS; i++)
        images[i] = (VkDescriptorImageInfo){all->sampler, all->views[i], VK_IMAGE_LAYOUT_GENERAL};
    for (uint32_t i = 0; i < BINDINGS; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = all->set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = i == 0 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .pBufferInfo = &buffer,
            .pImageInfo = i == 0 ? NULL : &images[i - 1]};
    device->UpdateDescriptorSets(device->handle, BINDINGS, writes, 0, NULL);
}

static VkResult make_pipeline(struct dimensions *all) {
    struct device *device = all->player->device;
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &all->set_layout};
    VkResult result = made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &all->layout), &all->layout);
    if (result != VK_SUCCESS) return result;
    return compute_pipeline_make(device, SHADER(dimensions_words), NULL, all->layout, &all->pipeline);
}

// ---- texels

static void fill(struct dimensions *all) {
    static const struct {
        uint32_t image, from, level;
    } of[] = {{DIMENSIONS_LINES, LINES_FROM, 0}, {DIMENSIONS_SHEETS, SHEETS_FROM, 0}, {DIMENSIONS_SHEETS, SMALL_SHEETS_FROM, 1},
              {DIMENSIONS_BOX, BOX_FROM, 0},     {DIMENSIONS_CUBE, CUBE_FROM, 0}};
    struct device *device = all->player->device;
    VkCommandBuffer commands = all->player->recorder.commands;
    VkImageMemoryBarrier changes[DIMENSIONS];
    for (uint32_t i = 0; i < DIMENSIONS; i++)
        changes[i] = (VkImageMemoryBarrier){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
            .newLayout = VK_IMAGE_LAYOUT_GENERAL,
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .image = all->images[i].handle,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};
    device->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL,
                               DIMENSIONS, changes);
    for (size_t i = 0; i < COUNT(of); i++) {
        const VkImageCreateInfo info = info_of(of[i].image);
        const VkExtent3D extent = {info.extent.width >> of[i].level, of[i].level > 0 ? info.extent.height >> 1 : info.extent.height,
                                   info.extent.depth};
        const VkBufferImageCopy region = {.bufferOffset = of[i].from * sizeof(uint32_t),
                                          .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, of[i].level, 0, info.arrayLayers},
                                          .imageExtent = extent};
        device->CmdCopyBufferToImage(commands, all->texels.handle, all->images[of[i].image].handle, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    }
    barrier(device, commands);
}

// ---- what was read

static void count_read(struct dimensions *all, const char *what, const uint32_t *words, const uint32_t *expected, uint32_t from, uint32_t count) {
    uint32_t right = 0;
    for (uint32_t i = from; i < from + count; i++) right += words[i] == expected[i];
    find(all->player, what, right);
}

static void compare(struct dimensions *all, const uint32_t *words) {
    static const struct {
        const char *what;
        uint32_t from, count;
    } of[] = {{"gathered.line", READ_LINE, READ_OF_EACH},           {"gathered.lines", READ_LINES, READ_OF_EACH},
              {"gathered.layers", READ_SHEETS, READ_OF_EACH},       {"gathered.box", READ_BOX, READ_OF_EACH},
              {"gathered.beside", READ_BESIDE, READ_OF_EACH},       {"gathered.fetched", READ_FETCHED, READ_OF_EACH},
              {"gathered.projected", READ_PROJECTED, READ_OF_EACH}, {"gathered.slopes", READ_SLOPES, READ_OF_EACH},
              {"gathered.turned", READ_CUBE, READ_FACES},           {"gathered.four", READ_FOUR, 4 * READ_OF_EACH},
              {"gathered.sizes", READ_SIZES, SIZES}};
    uint32_t expected[BYTES / sizeof(uint32_t)] = {0};
    results_of_dimensions(expected);
    for (size_t i = 0; i < COUNT(of); i++) count_read(all, of[i].what, words, expected, of[i].from, of[i].count);
}

static void read_all(struct dimensions *all) {
    struct player *player = all->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, texels[BYTES / sizeof(uint32_t)] = {0};
    for (uint32_t i = 0; i < DIMENSIONS_TEXELS; i++) texels[i] = dimensions_texel(i);
    if (!buffer_write("write", device, &all->buffer, words) || !buffer_write("write", device, &all->texels, texels)) return;
    if (!states_begin(player)) return;
    fill(all);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, all->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, all->layout, 0, 1, &all->set, 0, NULL);
    device->CmdDispatch(commands, READ_OF_EACH, 1, 1);
    if (states_end(player) && buffer_read("read", device, &all->buffer, words)) compare(all, words);
}

static int make_images(struct dimensions *all) {
    struct device *device = all->player->device;
    for (uint32_t i = 0; i < DIMENSIONS; i++) {
        const VkImageCreateInfo info = info_of(i);
        if (!image_is_offered(device, &info) || !image_make_of("image", device, &all->images[i], &info)) return 0;
    }
    return 1;
}

static void end(struct dimensions *all) {
    struct device *device = all->player->device;
    VkDevice handle = device->handle;
    device->DestroyPipeline(handle, all->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, all->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(handle, all->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(handle, all->set_layout, callbacks_of("set layout"));
    device->DestroySampler(handle, all->sampler, callbacks_of("sampler"));
    for (int i = 0; i < VIEWS; i++) device->DestroyImageView(handle, all->views[i], callbacks_of("view"));
    for (int i = 0; i < DIMENSIONS; i++) image_end(device, &all->images[i]);
    buffer_end(device, &all->texels);
    buffer_end(device, &all->buffer);
}

void states_of_dimensions(const struct featured *featured) {
    struct dimensions all = {.player = featured->player};
    struct device *device = featured->player->device;
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || featured->player->is_lost) return;
    if (buffer_make("buffer", device, &all.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) &&
        buffer_make("buffer", device, &all.texels, VK_BUFFER_USAGE_TRANSFER_SRC_BIT) && make_images(&all) &&
        make_views(&all) == VK_SUCCESS && make_set(&all) == VK_SUCCESS && make_pipeline(&all) == VK_SUCCESS) {
        write_set(&all);
        read_all(&all);
    }
    end(&all);
}
