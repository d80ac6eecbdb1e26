// What is done to other processes: signals, tracing, their memory, limits and priority.
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "hostile.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

static void send(pid_t target, int signal_number) {
    char what[64];
    int alone = is_alone();
    snprintf(what, sizeof what, "signal %d to process %d", signal_number, target);
    if (kill(target, signal_number) < 0) {
        refused(what);
    } else if (alone) {
        had("%s, in a namespace of its own", what);
    } else {
        got("%s", what);
    }
}

static void kill_one(pid_t target) { send(target, SIGKILL); }
static void stop_one(pid_t target) { send(target, SIGSTOP); }
static void kill_targets(void) { for_each_target(kill_one); }
static void stop_targets(void) { for_each_target(stop_one); }
static void kill_parent(void) {
    pid_t list[32];
    if (targets(list, 32)) kill_one(list[0]);
}

// The harness first: whoever watches over this process would end it, once it is gone itself.
static void kill_harness(void) {
    pid_t list[32];
    for (int count = targets(list, 32); count > 0; count--) kill_one(list[count - 1]);
}

static void kill_all(void) {
    if (is_alone()) {
        kill(-1, SIGKILL);
    } else {
        kill_targets();
    }
}

static void kill_numbers(void) {
    if (!is_alone()) {
        kill_targets();
        return;
    }
    for (pid_t each = 2; each <= 32768; each++) {
        if (each != getpid()) kill(each, SIGKILL);
    }
}

static void kill_otherwise_one(pid_t target) {
    siginfo_t information = {.si_signo = SIGTERM, .si_code = SI_QUEUE};
    int alone = is_alone(), descriptor = (int)syscall(SYS_pidfd_open, target, 0);
    const long results[] = {
        syscall(SYS_tgkill, target, target, SIGTERM),
        syscall(SYS_tkill, target, SIGTERM),
        syscall(SYS_rt_sigqueueinfo, target, SIGTERM, &information),
        descriptor < 0 ? -1 : syscall(SYS_pidfd_send_signal, descriptor, SIGTERM, NULL, 0),
        target == getppid() && alone ? -1 : kill(-target, SIGTERM),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (results[i] == 0 && !alone) got("a signal to process %d, way %zu", target, i);
    }
    if (descriptor >= 0) close(descriptor);
}

static void kill_otherwise(void) { for_each_target(kill_otherwise_one); }

static void own_with_signals_one(pid_t target) {
    // The owner of a descriptor is sent SIGIO by the kernel, which checks the rights at that time.
    int ends[2];
    if (pipe(ends) < 0) return;
    fcntl(ends[0], F_SETSIG, SIGTERM);
    if (fcntl(ends[0], F_SETOWN, target) == 0 && fcntl(ends[0], F_SETFL, O_ASYNC) == 0) {
        if (write(ends[1], "x", 1) == 1) had("a descriptor owned by process %d", target);
    } else {
        refused("the owner of a descriptor");
    }
    close(ends[0]);
    close(ends[1]);
}

static void own_with_signals(void) { for_each_target(own_with_signals_one); }

static void trace_one(pid_t target) {
    char what[64];
    snprintf(what, sizeof what, "ptrace of process %d", target);
    long result = ptrace(PTRACE_SEIZE, target, NULL, NULL);
    tried(result, what);
    if (result == 0) ptrace(PTRACE_DETACH, target, NULL, NULL);
}

static void trace_targets(void) { for_each_target(trace_one); }

static void scan(int memory, unsigned long start, unsigned long end) {
    static char piece[1 << 20];
    for (; start < end; start += sizeof piece - 128) {
        size_t size = end - start < sizeof piece ? end - start : sizeof piece;
        ssize_t length = pread(memory, piece, size, (off_t)start);
        if (length <= 0) return;
        tell_secrets(piece, (size_t)length);
    }
}

static void read_memory_one(pid_t target) {
    char path[64], line[512];
    unsigned long start = 0, end = 0, first = 0, total = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", target);
    FILE *maps = fopen(path, "re");
    if (!maps) {
        refused(path);
        return;
    }
    snprintf(path, sizeof path, "/proc/%d/mem", target);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    if (memory < 0) refused(path);
    while (fgets(line, sizeof line, maps) && total < (64UL << 20)) {
        char rights[8] = "";
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 || rights[1] != 'w') continue;
        first = first ? first : start;
        total += end - start;
        if (memory >= 0) scan(memory, start, end);
    }
    fclose(maps);
    if (memory >= 0) close(memory);
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)first, 1};
    if (first) tried(process_vm_readv(target, &here, 1, &there, 1, 0), "process_vm_readv");
}

static void read_memory(void) { for_each_target(read_memory_one); }

static void write_memory_one(pid_t target) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", target);
    int memory = open(path, O_RDWR | O_CLOEXEC);  // nothing is written: that it can be opened says enough
    tried(memory, path);
    if (memory >= 0) close(memory);
}

static void write_memory(void) { for_each_target(write_memory_one); }

static void change_limits_one(pid_t target) {
    struct rlimit now, low;
    cpu_set_t first;
    if (target == 1 && !is_alone()) return;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    char what[64];
    snprintf(what, sizeof what, "the limits of process %d", target);
    if (prlimit(target, RLIMIT_NOFILE, NULL, &now) == 0) {
        low = (struct rlimit){now.rlim_cur > 200 ? 200 : now.rlim_cur, now.rlim_max};
        tried(prlimit(target, RLIMIT_NOFILE, &low, NULL), what);
    } else {
        refused(what);
    }
    snprintf(what, sizeof what, "the priority of process %d", target);
    tried(setpriority(PRIO_PROCESS, (id_t)target, 15), what);
    snprintf(what, sizeof what, "the processors of process %d", target);
    tried(sched_setaffinity(target, sizeof first, &first), what);
}

static void change_limits(void) { for_each_target(change_limits_one); }

static void change_oom_one(pid_t target) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", target);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0 || write(file, "900", 3) != 3) {
        refused(path);
    } else {
        got("%s", path);
    }
    if (file >= 0) close(file);
}

static void change_oom(void) { for_each_target(change_oom_one); }

const struct act neighbours[] = {
    {"kill-all", kill_all, 0},
    {"kill-parent", kill_parent, 0},
    {"kill-harness", kill_harness, 0},
    {"kill-by-number", kill_numbers, 0},
    {"kill-in-other-ways", kill_otherwise, 0},
    {"kill-by-descriptor", own_with_signals, 0},
    {"stop-parent", stop_targets, 0},
    {"trace-parent", trace_targets, 0},
    {"read-memory", read_memory, 0},
    {"write-memory", write_memory, 0},
    {"change-limits", change_limits, 0},
    {"change-oom-score", change_oom, 0},
    {NULL, NULL, 0},
};
