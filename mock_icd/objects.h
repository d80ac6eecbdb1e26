// The objects that handles of the mock driver point at: made, recognised and given back here.
// Never trusts a handle: what is not this driver's own is a violation, and the command ends there.
#ifndef REFLOADER_MOCK_OBJECTS_H
#define REFLOADER_MOCK_OBJECTS_H

#include <stdatomic.h>

#define KINDS(X) \
    X(INSTANCE, "instance") X(PHYSICAL_DEVICE, "physical_device") X(DEVICE, "device") X(QUEUE, "queue") \
    X(COMMAND_BUFFER, "command_buffer") X(COMMAND_POOL, "command_pool") X(SURFACE, "surface") \
    X(SWAPCHAIN, "swapchain") X(MESSENGER, "messenger") X(REPORTER, "reporter") X(RESOURCE, "resource")
#define KIND(id, text) id,
#define KIND_TEXT(id, text) text,

enum kind { NO_KIND, KINDS(KIND) };
static const char *const kind_texts[] = {"dead object", KINDS(KIND_TEXT)};

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

// What a driver "whole=1" makes: an object that it knows nothing of but what its commands change.
struct thing {
    struct object object;
    uint64_t size;         // of memory, and what a buffer or an image needs
    void *bytes;           // of memory
    uint64_t state;        // of fences, events and semaphores; 0 is unsignalled
    struct thing *memory;  // of buffers, and where in it they begin
    uint64_t offset;
};

static const char owner_mark;
static atomic_uint living;
static uintptr_t first_word = ICD_LOADER_MAGIC;

// The end of a trace line: whether callbacks were given, where somebody wants to know.
static const char *given_callbacks(const VkAllocationCallbacks *allocator) {
    if (!config.use_allocator) return "";
    return allocator == NULL ? " allocator=no" : " allocator=yes";
}

// Likewise the type of the first structure behind pNext, if there is one.
static const char *given_chain(const void *chain) {
    static _Thread_local char text[32];
    text[0] = '\0';
    if (chain != NULL) snprintf(text, sizeof text, " next=%u", *(const uint32_t *)chain);
    return text;
}

// One trace line for a command, with what else is worth knowing.
#define CALLED(command, ...) \
    do { \
        if (tracing) trace("vk" #command __VA_ARGS__); \
        if (config.meets) meet_others("vk" #command); \
    } while (0)

// By kind; resources are of any type.
static const enum handle_type kind_types[] = {
    NO_TYPE, TYPE_VkInstance, TYPE_VkPhysicalDevice, TYPE_VkDevice, TYPE_VkQueue, TYPE_VkCommandBuffer,
    TYPE_VkCommandPool, TYPE_VkSurfaceKHR, TYPE_VkSwapchainKHR, TYPE_VkDebugUtilsMessengerEXT,
    TYPE_VkDebugReportCallbackEXT, NO_TYPE};

// By kind.
static const char *const unmarked[] = {"", "OBJECTS-ICD-02", "OBJECTS-ICD-02_physical_device",
                                       "OBJECTS-ICD-02_device", "OBJECTS-ICD-02_queue",
                                       "OBJECTS-ICD-02_command_buffer"};

static struct object object_of(enum kind kind, uint32_t index, void *parent) {
    uintptr_t word = kind > COMMAND_BUFFER || violates(unmarked[kind]) ? 0 : first_word;
    if (kind == DEVICE && violates("OBJECTS-ICD-01_table")) word = (uintptr_t)unmarked;
    return (struct object){.loader.loaderMagic = word,
                           .owner = &owner_mark, .kind = kind, .index = index, .parent = parent};
}

// Where an object begins is the driver's business, as long as a pointer can stand there.
static int at_pages, beside_boundaries;

static void *place(size_t size) {
    void *pages = NULL;
    if (at_pages) return posix_memalign(&pages, 4096, size) == 0 ? pages : NULL;
    if (!beside_boundaries) return malloc(size);
    char *memory = malloc(size + 8);
    return memory == NULL ? NULL : memory + 8;
}

static void unplace(void *object) { free(beside_boundaries ? (char *)object - 8 : object); }

static void *make(size_t size, enum kind kind, void *parent, const VkAllocationCallbacks *allocator,
                  VkSystemAllocationScope scope) {
    int theirs = config.use_allocator && allocator != NULL;
    struct object *made =
        theirs ? allocator->pfnAllocation(allocator->pUserData, size, violates("allocator_alignment") ? 3 : 16, scope) : place(size);
    if (made == NULL && !violates("allocator_crash")) return NULL;
    memset(made, 0, size);
    *made = object_of(kind, 0, parent);
    made->give_back = theirs ? allocator->pfnFree : NULL;
    made->user_data = theirs ? allocator->pUserData : NULL;
    if (theirs && kind == DEVICE && violates("allocator_other")) made->user_data = ((struct object *)parent)->user_data;
    atomic_fetch_add_explicit(&living, 1, memory_order_relaxed);
    handle_lives((uintptr_t)made, kind_types[kind], parent);
    return made;
}

static void unmake(void *object, const VkAllocationCallbacks *allocator, const char *command) {
    struct object *dead = object;
    if (dead->give_back != NULL && allocator == NULL)
        VIOLATION("VULKAN-LOADER-05", "%s without the allocator that the %s was made with", command,
                  kind_texts[dead->kind]);
    if (dead->give_back == NULL && config.use_allocator && allocator != NULL)
        VIOLATION("VULKAN-LOADER-05", "%s with an allocator that the %s was not made with", command,
                  kind_texts[dead->kind]);
    dead->kind = NO_KIND;
    handle_dies((uintptr_t)dead);
    atomic_fetch_sub_explicit(&living, 1, memory_order_relaxed);
    if (dead->give_back == NULL)
        unplace(dead);
    else if (!violates("allocator_leaks"))
        dead->give_back(dead->user_data, violates("allocator_wrong") ? &dead->kind : (void *)dead);
}

static void signal_fence(VkFence fence) {
    if (config.whole && fence) ((struct thing *)(uintptr_t)fence)->state = 1;
}

static inline int is_own(const void *handle, enum kind kind) {
    const struct object *object = handle;
    return object != NULL && ((uintptr_t)handle & (sizeof(void *) - 1)) == 0 && object->owner == &owner_mark &&
           object->kind == kind;
}

static const char *class_of(const void *handle) {
    const struct object *object = handle;
    if (handle == NULL) return "NULL";
    if (((uintptr_t)handle & (sizeof(void *) - 1)) != 0 || object->owner != &owner_mark || object->kind >= COUNT(kind_texts))
        return "foreign";
    return kind_texts[object->kind];
}

static int check_handle(const void *handle, enum kind kind, const char *command) {
    if (is_own(handle, kind)) return 1;
    VIOLATION("VULKAN-LOADER-05", "%s with a handle that is not this driver's", command);
    return 0;
}

// OBJECTS-ICD-03: by the time that work reaches the object the loader has put its own pointer there.
static inline int is_stamped(const void *handle) {
    return ((const struct object *)handle)->loader.loaderMagic != first_word;
}

static int check_stamped(const void *handle, enum kind kind, const char *command) {
    if (!check_handle(handle, kind, command)) return 0;
    if (!is_stamped(handle))
        VIOLATION("OBJECTS-ICD-03", "%s with a %s that the loader has not marked", command, kind_texts[kind]);
    return 1;
}

// "A,B", spelled for the trace.
static const char *joined(char *to, size_t size, const char *const *names, uint32_t count) {
    size_t used = 0;
    to[0] = '\0';
    for (uint32_t i = 0; i < count && used + 2 < size; i++) {
        if (i > 0) to[used++] = ',';
        spell(to + used, size - used, names[i]);
        used += strlen(to + used);
    }
    return to;
}

#define FIRST_UNKNOWN_STRUCTURE 1001000000U  // beyond the numbers of all extensions

struct base {
    VkStructureType sType;
    const void *pNext;
};

// What hangs on a pNext chain, or NULL.
static void *chained(const void *chain, uint32_t type) {
    for (const struct base *at = chain; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType == type) return (void *)(uintptr_t)at;
    return NULL;
}

// Whether a driver of the day would know every structure of a chain.
static int all_known(const void *chain) {
    for (const struct base *at = chain; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType >= FIRST_UNKNOWN_STRUCTURE) return 0;
    return 1;
}

static uint32_t chain_length(const void *chain, uint32_t type) {
    uint32_t length = 0;
    for (const struct base *at = chain; at != NULL; at = at->pNext) length += (uint32_t)at->sType == type;
    return length;
}

#endif
