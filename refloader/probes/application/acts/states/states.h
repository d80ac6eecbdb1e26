// What the files of the act "states" have of each other: a player, who asks one device for the states of its objects and
// writes down what comes back.
#ifndef REFLOADER_APPLICATION_STATES_H
#define REFLOADER_APPLICATION_STATES_H

#include <pthread.h>
#include <time.h>

#include "../../resources.h"

#define MOST_FOUND 1024U
#define NO_TIME UINT64_C(0)
#define LONG UINT64_C(5000000000)  // nanoseconds: by then work is mostly done
#define FIRST_NUMBER 0xC0FFEE01U
#define SECOND_NUMBER 0xC0FFEE02U
#define WIDE_NUMBER UINT64_C(0x700000005)  // which is another one in 32 bits

// A structure that no driver knows, in a chain before others.
#define UNKNOWN_TYPE ((VkStructureType)1999999000)
struct stranger {
    VkStructureType type;
    void *next;
};

// Families of compressed formats.
enum { BC = 1, ETC2 = 2, ASTC = 4 };

struct offers;

struct player {
    struct device *device;
    const struct offers *offers;  // of a device of which other things are asked, in featured/; NULL of others
    pthread_mutex_t *queue;  // all players of a device submit to its one queue
    int counts;              // whether the device has timeline semaphores
    int resets_by_host;      // whether queries are, too
    int has_private_data;
    int has_addresses;     // of buffers
    int has_submit2;       // vkQueueSubmit2
    int has_maintenance4;  // bounds of what buffers need
    int has_cache_control; // of pipelines
    int has_depth_bounds;
    int has_blocks;        // uniform blocks in sets of descriptors
    int has_views;         // render passes of several views
    int has_many_draws;    // of one command whose numbers are in a buffer
    int has_first_instances;  // that are in a buffer, too
    int has_draw_counts;   // vkCmdDrawIndirectCount, and many draws
    int has_rendering;     // without render passes
    int has_exact_counts;  // of samples that queries count
    int has_statistics;    // of pipelines
    uint32_t blocks;       // of which families compressed formats are enabled
    int is_alone;            // and asks what takes long, too
    int is_late;             // nothing more is asked
    int is_lost;             // work was not done: nothing more is submitted
    int has_worked;          // work was done
    struct recorder recorder;
    struct buffer buffer;
    uint32_t *words;  // of the buffer, mapped for as long as the player plays
    VkFence fence;
    double begun, back;  // seconds: when vkQueueSubmit was called last, and when it came back
    uint32_t count;
    struct {
        const char *what;
        int64_t value;
    } found[MOST_FOUND];
};

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Whether so much of the time is over that nothing more is asked, which is an answer then.
int states_is_late(struct player *player);

static inline void find(struct player *player, const char *what, int64_t value) {
    if (player->count == MOST_FOUND) return;
    player->found[player->count].what = what;
    player->found[player->count++].value = value;
}

// Waits for a fence whose work was submitted. Where that takes long, the queue is waited for first, however long it
// takes: afterwards nothing is pending, and the fence is signaled or never will be.
VkResult states_wait(struct player *player, VkFence fence);
// Submits and waits; whether the work was done. Its fence is unsignaled afterwards.
int states_submit(struct player *player, uint32_t count, const VkSubmitInfo *submits);
int states_run(struct player *player, VkCommandBuffer commands);
// Begins the player's own commands, and ends and submits them; whether that went well.
int states_begin(struct player *player);
int states_end(struct player *player);
// Records that all layers of a new image come into the general layout.
void states_enter(struct player *player, VkImage image);
// Records that one word of the player's buffer gets a number, and nothing else.
int states_record(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number);
void states_fill(struct player *player, VkCommandBuffer commands, uint32_t word, uint32_t number);
// As many command buffers of a pool.
VkResult states_allocate(struct player *player, VkCommandPool pool, VkCommandBufferLevel level, uint32_t count,
                         VkCommandBuffer *to);
// All words are zero.
void states_clear(struct player *player);

// Record copies of images in the general layout, by the first form of a command or by a newer one (image_copies.c).
int states_have_newer_copies(const struct player *player);
void states_copy_in(struct player *player, int is_newer, VkBuffer from, VkImage to, uint32_t count,
                    const VkBufferImageCopy *regions);
void states_copy_out(struct player *player, int is_newer, VkImage from, VkBuffer to, uint32_t count,
                     const VkBufferImageCopy *regions);
void states_copy_between(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count,
                         const VkImageCopy *regions);
void states_resolve(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count,
                    const VkImageResolve *regions);
void states_blit(struct player *player, int is_newer, VkImage from, VkImage to, uint32_t count, const VkImageBlit *regions,
                 VkFilter filter);

// The one of both formats of depth and stencil that images can be made of with these features: one is there on each device
// that draws. Its value in the info is set; 0 where there is none.
int states_choose_depths(struct player *player, VkImageCreateInfo *info, VkFormatFeatureFlags features);
// How many texels of the player's buffer, to which depths of that format were copied, have the depth 1.
uint32_t states_count_depths(const struct player *player, VkFormat format);

// Whether each byte of a texel is as it has to be, or beside that by a number at most.
static inline int is_close_by(int most, const unsigned char *texel, const unsigned char *wanted) {
    int right = 0;
    for (int i = 0; i < 4; i++) right += texel[i] + most >= wanted[i] && texel[i] <= wanted[i] + most;
    return right == 4;
}

static inline int is_close(const unsigned char *texel, const unsigned char *wanted) { return is_close_by(1, texel, wanted); }

// Whether two structures of requirements say the same.
static inline int states_alike(const VkMemoryRequirements *one, const VkMemoryRequirements *other) {
    return one->size == other->size && one->alignment == other->alignment && one->memoryTypeBits == other->memoryTypeBits;
}

// Each device at work on a thread of its own.
void states_of_both(struct device *first, struct device *second);

#define KINDS_OF_STATES(X) \
    X(fences) X(events) X(semaphores) X(memory) X(requirements) X(pools) X(commands) X(secondaries) X(queries) \
    X(ranges) X(caches) X(images) X(regions) X(places)
#define KINDS_ASKED_ONCE(X) X(shaders) X(offsets) X(sets) X(groups) X(results) X(volumes) X(linear) X(sizes) X(foreign) \
    X(passes) X(vertices) X(clears) X(subpasses) X(dynamic) X(private) X(synchronized) X(polls) X(foreseen) X(sampled) X(fetched) \
    X(bindings) X(rendered) X(levels) X(counted) X(blocks) X(formats)
#define STATES_OF(kind) void states_of_##kind(struct player *player);
KINDS_OF_STATES(STATES_OF)
KINDS_ASKED_ONCE(STATES_OF)
STATES_OF(orders)
STATES_OF(waits)

#endif
