// threads LIBRARY THREADS SECONDS STACK: threads with stacks of that many bytes (0: as usual) make, use and destroy
// instances and devices all the time; every second one works on an instance that they share: it asks what there is before
// there is an instance, looks up names that are new to the loader, and says something to the messenger of all.
#include <limits.h>

#include "host.h"

static VkInstance shared;
static double until;

#define NEW_NAMES 40

static PFN_vkSubmitDebugUtilsMessageEXT submit;
static _Thread_local unsigned heard;

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types;
    if (strcmp(data->pMessage, "hello") == 0) heard += user == &shared;
    return VK_FALSE;
}

static void make_shared(void) {
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = extensions};
    CHECK(vk.CreateInstance(&info, NULL, &shared) == VK_SUCCESS);
    VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
        .pfnUserCallback = hear,
        .pUserData = &shared};
    VkDebugUtilsMessengerEXT made;  // goes with the instance
    PFN_vkCreateDebugUtilsMessengerEXT make =
        (PFN_vkCreateDebugUtilsMessengerEXT)vk.GetInstanceProcAddr(shared, "vkCreateDebugUtilsMessengerEXT");
    CHECK(make != NULL && make(shared, &messenger, NULL, &made) == VK_SUCCESS);
    submit = (PFN_vkSubmitDebugUtilsMessageEXT)vk.GetInstanceProcAddr(shared, "vkSubmitDebugUtilsMessageEXT");
    CHECK(submit != NULL);
}

static void say_hello(void) {
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessage = "hello"};
    unsigned before = heard;
    submit(shared, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
    CHECK(heard == before + 1);
}

static void ask(unsigned long round) {
    char name[64];
    uint32_t count = 0;
    CHECK(vk.EnumerateInstanceExtensionProperties(NULL, &count, NULL) == VK_SUCCESS && count > 0);
    CHECK(vk.EnumerateInstanceLayerProperties(&count, NULL) == VK_SUCCESS);
    snprintf(name, sizeof name, "vkNew%luTEST", round % NEW_NAMES);
    vk.GetInstanceProcAddr(shared, name);
}

static void *alone(void *rounds) {
    for (; now() < until; ++*(unsigned long *)rounds) whole_life();
    return NULL;
}

// The process's first use of the loader happens on such a stack, too.
static void *first(void *unused) {
    make_shared();
    return unused;
}

static void *together(void *rounds) {
    for (; now() < until; ++*(unsigned long *)rounds) {
        use_instance(shared);
        ask(*(unsigned long *)rounds);
        say_hello();
        VkDevice device = make_device(shared);
        use_device(device);
        vk.DestroyDevice(device, NULL);
    }
    return NULL;
}

int main(int count, char **arguments) {
    CHECK(count == 5);
    unsigned threads = (unsigned)atoi(arguments[2]);
    size_t stack = (size_t)atol(arguments[4]);
    pthread_t started[64];
    unsigned long rounds[64] = {0};
    pthread_attr_t attributes;
    CHECK(threads <= COUNT(started) && pthread_attr_init(&attributes) == 0);
    if (stack > 0) CHECK(pthread_attr_setstacksize(&attributes, stack) == 0);
    open_loader(arguments[1]);
    CHECK(pthread_create(&started[0], &attributes, first, NULL) == 0 && pthread_join(started[0], NULL) == 0);
    until = now() + atof(arguments[3]);
    for (unsigned i = 0; i < threads; i++)
        CHECK(pthread_create(&started[i], &attributes, i % 2 ? together : alone, &rounds[i]) == 0);
    for (unsigned i = 0; i < threads; i++) CHECK(pthread_join(started[i], NULL) == 0);
    vk.DestroyInstance(shared, NULL);
    for (unsigned i = 0; i < threads; i++) printf("%lu\n", rounds[i]);
    return 0;
}
