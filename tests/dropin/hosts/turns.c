// turns LIBRARY WHAT: what happens while a layer (hooked_layer.c) or a driver (hook_driver.c)
// is in the middle of a command that takes turns.
#include <stdatomic.h>

#include "host.h"

static const char *const kinds[] = {
    "vkCreateInstance",          "vkDestroyInstance", "vkEnumeratePhysicalDevices",     "vkEnumeratePhysicalDeviceGroups",
    "vkCreateDevice",            "vkDestroyDevice",   "vkEnumerateDeviceExtensionProperties",
    "vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT"};

static atomic_int inside, most, calls[COUNT(kinds)];
static _Thread_local int hooked;  // a hook that calls the loader itself is not called again
static _Atomic(void (*)(void)) in_the_middle;
static const char *middle_of;

static void count(const char *command, int comes) {
    size_t kind = 0;
    while (kind < COUNT(kinds) && strcmp(kinds[kind], command) != 0) kind++;
    CHECK(kind < COUNT(kinds));
    if (!comes) {
        inside--;
        return;
    }
    int now_inside = ++inside;
    if (now_inside > most) most = now_inside;
    calls[kind]++;
    usleep(300);
}

__attribute__((visibility("default"))) void on_layer_call(const char *command, int comes);
__attribute__((visibility("default"))) void on_layer_call(const char *command, int comes) {
    if (hooked) return;
    if (middle_of == NULL) {
        count(command, comes);
        return;
    }
    if (!comes || strcmp(command, middle_of) != 0) return;
    void (*act)(void) = atomic_exchange(&in_the_middle, NULL);
    if (act == NULL) return;
    hooked = 1;
    act();
    hooked = 0;
}

// What hook_driver.c calls.
__attribute__((visibility("default"))) void on_driver_call(const char *command);
__attribute__((visibility("default"))) void on_driver_call(const char *command) {
    if (middle_of != NULL) on_layer_call(command, 1);
}

// ---- an instance with everything
static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

#define LOOKED_UP(name) ((PFN_##name)vk.GetInstanceProcAddr(instance, #name))

static void list_all(VkInstance instance) {
    uint32_t number = 0;
    VkPhysicalDevice physical = first_physical_device(instance);
    CHECK(LOOKED_UP(vkEnumeratePhysicalDeviceGroups)(instance, &number, NULL) == VK_SUCCESS);
    CHECK(vk.EnumerateDeviceExtensionProperties(physical, NULL, &number, NULL) == VK_SUCCESS);
}

static VkInstance instance_with_messages(void) {
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_MAKE_API_VERSION(0, 1, 1, 0)};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application,
                                 .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = extensions};
    VkInstance instance = NULL;
    CHECK(vk.CreateInstance(&info, NULL, &instance) == VK_SUCCESS);
    return instance;
}

static VkDebugUtilsMessengerEXT make_messenger(VkInstance instance) {
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                               .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                                               .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                                               .pfnUserCallback = hear};
    VkDebugUtilsMessengerEXT made;
    CHECK(LOOKED_UP(vkCreateDebugUtilsMessengerEXT)(instance, &info, NULL, &made) == VK_SUCCESS);
    return made;
}

static void full_life(void) {
    VkInstance instance = instance_with_messages();
    VkDebugUtilsMessengerEXT messenger = make_messenger(instance);
    list_all(instance);
    VkDevice device = make_device(instance);
    use_device(device);
    vk.DestroyDevice(device, NULL);
    LOOKED_UP(vkDestroyDebugUtilsMessengerEXT)(instance, messenger, NULL);
    vk.DestroyInstance(instance, NULL);
}

// ---- one at a time
static void *lives(void *unused) {
    for (int round = 0; round < 8; round++) full_life();
    return unused;
}

static void one_at_a_time(void) {
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT(threads); i++) CHECK(pthread_create(&threads[i], NULL, lives, NULL) == 0);
    for (size_t i = 0; i < COUNT(threads); i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (size_t kind = 0; kind < COUNT(kinds); kind++) CHECK(calls[kind] >= 32);
    CHECK(inside == 0);
    printf("most %d\n", most);
}

// ---- what another thread does meanwhile
static VkInstance other;
static VkDevice others_device;
static pthread_t thread;

static void *use(void *unused) {
    VkPhysicalDeviceProperties properties;
    VkPhysicalDevice physical = unused;
    uint32_t number = 0;
    hooked = 1;
    vk.GetPhysicalDeviceProperties(physical, &properties);
    use_device(others_device);
    CHECK(vk.EnumerateInstanceExtensionProperties(NULL, &number, NULL) == VK_SUCCESS);
    CHECK(vk.EnumerateInstanceLayerProperties(&number, NULL) == VK_SUCCESS);
    CHECK(vk.GetInstanceProcAddr(other, "vkNewNameTEST") == NULL);
    return NULL;
}

static VkPhysicalDevice others_physical;

static void have_it_used(void) {
    CHECK(pthread_create(&thread, NULL, use, others_physical) == 0 && pthread_join(thread, NULL) == 0);
}

static void *live_hooked(void *unused) {
    hooked = 1;
    full_life();
    return unused;
}

static void live_again(void) {
    full_life();
    list_all(other);
}

static void live_again_beside_others(void) {
    CHECK(pthread_create(&thread, NULL, live_hooked, NULL) == 0);
    usleep(20000);
    live_again();
}

// The child has neither the thread that waits nor its turn.
static void fork_now(void) {
    pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        full_life();
        _exit(0);
    }
    child_is_well(pid);
}

static void fork_beside_one_that_waits(void) {
    CHECK(pthread_create(&thread, NULL, live_hooked, NULL) == 0);
    usleep(20000);
    double before = now();
    fork_now();
    CHECK(now() - before < 4);  // nobody waits for who waits
}

static atomic_int arrived, leave;

static void stay(void) {
    arrived = 1;
    while (!leave) usleep(1000);
}

static void end_the_thread(void) { pthread_exit(NULL); }

static void *whole_work(void *unused) {
    full_life();
    return unused;
}

static void in_another_thread(void (*act)(void)) {
    in_the_middle = act;
    CHECK(pthread_create(&thread, NULL, whole_work, NULL) == 0);
}

static const struct {
    const char *name;
    void (*act)(void);
    int joins;
} acts[] = {{"beside", have_it_used, 0},
            {"again", live_again, 0},
            {"again-beside", live_again_beside_others, 1},
            {"fork-beside", fork_beside_one_that_waits, 1}};

static void in_the_middle_of(const char *command, const char *what) {
    middle_of = command;
    for (size_t i = 0; i < COUNT(acts); i++) {
        if (strcmp(acts[i].name, what) != 0) continue;
        in_the_middle = acts[i].act;
        full_life();
        CHECK(in_the_middle == NULL);
        if (acts[i].joins) CHECK(pthread_join(thread, NULL) == 0);
        full_life();
        return;
    }
    if (strcmp(what, "fork-while") == 0) {
        in_another_thread(stay);
        while (!arrived) usleep(1000);
        fork_now();
        leave = 1;
    } else {
        CHECK(strcmp(what, "ends") == 0);
        in_another_thread(end_the_thread);
    }
    CHECK(pthread_join(thread, NULL) == 0);
    full_life();
}

int main(int count, char **arguments) {
    CHECK(count >= 3);
    alarm(100);
    open_loader(arguments[1]);
    if (count == 3) {
        one_at_a_time();
        return 0;
    }
    middle_of = "";
    other = instance_with_messages();
    others_physical = first_physical_device(other);
    others_device = make_device(other);
    in_the_middle_of(arguments[3], arguments[2]);
    vk.DestroyDevice(others_device, NULL);
    vk.DestroyInstance(other, NULL);
    puts("well");
    return 0;
}
