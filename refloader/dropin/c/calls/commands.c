// The table of commands, constant data: finding a name, and what stands above and below the layers for it.
#include "dispatch.h"

#include <string.h>

// The functions written out, by index. As assembler names: their types do not matter here.
#define LISTED_STUB(name, symbol)
#define LISTED_NONE(name, symbol)
#define LISTED_C(name, symbol) LISTED(name, symbol)
#define LISTED_SLOW(name, symbol) LISTED(name, symbol)
#define EACH_TRAMPOLINE(name, level, handle, slot, exported, trampoline, ...) LISTED_##trampoline(name, #name)
#define EACH_TERMINATOR(name, level, handle, slot, exported, trampoline, terminator, ...) \
    LISTED_##terminator(name, "terminator_" #name)

#define LISTED(name, symbol) extern const char trampoline_code_##name[] __asm__(symbol);
REFLOADER_COMMANDS(EACH_TRAMPOLINE)
#undef LISTED
#define LISTED(name, symbol) extern const char terminator_code_##name[] __asm__(symbol);
REFLOADER_COMMANDS(EACH_TERMINATOR)
#undef LISTED
#define LISTED(name, symbol) TRAMPOLINE_##name,
enum { REFLOADER_COMMANDS(EACH_TRAMPOLINE) };
#undef LISTED
#define LISTED(name, symbol) TERMINATOR_##name,
enum { REFLOADER_COMMANDS(EACH_TERMINATOR) };
#undef LISTED
#define LISTED(name, symbol) trampoline_code_##name,
static const char *const trampolines[] = {REFLOADER_COMMANDS(EACH_TRAMPOLINE)};
#undef LISTED
#define LISTED(name, symbol) terminator_code_##name,
static const char *const terminators[] = {REFLOADER_COMMANDS(EACH_TERMINATOR)};
#undef LISTED

// All names in one run of bytes.
#define NAME_ROOM(name, ...) char name[sizeof #name];
#define NAME_TEXT(name, ...) #name,
struct names {
    REFLOADER_COMMANDS(NAME_ROOM)
};
static const struct names names = {REFLOADER_COMMANDS(NAME_TEXT)};
_Static_assert(sizeof(struct names) <= UINT16_MAX, "an offset into the names has 16 bits");

#define TYPE_NUMBER(type, parameter) TYPE_##type,
#define TYPE_NAME(type, parameter) {#type, #parameter},
enum { TYPE_NONE, REFLOADER_FIRST_PARAMETERS(TYPE_NUMBER) };
static const char types[][2][32] = {{"", ""}, REFLOADER_FIRST_PARAMETERS(TYPE_NAME)};

static const char homes[][HOME_ROOM] = {REFLOADER_HOMES};
_Static_assert(sizeof homes / HOME_ROOM <= UINT8_MAX, "the index of what brings a command has 8 bits");

#define TRAMPOLINE_OF_STUB(name) IS_STUB
#define TRAMPOLINE_OF_C(name) TRAMPOLINE_##name
#define TRAMPOLINE_OF_SLOW(name) TRAMPOLINE_##name
#define TERMINATOR_OF_STUB(name) IS_STUB
#define TERMINATOR_OF_NONE(name) IS_NONE
#define TERMINATOR_OF_C(name) TERMINATOR_##name
#define TERMINATOR_OF_SLOW(name) TERMINATOR_##name
#define COMMAND_ROW(name_, level_, handle_, slot_, exported_, trampoline_, terminator_, result_, core_, \
                    extension_, of_device_, home_) \
    {.name = offsetof(struct names, name_), \
     .slot = slot_, \
     .length = sizeof #name_ - 1, \
     .level = LEVEL_##level_, \
     .handle = TYPE_##handle_, \
     .trampoline = TRAMPOLINE_OF_##trampoline_(name_), \
     .terminator = TERMINATOR_OF_##terminator_(name_), \
     .result = RESULT_##result_, \
     .core = core_, \
     .extension = extension_, \
     .of_device_extension = of_device_, \
     .home = home_},
static const struct command commands[] = {REFLOADER_COMMANDS(COMMAND_ROW)};

static const uint16_t places[COMMAND_HASH_SIZE] = {REFLOADER_COMMAND_HASH};

// The generator hashes in the same way: words of 8 bytes in little-endian order, the last overlapping.
static uint64_t hash(const char *name, size_t length) {
    uint64_t value = length, word;
    for (size_t at = 0; at + 8 < length; at += 8) {
        memcpy(&word, name + at, 8);
        value = (value ^ word) * COMMAND_HASH_FACTOR;
        value ^= value >> 32;
    }
    memcpy(&word, name + length - 8, 8);
    value = (value ^ word) * COMMAND_HASH_FACTOR;
    return value ^ value >> 32;
}

const char *command_name(const struct command *command) {
    return (const char *)&names + command->name;
}

const char *command_handle(const struct command *command) {
    return types[command->handle][0];
}

const char *command_parameter(const struct command *command) {
    return types[command->handle][1];
}

const char *command_home(const struct command *command) {
    return homes[command->home];
}

const struct command *command_find(const char *name) {
    size_t length = strlen(name);
    if (length < 8 || length > UINT8_MAX) return NULL;
    for (size_t at = hash(name, length);; at++) {
        uint16_t place = places[at % COMMAND_HASH_SIZE];
        if (place == 0) return NULL;
        const struct command *command = &commands[place - 1];
        if (command->length == length && memcmp(command_name(command), name, length) == 0) return command;
    }
}

const struct command *command_at(enum level level, unsigned slot) {
    return &commands[GLOBAL_COMMANDS + (level == LEVEL_DEVICE ? INSTANCE_SLOTS : 0) + slot];
}

const struct command *command_of_row(unsigned row) {
    return &commands[row];
}

unsigned command_row(const struct command *command) {
    return (unsigned)(command - commands);
}

void *command_trampoline(const struct command *command) {
    if (command->trampoline != IS_STUB) return (void *)(uintptr_t)trampolines[command->trampoline];
    bool device = command->level == LEVEL_DEVICE;
    return stub_at(device ? refloader_device_trampolines : refloader_instance_trampolines, command->slot);
}

void *command_terminator(const struct command *command) {
    if (command->terminator == IS_NONE) return NULL;
    if (command->terminator == IS_STUB) return stub_at(refloader_terminators, command->slot);
    return (void *)(uintptr_t)terminators[command->terminator];
}

void *command_missing(const struct command *command) {
    return command->result == RESULT_RESULT ? (void *)refloader_missing_result
                                            : (void *)refloader_missing_value;
}
