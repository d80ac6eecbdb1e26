// Calls of one command on end, with one or the other objects and numbers in turn, enumerations and flags that are other
// ones each time. varied.COMMAND has what came down otherwise in some of them and not in the plain call: values (changed),
// arrays that are not to be ignored (lost); numbers that were those of the call before (earlier); and values which were, as often as they were other ones, those of a member
// beside them (copied). See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"

#define VARIANTS 24U
#define MOST_SPOTS 48U
#define LEAST_COPIES 3U  // of different values

struct spot {
    struct difference row;
    uint32_t times, values;
    uint64_t last;  // that came down
    int is_plain, is_apart, is_more, is_less;
};
struct spots {
    struct spot spot[MOST_SPOTS];
    uint32_t count;
};

static const struct carried_command *called;
static uint64_t expected[MOST_ARGUMENTS];
static struct comparison comparison;
static uint32_t times;

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    if (times++ == 0) compare_arguments(called, expected, arguments, &comparison);
    answer_success(called, name, arguments, result);
    return 1;
}

static struct spot *spot_for(struct spots *spots, const struct difference *row) {
    for (uint32_t i = 0; i < spots->count; i++)
        if (strcmp(spots->spot[i].row.path, row->path) == 0) return &spots->spot[i];
    if (spots->count == MOST_SPOTS) return NULL;
    struct spot *spot = &spots->spot[spots->count++];
    *spot = (struct spot){.row = *row, .is_plain = carried_variant == 0};
    return spot;
}

static void note_all(struct spots *spots, const struct differences *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        struct spot *spot = spot_for(spots, &of->row[i]);
        if (spot == NULL) continue;
        uint64_t given = of->row[i].given, received = of->row[i].received;
        spot->values += spot->times == 0 || spot->last != received;
        spot->times++;
        spot->last = received;
        spot->row.same &= of->row[i].same;
        spot->is_more |= received > given;
        spot->is_less |= received < given;
        if (spot->is_apart) continue;
        spot->is_apart = given - received == APART || received - given == APART;
        spot->row.given = given;
        spot->row.received = received;
    }
}

static uint32_t call_variant(const struct carried_command *command, any_function function, uint32_t variant) {
    uint64_t given[MOST_ARGUMENTS];
    void (*give)(const struct carried_command *, uint64_t *) = variant % 2 == 0 ? give_arguments : give_other_arguments;
    carried_variant = variant;
    give(command, given);
    give(command, expected);
    forget_differences(&comparison);
    times = 0;
    called = command;
    uint64_t result = call_with(function, given);
    called = NULL;
    record_again(command, result);
    forget_arguments();
    return times;
}

static void say_copied(const struct spots *spots) {
    open_list("copied");
    for (uint32_t i = 0; i < spots->count; i++) {
        const struct spot *spot = &spots->spot[i];
        if (spot->row.same == 0 || spot->values < LEAST_COPIES) continue;
        uint32_t member = 0;
        while ((spot->row.same >> member & 1) == 0) member++;
        open_list(NULL);
        say_text(NULL, spot->row.path);
        say_text(NULL, carried_names + carried_fields[spot->row.first + member].name);
        close_list();
    }
    close_list();
}

static void say_new(const char *key, const struct spots *spots) {
    static struct differences rows;
    rows.count = 0;
    for (uint32_t i = 0; i < spots->count && rows.count < MOST_DIFFERENCES; i++)
        if (!spots->spot[i].is_plain) rows.row[rows.count++] = spots->spot[i].row;
    say_differences(key, &rows);
}

// Calls in turn have numbers that are APART; an enumeration may have any two. A layer that limits or rounds a number may
// come upon the other one, but makes it more or less, and never both. One that keeps an earlier number does both: those of
// the last calls are less than all others.
static int is_earlier(const struct spot *spot) {
    if (spot->is_plain || spot->row.is_mask || spot->row.is_listed) return 0;
    return spot->is_apart && spot->is_more && spot->is_less;
}

static void say_earlier(const struct spots *spots) {
    open_list("earlier");
    for (uint32_t i = 0; i < spots->count; i++)
        if (is_earlier(&spots->spot[i])) say_text(NULL, spots->spot[i].row.path);
    close_list();
}

// What ends objects ends others each time, and a memory is mapped once.
int can_be_called_often(const struct carried_command *command) {
    return !ends_objects(command) && strncmp(command->name, "vkMapMemory", 11) != 0;
}

void call_varied(const struct carried_command *command, any_function function) {
    static struct spots changed, lost;
    char label[160];
    uint32_t once = 0;
    carried = answer_below;
    for (uint32_t variant = 0; variant <= VARIANTS; variant++) {
        if (call_variant(command, function, variant) != 1) continue;
        once++;
        note_all(&changed, &comparison.changed);
        note_all(&lost, &comparison.lost);
    }
    snprintf(label, sizeof label, "varied.%s", command->name);
    open_answer(label);
    say_number("once", once);
    say_new("changed", &changed);
    say_new("lost", &lost);
    say_earlier(&changed);
    say_copied(&changed);
    close_answer();
}
