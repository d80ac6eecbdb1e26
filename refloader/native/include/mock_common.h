// What the mock layer and the mock driver share: flags read from a sidecar, lines added to a trace.
// Never answers a Vulkan call. The including file first defines MOCK_KIND (the first word of each trace
// line) and MOCK_FLAGS (rows of {name, default}, among them "name", "trace" and "fail").
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

static struct flag {
    const char *name;
    const char *value;
} flags[] = {MOCK_FLAGS};
static char *given[COUNT(flags)];

static char label[512];
static int tracing;

// A mistyped flag or a trace that cannot be written would make a test pass that should not.
static _Noreturn void die(const char *what, const char *which) {
    fprintf(stderr, "mock %s: %s \"%s\"\n", MOCK_KIND, what, which);
    abort();
}

static const char *flag(const char *name) {
    for (size_t i = 0; i < COUNT(flags); i++)
        if (strcmp(flags[i].name, name) == 0) return flags[i].value;
    die("no flag of this name in its own table", name);
}

static int flag_is(const char *name, const char *value) { return strcmp(flag(name), value) == 0; }

static uint32_t flag_number(const char *name) {
    char *end = NULL;
    unsigned long value = strtoul(flag(name), &end, 0);
    if (end == flag(name) || *end != '\0' || value > UINT32_MAX) die("not a number in flag", name);
    return (uint32_t)value;
}

// "layer.interface=2" is for the layer alone, where a library holds a mock of each kind.
static int is_for_another(const char *line) {
    int has_kind = strncmp(line, "layer.", 6) == 0 || strncmp(line, "driver.", 7) == 0;
    return has_kind && strncmp(line, MOCK_KIND ".", sizeof MOCK_KIND) != 0;
}

static void set_flag(char *line) {
    if (is_for_another(line)) return;
    if (strncmp(line, MOCK_KIND ".", sizeof MOCK_KIND) == 0) line += sizeof MOCK_KIND;
    char *equals = strchr(line, '=');
    if (equals == NULL) die("no '=' in flag line", line);
    *equals = '\0';
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (strcmp(flags[i].name, line) != 0) continue;
        free(given[i]);
        flags[i].value = given[i] = strdup(equals + 1);
        return;
    }
    die("unknown flag", line);
}

// The priority makes it the last destructor: the others still trace.
__attribute__((destructor(101))) static void free_flags(void) {
    for (size_t i = 0; i < COUNT(flags); i++) free(given[i]);
}

// Spaces, commas, backslashes and bytes outside ASCII as \xNN: a trace line splits at its spaces.
static void spell(char *to, size_t size, const char *from) {
    size_t used = 0;
    for (to[0] = '\0'; *from != '\0' && used + 5 <= size; from++) {
        unsigned char byte = (unsigned char)*from;
        int plain = byte > 0x20 && byte < 0x7F && byte != ',' && byte != '\\';
        used += (size_t)snprintf(to + used, size - used, plain ? "%c" : "\\x%02x", byte);
    }
}

__attribute__((format(printf, 1, 2))) static void trace(const char *format, ...) {
    char line[8192];
    if (!tracing) return;
    size_t used = (size_t)snprintf(line, sizeof line, "%s %s ", MOCK_KIND, label);
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)vsnprintf(line + used, sizeof line - used, format, arguments);
    va_end(arguments);
    if (used >= sizeof line) die("a trace line is too long in", flag("trace"));
    line[used++] = '\n';
    int file = open(flag("trace"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || write(file, line, used) != (ssize_t)used) die("cannot write the trace", flag("trace"));
    close(file);
}

#define VIOLATION(rule, ...) trace("VIOLATION " rule ": " __VA_ARGS__)

static void read_flags(void) {
    Dl_info self;
    char path[4096];
    char *line = NULL;
    size_t size = 0;
    if (dladdr(flags, &self) == 0) die("dladdr does not know", MOCK_KIND);
    snprintf(path, sizeof path, "%s.flags", self.dli_fname);
    FILE *file = fopen(path, "re");
    while (file != NULL && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0') set_flag(line);
    }
    if (file != NULL) fclose(file);
    free(line);
    spell(label, sizeof label, flag("name"));
    tracing = !flag_is("trace", "");
}

// Whether a list "a,b" holds the word; its words end at any of these (a list "a:1,b:2" has ",:").
static int holds(const char *list, const char *word, size_t length, const char *ends) {
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ends) == length && strncmp(at, word, length) == 0) return 1;
    return 0;
}

// Each word of a flag's list has to be one of the allowed ones.
static void check_words(const char *name, const char *allowed) {
    for (const char *at = flag(name); *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (!holds(allowed, at, strcspn(at, ","), ",")) die("unknown value in flag", at);
}

// The usual protocol of a counted answer: how many to write, and what to return.
static VkResult counted(uint32_t *count, int wanted, uint32_t available) {
    uint32_t room = *count;
    *count = !wanted || room > available ? available : room;
    return wanted && room < available ? VK_INCOMPLETE : VK_SUCCESS;
}

// "1.3.0", with the variant in front when there is one ("1:1.3.0"); "none" when the application gave none.
static const char *version_text(const VkApplicationInfo *application) {
    static _Thread_local char text[32];
    if (application == NULL) return "none";
    uint32_t v = application->apiVersion;
    int used = VK_API_VERSION_VARIANT(v) ? snprintf(text, sizeof text, "%u:", VK_API_VERSION_VARIANT(v)) : 0;
    snprintf(text + used, sizeof text - (size_t)used, "%u.%u.%u", VK_API_VERSION_MAJOR(v),
             VK_API_VERSION_MINOR(v), VK_API_VERSION_PATCH(v));
    return text;
}

#endif
