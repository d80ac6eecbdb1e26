// A device that the layer makes for itself, below itself, through the two callbacks of the loader.
#include "mock_layer.h"

static VkDeviceQueueCreateInfo one_queue(void) {
    static const float priority = 1.0F;
    return (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
}

// Get the queue as an application would, and use it once. No trampoline sees it, so the layer fills its first
// word (OBJECTS-LAYER-03).
static void use_own_queue(const struct own_device *own) {
    VkQueue queue = NULL;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)own->next(own->device, "vkGetDeviceQueue");
    PFN_vkQueueWaitIdle wait = (PFN_vkQueueWaitIdle)own->next(own->device, "vkQueueWaitIdle");
    if (get != NULL) get(own->device, 0, 0, &queue);
    static int uses;
    int is_left = violates("LLP_LAYER_19_second") && uses++ > 0;
    if (queue != NULL && !is_left && ((uintptr_t)key_of(queue) & UINT32_MAX) == ICD_LOADER_MAGIC)
        *(void **)queue = key_of(own->device);
    if (queue != NULL && wait != NULL) wait(queue);
    trace("own_queue queue=%d used=%d", queue != NULL, queue != NULL && wait != NULL);
}

// On an instance of the next entity and a physical device that it gave.
void make_own_device(const struct link *instance, VkPhysicalDevice physical, struct own_device *own,
                     PFN_vkGetInstanceProcAddr of_this_layer) {
    VkDeviceQueueCreateInfo queue = one_queue();
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    *own = (struct own_device){0};
    if (instance->LayerCreateDevice == NULL || instance->LayerDestroyDevice == NULL) {
        trace("own_device callbacks=0");
        return;
    }
    VkResult result = instance->LayerCreateDevice(instance->handle, physical, &info, NULL, &own->device,
                                                  of_this_layer, &own->next);
    trace("own_device result=%d device=%d next=%d", (int)result, own->device != NULL, own->next != NULL);
    if (result != VK_SUCCESS || own->device == NULL || own->next == NULL)
        *own = (struct own_device){0};
    else {
        own->destroy = (PFN_vkDestroyDevice)own->next(own->device, "vkDestroyDevice");
        use_own_queue(own);
    }
}

// On the first physical device of an instance that was made just now.
void make_own_device_of_instance(struct link *instance, PFN_vkGetInstanceProcAddr of_this_layer) {
    VkPhysicalDevice first = NULL;
    uint32_t count = 1;
    VkResult result = instance->EnumeratePhysicalDevices(instance->handle, &count, &first);
    if (result < VK_SUCCESS || first == NULL)
        trace("own_device physical_devices=0");
    else
        make_own_device(instance, first, &instance->own_device, of_this_layer);
}

static int is_of_chain(void) { return flag_is("own_device", "chain") || flag_is("own_device", "featured") || flag_is("own_device", "slotted"); }

// By the links of the chain, beside the device of the application. The layer can do without it.
void make_second_device(const struct link *instance, VkPhysicalDevice physical, VkLayerDeviceLink *below,
                        const struct nodes *nodes, struct own_device *own) {
    const VkLayerDeviceLink *to = below;
    VkLayerDeviceCreateInfo callback = {.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, .function = VK_LOADER_DATA_CALLBACK};
    VkLayerDeviceCreateInfo links = {.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, .pNext = &callback, .function = VK_LAYER_LINK_INFO};
    callback.u.pfnSetDeviceLoaderData = nodes->set_device;
    links.u.pLayerInfo = below->pNext;
    const struct {
        struct base head;
        VkBool32 private_data;
    } slots = {{.sType = (VkStructureType)1000295000, .pNext = (void *)&links}, VK_TRUE};
    VkDeviceQueueCreateInfo queue = one_queue();
    const VkPhysicalDeviceFeatures features = {.geometryShader = VK_TRUE};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = flag_is("own_device", "slotted") ? (const void *)&slots : &links,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .pEnabledFeatures = flag_is("own_device", "featured") ? &features : NULL};
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)to->pfnNextGetInstanceProcAddr(instance->handle, "vkCreateDevice");
    VkDevice made = NULL;
    VkResult result = create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(physical, &info, NULL, &made);
    trace("own_device result=%d device=%d", (int)result, made != NULL);
    if (result != VK_SUCCESS) return;
    *own = (struct own_device){.device = made, .next = to->pfnNextGetDeviceProcAddr};
    own->destroy = (PFN_vkDestroyDevice)own->next(made, "vkDestroyDevice");
}

void destroy_own_device(const struct link *instance, const struct own_device *own) {
    if (own->device == NULL) return;
    trace("own_device destroyed next=%d", own->destroy != NULL);
    if (is_of_chain()) own->destroy(own->device, NULL);
    else instance->LayerDestroyDevice(own->device, NULL, own->destroy);
}
