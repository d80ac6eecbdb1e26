#include "resources.h"

#include <string.h>

static const VkImageSubresourceRange whole_image = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

// Answers nothing of a success.
static int good(const char *step, VkResult result) { return result == VK_SUCCESS || ok(step, result); }

// VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD and VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD, and protected memory: a
// device gives such memory to programs that enable a feature.
#define FEATURED (0xC0U | VK_MEMORY_PROPERTY_PROTECTED_BIT)

uint32_t memory_type(const struct device *device, uint32_t bits, VkMemoryPropertyFlags flags) {
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++)
        if (bits >> i & 1 && (device->memory.memoryTypes[i].propertyFlags & (flags | FEATURED)) == flags) return i;
    return UINT32_MAX;
}

static VkResult allocate(struct device *device, VkMemoryRequirements need, VkMemoryPropertyFlags flags,
                         const VkMemoryAllocateFlagsInfo *more, VkDeviceMemory *to) {
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = more,
                                 .allocationSize = need.size,
                                 .memoryTypeIndex = memory_type(device, need.memoryTypeBits, flags)};
    if (info.memoryTypeIndex == UINT32_MAX) return NO_MEMORY_TYPE;
    return made(device->AllocateMemory(device->handle, &info, callbacks_of("memory"), to), to);
}

// ---- buffers

static int make_buffer(const char *step, struct device *device, struct buffer *to, const VkBufferCreateInfo *info,
                       uint32_t alignments) {
    const VkMemoryAllocateFlagsInfo addressed = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                                 .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    VkMemoryRequirements need;
    memset(to, 0, sizeof *to);
    if (!good(step, made(device->CreateBuffer(device->handle, info, callbacks_of("buffer"), &to->handle), &to->handle))) return 0;
    device->GetBufferMemoryRequirements(device->handle, to->handle, &need);
    to->at = alignments * need.alignment;
    need.size += to->at;
    VkResult result = allocate(device, need,
                               VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                               info->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT ? &addressed : NULL, &to->memory);
    if (result == VK_SUCCESS) result = device->BindBufferMemory(device->handle, to->handle, to->memory, to->at);
    if (result == VK_SUCCESS) return 1;
    buffer_end(device, to);
    memset(to, 0, sizeof *to);  // it may be ended again
    return ok(step, result);
}

int buffer_make(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage) {
    return buffer_make_at(step, device, to, usage, 0);
}

int buffer_make_at(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage,
                   uint32_t alignments) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = BYTES, .usage = usage};
    return make_buffer(step, device, to, &info, alignments);
}

int buffer_make_large(const char *step, struct device *device, struct buffer *to, VkBufferUsageFlags usage,
                      VkDeviceSize size) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    return make_buffer(step, device, to, &info, 0);
}

void buffer_end(struct device *device, struct buffer *buffer) {
    device->DestroyBuffer(device->handle, buffer->handle, callbacks_of("buffer"));
    device->FreeMemory(device->handle, buffer->memory, callbacks_of("memory"));
}

int buffer_write(const char *step, struct device *device, struct buffer *buffer, const void *bytes) {
    void *place;
    VkResult result = device->MapMemory(device->handle, buffer->memory, buffer->at, VK_WHOLE_SIZE, 0, &place);
    if (!good(step, result)) return 0;
    memcpy(place, bytes, BYTES);
    device->UnmapMemory(device->handle, buffer->memory);
    return 1;
}

int buffer_read(const char *step, struct device *device, struct buffer *buffer, void *bytes) {
    void *place;
    VkResult result = device->MapMemory(device->handle, buffer->memory, buffer->at, VK_WHOLE_SIZE, 0, &place);
    if (!good(step, result)) return 0;
    memcpy(bytes, place, BYTES);
    device->UnmapMemory(device->handle, buffer->memory);
    return 1;
}

void buffer_answer(const char *step, struct device *device, struct buffer *buffer) {
    char bytes[BYTES];
    if (buffer_read(step, device, buffer, bytes)) answer_hash(step, bytes, BYTES);
}

// ---- images

VkImageCreateInfo image_info(VkImageUsageFlags usage) {
    return (VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = COLOUR,
                               .extent = {TINY, TINY, 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .usage = usage};
}

int image_is_offered(const struct device *device, const VkImageCreateInfo *info) {
    VkImageFormatProperties most = {.maxMipLevels = 0};
    VkResult result = device->instance->GetPhysicalDeviceImageFormatProperties(
        device->gpu, info->format, info->imageType, info->tiling, info->usage, info->flags, &most);
    return result == VK_SUCCESS && info->mipLevels <= most.maxMipLevels && info->arrayLayers <= most.maxArrayLayers &&
           info->extent.width <= most.maxExtent.width && info->extent.height <= most.maxExtent.height &&
           info->extent.depth <= most.maxExtent.depth &&
           (info->samples & most.sampleCounts) == info->samples;
}

int image_make(const char *step, struct device *device, struct image *to, VkImageUsageFlags usage) {
    const VkImageCreateInfo info = image_info(usage);
    return image_make_of(step, device, to, &info);
}

int image_make_of(const char *step, struct device *device, struct image *to, const VkImageCreateInfo *info) {
    VkMemoryRequirements need;
    memset(to, 0, sizeof *to);
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT) && !image_is_offered(device, info))
        return answer_left_out(step, "the device has no such images"), 0;
    if (!good(step, made(device->CreateImage(device->handle, info, callbacks_of("image"), &to->handle), &to->handle))) return 0;
    device->GetImageMemoryRequirements(device->handle, to->handle, &need);
    VkResult result = allocate(device, need, 0, NULL, &to->memory);
    if (result == VK_SUCCESS) result = device->BindImageMemory(device->handle, to->handle, to->memory, 0);
    if (result == VK_SUCCESS) return 1;
    image_end(device, to);
    memset(to, 0, sizeof *to);  // it may be ended again
    return ok(step, result);
}

VkResult image_view(struct device *device, const struct image *image, VkImageView *to) {
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = image->handle,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = COLOUR,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    return made(device->CreateImageView(device->handle, &info, callbacks_of("view"), to), to);
}

void image_end(struct device *device, struct image *image) {
    device->DestroyImage(device->handle, image->handle, callbacks_of("image"));
    device->FreeMemory(device->handle, image->memory, callbacks_of("memory"));
}

void image_become(struct device *device, VkCommandBuffer commands, struct image *image, VkImageLayout layout) {
    VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                   .oldLayout = image->layout,
                                   .newLayout = layout,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .image = image->handle,
                                   .subresourceRange = whole_image};
    device->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                               0, NULL, 0, NULL, 1, &change);
    image->layout = layout;
}

void image_copy_out(struct device *device, VkCommandBuffer commands, struct image *image, struct buffer *buffer) {
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageExtent = {TINY, TINY, 1}};
    image_become(device, commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    device->CmdCopyImageToBuffer(commands, image->handle, image->layout, buffer->handle, 1, &region);
    barrier(device, commands);
}

void barrier(struct device *device, VkCommandBuffer commands) {
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                           .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT |
                                            VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
    device->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL,
                               0, NULL);
}

// ---- command buffers

int recorder_make(const char *step, struct device *device, struct recorder *to) {
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = device->family};
    VkCommandBufferAllocateInfo one = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
    VkResult result =
        device->CreateCommandPool(device->handle, &pool, callbacks_of("command pool"), &to->pool);
    if (!good(step, result)) return 0;
    one.commandPool = to->pool;
    if (good(step, device->AllocateCommandBuffers(device->handle, &one, &to->commands))) return 1;
    recorder_end(device, to);
    return 0;
}

void recorder_end(struct device *device, struct recorder *recorder) {
    device->DestroyCommandPool(device->handle, recorder->pool, callbacks_of("command pool"));
}

int record_begin(const char *step, struct device *device, VkCommandBuffer commands) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    return good(step, device->BeginCommandBuffer(commands, &info));
}

int record_submit(const char *step, struct device *device, VkCommandBuffer commands) {
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                           .commandBufferCount = 1,
                           .pCommandBuffers = &commands};
    VkFence fence;
    VkResult result = device->EndCommandBuffer(commands);
    if (!good(step, result)) return 0;
    result = device->CreateFence(device->handle, &fence_info, callbacks_of("fence"), &fence);
    if (!good(step, result)) return 0;
    result = device->QueueSubmit(device->queue, 1, &submit, fence);
    if (result == VK_SUCCESS) result = device->WaitForFences(device->handle, 1, &fence, VK_TRUE, FOREVER);
    device->DestroyFence(device->handle, fence, callbacks_of("fence"));
    return ok(step, result);
}
