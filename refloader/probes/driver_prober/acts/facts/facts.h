// What the files of the act "facts" share. See facts.c.
#ifndef REFLOADER_DRIVER_PROBER_FACTS_H
#define REFLOADER_DRIVER_PROBER_FACTS_H

#include "../../driver_prober.h"

// A list of extensions as an object, versions by name, and whether there are more; nothing where it cannot be had.
void say_extensions(const char *key, VkResult result, const VkExtensionProperties *rows, uint32_t count);

// All that one physical device tells, under the label facts.device.NUMBER. ``api_version`` is the instance's.
void say_device(VkInstance instance, VkPhysicalDevice device, uint32_t number, uint32_t api_version);

double milliseconds_now(void);
// Makes instances and devices for about so many milliseconds, and says how long each took under facts.timings;
// ``cold`` is what the process's first instance took.
void say_timings(const struct wish *instances, uint32_t milliseconds, double cold);

#endif
