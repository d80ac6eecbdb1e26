// VK_EXT_debug_utils: messengers of an instance and of its creation, names, tags and labels.
#include <stdatomic.h>

#include "acts.h"
#include "../jobs.h"

#define ALL_SEVERITIES \
    (VK_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT | \
     VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
#define ALL_TYPES \
    (VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | \
     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)

// What the application itself says goes by this name: others may say what they like.
#define OWN_NAME "refloader"

// All that is said about how the application uses Vulkan; loaders warn of their own matters as well.
static atomic_uint complaints;

static VkBool32 count_complaints(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                 VkDebugUtilsMessageTypeFlagsEXT types,
                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *unused) {
    (void)data, (void)unused;
    int grave = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    if (grave && !(types & VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT)) complaints++;
    return VK_FALSE;
}

static VkBool32 count_own(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                          const VkDebugUtilsMessengerCallbackDataEXT *data, void *count) {
    (void)severity, (void)types;
    const char *name = data->pMessageIdName, *own = OWN_NAME;
    while (name != NULL && *own != '\0' && *name == *own) name++, own++;
    if (name != NULL && *own == '\0') *(atomic_uint *)count += 1;
    return VK_FALSE;
}

static void say(const struct instance *instance) {
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pMessageIdName = OWN_NAME,
        .pMessage = "a message"};
    INSTANCE_CALL(instance, SubmitDebugUtilsMessageEXT)(
        instance->handle, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
        VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
}

// Two messengers hear the first message, one the second, none the third.
static void messengers(const struct instance *instance, VkDebugUtilsMessengerCreateInfoEXT info) {
    atomic_uint heard[2] = {0};
    VkDebugUtilsMessengerEXT messenger[2];
    PFN_vkCreateDebugUtilsMessengerEXT make = INSTANCE_COMMAND(instance, CreateDebugUtilsMessengerEXT);
    PFN_vkDestroyDebugUtilsMessengerEXT end = INSTANCE_COMMAND(instance, DestroyDebugUtilsMessengerEXT);
    info.pUserData = &heard[0];
    if (!ok("messenger", make(instance->handle, &info, callbacks_of("messenger"), &messenger[0]))) return;
    info.pUserData = &heard[1];
    if (!ok("second_messenger", make(instance->handle, &info, callbacks_of("messenger"), &messenger[1])))
        return end(instance->handle, messenger[0], callbacks_of("messenger"));
    say(instance);
    end(instance->handle, messenger[0], callbacks_of("messenger"));
    say(instance);
    end(instance->handle, messenger[1], callbacks_of("messenger"));
    say(instance);
    answer_number("heard", heard[0] > 0);
    answer_number("heard_longer", heard[1] > heard[0]);
}

static void name(const struct device *device, const char *step, VkObjectType type, uint64_t object) {
    VkDebugUtilsObjectNameInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                          .objectType = type,
                                          .objectHandle = object,
                                          .pObjectName = step};
    ok(step, DEVICE_CALL(device, SetDebugUtilsObjectNameEXT)(device->handle, &info));
}

// Only what the device has made: loaders disagree on what may be done with names of other objects.
static void names(struct device *device, struct job *job) {
    VkDebugUtilsObjectTagInfoEXT tag = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT,
                                        .objectType = VK_OBJECT_TYPE_BUFFER,
                                        .objectHandle = (uintptr_t)job->buffer.handle,
                                        .tagName = 1,
                                        .tagSize = 4,
                                        .pTag = "tag"};
    name(device, "name_device", VK_OBJECT_TYPE_DEVICE, (uintptr_t)device->handle);
    name(device, "name_queue", VK_OBJECT_TYPE_QUEUE, (uintptr_t)device->queue);
    name(device, "name_commands", VK_OBJECT_TYPE_COMMAND_BUFFER, (uintptr_t)job->recorder.commands);
    name(device, "name_buffer", VK_OBJECT_TYPE_BUFFER, (uintptr_t)job->buffer.handle);
    name(device, "name_memory", VK_OBJECT_TYPE_DEVICE_MEMORY, (uintptr_t)job->buffer.memory);
    name(device, "name_fence", VK_OBJECT_TYPE_FENCE, (uintptr_t)job->fence);
    name(device, "name_pool", VK_OBJECT_TYPE_COMMAND_POOL, (uintptr_t)job->recorder.pool);
    ok("tag", DEVICE_CALL(device, SetDebugUtilsObjectTagEXT)(device->handle, &tag));
}

// One object of a kind that needs nothing else, by its name and gone again.
#define NAME_ONE(kind, step, type, structure, ...) \
    do { \
        Vk##kind##CreateInfo info = {.sType = structure, __VA_ARGS__}; \
        Vk##kind object; \
        if (!ok(step "_made", device->Create##kind(device->handle, &info, callbacks_of(step), &object))) break; \
        name(device, step, type, (uintptr_t)object); \
        device->Destroy##kind(device->handle, object, callbacks_of(step)); \
    } while (0)

static void names_of_each_kind(struct device *device) {
    NAME_ONE(Semaphore, "name_semaphore", VK_OBJECT_TYPE_SEMAPHORE, VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
             .flags = 0);
    if (!device->is_portable)
        NAME_ONE(Event, "name_event", VK_OBJECT_TYPE_EVENT, VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, .flags = 0);
    NAME_ONE(QueryPool, "name_queries", VK_OBJECT_TYPE_QUERY_POOL, VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
             .queryType = VK_QUERY_TYPE_OCCLUSION, .queryCount = 1);
    NAME_ONE(Sampler, "name_sampler", VK_OBJECT_TYPE_SAMPLER, VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .flags = 0);
    NAME_ONE(PipelineCache, "name_cache", VK_OBJECT_TYPE_PIPELINE_CACHE, VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
             .flags = 0);
    NAME_ONE(PipelineLayout, "name_layout", VK_OBJECT_TYPE_PIPELINE_LAYOUT,
             VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .flags = 0);
    NAME_ONE(DescriptorSetLayout, "name_set_layout", VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT,
             VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .flags = 0);
}

static void labels(struct device *device) {
    VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = "label"};
    struct recorder recorder;
    if (!recorder_make("recorder", device, &recorder)) return;
    DEVICE_CALL(device, QueueBeginDebugUtilsLabelEXT)(device->queue, &label);
    DEVICE_CALL(device, QueueInsertDebugUtilsLabelEXT)(device->queue, &label);
    if (record_begin("labels_begin", device, recorder.commands)) {
        DEVICE_CALL(device, CmdBeginDebugUtilsLabelEXT)(recorder.commands, &label);
        DEVICE_CALL(device, CmdInsertDebugUtilsLabelEXT)(recorder.commands, &label);
        DEVICE_CALL(device, CmdEndDebugUtilsLabelEXT)(recorder.commands);
        record_submit("labels", device, recorder.commands);
    }
    DEVICE_CALL(device, QueueEndDebugUtilsLabelEXT)(device->queue);
    recorder_end(device, &recorder);
}

// The commands are of an extension of instances: a layer's vkGetDeviceProcAddr need not know them.
static int is_given(const struct device *device, const char *step, const char *command) {
    if (device->instance->GetDeviceProcAddr(device->handle, command) != NULL) return 1;
    answer_left_out(step, "vkGetDeviceProcAddr gives no such command");
    return 0;
}

static void with_device(struct instance *instance) {
    struct device device;
    struct job job;
    if (!device_make("device", &device, instance, NULL)) return;
    if (job_begin("job", &device, &job, 9)) {
        if (is_given(&device, "names", "vkSetDebugUtilsObjectNameEXT")) {
            names(&device, &job);
            names_of_each_kind(&device);
        }
        if (job_submit("job_submit", &job)) job_wait("job_wait", &job);
    }
    job_end(&job);
    if (!can_draw_or_compute(&device))
        answer_left_out("labels", "the queue neither draws nor computes");
    else if (is_given(&device, "labels", "vkQueueBeginDebugUtilsLabelEXT"))
        labels(&device);
    device_end(&device);
}

// Another messenger hears everything from the instance's beginning to its end.
static void with_listener(struct instance *instance, VkDebugUtilsMessengerCreateInfoEXT info) {
    VkDebugUtilsMessengerEXT listener;
    VkResult result = INSTANCE_CALL(instance, CreateDebugUtilsMessengerEXT)(
        instance->handle, &info, callbacks_of("messenger"), &listener);
    if (!ok("listener", result)) return;
    info.pfnUserCallback = count_own;
    messengers(instance, info);
    with_device(instance);
    INSTANCE_CALL(instance, DestroyDebugUtilsMessengerEXT)(instance->handle, listener,
                                                              callbacks_of("messenger"));
}

void act_debug(void) {
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                               .messageSeverity = ALL_SEVERITIES,
                                               .messageType = ALL_TYPES,
                                               .pfnUserCallback = count_complaints};
    struct wish wish = {.extensions = extensions, .extension_count = 1, .chain = &info};
    struct instance instance;
    complaints = 0;
    if (!instance_offers(extensions[0])) return answer_left_out("instance", "VK_EXT_debug_utils is not offered");
    if (!instance_make("instance", &instance, &wish)) return;
    with_listener(&instance, info);
    instance_end(&instance);
    answer_number("listed.complaints", complaints);
}
