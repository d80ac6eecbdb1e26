// Messengers and debug report callbacks are made and ended in a turn, like instances.
#include "dispatch.h"

static struct instance *checked_instance(VkInstance handle, unsigned slot) {
    struct instance *instance = (struct instance *)handle;
    if (instance == NULL || instance->magic != INSTANCE_MAGIC) refloader_bad_handle(HANDLE_INSTANCE, slot);
    return instance;
}

#define NEXT(name) ((PFN_##name)slot_read(&known->table[SLOT_##name]))

#define MAKES(name, info, kind) \
    VkResult name(VkInstance instance, const info *pCreateInfo, const VkAllocationCallbacks *pAllocator, kind *pMade) { \
        struct instance *known = checked_instance(instance, SLOT_##name); \
        struct thread *turn = turn_begin(); \
        VkResult result = NEXT(name)(known->inner, pCreateInfo, pAllocator, pMade); \
        turn_end(turn); \
        return result; \
    }

#define ENDS(name, kind) \
    void name(VkInstance instance, kind made, const VkAllocationCallbacks *pAllocator) { \
        struct instance *known = checked_instance(instance, SLOT_##name); \
        struct thread *turn = turn_begin(); \
        NEXT(name)(known->inner, made, pAllocator); \
        turn_end(turn); \
    }

MAKES(vkCreateDebugUtilsMessengerEXT, VkDebugUtilsMessengerCreateInfoEXT, VkDebugUtilsMessengerEXT)
ENDS(vkDestroyDebugUtilsMessengerEXT, VkDebugUtilsMessengerEXT)
MAKES(vkCreateDebugReportCallbackEXT, VkDebugReportCallbackCreateInfoEXT, VkDebugReportCallbackEXT)
ENDS(vkDestroyDebugReportCallbackEXT, VkDebugReportCallbackEXT)
