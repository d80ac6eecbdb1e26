// What messengers are and hear: while instances and devices are made, what the flag "message" says, and later
// what the application submits.
#include "mock_icd.h"

static void say_to_messenger(PFN_vkDebugUtilsMessengerCallbackEXT callback, void *user_data) {
    VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT, .pMessageIdName = "mock",
        .pMessage = flag("message")};
    callback(VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data,
             user_data);
}

static void say_to_reporter(PFN_vkDebugReportCallbackEXT callback, void *user_data) {
    callback(VK_DEBUG_REPORT_INFORMATION_BIT_EXT, (VkDebugReportObjectTypeEXT)0, 0, 0, 0, "mock",
             flag("message"), user_data);
}

void speak_while_created(const void *chain) {
    if (flag_is("message", "")) return;
    const VkDebugUtilsMessengerCreateInfoEXT *messenger =
        chained(chain, VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    const VkDebugReportCallbackCreateInfoEXT *reporter =
        chained(chain, VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT);
    if (messenger != NULL) say_to_messenger(messenger->pfnUserCallback, messenger->pUserData);
    if (reporter != NULL) say_to_reporter(reporter->pfnCallback, reporter->pUserData);
}

// The callbacks run outside the lock: one of them may call the driver.
static void who_listens(struct listeners *listeners, struct object *listening[MOST_LISTENERS]) {
    pthread_mutex_lock(&listeners->lock);
    memcpy(listening, listeners->objects, sizeof listeners->objects);
    pthread_mutex_unlock(&listeners->lock);
}

void speak(struct listeners *listeners) {
    struct object *listening[MOST_LISTENERS];
    if (flag_is("message", "")) return;
    who_listens(listeners, listening);
    for (size_t i = 0; i < MOST_LISTENERS; i++) {
        struct messenger *messenger = (struct messenger *)listening[i];
        struct reporter *reporter = (struct reporter *)listening[i];
        if (is_own(messenger, MESSENGER)) say_to_messenger(messenger->callback, messenger->user_data);
        if (is_own(reporter, REPORTER)) say_to_reporter(reporter->callback, reporter->user_data);
    }
}

// Vulkan: a submitted message generates a callback of each messenger that names its severity and type.
void pass_on(struct listeners *listeners, const struct submitted *what) {
    struct object *listening[MOST_LISTENERS];
    who_listens(listeners, listening);
    for (size_t i = 0; i < MOST_LISTENERS; i++) {
        struct messenger *messenger = (struct messenger *)listening[i];
        struct reporter *reporter = (struct reporter *)listening[i];
        if (what->data != NULL && is_own(messenger, MESSENGER) && messenger->severities & what->severity &&
            messenger->types & what->types)
            messenger->callback((VkDebugUtilsMessageSeverityFlagBitsEXT)what->severity, what->types, what->data,
                                messenger->user_data);
        if (what->data == NULL && is_own(reporter, REPORTER) && reporter->flags & what->flags)
            reporter->callback(what->flags, (VkDebugReportObjectTypeEXT)what->type, what->object,
                               what->location, what->code, what->prefix, what->message, reporter->user_data);
    }
}

void exchange(struct listeners *listeners, struct object *from, struct object *to) {
    pthread_mutex_lock(&listeners->lock);
    for (size_t i = 0; i < MOST_LISTENERS; i++) {
        if (listeners->objects[i] != from) continue;
        listeners->objects[i] = to;
        break;
    }
    pthread_mutex_unlock(&listeners->lock);
}
