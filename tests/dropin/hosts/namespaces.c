// namespaces LIBRARY: several copies of the loader in one process, each in a linker namespace of its own, used by
// several threads in turn. Prints "well".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "loader_interface.h"

#define COPIES 4
#define THREADS 3
#define ROUNDS 3

static void *copies[COPIES];

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void use(void *library) {
    PFN_vkGetInstanceProcAddr look_up = (PFN_vkGetInstanceProcAddr)dlsym(library, "vkGetInstanceProcAddr");
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)look_up(NULL, "vkCreateInstance");
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkInstance instance = NULL;
    if (create(&info, NULL, &instance) != VK_SUCCESS) fail("no instance");
    ((PFN_vkDestroyInstance)look_up(instance, "vkDestroyInstance"))(instance, NULL);
}

static void *use_all(void *unused) {
    (void)unused;
    for (int at = 0; at < COPIES * ROUNDS; at++) use(copies[at % COPIES]);
    return NULL;
}

int main(int count, char **words) {
    pthread_t threads[THREADS];
    if (count != 2) return 2;
    for (int at = 0; at < COPIES; at++) {
        copies[at] = at == 0 ? dlopen(words[1], RTLD_NOW) : dlmopen(LM_ID_NEWLM, words[1], RTLD_NOW);
        if (copies[at] == NULL) fail(dlerror());
    }
    use_all(NULL);
    for (int at = 0; at < THREADS; at++) pthread_create(&threads[at], NULL, use_all, NULL);
    for (int at = 0; at < THREADS; at++) pthread_join(threads[at], NULL);
    puts("well");
    return 0;
}
