// Stands between a process and its malloc (LD_PRELOAD): writes into the recording what is allocated while a
// thread is inside a layer, which the observers say, and when that is freed. All memory is the C library's as
// ever. Never allocates, and takes no lock: it is called before main, in signal handlers and between fork and
// exec.
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "../../../native/include/recording.h"

#define EXPORT __attribute__((visibility("default")))
#define LINES 8192U  // of the table of blocks: 64 bytes each
#define PER_LINE 8U
#define MOST_NOTES 65536U  // of allocations: what comes later says nothing new, and the recording has an end

static struct recording *recording;
static _Thread_local __attribute__((tls_model("initial-exec"))) struct observed_thread thread;

EXPORT struct observed_thread *refloader_observed_thread(void);
struct observed_thread *refloader_observed_thread(void) { return &thread; }

// ---- the blocks that were noted and live; what finds no place in its line is noted as not followed: its end is not

static _Atomic uintptr_t blocks[LINES][PER_LINE] __attribute__((aligned(64)));

static _Atomic uintptr_t *line_of(const void *block) {
    uint64_t mixed = (uintptr_t)block / 16 * UINT64_C(0x9E3779B97F4A7C15);
    return blocks[mixed >> 51 & (LINES - 1)];
}

static int remember(const void *block) {
    _Atomic uintptr_t *line = line_of(block);
    for (uint32_t i = 0; i < PER_LINE; i++) {
        uintptr_t nobody = 0;
        if (atomic_compare_exchange_strong(&line[i], &nobody, (uintptr_t)block)) return 1;
    }
    return 0;
}

static int forget(const void *block) {
    _Atomic uintptr_t *line = line_of(block);
    for (uint32_t i = 0; i < PER_LINE; i++) {
        uintptr_t known = (uintptr_t)block;
        if (atomic_load_explicit(&line[i], memory_order_relaxed) == known)
            return atomic_compare_exchange_strong(&line[i], &known, 0);
    }
    return 0;
}

// The dynamic linker's own: it takes memory for a layer's thread-local variables when they are first used,
// which no layer can have from anybody's callbacks.
static uintptr_t linker, linker_end;

#define CALLER ((uintptr_t)__builtin_return_address(0))

static void *noted(void *block, size_t size, const char *function, uintptr_t caller) {
    if (thread.inside == 0 || recording == NULL || block == NULL) return block;
    static _Atomic uint32_t notes;
    if (atomic_load_explicit(&notes, memory_order_relaxed) >= MOST_NOTES) return block;
    notes++;
    int linkers = caller >= linker && caller < linker_end, is_followed = remember(block);
    const char *by = linkers ? "linker" : is_followed ? function : "not followed";
    recording_note(recording, (uintptr_t)block, size, "malloc", by);
    return block;
}

static void note_end(const void *block, const char *function) {
    if (recording != NULL && block != NULL && forget(block))
        recording_note(recording, (uintptr_t)block, 0, "free", function);
}

// ---- the C library's own, and what serves while they are looked up

static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void *(*real_memalign)(size_t, size_t);
static int (*real_posix_memalign)(void **, size_t, size_t);
static void *(*real_aligned_alloc)(size_t, size_t);
static void (*real_free)(void *);
static _Alignas(16) char early[1 << 16];
static _Atomic size_t early_used;

static int is_early(const void *block) {
    return (const char *)block >= early && (const char *)block < early + sizeof early;
}

static void *early_block(size_t size) {
    size_t at = atomic_fetch_add(&early_used, (size + 15) / 16 * 16);
    return at + size <= sizeof early ? early + at : NULL;
}

#define LOOK_UP(name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name)

// malloc comes last: it is what everybody asks whether the others are there.
static int are_found(void) {
    static _Thread_local __attribute__((tls_model("initial-exec"))) int looking;
    if (real_malloc != NULL) return 1;
    if (looking) return 0;
    looking = 1;
    LOOK_UP(calloc);
    LOOK_UP(realloc);
    LOOK_UP(memalign);
    LOOK_UP(posix_memalign);
    LOOK_UP(aligned_alloc);
    LOOK_UP(free);
    LOOK_UP(malloc);
    looking = 0;
    return 1;
}

// The child writes nothing: its thread's number is not that of the recording.
static void stop(void) { recording = NULL; }

static int find_linker(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    if (object->dlpi_addr != linker) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        uintptr_t end = linker + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
        if (object->dlpi_phdr[i].p_type == PT_LOAD && end > linker_end) linker_end = end;
    }
    return 1;
}

__attribute__((constructor)) static void open_recording(void) {
    are_found();
    linker = getauxval(AT_BASE);
    if (linker != 0) dl_iterate_phdr(find_linker, NULL);
    recording = recording_open(getenv(RECORDING_VARIABLE));
    if (recording == NULL) return;
    pthread_atfork(NULL, NULL, stop);
    recording_note(recording, 0, 0, "watching", "malloc");  // there may be nothing else to write down
}

// ---- what the process calls

EXPORT void *malloc(size_t size) {
    return are_found() ? noted(real_malloc(size), size, "malloc", CALLER) : early_block(size);
}

EXPORT void *calloc(size_t count, size_t size) {
    size_t bytes = count * size;  // of no use where it wraps, but then there is no block
    return are_found() ? noted(real_calloc(count, size), bytes, "calloc", CALLER) : early_block(bytes);
}

// The block of before ends first: another thread may get its place at once.
EXPORT void *realloc(void *old, size_t size) {
    if (is_early(old)) {
        size_t rest = (size_t)(early + sizeof early - (char *)old);
        void *moved = malloc(size);
        return moved == NULL ? NULL : memcpy(moved, old, size < rest ? size : rest);
    }
    if (!are_found()) return early_block(size);
    int known = recording != NULL && old != NULL && forget(old);
    void *block = real_realloc(old, size);
    if (known && block == NULL && size != 0) return remember(old), NULL;
    if (known) recording_note(recording, (uintptr_t)old, 0, "free", "realloc");
    return noted(block, size, "realloc", CALLER);
}

EXPORT void *memalign(size_t alignment, size_t size) {
    return are_found() ? noted(real_memalign(alignment, size), size, "memalign", CALLER) : NULL;
}

EXPORT int posix_memalign(void **to, size_t alignment, size_t size) {
    if (!are_found()) return ENOMEM;
    int result = real_posix_memalign(to, alignment, size);
    if (result == 0) noted(*to, size, "posix_memalign", CALLER);
    return result;
}

EXPORT void *aligned_alloc(size_t alignment, size_t size) {
    return are_found() ? noted(real_aligned_alloc(alignment, size), size, "aligned_alloc", CALLER) : NULL;
}

EXPORT void free(void *block) {
    if (block == NULL || is_early(block) || !are_found()) return;
    note_end(block, "free");
    real_free(block);
}
