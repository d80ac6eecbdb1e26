// floats LIBRARY MODE: everything once while the processor is in this mode for floating-point numbers (MXCSR).
#include "host.h"

#ifdef __x86_64__
#define FLAGS 0x3FU  // what has happened, not what is to happen

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT type,
                                const VkDebugUtilsMessengerCallbackDataEXT *data, void *mode) {
    (void)severity, (void)type, (void)data;
    CHECK((__builtin_ia32_stmxcsr() & ~FLAGS) == *(const unsigned *)mode);
    return VK_FALSE;
}

int main(int count, char **arguments) {
    CHECK(count == 3);
    unsigned mode = (unsigned)strtoul(arguments[2], NULL, 16);
    open_loader(arguments[1]);
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, .messageSeverity = 0x1111, .messageType = 7,
        .pfnUserCallback = hear, .pUserData = &mode};
    __builtin_ia32_ldmxcsr(mode);
    whole_life();
    VkInstance instance = NULL;
    CHECK(try_instance(&instance, &messenger, NULL) == VK_SUCCESS);
    vk.DestroyInstance(instance, NULL);
    CHECK((__builtin_ia32_stmxcsr() & ~FLAGS) == mode);
    puts("unchanged");
    return 0;
}
#else
int main(void) {
    puts("unchanged");
    return 0;
}
#endif
