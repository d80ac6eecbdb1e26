// See time_limit.h. What a signal handler calls here is safe in one.
#include "time_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_TIMES 10
#define LEAST 0.02  // seconds for which the timer is set once more
#define FILE_NAME "/schedstat"
#define MOST_NAME 24  // of a thread's folder: its number

struct entry {  // as the kernel has it
    uint64_t inode;
    int64_t offset;
    unsigned short size;
    unsigned char kind;
    char name[];
};

static struct {
    double clock, used, waited;
} from;
static double limit;
static uint32_t (*progress_of)(void);
static uint32_t progress_before;
static double waited_by_children;

static double time_of(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (double)time.tv_sec + (double)time.tv_nsec / 1e9 : 0;
}

static double second_number(const char *text) {
    double number = 0;
    while (*text >= '0' && *text <= '9') text++;
    if (*text == ' ') text++;
    for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (*text - '0');
    return number;
}

static double waited_by(int folder, const char *thread) {
    char path[MOST_NAME + sizeof FILE_NAME], text[96];
    size_t size = strlen(thread);
    if (size > MOST_NAME) return 0;
    memcpy(path, thread, size);
    memcpy(path + size, FILE_NAME, sizeof FILE_NAME);
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    ssize_t read_bytes = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[read_bytes < 0 ? 0 : read_bytes] = '\0';
    return second_number(text) / 1e9;
}

// Of the thread that has waited longest, since it began.
static double longest_wait(void) {
    _Alignas(struct entry) char entries[1024];
    double longest = 0;
    long size;
    int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return 0;
    while ((size = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (char *at = entries; at < entries + size; at += ((struct entry *)(void *)at)->size) {
            const char *name = at + offsetof(struct entry, name);
            double waited = name[0] == '.' ? 0 : waited_by(folder, name);
            if (waited > longest) longest = waited;
        }
    }
    close(folder);
    return longest;
}

double waited_with_children(void) { return longest_wait() + waited_by_children; }

double seconds_without_waits(void) {
    static double begun, waited_before;
    double now = time_of(CLOCK_MONOTONIC), waited = waited_with_children();
    if (begun == 0) begun = now, waited_before = waited;
    double passed = now - begun, counted = passed - (waited - waited_before);
    return counted > passed / MOST_TIMES ? counted : passed / MOST_TIMES;
}

static struct sigaction of_library;

pid_t start_child(void) {
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &plain, &of_library);
    pid_t child = fork();
    if (child <= 0) sigaction(SIGCHLD, &of_library, NULL);
    return child;
}

// What the library has set in the meantime stays.
static void give_back_ends(void) {
    struct sigaction now;
    sigaction(SIGCHLD, &of_library, &now);
    if (now.sa_handler != SIG_DFL) sigaction(SIGCHLD, &now, NULL);
}

// The kernel says it of a child that has ended as well, until it is waited for. Signals of a library may interrupt a wait.
pid_t wait_for_child(pid_t child, int *status) {
    char name[MOST_NAME];
    siginfo_t ended;
    pid_t found;
    int error, folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    snprintf(name, sizeof name, "%d", (int)child);
    do error = waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) == 0 ? 0 : errno;
    while (error == EINTR);
    if (folder >= 0 && error == 0) waited_by_children += waited_by(folder, name);
    if (folder >= 0) close(folder);
    do found = waitpid(child, status, 0);
    while (found < 0 && errno == EINTR);
    give_back_ends();
    return found;
}

static int processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

double waited_for_processors(void) {
    double waited = longest_wait() - from.waited;
    double own = (time_of(CLOCK_PROCESS_CPUTIME_ID) - from.used) / processors();
    double others = time_of(CLOCK_MONOTONIC) - from.clock - own;
    if (waited > others) waited = others;
    return waited < 0 ? 0 : waited;
}

double seconds_counted(void) {
    double passed = time_of(CLOCK_MONOTONIC) - from.clock, counted = passed - waited_for_processors();
    return counted > passed / MOST_TIMES ? counted : passed / MOST_TIMES;
}

double seconds_of_run(void) {
    const char *text = getenv("REFLOADER_SECONDS");
    double all = text == NULL ? 0 : strtod(text, NULL);
    return all > 0 ? all : 0;
}

int is_share_over(double share) {
    double most = share * seconds_of_run();
    return most > 0 && time_of(CLOCK_MONOTONIC) - from.clock > most && seconds_counted() > most;
}

static void begin(double seconds) {
    suseconds_t part = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6);
    struct itimerval timer = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = (time_t)seconds, .tv_usec = part}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void count_waits(void) {
    from.clock = time_of(CLOCK_MONOTONIC);
    from.used = time_of(CLOCK_PROCESS_CPUTIME_ID);
    from.waited = longest_wait();
}

static void begin_from_here(void) {
    count_waits();
    begin(limit);
}

static double left(void) {
    double passed = time_of(CLOCK_MONOTONIC) - from.clock, most = limit * MOST_TIMES - passed;
    double counted = limit - (passed - waited_for_processors());
    return counted < most ? counted : most;
}

static void end_if_over(int number) {
    int error = errno;
    uint32_t now = progress_of == NULL ? progress_before : 1 + progress_of();
    if (now != progress_before) progress_before = now, begin_from_here();
    else {
        double rest = left();
        if (rest < LEAST) signal(number, SIG_DFL), raise(number);
        else begin(rest);
    }
    errno = error;
}

void end_without_progress(unsigned seconds, uint32_t (*progress)(void)) {
    const struct sigaction action = {.sa_handler = end_if_over, .sa_flags = SA_RESTART};
    limit = seconds;
    progress_of = progress;
    progress_before = 0;
    sigaction(SIGALRM, &action, NULL);
    begin_from_here();
}

void end_after(unsigned seconds) { end_without_progress(seconds, NULL); }
