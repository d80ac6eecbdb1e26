// Landlock: what of the file system a process can still reach, whatever its user may.
#ifndef REFLOADER_BOX_LANDLOCK_H
#define REFLOADER_BOX_LANDLOCK_H

#include <stdint.h>

// Whom it keeps from signalling processes outside comes with this version of the interface.
enum { LANDLOCK_KEEPS_SIGNALS = 6 };

int landlock_close(int32_t ruleset);

#endif
