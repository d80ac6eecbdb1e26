// What the process holds: memory, descriptors, threads, mappings. Only counts; never says whose they are.
#ifndef REFLOADER_DRIVER_PROBER_PROCESS_H
#define REFLOADER_DRIVER_PROBER_PROCESS_H

#include <stdint.h>

struct holdings {
    int64_t resident;  // bytes of memory in use, as the kernel counts them
    int64_t heap;      // bytes that malloc has given and not got back
    int64_t descriptors, threads, mappings;
};

struct holdings holdings_now(void);
// An element of the list that is open, or with a key a member of the object.
void say_holdings(const char *key, int64_t round, const struct holdings *holdings);

// Seconds since some moment, the same for the whole process.
double seconds(void);
// A part of the seconds that the process has, by what the harness says.
double share_of_time(double share);

#endif
