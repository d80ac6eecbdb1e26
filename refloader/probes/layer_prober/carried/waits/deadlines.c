// How long a layer waits that is to wait for centuries: the entity below says VK_TIMEOUT at once, as often as it is
// asked for less than that, and at last that the wait is over. waits.COMMAND has the result and the longest time that
// came down; endless.COMMAND the same of a wait without end. polls.COMMAND has the result of a wait of no time for what the entity below has just been waited for, and
// how many calls of any command came down then. See carried.h.
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../../../shared/answers.h"
#include "../../../shared/time_limit.h"
#include "../carried.h"

#define TRIES 3U
#define A_DAY (UINT64_C(24) * 3600 * 1000000000)  // in nanoseconds: who cuts centuries to more than that, shows it to nobody

#define MOST_SECONDS 3  // a layer that checks everything takes as long for one command as others for all of them
#define MOST_WAITED 12
#define MOST_TIMES 10  // as many seconds, if processors are waited for

static const struct carried_command *called;
static uint64_t expected[MOST_ARGUMENTS], longest;
static uint32_t times;

static int is_timeout(const char *path) {
    const char *name = strrchr(path, '.');
    return strcmp(name == NULL ? path : name + 1, "timeout") == 0;
}

// What came down for a timeout, where that is not what was given.
static uint64_t received_time(const struct comparison *comparison) {
    for (uint32_t i = 0; i < comparison->changed.count; i++)
        if (is_timeout(comparison->changed.row[i].path)) return comparison->changed.row[i].received;
    return carried_timeout;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    static struct comparison comparison;
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    forget_differences(&comparison);
    compare_arguments(called, expected, arguments, &comparison);
    uint64_t time = received_time(&comparison);
    if (time > longest) longest = time;
    *result = ++times > TRIES ? VK_SUCCESS : VK_TIMEOUT;
    return 1;
}

static int has_timeout(uint32_t first, uint32_t count, unsigned nesting) {
    for (const struct field *at = &carried_fields[first]; at < &carried_fields[first + count]; at++) {
        if (at->kind == FIELD_WORD && at->size == 8 && is_timeout(carried_names + at->name)) return 1;
        if (at->kind == FIELD_STRUCTURES && nesting == 0 &&
            has_timeout(carried_structures[at->of].first, carried_structures[at->of].count, 1))
            return 1;
    }
    return 0;
}

int takes_a_timeout(const struct carried_command *command) {
    return command->returns_result && has_timeout(command->first, command->count, 0);
}

static void wait_for(const struct carried_command *command, any_function function, uint64_t timeout, const char *act) {
    char label[160];
    uint64_t given[MOST_ARGUMENTS];
    carried = answer_below;
    carried_form = FORM_WHOLE;
    carried_timeout = timeout;
    longest = 0;
    times = 0;
    give_arguments(command, given);
    give_arguments(command, expected);
    called = command;
    uint64_t result = call_with(function, given);
    called = NULL;
    snprintf(label, sizeof label, "%s.%s", act, command->name);
    open_answer(label);
    say_number("result", (int32_t)result);
    say_number("times", times);
    say_flag("is_forever", longest >= A_DAY);
    close_answer();
}

void call_with_a_long_timeout(const struct carried_command *command, any_function function) {
    wait_for(command, function, FOREVER, "waits");
    wait_for(command, function, UINT64_MAX, "endless");
}

static int succeed_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    (void)arguments;
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    times++;
    *result = VK_SUCCESS;
    return 1;
}

static uint32_t timeout_of(const struct carried_command *command) {
    uint32_t i = command->first;
    while (i < command->first + command->count && !is_timeout(carried_names + carried_fields[i].name)) i++;
    return carried_fields[i].at / 8;
}

// What is over once stays over: nobody resets a fence here, and semaphores do not count down.
void poll_what_is_over(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    char label[160];
    carried = succeed_below;
    give_arguments(command, given);
    called = command;
    uint64_t first = call_with(function, given);
    uint32_t before = times;
    given[timeout_of(command)] = 0;
    forget();
    uint64_t result = call_with(function, given);
    called = NULL;
    if (before != 1 || (int32_t)first != VK_SUCCESS) return;
    snprintf(label, sizeof label, "polls.%s", command->name);
    open_answer(label);
    say_number("result", (int32_t)result);
    say_number("times", call_count);
    close_answer();
}

// ---- time that the prober takes

// By the time of the processor, which others on the machine take none of; a layer may also wait for long, but what it
// waits for processors that others have does not count.
int is_later_than(int seconds, int waited) {
    static time_t first;
    static double waited_so_far, waited_before;
    static pid_t counting;
    struct timespec now;
    struct rusage own, calls_apart;
    clock_gettime(CLOCK_MONOTONIC, &now);
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &calls_apart);
    if (first == 0) first = now.tv_sec;
    // A child has its parent's beginning, and waits of its own.
    if (counting != getpid()) counting = getpid(), waited_before = waited_with_children() - waited_so_far;
    waited_so_far = waited_with_children() - waited_before;
    time_t used = own.ru_utime.tv_sec + own.ru_stime.tv_sec + calls_apart.ru_utime.tv_sec + calls_apart.ru_stime.tv_sec;
    time_t passed = now.tv_sec - first;
    if (used > seconds || passed > waited * MOST_TIMES) return 1;
    return passed > waited && (double)passed - waited_so_far > waited;
}

int is_late(void) { return is_later_than(MOST_SECONDS, MOST_WAITED); }

void leave_out(struct left_out *of, const struct carried_command *command) {
    if (of->count++ == 0) of->first = command->name;
}

void say_left_out(const struct left_out *of) {
    say_number("left_out", of->count);
    say_text("first", of->count == 0 ? NULL : of->first);
}
