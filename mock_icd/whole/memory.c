// Memory of a driver "whole=1": what objects need of it, what they are bound to, and how it is mapped.
#include "../mock_icd.h"

struct thing *memory_before;

AFTER(AllocateMemory) {
    static struct thing *newest;
    static atomic_uint allocated;
    memory_before = newest;
    newest = made;
    made->state = ++allocated;  // which one it is
    made->next_binding = 0;     // how many objects begin with it
    made->size = ((const VkMemoryAllocateInfo *)given[1])->allocationSize;
#if defined(_WIN32)
    made->bytes = calloc(1, made->size);
#else
    size_t room = (made->size + WHOLE_MAPPING - 1) / WHOLE_MAPPING * WHOLE_MAPPING;
    made->bytes = aligned_alloc(WHOLE_MAPPING, room);
    if (made->bytes != NULL) memset(made->bytes, 0, room);
#endif
}

static VkMemoryRequirements requirements(uint64_t size) {
    uint64_t rounded = (size + WHOLE_ALIGNMENT - 1) / WHOLE_ALIGNMENT * WHOLE_ALIGNMENT;
    uint32_t types = violates("requirements_types") ? 1U << 31 : takes("many_types")        ? UINT32_MAX
                     : takes("protected_first")   ? 2
                                                  : 7;
    if (violates("types_by_size") && size > 65536) types &= 3;
    if (violates("buffers_large")) rounded += WHOLE_ALIGNMENT;
    uint64_t alignment = violates("alignment_by_size") && size > 65536 ? 4 * WHOLE_ALIGNMENT : WHOLE_ALIGNMENT;
    return (VkMemoryRequirements){rounded, alignment, types};
}

static VkMemoryRequirements requirements_of(const struct thing *thing) {
    VkMemoryRequirements need = requirements(thing->size);
    if (handle_type_of((uintptr_t)thing) != TYPE_VkBuffer || thing->slices == 0) return need;
    need.alignment = thing->slices;
    need.size = (need.size + thing->slices - 1) / thing->slices * thing->slices;
    return need;
}

ANSWER(MapMemory) {
    static atomic_uint calls;
    if (takes("calls_short") && ++calls % 23 == 0) return (uintptr_t)VK_ERROR_MEMORY_MAP_FAILED;
    uint64_t from = violates("map_rounded") ? given[2] / 64 * 64 : given[2];
    if (THING(given[1])->bytes == NULL) return (uintptr_t)VK_ERROR_MEMORY_MAP_FAILED;
    *(void **)given[5] = (char *)THING(given[1])->bytes + (violates("map_place") ? 0 : from);
    return VK_SUCCESS;
}

ANSWER(UnmapMemory) {
    struct thing *memory = THING(given[1]);
    int is_lost = violates("mapping_lost") || (violates("memory_every_256th") && memory->state % 256 == 0);
    if (is_lost && memory->bytes != NULL) memset(memory->bytes, 0, memory->size);
    return 0;
}

ANSWER(GetMemoryRequirements) {
    *(VkMemoryRequirements *)given[2] = requirements_of(THING(given[1]));
    return 0;
}

// Both structures have the object behind sType and pNext.
ANSWER(GetMemoryRequirements2) {
    const VkBufferMemoryRequirementsInfo2 *info = (const void *)given[1];
    const struct base *first = ((VkMemoryRequirements2 *)given[2])->pNext;
    VkMemoryDedicatedRequirements *own = chained(first, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS);
    int is_behind = own != NULL && (const void *)own != (const void *)first;
    if (own != NULL && !violates("dedicated_lost") && !(is_behind && violates("dedicated_behind")))
        own->prefersDedicatedAllocation = own->requiresDedicatedAllocation = VK_FALSE;
    ((VkMemoryRequirements2 *)given[2])->memoryRequirements = requirements_of(THING((uintptr_t)info->buffer));
    return 0;
}

ANSWER(GetDeviceBufferMemoryRequirements) {
    const VkDeviceBufferMemoryRequirements *info = (const void *)given[1];
    ((VkMemoryRequirements2 *)given[2])->memoryRequirements = requirements(info->pCreateInfo->size / (violates("foreseen_small") ? 2 : 1) + (violates("foreseen_larger") ? 4096 : 0));
    return 0;
}

ANSWER(GetDeviceImageMemoryRequirements) {
    const VkDeviceImageMemoryRequirements *info = (const void *)given[1];
    ((VkMemoryRequirements2 *)given[2])->memoryRequirements = requirements(image_size(info->pCreateInfo) / (violates("unmade_small") ? 2 : 1) + (violates("foreseen_larger") ? 4096 : 0));
    return 0;
}

ANSWER(GetDeviceMemoryCommitment) {
    *(VkDeviceSize *)given[2] = 0;
    return 0;
}

ANSWER(GetImageSubresourceLayout) {
    return layout_of(THING(given[1]), (const void *)given[2], (VkSubresourceLayout *)given[3]), 0;
}

// The third parameter counts, and there is nothing.
ANSWER(nothing_counted) {
    if (!violates("sparse_uncounted")) *(uint32_t *)given[2] = violates("sparse_counted");
    return 0;
}

ANSWER(BindBufferMemory) {
    THING(given[1])->memory = THING(given[2]);
    THING(given[1])->offset = given[3];
    int is_second = given[3] == 0 && THING(given[2])->next_binding++ > 0;
    if (violates("ranges_apart") && is_second) THING(given[1])->offset = THING(given[2])->size;
    return VK_SUCCESS;
}

ANSWER(FlushMappedMemoryRanges) {
    const VkMappedMemoryRange *ranges = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        const struct thing *memory = THING((uintptr_t)ranges[i].memory);
        if (violates("flushes_clear") && memory->bytes != NULL) memset(memory->bytes, 0, memory->size);
    }
    return VK_SUCCESS;
}

ANSWER(InvalidateMappedMemoryRanges) {
    const VkMappedMemoryRange *ranges = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        const struct thing *memory = THING((uintptr_t)ranges[i].memory);
        if (violates("invalidations_not_ready")) return VK_NOT_READY;
        if (violates("invalidations_clear") && memory->bytes != NULL) memset(memory->bytes, 0, memory->size);
    }
    return VK_SUCCESS;
}

ANSWER(BindImageMemory2) {
    const VkBindImageMemoryInfo *infos = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        THING((uintptr_t)infos[i].image)->memory = THING((uintptr_t)infos[i].memory);
        THING((uintptr_t)infos[i].image)->offset = infos[violates("images_bound_first") ? 0 : i].memoryOffset;
    }
    return VK_SUCCESS;
}

ANSWER(BindBufferMemory2) {
    const VkBindBufferMemoryInfo *infos = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        THING((uintptr_t)infos[i].buffer)->memory = THING((uintptr_t)infos[i].memory);
        THING((uintptr_t)infos[i].buffer)->offset = violates("bound_at_start") ? 0 : infos[i].memoryOffset;
    }
    return VK_SUCCESS;
}

// A sparse buffer of two pages has its memory alone, which is kept in the order of the buffer.
static void bind_pages(const VkSparseBufferMemoryBindInfo *info) {
    struct thing *buffer = THING((uintptr_t)info->buffer), *memory = THING((uintptr_t)info->pBinds->memory);
    const uint64_t first = info->pBinds->memoryOffset, page = buffer->slices;
    char *bytes = memory == NULL ? NULL : memory->bytes;
    buffer->memory = memory;
    if (first == buffer->state || bytes == NULL || memory->size != 2 * page || violates("pages_still")) return;
    buffer->state = first;
    for (uint64_t i = 0; i < page; i++) {
        const char byte = bytes[i];
        bytes[i] = bytes[page + i];
        bytes[page + i] = byte;
    }
}

ANSWER(QueueBindSparse) {
    const VkBindSparseInfo *infos = (const void *)given[2];
    for (uint32_t i = 0; i < (uint32_t)given[1]; i++) {
        for (uint32_t j = 0; j < infos[i].bufferBindCount; j++)
            if (infos[i].pBufferBinds[j].bindCount > 0) bind_pages(&infos[i].pBufferBinds[j]);
        reach_values(infos[i].pNext, infos[i].signalSemaphoreCount, infos[i].pSignalSemaphores);
    }
    signal_fence((VkFence)given[3]);
    return VK_SUCCESS;
}
