// What the model does when work, fences or semaphores are waited for.
#include <time.h>

#include "model.h"

#define MACHINE struct machine *machine = machine_of(AT(void, a[0]));

static uint64_t wait_idle(const uint64_t *a) {
    MACHINE
    if (machine != NULL) model_finish(machine);
    return 0;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void count_waits(struct machine *machine, const uint64_t *a, int change) {
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        struct thing *fence = thing_of(machine, KIND_FENCE, AT(const uint64_t, a[2])[i], "vkWaitForFences");
        if (fence != NULL) fence->waited_for += (uint32_t)change;
    }
}

// Others may do what is waited for meanwhile.
static int nap_until(uint64_t start, uint64_t timeout) {
    if (now() - start >= timeout) return 0;
    model_unlock();
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    model_lock();
    return 1;
}

static uint64_t wait_fences(const uint64_t *a) {
    MACHINE
    int is_over;
    uint64_t start = now();
    uint32_t count = (uint32_t)a[1];
    if (machine == NULL) return FAILED(VK_ERROR_UNKNOWN);
    do {
        uint32_t done = 0;
        if (a[4] > 0) model_finish(machine);
        else model_poll(machine);
        for (uint32_t i = 0; i < count; i++) {
            struct thing *fence = thing_of(machine, KIND_FENCE, AT(const uint64_t, a[2])[i], "vkWaitForFences");
            if (fence == NULL) return FAILED(VK_ERROR_UNKNOWN);
            done += fence->is_on != 0;
        }
        if (done == count || ((uint32_t)a[3] == VK_FALSE && done > 0)) return VK_SUCCESS;
        count_waits(machine, a, 1);
        is_over = !nap_until(start, a[4]);
        count_waits(machine, a, -1);
    } while (!is_over);
    return VK_TIMEOUT;
}

static uint64_t wait_semaphores(const uint64_t *a) {
    const VkSemaphoreWaitInfo *info = AT(const VkSemaphoreWaitInfo, a[1]);
    MACHINE
    uint64_t start = now();
    if (machine == NULL) return FAILED(VK_ERROR_UNKNOWN);
    do {
        uint32_t done = 0;
        if (a[2] > 0) model_finish(machine);
        else model_poll(machine);
        for (uint32_t i = 0; i < info->semaphoreCount; i++) {
            struct thing *semaphore = thing_of(machine, KIND_SEMAPHORE, HANDLE(info->pSemaphores[i]), "vkWaitSemaphores");
            if (semaphore == NULL) return FAILED(VK_ERROR_UNKNOWN);
            done += semaphore->value >= info->pValues[i];
        }
        if (done == info->semaphoreCount || (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT && done > 0)) return VK_SUCCESS;
    } while (nap_until(start, a[2]));
    return VK_TIMEOUT;
}

const struct model_row model_waits[] = {
    {"vkQueueWaitIdle", wait_idle},
    {"vkDeviceWaitIdle", wait_idle},
    {"vkWaitForFences", wait_fences},
    {"vkWaitSemaphores", wait_semaphores},
    {"vkWaitSemaphoresKHR", wait_semaphores},
};
const uint32_t model_waits_count = COUNT_OF(model_waits);
