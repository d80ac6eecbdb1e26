// Has threads meet in the driver, so that it is no chance whether two of them are below a layer at once: where they
// wait for fences ("meet=1"), or where they submit ("meet=2").
#include "mock_icd.h"
#define MEETING_NS 500000000L  // that one who is alone waits for another
#define MOST_ALONE 6U  // who is alone so often has a layer above that lets in one at a time

static struct {
    pthread_mutex_t lock;
    pthread_cond_t met;
    uint32_t here, alone;
    int done;
} meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .met = PTHREAD_COND_INITIALIZER};

static struct timespec meeting_end(void) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += MEETING_NS;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    return end;
}

// Comes back once two threads are in here, and from then on at once.
void meet(int place) {
    if (config.meet != place) return;
    struct timespec end = meeting_end();
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
