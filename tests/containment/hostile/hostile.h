// What the acts share: their table, their orders, and how they say what came of it.
//
// An act harms nothing real even where nothing contains it: signals go to processes that the orders name, unless the
// process is in a namespace of its own; files are written under fresh names that carry "refloader-canary"; memory,
// processes and bytes have bounds of their own.
#ifndef HOSTILE_H
#define HOSTILE_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

struct act {
    const char *name;
    void (*run)(void);
    int at_load;
};

// Each table ends with an act without a name.
extern const struct act endings[], output[], processes[], neighbours[], files[], secrets[], network[], ipc[], kernel[], own[], anything[];

// The value of an order, empty where there is none. The text lasts until the process ends.
const char *order(const char *name);
long number(const char *name);

// Calls a function for each part of a list that is separated by colons.
void for_each(const char *list, void (*with)(const char *part));

// A line on standard output: GOT is a breach, HAD is worth knowing, "no" is a refusal with errno.
void got(const char *format, ...) __attribute__((format(printf, 1, 2)));
void had(const char *format, ...) __attribute__((format(printf, 1, 2)));
void refused(const char *what);

// Says GOT or no by what a call returned.
void tried(long result, const char *what);

// Whether this process has a process namespace of its own, so that no signal can leave it.
int is_alone(void);

// The processes that may be attacked: those the orders name and, up to the harness, this one's forebears.
int targets(pid_t *list, int room);
void for_each_target(void (*with)(pid_t target));

// Writes each secret in a piece of memory to standard output. A secret begins with "refloader-" "secret-".
void tell_secrets(const char *data, size_t size);
void tell_secrets_of_file(const char *path);

extern int huge_counts;  // whether enumerations claim four thousand million entries

#endif
