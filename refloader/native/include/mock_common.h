// What the mock layer, the mock driver and the free layer share: flags read from a sidecar, lines added to a trace.
// Never answers a Vulkan call. Each of them defines mock_kind (the first word of each trace line) and flag_table (its
// flags with their defaults, among them "name" and "trace"), and is linked with mock_common.c.
#ifndef REFLOADER_MOCK_COMMON_H
#define REFLOADER_MOCK_COMMON_H

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loader_interface.h"

#if !defined(EXPORT)  // Windows has its own
#define EXPORT __attribute__((visibility("default")))
#endif
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// A library can hold several mocks. MOCK is how the names of one begin there; each is compiled with another.
#if !defined(MOCK)
#define MOCK mock_
#endif
#define MOCK_JOINED(prefix, name) prefix##name
#define MOCK_WITH(prefix, name) MOCK_JOINED(prefix, name)
#define MOCK_NAME(name) MOCK_WITH(MOCK, name)

#define mock_kind MOCK_NAME(kind)
#define flag_table MOCK_NAME(flag_table)
#define flag_count MOCK_NAME(flag_count)
#define label MOCK_NAME(label)
#define tracing MOCK_NAME(tracing)
#define die MOCK_NAME(die)
#define flag MOCK_NAME(flag)
#define flag_is MOCK_NAME(flag_is)
#define flag_number MOCK_NAME(flag_number)
#define spell MOCK_NAME(spell)
#define trace MOCK_NAME(trace)
#define read_flags MOCK_NAME(read_flags)
#define holds MOCK_NAME(holds)
#define check_words MOCK_NAME(check_words)
#define counted MOCK_NAME(counted)
#define version_text MOCK_NAME(version_text)

#pragma GCC visibility push(hidden)

struct flag {
    const char *name;
    const char *value;
    char *given;  // by the sidecar; NULL where that says nothing of it
};

extern const char mock_kind[];  // "layer" or "driver"
extern struct flag flag_table[];
extern const size_t flag_count;

extern char label[512];  // the flag "name", as a trace can hold it
extern int tracing;

#define VIOLATION(rule, ...) trace("VIOLATION " rule ": " __VA_ARGS__)

_Noreturn void die(const char *what, const char *which);
const char *flag(const char *name);
int flag_is(const char *name, const char *value);
uint32_t flag_number(const char *name);
void spell(char *to, size_t size, const char *from);
__attribute__((format(printf, 1, 2))) void trace(const char *format, ...);
void read_flags(void);
int holds(const char *list, const char *word, size_t length, const char *ends);
void check_words(const char *name, const char *allowed);
VkResult counted(uint32_t *count, int wanted, uint32_t available);
const char *version_text(const VkApplicationInfo *application);

#pragma GCC visibility pop

#endif
