// Any system call, with arguments that lead to canaries, to the harness and to what this process has open.
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "hostile.h"

enum { CALLS = 480, CHILDREN = 400, EACH = 40, WORDS = 64, SECONDS = 4 };

static unsigned long long state;

static unsigned next_number(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

// Those that end, stop or wait for ever, and those whose effect is the machine's whoever may make them.
static int is_left_out(long call) {
    static const long out[] = {
        SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_clone, SYS_sync, SYS_syncfs,
        SYS_reboot, SYS_vhangup, SYS_wait4, SYS_waitid, SYS_setitimer,
#ifdef SYS_fork
        SYS_pause, SYS_vfork, SYS_fork, SYS_alarm,
#endif
    };
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        if (call == out[i]) return 1;
    }
    return 0;
}

static int is_signal(long call) {
    return call == SYS_kill || call == SYS_tkill || call == SYS_tgkill || call == SYS_rt_sigqueueinfo ||
        call == SYS_rt_tgsigqueueinfo;
}

static char paths[40][300];
static int count_of_paths, handles[24], count_of_handles;
static pid_t others[34];
static int count_of_others;
static uint64_t words[WORDS];

static void add_path(const char *path) {
    if (count_of_paths < 40) snprintf(paths[count_of_paths++], sizeof paths[0], "%s", path);
}

static void add_inside(const char *folder) {
    const char *names[] = {"", "/written", "/truncated", "/deleted", "/renamed", "/rights", "/times", "/refloader-canary-new"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", folder, names[i]);
        add_path(path);
    }
}

static void add_handle(int handle) {
    if (handle >= 0 && count_of_handles < 24) handles[count_of_handles++] = handle;
}

static void prepare(void) {
    int ends[2];
    char path[100];
    add_inside(order("open"));
    add_inside(order("canary"));
    add_path(order("results"));
    add_path(order("library"));
    for_each(order("secrets"), add_path);
    count_of_others = targets(others, 32);
    for (int i = 0; i < count_of_others && i < 3; i++) {
        snprintf(path, sizeof path, "/proc/%d/mem", others[i]);
        add_path(path);
        snprintf(path, sizeof path, "/proc/%d/oom_score_adj", others[i]);
        add_path(path);
    }
    for (int i = 0; i < count_of_paths; i++) add_handle(open(paths[i], O_RDONLY | O_NONBLOCK));
    for (int i = 0; i < 4; i++) add_handle(open(paths[i], O_PATH));
    add_handle(open(".", O_RDONLY | O_DIRECTORY));
    add_handle(open("/dev/null", O_RDWR));
    if (pipe(ends) == 0) add_handle(ends[1]);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) add_handle(ends[0]);
    add_handle((int)syscall(SYS_memfd_create, "canary", 0));
    if (count_of_others) add_handle((int)syscall(SYS_pidfd_open, others[0], 0));
}

static uint64_t small(void) {
    static const int64_t some[] = {0, 1, 2, 3, 4, 7, 8, 9, 10, 16, 64, 0777, 0644, 4096, -1, -100, 0x7fffffff, 15, 5, 6};
    return (uint64_t)some[next_number() % (sizeof some / sizeof *some)];
}

static uint64_t value(void) {
    switch (next_number() % 8) {
        case 0: case 1: return (uintptr_t)paths[next_number() % (unsigned)count_of_paths];
        case 2: return count_of_handles ? (uint64_t)handles[next_number() % (unsigned)count_of_handles] : small();
        case 3: return count_of_others ? (uint64_t)others[next_number() % (unsigned)count_of_others] : small();
        case 4: return (uintptr_t)&words[next_number() % (WORDS / 2)];
        case 5: return 1ull << (next_number() % 32);
        default: return small();
    }
}

static void call_some(unsigned char *done) {
    for (int i = 0; i < EACH; i++) {
        long call = next_number() % CALLS;
        uint64_t with[6];
        if (is_left_out(call)) continue;
        for (int j = 0; j < 6; j++) with[j] = value();
        if (is_signal(call)) with[0] = count_of_others ? (uint64_t)others[next_number() % (unsigned)count_of_others] : 0;
        if (is_signal(call) && !with[0]) continue;
        for (int j = 0; j < WORDS; j++) words[j] = next_number() % 3 ? small() : value();
        if (syscall(call, with[0], with[1], with[2], with[3], with[4], with[5]) >= 0) done[call] = 1;
    }
}

static void call_anything(void) {
    struct timespec now, begun;
    unsigned char *done = mmap(NULL, CALLS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    prepare();
    clock_gettime(CLOCK_MONOTONIC, &begun);
    state = (unsigned long long)number("seed");
    for (int i = 0; i < CHILDREN; i++) {
        next_number();
        pid_t child = fork();
        if (child == 0) {
            alarm(1);
            call_some(done);
            _exit(0);
        }
        for (int waited = 0; child > 0 && waitpid(child, NULL, WNOHANG) == 0 && waited < 300; waited++) {
            if (waited == 299) kill(child, SIGKILL);
            usleep(500);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - begun.tv_sec >= SECONDS) break;
    }
    char list[800] = "";
    for (int call = 0; call < CALLS; call++) {
        size_t length = strlen(list);
        if (done[call] && length < sizeof list - 8) snprintf(list + length, sizeof list - length, " %d", call);
    }
    had("calls%s", list);
}

const struct act anything[] = {
    {"call-anything", call_anything, 0},
    {NULL, NULL, 0},
};
