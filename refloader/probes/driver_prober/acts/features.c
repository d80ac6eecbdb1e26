// The act "features": a device is asked for with one feature that the first physical device does not have.
//
// features.usual: "result" of vkCreateDevice without features. features.FORM: the same with "feature", the place of the
// feature among the members of VkPhysicalDeviceFeatures; FORM is "plain" (by pEnabledFeatures) or "chained" (by a
// VkPhysicalDeviceFeatures2 in pNext, where instance and device are of Vulkan 1.1). Of a device that has every feature
// nothing more is said. features.later: the same of each feature in the structures of later versions, each structure
// alone in pNext: {"asked": features that the device does not have, "taken": [STRUCTURE::MEMBER with which vkCreateDevice
// gives something else than VK_ERROR_FEATURE_NOT_PRESENT, and what]}; what was not asked for any more after MOST_TAKEN of
// these is not counted.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../extensions.h"

enum { MEMBERS_OF_FIRST = sizeof(VkPhysicalDeviceFeatures) / sizeof(VkBool32), SLOT = 512, MOST_TAKEN = 8, NEWEST_MINOR = 4 };

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

// The first feature that the device does not have, as the only one in ``wanted``; -1 where it has all of them.
static int take_lacking(const struct gpu *gpu, VkPhysicalDeviceFeatures *wanted) {
    VkBool32 found[MEMBERS_OF_FIRST] = {0}, one[MEMBERS_OF_FIRST] = {0};
    PFN_vkGetPhysicalDeviceFeatures ask =
        (PFN_vkGetPhysicalDeviceFeatures)instance_function(gpu->instance, "vkGetPhysicalDeviceFeatures");
    if (ask == NULL) return -1;
    ask(gpu->handle, (VkPhysicalDeviceFeatures *)found);
    for (int i = 0; i < MEMBERS_OF_FIRST; i++) {
        if (found[i]) continue;
        one[i] = VK_TRUE;
        memcpy(wanted, one, sizeof one);
        return i;
    }
    return -1;
}

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

static void try_form(const struct gpu *gpu, const char *form, int feature, const VkPhysicalDeviceFeatures *plain,
                     const void *next) {
    char label[32];
    snprintf(label, sizeof label, "features.%s", form);
    begin(label);
    VkResult result = try_device(gpu, plain, next);
    open_answer(label);
    say_number("result", result);
    if (feature >= 0) say_number("feature", feature);
    close_answer();
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

struct later {
    uint32_t asked, count;
    char taken[MOST_TAKEN][160];
};

static void try_member(const struct gpu *gpu, size_t which, const struct member *member, struct later *later) {
    static _Alignas(16) unsigned char slot[SLOT];
    VkBaseOutStructure *head = (VkBaseOutStructure *)(void *)slot;
    const VkBool32 wanted = VK_TRUE;
    memset(slot, 0, sizeof slot);
    head->sType = structures[which].type;
    memcpy(slot + member->offset, &wanted, sizeof wanted);
    VkResult result = try_device(gpu, NULL, head);
    later->asked++;
    if (result != VK_ERROR_FEATURE_NOT_PRESENT)
        snprintf(later->taken[later->count++], sizeof later->taken[0], "%s %d", member->name, (int)result);
}

static void try_structure(const struct gpu *gpu, size_t which, struct later *later) {
    static _Alignas(16) unsigned char found[SLOT];
    if (structures[which].size > SLOT) abort();
    ask_structure(gpu, which, found);
    for (const struct member *member = structures[which].members; member->name != NULL; member++) {
        VkBool32 value;
        memcpy(&value, found + member->offset, sizeof value);
        if (later->count == MOST_TAKEN) return;
        if (value == VK_FALSE && !is_dependent(member->name)) try_member(gpu, which, member, later);
    }
}

static void try_later(const struct gpu *gpu, uint32_t minor) {
    static struct later later;
    if (minor < 1) return;
    begin("features.later");
    for (size_t i = 0; i < COUNT(structures); i++)
        if (structures[i].minor <= minor) try_structure(gpu, i, &later);
    open_answer("features.later");
    say_number("asked", later.asked);
    open_list("taken");
    for (uint32_t i = 0; i < later.count; i++) say_text(NULL, later.taken[i]);
    close_list();
    close_answer();
}

static uint32_t common_minor(uint32_t one, uint32_t other) {
    uint32_t lower = one < other ? one : other;
    return VK_API_VERSION_MAJOR(lower) > 1 ? NEWEST_MINOR : VK_API_VERSION_MINOR(lower);
}

void probe_features(void) {
    struct gpu gpu;
    enter("features");
    begin("features.instance");
    uint32_t api = newest_version();
    struct made made = make_instance(&(struct wish){.api_version = api});
    gpu.instance = made.handle;
    if (!made.is_readable || physical_devices(made.handle, &gpu.handle, 1, NULL) != 1) return;
    if (!is_readable(gpu.handle, sizeof(void *)) || instance_function(gpu.instance, "vkCreateDevice") == NULL) return;
    VkPhysicalDeviceFeatures2 chained = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    int lacking = take_lacking(&gpu, &chained.features);
    uint32_t minor = common_minor(api_of(&gpu), api);
    try_form(&gpu, "usual", -1, NULL, NULL);
    if (lacking >= 0) {
        try_form(&gpu, "plain", lacking, &chained.features, NULL);
        if (minor >= 1) try_form(&gpu, "chained", lacking, NULL, &chained);
    }
    try_later(&gpu, minor);
    begin("features.end");
    destroy_instance(gpu.instance, NULL);
}
