// Answers about layers and extensions: the layer's own rows behind those of the next entity, and the features that go with
// them.
#include "mock_layer.h"

VkResult extension_rows(const char *list, uint32_t *count, VkExtensionProperties *out) {
    VkResult result = counted(count, out != NULL, words_in(list));
    for (uint32_t i = 0; out != NULL && i < *count; i++) extension_row(list, i, &out[i]);
    return result;
}

static void layer_row(const char *name, VkLayerProperties *row) {
    memset(row, 0, sizeof *row);
    snprintf(row->layerName, sizeof row->layerName, "%s", name);
    snprintf(row->description, sizeof row->description, "mock layer");
    row->specVersion = VK_API_VERSION_1_3;
    row->implementationVersion = 1;
}

VkResult own_layer_row(uint32_t *count, VkLayerProperties *out, uint32_t available) {
    uint32_t room = *count;
    VkResult result = counted(count, out != NULL, available);
    if (out != NULL && *count == 1) layer_row(flag("name"), out);
    if (violates("INTERCEPT-04_roomy") && out != NULL && result == VK_SUCCESS) *count = room;
    return result;
}

// ---- rows of the next entity with more behind them: (rows, type, filling the row i of a list)

#define WITH_MORE(rows, type, fill) \
    VkResult more_##rows(const char *list, below_##rows *below, const void *context, uint32_t *count, type *out) { \
        uint32_t lower = 0, own = words_in(list); \
        if (own == 0) return below(context, count, out); \
        VkResult result = below(context, &lower, NULL); \
        if (result != VK_SUCCESS) return result; \
        type *all = calloc(lower + own, sizeof *all); \
        if (all == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY; \
        result = below(context, &lower, all); \
        for (uint32_t i = 0; i < own; i++) fill(list, i, &all[lower + i]); \
        if (result >= VK_SUCCESS) result = counted(count, out != NULL, lower + own); \
        if (result >= VK_SUCCESS && out != NULL) memcpy(out, all, *count * sizeof *all); \
        free(all); \
        return result; \
    }

static void layer_row_at(const char *list, uint32_t index, VkLayerProperties *row) {
    layer_row(word_at(list, index), row);
}

WITH_MORE(extensions, VkExtensionProperties, extension_row)
WITH_MORE(layers, VkLayerProperties, layer_row_at)

// ---- what a layer answers when it is asked for its own functions of these names (CONV-LAYER-04, -05)

static VkResult two_layer_rows(uint32_t *count, VkLayerProperties *out) {
    VkResult result = counted(count, out != NULL, 2);
    for (uint32_t i = 0; out != NULL && i < *count; i++)
        layer_row(i == 0 ? flag("name") : "VK_LAYER_other", &out[i]);
    return result;
}

VkResult layer_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *out) {
    trace("vkEnumerateInstanceLayerProperties");
    if (violates("CONV-LAYER-04")) return two_layer_rows(count, out);
    return own_layer_row(count, out, 1);
}

VkResult layer_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                    VkExtensionProperties *out) {
    trace("vkEnumerateInstanceExtensionProperties");
    int own = layer != NULL && flag_is("name", layer);
    int answers = own || violates(layer == NULL ? "LLP_LAYER_15" : "LLP_LAYER_15_other");
    if (layer != NULL && violates("LLP_LAYER_15_near"))
        answers = strncmp(flag("name"), layer, strlen(flag("name"))) == 0;
    if (!answers) return VK_ERROR_LAYER_NOT_PRESENT;
    return extension_rows(flag("instance_extensions"), count, out);
}

// ---- features

// The structure that begins with a feature which every device with the extension has.
static const struct {
    const char *extension;
    unsigned type;
} structures[] = {{"VK_EXT_memory_priority", 1000238000}, {"VK_EXT_custom_border_color", 1000287002}};

static int is_own(unsigned type) {
    for (size_t i = 0; i < COUNT(structures); i++)
        if (structures[i].type == type) return listed("device_extensions", structures[i].extension);
    return 0;
}

int has_own_features(void) {
    int any = 0;
    for (size_t i = 0; i < COUNT(structures); i++) any |= is_own(structures[i].type);
    return any;
}

void add_own_features(void *chain) {
    struct feature {
        unsigned type;
        struct feature *next;
        uint32_t is_there;
    };
    for (struct feature *at = chain; at != NULL && !violates("LLP_LAYER_1_no_feature"); at = at->next)
        if (is_own(at->type)) at->is_there = 1;
}
