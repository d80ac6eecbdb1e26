// The free layer's commands of devices, queues and command buffers.
#include "free_layer.h"

struct wanted {
    VkDeviceCreateInfo info;
    VkLayerDeviceCreateInfo link;
    VkDeviceQueueCreateInfo queues[MOST];
    const char *extensions[256];
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceFeatures2 chained;
};

static const float middling = 0.5f;

// The structure of a function that the loader hangs on the create info.
static VkLayerDeviceCreateInfo *device_node(const void *chain, VkLayerFunction function) {
    VkLayerDeviceCreateInfo *at = (VkLayerDeviceCreateInfo *)(uintptr_t)chain;
    while (at != NULL && (at->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO || at->function != function))
        at = (VkLayerDeviceCreateInfo *)(uintptr_t)at->pNext;
    return at;
}

static int has_structure(const void *chain, VkStructureType type) {
    const VkLayerDeviceCreateInfo *at = chain;
    while (at != NULL && at->sType != type) at = at->pNext;
    return at != NULL;
}

static int is_supported(const struct below *own, VkPhysicalDevice device, const char *name) {
    VkExtensionProperties found[1024];
    uint32_t count = COUNT(found);
    if (own->EnumerateDeviceExtensionProperties(device, NULL, &count, found) < VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(found[i].extensionName, name) == 0) return 1;
    return 0;
}

// A queue of a family that the application leaves alone.
static void add_queue(struct wanted *wanted, const struct below *own, VkPhysicalDevice device) {
    VkQueueFamilyProperties families[MOST];
    uint32_t count = MOST, asked = wanted->info.queueCreateInfoCount;
    own->GetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    if (asked + 1 >= MOST) return;
    for (uint32_t i = 0; i < asked; i++) wanted->queues[i] = wanted->info.pQueueCreateInfos[i];
    for (uint32_t family = 0; family < count; family++) {
        uint32_t i = 0;
        while (i < asked && wanted->queues[i].queueFamilyIndex != family) i++;
        if (i < asked || families[family].queueCount == 0) continue;
        wanted->queues[asked] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                          .queueFamilyIndex = family, .queueCount = 1,
                                                          .pQueuePriorities = &middling};
        wanted->info.queueCreateInfoCount = asked + 1;
        wanted->info.pQueueCreateInfos = wanted->queues;
        return;
    }
}

static void change_features(struct wanted *wanted, const struct below *own, VkPhysicalDevice device) {
    VkDeviceCreateInfo *info = &wanted->info;
    int chained = has_structure(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    if (takes("adds_features") && !chained) {
        VkPhysicalDeviceFeatures supported;
        own->GetPhysicalDeviceFeatures(device, &supported);
        if (info->pEnabledFeatures != NULL) wanted->features = *info->pEnabledFeatures;
        wanted->features.robustBufferAccess |= supported.robustBufferAccess;
        wanted->features.fillModeNonSolid |= supported.fillModeNonSolid;
        info->pEnabledFeatures = &wanted->features;
    }
    if (takes("moves_features") && !chained && info->pEnabledFeatures != NULL &&
        own->GetPhysicalDeviceProperties2 != NULL && own->version >= VK_API_VERSION_1_1) {
        VkPhysicalDeviceProperties properties;
        own->GetPhysicalDeviceProperties(device, &properties);
        if (properties.apiVersion < VK_API_VERSION_1_1) return;
        wanted->chained = (VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                                      .pNext = (void *)(uintptr_t)info->pNext,
                                                      .features = *info->pEnabledFeatures};
        info->pNext = &wanted->chained;
        info->pEnabledFeatures = NULL;
    }
}

static void change_device(struct wanted *wanted, const struct below *own, VkPhysicalDevice device) {
    VkDeviceCreateInfo *info = &wanted->info;
    uint32_t count = info->enabledExtensionCount;
    const char *name = flag("extension");
    if (takes("adds_queue")) add_queue(wanted, own, device);
    change_features(wanted, own, device);
    if (takes("copies_create_info") || takes("adds_device_extension")) {
        if (count + 1 >= COUNT(wanted->extensions)) return;
        for (uint32_t i = 0; i < count; i++) wanted->extensions[i] = info->ppEnabledExtensionNames[i];
        if (takes("adds_device_extension") && !has_name(wanted->extensions, count, name) &&
            is_supported(own, device, name))
            wanted->extensions[info->enabledExtensionCount++] = name;
        info->ppEnabledExtensionNames = wanted->extensions;
    }
}

// ---- objects of the layer's own

static VkResult make_objects(struct below *own, const VkDeviceCreateInfo *info) {
    VkDevice device = (VkDevice)own->handle;
    if (!(takes("own_command_buffer") || takes("own_objects")) || info->queueCreateInfoCount == 0) return VK_SUCCESS;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .queueFamilyIndex = info->pQueueCreateInfos[0].queueFamilyIndex};
    VkCommandBuffer buffer = NULL;
    if (own->CreateCommandPool(device, &pool, NULL, &own->pool) != VK_SUCCESS) {
        own->pool = 0;
        return VK_SUCCESS;
    }
    VkCommandBufferAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .commandPool = own->pool, .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (!takes("own_command_buffer")) return VK_SUCCESS;
    if (own->AllocateCommandBuffers(device, &one, &buffer) != VK_SUCCESS) return VK_SUCCESS;
    if (own->SetDeviceLoaderData != NULL) own->SetDeviceLoaderData(device, buffer);
    else *(void **)buffer = key(device);
    if (own->BeginCommandBuffer(buffer, &begin) == VK_SUCCESS) own->EndCommandBuffer(buffer);
    return VK_SUCCESS;
}

static void drop_objects(struct below *own) {
    VkDevice device = (VkDevice)own->handle;
    if (own->pool != 0) own->DestroyCommandPool(device, own->pool, NULL);
}

// ---- vkCreateDevice

static void ask_for_everything(const struct below *own) {
    static const char *const names[] = {"vkCmdDraw", "vkCmdDraw2NobodyHasThis", "vkQueueSubmit2", "vkQueuePresentKHR",
                                        "vkCreateSwapchainKHR", "vkSetDebugUtilsObjectNameEXT", "vkCmdTraceRaysKHR",
                                        "vkGetDeviceProcAddr", "vkCreateInstance", "vkDestroyInstance"};
    for (size_t i = 0; i < COUNT(names); i++) own->GetDeviceProcAddr((VkDevice)own->handle, names[i]);
}

static VkResult remember_device(VkDevice device, struct below *instance, const VkDeviceCreateInfo *info,
                                const VkAllocationCallbacks *callbacks, const VkLayerDeviceLink *next) {
    const VkAllocationCallbacks *used = takes("ignores_callbacks") ? NULL : callbacks;
    VkLayerDeviceCreateInfo *loader_data = device_node(info->pNext, VK_LOADER_DATA_CALLBACK);
    struct below *own = remember(device, used, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (own == NULL) {
        PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)next->pfnNextGetDeviceProcAddr(device, "vkDestroyDevice");
        destroy(device, callbacks_below(callbacks));
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    own->instance = instance;
    own->GetDeviceProcAddr = next->pfnNextGetDeviceProcAddr;
    if (loader_data != NULL) own->SetDeviceLoaderData = loader_data->u.pfnSetDeviceLoaderData;
#define FIND(command) own->command = (PFN_vk##command)own->GetDeviceProcAddr(device, "vk" #command);
    DEVICE_CALLS(FIND)
    fill_copying(own, 1);
    fill_checking(own);
#undef FIND
    if (takes("asks_everything")) ask_for_everything(own);
    return make_objects(own, info);
}

VkResult free_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *given,
                           const VkAllocationCallbacks *callbacks, VkDevice *device) {
    struct below *instance = instance_of(physical);
    struct wanted wanted = {.info = *given};
    VkLayerDeviceCreateInfo *node = device_node(given->pNext, VK_LAYER_LINK_INFO);
    if (node == NULL || node->u.pLayerInfo == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkLayerDeviceLink *own = node->u.pLayerInfo;
    const VkLayerDeviceLink next = *own;
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)next.pfnNextGetInstanceProcAddr((VkInstance)instance->handle, "vkCreateDevice");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    int copied = takes("copies_link") && given->pNext == node;
    if (copied) {
        wanted.link = *node;
        wanted.link.u.pLayerInfo = own->pNext;
        wanted.info.pNext = &wanted.link;
    } else {
        node->u.pLayerInfo = own->pNext;
    }
    change_device(&wanted, instance, physical);
    VkResult result = create(physical, &wanted.info, callbacks_below(callbacks), device);
    if (takes("restores_link")) node->u.pLayerInfo = own;
    return result == VK_SUCCESS ? remember_device(*device, instance, given, callbacks, &next) : result;
}

void free_DestroyDevice(VkDevice device, const VkAllocationCallbacks *callbacks) {
    if (device == NULL) return;
    struct below *own = find_below(device);
    PFN_vkDestroyDevice destroy = own->DestroyDevice;
    drop_objects(own);
    forget_late(device);
    forget(own);
    destroy(device, callbacks_below(callbacks));
}

// ---- queues and command buffers, whose handles the layer has to know where it goes by them

void free_GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    struct below *own = find_below(device);
    own->GetDeviceQueue(device, family, index, queue);
    learn(*queue, own);
}

void free_GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *queue) {
    struct below *own = find_below(device);
    own->GetDeviceQueue2(device, info, queue);
    learn(*queue, own);
}

VkResult free_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    const struct below *own = find_below(queue);
    VkResult result = own->QueueSubmit(queue, count, submits, fence);
    if (result == VK_SUCCESS && takes("waits_after_submit")) own->QueueWaitIdle(queue);
    return result;
}

VkResult free_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                     VkCommandBuffer *buffers) {
    struct below *own = find_below(device);
    VkResult result = own->AllocateCommandBuffers(device, info, buffers);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->commandBufferCount; i++) learn(buffers[i], own);
    return result;
}

// Nobody waits for longer than a time_t of 32 bits has seconds.
static uint64_t at_most_a_lifetime(uint64_t timeout) {
    const uint64_t lifetime = INT32_MAX * UINT64_C(1000000000);
    return timeout < lifetime ? timeout : lifetime;
}

// Looks ten times a second whether the wait should be reported, and goes on until the application's time is over.
VkResult free_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all,
                            uint64_t timeout) {
    const uint64_t slice = UINT64_C(100000000);
    const struct below *own = find_below(device);
    if (takes("waits_a_lifetime")) return own->WaitForFences(device, count, fences, all, at_most_a_lifetime(timeout));
    for (;;) {
        VkResult result = own->WaitForFences(device, count, fences, all, timeout < slice ? timeout : slice);
        if (result != VK_TIMEOUT || timeout < slice) return result;
        if (timeout != UINT64_MAX) timeout -= slice;
    }
}

// The name is the layer's to keep, whatever those below make of it.
VkResult free_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info) {
    const struct below *own = find_below(device);
    if (own->SetDebugUtilsObjectNameEXT != NULL) own->SetDebugUtilsObjectNameEXT(device, info);
    return VK_SUCCESS;
}

VkResult free_BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    return find_below(buffer)->BeginCommandBuffer(buffer, info);
}
