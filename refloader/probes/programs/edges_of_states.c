// Operations at the edges on what is waited for, and on queries, caches and pools. See edges.c.
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "edges.h"

// A limited wait may be over whatever was submitted.
#define NO_LIMIT UINT64_MAX

// ---- what is waited for

static VkResult make_timeline(const struct unit *unit, uint64_t value, VkSemaphore *semaphore) {
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = value};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    VkResult result = unit->call.CreateSemaphore(unit->handle, &info, OWN, semaphore);
    if (result != VK_SUCCESS) *semaphore = NULL;
    return result;
}

static uint64_t wide(uint32_t word, uint32_t other) { return ((uint64_t)word << 32 | other) >> (1 + other % 60); }

int wait_several(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { MOST = 4 };
    VkSemaphore semaphores[MOST] = {NULL};
    uint64_t values[MOST], counted = 0;
    uint32_t count = 1 + word[0] % MOST, late = 0, made = 0;
    VkResult result = VK_SUCCESS, first, second = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++) late |= (mixed(word[1], i) & 1) << i;
    say_call(world, "vkWaitSemaphores (%s of %u timeline semaphores, mask %x not reached)", word[2] & 1 ? "any" : "all", count, late);
    for (; made < count && result == VK_SUCCESS; made++) {
        values[made] = wide(mixed(word[3], made), mixed(word[2], made)) + (late >> made & 1);
        result = make_timeline(unit, values[made] - (late >> made & 1), &semaphores[made]);
    }
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .flags = word[2] & 1 ? VK_SEMAPHORE_WAIT_ANY_BIT : 0,
                                .semaphoreCount = count,
                                .pSemaphores = semaphores,
                                .pValues = values};
    if (went_well(world, result)) {
        char text[32];
        first = unit->call.WaitSemaphores(unit->handle, &info, word[2] & 2 ? 20000 : 0);
        strcpy(text, result_name(first));
        uint32_t which = word[0] / MOST % count;
        VkSemaphoreSignalInfo signal = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                        .semaphore = semaphores[which],
                                        .value = values[which] + 1 - (late >> which & 1)};
        if (unit->call.SignalSemaphore(unit->handle, &signal) == VK_SUCCESS)
            second = unit->call.WaitSemaphores(unit->handle, &info, 0);
        unit->call.GetSemaphoreCounterValue(unit->handle, semaphores[which], &counted);
        say_found(world, "%s, and %s with %llu in the counter of the one that is signaled then", text, result_name(second),
                  (unsigned long long)counted);
    }
    for (uint32_t i = 0; i < made; i++) unit->call.DestroySemaphore(unit->handle, semaphores[i], OWN);
    return 1;
}

static VkResult submit_mixed(const struct unit *unit, const VkSemaphore *semaphores, const uint64_t *values, int is_newer) {
    VkTimelineSemaphoreSubmitInfo older = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                           .signalSemaphoreValueCount = 2,
                                           .pSignalSemaphoreValues = values};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .pNext = &older,
                         .signalSemaphoreCount = 2,
                         .pSignalSemaphores = semaphores};
    VkSemaphoreSubmitInfo signals[2];
    VkSubmitInfo2 newer = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .signalSemaphoreInfoCount = 2, .pSignalSemaphoreInfos = signals};
    for (uint32_t i = 0; i < 2; i++)
        signals[i] = (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
                                             .semaphore = semaphores[i],
                                             .value = values[i],
                                             .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    return is_newer ? unit->call.QueueSubmit2(unit->queue, 1, &newer, NULL) : unit->call.QueueSubmit(unit->queue, 1, &info, NULL);
}

// The value of a binary semaphore is ignored. It is waited for again, so that it can be destroyed.
int signal_mixed(struct world *world, struct unit *unit, const uint32_t *word) {
    uint32_t binary = word[0] & 1;
    int is_newer = unit->call.QueueSubmit2 != NULL && word[0] & 2;
    VkSemaphore semaphores[2] = {NULL, NULL};
    uint64_t start = wide(word[1], word[2]), values[2] = {start + 2 + word[3] % 7, start + 2 + word[3] % 7}, counted = 0;
    values[binary] = word[3] % 3;
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo wait = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .waitSemaphoreCount = 1,
                         .pWaitSemaphores = &semaphores[binary],
                         .pWaitDstStageMask = &stage};
    say_call(world, "vkQueueSubmit%s (signals a timeline semaphore %s a binary one)", is_newer ? "2" : "", binary ? "before" : "behind");
    VkResult result = make_timeline(unit, start, &semaphores[!binary]);
    if (result == VK_SUCCESS && (result = unit->call.CreateSemaphore(unit->handle, &info, OWN, &semaphores[binary])) != VK_SUCCESS)
        semaphores[binary] = NULL;
    if (result == VK_SUCCESS) result = submit_mixed(unit, semaphores, values, is_newer);
    if (result == VK_SUCCESS) result = unit->call.QueueSubmit(unit->queue, 1, &wait, NULL);
    if (result == VK_SUCCESS) result = unit->call.QueueWaitIdle(unit->queue);
    if (went_well(world, result)) {
        end_all_submissions(unit);
        unit->call.GetSemaphoreCounterValue(unit->handle, semaphores[!binary], &counted);
        say_found(world, "%llu", (unsigned long long)counted);
    }
    for (uint32_t i = 0; i < 2; i++)
        if (semaphores[i] != NULL) unit->call.DestroySemaphore(unit->handle, semaphores[i], OWN);
    return 1;
}

// A fence alone is signaled when all that was submitted before is over.
int submit_nothing(struct world *world, struct unit *unit, const uint32_t *word) {
    VkFence fence = NULL;
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    int is_newer = unit->call.QueueSubmit2 != NULL && word[0] & 1;
    say_call(world, "vkQueueSubmit%s (no batches, and a fence that is waited for)", is_newer ? "2" : "");
    VkResult result = unit->call.CreateFence(unit->handle, &info, OWN, &fence);
    if (!went_well(world, result)) return 1;
    result = is_newer ? unit->call.QueueSubmit2(unit->queue, 0, NULL, fence) : unit->call.QueueSubmit(unit->queue, 0, NULL, fence);
    if (result == VK_SUCCESS) result = unit->call.WaitForFences(unit->handle, 1, &fence, VK_TRUE, NO_LIMIT);
    if (went_well(world, result)) end_all_submissions(unit);
    unit->call.DestroyFence(unit->handle, fence, OWN);
    return 1;
}

struct waiter {
    const struct unit *unit;
    VkSemaphoreWaitInfo info;
    VkResult result;
};

static void *wait_for_it(void *of) {
    struct waiter *waiter = of;
    waiter->result = waiter->unit->call.WaitSemaphores(waiter->unit->handle, &waiter->info, NO_LIMIT);
    return NULL;
}

// One thread waits for what another one submits only then. With a fence that would not be valid: "Host access to fence
// must be externally synchronized" where it is submitted.
int submit_beside_wait(struct world *world, struct unit *unit, const uint32_t *word) {
    uint64_t value = wide(word[0], word[1]) + 1;
    VkSemaphore semaphore = NULL;
    VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                            .signalSemaphoreValueCount = 1,
                                            .pSignalSemaphoreValues = &value};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .pNext = &values,
                         .signalSemaphoreCount = 1,
                         .pSignalSemaphores = &semaphore};
    struct waiter waiter = {.unit = unit,
                            .info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                     .semaphoreCount = 1,
                                     .pSemaphores = &semaphore,
                                     .pValues = &value}};
    pthread_t thread;
    say_call(world, "vkQueueSubmit (while another thread waits for its timeline semaphore)");
    if (!went_well(world, make_timeline(unit, value - 1, &semaphore))) return 1;
    if (pthread_create(&thread, NULL, wait_for_it, &waiter) == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        VkResult result = unit->call.QueueSubmit(unit->queue, 1, &info, NULL);
        // Else the other thread would wait for ever.
        if (result != VK_SUCCESS)
            unit->call.SignalSemaphore(unit->handle, &(VkSemaphoreSignalInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                                                              .semaphore = semaphore,
                                                                              .value = value});
        pthread_join(thread, NULL);
        if (went_well(world, result) && went_well(world, waiter.result)) end_all_submissions(unit);
        unit->call.DeviceWaitIdle(unit->handle);
    }
    unit->call.DestroySemaphore(unit->handle, semaphore, OWN);
    return 1;
}

// ---- queries, caches and pools

static uint64_t asked_states(const struct unit *unit, VkQueryPool pool, uint32_t count, int is_wide, VkResult *result) {
    enum { CANARY = 0xA5 };
    unsigned char rows[MOST_QUERIES * 16];
    size_t size = is_wide ? 8 : 4;
    uint64_t states = 0;
    memset(rows, CANARY, sizeof rows);
    *result = unit->call.GetQueryPoolResults(
        unit->handle, pool, 0, count, count * size * 2, rows, size * 2,
        VK_QUERY_RESULT_WITH_AVAILABILITY_BIT | (is_wide ? VK_QUERY_RESULT_64_BIT : 0));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t available = 0, untouched = 1;
        for (size_t j = 0; j < size; j++) available |= rows[i * size * 2 + size + j];
        for (size_t j = 0; j < size; j++) untouched &= rows[i * size * 2 + j] == CANARY;
        // Nothing is written for a query that is unavailable but that it is.
        states = states * 3 + (available != 0 ? 2U : untouched);
    }
    return states;
}

int ask_query_states(struct world *world, struct unit *unit, const uint32_t *word) {
    uint32_t count = 1 + word[0] % 40, first = word[1] % count, reset = 1 + (word[1] >> 8) % (count - first);
    struct own_commands commands = {.pool = NULL};
    VkQueryPool pool = NULL;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = count};
    say_call(world, "vkGetQueryPoolResults (%u timestamps, some of them written, before and after vkResetQueryPool of %u from %u on)",
             count, reset, first);
    VkResult result = unit->call.CreateQueryPool(unit->handle, &info, OWN, &pool), one, two;
    if (!went_well(world, result)) return 1;
    result = begin_own(unit, &commands);
    if (result == VK_SUCCESS) {
        unit->call.ResetQueryPool(unit->handle, pool, 0, count);
        for (uint32_t i = 0; i < count; i++)
            if (mixed(word[2], i) % 4 || word[3] & 4) unit->call.CmdWriteTimestamp(commands.handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
        result = run_own(unit, &commands, 0);
    }
    if (went_well(world, result)) {
        uint64_t before = asked_states(unit, pool, count, word[3] & 1, &one);
        unit->call.ResetQueryPool(unit->handle, pool, first, reset);
        uint64_t after = asked_states(unit, pool, count, word[3] & 2, &two);
        say_found(world, "results %d and %d, states %llx and %llx", (int)one, (int)two, (unsigned long long)before, (unsigned long long)after);
    }
    end_own_commands(unit, &commands);
    unit->call.DestroyQueryPool(unit->handle, pool, OWN);
    return 1;
}

// Results that a command copies to a buffer, all of which are there by then. What is between two rows is left open.
int copy_query_states(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { MOST = 8, WORDS = 4, AROUND = 4, SIZE = 8 * (MOST * WORDS + 2 * AROUND) };
    uint32_t count = 2 + word[0] % (MOST - 1), first = word[0] / MOST % 3 ? 0 : word[1] % count, has_states = word[2] & 1;
    uint32_t stride = 1 + has_states + word[2] / 2 % 3, at = word[1] / MOST % AROUND, written = 0, available = 0, is_kept = 1;
    struct own_buffer own = {.buffer = NULL};
    struct own_commands commands = {.pool = NULL};
    uint64_t before[SIZE / 8], after[SIZE / 8];
    VkQueryPool pool = NULL;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = count};
    say_call(world, "vkCmdCopyQueryPoolResults (%u of %u timestamps, to offset %u, stride %u%s)", count - first, count, at * 8,
             stride * 8, has_states ? ", with availability" : "");
    VkResult result = unit->call.CreateQueryPool(unit->handle, &info, OWN, &pool);
    if (!went_well(world, result)) return 1;
    result = make_own(unit, SIZE, word[3], &own);
    if (result == VK_SUCCESS) result = begin_own(unit, &commands);
    if (result == VK_SUCCESS) {
        memcpy(before, own.bytes, SIZE);
        unit->call.CmdResetQueryPool(commands.handle, pool, 0, count);
        for (uint32_t i = 0; i < count; i++)
            unit->call.CmdWriteTimestamp(commands.handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, i);
        unit->call.CmdCopyQueryPoolResults(commands.handle, pool, first, count - first, own.buffer, at * 8, stride * 8,
                                           VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT |
                                               (has_states ? VK_QUERY_RESULT_WITH_AVAILABILITY_BIT : 0));
        result = run_own(unit, &commands, 0);
    }
    if (went_well(world, result)) {
        memcpy(after, own.bytes, SIZE);
        for (uint32_t i = 0; i < SIZE / 8; i++) {
            uint32_t row = (i - at) / stride, of_row = (i - at) % stride;
            if (i < at || row >= count - first) is_kept &= after[i] == before[i];
            else if (of_row == 0) written |= (uint32_t)(after[i] != before[i]) << row;
            else if (of_row == 1 && has_states) available |= (uint32_t)(after[i] != before[i] && after[i] != 0) << row;
        }
        say_found(world, "mask %x written, %x available, what is around them untouched: %s", written, available, is_kept ? "yes" : "no");
    }
    end_own_commands(unit, &commands);
    end_own(unit, &own);
    unit->call.DestroyQueryPool(unit->handle, pool, OWN);
    return 1;
}

// "If pDataSize is less than what is necessary to store this header, nothing will be written to pData and zero will be
// written to pDataSize."
int ask_little_cache(struct world *world, struct unit *unit, const uint32_t *word) {
    unsigned char bytes[32];
    size_t size = 1 + word[0] % 31;
    VkPipelineCache cache = NULL;
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    say_call(world, "vkGetPipelineCacheData, with room for %u bytes", (uint32_t)size);
    if (!went_well(world, unit->call.CreatePipelineCache(unit->handle, &info, OWN, &cache))) return 1;
    memset(bytes, 0xA5, sizeof bytes);
    VkResult result = unit->call.GetPipelineCacheData(unit->handle, cache, &size, bytes);
    say_found(world, "%s, %u bytes, the first untouched: %s", result_name(result), (uint32_t)size, bytes[0] == 0xA5 ? "yes" : "no");
    unit->call.DestroyPipelineCache(unit->handle, cache, OWN);
    return 1;
}

// A pool whose sets are never freed is not fragmented: what is too much for it takes nothing away.
int fill_set_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { ALL = 4 };
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, ALL};
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                            .descriptorCount = 1,
                                            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = ALL, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorSetLayout layout = NULL;
    VkDescriptorPool pool = NULL;
    VkDescriptorSet sets[ALL + 2] = {NULL};
    uint32_t first = 1 + word[0] % ALL, left = ALL - first;
    say_call(world, "vkAllocateDescriptorSets (%u of %u sets, then too many, then the rest)", first, ALL);
    VkResult result = unit->call.CreateDescriptorSetLayout(unit->handle, &layout_info, OWN, &layout);
    if (result != VK_SUCCESS) layout = NULL;
    if (result == VK_SUCCESS && (result = unit->call.CreateDescriptorPool(unit->handle, &pool_info, OWN, &pool)) != VK_SUCCESS) pool = NULL;
    VkDescriptorSetLayout layouts[] = {layout, layout, layout, layout, layout, layout};
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = pool,
                                        .descriptorSetCount = first,
                                        .pSetLayouts = layouts};
    if (result == VK_SUCCESS) result = unit->call.AllocateDescriptorSets(unit->handle, &info, sets);
    if (went_well(world, result)) {
        info.descriptorSetCount = left + 1;
        VkResult much = unit->call.AllocateDescriptorSets(unit->handle, &info, sets), rest = VK_SUCCESS;
        info.descriptorSetCount = left;
        if (much < 0 && left > 0) rest = unit->call.AllocateDescriptorSets(unit->handle, &info, sets);
        say_found(world, "the rest: %s", rest == VK_SUCCESS ? "as there is room" : "none");
    }
    if (pool != NULL) unit->call.DestroyDescriptorPool(unit->handle, pool, OWN);
    if (layout != NULL) unit->call.DestroyDescriptorSetLayout(unit->handle, layout, OWN);
    return 1;
}

// Command buffers are not affected.
int trim_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->pool), unit->pool[i].handle != NULL)
    if (slot < 0) return 0;
    say_call(world, "vkTrimCommandPool (command pool %d)", slot);
    unit->call.TrimCommandPool(unit->handle, unit->pool[slot].handle, 0);
    return 1;
}
