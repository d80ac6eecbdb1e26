#include "answers.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "../../native/generated/device_facts.h"
#include "../shared/lines.h"

// Held from the beginning of a line to its end.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *under_way = "";
static char part_under_way[64];

static void start(const char *step) {
    char label[256];
    snprintf(label, sizeof label, "%s.%s%s", under_way, part_under_way, step);
    pthread_mutex_lock(&lock);
    open_line("answer", "label", label);
}

static void finish(void) {
    close_line();
    pthread_mutex_unlock(&lock);
}

static void tell(const char *event, const char *key, const char *text) {
    pthread_mutex_lock(&lock);
    say_line(event, key, text);
    pthread_mutex_unlock(&lock);
}

void begin(const char *act) {
    under_way = act;
    begin_part("");
    tell("begin", "what", act);
}

void begin_part(const char *part) {
    snprintf(part_under_way, sizeof part_under_way, "%s%s", part, *part == '\0' ? "" : ".");
}

void done(void) { tell("done", NULL, NULL); }

void answer_error(const char *text) { tell("error", "error", text); }

void answer_number(const char *step, int64_t value) {
    start(step);
    say_number("answer", value);
    finish();
}

void answer_text(const char *step, const char *text) {
    start(step);
    say_text("answer", text);
    finish();
}

void answer_member(const char *step, const char *text, size_t size) {
    start(step);
    say_member("answer", text, size);
    finish();
}

void answer_json(const char *step, const char *json) {
    start(step);
    say_json("answer", json);
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

static void answer_hashed(const char *step, uint64_t hash) {
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    answer_text(step, text);
}

void answer_hash(const char *step, const void *bytes, size_t size) {
    answer_hashed(step, hash_of(HASH_START, bytes, size));
}

#define ADD_MEMBER(structure, member, kind, count) hash = hash_of(hash, &limits->member, sizeof limits->member);

void answer_limits(const char *step, const VkPhysicalDeviceLimits *limits) {
    uint64_t hash = HASH_START;
    MEMBERS_OF_VkPhysicalDeviceLimits(ADD_MEMBER)
    answer_hashed(step, hash);
}

int ok(const char *step, VkResult result) {
    answer_number(step, result);
    return result == VK_SUCCESS;
}

void list_begin(const char *step) {
    start(step);
    open_list("answer");
}

void list_number(int64_t value) { say_number(NULL, value); }

void list_text(const char *text) { say_text(NULL, text); }

void list_member(const char *text, size_t size) { say_member(NULL, text, size); }

void list_end(void) {
    close_list();
    finish();
}
