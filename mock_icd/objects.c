// The objects that handles of the mock driver point at: made, recognised and given back here.
// Never trusts a handle: what is not this driver's own is a violation, and the command ends there.
#include "mock_icd.h"
#define KIND_TEXT(id, text) text,

static const char *const kind_texts[] = {"dead object", KINDS(KIND_TEXT)};

const char owner_mark = 0;
atomic_uint living;
uintptr_t first_word = ICD_LOADER_MAGIC;

// The end of a trace line: whether callbacks were given, where somebody wants to know.
const char *given_callbacks(const VkAllocationCallbacks *allocator) {
    if (!config.use_allocator) return "";
    return allocator == NULL ? " allocator=no" : " allocator=yes";
}

// Likewise the types of the structures behind pNext, if there are any: a loader may put its own in front.
const char *given_chain(const void *chain) {
    static _Thread_local char text[128];
    size_t length = 0;
    text[0] = '\0';
    for (const VkBaseInStructure *each = chain; each != NULL && length < sizeof text - 16; each = each->pNext)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%u", length == 0 ? " next=" : ",",
                                   (uint32_t)each->sType);
    return text;
}

// By kind; resources are of any type.
static const enum handle_type kind_types[] = {
    NO_TYPE, TYPE_VkInstance, TYPE_VkPhysicalDevice, TYPE_VkDevice, TYPE_VkQueue, TYPE_VkCommandBuffer,
    TYPE_VkCommandPool, TYPE_VkSurfaceKHR, TYPE_VkSwapchainKHR, TYPE_VkDebugUtilsMessengerEXT,
    TYPE_VkDebugReportCallbackEXT, NO_TYPE};

// By kind.
static const char *const unmarked[] = {"", "OBJECTS-ICD-02", "OBJECTS-ICD-02_physical_device",
                                       "OBJECTS-ICD-02_device", "OBJECTS-ICD-02_queue",
                                       "OBJECTS-ICD-02_command_buffer"};

struct object object_of(enum kind kind, uint32_t index, void *parent) {
    uintptr_t word = kind > COMMAND_BUFFER || violates(unmarked[kind]) ? 0 : first_word;
    if (kind == DEVICE && violates("OBJECTS-ICD-01_table")) word = (uintptr_t)unmarked;
    return (struct object){.loader.loaderMagic = word,
                           .owner = &owner_mark, .kind = kind, .index = index, .parent = parent};
}

// Where an object begins is the driver's business, as long as a pointer can stand there.
int at_pages, beside_boundaries;

static void *place(size_t size) {
    void *pages = NULL;
    if (at_pages) return posix_memalign(&pages, 4096, size) == 0 ? pages : NULL;
    if (!beside_boundaries) return malloc(size);
    char *memory = malloc(size + 8);
    return memory == NULL ? NULL : memory + 8;
}

static void unplace(void *object) { free(beside_boundaries ? (char *)object - 8 : object); }

void *make(size_t size, enum kind kind, void *parent, const VkAllocationCallbacks *allocator,
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

void unmake(void *object, const VkAllocationCallbacks *allocator, const char *command) {
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

void signal_fence(VkFence fence) {
    if (!config.whole || !fence) return;
    ((struct thing *)(uintptr_t)fence)->state = 1;
    ((struct thing *)(uintptr_t)fence)->size = submissions;
}

const char *class_of(const void *handle) {
    const struct object *object = handle;
    if (handle == NULL) return "NULL";
    if (((uintptr_t)handle & (sizeof(void *) - 1)) != 0 || object->owner != &owner_mark || object->kind >= COUNT(kind_texts))
        return "foreign";
    return kind_texts[object->kind];
}

int check_handle(const void *handle, enum kind kind, const char *command) {
    if (is_own(handle, kind)) return 1;
    VIOLATION("VULKAN-LOADER-05", "%s with a handle that is not this driver's", command);
    return 0;
}

int check_stamped(const void *handle, enum kind kind, const char *command) {
    if (!check_handle(handle, kind, command)) return 0;
    if (!is_stamped(handle))
        VIOLATION("OBJECTS-ICD-03", "%s with a %s that the loader has not marked", command, kind_texts[kind]);
    return 1;
}

// "A,B", spelled for the trace.
const char *joined(char *to, size_t size, const char *const *names, uint32_t count) {
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

// What hangs on a pNext chain, or NULL.
void *chained(const void *chain, uint32_t type) {
    for (const struct base *at = chain; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType == type) return (void *)(uintptr_t)at;
    return NULL;
}

// Whether a driver of the day would know every structure of a chain.
int all_known(const void *chain) {
    for (const struct base *at = chain; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType >= FIRST_UNKNOWN_STRUCTURE) return 0;
    return 1;
}

uint32_t chain_length(const void *chain, uint32_t type) {
    uint32_t length = 0;
    for (const struct base *at = chain; at != NULL; at = at->pNext) length += (uint32_t)at->sType == type;
    return length;
}
