// The act "states", images of depth and stencil that are cleared: each range is cleared in its own aspects, and what no
// range names stays as it is. Both values are exact.
#include "../states.h"

#define FIRST_STENCIL 0x11U
#define SECOND_STENCIL 0xA5U

#define COPIED (VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT)

enum { BOTH_ASPECTS = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT };

struct clearing {
    struct player *player;
    VkFormat format;
    VkImage image;
    VkDeviceMemory memory;
};

static VkImageSubresourceRange range(VkImageAspectFlags aspects) {
    return (VkImageSubresourceRange){aspects, 0, 1, 0, 1};
}

static void become(struct clearing *clearing, VkImageLayout from, VkImageLayout to) {
    struct device *device = clearing->player->device;
    const VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                         .oldLayout = from,
                                         .newLayout = to,
                                         .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                         .image = clearing->image,
                                         .subresourceRange = range(BOTH_ASPECTS)};
    device->CmdPipelineBarrier(clearing->player->recorder.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

static void clear(struct clearing *clearing, float depth, uint32_t stencil, uint32_t count,
                  const VkImageSubresourceRange *ranges) {
    struct device *device = clearing->player->device;
    PFN_vkCmdClearDepthStencilImage command = DEVICE_COMMAND(device, CmdClearDepthStencilImage);
    const VkClearDepthStencilValue value = {depth, stencil};
    const VkImageLayout layout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    command(clearing->player->recorder.commands, clearing->image, layout, &value, count, ranges);
    become(clearing, layout, layout);
}

enum last { EACH, STENCILS, BOTH };

// Both aspects by one range, then each by its own, and then what is cleared last: the stencil alone, or both by one range again.
// One aspect is copied out.
static int run(struct clearing *clearing, enum last last, VkImageAspectFlags aspect) {
    struct player *player = clearing->player;
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    const VkImageSubresourceRange whole = range(BOTH_ASPECTS),
                                  each[] = {range(VK_IMAGE_ASPECT_DEPTH_BIT), range(VK_IMAGE_ASPECT_STENCIL_BIT)};
    const VkBufferImageCopy out = {.imageSubresource = {aspect, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    states_clear(player);
    if (device->BeginCommandBuffer(commands, &info) != VK_SUCCESS) return 0;
    become(clearing, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    clear(clearing, 0, FIRST_STENCIL, 1, &whole);
    clear(clearing, 1, SECOND_STENCIL, COUNT(each), each);
    if (last != EACH) clear(clearing, 0, FIRST_STENCIL, last == BOTH ? COUNT(each) : 1, last == BOTH ? each : &each[1]);
    if (last == BOTH) clear(clearing, 1, SECOND_STENCIL, 1, &whole);
    become(clearing, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    device->CmdCopyImageToBuffer(commands, clearing->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, player->buffer.handle,
                                 1, &out);
    barrier(device, commands);
    return device->EndCommandBuffer(commands) == VK_SUCCESS && states_run(player, commands);
}

static uint32_t count_stencils(const struct clearing *clearing) {
    const unsigned char *bytes = (const unsigned char *)clearing->player->words;
    uint32_t right = 0;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += bytes[i] == SECOND_STENCIL;
    return right;
}

static void clear_and_look(struct clearing *clearing) {
    struct player *player = clearing->player;
    if (!run(clearing, EACH, VK_IMAGE_ASPECT_DEPTH_BIT)) return;
    find(player, "clears.first_range", states_count_depths(player, clearing->format));
    if (!run(clearing, EACH, VK_IMAGE_ASPECT_STENCIL_BIT)) return;
    find(player, "clears.second_range", count_stencils(clearing));
    if (!run(clearing, STENCILS, VK_IMAGE_ASPECT_DEPTH_BIT)) return;
    find(player, "clears.other_aspect", states_count_depths(player, clearing->format));
    if (!run(clearing, BOTH, VK_IMAGE_ASPECT_DEPTH_BIT)) return;
    find(player, "clears.depth_of_both", states_count_depths(player, clearing->format));
    if (run(clearing, BOTH, VK_IMAGE_ASPECT_STENCIL_BIT)) find(player, "clears.stencil_of_both", count_stencils(clearing));
}

static VkResult make(struct clearing *clearing, const VkImageCreateInfo *info) {
    struct device *device = clearing->player->device;
    VkMemoryRequirements need;
    VkResult result = device->CreateImage(device->handle, info, callbacks_of("image"), &clearing->image);
    if (made(result, &clearing->image) != VK_SUCCESS) return result;
    device->GetImageMemoryRequirements(device->handle, clearing->image, &need);
    const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = need.size,
                                         .memoryTypeIndex = memory_type(device, need.memoryTypeBits, 0)};
    if (memory.memoryTypeIndex == UINT32_MAX) return NO_MEMORY_TYPE;
    result = device->AllocateMemory(device->handle, &memory, callbacks_of("memory"), &clearing->memory);
    if (made(result, &clearing->memory) != VK_SUCCESS) return result;
    return device->BindImageMemory(device->handle, clearing->image, clearing->memory, 0);
}

// What formats can be copied is not said by devices of 1.0.
void states_of_clears(struct player *player) {
    struct device *device = player->device;
    struct clearing clearing = {.player = player};
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) || device->api < VK_API_VERSION_1_1) return;
    if (DEVICE_COMMAND(device, CmdClearDepthStencilImage) == NULL || !states_choose_depths(player, &info, COPIED)) return;
    clearing.format = info.format;
    if (make(&clearing, &info) == VK_SUCCESS) clear_and_look(&clearing);
    device->DestroyImage(device->handle, clearing.image, callbacks_of("image"));
    device->FreeMemory(device->handle, clearing.memory, callbacks_of("memory"));
}
