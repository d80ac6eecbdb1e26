// The act "features": devices are asked for with features that their physical devices do not have, each alone.
//
// features.N, of each physical device: "usual", the result of vkCreateDevice without features; where that is VK_SUCCESS,
// "all", the result with all features of Vulkan 1.0 that the device has, "asked", how often it was called with one feature
// that the device does not have, and by FORM a list of the features with
// which it gave something else than VK_ERROR_FEATURE_NOT_PRESENT, and what: [STRUCTURE::MEMBER RESULT]. FORM is "plain"
// (pEnabledFeatures), and where instance and device are of Vulkan 1.1 "chained" (a VkPhysicalDeviceFeatures2 in pNext),
// "later" (a structure of a later version alone in pNext), "behind" (the same behind a VkPhysicalDeviceFeatures2 without
// features). What was not asked for any more after MOST_TAKEN of a form is not counted, nor what there was no time for.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../extensions.h"
#include "../process.h"

enum { SLOT = 512, MOST_TAKEN = 8, NEWEST_MINOR = 4 };
#define LONGEST 0.6  // of the time that the process has

struct gpu {
    VkInstance instance;
    VkPhysicalDevice handle;
};

// Structures of features, whose members behind the head are all VkBool32.
struct member {
    const char *name;
    size_t offset;
};
#define MEMBER(structure, member, content) {#structure "::" #member, offsetof(structure, member)},
#define PROPERTIES_TABLE(structure)
#define FEATURES_TABLE(structure) \
    static const struct member members_of_##structure[] = {QUERIED_MEMBERS_OF_##structure(MEMBER){0}};
#define MEMBERS_TABLE(structure, type, base, minor) base##_TABLE(structure)
QUERIED_STRUCTURES(MEMBERS_TABLE)

#define PROPERTIES_ROW(structure, type, minor)
#define FEATURES_ROW(structure, type, minor) {type, minor, sizeof(structure), members_of_##structure},
#define STRUCTURE_ROW(structure, type, base, minor) base##_ROW(structure, type, minor)
static const struct {
    VkStructureType type;
    uint32_t minor;
    size_t size;
    const struct member *members;
} structures[] = {QUERIED_STRUCTURES(STRUCTURE_ROW)};

// What only a program that enables another feature beside it may enable.
static const char *const dependent[] = {"multiviewGeometryShader", "multiviewTessellationShader", "variablePointers"};

// The features of Vulkan 1.0.
#define FIRST_MEMBER(structure, member, kind, count) {#structure "::" #member, offsetof(structure, member)},
static const struct member first[] = {MEMBERS_OF_VkPhysicalDeviceFeatures(FIRST_MEMBER)};

static uint32_t api_of(const struct gpu *gpu) {
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(gpu->instance, "vkGetPhysicalDeviceProperties");
    if (ask != NULL) ask(gpu->handle, &properties);
    return properties.apiVersion;
}

// What vkCreateDevice gives; a device that it makes is destroyed.
static VkResult try_device(const struct gpu *gpu, const VkPhysicalDeviceFeatures *plain, const void *next) {
    static const float priority = 1.0F;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    struct words names = {.count = 0};
    add_needed_extensions(gpu->instance, gpu->handle, &names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = next,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
        .pEnabledFeatures = plain,
    };
    VkDevice device = NULL;
    uintptr_t word;
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(gpu->instance, "vkCreateDevice");
    VkResult result = create(gpu->handle, &info, NULL, &device);
    if (result == VK_SUCCESS && take_over(device, &word)) destroy_device(gpu->instance, device, NULL);
    return result;
}

struct form {
    const char *key;
    uint32_t count;
    char taken[MOST_TAKEN][160];
};
enum { PLAIN, CHAINED, LATER, BEHIND, FORMS };

static struct asking {
    uint32_t asked;
    VkResult all;
    double end;
    struct form forms[FORMS];
} asking;

static int is_enough(const struct form *form) { return form->count == MOST_TAKEN || seconds() > asking.end; }

static void try_one(const struct gpu *gpu, int which, const char *name, const VkPhysicalDeviceFeatures *plain,
                    const void *next) {
    struct form *form = &asking.forms[which];
    if (is_enough(form)) return;
    at(name, NULL);
    VkResult result = try_device(gpu, plain, next);
    asking.asked++;
    if (result != VK_ERROR_FEATURE_NOT_PRESENT)
        snprintf(form->taken[form->count++], sizeof form->taken[0], "%s %d", name, (int)result);
}

static void try_first(const struct gpu *gpu, uint32_t minor) {
    PFN_vkGetPhysicalDeviceFeatures ask =
        (PFN_vkGetPhysicalDeviceFeatures)instance_function(gpu->instance, "vkGetPhysicalDeviceFeatures");
    VkPhysicalDeviceFeatures found = {.robustBufferAccess = VK_FALSE};
    if (ask == NULL) return;
    ask(gpu->handle, &found);
    at("all", NULL);
    asking.all = try_device(gpu, &found, NULL);
    for (size_t i = 0; i < COUNT(first); i++) {
        VkPhysicalDeviceFeatures2 chained = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
        const VkBool32 wanted = VK_TRUE;
        VkBool32 value;
        memcpy(&value, (const unsigned char *)&found + first[i].offset, sizeof value);
        if (value != VK_FALSE) continue;
        memcpy((unsigned char *)&chained.features + first[i].offset, &wanted, sizeof wanted);
        try_one(gpu, PLAIN, first[i].name, &chained.features, NULL);
        if (minor >= 1) try_one(gpu, CHAINED, first[i].name, NULL, &chained);
    }
}

// ---- features of later versions

static int is_dependent(const char *member) {
    const char *name = strrchr(member, ':') + 1;
    for (size_t i = 0; i < COUNT(dependent); i++)
        if (strcmp(name, dependent[i]) == 0) return 1;
    return 0;
}

// A structure that only the device fills: what comes back as it was is neither there nor lacking.
static void ask_structure(const struct gpu *gpu, size_t which, unsigned char *slot) {
    VkBaseOutStructure *head = (VkBaseOutStructure *)(void *)slot;
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = head};
    PFN_vkGetPhysicalDeviceFeatures2 ask =
        (PFN_vkGetPhysicalDeviceFeatures2)instance_function(gpu->instance, "vkGetPhysicalDeviceFeatures2");
    memset(slot, 0xA5, SLOT);
    head->sType = structures[which].type;
    head->pNext = NULL;
    if (ask != NULL) ask(gpu->handle, &features);
}

static void try_member(const struct gpu *gpu, size_t which, const struct member *member) {
    static _Alignas(16) unsigned char slot[SLOT];
    VkBaseOutStructure *head = (VkBaseOutStructure *)(void *)slot;
    const VkPhysicalDeviceFeatures2 before = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = head};
    const VkBool32 wanted = VK_TRUE;
    memset(slot, 0, sizeof slot);
    head->sType = structures[which].type;
    memcpy(slot + member->offset, &wanted, sizeof wanted);
    try_one(gpu, LATER, member->name, NULL, head);
    try_one(gpu, BEHIND, member->name, NULL, &before);
}

static void try_structure(const struct gpu *gpu, size_t which) {
    static _Alignas(16) unsigned char found[SLOT];
    if (structures[which].size > SLOT) abort();
    ask_structure(gpu, which, found);
    for (const struct member *member = structures[which].members; member->name != NULL; member++) {
        VkBool32 value;
        memcpy(&value, found + member->offset, sizeof value);
        if (value == VK_FALSE && !is_dependent(member->name)) try_member(gpu, which, member);
    }
}

static uint32_t common_minor(uint32_t one, uint32_t other) {
    uint32_t lower = one < other ? one : other;
    return VK_API_VERSION_MAJOR(lower) > 1 ? NEWEST_MINOR : VK_API_VERSION_MINOR(lower);
}

static void say_forms(const char *label, VkResult usual) {
    at(NULL, NULL);
    open_answer(label);
    say_number("usual", usual);
    if (usual == VK_SUCCESS) say_number("all", asking.all);
    if (usual == VK_SUCCESS) say_number("asked", asking.asked);
    for (int form = 0; usual == VK_SUCCESS && form < FORMS; form++) {
        open_list(asking.forms[form].key);
        for (uint32_t i = 0; i < asking.forms[form].count; i++) say_text(NULL, asking.forms[form].taken[i]);
        close_list();
    }
    close_answer();
}

static void try_gpu(const struct gpu *gpu, uint32_t number, uint32_t api) {
    char label[32];
    snprintf(label, sizeof label, "features.%" PRIu32, number);
    begin(label);
    asking = (struct asking){
        .end = asking.end, .forms = {{.key = "plain"}, {.key = "chained"}, {.key = "later"}, {.key = "behind"}}};
    uint32_t minor = common_minor(api_of(gpu), api);
    VkResult usual = try_device(gpu, NULL, NULL);
    if (usual == VK_SUCCESS) try_first(gpu, minor);
    for (size_t i = 0; usual == VK_SUCCESS && i < COUNT(structures); i++)
        if (minor >= 1 && structures[i].minor <= minor) try_structure(gpu, i);
    say_forms(label, usual);
}

void probe_features(void) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    enter("features");
    begin("features.instance");
    asking.end = seconds() + share_of_time(LONGEST);
    uint32_t api = newest_version();
    struct made made = make_instance(&(struct wish){.api_version = api});
    if (!made.is_readable || instance_function(made.handle, "vkCreateDevice") == NULL) return;
    uint32_t count = physical_devices(made.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *)))
            try_gpu(&(struct gpu){.instance = made.handle, .handle = devices[i]}, i, api);
    begin("features.end");
    destroy_instance(made.handle, NULL);
}
