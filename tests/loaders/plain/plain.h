// A plain Vulkan loader for Linux, written from the 1.4 documents alone: it shares no code with the reference.
//
// What it leaves out, so that the suite finds it or does not judge it: log lines of VK_LOADER_DEBUG, messages and
// listed devices of the settings file, functions of external compute queues, and surfaces of other platforms than X11, Wayland,
// displays and headless ones.
//
// plain_fault names the one fault that a build has (a unit of its own defines it); FAULT("name") stands where the
// loader does wrong.
#ifndef PLAIN_H
#define PLAIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vk_core.h"
#include "loader_interface.h"

#ifndef VK_NULL_HANDLE
#define VK_NULL_HANDLE NULL
#endif
#define ENUMERATE_PORTABILITY 0x1U // the bits and numbers that the generated headers leave out
#define EXCLUSIVE_DRIVERS 0

typedef struct WaylandSurface {
    VkStructureType sType;
    const void *pNext;
    VkFlags flags;
    void *display;
    void *surface;
} WaylandSurface;

extern const char plain_fault[];
#define FAULT(name) (strcmp(plain_fault, name) == 0)
#define EXPORT __attribute__((visibility("default")))

// ---- memory that lives as long as one question to the loader, or one instance

typedef struct Arena {
    struct Block *first;
} Arena;

void *take(Arena *arena, size_t size);
char *copy_text(Arena *arena, const char *text, size_t length);
char *join(Arena *arena, const char *first, const char *second, const char *third);
void drop(Arena *arena);

typedef struct Names {
    size_t count;
    char **at;
} Names;

void add_name(Arena *arena, Names *names, const char *name);
bool has_name(const Names *names, const char *name);
Names split(Arena *arena, const char *text, char separator);

typedef struct Extensions {
    uint32_t count;
    VkExtensionProperties *at;
} Extensions;

bool has_extension(const Extensions *all, const char *name);
void add_extension(Arena *arena, Extensions *all, const char *name, uint32_t version);

// ---- JSON

typedef enum JsonKind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    bool truth;
    char *key;
    char *text;
    struct Json *first;
    struct Json *next;
} Json;

const Json *read_json(Arena *arena, const char *path);
const Json *member(const Json *object, const char *key);
const char *text_of(const Json *object, const char *key);
bool read_version(const char *text, uint32_t *version);

// ---- search

const char *safe_variable(const char *name);
Names standard_folders(Arena *arena, const char *suffix);
Names manifests_in(Arena *arena, const Names *places);
Names places_of(Arena *arena, const char *variable);
char *library_of(Arena *arena, const char *manifest, const char *library_path);
bool matches(const char *globs, const char *name);
bool wrong_word_size(const Json *object);

// ---- the settings file

typedef enum Control { CONTROL_AUTO, CONTROL_ON, CONTROL_OFF, CONTROL_REST } Control;

const Json *find_settings(Arena *arena);
Control control_of(const Json *listed);
bool add_settings_drivers(Arena *arena, Names *places);
Names names_of(Arena *arena, const Json *object, const char *key);
bool is_this_program(const Names *app_keys);

// ---- layers

#define OVERRIDE_LAYER "VK_LAYER_LUNARG_override"

typedef struct Layer {
    struct Layer *next;
    char *name, *manifest, *library, *description;
    bool implicit, in_override_path, forced_on;
    uint32_t api, implementation;
    bool has_interceptions;
    char *enable, *enable_value, *disable;
    const char *negotiate, *instance_lookup, *device_lookup;
    const Json *pre_instance;
    Extensions instance_extensions, device_extensions;
    Names components, blacklist, override_paths, app_keys;
} Layer;

typedef struct Layers {
    Layer *first;
    Layer *override;
    bool listed; // by a settings file, whose order is that of the chain
} Layers;

// A layer in the chain of one instance.
typedef struct Link {
    const Layer *layer;
    void *library;
    PFN_vkGetInstanceProcAddr instance_lookup;
    PFN_vkGetDeviceProcAddr device_lookup;
    PFN_GetPhysicalDeviceProcAddr physical_lookup;
} Link;

#define MOST_LAYERS 64

typedef struct Active {
    uint32_t count;
    const Layer *at[MOST_LAYERS];
    uint32_t implicit_count;
} Active;

Layers find_layers(Arena *arena);
const Layer *layer_named(const Layers *layers, const char *name);
const Layer *component_of(const Layers *layers, const Layer *meta, const char *name);
bool switched_on(const Layer *layer, bool forced);
void activate_implicit(const Layers *layers, Active *active);
VkResult activate(const Layers *layers, const VkInstanceCreateInfo *info, Active *active);
void add_layer_extensions(Arena *arena, const Layers *layers, const Layer *layer, bool of_device, Extensions *all);
bool open_layer(const Layer *layer, Link *link);
void close_library(void *library);

// ---- drivers

typedef struct Driver {
    struct Driver *next;
    char *manifest, *library_path;
    uint32_t api, version, index;
    bool portability, direct, is_1_0, failed;
    void *library;
    PFN_vkGetInstanceProcAddr lookup;
    PFN_vk_icdGetPhysicalDeviceProcAddr physical_lookup;
    PFN_vkCreateInstance create;
    PFN_vkEnumerateInstanceExtensionProperties enumerate;
    Extensions extensions;
    Names enabled;
    VkInstance handle;
    PFN_vkVoidFunction *slots; // NULL where the driver has no function
    PFN_vkVoidFunction *jumps; // the same without NULL
} Driver;

Driver *load_drivers(Arena *arena, const VkInstanceCreateInfo *info, bool any_portability);
void unload_drivers(Driver *drivers);
const void *find_in_chain(const void *chain, VkStructureType type);

// ---- dispatch

typedef enum Level { GLOBAL, INSTANCE, PHYSICAL, DEVICE } Level;

typedef struct Command {
    const char *name;
    Level level;
    const char *extension; // "" for a core command; several are parted by commas
    PFN_vkVoidFunction trampoline;
    PFN_vkVoidFunction end; // what stands behind the last layer, or NULL
    bool own_end;           // that is a function of the loader, not one that only finds the driver's
} Command;

#define UNKNOWN 250
extern const Command plain_commands[];
extern const size_t plain_command_count;
extern const char *const plain_instance_extensions[];
extern const uint32_t plain_version;
size_t slot_count(void);
const Command *command_named(const char *name);

struct Instance;
struct Device;

typedef struct Table {
    void *owner;                // an Instance or a Device
    PFN_vkVoidFunction slots[]; // of a device: as many again, for what stands behind the last layer
} Table;

typedef struct Physical {
    Table *table;
    PFN_vkVoidFunction *driver_slots; // the assembly reads this and the next member
    VkPhysicalDevice handle;
    Driver *driver;
    struct Instance *instance;
    struct Physical *next;
} Physical;

typedef struct Instance {
    Table *table; // dispatchable: the first word
    Arena arena;
    Layers layers;
    Active active;
    Link links[MOST_LAYERS];
    uint32_t link_count;
    Driver *drivers;
    Names enabled;
    uint32_t api;
    pthread_t thread; // which made it
    VkInstance top; // what the application holds
    Physical *physicals;
    struct Device *devices;
    struct Messenger *messengers;
    struct Instance *next;
} Instance;

typedef struct Device {
    Table *table;
    Instance *instance;
    Physical *physical;
    VkDevice handle; // the driver's
    VkDevice top;
    PFN_vkGetDeviceProcAddr lookup; // of the first layer
    PFN_vkGetDeviceProcAddr driver_lookup;
    struct Device *next;
} Device;

#define INSTANCE_OF(handle) ((Instance *)(*(Table *const *)(handle))->owner)
#define DEVICE_OF(handle) ((Device *)(*(Table *const *)(handle))->owner)
#define CALL(table, type, name) ((type)(table)->slots[slot_of(name)])
#define DRIVER_CALL(driver, type, name) ((type)(driver)->slots[slot_of(name)])

size_t slot_of(const char *name);
void fill_instance_table(Instance *instance);
void fill_driver_slots(Arena *arena, Driver *driver);
void fill_device_table(Device *device);
PFN_vkVoidFunction first_lookup(Instance *instance, const char *name);
PFN_vkVoidFunction end_lookup(VkInstance instance, const char *name);
PFN_vkVoidFunction end_physical_lookup(VkInstance instance, const char *name);
PFN_vkVoidFunction end_device_lookup(VkDevice device, const char *name);
void lock(void);
void unlock(void);
VkResult set_instance_word(VkInstance instance, void *object);
VkResult set_device_word(VkDevice device, void *object);
VkResult end_create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                             VkInstance *made);
Extensions offered_extensions(Arena *arena, const Driver *drivers);
VkResult give(uint32_t total, uint32_t *count, void *to, const void *from, size_t size);
bool instance_enabled(const Instance *instance, const char *name);
bool enables(const VkInstanceCreateInfo *info, const char *extension);
bool extension_enabled(const Names *enabled, const char *extensions);
void drop_messengers(Instance *instance);
void keep_chained(Instance *instance, const void *chain);

#endif
