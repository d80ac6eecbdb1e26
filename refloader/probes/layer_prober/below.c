// What the entity below the layer does when it is called: objects, and answers good enough for a layer that looks
// around while it makes its tables. A device of no abilities; never anything that is drawn. creations.c makes devices.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "next.h"
#include "prober.h"
#include "resources.h"

// ---- commands: each takes its arguments as words

#define POINTER(type, word) ((type *)(uintptr_t)(word))

uint32_t second_devices;
int has_features_of_extensions;

static VkResult counted(uint32_t *count, int wanted, uint32_t available) {
    uint32_t room = *count;
    *count = !wanted || room > available ? available : room;
    return wanted && room < available ? VK_INCOMPLETE : VK_SUCCESS;
}

static uint64_t create_instance(const uint64_t *a) {
    return (uint64_t)below_create_instance(POINTER(const VkInstanceCreateInfo, a[0]),
                                           POINTER(const VkAllocationCallbacks, a[1]), POINTER(VkInstance, a[2]));
}

static uint64_t create_device(const uint64_t *a) {
    return (uint64_t)below_create_device((VkPhysicalDevice)(uintptr_t)a[0], POINTER(const VkDeviceCreateInfo, a[1]),
                                         POINTER(const VkAllocationCallbacks, a[2]), POINTER(VkDevice, a[3]));
}

static uint64_t enumerate_physical_devices(const uint64_t *a) {
    struct object *instance = object_of(POINTER(void, a[0]));
    VkPhysicalDevice *devices = POINTER(VkPhysicalDevice, a[2]);
    VkResult result = counted(POINTER(uint32_t, a[1]), devices != NULL, 1 + second_devices);
    if (instance == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    for (uint32_t i = 0; devices != NULL && i < *POINTER(uint32_t, a[1]); i++)
        devices[i] = (VkPhysicalDevice)child_of(instance, OBJECT_PHYSICAL_DEVICE, i);
    return (uint64_t)result;
}

static uint64_t enumerate_groups(const uint64_t *a) {
    struct object *instance = object_of(POINTER(void, a[0]));
    VkPhysicalDeviceGroupProperties *groups = POINTER(VkPhysicalDeviceGroupProperties, a[2]);
    VkResult result = counted(POINTER(uint32_t, a[1]), groups != NULL, 1 + second_devices);
    if (instance == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    for (uint32_t i = 0; groups != NULL && i < *POINTER(uint32_t, a[1]); i++) {
        groups[i].physicalDeviceCount = 1;
        groups[i].subsetAllocation = VK_FALSE;
        groups[i].physicalDevices[0] = (VkPhysicalDevice)child_of(instance, OBJECT_PHYSICAL_DEVICE, i);
    }
    return (uint64_t)result;
}

// What this entity has may be newer than what an application asks for, and is never older.
static uint32_t own_version(void) {
    if (creating != NULL && creating->newest != 0) return VERSION_OF((uint32_t)creating->newest - 10);
    return VERSION_OF(asked_minor() > USUAL_MINOR ? asked_minor() : USUAL_MINOR);
}

// Where there are several physical devices, each is another one to whoever asks who it is.
static uint32_t number_of(const void *physical) {
    const struct object *object = object_of(physical);
    return object == NULL || second_devices == 0 ? 0 : 1 + place_of_object(object);
}

static void fill_properties(const void *physical, VkPhysicalDeviceProperties *to) {
    memset(to, 0, sizeof *to);
    to->apiVersion = own_version();
    to->driverVersion = 1;
    to->deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
    to->deviceID = number_of(physical);
    memcpy(to->pipelineCacheUUID, &to->deviceID, sizeof to->deviceID);
    snprintf(to->deviceName, sizeof to->deviceName, "prober");
    to->limits.maxImageDimension2D = 4096;
    to->limits.maxBoundDescriptorSets = 4;
    to->limits.maxPushConstantsSize = MOST_PUSHED;
    to->limits.maxMemoryAllocationCount = 4096;
    to->limits.minMemoryMapAlignment = 64;
    to->limits.minUniformBufferOffsetAlignment = to->limits.minStorageBufferOffsetAlignment = OFFSET_ALIGNMENT;
    to->limits.timestampPeriod = 1.0F;
    to->limits.nonCoherentAtomSize = 64;
    to->limits.bufferImageGranularity = 1;
}

static uint64_t properties(const uint64_t *a) {
    fill_properties(POINTER(void, a[0]), POINTER(VkPhysicalDeviceProperties, a[1]));
    return 0;
}

// VkPhysicalDeviceVulkan12Properties, which the generated header leaves out, and its maxTimelineSemaphoreValueDifference.
#define VULKAN_1_2_PROPERTIES ((VkStructureType)52)
#define VALUE_DIFFERENCE_AT 720U

static uint64_t properties_2(const uint64_t *a) {
    VkPhysicalDeviceProperties2 *all = POINTER(VkPhysicalDeviceProperties2, a[1]);
    fill_properties(POINTER(void, a[0]), &all->properties);
    for (VkBaseOutStructure *each = all->pNext; each != NULL; each = each->pNext) {
        size_t place = each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_PROPERTIES ? sizeof *each
                       : each->sType == VULKAN_1_2_PROPERTIES                                         ? VALUE_DIFFERENCE_AT
                                                                                                      : 0;
        if (place != 0) memset((char *)each + place, 0xFF, sizeof(uint64_t));
    }
    if (second_devices == 0) return 0;
    for (VkBaseOutStructure *each = all->pNext; each != NULL; each = each->pNext)
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES || each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES)
            memcpy(each + 1, &all->properties.deviceID, sizeof all->properties.deviceID);  // deviceUUID
    return 0;
}

// Every device has this one, and this device no other.
static const VkPhysicalDeviceFeatures every_devices = {.robustBufferAccess = VK_TRUE};

static uint64_t features(const uint64_t *a) {
    *POINTER(VkPhysicalDeviceFeatures, a[1]) = every_devices;
    return 0;
}

static uint64_t features_2(const uint64_t *a) {
    VkPhysicalDeviceFeatures2 *all = POINTER(VkPhysicalDeviceFeatures2, a[1]);
    all->features = every_devices;
    for (VkBaseOutStructure *each = all->pNext; each != NULL && has_features_of_extensions; each = each->pNext)
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES ||
            each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES || each->sType == (VkStructureType)1000294001)
            *(VkBool32 *)(void *)(each + 1) = VK_TRUE;
    return 0;
}

#define DEVICE_LOCAL 1U
#define MAPPED 6U   // host-visible, host-coherent
#define CACHED 14U  // the same, host-cached

static void fill_kinds_of_memory(VkPhysicalDeviceMemoryProperties *to) {
    static const VkMemoryType types[] = {{DEVICE_LOCAL, 0}, {DEVICE_LOCAL, 0}, {MAPPED, 1}, {CACHED, 1}};
    to->memoryTypeCount = sizeof types / sizeof *types;
    to->memoryHeapCount = 2;
    memcpy(to->memoryTypes, types, sizeof types);
    to->memoryHeaps[0] = (VkMemoryHeap){1U << 30, DEVICE_LOCAL};
    to->memoryHeaps[1] = (VkMemoryHeap){1U << 30, 0};
}

static void fill_memory(VkPhysicalDeviceMemoryProperties *to) {
    memset(to, 0, sizeof *to);
    if (has_kinds_of_memory) {
        fill_kinds_of_memory(to);
        return;
    }
    to->memoryTypeCount = to->memoryHeapCount = 1;
    to->memoryHeaps[0].size = 1U << 30;
    to->memoryHeaps[0].flags = 1;  // device-local
    to->memoryTypes[0].propertyFlags = 7;  // device-local, host-visible, host-coherent
}

static uint64_t memory(const uint64_t *a) {
    fill_memory(POINTER(VkPhysicalDeviceMemoryProperties, a[1]));
    return 0;
}

static uint64_t memory_2(const uint64_t *a) {
    fill_memory(&POINTER(VkPhysicalDeviceMemoryProperties2, a[1])->memoryProperties);
    return 0;
}

// One for all work, and one that does not draw and has no timestamps.
VkQueueFamilyProperties families[FAMILIES] = {
    {.queueFlags = 7, .queueCount = 2, .timestampValidBits = 64, .minImageTransferGranularity = {1, 1, 1}},
    {.queueFlags = 6, .queueCount = 1, .timestampValidBits = 0, .minImageTransferGranularity = {1, 1, 1}},
};

static uint64_t queue_families(const uint64_t *a) {
    VkQueueFamilyProperties *rows = POINTER(VkQueueFamilyProperties, a[2]);
    counted(POINTER(uint32_t, a[1]), rows != NULL, FAMILIES);
    for (uint32_t i = 0; rows != NULL && i < *POINTER(uint32_t, a[1]); i++) rows[i] = families[i];
    return 0;
}

static uint64_t queue_families_2(const uint64_t *a) {
    VkQueueFamilyProperties2 *rows = POINTER(VkQueueFamilyProperties2, a[2]);
    counted(POINTER(uint32_t, a[1]), rows != NULL, FAMILIES);
    for (uint32_t i = 0; rows != NULL && i < *POINTER(uint32_t, a[1]); i++)
        rows[i].queueFamilyProperties = families[i];
    return 0;
}

const struct words *offered_by_instances, *offered_by_devices;

// What overlays, captures and instrumentation enable for themselves where a device has it.
const struct words wanted_by_layers = {
    .word = {"VK_KHR_timeline_semaphore", "VK_KHR_synchronization2", "VK_KHR_push_descriptor", "VK_KHR_driver_properties",
             "VK_KHR_buffer_device_address", "VK_KHR_dynamic_rendering", "VK_KHR_create_renderpass2", "VK_KHR_depth_stencil_resolve",
             "VK_KHR_external_memory", "VK_KHR_external_memory_fd", "VK_KHR_external_semaphore", "VK_KHR_external_semaphore_fd",
             "VK_KHR_image_format_list", "VK_KHR_swapchain_mutable_format", "VK_KHR_get_memory_requirements2",
             "VK_KHR_dedicated_allocation", "VK_KHR_shader_non_semantic_info", "VK_KHR_present_id", "VK_KHR_present_wait",
             "VK_KHR_calibrated_timestamps", "VK_KHR_maintenance1", "VK_KHR_maintenance3", "VK_KHR_multiview",
             "VK_EXT_calibrated_timestamps", "VK_EXT_descriptor_indexing", "VK_EXT_external_memory_dma_buf",
             "VK_EXT_host_query_reset", "VK_EXT_image_drm_format_modifier", "VK_EXT_memory_budget", "VK_EXT_private_data",
             "VK_EXT_scalar_block_layout", "VK_EXT_tooling_info"},
    .count = 32};

// Two extensions that no layer has: whoever lists them has asked below.
static VkResult rows_of_below(const struct words *more, uint32_t *count, VkExtensionProperties *rows) {
    VkExtensionProperties below[2 + MOST_WORDS] = {{"VK_PROBER_below_one", 1}, {"VK_PROBER_below_two", 2}};
    uint32_t available = 2;
    for (uint32_t i = 0; more != NULL && i < more->count; i++) {
        below[available].specVersion = 1;
        snprintf(below[available++].extensionName, sizeof below->extensionName, "%s", more->word[i]);
    }
    VkResult result = counted(count, rows != NULL, available);
    if (rows != NULL) memcpy(rows, below, *count * sizeof *rows);
    return result;
}

int has_device_extension(const char *name) {
    VkExtensionProperties rows[2 + MOST_WORDS];
    uint32_t count = COUNT(rows);
    rows_of_below(offered_by_devices, &count, rows);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(rows[i].extensionName, name) == 0) return 1;
    return 0;
}

static uint64_t device_extensions(const uint64_t *a) {
    return (uint64_t)rows_of_below(offered_by_devices, POINTER(uint32_t, a[2]), POINTER(VkExtensionProperties, a[3]));
}

static uint64_t instance_extensions(const uint64_t *a) {
    return (uint64_t)rows_of_below(offered_by_instances, POINTER(uint32_t, a[1]), POINTER(VkExtensionProperties, a[2]));
}

static uint64_t instance_layers(const uint64_t *a) {
    return (uint64_t)counted(POINTER(uint32_t, a[0]), a[1] != 0, 0);
}

static uint64_t nothing_of_a_device(const uint64_t *a) {
    return (uint64_t)counted(POINTER(uint32_t, a[1]), a[2] != 0, 0);
}

static uint64_t instance_version(const uint64_t *a) {
    *POINTER(uint32_t, a[0]) = own_version();
    return 0;
}

static uint64_t get_queue(const uint64_t *a) {
    struct object *device = object_of(POINTER(void, a[0]));
    *POINTER(VkQueue, a[3]) = device == NULL ? NULL : (VkQueue)child_of(device, OBJECT_QUEUE, 0);
    return 0;
}

static uint64_t get_queue_2(const uint64_t *a) {
    const uint64_t arguments[] = {a[0], 0, 0, a[2]};
    return get_queue(arguments);
}

static uint64_t allocate_command_buffers(const uint64_t *a) {
    struct object *device = object_of(POINTER(void, a[0]));
    uint32_t count = POINTER(const VkCommandBufferAllocateInfo, a[1])->commandBufferCount;
    if (device == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    for (uint32_t i = 0; i < count; i++)
        POINTER(VkCommandBuffer, a[2])[i] = (VkCommandBuffer)new_object(OBJECT_COMMAND_BUFFER, device);
    return 0;
}

// ---- what a layer needs that makes things of its own

static uint64_t make_descriptor_sets(const uint64_t *a) {
    return make_handles(a[2], POINTER(const VkDescriptorSetAllocateInfo, a[1])->descriptorSetCount);
}

static uint64_t make_slot(const uint64_t *a) {
    const struct object *device = object_of(POINTER(void, a[0]));  // a layer may have one of its own beside the application's
    created.has_slots_without |= device != NULL && !device->has_private_data;
    return make_handles(a[3], 1);
}

static const struct {
    const char *name;
    uint64_t (*answer)(const uint64_t *);
} answers[] = {
    {"vkCreateInstance", create_instance},
    {"vkCreateDevice", create_device},
    {"vkEnumeratePhysicalDevices", enumerate_physical_devices},
    {"vkEnumeratePhysicalDeviceGroups", enumerate_groups},
    {"vkEnumeratePhysicalDeviceGroupsKHR", enumerate_groups},
    {"vkGetPhysicalDeviceProperties", properties},
    {"vkGetPhysicalDeviceProperties2", properties_2},
    {"vkGetPhysicalDeviceProperties2KHR", properties_2},
    {"vkGetPhysicalDeviceFeatures", features},
    {"vkGetPhysicalDeviceFeatures2", features_2},
    {"vkGetPhysicalDeviceFeatures2KHR", features_2},
    {"vkGetPhysicalDeviceMemoryProperties", memory},
    {"vkGetPhysicalDeviceMemoryProperties2", memory_2},
    {"vkGetPhysicalDeviceMemoryProperties2KHR", memory_2},
    {"vkGetPhysicalDeviceQueueFamilyProperties", queue_families},
    {"vkGetPhysicalDeviceQueueFamilyProperties2", queue_families_2},
    {"vkGetPhysicalDeviceQueueFamilyProperties2KHR", queue_families_2},
    {"vkEnumerateDeviceExtensionProperties", device_extensions},
    {"vkEnumerateDeviceLayerProperties", nothing_of_a_device},
    {"vkGetPhysicalDeviceToolProperties", nothing_of_a_device},
    {"vkGetPhysicalDeviceToolPropertiesEXT", nothing_of_a_device},
    {"vkEnumerateInstanceExtensionProperties", instance_extensions},
    {"vkEnumerateInstanceLayerProperties", instance_layers},
    {"vkEnumerateInstanceVersion", instance_version},
    {"vkGetDeviceQueue", get_queue},
    {"vkGetDeviceQueue2", get_queue_2},
    {"vkAllocateCommandBuffers", allocate_command_buffers},
    {"vkCreatePrivateDataSlot", make_slot},
    {"vkCreatePrivateDataSlotEXT", make_slot},
    {"vkAllocateDescriptorSets", make_descriptor_sets},
};

void answer_command(const char *name, const uint64_t *arguments, uint64_t *result) {
    size_t i = 0;
    if (answer_of_memory(name, arguments, result)) return;
    while (i < COUNT(answers) && strcmp(answers[i].name, name) != 0) i++;
    if (i < COUNT(answers)) *result = answers[i].answer(arguments);
    else write_outputs(name, arguments);
}
