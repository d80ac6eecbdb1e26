// Starts the private interpreter at the first slow entry, and never ends it: destruction may come from atexit.
// Isolated from the host: no environment variables, no locale, no signal handlers, no files, no sys.path.
#define _GNU_SOURCE
#include "../image/image.h"
#include "floats.h"
#include "python_edge.h"

#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#define ENTRIES_MODULE "refloader.dropin.python.entries"
#define HELPER_STACK (2U << 20)

extern const struct _frozen refloader_frozen[];
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

enum stage { COLD, STARTING, CORE, READY, FAILED };

static _Atomic int stage = COLD;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
IMAGE_VARIABLE static PyObject *entries;
static int is_broken;  // the last start failed, and not for want of memory

static PyStatus set_strings(PyConfig *config) {
    PyStatus status = PyConfig_SetString(config, &config->program_name, L"refloader");
    wchar_t **empty[] = {&config->executable, &config->base_executable};
    wchar_t **root[] = {&config->prefix, &config->exec_prefix, &config->base_prefix,
                        &config->base_exec_prefix, &config->stdlib_dir};
    for (size_t i = 0; i < 2 && !PyStatus_Exception(status); i++)
        status = PyConfig_SetString(config, empty[i], L"");
    for (size_t i = 0; i < 5 && !PyStatus_Exception(status); i++)
        status = PyConfig_SetString(config, root[i], L"/");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetString(config, &config->filesystem_encoding, L"utf-8");
    if (!PyStatus_Exception(status))
        status = PyConfig_SetString(config, &config->filesystem_errors, L"surrogateescape");
    return status;
}

// Python would map its arenas. A host's leak checker looks for pointers in blocks of malloc only, and would take
// for lost what is referred to from a mapping.
static void *new_arena(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void free_arena(void *context, void *arena, size_t size) {
    (void)context;
    (void)size;
    free(arena);
}

static PyStatus preinitialize(void) {
    PyPreConfig config;
    PyPreConfig_InitIsolatedConfig(&config);
    config.utf8_mode = 1;
    config.configure_locale = 0;
#ifdef __SANITIZE_ADDRESS__
    config.allocator = PYMEM_ALLOCATOR_MALLOC;  // in arenas it would not see who writes past an object's end
#endif
    reserve_use_in_python();
    if (image_is_made) image_use_for_objects();
    PyObject_SetArenaAllocator(&(PyObjectArenaAllocator){NULL, new_arena, free_arena});
    return Py_PreInitialize(&config);
}

// Only the core: encodings, sys.path and standard streams would come with the rest. A fixed hash seed makes
// every run the same and spares the call for random bytes.
static PyStatus initialize(PyConfig *config) {
    PyConfig_InitIsolatedConfig(config);
    config->_init_main = 0;
    config->site_import = 0;
    config->install_signal_handlers = 0;
    config->pathconfig_warnings = 0;
    config->module_search_paths_set = 1;
    config->use_hash_seed = 1;
    config->hash_seed = 0;
    PyStatus status = set_strings(config);
    return PyStatus_Exception(status) ? status : Py_InitializeFromConfig(config);
}

// From 3.13 on the registry of codecs is not made when it is first asked for, which a byte that is no UTF-8 does.
#if PY_VERSION_HEX >= 0x030D0000
PyStatus _PyCodec_InitRegistry(PyInterpreterState *interpreter);

static PyStatus add_codecs(void) {
    return _PyCodec_InitRegistry(PyInterpreterState_Get());
}
#else
static PyStatus add_codecs(void) {
    return PyStatus_Ok();
}
#endif

static PyStatus run_start(void) {
    PyStatus status = preinitialize();
    if (!PyStatus_Exception(status)) {
        PyConfig config;
        status = initialize(&config);
        PyConfig_Clear(&config);
    }
    return PyStatus_Exception(status) ? status : add_codecs();
}

static int start_core(void) {
    PyImport_FrozenModules = refloader_frozen;
    PyStatus status = image_fits() ? image_put() : run_start();
    if (!PyStatus_Exception(status)) return 0;
    report_once("its interpreter cannot start", status.err_msg != NULL ? status.err_msg : "no reason given");
    return -1;
}

// What is read once stays in the file, and is read again should a start fail. Only whole pages can go.
static void let_go(uintptr_t first, uintptr_t end) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    first = (first + page - 1) / page * page;
    end = end / page * page;
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

static void let_go_of_frozen_code(void) {
    uintptr_t first = (uintptr_t)refloader_frozen[0].code;
    let_go(first, first + (uintptr_t)refloader_frozen[0].size);
}

// The dynamic linker has applied them. It may have added the library's address to that of the table, or not.
static void let_go_of_relocations(void) {
    uintptr_t base = (uintptr_t)__ehdr_start, first = 0, size = 0;
    for (const ElfW(Dyn) *row = _DYNAMIC; row->d_tag != DT_NULL; row++) {
        if (row->d_tag == DT_RELA) first = row->d_un.d_ptr;
        if (row->d_tag == DT_RELASZ) size = row->d_un.d_val;
    }
    if (first < base) first += base;
    let_go(first, first + size);
}

// Nothing is garbage yet; the frozen package turns the collector on once it is there.
static int import_entries(void) {
    PyGC_Disable();
    PyObject *module = PyImport_ImportModule(ENTRIES_MODULE);
    entries = module != NULL ? PyObject_GetAttrString(module, "ENTRIES") : NULL;
    Py_XDECREF(module);
    let_go_of_frozen_code();
    if (entries != NULL) return 0;
    static int said;
    is_broken = !PyErr_ExceptionMatches(PyExc_MemoryError);
    report_exception("refloader: its frozen Python cannot be imported", is_broken && !said++);
    return -1;
}

// ---- libc's memory for a key of a thread: without it CPython ends the process

static _Atomic long key = -1;

static int is_there(pthread_key_t wanted) {
    if (pthread_getspecific(wanted) != NULL) return 1;
    return pthread_setspecific(wanted, &key) == 0 && pthread_setspecific(wanted, NULL) == 0;
}

int interpreter_key_is_there(void) {
    return key < 0 || is_there((pthread_key_t)key);
}

// CPython is about to make its key and to set it: the key that comes next, so that libc has the memory already.
static int first_key_is_there(void) {
    pthread_key_t next;
    if (pthread_key_create(&next, NULL) != 0) return 0;
    int there = is_there(next);
    pthread_key_delete(next);
    return there;
}

// Which key it is is CPython's own affair; its value is the state of the thread.
static void find_key(void) {
    const PyThreadState *state = PyThreadState_Get();
    for (pthread_key_t each = 0; each < PTHREAD_KEYS_MAX && key < 0; each++)
        if (pthread_getspecific(each) == state) key = each;
}

// The first thread state is the core's own and is left alone from then on.
static int first_start(void) {
    if (!first_key_is_there()) return -1;
    stage = STARTING;
    stage = start_core() == 0 ? CORE : FAILED;
    if (stage == FAILED) return -1;
    find_key();
    int failed = entries != NULL ? 0 : import_entries();  // of the image they are there
    let_go_of_relocations();
    PyEval_SaveThread();
    return failed;
}

static int start_again(void) {
    if (!interpreter_key_is_there()) return -1;
    PyThreadState *state = PyThreadState_New(PyInterpreterState_Main());
    if (state == NULL) return -1;
    PyEval_RestoreThread(state);
    int failed = import_entries();
    PyThreadState_Clear(state);
    PyThreadState_DeleteCurrent();
    return failed;
}

// While the library is built: what is there afterwards is the image.
int interpreter_make(void) {
    if (start_core() != 0 || import_entries() != 0) return -1;
    PyObject *top = PyImport_ImportModule("refloader");
    PyObject *prepared = top != NULL ? PyObject_GetAttrString(top, "prepared") : NULL;
    PyObject *done = prepared != NULL ? PyObject_CallMethod(top, "prepare", "(O)", prepared) : NULL;
    PyObject *names = done != NULL ? PyObject_CallMethod(top, "names", NULL) : NULL;
    int failed = names == NULL || image_trim(names) != 0;
    if (failed) report_exception("refloader: its image cannot be made", 1);
    Py_XDECREF(names);
    Py_XDECREF(done);
    Py_XDECREF(prepared);
    Py_XDECREF(top);
    return failed ? -1 : 0;
}

static void *start(void *unused) {
    (void)unused;
    if (stage == FAILED) return NULL;
    uint64_t floats = floats_begin();
    if ((stage == COLD ? first_start() : start_again()) == 0) stage = READY;
    floats_set(floats);
    return NULL;
}

// Imports nest deeper than a small stack can take. The host's signal handlers stay out of the helper.
static void start_elsewhere(void) {
    pthread_attr_t attributes;
    pthread_t helper;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, HELPER_STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&helper, &attributes, start, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed == 0) pthread_join(helper, NULL);
}

// The whole start has room in the reserve, or it does not begin.
static void start_somewhere(void) {
    is_broken = 0;
    int small = stack_is_small();
    if (small < 0 || reserve_pledge(RESERVE_FOR_START) != 0) return;
    if (small) start_elsewhere();
    else start(NULL);
    reserve_release(RESERVE_FOR_START);
}

enum way_in interpreter_ready(void) {
    if (atomic_load_explicit(&stage, memory_order_acquire) == READY) return WAY_OPEN;
    pthread_mutex_lock(&starting);
    if (stage != READY && stage != FAILED) start_somewhere();
    enum way_in way = stage == FAILED || is_broken ? WAY_BROKEN : WAY_NO_MEMORY;
    pthread_mutex_unlock(&starting);
    return stage == READY ? WAY_OPEN : way;
}

int interpreter_running(void) {
    int now = stage;
    return now == CORE || now == READY;
}

// A child that was made while another thread was still starting the interpreter has half of one.
void interpreter_after_fork(void) {
    if (stage == STARTING) stage = FAILED;
    pthread_mutex_init(&starting, NULL);
}

PyObject *interpreter_entry(const char *name) {
    PyObject *key = PyUnicode_FromString(name);
    PyObject *function = key != NULL ? PyObject_GetItem(entries, key) : NULL;
    Py_XDECREF(key);
    return function;
}
