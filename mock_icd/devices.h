// A part of mock_icd.h, which is to be included: instances, physical devices, devices, surfaces, and what the mock driver does otherwise.
#ifndef REFLOADER_MOCK_ICD_DEVICES_H
#define REFLOADER_MOCK_ICD_DEVICES_H

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
extern atomic_ullong newest_enabled;
extern atomic_int living_devices;
extern atomic_int newest_is_bare;  // the newest of them was made without extensions
extern atomic_int one_has_ended;  // of them, while others live and since the newest was made
extern int was_loaded_before;  // in this process, and is broken by that

// ---- instance.c

struct instance {
    struct object object;
    uint32_t turn;  // the number of the vkCreateInstance that made it
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
    uint32_t image_count;
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

#endif
