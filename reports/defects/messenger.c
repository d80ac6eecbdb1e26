// A messenger's memory is taken from the instance's allocation callbacks and given back by those of its destruction.
#include "common.h"

#ifdef LIBRARY
static VkResult extensions(const char *layer, uint32_t *count, VkExtensionProperties *found) {
    *count = 0;
    return VK_SUCCESS;
}

static PFN_vkVoidFunction of_this_program(const char *asked) {
    FUNCTION("vkEnumerateInstanceExtensionProperties", extensions)
    return NULL;
}
#else
// Blocks begin with a word that says whose they are.
struct block {
    const void *owner;
    size_t size;
};

static int mixed;

static void *allocated(void *owner, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    struct block *block = calloc(1, sizeof *block + size);
    *block = (struct block){owner, size};
    return block + 1;
}

static void released(void *owner, void *memory) {
    if (memory == NULL) return;
    if (((struct block *)memory - 1)->owner != owner) mixed = 1;
    free((struct block *)memory - 1);
}

static void *moved(void *owner, void *memory, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *grown = size > 0 ? allocated(owner, size, alignment, scope) : NULL;
    size_t old = memory != NULL ? ((struct block *)memory - 1)->size : 0;
    if (grown != NULL && memory != NULL) memcpy(grown, memory, old < size ? old : size);
    released(owner, memory);
    return grown;
}

static VkBool32 silent(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                       const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    return VK_FALSE;
}

int main(int count, char **words) {
    static int owners[2];
    VkAllocationCallbacks of_instance = {&owners[0], allocated, moved, released, NULL, NULL}, of_messenger = of_instance;
    of_messenger.pUserData = &owners[1];
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, .pfnUserCallback = silent};
    VkDebugUtilsMessengerEXT messenger;
    open_loader(words[count - 1]);
    VkInstance instance = made_instance(VK_API_VERSION_1_1, &of_instance, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    CALL(instance, vkCreateDebugUtilsMessengerEXT)(instance, &info, &of_messenger, &messenger);
    CALL(instance, vkDestroyDebugUtilsMessengerEXT)(instance, messenger, &of_messenger);
    return said(mixed, mixed ? "the messenger's callbacks are to free what the instance's callbacks allocated"
                             : "each block is freed by the callbacks that allocated it");
}
#endif
