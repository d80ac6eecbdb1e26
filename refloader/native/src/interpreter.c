// Starts the private interpreter at the first slow entry, and never ends it: destruction may come from atexit.
// Isolated from the host: no environment variables, no locale, no signal handlers, no files, no sys.path.
#define _GNU_SOURCE
#include "python_edge.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#define ENTRIES_MODULE "refloader.runtime.entries"
#define ENOUGH_STACK (256U << 10)
#define HELPER_STACK (2U << 20)

extern const struct _frozen refloader_frozen[];

enum stage { COLD, STARTING, CORE, READY, FAILED };

static _Atomic int stage = COLD;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static PyObject *entries;

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

static int start_core(void) {
    PyImport_FrozenModules = refloader_frozen;
    PyStatus status = preinitialize();
    if (!PyStatus_Exception(status)) {
        PyConfig config;
        status = initialize(&config);
        PyConfig_Clear(&config);
    }
    if (!PyStatus_Exception(status)) status = add_codecs();
    if (!PyStatus_Exception(status)) return 0;
    report_once("its interpreter cannot start", status.err_msg != NULL ? status.err_msg : "no reason given");
    return -1;
}

// Nothing is garbage yet; the frozen package turns the collector on once it is there.
static int import_entries(void) {
    PyGC_Disable();
    PyObject *module = PyImport_ImportModule(ENTRIES_MODULE);
    entries = module != NULL ? PyObject_GetAttrString(module, "ENTRIES") : NULL;
    Py_XDECREF(module);
    if (entries != NULL) return 0;
    static int said;
    report_exception("refloader: its frozen Python cannot be imported", !said++);
    return -1;
}

// The first thread state is the core's own and is left alone from then on.
static int first_start(void) {
    stage = STARTING;
    stage = start_core() == 0 ? CORE : FAILED;
    if (stage == FAILED) return -1;
    int failed = import_entries();
    PyEval_SaveThread();
    return failed;
}

static int start_again(void) {
    PyThreadState *state = PyThreadState_New(PyInterpreterState_Main());
    if (state == NULL) return -1;
    PyEval_RestoreThread(state);
    int failed = import_entries();
    PyThreadState_Clear(state);
    PyThreadState_DeleteCurrent();
    return failed;
}

static void *start(void *unused) {
    (void)unused;
    if (stage == FAILED) return NULL;
    if ((stage == COLD ? first_start() : start_again()) == 0) stage = READY;
    return NULL;
}

static int stack_is_small(void) {
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (gettid() == getpid() || pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return (size_t)((char *)&size - (char *)lowest) < ENOUGH_STACK;
}

// Imports nest deeper than a small stack can take. The host's signal handlers stay out of the helper.
static void start_elsewhere(void) {
    pthread_attr_t attributes;
    pthread_t helper;
    sigset_t all, before;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, HELPER_STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&helper, &attributes, start, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed == 0) pthread_join(helper, NULL);
}

int interpreter_ready(void) {
    if (atomic_load_explicit(&stage, memory_order_acquire) == READY) return 0;
    pthread_mutex_lock(&starting);
    if (stage != READY && stack_is_small()) start_elsewhere();
    else if (stage != READY) start(NULL);
    pthread_mutex_unlock(&starting);
    return stage == READY ? 0 : -1;
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
