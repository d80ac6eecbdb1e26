// The observers of a chain: gaps, the beginning and the end of each call through one, and lookups, whose answers
// lead through a stub. Only observes: parameters, results and the order of calls stay what they are.
#include "../calls/dispatch.h"
#include "../interpreter/edge.h"
#include "observe.h"

#include <pthread.h>
#include <stdlib.h>

extern const char refloader_observers[];
void *refloader_observe_enter(struct observe_frame *frame, uint32_t id);
uint64_t refloader_observe_leave(struct observe_frame *frame, uint64_t value);

struct recording *observe_recording;
static struct gap gaps[OBSERVED_GAPS];
static atomic_uint gap_count;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static PFN_refloader_observed_thread watch;

static const char *const entry_names[LOOKUPS] = {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr",
                                                 "vk_layerGetPhysicalDeviceProcAddr"};

static void *observer(const struct gap *gap, unsigned command) {
    size_t place = (size_t)(gap - gaps) * OBSERVED_COMMANDS + command;
    return (void *)(uintptr_t)(refloader_observers + OBSERVE_STRIDE * place);
}

// ---- the recording

static void name_command(struct recording *to, uint64_t index, const char *name) {
    recording_add(to, RECORD_COMMAND, 0, 0, &index, sizeof index, name, "");
}

// What its reader needs comes first.
static void begin_recording(struct recording *to) {
    for (unsigned row = 0; row < REGISTRY_COMMANDS; row++)
        name_command(to, row, command_name(command_of_row(row)));
    name_command(to, LAYER_GPDPA, entry_names[LOOKUP_PHYSICAL_DEVICE]);
    for (unsigned at = 0; at < LOOKUPS; at++) name_command(to, FIRST_ENTRY + at, entry_names[at]);
    facts_types(to);
    watch = (PFN_refloader_observed_thread)machine_symbol(NULL, OBSERVED_THREAD);
    __atomic_store_n(&observe_recording, to, __ATOMIC_RELEASE);
}

static bool has_begun(void) {
    return __atomic_load_n(&observe_recording, __ATOMIC_ACQUIRE) != NULL;
}

// The owner of a recording could change the memory of who writes it: not one that a stranger put into a shared folder.
static struct recording *open_recording(const char *path) {
    int file;
    return machine_open_to_write(path, O_RDWR, &file) == 0 ? recording_map(file) : NULL;
}

bool observe_open(void) {
    const char *path = has_begun() ? NULL : machine_getenv(RECORDING_VARIABLE);
    if (path == NULL) return has_begun();
    pthread_mutex_lock(&changing);
    struct recording *found = !has_begun() && !machine_elevated() ? open_recording(path) : NULL;
    if (found != NULL) begin_recording(found);
    pthread_mutex_unlock(&changing);
    return has_begun();
}

void observe_note(const char *about, const char *text, uint64_t value) {
    recording_note(observe_recording, value, 0, about, text);
}

// ---- gaps

static bool same_names(const struct gap *gap, const char *above, const char *below) {
    return strcmp(gap->above, above) == 0 && strcmp(gap->below, below) == 0;
}

// The gap that is between these two already, or was, with another copy of the library in its place.
static struct gap *used_before(const char *above, const char *below, void *const *lookups) {
    struct gap *free = NULL;
    for (struct gap *gap = gaps; gap < gaps + gap_count; gap++) {
        if (!same_names(gap, above, below)) continue;
        if (memcmp(gap->lookups, lookups, sizeof gap->lookups) == 0) return gap;
        if (atomic_load(&gap->keys) == 0) free = gap;
    }
    if (free == NULL) return NULL;
    targets_clear(free);
    memcpy(free->lookups, lookups, sizeof free->lookups);
    return free;
}

static struct gap *new_gap(const char *above, const char *below, void *const *lookups) {
    if (gap_count == OBSERVED_GAPS) return NULL;
    uint64_t number = atomic_fetch_add(&observe_recording->links, 1) + 1;
    struct gap *gap = &gaps[gap_count];
    free(gap->above);  // of a gap that could not be made
    free(gap->below);
    gap->above = strdup(above);
    gap->below = strdup(below);
    if (gap->above == NULL || gap->below == NULL || number > UINT16_MAX) return NULL;
    memcpy(gap->lookups, lookups, sizeof gap->lookups);
    gap->link = (uint16_t)number;
    gap_count++;
    recording_add(observe_recording, RECORD_LINK, gap->link, 0, "", 0, above, below);
    return gap;
}

void observe_between(const char *above, const char *below, void *lookups[LOOKUPS]) {
    pthread_mutex_lock(&changing);
    struct gap *gap = used_before(above, below, lookups);
    if (gap == NULL) gap = new_gap(above, below, lookups);
    pthread_mutex_unlock(&changing);
    for (unsigned at = 0; gap != NULL && at < LOOKUPS; at++)
        if (lookups[at] != NULL) lookups[at] = observer(gap, FIRST_ENTRY + at);
    if (gap == NULL) observe_note("unobserved", below, 0);
}

// ---- the beginning of a call

// The parameters as 64-bit words, from where the calling convention puts them.
static void collect(const struct observe_frame *frame, const struct shape *shape, uint64_t *words) {
    unsigned integers = 0, vectors = 0, stacked = 0;
    for (unsigned at = 0; at < shape->parameters; at++) {
        uint64_t word;
        if ((shape->floating >> at & 1) != 0) {
            word = vectors < VECTOR_REGISTERS ? frame->vectors[vectors][0] : frame->stack[stacked++];
            vectors++;
        } else {
            word = integers < INTEGER_REGISTERS ? frame->integers[integers] : frame->stack[stacked++];
            integers++;
        }
        words[at] = (shape->wide >> at & 1) != 0 ? word : word & UINT32_MAX;
    }
}

static uint32_t more_than(unsigned count, unsigned registers) {
    return count > registers ? count - registers : 0;
}

static uint32_t words_on_stack(const struct shape *shape) {
    unsigned floating = (unsigned)__builtin_popcount(shape->floating);
    unsigned integers = shape->parameters - floating;
    return more_than(integers, INTEGER_REGISTERS) + more_than(floating, VECTOR_REGISTERS);
}

static void begin_call(struct observe_frame *frame, const struct shape *shape, uint16_t link) {
    size_t bytes = 8 * (1 + (size_t)shape->parameters);
    struct record *record = recording_take(observe_recording, bytes, link, 0, 1);
    frame->call = 0;
    frame->parameters = NULL;
    if (record == NULL) return;
    record->words[0] = frame->id & 0xFFFF;
    collect(frame, shape, record->words + 1);
    frame->call = record->call;
    frame->parameters = record->words + 1;
    recording_done(record, RECORD_ENTER);
}

static struct observed_thread *watched_thread(void) {
    static _Thread_local struct observed_thread *known;
    if (known == NULL) known = watch();
    return known;
}

static void watch_begin(struct observe_frame *frame, const struct gap *gap) {
    frame->watched = watch != NULL && frame->call != 0 ? watched_thread() : NULL;
    struct observed_thread *thread = frame->watched;
    if (thread == NULL) return;
    frame->outer_call = thread->call;
    frame->outer_link = thread->link;
    frame->outer_inside = thread->inside;
    *thread = (struct observed_thread){frame->call, gap->link, gap->below[0] != '\0'};
}

enum lookup lookup_of(unsigned command) {
    if (command >= FIRST_ENTRY) return (enum lookup)(command - FIRST_ENTRY);
    if (command == ROW_vkGetInstanceProcAddr) return LOOKUP_INSTANCE;
    if (command == ROW_vkGetDeviceProcAddr) return LOOKUP_DEVICE;
    return command == LAYER_GPDPA ? LOOKUP_PHYSICAL_DEVICE : LOOKUPS;
}

static void *target(struct gap *gap, uint64_t key, unsigned command) {
    void *found = command >= FIRST_ENTRY ? gap->lookups[command - FIRST_ENTRY] : target_of(gap, key, command);
    return found != NULL ? found : (void *)refloader_missing_result;
}

void *refloader_observe_enter(struct observe_frame *frame, uint32_t id) {
    struct gap *gap = &gaps[id >> 16];
    unsigned command = id & 0xFFFF;
    const struct shape *shape = &observe_shapes[command];
    frame->id = id;
    frame->copied = words_on_stack(shape);
    begin_call(frame, shape, gap->link);
    watch_begin(frame, gap);
    frame->key = command < GLOBAL_COMMANDS ? 0 : memory_key(frame->integers[0]);
    if (frame->call != 0) {
        memory_begin();
        facts_handles(frame, RECORD_GIVEN, gap->link);
        special_given(frame, gap->link);
    }
    return target(gap, frame->key, command);
}

// ---- its end

static int index_of(const char *name) {
    const struct command *command = command_find(name);
    if (command != NULL) return (int)command_row(command);
    return strcmp(name, entry_names[LOOKUP_PHYSICAL_DEVICE]) == 0 ? LAYER_GPDPA : -1;
}

// What the caller of a lookup gets: the stub for what the callee answered, where the registry knows the name.
static uint64_t looked_up(const struct observe_frame *frame, struct gap *gap, enum lookup by, uint64_t answer) {
    char name[MOST_TEXT];
    memory_text(name, sizeof name, frame->integers[1]);
    if (frame->call != 0) fact_word(frame, RECORD_MADE, gap->link, "answer", answer, 0);
    int command = index_of(name);
    if (command < 0) return answer;
    bool learned = target_learn(gap, frame->key, (unsigned)command, by, (void *)(uintptr_t)answer);
    return answer != 0 && learned ? (uintptr_t)observer(gap, (unsigned)command) : answer;
}

static enum result result_of(unsigned command) {
    return command < REGISTRY_COMMANDS ? command_of_row(command)->result : RESULT_VALUE;
}

static void end_call(const struct observe_frame *frame, const struct gap *gap, uint64_t value) {
    enum result kind = result_of(frame->id & 0xFFFF);
    bool succeeded = kind != RESULT_RESULT || (int32_t)value >= 0;
    memory_begin();
    if (succeeded) facts_handles(frame, RECORD_MADE, gap->link);
    special_made(frame, gap->link, succeeded);
    struct record *record = recording_take(observe_recording, 8, gap->link, frame->call, 0);
    if (record == NULL) return;
    record->words[0] = kind == RESULT_VOID ? 0 : value;
    recording_done(record, RECORD_LEAVE);
}

static void watch_end(const struct observe_frame *frame) {
    if (frame->watched == NULL) return;
    *frame->watched =
        (struct observed_thread){frame->outer_call, frame->outer_link, frame->outer_inside};
}

// In all gaps: a lookup may have gone through one that passes over a layer, where no such call goes through.
static void forget_destroyed(const struct observe_frame *frame) {
    unsigned command = frame->id & 0xFFFF;
    if (command != ROW_vkDestroyInstance && command != ROW_vkDestroyDevice) return;
    unsigned count = atomic_load(&gap_count);
    for (unsigned at = 0; at < count; at++) targets_forget(&gaps[at], frame->key);
    memory_forget_handles();
}

uint64_t refloader_observe_leave(struct observe_frame *frame, uint64_t value) {
    struct gap *gap = &gaps[frame->id >> 16];
    enum lookup by = lookup_of(frame->id & 0xFFFF);
    memory_begin();
    if (by != LOOKUPS) value = looked_up(frame, gap, by, value);
    if (frame->call != 0) end_call(frame, gap, value);
    watch_end(frame);
    forget_destroyed(frame);
    return value;
}
