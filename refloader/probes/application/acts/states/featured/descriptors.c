// The act "states", what shaders reach: sets of descriptors that are pushed, buffers by their address, and with
// robustBufferAccess nothing that is beyond a buffer's memory.
#include "../../../shaders/computed/computed.h"
#include "../../../shaders/shaders.h"
#include "featured.h"

enum { WORDS = BYTES / sizeof(uint32_t), PLACES = 16, PUSHED_FROM = 64, GROUPS = 3 };

static VkResult layout_make(struct device *device, const VkDescriptorSetLayout *set, uint32_t pushed, VkPipelineLayout *to) {
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = set != NULL,
                                             .pSetLayouts = set,
                                             .pushConstantRangeCount = pushed > 0,
                                             .pPushConstantRanges = pushed > 0 ? &range : NULL};
    *to = 0;
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), to), to);
}

// ---- pushed sets

struct pushing {
    struct player *player;
    struct buffer buffers[2];
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorUpdateTemplate template;
    PFN_vkCmdPushDescriptorSet push;
    PFN_vkCmdPushDescriptorSetWithTemplate push_by_template;
};

static VkResult pushing_make(struct pushing *pushing) {
    struct device *device = pushing->player->device;
    const VkDescriptorSetLayoutBinding bindings[] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                                     {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT,
                                                  .bindingCount = COUNT(bindings),
                                                  .pBindings = bindings};
    VkResult result = made(
        device->CreateDescriptorSetLayout(device->handle, &info, callbacks_of("set layout"), &pushing->set), &pushing->set);
    if (result == VK_SUCCESS) result = layout_make(device, &pushing->set, 0, &pushing->layout);
    if (result != VK_SUCCESS) return result;
    return compute_pipeline_make(device, SHADER(groups_words), NULL, pushing->layout, &pushing->pipeline);
}

static VkResult template_make(struct pushing *pushing) {
    struct device *device = pushing->player->device;
    PFN_vkCreateDescriptorUpdateTemplate make = DEVICE_COMMAND(device, CreateDescriptorUpdateTemplate);
    const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, sizeof(VkDescriptorBufferInfo), sizeof(VkDescriptorBufferInfo)};
    const VkDescriptorUpdateTemplateCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
                                                       .descriptorUpdateEntryCount = 1,
                                                       .pDescriptorUpdateEntries = &entry,
                                                       .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS,
                                                       .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
                                                       .pipelineLayout = pushing->layout};
    if (make == NULL) return NO_COMMAND;
    return made(make(device->handle, &info, callbacks_of("template"), &pushing->template), &pushing->template);
}

// The shader uses the first binding alone, which is the second one that is written.
static void push(struct pushing *pushing, int by_template, const VkDescriptorBufferInfo *info) {
    VkCommandBuffer commands = pushing->player->recorder.commands;
    const VkDescriptorBufferInfo unused = {pushing->buffers[1].handle, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet writes[] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstBinding = 1,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &unused},
                                           {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = info}};
    VkDescriptorBufferInfo data[2] = {{0, 0, 0}, *info};  // the entry has an offset
    if (by_template)
        pushing->push_by_template(commands, pushing->template, pushing->layout, 0, data);
    else
        pushing->push(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pushing->layout, 0, COUNT(writes), writes);
    pushing->player->device->CmdDispatch(commands, GROUPS, 1, 1);
}

// How many words are as one dispatch of the shader "groups" leaves them, whose buffer begins at a word.
static uint32_t count_groups(const uint32_t *words, uint32_t from) {
    uint32_t right = 0;
    for (uint32_t i = 0; i < WORDS; i++)
        right += words[i] == (i - from < GROUPS ? 1 + (i - from) + 0x1000 * GROUPS + 0x110000 : 0);
    return right;
}

// The second push is of another buffer, and the first dispatch keeps the one that was pushed before it.
static void push_both(struct pushing *pushing, int by_template, const char *first, const char *second) {
    struct device *device = pushing->player->device;
    const VkDescriptorBufferInfo infos[2] = {{pushing->buffers[0].handle, PUSHED_FROM * sizeof(uint32_t), VK_WHOLE_SIZE},
                                             {pushing->buffers[1].handle, 0, VK_WHOLE_SIZE}};
    uint32_t words[WORDS] = {0};
    for (int i = 0; i < 2; i++)
        if (!buffer_write("write", device, &pushing->buffers[i], words)) return;
    if (!states_begin(pushing->player)) return;
    device->CmdBindPipeline(pushing->player->recorder.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pushing->pipeline);
    for (int i = 0; i < 2; i++) push(pushing, by_template, &infos[i]);
    if (!states_end(pushing->player)) return;
    if (buffer_read("read", device, &pushing->buffers[0], words)) find(pushing->player, first, count_groups(words, PUSHED_FROM));
    if (buffer_read("read", device, &pushing->buffers[1], words)) find(pushing->player, second, count_groups(words, 0));
}

static void with_pushing(struct pushing *pushing) {
    struct device *device = pushing->player->device;
    VkDevice handle = device->handle;
    if (pushing_make(pushing) == VK_SUCCESS) {
        push_both(pushing, 0, "descriptors.pushed", "descriptors.pushed_again");
        if (pushing->push_by_template != NULL && template_make(pushing) == VK_SUCCESS)
            push_both(pushing, 1, "descriptors.pushed_by_template", "descriptors.pushed_by_template_again");
    }
    PFN_vkDestroyDescriptorUpdateTemplate end = DEVICE_COMMAND(device, DestroyDescriptorUpdateTemplate);
    if (end != NULL) end(handle, pushing->template, callbacks_of("template"));
    device->DestroyPipeline(handle, pushing->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, pushing->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorSetLayout(handle, pushing->set, callbacks_of("set layout"));
}

static void ask_pushed(struct player *player) {
    struct device *device = player->device;
    struct pushing pushing = {.player = player};
    pushing.push = (PFN_vkCmdPushDescriptorSet)device_command(device, "vkCmdPushDescriptorSetKHR");
    pushing.push_by_template =
        (PFN_vkCmdPushDescriptorSetWithTemplate)device_command(device, "vkCmdPushDescriptorSetWithTemplateKHR");
    if (pushing.push == NULL || !buffer_make("buffer", device, &pushing.buffers[0], VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (buffer_make("buffer", device, &pushing.buffers[1], VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) {
        with_pushing(&pushing);
        buffer_end(device, &pushing.buffers[1]);
    }
    buffer_end(device, &pushing.buffers[0]);
}

// ---- addresses

static VkDeviceAddress address_of(struct device *device, const struct buffer *buffer) {
    PFN_vkGetBufferDeviceAddress ask = DEVICE_COMMAND(device, GetBufferDeviceAddress);
    const VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer->handle};
    return ask == NULL ? 0 : ask(device->handle, &info);
}

static void compute_by_address(struct player *player, const struct buffer *buffer, VkPipelineLayout layout, VkPipeline pipeline) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkDeviceAddress begin = address_of(device, buffer);
    const VkDeviceAddress places[2] = {begin + 20 * sizeof(uint32_t), begin + 100 * sizeof(uint32_t)};
    struct buffer own = *buffer;
    uint32_t words[WORDS], right = 0;
    for (uint32_t i = 0; i < WORDS; i++) words[i] = 7 * i + 1;
    if (begin == 0 || !buffer_write("write", device, &own, words) || !states_begin(player)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->CmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof places, places);
    device->CmdDispatch(commands, PLACES, 1, 1);
    if (!states_end(player) || !buffer_read("read", device, &own, words)) return;
    for (uint32_t i = 0; i < WORDS; i++)
        right += words[i] == (i - 100 < PLACES ? 3 * (7 * (i - 80) + 1) + 1 : 7 * i + 1);
    find(player, "descriptors.by_address", right);
}

// The buffer does not begin with its memory.
static void ask_addressed(struct player *player) {
    struct device *device = player->device;
    struct buffer buffer;
    VkPipelineLayout layout;
    VkPipeline pipeline = 0;
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (!buffer_make_at("buffer", device, &buffer, usage, 1)) return;
    if (layout_make(device, NULL, 2 * sizeof(VkDeviceAddress), &layout) == VK_SUCCESS &&
        compute_pipeline_make(device, SHADER(address_words), NULL, layout, &pipeline) == VK_SUCCESS)
        compute_by_address(player, &buffer, layout, pipeline);
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, layout, callbacks_of("pipeline layout"));
    buffer_end(device, &buffer);
}

// ---- beyond a buffer

// Places behind the end of a buffer, near and far. Each is another number, which may come back: what is read there is zero or any
// value of the buffer's memory.
static uint32_t place_beyond(uint32_t i) { return i < 8 ? WORDS + 8 * i : i < 12 ? 0x1000U << i : 0x10000000U + (i << 20); }

static int fill_memory(struct device *device, const struct buffer *buffer, uint32_t number) {
    VkMemoryRequirements need;
    uint32_t *words;
    device->GetBufferMemoryRequirements(device->handle, buffer->handle, &need);
    if (device->MapMemory(device->handle, buffer->memory, 0, VK_WHOLE_SIZE, 0, (void **)&words) != VK_SUCCESS) return 0;
    for (VkDeviceSize i = 0; i < need.size / sizeof *words; i++) words[i] = number;
    device->UnmapMemory(device->handle, buffer->memory);
    return 1;
}

static int is_of_buffer(uint32_t word) {
    int is_one = word == 0 || word == FIRST_NUMBER || word == 0xBAD0BAD0U;
    for (uint32_t i = 0; i < PLACES; i++) is_one |= word == place_beyond(i);
    return is_one;
}

static void ask_beyond(struct player *player, struct buffer *neighbour) {
    struct computing computing;
    struct device *device = player->device;
    uint32_t words[WORDS], read = 0, left = 0;
    if (!computing_make(&computing, player)) return;
    if (fill_memory(device, &computing.buffer, FIRST_NUMBER) && fill_memory(device, neighbour, SECOND_NUMBER)) {
        for (uint32_t i = 0; i < WORDS; i++) computing.before[i] = i < PLACES ? place_beyond(i) : FIRST_NUMBER;
        if (computing_run(&computing, SHADER(beyond_words), NULL, PLACES, 1) && buffer_read("read", device, neighbour, words)) {
            for (uint32_t i = 0; i < PLACES; i++) read += (uint32_t)is_of_buffer(computing.words[PLACES + i]);
            for (uint32_t i = 0; i < WORDS; i++) left += words[i] == SECOND_NUMBER;
            find(player, "descriptors.read_beyond", read);
            find(player, "descriptors.written_beyond", left);
        }
    }
    computing_end(&computing);
}

void states_of_descriptors(const struct featured *featured) {
    struct player *player = featured->player;
    struct buffer neighbour;
    if (!(player->device->can & VK_QUEUE_COMPUTE_BIT)) return;
    if (featured->offers->pushes_sets && !player->is_lost) ask_pushed(player);
    if (featured->offers->of_1_2.bufferDeviceAddress && !player->is_lost) ask_addressed(player);
    if (!featured->offers->all.features.robustBufferAccess || player->is_lost) return;
    if (!buffer_make("buffer", player->device, &neighbour, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    ask_beyond(player, &neighbour);
    buffer_end(player->device, &neighbour);
}
