// Many objects of which the entity below makes some and then no more: a layer that asks for them in several calls is in
// the middle. halves.COMMAND has how often the entity below was called, the result, and how many elements of the array
// are not NULL. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../../../native/generated/vk_core.h"
#include "../../../shared/answers.h"
#include "../carried.h"
#include "../../prober.h"

static const char *called;
static uint32_t times;

// The first call gets what it asks for.
static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called)) return 0;
    if (times++ == 0) return 0;
    (void)arguments;
    *result = (uint64_t)(int64_t)VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return 1;
}

static int is_of_sets(const struct carried_command *command) {
    return strcmp(command->name, "vkAllocateDescriptorSets") == 0;
}

int allocates_many(const struct carried_command *command) {
    return is_of_sets(command) || strcmp(command->name, "vkAllocateCommandBuffers") == 0;
}

// All sets may have one layout.
static void ask_for_many(const struct carried_command *command, const uint64_t *given, uint64_t *layouts) {
    if (is_of_sets(command)) {
        VkDescriptorSetAllocateInfo *info = (VkDescriptorSetAllocateInfo *)(uintptr_t)given[1];
        for (uint32_t i = 0; i < MANY_ELEMENTS; i++) memcpy(&layouts[i], info->pSetLayouts, sizeof layouts[i]);
        info->pSetLayouts = (const VkDescriptorSetLayout *)layouts;
        info->descriptorSetCount = MANY_ELEMENTS;
    } else {
        ((VkCommandBufferAllocateInfo *)(uintptr_t)given[1])->commandBufferCount = MANY_ELEMENTS;
    }
}

void allocate_in_halves(const struct carried_command *command, any_function function) {
    static uint64_t layouts[MANY_ELEMENTS];
    uint64_t given[MOST_ARGUMENTS];
    uint32_t left = 0;
    char label[160];
    carried = answer_below;
    carried_form = FORM_BARE;
    give_arguments(command, given);
    ask_for_many(command, given, layouts);
    called = command->name;
    uint64_t result = call_with(function, given);
    called = NULL;
    const uint64_t *made = (const uint64_t *)(uintptr_t)given[2];
    for (uint32_t i = 0; i < MANY_ELEMENTS; i++) left += made[i] != 0;
    snprintf(label, sizeof label, "halves.%s", command->name);
    open_answer(label);
    say_number("times", times);
    say_number("result", (int32_t)result);
    say_number("left", left);
    close_answer();
}
