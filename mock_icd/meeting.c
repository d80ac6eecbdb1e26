// Has threads meet in the driver, so that it is no chance whether two of them are below a layer at once: where they
// wait for fences ("meet=1"), where they submit ("meet=2"), or in certain commands each time ("meet_in=vkCreateInstance").
// Or has one command wait for another one, as a wait for a fence does for what signals it
// ("await=vkWaitForFences:vkQueueSubmit").
#include "mock_icd.h"
#define MEETING_NS 500000000L  // that one who is alone waits for another
#define MOST_ALONE 6U  // who is alone so often has a layer above that lets in one at a time
#define MEETING_IN_NS 30000000L  // the same of those who meet each time
#define MOST_ALONE_IN 2U
#define AWAITING_S 60  // longer than any scenario: who waits so long hangs

static struct {
    pthread_mutex_t lock;
    pthread_cond_t met;
    uint32_t here, alone;
    int done;
} meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER};

static struct timespec meeting_end(long ns) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += ns;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    return end;
}

// Comes back once two threads are in here, and from then on at once.
void meet(int place) {
    if (config.meet != place) return;
    struct timespec end = meeting_end(MEETING_NS);
    pthread_mutex_lock(&meeting.lock);
    if (++meeting.here > 1) {
        meeting.done = 1;
        pthread_cond_broadcast(&meeting.met);
    }
    int late = meeting.alone >= MOST_ALONE;
    while (!meeting.done && !late) late = pthread_cond_timedwait(&meeting.met, &meeting.lock, &end) != 0;
    meeting.alone += !meeting.done;
    meeting.here--;
    pthread_mutex_unlock(&meeting.lock);
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t met;
    const char *waiting;  // the command in which somebody waits for another
    uint32_t times, alone;
} meeting_in = {.lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER};

// The first thread alone, or with one that it waits for, meets nobody.
static int has_threads(void) {
    struct stat tasks;
    return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 2 + 2;
}

// Comes back once another thread is in the same command.
static void meet_in(const char *command) {
    struct timespec end = meeting_end(MEETING_IN_NS);
    pthread_mutex_lock(&meeting_in.lock);
    if (meeting_in.waiting != NULL && strcmp(meeting_in.waiting, command) == 0) {
        meeting_in.waiting = NULL;
        meeting_in.times++;
        pthread_cond_broadcast(&meeting_in.met);
    } else if (meeting_in.waiting == NULL && meeting_in.alone < MOST_ALONE_IN) {
        uint32_t times = meeting_in.times;
        int late = 0;
        meeting_in.waiting = command;
        while (meeting_in.times == times && !late)
            late = pthread_cond_timedwait(&meeting_in.met, &meeting_in.lock, &end) != 0;
        if (meeting_in.times == times) meeting_in.waiting = NULL, meeting_in.alone++;
    }
    pthread_mutex_unlock(&meeting_in.lock);
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t called;
    uint32_t calls;  // of the second command, that no call of the first one has waited for
} awaited = {.lock = PTHREAD_MUTEX_INITIALIZER, .called = PTHREAD_COND_INITIALIZER};

static void await_call(const char *command) {
    const char *first = flag("await"), *second = strchr(first, ':');
    struct timespec end = meeting_end(0);
    int late = 0;
    end.tv_sec += AWAITING_S;
    pthread_mutex_lock(&awaited.lock);
    if (strcmp(command, second + 1) == 0) {
        awaited.calls++;
        pthread_cond_broadcast(&awaited.called);
    } else if (strncmp(command, first, (size_t)(second - first)) == 0 && command[second - first] == '\0') {
        while (awaited.calls == 0 && !late)
            late = pthread_cond_timedwait(&awaited.called, &awaited.lock, &end) != 0;
        awaited.calls -= awaited.calls > 0;
    }
    pthread_mutex_unlock(&awaited.lock);
}

// What a command does first.
void meet_others(const char *command) {
    if (!has_threads()) return;
    if (holds(flag("meet_in"), command, strlen(command), ",")) meet_in(command);
    if (!flag_is("await", "")) await_call(command);
}
