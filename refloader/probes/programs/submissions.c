// Operations that submit work, and wait for all of it.
#include <stdio.h>
#include <string.h>

#include "program.h"

static int find_fence(const struct unit *unit, uint32_t word) {
    PICK(slot, word, SLOTS, unit->fence[i].handle != NULL && !unit->fence[i].is_signaled && !unit->fence[i].is_pending)
    return slot;
}

// A command buffer can be executed again while it is executed if it says so. Its secondary ones say so of themselves.
static int is_submittable(const struct commands_item *commands) {
    int is_idle = commands->pending == 0 || (commands->is_simultaneous && commands->secondaries == 0);
    return commands->handle != NULL && commands->state == RECORDING_DONE && !commands->is_secondary && is_idle;
}

static void count_submission(struct unit *unit, struct submission *submission) {
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) {
        struct commands_item *commands = &unit->commands[i];
        if (!(submission->commands >> i & 1)) continue;
        commands->pending++;
        for (uint32_t j = 0; j < SLOTS; j++) {
            if (commands->uses[USE_EVENT] >> j & 1) unit->event[j].pending++;
            if (commands->uses[USE_QUERIES] >> j & 1) unit->queries[j].pending++;
        }
    }
    submission->is_pending = 1;
    if (submission->fence >= 0) unit->fence[submission->fence].is_pending = 1;
    if (submission->semaphore < 0) return;
    unit->semaphore[submission->semaphore].pending++;
    unit->semaphore[submission->semaphore].is_of_queue = 1;
    unit->semaphore[submission->semaphore].later = submission->value;
}

static void play_effects(struct unit *unit, const struct commands_item *commands) {
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (commands->event[i]) unit->event[i].is_set = commands->event[i] > 0;
        for (uint32_t j = 0; j < MOST_QUERIES; j++)
            if (commands->query[i][j]) unit->queries[i].is_written[j] = commands->query[i][j] > 0;
    }
}

static VkResult submit_older(struct unit *unit, uint32_t batches, const VkCommandBuffer *list, uint32_t count,
                             const struct submission *submission, int is_in_group, int waits) {
    VkFence fence = submission->fence < 0 ? NULL : unit->fence[submission->fence].handle;
    VkSemaphore semaphore = submission->semaphore < 0 ? NULL : unit->semaphore[submission->semaphore].handle;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &submission->value};
    uint32_t masks[MOST_COMMAND_BUFFERS] = {1, 1, 1, 1, 1, 1}, zero = 0;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkDeviceGroupSubmitInfo groups[MOST_COMMAND_BUFFERS];
    VkSubmitInfo infos[MOST_COMMAND_BUFFERS] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO}};
    for (uint32_t i = 0; i < batches; i++) {
        infos[i] = (VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                  .commandBufferCount = batches == 1 ? count : 1,
                                  .pCommandBuffers = list + i};
        if (i + 1 == batches && semaphore != NULL)
            infos[i].pNext = &values, infos[i].signalSemaphoreCount = 1, infos[i].pSignalSemaphores = &semaphore;
        if (i == 0 && waits)
            infos[i].waitSemaphoreCount = 1, infos[i].pWaitSemaphores = &unit->order, infos[i].pWaitDstStageMask = &stage;
        if (!is_in_group) continue;
        groups[i] = (VkDeviceGroupSubmitInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO,
                                              .pNext = infos[i].pNext,
                                              .waitSemaphoreCount = infos[i].waitSemaphoreCount,
                                              .pWaitSemaphoreDeviceIndices = &zero,
                                              .commandBufferCount = infos[i].commandBufferCount,
                                              .pCommandBufferDeviceMasks = masks,
                                              .signalSemaphoreCount = infos[i].signalSemaphoreCount,
                                              .pSignalSemaphoreDeviceIndices = &zero};
        infos[i].pNext = &groups[i];
    }
    return unit->call.QueueSubmit(unit->queues[unit->last_queue], batches, infos, fence);
}

static VkResult submit_newer(struct unit *unit, uint32_t batches, const VkCommandBuffer *list, uint32_t count,
                             const struct submission *submission, int waits) {
    VkFence fence = submission->fence < 0 ? NULL : unit->fence[submission->fence].handle;
    VkSemaphoreSubmitInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                    .semaphore = submission->semaphore < 0 ? NULL : unit->semaphore[submission->semaphore].handle,
                                    .value = submission->value,
                                    .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkSemaphoreSubmitInfo order = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                   .semaphore = unit->order,
                                   .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    VkCommandBufferSubmitInfo buffers[MOST_COMMAND_BUFFERS];
    VkSubmitInfo2 infos[MOST_COMMAND_BUFFERS];
    for (uint32_t i = 0; i < count; i++)
        buffers[i] = (VkCommandBufferSubmitInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = list[i]};
    for (uint32_t i = 0; i < batches; i++) {
        infos[i] = (VkSubmitInfo2){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                   .commandBufferInfoCount = batches == 1 ? count : 1,
                                   .pCommandBufferInfos = buffers + i};
        if (i + 1 == batches && signal.semaphore != NULL)
            infos[i].signalSemaphoreInfoCount = 1, infos[i].pSignalSemaphoreInfos = &signal;
        if (i == 0 && waits) infos[i].waitSemaphoreInfoCount = 1, infos[i].pWaitSemaphoreInfos = &order;
    }
    return unit->call.QueueSubmit2(unit->queues[unit->last_queue], batches, infos, fence);
}

static int submit(struct world *world, struct unit *unit, const uint32_t *word) {
    VkCommandBuffer list[MOST_COMMAND_BUFFERS];
    uint32_t slots[MOST_COMMAND_BUFFERS], count = 0, most = 1 + word[0] % 3;
    if (unit->submitted == MOST_SUBMISSIONS) return 0;
    struct submission chosen = {.fence = word[2] & 1 ? find_fence(unit, word[2] >> 1) : -1, .semaphore = -1}, *submission = &chosen;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS && count < most; i++) {
        uint32_t slot = (word[1] + i) % MOST_COMMAND_BUFFERS;
        struct commands_item *commands = &unit->commands[slot];
        if (!is_submittable(commands) || (count > 0 && FAMILY_OF(slot) != FAMILY_OF(slots[0]))) continue;
        list[count] = commands->handle;
        slots[count++] = slot;
        submission->commands |= 1U << slot | commands->secondaries;
    }
    if (count == 0 && submission->fence < 0) return 0;
    uint32_t queue = count == 0 ? unit->last_queue : FAMILY_OF(slots[0]);
    int waits = word[3] >> 3 & 1 && order_queues(unit, queue);
    if (!turn_to_queue(unit, queue)) return 1;
    submission = &unit->submission[unit->submitted];
    *submission = chosen;
    if (unit->call.SignalSemaphore != NULL && word[2] >> 8 & 1) {
        PICK(semaphore, word[2] >> 9, SLOTS, unit->semaphore[i].handle != NULL)
        submission->semaphore = semaphore;
        if (semaphore >= 0) submission->value = unit->semaphore[semaphore].later + 1 + (word[2] >> 16 & 3);
    }
    int is_newer = unit->call.QueueSubmit2 != NULL && word[3] & 1;
    uint32_t batches = word[3] & 2 && count > 0 ? count : 1;
    char text[64] = "";
    if (submission->semaphore >= 0)
        snprintf(text, sizeof text, ", timeline semaphore %d to %llu", submission->semaphore, (unsigned long long)submission->value);
    say_call(world, "%s (%u command buffers from %u on, %u batches, fence %d%s)", is_newer ? "vkQueueSubmit2" : "vkQueueSubmit",
             count, count > 0 ? slots[0] : 0, batches, submission->fence, text);
    VkResult result = is_newer ? submit_newer(unit, batches, list, count, submission, waits)
                               : submit_older(unit, batches, list, count, submission, unit->call.TrimCommandPool != NULL && word[3] >> 2 & 1,
                                              waits);
    memset(list, 0, sizeof list);
    if (!went_well(world, result)) {
        if (waits) unit->is_ordered = ORDER_LOST;
        return 1;
    }
    unit->submitted++;
    count_submission(unit, submission);
    for (uint32_t i = 0; i < count; i++) play_effects(unit, &unit->commands[slots[i]]);
    return 1;
}

// Submissions of nothing, one after the other: what a layer keeps for each is more than it may have room for.
static int submit_often(struct world *world, struct unit *unit, const uint32_t *word) {
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    uint32_t times = 2 + word[0] % 20;
    say_call(world, "vkQueueSubmit (no command buffers), %u times", times);
    for (uint32_t i = 0; i < times; i++)
        if (!went_well(world, unit->call.QueueSubmit(unit->queues[unit->last_queue], 1, &info, NULL))) break;
    return 1;
}

static int wait_idle(struct world *world, struct unit *unit, const uint32_t *word) {
    say_call(world, word[0] & 1 ? "vkDeviceWaitIdle" : "vkQueueWaitIdle");
    went_well(world, word[0] & 1 ? unit->call.DeviceWaitIdle(unit->handle) : unit->call.QueueWaitIdle(unit->queues[unit->last_queue]));
    end_all_submissions(unit);
    return 1;
}

const struct operation_row operations_on_submissions[] = {
    {"submit", submit, 12, 0},
    {"record_at_once", record_at_once, 1, 0},
    {"submit_often", submit_often, 1, 0},
    {"wait_idle", wait_idle, 6, 0},
};
const uint32_t operations_on_submissions_count = COUNT_OF(operations_on_submissions);
