// The objects that Python makes and machine code reads; refloader/dropin/python/memory/objects.py has the same numbers.
// The assembler reads the first part, C all of it.
#ifndef REFLOADER_OBJECTS_H
#define REFLOADER_OBJECTS_H

// The low halves of the magic numbers: what the stubs compare.
#define INSTANCE_MAGIC_LOW 0x4F414449
#define PHYSICAL_DEVICE_MAGIC_LOW 0x4F414450
#define DRIVER_DEVICE_MAGIC_LOW 0x4F414454
#define DEVICE_MAGIC_LOW 0x4F414444

// What refloader_bad_handle is told: which kind of handle a stub looked at.
#define HANDLE_INSTANCE 0
#define HANDLE_DRIVER_DEVICE 1
#define HANDLE_DEVICE 2

#define RECORD_TABLE 0
#define RECORD_MAGIC 8
#define RECORD_INNER 16
#define DRIVER_DEVICE_DRIVER 24
#define DEVICE_SLOTS_OFFSET 128

#ifndef __ASSEMBLER__
#include "../../../native/include/loader_interface.h"

#define INSTANCE_MAGIC 0x5245464C4F414449ULL
#define PHYSICAL_DEVICE_MAGIC 0x5245464C4F414450ULL
#define DRIVER_DEVICE_MAGIC 0x5245464C4F414454ULL
#define DEVICE_MAGIC 0x5245464C4F414444ULL
#define SURFACE_MAGIC 0x5245464C4F414453ULL

// What a driver offers, bits of the member of that name.
#define OFFERS_SURFACE_MAINTENANCE1 1U
#define OFFERS_PROTECTED_SURFACES 2U

// In the place of a driver's own surface: the driver does not have the extension of the windowing system.
#define NOT_OF_THE_DRIVER 1U

// One driver under one instance. The table has the slots of the instance table.
struct driver {
    void **table;
    VkInstance handle;
    PFN_vkGetInstanceProcAddr gipa;
    PFN_GetPhysicalDeviceProcAddr gpdpa;
    uint32_t index;
    uint32_t interface;
    uint64_t offers;
    uint64_t reserved[2];
};

// What the application holds as VkInstance, and what reaches the bottom of the chain.
struct instance {
    void **table;
    uint64_t magic;
    VkInstance inner;
    PFN_vkGetInstanceProcAddr top_gipa;
    PFN_GetPhysicalDeviceProcAddr top_gpdpa;
    struct driver **drivers;
    uint32_t driver_count;
    uint64_t api_version;  // as it comes out of the layers; 0: there is none
    uint8_t extensions[64];  // by index: bit 0 the application enabled it, any other bit a layer did
    const PFN_GetPhysicalDeviceProcAddr *lower_gpdpas;  // of the layers below top_gpdpa's; ends with NULL; or NULL
};

// What the application holds as VkPhysicalDevice.
struct physical_device {
    void **table;
    uint64_t magic;
    VkPhysicalDevice inner;
    struct instance *instance;
};

// A physical device at the bottom of the chain.
struct driver_device {
    void **table;
    uint64_t magic;
    VkPhysicalDevice handle;
    struct driver *driver;
    struct instance *instance;
    uint64_t reserved;
};

// The first word of a device, a queue or a command buffer points at one of these.
struct device_table {
    uint64_t magic;
    struct instance *instance;
    struct driver *driver;
    PFN_vkGetDeviceProcAddr driver_gdpa;
    PFN_vkGetDeviceProcAddr top_gdpa;
    VkDevice driver_device;
    VkDevice device;
    uint64_t newest_core;  // 0: any; else commands of a newer version are not found, as 10 for 1.0
    uint64_t lacking;  // a bit for each LACKS_ extension that the application has not enabled
    uint64_t lacking_below;  // the same for what no layer has enabled either
    uint64_t reserved[6];
    void *slots[];
};

// A VkSurfaceKHR of the loader.
struct surface {
    uint64_t magic;
    uint32_t count;
    void *plain;
    uint64_t own[];
};

#endif
#endif
