// What the entity below the layer does when an instance or a device is made: it looks at the create info, and fails
// where it is told to.
#include <stdio.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "next.h"
#include "prober.h"

struct creation created;

// The creations before that one, for a layer that makes objects of its own beside the application's.
static struct creation earlier[8];

// How much speaks for a creation to be the application's. One that failed may be of an object that the layer can do without.
static int likeness(const struct creation *each, const void *upper, const void *out) {
    if (each->made == NULL) return 0;
    if (each->made == upper) return 3;
    return each->out == out ? 2 : 1;
}

void choose_creation(const void *upper, const void *out) {
    uint32_t times = created.times, before = times > COUNT(earlier) ? COUNT(earlier) : times > 0 ? times - 1 : 0;
    const struct creation *best = &created;
    for (uint32_t i = 0; i < before; i++)
        if (likeness(&earlier[i], upper, out) > likeness(best, upper, out)) best = &earlier[i];
    created = *best;
    created.times = times;
}

static void add(char *list, size_t size, const char *word) {
    size_t used = strlen(list);
    snprintf(list + used, size - used, used > 0 ? ",%s" : "%s", word);
}

static void add_number(char *list, size_t size, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    add(list, size, text);
}

static void add_all(char *list, size_t size, const char *const *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) add(list, size, words[i]);
}

void look_at_chain(const void *chain, VkStructureType type) {
    created.info_chain = chain;
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext) {
        add_number(created.structures, sizeof created.structures, (unsigned)each->sType);
        if (each->sType != type) continue;
        // The two structures are alike up to the end of the link.
        const VkLayerInstanceCreateInfo *node = (const VkLayerInstanceCreateInfo *)each;
        add_number(created.functions, sizeof created.functions, (unsigned)node->function);
        if (node->function == VK_LAYER_LINK_INFO && created.link_nodes++ == 0) created.link = node->u.pLayerInfo;
    }
}

// ---- create infos that no application may hand in

static const VkBaseInStructure *in_chain_of(const void *chain, uint32_t type) {
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext)
        if ((uint32_t)each->sType == type) return each;
    return NULL;
}

// The features of a version of Vulkan in one structure, and those that are members of it.
static const struct {
    const char *name;
    uint32_t type;
    uint32_t parts[16];
} versions[] = {
    {"VkPhysicalDeviceVulkan11Features", 49, {1000083000, 1000053001, 1000120000, 1000145001, 1000156004, 1000063000}},
    {"VkPhysicalDeviceVulkan12Features",
     51,
     {1000177000, 1000180000, 1000082000, 1000161001, 1000221000, 1000108000, 1000253000, 1000175000, 1000241000, 1000261000,
      1000207000, 1000257000, 1000211000}},
    {"VkPhysicalDeviceVulkan13Features",
     53,
     {1000044003, 1000335000, 1000138000, 1000413000, 1000297000, 1000295000, 1000276000, 1000280000, 1000215000, 1000225002,
      1000314007, 1000066000, 1000325000}},
};

static int is_version(uint32_t type) {
    for (size_t i = 0; i < COUNT(versions); i++)
        if (versions[i].type == type) return 1;
    return 0;
}

// VUID-VkDeviceCreateInfo-pNext-02829, -02830 and -06532, and sType-unique.
static void look_at_versions(const void *chain) {
    for (size_t i = 0; i < COUNT(versions); i++) {
        const VkBaseInStructure *whole = in_chain_of(chain, versions[i].type);
        if (whole == NULL) continue;
        const char *beside = in_chain_of(whole->pNext, versions[i].type) != NULL ? " twice on pNext" : NULL;
        for (size_t j = 0; versions[i].parts[j] != 0; j++)
            if (in_chain_of(chain, versions[i].parts[j]) != NULL) beside = " on pNext beside a structure of its members";
        if (beside == NULL) continue;
        add(created.invalid, sizeof created.invalid, versions[i].name);
        strncat(created.invalid, beside, sizeof created.invalid - strlen(created.invalid) - 1);
    }
}

// VUID-VkDeviceCreateInfo-sType-unique, but for the loader's own nodes and the two types that may be there several times.
static void look_at_types(const void *chain) {
    enum { LOADERS = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, MEMORY_REPORT = 1000284001, PRIVATE_DATA = 1000295001 };
    const VkBaseInStructure *each = chain;
    for (; each != NULL; each = each->pNext) {
        uint32_t type = (uint32_t)each->sType;
        int is_exempt = type == LOADERS || type == MEMORY_REPORT || type == PRIVATE_DATA;
        // Of these there is more to say.
        int is_looked_at = type == (uint32_t)VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 || is_version(type);
        if (is_exempt || is_looked_at || in_chain_of(each->pNext, type) == NULL) continue;
        char what[64];
        snprintf(what, sizeof what, "two structures of the type %u on pNext", type);
        add(created.invalid, sizeof created.invalid, what);
        return;
    }
}

static void look_at_features(const VkDeviceCreateInfo *info) {
    const VkBaseInStructure *found = in_chain_of(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    // VUID-VkDeviceCreateInfo-pNext-00373
    if (found != NULL && info->pEnabledFeatures != NULL)
        add(created.invalid, sizeof created.invalid, "pEnabledFeatures beside a VkPhysicalDeviceFeatures2 on pNext");
    if (found != NULL && in_chain_of(found->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) != NULL)
        add(created.invalid, sizeof created.invalid, "VkPhysicalDeviceFeatures2 twice on pNext");
    look_at_versions(info->pNext);
    look_at_types(info->pNext);
}

// VUID-VkDeviceCreateInfo-queueFamilyIndex-02802: one for each family, but for protected queues.
static void look_at_queues(const VkDeviceCreateInfo *info) {
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        for (uint32_t j = 0; j < i; j++) {
            const VkDeviceQueueCreateInfo *one = &info->pQueueCreateInfos[i], *other = &info->pQueueCreateInfos[j];
            if (one->queueFamilyIndex != other->queueFamilyIndex || one->flags != other->flags) continue;
            add(created.invalid, sizeof created.invalid, "two VkDeviceQueueCreateInfo of one family");
            return;
        }
}

// VUID-VkDeviceQueueCreateInfo-pQueuePriorities-00383: each of as many as there are queues is between 0 and 1.
static void look_at_each_priority(const VkDeviceCreateInfo *info) {
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        for (uint32_t j = 0; j < info->pQueueCreateInfos[i].queueCount; j++) {
            float priority = info->pQueueCreateInfos[i].pQueuePriorities[j];
            if (priority >= 0.0F && priority <= 1.0F) continue;
            add(created.invalid, sizeof created.invalid, "a VkDeviceQueueCreateInfo with a priority that is not between 0 and 1");
            return;
        }
}

static struct creation new_creation(const void *allocator, void *out) {
    if (crowd == NULL && created.times > 0) earlier[(created.times - 1) % COUNT(earlier)] = created;
    return (struct creation){
        .times = created.times + 1, .questions = question_count, .allocator = allocator, .out = out};
}

// An application enables a feature by pEnabledFeatures or by a structure on pNext.
static int is_robust(const VkDeviceCreateInfo *info) {
    int found = info->pEnabledFeatures != NULL && info->pEnabledFeatures->robustBufferAccess;
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext)
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            found |= (int)((const VkPhysicalDeviceFeatures2 *)each)->features.robustBufferAccess;
    return found;
}

static int has_others(const VkPhysicalDeviceFeatures *features) {
    VkPhysicalDeviceFeatures others = *features;
    static const VkPhysicalDeviceFeatures none;
    others.robustBufferAccess = VK_FALSE;
    return memcmp(&others, &none, sizeof none) != 0;
}

// "If any requested feature is not supported on that device, vkCreateDevice must return VK_ERROR_FEATURE_NOT_PRESENT."
static int lacks_features(const VkDeviceCreateInfo *info) {
    const VkBaseInStructure *found = in_chain_of(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    if (found != NULL && has_others(&((const VkPhysicalDeviceFeatures2 *)found)->features)) return 1;
    return info->pEnabledFeatures != NULL && has_others(info->pEnabledFeatures);
}

static int lacks_extensions(const VkDeviceCreateInfo *info) {
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (!has_device_extension(info->ppEnabledExtensionNames[i]))
            add(created.lacked, sizeof created.lacked, info->ppEnabledExtensionNames[i]);
    return *created.lacked != '\0';
}

// One that is closed has no extension; what a layer brings may be enabled below by way of layers in between.
static VkResult creation_result(void) {
    int lacks = creating->closed && !creating->is_lenient;
    return lacks && *created.extensions != '\0' ? VK_ERROR_EXTENSION_NOT_PRESENT : creating->creation;
}

// "If any of the requested extensions is not supported, vkCreateDevice must return VK_ERROR_EXTENSION_NOT_PRESENT", and so for features.
static VkResult strict_result(const VkDeviceCreateInfo *info) {
    return lacks_extensions(info) ? VK_ERROR_EXTENSION_NOT_PRESENT : lacks_features(info) ? VK_ERROR_FEATURE_NOT_PRESENT : creation_result();
}

// The next layer makes its link the one after it before it calls down, whatever comes of that.
static VkResult fail_as_layer(const void *chain, VkStructureType type, VkResult result) {
    for (VkBaseOutStructure *each = (VkBaseOutStructure *)(uintptr_t)chain; each != NULL; each = each->pNext) {
        VkLayerInstanceCreateInfo *node = (VkLayerInstanceCreateInfo *)each;  // those of devices are alike so far
        if (each->sType != type || node->function != VK_LAYER_LINK_INFO || node->u.pLayerInfo == NULL) continue;
        node->u.pLayerInfo = node->u.pLayerInfo->pNext;
        break;
    }
    return result;
}

VkResult below_create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                               VkInstance *instance) {
    created = new_creation(allocator, instance == NULL ? NULL : (void *)*instance);
    look_at_chain(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    add_all(created.layers, sizeof created.layers, info->ppEnabledLayerNames, info->enabledLayerCount);
    add_all(created.extensions, sizeof created.extensions, info->ppEnabledExtensionNames,
            info->enabledExtensionCount);
    if (info->pApplicationInfo != NULL) created.api_version = info->pApplicationInfo->apiVersion;
    VkResult result = creation_result();
    if (result != VK_SUCCESS)
        return fail_as_layer(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, result);
    created.made = new_object(OBJECT_INSTANCE, NULL);
    *instance = (VkInstance)created.made;
    return VK_SUCCESS;
}

static int has_private_data(const VkDeviceCreateInfo *info) {
    int found = 0;
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext) {
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES)
            found |= (int)((const VkPhysicalDevicePrivateDataFeatures *)each)->privateData;
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)
            found |= (int)((const VkPhysicalDeviceVulkan13Features *)each)->privateData;
    }
    return found;
}

static int has_synchronization2(const VkDeviceCreateInfo *info) {
    int found = 0;
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext) {
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES)
            found |= (int)((const VkPhysicalDeviceSynchronization2Features *)each)->synchronization2;
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)
            found |= (int)((const VkPhysicalDeviceVulkan13Features *)each)->synchronization2;
    }
    return found;
}

uint32_t queues_of(const VkDeviceCreateInfo *info, uint32_t family) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        if (info->pQueueCreateInfos[i].queueFamilyIndex == family) count += info->pQueueCreateInfos[i].queueCount;
    return count;
}

static void look_at_priorities(const VkDeviceCreateInfo *info) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++) {
        const VkDeviceQueueCreateInfo *each = &info->pQueueCreateInfos[i];
        for (uint32_t j = 0; each->queueFamilyIndex == 0 && j < each->queueCount && count < 2; j++)
            created.priorities[count++] = (uint32_t)(each->pQueuePriorities[j] * 1000);
    }
}

VkResult below_create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                             const VkAllocationCallbacks *allocator, VkDevice *device) {
    created = new_creation(allocator, device == NULL ? NULL : (void *)*device);
    created.parent = physical;
    created.is_robust = is_robust(info);
    created.has_private_data = has_private_data(info);
    created.has_synchronization2 = has_synchronization2(info);
    look_at_features(info);
    look_at_queues(info);
    look_at_each_priority(info);
    for (uint32_t i = 0; i < FAMILIES; i++) created.queues[i] = queues_of(info, i);
    look_at_priorities(info);
    look_at_chain(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    add_all(created.layers, sizeof created.layers, info->ppEnabledLayerNames, info->enabledLayerCount);
    add_all(created.extensions, sizeof created.extensions, info->ppEnabledExtensionNames,
            info->enabledExtensionCount);
    VkResult result = creating->is_strict ? strict_result(info) : creation_result();
    if (result != VK_SUCCESS)
        return fail_as_layer(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, result);
    created.made = new_object(OBJECT_DEVICE, object_of(physical));
    created.made->has_private_data = created.has_private_data;
    *device = (VkDevice)created.made;
    return VK_SUCCESS;
}
