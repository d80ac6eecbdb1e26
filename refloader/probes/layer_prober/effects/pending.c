// Command buffers, fences and semaphores below, and the submissions that use them. See pending.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "layouts.h"
#include "pending.h"

#define MOST_INVALID 8U
#define MOST_QUEUES 8U
#define MOST_OBJECTS 512U
#define EXPORT_METAL_OBJECT ((VkStructureType)1000311000)  // of which there may be several

static char invalid[MOST_INVALID][128];
static uint32_t invalid_count;
static int is_full;  // more objects than there is room for: nothing is said of any

void note_invalid(const char *command, const char *what) {
    char text[sizeof invalid[0]];
    if (is_full) return;
    snprintf(text, sizeof text, "%s %s", command, what);
    for (uint32_t i = 0; i < invalid_count; i++)
        if (strcmp(invalid[i], text) == 0) return;
    if (invalid_count < MOST_INVALID) memcpy(invalid[invalid_count++], text, sizeof text);
}

void say_invalid(void) {
    open_list("invalid");
    for (uint32_t i = 0; i < invalid_count; i++) say_text(NULL, invalid[i]);
    close_list();
}

void forget_invalid(void) { invalid_count = 0; }

void look_at_structures(const char *command, const void *chain) {
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext)
        for (const VkBaseInStructure *other = each->pNext; other != NULL; other = other->pNext) {
            char what[64];
            snprintf(what, sizeof what, "comes with two structures of the type %u on pNext", (unsigned)each->sType);
            if (other->sType == each->sType && each->sType != EXPORT_METAL_OBJECT) note_invalid(command, what);
        }
}

// ---- submissions

static struct queue {
    uint64_t handle, last, over;
} queues[MOST_QUEUES];
static uint32_t queue_count;

static struct queue *queue_of(uint64_t handle) {
    for (uint32_t i = 0; i < queue_count; i++)
        if (queues[i].handle == handle) return &queues[i];
    if (queue_count == MOST_QUEUES) return is_full = 1, &queues[0];
    queues[queue_count] = (struct queue){.handle = handle};
    return &queues[queue_count++];
}

struct point submit_to(uint64_t queue) { return (struct point){queue, ++queue_of(queue)->last}; }

static int is_over(struct point point) { return point.order == 0 || point.order <= queue_of(point.queue)->over; }

// Submissions of which the later one has waited for the earlier one, on another queue.
#define MOST_LINKS 256U
static struct link {
    struct point earlier, later;
} links[MOST_LINKS];
static uint32_t link_count;

static void link_points(struct point earlier, struct point later) {
    if (is_over(earlier) || earlier.queue == later.queue) return;
    if (link_count == MOST_LINKS) is_full = 1;
    else links[link_count++] = (struct link){earlier, later};
}

// "fence signal operations [...] include in the first synchronization scope all commands that occur earlier in submission order"
static void end_until(struct point point) {
    struct queue *queue = queue_of(point.queue);
    if (queue->over < point.order) queue->over = point.order;
    for (uint32_t i = 0; i < link_count; i++)
        if (is_over(links[i].later) && !is_over(links[i].earlier)) end_until(links[i].earlier);
    for (uint32_t i = link_count; i-- > 0;)
        if (is_over(links[i].earlier)) links[i] = links[--link_count];
}

void end_queue(uint64_t queue) { end_until((struct point){queue, queue_of(queue)->last}); }

void end_all(void) {
    for (uint32_t i = 0; i < queue_count; i++) queues[i].over = queues[i].last;
}

// ---- objects

static struct object_below {
    uint64_t handle, pool;
    char kind;  // 'b': a command buffer, 'f': a fence, 's': a semaphore
    struct point point;
    int is_simultaneous, is_signaled, is_unclear;
} objects[MOST_OBJECTS];
static uint32_t object_count;

static struct object_below *known(char kind, uint64_t handle) {
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i].kind == kind && objects[i].handle == handle) return &objects[i];
    return NULL;
}

static struct object_below *add_object(char kind, uint64_t handle) {
    static struct object_below none;
    struct object_below *made = known(kind, handle);
    if (made == NULL && object_count < MOST_OBJECTS) made = &objects[object_count++];
    if (made == NULL) is_full = 1, made = &none;
    *made = (struct object_below){.kind = kind, .handle = handle};
    return made;
}

static struct object_below *some_object(char kind, uint64_t handle) {
    struct object_below *object = known(kind, handle);
    return object != NULL ? object : add_object(kind, handle);
}

static void drop_object(struct object_below *object) { *object = objects[--object_count]; }

// ---- command buffers

// VUID-vkBeginCommandBuffer-commandBuffer-00049, VUID-vkResetCommandBuffer-commandBuffer-00045
void begin_buffer(const char *name, uint64_t handle, int is_simultaneous) {
    struct object_below *buffer = some_object('b', handle);
    if (!is_over(buffer->point)) note_invalid(name, "is called for a command buffer that is pending");
    buffer->is_simultaneous = is_simultaneous;
}

// VUID-vkQueueSubmit-pCommandBuffers-00071, and the same of vkQueueSubmit2
void submit_buffer(const char *name, uint64_t handle, struct point point) {
    struct object_below *buffer = some_object('b', handle);
    if (!is_over(buffer->point) && !buffer->is_simultaneous)
        note_invalid(name, "submits a command buffer that is pending and may not be used simultaneously");
    buffer->point = point;
}

void own_buffers(uint64_t pool, const VkCommandBuffer *handles, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) add_object('b', BUFFER(handles[i]))->pool = pool;
}

// VUID-vkFreeCommandBuffers-pCommandBuffers-00047
void free_buffers(const char *name, const VkCommandBuffer *handles, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct object_below *buffer = known('b', BUFFER(handles[i]));
        if (buffer == NULL) continue;
        if (!is_over(buffer->point)) note_invalid(name, "is called for a command buffer that is pending");
        drop_object(buffer);
    }
}

// VUID-vkResetCommandPool-commandPool-00040, VUID-vkDestroyCommandPool-commandPool-00041
void end_pool(const char *name, uint64_t pool, int is_destroyed) {
    for (uint32_t i = object_count; i-- > 0;) {
        if (objects[i].kind != 'b' || objects[i].pool != pool || pool == 0) continue;
        if (!is_over(objects[i].point)) note_invalid(name, "is called for a pool of which a command buffer is pending");
        if (is_destroyed) drop_object(&objects[i]);
    }
}

// ---- fences: of one that was made before these calls, it is not known whether it is signaled

void make_fence(uint64_t handle, const VkFenceCreateInfo *info) {
    struct object_below *fence = add_object('f', handle);
    fence->is_signaled = (info->flags & VK_FENCE_CREATE_SIGNALED_BIT) != 0;
    fence->is_unclear = info->pNext != NULL;
}

int is_pending_fence(uint64_t handle) {
    const struct object_below *fence = known('f', handle);
    return fence != NULL && !is_over(fence->point);
}

// VUID-vkQueueSubmit-fence-00063, VUID-vkQueueSubmit-fence-00064
void submit_fence(const char *name, uint64_t handle, struct point point) {
    if (handle == 0) return;
    struct object_below *fence = some_object('f', handle);
    if (!fence->is_unclear && !is_over(fence->point)) note_invalid(name, "gets a fence of a submission that is pending");
    else if (!fence->is_unclear && fence->is_signaled) note_invalid(name, "gets a fence that is signaled");
    fence->point = point;
    fence->is_signaled = 1;
}

// VUID-vkResetFences-pFences-01123
void reset_fence(const char *name, uint64_t handle) {
    struct object_below *fence = some_object('f', handle);
    if (!fence->is_unclear && !is_over(fence->point)) note_invalid(name, "is called for a fence of a submission that is pending");
    *fence = (struct object_below){.kind = 'f', .handle = handle, .is_unclear = fence->is_unclear};
}

// VUID-vkDestroyFence-fence-01120
void destroy_fence(const char *name, uint64_t handle) {
    struct object_below *fence = known('f', handle);
    if (fence == NULL) return;
    if (!fence->is_unclear && !is_over(fence->point)) note_invalid(name, "is called for a fence of a submission that is pending");
    drop_object(fence);
}

void lose_fence(uint64_t handle) {
    if (handle != 0) some_object('f', handle)->is_unclear = 1;
}

// What an image's fence tells of earlier work is more than is kept here.
void pass_fence(uint64_t handle) {
    const struct object_below *fence = known('f', handle);
    if (fence != NULL && fence->is_unclear) end_all();
    else if (fence != NULL && fence->point.order != 0) end_until(fence->point);
}

// ---- semaphores: one that was made before these calls is not among them: it may be a timeline

void make_semaphore(uint64_t handle, int is_unclear) { add_object('s', handle)->is_unclear = is_unclear; }

void lose_semaphore(uint64_t handle) {
    struct object_below *semaphore = known('s', handle);
    if (semaphore != NULL) semaphore->is_unclear = 1;
}

// It may be signaled by any submission so far.
static void link_all(struct point later) {
    for (uint32_t i = 0; i < queue_count && later.order != 0; i++) link_points((struct point){queues[i].handle, queues[i].last}, later);
}

// VUID-vkQueueSubmit-pWaitSemaphores-03238, VUID-vkQueuePresentKHR-pWaitSemaphores-03268
void wait_for_semaphore(const char *name, uint64_t handle, struct point point) {
    struct object_below *semaphore = known('s', handle);
    if (semaphore == NULL || semaphore->is_unclear) {
        if (point.order != 0) lose_layouts();  // work may come later that is executed before
        return link_all(point);
    }
    if (point.order != 0 && semaphore->point.order != 0) link_points(semaphore->point, point);
    if (!semaphore->is_signaled) note_invalid(name, "waits for a semaphore that nothing before it has signaled");
    semaphore->is_signaled = 0;
    if (point.order != 0) semaphore->point = point;
}

// VUID-vkQueueSubmit-pSignalSemaphores-00067, VUID-vkAcquireNextImageKHR-semaphore-01286
void signal_semaphore(const char *name, uint64_t handle, struct point point) {
    struct object_below *semaphore = known('s', handle);
    if (semaphore == NULL || semaphore->is_unclear) return;
    if (semaphore->is_signaled) note_invalid(name, "signals a semaphore that is signaled and that nothing has waited for");
    semaphore->is_signaled = 1;
    if (point.order != 0) semaphore->point = point;
}

// VUID-vkDestroySemaphore-semaphore-05149
void destroy_semaphore(const char *name, uint64_t handle) {
    struct object_below *semaphore = known('s', handle);
    if (semaphore == NULL) return;
    if (!is_over(semaphore->point)) note_invalid(name, "is called for a semaphore of a submission that is pending");
    drop_object(semaphore);
}
