// Tables, and the lookups: those of applications, and those that stand behind the last layer.
#include <pthread.h>

#include "plain.h"

#define c_NULL NULL

// The registry's commands, their trampolines and ends (plain_commands.py writes both files).
#define DECLARED(symbol) extern void c_##symbol(void) __asm__(#symbol);
#include "commands.inc"

const Command plain_commands[] = {
#define COMMAND(name, level, extension, trampoline, end, own_end) \
    {#name, level, extension, trampoline, end, own_end},
#include "commands.inc"
};
const size_t plain_command_count = sizeof plain_commands / sizeof *plain_commands;

const char *const plain_instance_extensions[] = {
#define INSTANCE_EXTENSION(name) #name,
#include "commands.inc"
    NULL};

#define VERSION(patch) const uint32_t plain_version = VK_MAKE_API_VERSION(0, 1, 4, patch);
#include "commands.inc"

typedef struct Unknown {
    PFN_vkVoidFunction physical, physical_end, device, device_end;
} Unknown;

static const Unknown unknown[UNKNOWN] = {
#define UNKNOWN_COMMAND(physical, physical_end, device, device_end) \
    {physical, physical_end, device, device_end},
#include "commands.inc"
};

typedef struct Found {
    size_t count;
    char *names[UNKNOWN];
} Found;

static Found found_physical, found_device;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void lock(void) {
    pthread_mutex_lock(&mutex);
}

void unlock(void) {
    pthread_mutex_unlock(&mutex);
}

static VkResult missing(void) {
    return VK_ERROR_EXTENSION_NOT_PRESENT;
}

size_t slot_count(void) {
    return plain_command_count + (size_t)2 * UNKNOWN;
}

static int compare_names(const void *name, const void *command) {
    return strcmp(name, ((const Command *)command)->name);
}

const Command *command_named(const char *name) {
    const Command *found = bsearch(name, plain_commands, plain_command_count, sizeof *plain_commands, compare_names);
    if (found == NULL && FAULT("lookup_by_prefix") && strlen(name) > 3) {
        Arena arena = {NULL};
        found = command_named(copy_text(&arena, name, strlen(name) - 1));
        drop(&arena);
    }
    return found;
}

size_t slot_of(const char *name) {
    return (size_t)(command_named(name) - plain_commands);
}

// The number of an unknown name; UNKNOWN if there is no room.
static size_t number_of(Found *found, const char *name) {
    lock();
    size_t number = 0;
    if (FAULT("one_unknown_device_command") && found == &found_device && found->count != 0) {
        unlock();
        return 0;
    }
    while (number < found->count && strcmp(found->names[number], name) != 0) {
        number++;
    }
    if (number == found->count && number < UNKNOWN) {
        found->names[found->count++] = strdup(name);
    }
    unlock();
    return number;
}

static bool is_instance_extension(const char *name, size_t length) {
    for (const char *const *each = plain_instance_extensions; *each != NULL; each++) {
        if (strlen(*each) == length && strncmp(*each, name, length) == 0) {
            return true;
        }
    }
    return false;
}

static Names ever_enabled;
static Arena ever_arena;

bool extension_enabled(const Names *enabled, const char *extensions) {
    for (size_t i = 0; FAULT("extension_of_any_instance") && i < enabled->count; i++) {
        if (!has_name(&ever_enabled, enabled->at[i])) {
            add_name(&ever_arena, &ever_enabled, enabled->at[i]);
        }
    }
    Arena arena = {NULL};
    Names all = split(&arena, extensions, ',');
    bool found = all.count == 0;
    for (size_t i = 0; i < all.count; i++) {
        found |= has_name(enabled, all.at[i]) ||
                 (FAULT("extension_of_any_instance") && has_name(&ever_enabled, all.at[i])) || !is_instance_extension(all.at[i], strlen(all.at[i]));
    }
    drop(&arena);
    return found;
}

bool instance_enabled(const Instance *instance, const char *name) {
    return has_name(&instance->enabled, name);
}

PFN_vkVoidFunction first_lookup(Instance *instance, const char *name) {
    bool skipped = FAULT("destruction_skips_layers") && strcmp(name, "vkDestroyInstance") == 0;
    if (instance->link_count != 0 && !skipped) {
        return instance->links[0].instance_lookup(instance->top, name);
    }
    return end_lookup((VkInstance)instance, name);
}

void fill_instance_table(Instance *instance) {
    for (size_t i = 0; i < plain_command_count; i++) {
        const Command *command = plain_commands + i;
        if (command->level == INSTANCE || command->level == PHYSICAL) {
            PFN_vkVoidFunction function = first_lookup(instance, command->name);
            instance->table->slots[i] = function != NULL ? function : (PFN_vkVoidFunction)missing;
        }
    }
}

void fill_driver_slots(Arena *arena, Driver *driver) {
    driver->slots = take(arena, slot_count() * sizeof *driver->slots);
    driver->jumps = take(arena, slot_count() * sizeof *driver->jumps);
    for (size_t i = 0; i < plain_command_count; i++) {
        if (plain_commands[i].level != GLOBAL) {
            driver->slots[i] = driver->lookup(driver->handle, plain_commands[i].name);
        }
    }
    for (size_t i = 0; i < slot_count(); i++) {
        driver->jumps[i] = driver->slots[i] != NULL ? driver->slots[i] : (PFN_vkVoidFunction)missing;
    }
}

static void fill_unknown(Device *device, size_t number) {
    const char *name = found_device.names[number];
    size_t slot = plain_command_count + UNKNOWN + number;
    PFN_vkVoidFunction first = device->lookup(device->top, name);
    PFN_vkVoidFunction last = device->driver_lookup(device->handle, name);
    device->table->slots[slot] = first != NULL ? first : (PFN_vkVoidFunction)missing;
    device->table->slots[slot_count() + slot] = last != NULL ? last : (PFN_vkVoidFunction)missing;
}

// First what stands behind the last layer, as layers call it while the device is made; then the layers' own.
void fill_device_table(Device *device) {
    PFN_vkVoidFunction *slots = device->table->slots + (device->top == NULL ? slot_count() : 0);
    for (size_t i = 0; i < plain_command_count; i++) {
        const char *name = plain_commands[i].name;
        if (plain_commands[i].level == DEVICE) {
            PFN_vkVoidFunction function =
                device->top == NULL ? end_device_lookup(device->handle, name) : device->lookup(device->top, name);
            slots[i] = function != NULL ? function : (PFN_vkVoidFunction)missing;
        }
    }
    for (size_t i = 0; device->top != NULL && i < found_device.count; i++) {
        fill_unknown(device, i);
    }
}

// ---- behind the last layer

static bool driver_has(const Instance *instance, const Command *command) {
    for (const Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        if (driver->handle != NULL && driver->slots[command - plain_commands] != NULL) {
            return true;
        }
    }
    return false;
}

// The device commands of an instance extension are there for the devices of each driver.
static bool of_enabled_extension(const Instance *instance, const Command *command) {
    return is_instance_extension(command->extension, strlen(command->extension)) &&
           instance_enabled(instance, command->extension);
}

static PFN_vkVoidFunction end_of(const Instance *instance, const Command *command) {
    if (command->level == DEVICE && !of_enabled_extension(instance, command)) {
        return driver_has(instance, command) ? command->end : NULL;
    }
    bool alias = FAULT("alias_without_extension") && strcmp(command->name + strlen(command->name) - 3, "KHR") == 0;
    bool enabled =
        alias || extension_enabled(&instance->enabled, command->extension) || FAULT("extension_not_enabled_found");
    if (!enabled || FAULT("no_end_for_extensions")) {
        return *command->extension == '\0' ? command->end : NULL;
    }
    return command->own_end || of_enabled_extension(instance, command) || driver_has(instance, command)
               ? command->end
               : NULL;
}

PFN_vkVoidFunction end_physical_lookup(VkInstance handle, const char *name) {
    Instance *instance = (Instance *)handle;
    const Command *command = command_named(name);
    if (command != NULL) {
        return command->level == PHYSICAL ? end_of(instance, command) : NULL;
    }
    PFN_vkVoidFunction end = NULL;
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        PFN_vkVoidFunction function = driver->handle == NULL || driver->physical_lookup == NULL
                                          ? NULL
                                          : driver->physical_lookup(driver->handle, name);
        size_t number = function == NULL ? UNKNOWN : number_of(&found_physical, name);
        if (number < UNKNOWN) {
            driver->jumps[plain_command_count + number] = function;
            end = unknown[number].physical_end;
            if (FAULT("unknown_of_first_driver")) {
                break;
            }
        }
    }
    return end;
}

PFN_vkVoidFunction end_lookup(VkInstance handle, const char *name) {
    Instance *instance = (Instance *)handle;
    const Command *command = command_named(name);
    if (strcmp(name, "vkCreateInstance") == 0) {
        return (PFN_vkVoidFunction)end_create_instance;
    }
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) {
        return (PFN_vkVoidFunction)end_lookup;
    }
    if (strcmp(name, "vk_layerGetPhysicalDeviceProcAddr") == 0) {
        return (PFN_vkVoidFunction)end_physical_lookup;
    }
    if (command != NULL && command->level == GLOBAL) {
        return command->trampoline;
    }
    if (instance == NULL) {
        return NULL;
    }
    if (command != NULL) {
        return end_of(instance, command);
    }
    PFN_vkVoidFunction end = end_physical_lookup(handle, name);
    for (Driver *driver = instance->drivers; end == NULL && driver != NULL; driver = driver->next) {
        if (driver->handle != NULL && driver->lookup(driver->handle, name) != NULL) {
            size_t number = number_of(&found_device, name);
            end = number < UNKNOWN ? unknown[number].device_end : NULL;
        }
    }
    return end;
}

PFN_vkVoidFunction end_device_lookup(VkDevice handle, const char *name) {
    Device *device = DEVICE_OF(handle);
    const Command *command = command_named(name);
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        return (PFN_vkVoidFunction)end_device_lookup;
    }
    if (command != NULL && command->level != DEVICE) {
        return NULL;
    }
    PFN_vkVoidFunction function = device->driver_lookup(device->handle, name);
    if (command == NULL) {
        return function;
    }
    if (function == NULL && of_enabled_extension(device->instance, command) && !FAULT("label_commands_hidden")) {
        return command->own_end ? command->end : (PFN_vkVoidFunction)missing;
    }
    return function != NULL && command->own_end ? command->end : function;
}

// ---- the application's

static PFN_vkVoidFunction unknown_physical(Instance *instance, const char *name) {
    PFN_GetPhysicalDeviceProcAddr lookup = end_physical_lookup;
    VkInstance handle = (VkInstance)instance;
    uint32_t asked = instance->link_count;
    if (FAULT("physical_lookup_of_first_layer_only") && asked > 1) {
        asked = 1;
    }
    for (uint32_t i = asked; i-- > 0;) {
        if (instance->links[i].physical_lookup != NULL) {
            lookup = instance->links[i].physical_lookup;
            handle = instance->top;
        }
    }
    PFN_vkVoidFunction function = lookup(handle, name);
    size_t number = function == NULL ? UNKNOWN : number_of(&found_physical, name);
    if (number == UNKNOWN) {
        return NULL;
    }
    instance->table->slots[plain_command_count + number] = function;
    return unknown[number].physical;
}

static PFN_vkVoidFunction unknown_device(Instance *instance, const char *name) {
    if (first_lookup(instance, name) == NULL) {
        return NULL;
    }
    size_t number = number_of(&found_device, name);
    if (number == UNKNOWN) {
        return NULL;
    }
    for (Device *device = instance->devices; device != NULL; device = device->next) {
        fill_unknown(device, number);
    }
    return unknown[number].device;
}

EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance handle, const char *name) {
    const Command *command = command_named(name);
    if (strcmp(name, "vkGetInstanceProcAddr") == 0 && !(FAULT("lookup_of_itself_null") && handle == NULL)) {
        return (PFN_vkVoidFunction)vkGetInstanceProcAddr;
    }
    if (handle == NULL || (command != NULL && command->level == GLOBAL)) {
        bool global = command != NULL && command->level == GLOBAL && handle == NULL;
        return global || (FAULT("global_without_instance") && command != NULL) ? command->trampoline : NULL;
    }
    Instance *instance = INSTANCE_OF(handle);
    if (command == NULL) {
        PFN_vkVoidFunction function =
            FAULT("unknown_device_first") ? unknown_device(instance, name) : unknown_physical(instance, name);
        return function != NULL ? function : unknown_device(instance, name);
    }
    if (*command->extension == '\0') {
        return command->trampoline;
    }
    bool alias = FAULT("alias_without_extension") && strcmp(name + strlen(name) - 3, "KHR") == 0;
    if (!extension_enabled(&instance->enabled, command->extension) && !alias && !FAULT("extension_not_enabled_found")) {
        return NULL;
    }
    return first_lookup(instance, name) != NULL || FAULT("commands_of_nobody_found") ? command->trampoline : NULL;
}

// Commands that need the loader above the layers, too: they make or end dispatchable objects.
static bool needs_trampoline(const char *name) {
    static const char *const names[] = {"vkGetDeviceProcAddr", "vkDestroyDevice", "vkGetDeviceQueue",
                                        "vkGetDeviceQueue2", "vkAllocateCommandBuffers"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

EXPORT PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice handle, const char *name) {
    Device *device = DEVICE_OF(handle);
    const Command *command = command_named(name);
    if (command != NULL && command->level != DEVICE && !FAULT("device_lookup_finds_instance")) {
        return NULL;
    }
    if (command != NULL && command->level != DEVICE) {
        return command->trampoline;
    }
    PFN_vkVoidFunction function =
        FAULT("device_lookup_skips_layers") ? end_device_lookup(device->handle, name) : device->lookup(handle, name);
    return function != NULL && command != NULL && needs_trampoline(name) ? command->trampoline : function;
}
