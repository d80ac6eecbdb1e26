// A messenger that the application makes with each instance and destroys at once: who calls its callback then has kept what
// is gone, and pUserData may be gone as well. What is wrong is said in the story of the program. See model.h.
#include "../chain.h"
#include "model.h"

static int is_gone;

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user_data) {
    (void)severity, (void)types, (void)data;
    if (*(int *)user_data) complain("the callback of a VkDebugUtilsMessengerEXT is called after the messenger was destroyed");
    return VK_FALSE;
}

VkResult listen_and_stop(VkInstance instance) {
    const VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                     .messageSeverity = 0x1111,
                                                     .messageType = 7,
                                                     .pfnUserCallback = hear,
                                                     .pUserData = &is_gone};
    VkDebugUtilsMessengerEXT messenger = NULL;
    PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)entry.instance(instance, "vkCreateDebugUtilsMessengerEXT");
    PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)entry.instance(instance, "vkDestroyDebugUtilsMessengerEXT");
    is_gone = 0;
    if (create == NULL || destroy == NULL || create(instance, &info, NULL, &messenger) != VK_SUCCESS) return VK_SUCCESS;
    destroy(instance, messenger, NULL);
    is_gone = 1;
    return VK_SUCCESS;
}
