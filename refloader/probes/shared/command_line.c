// See command_line.h.
#include "command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"

enum { WRONG_USE = 2 };

static const struct command_line *line;

static _Noreturn void refuse(const char *what, const char *which) {
    char text[1024];
    snprintf(text, sizeof text, "%s \"%s\"", what, which);
    fprintf(stderr, "%s: %s\n", line->program, text);
    error(text);
    exit(WRONG_USE);
}

static uint32_t number(const char *text) {
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 0);
    if (end == text || *end != '\0' || value > UINT32_MAX) refuse("no number", text);
    return (uint32_t)value;
}

static void add(struct words *words, const char *value, const char *name) {
    if (words->count == MOST_WORDS) refuse("too many of", name);
    words->word[words->count++] = value;
}

static void take(const char *name, const char *value) {
    const struct option *option = line->options, *end = line->options + line->option_count;
    while (option < end && strcmp(option->name, name) != 0) option++;
    if (option == end) refuse("unknown option", name);
    if (option->text != NULL) *option->text = value;
    if (option->number != NULL) *option->number = number(value);
    if (option->words != NULL) add(option->words, value, name);
}

static void read_arguments(int count, char **arguments) {
    if (count < 3) refuse("use: PROGRAM LIBRARY ACT [OPTION VALUE]..., not", count > 1 ? arguments[1] : "");
    *line->library = arguments[1];
    *line->act = arguments[2];
    for (int i = 3; i < count; i += 2) {
        if (i + 1 == count) refuse("no value for", arguments[i]);
        take(arguments[i], arguments[i + 1]);
    }
}

int run_command_line(const struct command_line *known, int count, char **arguments) {
    line = known;
    read_arguments(count, arguments);
    for (size_t i = 0; i < known->act_count; i++) {
        if (strcmp(known->acts[i].name, *known->act) != 0) continue;
        watch_for_crashes();
        begin(*known->act);
        known->acts[i].probe();
        done();
        return 0;
    }
    refuse("unknown act", *known->act);
}
