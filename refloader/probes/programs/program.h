// Valid programs of Vulkan that are made from a seed: steps in a random order, with random arguments, over a few objects
// of each kind. A step whose conditions are not met is left out, so that any part of a program is a valid program too.
//
// The conditions are the specification's, and are looked up in what the program itself did: an object exists and is not
// in use, a command buffer is in the state that the command needs, bound sets are whole, work is over before its
// outcome is read. Whatever a call gives that the specification leaves open (times, addresses, sizes) is not told.
#ifndef REFLOADER_PROGRAM_H
#define REFLOADER_PROGRAM_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "../../native/generated/vk_core.h"

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))
#define MOST_STEPS 116U
#define SLOTS 4U       // objects of a kind
#define UNITS 2U       // devices at once
#define MOST_SETS 3U   // of a pipeline layout
#define MOST_BINDINGS 3U
#define MOST_QUERIES 70U
#define MOST_LINES 700U
#define PUSHED 32U     // bytes of push constants
#define BUFFER_BYTES 1024U
#define PLACE 256U     // what offsets in buffers are multiples of
#define RANGE 64U      // bytes behind a descriptor

struct step {
    uint8_t operation, thread, unit, unused;
    uint32_t word[4];
};

// What a program did and found, line by line. Lies where another process can read it when this one has died.
struct line {
    uint32_t step;
    char call[120];   // with its arguments as the program knows them: "vkDestroyFence(fence 2)"
    char found[120];  // what came of it, "" for nothing
};
struct story {
    uint32_t count;
    int is_over;     // the program came to its end
    uint32_t shape;  // of the devices: programs differ where their families do
    char broken[200];  // the first invalid call that reached the driver; "" for none
    struct line line[MOST_LINES];
};

struct world;
struct layout_item;

// How instances and devices are made: on a loader, or with the nodes of one.
struct ground {
    PFN_vkGetInstanceProcAddr instance_lookup;
    PFN_vkGetDeviceProcAddr device_lookup;  // NULL: that of the instance's lookup
    const void *(*instance_nodes)(void);    // for pNext; NULL: none
    const void *(*device_nodes)(void);
    // Puts more on the pNext of a create info, before what is there; NULL: nothing.
    const void *(*chain)(VkStructureType type, const void *behind);
    const char *(*extension)(void);  // that devices have enabled where they have it; NULL: none
    // The name by which a device with the extension is asked for a command; NULL: its own.
    const char *(*name)(const char *name);
    const char *instance_extension;  // that instances have enabled; NULL: none
    const char *const *layers;
    uint32_t layer_count;
    uint32_t minor;  // Vulkan 1.N is asked for
    VkResult (*order_instance)(VkInstance), (*order_device)(VkDevice);  // what is left to do when one is made, or NULL
    void (*watch)(struct world *);  // after each step, with all objects that there are; NULL: nobody does
    uint32_t (*shader)(const struct layout_item *, uint32_t *words);  // writes a pipeline's; NULL: one that does nothing
};
#define MOST_SHADER_WORDS 2048U

#define PROGRAM_COMMANDS(X) \
    X(DestroyDevice) X(GetDeviceQueue) X(DeviceWaitIdle) X(QueueWaitIdle) X(QueueSubmit) X(AllocateMemory) \
    X(FreeMemory) X(MapMemory) X(UnmapMemory) X(BindBufferMemory) X(GetBufferMemoryRequirements) X(CreateFence) \
    X(DestroyFence) X(ResetFences) X(GetFenceStatus) X(WaitForFences) X(CreateSemaphore) X(DestroySemaphore) \
    X(CreateEvent) X(DestroyEvent) X(GetEventStatus) X(SetEvent) X(ResetEvent) X(CreateQueryPool) \
    X(DestroyQueryPool) X(GetQueryPoolResults) X(CreateBuffer) X(DestroyBuffer) X(CreateShaderModule) \
    X(DestroyShaderModule) X(CreatePipelineCache) X(DestroyPipelineCache) X(GetPipelineCacheData) \
    X(MergePipelineCaches) X(CreateComputePipelines) X(DestroyPipeline) X(CreatePipelineLayout) \
    X(DestroyPipelineLayout) X(CreateDescriptorSetLayout) X(DestroyDescriptorSetLayout) X(CreateDescriptorPool) \
    X(DestroyDescriptorPool) X(ResetDescriptorPool) X(AllocateDescriptorSets) X(FreeDescriptorSets) \
    X(UpdateDescriptorSets) X(CreateCommandPool) X(DestroyCommandPool) X(ResetCommandPool) \
    X(AllocateCommandBuffers) X(FreeCommandBuffers) X(BeginCommandBuffer) X(EndCommandBuffer) \
    X(ResetCommandBuffer) X(CmdBindPipeline) X(CmdBindDescriptorSets) X(CmdDispatch) X(CmdDispatchIndirect) \
    X(CmdCopyBuffer) X(CmdUpdateBuffer) X(CmdFillBuffer) X(CmdSetEvent) X(CmdResetEvent) X(CmdWaitEvents) \
    X(CmdPipelineBarrier) X(CmdResetQueryPool) X(CmdWriteTimestamp) X(CmdCopyQueryPoolResults) X(CmdPushConstants) \
    X(CmdExecuteCommands) X(CreateImage) X(DestroyImage) X(GetImageMemoryRequirements) X(BindImageMemory) \
    X(CreateImageView) X(DestroyImageView) X(CmdClearColorImage) X(CmdCopyBufferToImage) X(CmdCopyImageToBuffer) \
    X(CmdCopyImage) X(CmdBlitImage) X(CmdResolveImage) X(CmdClearAttachments) X(CreateRenderPass) \
    X(DestroyRenderPass) X(CreateFramebuffer) X(DestroyFramebuffer) X(CmdBeginRenderPass) X(CmdEndRenderPass)

// Of newer versions: NULL where the program asks for an older one.
#define NEWER_COMMANDS(X) \
    X(1, CreateDescriptorUpdateTemplate) X(1, DestroyDescriptorUpdateTemplate) X(1, UpdateDescriptorSetWithTemplate) \
    X(1, TrimCommandPool) X(1, GetBufferMemoryRequirements2) X(1, BindBufferMemory2) X(2, ResetQueryPool) \
    X(2, GetSemaphoreCounterValue) X(2, SignalSemaphore) X(2, WaitSemaphores) X(3, CreatePrivateDataSlot) \
    X(3, DestroyPrivateDataSlot) X(3, SetPrivateData) X(3, GetPrivateData) X(3, QueueSubmit2) \
    X(3, CmdPipelineBarrier2) X(3, CmdCopyBuffer2) X(3, CmdSetEvent2) X(3, CmdWriteTimestamp2) X(1, CmdDispatchBase) \
    X(1, GetImageMemoryRequirements2) X(1, BindImageMemory2) X(1, GetDeviceQueue2) X(3, CmdBeginRendering) X(3, CmdEndRendering) \
    X(3, CmdCopyImage2) X(3, CmdCopyBufferToImage2) X(3, CmdCopyImageToBuffer2) X(3, CmdBlitImage2) X(3, CmdResolveImage2)

#define COMMAND_MEMBER(name) PFN_vk##name name;
#define NEWER_MEMBER(minor, name) PFN_vk##name name;
struct commands_of_device {
    PROGRAM_COMMANDS(COMMAND_MEMBER)
    NEWER_COMMANDS(NEWER_MEMBER)
};

// ---- objects as the program knows them; a handle of NULL is a free slot

struct buffer_item {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize at;
    unsigned char *mapped;  // where the buffer begins, while the memory is mapped
    uint32_t owner;         // which of the unit's families has it, or SHARED
};
#define SHARED 2U
// An image is VK_IMAGE_LAYOUT_GENERAL and has contents from its making on; a recording that changes that changes it back.
struct image_item {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    VkSampleCountFlagBits samples;
    uint32_t is_flat;  // it has one dimension
    uint32_t levels, layers, owner, view_level;
};
struct fence_item {
    VkFence handle;
    int is_signaled, is_pending;
};
struct event_item {
    VkEvent handle;
    int is_set;            // when all that is submitted is over
    uint32_t pending;      // submissions that use it
};
struct semaphore_item {
    VkSemaphore handle;
    uint64_t value, later;  // now, and when all that is submitted is over
    uint64_t asked;         // what it was when it was last asked or waited for
    int is_of_queue;        // a submission has signaled it
    uint32_t pending;
};
struct queries_item {
    VkQueryPool handle;
    uint32_t count, pending;
    uint8_t is_written[MOST_QUERIES];  // when all that is submitted is over
};
struct slot_item {
    VkPrivateDataSlot handle;
};
struct binding {
    VkDescriptorType type;
    uint32_t count;  // 0: a binding that is left out
};
struct set_layout_item {
    VkDescriptorSetLayout handle;
    uint32_t age;
    struct binding binding[MOST_BINDINGS];
};
struct layout_item {
    VkPipelineLayout handle;
    uint32_t set_count, age;
    struct binding binding[MOST_SETS][MOST_BINDINGS];  // as the set layouts were: they may be gone
};
struct pipeline_item {
    VkPipeline handle;
    uint32_t layout_age;
    uint32_t layout;  // the slot
    int has_base;     // its workgroups may begin anywhere
};
struct set_pool_item {
    VkDescriptorPool handle;
    uint32_t allocated;
};
struct set_item {
    VkDescriptorSet handle;
    uint32_t pool, age;
    uint32_t layout, layout_age;  // the slot of the set layout: sets are not updated once it is gone
    int is_written;
    struct binding binding[MOST_BINDINGS];
    uint32_t buffers;  // mask of those that its descriptors are of
};
struct pool_item {
    VkCommandPool handle;
    uint32_t family;  // of the unit's
};

enum recording_state { RECORDING_INITIAL, RECORDING_NOW, RECORDING_DONE, RECORDING_INVALID };
#define MOST_COMMAND_BUFFERS 6U
struct commands_item {
    VkCommandBuffer handle;
    uint32_t pool;
    int is_secondary, is_once, is_simultaneous;
    int continues;  // it is executed within the rendering that it was recorded for alone
    enum recording_state state;
    uint32_t pending, age;
    uint32_t uses[12];       // by kind, a mask of slots
    uint32_t secondaries;    // a mask of those that it executes
    // What is bound now.
    int has_pipeline;
    uint32_t pipeline;
    uint32_t bound[MOST_SETS], bound_by;  // the slot of each set + 1, and the age of the layout that they were bound with
    uint32_t pushed;                      // a mask of words
    // What it does to events and queries, in the end.
    int8_t event[SLOTS];     // 1: set, -1: reset, 0: left
    uint32_t set_here;       // a mask of events that it sets itself
    int8_t query[SLOTS][MOST_QUERIES];
};
enum use { USE_BUFFER, USE_EVENT, USE_QUERIES, USE_PIPELINE, USE_LAYOUT, USE_SET, USE_IMAGE };

struct submission {
    uint32_t commands;  // a mask, with secondary ones
    int fence;          // -1: none
    int semaphore;
    uint64_t value;
    int is_pending;
};
#define MOST_SUBMISSIONS 12U

#define QUEUES 2U  // of different families, where the device has them; the second one is for transfers

struct unit {
    VkDevice handle;
    VkQueue queue, queues[QUEUES];  // the first one of them, and all
    uint32_t family[QUEUES], queue_count;
    uint32_t last_queue;  // work is on one queue, or ordered by ``order`` (a binary semaphore) behind that of the other
    VkSemaphore order;
    int is_ordered;  // the semaphore is in use, or, for good, what it was signaled for has not been submitted
#define ORDER_LOST 2
    int draws, renders;  // the first queue is for graphics, and there is dynamic rendering
    uint32_t instance, aged, has_extension;
    uint32_t memory_types, coherent_types;  // masks: types of memory for all, and those that the host sees as they are
    VkPhysicalDevice gpu;
    struct commands_of_device call;
    struct buffer_item buffer[SLOTS];
    struct image_item image[SLOTS];
    struct fence_item fence[SLOTS];
    struct event_item event[SLOTS];
    struct semaphore_item semaphore[SLOTS];
    struct queries_item queries[SLOTS];
    struct slot_item slot[SLOTS];
    struct set_layout_item set_layout[SLOTS];
    struct layout_item layout[SLOTS];
    struct pipeline_item pipeline[SLOTS];
    struct set_pool_item set_pool[2];
    struct set_item set[MOST_COMMAND_BUFFERS];
    struct pool_item pool[2];
    struct commands_item commands[MOST_COMMAND_BUFFERS];
    VkPipelineCache cache;
    struct submission submission[MOST_SUBMISSIONS];
    uint32_t submitted;
};

struct instance_item {
    VkInstance handle;
    uint32_t units;  // how many devices of it there are
};

struct world {
    const struct ground *ground;
    struct story *story;
    uint32_t step;
    struct instance_item instance[UNITS];
    struct unit unit[UNITS];
};

// ---- what operations are made with (world.c, units.c)

// What is put on the pNext of a create info, in front of what is there.
const void *chain_of(const struct ground *ground, VkStructureType type, const void *behind);
#define CHAINED(info) ((info).pNext = chain_of(world->ground, (info).sType, (info).pNext))

// A line begins: the call that is to come.
void say_call(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
// What came of it.
void say_found(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Whether it succeeded. Other results are found, and the object is not there.
int went_well(struct world *world, VkResult result);
const char *result_name(VkResult result);

// The slot of the first of ``count`` objects from a random one on for which that is true; -1: none.
#define PICK(result, word, count, test) \
    int result = -1; \
    const uint32_t first_##result = (word) % (count); \
    for (uint32_t picked = 0; picked < (count) && result < 0; picked++) { \
        const uint32_t i = (first_##result + picked) % (count); \
        if (test) result = (int)i; \
    }

static inline int is_dynamic(uint32_t type) {
    return type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
}

// All that is submitted up to this one is over.
void submissions_end(struct unit *unit, uint32_t up_to);
// The same, but for the fence of the last one.
void submissions_end_but_fence(struct unit *unit, uint32_t last);
void end_all_submissions(struct unit *unit);
// The first type of memory among ``allowed`` that needs neither flushes nor features; -1: none.
int coherent_type(const struct unit *unit, uint32_t allowed);
// Whether a command buffer whose work is not over uses an object.
int is_used(const struct unit *unit, enum use use, uint32_t slot);
// The object ends or changes: what has recorded it cannot be submitted any more.
void invalidate_users(struct unit *unit, enum use use, uint32_t slot);
void invalidate_commands(struct unit *unit, uint32_t slot);
uint32_t mixed(uint32_t word, uint32_t with);
uint64_t hash_bytes(const void *bytes, size_t size);

// ---- operations; each gives whether its conditions were met

typedef int operation(struct world *world, struct unit *unit, const uint32_t *word);
struct operation_row {
    const char *name;
    operation *perform;
    uint32_t weight, minor;
};
#define EACH_TABLE(X) \
    X(operations_on_objects) X(operations_on_queries) X(operations_on_recordings) X(operations_on_submissions) \
    X(operations_on_layouts) X(operations_on_sets) X(operations_on_images) X(operations_on_drawn) \
    X(operations_on_families) X(operations_on_nothing) X(operations_at_edges) X(operations_on_several)
#define TABLE_DECLARATION(table) \
    extern const struct operation_row table[]; \
    extern const uint32_t table##_count;
EACH_TABLE(TABLE_DECLARATION)

// A command buffer that is being recorded, of any family or of the first one; the operation is left out if there is none.
#define RECORDING_IF(slot, word, test) \
    PICK(slot, word, MOST_COMMAND_BUFFERS, unit->commands[i].handle != NULL && unit->commands[i].state == RECORDING_NOW && (test)) \
    if (slot < 0) return 0; \
    struct commands_item *commands = &unit->commands[slot];
#define FAMILY_OF(number) (unit->pool[unit->commands[number].pool].family)
#define RECORDING_ANY(slot, word) RECORDING_IF(slot, word, 1)
#define RECORDING_FULL(slot, word) RECORDING_IF(slot, word, FAMILY_OF(i) == 0)
// Whether commands of a family may use what has an owner.
static inline int is_of(uint32_t owner, uint32_t family) { return owner == SHARED || owner == family; }

// Work that is to come is on this queue: what is on the other one has ended, or comes before it.
int turn_to_queue(struct unit *unit, uint32_t queue);
// The same by a semaphore that the next submission waits for, where that can be. Whether it has to wait.
int order_queues(struct unit *unit, uint32_t queue);
// All that comes before happens before what comes behind, also for the host.
void record_barrier(const struct unit *unit, VkCommandBuffer commands, uint32_t word);
// Records and does something at once, on a queue.
typedef void recorder_of(struct unit *unit, VkCommandBuffer commands, void *what);
VkResult do_at_once(struct unit *unit, uint32_t queue, recorder_of *record, void *what);
// What was recorded, and is bound, is forgotten.
void unrecord(struct commands_item *commands);
void forget_bound(struct commands_item *commands);
int is_in_another(const struct unit *unit, uint32_t secondary);
void end_image_item(struct world *world, struct unit *unit, uint32_t slot);
void forget_sets_with(struct unit *unit, uint32_t buffer);

extern int plays_edges;    // whether programs have the last table's operations, and make use of others' rarer arguments
operation record_at_once;  // in at_once.c
extern atomic_int recording_at_once;

// Instances and devices.
int make_unit(struct world *world, struct unit *unit, uint32_t word);
void end_unit(struct world *world, struct unit *unit, uint32_t word);
void end_instances(struct world *world);
void ask_instances(struct world *world);

// The program's allocation callbacks, in a structure that is good for this call alone; NULL where it uses none.
const VkAllocationCallbacks *own_callbacks(void);
#define OWN own_callbacks()
extern int uses_callbacks;
// Whether it is one of an earlier call: who calls with it, or calls one of its functions, has kept a pointer.
int is_of_earlier_call(const VkAllocationCallbacks *callbacks);
extern int earlier_callbacks_called;

#define NO_DEVICE "no physical device"  // what is found where there is none that a program could use

// How often it is asked whether work is over that has been submitted; the later ones a millisecond apart.
extern uint32_t most_polls;
extern int is_polled_in_vain;  // in the program that is played
#define USUAL_POLLS 1200U

// ---- programs (play.c)

const char *step_name(const struct step *step);
struct step step_named(const char *name);  // on the first device, all words of which are 0
uint32_t make_program(uint64_t seed, uint32_t minor, struct step *steps);
// Does the steps on the ground and ends all that there is, in the story.
void play_program(const struct ground *ground, const struct step *steps, uint32_t count, struct story *story);

#endif
