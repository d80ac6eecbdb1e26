// Preloaded: stands between a process and the memory that it asks for, and refuses the n-th request or all from
// it on. Begins when the program says so; failing_memory.c is that program.
#define _GNU_SOURCE
#include "failing_malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static struct failing now;
static _Thread_local __attribute__((tls_model("initial-exec"))) int is_exempt;

struct failing *failing_state(void) { return &now; }
void failing_exempt(int exempt) { is_exempt = exempt; }

static int refused(unsigned kind) {
    if ((now.kinds & kind) == 0 || is_exempt) return 0;
    long number = __atomic_fetch_add(&now.requests, 1, __ATOMIC_RELAXED);
    if (number != now.at && !(now.for_good && number > now.at)) return 0;
    errno = kind == FAILING_THREADS ? EAGAIN : ENOMEM;
    return 1;
}

static void *counted(void *block) {
    if (block != NULL) __atomic_fetch_add(&now.live, 1, __ATOMIC_RELAXED);
    return block;
}

void *malloc(size_t size) { return refused(FAILING_MALLOC) ? NULL : counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) {
    return refused(FAILING_CALLOC) ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size) {
    if (refused(FAILING_REALLOC)) return NULL;
    return old == NULL ? counted(__libc_malloc(size)) : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    return refused(FAILING_ALIGNED) ? NULL : counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **to, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (block == NULL) return ENOMEM;
    *to = block;
    return 0;
}

void free(void *block) {
    if (block != NULL) __atomic_fetch_sub(&now.live, 1, __ATOMIC_RELAXED);
    __libc_free(block);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if ((flags & MAP_ANONYMOUS) != 0 && refused(FAILING_MAPS)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return refused(FAILING_THREADS) ? EAGAIN : real(thread, attributes, start, argument);
}
