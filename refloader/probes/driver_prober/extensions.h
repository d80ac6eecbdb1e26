// Which extensions a driver offers for instances and devices.
#ifndef REFLOADER_DRIVER_PROBER_EXTENSIONS_H
#define REFLOADER_DRIVER_PROBER_EXTENSIONS_H

#include "driver_prober.h"

#define MOST_EXTENSIONS 4096U  // more than any driver has, and all that is read

// Whether a name is among rows; no more of them than MOST_EXTENSIONS are looked at.
int has_extension(const char *name, const VkExtensionProperties *rows, uint32_t count);
int instance_offers(const char *name);
int device_offers(VkInstance instance, VkPhysicalDevice device, const char *name);

#endif
