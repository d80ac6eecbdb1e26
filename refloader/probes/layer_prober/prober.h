// What the prober's files share: the command line, the library under test, and where a pointer lies. The prober opens
// one layer's library and plays the loader; it never judges an answer.
#ifndef REFLOADER_PROBER_H
#define REFLOADER_PROBER_H

#include <stddef.h>
#include <stdint.h>

#include "../shared/command_line.h"
#include "../shared/library.h"
#include "loader_interface.h"

// The names that a manifest may change are here under what the manifest says.
struct options {
    const char *library;
    const char *act;
    const char *layer;
    const char *negotiate;
    const char *gipa;
    const char *gdpa;
    const char *only;  // the one case of an act that is wanted; "" for those that are run without asking
    uint32_t seed;     // of the first of the programs that an act generates
    uint32_t count;    // how many there are
    uint32_t minor;    // applications ask for Vulkan 1.N and no newer one
    struct words instance_extensions;
    struct words device_extensions;
    struct words functions;  // of pre-instance intercepts: COMMAND=SYMBOL
};
extern struct options options;

#define USUAL_MINOR 3U
#define NEWEST_MINOR 4U
#define VERSION_OF(minor) VK_MAKE_API_VERSION(0, 1, minor, 0)

// ---- the library

void open_layer(void);

// How a layer is entered, once it is known: by negotiation, or through its exports.
struct entry {
    const char *by;  // "negotiation", "exports", or "" when there is no way in
    uint32_t version;
    PFN_vkGetInstanceProcAddr instance;
    PFN_vkGetDeviceProcAddr device;
    PFN_GetPhysicalDeviceProcAddr physical;
};
extern struct entry entry;

// Find the way in and say it under a label. Ends the process where there is none.
void enter(const char *label);

// "next" for the entity below, else what file_of says.
const char *place_of(const void *pointer);

void probe_names(void);
void probe_negotiation(void);
void probe_calls_down(void);
void probe_lookups(void);
void probe_creation(void);
void probe_many(void);
void probe_enumerations(void);
void probe_introspection(void);
void probe_pre_instance(void);
void probe_manners(void);
void probe_carrying(void);
void probe_apart(void);
void probe_with_programs(void);
void probe_facts(void);
void probe_own_features(void);
void probe_effects(void);
void probe_presentations(void);
void probe_enabled(void);

#endif
