// What a layer submits of its own where an application presents. The entity below is slow: what has been submitted is pending
// until somebody waits for it. See effects.h.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "../carried/carried.h"
#include "effects.h"

#define FRAMES 6U
#define IMAGES 3U
#define FIRST_IMAGE 0x51A00U
#define MOST_BUFFERS 64U
#define MOST_INVALID 8U
#define PATIENCE 3U  // questions about a fence, after which its submission is over
#define SIMULTANEOUS_USE 4U

// ---- below: command buffers and what is invalid

static pthread_mutex_t below_lock = PTHREAD_MUTEX_INITIALIZER;
static struct buffer {
    uint64_t handle, fence;
    int is_pending, is_simultaneous;
} buffers[MOST_BUFFERS];
static uint32_t buffer_count, image, asked, newer_is_enabled;
static char invalid[MOST_INVALID][128];
static uint32_t invalid_count;

static void note_invalid(const char *command, const char *what) {
    char text[sizeof invalid[0]];
    snprintf(text, sizeof text, "%s %s", command, what);
    for (uint32_t i = 0; i < invalid_count; i++)
        if (strcmp(invalid[i], text) == 0) return;
    if (invalid_count < MOST_INVALID) memcpy(invalid[invalid_count++], text, sizeof text);
}

static struct buffer *buffer_of(uint64_t handle) {
    for (uint32_t i = 0; i < buffer_count; i++)
        if (buffers[i].handle == handle) return &buffers[i];
    if (buffer_count == MOST_BUFFERS) return NULL;
    buffers[buffer_count] = (struct buffer){.handle = handle};
    return &buffers[buffer_count++];
}

// 0: all of them.
static void come_to_an_end(uint64_t fence) {
    for (uint32_t i = 0; i < buffer_count; i++)
        if (fence == 0 || buffers[i].fence == fence) buffers[i].is_pending = 0;
}

static int is_pending(uint64_t fence) {
    for (uint32_t i = 0; i < buffer_count; i++)
        if (buffers[i].is_pending && buffers[i].fence == fence) return 1;
    return 0;
}

// VUID-vkBeginCommandBuffer-commandBuffer-00049, VUID-vkResetCommandBuffer-commandBuffer-00045
static void begin_below(const char *name, const uint64_t *a) {
    struct buffer *buffer = buffer_of(a[0]);
    if (buffer == NULL) return;
    if (buffer->is_pending) note_invalid(name, "is called for a command buffer that is pending");
    if (strcmp(name, "vkBeginCommandBuffer") == 0)
        buffer->is_simultaneous = (POINTER(const VkCommandBufferBeginInfo, a[1])->flags & SIMULTANEOUS_USE) != 0;
}

// VUID-vkQueueSubmit-pCommandBuffers-00071, and the same of vkQueueSubmit2
static void submit_below(const char *name, uint64_t commands, uint64_t fence) {
    struct buffer *buffer = buffer_of(commands);
    if (buffer == NULL) return;
    if (buffer->is_pending && !buffer->is_simultaneous)
        note_invalid(name, "submits a command buffer that is pending and may not be used simultaneously");
    buffer->is_pending = 1;
    buffer->fence = fence;
}

// ---- below: binary semaphores, each signaled and waited for by turns

#define MOST_SEMAPHORES 64U

static struct semaphore {
    uint64_t handle;
    int is_signaled, is_unclear;
} semaphores[MOST_SEMAPHORES];
static uint32_t semaphore_count;

// One that was made before these calls, as with the device, is not among them: it may be a timeline.
static struct semaphore *semaphore_of(uint64_t handle) {
    for (uint32_t i = 0; i < semaphore_count; i++)
        if (semaphores[i].handle == handle) return &semaphores[i];
    return NULL;
}

// What has anything on pNext may be a timeline, or another program's as well.
static void make_semaphore(const uint64_t *a) {
    uint64_t handle = *POINTER(uint64_t, a[3]);
    struct semaphore *made = semaphore_of(handle);
    if (made == NULL && semaphore_count < MOST_SEMAPHORES) made = &semaphores[semaphore_count++];
    if (made == NULL) return;
    *made = (struct semaphore){.handle = handle, .is_unclear = POINTER(const VkSemaphoreCreateInfo, a[1])->pNext != NULL};
}

static void signaled_elsewhere(uint64_t handle) {
    struct semaphore *semaphore = semaphore_of(handle);
    if (semaphore != NULL) semaphore->is_unclear = 1;
}

struct import {  // the first members of VkImportSemaphoreFdInfoKHR
    VkStructureType sType;
    const void *pNext;
    VkSemaphore semaphore;
};

// Signals that come from elsewhere: of a payload that is imported, and of sparse binding.
static void signals_elsewhere(const char *name, const uint64_t *a) {
    if (strcmp(name, "vkImportSemaphoreFdKHR") == 0)
        signaled_elsewhere((uint64_t)(uintptr_t)POINTER(const struct import, a[1])->semaphore);
    if (strcmp(name, "vkQueueBindSparse") != 0) return;
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkBindSparseInfo *info = &POINTER(const VkBindSparseInfo, a[2])[i];
        for (uint32_t j = 0; j < info->waitSemaphoreCount; j++) signaled_elsewhere((uint64_t)(uintptr_t)info->pWaitSemaphores[j]);
        for (uint32_t j = 0; j < info->signalSemaphoreCount; j++) signaled_elsewhere((uint64_t)(uintptr_t)info->pSignalSemaphores[j]);
    }
}

// VUID-vkQueueSubmit-pWaitSemaphores-03238, VUID-vkQueuePresentKHR-pWaitSemaphores-03268
static void wait_below(const char *name, uint64_t handle) {
    struct semaphore *semaphore = semaphore_of(handle);
    if (semaphore == NULL || semaphore->is_unclear) return;
    if (!semaphore->is_signaled) note_invalid(name, "waits for a semaphore that nothing before it has signaled");
    semaphore->is_signaled = 0;
}

// VUID-vkQueueSubmit-pSignalSemaphores-00067, VUID-vkAcquireNextImageKHR-semaphore-01286
static void signal_below(const char *name, uint64_t handle) {
    struct semaphore *semaphore = semaphore_of(handle);
    if (semaphore == NULL || semaphore->is_unclear) return;
    if (semaphore->is_signaled) note_invalid(name, "signals a semaphore that is signaled and that nothing has waited for");
    semaphore->is_signaled = 1;
}

#define HANDLE(object) ((uint64_t)(uintptr_t)(object))

static void look_at_presentation(const char *name, const VkPresentInfoKHR *info) {
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) wait_below(name, HANDLE(info->pWaitSemaphores[i]));
}

// ---- below: calls

static void look_at_submit(const char *name, const uint64_t *a) {
    const VkSubmitInfo *infos = POINTER(const VkSubmitInfo, a[2]);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++)
            if (infos[i].pWaitDstStageMask[j] == 0 && !newer_is_enabled)  // VUID-VkSubmitInfo-pWaitDstStageMask-03937
                note_invalid(name, "waits for a semaphore in no stage, which synchronization2 alone allows");
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++) wait_below(name, HANDLE(infos[i].pWaitSemaphores[j]));
        for (uint32_t j = 0; j < infos[i].signalSemaphoreCount; j++) signal_below(name, HANDLE(infos[i].pSignalSemaphores[j]));
        for (uint32_t j = 0; j < infos[i].commandBufferCount; j++)
            submit_below(name, (uint64_t)(uintptr_t)infos[i].pCommandBuffers[j], a[3]);
    }
}

static void look_at_submit_2(const char *name, const uint64_t *a) {
    const VkSubmitInfo2 *infos = POINTER(const VkSubmitInfo2, a[2]);
    if (!newer_is_enabled) note_invalid(name, "is called for a device without synchronization2");  // VUID-vkQueueSubmit2-synchronization2-03866
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        for (uint32_t j = 0; j < infos[i].waitSemaphoreInfoCount; j++)
            wait_below(name, HANDLE(infos[i].pWaitSemaphoreInfos[j].semaphore));
        for (uint32_t j = 0; j < infos[i].signalSemaphoreInfoCount; j++)
            signal_below(name, HANDLE(infos[i].pSignalSemaphoreInfos[j].semaphore));
        for (uint32_t j = 0; j < infos[i].commandBufferInfoCount; j++)
            submit_below(name, HANDLE(infos[i].pCommandBufferInfos[j].commandBuffer), a[3]);
    }
}

static VkResult list_images(const uint64_t *a) {
    uint32_t *count = POINTER(uint32_t, a[2]), room = *count;
    *count = a[3] == 0 || room > IMAGES ? IMAGES : room;
    for (uint32_t i = 0; a[3] != 0 && i < *count; i++) POINTER(uint64_t, a[3])[i] = FIRST_IMAGE + i;
    return a[3] != 0 && room < IMAGES ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult ask_below(uint64_t fence) {
    if (is_pending(fence) && ++asked % PATIENCE != 0) return VK_NOT_READY;
    come_to_an_end(fence);
    return VK_SUCCESS;
}

static int present_below_locked(const char *name, const uint64_t *a, uint64_t *result) {
    if (strcmp(name, "vkGetFenceStatus") == 0) return *result = (uint64_t)ask_below(a[1]), 1;
    *result = VK_SUCCESS;
    if (strcmp(name, "vkGetSwapchainImagesKHR") == 0) *result = (uint64_t)list_images(a);
    else if (strcmp(name, "vkAcquireNextImageKHR") == 0) *POINTER(uint32_t, a[5]) = image++ % IMAGES, signal_below(name, a[3]);
    else if (strcmp(name, "vkAcquireNextImage2KHR") == 0)
        *POINTER(uint32_t, a[2]) = image++ % IMAGES, signal_below(name, HANDLE(POINTER(const VkAcquireNextImageInfoKHR, a[1])->semaphore));
    else if (strcmp(name, "vkCreateSemaphore") == 0) answer_command(name, a, result), make_semaphore(a);
    else if (strcmp(name, "vkQueuePresentKHR") == 0) look_at_presentation(name, POINTER(const VkPresentInfoKHR, a[1]));
    else if (strcmp(name, "vkBeginCommandBuffer") == 0 || strcmp(name, "vkResetCommandBuffer") == 0) begin_below(name, a);
    else if (strcmp(name, "vkQueueSubmit") == 0) look_at_submit(name, a);
    else if (strncmp(name, "vkQueueSubmit2", 14) == 0) look_at_submit_2(name, a);
    else if (strcmp(name, "vkWaitForFences") == 0)
        for (uint32_t i = 0; i < (uint32_t)a[1]; i++) come_to_an_end(POINTER(const uint64_t, a[2])[i]);
    else if (strstr(name, "WaitIdle") != NULL || strncmp(name, "vkWaitSemaphores", 16) == 0 || strncmp(name, "vkGetSemaphoreCounter", 21) == 0)
        come_to_an_end(0);
    else return signals_elsewhere(name, a), 0;
    return 1;
}

static int present_below(const char *name, const uint64_t *a, uint64_t *result) {
    pthread_mutex_lock(&below_lock);
    int is_answered = present_below_locked(name, a, result);
    pthread_mutex_unlock(&below_lock);
    return is_answered;
}

// ---- above

struct showing {
    VkDevice device;
    VkQueue queue;
    VkSwapchainKHR swapchain;
    VkSemaphore ready, drawn[2];
};

static VkSurfaceKHR make_surface(const struct effects *effects) {
    const VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkSurfaceKHR made = (VkSurfaceKHR)0;
    PFN_vkCreateHeadlessSurfaceEXT create =
        (PFN_vkCreateHeadlessSurfaceEXT)instance_function(&effects->instance, "vkCreateHeadlessSurfaceEXT");
    if (create != NULL) create((VkInstance)effects->instance.upper, &info, NULL, &made);
    return made;
}

static int make_showing(const struct effects *effects, struct showing *showing) {
    const VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                           .surface = make_surface(effects),
                                           .minImageCount = IMAGES,
                                           .imageFormat = (VkFormat)44,  // VK_FORMAT_B8G8R8A8_UNORM
                                           .imageExtent = {64, 64},
                                           .imageArrayLayers = 1,
                                           .imageUsage = 0x16,  // to copy to, to sample and to draw to
                                           .preTransform = (VkSurfaceTransformFlagBitsKHR)1,
                                           .compositeAlpha = (VkCompositeAlphaFlagBitsKHR)1,
                                           .presentMode = (VkPresentModeKHR)2,
                                           .clipped = VK_TRUE};
    const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    PFN_vkCreateSwapchainKHR create = (PFN_vkCreateSwapchainKHR)any_of_device(effects, "vkCreateSwapchainKHR");
    PFN_vkCreateSemaphore make = (PFN_vkCreateSemaphore)any_of_device(effects, "vkCreateSemaphore");
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)any_of_device(effects, "vkGetDeviceQueue");
    *showing = (struct showing){.device = (VkDevice)effects->device.upper};
    if (create == NULL || make == NULL || get == NULL || info.surface == (VkSurfaceKHR)0) return 0;
    get(showing->device, 0, 0, &showing->queue);
    if (create(showing->device, &info, NULL, &showing->swapchain) != VK_SUCCESS) return 0;
    make(showing->device, &semaphore, NULL, &showing->ready);
    for (int i = 0; i < 2; i++) make(showing->device, &semaphore, NULL, &showing->drawn[i]);
    return showing->queue != NULL;
}

static VkResult show_frame(const struct effects *effects, const struct showing *showing) {
    const VkPipelineStageFlags stage = 0x10000;
    uint32_t index = 0;
    PFN_vkAcquireNextImageKHR acquire = (PFN_vkAcquireNextImageKHR)any_of_device(effects, "vkAcquireNextImageKHR");
    PFN_vkQueueSubmit submit = (PFN_vkQueueSubmit)any_of_device(effects, "vkQueueSubmit");
    PFN_vkQueuePresentKHR present = (PFN_vkQueuePresentKHR)any_of_device(effects, "vkQueuePresentKHR");
    VkResult result = acquire(showing->device, showing->swapchain, ~0ULL, showing->ready, (VkFence)0, &index);
    const VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .waitSemaphoreCount = 1, .pWaitSemaphores = &showing->ready,
                               .pWaitDstStageMask = &stage, .signalSemaphoreCount = 2, .pSignalSemaphores = showing->drawn};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, .waitSemaphoreCount = 2, .pWaitSemaphores = showing->drawn,
                                   .swapchainCount = 1, .pSwapchains = &showing->swapchain, .pImageIndices = &index};
    if (result == VK_SUCCESS) result = submit(showing->queue, 1, &work, (VkFence)0);
    return result == VK_SUCCESS ? present(showing->queue, &info) : result;
}

static void present_all(const struct effects *effects) {
    struct showing showing;
    uint32_t shown = 0;
    newer_is_enabled = (uint32_t)effects->has_synchronization2;
    carried = present_below;
    if (!make_showing(effects, &showing)) return;
    while (shown < FRAMES && show_frame(effects, &showing) == VK_SUCCESS) shown++;
    open_answer("presentation");
    say_number("shown", shown);
    open_list("invalid");
    for (uint32_t i = 0; i < invalid_count; i++) say_text(NULL, invalid[i]);
    close_list();
    close_answer();
}

// In a process of its own: no swapchain is real, and a layer may need more of one.
void probe_presentation(const struct effects *effects) {
    if (effects->device.upper == NULL || own_of_device(effects, "vkQueuePresentKHR") == NULL) return;
    pid_t child = fork();
    if (child == 0) {
        die_quietly();
        present_all(effects);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}
