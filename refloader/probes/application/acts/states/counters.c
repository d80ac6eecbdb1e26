// The act "states", semaphores that count: by the host, by a queue, and beside those that do not.
#include "states.h"

enum { FIVE = 5 };

struct counters {
    VkSemaphore semaphores[2];
    PFN_vkGetSemaphoreCounterValue value;
    PFN_vkSignalSemaphore signal;
    PFN_vkWaitSemaphores wait;
};

static int64_t value_of(struct player *player, const struct counters *counters, int which) {
    uint64_t value = UINT64_MAX;
    VkResult result = counters->value(player->device->handle, counters->semaphores[which], &value);
    return result == VK_SUCCESS ? (int64_t)value : result;
}

// For the first one's value and, if there is one, the second's.
static VkResult wait_for_values(struct player *player, const struct counters *counters, uint64_t first,
                                uint64_t second, VkSemaphoreWaitFlags flags, uint64_t time) {
    uint64_t values[] = {first, second};
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .flags = flags,
                                .semaphoreCount = second == 0 ? 1 : 2,
                                .pSemaphores = counters->semaphores,
                                .pValues = values};
    return counters->wait(player->device->handle, &info, time);
}

// A batch without work that waits for a value of the first and then raises it.
static int raise_by_queue(struct player *player, const struct counters *counters, uint64_t from, uint64_t to) {
    VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .waitSemaphoreValueCount = 1,
                                            .pWaitSemaphoreValues = &from,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &to};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .pNext = &values,
                           .waitSemaphoreCount = 1,
                           .pWaitSemaphores = counters->semaphores,
                           .pWaitDstStageMask = &all,
                           .signalSemaphoreCount = 1,
                           .pSignalSemaphores = counters->semaphores};
    return states_submit(player, 1, &submit);
}

static void count(struct player *player, const struct counters *counters) {
    VkSemaphoreSignalInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                  .semaphore = counters->semaphores[0],
                                  .value = 9};
    find(player, "semaphores.new", value_of(player, counters, 0));
    find(player, "semaphores.new_waited", wait_for_values(player, counters, 7, 0, 0, NO_TIME));
    find(player, "semaphores.later_waited", wait_for_values(player, counters, 8, 0, 0, NO_TIME));
    if (counters->signal(player->device->handle, &info) != VK_SUCCESS) return;
    find(player, "semaphores.signaled", value_of(player, counters, 0));
    find(player, "semaphores.earlier_waited", wait_for_values(player, counters, 8, 0, 0, LONG));
    find(player, "semaphores.other", value_of(player, counters, 1));
    find(player, "semaphores.all", wait_for_values(player, counters, 9, 9, 0, NO_TIME));
    find(player, "semaphores.any",
         wait_for_values(player, counters, 9, 9, VK_SEMAPHORE_WAIT_ANY_BIT, NO_TIME));
    find(player, "semaphores.any_second",
         wait_for_values(player, counters, 10, 7, VK_SEMAPHORE_WAIT_ANY_BIT, NO_TIME));
    if (!raise_by_queue(player, counters, 9, 12)) return;
    find(player, "semaphores.by_queue", wait_for_values(player, counters, 12, 0, 0, LONG));
    find(player, "semaphores.after_queue", value_of(player, counters, 0));
}

// The values of a batch are those of its semaphores, one by one: what stands beside one that does not count is ignored.
static int raise_beside(struct player *player, const struct counters *counters, VkSemaphore plain, uint64_t value) {
    const VkSemaphore both[] = {plain, counters->semaphores[0]};
    const uint64_t values[] = {0, value};
    const VkPipelineStageFlags stages[] = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT};
    const VkTimelineSemaphoreSubmitInfo raised = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .signalSemaphoreValueCount = COUNT(both),
                                                  .pSignalSemaphoreValues = values},
                                        awaited = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                   .waitSemaphoreValueCount = COUNT(both),
                                                   .pWaitSemaphoreValues = values};
    const VkSubmitInfo submits[] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                     .pNext = &raised,
                                     .signalSemaphoreCount = COUNT(both),
                                     .pSignalSemaphores = both},
                                    {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                     .pNext = &awaited,
                                     .waitSemaphoreCount = COUNT(both),
                                     .pWaitSemaphores = both,
                                     .pWaitDstStageMask = stages}};
    return states_submit(player, COUNT(submits), submits);
}

static void count_beside(struct player *player, const struct counters *counters) {
    struct device *device = player->device;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore plain;
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &plain) != VK_SUCCESS) return;
    // The fence of the batch may be signaled before this semaphore is.
    if (raise_beside(player, counters, plain, 20)) {
        wait_for_values(player, counters, 20, 0, 0, LONG);
        find(player, "semaphores.beside_plain", value_of(player, counters, 0));
    }
    device->DestroySemaphore(device->handle, plain, callbacks_of("semaphore"));
}

// A value has 64 bits, from whichever command it comes.
static void count_widely(struct player *player) {
    struct device *device = player->device;
    const uint64_t start = WIDE_NUMBER;
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = start};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    struct counters counters = {{NULL, NULL},
                                DEVICE_COMMAND(device, GetSemaphoreCounterValue),
                                DEVICE_COMMAND(device, SignalSemaphore),
                                DEVICE_COMMAND(device, WaitSemaphores)};
    VkResult result =
        device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &counters.semaphores[0]);
    if (result != VK_SUCCESS) return;
    const VkSemaphoreSignalInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                          .semaphore = counters.semaphores[0],
                                          .value = start + 1};
    find(player, "semaphores.wide", value_of(player, &counters, 0));
    find(player, "semaphores.wide_later", wait_for_values(player, &counters, start + 1, 0, 0, NO_TIME));
    if (counters.signal(device->handle, &signal) == VK_SUCCESS) {
        find(player, "semaphores.wide_signaled", value_of(player, &counters, 0));
        find(player, "semaphores.wide_waited", wait_for_values(player, &counters, start + 1, 0, 0, LONG));
        if (raise_by_queue(player, &counters, start + 1, start + 2)) {
            wait_for_values(player, &counters, start + 2, 0, 0, LONG);
            find(player, "semaphores.wide_by_queue", value_of(player, &counters, 0));
        }
    }
    device->DestroySemaphore(device->handle, counters.semaphores[0], callbacks_of("semaphore"));
}

// A failure that no rule allows at any time is not hidden by one that may come at any time: want of memory, a lost device.
static VkResult graver(VkResult one, VkResult other) {
    const int is_allowed = one == VK_ERROR_OUT_OF_HOST_MEMORY || one == VK_ERROR_OUT_OF_DEVICE_MEMORY || one == VK_ERROR_DEVICE_LOST;
    return other < VK_SUCCESS && (one >= VK_SUCCESS || is_allowed) ? other : one;
}

// Each answer is right (their number), or the failure; a wrong success is reported in spite of failures.
static int64_t right_of_five(uint32_t right, uint32_t wrong, VkResult failure) {
    return wrong > 0 || failure >= VK_SUCCESS ? (int64_t)right : (int64_t)failure;
}

// Five semaphores with the value 7, of which each in turn is waited for with another value than the others.
static void wait_for_five(struct player *player, const struct counters *counters, const VkSemaphoreTypeCreateInfo *type) {
    struct device *device = player->device;
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = type};
    VkSemaphore five[FIVE];
    uint32_t made = 0, any = 0, all = 0, not_any = 0, not_all = 0;
    VkResult failure = VK_SUCCESS;
    while (made < FIVE && device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &five[made]) == VK_SUCCESS)
        made++;
    for (uint32_t at = 0; made == FIVE && at < FIVE; at++) {
        uint64_t values[FIVE];
        VkSemaphoreWaitInfo wait = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                    .semaphoreCount = FIVE,
                                    .pSemaphores = five,
                                    .pValues = values};
        for (uint32_t i = 0; i < FIVE; i++) values[i] = i == at ? 8 : 7;
        VkResult result = counters->wait(device->handle, &wait, NO_TIME);
        all += result == VK_TIMEOUT;
        not_all += result >= VK_SUCCESS && result != VK_TIMEOUT;
        failure = graver(failure, result);
        for (uint32_t i = 0; i < FIVE; i++) values[i] = i == at ? 7 : 8;
        wait.flags = VK_SEMAPHORE_WAIT_ANY_BIT;
        result = counters->wait(device->handle, &wait, NO_TIME);
        any += result == VK_SUCCESS;
        not_any += result > VK_SUCCESS;
        failure = graver(failure, result);
    }
    if (made == FIVE) {
        find(player, "semaphores.all_of_five", right_of_five(all, not_all, failure));
        find(player, "semaphores.any_of_five", right_of_five(any, not_any, failure));
    }
    while (made-- > 0) device->DestroySemaphore(device->handle, five[made], callbacks_of("semaphore"));
}

// The structures of a chain may come in any order: what a program says in the second one counts as in the first.
static void count_behind(struct player *player, struct counters counters) {
    struct device *device = player->device;
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                            .initialValue = 7};
    const VkExportSemaphoreCreateInfo nothing_exported = {.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                                          .pNext = &type};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &nothing_exported};
    const uint64_t value = 9;
    const VkTimelineSemaphoreSubmitInfo raised = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .signalSemaphoreValueCount = 1,
                                                  .pSignalSemaphoreValues = &value};
    const VkProtectedSubmitInfo unprotected = {.sType = VK_STRUCTURE_TYPE_PROTECTED_SUBMIT_INFO, .pNext = &raised};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .pNext = &unprotected,
                           .signalSemaphoreCount = 1,
                           .pSignalSemaphores = counters.semaphores};
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &counters.semaphores[0]) != VK_SUCCESS)
        return;
    find(player, "semaphores.made_behind", value_of(player, &counters, 0));
    if (states_submit(player, 1, &submit)) {
        wait_for_values(player, &counters, value, 0, 0, LONG);
        find(player, "semaphores.raised_behind", value_of(player, &counters, 0));
    }
    device->DestroySemaphore(device->handle, counters.semaphores[0], callbacks_of("semaphore"));
}

void states_of_semaphores(struct player *player) {
    struct device *device = player->device;
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = 7};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    struct counters counters = {{NULL, NULL},
                                DEVICE_COMMAND(device, GetSemaphoreCounterValue),
                                DEVICE_COMMAND(device, SignalSemaphore),
                                DEVICE_COMMAND(device, WaitSemaphores)};
    if (!player->counts || counters.value == NULL || counters.signal == NULL || counters.wait == NULL) return;
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 2 && result == VK_SUCCESS; i++)
        result = made(
            device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &counters.semaphores[i]),
            &counters.semaphores[i]);
    if (result == VK_SUCCESS) {
        count(player, &counters);
        count_beside(player, &counters);
        count_widely(player);
        count_behind(player, counters);
        wait_for_five(player, &counters, &type);
    }
    for (int i = 0; i < 2; i++)
        device->DestroySemaphore(device->handle, counters.semaphores[i], callbacks_of("semaphore"));
}
