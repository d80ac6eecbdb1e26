// See kinds.h.
#include "kinds.h"

#include <stdlib.h>
#include <string.h>

#include "extensions.h"
#include "../../native/generated/vk_core.h"

typedef VkResult (*creation)(VkDevice, const void *info, const VkAllocationCallbacks *, uint64_t *handle);
typedef void (*destruction)(VkDevice, uint64_t handle, const VkAllocationCallbacks *);

static const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
static const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
static const VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                          .size = 4096,
                                          .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
static VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
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
    {"fence", "vkCreateFence", "vkDestroyFence", &fence, sizeof fence},
    {"semaphore", "vkCreateSemaphore", "vkDestroySemaphore", &semaphore, sizeof semaphore},
    {"buffer", "vkCreateBuffer", "vkDestroyBuffer", &buffer, sizeof buffer},
    {"memory", "vkAllocateMemory", "vkFreeMemory", &memory, sizeof memory},
    {"command_pool", "vkCreateCommandPool", "vkDestroyCommandPool", &pool, sizeof pool},
    {"set_layout", "vkCreateDescriptorSetLayout", "vkDestroyDescriptorSetLayout", &layout, sizeof layout},
    {"pipeline_cache", "vkCreatePipelineCache", "vkDestroyPipelineCache", &cache, sizeof cache},
    {"event", "vkCreateEvent", "vkDestroyEvent", &event, sizeof event},
    {"query_pool", "vkCreateQueryPool", "vkDestroyQueryPool", &queries, sizeof queries},
    {"image", "vkCreateImage", "vkDestroyImage", &image, sizeof image},
    {"sampler", "vkCreateSampler", "vkDestroySampler", &sampler, sizeof sampler},
    {"pipeline_layout", "vkCreatePipelineLayout", "vkDestroyPipelineLayout", &pipeline_layout, sizeof pipeline_layout},
    {"descriptor_pool", "vkCreateDescriptorPool", "vkDestroyDescriptorPool", &descriptors, sizeof descriptors},
    {"render_pass", "vkCreateRenderPass", "vkDestroyRenderPass", &render_pass, sizeof render_pass},
};

static int has_events = 1, has_images = 1;

// VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD and VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD.
#define AMD 0xC0U

static void choose_memory(VkInstance instance, VkPhysicalDevice physical) {
    const VkMemoryPropertyFlags featured =
        VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | AMD;
    PFN_vkGetPhysicalDeviceMemoryProperties ask = (PFN_vkGetPhysicalDeviceMemoryProperties)instance_function(
        instance, "vkGetPhysicalDeviceMemoryProperties");
    VkPhysicalDeviceMemoryProperties found = {.memoryTypeCount = 0};
    if (ask != NULL) ask(physical, &found);
    memory.memoryTypeIndex = 0;
    for (uint32_t i = 0; i < found.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++)
        if ((found.memoryTypes[i].propertyFlags & featured) == 0) {
            memory.memoryTypeIndex = i;
            break;
        }
}

void kinds_of(VkInstance instance, VkPhysicalDevice physical) {
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = (PFN_vkGetPhysicalDeviceImageFormatProperties)instance_function(
        instance, "vkGetPhysicalDeviceImageFormatProperties");
    VkImageFormatProperties most;
    choose_memory(instance, physical);
    has_events = !device_offers(instance, physical, PORTABILITY);
    has_images = ask != NULL && ask(physical, image.format, image.imageType, image.tiling, image.usage, image.flags,
                                    &most) == VK_SUCCESS;
}

static int is_missing(const struct kind *kind) {
    return (kind->info == &event && !has_events) || (kind->info == &image && !has_images);
}

VkResult kind_make_beside_stranger(VkInstance instance, VkDevice device, const struct kind *kind, uint64_t *handle) {
    static const struct {
        int32_t type;
        const void *next;
        unsigned char rest[240];
    } stranger = {.type = 1999999000};
    static _Alignas(16) unsigned char info[512];
    if (kind->size > sizeof info) abort();
    memcpy(info, kind->info, kind->size);
    ((VkBaseInStructure *)(void *)info)->pNext = (const VkBaseInStructure *)(const void *)&stranger;
    *handle = 0;
    if (is_missing(kind)) return VK_ERROR_FEATURE_NOT_PRESENT;
    creation create = (creation)device_function(instance, device, kind->create);
    return create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(device, info, NULL, handle);
}

VkResult kind_make(VkInstance instance, VkDevice device, const struct kind *kind,
                   const VkAllocationCallbacks *allocator, uint64_t *handle) {
    creation create = (creation)device_function(instance, device, kind->create);
    *handle = 0;
    if (is_missing(kind)) return VK_ERROR_FEATURE_NOT_PRESENT;
    return create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(device, kind->info, allocator, handle);
}

void kind_end(VkInstance instance, VkDevice device, const struct kind *kind, const VkAllocationCallbacks *allocator,
              uint64_t handle) {
    destruction destroy = (destruction)device_function(instance, device, kind->destroy);
    if (destroy != NULL) destroy(device, handle, allocator);
}
