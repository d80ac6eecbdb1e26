// The commands of physical devices that the layer always intercepts: their enumeration, and their extensions.
#include "mock_layer.h"

static VkResult rubbish_devices(const uint32_t *count, VkPhysicalDevice *devices) {
    for (uint32_t i = 0; devices != NULL && i < *count; i++) devices[i] = NULL;
    return VK_SUCCESS;
}

VkResult layer_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                        VkPhysicalDevice *devices) {
    VkResult result = VK_SUCCESS;
    trace("vkEnumeratePhysicalDevices");
    if (failing("fail", "vkEnumeratePhysicalDevices", &result)) return result;
    if (flag_is("rubbish", "vkEnumeratePhysicalDevices")) return rubbish_devices(count, devices);
    struct link *link = known(INSTANCE_LEVEL, instance, "vkEnumeratePhysicalDevices");
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_older")) link = last_instance;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("CHAIN-INIT-09"))
        link->EnumeratePhysicalDevices = (PFN_vkEnumeratePhysicalDevices)link->GetInstanceProcAddr(
            link->handle, "vkEnumeratePhysicalDevices");
    if (violates("LLP_LAYER_2_null")) link->EnumeratePhysicalDevices(link->handle, NULL, NULL);
    VkResult lower = link->EnumeratePhysicalDevices(link->handle, count, devices);
    if (violates("LLP_LAYER_1_counted") && lower == VK_SUCCESS && devices == NULL) ++*count;
    if (violates("LLP_LAYER_1_none")) return *count = 0, VK_SUCCESS;
    if (violates("LLP_LAYER_1_short") && lower == VK_INCOMPLETE) lower = VK_SUCCESS;
    if (violates("LLP_LAYER_1_fewer") && lower >= VK_SUCCESS && *count > 0) --*count;
    if (violates("LLP_LAYER_2_third") && devices != NULL && *count > 2) raise(SIGSEGV);
    if (devices != NULL && lower >= VK_SUCCESS)
        result = wrap_all(link, KIND_VkPhysicalDevice, *count, (void **)devices);
    for (uint32_t i = 0; devices != NULL && violates("LLP_LAYER_1_grouped") && i < *count; i++) hand_out(link, devices[i]);
    if (result == VK_SUCCESS) result = lower;
    failing("fail_after", "vkEnumeratePhysicalDevices", &result);
    return result;
}

struct device_extensions_below {
    const struct link *link;
    VkPhysicalDevice device;
    const char *layer;
};

static VkResult device_extensions_below(const void *context, uint32_t *count, VkExtensionProperties *out) {
    const struct device_extensions_below *below = context;
    return below->link->EnumerateDeviceExtensionProperties(below->device, below->layer, count, out);
}

// Without one that many layers know.
static VkResult but_one_below(const void *context, uint32_t *count, VkExtensionProperties *out) {
    static VkExtensionProperties rows[512];
    uint32_t room = *count, all = sizeof rows / sizeof *rows, kept = 0;
    VkResult result = device_extensions_below(context, &all, rows);
    for (uint32_t i = 0; result >= 0 && i < all; i++) {
        if (strcmp(rows[i].extensionName, "VK_KHR_timeline_semaphore") == 0) continue;
        if (out != NULL && kept < room) out[kept] = rows[i];
        kept++;
    }
    *count = out != NULL && room < kept ? room : kept;
    return result == VK_SUCCESS && *count < kept ? VK_INCOMPLETE : result;
}

VkResult layer_EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                  uint32_t *count, VkExtensionProperties *out) {
    note(find_command("vkEnumerateDeviceExtensionProperties"), device);
    int own = layer != NULL && flag_is("name", layer), more = violates("LLP_LAYER_16");
    int keeps = layer == NULL && violates("LLP_LAYER_16_keeps");
    const uint32_t room = *count;
    if ((own && !more) || keeps) {
        VkResult result = extension_rows(flag("device_extensions"), count, out);
        if (violates("INTERCEPT-04_roomy") && out != NULL && result == VK_SUCCESS) *count = room;
        return result;
    }
    if (layer != NULL && !own && violates("LLP_LAYER_16_refuses")) return VK_ERROR_LAYER_NOT_PRESENT;
    const struct link *link = known(INSTANCE_LEVEL, device, "vkEnumerateDeviceExtensionProperties");
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    struct device_extensions_below below = {link, unwrap(device), own ? NULL : layer};
    more = own || (layer == NULL && violates("LLP_LAYER_16_adds"));
    const char *rows = more ? flag("device_extensions") : "";
    int hides = layer == NULL && violates("LLP_LAYER_16_hides");
    VkResult result = more_extensions(rows, hides ? but_one_below : device_extensions_below, &below, count, out);
    if (violates("LLP_LAYER_1_extensions") && layer == NULL && out == NULL && *count > 0) --*count;
    if (violates("LLP_LAYER_1_rows") && result == VK_INCOMPLETE) return VK_SUCCESS;
    return result;
}
