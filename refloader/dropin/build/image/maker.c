// Has a library start its interpreter and write down what that left: maker LIBRARY OFFSET SHIFT BEFORE AFTER.
// OFFSET is where in the library the address of its function is, SHIFT how many pages to move its place in memory by.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int making(int before, int after);

static int opened(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) perror(path);
    return file;
}

int main(int count, char **arguments) {
    if (count != 6) return 10;
    size_t shift = (size_t)strtoul(arguments[3], NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
    if (shift > 0 && mmap(NULL, shift, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return 11;
    struct link_map *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 12;
    }
    making *make = *(making **)(library->l_addr + strtoul(arguments[2], NULL, 10));
    int before = opened(arguments[4]), after = opened(arguments[5]);
    if (before < 0 || after < 0) return 13;
    _exit(make(before, after));
}
