// See first_words.h.
#include "first_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KNOWN = 1024 };

static struct known {
    void *handle;
    uintptr_t table;  // what the loader put there
    char name[64];
} known[MOST_KNOWN];
static uint32_t known_count;

static struct known *find(const void *handle) {
    for (uint32_t i = 0; i < known_count; i++)
        if (known[i].handle == handle) return &known[i];
    return NULL;
}

static void note(void *handle, const char *name) {
    struct known *row = find(handle);
    if (row == NULL && known_count < MOST_KNOWN) row = &known[known_count++];
    if (row == NULL) return;
    row->handle = handle;
    row->table = *(const uintptr_t *)handle;
    snprintf(row->name, sizeof row->name, "%s", name);
}

void forget_object(const void *handle) {
    struct known *row = find(handle);
    if (row != NULL) *row = known[--known_count];
}

void forget_objects(void) { known_count = 0; }

static void say(const char *name, void *handle, int is_taken_over, uintptr_t word) {
    const struct known *row = find(handle);
    char text[32];
    open_object(NULL);
    say_text("object", name);
    say_text("handle", handle == NULL                        ? "null"
                       : is_taken_over                       ? "pointer"
                       : is_readable(handle, sizeof(word)) ? "read-only"
                                                             : "unreadable");
    if (is_taken_over) {
        snprintf(text, sizeof text, "0x%" PRIxPTR, word);
        say_text("word", text);
        say_text("file", file_of((const void *)word));
        say_flag("loaders", row != NULL && row->table == word);
        if (row != NULL && strcmp(row->name, name) != 0) say_text("also", row->name);
        note(handle, name);
    }
    close_object();
}

void say_object(const char *kind, uint32_t number, const char *of, void *handle) {
    uintptr_t word = 0;
    char text[64];
    snprintf(text, sizeof text, "%s %" PRIu32 "%s", kind, number, of);
    int is_taken_over = handle != NULL && take_over(handle, &word);
    say(text, handle, is_taken_over, word);
}

void say_made(const char *name, const struct made *made) {
    say(name, made->handle, made->is_readable, made->first_word);
}

void say_changed(const char *key) {
    open_list(key);
    for (uint32_t i = 0; i < known_count; i++) {
        int is_there = is_readable(known[i].handle, sizeof known[i].table);
        if (!is_there || *(const uintptr_t *)known[i].handle != known[i].table) say_text(NULL, known[i].name);
    }
    close_list();
}
