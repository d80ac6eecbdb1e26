// The commands about messengers and about names of objects. Writes down which of the driver's objects a name or
// a tag was given to.
#include "mock_icd.h"

VkResult driver_CreateDebugUtilsMessengerEXT(VkInstance instance,
                                             const VkDebugUtilsMessengerCreateInfoEXT *info,
                                             const VkAllocationCallbacks *allocator,
                                             VkDebugUtilsMessengerEXT *out) {
    CALLED(CreateDebugUtilsMessengerEXT, " severity=0x%x type=0x%x%s", (unsigned)info->messageSeverity,
           (unsigned)info->messageType, given_callbacks(allocator));
    if (!check_handle(instance, INSTANCE, "vkCreateDebugUtilsMessengerEXT"))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    struct messenger *new =
        make(sizeof *new, MESSENGER, instance, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    new->callback = info->pfnUserCallback;
    new->user_data = info->pUserData;
    new->severities = info->messageSeverity;
    new->types = info->messageType;
    exchange(&((struct instance *)instance)->listeners, NULL, &new->object);
    *out = (VkDebugUtilsMessengerEXT)(uintptr_t)new;
    return VK_SUCCESS;
}

static void destroy_listener(VkInstance instance, uintptr_t handle, enum kind kind, const char *command,
                             const VkAllocationCallbacks *allocator) {
    struct object *own = (struct object *)handle;
    if (tracing) trace("%s handle=%s%s", command, class_of(own), given_callbacks(allocator));
    if (own == NULL) return;
    if (!check_handle(instance, INSTANCE, command) || !check_handle(own, kind, command)) return;
    exchange(&((struct instance *)instance)->listeners, own, NULL);
    unmake(own, allocator, command);
}

void driver_DestroyDebugUtilsMessengerEXT(VkInstance instance, VkDebugUtilsMessengerEXT messenger,
                                          const VkAllocationCallbacks *allocator) {
    destroy_listener(instance, (uintptr_t)messenger, MESSENGER, "vkDestroyDebugUtilsMessengerEXT", allocator);
}

void driver_SubmitDebugUtilsMessageEXT(VkInstance instance,
                                       VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                       VkDebugUtilsMessageTypeFlagsEXT types,
                                       const VkDebugUtilsMessengerCallbackDataEXT *data) {
    char text[1000];
    spell(text, sizeof text, data->pMessage);
    CALLED(SubmitDebugUtilsMessageEXT, " severity=0x%x type=0x%x message=%s", (unsigned)severity,
           (unsigned)types, text);
    if (!check_handle(instance, INSTANCE, "vkSubmitDebugUtilsMessageEXT")) return;
    struct submitted what = {.data = data, .severity = severity, .types = types};
    pass_on(&((struct instance *)instance)->listeners, &what);
}

VkResult driver_CreateDebugReportCallbackEXT(VkInstance instance,
                                             const VkDebugReportCallbackCreateInfoEXT *info,
                                             const VkAllocationCallbacks *allocator,
                                             VkDebugReportCallbackEXT *out) {
    CALLED(CreateDebugReportCallbackEXT, " flags=0x%x%s", (unsigned)info->flags, given_callbacks(allocator));
    if (!check_handle(instance, INSTANCE, "vkCreateDebugReportCallbackEXT"))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    struct reporter *new =
        make(sizeof *new, REPORTER, instance, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    new->callback = info->pfnCallback;
    new->user_data = info->pUserData;
    new->flags = info->flags;
    exchange(&((struct instance *)instance)->listeners, NULL, &new->object);
    *out = (VkDebugReportCallbackEXT)(uintptr_t)new;
    return VK_SUCCESS;
}

void driver_DestroyDebugReportCallbackEXT(VkInstance instance, VkDebugReportCallbackEXT reporter,
                                          const VkAllocationCallbacks *allocator) {
    destroy_listener(instance, (uintptr_t)reporter, REPORTER, "vkDestroyDebugReportCallbackEXT", allocator);
}

void driver_DebugReportMessageEXT(VkInstance instance, VkDebugReportFlagsEXT flags,
                                  VkDebugReportObjectTypeEXT type, uint64_t object, size_t location,
                                  int32_t code, const char *prefix, const char *message) {
    char text[1000];
    spell(text, sizeof text, message);
    CALLED(DebugReportMessageEXT, " flags=0x%x message=%s", (unsigned)flags, text);
    if (!check_handle(instance, INSTANCE, "vkDebugReportMessageEXT")) return;
    struct submitted what = {.flags = flags, .type = type, .object = object, .location = location, .code = code,
                             .prefix = prefix, .message = message};
    pass_on(&((struct instance *)instance)->listeners, &what);
}

// ---- names and tags: both lists of object types agree where there is one number

static enum kind kind_of_type(uint32_t type) {
    static const struct {
        uint32_t type;
        enum kind kind;
    } types[] = {{1, INSTANCE}, {2, PHYSICAL_DEVICE}, {3, DEVICE}, {4, QUEUE}, {6, COMMAND_BUFFER},
                 {25, COMMAND_POOL}, {26, SURFACE}, {27, SWAPCHAIN}, {1000000000, SURFACE},
                 {1000001000, SWAPCHAIN}};
    for (size_t i = 0; i < COUNT(types); i++)
        if (types[i].type == type) return types[i].kind;
    return NO_KIND;
}

// What a name or a tag is given to; of other types than these only the number is known.
static VkResult named(const char *command, VkDevice device, uint32_t type, uint64_t handle) {
    const void *object = (const void *)(uintptr_t)handle;
    enum kind kind = kind_of_type(type);
    if (kind == SURFACE) {
        const char *text = surface_text((VkSurfaceKHR)(uintptr_t)handle, command);
        if (tracing) trace("%s type=%u object=%s", command, type, text == NULL ? "wrong" : text);
    } else if (tracing) {
        trace("%s type=%u object=%s", command, type, kind == NO_KIND ? "unknown" : class_of(object));
    }
    if (kind != NO_KIND && kind != SURFACE) check_handle(object, kind, command);
    return check_handle(device, DEVICE, command) ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

// X(command, structure, member with the type, member with the handle)
#define NAMING(X) \
    X(SetDebugUtilsObjectNameEXT, const VkDebugUtilsObjectNameInfoEXT, objectType, objectHandle) \
    X(SetDebugUtilsObjectTagEXT, const VkDebugUtilsObjectTagInfoEXT, objectType, objectHandle) \
    X(DebugMarkerSetObjectNameEXT, const VkDebugMarkerObjectNameInfoEXT, objectType, object) \
    X(DebugMarkerSetObjectTagEXT, const VkDebugMarkerObjectTagInfoEXT, objectType, object)
#define NAMING_COMMAND(command, structure, type, handle) \
    VkResult driver_##command(VkDevice device, structure *info) { \
        return named("vk" #command, device, (uint32_t)info->type, info->handle); \
    }
NAMING(NAMING_COMMAND)
