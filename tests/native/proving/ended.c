// Counts the threads of a process (refloader/probes/shared/holdings.h) whose first one has ended: the kernel lists it as
// long as another one runs. With the word "more", a third thread waits.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "holdings.h"

static pthread_t first;

static void *wait(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void *count(void *nothing) {
    pthread_join(first, NULL);
    printf("%d\n", (int)holdings_now().threads);
    exit(0);
    return nothing;
}

int main(int words, char **word) {
    pthread_t thread;
    (void)word;
    first = pthread_self();
    if (words > 1 && pthread_create(&thread, NULL, wait, NULL) != 0) return 1;
    if (pthread_create(&thread, NULL, count, NULL) != 0) return 1;
    pthread_exit(NULL);
}
