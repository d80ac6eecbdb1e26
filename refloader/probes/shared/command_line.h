// The command line of a prober: PROGRAM LIBRARY ACT [OPTION VALUE]..., and the act that it names. Knows none by name.
#ifndef REFLOADER_PROBING_COMMAND_LINE_H
#define REFLOADER_PROBING_COMMAND_LINE_H

#include <stddef.h>
#include <stdint.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_WORDS 512U

struct words {
    const char *word[MOST_WORDS];
    uint32_t count;
};

struct act {
    const char *name;
    void (*probe)(void);
};

// Where the value of an option goes: to the one of the three that is not NULL. Words may be given again and again.
struct option {
    const char *name;
    const char **text;
    uint32_t *number;
    struct words *words;
};

struct command_line {
    const char *program;
    const struct act *acts;
    size_t act_count;
    const struct option *options;
    size_t option_count;
    const char **library, **act;
};

// Read the command line, and do its act, whatever becomes of that. Gives the exit status; wrong use ends the process.
int run_command_line(const struct command_line *known, int count, char **arguments);

#endif
