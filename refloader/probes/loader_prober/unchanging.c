// What a physical device says of itself, the same whenever it is asked: a loader may ask early and keep it, so that it
// only counts what the application gets. See generated.h.
#include <stdio.h>

#include "generated.h"

#define FAMILIES 2U
#define MOST_ROOM 4U
#define HEAD 16U  // of the newer structures: sType and pNext

// ---- what drivers say

static void tell_properties(const struct below *gpu, VkPhysicalDeviceProperties *to) {
    memset(to, 0, sizeof *to);
    to->apiVersion = VK_MAKE_API_VERSION(0, 1, gpu->driver->minor, 0);
    to->driverVersion = 1;
    to->vendorID = 0x10001;
    to->deviceID = (uint32_t)gpu_identity(gpu->driver, gpu->index);
    to->deviceType = (VkPhysicalDeviceType)(gpu_identity(gpu->driver, gpu->index) % 5);
    snprintf(to->deviceName, sizeof to->deviceName, "gpu %u of driver %u", gpu->index, gpu->driver->number);
    memcpy(to->pipelineCacheUUID, &to->deviceID, sizeof to->deviceID);
    to->limits.maxImageDimension1D = 4096 + to->deviceID;
    to->sparseProperties.residencyNonResidentStrict = to->deviceID % 2;
}

static void tell_features(const struct below *gpu, VkPhysicalDeviceFeatures *to) {
    uint64_t state = gpu_identity(gpu->driver, gpu->index);
    for (uint32_t i = 0; i < sizeof *to / sizeof(VkBool32); i++) ((VkBool32 *)to)[i] = any_of(&state, 2);
}

static void tell_memory(const struct below *gpu, VkPhysicalDeviceMemoryProperties *to) {
    uint32_t identity = (uint32_t)gpu_identity(gpu->driver, gpu->index);
    memset(to, 0, sizeof *to);
    to->memoryHeapCount = 1;
    to->memoryHeaps[0] = (VkMemoryHeap){.size = UINT64_C(1) << 32 | identity, .flags = 1};
    to->memoryTypeCount = 1 + identity % 3;
    for (uint32_t i = 0; i < to->memoryTypeCount; i++) to->memoryTypes[i].propertyFlags = 1 + 6 * i;
}

static void tell_families(const struct below *gpu, uint32_t *count, unsigned char *rows, size_t head) {
    uint32_t room = rows == NULL || *count > FAMILIES ? FAMILIES : *count;
    for (uint32_t i = 0; rows != NULL && i < room; i++)
        *(VkQueueFamilyProperties *)(void *)(rows + i * (sizeof(VkQueueFamilyProperties) + head) + head) = (VkQueueFamilyProperties){
            .queueFlags = i == 0 ? 7 : 4, .queueCount = 2, .timestampValidBits = 36 + (uint32_t)gpu_identity(gpu->driver, gpu->index) % 20};
    *count = room;
}

int is_unchanging(const char *name) {
    return is_same_command(name, "vkGetPhysicalDeviceProperties2") || is_same_command(name, "vkGetPhysicalDeviceFeatures2") ||
           is_same_command(name, "vkGetPhysicalDeviceMemoryProperties2") || is_same_command(name, "vkGetPhysicalDeviceQueueFamilyProperties2");
}

int tell_unchanging(const struct below *gpu, const char *name, uint64_t *arguments) {
    size_t head = strstr(name, "Properties2") != NULL || strstr(name, "Features2") != NULL ? HEAD : 0;
    unsigned char *to = POINTER(unsigned char, arguments[1]) + head;
    if (is_same_command(name, head ? "vkGetPhysicalDeviceProperties2" : "vkGetPhysicalDeviceProperties"))
        tell_properties(gpu, (VkPhysicalDeviceProperties *)(void *)to);
    else if (is_same_command(name, head ? "vkGetPhysicalDeviceFeatures2" : "vkGetPhysicalDeviceFeatures"))
        tell_features(gpu, (VkPhysicalDeviceFeatures *)(void *)to);
    else if (is_same_command(name, head ? "vkGetPhysicalDeviceMemoryProperties2" : "vkGetPhysicalDeviceMemoryProperties"))
        tell_memory(gpu, (VkPhysicalDeviceMemoryProperties *)(void *)to);
    else if (is_same_command(name, head ? "vkGetPhysicalDeviceQueueFamilyProperties2" : "vkGetPhysicalDeviceQueueFamilyProperties"))
        tell_families(gpu, POINTER(uint32_t, arguments[1]), POINTER(unsigned char, arguments[2]), head);
    else return 0;
    return 1;
}

// ---- asking them

static const struct {
    const char *name;
    size_t size;
    VkStructureType newer;
    int is_list;
} queries[] = {
    {"vkGetPhysicalDeviceProperties", sizeof(VkPhysicalDeviceProperties), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, 0},
    {"vkGetPhysicalDeviceFeatures", sizeof(VkPhysicalDeviceFeatures), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, 0},
    {"vkGetPhysicalDeviceMemoryProperties", sizeof(VkPhysicalDeviceMemoryProperties), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, 0},
    {"vkGetPhysicalDeviceQueueFamilyProperties", sizeof(VkQueueFamilyProperties), VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2, 1},
};

// What is behind the end of a text is nobody's.
static void clear_tail(VkPhysicalDeviceProperties *properties) {
    size_t length = strnlen(properties->deviceName, sizeof properties->deviceName);
    memset(properties->deviceName + length, 0, sizeof properties->deviceName - length);
}

void ask_unchanging(struct instance *instance) {
    static uint64_t given[128], expected[128];
    if (instance->gpu_count == 0) return;
    struct gpu *gpu = &instance->gpu[any(instance->gpu_count)];
    uint32_t chosen = any(COUNT_OF(queries)), is_list = (uint32_t)queries[chosen].is_list, room = any(MOST_ROOM + 1), counted = room;
    size_t head = instance->minor > 0 && gpu->driver->minor > 0 && one_in(2) ? HEAD : 0, size = queries[chosen].size + head;
    char name[64];
    snprintf(name, sizeof name, "%s%s", queries[chosen].name, head ? "2" : "");
    PFN_vkVoidFunction function = one_in(2) ? exported_function(name) : NULL;
    if (function == NULL) function = get_instance_proc(instance->handle, name);
    if (function == NULL) return;  // which commands a loader has is for others to judge
    memset(given, 0, sizeof given);
    for (uint32_t i = 0; head != 0 && i < (is_list ? MOST_ROOM : 1); i++)
        ((VkBaseOutStructure *)(void *)((unsigned char *)given + i * size))->sType = queries[chosen].newer;
    memcpy(expected, given, sizeof given);
    say("%s(physical device %u of driver %u)", name, gpu->index, gpu->driver->number);
    uint64_t below[MOST_ARGUMENTS] = {0, is_list ? (uint64_t)(uintptr_t)&room : (uint64_t)(uintptr_t)expected, (uint64_t)(uintptr_t)expected};
    tell_unchanging(lower_gpu(instance->lower[gpu->driver - drivers], gpu->index), name, below);
    if (is_list) ((PFN_vkGetPhysicalDeviceQueueFamilyProperties)function)(gpu->handle, &counted, (VkQueueFamilyProperties *)(void *)given);
    else ((PFN_vkGetPhysicalDeviceFeatures)function)(gpu->handle, (VkPhysicalDeviceFeatures *)(void *)given);
    if (chosen == 0) clear_tail((VkPhysicalDeviceProperties *)(void *)((unsigned char *)given + head));
    if (is_list && counted != room) fail("passed", "%s: the driver counts %u, the application gets %u", name, room, counted);
    else if (memcmp(given, expected, sizeof given) != 0) fail("passed", "%s: what driver %u says does not arrive at the application", name, gpu->driver->number);
}
