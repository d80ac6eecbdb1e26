// The act "objects-otherwise": the first word of dispatchable objects that are made in ways that fewer programs use
// than those of the act "objects".
//
// Of each of the first physical devices, N, with one device of one queue:
// objects.queues-newer.N                what vkGetDeviceQueue2 gives before vkGetDeviceQueue was called, then the latter
// objects.command-buffers-many.N        MANY of one vkAllocateCommandBuffers
// objects.command-buffers-left.N        of a new pool, after another was destroyed whose command buffers had been freed
// objects.command-buffers-transient.N   of a pool with VK_COMMAND_POOL_CREATE_TRANSIENT_BIT
// Of each group, N, of several physical devices: objects.device-group.N, .queues-group.N and .command-buffers-group.N
// of a device of all of them. Each has "objects" as first_words.h says.
#include <inttypes.h>
#include <stdio.h>

#include "../../../native/generated/vk_core.h"
#include "../first_words.h"

enum { MOST_USED = 4, MOST_GROUPS = 16, MANY = 64, FEW = 2 };

// One device, and what its objects are called.
struct gpu {
    VkInstance instance;
    VkDevice device;
    uint32_t number, api;
    VkCommandBuffer buffers[MANY];
};

#define FUNCTION(gpu, name) ((PFN_##name)device_function((gpu)->instance, (gpu)->device, #name))

static void open_objects(const char *what, const struct gpu *gpu) {
    static char label[64];
    snprintf(label, sizeof label, "objects.%s.%" PRIu32, what, gpu->number);
    begin(label);
    open_answer(label);
    open_list("objects");
}

static void close_objects(void) {
    close_list();
    close_answer();
}

// ---- queues

static void look_at_queue(const struct gpu *gpu, const char *what) {
    PFN_vkGetDeviceQueue get = FUNCTION(gpu, vkGetDeviceQueue);
    PFN_vkGetDeviceQueue2 get_newer = FUNCTION(gpu, vkGetDeviceQueue2);
    const VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2};
    VkQueue queue = NULL;
    open_objects(what, gpu);
    if (get_newer != NULL && gpu->api >= VK_API_VERSION_1_1) {
        get_newer(gpu->device, &info, &queue);
        say_object("VkQueue", 0, " of vkGetDeviceQueue2", queue);
    }
    if (get != NULL) {
        queue = NULL;
        get(gpu->device, 0, 0, &queue);
        say_object("VkQueue", 0, " of vkGetDeviceQueue", queue);
    }
    close_objects();
}

// ---- command buffers

static VkCommandPool make_pool(const struct gpu *gpu, VkCommandPoolCreateFlags flags) {
    PFN_vkCreateCommandPool create = FUNCTION(gpu, vkCreateCommandPool);
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = flags};
    VkCommandPool pool = 0;
    if (create == NULL || create(gpu->device, &info, NULL, &pool) != VK_SUCCESS) return 0;
    return pool;
}

static int allocate(struct gpu *gpu, VkCommandPool pool, uint32_t count) {
    PFN_vkAllocateCommandBuffers function = FUNCTION(gpu, vkAllocateCommandBuffers);
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = count,
    };
    return function != NULL && pool != 0 && function(gpu->device, &info, gpu->buffers) == VK_SUCCESS;
}

static void end_pool(const struct gpu *gpu, VkCommandPool pool, uint32_t count) {
    PFN_vkDestroyCommandPool destroy = FUNCTION(gpu, vkDestroyCommandPool);
    for (uint32_t i = 0; i < count; i++) forget_object(gpu->buffers[i]);
    if (destroy != NULL && pool != 0) destroy(gpu->device, pool, NULL);
}

// Gives whether the command buffers were freed again before their pool was destroyed.
static int look_at_buffers(struct gpu *gpu, const char *what, VkCommandPoolCreateFlags flags, uint32_t count) {
    PFN_vkFreeCommandBuffers give_back = FUNCTION(gpu, vkFreeCommandBuffers);
    open_objects(what, gpu);
    VkCommandPool pool = make_pool(gpu, flags);
    int is_made = allocate(gpu, pool, count);
    for (uint32_t i = 0; is_made && i < count; i++) say_object("VkCommandBuffer", i, "", gpu->buffers[i]);
    close_objects();
    if (is_made && give_back != NULL) give_back(gpu->device, pool, count, gpu->buffers);
    end_pool(gpu, pool, is_made ? count : 0);
    return is_made && give_back != NULL;
}

// ---- devices

static uint32_t api_of(VkInstance instance, VkPhysicalDevice physical) {
    static VkPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    if (ask == NULL) return VK_API_VERSION_1_0;
    ask(physical, &properties);
    return properties.apiVersion;
}

static void probe_device(VkInstance instance, VkPhysicalDevice physical, uint32_t number) {
    static struct gpu gpu;
    begin("objects.otherwise.device");
    struct made made = make_device(instance, physical, &(struct wish){0});
    if (made.result != VK_SUCCESS || !made.is_readable) return;
    gpu = (struct gpu){.instance = instance, .device = made.handle, .number = number, .api = api_of(instance, physical)};
    look_at_queue(&gpu, "queues-newer");
    if (look_at_buffers(&gpu, "command-buffers-many", 0, MANY)) look_at_buffers(&gpu, "command-buffers-left", 0, FEW);
    look_at_buffers(&gpu, "command-buffers-transient", VK_COMMAND_POOL_CREATE_TRANSIENT_BIT, FEW);
    begin("objects.otherwise.end");
    destroy_device(instance, made.handle, NULL);
    forget_objects();
}

// ---- devices of groups

static void probe_group(VkInstance instance, const VkPhysicalDeviceGroupProperties *group, uint32_t number) {
    static struct gpu gpu;
    const VkDeviceGroupDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO,
        .physicalDeviceCount = group->physicalDeviceCount,
        .pPhysicalDevices = group->physicalDevices,
    };
    begin("objects.otherwise.group");
    struct made made = make_device(instance, group->physicalDevices[0], &(struct wish){.next = &info});
    if (made.result != VK_SUCCESS) return;
    gpu = (struct gpu){
        .instance = instance, .device = made.handle, .number = number, .api = api_of(instance, group->physicalDevices[0])};
    open_objects("device-group", &gpu);
    say_made("VkDevice", &made);
    close_objects();
    if (!made.is_readable) return;
    look_at_queue(&gpu, "queues-group");
    look_at_buffers(&gpu, "command-buffers-group", 0, FEW);
    begin("objects.otherwise.group.end");
    destroy_device(instance, made.handle, NULL);
    forget_objects();
}

static void probe_groups(VkInstance instance) {
    static VkPhysicalDeviceGroupProperties groups[MOST_GROUPS];
    uint32_t count = MOST_GROUPS;
    PFN_vkEnumeratePhysicalDeviceGroups list =
        (PFN_vkEnumeratePhysicalDeviceGroups)instance_function(instance, "vkEnumeratePhysicalDeviceGroups");
    for (uint32_t i = 0; i < MOST_GROUPS; i++)
        groups[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    begin("objects.otherwise.groups");
    if (list == NULL || list(instance, &count, groups) < VK_SUCCESS) return;
    for (uint32_t i = 0; i < count && i < MOST_GROUPS; i++)
        if (groups[i].physicalDeviceCount > 1 && groups[i].physicalDeviceCount <= VK_MAX_DEVICE_GROUP_SIZE)
            probe_group(instance, &groups[i], i);
}

void probe_objects_otherwise(void) {
    VkPhysicalDevice devices[MOST_USED] = {NULL};
    enter("objects-otherwise");
    uint32_t api = newest_version() < VK_API_VERSION_1_1 ? VK_API_VERSION_1_0 : VK_API_VERSION_1_1;
    begin("objects.otherwise.instance");
    struct made instance = make_instance(&(struct wish){.api_version = api});
    if (!instance.is_readable) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_USED, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *))) probe_device(instance.handle, devices[i], i);
    if (api >= VK_API_VERSION_1_1) probe_groups(instance.handle);
    begin("objects.otherwise.instance.end");
    destroy_instance(instance.handle, NULL);
}
