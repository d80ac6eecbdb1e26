// What stands in a table where nobody has the function. Below the layers it does nothing and returns an error if it
// can. Above them, the program calls a command that it has not enabled. This is reported; a command that a device
// extension brings ends the process, because without its effect the program would go on with what it never got.
#include "dispatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VkResult refloader_missing_result(void) {
    return VK_ERROR_EXTENSION_NOT_PRESENT;
}

uint64_t refloader_missing_value(void) {
    return 0;
}

int errors_are_wanted(void) {
    const char *wanted = machine_getenv("VK_LOADER_DEBUG");
    return wanted != NULL && (strstr(wanted, "error") != NULL || strstr(wanted, "all") != NULL);
}

static uint64_t called(unsigned row) {
    const struct command *command = command_of_row(row);
    bool device = command->level == LEVEL_DEVICE;
    const char *words = "the instance does not have this command: is %s enabled?";
    if (device) words = "the device does not have this command: is %s enabled?";
    // A query of a device extension needs no enabling: it is for the driver of the physical device to have it.
    if (!device && command->of_device_extension) words = "the driver does not have this command of %s";
    char text[256], line[512];
    snprintf(text, sizeof text, words, command_home(command));
    snprintf(line, sizeof line, LOG_ERROR "%s: %s\n", command_name(command), text);
    bool ends = device && command->core == 0;
    if (ends || errors_are_wanted()) machine_stderr(line);
    if (ends) abort();
    return command->result == RESULT_RESULT ? (uint64_t)VK_ERROR_EXTENSION_NOT_PRESENT : 0;
}

#define ROW_ENTRY(name, ...) ROW_##name,
enum { REFLOADER_COMMANDS(ROW_ENTRY) };

// One function for each command: all that it knows when it is called is its own place.
#define MISSING_FUNCTION(name, ...) \
    static uint64_t missing_##name(void) { \
        return called(ROW_##name); \
    }
REFLOADER_COMMANDS(MISSING_FUNCTION)

// Queries of displays and surfaces without their extension: loaders in the field answer them with success. Nothing is
// there, and the count says so.
static VkResult none(unsigned row, uint32_t *count) {
    called(row);
    if (count != NULL) *count = 0;
    return VK_SUCCESS;
}

#define NONE_OF_DEVICE(name) \
    static VkResult none_##name(VkPhysicalDevice device, uint32_t *count, void *rows) { \
        (void)device, (void)rows; \
        return none(ROW_##name, count); \
    }
#define NONE_OF_DISPLAY(name, type) \
    static VkResult none_##name(VkPhysicalDevice device, type of, uint32_t *count, void *rows) { \
        (void)device, (void)of, (void)rows; \
        return none(ROW_##name, count); \
    }
NONE_OF_DEVICE(vkGetPhysicalDeviceDisplayPropertiesKHR)
NONE_OF_DEVICE(vkGetPhysicalDeviceDisplayPlanePropertiesKHR)
NONE_OF_DEVICE(vkGetPhysicalDeviceDisplayProperties2KHR)
NONE_OF_DEVICE(vkGetPhysicalDeviceDisplayPlaneProperties2KHR)
NONE_OF_DISPLAY(vkGetDisplayPlaneSupportedDisplaysKHR, uint32_t)
NONE_OF_DISPLAY(vkGetDisplayModeProperties2KHR, VkDisplayKHR)
NONE_OF_DISPLAY(vkGetDisplayModePropertiesKHR, VkDisplayKHR)
NONE_OF_DISPLAY(vkGetPhysicalDeviceSurfaceFormatsKHR, VkSurfaceKHR)
NONE_OF_DISPLAY(vkGetPhysicalDeviceSurfacePresentModesKHR, VkSurfaceKHR)

static VkResult none_vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice device, uint32_t family, VkSurfaceKHR surface,
                                                          VkBool32 *supported) {
    (void)device, (void)family, (void)surface;
    return none(ROW_vkGetPhysicalDeviceSurfaceSupportKHR, supported);
}

static VkResult none_vkGetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice device, VkSurfaceKHR surface,
                                                               VkSurfaceCapabilitiesKHR *capabilities) {
    (void)device, (void)surface;
    *capabilities = (VkSurfaceCapabilitiesKHR){0};
    return none(ROW_vkGetPhysicalDeviceSurfaceCapabilitiesKHR, NULL);
}

static VkResult none_vkGetDisplayPlaneCapabilitiesKHR(VkPhysicalDevice device, VkDisplayModeKHR mode, uint32_t plane,
                                                      VkDisplayPlaneCapabilitiesKHR *capabilities) {
    (void)device, (void)mode, (void)plane;
    *capabilities = (VkDisplayPlaneCapabilitiesKHR){0};
    return none(ROW_vkGetDisplayPlaneCapabilitiesKHR, NULL);
}

static VkResult none_vkGetDisplayPlaneCapabilities2KHR(VkPhysicalDevice device, const VkDisplayPlaneInfo2KHR *plane,
                                                       VkDisplayPlaneCapabilities2KHR *capabilities) {
    (void)device, (void)plane;
    capabilities->capabilities = (VkDisplayPlaneCapabilitiesKHR){0};
    return none(ROW_vkGetDisplayPlaneCapabilities2KHR, NULL);
}

static void *none_of(const struct command *command) {
    switch (command_row(command)) {
#define NONE_CASE(name) \
    case ROW_##name: return (void *)none_##name;
        NONE_CASE(vkGetPhysicalDeviceDisplayPropertiesKHR)
        NONE_CASE(vkGetPhysicalDeviceDisplayPlanePropertiesKHR)
        NONE_CASE(vkGetPhysicalDeviceDisplayProperties2KHR)
        NONE_CASE(vkGetPhysicalDeviceDisplayPlaneProperties2KHR)
        NONE_CASE(vkGetDisplayModeProperties2KHR)
        NONE_CASE(vkGetDisplayPlaneSupportedDisplaysKHR)
        NONE_CASE(vkGetDisplayModePropertiesKHR)
        NONE_CASE(vkGetDisplayPlaneCapabilitiesKHR)
        NONE_CASE(vkGetDisplayPlaneCapabilities2KHR)
        NONE_CASE(vkGetPhysicalDeviceSurfaceSupportKHR)
        NONE_CASE(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)
        NONE_CASE(vkGetPhysicalDeviceSurfaceFormatsKHR)
        NONE_CASE(vkGetPhysicalDeviceSurfacePresentModesKHR)
    }
    return NULL;
}

void *missing_above(const struct command *command) {
    void *nothing = none_of(command);
    if (nothing != NULL) return nothing;
#define MISSING_CASE(name, ...) \
    case ROW_##name: return (void *)missing_##name;
    switch (command_row(command)) { REFLOADER_COMMANDS(MISSING_CASE) }
    return (void *)refloader_missing_result;
}
