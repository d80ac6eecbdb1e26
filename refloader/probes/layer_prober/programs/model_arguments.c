// What the model asks of the arguments of a command, whatever its objects have been through: counts, sizes, offsets, and what
// the queue family of a command buffer can do. Each is a valid usage of the specification.
#include <string.h>

#include "model_rows.h"

#define MOST_UPDATED 65536U

// ---- transfers

static void check_update(const uint64_t *a) {
    // VUID-vkCmdUpdateBuffer-dstOffset-00036, -dataSize-00037, -dataSize-00038
    if (a[2] % 4 != 0 || a[3] % 4 != 0 || a[3] == 0 || a[3] > MOST_UPDATED)
        complain("vkCmdUpdateBuffer reaches the driver for %llu bytes from %llu on: both are multiples of 4, and it is 4 to 65536 bytes",
                 (unsigned long long)a[3], (unsigned long long)a[2]);
}

static void check_fill(const uint64_t *a) {
    // VUID-vkCmdFillBuffer-dstOffset-00025, -size-00026, -size-00028
    if (a[2] % 4 != 0 || (a[3] != VK_WHOLE_SIZE && (a[3] % 4 != 0 || a[3] == 0)))
        complain("vkCmdFillBuffer reaches the driver for %llu bytes from %llu on: both are multiples of 4, and it is more than 0 bytes", (unsigned long long)a[3],
                 (unsigned long long)a[2]);
}

static void check_copy(const uint64_t *a) {
    for (uint32_t i = 0; i < (uint32_t)a[3]; i++)  // VUID-VkBufferCopy-size-01988
        if (AT(const VkBufferCopy, a[4])[i].size == 0) complain("vkCmdCopyBuffer reaches the driver with a region of no bytes");
}

// ---- buffers, images and memory

static void check_sharing(VkSharingMode mode, uint32_t count, const uint32_t *of, const char *command) {
    // VUID-VkBufferCreateInfo-sharingMode-00914, -sharingMode-01419
    for (uint32_t i = 0; mode == VK_SHARING_MODE_CONCURRENT && of != NULL && i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (of[i] == of[j]) complain("%s reaches the driver with a queue family twice in pQueueFamilyIndices", command);
    if (mode == VK_SHARING_MODE_CONCURRENT && (count < 2 || of == NULL))
        complain("%s reaches the driver with VK_SHARING_MODE_CONCURRENT for %u queue families", command, count);
}

static void check_buffer(const uint64_t *a) {
    const VkBufferCreateInfo *info = AT(const VkBufferCreateInfo, a[1]);
    // VUID-VkBufferCreateInfo-size-00912; the usage may be in a structure behind it
    if (info->size == 0) complain("vkCreateBuffer reaches the driver with the size 0");
    if (info->usage == 0 && info->pNext == NULL) complain("vkCreateBuffer reaches the driver with the usage 0");
    check_sharing(info->sharingMode, info->queueFamilyIndexCount, info->pQueueFamilyIndices, "vkCreateBuffer");
}

static void check_image(const uint64_t *a) {
    const VkImageCreateInfo *info = AT(const VkImageCreateInfo, a[1]);
    // VUID-VkImageCreateInfo-initialLayout-00993; later versions have a layout of their own with a larger number
    if (info->initialLayout != VK_IMAGE_LAYOUT_UNDEFINED && info->initialLayout != VK_IMAGE_LAYOUT_PREINITIALIZED &&
        info->initialLayout <= VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)
        complain("vkCreateImage reaches the driver with initialLayout %u, which no new image can have", (uint32_t)info->initialLayout);
    // VUID-VkImageCreateInfo-extent-00944, -mipLevels-00947, -arrayLayers-00948
    if (info->extent.width == 0 || info->extent.height == 0 || info->extent.depth == 0 || info->mipLevels == 0 || info->arrayLayers == 0)
        complain("vkCreateImage reaches the driver with an extent, levels or layers of 0");
    check_sharing(info->sharingMode, info->queueFamilyIndexCount, info->pQueueFamilyIndices, "vkCreateImage");
}

// ---- shaders and layouts

#define SPIRV_MAGIC 0x07230203U

static void check_shader(const uint64_t *a) {
    const VkShaderModuleCreateInfo *info = AT(const VkShaderModuleCreateInfo, a[1]);
    // VUID-VkShaderModuleCreateInfo-codeSize-08735, -codeSize-01085, -pCode-08736
    if (info->codeSize == 0 || info->codeSize % 4 != 0)
        complain("vkCreateShaderModule reaches the driver with codeSize %llu: it is a multiple of 4 and larger than 0", (unsigned long long)info->codeSize);
    else if (info->pCode[0] != SPIRV_MAGIC)
        complain("vkCreateShaderModule reaches the driver with code that begins with %#x, not with the number of SPIR-V", info->pCode[0]);
}

static void check_layout_info(const uint64_t *a) {
    static const char command[] = "vkCreatePipelineLayout";
    const VkPipelineLayoutCreateInfo *info = AT(const VkPipelineLayoutCreateInfo, a[1]);
    VkShaderStageFlags stages = 0;
    for (uint32_t i = 0; i < info->pushConstantRangeCount; i++) {
        const VkPushConstantRange *range = &info->pPushConstantRanges[i];
        // VUID-VkPushConstantRange-offset-00294, -offset-00295, -size-00296, -size-00297, -size-00298
        if (range->size == 0 || range->size % 4 != 0 || range->offset % 4 != 0 || range->offset >= MOST_PUSHED ||
            range->size > MOST_PUSHED - range->offset)
            complain("%s reaches the driver with push constants of %u bytes from %u on: multiples of 4, more than 0 bytes, up to %u at most", command,
                     range->size, range->offset, MOST_PUSHED);
        // VUID-VkPipelineLayoutCreateInfo-pPushConstantRanges-00292
        if (range->stageFlags & stages) complain("%s reaches the driver with two ranges of push constants for one stage", command);
        stages |= range->stageFlags;
    }
}

// VUID-vkCmdPushConstants-offset-01795 and -offset-01796: all stages that have one of the bytes, and no others.
static void check_push(const uint64_t *a) {
    const struct recording *recording = recording_of(AT(void, a[0]));
    const struct thing *layout = recording == NULL ? NULL : thing_of(recording->machine, KIND_LAYOUT, a[1], "vkCmdPushConstants");
    uint32_t stages = (uint32_t)a[2], offset = (uint32_t)a[3], end = offset + (uint32_t)a[4], whole = 0, part = 0;
    for (uint64_t i = 0; layout != NULL && i < layout->size; i++) {
        VkPushConstantRange range;
        memcpy(&range, layout->bytes + i * sizeof range, sizeof range);
        if (range.offset <= offset && end <= range.offset + range.size) whole |= range.stageFlags;
        if (range.offset < end && offset < range.offset + range.size) part |= range.stageFlags;
    }
    if (layout != NULL && (stages & ~whole || part & ~stages))
        complain("vkCmdPushConstants reaches the driver with stageFlags %#x, and the layout has all of these bytes for %#x, some of them for %#x", stages,
                 whole, part);
}

// VUID-vkCmdBindDescriptorSets-pDescriptorSets-00358, -pDynamicOffsets-01971
static void check_sets(const uint64_t *a) {
    static const char command[] = "vkCmdBindDescriptorSets";
    const struct recording *recording = recording_of(AT(void, a[0]));
    const struct thing *layout = recording == NULL ? NULL : thing_of(recording->machine, KIND_LAYOUT, a[2], command);
    for (uint32_t i = 0; layout != NULL && i < (uint32_t)a[4]; i++) {
        const struct thing *set = thing_of(recording->machine, KIND_SET, AT(const uint64_t, a[5])[i], command);
        uint32_t number = (uint32_t)a[3] + i;
        if (set == NULL) continue;
        if (number >= layout->set_count) complain("%s reaches the driver with set %u, and the layout has %u", command, number, layout->set_count);
        else if (memcmp(set->sets, &layout->sets[number], sizeof *set->sets) != 0)
            complain("%s reaches the driver with a set of another layout than set %u of the pipeline layout", command, number);
    }
    for (uint32_t i = 0; i < (uint32_t)a[6]; i++)
        if (AT(const uint32_t, a[7])[i] % OFFSET_ALIGNMENT != 0)
            complain("%s reaches the driver with the dynamic offset %u, and they are multiples of %u", command, AT(const uint32_t, a[7])[i],
                     OFFSET_ALIGNMENT);
}

// VUID-vkEndCommandBuffer-commandBuffer-00060
static void check_end(const uint64_t *a) {
    const struct recording *recording = recording_of(AT(void, a[0]));
    if (recording != NULL && !recording->is_secondary && (recording->rendering == WITHIN || recording->rendering == WITHIN_FOR_OTHERS))
        complain("vkEndCommandBuffer reaches the driver within a render pass instance");
}

// ---- what a queue family can do

#define DRAWS VK_QUEUE_GRAPHICS_BIT
#define COMPUTES VK_QUEUE_COMPUTE_BIT
static const struct {
    const char *command;
    VkQueueFlags any;
} needs[] = {
    {"vkCmdBeginRenderPass", DRAWS},        {"vkCmdBeginRendering", DRAWS},                {"vkCmdNextSubpass", DRAWS},
    {"vkCmdBindDescriptorSets", DRAWS | COMPUTES}, {"vkCmdBindPipeline", DRAWS | COMPUTES},
    {"vkCmdBlitImage", DRAWS},              {"vkCmdClearAttachments", DRAWS},              {"vkCmdClearColorImage", DRAWS | COMPUTES},
    {"vkCmdDispatch", COMPUTES},            {"vkCmdDispatchBase", COMPUTES},               {"vkCmdDispatchIndirect", COMPUTES},
    {"vkCmdDraw", DRAWS},                   {"vkCmdPushConstants", DRAWS | COMPUTES},      {"vkCmdResetEvent", DRAWS | COMPUTES},
    {"vkCmdResetQueryPool", DRAWS | COMPUTES}, {"vkCmdResolveImage", DRAWS},               {"vkCmdSetEvent", DRAWS | COMPUTES},
    {"vkCmdWaitEvents", DRAWS | COMPUTES},
};

// VUID-vkCmdDispatch-commandBuffer-cmdpool and the like; names of later versions and of extensions are longer.
static void check_family(const char *name, const uint64_t *a) {
    if (strncmp(name, "vkCmd", 5) != 0) return;
    for (uint32_t i = 0; i < COUNT_OF(needs); i++) {
        size_t length = strlen(needs[i].command);
        if (strncmp(name, needs[i].command, length) != 0 || (name[length] != '\0' && name[length] != '2' && name[length] != 'K')) continue;
        const struct recording *recording = recording_of(AT(void, a[0]));
        if (recording != NULL && recording->family < FAMILIES && !(families[recording->family].queueFlags & needs[i].any))
            complain("%s reaches the driver for queue family %u, which cannot do it", name, recording->family);
    }
}

// ---- all of it

static const struct model_check checks[] = {
    {"vkCmdBindDescriptorSets", check_sets},
    {"vkCmdCopyBuffer", check_copy},
    {"vkCmdFillBuffer", check_fill},
    {"vkCmdPushConstants", check_push},
    {"vkCmdUpdateBuffer", check_update},
    {"vkCreateBuffer", check_buffer},
    {"vkCreateImage", check_image},
    {"vkCreatePipelineLayout", check_layout_info},
    {"vkEndCommandBuffer", check_end},
    {"vkCreateShaderModule", check_shader},
};

static void run_checks(const struct model_check *rows, uint32_t count, const char *name, const uint64_t *arguments) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) rows[i].check(arguments);
}

void model_check_arguments(const char *name, const uint64_t *arguments) {
    check_family(name, arguments);
    run_checks(checks, COUNT_OF(checks), name, arguments);
    run_checks(model_stages, model_stages_count, name, arguments);
}
