// Liberties with parts of images, with lists and with the call for which something is done: the free layer keeps how many
// levels an image has in five bits (levels_in_bits), or how many its extent has (levels_of_extent), and counts those that remain
// in views; has a barrier for each level (splits_levels); records a barrier of no memory with the next one or at the end
// (joins_barriers); gives the images of a swapchain that it read when that was made (keeps_images); makes compute pipelines one by
// one, with their bases by handle (bases_by_handle); gives nothing to inherit to primary command buffers (levels_of_buffers);
// and asks for results of queries again, and waits, when they are there (polls_first). For one thread.
#include "../../refloader/native/generated/vk_core.h"
#include "free_layer.h"

#define NEXT(object, command) ((PFN_vk##command)next_of(object, "vk" #command))
#define REMAINING UINT32_MAX
#define MANY 256U

static PFN_vkVoidFunction next_of(const void *object, const char *name) {
    const struct below *own = find_below(object);
    return own->GetDeviceProcAddr((VkDevice)own->handle, name);
}

// ---- levels

static struct {
    VkImage image;
    unsigned levels : 5;
} images[MANY];
static uint32_t known_images;

static uint32_t levels_of(VkExtent3D extent) {
    uint32_t levels = 1;
    while (extent.width >> levels != 0 || extent.height >> levels != 0 || extent.depth >> levels != 0) levels++;
    return levels;
}

static VkResult counting_CreateImage(VkDevice device, const VkImageCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                     VkImage *image) {
    VkResult result = NEXT(device, CreateImage)(device, info, callbacks, image);
    uint32_t chain = levels_of(info->extent), levels = info->mipLevels;
    if (takes("levels_of_extent") && chain < levels) levels = chain;
    if (result != VK_SUCCESS) return result;
    images[known_images % MANY].image = *image;
    images[known_images++ % MANY].levels = levels & 31;
    return result;
}

static uint32_t remaining_of(VkImage image, uint32_t first) {
    for (uint32_t i = known_images < MANY ? known_images : MANY; i-- > 0;)
        if (images[i].image == image) return images[i].levels - first;
    return REMAINING;
}

static VkResult counting_CreateImageView(VkDevice device, const VkImageViewCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                         VkImageView *view) {
    VkImageViewCreateInfo made = *info;
    VkImageSubresourceRange *range = &made.subresourceRange;
    if (range->levelCount == REMAINING) range->levelCount = remaining_of(info->image, range->baseMipLevel);
    return NEXT(device, CreateImageView)(device, &made, callbacks, view);
}

static void splitting_CmdPipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                         VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier *barriers,
                                         uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
                                         const VkImageMemoryBarrier *given) {
    enum { LEVELS = 4 };  // of each image
    VkImageMemoryBarrier made[MOST];
    uint32_t used = 0;
    for (uint32_t i = 0; i < image_count; i++) {
        int is_rest = given[i].subresourceRange.levelCount == REMAINING;
        for (uint32_t level = 0; level < (is_rest ? LEVELS : 1); level++) {
            if (used == MOST)
                return NEXT(commands, CmdPipelineBarrier)(commands, from, to, flags, count, barriers, buffer_count, buffers,
                                                          image_count, given);
            made[used] = given[i];
            if (is_rest) made[used].subresourceRange.baseMipLevel += level, made[used].subresourceRange.levelCount = 1;
            used++;
        }
    }
    NEXT(commands, CmdPipelineBarrier)(commands, from, to, flags, count, barriers, buffer_count, buffers, used, made);
}

// ---- joins_barriers

static struct {
    VkCommandBuffer commands;
    VkPipelineStageFlags from, to;
} joined;

static void joining_CmdPipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                       VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier *barriers,
                                       uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
                                       const VkImageMemoryBarrier *given) {
    if (joined.commands == commands) from |= joined.from, to |= joined.to;
    joined.commands = NULL;
    if (count + buffer_count + image_count == 0) {
        joined.commands = commands, joined.from = from, joined.to = to;
        return;
    }
    NEXT(commands, CmdPipelineBarrier)(commands, from, to, flags, count, barriers, buffer_count, buffers, image_count, given);
}

static VkResult joining_EndCommandBuffer(VkCommandBuffer commands) {
    if (joined.commands == commands)
        NEXT(commands, CmdPipelineBarrier)(commands, joined.from, joined.to, 0, 0, NULL, 0, NULL, 0, NULL);
    joined.commands = NULL;
    return NEXT(commands, EndCommandBuffer)(commands);
}

// ---- keeps_images

static struct {
    VkSwapchainKHR swapchain;
    uint32_t count;
    VkImage images[8];
} swapchains[MANY];
static uint32_t swapchain_count;

static VkResult keeping_CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *info, const VkAllocationCallbacks *callbacks,
                                           VkSwapchainKHR *swapchain) {
    VkResult result = NEXT(device, CreateSwapchainKHR)(device, info, callbacks, swapchain);
    uint32_t at = swapchain_count % MANY;
    if (result != VK_SUCCESS) return result;
    swapchains[at].count = 8;
    PFN_vkGetSwapchainImagesKHR get = NEXT(device, GetSwapchainImagesKHR);
    if (get(device, *swapchain, &swapchains[at].count, swapchains[at].images) != VK_SUCCESS) return result;
    swapchains[at].swapchain = *swapchain;
    swapchain_count++;
    return result;
}

static VkResult keeping_GetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain, uint32_t *count, VkImage *to) {
    for (uint32_t i = MANY; i-- > 0 && to != NULL;) {
        if (swapchains[i].swapchain != swapchain || swapchain == 0) continue;
        uint32_t room = *count;
        *count = room < swapchains[i].count ? room : swapchains[i].count;
        memcpy(to, swapchains[i].images, *count * sizeof *to);
        return *count < swapchains[i].count ? VK_INCOMPLETE : VK_SUCCESS;
    }
    return NEXT(device, GetSwapchainImagesKHR)(device, swapchain, count, to);
}

// ---- bases_by_handle

static VkResult based_CreateComputePipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                             const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *callbacks,
                                             VkPipeline *made) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count; i++) made[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        VkComputePipelineCreateInfo one = infos[i];
        if ((one.flags & 4U) != 0 && one.basePipelineIndex >= 0) {
            one.basePipelineHandle = made[one.basePipelineIndex];
            one.basePipelineIndex = -1;
        }
        VkResult own = NEXT(device, CreateComputePipelines)(device, cache, 1, &one, callbacks, &made[i]);
        if (own != VK_SUCCESS) result = own;
        if (own < 0) break;
    }
    return result;
}

// ---- levels_of_buffers

static struct { VkCommandBuffer buffer; int is_secondary; } leveled[MANY];
static uint32_t leveled_count;

static VkResult leveling_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *to) {
    VkResult result = NEXT(device, AllocateCommandBuffers)(device, info, to);
    for (uint32_t i = 0; i < info->commandBufferCount && result == VK_SUCCESS; i++) {
        *(void **)to[i] = key(device);
        leveled[leveled_count % MANY].buffer = to[i];
        leveled[leveled_count++ % MANY].is_secondary = info->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    }
    return result;
}

static VkResult leveling_BeginCommandBuffer(VkCommandBuffer commands, const VkCommandBufferBeginInfo *info) {
    VkCommandBufferBeginInfo made = *info;
    for (uint32_t i = MANY; i-- > 0;)
        if (leveled[i].buffer == commands) {
            if (!leveled[i].is_secondary) made.pInheritanceInfo = NULL;
            break;
        }
    return NEXT(commands, BeginCommandBuffer)(commands, &made);
}

// ---- polls_first

typedef VkResult (*PFN_results)(VkDevice, VkQueryPool, uint32_t, uint32_t, size_t, void *, VkDeviceSize, uint32_t);
static VkResult polling_GetQueryPoolResults(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count, size_t size,
                                            void *data, VkDeviceSize stride, uint32_t flags) {
    PFN_results next = (PFN_results)next_of(device, "vkGetQueryPoolResults");
    VkResult result = next(device, pool, first, count, size, data, stride, flags);
    return result == VK_SUCCESS && (flags & 2) == 0 ? next(device, pool, first, count, size, data, stride, flags | 2) : result;
}

#define ROW(liberty, kind, command) {liberty, {"vk" #command, (PFN_vkVoidFunction)kind##_##command, 1, 0, 0}}
static const struct {
    const char *liberty;
    struct name name;
} rows[] = {
    ROW("levels_in_bits", counting, CreateImage), ROW("levels_in_bits", counting, CreateImageView),
    ROW("levels_of_extent", counting, CreateImage), ROW("levels_of_extent", counting, CreateImageView),
    ROW("splits_levels", splitting, CmdPipelineBarrier), ROW("joins_barriers", joining, CmdPipelineBarrier),
    ROW("joins_barriers", joining, EndCommandBuffer), ROW("keeps_images", keeping, CreateSwapchainKHR),
    ROW("keeps_images", keeping, GetSwapchainImagesKHR), ROW("bases_by_handle", based, CreateComputePipelines),
    ROW("levels_of_buffers", leveling, AllocateCommandBuffers), ROW("levels_of_buffers", leveling, BeginCommandBuffer),
    ROW("polls_first", polling, GetQueryPoolResults)};

const struct name *find_part(const char *name) {
    for (size_t i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].name.name, name) == 0 && takes(rows[i].liberty)) return &rows[i].name;
    return NULL;
}
