// The act "states", memory that several objects have, or several ranges: two buffers of one range show the same, a range
// that is flushed keeps its content, two images are bound by one call. What was submitted is done when the queue is idle.
#include "states.h"

enum { IMAGES = 2, FILLS = 8, LARGE = 4 << 20, WORDS = BYTES / sizeof(uint32_t) };

// ---- one range of memory

// The second buffer is bound where the first one is.
static void share(struct player *player, const struct buffer *first, VkBuffer second) {
    struct device *device = player->device;
    const VkBufferCopy whole = {0, 0, BYTES};
    uint32_t right = 0;
    if (device->BindBufferMemory(device->handle, second, first->memory, 0) != VK_SUCCESS) return;
    states_clear(player);
    if (!states_begin(player)) return;
    device->CmdFillBuffer(player->recorder.commands, first->handle, 0, VK_WHOLE_SIZE, FIRST_NUMBER);
    barrier(device, player->recorder.commands);
    device->CmdCopyBuffer(player->recorder.commands, second, player->buffer.handle, 1, &whole);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += player->words[i] == FIRST_NUMBER;
    find(player, "bindings.shared", right);
}

static void share_range(struct player *player) {
    struct device *device = player->device;
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = BYTES, .usage = usage};
    struct buffer first;
    VkBuffer second;
    if (!buffer_make("buffer", device, &first, usage)) return;
    if (device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), &second) == VK_SUCCESS) {
        VkMemoryRequirements needs[2];
        device->GetBufferMemoryRequirements(device->handle, first.handle, &needs[0]);
        device->GetBufferMemoryRequirements(device->handle, second, &needs[1]);
        if (states_alike(&needs[0], &needs[1])) share(player, &first, second);
        device->DestroyBuffer(device->handle, second, callbacks_of("buffer"));
    }
    buffer_end(device, &first);
}

static uint32_t kept(const uint32_t *words) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < WORDS; i++) count += words[i] == FIRST_NUMBER + i;
    return count;
}

// Of coherent memory nothing has to be flushed, and all of it may be.
static void flush_mapped(struct player *player, const struct buffer *buffer, uint32_t *words) {
    struct device *device = player->device;
    const VkMappedMemoryRange whole = {
        .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = buffer->memory, .size = VK_WHOLE_SIZE};
    for (uint32_t i = 0; i < WORDS; i++) words[i] = FIRST_NUMBER + i;
    VkResult result = device->FlushMappedMemoryRanges(device->handle, 1, &whole);
    find(player, "bindings.flushed", result);
    if (result == VK_SUCCESS) find(player, "bindings.after_flush", kept(words));
    for (uint32_t i = 0; i < WORDS; i++) words[i] = FIRST_NUMBER + i;
    if (result != VK_SUCCESS) return;
    result = device->InvalidateMappedMemoryRanges(device->handle, 1, &whole);
    find(player, "bindings.invalidated", result);
    if (result == VK_SUCCESS) find(player, "bindings.after_invalidation", kept(words));
}

static void flush(struct player *player) {
    struct device *device = player->device;
    struct buffer buffer;
    void *at;
    if (!buffer_make("buffer", device, &buffer, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) return;
    if (device->MapMemory(device->handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &at) == VK_SUCCESS) {
        flush_mapped(player, &buffer, at);
        device->UnmapMemory(device->handle, buffer.memory);
    }
    buffer_end(device, &buffer);
}

// ---- two images by one call

static const VkClearColorValue colours[IMAGES] = {{.float32 = {1, 0, 0, 1}}, {.float32 = {0, 1, 1, 0}}};
static const uint32_t texels[IMAGES] = {0xFF0000FFU, 0x00FFFF00U};

static void clear_and_read(struct player *player, const VkImage images[IMAGES], int which, const char *what) {
    struct device *device = player->device;
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    const VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {TINY, TINY, 1}};
    uint32_t right = 0;
    states_clear(player);
    if (!states_begin(player)) return;
    for (int i = 0; i < IMAGES; i++) {
        states_enter(player, images[i]);
        device->CmdClearColorImage(player->recorder.commands, images[i], VK_IMAGE_LAYOUT_GENERAL, &colours[i], 1, &all);
    }
    barrier(device, player->recorder.commands);
    device->CmdCopyImageToBuffer(player->recorder.commands, images[which], VK_IMAGE_LAYOUT_GENERAL, player->buffer.handle, 1, &whole);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += player->words[i] == texels[which];
    find(player, what, right);
}

static void end_images(struct device *device, const VkImage images[IMAGES], int count) {
    while (count > 0) device->DestroyImage(device->handle, images[--count], callbacks_of("image"));
}

static void bind(struct player *player, const VkImage images[IMAGES], const VkMemoryRequirements *need) {
    struct device *device = player->device;
    PFN_vkBindImageMemory2 bind_more = DEVICE_COMMAND(device, BindImageMemory2);
    const VkDeviceSize step = (need->size + need->alignment - 1) / need->alignment * need->alignment;
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = IMAGES * step,
                                       .memoryTypeIndex = memory_type(device, need->memoryTypeBits, 0)};
    VkDeviceMemory memory;
    if (bind_more == NULL || info.memoryTypeIndex == UINT32_MAX ||
        device->AllocateMemory(device->handle, &info, callbacks_of("memory"), &memory) != VK_SUCCESS) {
        end_images(device, images, IMAGES);
        return;
    }
    const VkBindImageMemoryInfo infos[IMAGES] = {
        {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = images[0], .memory = memory},
        {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = images[1], .memory = memory, .memoryOffset = step}};
    if (bind_more(device->handle, IMAGES, infos) == VK_SUCCESS) {
        clear_and_read(player, images, 0, "bindings.first_image");
        clear_and_read(player, images, 1, "bindings.second_image");
    }
    end_images(device, images, IMAGES);
    device->FreeMemory(device->handle, memory, callbacks_of("memory"));
}

static void bind_two(struct player *player) {
    struct device *device = player->device;
    const VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkMemoryRequirements needs[IMAGES];
    VkImage images[IMAGES];
    int count = 0;
    if (device->api < VK_API_VERSION_1_1 || DEVICE_COMMAND(device, BindImageMemory2) == NULL || !image_is_offered(device, &info)) return;
    if (!(device->can & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT))) return;  // colours are cleared
    for (; count < IMAGES; count++) {
        if (device->CreateImage(device->handle, &info, callbacks_of("image"), &images[count]) != VK_SUCCESS) break;
        device->GetImageMemoryRequirements(device->handle, images[count], &needs[count]);
    }
    if (count == IMAGES && needs[0].alignment > 0 && states_alike(&needs[0], &needs[1]) &&
        memory_type(device, needs[0].memoryTypeBits, 0) != UINT32_MAX)
        return bind(player, images, &needs[0]);
    end_images(device, images, count);
}

// ---- an idle queue

static void idle(struct player *player) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    struct buffer large;
    if (!buffer_make_large("buffer", device, &large, VK_BUFFER_USAGE_TRANSFER_DST_BIT, LARGE)) return;
    if (states_begin(player)) {
        for (uint32_t i = 0; i < FILLS; i++) {
            device->CmdFillBuffer(commands, large.handle, 0, VK_WHOLE_SIZE, i);
            barrier(device, commands);
        }
        if (device->EndCommandBuffer(commands) == VK_SUCCESS && device->QueueSubmit(device->queue, 1, &submit, player->fence) == VK_SUCCESS) {
            VkResult result = device->QueueWaitIdle(device->queue);
            if (result == VK_SUCCESS) find(player, "bindings.idle", device->GetFenceStatus(device->handle, player->fence));
            result = states_wait(player, player->fence);
            if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &player->fence);
            player->is_lost = result != VK_SUCCESS;
        }
    }
    buffer_end(device, &large);
}

void states_of_bindings(struct player *player) {
    if (player->is_lost) return;
    share_range(player);
    flush(player);
    if (!player->is_lost) bind_two(player);
    if (!player->is_lost) idle(player);
}
