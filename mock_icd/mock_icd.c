// A driver with dull devices that can do nothing. Answers what a loader asks of every driver and writes down
// what it was asked. Complains in its trace when the loader breaks its side. Its sidecar says what differs.
#define _GNU_SOURCE

// A mock ignores most of what it is given.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define MOCK_KIND "driver"
#define MOCK_FLAGS \
    {"name", "mock"}, {"trace", ""}, {"interface", "7"}, {"negotiate", "ok"}, {"api", "1.3.0"}, \
    {"devices", "1"}, {"vendor", "0x1000"}, {"device", "0x2000"}, {"device_name", "mock driver"}, \
    {"extensions", ""}, {"fail", ""},
#include "mock_common.h"

// Commands that a fail flag may name.
#define CAN_FAIL "vkCreateInstance,vkEnumeratePhysicalDevices,vkCreateDevice"
#define MOST_DEVICES 64U

// Handles are pointers to these; the loader owns the first word once it has seen the object.
enum kind { INSTANCE = 0x1457, PHYSICAL_DEVICE, DEVICE, QUEUE };

struct object {
    VK_LOADER_DATA loader;
    enum kind kind;
    uint32_t index;
};

struct device {
    struct object object;
    struct object queue;
};

struct instance {
    struct object object;
    struct object devices[MOST_DEVICES];
};

static uint32_t api;
static uint32_t offered;
static int negotiated;

static struct object made(enum kind kind, uint32_t index) {
    return (struct object){.loader.loaderMagic = ICD_LOADER_MAGIC, .kind = kind, .index = index};
}

static void check_handle(const void *handle, enum kind kind, const char *command) {
    const struct object *object = handle;
    if (object == NULL || object->kind != kind)
        VIOLATION("NEGOTIATE-ICD-09", "%s with a handle that is not this driver's", command);
}

// The extension list "NAME:VERSION,...": the row at an index, or 0 past the end.
static int extension_at(uint32_t index, VkExtensionProperties *row) {
    const char *at = flag("extensions");
    for (; index > 0 && *at != '\0'; index--) at += strcspn(at, ","), at += *at == ',';
    if (*at == '\0') return 0;
    memset(row, 0, sizeof *row);
    if (sscanf(at, "%255[^:,]:%u", row->extensionName, &row->specVersion) != 2)
        die("not NAME:VERSION in flag", at);
    return 1;
}

static uint32_t extension_count(void) {
    VkExtensionProperties row;
    uint32_t count = 0;
    while (extension_at(count, &row)) count++;
    return count;
}

__attribute__((constructor)) static void on_load(void) {
    unsigned major, minor, patch;
    char more;
    read_flags();
    check_words("fail", CAN_FAIL);
    check_words("negotiate", "ok,fail");
    if (flag_number("interface") > NEWEST_DRIVER_INTERFACE) die("unknown value in flag", flag("interface"));
    if (flag_number("devices") > MOST_DEVICES) die("too many devices", flag("devices"));
    if (sscanf(flag("api"), "%u.%u.%u%c", &major, &minor, &patch, &more) != 3)
        die("not a version in flag", flag("api"));
    api = VK_MAKE_API_VERSION(0, major, minor, patch);
    flag_number("vendor");
    flag_number("device");
    extension_count();
    trace("load");
}

__attribute__((destructor)) static void on_unload(void) { trace("unload"); }

// The usual protocol of a counted answer: how many to write, and what to return.
static VkResult counted(uint32_t *count, int wanted, uint32_t available) {
    uint32_t room = *count;
    *count = !wanted || room > available ? available : room;
    return wanted && room < available ? VK_INCOMPLETE : VK_SUCCESS;
}

// "A,B", spelled for the trace.
static const char *joined(char *to, size_t size, const char *const *names, uint32_t count) {
    size_t used = 0;
    to[0] = '\0';
    for (uint32_t i = 0; i < count && used + 2 < size; i++) {
        if (i > 0) to[used++] = ',';
        spell(to + used, size - used, names[i]);
        used += strlen(to + used);
    }
    return to;
}

// ---- global commands

static VkResult driver_EnumerateInstanceVersion(uint32_t *version) {
    *version = api;
    return VK_SUCCESS;
}

static VkResult driver_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                            VkExtensionProperties *properties) {
    if (layer != NULL) VIOLATION("LDP_LOADER_12", "vkEnumerateInstanceExtensionProperties names a layer");
    VkResult result = counted(count, properties != NULL, extension_count());
    for (uint32_t i = 0; properties != NULL && i < *count; i++) extension_at(i, &properties[i]);
    return result;
}

static VkResult driver_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties) {
    VIOLATION("EXT-FILTER-06", "vkEnumerateInstanceLayerProperties is called");
    return counted(count, properties != NULL, 0);
}

// A loader that ends up at interface 4 or less leaves the judging of apiVersion to the driver.
static int api_refused(const VkApplicationInfo *application) {
    uint32_t agreed = offered < flag_number("interface") ? offered : flag_number("interface");
    if (application == NULL || agreed >= 5) return 0;
    return VK_API_VERSION_MINOR(application->apiVersion) > (offered < 5 ? 0 : VK_API_VERSION_MINOR(api));
}

static VkResult driver_CreateInstance(const VkInstanceCreateInfo *info,
                                      const VkAllocationCallbacks *allocator, VkInstance *instance) {
    char names[6000];
    VkResult result = VK_SUCCESS;
    trace("vkCreateInstance api=%s extensions=%s", version_text(info->pApplicationInfo),
          joined(names, sizeof names, info->ppEnabledExtensionNames, info->enabledExtensionCount));
    if (must_fail("vkCreateInstance")) return VK_ERROR_INITIALIZATION_FAILED;
    if (api_refused(info->pApplicationInfo)) return VK_ERROR_INCOMPATIBLE_DRIVER;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->ppEnabledExtensionNames[i];
        if (holds(flag("extensions"), name, strlen(name), ",:")) continue;
        VIOLATION("LDP_LOADER_9", "vkCreateInstance enables an extension that this driver does not have");
        result = VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    if (result != VK_SUCCESS) return result;

    struct instance *new = calloc(1, sizeof *new);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    new->object = made(INSTANCE, 0);
    for (uint32_t i = 0; i < MOST_DEVICES; i++) new->devices[i] = made(PHYSICAL_DEVICE, i);
    *instance = (VkInstance)new;
    return VK_SUCCESS;
}

// ---- commands of an instance

static void driver_DestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyInstance");
    if (instance == NULL) return;
    check_handle(instance, INSTANCE, "vkDestroyInstance");
    free(instance);
}

static VkResult driver_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                                VkPhysicalDevice *devices) {
    struct instance *own = (struct instance *)instance;
    trace("vkEnumeratePhysicalDevices");
    check_handle(instance, INSTANCE, "vkEnumeratePhysicalDevices");
    if (must_fail("vkEnumeratePhysicalDevices")) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = counted(count, devices != NULL, flag_number("devices"));
    for (uint32_t i = 0; devices != NULL && i < *count; i++) devices[i] = (VkPhysicalDevice)&own->devices[i];
    return result;
}

static VkResult driver_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                                     VkPhysicalDeviceGroupProperties *groups) {
    struct instance *own = (struct instance *)instance;
    check_handle(instance, INSTANCE, "vkEnumeratePhysicalDeviceGroups");
    VkResult result = counted(count, groups != NULL, flag_number("devices"));
    for (uint32_t i = 0; groups != NULL && i < *count; i++) {
        groups[i].physicalDeviceCount = 1;
        groups[i].physicalDevices[0] = (VkPhysicalDevice)&own->devices[i];
        groups[i].subsetAllocation = VK_FALSE;
    }
    return result;
}

// ---- commands of a physical device: one queue family, one memory heap, no features, no formats

static void driver_GetPhysicalDeviceProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceProperties");
    memset(out, 0, sizeof *out);
    out->apiVersion = api;
    out->driverVersion = 1;
    out->vendorID = flag_number("vendor");
    out->deviceID = flag_number("device") + ((const struct object *)device)->index;
    out->deviceType = VK_PHYSICAL_DEVICE_TYPE_OTHER;
    snprintf(out->deviceName, sizeof out->deviceName, "%s", flag("device_name"));
}

static void driver_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice device, uint32_t *count,
                                                          VkQueueFamilyProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceQueueFamilyProperties");
    counted(count, out != NULL, 1);
    if (out != NULL && *count == 1)
        *out = (VkQueueFamilyProperties){.queueFlags = VK_QUEUE_TRANSFER_BIT, .queueCount = 1};
}

static void driver_GetPhysicalDeviceMemoryProperties(VkPhysicalDevice device,
                                                     VkPhysicalDeviceMemoryProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceMemoryProperties");
    memset(out, 0, sizeof *out);
    out->memoryHeapCount = out->memoryTypeCount = 1;
    out->memoryHeaps[0].size = 1U << 20;
    out->memoryTypes[0].propertyFlags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
}

static void driver_GetPhysicalDeviceProperties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out) {
    driver_GetPhysicalDeviceProperties(device, &out->properties);
}

static void driver_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice device, uint32_t *count,
                                                           VkQueueFamilyProperties2 *out) {
    driver_GetPhysicalDeviceQueueFamilyProperties(device, count, out ? &out->queueFamilyProperties : NULL);
}

static void driver_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice device,
                                                      VkPhysicalDeviceMemoryProperties2 *out) {
    driver_GetPhysicalDeviceMemoryProperties(device, &out->memoryProperties);
}

// Queries whose honest answer is zero: X(command, parameters, what is cleared).
#define ZERO_QUERIES(X) \
    X(GetPhysicalDeviceFeatures, (VkPhysicalDevice device, VkPhysicalDeviceFeatures * out), *out) \
    X(GetPhysicalDeviceFeatures2, (VkPhysicalDevice device, VkPhysicalDeviceFeatures2 * out), out->features) \
    X(GetPhysicalDeviceFormatProperties, \
      (VkPhysicalDevice device, VkFormat format, VkFormatProperties * out), *out) \
    X(GetPhysicalDeviceFormatProperties2, \
      (VkPhysicalDevice device, VkFormat format, VkFormatProperties2 * out), out->formatProperties) \
    X(GetPhysicalDeviceExternalBufferProperties, \
      (VkPhysicalDevice device, const VkPhysicalDeviceExternalBufferInfo *info, \
       VkExternalBufferProperties *out), out->externalMemoryProperties) \
    X(GetPhysicalDeviceExternalFenceProperties, \
      (VkPhysicalDevice device, const VkPhysicalDeviceExternalFenceInfo *info, \
       VkExternalFenceProperties *out), out->externalFenceFeatures) \
    X(GetPhysicalDeviceExternalSemaphoreProperties, \
      (VkPhysicalDevice device, const VkPhysicalDeviceExternalSemaphoreInfo *info, \
       VkExternalSemaphoreProperties *out), out->externalSemaphoreFeatures) \
    X(GetPhysicalDeviceSparseImageFormatProperties, \
      (VkPhysicalDevice device, VkFormat format, VkImageType type, VkSampleCountFlagBits samples, \
       VkImageUsageFlags usage, VkImageTiling tiling, uint32_t *count, VkSparseImageFormatProperties *out), \
      *count) \
    X(GetPhysicalDeviceSparseImageFormatProperties2, \
      (VkPhysicalDevice device, const VkPhysicalDeviceSparseImageFormatInfo2 *info, uint32_t *count, \
       VkSparseImageFormatProperties2 *out), *count)

#define ZERO_QUERY(command, parameters, cleared) \
    static void driver_##command parameters { \
        check_handle(device, PHYSICAL_DEVICE, "vk" #command); \
        memset(&(cleared), 0, sizeof(cleared)); \
    }
ZERO_QUERIES(ZERO_QUERY)

static VkResult driver_GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice device, VkFormat format,
                                                              VkImageType type, VkImageTiling tiling,
                                                              VkImageUsageFlags usage,
                                                              VkImageCreateFlags flags,
                                                              VkImageFormatProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceImageFormatProperties");
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

static VkResult driver_GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice device,
                                                               const VkPhysicalDeviceImageFormatInfo2 *info,
                                                               VkImageFormatProperties2 *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceImageFormatProperties2");
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

static VkResult driver_GetPhysicalDeviceToolProperties(VkPhysicalDevice device, uint32_t *count,
                                                       VkPhysicalDeviceToolProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkGetPhysicalDeviceToolProperties");
    return counted(count, out != NULL, 0);
}

static VkResult driver_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                          uint32_t *count, VkExtensionProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkEnumerateDeviceExtensionProperties");
    if (layer != NULL) VIOLATION("LDP_LOADER_12", "vkEnumerateDeviceExtensionProperties names a layer");
    return counted(count, out != NULL, 0);
}

static VkResult driver_EnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t *count,
                                                      VkLayerProperties *out) {
    check_handle(device, PHYSICAL_DEVICE, "vkEnumerateDeviceLayerProperties");
    VIOLATION("EXT-FILTER-06", "vkEnumerateDeviceLayerProperties is called");
    return counted(count, out != NULL, 0);
}

static VkResult driver_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                    const VkAllocationCallbacks *allocator, VkDevice *device) {
    char names[6000];
    trace("vkCreateDevice extensions=%s",
          joined(names, sizeof names, info->ppEnabledExtensionNames, info->enabledExtensionCount));
    check_handle(physical, PHYSICAL_DEVICE, "vkCreateDevice");
    if (must_fail("vkCreateDevice")) return VK_ERROR_INITIALIZATION_FAILED;
    if (info->enabledExtensionCount > 0) return VK_ERROR_EXTENSION_NOT_PRESENT;

    struct device *new = calloc(1, sizeof *new);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    *new = (struct device){.object = made(DEVICE, 0), .queue = made(QUEUE, 0)};
    *device = (VkDevice)new;
    return VK_SUCCESS;
}

// ---- commands of a device

static void driver_DestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator) {
    trace("vkDestroyDevice");
    if (device == NULL) return;
    check_handle(device, DEVICE, "vkDestroyDevice");
    free(device);
}

static void driver_GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    check_handle(device, DEVICE, "vkGetDeviceQueue");
    *queue = (VkQueue) & ((struct device *)device)->queue;
}

// ---- which pointer answers a name

static PFN_vkVoidFunction driver_GetInstanceProcAddr(VkInstance instance, const char *name);
static PFN_vkVoidFunction driver_GetDeviceProcAddr(VkDevice device, const char *name);

// X(command, minor version that brought it, level)
#define COMMANDS(X) \
    X(CreateInstance, 0, 'g') X(EnumerateInstanceVersion, 1, 'g') \
    X(EnumerateInstanceExtensionProperties, 0, 'g') X(EnumerateInstanceLayerProperties, 0, 'g') \
    X(GetInstanceProcAddr, 0, 'i') X(DestroyInstance, 0, 'i') X(EnumeratePhysicalDevices, 0, 'i') \
    X(EnumeratePhysicalDeviceGroups, 1, 'i') \
    X(GetPhysicalDeviceFeatures, 0, 'p') X(GetPhysicalDeviceFeatures2, 1, 'p') \
    X(GetPhysicalDeviceProperties, 0, 'p') X(GetPhysicalDeviceProperties2, 1, 'p') \
    X(GetPhysicalDeviceFormatProperties, 0, 'p') X(GetPhysicalDeviceFormatProperties2, 1, 'p') \
    X(GetPhysicalDeviceImageFormatProperties, 0, 'p') X(GetPhysicalDeviceImageFormatProperties2, 1, 'p') \
    X(GetPhysicalDeviceQueueFamilyProperties, 0, 'p') X(GetPhysicalDeviceQueueFamilyProperties2, 1, 'p') \
    X(GetPhysicalDeviceMemoryProperties, 0, 'p') X(GetPhysicalDeviceMemoryProperties2, 1, 'p') \
    X(GetPhysicalDeviceSparseImageFormatProperties, 0, 'p') \
    X(GetPhysicalDeviceSparseImageFormatProperties2, 1, 'p') \
    X(GetPhysicalDeviceExternalBufferProperties, 1, 'p') X(GetPhysicalDeviceExternalFenceProperties, 1, 'p') \
    X(GetPhysicalDeviceExternalSemaphoreProperties, 1, 'p') X(GetPhysicalDeviceToolProperties, 3, 'p') \
    X(EnumerateDeviceExtensionProperties, 0, 'p') X(EnumerateDeviceLayerProperties, 0, 'p') \
    X(CreateDevice, 0, 'p') \
    X(GetDeviceProcAddr, 0, 'd') X(DestroyDevice, 0, 'd') X(GetDeviceQueue, 0, 'd')

#define TYPE_CHECK(command, minor, level) \
    static const PFN_vk##command check_##command __attribute__((unused)) = driver_##command;
#define ROW(command, minor, level) {"vk" #command, (PFN_vkVoidFunction)driver_##command, minor, level},
COMMANDS(TYPE_CHECK)
static const struct command {
    const char *name;
    PFN_vkVoidFunction pointer;
    uint32_t minor;
    char level;
} commands[] = {COMMANDS(ROW)};

static PFN_vkVoidFunction find(const char *name, const char *levels) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (strcmp(commands[i].name, name) == 0 && strchr(levels, commands[i].level) != NULL &&
            commands[i].minor <= VK_API_VERSION_MINOR(api))
            return commands[i].pointer;
    return NULL;
}

static PFN_vkVoidFunction driver_GetInstanceProcAddr(VkInstance instance, const char *name) {
    return find(name, instance == NULL ? "g" : "gipd");
}

static PFN_vkVoidFunction driver_GetDeviceProcAddr(VkDevice device, const char *name) {
    check_handle(device, DEVICE, "vkGetDeviceProcAddr");
    return find(name, "d");
}

// ---- exports

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name);

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    trace("negotiate offered=%u", *version);
    offered = *version;
    negotiated = 1;
    if (flag_is("negotiate", "fail")) return VK_ERROR_INCOMPATIBLE_DRIVER;
    if (*version > flag_number("interface")) *version = flag_number("interface");
    return VK_SUCCESS;
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    return find(name, "p");
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (flag_number("interface") >= 7 && strcmp(name, "vk_icdNegotiateLoaderICDInterfaceVersion") == 0)
        return (PFN_vkVoidFunction)vk_icdNegotiateLoaderICDInterfaceVersion;
    if (flag_number("interface") >= 7 && strcmp(name, "vk_icdGetPhysicalDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)vk_icdGetPhysicalDeviceProcAddr;
    if (!negotiated) {
        VIOLATION("NEGOTIATE-ICD-02", "vk_icdGetInstanceProcAddr before the negotiation");
        negotiated = 1;
    }
    return driver_GetInstanceProcAddr(instance, name);
}
