// Windows has no list of link maps: a driver that harms its neighbours by theirs does nothing there.
#ifndef REFLOADER_WINDOWS_LINK_H
#define REFLOADER_WINDOWS_LINK_H

#include <dlfcn.h>

#define RTLD_DI_LINKMAP 2

struct link_map {
    struct link_map *l_next;
    const char *l_name;
};

static inline int dlinfo(void *library, int request, void *out) {
    (void)library, (void)request, (void)out;
    return -1;
}

#endif
