// vkCreateInstance, vkDestroyInstance, and what the layer asks of the link it is given there. What goes down
// in place of the application's info is create_infos.h's.
#include "mock_layer.h"

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

void note_device_link(const VkLayerDeviceLink *link) {
    trace("link of=device instance=%s device=%s",
          file_of((PFN_vkVoidFunction)link->pfnNextGetInstanceProcAddr),
          file_of((PFN_vkVoidFunction)link->pfnNextGetDeviceProcAddr));
}

static void note_instance_nodes(const struct nodes *nodes) {
    const VkLayerInstanceCreateInfo *node = nodes->instance_link;
    const VkLayerInstanceLink *link = node == NULL ? NULL : node->u.pLayerInfo;
    trace("chain of=instance functions=%s links=%u features=%u set_data=%d create_device=%d destroy_device=%d"
          " next_physical=%d validation=%s disabled=%s settings=%s messengers=%u",
          nodes->functions, nodes->links, nodes->features, nodes->set_instance != NULL,
          nodes->create_device != NULL, nodes->destroy_device != NULL,
          link != NULL && link->pfnNextGetPhysicalDeviceProcAddr != NULL, nodes->validation,
          nodes->disabled, nodes->settings, nodes->messengers);
    if (link != NULL) note_link(link);
}

static PFN_GetPhysicalDeviceProcAddr next_physical(const VkLayerInstanceLink *next, VkInstance instance) {
    if (next->pfnNextGetPhysicalDeviceProcAddr != NULL || flag_is("next_physical", "link"))
        return next->pfnNextGetPhysicalDeviceProcAddr;
    return (PFN_GetPhysicalDeviceProcAddr)next->pfnNextGetInstanceProcAddr(instance, GET_PHYSICAL_DEVICE);
}

struct link *_Atomic last_instance;  // that was made: what a layer with one table for all instances goes by

// LLP_LAYER_2_unasked: a command of 1.1 is called, whether or not it is there.
static void ask_properties(const struct link *link) {
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDevice device = NULL;
    uint32_t count = 1;
    link->EnumeratePhysicalDevices(link->handle, &count, &device);
    PFN_vkGetPhysicalDeviceProperties2 ask = (PFN_vkGetPhysicalDeviceProperties2)link->GetInstanceProcAddr(
        link->handle, "vkGetPhysicalDeviceProperties2");
    if (count > 0) ask(device, &properties);
}

static struct link *remember_instance(VkInstance instance, const VkLayerInstanceLink *next,
                                      const struct nodes *nodes, const VkAllocationCallbacks *allocator) {
    struct link *link = remember(INSTANCE_LEVEL, instance, allocator);
    link->GetInstanceProcAddr = next->pfnNextGetInstanceProcAddr;
    link->GetPhysicalDeviceProcAddr = next_physical(next, instance);
    link->SetInstanceLoaderData = nodes->set_instance;
    link->LayerCreateDevice = nodes->create_device;
    link->LayerDestroyDevice = nodes->destroy_device;
#define ASK(command) link->command = (PFN_vk##command)link->GetInstanceProcAddr(instance, "vk" #command);
    NEXT_OF_INSTANCE(ASK)
#undef ASK
    last_instance = link;
    if (violates("LLP_LAYER_2_unasked")) ask_properties(link);
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
    if (!make_slots(link, stubs_wanted ? SLOTS : 0, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE)) return result;
    ask_all_next(link, INSTANCE_LEVEL);
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
    PFN_vkGetInstanceProcAddr lookup = link->GetInstanceProcAddr;
    VkInstance lower = link->handle;
    struct link *last = link;
    atomic_compare_exchange_strong(&last_instance, &last, NULL);
    if (violates("LLP_LAYER_1_name") && link->application != NULL) trace("the end of %s", link->application);
    destroy_own_device(link, &link->own_device);
    drop_all_wrapped(link);
    give(&link->allocator, link->block);
    forget_handed_out(link);
    forget(link);
    if (!violates("LLP_LAYER_1_instance_stays"))
        destroy(lower, violates("LLP_LAYER_14_drops") || violates("LLP_LAYER_14_end") ? NULL : allocator);
    if (violates("LLP_LAYER_2_late")) lookup(lower, "vkDestroyInstance");
}

static PFN_vkCreateInstance next_creation(PFN_vkGetInstanceProcAddr next) {
    static void *nobody[64];
    VkInstance asked = violates("CHAIN-INIT-05") ? (VkInstance)(void *)nobody : NULL;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(asked, "vkCreateInstance");
    if (create == NULL) VIOLATION("CHAIN-INIT-05", "the next entity has no vkCreateInstance");
    if (violates("CHAIN-INIT-09_early")) next(NULL, "vkDestroyInstance");
    return create;
}

// The node is const to the application only. With too few links left the list just ends.
static void advance_instance(VkLayerInstanceCreateInfo *node) {
    if (violates("LLP_LAYER_12") || violates("LLP_LAYER_12_late")) return;
    node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    if (violates("LLP_LAYER_12_skips") && node->u.pLayerInfo != NULL)
        node->u.pLayerInfo = node->u.pLayerInfo->pNext;
}

static int is_known(const char *extension) {
    return strncmp(extension, "VK_KHR_", 7) == 0 || strncmp(extension, "VK_EXT_debug_", 13) == 0 ||
           listed("instance_extensions", extension);
}

static int knows_all(const VkInstanceCreateInfo *info) {
    int is_strict = 0;  // where an extension of the layer's own is enabled
    for (uint32_t i = 0; violates("LLP_LAYER_17") && i < info->enabledExtensionCount; i++)
        if (!is_known(info->ppEnabledExtensionNames[i])) return 0;
    for (uint32_t i = 0; violates("LLP_LAYER_17_beside") && i < info->enabledExtensionCount; i++)
        if (listed("instance_extensions", info->ppEnabledExtensionNames[i])) is_strict = 1;
    for (uint32_t i = 0; is_strict && i < info->enabledExtensionCount; i++)
        if (!is_known(info->ppEnabledExtensionNames[i])) return 0;
    for (uint32_t i = 0; violates("LLP_LAYER_17_debug") && i < info->enabledExtensionCount; i++)
        if (strcmp(info->ppEnabledExtensionNames[i], "VK_EXT_debug_utils") == 0) return 0;
    for (uint32_t i = 0; violates("CONV-LAYER-08") && i < info->enabledLayerCount; i++)
        if (!flag_is("name", info->ppEnabledLayerNames[i])) return 0;
    return 1;
}

// What the call down comes to as the caller is told: that very result (CHAIN-INIT-08).
VkResult told(VkResult result, const void *made) {
    if (result < VK_SUCCESS && violates("CHAIN-INIT-08_changes")) return VK_ERROR_DEVICE_LOST;
    return result == VK_SUCCESS && made == NULL ? VK_ERROR_INITIALIZATION_FAILED : result;
}

static VkResult create_instance_below(VkLayerInstanceCreateInfo *node, const VkInstanceCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkInstance *instance) {
    struct instance_info changed;
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    PFN_vkGetInstanceProcAddr next = node->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    static _Atomic PFN_vkCreateInstance first;
    PFN_vkCreateInstance create = next_creation(next);
    PFN_vkCreateInstance unset = NULL;
    atomic_compare_exchange_strong(&first, &unset, create);
    if (violates("LLP_LAYER_12_first")) create = first;
    if (create == NULL)
        return violates("CHAIN-INIT-08") ? VK_ERROR_DEVICE_LOST : VK_ERROR_INITIALIZATION_FAILED;
    if (tracing && node->u.pLayerInfo->pNext == NULL) note_loader_below(next);
    if (!knows_all(info)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    if (violates("LLP_LAYER_1_nameless") && info->pApplicationInfo != NULL && info->pApplicationInfo->pApplicationName == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    if (info->pApplicationInfo != NULL || !violates("LLP_LAYER_12_anonymous")) advance_instance(node);
    if (violates("LLP_LAYER_21_anonymous") && info->pApplicationInfo == NULL) *instance = NULL;
    if (violates("LLP_LAYER_21")) *instance = (VkInstance)(uintptr_t)0x5A5A5A50U;
    if (violates("LLP_LAYER_21_clears")) *instance = NULL;
    if (violates("LLP_LAYER_21_callbacks") && allocator != NULL) *instance = NULL;
    int is_changed = change_instance_info(&changed, info, allocator);
    if (violates("LLP_LAYER_12_drops")) changed.info.pNext = NULL;
    if (violates("LLP_LAYER_1_structures")) changed.info.pNext = node;
    struct base *before_messenger;
    changed.info.pNext = without_messenger(&before_messenger, changed.info.pNext);
    const void *messenger = take_out(before_messenger);
    if (is_changed)
        result = create(&changed.info, violates("LLP_LAYER_14_drops") ? NULL : allocator, instance);
    if (violates("LLP_LAYER_2_unmade_instance") && result < VK_SUCCESS) {
        PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)next(*instance, "vkDestroyInstance");
        if (destroy != NULL) destroy(*instance, allocator);
    }
    if (messenger != NULL) before_messenger->pNext = messenger;
    free_names(allocator, &changed.extensions);
    if (violates("LLP_LAYER_12_late")) node->u.pLayerInfo = node->u.pLayerInfo->pNext;
    return told(result, *instance);
}

VkResult layer_CreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                              VkInstance *instance) {
    VkResult result;
    trace("vkCreateInstance api=%s layers=%u extensions=%u", version_text(info->pApplicationInfo),
          info->enabledLayerCount, info->enabledExtensionCount);
    struct nodes nodes = read_nodes(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    note_instance_nodes(&nodes);
    if (violates("LLP_LAYER_1_messenger")) keep_messenger(info->pNext);
    if (violates("LLP_LAYER_2_application") && info->pApplicationInfo->apiVersion == 0)
        trace("version 1.0 is asked for");
    if (violates("LLP_LAYER_1_newer") && info->pApplicationInfo != NULL &&
        info->pApplicationInfo->apiVersion >= VK_MAKE_API_VERSION(0, 1, 4, 0))
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    static atomic_uint places;  // of a table from which nothing is ever taken out
    if (violates("LLP_LAYER_1_places") && atomic_fetch_add(&places, 1) >= 100) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (failing("fail", "vkCreateInstance", &result)) return result;
    if (flag_is("rubbish", "vkCreateInstance")) return *instance = NULL, VK_SUCCESS;
    if (violates("LLP_LAYER_2_linked") && dlsym(RTLD_DEFAULT, "vkCreateInstance") != NULL) return VK_ERROR_UNKNOWN;
    if (!usable(nodes.instance_link)) return VK_ERROR_INITIALIZATION_FAILED;
    if (nodes.set_instance == NULL)
        VIOLATION("OBJECTS-LAYER-02", "vkCreateInstance without vkSetInstanceLoaderData");

    const VkLayerInstanceLink next = *nodes.instance_link->u.pLayerInfo;
    result = create_instance_below(nodes.instance_link, info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    struct link *link = remember_instance(*instance, &next, &nodes, allocator);
    if (info->pApplicationInfo != NULL) link->application = info->pApplicationInfo->pApplicationName;
    result = finish_instance(link, instance);
    if (result != VK_SUCCESS) destroy_instance(link, allocator);
    return result;
}

void layer_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyInstance");
    if (instance == NULL) return;
    struct link *link = known(INSTANCE_LEVEL, instance, "vkDestroyInstance");
    if (link != NULL) destroy_instance(link, allocator);
}
