// The act "states", work that is submitted while another thread waits for a fence that it has nothing to do with: no
// parameter is used by both, so that neither has to wait for the other's end.
#include <math.h>
#include <unistd.h>

#include "states.h"

#define WAIT UINT64_C(400000000)  // nanoseconds
#define PAUSE 20000  // microseconds until the other thread waits
#define SHORT_CALL 0.1  // seconds: what takes longer without a waiter is slow by itself
#define LONG_CALL 0.25
#define AT_ITS_END 0.1  // before or after
#define TURNS 3  // a machine with much else to do may be slow once or twice

struct waiter {
    struct device *device;
    VkFence fence;  // which nothing signals
    VkResult result;
    double ended;
};

static void *wait(void *argument) {
    struct waiter *waiter = argument;
    struct device *device = waiter->device;
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

void states_of_waits(struct player *player) {
    struct device *device = player->device;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    double seconds;
    int turns = 0;
    if (!submit(player, &seconds) || seconds > SHORT_CALL) return;
    if (device->CreateFence(device->handle, &info, callbacks_of("fence"), &fence) != VK_SUCCESS) return;
    while (turns < TURNS && stands_still(player, fence)) turns++;
    find(player, "waits.submitted_meanwhile", turns < TURNS);
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
}
