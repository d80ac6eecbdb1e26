// facts.device.N: "properties" (names, numbers, UUIDs), "driver", "id" and "pci" where the device has such properties,
// "extensions" (and "more_extensions"), "limits" and "features" by structure and member, "queue_families", "memory_types", "memory_heaps".
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../native/generated/device_facts.h"
#include "../../../../native/generated/vk_core.h"
#include "../../extensions.h"
#include "../../process.h"
#include "facts.h"

enum { MOST_FAMILIES = 256 };
enum kind { FACT_UINT32, FACT_INT32, FACT_UINT64, FACT_FLOAT, FACT_FLAG };

struct member {
    const char *name;
    size_t offset;
    enum kind kind;
    uint32_t count;
};
#define MEMBER(structure, member, kind, count) {#member, offsetof(structure, member), kind, count},
#define MEMBERS(structure) (const struct member[]){MEMBERS_OF_##structure(MEMBER){0}}

// What is asked of one device, and how.
struct device {
    VkInstance instance;
    VkPhysicalDevice handle;
    uint32_t minor;  // of the version 1.x that both it and the instance have
    const VkExtensionProperties *extensions;
    uint32_t extension_count;
    PFN_vkGetPhysicalDeviceProperties2 properties2;
    PFN_vkGetPhysicalDeviceFeatures2 features2;
};

// ---- numbers

static void say_unsigned(const char *key, uint64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    say_json(key, text);
}

// JSON has no infinity; nine digits tell all floats apart.
static void say_float(const char *key, float value) {
    if (isfinite(value)) say_real(key, "%.9g", (double)value);
    else say_text(key, isnan(value) ? (signbit(value) ? "-nan" : "nan") : signbit(value) ? "-inf" : "inf");
}

static void say_one(const char *key, enum kind kind, const unsigned char *at) {
    union {
        uint32_t word;
        int32_t number;
        uint64_t wide;
        float real;
    } value = {0};
    memcpy(&value, at, kind == FACT_UINT64 ? sizeof value.wide : sizeof value.word);
    switch (kind) {
        case FACT_UINT32: say_number(key, value.word); break;
        case FACT_INT32: say_number(key, value.number); break;
        case FACT_UINT64: say_unsigned(key, value.wide); break;
        case FACT_FLOAT: say_float(key, value.real); break;
        case FACT_FLAG: say_flag(key, value.word != VK_FALSE); break;
    }
}

// Members that are VkBool32 and neither VK_TRUE nor VK_FALSE.
enum { MOST_ODD = 8 };
static const char *odd[MOST_ODD];
static uint32_t odd_count;

static void say_members(const char *structure, const struct member *members, const void *values) {
    open_object(structure);
    for (; members->name != NULL; members++) {
        const unsigned char *at = (const unsigned char *)values + members->offset;
        size_t size = members->kind == FACT_UINT64 ? sizeof(uint64_t) : sizeof(uint32_t);
        if (members->count > 1) open_list(members->name);
        for (uint32_t i = 0; i < members->count; i++)
            say_one(members->count > 1 ? NULL : members->name, members->kind, at + i * size);
        if (members->kind == FACT_FLAG && odd_count < MOST_ODD && *(const VkBool32 *)(const void *)at > VK_TRUE)
            odd[odd_count++] = members->name;
        if (members->count > 1) close_list();
    }
    close_object();
}

static void say_hex(const char *key, const uint8_t *bytes, size_t size) {
    char text[2 * VK_UUID_SIZE + 1] = "";
    for (size_t i = 0; i < size; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    say_text(key, text);
}

// ---- structures

static void ask_properties(const struct device *device, void *next) {
    VkPhysicalDeviceProperties2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = next};
    device->properties2(device->handle, &head);
}

static void ask_features(const struct device *device, void *next) {
    VkPhysicalDeviceFeatures2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = next};
    device->features2(device->handle, &head);
}

// The structures that are there, asked for one at a time.
#define SAY_STRUCTURE(is_there, ask, structure, type)        \
    if (is_there) {                                          \
        structure value = {.sType = (type)};                 \
        ask(device, &value);                                 \
        say_members(#structure, MEMBERS(structure), &value); \
    }
#define LIMITS_OF(structure, type, since) \
    SAY_STRUCTURE(device->minor >= (since) && device->properties2 != NULL, ask_properties, structure, type)
#define FEATURES_OF(structure, type, since) \
    SAY_STRUCTURE(device->minor >= (since) && device->features2 != NULL, ask_features, structure, type)
#define LIMITS_IN_1_1(structure, type) \
    SAY_STRUCTURE(device->minor == 1 && device->properties2 != NULL, ask_properties, structure, type)
#define FEATURES_IN_1_1(structure, type) \
    SAY_STRUCTURE(device->minor == 1 && device->features2 != NULL, ask_features, structure, type)

static void say_limits(const struct device *device, const VkPhysicalDeviceProperties *properties) {
    open_object("limits");
    say_members("VkPhysicalDeviceLimits", MEMBERS(VkPhysicalDeviceLimits), &properties->limits);
    say_members("VkPhysicalDeviceSparseProperties", MEMBERS(VkPhysicalDeviceSparseProperties),
                &properties->sparseProperties);
    CHAINED_LIMITS(LIMITS_OF)
    LIMITS_OF_1_1(LIMITS_IN_1_1)
    close_object();
}

static void say_features(const struct device *device) {
    PFN_vkGetPhysicalDeviceFeatures ask =
        (PFN_vkGetPhysicalDeviceFeatures)instance_function(device->instance, "vkGetPhysicalDeviceFeatures");
    VkPhysicalDeviceFeatures features = {0};
    if (ask != NULL) ask(device->handle, &features);
    open_object("features");
    say_members("VkPhysicalDeviceFeatures", MEMBERS(VkPhysicalDeviceFeatures), &features);
    CHAINED_FEATURES(FEATURES_OF)
    FEATURES_OF_1_1(FEATURES_IN_1_1)
    close_object();
}

static void say_properties(const VkPhysicalDeviceProperties *properties) {
    open_object("properties");
    say_member("deviceName", properties->deviceName, sizeof properties->deviceName);
    say_number("vendorID", properties->vendorID);
    say_number("deviceID", properties->deviceID);
    say_number("deviceType", properties->deviceType);
    say_number("apiVersion", properties->apiVersion);
    say_number("driverVersion", properties->driverVersion);
    say_hex("pipelineCacheUUID", properties->pipelineCacheUUID, VK_UUID_SIZE);
    close_object();
}

static void say_driver(const struct device *device) {
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    const VkConformanceVersion *version = &driver.conformanceVersion;
    char text[32];
    if (device->properties2 == NULL) return;
    if (device->minor < 2 && !has_extension("VK_KHR_driver_properties", device->extensions, device->extension_count))
        return;
    ask_properties(device, &driver);
    snprintf(text, sizeof text, "%u.%u.%u.%u", version->major, version->minor, version->subminor, version->patch);
    open_object("driver");
    say_number("driverID", driver.driverID);
    say_member("driverName", driver.driverName, sizeof driver.driverName);
    say_member("driverInfo", driver.driverInfo, sizeof driver.driverInfo);
    say_text("conformanceVersion", text);
    close_object();
}

static void say_id(const struct device *device) {
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    if (device->properties2 == NULL || device->minor < 1) return;
    ask_properties(device, &id);
    open_object("id");
    say_hex("deviceUUID", id.deviceUUID, VK_UUID_SIZE);
    say_hex("driverUUID", id.driverUUID, VK_UUID_SIZE);
    if (id.deviceLUIDValid) say_number("deviceNodeMask", id.deviceNodeMask);
    close_object();
}

static void say_pci(const struct device *device) {
    VkPhysicalDevicePCIBusInfoPropertiesEXT bus = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
    char text[64];
    if (device->properties2 == NULL) return;
    if (!has_extension("VK_EXT_pci_bus_info", device->extensions, device->extension_count)) return;
    ask_properties(device, &bus);
    snprintf(text, sizeof text, "%04x:%02x:%02x.%x", bus.pciDomain, bus.pciBus, bus.pciDevice, bus.pciFunction);
    say_text("pci", text);
}

// ---- queues and memory

static void say_queues(const struct device *device) {
    VkQueueFamilyProperties families[MOST_FAMILIES] = {0};  // a driver that lies about its count sets none of them
    uint32_t count = queue_families(device->instance, device->handle, families, MOST_FAMILIES);
    open_list("queue_families");
    for (uint32_t i = 0; i < count; i++) {
        const VkExtent3D *granularity = &families[i].minImageTransferGranularity;
        open_object(NULL);
        say_number("flags", families[i].queueFlags);
        say_number("count", families[i].queueCount);
        say_number("timestamp_bits", families[i].timestampValidBits);
        open_list("granularity");
        say_number(NULL, granularity->width);
        say_number(NULL, granularity->height);
        say_number(NULL, granularity->depth);
        close_list();
        close_object();
    }
    close_list();
}

static void say_memory(const struct device *device) {
    PFN_vkGetPhysicalDeviceMemoryProperties ask = (PFN_vkGetPhysicalDeviceMemoryProperties)instance_function(
        device->instance, "vkGetPhysicalDeviceMemoryProperties");
    VkPhysicalDeviceMemoryProperties memory = {0};
    if (ask == NULL) return;
    ask(device->handle, &memory);
    open_list("memory_types");
    for (uint32_t i = 0; i < memory.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++) {
        open_object(NULL);
        say_number("flags", memory.memoryTypes[i].propertyFlags);
        say_number("heap", memory.memoryTypes[i].heapIndex);
        close_object();
    }
    close_list();
    open_list("memory_heaps");
    for (uint32_t i = 0; i < memory.memoryHeapCount && i < VK_MAX_MEMORY_HEAPS; i++) {
        open_object(NULL);
        say_number("flags", memory.memoryHeaps[i].flags);
        say_unsigned("size", memory.memoryHeaps[i].size);
        close_object();
    }
    close_list();
}

// ---- the device

static PFN_vkVoidFunction either(VkInstance instance, const char *name, const char *with_suffix) {
    PFN_vkVoidFunction found = instance_function(instance, name);
    return found != NULL ? found : instance_function(instance, with_suffix);
}

static uint32_t common_minor(uint32_t one, uint32_t other) {
    uint32_t lower = one < other ? one : other;
    return VK_API_VERSION_MAJOR(lower) > 1 ? 4 : VK_API_VERSION_MINOR(lower);
}

void say_device(VkInstance instance, VkPhysicalDevice handle, uint32_t number, uint32_t api_version) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    PFN_vkEnumerateDeviceExtensionProperties enumerate =
        (PFN_vkEnumerateDeviceExtensionProperties)instance_function(instance, "vkEnumerateDeviceExtensionProperties");
    VkExtensionProperties *rows = calloc(MOST_EXTENSIONS, sizeof *rows);
    VkPhysicalDeviceProperties properties = {0};
    uint32_t count = MOST_EXTENSIONS;
    char label[32];
    if (rows == NULL) abort();
    snprintf(label, sizeof label, "facts.device.%u", number);
    begin(label);
    if (ask != NULL) ask(handle, &properties);
    VkResult result = enumerate == NULL ? VK_ERROR_INITIALIZATION_FAILED : enumerate(handle, NULL, &count, rows);
    struct device device = {
        .instance = instance,
        .handle = handle,
        .minor = common_minor(properties.apiVersion, api_version),
        .extensions = rows,
        .extension_count = result < VK_SUCCESS ? 0 : count,
        .properties2 = (PFN_vkGetPhysicalDeviceProperties2)either(instance, "vkGetPhysicalDeviceProperties2",
                                                                  "vkGetPhysicalDeviceProperties2KHR"),
        .features2 = (PFN_vkGetPhysicalDeviceFeatures2)either(instance, "vkGetPhysicalDeviceFeatures2",
                                                              "vkGetPhysicalDeviceFeatures2KHR"),
    };
    open_answer(label);
    say_properties(&properties);
    say_driver(&device);
    say_id(&device);
    say_pci(&device);
    say_extensions("extensions", result, rows, count);
    say_limits(&device, &properties);
    say_features(&device);
    open_list("odd");
    for (uint32_t i = 0; i < odd_count; i++) say_text(NULL, odd[i]);
    odd_count = 0;
    close_list();
    say_queues(&device);
    say_memory(&device);
    close_answer();
    free(rows);
}
