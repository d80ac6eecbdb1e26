// What is pending below where an application presents, and what is invalid of what comes down meanwhile. The entity below
// is slow: a submission is pending until somebody waits for it, or for a later one of its queue. See presentation.c.
#ifndef REFLOADER_PROBER_PENDING_H
#define REFLOADER_PROBER_PENDING_H

#include <stdint.h>

#include "../../../native/generated/vk_core.h"

#define HANDLE(object) ((uint64_t)(object))             // of an object that is no pointer where pointers have 32 bits
#define BUFFER(object) ((uint64_t)(uintptr_t)(object))  // of a command buffer

// Notes a command and what is invalid about it, each once.
void note_invalid(const char *command, const char *what);
// "invalid": all that was noted.
void say_invalid(void);
void forget_invalid(void);
// Two structures of one type on a pNext, of which there may be one (VUID-...-sType-unique).
void look_at_structures(const char *command, const void *chain);

// ---- submissions: those of one queue come to an end in their order

struct point {
    uint64_t queue, order;  // 0: none
};
struct point submit_to(uint64_t queue);
void end_queue(uint64_t queue);
void end_all(void);

// ---- objects that submissions use

void begin_buffer(const char *name, uint64_t handle, int is_simultaneous);
void submit_buffer(const char *name, uint64_t handle, struct point point);
void own_buffers(uint64_t pool, const VkCommandBuffer *handles, uint32_t count);
void free_buffers(const char *name, const VkCommandBuffer *handles, uint32_t count);
// vkResetCommandPool and vkDestroyCommandPool, which ends the buffers as well.
void end_pool(const char *name, uint64_t pool, int is_destroyed);

void make_fence(uint64_t handle, const VkFenceCreateInfo *info);
void submit_fence(const char *name, uint64_t handle, struct point point);
void reset_fence(const char *name, uint64_t handle);
void destroy_fence(const char *name, uint64_t handle);
// One that is signaled by something else than a submission, now or later.
void lose_fence(uint64_t handle);
int is_pending_fence(uint64_t handle);
// Somebody has waited for it.
void pass_fence(uint64_t handle);

// Binary semaphores are signaled and waited for by turns.
void make_semaphore(uint64_t handle, int is_unclear);
void lose_semaphore(uint64_t handle);
void wait_for_semaphore(const char *name, uint64_t handle, struct point point);
void signal_semaphore(const char *name, uint64_t handle, struct point point);
void destroy_semaphore(const char *name, uint64_t handle);

#endif
