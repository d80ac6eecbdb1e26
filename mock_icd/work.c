// What command buffers of a driver "whole=1" hold: fills and copies of buffers, which are done when they are
// submitted, so that a program can read what it asked for. All other commands are taken and do nothing.
#include "mock_icd.h"

void forget_work(struct command_buffer *buffer) {
    for (struct work *next; buffer->work != NULL; buffer->work = next) {
        next = buffer->work->next;
        free(buffer->work->bytes);
        free(buffer->work);
    }
    buffer->last = NULL;
}

void add_work(VkCommandBuffer handle, struct work work) {
    struct command_buffer *buffer = (struct command_buffer *)handle;
    struct work *made = malloc(sizeof *made);
    if (made == NULL) return;
    *made = work;
    *(buffer->last == NULL ? &buffer->work : &buffer->last->next) = made;
    buffer->last = made;
}

// Where the bytes of a buffer lie; NULL where they do not, or not all: nobody should crash for what is asked
// wrongly.
static char *bytes_at(const struct thing *buffer, uint64_t at, uint64_t size) {
    const struct thing *memory = buffer->memory;
    int there = handle_type_of((uintptr_t)buffer) == TYPE_VkBuffer &&
                handle_type_of((uintptr_t)memory) == TYPE_VkDeviceMemory && memory->bytes != NULL;
    if (!there || at > buffer->size || size > buffer->size - at || buffer->offset > memory->size) return NULL;
    if (at + size > memory->size - buffer->offset) return NULL;
    return (char *)memory->bytes + buffer->offset + at;
}

void fill(char *to, uint64_t size, uint32_t number) {
    for (uint64_t i = 0; i + sizeof number <= size; i += sizeof number) memcpy(to + i, &number, sizeof number);
}

static void compute(char *to, const struct work *work) {
    for (uint64_t at = 0; at + sizeof(uint32_t) <= work->size; at += sizeof(uint32_t)) {
        uint32_t number;
        memcpy(&number, to + at, sizeof number);
        number = 3 * number + work->number + violates("compute_wrong");
        memcpy(to + at, &number, sizeof number);
    }
}

static void do_one(const struct work *work) {
    char *to = bytes_at(work->to, work->to_at, work->size);
    const char *from = work->from == NULL ? work->bytes : bytes_at(work->from, work->from_at, work->size);
    if (to == NULL) return;
    if (work->computes)
        compute(to, work);
    else if (from != NULL)
        memmove(to, from, work->size);
    else if (work->from == NULL)
        fill(to, work->size, work->number);
}

void do_work(const struct command_buffer *buffer) {
    for (const struct work *work = buffer->work; work != NULL; work = work->next)
        if (work->other == NULL)
            do_one(work);
        else if (handle_type_of((uintptr_t)work->other) == TYPE_VkCommandBuffer)
            do_work(work->other);
}
