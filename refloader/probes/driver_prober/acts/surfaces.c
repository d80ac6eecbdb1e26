// The act "surfaces": what a driver offers for surfaces, and surfaces without a window and of an X server (where the
// variable DISPLAY names one) asked what they can, as a loader has them made: by a driver that offers the creating
// command, at an agreed version of 3 or more; else by itself.
//
// surfaces.offered    {"interface": agreed version, "extensions": [those for surfaces], "create": [creating commands that
//                     vk_icdGetInstanceProcAddr gives], "others": {COMMAND: whether it gives the others}, "swapchains":
//                     whether the first device has VK_KHR_swapchain, "devices"}
// surfaces.headless, surfaces.xcb   {"by": "driver" or "loader", "create": result of a driver's, and of the first
//                     device "support" ("presents": pSupported), "capabilities", "formats", "modes": results, "usage", "alpha", "transforms", "fewest", "most", "layers": of the capabilities,
//                     "extents": [width, height of currentExtent, minImageExtent, maxImageExtent], "formats_listed": [one
//                     number for each]; "again": {"capabilities_alike", "formats_listed"} of the commands of
//                     VK_KHR_get_surface_capabilities2, where it is offered;
//                     "rooms_of_formats", "rooms_of_modes": {"all": how many there are, "tried", with one less,
//                     as many and more, up to 4096: [{"room", "result", "count", "beyond": whether more was written}]}},
//                     "callbacks" of another one that the driver makes with allocation callbacks, and destroys: {"result",
//                     "taken", "alive", "wrong_frees", "wrong_owners"}; "missing" says why there is none
// surfaces.swapchain.headless, surfaces.swapchain.xcb    a swapchain of such a surface, with allocation callbacks, and destroyed:
//                     {"result", "wanted": minImageCount, "rooms_of_images" as above, "alive" in the scopes of commands and
//                     objects, "wrong_frees", "wrong_owners"}
// surfaces.swapchain.headless.N   the same where allocation N gets NULL, "refused": whether it came to that
#include <stdlib.h>
#include <string.h>

#include "../../application/callbacks.h"
#include "../../application/xcb_window.h"
#include "../driver_prober.h"
#include "swapchains.h"

#define SIDE 64
#define CAPABILITIES2 "VK_KHR_get_surface_capabilities2"
#define MOST_FORMATS 512U

static const struct {
    const char *extension, *create;
} platforms[] = {
    {"VK_KHR_wayland_surface", "vkCreateWaylandSurfaceKHR"},
    {"VK_KHR_xcb_surface", "vkCreateXcbSurfaceKHR"},
    {"VK_KHR_xlib_surface", "vkCreateXlibSurfaceKHR"},
    {"VK_KHR_display", "vkCreateDisplayPlaneSurfaceKHR"},
    {"VK_EXT_headless_surface", "vkCreateHeadlessSurfaceEXT"},
    {"VK_EXT_directfb_surface", "vkCreateDirectFBSurfaceEXT"},
};

static const char *const others[] = {
    "vkDestroySurfaceKHR",
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkCreateSwapchainKHR",
};

struct scene {
    VkInstance instance;
    VkPhysicalDevice physical;  // the first, or NULL
    uint32_t devices;
    struct words extensions;
};

static int is_among(const struct words *words, const char *word) {
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->word[i], word) == 0) return 1;
    return 0;
}

// ---- what there is

static void find_extensions(struct words *to) {
    static VkExtensionProperties rows[512];
    uint32_t count = COUNT(rows);
    PFN_vkEnumerateInstanceExtensionProperties enumerate =
        (PFN_vkEnumerateInstanceExtensionProperties)global_function("vkEnumerateInstanceExtensionProperties");
    if (enumerate == NULL || enumerate(NULL, &count, rows) < VK_SUCCESS) return;
    for (uint32_t i = 0; i < count && i < COUNT(rows); i++) {
        int is_wanted = strcmp(rows[i].extensionName, "VK_KHR_surface") == 0 || strcmp(rows[i].extensionName, CAPABILITIES2) == 0;
        for (size_t j = 0; j < COUNT(platforms); j++)
            is_wanted |= strcmp(rows[i].extensionName, platforms[j].extension) == 0;
        if (is_wanted && to->count < MOST_WORDS) to->word[to->count++] = rows[i].extensionName;
    }
}

static int has_swapchains(const struct scene *scene) {
    static VkExtensionProperties rows[1024];
    uint32_t count = COUNT(rows);
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(scene->instance,
                                                                   "vkEnumerateDeviceExtensionProperties");
    if (scene->physical == NULL || enumerate == NULL) return 0;
    if (enumerate(scene->physical, NULL, &count, rows) < VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < COUNT(rows); i++)
        if (strcmp(rows[i].extensionName, "VK_KHR_swapchain") == 0) return 1;
    return 0;
}

static void tell_offer(const struct scene *scene) {
    open_answer("surfaces.offered");
    say_number("interface", entry.version);
    open_list("extensions");
    for (uint32_t i = 0; i < scene->extensions.count; i++) say_text(NULL, scene->extensions.word[i]);
    close_list();
    open_list("create");
    for (size_t i = 0; i < COUNT(platforms); i++)
        if (is_among(&scene->extensions, platforms[i].extension) &&
            instance_function(scene->instance, platforms[i].create) != NULL)
            say_text(NULL, platforms[i].create);
    close_list();
    open_object("others");
    for (size_t i = 0; i < COUNT(others); i++)
        say_flag(others[i], instance_function(scene->instance, others[i]) != NULL);
    close_object();
    say_flag("swapchains", has_swapchains(scene));
    say_number("devices", scene->devices);
    close_answer();
}

// ---- what a surface can

// What can be presented in, and how.
static void say_presentation(const struct scene *scene, VkSurfaceKHR surface,
                             PFN_vkGetPhysicalDeviceSurfaceFormatsKHR formats,
                             PFN_vkGetPhysicalDeviceSurfacePresentModesKHR modes) {
    static VkPresentModeKHR mode[4096];
    uint32_t count = COUNT(mode), format_count = 0;
    if (modes(scene->physical, surface, &count, mode) != VK_SUCCESS) return;
    open_list("present_modes");
    for (uint32_t i = 0; i < count && i < COUNT(mode); i++) say_number(NULL, mode[i]);
    close_list();
    if (formats(scene->physical, surface, &format_count, NULL) == VK_SUCCESS) say_number("format_count", format_count);
}

static void say_format(VkSurfaceFormatKHR format) { say_number(NULL, (int64_t)format.format << 32 | (int64_t)format.colorSpace); }

static void say_formats(const struct scene *scene, VkSurfaceKHR surface, PFN_vkGetPhysicalDeviceSurfaceFormatsKHR formats) {
    static VkSurfaceFormatKHR rows[MOST_FORMATS];
    uint32_t count = MOST_FORMATS;
    if (formats(scene->physical, surface, &count, rows) != VK_SUCCESS) return;
    open_list("formats_listed");
    for (uint32_t i = 0; i < count && i < MOST_FORMATS; i++) say_format(rows[i]);
    close_list();
}

// The same by the newer commands, which behave similarly.
static void ask_again(const struct scene *scene, VkSurfaceKHR surface, const VkSurfaceCapabilitiesKHR *first) {
    static VkSurfaceFormat2KHR rows[MOST_FORMATS];
    const VkPhysicalDeviceSurfaceInfo2KHR info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR, .surface = surface};
    VkSurfaceCapabilities2KHR capabilities = {.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR};
    uint32_t count = MOST_FORMATS;
    const char *const limits_name = "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
                      *const formats_name = "vkGetPhysicalDeviceSurfaceFormats2KHR";
    PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR limits =
        (PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR)instance_function(scene->instance, limits_name);
    PFN_vkGetPhysicalDeviceSurfaceFormats2KHR formats =
        (PFN_vkGetPhysicalDeviceSurfaceFormats2KHR)instance_function(scene->instance, formats_name);
    if (!is_among(&scene->extensions, CAPABILITIES2) || limits == NULL || formats == NULL) return;
    for (uint32_t i = 0; i < MOST_FORMATS; i++) rows[i] = (VkSurfaceFormat2KHR){.sType = VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR};
    open_object("again");
    at(limits_name, NULL);
    if (limits(scene->physical, &info, &capabilities) == VK_SUCCESS)
        say_flag("capabilities_alike", memcmp(&capabilities.surfaceCapabilities, first, sizeof *first) == 0);
    at(formats_name, NULL);
    if (formats(scene->physical, &info, &count, rows) == VK_SUCCESS) {
        open_list("formats_listed");
        for (uint32_t i = 0; i < count && i < MOST_FORMATS; i++) say_format(rows[i].surfaceFormat);
        close_list();
    }
    close_object();
}

static void say_capabilities(const VkSurfaceCapabilitiesKHR *capabilities) {
    const VkExtent2D extents[] = {capabilities->currentExtent, capabilities->minImageExtent, capabilities->maxImageExtent};
    say_number("usage", capabilities->supportedUsageFlags);
    say_number("alpha", capabilities->supportedCompositeAlpha);
    say_number("transforms", capabilities->supportedTransforms);
    say_number("fewest", capabilities->minImageCount);
    say_number("most", capabilities->maxImageCount);
    say_number("layers", capabilities->maxImageArrayLayers);
    open_list("extents");
    for (size_t i = 0; i < COUNT(extents); i++) {
        say_number(NULL, extents[i].width);
        say_number(NULL, extents[i].height);
    }
    close_list();
}

static void ask_surface(const struct scene *scene, VkSurfaceKHR surface) {
    VkBool32 can_present = VK_FALSE;
    VkSurfaceCapabilitiesKHR capabilities;
    uint32_t count = 0;
    PFN_vkGetPhysicalDeviceSurfaceSupportKHR support =
        (PFN_vkGetPhysicalDeviceSurfaceSupportKHR)instance_function(scene->instance, others[1]);
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR limits =
        (PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR)instance_function(scene->instance, others[2]);
    PFN_vkGetPhysicalDeviceSurfaceFormatsKHR formats =
        (PFN_vkGetPhysicalDeviceSurfaceFormatsKHR)instance_function(scene->instance, others[3]);
    PFN_vkGetPhysicalDeviceSurfacePresentModesKHR modes =
        (PFN_vkGetPhysicalDeviceSurfacePresentModesKHR)instance_function(scene->instance, others[4]);
    if (support == NULL) return;
    at(others[1], NULL);
    VkResult result = support(scene->physical, 0, surface, &can_present);
    say_number("support", result);
    if (result == VK_SUCCESS) say_number("presents", can_present);
    // The other queries are valid for surfaces that some queue family can present to.
    if (result != VK_SUCCESS || !can_present || limits == NULL || formats == NULL || modes == NULL) return;
    at(others[2], NULL);
    result = limits(scene->physical, surface, &capabilities);
    say_number("capabilities", result);
    if (result == VK_SUCCESS) say_capabilities(&capabilities);
    if (result == VK_SUCCESS) ask_again(scene, surface, &capabilities);
    at(others[3], NULL);
    say_number("formats", formats(scene->physical, surface, &count, NULL));
    at(others[4], NULL);
    say_number("modes", modes(scene->physical, surface, &count, NULL));
    say_presentation(scene, surface, formats, modes);
    say_formats(scene, surface, formats);
    at(others[3], NULL);
    say_rooms("rooms_of_formats", scene->physical, surface, (listing)(void *)formats, sizeof(VkSurfaceFormatKHR));
    at(others[4], NULL);
    say_rooms("rooms_of_modes", scene->physical, surface, (listing)(void *)modes, sizeof(VkPresentModeKHR));
}

typedef VkResult (*creation)(VkInstance, const void *info, const VkAllocationCallbacks *, VkSurfaceKHR *);

static creation creation_of(const struct scene *scene, const char *name) {
    return entry.version < 3 ? NULL : (creation)instance_function(scene->instance, name);
}

static void try_callbacks(const struct scene *scene, creation create, PFN_vkDestroySurfaceKHR destroy, const void *info) {
    VkSurfaceKHR surface = NULL;
    int64_t alive = 0;
    callbacks_use();
    callbacks_count_anew();
    at("vkDestroySurfaceKHR", NULL);
    VkResult result = create(scene->instance, info, callbacks_of("surface"), &surface);
    if (result == VK_SUCCESS) destroy(scene->instance, surface, callbacks_of("surface"));
    struct callbacks_counts counts = callbacks_counts();
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) alive += counts.alive[i];
    open_object("callbacks");
    say_number("result", result);
    say_number("taken", callbacks_taken("surface"));
    say_number("alive", alive);
    say_number("wrong_frees", counts.wrong_frees);
    say_number("wrong_owners", counts.wrong_owners);
    close_object();
}

// One surface of the driver's making or ours; ``own`` is what the loader's handle points at.
static void try_surface(const struct scene *scene, const char *create_name, const void *info, void *own) {
    VkSurfaceKHR surface = (VkSurfaceKHR)(uintptr_t)own;
    creation create = creation_of(scene, create_name);
    PFN_vkDestroySurfaceKHR destroy =
        (PFN_vkDestroySurfaceKHR)instance_function(scene->instance, "vkDestroySurfaceKHR");
    VkResult result = VK_SUCCESS;
    say_text("by", create == NULL ? "loader" : "driver");
    at(create_name, NULL);
    if (create != NULL) say_number("create", result = create(scene->instance, info, NULL, &surface));
    if (result != VK_SUCCESS) return;
    if (scene->physical != NULL) ask_surface(scene, surface);
    at("vkDestroySurfaceKHR", NULL);
    if (create == NULL || destroy == NULL) return;
    destroy(scene->instance, surface, NULL);
    try_callbacks(scene, create, destroy, info);
}

// The same surface once more, for swapchains.
static void use_swapchains(const struct scene *scene, const char *create_name, const void *info, void *own,
                           const char *name) {
    VkSurfaceKHR surface = (VkSurfaceKHR)(uintptr_t)own;
    creation create = creation_of(scene, create_name);
    PFN_vkDestroySurfaceKHR destroy =
        (PFN_vkDestroySurfaceKHR)instance_function(scene->instance, "vkDestroySurfaceKHR");
    if (scene->physical == NULL) return;
    if (create != NULL && (destroy == NULL || create(scene->instance, info, NULL, &surface) != VK_SUCCESS)) return;
    try_swapchains(scene->instance, scene->physical, surface, name);
    if (create != NULL) destroy(scene->instance, surface, NULL);
}

// What is died of from here on is put down to the driver's surfaces or to the loader's.
static void begin_surface(const struct scene *scene, const char *create_name) {
    begin(creation_of(scene, create_name) == NULL ? "surfaces.loader" : "surfaces.driver");
}

// Loaders that know no version 3 of the interface know nothing of surfaces without a window either.
static void try_headless(const struct scene *scene) {
    VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkIcdSurfaceHeadless own = {{VK_ICD_WSI_PLATFORM_HEADLESS}};
    const char *missing = NULL;
    begin_surface(scene, "vkCreateHeadlessSurfaceEXT");
    if (!is_among(&scene->extensions, "VK_EXT_headless_surface"))
        missing = "the driver has no VK_EXT_headless_surface";
    else if (options.interface < 3)
        missing = "a loader of this age has no VK_EXT_headless_surface";
    open_answer("surfaces.headless");
    if (missing != NULL)
        say_text("missing", missing);
    else
        try_surface(scene, "vkCreateHeadlessSurfaceEXT", &info, &own);
    close_answer();
    if (missing == NULL) use_swapchains(scene, "vkCreateHeadlessSurfaceEXT", &info, &own, "headless");
}

static void try_xcb(const struct scene *scene) {
    struct xcb_window window = {0};
    const char *missing = NULL;
    begin_surface(scene, "vkCreateXcbSurfaceKHR");
    if (!is_among(&scene->extensions, "VK_KHR_xcb_surface"))
        missing = "the driver has no VK_KHR_xcb_surface";
    else if (getenv("DISPLAY") == NULL)
        missing = "there is no X server";
    else
        missing = xcb_window_open(&window, SIDE);
    VkXcbSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
                                      .connection = window.connection,
                                      .window = window.number};
    VkIcdSurfaceXcb own = {{VK_ICD_WSI_PLATFORM_XCB}, window.connection, window.number};
    open_answer("surfaces.xcb");
    if (missing != NULL)
        say_text("missing", missing);
    else
        try_surface(scene, "vkCreateXcbSurfaceKHR", &info, &own);
    close_answer();
    if (missing != NULL) return;
    use_swapchains(scene, "vkCreateXcbSurfaceKHR", &info, &own, "xcb");
    xcb_window_close(&window);
}

void probe_surfaces(void) {
    struct scene scene = {0};
    enter("surfaces");
    begin("surfaces.offered");
    find_extensions(&scene.extensions);
    struct made made = make_instance(&(struct wish){.extensions = scene.extensions});
    if (made.handle == NULL) give_up("surfaces.offered", "no instance can be made with the driver's own extensions");
    scene.instance = made.handle;
    scene.devices = physical_devices(scene.instance, &scene.physical, 1, NULL);
    tell_offer(&scene);
    try_headless(&scene);
    try_xcb(&scene);
    begin("surfaces.end");
    destroy_instance(scene.instance, NULL);
}
