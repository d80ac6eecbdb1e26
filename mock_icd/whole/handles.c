// The handles that are alive, by their value and the registry's type: what a driver "whole=1" compares every
// handle with that it is given. Never looks at what a handle points at, which may be another's memory or
// none.
#include "../mock_icd.h"
#define HANDLE_NAME(type, dispatchable) #type,

const char *const handle_names[] = {OBSERVED_TYPES(HANDLE_NAME)};

struct living_handle {
    uint64_t value;  // 0: a free place
    const void *parent;
    enum handle_type type;
};

static struct {
    pthread_mutex_t lock;
    uint32_t room, used;  // room: a power of two, or 0
    struct living_handle *rows;
} handles = {.lock = PTHREAD_MUTEX_INITIALIZER};

// The row with this value, or the free one where it would be.
static struct living_handle *handle_row(uint64_t value) {
    uint64_t place = value * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    while (handles.rows[place & (handles.room - 1)].value != 0 &&
           handles.rows[place & (handles.room - 1)].value != value)
        place++;
    return &handles.rows[place & (handles.room - 1)];
}

static void grow_handles(void) {
    struct living_handle *old = handles.rows;
    uint32_t count = handles.room;
    handles.room = count == 0 ? 1024 : 2 * count;
    handles.rows = must(calloc(handles.room, sizeof *old));
    for (uint32_t i = 0; i < count; i++)
        if (old[i].value != 0) *handle_row(old[i].value) = old[i];
    free(old);
}

void handle_lives(uint64_t value, enum handle_type type, const void *parent) {
    if (!config.whole || value == 0) return;
    pthread_mutex_lock(&handles.lock);
    if (2 * handles.used >= handles.room) grow_handles();
    struct living_handle *row = handle_row(value);
    handles.used += row->value == 0;
    *row = (struct living_handle){value, parent, type};
    pthread_mutex_unlock(&handles.lock);
}

// Rows behind the freed one may have to move up to where they are looked for.
static void free_row(struct living_handle *row) {
    uint32_t at = (uint32_t)(row - handles.rows);
    handles.used--;
    for (row->value = 0;;) {
        at = (at + 1) & (handles.room - 1);
        struct living_handle moved = handles.rows[at];
        if (moved.value == 0) return;
        handles.rows[at].value = 0;
        *handle_row(moved.value) = moved;
    }
}

void handle_dies(uint64_t value) {
    if (!config.whole || value == 0) return;
    pthread_mutex_lock(&handles.lock);
    struct living_handle *row = handles.room == 0 ? NULL : handle_row(value);
    if (row != NULL && row->value == value) free_row(row);
    pthread_mutex_unlock(&handles.lock);
}

// One of those that came with the parent, which is then no longer alive; 0 where there is none left.
uint64_t handle_child(const void *parent) {
    uint64_t found = 0;
    pthread_mutex_lock(&handles.lock);
    for (uint32_t i = 0; i < handles.room && found == 0; i++)
        if (handles.rows[i].value != 0 && handles.rows[i].parent == parent) {
            found = handles.rows[i].value;
            free_row(&handles.rows[i]);
        }
    pthread_mutex_unlock(&handles.lock);
    return found;
}

void free_handles(void) { free(handles.rows); }

enum handle_type handle_type_of(uint64_t value) {
    pthread_mutex_lock(&handles.lock);
    struct living_handle *row = handles.room == 0 ? NULL : handle_row(value);
    enum handle_type type = row == NULL || row->value == 0 ? NO_TYPE : row->type;
    pthread_mutex_unlock(&handles.lock);
    return type;
}
