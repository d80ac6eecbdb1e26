// The instances and devices that the operations of programs are on. See program.h.
#include <string.h>

#include "program.h"

// ---- making them

static PFN_vkVoidFunction of_instance(const struct world *world, VkInstance instance, const char *name) {
    return world->ground->instance_lookup(instance, name);
}

static int make_instance_item(struct world *world, uint32_t slot) {
    struct instance_item *item = &world->instance[slot];
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "programs",
                                     .apiVersion = VK_MAKE_API_VERSION(0, 1, world->ground->minor, 0)};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = world->ground->instance_nodes == NULL ? NULL : world->ground->instance_nodes(),
                                 .pApplicationInfo = &application,
                                 .enabledExtensionCount = world->ground->instance_extension != NULL,
                                 .ppEnabledExtensionNames = &world->ground->instance_extension,
                                 .enabledLayerCount = world->ground->layer_count,
                                 .ppEnabledLayerNames = world->ground->layers};
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)of_instance(world, NULL, "vkCreateInstance");
    say_call(world, "vkCreateInstance (instance %u)", slot);
    if (create == NULL || !went_well(world, create(&info, OWN, &item->handle))) {
        item->handle = NULL;
        return 0;
    }
    return world->ground->order_instance == NULL || world->ground->order_instance(item->handle) == VK_SUCCESS;
}

static void end_instance_item(struct world *world, uint32_t slot) {
    struct instance_item *item = &world->instance[slot];
    PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)of_instance(world, item->handle, "vkDestroyInstance");
    say_call(world, "vkDestroyInstance (instance %u)", slot);
    if (destroy != NULL) destroy(item->handle, OWN);
    *item = (struct instance_item){.units = 0};
}

// The first physical device, which can be another one with each question for no instance.
static VkPhysicalDevice first_gpu(struct world *world, uint32_t slot) {
    VkInstance instance = world->instance[slot].handle;
    uint32_t count = 0;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)of_instance(world, instance, "vkEnumeratePhysicalDevices");
    say_call(world, "vkEnumeratePhysicalDevices (instance %u)", slot);
    if (enumerate == NULL || enumerate(instance, &count, NULL) < VK_SUCCESS || count == 0) return NULL;
    VkPhysicalDevice gpus[16];
    count = count < COUNT_OF(gpus) ? count : COUNT_OF(gpus);
    if (enumerate(instance, &count, gpus) < VK_SUCCESS || count == 0) return NULL;
    return gpus[0];
}

// The types of memory that have these properties, and none that may need a feature.
static uint32_t types_of_memory(struct world *world, VkInstance instance, VkPhysicalDevice gpu, VkMemoryPropertyFlags wanted) {
    const VkMemoryPropertyFlags both = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkMemoryPropertyFlags usual = both | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    uint32_t types = 0;
    VkPhysicalDeviceMemoryProperties memory;
    PFN_vkGetPhysicalDeviceMemoryProperties get =
        (PFN_vkGetPhysicalDeviceMemoryProperties)of_instance(world, instance, "vkGetPhysicalDeviceMemoryProperties");
    if (get == NULL) return 0;
    get(gpu, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if ((memory.memoryTypes[i].propertyFlags & (wanted | ~usual)) == wanted) types |= 1U << i;
    return types;
}

int coherent_type(const struct unit *unit, uint32_t allowed) {
    for (int i = 0; i < 32; i++)
        if (unit->coherent_types & allowed & 1U << i) return i;
    return -1;
}

// Whether the device has the version and the features that a program uses: a layer may hide them.
static int has_what_is_used(struct world *world, VkInstance instance, struct unit *unit) {
    VkPhysicalDevice gpu = unit->gpu;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceVulkan13Features newest = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                              .pNext = world->ground->minor >= 3 ? &newest : NULL};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    PFN_vkGetPhysicalDeviceProperties get =
        (PFN_vkGetPhysicalDeviceProperties)of_instance(world, instance, "vkGetPhysicalDeviceProperties");
    PFN_vkGetPhysicalDeviceFeatures2 get_features =
        (PFN_vkGetPhysicalDeviceFeatures2)of_instance(world, instance, "vkGetPhysicalDeviceFeatures2");
    if (get == NULL) return 0;
    get(gpu, &properties);
    if (properties.apiVersion < VK_MAKE_API_VERSION(0, 1, world->ground->minor, 0)) return 0;
    if (world->ground->minor < 2) return 1;
    if (get_features == NULL) return 0;
    get_features(gpu, &features);
    unit->renders = world->ground->minor >= 3 && newest.dynamicRendering;
    return newer.hostQueryReset && newer.timelineSemaphore &&
           (world->ground->minor < 3 || (newest.privateData && newest.synchronization2));
}

static const char *asked_name(const struct world *world, const struct unit *unit, const char *name) {
    return unit->has_extension && world->ground->name != NULL ? world->ground->name(name) : name;
}

static int look_up_commands(struct world *world, struct unit *unit) {
    PFN_vkGetDeviceProcAddr lookup = world->ground->device_lookup;
    VkInstance instance = world->instance[unit->instance].handle;
    if (lookup == NULL) lookup = (PFN_vkGetDeviceProcAddr)of_instance(world, instance, "vkGetDeviceProcAddr");
    if (lookup == NULL) return 0;
    int all = 1;
#define LOOK_UP(name) \
    unit->call.name = (PFN_vk##name)lookup(unit->handle, asked_name(world, unit, "vk" #name)); \
    all &= unit->call.name != NULL;
#define LOOK_UP_NEWER(version, name) \
    if (world->ground->minor >= (version)) { LOOK_UP(name) }
    PROGRAM_COMMANDS(LOOK_UP)
    NEWER_COMMANDS(LOOK_UP_NEWER)
    return all;
}

static VkResult create_device(struct world *world, struct unit *unit) {
    static const float priority = 1.0F;
    VkPhysicalDeviceVulkan13Features newest = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                               .privateData = VK_TRUE,
                                               .synchronization2 = VK_TRUE,
                                               .dynamicRendering = unit->renders ? VK_TRUE : VK_FALSE};
    VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                              .hostQueryReset = VK_TRUE,
                                              .timelineSemaphore = VK_TRUE};
    VkDeviceQueueCreateInfo queues[QUEUES];
    for (uint32_t i = 0; i < unit->queue_count; i++)
        queues[i] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = unit->family[i],
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
    const char *extension = unit->has_extension ? world->ground->extension() : NULL;
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = world->ground->device_nodes == NULL ? NULL : world->ground->device_nodes(),
                               .queueCreateInfoCount = unit->queue_count,
                               .pQueueCreateInfos = queues,
                               .enabledExtensionCount = unit->has_extension,
                               .ppEnabledExtensionNames = &extension};
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)of_instance(world, world->instance[unit->instance].handle, "vkCreateDevice");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (world->ground->minor >= 2) newer.pNext = (void *)(uintptr_t)info.pNext, info.pNext = &newer;
    if (world->ground->minor >= 3) newest.pNext = (void *)(uintptr_t)info.pNext, info.pNext = &newest;
    for (uint32_t i = 0; i < unit->queue_count; i++) CHAINED(queues[i]);
    CHAINED(info);
    VkResult result = create(unit->gpu, &info, OWN, &unit->handle);
    if (result == VK_SUCCESS && world->ground->order_device != NULL) result = world->ground->order_device(unit->handle);
    return result;
}

// The first family does all work; the second one is any other that copies. What drivers do is compared on the first one.
static void choose_families(struct world *world, struct unit *unit, VkInstance instance) {
    VkQueueFamilyProperties rows[16];
    uint32_t count = COUNT_OF(rows);
    PFN_vkGetPhysicalDeviceQueueFamilyProperties get =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties)of_instance(world, instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    unit->queue_count = 1;
    if (get == NULL) return;
    get(unit->gpu, &count, rows);
    unit->draws = count > 0 && rows[0].queueFlags & VK_QUEUE_GRAPHICS_BIT;
    for (uint32_t i = 1; i < count && unit->queue_count < QUEUES && !plays_edges; i++)
        if (rows[i].queueCount > 0 && rows[i].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT))
            unit->family[unit->queue_count++] = i;
    world->story->shape = world->story->shape * 31 + unit->queue_count * 4 + (uint32_t)unit->draws * 2 + (uint32_t)unit->renders;
}

// Whether the device has the extension that the program would enable.
static void look_for_extension(struct world *world, struct unit *unit, VkInstance instance) {
    VkExtensionProperties rows[256];
    uint32_t count = COUNT_OF(rows);
    const char *name = world->ground->extension == NULL ? NULL : world->ground->extension();
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)of_instance(world, instance, "vkEnumerateDeviceExtensionProperties");
    unit->has_extension = 0;
    if (name == NULL || enumerate == NULL || enumerate(unit->gpu, NULL, &count, rows) < VK_SUCCESS) return;
    for (uint32_t i = 0; i < count; i++) unit->has_extension |= strcmp(rows[i].extensionName, name) == 0;
    world->story->shape = world->story->shape * 2 + unit->has_extension;
}

static void get_queue(struct unit *unit, uint32_t number, uint32_t word) {
    VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .queueFamilyIndex = unit->family[number]};
    if (word & 1 && unit->call.GetDeviceQueue2 != NULL) unit->call.GetDeviceQueue2(unit->handle, &info, &unit->queues[number]);
    else unit->call.GetDeviceQueue(unit->handle, unit->family[number], 0, &unit->queues[number]);
}

int make_unit(struct world *world, struct unit *unit, uint32_t word) {
    uint32_t number = (uint32_t)(unit - world->unit);
    *unit = (struct unit){.instance = word % UNITS};
    if (world->instance[unit->instance].handle == NULL && !make_instance_item(world, unit->instance)) return 0;
    VkInstance instance = world->instance[unit->instance].handle;
    unit->gpu = first_gpu(world, unit->instance);
    if (unit->gpu != NULL) {
        unit->memory_types = types_of_memory(world, instance, unit->gpu, 0);
        unit->coherent_types = types_of_memory(
            world, instance, unit->gpu, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    }
    if (unit->gpu == NULL || unit->coherent_types == 0 || !has_what_is_used(world, instance, unit))
        return say_found(world, NO_DEVICE), 0;
    choose_families(world, unit, instance);
    look_for_extension(world, unit, instance);
    say_call(world, "vkCreateDevice (device %u, of instance %u)", number, unit->instance);
    if (!went_well(world, create_device(world, unit))) {
        unit->handle = NULL;
        return 0;
    }
    world->instance[unit->instance].units++;
    if (!look_up_commands(world, unit)) {
        say_found(world, "a command of Vulkan that is missing");
        return 0;
    }
    for (uint32_t i = 0; i < unit->queue_count; i++) get_queue(unit, i, word >> 1);
    unit->queue = unit->queues[0];
    return unit->queue != NULL && unit->queues[unit->queue_count - 1] != NULL;
}

// ---- ending them

#define END_EACH(items, command, noun) \
    for (uint32_t i = 0; i < COUNT_OF(unit->items); i++) { \
        if (unit->items[i].handle == NULL) continue; \
        say_call(world, "vk" #command " (" noun " %u)", i); \
        unit->call.command(unit->handle, unit->items[i].handle, OWN); \
        unit->items[i].handle = NULL; \
    }

static void end_buffers(struct world *world, struct unit *unit) {
    for (uint32_t i = 0; i < SLOTS; i++) {
        struct buffer_item *buffer = &unit->buffer[i];
        if (buffer->handle == NULL) continue;
        say_call(world, "vkDestroyBuffer, vkFreeMemory (buffer %u)", i);
        unit->call.DestroyBuffer(unit->handle, buffer->handle, OWN);
        unit->call.FreeMemory(unit->handle, buffer->memory, OWN);
    }
}

void end_unit(struct world *world, struct unit *unit, uint32_t word) {
    if (unit->call.DestroyDevice == NULL) return;
    say_call(world, "vkDeviceWaitIdle (device %u)", (uint32_t)(unit - world->unit));
    went_well(world, unit->call.DeviceWaitIdle(unit->handle));
    end_all_submissions(unit);
    if (word & 1) end_buffers(world, unit);
    for (uint32_t i = 0; i < SLOTS; i++)
        if (unit->image[i].handle != NULL) end_image_item(world, unit, i);
    if (unit->order != NULL) unit->call.DestroySemaphore(unit->handle, unit->order, OWN);
    END_EACH(pipeline, DestroyPipeline, "pipeline")
    END_EACH(layout, DestroyPipelineLayout, "pipeline layout")
    END_EACH(set_pool, DestroyDescriptorPool, "descriptor pool")
    END_EACH(set_layout, DestroyDescriptorSetLayout, "set layout")
    END_EACH(pool, DestroyCommandPool, "command pool")
    END_EACH(fence, DestroyFence, "fence")
    END_EACH(semaphore, DestroySemaphore, "semaphore")
    END_EACH(event, DestroyEvent, "event")
    END_EACH(queries, DestroyQueryPool, "query pool")
    END_EACH(slot, DestroyPrivateDataSlot, "private data slot")
    if (!(word & 1)) end_buffers(world, unit);
    if (unit->cache != NULL) {
        say_call(world, "vkDestroyPipelineCache");
        unit->call.DestroyPipelineCache(unit->handle, unit->cache, OWN);
    }
    say_call(world, "vkDestroyDevice (device %u)", (uint32_t)(unit - world->unit));
    unit->call.DestroyDevice(unit->handle, OWN);
    uint32_t instance = unit->instance;
    *unit = (struct unit){.handle = NULL};
    if (--world->instance[instance].units == 0) end_instance_item(world, instance);
}

void end_instances(struct world *world) {
    for (uint32_t i = 0; i < UNITS; i++)
        if (world->instance[i].handle != NULL) end_instance_item(world, i);
}

void ask_instances(struct world *world) {
    for (uint32_t i = 0; i < UNITS; i++) {
        if (world->instance[i].handle == NULL) continue;
        VkPhysicalDevice gpu = first_gpu(world, i);
        int is_known = gpu == NULL ? 0 : -1;
        for (uint32_t j = 0; j < UNITS; j++)
            if (world->unit[j].handle != NULL && world->unit[j].instance == i) is_known = gpu == world->unit[j].gpu;
        if (is_known >= 0) say_found(world, is_known ? "the physical device" : "another physical device than before");
    }
}
