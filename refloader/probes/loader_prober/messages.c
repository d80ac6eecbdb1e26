// Messengers of both extensions: which of several hears a message, with what, and which does not. See generated.h.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

#define MESSENGERS 5U
#define MOST_HEARD 32U
#define OWN "generated: "

// One of an instance; its address is its pUserData.
struct messenger {
    VkDebugUtilsMessengerEXT handle;
    VkDebugReportCallbackEXT report;
    uint32_t severities, types;  // a report callback has flags and no types
    int is_report, heard, differs;
    struct instance *instance;
};
static struct messenger messengers[INSTANCES][MESSENGERS];
static const VkDebugUtilsMessengerCallbackDataEXT *sent;
static uint32_t sent_severity, sent_types;
static uint64_t sent_object;
static char text[64];

// ---- hearing

static int same_text(const char *a, const char *b) { return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0); }

static int same_labels(uint32_t count, const VkDebugUtilsLabelEXT *one, const VkDebugUtilsLabelEXT *other) {
    for (uint32_t i = 0; i < count; i++)
        if (!same_text(one[i].pLabelName, other[i].pLabelName) || memcmp(one[i].color, other[i].color, sizeof one[i].color) != 0) return 0;
    return 1;
}

static int same_objects(uint32_t count, const VkDebugUtilsObjectNameInfoEXT *one, const VkDebugUtilsObjectNameInfoEXT *other) {
    for (uint32_t i = 0; i < count; i++)
        if (one[i].objectType != other[i].objectType || one[i].objectHandle != other[i].objectHandle || !same_text(one[i].pObjectName, other[i].pObjectName))
            return 0;
    return 1;
}

static int same_data(const VkDebugUtilsMessengerCallbackDataEXT *one, const VkDebugUtilsMessengerCallbackDataEXT *other) {
    return one->flags == other->flags && one->messageIdNumber == other->messageIdNumber && same_text(one->pMessageIdName, other->pMessageIdName) &&
           one->queueLabelCount == other->queueLabelCount && one->cmdBufLabelCount == other->cmdBufLabelCount && one->objectCount == other->objectCount &&
           same_labels(one->queueLabelCount, one->pQueueLabels, other->pQueueLabels) &&
           same_labels(one->cmdBufLabelCount, one->pCmdBufLabels, other->pCmdBufLabels) && same_objects(one->objectCount, one->pObjects, other->pObjects);
}

// What the loader itself says: it has to be a message at all, and one that the messenger wants. The registry has made
// pMessage optional, so a message may have no text.
static void judge_own(const struct messenger *messenger, uint32_t severity, uint32_t types, const VkDebugUtilsMessengerCallbackDataEXT *data) {
    if (data->sType != VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT)
        fail("messages", "the loader's message comes in a structure with sType %d", (int)data->sType);
    else if (severity == 0 || (severity & (severity - 1)) != 0 || (severity & ~0x1111U) != 0)
        fail("messages", "the loader's message has 0x%x for its one severity", severity);
    else if (types == 0 || (types & ~0xFU) != 0) fail("messages", "the loader's message has the types 0x%x", types);
    else if ((severity & messenger->severities) == 0 || (types & messenger->types) == 0)
        fail("messages", "the loader's message with 0x%x and types %u is heard by a messenger that wants 0x%x and types %u", severity, types,
             messenger->severities, messenger->types);
}

// Two functions that do the same: some messengers share one, others do not.
static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user_data) {
    struct messenger *messenger = user_data;
    if (data->pMessage == NULL || strncmp(data->pMessage, OWN, strlen(OWN)) != 0) {
        judge_own(messenger, (uint32_t)severity, types, data);
        return VK_FALSE;
    }
    messenger->heard++;
    if (sent == NULL || (uint32_t)severity != sent_severity || types != sent_types || !same_data(sent, data) || strcmp(data->pMessage, text) != 0)
        messenger->differs = 1;
    return VK_FALSE;
}

static VkBool32 hear_also(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                          const VkDebugUtilsMessengerCallbackDataEXT *data, void *user_data) {
    return hear(severity, types, data, user_data);
}

static VkBool32 hear_report(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type, uint64_t object, size_t location, int32_t code,
                            const char *prefix, const char *message, void *user_data) {
    struct messenger *messenger = user_data;
    if (message == NULL || strncmp(message, OWN, strlen(OWN)) != 0) {
        if (message == NULL || prefix == NULL) fail("messages", "the loader's report has no text or no prefix");
        else if ((flags & messenger->severities) == 0)
            fail("messages", "the loader's report with the flags 0x%x is heard by a callback that wants 0x%x", flags, messenger->severities);
        return VK_FALSE;
    }
    messenger->heard++;
    if (flags != sent_severity || (uint32_t)type != 9 || object != sent_object || location != 77 || code != -5 || !same_text(prefix, "prefix") ||
        strcmp(message, text) != 0)
        messenger->differs = 1;
    return VK_FALSE;
}

// ---- making and ending

static struct messenger *any_messenger(struct instance *instance, int is_there) {
    struct messenger *own = messengers[instance - instances];
    uint32_t first = any(MESSENGERS);
    for (uint32_t i = 0; i < MESSENGERS; i++) {
        struct messenger *each = &own[(first + i) % MESSENGERS];
        if ((each->instance != NULL) == is_there) return each;
    }
    return NULL;
}

static void make_report(struct instance *instance, struct messenger *made) {
    made->severities = 1 + any(31);
    const VkDebugReportCallbackCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT, .flags = made->severities,
                                                     .pfnCallback = hear_report, .pUserData = made};
    PFN_vkCreateDebugReportCallbackEXT create = OF_INSTANCE(instance, vkCreateDebugReportCallbackEXT);
    made->is_report = 1;
    say("vkCreateDebugReportCallbackEXT(instance %u, flags 0x%x)", instance->number, made->severities);
    if (create == NULL || create(instance->handle, &info, NULL, &made->report) != VK_SUCCESS) made->instance = NULL;
}

void make_messenger(struct instance *instance) {
    struct messenger *made = any_messenger(instance, 0);
    if (made == NULL || !(instance->has_utils || instance->has_report)) return;
    *made = (struct messenger){.instance = instance};
    if (!instance->has_utils || (instance->has_report && one_in(3))) {
        make_report(instance, made);
        return;
    }
    for (uint32_t bit = 1; bit <= 0x1000; bit <<= 4) made->severities |= one_in(2) ? bit : 0;
    if (made->severities == 0) made->severities = 0x1000;
    made->types = 1 + any(7);
    const VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                     .messageSeverity = made->severities, .messageType = made->types,
                                                     .pfnUserCallback = one_in(3) ? hear_also : hear, .pUserData = made};
    PFN_vkCreateDebugUtilsMessengerEXT create = OF_INSTANCE(instance, vkCreateDebugUtilsMessengerEXT);
    say("vkCreateDebugUtilsMessengerEXT(instance %u, severities 0x%x, types %u)", instance->number, made->severities, made->types);
    if (create == NULL || create(instance->handle, &info, NULL, &made->handle) != VK_SUCCESS) made->instance = NULL;
}

// Those of a creation hear nothing of what is said between it and the end. Of structures for reports a chain may have
// one only, of those for messengers several.
#define CHAINED 3U
static struct messenger chained[INSTANCES][CHAINED];

const void *chained_messengers(struct instance *instance) {
    static union {
        VkDebugUtilsMessengerCreateInfoEXT utils;
        VkDebugReportCallbackCreateInfoEXT report;
    } infos[INSTANCES][CHAINED];
    const void *chain = NULL;
    int has_one = 0;
    struct messenger *own = chained[instance - instances];
    memset(own, 0, sizeof chained[0]);
    for (uint32_t i = 0; i < CHAINED; i++) {
        int is_report = instance->has_report && (!instance->has_utils || one_in(3));
        if (!(instance->has_utils || instance->has_report) || one_in(2) || (is_report && has_one)) continue;
        has_one |= is_report;
        own[i] = (struct messenger){.instance = instance, .is_report = is_report, .severities = is_report ? 1 + any(31) : 0, .types = 1 + any(7)};
        for (uint32_t bit = 1; !is_report && bit <= 0x1000; bit <<= 4) own[i].severities |= one_in(2) ? bit : 0;
        if (own[i].severities == 0) own[i].severities = 0x1111;
        if (is_report)
            infos[instance - instances][i].report = (VkDebugReportCallbackCreateInfoEXT){
                .sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT, .pNext = chain, .flags = own[i].severities,
                .pfnCallback = hear_report, .pUserData = &own[i]};
        else
            infos[instance - instances][i].utils = (VkDebugUtilsMessengerCreateInfoEXT){
                .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, .pNext = chain, .messageSeverity = own[i].severities,
                .messageType = own[i].types, .pfnUserCallback = one_in(3) ? hear_also : hear, .pUserData = &own[i]};
        chain = &infos[instance - instances][i];
        say("a %s in pNext that wants 0x%x", is_report ? "VkDebugReportCallbackCreateInfoEXT" : "VkDebugUtilsMessengerCreateInfoEXT", own[i].severities);
    }
    return chain;
}

static void end_one(struct messenger *ended) {
    struct instance *instance = ended->instance;
    say("vkDestroyDebug%sEXT(instance %u, one with 0x%x)", ended->is_report ? "ReportCallback" : "UtilsMessenger", instance->number, ended->severities);
    if (ended->is_report) OF_INSTANCE(instance, vkDestroyDebugReportCallbackEXT)(instance->handle, ended->report, NULL);
    else OF_INSTANCE(instance, vkDestroyDebugUtilsMessengerEXT)(instance->handle, ended->handle, NULL);
    ended->instance = NULL;
}

void end_messenger(struct instance *instance) {
    struct messenger *ended = any_messenger(instance, 1);
    if (ended != NULL) end_one(ended);
}

void messengers_end(struct instance *instance) {
    for (struct messenger *each; (each = any_messenger(instance, 1)) != NULL;) end_one(each);
}

void end_no_messenger(struct instance *instance) {
    PFN_vkDestroyDebugUtilsMessengerEXT end_utils = OF_INSTANCE(instance, vkDestroyDebugUtilsMessengerEXT);
    PFN_vkDestroyDebugReportCallbackEXT end_report = OF_INSTANCE(instance, vkDestroyDebugReportCallbackEXT);
    PFN_vkDestroySurfaceKHR end_surface_ = OF_INSTANCE(instance, vkDestroySurfaceKHR);
    if (instance->has_surfaces && end_surface_ != NULL) {
        say("vkDestroySurfaceKHR(instance %u, VK_NULL_HANDLE)", instance->number);
        end_surface_(instance->handle, (VkSurfaceKHR)0, NULL);
    }
    // Of messengers the specification says so since 1.3.239 alone.
    if (!destroys_no_messenger) return;
    if (instance->has_utils && end_utils != NULL) {
        say("vkDestroyDebugUtilsMessengerEXT(instance %u, VK_NULL_HANDLE)", instance->number);
        end_utils(instance->handle, (VkDebugUtilsMessengerEXT)0, NULL);
    }
    if (instance->has_report && end_report != NULL) {
        say("vkDestroyDebugReportCallbackEXT(instance %u, VK_NULL_HANDLE)", instance->number);
        end_report(instance->handle, (VkDebugReportCallbackEXT)0, NULL);
    }
}

// ---- saying something

static void begin_hearing(void) {
    for (uint32_t i = 0; i < INSTANCES; i++)
        for (uint32_t at = 0; at < CHAINED; at++) chained[i][at].heard = 0;
    for (uint32_t i = 0; i < INSTANCES; i++)
        for (uint32_t at = 0; at < MESSENGERS; at++) messengers[i][at].heard = messengers[i][at].differs = 0;
    snprintf(text, sizeof text, OWN "%u", any(100000));
}

static void end_hearing(const struct instance *instance, int is_report, const char *call) {
    for (uint32_t i = 0; i < INSTANCES; i++)
        for (uint32_t at = 0; at < CHAINED; at++)
            if (chained[i][at].heard) fail("messages", "%s is heard by a messenger of pNext of vkCreateInstance, which has returned", call);
    for (uint32_t i = 0; i < INSTANCES; i++)
        for (uint32_t at = 0; at < MESSENGERS; at++) {
            const struct messenger *each = &messengers[i][at];
            if (each->instance == NULL) {
                if (each->heard) fail("messages", "%s is heard by a messenger that has been destroyed", call);
                continue;
            }
            int wants = each->instance == instance && each->is_report == is_report && (each->severities & sent_severity) != 0 &&
                        (is_report || (each->types & sent_types) != 0);
            if (each->is_report != is_report) continue;  // whether one extension serves the other's messages is left open
            if (wants && !each->heard)
                fail("messages", "%s with 0x%x and types %u is not heard by a messenger of the instance that wants 0x%x and types %u", call, sent_severity,
                     sent_types, each->severities, each->types);
            else if (!wants && each->heard)
                fail("messages", "%s with 0x%x and types %u is heard by a messenger that wants 0x%x and types %u%s", call, sent_severity, sent_types,
                     each->severities, each->types, each->instance == instance ? "" : ", of another instance");
            else if (each->differs) fail("messages", "%s: a messenger hears the message with other contents", call);
        }
    sent = NULL;
}

static void make_message(VkDebugUtilsMessengerCallbackDataEXT *data) {
    static VkDebugUtilsLabelEXT labels[3];
    static VkDebugUtilsObjectNameInfoEXT objects[3];
    for (uint32_t i = 0; i < 3; i++) {
        labels[i] = (VkDebugUtilsLabelEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = i == 1 ? "second label" : "label",
                                           .color = {1, (float)any(10) / 8, 0, 0.5F}};
        objects[i] = (VkDebugUtilsObjectNameInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, .objectType = VK_OBJECT_TYPE_BUFFER,
                                                     .objectHandle = 1 + any_word() % 1000, .pObjectName = one_in(2) ? NULL : "object"};
    }
    *data = (VkDebugUtilsMessengerCallbackDataEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
                                                   .pMessageIdName = one_in(3) ? NULL : "id name", .messageIdNumber = (int32_t)any_word(),
                                                   .pMessage = text, .queueLabelCount = any(4), .pQueueLabels = labels,
                                                   .cmdBufLabelCount = any(4), .pCmdBufLabels = labels, .objectCount = any(4), .pObjects = objects};
}

// A driver that has an extension calls back, as the application asks for by the command that submits a message. What
// reaches the driver counts: who is called back by the loader and by a driver hears the message twice.
static const struct below *speaker;
static const uint64_t *submitted;

static void pass_on(struct below *messenger) {
    const uint64_t *a = submitted;
    if (!messenger->is_alive || messenger->parent != speaker || messenger->types == 0) return;
    if ((messenger->severities & a[1]) == 0 || (messenger->types & a[2]) == 0) return;
    ((PFN_vkDebugUtilsMessengerCallbackEXT)messenger->callback)((VkDebugUtilsMessageSeverityFlagBitsEXT)a[1], (VkDebugUtilsMessageTypeFlagsEXT)a[2],
                                                                (const void *)(uintptr_t)a[3], messenger->user_data);
}

static void pass_on_report(struct below *messenger) {
    const uint64_t *a = submitted;
    if (!messenger->is_alive || messenger->parent != speaker || messenger->types != 0 || (messenger->severities & a[1]) == 0) return;
    ((PFN_vkDebugReportCallbackEXT)messenger->callback)((VkDebugReportFlagsEXT)a[1], (VkDebugReportObjectTypeEXT)a[2], a[3], (size_t)a[4], (int32_t)a[5],
                                                        (const char *)(uintptr_t)a[6], (const char *)(uintptr_t)a[7], messenger->user_data);
}

static int call_back(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result) {
    int is_report = strcmp(name, "vkDebugReportMessageEXT") == 0;
    (void)driver, (void)result;
    if (!is_report && strcmp(name, "vkSubmitDebugUtilsMessageEXT") != 0) return 0;
    speaker = (const struct below *)(uintptr_t)arguments[0], submitted = arguments;
    each_object(IS_MESSENGER, is_report ? pass_on_report : pass_on);
    return 0;
}

static void report_message(struct instance *instance) {
    PFN_vkDebugReportMessageEXT submit = OF_INSTANCE(instance, vkDebugReportMessageEXT);
    if (submit == NULL) return;
    begin_hearing();
    sent_severity = 1U << any(5), sent_object = 1 + any_word() % 1000;
    say("vkDebugReportMessageEXT(instance %u, 0x%x)", instance->number, sent_severity);
    watched.command = call_back;
    submit(instance->handle, sent_severity, (VkDebugReportObjectTypeEXT)9, sent_object, 77, -5, "prefix", text);
    watched.command = NULL;
    end_hearing(instance, 1, "vkDebugReportMessageEXT");
}

void submit_message(struct instance *instance) {
    VkDebugUtilsMessengerCallbackDataEXT data;
    if (!(instance->has_utils || instance->has_report)) return;
    if (!instance->has_utils || (instance->has_report && one_in(3))) {
        report_message(instance);
        return;
    }
    PFN_vkSubmitDebugUtilsMessageEXT submit = OF_INSTANCE(instance, vkSubmitDebugUtilsMessageEXT);
    if (submit == NULL) return;
    begin_hearing();
    make_message(&data);
    sent = &data, sent_severity = 1U << 4 * any(4), sent_types = 1 + any(7);
    say("vkSubmitDebugUtilsMessageEXT(instance %u, 0x%x, types %u)", instance->number, sent_severity, sent_types);
    watched.command = call_back;
    submit(instance->handle, (VkDebugUtilsMessageSeverityFlagBitsEXT)sent_severity, sent_types, &data);
    watched.command = NULL;
    end_hearing(instance, 0, "vkSubmitDebugUtilsMessageEXT");
}

// ---- what a driver says, in a call that it is in

static int has_spoken;

static void speak_to(struct below *messenger) {
    if (!messenger->is_alive || messenger->parent != speaker || messenger->types == 0) return;
    if ((messenger->severities & sent_severity) == 0 || (messenger->types & sent_types) == 0) return;
    ((PFN_vkDebugUtilsMessengerCallbackEXT)messenger->callback)((VkDebugUtilsMessageSeverityFlagBitsEXT)sent_severity, sent_types, sent, messenger->user_data);
}

static int speak(struct driver *driver, const char *name, uint64_t *arguments, uint64_t *result) {
    (void)driver, (void)arguments, (void)result;
    if (strcmp(name, "vkGetPhysicalDeviceMemoryProperties") != 0) return 0;
    has_spoken = 1;
    each_object(IS_MESSENGER, speak_to);
    return 0;
}

void have_driver_speak(struct instance *instance) {
    VkDebugUtilsMessengerCallbackDataEXT data;
    VkPhysicalDeviceMemoryProperties memory;
    if (instance->gpu_count == 0 || !instance->has_utils) return;
    struct gpu *gpu = &instance->gpu[any(instance->gpu_count)];
    if (!gpu->driver->has_utils) return;
    speaker = instance->lower[gpu->driver - drivers];
    begin_hearing();
    make_message(&data);
    sent = &data, sent_severity = 1U << 4 * any(4), sent_types = 1 + any(7);
    say("vkGetPhysicalDeviceMemoryProperties(a device of driver %u, which says something with 0x%x and types %u)", gpu->driver->number, sent_severity, sent_types);
    has_spoken = 0;
    watched.command = speak;
    OF_INSTANCE(instance, vkGetPhysicalDeviceMemoryProperties)(gpu->handle, &memory);
    watched.command = NULL;
    if (has_spoken) end_hearing(instance, 0, "what a driver says");  // a loader may know the answer already
    sent = NULL;
}
