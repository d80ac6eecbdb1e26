// A driver below the layer that does what it is told, in a model: memory has contents, work is done some time after it
// is submitted, and a dispatch writes what it finds, so that whatever a program has bound or pushed shows in a buffer.
// It says the first call that is invalid. Its handles are small numbers, equal on different devices, given again at once.
#ifndef REFLOADER_PROGRAMS_MODEL_H
#define REFLOADER_PROGRAMS_MODEL_H

#include "../../../native/generated/vk_core.h"
#include "../../programs/program.h"
#include "../next.h"

enum kind {
    KIND_MEMORY, KIND_BUFFER, KIND_FENCE, KIND_SEMAPHORE, KIND_EVENT, KIND_QUERIES, KIND_SLOT, KIND_CACHE, KIND_SHADER,
    KIND_SET_LAYOUT, KIND_LAYOUT, KIND_PIPELINE, KIND_TEMPLATE, KIND_SET_POOL, KIND_SET, KIND_POOL, KIND_IMAGE, KIND_VIEW,
    KIND_PASS, KIND_FRAMEBUFFER, KINDS
};
#define MOST_THINGS 512U  // of a kind, on a device
#define BINDINGS 8U
#define ELEMENTS_OF_BINDING 8U
#define SETS 8U

struct machine;
struct thing;

struct descriptor {
    struct thing *buffer;
    uint64_t at;
};
struct layout_of_set {
    uint32_t type[BINDINGS], count[BINDINGS];
};
// Private data of one object.
struct datum {
    uint64_t type, object, value;
};

// An object. What its members mean depends on its kind.
struct thing {
    int is_alive;
    uint32_t generation;   // counts the objects that had this place
    uint32_t pending;      // submissions that have not been done
    uint32_t waited_for;   // threads that are in vkWaitForFences with it
    struct machine *machine;
    struct thing *of;      // the memory of a buffer, the layout of a pipeline, the pool of a set
    unsigned char *bytes;  // of a memory; what queries have: 0 undefined, 1 unavailable, 2 available
    uint64_t size, at, value;
    int is_on;             // signaled, set, mapped
    int is_timeline;
    int can_be_reset;      // each command buffer of a pool by itself
    struct layout_of_set *sets;  // of a set, a set layout, or each of a pipeline layout
    uint32_t set_count;
    struct descriptor *descriptors;
    struct datum *data;
    uint32_t data_count;
    // Of a buffer or an image. Who owns it is 0 for nobody yet, else the number of a queue family and one more; on its way to
    // another one it has been released to that.
    int is_shared;
    uint32_t types;  // a mask of types of memory: those that it can have, or the one that it is of
    uint32_t owner, released_to;
    struct picture *picture;  // of an image
    uint32_t format;          // of an image or a view
};
// The levels, layers and samples of an image of texels of four bytes, and the layout of each level of each layer.
#define MOST_LEVELS 16U
struct picture {
    uint32_t width, height, levels, layers, samples, flags;
    uint32_t *layouts;
};

enum recorded_kind {
    RECORDED_FILL, RECORDED_UPDATE, RECORDED_COPY, RECORDED_EVENT, RECORDED_RESET_QUERIES, RECORDED_QUERY,
    RECORDED_COPY_QUERIES, RECORDED_PIPELINE, RECORDED_SET, RECORDED_PUSH, RECORDED_DISPATCH, RECORDED_EXECUTE,
    RECORDED_BARRIERS, RECORDED_CLEAR_IMAGE, RECORDED_COPY_TO_IMAGE, RECORDED_COPY_FROM_IMAGE, RECORDED_COPY_IMAGE,
    RECORDED_BLIT, RECORDED_RESOLVE, RECORDED_RENDER, RECORDED_CLEAR_PART, RECORDED_END_RENDER
};
struct reference {
    struct thing *thing;
    uint32_t generation;
};
struct recorded {
    enum recorded_kind kind;
    struct reference one, other;
    uint64_t number[4];
    void *bytes;
    struct recording *secondary;
};
enum model_state { MODEL_INITIAL, MODEL_RECORDING, MODEL_EXECUTABLE, MODEL_INVALID };
// Where the next command of a command buffer stands, as far as it renders.
enum rendering_state { OUTSIDE, WITHIN, WITHIN_FOR_OTHERS, SUSPENDED };
// A command buffer.
struct recording {
    struct object *object;
    int is_alive, is_secondary, is_once, is_simultaneous;
    enum model_state state;
    enum rendering_state rendering;
    int suspends;
    uint32_t pending, count, room;
    struct reference pool;
    uint32_t family;
    struct machine *machine;
    struct recorded *recorded;
};

#define QUEUES_OF_FAMILY 2U
#define MOST_RECORDINGS 512U
#define MOST_JOBS 64U
#define JOB_PARTS 48U  // a layer may join several submissions
struct job {
    uint32_t count, signal_count, wait_count, polls;
    struct recording *recordings[JOB_PARTS];
    struct thing *signals[JOB_PARTS], *waits[JOB_PARTS], *fence;
    uint64_t signal_values[JOB_PARTS], wait_values[JOB_PARTS];
    const struct object *queue;
};
struct machine {
    struct object *object;  // the device; NULL: a free place
    struct thing *things[KINDS];
    uint32_t count[KINDS], free_count[KINDS], free_list[KINDS][MOST_THINGS];
    struct job jobs[MOST_JOBS];
    uint32_t job_count;
    struct object *queues[FAMILIES][QUEUES_OF_FAMILY];
    uint32_t queue_count[FAMILIES];  // that the device was made with
    uint64_t clock;
};

// Forgets all that there was. What is wrong is said in the story. The object that is made as the one of that number is
// not made, as there is no memory; 0: all are.
void model_start(struct story *story, uint32_t failing);
// Whether the one that is to be made now is not made.
int model_fails(void);
// Says whether something is left at the end.
void model_end(void);
// Answers a command; gives 0 for what it leaves to the entity below.
int model_answer(const char *name, const uint64_t *arguments, uint64_t *result);

// A device that was made by another way than vkCreateDevice.
void model_take(struct object *device);

void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
struct machine *machine_of(const void *device);
struct machine *machine_new(struct object *device);
uint32_t machines_of(const struct object *instance);  // how many
struct thing *thing_new(struct machine *machine, enum kind kind, uint64_t *handle);
void thing_end(struct thing *thing, enum kind kind);
// Complains of a handle that is none, and gives NULL.
struct thing *thing_of(struct machine *machine, enum kind kind, uint64_t handle, const char *command);
struct recording *recording_of(const void *handle);
struct recording *recording_at(uint32_t place);  // of MOST_RECORDINGS, alive or not
struct recording *recording_new(struct machine *machine, struct thing *pool, int is_secondary);
void recording_end(struct recording *recording);
void recording_clear(struct recording *recording);
const char *kind_name(enum kind kind);
// An object that is gone takes its private data with it.
void forget_data(struct machine *machine, VkObjectType type, uint64_t object);
// A poll comes: work gets done some polls after it was submitted.
void model_poll(struct machine *machine);
// Does all that can be done.
void model_finish(struct machine *machine);
void model_lock(void);
void model_unlock(void);

struct model_row {
    const char *name;
    uint64_t (*answer)(const uint64_t *arguments);
};
extern const struct model_row model_devices[], model_objects[], model_descriptors[], model_recordings[], model_work[], model_waits[], model_images[],
    model_drawing[], model_passes[];
extern const uint32_t model_devices_count, model_objects_count, model_descriptors_count, model_recordings_count, model_work_count, model_waits_count,
    model_images_count, model_drawing_count, model_passes_count;

// ---- listening.c: a messenger of the application that is destroyed before it does anything else

#define MESSENGERS "VK_EXT_debug_utils"
VkResult listen_and_stop(VkInstance instance);

// ---- model_arguments.c, model_stages.c: what a command comes with, before the model does it

struct model_check {
    const char *name;
    void (*check)(const uint64_t *arguments);
};
extern const struct model_check model_stages[];
extern const uint32_t model_stages_count;
void model_check_arguments(const char *name, const uint64_t *arguments);

// ---- chains.c: what is put on pNext, and the extension of devices that one program has, or NULL

void chains_start(const struct story *of, uint32_t number, int has_extension, int may_have_twins);
const char *chains_extension(void);
const void *chains_of(VkStructureType head_type, const void *behind);
void chains_arrive(const char *name, const uint64_t *arguments);
// Says what has not arrived of all that has been given.
void chains_settle(void);

// ---- twins.c: commands by the names that they had in an extension

const char *twins_start(uint32_t number, int has_twins);  // gives the extension that the program needs for it, or NULL
const char *twins_extension(void);                        // that extension, or ""
const char *twins_name(const char *name);                 // by which this program calls the command of that name

// Binds memory to a buffer or an image, as ``call`` asks and ``what`` says; NULL: there is none.
uint64_t model_bind(struct thing *bound, struct thing *memory, uint64_t at, const char *call, const char *what);

// ---- while a command buffer is recorded

struct recorded *model_add(struct recording *recording, enum recorded_kind kind);
// Whether a command may stand where the recording is: none that works or waits within a rendering, or in its pause.
void model_check_place(const struct recording *recording, enum recorded_kind kind);
void *model_copied(const void *bytes, size_t size);
struct reference to_thing(struct thing *thing);
// The image barriers and buffer barriers of a command.
void record_barriers(struct recording *recording, const VkDependencyInfo *info);

// ---- while it is executed

// The bytes of a buffer or an image, which the family uses now; NULL where there are none.
unsigned char *used_bytes(struct thing *thing, uint64_t at, uint64_t size);
int is_there(const struct reference *reference, const char *what);
extern uint32_t executing_family;
// What is recorded of images and of rendering.
void run_on_images(const struct recorded *recorded);
void run_drawing(const struct recorded *recorded);
// A command's layout against that which the subresource has.
void check_layout(const struct thing *image, uint32_t level, uint32_t layer, uint32_t layout, const char *command);
unsigned char *texel_of(struct thing *image, uint32_t level, uint32_t layer, uint32_t sample, uint32_t x, uint32_t y);
uint32_t texel_of_color(const VkClearColorValue *color);

#define AT(type, word) ((type *)(uintptr_t)(word))
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))
#define FAILED(result) ((uint64_t)(int64_t)(result))
// The chain of a structure for one of a type.
const void *in_chain(const void *structure, VkStructureType type);

#endif
