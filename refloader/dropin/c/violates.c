// Reads which violator the library is: the content of the file whose path is the library's own and ".violate".
// Compiled for the variant with violators only.
#define _GNU_SOURCE
#include "violates.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char named[4096];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_name(void) {
    Dl_info self;
    char path[4096];
    if (dladdr((void *)read_name, &self) == 0) return;
    if ((size_t)snprintf(path, sizeof path, "%s.violate", self.dli_fname) >= sizeof path) return;
    FILE *file = fopen(path, "re");
    if (file == NULL) return;
    named[fread(named, 1, sizeof named - 1, file)] = '\0';
    fclose(file);
}

const char *refloader_violator(void) {
    pthread_once(&once, read_name);
    return named;
}

int refloader_violates(const char *name) {
    return strcmp(refloader_violator(), name) == 0;
}

int refloader_violates_for(const char *kind, const char *command) {
    const char *name = refloader_violator();
    size_t length = strlen(kind);
    return strncmp(name, kind, length) == 0 && strcmp(name + length, command) == 0;
}

// ---- functions that stand before another one and spoil a call to it

#define STANDS 8

typedef uint64_t word;
typedef word (*function_of_8)(word, word, word, word, word, word, word, word);

static function_of_8 targets[STANDS];
static int lost_parameter;
static bool loses_results, loses_flags, hides_short_lists;
static bool loses_last_number;      // of a VkMemoryAllocateInfo, the type
static size_t loses_structures_of;  // the size of the info at parameter 1 that loses what stands behind it, 0 for none

enum { INCOMPLETE = 5, MEMORY_INFO = 32, PRESENT_INFO = 64 };

// sType, pNext and flags, of which the last are lost: all of a VkFenceCreateInfo.
struct created {
    uint32_t type;
    const void *next;
    uint32_t flags;
};

static word spoiled(function_of_8 target, word a, word b, word c, word d, word e, word f, word g, word h) {
    word *given[] = {&a, &b, &c, &d, &e, &f, &g, &h};
    if (lost_parameter > 0) *given[lost_parameter] = 0;
    struct created info = {0};
    if (loses_flags) {
        memcpy(&info, (const void *)(uintptr_t)b, sizeof info);
        info.flags = 0;
        b = (word)(uintptr_t)&info;
    }
    char alone[64];
    if (loses_last_number) {
        memcpy(alone, (const void *)(uintptr_t)b, MEMORY_INFO);
        memset(alone + MEMORY_INFO - sizeof b, 0, sizeof b);
        b = (word)(uintptr_t)alone;
    }
    if (loses_structures_of > 0) {
        memcpy(alone, (const void *)(uintptr_t)b, loses_structures_of);
        memset(alone + offsetof(struct created, next), 0, sizeof(void *));
        b = (word)(uintptr_t)alone;
    }
    word result = target(a, b, c, d, e, f, g, h);
    if (hides_short_lists && (uint32_t)result == INCOMPLETE) return 0;
    return loses_results ? 0 : result;
}

#define STAND(place) \
    static word stand_##place(word a, word b, word c, word d, word e, word f, word g, word h) { \
        return spoiled(targets[place], a, b, c, d, e, f, g, h); \
    }
STAND(0)
STAND(1)
STAND(2)
STAND(3)
STAND(4)
STAND(5)
STAND(6)
STAND(7)

static const function_of_8 stands[STANDS] = {stand_0, stand_1, stand_2, stand_3,
                                             stand_4, stand_5, stand_6, stand_7};

static void *before(void *function) {
    for (int place = 0; place < STANDS; place++) {
        if (targets[place] == NULL) targets[place] = (function_of_8)function;
        if (targets[place] == (function_of_8)function) return (void *)stands[place];
    }
    return function;
}

// The number of the parameter in whose place the driver gets 0, counted from 0; 0 for none.
static int lost_of(const char *name) {
    if (VIOLATES_FOR("drivers_lose_parameter_1_of_", name)) return 1;
    if (VIOLATES_FOR("drivers_lose_parameter_2_of_", name)) return 2;
    if (VIOLATES_FOR("drivers_lose_parameter_3_of_", name)) return 3;
    if (VIOLATES_FOR("drivers_lose_parameter_4_of_", name)) return 4;
    return VIOLATES_FOR("drivers_lose_parameter_5_of_", name) ? 5 : 0;
}

// The same at the top of a chain.
static int lost_above_of(const char *name) {
    if (VIOLATES_FOR("chains_lose_parameter_1_of_", name)) return 1;
    if (VIOLATES_FOR("chains_lose_parameter_4_of_", name)) return 4;
    return VIOLATES_FOR("chains_lose_parameter_3_of_", name) ? 3 : 0;
}

static size_t structures_lost_of(const char *name) {
    if (!VIOLATES_FOR("chains_lose_the_structures_of_", name)) return 0;
    return strcmp(name, "vkQueuePresentKHR") == 0 ? PRESENT_INFO : MEMORY_INFO;
}

static void *distorted_above(void *function, const char *name) {
    bool loses_result = VIOLATES_FOR("chains_lose_the_result_of_", name) ||
                        VIOLATES_FOR("chains_lose_the_answer_of_", name);
    bool loses_all_flags = VIOLATES_FOR("chains_lose_the_flags_of_", name);
    bool hides_short = VIOLATES_FOR("chains_complete_short_lists_of_", name);
    bool loses_number = VIOLATES_FOR("chains_lose_the_last_number_of_", name);
    size_t structures = structures_lost_of(name);
    int lost = lost_above_of(name);
    if (!loses_result && !loses_all_flags && !hides_short && !loses_number && structures == 0 && lost == 0)
        return function;
    loses_last_number = loses_number;
    loses_results = loses_result;
    hides_short_lists = hides_short;
    loses_structures_of = structures;
    loses_flags = loses_all_flags;
    lost_parameter = lost;
    return before(function);
}

void *refloader_distorted(void *function, const char *name, int driver) {
    if (function == NULL) return NULL;
    if (driver < 0) return distorted_above(function, name);
    if (VIOLATES_FOR("no_driver_has_", name)) return NULL;
    if (VIOLATES_FOR("a_second_driver_lacks_", name) && driver > 0) return NULL;
    bool loses_result = VIOLATES_FOR("drivers_lose_the_result_of_", name);
    bool hides_short = VIOLATES_FOR("drivers_complete_short_lists_of_", name);
    int lost = lost_of(name);
    if (!loses_result && !hides_short && lost == 0) return function;
    loses_results = loses_result;
    hides_short_lists = hides_short;
    lost_parameter = lost;
    return before(function);
}
