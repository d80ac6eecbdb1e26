// The act "programs": programs that are made from seeds run twice over the model of a driver, without the layer and with
// it, each in a process of its own. Where that differs, steps are left out as long as it does.
//
// program.SEED: what a program came to, if not to the same:
//   kind     "found" (the program got something else), "invalid" (an invalid call reached the driver), "refused" (a call
//            failed with the layer), "crash", "hang", "unmade" (a crash where the driver has no memory for an object)
//   call     the call of the program; without and with are what it found there
//   broken   the invalid call; signal is the number of the one that ended the process
//   twins    the extension by whose names some commands were called, "" for none
//   steps    the calls of the program that is left
// programs: how many were run, how many of them came to something else, and whether the layer passes work on at all.
// unsound: what is wrong with a program without any layer, which is never to be.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "../../shared/playing.h"
#include "../../shared/time_limit.h"
#include "../chain.h"
#include "../prober.h"
#include "../resources.h"
#include "model.h"

#define MOST_FINDINGS 4U
#define SECONDS 8        // without a further call of a program; it polls for a second
#define QUICK_SECONDS 1  // while steps are left out
#define QUICK_MOST_POLLS 260U
#define REDUCTION_SECONDS 3.0
#define MOST_TRIES 4U
#define ALL_SECONDS 18.0  // of all programs: with a slow layer fewer are run

enum kind_of_end { SAME, FOUND, INVALID, REFUSED, CRASH, HANG, UNMADE, UNSOUND };
static const char *const end_names[] = {"same", "found", "invalid", "refused", "crash", "hang", "unmade", "unsound"};

// What a child leaves.
static struct shared {
    struct story without, with;
    char twins[48];               // the extension by whose names commands were called
    uint32_t submitted, arrived;  // commands of the program that do work, and those that reached the driver with the layer
} *shared;

struct outcome {
    enum kind_of_end kind;
    uint32_t line;
    int signal;
};

// ---- one program

static const void *instance_nodes(void) { return loader_nodes(&nexts[0], 1); }
static const void *device_nodes(void) { return loader_nodes(&nexts[0], 0); }

static int is_with_layer;

static int is_work(const char *name) {
    return strncmp(name, "vkCmdDispatch", 13) == 0 || strncmp(name, "vkCmdFill", 9) == 0 || strncmp(name, "vkQueueSubmit", 13) == 0;
}

static int answer(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (is_work(name)) *(is_with_layer ? &shared->arrived : &shared->submitted) += 1;
    return model_answer(name, arguments, result);
}

// In some programs an object cannot be made: the driver has no memory for it. What a program finds is not compared then,
// as another one may not be made with the layer: its own.
static int without_twins;  // commands are called by one name each
static uint32_t failing, playing;  // the seed of the one that is played
#define EACH_FAILING 4U  // every fourth program
#define EACH_WITH_CALLBACKS 5U
#define EACH_WITH_EXTENSION 3U
#define MOST_FAILING 48U

#define EACH_WITH_MESSENGER 4U

static void play_on(const struct ground *ground, const struct step *steps, uint32_t count, struct story *story) {
    families[1].timestampValidBits = playing / 4 % 2 == 0 ? 0 : 64;
    families[1].queueFlags = VK_QUEUE_TRANSFER_BIT | (playing % 4 >= 2 ? 0 : VK_QUEUE_COMPUTE_BIT);
    has_kinds_of_memory = (int)(playing % 2);
    model_start(story, failing);
    chains_start(story, playing, playing % EACH_WITH_EXTENSION == 1, !without_twins);
    snprintf(shared->twins, sizeof shared->twins, "%s", twins_extension());
    play_program(ground, steps, count, story);
    model_end();
}

static void play_both(const struct step *steps, uint32_t count) {
    int is_heard = playing % EACH_WITH_MESSENGER == 1;
    const struct ground bare = {.instance_lookup = nexts[0].instance,
                                .device_lookup = nexts[0].device,
                                .instance_nodes = instance_nodes,
                                .device_nodes = device_nodes,
                                .chain = chains_of,
                                .extension = chains_extension,
                                .name = twins_name,
                                .minor = options.minor};
    const struct ground layered = {.instance_lookup = entry.instance,
                                   .device_lookup = entry.device,
                                   .instance_nodes = instance_nodes,
                                   .device_nodes = device_nodes,
                                   .chain = chains_of,
                                   .extension = chains_extension,
                                   .name = twins_name,
                                   .instance_extension = is_heard ? MESSENGERS : NULL,
                                   .order_instance = is_heard ? listen_and_stop : NULL,
                                   .minor = options.minor};
    carried = answer;
    made_for_layer = model_take;
    play_on(&bare, steps, count, &shared->without);
    is_with_layer = 1;
    play_on(&layered, steps, count, &shared->with);
}

// A layer may take long for each call, as for what it reads when an instance is made: it hangs where a program gets no
// further in all that time.
static uint32_t progress(void) { return shared->without.count + shared->with.count; }

static int is_error(const char *found) { return strncmp(found, "result -", 8) == 0; }

// A layer may leave out all physical devices: there is nothing to do for a program then.
static int has_no_device(const struct story *story) {
    for (uint32_t i = 0; i < story->count; i++)
        if (strcmp(story->line[i].found, NO_DEVICE) == 0) return 1;
    return 0;
}

static struct outcome compared(int status) {
    const struct story *without = &shared->without, *with = &shared->with;
    struct outcome outcome = {.kind = SAME};
    if (!without->is_over || without->broken[0] != '\0') return (struct outcome){.kind = UNSOUND};
    while (outcome.line < without->count && outcome.line < with->count &&
           strcmp(without->line[outcome.line].found, with->line[outcome.line].found) == 0 &&
           strcmp(without->line[outcome.line].call, with->line[outcome.line].call) == 0)
        outcome.line++;
    if (has_no_device(with) || with->shape != without->shape) return outcome;  // a layer may show other devices
    if (failing != 0) outcome.kind = with->broken[0] != '\0' ? INVALID : SAME;
    else if (outcome.line < with->count && is_error(with->line[outcome.line].found)) outcome.kind = REFUSED;
    else if (with->broken[0] != '\0') outcome.kind = INVALID;
    else if (outcome.line < with->count) outcome.kind = FOUND;
    if (with->is_over || outcome.kind != SAME) return outcome;
    outcome.line = with->count == 0 ? 0 : with->count - 1;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.kind = outcome.signal == SIGALRM ? HANG : failing != 0 ? UNMADE : CRASH;
    return outcome;
}

static struct outcome run_program(const struct step *steps, uint32_t count, int limit) {
    int status = 0;
    memset(&shared->without, 0, offsetof(struct story, line));
    memset(&shared->with, 0, offsetof(struct story, line));
    pid_t child = start_child();
    if (child == 0) {
        end_if_stuck(limit, progress);
        play_both(steps, count);
        _exit(0);
    }
    if (child < 0) give_up("programs", "no process can be started");
    if (wait_for_child(child, &status) != child) status = 0;  // the layer has waited for it
    return compared(status);
}

// ---- fewer steps

// The command that a line is about, as a call or as an invalid one.
static void name_of(const struct outcome *outcome, char *to, size_t size) {
    const char *text = outcome->kind == INVALID ? shared->with.broken : shared->with.line[outcome->line].call;
    snprintf(to, size, "%s", text);
    to[strcspn(to, "(,0123456789")] = '\0';
}

static int is_like(const struct outcome *outcome, const struct outcome *first, const char *name) {
    char other[200];
    name_of(outcome, other, sizeof other);
    return outcome->kind == first->kind && strcmp(other, name) == 0;
}

// What the rest of a program is to show, until when.
struct shown {
    const struct outcome *first;
    const char *name;
    double end;
};

static int shows(const struct step *steps, uint32_t count, const void *about) {
    const struct shown *shown = about;
    if (seconds_without_waits() >= shown->end) return -1;
    struct outcome outcome = run_program(steps, count, QUICK_SECONDS);
    return is_like(&outcome, shown->first, shown->name);
}

static uint32_t reduce(struct step *steps, uint32_t count, const struct outcome *first, const char *name) {
    struct step tried[MOST_STEPS];
    const struct shown shown = {first, name, seconds_without_waits() + REDUCTION_SECONDS};
    most_polls = QUICK_MOST_POLLS;
    for (uint32_t i = 0; i < count; i++) tried[i] = steps[i], tried[i].thread = 0;
    struct outcome outcome = run_program(tried, count, QUICK_SECONDS);
    if (is_like(&outcome, first, name)) memcpy(steps, tried, count * sizeof *steps);
    without_twins = 1;  // and for good, if that shows it as well
    outcome = run_program(steps, count, QUICK_SECONDS);
    without_twins = is_like(&outcome, first, name);
    uint32_t left = leave_out_steps(steps, count, shows, &shown);
    most_polls = USUAL_POLLS;
    return left;
}

// ---- all programs

static void say_program(uint32_t seed, const struct outcome *outcome) {
    char label[48];
    const struct story *with = &shared->with, *without = &shared->without;
    snprintf(label, sizeof label, "program.%u", seed);
    open_answer(label);
    say_text("kind", end_names[outcome->kind]);
    say_text("call", outcome->line < with->count ? with->line[outcome->line].call : "");
    say_text("without", outcome->line < without->count ? without->line[outcome->line].found : "");
    say_text("with", outcome->line < with->count ? with->line[outcome->line].found : "");
    say_text("broken", with->broken);
    say_text("twins", shared->twins);
    say_number("signal", outcome->signal);
    say_number("failing", failing);
    say_steps(with);
    close_answer();
}

// The commands of what was found, with memory for all objects or without: the one is no reason to leave out the other.
struct known {
    uint32_t count;
    char name[MOST_FINDINGS][200];
};

// What differs, once more and with few steps. Whether it does.
static int look_closely(uint32_t seed, struct step *steps, uint32_t count, struct outcome outcome, struct known *known) {
    char name[200];
    name_of(&outcome, name, sizeof name);
    for (uint32_t i = 0; i < known->count; i++)
        if (strcmp(known->name[i], name) == 0) return 0;
    snprintf(known->name[known->count], sizeof name, "%s", name);
    struct step fewer[MOST_STEPS];
    memcpy(fewer, steps, count * sizeof *steps);
    uint32_t left = reduce(fewer, count, &outcome, name);
    // What depends on the threads does not show each time.
    for (uint32_t i = 0; i < 2 * MOST_TRIES; i++) {
        int is_whole = i >= MOST_TRIES;
        struct outcome again = run_program(is_whole ? steps : fewer, is_whole ? count : left, SECONDS);
        if (!is_like(&again, &outcome, name)) continue;
        say_program(seed, &again);
        return 1;
    }
    return 0;
}

void probe_with_programs(void) {
    struct step steps[MOST_STEPS];
    struct known known[2] = {{.count = 0}};
    uint32_t run = 0, different = 0, unsound = 0;
    open_layer();
    enter("programs");
    if (sizeof(void *) != 8) give_up("programs", "programs are of 64 bits");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) give_up("programs", "there is no memory");
    begin("programs.play");
    double end = seconds_without_waits() + ALL_SECONDS;
    for (; run < options.count && known[0].count < MOST_FINDINGS && seconds_without_waits() < end; run++) {
        uint32_t seed = options.seed + run, count = make_program(seed, options.minor, steps);
        playing = seed;
        without_twins = 0;
        uses_callbacks = seed % EACH_WITH_CALLBACKS == 0;
        failing = seed % EACH_FAILING == 0 ? 1 + seed / EACH_FAILING * 7 % MOST_FAILING : 0;
        struct outcome outcome = run_program(steps, count, SECONDS);
        // A layer may hide extensions: the program is played without the one that only adds names.
        if (shared->twins[0] != '\0' && shared->with.shape != shared->without.shape) {
            without_twins = 1;
            outcome = run_program(steps, count, SECONDS);
        }
        if (outcome.kind == UNSOUND && unsound++ == 0) say_unsound(seed, &shared->without);
        if (outcome.kind == SAME || outcome.kind == UNSOUND) continue;
        different++;
        struct known *of = &known[failing != 0];
        if (of->count < MOST_FINDINGS) of->count += (uint32_t)look_closely(seed, steps, count, outcome, of);
    }
    open_answer("programs");
    say_number("run", run);
    say_number("different", different);
    say_number("submitted", shared->submitted);
    say_number("arrived", shared->arrived);
    close_answer();
}
