// What a driver "whole=1" says of fences, events and semaphores, and of work that newer commands submit.
#include "../mock_icd.h"

ANSWER(ResetFences) {
    uint32_t count = violates("fences_reset") ? 1 : (uint32_t)given[1];
    for (uint32_t i = 0; i < count; i++) {
        struct thing *fence = THING(((const uintptr_t *)given[2])[i]);
        if (fence->state == 0 && violates("fences_reset_until")) break;
        fence->state = 0;
    }
    return VK_SUCCESS;
}

ANSWER(GetFenceStatus) {
    if (violates("fences_read_once") && THING(given[1])->state) return THING(given[1])->state = 0, VK_SUCCESS;
    if (THING(given[1])->state && THING(given[1])->size > submissions_over) submissions_over = THING(given[1])->size;
    return THING(given[1])->state ? VK_SUCCESS : VK_NOT_READY;
}

// Nothing will ever signal a fence while somebody waits for it, but another thread. Late work is done in the time that
// has no limit, and so is all that was submitted before it.
ANSWER(WaitForFences) {
    int is_late = takes("late_work") && given[4] > 0 && given[4] < UINTPTR_MAX / 2;
    uint32_t count = violates("fences_first") ? 1 : (uint32_t)given[1], signalled = 0;
    if (violates("fences_any_of_two") && (VkBool32)given[3] == VK_FALSE && count > 2) count = 2;
    if (given[4] > 0) meet(MEET_WAITING);
    if (violates("waits_locked")) pthread_mutex_lock(&waits_lock);
    for (uint64_t waited = 0;; waited += 1000000) {
        int is_behind = 0;  // work that comes late: the program's time would be over
        signalled = 0;
        for (uint32_t i = 0; i < count; i++) {
            const struct thing *fence = THING(((const uintptr_t *)given[2])[i]);
            is_behind |= is_late && fence->state != 0 && fence->size > submissions_over;
            signalled += fence->state != 0 && !(is_late && fence->size > submissions_over);
            if (given[4] >= UINTPTR_MAX / 2 && fence->state != 0 && fence->size > submissions_over) submissions_over = fence->size;
        }
        int is_over = signalled == count || (signalled > 0 && (VkBool32)given[3] == VK_FALSE);
        if (is_over || is_behind || violates("waits_short") || waited >= given[4]) {
            if (violates("waits_locked")) pthread_mutex_unlock(&waits_lock);
            return is_over || (given[4] > 0 && violates("waits_over")) ? VK_SUCCESS : VK_TIMEOUT;
        }
        usleep(1000);
    }
}

ANSWER(SetEvent) {
    THING(given[1])->state = 1;
    return VK_SUCCESS;
}

ANSWER(ResetEvent) {
    THING(given[1])->state = 0;
    return VK_SUCCESS;
}

ANSWER(GetEventStatus) {
    int is_late = violates("events_late") && !is_idle;
    return THING(given[1])->state && !is_late ? VK_EVENT_SET : VK_EVENT_RESET;
}

ANSWER(GetSemaphoreCounterValue) {
    *(uint64_t *)given[2] = THING(given[1])->state;
    return VK_SUCCESS;
}

// Batches of one command buffer that wait for a value which only the host can give: they are done when it does.
static struct held {
    VkSemaphore semaphore;
    uint64_t value;
    VkCommandBuffer commands;
    VkFence fence;
} held[8];
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;

int hold_batch(VkSemaphore semaphore, uint64_t value, VkCommandBuffer commands, VkFence fence) {
    int is_held = 0;
    if (THING((uintptr_t)semaphore)->state >= value) return 0;
    pthread_mutex_lock(&held_lock);
    for (size_t i = 0; i < COUNT(held) && !is_held; i++)
        if (held[i].commands == NULL) held[i] = (struct held){semaphore, value, commands, fence}, is_held = 1;
    pthread_mutex_unlock(&held_lock);
    return is_held;
}

static void let_go(VkSemaphore semaphore, uint64_t value) {
    pthread_mutex_lock(&held_lock);
    for (size_t i = 0; i < COUNT(held); i++) {
        if (held[i].commands == NULL || held[i].semaphore != semaphore || held[i].value > value) continue;
        do_work((const struct command_buffer *)held[i].commands);
        signal_fence(held[i].fence);
        held[i].commands = NULL;
    }
    pthread_mutex_unlock(&held_lock);
}

ANSWER(SignalSemaphore) {
    const VkSemaphoreSignalInfo *info = (const void *)given[1];
    THING((uintptr_t)info->semaphore)->state = info->value;
    let_go(info->semaphore, info->value);
    return VK_SUCCESS;
}

// As for fences: nothing but another thread brings a semaphore to its value.
ANSWER(WaitSemaphores) {
    const VkSemaphoreWaitInfo *info = (const void *)given[1];
    for (uint64_t waited = 0;; waited += 1000000) {
        uint32_t reached = 0, count = info->semaphoreCount;
        if (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT && violates("semaphores_any_first")) count = 1;
        if (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT && violates("semaphores_any_of_two") && count > 2) count = 2;
        for (uint32_t i = 0; i < count; i++)
            reached += THING((uintptr_t)info->pSemaphores[i])->state >= info->pValues[i];
        if (reached == info->semaphoreCount || (reached > 0 && (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT || violates("semaphores_any"))))
            return VK_SUCCESS;
        if (waited >= given[2] || violates("waits_short_for_value"))
            return given[2] > 0 && violates("waits_over_for_value") ? VK_SUCCESS : VK_TIMEOUT;
        usleep(1000);
    }
}

ANSWER(QueueSubmit2) {
    const VkSubmitInfo2 *submits = (const void *)given[2];
    int is_one = (uint32_t)given[1] == 1 && submits->waitSemaphoreInfoCount == 1 && submits->commandBufferInfoCount == 1;
    if (is_one && !violates("waits2_lost") &&
        hold_batch(submits->pWaitSemaphoreInfos->semaphore, submits->pWaitSemaphoreInfos->value,
                   submits->pCommandBufferInfos->commandBuffer, (VkFence)given[3]))
        return VK_SUCCESS;
    for (uint32_t i = 0; i < (violates("batches2_first") && given[1] > 1 ? 1 : (uint32_t)given[1]); i++) {
        for (uint32_t j = 0; j < submits[i].commandBufferInfoCount; j++)
            do_work((const struct command_buffer *)submits[i].pCommandBufferInfos[j].commandBuffer);
        for (uint32_t j = 0; j < submits[i].signalSemaphoreInfoCount; j++)
            THING((uintptr_t)submits[i].pSignalSemaphoreInfos[j].semaphore)->state =
                submits[i].pSignalSemaphoreInfos[j].value;
    }
    if ((uint32_t)given[1] > 0 || !violates("fences_no_batch_by_newer")) signal_fence((VkFence)given[3]);
    return VK_SUCCESS;
}

ANSWER(TrimCommandPool) {
    if (violates("trim_resets")) driver_ResetCommandPool((VkDevice)given[0], (VkCommandPool)given[1], 0);
    return 0;
}
