// What the loader hangs on the create infos, and what the layer's flags change in them on their way down.
#ifndef REFLOADER_MOCK_CREATE_INFOS_H
#define REFLOADER_MOCK_CREATE_INFOS_H

struct base {
    VkStructureType sType;
    const void *pNext;
};

// Whatever of the loader's nodes there was in a chain; NULL and 0 for the others.
struct nodes {
    VkLayerInstanceCreateInfo *instance_link;
    VkLayerDeviceCreateInfo *device_link;
    PFN_vkSetInstanceLoaderData set_instance;
    PFN_vkSetDeviceLoaderData set_device;
    PFN_vkLayerCreateDevice create_device;
    PFN_vkLayerDestroyDevice destroy_device;
    VkLoaderFeatureFlags features;
    uint32_t link_infos;
    uint32_t links;
    uint32_t messengers;
    char functions[64];  // the function member of each node, in order
};

static void add_function(struct nodes *nodes, unsigned function) {
    size_t used = strlen(nodes->functions);
    snprintf(nodes->functions + used, sizeof nodes->functions - used, used > 0 ? ",%u" : "%u", function);
}

// The node is const to the application only: layers advance it.
static void read_instance_node(struct nodes *nodes, VkLayerInstanceCreateInfo *node) {
    add_function(nodes, (unsigned)node->function);
    if (node->function == VK_LAYER_LINK_INFO) {
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
    add_function(nodes, (unsigned)node->function);
    if (node->function == VK_LAYER_LINK_INFO) {
        if (nodes->link_infos++ == 0) nodes->device_link = node;
        const VkLayerDeviceLink *link = node->u.pLayerInfo;
        for (; link != NULL; link = link->pNext) nodes->links++;
    } else if (node->function == VK_LOADER_DATA_CALLBACK) {
        nodes->set_device = node->u.pfnSetDeviceLoaderData;
    }
}

static struct nodes read_nodes(const void *chain, VkStructureType wanted) {
    struct nodes nodes = {0};
    for (const struct base *at = chain; at != NULL; at = at->pNext) {
        void *node = (void *)(uintptr_t)at;
        int of_loader = at->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                        at->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
        nodes.messengers += at->sType == VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT ||
                            at->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
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

struct names {
    const char **list;
    uint32_t count;
    char *added;
};

static struct names changed_names(const char *const *names, uint32_t count, const char *without,
                                  const char *with) {
    struct names made = {.added = strdup(flag(with))};
    made.list = calloc(count + words_in(flag(with)) + 1, sizeof *made.list);
    if (made.list == NULL || made.added == NULL) die("no memory for", label);
    for (uint32_t i = 0; i < count; i++)
        if (without == NULL || !listed(without, names[i])) made.list[made.count++] = names[i];
    char *rest = NULL;
    for (char *at = strtok_r(made.added, ",", &rest); at != NULL; at = strtok_r(NULL, ",", &rest))
        made.list[made.count++] = at;
    return made;
}

static void free_names(struct names *names) {
    free(names->list);
    free(names->added);
}

// What goes down instead of the application's own info. Valid while the struct itself is.
struct instance_info {
    VkInstanceCreateInfo info;
    VkApplicationInfo application;
    struct names extensions;
};

static void change_instance_info(struct instance_info *made, const VkInstanceCreateInfo *info) {
    made->info = *info;
    made->extensions = changed_names(info->ppEnabledExtensionNames, info->enabledExtensionCount, NULL,
                                     "add_instance_extensions");
    made->info.ppEnabledExtensionNames = made->extensions.list;
    made->info.enabledExtensionCount = made->extensions.count;
    if (flag_is("api", "")) return;
    made->application = info->pApplicationInfo != NULL
                            ? *info->pApplicationInfo
                            : (VkApplicationInfo){.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    made->application.apiVersion = flag_version("api");
    made->info.pApplicationInfo = &made->application;
}

// The layer's own extensions mean nothing further down. With wrapped physical devices a device group names
// some: its list is exchanged while the call runs, as no one can copy a chain of unknown structures.
struct device_info {
    VkDeviceCreateInfo info;
    struct names extensions;
    VkDeviceGroupDeviceCreateInfo *group;
    const VkPhysicalDevice *group_before;
    void **group_devices;
};

static void exchange_group(struct device_info *made) {
    for (const struct base *at = made->info.pNext; at != NULL && wrapped_kinds; at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO)
            made->group = (VkDeviceGroupDeviceCreateInfo *)(uintptr_t)at;
    if (made->group == NULL) return;
    made->group_before = made->group->pPhysicalDevices;
    made->group_devices = unwrapped_copy(made->group->physicalDeviceCount, made->group_before);
    if (made->group_devices == NULL) die("no memory for", label);
    made->group->pPhysicalDevices = (VkPhysicalDevice *)made->group_devices;
}

static void change_device_info(struct device_info *made, const VkDeviceCreateInfo *info) {
    *made = (struct device_info){.info = *info};
    made->extensions = changed_names(info->ppEnabledExtensionNames, info->enabledExtensionCount,
                                     "device_extensions", "add_device_extensions");
    made->info.ppEnabledExtensionNames = made->extensions.list;
    made->info.enabledExtensionCount = made->extensions.count;
    exchange_group(made);
}

static void free_device_info(struct device_info *made) {
    free_names(&made->extensions);
    if (made->group == NULL) return;
    made->group->pPhysicalDevices = made->group_before;
    free(made->group_devices);
}

#endif
