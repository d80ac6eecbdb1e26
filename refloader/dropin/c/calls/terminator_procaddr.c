// The same lookups below all layers: what the last layer, or the loader itself, calls next.
#include "dispatch.h"
#include "../violates.h"

#include <string.h>

static struct instance *record_of(VkInstance instance) {
    struct instance *record = (struct instance *)instance;
    return record != NULL && record->magic == INSTANCE_MAGIC ? record : NULL;
}

static bool has(const struct driver *driver, const struct command *command) {
    void *function = slot_read(&driver->table[command->slot]);
    return function != NULL && function != command_missing(command);
}

static bool a_driver_has(const struct instance *instance, const struct command *command) {
    for (uint32_t at = 0; at < instance->driver_count; at++) {
        if (has(instance->drivers[at], command)) return true;
    }
    return false;
}

// Enabled by the application or by a layer. Where the loader only passes the call on, a driver must have it.
static void *instance_level(const struct instance *instance, const struct command *command) {
    bool enabled = command->core != 0 || command->of_device_extension ||
                   (command->extension != NO_EXTENSION && instance->extensions[command->extension] != 0);
    if (!enabled) return NULL;
    bool passes_on = command->terminator == IS_STUB && command->core == 0;
    return passes_on && !a_driver_has(instance, command) ? NULL : command_terminator(command);
}

static void *ask_drivers(const struct instance *instance, const char *name) {
    void *answer = NULL;
    uint32_t count = VIOLATES("only_the_first_driver_asked_for_commands") ? 1 : instance->driver_count;
    for (uint32_t at = 0; answer == NULL && at < instance->driver_count && at < count; at++) {
        answer = (void *)instance->drivers[at]->gipa(instance->drivers[at]->handle, name);
    }
    return answer;
}

bool a_driver_answers(const struct instance *instance, const struct command *command) {
    if (command->level != LEVEL_DEVICE) return a_driver_has(instance, command);
    return ask_drivers(instance, command_name(command)) != NULL;
}

bool a_driver_knows_physical(const struct instance *instance, const char *name) {
    for (uint32_t at = 0; at < instance->driver_count; at++) {
        const struct driver *driver = instance->drivers[at];
        if (driver->gpdpa != NULL && driver->gpdpa(driver->handle, name) != NULL) return true;
    }
    return false;
}

// PHYSDEV-ICD-01: each driver puts its own function into its own table, one terminator serves them all.
static void *unknown_physical_device_function(struct instance *instance, const char *name) {
    static const struct instance *first;
    int slot = -1;
    if (first == NULL) first = instance;
    for (uint32_t at = 0; at < instance->driver_count; at++) {
        struct driver *driver = instance->drivers[at];
        void *found = driver->gpdpa != NULL ? (void *)driver->gpdpa(driver->handle, name) : NULL;
        if (at > 0 && VIOLATES("a_second_driver_has_no_unknown_commands")) found = NULL;
        if (at > 1 && VIOLATES("a_third_driver_has_no_unknown_commands")) found = NULL;
        if (at > 0 && found != NULL && slot >= 0 && VIOLATES("unknown_commands_go_to_one_driver"))
            found = slot_read(&instance->drivers[0]->table[slot]);
        if (found == NULL) continue;
        if (slot < 0) slot = reserved_slot(RESERVED_PHYSICAL_DEVICE, name);
        if (slot < 0) return NULL;
        if (first != instance && VIOLATES("unknown_commands_are_of_the_first_instance")) continue;
        slot_write(&driver->table[slot], found);
    }
    return slot < 0 ? NULL : stub_at(refloader_terminators, (unsigned)slot);
}

// The enumerators have a terminator only for pre-instance chains, where a structure comes before the
// parameters; under its own name a command has its own prototype.
static void *global_level(const struct command *command) {
    bool creates = command_terminator(command) == command_terminator(command_find("vkCreateInstance"));
    return creates ? command_terminator(command) : command_trampoline(command);
}

// CONV-LAYER-10, CONV-LAYER-11: older layers ask for these with any instance, or none.
static void *for_any_instance(const char *name, const struct command *command) {
    if (strcmp(name, "vk_layerGetPhysicalDeviceProcAddr") == 0) return (void *)terminator_gpdpa;
    if (command == NULL) return NULL;
    if (command->level == LEVEL_GLOBAL) return global_level(command);
    if (strcmp(name, "vkGetInstanceProcAddr") == 0 || strcmp(name, "vkGetDeviceProcAddr") == 0 ||
        strcmp(name, "vkCreateDevice") == 0) {
        return command_terminator(command);
    }
    return NULL;
}

// VK_EXT_debug_utils is an instance extension: its device commands exist if it is enabled.
static bool of_disabled_extension(const struct instance *instance, const struct command *command) {
    return command->extension != NO_EXTENSION && !command->of_device_extension &&
           instance->extensions[command->extension] == 0;
}

// A driver's own function, or the loader's where a surface or a name has to be translated for the driver.
static void *device_level(const struct instance *instance, const struct command *command) {
    if (of_disabled_extension(instance, command)) return NULL;
    void *driver = ask_drivers(instance, command_name(command));
    void *own = command_terminator(command);
    return driver != NULL && own != NULL ? own : driver;
}

PFN_vkVoidFunction terminator_vkGetInstanceProcAddr(VkInstance instance, const char *pName) {
    if (pName == NULL) return NULL;
    const struct command *command = command_find(pName);
    void *found = for_any_instance(pName, command);
    struct instance *record = record_of(instance);
    if (found != NULL || record == NULL) return (PFN_vkVoidFunction)found;
    if (command == NULL) {
        found = unknown_physical_device_function(record, pName);
        // Without room for it, a physical device's command is none: the driver's own takes the driver's handles.
        bool no_room = found == NULL && reserved_full(RESERVED_PHYSICAL_DEVICE);
        if (found == NULL && !(no_room && a_driver_knows_physical(record, pName)))
            found = ask_drivers(record, pName);
    } else {
        found =
            command->level == LEVEL_DEVICE ? device_level(record, command) : instance_level(record, command);
    }
    return (PFN_vkVoidFunction)found;
}

// PHYSDEV-EXT-02: nothing but functions that take a physical device.
PFN_vkVoidFunction terminator_gpdpa(VkInstance instance, const char *pName) {
    struct instance *record = record_of(instance);
    if (record == NULL || pName == NULL) return NULL;
    const struct command *command = command_find(pName);
    if (command == NULL) return (PFN_vkVoidFunction)unknown_physical_device_function(record, pName);
    return (PFN_vkVoidFunction)(command->level == LEVEL_PHYSICAL_DEVICE ? instance_level(record, command)
                                                                        : NULL);
}

// VK_EXT_debug_utils is an instance extension: its device commands exist if it is enabled, driver or not.
static bool is_enabled(const struct device_table *table, const struct command *command) {
    return command->extension != NO_EXTENSION && table->instance->extensions[command->extension] != 0;
}

static void *without_driver(const struct device_table *table, const struct command *command) {
    if (!is_enabled(table, command)) return NULL;
    void *own = command_terminator(command);
    return own != NULL ? own : command_missing(command);
}

PFN_vkVoidFunction terminator_vkGetDeviceProcAddr(VkDevice device, const char *pName) {
    struct device_table *table = device_table_of(device);
    if (table == NULL || pName == NULL) return NULL;
    const struct command *command = command_find(pName);
    if (command == NULL) return table->driver_gdpa(table->driver_device, pName);
    if (command->level != LEVEL_DEVICE) return NULL;
    if (command->slot == SLOT_vkGetDeviceProcAddr) return (PFN_vkVoidFunction)terminator_vkGetDeviceProcAddr;
    void *driver = (void *)table->driver_gdpa(table->driver_device, pName);
    if (driver == NULL && VIOLATES("commands_of_messengers_need_the_driver")) return NULL;
    if (driver == NULL) return (PFN_vkVoidFunction)without_driver(table, command);
    if (command->extension != NO_EXTENSION && !command->of_device_extension && !is_enabled(table, command))
        return NULL;
    void *own = VIOLATES("device_terminators_left_out") ? NULL : command_terminator(command);
    return (PFN_vkVoidFunction)(own != NULL ? own : driver);
}
