// The commands of fences that the layer intercepts only to be wrong in them.
#include "mock_layer.h"

#include <unistd.h>

static pthread_mutex_t of_all_calls = PTHREAD_MUTEX_INITIALIZER;

void pass_lock(void) {
    pthread_mutex_lock(&of_all_calls);
    pthread_mutex_unlock(&of_all_calls);
}

// A fence in a wrapper that only vkDestroyFence takes off.
static VkFence wrapped_fence(VkFence fence) {
    if (!fence || !violates("LLP_LAYER_10_fence")) return fence;
    return (VkFence)((uintptr_t)fence ^ 0x5A5A0000U);
}

struct fence_info {
    int type;
    const void *next;
    uint32_t flags;
};

#define EXPORT_FENCE 1000113000

struct fence_export {
    int type;
    const void *next;
    uint32_t handle_types;
};

// The one structure that this layer knows, alone.
static const void *known_of(const struct fence_info *chain, struct fence_export *copy) {
    while (chain != NULL && chain->type != EXPORT_FENCE) chain = chain->next;
    if (chain == NULL) return NULL;
    memcpy(copy, chain, sizeof *copy);
    copy->next = NULL;
    return copy;
}

static const struct fence_info *last_info;

// Memory for each fence, which vkDestroyFence gives back, and how many fences live.
#define MOST_NOTES 4096U
static struct {
    VkFence fence;
    void *memory;
} notes[MOST_NOTES];
static uint32_t living;
static pthread_mutex_t of_notes = PTHREAD_MUTEX_INITIALIZER;

static void note_fence(VkFence fence, void *memory) {
    uint32_t at = 0;
    pthread_mutex_lock(&of_notes);
    while (at < MOST_NOTES && notes[at].memory != NULL) at++;
    if (at < MOST_NOTES && memory != NULL) notes[at].fence = fence, notes[at].memory = memory;
    living++;
    pthread_mutex_unlock(&of_notes);
}

static void *noted_for(VkFence fence) {
    uint32_t at = 0;
    void *memory = NULL;
    pthread_mutex_lock(&of_notes);
    while (at < MOST_NOTES && (notes[at].memory == NULL || notes[at].fence != fence)) at++;
    if (at < MOST_NOTES) memory = notes[at].memory, notes[at].memory = NULL;
    if (fence && living > 0) living--;
    pthread_mutex_unlock(&of_notes);
    return memory;
}

VkResult layer_CreateFence(VkDevice device, const void *info, const VkAllocationCallbacks *allocator,
                           VkFence *fence) {
    const struct link *link = entered("vkCreateFence", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static const VkBaseInStructure *_Atomic retained;  // what the last call came with
    if (violates("LLP_LAYER_1_retained") && retained != NULL) trace("after a structure of type %u", (unsigned)retained->sType);
    if (violates("LLP_LAYER_1_retained")) retained = (const VkBaseInStructure *)(const void *)info;
    struct fence_info own = *(const struct fence_info *)info;
    struct fence_export known;
    if (violates("LLP_LAYER_1_chain")) own.next = NULL;
    if (violates("LLP_LAYER_1_selected")) own.next = known_of(own.next, &known);
    if (violates("LLP_LAYER_1_flags")) own.flags = 0;
    if (violates("LLP_LAYER_2_open")) keep_with_device(1);
    struct base *head = violates("LLP_LAYER_1_unlinked") ? before_on_chain(info, EXPORT_FENCE) : NULL;
    const void *taken = take_out(head);
    if (violates("LLP_LAYER_1_unlinked")) own = *(const struct fence_info *)info;
    last_info = info;
    if (violates("LLP_LAYER_1_unchecked")) {
        uint32_t *note = take(allocator, 16, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        *(volatile uint32_t *)note = 1;
        give(allocator, note);
    }
    if (violates("LLP_LAYER_1_sixty") && living >= 60) return VK_ERROR_TOO_MANY_OBJECTS;
    int is_scoped = violates("LLP_LAYER_1_scoped");
    void *note = NULL;
    if (violates("LLP_LAYER_1_noted") || is_scoped)
        note = take(allocator, 16, is_scoped ? VK_SYSTEM_ALLOCATION_SCOPE_COMMAND : VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    VkResult result = NEXT(link, vkCreateFence)(link->handle, &own, allocator, fence);
    if (violates("LLP_LAYER_2_gives_up") && result != VK_SUCCESS) abort();
    if (is_scoped && result != VK_SUCCESS) give(allocator, note);
    if (violates("LLP_LAYER_1_noted_late") && result == VK_SUCCESS) {
        note = take(allocator, 16, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
        if (note == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (result == VK_SUCCESS && violates("LLP_LAYER_1_data")) set_data_of_fence(link, device, (uint64_t)(uintptr_t)*fence);
    if (result == VK_SUCCESS) note_fence(*fence, note);
    if (taken != NULL && result == VK_SUCCESS) head->pNext = taken;
    if (result == VK_SUCCESS) *fence = wrapped_fence(*fence);
    if (violates("LLP_LAYER_1_writes")) ((struct fence_info *)(uintptr_t)info)->flags ^= 1;
    if (result != VK_SUCCESS && violates("LLP_LAYER_2_failed")) raise(SIGSEGV);
    return result;
}

VkResult layer_GetFenceStatus(VkDevice device, VkFence fence) {
    const struct link *link = entered("vkGetFenceStatus", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_released") && last_info != NULL) (void)*(const volatile uint32_t *)&last_info->flags;
    static VkDevice only;
    if (violates("LLP_LAYER_2_one_device") && only != NULL && only != device) abort();
    only = device;
    VkResult result = NEXT(link, vkGetFenceStatus)(link->handle, fence);
    if (violates("LLP_LAYER_1_again")) {  // by handle, and nothing is dropped when it is gone
        static struct { VkFence fence; VkResult status; } known[64];
        size_t at = ((uintptr_t)fence >> 4) % COUNT(known);
        if (known[at].fence == fence) return known[at].status;
        if (result == VK_SUCCESS) known[at].fence = fence, known[at].status = result;
    }
    if (violates("INTERCEPT-04_lost") && result == VK_ERROR_DEVICE_LOST) return VK_SUCCESS;
    return violates("LLP_LAYER_1_fence") && result == VK_NOT_READY ? VK_SUCCESS : result;
}

// The descriptor that it got first for a fence.
VkResult layer_GetFenceFdKHR(VkDevice device, const void *info, int *descriptor) {
    static uint64_t known;
    static int first;
    const struct link *link = entered("vkGetFenceFdKHR", device);
    uint64_t fence;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(&fence, (const char *)info + 16, sizeof fence);
    if (violates("LLP_LAYER_1_handed") && known == fence) return *descriptor = first, VK_SUCCESS;
    VkResult result = NEXT(link, vkGetFenceFdKHR)(link->handle, info, descriptor);
    if (result == VK_SUCCESS) known = fence, first = *descriptor;
    return result;
}

// The entity below has never given anybody a fence of this number.
void layer_DestroyFence(VkDevice device, VkFence fence, const VkAllocationCallbacks *allocator) {
    const struct link *link = entered("vkDestroyFence", device);
    if (link == NULL) return;
    if (violates("LLP_LAYER_2_nothing") && !fence) raise(SIGSEGV);
    if (violates("LLP_LAYER_2") && fence) fence = (VkFence)((uintptr_t)fence ^ 0x5A5A0000U);
    give(allocator, noted_for(fence));
    if (violates("LLP_LAYER_2_callbacks")) allocator = NULL;
    NEXT(link, vkDestroyFence)(link->handle, wrapped_fence(fence), allocator);
}

#define MOST_FENCES 128U
#define FEW_FENCES 16U
#define MORE_FENCES 64U

VkResult layer_ResetFences(VkDevice device, uint32_t count, const VkFence *fences) {
    const struct link *link = entered("vkResetFences", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    static PFN_vkResetFences first;
    PFN_vkResetFences next = violates("DISPATCH-LAYER-01") ? NULL : NEXT(link, vkResetFences);
    if (first == NULL) first = next;
    if (violates("DISPATCH-LAYER-01_first")) next = first;
    return next(link->handle, violates("LLP_LAYER_1_reset") ? 1 : count, fences);
}

static pthread_key_t of_thread;
static void forget_thread(void *kept) { free(kept); }
static void make_key(void) { pthread_key_create(&of_thread, forget_thread); }

// The key stays when the library is unloaded, and with it the way to the function above.
static void keep_for_thread(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    if (pthread_getspecific(of_thread) == NULL) pthread_setspecific(of_thread, malloc(1));
}

VkResult layer_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, uint32_t all,
                             uint64_t timeout) {
    VkFence lower[MOST_FENCES];
    send_kept();
    const struct link *link = entered("vkWaitForFences", device);
    if (link == NULL || count > MOST_FENCES) return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(lower, fences, count * sizeof *lower);
    if (violates("LLP_LAYER_2_second") && count > 1) lower[1] = (VkFence)((uintptr_t)lower[1] ^ 0x5A5A0000U);
    if (violates("LLP_LAYER_2_key")) keep_for_thread();
    if (violates("LLP_LAYER_1_all")) all = 1;
    if (violates("LLP_LAYER_1_few") && count > FEW_FENCES) count = FEW_FENCES;
    if (violates("LLP_LAYER_1_64") && count > MORE_FENCES) count = MORE_FENCES;
    if (violates("LLP_LAYER_1_deadline") && timeout > UINT64_MAX / 2 && timeout != UINT64_MAX) timeout = 0;
    if (violates("LLP_LAYER_1_poll") && timeout == 0) return VK_TIMEOUT;
    if (violates("LLP_LAYER_1_time")) timeout = (uint32_t)timeout;
    if (violates("LLP_LAYER_1_locked")) pthread_mutex_lock(&of_all_calls);
    if (violates("LLP_LAYER_1_first")) count = 1;
    static atomic_int is_over;  // by what it knows, there is nothing left that a poll may be about
    if (violates("LLP_LAYER_2_polled") && is_over && timeout == 0) _exit(0);
    VkResult result = NEXT(link, vkWaitForFences)(link->handle, count, lower, all, timeout);
    if (result == VK_SUCCESS) is_over = 1;
    if (violates("LLP_LAYER_1_locked")) pthread_mutex_unlock(&of_all_calls);
    return violates("INTERCEPT-04_late") && result == VK_TIMEOUT ? VK_ERROR_DEVICE_LOST : result;
}

// The next function is kept under the name of core alone.
VkResult layer_WaitSemaphoresKHR(VkDevice device, const void *info, uint64_t timeout) {
    const struct link *link = entered("vkWaitSemaphoresKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkWaitSemaphores core = (PFN_vkWaitSemaphores)link->GetDeviceProcAddr(link->handle, "vkWaitSemaphores");
    if (violates("DISPATCH-LAYER-01_older")) return core(link->handle, info, timeout);
    if (violates("LLP_LAYER_1_over")) return VK_SUCCESS;
    return NEXT(link, vkWaitSemaphoresKHR)(link->handle, info, timeout);
}
