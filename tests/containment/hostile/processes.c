// What is started and outlives, or takes all that there is.
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "hostile.h"

#define MOST 2000

static void touch_later(void) {
    char path[1100];
    for (int i = 0; i < 20; i++) {
        usleep(150000);
        snprintf(path, sizeof path, "%s/outlived", order("open"));
        int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (file >= 0) close(file);
    }
    _exit(0);
}

static void leave_daemon(void) {
    if (fork() != 0) {
        usleep(50000);
        return;
    }
    setsid();
    if (fork() != 0) _exit(0);
    for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
    touch_later();
}

// A daemon that moves on to a new process all the time, and so is gone from each list that was read.
static void leave_runner(void) {
    if (fork() != 0) return;
    setsid();
    for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
    for (int i = 0; i < 1500; i++) {
        if (fork() > 0) _exit(0);
        usleep(3000);
    }
    _exit(0);
}

// Many of them without any pause: none is there for long enough to be killed by the number that was read.
static void leave_runners(void) {
    for (int i = 0; i < 40; i++) {
        if (fork() != 0) continue;
        setsid();
        for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
        struct timespec now, first;
        clock_gettime(CLOCK_MONOTONIC, &first);
        do {
            if (fork() > 0) _exit(0);
            clock_gettime(CLOCK_MONOTONIC, &now);
        } while (now.tv_sec - first.tv_sec < 8);
        _exit(0);
    }
}

static void leave_stopped(void) {
    if (fork() != 0) return;
    setsid();
    alarm(20);
    raise(SIGSTOP);
    _exit(0);
}

static void fork_bomb(void) {
    int count = 0;
    for (; count < MOST; count++) {
        pid_t child = fork();
        if (child < 0) break;
        if (child > 0) continue;
        alarm(10);
        for (;;) pause();
    }
    if (count >= MOST) {
        got("%d processes", count);
    } else {
        had("%d processes", count);
    }
}

static void hold_many_descriptors(void) {
    int count = 0;
    while (count < 1 << 20 && open("/dev/null", O_RDONLY) >= 0) count++;
    had("%d descriptors", count);
}

static void raise_priority(void) {
    struct sched_param first = {.sched_priority = 50};
    tried(sched_setscheduler(0, SCHED_FIFO, &first), "a real-time priority");
    if (getpriority(PRIO_PROCESS, 0) > -20) tried(setpriority(PRIO_PROCESS, 0, -20), "the highest priority");
}

static void raise_limits(void) {
    const int kinds[] = {RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_DATA};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct rlimit now, more;
        if (getrlimit(kinds[i], &now) < 0 || now.rlim_max == RLIM_INFINITY) continue;
        more = (struct rlimit){now.rlim_max + 1, now.rlim_max + 1};
        char what[64];
        snprintf(what, sizeof what, "a higher limit, kind %d", kinds[i]);
        tried(setrlimit(kinds[i], &more), what);
        // With 0 in the place of 1 the kernel starts the machine's program for dumps.
        more = (struct rlimit){0, now.rlim_max};
        if (kinds[i] != RLIMIT_CORE || now.rlim_max != 1) continue;
        tried(setrlimit(RLIMIT_CORE, &more), "lowers the limit of dumps");
        tried((int)syscall(SYS_setrlimit, RLIMIT_CORE, &more), "lowers the limit of dumps by the old call");
        struct rlimit *low = mmap((void *)(1L << 32), 4096, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (low == MAP_FAILED) continue;
        *low = more;
        tried((int)syscall(SYS_prlimit64, 0, RLIMIT_CORE, low, NULL), "lowers the limit of dumps from an even address");
    }
}

const struct act processes[] = {
    {"leave-daemon", leave_daemon, 0},
    {"leave-runner", leave_runner, 0},
    {"leave-runners", leave_runners, 0},
    {"leave-stopped", leave_stopped, 0},
    {"fork-bomb", fork_bomb, 0},
    {"hold-descriptors", hold_many_descriptors, 0},
    {"raise-priority", raise_priority, 0},
    {"raise-limits", raise_limits, 0},
    {NULL, NULL, 0},
};
