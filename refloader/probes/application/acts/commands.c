// Recorded work that needs no pipeline: primary and secondary command buffers, fills, copies, clears, events,
// queries.
#include <string.h>

#include "acts.h"
#include "../resources.h"

#define FILLING 0xC0FFEE42U
#define TRANSFER (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)
#define ANY_TRANSFER (VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT)

static const VkImageSubresourceLayers one_layer = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
static const VkImageSubresourceRange whole_image = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

// What the recordings work on.
struct stage {
    struct device *device;
    struct recorder recorder;
    struct buffer from, to;
    struct image image, other;
};

// In the order of making; how many were made comes back, and so many are ended.
static int make_stage(struct stage *stage, struct device *device) {
    memset(stage, 0, sizeof *stage);
    stage->device = device;
    int made = recorder_make("recorder", device, &stage->recorder);
    if (made == 1) made += buffer_make("from", device, &stage->from, TRANSFER);
    if (made == 2) made += buffer_make("to", device, &stage->to, TRANSFER);
    if (made == 3) made += image_make("image", device, &stage->image, ANY_TRANSFER);
    if (made == 4) made += image_make("other_image", device, &stage->other, ANY_TRANSFER);
    return made;
}

static void end_stage(struct stage *stage, int made) {
    if (made > 4) image_end(stage->device, &stage->other);
    if (made > 3) image_end(stage->device, &stage->image);
    if (made > 2) buffer_end(stage->device, &stage->to);
    if (made > 1) buffer_end(stage->device, &stage->from);
    if (made > 0) recorder_end(stage->device, &stage->recorder);
}

static void fill_and_copy(struct stage *stage) {
    struct device *device = stage->device;
    VkCommandBuffer commands = stage->recorder.commands;
    VkBufferCopy all = {0, 0, BYTES};
    uint32_t words[] = {1, 2, 3, 4};
    if (!record_begin("fill_begin", device, commands)) return;
    device->CmdFillBuffer(commands, stage->from.handle, 0, VK_WHOLE_SIZE, FILLING);
    barrier(device, commands);
    device->CmdUpdateBuffer(commands, stage->from.handle, 16, sizeof words, words);
    barrier(device, commands);
    device->CmdCopyBuffer(commands, stage->from.handle, stage->to.handle, 1, &all);
    barrier(device, commands);
    if (record_submit("fill", device, commands)) buffer_answer("fill_hash", device, &stage->to);
}

static void clear_and_copy(struct stage *stage) {
    struct device *device = stage->device;
    VkCommandBuffer commands = stage->recorder.commands;
    VkClearColorValue colour = {.float32 = {0, 1, 0, 1}};
    VkImageCopy region = {.srcSubresource = one_layer, .dstSubresource = one_layer, .extent = {TINY, TINY, 1}};
    if (!can_draw_or_compute(device))
        return answer_left_out("clear", "the queue can only transfer");
    if (!ok("clear_reset", device->ResetCommandBuffer(commands, 0))) return;
    if (!record_begin("clear_begin", device, commands)) return;
    image_become(device, commands, &stage->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    device->CmdClearColorImage(commands, stage->image.handle, stage->image.layout, &colour, 1, &whole_image);
    image_become(device, commands, &stage->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    image_become(device, commands, &stage->other, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    device->CmdCopyImage(commands, stage->image.handle, stage->image.layout, stage->other.handle,
                         stage->other.layout, 1, &region);
    image_copy_out(device, commands, &stage->other, &stage->to);
    if (record_submit("clear", device, commands)) buffer_answer("clear_hash", device, &stage->to);
}

// One barrier behind what the host has written to the buffer, and behind what was done with the image.
static void become_ready(struct stage *stage, VkCommandBuffer commands) {
    VkBufferMemoryBarrier written = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_HOST_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .buffer = stage->from.handle,
                                     .size = VK_WHOLE_SIZE};
    VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                   .oldLayout = stage->image.layout,
                                   .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .image = stage->image.handle,
                                   .subresourceRange = whole_image};
    stage->device->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                      VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 1, &written, 1, &change);
    stage->image.layout = change.newLayout;
}

static void upload(struct stage *stage) {
    struct device *device = stage->device;
    VkCommandBuffer commands = stage->recorder.commands;
    unsigned char bytes[BYTES];
    VkBufferImageCopy region = {.imageSubresource = one_layer, .imageExtent = {TINY, TINY, 1}};
    for (size_t i = 0; i < BYTES; i++) bytes[i] = (unsigned char)(i * 13);
    if (!buffer_write("upload_write", device, &stage->from, bytes)) return;
    if (!record_begin("upload_begin", device, commands)) return;
    become_ready(stage, commands);
    device->CmdCopyBufferToImage(commands, stage->from.handle, stage->image.handle, stage->image.layout, 1,
                                 &region);
    image_copy_out(device, commands, &stage->image, &stage->to);
    if (record_submit("upload", device, commands)) buffer_answer("upload_hash", device, &stage->to);
}

// Two secondary command buffers, executed by one primary.
static void record_secondary(struct stage *stage, VkCommandBuffer secondary, VkDeviceSize half) {
    struct device *device = stage->device;
    VkCommandBufferInheritanceInfo nothing = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .pInheritanceInfo = &nothing};
    if (!ok(half == 0 ? "secondary_begin" : "secondary_begin_2", device->BeginCommandBuffer(secondary, &info)))
        return;
    device->CmdFillBuffer(secondary, stage->to.handle, half * BYTES / 2, BYTES / 2, FILLING + (uint32_t)half);
    ok(half == 0 ? "secondary_end" : "secondary_end_2", device->EndCommandBuffer(secondary));
}

static void secondaries(struct stage *stage) {
    struct device *device = stage->device;
    VkCommandBuffer secondary[3] = {NULL, NULL, NULL};  // "each element must either be a valid handle or NULL"
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = stage->recorder.pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                        .commandBufferCount = 2};
    if (!ok("secondary", device->AllocateCommandBuffers(device->handle, &info, secondary))) return;
    record_secondary(stage, secondary[0], 0);
    record_secondary(stage, secondary[1], 1);
    if (record_begin("execute_begin", device, stage->recorder.commands)) {
        device->CmdExecuteCommands(stage->recorder.commands, 2, secondary);
        barrier(device, stage->recorder.commands);
        if (record_submit("execute", device, stage->recorder.commands))
            buffer_answer("execute_hash", device, &stage->to);
    }
    device->FreeCommandBuffers(device->handle, stage->recorder.pool, 3, secondary);
}

static void wait_for_both(struct stage *stage, const VkEvent *events) {
    struct device *device = stage->device;
    VkCommandBuffer commands = stage->recorder.commands;
    VkPipelineStageFlags at = VK_PIPELINE_STAGE_TRANSFER_BIT;
    if (!record_begin("event_begin", device, commands)) return;
    for (int i = 0; i < 2; i++) device->CmdSetEvent(commands, events[i], at);
    device->CmdWaitEvents(commands, 2, events, at, at, 0, NULL, 0, NULL, 0, NULL);
    barrier(device, commands);
    for (int i = 0; i < 2; i++) device->CmdResetEvent(commands, events[i], VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    record_submit("event_submit", device, commands);
}

static void events_in_commands(struct stage *stage) {
    struct device *device = stage->device;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent events[2] = {NULL, NULL};
    if (device->is_portable) return answer_left_out("event", "a portability device may have none");
    if (!can_draw_or_compute(device)) return answer_left_out("event", "the queue can only transfer");
    if (!ok("event", device->CreateEvent(device->handle, &info, callbacks_of("event"), &events[0]))) return;
    if (ok("event_2", device->CreateEvent(device->handle, &info, callbacks_of("event"), &events[1]))) {
        wait_for_both(stage, events);
        device->DestroyEvent(device->handle, events[1], callbacks_of("event"));
    }
    device->DestroyEvent(device->handle, events[0], callbacks_of("event"));
}

// Only that the queries come back, not what they count.
static void queries(struct stage *stage) {
    struct device *device = stage->device;
    VkCommandBuffer commands = stage->recorder.commands;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = 2};
    VkQueryPool pool;
    uint64_t counted[2];
    if (!ok("queries", device->CreateQueryPool(device->handle, &info, callbacks_of("query pool"), &pool))) return;
    if (record_begin("queries_begin", device, commands)) {
        device->CmdResetQueryPool(commands, pool, 0, 2);
        device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
        device->CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
        VkQueryResultFlags flags = VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT;
        size_t size = sizeof *counted;
        if (record_submit("queries_submit", device, commands)) {
            ok("queries_result",
               device->GetQueryPoolResults(device->handle, pool, 0, 2, 2 * size, counted, size, flags));
            ok("queries_second", device->GetQueryPoolResults(device->handle, pool, 1, 1, size, counted, size, flags));
        }
    }
    device->DestroyQueryPool(device->handle, pool, callbacks_of("query pool"));
}

static int counts_time(struct device *device) {
    VkQueueFamilyProperties families[32];
    uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    return device->family < count && families[device->family].timestampValidBits > 0 &&
           can_draw_or_compute(device);
}

static void play(struct device *device) {
    struct stage stage;
    if (!can_fill(device)) return answer_left_out("fill", CANNOT_FILL);
    int made = make_stage(&stage, device);
    if (made == 5) {
        fill_and_copy(&stage);
        clear_and_copy(&stage);
        upload(&stage);
        secondaries(&stage);
        events_in_commands(&stage);
        if (counts_time(device))
            queries(&stage);
        else
            answer_left_out("queries", "the queue has no timestamps");
        ok("pool_reset", device->ResetCommandPool(device->handle, stage.recorder.pool, 0));
    }
    end_stage(&stage, made);
}

void act_commands(void) { device_use(play); }
