// Fills dispatch tables: those of instances and drivers at once, those of devices slot by slot on first use.
#include "dispatch.h"

const size_t refloader_instance_table_size = INSTANCE_TABLE_SIZE;
const size_t refloader_device_table_size = DEVICE_TABLE_SIZE;

static void fill_reserved(void **table) {
    for (unsigned slot = INSTANCE_SLOTS; slot < INSTANCE_SLOTS + RESERVED_SLOTS; slot++) {
        table[slot] = (void *)refloader_missing_result;
    }
}

void refloader_fill_instance_table(void *record) {
    struct instance *instance = record;
    for (unsigned slot = 0; slot < INSTANCE_SLOTS; slot++) {
        const struct command *command = command_at(LEVEL_INSTANCE, slot);
        void *function = (void *)instance->top_gipa(instance->inner, command_name(command));
        instance->table[slot] = function != NULL ? function : command_missing(command);
    }
    fill_reserved(instance->table);
}

void refloader_fill_driver_table(void *record) {
    struct driver *driver = record;
    for (unsigned slot = 0; slot < INSTANCE_SLOTS; slot++) {
        const struct command *command = command_at(LEVEL_INSTANCE, slot);
        void *function = (void *)driver->gipa(driver->handle, command_name(command));
        if (function == NULL && command->terminator == IS_STUB) function = command_missing(command);
        driver->table[slot] = function;  // NULL: what stands at the bottom of the chain sees to it
    }
    fill_reserved(driver->table);
}

// A slot first leads to a piece of code that asks the chain for the function, puts it there and goes on to it.
// Most programs use few commands, and each layer of the chain has its own search for a name.
void refloader_fill_device_table(void *record) {
    struct device_table *table = record;
    const char *lazy = refloader_lazy_device_functions;
    for (unsigned slot = 0; slot < DEVICE_SLOTS + RESERVED_SLOTS; slot++) {
        slot_write(&table->slots[slot], (void *)(uintptr_t)(lazy + LAZY_STRIDE * (size_t)slot));
    }
}

// Called by that code, with the slot and the table that the call went through.
void *refloader_resolve_device_function(struct device_table *table, unsigned slot) {
    bool known = slot < DEVICE_SLOTS;
    const struct command *command = known ? command_at(LEVEL_DEVICE, slot) : NULL;
    const char *name = known ? command_name(command) : reserved_name(RESERVED_DEVICE, slot);
    void *function = name != NULL ? (void *)table->top_gdpa(table->device, name) : NULL;
    if (function == NULL) function = known ? command_missing(command) : (void *)refloader_missing_result;
    slot_write(&table->slots[slot], function);
    return function;
}

void refloader_add_device(void *table) {
    ((struct device_table *)table)->magic = DEVICE_MAGIC;
}

void refloader_remove_device(void *table) {
    ((struct device_table *)table)->magic = 0;
}
