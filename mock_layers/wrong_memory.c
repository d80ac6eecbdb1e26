// Mistakes of a layer with memory of its own.
#include "mock_layer.h"

#define BUFFER_CREATE_INFO 12U
#define MEMORY_ALLOCATE_INFO 5U

struct of_buffer {
    uint32_t type;
    const void *next;
    uint32_t flags;
    uint64_t size;
    uint32_t usage, sharing, family_count;
    const uint32_t *families;
};
struct of_memory {
    uint32_t type;
    const void *next;
    uint64_t size;
    uint32_t index;
};
struct needs {
    uint64_t size, alignment;
    uint32_t types;
};
typedef VkResult (*PFN_vkCreateBuffer)(VkDevice, const struct of_buffer *, const VkAllocationCallbacks *, uint64_t *);
typedef void (*PFN_vkGetBufferMemoryRequirements)(VkDevice, uint64_t, struct needs *);
typedef VkResult (*PFN_vkBindBufferMemory)(VkDevice, uint64_t, uint64_t, uint64_t);
typedef void (*PFN_vkUnmapMemory)(VkDevice, uint64_t);
typedef void (*PFN_vkDestroyBuffer)(VkDevice, uint64_t, const VkAllocationCallbacks *);

#define ALL_THE_REST UINT64_MAX
#define BEYOND_ALL_TYPES 16U

static VkResult map_at(const struct link *link, uint64_t memory, uint64_t offset, uint64_t size) {
    void *mapped;
    return NEXT(link, vkMapMemory)(link->handle, memory, offset, size, 0, &mapped);
}

static void map_own_memory(const struct link *link, uint64_t memory, uint64_t size) {
    if (map_at(link, memory, 0, size) == VK_SUCCESS)
        NEXT(link, vkUnmapMemory)(link->handle, memory);
}

// What is done with memory that the host can map, and that is not bound.
static void map_wrongly(const struct link *link, uint64_t memory, uint64_t size) {
    if (violates("LLP_LAYER_2_mapped_behind")) map_at(link, memory, size, ALL_THE_REST);
    if (violates("LLP_LAYER_2_mapped_more")) map_at(link, memory, size / 2, size);
    if (violates("LLP_LAYER_2_mapped_again") && map_at(link, memory, 0, size) == VK_SUCCESS) map_own_memory(link, memory, size);
    if (violates("LLP_LAYER_2_unmapped")) NEXT(link, vkUnmapMemory)(link->handle, memory);
}

static int maps_wrongly(void) {
    return violates("LLP_LAYER_2_mapped_behind") || violates("LLP_LAYER_2_mapped_more") || violates("LLP_LAYER_2_mapped_again") ||
           violates("LLP_LAYER_2_unmapped") || violates("LLP_LAYER_2_mapped_freed");
}

static int binds_wrongly(void) {
    return violates("LLP_LAYER_2_no_type") || violates("LLP_LAYER_2_bound_freed") || violates("LLP_LAYER_2_small") ||
           violates("LLP_LAYER_2_odd_offset") || violates("LLP_LAYER_2_bound_twice") || violates("LLP_LAYER_2_freed_twice");
}

static uint32_t last_type_of(uint32_t types) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < 32; i++)
        if (types >> i & 1U) last = i;
    return last;
}

// A buffer with memory of the last type that it may have, and one thing about that which is wrong.
static void bind_wrongly(const struct link *link, uint64_t buffer, const struct needs *needs) {
    struct of_memory wanted = {.type = MEMORY_ALLOCATE_INFO, .size = needs->size + needs->alignment, .index = last_type_of(needs->types)};
    uint64_t memory;
    if (violates("LLP_LAYER_2_no_type")) wanted.index = BEYOND_ALL_TYPES;
    if (violates("LLP_LAYER_2_small")) wanted.size = needs->size / 2;
    if (NEXT(link, vkAllocateMemory)(link->handle, &wanted, NULL, &memory) != VK_SUCCESS) return;
    map_wrongly(link, memory, wanted.size);
    int is_freed = violates("LLP_LAYER_2_bound_freed") || violates("LLP_LAYER_2_mapped_freed");
    if (is_freed || violates("LLP_LAYER_2_freed_twice")) NEXT(link, vkFreeMemory)(link->handle, memory, NULL);
    if (violates("LLP_LAYER_2_mapped_freed")) map_at(link, memory, 0, ALL_THE_REST);
    if (binds_wrongly() && !violates("LLP_LAYER_2_freed_twice"))
        NEXT(link, vkBindBufferMemory)(link->handle, buffer, memory, violates("LLP_LAYER_2_odd_offset") ? 1 : 0);
    if (violates("LLP_LAYER_2_bound_twice")) NEXT(link, vkBindBufferMemory)(link->handle, buffer, memory, 0);
    if (!is_freed) NEXT(link, vkFreeMemory)(link->handle, memory, NULL);
}

// A buffer with memory of the first type there is, or mapped memory of the first type that the buffer may have.
void fill_own_buffer(const struct link *link) {
    const struct of_buffer info = {.type = BUFFER_CREATE_INFO, .size = 256, .usage = 1};
    struct of_memory wanted = {.type = MEMORY_ALLOCATE_INFO};
    struct needs needs;
    uint64_t buffer, memory;
    int is_mapped = violates("LLP_LAYER_2_unmappable");
    int is_odd = maps_wrongly() || binds_wrongly();
    if (!is_mapped && !is_odd && !violates("LLP_LAYER_2_any_memory")) return;
    if (NEXT(link, vkCreateBuffer)(link->handle, &info, NULL, &buffer) != VK_SUCCESS) return;
    NEXT(link, vkGetBufferMemoryRequirements)(link->handle, buffer, &needs);
    wanted.size = needs.size;
    if (is_odd) bind_wrongly(link, buffer, &needs);
    while (is_mapped && !(needs.types >> wanted.index & 1U)) wanted.index++;
    if (!is_odd && NEXT(link, vkAllocateMemory)(link->handle, &wanted, NULL, &memory) == VK_SUCCESS) {
        NEXT(link, vkBindBufferMemory)(link->handle, buffer, memory, 0);
        if (is_mapped) map_own_memory(link, memory, needs.size);
        NEXT(link, vkFreeMemory)(link->handle, memory, NULL);
    }
    NEXT(link, vkDestroyBuffer)(link->handle, buffer, NULL);
}
