// Surfaces and swapchains: each driver is asked about its own object for the surface. See generated.h.
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

#define SURFACES 3U
#define FIRST_WINDOW 0x5000U

struct surface {
    VkSurfaceKHR handle;
    struct instance *instance;
    uint32_t window;  // 0: headless
};
static struct surface surfaces[INSTANCES][SURFACES];

static struct {
    const struct surface *surface;
    const struct driver *driver;
    const void *chain;
    uint64_t salt, number, flags;
    uint32_t times;
    const char *command;
    VkResult code;
    VkSwapchainKHR old;
} asked;

static struct surface *any_surface(struct instance *instance, int is_there) {
    uint32_t first = any(SURFACES);
    for (uint32_t i = 0; i < SURFACES; i++) {
        struct surface *each = &surfaces[instance - instances][(first + i) % SURFACES];
        if ((each->instance != NULL) == is_there) return each;
    }
    return NULL;
}

void make_surface(struct instance *instance) {
    static uint32_t windows;
    struct surface *made = any_surface(instance, 0);
    int is_xcb = instance->has_xcb && (!instance->has_headless || one_in(2));
    if (made == NULL || !(instance->has_xcb || instance->has_headless)) return;
    *made = (struct surface){.window = is_xcb ? FIRST_WINDOW + windows++ : 0};
    const VkXcbSurfaceCreateInfoKHR xcb = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR, .connection = (xcb_connection_t *)&surfaces, .window = made->window};
    const VkHeadlessSurfaceCreateInfoEXT headless = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    say("%s(instance %u, window 0x%x)", is_xcb ? "vkCreateXcbSurfaceKHR" : "vkCreateHeadlessSurfaceEXT", instance->number, made->window);
    VkResult result = is_xcb ? OF_INSTANCE(instance, vkCreateXcbSurfaceKHR)(instance->handle, &xcb, NULL, &made->handle)
                             : OF_INSTANCE(instance, vkCreateHeadlessSurfaceEXT)(instance->handle, &headless, NULL, &made->handle);
    if (result == VK_SUCCESS) made->instance = instance;
}

static void end_one(struct surface *ended) {
    say("vkDestroySurfaceKHR(instance %u, window 0x%x)", ended->instance->number, ended->window);
    OF_INSTANCE(ended->instance, vkDestroySurfaceKHR)(ended->instance->handle, ended->handle, NULL);
    ended->instance = NULL;
}

// Swapchains are of it while their devices live: it ends with its instance.
void end_surface(struct instance *instance) {
    struct surface *ended = any_surface(instance, 1);
    for (uint32_t i = 0; i < COUNT_OF(instance->device); i++)
        if (instance->device[i].handle != NULL) return;
    if (ended != NULL) end_one(ended);
}

void device_is_gone(struct device *device) { device->has_swapchains = 0; }

void surfaces_end(struct instance *instance) {
    for (uint32_t i = 0; i < COUNT_OF(instance->device); i++)
        if (instance->device[i].handle != NULL) end_device(instance, &instance->device[i]);
    for (struct surface *each; (each = any_surface(instance, 1)) != NULL;) end_one(each);
}

// ---- what a driver is given for a surface

static void compare_surface(uint64_t handle, const char *command) {
    const struct driver *driver = asked.driver;
    if (driver->makes_surfaces) {
        struct below *object = object_at(POINTER(void, handle), IS_SURFACE, driver);
        if (object == NULL || !object->is_alive)
            fail("passed", "%s: the surface that reaches driver %u is none of its own", command, driver->number);
        else if (object->index != asked.surface->window || object->parent != asked.surface->instance->lower[driver - drivers])
            fail("passed", "%s: the surface that reaches driver %u is another one of its own", command, driver->number);
        return;
    }
    const VkIcdSurfaceXcb *surface = POINTER(const VkIcdSurfaceXcb, handle);
    if (object_at(surface, IS_SURFACE, NULL) != NULL) fail("passed", "%s: the surface that reaches driver %u is another driver's", command, driver->number);
    else if (asked.surface->window != 0 && (surface->base.platform != VK_ICD_WSI_PLATFORM_XCB || surface->window != asked.surface->window))
        fail("passed", "%s: the surface that reaches driver %u is of platform %u and window 0x%x, not window 0x%x", command, driver->number, surface->base.platform, surface->window, asked.surface->window);
}

static int answer_question(struct driver *driver, const char *name, uint64_t *a, uint64_t *result) {
    if (asked.command == NULL || strcmp(name, asked.command) != 0) return 0;
    asked.times++;
    if (driver != asked.driver) fail("passed", "%s for driver %u reaches driver %u", name, asked.driver->number, driver->number);
    *result = (uint64_t)asked.code;
    if (strcmp(name, "vkGetPhysicalDeviceSurfaceSupportKHR") == 0) {
        if (a[1] << 32 != asked.number << 32) fail("passed", "%s: queueFamilyIndex is %u, %u arrives", name, (uint32_t)asked.number, (uint32_t)a[1]);
        compare_surface(a[2], name);
        *POINTER(VkBool32, a[3]) = (VkBool32)(asked.salt % 2);
    } else if (strstr(name, "2KHR") != NULL) {
        const VkPhysicalDeviceSurfaceInfo2KHR *info = POINTER(const VkPhysicalDeviceSurfaceInfo2KHR, a[1]);
        compare_surface((uint64_t)(uintptr_t)info->surface, name);
        fill(&POINTER(VkSurfaceCapabilities2KHR, a[2])->surfaceCapabilities, sizeof(VkSurfaceCapabilitiesKHR), asked.salt);
    } else if (strcmp(name, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR") == 0) {
        compare_surface(a[1], name);
        fill(POINTER(void, a[2]), sizeof(VkSurfaceCapabilitiesKHR), asked.salt);
    } else {
        compare_surface(a[1], name);
        uint32_t size = strstr(name, "Formats") != NULL ? sizeof(VkSurfaceFormatKHR) : sizeof(VkPresentModeKHR);
        uint32_t available = (uint32_t)asked.number, room = a[3] == 0 || *POINTER(uint32_t, a[2]) > available ? available : *POINTER(uint32_t, a[2]);
        if (a[3] != 0) fill(POINTER(void, a[3]), room * size, asked.salt);
        *POINTER(uint32_t, a[2]) = room;
        if (asked.code == VK_SUCCESS && room < available) *result = VK_INCOMPLETE;
    }
    return 1;
}

static VkResult any_code(void) {
    static const VkResult codes[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_SURFACE_LOST_KHR};
    return one_in(5) ? codes[any(COUNT_OF(codes))] : VK_SUCCESS;
}

static void begin_question(const struct surface *surface, const struct driver *driver, const char *command) {
    memset(&asked, 0, sizeof asked);
    asked.surface = surface, asked.driver = driver, asked.command = command, asked.code = any_code(), asked.salt = any(1000);
    say("%s(driver %u, window 0x%x)", command, driver->number, surface->window);
    watched.command = answer_question;
}

static void end_question(VkResult result, VkResult expected, int is_same) {
    char one[24], other[24];
    watched.command = NULL;
    if (asked.times == 0) fail("passed", "%s does not reach driver %u, and returns %s", asked.command, asked.driver->number, named(result, one));
    else if (result != expected) fail("passed", "%s: the driver returns %s, the application gets %s", asked.command, named(expected, one), named(result, other));
    else if (expected >= 0 && !is_same) fail("passed", "%s: what the driver writes does not arrive at the application", asked.command);
}

static void ask_list(struct instance *instance, const struct surface *surface, const struct gpu *gpu) {
    static unsigned char rows[512];
    int is_formats = one_in(2);
    begin_question(surface, gpu->driver, is_formats ? "vkGetPhysicalDeviceSurfaceFormatsKHR" : "vkGetPhysicalDeviceSurfacePresentModesKHR");
    asked.number = 1 + any(6);
    uint32_t room = any(8), count = room, size = is_formats ? sizeof(VkSurfaceFormatKHR) : sizeof(VkPresentModeKHR);
    memset(rows, 0xA5, sizeof rows);
    VkResult result = is_formats
                          ? OF_INSTANCE(instance, vkGetPhysicalDeviceSurfaceFormatsKHR)(gpu->handle, surface->handle, &count, (VkSurfaceFormatKHR *)(void *)rows)
                          : OF_INSTANCE(instance, vkGetPhysicalDeviceSurfacePresentModesKHR)(gpu->handle, surface->handle, &count, (VkPresentModeKHR *)(void *)rows);
    uint32_t wanted = room < asked.number ? room : (uint32_t)asked.number;
    end_question(result, asked.code == VK_SUCCESS && room < asked.number ? VK_INCOMPLETE : asked.code,
                 count == wanted && is_filled(rows, wanted * size, asked.salt) && rows[wanted * size] == 0xA5);
}

void ask_about_surface(struct instance *instance) {
    struct surface *surface = any_surface(instance, 1);
    if (surface == NULL || instance->gpu_count == 0) return;
    struct gpu *gpu = &instance->gpu[any(instance->gpu_count)];
    if (!gpu->driver->has_surfaces) return;
    VkSurfaceCapabilities2KHR newer = {.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR};
    VkSurfaceCapabilitiesKHR capabilities;
    switch (any(4)) {
    case 0: {
        VkBool32 supported = 7;
        begin_question(surface, gpu->driver, "vkGetPhysicalDeviceSurfaceSupportKHR");
        asked.number = any(2);
        VkResult result = OF_INSTANCE(instance, vkGetPhysicalDeviceSurfaceSupportKHR)(gpu->handle, (uint32_t)asked.number, surface->handle, &supported);
        end_question(result, asked.code, supported == asked.salt % 2);
        return;
    }
    case 1: {
        begin_question(surface, gpu->driver, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
        VkResult result = OF_INSTANCE(instance, vkGetPhysicalDeviceSurfaceCapabilitiesKHR)(gpu->handle, surface->handle, &capabilities);
        end_question(result, asked.code, is_filled(&capabilities, sizeof capabilities, asked.salt));
        return;
    }
    case 2: {
        if (!instance->has_capabilities2) return;
        VkPhysicalDeviceSurfaceInfo2KHR info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR, .surface = surface->handle};
        VkPhysicalDeviceSurfaceInfo2KHR before;
        memcpy(&before, &info, sizeof info);
        begin_question(surface, gpu->driver, "vkGetPhysicalDeviceSurfaceCapabilities2KHR");
        VkResult result = OF_INSTANCE(instance, vkGetPhysicalDeviceSurfaceCapabilities2KHR)(gpu->handle, &info, &newer);
        end_question(result, asked.code, is_filled(&newer.surfaceCapabilities, sizeof newer.surfaceCapabilities, asked.salt));
        if (memcmp(&info, &before, sizeof info) != 0)
            fail("passed", "vkGetPhysicalDeviceSurfaceCapabilities2KHR: the application's VkPhysicalDeviceSurfaceInfo2KHR is another one after the call");
        return;
    }
    default: ask_list(instance, surface, gpu);
    }
}

// ---- swapchains

static const VkSwapchainCreateInfoKHR *sent;

static int answer_swapchain(struct driver *driver, const char *name, uint64_t *a, uint64_t *result) {
    if (strcmp(name, "vkCreateSwapchainKHR") != 0) return 0;
    const VkSwapchainCreateInfoKHR *info = POINTER(const VkSwapchainCreateInfoKHR, a[1]);
    asked.times++;
    if (driver != asked.driver) fail("passed", "%s for driver %u reaches driver %u", name, asked.driver->number, driver->number);
    compare_surface((uint64_t)(uintptr_t)info->surface, name);
    if (info->flags != sent->flags || info->minImageCount != sent->minImageCount || info->imageFormat != sent->imageFormat ||
        info->imageColorSpace != sent->imageColorSpace || info->imageExtent.width != sent->imageExtent.width ||
        info->imageExtent.height != sent->imageExtent.height || info->imageArrayLayers != sent->imageArrayLayers ||
        info->imageUsage != sent->imageUsage || info->imageSharingMode != sent->imageSharingMode || info->preTransform != sent->preTransform ||
        info->compositeAlpha != sent->compositeAlpha || info->presentMode != sent->presentMode || info->clipped != sent->clipped)
        fail("passed", "%s: the numbers of VkSwapchainCreateInfoKHR arrive at the driver with other contents", name);
    if (info->oldSwapchain != sent->oldSwapchain) fail("passed", "%s: oldSwapchain arrives at the driver with another value", name);
    if (asked.chain != NULL && (info->pNext == NULL || ((const VkBaseInStructure *)info->pNext)->sType != ((const VkBaseInStructure *)asked.chain)->sType))
        fail("passed", "%s: the structure behind pNext does not arrive at the driver", name);
    *POINTER(uint64_t, a[3]) = 0x777000 + asked.salt;
    *result = (uint64_t)asked.code;
    return 1;
}

void make_swapchain(struct instance *instance) {
    struct device *device = any_device(instance);
    struct surface *surface = any_surface(instance, 1);
    if (device == NULL || surface == NULL || !device->has_swapchains || !device->gpu->driver->has_surfaces) return;
    VkSwapchainKHR old = (VkSwapchainKHR)0, made;
    uint32_t minor = instance->minor < device->gpu->driver->minor ? instance->minor : device->gpu->driver->minor;
    struct {
        VkStructureType sType;
        const void *pNext;
        uint32_t modes;
    } group = {(VkStructureType)1000060012, NULL, 1};
    // VkDeviceGroupSwapchainCreateInfoKHR. A second swapchain of the surface replaces the first.
    for (int i = 0; i < 2; i++) {
        begin_question(surface, device->gpu->driver, "vkCreateSwapchainKHR");
        VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                         .pNext = minor >= 1 && one_in(2) ? &group : NULL, .surface = surface->handle,
                                         .minImageCount = 1 + any(5), .imageFormat = (VkFormat)(40 + any(10)), .imageExtent = {1 + any(99), 1 + any(99)},
                                         .imageArrayLayers = 1 + any(3), .imageUsage = 16, .preTransform = (VkSurfaceTransformFlagBitsKHR)1,
                                         .compositeAlpha = (VkCompositeAlphaFlagBitsKHR)1, .presentMode = (VkPresentModeKHR)any(4), .clipped = any(2),
                                         .oldSwapchain = old};
        VkSwapchainCreateInfoKHR before;
        memcpy(&before, &info, sizeof info);
        sent = &info, asked.chain = info.pNext;
        watched.command = answer_swapchain;
        PFN_vkCreateSwapchainKHR create = one_in(2) ? OF_INSTANCE(instance, vkCreateSwapchainKHR)
                                                    : (PFN_vkCreateSwapchainKHR)device->get_proc(device->handle, "vkCreateSwapchainKHR");
        VkResult result = create(device->handle, &info, NULL, &made);
        end_question(result, asked.code, (uint64_t)(uintptr_t)made == 0x777000 + asked.salt);
        if (memcmp(&info, &before, sizeof info) != 0)
            fail("passed", "vkCreateSwapchainKHR: the application's VkSwapchainCreateInfoKHR is another one after the call");
        if (result == VK_SUCCESS) old = made;
    }
}
