// See process.h.
#include "process.h"

#include <dirent.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../shared/lines.h"

#define ALL_TIME 10.0  // seconds, where nobody says

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

struct holdings holdings_now(void) {
    struct mallinfo2 heap = mallinfo2();
    return (struct holdings){
        .resident = resident(),
        .heap = (int64_t)(heap.uordblks + heap.hblkhd),
        .descriptors = entries_of("/proc/self/fd", 1),
        .threads = entries_of("/proc/self/task", 0),
        .mappings = lines_of("/proc/self/maps"),
    };
}

void say_holdings(const char *key, int64_t round, const struct holdings *holdings) {
    open_object(key);
    say_number("round", round);
    say_number("resident", holdings->resident);
    say_number("heap", holdings->heap);
    say_number("descriptors", holdings->descriptors);
    say_number("threads", holdings->threads);
    say_number("mappings", holdings->mappings);
    close_object();
}

double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double share_of_time(double share) {
    const char *text = getenv("REFLOADER_SECONDS");
    double all = text == NULL ? 0 : strtod(text, NULL);
    return share * (all > 0 ? all : ALL_TIME);
}
