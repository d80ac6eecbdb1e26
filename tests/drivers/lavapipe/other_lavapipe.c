// A driver that hands each call to lavapipe, is right, and differs from it in the one way that LIBERTY names. The test
// writes least.h, from the tables of what each device has: LEAST_LIMITS and LEAST_FORMATS.
#include "between.h"
#include "least.h"

static int takes(const char *liberty) { return strcmp(LIBERTY, liberty) == 0; }

static uint32_t oldest(uint32_t version, uint32_t most) { return version < most ? version : most; }

static uint32_t version_of(uint32_t version) {
    if (takes("least of 1.0")) return oldest(version, VK_API_VERSION_1_0);
    return takes("least of 1.1") ? oldest(version, VK_API_VERSION_1_1) : version;
}

static int is_least(void) { return takes("least of 1.0") || takes("least of 1.1"); }

static void prepare(void) {
    if (takes("subgroups of four")) setenv("LP_NATIVE_VECTOR_WIDTH", "128", 1);
}

static int is_absent(const char *name) { return name == NULL; }

#include "least_device.h"

// ---- memory: of a device whose own cannot be mapped, of one whose memory is never zero, of one that aligns widely

enum { OWN, CACHED, COHERENT, MEMORY_TYPES };

static void own_memory(VkPhysicalDeviceMemoryProperties *to) {
    static const VkMemoryPropertyFlags flags[MEMORY_TYPES] = {
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT};
    if (!takes("memory of its own")) return;
    to->memoryTypeCount = MEMORY_TYPES;
    to->memoryHeapCount = 2;
    to->memoryHeaps[0] = (VkMemoryHeap){(VkDeviceSize)256 << 20, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    to->memoryHeaps[1] = (VkMemoryHeap){(VkDeviceSize)256 << 20, 0};
    for (uint32_t i = 0; i < MEMORY_TYPES; i++) to->memoryTypes[i] = (VkMemoryType){flags[i], i != OWN};
}

static void get_memory(VkPhysicalDevice gpu, VkPhysicalDeviceMemoryProperties *to) {
    BELOW(GetPhysicalDeviceMemoryProperties)(gpu, to);
    own_memory(to);
}

static void get_memory_2(VkPhysicalDevice gpu, VkPhysicalDeviceMemoryProperties2 *to) {
    BELOW(GetPhysicalDeviceMemoryProperties2)(gpu, to);
    own_memory(&to->memoryProperties);
}

#define MOST_OBJECTS 65536
#define WIDE 65536  // an alignment
static struct { uint64_t handle; uint32_t type; } known[MOST_OBJECTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void know(uint64_t handle, uint32_t type) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_OBJECTS; i++)
        if (known[i].handle == 0 || known[i].handle == handle) {
            known[i].handle = handle, known[i].type = type;
            break;
        }
    pthread_mutex_unlock(&lock);
}

static uint32_t type_of(uint64_t handle) {
    uint32_t type = COHERENT;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < MOST_OBJECTS && known[i].handle != 0; i++)
        if (known[i].handle == handle) type = known[i].type;
    pthread_mutex_unlock(&lock);
    return type;
}

// A buffer needs no more than its size, rounded up to its alignment, where the device has maintenance4; an image may.
static void need(VkMemoryRequirements *to, uint32_t types, VkDeviceSize more) {
    if (takes("memory of its own")) to->memoryTypeBits = types;
    if (!takes("aligned")) return;
    to->alignment = to->alignment > WIDE ? to->alignment : WIDE;
    to->size = ((to->size + WIDE - 1) & ~(VkDeviceSize)(WIDE - 1)) + more;
}

#define OF_BUFFERS (1U << OWN | 1U << CACHED | 1U << COHERENT)

static void need_of_buffer(VkDevice device, VkBuffer buffer, VkMemoryRequirements *to) {
    BELOW(GetBufferMemoryRequirements)(device, buffer, to);
    need(to, OF_BUFFERS, 0);
}

static void need_of_buffer_2(VkDevice device, const VkBufferMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *to) {
    BELOW(GetBufferMemoryRequirements2)(device, info, to);
    need(&to->memoryRequirements, OF_BUFFERS, 0);
}

static void need_of_any_buffer(VkDevice device, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *to) {
    BELOW(GetDeviceBufferMemoryRequirements)(device, info, to);
    need(&to->memoryRequirements, OF_BUFFERS, 0);
}

static uint32_t of_tiling(VkImageTiling tiling) { return tiling == VK_IMAGE_TILING_LINEAR ? 1U << COHERENT : 1U << OWN; }

static VkResult create_image(VkDevice device, const VkImageCreateInfo *info, const VkAllocationCallbacks *allocator, VkImage *to) {
    VkResult result = BELOW(CreateImage)(device, info, allocator, to);
    if (result == VK_SUCCESS) know((uint64_t)*to, of_tiling(info->tiling));
    return result;
}

static void need_of_image(VkDevice device, VkImage image, VkMemoryRequirements *to) {
    BELOW(GetImageMemoryRequirements)(device, image, to);
    need(to, type_of((uint64_t)image), WIDE);
}

static void need_of_image_2(VkDevice device, const VkImageMemoryRequirementsInfo2 *info, VkMemoryRequirements2 *to) {
    BELOW(GetImageMemoryRequirements2)(device, info, to);
    need(&to->memoryRequirements, type_of((uint64_t)info->image), WIDE);
}

static void need_of_any_image(VkDevice device, const VkDeviceImageMemoryRequirements *info, VkMemoryRequirements2 *to) {
    BELOW(GetDeviceImageMemoryRequirements)(device, info, to);
    need(&to->memoryRequirements, of_tiling(info->pCreateInfo->tiling), WIDE);
}

static VkResult allocate_memory(VkDevice device, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *allocator, VkDeviceMemory *to) {
    VkMemoryAllocateInfo own = *info;
    void *place;
    if (takes("memory of its own")) own.memoryTypeIndex = 0;
    VkResult result = BELOW(AllocateMemory)(device, &own, allocator, to);
    if (result != VK_SUCCESS) return result;
    if (takes("memory of its own")) know((uint64_t)*to, info->memoryTypeIndex);
    for (const VkBaseInStructure *at = info->pNext; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType == 1000178000) return result;  // imported
    if (takes("never zero") && BELOW(MapMemory)(device, *to, 0, VK_WHOLE_SIZE, 0, &place) == VK_SUCCESS) {
        memset(place, 0xA5, info->allocationSize);
        BELOW(UnmapMemory)(device, *to);
    }
    return result;
}

static VkResult map_memory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags, void **to) {
    if (takes("memory of its own") && type_of((uint64_t)memory) != COHERENT) wrong("memory is mapped that cannot be, or not read without invalidation");
    return BELOW(MapMemory)(device, memory, offset, size, flags, to);
}

static VkResult bind_buffer(VkDevice device, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset) {
    if (takes("aligned") && offset % WIDE != 0) wrong("a buffer is bound beside its alignment");
    return BELOW(BindBufferMemory)(device, buffer, memory, offset);
}

static VkResult bind_image(VkDevice device, VkImage image, VkDeviceMemory memory, VkDeviceSize offset) {
    if (takes("aligned") && offset % WIDE != 0) wrong("an image is bound beside its alignment");
    return BELOW(BindImageMemory)(device, image, memory, offset);
}

// ---- images whose contents are gone with the undefined layout

static VkResult create_cleared_image(VkDevice device, const VkImageCreateInfo *info, const VkAllocationCallbacks *allocator, VkImage *to) {
    VkImageCreateInfo own = *info;
    const int is_plain = info->format == VK_FORMAT_R8G8B8A8_UNORM && info->samples == 1 && info->tiling == VK_IMAGE_TILING_OPTIMAL && info->flags == 0;
    if (is_plain) own.usage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    VkResult result = BELOW(CreateImage)(device, &own, allocator, to);
    if (result == VK_SUCCESS) know((uint64_t)*to, is_plain ? 100 : 0);
    return result;
}

static void pass_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags flags, uint32_t count,
                         const VkMemoryBarrier *barriers, uint32_t buffers, const VkBufferMemoryBarrier *of_buffers, uint32_t images,
                         const VkImageMemoryBarrier *of_images) {
    static const VkClearColorValue anything = {{0.3f, 0.7f, 0.1f, 0.9f}};
    BELOW(CmdPipelineBarrier)(commands, from, to, flags, count, barriers, buffers, of_buffers, images, of_images);
    for (uint32_t i = 0; i < images; i++)
        if (of_images[i].oldLayout == VK_IMAGE_LAYOUT_UNDEFINED && of_images[i].newLayout != VK_IMAGE_LAYOUT_UNDEFINED && type_of((uint64_t)of_images[i].image) == 100)
            BELOW(CmdClearColorImage)(commands, of_images[i].image, VK_IMAGE_LAYOUT_GENERAL, &anything, 1, &of_images[i].subresourceRange);
}

// ---- lookups

static VkResult list_instance_extensions(const char *layer, uint32_t *count, VkExtensionProperties *to) {
    static const VkExtensionProperties least = {"VK_KHR_get_physical_device_properties2", 2};
    const uint32_t room = *count;
    if (!takes("least of 1.0") || layer != NULL)
        return ((PFN_vkEnumerateInstanceExtensionProperties)find(NULL, "vkEnumerateInstanceExtensionProperties"))(layer, count, to);
    *count = 1;
    if (to == NULL) return VK_SUCCESS;
    if (room == 0) return *count = 0, VK_INCOMPLETE;
    return *to = least, VK_SUCCESS;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *to) {
    const VkApplicationInfo *application = info->pApplicationInfo;
    if (takes("least of 1.0") && application != NULL && application->apiVersion >= VK_API_VERSION_1_1) return VK_ERROR_INCOMPATIBLE_DRIVER;
    for (uint32_t i = 0; i < info->enabledExtensionCount && takes("least of 1.0"); i++)
        if (strcmp(info->ppEnabledExtensionNames[i], "VK_KHR_get_physical_device_properties2") != 0) return VK_ERROR_EXTENSION_NOT_PRESENT;
    return make_instance(info, allocator, to);
}

static PFN_vkVoidFunction own(const char *name) {
    static const struct { const char *name; void *function; } functions[] = {
        {"vkCreateInstance", create_instance},
        {"vkEnumerateInstanceVersion", get_version},
        {"vkEnumerateInstanceExtensionProperties", list_instance_extensions},
        {"vkGetPhysicalDeviceProperties", get_properties},
        {"vkGetPhysicalDeviceProperties2", get_properties_2},
        {"vkGetPhysicalDeviceFeatures", get_features},
        {"vkGetPhysicalDeviceFeatures2", get_features_2},
        {"vkEnumerateDeviceExtensionProperties", list_extensions},
        {"vkCreateDevice", create_device},
        {"vkGetPhysicalDeviceFormatProperties", get_formats},
        {"vkGetPhysicalDeviceFormatProperties2", get_formats_2},
        {"vkGetPhysicalDeviceImageFormatProperties", get_images},
        {"vkGetPhysicalDeviceImageFormatProperties2", get_images_2},
        {"vkGetPhysicalDeviceQueueFamilyProperties", get_families},
        {"vkGetPhysicalDeviceQueueFamilyProperties2", get_families_2},
        {"vkGetPhysicalDeviceMemoryProperties", get_memory},
        {"vkGetPhysicalDeviceMemoryProperties2", get_memory_2},
        {"vkGetBufferMemoryRequirements", need_of_buffer},
        {"vkGetBufferMemoryRequirements2", need_of_buffer_2},
        {"vkGetDeviceBufferMemoryRequirements", need_of_any_buffer},
        {"vkGetImageMemoryRequirements", need_of_image},
        {"vkGetImageMemoryRequirements2", need_of_image_2},
        {"vkGetDeviceImageMemoryRequirements", need_of_any_image},
        {"vkAllocateMemory", allocate_memory},
        {"vkMapMemory", map_memory},
        {"vkBindBufferMemory", bind_buffer},
        {"vkBindImageMemory", bind_image}};
    char core[128];
    const size_t length = strlen(name);
    snprintf(core, sizeof core, "%s", name);
    if (length > 3 && length < sizeof core && strcmp(name + length - 3, "KHR") == 0) core[length - 3] = 0;
    if (takes("never zero") && strcmp(core, "vkCreateImage") == 0) return (PFN_vkVoidFunction)create_cleared_image;
    if (takes("memory of its own") && strcmp(core, "vkCreateImage") == 0) return (PFN_vkVoidFunction)create_image;
    if (takes("never zero") && strcmp(core, "vkCmdPipelineBarrier") == 0) return (PFN_vkVoidFunction)pass_barrier;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, core) == 0) return (PFN_vkVoidFunction)functions[i].function;
    return NULL;
}
