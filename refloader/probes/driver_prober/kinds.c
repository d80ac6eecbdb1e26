// See kinds.h.
#include "kinds.h"

#include "../../native/generated/vk_core.h"

typedef VkResult (*creation)(VkDevice, const void *info, const VkAllocationCallbacks *, uint64_t *handle);
typedef void (*destruction)(VkDevice, uint64_t handle, const VkAllocationCallbacks *);

static const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
static const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
static const VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                          .size = 4096,
                                          .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
static const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
static const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
static const VkDescriptorSetLayoutCreateInfo layout = {
    .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
static const VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};

static const VkEventCreateInfo event = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
static const VkQueryPoolCreateInfo queries = {
    .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION, .queryCount = 4};
static const VkImageCreateInfo image = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                        .imageType = VK_IMAGE_TYPE_2D,
                                        .format = VK_FORMAT_R8G8B8A8_UNORM,
                                        .extent = {16, 16, 1},
                                        .mipLevels = 1,
                                        .arrayLayers = 1,
                                        .samples = VK_SAMPLE_COUNT_1_BIT,
                                        .tiling = VK_IMAGE_TILING_OPTIMAL,
                                        .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
static const VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .maxLod = 1};
static const VkPipelineLayoutCreateInfo pipeline_layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
static const VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4};
static const VkDescriptorPoolCreateInfo descriptors = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                       .maxSets = 4,
                                                       .poolSizeCount = 1,
                                                       .pPoolSizes = &pool_size};
static const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS};
static const VkRenderPassCreateInfo render_pass = {
    .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .subpassCount = 1, .pSubpasses = &subpass};

const struct kind kinds[KINDS] = {
    {"fence", "vkCreateFence", "vkDestroyFence", &fence},
    {"semaphore", "vkCreateSemaphore", "vkDestroySemaphore", &semaphore},
    {"buffer", "vkCreateBuffer", "vkDestroyBuffer", &buffer},
    {"memory", "vkAllocateMemory", "vkFreeMemory", &memory},
    {"command_pool", "vkCreateCommandPool", "vkDestroyCommandPool", &pool},
    {"set_layout", "vkCreateDescriptorSetLayout", "vkDestroyDescriptorSetLayout", &layout},
    {"pipeline_cache", "vkCreatePipelineCache", "vkDestroyPipelineCache", &cache},
    {"event", "vkCreateEvent", "vkDestroyEvent", &event},
    {"query_pool", "vkCreateQueryPool", "vkDestroyQueryPool", &queries},
    {"image", "vkCreateImage", "vkDestroyImage", &image},
    {"sampler", "vkCreateSampler", "vkDestroySampler", &sampler},
    {"pipeline_layout", "vkCreatePipelineLayout", "vkDestroyPipelineLayout", &pipeline_layout},
    {"descriptor_pool", "vkCreateDescriptorPool", "vkDestroyDescriptorPool", &descriptors},
    {"render_pass", "vkCreateRenderPass", "vkDestroyRenderPass", &render_pass},
};

VkResult kind_make(VkInstance instance, VkDevice device, const struct kind *kind,
                   const VkAllocationCallbacks *allocator, uint64_t *handle) {
    creation create = (creation)device_function(instance, device, kind->create);
    *handle = 0;
    return create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(device, kind->info, allocator, handle);
}

void kind_end(VkInstance instance, VkDevice device, const struct kind *kind, const VkAllocationCallbacks *allocator,
              uint64_t handle) {
    destruction destroy = (destruction)device_function(instance, device, kind->destroy);
    if (destroy != NULL) destroy(device, handle, allocator);
}
