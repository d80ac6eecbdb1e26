// What the loader hangs on the create infos, and what the layer's flags change in them on their way down.
#include "mock_layer.h"

enum { LIST = sizeof((struct nodes *)NULL)->functions };

static void add_number(char list[LIST], unsigned number) {
    size_t used = strlen(list);
    snprintf(list + used, LIST - used, used > 0 ? ",%u" : "%u", number);
}

// VkValidationFeaturesEXT, which the headers that the mocks are built with need not have.
struct validation_features {
    struct base base;
    uint32_t enabled_count;
    const uint32_t *enabled;
    uint32_t disabled_count;
    const uint32_t *disabled;
};

// VkValidationFlagsEXT and VkLayerSettingsCreateInfoEXT, for the same reason.
struct validation_flags {
    struct base base;
    uint32_t disabled_count;
    const uint32_t *disabled;
};

struct layer_setting {
    const char *layer;
    const char *name;
    uint32_t type;
    uint32_t value_count;
    const void *values;
};

struct layer_settings {
    struct base base;
    uint32_t count;
    const struct layer_setting *settings;
};

enum { VALIDATION_FLAGS = 1000061000, VALIDATION_FEATURES = 1000247000, LAYER_SETTINGS = 1000496000 };

static void add_numbers(char list[LIST], const uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count && i < LIST; i++) add_number(list, numbers[i]);
}

static void read_settings(struct nodes *nodes, const struct layer_settings *asked) {
    for (uint32_t i = 0; i < asked->count && i < LIST; i++) {
        const struct layer_setting *each = &asked->settings[i];
        size_t used = strlen(nodes->settings);
        snprintf(nodes->settings + used, LIST - used, "%s%s:%u:%u", used > 0 ? "," : "", each->name, each->type,
                 each->value_count);
    }
}

static void read_structures_of_layers(struct nodes *nodes, const struct base *at) {
    if ((unsigned)at->sType == VALIDATION_FEATURES) {
        const struct validation_features *asked = (const struct validation_features *)at;
        add_numbers(nodes->validation, asked->enabled, asked->enabled_count);
        add_numbers(nodes->disabled, asked->disabled, asked->disabled_count);
    } else if ((unsigned)at->sType == VALIDATION_FLAGS) {
        const struct validation_flags *asked = (const struct validation_flags *)at;
        add_numbers(nodes->disabled, asked->disabled, asked->disabled_count);
    } else if ((unsigned)at->sType == LAYER_SETTINGS) {
        read_settings(nodes, (const struct layer_settings *)at);
    }
}

// The node is const to the application only: layers advance it.
static void read_instance_node(struct nodes *nodes, VkLayerInstanceCreateInfo *node) {
    add_number(nodes->functions, (unsigned)node->function);
    int first = nodes->link_infos == 0 && violates("LLP_LAYER_12_reversed");
    if (node->function == VK_LAYER_LINK_INFO || first) {
        if (nodes->link_infos++ == 0) nodes->instance_link = node;
        const VkLayerInstanceLink *link = node->u.pLayerInfo;
        for (; link != NULL; link = link->pNext) nodes->links++;
    } else if (node->function == VK_LOADER_DATA_CALLBACK) {
        nodes->set_instance = node->u.pfnSetInstanceLoaderData;
    } else if (node->function == VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK) {
        nodes->create_device = node->u.layerDevice.pfnLayerCreateDevice;
        nodes->destroy_device = node->u.layerDevice.pfnLayerDestroyDevice;
    } else if (node->function == VK_LOADER_FEATURES) {
        nodes->features = node->u.loaderFeatures;
    }
}

static void read_device_node(struct nodes *nodes, VkLayerDeviceCreateInfo *node) {
    add_number(nodes->functions, (unsigned)node->function);
    if (node->function == VK_LAYER_LINK_INFO) {
        if (nodes->link_infos++ == 0) nodes->device_link = node;
        const VkLayerDeviceLink *link = node->u.pLayerInfo;
        for (; link != NULL; link = link->pNext) nodes->links++;
    } else if (node->function == VK_LOADER_DATA_CALLBACK) {
        nodes->set_device = node->u.pfnSetDeviceLoaderData;
    }
}

struct nodes read_nodes(const void *chain, VkStructureType wanted) {
    struct nodes nodes = {0};
    for (const struct base *at = chain; at != NULL; at = at->pNext) {
        void *node = (void *)(uintptr_t)at;
        int of_loader = at->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                        at->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
        nodes.messengers += at->sType == VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT ||
                            at->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
        read_structures_of_layers(&nodes, at);
        if (of_loader && at->sType != wanted)
            VIOLATION("CHAIN-INIT-02", "sType %u in a chain of sType %u", (unsigned)at->sType,
                      (unsigned)wanted);
        else if (of_loader && wanted == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO)
            read_instance_node(&nodes, node);
        else if (of_loader)
            read_device_node(&nodes, node);
    }
    if (nodes.link_infos > 1) VIOLATION("CHAIN-INIT-01", "%u heads of link lists", nodes.link_infos);
    return nodes;
}

// ---- lists of names with some taken out and some put in

static void *take_for_call(const VkAllocationCallbacks *allocator, size_t size) {
    return take(allocator, size, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
}

void free_names(const VkAllocationCallbacks *allocator, struct names *names) {
    give(allocator, names->list);
    give(allocator, names->added);
}

// With the flaw, a name whose maker is none of these goes no further.
static int is_lost(const char *name, const char *flaw) {
    return violates(flaw) && strncmp(name, "VK_KHR_", 7) != 0 && strncmp(name, "VK_EXT_", 7) != 0;
}

// With the flaw, the layer's table of names is full.
static int has_room(uint32_t count) { return count < 32 || !violates("LLP_LAYER_1_32_names"); }

// Without memory the list is NULL.
static struct names changed_names(const VkAllocationCallbacks *allocator, const char *const *names,
                                  uint32_t count, const char *without, const char *with, const char *flaw) {
    size_t room = (count + words_in(flag(with)) + 1) * sizeof(char *);
    struct names made = {.list = take_for_call(allocator, room),
                         .added = take_for_call(allocator, strlen(flag(with)) + 1)};
    if (made.list == NULL || made.added == NULL) {
        free_names(allocator, &made);
        return (struct names){0};
    }
    for (uint32_t i = 0; i < count; i++)
        if ((without == NULL || !listed(without, names[i])) && !is_lost(names[i], flaw) && has_room(made.count)) made.list[made.count++] = names[i];
    char *rest = NULL, *words = strcpy(made.added, flag(with));
    for (char *at = strtok_r(words, ",", &rest); at != NULL; at = strtok_r(NULL, ",", &rest))
        made.list[made.count++] = at;
    return made;
}

static int change_instance_names(struct instance_info *made, const VkAllocationCallbacks *allocator) {
    VkInstanceCreateInfo *info = &made->info;
    if (flag_is("add_instance_extensions", "") && !violates("LLP_LAYER_1_instance_names") && !violates("LLP_LAYER_1_32_names"))
        return 1;
    made->extensions = changed_names(allocator, info->ppEnabledExtensionNames, info->enabledExtensionCount,
                                     NULL, "add_instance_extensions", "LLP_LAYER_1_instance_names");
    info->ppEnabledExtensionNames = made->extensions.list;
    info->enabledExtensionCount = made->extensions.count;
    return made->extensions.list != NULL;
}

static VkBool32 say_nothing(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                            const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

// A messenger of the layer's own, behind the last structure of the application.
static void hang_messenger(const VkInstanceCreateInfo *info) {
    static VkDebugUtilsMessengerCreateInfoEXT own = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
        .pfnUserCallback = say_nothing};
    struct base *last = (struct base *)(uintptr_t)info->pNext;
    while (last != NULL && last->pNext != NULL) last = (struct base *)(uintptr_t)last->pNext;
    int is_enabled = 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        is_enabled |= strcmp(info->ppEnabledExtensionNames[i], "VK_EXT_debug_utils") == 0;
    if (is_enabled && last != NULL && last != (struct base *)&own) last->pNext = (const void *)&own;
}

// 0 without memory.
int change_instance_info(struct instance_info *made, const VkInstanceCreateInfo *info,
                         const VkAllocationCallbacks *allocator) {
    *made = (struct instance_info){.info = *info};
    if (violates("LLP_LAYER_1_hung")) hang_messenger(info);
    if (violates("LLP_LAYER_1_raised") && info->pApplicationInfo != NULL)
        ((VkApplicationInfo *)(uintptr_t)info->pApplicationInfo)->apiVersion = VK_API_VERSION_1_3;
    if (!change_instance_names(made, allocator)) return 0;
    if (flag_is("api", "")) return 1;
    made->application = info->pApplicationInfo != NULL
                            ? *info->pApplicationInfo
                            : (VkApplicationInfo){.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    made->application.apiVersion = flag_version("api");
    made->info.pApplicationInfo = &made->application;
    return 1;
}

// However many are asked for of a family, one is made.
static void make_one_queue_each(struct device_info *made) {
    if (violates("LLP_LAYER_1_queues") && made->info.queueCreateInfoCount <= COUNT(made->queues)) {
        for (uint32_t i = 0; i < made->info.queueCreateInfoCount; i++) {
            made->queues[i] = made->info.pQueueCreateInfos[i];
            made->queues[i].queueCount = 1;
        }
        made->info.pQueueCreateInfos = made->queues;
    }
    if (violates("LLP_LAYER_1_plain_features")) made->info.pEnabledFeatures = NULL;
    int is_lost = violates("LLP_LAYER_1_families") || (violates("LLP_LAYER_1_own_families") && has_own_extension(&made->info));
    if (is_lost && made->info.queueCreateInfoCount > 1) made->info.queueCreateInfoCount = 1;
}

static int exchange_group(struct device_info *made, const VkAllocationCallbacks *allocator) {
    for (const struct base *at = made->info.pNext; at != NULL && wrapped_kinds; at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO)
            made->group = (VkDeviceGroupDeviceCreateInfo *)(uintptr_t)at;
    if (made->group == NULL || violates("LLP_LAYER_10_structures")) return 1;
    made->group_before = made->group->pPhysicalDevices;
    made->group_devices = unwrapped_copy(allocator, made->group->physicalDeviceCount, made->group_before);
    if (made->group_devices == NULL) return 0;
    made->group->pPhysicalDevices = (VkPhysicalDevice *)made->group_devices;
    return 1;
}

int has_own_extension(const VkDeviceCreateInfo *info) {
    int found = 0;
    for (uint32_t own = 0; own < words_in(flag("device_extensions")); own++) {
        const char *name = word_at(flag("device_extensions"), own);
        size_t length = strcspn(name, ":");
        for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
            const char *enabled = info->ppEnabledExtensionNames[i];
            if (strlen(enabled) == length && memcmp(enabled, name, length) == 0) found |= 1 << own % 31;
        }
    }
    return found;
}

static int change_device_names(struct device_info *made, const VkAllocationCallbacks *allocator) {
    VkDeviceCreateInfo *info = &made->info;
    if (flag_is("device_extensions", "") && flag_is("add_device_extensions", "") &&
        !violates("LLP_LAYER_1_device_names") && !violates("LLP_LAYER_1_32_names"))
        return 1;
    made->extensions = changed_names(allocator, info->ppEnabledExtensionNames, info->enabledExtensionCount,
                                     "device_extensions", "add_device_extensions", "LLP_LAYER_1_device_names");
    info->ppEnabledExtensionNames = made->extensions.list;
    info->enabledExtensionCount = made->extensions.count;
    return made->extensions.list != NULL;
}

static const struct base *in_chain(const void *chain, int type) {
    const struct base *each = chain;
    while (each != NULL && (int)each->sType != type) each = each->pNext;
    return each;
}

#define VULKAN_1_2_FEATURES 51
#define TIMELINE_SEMAPHORE_FEATURES 1000207000

// Features and queues that the layer wants for itself, whatever the application has asked for already.
static void want_more(struct device_info *made) {
    static const VkPhysicalDeviceFeatures robust = {.robustBufferAccess = VK_TRUE};
    static struct {
        int type;
        const void *next;
        VkBool32 timelines;
    } timelines = {TIMELINE_SEMAPHORE_FEATURES, NULL, VK_TRUE};
    VkDeviceCreateInfo *info = &made->info;
    if (violates("LLP_LAYER_2_features") && info->pEnabledFeatures == NULL) info->pEnabledFeatures = &robust;
    static VkPhysicalDeviceFeatures more;
    if (violates("LLP_LAYER_1_counting") && info->pEnabledFeatures != NULL) {
        more = *info->pEnabledFeatures;
        more.pipelineStatisticsQuery = VK_TRUE;
        info->pEnabledFeatures = &more;
    }
    if (violates("LLP_LAYER_2_versions") && in_chain(info->pNext, TIMELINE_SEMAPHORE_FEATURES) == NULL &&
        in_chain(info->pNext, VULKAN_1_2_FEATURES) != NULL) {
        timelines.next = info->pNext;
        info->pNext = &timelines;
    }
    const struct {
        struct base base;
        VkBool32 is_on;
    } *given = (const void *)in_chain(info->pNext, TIMELINE_SEMAPHORE_FEATURES);
    if (violates("LLP_LAYER_2_off") && given != NULL && !given->is_on) {
        timelines.next = info->pNext;
        info->pNext = &timelines;
    }
    static const char *const unlisted[] = {"VK_EXT_of_the_mock_layer"};
    if (violates("LLP_LAYER_1_unlisted") && info->enabledExtensionCount == 0) {
        info->enabledExtensionCount = 1;
        info->ppEnabledExtensionNames = unlisted;
    }
    uint32_t count = info->queueCreateInfoCount;
    int is_longer = violates("LLP_LAYER_2_priorities");
    if (!(violates("LLP_LAYER_2_families") || is_longer) || count == 0 || count >= COUNT(made->queues)) return;
    for (uint32_t i = 0; i < count; i++) made->queues[i] = info->pQueueCreateInfos[i];
    if (is_longer) {
        made->queues[0].queueCount++;  // and no longer array
        info->pQueueCreateInfos = made->queues;
        return;
    }
    made->queues[count] = made->queues[0];
    info->pQueueCreateInfos = made->queues;
    info->queueCreateInfoCount = count + 1;
}

// Queues of the highest priority each, whatever is asked for.
static void make_even(struct device_info *made) {
    static const float highest[] = {1, 1, 1, 1, 1, 1, 1, 1};
    uint32_t count = made->info.queueCreateInfoCount;
    if (count > COUNT(made->queues)) return;
    memmove(made->queues, made->info.pQueueCreateInfos, count * sizeof *made->queues);
    for (uint32_t i = 0; i < count; i++)
        if (made->queues[i].queueCount <= COUNT(highest)) made->queues[i].pQueuePriorities = highest;
    made->info.pQueueCreateInfos = made->queues;
}

// 0 without memory.
int change_device_info(struct device_info *made, const VkDeviceCreateInfo *info,
                       const VkAllocationCallbacks *allocator) {
    *made = (struct device_info){.info = *info};
    const struct base *first = info->pNext;
    if (violates("LLP_LAYER_1_features") && first != NULL &&
        first->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
        made->info.pNext = first->pNext;
    make_one_queue_each(made);
    if (violates("LLP_LAYER_1_even")) make_even(made);
    want_more(made);
#if !defined(_WIN32)
    sigset_t none;
    if (violates("LLP_LAYER_2_mask") && sigemptyset(&none) == 0) pthread_sigmask(SIG_SETMASK, &none, NULL);
#endif
    return change_device_names(made, allocator) && exchange_group(made, allocator);
}

void free_device_info(struct device_info *made, const VkAllocationCallbacks *allocator) {
    free_names(allocator, &made->extensions);
    if (made->group_devices == NULL) return;
    made->group->pPhysicalDevices = made->group_before;
    give(allocator, made->group_devices);
}
