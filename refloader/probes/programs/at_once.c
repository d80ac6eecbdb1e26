// The operation in which two threads record at the same time, each into a command buffer of its own pool.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "program.h"

// Whether both are at it now.
atomic_int recording_at_once;

#define TIMES 80U
#define REGIONS 3U

struct recorder {
    const struct unit *unit;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkBuffer from, to;
    uint32_t number;
    VkResult result;
    pthread_barrier_t *start;
};

static void barrier_of(const struct recorder *recorder) {
    VkBufferMemoryBarrier both[2];
    for (uint32_t i = 0; i < 2; i++)
        both[i] = (VkBufferMemoryBarrier){.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                          .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .buffer = i == 0 ? recorder->to : recorder->from,
                                          .size = VK_WHOLE_SIZE};
    recorder->unit->call.CmdPipelineBarrier(recorder->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 0, NULL, 2, both, 0,
                                            NULL);
}

// What one thread records names places that the other one does not.
static void *record(void *of) {
    struct recorder *recorder = of;
    const struct commands_of_device *call = &recorder->unit->call;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    pthread_barrier_wait(recorder->start);
    recorder->result = call->BeginCommandBuffer(recorder->commands, &info);
    if (recorder->result != VK_SUCCESS) return NULL;
    atomic_store(&recording_at_once, 1);
    for (uint32_t i = 0; i < TIMES; i++) {
        uint32_t numbers[8];
        VkBufferCopy regions[REGIONS];
        for (uint32_t j = 0; j < COUNT_OF(numbers); j++) numbers[j] = mixed(recorder->number, i * 8 + j);
        for (uint32_t j = 0; j < REGIONS; j++)
            regions[j] = (VkBufferCopy){(recorder->number * 7 + i + j) % 64 * 16, (j * 20 + i % 20) * 16, 16};
        call->CmdUpdateBuffer(recorder->commands, recorder->to, 960 + i % 2 * 32, sizeof numbers, numbers);
        barrier_of(recorder);
        call->CmdCopyBuffer(recorder->commands, recorder->from, recorder->to, REGIONS, regions);
        barrier_of(recorder);
    }
    atomic_store(&recording_at_once, 0);
    recorder->result = call->EndCommandBuffer(recorder->commands);
    return NULL;
}

static VkResult prepare(struct recorder *recorder) {
    const struct unit *unit = recorder->unit;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = unit->family[0]};
    VkResult result = unit->call.CreateCommandPool(unit->handle, &pool, OWN, &recorder->pool);
    if (result != VK_SUCCESS) return recorder->pool = NULL, result;
    VkCommandBufferAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .commandPool = recorder->pool,
                                       .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
    return unit->call.AllocateCommandBuffers(unit->handle, &one, &recorder->commands);
}

static VkResult record_both(struct recorder *two) {
    pthread_barrier_t start;
    pthread_t other;
    if (pthread_barrier_init(&start, NULL, 2) != 0) return VK_ERROR_OUT_OF_HOST_MEMORY;
    two[0].start = two[1].start = &start;
    if (pthread_create(&other, NULL, record, &two[1]) != 0) return VK_ERROR_OUT_OF_HOST_MEMORY;
    record(&two[0]);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&start);
    if (two[0].result != VK_SUCCESS || two[1].result != VK_SUCCESS) return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkCommandBuffer both[] = {two[0].commands, two[1].commands};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 2, .pCommandBuffers = both};
    VkResult result = two->unit->call.QueueSubmit(two->unit->queue, 1, &info, NULL);
    return result == VK_SUCCESS ? two->unit->call.QueueWaitIdle(two->unit->queue) : result;
}

static int is_free_buffer(const struct unit *unit, uint32_t slot) {
    return unit->buffer[slot].handle != NULL && !is_used(unit, USE_BUFFER, slot) && is_of(unit->buffer[slot].owner, 0);
}

int record_at_once(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(from, word[0], SLOTS, is_free_buffer(unit, i))
    PICK(to, word[1], SLOTS, is_free_buffer(unit, i) && (int)i != from)
    PICK(next, word[2], SLOTS, is_free_buffer(unit, i) && (int)i != from && (int)i != to)
    if (from < 0 || to < 0 || next < 0) return 0;
    struct recorder two[2] = {{.unit = unit, .number = word[3], .from = unit->buffer[from].handle, .to = unit->buffer[to].handle},
                              {.unit = unit, .number = word[3] + 5, .from = unit->buffer[from].handle, .to = unit->buffer[next].handle}};
    say_call(world, "vkCmdUpdateBuffer, vkCmdCopyBuffer (on two threads at the same time, from buffer %d to buffers %d and %d)", from,
             to, next);
    VkResult result = turn_to_queue(unit, 0) ? prepare(&two[0]) : VK_ERROR_OUT_OF_HOST_MEMORY;
    if (result == VK_SUCCESS) result = prepare(&two[1]);
    if (result == VK_SUCCESS) result = record_both(two);
    if (went_well(world, result)) end_all_submissions(unit);
    for (uint32_t i = 0; i < 2; i++)
        if (two[i].pool != NULL) unit->call.DestroyCommandPool(unit->handle, two[i].pool, OWN);
    return 1;
}
