// What the model does with instances, devices, their queues and command pools.
#include <stdio.h>

#include "model_rows.h"

#define MOST_INSTANCES 8U
#define GPUS 2U

// Two of an instance, which are alike.
static struct object *gpus[MOST_INSTANCES][GPUS];

static struct object **gpus_of(struct object *instance) {
    uint32_t place = 0;
    for (uint32_t i = 0; i < MOST_INSTANCES; i++)
        if (gpus[i][0] != NULL && gpus[i][0]->parent == instance) return gpus[i];
    while (place + 1 < MOST_INSTANCES && gpus[place][0] != NULL) place++;
    for (uint32_t i = 0; i < GPUS; i++) gpus[place][i] = new_object(OBJECT_PHYSICAL_DEVICE, instance);
    return gpus[place];
}

static uint64_t enumerate_gpus(const uint64_t *a) {
    struct object *instance = object_of(AT(void, a[0]));
    uint32_t *count = AT(uint32_t, a[1]), room = *count;
    if (instance == NULL || instance->kind != OBJECT_INSTANCE) {
        complain("vkEnumeratePhysicalDevices reaches the driver with an instance that is none of its own");
        return FAILED(VK_ERROR_INITIALIZATION_FAILED);
    }
    *count = a[2] == 0 || room > GPUS ? GPUS : room;
    for (uint32_t i = 0; a[2] != 0 && i < *count; i++) AT(VkPhysicalDevice, a[2])[i] = (VkPhysicalDevice)gpus_of(instance)[i];
    return (uint64_t)(a[2] != 0 && room < GPUS ? VK_INCOMPLETE : VK_SUCCESS);
}

static uint64_t create_device(const uint64_t *a) {
    if (model_fails()) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = below_create_device((VkPhysicalDevice)AT(void, a[0]), AT(const VkDeviceCreateInfo, a[1]),
                                          AT(const VkAllocationCallbacks, a[2]), AT(VkDevice, a[3]));
    if (result == VK_SUCCESS && machine_new(created.made) == NULL) result = VK_ERROR_TOO_MANY_OBJECTS;
    return FAILED(result);
}

static uint64_t destroy_device(const uint64_t *a) {
    if (a[0] == 0) return 0;
    MACHINE
    if (machine == NULL) return 0;
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < machine->count[kind]; i++)
            if (machine->things[kind][i].is_alive && kind != KIND_SET)
                complain("vkDestroyDevice reaches the driver while a %s of the device is left", kind_name(kind));
    if (machine->job_count > 0) complain("vkDestroyDevice reaches the driver while work is not done");
    for (uint32_t i = 0; i < FAMILIES * QUEUES_OF_FAMILY; i++)
        if (machine->queues[i / QUEUES_OF_FAMILY][i % QUEUES_OF_FAMILY] != NULL)
            end_object(machine->queues[i / QUEUES_OF_FAMILY][i % QUEUES_OF_FAMILY]);
    end_object(machine->object);
    machine->object = NULL;
    return 0;
}

static uint64_t destroy_instance(const uint64_t *a) {
    struct object *instance = object_of(AT(void, a[0]));
    if (instance == NULL) return 0;
    if (machines_of(instance) > 0) complain("vkDestroyInstance reaches the driver while a device of the instance is left");
    for (uint32_t i = 0; i < MOST_INSTANCES; i++) {
        if (gpus[i][0] == NULL || gpus[i][0]->parent != instance) continue;
        for (uint32_t j = 0; j < GPUS; j++) end_object(gpus[i][j]), gpus[i][j] = NULL;
    }
    end_object(instance);
    return 0;
}

// Those that are usual below, and that of the program.
static uint64_t extensions(const uint64_t *a) {
    uint32_t *count = AT(uint32_t, a[2]), room = *count, available = chains_extension() != NULL;
    if (a[1] != 0) return *count = 0, 0;
    *count = a[3] == 0 || room > available ? available : room;
    VkExtensionProperties *row = AT(VkExtensionProperties, a[3]);
    if (row != NULL && *count > 0) {
        *row = (VkExtensionProperties){.specVersion = 1};
        snprintf(row->extensionName, sizeof row->extensionName, "%s", chains_extension());
    }
    return (uint64_t)(a[3] != 0 && room < available ? VK_INCOMPLETE : VK_SUCCESS);
}

static uint64_t features_2(const uint64_t *a) {
    VkPhysicalDeviceFeatures2 *features = AT(VkPhysicalDeviceFeatures2, a[1]);
    features->features = (VkPhysicalDeviceFeatures){.robustBufferAccess = VK_TRUE};
    for (VkBaseOutStructure *each = features->pNext; each != NULL; each = each->pNext) {
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            VkPhysicalDeviceVulkan12Features *newer = (void *)each;
            newer->timelineSemaphore = newer->hostQueryReset = VK_TRUE;
        } else if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            VkPhysicalDeviceVulkan13Features *newer = (void *)each;
            newer->privateData = newer->synchronization2 = newer->dynamicRendering = VK_TRUE;
        } else if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES ||
                   each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES) {
            ((VkPhysicalDeviceTimelineSemaphoreFeatures *)(void *)each)->timelineSemaphore = VK_TRUE;
        }
    }
    return 0;
}

static uint64_t create_pool(const uint64_t *a) {
    struct thing *pool = make(a, KIND_POOL);
    if (pool == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    pool->value = AT(const VkCommandPoolCreateInfo, a[1])->queueFamilyIndex;
    pool->can_be_reset = (AT(const VkCommandPoolCreateInfo, a[1])->flags & VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT) != 0;
    if (pool->value >= FAMILIES) complain("vkCreateCommandPool reaches the driver for queue family %llu, and there are %u", (unsigned long long)pool->value, FAMILIES);
    return 0;
}

static void *queue_of(struct machine *machine, uint32_t family, uint32_t number) {
    if (machine == NULL) return NULL;
    if (family >= FAMILIES || number >= machine->queue_count[family] || number >= QUEUES_OF_FAMILY) {
        complain("vkGetDeviceQueue reaches the driver for queue %u of family %u, which the device does not have", number, family);
        return NULL;
    }
    struct object **queue = &machine->queues[family][number];
    if (*queue == NULL) *queue = new_object(OBJECT_QUEUE, machine->object);
    return *queue;
}

static uint64_t get_queue(const uint64_t *a) {
    MACHINE
    *AT(void *, a[3]) = queue_of(machine, (uint32_t)a[1], (uint32_t)a[2]);
    return 0;
}

static uint64_t get_queue_2(const uint64_t *a) {
    const VkDeviceQueueInfo2 *info = AT(const VkDeviceQueueInfo2, a[1]);
    MACHINE
    *AT(void *, a[2]) = queue_of(machine, info->queueFamilyIndex, info->queueIndex);
    return 0;
}

const struct model_row model_devices[] = {
    {"vkCreateDevice", create_device},
    {"vkDestroyDevice", destroy_device},
    {"vkDestroyInstance", destroy_instance},
    {"vkEnumeratePhysicalDevices", enumerate_gpus},
    {"vkEnumerateDeviceExtensionProperties", extensions},
    {"vkGetPhysicalDeviceFeatures2", features_2},
    {"vkGetPhysicalDeviceFeatures2KHR", features_2},
    {"vkCreateCommandPool", create_pool},
    {"vkGetDeviceQueue", get_queue},
    {"vkGetDeviceQueue2", get_queue_2},
};
const uint32_t model_devices_count = COUNT_OF(model_devices);
