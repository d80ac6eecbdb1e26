#include "lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

enum { CHANNEL = 3, LOST = 97, ROOM = 1 << 20 };

static char line[ROOM];
static size_t held;
static int needs_comma;

static void put(const char *text, size_t size) {
    if (held + size > sizeof line) _exit(LOST);
    memcpy(line + held, text, size);
    held += size;
}

static void say(const char *text) { put(text, strlen(text)); }

static void flush(void) {
    for (size_t sent = 0; sent < held;) {
        ssize_t written = write(CHANNEL, line + sent, held - sent);
        if (written <= 0) _exit(LOST);
        sent += (size_t)written;
    }
    held = 0;
}

// A comma where one is due, and the key.
static void lead(const char *key) {
    if (needs_comma) say(", ");
    needs_comma = 1;
    if (key == NULL) return;
    text_as_json(key, strlen(key), put);
    say(": ");
}

static void open_bracket(const char *key, const char *bracket) {
    lead(key);
    say(bracket);
    needs_comma = 0;
}

static void close_bracket(const char *bracket) {
    say(bracket);
    needs_comma = 1;
}

void open_object(const char *key) { open_bracket(key, "{"); }
void close_object(void) { close_bracket("}"); }
void open_list(const char *key) { open_bracket(key, "["); }
void close_list(void) { close_bracket("]"); }

void say_number(const char *key, int64_t value) {
    char text[32];
    lead(key);
    put(text, (size_t)snprintf(text, sizeof text, "%" PRId64, value));
}

void say_flag(const char *key, int value) {
    lead(key);
    say(value ? "true" : "false");
}

void say_json(const char *key, const char *json) {
    lead(key);
    say(json);
}

void say_member(const char *key, const char *text, size_t size) {
    lead(key);
    if (text == NULL)
        say("null");
    else
        text_as_json(text, size, put);
}

void say_text(const char *key, const char *text) { say_member(key, text, text == NULL ? 0 : strlen(text)); }

// Somebody else may have left half a line there.
void open_line(const char *event, const char *key, const char *text) {
    held = 0;
    needs_comma = 0;
    say("\n{");
    say_text("event", event);
    if (key != NULL) say_text(key, text);
}

void close_line(void) {
    say("}\n");
    flush();
}

void say_line(const char *event, const char *key, const char *text) {
    open_line(event, key, text);
    close_line();
}
