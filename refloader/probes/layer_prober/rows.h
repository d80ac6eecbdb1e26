// The enumerations of layers and extensions, asked in every way that their protocol has.
#ifndef REFLOADER_PROBER_ROWS_H
#define REFLOADER_PROBER_ROWS_H

#include "prober.h"

// One of the four functions with what it is given besides count and rows.
struct enumeration {
    enum { INSTANCE_LAYERS, INSTANCE_EXTENSIONS, DEVICE_LAYERS, DEVICE_EXTENSIONS } of;
    PFN_vkVoidFunction function;
    VkPhysicalDevice device;
    const char *layer;
};
extern const char *const enumerations[4];

// Ask for the count ("counted"), for all rows ("filled"), with one too few ("short") and with some more ("roomy"); then say
// it under the label, with the names, whether anything was written beyond the room, and the names of layers that came
// down. At most ``room`` of the names are kept, when ``names`` is not NULL; gives their number.
uint32_t enumerate(const char *label, const struct enumeration *asked, char (*names)[256], uint32_t room);

#endif
