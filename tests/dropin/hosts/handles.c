// handles LIBRARY MISTAKE: an application's mistake with a handle. It ends in a documented way or with an abort that
// says what was wrong; what prints "went on" has survived it.
#include "host.h"

// Looks like no object of anybody: its first word points at zeroes.
static void *zeroes[64];
static void *foreign[64] = {zeroes};

static PFN_vkVoidFunction exported(const char *name) {
    PFN_vkVoidFunction found = (PFN_vkVoidFunction)dlsym(vk.library, name);
    CHECK(found != NULL);
    return found;
}

static VkInstance destroyed_instance(void) {
    VkInstance instance = make_instance();
    vk.DestroyInstance(instance, NULL);
    return instance;
}

static void enumerate(VkInstance instance) {
    uint32_t count = 0;
    VkResult result = vk.EnumeratePhysicalDevices(instance, &count, NULL);
    printf("result %d\n", result);
}

static void properties(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vk.GetPhysicalDeviceProperties(device, &properties);
}

// Any command of a command buffer or a queue will do: the handle is judged before anything else.
static void reset(void *buffer) {
    ((VkResult(*)(void *, VkFlags))exported("vkResetCommandBuffer"))(buffer, 0);
}
static void idle(void *queue) { ((VkResult(*)(void *))exported("vkQueueWaitIdle"))(queue); }
static void wait_idle(void *device) { ((VkResult(*)(void *))exported("vkDeviceWaitIdle"))(device); }

static void instance_null(void) { enumerate(NULL); }
static void instance_foreign(void) { enumerate((VkInstance)foreign); }
static void instance_destroyed(void) { enumerate(destroyed_instance()); }
static void instance_destroy_foreign(void) { vk.DestroyInstance((VkInstance)foreign, NULL); }
static void instance_destroy_twice(void) { vk.DestroyInstance(destroyed_instance(), NULL); }
static void physical_null(void) { properties(NULL); }
static void physical_foreign(void) { properties((VkPhysicalDevice)foreign); }
static void physical_destroyed(void) {
    VkInstance instance = make_instance();
    VkPhysicalDevice device = first_physical_device(instance);
    vk.DestroyInstance(instance, NULL);
    properties(device);
}
static void physical_is_instance(void) { properties((VkPhysicalDevice)make_instance()); }
static void instance_is_physical(void) { enumerate((VkInstance)first_physical_device(make_instance())); }
static void device_null(void) { wait_idle(NULL); }
static void device_foreign(void) { wait_idle(foreign); }
static void device_empty(void) {
    static void *empty[8];
    wait_idle(empty);
}
static void device_is_instance(void) { wait_idle(make_instance()); }
static VkDevice device_of_destroyed_instance(void) {
    VkInstance instance = make_instance();
    VkDevice device = make_device(instance);
    vk.DestroyInstance(instance, NULL);
    return device;
}
static void device_outlives(void) { wait_idle(device_of_destroyed_instance()); }
static void device_destroyed_late(void) { vk.DestroyDevice(device_of_destroyed_instance(), NULL); }
static void queue_null(void) { idle(NULL); }
static void queue_foreign(void) { idle(foreign); }
static void buffer_null(void) { reset(NULL); }
static void buffer_foreign(void) { reset(foreign); }
static void device_from_null(void) {
    VkDevice device = NULL;
    printf("result %d\n", try_device(NULL, &device, NULL));
}
static void device_from_foreign(void) {
    VkDevice device = NULL;
    printf("result %d\n", try_device((VkPhysicalDevice)foreign, &device, NULL));
}
static void group_with_null(void) {
    VkPhysicalDevice members[2] = {first_physical_device(make_instance()), NULL};
    VkDeviceGroupDeviceCreateInfo group = {VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO, NULL, 2, members};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &group};
    VkDevice device = NULL;
    ((PFN_vkCreateDevice)exported("vkCreateDevice"))(members[0], &info, NULL, &device);
}
static void device_destroy_foreign(void) { vk.DestroyDevice((VkDevice)foreign, NULL); }
static void lookup(void *instance) { vk.GetInstanceProcAddr(instance, "vkDestroyInstance"); }
static void instance_lookup_foreign(void) { lookup(foreign); }
static void instance_lookup_wild(void) { lookup((void *)0x7ff1234567f8); }
static void instance_lookup_destroyed(void) { lookup(destroyed_instance()); }
static void lookup_foreign_device(void) {
    CHECK(vk.GetDeviceProcAddr((VkDevice)foreign, "vkQueueSubmit") == NULL);
    CHECK(vk.GetDeviceProcAddr((VkDevice)foreign, "vkDestroyDevice") != NULL);  // as without a device
}

// ---- what the documents allow

static void destroy_null(void) {
    vk.DestroyInstance(NULL, NULL);
    vk.DestroyDevice(NULL, NULL);
}

static void lookup_null_device(void) {
    CHECK(vk.GetDeviceProcAddr(NULL, "vkQueueSubmit") == NULL);
}

static void lookup_global_of_foreign(void) {
    CHECK(vk.GetInstanceProcAddr((VkInstance)foreign, "vkCreateInstance") != NULL);
    CHECK(vk.GetInstanceProcAddr((VkInstance)foreign, "vkGetInstanceProcAddr") != NULL);
}

static void lookup_without_instance(void) {
    CHECK(vk.GetInstanceProcAddr(NULL, "vkCreateInstance") != NULL);
    CHECK(vk.GetInstanceProcAddr(NULL, "vkDestroyInstance") == NULL);
    CHECK(vk.GetInstanceProcAddr(NULL, "") == NULL);
}

int main(int count, char **arguments) {
#define ROW(mistake) {#mistake, mistake}
    static const struct {
        const char *name;
        void (*make)(void);
    } mistakes[] = {
        ROW(instance_null), ROW(instance_foreign), ROW(instance_destroyed), ROW(instance_destroy_foreign),
        ROW(instance_destroy_twice), ROW(physical_null), ROW(physical_foreign), ROW(physical_destroyed),
        ROW(physical_is_instance),
        ROW(instance_is_physical), ROW(device_null), ROW(device_foreign), ROW(device_empty), ROW(device_is_instance),
        ROW(device_outlives), ROW(device_destroyed_late),
        ROW(queue_null), ROW(queue_foreign), ROW(buffer_null), ROW(buffer_foreign), ROW(device_from_null),
        ROW(device_from_foreign), ROW(group_with_null), ROW(device_destroy_foreign),
        ROW(instance_lookup_foreign), ROW(instance_lookup_wild), ROW(instance_lookup_destroyed),
        ROW(lookup_foreign_device), ROW(destroy_null), ROW(lookup_null_device),
        ROW(lookup_global_of_foreign), ROW(lookup_without_instance)};
    CHECK(count == 3);
    setvbuf(stdout, NULL, _IONBF, 0);
    open_loader(arguments[1]);
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        if (strcmp(mistakes[i].name, arguments[2]) != 0) continue;
        mistakes[i].make();
        whole_life();
        puts("went on");
        return 0;
    }
    CHECK(!"a mistake of that name");
}
