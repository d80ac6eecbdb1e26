// What vkQueuePresentKHR says of each swapchain: the entity below writes pResults with the result that it returns.
// presents.COMMAND has [result, calls below, whether the application's array is as it was]; and where each of two swapchains
// has another result, what came of the first and second one below, of the call, and of both above (differing). Whether all that a presentation
// waits for has been waited for by the layer's own submissions. And what comes of pipelines of
// which the entity below makes the first, and fails in the others: partly.COMMAND has [result below, result, calls below,
// whether the first has come up, whether it was destroyed below, how many of the application's handles are as they were]. With
// leaves_out_failures, all are made.
// See carried.h.
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

// ---- two swapchains with two results, in however many calls

static const int32_t pairs[][2] = {{-1000001004, 0}, {0, -1000001004}, {-4, 0}, {1000001003, -1000000000}};
static const int32_t *of_each;  // in the order in which they come down
static uint32_t presented;

static int answer_each(const char *name, const uint64_t *arguments, uint64_t *result) {
    int32_t worst = 0;
    if (called == NULL || !is_same_command(name, called)) return 0;
    const VkPresentInfoKHR *info = info_of(arguments);
    times++;
    for (uint32_t i = 0; i < info->swapchainCount; i++, presented++) {
        int32_t now = presented < 2 ? of_each[presented] : 0;
        if (info->pResults != NULL) info->pResults[i] = (VkResult)now;
        if (now < 0 || worst == 0) worst = now;
    }
    *result = (uint64_t)(int64_t)worst;
    return 1;
}

static void present_differing(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    VkPresentInfoKHR *info = info_of(given);
    info->pImageIndices = indices;
    times = presented = 0;
    called = command->name;
    int32_t result = (int32_t)call_with(function, given);
    called = NULL;
    if (presented != 2) return;
    const int32_t row[] = {of_each[0], of_each[1], result, (int32_t)info->pResults[0], (int32_t)info->pResults[1]};
    open_list(NULL);
    for (size_t i = 0; i < COUNT(row); i++) say_number(NULL, row[i]);
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
    carried = answer_each;
    open_list("differing");
    for (size_t i = 0; i < COUNT(pairs); i++) {
        of_each = pairs[i];
        present_differing(command, function);
    }
    close_list();
    close_answer();
}

// ---- semaphores that a submission of the layer's own waits for

#define MOST_WAITS 16U

static uint64_t waits[MOST_WAITS];
static uint32_t wait_count;

static void add_wait(VkSemaphore semaphore) {
    if (wait_count < MOST_WAITS) waits[wait_count++] = (uint64_t)(uintptr_t)semaphore;
}

void forget_waits(void) { wait_count = 0; }

void note_waits(const char *name, const uint64_t *arguments) {
    int is_newer = strncmp(name, "vkQueueSubmit2", 14) == 0;
    if (!is_newer && strcmp(name, "vkQueueSubmit") != 0) return;
    for (uint32_t i = 0; i < (uint32_t)arguments[1]; i++) {
        if (is_newer) {
            const VkSubmitInfo2 *info = (const VkSubmitInfo2 *)(uintptr_t)arguments[2] + i;
            for (uint32_t j = 0; j < info->waitSemaphoreInfoCount; j++) add_wait(info->pWaitSemaphoreInfos[j].semaphore);
        } else {
            const VkSubmitInfo *info = (const VkSubmitInfo *)(uintptr_t)arguments[2] + i;
            for (uint32_t j = 0; j < info->waitSemaphoreCount; j++) add_wait(info->pWaitSemaphores[j]);
        }
    }
}

static uint64_t below_layer(uint64_t semaphore) {
    for (uint32_t i = 0; carried_lower != NULL && i < carried_handle_count; i++)
        if (is_type(i, "VkSemaphore")) return carried_lower(i, semaphore);
    return 0;
}

// Objects that nobody has made have no other handle below.
int are_waited_for(const uint64_t *arguments) {
    const VkPresentInfoKHR *info = info_of(arguments);
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) {
        uint64_t given = (uint64_t)(uintptr_t)info->pWaitSemaphores[i], lower = below_layer(given);
        uint32_t at = 0;
        while (at < wait_count && waits[at] != (lower != 0 ? lower : given)) at++;
        if (at == wait_count) return 0;
    }
    return info->waitSemaphoreCount > 0;
}

// ---- pipelines and shaders, of which one is made

#define THE_FIRST UINT64_C(0x0F1257)
#define NO_HANDLE UINT64_C(0x5A5A5A5A5A5A5A5A)  // what the application has there

// Where a command takes the number of elements, and where the handles come to.
static const struct maker {
    const char *name;
    uint32_t count, handles;
} makers[] = {
    {"vkCreateGraphicsPipelines", 2, 5},
    {"vkCreateComputePipelines", 2, 5},
    {"vkCreateRayTracingPipelinesKHR", 3, 6},
    {"vkCreateShadersEXT", 1, 4},
};
static const int32_t partial_codes[] = {-1, 1000297000};  // no memory; and one that has to be compiled

static const struct maker *making;
static int is_destroyed;
static int is_one_by_one;  // each call below has asked for one
static int is_of_several;  // each call below has asked for more than one

static const struct maker *maker_of(const struct carried_command *command) {
    for (size_t i = 0; i < COUNT(makers); i++)
        if (strcmp(command->name, makers[i].name) == 0) return &makers[i];
    return NULL;
}

int makes_several(const struct carried_command *command) { return maker_of(command) != NULL; }

static int make_first(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (strncmp(name, "vkDestroy", 9) == 0 && arguments[1] == THE_FIRST) is_destroyed = 1;
    if (making == NULL || !is_same_command(name, making->name)) return 0;
    uint64_t *handles = (uint64_t *)(uintptr_t)arguments[making->handles];
    times++;
    // Of one that is asked for alone, there is none where the call fails.
    uint32_t count = (uint32_t)arguments[making->count];
    if (count < 2) is_of_several = 0;
    for (uint32_t i = 0; i < count; i++) handles[i] = leaves_out_failures || (i == 0 && count > 1) ? THE_FIRST + i : 0;
    *result = (uint64_t)(int64_t)(leaves_out_failures ? VK_SUCCESS : code);
    return 1;
}

static int can_return(const struct carried_command *command, int32_t result) {
    for (uint32_t i = 0; i < command->code_count; i++)
        if (carried_codes[command->codes + i] == result) return 1;
    return 0;
}

void make_partly(const struct carried_command *command, any_function function) {
    char label[160];
    carried = make_first;
    snprintf(label, sizeof label, "partly.%s", command->name);
    open_answer(label);
    open_list("results");
    for (size_t i = 0; i < COUNT(partial_codes); i++) {
        uint64_t given[MOST_ARGUMENTS];
        if (!can_return(command, partial_codes[i]) || (partial_codes[i] > 0 && leaves_out_successes)) continue;
        making = maker_of(command);
        give_arguments(command, given);
        uint64_t *handles = (uint64_t *)(uintptr_t)given[making->handles];
        if ((uint32_t)given[making->count] < ELEMENTS || handles == NULL) break;
        times = 0;
        is_destroyed = 0;
        is_of_several = 1;
        code = partial_codes[i];
        for (uint32_t at = 0; at < ELEMENTS; at++) handles[at] = NO_HANDLE;
        int32_t result = (int32_t)call_with(function, given);
        making = NULL;
        uint32_t untouched = 0;
        for (uint32_t at = 0; at < ELEMENTS; at++) untouched += handles[at] == NO_HANDLE;
        open_list(NULL);
        say_number(NULL, code);
        say_number(NULL, result);
        say_number(NULL, times);
        say_flag(NULL, handles[0] != 0 && handles[0] != NO_HANDLE);
        say_flag(NULL, is_destroyed);
        say_number(NULL, untouched);
        say_flag(NULL, handles[0] == THE_FIRST);
        say_flag(NULL, is_of_several);
        close_list();
    }
    close_list();
    close_answer();
}

// Of several calls for one each, the first fails.
static int fail_first_call(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (making == NULL || !is_same_command(name, making->name)) return 0;
    uint64_t *handles = (uint64_t *)(uintptr_t)arguments[making->handles];
    if ((uint32_t)arguments[making->count] != 1) is_one_by_one = 0;
    for (uint32_t i = 0; i < (uint32_t)arguments[making->count]; i++) handles[i] = times == 0 ? 0 : THE_FIRST + times;
    *result = (uint64_t)(int64_t)(times++ == 0 ? code : 0);
    return 1;
}

void make_one_by_one(const struct carried_command *command, any_function function) {
    char label[160];
    carried = fail_first_call;
    snprintf(label, sizeof label, "one_by_one.%s", command->name);
    open_answer(label);
    open_list("results");
    for (size_t i = 0; i < COUNT(partial_codes); i++) {
        uint64_t given[MOST_ARGUMENTS];
        if (!can_return(command, partial_codes[i])) continue;
        making = maker_of(command);
        give_arguments(command, given);
        uint64_t *handles = (uint64_t *)(uintptr_t)given[making->handles];
        if ((uint32_t)given[making->count] < ELEMENTS || handles == NULL) break;
        times = 0;
        is_one_by_one = 1;
        code = partial_codes[i];
        memset(handles, 0, ELEMENTS * sizeof *handles);
        int32_t result = (int32_t)call_with(function, given);
        making = NULL;
        if (!is_one_by_one || times == 0) continue;
        open_list(NULL);
        say_number(NULL, code);
        say_number(NULL, result);
        say_flag(NULL, handles[0] != 0);
        close_list();
    }
    close_list();
    close_answer();
}
