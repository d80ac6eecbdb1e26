// See apart.h.
#include "apart.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void end_as(int status) {
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

void apart(void (*step)(const void *about), const void *about) {
    int status = 0;
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        step(about);
        exit(0);  // destructors are the driver's, too
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (status != 0) end_as(status);
}
