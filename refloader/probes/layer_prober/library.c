// The layer under test: where its pointers lie, and the way in by negotiation or by exports.
#include <stdio.h>

#include "../shared/answers.h"
#include "next.h"
#include "prober.h"

struct entry entry = {.by = ""};

void open_layer(void) { open_library(options.library); }

const char *place_of(const void *pointer) { return is_next(pointer) ? "next" : file_of(pointer); }

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
