// Runs one scenario on one loader without refloader, and judges what the loader did. case.c reads the scenario, world.c
// shows its machine to the agent, seen.c reads the agent's answers and the mocks' trace, judge.c compares.
#ifndef REFLOADER_RUN_CASE_H
#define REFLOADER_RUN_CASE_H

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_PATH 4096
#define PASSED 0
#define FAILED 1
#define SKIPPED 77  // CTest's SKIP_RETURN_CODE
#define BROKEN 99   // not the loader's fault

_Noreturn void give_up(const char *what, const char *about);
void *grown(void *items, size_t count, size_t size);  // room for one more; never NULL
char *content_of(const char *path, size_t *length);   // NULL: it cannot be read

// ---- case.c

struct names {
    size_t count;
    char **items;
};

struct library {
    char *path, *mock;
    struct names flags;  // NAME=VALUE
};

// A part of what is expected: words are a pattern ("list", "some") or a member and its value ("value").
struct expected {
    char *edition, *reading, *part, *of, *way;
    struct names words;
};

struct wanted_case {
    char folder[MOST_PATH];
    char *name, *note, *rules, *program, *linker;
    int has_built_in;
    struct names files, links, targets, needs, features;
    size_t library_count, expected_count;
    struct library *libraries;
    struct expected *expectations;
};

void read_case(const char *folder, struct wanted_case *into);

// ---- world.c

struct run {
    const char *agent, *loader, *mocks;
    int seconds;
};

struct ending {
    int timed_out, status;
    char *events, *trace, *output;  // what the process left
    char *first_events;             // what the loader answered on a machine with nothing on it
};

void run_in_world(const struct wanted_case *what, const struct run *with, struct ending *into);

// ---- seen.c

// An answer of the agent: the number of its event, the path of the member in it, and the value.
struct field {
    size_t event;
    char *path, *value;
};

struct seen {
    size_t field_count, event_count;
    struct field *fields;
    char **events;  // their kinds
    struct names chain, drivers, complaints;
};

void read_seen(const struct ending *from, struct seen *into);
const char *value_in(const struct seen *from, size_t event, const char *path);  // NULL: there is no such member
size_t last_event(const struct seen *from, const char *kind, const char *member, const char *value);  // 0: none

// ---- judge.c

// A release as a text, and the edition that it is judged by; empty if the loader does not say it.
const char *version_in(const struct seen *seen);
const char *edition_of(const char *version);
int is_asked(const struct wanted_case *what, const char *edition, const char *version);  // says why not
int judge(const struct wanted_case *what, const struct seen *seen, const char *edition, const char *version,
          const char *complaints);

#endif
