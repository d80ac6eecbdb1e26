// What the process holds, as the driver prober tells it, and the time that it has.
#ifndef REFLOADER_DRIVER_PROBER_PROCESS_H
#define REFLOADER_DRIVER_PROBER_PROCESS_H

#include <stdint.h>

#include "../shared/holdings.h"

// An element of the list that is open, or with a key a member of the object.
void say_holdings(const char *key, int64_t round, const struct holdings *holdings);

// A number as printf's ``format`` writes it, with a point in any locale that the driver has set.
void say_real(const char *key, const char *format, double value);

// Seconds since some moment, the same for the whole process.
double seconds(void);
// A part of the seconds that the process has, by what the harness says.
double share_of_time(double share);

#endif
