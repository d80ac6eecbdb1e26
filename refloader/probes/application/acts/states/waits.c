// The act "states", work that is submitted while another thread waits for a fence that it has nothing to do with: no
// parameter is used by both, so that neither has to wait for the other's end. And a wait that nothing ends lasts.
#include <math.h>
#include <unistd.h>

#include "states.h"

#define WAIT UINT64_C(400000000)  // nanoseconds
#define PAUSE 20000  // microseconds until the other thread waits
#define SHORT_CALL 0.1  // seconds: what takes longer without a waiter is slow by itself
#define LONG_CALL 0.25
#define AT_ITS_END 0.1  // before or after
#define LEAST 0.1  // of a wait that nothing ends
#define TURNS 3  // a machine with much else to do may be slow once or twice

struct waiter {
    struct device *device;
    VkFence fence;  // which nothing signals
    VkResult result;
    double begun, ended;
};

static void *wait(void *argument) {
    struct waiter *waiter = argument;
    struct device *device = waiter->device;
    waiter->begun = now();
    waiter->result = device->WaitForFences(device->handle, 1, &waiter->fence, VK_TRUE, WAIT);
    waiter->ended = now();
    return NULL;
}

// Whether it was done; how long vkQueueSubmit alone took.
static int submit(struct player *player, double *seconds) {
    VkSubmitInfo nothing = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    if (!states_submit(player, 1, &nothing)) return 0;
    *seconds = player->back - player->begun;
    return 1;
}

// Whether the submission stood still until the other thread's wait was over.
static int stands_still(struct player *player, VkFence fence) {
    double seconds = 0;
    struct waiter waiter = {.device = player->device, .fence = fence};
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait, &waiter) != 0) return 0;
    usleep(PAUSE);
    int is_done = submit(player, &seconds);
    pthread_join(thread, NULL);
    return is_done && waiter.result == VK_TIMEOUT && seconds > LONG_CALL &&
           fabs(player->back - waiter.ended) < AT_ITS_END;
}

static void submit_meanwhile(struct player *player, VkFence fence) {
    double seconds;
    int turns = 0;
    if (!submit(player, &seconds) || seconds > SHORT_CALL) return;
    while (turns < TURNS && stands_still(player, fence)) turns++;
    find(player, "waits.submitted_meanwhile", turns < TURNS);
}

// A wait that nothing ends, and how long it was. A timeout is rounded to what the device can measure: what comes back long
// before it is a device that can measure little. A device that is lost may end any wait, and it does no work then.
static void tell(struct player *player, VkResult result, double seconds, const char *how_long, const char *how) {
    const VkSubmitInfo nothing = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    if (result == VK_TIMEOUT) find(player, how_long, seconds > LEAST);
    if (result >= VK_SUCCESS && states_submit(player, 1, &nothing)) find(player, how, result);
}

static void wait_for_fence(struct player *player, VkFence fence) {
    struct waiter waiter = {.device = player->device, .fence = fence};
    wait(&waiter);
    tell(player, waiter.result, waiter.ended - waiter.begun, "polls.waits_long", "polls.unended");
}

static void wait_for_value(struct player *player) {
    struct device *device = player->device;
    PFN_vkWaitSemaphores wait_for = DEVICE_COMMAND(device, WaitSemaphores);
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    const uint64_t value = 1;
    VkSemaphore semaphore;
    if (!player->counts || wait_for == NULL) return;
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &semaphore) != VK_SUCCESS) return;
    const VkSemaphoreWaitInfo about = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &semaphore, .pValues = &value};
    const double begun = now();
    const VkResult result = wait_for(device->handle, &about, WAIT);
    tell(player, result, now() - begun, "polls.waits_long_for_value", "polls.unended_value");
    device->DestroySemaphore(device->handle, semaphore, callbacks_of("semaphore"));
}

void states_of_waits(struct player *player) {
    struct device *device = player->device;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    if (device->CreateFence(device->handle, &info, callbacks_of("fence"), &fence) != VK_SUCCESS) return;
    wait_for_fence(player, fence);
    wait_for_value(player);
    submit_meanwhile(player, fence);
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
}
