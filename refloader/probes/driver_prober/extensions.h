// Which extensions a driver offers for instances and devices.
#ifndef REFLOADER_DRIVER_PROBER_EXTENSIONS_H
#define REFLOADER_DRIVER_PROBER_EXTENSIONS_H

#include "driver_prober.h"

#define MOST_EXTENSIONS 4096U  // more than any driver has, and all that is read

// Whether a name is among rows; no more of them than MOST_EXTENSIONS are looked at.
int has_extension(const char *name, const VkExtensionProperties *rows, uint32_t count);
int has_word(const struct words *names, const char *name);
int instance_offers(const char *name);
int device_offers(VkInstance instance, VkPhysicalDevice device, const char *name);

#define PROPERTIES2 "VK_KHR_get_physical_device_properties2"
#define PORTABILITY "VK_KHR_portability_subset"
// Puts what a device is not made without to the names, if it is not there: VK_KHR_portability_subset, where the device
// offers it.
void add_needed_extensions(VkInstance instance, VkPhysicalDevice device, struct words *names);
// Puts those to the names that the command line has for every instance, as far as the driver offers them.
void add_wished_extensions(struct words *names);
// Add what the driver offers, or a physical device lists; the texts stay where they are for good.
void take_instance_extensions(struct words *names);
void take_device_extensions(VkInstance instance, VkPhysicalDevice device, struct words *names);
// Take out what may not be enabled beside another extension.
void leave_out_exclusive(struct words *names);

#endif
