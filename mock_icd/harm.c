// What a driver must do to nobody, done while its instances and devices are made: to the process, to other drivers,
// and by keeping what it should give back. Does nothing unless the flag "violate" says so.
#include "mock_icd.h"
#include <link.h>
#include <locale.h>
#include <sys/mman.h>
#include <sys/stat.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#define KEPT (64U << 10)  // bytes that stay behind for each object
#define MARK ((void *)(uintptr_t)0x5EC0DE0000U)

atomic_uint instances;  // that are alive
void *_Atomic newest_of_all;
atomic_int newest_is_bare;
atomic_int one_has_ended;
int was_loaded_before;  // in this process, and is broken by that

static void *wait_for_ever(void *nothing) {
    for (;;) pause();
    return nothing;
}

void keep_memory(void) {
    char *volatile kept = malloc(KEPT);
    if (kept != NULL) memset(kept, 1, KEPT);
}

static void keep_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
}

void keep_descriptor(void) {
    if (open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) < 0) die("no descriptor is left for", label);
}

// MXCSR: denormals are zero, results are flushed to zero.
static void change_floats(void) {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
}

// MXCSR alone: towards zero. The functions of fenv.h do not tell of it.
static void round_otherwise(void) {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x6000U);
#endif
}

// The x87: numbers of 24 bits.
static void compute_coarsely(void) {
#if defined(__x86_64__)
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    word = (unsigned short)(word & ~0x300);
    __asm__ volatile("fldcw %0" : : "m"(word));
#endif
}

// Every other driver in the process hears of a loader that knows no interface but the oldest.
static void speak_to_neighbours(void) {
    struct link_map *map = NULL;
    void *own = dlopen(NULL, RTLD_LAZY);
    if (own != NULL && dlinfo(own, RTLD_DI_LINKMAP, &map) != 0) map = NULL;
    for (; map != NULL; map = map->l_next) {
        void *library = *map->l_name == '\0' ? NULL : dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        void *found = library == NULL ? NULL : dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion");
        Dl_info theirs, ours;
        uint32_t version = 0;
        if (found != NULL && dladdr(found, &theirs) && dladdr(flag_table, &ours) && theirs.dli_fbase != ours.dli_fbase)
            ((PFN_vk_icdNegotiateLoaderICDInterfaceVersion)found)(&version);
        if (library != NULL) dlclose(library);
    }
    if (own != NULL) dlclose(own);
}

static void harm_the_process(void) {
    if (violates("LDP_DRIVER_1")) setenv("HOME", "/nowhere", 1);
    if (violates("LDP_DRIVER_1_folder") && chdir("/usr") != 0) die("cannot change to", "/usr");
    if (violates("LDP_DRIVER_1_locale")) setlocale(LC_ALL, "C.UTF-8");
    if (violates("LDP_DRIVER_1_mask")) umask(0777);
    if (violates("LDP_DRIVER_1_floats")) change_floats();
    if (violates("LDP_DRIVER_1_rounding")) round_otherwise();
    if (violates("LDP_DRIVER_1_precision")) compute_coarsely();
    if (violates("LDP_DRIVER_1_signals")) signal(SIGTERM, SIG_IGN);
    if (violates("LDP_DRIVER_1_closes")) close(STDIN_FILENO);
    if (violates("LDP_DRIVER_1_writes") && write(STDOUT_FILENO, "mock\n", 5) != 5) die("cannot write for", label);
    if (violates("LDP_DRIVER_1_neighbours")) speak_to_neighbours();
}

void harm_with_an_instance(void) {
    harm_the_process();
    if (violates("grows_memory")) keep_memory();
    if (violates("grows_threads")) keep_thread();
    if (violates("grows_descriptors")) keep_descriptor();
}

// The mark stays in the process when the library has gone.
void harm_when_loaded(void) {
    if (!violates("loaded_once")) return;
    void *mark = mmap(MARK, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    was_loaded_before = mark == MAP_FAILED;
}
