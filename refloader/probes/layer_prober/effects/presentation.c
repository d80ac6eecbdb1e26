// An application that presents, makes its swapchain anew and presents again: what a layer submits of its own meanwhile, and
// which swapchains and images there are. See effects.h and pending.h.
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "../carried/carried.h"
#include "effects.h"
#include "pending.h"

#define FRAMES 6U
#define FRAMES_ANEW 3U
#define IMAGES 3U
#define FIRST_IMAGE 0x51A00U
#define MOST_IMAGES 16U  // that a layer may have of its own
#define SIDE 64U
#define MOST_SWAPCHAINS 8U
#define PATIENCE 3U  // questions about a fence, after which its submission is over
#define SIMULTANEOUS_USE 4U
#define MUTABLE_FORMAT 4U
#define IN_USE (-1000000001)  // VK_ERROR_NATIVE_WINDOW_IN_USE_KHR

// ---- below: swapchains

static pthread_mutex_t below_lock = PTHREAD_MUTEX_INITIALIZER;
static struct swapchain {
    uint64_t handle;
    VkSwapchainCreateInfoKHR info;
    int is_retired, is_destroyed;
} swapchains[MOST_SWAPCHAINS];
static uint32_t swapchain_count, image, asked, newer_is_enabled;

static struct swapchain *swapchain_of(uint64_t handle) {
    for (uint32_t i = 0; i < swapchain_count; i++)
        if (swapchains[i].handle == handle && handle != 0) return &swapchains[i];
    return NULL;
}

// "A native window cannot be associated with more than one non-retired swapchain at a time."
static VkResult make_swapchain(const char *name, const uint64_t *a) {
    const VkSwapchainCreateInfoKHR *info = POINTER(const VkSwapchainCreateInfoKHR, a[1]);
    struct swapchain *old = swapchain_of(HANDLE(info->oldSwapchain));
    uint64_t result = 0;
    if (old != NULL) old->is_retired = 1;
    for (uint32_t i = 0; i < swapchain_count; i++) {
        const struct swapchain *each = &swapchains[i];
        if (!each->is_retired && !each->is_destroyed && each->info.surface == info->surface) return (VkResult)IN_USE;
    }
    answer_command(name, a, &result);
    if (swapchain_count < MOST_SWAPCHAINS)
        swapchains[swapchain_count++] = (struct swapchain){.handle = *POINTER(uint64_t, a[3]), .info = *info};
    return (VkResult)result;
}

static void destroy_swapchain(uint64_t handle) {
    struct swapchain *swapchain = swapchain_of(handle);
    if (swapchain != NULL) swapchain->is_destroyed = 1;
}

static uint64_t first_image_of(uint64_t handle) {
    const struct swapchain *swapchain = swapchain_of(handle);
    return FIRST_IMAGE + (swapchain == NULL ? 0 : 0x100 * (uint64_t)(swapchain - swapchains));
}

static VkResult list_images(const uint64_t *a) {
    uint32_t *count = POINTER(uint32_t, a[2]), room = *count;
    *count = a[3] == 0 || room > IMAGES ? IMAGES : room;
    for (uint32_t i = 0; a[3] != 0 && i < *count; i++) POINTER(uint64_t, a[3])[i] = first_image_of(a[1]) + i;
    return a[3] != 0 && room < IMAGES ? VK_INCOMPLETE : VK_SUCCESS;
}

static void fill_capabilities(VkSurfaceCapabilitiesKHR *to) {
    *to = (VkSurfaceCapabilitiesKHR){.minImageCount = 2,
                                     .maxImageCount = 8,
                                     .currentExtent = {SIDE, SIDE},
                                     .minImageExtent = {1, 1},
                                     .maxImageExtent = {4096, 4096},
                                     .maxImageArrayLayers = 1,
                                     .supportedTransforms = 1,
                                     .currentTransform = (VkSurfaceTransformFlagBitsKHR)1,
                                     .supportedCompositeAlpha = 1,
                                     .supportedUsageFlags = 0x9F};
}

// To sample, to draw and blend to, to blit and to copy.
static void fill_format(VkFormatProperties *to) { *to = (VkFormatProperties){.optimalTilingFeatures = 0xDD83}; }

// VUID-vkAcquireNextImageKHR-swapchain-01285
static VkResult acquire_below(const char *name, uint64_t handle, uint64_t semaphore, uint64_t fence, uint32_t *index) {
    const struct swapchain *swapchain = swapchain_of(handle);
    if (swapchain != NULL && swapchain->is_retired) note_invalid(name, "is called for a swapchain that is retired");
    *index = image++ % IMAGES;
    signal_semaphore(name, semaphore, (struct point){0});
    lose_fence(fence);
    return VK_SUCCESS;
}

// ---- below: submissions

static void look_at_submit(const char *name, const uint64_t *a) {
    const VkSubmitInfo *infos = POINTER(const VkSubmitInfo, a[2]);
    struct point point = submit_to(a[0]);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++)
            if (infos[i].pWaitDstStageMask[j] == 0 && !newer_is_enabled)  // VUID-VkSubmitInfo-pWaitDstStageMask-03937
                note_invalid(name, "waits for a semaphore in no stage, which synchronization2 alone allows");
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++) wait_for_semaphore(name, HANDLE(infos[i].pWaitSemaphores[j]), point);
        for (uint32_t j = 0; j < infos[i].signalSemaphoreCount; j++) signal_semaphore(name, HANDLE(infos[i].pSignalSemaphores[j]), point);
        for (uint32_t j = 0; j < infos[i].commandBufferCount; j++) submit_buffer(name, HANDLE(infos[i].pCommandBuffers[j]), point);
    }
    submit_fence(name, a[3], point);
}

static void look_at_submit_2(const char *name, const uint64_t *a) {
    const VkSubmitInfo2 *infos = POINTER(const VkSubmitInfo2, a[2]);
    struct point point = submit_to(a[0]);
    if (!newer_is_enabled) note_invalid(name, "is called for a device without synchronization2");  // VUID-vkQueueSubmit2-synchronization2-03866
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        for (uint32_t j = 0; j < infos[i].waitSemaphoreInfoCount; j++)
            wait_for_semaphore(name, HANDLE(infos[i].pWaitSemaphoreInfos[j].semaphore), point);
        for (uint32_t j = 0; j < infos[i].signalSemaphoreInfoCount; j++)
            signal_semaphore(name, HANDLE(infos[i].pSignalSemaphoreInfos[j].semaphore), point);
        for (uint32_t j = 0; j < infos[i].commandBufferInfoCount; j++)
            submit_buffer(name, HANDLE(infos[i].pCommandBufferInfos[j].commandBuffer), point);
    }
    submit_fence(name, a[3], point);
}

// What sparse binding waits for and signals, and its fence, are left out of account.
static void bind_below(const uint64_t *a) {
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkBindSparseInfo *info = &POINTER(const VkBindSparseInfo, a[2])[i];
        for (uint32_t j = 0; j < info->waitSemaphoreCount; j++) lose_semaphore(HANDLE(info->pWaitSemaphores[j]));
        for (uint32_t j = 0; j < info->signalSemaphoreCount; j++) lose_semaphore(HANDLE(info->pSignalSemaphores[j]));
    }
    lose_fence(a[3]);
}

struct import {  // the first members of VkImportSemaphoreFdInfoKHR and VkImportFenceFdInfoKHR
    VkStructureType sType;
    const void *pNext;
    uint64_t object;
};

static VkResult ask_below(uint64_t fence) {
    if (is_pending_fence(fence) && ++asked % PATIENCE != 0) return VK_NOT_READY;
    pass_fence(fence);
    return VK_SUCCESS;
}

static void look_at_presentation(const char *name, const VkPresentInfoKHR *info) {
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        wait_for_semaphore(name, HANDLE(info->pWaitSemaphores[i]), (struct point){0});
}

// ---- below: calls

#define IS(command) (strcmp(name, command) == 0)
#define BEGINS(command) (strncmp(name, command, sizeof command - 1) == 0)

// Calls that the entity below answers as in other acts, and that are noted then.
static int note_made(const char *name, const uint64_t *a, uint64_t *result) {
    if (!IS("vkCreateSemaphore") && !IS("vkCreateFence") && !IS("vkAllocateCommandBuffers")) return 0;
    answer_command(name, a, result);
    const VkCommandBufferAllocateInfo *buffers = POINTER(const VkCommandBufferAllocateInfo, a[1]);
    // What has anything on pNext may be a timeline, or another program's as well.
    if (IS("vkCreateSemaphore")) make_semaphore(*POINTER(uint64_t, a[3]), POINTER(const VkSemaphoreCreateInfo, a[1])->pNext != NULL);
    else if (IS("vkCreateFence")) make_fence(*POINTER(uint64_t, a[3]), POINTER(const VkFenceCreateInfo, a[1]));
    else own_buffers(HANDLE(buffers->commandPool), POINTER(uint64_t, a[2]), buffers->commandBufferCount);
    return 1;
}

// Calls that are noted before the entity below answers them as in other acts.
static void note_ended(const char *name, const uint64_t *a) {
    if (IS("vkDestroySemaphore")) destroy_semaphore(name, a[1]);
    else if (IS("vkDestroyFence")) destroy_fence(name, a[1]);
    else if (IS("vkDestroySwapchainKHR")) destroy_swapchain(a[1]);
    else if (IS("vkFreeCommandBuffers")) free_buffers(name, POINTER(const uint64_t, a[3]), (uint32_t)a[2]);
    else if (IS("vkResetCommandPool") || IS("vkDestroyCommandPool")) end_pool(name, a[1], IS("vkDestroyCommandPool"));
    else if (IS("vkImportSemaphoreFdKHR")) lose_semaphore(POINTER(const struct import, a[1])->object);
    else if (IS("vkImportFenceFdKHR")) lose_fence(POINTER(const struct import, a[1])->object);
    else if (IS("vkQueueBindSparse")) bind_below(a);
    else if (IS("vkGetQueryPoolResults") || IS("vkGetEventStatus") || IS("vkWaitForPresentKHR")) end_all();
}

static int present_below_locked(const char *name, const uint64_t *a, uint64_t *result) {
    if (IS("vkGetFenceStatus")) return *result = (uint64_t)ask_below(a[1]), 1;
    if (note_made(name, a, result)) return 1;
    *result = VK_SUCCESS;
    if (IS("vkGetSwapchainImagesKHR")) *result = (uint64_t)list_images(a);
    else if (IS("vkCreateSwapchainKHR")) *result = (uint64_t)make_swapchain(name, a);
    else if (IS("vkGetPhysicalDeviceSurfaceCapabilitiesKHR")) fill_capabilities(POINTER(VkSurfaceCapabilitiesKHR, a[2]));
    else if (IS("vkGetPhysicalDeviceSurfaceCapabilities2KHR"))
        fill_capabilities(&(POINTER(VkSurfaceCapabilities2KHR, a[2]))->surfaceCapabilities);
    else if (IS("vkGetPhysicalDeviceFormatProperties")) fill_format(POINTER(VkFormatProperties, a[2]));
    else if (BEGINS("vkGetPhysicalDeviceFormatProperties2")) fill_format(&(POINTER(VkFormatProperties2, a[2]))->formatProperties);
    else if (IS("vkAcquireNextImageKHR")) *result = (uint64_t)acquire_below(name, a[1], a[3], a[4], POINTER(uint32_t, a[5]));
    else if (IS("vkAcquireNextImage2KHR")) {
        const VkAcquireNextImageInfoKHR *info = POINTER(const VkAcquireNextImageInfoKHR, a[1]);
        *result = (uint64_t)acquire_below(name, HANDLE(info->swapchain), HANDLE(info->semaphore), HANDLE(info->fence), POINTER(uint32_t, a[2]));
    } else if (IS("vkQueuePresentKHR")) look_at_presentation(name, POINTER(const VkPresentInfoKHR, a[1]));
    else if (IS("vkBeginCommandBuffer"))
        begin_buffer(name, a[0], (POINTER(const VkCommandBufferBeginInfo, a[1])->flags & SIMULTANEOUS_USE) != 0);
    else if (IS("vkResetCommandBuffer")) begin_buffer(name, a[0], 0);
    else if (IS("vkQueueSubmit")) look_at_submit(name, a);
    else if (BEGINS("vkQueueSubmit2")) look_at_submit_2(name, a);
    else if (IS("vkResetFences"))
        for (uint32_t i = 0; i < (uint32_t)a[1]; i++) reset_fence(name, POINTER(const uint64_t, a[2])[i]);
    else if (IS("vkWaitForFences"))
        for (uint32_t i = 0; i < (uint32_t)a[1]; i++) pass_fence(POINTER(const uint64_t, a[2])[i]);
    else if (IS("vkQueueWaitIdle")) end_queue(a[0]);
    else if (IS("vkDeviceWaitIdle") || BEGINS("vkWaitSemaphores") || BEGINS("vkGetSemaphoreCounter")) end_all();
    else return note_ended(name, a), 0;
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
    VkSwapchainCreateInfoKHR info;
    VkSwapchainKHR swapchain;
    VkSemaphore ready, drawn[2];
    VkFence drawn_last;
};
#define OF_DEVICE(effects, name) ((PFN_vk##name)any_of_device(effects, "vk" #name))

static VkSurfaceKHR make_surface(const struct effects *effects) {
    const VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkSurfaceKHR made = (VkSurfaceKHR)0;
    PFN_vkCreateHeadlessSurfaceEXT create =
        (PFN_vkCreateHeadlessSurfaceEXT)instance_function(&effects->instance, "vkCreateHeadlessSurfaceEXT");
    if (create != NULL) create((VkInstance)effects->instance.upper, &info, NULL, &made);
    return made;
}

// What the surface is shown to have: a layer may show less than there is.
static VkExtent2D extent_of(const struct effects *effects, VkSurfaceKHR surface) {
    VkSurfaceCapabilitiesKHR capabilities = {.currentExtent = {SIDE, SIDE}};
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR ask = (PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR)instance_function(
        &effects->instance, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
    if (ask != NULL) ask(effects->physical, surface, &capabilities);
    return capabilities.currentExtent;
}

static int make_showing(const struct effects *effects, struct showing *showing) {
    const VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    PFN_vkCreateSwapchainKHR create = OF_DEVICE(effects, CreateSwapchainKHR);
    PFN_vkCreateSemaphore make = OF_DEVICE(effects, CreateSemaphore);
    PFN_vkCreateFence make_fence_above = OF_DEVICE(effects, CreateFence);
    PFN_vkGetDeviceQueue get = OF_DEVICE(effects, GetDeviceQueue);
    VkSurfaceKHR surface = make_surface(effects);
    *showing = (struct showing){.device = (VkDevice)effects->device.upper};
    if (create == NULL || make == NULL || make_fence_above == NULL || get == NULL || surface == (VkSurfaceKHR)0) return 0;
    showing->info = (VkSwapchainCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                               .surface = surface,
                                               .minImageCount = IMAGES,
                                               .imageFormat = (VkFormat)44,  // VK_FORMAT_B8G8R8A8_UNORM
                                               .imageExtent = extent_of(effects, surface),
                                               .imageArrayLayers = 1,
                                               .imageUsage = 0x16,  // to copy to, to sample and to draw to
                                               .preTransform = (VkSurfaceTransformFlagBitsKHR)1,
                                               .compositeAlpha = (VkCompositeAlphaFlagBitsKHR)1,
                                               .presentMode = (VkPresentModeKHR)2,
                                               .clipped = VK_TRUE};
    get(showing->device, 0, 0, &showing->queue);
    if (create(showing->device, &showing->info, NULL, &showing->swapchain) != VK_SUCCESS) return 0;
    make(showing->device, &semaphore, NULL, &showing->ready);
    for (int i = 0; i < 2; i++) make(showing->device, &semaphore, NULL, &showing->drawn[i]);
    make_fence_above(showing->device, &fence, NULL, &showing->drawn_last);
    return showing->queue != NULL;
}

static VkResult show_frame(const struct effects *effects, const struct showing *showing, VkFence fence) {
    const VkPipelineStageFlags stage = 0x10000;
    uint32_t index = 0;
    VkResult result = OF_DEVICE(effects, AcquireNextImageKHR)(showing->device, showing->swapchain, ~0ULL, showing->ready, (VkFence)0, &index);
    const VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .waitSemaphoreCount = 1, .pWaitSemaphores = &showing->ready,
                               .pWaitDstStageMask = &stage, .signalSemaphoreCount = 2, .pSignalSemaphores = showing->drawn};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, .waitSemaphoreCount = 2, .pWaitSemaphores = showing->drawn,
                                   .swapchainCount = 1, .pSwapchains = &showing->swapchain, .pImageIndices = &index};
    if (result == VK_SUCCESS) result = OF_DEVICE(effects, QueueSubmit)(showing->queue, 1, &work, fence);
    return result == VK_SUCCESS ? OF_DEVICE(effects, QueuePresentKHR)(showing->queue, &info) : result;
}

// With the last frame's own work, the application waits for all of its own before, and for none that a layer has added behind.
static uint32_t show_frames(const struct effects *effects, const struct showing *showing, uint32_t frames) {
    uint32_t shown = 0;
    while (shown < frames) {
        VkFence fence = shown + 1 == frames ? showing->drawn_last : (VkFence)0;
        if (show_frame(effects, showing, fence) != VK_SUCCESS) return shown;
        shown++;
    }
    OF_DEVICE(effects, WaitForFences)(showing->device, 1, &showing->drawn_last, VK_TRUE, ~0ULL);
    OF_DEVICE(effects, ResetFences)(showing->device, 1, &showing->drawn_last);
    return shown;
}

// How many images are counted, and how many are written of an array of two in which there is room for one: the result, the
// count that comes back, and whether the second is written. The last count is that of a list with room for more than all.
static struct room {
    uint32_t counted, listed, all;
    VkResult result;
    int is_beyond;
} room;

static void ask_with_little_room(const struct effects *effects, const struct showing *showing) {
    VkImage images[MOST_IMAGES];
    PFN_vkGetSwapchainImagesKHR list = OF_DEVICE(effects, GetSwapchainImagesKHR);
    memset(images, 0, sizeof images);
    if (list(showing->device, showing->swapchain, &room.counted, NULL) != VK_SUCCESS) room.counted = 0;
    room.listed = 1;
    room.result = list(showing->device, showing->swapchain, &room.listed, images);
    room.is_beyond = images[1] != (VkImage)0;
    room.all = MOST_IMAGES;
    if (list(showing->device, showing->swapchain, &room.all, images) != VK_SUCCESS) room.all = room.counted;
}

static void say_room(void) {
    open_list("room");
    say_number(NULL, room.counted);
    say_number(NULL, room.result);
    say_number(NULL, room.listed);
    say_number(NULL, room.is_beyond);
    say_number(NULL, room.all);
    close_list();
}

// The swapchain below whose images the application is given; NULL: it is given others.
static const VkSwapchainCreateInfoKHR *handed(const struct effects *effects, const struct showing *showing) {
    VkImage images[MOST_IMAGES];
    uint32_t count = MOST_IMAGES;
    memset(images, 0, sizeof images);
    OF_DEVICE(effects, GetSwapchainImagesKHR)(showing->device, showing->swapchain, &count, images);
    for (uint32_t i = 0; i < swapchain_count; i++)
        if (HANDLE(images[0]) == first_image_of(swapchains[i].handle)) return &swapchains[i].info;
    return NULL;
}

static void say_pair(uint64_t given, uint64_t received) {
    open_list(NULL);
    say_number(NULL, (int64_t)given);
    say_number(NULL, (int64_t)received);
    close_list();
}

static void say_images(const VkSwapchainCreateInfoKHR *given, const VkSwapchainCreateInfoKHR *received) {
    open_list("images");
    say_pair(given->imageFormat, received->flags & MUTABLE_FORMAT ? given->imageFormat : received->imageFormat);
    say_pair(given->imageExtent.width, received->imageExtent.width);
    say_pair(given->imageExtent.height, received->imageExtent.height);
    say_pair(given->imageUsage, received->imageUsage);
    close_list();
}

// The images are those of the first swapchain. Nothing is said before the end, which a layer may not reach.
static void present_all(const struct effects *effects) {
    struct showing showing;
    VkResult anew = VK_NOT_READY;
    newer_is_enabled = (uint32_t)effects->has_synchronization2;
    carried = present_below;
    if (!make_showing(effects, &showing)) return;
    ask_with_little_room(effects, &showing);
    const VkSwapchainCreateInfoKHR asked_for = showing.info, *received = handed(effects, &showing);
    uint32_t shown = show_frames(effects, &showing, FRAMES);
    VkSwapchainKHR old = showing.info.oldSwapchain = showing.swapchain;
    if (shown == FRAMES) {
        anew = OF_DEVICE(effects, CreateSwapchainKHR)(showing.device, &showing.info, NULL, &showing.swapchain);
        OF_DEVICE(effects, DestroySwapchainKHR)(showing.device, old, NULL);
    }
    if (anew == VK_SUCCESS) {
        shown += show_frames(effects, &showing, FRAMES_ANEW);
        OF_DEVICE(effects, DestroySwapchainKHR)(showing.device, showing.swapchain, NULL);
    }
    open_answer("presentation");
    say_number("shown", shown);
    if (shown >= FRAMES) say_number("anew", anew);
    if (received != NULL) say_images(&asked_for, received);
    say_room();
    say_invalid();
    close_answer();
}

// In a process of its own: no swapchain is real, and a layer may need more of one.
void probe_presentation(const struct effects *effects) {
    int is_layers = own_of_device(effects, "vkQueuePresentKHR") != NULL || own_of_device(effects, "vkCreateSwapchainKHR") != NULL
                    || own_of_device(effects, "vkGetSwapchainImagesKHR") != NULL;
    if (effects->device.upper == NULL || !is_layers) return;
    pid_t child = fork();
    if (child == 0) {
        die_quietly();
        present_all(effects);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}
