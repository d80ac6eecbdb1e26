// The act "effects": what an application does with objects that the layer has functions of its own for, and what comes of
// it. The entity below does what such objects are for. Parts that need no function of the layer's are for all layers.
#ifndef REFLOADER_PROBER_EFFECTS_H
#define REFLOADER_PROBER_EFFECTS_H

#include "../../../native/generated/vk_core.h"
#include "../chain.h"
#include "../next.h"
#include "../prober.h"

#define POINTER(type, word) ((type *)(uintptr_t)(word))

// Structures of extensions, which the generated header leaves out.
#define PRESENT_ID ((VkStructureType)1000294000)
#define PRESENT_ID_FEATURES ((VkStructureType)1000294001)
#define MEMORY_PRIORITY ((VkStructureType)1000238001)
struct present_id {  // VkPresentIdKHR
    VkStructureType sType;
    const void *pNext;
    uint32_t swapchainCount;
    const uint64_t *pPresentIds;
};
struct memory_priority {  // VkMemoryPriorityAllocateInfoEXT
    VkStructureType sType;
    const void *pNext;
    float priority;
};

#define SPARSE_BINDING 8U  // of a family of queues

// What is enabled beyond that, where the layer shows it.
enum { NEWER_SUBMISSIONS, TIMELINES, IDS, PRIORITIES, EXTRAS };

// What the parts are about: an instance with VK_EXT_debug_utils, VK_EXT_debug_report and the extensions of the command
// line, and a device. There may be no device.
struct effects {
    struct made instance, device;
    VkPhysicalDevice physical;
    int has_synchronization2;  // the device below has: the layer may enable it
    int is_enabled[EXTRAS];    // above
};

struct request request_with_messengers(void);

// A command of an instance or a device as an application finds it; NULL if there is none, or if the layer leaves it to the
// entity below; of an instance also if it is of a later version of Vulkan than that.
PFN_vkVoidFunction own_of_instance(const struct effects *effects, const char *name);
PFN_vkVoidFunction own_of_device(const struct effects *effects, const char *name);
// The same where the layer leaves it to the entity below.
PFN_vkVoidFunction any_of_device(const struct effects *effects, const char *name);

// messengers.KIND {"heard": [[listener, message, is expected, how often]], "changed": what a listener got otherwise}, for
// "utils" and "report". The masks of listeners and messages are numbers.
void probe_messengers(const struct effects *effects);
// creation.KIND {"made", "ended"}: how often the listener on pNext of VkInstanceCreateInfo heard what the entity below says in
// vkCreateInstance and in vkDestroyInstance. The instance is another one.
void probe_messengers_of_creation(void);
// caches.KIND, for "Pipeline" and "Validation"; see caches.c.
void probe_caches(const struct effects *effects);
// null.COMMAND {}: a command that destroys has come back from VK_NULL_HANDLE.
void probe_no_caches(const struct effects *effects);
// submissions.COMMAND {"result", "waits": [[mask, mask below or -1]], "signals": how many of "all" came down, "fence": how often
// it did, "empty_fence": how often that of a submission without batches did}.
void probe_submissions(const struct effects *effects);
// values.COMMAND: the same with timelines, and "waited_for", "signaled": [[value, value below, stages below]] of what came down.
void probe_values(const struct effects *effects);
// truths {"compared", "others": [[command, member, value]]}: values that are no VkBool32.
void probe_truths(const struct effects *effects);
// formats.COMMAND {"result", "mips", "layers", "samples", "size"}: what comes up where the entity below returns
// VK_ERROR_FORMAT_NOT_SUPPORTED.
void probe_formats(const struct effects *effects);
// budgets {"heaps", "rows": [[size, budget]]}: VkPhysicalDeviceMemoryBudgetPropertiesEXT, beyond the heaps with 0 as size.
void probe_budgets(const struct effects *effects);
// allocations {"made", "invalid": [what is invalid of what comes down]}: of memory, with and without a priority.
void probe_allocations(const struct effects *effects);
// presentation {"shown", "anew", "images", "invalid": [what is invalid of what the layer submits]}: the application presents
// several frames, makes its swapchain anew, with which result, and presents again. It is left out where the surface is shown to
// have nothing that a swapchain could be made with. "images": format, width, height and usage as
// [asked for, those below], where it is given the images of a swapchain below; "own_images" where it is given others.
void probe_presentation(const struct effects *effects);

// The presentations of a device with features of extensions: those of the first swapchain come without an id, those of the next
// one with ids, and the last one is of two swapchains.
extern int presents_with_ids;

#endif
