// What can be asked before there is an instance: extensions, layers, the version; and who intercepts it.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "plain.h"

static const char *const own_extensions[] = {"VK_EXT_debug_report", "VK_EXT_debug_utils",
                                             "VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading"};
#define OWN_EXTENSIONS (sizeof own_extensions / sizeof *own_extensions)

VkResult give(uint32_t total, uint32_t *count, void *to, const void *from, size_t size) {
    if (to == NULL || (FAULT("no_room_counts") && *count == 0)) {
        *count = total;
        return VK_SUCCESS;
    }
    uint32_t given = *count < total ? *count : total;
    if (given != 0) {
        memcpy(to, from, given * size + (FAULT("one_byte_too_much") && given < total ? 1 : 0));
    }
    *count = FAULT("count_of_all") ? total : given;
    bool more = given < total || (FAULT("exact_room_is_incomplete") && total != 0 && given == total);
    return more && !FAULT("never_incomplete") ? VK_INCOMPLETE : VK_SUCCESS;
}

static bool is_known(const char *name) {
    const char *variable = safe_variable("VK_LOADER_DISABLE_INST_EXT_FILTER");
    bool known = (variable != NULL && (strtol(variable, NULL, 10) != 0 || FAULT("zero_switches_filter_off"))) || FAULT("unknown_extensions_shown");
    for (const char *const *each = plain_instance_extensions; *each != NULL && !known; each++) {
        known = strcmp(*each, name) == 0;
    }
    return known;
}

// The extensions of the drivers, as far as the loader knows them, and the loader's own.
Extensions offered_extensions(Arena *arena, const Driver *drivers) {
    Extensions all = {0, NULL};
    for (const Driver *driver = drivers; driver != NULL; driver = driver->next) {
        if (FAULT("extensions_of_first_driver") && driver->index != 0) {
            continue;
        }
        for (uint32_t i = 0; i < driver->extensions.count; i++) {
            const VkExtensionProperties *each = driver->extensions.at + i;
            if (is_known(each->extensionName)) {
                add_extension(arena, &all, each->extensionName, each->specVersion);
            }
        }
    }
    for (size_t i = 0; i < OWN_EXTENSIONS; i++) {
        add_extension(arena, &all, own_extensions[i], 1);
    }
    return all;
}

static VkResult list_extensions(const VkEnumerateInstanceExtensionPropertiesChain *chain, const char *layer_name,
                                uint32_t *count, VkExtensionProperties *properties) {
    (void)chain;
    Arena arena = {NULL};
    Layers layers = find_layers(&arena);
    Extensions all = {0, NULL}, first = {0, NULL};
    VkResult result = VK_SUCCESS;
    if (layer_name != NULL && *layer_name != '\0') {
        const Layer *layer = layer_named(&layers, layer_name);
        if (layer == NULL) {
            result = VK_ERROR_LAYER_NOT_PRESENT;
        } else {
            add_layer_extensions(&arena, &layers, layer, false, &all);
        }
    } else {
        Active active = {0, {NULL}, 0};
        for (const Layer *layer = layers.first; layer != NULL; layer = layer->next) {
            if (FAULT("layer_versions_before_drivers") && layer->implicit) {
                add_layer_extensions(&arena, &layers, layer, false, &first);
            }
            if (FAULT("extensions_of_explicit_layers") && !layer->implicit) {
                add_layer_extensions(&arena, &layers, layer, false, &first);
            }
        }
        Driver *drivers = load_drivers(&arena, NULL, true);
        all = offered_extensions(&arena, drivers);
        for (uint32_t i = 0; i < first.count; i++) {
            add_extension(&arena, &all, first.at[i].extensionName, first.at[i].specVersion);
            for (uint32_t j = 0; FAULT("layer_versions_before_drivers") && j < all.count; j++) {
                if (strcmp(all.at[j].extensionName, first.at[i].extensionName) == 0) {
                    all.at[j] = first.at[i];
                }
            }
        }
        activate_implicit(&layers, &active);
        for (uint32_t i = 0; i < active.count && !FAULT("layer_extensions_hidden"); i++) {
            add_layer_extensions(&arena, &layers, active.at[i], false, &all);
        }
        unload_drivers(drivers);
    }
    if (result == VK_SUCCESS) {
        result = give(all.count, count, properties, all.at, sizeof *properties);
    }
    drop(&arena);
    return result;
}

static VkResult list_layers(const VkEnumerateInstanceLayerPropertiesChain *chain, uint32_t *count,
                            VkLayerProperties *properties) {
    (void)chain;
    Arena arena = {NULL};
    Layers layers = find_layers(&arena);
    uint32_t total = 0;
    for (const Layer *layer = layers.first; layer != NULL; layer = layer->next) {
        total += layer_named(&layers, layer->name) == layer;
    }
    VkLayerProperties *all = take(&arena, (total + 1) * sizeof *all);
    VkLayerProperties *at = all - 1;
    for (const Layer *layer = layers.first; layer != NULL; layer = layer->next) {
        at += layer_named(&layers, layer->name) == layer;
        snprintf(at->layerName, sizeof at->layerName, "%s", layer->name);
        snprintf(at->description, sizeof at->description, "%s", layer->description);
        if (FAULT("listing_opens_libraries") && layer->library != NULL) {
            close_library(dlopen(layer->library, RTLD_NOW | RTLD_LOCAL));
        }
        at->specVersion = FAULT("patch_of_layers_lost") ? layer->api & ~0xFFFU : layer->api;
        at->implementationVersion = layer->implementation;
    }
    VkResult result = give(total, count, properties, all, sizeof *all);
    drop(&arena);
    return result;
}

static VkResult tell_version(const VkEnumerateInstanceVersionChain *chain, uint32_t *version) {
    (void)chain;
    *version = FAULT("older_version_told") ? VK_API_VERSION_1_0 : plain_version;
    return VK_SUCCESS;
}

// ---- interceptions before there is an instance: the libraries are open for one call alone

typedef struct Interceptions {
    Arena arena;
    size_t count;
    void *libraries[MOST_LAYERS];
    PFN_vkVoidFunction functions[MOST_LAYERS];
} Interceptions;

static Interceptions open_interceptions(const char *name) {
    Interceptions all = {{NULL}, 0, {NULL}, {NULL}};
    Layers layers = find_layers(&all.arena);
    Active active = {0, {NULL}, 0};
    activate_implicit(&layers, &active);
    if (FAULT("explicit_layers_intercept")) {
        activate(&layers, &(VkInstanceCreateInfo){0}, &active);
    }
    for (const Layer *layer = layers.first; FAULT("disabled_layers_intercept") && layer != NULL; layer = layer->next) {
        active.at[active.count++] = layer;
    }
    for (uint32_t i = 0; i < active.count; i++) {
        uint32_t which = FAULT("interceptions_reversed") ? active.count - 1 - i : i;
        const Layer *layer = active.at[which];
        const char *symbol = text_of(layer->pre_instance, name);
        void *library = symbol == NULL ? NULL : dlopen(layer->library, RTLD_NOW | RTLD_LOCAL);
        PFN_vkVoidFunction function = library == NULL ? NULL : (PFN_vkVoidFunction)dlsym(library, symbol);
        if (function == NULL) {
            close_library(library);
            continue;
        }
        all.libraries[all.count] = library;
        all.functions[all.count++] = function;
    }
    return all;
}

static void close_interceptions(Interceptions *all) {
    for (size_t i = 0; i < all->count; i++) {
        close_library(FAULT("interceptions_kept_open") ? NULL : all->libraries[i]);
    }
    drop(&all->arena);
}

// Each node has the function of the next link and that link; the last one leads to the loader.
#define INTERCEPTED(command, kind, own, ...) \
    Interceptions all = open_interceptions(#command); \
    kind nodes[MOST_LAYERS]; \
    __typeof__(nodes[0].pfnNextLayer) next = own; \
    const kind *link = NULL; \
    if (FAULT("first_interception_only") && all.count > 1) { \
        all.count = 1; \
    } \
    for (size_t i = all.count; i-- > 0;) { \
        uint32_t node_size = FAULT("chain_header_wrong") ? 0 : sizeof(kind); \
        nodes[i] = (kind){{CHAIN_TYPE, VK_CURRENT_CHAIN_VERSION, node_size}, next, link}; \
        next = (__typeof__(next))all.functions[i]; \
        link = nodes + i; \
    } \
    VkResult result = next(link, __VA_ARGS__); \
    close_interceptions(&all); \
    return result;

EXPORT VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                       VkExtensionProperties *properties) {
#define CHAIN_TYPE VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES
    INTERCEPTED(vkEnumerateInstanceExtensionProperties, VkEnumerateInstanceExtensionPropertiesChain,
                list_extensions, FAULT("interceptors_get_no_name") ? NULL : layer, count, properties)
#undef CHAIN_TYPE
}

EXPORT VkResult vkEnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties) {
#define CHAIN_TYPE VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES
    INTERCEPTED(vkEnumerateInstanceLayerProperties, VkEnumerateInstanceLayerPropertiesChain, list_layers, count,
                properties)
#undef CHAIN_TYPE
}

EXPORT VkResult vkEnumerateInstanceVersion(uint32_t *version) {
    if (FAULT("version_not_intercepted")) {
        return tell_version(NULL, version);
    }
#define CHAIN_TYPE VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION
    INTERCEPTED(vkEnumerateInstanceVersion, VkEnumerateInstanceVersionChain, tell_version, version)
#undef CHAIN_TYPE
}
