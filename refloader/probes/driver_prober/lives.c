// See lives.h.
#include "lives.h"

VkResult live_instance(void) {
    struct made instance = make_instance(&(struct wish){0});
    if (instance.handle != NULL) destroy_instance(instance.handle, NULL);
    return instance.result;
}

VkResult live_device(int *has_device) {
    VkPhysicalDevice physical;
    struct made instance = make_instance(&(struct wish){0}), device = {.result = instance.result};
    uint32_t count = instance.handle == NULL ? 0 : physical_devices(instance.handle, &physical, 1, NULL);
    if (count > 0) device = make_device(instance.handle, physical, &(struct wish){0});
    if (device.handle != NULL) destroy_device(instance.handle, device.handle, NULL);
    if (instance.handle != NULL) destroy_instance(instance.handle, NULL);
    if (has_device != NULL) *has_device = count > 0;
    return device.result;
}

int live_once(void) {
    int has_device;
    begin("once");
    live_device(&has_device);
    return has_device;
}
