// See library.h.
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

#include "answers.h"

static void *library;
static const void *base;

// Where a file is mapped, by any address in it; NULL for none.
static const void *base_of(const void *pointer) {
    Dl_info found;
    return dladdr(pointer, &found) == 0 ? NULL : found.dli_fbase;
}

// What was here before the library is none of it, wherever it lies.
static const void *host[64];
static size_t host_count;

static int note_host(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (host_count < sizeof host / sizeof host[0]) host[host_count++] = (const void *)info->dlpi_addr;
    return 0;
}

static int is_of_host(const void *file) {
    size_t i = 0;
    while (i < host_count && host[i] != file) i++;
    return i < host_count;
}

const struct link_map *library_map(void) {
    struct link_map *map = NULL;
    return library != NULL && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

static void open_at(const char *path, int bound) {
    if (host_count == 0) dl_iterate_phdr(note_host, NULL);
    begin("load");
    library = bound ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) give_up("load", dlerror());
    const struct link_map *map = library_map();
    if (map != NULL) base = base_of(map->l_ld);
    open_answer("load");
    say_text("path", map == NULL ? NULL : map->l_name);
    close_answer();
}

void open_library(const char *path) { open_at(path, 0); }
void open_library_bound(const char *path) { open_at(path, 1); }

void close_library(void) { dlclose(library); }

int is_in_process(const char *path) {
    void *found = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (found != NULL) dlclose(found);
    return found != NULL;
}

void *exported(const char *name) { return *name == '\0' ? NULL : dlsym(library, name); }

int is_own(const void *pointer) { return pointer != NULL && base != NULL && base_of(pointer) == base; }

const char *file_of(const void *pointer) {
    Dl_info found;
    if (pointer == NULL) return "null";
    if (dladdr(pointer, &found) == 0) return "unknown";
    if (found.dli_fbase == base) return "own";
    return is_of_host(found.dli_fbase) ? "prober" : found.dli_fname;
}
