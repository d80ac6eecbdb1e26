// Whole lives of an instance and of a device, as plain as can be: made, and destroyed at once.
#ifndef REFLOADER_DRIVER_PROBER_LIVES_H
#define REFLOADER_DRIVER_PROBER_LIVES_H

#include "driver_prober.h"

VkResult live_instance(void);
// An instance and a device of its first physical device. ``has_device``, if not NULL, tells whether there was one to
// make; without one the result is the instance's.
VkResult live_device(int *has_device);
// The latter as a step of its own: a driver that does not come back from it fails everywhere, and is blamed elsewhere.
// Whether there was a device.
int live_once(void);

#endif
