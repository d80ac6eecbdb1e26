// Operations at the edges of what commands take: sizes that are no multiple of four, values of 64 bits, many regions,
// no batches, a wait beside a submission. Each makes what it needs and ends it. Programs have them where plays_edges says.
#include <string.h>

#include "edges.h"

int plays_edges;

static uint64_t hash(const unsigned char *bytes, size_t size) {
    uint64_t value = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++) value = (value ^ bytes[i]) * UINT64_C(0x100000001B3);
    return value;
}

// ---- a buffer of its own, mapped, with known contents

void end_own(const struct unit *unit, struct own_buffer *own) {
    if (own->buffer != NULL) unit->call.DestroyBuffer(unit->handle, own->buffer, OWN);
    if (own->memory != NULL) unit->call.FreeMemory(unit->handle, own->memory, OWN);
}

VkResult make_own(const struct unit *unit, VkDeviceSize size, uint32_t word, struct own_buffer *own) {
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

VkResult begin_own(const struct unit *unit, struct own_commands *own) {
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

VkResult run_own(struct unit *unit, const struct own_commands *own, int is_trimmed) {
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

void end_own_commands(const struct unit *unit, const struct own_commands *own) {
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
    {"copy_query_states", copy_query_states, 4, 0},
    {"ask_little_cache", ask_little_cache, 2, 0},
    {"fill_set_pool", fill_set_pool, 3, 1},
    {"trim_pool", trim_pool, 3, 1},
};
const uint32_t operations_at_edges_count = COUNT_OF(operations_at_edges);
