// The act "enumerate": everything that a driver enumerates, by the two-call protocol (rows.h says the steps).
//
// enumerate.version: "result" and "version" of vkEnumerateInstanceVersion, "again" the version of a second call; not
// there without that function. enumerate.instance-extensions.STEP. enumerate.instance: "result", "api" it was made for,
// "newest" it could be made for; enumerate.version-beside: "version" while it lives; then .devices.STEP, .groups.STEP, and
// for each physical device N .device.N ("name", "api", "driver" version), .memory.N ("types", "heaps", and "heap_of", the
// heap of each type), .device-extensions.N.STEP, .families.N.STEP, .families2.N.STEP, .device-layers.N.STEP. Of another
// instance with VK_KHR_device_group_creation, if that is offered: .devices.khr.STEP, .groups.khr.STEP. At last
// .instance-layers.STEP, and .foreign-layer.STEP, the instance extensions of a layer that nobody has.
//
// Steps "counted-later" and "filled-later": instance extensions while the instance lives, physical devices while a device
// of the last of them lives.
//
// Rows of extensions have "name" and "version"; those of devices are their handles as text. Where a name, of a device
// too, has no end, there is "unended".
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../extensions.h"
#include "../rows.h"

// ---- how each function is asked, and what its rows are

static VkResult ask_extensions(const struct enumeration *asked, uint32_t *count, void *rows) {
    return ((PFN_vkEnumerateInstanceExtensionProperties)asked->function)(asked->text, count, rows);
}

static VkResult ask_device_extensions(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkEnumerateDeviceExtensionProperties function =
        (PFN_vkEnumerateDeviceExtensionProperties)asked->function;
    return function((VkPhysicalDevice)asked->handle, asked->text, count, rows);
}

static VkResult ask_layers(const struct enumeration *asked, uint32_t *count, void *rows) {
    return ((PFN_vkEnumerateInstanceLayerProperties)asked->function)(count, rows);
}

static VkResult ask_device_layers(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkEnumerateDeviceLayerProperties function = (PFN_vkEnumerateDeviceLayerProperties)asked->function;
    return function((VkPhysicalDevice)asked->handle, count, rows);
}

static VkResult ask_devices(const struct enumeration *asked, uint32_t *count, void *rows) {
    return ((PFN_vkEnumeratePhysicalDevices)asked->function)((VkInstance)asked->handle, count, rows);
}

static VkResult ask_groups(const struct enumeration *asked, uint32_t *count, void *rows) {
    return ((PFN_vkEnumeratePhysicalDeviceGroups)asked->function)((VkInstance)asked->handle, count, rows);
}

static VkResult ask_families(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkGetPhysicalDeviceQueueFamilyProperties function =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties)asked->function;
    return function((VkPhysicalDevice)asked->handle, count, rows), VK_SUCCESS;
}

static VkResult ask_families2(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkGetPhysicalDeviceQueueFamilyProperties2 function =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties2)asked->function;
    return function((VkPhysicalDevice)asked->handle, count, rows), VK_SUCCESS;
}

static void say_unended(const char *name, size_t size) {
    if (memchr(name, 0, size) == NULL) say_flag("unended", 1);
}

static void say_extension(const void *row) {
    const VkExtensionProperties *extension = row;
    open_object(NULL);
    say_member("name", extension->extensionName, sizeof extension->extensionName);
    say_number("version", extension->specVersion);
    say_unended(extension->extensionName, sizeof extension->extensionName);
    close_object();
}

static void say_layer(const void *row) {
    const VkLayerProperties *layer = row;
    open_object(NULL);
    say_member("name", layer->layerName, sizeof layer->layerName);
    say_number("version", layer->implementationVersion);
    close_object();
}

static void say_handle(const char *key, const void *handle) {
    char text[32];
    snprintf(text, sizeof text, "0x%" PRIxPTR, (uintptr_t)handle);
    say_text(key, text);
}

static void say_device(const void *row) { say_handle(NULL, *(void *const *)row); }

static void say_group(const void *row) {
    const VkPhysicalDeviceGroupProperties *group = row;
    uint32_t count = group->physicalDeviceCount, most = COUNT(group->physicalDevices);
    open_object(NULL);
    say_number("count", count);
    open_list("devices");
    for (uint32_t i = 0; i < count && i < most; i++) say_handle(NULL, group->physicalDevices[i]);
    close_list();
    say_flag("subset", group->subsetAllocation != VK_FALSE);
    close_object();
}

static void say_family(const void *row) {
    const VkQueueFamilyProperties *family = row;
    open_object(NULL);
    say_number("flags", family->queueFlags);
    say_number("queues", family->queueCount);
    say_number("timestamp_bits", family->timestampValidBits);
    close_object();
}

static void say_family2(const void *row) {
    say_family(&((const VkQueueFamilyProperties2 *)row)->queueFamilyProperties);
}

// ---- before an instance

static void probe_version(void) {
    PFN_vkEnumerateInstanceVersion ask =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    uint32_t version = 0, again = 0;
    begin("enumerate.version");
    if (ask == NULL) return;
    VkResult result = ask(&version);
    ask(&again);
    open_answer("enumerate.version");
    say_number("result", result);
    say_number("version", version);
    say_number("again", again);
    close_answer();
}

static struct enumeration instance_extensions(void) {
    return (struct enumeration){
        .label = "enumerate.instance-extensions",
        .row_size = sizeof(VkExtensionProperties),
        .ask = ask_extensions,
        .say = say_extension,
        .function = global_function("vkEnumerateInstanceExtensionProperties"),
    };
}

static void probe_instance_extensions(void) {
    struct enumeration asked = instance_extensions();
    if (asked.function != NULL) enumerate(&asked);
}

// What needs no instance, while there is one.
static void probe_beside_instance(void) {
    struct enumeration asked = instance_extensions();
    PFN_vkEnumerateInstanceVersion ask =
        (PFN_vkEnumerateInstanceVersion)global_function("vkEnumerateInstanceVersion");
    uint32_t version = 0;
    begin("enumerate.version-beside");
    if (ask != NULL && ask(&version) == VK_SUCCESS) {
        open_answer("enumerate.version-beside");
        say_number("version", version);
        close_answer();
    }
    if (asked.function != NULL) enumerate_later(&asked);
}

static void probe_foreign_layer(void) {
    struct enumeration asked = {
        .label = "enumerate.foreign-layer",
        .row_size = sizeof(VkExtensionProperties),
        .ask = ask_extensions,
        .say = say_extension,
        .function = global_function("vkEnumerateInstanceExtensionProperties"),
        .text = "VK_LAYER_PROBER_foreign",
    };
    if (asked.function != NULL) enumerate_once(&asked);
}

// Layers are the loader's business: it asks no driver for any.
static void probe_layers(void) {
    struct enumeration asked = {
        .label = "enumerate.instance-layers",
        .row_size = sizeof(VkLayerProperties),
        .ask = ask_layers,
        .say = say_layer,
        .function = global_function("vkEnumerateInstanceLayerProperties"),
    };
    if (asked.function != NULL) enumerate(&asked);
}

// ---- of an instance

static const char *label_of(const char *what, uint32_t number) {
    static char label[128];
    snprintf(label, sizeof label, "enumerate.%s.%" PRIu32, what, number);
    return label;
}

static void probe_families(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    struct enumeration asked = {
        .label = label_of("families", number),
        .row_size = sizeof(VkQueueFamilyProperties),
        .ask = ask_families,
        .say = say_family,
        .function = instance_function(instance, "vkGetPhysicalDeviceQueueFamilyProperties"),
        .handle = device,
    };
    if (asked.function != NULL) enumerate(&asked);
}

static void probe_families2(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    struct enumeration asked = {
        .label = label_of("families2", number),
        .row_size = sizeof(VkQueueFamilyProperties2),
        .type = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2,
        .ask = ask_families2,
        .say = say_family2,
        .function = instance_function(instance, "vkGetPhysicalDeviceQueueFamilyProperties2"),
        .handle = device,
    };
    if (asked.function != NULL) enumerate(&asked);
}

static void probe_device_extensions(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    struct enumeration asked = {
        .label = label_of("device-extensions", number),
        .row_size = sizeof(VkExtensionProperties),
        .ask = ask_device_extensions,
        .say = say_extension,
        .function = instance_function(instance, "vkEnumerateDeviceExtensionProperties"),
        .handle = device,
    };
    if (asked.function != NULL) enumerate(&asked);
}

static void probe_device_layers(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    struct enumeration asked = {
        .label = label_of("device-layers", number),
        .row_size = sizeof(VkLayerProperties),
        .ask = ask_device_layers,
        .say = say_layer,
        .function = instance_function(instance, "vkEnumerateDeviceLayerProperties"),
        .handle = device,
    };
    if (asked.function != NULL) enumerate(&asked);
}

// Gives the version that the device supports.
static uint32_t say_properties(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    begin(label_of("device", number));
    if (ask != NULL) ask(device, &properties);
    open_answer(label_of("device", number));
    say_member("name", properties.deviceName, sizeof properties.deviceName);
    say_unended(properties.deviceName, sizeof properties.deviceName);
    say_number("api", properties.apiVersion);
    say_number("driver", properties.driverVersion);
    close_answer();
    return properties.apiVersion;
}

static void say_memory(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    PFN_vkGetPhysicalDeviceMemoryProperties ask =
        (PFN_vkGetPhysicalDeviceMemoryProperties)instance_function(instance, "vkGetPhysicalDeviceMemoryProperties");
    VkPhysicalDeviceMemoryProperties memory = {0};
    begin(label_of("memory", number));
    if (ask == NULL) return;
    ask(device, &memory);
    open_answer(label_of("memory", number));
    say_number("types", memory.memoryTypeCount);
    say_number("heaps", memory.memoryHeapCount);
    open_list("heap_of");
    for (uint32_t i = 0; i < memory.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++)
        say_number(NULL, memory.memoryTypes[i].heapIndex);
    close_list();
    close_answer();
}

static struct enumeration physical_devices_of(VkInstance instance) {
    return (struct enumeration){
        .label = "enumerate.devices",
        .row_size = sizeof(VkPhysicalDevice),
        .ask = ask_devices,
        .say = say_device,
        .function = instance_function(instance, "vkEnumeratePhysicalDevices"),
        .handle = instance,
    };
}

static struct enumeration groups_of(VkInstance instance, const char *command) {
    return (struct enumeration){
        .label = "enumerate.groups",
        .row_size = sizeof(VkPhysicalDeviceGroupProperties),
        .type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES,
        .ask = ask_groups,
        .say = say_group,
        .function = instance_function(instance, command),
        .handle = instance,
    };
}

static void probe_after_device(VkInstance instance, VkPhysicalDevice last) {
    struct enumeration listed = physical_devices_of(instance);
    begin("enumerate.instance.device");
    struct made device = make_device(instance, last, &(struct wish){0});
    if (device.handle == NULL || !device.is_readable) return;
    enumerate_later(&listed);
    begin("enumerate.instance.device");
    destroy_device(instance, device.handle, NULL);
}

static void probe_devices(VkInstance instance, uint32_t api) {
    static VkPhysicalDevice devices[MOST_DEVICES];
    struct enumeration listed = physical_devices_of(instance);
    struct enumeration grouped = groups_of(instance, "vkEnumeratePhysicalDeviceGroups");
    if (listed.function != NULL) enumerate(&listed);
    if (grouped.function != NULL && api >= VK_API_VERSION_1_1) enumerate(&grouped);
    begin("enumerate.instance.devices");
    uint32_t count = physical_devices(instance, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_readable(devices[i], sizeof(void *))) continue;
        uint32_t supported = say_properties(instance, devices[i], i);
        if (is_wanted("memory")) say_memory(instance, devices[i], i);
        probe_device_extensions(instance, devices[i], i);
        probe_families(instance, devices[i], i);
        if (api >= VK_API_VERSION_1_1 && supported >= VK_API_VERSION_1_1)
            probe_families2(instance, devices[i], i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *))) probe_device_layers(instance, devices[i], i);
    if (is_wanted("devices") && count > 0 && is_readable(devices[count - 1], sizeof(void *)))
        probe_after_device(instance, devices[count - 1]);
}

static void probe_groups_of_extension(void) {
    const struct words names = {.word = {"VK_KHR_device_group_creation"}, .count = 1};
    begin("enumerate.instance.groups");
    if (!is_wanted("groups") || !instance_offers(names.word[0])) return;
    struct made instance = make_instance(&(struct wish){.extensions = names});
    if (!instance.is_readable) return;
    struct enumeration listed = physical_devices_of(instance.handle);
    struct enumeration grouped = groups_of(instance.handle, "vkEnumeratePhysicalDeviceGroupsKHR");
    listed.label = "enumerate.devices.khr";
    grouped.label = "enumerate.groups.khr";
    if (listed.function != NULL && grouped.function != NULL) {
        enumerate_once(&listed);
        enumerate_once(&grouped);
    }
    begin("enumerate.end");
    destroy_instance(instance.handle, NULL);
}

static void probe_with_instances(void) {
    probe_version();
    uint32_t newest = newest_version();
    uint32_t api = newest < VK_API_VERSION_1_1 ? VK_API_VERSION_1_0 : VK_API_VERSION_1_1;
    probe_instance_extensions();
    begin("enumerate.instance");
    struct made instance = make_instance(&(struct wish){.api_version = api});
    open_answer("enumerate.instance");
    say_number("result", instance.result);
    say_number("api", api);
    say_number("newest", newest);
    close_answer();
    if (instance.is_readable) {
        probe_beside_instance();
        probe_devices(instance.handle, api);
        begin("enumerate.end");
        if (options.only[0] == '\0') destroy_instance(instance.handle, NULL);
    }
    probe_groups_of_extension();
}

void probe_enumerations(void) {
    enter("enumerate");
    if (!(is_wanted("instance-layers") || is_wanted("foreign-layer")) || options.only[0] == '\0') probe_with_instances();
    // Last: no loader ever asks that, and not every driver need live through it.
    probe_layers();
    probe_foreign_layer();
}
