// The act "facts": what a physical device has is asked for in each way that there is. The entity below has all features,
// and gives one answer to a question, by whatever command or structure it is asked.
//
// facts.structures: members that two structures have under one name (compared), and those that come back otherwise in one
// than in the other (different), as [structure, the other one, member].
// facts.COMMAND: whether what it tells differs from what its newer form tells (different). It is left out where the
// layer has no function of its own for either.
// facts.queues: the family and the index for which the entity below is asked where the application asks for the first queue
// by vkGetDeviceQueue (older) and by vkGetDeviceQueue2 (newer). They are left out where one of the two is not asked below.
// facts.queue: whether vkGetDeviceQueue2, for a queue that was made with a flag, calls vkGetDeviceQueue (older).
#include <stdio.h>
#include <string.h>

#include "../../native/generated/device_facts.h"
#include "../../native/generated/vk_core.h"
#include "../shared/answers.h"
#include "chain.h"
#include "prober.h"

#define SLOT 2048U
#define MOST_ROWS 8U
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

// ---- the entity below: all numbers are 1, so that each feature is there

static void fill_text(void *structure, const char *name) {
    for (size_t i = 0; i < COUNT(repeated); i++) {
        const struct repeated *row = &repeated[i];
        int is_whole = strcmp(row->whole, name) == 0;
        if (row->content != TEXT || (!is_whole && strcmp(row->single, name) != 0)) continue;
        snprintf((char *)structure + (is_whole ? row->in_whole : row->in_single), row->size, "prober");
    }
}

static void fill_numbers(void *to, size_t size) {
    static const uint32_t one = 1;
    for (size_t at = 0; at + sizeof one <= size; at += sizeof one) memcpy((char *)to + at, &one, sizeof one);
}

static void fill_chain(void *chain) {
    for (VkBaseOutStructure *each = chain; each != NULL; each = each->pNext)
        for (size_t i = 0; i < STRUCTURES; i++) {
            if (structures[i].type != each->sType) continue;
            fill_numbers(each + 1, structures[i].size - sizeof *each);
            fill_text(each, structures[i].name);
        }
}

static void fill_format(VkFormatProperties *to) { *to = (VkFormatProperties){1, 0xD, 0}; }

static void fill_image_format(VkImageFormatProperties *to) {
    *to = (VkImageFormatProperties){.maxExtent = {4096, 4096, 1},
                                    .maxMipLevels = 13,
                                    .maxArrayLayers = 16,
                                    .sampleCounts = VK_SAMPLE_COUNT_1_BIT,
                                    .maxResourceSize = 1U << 30};
}

static int older_queues;  // how often vkGetDeviceQueue reached the entity below
static uint32_t asked_queues, asked_queue[2];  // how often either command did, and with which family and index

static void look_at_queue(const char *name, const uint64_t *a) {
    const VkDeviceQueueInfo2 *info = (const VkDeviceQueueInfo2 *)(uintptr_t)a[1];
    int is_newer = strcmp(name, "vkGetDeviceQueue2") == 0;
    if (!is_newer && strcmp(name, "vkGetDeviceQueue") != 0) return;
    asked_queues++;
    asked_queue[0] = is_newer ? info->queueFamilyIndex : (uint32_t)a[1];
    asked_queue[1] = is_newer ? info->queueIndex : (uint32_t)a[2];
}

static void protect(VkQueueFamilyProperties *family) { family->queueFlags |= VK_QUEUE_PROTECTED_BIT; }

// A command by its name in core or in the extension that it came with.
static int is_either(const char *name, const char *core) {
    size_t length = strlen(core);
    return strncmp(name, core, length) == 0 && (name[length] == '\0' || strcmp(name + length, "KHR") == 0);
}

static int answer_all(const char *name, const uint64_t *a, uint64_t *result) {
    int is_features = is_either(name, "vkGetPhysicalDeviceFeatures2");
    if (is_features || is_either(name, "vkGetPhysicalDeviceProperties2")) {
        VkBaseOutStructure *head = (VkBaseOutStructure *)(uintptr_t)a[1];
        answer_command(name, a, result);
        if (is_features) fill_numbers(head + 1, sizeof(VkPhysicalDeviceFeatures));
        fill_chain(head->pNext);
    } else if (strcmp(name, "vkGetPhysicalDeviceFeatures") == 0) {
        fill_numbers((void *)(uintptr_t)a[1], sizeof(VkPhysicalDeviceFeatures));
    } else if (strcmp(name, "vkGetPhysicalDeviceFormatProperties") == 0) {
        fill_format((VkFormatProperties *)(uintptr_t)a[2]);
    } else if (is_either(name, "vkGetPhysicalDeviceFormatProperties2")) {
        fill_format(&((VkFormatProperties2 *)(uintptr_t)a[2])->formatProperties);
    } else if (strcmp(name, "vkGetPhysicalDeviceImageFormatProperties") == 0) {
        fill_image_format((VkImageFormatProperties *)(uintptr_t)a[6]);
    } else if (is_either(name, "vkGetPhysicalDeviceImageFormatProperties2")) {
        fill_image_format(&((VkImageFormatProperties2 *)(uintptr_t)a[2])->imageFormatProperties);
    } else if (strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0 && a[2] != 0) {
        answer_command(name, a, result);
        if (*(const uint32_t *)(uintptr_t)a[1] > 0) protect((VkQueueFamilyProperties *)(uintptr_t)a[2]);
    } else if (is_either(name, "vkGetPhysicalDeviceQueueFamilyProperties2") && a[2] != 0) {
        answer_command(name, a, result);
        if (*(const uint32_t *)(uintptr_t)a[1] > 0) protect(&((VkQueueFamilyProperties2 *)(uintptr_t)a[2])->queueFamilyProperties);
    } else {
        older_queues += strcmp(name, "vkGetDeviceQueue") == 0;
        look_at_queue(name, a);
        return 0;
    }
    return 1;
}

// ---- one fact in two structures

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
static void ask(const struct made *instance, VkPhysicalDevice physical, enum base base, int wholes) {
    void *chain = NULL;
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    for (size_t i = 0; i < STRUCTURES; i++)
        if (structures[i].base == base && structures[i].minor <= options.minor && is_whole(i) == wholes) chain = prepare(i, chain);
    features.pNext = properties.pNext = chain;
    if (base == FEATURES)
        ((PFN_vkGetPhysicalDeviceFeatures2)instance_function(instance, "vkGetPhysicalDeviceFeatures2"))(physical, &features);
    else
        ((PFN_vkGetPhysicalDeviceProperties2)instance_function(instance, "vkGetPhysicalDeviceProperties2"))(physical, &properties);
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

static int is_layers_own(const void *function) {
    return function != NULL && !is_next(function) && strcmp(place_of(function), "own") == 0;
}

static int is_layers(const struct made *instance, const char *name) {
    return is_layers_own((const void *)instance_function(instance, name));
}

static void compare_structures(const struct made *instance, VkPhysicalDevice physical) {
    static const char *const commands[] = {"vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceProperties2"};
    uint32_t compared = 0, different = 0;
    int is_asked[2];
    if (options.minor < 2) return;
    begin("facts.structures");
    for (enum base base = FEATURES; base <= PROPERTIES; base++) {
        is_asked[base] = is_layers(instance, commands[base]);
        for (int wholes = 0; wholes < 2 && is_asked[base]; wholes++) ask(instance, physical, base, wholes);
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

// ---- one fact by two commands

#define FORMAT VK_FORMAT_R8G8B8A8_UNORM
#define FUNCTION(command) ((PFN_vk##command)instance_function(instance, "vk" #command))
#define QUESTION(name) static int name(const struct made *instance, VkPhysicalDevice physical)

QUESTION(differ_in_features) {
    VkPhysicalDeviceFeatures first = {0};
    VkPhysicalDeviceFeatures2 second = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    FUNCTION(GetPhysicalDeviceFeatures)(physical, &first);
    FUNCTION(GetPhysicalDeviceFeatures2)(physical, &second);
    return memcmp(&first, &second.features, sizeof first) != 0;
}

// Between members, and behind the end of the name, anything may stand.
QUESTION(differ_in_properties) {
    VkPhysicalDeviceProperties first = {.apiVersion = 0};
    VkPhysicalDeviceProperties2 second = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    const VkPhysicalDeviceProperties *other = &second.properties;
    int is_different = 0;
    FUNCTION(GetPhysicalDeviceProperties)(physical, &first);
    FUNCTION(GetPhysicalDeviceProperties2)(physical, &second);
#define COMPARE(member) is_different |= memcmp(&first.member, &other->member, sizeof first.member) != 0;
#define COMPARE_LIMIT(structure, member, kind, count) COMPARE(limits.member)
#define COMPARE_SPARSE(structure, member, kind, count) COMPARE(sparseProperties.member)
    COMPARE(apiVersion)
    COMPARE(driverVersion)
    COMPARE(vendorID)
    COMPARE(deviceID)
    COMPARE(deviceType)
    COMPARE(pipelineCacheUUID)
    MEMBERS_OF_VkPhysicalDeviceLimits(COMPARE_LIMIT)
    MEMBERS_OF_VkPhysicalDeviceSparseProperties(COMPARE_SPARSE)
    return is_different || strncmp(first.deviceName, other->deviceName, sizeof first.deviceName) != 0;
}

QUESTION(differ_in_memory) {
    VkPhysicalDeviceMemoryProperties first;
    VkPhysicalDeviceMemoryProperties2 second;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    second.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
    FUNCTION(GetPhysicalDeviceMemoryProperties)(physical, &first);
    FUNCTION(GetPhysicalDeviceMemoryProperties2)(physical, &second);
    const VkPhysicalDeviceMemoryProperties *other = &second.memoryProperties;
    if (first.memoryTypeCount != other->memoryTypeCount || first.memoryHeapCount != other->memoryHeapCount) return 1;
    for (uint32_t i = 0; i < first.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++)
        if (memcmp(&first.memoryTypes[i], &other->memoryTypes[i], sizeof first.memoryTypes[i]) != 0) return 1;
    for (uint32_t i = 0; i < first.memoryHeapCount && i < VK_MAX_MEMORY_HEAPS; i++)
        if (first.memoryHeaps[i].size != other->memoryHeaps[i].size || first.memoryHeaps[i].flags != other->memoryHeaps[i].flags)
            return 1;
    return 0;
}

QUESTION(differ_in_families) {
    VkQueueFamilyProperties first[MOST_ROWS];
    VkQueueFamilyProperties2 second[MOST_ROWS];
    uint32_t count = MOST_ROWS, other = MOST_ROWS;
    memset(first, 0, sizeof first);
    memset(second, 0, sizeof second);
    for (uint32_t i = 0; i < MOST_ROWS; i++) second[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    FUNCTION(GetPhysicalDeviceQueueFamilyProperties)(physical, &count, first);
    FUNCTION(GetPhysicalDeviceQueueFamilyProperties2)(physical, &other, second);
    if (count != other) return 1;
    for (uint32_t i = 0; i < count && i < MOST_ROWS; i++)
        if (memcmp(&first[i], &second[i].queueFamilyProperties, sizeof first[i]) != 0) return 1;
    return 0;
}

QUESTION(differ_in_formats) {
    VkFormatProperties first = {0};
    VkFormatProperties2 second = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    FUNCTION(GetPhysicalDeviceFormatProperties)(physical, FORMAT, &first);
    FUNCTION(GetPhysicalDeviceFormatProperties2)(physical, FORMAT, &second);
    return memcmp(&first, &second.formatProperties, sizeof first) != 0;
}

QUESTION(differ_in_image_formats) {
    VkImageFormatProperties first = {.maxMipLevels = 0};
    VkImageFormatProperties2 second = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                   .format = FORMAT,
                                                   .type = VK_IMAGE_TYPE_2D,
                                                   .tiling = VK_IMAGE_TILING_OPTIMAL,
                                                   .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkResult one = FUNCTION(GetPhysicalDeviceImageFormatProperties)(physical, info.format, info.type, info.tiling, info.usage,
                                                                    info.flags, &first);
    VkResult other = FUNCTION(GetPhysicalDeviceImageFormatProperties2)(physical, &info, &second);
    return one != other || (one == VK_SUCCESS && memcmp(&first, &second.imageFormatProperties, sizeof first) != 0);
}

static const struct {
    const char *command;
    int (*differ)(const struct made *, VkPhysicalDevice);
} questions_in_two[] = {
    {"vkGetPhysicalDeviceFeatures", differ_in_features},
    {"vkGetPhysicalDeviceProperties", differ_in_properties},
    {"vkGetPhysicalDeviceMemoryProperties", differ_in_memory},
    {"vkGetPhysicalDeviceQueueFamilyProperties", differ_in_families},
    {"vkGetPhysicalDeviceFormatProperties", differ_in_formats},
    {"vkGetPhysicalDeviceImageFormatProperties", differ_in_image_formats},
};

static void compare_commands(const struct made *instance, VkPhysicalDevice physical) {
    char newer[80], label[96];
    if (options.minor < 1) return;
    for (size_t i = 0; i < COUNT(questions_in_two); i++) {
        const char *command = questions_in_two[i].command;
        snprintf(newer, sizeof newer, "%s2", command);
        snprintf(label, sizeof label, "facts.%s", command);
        if (instance_function(instance, command) == NULL || instance_function(instance, newer) == NULL) continue;
        if (!is_layers(instance, command) && !is_layers(instance, newer)) continue;
        begin(label);
        int is_different = questions_in_two[i].differ(instance, physical);
        open_answer(label);
        say_flag("different", is_different);
        close_answer();
    }
}

// ---- a queue with a flag, of which vkGetDeviceQueue does not know

static void get_protected_queue(const struct made *instance, VkPhysicalDevice physical) {
    VkPhysicalDeviceProtectedMemoryFeatures feature = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES,
                                                       .protectedMemory = VK_TRUE};
    const struct request request = {.nodes = USUAL_DEVICE_NODES,
                                    .queue_flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT,
                                    .first = (VkBaseOutStructure *)(void *)&feature};
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT};
    VkQueue queue = NULL;
    if (options.minor < 1 || entry.device == NULL) return;
    begin("facts.device");
    struct made device = make_device(instance, physical, &request);
    if (device.result != VK_SUCCESS || device.upper == NULL) return;
    PFN_vkGetDeviceQueue2 get = (PFN_vkGetDeviceQueue2)entry.device(device.upper, "vkGetDeviceQueue2");
    if (!is_layers_own((const void *)get)) return;
    begin("facts.queue");
    older_queues = 0;
    get(device.upper, &info, &queue);
    open_answer("facts.queue");
    say_flag("older", older_queues > 0);
    close_answer();
}

// ---- the first queue by either command

static void say_queue(const char *key, const uint32_t *asked) {
    open_list(key);
    for (int i = 0; i < 2; i++) say_number(NULL, asked[i]);
    close_list();
}

static void get_queue_twice(const struct made *instance, VkPhysicalDevice physical) {
    const struct request request = {.nodes = USUAL_DEVICE_NODES};
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2};
    uint32_t older[2];
    VkQueue queue = NULL;
    if (options.minor < 1 || entry.device == NULL) return;
    begin("facts.plain_device");
    struct made device = make_device(instance, physical, &request);
    if (device.result != VK_SUCCESS || device.upper == NULL) return;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)entry.device(device.upper, "vkGetDeviceQueue");
    PFN_vkGetDeviceQueue2 get_2 = (PFN_vkGetDeviceQueue2)entry.device(device.upper, "vkGetDeviceQueue2");
    if (get == NULL || get_2 == NULL || !(is_layers_own((const void *)get) || is_layers_own((const void *)get_2))) return;
    begin("facts.queues");
    asked_queues = 0;
    get(device.upper, 0, 0, &queue);
    memcpy(older, asked_queue, sizeof older);
    if (asked_queues != 1) return;
    get_2(device.upper, &info, &queue);
    if (asked_queues != 2) return;
    open_answer("facts.queues");
    say_queue("older", older);
    say_queue("newer", asked_queue);
    close_answer();
}

// A layer may show an older device, which has no newer structures and commands.
static int shows_version(const struct made *instance, VkPhysicalDevice physical) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    if (FUNCTION(GetPhysicalDeviceProperties) == NULL) return 0;
    FUNCTION(GetPhysicalDeviceProperties)(physical, &properties);
    return properties.apiVersion >= VERSION_OF(options.minor);
}

void probe_facts(void) {
    const struct request request = {.nodes = USUAL_NODES, .api_version = VERSION_OF(options.minor)};
    open_layer();
    enter("facts");
    begin("facts.instance");
    nexts[0].newest = 10 + NEWEST_MINOR;  // a device may be newer than the layer
    carried = answer_all;
    struct made instance = make_instance(&nexts[0], &request);
    if (instance.result != VK_SUCCESS || instance.upper == NULL) give_up("facts", "there is no instance");
    VkPhysicalDevice physical = first_physical_device(&instance);
    if (physical == NULL) give_up("facts", "there is no physical device");
    if (!shows_version(&instance, physical)) give_up("facts", "the physical device is shown as an older one");
    compare_structures(&instance, physical);
    compare_commands(&instance, physical);
    get_protected_queue(&instance, physical);
    get_queue_twice(&instance, physical);
}
