// The act "queries": what physical devices tell of themselves by structures in a chain, and by both forms of a command.
//
// queries.instance ("result"); then for each physical device N
// queries.alone.N      each structure of core that the device's version has, in a chain of its own, asked for twice:
//                      {"asked": their number, "unwritten": [structures that come back as they were], "members": [the
//                      same of members of those that are written], "heads": [those whose sType or pNext is changed],
//                      "overrun": [those behind which memory is written], "again": [members that differ the second
//                      time], "repeated": [members that differ from the same in the structure of a version]}
// queries.together.N   all of them in one chain, behind a structure of no known type: {"asked", "heads", "overrun", "different": [members that differ from
//                      those of the structure alone]}
// queries.heads.N      what the newer forms of other commands write to: {"asked": their number, "heads": [those whose
//                      sType or pNext is changed], "unknown": [those after which a structure of no known type differs]}
// queries.forms.N      {"asked": members compared, "different": [members that the two forms of a command tell differently]}
// queries.formats.N    the same of formats: [COMMAND of format NUMBER], and "kept": [those of image formats that are not
//                      supported and whose structure is not cleared], and "unwritten": [VkFormatProperties3 of format
//                      NUMBER that comes back with a member as it was]
// queries.samples.N    {"asked": images that have one sample per texel, "several": [those that are said to have others]}
// queries.levels.N     {"asked": images, "complete": those of more than one level, "wrong": [those whose maxMipLevels is
//                      neither 1 nor that of all mipmaps], "small": ["FORMAT DIMENSIONS WIDTH HEIGHT DEPTH LAYERS" of those
//                      that are smaller than the limits for their type]}; not of devices of VK_KHR_portability_subset
// queries.features.N   of each format of Vulkan 1.0, by its number: {"optimal": [optimalTilingFeatures], "buffer":
//                      [bufferFeatures]}
// queries.budget.N     where the device has VK_EXT_memory_budget, what vkGetPhysicalDeviceMemoryProperties2 writes of it:
//                      {"asked": heaps, "unwritten": those whose budget is as it was}
// queries.identities   whether deviceUUID and driverUUID of all devices are the same in another instance: {"asked": their
//                      number, "same"}; only if it has as many devices
//
// Lists end after MOST_NAMES.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../native/generated/device_facts.h"
#include "queries.h"

enum { SLOT = 4096, WATCHED = 256, NEWEST_MINOR = 4 };
enum base { PROPERTIES, FEATURES, BASES };
enum content { VALUES, TEXT };

struct member {
    const char *name;
    size_t offset, size;
    enum content content;
};
struct structure {
    const char *name;
    VkStructureType type;
    enum base base;
    uint32_t minor;
    size_t size;
    const struct member *members;
};

#define MEMBER(structure, member, content) \
    {#structure "." #member, offsetof(structure, member), sizeof(((structure *)0)->member), content},
#define MEMBERS_TABLE(structure, type, base, minor) \
    static const struct member members_of_##structure[] = {QUERIED_MEMBERS_OF_##structure(MEMBER){0}};
QUERIED_STRUCTURES(MEMBERS_TABLE)

#define STRUCTURE(structure, type, base, minor) {#structure, type, base, minor, sizeof(structure), members_of_##structure},
static const struct structure structures[] = {QUERIED_STRUCTURES(STRUCTURE)};
enum { STRUCTURES = COUNT(structures) };

// A member that two structures have: names and places in both.
#define REPEATED(whole, single, member) \
    {#whole, #single, #single "." #member, offsetof(whole, member), offsetof(single, member), \
     sizeof(((single *)0)->member)},
static const struct {
    const char *whole, *single, *name;
    size_t in_whole, in_single, size;
} repeated[] = {REPEATED_MEMBERS(REPEATED)};

// ---- lists of names

void add_name(struct names *names, const char *name) {
    if (names->count < MOST_NAMES) snprintf(names->of[names->count++], sizeof names->of[0], "%s", name);
}

void say_names(const char *key, struct names *names) {
    open_list(key);
    for (uint32_t i = 0; i < names->count; i++) say_text(NULL, names->of[i]);
    close_list();
    names->count = 0;
}

const char *label_of_query(const char *what, const struct gpu *gpu) {
    static char label[64];
    snprintf(label, sizeof label, "queries.%s.%" PRIu32, what, gpu->number);
    return label;
}

// ---- structures in a chain

static const unsigned char fills[] = {0xA5, 0x5A};
static _Alignas(16) unsigned char slots[COUNT(fills)][STRUCTURES][SLOT];
static struct names heads, overrun;

static int is_asked(const struct gpu *gpu, size_t which, enum base base) {
    return structures[which].base == base && structures[which].minor <= gpu->minor;
}

static void *prepare(size_t which, int fill, void *next) {
    VkBaseOutStructure *slot = (void *)slots[fill][which];
    memset(slot, fills[fill], SLOT);
    slot->sType = structures[which].type;
    slot->pNext = next;
    return slot;
}

// Whether a head that a call was given comes back as it was is added to the lists, under its own name.
static void ask(const struct gpu *gpu, enum base base, void *next) {
    if (base == PROPERTIES) {
        VkPhysicalDeviceProperties2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = next};
        gpu->properties2(gpu->handle, &head);
        if (head.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 || head.pNext != next)
            add_name(&heads, "VkPhysicalDeviceProperties2");
    } else {
        VkPhysicalDeviceFeatures2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = next};
        gpu->features2(gpu->handle, &head);
        if (head.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 || head.pNext != next)
            add_name(&heads, "VkPhysicalDeviceFeatures2");
    }
}

static void check_around(size_t which, int fill, const void *next) {
    const unsigned char *slot = slots[fill][which];
    const VkBaseOutStructure *head = (const void *)slot;
    size_t at = structures[which].size;
    if (head->sType != structures[which].type || head->pNext != next) add_name(&heads, structures[which].name);
    while (at < structures[which].size + WATCHED && slot[at] == fills[fill]) at++;
    if (at < structures[which].size + WATCHED) add_name(&overrun, structures[which].name);
}

static int is_filled(const unsigned char *bytes, size_t size, unsigned char fill) {
    size_t i = 0;
    while (i < size && bytes[i] == fill) i++;
    return i == size;
}

static int is_unwritten(size_t which, const struct member *member) {
    return is_filled(slots[0][which] + member->offset, member->size, fills[0]) &&
           is_filled(slots[1][which] + member->offset, member->size, fills[1]);
}

static int differs(size_t which, const struct member *member) {
    const void *one = slots[0][which] + member->offset, *other = slots[1][which] + member->offset;
    return member->content == TEXT ? strncmp(one, other, member->size) != 0 : memcmp(one, other, member->size) != 0;
}

static void compare_twice(size_t which, struct names *unwritten, struct names *members, struct names *again) {
    int written = 0;
    for (const struct member *at = structures[which].members; at->name != NULL; at++) written += !is_unwritten(which, at);
    if (written == 0) add_name(unwritten, structures[which].name);
    for (const struct member *at = structures[which].members; written > 0 && at->name != NULL; at++) {
        if (is_unwritten(which, at))
            add_name(members, at->name);
        else if (differs(which, at))
            add_name(again, at->name);
    }
}

static size_t number_of(const char *name) {
    size_t i = 0;
    while (i < STRUCTURES && strcmp(structures[i].name, name) != 0) i++;
    return i;
}

static void compare_repeated(const struct gpu *gpu, struct names *different) {
    for (size_t i = 0; i < COUNT(repeated); i++) {
        size_t whole = number_of(repeated[i].whole), single = number_of(repeated[i].single);
        if (whole == STRUCTURES || single == STRUCTURES || structures[whole].minor > gpu->minor) continue;
        const unsigned char *one = slots[0][whole] + repeated[i].in_whole;
        const unsigned char *other = slots[0][single] + repeated[i].in_single;
        if (is_filled(one, repeated[i].size, fills[0]) || is_filled(other, repeated[i].size, fills[0])) continue;
        if (memcmp(one, other, repeated[i].size) != 0) add_name(different, repeated[i].name);
    }
}

struct stranger stranger_before(void *next) {
    struct stranger stranger;
    memset(&stranger, STRANGERS_FILL, sizeof stranger);
    stranger.type = UNKNOWN_TYPE;
    stranger.next = next;
    return stranger;
}

static void ask_alone(const struct gpu *gpu) {
    static struct names unwritten, members, again, different;
    uint32_t asked = 0;
    begin(label_of_query("alone", gpu));
    for (enum base base = 0; base < BASES; base++)
        for (size_t i = 0; i < STRUCTURES; i++) {
            if (!is_asked(gpu, i, base)) continue;
            asked++;
            for (int fill = 0; fill < (int)COUNT(fills); fill++) {
                ask(gpu, base, prepare(i, fill, NULL));
                check_around(i, fill, NULL);
            }
            compare_twice(i, &unwritten, &members, &again);
        }
    compare_repeated(gpu, &different);
    open_answer(label_of_query("alone", gpu));
    say_number("asked", asked);
    say_names("unwritten", &unwritten);
    say_names("members", &members);
    say_names("heads", &heads);
    say_names("overrun", &overrun);
    say_names("again", &again);
    say_names("repeated", &different);
    close_answer();
}

// The first of each slot are those of the structures alone.
static void ask_together(const struct gpu *gpu) {
    static struct names different;
    uint32_t asked = 0;
    begin(label_of_query("together", gpu));
    for (enum base base = 0; base < BASES; base++) {
        void *next = NULL;
        for (size_t i = STRUCTURES; i-- > 0;)
            if (is_asked(gpu, i, base)) next = prepare(i, 1, next);
        struct stranger stranger = stranger_before(next);
        ask(gpu, base, &stranger);
        for (size_t i = 0; i < STRUCTURES; i++) {
            if (!is_asked(gpu, i, base)) continue;
            asked++;
            next = ((VkBaseOutStructure *)next)->pNext;
            check_around(i, 1, next);
            for (const struct member *at = structures[i].members; at->name != NULL; at++)
                if (!is_filled(slots[0][i] + at->offset, at->size, fills[0]) && differs(i, at))
                    add_name(&different, at->name);
        }
    }
    open_answer(label_of_query("together", gpu));
    say_number("asked", asked);
    say_names("heads", &heads);
    say_names("overrun", &overrun);
    say_names("different", &different);
    close_answer();
}

// ---- the devices

static uint32_t minor_of(VkInstance instance, VkPhysicalDevice device, uint32_t api) {
    PFN_vkGetPhysicalDeviceProperties tell =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    if (tell != NULL) tell(device, &properties);
    uint32_t lower = properties.apiVersion < api ? properties.apiVersion : api;
    return VK_API_VERSION_MAJOR(lower) > 1 ? NEWEST_MINOR : VK_API_VERSION_MINOR(lower);
}

static void ask_device(struct gpu *gpu) {
    gpu->properties2 = FIND(gpu, vkGetPhysicalDeviceProperties2);
    gpu->features2 = FIND(gpu, vkGetPhysicalDeviceFeatures2);
    if (gpu->minor < 1 || gpu->properties2 == NULL || gpu->features2 == NULL) return;
    ask_alone(gpu);
    ask_together(gpu);
    ask_heads(gpu);
    compare_forms(gpu);
    compare_formats(gpu);
    ask_samples(gpu);
    ask_levels(gpu);
    ask_format_features(gpu);
    ask_budget(gpu);
}

// ---- the same device in another instance

#define MOST_COMPARED 64U

struct identity {
    uint8_t device[VK_UUID_SIZE], driver[VK_UUID_SIZE];
};

static int compare_identities(const void *one, const void *other) { return memcmp(one, other, sizeof(struct identity)); }

// The identities of all devices of an instance in the order of their bytes; gives their number, 0 where it is not known.
static uint32_t identities(VkInstance instance, struct identity *to) {
    VkPhysicalDevice devices[MOST_COMPARED];
    VkResult result = VK_SUCCESS;
    PFN_vkGetPhysicalDeviceProperties2 ask =
        (PFN_vkGetPhysicalDeviceProperties2)instance_function(instance, "vkGetPhysicalDeviceProperties2");
    uint32_t count = physical_devices(instance, devices, MOST_COMPARED, &result);
    if (ask == NULL || result != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
        VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id};
        if (minor_of(instance, devices[i], VK_API_VERSION_1_1) < 1) return 0;
        ask(devices[i], &all);
        memcpy(to[i].device, id.deviceUUID, VK_UUID_SIZE);
        memcpy(to[i].driver, id.driverUUID, VK_UUID_SIZE);
    }
    qsort(to, count, sizeof *to, compare_identities);
    return count;
}

// Nothing is told where the devices are not as many: one may have come or gone.
static void ask_in_another_instance(VkInstance instance, const struct wish *wish) {
    struct identity first[MOST_COMPARED], second[MOST_COMPARED];
    begin("queries.identities");
    if (wish->api_version < VK_API_VERSION_1_1) return;
    uint32_t count = identities(instance, first);
    struct made other = make_instance(wish);
    if (!other.is_readable) return;
    uint32_t others = identities(other.handle, second);
    if (count > 0 && count == others) {
        open_answer("queries.identities");
        say_number("asked", count);
        say_flag("same", memcmp(first, second, count * sizeof *first) == 0);
        close_answer();
    }
    destroy_instance(other.handle, NULL);
}

void probe_queries(void) {
    VkPhysicalDevice devices[MOST_DEVICES];
    enter("queries");
    begin("queries.instance");
    struct wish wish = {.api_version = newest_version()};
    struct made instance = make_instance(&wish);
    open_answer("queries.instance");
    say_number("result", instance.result);
    close_answer();
    if (!instance.is_readable) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++) {
        struct gpu gpu = {.handle = devices[i], .instance = instance.handle, .number = i};
        if (!is_readable(devices[i], sizeof(void *))) continue;
        gpu.minor = minor_of(instance.handle, devices[i], wish.api_version);
        ask_device(&gpu);
    }
    ask_in_another_instance(instance.handle, &wish);
    begin("queries.end");
    destroy_instance(instance.handle, NULL);
}
