// How a call ends its process that does not come back: of itself, or by the function at address 0, or too late.
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>
#include <unistd.h>

#include "../../shared/time_limit.h"
#include "carried.h"
#include "../prober.h"

#define SECONDS 2U

// Where the code is at; something else than 0 where that cannot be said.
static uint64_t place_in_code(const ucontext_t *context) {
#if defined(__x86_64__)
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
    return (uint32_t)context->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
    return context->uc_mcontext.pc;
#else
    (void)context;
    return 1;
#endif
}

static void look_where(int number, siginfo_t *info, void *context) {
    (void)info;
    if (place_in_code(context) == 0) _exit(NOWHERE_STATUS);
    signal(number, SIG_DFL);
    raise(number);
}

void die_quietly(void) {
    static const int numbers[] = {SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    struct sigaction at_fault = {.sa_sigaction = look_where, .sa_flags = SA_SIGINFO | SA_NODEFER};
    for (size_t i = 0; i < COUNT(numbers); i++) signal(numbers[i], SIG_DFL);
    sigaction(SIGSEGV, &at_fault, NULL);
    end_after(SECONDS);
}
