// The act "states", a buffer whose memory is bound in pages by a queue (sparseBinding): both are where they were bound to, and what
// is in the memory of one is found in the other's place once they are exchanged.
#include "featured.h"

enum { MOST_PAGE = 1 << 22, HALF = BYTES / 2, WORDS = BYTES / sizeof(uint32_t) };

struct paged {
    struct player *player;
    PFN_vkQueueBindSparse bind;
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize page;
};

static VkResult buffer_of(struct paged *paged, VkDeviceSize size, VkMemoryRequirements *need) {
    struct device *device = paged->player->device;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT,
                                     .size = size,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkResult result = made(device->CreateBuffer(device->handle, &info, callbacks_of("buffer"), &paged->buffer), &paged->buffer);
    if (result == VK_SUCCESS) device->GetBufferMemoryRequirements(device->handle, paged->buffer, need);
    return result;
}

// The alignment of such a buffer is the least that can be bound. Two pages of it are the buffer.
static int make(struct paged *paged) {
    struct device *device = paged->player->device;
    VkMemoryRequirements need;
    if (buffer_of(paged, BYTES, &need) != VK_SUCCESS) return 0;
    device->DestroyBuffer(device->handle, paged->buffer, callbacks_of("buffer"));
    paged->buffer = 0;
    paged->page = need.alignment;
    if (paged->page < BYTES || paged->page > MOST_PAGE || buffer_of(paged, 2 * paged->page, &need) != VK_SUCCESS) return 0;
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .allocationSize = need.size,
                                       .memoryTypeIndex = memory_type(device, need.memoryTypeBits, 0)};
    return need.size == 2 * paged->page && need.alignment == paged->page && info.memoryTypeIndex != UINT32_MAX &&
           made(device->AllocateMemory(device->handle, &info, callbacks_of("memory"), &paged->memory), &paged->memory) == VK_SUCCESS;
}

// Each page gets one half of the memory, or the other one's. Whether that is done.
static int bind(struct paged *paged, int are_exchanged) {
    struct player *player = paged->player;
    struct device *device = player->device;
    const VkDeviceSize page = paged->page;
    const VkSparseMemoryBind binds[] = {{0, page, paged->memory, are_exchanged ? page : 0, 0},
                                        {page, page, paged->memory, are_exchanged ? 0 : page, 0}};
    const VkSparseBufferMemoryBindInfo of_buffer = {paged->buffer, COUNT(binds), binds};
    const VkBindSparseInfo info = {.sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO, .bufferBindCount = 1, .pBufferBinds = &of_buffer};
    pthread_mutex_lock(player->queue);
    VkResult result = paged->bind(device->queue, 1, &info, player->fence);
    pthread_mutex_unlock(player->queue);
    if (result != VK_SUCCESS) return 0;
    result = states_wait(player, player->fence);
    if (result == VK_SUCCESS) result = device->ResetFences(device->handle, 1, &player->fence);
    player->is_lost = result != VK_SUCCESS;
    return !player->is_lost;
}

// Half of the words are the last ones of the first page, and half the first ones of the second.
static void look_at(struct paged *paged, const char *what, uint32_t first, uint32_t second) {
    struct player *player = paged->player;
    const VkBufferCopy middle = {paged->page - HALF, 0, BYTES};
    uint32_t right = 0;
    states_clear(player);
    if (!states_begin(player)) return;
    player->device->CmdCopyBuffer(player->recorder.commands, paged->buffer, player->buffer.handle, 1, &middle);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < WORDS; i++) right += player->words[i] == (i < WORDS / 2 ? first : second);
    find(player, what, right);
}

static void ask(struct paged *paged) {
    struct player *player = paged->player;
    VkCommandBuffer commands = player->recorder.commands;
    if (!bind(paged, 0) || !states_begin(player)) return;
    player->device->CmdFillBuffer(commands, paged->buffer, 0, paged->page, FIRST_NUMBER);
    player->device->CmdFillBuffer(commands, paged->buffer, paged->page, paged->page, SECOND_NUMBER);
    if (!states_end(player)) return;
    look_at(paged, "pages.bound", FIRST_NUMBER, SECOND_NUMBER);
    if (!player->is_lost && bind(paged, 1)) look_at(paged, "pages.exchanged", SECOND_NUMBER, FIRST_NUMBER);
}

void states_of_pages(const struct featured *featured) {
    struct device *device = featured->player->device;
    struct paged paged = {.player = featured->player, .bind = DEVICE_COMMAND(device, QueueBindSparse)};
    if (!featured->offers->all.features.sparseBinding || !(device->can & VK_QUEUE_SPARSE_BINDING_BIT) || paged.bind == NULL) return;
    if (featured->player->is_lost) return;
    if (make(&paged)) ask(&paged);
    device->DestroyBuffer(device->handle, paged.buffer, callbacks_of("buffer"));
    device->FreeMemory(device->handle, paged.memory, callbacks_of("memory"));
}
