// What a loader has in the objects of programs: the first word of each that is dispatchable.
#ifndef REFLOADER_DRIVER_PROBER_WATCH_H
#define REFLOADER_DRIVER_PROBER_WATCH_H

#include "../../programs/program.h"

// For struct ground: objects are taken over after the step that made them, and looked at after each later one. The first
// that a driver has written to is what is broken in the story.
VkResult watch_instance(VkInstance instance);
VkResult watch_device(VkDevice device);
void watch(struct world *world);
// Another program begins.
void forget_watched(void);

#endif
