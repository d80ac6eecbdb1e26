// The libraries of layers: negotiation, or the exports of the older interfaces.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "plain.h"

static void *symbol(void *library, const char *renamed, const char *layer, const char *name) {
    char own[512];
    if (renamed != NULL) {
        return dlsym(library, renamed);
    }
    snprintf(own, sizeof own, "%s%s", layer, name + 2);
    void *found = dlsym(library, own);
    return found != NULL ? found : dlsym(library, name);
}

// Negotiation first; without it, the exports of the older interfaces.
static bool agree(Link *link) {
    const Layer *layer = link->layer;
    VkNegotiateLayerInterface agreed = {LAYER_NEGOTIATE_INTERFACE_STRUCT, NULL, 2, NULL, NULL, NULL};
    if (FAULT("offers_layer_interface_1")) {
        agreed.loaderLayerInterfaceVersion = 1;
    }
    if (FAULT("negotiation_chain_not_null")) {
        agreed.pNext = link;
    }
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate = (PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(
        link->library, layer->negotiate != NULL ? layer->negotiate : "vkNegotiateLoaderLayerInterfaceVersion");
    if (negotiate != NULL) {
        if (FAULT("lookup_before_negotiation") && dlsym(link->library, "vkGetInstanceProcAddr") != NULL) {
            ((PFN_vkGetInstanceProcAddr)dlsym(link->library, "vkGetInstanceProcAddr"))(NULL, "vkCreateInstance");
        }
        if (negotiate(&agreed) != VK_SUCCESS && !FAULT("negotiation_error_ignored")) {
            return false;
        }
    }
    link->instance_lookup = agreed.pfnGetInstanceProcAddr;
    link->device_lookup = agreed.pfnGetDeviceProcAddr;
    link->physical_lookup = agreed.pfnGetPhysicalDeviceProcAddr;
    bool exported = FAULT("exports_despite_negotiation") && dlsym(link->library, "vkGetInstanceProcAddr") != NULL;
    if (negotiate == NULL || agreed.loaderLayerInterfaceVersion < 2 || exported) {
        link->instance_lookup = (PFN_vkGetInstanceProcAddr)symbol(link->library, layer->instance_lookup,
                                                                  layer->name, "vkGetInstanceProcAddr");
        link->device_lookup = (PFN_vkGetDeviceProcAddr)symbol(link->library, layer->device_lookup, layer->name,
                                                              "vkGetDeviceProcAddr");
        link->physical_lookup = NULL;
    }
    return link->instance_lookup != NULL;
}

bool open_layer(const Layer *layer, Link *link) {
    *link = (Link){layer, dlopen(layer->library, RTLD_NOW | RTLD_LOCAL), NULL, NULL, NULL};
    if (link->library == NULL) {
        return false;
    }
    if (!agree(link)) {
        close_library(link->library);
        return false;
    }
    return true;
}

void close_library(void *library) {
    const char *keep = getenv("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING");
    if (library != NULL && (keep == NULL || (strcmp(keep, "1") != 0 && !FAULT("any_value_keeps_libraries"))) &&
        !FAULT("libraries_never_closed")) {
        dlclose(library);
    }
}
