// Writes events as lines of JSON. Bytes that are no UTF-8 become the surrogates that Python has for them.
#include "machine.h"

static FILE *events;
static int first;  // whether nothing stands yet in the innermost object or list

void report_on(FILE *file) { events = file; }

static void separate(void) {
    if (!first) fputc(',', events);
    first = 0;
}

static size_t length_of_character(const unsigned char *at) {
    size_t length = *at < 0x80 ? 1 : *at >= 0xF0 && *at < 0xF5 ? 4 : *at >= 0xE0 && *at < 0xF0 ? 3 : *at >= 0xC2 && *at < 0xE0 ? 2 : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80) return 0;
    if (length == 3 && ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F))) return 0;
    if (length == 4 && ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))) return 0;
    return length;
}

static void write_text(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', events);
    while (*at != '\0') {
        size_t length = length_of_character(at);
        if (length == 0) fprintf(events, "\\udc%02x", *at++);
        else if (length == 1 && (*at < 0x20 || *at == '"' || *at == '\\')) fprintf(events, "\\u%04x", *at++);
        else fwrite(at, 1, length, events), at += length;
    }
    fputc('"', events);
}

static void write_key(const char *key) {
    separate();
    if (key == NULL) return;
    write_text(key);
    fputc(':', events);
}

void report_begin(const char *event) {
    fputs("\n{", events);
    first = 1;
    report_text("event", event);
}

void report_text(const char *key, const char *text) {
    write_key(key);
    write_text(text);
}

void report_number(const char *key, long long number) {
    write_key(key);
    fprintf(events, "%lld", number);
}

void report_null(const char *key) {
    write_key(key);
    fputs("null", events);
}

void report_open_list(const char *key) {
    write_key(key);
    fputc('[', events);
    first = 1;
}

void report_close_list(void) {
    fputc(']', events);
    first = 0;
}

void report_open_object(const char *key) {
    write_key(key);
    fputc('{', events);
    first = 1;
}

void report_close_object(void) {
    fputc('}', events);
    first = 0;
}

void report_end(void) {
    fputs("}\n", events);
    fflush(events);
}
