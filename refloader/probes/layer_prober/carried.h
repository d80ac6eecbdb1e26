// Calls of every command with everything that it can take. See calls.c for what is given and compared.
#ifndef REFLOADER_PROBER_CARRIED_H
#define REFLOADER_PROBER_CARRIED_H

#include <stddef.h>
#include <stdint.h>

#include "next.h"

enum field_kind {
    FIELD_WORD, FIELD_FLAGS, FIELD_TYPE, FIELD_CHAIN, FIELD_HANDLE, FIELD_HANDLES, FIELD_STRUCTURE, FIELD_STRUCTURES,
    FIELD_WORDS, FIELD_TEXT, FIELD_TEXTS, FIELD_ANY, FIELD_FUNCTION, FIELD_ALLOCATOR, FIELD_COUNT, FIELD_OUT,
};

// A row of tables/carried.py: a parameter, or a member of a structure.
struct field {
    uint32_t name, kind, at, size, of, count_at, fixed;
    uint64_t fill;
};
struct structure {
    uint32_t type, name, size, first, count, extensions[2];  // NOWHERE: none
};
struct carried_command {
    const char *name;
    uint32_t first, count, returns_result, codes, code_count;
};

#define NOWHERE 0xFFFFU
#define ELEMENTS 2U  // of each array

extern const struct field carried_fields[];
extern const struct structure carried_structures[];
extern const struct carried_command carried_commands[];
extern const uint32_t carried_command_count;
extern const int32_t carried_codes[];
extern const char carried_names[];

// ---- what a call is given

// The dispatchable objects by their kind, 1 to 5, as the layer gave them; 0 is none.
extern void *carried_objects[6];
// Fills in the arguments; equal ones each time, in memory of their own.
void give_arguments(const struct carried_command *command, uint64_t *arguments);
// The same with other numbers.
void give_other_arguments(const struct carried_command *command, uint64_t *arguments);
// Frees the memory of all.
void forget_arguments(void);

// ---- what came of it

enum { MOST_DIFFERENCES = 16 };
struct difference {
    char path[160];
    uint64_t given, received;
    int is_mask;
};
struct differences {
    struct difference row[MOST_DIFFERENCES];
    uint32_t count;
};
struct comparison {
    struct differences lost, changed, unwritten;
};

// What went in against what came down.
void compare_arguments(const struct carried_command *command, const uint64_t *given, const uint64_t *received,
                       struct comparison *to);
// ---- two calls at once

typedef uint64_t (*any_function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t);
// A command and its forms with the name of a vendor at the end are one.
int is_same_command(const char *name, const char *other);
// Two threads call a command whose objects need no synchronization, with different numbers. Whether both were below the
// layer at once; twice.COMMAND has what each of them got otherwise.
int call_twice(const struct carried_command *command, any_function function);

// ---- a wait, and what ends it on another thread

// The layer's own function of this name; NULL: it has none.
any_function layer_function(const char *name);
int is_wait(const struct carried_command *command);
void call_while_waiting(const struct carried_command *command, any_function function);

// The entity below writes to each structure that it finds on the chain of one that it is to fill.
void write_chains(const struct carried_command *command, const uint64_t *arguments);
// Which of them are as they were.
void find_unwritten(const struct carried_command *command, const uint64_t *arguments, struct comparison *to);

#endif
