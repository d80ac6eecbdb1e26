// Questions with wrong answers: those to earlier questions, and lists without what the next entity has.
#include "mock_layer.h"

static void change_capabilities(VkSurfaceCapabilitiesKHR *of) {
    if (violates("LLP_LAYER_1_one_command")) of->supportedUsageFlags |= 0x80;  // for attachments of one pass
    if (violates("LLP_LAYER_1_least_extent")) of->minImageExtent.width = of->maxImageExtent.width + 1;
}

// The capabilities of the surface that was asked about first, as they were then; or such as another command does not tell, or
// no surface has.
VkResult layer_GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice device, VkSurfaceKHR surface, VkSurfaceCapabilitiesKHR *to) {
    static VkSurfaceCapabilitiesKHR kept;
    static VkSurfaceKHR of;
    const struct link *link = entered("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_extent") && of == surface) return *to = kept, VK_SUCCESS;
    VkResult result = NEXT(link, vkGetPhysicalDeviceSurfaceCapabilitiesKHR)(unwrap(device), surface, to);
    if (result == VK_SUCCESS) kept = *to, of = surface;
    if (result == VK_SUCCESS) change_capabilities(to);
    return result;
}

// Whether a physical device presents to a surface is what the one before does, or what it does from another family.
VkResult layer_GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice device, uint32_t family, VkSurfaceKHR surface, VkBool32 *to) {
    static VkBool32 kept;
    static VkSurfaceKHR of;
    static VkPhysicalDevice of_device;
    static uint32_t of_family;
    const struct link *link = entered("vkGetPhysicalDeviceSurfaceSupportKHR", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("LLP_LAYER_1_surfaces") && of == surface && of_family == family) return *to = kept, VK_SUCCESS;
    if (violates("LLP_LAYER_1_any_family") && of == surface && of_device == device) return *to = kept, VK_SUCCESS;
    VkResult result = NEXT(link, vkGetPhysicalDeviceSurfaceSupportKHR)(unwrap(device), family, surface, to);
    if (result == VK_SUCCESS) kept = *to, of = surface, of_device = device, of_family = family;
    return result;
}

static void fill_tool(VkPhysicalDeviceToolProperties *tool) {
    snprintf(tool->name, sizeof tool->name, "mock tool");
    snprintf(tool->version, sizeof tool->version, "1");
    tool->description[0] = '\0';
    tool->purposes = 4;  // tracing
    snprintf(tool->layer, sizeof tool->layer, "%s", violates("LLP_LAYER_1_tool") ? "VK_LAYER_MOCK_another" : flag("name"));
}

// The layer is the last one of the tools.
static VkResult list_tools(PFN_vkGetPhysicalDeviceToolProperties next, VkPhysicalDevice device, uint32_t *count, VkPhysicalDeviceToolProperties *tools,
                           int with_own) {
    uint32_t below = 0, own = with_own ? 1 : 0, room = *count;
    VkResult result = violates("LLP_LAYER_1_tools") ? VK_SUCCESS : next(unwrap(device), &below, NULL);
    if (result != VK_SUCCESS) return result;
    result = counted(count, tools != NULL, below + own);
    if (tools == NULL) return result;
    below = room < below ? room : below;
    if (below > 0 && next(unwrap(device), &below, tools) < VK_SUCCESS) return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; violates("LLP_LAYER_1_purposes") && i < below; i++) tools[i].purposes = 0;
    if (*count > below) fill_tool(&tools[below]);
    return result;
}

VkResult layer_GetPhysicalDeviceToolProperties(VkPhysicalDevice device, uint32_t *count, VkPhysicalDeviceToolProperties *tools) {
    const struct link *link = entered("vkGetPhysicalDeviceToolProperties", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return list_tools(NEXT(link, vkGetPhysicalDeviceToolProperties), device, count, tools, 1);
}

VkResult layer_GetPhysicalDeviceToolPropertiesEXT(VkPhysicalDevice device, uint32_t *count, VkPhysicalDeviceToolProperties *tools) {
    const struct link *link = entered("vkGetPhysicalDeviceToolPropertiesEXT", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return list_tools(NEXT(link, vkGetPhysicalDeviceToolPropertiesEXT), device, count, tools, !violates("LLP_LAYER_1_older_tools"));
}

// What is behind the second queue family is not asked for; or the count stays what there is room for.
void layer_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties2 *families) {
    const struct link *link = entered("vkGetPhysicalDeviceQueueFamilyProperties2", device);
    if (link == NULL) return;
    uint32_t room = *count;
    int is_wrong = violates("LLP_LAYER_1_first_family") && families != NULL && *count > 1;
    void *more = is_wrong ? families[1].pNext : NULL;
    if (is_wrong) families[1].pNext = NULL;
    NEXT(link, vkGetPhysicalDeviceQueueFamilyProperties2)(unwrap(device), count, families);
    if (is_wrong) families[1].pNext = more;
    if (violates("LLP_LAYER_1_room_told") && families != NULL) *count = room;
}
