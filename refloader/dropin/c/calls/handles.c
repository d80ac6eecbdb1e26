// The end of a call through a handle that cannot be right: messages that name the command, then abort().
#include "dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command *known(unsigned kind, unsigned slot) {
    unsigned slots = kind == HANDLE_DEVICE ? DEVICE_SLOTS : INSTANCE_SLOTS;
    return slot < slots ? command_at(kind == HANDLE_DEVICE ? LEVEL_DEVICE : LEVEL_INSTANCE, slot) : NULL;
}

// The Vulkan specification has the valid usage of a command of physical devices that became core under the core's
// name alone, and loaders in the field name that one.
static const char *name_of_usage(const char *name, const char *parameter) {
    size_t length = strlen(name) - strlen("KHR");
    char core[128];
    if (strcmp(parameter, "physicalDevice") != 0 || strcmp(name + length, "KHR") != 0 || length >= sizeof core)
        return name;
    memcpy(core, name, length);
    core[length] = '\0';
    const struct command *command = command_find(core);
    return command != NULL ? command_name(command) : name;
}

_Noreturn void refloader_end(const char *name, const char *type, const char *parameter, const char *whose) {
    const char *usage = name_of_usage(name, parameter);
    char line[512];
    snprintf(line, sizeof line,
             LOG_ERROR "%s: Invalid %s [VUID-%s-%s-parameter]\n" LOG_ERROR
                       "%s: the handle is not a valid %s%s: it is NULL, destroyed or not of this loader\n",
             usage, parameter, usage, parameter, name, type, whose);
    machine_stderr(line);
    abort();
}

_Noreturn void refloader_bad_handle(unsigned kind, unsigned slot) {
    const char *whose = kind == HANDLE_DRIVER_DEVICE ? " (passed down by a layer)" : "";
    const struct command *command = known(kind, slot);
    if (command != NULL)
        refloader_end(command_name(command), command_handle(command), command_parameter(command), whose);
    bool device = kind == HANDLE_DEVICE;
    const char *name = reserved_name(device ? RESERVED_DEVICE : RESERVED_PHYSICAL_DEVICE, slot);
    refloader_end(name != NULL ? name : "a command without a name", device ? "VkDevice" : "VkPhysicalDevice",
                  device ? "device" : "physicalDevice", whose);
}
