// Allocations of memory on a device with VK_EXT_memory_priority: with a priority of the application's, and without one. See
// effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"
#include "pending.h"

#define SMALL 256U
#define LARGE (1U << 22)

static int look_below(const char *name, const uint64_t *a, uint64_t *result) {
    if (strcmp(name, "vkAllocateMemory") != 0) return 0;
    const VkMemoryAllocateInfo *info = POINTER(const VkMemoryAllocateInfo, a[1]);
    look_at_structures(name, info->pNext);
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext) {
        float priority = ((const struct memory_priority *)(const void *)each)->priority;
        if (each->sType == MEMORY_PRIORITY && !(priority >= 0.0F && priority <= 1.0F))
            note_invalid(name, "comes with a priority that is not between 0 and 1");  // VUID-VkMemoryPriorityAllocateInfoEXT-priority-02602
    }
    answer_command(name, a, result);
    return 1;
}

static int allocate(const struct effects *effects, uint32_t size, const void *chain) {
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = chain, .allocationSize = size};
    PFN_vkAllocateMemory make = (PFN_vkAllocateMemory)any_of_device(effects, "vkAllocateMemory");
    PFN_vkFreeMemory end = (PFN_vkFreeMemory)any_of_device(effects, "vkFreeMemory");
    VkDeviceMemory made = (VkDeviceMemory)0;
    if (make == NULL || end == NULL || make((VkDevice)effects->device.upper, &info, NULL, &made) != VK_SUCCESS) return 0;
    end((VkDevice)effects->device.upper, made, NULL);
    return 1;
}

void probe_allocations(const struct effects *effects) {
    const struct memory_priority given = {.sType = MEMORY_PRIORITY, .priority = 0.25F};
    int made = 0;
    if (effects->device.upper == NULL || own_of_device(effects, "vkAllocateMemory") == NULL) return;
    carried = look_below;
    for (uint32_t size = SMALL; size <= LARGE; size *= 16)
        made += allocate(effects, size, NULL) + (effects->is_enabled[PRIORITIES] ? allocate(effects, size, &given) : 0);
    open_answer("allocations");
    say_number("made", made);
    say_invalid();
    close_answer();
    forget_invalid();
}
