// A small world around the dispatch part of the drop-in library: one instance, two drivers, one device, no
// layers, and no Python. Each check starts from a fresh process.
#ifndef REFLOADER_DISPATCH_WORLD_H
#define REFLOADER_DISPATCH_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../refloader/dropin/c/calls/dispatch.h"

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

// What a party answers to GetProcAddr; the last row has no name.
struct offer {
    const char *name;
    void *function;
};

struct world {
    struct instance instance;
    struct driver drivers[2];
    struct driver *driver_list[2];
    struct driver_device below;  // of the second driver
    struct physical_device above;
    struct device_table *table;
    void *device[1];          // a VkDevice: its first word is the table
    const struct offer *top;  // above the drivers: NULL stands for the bottom of the chain itself
    const struct offer *top_gpdpa;
    const struct offer *top_gdpa;
    const struct offer *driver[2];
    const struct offer *driver_gpdpa[2];
    const struct offer *driver_gdpa;
};

extern struct world world;

void world_start(void);  // tables are filled with what the world offers at this moment

static inline VkInstance world_instance(void) {
    return (VkInstance)&world.instance;
}

static inline VkPhysicalDevice world_physical_device(void) {
    return (VkPhysicalDevice)&world.above;
}

static inline VkPhysicalDevice world_driver_device(void) {
    return (VkPhysicalDevice)&world.below;
}

static inline VkDevice world_device(void) {
    return (VkDevice)world.device;
}

#define DRIVER_INSTANCE(index) ((VkInstance)(uintptr_t)(0x1000 + (index)))
#define DRIVER_PHYSICAL_DEVICE ((VkPhysicalDevice)(uintptr_t)0x2000)
#define TOP_INSTANCE ((VkInstance)(uintptr_t)0x3000)
#define TOP_PHYSICAL_DEVICE ((VkPhysicalDevice)(uintptr_t)0x4000)

typedef void (*check_function)(void);

struct check {
    const char *name;
    check_function run;
};

extern const struct check stub_checks[], lookup_checks[], bottom_checks[], emulation_checks[],
    observe_checks[];

#endif
