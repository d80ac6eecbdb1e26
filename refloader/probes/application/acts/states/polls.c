// The act "states", the ways to learn that work is done without a wait for it: each alone, as it is asked again and again
// while nothing else is called. What was submitted needs no later call to be executed.
#include <unistd.h>

#include "states.h"

#define ENOUGH 10.0  // seconds: slow machines and devices have time
#define FEWEST 2000U // times that it is asked: seconds also pass while the whole process is stopped
#define PAUSE 200    // microseconds
#define SOON 0.1     // seconds: what takes longer to come to an end was still at work

struct polled {
    struct player *player;
    VkEvent event;
    VkSemaphore semaphore;
    VkQueryPool pool;
    PFN_vkGetSemaphoreCounterValue value;
    PFN_vkWaitSemaphores wait;
};
typedef int is_over(struct polled *polled);

static int submit(struct polled *polled, VkFence fence, VkSemaphore semaphore) {
    struct player *player = polled->player;
    uint64_t value = 1;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &value};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .pNext = semaphore == NULL ? NULL : &values,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &player->recorder.commands,
                           .signalSemaphoreCount = semaphore != NULL,
                           .pSignalSemaphores = &semaphore};
    pthread_mutex_lock(player->queue);
    VkResult result = player->device->QueueSubmit(player->device->queue, 1, &submit, fence);
    pthread_mutex_unlock(player->queue);
    return result == VK_SUCCESS;
}

// Whether it is over by asking alone. What is not over then, and soon after another call is, waited for that call; what
// takes longer is of a device that is at work.
static void keep_asking(struct polled *polled, const char *what, is_over *asked) {
    struct player *player = polled->player;
    double end = now() + ENOUGH;
    int is_told = asked(polled);
    for (uint32_t times = 1; !is_told && (times < FEWEST || now() < end); times++) {
        usleep(PAUSE);
        is_told = asked(polled);
    }
    double begun = now();
    pthread_mutex_lock(player->queue);
    VkResult result = player->device->DeviceWaitIdle(player->device->handle);
    pthread_mutex_unlock(player->queue);
    player->is_lost = result != VK_SUCCESS;
    if (is_told || (result == VK_SUCCESS && now() - begun < SOON && asked(polled))) find(player, what, is_told);
}

// ---- the ways

static int by_event(struct polled *polled) {
    struct device *device = polled->player->device;
    return device->GetEventStatus(device->handle, polled->event) == VK_EVENT_SET;
}

static int by_fence(struct polled *polled) {
    struct device *device = polled->player->device;
    return device->GetFenceStatus(device->handle, polled->player->fence) == VK_SUCCESS;
}

static int by_waiting(struct polled *polled) {
    struct device *device = polled->player->device;
    return device->WaitForFences(device->handle, 1, &polled->player->fence, VK_TRUE, NO_TIME) == VK_SUCCESS;
}

static int by_value(struct polled *polled) {
    uint64_t value = 0;
    return polled->value(polled->player->device->handle, polled->semaphore, &value) == VK_SUCCESS && value == 1;
}

static int by_waiting_for_value(struct polled *polled) {
    uint64_t value = 1;
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .semaphoreCount = 1,
                                .pSemaphores = &polled->semaphore,
                                .pValues = &value};
    return polled->wait(polled->player->device->handle, &info, NO_TIME) == VK_SUCCESS;
}

static int by_query(struct polled *polled) {
    struct device *device = polled->player->device;
    uint64_t time;
    return device->GetQueryPoolResults(device->handle, polled->pool, 0, 1, sizeof time, &time, sizeof time,
                                       VK_QUERY_RESULT_64_BIT) == VK_SUCCESS;
}

// ---- what is submitted for them

static int begin_commands(struct player *player) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    return !player->is_lost && player->device->BeginCommandBuffer(player->recorder.commands, &info) == VK_SUCCESS;
}

static int end_commands(struct player *player) {
    return player->device->EndCommandBuffer(player->recorder.commands) == VK_SUCCESS;
}

static void poll_event(struct polled *polled) {
    struct player *player = polled->player;
    struct device *device = player->device;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    if (device->is_portable || !can_draw_or_compute(device)) return;
    if (device->CreateEvent(device->handle, &info, callbacks_of("event"), &polled->event) != VK_SUCCESS) return;
    if (begin_commands(player)) {
        device->CmdSetEvent(player->recorder.commands, polled->event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        if (end_commands(player) && submit(polled, NULL, NULL)) keep_asking(polled, "polls.event", by_event);
    }
    device->DestroyEvent(device->handle, polled->event, callbacks_of("event"));
}

// What was written is there when the fence says so.
static void poll_fence(struct polled *polled, const char *what, const char *written, is_over *asked) {
    struct player *player = polled->player;
    states_clear(player);
    if (player->is_lost || !states_record(player, player->recorder.commands, 0, FIRST_NUMBER)) return;
    if (!submit(polled, player->fence, NULL)) return;
    keep_asking(polled, what, asked);
    if (player->is_lost) return;
    if (asked(polled)) find(player, written, player->words[0]);
    player->device->ResetFences(player->device->handle, 1, &player->fence);
}

static void poll_value(struct polled *polled, const char *what, is_over *asked) {
    struct player *player = polled->player;
    struct device *device = player->device;
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    if (!player->counts || polled->value == NULL || polled->wait == NULL) return;
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &polled->semaphore) != VK_SUCCESS)
        return;
    if (!player->is_lost && states_record(player, player->recorder.commands, 0, FIRST_NUMBER) &&
        submit(polled, NULL, polled->semaphore))
        keep_asking(polled, what, asked);
    device->DestroySemaphore(device->handle, polled->semaphore, callbacks_of("semaphore"));
}

// The query is reset, and that is over, before it is asked for.
static void write_time(struct polled *polled) {
    struct player *player = polled->player;
    VkCommandBuffer commands = player->recorder.commands;
    if (!begin_commands(player)) return;
    player->device->CmdResetQueryPool(commands, polled->pool, 0, 1);
    if (!end_commands(player) || !states_run(player, commands) || !begin_commands(player)) return;
    player->device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, polled->pool, 0);
    if (end_commands(player) && submit(polled, NULL, NULL)) keep_asking(polled, "polls.query", by_query);
}

static void poll_query(struct polled *polled) {
    struct device *device = polled->player->device;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 1};
    VkQueueFamilyProperties families[32];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    if (device->family >= count || families[device->family].timestampValidBits == 0) return;
    if (!can_draw_or_compute(device)) return;
    if (device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &polled->pool) != VK_SUCCESS) return;
    write_time(polled);
    device->DestroyQueryPool(device->handle, polled->pool, callbacks_of("query pool"));
}

void states_of_polls(struct player *player) {
    struct polled polled = {.player = player,
                            .value = DEVICE_COMMAND(player->device, GetSemaphoreCounterValue),
                            .wait = DEVICE_COMMAND(player->device, WaitSemaphores)};
    if (player->is_lost) return;
    poll_event(&polled);
    poll_fence(&polled, "polls.fence", "polls.fence_written", by_fence);
    poll_fence(&polled, "polls.waited", "polls.waited_written", by_waiting);
    poll_value(&polled, "polls.value", by_value);
    poll_value(&polled, "polls.waited_value", by_waiting_for_value);
    poll_query(&polled);
}
