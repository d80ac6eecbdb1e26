// A part of mock_icd.h, which is to be included: what the flags and exports of the mock driver say, how it is wrong on purpose, and what it looks at.
#ifndef REFLOADER_MOCK_ICD_CONFIG_H
#define REFLOADER_MOCK_ICD_CONFIG_H

// ---- exports.c, free_exports.c

// The newest version of the interface that these exports allow, which holds without a flag.
extern const char newest_interface[];
extern const int exports_negotiation;

// The liberties that these exports can take, and what they do when the driver has read which it takes.
extern const char liberties[];
void take_liberties_on_load(void);

// The export that a lookup finds in the place of the driver's own function, if there is one.
PFN_vkVoidFunction official_function(const char *name);

// ---- strict.c

// Each ends the program where the call is not valid, and the driver is strict.
void look_at_instance(const VkInstanceCreateInfo *info);
void look_at_listing(const VkExtensionProperties *rows);
void look_at_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info);
void look_at_call(const char *command, const uintptr_t *given);

// ---- violations.c

extern const char violations[];  // what the flag "violate" may be

extern const char *violated;

static inline int violates(const char *name) { return *violated != '\0' && strcmp(violated, name) == 0; }

// ---- config.c

#define MOST_DEVICES 1024U
#define MOST_FAMILIES 16U
#define NEVER 255  // for a minor version: only an extension brings the command

// The extensions that bring commands which the mock can answer: X(short name, full name).
#define EXTENSIONS(X) \
    X(PROPERTIES2, "VK_KHR_get_physical_device_properties2") X(GROUPS, "VK_KHR_device_group_creation") \
    X(MEMORY, "VK_KHR_external_memory_capabilities") X(FENCES, "VK_KHR_external_fence_capabilities") \
    X(SEMAPHORES, "VK_KHR_external_semaphore_capabilities") X(TOOLING, "VK_EXT_tooling_info") X(CALIBRATED, "VK_EXT_calibrated_timestamps") \
    X(SURFACE, "VK_KHR_surface") X(CAPABILITIES2, "VK_KHR_get_surface_capabilities2") \
    X(COUNTER, "VK_EXT_display_surface_counter") X(DISPLAY_KHR, "VK_KHR_display") \
    X(DISPLAY2, "VK_KHR_get_display_properties2") X(SURFACELESS, "VK_GOOGLE_surfaceless_query") \
    X(UTILS, "VK_EXT_debug_utils") X(REPORT, "VK_EXT_debug_report") X(MARKER, "VK_EXT_debug_marker") \
    X(SWAPCHAIN_KHR, "VK_KHR_swapchain") X(SHARED, "VK_KHR_display_swapchain") \
    X(EXCLUSIVE, "VK_EXT_full_screen_exclusive") X(DEVICE_GROUP, "VK_KHR_device_group") \
    X(EXTERNAL_QUEUE, "VK_NV_external_compute_queue") X(MULTI_DRAW, "VK_EXT_multi_draw") \
    X(VERTEX_INPUT, "VK_EXT_vertex_input_dynamic_state") X(HOST_COPIES, "VK_EXT_host_image_copy")

// The windowing systems: X(short name, its VkIcdWsiPlatform, words of its command, extension, sType of the
// create info, fields as NAME:BYTES, query of presentation support if it has one). The fields of the create
// info after its flags are those of the VkIcdSurface structure after its base.
#define NO_PLATFORM UINT32_MAX  // loaders make no structure for it
#define PLATFORMS(X) \
    X(WAYLAND, 1, "WaylandSurfaceKHR", "VK_KHR_wayland_surface", 1000006000, "display:8,surface:8", \
      "vkGetPhysicalDeviceWaylandPresentationSupportKHR") \
    X(WIN32, 2, "Win32SurfaceKHR", "VK_KHR_win32_surface", 1000009000, "hinstance:8,hwnd:8", \
      "vkGetPhysicalDeviceWin32PresentationSupportKHR") \
    X(XCB, 3, "XcbSurfaceKHR", "VK_KHR_xcb_surface", 1000005000, "connection:8,window:4", \
      "vkGetPhysicalDeviceXcbPresentationSupportKHR") \
    X(XLIB, 4, "XlibSurfaceKHR", "VK_KHR_xlib_surface", 1000004000, "dpy:8,window:8", \
      "vkGetPhysicalDeviceXlibPresentationSupportKHR") \
    X(ANDROID, 5, "AndroidSurfaceKHR", "VK_KHR_android_surface", 1000008000, "window:8", "") \
    X(MACOS, 6, "MacOSSurfaceMVK", "VK_MVK_macos_surface", 1000123000, "pView:8", "") \
    X(IOS, 7, "IOSSurfaceMVK", "VK_MVK_ios_surface", 1000122000, "pView:8", "") \
    X(DISPLAY, 8, "DisplayPlaneSurfaceKHR", "VK_KHR_display", 1000002001, \
      "displayMode:8,planeIndex:4,planeStackIndex:4,transform:4,globalAlpha:4,alphaMode:4,width:4,height:4", \
      "") \
    X(HEADLESS, 9, "HeadlessSurfaceEXT", "VK_EXT_headless_surface", 1000256000, "", "") \
    X(METAL, 10, "MetalSurfaceEXT", "VK_EXT_metal_surface", 1000217000, "pLayer:8", "") \
    X(DIRECTFB, 11, "DirectFBSurfaceEXT", "VK_EXT_directfb_surface", 1000346000, "dfb:8,surface:8", \
      "vkGetPhysicalDeviceDirectFBPresentationSupportEXT") \
    X(VI, 12, "ViSurfaceNN", "VK_NN_vi_surface", 1000062000, "window:8", "") \
    X(GGP, 13, "StreamDescriptorSurfaceGGP", "VK_GGP_stream_descriptor_surface", 1000049000, \
      "streamDescriptor:4", "") \
    X(SCREEN, 14, "ScreenSurfaceQNX", "VK_QNX_screen_surface", 1000378000, "context:8,window:8", \
      "vkGetPhysicalDeviceScreenPresentationSupportQNX") \
    X(FUCHSIA, 15, "ImagePipeSurfaceFUCHSIA", "VK_FUCHSIA_imagepipe_surface", 1000214000, "", "") \
    X(OHOS, NO_PLATFORM, "SurfaceOHOS", "VK_OHOS_surface", 1000685000, "window:8", "") \
    X(UBM, NO_PLATFORM, "UbmSurfaceSEC", "VK_SEC_ubm_surface", 1000664000, "device:8,surface:8", \
      "vkGetPhysicalDeviceUbmPresentationSupportSEC")

#define EXTENSION_AT(id, name) AT_##id,
#define PLATFORM_AT(id, number, words, extension, type, fields, query) AT_PLATFORM_##id,

enum { EXTENSIONS(EXTENSION_AT) PLATFORMS(PLATFORM_AT) KNOWN_EXTENSIONS };

struct extensions {
    uint32_t count;
    uint64_t known;  // one bit for each of extension_names
    VkExtensionProperties *rows;
};

// One physical device.
struct facts {
    VkPhysicalDeviceProperties properties;
    struct extensions extensions;
    uint32_t family_count;
    VkQueueFamilyProperties families[MOST_FAMILIES];
    uint32_t presents;  // a bit for each family that can present to windows
    uint32_t pci[4];
    uint32_t driver_id;
    uint64_t luid;
    uint8_t device_uuid[VK_UUID_SIZE];
    uint8_t driver_uuid[VK_UUID_SIZE];
};

struct group {
    uint32_t count;
    uint32_t members[VK_MAX_DEVICE_GROUP_SIZE];
};

struct config {
    uint32_t api;
    uint32_t interface, oldest;
    uint32_t answer;  // to the negotiation; interface where no flag says otherwise
    uint32_t version;  // that vkEnumerateInstanceVersion tells
    uint32_t device_count;
    uint32_t group_count;
    uint32_t newest_minor;  // of the driver and all its devices
    uint64_t device_extensions;  // of all devices together
    struct extensions extensions;
    struct facts *devices;
    struct group *groups;
    int own_surfaces;
    int use_allocator;
    int complete;
    int meet, meets;
    int whole;
    uint32_t unknown_arguments;
    int trace_lookups;
};

void *must(void *memory);
uint32_t number(const char *text, char **end, const char *name);
uint64_t extension_bit(const char *name);
int has_extension(const struct extensions *list, const char *name);

// The ways to break the usual protocol: one less with every second call, more than before once there is room, a
// success where something is left over.
struct enumeration {
    const char *changes, *grows, *hides;
};

VkResult enumerated(const struct enumeration *ways, uint32_t *count, int wanted, uint32_t available);
VkResult fill_extensions(const struct extensions *list, uint32_t *count, VkExtensionProperties *out);
void read_config(uint32_t newest_interface);

enum { PLATFORM_COUNT = KNOWN_EXTENSIONS - AT_PLATFORM_WAYLAND };

extern const char *const extension_names[KNOWN_EXTENSIONS];
extern const struct enumeration of_extensions, of_devices;
extern struct config config;

#endif
