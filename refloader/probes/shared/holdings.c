// See holdings.h.
#include "holdings.h"

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define IS_ENDING 0x4U  // the kernel's PF_EXITING

// The folder that is being read has a descriptor too.
static int64_t descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    int64_t count = -1;
    if (folder == NULL) return -1;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

// The fields after the name, which may hold anything: state, five numbers, flags.
int has_ended(const char *thread) {
    char path[64], text[512];
    unsigned flags = 0;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", thread);
    FILE *file = fopen(path, "re");
    if (file == NULL) return access(path, F_OK) != 0;  // without a descriptor left, it is there
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *fields = strrchr(text, ')');
    return fields != NULL && sscanf(fields + 1, " %*c %*d %*d %*d %*d %*d %u", &flags) == 1 && (flags & IS_ENDING) != 0;
}

static int64_t threads(void) {
    DIR *folder = opendir("/proc/self/task");
    int64_t count = 0;
    if (folder == NULL) return -1;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.' && !has_ended(entry->d_name);
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
        .descriptors = descriptors(),
        .threads = threads(),
        .mappings = lines_of("/proc/self/maps"),
    };
}
