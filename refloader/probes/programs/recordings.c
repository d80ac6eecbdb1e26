// Operations on command buffers: pools and recording.
#include <string.h>

#include "program.h"

#define ALL_STAGES VK_PIPELINE_STAGE_ALL_COMMANDS_BIT

// ---- pools and command buffers

static int make_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->pool), unit->pool[i].handle == NULL)
    if (slot < 0) return 0;
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    unit->pool[slot].family = word[1] % 3 == 0 ? unit->queue_count - 1 : 0;
    info.queueFamilyIndex = unit->family[unit->pool[slot].family];
    say_call(world, "vkCreateCommandPool (command pool %d of queue family %u)", slot, info.queueFamilyIndex);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateCommandPool(unit->handle, &info, OWN, &unit->pool[slot].handle)))
        unit->pool[slot].handle = NULL;
    return 1;
}

static int is_pool_idle(const struct unit *unit, uint32_t slot) {
    if (unit->pool[slot].handle == NULL) return 0;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].handle != NULL && unit->commands[i].pool == slot && unit->commands[i].pending) return 0;
    return 1;
}

static void forget_commands(struct unit *unit, uint32_t slot) {
    invalidate_commands(unit, slot);
    unit->commands[slot] = (struct commands_item){.handle = NULL};
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) unit->commands[i].secondaries &= ~(1U << slot);
}

static int end_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->pool), is_pool_idle(unit, i))
    if (slot < 0) return 0;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].handle != NULL && unit->commands[i].pool == (uint32_t)slot) forget_commands(unit, i);
    say_call(world, "vkDestroyCommandPool (command pool %d)", slot);
    unit->call.DestroyCommandPool(unit->handle, unit->pool[slot].handle, OWN);
    unit->pool[slot].handle = NULL;
    return 1;
}

void unrecord(struct commands_item *commands) {
    *commands = (struct commands_item){.handle = commands->handle,
                                       .pool = commands->pool,
                                       .is_secondary = commands->is_secondary,
                                       .state = RECORDING_INITIAL};
}

static int reset_pool(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], COUNT_OF(unit->pool), is_pool_idle(unit, i))
    if (slot < 0) return 0;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) {
        if (unit->commands[i].handle == NULL || unit->commands[i].pool != (uint32_t)slot) continue;
        invalidate_commands(unit, i);
        unrecord(&unit->commands[i]);
    }
    say_call(world, "vkResetCommandPool (command pool %d)", slot);
    went_well(world, unit->call.ResetCommandPool(unit->handle, unit->pool[slot].handle,
                                                 plays_edges && word[1] & 1 ? VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT : 0));
    return 1;
}

static int allocate_commands(struct world *world, struct unit *unit, const uint32_t *word) {
    VkCommandBuffer made[MOST_COMMAND_BUFFERS];
    uint32_t slots[MOST_COMMAND_BUFFERS], count = 0, most = 1 + word[1] % 3;
    PICK(pool, word[0], COUNT_OF(unit->pool), unit->pool[i].handle != NULL)
    if (pool < 0) return 0;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS && count < most; i++)
        if (unit->commands[i].handle == NULL) slots[count++] = i;
    if (count == 0) return 0;
    int is_secondary = word[2] % 3 == 0;
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = unit->pool[pool].handle,
        .level = is_secondary ? VK_COMMAND_BUFFER_LEVEL_SECONDARY : VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = count};
    say_call(world, "vkAllocateCommandBuffers (%u %s from command buffer %u on, command pool %d)", count,
             is_secondary ? "secondary ones" : "primary ones", slots[0], pool);
    CHAINED(info);
    if (!went_well(world, unit->call.AllocateCommandBuffers(unit->handle, &info, made))) return 1;
    for (uint32_t i = 0; i < count; i++)
        unit->commands[slots[i]] =
            (struct commands_item){.handle = made[i], .pool = (uint32_t)pool, .is_secondary = is_secondary};
    return 1;
}

static int free_commands(struct world *world, struct unit *unit, const uint32_t *word) {
    VkCommandBuffer list[MOST_COMMAND_BUFFERS + 1];
    uint32_t count = 0, freed = 0, most = 1 + word[2] % 2, mask = 0;
    PICK(first, word[0], MOST_COMMAND_BUFFERS, unit->commands[i].handle != NULL && unit->commands[i].pending == 0)
    if (first < 0) return 0;
    uint32_t pool = unit->commands[first].pool;
    for (uint32_t i = (uint32_t)first; i < MOST_COMMAND_BUFFERS && freed < most; i++) {
        if (unit->commands[i].handle == NULL || unit->commands[i].pool != pool || unit->commands[i].pending) continue;
        list[count++] = unit->commands[i].handle;
        if (freed++ == 0 && word[1] & 1) list[count++] = NULL;  // is ignored
        mask |= 1U << i;
        forget_commands(unit, i);
    }
    say_call(world, "vkFreeCommandBuffers (command buffers, mask %x%s)", mask, word[1] & 1 ? ", and NULL behind the first" : "");
    unit->call.FreeCommandBuffers(unit->handle, unit->pool[pool].handle, count, list);
    return 1;
}

// ---- recording

static int begin_commands(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], MOST_COMMAND_BUFFERS,
         unit->commands[i].handle != NULL && unit->commands[i].pending == 0 && unit->commands[i].state != RECORDING_NOW)
    if (slot < 0) return 0;
    struct commands_item *commands = &unit->commands[slot];
    VkCommandBufferInheritanceInfo nothing = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = word[1] % 3 == 0   ? VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT
                                              : word[1] % 3 == 1 ? VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT
                                                                 : 0,
                                     .pInheritanceInfo = commands->is_secondary ? &nothing : NULL};
    if (commands->state == RECORDING_INVALID || (word[2] % 4 == 0 && commands->state == RECORDING_DONE)) {
        say_call(world, "vkResetCommandBuffer (command buffer %d)", slot);
        went_well(world, unit->call.ResetCommandBuffer(
                             commands->handle, plays_edges && word[3] & 1 ? VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT : 0));
    }
    invalidate_commands(unit, (uint32_t)slot);
    unrecord(commands);
    say_call(world, "vkBeginCommandBuffer (command buffer %d)", slot);
    if (!went_well(world, unit->call.BeginCommandBuffer(commands->handle, &info))) return 1;
    commands->state = RECORDING_NOW;
    commands->is_once = info.flags == VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    commands->is_simultaneous = info.flags == VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT && !commands->is_secondary;
    return 1;
}

void record_barrier(const struct unit *unit, VkCommandBuffer commands, uint32_t word) {
    if (word & 1 && unit->call.CmdPipelineBarrier2 != NULL) {
        VkMemoryBarrier2 all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_HOST_BIT,
                                .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT};
        VkDependencyInfo info = {
            .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &all};
        unit->call.CmdPipelineBarrier2(commands, &info);
        return;
    }
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    unit->call.CmdPipelineBarrier(commands, ALL_STAGES, ALL_STAGES | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0, NULL);
}

static int end_commands(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], MOST_COMMAND_BUFFERS, unit->commands[i].handle != NULL && unit->commands[i].state == RECORDING_NOW)
    if (slot < 0) return 0;
    say_call(world, "vkEndCommandBuffer (command buffer %d)", slot);
    if (went_well(world, unit->call.EndCommandBuffer(unit->commands[slot].handle))) unit->commands[slot].state = RECORDING_DONE;
    else unit->commands[slot].state = RECORDING_INVALID;
    return 1;
}

static int is_usable(const struct unit *unit, int commands, uint32_t buffer) {
    return unit->buffer[buffer].handle != NULL && is_of(unit->buffer[buffer].owner, FAMILY_OF(commands));
}

// Families for transfers alone fill buffers from Vulkan 1.1 on.
static int fill_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_IF(slot, word[0], FAMILY_OF(i) == 0 || unit->call.TrimCommandPool != NULL)
    PICK(to, word[1], SLOTS, is_usable(unit, slot, i))
    if (to < 0) return 0;
    uint32_t at = word[2] % (BUFFER_BYTES / 4) * 4, size = 4 + (word[2] >> 16) % ((BUFFER_BYTES - at) / 4) * 4;
    int whole = word[2] >> 30 == 3;
    commands->uses[USE_BUFFER] |= 1U << to;
    say_call(world, "vkCmdFillBuffer (command buffer %d, buffer %d, offset %u, size %u, %x)", slot, to, at, whole ? 0 : size, word[3]);
    unit->call.CmdFillBuffer(commands->handle, unit->buffer[to].handle, at, whole ? VK_WHOLE_SIZE : size, word[3]);
    record_barrier(unit, commands->handle, word[3]);
    return 1;
}

static int update_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    uint32_t numbers[16];
    RECORDING_ANY(slot, word[0])
    PICK(to, word[1], SLOTS, is_usable(unit, slot, i))
    if (to < 0) return 0;
    uint32_t at = word[2] % (BUFFER_BYTES / 4 - 16) * 4, size = 4 + (word[2] >> 16) % 16 * 4;
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++) numbers[i] = mixed(word[3], i);
    commands->uses[USE_BUFFER] |= 1U << to;
    say_call(world, "vkCmdUpdateBuffer (command buffer %d, buffer %d, offset %u, size %u)", slot, to, at, size);
    unit->call.CmdUpdateBuffer(commands->handle, unit->buffer[to].handle, at, size, numbers);
    memset(numbers, 0x5A, sizeof numbers);  // it is the program's own again
    record_barrier(unit, commands->handle, word[3]);
    return 1;
}

static int copy_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_ANY(slot, word[0])
    PICK(from, word[1], SLOTS, is_usable(unit, slot, i))
    PICK(to, word[2], SLOTS, is_usable(unit, slot, i) && (int)i != from)
    if (from < 0 || to < 0) return 0;
    uint32_t count = 1 + word[3] % 3, size = 4 + (word[3] >> 4) % 16 * 4;
    commands->uses[USE_BUFFER] |= 1U << to | 1U << from;
    say_call(world, "vkCmdCopyBuffer%s (command buffer %d, buffer %d to buffer %d, %u regions of %u)",
             word[3] & 8 && unit->call.CmdCopyBuffer2 != NULL ? "2" : "", slot, from, to, count, size);
    VkBufferCopy regions[3];
    VkBufferCopy2 newer[3];
    for (uint32_t i = 0; i < count; i++) {  // they do not overlap
        regions[i] = (VkBufferCopy){(word[3] >> 8) % 64 * 4 + i * 256, (word[3] >> 16) % 48 * 4 + i * 256, size};
        newer[i] = (VkBufferCopy2){.sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2,
                                   .srcOffset = regions[i].srcOffset,
                                   .dstOffset = regions[i].dstOffset,
                                   .size = size};
    }
    if (word[3] & 8 && unit->call.CmdCopyBuffer2 != NULL) {
        VkCopyBufferInfo2 info = {.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2,
                                  .srcBuffer = unit->buffer[from].handle,
                                  .dstBuffer = unit->buffer[to].handle,
                                  .regionCount = count,
                                  .pRegions = newer};
        unit->call.CmdCopyBuffer2(commands->handle, &info);
    } else {
        unit->call.CmdCopyBuffer(commands->handle, unit->buffer[from].handle, unit->buffer[to].handle, count, regions);
    }
    record_barrier(unit, commands->handle, word[3] >> 2);
    return 1;
}

static int record_event(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(event, word[1], SLOTS, unit->event[i].handle != NULL)
    if (event < 0) return 0;
    int is_set = word[2] % 4 != 0;
    commands->uses[USE_EVENT] |= 1U << event;
    commands->event[event] = is_set ? 1 : -1;
    commands->set_here = is_set ? commands->set_here | 1U << event : commands->set_here & ~(1U << event);
    say_call(world, "%s (command buffer %d, event %d)", is_set ? "vkCmdSetEvent" : "vkCmdResetEvent", slot, event);
    if (is_set) unit->call.CmdSetEvent(commands->handle, unit->event[event].handle, ALL_STAGES);
    else unit->call.CmdResetEvent(commands->handle, unit->event[event].handle, ALL_STAGES);
    record_barrier(unit, commands->handle, word[3]);
    return 1;
}

static int wait_event(struct world *world, struct unit *unit, const uint32_t *word) {
    VkEvent events[SLOTS];
    uint32_t count = 0, mask = 0;
    RECORDING_FULL(slot, word[0])
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (unit->event[i].handle == NULL || !(commands->set_here >> i & 1)) continue;
        events[count++] = unit->event[i].handle;
        mask |= 1U << i;
    }
    if (count == 0 || commands->is_secondary) return 0;
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    say_call(world, "vkCmdWaitEvents (command buffer %d, events, mask %x)", slot, mask);
    unit->call.CmdWaitEvents(commands->handle, count, events, ALL_STAGES, ALL_STAGES, 1, &all, 0, NULL, 0, NULL);
    return 1;
}

// Queries are only written after they were reset in the same recording.
static int record_queries(struct world *world, struct unit *unit, const uint32_t *word) {
    RECORDING_FULL(slot, word[0])
    PICK(pool, word[1], SLOTS, unit->queries[i].handle != NULL)
    if (pool < 0) return 0;
    struct queries_item *queries = &unit->queries[pool];
    uint32_t first = word[2] % 4 ? 0 : word[2] % queries->count, count = queries->count - first, left = queries->count;
    if (word[2] & 16) left = word[3] % queries->count;  // this one stays unavailable
    commands->uses[USE_QUERIES] |= 1U << pool;
    say_call(world, "vkCmdResetQueryPool, vkCmdWriteTimestamp (command buffer %d, query pool %d, %u from %u on, all but %u)", slot,
             pool, count, first, left);
    unit->call.CmdResetQueryPool(commands->handle, queries->handle, first, count);
    for (uint32_t i = first; i < queries->count; i++) {
        commands->query[pool][i] = i == left ? -1 : 1;
        if (i == left) continue;
        if (word[3] >> 8 & 1 && unit->call.CmdWriteTimestamp2 != NULL)
            unit->call.CmdWriteTimestamp2(commands->handle, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, queries->handle, i);
        else
            unit->call.CmdWriteTimestamp(commands->handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries->handle, i);
    }
    return 1;
}

// ---- secondary command buffers

static int is_executable(const struct commands_item *commands) {
    return commands->handle != NULL && commands->state == RECORDING_DONE && commands->pending == 0;
}

// The state of the primary command buffer is undefined behind secondary ones.
void forget_bound(struct commands_item *commands) {
    commands->has_pipeline = 0, commands->bound_by = 0, commands->pushed = 0;
    memset(commands->bound, 0, sizeof commands->bound);
}

int is_in_another(const struct unit *unit, uint32_t secondary) {
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].secondaries >> secondary & 1) return 1;
    return 0;
}

static int execute(struct world *world, struct unit *unit, const uint32_t *word) {
    VkCommandBuffer list[MOST_COMMAND_BUFFERS];
    uint32_t count = 0, most = 1 + word[1] % 2, mask = 0;
    PICK(slot, word[0], MOST_COMMAND_BUFFERS,
         unit->commands[i].handle != NULL && unit->commands[i].state == RECORDING_NOW && !unit->commands[i].is_secondary)
    if (slot < 0) return 0;
    struct commands_item *commands = &unit->commands[slot];
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS && count < most; i++) {
        struct commands_item *each = &unit->commands[(word[2] + i) % MOST_COMMAND_BUFFERS];
        uint32_t bit = 1U << (uint32_t)(each - unit->commands);
        if (!is_executable(each) || !each->is_secondary || each->continues || is_in_another(unit, (uint32_t)(each - unit->commands))) continue;
        if (unit->pool[each->pool].family != FAMILY_OF(slot)) continue;
        list[count++] = each->handle;
        mask |= bit;
        for (uint32_t j = 0; j < COUNT_OF(commands->uses); j++) commands->uses[j] |= each->uses[j];
        for (uint32_t j = 0; j < SLOTS; j++) {
            if (each->event[j]) commands->event[j] = each->event[j], commands->set_here &= ~(1U << j);
            for (uint32_t k = 0; k < MOST_QUERIES; k++)
                if (each->query[j][k]) commands->query[j][k] = each->query[j][k];
        }
    }
    if (count == 0) return 0;
    commands->secondaries |= mask;
    forget_bound(commands);
    say_call(world, "vkCmdExecuteCommands (command buffer %d, secondary ones, mask %x)", slot, mask);
    unit->call.CmdExecuteCommands(commands->handle, count, list);
    return 1;
}

const struct operation_row operations_on_recordings[] = {
    {"make_pool", make_pool, 3, 0},
    {"end_pool", end_pool, 1, 0},
    {"reset_pool", reset_pool, 1, 0},
    {"allocate_commands", allocate_commands, 5, 0},
    {"free_commands", free_commands, 2, 0},
    {"begin_commands", begin_commands, 14, 0},
    {"end_commands", end_commands, 10, 0},
    {"fill_buffer", fill_buffer, 6, 0},
    {"update_buffer", update_buffer, 4, 0},
    {"copy_buffer", copy_buffer, 4, 0},
    {"record_event", record_event, 6, 0},
    {"wait_event", wait_event, 1, 0},
    {"record_queries", record_queries, 4, 2},
    {"execute", execute, 6, 0},
};
const uint32_t operations_on_recordings_count = COUNT_OF(operations_on_recordings);
