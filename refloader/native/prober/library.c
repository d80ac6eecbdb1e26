// The library under test: opened as a loader opens it, asked for its exports, entered by negotiation or by its exports.
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

void open_library(void) {
    struct link_map *map = NULL;
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
    return found.dli_fbase == base_of(&options) ? "prober" : found.dli_fname;
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

void enter(const char *label) {
    char text[128];
    snprintf(text, sizeof text, "%s.entry", label);
    begin(text);
    if (!negotiated()) {
        entry = (struct entry){
            .by = "exports",
            .version = entry.version,
            .instance = (PFN_vkGetInstanceProcAddr)exported(options.gipa),
            .device = (PFN_vkGetDeviceProcAddr)exported(options.gdpa),
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
