// Reads the file of a case, case.txt: lines of words with single spaces between them, encoded as in the agent's scripts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../agent/words.h"
#include "run_case.h"

#define MOST_WORDS 512

void *grown(void *items, size_t count, size_t size) {
    void *more = realloc(items, (count + 1) * size);
    if (more == NULL) give_up("there is no memory", "");
    return more;
}

static void add(struct names *to, char *name) {
    to->items = grown(to->items, to->count, sizeof *to->items);
    to->items[to->count++] = name;
}

char *content_of(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *text = NULL;
    size_t size = 0, got;
    do {
        text = grown(text, size + 65536, 1);
        got = fread(text + size, 1, 65536, file);
        size += got;
    } while (got > 0);
    fclose(file);
    text[size] = '\0';
    if (length != NULL) *length = size;
    return text;
}

static char *edition, *reading;

static void take(struct wanted_case *into, char **words, size_t count) {
    const char *word = words[0];
    if (strcmp(word, "name") == 0) into->name = words[1];
    else if (strcmp(word, "note") == 0) into->note = words[1];
    else if (strcmp(word, "rules") == 0) into->rules = words[1];
    else if (strcmp(word, "program") == 0) into->program = words[1];
    else if (strcmp(word, "linker") == 0) into->linker = words[1];
    else if (strcmp(word, "built-in") == 0) into->has_built_in = 1;
    else if (strcmp(word, "file") == 0) add(&into->files, words[1]);
    else if (strcmp(word, "link") == 0) add(&into->links, words[1]), add(&into->targets, words[2]);
    else if (strcmp(word, "needs") == 0) add(&into->needs, words[1]), add(&into->features, words[2]);
    else if (strcmp(word, "edition") == 0) edition = words[1], reading = NULL;
    else if (strcmp(word, "reading") == 0) reading = words[1];
    else if (strcmp(word, "library") == 0) {
        into->libraries = grown(into->libraries, into->library_count, sizeof *into->libraries);
        into->libraries[into->library_count++] = (struct library){.path = words[1], .mock = words[2]};
    } else if (strcmp(word, "flag") == 0 && into->library_count > 0) {
        add(&into->libraries[into->library_count - 1].flags, words[1]);
    } else if (strcmp(word, "expect") == 0 && count >= 4 && edition != NULL) {
        struct expected found = {edition, reading, words[1], words[2], words[3], {0, NULL}};
        for (size_t i = 4; i < count; i++) add(&found.words, words[i]);
        into->expectations = grown(into->expectations, into->expected_count, sizeof found);
        into->expectations[into->expected_count++] = found;
    } else give_up("the case has an unknown line:", word);
}

void read_case(const char *folder, struct wanted_case *into) {
    char path[MOST_PATH + 16], *rest = NULL, *words[MOST_WORDS];
    memset(into, 0, sizeof *into);
    snprintf(into->folder, sizeof into->folder, "%s", folder);
    snprintf(path, sizeof path, "%s/case.txt", folder);
    char *text = content_of(path, NULL);
    if (text == NULL) give_up("there is no case in", folder);
    char *line = strtok_r(text, "\n", &rest);
    if (line == NULL || strcmp(line, "refloader-case 1") != 0) give_up("this runner does not read", path);
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL) {
        size_t count = 0;
        char *more = NULL;
        for (char *word = strtok_r(line, " ", &more); word != NULL && count < MOST_WORDS; word = strtok_r(NULL, " ", &more))
            words[count++] = word;
        for (size_t i = 0; i < count; i++) decoded(words[i]);
        for (size_t i = count; i < 4; i++) words[i] = (char *)"";
        if (count > 0) take(into, words, count);
    }
}
