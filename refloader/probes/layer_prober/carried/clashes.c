// Whether it matters to a layer which numbers the handles of objects have: a driver may hand out any. Each command that
// takes objects which the layer makes is called with the same values under handles of several kinds; clash.COMMAND says
// what came down otherwise than under handles that differ in every part. And once where all that earlier calls came with
// is unmapped: "Ownership of such memory must be released back to the application at the end of the duration of the
// command". "gone" says whether the layer ends there alone. See carried.h.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "../../shared/time_limit.h"
#include "carried.h"
#include "unfinished.h"
#include "../prober.h"

#define MOST_COMMANDS 1024U
#define CALLS 2U  // of each command: with plain values, and with VK_WHOLE_SIZE
#define ROWS 8U

static uint64_t apart(uint32_t type, uint32_t place) { return (1 + type + 0x100U * place) * 0x100000040ULL; }
static uint64_t of_high_halves(uint32_t type, uint32_t place) { return (1 + type + 0x100ULL * place) << 32 | 0x1000; }
// Far from those that the layer may have made for itself, see make() in below.c: objects that live at once differ.
static uint64_t in_a_row(uint32_t type, uint32_t place) { return 0x8000000U + type * 2 + place; }
static uint64_t of_places(uint32_t type, uint32_t place) { return (void)type, (1 + place) * 0x100000040ULL; }

static const struct {
    const char *name;
    uint64_t (*numbered)(uint32_t type, uint32_t place);
} kinds[] = {
    {"apart", apart}, {"once more", apart}, {"low", of_high_halves}, {"row", in_a_row}, {"types", of_places},
    {"low once more", of_high_halves}, {"row once more", in_a_row}, {"types once more", of_places},
    {"gone", apart}, {"gone once more", apart},
};
enum { FIRST_KIND = 2, TYPES_KIND = 4, REPEATED = 3, GONE_KIND = 8 };  // a kind is repeated so many places behind it

struct row {
    char path[96];
    uint64_t received;
};
struct result {
    uint32_t times, count, is_begun, is_done, is_ended;
    struct row row[ROWS];
};
static struct result (*results)[COUNT(kinds)][CALLS];
static struct {
    const struct carried_command *command;
    any_function function;
    int is_left_out;
} chosen[MOST_COMMANDS];
static uint32_t chosen_count;

// ---- one call

static const struct carried_command *called;
static uint64_t expected[MOST_ARGUMENTS];
static struct comparison comparison;
static uint32_t times;

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    if (times++ == 0) compare_arguments(called, expected, arguments, &comparison);
    if (strstr(name, "Memory") == NULL || strncmp(name, "vkGet", 5) == 0) answer_command(name, arguments, result);
    map_below(called, arguments);
    if (called->returns_result) *result = VK_SUCCESS;
    return 1;
}

static void keep(struct result *to, const struct differences *from, int is_number) {
    for (uint32_t i = 0; i < from->count && to->count < ROWS; i++) {
        struct row *row = &to->row[to->count++];
        snprintf(row->path, sizeof row->path, "%s", from->row[i].path);
        row->received = is_number ? from->row[i].received : 0;
    }
}

static void call_once(const struct carried_command *command, any_function function, struct result *to) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    give_arguments(command, expected);
    forget_differences(&comparison);
    times = 0;
    to->is_begun = 1;
    called = command;
    call_with(function, given);
    called = NULL;
    if (is_deferred(command)) keep_arguments();
    forget_arguments();
    keep(to, &comparison.changed, 1);
    keep(to, &comparison.lost, 0);
    keep(to, &comparison.handles, 0);
    to->times = times;
    to->is_done = 1;
}

// ---- all of them, in a process of its own

static void call_all(uint32_t kind, uint32_t from) {
    if (kind >= GONE_KIND) carried_memory = MEMORY_GONE;
    make_objects(kinds[kind].numbered, 0);
    carried = answer_below;
    for (uint32_t i = from; i < chosen_count && !is_late(); i++)
        for (uint32_t j = 0; j < CALLS; j++) {
            carried_form = j == 0 ? FORM_PLAIN : FORM_WHOLE;
            call_once(chosen[i].command, chosen[i].function, &results[i][kind][j]);
        }
}

static struct result *in_which(uint32_t kind, uint32_t command) {
    for (uint32_t j = 0; j < CALLS; j++)
        if (results[command][kind][j].is_begun && !results[command][kind][j].is_done) return &results[command][kind][j];
    return NULL;
}

// The commands that make objects are called in all kinds; none is left once one of them has ended.
static int ends_in_making(uint32_t kind) {
    for (uint32_t i = 0; *making_now != NULL && i < chosen_count; i++)
        if (chosen[i].command == *making_now)
            results[i][kind][0] = (struct result){.is_begun = 1, .is_ended = 1};
    return *making_now != NULL;
}

// Where the layer ends it, the commands behind that one have another. One that stops by itself before the last command
// was late.
static void call_all_apart(uint32_t kind) {
    int status = 0, was_late = 0;
    for (uint32_t from = 0; from < chosen_count && !was_late && !is_late();) {
        *making_now = NULL;
        pid_t child = start_child();
        if (child == 0) {
            die_quietly();
            call_all(kind, from);
            _exit(0);
        }
        if (child < 0 || wait_for_child(child, &status) != child) return;
        int is_fault = WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS);
        if (is_fault && ends_in_making(kind)) return;
        uint32_t last = from;
        while (last < chosen_count && results[last][kind][CALLS - 1].is_done) last++;
        struct result *ended = is_fault && last < chosen_count ? in_which(kind, last) : NULL;
        if (ended != NULL) ended->is_ended = 1;
        if (!is_fault && status != 0 && last < chosen_count) chosen[last].is_left_out = 1;
        was_late = status == 0 && last < chosen_count && !results[last][kind][0].is_begun;
        from = last + 1;
    }
    if (!was_late && !is_late()) return;
    for (uint32_t i = 0; i < chosen_count; i++) chosen[i].is_left_out |= !results[i][kind][0].is_begun;
}

// ---- what came of it

static int is_alike(const struct result *one, const struct result *other) {
    if (!one->is_done || !other->is_done) return 1;
    if (one->times != other->times || one->count != other->count) return 0;
    for (uint32_t i = 0; i < one->count; i++)
        if (strcmp(one->row[i].path, other->row[i].path) != 0 || one->row[i].received != other->row[i].received)
            return 0;
    return 1;
}

// The first row of one that the other has not.
static const char *difference(const struct result *one, const struct result *other) {
    for (uint32_t i = 0; i < one->count; i++) {
        uint32_t j = 0;
        while (j < other->count && (strcmp(one->row[i].path, other->row[j].path) != 0 ||
                                    one->row[i].received != other->row[j].received))
            j++;
        if (j == other->count) return one->row[i].path;
    }
    return NULL;
}

// Whether a call differs from the plain one under a kind of handles, and only because of that.
static int is_deviating(const struct result (*of)[CALLS], uint32_t kind, uint32_t call) {
    return !is_alike(&of[0][call], &of[kind][call]) && is_alike(&of[0][call], &of[1][call]);
}

// Whether a layer ends where memory of the application is gone, and where it is there does not.
static int ends_alone(const struct result (*of)[CALLS], uint32_t kind) {
    for (uint32_t j = 0; j < CALLS; j++)
        if (of[kind][j].is_ended && of[0][j].is_done && of[1][j].is_done) return 1;
    return 0;
}

static int any_ends(uint32_t kind) {
    for (uint32_t i = 0; i < chosen_count; i++)
        if (ends_alone((const struct result(*)[CALLS])results[i], kind)) return 1;
    return 0;
}

static int deviates(uint32_t kind) {
    for (uint32_t i = 0; i < chosen_count; i++)
        for (uint32_t j = 0; j < CALLS; j++)
            if (is_deviating((const struct result(*)[CALLS])results[i], kind, j)) return 1;
    return 0;
}

static void say_kind(const struct result (*of)[CALLS], uint32_t kind) {
    open_list(kinds[kind].name);
    for (uint32_t j = 0; j < CALLS; j++) {
        const struct result *plain = &of[0][j], *here = &of[kind][j];
        if (!is_deviating(of, kind, j) || !is_deviating(of, kind + REPEATED, j)) continue;
        const char *where = difference(here, plain);
        if (where == NULL) where = difference(plain, here);
        say_text(NULL, where == NULL ? "" : where);
    }
    close_list();
}

static void choose(int ends) {
    for (uint32_t i = 0; i < carried_command_count && chosen_count < MOST_COMMANDS; i++) {
        const struct carried_command *command = &carried_commands[i];
        any_function function = ends_objects(command) == ends ? own_function(command->name) : NULL;
        uint32_t type = DISPATCHABLE_TYPES + 1;
        while (type < carried_handle_count && !(has_objects_of(type) && takes_type(command, type))) type++;
        if (function == NULL || type == carried_handle_count || is_too_new(command->name)) continue;
        if (frees_buffers(command)) continue;  // there is none of the pool here
        chosen[chosen_count].command = command;
        chosen[chosen_count++].function = function;
    }
}

// ---- what calls of one command came with

#define AGAIN 3

static void call_again(const struct carried_command *command, any_function function, enum memory memory) {
    static struct result result;
    carried_memory = memory;
    carried_form = FORM_WHOLE;
    carried = answer_below;
    for (int i = 0; i < AGAIN; i++) call_once(command, function, &result);
}

static void call_where_memory_is_gone(const struct carried_command *command, any_function function) {
    call_again(command, function, MEMORY_GONE);
}

static void call_where_memory_stays(const struct carried_command *command, any_function function) {
    call_again(command, function, MEMORY_KEPT);
}

void call_again_without_memory(const struct carried_command *command, any_function function) {
    char label[160];
    int end = call_apart(command, function, call_where_memory_is_gone), is_ended = 0;
    if (is_unfinished(end)) {
        int stays = call_act("again", command, function, call_where_memory_stays);
        is_ended = end == SIGSEGV && stays == 0 && call_apart(command, function, call_where_memory_is_gone) == end;
        if (!is_ended && stays == 0) note_unfinished("gone", end);
    }
    snprintf(label, sizeof label, "again.%s", command->name);
    open_answer(label);
    say_flag("gone", is_ended);
    close_answer();
}

// ---- all commands

void call_with_clashes(void) {
    char label[160];
    choose(0);
    choose(1);
    if (chosen_count == 0) return;
    size_t size = chosen_count * sizeof *results;
    results = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    making_now = mmap(NULL, sizeof *making_now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (results == MAP_FAILED || making_now == MAP_FAILED) return;
    // "If the privateData feature is enabled for a VkDevice, each object of a non-dispatchable type created on that
    // device must have a handle value that is unique among objects created on that device".
    uint32_t end = created.has_private_data ? TYPES_KIND : TYPES_KIND + 1;
    for (uint32_t kind = 0; kind < end; kind++) call_all_apart(kind);
    for (uint32_t kind = FIRST_KIND; kind < end; kind++)
        if (deviates(kind) || any_ends(kind)) call_all_apart(kind + REPEATED);
    call_all_apart(GONE_KIND);
    if (any_ends(GONE_KIND)) call_all_apart(GONE_KIND + 1);
    for (uint32_t i = 0; i < chosen_count; i++) {
        snprintf(label, sizeof label, "clash.%s", chosen[i].command->name);
        open_answer(label);
        for (uint32_t kind = FIRST_KIND; kind < end; kind++)
            say_kind((const struct result(*)[CALLS])results[i], kind);
        open_list("ended");
        for (uint32_t kind = FIRST_KIND; kind < end; kind++)
            if (ends_alone((const struct result(*)[CALLS])results[i], kind) &&
                ends_alone((const struct result(*)[CALLS])results[i], kind + REPEATED))
                say_text(NULL, kinds[kind].name);
        close_list();
        say_flag("gone", ends_alone((const struct result(*)[CALLS])results[i], GONE_KIND) &&
                             ends_alone((const struct result(*)[CALLS])results[i], GONE_KIND + 1));
        close_answer();
    }
    struct left_out left_out = {0};
    for (uint32_t i = 0; i < chosen_count; i++)
        if (chosen[i].is_left_out) leave_out(&left_out, chosen[i].command);
    open_answer("clashed");
    say_left_out(&left_out);
    close_answer();
    munmap(results, size);
}
