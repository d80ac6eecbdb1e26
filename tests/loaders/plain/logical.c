// Devices: the chain of the layers that take part, ending in the driver of one physical device.
#include "plain.h"

// What the loader hangs before the application's structures; the node of links comes first.
typedef struct Creation {
    VkLayerDeviceCreateInfo links;
    VkLayerDeviceCreateInfo callback;
    Instance *instance;
    Device *made;
    VkLayerDeviceLink nodes[MOST_LAYERS];
} Creation;

static PFN_vkGetInstanceProcAddr lookup_below(const Instance *instance, uint32_t index) {
    return index < instance->link_count ? instance->links[index].instance_lookup : end_lookup;
}

// A layer takes part if it has a vkCreateDevice of its own: what the next one has is no interception.
static bool takes_part(Instance *instance, uint32_t index) {
    PFN_vkGetInstanceProcAddr below = lookup_below(instance, index + 1);
    VkInstance handle = index + 1 < instance->link_count ? instance->top : (VkInstance)instance;
    PFN_vkVoidFunction next = below(handle, "vkCreateDevice");
    return instance->links[index].instance_lookup(instance->top, "vkCreateDevice") != next;
}

VkResult set_device_word(VkDevice device, void *object) {
    *(void **)object = FAULT("device_word_of_instance") ? (void *)DEVICE_OF(device)->instance->table : *(void **)device;
    return VK_SUCCESS;
}

static PFN_vkGetDeviceProcAddr chain_links(Instance *instance, Creation *creation, const VkDeviceCreateInfo *info) {
    PFN_vkGetDeviceProcAddr next = end_device_lookup;
    PFN_vkGetInstanceProcAddr next_instance = end_lookup;
    VkLayerDeviceLink *below = NULL;
    for (uint32_t i = instance->link_count; i-- > 0;) {
        if (!takes_part(instance, i) ||
            (FAULT("layers_of_one_thread") && !pthread_equal(instance->thread, pthread_self())) ||
            (FAULT("last_layer_not_in_device_chain") && i + 1 == instance->link_count)) {
            continue;
        }
        creation->nodes[i] = (VkLayerDeviceLink){below, next_instance, next};
        below = creation->nodes + i;
        next_instance = instance->links[i].instance_lookup;
        next = instance->links[i].device_lookup != NULL ? instance->links[i].device_lookup : next;
    }
    creation->instance = instance;
    creation->callback = (VkLayerDeviceCreateInfo){VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, info->pNext,
                                                   VK_LOADER_DATA_CALLBACK, {NULL}};
    creation->callback.u.pfnSetDeviceLoaderData = set_device_word;
    if (FAULT("no_device_data_callback")) {
        creation->callback.function = VK_LAYER_LINK_INFO;
    }
    creation->links = (VkLayerDeviceCreateInfo){VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, &creation->callback,
                                                VK_LAYER_LINK_INFO, {below}};
    creation->made = NULL;
    return next;
}

EXPORT VkResult vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                               const VkAllocationCallbacks *allocator, VkDevice *made) {
    Instance *instance = INSTANCE_OF(physical);
    Creation creation;
    VkDeviceCreateInfo chained = *info;
    PFN_vkGetDeviceProcAddr lookup = chain_links(instance, &creation, info);
    chained.pNext = &creation.links;
    VkResult result =
        CALL(instance->table, PFN_vkCreateDevice, "vkCreateDevice")(physical, &chained, allocator, made);
    if (result != VK_SUCCESS) {
        return result;
    }
    Device *device = creation.made;
    device->lookup = FAULT("layers_of_first_device_only") && device->next != NULL ? end_device_lookup : lookup;
    device->top = *made;
    *(Table **)*made = device->table;
    fill_device_table(device);
    return result;
}

// The driver gets the extensions that it has. One that neither it nor a layer has fails.
static VkResult filter_extensions(Arena *arena, const Physical *physical, const VkDeviceCreateInfo *info,
                                  Names *kept) {
    Instance *instance = physical->instance;
    PFN_vkEnumerateDeviceExtensionProperties ask =
        DRIVER_CALL(physical->driver, PFN_vkEnumerateDeviceExtensionProperties, "vkEnumerateDeviceExtensionProperties");
    Extensions own = {0, NULL}, layers = {0, NULL};
    if (ask != NULL && ask(physical->handle, NULL, &own.count, NULL) == VK_SUCCESS && own.count != 0) {
        own.at = take(arena, own.count * sizeof *own.at);
        ask(physical->handle, NULL, &own.count, own.at);
    }
    for (uint32_t i = 0; i < instance->active.count; i++) {
        add_layer_extensions(arena, &instance->layers, instance->active.at[i], true, &layers);
    }
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->ppEnabledExtensionNames[i];
        if (has_extension(&own, name) || FAULT("device_extensions_unfiltered")) {
            add_name(arena, kept, name);
        } else if (!has_extension(&layers, name) && !FAULT("unknown_device_extension_accepted")) {
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
    }
    return VK_SUCCESS;
}

// The driver's own handles for a group of devices.
static const void *unwrap_group(Arena *arena, const void *chain, VkDeviceGroupDeviceCreateInfo *own) {
    const VkDeviceGroupDeviceCreateInfo *group =
        find_in_chain(chain, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
    if (group == NULL || group->physicalDeviceCount == 0 || (FAULT("group_unwrapped_if_first") && group != chain)) {
        return chain;
    }
    VkPhysicalDevice *handles = take(arena, group->physicalDeviceCount * sizeof *handles);
    for (uint32_t i = 0; i < group->physicalDeviceCount; i++) {
        bool raw = FAULT("first_of_group_unwrapped") && i != 0;
        handles[i] = raw ? group->pPhysicalDevices[i] : ((const Physical *)group->pPhysicalDevices[i])->handle;
    }
    *own = *group;
    own->pPhysicalDevices = handles;
    if (group != chain) {
        own->pNext = chain;
    }
    return own;
}

VkResult end_vkCreateDevice(VkPhysicalDevice handle, const VkDeviceCreateInfo *info,
                            const VkAllocationCallbacks *allocator, VkDevice *made) {
    Physical *physical = (Physical *)handle;
    Instance *instance = physical->instance;
    Arena arena = {NULL};
    Names kept = {0, NULL};
    VkDeviceGroupDeviceCreateInfo group;
    VkDeviceCreateInfo own = *info;
    const VkLayerDeviceCreateInfo *node = info->pNext;
    while (node != NULL &&
           (node->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO || node->function != VK_LAYER_LINK_INFO)) {
        node = node->pNext;
    }
    VkResult result =
        node == NULL ? VK_ERROR_INITIALIZATION_FAILED : filter_extensions(&arena, physical, info, &kept);
    if (result != VK_SUCCESS) {
        drop(&arena);
        return result;
    }
    while (own.pNext != NULL &&
           ((const VkBaseInStructure *)own.pNext)->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) {
        own.pNext = ((const VkBaseInStructure *)own.pNext)->pNext;
    }
    own.pNext = FAULT("group_not_unwrapped") ? own.pNext : unwrap_group(&arena, own.pNext, &group);
    if (FAULT("device_chain_cut")) {
        own.pNext = NULL;
    }
    if (FAULT("features_lost")) {
        own.pEnabledFeatures = NULL;
    }
    own.enabledExtensionCount = (uint32_t)kept.count;
    own.ppEnabledExtensionNames = (const char *const *)kept.at;
    Driver *driver = FAULT("device_of_first_driver") ? instance->drivers : physical->driver;
    VkDevice device_handle = NULL;
    result = DRIVER_CALL(driver, PFN_vkCreateDevice, "vkCreateDevice")(
        physical->handle, &own, FAULT("no_allocator_for_devices") ? NULL : allocator, &device_handle);
    drop(&arena);
    if (result != VK_SUCCESS) {
        return FAULT("driver_result_replaced") ? VK_ERROR_INITIALIZATION_FAILED : result;
    }
    Device *device = calloc(1, sizeof *device);
    device->table = calloc(1, sizeof *device->table + 2 * slot_count() * sizeof *device->table->slots);
    device->table->owner = device;
    device->instance = instance;
    device->physical = physical;
    device->handle = device_handle;
    device->driver_lookup = DRIVER_CALL(driver, PFN_vkGetDeviceProcAddr, "vkGetDeviceProcAddr");
    device->lookup = end_device_lookup;
    *(Table **)device_handle = device->table;
    fill_device_table(device);
    lock();
    device->next = instance->devices;
    instance->devices = device;
    unlock();
    ((Creation *)node)->made = device;
    *made = device_handle;
    return VK_SUCCESS;
}

EXPORT void vkDestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator) {
    if (handle == NULL && !FAULT("null_device_not_ignored")) {
        return;
    }
    Device *device = DEVICE_OF(handle);
    CALL(device->table, PFN_vkDestroyDevice, "vkDestroyDevice")
    (handle, FAULT("no_allocator_at_destruction") ? NULL : allocator);
    if (FAULT("destroyed_devices_kept")) {
        return;
    }
    lock();
    Device **at = &device->instance->devices;
    while (*at != device) {
        at = &(*at)->next;
    }
    *at = device->next;
    unlock();
    free(device->table);
    free(device);
}

// ---- objects that the application gets from a device: the first word leads to the device's table

EXPORT void vkGetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    Table *table = *(Table **)device;
    CALL(table, PFN_vkGetDeviceQueue, "vkGetDeviceQueue")(device, family, index, queue);
    if (*queue != NULL && !FAULT("queue_without_table")) {
        *(Table **)*queue = table;
    }
}

EXPORT void vkGetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *queue) {
    Table *table = *(Table **)device;
    CALL(table, PFN_vkGetDeviceQueue2, "vkGetDeviceQueue2")(device, info, queue);
    if (*queue != NULL && !FAULT("queue2_without_table")) {
        *(Table **)*queue = table;
    }
}

EXPORT VkResult vkAllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                         VkCommandBuffer *buffers) {
    Table *table = *(Table **)device;
    VkResult result = CALL(table, PFN_vkAllocateCommandBuffers, "vkAllocateCommandBuffers")(device, info, buffers);
    uint32_t count = FAULT("first_command_buffer_only") ? 1 : info->commandBufferCount;
    count -= FAULT("last_command_buffer_without_table") && count > 1 ? 1 : 0;
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++) {
        *(Table **)buffers[i] = table;
    }
    return result;
}

// ---- what physical devices have

VkResult end_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice handle, const char *layer_name, uint32_t *count,
                                                  VkExtensionProperties *properties) {
    const Physical *physical = (const Physical *)handle;
    Instance *instance = physical->instance;
    PFN_vkEnumerateDeviceExtensionProperties ask =
        DRIVER_CALL(physical->driver, PFN_vkEnumerateDeviceExtensionProperties, "vkEnumerateDeviceExtensionProperties");
    Arena arena = {NULL};
    Extensions all = {0, NULL};
    VkResult result = VK_SUCCESS;
    if (layer_name != NULL && *layer_name != '\0') {
        const Layer *layer = layer_named(&instance->layers, layer_name);
        if (layer == NULL) {
            return VK_ERROR_LAYER_NOT_PRESENT;
        }
        add_layer_extensions(&arena, &instance->layers, layer, true, &all);
    } else {
        result = ask(physical->handle, NULL, &all.count, NULL);
        all.at = take(&arena, (all.count + 1) * sizeof *all.at);
        result = result == VK_SUCCESS ? ask(physical->handle, NULL, &all.count, all.at) : result;
        for (uint32_t i = 0; i < instance->active.implicit_count && !FAULT("device_extensions_of_layers_hidden"); i++) {
            add_layer_extensions(&arena, &instance->layers, instance->active.at[i], true, &all);
        }
    }
    if (result >= VK_SUCCESS) {
        result = give(all.count, count, properties, all.at, sizeof *properties);
    }
    drop(&arena);
    return result;
}

// Deprecated: the layers of the instance.
VkResult end_vkEnumerateDeviceLayerProperties(VkPhysicalDevice handle, uint32_t *count,
                                              VkLayerProperties *properties) {
    const Instance *instance = ((const Physical *)handle)->instance;
    VkLayerProperties all[MOST_LAYERS] = {0};
    for (uint32_t i = 0; i < instance->active.count; i++) {
        const Layer *layer = instance->active.at[i];
        snprintf(all[i].layerName, sizeof all[i].layerName, "%s", layer->name);
        snprintf(all[i].description, sizeof all[i].description, "%s", layer->description);
        all[i].specVersion = layer->api;
        all[i].implementationVersion = layer->implementation;
    }
    return give(FAULT("no_device_layers") ? 0 : instance->active.count, count, properties, all, sizeof *all);
}
