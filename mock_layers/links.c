// What the mock layer knows of each instance and device: found by the dispatch pointer that all children of
// one share, without a lock. And the objects it puts in the place of others. Never decides what is called.
#include "mock_layer.h"
#define MOST_LINKS 256U

static struct link links[2][MOST_LINKS];
static _Atomic uint32_t used_links[2];
pthread_mutex_t links_lock = PTHREAD_MUTEX_INITIALIZER;
unsigned wrapped_kinds;
int uses_allocators;

// ---- memory: through the application's callbacks unless the flag allocate says otherwise

static int takes_from(const VkAllocationCallbacks *allocator) {
    return uses_allocators && allocator != NULL && allocator->pfnAllocation != NULL;
}

void *take(const VkAllocationCallbacks *allocator, size_t size, VkSystemAllocationScope scope) {
    if (!takes_from(allocator)) return calloc(1, size);
    void *memory = allocator->pfnAllocation(allocator->pUserData, size, 16, scope);
    return memory == NULL && !violates("LLP_LAYER_1_starved") ? NULL : memset(memory, 0, size);
}

void give(const VkAllocationCallbacks *allocator, void *memory) {
    if (!takes_from(allocator))
        free(memory);
    else if (memory != NULL && !violates("LLP_LAYER_14_leaks"))
        allocator->pfnFree(allocator->pUserData, memory);
}

// ---- instances and devices

static struct link *free_link(enum level level) {
    uint32_t i = 0;
    while (i < MOST_LINKS && atomic_load(&links[level][i].key) != NULL) i++;
    if (i == MOST_LINKS) die("too many instances and devices in", label);
    if (i >= atomic_load(&used_links[level])) atomic_store(&used_links[level], i + 1);
    return &links[level][i];
}

int is_beyond(const struct link *link, uint32_t count) {
    return link >= links[DEVICE_LEVEL] + count && link < links[DEVICE_LEVEL] + MOST_LINKS;
}

static struct link *find_key(enum level level, const void *key) {
    uint32_t used = atomic_load_explicit(&used_links[level], memory_order_acquire);
    for (uint32_t i = 0; key != NULL && i < used; i++)
        if (atomic_load_explicit(&links[level][i].key, memory_order_acquire) == key) return &links[level][i];
    return NULL;
}

struct link *recall(enum level level, const void *handle) {
    return find_key(level, handle == NULL ? NULL : key_of(handle));
}

static int holds_child(const struct link *link, const void *object) {
    const struct wrapped *at = atomic_load(&link->key) == NULL ? NULL : link->wrapped;
    while (at != NULL && (at->magic == 0 ? at->lower : at) != object) at = at->next;
    return at != NULL && (at->kind & (KIND_VkQueue | KIND_VkCommandBuffer)) != 0;
}

// A queue or wrapped command buffer that begins with a table of its own: only the advice to layers expects that it has
// the device's. It is of the device from which it came, or for which it was wrapped, while that lives.
static struct link *recall_child(const void *handle) {
    void *key = handle == NULL ? NULL : key_of(handle);
    struct link *found = NULL;
    if (key == NULL || ((uintptr_t)key & UINT32_MAX) == ICD_LOADER_MAGIC || find_key(INSTANCE_LEVEL, key) != NULL)
        return NULL;
    pthread_mutex_lock(&links_lock);
    for (uint32_t i = 0; found == NULL && i < atomic_load(&used_links[DEVICE_LEVEL]); i++)
        if (holds_child(&links[DEVICE_LEVEL][i], handle)) found = &links[DEVICE_LEVEL][i];
    pthread_mutex_unlock(&links_lock);
    return found;
}

struct link *known(enum level level, const void *handle, const char *command) {
    struct link *found = recall(level, handle);
    if (found == NULL && level == DEVICE_LEVEL) found = recall_child(handle);
    if (found == NULL)
        VIOLATION("CHAIN-DIST-01", "%s with a handle of no instance or device made through this layer",
                  command);
    return found;
}

// A call that comes meanwhile finds nothing.
static void empty_and_fill(enum level level) {
    static void *keys[MOST_LINKS];
    pthread_mutex_lock(&links_lock);
    for (size_t i = 0; i < MOST_LINKS; i++) keys[i] = atomic_exchange(&links[level][i].key, NULL);
    for (int i = 0; i < 20; i++) sched_yield();
    for (size_t i = 0; i < MOST_LINKS; i++) atomic_store(&links[level][i].key, keys[i]);
    pthread_mutex_unlock(&links_lock);
}

void forget(struct link *link) {
    if (violates("LLP_LAYER_1_emptied")) empty_and_fill(link >= links[DEVICE_LEVEL] ? DEVICE_LEVEL : INSTANCE_LEVEL);
    give(&link->allocator, link->next);
    link->next = NULL;
    atomic_store(&link->key, NULL);
}

// Its object went without this layer being told, and so perhaps the application's callbacks.
static void forget_stale(struct link *link) {
    if (!takes_from(&link->allocator)) free(link->next);
    link->next = NULL;
    atomic_store(&link->key, NULL);
}

// As long as any work that is done between a look and what rests on it: on a busy machine, too, another thread comes in.
static void leave_a_window(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

struct link *remember(enum level level, void *handle, const VkAllocationCallbacks *allocator) {
    struct link *stale = recall(level, handle);
    if (stale != NULL) forget_stale(stale);
    if (!violates("LLP_LAYER_1_crowded")) pthread_mutex_lock(&links_lock);
    struct link *link = free_link(level);
    if (violates("LLP_LAYER_1_crowded")) leave_a_window();
    size_t kept = offsetof(struct link, handle);
    memset((char *)link + kept, 0, sizeof *link - kept);
    if (allocator != NULL) link->allocator = *allocator;
    link->handle = handle;
    atomic_store(&link->key, key_of(handle));
    if (!violates("LLP_LAYER_1_crowded")) pthread_mutex_unlock(&links_lock);
    return link;
}

// Room for the next entity's commands by slot, wanted only when something is intercepted by name.
int make_slots(struct link *link, size_t slots, VkSystemAllocationScope scope) {
    if (slots == 0) return 1;
    link->next = take(&link->allocator, slots * sizeof *link->next, scope);
    for (size_t i = 0; link->next != NULL && i < slots; i++) atomic_init(&link->next[i], NULL);
    return link->next != NULL;
}

void free_links(void) {
    for (size_t i = 0; i < 2 * MOST_LINKS; i++) {
        struct link *link = &links[i / MOST_LINKS][i % MOST_LINKS];
        if (!takes_from(&link->allocator)) free(link->next);
    }
}

// ---- wrapped objects. The address of a static is another one in each copy of this library, so that two
// wrapping layers do not take each other's objects for their own.

static uintptr_t magic(void) { return (uintptr_t)links; }

void *unwrap(void *handle) {
    const struct wrapped *object = handle;
    return object != NULL && wrapped_kinds != 0 && object->magic == magic() ? object->lower : handle;
}

static struct wrapped *find_wrapped(const struct link *link, enum kind kind, const void *lower) {
    struct wrapped *at = link->wrapped;
    while (at != NULL && (at->kind != kind || at->lower != lower)) at = at->next;
    return at;
}

// The loader's callback writes the first word; without one it is copied from the parent (OBJECTS-LAYER-03).
static void set_loader_data(const struct link *link, enum kind kind, void *object) {
    static void *strange[64];
    if (violates("LLP_LAYER_19") || violates("WRAP-02")) return;
    if (violates("LLP_LAYER_19_null") || violates("WRAP-06")) {
        *(void **)object = violates("WRAP-06") ? strange : NULL;
        return;
    }
    static void *_Atomic first;  // that an instance or a device had
    void *unset = NULL;
    atomic_compare_exchange_strong(&first, &unset, key_of(link->handle));
    if (violates("LLP_LAYER_19_table")) return (void)(*(void **)object = first);
    static _Atomic PFN_vkSetDeviceLoaderData first_callback;
    PFN_vkSetDeviceLoaderData no_callback = NULL;
    atomic_compare_exchange_strong(&first_callback, &no_callback, link->SetDeviceLoaderData);
    if (violates("OBJECTS-LAYER-01_first") && !(kind & INSTANCE_KINDS) && first_callback != NULL)
        return (void)first_callback(link->handle, object);
    if ((kind & INSTANCE_KINDS) && link->SetInstanceLoaderData != NULL)
        link->SetInstanceLoaderData(link->handle, object);
    else if (!(kind & INSTANCE_KINDS) && link->SetDeviceLoaderData != NULL)
        link->SetDeviceLoaderData(link->handle, object);
    else if (!violates("OBJECTS-LAYER-03"))
        *(void **)object = key_of(link->handle);
    if (key_of(object) != key_of(link->handle))
        VIOLATION("OBJECTS-LAYER-02", "the loader's callback leaves another first word than the parent has");
}

// A queue or command buffer comes up from the driver before the loader has seen it, and layers further down
// look for its first word: whoever keeps the loader from seeing it has to set it.
static void stamp(const struct link *link, enum kind kind, void *lower) {
    if ((kind & (KIND_VkQueue | KIND_VkCommandBuffer)) &&
        ((uintptr_t)key_of(lower) & UINT32_MAX) == ICD_LOADER_MAGIC)
        set_loader_data(link, kind, lower);
}

// A wrapper begins where no allocation does: what was freed below may have had any other address, and whoever looks at
// handles alone could take the one for the other.
#define BESIDE 8U

static struct wrapped *take_wrapper(const struct link *link) {
    char *memory = take(&link->allocator, BESIDE + sizeof(struct wrapped), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    return memory == NULL ? NULL : (struct wrapped *)(void *)(memory + BESIDE);
}

static void give_wrapper(const struct link *link, struct wrapped *object) {
    if (object != NULL) give(&link->allocator, (char *)object - BESIDE);
}

static struct wrapped *insert(struct link *link, struct wrapped *made) {
    pthread_mutex_lock(&links_lock);
    struct wrapped *found = find_wrapped(link, made->kind, made->lower);
    if (found == NULL) {
        made->next = link->wrapped;
        link->wrapped = made;
    }
    pthread_mutex_unlock(&links_lock);
    if (found != NULL) give_wrapper(link, made);
    return found != NULL ? found : made;
}

// A queue whose handle no layer wraps is remembered with its device.
static void remember_queue(struct link *link, void *queue) {
    struct wrapped *object = queue == NULL ? NULL : take_wrapper(link);
    if (object == NULL) return;
    object->kind = KIND_VkQueue;
    object->lower = queue;
    insert(link, object);
}

// The same object for the same handle each time; the handle itself when its kind is not wrapped, NULL when
// there is no memory.
void *wrap(struct link *link, enum kind kind, void *lower) {
    if (kind == KIND_VkQueue && !(wrapped_kinds & kind)) remember_queue(link, lower);
    if (!(wrapped_kinds & kind) || lower == NULL) return lower;
    pthread_mutex_lock(&links_lock);
    struct wrapped *object = find_wrapped(link, kind, lower);
    pthread_mutex_unlock(&links_lock);
    // It may be a new object at the place of one that went with its pool.
    if (object != NULL) return stamp(link, kind, lower), object;
    object = take_wrapper(link);
    if (object == NULL) return NULL;
    object->magic = magic();
    object->kind = kind;
    object->lower = lower;
    stamp(link, kind, lower);
    object->dispatch = (void *)(uintptr_t)ICD_LOADER_MAGIC;
    set_loader_data(link, kind, object);
    return insert(link, object);
}

void drop_wrapped(struct link *link, const void *object) {
    struct wrapped **at = &link->wrapped;
    pthread_mutex_lock(&links_lock);
    while (*at != NULL && *at != object) at = &(*at)->next;
    struct wrapped *found = *at;
    if (found != NULL) *at = found->next;
    pthread_mutex_unlock(&links_lock);
    give_wrapper(link, found);
}

void drop_all_wrapped(struct link *link) {
    while (link->wrapped != NULL) drop_wrapped(link, link->wrapped);
}
