// Which layers there are.
#include <strings.h>

#include "plain.h"

typedef struct Search {
    Arena *arena;
    Layers *layers;
    bool implicit, in_override_path;
} Search;

Names names_of(Arena *arena, const Json *object, const char *key) {
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
    if (FAULT("implicit_of_layer_path") && safe_variable("VK_LAYER_PATH") != NULL) {
        layer->implicit = search->implicit || member(object, "disable_environment") != NULL;
    }
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
        (search->implicit || FAULT("explicit_layers_intercept")) && (format >= VK_MAKE_API_VERSION(0, 1, 1, 2) || FAULT("old_formats_intercept"));
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
    uint32_t format = 0;
    if (!read_version(text_of(file, "file_format_version"), &format) && !FAULT("format_version_optional")) {
        return;
    }
    if (one != NULL) {
        add_layer(search, path, one, format);
    }
    for (const Json *item = many == NULL || many->kind != JSON_LIST ? NULL : many->first; item != NULL;
         item = item->next) {
        add_layer(search, path, item, format);
        if (FAULT("first_of_many_layers_only")) {
            break;
        }
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

const Layer *component_of(const Layers *layers, const Layer *meta, const char *name) {
    const Layer *layer = layer_named(layers, name);
    if (layer != NULL && meta == layers->override && meta->override_paths.count != 0 && !layer->in_override_path &&
        !FAULT("components_outside_the_paths")) {
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
            if (FAULT("later_components_optional") && i != 0 && layer == NULL) {
                continue;
            }
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
    *layers = (Layers){NULL, NULL, false};
    Search implicit = {arena, layers, true, false};
    Search explicit = {arena, layers, false, false};
    search_kind(&implicit, "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "implicit_layer.d");
    layers->override = with_override ? find_override(layers) : NULL;
    if (layers->override != NULL && layers->override->override_paths.count != 0 && !FAULT("override_paths_ignored")) {
        Names paths = layers->override->override_paths;
        paths.count = FAULT("first_override_path_only") ? 1 : paths.count;
        explicit.in_override_path = true;
        search_places(&explicit, &paths);
    } else {
        search_kind(&explicit, "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "explicit_layer.d");
    }
}

static Layers find_without_settings(Arena *arena) {
    Layers layers;
    search_all(arena, &layers, true);
    if (layers.override != NULL && !usable(&layers, layers.override, 0)) {
        search_all(arena, &layers, false);
    }
    return layers;
}

static bool is_listed(const Json *list, const char *name) {
    for (const Json *item = list->first; item != NULL; item = item->next) {
        if (text_of(item, "name") != NULL && strcmp(text_of(item, "name"), name) == 0) {
            return true;
        }
    }
    return false;
}

static void add_last(Layers *layers, Layer *layer) {
    Layer **at = &layers->first;
    while (*at != NULL) {
        at = &(*at)->next;
    }
    layer->next = NULL;
    *at = layer;
}

// The layer of this name in the manifest that the file leads to.
static void add_listed(Arena *arena, Layers *layers, const Json *item, Control control) {
    const Json *implicit = member(item, "treat_as_implicit_manifest");
    Layers found = {NULL, NULL, false};
    Search search = {arena, &found, implicit != NULL && implicit->kind == JSON_BOOL && implicit->truth, false};
    if (FAULT("settings_layers_always_explicit")) {
        search.implicit = false;
    }
    if (text_of(item, "path") != NULL) {
        read_manifest(&search, text_of(item, "path"));
    }
    Layer *layer = (Layer *)layer_named(&found, text_of(item, "name"));
    if (layer != NULL) {
        layer->forced_on = control == CONTROL_ON;
        add_last(layers, layer);
    }
}

// The list of a settings file stands for the search, and its order is that of the layers.
static Layers find_listed(Arena *arena, const Json *list) {
    Layers layers = {NULL, NULL, !FAULT("settings_order_ignored")};
    for (const Json *item = list->first; item != NULL; item = item->next) {
        Control control = control_of(item);
        if (control == CONTROL_REST && !FAULT("settings_rest_ignored")) {
            Layers others = find_without_settings(arena);
            layers.override = others.override;
            for (Layer *layer = others.first, *next; layer != NULL; layer = next) {
                next = layer->next;
                if (!is_listed(list, layer->name) || FAULT("settings_rest_holds_listed")) {
                    add_last(&layers, layer);
                }
            }
        } else if (control != CONTROL_OFF && control != CONTROL_REST && text_of(item, "name") != NULL) {
            add_listed(arena, &layers, item, control);
        }
    }
    if (FAULT("settings_list_adds_to_search")) {
        Layers others = find_without_settings(arena);
        for (Layer *layer = others.first, *next; layer != NULL; layer = next) {
            next = layer->next;
            if (!is_listed(list, layer->name) && layer_named(&layers, layer->name) == NULL) {
                add_last(&layers, layer);
            }
        }
    }
    return layers;
}

Layers find_layers(Arena *arena) {
    const Json *list = member(find_settings(arena), "layers");
    Layers layers =
        list != NULL && list->kind == JSON_LIST ? find_listed(arena, list) : find_without_settings(arena);
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
    while (layer != NULL &&
           (FAULT("layer_names_in_any_case") ? strcasecmp(layer->name, name) : strcmp(layer->name, name)) != 0) {
        layer = layer->next;
    }
    return layer;
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
