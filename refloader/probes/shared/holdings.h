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

#endif
