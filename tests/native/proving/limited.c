// A process with a time limit (refloader/probes/shared/time_limit.h): it hangs, works without end or is at work for a time.
#include <stdlib.h>
#include <string.h>
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

int main(int count, char **words) {
    if (count < 2) return 2;
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
