// A wait of one thread, and what may end it on another one: while the first is below the layer, the second gets there
// as well. The entity below comes back from the wait when it does, or when the time that came down is over, or when the
// layer has had time enough. A layer may wait in parts, between which it lets others through.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../../shared/answers.h"
#include "../../../shared/time_limit.h"
#include "../carried.h"
#include "../../prober.h"

#define ENOUGH_NS 1000000000ULL
#define ENDLESS (1ULL << 62)
#define TRIES 3      // a thread may come late on a machine that has more to do
#define SECONDS 15U  // for all of them
#define LEAST_WAIT 0.02  // seconds

static const char *const waiting_commands[] = {"vkWaitSemaphores", "vkWaitSemaphoresKHR", "vkWaitForFences"};
// What a wait of the host may have to end by comes first: what holds one of them holds those behind it.
static const char *const ends[] = {"vkSignalSemaphore", "vkSignalSemaphoreKHR", "vkSetEvent",
                                   "vkQueueSubmit",     "vkQueueSubmit2",       "vkQueueSubmit2KHR"};

struct waiter {
    const struct carried_command *command;
    any_function function;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    const char *wait, *end;
    int is_waiting, is_over;  // the wait is below; what ends it is there too, or back without
    int is_late;              // it was neither in time
    uint32_t timeout_at;      // among the arguments of the wait
    time_t began;
} scene = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};

static int is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

int is_wait(const struct carried_command *command) { return is_among(command->name, waiting_commands, COUNT(waiting_commands)); }

static int becomes_by(const int *flag, uint64_t time) {
    struct timespec end;
    int late = 0;
    clock_gettime(CLOCK_REALTIME, &end);
    time += (uint64_t)end.tv_nsec;
    end.tv_sec += (time_t)(time / 1000000000U);
    end.tv_nsec = (long)(time % 1000000000U);
    while (!*flag && !late) late = pthread_cond_timedwait(&scene.moved, &scene.lock, &end) != 0;
    return *flag;
}

// With the lock held: whether the flag was set in time, at most ENOUGH_NS without what the threads wait for processors.
static int becomes(const int *flag, uint64_t time) {
    double waited = waited_for_processors(), before;
    if (time > ENOUGH_NS) time = ENOUGH_NS;
    while (!becomes_by(flag, time)) {
        before = waited, waited = waited_for_processors();
        if (waited - before < LEAST_WAIT) return 0;
        time = (uint64_t)((waited - before) * 1e9);
    }
    return 1;
}

static void set(int *flag) {
    pthread_mutex_lock(&scene.lock);
    *flag = 1;
    pthread_cond_broadcast(&scene.moved);
    pthread_mutex_unlock(&scene.lock);
}

static uint64_t answer_wait(uint64_t timeout) {
    set(&scene.is_waiting);
    pthread_mutex_lock(&scene.lock);
    int is_over = becomes(&scene.is_over, timeout);
    int is_whole = timeout >= ENDLESS;
    scene.is_late |= !is_over && is_whole;
    int is_enough = time(NULL) - scene.began > 1;  // of parts: whoever is first between them is chance
    pthread_mutex_unlock(&scene.lock);
    return is_over || is_whole || is_enough ? VK_SUCCESS : VK_TIMEOUT;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    *result = VK_SUCCESS;
    if (is_same_command(name, scene.end)) {
        set(&scene.is_over);
    } else if (is_same_command(name, scene.wait)) {
        *result = answer_wait(arguments[scene.timeout_at]);
    } else {
        return 0;
    }
    return 1;
}

static void call(any_function function, const uint64_t *given) {
    call_with(function, given);
}

static void *wait_below(void *argument) {
    const struct waiter *waiter = argument;
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(waiter->command, given);
    given[scene.timeout_at] = UINT64_MAX;
    call(waiter->function, given);
    set(&scene.is_waiting);  // perhaps without the entity below
    return NULL;
}

static uint32_t timeout_of(const struct carried_command *command) {
    for (uint32_t i = command->first; i < command->first + command->count; i++)
        if (strcmp(carried_names + carried_fields[i].name, "timeout") == 0) return carried_fields[i].at / 8;
    return 0;
}

// -1: the wait never was below.
static int is_let_through(struct waiter *waiter, const struct carried_command *end, any_function function) {
    pthread_t thread;
    uint64_t given[MOST_ARGUMENTS];
    scene.wait = waiter->command->name, scene.end = end->name;
    scene.began = time(NULL);
    scene.is_waiting = scene.is_over = scene.is_late = 0;
    give_other_arguments(end, given);
    if (pthread_create(&thread, NULL, wait_below, waiter) != 0) return -1;
    pthread_mutex_lock(&scene.lock);
    int is_there = becomes(&scene.is_waiting, ENOUGH_NS);
    pthread_mutex_unlock(&scene.lock);
    if (is_there) call(function, given);
    set(&scene.is_over);
    pthread_join(thread, NULL);
    return is_there ? !scene.is_late : -1;
}

static const struct carried_command *command_named(const char *name) {
    for (uint32_t i = 0; i < carried_command_count; i++)
        if (strcmp(carried_commands[i].name, name) == 0) return &carried_commands[i];
    return NULL;
}

void call_while_waiting(const struct carried_command *command, any_function function) {
    char label[160];
    struct waiter waiter = {command, function};
    carried = answer_below;
    scene.timeout_at = timeout_of(command);
    end_after(SECONDS);
    snprintf(label, sizeof label, "waiting.%s", command->name);
    int through[COUNT(ends)], found = 0;
    const char *names[COUNT(ends)];
    for (uint32_t i = 0; i < COUNT(ends); i++) {
        const struct carried_command *end = command_named(ends[i]);
        any_function ending = end == NULL ? NULL : own_function(end->name);
        if (ending == NULL) continue;
        for (int try = 0; try == 0 || (try < TRIES && through[found] == 0); try++)
            through[found] = is_let_through(&waiter, end, ending);
        names[found++] = end->name;
        if (through[found - 1] <= 0) break;
    }
    open_answer(label);
    open_object("through");
    for (int i = 0; i < found; i++)
        if (through[i] >= 0) say_flag(names[i], through[i]);
    close_object();
    close_answer();
}
