// The act "queries": what physical devices tell of themselves by structures in a chain, and by both forms of a command.
//
// queries.instance ("result"); then for each physical device N
// queries.alone.N      each structure of core that the device's version has, in a chain of its own, asked for twice:
//                      {"asked": their number, "unwritten": [structures that come back as they were], "members": [the
//                      same of members of those that are written], "heads": [those whose sType or pNext is changed],
//                      "overrun": [those behind which memory is written], "again": [members that differ the second
//                      time], "repeated": [members that differ from the same in the structure of a version]}
// queries.together.N   all of them in one chain: {"asked", "heads", "overrun", "different": [members that differ from
//                      those of the structure alone]}
// queries.forms.N      {"asked": members compared, "different": [members that the two forms of a command tell differently]}
// queries.formats.N    the same of formats: [COMMAND of format NUMBER]
//
// Lists end after MOST_NAMES.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"

enum { MOST_NAMES = 24, SLOT = 4096, WATCHED = 256, NEWEST_MINOR = 4 };
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

struct gpu {
    VkPhysicalDevice handle;
    VkInstance instance;
    uint32_t number, minor;  // of the version 1.x that both it and the instance have
    PFN_vkGetPhysicalDeviceProperties2 properties2;
    PFN_vkGetPhysicalDeviceFeatures2 features2;
};

// ---- lists of names

struct names {
    char of[MOST_NAMES][160];
    uint32_t count;
};

static void add(struct names *names, const char *name) {
    if (names->count < MOST_NAMES) snprintf(names->of[names->count++], sizeof names->of[0], "%s", name);
}

static void say_names(const char *key, struct names *names) {
    open_list(key);
    for (uint32_t i = 0; i < names->count; i++) say_text(NULL, names->of[i]);
    close_list();
    names->count = 0;
}

static const char *label_of(const char *what, const struct gpu *gpu) {
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
            add(&heads, "VkPhysicalDeviceProperties2");
    } else {
        VkPhysicalDeviceFeatures2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = next};
        gpu->features2(gpu->handle, &head);
        if (head.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 || head.pNext != next)
            add(&heads, "VkPhysicalDeviceFeatures2");
    }
}

static void check_around(size_t which, int fill, const void *next) {
    const unsigned char *slot = slots[fill][which];
    const VkBaseOutStructure *head = (const void *)slot;
    size_t at = structures[which].size;
    if (head->sType != structures[which].type || head->pNext != next) add(&heads, structures[which].name);
    while (at < structures[which].size + WATCHED && slot[at] == fills[fill]) at++;
    if (at < structures[which].size + WATCHED) add(&overrun, structures[which].name);
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
    if (written == 0) add(unwritten, structures[which].name);
    for (const struct member *at = structures[which].members; written > 0 && at->name != NULL; at++) {
        if (is_unwritten(which, at))
            add(members, at->name);
        else if (differs(which, at))
            add(again, at->name);
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
        if (memcmp(one, other, repeated[i].size) != 0) add(different, repeated[i].name);
    }
}

static void ask_alone(const struct gpu *gpu) {
    static struct names unwritten, members, again, different;
    uint32_t asked = 0;
    begin(label_of("alone", gpu));
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
    open_answer(label_of("alone", gpu));
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
    begin(label_of("together", gpu));
    for (enum base base = 0; base < BASES; base++) {
        void *next = NULL;
        for (size_t i = STRUCTURES; i-- > 0;)
            if (is_asked(gpu, i, base)) next = prepare(i, 1, next);
        ask(gpu, base, next);
        for (size_t i = 0; i < STRUCTURES; i++) {
            if (!is_asked(gpu, i, base)) continue;
            asked++;
            next = ((VkBaseOutStructure *)next)->pNext;
            check_around(i, 1, next);
            for (const struct member *at = structures[i].members; at->name != NULL; at++)
                if (!is_filled(slots[0][i] + at->offset, at->size, fills[0]) && differs(i, at))
                    add(&different, at->name);
        }
    }
    open_answer(label_of("together", gpu));
    say_number("asked", asked);
    say_names("heads", &heads);
    say_names("overrun", &overrun);
    say_names("different", &different);
    close_answer();
}

// ---- both forms of a command

#define FIND(gpu, name) ((PFN_##name)instance_function((gpu)->instance, #name))
#define COMPARE(text, one, other) \
    { \
        asked++; \
        if (memcmp(&(one), &(other), sizeof(one)) != 0) add(&different, text); \
    }
#define COMPARE_LIMIT(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.limits.member, newer.properties.limits.member)
#define COMPARE_SPARSE(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.sparseProperties.member, newer.properties.sparseProperties.member)
#define COMPARE_FEATURE(structure, member, kind, count) \
    COMPARE(#structure "." #member, plain.member, newer.features.member)
#define COMPARE_PROPERTY(member) \
    COMPARE("VkPhysicalDeviceProperties." #member, plain.member, newer.properties.member)

static struct names different;
static uint32_t asked;

static void compare_properties(const struct gpu *gpu) {
    VkPhysicalDeviceProperties plain = {0};
    VkPhysicalDeviceProperties2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    if (FIND(gpu, vkGetPhysicalDeviceProperties) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceProperties)(gpu->handle, &plain);
    gpu->properties2(gpu->handle, &newer);
    COMPARE_PROPERTY(driverVersion)
    COMPARE_PROPERTY(vendorID)
    COMPARE_PROPERTY(deviceID)
    COMPARE_PROPERTY(deviceType)
    COMPARE_PROPERTY(pipelineCacheUUID)
    asked++;
    if (strncmp(plain.deviceName, newer.properties.deviceName, sizeof plain.deviceName) != 0)
        add(&different, "VkPhysicalDeviceProperties.deviceName");
    MEMBERS_OF_VkPhysicalDeviceLimits(COMPARE_LIMIT)
    MEMBERS_OF_VkPhysicalDeviceSparseProperties(COMPARE_SPARSE)
}

static void compare_features(const struct gpu *gpu) {
    VkPhysicalDeviceFeatures plain = {0};
    VkPhysicalDeviceFeatures2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (FIND(gpu, vkGetPhysicalDeviceFeatures) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceFeatures)(gpu->handle, &plain);
    gpu->features2(gpu->handle, &newer);
    MEMBERS_OF_VkPhysicalDeviceFeatures(COMPARE_FEATURE)
}

static void compare_memory(const struct gpu *gpu) {
    VkPhysicalDeviceMemoryProperties plain = {0};
    VkPhysicalDeviceMemoryProperties2 newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    const VkPhysicalDeviceMemoryProperties *other = &newer.memoryProperties;
    if (FIND(gpu, vkGetPhysicalDeviceMemoryProperties) == NULL) return;
    if (FIND(gpu, vkGetPhysicalDeviceMemoryProperties2) == NULL) return;
    FIND(gpu, vkGetPhysicalDeviceMemoryProperties)(gpu->handle, &plain);
    FIND(gpu, vkGetPhysicalDeviceMemoryProperties2)(gpu->handle, &newer);
    COMPARE("VkPhysicalDeviceMemoryProperties.memoryTypeCount", plain.memoryTypeCount, other->memoryTypeCount)
    COMPARE("VkPhysicalDeviceMemoryProperties.memoryHeapCount", plain.memoryHeapCount, other->memoryHeapCount)
    if (different.count > 0) return;
    for (uint32_t i = 0; i < plain.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++) {
        COMPARE("VkMemoryType.propertyFlags", plain.memoryTypes[i].propertyFlags, other->memoryTypes[i].propertyFlags)
        COMPARE("VkMemoryType.heapIndex", plain.memoryTypes[i].heapIndex, other->memoryTypes[i].heapIndex)
    }
    for (uint32_t i = 0; i < plain.memoryHeapCount && i < VK_MAX_MEMORY_HEAPS; i++) {
        COMPARE("VkMemoryHeap.size", plain.memoryHeaps[i].size, other->memoryHeaps[i].size)
        COMPARE("VkMemoryHeap.flags", plain.memoryHeaps[i].flags, other->memoryHeaps[i].flags)
    }
}

static void compare_families(const struct gpu *gpu) {
    enum { FAMILIES = 16 };
    VkQueueFamilyProperties plain[FAMILIES] = {0};
    VkQueueFamilyProperties2 newer[FAMILIES] = {0};
    uint32_t count = queue_families(gpu->instance, gpu->handle, plain, FAMILIES), others = FAMILIES;
    if (FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2) == NULL) return;
    for (uint32_t i = 0; i < FAMILIES; i++) newer[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2)(gpu->handle, &others, newer);
    COMPARE("the number of queue families", count, others)
    for (uint32_t i = 0; i < count && i < others && i < FAMILIES; i++) {
        const VkQueueFamilyProperties *other = &newer[i].queueFamilyProperties;
        COMPARE("VkQueueFamilyProperties.queueFlags", plain[i].queueFlags, other->queueFlags)
        COMPARE("VkQueueFamilyProperties.queueCount", plain[i].queueCount, other->queueCount)
        COMPARE("VkQueueFamilyProperties.timestampValidBits", plain[i].timestampValidBits, other->timestampValidBits)
        COMPARE("VkQueueFamilyProperties.minImageTransferGranularity", plain[i].minImageTransferGranularity,
                other->minImageTransferGranularity)
    }
}

static void say_different(const char *label) {
    open_answer(label);
    say_number("asked", asked);
    say_names("different", &different);
    close_answer();
    asked = 0;
}

static void compare_forms(const struct gpu *gpu) {
    begin(label_of("forms", gpu));
    compare_properties(gpu);
    compare_features(gpu);
    compare_memory(gpu);
    compare_families(gpu);
    say_different(label_of("forms", gpu));
}

// ---- formats

static void compare_format(const struct gpu *gpu, VkFormat format) {
    PFN_vkGetPhysicalDeviceFormatProperties plainly = FIND(gpu, vkGetPhysicalDeviceFormatProperties);
    PFN_vkGetPhysicalDeviceFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceFormatProperties2);
    VkFormatProperties plain = {0};
    VkFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    char text[96];
    if (plainly == NULL || newly == NULL) return;
    plainly(gpu->handle, format, &plain);
    newly(gpu->handle, format, &newer);
    snprintf(text, sizeof text, "vkGetPhysicalDeviceFormatProperties of format %d", (int)format);
    COMPARE(text, plain, newer.formatProperties)
}

static void compare_image_format(const struct gpu *gpu, VkFormat format, VkImageTiling tiling) {
    PFN_vkGetPhysicalDeviceImageFormatProperties plainly = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties);
    PFN_vkGetPhysicalDeviceImageFormatProperties2 newly = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties2);
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .format = format,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .tiling = tiling,
                                             .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageFormatProperties plain = {0};
    VkImageFormatProperties2 newer = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkImageFormatProperties *other = &newer.imageFormatProperties;
    char text[96];
    if (plainly == NULL || newly == NULL) return;
    VkResult one = plainly(gpu->handle, format, info.type, tiling, info.usage, 0, &plain);
    VkResult two = newly(gpu->handle, &info, &newer);
    snprintf(text, sizeof text, "vkGetPhysicalDeviceImageFormatProperties of format %d", (int)format);
    asked++;
    int same = one == two;
    if (same && one == VK_SUCCESS)
        same = memcmp(&plain.maxExtent, &other->maxExtent, sizeof plain.maxExtent) == 0 &&
               plain.maxMipLevels == other->maxMipLevels && plain.maxArrayLayers == other->maxArrayLayers &&
               plain.sampleCounts == other->sampleCounts && plain.maxResourceSize == other->maxResourceSize;
    if (!same) add(&different, text);
}

static void compare_formats(const struct gpu *gpu) {
    begin(label_of("formats", gpu));
    for (VkFormat format = 1; format <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK; format++) {
        compare_format(gpu, format);
        compare_image_format(gpu, format, VK_IMAGE_TILING_OPTIMAL);
        compare_image_format(gpu, format, VK_IMAGE_TILING_LINEAR);
    }
    say_different(label_of("formats", gpu));
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
    compare_forms(gpu);
    compare_formats(gpu);
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
    begin("queries.end");
    destroy_instance(instance.handle, NULL);
}
