// In the place of report.c: writes an event as lines, "event KIND", then a line for each value in it, "PATH VALUE", and
// "end". A path has the keys and the places in lists with dots between them, "PATH.#" the length of a list. A value is
// "n" and a number, "t" and a text, or "-" for null. Words are encoded as in the agent's scripts.
#include "machine.h"

#define DEEPEST 8

static FILE *events;
static struct { char path[MOST_PATH]; long long count; int is_list; } open_parts[DEEPEST];
static int depth;

void report_on(FILE *file) { events = file; }

static void write_word(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        if (*at > 0x20 && *at < 0x7F && *at != '%') fputc(*at, events);
        else fprintf(events, "%%%02x", *at);
    }
}

// The path of the next member, which counts as one of the innermost list.
static const char *path_to(const char *key) {
    static char path[MOST_PATH + 300];
    const char *above = depth == 0 ? "" : open_parts[depth - 1].path;
    const char *dot = above[0] == '\0' ? "" : ".";
    if (key != NULL) snprintf(path, sizeof path, "%s%s%s", above, dot, key);
    else snprintf(path, sizeof path, "%s%s%lld", above, dot, depth == 0 ? 0 : open_parts[depth - 1].count);
    if (depth > 0) open_parts[depth - 1].count++;
    return path;
}

static void open_part(const char *key, int is_list) {
    const char *path = path_to(key);
    if (depth == DEEPEST) give_up("an answer is too deep", path);
    snprintf(open_parts[depth].path, sizeof open_parts[depth].path, "%s", path);
    open_parts[depth].count = 0;
    open_parts[depth++].is_list = is_list;
}

static void close_part(void) {
    depth--;
    if (!open_parts[depth].is_list) return;
    write_word(open_parts[depth].path);
    fprintf(events, ".# n%lld\n", open_parts[depth].count);
}

void report_begin(const char *event) {
    depth = 0;
    fprintf(events, "\nevent %s\n", event);
}

void report_text(const char *key, const char *text) {
    write_word(path_to(key));
    fputs(" t", events);
    write_word(text);
    fputc('\n', events);
}

void report_number(const char *key, long long number) {
    write_word(path_to(key));
    fprintf(events, " n%lld\n", number);
}

void report_null(const char *key) {
    write_word(path_to(key));
    fputs(" -\n", events);
}

void report_open_list(const char *key) { open_part(key, 1); }
void report_close_list(void) { close_part(); }
void report_open_object(const char *key) { open_part(key, 0); }
void report_close_object(void) { close_part(); }

void report_end(void) {
    fputs("end\n", events);
    fflush(events);
}
