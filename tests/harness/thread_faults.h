/* Faults of a loader that show where several threads call it, for wrapped.c: each is right for one thread alone. A wait
 * inside of each window makes it certain enough that another thread comes in. */
#include <pthread.h>

#define WINDOW_US 3000

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;

static void leave_a_window(void) { usleep(WINDOW_US); }

/* ---- instances */

static const VkInstanceCreateInfo *newest_info;
static const VkAllocationCallbacks *newest_callbacks;
static volatile int creations;
static struct {
    VkInstance instance;
    pthread_t maker;
} makers[64];
static int maker_count;
static VkInstance known_instances[64];
static int known_count;

/* The place is chosen before the window and taken behind it: two threads take one place, and one instance is lost. */
static void remember_instance(VkInstance instance) {
    int place = known_count;
    leave_a_window();
    known_instances[place % 64] = instance;
    known_count = place + 1;
}

static int forget_instance(VkInstance instance) {
    for (int i = 0; i < 64; i++)
        if (known_instances[i] == instance) return known_instances[i] = NULL, 1;
    return 0;
}

static void remember_maker(VkInstance instance) {
    int place = __sync_fetch_and_add(&maker_count, 1) % 64;
    makers[place].instance = instance;
    makers[place].maker = pthread_self();
}

/* The newest of its address counts: others are gone. */
static int is_of_another_thread(VkInstance instance) {
    for (int i = maker_count; i > 0 && i > maker_count - 64; i--)
        if (makers[(i - 1) % 64].instance == instance)
            return !pthread_equal(makers[(i - 1) % 64].maker, pthread_self());
    return 0;
}

static VkResult create_on_threads(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                  VkInstance *instance) {
    VkInstanceCreateInfo copy = *info;
    newest_info = info;
    newest_callbacks = callbacks;
    if (IS("lock_order")) pthread_mutex_lock(&first_lock), leave_a_window(), pthread_mutex_lock(&second_lock);
    __sync_fetch_and_add(&creations, 1);
    leave_a_window();
    if (IS("layers_of_the_newest_instance")) {
        copy.enabledLayerCount = newest_info->enabledLayerCount;
        copy.ppEnabledLayerNames = newest_info->ppEnabledLayerNames;
    }
    if (IS("messengers_of_the_newest_instance")) copy.pNext = newest_info->pNext;
    if (IS("callbacks_of_the_newest_instance")) callbacks = newest_callbacks;
    VkResult result = BEHIND(vkCreateInstance)(&copy, callbacks, instance);
    __sync_fetch_and_sub(&creations, 1);
    if (IS("lock_order")) pthread_mutex_unlock(&second_lock), pthread_mutex_unlock(&first_lock);
    if (result == VK_SUCCESS) remember_maker(*instance);
    if (IS("instance_lost_from_a_list") && result == VK_SUCCESS) remember_instance(*instance);
    return result;
}

static void destroy_on_threads(VkInstance instance, const VkAllocationCallbacks *callbacks) {
    if (IS("lock_order")) pthread_mutex_lock(&second_lock), leave_a_window(), pthread_mutex_lock(&first_lock);
    if (!IS("instance_lost_from_a_list") || instance == NULL || forget_instance(instance))
        BEHIND(vkDestroyInstance)(instance, callbacks);
    if (IS("lock_order")) pthread_mutex_unlock(&first_lock), pthread_mutex_unlock(&second_lock);
}

/* ---- queries */

static const char *newest_layer;
static VkLayerProperties layer_buffer[64];
static uint32_t layer_count;
static volatile int enumerating;

static VkResult extensions_on_threads(const char *layer, uint32_t *count, VkExtensionProperties *properties) {
    if (IS("queries_fail_while_instances_are_made") && creations > 0) return VK_ERROR_INITIALIZATION_FAILED;
    newest_layer = layer;
    leave_a_window();
    if (IS("extensions_of_the_newest_question")) layer = newest_layer;
    return BEHIND(vkEnumerateInstanceExtensionProperties)(layer, count, properties);
}

/* One buffer for all: it is emptied and filled again while another thread reads it. */
static VkResult layers_on_threads(uint32_t *count, VkLayerProperties *properties) {
    uint32_t room = *count;
    layer_count = 0;
    leave_a_window();
    BEHIND(vkEnumerateInstanceLayerProperties)(&layer_count, NULL);
    uint32_t mine = layer_count > 64 ? 64 : layer_count;
    BEHIND(vkEnumerateInstanceLayerProperties)(&mine, layer_buffer);
    leave_a_window();
    uint32_t found = layer_count < room || properties == NULL ? layer_count : room;
    for (uint32_t i = 0; properties != NULL && i < found; i++) properties[i] = layer_buffer[i];
    *count = found;
    return VK_SUCCESS;
}

static VkResult devices_on_threads(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    if (IS("instances_belong_to_threads") && is_of_another_thread(instance)) return VK_ERROR_INITIALIZATION_FAILED;
    if (IS("one_enumeration_at_a_time") && __sync_lock_test_and_set(&enumerating, 1)) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (IS("one_enumeration_at_a_time")) leave_a_window();
    VkResult result = BEHIND(vkEnumeratePhysicalDevices)(instance, count, devices);
    enumerating = 0;
    return result;
}

/* ---- devices */

static const VkDeviceCreateInfo *newest_device_info;
static VkDevice newest_device;

static VkResult create_device_on_threads(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *callbacks, VkDevice *device) {
    newest_device_info = info;
    leave_a_window();
    if (IS("extensions_of_the_newest_device")) info = newest_device_info;
    VkResult result = BEHIND(vkCreateDevice)(physical, info, callbacks, &newest_device);
    VkDevice mine = newest_device;
    if (IS("handle_of_the_newest_device")) leave_a_window();
    *device = IS("handle_of_the_newest_device") ? newest_device : mine;
    return result;
}

static VkResult wait_on_threads(VkQueue queue) {
    pthread_mutex_lock(&first_lock);
    VkResult result = BEHIND(vkQueueWaitIdle)(queue);
    pthread_mutex_unlock(&first_lock);
    return result;
}

static VkResult submit_on_threads(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    pthread_mutex_lock(&first_lock);
    VkResult result = BEHIND(vkQueueSubmit)(queue, count, submits, fence);
    pthread_mutex_unlock(&first_lock);
    return result;
}

/* ---- lookups */

static PFN_vkVoidFunction look_up_on_threads(VkInstance instance, const char *name);

static PFN_vkVoidFunction device_look_up_on_threads(VkDevice device, const char *name) {
    static char asked[256];
    if (!strcmp(name, "vkQueueWaitIdle") && IS("lock_held_in_waits")) return (PFN_vkVoidFunction)wait_on_threads;
    if (!strcmp(name, "vkQueueSubmit") && IS("lock_held_in_waits")) return (PFN_vkVoidFunction)submit_on_threads;
    if (!IS("name_of_the_newest_lookup")) return BEHIND(vkGetDeviceProcAddr)(device, name);
    snprintf(asked, sizeof asked, "%s", name);
    leave_a_window();
    return BEHIND(vkGetDeviceProcAddr)(device, asked);
}

/* ---- surfaces and messages */

static VkSurfaceKHR newest_surface;
static PFN_vkCreateDisplayPlaneSurfaceKHR create_surface;
static PFN_vkSubmitDebugUtilsMessageEXT submit_message;

static VkResult surface_on_threads(VkInstance instance, const VkDisplaySurfaceCreateInfoKHR *info,
                                   const VkAllocationCallbacks *callbacks, VkSurfaceKHR *surface) {
    VkResult result = create_surface(instance, info, callbacks, &newest_surface);
    leave_a_window();
    *surface = newest_surface;
    return result;
}

struct message {
    VkInstance instance;
    VkDebugUtilsMessageSeverityFlagBitsEXT severity;
    VkDebugUtilsMessageTypeFlagsEXT types;
    const VkDebugUtilsMessengerCallbackDataEXT *data;
};
static struct message newest_message;

static void *say(void *given) {
    const struct message *message = given;
    submit_message(message->instance, message->severity, message->types, message->data);
    return NULL;
}

static void message_on_threads(VkInstance instance, VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                               VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data) {
    struct message mine = {instance, severity, types, data};
    pthread_t other;
    newest_message = mine;
    leave_a_window();
    if (IS("message_of_the_newest_call")) mine.data = newest_message.data;
    if (!IS("callbacks_on_another_thread")) say(&mine);
    else if (pthread_create(&other, NULL, say, &mine) == 0) pthread_join(other, NULL);
}

static const struct thread_fault {
    const char *fault, *command;
    void *function;
} thread_faults[] = {
    {"layers_of_the_newest_instance", "vkCreateInstance", create_on_threads},
    {"messengers_of_the_newest_instance", "vkCreateInstance", create_on_threads},
    {"callbacks_of_the_newest_instance", "vkCreateInstance", create_on_threads},
    {"lock_order", "vkCreateInstance", create_on_threads},
    {"lock_order", "vkDestroyInstance", destroy_on_threads},
    {"instance_lost_from_a_list", "vkCreateInstance", create_on_threads},
    {"instance_lost_from_a_list", "vkDestroyInstance", destroy_on_threads},
    {"queries_fail_while_instances_are_made", "vkCreateInstance", create_on_threads},
    {"queries_fail_while_instances_are_made", "vkEnumerateInstanceExtensionProperties", extensions_on_threads},
    {"extensions_of_the_newest_question", "vkEnumerateInstanceExtensionProperties", extensions_on_threads},
    {"one_buffer_for_layers", "vkEnumerateInstanceLayerProperties", layers_on_threads},
    {"instances_belong_to_threads", "vkCreateInstance", create_on_threads},
    {"instances_belong_to_threads", "vkEnumeratePhysicalDevices", devices_on_threads},
    {"one_enumeration_at_a_time", "vkEnumeratePhysicalDevices", devices_on_threads},
    {"extensions_of_the_newest_device", "vkCreateDevice", create_device_on_threads},
    {"handle_of_the_newest_device", "vkCreateDevice", create_device_on_threads},
    {"lock_held_in_waits", "vkGetDeviceProcAddr", device_look_up_on_threads},
    {"name_of_the_newest_lookup", "vkGetDeviceProcAddr", device_look_up_on_threads},
    {"one_surface_for_two", "vkCreateDisplayPlaneSurfaceKHR", surface_on_threads},
    {"message_of_the_newest_call", "vkSubmitDebugUtilsMessageEXT", message_on_threads},
    {"callbacks_on_another_thread", "vkSubmitDebugUtilsMessageEXT", message_on_threads},
};

static void *thread_hook_of(const char *name) {
    for (size_t i = 0; i < sizeof thread_faults / sizeof *thread_faults; i++)
        if (IS(thread_faults[i].fault) && !strcmp(thread_faults[i].command, name)) return thread_faults[i].function;
    return NULL;
}

/* Whether the fault is one of these: only then do lookups lead to the functions here. */
static int is_of_threads(void) {
    for (size_t i = 0; i < sizeof thread_faults / sizeof *thread_faults; i++)
        if (IS(thread_faults[i].fault)) return 1;
    return 0;
}

static PFN_vkVoidFunction look_up_on_threads(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = BEHIND(vkGetInstanceProcAddr)(instance, name);
    void *hook = thread_hook_of(name);
    if (!strcmp(name, "vkCreateDisplayPlaneSurfaceKHR")) create_surface = (PFN_vkCreateDisplayPlaneSurfaceKHR)found;
    if (!strcmp(name, "vkSubmitDebugUtilsMessageEXT")) submit_message = (PFN_vkSubmitDebugUtilsMessageEXT)found;
    return found != NULL && hook != NULL ? (PFN_vkVoidFunction)hook : found;
}
