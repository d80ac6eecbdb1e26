// How a process ends or does not: crashes, hangs, and claims on memory.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "hostile.h"

static void nothing(void) {}
static void crash(void) { *(volatile int *)8 = 1; }
static void exit_at_once(void) { _exit(0); }
static void abort_now(void) { abort(); }
static void stop_itself(void) { raise(SIGSTOP); }
static void signal_itself(void) { syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSEGV); }
static void claim_huge_counts(void) { huge_counts = 1; }

static void hang(void) {
    for (;;) pause();
}

static void spin(void) {
    for (volatile int spins = 1; spins;) {}
}

static void hang_deaf(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int signal_number = 1; signal_number < 65; signal_number++) signal(signal_number, SIG_IGN);
    hang();
}

static void close_all(void) {
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
}

__attribute__((noinline)) static void overwrite(volatile char *place) {
    for (int i = -64; i < 4096; i++) place[i] = 0x41;
}

__attribute__((noinline)) static void smash_stack(void) {
    volatile char small[8] = {0};
    overwrite(small);
}

static void store_variables(void) {
    char name[32], value[256];
    memset(value, 'v', sizeof value - 1);
    value[sizeof value - 1] = 0;
    for (int i = 0; i < 50000; i++) {
        snprintf(name, sizeof name, "STORM_%d", i % 2000);
        setenv(name, value, 1);
    }
    setenv("LD_PRELOAD", "/nonexistent/refloader-canary.so", 1);
    setenv("PYTHONPATH", "/nonexistent", 1);
}

// Takes the addresses first: where they are limited, the machine's memory need not be touched to find that out.
static void take_memory(void) {
    enum { PIECES = 96 };  // 6 GiB
    const size_t piece = 64 << 20;
    char *memory[PIECES];
    size_t count = 0;
    while (count < PIECES) {
        memory[count] = mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory[count] == MAP_FAILED) break;
        count++;
    }
    had("%zu MiB of addresses", count * (piece >> 20));
    for (size_t i = 0; count == PIECES && i < count; i++) {
        for (size_t at = 0; at < piece; at += 4096) memory[i][at] = 1;
    }
    if (count == PIECES) got("6 GiB of memory");
    _exit(7);
}

static void *spin_on(void *argument) {
    spin();
    return argument;
}

static void leave_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin_on, NULL);
}

static void *wait_for_any(void *argument) {
    for (;;) {
        if (waitpid(-1, NULL, 0) < 0) usleep(200);
    }
    return argument;
}

// How a process of this one has ended is known to nobody else.
static void lose_children(void) {
    pthread_t thread;
    signal(SIGCHLD, SIG_IGN);
    pthread_create(&thread, NULL, wait_for_any, NULL);
    crash();
}

static void end_well(int number) { _exit(number - number); }

static void end_in_handler(void) {
    static char room[1 << 16];
    const stack_t other = {.ss_sp = room, .ss_size = sizeof room};
    const struct sigaction action = {.sa_handler = end_well, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    crash();
}

// From here on the kernel says of each write to the answers that it is done, of no byte.
static void swallow_answers(void) {
    struct sock_filter rows[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog whole = {sizeof rows / sizeof *rows, rows};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) != 0) refused("a filter of its own");
}

static void hang_at_exit(void) { atexit(hang); }

const struct act endings[] = {
    {"nothing", nothing, 0},
    {"crash-at-load", crash, 1},
    {"abort-at-load", abort_now, 1},
    {"exit-at-load", exit_at_once, 1},
    {"exit-when-called", exit_at_once, 0},
    {"abort", abort_now, 0},
    {"hang-at-load", hang, 1},
    {"hang", hang, 0},
    {"hang-deaf", hang_deaf, 0},
    {"hang-at-exit", hang_at_exit, 0},
    {"spin", spin, 0},
    {"stop-itself", stop_itself, 0},
    {"signal-itself", signal_itself, 0},
    {"close-all", close_all, 0},
    {"smash-stack", smash_stack, 0},
    {"huge-counts", claim_huge_counts, 1},
    {"store-variables", store_variables, 0},
    {"take-memory", take_memory, 0},
    {"leave-thread", leave_thread, 0},
    {"lose-children", lose_children, 0},
    {"end-in-handler", end_in_handler, 0},
    {"swallow-answers", swallow_answers, 0},
    {NULL, NULL, 0},
};
