// A driver that makes no surfaces of its own is not handed the loader's.
#define LACKS "vkCreateHeadlessSurfaceEXT"
#include "common.h"

#ifdef LIBRARY
static VkResult extensions(const char *layer, uint32_t *count, VkExtensionProperties *found) {
    static const char *const names[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME};
    for (uint32_t each = 0; found != NULL && each < *count && each < 2; each++) {
        found[each].specVersion = 1;
        strcpy(found[each].extensionName, names[each]);
    }
    *count = 2;
    return VK_SUCCESS;
}

static VkResult supported(VkPhysicalDevice device, uint32_t family, VkSurfaceKHR surface, VkBool32 *answer) {
    *answer = surface != VK_NULL_HANDLE && ((VkIcdSurfaceBase *)surface)->platform == VK_ICD_WSI_PLATFORM_HEADLESS;
    setenv("DEFECT_CALLED", *answer ? "1" : "0", 1);
    return VK_SUCCESS;
}

static PFN_vkVoidFunction of_this_program(const char *asked) {
    FUNCTION("vkEnumerateInstanceExtensionProperties", extensions)
    FUNCTION("vkGetPhysicalDeviceSurfaceSupportKHR", supported)
    return NULL;
}
#else
int main(int count, char **words) {
    uint32_t room = 1;
    VkBool32 answer = VK_FALSE;
    VkPhysicalDevice device;
    VkSurfaceKHR surface;
    const char *const names[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME};
    VkHeadlessSurfaceCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
    VkInstanceCreateInfo both = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .enabledExtensionCount = 2, .ppEnabledExtensionNames = names};
    VkInstance instance;
    open_loader(words[count - 1]);
    if (CALL(NULL, vkCreateInstance)(&both, NULL, &instance) != VK_SUCCESS) return 3;
    CALL(instance, vkEnumeratePhysicalDevices)(instance, &room, &device);
    if (CALL(instance, vkCreateHeadlessSurfaceEXT)(instance, &info, NULL, &surface) != VK_SUCCESS) return 3;
    VkResult result = CALL(instance, vkGetPhysicalDeviceSurfaceSupportKHR)(device, 0, surface, &answer);
    const char *called = getenv("DEFECT_CALLED");
    printf("vkGetPhysicalDeviceSurfaceSupportKHR returns %d\n", result);
    if (called == NULL) return said(1, "the driver is not asked");
    return said(called[0] == '0', called[0] == '1' ? "the driver is handed the loader's surface"
                                                   : "the driver is asked about something else");
}
#endif
