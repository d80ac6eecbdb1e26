// What vkQueuePresentKHR says of each swapchain: the entity below writes pResults with the result that it returns.
// presents.COMMAND has [result, calls below, whether the application's array is as it was]. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "../../shared/answers.h"
#include "carried.h"
#include "../prober.h"

#define UNWRITTEN 0x5A5A5A5A

// Of a swapchain that no longer fits, that works, that still works, and whose surface is gone.
static const int32_t codes[] = {-1000001004, 0, 1000001003, -1000000000};

static const uint32_t indices[ELEMENTS] = {0, 1};  // such images every swapchain may have

static const char *called;
static int32_t code;
static uint32_t times;

static VkPresentInfoKHR *info_of(const uint64_t *arguments) { return (VkPresentInfoKHR *)(uintptr_t)arguments[1]; }

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called)) return 0;
    const VkPresentInfoKHR *info = info_of(arguments);
    times++;
    for (uint32_t i = 0; info->pResults != NULL && i < info->swapchainCount; i++) info->pResults[i] = (VkResult)code;
    *result = (uint64_t)(int64_t)code;
    return 1;
}

static void present(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    int is_unwritten = 0;
    give_arguments(command, given);
    VkPresentInfoKHR *info = info_of(given);
    info->pImageIndices = indices;
    for (uint32_t i = 0; i < info->swapchainCount; i++) info->pResults[i] = (VkResult)UNWRITTEN;
    times = 0;
    called = command->name;
    call_with(function, given);
    called = NULL;
    for (uint32_t i = 0; i < info->swapchainCount; i++) is_unwritten |= info->pResults[i] == (VkResult)UNWRITTEN;
    open_list(NULL);
    say_number(NULL, code);
    say_number(NULL, times);
    say_flag(NULL, is_unwritten);
    close_list();
}

// Whether there are two different ones: no swapchain can be presented twice at once.
static int has_two(const struct carried_command *command) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    const VkPresentInfoKHR *info = info_of(given);
    return info->swapchainCount == ELEMENTS && info->pSwapchains[0] != info->pSwapchains[1];
}

int presents(const struct carried_command *command) { return strcmp(command->name, "vkQueuePresentKHR") == 0; }

void present_with_results(const struct carried_command *command, any_function function) {
    char label[160];
    if (!has_two(command)) return;
    carried = answer_below;
    snprintf(label, sizeof label, "presents.%s", command->name);
    open_answer(label);
    open_list("results");
    for (size_t i = 0; i < COUNT(codes); i++) {
        code = codes[i];
        present(command, function);
    }
    close_list();
    close_answer();
}
