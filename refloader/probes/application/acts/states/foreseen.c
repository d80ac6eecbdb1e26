// The act "states", what is told of objects that are not made: the memory that a buffer will need is enough for the one
// that is made of the same, and a layout of one descriptor is supported.
#include "states.h"

// By what is told before, memory can be had to which the buffer can be bound.
static int is_enough(const VkMemoryRequirements *foreseen, const VkMemoryRequirements *need) {
    return foreseen->size >= need->size && foreseen->alignment > 0 && need->alignment > 0 &&
           foreseen->alignment % need->alignment == 0 && foreseen->memoryTypeBits != 0 &&
           (foreseen->memoryTypeBits & ~need->memoryTypeBits) == 0;
}

static void foresee_a_buffer(struct player *player) {
    struct device *device = player->device;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = BYTES,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT};
    const VkDeviceBufferMemoryRequirements about = {.sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS,
                                                    .pCreateInfo = &info};
    VkMemoryRequirements2 foreseen = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkMemoryRequirements need;
    VkBuffer buffer;
    PFN_vkGetDeviceBufferMemoryRequirements ask = DEVICE_COMMAND(device, GetDeviceBufferMemoryRequirements);
    if (device->api < VK_API_VERSION_1_3 || !player->has_maintenance4 || ask == NULL) return;
    if (device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), &buffer) != VK_SUCCESS) return;
    device->GetBufferMemoryRequirements(device->handle, buffer, &need);
    device->DestroyBuffer(device->handle, buffer, callbacks_of("buffer"));
    ask(device->handle, &about, &foreseen);
    find(player, "requirements.foreseen", is_enough(&foreseen.memoryRequirements, &need));
    find(player, "requirements.foreseen_alike", states_alike(&foreseen.memoryRequirements, &need));
}

static void foresee_a_layout(struct player *player) {
    struct device *device = player->device;
    const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                  .descriptorCount = 1,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = 1,
                                                  .pBindings = &binding};
    VkDescriptorSetLayoutSupport support = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT, .supported = 77};
    PFN_vkGetDescriptorSetLayoutSupport ask = DEVICE_COMMAND(device, GetDescriptorSetLayoutSupport);
    if (device->api < VK_API_VERSION_1_1 || ask == NULL) return;
    ask(device->handle, &info, &support);
    find(player, "pools.supported", support.supported == VK_TRUE);
}

void states_of_foreseen(struct player *player) {
    foresee_a_buffer(player);
    foresee_a_layout(player);
}
