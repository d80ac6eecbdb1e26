// Operations on queues of two families: work that goes from one to the other, and what the one owns. See program.h.
#include <string.h>

#include "program.h"

// ---- from one queue to the other

static int has_pending(const struct unit *unit) {
    for (uint32_t i = 0; i < unit->submitted; i++)
        if (unit->submission[i].is_pending) return 1;
    return 0;
}

int turn_to_queue(struct unit *unit, uint32_t queue) {
    if (queue == unit->last_queue) return 1;
    if (unit->call.DeviceWaitIdle(unit->handle) != VK_SUCCESS) return 0;
    end_all_submissions(unit);
    unit->last_queue = queue;
    return 1;
}

int order_queues(struct unit *unit, uint32_t queue) {
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    if (queue == unit->last_queue || !has_pending(unit) || unit->is_ordered) return 0;
    if (unit->order == NULL && unit->call.CreateSemaphore(unit->handle, &info, OWN, &unit->order) != VK_SUCCESS)
        return unit->order = NULL, 0;
    VkSubmitInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = 1, .pSignalSemaphores = &unit->order};
    if (unit->call.QueueSubmit(unit->queues[unit->last_queue], 1, &signal, NULL) != VK_SUCCESS) return 0;
    unit->is_ordered = 1;
    unit->last_queue = queue;
    return 1;
}

VkResult do_at_once(struct unit *unit, uint32_t queue, recorder_of *record, void *what) {
    const struct commands_of_device *call = &unit->call;
    VkCommandPoolCreateInfo of = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = unit->family[queue]};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                      .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandPool pool = NULL;
    VkCommandBuffer commands = NULL;
    VkResult result = call->CreateCommandPool(unit->handle, &of, OWN, &pool);
    if (result != VK_SUCCESS) return result;
    VkCommandBufferAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .commandPool = pool,
                                       .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
    result = call->AllocateCommandBuffers(unit->handle, &one, &commands);
    if (result == VK_SUCCESS) result = call->BeginCommandBuffer(commands, &begin);
    if (result == VK_SUCCESS) {
        record(unit, commands, what);
        result = call->EndCommandBuffer(commands);
    }
    if (result == VK_SUCCESS && !turn_to_queue(unit, queue)) result = VK_ERROR_OUT_OF_HOST_MEMORY;
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    if (result == VK_SUCCESS) result = call->QueueSubmit(unit->queues[queue], 1, &info, NULL);
    if (result == VK_SUCCESS) result = call->QueueWaitIdle(unit->queues[queue]);
    if (result == VK_SUCCESS) end_all_submissions(unit);
    call->DestroyCommandPool(unit->handle, pool, OWN);
    return result;
}

// ---- what a family owns

struct move {
    uint32_t from, to, levels;
    VkBuffer buffer;
    VkImage image;
    int is_acquired;
};

// A family releases it with the same words as the other one acquires it with.
static void move_it(struct unit *unit, VkCommandBuffer commands, void *what) {
    const struct move *move = what;
    const VkAccessFlags all = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    VkBufferMemoryBarrier buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                    .srcAccessMask = move->is_acquired ? 0 : VK_ACCESS_MEMORY_WRITE_BIT,
                                    .dstAccessMask = move->is_acquired ? all : 0,
                                    .srcQueueFamilyIndex = unit->family[move->from],
                                    .dstQueueFamilyIndex = unit->family[move->to],
                                    .buffer = move->buffer,
                                    .size = VK_WHOLE_SIZE};
    VkImageMemoryBarrier images[2];
    for (uint32_t i = 0; i < COUNT_OF(images); i++)
        images[i] = (VkImageMemoryBarrier){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            .srcAccessMask = buffer.srcAccessMask,
            .dstAccessMask = buffer.dstAccessMask,
            .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
            .newLayout = VK_IMAGE_LAYOUT_GENERAL,
            .srcQueueFamilyIndex = buffer.srcQueueFamilyIndex,
            .dstQueueFamilyIndex = buffer.dstQueueFamilyIndex,
            .image = move->image,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, i, move->levels == 1 || i == 1 ? VK_REMAINING_MIP_LEVELS : 1, 0,
                                 VK_REMAINING_ARRAY_LAYERS}};
    uint32_t image_count = move->image == NULL ? 0 : move->levels == 1 ? 1 : 2;
    unit->call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                                  move->buffer != NULL, &buffer, image_count, images);
}

static int move_to_other(struct world *world, struct unit *unit, struct move move, uint32_t *owner) {
    move.from = *owner;
    move.to = *owner = 1 - move.from;
    if (!went_well(world, do_at_once(unit, move.from, move_it, &move))) return 1;
    move.is_acquired = 1;
    went_well(world, do_at_once(unit, move.to, move_it, &move));
    return 1;
}

static int move_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS,
         unit->buffer[i].handle != NULL && unit->buffer[i].owner != SHARED && !is_used(unit, USE_BUFFER, i))
    if (slot < 0 || unit->queue_count < QUEUES) return 0;
    invalidate_users(unit, USE_BUFFER, (uint32_t)slot);
    forget_sets_with(unit, (uint32_t)slot);
    say_call(world, "vkCmdPipelineBarrier (buffer %d, to the other queue family)", slot);
    return move_to_other(world, unit, (struct move){.buffer = unit->buffer[slot].handle}, &unit->buffer[slot].owner);
}

static int move_image(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->image[i].handle != NULL && unit->image[i].owner != SHARED && !is_used(unit, USE_IMAGE, i))
    if (slot < 0 || unit->queue_count < QUEUES) return 0;
    invalidate_users(unit, USE_IMAGE, (uint32_t)slot);
    say_call(world, "vkCmdPipelineBarrier (image %d, to the other queue family)", slot);
    struct move move = {.image = unit->image[slot].handle, .levels = unit->image[slot].levels};
    return move_to_other(world, unit, move, &unit->image[slot].owner);
}

const struct operation_row operations_on_families[] = {
    {"move_buffer", move_buffer, 2, 0},
    {"move_image", move_image, 2, 0},
};
const uint32_t operations_on_families_count = COUNT_OF(operations_on_families);
