// What the files of the dispatch part share: the table of commands, lookups, and checks of handles.
#ifndef REFLOADER_DISPATCH_H
#define REFLOADER_DISPATCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "../../../native/generated/commands.h"
#include "../interpreter/edge.h"
#include "objects.h"

enum level { LEVEL_GLOBAL, LEVEL_INSTANCE, LEVEL_PHYSICAL_DEVICE, LEVEL_DEVICE };
enum result { RESULT_VOID, RESULT_RESULT, RESULT_VALUE };

// In the members trampoline and terminator: an index into the functions written out, or one of these.
enum { IS_STUB = 0xFF, IS_NONE = 0xFE };

// In the member of_device_extension, beside 0 and 1: only device extensions of other platforms bring the command.
enum { OF_ANOTHER_PLATFORM = 2 };

struct command {
    uint16_t name;  // offset into the pool of names
    uint16_t slot;
    uint8_t length;
    uint8_t level;
    uint8_t handle;
    uint8_t trampoline;
    uint8_t terminator;
    uint8_t result;
    uint8_t core;
    uint8_t extension;
    uint8_t of_device_extension;
    uint8_t home;
};

// SLOT_vkX: the place of a command in its table.
#define SLOT_ENTRY(name, level, handle, slot, ...) SLOT_##name = (slot),
enum { REFLOADER_COMMANDS(SLOT_ENTRY) };

// ---- commands.c
const struct command *command_find(const char *name);  // NULL: the registry has no such command
const struct command *command_at(enum level level, unsigned slot);
const struct command *command_of_row(unsigned row);  // all of them in one order
unsigned command_row(const struct command *command);
const char *command_name(const struct command *command);
const char *command_handle(const struct command *command);     // the type of the first parameter
const char *command_parameter(const struct command *command);  // its name
const char *command_home(const struct command *command);       // the versions or extensions that bring it
void *command_trampoline(const struct command *command);
void *command_terminator(const struct command *command);  // NULL: the driver's own function is the bottom
void *command_missing(const struct command *command);     // stands in for a function that a driver lacks

// ---- reserved.c: names that the registry does not know
enum reserved_kind { RESERVED_PHYSICAL_DEVICE, RESERVED_DEVICE, RESERVED_KINDS };
int reserved_slot(enum reserved_kind kind, const char *name);  // learned now if need be; -1: none is left
bool reserved_full(enum reserved_kind kind);
const char *reserved_name(enum reserved_kind kind, unsigned slot);

// ---- stubs_*.S: blocks of stubs, one every STUB_STRIDE bytes in slot order
#define STUB_STRIDE 64
#define LAZY_STRIDE 16
extern const char refloader_instance_trampolines[], refloader_terminators[], refloader_device_trampolines[];
extern const char refloader_lazy_device_functions[];

static inline void *stub_at(const char *block, unsigned slot) {
    return (void *)(uintptr_t)(block + STUB_STRIDE * (size_t)slot);
}

// What a slot of a device leads to until it is first used.
static inline void *lazy_device_function(unsigned slot) {
    return (void *)(uintptr_t)(refloader_lazy_device_functions + LAZY_STRIDE * (size_t)slot);
}

// ---- tables.c
void *refloader_resolve_device_function(struct device_table *table, unsigned slot);
void refloader_forget_at_first(unsigned slot);
void refloader_ask_gone_device(const char *name);

// ---- missing.c
uint64_t needed_by(const struct command *command);  // the bit in device_table.lacking of its extension, or 0
void *missing_above(const struct command *command);  // stands in for a function that the top of a chain lacks
VkResult refloader_missing_result(void);
uint64_t refloader_missing_value(void);

// ---- handles.c
_Noreturn void refloader_bad_handle(unsigned kind, unsigned slot);  // HANDLE_* in objects.h

static inline struct device_table *device_table_of(const void *object) {
    if (object == NULL) return NULL;
    struct device_table *table = *(struct device_table *const *)object;
    return table != NULL && table->magic == DEVICE_MAGIC ? table : NULL;
}

// The table of a device, queue or command buffer; does not come back without one.
static inline struct device_table *checked_table(const void *object, unsigned slot) {
    struct device_table *table = device_table_of(object);
    if (table == NULL) refloader_bad_handle(HANDLE_DEVICE, slot);
    return table;
}

static inline struct driver_device *checked_driver_device(VkPhysicalDevice handle, unsigned slot) {
    struct driver_device *device = (struct driver_device *)handle;
    if (device == NULL || device->magic != DRIVER_DEVICE_MAGIC)
        refloader_bad_handle(HANDLE_DRIVER_DEVICE, slot);
    return device;
}

// Slots are also written while other threads call through them.
static inline void *slot_read(void *const *slot) {
    return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

static inline void slot_write(void **slot, void *function) {
    __atomic_store_n(slot, function, __ATOMIC_RELEASE);
}

// ---- procaddr.c
PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *pName);
PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *pName);
PFN_vkVoidFunction terminator_vkGetInstanceProcAddr(VkInstance instance, const char *pName);
PFN_vkVoidFunction terminator_vkGetDeviceProcAddr(VkDevice device, const char *pName);
PFN_vkVoidFunction terminator_gpdpa(VkInstance instance, const char *pName);
bool a_driver_knows_physical(const struct instance *instance, const char *name);
bool a_driver_answers(const struct instance *instance, const struct command *command);

// ---- queues.c
VkResult set_instance_loader_data(VkInstance instance, void *object);
VkResult set_device_loader_data(VkDevice device, void *object);

// ---- unwrap.c
VkSurfaceKHR surface_for(const struct driver *driver, VkSurfaceKHR surface);
// Whether the driver lacks the extension of the windowing system of which the surface is.
bool cannot_use_surface(const struct driver *driver, VkSurfaceKHR surface);

#endif
