// A layer that hands every call down and writes down what it saw. Never changes what passes through it,
// unless a flag in its sidecar says so. Complains in its trace when the loader breaks its side.
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

// Lists have commas between their words. An extension is NAME:VERSION; a command in fail and fail_after may
// carry its result (vkCreateDevice:-4).
#define MOCK_KIND "layer"
#define MOCK_FLAGS \
    {"name", "VK_LAYER_mock"}, {"trace", ""}, \
    /* the negotiation: how it goes, and instead of the honest answer this version and this result */ \
    {"interface", "2"}, {"negotiate", "ok"}, {"negotiate_version", ""}, {"negotiate_result", "0"}, \
    /* commands that fail instead of calling down, or after it; that no lookup finds; that give NULL */ \
    {"fail", ""}, {"fail_after", ""}, {"hide", ""}, {"rubbish", ""}, \
    /* commands to write down ("*" for all), and kinds of objects to put others in the place of */ \
    {"intercept", ""}, {"wrap", ""}, \
    /* commands of its own, answered with their place in the list */ \
    {"unknown_physical", ""}, {"unknown_device", ""}, \
    /* extensions of its own, and whether the introspection counts it among the device layers */ \
    {"instance_extensions", ""}, {"device_extensions", ""}, {"device_layer", "1"}, \
    /* what it adds before there is an instance */ \
    {"pre_extensions", ""}, {"pre_layers", ""}, {"pre_version", ""}, \
    /* what it changes in create infos */ \
    {"add_instance_extensions", ""}, {"add_device_extensions", ""}, {"api", ""}, \
    /* whether it uses the application's allocator; when it makes a device of its own; with which instance \
       it asks for vkCreateDevice; what it says to the messengers when an instance has been made (Debian's \
       loader 1.3.239 then waits for ever) */ \
    {"allocate", "0"}, {"own_device", ""}, {"create_device_lookup", "instance"}, {"message", ""},
#include "mock_common.h"

#define NEGOTIATIONS "ok,fail,null_pointers,null_instance,null_device,call_down,crash,hang"
#define GET_PHYSICAL_DEVICE "vk_layerGetPhysicalDeviceProcAddr"

// What tells the layers of one library apart in the trace.
#if !defined(NAME_SUFFIX)
#define NAME_SUFFIX ""
#endif

static PFN_vkVoidFunction layer_GetInstanceProcAddr(VkInstance instance, const char *name);
static PFN_vkVoidFunction layer_GetDeviceProcAddr(VkDevice device, const char *name);

#include "flags.h"
#include "links.h"
#include "stubs.h"
#include "answers.h"
#include "wrapping.h"
#include "create_infos.h"
#include "own_devices.h"
#include "manners.h"

#if defined(EXPORT_NEGOTIATE) && !defined(EXPORT_RENAMED)
static int negotiated;
#else
// Nothing to negotiate with, or nothing that has to be: the loader may find GetProcAddr functions by name.
static int negotiated = 1;
#endif
static uint32_t answered;  // to the offer; 0 before it

// ---- what the flags say, looked at once

static const char *hides;

static void check_fail_after(void) {
    for (uint32_t i = 0; i < words_in(flag("fail_after")); i++) {
        const char *word = word_at(flag("fail_after"), i);
        if (!holds(CAN_FAIL "," BEFORE_INSTANCE, word, strcspn(word, ":"), ","))
            die("unknown value in flag", word);
    }
}

static void check_flags(void) {
    check_results("fail");
    check_results("fail_after");
    check_fail_after();
    check_words("negotiate", NEGOTIATIONS);
    flag_result("negotiate_result");
    check_words("rubbish", CAN_FAIL);
    check_words("own_device", "vkCreateInstance,vkCreateDevice");
    check_words("create_device_lookup", "instance,null");
    check_extensions("instance_extensions");
    check_extensions("device_extensions");
    check_extensions("pre_extensions");
    if (!flag_is("api", "")) flag_version("api");
    if (!flag_is("pre_version", "")) flag_version("pre_version");
    if (!flag_is("negotiate_version", "")) flag_number("negotiate_version");
    if (flag_number("allocate") > 1) die("unknown value in flag", flag("allocate"));
    if (flag_number("device_layer") > 1) die("unknown value in flag", flag("device_layer"));
    if (flag_number("interface") > NEWEST_LAYER_INTERFACE) die("unknown value in flag", flag("interface"));
}

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    snprintf(label + strlen(label), sizeof label - strlen(label), "%s", NAME_SUFFIX);
    check_flags();
    hides = flag("hide");
    uses_allocators = flag_number("allocate") != 0;
    read_manners("fail", 1);
    if (flag_is("intercept", "*")) intercept_all();
    else read_manners("intercept", 0);
    read_own_commands("unknown_physical", INSTANCE_LEVEL);
    read_own_commands("unknown_device", DEVICE_LEVEL);
    wrapped_kinds = kinds_of(flag("wrap"));
    stubs_wanted |= wrapped_kinds != 0;
    answers_physical |= (wrapped_kinds & INSTANCE_KINDS) || !flag_is("unknown_physical", "");
    trace("load");
}

__attribute__((destructor)) static void on_unload(void) {
    trace("unload");
    free_unknown();
    free_links();
}

// ---- instances

static int usable(const VkLayerInstanceCreateInfo *node) {
    if (node != NULL && node->u.pLayerInfo != NULL &&
        node->u.pLayerInfo->pfnNextGetInstanceProcAddr != NULL)
        return 1;
    VIOLATION("LLP_LOADER_8", "vkCreateInstance without the next vkGetInstanceProcAddr");
    return 0;
}

// The last layer asks the loader itself. How many of these it has without an instance, no document says.
static void note_loader_below(PFN_vkGetInstanceProcAddr next) {
    static const char *const names[] = {"vkEnumerateInstanceVersion",
                                        "vkEnumerateInstanceExtensionProperties",
                                        "vkEnumerateInstanceLayerProperties"};
    int found = 0;
    for (size_t i = 0; i < COUNT(names); i++) found += next(NULL, names[i]) != NULL;
    trace("loader_below globals=%d", found);
}

// The name of the file that a pointer lies in; "none" for NULL.
static const char *file_of(PFN_vkVoidFunction pointer) {
    static _Thread_local char names[3][256];
    static _Thread_local unsigned turn;
    Dl_info found;
    if (pointer == NULL) return "none";
    if (dladdr((void *)(uintptr_t)pointer, &found) == 0) return "?";
    const char *slash = strrchr(found.dli_fname, '/');
    char *name = names[turn++ % COUNT(names)];
    spell(name, sizeof names[0], slash == NULL ? found.dli_fname : slash + 1);
    return name;
}

// CHAIN-INIT-04: whose lookup functions a link holds.
static void note_link(const VkLayerInstanceLink *link) {
    trace("link of=instance instance=%s physical=%s",
          file_of((PFN_vkVoidFunction)link->pfnNextGetInstanceProcAddr),
          file_of((PFN_vkVoidFunction)link->pfnNextGetPhysicalDeviceProcAddr));
}

static void note_device_link(const VkLayerDeviceLink *link) {
    trace("link of=device instance=%s device=%s",
          file_of((PFN_vkVoidFunction)link->pfnNextGetInstanceProcAddr),
          file_of((PFN_vkVoidFunction)link->pfnNextGetDeviceProcAddr));
}

static void note_instance_nodes(const struct nodes *nodes) {
    const VkLayerInstanceCreateInfo *node = nodes->instance_link;
    const VkLayerInstanceLink *link = node == NULL ? NULL : node->u.pLayerInfo;
    trace("chain of=instance functions=%s links=%u features=%u set_data=%d create_device=%d destroy_device=%d"
          " next_physical=%d messengers=%u",
          nodes->functions, nodes->links, nodes->features, nodes->set_instance != NULL,
          nodes->create_device != NULL, nodes->destroy_device != NULL,
          link != NULL && link->pfnNextGetPhysicalDeviceProcAddr != NULL, nodes->messengers);
    if (link != NULL) note_link(link);
}

static PFN_GetPhysicalDeviceProcAddr next_physical(const VkLayerInstanceLink *next, VkInstance instance) {
    if (next->pfnNextGetPhysicalDeviceProcAddr != NULL) return next->pfnNextGetPhysicalDeviceProcAddr;
    return (PFN_GetPhysicalDeviceProcAddr)next->pfnNextGetInstanceProcAddr(instance, GET_PHYSICAL_DEVICE);
}

static struct link *remember_instance(VkInstance instance, const VkLayerInstanceLink *next,
                                      const struct nodes *nodes, const VkAllocationCallbacks *allocator) {
    struct link *link = remember(INSTANCE_LEVEL, instance, stubs_wanted ? SLOTS : 0);
    link->GetInstanceProcAddr = next->pfnNextGetInstanceProcAddr;
    link->GetPhysicalDeviceProcAddr = next_physical(next, instance);
    link->SetInstanceLoaderData = nodes->set_instance;
    link->LayerCreateDevice = nodes->create_device;
    link->LayerDestroyDevice = nodes->destroy_device;
    if (allocator != NULL) link->allocator = *allocator;
#define ASK(command) link->command = (PFN_vk##command)link->GetInstanceProcAddr(instance, "vk" #command);
    NEXT_OF_INSTANCE(ASK)
#undef ASK
    ask_all_next(link, INSTANCE_LEVEL);
    return link;
}

static void submit_message(const struct link *link) {
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pMessageIdName = "mock",
        .pMessage = flag("message")};
    PFN_vkSubmitDebugUtilsMessageEXT submit = (PFN_vkSubmitDebugUtilsMessageEXT)link->GetInstanceProcAddr(
        link->handle, "vkSubmitDebugUtilsMessageEXT");
    trace("message next=%d", submit != NULL);
    if (submit != NULL)
        submit(link->handle, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
               VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
}

// Everything that follows a successful call down; what it gives is the result of the whole.
static VkResult finish_instance(struct link *link, VkInstance *instance) {
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    link->block = take(&link->allocator, 64, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (link->block == NULL) return result;
    if (failing("fail_after", "vkCreateInstance", &result)) return result;
    *instance = wrap(link, KIND_VkInstance, *instance);
    if (*instance == NULL) return result;
    if (!flag_is("message", "")) submit_message(link);
    if (flag_is("own_device", "vkCreateInstance"))
        make_own_device_of_instance(link, layer_GetInstanceProcAddr);
    trace("made instance=%p first=%p", (void *)*instance, key_of(*instance));
    return VK_SUCCESS;
}

static void destroy_instance(struct link *link, const VkAllocationCallbacks *allocator) {
    PFN_vkDestroyInstance destroy = link->DestroyInstance;
    VkInstance lower = link->handle;
    destroy_own_device(link, &link->own_device);
    drop_all_wrapped(link);
    give(&link->allocator, link->block);
    forget(link);
    destroy(lower, allocator);
}

static VkResult create_instance_below(const VkLayerInstanceCreateInfo *node, const VkInstanceCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkInstance *instance) {
    struct instance_info changed;
    PFN_vkGetInstanceProcAddr next = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
    if (create == NULL) {
        VIOLATION("CHAIN-INIT-05", "the next entity has no vkCreateInstance");
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    if (node->u.pLayerInfo->pNext == NULL) note_loader_below(next);
    ((VkLayerInstanceCreateInfo *)(uintptr_t)node)->u.pLayerInfo = node->u.pLayerInfo->pNext;
    change_instance_info(&changed, info);
    VkResult result = create(&changed.info, allocator, instance);
    free_names(&changed.extensions);
    return result == VK_SUCCESS && *instance == NULL ? VK_ERROR_INITIALIZATION_FAILED : result;
}

static VkResult layer_CreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                     VkInstance *instance) {
    VkResult result;
    trace("vkCreateInstance api=%s layers=%u extensions=%u", version_text(info->pApplicationInfo),
          info->enabledLayerCount, info->enabledExtensionCount);
    struct nodes nodes = read_nodes(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    note_instance_nodes(&nodes);
    if (failing("fail", "vkCreateInstance", &result)) return result;
    if (flag_is("rubbish", "vkCreateInstance")) return *instance = NULL, VK_SUCCESS;
    if (!usable(nodes.instance_link)) return VK_ERROR_INITIALIZATION_FAILED;
    if (nodes.set_instance == NULL)
        VIOLATION("OBJECTS-LAYER-02", "vkCreateInstance without vkSetInstanceLoaderData");

    const VkLayerInstanceLink next = *nodes.instance_link->u.pLayerInfo;
    result = create_instance_below(nodes.instance_link, info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    struct link *link = remember_instance(*instance, &next, &nodes, allocator);
    result = finish_instance(link, instance);
    if (result != VK_SUCCESS) destroy_instance(link, allocator);
    return result;
}

static void layer_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyInstance");
    if (instance == NULL) return;
    struct link *link = known(INSTANCE_LEVEL, instance, "vkDestroyInstance");
    if (link != NULL) destroy_instance(link, allocator);
}

// ---- physical devices

static VkResult rubbish_devices(const uint32_t *count, VkPhysicalDevice *devices) {
    for (uint32_t i = 0; devices != NULL && i < *count; i++) devices[i] = NULL;
    return VK_SUCCESS;
}

static VkResult layer_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                               VkPhysicalDevice *devices) {
    VkResult result = VK_SUCCESS;
    trace("vkEnumeratePhysicalDevices");
    if (failing("fail", "vkEnumeratePhysicalDevices", &result)) return result;
    if (flag_is("rubbish", "vkEnumeratePhysicalDevices")) return rubbish_devices(count, devices);
    struct link *link = known(INSTANCE_LEVEL, instance, "vkEnumeratePhysicalDevices");
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult lower = link->EnumeratePhysicalDevices(link->handle, count, devices);
    if (devices != NULL && lower >= VK_SUCCESS)
        result = wrap_all(link, KIND_VkPhysicalDevice, *count, (void **)devices);
    if (result == VK_SUCCESS) result = lower;
    failing("fail_after", "vkEnumeratePhysicalDevices", &result);
    return result;
}

struct device_extensions_below {
    const struct link *link;
    VkPhysicalDevice device;
    const char *layer;
};

static VkResult device_extensions_below(const void *context, uint32_t *count, VkExtensionProperties *out) {
    const struct device_extensions_below *below = context;
    return below->link->EnumerateDeviceExtensionProperties(below->device, below->layer, count, out);
}

static VkResult layer_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                         uint32_t *count, VkExtensionProperties *out) {
    note(find_command("vkEnumerateDeviceExtensionProperties"), device);
    if (layer != NULL && flag_is("name", layer)) return extension_rows(flag("device_extensions"), count, out);
    const struct link *link = known(INSTANCE_LEVEL, device, "vkEnumerateDeviceExtensionProperties");
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    struct device_extensions_below below = {link, unwrap(device), layer};
    const char *more = layer == NULL ? flag("device_extensions") : "";
    return more_extensions(more, device_extensions_below, &below, count, out);
}

// ---- devices

static int usable_device(const VkLayerDeviceCreateInfo *node) {
    if (node != NULL && node->u.pLayerInfo != NULL &&
        node->u.pLayerInfo->pfnNextGetInstanceProcAddr != NULL &&
        node->u.pLayerInfo->pfnNextGetDeviceProcAddr != NULL)
        return 1;
    VIOLATION("LLP_LOADER_9", "vkCreateDevice without the next vkGet*ProcAddr");
    return 0;
}

static VkResult create_device_below(const struct link *above, VkLayerDeviceCreateInfo *node,
                                    VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                    const VkAllocationCallbacks *allocator, VkDevice *device) {
    struct device_info changed;
    VkInstance instance = flag_is("create_device_lookup", "null") ? NULL : above->handle;
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)node->u.pLayerInfo->pfnNextGetInstanceProcAddr(instance, "vkCreateDevice");
    if (create == NULL) {
        VIOLATION("CHAIN-INIT-06", "the next entity has no vkCreateDevice");
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    change_device_info(&changed, info);
    VkResult result = create(unwrap(physical), &changed.info, allocator, device);
    free_device_info(&changed);
    return result == VK_SUCCESS && *device == NULL ? VK_ERROR_INITIALIZATION_FAILED : result;
}

static VkResult finish_device(struct link *link, VkPhysicalDevice physical, VkDevice *device) {
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    link->block = take(&link->allocator, 64, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (link->block == NULL) return result;
    if (failing("fail_after", "vkCreateDevice", &result)) return result;
    *device = wrap(link, KIND_VkDevice, *device);
    if (*device == NULL) return result;
    if (flag_is("own_device", "vkCreateDevice"))
        make_own_device(link->instance, unwrap(physical), &link->own_device, layer_GetInstanceProcAddr);
    trace("made device=%p first=%p", (void *)*device, key_of(*device));
    return VK_SUCCESS;
}

static void destroy_device(struct link *link, const VkAllocationCallbacks *allocator) {
    PFN_vkDestroyDevice destroy = link->DestroyDevice;
    VkDevice lower = link->handle;
    destroy_own_device(link->instance, &link->own_device);
    drop_all_wrapped(link);
    give(&link->allocator, link->block);
    forget(link);
    destroy(lower, allocator);
}

static struct link *remember_device(VkDevice device, const struct link *above, PFN_vkGetDeviceProcAddr next,
                                    PFN_vkSetDeviceLoaderData set, const VkAllocationCallbacks *allocator) {
    struct link *link = remember(DEVICE_LEVEL, device, stubs_wanted ? SLOTS : 0);
    link->instance = above;
    link->GetDeviceProcAddr = next;
    link->SetDeviceLoaderData = set;
    if (allocator != NULL) link->allocator = *allocator;
#define ASK(command) link->command = (PFN_vk##command)next(device, "vk" #command);
    NEXT_OF_DEVICE(ASK)
#undef ASK
    ask_all_next(link, DEVICE_LEVEL);
    return link;
}

static VkResult layer_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *device) {
    VkResult result;
    trace("vkCreateDevice layers=%u extensions=%u", info->enabledLayerCount, info->enabledExtensionCount);
    struct nodes nodes = read_nodes(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    trace("chain of=device functions=%s links=%u set_data=%d", nodes.functions, nodes.links,
          nodes.set_device != NULL);
    if (nodes.device_link != NULL && nodes.device_link->u.pLayerInfo != NULL)
        note_device_link(nodes.device_link->u.pLayerInfo);
    if (failing("fail", "vkCreateDevice", &result)) return result;
    if (flag_is("rubbish", "vkCreateDevice")) return *device = NULL, VK_SUCCESS;
    const struct link *above = known(INSTANCE_LEVEL, physical, "vkCreateDevice");
    if (above == NULL || !usable_device(nodes.device_link)) return VK_ERROR_INITIALIZATION_FAILED;
    if (nodes.set_device == NULL)
        VIOLATION("OBJECTS-LAYER-02", "vkCreateDevice without vkSetDeviceLoaderData");

    PFN_vkGetDeviceProcAddr next = nodes.device_link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    result = create_device_below(above, nodes.device_link, physical, info, allocator, device);
    if (result != VK_SUCCESS) return result;
    struct link *link = remember_device(*device, above, next, nodes.set_device, allocator);
    result = finish_device(link, physical, device);
    if (result != VK_SUCCESS) destroy_device(link, allocator);
    return result;
}

static void layer_DestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyDevice");
    if (device == NULL) return;
    struct link *link = known(DEVICE_LEVEL, device, "vkDestroyDevice");
    if (link != NULL) destroy_device(link, allocator);
}

#include "lookups.h"
