// The layouts of images below where an application presents: what changes them, in the order of the submissions.
#ifndef REFLOADER_PROBER_LAYOUTS_H
#define REFLOADER_PROBER_LAYOUTS_H

#include <stdint.h>

// Answers as in next.h: render passes, views and framebuffers. Notes what command buffers change.
int layouts_below(const char *name, const uint64_t *arguments, uint64_t *result);

// An image of a swapchain, which is undefined at first.
void watch_layout(uint64_t image);
// An image of one aspect, level and layer that is none of a swapchain, and the layout in which it was made.
void watch_own_layout(uint64_t image, int64_t first);
// A command buffer is executed, and an image is presented.
void execute_layouts(const char *name, uint64_t buffer);
void present_layout(const char *name, uint64_t image);
// Nothing is said from here on: the order of the work is not known, or who changes layouts otherwise.
void lose_layouts(void);

#endif
