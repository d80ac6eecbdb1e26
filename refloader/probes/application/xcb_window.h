// A window of an X server, without a frame and never drawn to by us. libxcb is opened only then. Calls no Vulkan.
#ifndef REFLOADER_APPLICATION_XCB_WINDOW_H
#define REFLOADER_APPLICATION_XCB_WINDOW_H

#include "../../native/generated/vk_core.h"

struct xcb_window {
    xcb_connection_t *connection;
    xcb_window_t number;
};

// A square one, its side in pixels, on the display that DISPLAY names. NULL, or what is missing.
const char *xcb_window_open(struct xcb_window *to, uint16_t side);
void xcb_window_close(const struct xcb_window *window);

#endif
