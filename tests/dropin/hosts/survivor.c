// survivor LIBRARY: what an application can do in a world where something is wrong, each step only if the last one
// went well. Prints the results; ends well unless it is killed.
#include "host.h"

static void device_of(VkPhysicalDevice physical) {
    VkPhysicalDeviceProperties properties;
    VkDevice device = NULL;
    VkQueue queue = NULL;
    uint32_t count = 0;
    vk.GetPhysicalDeviceProperties(physical, &properties);
    VkResult listed = vk.EnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);
    VkResult made = try_device(physical, &device, NULL);
    printf("device %.20s extensions=%d create=%d\n", properties.deviceName, listed, made);
    if (made != VK_SUCCESS || device == NULL) return;
    vk.GetDeviceQueue(device, 0, 0, &queue);
    vk.GetDeviceProcAddr(device, "vkCmdDraw");
    vk.DestroyDevice(device, NULL);
}

static void once(void) {
    VkPhysicalDevice devices[MOST_PHYSICAL_DEVICES];
    VkInstance instance = NULL;
    uint32_t count = 0, most = MOST_PHYSICAL_DEVICES;
    printf("extensions=%d ", vk.EnumerateInstanceExtensionProperties(NULL, &count, NULL));
    printf("layers=%d ", vk.EnumerateInstanceLayerProperties(&count, NULL));
    VkResult result = try_instance(&instance, NULL, NULL);
    printf("create=%d\n", result);
    if (result != VK_SUCCESS || instance == NULL) return;
    result = vk.EnumeratePhysicalDevices(instance, &most, devices);
    printf("enumerate=%d\n", result);
    for (uint32_t i = 0; result >= 0 && i < most; i++) device_of(devices[i]);
    vk.DestroyInstance(instance, NULL);
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    setvbuf(stdout, NULL, _IONBF, 0);
    open_loader(arguments[1]);
    alarm(60);
    once();
    once();
    puts("survived");
    return 0;
}
