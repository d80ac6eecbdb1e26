// Two threads in one command of a layer at once: what goes down on one of them is what that one came with. The entity
// below lets neither go on before both are there, so that what is kept in one place for all threads is written over by
// the second one before the first one looks.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../../shared/answers.h"
#include "../carried.h"

#define MEETING_NS 30000000L
#define MOST_PARENTS 3U  // instance, physical device, device: who calls with one of these needs no lock of its own

struct caller {
    const struct carried_command *command;
    any_function function;
    uint64_t given[MOST_ARGUMENTS], expected[MOST_ARGUMENTS];
    struct comparison comparison;
    uint32_t times;
};
static _Thread_local struct caller *self;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t met;
    uint32_t here;
    int late;  // the first one has given up: a layer may let in one thread at a time
} meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER};

// With the lock held in the end.
static void meet(void) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += MEETING_NS;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&meeting.lock);
    meeting.here++;
    pthread_cond_broadcast(&meeting.met);
    int late = 0;
    while (meeting.here < 2 && !late) late = pthread_cond_timedwait(&meeting.met, &meeting.lock, &end) != 0;
    if (meeting.here < 2) meeting.late = 1;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (self == NULL || !is_same_command(name, self->command->name)) return 0;
    if (self->times++ == 0) {
        meet();
        compare_arguments(self->command, self->expected, arguments, &self->comparison);
        pthread_mutex_unlock(&meeting.lock);
    }
    if (self->command->returns_result) *result = (uint64_t)(int64_t)VK_ERROR_OUT_OF_HOST_MEMORY;
    return 1;
}

static void *call(void *argument) {
    const uint64_t *given = (self = argument)->given;
    call_with(self->function, given);
    return NULL;
}

// Handles that are made up differ, so that no two of them are one object. What is named is one device.
static int needs_no_lock(const struct carried_command *command) {
    const struct field *first = &carried_fields[command->first];
    if (first->kind != FIELD_HANDLE || first->of > MOST_PARENTS || names_object(command)) return 0;
    for (uint32_t i = 1; i < command->count; i++)
        if ((first[i].kind == FIELD_HANDLE || first[i].kind == FIELD_HANDLES) && is_dispatchable(first[i].of) &&
            first[i].of > MOST_PARENTS)
            return 0;
    return command->count > 1;
}

static void say(const struct caller *callers) {
    char label[160];
    snprintf(label, sizeof label, "twice.%s", callers[0].command->name);
    open_answer(label);
    open_list("changed");
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < callers[i].comparison.changed.count; j++) {
            const struct difference *row = &callers[i].comparison.changed.row[j];
            open_list(NULL);
            say_number(NULL, i);
            say_text(NULL, row->path);
            say_number(NULL, (int64_t)row->given);
            say_number(NULL, (int64_t)row->received);
            close_list();
        }
    close_list();
    close_answer();
}

int call_twice(const struct carried_command *command, any_function function) {
    static struct caller callers[2];
    pthread_t threads[2];
    if (!needs_no_lock(command)) return 1;
    for (uint32_t i = 0; i < 2; i++) {
        void (*give)(const struct carried_command *, uint64_t *) = i == 0 ? give_arguments : give_other_arguments;
        callers[i] = (struct caller){.command = command, .function = function};
        give(command, callers[i].given);
        give(command, callers[i].expected);
    }
    carried = answer_below;
    for (uint32_t i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, call, &callers[i]) != 0) return 0;
    for (uint32_t i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    if (meeting.here < 2 || meeting.late) return 0;
    if (callers[0].times == 1 && callers[1].times == 1) say(callers);
    return 1;
}
