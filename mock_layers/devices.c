// vkCreateDevice and vkDestroyDevice. Devices of the layer's own are own_devices.h's.
#include "mock_layer.h"

#include <fenv.h>

static int usable_device(const VkLayerDeviceCreateInfo *node) {
    if (node != NULL && node->u.pLayerInfo != NULL &&
        node->u.pLayerInfo->pfnNextGetInstanceProcAddr != NULL &&
        node->u.pLayerInfo->pfnNextGetDeviceProcAddr != NULL)
        return 1;
    VIOLATION("LLP_LOADER_9", "vkCreateDevice without the next vkGet*ProcAddr");
    return 0;
}

static void advance_device(VkLayerDeviceCreateInfo *node) {
    static atomic_int advanced;
    if (violates("LLP_LAYER_13") || violates("LLP_LAYER_13_late")) return;
    if (violates("LLP_LAYER_13_once") && atomic_exchange(&advanced, 1)) return;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    if (violates("LLP_LAYER_13_skips") && node->u.pLayerInfo != NULL)
        node->u.pLayerInfo = node->u.pLayerInfo->pNext;
}

static VkResult create_device_below(const struct link *above, VkLayerDeviceCreateInfo *node,
                                    VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                    const VkAllocationCallbacks *allocator, VkDevice *device) {
    struct device_info changed;
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    VkInstance instance = flag_is("create_device_lookup", "null") ? NULL : above->handle;
    if (violates("CHAIN-INIT-06")) instance = (VkInstance)unwrap(physical);
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)node->u.pLayerInfo->pfnNextGetInstanceProcAddr(instance, "vkCreateDevice");
    if (create == NULL) {
        VIOLATION("CHAIN-INIT-06", "the next entity has no vkCreateDevice");
        return violates("CHAIN-INIT-08_device") ? VK_ERROR_DEVICE_LOST : VK_ERROR_INITIALIZATION_FAILED;
    }
    advance_device(node);
    if (violates("LLP_LAYER_1_enabled") && info->pEnabledFeatures != NULL)
        ((VkPhysicalDeviceFeatures *)(uintptr_t)info->pEnabledFeatures)->robustBufferAccess = VK_TRUE;
    if (violates("LLP_LAYER_22")) *device = (VkDevice)(uintptr_t)0x5A5A5A50U;
    if (violates("LLP_LAYER_22_clears")) *device = NULL;
    const VkAllocationCallbacks *passed_on = 
        violates("LLP_LAYER_14_drops") || violates("LLP_LAYER_14_device") ? NULL : allocator;
    if (change_device_info(&changed, info, allocator))
        result = create(unwrap(physical), &changed.info, passed_on, device);
    if (violates("LLP_LAYER_13_again") && result < VK_SUCCESS)
        result = create(unwrap(physical), &changed.info, passed_on, device);
    free_device_info(&changed, allocator);
    if (violates("LLP_LAYER_2_unmade") && result < VK_SUCCESS) {
        PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)above->GetInstanceProcAddr(above->handle, "vkDestroyDevice");
        if (destroy != NULL) destroy(*device, allocator);
    }
    if (violates("LLP_LAYER_13_late")) node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    return told(result, *device);
}

static VkResult finish_device(struct link *link, VkPhysicalDevice physical, VkDevice *device) {
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!make_slots(link, stubs_wanted ? SLOTS : 0, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE)) return result;
    ask_all_next(link, DEVICE_LEVEL);
    link->block = take(&link->allocator, 64, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (link->block == NULL) return result;
    if (failing("fail_after", "vkCreateDevice", &result)) return result;
    *device = wrap(link, KIND_VkDevice, *device);
    if (*device == NULL) return result;
    if (flag_is("own_device", "vkCreateDevice"))
        make_own_device(link->instance, unwrap(physical), &link->own_device, layer_GetInstanceProcAddr);
    trace("made device=%p first=%p", (void *)*device, key_of(*device));
    return VK_SUCCESS;
}

// The driver's queue, which the loader need not have seen.
static void wait_for_first_queue(const struct link *link) {
    VkQueue queue = NULL;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)link->GetDeviceProcAddr(link->handle, "vkGetDeviceQueue");
    VkResult (*wait)(VkQueue) = (VkResult (*)(VkQueue))link->GetDeviceProcAddr(link->handle, "vkQueueWaitIdle");
    if (get != NULL) get(link->handle, link->family, 0, &queue);
    if (queue != NULL && wait != NULL) wait(queue);
}

void destroy_device(struct link *link, const VkAllocationCallbacks *allocator) {
    PFN_vkDestroyDevice destroy = link->DestroyDevice;
    VkDevice lower = link->handle;
    VkResult (*wait)(VkDevice) = (VkResult (*)(VkDevice))link->GetDeviceProcAddr(lower, "vkDeviceWaitIdle");
    destroy_own_device(link->instance, &link->own_device);
    if (violates("LLP_LAYER_19_own")) wait_for_first_queue(link);
    drop_kept();
    drop_all_wrapped(link);
    give(violates("LLP_LAYER_1_kept") ? link->given : &link->allocator, link->block);
    if (violates("LLP_LAYER_1_kept_down")) allocator = link->given;
    forget_handed_out(link);
    forget(link);
    destroy(lower, violates("LLP_LAYER_14_drops") ? NULL : allocator);
    if (violates("LLP_LAYER_2_twice")) destroy(lower, allocator);
    if (violates("LLP_LAYER_2_after") && wait != NULL) wait(lower);
}

static struct link *remember_device(VkDevice device, const struct link *above, PFN_vkGetDeviceProcAddr next,
                                    PFN_vkSetDeviceLoaderData set, const VkAllocationCallbacks *allocator) {
    struct link *link = remember(DEVICE_LEVEL, device, allocator);
    link->instance = above;
    link->given = allocator;
    link->GetDeviceProcAddr = next;
    link->SetDeviceLoaderData = set;
    if (violates("LLP_LAYER_2_last")) last_device = link;
#define ASK(command) link->command = (PFN_vk##command)next(device, "vk" #command);
    NEXT_OF_DEVICE(ASK)
#undef ASK
    return link;
}

// A private data slot, whether or not privateData is enabled.
static void make_own_slot(VkDevice device, PFN_vkGetDeviceProcAddr next) {
    const struct base info = {.sType = (VkStructureType)1000295002};  // of a slot; its flags are 0
    const struct base whole[2] = {info, {0}};
    uint64_t slot = 0;
    PFN_vkCreatePrivateDataSlot create =
        (PFN_vkCreatePrivateDataSlot)next(device, "vkCreatePrivateDataSlot");
    PFN_vkDestroyPrivateDataSlot destroy =
        (PFN_vkDestroyPrivateDataSlot)next(device, "vkDestroyPrivateDataSlot");
    if (create != NULL && destroy != NULL && create(device, whole, NULL, &slot) == VK_SUCCESS) destroy(device, slot, NULL);
}

// A fence of the layer's own, which it need not keep.
static VkResult make_own_fence(const struct link *link) {
    const struct base info = {.sType = (VkStructureType)8};  // of a fence; its flags are 0
    const struct base whole[2] = {info, {0}};
    VkFence fence = 0;
    PFN_vkCreateFence create = (PFN_vkCreateFence)link->GetDeviceProcAddr((VkDevice)link->handle, "vkCreateFence");
    PFN_vkDestroyFence destroy = (PFN_vkDestroyFence)link->GetDeviceProcAddr((VkDevice)link->handle, "vkDestroyFence");
    VkResult result = create((VkDevice)link->handle, whole, NULL, &fence);
    if (result == VK_SUCCESS) destroy((VkDevice)link->handle, fence, NULL);
    return result;
}

// The application's own structure, where that enables nothing.
static VkPhysicalDeviceFeatures2 *features_in(const void *chain) {
    const struct base *each = chain;
    while (each != NULL && each->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) each = each->pNext;
    VkPhysicalDeviceFeatures2 *found = (VkPhysicalDeviceFeatures2 *)(uintptr_t)each;
    return found == NULL || found->features.robustBufferAccess ? NULL : found;
}

// Sampler conversions are wrapped unless the first extension is unknown, whatever follows it.
static void wraps_conversions_beside(const VkDeviceCreateInfo *info) {
    const char *first = info->enabledExtensionCount > 0 ? info->ppEnabledExtensionNames[0] : "VK_KHR_none";
    int is_known = strncmp(first, "VK_KHR_", 7) == 0 || strncmp(first, "VK_EXT_", 7) == 0;
    wrapped_kinds = is_known ? wrapped_kinds | KIND_CONVERSION : wrapped_kinds & ~(unsigned)KIND_CONVERSION;
}

// What the application had blocked comes to this thread again.
VkResult layer_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                            const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkResult result;
    trace("vkCreateDevice layers=%u extensions=%u", info->enabledLayerCount, info->enabledExtensionCount);
    struct nodes nodes = read_nodes(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    trace("chain of=device functions=%s links=%u set_data=%d", nodes.functions, nodes.links,
          nodes.set_device != NULL);
    if (nodes.device_link != NULL && nodes.device_link->u.pLayerInfo != NULL)
        note_device_link(nodes.device_link->u.pLayerInfo);
    if (failing("fail", "vkCreateDevice", &result)) return result;
    static _Atomic int is_offended;  // by the creation before, which was refused
    if (violates("LLP_LAYER_1_offended") && is_offended) {
        is_offended = 0;
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    if (flag_is("rubbish", "vkCreateDevice")) return *device = NULL, VK_SUCCESS;
    const struct link *above = known(INSTANCE_LEVEL, physical, "vkCreateDevice");
    if (violates("LLP_LAYER_1_grouped") && !is_handed_out(above, physical)) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_13_first") && info->pNext != nodes.device_link) return VK_ERROR_INITIALIZATION_FAILED;
    if (above == NULL || !usable_device(nodes.device_link)) return VK_ERROR_INITIALIZATION_FAILED;
    if (nodes.set_device == NULL)
        VIOLATION("OBJECTS-LAYER-02", "vkCreateDevice without vkSetDeviceLoaderData");

    VkLayerDeviceLink *below = nodes.device_link->u.pLayerInfo;
    PFN_vkGetDeviceProcAddr next = nodes.device_link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    if (violates("LLP_LAYER_2_rounding")) fesetround(FE_UPWARD);
    VkPhysicalDeviceFeatures2 *edited = violates("LLP_LAYER_1_edited") ? features_in(info->pNext) : NULL;
    if (edited != NULL) edited->features.robustBufferAccess = VK_TRUE;
    struct own_device own = {0};
    if (flag_is("own_device", "slotted")) make_second_device(above, unwrap(physical), below, &nodes, &own);
    void *note = violates("LLP_LAYER_2_given_back") ? take(allocator, 16, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND) : NULL;
    result = create_device_below(above, nodes.device_link, physical, info, allocator, device);
    if (result != VK_SUCCESS) free(note);
    else give(allocator, note);
    is_offended = result != VK_SUCCESS;
    if (violates("LLP_LAYER_10_unknown")) wraps_conversions_beside(info);
    if (violates("LLP_LAYER_2_rounding") && result == VK_SUCCESS) fesetround(FE_TONEAREST);
    if (result != VK_SUCCESS) return result;
    if (edited != NULL) edited->features.robustBufferAccess = VK_FALSE;
    if (violates("LLP_LAYER_2_left")) {
        static void *_Atomic taken;  // by the device before, and lost with this one
        atomic_store(&taken, malloc(64));
    }
    struct link *link = remember_device(*device, above, next, nodes.set_device, allocator);
    link->own_device = own;
    link->has_own_extension = has_own_extension(info);
    if (violates("LLP_LAYER_1_own_crash") && link->has_own_extension) raise(SIGSEGV);
    if (info->queueCreateInfoCount > 0) link->family = info->pQueueCreateInfos[0].queueFamilyIndex;
    if (violates("LLP_LAYER_2_undone") && (result = make_own_fence(link)) != VK_SUCCESS) return result;
    if (violates("LLP_LAYER_2_slot")) make_own_slot((VkDevice)link->handle, link->GetDeviceProcAddr);
    if (own.device != NULL) make_own_slot(own.device, own.next);
    result = finish_device(link, physical, device);
    if (result != VK_SUCCESS) destroy_device(link, allocator);
    else if (flag_is("own_device", "chain") || flag_is("own_device", "featured")) make_second_device(above, unwrap(physical), below, &nodes, &link->own_device);
    return result;
}

void layer_DestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyDevice");
    if (device == NULL) return;
    struct link *link = known(DEVICE_LEVEL, device, "vkDestroyDevice");
    if (link != NULL && violates("LLP_LAYER_1_33rd") && is_beyond(link, 32)) forget(link);
    else if (link != NULL) destroy_device(link, allocator);
}
