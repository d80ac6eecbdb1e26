// Valid programs that are made from a seed and judge the loader that they run on. What they send is compared with what
// reaches drivers and layers, which the program itself plays (relay.h), and what comes back with what these answered.
//
// What no document and no sentence of the Vulkan specification decides is not compared: addresses of structures, the
// order of physical devices and lists, how often a driver is asked and when, who serves messengers, whose handles
// those of instances, physical devices, surfaces and messengers are.
//
// Each program has a process of its own. Its first failure ends it: what follows may follow from that.
#ifndef REFLOADER_GENERATED_H
#define REFLOADER_GENERATED_H

#include <stdint.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "../layer_prober/carried/carried.h"
#include "relay.h"

#define DRIVERS 4U
#define LAYERS 2U
#define MINORS 5U  // of the versions that a driver can have
#define MOST_GPUS 3U
#define MOST_LISTED 64U
#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))
#define POINTER(type, word) ((type *)(uintptr_t)(word))

// ---- main.c: the loader, the story

// What a program did, call by call, and what was wrong. Lies where the parent reads it when the program has died.
#define MOST_LINES 400U
struct story {
    uint32_t count;
    char line[MOST_LINES][160];
    int is_over;
    int has_failed;
    char kind[24];  // of failure; each belongs to a rule
    char text[400];
};
extern struct story *story;
extern void *loader;  // as dlopen gives it
extern PFN_vkGetInstanceProcAddr get_instance_proc;
extern const char *layer_names[LAYERS];

void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void stop(void);
// The first one counts, on any thread.
void fail(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
void check(void);  // ends the program where something has failed
extern int destroys_no_messenger;  // the specification has VK_NULL_HANDLE for messengers
uint32_t any(uint32_t below);  // a random number
uint32_t any_of(uint64_t *state, uint32_t below);
uint64_t any_word(void);
int one_in(uint32_t n);
void fill(void *to, size_t size, uint64_t salt);          // with bytes that follow from the salt
int is_filled(const void *memory, size_t size, uint64_t salt);
PFN_vkVoidFunction exported_function(const char *name);
const char *named(VkResult result, char *room);

// ---- below.c: drivers

enum object_is { IS_INSTANCE, IS_GPU, IS_DEVICE, IS_QUEUE, IS_COMMANDS, IS_SURFACE, IS_MESSENGER, IS_SWAPCHAIN };
struct driver;
struct below {
    uintptr_t loader;  // the first word of dispatchable objects
    uint64_t magic;
    enum object_is is;
    int is_alive, has_callbacks;
    struct driver *driver;
    struct below *parent;
    uint32_t index;   // of a physical device; the window of a surface; the family of a queue
    uint32_t second;  // the index of a queue
    uint64_t marker;  // that the application gave a device
    uint32_t severities, types;  // of messengers; a report callback has flags and no types
    void *callback, *user_data;
    struct below *child[2][2];  // queues
};

struct driver {
    uint32_t number, minor, interface, gpu_count, group_count;
    int refuses, makes_surfaces, has_surfaces, has_utils, has_report, knows_commands;
    uint32_t group_of[MOST_GPUS];
    VkBool32 subset[MOST_GPUS];
    VkResult creation;  // what vkCreateDevice gives next
};
extern struct driver drivers[DRIVERS];
#define DEVICE_EXTENSIONS 4U
extern const char *const device_extension_names[DEVICE_EXTENSIONS];
extern uint32_t driver_count;

void make_drivers(void);
struct below *object_at(const void *handle, enum object_is is, const struct driver *driver);
uint64_t gpu_identity(const struct driver *driver, uint32_t gpu);  // what its properties say
struct below *lower_gpu(const struct below *instance, uint32_t index);
void each_object(enum object_is is, void (*seen)(struct below *));
extern int threads_meet;  // each waits for a short time for another one in the same command

// What a physical device says of itself whenever it is asked (unchanging.c); 0: that is not what a command asks.
int tell_unchanging(const struct below *gpu, const char *name, uint64_t *arguments);
int is_unchanging(const char *name);  // of the newer ones, which take structures behind pNext

// Who looks at what reaches drivers in the call that is under way.
struct watched {
    void (*instance)(struct below *made, const VkInstanceCreateInfo *info);
    void (*device)(struct below *gpu, struct below *made, const VkDeviceCreateInfo *info);
    // Any other command; gives whether it has answered.
    int (*command)(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result);
};
extern struct watched watched;

// ---- between.c: layers

void make_layers(void);
uint64_t call_of_layer(const struct relay *relay, const char *name, uint64_t *arguments);
PFN_vkVoidFunction lookup_of_layer(const struct relay *relay, enum relayed_lookup lookup, const void *handle, const char *name);
extern int layer_has_physical[LAYERS];
extern void (*seen_by_layer)(uint32_t layer, const char *name, uint64_t *arguments);
// Objects of a layer's own get their first words from the loader.
void check_loader_data(void);

// ---- memory.c: the application's allocation callbacks

struct ledger;  // one for each object that is made with callbacks
VkAllocationCallbacks *callbacks_of(uint32_t place);
void call_begins(uint32_t place);
void call_is_over(uint32_t place, const char *call, int has_failed);
void ledger_ends(uint32_t place, const char *call);
#define LEDGERS 12U

// ---- world.c, devices.c: instances, physical devices, devices

struct gpu {
    VkPhysicalDevice handle;
    struct driver *driver;
    uint32_t index;
};
struct device {
    VkDevice handle;
    struct gpu *gpu;
    struct below *lower;
    int ledger;  // -1: made without callbacks
    int has_swapchains;
    PFN_vkGetDeviceProcAddr get_proc;
    VkQueue queue[2][2];
    VkCommandPool pool;
    VkCommandBuffer commands[2];
};
struct instance {
    VkInstance handle;
    uint32_t minor, number;
    int ledger, is_used;
    int has_surfaces, has_headless, has_xcb, has_utils, has_report, has_capabilities2, has_display, has_properties2;
    uint32_t layer_count;
    const char *layers[LAYERS];
    uint32_t gpu_count;
    struct gpu gpu[DRIVERS * MOST_GPUS];
    struct device device[3];
    struct below *lower[DRIVERS];
};
#define INSTANCES 2U
extern struct instance instances[INSTANCES];

#define OF_INSTANCE(instance, name) ((PFN_##name)get_instance_proc((instance)->handle, #name))

int free_ledger(void);  // -1: an object is made without callbacks
VkAllocationCallbacks *given(int ledger);
int make_instance(struct instance *instance);
void end_instance(struct instance *instance);
int make_device(struct instance *instance, struct device *device);
void end_device(struct instance *instance, struct device *device);
struct gpu *gpu_of_handle(struct instance *instance, VkPhysicalDevice handle);
struct device *any_device(struct instance *instance);
int has_extension(const char *name);  // that the loader lists

// ---- operations; each is left out where its conditions are not met

typedef void operation(struct instance *instance);
operation list_gpus, list_groups, list_extensions, list_layers, list_device_extensions, list_device_layers;  // lists.c
operation call_anything, call_made_up;      // calls.c
void learn_commands(void);  // once for all programs
operation ask_unchanging;                   // unchanging.c
operation make_messenger, end_messenger, end_no_messenger, submit_message, have_driver_speak;  // messages.c
operation make_surface, end_surface, ask_about_surface, make_swapchain;  // surfaces.c
void messengers_end(struct instance *instance);
// Messengers for pNext of a VkInstanceCreateInfo, which hear while the instance is made and while it ends; may be NULL.
const void *chained_messengers(struct instance *instance);
void surfaces_end(struct instance *instance);
void device_is_gone(struct device *device);
void several_threads(void);  // at_once.c

#endif
