// A part of mock_icd.h, which is to be included: the objects that the mock driver hands out, and the handles by which they are known.
#ifndef REFLOADER_MOCK_ICD_OBJECTS_H
#define REFLOADER_MOCK_ICD_OBJECTS_H

// ---- whole/facts.c

#define WHOLE_ALIGNMENT 256U
#define SPARSE_PAGE 65536U
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
    uint64_t size;         // of memory, and what a buffer or an image needs; where the code of a module was; whether a semaphore counts
    void *bytes;           // of memory
    uint64_t state;        // of fences, events and semaphores; 0 is unsignalled. Where in memory a sparse buffer begins. The width of an image, the shader of a module
    uint64_t height;       // of an image
    uint64_t slices;       // of an image: of all its layers in one level; of a sparse buffer: the size of its pages
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

#endif
