// Makes instances and devices through the layer. See chain.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "../shared/answers.h"
#include "chain.h"

#define MOST_NODES 8U
#define UNKNOWN_STRUCTURE ((VkStructureType)0x7FFF0001)
#define VALIDATION_FEATURES ((VkStructureType)1000247000)

// An application's structure that any instance may be given: it asks for nothing.
struct validation_features {
    VkStructureType type;
    const void *next;
    uint32_t enabled_count;
    const void *enabled;
    uint32_t disabled_count;
    const void *disabled;
};

// Lives on the heap for good: a layer may keep pointers into it, and what it then reads is as it was.
struct frame {
    VkLayerInstanceLink instance_links[2];
    VkLayerDeviceLink device_links[2];
    VkLayerInstanceCreateInfo instance_nodes[MOST_NODES];
    VkLayerDeviceCreateInfo device_nodes[MOST_NODES];
    struct validation_features application;
    VkPhysicalDeviceFeatures2 application_of_device;
    VkPhysicalDeviceVulkan12Features of_1_2;
    VkPhysicalDeviceVulkan13Features of_1_3;
    VkPhysicalDeviceTimelineSemaphoreFeatures timelines;
    VkPhysicalDeviceSynchronization2Features synchronization;
    VkBaseInStructure unknown;
    VkApplicationInfo info;
    const char *layers[1];
    VkInstanceCreateInfo instance_info;
    VkDeviceCreateInfo device_info;
    VkDeviceQueueCreateInfo queues[FAMILIES];
    float priorities[3];  // those behind the last queue of the first family are of none
    VkPhysicalDeviceFeatures features;
    const char *extensions[MOST_WORDS];
};

#define NO_PRIORITY 7.0F  // more than any priority is

static struct frame *new_frame(void) {
    struct frame *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    return made;
}

// ---- what the loader's callbacks do

static VkResult set_first_word(const void *parent, void *object) {
    *(void **)object = *(void *const *)parent;
    return VK_SUCCESS;
}

// One for each set, which notes for whom it is called.
#define CALLBACKS(set) \
    static VkResult set_instance_data_##set(VkInstance instance, void *object) { \
        look_at_callback("pfnSetInstanceLoaderData", set, instance); \
        return set_first_word(instance, object); \
    } \
    static VkResult set_device_data_##set(VkDevice device, void *object) { \
        look_at_callback("pfnSetDeviceLoaderData", DEVICE_SETS + set, device); \
        return set_first_word(device, object); \
    }
CALLBACKS(0)
CALLBACKS(1)

void (*made_for_layer)(struct object *device);

static VkResult layer_device(VkInstance instance, VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                             const VkAllocationCallbacks *allocator, VkDevice *device,
                             PFN_vkGetInstanceProcAddr layer, PFN_vkGetDeviceProcAddr *next) {
    (void)instance, (void)layer;
    enter_crowd();
    const struct creation of_application = created;  // of which there is more to say
    VkResult result = below_create_device(physical, info, allocator, device);
    if (result == VK_SUCCESS && made_for_layer != NULL) made_for_layer((struct object *)*device);
    created = of_application;
    leave_crowd();
    if (next != NULL) *next = creating->device;
    return result;
}

static void layer_device_end(VkDevice device, const VkAllocationCallbacks *allocator, PFN_vkDestroyDevice destroy) {
    if (destroy != NULL) destroy(device, allocator);
}

// ---- chains of structures

// The structure of a letter; the loader's own node is at ``node``.
static void *structure_of(struct frame *frame, char letter, void *node, int of_instance) {
    frame->application.type = VALIDATION_FEATURES;
    frame->application_of_device.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    frame->application_of_device.features.robustBufferAccess = VK_TRUE;
    frame->unknown.sType = UNKNOWN_STRUCTURE;
    frame->of_1_2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    frame->of_1_2.timelineSemaphore = VK_TRUE;
    frame->of_1_3.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    frame->of_1_3.synchronization2 = VK_TRUE;
    frame->timelines.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
    frame->timelines.timelineSemaphore = VK_TRUE;
    frame->synchronization.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES;
    frame->synchronization.synchronization2 = VK_TRUE;
    if (letter == 'N' && !of_instance) {  // what enables nothing
        frame->application_of_device.features.robustBufferAccess = VK_FALSE;
        return &frame->application_of_device;
    }
    if (letter == 't' && !of_instance) {  // a newer feature that the application does without
        frame->timelines.timelineSemaphore = VK_FALSE;
        return &frame->timelines;
    }
    if (letter == 'U') return &frame->unknown;
    if (letter == '2') return &frame->of_1_2;
    if (letter == '3') return &frame->of_1_3;
    if (letter == 'T') return &frame->timelines;
    if (letter == 'S') return &frame->synchronization;
    if (letter != 'A') return node;
    return of_instance ? (void *)&frame->application : (void *)&frame->application_of_device;
}

static void fill_instance_node(struct frame *frame, VkLayerInstanceCreateInfo *node, char letter) {
    node->sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    if (letter == 'L') {
        node->function = VK_LAYER_LINK_INFO;
        node->u.pLayerInfo = &frame->instance_links[0];
    } else if (letter == 'C') {
        node->function = VK_LOADER_DATA_CALLBACK;
        node->u.pfnSetInstanceLoaderData = sets.instance == 1 ? set_instance_data_1 : set_instance_data_0;
    } else if (letter == 'D') {
        node->function = VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK;
        node->u.layerDevice.pfnLayerCreateDevice = layer_device;
        node->u.layerDevice.pfnLayerDestroyDevice = layer_device_end;
    } else {
        node->function = VK_LOADER_FEATURES;
        node->u.loaderFeatures = VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING;
    }
}

static void fill_device_node(struct frame *frame, VkLayerDeviceCreateInfo *node, char letter) {
    node->sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
    if (letter == 'L') {
        node->function = VK_LAYER_LINK_INFO;
        node->u.pLayerInfo = &frame->device_links[0];
    } else {
        node->function = VK_LOADER_DATA_CALLBACK;
        node->u.pfnSetDeviceLoaderData = sets.device == DEVICE_SETS + 1 ? set_device_data_1 : set_device_data_0;
    }
}

static const void *chain_of(struct frame *frame, const char *letters, int of_instance) {
    VkBaseOutStructure first = {0}, *last = &first;
    for (size_t i = 0; letters[i] != '\0' && i < MOST_NODES; i++) {
        void *node = of_instance ? (void *)&frame->instance_nodes[i] : (void *)&frame->device_nodes[i];
        VkBaseOutStructure *here = structure_of(frame, letters[i], node, of_instance);
        if (here == node && of_instance) fill_instance_node(frame, node, letters[i]);
        if (here == node && !of_instance) fill_device_node(frame, node, letters[i]);
        last->pNext = here;
        last = here;
    }
    return first.pNext;
}

// The chain of a create info: what the caller has before the nodes, and these.
static const void *whole_chain(const struct request *request, struct frame *frame, int of_instance) {
    const void *nodes = chain_of(frame, request->nodes, of_instance);
    VkBaseOutStructure *before = request->before_nodes != NULL ? request->before_nodes : request->first;
    if (before == NULL) return nodes;
    before->pNext = (VkBaseOutStructure *)(uintptr_t)nodes;
    return request->first;
}

const void *loader_nodes(struct next *next, int of_instance) {
    struct frame *frame = new_frame();
    for (size_t i = 0; i < 2; i++) {
        frame->instance_links[i] = (VkLayerInstanceLink){NULL, next->instance, next->physical};
        frame->device_links[i] = (VkLayerDeviceLink){NULL, next->instance, next->device};
    }
    frame->instance_links[0].pNext = &frame->instance_links[1];
    frame->device_links[0].pNext = &frame->device_links[1];
    return chain_of(frame, of_instance ? USUAL_NODES : USUAL_DEVICE_NODES, of_instance);
}

static const void *link_in(const void *chain, VkStructureType type) {
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext) {
        const VkLayerInstanceCreateInfo *node = (const VkLayerInstanceCreateInfo *)each;
        if (each->sType == type && node->function == VK_LAYER_LINK_INFO) return node->u.pLayerInfo;
    }
    return NULL;
}

// What an application hands in, as opposed to the loader's own nodes.
static const char *written_in(const struct frame *before, const struct frame *after) {
    if (memcmp(&before->application, &after->application, sizeof after->application) != 0)
        return "VkValidationFeaturesEXT";
    if (memcmp(&before->application_of_device, &after->application_of_device, sizeof after->application_of_device) != 0)
        return "VkPhysicalDeviceFeatures2";
    if (memcmp(&before->of_1_2, &after->of_1_2, sizeof after->of_1_2) != 0) return "VkPhysicalDeviceVulkan12Features";
    if (memcmp(&before->of_1_3, &after->of_1_3, sizeof after->of_1_3) != 0) return "VkPhysicalDeviceVulkan13Features";
    if (memcmp(&before->unknown, &after->unknown, sizeof after->unknown) != 0) return "a structure of an unknown type";
    if (memcmp(&before->timelines, &after->timelines, sizeof after->timelines) != 0)
        return "VkPhysicalDeviceTimelineSemaphoreFeatures";
    if (memcmp(&before->synchronization, &after->synchronization, sizeof after->synchronization) != 0)
        return "VkPhysicalDeviceSynchronization2Features";
    if (memcmp(&before->instance_info, &after->instance_info, sizeof after->instance_info) != 0)
        return "VkInstanceCreateInfo";
    if (memcmp(&before->device_info, &after->device_info, sizeof after->device_info) != 0) return "VkDeviceCreateInfo";
    if (memcmp(before->queues, after->queues, sizeof after->queues) != 0) return "VkDeviceQueueCreateInfo";
    if (memcmp(before->priorities, after->priorities, sizeof after->priorities) != 0) return "pQueuePriorities";
    if (memcmp(&before->features, &after->features, sizeof after->features) != 0) return "pEnabledFeatures";
    if (memcmp(before->extensions, after->extensions, sizeof after->extensions) != 0)
        return "ppEnabledExtensionNames";
    if (memcmp(before->layers, after->layers, sizeof after->layers) != 0) return "ppEnabledLayerNames";
    return memcmp(&before->info, &after->info, sizeof after->info) != 0 ? "VkApplicationInfo" : "";
}

// ---- creation

PFN_vkVoidFunction instance_function(const struct made *instance, const char *name) {
    return entry.instance(instance == NULL ? NULL : instance->upper, name);
}

static void look_anew(struct next *next) {
    creating = next;
    created = (struct creation){0};
    forget();
}

struct made make_instance(struct next *next, const struct request *request) {
    static void *nothing[512];
    struct frame *frame = new_frame();
    struct object *loaders_own = calloc(1, sizeof *loaders_own);
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)instance_function(NULL, "vkCreateInstance");
    if (create == NULL || loaders_own == NULL) return (struct made){.result = VK_ERROR_INITIALIZATION_FAILED};
    loaders_own->table = nothing;
    for (size_t i = 0; i < 2; i++)
        frame->instance_links[i] = (VkLayerInstanceLink){NULL, next->instance, next->physical};
    if (!request->is_last) frame->instance_links[0].pNext = &frame->instance_links[1];
    frame->info = (VkApplicationInfo){
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = request->is_nameless ? NULL : "prober",
        .apiVersion = request->api_version,
    };
    frame->layers[0] = request->layer;
    memcpy(frame->extensions, request->extensions.word, sizeof frame->extensions);
    frame->instance_info = (VkInstanceCreateInfo){
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = whole_chain(request, frame, 1),
        .pApplicationInfo = request->is_anonymous ? NULL : &frame->info,
        .enabledLayerCount = request->layer != NULL,
        .ppEnabledLayerNames = frame->layers,
        .enabledExtensionCount = request->extensions.count,
        .ppEnabledExtensionNames = frame->extensions,
    };
    VkInstance instance = (VkInstance)loaders_own;
    struct made made = {.next = next, .allocator = request->allocator, .link_above = &frame->instance_links[0],
                        .link_below = frame->instance_links[0].pNext, .out_before = instance};
    if (crowd == NULL) look_anew(next);
    const struct frame before = *frame;
    made.result = create(&frame->instance_info, request->allocator, &instance);
    made.written = written_in(&before, frame);
    if (crowd == NULL && made.result == VK_SUCCESS) choose_creation(instance, made.out_before);
    made.lower = crowd == NULL ? created.made : NULL;
    made.upper = instance;
    made.link_after = link_in(frame->instance_info.pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    return made;
}

struct made make_device(const struct made *instance, VkPhysicalDevice physical, const struct request *request) {
    struct frame *frame = new_frame();
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)instance_function(instance, "vkCreateDevice");
    if (create == NULL) return (struct made){.result = VK_ERROR_INITIALIZATION_FAILED};
    for (size_t i = 0; i < 2; i++)
        frame->device_links[i] = (VkLayerDeviceLink){NULL, instance->next->instance, instance->next->device};
    if (!request->is_last) frame->device_links[0].pNext = &frame->device_links[1];
    frame->priorities[0] = 1.0F, frame->priorities[1] = request->queues == 2 ? 0.5F : NO_PRIORITY;
    frame->priorities[2] = NO_PRIORITY;
    memcpy(frame->extensions, request->extensions.word, sizeof frame->extensions);
    if (request->features != NULL) frame->features = *request->features;
    for (uint32_t i = 0; i < FAMILIES; i++)
        frame->queues[i] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .flags = i == 0 ? request->queue_flags : 0,
                                              .queueFamilyIndex = i,
                                              .queueCount = i == 0 && request->queues == 2 ? 2 : 1,
                                              .pQueuePriorities = frame->priorities};
    frame->device_info = (VkDeviceCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = whole_chain(request, frame, 0),
        .queueCreateInfoCount = request->families < FAMILIES ? 1 : FAMILIES,
        .pQueueCreateInfos = frame->queues,
        .enabledExtensionCount = request->extensions.count,
        .ppEnabledExtensionNames = frame->extensions,
        .pEnabledFeatures = request->features != NULL ? &frame->features : NULL,
    };
    struct object *loaders_own = calloc(1, sizeof *loaders_own);
    VkDevice device = (VkDevice)loaders_own;
    struct made made = {.next = instance->next, .allocator = request->allocator, .link_above = &frame->device_links[0],
                        .link_below = frame->device_links[0].pNext, .out_before = device};
    if (crowd == NULL) look_anew(instance->next);
    const struct frame before = *frame;
    made.result = create(physical, &frame->device_info, request->allocator, &device);
    made.written = written_in(&before, frame);
    if (crowd == NULL && made.result == VK_SUCCESS) choose_creation(device, made.out_before);
    made.lower = crowd == NULL ? created.made : NULL;
    made.upper = device;
    made.link_after = link_in(frame->device_info.pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    return made;
}

// With room for one, and more behind it for layers that write all that there are: other checks are about those.
VkPhysicalDevice first_physical_device(const struct made *instance) {
    VkPhysicalDevice found[16] = {NULL};
    uint32_t count = 1;
    PFN_vkEnumeratePhysicalDevices enumerate =
        (PFN_vkEnumeratePhysicalDevices)instance_function(instance, "vkEnumeratePhysicalDevices");
    if (enumerate == NULL || enumerate(instance->upper, &count, found) < VK_SUCCESS || count == 0) return NULL;
    return found[0];
}

void destroy_instance(const struct made *instance) {
    PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)instance_function(instance, "vkDestroyInstance");
    if (destroy != NULL) destroy(instance->upper, instance->allocator);
}

void destroy_device(const struct made *device) {
    if (entry.device == NULL) return;
    PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)entry.device(device->upper, "vkDestroyDevice");
    if (destroy != NULL) destroy(device->upper, device->allocator);
}

// ---- what came of it

const char *whose(const struct made *made, const void *handle) {
    if (handle == NULL) return "null";
    if (handle == made->lower) return "lower";
    return handle == made->upper ? "upper" : "other";
}

// The first word is only looked at where there is an object.
static const char *first_word(const struct made *made) {
    if (made->result != VK_SUCCESS || made->lower == NULL || made->upper == NULL) return "none";
    return *(void *const *)made->upper == made->lower->table ? "parent's" : "other";
}

static void say_link(const char *key, const struct made *made, const void *link) {
    say_text(key, link == made->link_below  ? "next"
                  : link == made->link_above ? "same"
                  : link == NULL            ? "null"
                                            : "other");
}

// How often something is destroyed as an instance or a device that this entity has never made. What a layer made for
// itself is not meant.
static uint32_t ended_in_vain(void) {
    uint32_t times = 0;
    for (uint32_t i = 0; created.made == NULL && i < call_count; i++) {
        const void *handle = (const void *)(uintptr_t)calls[i].arguments[0];
        times += handle != NULL && object_of(handle) == NULL && (strcmp(calls[i].command, "vkDestroyInstance") == 0
                                                                 || strcmp(calls[i].command, "vkDestroyDevice") == 0);
    }
    return times;
}

void say_made(const char *key, const struct made *made) {
    open_object(key);
    say_number("result", made->result);
    say_number("times", created.times);
    say_number("ended_in_vain", ended_in_vain());
    say_text("handle", made->result != VK_SUCCESS ? "none" : whose(made, made->upper));
    say_text("first_word", first_word(made));
    say_link("link_seen", made, created.link);
    say_link("link_after", made, made->link_after);
    say_text("out", created.out == made->out_before ? "kept" : created.out == NULL ? "null" : "changed");
    say_text("written", made->written == NULL ? "" : made->written);
    say_text("nodes", created.functions);
    say_text("structures", created.structures);
    say_text("layers", created.layers);
    say_text("extensions", created.extensions);
    say_text("lacked", created.lacked);
    say_text("invalid", created.invalid);
    say_flag("has_slots_without", created.has_slots_without);
    say_number("api_version", created.api_version);
    say_number("is_robust", created.is_robust);
    say_number("queues", created.queues[0]);
    say_number("copy_queues", created.queues[1]);
    open_list("priorities");
    for (size_t i = 0; i < COUNT(created.priorities); i++) say_number(NULL, created.priorities[i]);
    close_list();
    close_object();
}
