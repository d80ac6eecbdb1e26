// One fact in two structures of one version, and what the entity below writes to them. See facts.h.
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../shared/answers.h"
#include "facts.h"

#define SLOT 2048U
#define MOST_DIFFERENT 12U

enum base { FEATURES, PROPERTIES };
enum content { TEXT, VALUES };

static const struct structure {
    const char *name;
    VkStructureType type;
    enum base base;
    uint32_t minor;
    size_t size;
} structures[] = {
#define STRUCTURE(structure, type, base, minor) {#structure, (VkStructureType)(type), base, minor, sizeof(structure)},
    QUERIED_STRUCTURES(STRUCTURE)};
enum { STRUCTURES = COUNT(structures) };

static const struct repeated {
    const char *whole, *single, *member;
    size_t in_whole, in_single, size;
    enum content content;
} repeated[] = {
#define IDENTITY(whole, single, member, content) \
    {#whole, #single, #member, offsetof(whole, member), offsetof(single, member), sizeof(((single *)0)->member), content},
#define MEMBER(whole, single, member) IDENTITY(whole, single, member, VALUES)
    REPEATED_MEMBERS(MEMBER) REPEATED_IDENTITIES(IDENTITY)};

// ---- below

static void fill_text(void *structure, const char *name) {
    for (size_t i = 0; i < COUNT(repeated); i++) {
        const struct repeated *row = &repeated[i];
        int is_whole = strcmp(row->whole, name) == 0;
        if (row->content != TEXT || (!is_whole && strcmp(row->single, name) != 0)) continue;
        snprintf((char *)structure + (is_whole ? row->in_whole : row->in_single), row->size, "prober");
    }
}

void fill_chain(void *chain) {
    for (VkBaseOutStructure *each = chain; each != NULL; each = each->pNext)
        for (size_t i = 0; i < STRUCTURES; i++) {
            if (structures[i].type != each->sType) continue;
            fill_numbers(each + 1, structures[i].size - sizeof *each);
            fill_text(each, structures[i].name);
        }
}

// ---- above

static _Alignas(16) unsigned char slots[STRUCTURES][SLOT];

static void *prepare(size_t which, void *next) {
    VkBaseOutStructure *slot = (void *)slots[which];
    memset(slot, 0, SLOT);
    slot->sType = structures[which].type;
    slot->pNext = next;
    return slot;
}

static int is_whole(size_t which) { return strncmp(structures[which].name, "VkPhysicalDeviceVulkan1", 23) == 0; }

// The structures of all versions up to that which is asked for: summaries in one chain, single ones in another.
static void ask(const struct facts *facts, enum base base, int wholes) {
    void *chain = NULL;
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    for (size_t i = 0; i < STRUCTURES; i++)
        if (structures[i].base == base && structures[i].minor <= options.minor && is_whole(i) == wholes) chain = prepare(i, chain);
    features.pNext = properties.pNext = chain;
    if (base == FEATURES)
        ((PFN_vkGetPhysicalDeviceFeatures2)instance_function(&facts->instance, "vkGetPhysicalDeviceFeatures2"))(facts->physical, &features);
    else
        ((PFN_vkGetPhysicalDeviceProperties2)instance_function(&facts->instance, "vkGetPhysicalDeviceProperties2"))(facts->physical, &properties);
}

static const unsigned char *slot_of(const char *name) {
    for (size_t i = 0; i < STRUCTURES; i++)
        if (strcmp(structures[i].name, name) == 0) return structures[i].minor <= options.minor ? slots[i] : NULL;
    return NULL;
}

static int is_other(const struct repeated *row, const unsigned char *whole, const unsigned char *single) {
    const char *one = (const char *)whole + row->in_whole, *other = (const char *)single + row->in_single;
    return row->content == TEXT ? strncmp(one, other, row->size) != 0 : memcmp(one, other, row->size) != 0;
}

void compare_structures(const struct facts *facts) {
    static const char *const commands[] = {"vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceProperties2"};
    uint32_t compared = 0, different = 0;
    int is_asked[2];
    if (options.minor < 2) return;
    begin("facts.structures");
    for (enum base base = FEATURES; base <= PROPERTIES; base++) {
        is_asked[base] = is_layers(facts, commands[base]);
        for (int wholes = 0; wholes < 2 && is_asked[base]; wholes++) ask(facts, base, wholes);
    }
    open_answer("facts.structures");
    open_list("different");
    for (size_t i = 0; i < COUNT(repeated); i++) {
        const struct repeated *row = &repeated[i];
        const unsigned char *whole = slot_of(row->whole), *single = slot_of(row->single);
        enum base base = strstr(row->whole, "Features") != NULL ? FEATURES : PROPERTIES;
        if (!is_asked[base] || whole == NULL || single == NULL) continue;
        compared++;
        if (!is_other(row, whole, single) || different++ >= MOST_DIFFERENT) continue;
        open_list(NULL);
        say_text(NULL, row->whole);
        say_text(NULL, row->single);
        say_text(NULL, row->member);
        close_list();
    }
    close_list();
    say_number("compared", compared);
    close_answer();
}
