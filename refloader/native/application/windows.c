#include "windows.h"

#include <dlfcn.h>
#include <string.h>

#define SIDE 64

void window_end(const struct instance *instance, struct window *window) {
    INSTANCE_COMMAND(instance, DestroySurfaceKHR)(instance->handle, window->surface, callbacks_of("surface"));
    if (window->close != NULL) window->close(window);
}

// ---- no window at all

static int open_headless(const char *step, const struct instance *instance, struct window *to) {
    VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    memset(to, 0, sizeof *to);
    return ok(step, INSTANCE_COMMAND(instance, CreateHeadlessSurfaceEXT)(instance->handle, &info,
                                                                         callbacks_of("surface"), &to->surface));
}

// ---- xcb: the few functions that a window without a frame needs

struct xcb_screens {  // xcb_screen_iterator_t
    uint32_t *data;   // the root window comes first in an xcb_screen_t
    int rest, index;
};

typedef struct {
    unsigned sequence;
} xcb_cookie;

static struct {
    xcb_connection_t *(*connect)(const char *name, int *screen);
    int (*connection_has_error)(xcb_connection_t *connection);
    void (*disconnect)(xcb_connection_t *connection);
    const void *(*get_setup)(xcb_connection_t *connection);
    struct xcb_screens (*setup_roots_iterator)(const void *setup);
    uint32_t (*generate_id)(xcb_connection_t *connection);
    xcb_cookie (*create_window)(xcb_connection_t *connection, uint8_t depth, uint32_t window, uint32_t parent,
                                int16_t x, int16_t y, uint16_t width, uint16_t height, uint16_t border,
                                uint16_t class, uint32_t visual, uint32_t mask, const void *values);
    xcb_cookie (*map_window)(xcb_connection_t *connection, uint32_t window);
    xcb_cookie (*destroy_window)(xcb_connection_t *connection, uint32_t window);
    int (*flush)(xcb_connection_t *connection);
} X;

#define XCB_FUNCTIONS(F) \
    F(connect) F(connection_has_error) F(disconnect) F(get_setup) F(setup_roots_iterator) F(generate_id) \
    F(create_window) F(map_window) F(destroy_window) F(flush)

static int find_xcb(void) {
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define FIND(name) if ((*(void **)&X.name = dlsym(library, "xcb_" #name)) == NULL) return 0;
    XCB_FUNCTIONS(FIND)
#undef FIND
    return 1;
}

static void close_xcb(struct window *window) {
    X.destroy_window(window->display, (uint32_t)window->number);
    X.disconnect(window->display);
}

static int open_connection(struct window *to) {
    to->display = X.connect(NULL, NULL);
    if (!X.connection_has_error(to->display)) return 1;
    X.disconnect(to->display);
    return 0;
}

static int open_xcb(const char *step, const struct instance *instance, struct window *to) {
    memset(to, 0, sizeof *to);
    if (!find_xcb()) return answer_left_out(step, "there is no libxcb.so.1"), 0;
    if (!open_connection(to)) return answer_left_out(step, "there is no X server"), 0;
    uint32_t root = *X.setup_roots_iterator(X.get_setup(to->display)).data;
    uint32_t window = X.generate_id(to->display);
    X.create_window(to->display, 0, window, root, 0, 0, SIDE, SIDE, 0, 1, 0, 0, NULL);
    X.map_window(to->display, window);
    X.flush(to->display);
    to->number = window;
    to->close = close_xcb;
    VkXcbSurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR,
                                      .connection = to->display,
                                      .window = window};
    if (ok(step, INSTANCE_COMMAND(instance, CreateXcbSurfaceKHR)(instance->handle, &info, callbacks_of("surface"),
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
    if (ok(step, INSTANCE_COMMAND(instance, CreateXlibSurfaceKHR)(instance->handle, &info, callbacks_of("surface"),
                                                                  &to->surface)))
        return 1;
    close_xlib(to);
    return 0;
}

const struct windowing headless = {"headless", "VK_EXT_headless_surface", open_headless};
const struct windowing xcb = {"xcb", "VK_KHR_xcb_surface", open_xcb};
const struct windowing xlib = {"xlib", "VK_KHR_xlib_surface", open_xlib};
