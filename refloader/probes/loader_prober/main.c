// The command line, the process of each program, and the story. See generated.h.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../layer_prober/prober.h"
#include "../shared/answers.h"
#include "../shared/time_limit.h"
#include "generated.h"

#define MOST_FINDINGS 4U
#define MOST_STEPS 45U

struct options options;
struct story *story;
void *loader;
PFN_vkGetInstanceProcAddr get_instance_proc;
static const char *library, *act;
static uint32_t seed, count = 10, null_messengers, seconds = 15;  // of one program, on a usual machine
int destroys_no_messenger;
static struct words driver_files, layers;
const char *layer_names[LAYERS];
static uint64_t state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The tables of commands are shared with who makes objects through a layer; here they are numbers.
int has_objects_of(uint32_t type) {
    (void)type;
    return 0;
}

// ---- random values

static uint64_t next(uint64_t *from) {
    uint64_t z = (*from += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint64_t any_word(void) { return next(&state); }
uint32_t any_of(uint64_t *from, uint32_t below) { return (uint32_t)(next(from) >> 33) % below; }
uint32_t any(uint32_t below) { return any_of(&state, below); }
int one_in(uint32_t n) { return any(n) == 0; }

void fill(void *to, size_t size, uint64_t salt) {
    for (size_t i = 0; i < size; i++) ((unsigned char *)to)[i] = (unsigned char)(1 + (salt * 31 + i * 7 + (i >> 5)) % 251);
}

int is_filled(const void *memory, size_t size, uint64_t salt) {
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)memory)[i] != (unsigned char)(1 + (salt * 31 + i * 7 + (i >> 5)) % 251)) return 0;
    return 1;
}

// ---- the story

void say(const char *format, ...) {
    va_list arguments;
    pthread_mutex_lock(&lock);
    if (story->count < MOST_LINES) {
        va_start(arguments, format);
        vsnprintf(story->line[story->count], sizeof story->line[0], format, arguments);
        va_end(arguments);
        story->count++;
    }
    pthread_mutex_unlock(&lock);
}

void fail(const char *kind, const char *format, ...) {
    va_list arguments;
    pthread_mutex_lock(&lock);
    if (!story->has_failed) {
        snprintf(story->kind, sizeof story->kind, "%s", kind);
        va_start(arguments, format);
        vsnprintf(story->text, sizeof story->text, format, arguments);
        va_end(arguments);
        story->has_failed = 1;
    }
    pthread_mutex_unlock(&lock);
}

_Noreturn void stop(void) {
    story->is_over = 1;
    _exit(0);
}

void check(void) {
    if (story->has_failed) stop();
}

const char *named(VkResult result, char *room) {
    snprintf(room, 24, "VkResult %d", (int)result);
    return result == VK_SUCCESS ? "VK_SUCCESS" : result == VK_INCOMPLETE ? "VK_INCOMPLETE" : room;
}

PFN_vkVoidFunction exported_function(const char *name) { return (PFN_vkVoidFunction)dlsym(loader, name); }

// ---- one program

static void set_variables(void) {
    char files[8192] = "";
    for (uint32_t i = 0; i < driver_count; i++) {
        if (i > 0) strncat(files, ":", sizeof files - strlen(files) - 1);
        strncat(files, driver_files.word[drivers[i].number * MINORS + drivers[i].minor], sizeof files - strlen(files) - 1);
    }
    setenv("VK_DRIVER_FILES", files, 1);
    setenv("VK_ICD_FILENAMES", files, 1);
}

static const struct {
    operation *perform;
    uint32_t weight;
} operations[] = {{list_gpus, 3},         {list_groups, 3},       {list_extensions, 1},   {list_layers, 1},
                  {list_device_extensions, 1}, {list_device_layers, 1}, {call_anything, 20},   {ask_unchanging, 3},   {call_made_up, 2},
                  {make_messenger, 5},    {end_messenger, 1},     {end_no_messenger, 2},  {submit_message, 9},
                  {have_driver_speak, 2}, {make_surface, 3},      {end_surface, 1},       {ask_about_surface, 6},
                  {make_swapchain, 3}};

static void any_operation(struct instance *instance) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < COUNT_OF(operations); i++) all += operations[i].weight;
    uint32_t chosen = any(all), i = 0;
    while (chosen >= operations[i].weight) chosen -= operations[i++].weight;
    operations[i].perform(instance);
    check();
}

static void step(void) {
    struct instance *instance = &instances[one_in(3)];
    if (!instance->is_used) {
        make_instance(instance);
        return;
    }
    struct device *device = &instance->device[any(COUNT_OF(instance->device))];
    if (device->handle == NULL && one_in(3)) make_device(instance, device);
    else if (device->handle != NULL && one_in(14)) end_device(instance, device);
    else if (one_in(25)) end_instance(instance);
    else any_operation(instance);
    check();
}

static void play(uint32_t number) {
    state = number;
    destroys_no_messenger = null_messengers != 0;
    for (int i = 0; i < 3; i++) any_word();
    make_drivers();
    make_layers();
    for (uint32_t i = 0; i < driver_count; i++)
        say("driver %u: Vulkan 1.%u, interface %u, %u physical devices in %u groups%s%s%s%s%s", drivers[i].number, drivers[i].minor,
            drivers[i].interface, drivers[i].gpu_count, drivers[i].group_count, drivers[i].refuses ? ", refuses" : "",
            drivers[i].has_surfaces ? ", surfaces" : "", drivers[i].makes_surfaces ? " of its own" : "", drivers[i].has_utils ? ", debug utils" : "",
            drivers[i].has_report ? ", debug report" : "");
    set_variables();
    loader = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (loader == NULL) {
        fail("open", "%s", dlerror());
        stop();
    }
    get_instance_proc = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
    if (get_instance_proc == NULL) {
        fail("open", "the loader has no vkGetInstanceProcAddr");
        stop();
    }
    uint32_t steps = 20 + any(MOST_STEPS - 20);
    for (uint32_t i = 0; i < steps; i++) step();
    if (one_in(2)) several_threads();
    check();
    for (uint32_t i = 0; i < INSTANCES; i++)
        if (instances[i].is_used) end_instance(&instances[i]);
    check();
    stop();
}

// ---- all of them

static int known_count;
static char known[MOST_FINDINGS][64];

static int is_known(const char *kind, const char *text) {
    char key[64];
    snprintf(key, sizeof key, "%.20s %.*s", kind, (int)strcspn(text, " :("), text);
    for (int i = 0; i < known_count; i++)
        if (strcmp(known[i], key) == 0) return 1;
    snprintf(known[known_count++], sizeof known[0], "%s", key);
    return 0;
}

static void tell(uint32_t number, const char *kind, const char *text, int signal) {
    char label[32];
    if (is_known(kind, text)) return;
    snprintf(label, sizeof label, "generated.%u", number);
    open_answer(label);
    say_text("kind", kind);
    say_text("text", text);
    say_number("signal", signal);
    open_list("calls");
    for (uint32_t i = 0; i < story->count; i++) say_text(NULL, story->line[i]);
    close_list();
    close_answer();
}

static void run(uint32_t number) {
    int status = 0;
    memset(story, 0, sizeof *story);
    pid_t child = start_child();
    if (child == 0) {
        static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
        for (size_t i = 0; i < COUNT_OF(numbers); i++) signal(numbers[i], SIG_DFL);
        end_after(seconds);
        play(number);
    }
    if (child < 0) give_up("generated", "no process can be started");
    if (wait_for_child(child, &status) != child) status = 0;  // what it has written says whether it came to its end
    const char *last = story->count == 0 ? "the start" : story->line[story->count - 1];
    if (story->has_failed) tell(number, story->kind, story->text, 0);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) tell(number, "hang", last, 0);
    else if (WIFSIGNALED(status)) tell(number, "crash", last, WTERMSIG(status));
    else if (!story->is_over) tell(number, "crash", last, 0);
}

static void generate(void) {
    uint32_t done = 0;
    story = mmap(NULL, sizeof *story, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sizeof(void *) != 8) give_up("generated", "programs are of 64 bits");
    if (story == MAP_FAILED || driver_files.count < DRIVERS * MINORS || layers.count < LAYERS) give_up("generated", "something is lacking");
    for (uint32_t i = 0; i < LAYERS; i++) layer_names[i] = layers.word[i];
    time_t end = time(NULL) + seconds * 8 / 3;
    begin("generated");
    learn_commands();
    for (; done < count && time(NULL) < end && known_count < (int)MOST_FINDINGS; done++) run(seed + done);
    open_answer("generated");
    say_number("run", done);
    close_answer();
}

static const struct act acts[] = {{"generated", generate}};
static const struct option known_options[] = {{.name = "--seed", .number = &seed},
                                              {.name = "--count", .number = &count},
                                              {.name = "--driver", .words = &driver_files},
                                              {.name = "--layer", .words = &layers},
                                              {.name = "--null-messengers", .number = &null_messengers},
                                              {.name = "--seconds", .number = &seconds}};

int main(int argument_count, char **arguments) {
    const struct command_line line = {.program = "refloader_loader_prober",
                                      .acts = acts,
                                      .act_count = COUNT_OF(acts),
                                      .options = known_options,
                                      .option_count = COUNT_OF(known_options),
                                      .library = &library,
                                      .act = &act};
    return run_command_line(&line, argument_count, arguments);
}
