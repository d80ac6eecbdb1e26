// See holdings.h.
#include "holdings.h"

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

// The folder that is being read has a descriptor too.
static int64_t entries_of(const char *path, int64_t own) {
    DIR *folder = opendir(path);
    int64_t count = -own;
    if (folder == NULL) return -1;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static int64_t lines_of(const char *path) {
    FILE *file = fopen(path, "re");
    int64_t count = 0;
    if (file == NULL) return -1;
    for (int byte; (byte = getc_unlocked(file)) != EOF;) count += byte == '\n';
    fclose(file);
    return count;
}

static int64_t resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
    if (file != NULL) fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

// What malloc has given out. Before glibc 2.33 it counts in 32 bits: it is right below 4 GiB.
static int64_t given_out(void) {
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 heap = mallinfo2();
    return (int64_t)(heap.uordblks + heap.hblkhd);
#else
    struct mallinfo heap = mallinfo();
    return (int64_t)(unsigned)heap.uordblks + (int64_t)(unsigned)heap.hblkhd;
#endif
}

struct holdings holdings_now(void) {
    return (struct holdings){
        .resident = resident(),
        .heap = given_out(),
        .descriptors = entries_of("/proc/self/fd", 1),
        .threads = entries_of("/proc/self/task", 0),
        .mappings = lines_of("/proc/self/maps"),
    };
}
