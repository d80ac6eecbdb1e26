// The act "states", secondary command buffers: what is left of those that are executed by one command, or by several.
#include "states.h"

static int begin_secondary(struct player *player, VkCommandBuffer commands, VkCommandBufferUsageFlags usage) {
    const VkCommandBufferInheritanceInfo nothing = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = usage, .pInheritanceInfo = &nothing};
    return player->device->BeginCommandBuffer(commands, &info) == VK_SUCCESS;
}

static int record_secondary(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number, int is_ordered) {
    if (!begin_secondary(player, commands, 0)) return 0;
    states_fill(player, commands, word, number);
    if (is_ordered) barrier(player->device, commands);
    return player->device->EndCommandBuffer(commands) == VK_SUCCESS;
}

// Both by one command, which executes them in the order of the array. What comes after each has to wait for it.
static void execute_listed(struct player *player, const char *what, VkCommandBuffer first, VkCommandBuffer second) {
    VkCommandBuffer listed[] = {first, second};
    states_clear(player);
    if (!states_begin(player)) return;
    player->device->CmdExecuteCommands(player->recorder.commands, COUNT(listed), listed);
    if (states_end(player)) find(player, what, player->words[6]);
}

// A primary command buffer that executes these one after the other, and has a command of its own before them.
static int execute(struct player *player, VkCommandBuffer first, VkCommandBuffer second) {
    VkCommandBuffer commands = player->recorder.commands;
    states_clear(player);
    if (!states_begin(player)) return 0;
    states_fill(player, commands, 7, FIRST_NUMBER);
    player->device->CmdExecuteCommands(commands, 1, &first);
    barrier(player->device, commands);
    if (second != NULL) player->device->CmdExecuteCommands(commands, 1, &second);
    return states_end(player);
}

static void move_word(struct player *player, VkCommandBuffer commands, uint32_t from, uint32_t to) {
    const VkBufferCopy word = {from * sizeof(uint32_t), to * sizeof(uint32_t), sizeof(uint32_t)};
    player->device->CmdCopyBuffer(commands, player->buffer.handle, player->buffer.handle, 1, &word);
    barrier(player->device, commands);
}

// One that moves two words on by a place, twice by one command: by the second time the first of them is two places on.
static void execute_twice(struct player *player, VkCommandBuffer moving) {
    VkCommandBuffer listed[] = {moving, moving};
    if (!begin_secondary(player, moving, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT)) return;
    move_word(player, moving, 10, 11);
    move_word(player, moving, 9, 10);
    if (player->device->EndCommandBuffer(moving) != VK_SUCCESS || !states_begin(player)) return;
    states_clear(player);
    player->words[9] = FIRST_NUMBER;
    player->words[10] = SECOND_NUMBER;
    player->device->CmdExecuteCommands(player->recorder.commands, COUNT(listed), listed);
    if (states_end(player)) find(player, "secondaries.twice", player->words[11]);
}

static void execute_each(struct player *player, const VkCommandBuffer *two) {
    if (!record_secondary(player, two[0], 6, FIRST_NUMBER, 0) || !record_secondary(player, two[1], 6, SECOND_NUMBER, 0))
        return;
    if (!execute(player, two[0], two[1])) return;
    find(player, "secondaries.in_order", player->words[6]);
    find(player, "secondaries.own_command", player->words[7]);
    if (execute(player, two[1], two[0])) find(player, "secondaries.turned_round", player->words[6]);
    if (!record_secondary(player, two[0], 6, FIRST_NUMBER, 1) || !record_secondary(player, two[1], 6, SECOND_NUMBER, 1))
        return;
    execute_listed(player, "secondaries.listed", two[0], two[1]);
    execute_listed(player, "secondaries.listed_turned_round", two[1], two[0]);
    execute_twice(player, two[1]);
    if (player->device->ResetCommandBuffer(two[0], 0) != VK_SUCCESS) return;
    if (!record_secondary(player, two[0], 8, SECOND_NUMBER, 0) || !execute(player, two[0], NULL)) return;
    find(player, "secondaries.reset", player->words[6]);
    find(player, "secondaries.after_reset", player->words[8]);
}

void states_of_secondaries(struct player *player) {
    struct device *device = player->device;
    VkCommandBuffer two[2] = {NULL, NULL};
    if (states_allocate(player, player->recorder.pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, 2, two) != VK_SUCCESS) return;
    execute_each(player, two);
    device->FreeCommandBuffers(device->handle, player->recorder.pool, 2, two);
}
