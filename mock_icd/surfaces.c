// Surfaces and swapchains of the mock driver. A surface is its own or one of the loader's structures, as
// the flag "surfaces" says; either way the trace tells what the driver was handed. Nothing is ever shown.
#include "mock_icd.h"
#define FIELDS_OF_INFO 20U  // in a create info they follow sType, pNext and flags
#define FIELDS_OF_SURFACE 4U  // and in a VkIcdSurface structure the base
#define SWAPCHAIN_IMAGE_HANDLE 0x1A6E00U
#define PLATFORM_ROW(id, number, words, extension, type, fields, query) \
    {#id, "vkCreate" words, extension, query, fields, number, type},

const struct platform platforms[] = {PLATFORMS(PLATFORM_ROW)};

static const struct platform *platform_of(uint32_t platform_number) {
    for (size_t i = 0; i < PLATFORM_COUNT; i++)
        if (platforms[i].number == platform_number) return &platforms[i];
    return NULL;
}

// " connection=0x1 window=0x2": the fields that begin at an offset, each aligned to its size.
static const char *fields_text(const struct platform *platform, const void *structure, size_t offset) {
    static _Thread_local char text[512];
    char name[32];
    unsigned size;
    size_t used = 0;
    text[0] = '\0';
    for (const char *at = platform->fields; sscanf(at, "%31[^:]:%u", name, &size) == 2;
         at += strcspn(at, ","), at += *at == ',') {
        uint64_t value = 0;
        offset = (offset + size - 1) / size * size;
        memcpy(&value, (const char *)structure + offset, size);
        offset += size;
        used += (size_t)snprintf(text + used, sizeof text - used, " %s=0x%llx", name,
                                 (unsigned long long)value);
    }
    return text;
}

static VkResult create_surface(size_t which, VkInstance instance, const struct base *info,
                               const VkAllocationCallbacks *allocator, VkSurfaceKHR *surface) {
    const struct platform *platform = &platforms[which];
    if (tracing)
        trace("%s%s%s%s", platform->command, fields_text(platform, info, FIELDS_OF_INFO),
              given_callbacks(allocator), given_chain(info->pNext));
    if (!check_handle(instance, INSTANCE, platform->command)) return VK_ERROR_INITIALIZATION_FAILED;
    if ((uint32_t)info->sType != platform->type)
        VIOLATION("VULKAN-LOADER-05", "%s with sType %u", platform->command, (unsigned)info->sType);
    if (agreed() < 3) VIOLATION("WSI-SURFACE-04", "%s at interface %u", platform->command, agreed());
    struct surface *new = make(sizeof *new, SURFACE, instance, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    new->platform = platform;
    *surface = (VkSurfaceKHR)(uintptr_t)new;
    return VK_SUCCESS;
}

#define CREATE_SURFACE(id, number, words, extension, type, fields, query) \
    static VkResult create_surface_##id(VkInstance instance, const struct base *info, \
                                        const VkAllocationCallbacks *allocator, VkSurfaceKHR *surface) { \
        return create_surface(AT_PLATFORM_##id - AT_PLATFORM_WAYLAND, instance, info, allocator, surface); \
    }
#define CREATE_SURFACE_ROW(id, number, words, extension, type, fields, query) \
    (PFN_vkVoidFunction)create_surface_##id,
PLATFORMS(CREATE_SURFACE)
const PFN_vkVoidFunction create_surface_functions[] = {PLATFORMS(CREATE_SURFACE_ROW)};

void driver_DestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                              const VkAllocationCallbacks *allocator) {
    void *own = (void *)(uintptr_t)surface;
    CALLED(DestroySurfaceKHR, " surface=%s%s", class_of(own), given_callbacks(allocator));
    if (own == NULL) return;
    if (check_handle(instance, INSTANCE, "vkDestroySurfaceKHR") &&
        check_handle(own, SURFACE, "vkDestroySurfaceKHR"))
        unmake(own, allocator, "vkDestroySurfaceKHR");
}

// What a surface handed to a command is, for its trace line; a wrong one is a violation and gives NULL.
const char *surface_text(VkSurfaceKHR surface, const char *command) {
    static _Thread_local char text[600];
    const struct surface *own = (const struct surface *)(uintptr_t)surface;
    if (own == NULL && (config.extensions.known >> AT_SURFACELESS & 1)) return "none";
    const struct platform *platform = NULL;
    // A loader that agreed on an older version than 3 makes all surfaces, also those of a driver that could.
    int makes_own = config.own_surfaces && (config.interface < 3 || agreed() >= 3);
    if (own != NULL && !makes_own) platform = platform_of(*(const uint32_t *)own);
    if (!makes_own && violates("WSI-SURFACE-03")) raise(SIGSEGV);
    if (makes_own && is_own(own, SURFACE)) platform = own->platform;
    if (platform == NULL && makes_own)
        VIOLATION("LDP_LOADER_11", "%s with a surface that this driver did not make", command);
    if (platform == NULL && !makes_own)
        VIOLATION("WSI-SURFACE-03", "%s with a surface of no known platform", command);
    if (platform == NULL) return NULL;
    snprintf(text, sizeof text, "%s:%s%s", makes_own ? "own" : "loader", platform->name,
             makes_own ? "" : fields_text(platform, own, FIELDS_OF_SURFACE));
    return text;
}

// The trace line and the checks that a query of a surface begins with.
#define SURFACE_QUERY(command, device, surface, failure) CHAINED_QUERY(command, device, surface, NULL, failure)
#define CHAINED_QUERY(command, device, surface, chain, failure) \
    do { \
        const char *text = surface_text(surface, "vk" #command); \
        CALLED(command, " device=%d surface=%s%s", index_of(device), text == NULL ? "wrong" : text, \
               given_chain(chain)); \
        if (!check_handle(device, PHYSICAL_DEVICE, "vk" #command) || text == NULL) return failure; \
    } while (0)

static VkBool32 presents(VkPhysicalDevice device, uint32_t family) {
    const struct facts *facts = facts_of(device);
    return family < facts->family_count && (facts->presents >> family & 1);
}

VkResult driver_GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice device, uint32_t family,
                                                   VkSurfaceKHR surface, VkBool32 *out) {
    const char *text = surface_text(surface, "vkGetPhysicalDeviceSurfaceSupportKHR");
    if (violates("WSI-SURFACE-03_old") && agreed() < 3) return VK_ERROR_SURFACE_LOST_KHR;
    *out = VK_FALSE;
    CALLED(GetPhysicalDeviceSurfaceSupportKHR, " device=%d family=%u surface=%s", index_of(device), family,
           text == NULL ? "wrong" : text);
    if (!check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceSurfaceSupportKHR") || text == NULL)
        return VK_ERROR_SURFACE_LOST_KHR;
    *out = presents(device, family);
    return VK_SUCCESS;
}

static uint32_t image_count(void) { return takes("many_images") ? MANY_IMAGES : SWAPCHAIN_IMAGES; }

static VkResult fill_capabilities(VkSurfaceCapabilitiesKHR *out) {
    *out = (VkSurfaceCapabilitiesKHR){.minImageCount = 1, .maxImageCount = image_count(),
                                      .currentExtent = {64, 64}, .minImageExtent = {1, 1},
                                      .maxImageExtent = {64, 64}, .maxImageArrayLayers = 1,
                                      .supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                      .currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                      .supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                      .supportedUsageFlags = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    if (config.whole)
        out->supportedUsageFlags |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (violates("surface_untransformed")) out->supportedTransforms = 0;
    if (violates("surface_extents_odd")) out->minImageExtent.width = out->currentExtent.width + 1;
    if (violates("surface_images_odd")) out->minImageCount = out->maxImageCount + 1;
    if (violates("surface_colourless")) out->supportedUsageFlags &= ~(VkImageUsageFlags)VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    return VK_SUCCESS;
}

VkResult driver_GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                        VkSurfaceCapabilitiesKHR *out) {
    SURFACE_QUERY(GetPhysicalDeviceSurfaceCapabilitiesKHR, device, surface, VK_ERROR_SURFACE_LOST_KHR);
    return fill_capabilities(out);
}

VkResult driver_GetPhysicalDeviceSurfaceCapabilities2KHR(VkPhysicalDevice device,
                                                         const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                         VkSurfaceCapabilities2KHR *out) {
    CHAINED_QUERY(GetPhysicalDeviceSurfaceCapabilities2KHR, device, info->surface, info->pNext,
                  VK_ERROR_SURFACE_LOST_KHR);
    if (out->pNext != NULL) CALLED(GetPhysicalDeviceSurfaceCapabilities2KHR, "(written)%s", given_chain(out->pNext));
    VkResult result = fill_capabilities(&out->surfaceCapabilities);
    out->surfaceCapabilities.minImageCount += violates("surface_forms_differ");
    return result;
}

VkResult driver_GetPhysicalDeviceSurfaceCapabilities2EXT(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                         VkSurfaceCapabilities2EXT *out) {
    SURFACE_QUERY(GetPhysicalDeviceSurfaceCapabilities2EXT, device, surface, VK_ERROR_SURFACE_LOST_KHR);
    out->minImageCount = 1;
    out->maxImageCount = image_count();
    return VK_SUCCESS;
}

// So many formats, from the registry's 44 (B8G8R8A8_UNORM) on, in the colour space 0 (sRGB).
static VkSurfaceFormatKHR surface_format(uint32_t place) {
    return (VkSurfaceFormatKHR){(VkFormat)(44 + place), (VkColorSpaceKHR)0};
}

VkResult driver_GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                   uint32_t *count, VkSurfaceFormatKHR *out) {
    SURFACE_QUERY(GetPhysicalDeviceSurfaceFormatsKHR, device, surface, VK_ERROR_SURFACE_LOST_KHR);
    VkResult result = counted(count, out != NULL, flag_number("surface_formats"));
    if (result == VK_INCOMPLETE && *count > 0 && takes("fewer_than_room")) --*count;
    if (violates("surface_formats_fewer") && out != NULL && *count > 1) --*count;
    for (uint32_t at = 0; out != NULL && at < *count; at++) out[at] = surface_format(at);
    if (violates("surface_formats_undefined") && out != NULL && *count > 1) out->format = VK_FORMAT_UNDEFINED;
    if (violates("surface_formats_short") && result == VK_INCOMPLETE) return VK_SUCCESS;
    return result;
}

VkResult driver_GetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice device,
                                                    const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                    uint32_t *count, VkSurfaceFormat2KHR *out) {
    CHAINED_QUERY(GetPhysicalDeviceSurfaceFormats2KHR, device, info->surface, info->pNext,
                  VK_ERROR_SURFACE_LOST_KHR);
    VkResult result = counted(count, out != NULL, flag_number("surface_formats"));
    if (violates("surface_formats_fewer") && out != NULL && *count > 1) --*count;
    for (uint32_t at = 0; out != NULL && at < *count; at++)
        out[at].surfaceFormat = surface_format(at + violates("surface_formats_forms"));
    return result;
}

static VkResult fill_present_mode(uint32_t *count, VkPresentModeKHR *out) {
    VkResult result = counted(count, out != NULL, 1);
    if (out != NULL && *count == 1) *out = violates("no_fifo") ? VK_PRESENT_MODE_IMMEDIATE_KHR : VK_PRESENT_MODE_FIFO_KHR;
    return result;
}

VkResult driver_GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                        uint32_t *count, VkPresentModeKHR *out) {
    SURFACE_QUERY(GetPhysicalDeviceSurfacePresentModesKHR, device, surface, VK_ERROR_SURFACE_LOST_KHR);
    return fill_present_mode(count, out);
}

VkResult driver_GetPhysicalDeviceSurfacePresentModes2EXT(VkPhysicalDevice device,
                                                         const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                         uint32_t *count, VkPresentModeKHR *out) {
    CHAINED_QUERY(GetPhysicalDeviceSurfacePresentModes2EXT, device, info->surface, info->pNext,
                  VK_ERROR_SURFACE_LOST_KHR);
    return fill_present_mode(count, out);
}

VkResult driver_GetPhysicalDevicePresentRectanglesKHR(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                      uint32_t *count, VkRect2D *out) {
    SURFACE_QUERY(GetPhysicalDevicePresentRectanglesKHR, device, surface, VK_ERROR_SURFACE_LOST_KHR);
    return counted(count, out != NULL, 0);
}

// Every platform's query of presentation support: what comes after the family differs and does not matter.
VkBool32 presentation_support(VkPhysicalDevice device, uint32_t family) {
    QUERY(GetPhysicalDevicePresentationSupport, device, VK_FALSE);
    return presents(device, family);
}

// ---- swapchains

VkResult driver_CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                   const VkAllocationCallbacks *allocator, VkSwapchainKHR *swapchain) {
    const char *text = surface_text(info->surface, "vkCreateSwapchainKHR");
    CALLED(CreateSwapchainKHR, " surface=%s images=%u old=%s%s%s", text == NULL ? "wrong" : text,
           info->minImageCount, class_of((void *)(uintptr_t)info->oldSwapchain), given_callbacks(allocator),
           given_chain(info->pNext));
    if (!check_handle(device, DEVICE, "vkCreateSwapchainKHR")) return VK_ERROR_INITIALIZATION_FAILED;
    if (text == NULL) return VK_ERROR_SURFACE_LOST_KHR;
    struct swapchain *old = (struct swapchain *)(uintptr_t)info->oldSwapchain;
    if (old != NULL && check_handle(old, SWAPCHAIN, "vkCreateSwapchainKHR")) {
        if (old->is_retired) VIOLATION("VULKAN-LOADER-05", "vkCreateSwapchainKHR names a swapchain that is retired");
        old->is_retired = 1;  // also where the new one cannot be made
        if (takes("one_swapchain")) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    int leaks = violates("swapchain_leaks") && config.use_allocator && allocator != NULL;
    void *before = leaks ? allocator->pfnAllocation(allocator->pUserData, 16, 16, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT) : NULL;
    struct swapchain *new = make(sizeof *new, SWAPCHAIN, device, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (leaks && new != NULL) allocator->pfnFree(allocator->pUserData, before);
    *swapchain = (VkSwapchainKHR)(uintptr_t)new;
    if (new != NULL) new->image_count = takes("images_as_asked") && info->minImageCount - 1 < MANY_IMAGES ? info->minImageCount : image_count();
    for (uint32_t i = 0; new != NULL && i < new->image_count; i++)
        handle_lives((uintptr_t)&new->images[i], TYPE_VkImage, new);
    return new == NULL ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

VkResult driver_CreateSharedSwapchainsKHR(VkDevice device, uint32_t count,
                                          const VkSwapchainCreateInfoKHR *infos,
                                          const VkAllocationCallbacks *allocator,
                                          VkSwapchainKHR *swapchains) {
    CALLED(CreateSharedSwapchainsKHR, " count=%u", count);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
        result = driver_CreateSwapchainKHR(device, &infos[i], allocator, &swapchains[i]);
    return result;
}

void driver_DestroySwapchainKHR(VkDevice device, VkSwapchainKHR swapchain,
                                const VkAllocationCallbacks *allocator) {
    struct swapchain *own = (struct swapchain *)(uintptr_t)swapchain;
    CALLED(DestroySwapchainKHR, "%s", given_callbacks(allocator));
    if (own == NULL || !check_handle(own, SWAPCHAIN, "vkDestroySwapchainKHR")) return;
    for (uint32_t i = 0; i < own->image_count; i++) handle_dies((uintptr_t)&own->images[i]);
    unmake(own, allocator, "vkDestroySwapchainKHR");
}

VkResult driver_GetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain, uint32_t *count,
                                      VkImage *images) {
    CALLED(GetSwapchainImagesKHR, "");
    if (!check_handle((void *)(uintptr_t)swapchain, SWAPCHAIN, "vkGetSwapchainImagesKHR"))
        return VK_ERROR_INITIALIZATION_FAILED;
    struct swapchain *own = (struct swapchain *)(uintptr_t)swapchain;
    VkResult result = counted(count, images != NULL, violates("swapchain_small") ? 1 : own->image_count);
    if (violates("images_short")) result = VK_SUCCESS;
    for (uint32_t i = 0; images != NULL && i < *count; i++)
        images[i] = (VkImage)(config.whole ? (uintptr_t)&own->images[i] : SWAPCHAIN_IMAGE_HANDLE + i);
    return result;
}

static VkResult acquire(VkSwapchainKHR swapchain, uint64_t timeout, VkFence fence, uint32_t *image) {
    struct swapchain *own = (struct swapchain *)(uintptr_t)swapchain;
    *image = 0;
    if (!check_handle(own, SWAPCHAIN, "vkAcquireNextImage")) return VK_ERROR_OUT_OF_DATE_KHR;
    if (config.whole) {
        if (own->held + 1 == UINT64_C(1) << own->image_count) return timeout == 0 ? VK_NOT_READY : VK_TIMEOUT;
        while (own->held >> (*image = own->next++ % own->image_count) & 1) continue;
        own->held |= UINT64_C(1) << *image;
    }
    if (violates("acquire_beyond")) *image = own->image_count;
    if (!violates("acquire_fence")) signal_fence(fence);
    return VK_SUCCESS;
}

VkResult driver_AcquireNextImageKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                                    VkSemaphore semaphore, VkFence fence, uint32_t *image) {
    CALLED(AcquireNextImageKHR, "");
    return acquire(swapchain, timeout, fence, image);
}

VkResult driver_AcquireNextImage2KHR(VkDevice device, const VkAcquireNextImageInfoKHR *info,
                                     uint32_t *image) {
    CALLED(AcquireNextImage2KHR, "");
    return acquire(info->swapchain, info->timeout, info->fence, image);
}

static void describe_presentation(const VkPresentInfoKHR *info) {
    char images[128] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < info->swapchainCount && used < sizeof images; i++)
        used += (size_t)snprintf(images + used, sizeof images - used, "%s%u", i == 0 ? "" : ",",
                                 info->pImageIndices[i]);
    CALLED(QueuePresentKHR, " swapchains=%u images=%s%s", info->swapchainCount, images, given_chain(info->pNext));
}

VkResult driver_QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info) {
    if (tracing) describe_presentation(info);
    int good = check_stamped(queue, QUEUE, "vkQueuePresentKHR");
    for (uint32_t i = 0; i < info->swapchainCount; i++) {
        int known = check_handle((void *)(uintptr_t)info->pSwapchains[i], SWAPCHAIN, "vkQueuePresentKHR");
        if (info->pResults != NULL) info->pResults[i] = known ? VK_SUCCESS : VK_ERROR_OUT_OF_DATE_KHR;
        uint32_t image = info->pImageIndices[violates("presents_first") ? 0 : i];
        if (known && config.whole)
            ((struct swapchain *)(uintptr_t)info->pSwapchains[i])->held &= ~(UINT64_C(1) << (image & 63));
        good &= known;
    }
    if (takes("last_outdated") && info->swapchainCount > 1) {
        if (info->pResults != NULL) info->pResults[info->swapchainCount - 1] = VK_ERROR_OUT_OF_DATE_KHR;
        good = 0;
    }
    return good ? VK_SUCCESS : VK_ERROR_OUT_OF_DATE_KHR;
}

VkResult driver_GetDeviceGroupPresentCapabilitiesKHR(VkDevice device,
                                                     VkDeviceGroupPresentCapabilitiesKHR *out) {
    CALLED(GetDeviceGroupPresentCapabilitiesKHR, "");
    out->presentMask[0] = 1;
    out->modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
    return VK_SUCCESS;
}

static VkResult group_modes(VkSurfaceKHR surface, const char *command,
                            VkDeviceGroupPresentModeFlagsKHR *modes) {
    const char *text = surface_text(surface, command);
    if (tracing) trace("%s surface=%s", command, text == NULL ? "wrong" : text);
    *modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
    return text == NULL ? VK_ERROR_SURFACE_LOST_KHR : VK_SUCCESS;
}

VkResult driver_GetDeviceGroupSurfacePresentModesKHR(VkDevice device, VkSurfaceKHR surface,
                                                     VkDeviceGroupPresentModeFlagsKHR *modes) {
    return group_modes(surface, "vkGetDeviceGroupSurfacePresentModesKHR", modes);
}

VkResult driver_GetDeviceGroupSurfacePresentModes2EXT(VkDevice device,
                                                      const VkPhysicalDeviceSurfaceInfo2KHR *info,
                                                      VkDeviceGroupPresentModeFlagsKHR *modes) {
    return group_modes(info->surface, "vkGetDeviceGroupSurfacePresentModes2EXT", modes);
}
