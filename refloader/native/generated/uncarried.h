// Written by tools/generate.py from vulkan-object 1.4.366 (registry 1.4.366). Do not edit.
#ifndef REFLOADER_UNCARRIED_H
#define REFLOADER_UNCARRIED_H

// A command and a type of handle that it takes or makes, be it in a structure.
#define UNCARRIED_COMMANDS(TAKES) \
    TAKES(vkAcquireXlibDisplayEXT, VkDisplayKHR) \
    TAKES(vkAcquireXlibDisplayEXT, VkPhysicalDevice) \
    TAKES(vkCreateImagePipeSurfaceFUCHSIA, VkInstance) \
    TAKES(vkCreateImagePipeSurfaceFUCHSIA, VkSurfaceKHR) \
    TAKES(vkCreateScreenSurfaceQNX, VkInstance) \
    TAKES(vkCreateScreenSurfaceQNX, VkSurfaceKHR) \
    TAKES(vkCreateStreamDescriptorSurfaceGGP, VkInstance) \
    TAKES(vkCreateStreamDescriptorSurfaceGGP, VkSurfaceKHR) \
    TAKES(vkCreateUbmSurfaceSEC, VkInstance) \
    TAKES(vkCreateUbmSurfaceSEC, VkSurfaceKHR) \
    TAKES(vkCreateWin32SurfaceKHR, VkInstance) \
    TAKES(vkCreateWin32SurfaceKHR, VkSurfaceKHR) \
    TAKES(vkCreateXcbSurfaceKHR, VkInstance) \
    TAKES(vkCreateXcbSurfaceKHR, VkSurfaceKHR) \
    TAKES(vkCreateXlibSurfaceKHR, VkInstance) \
    TAKES(vkCreateXlibSurfaceKHR, VkSurfaceKHR) \
    TAKES(vkGetPhysicalDeviceDirectFBPresentationSupportEXT, VkPhysicalDevice) \
    TAKES(vkGetPhysicalDeviceScreenPresentationSupportQNX, VkPhysicalDevice) \
    TAKES(vkGetPhysicalDeviceUbmPresentationSupportSEC, VkPhysicalDevice) \
    TAKES(vkGetPhysicalDeviceWaylandPresentationSupportKHR, VkPhysicalDevice) \
    TAKES(vkGetPhysicalDeviceXcbPresentationSupportKHR, VkPhysicalDevice) \
    TAKES(vkGetPhysicalDeviceXlibPresentationSupportKHR, VkPhysicalDevice) \
    TAKES(vkGetRandROutputDisplayEXT, VkDisplayKHR) \
    TAKES(vkGetRandROutputDisplayEXT, VkPhysicalDevice) \
    TAKES(vkCmdBindResourceHeapEXT, VkCommandBuffer) \
    TAKES(vkCmdBindSamplerHeapEXT, VkCommandBuffer) \
    TAKES(vkCmdWriteMarkerToMemoryAMD, VkCommandBuffer) \
    TAKES(vkCreateBufferCollectionFUCHSIA, VkBufferCollectionFUCHSIA) \
    TAKES(vkCreateBufferCollectionFUCHSIA, VkDevice) \
    TAKES(vkDestroyBufferCollectionFUCHSIA, VkBufferCollectionFUCHSIA) \
    TAKES(vkDestroyBufferCollectionFUCHSIA, VkDevice) \
    TAKES(vkGetAndroidHardwareBufferPropertiesANDROID, VkDevice) \
    TAKES(vkGetBufferCollectionPropertiesFUCHSIA, VkBufferCollectionFUCHSIA) \
    TAKES(vkGetBufferCollectionPropertiesFUCHSIA, VkDevice) \
    TAKES(vkGetMemoryAndroidHardwareBufferANDROID, VkDevice) \
    TAKES(vkGetMemoryAndroidHardwareBufferANDROID, VkDeviceMemory) \
    TAKES(vkGetMemoryNativeBufferOHOS, VkDevice) \
    TAKES(vkGetMemoryNativeBufferOHOS, VkDeviceMemory) \
    TAKES(vkGetMemoryZirconHandleFUCHSIA, VkDevice) \
    TAKES(vkGetMemoryZirconHandleFUCHSIA, VkDeviceMemory) \
    TAKES(vkGetMemoryZirconHandlePropertiesFUCHSIA, VkDevice) \
    TAKES(vkGetNativeBufferPropertiesOHOS, VkDevice) \
    TAKES(vkGetScreenBufferPropertiesQNX, VkDevice) \
    TAKES(vkGetSemaphoreZirconHandleFUCHSIA, VkDevice) \
    TAKES(vkGetSemaphoreZirconHandleFUCHSIA, VkSemaphore) \
    TAKES(vkImportSemaphoreZirconHandleFUCHSIA, VkDevice) \
    TAKES(vkImportSemaphoreZirconHandleFUCHSIA, VkSemaphore) \
    TAKES(vkSetBufferCollectionBufferConstraintsFUCHSIA, VkBufferCollectionFUCHSIA) \
    TAKES(vkSetBufferCollectionBufferConstraintsFUCHSIA, VkDevice) \
    TAKES(vkSetBufferCollectionImageConstraintsFUCHSIA, VkBufferCollectionFUCHSIA) \
    TAKES(vkSetBufferCollectionImageConstraintsFUCHSIA, VkDevice)

#endif
