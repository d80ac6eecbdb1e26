// Reads what the agent answered, and from the mocks' trace which of them vkCreateInstance entered.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_case.h"

#define MOST_ENTRIES 256

static int of_hex(char digit) {
    return digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static void decode(char *text) {
    char *to = text;
    for (const char *at = text; *at != '\0'; to++) {
        if (*at == '%' && of_hex(at[1]) >= 0 && of_hex(at[2]) >= 0) *to = (char)(of_hex(at[1]) << 4 | of_hex(at[2])), at += 3;
        else *to = *at++;
    }
    *to = '\0';
}

static void add(struct names *to, const char *name) {
    to->items = grown(to->items, to->count, sizeof *to->items);
    to->items[to->count++] = strdup(name);
}

// Of an event that did not come to its end, nothing counts.
static void read_events(char *text, struct seen *into) {
    char *rest = NULL;
    size_t whole = 0;
    into->events = grown(NULL, 0, sizeof *into->events);
    into->events[0] = (char *)"";
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "event ", 6) == 0) {
            into->field_count = whole;
            into->events = grown(into->events, ++into->event_count, sizeof *into->events);
            into->events[into->event_count] = line + 6;
        } else if (strcmp(line, "end") == 0) whole = into->field_count;
        else {
            char *space = strchr(line, ' ');
            if (space == NULL) continue;
            *space = '\0';
            decode(line), decode(space + 1);
            into->fields = grown(into->fields, into->field_count, sizeof *into->fields);
            into->fields[into->field_count++] = (struct field){into->event_count, line, space + 1};
        }
    }
    into->field_count = whole;
}

const char *value_in(const struct seen *from, size_t event, const char *path) {
    for (size_t i = 0; i < from->field_count; i++)
        if (from->fields[i].event == event && strcmp(from->fields[i].path, path) == 0) return from->fields[i].value;
    return NULL;
}

size_t last_event(const struct seen *from, const char *kind, const char *member, const char *value) {
    for (size_t event = from->event_count; event > 0; event--) {
        if (strcmp(from->events[event], kind) != 0) continue;
        const char *found = member == NULL ? NULL : value_in(from, event, member);
        if (member == NULL || (found != NULL && strcmp(found + 1, value) == 0)) return event;
    }
    return 0;
}

// ---- the mocks' trace

struct entry {
    int is_driver, was_loaded, was_destroyed;
    char name[300];
};

static struct entry entries[MOST_ENTRIES], past[MOST_ENTRIES];  // past: libraries loaded or instances destroyed
static size_t entry_count, past_count;

static struct entry *find(struct entry *in, size_t count, int is_driver, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (in[i].is_driver == is_driver && strcmp(in[i].name, name) == 0) return &in[i];
    return NULL;
}

static struct entry *past_of(int is_driver, const char *name) {
    struct entry *found = find(past, past_count, is_driver, name);
    if (found != NULL) return found;
    if (past_count == MOST_ENTRIES) give_up("the trace names too many mocks", "");
    past[past_count].is_driver = is_driver;
    snprintf(past[past_count].name, sizeof past[past_count].name, "%s", name);
    return &past[past_count++];
}

static int all_destroyed(void) {
    for (size_t i = 0; i < entry_count; i++) {
        struct entry *of = find(past, past_count, entries[i].is_driver, entries[i].name);
        if (of == NULL || !of->was_destroyed) return 0;
    }
    return 1;
}

// A loader may create instances of its own first. A layer after a driver begins another instance; so does a library
// that was loaded again since, or one whose instance was destroyed as those of all others were. Where others live
// on, that one alone had made an instance on trial.
static void enter(int is_driver, const char *name) {
    struct entry *there = find(entries, entry_count, is_driver, name), *of = past_of(is_driver, name);
    int below = 0;
    for (size_t i = 0; i < entry_count && !is_driver; i++) below |= entries[i].is_driver;
    int again = there != NULL && of->was_destroyed;
    if (below || (there != NULL && of->was_loaded) || (again && all_destroyed())) entry_count = past_count = 0;
    else if (again) {
        memmove(there, there + 1, (size_t)(entries + entry_count - (there + 1)) * sizeof *there);
        entry_count--;
    }
    of = past_of(is_driver, name);
    of->was_loaded = of->was_destroyed = 0;
    if (entry_count == MOST_ENTRIES) give_up("the trace has too many entries", "");
    entries[entry_count].is_driver = is_driver;
    snprintf(entries[entry_count++].name, sizeof entries[0].name, "%s", name);
}

static void read_line(char *line, struct names *complaints, int is_of_creation) {
    char *rest = NULL, *who = strtok_r(line, " ", &rest), *name = strtok_r(NULL, " ", &rest);
    char *word = strtok_r(NULL, " ", &rest), *first = strtok_r(NULL, " :", &rest);
    if (word == NULL) return;
    int is_driver = strcmp(who, "driver") == 0;
    if (strcmp(word, "VIOLATION") == 0 && first != NULL && complaints != NULL) add(complaints, first);
    if (!is_of_creation) return;
    if (strcmp(word, "load") == 0) past_of(is_driver, name)->was_loaded = 1;
    else if (strcmp(word, "vkDestroyInstance") == 0) past_of(is_driver, name)->was_destroyed = 1;
    else if (strcmp(word, "vkCreateInstance") == 0) enter(is_driver, name);
}

void read_seen(const struct ending *from, struct seen *into) {
    memset(into, 0, sizeof *into);
    if (from->events != NULL) read_events(from->events, into);
    size_t length = from->trace == NULL ? 0 : strlen(from->trace), made = last_event(into, "instance", NULL, NULL);
    size_t step = last_event(into, "step", "verb", "create");
    made = step > made ? step : made;
    const char *start = made == 0 ? NULL : value_in(into, made, "trace.0");
    const char *end = made == 0 ? NULL : value_in(into, made, "trace.1");
    size_t begin = start == NULL ? 0 : strtoul(start + 1, NULL, 10);
    size_t stop = end == NULL ? length : strtoul(end + 1, NULL, 10);
    for (size_t at = 0; at < length;) {
        char *line = from->trace + at, *next = strchr(line, '\n');
        if (next == NULL) break;
        *next = '\0';
        read_line(line, &into->complaints, at >= begin && at < stop);
        at = (size_t)(next + 1 - from->trace);
    }
    for (size_t i = 0; i < entry_count; i++) add(entries[i].is_driver ? &into->drivers : &into->chain, entries[i].name);
}
