// How rows of the model's commands begin.
#ifndef REFLOADER_PROGRAMS_MODEL_ROWS_H
#define REFLOADER_PROGRAMS_MODEL_ROWS_H

#include <stdlib.h>

#include "model.h"

#define MACHINE struct machine *machine = machine_of(AT(void, a[0]));
#define THING(name, kind, handle, command) \
    MACHINE struct thing *name = thing_of(machine, kind, handle, command); \
    if (name == NULL) return FAILED(VK_ERROR_UNKNOWN);

#define RECORDING(command) \
    struct recording *recording = recording_of(AT(void, a[0])); \
    if (recording == NULL) return 0; \
    if (recording->state != MODEL_RECORDING) complain(command " reaches the driver with a command buffer that is not being recorded"); \
    struct machine *machine = recording->machine;

static inline uint64_t zeroed(uint64_t size) { return HANDLE(calloc(1, size)); }

// An object of a kind without more to it.
static inline struct thing *make(const uint64_t *a, enum kind kind) {
    MACHINE
    return thing_new(machine, kind, AT(uint64_t, a[3]));
}
#define MAKES(name, kind) \
    static uint64_t name(const uint64_t *a) { return make(a, kind) == NULL ? FAILED(VK_ERROR_OUT_OF_HOST_MEMORY) : 0; }
#define ENDS(name, kind, command) \
    static uint64_t name(const uint64_t *a) { \
        if (a[1] == 0) return 0; \
        THING(thing, kind, a[1], command) \
        thing_end(thing, kind); \
        return 0; \
    }

#endif
