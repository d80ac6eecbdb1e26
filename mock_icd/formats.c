// The queries of a physical device about formats, images and what leaves a process: there are none of them.
#include "mock_icd.h"

// The older queries of formats write down what they were asked.
void driver_GetPhysicalDeviceFormatProperties(VkPhysicalDevice device, VkFormat format, VkFormatProperties *out) {
    CALLED(GetPhysicalDeviceFormatProperties, " device=%d format=%d", index_of(device), (int)format);
    if (!check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceFormatProperties")) return;
    *out = (VkFormatProperties){0};
}

void driver_GetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice device, VkFormat format, VkImageType type,
                                                         VkSampleCountFlagBits samples, VkImageUsageFlags usage,
                                                         VkImageTiling tiling, uint32_t *count,
                                                         VkSparseImageFormatProperties *out) {
    CALLED(GetPhysicalDeviceSparseImageFormatProperties,
           " device=%d format=%d type=%d samples=%d usage=%d tiling=%d", index_of(device), (int)format, (int)type,
           (int)samples, (int)usage, (int)tiling);
    if (!check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceSparseImageFormatProperties")) return;
    *count = violates("sparse_in_one_form") && (out == NULL || *count > 0);
    if (out != NULL && *count > 0) *out = (VkSparseImageFormatProperties){0};
}

void driver_GetPhysicalDeviceSparseImageFormatProperties2(VkPhysicalDevice device,
                                                          const VkPhysicalDeviceSparseImageFormatInfo2 *info,
                                                          uint32_t *count, VkSparseImageFormatProperties2 *out) {
    QUERY_BEHIND(GetPhysicalDeviceSparseImageFormatProperties2, device, info->pNext);
    if (violates("sparse_crashes") && out != NULL && *count == 0) raise(SIGSEGV);
    *count = 0;
}

void driver_GetPhysicalDeviceExternalFenceProperties(VkPhysicalDevice device,
                                                     const VkPhysicalDeviceExternalFenceInfo *info,
                                                     VkExternalFenceProperties *out) {
    QUERY_BEHIND(GetPhysicalDeviceExternalFenceProperties, device, info->pNext);
    out->externalFenceFeatures = out->compatibleHandleTypes = out->exportFromImportedHandleTypes = 0;
}

// A type is compatible with itself, even if nothing can be done with it.
void driver_GetPhysicalDeviceExternalBufferProperties(VkPhysicalDevice device,
                                                      const VkPhysicalDeviceExternalBufferInfo *info,
                                                      VkExternalBufferProperties *out) {
    QUERY_BEHIND(GetPhysicalDeviceExternalBufferProperties, device, info->pNext);
    out->externalMemoryProperties = (VkExternalMemoryProperties){.compatibleHandleTypes = info->handleType};
    if (violates("externals_apart"))
        out->externalMemoryProperties =
            (VkExternalMemoryProperties){.externalMemoryFeatures = VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT};
    if (violates("externals_unimportable"))
        out->externalMemoryProperties.exportFromImportedHandleTypes = info->handleType;
}

void driver_GetPhysicalDeviceExternalSemaphoreProperties(VkPhysicalDevice device,
                                                         const VkPhysicalDeviceExternalSemaphoreInfo *info,
                                                         VkExternalSemaphoreProperties *out) {
    QUERY_BEHIND(GetPhysicalDeviceExternalSemaphoreProperties, device, info->pNext);
    VkExternalSemaphoreHandleTypeFlags kept = out->compatibleHandleTypes;
    out->externalSemaphoreFeatures = out->compatibleHandleTypes = out->exportFromImportedHandleTypes = 0;
    if (violates("externals_unwritten")) out->compatibleHandleTypes = kept;
    if (violates("externals_semaphores")) out->externalSemaphoreFeatures = VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT;
    if (violates("externals_head")) out->sType = 0;
}

VkResult driver_GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice device, VkFormat format,
                                                       VkImageType type, VkImageTiling tiling,
                                                       VkImageUsageFlags usage,
                                                       VkImageCreateFlags flags,
                                                       VkImageFormatProperties *out) {
    CALLED(GetPhysicalDeviceImageFormatProperties, " device=%d format=%d type=%d tiling=%d usage=%d flags=%d",
           index_of(device), (int)format, (int)type, (int)tiling, (int)usage, (int)flags);
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceImageFormatProperties");
    (void)out;
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

VkResult driver_GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice device,
                                                        const VkPhysicalDeviceImageFormatInfo2 *info,
                                                        VkImageFormatProperties2 *out) {
    QUERY_BEHIND(GetPhysicalDeviceImageFormatProperties2, device, info->pNext, VK_ERROR_FORMAT_NOT_SUPPORTED);
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}
