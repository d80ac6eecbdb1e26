// Physical devices and devices: which there are, in which order, and the chain that ends in one driver.
#include <ctype.h>

#include "plain.h"

#define MOST_DEVICES 128
#define MOST_GROUPS 64

typedef struct Seen {
    Physical *physical;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDevicePCIBusInfoPropertiesEXT bus;
    uint32_t driver_id;
    uint32_t place;
} Seen;

static Physical *physical_of(Instance *instance, Driver *driver, VkPhysicalDevice handle) {
    lock();
    Physical *physical = instance->physicals;
    while (physical != NULL &&
           (FAULT("new_handles_each_time") || physical->handle != handle || physical->driver != driver)) {
        physical = physical->next;
    }
    if (physical == NULL) {
        physical = take(&instance->arena, sizeof *physical);
        Driver *other = FAULT("all_devices_to_first_driver") ? instance->drivers : driver;
        *physical = (Physical){instance->table, other->jumps, handle, driver, instance, instance->physicals};
        instance->physicals = physical;
        *(Table **)handle = instance->table;
    }
    unlock();
    return physical;
}

// ---- filters and order

static const char *read_id(const char *text, uint32_t *id) {
    char *end;
    bool hexadecimal = !FAULT("ids_decimal_only") && text[0] == '0' && tolower((unsigned char)text[1]) == 'x';
    *id = (uint32_t)strtoul(text, &end, hexadecimal ? 16 : 10);
    return end;
}

static bool id_passes(const char *variable, bool known, uint32_t id) {
    const char *text = safe_variable(variable);
    if (text == NULL || *text == '\0') {
        return true;
    }
    while (known && *text != '\0') {
        uint32_t first = 0, last;
        const char *at = read_id(text, &first);
        last = first;
        if (*at == ':' && !FAULT("id_range_first_only")) {
            at = read_id(at + 1, &last);
        }
        if (at != text && (*at == ',' || *at == '\0') && id >= first &&
            (id < last || (id == last && !(FAULT("id_range_without_end") && first != last)))) {
            return true;
        }
        if (FAULT("first_id_only")) {
            return false;
        }
        text += strcspn(text, ",");
        text += *text == ',';
    }
    return false;
}

static bool passes(const Seen *seen) {
    bool vendor = id_passes("VK_LOADER_VENDOR_ID_FILTER", true, seen->properties.vendorID);
    bool device = id_passes("VK_LOADER_DEVICE_ID_FILTER", true, seen->properties.deviceID);
    if (FAULT("one_id_filter_is_enough") && getenv("VK_LOADER_DEVICE_ID_FILTER") != NULL &&
        getenv("VK_LOADER_VENDOR_ID_FILTER") != NULL) {
        return vendor || device;
    }
    return vendor && device && id_passes("VK_LOADER_DRIVER_ID_FILTER", seen->driver_id != 0, seen->driver_id);
}

static bool has_device_extension(const Physical *physical, const char *name) {
    PFN_vkEnumerateDeviceExtensionProperties ask =
        DRIVER_CALL(physical->driver, PFN_vkEnumerateDeviceExtensionProperties, "vkEnumerateDeviceExtensionProperties");
    uint32_t count = 0;
    Arena arena = {NULL};
    bool found = false;
    if (ask != NULL && ask(physical->handle, NULL, &count, NULL) == VK_SUCCESS && count != 0) {
        Extensions all = {count, take(&arena, count * sizeof *all.at)};
        found = ask(physical->handle, NULL, &all.count, all.at) >= VK_SUCCESS && has_extension(&all, name);
    }
    drop(&arena);
    return found;
}

static void look_at(Seen *seen) {
    const Physical *physical = seen->physical;
    Driver *driver = physical->driver;
    PFN_vkGetPhysicalDeviceProperties ask =
        DRIVER_CALL(driver, PFN_vkGetPhysicalDeviceProperties, "vkGetPhysicalDeviceProperties");
    bool core = !driver->is_1_0 && physical->instance->api >= VK_API_VERSION_1_1;
    bool extended = has_name(&driver->enabled, "VK_KHR_get_physical_device_properties2");
    PFN_vkGetPhysicalDeviceProperties2 ask_more = DRIVER_CALL(
        driver, PFN_vkGetPhysicalDeviceProperties2,
        core ? "vkGetPhysicalDeviceProperties2" : "vkGetPhysicalDeviceProperties2KHR");
    VkPhysicalDeviceDriverProperties own = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    seen->bus = (VkPhysicalDevicePCIBusInfoPropertiesEXT){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT, .pciDomain = UINT32_MAX};
    ask(physical->handle, &seen->properties);
    if ((!core && !extended) || ask_more == NULL) {
        return;
    }
    if (seen->properties.apiVersion >= VK_API_VERSION_1_2 ||
        has_device_extension(physical, "VK_KHR_driver_properties")) {
        all.pNext = &own;
    }
    if (has_device_extension(physical, "VK_EXT_pci_bus_info")) {
        seen->bus.pNext = all.pNext;
        all.pNext = &seen->bus;
    }
    if (all.pNext != NULL) {
        ask_more(physical->handle, &all);
    }
    seen->driver_id = own.driverID;
}

static int rank(const Seen *seen) {
    switch (seen->properties.deviceType) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return FAULT("virtual_before_integrated") ? 2 : 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return FAULT("virtual_before_integrated") ? 1 : 2;
    default:
        return 3;
    }
}

static bool is_selected(const Seen *seen) {
    const char *text = safe_variable("VK_LOADER_DEVICE_SELECT");
    char *end;
    unsigned long vendor = text == NULL ? 0 : strtoul(text, &end, FAULT("selected_device_decimal") ? 10 : 16);
    return text != NULL && end != text && *end == ':' && vendor == seen->properties.vendorID &&
           strtoul(end + 1, NULL, 16) == seen->properties.deviceID;
}

#define BY(expression_a, expression_b) \
    if ((expression_a) != (expression_b)) { \
        return (expression_a) < (expression_b) ? -1 : 1; \
    }

// The selected device, discrete ones before the others, inside a type by PCI address. Devices that the
// application brought stay behind all.
static int compare_seen(const void *first, const void *second) {
    const Seen *a = first, *b = second;
    if (FAULT("direct_devices_first")) {
        BY(b->physical->driver->direct, a->physical->driver->direct)
    }
    if (!FAULT("direct_devices_sorted_too")) {
        BY(a->physical->driver->direct, b->physical->driver->direct)
    }
    BY(!is_selected(a), !is_selected(b))
    BY(rank(a), rank(b))
    if (!FAULT("bus_ignored")) {
        BY(a->bus.pciDomain, b->bus.pciDomain)
        BY(a->bus.pciBus, b->bus.pciBus)
        BY(a->bus.pciDevice, b->bus.pciDevice)
        if (!FAULT("function_ignored")) {
            BY(a->bus.pciFunction, b->bus.pciFunction)
        }
    }
    BY(a->place, b->place)
    return 0;
}

static void sort_seen(Seen *seen, uint32_t count) {
    const char *off = FAULT("sorting_always") ? NULL : safe_variable("VK_LOADER_DISABLE_SELECT");
    for (uint32_t i = 0; i < count; i++) {
        seen[i].place = i;
    }
    if ((off == NULL || strtol(off, NULL, 10) == 0) && !FAULT("devices_unsorted")) {
        qsort(seen, count, sizeof *seen, compare_seen);
    }
}

static VkResult see_devices(Instance *instance, Seen *seen, uint32_t *count) {
    *count = 0;
    for (Driver *driver = instance->drivers; driver != NULL; driver = driver->next) {
        VkPhysicalDevice handles[MOST_DEVICES];
        uint32_t found = FAULT("one_device_of_each_driver") ? 1 : FAULT("eight_devices") ? 8 : MOST_DEVICES - *count;
        PFN_vkEnumeratePhysicalDevices ask =
            driver->handle == NULL ? NULL
                                   : DRIVER_CALL(driver, PFN_vkEnumeratePhysicalDevices, "vkEnumeratePhysicalDevices");
        VkResult result = ask == NULL ? VK_ERROR_INITIALIZATION_FAILED : ask(driver->handle, &found, handles);
        if (result == VK_ERROR_OUT_OF_HOST_MEMORY && !FAULT("failed_enumeration_hidden")) {
            return result;
        }
        for (uint32_t i = 0; result >= VK_SUCCESS && i < found; i++) {
            seen[*count].physical = physical_of(instance, driver, handles[i]);
            look_at(seen + *count);
            *count += passes(seen + *count);
        }
    }
    sort_seen(seen, *count);
    if (FAULT("select_drops_others") && *count != 0 && is_selected(seen)) {
        *count = 1;
    }
    return VK_SUCCESS;
}

VkResult end_vkEnumeratePhysicalDevices(VkInstance handle, uint32_t *count, VkPhysicalDevice *devices) {
    Arena arena = {NULL};
    Seen *seen = take(&arena, MOST_DEVICES * sizeof *seen);
    VkPhysicalDevice all[MOST_DEVICES];
    uint32_t total;
    VkResult result = see_devices((Instance *)handle, seen, &total);
    for (uint32_t i = 0; result == VK_SUCCESS && i < total; i++) {
        all[i] = (VkPhysicalDevice)seen[i].physical;
    }
    drop(&arena);
    uint32_t room = *count;
    result = result != VK_SUCCESS ? result : give(total, count, devices, all, sizeof *all);
    if (FAULT("larger_room_count_stays") && devices != NULL && room > total) {
        *count = room;
    }
    return result;
}

// ---- groups

typedef struct Group {
    Seen best;
    VkPhysicalDeviceGroupProperties properties;
} Group;

static const Seen *find_seen(const Seen *seen, uint32_t count, const Physical *physical) {
    for (uint32_t i = 0; i < count; i++) {
        if (seen[i].physical == physical) {
            return seen + i;
        }
    }
    return NULL;
}

// The driver's own groups, less what the filters leave out; a driver without groups has one for each device.
static void see_groups(Instance *instance, Driver *driver, const Seen *seen, uint32_t count, Group *groups,
                       uint32_t *made) {
    VkPhysicalDeviceGroupProperties own[MOST_GROUPS] = {0};
    uint32_t found = MOST_GROUPS;
    bool extended = has_name(&driver->enabled, "VK_KHR_device_group_creation");
    PFN_vkEnumeratePhysicalDeviceGroups ask = DRIVER_CALL(
        driver, PFN_vkEnumeratePhysicalDeviceGroups,
        extended ? "vkEnumeratePhysicalDeviceGroupsKHR" : "vkEnumeratePhysicalDeviceGroups");
    for (uint32_t i = 0; i < MOST_GROUPS; i++) {
        own[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    }
    if (ask == NULL || (driver->is_1_0 && !extended) || ask(driver->handle, &found, own) < VK_SUCCESS) {
        found = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (seen[i].physical->driver == driver && found < MOST_GROUPS) {
                own[found].physicalDeviceCount = 1;
                own[found++].physicalDevices[0] = seen[i].physical->handle;
            }
        }
    }
    for (uint32_t i = 0; i < found && *made < MOST_GROUPS; i++) {
        Group *group = groups + *made;
        group->properties.subsetAllocation = !FAULT("subset_allocation_lost") && own[i].subsetAllocation;
        group->properties.physicalDeviceCount = 0;
        for (uint32_t j = 0; j < own[i].physicalDeviceCount; j++) {
            const Seen *each = find_seen(seen, count, physical_of(instance, driver, own[i].physicalDevices[j]));
            if (each == NULL && FAULT("groups_unfiltered")) {
                group->properties.physicalDevices[group->properties.physicalDeviceCount++] =
                    (VkPhysicalDevice)physical_of(instance, driver, own[i].physicalDevices[j]);
            }
            if (each == NULL) {
                continue;
            }
            if (group->properties.physicalDeviceCount == 0 || compare_seen(each, &group->best) < 0) {
                group->best = *each;
            }
            group->properties.physicalDevices[group->properties.physicalDeviceCount++] =
                FAULT("groups_hold_driver_handles") || (FAULT("second_of_group_raw") && j != 0)
                    ? own[i].physicalDevices[j] : (VkPhysicalDevice)each->physical;
        }
        *made += group->properties.physicalDeviceCount != 0;
    }
}

static void join_groups(Group *groups, uint32_t *count) {
    for (uint32_t i = 1; i < *count; i++) {
        VkPhysicalDeviceGroupProperties *first = &groups[0].properties;
        first->physicalDevices[first->physicalDeviceCount++] = groups[i].properties.physicalDevices[0];
    }
    *count = *count != 0;
}

VkResult end_vkEnumeratePhysicalDeviceGroups(VkInstance handle, uint32_t *count,
                                             VkPhysicalDeviceGroupProperties *properties) {
    Instance *instance = (Instance *)handle;
    Arena arena = {NULL};
    Seen *seen = take(&arena, MOST_DEVICES * sizeof *seen);
    Group *groups = take(&arena, MOST_GROUPS * sizeof *groups);
    uint32_t devices, total = 0;
    VkResult result = see_devices(instance, seen, &devices);
    for (Driver *driver = instance->drivers; result == VK_SUCCESS && driver != NULL; driver = driver->next) {
        if (driver->handle != NULL) {
            see_groups(instance, driver, seen, devices, groups, &total);
        }
    }
    if (FAULT("groups_of_two_drivers")) {
        join_groups(groups, &total);
    }
    for (uint32_t i = 0; i < total; i++) {
        groups[i].best.place = i;
    }
    const char *off = FAULT("groups_sorted_always") ? NULL : safe_variable("VK_LOADER_DISABLE_SELECT");
    bool unsorted = off != NULL && (strtol(off, NULL, 10) != 0 || FAULT("zero_leaves_groups"));
    if (!FAULT("groups_unsorted") && !unsorted) {
        qsort(groups, total, sizeof *groups, compare_seen);
    }
    if (result == VK_SUCCESS && properties == NULL) {
        *count = total;
    } else if (result == VK_SUCCESS) {
        result = *count < total && !FAULT("groups_never_incomplete") ? VK_INCOMPLETE : VK_SUCCESS;
        *count = *count < total ? *count : total;
        for (uint32_t i = 0; i < *count; i++) {
            void *next = properties[i].pNext;
            VkStructureType type = properties[i].sType;
            properties[i] = groups[i].properties;
            properties[i].sType = type;
            properties[i].pNext = FAULT("group_chains_cut") ? NULL : next;
        }
    }
    drop(&arena);
    return result;
}

// Layers may give other handles: those get the instance's table here.
EXPORT VkResult vkEnumeratePhysicalDevices(VkInstance handle, uint32_t *count, VkPhysicalDevice *devices) {
    Table *table = *(Table **)handle;
    VkResult result =
        CALL(table, PFN_vkEnumeratePhysicalDevices, "vkEnumeratePhysicalDevices")(handle, count, devices);
    for (uint32_t i = 0; devices != NULL && result >= VK_SUCCESS && i < *count; i++) {
        *(Table **)devices[i] = table;
    }
    return result;
}

EXPORT VkResult vkEnumeratePhysicalDeviceGroups(VkInstance handle, uint32_t *count,
                                                VkPhysicalDeviceGroupProperties *groups) {
    Table *table = *(Table **)handle;
    bool core = INSTANCE_OF(handle)->api >= VK_API_VERSION_1_1;
    VkResult result = CALL(table, PFN_vkEnumeratePhysicalDeviceGroups,
                           core ? "vkEnumeratePhysicalDeviceGroups" : "vkEnumeratePhysicalDeviceGroupsKHR")(
        handle, count, groups);
    for (uint32_t i = 0; groups != NULL && result >= VK_SUCCESS && i < *count; i++) {
        for (uint32_t j = 0; j < groups[i].physicalDeviceCount; j++) {
            *(Table **)groups[i].physicalDevices[j] = table;
        }
    }
    return result;
}
