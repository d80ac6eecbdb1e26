// Landlock: what of the file system a process can still reach, whatever its user may.
#ifndef REFLOADER_BOX_LANDLOCK_H
#define REFLOADER_BOX_LANDLOCK_H

#include <stdint.h>

// The versions of the interface from which on it keeps files from being truncated, and processes from being signalled.
enum { LANDLOCK_KEEPS_LENGTHS = 3, LANDLOCK_KEEPS_SIGNALS = 6 };

int landlock_close(int32_t ruleset);

#endif
