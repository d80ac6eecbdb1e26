// The act "strangers": objects of a device whose create infos have a structure of no known type in pNext.
//
// strangers.KIND, of each kind of kinds.h that can be made: {"command", "usual", "beside": results of its creation
// without such a structure and with it, "hollow": whether one was VK_SUCCESS with VK_NULL_HANDLE}
#include <stdio.h>

#include "../../../native/generated/vk_core.h"
#include "../driver_prober.h"
#include "../kinds.h"

static void try_kind(VkInstance instance, VkDevice device, const struct kind *kind) {
    char label[64];
    uint64_t handle;
    snprintf(label, sizeof label, "strangers.%s", kind->name);
    begin("strangers.usual");
    VkResult usual = kind_make(instance, device, kind, NULL, &handle);
    if (usual != VK_SUCCESS) return;
    int is_hollow = handle == 0;
    kind_end(instance, device, kind, NULL, handle);
    begin(label);
    VkResult result = kind_make_beside_stranger(instance, device, kind, &handle);
    is_hollow |= result == VK_SUCCESS && handle == 0;
    if (result == VK_SUCCESS) kind_end(instance, device, kind, NULL, handle);
    open_answer(label);
    say_text("command", kind->create);
    say_number("usual", usual);
    say_number("beside", result);
    say_flag("hollow", is_hollow);
    close_answer();
}

void probe_strangers(void) {
    VkPhysicalDevice physical;
    enter("strangers");
    begin("strangers.usual");
    struct made instance = make_instance(&(struct wish){0});
    if (!instance.is_readable) return;
    if (physical_devices(instance.handle, &physical, 1, NULL) > 0) {
        struct made device = make_device(instance.handle, physical, &(struct wish){0});
        kinds_of(instance.handle, physical);
        for (size_t i = 0; device.is_readable && i < KINDS; i++) try_kind(instance.handle, device.handle, &kinds[i]);
        begin("strangers.usual");
        if (device.is_readable) destroy_device(instance.handle, device.handle, NULL);
    }
    destroy_instance(instance.handle, NULL);
}
