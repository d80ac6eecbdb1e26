// The free layer's commands of instances and physical devices.
#include "free_layer.h"

// What hangs on a create info for this layer; the chain ends with NULL.
static VkLayerInstanceCreateInfo *instance_link(const void *chain) {
    VkLayerInstanceCreateInfo *at = (VkLayerInstanceCreateInfo *)(uintptr_t)chain;
    while (at != NULL && (at->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                          at->function != VK_LAYER_LINK_INFO))
        at = (VkLayerInstanceCreateInfo *)(uintptr_t)at->pNext;
    return at;
}

// An instance's data from a physical device that no enumeration has shown: it belongs to the one that lists it.
struct below *instance_of(VkPhysicalDevice device) {
    struct below *found = find_below(device);
    for (struct below *at = belows; at != NULL && found == NULL; at = at->next) {
        VkPhysicalDevice listed[MOST];
        uint32_t count = MOST;
        if (at->EnumeratePhysicalDevices == NULL) continue;
        at->EnumeratePhysicalDevices((VkInstance)at->handle, &count, listed);
        for (uint32_t i = 0; i < count; i++)
            if (listed[i] == device) learn(device, found = at);
    }
    return found;
}

// ---- vkCreateInstance

struct asked {
    VkInstanceCreateInfo info;
    VkApplicationInfo application;
    VkLayerInstanceCreateInfo link;
    VkDebugUtilsMessengerCreateInfoEXT messenger;
    const char *extensions[256];
};

int has_name(const char *const *names, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

static VkBool32 say_nothing(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                            const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

// A structure of VK_EXT_debug_utils is only legal where the application enables it.
static void add_messenger(struct asked *asked) {
    VkInstanceCreateInfo *info = &asked->info;
    if (!has_name(info->ppEnabledExtensionNames, info->enabledExtensionCount, "VK_EXT_debug_utils")) return;
    asked->messenger = (VkDebugUtilsMessengerCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
        .pfnUserCallback = say_nothing};
    if (takes("own_structure_first")) {
        asked->messenger.pNext = info->pNext;
        info->pNext = &asked->messenger;
    }
}

// The loader's structure is replaced by a copy that already points at the next layer; those before it stay.
static void copy_link(struct asked *asked, const VkLayerInstanceCreateInfo *link) {
    asked->link = *link;
    asked->link.u.pLayerInfo = link->u.pLayerInfo->pNext;
    if (asked->info.pNext == link) asked->info.pNext = &asked->link;
}

static void add_extension(struct asked *asked, const char *name) {
    VkInstanceCreateInfo *info = &asked->info;
    uint32_t count = info->enabledExtensionCount;
    if (count + 1 >= COUNT(asked->extensions) || has_name(info->ppEnabledExtensionNames, count, name)) return;
    for (uint32_t i = 0; i < count; i++) asked->extensions[i] = info->ppEnabledExtensionNames[i];
    asked->extensions[count] = name;
    info->ppEnabledExtensionNames = asked->extensions;
    info->enabledExtensionCount = count + 1;
}

static void change_instance(struct asked *asked) {
    static const VkApplicationInfo nobody = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    VkInstanceCreateInfo *info = &asked->info;
    if (takes("own_structure_first")) add_messenger(asked);
    if (takes("raises_version")) {
        asked->application = info->pApplicationInfo == NULL ? nobody : *info->pApplicationInfo;
        if (asked->application.apiVersion < VK_API_VERSION_1_1) asked->application.apiVersion = VK_API_VERSION_1_1;
        info->pApplicationInfo = &asked->application;
    }
    if (takes("adds_properties2")) add_extension(asked, "VK_KHR_get_physical_device_properties2");
}

static void fill_instance(struct below *made) {
#define FIND(command) made->command = (PFN_vk##command)made->GetInstanceProcAddr((VkInstance)made->handle, "vk" #command);
#define FIND_ALIAS(command, suffix) \
    made->command##suffix = \
        (PFN_vk##command)made->GetInstanceProcAddr((VkInstance)made->handle, "vk" #command #suffix);
    INSTANCE_CALLS(FIND)
    ALIASES(FIND_ALIAS)
    fill_copying(made, 0);
#undef FIND
#undef FIND_ALIAS
}

static void *wait_a_little(void *unused) {
    usleep(1000);
    return unused;
}

static VkResult remember_instance(VkInstance instance, const VkInstanceCreateInfo *info,
                                  const VkAllocationCallbacks *callbacks, PFN_vkGetInstanceProcAddr next) {
    const VkAllocationCallbacks *used = takes("ignores_callbacks") ? NULL : callbacks;
    struct below *made = remember(instance, used, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (made == NULL) {
        PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)next(instance, "vkDestroyInstance");
        destroy(instance, callbacks_below(callbacks));
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    made->GetInstanceProcAddr = next;
    made->version = info->pApplicationInfo == NULL ? VK_API_VERSION_1_0 : info->pApplicationInfo->apiVersion;
    fill_instance(made);
    begin_pacing();
    if (takes("thread_of_instance"))
        made->has_thread = pthread_create(&made->thread, NULL, wait_a_little, NULL) == 0;
    return VK_SUCCESS;
}

// Those of Vulkan 1.0 had to refuse what they do not know.
static int is_newer(const VkApplicationInfo *application) {
    return application != NULL && VK_API_VERSION_MINOR(application->apiVersion) > known_minor();
}

VkResult free_CreateInstance(const VkInstanceCreateInfo *given, const VkAllocationCallbacks *callbacks,
                             VkInstance *instance) {
    struct asked asked = {.info = *given};
    if (takes("refuses_newer") && is_newer(given->pApplicationInfo)) return VK_ERROR_INCOMPATIBLE_DRIVER;
    VkLayerInstanceCreateInfo *link = instance_link(given->pNext);
    if (link == NULL || link->u.pLayerInfo == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkLayerInstanceLink *own = link->u.pLayerInfo;
    PFN_vkGetInstanceProcAddr next = own->pfnNextGetInstanceProcAddr;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (takes("asks_globals")) next(NULL, "vkEnumerateInstanceVersion");
    if (takes("writes_to_stderr")) fprintf(stderr, "%s: making an instance\n", flag("name"));
    if (takes("slow")) usleep(200000);
    if (takes("copies_link")) copy_link(&asked, link);
    change_instance(&asked);
    if (!takes("copies_link") || given->pNext != link) link->u.pLayerInfo = own->pNext;
    VkResult result = create(&asked.info, callbacks_below(callbacks), instance);
    if (result == VK_ERROR_EXTENSION_NOT_PRESENT && takes("adds_properties2")) {
        link->u.pLayerInfo = own->pNext;  // a layer below has gone on to its own
        result = create(given, callbacks_below(callbacks), instance);
    }
    if (takes("restores_link")) link->u.pLayerInfo = own;
    return result == VK_SUCCESS ? remember_instance(*instance, given, callbacks, next) : result;
}

void free_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *callbacks) {
    if (instance == NULL) return;
    struct below *own = find_below(instance);
    PFN_vkDestroyInstance destroy = own->DestroyInstance;
    if (own->has_thread) pthread_join(own->thread, NULL);
    end_pacing();
    forget(own);
    destroy(instance, callbacks_below(callbacks));
}

// ---- physical devices

static void turn(VkPhysicalDevice *devices, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        VkPhysicalDevice one = devices[i];
        devices[i] = devices[count - 1 - i];
        devices[count - 1 - i] = one;
    }
}

VkResult free_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    VkPhysicalDevice found[MOST];
    uint32_t available = MOST;
    struct below *own = find_below(instance);
    VkResult result = own->EnumeratePhysicalDevices(instance, &available, found);
    if (result < VK_SUCCESS) return result;
    if (takes("reverses_devices")) turn(found, available);
    if (takes("hides_device") && available > 1) available = 1;
    result = counted(count, devices != NULL, available);
    for (uint32_t i = 0; i < *count; i++) learn(found[i], own);
    if (devices != NULL) memcpy(devices, found, *count * sizeof *devices);
    return result;
}

// A group is shown where all of its devices are.
static VkResult groups(struct below *own, PFN_vkEnumeratePhysicalDeviceGroups enumerate, uint32_t *count,
                       VkPhysicalDeviceGroupProperties *properties) {
    VkPhysicalDeviceGroupProperties found[MOST];
    VkPhysicalDevice shown[MOST];
    uint32_t available = MOST, devices = MOST, left = 0;
    for (uint32_t i = 0; i < MOST; i++)
        found[i] = (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES};
    VkResult result = enumerate((VkInstance)own->handle, &available, found);
    if (result < VK_SUCCESS) return result;
    free_EnumeratePhysicalDevices((VkInstance)own->handle, &devices, shown);
    for (uint32_t i = 0; i < available; i++) {
        uint32_t known = 0;
        for (uint32_t j = 0; j < found[i].physicalDeviceCount; j++)
            for (uint32_t k = 0; k < devices; k++) known += shown[k] == found[i].physicalDevices[j];
        if (known == found[i].physicalDeviceCount) found[left++] = found[i];
    }
    result = counted(count, properties != NULL, left);
    for (uint32_t i = 0; properties != NULL && i < *count; i++) {
        void *chained = properties[i].pNext;
        properties[i] = found[i];
        properties[i].pNext = chained;
    }
    return result;
}

VkResult free_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                            VkPhysicalDeviceGroupProperties *properties) {
    struct below *own = find_below(instance);
    return groups(own, own->EnumeratePhysicalDeviceGroups, count, properties);
}

VkResult free_EnumeratePhysicalDeviceGroupsKHR(VkInstance instance, uint32_t *count,
                                               VkPhysicalDeviceGroupProperties *properties) {
    struct below *own = find_below(instance);
    return groups(own, own->EnumeratePhysicalDeviceGroupsKHR, count, properties);
}

static void rename_device(VkPhysicalDeviceProperties *properties) {
    if (takes("limits_version") && VK_API_VERSION_MINOR(properties->apiVersion) > known_minor())
        properties->apiVersion = VK_MAKE_API_VERSION(0, 1, known_minor(), 0);
    if (takes("renames_device")) snprintf(properties->deviceName, sizeof properties->deviceName, "another name");
}

// Between two members stands anything, as where the layer copies a structure of its own.
static void fill_gap(VkPhysicalDeviceProperties *properties) {
    uint8_t *after = properties->pipelineCacheUUID + sizeof properties->pipelineCacheUUID;
    while (after < (uint8_t *)&properties->limits) *after++ = 0x5A;
}

void free_GetPhysicalDeviceProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties *properties) {
    instance_of(device)->GetPhysicalDeviceProperties(device, properties);
    rename_device(properties);
}

// One function for both names, whichever of them the entity below has.
void free_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *properties) {
    const struct below *own = instance_of(device);
    if (own->GetPhysicalDeviceProperties2 != NULL) own->GetPhysicalDeviceProperties2(device, properties);
    else own->GetPhysicalDeviceProperties2KHR(device, properties);
    rename_device(&properties->properties);
    if (takes("renames_device")) fill_gap(&properties->properties);
}

// The list of the tool itself comes first, those of the entities below follow.
VkResult free_GetPhysicalDeviceToolProperties(VkPhysicalDevice device, uint32_t *count,
                                              VkPhysicalDeviceToolProperties *tools) {
    const struct below *own = instance_of(device);
    PFN_vkGetPhysicalDeviceToolProperties below = own->GetPhysicalDeviceToolProperties;
    uint32_t room = *count, more = room > 0 ? room - 1 : 0;
    if (below == NULL) below = own->GetPhysicalDeviceToolPropertiesEXT;
    if (tools != NULL && room == 0) return VK_INCOMPLETE;
    if (tools != NULL) {
        snprintf(tools->name, sizeof tools->name, "free layer");
        snprintf(tools->version, sizeof tools->version, "1");
        snprintf(tools->description, sizeof tools->description, "a layer that goes its own way");
        tools->layer[0] = '\0';
        tools->purposes = 0x00000004;  // VK_TOOL_PURPOSE_TRACING_BIT
    }
    if (tools == NULL) more = 0;
    VkResult result = below == NULL ? VK_SUCCESS : below(device, &more, tools == NULL ? NULL : tools + 1);
    *count = (below == NULL ? 0 : more) + 1;
    return result;
}

VkResult free_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer, uint32_t *count,
                                                 VkExtensionProperties *properties) {
    if (layer != NULL && strcmp(layer, flag("name")) == 0) {
        *count = 0;
        return VK_SUCCESS;
    }
    return instance_of(device)->EnumerateDeviceExtensionProperties(device, layer, count, properties);
}
