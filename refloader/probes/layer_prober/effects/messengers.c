// Messengers of VK_EXT_debug_utils and callbacks of VK_EXT_debug_report: which of them hear what an application says, and
// what they get of it. The entity below calls whom it knows. See effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"

#define LISTENERS 4U
#define MESSAGES 4U
#define GONE 3U  // the listener that is ended before the last message
#define MOST_BELOW 32U
#define NAME "refloader"
#define TEXT "a message of the application"
#define NUMBER 4711
#define PLACE 97U

enum kind { UTILS, REPORT, KINDS };

// What somebody listens to, or what a message is; of VK_EXT_debug_report the first mask alone.
struct masks {
    uint32_t severity, types;
};
static const struct masks listened[KINDS][LISTENERS] = {
    [UTILS] = {{0x1111, 7}, {0x1100, 7}, {0x1111, 4}, {0x1111, 7}},
    [REPORT] = {{31, 0}, {8 | 2, 0}, {4, 0}, {31, 0}},
};
static const struct masks said[KINDS][MESSAGES] = {
    [UTILS] = {{0x10, 1}, {0x1000, 2}, {0x100, 4}, {0x1, 1}},
    [REPORT] = {{1, 0}, {8, 0}, {4, 0}, {16, 0}},
};

static int is_heard(enum kind kind, struct masks by, struct masks message) {
    return (by.severity & message.severity) != 0 && (kind == REPORT || (by.types & message.types) != 0);
}

// ---- below: whom it knows

static struct known {
    enum kind kind;
    struct masks masks;
    PFN_vkVoidFunction callback;
    void *user_data;
    uint64_t handle;  // 0: there is none, or it is gone
} known[MOST_BELOW];
static uint32_t known_count;

static void know_messenger(const VkDebugUtilsMessengerCreateInfoEXT *info, uint64_t handle) {
    if (known_count == MOST_BELOW) return;
    known[known_count++] = (struct known){UTILS, {info->messageSeverity, info->messageType}, (PFN_vkVoidFunction)info->pfnUserCallback,
                                          info->pUserData, handle};
}

static void know_callback(const VkDebugReportCallbackCreateInfoEXT *info, uint64_t handle) {
    if (known_count == MOST_BELOW) return;
    known[known_count++] =
        (struct known){REPORT, {info->flags, 0}, (PFN_vkVoidFunction)info->pfnCallback, info->pUserData, handle};
}

static void forget_handle(uint64_t handle) {
    for (uint32_t i = 0; i < known_count; i++)
        if (known[i].handle == handle) known[i].handle = 0;
}

static void report_utils(struct masks message, const VkDebugUtilsMessengerCallbackDataEXT *data) {
    for (uint32_t i = 0; i < known_count; i++)
        if (known[i].kind == UTILS && known[i].handle != 0 && is_heard(UTILS, known[i].masks, message))
            ((PFN_vkDebugUtilsMessengerCallbackEXT)known[i].callback)(
                (VkDebugUtilsMessageSeverityFlagBitsEXT)message.severity, message.types, data, known[i].user_data);
}

static void report_older(const uint64_t *a) {
    struct masks message = {(uint32_t)a[1], 0};
    for (uint32_t i = 0; i < known_count; i++)
        if (known[i].kind == REPORT && known[i].handle != 0 && is_heard(REPORT, known[i].masks, message))
            ((PFN_vkDebugReportCallbackEXT)known[i].callback)(
                (VkDebugReportFlagsEXT)a[1], (VkDebugReportObjectTypeEXT)a[2], a[3], (size_t)a[4], (int32_t)a[5],
                POINTER(const char, a[6]), POINTER(const char, a[7]), known[i].user_data);
}

static int listen_below(const char *name, const uint64_t *a, uint64_t *result) {
    static uint64_t made = 0x7700;
    *result = 0;
    if (strcmp(name, "vkCreateDebugUtilsMessengerEXT") == 0)
        know_messenger(POINTER(const VkDebugUtilsMessengerCreateInfoEXT, a[1]), *POINTER(uint64_t, a[3]) = ++made);
    else if (strcmp(name, "vkCreateDebugReportCallbackEXT") == 0)
        know_callback(POINTER(const VkDebugReportCallbackCreateInfoEXT, a[1]), *POINTER(uint64_t, a[3]) = ++made);
    else if (strcmp(name, "vkDestroyDebugUtilsMessengerEXT") == 0 || strcmp(name, "vkDestroyDebugReportCallbackEXT") == 0)
        forget_handle(a[1]);
    else if (strcmp(name, "vkSubmitDebugUtilsMessageEXT") == 0)
        report_utils((struct masks){(uint32_t)a[1], (uint32_t)a[2]}, POINTER(const VkDebugUtilsMessengerCallbackDataEXT, a[3]));
    else if (strcmp(name, "vkDebugReportMessageEXT") == 0)
        report_older(a);
    else
        return 0;
    return 1;
}

// ---- above: who listens, and to what

static uint32_t heard[LISTENERS], expected_message;
static char changed[16][24];
static uint32_t changed_count;
static int marks[LISTENERS];  // the user data are their addresses
static enum kind told_kind;

static void note(const char *what) {
    for (uint32_t i = 0; i < changed_count; i++)
        if (strcmp(changed[i], what) == 0) return;
    if (changed_count < COUNT(changed)) strncpy(changed[changed_count++], what, sizeof changed[0] - 1);
}

static int is_text(const char *text, const char *expected) { return text != NULL && strcmp(text, expected) == 0; }

static const VkDebugUtilsObjectNameInfoEXT own_object = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                                         .objectHandle = 0x123456,  // VK_OBJECT_TYPE_UNKNOWN
                                                         .pObjectName = "an object"};

static void hear(uint32_t listener, const void *user_data) {
    heard[listener]++;
    if (user_data != &marks[listener]) note("pUserData");
}

static VkBool32 hear_utils(uint32_t listener, VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                           const VkDebugUtilsMessengerCallbackDataEXT *data, const void *user_data) {
    const struct masks *message = &said[UTILS][expected_message];
    if (data == NULL || !is_text(data->pMessageIdName, NAME)) return VK_FALSE;  // somebody else's
    hear(listener, user_data);
    if ((uint32_t)severity != message->severity) note("messageSeverity");
    if (types != message->types) note("messageTypes");
    if (!is_text(data->pMessage, TEXT)) note("pMessage");
    if (data->messageIdNumber != NUMBER) note("messageIdNumber");
    const VkDebugUtilsObjectNameInfoEXT *object = data->objectCount == 1 ? data->pObjects : NULL;
    if (object == NULL || object->objectHandle != own_object.objectHandle || object->objectType != own_object.objectType)
        note("pObjects");
    return VK_FALSE;
}

static VkBool32 hear_older(uint32_t listener, VkDebugReportFlagsEXT flags, uint64_t object, size_t location, int32_t code,
                           const char *prefix, const char *text, const void *user_data) {
    if (!is_text(prefix, NAME)) return VK_FALSE;
    hear(listener, user_data);
    if (flags != said[REPORT][expected_message].severity) note("flags");
    if (object != own_object.objectHandle) note("object");
    if (location != PLACE) note("location");
    if (code != NUMBER) note("messageCode");
    if (!is_text(text, TEXT)) note("pMessage");
    return VK_FALSE;
}

// One of each kind for each listener: the user data may be lost.
#define CALLBACKS(listener) \
    static VkBool32 utils_##listener(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types, \
                                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user_data) { \
        return hear_utils(listener, severity, types, data, user_data); \
    } \
    static VkBool32 older_##listener(VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT type, uint64_t object, size_t location, \
                                     int32_t code, const char *prefix, const char *text, void *user_data) { \
        (void)type; \
        return hear_older(listener, flags, object, location, code, prefix, text, user_data); \
    }
CALLBACKS(0) CALLBACKS(1) CALLBACKS(2) CALLBACKS(3)
static const PFN_vkDebugUtilsMessengerCallbackEXT of_utils[LISTENERS] = {utils_0, utils_1, utils_2, utils_3};
static const PFN_vkDebugReportCallbackEXT of_report[LISTENERS] = {older_0, older_1, older_2, older_3};

static VkDebugUtilsMessengerCreateInfoEXT messenger_info(uint32_t listener) {
    return (VkDebugUtilsMessengerCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                .messageSeverity = listened[UTILS][listener].severity,
                                                .messageType = listened[UTILS][listener].types,
                                                .pfnUserCallback = of_utils[listener],
                                                .pUserData = &marks[listener]};
}

static VkDebugReportCallbackCreateInfoEXT callback_info(uint32_t listener) {
    return (VkDebugReportCallbackCreateInfoEXT){.sType = VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT,
                                                .flags = listened[REPORT][listener].severity,
                                                .pfnCallback = of_report[listener],
                                                .pUserData = &marks[listener]};
}

// ---- what an application does

struct speaking {
    const char *name;
    PFN_vkVoidFunction create, destroy, say;
};

static VkResult begin_listening(const struct speaking *speaking, VkInstance instance, uint32_t listener, uint64_t *handle) {
    const VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info(listener);
    const VkDebugReportCallbackCreateInfoEXT callback = callback_info(listener);
    const void *info = told_kind == UTILS ? (const void *)&messenger : (const void *)&callback;
    return ((VkResult(*)(VkInstance, const void *, const void *, uint64_t *))speaking->create)(instance, info, NULL, handle);
}

static void end_listening(const struct speaking *speaking, VkInstance instance, uint64_t *handle) {
    if (*handle != 0) ((void (*)(VkInstance, uint64_t, const void *))speaking->destroy)(instance, *handle, NULL);
    *handle = 0;
}

static const VkDebugUtilsMessengerCallbackDataEXT own_message = {
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
    .pMessageIdName = NAME,
    .messageIdNumber = NUMBER,
    .pMessage = TEXT,
    .objectCount = 1,
    .pObjects = &own_object};

static void say(const struct speaking *speaking, VkInstance instance, struct masks message) {
    if (told_kind == UTILS)
        ((PFN_vkSubmitDebugUtilsMessageEXT)speaking->say)(
            instance, (VkDebugUtilsMessageSeverityFlagBitsEXT)message.severity, message.types, &own_message);
    else
        ((PFN_vkDebugReportMessageEXT)speaking->say)(instance, message.severity, (VkDebugReportObjectTypeEXT)0,
                                                     own_object.objectHandle, PLACE, NUMBER, NAME, TEXT);
}

static void say_heard(uint32_t listener, uint32_t message, int is_expected) {
    open_list(NULL);
    say_number(NULL, listener);
    say_number(NULL, message);
    say_flag(NULL, is_expected);
    say_number(NULL, heard[listener]);
    close_list();
}

static void speak(const struct speaking *speaking, VkInstance instance) {
    uint64_t handles[LISTENERS] = {0};
    uint32_t missing = 0;
    for (uint32_t i = 0; i < LISTENERS; i++) missing += begin_listening(speaking, instance, i, &handles[i]) != VK_SUCCESS;
    changed_count = 0;
    open_answer(speaking->name);
    say_number("missing", missing);
    open_list("heard");
    for (uint32_t message = 0; missing == 0 && message < MESSAGES; message++) {
        memset(heard, 0, sizeof heard);
        expected_message = message;
        if (message + 1 == MESSAGES) end_listening(speaking, instance, &handles[GONE]);
        say(speaking, instance, said[told_kind][message]);
        for (uint32_t i = 0; i < LISTENERS; i++)
            say_heard(i, message, is_heard(told_kind, listened[told_kind][i], said[told_kind][message]) && handles[i] != 0);
    }
    close_list();
    open_list("changed");
    for (uint32_t i = 0; i < changed_count; i++) say_text(NULL, changed[i]);
    close_list();
    for (uint32_t i = 0; i < LISTENERS; i++) end_listening(speaking, instance, &handles[i]);
    close_answer();
}

void probe_messengers(const struct effects *effects) {
    static const char *const names[KINDS][4] = {
        [UTILS] = {"messengers.utils", "vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT",
                   "vkSubmitDebugUtilsMessageEXT"},
        [REPORT] = {"messengers.report", "vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT", "vkDebugReportMessageEXT"},
    };
    carried = listen_below;
    for (told_kind = UTILS; told_kind < KINDS; told_kind++) {
        const char *const *of = names[told_kind];
        int is_own = 0, is_whole = 1;
        for (size_t i = 1; i < 4; i++) is_own |= own_of_instance(effects, of[i]) != NULL;
        for (size_t i = 1; i < 4; i++) is_whole &= instance_function(&effects->instance, of[i]) != NULL;
        struct speaking speaking = {of[0], instance_function(&effects->instance, of[1]), instance_function(&effects->instance, of[2]),
                                    instance_function(&effects->instance, of[3])};
        known_count = 0;
        if (is_own && is_whole) speak(&speaking, effects->instance.upper);
    }
}

// ---- listeners on pNext of VkInstanceCreateInfo

static void know_chain(const VkBaseInStructure *chain) {
    known_count = 0;
    for (; chain != NULL; chain = chain->pNext) {
        if (chain->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT)
            know_messenger((const VkDebugUtilsMessengerCreateInfoEXT *)(const void *)chain, 1);
        if (chain->sType == VK_STRUCTURE_TYPE_DEBUG_REPORT_CALLBACK_CREATE_INFO_EXT)
            know_callback((const VkDebugReportCallbackCreateInfoEXT *)(const void *)chain, 1);
    }
}

// An entity below says something of its own while it makes or ends an instance.
static int speak_below(const char *name, const uint64_t *a, uint64_t *result) {
    int makes = strcmp(name, "vkCreateInstance") == 0;
    if (makes) know_chain(POINTER(const VkInstanceCreateInfo, a[0])->pNext);
    if (makes || strcmp(name, "vkDestroyInstance") == 0) {
        const uint64_t older[] = {0, said[REPORT][0].severity, 0, own_object.objectHandle, PLACE, NUMBER, (uintptr_t)NAME, (uintptr_t)TEXT};
        report_utils(said[UTILS][0], &own_message);
        report_older(older);
        return 0;
    }
    return listen_below(name, a, result);
}

void probe_messengers_of_creation(void) {
    static VkDebugUtilsMessengerCreateInfoEXT messenger;
    static VkDebugReportCallbackCreateInfoEXT callback;
    struct request request = request_with_messengers();
    messenger = messenger_info(0);
    callback = callback_info(1);
    callback.flags = listened[REPORT][0].severity;
    messenger.pNext = &callback;
    request.first = (VkBaseOutStructure *)(void *)&messenger;
    request.before_nodes = (VkBaseOutStructure *)(void *)&callback;
    expected_message = 0;
    memset(heard, 0, sizeof heard);
    carried = speak_below;
    struct made instance = make_instance(&nexts[0], &request);
    uint32_t made[] = {heard[0], heard[1]};
    if (instance.result == VK_SUCCESS && instance.upper != NULL) destroy_instance(&instance);
    carried = NULL;
    for (uint32_t i = 0; i < 2 && instance.result == VK_SUCCESS; i++) {
        open_answer(i == 0 ? "creation.utils" : "creation.report");
        say_number("made", made[i]);
        say_number("ended", heard[i] - made[i]);
        close_answer();
    }
}
