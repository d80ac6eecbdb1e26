// One enumeration by the two-call protocol, asked in every way that an application may ask, and the rows that came.
// Survives whatever number and however many rows a driver gives, as far as memory of its own reaches.
#ifndef REFLOADER_DRIVER_PROBER_ROWS_H
#define REFLOADER_DRIVER_PROBER_ROWS_H

#include "driver_prober.h"

#define MOST_ROWS 4096U

// Knows how to ask one driver's function, and how to say one row.
struct enumeration {
    const char *label;  // as in "enumerate.devices"
    size_t row_size;
    VkStructureType type;  // of each row, where rows are structures with a type
    VkResult (*ask)(const struct enumeration *asked, uint32_t *count, void *rows);
    void (*say)(const void *row);
    PFN_vkVoidFunction function;
    void *handle;  // the first parameter, or nothing
    const char *text;
};

// Asks under LABEL.STEP, each step in one answer: "counted" with no array, and once more ("counted-over") where the
// number that is handed in is 0xffffffff; "none" with an array without room, "short" with room for all but one,
// "filled" with just enough, "roomy" with room for more; then "recounted" and "refilled" as before.
//
// Each answer has "result" and "count" as they came back, "room", "overrun" (whether memory behind the room was
// written), and "rows": those that were told and for which there was room, at most 512.
//
// Labels are enumerate.KIND or begin with that. With --only KIND nothing is asked of other kinds.
//
// Whether the list is wanted: each is, or those of the one kind that --only names.
int is_wanted(const char *kind);
void enumerate(const struct enumeration *asked);
// The same list at a later moment: just "counted-later" and "filled-later".
void enumerate_later(const struct enumeration *asked);
// Just "counted" and "filled".
void enumerate_once(const struct enumeration *asked);

#endif
