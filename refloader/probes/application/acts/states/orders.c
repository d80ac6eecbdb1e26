// The act "states", batches that wait for a value which the host gives a semaphore later: nothing of them is done before, and
// all of it then. Asked of both forms of the submission.
#include "states.h"

#define SHORT UINT64_C(5000000)  // nanoseconds: nothing but the host ends the wait

struct order {
    struct player *player;
    VkSemaphore semaphore;
    PFN_vkSignalSemaphore signal;
    PFN_vkQueueSubmit2 submit2;
};

static VkResult submit(struct order *order, int is_newer, uint64_t value) {
    struct player *player = order->player;
    struct device *device = player->device;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .waitSemaphoreValueCount = 1,
                                                  .pWaitSemaphoreValues = &value};
    const VkSubmitInfo first = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                .pNext = &values,
                                .waitSemaphoreCount = 1,
                                .pWaitSemaphores = &order->semaphore,
                                .pWaitDstStageMask = &stage,
                                .commandBufferCount = 1,
                                .pCommandBuffers = &player->recorder.commands};
    const VkSemaphoreSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                        .semaphore = order->semaphore,
                                        .value = value,
                                        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    const VkCommandBufferSubmitInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                .commandBuffer = player->recorder.commands};
    const VkSubmitInfo2 second = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                  .waitSemaphoreInfoCount = 1,
                                  .pWaitSemaphoreInfos = &wait,
                                  .commandBufferInfoCount = 1,
                                  .pCommandBufferInfos = &commands};
    return is_newer ? order->submit2(device->queue, 1, &second, player->fence)
                    : device->QueueSubmit(device->queue, 1, &first, player->fence);
}

#define NAMED(is_newer, what) ((is_newer) ? "orders." what "_by_newer" : "orders." what)

// Whatever is found, the semaphore gets its value: the queue would wait for it forever.
static void wait_before_signal(struct order *order, int is_newer, uint64_t value) {
    struct player *player = order->player;
    struct device *device = player->device;
    const VkSemaphoreSignalInfo raised = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = order->semaphore, .value = value};
    states_clear(player);
    if (player->is_lost || !states_record(player, player->recorder.commands, 0, FIRST_NUMBER)) return;
    VkResult result = submit(order, is_newer, value);
    if (result != VK_SUCCESS) {
        player->is_lost = 1;
        return;
    }
    VkResult before = device->WaitForFences(device->handle, 1, &player->fence, VK_TRUE, SHORT);
    find(player, NAMED(is_newer, "held"), before);
    if (before == VK_TIMEOUT) find(player, NAMED(is_newer, "unwritten"), player->words[0]);
    result = order->signal(device->handle, &raised);
    if (result == VK_SUCCESS) result = states_wait(player, player->fence);
    if (result >= VK_SUCCESS) find(player, NAMED(is_newer, "let_go"), result);
    if (result == VK_SUCCESS) find(player, NAMED(is_newer, "written"), player->words[0]);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &player->fence);
    player->is_lost = result != VK_SUCCESS;
}

void states_of_orders(struct player *player) {
    struct device *device = player->device;
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    struct order order = {player, NULL, DEVICE_COMMAND(device, SignalSemaphore), DEVICE_COMMAND(device, QueueSubmit2)};
    if (!player->counts || player->is_lost || order.signal == NULL) return;
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &order.semaphore) != VK_SUCCESS) return;
    wait_before_signal(&order, 0, 5);
    if (player->has_submit2 && order.submit2 != NULL) wait_before_signal(&order, 1, 9);
    // Nothing is pending, unless the device is lost.
    device->DestroySemaphore(device->handle, order.semaphore, callbacks_of("semaphore"));
}
