// The bottom of the chain for the newer physical-device queries, for drivers that know only the older ones
// (LDP_LOADER_8, EXT-FILTER-02): the older answer, and a plain no in the chained structures that are known
// here.
#include "driver_calls.h"
#include "../violates.h"

#include <stdlib.h>
#include <string.h>

#define FEW 16U

// The rest of a chained structure behind its first two members.
static void clear(VkBaseOutStructure *link, size_t size) {
    memset((char *)link + sizeof *link, 0, size - sizeof *link);
}

static bool later_driver(const struct driver_device *device) {
    return VIOLATES("only_the_first_driver_emulated") && device->driver->index > 0;
}

static VkBaseOutStructure *find(void *chain, VkStructureType type) {
    VkBaseOutStructure *link = chain;
    while (link != NULL && link->sType != type) link = link->pNext;
    return link;
}

void terminator_vkGetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice,
                                             VkPhysicalDeviceFeatures2 *pFeatures) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceFeatures2);
    PFN_vkGetPhysicalDeviceFeatures2 ask = DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceFeatures2);
    if (ask != NULL) {
        ask(device->handle, pFeatures);
        return;
    }
    if (VIOLATES("newer_queries_not_emulated") || later_driver(device)) return;
    VkBaseOutStructure *views = find(pFeatures->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES);
    if (views != NULL && !VIOLATES("unknown_features_of_views_stay")) clear(views, sizeof(VkPhysicalDeviceMultiviewFeatures));
    DRIVER_HAS(device, vkGetPhysicalDeviceFeatures)(device->handle, &pFeatures->features);
}

void terminator_vkGetPhysicalDeviceProperties2(VkPhysicalDevice physicalDevice,
                                               VkPhysicalDeviceProperties2 *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceProperties2);
    PFN_vkGetPhysicalDeviceProperties2 ask = DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceProperties2);
    if (ask != NULL) {
        ask(device->handle, pProperties);
        return;
    }
    if (VIOLATES("newer_queries_not_emulated") || later_driver(device)) return;
    VkBaseOutStructure *ids = find(pProperties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    if (ids != NULL) clear(ids, sizeof(VkPhysicalDeviceIDProperties));
    DRIVER_HAS(device, vkGetPhysicalDeviceProperties)(device->handle, &pProperties->properties);
}

void terminator_vkGetPhysicalDeviceFormatProperties2(VkPhysicalDevice physicalDevice, VkFormat format,
                                                     VkFormatProperties2 *pFormatProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceFormatProperties2);
    PFN_vkGetPhysicalDeviceFormatProperties2 ask =
        DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceFormatProperties2);
    if (ask != NULL) {
        ask(device->handle, format, pFormatProperties);
        return;
    }
    if (VIOLATES("newer_formats_not_emulated")) return;
    if (VIOLATES("newer_formats_not_asked_about")) format = (VkFormat)(format & 0xFF);
    DRIVER_HAS(device, vkGetPhysicalDeviceFormatProperties)
    (device->handle, format, &pFormatProperties->formatProperties);
}

// The older query knows nothing of memory shared with others: an image for that is not supported.
static bool is_external(const VkPhysicalDeviceImageFormatInfo2 *info) {
    const VkBaseOutStructure *link =
        find((void *)(uintptr_t)info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    return link != NULL && ((const VkPhysicalDeviceExternalImageFormatInfo *)link)->handleType != 0;
}

VkResult terminator_vkGetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice physicalDevice,
                                                              const VkPhysicalDeviceImageFormatInfo2 *pInfo,
                                                              VkImageFormatProperties2 *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceImageFormatProperties2);
    PFN_vkGetPhysicalDeviceImageFormatProperties2 ask =
        DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceImageFormatProperties2);
    if (ask != NULL) return ask(device->handle, pInfo, pProperties);
    VkBaseOutStructure *external =
        find(pProperties->pNext, VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);
    if (external != NULL) clear(external, sizeof(VkExternalImageFormatProperties));
    if (VIOLATES("newer_image_formats_not_emulated")) return VK_ERROR_FORMAT_NOT_SUPPORTED;
    if (is_external(pInfo) && !VIOLATES("shared_images_of_older_drivers_are_supported")) {
        memset(&pProperties->imageFormatProperties, 0, sizeof pProperties->imageFormatProperties);
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    VkImageTiling tiling = VIOLATES("images_of_older_drivers_are_optimal") ? VK_IMAGE_TILING_OPTIMAL : pInfo->tiling;
    VkResult result = DRIVER_HAS(device, vkGetPhysicalDeviceImageFormatProperties)(
        device->handle, pInfo->format, pInfo->type, tiling, pInfo->usage, pInfo->flags,
        &pProperties->imageFormatProperties);
    return VIOLATES("image_formats_of_older_drivers_never_fail") ? VK_SUCCESS : result;
}

static void copy_families(struct driver_device *device, uint32_t *count, VkQueueFamilyProperties2 *families) {
    VkQueueFamilyProperties few[FEW];
    VkQueueFamilyProperties *old = *count <= FEW ? few : malloc(*count * sizeof *old);
    if (old == NULL) {
        *count = 0;  // the command has no way to say more
        return;
    }
    DRIVER_HAS(device, vkGetPhysicalDeviceQueueFamilyProperties)(device->handle, count, old);
    uint32_t copied = VIOLATES("only_the_first_queue_family_emulated") && *count > 1 ? 1 : *count;
    if (VIOLATES("two_queue_families_emulated") && copied > 2) copied = 2;
    for (uint32_t at = 0; at < copied; at++) families[at].queueFamilyProperties = old[at];
    if (old != few) free(old);
}

void terminator_vkGetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice, uint32_t *pCount,
                                                          VkQueueFamilyProperties2 *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceQueueFamilyProperties2);
    PFN_vkGetPhysicalDeviceQueueFamilyProperties2 ask =
        DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceQueueFamilyProperties2);
    if (ask != NULL) {
        ask(device->handle, pCount, pProperties);
    } else if (pProperties != NULL) {
        copy_families(device, pCount, pProperties);
    } else {
        DRIVER_HAS(device, vkGetPhysicalDeviceQueueFamilyProperties)(device->handle, pCount, NULL);
    }
}

void terminator_vkGetPhysicalDeviceMemoryProperties2(VkPhysicalDevice physicalDevice,
                                                     VkPhysicalDeviceMemoryProperties2 *pMemoryProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceMemoryProperties2);
    PFN_vkGetPhysicalDeviceMemoryProperties2 ask =
        DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceMemoryProperties2);
    if (ask != NULL) {
        ask(device->handle, pMemoryProperties);
        return;
    }
    if (VIOLATES("newer_memory_not_emulated")) return;
    DRIVER_HAS(device, vkGetPhysicalDeviceMemoryProperties)(device->handle,
                                                            &pMemoryProperties->memoryProperties);
}

static void copy_sparse(struct driver_device *device, const VkPhysicalDeviceSparseImageFormatInfo2 *info,
                        uint32_t *count, VkSparseImageFormatProperties2 *properties) {
    VkSparseImageFormatProperties few[FEW];
    VkSparseImageFormatProperties *old = few;
    if (VIOLATES("newer_sparse_formats_not_emulated")) {
        *count = 0;
        return;
    }
    if (properties == NULL) {
        old = NULL;
    } else if (*count > FEW && (old = malloc(*count * sizeof *old)) == NULL) {
        *count = 0;
        return;
    }
    VkImageTiling tiling = VIOLATES("sparse_images_of_older_drivers_are_optimal") ? VK_IMAGE_TILING_OPTIMAL : info->tiling;
    DRIVER_HAS(device, vkGetPhysicalDeviceSparseImageFormatProperties)
    (device->handle, info->format, info->type, info->samples, info->usage, tiling, count, old);
    uint32_t most = VIOLATES("only_the_first_sparse_format_emulated") ? 1 : UINT32_MAX;
    for (uint32_t at = 0; old != NULL && at < *count && at < most; at++) properties[at].properties = old[at];
    if (old != few) free(old);
}

void terminator_vkGetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSparseImageFormatInfo2 *pInfo, uint32_t *pCount,
    VkSparseImageFormatProperties2 *pProperties) {
    struct driver_device *device = CHECKED(physicalDevice, vkGetPhysicalDeviceSparseImageFormatProperties2);
    PFN_vkGetPhysicalDeviceSparseImageFormatProperties2 ask =
        DRIVER_HAS_EITHER(device, vkGetPhysicalDeviceSparseImageFormatProperties2);
    if (ask != NULL) {
        ask(device->handle, pInfo, pCount, pProperties);
    } else {
        copy_sparse(device, pInfo, pCount, pProperties);
    }
}

// A driver that cannot be asked shares nothing with anybody.
#define EXTERNAL_QUERY(name, info_type, properties_type) \
    void terminator_##name(VkPhysicalDevice physicalDevice, const info_type *pInfo, \
                           properties_type *pProperties) { \
        struct driver_device *device = CHECKED(physicalDevice, name); \
        PFN_##name ask = DRIVER_HAS_EITHER(device, name); \
        if (ask != NULL) { \
            ask(device->handle, pInfo, pProperties); \
        } else { \
            bool left = VIOLATES("external_fences_not_emulated") && strstr(#name, "Fence") != NULL; \
            left |= VIOLATES("external_semaphores_not_emulated") && strstr(#name, "Semaphore") != NULL; \
            if (!left && !VIOLATES("external_queries_not_emulated")) \
                clear((VkBaseOutStructure *)pProperties, sizeof *pProperties); \
        } \
    }

EXTERNAL_QUERY(vkGetPhysicalDeviceExternalBufferProperties, VkPhysicalDeviceExternalBufferInfo,
               VkExternalBufferProperties)
EXTERNAL_QUERY(vkGetPhysicalDeviceExternalFenceProperties, VkPhysicalDeviceExternalFenceInfo,
               VkExternalFenceProperties)
EXTERNAL_QUERY(vkGetPhysicalDeviceExternalSemaphoreProperties, VkPhysicalDeviceExternalSemaphoreInfo,
               VkExternalSemaphoreProperties)

// The extensions' names for the same commands.
#define SAME(result, name, ...) \
    result terminator_##name##KHR(__VA_ARGS__) __attribute__((alias("terminator_" #name)));

SAME(void, vkGetPhysicalDeviceFeatures2, VkPhysicalDevice, VkPhysicalDeviceFeatures2 *)
SAME(void, vkGetPhysicalDeviceProperties2, VkPhysicalDevice, VkPhysicalDeviceProperties2 *)
SAME(void, vkGetPhysicalDeviceFormatProperties2, VkPhysicalDevice, VkFormat, VkFormatProperties2 *)
SAME(VkResult, vkGetPhysicalDeviceImageFormatProperties2, VkPhysicalDevice,
     const VkPhysicalDeviceImageFormatInfo2 *, VkImageFormatProperties2 *)
SAME(void, vkGetPhysicalDeviceQueueFamilyProperties2, VkPhysicalDevice, uint32_t *,
     VkQueueFamilyProperties2 *)
SAME(void, vkGetPhysicalDeviceMemoryProperties2, VkPhysicalDevice, VkPhysicalDeviceMemoryProperties2 *)
SAME(void, vkGetPhysicalDeviceSparseImageFormatProperties2, VkPhysicalDevice,
     const VkPhysicalDeviceSparseImageFormatInfo2 *, uint32_t *, VkSparseImageFormatProperties2 *)
SAME(void, vkGetPhysicalDeviceExternalBufferProperties, VkPhysicalDevice,
     const VkPhysicalDeviceExternalBufferInfo *, VkExternalBufferProperties *)
SAME(void, vkGetPhysicalDeviceExternalFenceProperties, VkPhysicalDevice,
     const VkPhysicalDeviceExternalFenceInfo *, VkExternalFenceProperties *)
SAME(void, vkGetPhysicalDeviceExternalSemaphoreProperties, VkPhysicalDevice,
     const VkPhysicalDeviceExternalSemaphoreInfo *, VkExternalSemaphoreProperties *)
