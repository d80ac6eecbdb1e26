#include "answers.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHANNEL 3

// Held from the beginning of a line to its end.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *under_way = "";
static char line[1 << 16];
static size_t used;
static int elements;

static void put(const char *text) {
    size_t size = strlen(text);
    if (used + size >= sizeof line) _exit(98);
    memcpy(line + used, text, size);
    used += size;
}

static void put_number(int64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    put(text);
}

// What is no printable ASCII is escaped byte by byte: it is a name of ours or one that somebody broke.
static void put_text(const char *text) {
    char escape[8];
    put("\"");
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        int plain = *at >= 0x20 && *at < 0x7F && *at != '"' && *at != '\\';
        snprintf(escape, sizeof escape, plain ? "%c" : "\\u%04x", *at);
        put(escape);
    }
    put("\"");
}

// Somebody else may have left half a line there.
static void open_line(const char *text) {
    pthread_mutex_lock(&lock);
    put("\n");
    put(text);
}

// Straight to the descriptor: the next call may be the process's last.
static void finish(void) {
    put("}\n");
    for (size_t done = 0; done < used;) {
        ssize_t written = write(CHANNEL, line + done, used - done);
        if (written <= 0) _exit(97);
        done += (size_t)written;
    }
    used = 0;
    pthread_mutex_unlock(&lock);
}

static void start(const char *step) {
    char label[256];
    snprintf(label, sizeof label, "%s.%s", under_way, step);
    open_line("{\"event\":\"answer\",\"label\":");
    put_text(label);
    put(",\"answer\":");
}

void begin(const char *act) {
    under_way = act;
    open_line("{\"event\":\"begin\",\"what\":");
    put_text(act);
    finish();
}

void done(void) {
    open_line("{\"event\":\"done\"");
    finish();
}

void answer_error(const char *text) {
    open_line("{\"event\":\"error\",\"error\":");
    put_text(text);
    finish();
}

void answer_number(const char *step, int64_t value) {
    start(step);
    put_number(value);
    finish();
}

void answer_text(const char *step, const char *text) {
    start(step);
    put_text(text);
    finish();
}

void answer_json(const char *step, const char *json) {
    start(step);
    put(json);
    finish();
}

void answer_left_out(const char *step, const char *why) {
    char text[256];
    snprintf(text, sizeof text, "left out: %s", why);
    answer_text(step, text);
}

// FNV-1a with 64 bits.
uint64_t hash_of(uint64_t hash, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes; size > 0; at++, size--) hash = (hash ^ *at) * UINT64_C(0x100000001B3);
    return hash;
}

void answer_hash(const char *step, const void *bytes, size_t size) {
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, hash_of(HASH_START, bytes, size));
    answer_text(step, text);
}

int ok(const char *step, VkResult result) {
    answer_number(step, result);
    return result == VK_SUCCESS;
}

void list_begin(const char *step) {
    start(step);
    put("[");
    elements = 0;
}

static void next_element(void) {
    if (elements++ > 0) put(",");
}

void list_number(int64_t value) {
    next_element();
    put_number(value);
}

void list_text(const char *text) {
    next_element();
    put_text(text);
}

void list_end(void) {
    put("]");
    finish();
}
