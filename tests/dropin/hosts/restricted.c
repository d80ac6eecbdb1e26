// restricted LIBRARY WHAT first|later: a process that has taken something away from itself makes and ends everything, before and
// after its first instance. Prints "well".
#include "host.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

#define CANNOT 77  // the exit status of a machine that does not allow it

static int out;  // what is printed goes there

// ---- a stack of the program's own, as coroutines have
#define STACK ((size_t)16 << 10)
#define GUARD ((size_t)64 << 10)  // whole pages on any machine

static ucontext_t of_thread, of_coroutine;

static void on_its_stack(void) {
    char *memory =
        mmap(NULL, GUARD + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED && mprotect(memory, GUARD, PROT_NONE) == 0);
    CHECK(getcontext(&of_coroutine) == 0);
    of_coroutine.uc_stack.ss_sp = memory + GUARD;
    of_coroutine.uc_stack.ss_size = STACK;
    of_coroutine.uc_link = &of_thread;
    makecontext(&of_coroutine, whole_life, 0);
    CHECK(swapcontext(&of_thread, &of_coroutine) == 0);
}

// ---- what is taken away
static void close_all(void) {
    for (int file = 0; file < 1024; file++)
        if (file != out) close(file);
}

static void have_no_files(void) {
    struct rlimit before, none = {0, 0};
    CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
    none.rlim_max = before.rlim_max;
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    VkInstance instance = NULL;
    VkResult result = try_instance(&instance, NULL, NULL);
    CHECK(result < 0 && instance == NULL);
    CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
}

static void have_no_folder(void) {
    char name[] = "folder-XXXXXX";
    char here[4096];
    CHECK(mkdtemp(name) != NULL && chdir(name) == 0);
    CHECK(getcwd(here, sizeof here) != NULL && rmdir(here) == 0);
    CHECK(setenv("VK_ADD_LAYER_PATH", "relative:./other:.", 1) == 0);
}

static void make_nothing_executable(void) {
    if (prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0) _exit(CANNOT);
}

static void have_a_small_stack(void) {
    struct rlimit small;
    CHECK(getrlimit(RLIMIT_STACK, &small) == 0);
    small.rlim_cur = 8 << 10;
    CHECK(setrlimit(RLIMIT_STACK, &small) == 0);
}

static const struct {
    const char *name;
    void (*take)(void);
    void (*use)(void);
} cases[] = {
    {"coroutine", NULL, on_its_stack},
    {"descriptors", close_all, whole_life},
    {"files", have_no_files, whole_life},
    {"folder", have_no_folder, whole_life},
    {"executable", make_nothing_executable, whole_life},
    {"stack", have_a_small_stack, whole_life},
};

int main(int count, char **arguments) {
    CHECK(count == 4);
    out = fcntl(1, F_DUPFD_CLOEXEC, 100);
    CHECK(out >= 100);
    open_loader(arguments[1]);
    alarm(60);
    if (strcmp(arguments[3], "later") == 0) whole_life();
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (strcmp(cases[i].name, arguments[2]) != 0) continue;
        if (cases[i].take != NULL) cases[i].take();
        cases[i].use();
        CHECK(dprintf(out, "well\n") == 5);
        return 0;
    }
    CHECK(!"a case of this name");
}
