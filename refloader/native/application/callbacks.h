// The application's own allocation callbacks: each kind of object has its own, and every use of them is
// checked and noted in the recording. Never calls Vulkan.
#ifndef REFLOADER_APPLICATION_CALLBACKS_H
#define REFLOADER_APPLICATION_CALLBACKS_H

#include "../generated/vk_core.h"

// Whether callbacks are given at all (--allocator).
void callbacks_use(void);

// Those of a kind of object ("buffer"), NULL where none are to be given. The name has to stay where it is.
const VkAllocationCallbacks *callbacks_of(const char *object);

// Answers what is alive in each scope and what was wrong since the last time, and begins to count anew.
void callbacks_answer(void);

// A line of the recording, where there is one.
void note(uint64_t value, uint64_t other, const char *about, const char *text);
void notes_open(void);

#endif
