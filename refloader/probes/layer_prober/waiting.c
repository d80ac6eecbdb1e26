// A wait of one thread, and what may end it on another one: while the first is below the layer, the second gets there
// as well. The entity below comes back from the wait when it does, or when the layer has had time enough.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../shared/answers.h"
#include "carried.h"
#include "prober.h"

#define ENOUGH_MS 1000

static const char *const waiting_commands[] = {"vkWaitSemaphores", "vkWaitSemaphoresKHR", "vkWaitForFences"};
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
} scene = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};

static int is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

int is_wait(const struct carried_command *command) { return is_among(command->name, waiting_commands, COUNT(waiting_commands)); }

// With the lock held: whether the flag was set in time.
static int becomes(const int *flag) {
    struct timespec end;
    int late = 0;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += ENOUGH_MS / 1000;
    while (!*flag && !late) late = pthread_cond_timedwait(&scene.moved, &scene.lock, &end) != 0;
    return *flag;
}

static void set(int *flag) {
    pthread_mutex_lock(&scene.lock);
    *flag = 1;
    pthread_cond_broadcast(&scene.moved);
    pthread_mutex_unlock(&scene.lock);
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    (void)arguments;
    if (is_same_command(name, scene.end)) {
        set(&scene.is_over);
    } else if (is_same_command(name, scene.wait)) {
        set(&scene.is_waiting);
        pthread_mutex_lock(&scene.lock);
        scene.is_late |= !becomes(&scene.is_over);
        pthread_mutex_unlock(&scene.lock);
    } else {
        return 0;
    }
    *result = VK_SUCCESS;
    return 1;
}

static void call(any_function function, const uint64_t *given) {
    function(given[0], given[1], given[2], given[3], given[4], given[5], given[6], given[7], given[8], given[9],
             given[10], given[11]);
}

static void *wait_below(void *argument) {
    const struct waiter *waiter = argument;
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(waiter->command, given);
    call(waiter->function, given);
    set(&scene.is_waiting);  // perhaps without the entity below
    return NULL;
}

// -1: the wait never was below.
static int is_let_through(struct waiter *waiter, const struct carried_command *end, any_function function) {
    pthread_t thread;
    uint64_t given[MOST_ARGUMENTS];
    scene.wait = waiter->command->name, scene.end = end->name;
    scene.is_waiting = scene.is_over = scene.is_late = 0;
    give_other_arguments(end, given);
    if (pthread_create(&thread, NULL, wait_below, waiter) != 0) return -1;
    pthread_mutex_lock(&scene.lock);
    int is_there = becomes(&scene.is_waiting);
    pthread_mutex_unlock(&scene.lock);
    if (is_there) call(function, given);
    set(&scene.is_over);
    pthread_join(thread, NULL);
    return is_there ? !scene.is_late : -1;
}

void call_while_waiting(const struct carried_command *command, any_function function) {
    char label[160];
    struct waiter waiter = {command, function};
    carried = answer_below;
    snprintf(label, sizeof label, "waiting.%s", command->name);
    int through[COUNT(ends)], found = 0;
    const char *names[COUNT(ends)];
    for (uint32_t i = 0; i < carried_command_count; i++) {
        const struct carried_command *end = &carried_commands[i];
        any_function ending = is_among(end->name, ends, COUNT(ends)) ? own_function(end->name) : NULL;
        if (ending == NULL) continue;
        through[found] = is_let_through(&waiter, end, ending);
        names[found++] = end->name;
        if (through[found - 1] <= 0) break;  // what holds one holds the others
    }
    open_answer(label);
    open_object("through");
    for (int i = 0; i < found; i++)
        if (through[i] >= 0) say_flag(names[i], through[i]);
    close_object();
    close_answer();
}
