// A call in its other forms: with all structures on each pNext, without elements, with many, without what may be left
// out, with all that remains of an image. form.COMMAND has for each that differs from the plain one how often the entity below was called, what it did not
// get or got otherwise, and "ended" for a form in which the layer ended the process, as it did not in the plain one.
// The last forms are the same call once more with other values, and calls that fail: what differs there is only what the
// layer writes to, and the result of the entity below with which the layer ended the process ("code"). With --only own there are the calls with structures of the extensions that are enabled. See carried.h.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "unfinished.h"
#include "../prober.h"

enum { AGAIN = FORMS, FAILED, ALL_FORMS };

static const char *const names[] = {"plain", "chains", "core", "none",  "inner", "one",   "many",  "bare",
                                    "empty", "wild",   "whole", "high", "own",   "held", "null",  "some",
                                    "blocks", "rest", "again", "failed"};

// In memory that outlives the process of the calls.
static struct outcome {
    struct comparison comparison, kept;
    struct total totals[MOST_TOTALS];
    uint32_t times;
    int32_t code;  // that the entity below returns in the last call
    int is_begun, is_formed, is_done, is_refused, is_later;
} *outcomes, *outcome;
// The structures of all extensions make no valid call: what a layer does after that is no longer judged.
static const uint32_t order[] = {FORM_PLAIN, FORM_OWN,  FORM_NONE,  FORM_INNER, FORM_ONE, FORM_MANY, FORM_BARE,  FORM_EMPTY,
                                 FORM_NULL, FORM_SOME, FORM_WILD,  FORM_BLOCKS, FORM_REST, FORM_HIGH, FORM_WHOLE, AGAIN,
                                 FAILED,    FORM_HELD, FORM_CORE, FORM_CHAINS};
static uint32_t first_place;  // in it
static const struct carried_command *called;
static int32_t code;  // that the entity below returns
static int is_ending;  // the command buffer, after the call
static uint64_t expected[MOST_ARGUMENTS];

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    if (is_ending) return outcome->is_later = 1, answer_success(called, name, arguments, result), 1;
    if (outcome->times++ == 0) compare_arguments(called, expected, arguments, &outcome->comparison);
    add_totals(called, expected, arguments, outcome->totals);
    if (code == VK_SUCCESS) answer_success(called, name, arguments, result);
    else if (called->returns_result) *result = (uint64_t)(int64_t)code;
    return 1;
}

// A layer that joins what is recorded passes it on with the next command, or at the end of the command buffer.
static void end_what_is_recorded(const struct carried_command *command) {
    int is_short = carried_form == FORM_NONE || carried_form == FORM_SOME;
    if (!is_short || outcome->times > 0 || strncmp(command->name, "vkCmd", 5) != 0) return;
    is_ending = 1;
    begin_anew();
    is_ending = 0;
}

static void call_formed(const struct carried_command *command, any_function function,
                        void (*give)(const struct carried_command *, uint64_t *)) {
    uint64_t given[MOST_ARGUMENTS];
    is_formed = carried_form == FORM_PLAIN;
    give(command, given);
    give(command, expected);
    memset(outcome->totals, 0, sizeof outcome->totals);
    outcome->is_formed = is_formed;
    outcome->times = 0;
    called = is_formed ? command : NULL;
    uint64_t result = is_formed ? call_with(function, given) : 0;
    if (is_formed) end_what_is_recorded(command);
    called = NULL;
    outcome->is_refused = command->returns_result && (int32_t)result < 0;
    if (is_formed) record_again(command, result);
    if (is_formed) compare_kept(command, expected, given, ELEMENTS, &outcome->kept);
    forget_arguments();
}

static void call_again(const struct carried_command *command, any_function function) {
    uint32_t before = outcome->times;
    forget_differences(&outcome->comparison);
    call_formed(command, function, give_other_arguments);
    outcome->is_formed = before == 1;
}

// What is handed in is as it was after each failure, too.
static void call_failing(const struct carried_command *command, any_function function) {
    carried_form = calls_own() ? FORM_OWN : FORM_PLAIN;
    for (uint32_t i = 0; i < command->code_count; i++) {
        code = carried_codes[command->codes + i];
        outcome->code = code;
        if (code < 0) call_formed(command, function, give_arguments);
    }
    code = VK_SUCCESS;
}

// One element is too few where another array says that there are two.
static int fits(const struct carried_command *command, uint32_t form) {
    if (form == FORM_PLAIN) return 1;
    if (form == FORM_WHOLE || ends_objects(command)) return 0;
    if (form == FAILED) return (int)command->returns_result;
    if (form == FORM_BLOCKS) return strcmp(command->name, "vkUpdateDescriptorSets") == 0;
    if (calls_own() || form == FORM_OWN) return calls_own() && form == FORM_OWN;
    return command->takes_one || form != FORM_ONE;
}

static void call_in_each(const struct carried_command *command, any_function function) {
    carried = answer_below;
    for (uint32_t place = first_place; place < COUNT(order); place++) {
        uint32_t form = order[place];
        if (!fits(command, form)) continue;
        outcome = &outcomes[form];
        outcome->is_begun = 1;
        carried_form = form >= FORMS ? FORM_PLAIN : (enum form)form;
        if (form == FAILED) call_failing(command, function);
        else call_formed(command, function, give_arguments);
        if (form == AGAIN) call_again(command, function);
        if (form == FORM_HELD) call_formed(command, function, give_other_arguments);
        outcome->is_done = 1;
    }
}

// ---- what came of it

static void say_totals(const struct total *totals) {
    open_list("totals");
    for (uint32_t i = 0; i < MOST_TOTALS && totals[i].name != NULL; i++) {
        open_list(NULL);
        say_text(NULL, totals[i].name);
        say_number(NULL, totals[i].given);
        say_number(NULL, totals[i].received);
        say_flag(NULL, totals[i].is_disordered);
        close_list();
    }
    close_list();
    int is_fenced_twice = 0;
    for (uint32_t i = 0; i < MOST_TOTALS; i++) is_fenced_twice |= totals[i].is_fenced_twice;
    say_flag("fenced_twice", is_fenced_twice);
    open_list("alike");
    for (uint32_t i = 0; i < MOST_TOTALS && totals[i].name != NULL; i++) {
        open_list(NULL);
        say_text(NULL, totals[i].name);
        for (uint32_t j = 0; j < ELEMENTS_LOOKED_AT; j++) say_number(NULL, totals[i].alike[j]);
        close_list();
    }
    close_list();
}

// What the first image of the layer's was made with; the second one has more of it by APART.
static void say_image(void) {
    const struct carried_command *create = carried_command_of("vkCreateImage");
    const struct structure *info = &carried_structures[carried_fields[create->first + 1].of];
    for (uint32_t i = info->first; i < info->first + info->count; i++) {
        const char *name = carried_names + carried_fields[i].name;
        if (strcmp(name, "mipLevels") == 0) say_number("levels", (int64_t)carried_fields[i].fill);
        if (strcmp(name, "arrayLayers") == 0) say_number("layers", (int64_t)carried_fields[i].fill);
    }
}

static void say_form(uint32_t form, int end) {
    const struct outcome *of = &outcomes[form];
    open_object(names[form]);
    say_number("times", of->times);
    say_flag("ended", end > 0 && end != SIGALRM);
    if (of->is_refused) say_flag("refused", 1);
    if (of->is_later) say_flag("later", 1);
    if (form == FORM_REST) say_image();
    if (end == SIGALRM) say_flag("late", 1);
    if (of->code != VK_SUCCESS) say_number("code", of->code);
    say_differences("lost", &of->comparison.lost);
    say_differences("changed", &of->comparison.changed);
    say_differences("handles", &of->comparison.handles);
    say_differences("uneven", &of->comparison.uneven);
    say_differences("written", &of->kept.changed);
    say_differences("altered", &of->kept.altered);
    if (of->times > 0) say_totals(of->totals);
    close_object();
}

static void forget_outcome(struct outcome *of) {
    forget_differences(&of->comparison);
    forget_differences(&of->kept);
    memset(of->totals, 0, sizeof of->totals);
    of->times = 0;
    of->code = VK_SUCCESS;
    of->is_begun = of->is_formed = of->is_done = of->is_refused = of->is_later = 0;
}

// Many elements take a layer that is slow with each of them long; where a call fails below, it may try again for a while.
static int is_told(uint32_t form, int end) {
    return !is_hang(end) || (end == SIGALRM && form != FORM_MANY && form != FAILED);
}

void call_in_forms(const struct carried_command *command, any_function function) {
    char label[160];
    int ends[ALL_FORMS] = {0};
    size_t size = ALL_FORMS * sizeof *outcomes;
    if (outcomes == NULL) outcomes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcomes == MAP_FAILED) return;
    for (uint32_t form = FORM_PLAIN; form < ALL_FORMS; form++) forget_outcome(&outcomes[form]);
    for (first_place = 0; first_place < COUNT(order);) {
        int end = call_apart(command, function, call_in_each);
        if (end <= 0) break;
        uint32_t last = COUNT(order) - 1;
        while (last > first_place && !outcomes[order[last]].is_begun) last--;
        // It may be for what earlier calls left, as a fence that is submitted already, or for the time that they took: once
        // more, before all others.
        if (last > first_place && end != NO_ROOM_STATUS) {
            forget_outcome(&outcomes[order[last]]);
            first_place = last;
            continue;
        }
        int is_said = end != NO_ROOM_STATUS && is_told(order[last], end);
        ends[order[last]] = is_said ? end : 0;
        if (last == 0 || !is_said) note_unfinished(order[last] == FAILED ? "failing" : "form", end);
        if (last == 0) return;
        first_place = last + 1;
    }
    snprintf(label, sizeof label, "form.%s", command->name);
    open_answer(label);
    for (uint32_t form = FORM_PLAIN; form < ALL_FORMS; form++) {
        if (outcomes[form].is_formed && (outcomes[form].is_done || ends[form] > 0)) say_form(form, ends[form]);
    }
    close_answer();
}
