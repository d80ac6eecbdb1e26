// The entity below the layer, played by the prober: what it is asked, what it answers, and what reached it.
// There are several, so that it shows whether the layer mixes up those of two instances.
#ifndef REFLOADER_PROBER_NEXT_H
#define REFLOADER_PROBER_NEXT_H

#include "../shared/command_line.h"
#include "../shared/words.h"
#include "loader_interface.h"

#define NEXTS 3U
#define FAMILIES 2U  // of queues, of each physical device
extern VkQueueFamilyProperties families[FAMILIES];
#define MOST_PUSHED 128U  // maxPushConstantsSize of the entity below
#define OFFSET_ALIGNMENT 256U  // its minUniformBufferOffsetAlignment and minStorageBufferOffsetAlignment
#define MADE_UP_INSTANCE "vkMadeUpOfTheProberEXT"
#define MADE_UP_DEVICE "vkMadeUpDeviceCallOfTheProberEXT"
#define MADE_UP_PHYSICAL "vkMadeUpPhysicalOfTheProberEXT"
#define PHYSICAL_LOOKUP "vk_layerGetPhysicalDeviceProcAddr"

enum lookup { BY_INSTANCE, BY_DEVICE, BY_PHYSICAL };

// How one of them behaves; the caller sets it.
struct next {
    int closed;            // answers core commands alone: no extension's, no made-up ones
    int is_bare;           // for devices it has core commands alone; an instance finds those of extensions as well
    int is_lenient;        // and yet makes what is asked for with extensions
    int is_strict;         // refuses a device with an extension, or a feature of Vulkan 1.0, that its physical devices do not list
    int newest;            // the newest version of core that it has, 10 for 1.0; 0: all of the registry
    int hides_creation;    // has neither vkCreateInstance nor vkCreateDevice
    VkResult creation;     // what these two return; they make something only when it is VK_SUCCESS
    PFN_vkGetInstanceProcAddr instance;
    PFN_vkGetDeviceProcAddr device;
    PFN_GetPhysicalDeviceProcAddr physical;
};
extern struct next nexts[NEXTS];

int is_next(const void *pointer);
uint32_t command_count(void);
const char *command_name(uint32_t index);
// The version of core that has a command, 10 for 1.0; 0: none has.
int command_core(const char *name);

// ---- what they were asked and called for, since it was last forgotten

struct question {
    enum lookup lookup;
    const struct next *next;
    const void *handle;
    const char *name;
};
struct call {
    const char *command;
    uint64_t arguments[6];
    char text[256];  // the layer's name, where one was given
    int has_text;
};
extern struct question questions[];
extern uint32_t question_count;
extern struct call calls[];
extern uint32_t call_count;

void forget(void);

// ---- several threads at a time

// Several threads call the layer: nothing is noted of what comes down, and one call is answered after the other. Two
// that make or end something of this kind then leave this entity at the same time.
struct crowd {
    const char *used, *ended;
    _Atomic uint32_t times_used, times_ended;  // with an object of this entity
};
extern struct crowd *crowd;  // NULL: there is one thread
void enter_crowd(void);
void leave_crowd(void);
// What this thread has ended last, NULL when that came to nobody.
struct object *ended_here(void);

// ---- objects: what the handles of this entity are

enum object_kind { OBJECT_INSTANCE, OBJECT_PHYSICAL_DEVICE, OBJECT_DEVICE, OBJECT_QUEUE, OBJECT_COMMAND_BUFFER };
struct object {
    void *table;  // the loader's, as in all dispatchable objects
    enum object_kind kind;
    struct object *parent;
    struct object *children[3];  // the physical devices of an instance, the one queue of a device
    uint32_t set;          // of an instance or a device: its functions, where these are apart
    int has_private_data;  // of a device: privateData is enabled
};
struct object *new_object(enum object_kind kind, struct object *parent);
// An object is gone, and its handle may be that of a later one of its kind.
void end_object(struct object *object);
// NULL for what is no object of this entity.
struct object *object_of(const void *handle);
// One that belongs to another one for good, and is made when it is first asked for.
struct object *child_of(struct object *parent, enum object_kind kind, uint32_t place);
// The one that was made last of a kind, NULL before the first.
struct object *last_object(enum object_kind kind);
// How many there are, and what stands below for one that the layer hands up: itself, where it is one of this entity,
// else the one of its kind that has been made since. NULL where there are several: a layer may make some for itself.
uint32_t place_of_object(const struct object *object);  // among all
uint32_t objects_made(void);
// Queues and command buffers begin with a driver's value, and no table, while this is set; those that an application has
// asked for get one when their call is back: all that have been made since.
extern int leaves_first_words;
int has_first_word(const struct object *object);
void fill_first_word(struct object *object);
void fill_first_words(uint32_t since);
struct object *object_for(const void *upper, enum object_kind kind, uint32_t since);

// ---- functions of one instance or device alone

#define FUNCTION_SETS 4U          // one for each of two entities, which is for instances and all that is theirs,
#define DEVICE_SETS 2U   // and from here on those for devices

// While they are apart, no two sets have a function in common. What is made next has these.
extern struct sets {
    int are_apart;
    uint32_t instance, device;
} sets;

// A command, lookup or callback of one instance or device was called for another one. Each is there once, in memory
// that outlives the process of the call.
#define MOST_CROSSINGS 256U
struct crossing_list {
    uint32_t count;
    struct crossing {
        char name[72];
        int is_of_device;
    } row[MOST_CROSSINGS];
};
// Beside them, commands that come down with an object that has no table in its first word, and those for which a layer
// gives the answer that it got about another physical device.
struct crossings {
    struct crossing_list crossed, unfilled, taken;
};
extern struct crossings *crossings;
void note_taken(const char *name);
void note_crossing(const char *name, int is_of_device);
// A callback of a set was called for a handle.
void look_at_callback(const char *name, uint32_t set, const void *handle);

// ---- what reached vkCreateInstance or vkCreateDevice last

struct creation {
    uint32_t times;
    uint32_t questions;     // how many had been asked until then
    const void *info_chain;
    const void *link;       // u.pLayerInfo of the link node, NULL when there is none
    uint32_t link_nodes;
    void *out;              // what the handle parameter held
    const void *parent;     // the physical device
    const void *allocator;
    char functions[64];     // those of the loader's nodes, in order
    char structures[256];   // the types of all, in order
    char layers[512];
    char extensions[4096];
    char lacked[512];       // of these, those that a strict entity below does not have
    char invalid[256];      // what is invalid about the create info, whatever it is for
    uint32_t api_version;
    int is_robust;          // robustBufferAccess is enabled, in whichever form
    int has_private_data;   // privateData is enabled, in whichever form
    int has_slots_without;  // a private data slot was made all the same
    int has_synchronization2;
    uint32_t queues[FAMILIES];
    uint32_t priorities[2];  // of the first queues of the first family, in thousandths
    struct object *made;
};
extern struct creation created;
// Of several creations, makes that of the application ``created``: the one that comes up, or else that with the value of
// the handle parameter that the loader put there.
void choose_creation(const void *upper, const void *out);

// How many queues of a family are asked for.
uint32_t queues_of(const VkDeviceCreateInfo *info, uint32_t family);
// The chain's structures as functions, types and link; for both kinds of create info.
void look_at_chain(const void *chain, VkStructureType type);
VkResult below_create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                               VkInstance *instance);
VkResult below_create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                             const VkAllocationCallbacks *allocator, VkDevice *device);


// Applications ask for Vulkan 1.N; said by the program that this entity is part of.
uint32_t asked_minor(void);

// Whether each instance has a second physical device.
extern uint32_t second_devices;

// Whether each physical device has synchronization2, timelineSemaphore and presentId.
extern int has_features_of_extensions;

// More extensions that it offers; NULL: none.
extern const struct words *offered_by_instances, *offered_by_devices;
extern const struct words wanted_by_layers;
int has_device_extension(const char *name);

// What has no answer of its own succeeds. Arguments are words.
void answer_command(const char *name, const uint64_t *arguments, uint64_t *result);

// The answer of the registry: handles that are made are numbers, other values are 0, and lists have nothing.
void write_outputs(const char *name, const uint64_t *arguments);

// The handle of what is made next, and whether one came from there; NULL: as they come, and memory is there.
extern uint64_t (*next_handle)(void);
extern int (*is_number)(uint64_t handle);

// Who answers before that does; gives 0 for what it leaves to it. NULL: nobody.
extern int (*carried)(const char *name, const uint64_t *arguments, uint64_t *result);

// The entity that commands without a handle belong to; the one whose vkCreateInstance was looked up last.
extern struct next *creating;

#endif
