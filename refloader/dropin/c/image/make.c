// Starts the interpreter in memory of its own and writes down what that left. Only the build calls this, in a
// process that ends with it (build/image/maker.c).
#define _GNU_SOURCE
#include "arenas.h"

#ifdef REFLOADER_IMAGE
#define Py_BUILD_CORE
#include "internal/pycore_pymem.h"
#include "internal/pycore_runtime.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern char __start_refloader_variables[] __attribute__((visibility("hidden")));
extern char __stop_refloader_variables[] __attribute__((visibility("hidden")));

int image_is_made;

// ---- what is written down

struct range {
    char *first;
    size_t size;
};

static struct range ranges[] = {
    {image_first_data, 0}, {image_first_zero, 0}, {(char *)&_PyRuntime, 0}, {__start_refloader_variables, 0}};
#define RANGES (sizeof ranges / sizeof ranges[0])

static void measure(void) {
    ranges[0].size = (size_t)(image_last_data - image_first_data);
    ranges[1].size = (size_t)(image_last_zero - image_first_zero);
    ranges[2].size = sizeof _PyRuntime;
    ranges[3].size = (size_t)(__stop_refloader_variables - __start_refloader_variables);
}

static int is_in_range(const void *place) {
    for (size_t i = 0; i < RANGES; i++)
        if ((uintptr_t)place - (uintptr_t)ranges[i].first < ranges[i].size) return 1;
    return 0;
}

// Whether the linker put things where they are expected: libpython's variables in between, ours not.
static int are_right(void) {
    return is_in_range(&PyType_Type) && is_in_range(&PyBaseObject_Type) && is_in_range(&_Py_NoneStruct) &&
           is_in_range(&_Py_HashSecret) && !is_in_range(&image_is_made) && !is_in_range(&PyImport_FrozenModules) &&
           !is_in_range(image_heap);
}

// A variable elsewhere that refers to the heap would miss it in the image.
static int refers_to_heap(struct dl_phdr_info *library, size_t size, void *unused) {
    (void)size, (void)unused;
    if (library->dlpi_addr != (uintptr_t)__ehdr_start) return 0;
    for (size_t i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0) continue;
        void **word = (void **)(library->dlpi_addr + (segment->p_vaddr + 7) / 8 * 8);
        void **end = (void **)(library->dlpi_addr + (segment->p_vaddr + segment->p_memsz) / 8 * 8);
        for (; word < end; word++)
            if (image_holds(*word) && *word != kept.memory && *word != still.memory && !image_holds(word) &&
                !is_in_range(word))
                return 1;
    }
    return 0;
}

static int write_all(int out, const void *bytes, size_t size) {
    while (size > 0) {
        ssize_t done = write(out, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return -1;
        bytes = (const char *)bytes + done;
        size -= (size_t)done;
    }
    return 0;
}

static int write_header(int out) {
    uint64_t header[] = {(uintptr_t)__ehdr_start, (uintptr_t)image_heap, kept.used * UNIT, image_moved_size,
                         still.used * UNIT, (uintptr_t)&PyType_Type, (uintptr_t)&_PyRuntime, RANGES};
    if (write_all(out, header, sizeof header) != 0) return -1;
    for (size_t i = 0; i < RANGES; i++) {
        uint64_t row[] = {(uintptr_t)ranges[i].first, ranges[i].size};
        if (write_all(out, row, sizeof row) != 0) return -1;
    }
    return 0;
}

static int write_ranges(int out) {
    for (size_t i = 0; i < RANGES; i++)
        if (write_all(out, ranges[i].first, ranges[i].size) != 0) return -1;
    return 0;
}

// Nothing runs in this thread any more: a stack would be one page of zeros after the other.
static void forget_stack(PyThreadState *state) {
    while (state->datastack_chunk != NULL) {
        _PyStackChunk *chunk = state->datastack_chunk;
        state->datastack_chunk = chunk->previous;
        _PyObject_VirtualFree(chunk, chunk->size);
    }
    state->datastack_top = state->datastack_limit = NULL;
}

// What is this thread's and this process's own, and what is only there to be found faster.
static int settle(void) {
    PyThreadState *state = PyThreadState_Get();
    if (image_rebuild_subclasses(1) != 0) return -1;
    PyType_ClearCache();
    state->thread_id = 0;
    state->native_thread_id = 0;
    forget_stack(state);
    _PyRuntime.main_thread = 0;
    _PyRuntime.gilstate.autoTSSkey = (Py_tss_t)Py_tss_NEEDS_INIT;
    return 0;
}

// What points to memory that was given back is not used any more: an item that a list has lost, an object that is kept
// for the next of its kind.
static void forget_lost_in(void *memory, size_t size) {
    for (size_t i = 0; i < size / sizeof(void *); i++) {
        void **word = (void **)memory + i;
        if (is_in(&passing, *word)) *word = NULL;
    }
}

static void forget_lost(void) {
    forget_lost_in(kept.memory, kept.used * UNIT);
    forget_lost_in(&_PyRuntime, sizeof _PyRuntime);
}

// ---- objects that are given less room

#define MOST_REFERENCES 10000

// Memory that is no object has another second word, or an address for a count of references.
static PyObject *of_type(PyTypeObject *type, char *memory, size_t room) {
    PyObject *object = (PyObject *)memory;
    int is_one = (size_t)type->tp_basicsize <= room && Py_TYPE(object) == type;
    return is_one && Py_REFCNT(object) > 0 && Py_REFCNT(object) <= MOST_REFERENCES ? object : NULL;
}

static PyCodeObject *code_at(const struct arena *arena, size_t at) {
    return (PyCodeObject *)of_type(&PyCode_Type, arena->memory + at * UNIT, arena->counts[at] * UNIT);
}

static PyObject *dictionary_at(const struct arena *arena, size_t at) {
    size_t room = arena->counts[at] * UNIT, head = sizeof(PyGC_Head);
    return room > head ? of_type(&PyDict_Type, arena->memory + at * UNIT + head, room - head) : NULL;
}

static void collect(const struct arena *arena, PyObject **by_number) {
    for (size_t at = 1; at < arena->used; at += arena->counts[at]) {
        PyCodeObject *code = code_at(arena, at);
        by_number[arena->numbers[at]] = code != NULL ? (PyObject *)code : dictionary_at(arena, at);
    }
}

// In the order in which they were made, which is the same in both starts: where they lie is not.
static int tighten(void) {
    size_t count = allocation_count;
    PyObject **all = image_pages(count * sizeof *all), *shared = PyDict_New();
    int failed = all == NULL || shared == NULL;
    if (!failed) collect(&kept, all);
    if (!failed) collect(&passing, all);
    for (size_t i = 0; i < count && !failed; i++) {
        if (all[i] == NULL) continue;
        failed = PyCode_Check(all[i]) ? image_share((PyCodeObject *)all[i], shared) : image_tighten(all[i]);
    }
    Py_XDECREF(shared);
    PyGC_Collect();  // also what is kept for the next of its kind
    return failed;
}

// ---- tables that are only read as bytes

#define NEVER_FREED ((Py_ssize_t)1 << 40)

static uint32_t *references;  // of tables from code, by the first unit of a table

static size_t unit_of(const PyObject *block) {
    return (size_t)((const char *)block - kept.memory) / UNIT;
}

static void count_reference(PyObject *table) {
    if (is_in(&kept, table)) references[unit_of(table)]++;
}

static void let_lie_still(PyObject *table) {
    if (!is_in(&kept, table) || !PyBytes_CheckExact(table)) return;
    if (references[unit_of(table)] == Py_REFCNT(table)) allocations[kept.numbers[unit_of(table)]].place = STILL;
}

// The interpreter reads the bytes of these tables and never asks what object they are in.
static void for_each_table(void (*visit)(PyObject *table)) {
    for (size_t at = 1; at < kept.used; at += kept.counts[at]) {
        PyCodeObject *code = code_at(&kept, at);
        if (code == NULL) continue;
        visit(code->co_linetable);
        visit(code->co_exceptiontable);
        visit(code->co_localspluskinds);
    }
}

// Nothing frees them with the code that they are of, and they have no pointer: not even to their type.
static void seal(void) {
    for (size_t at = 1; at < still.used; at += still.counts[at]) {
        PyObject *table = (PyObject *)(still.memory + at * UNIT);
        table->ob_refcnt = NEVER_FREED;
        table->ob_type = NULL;
    }
}

static int run(void) {
    image_is_made = 1;
    if (image_prepare(&passing, image_pages(ROOM), ROOM) != 0) return 1;
    if (is_second ? image_prepare(&kept, image_heap, image_moved_size) : image_prepare(&kept, image_pages(ROOM), ROOM)) return 1;
    size_t rest = image_heap_size - image_moved_size;
    if (is_second && image_prepare(&still, image_heap + image_moved_size, rest) != 0) return 1;
    references = image_pages(UNITS * sizeof *references);
    if (references == NULL) return 1;
    if (interpreter_make() != 0 || tighten() != 0) return 2;
    if (settle() != 0 || has_failed) return 3;
    forget_lost();
    if (is_second) {
        seal();
    } else {
        for_each_table(count_reference);
        for_each_table(let_lie_still);
    }
    return 0;
}

static int run_in_child(void) {
    int status;
    pid_t child = fork();
    if (child == 0) _exit(run());
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}

static int make(int before, int after) {
    measure();
    if (!are_right()) return 13;
    allocations = image_pages(ALLOCATIONS * sizeof *allocations);
    if (allocations == NULL || write_ranges(before) != 0) return 10;
    int failed = run_in_child();
    if (failed != 0) return 20 + failed;
    is_second = 1;
    failed = run();
    if (failed != 0) return 30 + failed;
    if (dl_iterate_phdr(refers_to_heap, NULL) != 0) return 14;
    if (write_header(after) != 0 || write_ranges(after) != 0) return 11;
    if (write_all(after, kept.memory, kept.used * UNIT) != 0) return 12;
    return write_all(after, still.memory, still.used * UNIT) != 0 ? 12 : 0;
}

__attribute__((section("refloader_make"))) int (*image_make)(int before, int after) = make;
#else
int image_trim(PyObject *used) {
    (void)used;
    return 0;
}
#endif
