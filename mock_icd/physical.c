// The queries of a physical device: as the flags say, and dull in all else (one memory heap, no features, no
// formats).
#include <time.h>

#include "mock_icd.h"

#include <sched.h>

#include "../refloader/native/generated/device_facts.h"

int index_of(VkPhysicalDevice device) {
    return is_own(device, PHYSICAL_DEVICE) ? (int)((const struct object *)device)->index : -1;
}

const struct facts *facts_of(VkPhysicalDevice device) {
    return &config.devices[((const struct object *)device)->index];
}

static VkPhysicalDeviceProperties properties_of(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties = facts_of(device)->properties;
    if (violates("names_end") && one_has_ended) properties.deviceName[0] = '\0';
    if (violates("facts_beside") && instances > 1) properties.limits.maxImageDimension2D /= 2;
    if (violates("type_of_none")) properties.deviceType = (VkPhysicalDeviceType)7;
    if (violates("limits_narrow")) properties.limits.viewportBoundsRange[0] /= 2;
    if (violates("device_name_unended")) memset(properties.deviceName, 'A', sizeof properties.deviceName);
    if (violates("device_name_rubbish")) *properties.deviceName = '\xFE';
    return properties;
}

// What lies between two members may hold anything. Here it differs in every call, so that comparing it is noticed.
static void stir(VkPhysicalDeviceLimits *limits) {
    static _Atomic unsigned char calls;
    size_t hole = offsetof(VkPhysicalDeviceLimits, maxSamplerAllocationCount) + sizeof limits->maxSamplerAllocationCount;
    memset((char *)limits + hole, ++calls, offsetof(VkPhysicalDeviceLimits, bufferImageGranularity) - hole);
}

void driver_GetPhysicalDeviceProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out) {
    QUERY(GetPhysicalDeviceProperties, device);
    *out = properties_of(device);
    stir(&out->limits);
    if (violates("queries_shared")) {
        static VkPhysicalDeviceProperties shared;  // by all threads
        shared = *out;
        sched_yield();
        *out = shared;
    }
}

// One of the families that the driver gives; of those behind its own ones it gives the first once more.
static VkQueueFamilyProperties family_of(const struct facts *facts, uint32_t at) {
    VkQueueFamilyProperties family = facts->families[at < facts->family_count ? at : 0];
    if (violates("families_empty")) family.queueCount = 0;
    if (violates("families_apart") && family.queueFlags & VK_QUEUE_GRAPHICS_BIT)
        family.queueFlags &= ~(VkQueueFlags)VK_QUEUE_COMPUTE_BIT;
    return family;
}

static void count_families(uint32_t *count, int filled, const struct facts *facts) {
    uint32_t room = *count;
    counted(count, filled, facts->family_count);
    if (filled && violates("families_more")) *count = room;
}

void driver_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice device, uint32_t *count,
                                                   VkQueueFamilyProperties *out) {
    QUERY(GetPhysicalDeviceQueueFamilyProperties, device);
    count_families(count, out != NULL, facts_of(device));
    for (uint32_t i = 0; out != NULL && i < *count; i++) out[i] = family_of(facts_of(device), i);
}

static void fill_memory(VkPhysicalDeviceMemoryProperties *out) {
    memset(out, 0, sizeof *out);
    out->memoryHeapCount = out->memoryTypeCount = 1;
    out->memoryHeaps[0].size = flag_number("heap");
    out->memoryHeaps[0].flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
    out->memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                        VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
}

void spoil_memory(VkPhysicalDeviceMemoryProperties *out) {
    if (violates("heap_empty")) out->memoryHeaps[0].size = 0;
    if (violates("memory_heap_remote")) out->memoryHeaps[0].flags &= ~(VkMemoryHeapFlags)VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
    for (uint32_t i = 0; violates("memory_remote") && i < out->memoryHeapCount; i++) out->memoryHeaps[i].flags = 0;
    for (uint32_t i = 0; violates("memory_remote") && i < out->memoryTypeCount; i++)
        out->memoryTypes[i].propertyFlags &= ~(VkMemoryPropertyFlags)VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    for (uint32_t i = 0; violates("memory_incoherent") && i < out->memoryTypeCount; i++)
        out->memoryTypes[i].propertyFlags &= ~(VkMemoryPropertyFlags)VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    if (violates("memory_types_many")) out->memoryTypeCount = UINT32_MAX;
    if (violates("memory_heaps_many")) out->memoryHeapCount = VK_MAX_MEMORY_HEAPS + 1;
    if (violates("memory_heap_missing")) out->memoryTypes[0].heapIndex = out->memoryHeapCount;
}

void driver_GetPhysicalDeviceMemoryProperties(VkPhysicalDevice device,
                                              VkPhysicalDeviceMemoryProperties *out) {
    QUERY(GetPhysicalDeviceMemoryProperties, device);
    fill_memory(out);
    spoil_memory(out);
}

// A number of this process: where it has the library, and when it first asked.
static const void *number_of_process(void) {
    static uint64_t number;
    if (number == 0) number = (uintptr_t)&owner_mark ^ (uint64_t)time(NULL);
    return &number;
}

static void fill_identity(const struct facts *facts, VkPhysicalDeviceIDProperties *out) {
    memcpy(out->deviceUUID, violates("identity_shared") ? config.devices->device_uuid : facts->device_uuid, VK_UUID_SIZE);
    if (violates("identity_changes")) out->deviceUUID[0] = (uint8_t)atomic_load(&living);
    if (violates("identity_of_process")) memcpy(out->deviceUUID, number_of_process(), sizeof(uint64_t));
    memcpy(out->driverUUID, facts->driver_uuid, VK_UUID_SIZE);
    memcpy(out->deviceLUID, &facts->luid, VK_LUID_SIZE);
    out->deviceNodeMask = violates("nodes_none") ? 0 : 1;
    out->deviceLUIDValid = VK_TRUE;
}

// LDP_DRIVER_5: a driver that has not passed conformance reports 0.0.0.0.
static void fill_driver(const struct facts *facts, VkPhysicalDeviceDriverProperties *out) {
    out->driverID = (VkDriverId)facts->driver_id;
    snprintf(out->driverName, sizeof out->driverName, "%s", flag("name"));
    snprintf(out->driverInfo, sizeof out->driverInfo, violates("LDP_DRIVER_5") ? "not conformant" : "mock");
    out->conformanceVersion = (VkConformanceVersion){.major = violates("LDP_DRIVER_5")};
    if (violates("driver_name_unended")) memset(out->driverName, 'A', sizeof out->driverName);
    if (violates("driver_info_rubbish")) *out->driverInfo = '\xFE';
}

// Vulkan 1.2 repeats what the structures before it hold.
static void fill_driver_again(const struct facts *facts, VkPhysicalDeviceVulkan12Properties *out) {
    VkPhysicalDeviceDriverProperties driver;
    fill_driver(facts, &driver);
    out->driverID = driver.driverID;
    memcpy(out->driverName, driver.driverName, sizeof out->driverName);
    if (violates("names_twice")) snprintf(out->driverName, sizeof out->driverName, "%s of 1.2", flag("name"));
    memcpy(out->driverInfo, driver.driverInfo, sizeof out->driverInfo);
    out->conformanceVersion = driver.conformanceVersion;
    out->conformanceVersion.major += violates("LDP_DRIVER_5_disagrees");
}

static void fill_identity_again(const struct facts *facts, VkPhysicalDeviceVulkan11Properties *out) {
    memcpy(out->deviceUUID, violates("identity_shared") ? config.devices->device_uuid : facts->device_uuid, VK_UUID_SIZE);
    if (violates("identity_of_process")) memcpy(out->deviceUUID, number_of_process(), sizeof(uint64_t));
    memcpy(out->driverUUID, facts->driver_uuid, VK_UUID_SIZE);
    memcpy(out->deviceLUID, &facts->luid, VK_LUID_SIZE);
    out->deviceNodeMask = violates("nodes_none") ? 0 : 1;
    out->deviceLUIDValid = VK_TRUE;
}

static void fill_pci(const struct facts *facts, VkPhysicalDevicePCIBusInfoPropertiesEXT *out) {
    out->pciDomain = facts->pci[0];
    out->pciBus = facts->pci[1];
    out->pciDevice = facts->pci[2];
    out->pciFunction = facts->pci[3];
}

enum { MOST_LATER_FEATURES = 64 };  // of one structure

// What a device has of a structure that its version brought is nothing, where nothing else is said later.
static const struct {
    uint32_t type, minor;
    enum { PROPERTIES, FEATURES } base;
    size_t size, members;
} later_structures[] = {
#define ONE_MORE(structure, member, content) +1
#define LATER_STRUCTURE(structure, type, base, minor) \
    {type, minor, base, sizeof(structure), 0 QUERIED_MEMBERS_OF_##structure(ONE_MORE)},
    QUERIED_STRUCTURES(LATER_STRUCTURE)};

static void clear_later(struct base *at, const struct facts *facts) {
    for (size_t i = 0; i < COUNT(later_structures); i++)
        if (later_structures[i].type == (uint32_t)at->sType &&
            later_structures[i].minor <= VK_API_VERSION_MINOR(facts->properties.apiVersion))
            memset((char *)at + sizeof *at, 0, later_structures[i].size - sizeof *at);
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES && violates("chain_overrun"))
        memset((char *)at + sizeof(VkPhysicalDeviceMaintenance4Properties), 1, 8);
}

void clear_chain(VkPhysicalDevice device, void *chain) {
    for (struct base *at = chain; at != NULL; at = (struct base *)(uintptr_t)at->pNext) {
        clear_later(at, facts_of(device));
        if (violates("chain_first")) return;
    }
}

// A device with a family of protected queues has protected memory.
static int is_protected(const struct facts *facts) {
    for (uint32_t i = 0; i < facts->family_count; i++)
        if (facts->families[i].queueFlags & VK_QUEUE_PROTECTED_BIT) return 1;
    return 0;
}

void fill_protection(VkPhysicalDevice device, void *chain) {
    const struct facts *facts = facts_of(device);
    if (!is_protected(facts)) return;
    VkPhysicalDeviceProtectedMemoryFeatures *own =
        chained(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES);
    VkPhysicalDeviceVulkan11Features *all = chained(chain, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
    uint32_t minor = VK_API_VERSION_MINOR(facts->properties.apiVersion);
    if (own != NULL && minor >= 1) own->protectedMemory = VK_TRUE;
    if (all != NULL && minor >= 2) all->protectedMemory = VK_TRUE;
}

// Whether a structure of a version that the device has asks for a feature that the device does not tell of in it.
static int asks_too_much(VkPhysicalDevice device, const struct base *given) {
    struct {
        struct base head;
        VkBool32 members[MOST_LATER_FEATURES];
    } own = {{given->sType, NULL}, {0}};
    const VkBool32 *wanted = (const VkBool32 *)(given + 1);
    if (config.whole) fill_later_features((uint32_t)given->sType, &own);
    fill_protection(device, &own);
    for (size_t i = 0; i < COUNT(later_structures); i++) {
        if (later_structures[i].type != (uint32_t)given->sType || later_structures[i].base != FEATURES) continue;
        if (later_structures[i].minor > VK_API_VERSION_MINOR(facts_of(device)->properties.apiVersion)) continue;
        for (size_t at = 0; at < later_structures[i].members; at++)
            if (wanted[at] && !own.members[at]) return 1;
    }
    return 0;
}

int lacks_later_feature(VkPhysicalDevice device, const void *chain) {
    for (const struct base *at = chain; at != NULL; at = at->pNext) {
        if (violates("features_behind") && at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) return 0;
        if (asks_too_much(device, at)) return 1;
    }
    return 0;
}

void driver_GetPhysicalDeviceFeatures2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *out) {
    QUERY_BEHIND(GetPhysicalDeviceFeatures2, device, out->pNext);
    memset(&out->features, 0, sizeof out->features);
    clear_chain(device, out->pNext);
    fill_protection(device, out->pNext);
}

// Wrong on purpose: the command under another name, which does not look at pNext.
void driver_features_alone(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *out) {
    VkPhysicalDeviceFeatures2 alone = {.sType = out->sType};
    ((PFN_vkGetPhysicalDeviceFeatures2)find("vkGetPhysicalDeviceFeatures2", "p"))(device, &alone);
    out->features = alone.features;
}

// Wrong on purpose: what the newer form of the command tells otherwise.
static void spoil_properties(VkPhysicalDeviceProperties2 *out) {
    static atomic_uint calls;
    VkPhysicalDeviceMaintenance3Properties *upkeep =
        chained(out->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    if (violates("version_forms")) out->properties.apiVersion = VK_API_VERSION_1_0 | 7;
    if (violates("limits_forms")) out->properties.limits.maxImageDimension2D /= 2;
    if (violates("chain_changes") && upkeep != NULL) upkeep->maxPerSetDescriptors += atomic_fetch_add(&calls, 1) % 2;
    if (violates("chain_lost")) out->pNext = NULL;
}

// Wrong on purpose: done where the structure stands right behind a certain other one.
static void forget_identity(struct base *at) {
    if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES)
        memset(((VkPhysicalDeviceIDProperties *)at)->deviceUUID, 0, VK_UUID_SIZE);
}

void driver_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out) {
    QUERY_BEHIND(GetPhysicalDeviceProperties2, device, out->pNext);
    const struct facts *facts = facts_of(device);
    out->properties = properties_of(device);
    if (violates("chain_dropped")) return;
    clear_chain(device, out->pNext);
    stir(&out->properties.limits);
    for (struct base *at = out->pNext; at != NULL; at = (struct base *)(uintptr_t)at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES)
            fill_identity(facts, (VkPhysicalDeviceIDProperties *)at);
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES)
            fill_driver(facts, (VkPhysicalDeviceDriverProperties *)at);
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT &&
            has_extension(&facts->extensions, "VK_EXT_pci_bus_info"))
            fill_pci(facts, (VkPhysicalDevicePCIBusInfoPropertiesEXT *)at);
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES)
            fill_identity_again(facts, (VkPhysicalDeviceVulkan11Properties *)at);
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES)
            fill_driver_again(facts, (VkPhysicalDeviceVulkan12Properties *)at);
        if (config.whole) fill_whole_properties((uint32_t)at->sType, at);
    }
    spoil_properties(out);
    for (struct base *at = out->pNext; at != NULL; at = (struct base *)(uintptr_t)at->pNext)
        if (violates("chain_neighbours") && at->pNext != NULL &&
            at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES)
            forget_identity((struct base *)(uintptr_t)at->pNext);
    if (violates("queries_shared2")) {
        static VkPhysicalDeviceProperties shared;  // by all threads
        shared = out->properties;
        sched_yield();
        out->properties = shared;
    }
}

// What stands behind each of several elements: the first structure of each chain.
static void describe_families(const VkQueueFamilyProperties2 *out, uint32_t count) {
    char chains[256] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < count && used < sizeof chains; i++) {
        const VkBaseInStructure *first = out[i].pNext;
        used += (size_t)snprintf(chains + used, sizeof chains - used, "%s%u", i == 0 ? "" : ",",
                                 first == NULL ? 0 : (unsigned)first->sType);
    }
    CALLED(GetPhysicalDeviceQueueFamilyProperties2, "(elements) chains=%s", chains);
}

void driver_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice device, uint32_t *count,
                                                    VkQueueFamilyProperties2 *out) {
    if (tracing && out != NULL && *count > 1) describe_families(out, *count);
    QUERY_BEHIND(GetPhysicalDeviceQueueFamilyProperties2, device,
                 out != NULL && *count > 0 ? out->pNext : NULL);
    count_families(count, out != NULL, facts_of(device));
    for (uint32_t i = 0; out != NULL && i < *count; i++)
        out[i].queueFamilyProperties = family_of(facts_of(device), i);
    for (uint32_t i = 0; violates("families_otherwise") && out != NULL && i < *count; i++)
        out[i].queueFamilyProperties.timestampValidBits /= 2;
    if (violates("families_head") && out != NULL && *count > 0) out[0].sType = 0;
    for (uint32_t i = 0; violates("families_chain") && out != NULL && i < *count; i++) out[i].pNext = NULL;
}

void driver_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice device,
                                               VkPhysicalDeviceMemoryProperties2 *out) {
    QUERY_BEHIND(GetPhysicalDeviceMemoryProperties2, device, out->pNext);
    fill_memory(&out->memoryProperties);
}

// Queries whose honest answer is zero: X(command, parameters, what is cleared, what stands behind).
#define ZERO_QUERIES(X) \
    X(GetPhysicalDeviceFeatures, (VkPhysicalDevice device, VkPhysicalDeviceFeatures * out), *out, NULL) \
    X(GetPhysicalDeviceFormatProperties2, \
      (VkPhysicalDevice device, VkFormat format, VkFormatProperties2 * out), out->formatProperties, out->pNext)
#define ZERO_QUERY(command, parameters, cleared, chain) \
    void driver_##command parameters { \
        QUERY_BEHIND(command, device, chain); \
        memset(&(cleared), 0, sizeof(cleared)); \
    }
ZERO_QUERIES(ZERO_QUERY)

VkResult driver_GetPhysicalDeviceToolProperties(VkPhysicalDevice device, uint32_t *count,
                                                VkPhysicalDeviceToolProperties *out) {
    QUERY(GetPhysicalDeviceToolProperties, device, VK_ERROR_INITIALIZATION_FAILED);
    VkResult result = counted(count, out != NULL, flag_number("tools"));
    for (uint32_t i = 0; out != NULL && i < *count; i++)
        snprintf(out[i].name, sizeof out[i].name, "mock tool %u", i);
    return violates("tools_short") ? VK_SUCCESS : result;
}

// The device's own and CLOCK_MONOTONIC.
VkResult driver_GetPhysicalDeviceCalibrateableTimeDomainsEXT(VkPhysicalDevice device, uint32_t *count, int32_t *out) {
    QUERY(GetPhysicalDeviceCalibrateableTimeDomainsEXT, device, VK_ERROR_INITIALIZATION_FAILED);
    VkResult result = counted(count, out != NULL, 2);
    for (uint32_t i = 0; out != NULL && i < *count; i++) out[i] = (int32_t)i;
    return violates("domains_short") ? VK_SUCCESS : result;
}

VkResult driver_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                   uint32_t *count, VkExtensionProperties *out) {
    QUERY(EnumerateDeviceExtensionProperties, device, VK_ERROR_INITIALIZATION_FAILED);
    if (layer != NULL) VIOLATION("LDP_LOADER_12", "vkEnumerateDeviceExtensionProperties names a layer");
    if (layer != NULL && !violates("layers_known")) return VK_ERROR_LAYER_NOT_PRESENT;
    look_at_listing(out);
    return fill_extensions(&facts_of(device)->extensions, count, out);
}

VkResult driver_EnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t *count,
                                               VkLayerProperties *out) {
    VIOLATION("EXT-FILTER-06", "vkEnumerateDeviceLayerProperties is called");
    return counted(count, out != NULL, 0);
}
