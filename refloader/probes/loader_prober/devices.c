// Devices: what is said when they are made, and what arrives. See generated.h.
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

static int is_listed(const char *const *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

static const VkDeviceCreateInfo *sent_device;
static struct gpu *device_gpu;
static struct below *device_made;
static uint32_t times_made;
static struct instance *device_instance;

static const VkBaseInStructure *in_chain(const void *chain, VkStructureType type) {
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext)
        if (at->sType == type) return at;
    return NULL;
}

union chained {
    VkBaseOutStructure base;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceMultiviewFeatures multiview;
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceVulkan12Features vulkan12;
    VkPhysicalDeviceVulkan13Features vulkan13;
    VkPhysicalDevice16BitStorageFeatures storage;
    VkDeviceGroupDeviceCreateInfo group;
};

static union chained nodes[6];
static VkPhysicalDevice members[MOST_GPUS];

// As they were sent: a loader may exchange structures of the application's for its own while the call runs.
static union chained sent_nodes[COUNT_OF(nodes)];
static VkPhysicalDevice sent_members[MOST_GPUS];
static uint32_t sent_count;

static size_t size_of(uint32_t type) {
    for (uint32_t i = 0; i < carried_structure_count; i++)
        if (carried_structures[i].type == type) return carried_structures[i].size;
    return 16;
}

static void compare_group(const VkDeviceGroupDeviceCreateInfo *sent, const VkDeviceGroupDeviceCreateInfo *arrived, const struct below *gpu) {
    if (sent->physicalDeviceCount != arrived->physicalDeviceCount) {
        fail("passed", "vkCreateDevice: VkDeviceGroupDeviceCreateInfo has %u physical devices, %u arrive", sent->physicalDeviceCount,
             arrived->physicalDeviceCount);
        return;
    }
    for (uint32_t i = 0; i < sent->physicalDeviceCount; i++) {
        struct gpu *wanted = gpu_of_handle(device_instance, sent_members[i]);
        struct below *found = object_at(arrived->pPhysicalDevices[i], IS_GPU, gpu->driver);
        if (found == NULL || found->index != wanted->index || found->parent != gpu->parent)
            fail("passed", "vkCreateDevice: VkDeviceGroupDeviceCreateInfo.pPhysicalDevices[%u] is no handle of the driver's own or another one", i);
    }
}

static void compare_chain(const void *arrived, const struct below *gpu) {
    for (uint32_t i = 0; i < sent_count; i++) {
        const VkBaseOutStructure *at = &sent_nodes[i].base;
        const VkBaseInStructure *there = in_chain(arrived, at->sType);
        size_t size = size_of((uint32_t)at->sType);
        if (there == NULL) fail("passed", "vkCreateDevice: the structure with sType %d behind pNext does not arrive at the driver", (int)at->sType);
        else if (at->sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO)
            compare_group(&sent_nodes[i].group, (const void *)there, gpu);
        else if (memcmp(at + 1, there + 1, size - sizeof *at) != 0)
            fail("passed", "vkCreateDevice: the structure with sType %d behind pNext arrives at the driver with other contents", (int)at->sType);
    }
}

static void compare_queues(const VkDeviceCreateInfo *arrived) {
    if (arrived->queueCreateInfoCount != sent_device->queueCreateInfoCount) {
        fail("passed", "vkCreateDevice: queueCreateInfoCount is %u, %u arrives", sent_device->queueCreateInfoCount, arrived->queueCreateInfoCount);
        return;
    }
    for (uint32_t i = 0; i < arrived->queueCreateInfoCount; i++) {
        const VkDeviceQueueCreateInfo *one = &sent_device->pQueueCreateInfos[i], *other = &arrived->pQueueCreateInfos[i];
        if (one->queueFamilyIndex != other->queueFamilyIndex || one->queueCount != other->queueCount || one->flags != other->flags ||
            memcmp(one->pQueuePriorities, other->pQueuePriorities, one->queueCount * sizeof(float)) != 0)
            fail("passed", "vkCreateDevice: pQueueCreateInfos[%u] arrives at the driver with other contents", i);
    }
}

static void compare_device(struct below *gpu, struct below *made, const VkDeviceCreateInfo *arrived) {
    times_made++;
    device_made = made;
    if (gpu->driver != device_gpu->driver || gpu->index != device_gpu->index)
        fail("passed", "vkCreateDevice for physical device %u of driver %u reaches physical device %u of driver %u", device_gpu->index,
             device_gpu->driver->number, gpu->index, gpu->driver->number);
    compare_queues(arrived);
    compare_chain(arrived->pNext, gpu);
    if ((sent_device->pEnabledFeatures == NULL) != (arrived->pEnabledFeatures == NULL) ||
        (arrived->pEnabledFeatures != NULL &&
         memcmp(sent_device->pEnabledFeatures, arrived->pEnabledFeatures, sizeof *arrived->pEnabledFeatures) != 0))
        fail("passed", "vkCreateDevice: pEnabledFeatures arrives at the driver with other contents");
    for (uint32_t i = 0; i < sent_device->enabledExtensionCount; i++)
        if (!is_listed(arrived->ppEnabledExtensionNames, arrived->enabledExtensionCount, sent_device->ppEnabledExtensionNames[i]))
            fail("passed", "vkCreateDevice: %s does not arrive at the driver, which has it", sent_device->ppEnabledExtensionNames[i]);
    for (uint32_t i = 0; i < arrived->enabledExtensionCount; i++)
        if (!is_listed(sent_device->ppEnabledExtensionNames, sent_device->enabledExtensionCount, arrived->ppEnabledExtensionNames[i]))
            fail("passed", "vkCreateDevice: %.100s arrives at the driver, and is not enabled", arrived->ppEnabledExtensionNames[i]);
}

// Members from the first one on are VkBool32.
static void set_some(void *structure, size_t size) {
    uint32_t *word = structure;
    for (size_t i = 4; i < size / 4; i++) word[i] = any(2);
}

static void add(uint32_t *used, VkStructureType type, size_t size) {
    memset(&nodes[*used], 0, sizeof nodes[0]);
    set_some(&nodes[*used], size);
    nodes[(*used)++].base.sType = type;
}

static void add_group(uint32_t *used, struct instance *instance, const struct gpu *gpu) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < instance->gpu_count; i++) {
        const struct gpu *other = &instance->gpu[i];
        int is_beside = other->driver == gpu->driver && gpu->driver->group_of[other->index] == gpu->driver->group_of[gpu->index];
        if (other == gpu || (is_beside && one_in(2))) members[count++] = other->handle;
    }
    nodes[(*used)++].group = (VkDeviceGroupDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO,
                                                             .physicalDeviceCount = count, .pPhysicalDevices = members};
}

// Structures of versions that application and device have, in any order.
static void *any_chain(struct instance *instance, const struct gpu *gpu) {
    uint32_t minor = instance->minor < gpu->driver->minor ? instance->minor : gpu->driver->minor, used = 0;
    uint32_t order[COUNT_OF(nodes)];
    if (minor >= 1 && one_in(2)) add_group(&used, instance, gpu);
    if (minor >= 1 && one_in(2)) add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, sizeof(VkPhysicalDeviceFeatures2) - 4);
    if (minor >= 2 && one_in(2)) {
        add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, sizeof(VkPhysicalDeviceVulkan11Features));
    } else if (minor >= 1 && one_in(2)) {
        add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, sizeof(VkPhysicalDeviceMultiviewFeatures) - 4);
        add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, sizeof(VkPhysicalDevice16BitStorageFeatures));
    }
    if (minor >= 2 && one_in(3)) add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, sizeof(VkPhysicalDeviceVulkan12Features) - 4);
    if (minor >= 3 && one_in(3)) add(&used, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, sizeof(VkPhysicalDeviceVulkan13Features) - 4);
    for (uint32_t i = 0; i < used; i++) order[i] = i;
    for (uint32_t i = 1; i < used; i++) {
        uint32_t at = any(i + 1), held = order[i];
        order[i] = order[at], order[at] = held;
    }
    for (uint32_t i = 0; i < used; i++) nodes[order[i]].base.pNext = i + 1 < used ? &nodes[order[i + 1]].base : NULL;
    memcpy(sent_nodes, nodes, sizeof nodes);
    memcpy(sent_members, members, sizeof members);
    sent_count = used;
    return used == 0 ? NULL : &nodes[order[0]];
}

// What the structures say. Where the chain leads past a group, whose handles are the loader's to exchange, it may have
// been linked anew: loaders to this day leave it so.
static int is_changed(void) {
    int has_group = 0;
    for (uint32_t i = 0; i < sent_count; i++) has_group |= sent_nodes[i].base.sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO;
    for (uint32_t i = 0; i < sent_count; i++) {
        const char *now = (const char *)&nodes[i], *sent = (const char *)&sent_nodes[i];
        if (memcmp(now + sizeof(VkBaseInStructure), sent + sizeof(VkBaseInStructure), sizeof nodes[i] - sizeof(VkBaseInStructure)) != 0) return 1;
        if (!has_group && nodes[i].base.pNext != sent_nodes[i].base.pNext) return 1;
    }
    return memcmp(members, sent_members, sizeof members) != 0;
}

static VkResult any_failure(void) {
    static const VkResult codes[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_INITIALIZATION_FAILED,
                                     VK_ERROR_FEATURE_NOT_PRESENT, VK_ERROR_TOO_MANY_OBJECTS, VK_ERROR_DEVICE_LOST};
    return one_in(5) ? codes[any(COUNT_OF(codes))] : VK_SUCCESS;
}

// Said before it is called: a crash is one of the last call that was said.
static PFN_vkVoidFunction of_device(const struct device *device, const char *name) {
    say("vkGetDeviceProcAddr(%s)", name);
    return device->get_proc(device->handle, name);
}

static void learn_queues(struct device *device, uint32_t families, const uint32_t *counts) {
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)of_device(device, "vkGetDeviceQueue");
    if (get == NULL) fail("passed", "vkGetDeviceProcAddr gives NULL for vkGetDeviceQueue");
    check();
    say("vkGetDeviceQueue for each queue of this device");
    for (uint32_t family = 0; family < families; family++)
        for (uint32_t i = 0; i < counts[family]; i++) {
            get(device->handle, family, i, &device->queue[family][i]);
            if (device->lower != NULL && (void *)device->queue[family][i] != (void *)device->lower->child[family][i])
                fail("passed", "vkGetDeviceQueue(family %u, index %u) gives another queue than the driver", family, i);
        }
}

static int answer_pool(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result) {
    if (strcmp(name, "vkCreateCommandPool") != 0) return 0;
    *POINTER(uint64_t, arguments[3]) = 1000 + driver->number;
    *result = VK_SUCCESS;
    return 1;
}

static VkCommandPool make_pool(const struct device *device) {
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool = NULL;
    PFN_vkCreateCommandPool create = (PFN_vkCreateCommandPool)of_device(device, "vkCreateCommandPool");
    if (create == NULL) return NULL;
    say("vkCreateCommandPool for this device");
    watched.command = answer_pool;
    VkResult result = create(device->handle, &info, NULL, &pool);
    watched.command = NULL;
    return result == VK_SUCCESS ? pool : NULL;
}

static void make_commands(struct instance *instance, struct device *device) {
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .level = (VkCommandBufferLevel)any(2),
                                        .commandBufferCount = COUNT_OF(device->commands)};
    int is_of_instance = one_in(2);
    info.commandPool = device->pool = make_pool(device);
    if (info.commandPool == NULL) return;
    if (is_of_instance) say("vkGetInstanceProcAddr(vkAllocateCommandBuffers)");
    PFN_vkAllocateCommandBuffers allocate = is_of_instance ? OF_INSTANCE(instance, vkAllocateCommandBuffers)
                                                           : (PFN_vkAllocateCommandBuffers)of_device(device, "vkAllocateCommandBuffers");
    if (allocate == NULL) return;  // which commands a loader has is for others to judge
    say("vkAllocateCommandBuffers for this device");
    if (allocate(device->handle, &info, device->commands) != VK_SUCCESS) return;
    for (uint32_t i = 0; i < COUNT_OF(device->commands); i++) {
        const struct below *lower = object_at(device->commands[i], IS_COMMANDS, device->gpu->driver);
        if (lower == NULL || lower->parent != device->lower)
            fail("passed", "vkAllocateCommandBuffers gives another command buffer than the driver of the device");
    }
}

int make_device(struct instance *instance, struct device *device) {
    static uint32_t number;
    if (instance->gpu_count == 0) return 0;
    struct gpu *gpu = &instance->gpu[any(instance->gpu_count)];
    const char *enabled[DEVICE_EXTENSIONS];
    uint32_t enabled_count = 0, counts[2] = {1 + any(2), 1 + any(2)}, families = 1 + any(2);
    float priorities[2][2] = {{(float)number / 1000, 1}, {0.5F, (float)any(100) / 100}};
    VkDeviceQueueCreateInfo queues[2];
    VkPhysicalDeviceFeatures features;
    *device = (struct device){.gpu = gpu, .ledger = free_ledger()};
    for (uint32_t i = 0; i < DEVICE_EXTENSIONS; i++)
        if (one_in(2) && (i > 0 || instance->has_surfaces)) enabled[enabled_count++] = device_extension_names[i], device->has_swapchains |= i == 0;
    for (uint32_t i = 0; i < families; i++)
        queues[i] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = i,
                                              .queueCount = counts[i], .pQueuePriorities = priorities[i]};
    for (uint32_t i = 0; i < sizeof features / 4; i++) ((uint32_t *)&features)[i] = any(2);
    void *chain = any_chain(instance, gpu);
    int has_features = in_chain(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) == NULL && one_in(2);
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = chain, .queueCreateInfoCount = families,
                               .pQueueCreateInfos = queues, .enabledExtensionCount = enabled_count,
                               .ppEnabledExtensionNames = enabled, .pEnabledFeatures = has_features ? &features : NULL};
    VkDeviceCreateInfo before;
    memcpy(&before, &info, sizeof info);
    VkResult wanted = gpu->driver->creation = any_failure();
    say("vkCreateDevice(instance %u, physical device %u of driver %u, %s) -> device %u", instance->number, gpu->index,
        gpu->driver->number, device->ledger < 0 ? "no callbacks" : "callbacks", number++);
    sent_device = &info, device_gpu = gpu, device_instance = instance, device_made = NULL, times_made = 0;
    watched.device = compare_device;
    VkResult result = OF_INSTANCE(instance, vkCreateDevice)(gpu->handle, &info, given(device->ledger), &device->handle);
    watched.device = NULL;
    gpu->driver->creation = VK_SUCCESS;
    if (device->ledger >= 0) call_is_over((uint32_t)device->ledger, "vkCreateDevice", result < 0);
    char one[24], other[24];
    if (memcmp(&info, &before, sizeof info) != 0 || is_changed())
        fail("passed", "vkCreateDevice: the application's VkDeviceCreateInfo or a structure behind it is another one after the call");
    if (times_made == 0) fail("passed", "vkCreateDevice does not reach the driver, and returns %s", named(result, one));
    else if (result != wanted) fail("passed", "vkCreateDevice: the driver returns %s, the application gets %s", named(wanted, one), named(result, other));
    check();
    device->lower = device_made;
    if (result != VK_SUCCESS) return device->handle = NULL, 0;
    say("vkGetInstanceProcAddr(vkGetDeviceProcAddr)");
    device->get_proc = OF_INSTANCE(instance, vkGetDeviceProcAddr);
    if (device->get_proc == NULL) fail("passed", "vkGetInstanceProcAddr gives NULL for vkGetDeviceProcAddr");
    check();
    learn_queues(device, families, counts);
    make_commands(instance, device);
    check_loader_data();
    check();
    return 1;
}

static void end_pool(struct device *device) {
    if (device->pool == NULL) return;
    PFN_vkDestroyCommandPool end = (PFN_vkDestroyCommandPool)of_device(device, "vkDestroyCommandPool");
    if (end == NULL) return;
    say("vkDestroyCommandPool for this device");
    end(device->handle, device->pool, NULL);
    device->pool = NULL;
}

void end_device(struct instance *instance, struct device *device) {
    device_is_gone(device);
    int is_of_instance = one_in(2);
    end_pool(device);
    if (is_of_instance) say("vkGetInstanceProcAddr(vkDestroyDevice)");
    PFN_vkDestroyDevice end = is_of_instance ? OF_INSTANCE(instance, vkDestroyDevice) : (PFN_vkDestroyDevice)of_device(device, "vkDestroyDevice");
    if (end == NULL) fail("passed", "%s gives NULL for vkDestroyDevice", is_of_instance ? "vkGetInstanceProcAddr" : "vkGetDeviceProcAddr");
    check();
    say("vkDestroyDevice(instance %u, a device of driver %u)", instance->number, device->gpu->driver->number);
    end(device->handle, given(device->ledger));
    if (device->ledger >= 0) ledger_ends((uint32_t)device->ledger, "vkDestroyDevice");
    if (device->lower != NULL && device->lower->is_alive) fail("passed", "vkDestroyDevice does not reach driver %u", device->gpu->driver->number);
    device->handle = NULL;
}

struct device *any_device(struct instance *instance) {
    uint32_t first = any(COUNT_OF(instance->device));
    for (uint32_t i = 0; i < COUNT_OF(instance->device); i++) {
        struct device *device = &instance->device[(first + i) % COUNT_OF(instance->device)];
        if (device->handle != NULL) return device;
    }
    return NULL;
}
