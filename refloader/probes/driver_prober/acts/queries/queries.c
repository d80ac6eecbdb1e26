// The act "queries": what physical devices tell of themselves by structures in a chain, and by both forms of a command.
//
// With "--only khr", by the names that VK_KHR_get_physical_device_properties2 has for the newer forms, where it is offered.
//
// queries.instance ("result"); then for each physical device N
// queries.alone.N      each structure of core that the device's version has, in a chain of its own, asked for twice:
//                      {"asked": their number, "unwritten": [structures that come back as they were], "members": [the
//                      same of members of those that are written], "heads": [those whose sType or pNext is changed],
//                      "overrun": [those behind which memory is written], "again": [members that differ the second
//                      time], "repeated": [members that differ from the same in the structure of a version]}
// queries.together.N   all of them in one chain, behind a structure of no known type: {"asked", "heads", "overrun", "different": [members that differ from
//                      those of the structure alone]}
// queries.orders.N     all of them again and again, in orders in which each comes once directly behind each other one: {"asked":
//                      chains, "heads", "different": [MEMBER directly behind STRUCTURE, which differs from that alone]}
// queries.heads.N      what the newer forms of other commands write to: {"asked": their number, "heads": [those whose
//                      sType or pNext is changed], "unknown": [those after which a structure of no known type differs]}
// queries.externals.N  of each type of external handles that core has: {"asked": their number, "memory": [those that memory
//                      can be imported from or exported to, and which are not compatible with themselves], "others": [the
//                      same of fences and semaphores], "unimportable": [those that cannot be imported, and from which
//                      what is imported can be exported], "unwritten": [those of which something is left as it was],
//                      "unsupported": [those of which that is so, and whose features are zero]}
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
#include "../../extensions.h"
#include "queries.h"

enum { SLOT = 4096, WATCHED = 256 };
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

// A member that two structures have: names and places in both. Those of subgroups have other names in the structure of
// Vulkan 1.1. That a conformanceVersion is one is the matter of LDP_DRIVER_5.
#define REPEATED_AS(whole, in_whole, single, member, content) \
    {#whole, #single, #single "." #member, offsetof(whole, in_whole), offsetof(single, member), \
     sizeof(((single *)0)->member), content},
#define REPEATED(whole, single, member) REPEATED_AS(whole, member, single, member, VALUES)
#define REPEATED_TEXT(whole, single, member) REPEATED_AS(whole, member, single, member, TEXT)
#define OF_SUBGROUPS(in_whole, member) \
    REPEATED_AS(VkPhysicalDeviceVulkan11Properties, in_whole, VkPhysicalDeviceSubgroupProperties, member, VALUES)
static const struct {
    const char *whole, *single, *name;
    size_t in_whole, in_single, size;
    enum content content;
} repeated[] = {REPEATED_MEMBERS(REPEATED)
                OF_SUBGROUPS(subgroupSupportedStages, supportedStages)
                OF_SUBGROUPS(subgroupSupportedOperations, supportedOperations)
                OF_SUBGROUPS(subgroupQuadOperationsInAllStages, quadOperationsInAllStages)
                REPEATED_TEXT(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, driverName)
                REPEATED_TEXT(VkPhysicalDeviceVulkan12Properties, VkPhysicalDeviceDriverProperties, driverInfo)};

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

static int are_different(const void *one, const void *other, size_t size, enum content content) {
    return content == TEXT ? strncmp(one, other, size) != 0 : memcmp(one, other, size) != 0;
}

static int differs(size_t which, const struct member *member) {
    return are_different(slots[0][which] + member->offset, slots[1][which] + member->offset, member->size, member->content);
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
        if (are_different(one, other, repeated[i].size, repeated[i].content)) add_name(different, repeated[i].name);
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

// ---- structures in every order

// The number at a place of a row of a square of even size, in whose rows each number is once right behind each other one.
static size_t in_square(size_t row, size_t place, size_t size) {
    return (row + (place % 2 == 0 ? place / 2 : size - (place + 1) / 2)) % size;
}

static void compare_behind(size_t which, const char *before, struct names *different) {
    char text[sizeof different->of[0]];
    for (const struct member *at = structures[which].members; at->name != NULL; at++) {
        if (is_filled(slots[0][which] + at->offset, at->size, fills[0]) || !differs(which, at)) continue;
        snprintf(text, sizeof text, "%s directly behind %s", at->name, before);
        add_name(different, text);
    }
}

// One chain. Where the number of structures is odd, one of no known type fills its place.
static void ask_row(const struct gpu *gpu, enum base base, const size_t *of, size_t count, size_t row,
                    struct names *different) {
    size_t size = count + count % 2;
    const char *before = base == PROPERTIES ? "VkPhysicalDeviceProperties2" : "VkPhysicalDeviceFeatures2";
    struct stranger stranger = stranger_before(NULL);
    void *next = NULL;
    for (size_t place = size; place-- > 0;) {
        size_t number = in_square(row, place, size);
        if (number == count) stranger = stranger_before(next);
        next = number == count ? (void *)&stranger : prepare(of[number], 1, next);
    }
    ask(gpu, base, next);
    for (size_t place = 0; place < size; place++) {
        size_t number = in_square(row, place, size), behind = place + 1 < size ? in_square(row, place + 1, size) : size;
        const void *follower = behind == size ? NULL : behind == count ? (void *)&stranger : slots[1][of[behind]];
        if (number < count) check_around(of[number], 1, follower);
        if (number < count) compare_behind(of[number], before, different);
        before = number < count ? structures[of[number]].name : "a structure of no known type";
    }
}

// The first of each slot are those of the structures alone.
static void ask_in_orders(const struct gpu *gpu) {
    static struct names different;
    uint32_t asked = 0;
    begin(label_of_query("orders", gpu));
    for (enum base base = 0; base < BASES; base++) {
        size_t of[STRUCTURES], count = 0;
        for (size_t i = 0; i < STRUCTURES; i++)
            if (is_asked(gpu, i, base)) of[count++] = i;
        for (size_t row = 0; row < count + count % 2; row++, asked++) ask_row(gpu, base, of, count, row, &different);
    }
    open_answer(label_of_query("orders", gpu));
    say_number("asked", asked);
    say_names("heads", &heads);
    say_names("overrun", &overrun);
    say_names("different", &different);
    close_answer();
}

// ---- the devices

static void ask_device(struct gpu *gpu) {
    gpu->properties2 = FIND(gpu, vkGetPhysicalDeviceProperties2);
    gpu->features2 = FIND(gpu, vkGetPhysicalDeviceFeatures2);
    if (gpu->minor < 1 || gpu->properties2 == NULL || gpu->features2 == NULL) return;
    ask_alone(gpu);
    ask_together(gpu);
    ask_in_orders(gpu);
    ask_heads(gpu);
    ask_externals(gpu);
    compare_forms(gpu);
    compare_formats(gpu);
    ask_samples(gpu);
    ask_samples_of_limits(gpu);
    ask_levels(gpu);
    ask_format_features(gpu);
    ask_budget(gpu);
}

void probe_queries(void) {
    VkPhysicalDevice devices[MOST_DEVICES];
    enter("queries");
    begin("queries.instance");
    struct wish wish = {.api_version = newest_version()};
    if (by_extension() && !instance_offers(PROPERTIES2)) return;
    if (by_extension()) wish.extensions = (struct words){.count = 1, .word = {PROPERTIES2}};
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
