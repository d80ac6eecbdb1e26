// What acts are made with: the loader's global commands, and instances and devices with their commands looked
// up.
#ifndef REFLOADER_APPLICATION_WORLD_H
#define REFLOADER_APPLICATION_WORLD_H

#include "answers.h"
#include "callbacks.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))
#define MOST_LAYERS 16U
#define MOST_GPUS 16U

#define GLOBAL_COMMANDS(X) \
    X(CreateInstance) X(EnumerateInstanceExtensionProperties) X(EnumerateInstanceLayerProperties)

#define INSTANCE_COMMANDS(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties) X(GetPhysicalDeviceFeatures) \
    X(GetPhysicalDeviceQueueFamilyProperties) X(GetPhysicalDeviceMemoryProperties) \
    X(GetPhysicalDeviceFormatProperties) X(GetPhysicalDeviceImageFormatProperties) \
    X(GetPhysicalDeviceSparseImageFormatProperties) X(EnumerateDeviceExtensionProperties) \
    X(EnumerateDeviceLayerProperties) X(CreateDevice) X(GetDeviceProcAddr)

#define DEVICE_COMMANDS(X) \
    X(DestroyDevice) X(GetDeviceQueue) X(DeviceWaitIdle) X(QueueWaitIdle) X(QueueSubmit) \
    X(AllocateMemory) X(FreeMemory) X(MapMemory) X(UnmapMemory) X(FlushMappedMemoryRanges) \
    X(InvalidateMappedMemoryRanges) X(GetDeviceMemoryCommitment) X(BindBufferMemory) X(BindImageMemory) \
    X(GetBufferMemoryRequirements) X(GetImageMemoryRequirements) X(GetImageSparseMemoryRequirements) \
    X(CreateFence) X(DestroyFence) X(ResetFences) X(GetFenceStatus) X(WaitForFences) \
    X(CreateSemaphore) X(DestroySemaphore) X(CreateEvent) X(DestroyEvent) X(GetEventStatus) X(SetEvent) \
    X(ResetEvent) X(CreateQueryPool) X(DestroyQueryPool) X(GetQueryPoolResults) \
    X(CreateBuffer) X(DestroyBuffer) X(CreateBufferView) X(DestroyBufferView) X(CreateImage) X(DestroyImage) \
    X(GetImageSubresourceLayout) X(CreateImageView) X(DestroyImageView) \
    X(CreateShaderModule) X(DestroyShaderModule) X(CreatePipelineCache) X(DestroyPipelineCache) \
    X(GetPipelineCacheData) X(MergePipelineCaches) X(CreateGraphicsPipelines) X(CreateComputePipelines) \
    X(DestroyPipeline) X(CreatePipelineLayout) X(DestroyPipelineLayout) X(CreateSampler) X(DestroySampler) \
    X(CreateDescriptorSetLayout) X(DestroyDescriptorSetLayout) X(CreateDescriptorPool) \
    X(DestroyDescriptorPool) X(ResetDescriptorPool) X(AllocateDescriptorSets) X(FreeDescriptorSets) \
    X(UpdateDescriptorSets) X(CreateFramebuffer) X(DestroyFramebuffer) X(CreateRenderPass) \
    X(DestroyRenderPass) X(GetRenderAreaGranularity) X(CreateCommandPool) X(DestroyCommandPool) \
    X(ResetCommandPool) X(AllocateCommandBuffers) X(FreeCommandBuffers) X(BeginCommandBuffer) \
    X(EndCommandBuffer) X(ResetCommandBuffer) X(CmdBindPipeline) X(CmdSetViewport) X(CmdSetScissor) \
    X(CmdSetLineWidth) X(CmdSetDepthBias) X(CmdSetBlendConstants) X(CmdBindDescriptorSets) \
    X(CmdBindIndexBuffer) X(CmdBindVertexBuffers) X(CmdDraw) X(CmdDrawIndexed) X(CmdDispatch) \
    X(CmdDispatchIndirect) X(CmdCopyBuffer) X(CmdCopyImage) X(CmdBlitImage) X(CmdCopyBufferToImage) \
    X(CmdCopyImageToBuffer) X(CmdUpdateBuffer) X(CmdFillBuffer) X(CmdClearColorImage) \
    X(CmdClearAttachments) X(CmdSetEvent) X(CmdResetEvent) X(CmdWaitEvents) X(CmdPipelineBarrier) \
    X(CmdBeginQuery) X(CmdEndQuery) X(CmdResetQueryPool) X(CmdWriteTimestamp) \
    X(CmdCopyQueryPoolResults) X(CmdPushConstants) X(CmdBeginRenderPass) X(CmdNextSubpass) \
    X(CmdEndRenderPass) X(CmdExecuteCommands)

#define MEMBER(command) PFN_vk##command command;

// What the command line says, and what the loader gives without an instance.
struct program {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkEnumerateInstanceVersion EnumerateInstanceVersion;  // NULL: the loader has only 1.0
    GLOBAL_COMMANDS(MEMBER)
    uint32_t api;        // that is asked for
    int by_older_names;  // commands of later cores are asked for by the names of their extensions, where these are enabled
    uint32_t layer_count;
    const char *layers[MOST_LAYERS];
    const char *extension;  // of every instance, where it is offered; NULL for none
};
extern struct program program;

// What is counted by others is read as far as there is room for it.
static inline uint32_t at_most(uint32_t count, uint32_t room) { return count < room ? count : room; }

struct instance {
    VkInstance handle;
    uint32_t gpu_count;
    VkPhysicalDevice gpus[MOST_GPUS];
    int has_more_gpus;  // than are looked at
    INSTANCE_COMMANDS(MEMBER)
};

struct device {
    VkDevice handle;
    struct instance *instance;
    VkPhysicalDevice gpu;
    uint32_t api;     // what may be used of core: the least that all sides have
    uint32_t family;  // the first that can draw or compute, or else transfer, or the first
    VkQueueFlags can;
    int is_portable;  // of VK_KHR_portability_subset, which is enabled; it may have no events, which are not used
    VkQueue queue;
    VkPhysicalDeviceMemoryProperties memory;
    DEVICE_COMMANDS(MEMBER)
};

// Whether the loader could be opened.
int world_open(const char *loader);

// What an act asks of an instance or a device beyond the dull ones. Names that are not offered are left out
// by the callers, who can ask.
struct wish {
    const char *const *extensions;
    uint32_t extension_count;
    const void *chain;  // for pNext
    const char *application;                   // its name; NULL for the usual one
    const VkPhysicalDeviceFeatures *features;  // of a device
    const VkDeviceQueueCreateInfo *queues;     // of a device; NULL for one queue of its family
};

int instance_offers(const char *extension);
int device_offers(const struct instance *instance, VkPhysicalDevice gpu, const char *extension);
uint32_t loader_api(void);

// 0 where it could not be made or lacks a command; both answer "STEP" and what lacks, and nothing is left over.
int instance_make(const char *step, struct instance *to, const struct wish *wish);
void instance_end(struct instance *instance);
int device_make(const char *step, struct device *to, struct instance *instance, const struct wish *wish);
// The same of what device_choose has chosen, or the caller after it.
int device_start(const char *step, struct device *device, const struct wish *wish);
void device_end(struct device *device);
// A device of an instance of its own, as the steps "device" and "instance"; without them nothing is used.
void device_use(void (*use)(struct device *));

// The same without answers: what comes of vkCreateInstance and vkCreateDevice.
VkResult instance_create(VkInstance *to, const struct wish *wish);
VkResult device_create(VkDevice *to, struct device *about, const struct wish *wish);
// The first of these that could not be found, NULL when all are there.
const char *instance_look_up(struct instance *instance);
const char *device_look_up(struct device *device);
// The queue families that the driver counts, up to the room; never more than it counts, though it may give more.
uint32_t families_of(
    const struct instance *instance, VkPhysicalDevice gpu, VkQueueFamilyProperties *families, uint32_t room);
// Which family and what memory there is; before device_create.
void device_choose(struct device *device, struct instance *instance, VkPhysicalDevice gpu);
// Whether the queue can fill buffers: one that can only transfer does so since version 1.1.
int can_fill(const struct device *device);
int can_draw_or_compute(const struct device *device);
#define CANNOT_FILL "no queue can fill buffers"
// Makes a device of the first GPU and ends it. How many could be made: 1 or 0, and then "device_once" is its result.
uint32_t device_once(struct instance *instance);

PFN_vkVoidFunction device_command(const struct device *device, const char *name);
// A command of an extension or a later core by its name without "vk"; NULL where there is none.
#define INSTANCE_COMMAND(from, command) \
    ((PFN_vk##command)program.GetInstanceProcAddr((from)->handle, "vk" #command))
#define DEVICE_COMMAND(from, command) \
    ((PFN_vk##command)device_command(from, "vk" #command))
// The same to be called at once: of what has to be there. Ends the program with the name where it is not.
PFN_vkVoidFunction needed(PFN_vkVoidFunction found, const char *name);
#define INSTANCE_CALL(from, command) \
    ((PFN_vk##command)needed(program.GetInstanceProcAddr((from)->handle, "vk" #command), "vk" #command))
#define DEVICE_CALL(from, command) \
    ((PFN_vk##command)needed(device_command(from, "vk" #command), "vk" #command))

#endif
