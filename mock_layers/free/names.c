// Which function of the free layer answers a name, and how the loader comes by that.
#include "free_layer.h"

#define NAME(command, of_devices, is_needed) NAME_OF(command, of_devices, is_needed, 0)
#define NAME_OF(command, of_devices, is_needed, minor) \
    {"vk" #command, (PFN_vkVoidFunction)free_##command, of_devices, is_needed, minor}

VkResult free_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                   VkExtensionProperties *properties) {
    (void)properties;
    if (layer == NULL || strcmp(layer, flag("name")) != 0) return VK_ERROR_LAYER_NOT_PRESENT;
    *count = 0;
    return VK_SUCCESS;
}

VkResult free_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *properties) {
    VkResult result = counted(count, properties != NULL, 1);
    if (properties == NULL || *count == 0) return result;
    memset(properties, 0, sizeof *properties);
    snprintf(properties->layerName, sizeof properties->layerName, "%s", flag("name"));
    snprintf(properties->description, sizeof properties->description, "a mock layer");
    properties->specVersion = VK_MAKE_API_VERSION(0, 1, 3, 250);
    properties->implementationVersion = 1;
    return result;
}

static const struct name globals[] = {NAME(EnumerateInstanceExtensionProperties, 0, 1),
                                      NAME(EnumerateInstanceLayerProperties, 0, 1)};

static const struct name names[] = {
    NAME(DestroyInstance, 0, 1), NAME(EnumerateDeviceExtensionProperties, 0, 1),
    NAME(EnumeratePhysicalDevices, 0, 0), NAME_OF(EnumeratePhysicalDeviceGroups, 0, 0, 1),
    NAME(EnumeratePhysicalDeviceGroupsKHR, 0, 0), NAME(GetPhysicalDeviceProperties, 0, 0),
    NAME_OF(GetPhysicalDeviceProperties2, 0, 0, 1),
    {"vkGetPhysicalDeviceProperties2KHR", (PFN_vkVoidFunction)free_GetPhysicalDeviceProperties2, 0, 0, 0},
    NAME_OF(GetPhysicalDeviceToolProperties, 0, 0, 3),
    {"vkGetPhysicalDeviceToolPropertiesEXT", (PFN_vkVoidFunction)free_GetPhysicalDeviceToolProperties, 0, 0, 0},
    NAME(DestroyDevice, 1, 1), NAME(GetDeviceProcAddr, 1, 1), NAME(GetDeviceQueue, 1, 0),
    NAME_OF(GetDeviceQueue2, 1, 0, 1), NAME(QueueSubmit, 1, 0), NAME(AllocateCommandBuffers, 1, 0),
    NAME(BeginCommandBuffer, 1, 0), NAME(WaitForFences, 1, 0),
    NAME(SetDebugUtilsObjectNameEXT, 1, 0)};

static int concerns_tools(const char *name) { return strstr(name, "ToolProperties") != NULL; }

static int is_intercepted(const struct name *row) {
    if (row->minor > known_minor() || (row->of_devices && takes("instances_alone"))) return 0;
    if (row->is_needed) return 1;
    if (strcmp(row->name, "vkQueueSubmit") == 0) return takes("waits_after_submit") || takes("keyed_by_handle");
    if (strcmp(row->name, "vkWaitForFences") == 0) return takes("waits_in_slices") || takes("waits_a_lifetime");
    if (strstr(row->name, "ObjectName") != NULL) return takes("keeps_names");
    if (concerns_tools(row->name)) return takes("is_a_tool");
    if (strstr(row->name, "DeviceProperties") != NULL) return takes("renames_device") || takes("limits_version");
    if (row->of_devices) return takes("keyed_by_handle");
    return takes("hides_device") || takes("reverses_devices") || takes("keyed_by_handle");
}

static const struct name *find_name(const char *name) {
    const struct name *copying = find_copying(name);
    if (copying == NULL) copying = find_checking(name);
    if (copying == NULL) copying = find_working(name);
    if (copying == NULL) copying = find_part(name);
    if (copying != NULL) return copying;
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i].name, name) == 0 && is_intercepted(&names[i])) return &names[i];
    return NULL;
}

// Commands that an instance needs besides the core of Vulkan 1.0 are there where the entity below has them.
static int is_core(const char *name) {
    size_t length = strlen(name);
    return name[length - 1] != '2' && strstr(name, "KHR") == NULL && strstr(name, "EXT") == NULL &&
           strstr(name, "Groups") == NULL && !concerns_tools(name);
}

PFN_vkVoidFunction free_GetInstanceProcAddr(VkInstance instance, const char *name) {
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)free_CreateInstance;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0 && (instance != NULL || !takes("passes_null_on")))
        return (PFN_vkVoidFunction)free_GetInstanceProcAddr;
    for (size_t i = 0; i < COUNT(globals) && !takes("no_globals"); i++)
        if (strcmp(globals[i].name, name) == 0) return globals[i].function;
    // Older layers expect that the instance does not matter here.
    if (strcmp(name, "vkCreateDevice") == 0 && !takes("instances_alone"))
        return (PFN_vkVoidFunction)free_CreateDevice;
    if (instance == NULL) return NULL;
    const struct below *own = find_below(instance);
    const struct name *row = find_name(name);
    PFN_vkVoidFunction below = NULL;
    if (own == NULL) return NULL;
    if (row == NULL || (row->of_devices && takes("no_device_commands") && strcmp(name, "vkGetDeviceProcAddr") != 0))
        return own->GetInstanceProcAddr(instance, name);
    int is_always_there = is_core(name) && row->minor == 0;
    if (!is_always_there) below = own->GetInstanceProcAddr(instance, name);
    return is_always_there || below != NULL ? row->function : NULL;
}

PFN_vkVoidFunction free_GetDeviceProcAddr(VkDevice device, const char *name) {
    const struct below *own = device == NULL ? NULL : find_below(device);
    const struct name *row = find_name(name);
    if (own == NULL) return NULL;
    PFN_vkVoidFunction below = own->GetDeviceProcAddr(device, name);
    return row != NULL && row->of_devices && below != NULL ? row->function : below;
}
