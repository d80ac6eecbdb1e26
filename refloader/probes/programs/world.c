// What operations of programs are made with: the story of a program, and which of its objects are in use. See program.h.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

// ---- the story

static struct line *new_line(struct world *world) {
    struct story *story = world->story;
    if (story->count == MOST_LINES) return &story->line[MOST_LINES - 1];
    struct line *line = &story->line[story->count++];
    line->step = world->step;
    line->found[0] = '\0';
    return line;
}

void say_call(struct world *world, const char *format, ...) {
    va_list arguments;
    struct line *line = new_line(world);
    va_start(arguments, format);
    vsnprintf(line->call, sizeof line->call, format, arguments);
    va_end(arguments);
}

void say_found(struct world *world, const char *format, ...) {
    va_list arguments;
    if (world->story->count == 0) return;
    struct line *line = &world->story->line[world->story->count - 1];
    va_start(arguments, format);
    vsnprintf(line->found, sizeof line->found, format, arguments);
    va_end(arguments);
}

const char *result_name(VkResult result) {
    static _Thread_local char number[32];
    switch (result) {
        case VK_SUCCESS: return "VK_SUCCESS";
        case VK_NOT_READY: return "VK_NOT_READY";
        case VK_TIMEOUT: return "VK_TIMEOUT";
        case VK_EVENT_SET: return "VK_EVENT_SET";
        case VK_EVENT_RESET: return "VK_EVENT_RESET";
        case VK_INCOMPLETE: return "VK_INCOMPLETE";
        default: snprintf(number, sizeof number, "result %d", (int)result); return number;
    }
}

int went_well(struct world *world, VkResult result) {
    if (result != VK_SUCCESS) say_found(world, "%s", result_name(result));
    return result == VK_SUCCESS;
}

const void *chain_of(const struct ground *ground, VkStructureType type, const void *behind) {
    return ground->chain == NULL ? behind : ground->chain(type, behind);
}

uint32_t mixed(uint32_t word, uint32_t with) {
    uint32_t mix = (word ^ with * 0x9E3779B1U) * 0x85EBCA6BU;
    return mix ^ mix >> 15;
}

uint64_t hash_bytes(const void *bytes, size_t size) {
    uint64_t value = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++) value = (value ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
    return value;
}

// ---- what is over, and what is in use

static void end_submission(struct unit *unit, struct submission *submission) {
    submission->is_pending = 0;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) {
        struct commands_item *commands = &unit->commands[i];
        if (!(submission->commands >> i & 1)) continue;
        for (uint32_t j = 0; j < SLOTS; j++) {
            if (commands->uses[USE_EVENT] >> j & 1) unit->event[j].pending--;
            if (commands->uses[USE_QUERIES] >> j & 1) unit->queries[j].pending--;
        }
        if (--commands->pending == 0 && commands->is_once && commands->state == RECORDING_DONE)
            invalidate_commands(unit, i);
    }
    if (submission->fence >= 0) {
        unit->fence[submission->fence].is_pending = 0;
        unit->fence[submission->fence].is_signaled = 1;
    }
    if (submission->semaphore >= 0) {
        unit->semaphore[submission->semaphore].value = submission->value;
        unit->semaphore[submission->semaphore].pending--;
    }
}

void submissions_end(struct unit *unit, uint32_t up_to) {
    for (uint32_t i = 0; i < unit->submitted && i <= up_to; i++)
        if (unit->submission[i].is_pending) end_submission(unit, &unit->submission[i]);
}

// The fence of a submission is signaled after its semaphore: it can be in use still.
void submissions_end_but_fence(struct unit *unit, uint32_t last) {
    struct submission *submission = &unit->submission[last];
    int fence = submission->fence;
    submission->fence = -1;
    submissions_end(unit, last);
    if (fence >= 0) *submission = (struct submission){.fence = fence, .semaphore = -1, .is_pending = 1};
}

void end_all_submissions(struct unit *unit) {
    if (unit->submitted > 0) submissions_end(unit, unit->submitted - 1);
    unit->submitted = 0;
    if (unit->is_ordered != ORDER_LOST) unit->is_ordered = 0;
}

int is_used(const struct unit *unit, enum use use, uint32_t slot) {
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].handle != NULL && unit->commands[i].pending && unit->commands[i].uses[use] >> slot & 1) return 1;
    return 0;
}

void invalidate_commands(struct unit *unit, uint32_t slot) {
    struct commands_item *commands = &unit->commands[slot];
    if (commands->state == RECORDING_NOW || commands->state == RECORDING_DONE) commands->state = RECORDING_INVALID;
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++) {
        struct commands_item *other = &unit->commands[i];
        if (other->handle != NULL && other->secondaries >> slot & 1 && other->state != RECORDING_INVALID &&
            other->state != RECORDING_INITIAL)
            other->state = RECORDING_INVALID;
    }
}

void invalidate_users(struct unit *unit, enum use use, uint32_t slot) {
    for (uint32_t i = 0; i < MOST_COMMAND_BUFFERS; i++)
        if (unit->commands[i].handle != NULL && unit->commands[i].uses[use] >> slot & 1) invalidate_commands(unit, i);
}
