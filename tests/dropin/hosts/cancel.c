// cancel LIBRARY COUNT: that many threads make and destroy instances and devices, one after the other, and each is
// cancelled a little later than the one before. The last life is the main thread's.
#include "host.h"

static void *live(void *unused) {
    for (;;) {
        whole_life();
        pthread_testcancel();
    }
    return unused;
}

int main(int count, char **arguments) {
    CHECK(count == 3);
    open_loader(arguments[1]);
    for (int i = 0; i < atoi(arguments[2]); i++) {
        pthread_t thread;
        void *result = NULL;
        CHECK(pthread_create(&thread, NULL, live, NULL) == 0);
        usleep((unsigned)i * 150);
        CHECK(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
    }
    whole_life();
    return 0;
}
