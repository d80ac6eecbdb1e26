// Mistakes of a layer with swapchains, with presentations, and with what it submits of its own there.
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mock_layer.h"

// ---- swapchains

#define STORAGE 8U       // VkImageUsageFlags
#define FIFO_RELAXED 3  // VkPresentModeKHR
#define MAILBOX 1
#define HDR10 1000104008  // VkColorSpaceKHR

VkResult layer_CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                  const VkAllocationCallbacks *allocator, VkSwapchainKHR *swapchain) {
    const struct link *link = entered("vkCreateSwapchainKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static VkSwapchainCreateInfoKHR of_all_threads;
    of_all_threads = *info;
    if (violates("LLP_LAYER_1_static")) info = &of_all_threads;
    VkSwapchainCreateInfoKHR lower = *info;
    if (violates("LLP_LAYER_1_anew")) lower.oldSwapchain = (VkSwapchainKHR)0;
    if (violates("LLP_LAYER_1_usage")) lower.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if (violates("LLP_LAYER_2_mode")) lower.presentMode = (VkPresentModeKHR)FIFO_RELAXED;
    if (violates("LLP_LAYER_2_mailbox")) lower.presentMode = (VkPresentModeKHR)MAILBOX;
    if (violates("LLP_LAYER_2_colours")) lower.imageColorSpace = (VkColorSpaceKHR)HDR10;
    if (violates("LLP_LAYER_2_more_images")) lower.minImageCount += 8;
    if (violates("LLP_LAYER_2_storage")) lower.imageUsage |= STORAGE;
    int is_lower = violates("LLP_LAYER_2_storage") || violates("LLP_LAYER_2_mode") || violates("LLP_LAYER_2_more_images") ||
                   violates("LLP_LAYER_2_colours") || violates("LLP_LAYER_2_mailbox");
    if (is_lower || violates("LLP_LAYER_1_anew") || violates("LLP_LAYER_1_usage")) info = &lower;
    // To write to images that the application only shows; right would be a copy.
    if (violates("LLP_LAYER_1_swapchain"))
        ((VkSwapchainCreateInfoKHR *)(uintptr_t)info)->imageUsage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    return NEXT(link, vkCreateSwapchainKHR)(link->handle, info, allocator, swapchain);
}

// A mode more than the surface has.
VkResult layer_GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice device, VkSurfaceKHR surface, uint32_t *count,
                                                       VkPresentModeKHR *modes) {
    const struct link *link = entered("vkGetPhysicalDeviceSurfacePresentModesKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    uint32_t room = *count;
    VkResult result = NEXT(link, vkGetPhysicalDeviceSurfacePresentModesKHR)(unwrap(device), surface, count, modes);
    if (result == VK_SUCCESS && modes != NULL && violates("LLP_LAYER_1_no_fifo"))
        for (uint32_t i = 0; i < *count; i++) modes[i] = (VkPresentModeKHR)MAILBOX;
    if (result != VK_SUCCESS || !violates("LLP_LAYER_2_lists_mailbox")) return result;
    if (modes != NULL && *count == room) return VK_INCOMPLETE;
    if (modes != NULL) modes[*count] = (VkPresentModeKHR)MAILBOX;
    ++*count;
    return VK_SUCCESS;
}

// The number of images that a handle had first is given for all swapchains that get it; or one that is not there is counted;
// or too little room is.
VkResult layer_GetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain, uint32_t *count, VkImage *images) {
    static struct { VkSwapchainKHR swapchain; uint32_t count; } known[16];
    const struct link *link = entered("vkGetSwapchainImagesKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    uint32_t place = 0;
    while (place < COUNT(known) && known[place].swapchain != 0 && known[place].swapchain != swapchain) place++;
    int is_kept = violates("LLP_LAYER_1_known_images") && images == NULL && place < sizeof known / sizeof *known;
    if (is_kept && known[place].swapchain == swapchain) return *count = known[place].count, VK_SUCCESS;
    VkResult result = NEXT(link, vkGetSwapchainImagesKHR)(link->handle, swapchain, count, images);
    if (violates("LLP_LAYER_1_more_counted") && images == NULL && result == VK_SUCCESS) ++*count;
    if (is_kept && result == VK_SUCCESS) known[place].swapchain = swapchain, known[place].count = *count;
    return result == VK_INCOMPLETE && violates("LLP_LAYER_1_images") ? VK_SUCCESS : result;
}

// The index that comes with VK_SUBOPTIMAL_KHR is lost, and who only asks has to wait.
VkResult layer_AcquireNextImageKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout, VkSemaphore semaphore, VkFence fence,
                                   uint32_t *index) {
    const struct link *link = entered("vkAcquireNextImageKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_asked")) timeout = UINT64_MAX;
    VkResult result = NEXT(link, vkAcquireNextImageKHR)(link->handle, swapchain, timeout, semaphore, fence, index);
    if (violates("LLP_LAYER_1_first_image") && result > 0) *index = 0;
    return result;
}

#define ALL_COMMANDS 0x10000U
#define FENCE_CREATE_INFO 8U
#define MOST_STAGES 16U

// ---- presentations

// A batch of the layer's own that waits for what a presentation waits for, and signals it again or does not.
// A submission of the layer's own with a fence that is signaled, or that is destroyed before anybody has waited for it.
static void submit_own_fence(const struct link *link, VkQueue queue) {
    const struct {
        uint32_t type;
        const void *next;
        uint32_t is_signaled;
    } info = {.type = FENCE_CREATE_INFO, .is_signaled = (uint32_t)violates("LLP_LAYER_2_signaled")};
    VkFence fence;
    if (!violates("LLP_LAYER_2_signaled") && !violates("LLP_LAYER_2_unfinished")) return;
    if (NEXT(link, vkCreateFence)(link->handle, &info, NULL, &fence) != VK_SUCCESS) return;
    NEXT(link, vkQueueSubmit)(unwrap(queue), 0, NULL, fence);
    if (violates("LLP_LAYER_2_signaled")) NEXT(link, vkWaitForFences)(link->handle, 1, &fence, VK_TRUE, UINT64_MAX);
    NEXT(link, vkDestroyFence)(link->handle, fence, NULL);
}

static _Atomic uint32_t family_of_queue;  // threads ask for queues at once

void note_family(uint32_t family) { family_of_queue = family; }

#define MOST_IMAGES 16U

// An image that is to be presented is taken to be in another layout.
static void record_barrier(const struct link *link, VkCommandBuffer commands, const VkPresentInfoKHR *present) {
    VkImage images[MOST_IMAGES];
    uint32_t count = MOST_IMAGES;
    if (violates("LLP_LAYER_2_unbound") || violates("LLP_LAYER_2_no_levels")) use_own_image(link, commands);
    if (!violates("LLP_LAYER_2_layout")) return;
    if (NEXT(link, vkGetSwapchainImagesKHR)(link->handle, present->pSwapchains[0], &count, images) == VK_SUCCESS)
        take_for_read(link, commands, images[present->pImageIndices[0]]);
}

// Commands of the layer's own, whose pool is destroyed before anybody has waited for them, or which are wrong.
static void submit_own_commands(const struct link *link, VkQueue queue, const VkPresentInfoKHR *present) {
    const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family_of_queue};
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;
    int is_pending = violates("LLP_LAYER_2_pending");
    int is_wrong = is_pending || violates("LLP_LAYER_2_layout") || violates("LLP_LAYER_2_unbound") || violates("LLP_LAYER_2_no_levels");
    if (!is_wrong || link->SetDeviceLoaderData == NULL) return;
    if (NEXT(link, vkCreateCommandPool)(link->handle, &pool_info, NULL, &info.commandPool) != VK_SUCCESS) return;
    if (NEXT(link, vkAllocateCommandBuffers)(link->handle, &info, &commands) == VK_SUCCESS) {
        const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
        link->SetDeviceLoaderData(link->handle, commands);
        NEXT(link, vkBeginCommandBuffer)(commands, &begin);
        record_barrier(link, commands, present);
        NEXT(link, vkEndCommandBuffer)(commands);
        NEXT(link, vkQueueSubmit)(unwrap(queue), 1, &submit, (VkFence)0);
        if (!is_pending) NEXT(link, vkQueueWaitIdle)(unwrap(queue));
    }
    NEXT(link, vkDestroyCommandPool)(link->handle, info.commandPool, NULL);
}

static void submit_before_present(const struct link *link, VkQueue queue, const VkPresentInfoKHR *present) {
    static const VkPipelineStageFlags in_no_stage[MOST_STAGES];
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = present->waitSemaphoreCount,
                               .pWaitSemaphores = present->pWaitSemaphores,
                               .pWaitDstStageMask = in_no_stage,
                               .signalSemaphoreCount = present->waitSemaphoreCount,
                               .pSignalSemaphores = present->pWaitSemaphores};
    if (violates("LLP_LAYER_2_no_stage") && present->waitSemaphoreCount <= MOST_STAGES)
        NEXT(link, vkQueueSubmit)(unwrap(queue), 1, &info, (VkFence)0);
    VkPipelineStageFlags stages[MOST_STAGES];
    VkSubmitInfo again = info;
    for (uint32_t i = 0; i < MOST_STAGES; i++) stages[i] = ALL_COMMANDS;
    again.signalSemaphoreCount = 0;
    again.pWaitDstStageMask = stages;
    submit_own_fence(link, queue);
    submit_own_commands(link, queue, present);
    fill_own_buffer(link);
    if (violates("LLP_LAYER_2_waits_again") && present->waitSemaphoreCount <= MOST_STAGES)
        NEXT(link, vkQueueSubmit)(unwrap(queue), 1, &again, (VkFence)0);
}

#define MOST_SWAPCHAINS 8U

static void no_longer_there(int number) { (void)number; }

#define DEVICE_GROUP_PRESENT 1000060011
#define PRESENT_ID 1000294000

// The result is that of the last one.
static VkResult present_each(const struct link *link, VkQueue queue, const VkPresentInfoKHR *info) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < info->swapchainCount; i++) {
        VkPresentInfoKHR one = *info;
        if (i > 0) one.waitSemaphoreCount = 0;
        one.swapchainCount = 1;
        one.pSwapchains += i;
        one.pImageIndices += i;
        if (one.pResults != NULL) one.pResults += i;
        result = NEXT(link, vkQueuePresentKHR)(unwrap(queue), &one);
    }
    return result;
}

VkResult layer_QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info) {
    const struct link *link = entered("vkQueuePresentKHR", queue);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static atomic_uint presented;
    VkPresentInfoKHR lower = *info;
    if (violates("LLP_LAYER_1_lost") && ++presented % 60 == 0) return VK_SUCCESS;
    VkResult results[MOST_SWAPCHAINS];
    int has_own_results = violates("LLP_LAYER_1_outdated") && info->swapchainCount <= MOST_SWAPCHAINS;
    if (violates("LLP_LAYER_2_waits") && lower.waitSemaphoreCount > 1) lower.waitSemaphoreCount = 1;
    if (violates("LLP_LAYER_1_presented")) lower.pResults = NULL;
    if (has_own_results) lower.pResults = results;
    uint32_t indices[MOST_SWAPCHAINS];
    for (uint32_t i = 0; i < info->swapchainCount && i < MOST_SWAPCHAINS; i++) indices[i] = info->pImageIndices[0];
    if (violates("LLP_LAYER_1_indices") && info->swapchainCount <= MOST_SWAPCHAINS) lower.pImageIndices = indices;
    if (violates("LLP_LAYER_2_handler")) signal(SIGTERM, no_longer_there);
    submit_before_present(link, queue, info);
    struct base *head = violates("LLP_LAYER_1_group") ? before_on_chain(&lower, DEVICE_GROUP_PRESENT) : NULL;
    const void *taken = take_out(head);
    static const uint64_t numbers[] = {7};
    const struct {
        struct base head;
        uint32_t count;
        const uint64_t *ids;
    } of_layer = {{(VkStructureType)PRESENT_ID, lower.pNext}, 1, numbers};
    if (violates("LLP_LAYER_2_ids")) lower.pNext = &of_layer;
    VkResult result = violates("LLP_LAYER_1_last_shown") ? present_each(link, queue, &lower) : NEXT(link, vkQueuePresentKHR)(unwrap(queue), &lower);
    if (taken != NULL) head->pNext = taken;
    for (uint32_t i = 0; violates("LLP_LAYER_2_partly") && info->swapchainCount > 1 && info->pResults != NULL && i < info->swapchainCount; i++)
        if (info->pResults[i] < 0) abort();
    if (has_own_results && info->pResults != NULL && result >= 0)
        memcpy(info->pResults, results, info->swapchainCount * sizeof *results);
    for (uint32_t i = 0; violates("LLP_LAYER_1_all_shown") && info->pResults != NULL && i < info->swapchainCount; i++)
        info->pResults[i] = VK_SUCCESS;
    return violates("INTERCEPT-04_suboptimal") && result > 0 ? VK_SUCCESS : result;
}
