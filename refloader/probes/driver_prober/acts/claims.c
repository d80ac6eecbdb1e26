// The act "claims": what physical devices say of conformance, in each structure that says it.
//
// claims.instance ("result"), claims.device.N: "name", "api", "api2" (by vkGetPhysicalDeviceProperties2); "driver" from VkPhysicalDeviceDriverProperties and
// "vulkan12" from VkPhysicalDeviceVulkan12Properties, each with "name", "info" and "conformance" (four numbers), and
// "name_unended" and "info_unended" where the text has no end, where the device has such properties. What the driver leaves alone is empty and 0.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../extensions.h"

static void say_claim(const char *key, const char *name, const char *info, const VkConformanceVersion *version) {
    open_object(key);
    say_member("name", name, VK_MAX_DRIVER_NAME_SIZE);
    say_member("info", info, VK_MAX_DRIVER_INFO_SIZE);
    if (memchr(name, 0, VK_MAX_DRIVER_NAME_SIZE) == NULL) say_flag("name_unended", 1);
    if (memchr(info, 0, VK_MAX_DRIVER_INFO_SIZE) == NULL) say_flag("info_unended", 1);
    open_list("conformance");
    say_number(NULL, version->major);
    say_number(NULL, version->minor);
    say_number(NULL, version->subminor);
    say_number(NULL, version->patch);
    close_list();
    close_object();
}

static PFN_vkGetPhysicalDeviceProperties2 properties2_of(VkInstance instance, int is_core) {
    const char *name = is_core ? "vkGetPhysicalDeviceProperties2" : "vkGetPhysicalDeviceProperties2KHR";
    return (PFN_vkGetPhysicalDeviceProperties2)instance_function(instance, name);
}

// Asked for one at a time: structures in one chain could be filled by halves.
static uint32_t version_by(PFN_vkGetPhysicalDeviceProperties2 ask, VkPhysicalDevice device) {
    VkPhysicalDeviceProperties2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    ask(device, &head);
    return head.properties.apiVersion;
}

static void ask_for(PFN_vkGetPhysicalDeviceProperties2 ask, VkPhysicalDevice device, void *structure) {
    VkPhysicalDeviceProperties2 head = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = structure};
    ask(device, &head);
}

static void say_claims(VkInstance instance, VkPhysicalDevice device, uint32_t number, uint32_t api) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceVulkan12Properties vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    char label[64];
    snprintf(label, sizeof label, "claims.device.%" PRIu32, number);
    begin(label);
    if (ask != NULL) ask(device, &properties);
    int is_12 = api >= VK_API_VERSION_1_2 && properties.apiVersion >= VK_API_VERSION_1_2;
    int has_driver = is_12 || device_offers(instance, device, "VK_KHR_driver_properties");
    PFN_vkGetPhysicalDeviceProperties2 ask2 = properties2_of(instance, api >= VK_API_VERSION_1_1);
    if (ask2 != NULL && has_driver) ask_for(ask2, device, &driver);
    if (ask2 != NULL && is_12) ask_for(ask2, device, &vulkan12);
    open_answer(label);
    say_member("name", properties.deviceName, sizeof properties.deviceName);
    say_number("api", properties.apiVersion);
    if (ask2 != NULL) say_number("api2", version_by(ask2, device));
    if (ask2 != NULL && has_driver)
        say_claim("driver", driver.driverName, driver.driverInfo, &driver.conformanceVersion);
    if (ask2 != NULL && is_12)
        say_claim("vulkan12", vulkan12.driverName, vulkan12.driverInfo, &vulkan12.conformanceVersion);
    close_answer();
}

void probe_claims(void) {
    VkPhysicalDevice devices[MOST_DEVICES];
    enter("claims");
    begin("claims.instance");
    struct wish wish = {.api_version = newest_version()};
    if (wish.api_version < VK_API_VERSION_1_1 && instance_offers(PROPERTIES2))
        wish.extensions = (struct words){.word = {PROPERTIES2}, .count = 1};
    struct made instance = make_instance(&wish);
    open_answer("claims.instance");
    say_number("result", instance.result);
    close_answer();
    if (!instance.is_readable) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *))) say_claims(instance.handle, devices[i], i, wish.api_version);
    begin("claims.end");
    destroy_instance(instance.handle, NULL);
}
