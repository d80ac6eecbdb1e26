// Calls that come down and do not do there what they are for: messengers, caches, submissions, groups and formats.
#include "mock_layer.h"

#define MESSENGER_CREATE_INFO 1000128004
#define VERBOSE_AND_INFO 0x11
#define PERFORMANCE 4
#define VENDOR_IN_HEADER 8

// ---- messengers

VkResult layer_CreateDebugUtilsMessengerEXT(VkInstance instance, const VkDebugUtilsMessengerCreateInfoEXT *info,
                                            const VkAllocationCallbacks *allocator, VkDebugUtilsMessengerEXT *messenger) {
    const struct link *link = entered("vkCreateDebugUtilsMessengerEXT", instance);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkDebugUtilsMessengerCreateInfoEXT changed = *info;
    if (violates("LLP_LAYER_1_severity")) changed.messageSeverity |= VERBOSE_AND_INFO;
    if (violates("LLP_LAYER_2_stale")) keep_messenger(info);
    return NEXT(link, vkCreateDebugUtilsMessengerEXT)(link->handle, &changed, allocator, messenger);
}

void layer_SubmitDebugUtilsMessageEXT(VkInstance instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                      VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data) {
    const struct link *link = entered("vkSubmitDebugUtilsMessageEXT", instance);
    if (link == NULL) return;
    VkDebugUtilsMessengerCallbackDataEXT changed = *data;
    if (violates("LLP_LAYER_1_objects")) changed.objectCount = 0;
    if (violates("LLP_LAYER_1_doubled")) NEXT(link, vkSubmitDebugUtilsMessageEXT)(link->handle, severity, types, data);
    NEXT(link, vkSubmitDebugUtilsMessageEXT)(link->handle, severity, types, &changed);
}

// The chain without the messenger, to be put together again.
const void *without_messenger(struct base **before, const void *chain) {
    *before = NULL;
    if (!violates("LLP_LAYER_1_unheard")) return chain;
    if (chain != NULL && (int)((const struct base *)chain)->sType == MESSENGER_CREATE_INFO) return ((const struct base *)chain)->pNext;
    *before = before_on_chain(chain, MESSENGER_CREATE_INFO);
    return chain;
}

// ---- caches

void change_cache_data(unsigned char *data, size_t size) {
    if (data != NULL && size > VENDOR_IN_HEADER && violates("LLP_LAYER_1_header")) data[VENDOR_IN_HEADER] ^= 1;
    if (data != NULL && size > 0 && violates("LLP_LAYER_2_payload")) data[size - 1] ^= 1;
}

VkResult layer_MergePipelineCaches(VkDevice device, uint64_t to, uint32_t count, const uint64_t *from) {
    const struct link *link = entered("vkMergePipelineCaches", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return violates("LLP_LAYER_1_merged") ? VK_SUCCESS : NEXT(link, vkMergePipelineCaches)(link->handle, to, count, from);
}

// Validation caches of the layer's own: headers without anything behind them.
static const uint32_t own_cache[6] = {sizeof own_cache, 1};

VkResult layer_CreateValidationCacheEXT(VkDevice device, const void *info, const VkAllocationCallbacks *allocator, uint64_t *cache) {
    (void)info, (void)allocator;
    if (entered("vkCreateValidationCacheEXT", device) == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    *cache = (uintptr_t)own_cache;
    return VK_SUCCESS;
}

void layer_DestroyValidationCacheEXT(VkDevice device, uint64_t cache, const VkAllocationCallbacks *allocator) {
    (void)allocator;
    entered("vkDestroyValidationCacheEXT", device);
    if (violates("LLP_LAYER_1_no_cache") && *(const volatile uint32_t *)(uintptr_t)cache == 0) trace("an empty cache");
}

VkResult layer_MergeValidationCachesEXT(VkDevice device, uint64_t to, uint32_t count, const uint64_t *from) {
    (void)to, (void)count, (void)from;
    return entered("vkMergeValidationCachesEXT", device) == NULL ? VK_ERROR_INITIALIZATION_FAILED : VK_SUCCESS;
}

VkResult layer_GetValidationCacheDataEXT(VkDevice device, uint64_t cache, size_t *size, void *data) {
    (void)cache;
    if (entered("vkGetValidationCacheDataEXT", device) == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    size_t room = *size;
    int fits = data == NULL || room >= sizeof own_cache;
    *size = fits ? sizeof own_cache : 0;
    if (data == NULL) return VK_SUCCESS;
    memcpy(data, own_cache, fits ? sizeof own_cache : 0);
    if (fits && violates("LLP_LAYER_1_version")) memset((char *)data + sizeof own_cache[0], 0, sizeof own_cache[0]);
    return fits || violates("LLP_LAYER_1_cut") ? VK_SUCCESS : VK_INCOMPLETE;
}

// ---- submissions

#define MOST_STAGES 16U

// The stages of several waits the other way round.
#define TIMELINE_SUBMIT 1000207003

// All timelines are waited for with the value of the first one. The structure is the first on pNext, or nothing changes.
static void take_first_value(VkSubmitInfo *info) {
    static _Thread_local struct timelines {
        struct base head;
        uint32_t wait_count;
        const uint64_t *waits;
        uint32_t signal_count;
        const uint64_t *signals;
    } lower;
    static _Thread_local uint64_t first[MOST_STAGES];
    const struct timelines *given = info->pNext;
    if (given == NULL || (int)given->head.sType != TIMELINE_SUBMIT || given->wait_count == 0 || given->wait_count > MOST_STAGES) return;
    for (uint32_t i = 0; i < given->wait_count; i++) first[i] = given->waits[0];
    lower = *given;
    lower.waits = first;
    info->pNext = &lower;
}

// No work comes before what is signaled.
static void signal_before_all(void *submit_info) {
    static _Thread_local VkSemaphoreSubmitInfo signals[MOST_STAGES];
    VkSubmitInfo2 *info = submit_info;
    if (info->signalSemaphoreInfoCount > MOST_STAGES) return;
    for (uint32_t i = 0; i < info->signalSemaphoreInfoCount; i++) {
        signals[i] = info->pSignalSemaphoreInfos[i];
        signals[i].stageMask = 0;
    }
    info->pSignalSemaphoreInfos = signals;
}

void turn_stages(const char *command, void *submit_info) {
    static _Thread_local VkPipelineStageFlags turned[MOST_STAGES];
    if (violates("LLP_LAYER_1_one_value") && strcmp(command, "vkQueueSubmit") == 0) take_first_value(submit_info);
    if (violates("LLP_LAYER_1_signals_first") && strcmp(command, "vkQueueSubmit2") == 0) signal_before_all(submit_info);
    if (!violates("LLP_LAYER_1_stages") || strcmp(command, "vkQueueSubmit") != 0) return;
    VkSubmitInfo *info = submit_info;
    uint32_t count = info->waitSemaphoreCount;
    if (count > MOST_STAGES || info->pWaitDstStageMask == NULL) return;
    for (uint32_t i = 0; i < count; i++) turned[i] = info->pWaitDstStageMask[count - 1 - i];
    info->pWaitDstStageMask = turned;
}

// As if it were a submission of nothing but the fence.
VkResult layer_QueueBindSparse(VkQueue queue, uint32_t count, const void *infos, VkFence fence) {
    const struct link *link = entered("vkQueueBindSparse", queue);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_empty") && count == 0) return VK_SUCCESS;
    if (violates("LLP_LAYER_1_unsignaled")) return NEXT(link, vkQueueSubmit)(unwrap(queue), 0, NULL, fence);
    return NEXT(link, vkQueueBindSparse)(unwrap(queue), count, infos, violates("LLP_LAYER_1_unfenced") ? (VkFence)0 : fence);
}

// ---- answers

void change_groups(uint32_t count, VkPhysicalDeviceGroupProperties *groups) {
    for (uint32_t i = 0; violates("LLP_LAYER_1_truth") && i < count; i++) groups[i].subsetAllocation = 7;
    for (uint32_t i = 0; violates("LLP_LAYER_1_same_group") && i < count; i++) groups[i].physicalDevices[0] = groups[0].physicalDevices[0];
}

VkResult layer_GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice device, VkFormat format, VkImageType type, VkImageTiling tiling,
                                                      VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *to) {
    const struct link *link = entered("vkGetPhysicalDeviceImageFormatProperties", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = NEXT(link, vkGetPhysicalDeviceImageFormatProperties)(unwrap(device), format, type, tiling, usage, flags, to);
    return result == VK_ERROR_FORMAT_NOT_SUPPORTED && violates("LLP_LAYER_1_supported") ? VK_SUCCESS : result;
}
