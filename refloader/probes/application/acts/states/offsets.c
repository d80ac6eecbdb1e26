// The act "states", dynamic offsets: two sets are bound by one call, of which the first has a binding of two dynamic
// descriptors behind one that is not dynamic. The shader "constants" writes to the second set.
#include <string.h>

#include "../../pipelines.h"
#include "../../shaders/shaders.h"
#include "states.h"

enum { SETS = 2, DYNAMIC = 3, WORD = sizeof(uint32_t) };
#define RANGE 256U  // minStorageBufferOffsetAlignment is no more
#define OP_DECORATE 0x00040047U
#define DESCRIPTOR_SET 34U
#define STORAGE VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
#define STORAGE_DYNAMIC VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC

struct bound {
    struct player *player;
    struct buffer buffer;
    VkDescriptorSetLayout layouts[SETS];
    VkDescriptorPool pool;
    VkDescriptorSet sets[SETS];
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

static VkResult make_set_layouts(struct bound *bound) {
    struct device *device = bound->player->device;
    const VkDescriptorSetLayoutBinding first[] = {{0, STORAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
                                                  {1, STORAGE_DYNAMIC, 2, VK_SHADER_STAGE_COMPUTE_BIT, NULL}},
                                       second[] = {{0, STORAGE_DYNAMIC, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo infos[SETS] = {
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = COUNT(first), .pBindings = first},
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = second}};
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < SETS && result == VK_SUCCESS; i++)
        result = made(device->CreateDescriptorSetLayout(device->handle, &infos[i], callbacks_of("set layout"),
                                                        &bound->layouts[i]),
                      &bound->layouts[i]);
    return result;
}

static VkResult make_sets(struct bound *bound) {
    struct device *device = bound->player->device;
    const VkDescriptorPoolSize sizes[] = {{STORAGE, 1}, {STORAGE_DYNAMIC, DYNAMIC}};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = SETS,
                                             .poolSizeCount = COUNT(sizes),
                                             .pPoolSizes = sizes};
    VkResult result = made(
        device->CreateDescriptorPool(device->handle, &info, callbacks_of("descriptor pool"), &bound->pool), &bound->pool);
    const VkDescriptorSetAllocateInfo sets = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = bound->pool,
                                              .descriptorSetCount = SETS,
                                              .pSetLayouts = bound->layouts};
    return result == VK_SUCCESS ? device->AllocateDescriptorSets(device->handle, &sets, bound->sets) : result;
}

static void write_sets(struct bound *bound) {
    const VkDescriptorBufferInfo part = {bound->buffer.handle, 0, RANGE}, parts[] = {part, part};
    VkWriteDescriptorSet writes[DYNAMIC];
    for (uint32_t i = 0; i < COUNT(writes); i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = bound->sets[i / SETS],
                                           .dstBinding = i % SETS,
                                           .descriptorCount = i == 1 ? 2 : 1,
                                           .descriptorType = i == 0 ? STORAGE : STORAGE_DYNAMIC,
                                           .pBufferInfo = parts};
    bound->player->device->UpdateDescriptorSets(bound->player->device->handle, COUNT(writes), writes, 0, NULL);
}

static VkResult make_layout(struct bound *bound) {
    struct device *device = bound->player->device;
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 2 * WORD};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = SETS,
                                             .pSetLayouts = bound->layouts,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &range};
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &bound->layout),
                &bound->layout);
}

static VkResult make_pipeline(struct bound *bound) {
    struct device *device = bound->player->device;
    uint32_t words[COUNT(constants_words)];
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                  .pName = "main"},
                                        .layout = bound->layout};
    memcpy(words, constants_words, sizeof words);
    for (uint32_t i = 3; i < COUNT(words); i++)
        if (words[i - 3] == OP_DECORATE && words[i - 1] == DESCRIPTOR_SET) words[i] = 1;
    if (!module_make("module", device, words, sizeof words, &info.stage.module)) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = made(device->CreateComputePipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"),
                                                          &bound->pipeline),
                           &bound->pipeline);
    module_end(device, info.stage.module);
    return result;
}

// The third offset is the second set's.
static void run(struct bound *bound) {
    struct player *player = bound->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const uint32_t offsets[DYNAMIC] = {0, RANGE, 2 * RANGE}, pushed[] = {0, FIRST_NUMBER};
    uint32_t words[BYTES / WORD] = {0};
    if (!buffer_write("write", device, &bound->buffer, words)) return;
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bound->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bound->layout, 0, SETS, bound->sets, DYNAMIC,
                                  offsets);
    device->CmdPushConstants(commands, bound->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof pushed, pushed);
    device->CmdDispatch(commands, 1, 1, 1);
    barrier(device, commands);
    if (device->EndCommandBuffer(commands) != VK_SUCCESS || !states_run(player, commands)) return;
    if (!buffer_read("read", device, &bound->buffer, words)) return;
    find(player, "shaders.offset", words[offsets[2] / WORD + 2]);
    find(player, "shaders.other_offset", words[offsets[1] / WORD + 2]);
}

static void end(struct bound *bound) {
    struct device *device = bound->player->device;
    device->DestroyPipeline(device->handle, bound->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, bound->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(device->handle, bound->pool, callbacks_of("descriptor pool"));
    for (int i = 0; i < SETS; i++)
        device->DestroyDescriptorSetLayout(device->handle, bound->layouts[i], callbacks_of("set layout"));
}

void states_of_offsets(struct player *player) {
    struct device *device = player->device;
    struct bound bound = {.player = player};
    if (!(device->can & VK_QUEUE_COMPUTE_BIT) || player->is_lost) return;
    if (!buffer_make("buffer", device, &bound.buffer, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (make_set_layouts(&bound) == VK_SUCCESS && make_sets(&bound) == VK_SUCCESS) {
        write_sets(&bound);
        if (make_layout(&bound) == VK_SUCCESS && make_pipeline(&bound) == VK_SUCCESS) run(&bound);
    }
    end(&bound);
    buffer_end(device, &bound.buffer);
}
