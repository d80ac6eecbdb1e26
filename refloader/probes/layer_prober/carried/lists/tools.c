// The list of tools, above an entity that has two. tools.COMMAND has how many the layer counts (count), its result, which of
// the two are in the list where there is room for all (below), how many of these say something else of themselves than
// below (altered), and the names of layers that the others have (layers).
// See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../../../native/generated/vk_core.h"
#include "../../../shared/answers.h"
#include "../carried.h"
#include "../../prober.h"

#define MOST_TOOLS 16U

static const char *const names[] = {"prober's first tool", "prober's second tool"};
static const struct carried_command *called;

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    uint32_t *count = (uint32_t *)(uintptr_t)arguments[1], room = *count;
    VkPhysicalDeviceToolProperties *tools = (VkPhysicalDeviceToolProperties *)(uintptr_t)arguments[2];
    if (tools == NULL || room > COUNT(names)) *count = COUNT(names);
    for (uint32_t i = 0; tools != NULL && i < *count; i++) {
        snprintf(tools[i].name, sizeof tools[i].name, "%s", names[i]);
        tools[i].version[0] = tools[i].description[0] = tools[i].layer[0] = '\0';
        tools[i].purposes = VK_TOOL_PURPOSE_VALIDATION_BIT;
    }
    *result = (uint64_t)(int64_t)(tools != NULL && room < COUNT(names) ? VK_INCOMPLETE : VK_SUCCESS);
    return 1;
}

int lists_tools(const struct carried_command *command) {
    return strncmp(command->name, "vkGetPhysicalDeviceToolProperties", strlen("vkGetPhysicalDeviceToolProperties")) == 0;
}

static int is_of_below(const VkPhysicalDeviceToolProperties *tool) {
    for (uint32_t i = 0; i < COUNT(names); i++)
        if (strncmp(tool->name, names[i], sizeof tool->name) == 0) return 1;
    return 0;
}

static int is_altered(const VkPhysicalDeviceToolProperties *tool) {
    return tool->purposes != VK_TOOL_PURPOSE_VALIDATION_BIT || *tool->version != 0 || *tool->description != 0 || *tool->layer != 0;
}

static void say_tools(const VkPhysicalDeviceToolProperties *tools, uint32_t count) {
    char layer[VK_MAX_EXTENSION_NAME_SIZE + 1];
    uint32_t below = 0, altered = 0;
    open_list("layers");
    for (uint32_t i = 0; i < count; i++) {
        below += (uint32_t)is_of_below(&tools[i]);
        altered += (uint32_t)(is_of_below(&tools[i]) && is_altered(&tools[i]));
        if (is_of_below(&tools[i])) continue;
        snprintf(layer, sizeof layer, "%.*s", (int)sizeof tools[i].layer, tools[i].layer);
        say_text(NULL, layer);
    }
    close_list();
    say_number("below", below);
    say_number("altered", altered);
}

void list_tools(const struct carried_command *command, any_function function) {
    static VkPhysicalDeviceToolProperties tools[MOST_TOOLS];
    uint64_t given[MOST_ARGUMENTS];
    char label[160];
    uint32_t count = 0, got = MOST_TOOLS;
    give_arguments(command, given);
    carried = answer_below;
    for (uint32_t i = 0; i < MOST_TOOLS; i++) tools[i] = (VkPhysicalDeviceToolProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TOOL_PROPERTIES};
    called = command;
    given[1] = (uint64_t)(uintptr_t)&count, given[2] = 0;
    int32_t result = (int32_t)call_with(function, given);
    given[1] = (uint64_t)(uintptr_t)&got, given[2] = (uint64_t)(uintptr_t)tools;
    if (result == VK_SUCCESS) result = (int32_t)call_with(function, given);
    called = NULL;
    snprintf(label, sizeof label, "tools.%s", command->name);
    open_answer(label);
    say_number("result", result);
    say_number("count", count);
    say_number("got", got);
    say_tools(tools, result == VK_SUCCESS && got <= MOST_TOOLS ? got : 0);
    close_answer();
}
