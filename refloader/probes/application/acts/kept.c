// What a call is handed to read stays as it was, and what it is handed to write comes back written: structures in
// chains, their heads, lists with too little room.
#include <string.h>

#include "acts.h"
#include "../jobs.h"

#define NUMBER 0x5EED
#define CANARY 0xA5

// ---- structures that are asked for

#define MOST_FAMILIES 16U

// Whether the bytes of a structure behind its pNext are all as they were.
static int untouched(const void *structure, size_t size) {
    const unsigned char *at = structure;
    for (size_t i = sizeof(VkBaseOutStructure); i < size; i++)
        if (at[i] != CANARY) return 0;
    return 1;
}

static const char *written[32];  // the parameters that a call has changed, though it may only read them
static uint32_t written_count;

// A structure of an extension that few drivers have: a component that does not know it goes on to the next.
#define RARE_STRUCTURE ((VkStructureType)1000249002)  // VkPhysicalDeviceCooperativeMatrixPropertiesNV
struct rare {
    VkStructureType sType;
    void *pNext;
    uint32_t stages;
};

#define BLANK(name, type, structure, next) \
    type name; \
    memset(&name, CANARY, sizeof name); \
    name.sType = structure; \
    name.pNext = next;

static void ask_for_features(struct instance *instance, VkPhysicalDevice gpu) {
    BLANK(newer, VkPhysicalDeviceVulkan12Features, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, NULL)
    BLANK(features, VkPhysicalDeviceFeatures2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &newer)
    INSTANCE_CALL(instance, GetPhysicalDeviceFeatures2)(gpu, &features);
    answer_text("written.features", untouched(&newer, sizeof newer) ? "no" : "yes");
}

// Lists of structures, and one that is asked for alone, keep their heads as well.
static void ask_for_families(struct instance *instance, VkPhysicalDevice gpu) {
    VkQueueFamilyProperties2 families[MOST_FAMILIES];
    uint32_t count = MOST_FAMILIES, good = 0;
    for (uint32_t i = 0; i < count; i++)
        families[i] = (VkQueueFamilyProperties2){.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2};
    INSTANCE_CALL(instance, GetPhysicalDeviceQueueFamilyProperties2)(gpu, &count, families);
    while (good < MOST_FAMILIES && families[good].sType == VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2 &&
           families[good].pNext == NULL)
        good++;
    if (good < MOST_FAMILIES) written[written_count++] = "the head (sType, pNext) of VkQueueFamilyProperties2";
    VkPhysicalDeviceMemoryProperties2 memory = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    INSTANCE_CALL(instance, GetPhysicalDeviceMemoryProperties2)(gpu, &memory);
    if (memory.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2 || memory.pNext != NULL)
        written[written_count++] = "the head (sType, pNext) of VkPhysicalDeviceMemoryProperties2";
}

void ask_in_chains(struct instance *instance) {
    VkPhysicalDevice gpu = instance->gpus[0];
    VkPhysicalDeviceProperties facts = {.apiVersion = 0};
    instance->GetPhysicalDeviceProperties(gpu, &facts);
    uint32_t api = at_most(program.api, at_most(loader_api(), facts.apiVersion));
    if (api < VK_API_VERSION_1_1) return answer_left_out("written.properties", "version 1.0");
    if (api >= VK_API_VERSION_1_2) ask_for_features(instance, gpu);
    BLANK(upkeep, VkPhysicalDeviceMaintenance3Properties, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
          NULL)
    BLANK(properties, VkPhysicalDeviceProperties2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &upkeep)
    INSTANCE_CALL(instance, GetPhysicalDeviceProperties2)(gpu, &properties);
    answer_text("written.properties", untouched(&upkeep, sizeof upkeep) ? "no" : "yes");
    if (properties.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 || properties.pNext != &upkeep)
        written[written_count++] = "the head (sType, pNext) of VkPhysicalDeviceProperties2";
    if (upkeep.sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES || upkeep.pNext != NULL)
        written[written_count++] = "the head (sType, pNext) of VkPhysicalDeviceMaintenance3Properties";
    ask_for_families(instance, gpu);
    struct rare rare = {RARE_STRUCTURE, &upkeep, 0};
    memset((char *)&upkeep + sizeof(VkBaseOutStructure), CANARY, sizeof upkeep - sizeof(VkBaseOutStructure));
    properties.pNext = &rare;
    INSTANCE_CALL(instance, GetPhysicalDeviceProperties2)(gpu, &properties);
    answer_text("written.behind_another", untouched(&upkeep, sizeof upkeep) ? "no" : "yes");
}

// ---- lists that are asked for with too little room

// Whether the driver says that a list is cut short: VK_INCOMPLETE where there is room for one element less.
static void answer_short(const char *step, uint32_t count, VkResult result) {
    if (count == 0) return answer_left_out(step, "the list is empty");
    answer_text(step, result == VK_INCOMPLETE ? "yes" : "no");
}

#define MOST_ROWS 512U

void ask_with_little_room(struct instance *instance) {
    VkPhysicalDevice gpu = instance->gpus[0];
    static VkExtensionProperties rows[MOST_ROWS];
    VkPhysicalDeviceToolProperties tools[8] = {{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TOOL_PROPERTIES}};
    PFN_vkGetPhysicalDeviceToolProperties ask_tools = INSTANCE_COMMAND(instance, GetPhysicalDeviceToolProperties);
    uint32_t count = 0, room;
    for (uint32_t i = 1; i < COUNT(tools); i++) tools[i] = tools[0];
    instance->EnumerateDeviceExtensionProperties(gpu, NULL, &count, NULL);
    room = at_most(count, MOST_ROWS) - (count > 0);
    VkResult result = instance->EnumerateDeviceExtensionProperties(gpu, NULL, &room, rows);
    answer_short("short.device_extensions", count, result);
    VkPhysicalDeviceProperties facts = {.apiVersion = 0};
    instance->GetPhysicalDeviceProperties(gpu, &facts);
    if (ask_tools == NULL || at_most(program.api, facts.apiVersion) < VK_API_VERSION_1_3)
        return answer_left_out("short.tools", "before version 1.3");
    count = 0;
    ask_tools(gpu, &count, NULL);
    room = at_most(count, COUNT(tools)) - (count > 0);
    answer_short("short.tools", count, count == 0 ? VK_SUCCESS : ask_tools(gpu, &room, tools));
}

// ---- what is handed in is only read

#define READING(parameter, given, call) \
    { \
        unsigned char before[sizeof(given)]; \
        memcpy(before, &(given), sizeof(given)); \
        (void)(call); \
        if (memcmp(before, &(given), sizeof(given)) != 0 && written_count < COUNT(written)) \
            written[written_count++] = parameter; \
    }

static void read_only_of_objects(struct device *device) {
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .size = BYTES,
                                      .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = BYTES,
                                        .memoryTypeIndex = memory_type(device, UINT32_MAX, 0)};
    VkEventCreateInfo event_info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkFence fence = NULL;
    VkEvent event = NULL;
    VkSemaphore semaphore = NULL;
    VkBuffer buffer = NULL;
    VkDeviceMemory memory = NULL;
    READING("pCreateInfo of vkCreateFence", fence_info,
            made(device->CreateFence(device->handle, &fence_info, NULL, &fence), &fence))
    READING("pCreateInfo of vkCreateSemaphore", semaphore_info,
            made(device->CreateSemaphore(device->handle, &semaphore_info, NULL, &semaphore), &semaphore))
    READING("pCreateInfo of vkCreateBuffer", buffer_info,
            made(device->CreateBuffer(device->handle, &buffer_info, NULL, &buffer), &buffer))
    if (memory_info.memoryTypeIndex != UINT32_MAX)
        READING("pAllocateInfo of vkAllocateMemory", memory_info,
                made(device->AllocateMemory(device->handle, &memory_info, NULL, &memory), &memory))
    if (!device->is_portable)
        READING("pCreateInfo of vkCreateEvent", event_info,
                made(device->CreateEvent(device->handle, &event_info, NULL, &event), &event))
    device->DestroyEvent(device->handle, event, NULL);
    device->FreeMemory(device->handle, memory, NULL);
    device->DestroyBuffer(device->handle, buffer, NULL);
    device->DestroySemaphore(device->handle, semaphore, NULL);
    device->DestroyFence(device->handle, fence, NULL);
}

static void read_only_of_images(struct device *device) {
    if (!(device->can & VK_QUEUE_GRAPHICS_BIT)) return;
    VkImageCreateInfo image_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = VK_FORMAT_R8G8B8A8_UNORM,
                                    .extent = {16, 16, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .tiling = VK_IMAGE_TILING_OPTIMAL,
                                    .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .maxLod = 1};
    VkImage image = NULL;
    VkSampler sampler = NULL;
    READING("pCreateInfo of vkCreateImage", image_info,
            made(device->CreateImage(device->handle, &image_info, NULL, &image), &image))
    READING("pCreateInfo of vkCreateSampler", sampler_info,
            made(device->CreateSampler(device->handle, &sampler_info, NULL, &sampler), &sampler))
    device->DestroySampler(device->handle, sampler, NULL);
    device->DestroyImage(device->handle, image, NULL);
}

static void read_only_of_commands(struct device *device) {
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = device->family};
    VkCommandBufferAllocateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandPool pool = NULL;
    VkCommandBuffer commands = NULL;
    VkResult result;
    READING("pCreateInfo of vkCreateCommandPool", pool_info,
            result = device->CreateCommandPool(device->handle, &pool_info, NULL, &pool))
    if (result != VK_SUCCESS) return;
    buffer_info.commandPool = pool;
    READING("pAllocateInfo of vkAllocateCommandBuffers", buffer_info,
            result = device->AllocateCommandBuffers(device->handle, &buffer_info, &commands))
    if (result == VK_SUCCESS)
        READING("pBeginInfo of vkBeginCommandBuffer", begin_info,
                result = device->BeginCommandBuffer(commands, &begin_info))
    device->DestroyCommandPool(device->handle, pool, NULL);
}

// A layer that unwraps handles does it in arrays of its own.
static void read_only_of_queues(struct device *device) {
    struct job job;
    if (job_begin("written", device, &job, NUMBER)) {
        VkCommandBuffer commands[] = {job.recorder.commands};
        VkFence fences[] = {job.fence};
        VkSubmitInfo submits[] = {{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                   .commandBufferCount = COUNT(commands),
                                   .pCommandBuffers = commands}};
        VkResult result;
        READING("pSubmits of vkQueueSubmit", submits,
                result = device->QueueSubmit(device->queue, COUNT(submits), submits, job.fence))
        if (commands[0] != job.recorder.commands) written[written_count++] = "pCommandBuffers of vkQueueSubmit";
        if (result == VK_SUCCESS)
            READING("pFences of vkWaitForFences", fences,
                    device->WaitForFences(device->handle, COUNT(fences), fences, VK_TRUE, FOREVER))
        READING("pFences of vkResetFences", fences, device->ResetFences(device->handle, COUNT(fences), fences))
    }
    job_end(&job);
}

static VkBool32 hear_nothing(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                             const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    (void)severity, (void)types, (void)data, (void)user;
    return VK_FALSE;
}

// The structures of the application are one chain. Nobody else may add one.
static void read_only_of_instances(void) {
    static const char *const extensions[] = {"VK_EXT_debug_utils"};
    VkDebugUtilsMessengerCreateInfoEXT chain = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                                                .pfnUserCallback = hear_nothing};
    struct wish wish = {.extensions = extensions, .extension_count = 1, .chain = &chain};
    struct instance instance;
    VkResult result;
    if (!instance_offers(extensions[0])) return;
    memset(&instance, 0, sizeof instance);
    READING("a structure on pNext of pCreateInfo of vkCreateInstance", chain,
            result = instance_create(&instance.handle, &wish))
    if (result == VK_SUCCESS && instance_look_up(&instance) == NULL) instance_end(&instance);
}

void read_only(struct device *device) {
    use_ignored_members(device);
    read_only_of_instances();
    read_only_of_objects(device);
    read_only_of_images(device);
    read_only_of_commands(device);
    read_only_of_queues(device);
    list_begin("written_over");
    for (uint32_t i = 0; i < written_count; i++) list_text(written[i]);
    list_end();
}
