// threads LIBRARY THREADS SECONDS STACK: threads with stacks of that many bytes (0: as usual) make, use and destroy
// instances and devices all the time; every second one works on an instance that they share.
#include <limits.h>

#include "host.h"

static VkInstance shared;
static double until;

static void *alone(void *rounds) {
    for (; now() < until; ++*(unsigned long *)rounds) whole_life();
    return NULL;
}

// The process's first use of the loader happens on such a stack, too.
static void *first(void *unused) {
    shared = make_instance();
    return unused;
}

static void *together(void *rounds) {
    for (; now() < until; ++*(unsigned long *)rounds) {
        use_instance(shared);
        VkDevice device = make_device(shared);
        use_device(device);
        vk.DestroyDevice(device, NULL);
    }
    return NULL;
}

int main(int count, char **arguments) {
    CHECK(count == 5);
    unsigned threads = (unsigned)atoi(arguments[2]);
    size_t stack = (size_t)atol(arguments[4]);
    pthread_t started[64];
    unsigned long rounds[64] = {0};
    pthread_attr_t attributes;
    CHECK(threads <= COUNT(started) && pthread_attr_init(&attributes) == 0);
    if (stack > 0) CHECK(pthread_attr_setstacksize(&attributes, stack) == 0);
    open_loader(arguments[1]);
    CHECK(pthread_create(&started[0], &attributes, first, NULL) == 0 && pthread_join(started[0], NULL) == 0);
    until = now() + atof(arguments[3]);
    for (unsigned i = 0; i < threads; i++)
        CHECK(pthread_create(&started[i], &attributes, i % 2 ? together : alone, &rounds[i]) == 0);
    for (unsigned i = 0; i < threads; i++) CHECK(pthread_join(started[i], NULL) == 0);
    vk.DestroyInstance(shared, NULL);
    for (unsigned i = 0; i < threads; i++) printf("%lu\n", rounds[i]);
    return 0;
}
