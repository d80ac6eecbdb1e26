// The act "states", what is recorded: command buffers that are run, reset and recorded anew, secondary ones, queries.
#include <string.h>

#include "states.h"

#define CANARY UINT64_C(0xA5A5A5A5A5A5A5A5)
#define QUERIES 3U
#define WIDE (VK_QUERY_RESULT_64_BIT)

static int begin_recording(struct player *player, VkCommandBuffer commands) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    return player->device->BeginCommandBuffer(commands, &info) == VK_SUCCESS;
}

static int end_recording(struct player *player, VkCommandBuffer commands) {
    barrier(player->device, commands);
    return player->device->EndCommandBuffer(commands) == VK_SUCCESS;
}

void states_fill(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number) {
    const VkDeviceSize size = sizeof(uint32_t);
    player->device->CmdFillBuffer(commands, player->buffer.handle, word * size, size, number);
}

int states_record(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number) {
    if (!begin_recording(player, commands)) return 0;
    states_fill(player, commands, word, number);
    return end_recording(player, commands);
}

VkResult states_allocate(struct player *player, VkCommandPool pool, VkCommandBufferLevel level, uint32_t count,
                         VkCommandBuffer *to) {
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .level = level,
                                        .commandBufferCount = count};
    return player->device->AllocateCommandBuffers(player->device->handle, &info, to);
}

// ---- primary command buffers

static void run_and_reset(struct player *player) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    states_clear(player);
    if (!states_record(player, commands, 0, FIRST_NUMBER) || !states_run(player, commands)) return;
    find(player, "commands.run", player->words[0]);
    states_clear(player);
    if (states_run(player, commands)) find(player, "commands.run_again", player->words[0]);
    states_clear(player);
    if (device->ResetCommandBuffer(commands, 0) != VK_SUCCESS) return;
    if (!states_record(player, commands, 1, SECOND_NUMBER) || !states_run(player, commands)) return;
    find(player, "commands.reset", player->words[0]);
    find(player, "commands.after_reset", player->words[1]);
    states_clear(player);
    if (!states_record(player, commands, 2, FIRST_NUMBER) || !states_run(player, commands)) return;
    find(player, "commands.begun_anew", player->words[1]);
    states_clear(player);
    if (device->ResetCommandPool(device->handle, player->recorder.pool, 0) != VK_SUCCESS) return;
    if (!states_record(player, commands, 3, SECOND_NUMBER) || !states_run(player, commands)) return;
    find(player, "commands.pool_reset", player->words[2]);
    find(player, "commands.after_pool_reset", player->words[3]);
}

// One command buffer is freed and its pool reset; the other one, of another pool, stays what it was.
static void beside_others(struct player *player) {
    struct device *device = player->device;
    struct recorder other;
    VkCommandBuffer more = NULL;
    if (!recorder_make("recorder", device, &other)) return;
    if (states_allocate(player, other.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1, &more) == VK_SUCCESS &&
        states_record(player, more, 4, FIRST_NUMBER)) {
        device->ResetCommandPool(device->handle, player->recorder.pool, 0);
        states_clear(player);
        if (states_run(player, more)) find(player, "commands.other_pool_reset", player->words[4]);
        device->FreeCommandBuffers(device->handle, other.pool, 1, &other.commands);
        states_clear(player);
        if (states_run(player, more)) find(player, "commands.other_freed", player->words[4]);
    }
    recorder_end(device, &other);
}

static int record_update(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number, int times) {
    uint32_t numbers[16];
    if (!begin_recording(player, commands)) return 0;
    for (uint32_t i = 0; i < COUNT(numbers); i++) numbers[i] = number;
    for (; times > 0; times--) {
        player->device->CmdUpdateBuffer(commands, player->buffer.handle, word * sizeof(uint32_t), sizeof numbers, numbers);
        barrier(player->device, commands);
    }
    return player->device->EndCommandBuffer(commands) == VK_SUCCESS;
}

// What a command buffer was given when it was recorded stays its own while another one of the pool is recorded anew.
static void beside_updates(struct player *player) {
    struct device *device = player->device;
    VkCommandBuffer two[] = {NULL, NULL};
    if (states_allocate(player, player->recorder.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 2, two) != VK_SUCCESS) return;
    states_clear(player);
    if (record_update(player, two[0], 16, FIRST_NUMBER, 1) && record_update(player, two[1], 32, SECOND_NUMBER, 1) &&
        record_update(player, two[0], 16, FIRST_NUMBER, 3) && states_run(player, two[1])) {
        find(player, "commands.beside_anew", player->words[32]);
        if (states_run(player, two[0])) find(player, "commands.recorded_anew", player->words[16]);
    }
    device->FreeCommandBuffers(device->handle, player->recorder.pool, 2, two);
}

// What a pool gives back is none of what its command buffers have recorded.
static void trim(struct player *player) {
    struct device *device = player->device;
    PFN_vkTrimCommandPool give_back = DEVICE_COMMAND(device, TrimCommandPool);
    if (device->api < VK_API_VERSION_1_1 || give_back == NULL) return;
    states_clear(player);
    if (!states_record(player, player->recorder.commands, 9, FIRST_NUMBER)) return;
    give_back(device->handle, player->recorder.pool, 0);
    if (states_run(player, player->recorder.commands)) find(player, "commands.trimmed", player->words[9]);
}

// A pool takes its command buffers with it. Those of a later one may have their handles, and are of another level.
static void of_a_later_pool(struct player *player) {
    struct device *device = player->device;
    struct recorder pool;
    VkCommandBuffer made[4];
    const uint32_t count = COUNT(made);
    if (!recorder_make("recorder", device, &pool)) return;
    VkResult result = states_allocate(player, pool.pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, count, made);
    recorder_end(device, &pool);
    if (result != VK_SUCCESS || !recorder_make("recorder", device, &pool)) return;
    result = states_allocate(player, pool.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, count, made);
    states_clear(player);
    int are_run = result == VK_SUCCESS;
    for (uint32_t i = 0; i < count && are_run; i++)
        are_run = states_record(player, made[i], 10 + i, FIRST_NUMBER) && states_run(player, made[i]);
    int are_right = are_run;
    for (uint32_t i = 0; i < count; i++) are_right &= player->words[10 + i] == FIRST_NUMBER;
    if (are_run) find(player, "commands.of_a_later_pool", are_right ? FIRST_NUMBER : 0);
    recorder_end(device, &pool);
}

// Submits both by vkQueueSubmit2, each as a batch of its own, and waits; whether the work was done.
static int submit_by_newer(struct player *player, VkCommandBuffer first, VkCommandBuffer second) {
    struct device *device = player->device;
    const VkCommandBufferSubmitInfo commands[] = {
        {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = first},
        {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = second}};
    VkSubmitInfo2 submits[COUNT(commands)];
    PFN_vkQueueSubmit2 submit = DEVICE_COMMAND(device, QueueSubmit2);
    if (!player->has_submit2 || submit == NULL || player->is_lost) return 0;
    for (uint32_t i = 0; i < COUNT(submits); i++)
        submits[i] = (VkSubmitInfo2){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
                                     .commandBufferInfoCount = 1,
                                     .pCommandBufferInfos = &commands[i]};
    pthread_mutex_lock(player->queue);
    VkResult result = submit(device->queue, COUNT(submits), submits, player->fence);
    pthread_mutex_unlock(player->queue);
    if (result == VK_SUCCESS) result = states_wait(player, player->fence);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &player->fence);
    player->is_lost = result != VK_SUCCESS;
    return !player->is_lost;
}

static void both_by_newer(struct player *player) {
    struct device *device = player->device;
    VkCommandBuffer second = NULL;
    states_clear(player);
    if (states_allocate(player, player->recorder.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1, &second) != VK_SUCCESS) return;
    if (states_record(player, player->recorder.commands, 5, FIRST_NUMBER) &&
        states_record(player, second, 6, SECOND_NUMBER) &&
        submit_by_newer(player, player->recorder.commands, second)) {
        find(player, "commands.first_by_newer", player->words[5]);
        find(player, "commands.second_by_newer", player->words[6]);
    }
    device->FreeCommandBuffers(device->handle, player->recorder.pool, 1, &second);
}

// Of two batches the second one waits for the first one's semaphore, and its number is the one that stays.
static void in_order(struct player *player) {
    struct device *device = player->device;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkCommandBuffer second = NULL;
    VkSemaphore semaphore;
    if (device->CreateSemaphore(device->handle, &info, callbacks_of("semaphore"), &semaphore) != VK_SUCCESS) return;
    VkSubmitInfo submits[] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &player->recorder.commands,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &semaphore},
                              {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = 1,
                               .pWaitSemaphores = &semaphore,
                               .pWaitDstStageMask = &all,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &second}};
    states_clear(player);
    if (states_allocate(player, player->recorder.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1, &second) == VK_SUCCESS) {
        if (states_record(player, player->recorder.commands, 5, FIRST_NUMBER) &&
            states_record(player, second, 5, SECOND_NUMBER) && states_submit(player, COUNT(submits), submits))
            find(player, "commands.in_order", player->words[5]);
        device->FreeCommandBuffers(device->handle, player->recorder.pool, 1, &second);
    }
    device->DestroySemaphore(device->handle, semaphore, callbacks_of("semaphore"));
}

void states_of_commands(struct player *player) {
    run_and_reset(player);
    beside_others(player);
    beside_updates(player);
    trim(player);
    of_a_later_pool(player);
    in_order(player);
    both_by_newer(player);
}

// ---- queries

static VkResult get(struct player *player, VkQueryPool pool, uint32_t first, uint32_t count, uint64_t *to,
                    uint32_t words, VkQueryResultFlags flags) {
    VkDeviceSize stride = words * sizeof *to;
    return player->device->GetQueryPoolResults(player->device->handle, pool, first, count, count * stride, to, stride,
                                               WIDE | flags);
}

// By the host where no queue of the device may do it.
static int reset_queries(struct player *player, VkQueryPool pool, uint32_t first, uint32_t count) {
    VkCommandBuffer commands = player->recorder.commands;
    PFN_vkResetQueryPool reset = DEVICE_COMMAND(player->device, ResetQueryPool);
    if (!can_draw_or_compute(player->device)) {
        if (!player->resets_by_host || reset == NULL) return 0;
        reset(player->device->handle, pool, first, count);
        return 1;
    }
    if (!begin_recording(player, commands)) return 0;
    player->device->CmdResetQueryPool(commands, pool, first, count);
    return end_recording(player, commands) && states_run(player, commands);
}

// The times of the first two, and what they are copied to.
static int write_times(struct player *player, VkQueryPool pool) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    states_clear(player);
    if (!begin_recording(player, commands)) return 0;
    device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    if (can_draw_or_compute(device))
        device->CmdCopyQueryPoolResults(commands, pool, 0, 2, player->buffer.handle, 0, sizeof(uint64_t),
                                        WIDE | VK_QUERY_RESULT_WAIT_BIT);
    return end_recording(player, commands) && states_run(player, commands);
}

static void before_writing(struct player *player, VkQueryPool pool) {
    uint64_t rows[2] = {CANARY, CANARY};
    find(player, "queries.reset", get(player, pool, 0, 2, rows, 1, 0));
    find(player, "queries.reset_untouched", rows[0] == CANARY && rows[1] == CANARY);
    get(player, pool, 0, 1, rows, 2, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    find(player, "queries.reset_unavailable", rows[1] == 0);
}

static void after_writing(struct player *player, VkQueryPool pool, uint32_t bits) {
    uint64_t rows[6] = {0}, one = 0, copied[2];
    memcpy(copied, player->words, sizeof copied);
    find(player, "queries.written", get(player, pool, 0, 2, rows, 1, 0));
    if (can_draw_or_compute(player->device))
        find(player, "queries.copied", copied[0] == rows[0] && copied[1] == rows[1]);
    get(player, pool, 1, 1, &one, 1, 0);
    find(player, "queries.one", one == rows[1]);
    uint64_t first = rows[0], second = rows[1];
    find(player, "queries.in_bits", bits >= 64 || (first >> bits == 0 && second >> bits == 0));
    for (uint32_t i = 0; i < COUNT(rows); i++) rows[i] = CANARY;
    get(player, pool, 0, 2, rows, 3, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    find(player, "queries.in_rows", rows[0] == first && rows[3] == second);
    find(player, "queries.available", rows[1] != 0 && rows[4] != 0);
    find(player, "queries.between_rows", rows[2] == CANARY && rows[5] == CANARY);
    find(player, "queries.not_written", get(player, pool, 2, 1, rows, 1, 0));
    for (uint32_t i = 0; i < COUNT(rows); i++) rows[i] = CANARY;
    find(player, "queries.partly", get(player, pool, 0, 3, rows, 2, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT));
    find(player, "queries.partly_written", rows[0] == first && rows[1] != 0 && rows[1] != CANARY && rows[2] == second);
    find(player, "queries.partly_unavailable", rows[4] == CANARY && rows[5] == 0);
    if (!reset_queries(player, pool, 1, 1)) return;
    find(player, "queries.one_reset", get(player, pool, 1, 1, rows, 1, 0));
    find(player, "queries.other_reset", get(player, pool, 0, 1, rows, 1, 0));
    if (!reset_queries(player, pool, 0, QUERIES) || !write_times(player, pool)) return;
    if (!reset_queries(player, pool, 0, QUERIES)) return;
    find(player, "queries.all_reset_first", get(player, pool, 0, 1, rows, 1, 0));
    find(player, "queries.all_reset_second", get(player, pool, 1, 1, rows, 1, 0));
}

static int write_all(struct player *player, VkQueryPool pool) {
    VkCommandBuffer commands = player->recorder.commands;
    if (!reset_queries(player, pool, 0, QUERIES) || !begin_recording(player, commands)) return 0;
    for (uint32_t i = 0; i < QUERIES; i++)
        player->device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
    return end_recording(player, commands) && states_run(player, commands);
}

// Of three queries with results the one in the middle is reset, by a queue and by the host.
static void reset_between(struct player *player, VkQueryPool pool) {
    PFN_vkResetQueryPool reset = DEVICE_COMMAND(player->device, ResetQueryPool);
    uint64_t row = 0;
    if (!write_all(player, pool) || !reset_queries(player, pool, 1, 1)) return;
    find(player, "queries.before_reset", get(player, pool, 0, 1, &row, 1, 0));
    find(player, "queries.between_reset", get(player, pool, 1, 1, &row, 1, 0));
    find(player, "queries.behind_reset", get(player, pool, 2, 1, &row, 1, 0));
    if (!write_all(player, pool) || !reset_queries(player, pool, 0, QUERIES)) return;
    find(player, "queries.all_reset_last", get(player, pool, 2, 1, &row, 1, 0));
    if (!player->resets_by_host || reset == NULL || !write_all(player, pool)) return;
    reset(player->device->handle, pool, 1, 1);
    find(player, "queries.before_host_reset", get(player, pool, 0, 1, &row, 1, 0));
    find(player, "queries.host_reset", get(player, pool, 1, 1, &row, 1, 0));
    find(player, "queries.behind_host_reset", get(player, pool, 2, 1, &row, 1, 0));
}

void states_of_queries(struct player *player) {
    struct device *device = player->device;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = QUERIES};
    VkQueryPool pool;
    VkQueueFamilyProperties families[32];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    if (device->family >= count || families[device->family].timestampValidBits == 0) return;
    if (device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &pool) != VK_SUCCESS) return;
    if (reset_queries(player, pool, 0, QUERIES)) {
        before_writing(player, pool);
        if (write_times(player, pool)) after_writing(player, pool, families[device->family].timestampValidBits);
        reset_between(player, pool);
    }
    device->DestroyQueryPool(device->handle, pool, callbacks_of("query pool"));
}
