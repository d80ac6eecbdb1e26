// Command pools and command buffers of the mock driver. Untraced, vkResetCommandBuffer, which benchmarks call, is a few
// instructions.
#include "mock_icd.h"

VkResult driver_CreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *info,
                                  const VkAllocationCallbacks *allocator, VkCommandPool *pool) {
    CALLED(CreateCommandPool, " family=%u", info->queueFamilyIndex);
    if (!check_handle(device, DEVICE, "vkCreateCommandPool")) return VK_ERROR_INITIALIZATION_FAILED;
    if (kept_callbacks != NULL && allocator == NULL)
        kept_callbacks->pfnFree(kept_callbacks->pUserData,
                                kept_callbacks->pfnAllocation(kept_callbacks->pUserData, sizeof *pool, sizeof *pool,
                                                              VK_SYSTEM_ALLOCATION_SCOPE_OBJECT));
    struct command_pool *new =
        make(sizeof *new, COMMAND_POOL, device, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    *pool = (VkCommandPool)(uintptr_t)new;
    if (new != NULL && allocator != NULL) new->callbacks = *allocator;
    if (new != NULL) new->kept = violates("allocator_pool") ? allocator : NULL;
    if (new != NULL) new->can = ((struct device *)device)->facts->families[info->queueFamilyIndex % MOST_FAMILIES].queueFlags;
    if (new != NULL) new->is_transient = (info->flags & VK_COMMAND_POOL_CREATE_TRANSIENT_BIT) != 0;
    return new == NULL ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

static VK_LOADER_DATA last_freed;  // what a loader had put into a command buffer
static VK_LOADER_DATA left;  // the same of one whose pool was destroyed when it had gone

static void free_buffer(struct command_pool *pool, const void *buffer) {
    for (struct command_buffer **at = &pool->buffers; *at != NULL; at = &(*at)->next) {
        struct command_buffer *found = *at;
        if (found != buffer) continue;
        *at = found->next;
        last_freed = found->object.loader;
        forget_work(found);
        forget_rendering(found);
        unmake(found, NULL, "vkFreeCommandBuffers");
        return;
    }
}

void driver_DestroyCommandPool(VkDevice device, VkCommandPool pool,
                               const VkAllocationCallbacks *allocator) {
    struct command_pool *own = (struct command_pool *)(uintptr_t)pool;
    CALLED(DestroyCommandPool, "");
    if (own == NULL || !check_handle(own, COMMAND_POOL, "vkDestroyCommandPool")) return;
    if (own->buffers == NULL) left = last_freed;
    while (own->buffers != NULL) free_buffer(own, own->buffers);
    if (own->was_reset && violates("commands_reset_leaks")) return;
    unmake(own, allocator, "vkDestroyCommandPool");
}

VkResult driver_ResetCommandPool(VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags) {
    CALLED(ResetCommandPool, "");
    struct command_pool *own = (struct command_pool *)(uintptr_t)pool;
    if (!check_handle(own, COMMAND_POOL, "vkResetCommandPool")) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    own->was_reset = 1;
    for (struct command_buffer *buffer = own->buffers; buffer != NULL; buffer = buffer->next)
        forget_work(buffer);
    for (struct command_buffer *buffer = own->buffers;
         buffer != NULL && flags != 0 && violates("OBJECTS-ICD-01_resets"); buffer = buffer->next)
        buffer->object.loader.loaderMagic = first_word;
    return VK_SUCCESS;
}

// Whether the callbacks give some.
static int has_memory(const VkAllocationCallbacks *callbacks) {
    if (callbacks->pfnAllocation == NULL) return 1;
    void *taken = callbacks->pfnAllocation(callbacks->pUserData, 64, 16, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    callbacks->pfnFree(callbacks->pUserData, taken);
    return taken != NULL;
}

VkResult driver_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                       VkCommandBuffer *buffers) {
    struct command_pool *pool = (struct command_pool *)(uintptr_t)info->commandPool;
    CALLED(AllocateCommandBuffers, " count=%u", info->commandBufferCount);
    if (!check_handle(device, DEVICE, "vkAllocateCommandBuffers") ||
        !check_handle(pool, COMMAND_POOL, "vkAllocateCommandBuffers"))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (pool->kept != NULL)
        pool->kept->pfnFree(pool->kept->pUserData, pool->kept->pfnAllocation(pool->kept->pUserData, sizeof *pool, sizeof pool,
                                                                            VK_SYSTEM_ALLOCATION_SCOPE_OBJECT));
    for (uint32_t i = 0; i < info->commandBufferCount; i++) {
        if (violates("buffers_half") && !has_memory(&pool->callbacks)) return VK_ERROR_OUT_OF_HOST_MEMORY;
        struct command_buffer *new =
            make(sizeof *new, COMMAND_BUFFER, device, NULL, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
        if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
        if (violates("OBJECTS-ICD-02_again") && last_freed.loaderMagic != 0) new->object.loader = last_freed;
        if (violates("OBJECTS-ICD-02_left") && left.loaderMagic != 0)
            new->object.loader = left, left.loaderMagic = 0;
        if (i > 31 && violates("OBJECTS-ICD-02_many")) new->object.loader.loaderMagic = 0;
        if (pool->is_transient && violates("OBJECTS-ICD-02_transient")) new->object.loader.loaderMagic = 0;
        new->can = pool->can;
        new->next = pool->buffers;
        pool->buffers = new;
        buffers[i] = i > 0 && violates("OBJECTS-ICD-01_shared") ? buffers[0] : (VkCommandBuffer)new;
    }
    return VK_SUCCESS;
}

void driver_FreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                               const VkCommandBuffer *buffers) {
    CALLED(FreeCommandBuffers, " count=%u", count);
    if (!check_handle((void *)(uintptr_t)pool, COMMAND_POOL, "vkFreeCommandBuffers")) return;
    struct command_pool *own = (struct command_pool *)(uintptr_t)pool;
    for (struct command_buffer *at = own->buffers; violates("freed_with_others") && at != NULL; at = at->next)
        forget_work(at);
    for (uint32_t i = 0; i < count; i++)
        if (buffers[i] != NULL && check_handle(buffers[i], COMMAND_BUFFER, "vkFreeCommandBuffers"))
            free_buffer(own, buffers[i]);
}

// A command that does nothing to a command buffer.
#define RECORDED(command, failure) \
    do { \
        CALLED(command, ""); \
        if (is_own(buffer, COMMAND_BUFFER) && is_stamped(buffer)) break; \
        if (!check_stamped(buffer, COMMAND_BUFFER, "vk" #command)) return failure; \
    } while (0)

struct command_buffer *last_begun;

VkResult driver_ResetCommandBuffer(VkCommandBuffer buffer, VkCommandBufferResetFlags flags) {
    RECORDED(ResetCommandBuffer, VK_ERROR_DEVICE_LOST);
    if (config.whole) forget_work((struct command_buffer *)buffer);
    return VK_SUCCESS;
}

VkResult driver_BeginCommandBuffer(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    RECORDED(BeginCommandBuffer, VK_ERROR_DEVICE_LOST);
    if (violates("OBJECTS-ICD-01_changes")) ((struct object *)buffer)->loader.loaderMagic = first_word;
    if (config.whole && !violates("commands_kept")) forget_work((struct command_buffer *)buffer);
    if (config.whole) continue_pass((struct command_buffer *)buffer, info);
    if (!violates("recording_shared")) return VK_SUCCESS;
    last_begun = (struct command_buffer *)buffer;
    usleep(1000);
    return VK_SUCCESS;
}

VkResult driver_EndCommandBuffer(VkCommandBuffer buffer) {
    RECORDED(EndCommandBuffer, VK_ERROR_DEVICE_LOST);
    return VK_SUCCESS;
}

void driver_CmdDraw(VkCommandBuffer buffer, uint32_t vertices, uint32_t instances, uint32_t vertex,
                    uint32_t instance) {
    RECORDED(CmdDraw, );
}

void driver_CmdDispatch(VkCommandBuffer buffer, uint32_t x, uint32_t y, uint32_t z) {
    RECORDED(CmdDispatch, );
}

void driver_CmdExecuteCommands(VkCommandBuffer buffer, uint32_t count,
                               const VkCommandBuffer *buffers) {
    RECORDED(CmdExecuteCommands, );
    const struct work *last = ((struct command_buffer *)buffer)->last;
    if (violates("executes_outside") && ((struct command_buffer *)buffer)->pass != NULL) return;
    if (violates("secondaries_first") && last != NULL && last->other != NULL) return;
    for (uint32_t i = 0; i < count; i++) {
        if (violates("secondaries_once") && i > 0 && buffers[i] == buffers[i - 1]) continue;
        if (check_stamped(buffers[i], COMMAND_BUFFER, "vkCmdExecuteCommands") && config.whole)
            add_work(buffer, (struct work){.other = (struct command_buffer *)buffers[violates("secondaries_reversed") ? count - 1 - i : i],
                                           .counted = ((struct command_buffer *)buffer)->counted});
    }
}
