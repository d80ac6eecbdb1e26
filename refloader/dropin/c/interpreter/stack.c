// Whether the calling thread has as much stack as Python needs. The stack of the first thread grows when it is
// used, and the process ends where it cannot (RLIMIT_AS): so the kernel is asked to grow it beforehand.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "python_edge.h"

#define ENOUGH ((size_t)256 << 10)
#define HIGHEST ((size_t)64 << 20)  // a first thread that is further down its stack is on no ordinary one

static int is_first_thread(void) {
    return gettid() == getpid();
}

int stack_is_small(void) {
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (is_first_thread()) return 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return -1;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return (size_t)((char *)&size - (char *)lowest) < ENOUGH;
}

// The kernel reads the new mask before it refuses the way to set it, and grows the stack as it would for a program.
static int kernel_reads(const char *place) {
    int before = errno;
    errno = 0;
    syscall(SYS_rt_sigprocmask, -1, (uintptr_t)place & ~(uintptr_t)7, NULL, 8);
    int can = errno != EFAULT;
    errno = before;
    return can;
}

// Valgrind runs the first thread on a stack of its own, which no system call grows: the question would be an error in
// its report, and the answer no. It hides the vDSO from the program.
static int is_emulated(void) {
    return getauxval(AT_SYSINFO_EHDR) == 0;
}

// A first thread may run on a stack that the program gave it, which does not grow. And one that may never have so
// much runs on what it has.
static size_t wanted(const char *here) {
    struct rlimit limit;
    size_t used = getauxval(AT_RANDOM) - (uintptr_t)here;  // the kernel puts those bytes where the stack begins
    if (used > HIGHEST || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= used + 2 * ENOUGH) return ENOUGH;
    return 0;
}

int stack_is_there(struct thread *self) {
    char *here = __builtin_frame_address(0);
    if (self->stack_is_known && here >= self->stack + ENOUGH) return 1;
    size_t size = is_first_thread() && !is_emulated() ? wanted(here) : 0;  // all others have theirs from the start
    if (size > 0 && !kernel_reads(here - size)) return 0;
    self->stack = size > 0 ? here - size : NULL;
    self->stack_is_known = 1;
    return 1;
}
