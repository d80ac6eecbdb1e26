// What the model asks of stages and accesses in barriers: those that the queue family of the command buffer has, and accesses
// that belong to one of the stages. Masks with bits beyond Vulkan 1.0 are left alone.
#include "../../../native/generated/stages.h"
#include "model_rows.h"

// Later versions let fragment shaders read attachments, which is in this table as well.
static const struct {
    uint64_t access, stages;
} supported[] = {
#define ROW(access, stages) {access, stages},
    ACCESS_STAGES(ROW)
#undef ROW
};
static const struct {
    uint64_t stage;
    VkQueueFlags queues;
} having[] = {
#define ROW(stage, queues) {stage, queues},
    STAGE_QUEUES(ROW)
#undef ROW
};

// The names of the fields.
struct half {
    const char *stages, *access;
};
static const struct half source = {"srcStageMask", "srcAccessMask"}, destination = {"dstStageMask", "dstAccessMask"};

// VUID-vkCmdPipelineBarrier-srcStageMask-06461 and the like.
static void check_stages(const struct recording *recording, uint64_t stages, const struct half *half, const char *command) {
    VkQueueFlags flags = recording->family < FAMILIES ? families[recording->family].queueFlags : ~0U;
    uint64_t lacking = 0;
    for (uint32_t i = 0; i < COUNT_OF(having); i++)
        if (having[i].queues != 0 && !(flags & having[i].queues)) lacking |= having[i].stage;
    if (stages & lacking)
        complain("%s reaches the driver with %s %#llx, and queue family %u has no stage %#llx", command, half->stages,
                 (unsigned long long)stages, recording->family, (unsigned long long)(stages & lacking));
}

// VUID-vkCmdPipelineBarrier-srcAccessMask-02815 and the like. Of several stages one is enough. A barrier that moves an image or a
// buffer to another queue family ignores half of it, and is left out.
static void check_access(uint64_t stages, uint64_t access, const struct half *half, const char *command) {
    uint64_t known = 0;
    for (uint32_t i = 0; i < COUNT_OF(having); i++) known |= having[i].stage;
    if (stages & ~known) return;  // all commands, all graphics, or later ones
    for (uint32_t i = 0; i < COUNT_OF(supported); i++)
        if (access & supported[i].access && !(stages & supported[i].stages))
            complain("%s reaches the driver with %s %#llx, which no stage of %s %#llx has", command, half->access,
                     (unsigned long long)supported[i].access, half->stages, (unsigned long long)stages);
}

static void check_both(uint64_t from, uint64_t to, uint64_t from_access, uint64_t to_access, int moves, const char *command) {
    if (moves) return;
    check_access(from, from_access, &source, command);
    check_access(to, to_access, &destination, command);
}

static void check_older(const uint64_t *a, uint64_t from, uint64_t to, const uint64_t *lists, const char *command) {
    const struct recording *recording = recording_of(AT(void, a[0]));
    if (recording == NULL) return;
    check_stages(recording, from, &source, command);
    check_stages(recording, to, &destination, command);
    for (uint32_t i = 0; i < (uint32_t)lists[0]; i++) {
        const VkMemoryBarrier *each = AT(const VkMemoryBarrier, lists[1]) + i;
        check_both(from, to, each->srcAccessMask, each->dstAccessMask, 0, command);
    }
    for (uint32_t i = 0; i < (uint32_t)lists[2]; i++) {
        const VkBufferMemoryBarrier *each = AT(const VkBufferMemoryBarrier, lists[3]) + i;
        check_both(from, to, each->srcAccessMask, each->dstAccessMask, each->srcQueueFamilyIndex != each->dstQueueFamilyIndex, command);
    }
    for (uint32_t i = 0; i < (uint32_t)lists[4]; i++) {
        const VkImageMemoryBarrier *each = AT(const VkImageMemoryBarrier, lists[5]) + i;
        check_both(from, to, each->srcAccessMask, each->dstAccessMask, each->srcQueueFamilyIndex != each->dstQueueFamilyIndex, command);
    }
}

static void check_barrier(const uint64_t *a) { check_older(a, (uint32_t)a[1], (uint32_t)a[2], a + 4, "vkCmdPipelineBarrier"); }
static void check_events(const uint64_t *a) { check_older(a, (uint32_t)a[3], (uint32_t)a[4], a + 5, "vkCmdWaitEvents"); }

// VUID-vkCmdPipelineBarrier2-srcStageMask-09675 and -dstStageMask-09676: what moves to another family has the stages of the one
// family in srcStageMask, and those of the other in dstStageMask.
#define CHECK_EACH(count, list, from_family, to_family) \
    for (uint32_t i = 0; i < info->count; i++) { \
        int moves = (from_family) != (to_family); \
        if (!moves || (from_family) == recording->family) check_stages(recording, info->list[i].srcStageMask, &source, command); \
        if (!moves || (to_family) == recording->family) check_stages(recording, info->list[i].dstStageMask, &destination, command); \
        check_both(info->list[i].srcStageMask, info->list[i].dstStageMask, info->list[i].srcAccessMask, info->list[i].dstAccessMask, moves, \
                   command); \
    }

static void check_newer(const uint64_t *a) {
    static const char command[] = "vkCmdPipelineBarrier2";
    const VkDependencyInfo *info = AT(const VkDependencyInfo, a[1]);
    const struct recording *recording = recording_of(AT(void, a[0]));
    if (recording == NULL) return;
    CHECK_EACH(memoryBarrierCount, pMemoryBarriers, 0, 0)
    CHECK_EACH(bufferMemoryBarrierCount, pBufferMemoryBarriers, info->pBufferMemoryBarriers[i].srcQueueFamilyIndex,
               info->pBufferMemoryBarriers[i].dstQueueFamilyIndex)
    CHECK_EACH(imageMemoryBarrierCount, pImageMemoryBarriers, info->pImageMemoryBarriers[i].srcQueueFamilyIndex,
               info->pImageMemoryBarriers[i].dstQueueFamilyIndex)
}

const struct model_check model_stages[] = {
    {"vkCmdPipelineBarrier", check_barrier},
    {"vkCmdPipelineBarrier2", check_newer},
    {"vkCmdPipelineBarrier2KHR", check_newer},
    {"vkCmdWaitEvents", check_events},
};
const uint32_t model_stages_count = COUNT_OF(model_stages);
