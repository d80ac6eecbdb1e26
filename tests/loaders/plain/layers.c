// Which layers there are, and which of them are active for an instance.
#define _GNU_SOURCE
#include <unistd.h>

#include "plain.h"

typedef struct Search {
    Arena *arena;
    Layers *layers;
    bool implicit, in_override_path;
} Search;

static Names names_of(Arena *arena, const Json *object, const char *key) {
    Names names = {0, NULL};
    const Json *list = member(object, key);
    for (const Json *item = list == NULL ? NULL : list->first; item != NULL; item = item->next) {
        if (item->kind == JSON_TEXT) {
            add_name(arena, &names, item->text);
        }
    }
    return names;
}

static uint32_t number_of(const Json *object, const char *key) {
    const Json *value = member(object, key);
    return value != NULL && value->text != NULL ? (uint32_t)strtoul(value->text, NULL, 10) : 0;
}

static Extensions extensions_of(Arena *arena, const Json *object, const char *key) {
    Extensions all = {0, NULL};
    const Json *list = member(object, key);
    for (const Json *item = list == NULL ? NULL : list->first; item != NULL; item = item->next) {
        if (text_of(item, "name") != NULL) {
            add_extension(arena, &all, text_of(item, "name"), number_of(item, "spec_version"));
        }
    }
    return all;
}

static void read_environment(Layer *layer, const Json *object) {
    const Json *enable = member(object, "enable_environment");
    const Json *disable = member(object, "disable_environment");
    if (enable != NULL && enable->first != NULL && enable->first->kind == JSON_TEXT) {
        layer->enable = enable->first->key;
        layer->enable_value = enable->first->text;
    }
    if (disable != NULL && disable->first != NULL && disable->kind == JSON_OBJECT) {
        layer->disable = disable->first->key;
    }
}

// A layer needs all required keys and either a library or components; an implicit one can be switched off.
static bool is_complete(const Layer *layer, const Json *object) {
    const char *type = text_of(object, "type");
    return layer->name != NULL && layer->description != NULL && type != NULL &&
           (strcmp(type, "INSTANCE") == 0 || strcmp(type, "GLOBAL") == 0 || FAULT("device_type_accepted")) &&
           read_version(text_of(object, "api_version"), &(uint32_t){0}) &&
           member(object, "implementation_version") != NULL &&
           (text_of(object, "library_path") != NULL) != (member(object, "component_layers") != NULL) &&
           (!layer->implicit || layer->disable != NULL || FAULT("implicit_without_disable")) &&
           (VK_API_VERSION_VARIANT(layer->api) == 0 || FAULT("variant_layer_loaded")) && !wrong_word_size(object);
}

static void add_layer(const Search *search, const char *manifest, const Json *object, uint32_t format) {
    Arena *arena = search->arena;
    Layer *layer = take(arena, sizeof *layer);
    const Json *functions = member(object, "functions");
    const char *library = text_of(object, "library_path");
    layer->name = (char *)text_of(object, "name");
    layer->description = (char *)text_of(object, "description");
    layer->manifest = (char *)manifest;
    layer->implicit = search->implicit;
    layer->in_override_path = search->in_override_path;
    layer->implementation = number_of(object, "implementation_version");
    read_version(text_of(object, "api_version"), &layer->api);
    read_environment(layer, object);
    if (!is_complete(layer, object)) {
        return;
    }
    layer->library = library == NULL ? NULL : library_of(arena, manifest, library);
    layer->negotiate = text_of(functions, "vkNegotiateLoaderLayerInterfaceVersion");
    layer->instance_lookup = text_of(functions, "vkGetInstanceProcAddr");
    layer->device_lookup = text_of(functions, "vkGetDeviceProcAddr");
    layer->has_interceptions =
        search->implicit && (format >= VK_MAKE_API_VERSION(0, 1, 1, 2) || FAULT("old_formats_intercept"));
    layer->pre_instance = layer->has_interceptions ? member(object, "pre_instance_functions") : NULL;
    layer->instance_extensions = extensions_of(arena, object, "instance_extensions");
    layer->device_extensions = extensions_of(arena, object, "device_extensions");
    layer->components = names_of(arena, object, "component_layers");
    layer->blacklist = names_of(arena, object, "blacklisted_layers");
    layer->override_paths = names_of(arena, object, "override_paths");
    layer->app_keys = names_of(arena, object, "app_keys");
    Layer **at = &search->layers->first;
    bool override = search->implicit && strcmp(layer->name, OVERRIDE_LAYER) == 0;
    for (; *at != NULL; at = &(*at)->next) {
        bool other_programs = override && (layer->app_keys.count != 0 || (*at)->app_keys.count != 0);
        if (strcmp((*at)->name, layer->name) == 0 && !other_programs) {
            if (FAULT("last_of_two_names")) {
                layer->next = (*at)->next;
                *at = layer;
            }
            return;
        }
    }
    *at = layer;
}

static void read_manifest(const Search *search, const char *path) {
    const Json *file = read_json(search->arena, path);
    const Json *one = member(file, "layer"), *many = member(file, "layers");
    uint32_t format;
    if (!read_version(text_of(file, "file_format_version"), &format)) {
        return;
    }
    if (one != NULL) {
        add_layer(search, path, one, format);
    }
    for (const Json *item = many == NULL || many->kind != JSON_LIST ? NULL : many->first; item != NULL;
         item = item->next) {
        add_layer(search, path, item, format);
    }
}

static void search_places(const Search *search, const Names *places) {
    Names found = manifests_in(search->arena, places);
    for (size_t i = 0; i < found.count; i++) {
        read_manifest(search, found.at[i]);
    }
}

// The places of one variable alone, or those that another one adds and the standard folders behind them.
static void search_kind(const Search *search, const char *only, const char *added, const char *folder) {
    Names places = places_of(search->arena, only);
    if (FAULT("layer_path_for_implicit_layers") && safe_variable("VK_LAYER_PATH") != NULL) {
        places = places_of(search->arena, "VK_LAYER_PATH");
    } else if (safe_variable(only) != NULL && FAULT("added_path_beside_the_only_one")) {
        Names more = places_of(search->arena, added);
        for (size_t i = 0; i < more.count; i++) {
            add_name(search->arena, &places, more.at[i]);
        }
    } else if (safe_variable(only) == NULL) {
        places = places_of(search->arena, added);
        Names standard = standard_folders(search->arena, folder);
        if (FAULT("added_path_last")) {
            Names front = standard;
            standard = places;
            places = front;
        }
        for (size_t i = 0; i < standard.count; i++) {
            add_name(search->arena, &places, standard.at[i]);
        }
    }
    search_places(search, &places);
}

static bool is_this_program(const Names *app_keys) {
    char path[4096] = "";
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    return length > 0 && has_name(app_keys, path);
}

// Whether an implicit layer's own variables switch it on. An enable filter stands for the enable variable.
static bool switched_on(const Layer *layer, bool forced) {
    if (layer->disable != NULL && getenv(layer->disable) != NULL &&
        !(FAULT("disable_needs_value") && *getenv(layer->disable) == '\0') && !FAULT("disable_variable_ignored")) {
        return FAULT("enable_beats_disable") && layer->enable != NULL && getenv(layer->enable) != NULL;
    }
    const char *value = layer->enable == NULL ? NULL : getenv(layer->enable);
    if (FAULT("enable_takes_any_value") && value != NULL) {
        return true;
    }
    return (forced && !FAULT("filter_needs_enable_variable")) || layer->enable == NULL ||
           (value != NULL && strcmp(value, layer->enable_value) == 0);
}

static bool filter_disables(const Layer *layer) {
    const char *disable = safe_variable("VK_LOADER_LAYERS_DISABLE");
    return (matches(disable, layer->name) ||
            (matches(disable, "~all~") && !(FAULT("all_spares_implicit") && layer->implicit)) ||
            matches(disable, layer->implicit ? "~implicit~" : "~explicit~")) &&
           (!matches(safe_variable("VK_LOADER_LAYERS_ALLOW"), layer->name) || FAULT("allow_ignored"));
}

static bool filter_enables(const Layer *layer) {
    const char *named = getenv("VK_INSTANCE_LAYERS");
    Arena arena = {NULL};
    Names names = split(&arena, named == NULL ? "" : named, ':');
    bool enabled =
        matches(safe_variable("VK_LOADER_LAYERS_ENABLE"), layer->name) || has_name(&names, layer->name);
    drop(&arena);
    enabled |= FAULT("allow_enables") && matches(safe_variable("VK_LOADER_LAYERS_ALLOW"), layer->name);
    return enabled && !FAULT("disable_filter_wins");
}

// Whether a component is of an older Vulkan version; the patch does not count.
static bool is_older(uint32_t component, uint32_t meta) {
    char texts[2][32];
    snprintf(texts[0], sizeof *texts, "%u.%u", VK_API_VERSION_MAJOR(component), VK_API_VERSION_MINOR(component));
    snprintf(texts[1], sizeof *texts, "%u.%u", VK_API_VERSION_MAJOR(meta), VK_API_VERSION_MINOR(meta));
    if (FAULT("versions_as_text")) {
        return strcmp(texts[0], texts[1]) < 0;
    }
    if (FAULT("patch_counts")) {
        return component < meta;
    }
    return component >> 12 < meta >> 12 && !FAULT("older_components");
}

static bool usable(const Layers *layers, const Layer *layer, int depth);

static const Layer *component_of(const Layers *layers, const Layer *meta, const char *name) {
    const Layer *layer = layer_named(layers, name);
    if (layer != NULL && meta == layers->override && meta->override_paths.count != 0 && !layer->in_override_path) {
        return NULL;
    }
    return layer;
}

// A meta-layer needs every component, each of its own Vulkan version or a newer one.
static bool usable(const Layers *layers, const Layer *meta, int depth) {
    for (size_t i = 0; i < meta->components.count; i++) {
        const Layer *layer = component_of(layers, meta, meta->components.at[i]);
        if (depth > 20 || layer == NULL || is_older(layer->api, meta->api) ||
            !usable(layers, layer, depth + 1)) {
            return false;
        }
    }
    return meta->library != NULL || meta->components.count != 0;
}

// The override layer of this program goes before one for all programs.
static Layer *find_override(const Layers *layers) {
    Layer *found = NULL;
    for (Layer *layer = layers->first; layer != NULL; layer = layer->next) {
        bool own = is_this_program(&layer->app_keys);
        if (layer->implicit && strcmp(layer->name, OVERRIDE_LAYER) == 0 && switched_on(layer, false) &&
            (layer->app_keys.count == 0 || own || FAULT("app_keys_ignored")) && (found == NULL || own)) {
            found = layer;
        }
    }
    return found;
}

static void search_all(Arena *arena, Layers *layers, bool with_override) {
    *layers = (Layers){NULL, NULL};
    Search implicit = {arena, layers, true, false};
    Search explicit = {arena, layers, false, false};
    search_kind(&implicit, "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "implicit_layer.d");
    layers->override = with_override ? find_override(layers) : NULL;
    if (layers->override != NULL && layers->override->override_paths.count != 0 && !FAULT("override_paths_ignored")) {
        explicit.in_override_path = true;
        search_places(&explicit, &layers->override->override_paths);
    } else {
        search_kind(&explicit, "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "explicit_layer.d");
    }
}

Layers find_layers(Arena *arena) {
    Layers layers;
    search_all(arena, &layers, true);
    if (layers.override != NULL && !usable(&layers, layers.override, 0)) {
        search_all(arena, &layers, false);
    }
    for (Layer **at = &layers.first; *at != NULL;) {
        if (usable(&layers, *at, 0)) {
            at = &(*at)->next;
        } else {
            *at = (*at)->next;
        }
    }
    return layers;
}

const Layer *layer_named(const Layers *layers, const char *name) {
    const Layer *layer = layers->first;
    while (layer != NULL && strcmp(layer->name, name) != 0) {
        layer = layer->next;
    }
    return layer;
}

static bool blacklisted(const Layers *layers, const Layer *layer) {
    return layers->override != NULL && has_name(&layers->override->blacklist, layer->name) &&
           !FAULT("blacklist_ignored") && !(FAULT("blacklist_spares_implicit") && layer->implicit);
}

// A name keeps the first place that it has; a meta-layer stands for its components.
static void add_active(const Layers *layers, const Layer *layer, Active *active) {
    for (uint32_t i = 0; i < active->count; i++) {
        if (active->at[i] == layer && !FAULT("layer_twice")) {
            return;
        }
    }
    if (blacklisted(layers, layer) || active->count == MOST_LAYERS) {
        return;
    }
    for (size_t i = 0; i < layer->components.count; i++) {
        size_t which = FAULT("components_reversed") ? layer->components.count - 1 - i : i;
        const Layer *component = component_of(layers, layer, layer->components.at[which]);
        if (component != NULL && (!filter_disables(component) || filter_enables(component))) {
            add_active(layers, component, active);
        }
    }
    if (active->count != MOST_LAYERS) {
        active->at[active->count++] = layer;
    }
}

void activate_implicit(const Layers *layers, Active *active) {
    if (FAULT("override_first") && layers->override != NULL) {
        add_active(layers, layers->override, active);
    }
    for (const Layer *layer = layers->first; layer != NULL; layer = layer->next) {
        bool forced = filter_enables(layer);
        if (layer->implicit && strcmp(layer->name, OVERRIDE_LAYER) != 0 && switched_on(layer, forced) &&
            (forced || !filter_disables(layer))) {
            add_active(layers, layer, active);
        }
    }
    if (layers->override != NULL && (!filter_disables(layers->override) || filter_enables(layers->override))) {
        add_active(layers, layers->override, active);
    }
    active->implicit_count = active->count;
}

// Implicit layers, those of variables, those of the application: in this order, from the application down.
VkResult activate(const Layers *layers, const VkInstanceCreateInfo *info, Active *active) {
    Arena arena = {NULL};
    const char *variable = getenv("VK_INSTANCE_LAYERS");
    Names named = split(&arena, variable == NULL ? "" : variable, ':');
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; FAULT("application_before_implicit") && i < info->enabledLayerCount; i++) {
        const Layer *layer = layer_named(layers, info->ppEnabledLayerNames[i]);
        if (layer != NULL && !filter_disables(layer) && !blacklisted(layers, layer)) {
            add_active(layers, layer, active);
        }
    }
    activate_implicit(layers, active);
    for (const Layer *layer = layers->first; layer != NULL; layer = layer->next) {
        if (!layer->implicit && matches(safe_variable("VK_LOADER_LAYERS_ENABLE"), layer->name)) {
            add_active(layers, layer, active);
        }
    }
    for (size_t i = 0; i < named.count; i++) {
        const Layer *layer = layer_named(layers, named.at[FAULT("variable_reversed") ? named.count - 1 - i : i]);
        if (layer != NULL) {
            add_active(layers, layer, active);
        }
    }
    for (uint32_t i = 0; i < info->enabledLayerCount; i++) {
        const Layer *layer = layer_named(layers, info->ppEnabledLayerNames[i]);
        if (layer == NULL || blacklisted(layers, layer) || (filter_disables(layer) && !filter_enables(layer))) {
            result = FAULT("missing_layer_ignored") ? VK_SUCCESS : VK_ERROR_LAYER_NOT_PRESENT;
        } else {
            add_active(layers, layer, active);
        }
    }
    drop(&arena);
    return result;
}

void add_layer_extensions(Arena *arena, const Layers *layers, const Layer *layer, bool of_device, Extensions *all) {
    const Extensions *own = of_device ? &layer->device_extensions : &layer->instance_extensions;
    for (uint32_t i = 0; i < own->count; i++) {
        add_extension(arena, all, own->at[i].extensionName, own->at[i].specVersion);
    }
    for (size_t i = 0; i < layer->components.count; i++) {
        const Layer *component = component_of(layers, layer, layer->components.at[i]);
        if (component != NULL && !(FAULT("first_component_extensions") && i != 0)) {
            add_layer_extensions(arena, layers, component, of_device, all);
        }
    }
}
