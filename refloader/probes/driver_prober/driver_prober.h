// What the driver prober's files share: the command line, the way into a driver for a loader of a given age, and
// instances and devices. The prober opens one driver's library and plays the loader; it never judges an answer.
#ifndef REFLOADER_DRIVER_PROBER_H
#define REFLOADER_DRIVER_PROBER_H

#include <stddef.h>
#include <stdint.h>

#include "../shared/answers.h"
#include "../shared/command_line.h"
#include "../shared/library.h"
#include "../shared/memory.h"
#include "loader_interface.h"

#define NEWEST_DRIVER_INTERFACE 7U
#define MOST_DEVICES 16U  // physical devices that acts look at; docs/output.md says so

#define NEGOTIATE "vk_icdNegotiateLoaderICDInterfaceVersion"
#define GET_PROC_ADDR "vk_icdGetInstanceProcAddr"
#define GET_PHYSICAL "vk_icdGetPhysicalDeviceProcAddr"

struct options {
    const char *library;
    const char *act;
    const char *only;      // the one case of an act that is wanted; "" for those that are run without asking
    uint32_t interface;    // the newest version of the loader that is played
    uint32_t budget;       // milliseconds for what is measured; 0 leaves it out
    uint32_t seed;         // of the first of the programs that an act generates
    uint32_t count;        // how many there are
    struct words instance_extensions;
    struct words device_extensions;
};
extern struct options options;

// ---- the way in

// How a driver is entered, once it is known.
struct entry {
    const char *by;           // the lookup that was taken: GET_PROC_ADDR, or "vkGetInstanceProcAddr" of version 0
    const char *negotiation;  // "exported", "queried" (through GET_PROC_ADDR), or "none"
    VkResult result;          // of the negotiation
    uint32_t version;         // that both agreed on; 0 or 1 without a negotiation
    PFN_vk_icdGetInstanceProcAddr instance;
    PFN_vk_icdGetPhysicalDeviceProcAddr physical;  // NULL below version 4, and where there is none
};
extern struct entry entry;

// Open the library and make the first calls of a loader of this age, in the order that the documents state:
// 0: nothing but exports under official names. 1: the exported vk_icdGetInstanceProcAddr. 2 to 6: the exported
// negotiation, then that. 7: the same, and where no negotiation is exported, vk_icdGetInstanceProcAddr is asked for it
// with no instance, before anything else. A driver without a negotiation is then used at 1, or at 0 without
// vk_icdGetInstanceProcAddr.
//
// Says it under LABEL.entry. Where there is no way in, that answer is "refused" and the process ends.
void enter(const char *label);
// The same without opening the library; the way in is then what ``entry`` says. 0 where there is none; ``why`` then
// tells.
int find_way_in(uint32_t age, const char **why);
// The same for a loader of version 7 that was handed vk_icdGetInstanceProcAddr and uses no export.
int find_direct_way_in(const char **why);

// A command that needs no instance, as a loader of the agreed version finds it; NULL for none.
PFN_vkVoidFunction global_function(const char *name);
PFN_vkVoidFunction instance_function(VkInstance instance, const char *name);
// Through vkGetDeviceProcAddr.
PFN_vkVoidFunction device_function(VkInstance instance, VkDevice device, const char *name);

// ---- objects

// What is asked of an instance or a device; all zero is the plainest one.
struct wish {
    uint32_t api_version;     // of an instance; 0 stands for 1.0.0
    int without_application;  // pApplicationInfo is NULL
    int with_version_zero;    // apiVersion is 0 indeed
    int is_bare;              // an instance without the extensions of --instance-extension
    const void *next;         // pNext
    const VkAllocationCallbacks *allocator;
    struct words extensions;
};

// What came of it. ``first_word`` is what the driver had put into the handle's first word, 0 where it cannot be read.
// When a handle came back, the loader's table has been put there, as every loader does.
struct made {
    VkResult result;
    void *handle;
    uintptr_t first_word;
    int is_readable;
};

// The newest Vulkan that instances may be made for: 1.0 for a driver that knows no other, and below version 5 of the
// interface, where a loader has to keep others from it.
uint32_t newest_version(void);

// VK_ERROR_INITIALIZATION_FAILED and no handle where the command is not there. Neither begins a step. Both have besides
// what extensions.h adds.
struct made make_instance(const struct wish *wish);
// With one queue of the first family.
struct made make_device(VkInstance instance, VkPhysicalDevice physical, const struct wish *wish);
void destroy_instance(VkInstance instance, const VkAllocationCallbacks *allocator);
void destroy_device(VkInstance instance, VkDevice device, const VkAllocationCallbacks *allocator);
// The queue families that the driver counts, up to the room; never more than it counts, though it may give more.
uint32_t queue_families(
    VkInstance instance, VkPhysicalDevice device, VkQueueFamilyProperties *families, uint32_t room);
// At most ``room`` of the instance's physical devices, taken over by the loader; gives their number. ``result``, if
// not NULL, is what vkEnumeratePhysicalDevices said.
uint32_t physical_devices(VkInstance instance, VkPhysicalDevice *devices, uint32_t room, VkResult *result);

// Take an object over as a loader does: read its first word, then put the loader's table there. 0 where the handle is
// no pointer that can be read and written.
int take_over(void *handle, uintptr_t *first_word);

// ---- acts

void probe_entry(void);
void probe_exports(void);
void probe_negotiation(void);
void probe_age(void);
void probe_lookups(void);
void probe_versions(void);
void probe_facts(void);
void probe_enumerations(void);
void probe_claims(void);
void probe_queries(void);
void probe_at_once(void);
void probe_lists(void);
void probe_objects(void);
void probe_objects_otherwise(void);
void probe_external(void);
void probe_creation(void);
void probe_features(void);
void probe_strangers(void);
void probe_extensions_apart(void);
void probe_allocators(void);
void probe_several(void);
void probe_growth(void);
void probe_reload(void);
void probe_no_device(void);
void probe_surfaces(void);
void probe_programs(void);

#endif
