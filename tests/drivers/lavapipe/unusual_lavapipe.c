// A driver that hands each call to lavapipe, is right, and differs in the one way that LIBERTY names, in what it offers or in
// when it answers. It ends a program that uses what it does not offer. The test writes later.h: LATER, the functions of
// core that came after the version that the liberty has.
#define _GNU_SOURCE
#include <time.h>
#include "between.h"
#include "later.h"

static int takes(const char *liberty) { return strcmp(LIBERTY, liberty) == 0; }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t minor_version(void) { return takes("version 1.1") ? 1 : takes("version 1.2") ? 2 : 3; }

static void *sleep_for_ever(void *nothing) {
    const struct timespec hour = {3600, 0};
    for (;;) nanosleep(&hour, NULL);
    return nothing;
}

static void end_process(void) {
    if (library == NULL) wrong("the process ends before the driver was used");
}

// A thread of its own, and what it has to do at the end of the process: until then the library stays.
static void prepare(void) {
    pthread_t thread;
    Dl_info self;
    if (!takes("threads of its own")) return;
    if (dladdr((void *)prepare, &self) == 0 || dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE) == NULL) wrong("the library is not found");
    pthread_create(&thread, NULL, sleep_for_ever, NULL);
    pthread_detach(thread);
    atexit(end_process);
}

static int is_absent(const char *name) {
    static const char *const later[] = {LATER NULL};
    for (size_t i = 0; later[i] != NULL; i++)
        if (strcmp(later[i], name) == 0) return 1;
    return 0;
}

// With the feature of private data each object has a handle of its own.
static int has_private_data(const void *chain) {
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES && ((const VkPhysicalDeviceVulkan13Features *)at)->privateData) return 1;
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES && ((const VkPhysicalDevicePrivateDataFeatures *)at)->privateData) return 1;
    }
    return 0;
}

static int handles_differ;  // as a device of this process has the feature

// ---- versions, with what is newer as extensions, and extensions

static void check_chain(const void *chain) {
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext) {
        const int is_of_1_2 = at->sType >= VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES && at->sType <= VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
        const int is_of_1_3 = at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES || at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES;
        if ((is_of_1_2 && minor_version() < 2) || (is_of_1_3 && minor_version() < 3)) wrong("a structure of a later version");
    }
}

static void change_properties(VkPhysicalDeviceProperties *to) {
    if (minor_version() < 3) to->apiVersion = VK_MAKE_API_VERSION(0, 1, minor_version(), 200);
    if (takes("no timestamps")) to->limits.timestampComputeAndGraphics = VK_FALSE;
}

static VkResult get_version(uint32_t *version) {
    VkResult result = ((PFN_vkEnumerateInstanceVersion)find(NULL, "vkEnumerateInstanceVersion"))(version);
    if (minor_version() < 3) *version = VK_MAKE_API_VERSION(0, 1, minor_version(), 200);
    return result;
}

static void get_properties(VkPhysicalDevice gpu, VkPhysicalDeviceProperties *to) {
    BELOW(GetPhysicalDeviceProperties)(gpu, to);
    change_properties(to);
}

static void get_properties_2(VkPhysicalDevice gpu, VkPhysicalDeviceProperties2 *to) {
    check_chain(to->pNext);
    BELOW(GetPhysicalDeviceProperties2)(gpu, to);
    change_properties(&to->properties);
}

static void get_features_2(VkPhysicalDevice gpu, VkPhysicalDeviceFeatures2 *to) {
    check_chain(to->pNext);
    BELOW(GetPhysicalDeviceFeatures2)(gpu, to);
}

static VkResult list_extensions(VkPhysicalDevice gpu, const char *layer, uint32_t *count, VkExtensionProperties *to) {
    if (takes("no extensions") && layer == NULL) return *count = 0, VK_SUCCESS;
    return BELOW(EnumerateDeviceExtensionProperties)(gpu, layer, count, to);
}

// ---- queue families, each with one queue, which is lavapipe's only one. What barriers and objects say of them it does not look at.

#define MOST_QUEUES 256
static struct queue { uintptr_t loader; VkQueue below; VkDevice device; uint32_t family; } *queues[MOST_QUEUES];

static int has_families(void) { return takes("three families") || takes("graphics apart"); }

static uint32_t count_families(void) { return takes("three families") ? 3 : takes("graphics apart") ? 2 : 1; }

// Of some family a queue has to draw and to compute.
static VkQueueFlags flags_of(uint32_t family, VkQueueFlags below) {
    static const VkQueueFlags apart[] = {VK_QUEUE_GRAPHICS_BIT, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT},
                              three[] = {VK_QUEUE_TRANSFER_BIT, VK_QUEUE_COMPUTE_BIT, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT};
    if (takes("compute alone")) return below & ~(VkQueueFlags)VK_QUEUE_GRAPHICS_BIT;
    return takes("graphics apart") ? apart[family] : takes("three families") ? three[family] : below;
}

static VkQueueFamilyProperties family_of(VkPhysicalDevice gpu, uint32_t family) {
    VkQueueFamilyProperties one;
    uint32_t count = 1;
    BELOW(GetPhysicalDeviceQueueFamilyProperties)(gpu, &count, &one);
    one.queueFlags = flags_of(family, one.queueFlags);
    if (takes("no timestamps")) one.timestampValidBits = 0;
    if (one.queueFlags == VK_QUEUE_TRANSFER_BIT) one.minImageTransferGranularity = (VkExtent3D){0, 0, 0};
    return one;
}

static void get_families(VkPhysicalDevice gpu, uint32_t *count, VkQueueFamilyProperties *to) {
    if (to == NULL || *count > count_families()) *count = count_families();
    for (uint32_t i = 0; to != NULL && i < *count; i++) to[i] = family_of(gpu, i);
}

static void get_families_2(VkPhysicalDevice gpu, uint32_t *count, VkQueueFamilyProperties2 *to) {
    if (to == NULL || *count > count_families()) *count = count_families();
    for (uint32_t i = 0; to != NULL && i < *count; i++) to[i].queueFamilyProperties = family_of(gpu, i);
}

static VkResult get_surface_support(VkPhysicalDevice gpu, uint32_t family, VkSurfaceKHR surface, VkBool32 *to) {
    VkResult result = BELOW(GetPhysicalDeviceSurfaceSupportKHR)(gpu, 0, surface, to);
    if (family + 1 < count_families()) *to = VK_FALSE;
    return result;
}

static VkResult create_device(VkPhysicalDevice gpu, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *to) {
    static const float highest = 1;
    const VkDeviceQueueCreateInfo only = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &highest};
    VkDeviceCreateInfo own = *info;
    check_chain(info->pNext);
    handles_differ |= has_private_data(info->pNext);
    if (takes("no extensions") && info->enabledExtensionCount > 0) return VK_ERROR_EXTENSION_NOT_PRESENT;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        if (info->pQueueCreateInfos[i].queueFamilyIndex >= count_families() || info->pQueueCreateInfos[i].queueCount != 1) wrong("queues that there are not");
    if (has_families()) own.queueCreateInfoCount = 1, own.pQueueCreateInfos = &only;
    return BELOW(CreateDevice)(gpu, &own, allocator, to);
}

static void destroy_device(VkDevice device, const VkAllocationCallbacks *allocator) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_QUEUES; i++)
        if (queues[i] != NULL && queues[i]->device == device) free(queues[i]), queues[i] = NULL;
    pthread_mutex_unlock(&lock);
    BELOW(DestroyDevice)(device, allocator);
}

static VkQueue handed_out(VkDevice device, uint32_t family, VkQueue below) {
    enum { MAGIC = 0x01CDC0DE };
    size_t at = MOST_QUEUES;
    if (!has_families()) return below;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_QUEUES; i++) {
        if (queues[i] == NULL && at == MOST_QUEUES) at = i;
        if (queues[i] != NULL && queues[i]->device == device && queues[i]->family == family) {
            at = i;
            break;
        }
    }
    if (at == MOST_QUEUES) wrong("more queues than this driver has room for");
    if (queues[at] == NULL) {
        queues[at] = malloc(sizeof *queues[at]);
        *queues[at] = (struct queue){MAGIC, below, device, family};
    }
    pthread_mutex_unlock(&lock);
    return (VkQueue)queues[at];
}

static VkQueue below_of(VkQueue queue) { return has_families() ? ((struct queue *)queue)->below : queue; }

static uint64_t handle_below(VkObjectType type, uint64_t handle) {
    return type == VK_OBJECT_TYPE_QUEUE ? (uint64_t)below_of((VkQueue)handle) : handle;
}

static void get_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue *to) {
    BELOW(GetDeviceQueue)(device, 0, index, to);
    *to = handed_out(device, family, *to);
}

static void get_queue_2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *to) {
    VkDeviceQueueInfo2 own = *info;
    own.queueFamilyIndex = 0;
    BELOW(GetDeviceQueue2)(device, &own, to);
    *to = handed_out(device, info->queueFamilyIndex, *to);
}

static VkResult create_pool(VkDevice device, const VkCommandPoolCreateInfo *info, const VkAllocationCallbacks *allocator, VkCommandPool *to) {
    VkCommandPoolCreateInfo own = *info;
    own.queueFamilyIndex = 0;
    return BELOW(CreateCommandPool)(device, &own, allocator, to);
}

static VkResult set_private_data(VkDevice device, VkObjectType type, uint64_t handle, VkPrivateDataSlot slot, uint64_t data) {
    return BELOW(SetPrivateData)(device, type, handle_below(type, handle), slot, data);
}

static void get_private_data(VkDevice device, VkObjectType type, uint64_t handle, VkPrivateDataSlot slot, uint64_t *data) {
    BELOW(GetPrivateData)(device, type, handle_below(type, handle), slot, data);
}

static void begin_label(VkQueue queue, const void *label) { ((void (*)(VkQueue, const void *))find(instance, "vkQueueBeginDebugUtilsLabelEXT"))(below_of(queue), label); }
static void insert_label(VkQueue queue, const void *label) { ((void (*)(VkQueue, const void *))find(instance, "vkQueueInsertDebugUtilsLabelEXT"))(below_of(queue), label); }
static void end_label(VkQueue queue) { ((void (*)(VkQueue))find(instance, "vkQueueEndDebugUtilsLabelEXT"))(below_of(queue)); }

struct named { VkStructureType type; const void *next; VkObjectType of; uint64_t handle; const void *rest[3]; };  // or tagged

static VkResult change_name(VkDevice device, const struct named *info, const char *command, size_t size) {
    struct named own = {0};
    memcpy(&own, info, size);
    own.handle = handle_below(own.of, own.handle);
    return ((VkResult (*)(VkDevice, const struct named *))find(instance, command))(device, &own);
}

static VkResult set_name(VkDevice device, const struct named *info) { return change_name(device, info, "vkSetDebugUtilsObjectNameEXT", sizeof *info - 2 * sizeof(void *)); }
static VkResult set_tag(VkDevice device, const struct named *info) { return change_name(device, info, "vkSetDebugUtilsObjectTagEXT", sizeof *info); }

#include "unusual_answers.h"

static void refuse_drawing(void) { wrong("drawing where no family draws"); }

static void refuse_time(void) { wrong("a timestamp where none are valid"); }

static PFN_vkVoidFunction own(const char *name) {
    static const char *const drawing[] = {"vkCmdBeginRenderPass", "vkCmdBeginRenderPass2", "vkCmdBeginRendering", "vkCmdDraw", "vkCmdDrawIndexed",
                                          "vkCmdBlitImage", "vkCmdBlitImage2", "vkCmdResolveImage", "vkCmdResolveImage2", "vkCmdClearDepthStencilImage",
                                          "vkCmdSetViewport", "vkCmdSetScissor", "vkCmdSetLineWidth", "vkCmdBindIndexBuffer", "vkCmdBindVertexBuffers"};
    static const struct { const char *name; void *function; } functions[] = {
        {"vkCreateInstance", make_instance}, {"vkEnumerateInstanceVersion", get_version}, {"vkGetPhysicalDeviceProperties", get_properties}, {"vkGetPhysicalDeviceProperties2", get_properties_2},
        {"vkGetPhysicalDeviceFeatures2", get_features_2}, {"vkEnumerateDeviceExtensionProperties", list_extensions},
        {"vkGetPhysicalDeviceQueueFamilyProperties", get_families}, {"vkGetPhysicalDeviceQueueFamilyProperties2", get_families_2},
        {"vkGetPhysicalDeviceSurfaceSupportKHR", get_surface_support}, {"vkCreateDevice", create_device}, {"vkDestroyDevice", destroy_device},
        {"vkGetDeviceQueue", get_queue}, {"vkGetDeviceQueue2", get_queue_2}, {"vkCreateCommandPool", create_pool}, {"vkSetPrivateData", set_private_data},
        {"vkGetPrivateData", get_private_data}, {"vkQueueBeginDebugUtilsLabelEXT", begin_label}, {"vkQueueInsertDebugUtilsLabelEXT", insert_label},
        {"vkQueueEndDebugUtilsLabelEXT", end_label}, {"vkSetDebugUtilsObjectNameEXT", set_name}, {"vkSetDebugUtilsObjectTagEXT", set_tag}, ANSWERS};
    char core[128];
    const size_t length = strlen(name);
    snprintf(core, sizeof core, "%s", name);
    if (length > 3 && length < sizeof core && strcmp(name + length - 3, "KHR") == 0 && strstr(name, "Surface") == NULL) core[length - 3] = 0;
    for (size_t i = 0; takes("compute alone") && i < sizeof drawing / sizeof *drawing; i++)
        if (strcmp(drawing[i], core) == 0) return (PFN_vkVoidFunction)refuse_drawing;
    if (takes("no timestamps") && strncmp(name, "vkCmdWriteTimestamp", 19) == 0) return (PFN_vkVoidFunction)refuse_time;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, core) == 0 || strcmp(functions[i].name, name) == 0) return (PFN_vkVoidFunction)functions[i].function;
    return NULL;
}
