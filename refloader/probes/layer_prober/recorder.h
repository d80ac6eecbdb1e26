// What the prober and the stand-in for the loader's library (recorder.c) share.
#ifndef REFLOADER_PROBER_RECORDER_H
#define REFLOADER_PROBER_RECORDER_H

#include <stdint.h>

#define RECORDER_FILE "librefloader_recorder.so"
#define RECORDED_CALLS "recorded"

// The commands that were called since the last time this was asked, in order; at most 256 of them.
typedef const char *const *recorded_calls(uint32_t *count);

#endif
