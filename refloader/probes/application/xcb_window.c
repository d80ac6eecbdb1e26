// See xcb_window.h.
#include "xcb_window.h"

#include <dlfcn.h>
#include <stddef.h>

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

const char *xcb_window_open(struct xcb_window *to, uint16_t side) {
    if (!find_xcb()) return "there is no libxcb.so.1";
    to->connection = X.connect(NULL, NULL);
    if (X.connection_has_error(to->connection)) {
        X.disconnect(to->connection);
        return "there is no X server";
    }
    uint32_t root = *X.setup_roots_iterator(X.get_setup(to->connection)).data;
    to->number = X.generate_id(to->connection);
    X.create_window(to->connection, 0, to->number, root, 0, 0, side, side, 0, 1, 0, 0, NULL);
    X.map_window(to->connection, to->number);
    X.flush(to->connection);
    return NULL;
}

void xcb_window_close(const struct xcb_window *window) {
    X.destroy_window(window->connection, window->number);
    X.disconnect(window->connection);
}
