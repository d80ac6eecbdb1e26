// Stands in for libvulkan.so.1 while a layer negotiates: exports every command of the registry, writes down which are
// called, and fails them. Never looks at an argument.
#include <string.h>

#include "../../native/generated/command_list.h"
#include "loader_interface.h"
#include "recorder.h"

#define EXPORT __attribute__((visibility("default")))

static const char *names[256];
static uint32_t used;

EXPORT recorded_calls recorded;

const char *const *recorded(uint32_t *count) {
    *count = used;
    used = 0;
    return names;
}

// A lookup gives NULL, all others an error.
static intptr_t note(const char *name) {
    if (used < sizeof names / sizeof names[0]) names[used++] = name;
    return strstr(name, "ProcAddr") != NULL ? 0 : VK_ERROR_INITIALIZATION_FAILED;
}

#define COMMAND(name, first) \
    EXPORT intptr_t name(void); \
    intptr_t name(void) { return note(#name); }
VK_COMMAND_LIST(COMMAND)
