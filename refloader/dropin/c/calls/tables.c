// Fills dispatch tables. All at once, but for the commands of a device that programs cannot link to.
#include "dispatch.h"
#include "../violates.h"

const size_t refloader_instance_table_size = INSTANCE_TABLE_SIZE;
const size_t refloader_device_table_size = DEVICE_TABLE_SIZE;

// A table that is filled again keeps what was looked up for unknown commands.
static void fill_reserved(void **table) {
    for (unsigned slot = INSTANCE_SLOTS; slot < INSTANCE_SLOTS + RESERVED_SLOTS; slot++) {
        if (table[slot] == NULL) table[slot] = (void *)refloader_missing_result;
    }
}

// CHAIN-DIST-02: every slot holds what the top of the chain answers.
void refloader_fill_instance_table(void *record) {
    struct instance *instance = record;
    for (unsigned slot = 0; slot < INSTANCE_SLOTS; slot++) {
        const struct command *command = command_at(LEVEL_INSTANCE, slot);
        const char *name = command_name(command);
        void *function = VIOLATES_FOR("layers_miss_", name)
                             ? (void *)terminator_vkGetInstanceProcAddr((VkInstance)instance, name)
                             : (void *)instance->top_gipa(instance->inner, name);
        function = DISTORTED(function, name, -1);
        instance->table[slot] = function != NULL ? function : missing_above(command);
    }
    fill_reserved(instance->table);
}

void refloader_fill_driver_table(void *record) {
    struct driver *driver = record;
    for (unsigned slot = 0; slot < INSTANCE_SLOTS; slot++) {
        const struct command *command = command_at(LEVEL_INSTANCE, slot);
        void *function = (void *)driver->gipa(driver->handle, command_name(command));
        function = DISTORTED(function, command_name(command), (int)driver->index);
        if (function == NULL && command->terminator == IS_STUB) function = command_missing(command);
        driver->table[slot] = function;  // NULL: what stands at the bottom of the chain sees to it
    }
    fill_reserved(driver->table);
}

static bool is_later(const struct device_table *table) {
    static const struct device_table *first;
    if (first == NULL) first = table;
    return first != table;
}

// Violators alone: what a device was the first to be given for an unknown command is given to later devices, until the
// command is looked up anew.
static void *first_given[RESERVED_SLOTS];

static void *as_at_first(void *function, unsigned slot) {
    void **place = &first_given[slot - DEVICE_SLOTS];
    if (*place == NULL) *place = function;
    return *place;
}

void refloader_forget_at_first(unsigned slot) { first_given[slot - DEVICE_SLOTS] = NULL; }

// Whether parameters of a command that needed_by knows contain handles of the loader's. Calls of the others pass.
static bool exchanges_handles(unsigned slot) {
    switch (slot) {
    case SLOT_vkDestroySwapchainKHR:
    case SLOT_vkGetSwapchainImagesKHR:
    case SLOT_vkAcquireNextImageKHR:
    case SLOT_vkQueuePresentKHR: return false;
    default: return true;
    }
}

// Asks the chain for one function. Also called by the code that an unfilled slot leads to, on its first use.
void *refloader_resolve_device_function(struct device_table *table, unsigned slot) {
    bool known = slot < DEVICE_SLOTS;
    const struct command *command = known ? command_at(LEVEL_DEVICE, slot) : NULL;
    const char *name = known ? command_name(command) : reserved_name(RESERVED_DEVICE, slot);
    void *function = name != NULL ? (void *)table->top_gdpa(table->device, name) : NULL;
    if (name != NULL && VIOLATES_FOR("layers_miss_", name))
        function = (void *)table->driver_gdpa(table->driver_device, name);
    if (known) function = DISTORTED(function, name, -1);
    if (!known && VIOLATES("unknown_commands_of_a_second_device_do_nothing") && is_later(table))
        function = NULL;
    if (!known && VIOLATES("kept_unknown_commands_are_of_the_first_device")) function = as_at_first(function, slot);
    // A driver may have the commands of an extension that neither the application nor a layer has enabled. It does not
    // get calls in which the loader exchanges handles. If only a layer has enabled it, the application does not find
    // them, but a call through an export reaches the driver, as in the field.
    if (known && exchanges_handles(slot) && (table->lacking_below & needed_by(command)) != 0) function = NULL;
    if (function == NULL) function = known ? missing_above(command) : (void *)refloader_missing_result;
    slot_write(&table->slots[slot], function);
    return function;
}

// Exported commands come first, and are asked for now: a jump that has once gone elsewhere stays slower on
// some processors. The hundreds behind them lead to code that asks when they are called: few programs use
// many, and each layer of the chain has its own search for a name.
void refloader_fill_device_table(void *record) {
    struct device_table *table = record;
    for (unsigned slot = 0; slot < DEVICE_SLOTS_EXPORTED; slot++)
        refloader_resolve_device_function(table, slot);
    for (unsigned slot = DEVICE_SLOTS_EXPORTED; slot < DEVICE_SLOTS + RESERVED_SLOTS; slot++) {
        slot_write(&table->slots[slot], lazy_device_function(slot));
    }
}

void refloader_add_device(void *table) {
    ((struct device_table *)table)->magic = DEVICE_MAGIC;
}

// The device that was destroyed last, for a violator that goes on asking its driver.
static PFN_vkGetDeviceProcAddr gone_gdpa;
static VkDevice gone_device;

void refloader_remove_device(void *record) {
    struct device_table *table = record;
    table->magic = 0;
    if (!VIOLATES("destroyed_devices_are_asked")) return;
    gone_gdpa = table->driver_gdpa;
    gone_device = table->driver_device;
}

void refloader_ask_gone_device(const char *name) {
    if (gone_gdpa != NULL) gone_gdpa(gone_device, name);
}
