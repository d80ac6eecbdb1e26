// Preloaded: whoever asks to hear of forks waits a while before and after he is written down.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

typedef void (*heard)(void);
typedef int (*register_atfork)(heard before, heard parent, heard child, void *library);

int __register_atfork(heard before, heard parent, heard child, void *library);
int __register_atfork(heard before, heard parent, heard child, void *library) {
    register_atfork next;
    *(void **)&next = dlsym(RTLD_NEXT, "__register_atfork");
    usleep(100000);
    int result = next(before, parent, child, library);
    usleep(100000);
    return result;
}
