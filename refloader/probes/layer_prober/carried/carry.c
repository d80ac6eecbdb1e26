// One call of a command with everything that it can take, one for each of its results, and one for a list with little room:
// the first calls of the act "carry", whose answers carry_all.c describes. And how calls get a process of their own.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../shared/answers.h"
#include "../../shared/time_limit.h"
#include "carried.h"
#include "unfinished.h"
#include "../prober.h"

// Where a pointer leads to that maps memory. Another one is that of memory of the layer's own.
enum place { ANOTHER_PLACE, PLACE_ASKED_FOR, PLACE_OF_BEGINNING, PLACE_TWICE_BEHIND };

// The call that is under way.
static struct {
    const struct carried_command *command;
    uint64_t expected[MOST_ARGUMENTS];
    uint32_t times;
    int32_t code;
    enum place place;
    int is_waited_for;
    uint32_t counted_at, array_at;  // where the number of a list's elements is, and they; 0: it is left to the entity below
    struct comparison comparison;
} call;

// ---- memory that is mapped

static unsigned char mapped[1];  // where a memory begins; nobody reads there

static int maps(const struct carried_command *command) { return strncmp(command->name, "vkMapMemory", 11) == 0; }

static int is_told_by_structure(const struct carried_command *command) { return command->name[11] == '2'; }

static uint64_t offset_of(const struct carried_command *command, const uint64_t *arguments) {
    uint64_t offset = arguments[2];
    if (is_told_by_structure(command))  // VkMemoryMapInfo: sType, pNext, flags, memory, offset
        memcpy(&offset, (const char *)(uintptr_t)arguments[1] + 32, sizeof offset);
    return offset;
}

static uint64_t *pointer_of(const struct carried_command *command, const uint64_t *arguments) {
    return (uint64_t *)(uintptr_t)arguments[is_told_by_structure(command) ? 2 : 5];
}

// Memory is one of the few things of this entity that are more than a number: it is no memory that calls come with. A
// layer that makes some may use it at once.
static int is_answered_below(const char *name) {
    return strstr(name, "Memory") == NULL || strncmp(name, "vkGet", 5) == 0 || strcmp(name, "vkAllocateMemory") == 0;
}

static enum place place_of_map(const struct carried_command *command, const uint64_t *arguments) {
    uint64_t beginning = (uint64_t)(uintptr_t)mapped, offset = offset_of(command, arguments), at = *pointer_of(command, arguments);
    if (at == beginning + offset) return PLACE_ASKED_FOR;
    return at == beginning ? PLACE_OF_BEGINNING : at == beginning + 2 * offset ? PLACE_TWICE_BEHIND : ANOTHER_PLACE;
}

void map_below(const struct carried_command *command, const uint64_t *arguments) {
    if (!maps(command)) return;
    uint64_t *pointer = pointer_of(command, arguments);
    if (pointer != NULL) *pointer = (uint64_t)(uintptr_t)mapped + offset_of(command, arguments);
}

void answer_success(const struct carried_command *command, const char *name, const uint64_t *arguments, uint64_t *result) {
    if (is_answered_below(name)) answer_command(name, arguments, result);
    count_available(command, arguments, ELEMENTS);
    map_below(command, arguments);
    write_chains(command, arguments);
    if (command->returns_result) *result = (uint64_t)VK_SUCCESS;
}

// ---- the call

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (call.command == NULL) return 0;
    if (!is_same_command(name, call.command->name)) return note_waits(name, arguments), 0;
    if (call.times++ == 0) compare_arguments(call.command, call.expected, arguments, &call.comparison);
    if (call.code >= 0) {
        answer_success(call.command, name, arguments, result);
        uint32_t *count = call.counted_at == 0 ? NULL : (uint32_t *)(uintptr_t)arguments[call.counted_at];
        if (count != NULL && *count == 0 && arguments[call.array_at] == 0) *count = 1;
    }
    if (call.command->returns_result) *result = (uint64_t)(int64_t)call.code;
    return 1;
}

void answer_single_calls(void) { carried = answer_below; }

static int32_t call_once(const struct carried_command *command, any_function function, int32_t code) {
    uint64_t given[MOST_ARGUMENTS];
    memset(&call, 0, sizeof call);
    give_arguments(command, given);
    give_arguments(command, call.expected);
    call.command = command;
    call.code = code;
    forget_waits();
    forget();
    uint64_t result = call_with(function, given);
    int is_answered = !command->returns_result || (int32_t)result == VK_SUCCESS;
    if (code == 0 && is_answered) find_unwritten(command, given, &call.comparison);
    if (maps(command)) call.place = place_of_map(command, given);
    call.is_waited_for = presents(command) && are_waited_for(given);
    call.command = NULL;
    forget_arguments();
    record_again(command, result);
    return (int32_t)result;
}

// ---- lists

// The array of a call that counts its elements at a pointer; NULL: there is none.
static const struct field *counted_array(const struct carried_command *command, uint32_t *count_at) {
    const struct field *array = NULL;
    int is_counted = 0;
    for (const struct field *at = &carried_fields[command->first]; at < &carried_fields[command->first + command->count];
         at++) {
        if (at->kind == FIELD_COUNT) is_counted = 1, *count_at = at->at / 8;
        else if ((at->kind == FIELD_OUT || at->kind == FIELD_MADE) && at->count_at == NOWHERE && at->fixed == 0) array = at;
    }
    return is_counted ? array : NULL;
}

// Whether anything is written behind an array that has room for one, as the entity below has one or more.
static int writes_behind(const struct carried_command *command, const struct field *array, uint32_t count_at,
                         any_function function, int32_t code) {
    uint64_t given[MOST_ARGUMENTS];
    memset(&call, 0, sizeof call);
    give_arguments(command, given);
    give_arguments(command, call.expected);
    *(uint32_t *)(uintptr_t)given[count_at] = 1;
    unsigned char *behind = (unsigned char *)(uintptr_t)given[array->at / 8] + array->size;
    memset(behind, 0xA5, array->size);
    call.command = command;
    call.code = code;
    call.counted_at = count_at;
    call.array_at = array->at / 8;
    call_with(function, given);
    call.command = NULL;
    for (uint32_t i = 0; i < array->size; i++)
        if (behind[i] != 0xA5) return 1;
    return 0;
}

void call_with_little_room(const struct carried_command *command, any_function function) {
    char label[160];
    uint32_t count_at = 0;
    const struct field *array = counted_array(command, &count_at);
    if (array == NULL || array->size * ELEMENTS > 4096) return;
    int is_behind = writes_behind(command, array, count_at, function, VK_SUCCESS) ||
                    (command->returns_result && writes_behind(command, array, count_at, function, VK_INCOMPLETE));
    snprintf(label, sizeof label, "room.%s", command->name);
    open_answer(label);
    say_flag("behind", is_behind);
    close_answer();
}

// ---- one process for each

static void say_paths(const char *key, const struct differences *of) {
    open_list(key);
    for (uint32_t i = 0; i < of->count; i++) say_text(NULL, of->row[i].path);
    close_list();
}

int leaves_out_failures, leaves_out_successes;

static int is_left_out(int32_t code) { return code < 0 ? leaves_out_failures : code > 0 && leaves_out_successes; }

void call_for_results(const struct carried_command *command, any_function function) {
    char label[160];
    int32_t above[32];
    uint32_t times[32], count = command->code_count < 32 ? command->code_count : 32;
    const int32_t *codes = &carried_codes[command->codes];
    int32_t result = call_once(command, function, 0);
    uint32_t down = call.times;
    enum place place = call.place;
    int is_waited_for = call.is_waited_for;
    struct comparison comparison = call.comparison;
    const char *instead = down == 0 && call_count > 0 ? calls[0].command : "";
    uint32_t others = call_count;
    int is_setting = is_bystander(command) && are_states_set();
    for (uint32_t i = 0; command->returns_result && i < count; i++) {
        if (is_left_out(codes[i])) continue;
        above[i] = call_once(command, function, codes[i]);
        times[i] = call.times;
    }
    snprintf(label, sizeof label, "carry.%s", command->name);
    open_answer(label);
    say_number("times", down);
    say_text("instead", instead);
    if (*instead != '\0') say_number("others", others);
    say_number("result", command->returns_result ? result : 0);
    if (maps(command)) {
        say_flag("in_place", place == PLACE_ASKED_FOR);
        say_flag("at_beginning", place == PLACE_OF_BEGINNING);
        say_flag("twice_behind", place == PLACE_TWICE_BEHIND);
    }
    if (is_waited_for) say_flag("waited_for", 1);
    say_paths("lost", &comparison.lost);
    say_paths("unwritten", &comparison.unwritten);
    say_differences("changed", &comparison.changed);
    open_list("codes");
    for (uint32_t i = 0; command->returns_result && i < count; i++) {
        if (is_left_out(codes[i])) continue;
        open_list(NULL);
        say_number(NULL, codes[i]);
        say_number(NULL, above[i]);
        say_number(NULL, times[i]);
        close_list();
    }
    close_list();
    close_answer();
    if (is_setting) _exit(STATES_STATUS);
}

// The same without what may be left out: what a layer does for a structure of a feature that no device here has is its own
// matter.
void call_barely(const struct carried_command *command, any_function function) {
    carried_form = FORM_BARE;
    call_once(command, function, VK_SUCCESS);
}

// Objects of which there are two alone would be in both calls.
void call_on_two_threads(const struct carried_command *command, any_function function) {
    carried_real = NULL;
    if (!call_twice(command, function)) _exit(ALONE_STATUS);
}

int is_crash(int end) { return end == SIGSEGV || end == SIGBUS || end == SIGABRT; }

// Whether the prober itself ends a process with that.
static int is_own_status(int status) {
    static const int own[] = {ALONE_STATUS, NOWHERE_STATUS, NO_ROOM_STATUS, STATES_STATUS, IS_FREED_STATUS};
    for (size_t i = 0; i < COUNT(own); i++)
        if (own[i] == status) return 1;
    return 0;
}

static uint32_t hangs;

uint32_t hangs_so_far(void) { return hangs; }

// A fork has one thread: a layer that waits for one of its own there hangs for that alone.
static int has_one_thread(void) {
    uint32_t threads = 0;
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) threads += entry->d_name[0] != '.';
    closedir(folder);
    return threads == 1;
}

int call_apart(const struct carried_command *command, any_function function, calls_of *calls) {
    static int *is_back, here;  // in memory that outlives the process: a layer may end it with the status 0
    int status = 0;
    if (is_back == NULL) is_back = mmap(NULL, sizeof *is_back, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (is_back == MAP_FAILED) is_back = &here;
    *is_back = is_back == &here;
    pid_t child = start_child();
    if (child == 0) {
        die_quietly();
        record_for(command);
        calls(command, function);
        *is_back = 1;
        _exit(0);
    }
    if (child < 0 || wait_for_child(child, &status) != child) return -1;
    int is_hang = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    hangs += is_hang;
    if (is_hang && !has_one_thread()) return LOST_THREADS_END;
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    if (WEXITSTATUS(status) == 0 && *is_back) return 0;
    return is_own_status(WEXITSTATUS(status)) ? WEXITSTATUS(status) : LEFT_STATUS;
}
