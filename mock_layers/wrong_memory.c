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

static void map_own_memory(const struct link *link, uint64_t memory, uint64_t size) {
    void *mapped;
    if (NEXT(link, vkMapMemory)(link->handle, memory, 0, size, 0, &mapped) == VK_SUCCESS)
        NEXT(link, vkUnmapMemory)(link->handle, memory);
}

// A buffer with memory of the first type there is, or mapped memory of the first type that the buffer may have.
void fill_own_buffer(const struct link *link) {
    const struct of_buffer info = {.type = BUFFER_CREATE_INFO, .size = 256, .usage = 1};
    struct of_memory wanted = {.type = MEMORY_ALLOCATE_INFO};
    struct needs needs;
    uint64_t buffer, memory;
    int is_mapped = violates("LLP_LAYER_2_unmappable");
    if (!is_mapped && !violates("LLP_LAYER_2_any_memory")) return;
    if (NEXT(link, vkCreateBuffer)(link->handle, &info, NULL, &buffer) != VK_SUCCESS) return;
    NEXT(link, vkGetBufferMemoryRequirements)(link->handle, buffer, &needs);
    wanted.size = needs.size;
    while (is_mapped && !(needs.types >> wanted.index & 1U)) wanted.index++;
    if (NEXT(link, vkAllocateMemory)(link->handle, &wanted, NULL, &memory) == VK_SUCCESS) {
        NEXT(link, vkBindBufferMemory)(link->handle, buffer, memory, 0);
        if (is_mapped) map_own_memory(link, memory, needs.size);
        NEXT(link, vkFreeMemory)(link->handle, memory, NULL);
    }
    NEXT(link, vkDestroyBuffer)(link->handle, buffer, NULL);
}
