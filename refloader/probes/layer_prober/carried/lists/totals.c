// The elements of the arrays of a call, where it comes down as several: how many there are in all, and whether those that are
// done in their order come in it. And objects that are freed together, of which some are VK_NULL_HANDLE. See carried.h.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../../shared/answers.h"
#include "../../../shared/memory.h"
#include "../carried.h"
#include "../unfinished.h"
#include "../../prober.h"

// Command buffers are executed one after the other: those of the application, of which a layer may leave some out, between
// which it may have its own. ``next`` is the first one that has not come yet.
static int is_in_order(const struct field *field, const uint64_t *given, const uint64_t *received, uint32_t count, uint32_t *next) {
    const uint64_t *asked = (const uint64_t *)(uintptr_t)given[field->at / 8];
    const uint64_t *got = (const uint64_t *)(uintptr_t)received[field->at / 8];
    uint32_t all = (uint32_t)given[field->count_at / 8];
    if (carried_lower == NULL || !is_readable(got, count * sizeof *got)) return 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = 0, after = *next;
        while (place < all && carried_lower(field->of, asked[place]) != got[i]) place++;
        if (place == all || got[i] == 0) continue;  // not the application's
        while (after < all && carried_lower(field->of, asked[after]) != got[i]) after++;
        if (after == all) return 0;
        *next = after + 1;
    }
    return 1;
}

// ---- a fence is signaled once all is done that comes with it

// The first command buffer of a submission; NULL: it has none.
static VkCommandBuffer first_buffer(const char *command, uint64_t infos, uint32_t index) {
    VkCommandBuffer found = NULL;
    if (strcmp(command, "vkQueueSubmit") == 0) {
        const VkSubmitInfo *info = (const VkSubmitInfo *)(uintptr_t)infos + index;
        if (is_readable(info, sizeof *info) && info->commandBufferCount > 0 && is_readable(info->pCommandBuffers, sizeof found))
            found = info->pCommandBuffers[0];
    } else {
        const VkSubmitInfo2 *info = (const VkSubmitInfo2 *)(uintptr_t)infos + index;
        if (is_readable(info, sizeof *info) && info->commandBufferInfoCount > 0 &&
            is_readable(info->pCommandBufferInfos, sizeof *info->pCommandBufferInfos))
            found = info->pCommandBufferInfos[0].commandBuffer;
    }
    return found;
}

// How often fences were reset since the calls that came down were last forgotten.
static uint32_t resets(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < call_count; i++) count += strcmp(calls[i].command, "vkResetFences") == 0;
    return count;
}

static uint64_t lower_of(uint32_t type, uint64_t upper) {
    uint64_t lower = carried_lower == NULL ? 0 : carried_lower(type, upper);
    return lower == 0 ? upper : lower;
}

// Whether the second of two submissions comes down after the fence, and no other fence comes then, or the same one again
// that nobody has reset. A layer may submit for itself after that, or have fences of its own. Fences are made up, and
// others in what is compared.
static void look_at_fence(const struct carried_command *command, const uint64_t *given, const uint64_t *received,
                          struct total *total) {
    enum { COUNT_AT = 1, INFOS = 2, FENCE = 3 };
    if (strncmp(command->name, "vkQueueSubmit", 13) != 0 || given[FENCE] == 0 || given[COUNT_AT] != 2) return;
    uint64_t second = (uint64_t)(uintptr_t)first_buffer(command->name, given[INFOS], 1);
    if (received[FENCE] != 0) {
        total->is_fenced_twice |= total->fence == received[FENCE] && total->resets == resets();
        total->fence = received[FENCE];
        total->resets = resets();
        total->is_fenced = received[COUNT_AT] == 1;
        total->is_disordered = 0;
    } else if (total->is_fenced && second != 0 && received[COUNT_AT] == 1) {
        uint64_t first = (uint64_t)(uintptr_t)first_buffer(command->name, received[INFOS], 0);
        total->is_disordered |= first == lower_of(COMMAND_BUFFER_TYPE, second);
    }
}

// ---- elements that come down for others

static void count_alike(const struct field *field, const uint64_t *given, const uint64_t *received, uint32_t count, struct total *total) {
    const unsigned char *asked = (const unsigned char *)(uintptr_t)given[field->at / 8];
    const unsigned char *got = (const unsigned char *)(uintptr_t)received[field->at / 8];
    size_t head = field->kind == FIELD_STRUCTURES ? head_of(field) : 0, size = field->size;
    int is_looked_at = (field->kind == FIELD_STRUCTURES || field->kind == FIELD_WORDS) && total->given == ELEMENTS_LOOKED_AT && size > head;
    if (!is_looked_at || !is_readable(got, count * size) || memcmp(asked + head, asked + size + head, size - head) == 0) return;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < ELEMENTS_LOOKED_AT; j++)
            total->alike[j] += memcmp(asked + j * size + head, got + i * size + head, size - head) == 0;
}

void add_totals(const struct carried_command *command, const uint64_t *given, const uint64_t *received, struct total *totals) {
    uint32_t place = 0;
    for (uint32_t i = command->first; i < command->first + command->count && place < MOST_TOTALS; i++) {
        const struct field *field = &carried_fields[i];
        if (!is_array(field) || field->count_at == NOWHERE) continue;
        struct total *total = &totals[place++];
        uint32_t count = (uint32_t)received[field->count_at / 8];
        total->name = carried_names + field->name;
        total->given = (uint32_t)given[field->count_at / 8];
        if (strcmp(command->name, "vkCmdExecuteCommands") == 0 && field->kind == FIELD_HANDLES)
            total->is_disordered |= !is_in_order(field, given, received, count, &total->next);
        look_at_fence(command, given, received, total);
        count_alike(field, given, received, count, total);
        total->received += count;
    }
}

// ---- objects that are freed together

static const struct carried_command *called;
static uint64_t wanted;
static int is_freed;
static uint32_t times;

static const struct field *freed(const struct carried_command *command) {
    for (uint32_t i = command->first; i < command->first + command->count; i++)
        if (carried_fields[i].kind == FIELD_HANDLES && carried_fields[i].count_at != NOWHERE) return &carried_fields[i];
    return NULL;
}

int frees_many(const struct carried_command *command) {
    return strncmp(command->name, "vkFree", 6) == 0 && freed(command) != NULL;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    const struct field *array = freed(called);
    const uint64_t *handles = (const uint64_t *)(uintptr_t)arguments[array->at / 8];
    uint32_t count = (uint32_t)arguments[array->count_at / 8];
    times++;
    if (!is_readable(handles, count * sizeof *handles)) return 0;
    for (uint32_t i = 0; i < count; i++) is_freed |= handles[i] == wanted;
    *result = 0;
    return 1;
}

static void free_two(const struct carried_command *command, any_function function, int is_alone) {
    uint64_t given[MOST_ARGUMENTS];
    carried = answer_below;
    give_arguments(command, given);
    const struct field *array = freed(command);
    uint64_t *handles = (uint64_t *)(uintptr_t)given[array->at / 8];
    wanted = carried_lower == NULL ? 0 : carried_lower(array->of, handles[1]);
    if (wanted == 0) wanted = handles[1];
    handles[0] = is_alone ? handles[1] : 0;
    if (is_alone) given[array->count_at / 8] = 1;
    called = command;
    call_with(function, given);
    called = NULL;
}

// In a process of its own, as the other one frees the same object.
static void free_alone(const struct carried_command *command, any_function function) {
    free_two(command, function, 1);
    if (is_freed) _exit(IS_FREED_STATUS);
}

static void free_with_none(const struct carried_command *command, any_function function) { free_two(command, function, 0); }

// A layer may keep what is freed alone for a while, whatever stands before it. is_ended: it ends there, each time, and comes
// back where the same object stands alone.
void free_behind_none(const struct carried_command *command, any_function function) {
    char label[160];
    int alone = call_act("freed_alone", command, function, free_alone), is_kept = alone != IS_FREED_STATUS;
    int end = is_unfinished(alone) ? 0 : call_act("freed", command, function, free_with_none);
    int is_ended = is_unfinished(end) && end != LOST_THREADS_END;
    if (!is_unfinished(end) && !is_unfinished(alone)) free_two(command, function, 0);
    snprintf(label, sizeof label, "freed.%s", command->name);
    open_answer(label);
    say_number("times", times);
    say_flag("is_kept_alone", is_kept);
    say_flag("is_freed", is_freed);
    say_flag("is_ended", is_ended);
    close_answer();
}
