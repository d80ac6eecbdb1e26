// The act "objects": the first word of every kind of dispatchable object that a driver makes, when it comes from the
// driver and after the loader has put its table there.
//
// objects.instance, .devices, .devices-again (asked for once more), .groups; then for the first physical devices,
// N: .device.N, .queues.N, .queues-again.N, .queues2.N (vkGetDeviceQueue2), .command-buffers.N (primary and secondary
// ones of each queue family), .command-buffers-again.N (after they were freed), .command-buffers-anew.N (of a new
// pool); each with "objects" as first_words.h says, and "result" where there is one. objects.work.N: "steps" with their
// results of an empty command buffer that is recorded, run and reset, alone and with its pool, while the loader's table is there; "changed" are
// the objects whose first word is another then.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../native/generated/vk_core.h"
#include "../extensions.h"
#include "../first_words.h"

// Devices that are made, queue families that are looked at, queues of each, and command buffers of each level.
enum { MOST_LISTED = 4096, MOST_USED = 4, MOST_FAMILIES = 16, QUEUES = 2, BUFFERS = 2 };

static const float priorities[QUEUES] = {1.0F, 1.0F};

// One device with all its queue families.
struct gpu {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t number, api, family_count;
    VkQueueFamilyProperties families[MOST_FAMILIES];
    VkCommandPool pools[MOST_FAMILIES];
    VkCommandBuffer buffers[MOST_FAMILIES][2 * BUFFERS];
    VkQueue queue;
};

#define FUNCTION(gpu, name) ((PFN_##name)device_function((gpu)->instance, (gpu)->device, #name))

static const char *label_of(const char *what, const struct gpu *gpu) {
    static char label[64];
    snprintf(label, sizeof label, "objects.%s.%" PRIu32, what, gpu->number);
    return label;
}

// ---- of the instance

static VkPhysicalDevice *listed(VkInstance instance, VkResult *result, uint32_t *count) {
    PFN_vkEnumeratePhysicalDevices list =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    VkPhysicalDevice *devices = calloc(MOST_LISTED, sizeof *devices);
    if (devices == NULL) abort();
    *count = MOST_LISTED;
    *result = list == NULL ? VK_ERROR_INITIALIZATION_FAILED : list(instance, count, devices);
    if (*result < VK_SUCCESS) *count = 0;
    if (*count > MOST_LISTED) *count = MOST_LISTED;
    return devices;
}

static uint32_t look_at_devices(VkInstance instance, const char *label, VkPhysicalDevice *kept) {
    VkResult result;
    uint32_t count, usable = 0;
    begin(label);
    VkPhysicalDevice *devices = listed(instance, &result, &count);
    open_answer(label);
    say_number("result", result);
    open_list("objects");
    for (uint32_t i = 0; i < count; i++) {
        if (i < 64) say_object("VkPhysicalDevice", i, "", devices[i]);
        if (usable < MOST_USED && is_readable(devices[i], sizeof(void *))) kept[usable++] = devices[i];
    }
    close_list();
    close_answer();
    free(devices);
    return usable;
}

static void look_at_groups(VkInstance instance) {
    static VkPhysicalDeviceGroupProperties groups[64];
    uint32_t count = COUNT(groups), number = 0;
    PFN_vkEnumeratePhysicalDeviceGroups list =
        (PFN_vkEnumeratePhysicalDeviceGroups)instance_function(instance, "vkEnumeratePhysicalDeviceGroups");
    if (list == NULL) return;
    for (uint32_t i = 0; i < COUNT(groups); i++)
        groups[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    begin("objects.groups");
    VkResult result = list(instance, &count, groups);
    open_answer("objects.groups");
    say_number("result", result);
    open_list("objects");
    for (uint32_t i = 0; result >= VK_SUCCESS && i < count && i < COUNT(groups); i++)
        for (uint32_t j = 0; j < groups[i].physicalDeviceCount && j < COUNT(groups[i].physicalDevices); j++)
            say_object("VkPhysicalDevice", number++, " of the groups", groups[i].physicalDevices[j]);
    close_list();
    close_answer();
}

// ---- of a device

static const char *of_family(uint32_t family) {
    static char text[32];
    snprintf(text, sizeof text, " of family %" PRIu32, family);
    return text;
}

static uint32_t queues_of(const struct gpu *gpu, uint32_t family) {
    uint32_t count = gpu->families[family].queueCount;
    return count < QUEUES ? count : QUEUES;
}

static uint32_t api_of(const struct gpu *gpu) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(gpu->instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    if (ask != NULL) ask(gpu->physical, &properties);
    return properties.apiVersion;
}

static void make(struct gpu *gpu) {
    VkDeviceQueueCreateInfo queues[MOST_FAMILIES];
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(gpu->instance, "vkCreateDevice");
    begin(label_of("device", gpu));
    gpu->family_count = queue_families(gpu->instance, gpu->physical, gpu->families, COUNT(gpu->families));
    gpu->api = api_of(gpu);
    for (uint32_t i = 0; i < gpu->family_count; i++)
        queues[i] = (VkDeviceQueueCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
            .queueFamilyIndex = i,
            .queueCount = queues_of(gpu, i),
            .pQueuePriorities = priorities,
        };
    struct words names = {.count = 0};
    add_needed_extensions(gpu->instance, gpu->physical, &names);
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .queueCreateInfoCount = gpu->family_count,
        .pQueueCreateInfos = queues,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.word,
    };
    VkResult result = create == NULL || gpu->family_count == 0
                          ? VK_ERROR_INITIALIZATION_FAILED
                          : create(gpu->physical, &info, NULL, &gpu->device);
    if (result != VK_SUCCESS) gpu->device = NULL;
    open_answer(label_of("device", gpu));
    say_number("result", result);
    open_list("objects");
    if (result == VK_SUCCESS) say_object("VkDevice", gpu->number, "", gpu->device);
    close_list();
    close_answer();
}

static void look_at_queues(struct gpu *gpu, const char *what) {
    PFN_vkGetDeviceQueue get = FUNCTION(gpu, vkGetDeviceQueue);
    if (get == NULL) return;
    begin(label_of(what, gpu));
    open_answer(label_of(what, gpu));
    open_list("objects");
    for (uint32_t family = 0; family < gpu->family_count; family++)
        for (uint32_t i = 0; i < queues_of(gpu, family); i++) {
            VkQueue queue = NULL;
            get(gpu->device, family, i, &queue);
            say_object("VkQueue", i, of_family(family), queue);
            if (gpu->queue == NULL) gpu->queue = queue;
        }
    close_list();
    close_answer();
}

static void look_at_queues2(struct gpu *gpu) {
    PFN_vkGetDeviceQueue2 get = FUNCTION(gpu, vkGetDeviceQueue2);
    if (get == NULL || gpu->api < VK_API_VERSION_1_1) return;
    begin(label_of("queues2", gpu));
    open_answer(label_of("queues2", gpu));
    open_list("objects");
    for (uint32_t family = 0; family < gpu->family_count; family++) {
        VkQueue queue = NULL;
        VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2, .queueFamilyIndex = family};
        get(gpu->device, &info, &queue);
        say_object("VkQueue", 0, of_family(family), queue);
    }
    close_list();
    close_answer();
}

// ---- command buffers

static void make_pools(struct gpu *gpu) {
    PFN_vkCreateCommandPool create = FUNCTION(gpu, vkCreateCommandPool);
    for (uint32_t i = 0; create != NULL && i < gpu->family_count; i++) {
        VkCommandPoolCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
            .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
            .queueFamilyIndex = i,
        };
        if (create(gpu->device, &info, NULL, &gpu->pools[i]) != VK_SUCCESS) gpu->pools[i] = 0;
    }
}

static void end_pools(struct gpu *gpu) {
    PFN_vkDestroyCommandPool destroy = FUNCTION(gpu, vkDestroyCommandPool);
    for (uint32_t i = 0; destroy != NULL && i < gpu->family_count; i++) {
        for (uint32_t j = 0; j < 2 * BUFFERS; j++) forget_object(gpu->buffers[i][j]);
        destroy(gpu->device, gpu->pools[i], NULL);
        gpu->pools[i] = 0;
    }
}

static void say_buffers(PFN_vkAllocateCommandBuffers allocate, struct gpu *gpu, uint32_t family) {
    static const char *const kinds[] = {"primary VkCommandBuffer", "secondary VkCommandBuffer"};
    for (uint32_t level = 0; level < 2; level++) {
        VkCommandBuffer *made = &gpu->buffers[family][level * BUFFERS];
        VkCommandBufferAllocateInfo info = {
            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
            .commandPool = gpu->pools[family],
            .level = level == 0 ? VK_COMMAND_BUFFER_LEVEL_PRIMARY : VK_COMMAND_BUFFER_LEVEL_SECONDARY,
            .commandBufferCount = BUFFERS,
        };
        if (allocate(gpu->device, &info, made) != VK_SUCCESS)
            made[0] = made[1] = NULL;
        else
            for (uint32_t i = 0; i < BUFFERS; i++) say_object(kinds[level], i, of_family(family), made[i]);
    }
}

static void look_at_buffers(struct gpu *gpu, const char *what) {
    PFN_vkAllocateCommandBuffers allocate = FUNCTION(gpu, vkAllocateCommandBuffers);
    if (allocate == NULL) return;
    begin(label_of(what, gpu));
    open_answer(label_of(what, gpu));
    open_list("objects");
    for (uint32_t i = 0; i < gpu->family_count; i++)
        if (gpu->pools[i] != 0) say_buffers(allocate, gpu, i);
    close_list();
    close_answer();
}

static void free_buffers(struct gpu *gpu) {
    PFN_vkFreeCommandBuffers give_back = FUNCTION(gpu, vkFreeCommandBuffers);
    for (uint32_t i = 0; give_back != NULL && i < gpu->family_count; i++) {
        if (gpu->pools[i] == 0) continue;
        for (uint32_t j = 0; j < 2 * BUFFERS; j++) forget_object(gpu->buffers[i][j]);
        give_back(gpu->device, gpu->pools[i], 2 * BUFFERS, gpu->buffers[i]);
    }
}

// ---- at work

static VkResult record(const struct gpu *gpu) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkResult result = FUNCTION(gpu, vkBeginCommandBuffer)(gpu->buffers[0][0], &info);
    return result != VK_SUCCESS ? result : FUNCTION(gpu, vkEndCommandBuffer)(gpu->buffers[0][0]);
}

static VkResult run(const struct gpu *gpu) {
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = gpu->buffers[0],
    };
    VkResult result = FUNCTION(gpu, vkQueueSubmit)(gpu->queue, 1, &info, 0);
    if (result == VK_SUCCESS) result = FUNCTION(gpu, vkQueueWaitIdle)(gpu->queue);
    return result == VK_SUCCESS ? FUNCTION(gpu, vkDeviceWaitIdle)(gpu->device) : result;
}

// By each command that resets command buffers or gives back what they do not need, with and without the flag.
static VkResult reset_all(const struct gpu *gpu) {
    PFN_vkResetCommandPool reset = FUNCTION(gpu, vkResetCommandPool);
    PFN_vkTrimCommandPool trim = FUNCTION(gpu, vkTrimCommandPool);
    VkResult result =
        FUNCTION(gpu, vkResetCommandBuffer)(gpu->buffers[0][0], VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT);
    if (reset != NULL && result == VK_SUCCESS) result = reset(gpu->device, gpu->pools[0], 0);
    if (reset != NULL && result == VK_SUCCESS)
        result = reset(gpu->device, gpu->pools[0], VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT);
    if (trim != NULL && gpu->api >= VK_API_VERSION_1_1) trim(gpu->device, gpu->pools[0], 0);
    return result;
}

static void work(struct gpu *gpu) {
    const char *const needed[] = {"vkBeginCommandBuffer", "vkEndCommandBuffer", "vkQueueSubmit", "vkQueueWaitIdle",
                                  "vkDeviceWaitIdle",     "vkResetCommandBuffer"};
    for (size_t i = 0; i < COUNT(needed); i++)
        if (device_function(gpu->instance, gpu->device, needed[i]) == NULL) return;
    if (gpu->queue == NULL || gpu->buffers[0][0] == NULL) return;
    begin(label_of("work", gpu));
    VkResult recorded = record(gpu), submitted = recorded == VK_SUCCESS ? run(gpu) : recorded;
    VkResult reset = FUNCTION(gpu, vkResetCommandBuffer)(gpu->buffers[0][0], 0);
    VkResult recorded_again = record(gpu), released = reset_all(gpu);
    open_answer(label_of("work", gpu));
    open_object("steps");
    say_number("record", recorded);
    say_number("submit", submitted);
    say_number("reset", reset);
    say_number("record-again", recorded_again);
    say_number("reset-all", released);
    close_object();
    say_changed("changed");
    close_answer();
}

static void probe_device(struct gpu *gpu) {
    make(gpu);
    if (gpu->device == NULL || !is_readable(gpu->device, sizeof(void *))) return;
    look_at_queues(gpu, "queues");
    look_at_queues(gpu, "queues-again");
    look_at_queues2(gpu);
    make_pools(gpu);
    look_at_buffers(gpu, "command-buffers");
    work(gpu);
    free_buffers(gpu);
    look_at_buffers(gpu, "command-buffers-again");
    end_pools(gpu);
    make_pools(gpu);
    look_at_buffers(gpu, "command-buffers-anew");
    begin(label_of("end", gpu));
    end_pools(gpu);
    destroy_device(gpu->instance, gpu->device, NULL);
}

void probe_objects(void) {
    static struct gpu gpu;
    VkPhysicalDevice devices[MOST_USED], unused[MOST_USED];
    enter("objects");
    begin("objects.instance");
    uint32_t api = newest_version() < VK_API_VERSION_1_1 ? VK_API_VERSION_1_0 : VK_API_VERSION_1_1;
    struct made instance = make_instance(&(struct wish){.api_version = api});
    open_answer("objects.instance");
    say_number("result", instance.result);
    open_list("objects");
    if (instance.result == VK_SUCCESS) say_made("VkInstance", &instance);
    close_list();
    close_answer();
    if (!instance.is_readable) return;
    uint32_t count = look_at_devices(instance.handle, "objects.devices", devices);
    look_at_devices(instance.handle, "objects.devices-again", unused);
    if (api >= VK_API_VERSION_1_1) look_at_groups(instance.handle);
    for (uint32_t i = 0; i < count; i++) {
        gpu = (struct gpu){.instance = instance.handle, .physical = devices[i], .number = i};
        probe_device(&gpu);
        forget_objects();
    }
    begin("objects.end");
    destroy_instance(instance.handle, NULL);
}
