// With checks_calls: the free layer ends the process in calls that are not valid, as layers may that rely on the
// specification. It knows command buffers (whose pool, whether they are recorded), timelines, and what is presented. With
// makes_companions it allocates one more command buffer for itself in each call, with asks_counters it answers waits of
// no time by the values of the semaphores, with tries_queries it asks for queries in blocks, and again for those that are
// not ready. Not for several threads at once.
#include "../../refloader/native/generated/vk_core.h"
#include "free_layer.h"

#define MANY 65536U
#define MOST_IMAGES 8U  // of a swapchain

enum state { INITIAL, RECORDING, EXECUTABLE };
static struct buffer {
    VkCommandBuffer handle;
    VkCommandPool pool;
    const struct below *below; // devices may have pools of one handle
    int is_secondary, is_in_pass, is_simultaneous; // the last: with VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT
    enum state state;
} buffers[MANY];
static uint32_t buffer_count;
static VkSemaphore timelines[MANY];
static uint32_t timeline_count;

static void need(int is_valid) {
    if (!is_valid) abort();
}

static struct buffer *find_buffer(VkCommandBuffer handle) {
    for (uint32_t i = buffer_count; i-- > 0;)
        if (buffers[i].handle == handle) return &buffers[i];
    abort();
}

#define CALLED(C) \
    C(AllocateCommandBuffers) C(FreeCommandBuffers) C(BeginCommandBuffer) C(EndCommandBuffer) C(CmdExecuteCommands) \
    C(CmdSetLineWidth) C(CmdBeginRenderPass) C(CmdEndRenderPass) C(QueueSubmit) C(GetQueryPoolResults) \
    C(ResetCommandBuffer) C(ResetCommandPool) \
    C(CreateSemaphore) C(GetSemaphoreCounterValue) C(WaitSemaphores) C(SignalSemaphore) C(QueuePresentKHR) \
    C(AcquireNextImageKHR) C(GetSwapchainImagesKHR)
#define PLACE(command) PLACE_##command,
enum { CALLED(PLACE) PLACES };
_Static_assert(PLACES <= MOST_CHECKING, "more commands than places");

void fill_checking(struct below *made) {
#define CALLED_NAME(command) "vk" #command,
    static const char *const called[PLACES] = {CALLED(CALLED_NAME)};
    for (size_t i = 0; i < COUNT(called) && takes("checks_calls"); i++)
        made->checking[i] = made->GetDeviceProcAddr((VkDevice)made->handle, called[i]);
}

#define NEXT(object, command) ((PFN_vk##command)find_below(object)->checking[PLACE_##command])

static void make_companion(VkDevice device, const VkCommandBufferAllocateInfo *info) {
    VkCommandBufferAllocateInfo one = *info;
    VkCommandBuffer companion = NULL;
    one.commandBufferCount = 1;
    if (NEXT(device, AllocateCommandBuffers)(device, &one, &companion) == VK_SUCCESS && companion != NULL)
        *(void **)companion = key(device);
}

static VkResult checking_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                                VkCommandBuffer *made) {
    VkResult result = NEXT(device, AllocateCommandBuffers)(device, info, made);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->commandBufferCount; i++) {
        learn(made[i], find_below(device));
        need(buffer_count < MANY);
        buffers[buffer_count++] = (struct buffer){
            made[i], info->commandPool, find_below(device), info->level != 0, 0, 0, INITIAL};
    }
    if (takes("makes_companions")) make_companion(device, info);
    return result;
}

static void checking_FreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                                        const VkCommandBuffer *freed) {
    for (uint32_t i = 0; i < count; i++) need(freed[i] == NULL || find_buffer(freed[i])->pool == pool);
    NEXT(device, FreeCommandBuffers)(device, pool, count, freed);
}

static VkResult checking_BeginCommandBuffer(VkCommandBuffer handle, const VkCommandBufferBeginInfo *info) {
    struct buffer *buffer = find_buffer(handle);
    need(buffer->state != RECORDING);
    // Older editions say nothing of primary command buffers where the flags are about a render pass.
    int needs_info = buffer->is_secondary || (info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT) != 0;
    if (needs_info) need(*(const volatile uint32_t *)info->pInheritanceInfo != 0);
    VkResult result = NEXT(handle, BeginCommandBuffer)(handle, info);
    if (result == VK_SUCCESS) buffer->state = RECORDING, buffer->is_in_pass = 0;
    buffer->is_simultaneous = (info->flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT) != 0;
    return result;
}

static VkResult checking_EndCommandBuffer(VkCommandBuffer handle) {
    struct buffer *buffer = find_buffer(handle);
    need(buffer->state == RECORDING);
    buffer->state = EXECUTABLE;
    return NEXT(handle, EndCommandBuffer)(handle);
}

static VkResult checking_ResetCommandBuffer(VkCommandBuffer handle, VkCommandBufferResetFlags flags) {
    find_buffer(handle)->state = INITIAL;
    return NEXT(handle, ResetCommandBuffer)(handle, flags);
}

static VkResult checking_ResetCommandPool(VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags) {
    for (uint32_t i = 0; i < buffer_count; i++)
        if (buffers[i].pool == pool && buffers[i].below == find_below(device)) buffers[i].state = INITIAL;
    return NEXT(device, ResetCommandPool)(device, pool, flags);
}

static void need_executable(uint32_t count, const VkCommandBuffer *handles, int are_secondary) {
    for (uint32_t i = 0; i < count; i++) {
        const struct buffer *buffer = find_buffer(handles[i]);
        need(buffer->state == EXECUTABLE && buffer->is_secondary == are_secondary);
        for (uint32_t j = 0; are_secondary && !buffer->is_simultaneous && j < i; j++) need(handles[j] != handles[i]);
    }
}

static void checking_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count, const VkCommandBuffer *executed) {
    need(find_buffer(handle)->state == RECORDING && !find_buffer(handle)->is_secondary);
    need_executable(count, executed, 1);
    NEXT(handle, CmdExecuteCommands)(handle, count, executed);
}

static void checking_CmdSetLineWidth(VkCommandBuffer handle, float width) {
    need(find_buffer(handle)->state == RECORDING);
    NEXT(handle, CmdSetLineWidth)(handle, width);
}

static void checking_CmdBeginRenderPass(VkCommandBuffer handle, const VkRenderPassBeginInfo *info,
                                        VkSubpassContents contents) {
    struct buffer *buffer = find_buffer(handle);
    need(buffer->state == RECORDING && !buffer->is_in_pass);
    buffer->is_in_pass = 1;
    NEXT(handle, CmdBeginRenderPass)(handle, info, contents);
}

static void checking_CmdEndRenderPass(VkCommandBuffer handle) {
    struct buffer *buffer = find_buffer(handle);
    need(buffer->is_in_pass);
    buffer->is_in_pass = 0;
    NEXT(handle, CmdEndRenderPass)(handle);
}

static VkResult checking_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    for (uint32_t i = 0; i < count; i++) need_executable(submits[i].commandBufferCount, submits[i].pCommandBuffers, 0);
    return NEXT(queue, QueueSubmit)(queue, count, submits, fence);
}

// ---- queries

#define BLOCK 64U

static VkResult checking_GetQueryPoolResults(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count,
                                             size_t size, void *data, VkDeviceSize stride, VkQueryResultFlags flags) {
    VkResult result = VK_SUCCESS;
    uint32_t most = takes("tries_queries") ? BLOCK : count;
    for (uint32_t done = 0; result == VK_SUCCESS && (done < count || count == 0); done += most) {
        uint32_t some = count - done < most ? count - done : most;
        size_t at = done * (size_t)stride, room = size > at ? size - at : 0;
        for (int tries = 0; tries < (takes("tries_queries") ? 2 : 1) && (tries == 0 || result != VK_SUCCESS); tries++)
            result = NEXT(device, GetQueryPoolResults)(device, pool, first + done, some, room, (char *)data + at, stride,
                                                       flags);
        if (count == 0) break;
    }
    return result;
}

// ---- semaphores

static int is_timeline(VkSemaphore semaphore) {
    for (uint32_t i = 0; i < timeline_count; i++)
        if (timelines[i] == semaphore) return 1;
    return 0;
}

static VkResult checking_CreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo *info,
                                         const VkAllocationCallbacks *callbacks, VkSemaphore *made) {
    VkResult result = NEXT(device, CreateSemaphore)(device, info, callbacks, made);
    const VkSemaphoreTypeCreateInfo *type = info->pNext;
    while (type != NULL && type->sType != VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO) type = type->pNext;
    int is_one = type != NULL && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    if (type != NULL && !is_one) need(type->initialValue == 0);
    if (result == VK_SUCCESS && is_one && timeline_count < MANY) timelines[timeline_count++] = *made;
    return result;
}

static int have_come(VkDevice device, const VkSemaphoreWaitInfo *info) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->semaphoreCount; i++) {
        uint64_t value = 0;
        if (NEXT(device, GetSemaphoreCounterValue)(device, info->pSemaphores[i], &value) != VK_SUCCESS) return 0;
        count += value >= info->pValues[i];
    }
    return info->flags != 0 ? count > 0 : count == info->semaphoreCount;
}

static VkResult checking_WaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo *info, uint64_t timeout) {
    for (uint32_t i = 0; i < info->semaphoreCount; i++) need(is_timeline(info->pSemaphores[i]));
    if (takes("asks_counters") && timeout == 0) return have_come(device, info) ? VK_SUCCESS : VK_TIMEOUT;
    return NEXT(device, WaitSemaphores)(device, info, timeout);
}

static VkResult checking_SignalSemaphore(VkDevice device, const VkSemaphoreSignalInfo *info) {
    need(is_timeline(info->semaphore));
    return NEXT(device, SignalSemaphore)(device, info);
}

// What is acquired is one of the images that the swapchain has.
static VkResult checking_AcquireNextImageKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout, VkSemaphore semaphore, VkFence fence,
                                             uint32_t *index) {
    uint32_t count = 0;
    VkResult result = NEXT(device, AcquireNextImageKHR)(device, swapchain, timeout, semaphore, fence, index);
    int is_acquired = result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR;
    if (is_acquired && NEXT(device, GetSwapchainImagesKHR)(device, swapchain, &count, NULL) == VK_SUCCESS) need(*index < count);
    return result;
}

static VkResult checking_QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info) {
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) need(!is_timeline(info->pWaitSemaphores[i]));
    for (uint32_t i = 0; i < info->swapchainCount; i++)
        for (uint32_t j = 0; j < i; j++) need(info->pSwapchains[i] != info->pSwapchains[j]);
    // Where results are asked for in memory that is not fresh: images that every swapchain may have.
    for (uint32_t i = 0; info->pResults != NULL && i < info->swapchainCount; i++)
        need(info->pImageIndices[i] < MOST_IMAGES || info->pResults[i] == VK_SUCCESS);
    return NEXT(queue, QueuePresentKHR)(queue, info);
}

#define ROW(command, minor) {"vk" #command, (PFN_vkVoidFunction)checking_##command, 1, 0, minor}
static const struct name names[] = {
    ROW(AllocateCommandBuffers, 0), ROW(FreeCommandBuffers, 0), ROW(BeginCommandBuffer, 0), ROW(EndCommandBuffer, 0),
    ROW(CmdExecuteCommands, 0), ROW(CmdSetLineWidth, 0), ROW(CmdBeginRenderPass, 0), ROW(CmdEndRenderPass, 0),
    ROW(QueueSubmit, 0), ROW(GetQueryPoolResults, 0), ROW(ResetCommandBuffer, 0), ROW(ResetCommandPool, 0),
    ROW(CreateSemaphore, 0),
    ROW(WaitSemaphores, 2), ROW(SignalSemaphore, 2), ROW(QueuePresentKHR, 0), ROW(AcquireNextImageKHR, 0)};

const struct name *find_checking(const char *name) {
    for (size_t i = 0; i < COUNT(names) && takes("checks_calls"); i++)
        if (strcmp(names[i].name, name) == 0) return names[i].minor <= known_minor() ? &names[i] : NULL;
    return NULL;
}
