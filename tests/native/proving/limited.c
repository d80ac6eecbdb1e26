// A process with a time limit (refloader/probes/shared/time_limit.h): it hangs, works without end or is at work for a time.
// With children, it has a child work (or sleep) and tells whether most of the time beside the work was waited for processors,
// by the sum of the waits (1) and by the clock without them (2). What counts has no limit: it tells whether it is counted as
// it should be, for work of a second, for sleep, and for work that nearly always waits.
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "time_limit.h"

static uint32_t steps;

static uint32_t progress(void) { return steps; }

static double processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double clock_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int waited_mostly(int works) {
    struct rusage used;
    int status;
    double begun = clock_time(), own_begun = seconds_without_waits();
    for (unsigned i = 0; i < 5; i++) {
        pid_t child = fork();
        if (child == 0) {
            if (!works) usleep(200000);
            while (works && processor_time() < 0.1) continue;
            _exit(0);
        }
        if (wait_for_child(child, &status) != child || status != 0) return 2;
    }
    getrusage(RUSAGE_CHILDREN, &used);
    double worked = (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6;
    double passed = clock_time() - begun, own_passed = seconds_without_waits() - own_begun;
    return (waited_with_children() > (passed - worked) / 2) + 2 * (own_passed < (passed + worked) / 2);
}

static int counted(const char *act) {
    const double work = strcmp(act, "count work") == 0 ? 1 : 0.02;
    const int sleeps = strcmp(act, "count sleep") == 0, is_rare = !sleeps && work < 1 && nice(19) == 19;
    sleep(1);  // until the others have begun
    const double begun = clock_time();
    count_waits();
    if (sleeps) sleep(1);
    while (!sleeps && processor_time() < work) continue;
    double passed = clock_time() - begun, waited = waited_for_processors(), count = seconds_counted();
    if (sleeps) return count > 0.9 ? 3 : 0;
    if (is_rare) return (count >= passed / 10) + 2 * (passed - waited < passed / 10);
    return (count < passed * 0.7 || passed < 2) + 2 * (count > work / 2);
}

int main(int count, char **words) {
    if (count < 2) return 2;
    if (strncmp(words[1], "children", 8) == 0) return waited_mostly(strcmp(words[1], "children work") == 0);
    if (strncmp(words[1], "count", 5) == 0) return counted(words[1]);
    if (strcmp(words[1], "progress") == 0) end_without_progress(1, progress);
    else end_after(1);
    if (strcmp(words[1], "sleep") == 0) for (;;) pause();
    if (strcmp(words[1], "loop") == 0) for (;;) continue;
    if (strcmp(words[1], "progress") == 0) {
        while (steps < 4) sleep(1), steps++;
        for (;;) pause();
    }
    while (processor_time() < strtod(words[1], NULL)) continue;
    return 0;
}
