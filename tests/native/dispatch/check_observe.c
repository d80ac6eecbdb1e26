// The observers: calls arrive and come back as they were made, whatever is pointed at; what is written down.
#include <pthread.h>
#include <unistd.h>

#include "../../../refloader/dropin/c/observers/observe.h"
#include "world.h"

#define PARAMETERS 15
#define VECTORS 8
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef uint64_t (*any_command)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double,
                                double, double, double, double, double, double, double);

static struct call {
    uint64_t words[PARAMETERS];
    double numbers[VECTORS];
    unsigned count;
} seen;

static uint64_t target(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                       uint64_t h, uint64_t i, uint64_t j, uint64_t k, uint64_t l, uint64_t m, uint64_t n,
                       uint64_t o, double p, double q, double r, double s, double t, double u, double v,
                       double w) {
    seen = (struct call){
        {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o}, {p, q, r, s, t, u, v, w}, seen.count + 1};
    return 0x123456789ABCDEF0;
}

static uint64_t other_target(void) {
    return 2;
}

// What machine.c gives the library.
static bool elevated;
static _Thread_local struct observed_thread watched;

const char *machine_getenv(const char *name) {
    return getenv(name);
}

int machine_elevated(void) {
    return elevated;
}

static struct observed_thread *this_thread(void) {
    return &watched;
}

void *machine_symbol(void *library, const char *name) {
    EXPECT(library == NULL && strcmp(name, OBSERVED_THREAD) == 0);
    return (void *)this_thread;
}

// Who is below: everything is the target for objects with one key, and another function for others.
static void *const key_one[1], *const key_two[1];
static const void *const one[1] = {key_one}, *const two[1] = {key_two};

static PFN_vkVoidFunction below_gipa(VkInstance instance, const char *name) {
    if (strcmp(name, "vkNobodyHasThis") == 0) return NULL;
    bool other = (const void *)instance == two;
    return other ? (PFN_vkVoidFunction)other_target : (PFN_vkVoidFunction)target;
}

static PFN_vkVoidFunction below_gdpa(VkDevice device, const char *name) {
    return below_gipa((VkInstance)device, name);
}

static PFN_vkGetInstanceProcAddr look_up;
static PFN_vkGetDeviceProcAddr look_up_device;

static bool opened(void) {
    char path[] = "/tmp/recording-XXXXXX";
    int file = mkstemp(path);
    const uint64_t head[8] = {RECORDING_MAGIC, 64 << 20, sizeof(struct recording)};
    EXPECT(file >= 0 && write(file, head, sizeof head) == sizeof head && ftruncate(file, 64 << 20) == 0);
    close(file);
    setenv(RECORDING_VARIABLE, path, 1);
    bool open = observe_open();
    unlink(path);
    return open;
}

static void record(void) {
    EXPECT(opened());
}

static void start(void) {
    void *lookups[LOOKUPS] = {(void *)below_gipa, (void *)below_gdpa, NULL};
    record();
    observe_between("", "layer", lookups);
    EXPECT(lookups[0] != (void *)below_gipa && lookups[1] != (void *)below_gdpa && lookups[2] == NULL);
    look_up = (PFN_vkGetInstanceProcAddr)lookups[0];
    look_up_device = (PFN_vkGetDeviceProcAddr)lookups[1];
}

static any_command found(const void *object, const char *name) {
    return (any_command)look_up((VkInstance)(uintptr_t)object, name);
}

static uint64_t call_with(any_command command, uint64_t first, uint64_t rest) {
    return command(first, rest, rest + 1, rest + 2, rest + 3, rest + 4, rest + 5, rest + 6, rest + 7, rest + 8,
                   rest + 9, rest + 10, rest + 11, rest + 12, rest + 13, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5);
}

// What no command has too many of goes through registers; of the stack only the parameters are copied.
static void every_command_with(uint64_t rest) {
    start();
    for (unsigned row = 0; row < REGISTRY_COMMANDS; row++) {
        const struct shape *shape = &observe_shapes[row];
        unsigned words = shape->parameters - (unsigned)__builtin_popcount(shape->floating);
        if (lookup_of(row) != LOOKUPS) continue;
        seen.count = 0;
        any_command command = found(one, command_name(command_of_row(row)));
        EXPECT(command != (any_command)target);
        EXPECT(call_with(command, (uintptr_t)one, rest) == 0x123456789ABCDEF0);
        EXPECT(seen.count == 1 && seen.words[0] == (uintptr_t)one);
        for (unsigned at = 1; at < words; at++) EXPECT(seen.words[at] == rest + at - 1);
        for (unsigned at = 0; at < VECTORS; at++) EXPECT(seen.numbers[at] == 0.5 + at);
    }
}

static void small_numbers(void) {
    every_command_with(1);
}

static void no_addresses(void) {
    every_command_with(0x5555666677778881);
}

// Structures of ones: each count is large, and each pointer leads back to them.
static void structures_of_rubbish(void) {
    static uint64_t words[4096];
    for (size_t at = 0; at < COUNT_OF(words); at++) words[at] = (uintptr_t)(words + at % 7);
    every_command_with((uintptr_t)words);
}

static void handles_of_rubbish(void) {
    start();
    any_command command = found(one, "vkDeviceWaitIdle");
    for (unsigned at = 0; at < 64; at++) {
        seen.count = 0;
        EXPECT(call_with(command, 1ULL << at, 0) == 0x123456789ABCDEF0 && seen.words[0] == 1ULL << at);
    }
}

static void objects_have_their_own_functions(void) {
    start();
    any_command first = found(one, "vkDeviceWaitIdle"), second = found(two, "vkDeviceWaitIdle");
    EXPECT(first == second);
    EXPECT(call_with(first, (uintptr_t)one, 0) == 0x123456789ABCDEF0);
    EXPECT(call_with(first, (uintptr_t)two, 0) == 2);
    EXPECT(found(one, "vkNobodyHasThis") == NULL);
    EXPECT(found(one, "vkFrobnicate") == (any_command)target);
}

// Functions of devices that were looked up with an instance are those of the device's instance.
static void devices_of_two_instances(void) {
    static struct instance instances[2] = {{.table = (void **)key_one}, {.table = (void **)key_two}};
    static struct device_table tables[2] = {{.magic = DEVICE_MAGIC, .instance = &instances[0]},
                                            {.magic = DEVICE_MAGIC, .instance = &instances[1]}};
    const void *const devices[2] = {&tables[0], &tables[1]};
    start();
    any_command wait = found(one, "vkDeviceWaitIdle");
    EXPECT(found(two, "vkDeviceWaitIdle") == wait);
    for (unsigned turn = 0; turn < 2; turn++) {
        EXPECT(call_with(wait, (uintptr_t)&devices[0], 0) == 0x123456789ABCDEF0);
        EXPECT(call_with(wait, (uintptr_t)&devices[1], 0) == 2);
    }
}

static void destroyed_objects_are_forgotten(void) {
    start();
    static const void *objects[20000][1];
    any_command destroy = found(NULL, "vkDestroyInstance");
    for (size_t at = 0; at < COUNT_OF(objects); at++) {
        objects[at][0] = &objects[at];
        EXPECT(found(objects[at], "vkDestroyInstance") == destroy);
        EXPECT(call_with(destroy, (uintptr_t)objects[at], 0) == 0x123456789ABCDEF0);
    }
    long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    EXPECT(statm != NULL && fscanf(statm, "%*d %ld", &pages) == 1);
    fclose(statm);
    EXPECT(pages < 40000);
}

// Gaps are used again for the same two, and given up when there are too many.
static void gaps(void) {
    start();
    char name[16] = "";
    void *again[LOOKUPS] = {(void *)below_gipa, (void *)below_gdpa, NULL};
    observe_between("", "layer", again);
    EXPECT(again[0] == (void *)look_up);
    void *elsewhere[LOOKUPS] = {(void *)other_target, NULL, NULL};
    observe_between("", "layer", elsewhere);
    EXPECT(elsewhere[0] == (void *)look_up && elsewhere[1] == NULL);
    for (unsigned at = 1; at < OBSERVED_GAPS; at++) {
        void *more[LOOKUPS] = {(void *)below_gipa, NULL, NULL};
        snprintf(name, sizeof name, "layer %u", at);
        observe_between("", name, more);
        EXPECT(more[0] != (void *)below_gipa && more[0] != (void *)look_up);
    }
    void *last[LOOKUPS] = {(void *)below_gipa, NULL, NULL};
    observe_between("", "one more", last);
    EXPECT(last[0] == (void *)below_gipa);
}

static uint64_t bits(double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static const uint64_t *words_of(const char *command) {
    const uint64_t rest = 0x5555666677778881;
    EXPECT(call_with(found(one, command), (uintptr_t)one, rest) == 0x123456789ABCDEF0);
    unsigned row = command_row(command_find(command));
    const uint64_t *words = NULL;
    const char *base = (const char *)observe_recording;
    for (uint64_t at = sizeof(struct recording); at < observe_recording->used;) {
        const struct record *record = (const struct record *)(base + at);
        if (record->kind == RECORD_ENTER && record->words[0] == row) words = record->words + 1;
        at += record->size;
    }
    EXPECT(words != NULL && words[0] == (uintptr_t)one);
    return words + 1;
}

// A parameter of 32 bits is written down without what stands above it, wherever it came from.
static void words_as_they_came(void) {
    const uint64_t low = 0x77778881;
    start();
    const uint64_t *bias = words_of("vkCmdSetDepthBias"), *blit = words_of("vkCmdBlitImage");
    for (unsigned at = 0; at < 3; at++) EXPECT(bias[at] == (uint32_t)bits(0.5 + at));
    EXPECT(blit[0] == 0x5555666600000000 + low && blit[1] == low + 1);
    EXPECT(blit[2] == 0x5555666600000002 + low && blit[3] == low + 3 && blit[4] == low + 4);
    EXPECT(blit[5] == 0x5555666600000005 + low && blit[6] == low + 6);
}

// Every record can be followed to the next, and each call that came back has its end.
static void records(void) {
    start();
    any_command command = found(one, "vkDeviceWaitIdle");
    call_with(command, (uintptr_t)one, 0);
    unsigned kinds[RECORD_NOTE + 1] = {0};
    const char *base = (const char *)observe_recording;
    for (uint64_t at = sizeof(struct recording); at < observe_recording->used;) {
        const struct record *record = (const struct record *)(base + at);
        EXPECT(record->size >= sizeof *record && record->size % 8 == 0 && record->kind <= RECORD_NOTE);
        if (record->kind == RECORD_ENTER) EXPECT(record->call == at / 8 && record->link == 1);
        kinds[record->kind]++;
        at += record->size;
    }
    EXPECT(kinds[RECORD_LINK] == 1 && kinds[RECORD_COMMAND] == OBSERVED_COMMANDS);
    EXPECT(kinds[RECORD_ENTER] == 2 && kinds[RECORD_LEAVE] == 2 && kinds[RECORD_UNFINISHED] == 0);
}

static void a_full_recording(void) {
    start();
    observe_recording->used = observe_recording->capacity;
    any_command command = found(one, "vkDeviceWaitIdle");
    EXPECT(call_with(command, (uintptr_t)one, 0) == 0x123456789ABCDEF0);
    EXPECT(observe_recording->lost > 0);
}

static uint64_t quiet_target(void) {
    return 3;
}

static PFN_vkVoidFunction quiet_gdpa(VkDevice device, const char *name) {
    (void)device;
    return strncmp(name, "vk", 2) == 0 ? (PFN_vkVoidFunction)quiet_target : NULL;
}

static void *calling(void *unused) {
    const void *own[4] = {NULL};
    (void)unused;
    for (unsigned at = 0; at < 300; at++) {
        own[0] = &own[at % 3 + 1];
        VkDevice device = (VkDevice)own;
        any_command wait = (any_command)look_up_device(device, "vkDeviceWaitIdle");
        any_command submit = (any_command)look_up_device(device, "vkQueueSubmit");
        EXPECT(call_with(wait, (uintptr_t)own, 0) == 3 && call_with(submit, (uintptr_t)own, 0) == 3);
        any_command destroy = (any_command)look_up_device(device, "vkDestroyDevice");
        EXPECT(call_with(destroy, (uintptr_t)own, 0) == 3);
    }
    return NULL;
}

static void many_threads(size_t stack) {
    void *lookups[LOOKUPS] = {(void *)below_gipa, (void *)quiet_gdpa, NULL};
    pthread_t threads[6];
    pthread_attr_t attributes;
    record();
    observe_between("", "layer", lookups);
    look_up_device = (PFN_vkGetDeviceProcAddr)lookups[1];
    EXPECT(pthread_attr_init(&attributes) == 0);
    if (stack != 0) EXPECT(pthread_attr_setstacksize(&attributes, stack) == 0);
    for (int at = 0; at < 6; at++) EXPECT(pthread_create(&threads[at], &attributes, calling, NULL) == 0);
    for (int at = 0; at < 6; at++) EXPECT(pthread_join(threads[at], NULL) == 0);
}

static void threads(void) {
    many_threads(0);
}

static void small_stacks(void) {
    size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    many_threads(least > 32 << 10 ? least : 32 << 10);
}

static uint64_t watched_target(void) {
    EXPECT(watched.call != 0 && watched.link == 1 && watched.inside == 1);
    return watched.call;
}

static PFN_vkVoidFunction watched_gipa(VkInstance instance, const char *name) {
    (void)instance, (void)name;
    return (PFN_vkVoidFunction)watched_target;
}

static void watch_on_malloc(void) {
    void *lookups[LOOKUPS] = {(void *)watched_gipa, NULL, NULL};
    record();
    observe_between("", "layer", lookups);
    watched = (struct observed_thread){7, 3, 0};
    any_command command =
        (any_command)((PFN_vkGetInstanceProcAddr)lookups[0])((VkInstance)one, "vkDeviceWaitIdle");
    uint64_t call = call_with(command, (uintptr_t)one, 0);
    EXPECT(call != 0 && call != 7 && watched.call == 7 && watched.link == 3 && watched.inside == 0);
}

static void elevated_programs(void) {
    elevated = true;
    EXPECT(!opened());
    elevated = false;
    EXPECT(opened());
}

static void nothing_without_a_recording(void) {
    EXPECT(!observe_open());
    setenv(RECORDING_VARIABLE, "/dev/null", 1);
    EXPECT(!observe_open());
    setenv(RECORDING_VARIABLE, "/proc/self/exe", 1);
    EXPECT(!observe_open());
}

const struct check observe_checks[] = {
    {"observe-small-numbers", small_numbers},
    {"observe-no-addresses", no_addresses},
    {"observe-structures-of-rubbish", structures_of_rubbish},
    {"observe-handles-of-rubbish", handles_of_rubbish},
    {"observe-own-functions", objects_have_their_own_functions},
    {"observe-two-instances", devices_of_two_instances},
    {"observe-destroyed", destroyed_objects_are_forgotten},
    {"observe-gaps", gaps},
    {"observe-records", records},
    {"observe-words", words_as_they_came},
    {"observe-full", a_full_recording},
    {"observe-small-stacks", small_stacks},
    {"many-threads-observed", threads},
    {"observe-watch", watch_on_malloc},
    {"observe-elevated", elevated_programs},
    {"observe-nothing", nothing_without_a_recording},
    {NULL, NULL},
};
