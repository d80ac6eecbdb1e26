// The global commands of the mock driver and those of an instance: creation, devices, groups, adapters.
#include "mock_icd.h"

// For drivers that are wrong where there are several.
static struct instance *first_instance, *newest_instance;
static int ended_beside_others;
static int was_one_destroyed, is_forgotten;

VkResult driver_EnumerateInstanceVersion(uint32_t *version) {
    CALLED(EnumerateInstanceVersion, "");
    static uint32_t calls;
    *version = config.version;
    if (violates("version_variant")) *version |= VK_MAKE_API_VERSION(1, 0, 0, 0);
    if (violates("version_beside") && first_instance != NULL) *version = VK_API_VERSION_1_0 | 9;
    if (violates("version_changes") && calls++ > 0) *version = VK_API_VERSION_1_0;
    return (VkResult)atoi(flag("version_result"));
}

VkResult driver_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                     VkExtensionProperties *properties) {
    CALLED(EnumerateInstanceExtensionProperties, "");
    if (layer != NULL) VIOLATION("LDP_LOADER_12", "vkEnumerateInstanceExtensionProperties names a layer");
    if (layer != NULL && !violates("layers_known")) return VK_ERROR_LAYER_NOT_PRESENT;
    if (violates("extensions_living") && instances > 0) return VK_ERROR_INITIALIZATION_FAILED;
    return fill_extensions(&config.extensions, count, properties);
}

VkResult driver_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties) {
    VIOLATION("EXT-FILTER-06", "vkEnumerateInstanceLayerProperties is called");
    return counted(count, properties != NULL, 0);
}

static int name_refused(const VkApplicationInfo *application) {
    const char *name = application == NULL ? NULL : application->pApplicationName;
    return name != NULL && *name != '\0' && flag_is("refused_application", name);
}

// What is out of the ordinary in a create info, for the end of its trace line.
const char *oddities(const void *chain, uint32_t link_type, uint32_t layers, uint32_t flags,
                     const VkAllocationCallbacks *allocator) {
    static _Thread_local char text[96];
    uint32_t links = chain_length(chain, link_type);
    size_t used = 0;
    text[0] = '\0';
    if (layers > 0) used += (size_t)snprintf(text, sizeof text, " layers=%u", layers);
    if (links > 0) used += (size_t)snprintf(text + used, sizeof text - used, " links=%u", links);
    if (flags != 0) used += (size_t)snprintf(text + used, sizeof text - used, " flags=0x%x", flags);
    snprintf(text + used, sizeof text - used, "%s", given_callbacks(allocator));
    return text;
}

void describe_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator) {
    char names[6000];
    CALLED(CreateInstance, " api=%s extensions=%s%s", version_text(info->pApplicationInfo),
           joined(names, sizeof names, info->ppEnabledExtensionNames, info->enabledExtensionCount),
           oddities(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, info->enabledLayerCount,
                    info->flags, allocator));
    const VkApplicationInfo *application = info->pApplicationInfo;
    if (config.whole && application != NULL)
        CALLED(CreateInstance, "(application) version=%u engine=%u name=%s engine_name=%s%s",
               application->applicationVersion, application->engineVersion,
               application->pApplicationName ? application->pApplicationName : "NULL",
               application->pEngineName ? application->pEngineName : "NULL", given_chain(application->pNext));
}

// Whether all unknown names are of makers that this driver does not look at, and it is wrong so.
int goes_by_the_makers(uint32_t count, const char *const *names) {
    for (uint32_t i = 0; i < count; i++)
        if (strncmp(names[i], "VK_KHR_", 7) == 0 || strncmp(names[i], "VK_EXT_", 7) == 0) return 0;
    return violates("unknown_extension_maker");
}

static VkResult check_instance_extensions(const VkInstanceCreateInfo *info) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (has_extension(&config.extensions, info->ppEnabledExtensionNames[i])) continue;
        VIOLATION("LDP_LOADER_9", "vkCreateInstance enables an extension that this driver does not have");
        result = VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    if (violates("unknown_extension") ||
        goes_by_the_makers(info->enabledExtensionCount, info->ppEnabledExtensionNames))
        return VK_SUCCESS;
    return result != VK_SUCCESS && violates("unknown_extension_code") ? VK_ERROR_LAYER_NOT_PRESENT : result;
}

VkResult driver_CreateInstance(const VkInstanceCreateInfo *info,
                               const VkAllocationCallbacks *allocator, VkInstance *instance) {
    static _Atomic uint32_t turns;
    uint32_t turn = ++turns;
    if (tracing) describe_instance(info, allocator);
    look_at_instance(info);
    static atomic_uint calls;
    if (takes("calls_short") && ++calls % 7 == 0) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (name_refused(info->pApplicationInfo)) return VK_ERROR_INITIALIZATION_FAILED;
    if (api_refused(info->pApplicationInfo))
        return violates("APIVER-05") ? VK_ERROR_INITIALIZATION_FAILED : VK_ERROR_INCOMPATIBLE_DRIVER;
    static uint32_t made;
    if (violates("incompatible_later") && made++ > 0) return VK_ERROR_INCOMPATIBLE_DRIVER;
    VkResult result = check_instance_extensions(info);
    if (result != VK_SUCCESS && violates("unknown_extension_leaks"))
        make(sizeof(struct instance), INSTANCE, NULL, allocator, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (result != VK_SUCCESS) return result;
    if (violates("unknown_structure") && !all_known(info->pNext)) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("IFACE-ICD-V1-01_crash") && offered == 0) raise(SIGSEGV);
    if (was_loaded_before) return VK_ERROR_INITIALIZATION_FAILED;
    static uint32_t first_version;
    const uint32_t version = info->pApplicationInfo == NULL ? 0 : info->pApplicationInfo->apiVersion;
    if (instances == 0) first_version = version;
    if (violates("one_version") && version != first_version) return VK_ERROR_INCOMPATIBLE_DRIVER;
    if (violates("one_instance") && instances > 0) return VK_ERROR_TOO_MANY_OBJECTS;
    if (violates("one_instance_refused") && instances > 0) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LDP_DRIVER_1_lost") && config.device_count == 0) return VK_ERROR_DEVICE_LOST;
    if (violates("LDP_DRIVER_2_instance") && config.device_count == 0) raise(SIGSEGV);
    if (violates("handle_missing")) return *instance = NULL, VK_SUCCESS;

    struct instance *new = make(sizeof *new + config.device_count * sizeof *new->devices, INSTANCE, NULL,
                                allocator, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (new == NULL) return violates("allocator_code") ? VK_ERROR_DEVICE_LOST : VK_ERROR_OUT_OF_HOST_MEMORY;
    new->turn = turn;
    pthread_mutex_init(&new->listeners.lock, NULL);
    for (uint32_t i = 0; i < config.device_count; i++) {
        new->devices[i] = object_of(PHYSICAL_DEVICE, i, new);
        handle_lives((uintptr_t)&new->devices[i], TYPE_VkPhysicalDevice, new);
    }
    speak_while_created(info->pNext);
    harm_with_an_instance();
    if (instances++ == 0) first_instance = new;
    newest_is_bare = info->enabledExtensionCount == 0;
    one_has_ended = is_forgotten = 0;
    int again = first_instance != NULL && violates("OBJECTS-ICD-01_static");
    for (uint32_t i = 0; again && i < config.device_count; i++)
        first_instance->devices[i].loader.loaderMagic = first_word;
    newest_instance = new;
    newest_of_all = new;
    *instance = (VkInstance)new;
    return VK_SUCCESS;
}

// Which of this library's instances is destroyed, where it is not the first.
static const char *turn_of(VkInstance instance) {
    static _Thread_local char text[24];
    uint32_t turn = is_own(instance, INSTANCE) ? ((const struct instance *)instance)->turn : 1;
    snprintf(text, sizeof text, turn > 1 ? " made=%u" : "", turn);
    return text;
}

void driver_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    CALLED(DestroyInstance, "%s%s", turn_of(instance), given_callbacks(allocator));
    if (instance == NULL || !check_handle(instance, INSTANCE, "vkDestroyInstance")) return;
    if (violates("LDP_DRIVER_2_destruction") && config.device_count == 0) raise(SIGSEGV);
    struct instance *own = (struct instance *)instance;
    was_one_destroyed = 1;
    is_forgotten = violates("devices_forgotten");
    one_has_ended = --instances > 0;
    ended_beside_others = one_has_ended && violates("one_ends_all");
    if (own == first_instance) first_instance = NULL;
    if (own == newest_instance) newest_instance = NULL;
    for (uint32_t i = 0; i < config.device_count; i++) {
        own->devices[i].kind = NO_KIND;
        handle_dies((uintptr_t)&own->devices[i]);
    }
    pthread_mutex_destroy(&own->listeners.lock);
    unmake(own, allocator, "vkDestroyInstance");
}

static uint32_t shown_devices(void) {
    int fewer = violates("NEGOTIATE-ICD-04_fewer") && agreed() < 5 && config.device_count > 0;
    if (is_forgotten) return 0;
    return config.device_count - (uint32_t)fewer;
}

VkResult driver_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                         VkPhysicalDevice *devices) {
    struct instance *own = (struct instance *)instance;
    CALLED(EnumeratePhysicalDevices, "");
    int shared = violates("OBJECTS-ICD-02_shared") || violates("OBJECTS-ICD-01_static");
    if (shared && first_instance != NULL) own = first_instance;
    if (violates("newest_devices") && newest_instance != NULL) own = newest_instance;
    if (ended_beside_others) return VK_ERROR_DEVICE_LOST;
    if (violates("devices_once") && was_one_destroyed) return VK_ERROR_INITIALIZATION_FAILED;
    if (!check_handle(instance, INSTANCE, "vkEnumeratePhysicalDevices"))
        return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LDP_DRIVER_2") && config.device_count == 0) raise(SIGSEGV);
    VkResult result = enumerated(&of_devices, count, devices != NULL, shown_devices());
    uint32_t first = violates("devices_reordered") && atomic_load(&living_devices) > 0 ? config.device_count - 1 : 0;
    for (uint32_t i = 0; devices != NULL && i < *count; i++)
        devices[i] = (VkPhysicalDevice)&own->devices[first == 0 ? i : (first + i) % config.device_count];
    if (violates("devices_many") && devices == NULL) *count = UINT32_MAX;
    if (violates("devices_null") && devices != NULL && *count > 0) devices[0] = NULL;
    if (violates("devices_twice") && devices != NULL && *count > 1) devices[1] = devices[0];
    return result;
}

static void fill_group(struct instance *own, const struct group *group,
                       VkPhysicalDeviceGroupProperties *out) {
    out->physicalDeviceCount = group->count;
    out->subsetAllocation = (flag_is("subset", "1") && group->count > 1) || violates("subset_alone");
    for (uint32_t i = 0; i < group->count; i++)
        out->physicalDevices[i] = (VkPhysicalDevice)&own->devices[violates("groups_strange") ? 0 : group->members[i]];
}

VkResult driver_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                              VkPhysicalDeviceGroupProperties *groups) {
    CALLED(EnumeratePhysicalDeviceGroups, "");
    if (!check_handle(instance, INSTANCE, "vkEnumeratePhysicalDeviceGroups"))
        return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LDP_DRIVER_2_groups") && config.device_count == 0) raise(SIGSEGV);
    uint32_t of_none = violates("groups_of_none") && config.device_count == 0;
    VkResult result = counted(count, groups != NULL, violates("groups_none") ? 0 : config.group_count + of_none);
    for (uint32_t i = 0; groups != NULL && i < *count; i++)
        fill_group((struct instance *)instance, &config.groups[i], &groups[i]);
    for (uint32_t i = 0; violates("groups_chain") && groups != NULL && i < *count; i++) groups[i].pNext = NULL;
    return result;
}

// The devices of the adapter with this LUID, which is eight bytes and comes by value.
VkResult enumerate_adapter_physical_devices(VkInstance instance, uint64_t luid, uint32_t *count,
                                            VkPhysicalDevice *devices) {
    struct instance *own = (struct instance *)instance;
    uint32_t found = 0, room = *count;
    trace("vk_icdEnumerateAdapterPhysicalDevices luid=0x%llx", (unsigned long long)luid);
    if (agreed() < 6)
        VIOLATION("IFACE-ICD-V6-01", "vk_icdEnumerateAdapterPhysicalDevices at interface %u", agreed());
    if (!check_handle(instance, INSTANCE, "vk_icdEnumerateAdapterPhysicalDevices"))
        return VK_ERROR_INITIALIZATION_FAILED;
    for (uint32_t i = 0; i < config.device_count; i++) {
        if (config.devices[i].luid != luid) continue;
        if (devices != NULL && found < room) devices[found] = (VkPhysicalDevice)&own->devices[i];
        found++;
    }
    return counted(count, devices != NULL, found);
}
