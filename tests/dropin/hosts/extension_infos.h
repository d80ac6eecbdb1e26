// What the registry's header does not hold, spelled here: messengers, reports and surfaces.
#ifndef EXTENSION_INFOS_H
#define EXTENSION_INFOS_H

#include "loader_interface.h"

struct messenger_info {
    uint32_t type;
    const void *next;
    VkFlags flags, severities, kinds;
    VkBool32 (*callback)(uint32_t, VkFlags, const void *, void *);
    void *user;
};
struct report_info {
    uint32_t type;
    const void *next;
    VkFlags flags;
    VkBool32 (*callback)(VkFlags, int, uint64_t, size_t, int32_t, const char *, const char *, void *);
    void *user;
};
struct surface_info {
    uint32_t type;
    const void *next;
    VkFlags flags;
    void *connection;
    uint32_t window;
};
typedef VkResult (*create_object)(VkInstance, const void *, const VkAllocationCallbacks *, uint64_t *);
typedef void (*destroy_object)(VkInstance, uint64_t, const VkAllocationCallbacks *);

#endif
