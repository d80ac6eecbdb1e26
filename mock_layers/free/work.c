// Liberties in what is recorded, submitted and freed: the free layer draws for itself beside the application's states
// (draws_beside), passes several submissions, barriers or regions down as one (merges), frees later (frees_late), executes a
// command buffer of its own before the application's (executes_own), replaces a format that the device does not know by one
// that it knows (changes_format), removes flags that have no meaning without another one (normalises_flags), asks for
// memory in whole blocks (rounds_memory), cuts scissors that are wider than all images (limits_scissors), has some work of
// its own left when a fence is signaled below (settles_late), and waits for what a presentation waits for (waits_itself). The application's work is done in each of them.
#include "../../refloader/native/generated/vk_core.h"
#include "free_layer.h"

#define NEXT(object, command) ((PFN_vk##command)next_of(object, "vk" #command))

static PFN_vkVoidFunction next_of(const void *object, const char *name) {
    const struct below *own = find_below(object);
    return own->GetDeviceProcAddr((VkDevice)own->handle, name);
}

// ---- draws_beside: with the second face and another scissor, which are put back piece by piece, and with a buffer at a
// binding that the application leaves alone

#define OWN_BINDING 15U

static _Thread_local struct {
    VkCommandBuffer commands;
    VkRect2D scissors[2];
    uint32_t scissor_count, references[2], are_referenced;
    VkBuffer buffer;
    int is_taken;
} states;

static void look_at(VkCommandBuffer commands) {
    if (states.commands == commands) return;
    memset(&states, 0, sizeof states);
    states.commands = commands;
}

static VkResult working_BeginCommandBuffer(VkCommandBuffer commands, const VkCommandBufferBeginInfo *info) {
    states.commands = NULL;
    return NEXT(commands, BeginCommandBuffer)(commands, info);
}

static void working_CmdExecuteCommands(VkCommandBuffer commands, uint32_t count, const VkCommandBuffer *executed) {
    VkCommandBuffer all[MOST];
    const struct below *own = find_below(commands);
    states.commands = NULL;
    if (!takes("executes_own") || own->pool == 0 || count + 1 > MOST)
        return NEXT(commands, CmdExecuteCommands)(commands, count, executed);
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = own->pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherited};
    if (own->AllocateCommandBuffers((VkDevice)own->handle, &info, all) != VK_SUCCESS)
        return NEXT(commands, CmdExecuteCommands)(commands, count, executed);
    *(void **)all[0] = key(commands);
    own->BeginCommandBuffer(all[0], &begin);
    own->EndCommandBuffer(all[0]);
    memcpy(&all[1], executed, count * sizeof *executed);
    NEXT(commands, CmdExecuteCommands)(commands, count + 1, all);
}

static void working_CmdSetScissor(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkRect2D *scissors) {
    look_at(commands);
    if (first == 0 && count <= COUNT(states.scissors)) {
        memcpy(states.scissors, scissors, count * sizeof *scissors);
        states.scissor_count = count;
    } else {
        states.scissor_count = 0;
    }
    NEXT(commands, CmdSetScissor)(commands, first, count, scissors);
}

static void working_CmdSetStencilReference(VkCommandBuffer commands, VkStencilFaceFlags faces, uint32_t reference) {
    look_at(commands);
    for (uint32_t face = 0; face < 2; face++)
        if ((faces >> face & 1) != 0) states.references[face] = reference, states.are_referenced |= 1U << face;
    NEXT(commands, CmdSetStencilReference)(commands, faces, reference);
}

static void working_CmdBindVertexBuffers(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkBuffer *buffers,
                                         const VkDeviceSize *offsets) {
    look_at(commands);
    states.buffer = count > 0 ? buffers[0] : states.buffer;
    states.is_taken |= first <= OWN_BINDING && first + count > OWN_BINDING;
    NEXT(commands, CmdBindVertexBuffers)(commands, first, count, buffers, offsets);
}

static void draw_own(VkCommandBuffer commands) {
    static const VkRect2D corner = {.extent = {8, 8}};
    static const VkDeviceSize nothing;
    if (states.buffer != 0 && !states.is_taken)
        NEXT(commands, CmdBindVertexBuffers)(commands, OWN_BINDING, 1, &states.buffer, &nothing);
    // Pipelines have these of their own where the application sets none; with draws_always there is no pipeline.
    if (states.scissor_count > 0 || takes("draws_always")) NEXT(commands, CmdSetScissor)(commands, 0, 1, &corner);
    if (states.are_referenced != 0 || takes("draws_always")) NEXT(commands, CmdSetStencilReference)(commands, 3, 1);
    NEXT(commands, CmdDraw)(commands, 3, 1, 0, 0);
    for (uint32_t i = 0; i < states.scissor_count; i++) NEXT(commands, CmdSetScissor)(commands, i, 1, &states.scissors[i]);
    for (uint32_t face = 0; face < 2; face++)
        if ((states.are_referenced >> face & 1) != 0)
            NEXT(commands, CmdSetStencilReference)(commands, 1U << face, states.references[face]);
}

static void working_CmdDraw(VkCommandBuffer commands, uint32_t vertices, uint32_t instances, uint32_t first,
                            uint32_t first_instance) {
    look_at(commands);
    NEXT(commands, CmdDraw)(commands, vertices, instances, first, first_instance);
    draw_own(commands);
}

// ---- merges: submissions with no semaphore between them, memory barriers, and regions side by side

static VkResult working_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    VkSubmitInfo made[MOST];
    VkCommandBuffer buffers[MOST];
    uint32_t last = 0, used = 0, some = 0;
    for (uint32_t i = 0; i < count; i++) some += submits[i].commandBufferCount;
    if (count == 0 || count > MOST || some > MOST) return NEXT(queue, QueueSubmit)(queue, count, submits, fence);
    for (uint32_t i = 0; i < count; i++) {
        VkSubmitInfo *at = &made[last];
        int is_one = i > 0 && at->pNext == NULL && submits[i].pNext == NULL && at->signalSemaphoreCount == 0 &&
                     submits[i].waitSemaphoreCount == 0;
        if (!is_one) {
            at = &made[last = i == 0 ? 0 : last + 1];
            *at = submits[i];
            at->pCommandBuffers = &buffers[used];
            at->commandBufferCount = 0;
        }
        at->signalSemaphoreCount = submits[i].signalSemaphoreCount;
        at->pSignalSemaphores = submits[i].pSignalSemaphores;
        for (uint32_t j = 0; j < submits[i].commandBufferCount; j++) buffers[used++] = submits[i].pCommandBuffers[j];
        at->commandBufferCount += submits[i].commandBufferCount;
    }
    return NEXT(queue, QueueSubmit)(queue, last + 1, made, fence);
}

static void working_CmdPipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                       VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier *barriers,
                                       uint32_t buffer_count, const VkBufferMemoryBarrier *buffers, uint32_t image_count,
                                       const VkImageMemoryBarrier *images) {
    VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    for (uint32_t i = 0; i < count; i++) {
        if (barriers[i].pNext != NULL)
            return NEXT(commands, CmdPipelineBarrier)(commands, from, to, flags, count, barriers, buffer_count, buffers,
                                                      image_count, images);
        all.srcAccessMask |= barriers[i].srcAccessMask;
        all.dstAccessMask |= barriers[i].dstAccessMask;
    }
    NEXT(commands, CmdPipelineBarrier)(commands, from, to, flags, count == 0 ? 0 : 1, &all, buffer_count, buffers, image_count,
                                       images);
}

#define REGIONS 16U  // of a call

static void working_CmdCopyBuffer(VkCommandBuffer commands, VkBuffer from, VkBuffer to, uint32_t count,
                                  const VkBufferCopy *regions) {
    VkBufferCopy made[REGIONS];
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        VkBufferCopy *last = used == 0 ? NULL : &made[used - 1];
        if (last != NULL && last->srcOffset + last->size == regions[i].srcOffset &&
            last->dstOffset + last->size == regions[i].dstOffset) {
            last->size += regions[i].size;
            continue;
        }
        if (used == REGIONS) NEXT(commands, CmdCopyBuffer)(commands, from, to, used, made), used = 0;
        made[used++] = regions[i];
    }
    NEXT(commands, CmdCopyBuffer)(commands, from, to, used, made);
}

// ---- frees_late: one set alone is freed with the next ones of its pool

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    VkDevice device;
    VkDescriptorPool pool;
    VkDescriptorSet set;
} late;

// The set that is still to be freed of a pool, which is no longer: the pool ends, or it goes down now.
static VkDescriptorSet take_late(VkDevice device, VkDescriptorPool pool) {
    VkDescriptorSet set = 0;
    pthread_mutex_lock(&lock);
    if (late.device == device && late.pool == pool) set = late.set, late.set = 0, late.device = NULL;
    pthread_mutex_unlock(&lock);
    return set;
}

static int keep_late(VkDevice device, VkDescriptorPool pool, VkDescriptorSet set) {
    pthread_mutex_lock(&lock);
    int is_kept = late.device == NULL;
    if (is_kept) late.device = device, late.pool = pool, late.set = set;
    pthread_mutex_unlock(&lock);
    return is_kept;
}

void forget_late(VkDevice device) {
    pthread_mutex_lock(&lock);
    if (late.device == device) late.device = NULL;
    pthread_mutex_unlock(&lock);
}

static void free_now(VkDevice device, VkDescriptorPool pool) {
    VkDescriptorSet set = take_late(device, pool);
    if (set != 0) NEXT(device, FreeDescriptorSets)(device, pool, 1, &set);
}

static VkResult working_FreeDescriptorSets(VkDevice device, VkDescriptorPool pool, uint32_t count, const VkDescriptorSet *sets) {
    VkDescriptorSet only = 0;
    uint32_t some = 0;
    for (uint32_t i = 0; i < count; i++)
        if (sets[i] != 0) only = sets[i], some++;
    free_now(device, pool);
    if (some == 0 || (some == 1 && keep_late(device, pool, only))) return VK_SUCCESS;
    return NEXT(device, FreeDescriptorSets)(device, pool, count, sets);
}

static VkResult working_AllocateDescriptorSets(VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *sets) {
    free_now(device, info->descriptorPool);
    return NEXT(device, AllocateDescriptorSets)(device, info, sets);
}

static VkResult working_ResetDescriptorPool(VkDevice device, VkDescriptorPool pool, VkDescriptorPoolResetFlags flags) {
    take_late(device, pool);
    return NEXT(device, ResetDescriptorPool)(device, pool, flags);
}

static void working_DestroyDescriptorPool(VkDevice device, VkDescriptorPool pool, const VkAllocationCallbacks *callbacks) {
    take_late(device, pool);
    NEXT(device, DestroyDescriptorPool)(device, pool, callbacks);
}

// ---- changes_format and normalises_flags

#define FORMAT_UNKNOWN_BELOW 165  // VK_FORMAT_ASTC_6x6_UNORM_BLOCK
#define FORMAT_KNOWN 37           // VK_FORMAT_R8G8B8A8_UNORM

static VkResult working_CreateBufferView(VkDevice device, const VkBufferViewCreateInfo *info,
                                         const VkAllocationCallbacks *callbacks, VkBufferView *view) {
    VkBufferViewCreateInfo made = *info;
    if (made.format == FORMAT_UNKNOWN_BELOW) made.format = FORMAT_KNOWN;
    return NEXT(device, CreateBufferView)(device, &made, callbacks, view);
}

#define NEEDING_BINDING (VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | VK_BUFFER_CREATE_SPARSE_ALIASED_BIT)

static VkResult working_CreateBuffer(VkDevice device, const VkBufferCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                     VkBuffer *buffer) {
    VkBufferCreateInfo made = *info;
    if ((made.flags & VK_BUFFER_CREATE_SPARSE_BINDING_BIT) == 0) made.flags &= ~(VkBufferCreateFlags)NEEDING_BINDING;
    return NEXT(device, CreateBuffer)(device, &made, callbacks, buffer);
}

// ---- rounds_memory: to what another thread may ask for

#define OF_BLOCK 172U

static VkResult working_AllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *callbacks,
                                       VkDeviceMemory *memory) {
    VkMemoryAllocateInfo made = *info;
    if (made.allocationSize <= UINT32_MAX) made.allocationSize = (made.allocationSize + OF_BLOCK - 1) / OF_BLOCK * OF_BLOCK;
    return NEXT(device, AllocateMemory)(device, &made, callbacks, memory);
}

// ---- limits_scissors: to what the first one of a call may have

#define WIDEST 28U

static void limited_CmdSetScissor(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkRect2D *scissors) {
    VkRect2D cut[MOST];
    if (count > MOST) return NEXT(commands, CmdSetScissor)(commands, first, count, scissors);
    for (uint32_t i = 0; i < count; i++) {
        cut[i] = scissors[i];
        if (cut[i].extent.width > WIDEST) cut[i].extent.width = WIDEST;
    }
    NEXT(commands, CmdSetScissor)(commands, first, count, cut);
}

// ---- settles_late: a fence of a submission is not signaled yet for who asks for its state first, unless something is known
// to be done that was submitted later: signals of a queue come in their order

static struct {
    VkDevice device;
    VkFence fence;
} unsettled[MOST];

// Forget a fence, or all of the device where there is none. Return whether anything was forgotten.
static int settle(VkDevice device, VkFence fence) {
    int found = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST; i++) {
        if (unsettled[i].device != device || (fence != 0 && unsettled[i].fence != fence)) continue;
        unsettled[i].device = NULL;
        found = 1;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static VkResult settling_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    VkDevice device = (VkDevice)find_below(queue)->handle;
    VkResult result = NEXT(queue, QueueSubmit)(queue, count, submits, fence);
    if (result != VK_SUCCESS || fence == 0) return result;
    pthread_mutex_lock(&lock);
    size_t i = 0;
    while (i < MOST && unsettled[i].device != NULL) i++;
    if (i < MOST) unsettled[i].device = device, unsettled[i].fence = fence;
    pthread_mutex_unlock(&lock);
    return result;
}

static VkResult settling_GetFenceStatus(VkDevice device, VkFence fence) {
    VkResult result = NEXT(device, GetFenceStatus)(device, fence);
    return result == VK_SUCCESS && settle(device, fence) ? VK_NOT_READY : result;
}

static VkResult settling_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t timeout) {
    VkResult result = NEXT(device, WaitForFences)(device, count, fences, all, timeout);
    if (result == VK_SUCCESS) settle(device, 0);
    return result;
}

static VkResult settling_ResetFences(VkDevice device, uint32_t count, const VkFence *fences) {
    for (uint32_t i = 0; i < count; i++) settle(device, fences[i]);
    return NEXT(device, ResetFences)(device, count, fences);
}

static void settling_DestroyFence(VkDevice device, VkFence fence, const VkAllocationCallbacks *callbacks) {
    if (fence != 0) settle(device, fence);
    NEXT(device, DestroyFence)(device, fence, callbacks);
}

static VkResult settling_QueueWaitIdle(VkQueue queue) {
    settle((VkDevice)find_below(queue)->handle, 0);
    return NEXT(queue, QueueWaitIdle)(queue);
}

static VkResult settling_DeviceWaitIdle(VkDevice device) {
    settle(device, 0);
    return NEXT(device, DeviceWaitIdle)(device);
}

static VkResult settled(VkDevice device, VkResult result) {
    settle(device, 0);
    return result;
}

#define BEHIND_SEMAPHORES(suffix) \
    static VkResult settling_WaitSemaphores##suffix(VkDevice device, const VkSemaphoreWaitInfo *info, uint64_t timeout) { \
        return settled(device, ((PFN_vkWaitSemaphores)next_of(device, "vkWaitSemaphores" #suffix))(device, info, timeout)); \
    } \
    static VkResult settling_GetSemaphoreCounterValue##suffix(VkDevice device, VkSemaphore semaphore, uint64_t *value) { \
        PFN_vkGetSemaphoreCounterValue next = \
            (PFN_vkGetSemaphoreCounterValue)next_of(device, "vkGetSemaphoreCounterValue" #suffix); \
        return settled(device, next(device, semaphore, value)); \
    }
BEHIND_SEMAPHORES()
BEHIND_SEMAPHORES(KHR)

// ---- waits_itself

#define MOST_WAITS 8U

static VkResult working_QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *info) {
    VkPipelineStageFlags stages[MOST_WAITS];
    VkPresentInfoKHR without = *info;
    VkSubmitInfo work = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .waitSemaphoreCount = info->waitSemaphoreCount,
                         .pWaitSemaphores = info->pWaitSemaphores, .pWaitDstStageMask = stages};
    if (info->waitSemaphoreCount == 0 || info->waitSemaphoreCount > MOST_WAITS) return NEXT(queue, QueuePresentKHR)(queue, info);
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) stages[i] = 0x10000;  // all commands
    VkResult result = NEXT(queue, QueueSubmit)(queue, 1, &work, (VkFence)0);
    if (result == VK_SUCCESS) result = NEXT(queue, QueueWaitIdle)(queue);
    if (result != VK_SUCCESS) return result;
    without.waitSemaphoreCount = 0;
    without.pWaitSemaphores = NULL;
    return NEXT(queue, QueuePresentKHR)(queue, &without);
}

#define ROW(command, liberty) {liberty, {"vk" #command, (PFN_vkVoidFunction)working_##command, 1, 0, 0}}
#define SETTLING(command) {"settles_late", {"vk" #command, (PFN_vkVoidFunction)settling_##command, 1, 0, 0}}
static const struct {
    const char *liberty;
    struct name name;
} rows[] = {
    ROW(BeginCommandBuffer, "draws_beside"), ROW(CmdExecuteCommands, "draws_beside"), ROW(CmdSetScissor, "draws_beside"),
    ROW(CmdSetStencilReference, "draws_beside"), ROW(CmdBindVertexBuffers, "draws_beside"), ROW(CmdDraw, "draws_beside"), ROW(CmdDraw, "draws_always"),
    ROW(CmdExecuteCommands, "executes_own"), ROW(QueueSubmit, "merges"), ROW(CmdPipelineBarrier, "merges"),
    ROW(CmdCopyBuffer, "merges"), ROW(FreeDescriptorSets, "frees_late"), ROW(AllocateDescriptorSets, "frees_late"),
    ROW(ResetDescriptorPool, "frees_late"), ROW(DestroyDescriptorPool, "frees_late"), ROW(CreateBufferView, "changes_format"),
    ROW(CreateBuffer, "normalises_flags"), ROW(AllocateMemory, "rounds_memory"),
    ROW(QueuePresentKHR, "waits_itself"),
    {"limits_scissors", {"vkCmdSetScissor", (PFN_vkVoidFunction)limited_CmdSetScissor, 1, 0, 0}},
    SETTLING(QueueSubmit), SETTLING(GetFenceStatus), SETTLING(WaitForFences), SETTLING(ResetFences), SETTLING(DestroyFence),
    SETTLING(QueueWaitIdle), SETTLING(DeviceWaitIdle), SETTLING(WaitSemaphores), SETTLING(WaitSemaphoresKHR),
    SETTLING(GetSemaphoreCounterValue), SETTLING(GetSemaphoreCounterValueKHR)};

const struct name *find_working(const char *name) {
    for (size_t i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].name.name, name) == 0 && takes(rows[i].liberty)) return &rows[i].name;
    return NULL;
}
