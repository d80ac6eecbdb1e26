// Writes answers as JSON lines. See answers.h.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"

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
        if (written < 0) _exit(LOST);
        sent += (size_t)written;
    }
    held = 0;
}

// The length of the UTF-8 sequence at the start, 0 where there is none.
static size_t sequence(const unsigned char *text, size_t size) {
    size_t length = text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    if (length == 0 || length > size) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    int overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    int beyond = (text[0] == 0xED && text[1] > 0x9F) || (text[0] == 0xF4 && text[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

// Bytes that are no UTF-8 become lone surrogates, as everywhere in the harness.
static void put_text(const char *given, size_t size) {
    const unsigned char *text = (const unsigned char *)given;
    size = strnlen(given, size);
    put("\"", 1);
    for (size_t i = 0; i < size;) {
        char escape[8];
        size_t length = text[i] < 0x80 ? 1 : sequence(text + i, size - i);
        if (length == 0)
            put(escape, (size_t)snprintf(escape, sizeof escape, "\\udc%02x", text[i]));
        else if (text[i] < 0x20 || text[i] == '"' || text[i] == '\\')
            put(escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", text[i]));
        else
            put(given + i, length);
        i += length ? length : 1;
    }
    put("\"", 1);
}

// A comma where one is due, and the key.
static void lead(const char *key) {
    if (needs_comma) say(", ");
    needs_comma = 1;
    if (key == NULL) return;
    put_text(key, strlen(key));
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
    put(text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
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
        put_text(text, size);
}

void say_text(const char *key, const char *text) { say_member(key, text, text == NULL ? 0 : strlen(text)); }

// ---- lines

static void open_line(const char *event, const char *key, const char *text) {
    held = 0;
    needs_comma = 0;
    say("\n{");
    say_text("event", event);
    if (key != NULL) say_text(key, text);
}

static void close_line(void) {
    say("}\n");
    flush();
}

static char step[256];

void begin(const char *what) {
    at(NULL, NULL);
    snprintf(step, sizeof step, "%s", what);
    open_line("begin", "what", what);
    close_line();
}

void open_answer(const char *label) {
    open_line("answer", "label", label);
    open_object("answer");
}

void close_answer(void) {
    close_object();
    close_line();
}

void done(void) {
    at(NULL, NULL);
    open_line("done", NULL, NULL);
    close_line();
}

void error(const char *text) {
    open_line("error", "error", text);
    close_line();
}

// ---- crashes

static const char *volatile under_way;
static void (*volatile tell_rest)(const char *);

void at(const char *name, void (*tell)(const char *)) {
    under_way = name;
    tell_rest = tell;
}

// The layer's code has failed, not this file's: its state is whole, and the process is about to end anyway.
static void crashed(int number) {
    const char *name = under_way;
    void (*tell)(const char *) = tell_rest;
    under_way = NULL;
    tell_rest = NULL;
    if (name != NULL) {
        char what[sizeof step + 256];
        snprintf(what, sizeof what, "%s %s", step, name);
        open_line("begin", "what", what);
        close_line();
    }
    if (tell != NULL) tell(name);
    raise(number);
}

void watch_for_crashes(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    static char stack[1 << 16];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sigaction(numbers[i], &action, NULL);
}
