// The program that stands for an application on Windows: its parts, and what they share. It opens a vulkan-1.dll,
// carries out a script (see agent.c) and reports the answers. It never checks one.
#ifndef REFLOADER_WINDOWS_AGENT_H
#define REFLOADER_WINDOWS_AGENT_H

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader_interface.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_PATH 4096
#define MOST_NAMES 256

// ---- report.c: events, each a JSON object on a line of its own

void report_to(const char *path);
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

// ---- machine.c: the process, its registry and its folders

wchar_t *wide(const char *text);  // of UTF-8; never freed
char *narrow(const wchar_t *text);
void registry_clean(void);
void registry_key(const char *path);
void registry_value(const char *path, const char *name, DWORD type, const char *hexadecimal);
HKEY opened_key(const char *path, REGSAM access);  // NULL if there is none
void set_variable(const char *name, const char *value);  // NULL: unset
void trace_to(const char *path);
long long trace_size(void);

// ---- hooks.c: answers in the place of the system's, in the loader's table of imports

void hook_elevation(int elevated);
void hook_device(const char *key, int component);
void hook_package(const char *folder);
void install_hooks(HMODULE loader);
void report_hooks(void);
void adapters_were_asked(void);

// ---- dxgi.c

void hook_adapter(long long luid);
void install_adapters(void);

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

void open_loader(const char *path);
void query_version(void);
void query_layers(void);
void query_extensions(const char *layer);
void query_extensions_of_layers(void);
void query_instance(const struct creation *given);
void do_step(const char *verb, const char *label, const char *of, const struct creation *given, struct names *names);

#endif
