// The library under test: opened as a loader opens it, asked for its exports, told from what else is in the process.
// Knows no interface of layers or drivers.
#ifndef REFLOADER_PROBING_LIBRARY_H
#define REFLOADER_PROBING_LIBRARY_H

// Opens the library and says its path under the label "load". Ends the process where it cannot be opened.
void open_library(const char *path);
// The same with references bound at once (RTLD_NOW) rather than at the first call, if they all can be.
void open_library_bound(const char *path);
void close_library(void);
// Whether a library is in the process; opens none. One that was closed as often as it was opened may stay.
int is_in_process(const char *path);
// The export as dlsym gives it, NULL when there is none.
void *exported(const char *name);

// What the dynamic linker knows of it; NULL where it is not open.
const struct link_map *library_map(void);

// Whether the pointer lies in the library itself.
int is_own(const void *pointer);
// "null", "own" (the library), "prober" (anything else that was here before the library), the path of another file, or
// "unknown".
const char *file_of(const void *pointer);

#endif
