// Answers about layers and extensions: the layer's own rows behind those of the next entity, the functions
// that are called before there is an instance, and the introspection that interface version 0 exports.
#ifndef REFLOADER_MOCK_ANSWERS_H
#define REFLOADER_MOCK_ANSWERS_H

static VkResult extension_rows(const char *list, uint32_t *count, VkExtensionProperties *out) {
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

static VkResult own_layer_row(uint32_t *count, VkLayerProperties *out, uint32_t available) {
    VkResult result = counted(count, out != NULL, available);
    if (out != NULL && *count == 1) layer_row(flag("name"), out);
    return result;
}

// ---- rows of the next entity with more behind them: (rows, type, filling the row i of a list)

#define WITH_MORE(rows, type, fill) \
    typedef VkResult below_##rows(const void *context, uint32_t *count, type *out); \
    static inline VkResult more_##rows(const char *list, below_##rows *below, const void *context, \
                                       uint32_t *count, type *out) { \
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

static inline void layer_row_at(const char *list, uint32_t index, VkLayerProperties *row) {
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

static VkResult layer_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *out) {
    trace("vkEnumerateInstanceLayerProperties");
    if (violates("CONV-LAYER-04")) return two_layer_rows(count, out);
    return own_layer_row(count, out, 1);
}

static VkResult layer_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                           VkExtensionProperties *out) {
    trace("vkEnumerateInstanceExtensionProperties");
    int own = layer != NULL && flag_is("name", layer);
    int answers = own || violates(layer == NULL ? "LLP_LAYER_15" : "LLP_LAYER_15_other");
    if (layer != NULL && violates("LLP_LAYER_15_near"))
        answers = strncmp(flag("name"), layer, strlen(flag("name"))) == 0;
    if (!answers) return VK_ERROR_LAYER_NOT_PRESENT;
    return extension_rows(flag("instance_extensions"), count, out);
}

#if defined(EXPORT_INTROSPECTION)
// ---- interface version 0: the loader asks the library, not a layer in a chain

EXPORT VkResult vkEnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *out);
EXPORT VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                       VkExtensionProperties *out);
EXPORT VkResult vkEnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t *count,
                                                 VkLayerProperties *out);
EXPORT VkResult vkEnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                     uint32_t *count, VkExtensionProperties *out);

EXPORT VkResult vkEnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *out) {
    trace("introspection vkEnumerateInstanceLayerProperties");
    if (violates("IFACE-LAYER-V0-02")) return VK_ERROR_INITIALIZATION_FAILED;
    return own_layer_row(count, out, 1);
}

EXPORT VkResult vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                       VkExtensionProperties *out) {
    trace("introspection vkEnumerateInstanceExtensionProperties");
    if (violates("IFACE-LAYER-V0-03")) return VK_ERROR_INITIALIZATION_FAILED;
    if (layer == NULL || !flag_is("name", layer))
        VIOLATION("IFACE-LAYER-V0-03", "introspection of instance extensions for no layer of this library");
    return extension_rows(flag("instance_extensions"), count, out);
}

EXPORT VkResult vkEnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t *count,
                                                 VkLayerProperties *out) {
    trace("introspection vkEnumerateDeviceLayerProperties");
    if (violates("IFACE-LAYER-V0-04")) return VK_ERROR_INITIALIZATION_FAILED;
    if (device != NULL)
        VIOLATION("IFACE-LAYER-V0-04", "introspection of device layers gives a physical device");
    return own_layer_row(count, out, flag_number("device_layer"));
}

EXPORT VkResult vkEnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                     uint32_t *count, VkExtensionProperties *out) {
    trace("introspection vkEnumerateDeviceExtensionProperties");
    if (violates("IFACE-LAYER-V0-05")) return VK_ERROR_INITIALIZATION_FAILED;
    if (device != NULL)
        VIOLATION("IFACE-LAYER-V0-05", "introspection of device extensions gives a physical device");
    if (layer == NULL || !flag_is("name", layer))
        VIOLATION("IFACE-LAYER-V0-05", "introspection of device extensions for no layer of this library");
    return extension_rows(flag("device_extensions"), count, out);
}
#endif

#if defined(EXPORT_PRE_INSTANCE)
// ---- before there is an instance: called with the rest of the chain as first parameter

EXPORT VkResult mock_EnumerateInstanceVersion(const VkEnumerateInstanceVersionChain *chain,
                                              uint32_t *version);
EXPORT VkResult mock_EnumerateInstanceExtensionProperties(
    const VkEnumerateInstanceExtensionPropertiesChain *chain, const char *layer, uint32_t *count,
    VkExtensionProperties *out);
EXPORT VkResult mock_EnumerateInstanceLayerProperties(const VkEnumerateInstanceLayerPropertiesChain *chain,
                                                      uint32_t *count, VkLayerProperties *out);

static int chain_usable(const char *command, VkChainHeader header, VkChainType type, size_t size, int next) {
    trace("%s type=%u version=%u size=%u next=%d", command, (unsigned)header.type, header.version,
          header.size, next);
    if (header.type != type || header.version != VK_CURRENT_CHAIN_VERSION || header.size != size)
        VIOLATION("PREINST-03", "%s with the header %u, %u, %u", command, (unsigned)header.type,
                  header.version, header.size);
    if (!next) VIOLATION("PREINST-03", "%s without the next function", command);
    return next;
}

// The result of a call, unless it has to fail on the way up.
// A version that depends on whether it was asked for before. As no library outlives such a call, the process's
// environment has to remember that, which PREINST-05 forbids.
static void tell_once(uint32_t *version) {
    if (violates("PREINST-05") && getenv("MOCK_LAYER_WAS_ASKED") != NULL) *version = VK_API_VERSION_1_0;
    if (violates("PREINST-05")) setenv("MOCK_LAYER_WAS_ASKED", "1", 1);
}

static VkResult going_up(const char *command, VkResult result) {
    failing("fail_after", command, &result);
    return result;
}

#define CHAIN_USABLE(command, chain, type) \
    chain_usable(command, (chain)->header, type, sizeof *(chain), (chain)->pfnNextLayer != NULL)

EXPORT VkResult mock_EnumerateInstanceVersion(const VkEnumerateInstanceVersionChain *chain,
                                              uint32_t *version) {
    static const char command[] = "vkEnumerateInstanceVersion";
    VkResult result = VK_ERROR_INITIALIZATION_FAILED;
    if (!CHAIN_USABLE(command, chain, VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION)) return result;
    if (failing("fail", command, &result)) return result;
    if (violates("PREINST-04")) return *version = VK_API_VERSION_1_0, VK_SUCCESS;
    result = chain->pfnNextLayer(chain->pNextLink, version);
    if (result == VK_SUCCESS && !flag_is("pre_version", "")) *version = flag_version("pre_version");
    if (result == VK_SUCCESS) tell_once(version);
    return going_up(command, result);
}

struct extensions_below {
    const VkEnumerateInstanceExtensionPropertiesChain *chain;
    const char *layer;
};

static VkResult extensions_below(const void *context, uint32_t *count, VkExtensionProperties *out) {
    const struct extensions_below *below = context;
    return below->chain->pfnNextLayer(below->chain->pNextLink, below->layer, count, out);
}

EXPORT VkResult mock_EnumerateInstanceExtensionProperties(
    const VkEnumerateInstanceExtensionPropertiesChain *chain, const char *layer, uint32_t *count,
    VkExtensionProperties *out) {
    static const char command[] = "vkEnumerateInstanceExtensionProperties";
    struct extensions_below below = {chain, layer};
    VkResult result = VK_ERROR_INITIALIZATION_FAILED;
    if (!CHAIN_USABLE(command, chain, VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES)) return result;
    if (failing("fail", command, &result)) return result;
    if (violates("PREINST-04")) return *count = 0, VK_SUCCESS;
    const char *more = layer == NULL ? flag("pre_extensions") : "";
    return going_up(command, more_extensions(more, extensions_below, &below, count, out));
}

static VkResult layers_below(const void *context, uint32_t *count, VkLayerProperties *out) {
    const VkEnumerateInstanceLayerPropertiesChain *chain = context;
    return chain->pfnNextLayer(chain->pNextLink, count, out);
}

EXPORT VkResult mock_EnumerateInstanceLayerProperties(const VkEnumerateInstanceLayerPropertiesChain *chain,
                                                      uint32_t *count, VkLayerProperties *out) {
    static const char command[] = "vkEnumerateInstanceLayerProperties";
    VkResult result = VK_ERROR_INITIALIZATION_FAILED;
    if (!CHAIN_USABLE(command, chain, VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES)) return result;
    if (failing("fail", command, &result)) return result;
    if (violates("PREINST-04")) return *count = 0, VK_SUCCESS;
    return going_up(command, more_layers(flag("pre_layers"), layers_below, chain, count, out));
}
#endif

#endif
