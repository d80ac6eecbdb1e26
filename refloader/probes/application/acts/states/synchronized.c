// The act "states", what Vulkan 1.3 has newer commands for, beside vkQueueSubmit2: events that a device sets and resets, and
// the time that it writes.
#include "states.h"

#define WITH_AVAILABILITY (VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT)

static void set_and_reset(struct player *player, VkEvent event, PFN_vkCmdSetEvent2 set, PFN_vkCmdResetEvent2 reset) {
    const VkMemoryBarrier2 all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                  .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                  .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                  .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                  .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT};
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &all};
    struct device *device = player->device;
    if (!states_begin(player)) return;
    set(player->recorder.commands, event, &info);
    if (!states_end(player)) return;
    find(player, "synchronized.event_set", device->GetEventStatus(device->handle, event));
    // The host sets it, too: what the device does is seen alone.
    if (device->SetEvent(device->handle, event) != VK_SUCCESS || !states_begin(player)) return;
    reset(player->recorder.commands, event, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    if (states_end(player)) find(player, "synchronized.event_reset", device->GetEventStatus(device->handle, event));
}

static void ask_events(struct player *player) {
    struct device *device = player->device;
    const VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    PFN_vkCmdSetEvent2 set = DEVICE_COMMAND(device, CmdSetEvent2);
    PFN_vkCmdResetEvent2 reset = DEVICE_COMMAND(device, CmdResetEvent2);
    VkEvent event;
    if (device->is_portable || set == NULL || reset == NULL) return;
    if (device->CreateEvent(device->handle, &info, callbacks_of("event"), &event) != VK_SUCCESS) return;
    set_and_reset(player, event, set, reset);
    device->DestroyEvent(device->handle, event, callbacks_of("event"));
}

// The second of two queries alone has a time.
static void write_second(struct player *player, VkQueryPool pool, PFN_vkCmdWriteTimestamp2 write) {
    struct device *device = player->device;
    uint64_t rows[4] = {0};
    if (!states_begin(player)) return;
    device->CmdResetQueryPool(player->recorder.commands, pool, 0, 2);
    write(player->recorder.commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, 1);
    if (!states_end(player)) return;
    VkResult result = device->GetQueryPoolResults(device->handle, pool, 0, 2, sizeof rows, rows, 2 * sizeof *rows, WITH_AVAILABILITY);
    if (result < VK_SUCCESS) return;
    find(player, "synchronized.time", rows[3] != 0);
    find(player, "synchronized.no_other_time", rows[1] == 0);
}

static void ask_times(struct player *player) {
    struct device *device = player->device;
    const VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
    PFN_vkCmdWriteTimestamp2 write = DEVICE_COMMAND(device, CmdWriteTimestamp2);
    VkQueueFamilyProperties families[32];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    VkQueryPool pool;
    if (write == NULL || device->family >= count || families[device->family].timestampValidBits == 0) return;
    if (device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &pool) != VK_SUCCESS) return;
    write_second(player, pool, write);
    device->DestroyQueryPool(device->handle, pool, callbacks_of("query pool"));
}

void states_of_synchronized(struct player *player) {
    if (!player->has_submit2 || !can_draw_or_compute(player->device) || player->is_lost) return;
    ask_events(player);
    if (!player->is_lost) ask_times(player);
}
