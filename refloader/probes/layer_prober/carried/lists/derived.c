// Pipelines of which the second one is derived from the first one of the same call. derived.COMMAND says whether the call
// comes down in several calls (times), and whether a derivative comes down there with a place that is not the place of an
// earlier one of its own call, or without a base (is_lost). See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../../shared/answers.h"
#include "../carried.h"
#include "../../prober.h"

#define ALLOW_DERIVATIVES 2U  // of VkPipelineCreateFlags
#define DERIVATIVE 4U

// Where a command takes its create infos, how many, and where their members are.
static struct {
    uint32_t infos, count, size, flags, base, place;
} infos_at;
static const struct carried_command *called;
static uint32_t times, is_lost;

static uint32_t member(const struct structure *of, const char *name) {
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (strcmp(carried_names + carried_fields[i].name, name) == 0) return carried_fields[i].at;
    return NOWHERE;
}

static int find_infos(const struct carried_command *command) {
    for (const struct field *field = &carried_fields[command->first]; field < &carried_fields[command->first + command->count]; field++) {
        if (field->kind != FIELD_STRUCTURES || field->count_at == NOWHERE) continue;
        const struct structure *of = &carried_structures[field->of];
        infos_at.infos = field->at / 8, infos_at.count = field->count_at / 8, infos_at.size = field->size;
        infos_at.flags = member(of, "flags");
        infos_at.base = member(of, "basePipelineHandle");
        infos_at.place = member(of, "basePipelineIndex");
        return infos_at.flags != NOWHERE && infos_at.base != NOWHERE && infos_at.place != NOWHERE;
    }
    return 0;
}

int makes_derivatives(const struct carried_command *command) {
    return strncmp(command->name, "vkCreate", 8) == 0 && find_infos(command);
}

static void look_at(const char *info, uint32_t number) {
    uint32_t flags;
    int32_t place;
    uint64_t base;
    memcpy(&flags, info + infos_at.flags, sizeof flags);
    memcpy(&place, info + infos_at.place, sizeof place);
    memcpy(&base, info + infos_at.base, sizeof base);
    int is_right = place == -1 ? base != 0 : place >= 0 && (uint32_t)place < number;
    if ((flags & DERIVATIVE) != 0 && !is_right) is_lost = 1;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    times++;
    for (uint32_t i = 0; i < (uint32_t)arguments[infos_at.count]; i++)
        look_at((const char *)(uintptr_t)arguments[infos_at.infos] + (size_t)i * infos_at.size, i);
    answer_success(called, name, arguments, result);
    return 1;
}

void make_derivatives(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    char label[160];
    if (!find_infos(command)) return;
    give_arguments(command, given);
    if ((uint32_t)given[infos_at.count] < ELEMENTS) return;
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        char *info = (char *)(uintptr_t)given[infos_at.infos] + (size_t)i * infos_at.size;
        const uint32_t flags = i == 0 ? ALLOW_DERIVATIVES : DERIVATIVE;
        const int32_t place = i == 0 ? -1 : 0;
        memcpy(info + infos_at.flags, &flags, sizeof flags);
        memcpy(info + infos_at.place, &place, sizeof place);
        memset(info + infos_at.base, 0, sizeof(uint64_t));
    }
    times = is_lost = 0;
    carried = answer_below;
    called = command;
    call_with(function, given);
    called = NULL;
    snprintf(label, sizeof label, "derived.%s", command->name);
    open_answer(label);
    say_number("times", times);
    say_flag("is_lost", (int)is_lost);
    close_answer();
}
