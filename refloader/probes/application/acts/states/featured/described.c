#include "described.h"

static uint32_t count_of(const struct described *descriptor) { return descriptor->count > 0 ? descriptor->count : 1; }

static VkResult make_layout(struct description *description, const struct described *descriptors, uint32_t count) {
    struct device *device = description->player->device;
    VkDescriptorSetLayoutBinding bindings[MOST_DESCRIPTORS];
    for (uint32_t i = 0; i < count; i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){i, descriptors[i].type, count_of(&descriptors[i]), VK_SHADER_STAGE_COMPUTE_BIT, descriptors[i].fixed};
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = bindings};
    VkResult result = made(device->CreateDescriptorSetLayout(device->handle, &set, callbacks_of("set layout"), &description->set_layout),
                           &description->set_layout);
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &description->set_layout};
    if (result != VK_SUCCESS) return result;
    return made(device->CreatePipelineLayout(device->handle, &layout, callbacks_of("pipeline layout"), &description->layout),
                &description->layout);
}

// A sampler of several planes may need several descriptors of the pool: there is room for them.
static VkResult make_set(struct description *description, const struct described *descriptors, uint32_t count) {
    struct device *device = description->player->device;
    VkDescriptorPoolSize sizes[MOST_DESCRIPTORS];
    for (uint32_t i = 0; i < count; i++) sizes[i] = (VkDescriptorPoolSize){descriptors[i].type, 4};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = count, .pPoolSizes = sizes};
    VkResult result = made(device->CreateDescriptorPool(device->handle, &pool, callbacks_of("descriptor pool"), &description->pool),
                           &description->pool);
    const VkDescriptorSetAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                             .descriptorPool = description->pool,
                                             .descriptorSetCount = 1,
                                             .pSetLayouts = &description->set_layout};
    return result == VK_SUCCESS ? device->AllocateDescriptorSets(device->handle, &one, &description->set) : result;
}

static void write_set(struct description *description, const struct described *descriptors, uint32_t count) {
    struct device *device = description->player->device;
    VkWriteDescriptorSet writes[MOST_DESCRIPTORS];
    for (uint32_t i = 0; i < count; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = description->set,
                                           .dstBinding = i,
                                           .descriptorCount = count_of(&descriptors[i]),
                                           .descriptorType = descriptors[i].type,
                                           .pBufferInfo = descriptors[i].count > 0 ? descriptors[i].buffers : &descriptors[i].buffer,
                                           .pImageInfo = &descriptors[i].image,
                                           .pTexelBufferView = &descriptors[i].view};
    device->UpdateDescriptorSets(device->handle, count, writes, 0, NULL);
}

int description_make(struct description *description, struct player *player, struct shader shader,
                     const struct described *descriptors, uint32_t count) {
    *description = (struct description){.player = player};
    if (make_layout(description, descriptors, count) != VK_SUCCESS || make_set(description, descriptors, count) != VK_SUCCESS) return 0;
    write_set(description, descriptors, count);
    return compute_pipeline_make(player->device, shader, NULL, description->layout, &description->pipeline) == VK_SUCCESS;
}

void description_end(struct description *description) {
    struct device *device = description->player->device;
    device->DestroyPipeline(device->handle, description->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(device->handle, description->layout, callbacks_of("pipeline layout"));
    device->DestroyDescriptorPool(device->handle, description->pool, callbacks_of("descriptor pool"));
    device->DestroyDescriptorSetLayout(device->handle, description->set_layout, callbacks_of("set layout"));
}

int description_run(struct description *description, uint32_t groups, uint32_t offset_count, const uint32_t *offsets) {
    struct device *device = description->player->device;
    VkCommandBuffer commands = description->player->recorder.commands;
    if (!states_begin(description->player)) return 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, description->pipeline);
    device->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, description->layout, 0, 1, &description->set, offset_count, offsets);
    device->CmdDispatch(commands, groups, 1, 1);
    return states_end(description->player);
}
