// Memory below an application that presents and makes no buffer, image or memory: all of them are the layer's own. What is
// invalid about their types, sizes and mappings is noted. See presented.h.
#include <string.h>

#include "../resources.h"
#include "effects.h"
#include "layouts.h"
#include "own_work.h"
#include "pending.h"
#include "presented.h"

#define MOST_THINGS 256U
#define SPARSE_FLAGS 7U
#define DISJOINT 0x200U
#define ALIAS 0x400U
#define HOST_VISIBLE 2U
#define IS(command) (strcmp(name, command) == 0)
#define IS_EITHER(command) (IS(command) || IS(command "KHR"))

// Buffers and images, whose types are those that their memory may have; and memory, which has one. handle 0: none. Memory
// that is freed stays until there is no other room, or until its handle is given again.
static struct thing {
    uint64_t handle, size, alignment;
    uint32_t types;
    int is_in_use;  // has memory, or is mapped
    int is_bound;   // also to memory of which nothing is known
    int is_freed;
} resources[MOST_THINGS], memories[MOST_THINGS];
static VkPhysicalDeviceMemoryProperties properties;

static struct thing *thing_of(struct thing *things, uint64_t handle) {
    for (uint32_t i = 0; i < MOST_THINGS; i++)
        if (things[i].handle == handle && handle != 0) return &things[i];
    return NULL;
}

static void add(struct thing *things, struct thing thing) {
    struct thing *place = thing_of(things, thing.handle);
    for (uint32_t i = 0; i < MOST_THINGS && place == NULL; i++)
        if (things[i].handle == 0) place = &things[i];
    for (uint32_t i = 0; i < MOST_THINGS && place == NULL; i++)
        if (things[i].is_freed) place = &things[i];
    if (place != NULL) *place = thing;
}

static void drop(uint64_t handle) {
    struct thing *thing = thing_of(resources, handle);
    if (thing != NULL) thing->handle = 0;
}

// What has anything on pNext may be of another program or of several planes, and sparse ones are bound otherwise.
static void make(const char *name, const uint64_t *a, uint64_t *result, uint32_t flags, int is_plain) {
    const char *ask = IS("vkCreateImage") ? "vkGetImageMemoryRequirements" : "vkGetBufferMemoryRequirements";
    VkMemoryRequirements needs;
    uint64_t nothing = 0;
    answer_command(name, a, result);
    if (*result != VK_SUCCESS || !is_plain || (flags & (SPARSE_FLAGS | DISJOINT | ALIAS)) != 0) return;
    const uint64_t about[] = {a[0], *POINTER(uint64_t, a[3]), (uint64_t)(uintptr_t)&needs};
    answer_command(ask, about, &nothing);
    add(resources, (struct thing){.handle = about[1], .size = needs.size, .alignment = needs.alignment, .types = needs.memoryTypeBits});
}

int lacks_memory(uint64_t handle) {
    const struct thing *resource = thing_of(resources, handle);
    return resource != NULL && !resource->is_bound;
}

static void allocate(const char *name, const uint64_t *a, uint64_t *result) {
    const VkMemoryAllocateInfo *info = POINTER(const VkMemoryAllocateInfo, a[1]);
    const uint64_t about[] = {a[0], (uint64_t)(uintptr_t)&properties};
    uint64_t nothing = 0;
    answer_command("vkGetPhysicalDeviceMemoryProperties", about, &nothing);
    if (info->memoryTypeIndex >= properties.memoryTypeCount) {  // VUID-vkAllocateMemory-pAllocateInfo-01714
        note_invalid(name, "comes with a memoryTypeIndex that no memory type of the device has");
        *result = (uint64_t)VK_ERROR_OUT_OF_DEVICE_MEMORY;
        return;
    }
    answer_command(name, a, result);
    if (*result != VK_SUCCESS) return;
    add(memories, (struct thing){.handle = *POINTER(uint64_t, a[3]), .size = info->allocationSize, .types = 1U << info->memoryTypeIndex});
}

// VUID-vkBindBufferMemory-memory-01035, -memoryOffset-01036, -size-01037 and -buffer-07459; those of images are alike.
static void bind(const char *name, uint64_t handle, uint64_t memory_handle, uint64_t offset) {
    struct thing *resource = thing_of(resources, handle);
    const struct thing *memory = thing_of(memories, memory_handle);
    if (resource != NULL) resource->is_bound = 1;
    if (memory != NULL && memory->is_freed) {  // VUID-vkBindBufferMemory-memory-parameter
        note_invalid(name, "binds memory that is freed");
        return;
    }
    // Of a resource that is forgotten the layer may have been answered something else.
    if (resource == NULL || memory == NULL || !is_known_resource(handle)) return;
    if ((resource->types & memory->types) == 0) note_invalid(name, "binds memory of a type that memoryTypeBits leaves out");
    if (offset % resource->alignment != 0) note_invalid(name, "binds memory at an offset that is no multiple of alignment");
    if (offset > memory->size || memory->size - offset < resource->size) note_invalid(name, "binds less memory than is needed");
    if (resource->is_in_use) note_invalid(name, "binds memory to a buffer or image that has some already");
    resource->is_in_use = 1;
}

struct binding {  // VkBindBufferMemoryInfo and VkBindImageMemoryInfo
    VkStructureType sType;
    const void *pNext;
    uint64_t resource, memory;
    VkDeviceSize offset;
};

#define BIND_IMAGE_MEMORY_SWAPCHAIN_INFO ((VkStructureType)1000060009)

// An image that stands for one of a swapchain has its layout, and changes it.
static void look_at_binding(const struct binding *binding) {
    for (const VkBaseInStructure *each = binding->pNext; each != NULL; each = each->pNext)
        if (each->sType == BIND_IMAGE_MEMORY_SWAPCHAIN_INFO) lose_layouts();
}

static void bind_all(const char *name, const uint64_t *a) {
    const struct binding *bindings = POINTER(const struct binding, a[2]);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        look_at_binding(&bindings[i]);
        bind(name, bindings[i].resource, bindings[i].memory, bindings[i].offset);
    }
}

static int can_be_mapped(const struct thing *memory) {
    for (uint32_t i = 0; i < properties.memoryTypeCount; i++)
        if (memory->types == 1U << i && !(properties.memoryTypes[i].propertyFlags & HOST_VISIBLE)) return 0;
    return 1;
}

// VUID-vkMapMemory-memory-parameter, -offset-00679 and -size-00681: there is nothing that could be mapped.
static const char *nothing_to_map(const struct thing *memory, uint64_t offset, uint64_t size) {
    if (memory->is_freed) return "maps memory that is freed";
    if (offset >= memory->size) return "maps memory from an offset behind its end";
    return size != VK_WHOLE_SIZE && size > memory->size - offset ? "maps more memory than there is behind the offset" : NULL;
}

// VUID-vkMapMemory-memory-00682 and -00678. A map that fails is none.
static void map(const char *name, const uint64_t *a, uint64_t *result, const VkMemoryMapInfo *info) {
    struct thing *memory = thing_of(memories, HANDLE(info->memory));
    const char *lack = memory == NULL ? NULL : nothing_to_map(memory, info->offset, info->size);
    if (lack != NULL) {
        note_invalid(name, lack);
        *result = (uint64_t)VK_ERROR_MEMORY_MAP_FAILED;
        return;
    }
    if (memory != NULL && !can_be_mapped(memory)) note_invalid(name, "maps memory that is not host-visible");
    if (memory != NULL && memory->is_in_use) note_invalid(name, "maps memory that is mapped");
    answer_command(name, a, result);
    if (memory != NULL && *result == VK_SUCCESS) memory->is_in_use = 1;
}

// VUID-vkUnmapMemory-memory-00689
static void unmap(const char *name, uint64_t handle) {
    struct thing *memory = thing_of(memories, handle);
    if (memory == NULL) return;
    if (!memory->is_in_use) note_invalid(name, "is called for memory that is not mapped");
    memory->is_in_use = 0;
}

// VUID-vkFreeMemory-memory-parameter. What is freed is mapped no more. Memory that is freed again does not come down.
static void free_own(const char *name, const uint64_t *a, uint64_t *result) {
    struct thing *memory = thing_of(memories, a[1]);
    if (memory != NULL && memory->is_freed) {
        note_invalid(name, "frees memory that is freed");
        *result = VK_SUCCESS;
        return;
    }
    answer_command(name, a, result);
    if (memory == NULL) return;
    memory->is_freed = 1;
    memory->is_in_use = 0;
}

static void note_memory(const char *name, const uint64_t *a) {
    if (IS("vkBindBufferMemory") || IS("vkBindImageMemory")) bind(name, a[1], a[2], a[3]);
    else if (IS_EITHER("vkBindBufferMemory2") || IS_EITHER("vkBindImageMemory2")) bind_all(name, a);
    else if (IS("vkUnmapMemory")) unmap(name, a[1]);
    else if (IS_EITHER("vkUnmapMemory2")) unmap(name, HANDLE(POINTER(const VkMemoryUnmapInfo, a[1])->memory));
    else if (IS("vkDestroyBuffer") || IS("vkDestroyImage")) drop(a[1]);
}

#define ZERO_INITIALIZED 1000620000

// VUID-VkImageCreateInfo-initialLayout-00993
static void look_at_image(const char *name, const VkImageCreateInfo *info) {
    int64_t first = info->initialLayout;
    if (first != VK_IMAGE_LAYOUT_UNDEFINED && first != VK_IMAGE_LAYOUT_PREINITIALIZED && first != ZERO_INITIALIZED)
        note_invalid(name, "comes with an initialLayout in which no image is made");
}

#define FIRST_OF_DEPTH 124      // VK_FORMAT_D16_UNORM
#define LAST_OF_DEPTH 130       // VK_FORMAT_D32_SFLOAT_S8_UINT
#define FIRST_OF_PLANES 1000156000

static void make_image(const char *name, const uint64_t *a, uint64_t *result, const VkImageCreateInfo *info) {
    int format = (int)info->format, is_plain = info->pNext == NULL && (info->flags & (SPARSE_FLAGS | DISJOINT | ALIAS)) == 0;
    look_at_image(name, info);
    look_at_own_image(name, info);
    make(name, a, result, info->flags, info->pNext == NULL);
    if (*result != VK_SUCCESS || !is_plain) return;
    uint64_t made = *POINTER(uint64_t, a[3]);
    note_own_image(made, info);
    int has_one_aspect = (format < FIRST_OF_DEPTH || format > LAST_OF_DEPTH) && format < FIRST_OF_PLANES;
    if (has_one_aspect && info->mipLevels == 1 && info->arrayLayers == 1) watch_own_layout(made, info->initialLayout);
}

int own_memory_below(const char *name, const uint64_t *a, uint64_t *result) {
    const VkBufferCreateInfo *buffer = POINTER(const VkBufferCreateInfo, a[1]);
    if (IS("vkCreateBuffer")) make(name, a, result, buffer->flags, buffer->pNext == NULL);
    else if (IS("vkCreateImage")) make_image(name, a, result, POINTER(const VkImageCreateInfo, a[1]));
    else if (IS("vkAllocateMemory")) allocate(name, a, result);
    else if (IS("vkMapMemory")) {
        const VkMemoryMapInfo info = {.memory = (VkDeviceMemory)(uintptr_t)a[1], .offset = a[2], .size = a[3]};
        map(name, a, result, &info);
    } else if (IS_EITHER("vkMapMemory2")) map(name, a, result, POINTER(const VkMemoryMapInfo, a[1]));
    else if (IS("vkFreeMemory")) free_own(name, a, result);
    else return note_memory(name, a), 0;
    return 1;
}
