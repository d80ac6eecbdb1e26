// Physical devices: each that is listed is in one group, and as many are listed as are counted. See facts.h.
#include <string.h>

#include "../../shared/answers.h"
#include "facts.h"

#define MOST_ROWS 8U

static VkResult list_groups(const struct facts *facts, const char *command, uint32_t *count, VkPhysicalDeviceGroupProperties *groups) {
    PFN_vkEnumeratePhysicalDeviceGroups list = (PFN_vkEnumeratePhysicalDeviceGroups)instance_function(&facts->instance, command);
    for (uint32_t i = 0; groups != NULL && i < MOST_ROWS; i++)
        groups[i] = (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    return list == NULL ? VK_ERROR_INITIALIZATION_FAILED : list((VkInstance)facts->instance.upper, count, groups);
}

// How often each physical device is in a group, and behind those how many others are in any.
static void say_memberships(const struct facts *facts, const char *key, const char *command, const VkPhysicalDevice *devices, uint32_t count) {
    VkPhysicalDeviceGroupProperties groups[MOST_ROWS];
    uint32_t found = MOST_ROWS, members = 0, known = 0;
    if (list_groups(facts, command, &found, groups) != VK_SUCCESS) return;
    open_list(key);
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t times = 0;
        for (uint32_t j = 0; j < found && j < MOST_ROWS; j++)
            for (uint32_t k = 0; k < groups[j].physicalDeviceCount && k < VK_MAX_DEVICE_GROUP_SIZE; k++)
                i < count ? (times += groups[j].physicalDevices[k] == devices[i]) : members++;
        known += times;
        say_number(NULL, i < count ? times : members - known);
    }
    close_list();
}

static void say_counts(const char *command, uint32_t counted, uint32_t listed) {
    open_list(NULL);
    say_text(NULL, command);
    say_number(NULL, counted);
    say_number(NULL, listed);
    close_list();
}

// Of the commands that are the layer's: how many there are where nothing is written, and how many are written.
static void count_both_ways(const struct facts *facts, const char *const *commands) {
    VkPhysicalDeviceGroupProperties groups[MOST_ROWS];
    VkPhysicalDevice devices[MOST_ROWS];
    PFN_vkEnumeratePhysicalDevices list = (PFN_vkEnumeratePhysicalDevices)instance_function(&facts->instance, commands[0]);
    uint32_t counted = 0, listed = MOST_ROWS;
    open_list("counts");
    if (is_layers(facts, commands[0]) && list((VkInstance)facts->instance.upper, &counted, NULL) == VK_SUCCESS
        && list((VkInstance)facts->instance.upper, &listed, devices) == VK_SUCCESS)
        say_counts(commands[0], counted, listed);
    for (size_t i = 1; i < 3; i++) {
        counted = 0, listed = MOST_ROWS;
        if (is_layers(facts, commands[i]) && (i == 1 ? options.minor > 0 : facts->is_extended)
            && list_groups(facts, commands[i], &counted, NULL) == VK_SUCCESS
            && list_groups(facts, commands[i], &listed, groups) == VK_SUCCESS)
            say_counts(commands[i], counted, listed);
    }
    close_list();
}

void count_in_groups(const struct facts *facts) {
    VkPhysicalDevice devices[MOST_ROWS];
    uint32_t count = MOST_ROWS;
    static const char *const commands[] = {"vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups",
                                           "vkEnumeratePhysicalDeviceGroupsKHR"};
    PFN_vkEnumeratePhysicalDevices list = (PFN_vkEnumeratePhysicalDevices)instance_function(&facts->instance, commands[0]);
    if (list == NULL || !(is_layers(facts, commands[0]) || is_layers(facts, commands[1]) || is_layers(facts, commands[2]))) return;
    begin("facts.groups");
    if (list((VkInstance)facts->instance.upper, &count, devices) != VK_SUCCESS) return;
    open_answer("facts.groups");
    say_number("devices", count);
    if (options.minor > 0) say_memberships(facts, "core", commands[1], devices, count);
    if (facts->is_extended) say_memberships(facts, "older", commands[2], devices, count);
    count_both_ways(facts, commands);
    close_answer();
}
