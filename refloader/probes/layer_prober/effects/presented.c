// The entity below an application that presents: a surface, its swapchains, and what is submitted meanwhile. See presented.h
// and pending.h.
#include <pthread.h>
#include <string.h>

#include "effects.h"
#include "layouts.h"
#include "own_work.h"
#include "pending.h"
#include "presented.h"

#define IMAGES 3U
#define MOST_IMAGES_BELOW 64U
#define FIRST_IMAGE 0x51A00U
#define MOST_SWAPCHAINS 8U
#define PATIENCE 3U  // questions about a fence, after which its submission is over; or about a free image
#define SIMULTANEOUS_USE 4U
#define IN_USE (-1000000001)  // VK_ERROR_NATIVE_WINDOW_IN_USE_KHR
#define PRESENT_FENCE_INFO ((VkStructureType)1000275001)
#define IS(command) (strcmp(name, command) == 0)
#define BEGINS(command) (strncmp(name, command, sizeof command - 1) == 0)

// ---- swapchains

static pthread_mutex_t below_lock = PTHREAD_MUTEX_INITIALIZER;
static struct swapchain {
    uint64_t handle;
    VkSwapchainCreateInfoKHR info;
    uint32_t acquired;  // how often
    uint32_t handed_out[MOST_IMAGES_BELOW];  // how often each image has been acquired and not yet presented
    uint64_t last_id;   // of its presentations
    int is_retired, is_destroyed;
} swapchains[MOST_SWAPCHAINS];
static uint32_t swapchain_count, asked;
int newer_is_enabled;

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
    look_at_swapchain(name, info);
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

const VkSwapchainCreateInfoKHR *info_of_image(VkImage image) {
    for (uint32_t i = 0; i < swapchain_count; i++)
        if (HANDLE(image) == first_image_of(swapchains[i].handle)) return &swapchains[i].info;
    return NULL;
}

const VkSwapchainCreateInfoKHR *info_of_any_image(VkImage image) {
    for (uint32_t i = 0; i < swapchain_count; i++)
        if (HANDLE(image) - first_image_of(swapchains[i].handle) < MOST_IMAGES_BELOW) return &swapchains[i].info;
    return NULL;
}

// minImageCount: "The implementation will either create the swapchain with at least that many images, or it will fail".
static uint32_t images_of(uint64_t handle) {
    const struct swapchain *swapchain = swapchain_of(handle);
    uint32_t least = swapchain == NULL ? IMAGES : swapchain->info.minImageCount;
    return least < IMAGES ? IMAGES : least > MOST_IMAGES_BELOW ? MOST_IMAGES_BELOW : least;
}

static VkResult list_images(const uint64_t *a) {
    uint32_t *count = POINTER(uint32_t, a[2]);
    VkResult result = count_rows(count, a[3] != 0, images_of(a[1]));
    for (uint32_t i = 0; a[3] != 0 && i < *count; i++) {
        POINTER(uint64_t, a[3])[i] = first_image_of(a[1]) + i;
        watch_layout(first_image_of(a[1]) + i);
    }
    return result;
}

_Thread_local int is_polling;
static uint32_t polls_that_wait;

uint32_t waits_in_polls(void) { return polls_that_wait; }

int is_acquired(VkImage image) {
    int is = 1;
    pthread_mutex_lock(&below_lock);
    for (uint32_t i = 0; i < swapchain_count; i++) {
        uint64_t index = HANDLE(image) - first_image_of(swapchains[i].handle);
        if (index < images_of(swapchains[i].handle)) is = swapchains[i].handed_out[index] > 0;
    }
    pthread_mutex_unlock(&below_lock);
    return is;
}

static void note_presented(const char *name, const VkPresentInfoKHR *info) {
    for (uint32_t i = 0; i < info->swapchainCount; i++) {
        struct swapchain *swapchain = swapchain_of(HANDLE(info->pSwapchains[i]));
        uint32_t *times = swapchain == NULL ? NULL : &swapchain->handed_out[info->pImageIndices[i] % MOST_IMAGES_BELOW];
        if (times != NULL && *times > 0) --*times;
        present_layout(name, first_image_of(HANDLE(info->pSwapchains[i])) + info->pImageIndices[i]);
    }
}

// One acquisition has a result that says more, and yet an image.
#define SUBOPTIMAL ((VkResult)1000001003)
#define SUBOPTIMAL_AT 5U

// VUID-vkAcquireNextImageKHR-swapchain-01285
static VkResult acquire_below(const char *name, uint64_t handle, uint64_t timeout, uint64_t semaphore, uint64_t fence, uint32_t *index) {
    static uint32_t acquired;
    static uint32_t polls;
    struct swapchain *swapchain = swapchain_of(handle);
    if (swapchain != NULL && swapchain->is_retired) note_invalid(name, "is called for a swapchain that is retired");
    // A layer may ask again and again where the application waits.
    if (timeout == 0 && (is_polling || ++polls % PATIENCE != 0)) return VK_NOT_READY;
    if (is_polling) polls_that_wait++;
    *index = (swapchain == NULL ? acquired++ : swapchain->acquired++) % images_of(handle);
    if (swapchain != NULL) swapchain->handed_out[*index]++;
    signal_semaphore(name, semaphore, (struct point){0});
    lose_fence(fence);
    return swapchain == &swapchains[0] && swapchain->acquired == SUBOPTIMAL_AT ? SUBOPTIMAL : VK_SUCCESS;
}

// ---- submissions

static void execute(const char *name, uint64_t buffer, struct point point) {
    submit_buffer(name, buffer, point);
    execute_layouts(name, buffer);
}

static void look_at_submit(const char *name, const uint64_t *a) {
    const VkSubmitInfo *infos = POINTER(const VkSubmitInfo, a[2]);
    struct point point = submit_to(a[0]);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        look_at_structures(name, infos[i].pNext);
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++)
            if (infos[i].pWaitDstStageMask[j] == 0 && !newer_is_enabled)  // VUID-VkSubmitInfo-pWaitDstStageMask-03937
                note_invalid(name, "waits for a semaphore in no stage, which synchronization2 alone allows");
        for (uint32_t j = 0; j < infos[i].waitSemaphoreCount; j++) wait_for_semaphore(name, HANDLE(infos[i].pWaitSemaphores[j]), point);
        for (uint32_t j = 0; j < infos[i].signalSemaphoreCount; j++) signal_semaphore(name, HANDLE(infos[i].pSignalSemaphores[j]), point);
        for (uint32_t j = 0; j < infos[i].commandBufferCount; j++) execute(name, BUFFER(infos[i].pCommandBuffers[j]), point);
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
            execute(name, BUFFER(infos[i].pCommandBufferInfos[j].commandBuffer), point);
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

// The first members of VkImportSemaphoreFdInfoKHR and VkImportFenceFdInfoKHR, and of what both are got with.
struct carried_fd {
    VkStructureType sType;
    const void *pNext;
    uint64_t object;
};

static uint64_t object_of_fd(const uint64_t *a) { return POINTER(const struct carried_fd, a[1])->object; }

// Who has a file of it can wait for that, and does not say so. A fence's may reset the fence, a semaphore's may wait for it.
static void hand_out(uint64_t semaphore, uint64_t fence) {
    if (semaphore != 0) lose_semaphore(semaphore);
    lose_fence(fence);
    end_all();
}

static VkResult ask_below(uint64_t fence) {
    if (is_pending_fence(fence) && ++asked % PATIENCE != 0) return VK_NOT_READY;
    pass_fence(fence);
    return VK_SUCCESS;
}

struct present_fences {  // VkSwapchainPresentFenceInfoKHR
    VkStructureType sType;
    const void *pNext;
    uint32_t count;
    const uint64_t *fences;
};

// What such a fence tells of the presentation, of which nothing is kept here, is left out of account.
static void lose_present_fences(const void *chain) {
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext) {
        const struct present_fences *of = (const void *)each;
        for (uint32_t i = 0; each->sType == PRESENT_FENCE_INFO && i < of->count; i++) lose_fence(of->fences[i]);
    }
}

// VUID-VkPresentIdKHR-swapchainCount-04998 and -presentIds-04999
static void look_at_ids(const char *name, const VkPresentInfoKHR *info) {
    const struct present_id *ids = NULL;
    for (const VkBaseInStructure *each = info->pNext; each != NULL && ids == NULL; each = each->pNext)
        if (each->sType == PRESENT_ID) ids = (const void *)each;
    if (ids == NULL) return;
    if (ids->swapchainCount != info->swapchainCount)
        note_invalid(name, "comes with another swapchainCount in VkPresentIdKHR than in VkPresentInfoKHR");
    for (uint32_t i = 0; ids->pPresentIds != NULL && i < ids->swapchainCount && i < info->swapchainCount; i++) {
        struct swapchain *swapchain = swapchain_of(HANDLE(info->pSwapchains[i]));
        uint64_t id = ids->pPresentIds[i];
        if (swapchain == NULL || id == 0) continue;
        if (id <= swapchain->last_id) note_invalid(name, "comes with an id in VkPresentIdKHR that is not greater than an earlier one");
        swapchain->last_id = id;
    }
}

static void look_at_presentation(const char *name, const VkPresentInfoKHR *info) {
    look_at_structures(name, info->pNext);
    look_at_ids(name, info);
    note_presented(name, info);
    lose_present_fences(info->pNext);
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        wait_for_semaphore(name, HANDLE(info->pWaitSemaphores[i]), (struct point){0});
}

// ---- calls

// Calls that the entity below answers as in other acts, and that are noted then.
static int note_made(const char *name, const uint64_t *a, uint64_t *result) {
    if (!IS("vkCreateSemaphore") && !IS("vkCreateFence") && !IS("vkAllocateCommandBuffers")) return 0;
    answer_command(name, a, result);
    const VkCommandBufferAllocateInfo *buffers = POINTER(const VkCommandBufferAllocateInfo, a[1]);
    // What has anything on pNext may be a timeline, or another program's as well.
    if (IS("vkCreateSemaphore")) make_semaphore(*POINTER(uint64_t, a[3]), POINTER(const VkSemaphoreCreateInfo, a[1])->pNext != NULL);
    else if (IS("vkCreateFence")) make_fence(*POINTER(uint64_t, a[3]), POINTER(const VkFenceCreateInfo, a[1]));
    else own_buffers(HANDLE(buffers->commandPool), POINTER(const VkCommandBuffer, a[2]), buffers->commandBufferCount);
    return 1;
}

static int tells_of_presentations(const char *name) {
    return BEGINS("vkWaitForPresent") || BEGINS("vkGetPastPresentationTiming");
}

// Calls that are noted before the entity below answers them as in other acts.
static void note_ended(const char *name, const uint64_t *a) {
    if (IS("vkDestroySemaphore")) destroy_semaphore(name, a[1]);
    else if (IS("vkDestroyFence")) destroy_fence(name, a[1]);
    else if (IS("vkDestroySwapchainKHR")) destroy_swapchain(a[1]);
    else if (IS("vkFreeCommandBuffers")) free_buffers(name, POINTER(const VkCommandBuffer, a[3]), (uint32_t)a[2]);
    else if (IS("vkResetCommandPool") || IS("vkDestroyCommandPool")) end_pool(name, a[1], IS("vkDestroyCommandPool"));
    else if (IS("vkImportSemaphoreFdKHR")) lose_semaphore(object_of_fd(a));
    else if (IS("vkImportFenceFdKHR")) lose_fence(object_of_fd(a));
    else if (IS("vkGetSemaphoreFdKHR")) hand_out(object_of_fd(a), 0);
    else if (IS("vkGetFenceFdKHR")) hand_out(0, object_of_fd(a));
    else if (IS("vkQueueBindSparse")) bind_below(a);
    else if (IS("vkGetQueryPoolResults") || IS("vkGetEventStatus") || tells_of_presentations(name)) end_all();
}

static int present_below_locked(const char *name, const uint64_t *a, uint64_t *result) {
    if (IS("vkGetFenceStatus")) return *result = (uint64_t)ask_below(a[1]), 1;
    if (own_work_below(name, a, result) || layouts_below(name, a, result) || own_memory_below(name, a, result)) return 1;
    if (note_made(name, a, result) || answer_of_surface(name, a, result)) return 1;
    *result = VK_SUCCESS;
    if (IS("vkGetSwapchainImagesKHR")) *result = (uint64_t)list_images(a);
    else if (IS("vkCreateSwapchainKHR")) *result = (uint64_t)make_swapchain(name, a);
    else if (IS("vkAcquireNextImageKHR")) *result = (uint64_t)acquire_below(name, a[1], a[2], a[3], a[4], POINTER(uint32_t, a[5]));
    else if (IS("vkAcquireNextImage2KHR")) {
        const VkAcquireNextImageInfoKHR *info = POINTER(const VkAcquireNextImageInfoKHR, a[1]);
        *result = (uint64_t)acquire_below(name, HANDLE(info->swapchain), info->timeout, HANDLE(info->semaphore), HANDLE(info->fence),
                                          POINTER(uint32_t, a[2]));
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

int present_below(const char *name, const uint64_t *a, uint64_t *result) {
    pthread_mutex_lock(&below_lock);
    int is_answered = present_below_locked(name, a, result);
    pthread_mutex_unlock(&below_lock);
    return is_answered;
}
