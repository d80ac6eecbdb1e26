// A layer that hands every call down and writes down what it saw. Never changes what passes through it,
// unless a flag in its sidecar says so. Complains in its trace when the loader breaks its side.
#define _GNU_SOURCE

#include <pthread.h>

#define MOCK_KIND "layer"
#define MOCK_FLAGS \
    {"name", "VK_LAYER_mock"}, {"trace", ""}, {"interface", "2"}, {"negotiate", "ok"}, {"fail", ""},
#include "mock_common.h"

// Commands that a fail flag may name.
#define CAN_FAIL "vkCreateInstance,vkEnumeratePhysicalDevices,vkCreateDevice"

// The next entity's commands, asked for once when an instance or a device has been made.
#define NEXT_OF_INSTANCE(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(EnumerateDeviceExtensionProperties)
#define NEXT_OF_DEVICE(X) X(DestroyDevice)

#define MEMBER(command) PFN_vk##command command;
struct link {
    void *key;
    VkInstance instance;
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr;
    NEXT_OF_INSTANCE(MEMBER)
    NEXT_OF_DEVICE(MEMBER)
};

static struct link links[64];
static pthread_mutex_t links_lock = PTHREAD_MUTEX_INITIALIZER;

#if defined(EXPORT_NEGOTIATE)
static int negotiated;
#else
// Nothing to negotiate with: the loader finds the exported GetProcAddr functions.
static int negotiated = 1;
#endif

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    check_words("fail", CAN_FAIL);
    check_words("negotiate", "ok,fail");
    if (flag_number("interface") > NEWEST_LAYER_INTERFACE) die("unknown value in flag", flag("interface"));
    trace("load");
}

__attribute__((destructor)) static void on_unload(void) { trace("unload"); }

// ---- what is known of each instance and device, by the dispatch pointer that its children share

static void *key_of(const void *handle) { return *(void *const *)handle; }

static void forget(void *key) {
    pthread_mutex_lock(&links_lock);
    for (size_t i = 0; i < COUNT(links); i++)
        if (links[i].key == key) links[i].key = NULL;
    pthread_mutex_unlock(&links_lock);
}

static void remember(struct link made) {
    size_t i = 0;
    forget(made.key);
    pthread_mutex_lock(&links_lock);
    while (i < COUNT(links) && links[i].key != NULL) i++;
    if (i == COUNT(links)) die("too many instances and devices in", label);
    links[i] = made;
    pthread_mutex_unlock(&links_lock);
}

static int recall(const void *handle, struct link *found) {
    int seen = 0;
    if (handle == NULL) return 0;
    pthread_mutex_lock(&links_lock);
    for (size_t i = 0; !seen && i < COUNT(links); i++) {
        seen = links[i].key != NULL && links[i].key == key_of(handle);
        if (seen) *found = links[i];
    }
    pthread_mutex_unlock(&links_lock);
    return seen;
}

static int known(const void *handle, struct link *found, const char *command) {
    if (recall(handle, found)) return 1;
    VIOLATION("CHAIN-DIST-01", "%s with a handle of no instance or device made through this layer", command);
    return 0;
}

// ---- the commands that are looked at on their way down

struct base {
    VkStructureType sType;
    const void *pNext;
};

// The loader's node in a pNext chain. It is const to the application only: layers advance it.
static void *chain_node(const void *chain, VkStructureType type) {
    for (const struct base *at = chain; at != NULL; at = at->pNext) {
        // VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo agree up to and including function.
        if (at->sType == type && ((const VkLayerDeviceCreateInfo *)at)->function == VK_LAYER_LINK_INFO)
            return (void *)(uintptr_t)at;
    }
    return NULL;
}

static VkResult layer_CreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                     VkInstance *instance) {
    trace("vkCreateInstance api=%s layers=%u extensions=%u", version_text(info->pApplicationInfo),
          info->enabledLayerCount, info->enabledExtensionCount);
    if (must_fail("vkCreateInstance")) return VK_ERROR_INITIALIZATION_FAILED;

    VkLayerInstanceCreateInfo *node = chain_node(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (node == NULL || node->u.pLayerInfo == NULL ||
        node->u.pLayerInfo->pfnNextGetInstanceProcAddr == NULL) {
        VIOLATION("LLP_LOADER_8", "vkCreateInstance without the next vkGetInstanceProcAddr");
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    PFN_vkGetInstanceProcAddr next = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;

    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;

#define ASK(command) .command = (PFN_vk##command)next(*instance, "vk" #command),
    remember((struct link){.key = key_of(*instance),
                           .instance = *instance,
                           .GetInstanceProcAddr = next,
                           NEXT_OF_INSTANCE(ASK)});
#undef ASK
    return VK_SUCCESS;
}

static void layer_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    struct link next;
    trace("vkDestroyInstance");
    if (instance == NULL || !known(instance, &next, "vkDestroyInstance")) return;
    forget(next.key);
    next.DestroyInstance(instance, allocator);
}

static VkResult layer_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                               VkPhysicalDevice *devices) {
    struct link next;
    trace("vkEnumeratePhysicalDevices");
    if (must_fail("vkEnumeratePhysicalDevices")) return VK_ERROR_INITIALIZATION_FAILED;
    if (!known(instance, &next, "vkEnumeratePhysicalDevices")) return VK_ERROR_INITIALIZATION_FAILED;
    return next.EnumeratePhysicalDevices(instance, count, devices);
}

static VkResult layer_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                         uint32_t *count,
                                                         VkExtensionProperties *properties) {
    struct link next;
    if (layer != NULL && flag_is("name", layer)) {
        *count = 0;
        return VK_SUCCESS;
    }
    if (!known(device, &next, "vkEnumerateDeviceExtensionProperties")) return VK_ERROR_INITIALIZATION_FAILED;
    return next.EnumerateDeviceExtensionProperties(device, layer, count, properties);
}

static VkResult layer_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *device) {
    struct link above;
    trace("vkCreateDevice layers=%u extensions=%u", info->enabledLayerCount, info->enabledExtensionCount);
    if (must_fail("vkCreateDevice")) return VK_ERROR_INITIALIZATION_FAILED;
    if (!known(physical, &above, "vkCreateDevice")) return VK_ERROR_INITIALIZATION_FAILED;

    VkLayerDeviceCreateInfo *node = chain_node(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (node == NULL || node->u.pLayerInfo == NULL ||
        node->u.pLayerInfo->pfnNextGetInstanceProcAddr == NULL ||
        node->u.pLayerInfo->pfnNextGetDeviceProcAddr == NULL) {
        VIOLATION("LLP_LOADER_9", "vkCreateDevice without the next vkGet*ProcAddr");
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    PFN_vkGetDeviceProcAddr next = node->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)node->u.pLayerInfo->pfnNextGetInstanceProcAddr(above.instance, "vkCreateDevice");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;

    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    VkResult result = create(physical, info, allocator, device);
    if (result != VK_SUCCESS) return result;

#define ASK(command) .command = (PFN_vk##command)next(*device, "vk" #command),
    remember((struct link){.key = key_of(*device), .GetDeviceProcAddr = next, NEXT_OF_DEVICE(ASK)});
#undef ASK
    return VK_SUCCESS;
}

static void layer_DestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator) {
    struct link next;
    trace("vkDestroyDevice");
    if (device == NULL || !known(device, &next, "vkDestroyDevice")) return;
    forget(next.key);
    next.DestroyDevice(device, allocator);
}

// ---- which pointer answers a name

static PFN_vkVoidFunction layer_GetInstanceProcAddr(VkInstance instance, const char *name);
static PFN_vkVoidFunction layer_GetDeviceProcAddr(VkDevice device, const char *name);

#define INSTANCE_COMMANDS(X) \
    X(GetInstanceProcAddr) X(CreateInstance) X(DestroyInstance) X(EnumeratePhysicalDevices) \
    X(EnumerateDeviceExtensionProperties) X(CreateDevice)
#define DEVICE_COMMANDS(X) X(GetDeviceProcAddr) X(DestroyDevice)

struct command {
    const char *name;
    PFN_vkVoidFunction pointer;
};
#define ROW(command) {"vk" #command, (PFN_vkVoidFunction)layer_##command},
#define TYPE_CHECK(command) \
    static const PFN_vk##command check_##command __attribute__((unused)) = layer_##command;
INSTANCE_COMMANDS(TYPE_CHECK)
DEVICE_COMMANDS(TYPE_CHECK)
static const struct command device_commands[] = {DEVICE_COMMANDS(ROW)};
static const struct command instance_commands[] = {INSTANCE_COMMANDS(ROW)};

static PFN_vkVoidFunction own(const struct command *commands, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(commands[i].name, name) == 0) return commands[i].pointer;
    return NULL;
}

static PFN_vkVoidFunction layer_GetInstanceProcAddr(VkInstance instance, const char *name) {
    struct link next;
    if (!negotiated) {
        VIOLATION("NEGOTIATE-LAYER-01", "vkGetInstanceProcAddr before the negotiation");
        negotiated = 1;
    }
    PFN_vkVoidFunction found = own(instance_commands, COUNT(instance_commands), name);
    if (found == NULL) found = own(device_commands, COUNT(device_commands), name);
    if (found != NULL || !recall(instance, &next)) return found;
    return next.GetInstanceProcAddr(instance, name);
}

static PFN_vkVoidFunction layer_GetDeviceProcAddr(VkDevice device, const char *name) {
    struct link next;
    PFN_vkVoidFunction found = own(device_commands, COUNT(device_commands), name);
    if (found != NULL || !known(device, &next, "vkGetDeviceProcAddr")) return found;
    return next.GetDeviceProcAddr(device, name);
}

// ---- exports: which ones is a matter of the build, so that the dynamic linker sees the difference

#if defined(EXPORT_NEGOTIATE)
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *offer);

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *offer) {
    uint32_t newest = flag_number("interface");
    trace("negotiate offered=%u", offer->loaderLayerInterfaceVersion);
    negotiated = 1;
    if (offer->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT)
        VIOLATION("NEGOTIATE-LAYER-03", "sType is %u, not 1", (unsigned)offer->sType);
    if (offer->pNext != NULL) VIOLATION("NEGOTIATE-LAYER-03", "pNext is not NULL");
    if (offer->loaderLayerInterfaceVersion < 2)
        VIOLATION("NEGOTIATE-LAYER-03", "version %u is offered", offer->loaderLayerInterfaceVersion);
    if (flag_is("negotiate", "fail")) return VK_ERROR_INITIALIZATION_FAILED;

    if (offer->loaderLayerInterfaceVersion > newest) offer->loaderLayerInterfaceVersion = newest;
    if (offer->loaderLayerInterfaceVersion >= 2) {
        offer->pfnGetInstanceProcAddr = layer_GetInstanceProcAddr;
        offer->pfnGetDeviceProcAddr = layer_GetDeviceProcAddr;
        offer->pfnGetPhysicalDeviceProcAddr = NULL;
    }
    return VK_SUCCESS;
}
#endif

#if defined(EXPORT_GET_PROC_ADDR)
EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *name);

EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    return layer_GetInstanceProcAddr(instance, name);
}

EXPORT PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *name) {
    return layer_GetDeviceProcAddr(device, name);
}
#endif
