// What the model does with memory, buffers, synchronization, queries and private data.
#include <stdlib.h>
#include <string.h>

#include "../resources.h"
#include "model_rows.h"

MAKES(create_event, KIND_EVENT)
MAKES(create_slot, KIND_SLOT)
ENDS(destroy_event, KIND_EVENT, "vkDestroyEvent")
ENDS(destroy_slot, KIND_SLOT, "vkDestroyPrivateDataSlot")
ENDS(destroy_fence, KIND_FENCE, "vkDestroyFence")
ENDS(destroy_semaphore, KIND_SEMAPHORE, "vkDestroySemaphore")
ENDS(destroy_queries, KIND_QUERIES, "vkDestroyQueryPool")
ENDS(destroy_buffer, KIND_BUFFER, "vkDestroyBuffer")
ENDS(destroy_memory, KIND_MEMORY, "vkFreeMemory")
ENDS(destroy_pipeline, KIND_PIPELINE, "vkDestroyPipeline")

void forget_data(struct machine *machine, VkObjectType type, uint64_t object) {
    for (uint32_t i = 0; i < machine->count[KIND_SLOT]; i++) {
        struct thing *slot = &machine->things[KIND_SLOT][i];
        for (uint32_t j = 0; slot->is_alive && j < slot->data_count; j++)
            if (slot->data[j].type == type && slot->data[j].object == object) slot->data[j] = slot->data[--slot->data_count], j--;
    }
}

// ---- memory and buffers

static uint64_t allocate_memory(const uint64_t *a) {
    struct thing *memory = make(a, KIND_MEMORY);
    if (memory == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    memory->size = AT(const VkMemoryAllocateInfo, a[1])->allocationSize;
    memory->types = 1U << (AT(const VkMemoryAllocateInfo, a[1])->memoryTypeIndex % 32);
    memory->bytes = AT(unsigned char, zeroed(memory->size));
    return 0;
}

static uint64_t map_memory(const uint64_t *a) {
    THING(memory, KIND_MEMORY, a[1], "vkMapMemory")
    if (memory->is_on) complain("vkMapMemory reaches the driver with a memory that is mapped already");
    if (a[2] >= memory->size || (a[3] != VK_WHOLE_SIZE && a[2] + a[3] > memory->size))
        complain("vkMapMemory reaches the driver for a range that is not in the memory");
    if (has_kinds_of_memory && !(memory->types & MAPPED_TYPES))
        complain("vkMapMemory reaches the driver with a memory of a type that is not host-visible");
    memory->is_on = 1;
    *AT(void *, a[5]) = memory->bytes + a[2];
    return 0;
}

static uint64_t unmap_memory(const uint64_t *a) {
    THING(memory, KIND_MEMORY, a[1], "vkUnmapMemory")
    if (!memory->is_on) complain("vkUnmapMemory reaches the driver with a memory that is not mapped");
    memory->is_on = 0;
    return 0;
}

static uint64_t create_buffer(const uint64_t *a) {
    struct thing *buffer = make(a, KIND_BUFFER);
    if (buffer == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    buffer->size = AT(const VkBufferCreateInfo, a[1])->size;
    buffer->types = has_kinds_of_memory ? FOR_BUFFERS : 1;
    buffer->is_shared = AT(const VkBufferCreateInfo, a[1])->sharingMode == VK_SHARING_MODE_CONCURRENT;
    return 0;
}

static uint64_t requirements(const uint64_t *a) {
    THING(buffer, KIND_BUFFER, a[1], "vkGetBufferMemoryRequirements")
    *AT(VkMemoryRequirements, a[2]) = (VkMemoryRequirements){(buffer->size + 255) / 256 * 256, 256, buffer->types};
    return 0;
}

static uint64_t requirements_2(const uint64_t *a) {
    const uint64_t older[] = {a[0], HANDLE(AT(const VkBufferMemoryRequirementsInfo2, a[1])->buffer),
                              HANDLE(&AT(VkMemoryRequirements2, a[2])->memoryRequirements)};
    VkMemoryDedicatedRequirements *dedicated = AT(
        VkMemoryDedicatedRequirements, HANDLE(in_chain(AT(void, a[2]), VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS)));
    if (dedicated != NULL) dedicated->prefersDedicatedAllocation = dedicated->requiresDedicatedAllocation = VK_FALSE;
    return requirements(older);
}

uint64_t model_bind(struct thing *bound, struct thing *memory, uint64_t at, const char *call, const char *what) {
    if (bound == NULL || memory == NULL) return FAILED(VK_ERROR_UNKNOWN);
    if (bound->of != NULL) complain("%s reaches the driver with %s that has a memory already", call, what);
    // VUID-vkBindBufferMemory-memory-01035, VUID-vkBindImageMemory-memory-01047
    if (!(bound->types & memory->types))
        complain("%s reaches the driver with %s and a memory of a type that is not in its memoryTypeBits", call, what);
    if (at % 256 != 0 || at + bound->size > memory->size)
        complain("%s reaches the driver with an offset that the memory cannot have (%llu)", call, (unsigned long long)at);
    else bound->of = memory, bound->at = at;
    return 0;
}

static uint64_t bind(struct machine *machine, uint64_t buffer, uint64_t memory, uint64_t at) {
    static const char call[] = "vkBindBufferMemory";
    return model_bind(thing_of(machine, KIND_BUFFER, buffer, call), thing_of(machine, KIND_MEMORY, memory, call), at, call, "a buffer");
}

static uint64_t bind_buffer(const uint64_t *a) {
    MACHINE
    return bind(machine, a[1], a[2], a[3]);
}

static uint64_t bind_buffers(const uint64_t *a) {
    MACHINE
    uint64_t result = 0;
    for (uint64_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkBindBufferMemoryInfo *info = AT(const VkBindBufferMemoryInfo, a[2]) + i;
        result |= bind(machine, HANDLE(info->buffer), HANDLE(info->memory), info->memoryOffset);
    }
    return result;
}

// ---- synchronization

static uint64_t create_fence(const uint64_t *a) {
    struct thing *fence = make(a, KIND_FENCE);
    if (fence == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    fence->is_on = AT(const VkFenceCreateInfo, a[1])->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    return 0;
}

static uint64_t reset_fences(const uint64_t *a) {
    MACHINE
    for (uint64_t i = 0; i < (uint32_t)a[1]; i++) {
        struct thing *fence = thing_of(machine, KIND_FENCE, AT(const uint64_t, a[2])[i], "vkResetFences");
        if (fence != NULL && fence->pending) complain("vkResetFences reaches the driver with a fence that is in use");
        if (fence != NULL) fence->is_on = 0;
    }
    return 0;
}

static uint64_t fence_status(const uint64_t *a) {
    THING(fence, KIND_FENCE, a[1], "vkGetFenceStatus")
    model_poll(machine);
    return (uint64_t)(fence->is_on ? VK_SUCCESS : VK_NOT_READY);
}

static uint64_t create_semaphore(const uint64_t *a) {
    struct thing *semaphore = make(a, KIND_SEMAPHORE);
    if (semaphore == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    const VkSemaphoreTypeCreateInfo *type = in_chain(AT(void, a[1]), VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    semaphore->is_timeline = type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    semaphore->value = semaphore->is_timeline ? type->initialValue : 0;
    return 0;
}

static uint64_t semaphore_value(const uint64_t *a) {
    THING(semaphore, KIND_SEMAPHORE, a[1], "vkGetSemaphoreCounterValue")
    model_poll(machine);
    if (!semaphore->is_timeline) complain("vkGetSemaphoreCounterValue reaches the driver with a binary semaphore");
    *AT(uint64_t, a[2]) = semaphore->value;
    return 0;
}

static uint64_t signal_semaphore(const uint64_t *a) {
    const VkSemaphoreSignalInfo *info = AT(const VkSemaphoreSignalInfo, a[1]);
    THING(semaphore, KIND_SEMAPHORE, HANDLE(info->semaphore), "vkSignalSemaphore")
    if (info->value <= semaphore->value) complain("vkSignalSemaphore reaches the driver with a value that is not greater");
    semaphore->value = info->value;
    return 0;
}

static uint64_t event_status(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkGetEventStatus")
    model_poll(machine);
    return (uint64_t)(event->is_on ? VK_EVENT_SET : VK_EVENT_RESET);
}

static uint64_t set_event(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkSetEvent")
    event->is_on = 1;
    return 0;
}

static uint64_t reset_event(const uint64_t *a) {
    THING(event, KIND_EVENT, a[1], "vkResetEvent")
    event->is_on = 0;
    return 0;
}

// ---- queries

static uint64_t create_queries(const uint64_t *a) {
    struct thing *queries = make(a, KIND_QUERIES);
    if (queries == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    queries->size = AT(const VkQueryPoolCreateInfo, a[1])->queryCount;
    queries->bytes = AT(unsigned char, zeroed(queries->size));
    return 0;
}

static uint64_t reset_queries(const uint64_t *a) {
    THING(queries, KIND_QUERIES, a[1], "vkResetQueryPool")
    uint64_t first = (uint32_t)a[2], count = (uint32_t)a[3];
    if (first + count > queries->size) complain("vkResetQueryPool reaches the driver with queries that the pool has not got");
    else memset(queries->bytes + first, 1, count);
    return 0;
}

static uint64_t query_results(const uint64_t *a) {
    THING(queries, KIND_QUERIES, a[1], "vkGetQueryPoolResults")
    uint64_t first = (uint32_t)a[2], count = (uint32_t)a[3], flags = a[7];
    VkResult result = VK_SUCCESS;
    if (first + count > queries->size) {
        complain("vkGetQueryPoolResults reaches the driver with queries that the pool has not got");
        return FAILED(VK_ERROR_UNKNOWN);
    }
    model_poll(machine);
    if (flags & VK_QUERY_RESULT_WAIT_BIT) model_finish(machine);
    for (uint64_t i = 0; i < count; i++) {
        unsigned char *row = AT(unsigned char, a[5]) + i * a[6];
        uint64_t is_available = queries->bytes[first + i] == 2, word = 1000 + i;
        size_t size = flags & VK_QUERY_RESULT_64_BIT ? 8 : 4;
        if (!is_available) result = VK_NOT_READY;
        if (is_available) memcpy(row, &word, size);
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) memcpy(row + size, &is_available, size);
    }
    return (uint64_t)result;
}

// ---- private data

static uint64_t set_data(const uint64_t *a) {
    THING(slot, KIND_SLOT, a[3], "vkSetPrivateData")
    uint32_t i = 0;
    while (i < slot->data_count && (slot->data[i].type != (uint32_t)a[1] || slot->data[i].object != a[2])) i++;
    if (i == slot->data_count) {
        struct datum *more = realloc(slot->data, (i + 1) * sizeof *more);
        if (more == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        slot->data = more;
        slot->data_count++;
    }
    slot->data[i] = (struct datum){(uint32_t)a[1], a[2], a[4]};
    return 0;
}

static uint64_t get_data(const uint64_t *a) {
    THING(slot, KIND_SLOT, a[3], "vkGetPrivateData")
    *AT(uint64_t, a[4]) = 0;
    for (uint32_t i = 0; i < slot->data_count; i++)
        if (slot->data[i].type == (uint32_t)a[1] && slot->data[i].object == a[2]) *AT(uint64_t, a[4]) = slot->data[i].value;
    return 0;
}

// Ends what has private data.
#define ENDS_WITH_DATA(name, of, type) \
    static uint64_t name(const uint64_t *a) { \
        MACHINE \
        if (machine != NULL && a[1] != 0) forget_data(machine, type, a[1]); \
        return of(a); \
    }
ENDS_WITH_DATA(end_buffer, destroy_buffer, VK_OBJECT_TYPE_BUFFER)
ENDS_WITH_DATA(end_fence, destroy_fence, VK_OBJECT_TYPE_FENCE)
ENDS_WITH_DATA(end_event, destroy_event, VK_OBJECT_TYPE_EVENT)
ENDS_WITH_DATA(end_semaphore, destroy_semaphore, VK_OBJECT_TYPE_SEMAPHORE)
ENDS_WITH_DATA(end_queries, destroy_queries, VK_OBJECT_TYPE_QUERY_POOL)
ENDS_WITH_DATA(end_pipeline, destroy_pipeline, VK_OBJECT_TYPE_PIPELINE)

const struct model_row model_objects[] = {
    {"vkAllocateMemory", allocate_memory},
    {"vkFreeMemory", destroy_memory},
    {"vkMapMemory", map_memory},
    {"vkUnmapMemory", unmap_memory},
    {"vkCreateBuffer", create_buffer},
    {"vkDestroyBuffer", end_buffer},
    {"vkGetBufferMemoryRequirements", requirements},
    {"vkGetBufferMemoryRequirements2", requirements_2},
    {"vkGetBufferMemoryRequirements2KHR", requirements_2},
    {"vkBindBufferMemory", bind_buffer},
    {"vkBindBufferMemory2", bind_buffers},
    {"vkBindBufferMemory2KHR", bind_buffers},
    {"vkCreateFence", create_fence},
    {"vkDestroyFence", end_fence},
    {"vkResetFences", reset_fences},
    {"vkGetFenceStatus", fence_status},
    {"vkCreateSemaphore", create_semaphore},
    {"vkDestroySemaphore", end_semaphore},
    {"vkGetSemaphoreCounterValue", semaphore_value},
    {"vkGetSemaphoreCounterValueKHR", semaphore_value},
    {"vkSignalSemaphore", signal_semaphore},
    {"vkSignalSemaphoreKHR", signal_semaphore},
    {"vkCreateEvent", create_event},
    {"vkDestroyEvent", end_event},
    {"vkGetEventStatus", event_status},
    {"vkSetEvent", set_event},
    {"vkResetEvent", reset_event},
    {"vkCreateQueryPool", create_queries},
    {"vkDestroyQueryPool", end_queries},
    {"vkResetQueryPool", reset_queries},
    {"vkResetQueryPoolEXT", reset_queries},
    {"vkGetQueryPoolResults", query_results},
    {"vkCreatePrivateDataSlot", create_slot},
    {"vkCreatePrivateDataSlotEXT", create_slot},
    {"vkDestroyPrivateDataSlot", destroy_slot},
    {"vkDestroyPrivateDataSlotEXT", destroy_slot},
    {"vkSetPrivateData", set_data},
    {"vkSetPrivateDataEXT", set_data},
    {"vkGetPrivateData", get_data},
    {"vkGetPrivateDataEXT", get_data},
    {"vkDestroyPipeline", end_pipeline},
};
const uint32_t model_objects_count = COUNT_OF(model_objects);
