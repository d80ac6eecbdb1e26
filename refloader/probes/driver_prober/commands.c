// See commands.h.
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/command_list.h"

#define MOST_RANGES 4096U

#define NAME(name, first) #name,
static const char *const names[] = {VK_COMMAND_LIST(NAME)};

uint32_t known_command_count(void) { return sizeof names / sizeof names[0]; }
const char *known_command(uint32_t index) { return names[index]; }

static int compare(const void *name, const void *row) { return strcmp(name, *(const char *const *)row); }

int is_command(const char *name) {
    return bsearch(name, names, known_command_count(), sizeof *names, compare) != NULL;
}

static struct range {
    uintptr_t start, end;
} ranges[MOST_RANGES];
static uint32_t range_count;

void look_for_code(void) {
    char line[4600];
    FILE *maps = fopen("/proc/self/maps", "re");
    range_count = 0;
    while (maps != NULL && range_count < MOST_RANGES && fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end;
        char rights[8];
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 || rights[2] != 'x') continue;
        ranges[range_count++] = (struct range){start, end};
    }
    if (maps != NULL) fclose(maps);
}

int is_code(const void *pointer) {
    for (uint32_t i = 0; i < range_count; i++)
        if (ranges[i].start <= (uintptr_t)pointer && (uintptr_t)pointer < ranges[i].end) return 1;
    return 0;
}
