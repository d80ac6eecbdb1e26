// What a relay and the program share. A relay is a small library that a loader opens as a driver or as a layer: all of
// its functions lead to the program that the loader runs in, with the words that they are called with.
#ifndef REFLOADER_RELAY_H
#define REFLOADER_RELAY_H

#include "../shared/words.h"
#include "loader_interface.h"

#define RELAYED_PHYSICAL "vkGeneratedPhysicalTEST"  // commands that no loader knows
#define RELAYED_DEVICE "vkGeneratedDeviceTEST"

// One copy of the library; its file is named driverN.so or layerN.so.
struct relay {
    int is_layer;
    uint32_t number;
    PFN_vkVoidFunction (*function)(const char *name);  // its own function for a command; NULL: nobody knows the name
    PFN_GetPhysicalDeviceProcAddr physical;
};

enum relayed_lookup { LOOKUP_INSTANCE, LOOKUP_DEVICE, LOOKUP_PHYSICAL };

// What the program exports.
typedef uint64_t relayed_call(const struct relay *, const char *name, uint64_t *arguments);
typedef PFN_vkVoidFunction relayed_lookup_of(const struct relay *, enum relayed_lookup, const void *handle, const char *name);
typedef VkResult relayed_negotiation(const struct relay *, uint32_t *driver, VkNegotiateLayerInterface *layer);
relayed_call refloader_relayed_call;
relayed_lookup_of refloader_relayed_lookup;
relayed_negotiation refloader_relayed_negotiation;

#endif
