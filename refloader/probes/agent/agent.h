// The program that stands for an application where the harness's own worker cannot: on Windows, and for processors
// and word sizes that are not the harness's. It opens a loader, carries out a script (see agent.c) and reports the
// answers. It never checks one. This header is what its parts share; machine.h has what each system does in its own way.
#ifndef REFLOADER_AGENT_H
#define REFLOADER_AGENT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_PATH 4096
#define MOST_NAMES 4096

// ---- agent.c: the script

struct word {
    const char *name;
    int arguments;
    void (*act)(char **given);
};

// The process ends with the script. 96: the text is no script of this version.
int carry_out(char *script);

// ---- report.c: events, each a JSON object on a line of its own

void report_on(FILE *file);
void report_begin(const char *event);
void report_text(const char *key, const char *text);
void report_number(const char *key, long long number);
void report_open_list(const char *key);  // NULL for a list in a list
void report_item_text(const char *text);
void report_item_number(long long number);
void report_close_list(void);
void report_null(const char *key);
void report_open_object(const char *key);
void report_close_object(void);
void report_end(void);
void announce(const char *what);
_Noreturn void refuse(const char *why, const char *about);  // the loader cannot be called
_Noreturn void give_up(const char *why, const char *about);  // the script or the machine is wrong

// ---- application.c: the queries and the steps

struct names {
    uint32_t count;
    const char *items[MOST_NAMES];
};

struct creation {
    int has_version;
    uint32_t version;
    uint32_t flags;
    struct names layers, extensions;
};

// An object by the name that the step has which made it. The instance is that of a device; NULL where it is not known.
struct handle {
    const char *name;
    uint64_t number;
    void *value;
    VkInstance instance;
};

struct handle *handle_of(const char *name);
void keep_number(const char *name, uint64_t number);
PFN_vkVoidFunction look_up_command(VkInstance instance, const char *name);
PFN_vkVoidFunction exported_by_loader(const char *name);
void report_trace(long long before);
void open_loader(const char *path);
void query_version(void);
void query_layers(void);
void query_extensions(const char *layer);
void query_extensions_of_layers(void);
void query_instance(const struct creation *given);
void do_step(const char *verb, const char *label, const char *of, const struct creation *given, struct names *names);

// ---- calls.c: the steps "call" and "pointer"

void call_argument(const char *width, const char *kind, const char *value);
void do_call(const char *label, const char *name, const char *via, const char *of, const char *returns);
void do_pointer(const char *label, const char *name, const char *via, const char *of);

#endif
