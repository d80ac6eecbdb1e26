// What the parts of the act "queries" share: the device that is asked, and lists of names.
#ifndef REFLOADER_QUERIES_H
#define REFLOADER_QUERIES_H

#include "../../../../native/generated/vk_core.h"
#include "../../driver_prober.h"

enum { MOST_NAMES = 24, NEWEST_MINOR = 4, UNKNOWN_TYPE = 1999999000, STRANGERS_FILL = 0xA5 };

// A structure of a type that no registry has: whoever fills the chain skips it.
struct stranger {
    int32_t type;
    void *next;
    unsigned char rest[64];
};

struct gpu {
    VkPhysicalDevice handle;
    VkInstance instance;
    uint32_t number, minor;  // of the version 1.x that both it and the instance have
    PFN_vkGetPhysicalDeviceProperties2 properties2;
    PFN_vkGetPhysicalDeviceFeatures2 features2;
};

struct names {
    char of[MOST_NAMES][160];
    uint32_t count;
};

// The name under which a command is asked for: with "--only khr", of those whose name ends in 2, that of their extension.
const char *query_name(const char *name);
int by_extension(void);
#define FIND(gpu, name) ((PFN_##name)instance_function((gpu)->instance, query_name(#name)))

void add_name(struct names *names, const char *name);
void say_names(const char *key, struct names *names);  // as a list, which is empty then
const char *label_of_query(const char *what, const struct gpu *gpu);

// The version 1.x that a device and an instance of this version both have.
uint32_t minor_of(VkInstance instance, VkPhysicalDevice device, uint32_t api);
// What identities.c says.
void ask_in_another_instance(VkInstance instance, const struct wish *wish);
struct stranger stranger_before(void *next);
// What commands write to whose structures are no chains of core (heads.c).
void ask_heads(const struct gpu *gpu);
// What is said of types of external handles (externals.c).
void ask_externals(const struct gpu *gpu);
// What the two forms of a command tell, of the device and of each format (forms.c).
void compare_forms(const struct gpu *gpu);
void compare_formats(const struct gpu *gpu);
// What one fact makes of another (facts_of_others.c).
void ask_samples(const struct gpu *gpu);
void ask_samples_of_limits(const struct gpu *gpu);
void ask_levels(const struct gpu *gpu);
void ask_format_features(const struct gpu *gpu);
void ask_budget(const struct gpu *gpu);

#endif
