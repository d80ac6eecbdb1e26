// Queries that a layer asks for in several calls: what comes of it when the first of them does not succeed. parts.COMMAND
// has [result below of the first, result, calls below], where all succeed in several calls, too, and no later call asks for
// what the first one did, or of another pool. And descriptors that a command hands out: handed.COMMAND says whether two
// equal calls give the same one, though each "must create a new file descriptor". See carried.h.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../../shared/answers.h"
#include "../carried.h"
#include "../../prober.h"

#define NOT_READY 1
#define DEVICE_LOST (-4)

static const char *called;
static int32_t first_code;
static uint32_t times;
static uint64_t pool;  // of the first call
static uint32_t first_query;
static int is_apart;

static void look_at_range(const uint64_t *arguments) {
    uint32_t query = (uint32_t)arguments[2], count = (uint32_t)arguments[3];
    if (times == 0) pool = arguments[1], first_query = query, is_apart = 1;
    else if (arguments[1] != pool || first_query - query < count) is_apart = 0;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called)) return 0;
    look_at_range(arguments);
    int32_t code = times++ == 0 ? first_code : VK_SUCCESS;
    if (code == VK_SUCCESS) answer_command(name, arguments, result);
    *result = (uint64_t)(int64_t)code;
    return 1;
}

static int32_t call_once(const struct carried_command *command, any_function function, int32_t code) {
    uint64_t given[MOST_ARGUMENTS];
    give_other_arguments(command, given);
    first_code = code;
    times = 0;
    called = command->name;
    uint64_t result = call_with(function, given);
    called = NULL;
    forget_arguments();
    return (int32_t)result;
}

int asks_queries(const struct carried_command *command) { return strcmp(command->name, "vkGetQueryPoolResults") == 0; }

// Of other failures a layer may try again.
void fail_the_first_part(const struct carried_command *command, any_function function) {
    static const int32_t codes[] = {NOT_READY, DEVICE_LOST};
    char label[160];
    carried = answer_below;
    if (call_once(command, function, VK_SUCCESS) != VK_SUCCESS || times < 2 || !is_apart) return;
    snprintf(label, sizeof label, "parts.%s", command->name);
    open_answer(label);
    open_list("results");
    for (size_t i = 0; i < COUNT(codes); i++) {
        if (codes[i] < 0 && leaves_out_failures) continue;
        int32_t above = call_once(command, function, codes[i]);
        if (times == 0 || !is_apart) continue;
        open_list(NULL);
        say_number(NULL, codes[i]);
        say_number(NULL, above);
        say_number(NULL, times);
        close_list();
    }
    close_list();
    close_answer();
}

// ---- descriptors

int hands_out(const struct carried_command *command) {
    return strcmp(command->name, "vkGetMemoryFdKHR") == 0 || strcmp(command->name, "vkGetFenceFdKHR") == 0 ||
           strcmp(command->name, "vkGetSemaphoreFdKHR") == 0;
}

static int hand_out(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called)) return 0;
    *(int *)(uintptr_t)arguments[2] = dup(STDERR_FILENO);
    *result = VK_SUCCESS;
    return 1;
}

void hand_out_twice(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    int descriptors[2] = {-1, -1};
    char label[160];
    carried = hand_out;
    give_arguments(command, given);
    for (size_t i = 0; i < COUNT(descriptors); i++) {
        called = command->name;
        *(int *)(uintptr_t)given[2] = -1;
        if ((int32_t)call_with(function, given) == VK_SUCCESS) descriptors[i] = *(int *)(uintptr_t)given[2];
        called = NULL;
    }
    snprintf(label, sizeof label, "handed.%s", command->name);
    open_answer(label);
    say_flag("is_one", descriptors[0] >= 0 && descriptors[0] == descriptors[1]);
    close_answer();
}
