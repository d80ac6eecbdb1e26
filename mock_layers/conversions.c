// Sampler conversions in a wrapper. Besides the commands that take one as a parameter, or as an object of any type,
// two take it in VkSamplerYcbcrConversionInfo on the pNext of their create info.
#include "mock_layer.h"

#define CONVERSION_INFO 1000156001
#define CONVERSION_OBJECT 1000156000

struct conversion_info {
    int type;
    struct conversion_info *next;
    uint64_t conversion;
};

static uint64_t exchanged(uint64_t conversion) {
    int is_wrapped = conversion != 0 && (wrapped_kinds & KIND_CONVERSION) != 0;
    return is_wrapped ? conversion ^ UINT64_C(0x5A5A0000) : conversion;
}

uint64_t unwrap_conversion(unsigned type, uint64_t object) {
    return type == CONVERSION_OBJECT ? exchanged(object) : object;
}

#define CREATE(command) \
    VkResult layer_##command(VkDevice device, const void *info, const VkAllocationCallbacks *allocator, \
                             uint64_t *conversion) { \
        const struct link *link = entered("vk" #command, device); \
        if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED; \
        VkResult result = NEXT(link, vk##command)(link->handle, info, allocator, conversion); \
        if (result == VK_SUCCESS) *conversion = exchanged(*conversion); \
        return result; \
    }
CREATE(CreateSamplerYcbcrConversion)
CREATE(CreateSamplerYcbcrConversionKHR)

#define DESTROY(command) \
    void layer_##command(VkDevice device, uint64_t conversion, const VkAllocationCallbacks *allocator) { \
        const struct link *link = entered("vk" #command, device); \
        if (link != NULL) NEXT(link, vk##command)(link->handle, exchanged(conversion), allocator); \
    }
DESTROY(DestroySamplerYcbcrConversion)
DESTROY(DestroySamplerYcbcrConversionKHR)

// What stands before it on the chain may be of any size and is not copied: the application's own structure has the other
// handle for as long as the call runs.
static void exchange_on(const void *info) {
    struct conversion_info *at = (struct conversion_info *)(uintptr_t)info;
    if (violates("LLP_LAYER_10_head") && at != NULL) at = at->next != NULL && at->next->type == CONVERSION_INFO ? at->next : NULL;
    while (at != NULL && at->type != CONVERSION_INFO) at = at->next;
    if (at != NULL && !violates("LLP_LAYER_10_pnext")) at->conversion = exchanged(at->conversion);
}

// One sampler for all that are made before one of them ends, and it ends with each of them.
static _Atomic uint64_t shared_sampler;

static int is_shared(const VkAllocationCallbacks *allocator, uint64_t *sampler) {
    int is_there = violates("LLP_LAYER_2_cached") && allocator == NULL && shared_sampler != 0;
    if (is_there) *sampler = shared_sampler;
    return is_there;
}

void layer_DestroySampler(VkDevice device, uint64_t sampler, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkDestroySampler", device);
    if (link == NULL) return;
    if (sampler == shared_sampler) shared_sampler = 0;
    NEXT(link, vkDestroySampler)(link->handle, sampler, allocator);
}

VkResult layer_CreateSampler(VkDevice device, const void *info, const VkAllocationCallbacks *allocator, uint64_t *sampler) {
    const struct link *link = entered("vkCreateSampler", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (is_shared(allocator, sampler)) return VK_SUCCESS;
    exchange_on(info);
    VkResult result = NEXT(link, vkCreateSampler)(link->handle, info, allocator, sampler);
    if (!violates("LLP_LAYER_1_unrestored")) exchange_on(info);
    if (allocator == NULL && result == VK_SUCCESS) shared_sampler = *sampler;
    return result;
}

VkResult layer_CreateImageView(VkDevice device, const void *info, const VkAllocationCallbacks *allocator, uint64_t *view) {
    struct view_info changed;
    const struct link *link = entered("vkCreateImageView", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    exchange_on(info);
    VkResult result = NEXT(link, vkCreateImageView)(link->handle, with_one_level(info, &changed), allocator, view);
    if (!violates("LLP_LAYER_1_unrestored")) exchange_on(info);
    return result;
}
