// The end of a call through a handle that cannot be right: a message that names the command, then abort().
#include "dispatch.h"

#include <stdio.h>
#include <stdlib.h>

static const char *name_of(unsigned kind, unsigned slot, const char **type) {
    unsigned known = kind == HANDLE_DEVICE ? DEVICE_SLOTS : INSTANCE_SLOTS;
    if (slot < known) {
        const struct command *command =
            command_at(kind == HANDLE_DEVICE ? LEVEL_DEVICE : LEVEL_INSTANCE, slot);
        *type = command_handle(command);
        return command_name(command);
    }
    *type = kind == HANDLE_DEVICE ? "VkDevice" : "VkPhysicalDevice";
    const char *name =
        reserved_name(kind == HANDLE_DEVICE ? RESERVED_DEVICE : RESERVED_PHYSICAL_DEVICE, slot);
    return name != NULL ? name : "a command without a name";
}

_Noreturn void refloader_bad_handle(unsigned kind, unsigned slot) {
    const char *type;
    const char *name = name_of(kind, slot, &type);
    const char *whose = kind == HANDLE_DRIVER_DEVICE ? " (passed down by a layer)" : "";
    char line[256];
    snprintf(line, sizeof line,
             "refloader: %s: the handle is not a valid %s%s: it is NULL, destroyed or not of this loader\n",
             name, type, whose);
    machine_stderr(line);
    abort();
}
