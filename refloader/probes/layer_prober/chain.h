// Makes instances and devices through the layer, as a loader does: with the loader's nodes on the create infos.
#ifndef REFLOADER_PROBER_CHAIN_H
#define REFLOADER_PROBER_CHAIN_H

#include "next.h"
#include "prober.h"

// The nodes in their order, one letter each: L the link, C the callback for the first word of objects, D those for
// devices of a layer, F the loader's features, A a structure of the application, U one of a type that nobody knows.
#define USUAL_NODES "LCDF"
#define USUAL_DEVICE_NODES "LC"

struct request {
    const char *nodes;
    const char *layer;      // one more name to enable, NULL for none
    struct words extensions;
    uint32_t api_version;
    const VkPhysicalDeviceFeatures *features;  // pEnabledFeatures of a device
    int is_last;            // whether the layer's link is the last one
    uint32_t queues;        // of the first family; 0: one
    int is_anonymous;       // whether pApplicationInfo is NULL
    int is_nameless;        // whether pApplicationName is NULL
    const VkAllocationCallbacks *allocator;
    uint32_t queue_flags;   // of those of the first family
    VkBaseOutStructure *first;  // a structure before the loader's nodes; NULL: none
    VkBaseOutStructure *before_nodes;  // the last one of several before them; NULL: the first
    uint32_t families;      // of which queues are asked for; 0: the first alone
};

// What came of it; ``upper`` is the handle that the layer gave.
struct made {
    VkResult result;
    void *upper;
    struct object *lower;
    struct next *next;
    const VkAllocationCallbacks *allocator;  // that it is to be ended with, too
    const void *link_above;  // u.pLayerInfo of the link node as the layer got it,
    const void *link_below;  // as the next layer has to find it,
    const void *link_after;  // and as it is when the call is back
    void *out_before;        // what the handle parameter held
    const char *written;     // the structure of the application that is not as it was, "" for none
};

// Hears of devices that a layer makes for itself by the loader's callback; NULL: nobody does.
extern void (*made_for_layer)(struct object *device);

// What a loader has on pNext for one layer above an entity, for a create info of the caller's own.
const void *loader_nodes(struct next *next, int of_instance);

// Creations in which the layer does not get what it needs for itself (failing.c).
void fail_own_calls(void);
void refuse_memory(void);

// NULL where the layer has no function of the name.
PFN_vkVoidFunction instance_function(const struct made *instance, const char *name);
struct made make_instance(struct next *next, const struct request *request);
struct made make_device(const struct made *instance, VkPhysicalDevice physical, const struct request *request);
// The first physical device as the layer gives it, NULL for none.
VkPhysicalDevice first_physical_device(const struct made *instance);
int is_one_of(const struct words *words, const char *name);
// Whether it lists all extensions of the command line: who hides one is asked for no commands of it.
int shows_extensions(const struct made *instance, VkPhysicalDevice physical);
void destroy_instance(const struct made *instance);
void destroy_device(const struct made *device);

// "lower" for the handle of the entity below, "null", "upper" for the layer's own in its place, or "other".
const char *whose(const struct made *made, const void *handle);
// The result; how often the next function was reached, and what that found: which link ("next" as it has to be),
// whether the handle parameter was as the loader left it, nodes and structures in order, names, version; whose handle
// came up.
void say_made(const char *key, const struct made *made);

#endif
