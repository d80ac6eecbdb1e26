// What the model does with command buffers while they are recorded.
#include <stdlib.h>
#include <string.h>

#include "model_rows.h"

struct reference to_thing(struct thing *thing) {
    return (struct reference){thing, thing == NULL ? 0 : thing->generation};
}

struct recorded *model_add(struct recording *recording, enum recorded_kind kind) {
    if (recording->count == recording->room) {
        recording->room = recording->room * 2 + 16;
        recording->recorded = realloc(recording->recorded, recording->room * sizeof *recording->recorded);
        if (recording->recorded == NULL) abort();
    }
    model_check_place(recording, kind);
    struct recorded *recorded = &recording->recorded[recording->count++];
    *recorded = (struct recorded){.kind = kind};
    return recorded;
}

void *model_copied(const void *bytes, size_t size) {
    void *made = malloc(size + 1);
    if (made == NULL) abort();
    if (size > 0) memcpy(made, bytes, size);
    return made;
}

// ---- pools

static uint64_t allocate(const uint64_t *a) {
    const VkCommandBufferAllocateInfo *info = AT(const VkCommandBufferAllocateInfo, a[1]);
    MACHINE
    struct thing *pool = thing_of(machine, KIND_POOL, HANDLE(info->commandPool), "vkAllocateCommandBuffers");
    if (pool == NULL) return FAILED(VK_ERROR_UNKNOWN);
    for (uint32_t i = 0; i < info->commandBufferCount; i++) {
        struct recording *made = recording_new(machine, pool, info->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        if (made == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        AT(VkCommandBuffer, a[2])[i] = (VkCommandBuffer)made->object;
    }
    return 0;
}

static uint64_t free_buffers(const uint64_t *a) {
    MACHINE
    for (uint32_t i = 0; i < (uint32_t)a[2]; i++) {
        const void *handle = AT(const void *, a[3])[i];
        struct recording *recording = handle == NULL ? NULL : recording_of(handle);
        if (recording == NULL) continue;
        forget_data(machine, VK_OBJECT_TYPE_COMMAND_BUFFER, HANDLE(recording->object));
        recording_end(recording);
    }
    return 0;
}

static void each_of_pool(struct machine *machine, struct thing *pool, void (*what)(struct recording *)) {
    for (uint32_t i = 0; i < MOST_RECORDINGS; i++) {
        struct recording *recording = recording_at(i);
        if (recording->is_alive && recording->machine == machine && recording->pool.thing == pool) what(recording);
    }
}

static void reset(struct recording *recording) {
    if (recording->pending) complain("a command buffer is reset while it is executed");
    recording_clear(recording);
}

static int is_resettable(const struct recording *recording) {
    return recording->pool.thing == NULL || recording->pool.thing->can_be_reset;
}

static void end(struct recording *recording) {
    forget_data(recording->machine, VK_OBJECT_TYPE_COMMAND_BUFFER, HANDLE(recording->object));
    recording_end(recording);
}

static uint64_t destroy_pool(const uint64_t *a) {
    if (a[1] == 0) return 0;
    MACHINE
    struct thing *pool = thing_of(machine, KIND_POOL, a[1], "vkDestroyCommandPool");
    if (pool == NULL) return 0;
    each_of_pool(machine, pool, end);
    thing_end(pool, KIND_POOL);
    return 0;
}

static uint64_t reset_pool(const uint64_t *a) {
    MACHINE
    struct thing *pool = thing_of(machine, KIND_POOL, a[1], "vkResetCommandPool");
    if (pool != NULL) each_of_pool(machine, pool, reset);
    return 0;
}

static uint64_t trim_pool(const uint64_t *a) {
    MACHINE
    thing_of(machine, KIND_POOL, a[1], "vkTrimCommandPool");
    return 0;
}

// ---- begin and end

static uint64_t begin(const uint64_t *a) {
    struct recording *recording = recording_of(AT(void, a[0]));
    if (recording == NULL) return FAILED(VK_ERROR_UNKNOWN);
    if (recording->state == MODEL_RECORDING)
        complain("vkBeginCommandBuffer reaches the driver with a command buffer that is being recorded");
    // VUID-vkBeginCommandBuffer-commandBuffer-00050
    if (recording->state != MODEL_INITIAL && !is_resettable(recording))
        complain("vkBeginCommandBuffer reaches the driver with a command buffer that was recorded already, of a pool whose command buffers cannot be reset");
    reset(recording);
    recording->state = MODEL_RECORDING;
    VkCommandBufferUsageFlags flags = AT(const VkCommandBufferBeginInfo, a[1])->flags;
    recording->is_once = (flags & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT) != 0;
    int continues = recording->is_secondary && flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    recording->rendering = continues ? WITHIN : OUTSIDE;
    recording->is_simultaneous = (flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT) != 0;
    return 0;
}

static uint64_t end_recording(const uint64_t *a) {
    RECORDING("vkEndCommandBuffer")
    (void)machine;
    recording->state = MODEL_EXECUTABLE;
    return 0;
}

static uint64_t reset_buffer(const uint64_t *a) {
    struct recording *recording = recording_of(AT(void, a[0]));
    // VUID-vkResetCommandBuffer-commandBuffer-00046
    if (recording != NULL && !is_resettable(recording))
        complain("vkResetCommandBuffer reaches the driver with a command buffer of a pool whose command buffers cannot be reset");
    if (recording != NULL) reset(recording);
    return 0;
}

// ---- transfers

static struct thing *buffer_with(struct machine *machine, uint64_t handle, uint64_t at, uint64_t size, const char *command) {
    struct thing *buffer = thing_of(machine, KIND_BUFFER, handle, command);
    if (buffer != NULL && (at > buffer->size || size > buffer->size - at)) {
        complain("%s reaches the driver for %llu bytes from %llu on, in a buffer of %llu", command, (unsigned long long)size,
                 (unsigned long long)at, (unsigned long long)buffer->size);
        return NULL;
    }
    return buffer;
}

static uint64_t fill(const uint64_t *a) {
    RECORDING("vkCmdFillBuffer")
    struct thing *buffer = buffer_with(machine, a[1], a[2], a[3] == VK_WHOLE_SIZE ? 0 : a[3], "vkCmdFillBuffer");
    if (buffer == NULL) return 0;
    struct recorded *recorded = model_add(recording, RECORDED_FILL);
    recorded->one = to_thing(buffer);
    recorded->number[0] = a[2];
    recorded->number[1] = a[3] == VK_WHOLE_SIZE ? (buffer->size - a[2]) / 4 * 4 : a[3];
    recorded->number[2] = (uint32_t)a[4];
    return 0;
}

static uint64_t update(const uint64_t *a) {
    RECORDING("vkCmdUpdateBuffer")
    struct thing *buffer = buffer_with(machine, a[1], a[2], a[3], "vkCmdUpdateBuffer");
    if (buffer == NULL) return 0;
    struct recorded *recorded = model_add(recording, RECORDED_UPDATE);
    recorded->one = to_thing(buffer);
    recorded->number[0] = a[2];
    recorded->number[1] = a[3];
    recorded->bytes = model_copied(AT(void, a[4]), a[3]);
    return 0;
}

static void copy(struct recording *recording, uint64_t from, uint64_t into, const VkBufferCopy *region) {
    struct thing *one = buffer_with(recording->machine, from, region->srcOffset, region->size, "vkCmdCopyBuffer");
    struct thing *other = buffer_with(recording->machine, into, region->dstOffset, region->size, "vkCmdCopyBuffer");
    if (one == NULL || other == NULL) return;
    struct recorded *recorded = model_add(recording, RECORDED_COPY);
    recorded->one = to_thing(one);
    recorded->other = to_thing(other);
    recorded->number[0] = region->srcOffset;
    recorded->number[1] = region->dstOffset;
    recorded->number[2] = region->size;
}

static uint64_t copy_buffer(const uint64_t *a) {
    RECORDING("vkCmdCopyBuffer")
    (void)machine;
    for (uint32_t i = 0; i < (uint32_t)a[3]; i++) copy(recording, a[1], a[2], AT(const VkBufferCopy, a[4]) + i);
    return 0;
}

static uint64_t copy_buffer_2(const uint64_t *a) {
    const VkCopyBufferInfo2 *info = AT(const VkCopyBufferInfo2, a[1]);
    RECORDING("vkCmdCopyBuffer2")
    (void)machine;
    for (uint32_t i = 0; i < info->regionCount; i++) {
        VkBufferCopy region = {info->pRegions[i].srcOffset, info->pRegions[i].dstOffset, info->pRegions[i].size};
        copy(recording, HANDLE(info->srcBuffer), HANDLE(info->dstBuffer), &region);
    }
    return 0;
}

// ---- events and queries

static uint64_t change_event(const uint64_t *a, int value, const char *command) {
    RECORDING("a change of an event")
    struct recorded *recorded = model_add(recording, RECORDED_EVENT);
    recorded->one = to_thing(thing_of(machine, KIND_EVENT, a[1], command));
    recorded->number[0] = (uint64_t)value;
    return 0;
}

static uint64_t set_event(const uint64_t *a) { return change_event(a, 1, "vkCmdSetEvent"); }
static uint64_t reset_event(const uint64_t *a) { return change_event(a, 0, "vkCmdResetEvent"); }

static uint64_t wait_events(const uint64_t *a) {
    RECORDING("vkCmdWaitEvents")
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) thing_of(machine, KIND_EVENT, AT(const uint64_t, a[2])[i], "vkCmdWaitEvents");
    return 0;
}


static void queries(struct recording *recording, enum recorded_kind kind, uint64_t handle, uint64_t first, uint64_t count,
                    const char *command) {
    struct thing *pool = thing_of(recording->machine, KIND_QUERIES, handle, command);
    if (pool == NULL) return;
    if (first + count > pool->size) {
        complain("%s reaches the driver with queries that the pool has not got", command);
        return;
    }
    struct recorded *recorded = model_add(recording, kind);
    recorded->one = to_thing(pool);
    recorded->number[0] = first;
    recorded->number[1] = count;
}

static uint64_t reset_queries(const uint64_t *a) {
    RECORDING("vkCmdResetQueryPool")
    (void)machine;
    queries(recording, RECORDED_RESET_QUERIES, a[1], (uint32_t)a[2], (uint32_t)a[3], "vkCmdResetQueryPool");
    return 0;
}

static uint64_t write_time(const uint64_t *a) {
    RECORDING("vkCmdWriteTimestamp")
    (void)machine;
    // VUID-vkCmdWriteTimestamp-timestampValidBits-00829
    if (recording->family < FAMILIES && families[recording->family].timestampValidBits == 0)
        complain("vkCmdWriteTimestamp reaches the driver for queue family %u, which has no timestamps", recording->family);
    queries(recording, RECORDED_QUERY, a[2], (uint32_t)a[3], 1, "vkCmdWriteTimestamp");
    return 0;
}

static uint64_t end_query(const uint64_t *a) {
    RECORDING("vkCmdEndQuery")
    (void)machine;
    queries(recording, RECORDED_QUERY, a[1], (uint32_t)a[2], 1, "vkCmdEndQuery");
    return 0;
}

// ---- compute

static uint64_t copy_queries(const uint64_t *a) {
    RECORDING("vkCmdCopyQueryPoolResults")
    uint64_t count = (uint32_t)a[3], stride = a[6];
    uint64_t size = (a[7] & VK_QUERY_RESULT_64_BIT ? 8U : 4U) * (a[7] & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT ? 2U : 1U);
    struct thing *buffer = buffer_with(machine, a[4], a[5], count == 0 ? 0 : (count - 1) * stride + size, "vkCmdCopyQueryPoolResults");
    uint32_t before = recording->count;
    if (buffer != NULL) queries(recording, RECORDED_COPY_QUERIES, a[1], (uint32_t)a[2], count, "vkCmdCopyQueryPoolResults");
    if (recording->count == before) return 0;
    struct recorded *recorded = &recording->recorded[before];
    recorded->other = to_thing(buffer);
    recorded->number[2] = a[5];
    recorded->number[3] = stride;
    recorded->bytes = model_copied(&a[7], sizeof a[7]);
    return 0;
}

static uint64_t bind_pipeline(const uint64_t *a) {
    RECORDING("vkCmdBindPipeline")
    if ((uint32_t)a[1] != VK_PIPELINE_BIND_POINT_COMPUTE) return 0;
    model_add(recording, RECORDED_PIPELINE)->one = to_thing(thing_of(machine, KIND_PIPELINE, a[2], "vkCmdBindPipeline"));
    return 0;
}

// Each set takes the offsets of its dynamic descriptors, one for each element of each binding.
static uint64_t bind_sets(const uint64_t *a) {
    RECORDING("vkCmdBindDescriptorSets")
    const uint32_t *offsets = AT(const uint32_t, a[7]);
    uint32_t used = 0, given = (uint32_t)a[6];
    struct thing *layout = thing_of(machine, KIND_LAYOUT, a[2], "vkCmdBindDescriptorSets");
    if ((uint32_t)a[1] != VK_PIPELINE_BIND_POINT_COMPUTE || layout == NULL) return 0;
    for (uint32_t i = 0; i < (uint32_t)a[4]; i++) {
        struct thing *set = thing_of(machine, KIND_SET, AT(const uint64_t, a[5])[i], "vkCmdBindDescriptorSets");
        if (set == NULL || (uint32_t)a[3] + i >= layout->set_count || (uint32_t)a[3] + i >= SETS) return 0;
        uint32_t count = 0;
        for (uint32_t j = 0; j < BINDINGS; j++) count += is_dynamic(set->sets->type[j]) ? set->sets->count[j] : 0;
        if (used + count > given) {
            complain("vkCmdBindDescriptorSets reaches the driver with %u dynamic offsets, and its sets need more", given);
            return 0;
        }
        struct recorded *recorded = model_add(recording, RECORDED_SET);
        recorded->one = to_thing(set);
        recorded->number[0] = (uint32_t)a[3] + i;
        recorded->number[1] = count;
        recorded->bytes = model_copied(offsets + used, count * sizeof *offsets);
        used += count;
    }
    if (used != given) complain("vkCmdBindDescriptorSets reaches the driver with %u dynamic offsets, and its sets need %u", given, used);
    return 0;
}

static uint64_t push(const uint64_t *a) {
    RECORDING("vkCmdPushConstants")
    thing_of(machine, KIND_LAYOUT, a[1], "vkCmdPushConstants");
    uint64_t at = (uint32_t)a[3], size = (uint32_t)a[4];
    if (at + size > MOST_PUSHED || size == 0 || at % 4 != 0 || size % 4 != 0) {
        complain("vkCmdPushConstants reaches the driver for %llu bytes from %llu on", (unsigned long long)size, (unsigned long long)at);
        return 0;
    }
    struct recorded *recorded = model_add(recording, RECORDED_PUSH);
    recorded->number[0] = at;
    recorded->number[1] = size;
    recorded->bytes = model_copied(AT(void, a[5]), size);
    return 0;
}

static uint64_t dispatch(const uint64_t *a) {
    RECORDING("vkCmdDispatch")
    (void)machine;
    struct recorded *recorded = model_add(recording, RECORDED_DISPATCH);
    for (uint32_t i = 0; i < 3; i++) recorded->number[i] = (uint32_t)a[1 + i];
    return 0;
}

// The base is of the command alone.
static uint64_t dispatch_from(const uint64_t *a) {
    RECORDING("vkCmdDispatchBase")
    (void)machine;
    struct recorded *recorded = model_add(recording, RECORDED_DISPATCH);
    for (uint32_t i = 0; i < 3; i++) recorded->number[i] = (uint32_t)a[4 + i];
    for (uint32_t i = 0; i < 3; i++) recorded->number[3] = recorded->number[3] * 1000 + (uint32_t)a[1 + i];
    return 0;
}

static uint64_t execute(const uint64_t *a) {
    RECORDING("vkCmdExecuteCommands")
    (void)machine;
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        struct recording *secondary = recording_of(AT(const void *, a[2])[i]);
        if (secondary == NULL) continue;
        if (secondary->pending && !secondary->is_simultaneous)
            complain("vkCmdExecuteCommands reaches the driver with a command buffer that is executed already");
        if (!secondary->is_secondary || secondary->state != MODEL_EXECUTABLE)
            complain("vkCmdExecuteCommands reaches the driver with a command buffer that is not an executable secondary one");
        model_add(recording, RECORDED_EXECUTE)->secondary = secondary;
    }
    return 0;
}

const struct model_row model_recordings[] = {
    {"vkDestroyCommandPool", destroy_pool},
    {"vkResetCommandPool", reset_pool},
    {"vkTrimCommandPool", trim_pool},
    {"vkTrimCommandPoolKHR", trim_pool},
    {"vkAllocateCommandBuffers", allocate},
    {"vkFreeCommandBuffers", free_buffers},
    {"vkBeginCommandBuffer", begin},
    {"vkEndCommandBuffer", end_recording},
    {"vkResetCommandBuffer", reset_buffer},
    {"vkCmdFillBuffer", fill},
    {"vkCmdUpdateBuffer", update},
    {"vkCmdCopyBuffer", copy_buffer},
    {"vkCmdCopyBuffer2", copy_buffer_2},
    {"vkCmdCopyBuffer2KHR", copy_buffer_2},
    {"vkCmdSetEvent", set_event},
    {"vkCmdSetEvent2", set_event},
    {"vkCmdSetEvent2KHR", set_event},
    {"vkCmdResetEvent", reset_event},
    {"vkCmdResetEvent2", reset_event},
    {"vkCmdResetEvent2KHR", reset_event},
    {"vkCmdWaitEvents", wait_events},
    {"vkCmdWaitEvents2", wait_events},
    {"vkCmdResetQueryPool", reset_queries},
    {"vkCmdWriteTimestamp", write_time},
    {"vkCmdWriteTimestamp2", write_time},
    {"vkCmdWriteTimestamp2KHR", write_time},
    {"vkCmdEndQuery", end_query},
    {"vkCmdCopyQueryPoolResults", copy_queries},
    {"vkCmdBindPipeline", bind_pipeline},
    {"vkCmdBindDescriptorSets", bind_sets},
    {"vkCmdPushConstants", push},
    {"vkCmdDispatch", dispatch},
    {"vkCmdDispatchBase", dispatch_from},
    {"vkCmdDispatchBaseKHR", dispatch_from},
    {"vkCmdExecuteCommands", execute},
};
const uint32_t model_recordings_count = COUNT_OF(model_recordings);
