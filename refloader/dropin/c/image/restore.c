// Puts the image in the place of a start: the words that the start changed, then the pointers among them.
#include "image.h"

#ifdef REFLOADER_IMAGE
#define Py_BUILD_CORE
#include "internal/pycore_ceval.h"
#include "internal/pycore_import.h"
#include "internal/pycore_runtime.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

// Asked for by the modules when they are imported (memory/acting.py). Where one is set, they are imported anew.
static const char *const asked[] = {"REFLOADER_AGE", "REFLOADER_EDITION"};

static const struct image_plan *plan(void) {
    const char *bytes = image_plan_bytes;
    __asm__("" : "+r"(bytes));  // the compiler knows them as zeros, but they are not what it saw
    return (const struct image_plan *)bytes;
}

static uint64_t place_of(const void *what) {
    return (uint64_t)((uintptr_t)what - (uintptr_t)__ehdr_start);
}

int image_fits(void) {
    const struct image_plan *made = plan();
    if (image_make == NULL) return 0;  // or the linker would leave it out
    if (made->is_there != IMAGE_IS_THERE || image_is_made) return 0;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        if (machine_getenv(asked[i]) != NULL) return 0;
    return made->heap == place_of(image_heap) && made->type == place_of(&PyType_Type) &&
           made->runtime == place_of(&_PyRuntime);
}

// ---- memory

// Each page of the heap's first part and of libpython's variables has pointers, which move: one call for many pages is
// cheaper than a fault for each. Where the kernel does not know it, there are faults.
static void touch(const char *first, size_t size) {
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)first / page * page;
    madvise((void *)begin, (uintptr_t)first + size - begin, MADV_POPULATE_WRITE);
#else
    (void)first, (void)size;
#endif
}

static void touch_variables(void) {
    touch(image_first_data, (size_t)(image_last_data - image_first_data));
    touch((const char *)&_PyRuntime, sizeof _PyRuntime);
}

// The heap is touched part by part, each before its pointers move: so they move while a processor's cache still has
// what the kernel has copied.
#define PART ((size_t)256 << 10)

static size_t touched;  // bytes of the heap's first part

static void touch_more(const char *end) {
    for (; touched < image_moved_size && end > image_heap + touched; touched += PART) {
        size_t rest = image_moved_size - touched;
        touch(image_heap + touched, rest < PART ? rest : PART);
    }
}

static inline void touch_heap_until(const uint64_t *end) {
    if ((uintptr_t)end > (uintptr_t)image_heap + touched) touch_more((const char *)end);
}

static void put_words(void) {
    const uint64_t *words = (const uint64_t *)(image_plan_bytes + plan()->runs);
    for (uint64_t run = 0; run < plan()->run_count; run++) {
        uint64_t place = words[0], count = words[1];
        memcpy((char *)(uintptr_t)__ehdr_start + place, words + 2, count * sizeof *words);
        words += 2 + count;
    }
}

// Two of five words are pointers. The bits are counted off, so that a branch goes wrong once in a row and not at each word.
static void move_where(uint64_t *at, uint64_t bits, uint64_t base) {
    for (; bits != 0; bits &= bits - 1) at[__builtin_ctzll(bits)] += base;
}

#define BITS 63

// As the dynamic linker does with .relr.dyn: an even number is the place of a pointer, an odd one says which of the
// 63 words that follow are pointers, too.
static void move_pointers(void) {
    const uint64_t *rows = (const uint64_t *)(image_plan_bytes + plan()->pointers);
    uint64_t base = (uintptr_t)__ehdr_start, *at = NULL;
    for (uint64_t row = 0; row < plan()->pointer_count; row++) {
        uint64_t bits = rows[row];
        if ((bits & 1) == 0) {
            at = (uint64_t *)(uintptr_t)(base + bits);
            touch_heap_until(at + 1);
            *at++ += base;
            continue;
        }
        touch_heap_until(at + BITS);
        move_where(at, bits >> 1, base);
        at += BITS;
    }
    const uint32_t *odd = (const uint32_t *)(image_plan_bytes + plan()->odd);
    for (uint64_t i = 0; i < plan()->odd_count; i++) {
        uint64_t word;
        char *place = (char *)(uintptr_t)(base + odd[i]);
        memcpy(&word, place, sizeof word);
        word += base;
        memcpy(place, &word, sizeof word);
    }
}

// Only whole pages can go.
static void let_go(const char *begin, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = ((uintptr_t)begin + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)begin + size) / page * page;
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

// A runtime that begins anew is copied from there (build/order.ld), and this one never does. The symbols are not there
// where the linker takes no order.
extern const char image_again_first[] __attribute__((weak, visibility("hidden")));
extern const char image_again_end[] __attribute__((weak, visibility("hidden")));

// The kernel maps the pages around one that is read as well. What is in use among those before the plan is mapped anew.
#define WINDOW ((uintptr_t)64 << 10)

// The plan is read once.
static void let_go_of_the_rest(void) {
    size_t again = (size_t)(image_again_end - image_again_first);
    size_t before = (uintptr_t)image_plan_bytes % WINDOW;
    let_go(image_plan_bytes - before, before + image_plan_size);
    if (again == sizeof(_PyRuntimeState)) let_go(image_again_first, again);
}

// ---- what allocates Python's objects: pymalloc, which must not be asked about blocks of the image

static void (*free_object)(void *context, void *block);
static void *(*allocate_object)(void *context, size_t size);
static void *(*reallocate_object)(void *context, void *block, size_t size);

static void free_unless_held(void *context, void *block) {
    if (!image_holds(block)) free_object(context, block);
}

static void *reallocate(void *context, void *old, size_t size) {
    if (!image_holds(old)) return reallocate_object(context, old, size);
    size_t most = image_behind(old);
    void *block = allocate_object(context, size);
    return block != NULL ? memcpy(block, old, size < most ? size : most) : NULL;
}

static void allocate_beside_image(PyMemAllocatorEx ordinary) {
    free_object = ordinary.free;
    allocate_object = ordinary.malloc;
    reallocate_object = ordinary.realloc;
    ordinary.free = free_unless_held;
    ordinary.realloc = reallocate;
    PyMem_SetAllocator(PYMEM_DOMAIN_MEM, &ordinary);
    PyMem_SetAllocator(PYMEM_DOMAIN_OBJ, &ordinary);
}

// ---- the interpreter

// A type knows its subclasses by their addresses as numbers. In the image, they are counted instead (`numbered`).
static int rebuild(PyTypeObject *type, int numbered) {
    PyObject *before = type->tp_subclasses, *key, *link;
    if (before == NULL) return 0;
    PyObject *after = PyDict_New();
    Py_ssize_t at = 0, count = 0;
    while (after != NULL && PyDict_Next(before, &at, &key, &link)) {
        PyTypeObject *subclass = (PyTypeObject *)PyWeakref_GET_OBJECT(link);
        if ((PyObject *)subclass == Py_None) continue;
        PyObject *name = numbered ? PyLong_FromSsize_t(count++) : PyLong_FromVoidPtr(subclass);
        int failed = name == NULL || PyDict_SetItem(after, name, link) != 0 || rebuild(subclass, numbered) != 0;
        Py_XDECREF(name);
        if (failed) Py_CLEAR(after);
    }
    if (after == NULL) return -1;
    Py_SETREF(type->tp_subclasses, after);
    return 0;
}

int image_rebuild_subclasses(int numbered) {
    return rebuild(&PyBaseObject_Type, numbered);
}

// As in a child after a fork: locks are new, and this is the first thread.
static PyStatus wake(void) {
    _PyRuntimeState *runtime = &_PyRuntime;
    PyThreadState *state = PyThreadState_Get();
    Py_tss_t *key = &runtime->gilstate.autoTSSkey;
    if (PyThread_tss_create(key) != 0 || PyThread_tss_set(key, state) != 0) return PyStatus_NoMemory();
    PyStatus status = _PyRuntimeState_ReInitThreads(runtime);
    if (!PyStatus_Exception(status)) status = _PyEval_ReInitThreads(state);
    if (!PyStatus_Exception(status)) status = _PyImport_ReInitLock();
    if (!PyStatus_Exception(status) && image_rebuild_subclasses(0) != 0) status = PyStatus_NoMemory();
    return status;
}

PyStatus image_put(void) {
    PyMemAllocatorEx ordinary;
    PyMem_GetAllocator(PYMEM_DOMAIN_OBJ, &ordinary);
    touch_variables();
    put_words();
    move_pointers();
    let_go_of_the_rest();
    allocate_beside_image(ordinary);
    return wake();
}
#else
int image_fits(void) {
    return 0;
}

PyStatus image_put(void) {
    return PyStatus_Error("there is no image");
}
#endif
