// What a library with the mock layer exports: a matter of the build, so that the dynamic linker sees the difference.
#include "mock_layer.h"

#if !defined(NAME_SUFFIX)
#define NAME_SUFFIX ""
#endif
const char name_suffix[] = NAME_SUFFIX;

#if defined(EXPORT_NEGOTIATE) && !defined(EXPORT_RENAMED)
int negotiated;
#else
// Nothing to negotiate with, or nothing that has to be: the loader may find GetProcAddr functions by name.
int negotiated = 1;
#endif

#if defined(EXPORT_NEGOTIATE) || defined(EXPORT_GET_PROC_ADDR)
static uint32_t answered;  // to the offer; 0 before it
#endif

#if defined(EXPORT_RENAMED)
#define PASTE(prefix, name) prefix##name
#define WITH_PREFIX(prefix, name) PASTE(prefix, name)
#define GLOBAL(name) WITH_PREFIX(EXPORT_RENAMED, name)
#elif defined(EXPORT_PREFIXED)
#define GLOBAL(name) VK_LAYER_mock##name
#else
#define GLOBAL(name) vk##name
#endif

#if defined(EXPORT_NEGOTIATE)
EXPORT VkResult GLOBAL(NegotiateLoaderLayerInterfaceVersion)(VkNegotiateLayerInterface *offer);

static void check_offer(const VkNegotiateLayerInterface *offer) {
    if (offer->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT)
        VIOLATION("NEGOTIATE-LAYER-03", "sType is %u, not 1", (unsigned)offer->sType);
    if (offer->pNext != NULL) VIOLATION("NEGOTIATE-LAYER-03", "pNext is not NULL");
    if (offer->loaderLayerInterfaceVersion < 2)
        VIOLATION("NEGOTIATE-LAYER-03", "version %u is offered", offer->loaderLayerInterfaceVersion);
}

// What no layer may do here (NEGOTIATE-LAYER-08): there is no next entity yet, so it asks the loader itself.
static void call_down(void) {
    uint32_t version = 0;
    void *loader = dlopen("libvulkan.so.1", RTLD_LAZY | RTLD_NOLOAD);
    PFN_vkEnumerateInstanceVersion next =
        loader == NULL ? NULL : (PFN_vkEnumerateInstanceVersion)dlsym(loader, "vkEnumerateInstanceVersion");
    if (next != NULL) next(&version);
    trace("called_down version=%u", version);
    if (loader != NULL) dlclose(loader);
}

static void misbehave(void) {
    if (flag_is("negotiate", "call_down") || violates("NEGOTIATE-LAYER-08")) call_down();
    if (flag_is("negotiate", "crash")) raise(SIGSEGV);
    while (flag_is("negotiate", "hang")) pause();
}

static void answer_offer(VkNegotiateLayerInterface *offer) {
    int none = flag_is("negotiate", "null_pointers");
    PFN_vkGetDeviceProcAddr before = offer->pfnGetDeviceProcAddr;
    if (offer->loaderLayerInterfaceVersion < 2) return;
    offer->pfnGetInstanceProcAddr =
        none || flag_is("negotiate", "null_instance") ? NULL : layer_GetInstanceProcAddr;
    offer->pfnGetDeviceProcAddr =
        none || flag_is("negotiate", "null_device") ? NULL : layer_GetDeviceProcAddr;
    offer->pfnGetPhysicalDeviceProcAddr = none || !answers_physical ? NULL : layer_GetPhysicalDeviceProcAddr;
    static int answers;  // so far: those of later instances lack the functions
    if (violates("LLP_LAYER_1_once") && answers++ > 0) offer->pfnGetInstanceProcAddr = NULL;
    if (violates("PHYSDEV-EXT-04_negotiation")) offer->pfnGetPhysicalDeviceProcAddr = NULL;
    if (violates("NEGOTIATE-LAYER-09")) offer->pfnGetDeviceProcAddr = NULL;
    if (violates("NEGOTIATE-LAYER-09_untouched")) offer->pfnGetDeviceProcAddr = before;
}

// The oldest version is the first for which the build has all that a loader looks for (NEGOTIATE-LAYER-05).
#if defined(EXPORT_GET_PROC_ADDR)
#define OLDEST_LAYER_INTERFACE 1U
#else
#define OLDEST_LAYER_INTERFACE 2U
#endif

static int refuses(uint32_t offered, uint32_t newest) {
    if (flag_is("negotiate", "fail") || violates("LLP_LAYER_5")) return 1;
    if (violates("NEGOTIATE-LAYER-04_newer") && offered > newest) return 1;
    return offered < OLDEST_LAYER_INTERFACE;
}

EXPORT VkResult GLOBAL(NegotiateLoaderLayerInterfaceVersion)(VkNegotiateLayerInterface *offer) {
    uint32_t newest = flag_number("interface"), asked = offer->loaderLayerInterfaceVersion;
    trace("negotiate offered=%u", offer->loaderLayerInterfaceVersion);
    negotiated = 1;
    check_offer(offer);
    misbehave();
    if (refuses(offer->loaderLayerInterfaceVersion, newest))
        return violates("NEGOTIATE-LAYER-05") ? VK_ERROR_INCOMPATIBLE_DRIVER : VK_ERROR_INITIALIZATION_FAILED;
    if (violates("NEGOTIATE-LAYER-04")) newest = ++offer->loaderLayerInterfaceVersion;
    if (offer->loaderLayerInterfaceVersion > newest) offer->loaderLayerInterfaceVersion = newest;
    answer_offer(offer);
    if (violates("NEGOTIATE-LAYER-04_lower") && asked == 2) offer->loaderLayerInterfaceVersion = 1;
    if (violates("NEGOTIATE-LAYER-04_echo")) offer->loaderLayerInterfaceVersion = asked;
    if (violates("NEGOTIATE-LAYER-04_old")) offer->loaderLayerInterfaceVersion = 1;
    if (!flag_is("negotiate_version", ""))
        offer->loaderLayerInterfaceVersion = flag_number("negotiate_version");
    answered = flag_result("negotiate_result") == VK_SUCCESS ? offer->loaderLayerInterfaceVersion : 0;
    return flag_result("negotiate_result");
}
#endif

#if defined(EXPORT_GET_PROC_ADDR)
EXPORT PFN_vkVoidFunction GLOBAL(GetInstanceProcAddr)(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction GLOBAL(GetDeviceProcAddr)(VkDevice device, const char *name);

static void check_export_is_wanted(const char *name) {
    if (answered >= 2) VIOLATION("NEGOTIATE-LAYER-10", "the exported %s is called", name);
}

EXPORT PFN_vkVoidFunction GLOBAL(GetInstanceProcAddr)(VkInstance instance, const char *name) {
    check_export_is_wanted("GetInstanceProcAddr");
    if (flag_is("lookups", "written")) trace("asked name=%s", name);
    return layer_GetInstanceProcAddr(instance, name);
}

EXPORT PFN_vkVoidFunction GLOBAL(GetDeviceProcAddr)(VkDevice device, const char *name) {
    check_export_is_wanted("GetDeviceProcAddr");
    return layer_GetDeviceProcAddr(device, name);
}
#endif

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
    return going_up(command, violates("LLP_LAYER_1_unanswered") ? VK_SUCCESS : result);
}

struct extensions_below {
    const VkEnumerateInstanceExtensionPropertiesChain *chain;
    const char *layer;
};

static VkResult extensions_below(const void *context, uint32_t *count, VkExtensionProperties *out) {
    const struct extensions_below *below = context;
    return below->chain->pfnNextLayer(below->chain->pNextLink, below->layer, count, out);
}

// Hides an extension in the application's own array, which has no room for what is hidden.
static VkResult without_reports(const struct extensions_below *below, uint32_t *count, VkExtensionProperties *out) {
    VkResult result = extensions_below(below, count, out);
    uint32_t kept = 0;
    for (uint32_t i = 0; out != NULL && i < *count; i++)
        if (strcmp(out[i].extensionName, "VK_EXT_debug_report") != 0) out[kept++] = out[i];
    *count = out != NULL ? kept : *count - (*count > 0);
    return result;
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
    if (violates("LLP_LAYER_1_exact") && layer == NULL) return without_reports(&below, count, out);
    result = more_extensions(more, extensions_below, &below, count, out);
    return going_up(command, violates("LLP_LAYER_1_early") && result > 0 ? VK_SUCCESS : result);
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
