// The act "external": objects that a loader which does not know their extension never gets to see in a trampoline of
// its own. The registry has one device extension whose commands make a dispatchable object,
// VK_NV_external_compute_queue.
//
// external.device.N, for each physical device that offers it: "result" of making a device with it. external.queue.N:
// "result" of vkCreateExternalComputeQueueNV, "handle" ("null", "unreadable" or "pointer"), and "word": "the device's"
// (what the loader had put into the device's first word), "magic", or "other".
#include <inttypes.h>
#include <stdio.h>

#include "../extensions.h"

#define EXTERNAL "VK_NV_external_compute_queue"

// VkExternalComputeQueueDeviceCreateInfoNV.
static const struct {
    int32_t type;
    const void *next;
    uint32_t reserved;
} reserved = {1000556000, NULL, 1};

static const char *label_of(const char *what, uint32_t number) {
    static char label[64];
    snprintf(label, sizeof label, "external.%s.%" PRIu32, what, number);
    return label;
}

static void look_at_queue(VkInstance instance, VkDevice device, uint32_t number) {
    PFN_vkCreateExternalComputeQueueNV create =
        (PFN_vkCreateExternalComputeQueueNV)device_function(instance, device, "vkCreateExternalComputeQueueNV");
    PFN_vkDestroyExternalComputeQueueNV destroy =
        (PFN_vkDestroyExternalComputeQueueNV)device_function(instance, device, "vkDestroyExternalComputeQueueNV");
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)device_function(instance, device, "vkGetDeviceQueue");
    VkExternalComputeQueueCreateInfoNV info = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_CREATE_INFO_NV};
    VkExternalComputeQueueNV made = NULL;
    begin(label_of("queue", number));
    if (create == NULL || destroy == NULL || get == NULL) return;
    get(device, 0, 0, &info.preferredQueue);
    VkResult result = create(device, &info, NULL, &made);
    int can_be_read = result == VK_SUCCESS && is_readable(made, sizeof(uintptr_t));
    open_answer(label_of("queue", number));
    say_number("result", result);
    say_text("handle", made == NULL ? "null" : can_be_read ? "pointer" : "unreadable");
    if (can_be_read) {
        uintptr_t word = *(const uintptr_t *)made, parents = *(const uintptr_t *)device;
        say_text("word", word == parents                               ? "the device's"
                         : (word & UINT32_MAX) == ICD_LOADER_MAGIC ? "magic"
                                                                       : "other");
    }
    close_answer();
    if (can_be_read) destroy(device, made, NULL);
}

static void probe_device(VkInstance instance, VkPhysicalDevice physical, uint32_t number) {
    const struct wish wish = {.next = &reserved, .extensions = {.word = {EXTERNAL}, .count = 1}};
    begin(label_of("device", number));
    struct made device = make_device(instance, physical, &wish);
    open_answer(label_of("device", number));
    say_number("result", device.result);
    close_answer();
    if (!device.is_readable) return;
    look_at_queue(instance, device.handle, number);
    begin(label_of("end", number));
    destroy_device(instance, device.handle, NULL);
}

void probe_external(void) {
    VkPhysicalDevice devices[MOST_DEVICES];
    enter("external");
    begin("external.instance");
    struct made instance = make_instance(&(struct wish){.api_version = newest_version()});
    if (!instance.is_readable) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *)) && device_offers(instance.handle, devices[i], EXTERNAL))
            probe_device(instance.handle, devices[i], i);
    begin("external.end");
    destroy_instance(instance.handle, NULL);
}
