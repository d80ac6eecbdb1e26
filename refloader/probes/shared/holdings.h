// What the process holds: memory, descriptors, threads, mappings. Only counts; never says whose they are.
#ifndef REFLOADER_SHARED_HOLDINGS_H
#define REFLOADER_SHARED_HOLDINGS_H

#include <stdint.h>

struct holdings {
    int64_t resident;  // bytes of memory in use, as the kernel counts them
    int64_t heap;      // bytes that malloc has given and not got back
    int64_t descriptors, threads, mappings;
};

struct holdings holdings_now(void);

// Whether a thread of this process, by its number in decimal, runs no code any more: it has ended, and whoever joined it
// goes on, while the kernel still lists it.
int has_ended(const char *thread);

#endif
