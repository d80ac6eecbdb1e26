// The commands that the layer intercepts only to be wrong in them.
#ifndef REFLOADER_MOCK_WRONG_CALLS_H
#define REFLOADER_MOCK_WRONG_CALLS_H

static VkResult layer_DeviceWaitIdle(VkDevice device) {
    uint32_t count = 0;
    const struct link *link = entered("vkDeviceWaitIdle", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_2_crash")) raise(SIGSEGV);
    if (violates("INTERCEPT-05")) return VK_SUCCESS;
    if (violates("INTERCEPT-07"))
        link->instance->EnumeratePhysicalDevices(link->instance->handle, &count, NULL);
    VkResult result = NEXT(link, vkDeviceWaitIdle)(link->handle);
    return violates("INTERCEPT-04") ? VK_INCOMPLETE : result;
}

typedef void (*PFN_vkDestroyFence)(VkDevice, VkFence, const VkAllocationCallbacks *);

// The entity below has never given anybody a fence of this number.
static void layer_DestroyFence(VkDevice device, VkFence fence, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkDestroyFence", device);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2") && fence != NULL) fence = (VkFence)((uintptr_t)fence ^ 0x5A5A0000U);
    NEXT(link, vkDestroyFence)(link->handle, fence, allocator);
}

static void layer_GetPhysicalDeviceProperties(VkPhysicalDevice device,
                                              VkPhysicalDeviceProperties *properties) {
    const struct link *link = entered("vkGetPhysicalDeviceProperties", device);
    if (link == NULL) return;
    NEXT(link, vkGetPhysicalDeviceProperties)(unwrap(device), properties);
    if (!violates("LLP_LAYER_1")) return;
    properties->apiVersion = VK_API_VERSION_1_0;
    properties->limits.maxImageDimension2D = 1;
    properties->deviceName[0] = '\0';
}

#endif
