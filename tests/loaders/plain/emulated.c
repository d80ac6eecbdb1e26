// What the loader does for drivers that lack it: the newer queries of 1.0 drivers, and messages.
#include "plain.h"

// The driver's own function, if it has the version or the extension that brings it.
static PFN_vkVoidFunction newer(const Physical *physical, const char *name, const char *extension) {
    const Driver *driver = physical->driver;
    char extended[128];
    snprintf(extended, sizeof extended, "%sKHR", name);
    if (has_name(&driver->enabled, extension) && driver->slots[slot_of(extended)] != NULL) {
        return driver->slots[slot_of(extended)];
    }
    return driver->is_1_0 && !FAULT("old_driver_not_emulated") ? NULL : driver->slots[slot_of(name)];
}

#define PROPERTIES2 "VK_KHR_get_physical_device_properties2"
#define EMULATED(command, extension, call, ...) \
    const Physical *physical = (const Physical *)handle; \
    PFN_##command own = (PFN_##command)newer(physical, #command, extension); \
    if (own != NULL) { \
        return own call; \
    } \
    __VA_ARGS__
#define OLDER(command) DRIVER_CALL(physical->driver, PFN_##command, #command)

void end_vkGetPhysicalDeviceFeatures2(VkPhysicalDevice handle, VkPhysicalDeviceFeatures2 *features) {
    EMULATED(vkGetPhysicalDeviceFeatures2, PROPERTIES2, (physical->handle, features),
             OLDER(vkGetPhysicalDeviceFeatures)(physical->handle, &features->features);)
}

void end_vkGetPhysicalDeviceProperties2(VkPhysicalDevice handle, VkPhysicalDeviceProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceProperties2, PROPERTIES2, (physical->handle, properties),
             OLDER(vkGetPhysicalDeviceProperties)(physical->handle, &properties->properties);)
}

void end_vkGetPhysicalDeviceFormatProperties2(VkPhysicalDevice handle, VkFormat format,
                                              VkFormatProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceFormatProperties2, PROPERTIES2, (physical->handle, format, properties),
             OLDER(vkGetPhysicalDeviceFormatProperties)(physical->handle, format, &properties->formatProperties);)
}

VkResult end_vkGetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice handle,
                                                       const VkPhysicalDeviceImageFormatInfo2 *info,
                                                       VkImageFormatProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceImageFormatProperties2, PROPERTIES2, (physical->handle, info, properties),
             VkResult result = OLDER(vkGetPhysicalDeviceImageFormatProperties)(
                 physical->handle, info->format, info->type, info->tiling, info->usage, info->flags,
                 &properties->imageFormatProperties);
             return FAULT("image_format_error_hidden") ? VK_SUCCESS : result;)
}

void end_vkGetPhysicalDeviceMemoryProperties2(VkPhysicalDevice handle,
                                              VkPhysicalDeviceMemoryProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceMemoryProperties2, PROPERTIES2, (physical->handle, properties),
             OLDER(vkGetPhysicalDeviceMemoryProperties)(physical->handle, &properties->memoryProperties);)
}

void end_vkGetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice handle, uint32_t *count,
                                                   VkQueueFamilyProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceQueueFamilyProperties2, PROPERTIES2, (physical->handle, count, properties), )
    Arena arena = {NULL};
    VkQueueFamilyProperties *older = properties == NULL ? NULL : take(&arena, (*count + 1) * sizeof *older);
    OLDER(vkGetPhysicalDeviceQueueFamilyProperties)(physical->handle, count, older);
    *count = FAULT("one_queue_family_told") && *count > 1 ? 1 : *count;
    for (uint32_t i = 0; properties != NULL && i < *count; i++) {
        properties[i].queueFamilyProperties = older[i];
    }
    drop(&arena);
}

void end_vkGetPhysicalDeviceSparseImageFormatProperties2(VkPhysicalDevice handle,
                                                         const VkPhysicalDeviceSparseImageFormatInfo2 *info,
                                                         uint32_t *count,
                                                         VkSparseImageFormatProperties2 *properties) {
    EMULATED(vkGetPhysicalDeviceSparseImageFormatProperties2, PROPERTIES2,
             (physical->handle, info, count, properties), )
    Arena arena = {NULL};
    VkSparseImageFormatProperties *older = properties == NULL ? NULL : take(&arena, (*count + 1) * sizeof *older);
    OLDER(vkGetPhysicalDeviceSparseImageFormatProperties)(physical->handle, info->format, info->type, info->samples,
                                                          info->usage, info->tiling, count, older);
    for (uint32_t i = 0; properties != NULL && i < *count; i++) {
        properties[i].properties = older[i];
    }
    drop(&arena);
}

void end_vkGetPhysicalDeviceExternalBufferProperties(VkPhysicalDevice handle,
                                                     const VkPhysicalDeviceExternalBufferInfo *info,
                                                     VkExternalBufferProperties *properties) {
    EMULATED(vkGetPhysicalDeviceExternalBufferProperties, "VK_KHR_external_memory_capabilities",
             (physical->handle, info, properties),
             memset(&properties->externalMemoryProperties, 0, sizeof properties->externalMemoryProperties);)
}

void end_vkGetPhysicalDeviceExternalSemaphoreProperties(VkPhysicalDevice handle,
                                                        const VkPhysicalDeviceExternalSemaphoreInfo *info,
                                                        VkExternalSemaphoreProperties *properties) {
    EMULATED(vkGetPhysicalDeviceExternalSemaphoreProperties, "VK_KHR_external_semaphore_capabilities",
             (physical->handle, info, properties), properties->exportFromImportedHandleTypes = 0;
             properties->compatibleHandleTypes = 0;
             properties->externalSemaphoreFeatures = FAULT("external_semaphores_claimed") ? 1 : 0;)
}

void end_vkGetPhysicalDeviceExternalFenceProperties(VkPhysicalDevice handle,
                                                    const VkPhysicalDeviceExternalFenceInfo *info,
                                                    VkExternalFenceProperties *properties) {
    EMULATED(vkGetPhysicalDeviceExternalFenceProperties, "VK_KHR_external_fence_capabilities",
             (physical->handle, info, properties), properties->exportFromImportedHandleTypes = 0;
             properties->compatibleHandleTypes = 0; properties->externalFenceFeatures = 0;)
}

// ---- displays

#define LISTED(command, older_command, older_type, member, arguments, older_arguments) \
    const Physical *physical = (const Physical *)handle; \
    if (has_name(&physical->driver->enabled, "VK_KHR_get_display_properties2")) { \
        return OLDER(command) arguments; \
    } \
    Arena arena = {NULL}; \
    older_type *older = properties == NULL ? NULL : take(&arena, (*count + 1) * sizeof *older); \
    VkResult result = \
        OLDER(older_command) == NULL ? VK_ERROR_EXTENSION_NOT_PRESENT : OLDER(older_command) older_arguments; \
    for (uint32_t i = 0; properties != NULL && result >= VK_SUCCESS && i < *count; i++) { \
        properties[i].member = older[i]; \
    } \
    drop(&arena); \
    return result;

VkResult end_vkGetPhysicalDeviceDisplayProperties2KHR(VkPhysicalDevice handle, uint32_t *count,
                                                      VkDisplayProperties2KHR *properties) {
    LISTED(vkGetPhysicalDeviceDisplayProperties2KHR, vkGetPhysicalDeviceDisplayPropertiesKHR,
           VkDisplayPropertiesKHR, displayProperties, (physical->handle, count, properties),
           (physical->handle, count, older))
}

VkResult end_vkGetPhysicalDeviceDisplayPlaneProperties2KHR(VkPhysicalDevice handle, uint32_t *count,
                                                           VkDisplayPlaneProperties2KHR *properties) {
    LISTED(vkGetPhysicalDeviceDisplayPlaneProperties2KHR, vkGetPhysicalDeviceDisplayPlanePropertiesKHR,
           VkDisplayPlanePropertiesKHR, displayPlaneProperties, (physical->handle, count, properties),
           (physical->handle, count, older))
}

VkResult end_vkGetDisplayModeProperties2KHR(VkPhysicalDevice handle, VkDisplayKHR display, uint32_t *count,
                                            VkDisplayModeProperties2KHR *properties) {
    LISTED(vkGetDisplayModeProperties2KHR, vkGetDisplayModePropertiesKHR, VkDisplayModePropertiesKHR,
           displayModeProperties, (physical->handle, display, count, properties),
           (physical->handle, display, count, older))
}

VkResult end_vkGetDisplayPlaneCapabilities2KHR(VkPhysicalDevice handle, const VkDisplayPlaneInfo2KHR *info,
                                               VkDisplayPlaneCapabilities2KHR *capabilities) {
    const Physical *physical = (const Physical *)handle;
    if (has_name(&physical->driver->enabled, "VK_KHR_get_display_properties2")) {
        return OLDER(vkGetDisplayPlaneCapabilities2KHR)(physical->handle, info, capabilities);
    }
    return OLDER(vkGetDisplayPlaneCapabilitiesKHR)(physical->handle, info->mode,
                                                   FAULT("first_plane_only") ? 0 : info->planeIndex,
                                                   &capabilities->capabilities);
}

VkResult end_vkGetPhysicalDeviceToolProperties(VkPhysicalDevice handle, uint32_t *count,
                                               VkPhysicalDeviceToolProperties *properties) {
    const Physical *physical = (const Physical *)handle;
    PFN_vkGetPhysicalDeviceToolProperties own =
        DRIVER_CALL(physical->driver, PFN_vkGetPhysicalDeviceToolProperties, "vkGetPhysicalDeviceToolProperties");
    if (own != NULL) {
        return own(physical->handle, count, properties);
    }
    if (FAULT("no_tools_fails")) {
        return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    *count = 0;
    return VK_SUCCESS;
}

// ---- messages: the loader keeps all callbacks, and gives each to the drivers that know them

typedef struct Messenger {
    struct Messenger *next;
    bool report;
    VkDebugUtilsMessengerCreateInfoEXT utils;
    VkDebugReportCallbackCreateInfoEXT reports;
    uint64_t inner[64];
} Messenger;

typedef VkResult (*Create)(VkInstance, const void *, const VkAllocationCallbacks *, uint64_t *);
typedef void (*Destroy)(VkInstance, uint64_t, const VkAllocationCallbacks *);

static void destroy_inner(Instance *instance, Messenger *messenger, const VkAllocationCallbacks *allocator) {
    const char *name = messenger->report ? "vkDestroyDebugReportCallbackEXT" : "vkDestroyDebugUtilsMessengerEXT";
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        if (driver->handle != NULL && messenger->inner[driver->index] != 0 && !FAULT("driver_messengers_left")) {
            DRIVER_CALL(driver, Destroy, name)(driver->handle, messenger->inner[driver->index], allocator);
        }
    }
}

static VkResult keep(Instance *instance, Messenger form, const void *info, const VkAllocationCallbacks *allocator,
                     Messenger **made) {
    const char *name = form.report ? "vkCreateDebugReportCallbackEXT" : "vkCreateDebugUtilsMessengerEXT";
    const char *extension = form.report ? "VK_EXT_debug_report" : "VK_EXT_debug_utils";
    Messenger *messenger = malloc(sizeof *messenger);
    *messenger = form;
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        Create create = driver->handle == NULL ? NULL : DRIVER_CALL(driver, Create, name);
        if (create == NULL || !has_name(&driver->enabled, extension) ||
            (FAULT("messenger_of_first_driver_only") && driver->index != 0)) {
            continue;
        }
        VkResult result = create(driver->handle, info, FAULT("messenger_without_allocator") ? NULL : allocator,
                                 messenger->inner + driver->index);
        if (result != VK_SUCCESS) {
            messenger->inner[driver->index] = 0;
            destroy_inner(instance, messenger, allocator);
            free(messenger);
            return result;
        }
    }
    lock();
    messenger->next = instance->messengers;
    instance->messengers = messenger;
    unlock();
    *made = messenger;
    return VK_SUCCESS;
}

static void forget(Instance *instance, Messenger *messenger, const VkAllocationCallbacks *allocator) {
    lock();
    Messenger **at = &instance->messengers;
    while (*at != NULL && *at != messenger && !FAULT("newest_messenger_forgotten")) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = messenger->next;
    }
    if (FAULT("destroyed_messenger_heard")) {
        messenger->next = instance->messengers;
        instance->messengers = messenger;
    }
    unlock();
    destroy_inner(instance, messenger, allocator);
    if (FAULT("destroyed_messenger_heard")) {
        memset(messenger->inner, 0, sizeof messenger->inner);
        return;
    }
    free(messenger);
}

// The structures of the creation's chain hear of the creation and the end alone: this keeps them between these, too.
void keep_chained(Instance *instance, const void *chain) {
    const VkDebugUtilsMessengerCreateInfoEXT *info =
        find_in_chain(chain, VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    if (info != NULL) {
        Messenger *messenger = calloc(1, sizeof *messenger);
        messenger->utils = *info;
        messenger->next = instance->messengers;
        instance->messengers = messenger;
    }
}

void drop_messengers(Instance *instance) {
    while (instance->messengers != NULL) {
        Messenger *messenger = instance->messengers;
        instance->messengers = messenger->next;
        free(messenger);
    }
}

VkResult end_vkCreateDebugUtilsMessengerEXT(VkInstance handle, const VkDebugUtilsMessengerCreateInfoEXT *info,
                                            const VkAllocationCallbacks *allocator,
                                            VkDebugUtilsMessengerEXT *made) {
    return keep((Instance *)handle, (Messenger){.utils = *info}, info, allocator, (Messenger **)made);
}

VkResult end_vkCreateDebugReportCallbackEXT(VkInstance handle, const VkDebugReportCallbackCreateInfoEXT *info,
                                            const VkAllocationCallbacks *allocator,
                                            VkDebugReportCallbackEXT *made) {
    return keep((Instance *)handle, (Messenger){.report = true, .reports = *info}, info, allocator,
                (Messenger **)made);
}

void end_vkDestroyDebugUtilsMessengerEXT(VkInstance handle, VkDebugUtilsMessengerEXT messenger,
                                         const VkAllocationCallbacks *allocator) {
    if (messenger != VK_NULL_HANDLE) {
        forget((Instance *)handle, (Messenger *)messenger, allocator);
    }
}

void end_vkDestroyDebugReportCallbackEXT(VkInstance handle, VkDebugReportCallbackEXT callback,
                                         const VkAllocationCallbacks *allocator) {
    if (callback != VK_NULL_HANDLE) {
        forget((Instance *)handle, (Messenger *)callback, allocator);
    }
}

void end_vkSubmitDebugUtilsMessageEXT(VkInstance handle, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                      VkDebugUtilsMessageTypeFlagsEXT types,
                                      const VkDebugUtilsMessengerCallbackDataEXT *data) {
    for (const Messenger *each = ((Instance *)handle)->messengers; each != NULL; each = each->next) {
        if (!each->report && ((each->utils.messageSeverity & severity) != 0 || FAULT("severity_ignored")) &&
            ((each->utils.messageType & types) != 0 || FAULT("message_types_ignored"))) {
            const Messenger *of = FAULT("user_data_of_newest") ? ((Instance *)handle)->messengers : each;
            each->utils.pfnUserCallback(severity, types, data, of->utils.pUserData);
            if (FAULT("one_messenger_alone")) {
                return;
            }
        }
    }
}

void end_vkDebugReportMessageEXT(VkInstance handle, VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type,
                                 uint64_t object, size_t location, int32_t code, const char *prefix,
                                 const char *message) {
    for (const Messenger *each = ((Instance *)handle)->messengers; each != NULL; each = each->next) {
        if (each->report && ((each->reports.flags & flags) != 0 || FAULT("report_flags_ignored"))) {
            each->reports.pfnCallback(flags, type, object, location, code, prefix, message, each->reports.pUserData);
        }
    }
}
