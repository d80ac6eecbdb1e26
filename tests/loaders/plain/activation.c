// Which of the layers are active for an instance, and in which order.
#include "plain.h"

// Whether an implicit layer's own variables switch it on. An enable filter stands for the enable variable.
bool switched_on(const Layer *layer, bool forced) {
    if (layer->disable != NULL && getenv(layer->disable) != NULL &&
        !(FAULT("disable_needs_value") && *getenv(layer->disable) == '\0') &&
        !(FAULT("disable_zero_ignored") && strcmp(getenv(layer->disable), "0") == 0) &&
        !(FAULT("override_cannot_be_disabled") && strcmp(layer->name, OVERRIDE_LAYER) == 0) && !FAULT("disable_variable_ignored")) {
        return FAULT("enable_beats_disable") && layer->enable != NULL && getenv(layer->enable) != NULL;
    }
    const char *value = layer->enable == NULL ? NULL : getenv(layer->enable);
    if (FAULT("enable_takes_any_value") && value != NULL) {
        return true;
    }
    return (forced && !FAULT("filter_needs_enable_variable")) || layer->enable == NULL ||
           (value != NULL && (strcmp(value, layer->enable_value) == 0 ||
                              (FAULT("enable_value_begins") &&
                               strncmp(value, layer->enable_value, strlen(layer->enable_value)) == 0)));
}

static bool filter_disables(const Layer *layer) {
    const char *disable = safe_variable("VK_LOADER_LAYERS_DISABLE");
    bool words = !FAULT("words_alone_only") || disable == NULL || strchr(disable, ',') == NULL;
    return (matches(disable, layer->name) ||
            (matches(disable, "~all~") && !(FAULT("all_spares_implicit") && layer->implicit) &&
             !(FAULT("all_spares_explicit") && !layer->implicit)) ||
            (words && matches(disable, layer->implicit ? "~implicit~" : "~explicit~"))) &&
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

static bool blacklisted(const Layers *layers, const Layer *layer) {
    if (FAULT("first_of_blacklist_only") && layers->override != NULL && layers->override->blacklist.count > 1) {
        return strcmp(layers->override->blacklist.at[0], layer->name) == 0;
    }
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
        if (FAULT("nested_meta_layer_lost") && component != NULL && component->components.count != 0) {
            continue;
        }
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
        if (layer->forced_on) {
            add_active(layers, layer, active);
        }
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

static void order_as_listed(const Layers *layers, Active *active) {
    uint32_t count = 0;
    const Layer *ordered[MOST_LAYERS];
    for (const Layer *layer = layers->first; layer != NULL; layer = layer->next) {
        for (uint32_t i = 0; i < active->count; i++) {
            if (active->at[i] == layer) {
                ordered[count++] = layer;
            }
        }
    }
    memcpy(active->at, ordered, count * sizeof *ordered);
}

// Implicit layers, those of variables, those of the application: in this order, from the application down.
VkResult activate(const Layers *layers, const VkInstanceCreateInfo *info, Active *active) {
    Arena arena = {NULL};
    static const char *first_variable;
    const char *variable = getenv("VK_INSTANCE_LAYERS");
    if (FAULT("variable_of_first_instance")) {
        first_variable = first_variable != NULL ? first_variable : strdup(variable == NULL ? "" : variable);
        variable = first_variable;
    }
    Names named = split(&arena, variable == NULL ? "" : variable, ':');
    if (FAULT("instance_layers_by_comma") && variable != NULL && strchr(variable, ',') != NULL) {
        named = split(&arena, variable, ',');
    }
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; FAULT("application_before_implicit") && i < info->enabledLayerCount; i++) {
        const Layer *layer = layer_named(layers, info->ppEnabledLayerNames[i]);
        if (layer != NULL && !filter_disables(layer) && !blacklisted(layers, layer)) {
            add_active(layers, layer, active);
        }
    }
    activate_implicit(layers, active);
    for (const Layer *layer = layers->first; layer != NULL && !FAULT("enabled_by_filter_last"); layer = layer->next) {
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
            for (uint32_t j = 0; FAULT("named_implicit_layer_moves") && layer->implicit && j < active->count; j++) {
                if (active->at[j] == layer) {
                    memmove(active->at + j, active->at + j + 1, (--active->count - j) * sizeof *active->at);
                }
            }
            add_active(layers, layer, active);
        }
    }
    for (const Layer *layer = layers->first; layer != NULL && FAULT("enabled_by_filter_last"); layer = layer->next) {
        if (!layer->implicit && matches(safe_variable("VK_LOADER_LAYERS_ENABLE"), layer->name)) {
            add_active(layers, layer, active);
        }
    }
    drop(&arena);
    if (layers->listed) {
        order_as_listed(layers, active);
    }
    return result;
}
