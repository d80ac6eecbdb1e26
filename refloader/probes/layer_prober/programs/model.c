// The model's objects and devices, and who answers a command. See model.h.
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "model.h"

static struct machine machines[8];
static struct recording recordings[MOST_RECORDINGS];
static uint32_t recording_count;
static struct story *story;
static uint32_t made, fails_at;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void model_lock(void) { pthread_mutex_lock(&lock); }
void model_unlock(void) { pthread_mutex_unlock(&lock); }

void complain(const char *format, ...) {
    va_list arguments;
    if (story == NULL || story->broken[0] != '\0') return;
    va_start(arguments, format);
    vsnprintf(story->broken, sizeof story->broken, format, arguments);
    va_end(arguments);
}

const void *in_chain(const void *structure, VkStructureType type) {
    for (const VkBaseInStructure *each = structure; each != NULL; each = each->pNext)
        if (each->sType == type) return each;
    return NULL;
}

// ---- objects

static const char *const kind_names[KINDS] = {
    "memory",        "buffer",     "fence",           "semaphore", "event",           "query pool",     "private data slot", "pipeline cache",
    "shader module", "set layout", "pipeline layout", "pipeline",  "descriptor update template", "descriptor pool", "descriptor set", "command pool", "image", "image view",
    "render pass", "framebuffer"};

const char *kind_name(enum kind kind) { return kind_names[kind]; }

int model_fails(void) { return ++made == fails_at; }

// Of pages that are not there before they are used: most places are not.
static void *room_for(size_t size) {
    void *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) abort();
    return made;
}

struct thing *thing_new(struct machine *machine, enum kind kind, uint64_t *handle) {
    if (machine == NULL || model_fails()) return NULL;
    if (machine->things[kind] == NULL) machine->things[kind] = room_for(MOST_THINGS * sizeof(struct thing));
    uint32_t place;
    if (machine->free_count[kind] > 0) place = machine->free_list[kind][--machine->free_count[kind]];
    else if (machine->count[kind] < MOST_THINGS) place = machine->count[kind]++;
    else return NULL;
    struct thing *thing = &machine->things[kind][place];
    uint32_t generation = thing->generation + 1;
    *thing = (struct thing){.is_alive = 1, .generation = generation, .machine = machine};
    *handle = (uint64_t)(place + 1) * 16;
    return thing;
}

struct thing *thing_of(struct machine *machine, enum kind kind, uint64_t handle, const char *command) {
    uint64_t place = handle / 16 - 1;
    if (machine == NULL) return NULL;
    if (handle % 16 == 0 && handle > 0 && place < machine->count[kind] && machine->things[kind][place].is_alive)
        return &machine->things[kind][place];
    complain("%s reaches the driver with a %s that does not exist (%#llx)", command, kind_names[kind], (unsigned long long)handle);
    return NULL;
}

void thing_end(struct thing *thing, enum kind kind) {
    struct machine *machine = thing->machine;
    if (thing->pending) complain("a %s is destroyed while work that uses it has not been done", kind_names[kind]);
    thing->is_alive = 0;
    free(thing->bytes);
    free(thing->sets);
    free(thing->descriptors);
    free(thing->data);
    if (thing->picture != NULL) free(thing->picture->layouts);
    free(thing->picture);
    machine->free_list[kind][machine->free_count[kind]++] = (uint32_t)(thing - machine->things[kind]);
}

struct machine *machine_of(const void *device) {
    struct object *object = object_of(device);
    while (object != NULL && object->kind != OBJECT_DEVICE) object = object->parent;
    for (size_t i = 0; object != NULL && i < COUNT_OF(machines); i++)
        if (machines[i].object == object) return &machines[i];
    complain("a command reaches the driver with a device, queue or command buffer that is none of its own");
    return NULL;
}

struct machine *machine_new(struct object *device) {
    for (size_t i = 0; i < COUNT_OF(machines); i++)
        if (machines[i].object == NULL) {
            // Its jobs and its lists of free places are long, and have nothing in them yet.
            memset(machines[i].things, 0, sizeof machines[i].things);
            memset(machines[i].count, 0, sizeof machines[i].count);
            memset(machines[i].free_count, 0, sizeof machines[i].free_count);
            memset(machines[i].queues, 0, sizeof machines[i].queues);
            machines[i].object = device;
            machines[i].job_count = 0;
            machines[i].clock = 0;
            memcpy(machines[i].queue_count, created.queues, sizeof created.queues);
            return &machines[i];
        }
    return NULL;
}

void model_take(struct object *device) { machine_new(device); }

uint32_t machines_of(const struct object *instance) {
    uint32_t count = 0;
    for (size_t i = 0; i < COUNT_OF(machines); i++)
        count += machines[i].object != NULL && machines[i].object->parent->parent == instance;
    return count;
}

// ---- command buffers

struct recording *recording_of(const void *handle) {
    struct object *object = object_of(handle);
    for (uint32_t i = 0; object != NULL && i < recording_count; i++)
        if (recordings[i].object == object && recordings[i].is_alive) return &recordings[i];
    complain("a command reaches the driver with a command buffer that does not exist");
    return NULL;
}

struct recording *recording_at(uint32_t place) { return &recordings[place]; }

struct recording *recording_new(struct machine *machine, struct thing *pool, int is_secondary) {
    struct recording *recording = NULL;
    for (uint32_t i = 0; i < recording_count && recording == NULL; i++)
        if (!recordings[i].is_alive) recording = &recordings[i];
    if (recording == NULL && recording_count == MOST_RECORDINGS) return NULL;
    if (recording == NULL) recording = &recordings[recording_count++];
    *recording = (struct recording){.object = new_object(OBJECT_COMMAND_BUFFER, machine->object),
                                    .is_alive = 1,
                                    .is_secondary = is_secondary,
                                    .machine = machine,
                                    .family = (uint32_t)pool->value,
                                    .pool = {pool, pool->generation}};
    return recording;
}

void recording_clear(struct recording *recording) {
    for (uint32_t i = 0; i < recording->count; i++) free(recording->recorded[i].bytes);
    free(recording->recorded);
    recording->recorded = NULL;
    recording->count = recording->room = 0;
    recording->state = MODEL_INITIAL;
}

void recording_end(struct recording *recording) {
    if (recording->pending) complain("a command buffer is freed while it is executed");
    recording_clear(recording);
    recording->is_alive = 0;
    end_object(recording->object);
}

// ---- the whole of it

void model_start(struct story *of, uint32_t failing) {
    story = of;
    made = 0;
    earlier_callbacks_called = 0;
    fails_at = failing;
    for (size_t i = 0; i < COUNT_OF(machines); i++) machines[i].object = NULL;
    while (recording_count > 0) recordings[--recording_count].is_alive = 0;
}

void model_end(void) {
    chains_settle();
    for (size_t i = 0; i < COUNT_OF(machines); i++)
        if (machines[i].object != NULL) complain("a device that was made is never destroyed");
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct model_row *)a)->name, ((const struct model_row *)b)->name);
}

// All rows in the order of their names.
static const struct model_row *row_named(const char *name) {
    static struct model_row rows[256];
    static uint32_t count;
#define ADD(table) \
    memcpy(rows + count, table, table##_count * sizeof *rows); \
    count += table##_count;
    if (count == 0) {
        ADD(model_devices)
        ADD(model_objects)
        ADD(model_descriptors)
        ADD(model_recordings)
        ADD(model_work)
        ADD(model_waits)
        ADD(model_images)
        ADD(model_drawing)
        ADD(model_passes)
        qsort(rows, count, sizeof *rows, by_name);
    }
    struct model_row wanted = {.name = name};
    return bsearch(&wanted, rows, count, sizeof *rows, by_name);
}

// Where a command has its allocation callbacks; 0: it takes none.
static uint32_t place_of_callbacks(const char *name) {
    int ends = strncmp(name, "vkDestroy", 9) == 0 || strcmp(name, "vkFreeMemory") == 0;
    if (strcmp(name, "vkCreateInstance") == 0 || strcmp(name, "vkDestroyInstance") == 0 || strcmp(name, "vkDestroyDevice") == 0)
        return 1;
    if (strncmp(name, "vkCreate", 8) == 0 && strstr(name, "Pipelines") != NULL) return 4;
    return ends || strncmp(name, "vkCreate", 8) == 0 || strcmp(name, "vkAllocateMemory") == 0 ? 2 : 0;
}

static void check_callbacks(const char *name, const uint64_t *arguments) {
    uint32_t place = place_of_callbacks(name);
    if (earlier_callbacks_called) complain("allocation callbacks are called by a pointer that was given to an earlier call");
    if (place > 0 && is_of_earlier_call(AT(const VkAllocationCallbacks, arguments[place])))
        complain("%s reaches the driver with a pointer to allocation callbacks that was given to an earlier call", name);
}

// Where two threads record at the same time, each call waits for one of the other thread, so that both have come as far
// as the driver before either is looked at. A layer may let in one at a time: the wait is short, and soon given up.
#define MEETING_YIELDS 40  // a nap costs more
#define MEETING_NAPS 40
#define MOST_MISSES 3

static void meet(void) {
    static atomic_uint arrivals;
    static atomic_int misses;
    if (!atomic_load(&recording_at_once) || atomic_load(&misses) > MOST_MISSES) return;
    unsigned mine = atomic_fetch_add(&arrivals, 1);
    for (int i = 0; mine % 2 == 0 && atomic_load(&arrivals) == mine + 1; i++) {
        if (i == MEETING_YIELDS + MEETING_NAPS) {
            atomic_fetch_add(&misses, 1);
            return;
        }
        if (i < MEETING_YIELDS) sched_yield();
        else nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    }
}

int model_answer(const char *name, const uint64_t *arguments, uint64_t *result) {
    meet();
    model_lock();
    const struct model_row *row = row_named(name);
    check_callbacks(name, arguments);
    chains_arrive(name, arguments);
    model_check_arguments(name, arguments);
    if (row != NULL) *result = row->answer(arguments);
    model_unlock();
    return row != NULL;
}
