// A driver whose vkEnumeratePhysicalDeviceGroups fails makes the loader's never return.
#include "common.h"

#ifdef LIBRARY
static VkResult failing(VkInstance instance, uint32_t *count, VkPhysicalDeviceGroupProperties *groups) {
    return VK_ERROR_INITIALIZATION_FAILED;
}

static PFN_vkVoidFunction of_this_program(const char *asked) {
    FUNCTION("vkEnumeratePhysicalDeviceGroups", failing)
    FUNCTION("vkEnumeratePhysicalDeviceGroupsKHR", failing)
    return NULL;
}
#else
#include <signal.h>

static void ended(int signal) {
    static const char text[] = "not as documented: vkEnumeratePhysicalDeviceGroups has not returned within 5 seconds\n";
    _exit(write(1, text, sizeof text - 1) < 0 ? 3 : 1);
}

int main(int count, char **words) {
    uint32_t groups = 0;
    open_loader(words[count - 1]);
    VkInstance instance = made_instance(VK_API_VERSION_1_1, NULL, NULL);
    signal(SIGALRM, ended), alarm(5);
    CALL(instance, vkEnumeratePhysicalDeviceGroups)(instance, &groups, NULL);
    return said(0, "vkEnumeratePhysicalDeviceGroups returns");
}
#endif
