// The act "facts": what a physical device has is asked for in each way that there is. The entity below has all features,
// and gives one answer to a inquiry, by whatever command or structure it is asked.
#ifndef REFLOADER_PROBER_FACTS_H
#define REFLOADER_PROBER_FACTS_H

#include "../../../native/generated/vk_core.h"
#include "../chain.h"
#include "../prober.h"

struct facts {
    struct made instance;
    VkPhysicalDevice physical;
    int is_extended;  // whether the instance has the extensions that commands have other names in
};

#define POINTER(type, word) ((type *)(uintptr_t)(word))

// Whether a function is in the layer's own library, and whether that which an instance has for a command is.
int is_layers_own(const void *function);
int is_layers(const struct facts *facts, const char *name);

// ---- the entity below (below.c, surfaces.c)

// Whether a name is that of a command, or the one that it has in the extension that it came with.
int is_either(const char *name, const char *core);
// Answers what physical devices are asked; 0: nothing.
int answer_alike(const char *name, const uint64_t *a, uint64_t *result);
// Writes 1 to all numbers of a structure, and to those of the structures on a chain.
void fill_numbers(void *to, size_t size);
void fill_chain(void *chain);
// The same of surfaces.
#define SURFACE_KINDS 3U
extern uint32_t surface_kind;  // of all surfaces: which of several sizes and counts it allows
int answer_of_surfaces(const char *name, const uint64_t *a, uint64_t *result);
// How often vkGetDeviceQueue reached the entity below, how often either command did, and with which family and index.
struct asked_queues {
    int older;
    uint32_t times, at[2];
};  // each queue of the first family has a handle of its own
extern struct asked_queues asked_queues;

// ---- parts

// facts.structures: members that two structures have under one name (compared), and those that come back otherwise in one
// than in the other (different), as [structure, the other one, member].
void compare_structures(const struct facts *facts);
// facts.COMMAND: by which other names or forms of COMMAND another answer comes (different), as [name, about what], and how
// many answers were compared. It is left out where the layer has no function of its own for any of them.
void compare_commands(const struct facts *facts);
void compare_commands_of_surfaces(const struct facts *facts);
// surfaces.COMMAND: what each kind of surface is capable of (rows), as numbers in the order of VkSurfaceCapabilitiesKHR.
void say_capabilities(const struct facts *facts);
// facts.groups: how many physical devices there are (devices), how often each is in a group by either name (core, older), and
// how many are counted and listed (counts) by each command of the layer's, as [command, counted, listed].
void count_in_groups(const struct facts *facts);
// facts.queues: the family and the index for which the entity below is asked where the application asks for the first queue
// by vkGetDeviceQueue (older) and by vkGetDeviceQueue2 (newer). They are left out where one of the two is not asked below.
// facts.queue: whether vkGetDeviceQueue2, for a queue that was made with a flag, calls vkGetDeviceQueue (older).
// facts.two_queues: whether the two queues of a family have one handle (is_one), and whether the entity below is asked for
// the second one (is_asked). It is left out where the layer lets an application see one queue, or asks for none below.
void get_queues(const struct facts *facts);

// ---- one question in several forms (forms.c)

#define MOST_FORMS 4U
#define READING_ROOM 6144U
struct reading {
    VkResult result;
    size_t size;
    unsigned char bytes[READING_ROOM];
};
struct inquiry {
    const char *names[MOST_FORMS];  // the older form, the newer one, that by its name in the extension; NULL: no more
    uint32_t minor;                 // the version of the newer form; 0: an extension has it
    uint32_t about;                 // how many different things are asked about
    // Asks by the function of one of the names; what is said to be the same is added to the reading.
    void (*ask)(const struct facts *facts, PFN_vkVoidFunction function, uint32_t form, uint32_t about, struct reading *to);
};
void add_to_reading(struct reading *to, const void *bytes, size_t size);
#define ADD(to, member) add_to_reading(to, &(member), sizeof(member))
void compare_forms(const struct facts *facts, const struct inquiry *inquiry);

#endif
