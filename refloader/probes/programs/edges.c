// Operations at the edges of what commands take: sizes that are no multiple of four, values of 64 bits, many regions,
// no batches, a wait beside a submission. Each makes what it needs and ends it. Programs have them where plays_edges says.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "program.h"

int plays_edges;

// A limited wait may be over whatever was submitted.
#define NO_LIMIT UINT64_MAX

static uint64_t hash(const unsigned char *bytes, size_t size) {
    uint64_t value = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++) value = (value ^ bytes[i]) * UINT64_C(0x100000001B3);
    return value;
}

// ---- a buffer of its own, mapped, with known contents

struct own_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *bytes;
};

static void end_own(const struct unit *unit, struct own_buffer *own) {
    if (own->buffer != NULL) unit->call.DestroyBuffer(unit->handle, own->buffer, OWN);
    if (own->memory != NULL) unit->call.FreeMemory(unit->handle, own->memory, OWN);
}

static VkResult make_own(const struct unit *unit, VkDeviceSize size, uint32_t word, struct own_buffer *own) {
    const struct commands_of_device *call = &unit->call;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements need;
    *own = (struct own_buffer){.bytes = NULL};
    VkResult result = call->CreateBuffer(unit->handle, &info, OWN, &own->buffer);
    if (result != VK_SUCCESS) return own->buffer = NULL, result;
    call->GetBufferMemoryRequirements(unit->handle, own->buffer, &need);
    int type = coherent_type(unit, need.memoryTypeBits);
    if (type < 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkDeviceSize at = word % 3 * need.alignment;
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = need.size + at,
                                   .memoryTypeIndex = (uint32_t)type};
    result = call->AllocateMemory(unit->handle, &memory, OWN, &own->memory);
    if (result != VK_SUCCESS) return own->memory = NULL, result;
    result = call->BindBufferMemory(unit->handle, own->buffer, own->memory, at);
    if (result == VK_SUCCESS) result = call->MapMemory(unit->handle, own->memory, at, size, 0, &own->bytes);
    for (VkDeviceSize i = 0; result == VK_SUCCESS && i < size; i++)
        ((unsigned char *)own->bytes)[i] = (unsigned char)mixed(word, (uint32_t)i);
    return result;
}

// ---- a command buffer of its own

struct own_commands {
    VkCommandPool pool;
    VkCommandBuffer handle;
};

static VkResult begin_own(const struct unit *unit, struct own_commands *own) {
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    *own = (struct own_commands){.pool = NULL};
    VkResult result = unit->call.CreateCommandPool(unit->handle, &pool, OWN, &own->pool);
    if (result != VK_SUCCESS) return own->pool = NULL, result;
    VkCommandBufferAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .commandPool = own->pool,
                                       .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    result = unit->call.AllocateCommandBuffers(unit->handle, &one, &own->handle);
    return result != VK_SUCCESS ? result : unit->call.BeginCommandBuffer(own->handle, &begin);
}

// Ends the recording, and waits for all that is submitted.
static VkResult run_own(struct unit *unit, const struct own_commands *own, int is_trimmed) {
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &own->handle};
    unit->call.CmdPipelineBarrier(own->handle, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0, NULL);
    VkResult result = unit->call.EndCommandBuffer(own->handle);
    if (result == VK_SUCCESS && is_trimmed) unit->call.TrimCommandPool(unit->handle, own->pool, 0);
    if (result == VK_SUCCESS) result = unit->call.QueueSubmit(unit->queue, 1, &info, NULL);
    if (result == VK_SUCCESS) result = unit->call.QueueWaitIdle(unit->queue);
    if (result == VK_SUCCESS) end_all_submissions(unit);
    return result;
}

static void end_own_commands(const struct unit *unit, const struct own_commands *own) {
    if (own->pool != NULL) unit->call.DestroyCommandPool(unit->handle, own->pool, OWN);
}

// ---- buffers

static int fill_odd(struct world *world, struct unit *unit, const uint32_t *word) {
    uint32_t size = 5 + word[0] % 1500, at = word[1] % (size / 4) * 4, is_whole = (word[1] >> 16) % 3 > 0;
    struct own_buffer own;
    struct own_commands commands = {.pool = NULL};
    VkDeviceSize filled = is_whole ? VK_WHOLE_SIZE : 4 + (word[2] >> 2) % ((size - at) / 4) * 4;
    say_call(world, "vkCmdFillBuffer (a buffer of %u bytes, offset %u, %s)", size, at, is_whole ? "VK_WHOLE_SIZE" : "some");
    VkResult result = make_own(unit, size, word[2], &own);
    if (result == VK_SUCCESS) result = begin_own(unit, &commands);
    if (result == VK_SUCCESS) {
        unit->call.CmdFillBuffer(commands.handle, own.buffer, at, filled, word[3]);
        result = run_own(unit, &commands, 0);
    }
    if (went_well(world, result)) say_found(world, "contents %016llx", (unsigned long long)hash(own.bytes, size));
    end_own_commands(unit, &commands);
    end_own(unit, &own);
    return 1;
}

// Regions of some bytes, each to a place of its own; the pool may be trimmed before they are copied.
static int copy_many(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { MOST = 60, EACH = 16 };
    uint32_t count = 1 + word[0] % MOST, is_trimmed = unit->call.TrimCommandPool != NULL && word[3] & 1;
    uint32_t is_newer = unit->call.CmdCopyBuffer2 != NULL && word[3] & 2;
    struct own_buffer from, to = {.buffer = NULL};
    struct own_commands commands = {.pool = NULL};
    VkBufferCopy regions[MOST];
    VkBufferCopy2 newer[MOST];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t of = mixed(word[1], i);
        regions[i] = (VkBufferCopy){of % (MOST * EACH - EACH), i * EACH + (of >> 12) % 4, 1 + (of >> 16) % 12};
        newer[i] = (VkBufferCopy2){.sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2,
                                   .srcOffset = regions[i].srcOffset,
                                   .dstOffset = regions[i].dstOffset,
                                   .size = regions[i].size};
    }
    say_call(world, "vkCmdCopyBuffer%s (%u regions%s)", is_newer ? "2" : "", count, is_trimmed ? ", and vkTrimCommandPool" : "");
    VkResult result = make_own(unit, MOST * EACH, word[2], &from);
    if (result == VK_SUCCESS) result = make_own(unit, MOST * EACH, word[3], &to);
    if (result == VK_SUCCESS) result = begin_own(unit, &commands);
    if (result == VK_SUCCESS) {
        VkCopyBufferInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2,
                                  .srcBuffer = from.buffer,
                                  .dstBuffer = to.buffer,
                                  .regionCount = count,
                                  .pRegions = newer};
        if (is_newer) unit->call.CmdCopyBuffer2(commands.handle, &info);
        else unit->call.CmdCopyBuffer(commands.handle, from.buffer, to.buffer, count, regions);
        result = run_own(unit, &commands, (int)is_trimmed);
    }
    if (went_well(world, result)) say_found(world, "contents %016llx", (unsigned long long)hash(to.bytes, MOST * EACH));
    end_own_commands(unit, &commands);
    end_own(unit, &from);
    end_own(unit, &to);
    return 1;
}

// What is written by one mapping is read by another one, which begins elsewhere.
static int map_twice(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { SIZE = 4096, SEEN = 64 };
    uint32_t at = word[0] % (SIZE - SEEN);
    unsigned char *bytes;
    void *place = NULL;
    VkDeviceMemory memory = NULL;
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = SIZE,
                                 .memoryTypeIndex = (uint32_t)coherent_type(unit, UINT32_MAX)};
    say_call(world, "vkMapMemory (a memory of %u bytes, all of it, then %s from %u on)", SIZE, word[1] & 1 ? "all" : "some", at);
    VkResult result = unit->call.AllocateMemory(unit->handle, &info, OWN, &memory);
    if (!went_well(world, result)) return 1;
    result = unit->call.MapMemory(unit->handle, memory, 0, VK_WHOLE_SIZE, 0, &place);
    if (result == VK_SUCCESS) {
        bytes = place;
        for (uint32_t i = 0; i < SIZE; i++) bytes[i] = (unsigned char)mixed(word[2], i);
        unit->call.UnmapMemory(unit->handle, memory);
        result = unit->call.MapMemory(unit->handle, memory, at, word[1] & 1 ? VK_WHOLE_SIZE : SEEN, 0, &place);
    }
    if (went_well(world, result)) {
        bytes = place;
        say_found(world, "contents %016llx", (unsigned long long)hash(bytes, SEEN));
        unit->call.UnmapMemory(unit->handle, memory);
    }
    unit->call.FreeMemory(unit->handle, memory, OWN);
    return 1;
}

// "The memoryTypeBits member is identical for all VkBuffer objects created with the same value for the flags and usage",
// and so is the alignment. A structure that nobody knows is skipped on the way to one that is filled.
static int compare_requirements(struct world *world, struct unit *unit, const uint32_t *word) {
    static const uint32_t usages[] = {3, 0x10, 0x20, 0x40, 0x80, 0x100, 0x33};
    struct {
        VkStructureType type;
        void *next;
        uint32_t rest[8];
    } unknown = {.type = (VkStructureType)1999999990, .rest = {0xA5A5A5A5}};
    VkMemoryRequirements need[2] = {{0}};
    VkBool32 is_written = VK_TRUE;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .usage = usages[word[0] % COUNT_OF(usages)]};
    say_call(world, "vkGetBufferMemoryRequirements (two buffers of one usage, %x)", info.usage);
    for (uint32_t i = 0; i < 2; i++) {
        VkBuffer buffer = NULL;
        info.size = 1 + word[1 + i] % (1U << (4 + word[3 - i] % 15));
        if (!went_well(world, unit->call.CreateBuffer(unit->handle, &info, OWN, &buffer))) return 1;
        unit->call.GetBufferMemoryRequirements(unit->handle, buffer, &need[i]);
        if (unit->call.GetBufferMemoryRequirements2 != NULL) {
            VkMemoryDedicatedRequirements dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS,
                                                       .prefersDedicatedAllocation = 0xA5A5A5A5,
                                                       .requiresDedicatedAllocation = 0xA5A5A5A5};
            VkMemoryRequirements2 newer = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &unknown};
            VkBufferMemoryRequirementsInfo2 asked = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2,
                                                     .buffer = buffer};
            unknown.next = &dedicated;
            unit->call.GetBufferMemoryRequirements2(unit->handle, &asked, &newer);
            is_written &= dedicated.prefersDedicatedAllocation != 0xA5A5A5A5 && unknown.rest[0] == 0xA5A5A5A5;
            is_written &= newer.memoryRequirements.size == need[i].size && newer.memoryRequirements.alignment == need[i].alignment;
        }
        unit->call.DestroyBuffer(unit->handle, buffer, OWN);
    }
    say_found(world, "types %s, alignment %s, the newer command and its chain: %s",
              need[0].memoryTypeBits == need[1].memoryTypeBits ? "alike" : "unlike",
              need[0].alignment == need[1].alignment ? "alike" : "unlike", is_written ? "the same" : "otherwise");
    return 1;
}

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

static int wait_several(struct world *world, struct unit *unit, const uint32_t *word) {
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
static int signal_mixed(struct world *world, struct unit *unit, const uint32_t *word) {
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
    if (result == VK_SUCCESS) result = unit->call.CreateSemaphore(unit->handle, &info, OWN, &semaphores[binary]);
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
static int submit_nothing(struct world *world, struct unit *unit, const uint32_t *word) {
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
static int submit_beside_wait(struct world *world, struct unit *unit, const uint32_t *word) {
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

static int ask_query_states(struct world *world, struct unit *unit, const uint32_t *word) {
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

// "If pDataSize is less than what is necessary to store this header, nothing will be written to pData and zero will be
// written to pDataSize."
static int ask_little_cache(struct world *world, struct unit *unit, const uint32_t *word) {
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
static int fill_set_pool(struct world *world, struct unit *unit, const uint32_t *word) {
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
    if (result == VK_SUCCESS) result = unit->call.CreateDescriptorPool(unit->handle, &pool_info, OWN, &pool);
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
static int trim_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->pool), unit->pool[i].handle != NULL)
    if (slot < 0) return 0;
    say_call(world, "vkTrimCommandPool (command pool %d)", slot);
    unit->call.TrimCommandPool(unit->handle, unit->pool[slot].handle, 0);
    return 1;
}

const struct operation_row operations_at_edges[] = {
    {"fill_odd", fill_odd, 4, 0},
    {"copy_many", copy_many, 4, 0},
    {"map_twice", map_twice, 3, 0},
    {"compare_requirements", compare_requirements, 3, 0},
    {"wait_several", wait_several, 6, 2},
    {"signal_mixed", signal_mixed, 3, 2},
    {"submit_nothing", submit_nothing, 3, 0},
    {"submit_beside_wait", submit_beside_wait, 2, 2},
    {"ask_query_states", ask_query_states, 4, 2},
    {"ask_little_cache", ask_little_cache, 2, 0},
    {"fill_set_pool", fill_set_pool, 3, 1},
    {"trim_pool", trim_pool, 3, 1},
};
const uint32_t operations_at_edges_count = COUNT_OF(operations_at_edges);
