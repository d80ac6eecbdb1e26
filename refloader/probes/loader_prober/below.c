// The drivers that the program plays: what they are, and what they answer. See generated.h.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "generated.h"

#define EXPORTED __attribute__((visibility("default")))
#define MAGIC UINT64_C(0x6f626a656374)
#define MOST_OBJECTS 4096U
#define MOST_MINOR 4U

struct driver drivers[DRIVERS];
uint32_t driver_count;
struct watched watched;
int threads_meet;
static struct below *objects[MOST_OBJECTS];
static uint32_t object_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// ---- what they are

static void make_groups(struct driver *driver) {
    driver->group_count = 0;
    for (uint32_t i = 0; i < driver->gpu_count; i++) {
        int is_beside = i > 0 && one_in(2);
        driver->group_of[i] = is_beside ? driver->group_count - 1 : driver->group_count++;
        // "If physicalDeviceCount is 1, then subsetAllocation must be VK_FALSE."
        driver->subset[driver->group_of[i]] = is_beside && one_in(2);
    }
}

void make_drivers(void) {
    uint32_t first = any(DRIVERS);
    driver_count = 1 + any(DRIVERS);
    for (uint32_t i = 0; i < driver_count; i++) {
        struct driver *driver = &drivers[i];
        *driver = (struct driver){.number = (first + i) % DRIVERS,
                                  .minor = one_in(6) ? 0 : 1 + any(MOST_MINOR),
                                  .interface = 4 + any(2),
                                  .gpu_count = 1 + any(MOST_GPUS),
                                  .refuses = driver_count > 1 && i > 0 && one_in(6),
                                  .makes_surfaces = 1,  // beside drivers that make none is for others to judge
                                  .has_surfaces = !one_in(4),
                                  .has_utils = one_in(2),
                                  .has_report = one_in(2),
                                  .knows_commands = one_in(2)};
        // A loader that offers version 5 or newer may give a driver of an older one no application of Vulkan 1.1.
        if (driver->minor > 0 || one_in(2)) driver->interface = 5;
        make_groups(driver);
    }
}

uint64_t gpu_identity(const struct driver *driver, uint32_t gpu) { return 1000 + 10 * driver->number + gpu; }

// ---- objects

static struct below *new_below(struct driver *driver, enum object_is is, struct below *parent) {
    struct below *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    *made = (struct below){.loader = ICD_LOADER_MAGIC, .magic = MAGIC, .is = is, .is_alive = 1, .driver = driver, .parent = parent};
    pthread_mutex_lock(&lock);
    int is_followed = object_count < MOST_OBJECTS;
    if (is_followed) objects[object_count++] = made;
    pthread_mutex_unlock(&lock);
    if (!is_followed) stop();  // more than can be followed
    return made;
}

struct below *object_at(const void *handle, enum object_is is, const struct driver *driver) {
    struct below *found = NULL;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < object_count && found == NULL; i++)
        if (objects[i] == handle && objects[i]->is == is && (driver == NULL || objects[i]->driver == driver)) found = objects[i];
    pthread_mutex_unlock(&lock);
    return found;
}

void each_object(enum object_is is, void (*seen)(struct below *)) {
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i]->is == is) seen(objects[i]);
}

// The object that a command is about, which has to be one of this driver that is alive.
static struct below *own(struct driver *driver, uint64_t handle, enum object_is is, const char *command) {
    struct below *object = object_at(POINTER(void, handle), is, driver);
    if (object == NULL || !object->is_alive) {
        const char *what = object_at(POINTER(void, handle), is, NULL) == NULL ? "no driver's" : object == NULL ? "another driver's" : "gone";
        fail("passed", "%s reaches driver %u with a handle that is %s", command, driver->number, what);
        return NULL;
    }
    return object;
}

// Threads that are in the same command of drivers at the same time meet there, if they come soon enough.
static void meet(void) {
    static atomic_uint arrivals;
    if (!threads_meet) return;
    unsigned mine = atomic_fetch_add(&arrivals, 1);
    for (int i = 0; i < 6 && mine % 2 == 0 && atomic_load(&arrivals) == mine + 1; i++)
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

// ---- instances and physical devices

static VkResult list_of_extensions(const char *const *names, uint32_t available, uint32_t *count, VkExtensionProperties *rows) {
    if (rows == NULL) return *count = available, VK_SUCCESS;
    uint32_t room = *count < available ? *count : available;
    for (uint32_t i = 0; i < room; i++) {
        memset(&rows[i], 0, sizeof rows[i]);
        snprintf(rows[i].extensionName, sizeof rows[i].extensionName, "%s", names[i]);
        rows[i].specVersion = 1 + i;
    }
    *count = room;
    return room < available ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult instance_extensions(const struct driver *driver, uint32_t *count, VkExtensionProperties *rows) {
    const char *names[8];
    uint32_t used = 0;
    names[used++] = "VK_KHR_get_physical_device_properties2";
    if (driver->minor > 0) names[used++] = "VK_KHR_device_group_creation";
    if (driver->has_surfaces) names[used++] = "VK_KHR_surface", names[used++] = "VK_KHR_xcb_surface";
    if (driver->has_surfaces) names[used++] = "VK_KHR_get_surface_capabilities2", names[used++] = "VK_EXT_headless_surface";
    if (driver->has_utils) names[used++] = "VK_EXT_debug_utils";
    if (driver->has_report) names[used++] = "VK_EXT_debug_report";
    return list_of_extensions(names, used, count, rows);
}

// Only the first depends on others.
const char *const device_extension_names[DEVICE_EXTENSIONS] = {"VK_KHR_swapchain", "VK_KHR_maintenance1", "VK_KHR_maintenance2",
                                                               "VK_KHR_bind_memory2"};

static VkResult create_instance(struct driver *driver, const uint64_t *a) {
    meet();
    struct below *made = new_below(driver, IS_INSTANCE, NULL);
    for (uint32_t i = 0; i < driver->gpu_count; i++) new_below(driver, IS_GPU, made)->index = i;
    made->has_callbacks = a[1] != 0;
    if (watched.instance != NULL) watched.instance(made, POINTER(const VkInstanceCreateInfo, a[0]));
    *POINTER(void *, a[2]) = made;
    return VK_SUCCESS;
}

struct below *lower_gpu(const struct below *instance, uint32_t index) {
    struct below *found = NULL;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < object_count; i++)
        if (objects[i]->is == IS_GPU && objects[i]->parent == instance && objects[i]->index == index) found = objects[i];
    pthread_mutex_unlock(&lock);
    return found;
}

static VkResult list_own_gpus(struct driver *driver, const uint64_t *a) {
    struct below *instance = own(driver, a[0], IS_INSTANCE, "vkEnumeratePhysicalDevices");
    uint32_t *count = POINTER(uint32_t, a[1]);
    void **handles = POINTER(void *, a[2]);
    meet();
    if (handles == NULL) return *count = driver->gpu_count, VK_SUCCESS;
    uint32_t room = *count < driver->gpu_count ? *count : driver->gpu_count;
    for (uint32_t i = 0; i < room; i++) handles[i] = lower_gpu(instance, i);
    *count = room;
    return room < driver->gpu_count ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult list_own_groups(struct driver *driver, const uint64_t *a) {
    struct below *instance = own(driver, a[0], IS_INSTANCE, "vkEnumeratePhysicalDeviceGroups");
    uint32_t *count = POINTER(uint32_t, a[1]);
    VkPhysicalDeviceGroupProperties *groups = POINTER(VkPhysicalDeviceGroupProperties, a[2]);
    if (groups == NULL) return *count = driver->group_count, VK_SUCCESS;
    uint32_t room = *count < driver->group_count ? *count : driver->group_count;
    for (uint32_t i = 0; i < room; i++) {
        groups[i].physicalDeviceCount = 0;
        for (uint32_t at = 0; at < driver->gpu_count; at++)
            if (driver->group_of[at] == i) groups[i].physicalDevices[groups[i].physicalDeviceCount++] = (VkPhysicalDevice)lower_gpu(instance, at);
        groups[i].subsetAllocation = driver->subset[i];
    }
    *count = room;
    return room < driver->group_count ? VK_INCOMPLETE : VK_SUCCESS;
}

// ---- devices

static VkResult create_device(struct driver *driver, const uint64_t *a) {
    struct below *gpu = own(driver, a[0], IS_GPU, "vkCreateDevice");
    VkResult result = driver->creation;
    meet();
    if (gpu == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    struct below *made = result < 0 ? NULL : new_below(driver, IS_DEVICE, gpu);
    if (made != NULL) made->has_callbacks = a[2] != 0;
    if (watched.device != NULL) watched.device(gpu, made, POINTER(const VkDeviceCreateInfo, a[1]));
    if (made == NULL) return result;
    *POINTER(void *, a[3]) = made;
    return VK_SUCCESS;
}

static void end_own(struct driver *driver, uint64_t handle, enum object_is is, uint64_t callbacks, const char *command) {
    if (handle == 0) return;
    meet();
    struct below *object = own(driver, handle, is, command);
    if (object == NULL) return;
    if (object->has_callbacks != (callbacks != 0))
        fail("passed", "%s reaches driver %u %s allocation callbacks, its object was made %s", command, driver->number,
             callbacks ? "with" : "without", object->has_callbacks ? "with some" : "without");
    object->is_alive = 0;
}

static struct below *queue_of(struct driver *driver, struct below *device, uint32_t family, uint32_t index) {
    if (device == NULL || family > 1 || index > 1) return NULL;
    if (device->child[family][index] == NULL) {
        struct below *made = new_below(driver, IS_QUEUE, device);
        made->index = family, made->second = index;
        device->child[family][index] = made;
    }
    return device->child[family][index];
}

static void allocate_commands(struct driver *driver, const uint64_t *a) {
    struct below *device = own(driver, a[0], IS_DEVICE, "vkAllocateCommandBuffers");
    const VkCommandBufferAllocateInfo *info = POINTER(const VkCommandBufferAllocateInfo, a[1]);
    for (uint32_t i = 0; i < info->commandBufferCount; i++) POINTER(void *, a[2])[i] = new_below(driver, IS_COMMANDS, device);
}

// ---- messengers and surfaces

static VkResult create_messenger(struct driver *driver, const uint64_t *a, int is_report) {
    struct below *instance = own(driver, a[0], IS_INSTANCE, "the creation of a messenger");
    struct below *made = new_below(driver, IS_MESSENGER, instance);
    made->has_callbacks = a[2] != 0;
    if (is_report) {
        const VkDebugReportCallbackCreateInfoEXT *info = POINTER(const VkDebugReportCallbackCreateInfoEXT, a[1]);
        made->severities = info->flags;
        made->callback = (void *)info->pfnCallback, made->user_data = info->pUserData;
    } else {
        const VkDebugUtilsMessengerCreateInfoEXT *info = POINTER(const VkDebugUtilsMessengerCreateInfoEXT, a[1]);
        made->severities = info->messageSeverity, made->types = info->messageType;
        made->callback = (void *)info->pfnUserCallback, made->user_data = info->pUserData;
    }
    *POINTER(void *, a[3]) = made;
    return VK_SUCCESS;
}

static VkResult create_surface(struct driver *driver, const uint64_t *a, uint32_t window) {
    struct below *made = new_below(driver, IS_SURFACE, own(driver, a[0], IS_INSTANCE, "the creation of a surface"));
    made->has_callbacks = a[2] != 0;
    made->index = window;
    *POINTER(void *, a[3]) = made;
    return VK_SUCCESS;
}

// ---- all commands

#define IS(command) (strcmp(name, #command) == 0)

static uint64_t answered(struct driver *driver, const char *name, uint64_t *a) {
    struct below *object = NULL;
    if (IS(vkEnumerateInstanceVersion)) return *POINTER(uint32_t, a[0]) = VK_MAKE_API_VERSION(0, 1, driver->minor, 0), 0;
    if (IS(vkEnumerateInstanceExtensionProperties))
        return (uint64_t)instance_extensions(driver, POINTER(uint32_t, a[1]), POINTER(VkExtensionProperties, a[2]));
    if (IS(vkEnumerateInstanceLayerProperties)) return *POINTER(uint32_t, a[0]) = 0, 0;
    if (IS(vkEnumerateDeviceLayerProperties)) return *POINTER(uint32_t, a[1]) = 0, 0;
    if (IS(vkEnumerateDeviceExtensionProperties))
        return (uint64_t)list_of_extensions(device_extension_names, COUNT_OF(device_extension_names), POINTER(uint32_t, a[2]),
                                            POINTER(VkExtensionProperties, a[3]));
    if (IS(vkCreateInstance)) return (uint64_t)create_instance(driver, a);
    if (IS(vkDestroyInstance)) return end_own(driver, a[0], IS_INSTANCE, a[1], name), 0;
    if (IS(vkEnumeratePhysicalDevices)) return (uint64_t)list_own_gpus(driver, a);
    if (IS(vkEnumeratePhysicalDeviceGroups) || IS(vkEnumeratePhysicalDeviceGroupsKHR)) return (uint64_t)list_own_groups(driver, a);
    if (strncmp(name, "vkGetPhysicalDevice", 19) == 0 && (object = own(driver, a[0], IS_GPU, name)) == NULL) return 0;
    if (object != NULL && tell_unchanging(object, name, a)) return 0;
    if (IS(vkCreateDevice)) return (uint64_t)create_device(driver, a);
    if (IS(vkDestroyDevice)) return end_own(driver, a[0], IS_DEVICE, a[1], name), 0;
    if (IS(vkGetDeviceQueue))
        return *POINTER(void *, a[3]) = queue_of(driver, own(driver, a[0], IS_DEVICE, name), (uint32_t)a[1], (uint32_t)a[2]), 0;
    if (IS(vkAllocateCommandBuffers)) return allocate_commands(driver, a), 0;
    if (IS(vkCreateDebugUtilsMessengerEXT)) return (uint64_t)create_messenger(driver, a, 0);
    if (IS(vkCreateDebugReportCallbackEXT)) return (uint64_t)create_messenger(driver, a, 1);
    if (IS(vkDestroyDebugUtilsMessengerEXT) || IS(vkDestroyDebugReportCallbackEXT))
        return end_own(driver, a[1], IS_MESSENGER, a[2], name), 0;
    if (IS(vkCreateXcbSurfaceKHR)) return (uint64_t)create_surface(driver, a, POINTER(const VkXcbSurfaceCreateInfoKHR, a[1])->window);
    if (IS(vkCreateHeadlessSurfaceEXT)) return (uint64_t)create_surface(driver, a, 0);
    if (IS(vkDestroySurfaceKHR)) return end_own(driver, a[1], IS_SURFACE, a[2], name), 0;
    return 0;
}

EXPORTED uint64_t refloader_relayed_call(const struct relay *relay, const char *name, uint64_t *a) {
    uint64_t result = 0;
    if (relay->is_layer) return call_of_layer(relay, name, a);
    for (uint32_t i = 0; i < driver_count; i++) {
        struct driver *driver = &drivers[i];
        if (driver->number != relay->number) continue;
        if (IS(vkGetInstanceProcAddr) || IS(vkGetDeviceProcAddr))
            return (uint64_t)(uintptr_t)refloader_relayed_lookup(relay, IS(vkGetDeviceProcAddr) ? LOOKUP_DEVICE : LOOKUP_INSTANCE,
                                                                 POINTER(void, a[0]), POINTER(const char, a[1]));
        if (watched.command != NULL && watched.command(driver, name, a, &result)) return result;
        return answered(driver, name, a);
    }
    return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
}

// ---- lookups

static int is_of_surfaces(const char *name) {
    return strstr(name, "Surface") != NULL && strncmp(name, "vkGet", 5) != 0;
}

static int is_known(const struct driver *driver, const char *name) {
    if (strncmp(name, "vkGenerated", 11) == 0) return driver->knows_commands;
    if (driver->minor == 0 && (IS(vkEnumerateInstanceVersion) || strstr(name, "DeviceGroup") != NULL)) return 0;
    if (strstr(name, "DebugUtils") != NULL || strstr(name, "EndDebug") != NULL) return driver->has_utils;
    if (strstr(name, "DebugReport") != NULL) return driver->has_report;
    if (is_of_surfaces(name))
        return driver->has_surfaces && driver->makes_surfaces &&
               (IS(vkCreateXcbSurfaceKHR) || IS(vkCreateHeadlessSurfaceEXT) || IS(vkDestroySurfaceKHR));
    if (strncmp(name, "vkGetPhysicalDevice", 19) == 0 && strstr(name, "Surface") != NULL) return driver->has_surfaces;
    return 1;
}

static int is_of_gpus(const char *name) {
    return strncmp(name, "vkGetPhysicalDevice", 19) == 0 || IS(vkCreateDevice) || IS(vkGeneratedPhysicalTEST) ||
           IS(vkEnumerateDeviceExtensionProperties) || IS(vkEnumerateDeviceLayerProperties) || strstr(name, "Display") != NULL;
}

EXPORTED PFN_vkVoidFunction refloader_relayed_lookup(const struct relay *relay, enum relayed_lookup lookup,
                                                     const void *handle, const char *name) {
    if (relay->is_layer) return lookup_of_layer(relay, lookup, handle, name);
    for (uint32_t i = 0; i < driver_count; i++) {
        if (drivers[i].number != relay->number) continue;
        if (!is_known(&drivers[i], name)) return NULL;
        if (lookup == LOOKUP_PHYSICAL && !is_of_gpus(name)) return NULL;
        if (lookup == LOOKUP_INSTANCE && strcmp(name, RELAYED_PHYSICAL) == 0) return NULL;
        if (lookup == LOOKUP_DEVICE && (is_of_gpus(name) || strncmp(name, "vkCreateInstance", 16) == 0)) return NULL;
        return relay->function(name);
    }
    return NULL;
}

EXPORTED VkResult refloader_relayed_negotiation(const struct relay *relay, uint32_t *driver, VkNegotiateLayerInterface *layer) {
    if (layer != NULL) {
        layer->loaderLayerInterfaceVersion = 2;
        layer->pfnGetInstanceProcAddr = (PFN_vkGetInstanceProcAddr)relay->function("vkGetInstanceProcAddr");
        layer->pfnGetDeviceProcAddr = (PFN_vkGetDeviceProcAddr)relay->function("vkGetDeviceProcAddr");
        layer->pfnGetPhysicalDeviceProcAddr = layer_has_physical[relay->number] ? relay->physical : NULL;
        return VK_SUCCESS;
    }
    for (uint32_t i = 0; i < driver_count; i++) {
        if (drivers[i].number != relay->number) continue;
        if (drivers[i].refuses) return VK_ERROR_INCOMPATIBLE_DRIVER;
        if (*driver > drivers[i].interface) *driver = drivers[i].interface;
        return VK_SUCCESS;
    }
    return VK_ERROR_INCOMPATIBLE_DRIVER;
}
