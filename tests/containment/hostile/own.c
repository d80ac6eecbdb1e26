// What a library does to its own process, so that whoever watches over it looks at something else.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "hostile.h"

#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif

static long own_score(void) {
    char text[16] = "";
    int file = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC);
    if (file < 0) return -2000;
    if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
    close(file);
    return atol(text);
}

// The kernel is to end the processes in the box first, should the machine run out of memory.
static void lower_score(void) {
    const char *values[] = {"-1000", "0", "500"};
    const char *paths[] = {"/proc/self/oom_score_adj", "/proc/thread-self/oom_score_adj", "/proc/self/oom_adj"};
    long before = own_score();
    for (size_t i = 0; i < 9; i++) {
        int file = open(paths[i / 3], O_WRONLY | O_CLOEXEC);
        if (file < 0 || write(file, values[i % 3], strlen(values[i % 3])) < 0) refused(paths[i / 3]);
        if (file >= 0) close(file);
    }
    had("a score of %ld, %ld before", own_score(), before);
    if (own_score() < before) got("a lower score for the end of memory");
}

// A child of the process above: it is none of this process's, and belongs to no list that is read from here.
static pid_t sibling(void) { return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0); }

static void leave_siblings(void) {
    int count = 0;
    for (int i = 0; i < 200; i++) {
        pid_t child = sibling();
        if (child < 0) break;
        count++;
        if (child > 0) continue;
        if (i % 4) _exit(i);
        for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
        for (;;) {
            if (sibling() > 0 && i % 8) _exit(0);
            usleep(20000);
        }
    }
    had("%d siblings", count);
}

// What cannot be dumped belongs to root in /proc, and nobody else reads where it waits.
static void hide_and_hang(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_NAME, ") Z 1 1 (\n1", 0, 0, 0);
    pid_t child = fork();
    if (child == 0) prctl(PR_SET_NAME, order("mark"), 0, 0, 0);
    for (;;) pause();
}

// A parent of vfork waits without a sleep that a signal of its own ends.
static void wait_for_child(void) {
    if (vfork() == 0) {
        for (;;) pause();
    }
}

// A call that only the other end of a listener can answer, which is this process itself.
static void ask_nobody(void) {
    struct sock_filter rows[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog whole = {4, rows};
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &whole);
    if (listener < 0) {
        refused("a listener");
        for (;;) pause();
    }
    syscall(SYS_getppid);
}

// The filter stays for what is executed out of memory, and so does the user.
static void execute_memory(void) {
    static char data[1 << 16];
    int source = open("/bin/true", O_RDONLY | O_CLOEXEC), memory = memfd_create("canary", 0);
    for (ssize_t length; memory >= 0 && (length = read(source, data, sizeof data)) > 0;) {
        if (write(memory, data, (size_t)length) != length) break;
    }
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execl(path, "canary", (char *)NULL);
        _exit(99);
    }
    waitpid(child, &status, 0);
    had("a program out of memory ended with %d", status);
    int file = (int)syscall(SYS_userfaultfd, 0);
    tried(file, "userfaultfd");
    if (file < 0) tried(syscall(SYS_userfaultfd, 1), "userfaultfd of user mode");
}

static void lock_one(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) had("locked %s", path);
}

// Locks of files that are shown, held for as long as this process lives.
static void lock_files(void) {
    for_each(order("places"), lock_one);
    const char *more[] = {order("library"), order("writable"), "/dev/null", "/usr", "/bin", "/etc/passwd", "/proc/self"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) lock_one(more[i]);
    lock_one(".");
    for (;;) pause();
}

// Signals that wait, and timers, are counted by user.
static void take_timers(void) {
    int count = 0, waiting = 0;
    timer_t timer;
    sigset_t all;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    while (count < 200000 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) count++;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    while (waiting < 200000 && sigqueue(getpid(), SIGRTMIN + 1, (union sigval){0}) == 0) waiting++;
    had("%d timers, %d signals", count, waiting);
    if (fork() == 0) {
        for (;;) pause();
    }
}

// The pages of pipes are counted by user, too: whoever has none left gets pipes of one page.
static void take_pipes(void) {
    int ends[2], count = 0;
    static char page[4096];
    while (count < 400 && pipe(ends) == 0) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        while (write(ends[1], page, sizeof page) > 0) continue;
        count++;
    }
    had("%d pipes", count);
    if (fork() == 0) {
        for (;;) pause();
    }
}

// Settings of a process that /proc lets its owner write.
static void write_settings(void) {
    const char *names[] = {
        "loginuid", "uid_map", "gid_map", "setgroups", "timens_offsets", "sched", "autogroup", "comm", "clear_refs",
        "coredump_filter", "mem", "attr/current", "attr/exec", "timerslack_ns", "fail-nth", "make-it-fail", "projid_map"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/1/%s", names[i]);
        int file = open(path, O_WRONLY | O_CLOEXEC);  // nothing is written
        tried(file, path);
        if (file >= 0) close(file);
        snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), names[i]);
        file = open(path, O_WRONLY | O_CLOEXEC);
        tried(file, path);
        if (file >= 0) close(file);
    }
}

const struct act own[] = {
    {"lower-score", lower_score, 0},
    {"leave-siblings", leave_siblings, 0},
    {"hide-and-hang", hide_and_hang, 0},
    {"wait-for-child", wait_for_child, 0},
    {"ask-nobody", ask_nobody, 0},
    {"execute-memory", execute_memory, 0},
    {"lock-files", lock_files, 0},
    {"take-timers", take_timers, 0},
    {"take-pipes", take_pipes, 0},
    {"write-settings", write_settings, 0},
    {NULL, NULL, 0},
};
