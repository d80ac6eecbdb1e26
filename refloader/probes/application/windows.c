#include "windows.h"

#include <dlfcn.h>
#include <string.h>

#include "xcb_window.h"

#define SIDE 64

void window_end(const struct instance *instance, struct window *window) {
    INSTANCE_CALL(instance, DestroySurfaceKHR)(instance->handle, window->surface, callbacks_of("surface"));
    if (window->close != NULL) window->close(window);
}

// ---- no window at all

static int open_headless(const char *step, const struct instance *instance, struct window *to) {
    VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    memset(to, 0, sizeof *to);
    return ok(step, INSTANCE_CALL(instance, CreateHeadlessSurfaceEXT)(instance->handle, &info,
                                                                         callbacks_of("surface"), &to->surface));
}

// ---- xcb

static void close_xcb(struct window *window) {
    xcb_window_close(&(struct xcb_window){.connection = window->display, .number = (uint32_t)window->number});
}

static int open_xcb(const char *step, const struct instance *instance, struct window *to) {
    struct xcb_window made;
    memset(to, 0, sizeof *to);
    const char *missing = xcb_window_open(&made, SIDE);
    if (missing != NULL) return answer_left_out(step, missing), 0;
    *to = (struct window){.display = made.connection, .number = made.number, .close = close_xcb};
    VkXcbSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
                                      .connection = made.connection,
                                      .window = made.number};
    if (ok(step, INSTANCE_CALL(instance, CreateXcbSurfaceKHR)(instance->handle, &info, callbacks_of("surface"),
                                                                 &to->surface)))
        return 1;
    close_xcb(to);
    return 0;
}

// ---- Xlib

static struct {
    Display *(*OpenDisplay)(const char *name);
    int (*CloseDisplay)(Display *display);
    Window (*DefaultRootWindow)(Display *display);
    Window (*CreateSimpleWindow)(Display *display, Window parent, int x, int y, unsigned width, unsigned height,
                                 unsigned border, unsigned long border_colour, unsigned long background);
    int (*MapWindow)(Display *display, Window window);
    int (*DestroyWindow)(Display *display, Window window);
    int (*Sync)(Display *display, int discard);
} XL;

#define XLIB_FUNCTIONS(F) \
    F(OpenDisplay) F(CloseDisplay) F(DefaultRootWindow) F(CreateSimpleWindow) F(MapWindow) F(DestroyWindow) F(Sync)

static int find_xlib(void) {
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define FIND(name) if ((*(void **)&XL.name = dlsym(library, "X" #name)) == NULL) return 0;
    XLIB_FUNCTIONS(FIND)
#undef FIND
    return 1;
}

static void close_xlib(struct window *window) {
    XL.DestroyWindow(window->display, window->number);
    XL.CloseDisplay(window->display);
}

static int open_xlib(const char *step, const struct instance *instance, struct window *to) {
    memset(to, 0, sizeof *to);
    if (!find_xlib()) return answer_left_out(step, "there is no libX11.so.6"), 0;
    to->display = XL.OpenDisplay(NULL);
    if (to->display == NULL) return answer_left_out(step, "there is no X server"), 0;
    to->number = XL.CreateSimpleWindow(to->display, XL.DefaultRootWindow(to->display), 0, 0, SIDE, SIDE, 0, 0, 0);
    XL.MapWindow(to->display, to->number);
    XL.Sync(to->display, 0);
    to->close = close_xlib;
    VkXlibSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR,
                                       .dpy = to->display,
                                       .window = to->number};
    if (ok(step, INSTANCE_CALL(instance, CreateXlibSurfaceKHR)(instance->handle, &info, callbacks_of("surface"),
                                                                  &to->surface)))
        return 1;
    close_xlib(to);
    return 0;
}

const struct windowing headless = {"headless", "VK_EXT_headless_surface", open_headless};
const struct windowing xcb = {"xcb", "VK_KHR_xcb_surface", open_xcb};
const struct windowing xlib = {"xlib", "VK_KHR_xlib_surface", open_xlib};
