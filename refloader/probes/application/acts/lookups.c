// Which commands are found, of all that the registry knows and of some that it does not; commands nobody knows;
// creations that are refused.
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/command_list.h"
#include "acts.h"
#include "../jobs.h"

#define NAME(command, first) #command,
static const char *const every[] = {VK_COMMAND_LIST(NAME)};
static const char *const invented[] = {"vkNobodyKnowsTEST", "vkCmdNobodyKnowsTEST", "vkGetPhysicalDeviceNobodyTEST",
                                       "vk_layerGetPhysicalDeviceProcAddr", "vk_icdGetInstanceProcAddr",
                                       "vkcreateinstance", "vkCmdDrawX", ""};

// ---- lookups

// A character each: 1 for those that are found.
static void look_up_in_instance(const char *step, VkInstance instance) {
    char found[COUNT(every) + 1] = "", others[COUNT(invented) + 1] = "", label[64];
    for (uint32_t i = 0; i < COUNT(every); i++)
        found[i] = program.GetInstanceProcAddr(instance, every[i]) != NULL ? '1' : '0';
    for (uint32_t i = 0; i < COUNT(invented); i++)
        others[i] = program.GetInstanceProcAddr(instance, invented[i]) != NULL ? '1' : '0';
    answer_text(step, found);
    snprintf(label, sizeof label, "%s.invented", step);
    answer_text(label, others);
}

static void look_up_in_device(const char *step, const struct device *device) {
    PFN_vkGetDeviceProcAddr look_up = device->instance->GetDeviceProcAddr;
    char found[COUNT(every) + 1] = "", others[COUNT(invented) + 1] = "", label[64];
    for (uint32_t i = 0; i < COUNT(every); i++)
        found[i] = look_up(device->handle, every[i]) != NULL ? '1' : '0';
    for (uint32_t i = 0; i < COUNT(invented); i++)
        others[i] = look_up(device->handle, invented[i]) != NULL ? '1' : '0';
    answer_text(step, found);
    snprintf(label, sizeof label, "%s.invented", step);
    answer_text(label, others);
}

static void plain_lookups(void) {
    struct instance instance;
    struct device device;
    if (!instance_make("plain", &instance, NULL)) return;
    look_up_in_instance("instance", instance.handle);
    if (device_make("plain_device", &device, &instance, NULL)) {
        look_up_in_device("device", &device);
        device_end(&device);
    }
    instance_end(&instance);
}

static uint32_t keep_offered(const struct instance *instance, const char *const *wanted, uint32_t count,
                             const char **to) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (instance == NULL ? instance_offers(wanted[i]) : device_offers(instance, instance->gpus[0], wanted[i]))
            to[kept++] = wanted[i];
    return kept;
}

static void extended_lookups(void) {
    static const char *const wanted[] = {"VK_KHR_surface", "VK_EXT_debug_utils", "VK_KHR_get_surface_capabilities2",
                                         "VK_KHR_get_physical_device_properties2", "VK_EXT_headless_surface"};
    static const char *const of_device[] = {"VK_KHR_swapchain", "VK_KHR_maintenance1"};
    const char *kept[COUNT(wanted)], *kept_of_device[COUNT(of_device)];
    struct wish wish = {.extensions = kept, .extension_count = keep_offered(NULL, wanted, COUNT(wanted), kept)};
    struct instance instance;
    struct device device;
    if (!instance_make("extended", &instance, &wish)) return;
    look_up_in_instance("extended_instance", instance.handle);
    wish = (struct wish){.extensions = kept_of_device,
                         .extension_count = keep_offered(&instance, of_device, COUNT(of_device), kept_of_device)};
    if (device_make("extended_device", &device, &instance, &wish)) {
        look_up_in_device("extended_device_finds", &device);
        device_end(&device);
    }
    instance_end(&instance);
}

void act_lookups(void) {
    look_up_in_instance("none", NULL);
    plain_lookups();
    extended_lookups();
}

// ---- unknown: extensions and commands of theirs that no registry has; the mock driver does

typedef uintptr_t (*PFN_invented)(const void *handle, uintptr_t number);

static void call_invented(const char *step, PFN_vkVoidFunction function, const void *handle) {
    if (function == NULL)
        answer_text(step, "not found");
    else
        answer_number(step, (int64_t)((PFN_invented)function)(handle, 7));
}

static void use_unknown_device(struct device *device) {
    PFN_vkGetDeviceProcAddr look_up = device->instance->GetDeviceProcAddr;
    call_invented("device_command", look_up(device->handle, "vkInventDeviceMOCK"), device->handle);
    call_invented("device_command_of_instance",
                  program.GetInstanceProcAddr(device->instance->handle, "vkInventDeviceMOCK"), device->handle);
    answer_number("nobodys_device_command", look_up(device->handle, "vkNobodyKnowsTEST") != NULL);
    job_do("job", device, 3);
}

static void use_unknown(struct instance *instance) {
    static const char *const extensions[] = {"VK_MOCK_invented_device"};
    struct wish wish = {.extensions = extensions, .extension_count = 1};
    struct device device;
    call_invented("physical_command",
                  program.GetInstanceProcAddr(instance->handle, "vkGetPhysicalDeviceInventionMOCK"),
                  instance->gpus[0]);
    answer_number("nobodys_command", program.GetInstanceProcAddr(instance->handle, "vkNobodyKnowsTEST") != NULL);
    if (!device_offers(instance, instance->gpus[0], extensions[0]))
        return answer_left_out("device", "VK_MOCK_invented_device is not offered");
    if (!device_make("device", &device, instance, &wish)) return;
    use_unknown_device(&device);
    device_end(&device);
}

void act_unknown(void) {
    static const char *const extensions[] = {"VK_MOCK_invented"};
    struct wish wish = {.extensions = extensions, .extension_count = 1};
    struct instance instance;
    int offered = instance_offers(extensions[0]);
    answer_number("offered", offered);
    if (!instance_make("instance", &instance, offered ? &wish : NULL)) return;
    use_unknown(&instance);
    instance_end(&instance);
}

// ---- failing: creations that the driver refuses, and what works afterwards

// The first feature that the device does not have; 0 where it has all.
static int unsupported(const struct instance *instance, VkPhysicalDeviceFeatures *to) {
    VkPhysicalDeviceFeatures has;
    VkBool32 *flags = (VkBool32 *)to, *there = (VkBool32 *)&has;
    memset(to, 0, sizeof *to);
    instance->GetPhysicalDeviceFeatures(instance->gpus[0], &has);
    for (size_t i = 0; i < sizeof has / sizeof *there; i++)
        if (!there[i]) return flags[i] = VK_TRUE, 1;
    return 0;
}

// Asks for a device with a feature that there is none of.
void refuse_device(const char *step, struct instance *instance) {
    VkPhysicalDeviceFeatures features;
    struct wish wish = {.features = &features};
    struct device device;
    if (!unsupported(instance, &features)) return answer_left_out(step, "the device has every feature");
    device_choose(&device, instance, instance->gpus[0]);
    if (ok(step, device_create(&device.handle, &device, &wish)) && device_look_up(&device) == NULL)
        device_end(&device);
}

void refuse_instance(const char *step) {
    struct wish wish = {.application = "refused"};
    struct instance instance;
    memset(&instance, 0, sizeof instance);
    if (ok(step, instance_create(&instance.handle, &wish)) && instance_look_up(&instance) == NULL)
        instance_end(&instance);
}

void act_failing(void) {
    struct instance instance;
    struct device device;
    refuse_instance("instance");
    if (!instance_make("next_instance", &instance, NULL)) return;
    refuse_device("device", &instance);
    if (device_make("next_device", &device, &instance, NULL)) {
        job_do("job", &device, 5);
        device_end(&device);
    }
    instance_end(&instance);
}
