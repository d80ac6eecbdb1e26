// With copies_chains: commands of devices and queries whose structures the free layer copies. It knows what there is on
// a pNext in its version of Vulkan (the flag knows) and leaves out the rest, as layers do that copy what they change.
#include "../../refloader/native/generated/chained.h"
#include "../../refloader/native/generated/vk_core.h"
#include "free_layer.h"

#define KNOWN_ROW(minor, type, name) {minor, type, sizeof(name)},
static const struct known {
    unsigned minor, type;
    size_t size;
} known[] = {CHAINED_STRUCTURES(KNOWN_ROW)};

// What a copied structure begins with.
struct head {
    uint32_t type;
    void *next;
};

struct copied {
    void *memory[MOST];
    uint32_t count;
};

static void *copy_of(struct copied *all, const void *original, size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) die("no memory for a copy of", label);
    if (all->count == MOST) die("too many copies for", label);
    all->memory[all->count++] = memory;
    return memcpy(memory, original, size);
}

static const struct known *find_known(uint32_t type) {
    for (size_t i = 0; i < COUNT(known); i++)
        if (known[i].type == type) return known[i].minor <= known_minor() ? &known[i] : NULL;
    return NULL;
}

// What is known of a chain, in its order.
static void *copy_chain(struct copied *all, const void *chain) {
    struct head first = {0, NULL}, *last = &first;
    for (const struct head *at = chain; at != NULL; at = at->next) {
        const struct known *row = find_known(at->type);
        if (row == NULL) continue;
        last->next = copy_of(all, at, row->size);
        last = last->next;
        last->next = NULL;
    }
    return first.next;
}

static void *copy_whole(struct copied *all, const void *original, size_t size) {
    struct head *made = copy_of(all, original, size);
    made->next = copy_chain(all, made->next);
    return made;
}

static void drop(struct copied *all) {
    while (all->count > 0) free(all->memory[--all->count]);
}

// ---- commands that make an object

#define CREATES(C) \
    C(AllocateMemory, MemoryAllocateInfo) C(CreateBuffer, BufferCreateInfo) C(CreateImage, ImageCreateInfo) \
    C(CreateImageView, ImageViewCreateInfo) C(CreateSampler, SamplerCreateInfo) \
    C(CreateSemaphore, SemaphoreCreateInfo) C(CreateFence, FenceCreateInfo) \
    C(CreateDescriptorSetLayout, DescriptorSetLayoutCreateInfo) C(CreateDescriptorPool, DescriptorPoolCreateInfo) \
    C(CreateRenderPass, RenderPassCreateInfo) C(CreateFramebuffer, FramebufferCreateInfo)

static PFN_vkVoidFunction next_copying(const struct below *own, int which) { return own->copying[which]; }

#define PLACE(command, info) PLACE_##command,
enum { CREATES(PLACE) PLACE_QueueSubmit, PLACE_QueueSubmit2, PLACE_BeginCommandBuffer, PLACE_BindBufferMemory2,
       PLACE_GetPhysicalDeviceFeatures2, PLACE_GetPhysicalDeviceProperties2, PLACES };
_Static_assert(PLACES <= MOST_COPYING, "more commands than places");

#define MAKER(command, info_type) \
    static VkResult copying_##command(VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, \
                                      void *made) { \
        struct copied all = {.count = 0}; \
        makes next = (makes)next_copying(find_below(device), PLACE_##command); \
        const void *copy = copy_whole(&all, info, sizeof(Vk##info_type)); \
        VkResult result = make_at_own_pace(next, device, copy, callbacks, made); \
        drop(&all); \
        return result; \
    }
CREATES(MAKER)

// ---- commands that take arrays

// An array of structures of one size, each with its chain; NULL for none.
static void *copy_array(struct copied *each, const void *array, uint32_t count, size_t size) {
    char *made = malloc((count + 1) * size);
    if (made == NULL) die("no memory for a copy of", label);
    if (count > 0) memcpy(made, array, count * size);
    for (uint32_t i = 0; i < count; i++) {
        struct head *head = (struct head *)(void *)(made + i * size);
        each[i].count = 0;
        head->next = copy_chain(&each[i], head->next);
    }
    return made;
}

static struct copied *many(uint32_t count) {
    struct copied *made = calloc(count + 1, sizeof *made);
    if (made == NULL) die("no memory for copies of", label);
    return made;
}

static void drop_array(struct copied *each, void *array, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) drop(&each[i]);
    free(each);
    free(array);
}

static VkResult copying_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    struct copied *each = many(count);
    void *array = copy_array(each, submits, count, sizeof *submits);
    PFN_vkQueueSubmit next = (PFN_vkQueueSubmit)next_copying(find_below(queue), PLACE_QueueSubmit);
    VkResult result = next(queue, count, array, fence);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_QueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *submits, VkFence fence) {
    struct copied *each = many(count);
    void *array = copy_array(each, submits, count, sizeof *submits);
    PFN_vkQueueSubmit2 next = (PFN_vkQueueSubmit2)next_copying(find_below(queue), PLACE_QueueSubmit2);
    VkResult result = next(queue, count, array, fence);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_BindBufferMemory2(VkDevice device, uint32_t count, const VkBindBufferMemoryInfo *infos) {
    struct copied *each = many(count);
    void *array = copy_array(each, infos, count, sizeof *infos);
    PFN_vkBindBufferMemory2 next =
        (PFN_vkBindBufferMemory2)next_copying(find_below(device), PLACE_BindBufferMemory2);
    VkResult result = next(device, count, array);
    drop_array(each, array, count);
    return result;
}

static VkResult copying_BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    struct copied all = {.count = 0};
    PFN_vkBeginCommandBuffer next =
        (PFN_vkBeginCommandBuffer)next_copying(find_below(buffer), PLACE_BeginCommandBuffer);
    VkResult result = next(buffer, copy_whole(&all, info, sizeof *info));
    drop(&all);
    return result;
}

// ---- queries: what is known of the chain comes back

static void give_back(void *chain, const struct head *copies) {
    for (struct head *at = chain; at != NULL; at = at->next) {
        const struct known *row = find_known(at->type);
        if (row == NULL) continue;
        memcpy(at + 1, copies + 1, row->size - sizeof *at);
        copies = copies->next;
    }
}

static void ask(VkPhysicalDevice device, int which, struct head *asked, size_t size) {
    struct copied all = {.count = 0};
    struct head *copy = copy_whole(&all, asked, size);
    PFN_vkVoidFunction next = next_copying(instance_of(device), which);
    ((void (*)(VkPhysicalDevice, void *))next)(device, copy);
    memcpy(asked + 1, copy + 1, size - sizeof *asked);
    give_back(asked->next, copy->next);
    drop(&all);
}

static void copying_GetPhysicalDeviceFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
    ask(device, PLACE_GetPhysicalDeviceFeatures2, (struct head *)(void *)features, sizeof *features);
}

static void copying_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *properties) {
    ask(device, PLACE_GetPhysicalDeviceProperties2, (struct head *)(void *)properties, sizeof *properties);
}

// ---- names

#define CREATE_ROW(command, info) {"vk" #command, (PFN_vkVoidFunction)copying_##command, 1, 0, 0},
#define COPY_ROW(command, of_devices, minor) \
    {"vk" #command, (PFN_vkVoidFunction)copying_##command, of_devices, 0, minor},
static const struct name names[PLACES] = {
    CREATES(CREATE_ROW) COPY_ROW(QueueSubmit, 1, 0) COPY_ROW(QueueSubmit2, 1, 3) COPY_ROW(BeginCommandBuffer, 1, 0)
    COPY_ROW(BindBufferMemory2, 1, 1) COPY_ROW(GetPhysicalDeviceFeatures2, 0, 1)
    COPY_ROW(GetPhysicalDeviceProperties2, 0, 1)};

// With submits_newer, it also has functions for commands that came after its version, and knows nothing of their chains.
const struct name *find_copying(const char *name) {
    if (!takes("copies_chains")) return NULL;
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].minor <= known_minor() || takes("submits_newer") ? &names[i] : NULL;
    return NULL;
}

void fill_copying(struct below *made, int of_devices) {
    if (!takes("copies_chains")) return;
    for (size_t i = 0; i < COUNT(names); i++) {
        if (names[i].of_devices != of_devices) continue;
        made->copying[i] = of_devices ? made->GetDeviceProcAddr((VkDevice)made->handle, names[i].name)
                                      : made->GetInstanceProcAddr((VkInstance)made->handle, names[i].name);
    }
}
