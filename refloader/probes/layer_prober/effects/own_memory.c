// Memory below an application that presents and makes no buffer, image or memory: all of them are the layer's own. What is
// invalid about their types, sizes and mappings is noted. See presented.h.
#include <string.h>

#include "effects.h"
#include "pending.h"
#include "presented.h"

#define MOST_THINGS 256U
#define SPARSE_FLAGS 7U
#define DISJOINT 0x200U
#define ALIAS 0x400U
#define HOST_VISIBLE 2U
#define IS(command) (strcmp(name, command) == 0)
#define IS_EITHER(command) (IS(command) || IS(command "KHR"))

// Buffers and images, whose types are those that their memory may have; and memory, which has one. handle 0: none.
static struct thing {
    uint64_t handle, size, alignment;
    uint32_t types;
    int is_in_use;  // has memory, or is mapped
} resources[MOST_THINGS], memories[MOST_THINGS];
static VkPhysicalDeviceMemoryProperties properties;

static struct thing *thing_of(struct thing *things, uint64_t handle) {
    for (uint32_t i = 0; i < MOST_THINGS; i++)
        if (things[i].handle == handle && handle != 0) return &things[i];
    return NULL;
}

static void add(struct thing *things, struct thing thing) {
    for (uint32_t i = 0; i < MOST_THINGS; i++)
        if (things[i].handle == 0) {
            things[i] = thing;
            return;
        }
}

static void drop(struct thing *things, uint64_t handle) {
    struct thing *thing = thing_of(things, handle);
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
    if (resource == NULL || memory == NULL) return;
    if ((resource->types & memory->types) == 0) note_invalid(name, "binds memory of a type that memoryTypeBits leaves out");
    if (offset % resource->alignment != 0) note_invalid(name, "binds memory at an offset that is no multiple of alignment");
    if (offset > memory->size || memory->size - offset < resource->size) note_invalid(name, "binds less memory than is needed");
    if (resource->is_in_use) note_invalid(name, "binds memory to what has memory");
    resource->is_in_use = 1;
}

struct binding {  // VkBindBufferMemoryInfo and VkBindImageMemoryInfo
    VkStructureType sType;
    const void *pNext;
    uint64_t resource, memory;
    VkDeviceSize offset;
};

static void bind_all(const char *name, const uint64_t *a) {
    const struct binding *bindings = POINTER(const struct binding, a[2]);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) bind(name, bindings[i].resource, bindings[i].memory, bindings[i].offset);
}

// VUID-vkMapMemory-memory-00682, -00678 and -offset-00679
static void map(const char *name, uint64_t handle, uint64_t offset) {
    struct thing *memory = thing_of(memories, handle);
    if (memory == NULL) return;
    for (uint32_t i = 0; i < properties.memoryTypeCount; i++)
        if (memory->types == 1U << i && !(properties.memoryTypes[i].propertyFlags & HOST_VISIBLE))
            note_invalid(name, "maps memory that is not host-visible");
    if (offset >= memory->size) note_invalid(name, "maps memory from behind its end");
    if (memory->is_in_use) note_invalid(name, "maps memory that is mapped");
    memory->is_in_use = 1;
}

// VUID-vkUnmapMemory-memory-00689
static void unmap(const char *name, uint64_t handle) {
    struct thing *memory = thing_of(memories, handle);
    if (memory == NULL) return;
    if (!memory->is_in_use) note_invalid(name, "is called for memory that is not mapped");
    memory->is_in_use = 0;
}

static void note_memory(const char *name, const uint64_t *a) {
    if (IS("vkBindBufferMemory") || IS("vkBindImageMemory")) bind(name, a[1], a[2], a[3]);
    else if (IS_EITHER("vkBindBufferMemory2") || IS_EITHER("vkBindImageMemory2")) bind_all(name, a);
    else if (IS("vkMapMemory")) map(name, a[1], a[2]);
    else if (IS_EITHER("vkMapMemory2"))
        map(name, HANDLE(POINTER(const VkMemoryMapInfo, a[1])->memory), POINTER(const VkMemoryMapInfo, a[1])->offset);
    else if (IS("vkUnmapMemory")) unmap(name, a[1]);
    else if (IS_EITHER("vkUnmapMemory2")) unmap(name, HANDLE(POINTER(const VkMemoryUnmapInfo, a[1])->memory));
    else if (IS("vkFreeMemory")) drop(memories, a[1]);
    else if (IS("vkDestroyBuffer") || IS("vkDestroyImage")) drop(resources, a[1]);
}

int own_memory_below(const char *name, const uint64_t *a, uint64_t *result) {
    const VkBufferCreateInfo *buffer = POINTER(const VkBufferCreateInfo, a[1]);
    const VkImageCreateInfo *image = POINTER(const VkImageCreateInfo, a[1]);
    if (IS("vkCreateBuffer")) make(name, a, result, buffer->flags, buffer->pNext == NULL);
    else if (IS("vkCreateImage")) make(name, a, result, image->flags, image->pNext == NULL);
    else if (IS("vkAllocateMemory")) allocate(name, a, result);
    else return note_memory(name, a), 0;
    return 1;
}
