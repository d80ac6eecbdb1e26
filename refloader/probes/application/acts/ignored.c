// Structures with members that are to be ignored: they point to unreadable memory.
#include "acts.h"
#include "../resources.h"

// What the specification says is ignored may hold anything.
#define ANYTHING ((void *)(uintptr_t)0x5EED5EED5EED)

static void ignored_of_layouts(struct device *device) {
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .descriptorCount = 2,
                                            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                            .pImmutableSamplers = ANYTHING};  // which this type does not have
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = 1,
                                            .pBindings = &binding};
    VkDescriptorSetLayout layout;
    if (ok("ignored.layout", device->CreateDescriptorSetLayout(device->handle, &info, NULL, &layout)))
        device->DestroyDescriptorSetLayout(device->handle, layout, NULL);
}

static void ignored_of_buffers(struct device *device) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = BYTES,
                               .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                               .queueFamilyIndexCount = 2,  // of no meaning where one family has it at a time
                               .pQueueFamilyIndices = ANYTHING};
    VkBuffer buffer;
    if (ok("ignored.buffer", device->CreateBuffer(device->handle, &info, NULL, &buffer)))
        device->DestroyBuffer(device->handle, buffer, NULL);
}

static void ignored_of_commands(struct device *device) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .pInheritanceInfo = ANYTHING};  // which a primary command buffer does not have
    struct recorder recorder;
    if (!recorder_make("ignored", device, &recorder)) return;
    if (ok("ignored.begin", device->BeginCommandBuffer(recorder.commands, &info)))
        device->EndCommandBuffer(recorder.commands);
    recorder_end(device, &recorder);
}

void use_ignored_members(struct device *device) {
    ignored_of_layouts(device);
    ignored_of_buffers(device);
    ignored_of_commands(device);
}
