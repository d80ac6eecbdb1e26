// Where code leads that lies in no file: a function that was generated when the program ran. It is executed one
// instruction at a time, up to the first one of a file, which is not executed. Only on x86-64.
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void *following_end(void *code, void *first);

#if defined(__x86_64__)

enum { MOST_INSTRUCTIONS = 4096, TRAP_FLAG = 0x100, STOPS = 4 };

static const int stopping[STOPS] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL};

static _Thread_local struct {
    sigjmp_buf out;
    uintptr_t begin;
    int begun, instructions;
    void *volatile end;
} now;

static int is_in_file(uintptr_t address) {
    Dl_info found;
    return dladdr((void *)address, &found) != 0;
}

// The generated code holds no lock of the dynamic linker while it runs, so the handler may ask it.
static void stop(int signal, siginfo_t *info, void *given) {
    ucontext_t *context = given;
    uintptr_t at = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    (void)info;
    if (signal != SIGTRAP) siglongjmp(now.out, 1);
    if (!now.begun && at != now.begin) return;
    now.begun = 1;
    if (is_in_file(at)) now.end = (void *)at;
    if (now.end != NULL || ++now.instructions > MOST_INSTRUCTIONS) siglongjmp(now.out, 1);
}

// Begins with the trap flag set; what a command gets beside its first parameter is zero.
static void begin(void *code, void *first) {
    __asm__ volatile("subq $256, %%rsp\n\tandq $-16, %%rsp\n\t"
                     "pushfq\n\torq %1, (%%rsp)\n\tpopfq\n\t"
                     "call *%0\n\t"
                     "ud2"
                     :
                     : "a"(code), "i"(TRAP_FLAG), "D"(first), "S"(0L), "d"(0L), "c"(0L)
                     : "memory", "cc", "r8", "r9", "r10", "r11");
    __builtin_unreachable();
}

// The address of the first instruction in a file to which the code leads that is given ``first`` and nothing else; NULL
// where it does not come to one, faults, or returns.
EXPORT void *following_end(void *code, void *first) {
    struct sigaction before[STOPS], action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = stop;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    now.begin = (uintptr_t)code;
    now.begun = now.instructions = 0;
    now.end = NULL;
    for (int each = 0; each < STOPS; each++) sigaction(stopping[each], &action, &before[each]);
    if (sigsetjmp(now.out, 1) == 0) begin(code, first);
    for (int each = 0; each < STOPS; each++) sigaction(stopping[each], &before[each], NULL);
    Dl_info own, found;
    if (now.end == NULL || dladdr((void *)(uintptr_t)&following_end, &own) == 0) return NULL;
    return dladdr(now.end, &found) != 0 && found.dli_fbase == own.dli_fbase ? NULL : now.end;
}

#else

EXPORT void *following_end(void *code, void *first) {
    (void)code;
    (void)first;
    return NULL;
}

#endif
