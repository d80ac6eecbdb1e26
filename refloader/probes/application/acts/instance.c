// What a program does with no more than an instance.
#include <stdio.h>
#include <stdlib.h>

#include "acts.h"
#include "../world.h"

static void list_layers(const char *step) {
    uint32_t count = 0;
    VkResult result = program.EnumerateInstanceLayerProperties(&count, NULL);
    VkLayerProperties *rows = calloc(count + 1, sizeof *rows);
    if (result == VK_SUCCESS && rows != NULL) result = program.EnumerateInstanceLayerProperties(&count, rows);
    list_begin(step);
    list_number(result);
    for (uint32_t i = 0; rows != NULL && result >= 0 && i < count; i++) list_text(rows[i].layerName);
    list_end();
    free(rows);
}

static void list_extensions(const char *step, const char *layer) {
    uint32_t count = 0;
    VkResult result = program.EnumerateInstanceExtensionProperties(layer, &count, NULL);
    uint32_t room = count;
    VkExtensionProperties *rows = calloc((size_t)room + 1, sizeof *rows);
    if (result == VK_SUCCESS && rows != NULL)
        result = program.EnumerateInstanceExtensionProperties(layer, &count, rows);
    list_begin(step);
    list_number(result);
    for (uint32_t i = 0; rows != NULL && result >= 0 && i < at_most(count, room); i++)
        list_member(rows[i].extensionName, sizeof rows[i].extensionName);
    list_end();
    free(rows);
}

static void short_answers(void) {
    VkExtensionProperties row;
    uint32_t count = 0;
    program.EnumerateInstanceExtensionProperties(NULL, &count, NULL);
    if (count < 2) return answer_left_out("short", "fewer than two extensions");
    count = 1;
    VkResult result = program.EnumerateInstanceExtensionProperties(NULL, &count, &row);
    list_begin("short");
    list_number(result);
    list_number(count);
    list_end();
}

// Which of these names are answered: a character each, 1 or 0.
static void look_up(const char *step, VkInstance instance) {
    static const char *const names[] = {
        "vkCreateInstance", "vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceLayerProperties",
        "vkGetInstanceProcAddr", "vkDestroyInstance", "vkEnumeratePhysicalDevices", "vkGetDeviceProcAddr",
        "vkCreateDevice", "vkGetPhysicalDeviceProperties", "vkCmdDraw", "vkNoSuchCommand", ""};
    char text[COUNT(names) + 1] = "";
    for (uint32_t i = 0; i < COUNT(names); i++)
        text[i] = program.GetInstanceProcAddr(instance, names[i]) != NULL ? '1' : '0';
    answer_text(step, text);
}

static uint32_t offered_extensions(const char **to) {
    static const char *const wanted[] = {"VK_KHR_get_physical_device_properties2", "VK_EXT_debug_utils",
                                         "VK_KHR_surface", "VK_KHR_device_group_creation"};
    uint32_t count = 0;
    for (uint32_t i = 0; i < COUNT(wanted); i++)
        if (instance_offers(wanted[i])) to[count++] = wanted[i];
    return count;
}

void act_instance(void) {
    const char *extensions[4];
    struct instance instance;
    answer_number("version", loader_api());
    list_layers("listed.layers");
    list_extensions("listed.extensions", NULL);
    for (uint32_t i = 0; i < program.layer_count; i++) {
        char step[64];
        snprintf(step, sizeof step, "listed.extensions_of_layer_%u", i);
        list_extensions(step, program.layers[i]);
    }
    short_answers();
    look_up("lookups_before", NULL);
    if (instance_make("plain", &instance, NULL)) {
        look_up("lookups", instance.handle);
        instance_end(&instance);
    }
    struct wish wish = {.extensions = extensions, .extension_count = offered_extensions(extensions)};
    answer_number("extensions", wish.extension_count);
    if (instance_make("extended", &instance, &wish)) {
        answer_number("gpus", instance.gpu_count);
        instance_end(&instance);
    }
}
