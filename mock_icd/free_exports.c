// What a library with the mock driver exports when it takes liberties that the documents leave to drivers: the
// driver's flag "take" lists them. Stands where exports.c stands otherwise, and breaks no rule.
#include "../refloader/native/generated/command_list.h"
#include "mock_icd.h"

const char newest_interface[] = "7";
const int exports_negotiation = 1;
const char liberties[] =
    "slow,thread_at_load,thread_of_instance,reads_environment,never_frees,writes_to_stderr,keeps_library,"
    "no_device_commands,enabled_alone,other_pointers,one_device,node_for_instances,node_for_devices,"
    "version_left_out,beside_boundaries,at_pages,half_magic,many_types,many_images,few_bits,"
    "late_work,one_swapchain,strict,updates_after_bind,protected_first,memory_short,pipelines_refused,"
    "fewer_than_room,wide_bits,narrow_formats,least_limits,blits_rounded,flat_linear,no_version_6,layers_of_volumes,library_missing,"
    "calls_short,least_precision,functions_undefined,interpolated_at_edges,subgroups_interleaved,samples_any";

static PFN_vk_icdGetInstanceProcAddr lookup;  // of the driver
static PFN_vkGetDeviceProcAddr device_lookup;
static struct {
    VkInstance instance;
    char enabled[4096];  // its extensions, with commas around them
} noted[256];
static uint32_t next_note;
static int devices;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread_of_library, thread_of_instance;  // the latter of the newest instance
static int has_thread_of_instance;
static void *kept;

PFN_vkVoidFunction official_function(const char *name) {
    (void)name;
    return NULL;
}

static void *idle(void *unused) {
    usleep(1000);
    return unused;
}

// Called by the driver when it has read its flags.
void take_liberties_on_load(void) {
    Dl_info self;
    if (takes("slow")) usleep(300000);
    if (takes("reads_environment") && getenv("MOCK_DRIVER_SILENT") == NULL) setenv("MOCK_DRIVER_WAS_HERE", "1", 0);
    if (takes("never_frees")) kept = malloc(1 << 16);
    if (takes("thread_at_load")) pthread_create(&thread_of_library, NULL, idle, NULL);
    if (takes("keeps_library") && dladdr(liberties, &self) != 0) dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

// Waits for an older one, which ends by itself: the library must not be unloaded while a thread runs in it.
static void follow_thread(int starts) {
    pthread_mutex_lock(&lock);
    if (has_thread_of_instance) pthread_join(thread_of_instance, NULL);
    has_thread_of_instance = starts && pthread_create(&thread_of_instance, NULL, idle, NULL) == 0;
    pthread_mutex_unlock(&lock);
}

__attribute__((destructor)) static void on_unload(void) {
    if (takes("thread_at_load")) pthread_join(thread_of_library, NULL);
    follow_thread(0);
}

static int has_node(void) {
    int node = open("/dev/mock-of-refloader", O_RDWR | O_CLOEXEC);
    if (node >= 0) close(node);
    return node >= 0;
}

// ---- commands that a liberty changes

// At the place of an older instance of the same handle, which has gone, or at the next one.
static void note_extensions(VkInstance instance, const VkInstanceCreateInfo *info) {
    pthread_mutex_lock(&lock);
    uint32_t at = 0;
    while (at < COUNT(noted) && noted[at].instance != instance) at++;
    if (at == COUNT(noted)) at = next_note++ % COUNT(noted);
    char *enabled = noted[at].enabled;
    size_t used = (size_t)snprintf(enabled, sizeof noted->enabled, ",");
    for (uint32_t i = 0; i < info->enabledExtensionCount && used < sizeof noted->enabled; i++)
        used += (size_t)snprintf(enabled + used, sizeof noted->enabled - used, "%s,", info->ppEnabledExtensionNames[i]);
    noted[at].instance = instance;
    pthread_mutex_unlock(&lock);
}

static VkResult free_CreateInstance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                    VkInstance *instance) {
    if (takes("slow")) usleep(300000);
    if (takes("writes_to_stderr")) fprintf(stderr, "mock driver: this device is not made for that\n");
    if (takes("node_for_instances") && !has_node()) return VK_ERROR_INCOMPATIBLE_DRIVER;
    VkResult result = ((PFN_vkCreateInstance)lookup(NULL, "vkCreateInstance"))(info, callbacks, instance);
    if (result == VK_SUCCESS) note_extensions(*instance, info);
    if (result == VK_SUCCESS && takes("thread_of_instance")) follow_thread(1);
    return result;
}

static VkResult free_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count, VkPhysicalDevice *found) {
    if (takes("node_for_devices") && !has_node()) return VK_ERROR_INITIALIZATION_FAILED;
    return ((PFN_vkEnumeratePhysicalDevices)lookup(instance, "vkEnumeratePhysicalDevices"))(instance, count, found);
}

static PFN_vkEnumeratePhysicalDeviceGroups enumerate_groups;
static VkResult free_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                                   VkPhysicalDeviceGroupProperties *found) {
    if (takes("node_for_devices") && !has_node()) return VK_ERROR_INITIALIZATION_FAILED;
    return enumerate_groups(instance, count, found);
}

static PFN_vkCreateDevice create_device;
static VkResult free_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                  const VkAllocationCallbacks *callbacks, VkDevice *device) {
    VkResult result = VK_ERROR_TOO_MANY_OBJECTS;
    pthread_mutex_lock(&lock);
    if (devices == 0 || !takes("one_device")) result = create_device(physical, info, callbacks, device);
    devices += result == VK_SUCCESS;
    pthread_mutex_unlock(&lock);
    return result;
}

static PFN_vkDestroyDevice destroy_device;
static void free_DestroyDevice(VkDevice device, const VkAllocationCallbacks *callbacks) {
    pthread_mutex_lock(&lock);
    devices -= device != NULL;
    pthread_mutex_unlock(&lock);
    destroy_device(device, callbacks);
}

static PFN_vkDeviceWaitIdle wait_idle;
static VkResult free_DeviceWaitIdle(VkDevice device) { return wait_idle(device); }

static PFN_vkVoidFunction free_GetDeviceProcAddr(VkDevice device, const char *name) {
    PFN_vkVoidFunction found = device_lookup(device, name);
    if (found != NULL && strcmp(name, "vkDestroyDevice") == 0) {
        destroy_device = (PFN_vkDestroyDevice)found;
        return (PFN_vkVoidFunction)free_DestroyDevice;
    }
    if (found != NULL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)free_GetDeviceProcAddr;
    return found;
}

// ---- lookups

#define LEVEL_VkInstance 'i'
#define LEVEL_VkPhysicalDevice 'p'
#define LEVEL_VkDevice 'd'
#define LEVEL_VkQueue 'd'
#define LEVEL_VkCommandBuffer 'd'
#define LEVEL_VkExternalComputeQueueNV 'd'
#define LEVEL_VkInstanceCreateInfo 'g'
#define LEVEL_uint32_t 'g'
#define LEVEL_char 'g'
#define ROW(command, first) {#command, LEVEL_##first},
static const struct {
    const char *name;
    char level;
} levels[] = {VK_COMMAND_LIST(ROW)};

static int is_of_devices(const char *name) {
    for (size_t i = 0; i < COUNT(levels); i++)
        if (strcmp(levels[i].name, name) == 0) return levels[i].level == 'd';
    return 0;
}

// Commands of instance extensions, by a part of their names.
static const struct {
    const char *part, *extension;
} owned[] = {{"SurfaceCapabilities2KHR", ",VK_KHR_get_surface_capabilities2,"},
             {"SurfaceFormats2KHR", ",VK_KHR_get_surface_capabilities2,"},
             {"HeadlessSurface", ",VK_EXT_headless_surface,"},
             {"DestroySurfaceKHR", ",VK_KHR_surface,"},
             {"PhysicalDeviceSurface", ",VK_KHR_surface,"},
             {"PhysicalDeviceProperties2KHR", ",VK_KHR_get_physical_device_properties2,"},
             {"DebugUtils", ",VK_EXT_debug_utils,"}};

static int has_enabled(VkInstance instance, const char *extension) {
    int has = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < COUNT(noted); i++)
        if (noted[i].instance == instance) has = strstr(noted[i].enabled, extension) != NULL;
    pthread_mutex_unlock(&lock);
    return has;
}

static int is_enabled(VkInstance instance, const char *name) {
    for (size_t i = 0; i < COUNT(owned); i++)
        if (strstr(name, owned[i].part) != NULL) return has_enabled(instance, owned[i].extension);
    return 1;
}

static PFN_vkVoidFunction changed(const char *name, PFN_vkVoidFunction found) {
    if (strcmp(name, "vkCreateInstance") == 0) return (PFN_vkVoidFunction)free_CreateInstance;
    if (strcmp(name, "vkEnumeratePhysicalDevices") == 0) return (PFN_vkVoidFunction)free_EnumeratePhysicalDevices;
    if (strncmp(name, "vkEnumeratePhysicalDeviceGroups", 31) == 0) {
        enumerate_groups = (PFN_vkEnumeratePhysicalDeviceGroups)found;
        return (PFN_vkVoidFunction)free_EnumeratePhysicalDeviceGroups;
    }
    if (strcmp(name, "vkCreateDevice") == 0) {
        create_device = (PFN_vkCreateDevice)found;
        return (PFN_vkVoidFunction)free_CreateDevice;
    }
    if (strcmp(name, "vkDestroyDevice") == 0) {
        destroy_device = (PFN_vkDestroyDevice)found;
        return (PFN_vkVoidFunction)free_DestroyDevice;
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        device_lookup = (PFN_vkGetDeviceProcAddr)found;
        return (PFN_vkVoidFunction)free_GetDeviceProcAddr;
    }
    if (strcmp(name, "vkDeviceWaitIdle") == 0 && takes("other_pointers")) {
        wait_idle = (PFN_vkDeviceWaitIdle)found;
        return (PFN_vkVoidFunction)free_DeviceWaitIdle;
    }
    return found;
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    return ((PFN_vk_icdNegotiateLoaderICDInterfaceVersion)interface_function(
        "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    lookup = (PFN_vk_icdGetInstanceProcAddr)interface_function("vk_icdGetInstanceProcAddr");
    PFN_vkVoidFunction found = lookup(instance, name);
    if (takes("version_left_out") && strcmp(name, "vkEnumerateInstanceVersion") == 0) return NULL;
    if (found == NULL || instance == NULL) return found == NULL ? NULL : changed(name, found);
    if (takes("no_device_commands") && is_of_devices(name) && strcmp(name, "vkGetDeviceProcAddr") != 0) return NULL;
    if (takes("enabled_alone") && !is_enabled(instance, name)) return NULL;
    return changed(name, found);
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name);
EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    PFN_vk_icdGetPhysicalDeviceProcAddr function =
        (PFN_vk_icdGetPhysicalDeviceProcAddr)interface_function("vk_icdGetPhysicalDeviceProcAddr");
    PFN_vkVoidFunction found = function(instance, name);
    return found == NULL || (takes("enabled_alone") && !is_enabled(instance, name)) ? NULL : changed(name, found);
}
