// Surfaces to present to: headless ones, and a window of an X server where there is one. The X libraries are
// opened only then: the program links to none of them.
#ifndef REFLOADER_APPLICATION_WINDOWS_H
#define REFLOADER_APPLICATION_WINDOWS_H

#include "world.h"

struct window {
    VkSurfaceKHR surface;
    void *display;  // an xcb_connection_t or a Display, NULL for headless
    uint64_t number;
    void (*close)(struct window *);
};

// A kind of surface by the extension that brings it. ``open`` makes the window and its surface, or answers
// "STEP" with what is missing and gives 0.
struct windowing {
    const char *name;
    const char *extension;
    int (*open)(const char *step, const struct instance *instance, struct window *to);
};

extern const struct windowing headless, xcb, xlib;

void window_end(const struct instance *instance, struct window *window);

#endif
