// padding LIBRARY: creates an instance and a device of structures whose padding nobody has written, with a chain.
#include "host.h"

static VkBool32 hear(uint32_t severity, VkFlags kinds, const void *data, void *user) {
    (void)severity, (void)kinds, (void)data, (void)user;
    return 0;
}

// As VkDebugUtilsMessengerCreateInfoEXT.
struct listener {
    uint32_t type;
    const void *next;
    VkFlags flags, severities, kinds;
    VkBool32 (*function)(uint32_t, VkFlags, const void *, void *);
    void *user;
};

static void *room(size_t size) {
    void *memory = malloc(size);
    CHECK(memory != NULL);
    return memory;
}

static VkInstance instance_of_members(void) {
    struct listener *listener = room(sizeof *listener);
    listener->type = 1000128004, listener->next = NULL, listener->flags = 0;
    listener->severities = 0x1111, listener->kinds = 1, listener->function = hear, listener->user = NULL;
    VkInstanceCreateInfo *info = room(sizeof *info);
    info->sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, info->pNext = listener, info->flags = 0;
    info->pApplicationInfo = NULL;
    info->enabledLayerCount = 0, info->ppEnabledLayerNames = NULL;
    info->enabledExtensionCount = 0, info->ppEnabledExtensionNames = NULL;
    VkInstance instance = NULL;
    CHECK(vk.CreateInstance(info, NULL, &instance) == VK_SUCCESS);
    free(info), free(listener);
    return instance;
}

static VkDevice device_of_members(VkPhysicalDevice physical) {
    VkDeviceGroupDeviceCreateInfo *group = room(sizeof *group);
    group->sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO, group->pNext = NULL;
    group->physicalDeviceCount = 1, group->pPhysicalDevices = &physical;
    VkDeviceCreateInfo *info = room(sizeof *info);
    info->sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, info->pNext = group, info->flags = 0;
    info->queueCreateInfoCount = 0, info->pQueueCreateInfos = NULL;
    info->enabledLayerCount = 0, info->ppEnabledLayerNames = NULL;
    info->enabledExtensionCount = 0, info->ppEnabledExtensionNames = NULL;
    info->pEnabledFeatures = NULL;
    VkDevice device = NULL;
    CHECK(vk.CreateDevice(physical, info, NULL, &device) == VK_SUCCESS);
    free(info), free(group);
    return device;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    open_loader(arguments[1]);
    VkInstance instance = instance_of_members();
    vk.DestroyDevice(device_of_members(first_physical_device(instance)), NULL);
    vk.DestroyInstance(instance, NULL);
    puts("well");
    return 0;
}
