// The application's own allocation callbacks: each kind of object has its own, and every use of them is
// checked and noted in the recording, where there is one. Never calls Vulkan.
#ifndef REFLOADER_APPLICATION_CALLBACKS_H
#define REFLOADER_APPLICATION_CALLBACKS_H

#include <stdint.h>

#include "../../native/generated/vk_core.h"

#define CALLBACK_SCOPES 5  // command, object, cache, device, instance

// Whether callbacks are given at all (--allocator).
void callbacks_use(void);
int callbacks_are_used(void);

// Those of a kind of object ("buffer"), NULL where none are to be given. The name has to stay where it is. The
// structure is good for one call, and until this is called again on the same thread.
const VkAllocationCallbacks *callbacks_of(const char *object);

// What is alive in each scope, internal allocations, and what was wrong: blocks given back that are not alive, to other
// callbacks than they came from, or asked for with an alignment that is no power of two or a scope that is none; and uses of a structure after
// the call that it came with.
struct callbacks_counts {
    int64_t alive[CALLBACK_SCOPES], internal, wrong_frees, wrong_owners, wrong_alignments, wrong_scopes, used_later;
};
struct callbacks_counts callbacks_counts(void);
void callbacks_count_anew(void);

// How often blocks were asked of the callbacks of this kind of object, refused ones included.
int64_t callbacks_taken(const char *object);

// The allocation of this number, counted from now on with 1, gets NULL; 0: none does.
void callbacks_refuse(int64_t number);

// A line of the recording, where there is one.
void note(uint64_t value, uint64_t other, const char *about, const char *text);
void notes_open(void);

#endif
