// For what stands at the bottom of the chain in C: from the handle that came down to the driver's function.
#ifndef REFLOADER_DRIVER_CALLS_H
#define REFLOADER_DRIVER_CALLS_H

#include "dispatch.h"

#define CHECKED(physical_device, name) checked_driver_device(physical_device, SLOT_##name)

// NULL where the driver does not have the command.
#define DRIVER_HAS(device, name) ((PFN_##name)slot_read(&(device)->driver->table[SLOT_##name]))

// The core command or, from an older driver, the same one of the extension that it comes from.
#define DRIVER_HAS_EITHER(device, name) ((PFN_##name)either((device)->driver, SLOT_##name, SLOT_##name##KHR))

static inline void *either(const struct driver *driver, unsigned core, unsigned extension) {
    void *function = slot_read(&driver->table[core]);
    return function != NULL ? function : slot_read(&driver->table[extension]);
}

#endif
