// The act "programs": valid programs that are made from seeds, one after the other in a process, each over the model of a
// driver first and then by the driver. Where what they find differs, the program is played in a process of its own, and
// steps are left out as long as it does.
//
// program.SEED: what a program came to, if not to the same:
//   kind      "found" (the program got something else), "written" (the driver wrote to what is the loader's), "kept" (it
//             called allocation callbacks by a pointer of an earlier call), "refused" (a call failed), "crash", "hang"
//   call      the call of the program; expected and actual are what the model and the driver found there
//   broken    what was written; signal is the number of the one that ended the process
//   before    how many programs have to be played before it in the same process
//   steps     the calls of the program that is left
// programs: how many were run and how many of them came to something else; usable is whether there is a device for them,
// timestamps and dispatches whether it has what these need.
// unsound: what is wrong with a program over the model, which is never to be.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/playing.h"
#include "../../shared/time_limit.h"
#include "../driver_prober.h"
#include "../process.h"
#include "play.h"

#define MOST_FINDINGS 4U
#define SECONDS ((int)share_of_time(0.17))  // without a further call of a program
#define SECONDS_AGAIN (SECONDS > 5 ? SECONDS / 5 : 1)  // the same for a program that has got no further before
#define MANY_POLLS 6000U   // a millisecond each, and more on a busy machine
#define POLLS_AGAIN 1200U  // for what has not come before
#define QUICK_SECONDS 2  // while steps are left out
#define QUICK_MOST_POLLS 700U
#define REDUCTION_SECONDS 4.0
#define CLOSE_SECONDS 16.0  // in which the same is played again
#define MOST_TRIES 2U
#define IN_A_ROW 20U    // programs in one process
#define TIME_OF_ALL 0.35  // the share of the act's time in which programs are begun
#define TIME_WITH_FINDINGS 0.12  // the same once something is found: more of it says little more
#define EACH_WITH_CALLBACKS 5U
#define EACH_OLDER 6U    // every sixth program asks for an older Vulkan

static struct shared {
    struct played played;
    struct means means;
    uint32_t minor;
} *shared;

static const char *const end_names[] = {"same", "found", "written", "kept", "refused", "crash", "hang", "unsound", "unusable"};

// ---- processes

// It hangs where a program gets no further in all that time.
static uint32_t progress(void) { return shared->played.model.count + shared->played.driver.count + 1000 * shared->played.number; }

// Does it in another process. The status of its end.
static int in_child(void (*work)(const void *about), const void *about, int limit) {
    int status = 0;
    shared->played.driver.is_over = 0;
    pid_t child = start_child();
    if (child == 0) {
        end_if_stuck(limit, progress);
        work(about);
        _exit(0);
    }
    if (child < 0) give_up("programs", "no process can be started");
    return wait_for_child(child, &status) != child ? 0 : status;  // what it has written says whether it came to its end
}

static struct outcome outcome_of(int status) {
    struct outcome outcome = shared->played.outcome;
    // The driver may end it as if all was well.
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && shared->played.driver.is_over) return outcome;
    outcome = compared(&shared->played);
    if (outcome.kind != SAME && outcome.kind != UNSOUND) return outcome;
    uint32_t count = shared->played.driver.count;
    outcome.line = count == 0 ? 0 : count - 1;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.kind = outcome.signal == SIGALRM ? HANG : CRASH;
    return outcome;
}

// ---- programs in a row

struct row {
    uint32_t first, count;
};

static uint32_t minor_of(uint32_t seed) { return seed % EACH_OLDER == 4 && shared->minor > 1 ? seed / EACH_OLDER % 2 : shared->minor; }

static uint32_t prepared(uint32_t seed, struct step *steps) {
    uses_callbacks = seed % EACH_WITH_CALLBACKS == 0;
    return steps_of(seed, minor_of(seed), &shared->means, steps);
}

static void play_row(const void *about) {
    const struct row *row = about;
    struct step steps[MOST_STEPS];
    for (uint32_t i = 0; i < row->count; i++) {
        shared->played.number = i;
        uint32_t count = prepared(row->first + i, steps);
        play_both(steps, count, minor_of(row->first + i), &shared->played);
        if (shared->played.outcome.kind != SAME) return;
    }
    shared->played.number = row->count;
}

struct one {
    const struct step *steps;
    uint32_t count, minor;
};

static void play_one(const void *about) {
    const struct one *one = about;
    play_both(one->steps, one->count, one->minor, &shared->played);
}

static struct outcome run_one(const struct step *steps, uint32_t count, uint32_t minor, int limit) {
    const struct one one = {steps, count, minor};
    shared->played.model.count = shared->played.driver.count = 0;
    return outcome_of(in_child(play_one, &one, limit));
}

// ---- fewer steps

static void name_of(const struct outcome *outcome, char *to, size_t size) {
    const struct story *driver = &shared->played.driver;
    const char *text = outcome->line < driver->count ? driver->line[outcome->line].call : "";
    strncpy(to, text, size - 1);
    to[size - 1] = '\0';
    to[strcspn(to, "(,0123456789")] = '\0';
}

static int is_like(const struct outcome *outcome, const struct outcome *first, const char *name) {
    char other[128];
    name_of(outcome, other, sizeof other);
    return outcome->kind == first->kind && strcmp(other, name) == 0;
}

// What the rest of a program is to show, until when.
struct shown {
    const struct outcome *first;
    const char *name;
    uint32_t minor;
    double end;
};

static int shows(const struct step *steps, uint32_t count, const void *about) {
    const struct shown *shown = about;
    if (seconds_without_waits() >= shown->end) return -1;
    struct outcome outcome = run_one(steps, count, shown->minor, QUICK_SECONDS);
    return is_like(&outcome, shown->first, shown->name);
}

static uint32_t reduce(struct step *steps, uint32_t count, uint32_t minor, const struct outcome *first, const char *name) {
    const struct shown shown = {first, name, minor, seconds_without_waits() + REDUCTION_SECONDS};
    most_polls = QUICK_MOST_POLLS;
    uint32_t left = leave_out_steps(steps, count, shows, &shown);
    most_polls = POLLS_AGAIN;
    return left;
}

// ---- answers

static void say_program(uint32_t seed, const struct outcome *outcome, uint32_t before) {
    char label[48];
    const struct story *driver = &shared->played.driver, *model = &shared->played.model;
    snprintf(label, sizeof label, "program.%u", seed);
    open_answer(label);
    say_text("kind", end_names[outcome->kind]);
    say_text("call", outcome->line < driver->count ? driver->line[outcome->line].call : "");
    say_text("expected", outcome->line < model->count ? model->line[outcome->line].found : "");
    say_text("actual", outcome->line < driver->count ? driver->line[outcome->line].found : "");
    say_text("broken", driver->broken);
    say_number("signal", outcome->signal);
    say_number("before", before);
    say_steps(driver);
    close_answer();
}

// Again, alone and with fewer steps; else after those that came before it. Whether it differs once more, and as before.
static int look_closely(uint32_t first, uint32_t seed, const struct outcome *outcome, const char *name) {
    struct step steps[MOST_STEPS], fewer[MOST_STEPS];
    uint32_t minor = minor_of(seed), count = prepared(seed, steps);
    int limit = outcome->kind == HANG ? SECONDS_AGAIN : SECONDS;
    double end = seconds_without_waits() + CLOSE_SECONDS;
    most_polls = POLLS_AGAIN;
    for (uint32_t i = 0; i < MOST_TRIES && seconds_without_waits() < end; i++) {
        struct outcome again = run_one(steps, count, minor, limit);
        if (!is_like(&again, outcome, name)) continue;
        memcpy(fewer, steps, count * sizeof *steps);
        uint32_t left = reduce(fewer, count, minor, outcome, name);
        for (uint32_t j = 0; j < 2 * MOST_TRIES && (j == 0 || seconds_without_waits() < end); j++) {
            again = j < MOST_TRIES ? run_one(fewer, left, minor, limit) : run_one(steps, count, minor, limit);
            if (!is_like(&again, outcome, name)) continue;
            say_program(seed, &again, 0);
            return 1;
        }
    }
    const struct row row = {first, seed - first + 1};
    struct outcome again = outcome_of(in_child(play_row, &row, limit));
    if (shared->played.number + 1 != row.count || !is_like(&again, outcome, name)) return 0;
    say_program(seed, &again, row.count - 1);
    return 1;
}

// ---- what a device has the means for

static void ask_means(const void *nothing) {
    (void)nothing;
    shared->means = find_means(shared->minor);
}

// What a plain program comes to: one that fills a buffer, or that dispatches.
static struct outcome run_plain(const char *work) {
    struct step steps[MOST_STEPS];
    return run_one(steps, plain_program(work, steps), shared->minor, SECONDS);
}

// Whether work leaves the contents that it should in the plainest case: else the driver imitates a device. Nothing is known
// of a try that ends early because memory is short.
static int is_done(const char *work) {
    for (uint32_t i = 0; i <= MOST_TRIES; i++) {
        struct outcome outcome = run_plain(work);
        const struct story *driver = &shared->played.driver;
        if (outcome.kind == SAME && outcome.line < driver->count) continue;
        return outcome.kind != FOUND || strncmp(driver->line[outcome.line].call, "read buffer", 11) != 0;
    }
    return 0;
}

// Programs are of the newest Vulkan for which the device has all that they use.
static void look_for_means(void) {
    uint32_t newest = VK_API_VERSION_MINOR(newest_version());
    for (shared->minor = newest < 3 ? newest : 3;; shared->minor--) {
        if (in_child(ask_means, NULL, SECONDS) != 0 || !shared->means.is_usable) break;
        if (run_plain("fill_buffer").kind != UNUSABLE) {
            shared->means.is_usable = is_done("fill_buffer");
            shared->means.does_dispatch = shared->means.has_compute && is_done("dispatch");
            return;
        }
        if (shared->minor == 0) break;
    }
    shared->means.is_usable = 0;
}

// ---- all programs

static uint32_t different, found;

// Plays those from a seed on, up to the first that differs; gives the seed that is next.
static uint32_t play_some(uint32_t first, uint32_t count, char (*names)[128]) {
    const struct row row = {first, count};
    shared->played.number = 0;
    shared->played.model.count = shared->played.driver.count = 0;
    struct outcome outcome = outcome_of(in_child(play_row, &row, SECONDS));
    uint32_t seed = first + shared->played.number;
    if (shared->played.number >= count) return first + count;
    if (outcome.kind == UNSOUND) say_unsound(seed, &shared->played.model);
    if (outcome.kind == UNSOUND || outcome.kind == UNUSABLE) return seed + 1;
    different++;
    name_of(&outcome, names[found], sizeof *names);
    for (uint32_t i = 0; i < found; i++)
        if (strcmp(names[i], names[found]) == 0) return seed + 1;
    found += (uint32_t)look_closely(first, seed, &outcome, names[found]);
    most_polls = MANY_POLLS;
    return seed + 1;
}

void probe_programs(void) {
    char names[MOST_FINDINGS][128];
    enter("programs");
    if (sizeof(void *) != 8) give_up("programs", "programs are of 64 bits");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) give_up("programs", "there is no memory");
    begin("programs.play");
    most_polls = MANY_POLLS;
    plays_edges = 1;
    look_for_means();
    double begun = seconds_without_waits();
    uint32_t next = options.seed, last = options.seed + options.count;
    while (shared->means.is_usable && next < last && found < MOST_FINDINGS &&
           seconds_without_waits() - begun < share_of_time(different == 0 ? TIME_OF_ALL : TIME_WITH_FINDINGS))
        next = play_some(next, last - next < IN_A_ROW ? last - next : IN_A_ROW, names);
    open_answer("programs");
    say_flag("usable", shared->means.is_usable);
    say_flag("timestamps", shared->means.has_timestamps);
    say_flag("dispatches", shared->means.does_dispatch);
    say_number("minor", shared->minor);
    say_number("run", next - options.seed);
    say_number("different", different);
    close_answer();
}
