// Operations on buffers, and on what the host waits for or polls: fences, events, semaphores.
#include <string.h>
#include <time.h>

#include "program.h"

// ---- polling

uint32_t most_polls = USUAL_POLLS;
int is_polled_in_vain;

// Asks again and again, for a second at most, until ``is_reached`` says so. A layer may submit on a thread of its own.
// Where that never came once, the program has come to something else already, and is not to take as long again.
#define QUICK_POLLS 200U
#define POLL(until) \
    for (uint32_t polls = 0; may_poll(polls) && !(until); polls++) \
        if (polls >= QUICK_POLLS) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);

static int may_poll(uint32_t polls) {
    if (polls >= most_polls) is_polled_in_vain = 1;
    return polls < (is_polled_in_vain && most_polls > QUICK_POLLS ? QUICK_POLLS : most_polls);
}

// ---- buffers

static void fill(unsigned char *bytes, uint32_t word) {
    for (uint32_t i = 0; i < BUFFER_BYTES; i++) bytes[i] = (unsigned char)mixed(word, i);
}

static unsigned char *map(struct world *world, struct unit *unit, struct buffer_item *buffer, uint32_t word) {
    void *place = NULL;
    VkDeviceSize size = word & 1 ? BUFFER_BYTES : VK_WHOLE_SIZE;
    if (!went_well(world, unit->call.MapMemory(unit->handle, buffer->memory, buffer->at, size, 0, &place))) return NULL;
    return place;
}

static int make_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->buffer[i].handle == NULL)
    if (slot < 0) return 0;
    struct buffer_item *buffer = &unit->buffer[slot];
    const struct commands_of_device *call = &unit->call;
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = BUFFER_BYTES * (1 + word[1] / 3 % 3),
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT};
    VkMemoryRequirements need;
    buffer->owner = word[2] >> 4 & 1 ? SHARED : 0;
    if (buffer->owner == SHARED && unit->queue_count > 1)
        info.sharingMode = VK_SHARING_MODE_CONCURRENT, info.queueFamilyIndexCount = QUEUES, info.pQueueFamilyIndices = unit->family;
    say_call(world, "vkCreateBuffer, vkGetBufferMemoryRequirements (buffer %d of %u bytes)", slot, (uint32_t)info.size);
    CHAINED(info);
    if (!went_well(world, call->CreateBuffer(unit->handle, &info, OWN, &buffer->handle))) return buffer->handle = NULL, 1;
    if (call->GetBufferMemoryRequirements2 != NULL && word[2] & 8) {
        VkBufferMemoryRequirementsInfo2 asked = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = buffer->handle};
        VkMemoryRequirements2 got = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
        call->GetBufferMemoryRequirements2(unit->handle, &asked, &got);
        need = got.memoryRequirements;
    } else {
        call->GetBufferMemoryRequirements(unit->handle, buffer->handle, &need);
    }
    say_found(world, "memory %s than the buffer", need.size < info.size ? "smaller" : "no smaller");
    if (need.size < info.size || need.alignment == 0) need.size = info.size, need.alignment += need.alignment == 0;
    buffer->at = word[1] % 3 * need.alignment;
    int type = coherent_type(unit, need.memoryTypeBits);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = need.size + buffer->at,
                                   .memoryTypeIndex = (uint32_t)type};
    say_call(world, "vkAllocateMemory, vkBindBufferMemory, vkMapMemory (buffer %d at %u alignments)", slot, word[1] % 3);
    VkResult result = type < 0 ? VK_ERROR_OUT_OF_DEVICE_MEMORY : call->AllocateMemory(unit->handle, &memory, OWN, &buffer->memory);
    int has_memory = result == VK_SUCCESS;
    if (result == VK_SUCCESS && unit->call.BindBufferMemory2 != NULL && word[2] & 1) {
        VkBindBufferMemoryInfo bind = {.sType = VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO,
                                       .buffer = buffer->handle,
                                       .memory = buffer->memory,
                                       .memoryOffset = buffer->at};
        result = call->BindBufferMemory2(unit->handle, 1, &bind);
    } else if (result == VK_SUCCESS) {
        result = call->BindBufferMemory(unit->handle, buffer->handle, buffer->memory, buffer->at);
    }
    unsigned char *bytes = result == VK_SUCCESS ? map(world, unit, buffer, word[2] >> 1) : NULL;
    if (bytes == NULL) {
        went_well(world, result);
        call->DestroyBuffer(unit->handle, buffer->handle, OWN);
        if (has_memory) call->FreeMemory(unit->handle, buffer->memory, OWN);
        buffer->handle = NULL;
        return 1;
    }
    fill(bytes, word[3]);
    buffer->mapped = bytes;
    if (word[2] & 4) return 1;
    call->UnmapMemory(unit->handle, buffer->memory);
    buffer->mapped = NULL;
    return 1;
}

static int is_buffer_idle(const struct unit *unit, uint32_t slot) {
    return unit->buffer[slot].handle != NULL && !is_used(unit, USE_BUFFER, slot);
}

void forget_sets_with(struct unit *unit, uint32_t buffer) {
    for (uint32_t i = 0; i < COUNT_OF(unit->set); i++)
        if (unit->set[i].handle != NULL && unit->set[i].buffers >> buffer & 1) {
            unit->set[i].is_written = 0;
            unit->set[i].age = ++unit->aged;
        }
}

static int end_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, is_buffer_idle(unit, i))
    if (slot < 0) return 0;
    struct buffer_item *buffer = &unit->buffer[slot];
    invalidate_users(unit, USE_BUFFER, (uint32_t)slot);
    forget_sets_with(unit, (uint32_t)slot);
    say_call(world, "vkDestroyBuffer, vkFreeMemory (buffer %d)", slot);
    unit->call.DestroyBuffer(unit->handle, buffer->handle, OWN);
    unit->call.FreeMemory(unit->handle, buffer->memory, OWN);
    *buffer = (struct buffer_item){.at = 0};
    return 1;
}

static int map_or_unmap(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->buffer[i].handle != NULL)
    if (slot < 0) return 0;
    struct buffer_item *buffer = &unit->buffer[slot];
    say_call(world, "%s (buffer %d)", buffer->mapped == NULL ? "vkMapMemory" : "vkUnmapMemory", slot);
    if (buffer->mapped == NULL) {
        buffer->mapped = map(world, unit, buffer, word[1]);
    } else {
        unit->call.UnmapMemory(unit->handle, buffer->memory);
        buffer->mapped = NULL;
    }
    return 1;
}

static int read_buffer(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, is_buffer_idle(unit, i))
    if (slot < 0) return 0;
    struct buffer_item *buffer = &unit->buffer[slot];
    say_call(world, "read buffer %d%s", slot, buffer->mapped == NULL ? "" : ", which stayed mapped");
    unsigned char *bytes = buffer->mapped == NULL ? map(world, unit, buffer, word[1]) : buffer->mapped;
    if (bytes == NULL) return 1;
    const uint32_t *words = (const uint32_t *)(const void *)bytes;
    say_found(world, "contents %016llx (first words %08x %08x)", (unsigned long long)hash_bytes(bytes, BUFFER_BYTES), words[0], words[1]);
    if (buffer->mapped == NULL) unit->call.UnmapMemory(unit->handle, buffer->memory);
    return 1;
}

// ---- fences

static int make_fence(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->fence[i].handle == NULL)
    if (slot < 0) return 0;
    struct fence_item *fence = &unit->fence[slot];
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
                              .flags = word[1] & 1 ? VK_FENCE_CREATE_SIGNALED_BIT : 0};
    say_call(world, "vkCreateFence (fence %d%s)", slot, info.flags ? ", signaled" : "");
    *fence = (struct fence_item){.is_signaled = word[1] & 1};
    CHAINED(info);
    if (!went_well(world, unit->call.CreateFence(unit->handle, &info, OWN, &fence->handle))) fence->handle = NULL;
    return 1;
}

static int end_fence(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->fence[i].handle != NULL && !unit->fence[i].is_pending)
    if (slot < 0) return 0;
    say_call(world, "vkDestroyFence (fence %d)", slot);
    unit->call.DestroyFence(unit->handle, unit->fence[slot].handle, OWN);
    unit->fence[slot] = (struct fence_item){.is_signaled = 0};
    return 1;
}

static int reset_fences(struct world *world, struct unit *unit, const uint32_t *word) {
    VkFence fences[SLOTS];
    uint32_t count = 0, most = 1 + word[1] % SLOTS, mask = 0;
    for (uint32_t i = 0; i < SLOTS && count < most; i++) {
        uint32_t slot = (word[0] + i) % SLOTS;
        if (unit->fence[slot].handle == NULL || unit->fence[slot].is_pending) continue;
        fences[count++] = unit->fence[slot].handle;
        unit->fence[slot].is_signaled = 0;
        mask |= 1U << slot;
    }
    if (count == 0) return 0;
    say_call(world, "vkResetFences (%u fences, mask %x)", count, mask);
    if (went_well(world, unit->call.ResetFences(unit->handle, count, fences))) return 1;
    for (uint32_t i = 0; i < SLOTS; i++)  // none that may be signaled still is submitted
        if (mask >> i & 1) unit->fence[i].is_signaled = 1;
    return 1;
}

static int poll_fence(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->fence[i].handle != NULL)
    if (slot < 0) return 0;
    struct fence_item *fence = &unit->fence[slot];
    VkResult result = VK_NOT_READY;
    if (!fence->is_pending) {
        say_call(world, "vkGetFenceStatus (fence %d)", slot);
        say_found(world, "%s", result_name(unit->call.GetFenceStatus(unit->handle, fence->handle)));
        return 1;
    }
    say_call(world, "vkGetFenceStatus (fence %d), again and again after its submission", slot);
    POLL((result = unit->call.GetFenceStatus(unit->handle, fence->handle)) != VK_NOT_READY)
    say_found(world, "%s", result_name(result));
    for (uint32_t i = 0; i < unit->submitted; i++)
        if (unit->submission[i].is_pending && unit->submission[i].fence == slot) {
            submissions_end(unit, i);
            break;
        }
    return 1;
}

static int wait_fences(struct world *world, struct unit *unit, const uint32_t *word) {
    VkFence fences[SLOTS];
    uint32_t count = 0, most = 1 + word[1] % SLOTS, mask = 0, last = 0;
    int ready = 0, pending = 0, never = 0, all = (int)(word[2] & 1);
    for (uint32_t i = 0; i < SLOTS && count < most; i++) {
        uint32_t slot = (word[0] + i) % SLOTS;
        if (unit->fence[slot].handle == NULL) continue;
        fences[count++] = unit->fence[slot].handle;
        mask |= 1U << slot;
        if (unit->fence[slot].is_signaled) ready++;
        else if (unit->fence[slot].is_pending) pending++;
        else never++;
        for (uint32_t j = 0; j < unit->submitted; j++)
            if (unit->submission[j].is_pending && unit->submission[j].fence == (int)slot && j > last) last = j;
    }
    if (count == 0) return 0;
    // With pending ones, the outcome is certain only where the wait is for all, and for ever.
    if (pending > 0 && (!all || never > 0)) return 0;
    int over = all ? never == 0 : ready > 0;
    uint64_t timeout = pending > 0 ? UINT64_MAX - word[2] / 2 % 2 : over && word[2] & 2 ? UINT64_MAX - (word[2] >> 2 & 1) : word[2] & 8 ? 20000 : 0;
    say_call(world, "vkWaitForFences (%s of %u fences, mask %x, timeout %llu)", all ? "all" : "any", count, mask,
             (unsigned long long)timeout);
    VkResult result = unit->call.WaitForFences(unit->handle, count, fences, all ? VK_TRUE : VK_FALSE, timeout);
    say_found(world, "%s", result_name(result));
    if (pending > 0) submissions_end(unit, last);
    return 1;
}

// ---- events: those that a submission may still change are left alone, but for polling

static int make_event(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->event[i].handle == NULL)
    if (slot < 0) return 0;
    VkEventCreateInfo info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    struct event_item *event = &unit->event[slot];
    *event = (struct event_item){.is_set = 0};
    say_call(world, "vkCreateEvent (event %d)", slot);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateEvent(unit->handle, &info, OWN, &event->handle))) event->handle = NULL;
    return 1;
}

static int end_event(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->event[i].handle != NULL && unit->event[i].pending == 0)
    if (slot < 0) return 0;
    invalidate_users(unit, USE_EVENT, (uint32_t)slot);
    say_call(world, "vkDestroyEvent (event %d)", slot);
    unit->call.DestroyEvent(unit->handle, unit->event[slot].handle, OWN);
    unit->event[slot] = (struct event_item){.is_set = 0};
    return 1;
}

static int set_event(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->event[i].handle != NULL && unit->event[i].pending == 0)
    if (slot < 0) return 0;
    struct event_item *event = &unit->event[slot];
    event->is_set = word[1] & 1;
    say_call(world, "%s (event %d)", event->is_set ? "vkSetEvent" : "vkResetEvent", slot);
    went_well(world, event->is_set ? unit->call.SetEvent(unit->handle, event->handle)
                                   : unit->call.ResetEvent(unit->handle, event->handle));
    return 1;
}

static int poll_event(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->event[i].handle != NULL)
    if (slot < 0) return 0;
    struct event_item *event = &unit->event[slot];
    VkResult result = VK_NOT_READY, expected = event->is_set ? VK_EVENT_SET : VK_EVENT_RESET;
    say_call(world, "vkGetEventStatus (event %d)%s", slot, event->pending ? ", again and again after a submission" : "");
    if (event->pending == 0) {
        result = unit->call.GetEventStatus(unit->handle, event->handle);
    } else {
        POLL((result = unit->call.GetEventStatus(unit->handle, event->handle)) == expected)
    }
    say_found(world, "%s", result_name(result));
    return 1;
}

// ---- timeline semaphores

static int make_semaphore(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->semaphore[i].handle == NULL)
    if (slot < 0) return 0;
    struct semaphore_item *semaphore = &unit->semaphore[slot];
    *semaphore = (struct semaphore_item){.value = word[1] % 5, .later = word[1] % 5, .asked = word[1] % 5};
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                      .initialValue = semaphore->value};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    say_call(world, "vkCreateSemaphore (timeline semaphore %d of %u)", slot, word[1] % 5);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateSemaphore(unit->handle, &info, OWN, &semaphore->handle)))
        semaphore->handle = NULL;
    return 1;
}

static int end_semaphore(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->semaphore[i].handle != NULL && unit->semaphore[i].pending == 0)
    if (slot < 0) return 0;
    say_call(world, "vkDestroySemaphore (timeline semaphore %d)", slot);
    unit->call.DestroySemaphore(unit->handle, unit->semaphore[slot].handle, OWN);
    unit->semaphore[slot] = (struct semaphore_item){.value = 0};
    return 1;
}

// A semaphore is signaled by the host or by submissions, not by both. Its values stay less than 2^31 apart, the least that
// maxTimelineSemaphoreValueDifference can be. Between two signals it is asked or waited for: releases of the validation
// layer take the first for a pending one otherwise.
static int signal_semaphore(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS,
         unit->semaphore[i].handle != NULL && unit->semaphore[i].pending == 0 && !unit->semaphore[i].is_of_queue &&
             unit->semaphore[i].asked == unit->semaphore[i].value)
    if (slot < 0) return 0;
    struct semaphore_item *semaphore = &unit->semaphore[slot];
    semaphore->value = semaphore->later = semaphore->value + 1 + (word[1] & 1 ? word[2] >> 6 : word[2] % 3);
    VkSemaphoreSignalInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                  .semaphore = semaphore->handle,
                                  .value = semaphore->value};
    if (semaphore->value >> 40) return 0;
    say_call(world, "vkSignalSemaphore (timeline semaphore %d, %llu)", slot, (unsigned long long)semaphore->value);
    went_well(world, unit->call.SignalSemaphore(unit->handle, &info));
    return 1;
}

static void over_by_semaphore(struct unit *unit, int slot, uint64_t value) {
    for (uint32_t i = unit->submitted; i > 0; i--)
        if (unit->submission[i - 1].is_pending && unit->submission[i - 1].semaphore == slot && unit->submission[i - 1].value <= value) {
            submissions_end_but_fence(unit, i - 1);
            return;
        }
}

static int poll_semaphore(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->semaphore[i].handle != NULL)
    if (slot < 0) return 0;
    struct semaphore_item *semaphore = &unit->semaphore[slot];
    uint64_t value = UINT64_MAX;
    VkResult result = VK_SUCCESS;
    say_call(world, "vkGetSemaphoreCounterValue (timeline semaphore %d)%s", slot,
             semaphore->pending ? ", again and again after a submission" : "");
    POLL((result = unit->call.GetSemaphoreCounterValue(unit->handle, semaphore->handle, &value)) != VK_SUCCESS ||
         semaphore->pending == 0 || value >= semaphore->later)
    say_found(world, "%s, %llu", result_name(result), (unsigned long long)value);
    over_by_semaphore(unit, slot, semaphore->later);
    semaphore->asked = semaphore->later;
    return 1;
}

static int wait_semaphore(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->semaphore[i].handle != NULL)
    if (slot < 0) return 0;
    struct semaphore_item *semaphore = &unit->semaphore[slot];
    int is_late = semaphore->pending == 0 && word[1] % 3 == 0;
    uint64_t value = is_late ? semaphore->value + 1 : semaphore->later;
    uint64_t timeout = is_late ? (word[1] & 8 ? 20000 : 0) : semaphore->pending > 0 || word[1] & 8 ? UINT64_MAX - (word[1] >> 4 & 1) : 0;
    VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                .flags = word[2] & 1 ? VK_SEMAPHORE_WAIT_ANY_BIT : 0,
                                .semaphoreCount = 1,
                                .pSemaphores = &semaphore->handle,
                                .pValues = &value};
    say_call(world, "vkWaitSemaphores (timeline semaphore %d for %llu, timeout %llu)", slot, (unsigned long long)value,
             (unsigned long long)timeout);
    say_found(world, "%s", result_name(unit->call.WaitSemaphores(unit->handle, &info, timeout)));
    if (!is_late) over_by_semaphore(unit, slot, value), semaphore->asked = value;
    return 1;
}

const struct operation_row operations_on_objects[] = {
    {"make_buffer", make_buffer, 5, 0},
    {"end_buffer", end_buffer, 1, 0},
    {"map_or_unmap", map_or_unmap, 2, 0},
    {"read_buffer", read_buffer, 7, 0},
    {"make_fence", make_fence, 3, 0},
    {"end_fence", end_fence, 2, 0},
    {"reset_fences", reset_fences, 3, 0},
    {"poll_fence", poll_fence, 4, 0},
    {"wait_fences", wait_fences, 5, 0},
    {"make_event", make_event, 3, 0},
    {"end_event", end_event, 1, 0},
    {"set_event", set_event, 2, 0},
    {"poll_event", poll_event, 6, 0},
    {"make_semaphore", make_semaphore, 2, 2},
    {"end_semaphore", end_semaphore, 1, 2},
    {"signal_semaphore", signal_semaphore, 2, 2},
    {"poll_semaphore", poll_semaphore, 3, 2},
    {"wait_semaphore", wait_semaphore, 3, 2},
};
const uint32_t operations_on_objects_count = COUNT_OF(operations_on_objects);
