// memory LIBRARY WHAT: fail the application's n-th allocation, for n = 0, 1, 2 ... until none is left to fail.
// Each time the answer is success or VK_ERROR_OUT_OF_HOST_MEMORY, and every allocation is given back.
#include <stdint.h>

#include "extension_infos.h"
#include "host.h"

// In front of each allocation; 64 bytes, so that what follows keeps the alignment asked for (at most 64).
struct head {
    uint64_t magic;
    size_t size;
    char room[48];
};
#define LIVE 0x11BE11BE11BE11BEULL
#define GONE 0xDEADDEADDEADDEADULL

static long made, live, fail_at;
static int failed;

static void *allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    CHECK(user == &made && size > 0 && alignment <= 64 && (unsigned)scope <= 4);
    if (made++ == fail_at) return failed = 1, NULL;
    struct head *head = aligned_alloc(64, (sizeof *head + size + 63) / 64 * 64);
    CHECK(head != NULL);
    head->magic = LIVE;
    head->size = size;
    live++;
    return memset(head + 1, 0xA5, size);
}

static void release(void *user, void *memory) {
    CHECK(user == &made);
    if (memory == NULL) return;
    struct head *head = (struct head *)memory - 1;
    CHECK(head->magic == LIVE);
    memset(memory, 0x5A, head->size);
    head->magic = GONE;
    free(head);
    live--;
}

static void *reallocate(void *user, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *new = allocate(user, size, alignment, scope);
    if (new == NULL || old == NULL) return new;
    size_t before = ((struct head *)old - 1)->size;
    memcpy(new, old, before < size ? before : size);
    release(user, old);
    return new;
}

static const VkAllocationCallbacks callbacks = {
    .pUserData = &made, .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};

// ---- messengers, reports and surfaces

static VkBool32 on_message(uint32_t severity, VkFlags kinds, const void *data, void *user) {
    (void)severity, (void)kinds, (void)data, (void)user;
    return 0;
}

static VkBool32 on_report(VkFlags flags, int kind, uint64_t object, size_t location, int32_t code,
                          const char *prefix, const char *message, void *user) {
    (void)flags, (void)kind, (void)object, (void)location, (void)code, (void)prefix, (void)message, (void)user;
    return 0;
}

static const struct messenger_info messenger = {
    .type = 1000128004, .severities = 0x1111, .kinds = 7, .callback = on_message};
static const struct report_info report = {
    .type = 1000011000, .flags = 0x1F, .callback = on_report};
static const struct surface_info surface = {.type = 1000005000};

// ---- what is tried; each gives the first result that was not success

static VkResult create(const char *extension, const void *next, VkInstance *instance) {
    const char *names[] = {extension, "VK_KHR_surface"};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = next};
    info.enabledExtensionCount = extension == NULL ? 0 : strstr(extension, "surface") ? 2 : 1;
    info.ppEnabledExtensionNames = names;
    return vk.CreateInstance(&info, &callbacks, instance);
}

static VkResult object(const char *extension, const void *next, const char *create_name,
                       const char *destroy_name, const void *info) {
    VkInstance instance = NULL;
    uint64_t object = 0;
    VkResult result = create(extension, next, &instance);
    if (result != VK_SUCCESS) return result;
    create_object make = (create_object)vk.GetInstanceProcAddr(instance, create_name);
    destroy_object destroy = (destroy_object)vk.GetInstanceProcAddr(instance, destroy_name);
    CHECK(make != NULL && destroy != NULL);
    result = make(instance, info, &callbacks, &object);
    if (result == VK_SUCCESS) destroy(instance, object, &callbacks);
    vk.DestroyInstance(instance, &callbacks);
    return result;
}

static VkResult plain_instance(void) {
    VkInstance instance = NULL;
    VkResult result = create(NULL, NULL, &instance);
    if (result == VK_SUCCESS) vk.DestroyInstance(instance, &callbacks);
    return result;
}

static VkResult enumeration(void) {
    VkPhysicalDevice devices[MOST_PHYSICAL_DEVICES];
    VkInstance instance = NULL;
    uint32_t count = MOST_PHYSICAL_DEVICES;
    VkResult result = create(NULL, NULL, &instance);
    if (result != VK_SUCCESS) return result;
    result = vk.EnumeratePhysicalDevices(instance, &count, devices);
    if (result == VK_SUCCESS) CHECK(count > 0);
    vk.DestroyInstance(instance, &callbacks);
    return result;
}

static VkResult logical_device(void) {
    VkPhysicalDevice devices[MOST_PHYSICAL_DEVICES];
    VkInstance instance = NULL;
    VkDevice device = NULL;
    uint32_t count = MOST_PHYSICAL_DEVICES;
    VkResult result = create(NULL, NULL, &instance);
    if (result != VK_SUCCESS) return result;
    result = vk.EnumeratePhysicalDevices(instance, &count, devices);
    if (result == VK_SUCCESS) result = try_device(devices[0], &device, &callbacks);
    if (result == VK_SUCCESS) vk.DestroyDevice(device, &callbacks);
    vk.DestroyInstance(instance, &callbacks);
    return result;
}

static VkResult messengers(void) {
    return object("VK_EXT_debug_utils", &messenger, "vkCreateDebugUtilsMessengerEXT",
                  "vkDestroyDebugUtilsMessengerEXT", &messenger);
}

static VkResult reports(void) {
    return object("VK_EXT_debug_report", &report, "vkCreateDebugReportCallbackEXT",
                  "vkDestroyDebugReportCallbackEXT", &report);
}

static VkResult surfaces(void) {
    return object("VK_KHR_xcb_surface", NULL, "vkCreateXcbSurfaceKHR", "vkDestroySurfaceKHR", &surface);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        VkResult (*run)(void);
    } tries[] = {{"instance", plain_instance}, {"enumeration", enumeration}, {"device", logical_device},
                 {"messenger", messengers},    {"report", reports},          {"surface", surfaces}};
    CHECK(count == 3);
    open_loader(arguments[1]);
    for (size_t i = 0; i < COUNT(tries); i++) {
        if (strcmp(tries[i].name, arguments[2]) != 0) continue;
        for (failed = 1; failed; fail_at++) {
            made = failed = 0;
            VkResult result = tries[i].run();
            if (result != VK_SUCCESS && !(failed && result == VK_ERROR_OUT_OF_HOST_MEMORY))
                fprintf(stderr, "allocation %ld failed: result %d\n", fail_at, result);
            CHECK(result == VK_SUCCESS || (failed && result == VK_ERROR_OUT_OF_HOST_MEMORY));
            if (live != 0) fprintf(stderr, "allocation %ld failed: %ld are left\n", fail_at, live);
            CHECK(live == 0);
        }
        printf("%ld\n", made);
        return 0;
    }
    CHECK(!"something of that name");
}
