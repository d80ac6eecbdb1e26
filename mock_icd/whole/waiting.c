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
    const VkAllocationCallbacks *kept = (const void *)(uintptr_t)THING(given[1])->size;
    if (kept != NULL) kept->pfnFree(kept->pUserData, kept->pfnAllocation(kept->pUserData, 8, 8, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT));
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

// Batches of one command buffer that wait for a value which a semaphore does not have yet: they are done when it does,
// be it that the host gives it or a later batch.
static struct held {
    VkSemaphore semaphore;
    uint64_t value;
    VkCommandBuffer commands;
    VkFence fence;
    struct reached reached[MOST_REACHED];
    uint32_t count;
} held[8];
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;

// The values that a batch has for other semaphores are ignored.
static int counts(VkSemaphore semaphore) {
    return THING((uintptr_t)semaphore)->size != 0;
}

int hold_batch(VkSemaphore semaphore, uint64_t value, VkCommandBuffer commands, VkFence fence,
               const struct reached *reached, uint32_t count) {
    int is_held = 0;
    if (!counts(semaphore) || count > MOST_REACHED) return 0;
    pthread_mutex_lock(&held_lock);
    int is_due = THING((uintptr_t)semaphore)->state >= value;
    for (size_t i = 0; i < COUNT(held) && !is_due && !is_held; i++) {
        if (held[i].commands != NULL) continue;
        held[i] = (struct held){.semaphore = semaphore, .value = value, .commands = commands, .fence = fence, .count = count};
        if (count > 0) memcpy(held[i].reached, reached, count * sizeof *reached);
        is_held = 1;
    }
    pthread_mutex_unlock(&held_lock);
    return is_held;
}

static int take_ready(VkSemaphore semaphore, uint64_t value, struct held *batch) {
    int is_one = 0;
    pthread_mutex_lock(&held_lock);
    for (size_t i = 0; i < COUNT(held) && !is_one; i++) {
        if (held[i].commands == NULL || held[i].semaphore != semaphore || held[i].value > value) continue;
        *batch = held[i];
        held[i].commands = NULL;
        is_one = 1;
    }
    pthread_mutex_unlock(&held_lock);
    return is_one;
}

void reach_value(VkSemaphore semaphore, uint64_t value) {
    struct held batch;
    if (!counts(semaphore)) return;
    // In the lock: no batch that waits for the value is put aside after this.
    pthread_mutex_lock(&held_lock);
    THING((uintptr_t)semaphore)->state = value;
    pthread_mutex_unlock(&held_lock);
    while (take_ready(semaphore, value, &batch)) {
        do_work((const struct command_buffer *)batch.commands);
        for (uint32_t i = 0; i < batch.count; i++) reach_value(batch.reached[i].semaphore, batch.reached[i].value);
        signal_fence(batch.fence);
    }
}

void reach_values(const void *chain, uint32_t count, const VkSemaphore *semaphores) {
    const VkTimelineSemaphoreSubmitInfo *values = chained(chain, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    for (uint32_t i = 0; values != NULL && i < values->signalSemaphoreValueCount && i < count; i++)
        reach_value(semaphores[i], values->pSignalSemaphoreValues[i]);
}

ANSWER(SignalSemaphore) {
    const VkSemaphoreSignalInfo *info = (const void *)given[1];
    reach_value(info->semaphore, info->value);
    return VK_SUCCESS;
}

// As for fences: nothing but another thread brings a semaphore to its value.
ANSWER(WaitSemaphores) {
    const VkSemaphoreWaitInfo *info = (const void *)given[1];
    static _Atomic uint32_t fives;
    if (violates("semaphores_five_failing") && info->semaphoreCount == 5)
        return fives++ % 10 == 0 ? VK_ERROR_INITIALIZATION_FAILED : VK_ERROR_OUT_OF_HOST_MEMORY;
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

static int is_held(uint32_t count, const VkSubmitInfo2 *submit, VkFence fence) {
    if (count != 1 || submit->waitSemaphoreInfoCount != 1 || submit->commandBufferInfoCount != 1) return 0;
    struct reached reached[MOST_REACHED] = {0};
    for (uint32_t i = 0; i < submit->signalSemaphoreInfoCount && i < MOST_REACHED; i++)
        reached[i] = (struct reached){submit->pSignalSemaphoreInfos[i].semaphore, submit->pSignalSemaphoreInfos[i].value};
    return hold_batch(submit->pWaitSemaphoreInfos->semaphore, submit->pWaitSemaphoreInfos->value,
                      submit->pCommandBufferInfos->commandBuffer, fence, reached, submit->signalSemaphoreInfoCount);
}

ANSWER(QueueSubmit2) {
    const VkSubmitInfo2 *submits = (const void *)given[2];
    if (!violates("waits2_lost") && is_held((uint32_t)given[1], submits, (VkFence)given[3])) return VK_SUCCESS;
    for (uint32_t i = 0; i < (violates("batches2_first") && given[1] > 1 ? 1 : (uint32_t)given[1]); i++) {
        for (uint32_t j = 0; j < submits[i].commandBufferInfoCount; j++)
            do_work((const struct command_buffer *)submits[i].pCommandBufferInfos[j].commandBuffer);
        for (uint32_t j = 0; j < submits[i].signalSemaphoreInfoCount; j++)
            reach_value(submits[i].pSignalSemaphoreInfos[j].semaphore, submits[i].pSignalSemaphoreInfos[j].value);
    }
    if ((uint32_t)given[1] > 0 || !violates("fences_no_batch_by_newer")) signal_fence((VkFence)given[3]);
    return VK_SUCCESS;
}

ANSWER(TrimCommandPool) {
    if (violates("trim_resets")) driver_ResetCommandPool((VkDevice)given[0], (VkCommandPool)given[1], 0);
    return 0;
}
