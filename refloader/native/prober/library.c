// The library under test: opened as a loader opens it, asked for its exports, entered by negotiation or by exports.
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "next.h"
#include "prober.h"

static void *library;
static const void *base;

struct entry entry = {.by = ""};

static _Noreturn void give_up(const char *label, const char *why) {
    open_answer(label);
    say_text("refused", why);
    close_answer();
    done();
    exit(0);
}

// Where a file is mapped, by any address in it; NULL for none.
static const void *base_of(const void *pointer) {
    Dl_info found;
    return dladdr(pointer, &found) == 0 ? NULL : found.dli_fbase;
}

// What was here before the library is none of the layer, wherever it lies.
static const void *host[64];
static size_t host_count;

static int note_host(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (host_count < COUNT(host)) host[host_count++] = (const void *)info->dlpi_addr;
    return 0;
}

static int is_of_host(const void *file) {
    size_t i = 0;
    while (i < host_count && host[i] != file) i++;
    return i < host_count;
}

void open_library(void) {
    struct link_map *map = NULL;
    if (host_count == 0) dl_iterate_phdr(note_host, NULL);
    begin("load");
    library = dlopen(options.library, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) give_up("load", dlerror());
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) base = base_of(map->l_ld);
    open_answer("load");
    say_text("path", map == NULL ? NULL : map->l_name);
    close_answer();
}

void close_library(void) { dlclose(library); }

void *exported(const char *name) { return *name == '\0' ? NULL : dlsym(library, name); }

int is_own(const void *pointer) { return pointer != NULL && base != NULL && base_of(pointer) == base; }

const char *place_of(const void *pointer) {
    Dl_info found;
    if (pointer == NULL) return "null";
    if (is_next(pointer)) return "next";
    if (dladdr(pointer, &found) == 0) return "unknown";
    if (found.dli_fbase == base) return "own";
    return is_of_host(found.dli_fbase) ? "prober" : found.dli_fname;
}

// ---- the way in

static int negotiated(void) {
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate =
        (PFN_vkNegotiateLoaderLayerInterfaceVersion)exported(options.negotiate);
    VkNegotiateLayerInterface offer = {
        .sType = LAYER_NEGOTIATE_INTERFACE_STRUCT,
        .loaderLayerInterfaceVersion = NEWEST_LAYER_INTERFACE,
    };
    if (negotiate == NULL || negotiate(&offer) != VK_SUCCESS) return 0;
    entry = (struct entry){
        .by = "negotiation",
        .version = offer.loaderLayerInterfaceVersion,
        .instance = offer.pfnGetInstanceProcAddr,
        .device = offer.pfnGetDeviceProcAddr,
        .physical = offer.pfnGetPhysicalDeviceProcAddr,
    };
    return entry.version >= 2;
}

// Under the manifest's name, or with the layer's name in front as in version 0.
static void *exported_lookup(const char *name, const char *ending) {
    char prefixed[512];
    void *found = exported(name);
    snprintf(prefixed, sizeof prefixed, "%s%s", options.layer, ending);
    return found != NULL || *options.layer == '\0' ? found : exported(prefixed);
}

void enter(const char *label) {
    char text[128];
    snprintf(text, sizeof text, "%s.entry", label);
    begin(text);
    if (!negotiated()) {
        entry = (struct entry){
            .by = "exports",
            .version = entry.version,
            .instance = (PFN_vkGetInstanceProcAddr)exported_lookup(options.gipa, "GetInstanceProcAddr"),
            .device = (PFN_vkGetDeviceProcAddr)exported_lookup(options.gdpa, "GetDeviceProcAddr"),
        };
    }
    if (entry.instance == NULL) give_up(text, "there is no vkGetInstanceProcAddr to enter the layer by");
    open_answer(text);
    say_text("by", entry.by);
    say_number("version", entry.version);
    say_text("instance", place_of((void *)entry.instance));
    say_text("device", place_of((void *)entry.device));
    say_text("physical", place_of((void *)entry.physical));
    close_answer();
}
