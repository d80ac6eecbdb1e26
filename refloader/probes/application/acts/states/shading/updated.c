// The act "states", sets of descriptors that are written, copied, and written over the end of a binding: what the shader
// "constants" reaches by them.
#include <string.h>

#include "shading.h"

// One call for all: a set gets a buffer and then another one, and what it has at last is copied to a second set.
static void update_both(struct shading *shading, VkDescriptorSet second, const struct buffer *other) {
    struct device *device = shading->player->device;
    const VkDescriptorBufferInfo buffers[] = {{shading->buffer.handle, 0, VK_WHOLE_SIZE},
                                              {other->handle, 0, VK_WHOLE_SIZE}};
    const VkCopyDescriptorSet copy = {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                      .srcSet = shading->binding.set,
                                      .dstSet = second,
                                      .descriptorCount = 1};
    VkWriteDescriptorSet writes[COUNT(buffers)];
    for (uint32_t i = 0; i < COUNT(buffers); i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = shading->binding.set,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = &buffers[i]};
    device->UpdateDescriptorSets(device->handle, COUNT(writes), writes, 1, &copy);
}

// Whether a shader writes to the other buffer by the second set.
static void dispatch_to(struct shading *shading, VkDescriptorSet second, struct buffer *other, const char *what) {
    struct device *device = shading->player->device;
    memset(shading->words, 0, sizeof shading->words);
    if (!buffer_write("write", device, other, shading->words) || !shading_begin(shading, 0)) return;
    device->CmdBindDescriptorSets(shading->player->recorder.commands, VK_PIPELINE_BIND_POINT_COMPUTE, shading->layout,
                                  0, 1, &second, 0, NULL);
    shading_push(shading, 0, FIRST_NUMBER);
    shading_dispatch(shading, 1);
    if (shading_end(shading) && buffer_read("read", device, other, shading->words))
        find(shading->player, what, shading->words[2]);
}

// The first set gets its own buffer back: what it has been bound with is nothing of the second one's.
static void update_back(struct shading *shading) {
    struct device *device = shading->player->device;
    const VkDescriptorBufferInfo whole = {shading->buffer.handle, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = shading->binding.set,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                        .pBufferInfo = &whole};
    device->UpdateDescriptorSets(device->handle, 1, &write, 0, NULL);
}

static void with_copy(struct shading *shading, VkDescriptorSet second, struct buffer *other) {
    update_both(shading, second, other);
    update_back(shading);
    dispatch_to(shading, second, other, "shaders.copied_set");
}

// ---- a write that goes on in the next binding

static VkResult make_wide_layout(struct device *device, VkDescriptorSetLayout *to) {
    VkDescriptorSetLayoutBinding bindings[2];
    for (uint32_t i = 0; i < COUNT(bindings); i++)
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                     .descriptorCount = 1,
                                                     .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = COUNT(bindings),
                                                  .pBindings = bindings};
    return device->CreateDescriptorSetLayout(device->handle, &info, callbacks_of("set layout"), to);
}

// Both bindings have the first buffer; then one write of two descriptors gives the second one another, which the
// shader's set gets from there.
static void update_on(struct shading *shading, VkDescriptorSet wide, VkDescriptorSet second, const struct buffer *other) {
    struct device *device = shading->player->device;
    const VkDescriptorBufferInfo first = {shading->buffer.handle, 0, VK_WHOLE_SIZE},
                                 both[] = {first, {other->handle, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[3];
    for (uint32_t i = 0; i < COUNT(writes); i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = wide,
                                           .dstBinding = i == 1,
                                           .descriptorCount = i == 2 ? 2 : 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = i == 2 ? both : &first};
    const VkCopyDescriptorSet copy = {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                      .srcSet = wide,
                                      .srcBinding = 1,
                                      .dstSet = second,
                                      .descriptorCount = 1};
    device->UpdateDescriptorSets(device->handle, COUNT(writes), writes, 0, NULL);
    device->UpdateDescriptorSets(device->handle, 0, NULL, 1, &copy);
}

static void with_next_binding(struct shading *shading, VkDescriptorSet second, struct buffer *other) {
    struct device *device = shading->player->device;
    VkDescriptorSetLayout layout = NULL;
    VkDescriptorSet wide = NULL;
    if (make_wide_layout(device, &layout) != VK_SUCCESS) return;
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = shading->binding.pool,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &layout};
    if (device->AllocateDescriptorSets(device->handle, &info, &wide) == VK_SUCCESS) {
        update_on(shading, wide, second, other);
        dispatch_to(shading, second, other, "shaders.next_binding");
        device->FreeDescriptorSets(device->handle, shading->binding.pool, 1, &wide);
    }
    device->DestroyDescriptorSetLayout(device->handle, layout, callbacks_of("set layout"));
}

void shading_with_sets(struct shading *shading) {
    struct device *device = shading->player->device;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = shading->binding.pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &shading->binding.layout};
    VkDescriptorSet second = NULL;
    struct buffer other;
    if (!buffer_make("buffer", device, &other, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)) return;
    if (device->AllocateDescriptorSets(device->handle, &info, &second) == VK_SUCCESS) {
        with_copy(shading, second, &other);
        with_next_binding(shading, second, &other);
        device->FreeDescriptorSets(device->handle, shading->binding.pool, 1, &second);
    }
    buffer_end(device, &other);
}
