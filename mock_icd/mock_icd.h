// What the units of the mock driver have of each other. The driver is compiled once; its exports (exports.c or
// free_exports.c) are compiled for each library, with the definitions EXPORT_... that say what that library exports.
#ifndef REFLOADER_MOCK_ICD_H
#define REFLOADER_MOCK_ICD_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "../refloader/native/generated/driver_commands.h"
#include "../refloader/native/generated/observed.h"
#include "../refloader/native/generated/vk_core.h"
#include "mock_common.h"

// A mock ignores most of what it is given.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC visibility push(hidden)

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
    X(VERTEX_INPUT, "VK_EXT_vertex_input_dynamic_state")

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

// ---- whole/facts.c

#define WHOLE_ALIGNMENT 256U
#define WHOLE_MAPPING 64U  // minMemoryMapAlignment
#define WHOLE_HEAP (UINT64_C(1) << 30)
#define WHOLE_EXTENT 4096U
#define WHOLE_LAYERS 256U

void set_whole_flags(void);
VkPhysicalDeviceLimits whole_limits(void);
void fill_budget(VkPhysicalDeviceMemoryProperties2 *out);
VkPhysicalDeviceFeatures whole_features(void);
void fill_later_features(uint32_t type, void *chained);
int lacks_feature(const VkPhysicalDeviceFeatures *wanted);
void fill_whole_properties(uint32_t type, void *structure);
void whole_memory(VkPhysicalDeviceMemoryProperties *out);
VkFormatProperties whole_format_properties(VkFormat format);
VkResult whole_image_properties(VkFormat format, VkImageType type, VkImageTiling tiling, VkImageCreateFlags flags,
                                VkImageFormatProperties *out);

// ---- whole/handles.c

#define HANDLE_TYPE(type, dispatchable) TYPE_##type,

enum handle_type { OBSERVED_TYPES(HANDLE_TYPE) NO_TYPE };

void handle_lives(uint64_t value, enum handle_type type, const void *parent);
void handle_dies(uint64_t value);
uint64_t handle_child(const void *parent);
void free_handles(void);
enum handle_type handle_type_of(uint64_t value);
extern const char *const handle_names[];

// ---- objects.c

// Its address is another one in each copy of this library.
extern const char owner_mark;
extern atomic_uint living;    // objects
extern uintptr_t first_word;  // of each new one
extern int at_pages, beside_boundaries;

#define KINDS(X) \
    X(INSTANCE, "instance") X(PHYSICAL_DEVICE, "physical_device") X(DEVICE, "device") X(QUEUE, "queue") \
    X(COMMAND_BUFFER, "command_buffer") X(COMMAND_POOL, "command_pool") X(SURFACE, "surface") \
    X(SWAPCHAIN, "swapchain") X(MESSENGER, "messenger") X(REPORTER, "reporter") X(RESOURCE, "resource")
#define KIND(id, text) id,

enum kind { NO_KIND, KINDS(KIND) };

// The loader owns the first word of the first five kinds once it has seen the object.
struct object {
    VK_LOADER_DATA loader;
    const void *owner;  // &owner_mark of the copy of this library that made it
    enum kind kind;
    uint32_t index;  // of a physical device, or of the family of a queue
    void *parent;
    PFN_vkFreeFunction give_back;  // NULL: from malloc
    void *user_data;
};

#define KEPT_DESCRIPTORS 4U
#define KEPT_ENTRIES 2U
#define KEPT_BINDINGS 5U

// What a driver "whole=1" makes: an object that it knows nothing of but what its commands change.
struct thing {
    struct object object;
    uint64_t size;         // of memory, and what a buffer or an image needs
    void *bytes;           // of memory
    uint64_t state;        // of fences, events and semaphores; 0 is unsignalled. The width of an image, the shader of a module
    uint64_t height;       // of an image
    uint64_t slices;       // of an image: of all its layers in one level
    uint32_t format;       // of an image
    uint32_t levels, layers;  // of a view: how many of its image
    struct thing *memory;  // of buffers, and where in it they begin
    uint64_t offset;
    struct descriptor {
        struct thing *buffer;
        uint64_t offset;
    } descriptors[KEPT_DESCRIPTORS];  // of a set: those of its first binding, then those of the next one
    struct read_only {
        struct thing *view, *sampler, *buffer;
        uint64_t offset;
        void *block;  // an inline uniform block
        int is_fixed;  // its sampler is that of the layout
        struct thing *rest[2];  // of an array of images: the views behind the first one
    } others[KEPT_BINDINGS];  // of a set and of its layout: what is no storage buffer, by binding
    uint32_t next_binding;    // of a set and of its layout: where binding 1 begins; of memory: objects at its beginning
    VkDescriptorUpdateTemplateEntry entries[KEPT_ENTRIES];  // of an update template
};

const char *given_callbacks(const VkAllocationCallbacks *allocator);
const char *given_chain(const void *chain);

// One trace line for a command, with what else is worth knowing.
#define CALLED(command, ...) \
    do { \
        if (tracing) trace("vk" #command __VA_ARGS__); \
        if (config.meets) meet_others("vk" #command); \
    } while (0)

struct object object_of(enum kind kind, uint32_t index, void *parent);
void *make(size_t size, enum kind kind, void *parent, const VkAllocationCallbacks *allocator,
           VkSystemAllocationScope scope);
void unmake(void *object, const VkAllocationCallbacks *allocator, const char *command);
void signal_fence(VkFence fence);

static inline int is_own(const void *handle, enum kind kind) {
    const struct object *object = handle;
    return object != NULL && ((uintptr_t)handle & (sizeof(void *) - 1)) == 0 && object->owner == &owner_mark &&
           object->kind == kind;
}

const char *class_of(const void *handle);
int check_handle(const void *handle, enum kind kind, const char *command);

// OBJECTS-ICD-03: by the time that work reaches the object the loader has put its own pointer there.
static inline int is_stamped(const void *handle) {
    return ((const struct object *)handle)->loader.loaderMagic != first_word;
}

int check_stamped(const void *handle, enum kind kind, const char *command);
const char *joined(char *to, size_t size, const char *const *names, uint32_t count);

struct base {
    VkStructureType sType;
    const void *pNext;
};

void *chained(const void *chain, uint32_t type);
int all_known(const void *chain);
uint32_t chain_length(const void *chain, uint32_t type);

// ---- whole/given_handles.c

enum place_kind { HANDLE_HERE, HANDLES, STRUCTURE_HERE, STRUCTURES };
enum place_count { ONE, MEMBER, POINTED, THROUGH };

// A parameter or a member of a structure; ``at`` is its offset, among parameters that of a word each.
struct place {
    uint16_t name, of, at, count_at, count_more;
    uint8_t kind, count, made, when;
};

uint32_t count_of(const struct place *place, const char *base);
int given_are_alive(const char *command, uint32_t first, uint32_t count, const uintptr_t *given);
extern const struct place places[];

// ---- messengers.c

#define MOST_LISTENERS 16U

struct messenger {
    struct object object;
    PFN_vkDebugUtilsMessengerCallbackEXT callback;
    void *user_data;
    uint32_t severities, types;
};

struct reporter {
    struct object object;
    PFN_vkDebugReportCallbackEXT callback;
    void *user_data;
    uint32_t flags;
};

// A message that the application submits: of one extension or the other, the rest is as the command was given it.
struct submitted {
    const VkDebugUtilsMessengerCallbackDataEXT *data;  // NULL: of VK_EXT_debug_report
    uint32_t severity, types, flags, type;
    uint64_t object;
    size_t location;
    int32_t code;
    const char *prefix, *message;
};

// The messengers and callbacks of one instance.
struct listeners {
    pthread_mutex_t lock;
    struct object *objects[MOST_LISTENERS];
};

void speak_while_created(const void *chain);
void speak(struct listeners *listeners);
void pass_on(struct listeners *listeners, const struct submitted *what);
void exchange(struct listeners *listeners, struct object *from, struct object *to);

// ---- negotiation.c

uint32_t agreed(void);
VkResult negotiate(uint32_t *version);
void check_negotiated(const char *function);
int api_refused(const VkApplicationInfo *application);
extern atomic_uint offered;
extern atomic_int negotiated;

// ---- harm.c

void keep_memory(void);
void keep_descriptor(void);
void harm_with_an_instance(void);
void harm_when_loaded(void);

extern atomic_uint instances;  // that are alive
extern void *_Atomic newest_of_all;  // of them
extern atomic_int living_devices;
extern atomic_int newest_is_bare;  // the newest of them was made without extensions
extern atomic_int one_has_ended;  // of them, while others live and since the newest was made
extern int was_loaded_before;  // in this process, and is broken by that

// ---- instance.c

struct instance {
    struct object object;
    struct listeners listeners;
    struct object devices[];
};

const char *oddities(const void *chain, uint32_t link_type, uint32_t layers, uint32_t flags,
                     const VkAllocationCallbacks *allocator);
void describe_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator);
int goes_by_the_makers(uint32_t count, const char *const *names);

VkResult enumerate_adapter_physical_devices(VkInstance instance, uint64_t luid, uint32_t *count,
                                            VkPhysicalDevice *devices);

// ---- physical.c

// The trace line and the check that every query begins with; leaves the query with what follows.
#define QUERY(command, device, ...) QUERY_BEHIND(command, device, NULL, __VA_ARGS__)

// Likewise a query by a structure, or with room for one: what stands behind it is written down.
#define QUERY_BEHIND(command, device, chain, ...) \
    do { \
        CALLED(command, " device=%d%s", index_of(device), given_chain(chain)); \
        if (!check_handle(device, PHYSICAL_DEVICE, "vk" #command)) return __VA_ARGS__; \
    } while (0)

int index_of(VkPhysicalDevice device);
const struct facts *facts_of(VkPhysicalDevice device);

void clear_chain(VkPhysicalDevice device, void *chain);
// A device with a family of protected queues has the feature protectedMemory.
void fill_protection(VkPhysicalDevice device, void *chain);
int lacks_later_feature(VkPhysicalDevice device, const void *chain);
void driver_features_alone(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *out);
void spoil_memory(VkPhysicalDeviceMemoryProperties *out);

// ---- whole/work.c

struct command_buffer;

// A query that counts samples, and where the pool keeps its count; NULL for none.
struct counted {
    struct thing *pool;
    uint32_t query;
};

// One of: a fill (no ``from``, no ``bytes``), one of a part of an image (``width``), an update (``bytes``), a copy (``from``), other recorded work
// (``other``), a computation (``computes``), a change of state (``changed``), results of queries (``queries``).
struct work {
    struct work *next;
    struct thing *changed, *queries;
    uint64_t sets, clears;          // bits of the state
    uint64_t far_sets, far_clears;  // bits of the offset: queries from 64 on
    struct thing *to, *from;
    uint64_t to_at, from_at, size;
    uint32_t number;
    VkQueryResultFlags flags;  // of results of queries
    void *bytes;
    struct command_buffer *other;
    int computes, rounds;
    uint32_t base[3], groups[3];  // of a dispatch of the shader "groups"; without groups they are in the buffer ``from``
    uint32_t width, stride, mask;  // of a part of an image, in texels, and which bits of a texel are written
    void (*run)(char *to, const struct work *work);  // a dispatch that reads more than its buffer, of which ``bytes`` has all else
    struct counted counted;        // what counts the fragments
    int tests;                     // the fragments of a draw, of which ``bytes`` has all else
};

// What decides on fragments: the state of a pipeline.
struct fragments {
    int is_kept, is_blended, is_extended, is_unsampled, is_told;  // the last one: what Vulkan 1.3 has commands for is set while recording
    VkPipelineDepthStencilStateCreateInfo tests;
    VkPipelineRasterizationStateCreateInfo raster;
};

// The same of a command buffer. What has two values has the front's and the back's.
struct set_while_recording {
    float constants[4], bias, bounds[2], depth;
    uint32_t compare_mask[2], write_mask[2], reference[2];
    int is_turned;  // by the viewport
    VkPrimitiveTopology topology;
    int restarts;
    float line_width;
    VkViewport second_viewport;
    struct fragments extended;
};

#define BOUND_SETS 2U
#define BOUND_BUFFERS 2U

#define ATTRIBUTES 2  // of the shader "points"

// Where the attributes of the shader are, by their location: in which buffer, how far apart and how far into an element.
struct vertex_input {
    uint32_t buffer[ATTRIBUTES], stride[ATTRIBUTES], offset[ATTRIBUTES], divisor[ATTRIBUTES];
    int is_of_instance[ATTRIBUTES];
    int is_set_later;  // while recording
};

struct command_buffer {
    struct object object;
    struct command_buffer *next;
    struct work *work, *last;
    struct thing *sets[BOUND_SETS], *pipeline, *framebuffer;  // what is bound, and begun
    struct thing *drawn_sets[BOUND_SETS];  // those of graphics
    uint64_t dynamic[BOUND_SETS];  // the offsets that the sets are bound with
    struct thing pushed_set;
    struct thing *vertices[BOUND_BUFFERS], *indices;
    uint64_t vertices_at[BOUND_BUFFERS], indices_at;
    struct vertex_input vertex_input;  // that was set
    uint64_t vertex_stride;  // of the first one, where vkCmdBindVertexBuffers2 has given it
    VkIndexType index_type;
    uint32_t pushed[32];
    VkRect2D area, viewport, scissor;
    const struct thing *pass;  // that is begun, and the subpass of it
    uint32_t subpass;
    struct thing *rendered_pass, *rendered_to;  // made of a rendering without a pass
    struct counted counted;  // a query that is begun
    struct set_while_recording set;
    VkQueueFlags can;  // of the queue family that it is recorded for
};

extern struct command_buffer *last_begun;  // for a driver that is wrong on purpose

void forget_work(struct command_buffer *buffer);
void add_work(VkCommandBuffer handle, struct work work);
void fill(char *to, uint64_t size, uint32_t number);
char *bytes_at(const struct thing *buffer, uint64_t at, uint64_t size);
uint64_t level_at(const struct thing *image, uint32_t level);
uint64_t texel_at(const struct thing *image, const VkImageSubresourceLayers *layers, VkOffset3D offset, uint32_t slice);
void add_mean(VkCommandBuffer buffer, const VkImageBlit *region, uint32_t layer, VkOffset3D at, struct work work);
void clear_levels(VkCommandBuffer buffer, struct thing *image, const VkImageSubresourceRange *range, uint32_t texel);
// Of the queries in a range, 64 from ``from`` on.
uint64_t query_bits(uintptr_t first, uintptr_t count, uint32_t from);
VkResult read_queries(const struct thing *pool, uint32_t first, uint32_t count, char *to, uint64_t stride,
                      VkQueryResultFlags flags);
void do_work(const struct command_buffer *buffer);

// ---- meeting.c

#define MEET_WAITING 1
#define MEET_SUBMITTING 2

void meet(int place);
void meet_others(const char *command);

// ---- device.c

extern atomic_int is_idle;  // every device, since the last vkQueueSubmit
extern _Atomic uint64_t submissions, submissions_over;  // how many there were, and up to which a program has seen them over
extern pthread_mutex_t waits_lock;

extern const VkAllocationCallbacks *kept_callbacks;  // for a driver that is wrong on purpose

struct device {
    struct object object;
    const struct facts *facts;
    uint64_t enabled;  // one bit for each of extension_names
    struct object queues[];
};

struct command_pool {
    struct object object;
    struct command_buffer *buffers;
    VkQueueFlags can;  // of its queue family
    VkAllocationCallbacks callbacks;  // all zero where none were given
    const VkAllocationCallbacks *kept;  // where they were, for a driver that is wrong on purpose
    int was_reset, is_transient;
};

void describe_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                     const VkAllocationCallbacks *allocator);

#define RESOURCES(X) \
    X(Fence) X(Semaphore) X(Event) X(Buffer) X(Image) X(ImageView) X(Sampler) X(ShaderModule) X(PipelineCache)

// Two commands each.
#define TWO_MORE(name) +2
enum { RESOURCE_COUNT = 0 RESOURCES(TWO_MORE) };

// ---- surfaces.c

#define SWAPCHAIN_IMAGES 3U
#define MANY_IMAGES 40U

#define DISPLAY_HANDLE 0xD15000U
#define MODE_HANDLE 0xD16000U

struct platform {
    const char *name, *command, *extension, *query, *fields;
    uint32_t number, type;
};

struct swapchain {
    struct object object;
    atomic_uint next;  // the image to acquire, if it is not held
    atomic_ullong held;  // one bit for each image that was acquired and not presented yet
    int is_retired;
    struct thing images[MANY_IMAGES];
};

struct surface {
    struct object object;
    const struct platform *platform;
};

const char *surface_text(VkSurfaceKHR surface, const char *command);

VkBool32 presentation_support(VkPhysicalDevice device, uint32_t family);

extern const struct platform platforms[PLATFORM_COUNT];
extern const PFN_vkVoidFunction create_surface_functions[PLATFORM_COUNT];

// ---- displays.c

// ---- debugging.c

// ---- misbehaviour.c

#define MOST_NAMES 256U

void read_wrongs(int (*known)(const char *));
void misbehave_on_load(void);
void replace_wrong(const char *command, PFN_vkVoidFunction *function);
int is_wrong(const char *command);
extern char *unknown_names[MOST_NAMES];
extern uint32_t first_told;

// By place: of a command that answers as a list, where behind the handle the count stands, and of how many.
extern struct told_list {
    uint32_t at, number;
} told_lists[MOST_NAMES];
extern const PFN_vkVoidFunction unknown_functions[MOST_NAMES];

// ---- whole/whole.c

enum whole_way { ANSWERED, MAKES, ENDS, GIVES_BACK };

#define WHOLE_PLACE(name, parameters, arguments, words) WHOLE_##name,
enum whole_command { DRIVER_COMMANDS(WHOLE_PLACE, WHOLE_PLACE, WHOLE_PLACE) WHOLE_END };
struct whole {
    const char *name;
    uint16_t at;  // among all commands
    enum whole_way way;
    PFN_vkVoidFunction own;
    uintptr_t (*answer)(const uintptr_t *given);
    void (*after)(const uintptr_t *given, struct thing *made, uint32_t at);  // one of several
};

void end_thing(uint64_t value, const VkAllocationCallbacks *allocator, const char *command);

// How the answers of single commands begin.
#define THING(word) ((struct thing *)(word))
#define ANSWER(name) uintptr_t answer_##name(const uintptr_t *given)
#define AFTER(name) void after_##name(const uintptr_t *given, struct thing *made, uint32_t at)

struct command_facts {
    char level;
    uint8_t minor;  // of core; NEVER for what only an extension brings
};

extern const struct command_facts command_facts[];
extern struct whole wholes[WHOLE_END];
extern const PFN_vkVoidFunction whole_functions[WHOLE_END];

// ---- whole/waiting.c: fences, events and semaphores

ANSWER(ResetFences);
ANSWER(GetFenceStatus);
ANSWER(WaitForFences);
ANSWER(SetEvent);
ANSWER(ResetEvent);
ANSWER(GetEventStatus);
ANSWER(GetSemaphoreCounterValue);
ANSWER(SignalSemaphore);
ANSWER(WaitSemaphores);
ANSWER(QueueBindSparse);
// Whether a batch was put aside until its semaphore has the value.
int hold_batch(VkSemaphore semaphore, uint64_t value, VkCommandBuffer commands, VkFence fence);
ANSWER(QueueSubmit2);
ANSWER(TrimCommandPool);

// ---- whole/work.c: what records work of a driver "whole=1"

ANSWER(CmdFillBuffer);
ANSWER(CmdUpdateBuffer);
ANSWER(CmdCopyBuffer);
ANSWER(CmdCopyImage);
ANSWER(CmdBlitImage);
void layout_of(const struct thing *image, const VkImageSubresource *part, VkSubresourceLayout *to);
ANSWER(CmdCopyBufferToImage);
ANSWER(CmdCopyImageToBuffer);
ANSWER(CmdClearColorImage);
ANSWER(CmdCopyImage2);
ANSWER(CmdBlitImage2);
ANSWER(CmdCopyBufferToImage2);
ANSWER(CmdCopyImageToBuffer2);
ANSWER(CmdResolveImage);
ANSWER(CmdResolveImage2);
ANSWER(CmdClearDepthStencilImage);
ANSWER(CmdCopyBuffer2);
ANSWER(CmdSetEvent);
ANSWER(CmdResetEvent);

// ---- whole/queries.c

ANSWER(CmdResetQueryPool);
ANSWER(CmdWriteTimestamp);
ANSWER(CmdWriteTimestamp2);
ANSWER(CmdBeginQuery);
ANSWER(CmdEndQuery);
ANSWER(CmdCopyQueryPoolResults);

// ---- whole/computing.c

// The application's shaders that the driver knows. A pipeline is of the one that says what it does.
// X(file in the folder "computed", what it is here)
#define COMPUTED_SHADERS(X) \
    X(atomics, ATOMICS) X(shared, SHARED) X(branches, BRANCHES) X(integers, INTEGERS) X(floats, FLOATS) X(wide, WIDE) \
    X(doubles, DOUBLES) X(halves, HALVES) X(bytes, BYTES) X(sizes, SIZES) X(beyond, BEYOND) X(address, ADDRESS) \
    X(gathered, GATHERED) X(subgroup_basic, SUBGROUP_BASIC) X(subgroup_vote, SUBGROUP_VOTE) X(subgroup_ballot, SUBGROUP_BALLOT) \
    X(subgroup_arithmetic, SUBGROUP_ARITHMETIC) X(subgroup_shuffle, SUBGROUP_SHUFFLE)
#define SHADER_OF(name, of) SHADER_##of,
enum shader { SHADER_UNKNOWN, SHADER_NUMBERS, SHADER_CONSTANTS, SHADER_COVER, SHADER_TINT, SHADER_GROUPS, SHADER_POINTS, SHADER_VALUE, SHADER_PUSHED,
              SHADER_SHAPE, SHADER_CLIPPED, SHADER_CULLED, SHADER_SQUARES, SHADER_VIEWPORTS, SHADER_CORNERS, SHADER_QUADS, SHADER_FORMATS, SHADER_TAKEN, SHADER_PAIR, SHADER_SAMPLED, SHADER_COMPARED, SHADER_FETCHED, COMPUTED_SHADERS(SHADER_OF) };

uint32_t constant_of(const VkSpecializationInfo *info, uint32_t id, uint32_t otherwise);
AFTER(CreateShaderModule);
AFTER(CreateComputePipelines);
AFTER(CreateDescriptorSetLayout);
AFTER(AllocateDescriptorSets);
ANSWER(UpdateDescriptorSets);
AFTER(CreateDescriptorUpdateTemplate);
ANSWER(UpdateDescriptorSetWithTemplate);
ANSWER(CmdBindPipeline);
ANSWER(CmdBindDescriptorSets);
ANSWER(CmdPushConstants);
ANSWER(CmdDispatch);
ANSWER(CmdDispatchBase);
ANSWER(CmdDispatchIndirect);

// ---- whole/computed.c

extern struct thing *memory_before;  // the newest one, for a driver that is wrong on purpose

void compute_more(struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t groups);
ANSWER(GetBufferDeviceAddress);
ANSWER(own_address);
ANSWER(CmdPushDescriptorSet);
ANSWER(CmdPushDescriptorSetWithTemplate);
void add_groups(char *to, uint64_t size, const uint32_t *base, const uint32_t *groups);

// ---- whole/sampling.c

AFTER(CreateSampler);
AFTER(CreateBufferView);
void keep_binding(struct thing *layout, const VkDescriptorSetLayoutBinding *binding);
void write_other(const VkWriteDescriptorSet *write);
void read_images(const struct command_buffer *buffer, const struct thing *set, uint64_t offset, uint32_t count);

// ---- whole/drawing.c

AFTER(CreateImageView);
AFTER(CreateRenderPass);
AFTER(CreateFramebuffer);
AFTER(CreateGraphicsPipelines);
enum { KEPT_ATTACHMENTS = 8, KEPT_SUBPASSES = 4 };

// What a render pass keeps, in its bytes.
struct pass {
    uint32_t attachment_count;
    struct kept_attachment {
        VkFormat format;
        VkAttachmentLoadOp load;
    } attachments[KEPT_ATTACHMENTS];
    struct subpass {
        uint32_t count, colours[KEPT_ATTACHMENTS], resolved[KEPT_ATTACHMENTS];
        uint32_t views;  // the bits of those that it draws, 0 where there is one
    } subpasses[KEPT_SUBPASSES];
};

void keep_bytes(struct thing *made, const void *bytes, size_t size);
ANSWER(CmdBeginRenderPass);
ANSWER(CmdNextSubpass);
ANSWER(CmdEndRenderPass);
ANSWER(CmdClearAttachments);
ANSWER(CmdSetViewport);
ANSWER(CmdSetScissor);
ANSWER(CmdDraw);
struct thing *attachment(const struct thing *framebuffer, uint64_t at);

// ---- whole/rendering.c

AFTER(CreateRenderPass2);
ANSWER(CmdBeginRenderPass2);
ANSWER(CmdNextSubpass2);
ANSWER(CmdEndRenderPass2);
ANSWER(CmdBeginRendering);
ANSWER(CmdEndRendering);
void forget_rendering(struct command_buffer *buffer);
void continue_pass(struct command_buffer *buffer, const VkCommandBufferBeginInfo *info);

// ---- whole/fragments.c

void keep_fragments(struct fragments *to, const VkGraphicsPipelineCreateInfo *info);
int draw_fragments(struct command_buffer *buffer, const struct fragments *state, struct thing *image, struct work work);
void test_fragments(char *to, const struct work *work);
void set_depth_bias(VkCommandBuffer buffer, float constant, float clamp, float slope);
void set_depth_bounds(VkCommandBuffer buffer, float least, float most);
ANSWER(CmdSetBlendConstants);
ANSWER(CmdSetStencilCompareMask);
ANSWER(CmdSetStencilWriteMask);
ANSWER(CmdSetStencilReference);
ANSWER(CmdSetCullMode);
ANSWER(CmdSetFrontFace);
ANSWER(CmdSetRasterizerDiscardEnable);
ANSWER(CmdSetDepthTestEnable);
ANSWER(CmdSetDepthBiasEnable);
ANSWER(CmdSetDepthWriteEnable);
ANSWER(CmdSetDepthCompareOp);
ANSWER(CmdSetStencilTestEnable);
ANSWER(CmdSetStencilOp);

// ---- whole/vertices.c

void keep_vertex_input(struct thing *pipeline, const VkPipelineVertexInputStateCreateInfo *info);
void draw_points(struct command_buffer *buffer, VkDrawIndirectCommand draw);
ANSWER(CmdBindVertexBuffers);
ANSWER(CmdBindVertexBuffers2);
ANSWER(CmdBindIndexBuffer);
ANSWER(CmdDrawIndexed);
ANSWER(CmdDrawIndirect);
ANSWER(CmdDrawIndexedIndirect);
ANSWER(CmdDrawIndirectCount);

// ---- whole/blends.c

void keep_blends(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info);
void draw_blends(struct command_buffer *buffer);

// ---- whole/formats.c

uint32_t texel_of_colour(uint32_t format, const VkClearColorValue *value);

// ---- whole/shapes.c

void keep_shape(struct thing *pipeline, const VkGraphicsPipelineCreateInfo *info, enum shader shader,
                const VkSpecializationInfo *constants);
int is_shape(enum shader shader);
int draws_shapes(const struct command_buffer *buffer);
void draw_shapes(struct command_buffer *buffer, uint32_t first, uint32_t count,
                 int (*read)(const struct command_buffer *, uint32_t, uint32_t *));
void draw_taken(struct command_buffer *buffer);
void set_line_width(VkCommandBuffer buffer, float width);
ANSWER(CmdSetPrimitiveTopology);
ANSWER(CmdSetPrimitiveRestartEnable);

// ---- whole/private_data.c

ANSWER(SetPrivateData);
ANSWER(GetPrivateData);

// ---- whole/answers.c

VkResult foreign_data_refused(const uintptr_t *given);  // by a driver that is wrong on purpose
void prepare_whole(void);

// ---- commands.c

#define BIT(id) (UINT64_C(1) << AT_##id)

// X(command, minor version that brought it, level, suffix of the extension's name for it, extensions)
// A time domain is a number.
typedef VkResult (*PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT)(VkPhysicalDevice, uint32_t *, int32_t *);
typedef void (*PFN_vkCmdDrawMultiEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, uint32_t, uint32_t);
typedef void (*PFN_vkCmdDrawMultiIndexedEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, uint32_t, uint32_t, const int32_t *);
typedef void (*PFN_vkCmdSetVertexInputEXT)(VkCommandBuffer, uint32_t, const void *, uint32_t, const void *);

#define COMMANDS(X) \
    X(CreateInstance, 0, 'g', "", 0) X(EnumerateInstanceVersion, 1, 'g', "", 0) \
    X(EnumerateInstanceExtensionProperties, 0, 'g', "", 0) \
    X(EnumerateInstanceLayerProperties, 0, 'g', "", 0) X(GetInstanceProcAddr, 0, 'i', "", 0) \
    X(DestroyInstance, 0, 'i', "", 0) X(EnumeratePhysicalDevices, 0, 'i', "", 0) \
    X(EnumeratePhysicalDeviceGroups, 1, 'i', "KHR", BIT(GROUPS)) \
    X(GetPhysicalDeviceFeatures, 0, 'p', "", 0) \
    X(GetPhysicalDeviceFeatures2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceImageFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceImageFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceQueueFamilyProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceQueueFamilyProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceMemoryProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceMemoryProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceSparseImageFormatProperties, 0, 'p', "", 0) \
    X(GetPhysicalDeviceSparseImageFormatProperties2, 1, 'p', "KHR", BIT(PROPERTIES2)) \
    X(GetPhysicalDeviceExternalBufferProperties, 1, 'p', "KHR", BIT(MEMORY)) \
    X(GetPhysicalDeviceExternalFenceProperties, 1, 'p', "KHR", BIT(FENCES)) \
    X(GetPhysicalDeviceExternalSemaphoreProperties, 1, 'p', "KHR", BIT(SEMAPHORES)) \
    X(GetPhysicalDeviceToolProperties, 3, 'p', "EXT", BIT(TOOLING)) \
    X(GetPhysicalDeviceCalibrateableTimeDomainsEXT, NEVER, 'p', "", BIT(CALIBRATED)) \
    X(CmdDrawMultiEXT, NEVER, 'd', "", BIT(MULTI_DRAW)) X(CmdDrawMultiIndexedEXT, NEVER, 'd', "", BIT(MULTI_DRAW)) \
    X(CmdSetVertexInputEXT, NEVER, 'd', "", BIT(VERTEX_INPUT)) \
    X(EnumerateDeviceExtensionProperties, 0, 'p', "", 0) X(EnumerateDeviceLayerProperties, 0, 'p', "", 0) \
    X(CreateDevice, 0, 'p', "", 0) \
    X(GetPhysicalDeviceSurfaceSupportKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceCapabilitiesKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceFormatsKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfacePresentModesKHR, NEVER, 'p', "", BIT(SURFACE)) \
    X(GetPhysicalDeviceSurfaceCapabilities2KHR, NEVER, 'p', "", BIT(CAPABILITIES2)) \
    X(GetPhysicalDeviceSurfaceFormats2KHR, NEVER, 'p', "", BIT(CAPABILITIES2)) \
    X(GetPhysicalDeviceSurfaceCapabilities2EXT, NEVER, 'p', "", BIT(COUNTER)) \
    X(GetPhysicalDeviceSurfacePresentModes2EXT, NEVER, 'p', "", BIT(EXCLUSIVE)) \
    X(GetPhysicalDevicePresentRectanglesKHR, NEVER, 'p', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetPhysicalDeviceDisplayPropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetPhysicalDeviceDisplayPlanePropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayPlaneSupportedDisplaysKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayModePropertiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(CreateDisplayModeKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetDisplayPlaneCapabilitiesKHR, NEVER, 'p', "", BIT(DISPLAY_KHR)) \
    X(GetPhysicalDeviceDisplayProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetPhysicalDeviceDisplayPlaneProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetDisplayModeProperties2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(GetDisplayPlaneCapabilities2KHR, NEVER, 'p', "", BIT(DISPLAY2)) \
    X(CreateDebugUtilsMessengerEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(DestroyDebugUtilsMessengerEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(SubmitDebugUtilsMessageEXT, NEVER, 'i', "", BIT(UTILS)) \
    X(CreateDebugReportCallbackEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(DestroyDebugReportCallbackEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(DebugReportMessageEXT, NEVER, 'i', "", BIT(REPORT)) \
    X(SetDebugUtilsObjectNameEXT, NEVER, 'd', "", BIT(UTILS)) \
    X(SetDebugUtilsObjectTagEXT, NEVER, 'd', "", BIT(UTILS)) \
    X(DebugMarkerSetObjectNameEXT, NEVER, 'd', "", BIT(MARKER)) \
    X(DebugMarkerSetObjectTagEXT, NEVER, 'd', "", BIT(MARKER)) \
    X(CreateSwapchainKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(DestroySwapchainKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(GetSwapchainImagesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(AcquireNextImageKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(AcquireNextImage2KHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(QueuePresentKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR)) \
    X(CreateSharedSwapchainsKHR, NEVER, 'd', "", BIT(SHARED)) \
    X(GetDeviceGroupPresentCapabilitiesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetDeviceGroupSurfacePresentModesKHR, NEVER, 'd', "", BIT(SWAPCHAIN_KHR) | BIT(DEVICE_GROUP)) \
    X(GetDeviceGroupSurfacePresentModes2EXT, NEVER, 'd', "", BIT(EXCLUSIVE)) \
    X(CreateExternalComputeQueueNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(DestroyExternalComputeQueueNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(GetExternalComputeQueueDataNV, NEVER, 'd', "", BIT(EXTERNAL_QUEUE)) \
    X(GetDeviceProcAddr, 0, 'd', "", 0) X(DestroyDevice, 0, 'd', "", 0) X(GetDeviceQueue, 0, 'd', "", 0) \
    X(GetDeviceQueue2, 1, 'd', "", 0) X(DeviceWaitIdle, 0, 'd', "", 0) X(QueueWaitIdle, 0, 'd', "", 0) \
    X(QueueSubmit, 0, 'd', "", 0) X(CreateCommandPool, 0, 'd', "", 0) X(DestroyCommandPool, 0, 'd', "", 0) \
    X(ResetCommandPool, 0, 'd', "", 0) X(AllocateCommandBuffers, 0, 'd', "", 0) \
    X(FreeCommandBuffers, 0, 'd', "", 0) X(ResetCommandBuffer, 0, 'd', "", 0) \
    X(BeginCommandBuffer, 0, 'd', "", 0) X(EndCommandBuffer, 0, 'd', "", 0) X(CmdDraw, 0, 'd', "", 0) \
    X(CmdDispatch, 0, 'd', "", 0) X(CmdExecuteCommands, 0, 'd', "", 0)

struct command {
    const char *name;
    PFN_vkVoidFunction pointer;
    uint8_t minor;
    char level;
    const char *suffix;
    uint64_t extensions;
};

int is_command(const char *name);
uintptr_t do_nothing(void);
void fill_table(void);
PFN_vkVoidFunction find(const char *name, const char *levels);
void trace_lookup(const char *function, const void *handle, const char *name);

void free_names(void);

// In device.c: what is only made and destroyed.
extern const struct command resources[RESOURCE_COUNT];

// Each of them has the type that the registry says.
#define DECLARE_COMMAND(command, minor, level, suffix, extensions) \
    extern __typeof__(*(PFN_vk##command)NULL) driver_##command;
COMMANDS(DECLARE_COMMAND)
DECLARE_COMMAND(DestroySurfaceKHR, NEVER, 'i', "", 0)

// ---- mock_icd.c

PFN_vkVoidFunction interface_function(const char *name);
PFN_vkVoidFunction plain_function(const char *name);
PFN_vkVoidFunction plain_lookup(VkInstance instance, const char *name);
int takes(const char *liberty);

#pragma GCC visibility pop

#endif
