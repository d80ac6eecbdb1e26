// A driver between the loader and lavapipe: it hands each call on, besides those that own() has a function of its own for.
// The file that includes it defines LIBRARY, own(), is_absent() and prepare().
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "vk_core.h"

typedef PFN_vkVoidFunction (*lookup)(VkInstance, const char *);
static void *library;
static lookup find;
static VkInstance instance;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void);                         // before lavapipe is opened
static PFN_vkVoidFunction own(const char *name);   // NULL: lavapipe's
static int is_absent(const char *name);            // whether the driver has no such function

// The instance is one that the driver makes for itself and keeps: a program's own may end while another thread looks up.
#define BELOW(command) ((PFN_vk##command)find(instance, "vk" #command))

static void wrong(const char *what) {
    fprintf(stderr, "invalid: %s\n", what);
    abort();
}

static void open_library(void) {
    if (library != NULL) return;
    prepare();
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    find = (lookup)dlsym(library, "vk_icdGetInstanceProcAddr");
}

static void make_own_instance(void) {
    enum { MOST = 64 };
    const VkApplicationInfo newest = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &newest};
    VkExtensionProperties offered[MOST];
    const char *names[MOST];
    uint32_t count = MOST;
    ((PFN_vkEnumerateInstanceExtensionProperties)find(NULL, "vkEnumerateInstanceExtensionProperties"))(NULL, &count, offered);
    for (uint32_t i = 0; i < count; i++) names[i] = offered[i].extensionName;
    info.enabledExtensionCount = count;
    info.ppEnabledExtensionNames = names;
    if (((PFN_vkCreateInstance)find(NULL, "vkCreateInstance"))(&info, NULL, &instance) != VK_SUCCESS) wrong("lavapipe makes no instance");
}

static VkResult make_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *to) {
    pthread_once(&once, make_own_instance);
    return ((PFN_vkCreateInstance)find(NULL, "vkCreateInstance"))(info, allocator, to);
}

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) {
    if (is_absent(name)) return NULL;
    PFN_vkVoidFunction found = BELOW(GetDeviceProcAddr)(device, name);
    PFN_vkVoidFunction mine = found == NULL ? NULL : own(name);
    if (found != NULL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return mine == NULL ? found : mine;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    open_library();
    return ((VkResult (*)(uint32_t *))dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance of, const char *name) {
    open_library();
    if (is_absent(name)) return NULL;
    PFN_vkVoidFunction found = find(of, name);
    PFN_vkVoidFunction mine = found == NULL ? NULL : own(name);
    if (found != NULL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return mine == NULL ? found : mine;
}

PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance of, const char *name) {
    open_library();
    if (is_absent(name)) return NULL;
    PFN_vkVoidFunction found = ((lookup)dlsym(library, "vk_icdGetPhysicalDeviceProcAddr"))(of, name);
    PFN_vkVoidFunction mine = found == NULL ? NULL : own(name);
    return mine == NULL ? found : mine;
}
