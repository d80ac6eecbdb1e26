// See apart.h.
#include "apart.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../shared/answers.h"

static _Noreturn void end_as(int status) {
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

void apart(void (*step)(const void *about), const void *about) {
    static int *is_back;  // in memory that outlives the process: a driver may end it with the status 0
    int status = 0;
    if (is_back == NULL) is_back = mmap(NULL, sizeof *is_back, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (is_back == MAP_FAILED) abort();
    *is_back = 0;
    pid_t child = fork();
    if (child < 0) give_up("apart", "no process can be started");
    if (child == 0) {
        step(about);
        *is_back = 1;
        exit(0);  // destructors are the driver's, too
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (status != 0 || !*is_back) end_as(status);
}
