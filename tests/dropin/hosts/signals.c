// signals LIBRARY real|prof restart|interrupt SECONDS: everything again and again while a timer's signal arrives,
// more than ten times: on a busy machine, that takes longer.
#include "host.h"

static volatile sig_atomic_t arrived;

static void on_signal(int number) {
    (void)number;
    arrived = arrived + 1;
}

int main(int count, char **arguments) {
    CHECK(count == 5);
    int real = strcmp(arguments[2], "real") == 0;
    struct sigaction action = {.sa_handler = on_signal};
    action.sa_flags = strcmp(arguments[3], "restart") == 0 ? SA_RESTART : 0;
    struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
    int which = real ? ITIMER_REAL : ITIMER_PROF;
    CHECK(sigaction(real ? SIGALRM : SIGPROF, &action, NULL) == 0);
    CHECK(setitimer(which, &often, NULL) == 0);
    unsigned long rounds = 0;
    double until = now() + atof(arguments[4]);
    open_loader(arguments[1]);
    for (; rounds < 3 || now() < until || arrived <= 10; rounds++) whole_life();
    CHECK(setitimer(which, &never, NULL) == 0);
    printf("%lu\n", rounds);
    return 0;
}
