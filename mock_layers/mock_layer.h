// What the units of the mock layer have of each other. They are compiled once; the exports (exports.c) are compiled for
// each library, with the definitions EXPORT_... that say what that library exports.
#ifndef REFLOADER_MOCK_LAYER_H
#define REFLOADER_MOCK_LAYER_H

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "../refloader/native/generated/command_list.h"
#include "mock_common.h"

// Some of a library hold the layer twice, under the names that MOCK gives it (see mock_common.h).
#define add_own_features MOCK_NAME(add_own_features)
#define add_unknown MOCK_NAME(add_unknown)
#define answers_physical MOCK_NAME(answers_physical)
#define ask_all_next MOCK_NAME(ask_all_next)
#define before_on_chain MOCK_NAME(before_on_chain)
#define change_device_info MOCK_NAME(change_device_info)
#define change_instance_info MOCK_NAME(change_instance_info)
#define check_extensions MOCK_NAME(check_extensions)
#define check_results MOCK_NAME(check_results)
#define commands MOCK_NAME(commands)
#define destroy_device MOCK_NAME(destroy_device)
#define destroy_own_device MOCK_NAME(destroy_own_device)
#define drop_all_wrapped MOCK_NAME(drop_all_wrapped)
#define drop_kept MOCK_NAME(drop_kept)
#define drop_wrapped MOCK_NAME(drop_wrapped)
#define entered MOCK_NAME(entered)
#define extension_row MOCK_NAME(extension_row)
#define extension_rows MOCK_NAME(extension_rows)
#define failing MOCK_NAME(failing)
#define find_command MOCK_NAME(find_command)
#define find_unknown MOCK_NAME(find_unknown)
#define flag_result MOCK_NAME(flag_result)
#define flag_version MOCK_NAME(flag_version)
#define forget MOCK_NAME(forget)
#define forget_handed_out MOCK_NAME(forget_handed_out)
#define free_device_info MOCK_NAME(free_device_info)
#define free_links MOCK_NAME(free_links)
#define free_names MOCK_NAME(free_names)
#define free_unknown MOCK_NAME(free_unknown)
#define give MOCK_NAME(give)
#define give_answer MOCK_NAME(give_answer)
#define hand_out MOCK_NAME(hand_out)
#define has_next MOCK_NAME(has_next)
#define hides MOCK_NAME(hides)
#define intercept_all MOCK_NAME(intercept_all)
#define intercept_violated MOCK_NAME(intercept_violated)
#define is_handed_out MOCK_NAME(is_handed_out)
#define keep_with_device MOCK_NAME(keep_with_device)
#define kinds_of MOCK_NAME(kinds_of)
#define is_beyond MOCK_NAME(is_beyond)
#define has_own_extension MOCK_NAME(has_own_extension)
#define has_own_features MOCK_NAME(has_own_features)
#define known MOCK_NAME(known)
#define last_device MOCK_NAME(last_device)
#define is_secondary MOCK_NAME(is_secondary)
#define last_instance MOCK_NAME(last_instance)
#define last_pipeline MOCK_NAME(last_pipeline)
#define layer_SetPrivateData MOCK_NAME(layer_SetPrivateData)
#define layer_GetPrivateData MOCK_NAME(layer_GetPrivateData)
#define layer_SetPrivateDataEXT MOCK_NAME(layer_SetPrivateDataEXT)
#define layer_GetPrivateDataEXT MOCK_NAME(layer_GetPrivateDataEXT)
#define layer_AllocateMemory MOCK_NAME(layer_AllocateMemory)
#define fill_own_buffer MOCK_NAME(fill_own_buffer)
#define note_family MOCK_NAME(note_family)
#define take_for_read MOCK_NAME(take_for_read)
#define use_own_image MOCK_NAME(use_own_image)
#define layer_FreeMemory MOCK_NAME(layer_FreeMemory)
#define layer_CmdBindDescriptorSets MOCK_NAME(layer_CmdBindDescriptorSets)
#define layer_CmdPushConstants MOCK_NAME(layer_CmdPushConstants)
#define layer_CmdBindIndexBuffer MOCK_NAME(layer_CmdBindIndexBuffer)
#define forget_indices MOCK_NAME(forget_indices)
#define layer_CmdDispatch MOCK_NAME(layer_CmdDispatch)
#define layer_CreatePrivateDataSlot MOCK_NAME(layer_CreatePrivateDataSlot)
#define layer_DestroyPrivateDataSlot MOCK_NAME(layer_DestroyPrivateDataSlot)
#define layer_GetPhysicalDeviceMemoryProperties2 MOCK_NAME(layer_GetPhysicalDeviceMemoryProperties2)
#define send_kept MOCK_NAME(send_kept)
#define keep_submission MOCK_NAME(keep_submission)
#define keep_messenger MOCK_NAME(keep_messenger)
#define tell_messenger MOCK_NAME(tell_messenger)
#define layer_MapMemory MOCK_NAME(layer_MapMemory)
#define layer_CreateDescriptorSetLayout MOCK_NAME(layer_CreateDescriptorSetLayout)
#define layer_AllocateCommandBuffers MOCK_NAME(layer_AllocateCommandBuffers)
#define layer_BeginCommandBuffer MOCK_NAME(layer_BeginCommandBuffer)
#define layer_CmdBeginRendering MOCK_NAME(layer_CmdBeginRendering)
#define layer_CmdEndRendering MOCK_NAME(layer_CmdEndRendering)
#define layer_CmdDrawIndexed MOCK_NAME(layer_CmdDrawIndexed)
#define layer_CmdEndRenderPass MOCK_NAME(layer_CmdEndRenderPass)
#define layer_CmdNextSubpass2 MOCK_NAME(layer_CmdNextSubpass2)
#define layer_UpdateDescriptorSets MOCK_NAME(layer_UpdateDescriptorSets)
#define layer_WaitSemaphoresKHR MOCK_NAME(layer_WaitSemaphoresKHR)
#define layer_CmdEndQueryIndexedEXT MOCK_NAME(layer_CmdEndQueryIndexedEXT)
#define layer_CmdWriteTimestamp2 MOCK_NAME(layer_CmdWriteTimestamp2)
#define layer_AcquireNextImageKHR MOCK_NAME(layer_AcquireNextImageKHR)
#define layer_SetHdrMetadataEXT MOCK_NAME(layer_SetHdrMetadataEXT)
#define layer_GetPhysicalDeviceFormatProperties MOCK_NAME(layer_GetPhysicalDeviceFormatProperties)
#define layer_GetPhysicalDeviceSurfaceSupportKHR MOCK_NAME(layer_GetPhysicalDeviceSurfaceSupportKHR)
#define layer_GetPhysicalDeviceSurfaceCapabilitiesKHR MOCK_NAME(layer_GetPhysicalDeviceSurfaceCapabilitiesKHR)
#define layer_GetPhysicalDeviceSurfacePresentModesKHR MOCK_NAME(layer_GetPhysicalDeviceSurfacePresentModesKHR)
#define layer_GetPhysicalDeviceToolProperties MOCK_NAME(layer_GetPhysicalDeviceToolProperties)
#define layer_GetPhysicalDeviceToolPropertiesEXT MOCK_NAME(layer_GetPhysicalDeviceToolPropertiesEXT)
#define layer_CreateSampler MOCK_NAME(layer_CreateSampler)
#define layer_CreateShaderModule MOCK_NAME(layer_CreateShaderModule)
#define with_one_level MOCK_NAME(with_one_level)
#define layer_DestroySampler MOCK_NAME(layer_DestroySampler)
#define layer_CmdPipelineBarrier MOCK_NAME(layer_CmdPipelineBarrier)
#define layer_CmdSetStencilOp MOCK_NAME(layer_CmdSetStencilOp)
#define layer_CmdSetDepthBias MOCK_NAME(layer_CmdSetDepthBias)
#define layer_CmdSetDepthTestEnable MOCK_NAME(layer_CmdSetDepthTestEnable)
#define layer_CmdDraw MOCK_NAME(layer_CmdDraw)
#define layer_FreeDescriptorSets MOCK_NAME(layer_FreeDescriptorSets)
#define layer_CmdBindPipeline MOCK_NAME(layer_CmdBindPipeline)
#define layer_CmdCopyBuffer MOCK_NAME(layer_CmdCopyBuffer)
#define layer_CmdExecuteCommands MOCK_NAME(layer_CmdExecuteCommands)
#define layer_CmdResetEvent2 MOCK_NAME(layer_CmdResetEvent2)
#define layer_CreateComputePipelines MOCK_NAME(layer_CreateComputePipelines)
#define layer_CreateDevice MOCK_NAME(layer_CreateDevice)
#define layer_CreateFence MOCK_NAME(layer_CreateFence)
#define layer_CreateInstance MOCK_NAME(layer_CreateInstance)
#define layer_CreateCommandPool MOCK_NAME(layer_CreateCommandPool)
#define layer_CreateSwapchainKHR MOCK_NAME(layer_CreateSwapchainKHR)
#define layer_GetSwapchainImagesKHR MOCK_NAME(layer_GetSwapchainImagesKHR)
#define layer_DebugMarkerSetObjectNameEXT MOCK_NAME(layer_DebugMarkerSetObjectNameEXT)
#define layer_DebugMarkerSetObjectTagEXT MOCK_NAME(layer_DebugMarkerSetObjectTagEXT)
#define layer_DestroyDevice MOCK_NAME(layer_DestroyDevice)
#define layer_DestroyFence MOCK_NAME(layer_DestroyFence)
#define layer_DestroyInstance MOCK_NAME(layer_DestroyInstance)
#define layer_DeviceWaitIdle MOCK_NAME(layer_DeviceWaitIdle)
#define layer_EnumerateDeviceExtensionProperties MOCK_NAME(layer_EnumerateDeviceExtensionProperties)
#define layer_EnumerateInstanceExtensionProperties MOCK_NAME(layer_EnumerateInstanceExtensionProperties)
#define layer_EnumerateInstanceLayerProperties MOCK_NAME(layer_EnumerateInstanceLayerProperties)
#define layer_EnumeratePhysicalDeviceGroups MOCK_NAME(layer_EnumeratePhysicalDeviceGroups)
#define layer_EnumeratePhysicalDeviceGroupsKHR MOCK_NAME(layer_EnumeratePhysicalDeviceGroupsKHR)
#define layer_EnumeratePhysicalDevices MOCK_NAME(layer_EnumeratePhysicalDevices)
#define layer_FreeCommandBuffers MOCK_NAME(layer_FreeCommandBuffers)
#define layer_GetDeviceProcAddr MOCK_NAME(layer_GetDeviceProcAddr)
#define layer_GetDeviceQueue MOCK_NAME(layer_GetDeviceQueue)
#define layer_GetDeviceQueue2 MOCK_NAME(layer_GetDeviceQueue2)
#define layer_GetFenceStatus MOCK_NAME(layer_GetFenceStatus)
#define layer_GetInstanceProcAddr MOCK_NAME(layer_GetInstanceProcAddr)
#define layer_GetPhysicalDeviceQueueFamilyProperties MOCK_NAME(layer_GetPhysicalDeviceQueueFamilyProperties)
#define layer_GetPhysicalDeviceQueueFamilyProperties2 MOCK_NAME(layer_GetPhysicalDeviceQueueFamilyProperties2)
#define layer_GetPhysicalDeviceFeatures2 MOCK_NAME(layer_GetPhysicalDeviceFeatures2)
#define layer_GetPhysicalDeviceFeatures2KHR MOCK_NAME(layer_GetPhysicalDeviceFeatures2KHR)
#define layer_GetPhysicalDeviceProcAddr MOCK_NAME(layer_GetPhysicalDeviceProcAddr)
#define layer_GetPhysicalDeviceProperties MOCK_NAME(layer_GetPhysicalDeviceProperties)
#define layer_CreateImageView MOCK_NAME(layer_CreateImageView)
#define layer_CreateSamplerYcbcrConversion MOCK_NAME(layer_CreateSamplerYcbcrConversion)
#define layer_CreateSamplerYcbcrConversionKHR MOCK_NAME(layer_CreateSamplerYcbcrConversionKHR)
#define layer_DestroySamplerYcbcrConversion MOCK_NAME(layer_DestroySamplerYcbcrConversion)
#define layer_DestroySamplerYcbcrConversionKHR MOCK_NAME(layer_DestroySamplerYcbcrConversionKHR)
#define layer_GetPipelineCacheData MOCK_NAME(layer_GetPipelineCacheData)
#define layer_CreateDebugUtilsMessengerEXT MOCK_NAME(layer_CreateDebugUtilsMessengerEXT)
#define layer_SubmitDebugUtilsMessageEXT MOCK_NAME(layer_SubmitDebugUtilsMessageEXT)
#define without_messenger MOCK_NAME(without_messenger)
#define change_cache_data MOCK_NAME(change_cache_data)
#define layer_MergePipelineCaches MOCK_NAME(layer_MergePipelineCaches)
#define layer_CreateValidationCacheEXT MOCK_NAME(layer_CreateValidationCacheEXT)
#define layer_DestroyValidationCacheEXT MOCK_NAME(layer_DestroyValidationCacheEXT)
#define layer_MergeValidationCachesEXT MOCK_NAME(layer_MergeValidationCachesEXT)
#define layer_GetValidationCacheDataEXT MOCK_NAME(layer_GetValidationCacheDataEXT)
#define turn_stages MOCK_NAME(turn_stages)
#define layer_QueueBindSparse MOCK_NAME(layer_QueueBindSparse)
#define change_groups MOCK_NAME(change_groups)
#define layer_GetPhysicalDeviceImageFormatProperties MOCK_NAME(layer_GetPhysicalDeviceImageFormatProperties)
#define unwrap_conversion MOCK_NAME(unwrap_conversion)
#define layer_GetFenceFdKHR MOCK_NAME(layer_GetFenceFdKHR)
#define layer_GetQueryPoolResults MOCK_NAME(layer_GetQueryPoolResults)
#define layer_QueuePresentKHR MOCK_NAME(layer_QueuePresentKHR)
#define layer_QueueSubmit MOCK_NAME(layer_QueueSubmit)
#define layer_QueueSubmit2 MOCK_NAME(layer_QueueSubmit2)
#define layer_QueueSubmit2KHR MOCK_NAME(layer_QueueSubmit2KHR)
#define layer_ResetFences MOCK_NAME(layer_ResetFences)
#define layer_SetDebugUtilsObjectNameEXT MOCK_NAME(layer_SetDebugUtilsObjectNameEXT)
#define layer_SetDebugUtilsObjectTagEXT MOCK_NAME(layer_SetDebugUtilsObjectTagEXT)
#define layer_WaitForFences MOCK_NAME(layer_WaitForFences)
#define links_lock MOCK_NAME(links_lock)
#define listed MOCK_NAME(listed)
#define look_for_queues MOCK_NAME(look_for_queues)
#define make_own_device MOCK_NAME(make_own_device)
#define make_own_device_of_instance MOCK_NAME(make_own_device_of_instance)
#define make_second_device MOCK_NAME(make_second_device)
#define make_slots MOCK_NAME(make_slots)
#define manners MOCK_NAME(manners)
#define meets_queues MOCK_NAME(meets_queues)
#define more_extensions MOCK_NAME(more_extensions)
#define more_layers MOCK_NAME(more_layers)
#define name_suffix MOCK_NAME(name_suffix)
#define negotiated MOCK_NAME(negotiated)
#define next_of MOCK_NAME(next_of)
#define note MOCK_NAME(note)
#define note_device_link MOCK_NAME(note_device_link)
#define own_layer_row MOCK_NAME(own_layer_row)
#define pass_lock MOCK_NAME(pass_lock)
#define read_manner MOCK_NAME(read_manner)
#define read_manners MOCK_NAME(read_manners)
#define read_nodes MOCK_NAME(read_nodes)
#define read_own_commands MOCK_NAME(read_own_commands)
#define recall MOCK_NAME(recall)
#define remember MOCK_NAME(remember)
#define set_data_of_fence MOCK_NAME(set_data_of_fence)
#define set_next MOCK_NAME(set_next)
#define slot_level MOCK_NAME(slot_level)
#define stub_of MOCK_NAME(stub_of)
#define stubs_wanted MOCK_NAME(stubs_wanted)
#define take MOCK_NAME(take)
#define take_out MOCK_NAME(take_out)
#define told MOCK_NAME(told)
#define unknown MOCK_NAME(unknown)
#define unwrap MOCK_NAME(unwrap)
#define unwrapped_copy MOCK_NAME(unwrapped_copy)
#define uses_allocators MOCK_NAME(uses_allocators)
#define violated MOCK_NAME(violated)
#define violated_in MOCK_NAME(violated_in)
#define violations MOCK_NAME(violations)
#define word_at MOCK_NAME(word_at)
#define words_in MOCK_NAME(words_in)
#define wrap MOCK_NAME(wrap)
#define wrap_all MOCK_NAME(wrap_all)
#define wrapped_kinds MOCK_NAME(wrapped_kinds)

#pragma GCC visibility push(hidden)

#define GET_PHYSICAL_DEVICE "vk_layerGetPhysicalDeviceProcAddr"

// ---- exports.c

// What tells the layers of one library apart in the trace.
extern const char name_suffix[];

// Whether the loader has negotiated, or has nothing to negotiate with.
extern int negotiated;

// ---- flags.c

int failing(const char *name, const char *command, VkResult *result);
void check_results(const char *name);
VkResult flag_result(const char *name);
uint32_t flag_version(const char *name);
uint32_t words_in(const char *list);
const char *word_at(const char *list, uint32_t index);
void extension_row(const char *list, uint32_t index, VkExtensionProperties *row);
void check_extensions(const char *name);
int listed(const char *flag_name, const char *name);

// ---- violations.c

void intercept_violated(void);
int violated_in(const char *command);
extern const char violations[];  // what the flag "violate" may be
extern const char *violated;

static inline int violates(const char *name) { return *violated != '\0' && strcmp(violated, name) == 0; }

// ---- links.c

enum level { INSTANCE_LEVEL, DEVICE_LEVEL };

// Of a handle; also the bits of what the flag wrap lists.
enum kind {
    KIND_NONE = 0,
    KIND_VkInstance = 1,
    KIND_VkPhysicalDevice = 2,
    KIND_VkDevice = 4,
    KIND_VkQueue = 8,
    KIND_VkCommandBuffer = 16
};
#define INSTANCE_KINDS (KIND_VkInstance | KIND_VkPhysicalDevice)
#define ANY_KIND (~0U)

// What stands in the place of a wrapped object. The loader owns the first word, as of any such object.
struct wrapped {
    void *dispatch;
    uintptr_t magic;
    enum kind kind;
    void *lower;
    struct wrapped *next;
};

struct own_device {
    VkDevice device;
    PFN_vkGetDeviceProcAddr next;
    PFN_vkDestroyDevice destroy;
};

// The next entity's commands, asked for once when an instance or a device has been made.
#define NEXT_OF_INSTANCE(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(EnumerateDeviceExtensionProperties)
#define NEXT_OF_DEVICE(X) X(DestroyDevice)

#define MEMBER(command) PFN_vk##command command;
struct link {
    _Atomic(void *) key;
    _Atomic(PFN_vkVoidFunction) *next;  // by slot, see stubs.h
    struct wrapped *wrapped;
    // All above this line is kept by this file alone.
    void *handle;  // as the next entity knows it
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr;
    PFN_GetPhysicalDeviceProcAddr GetPhysicalDeviceProcAddr;
    PFN_vkSetInstanceLoaderData SetInstanceLoaderData;
    PFN_vkSetDeviceLoaderData SetDeviceLoaderData;
    PFN_vkLayerCreateDevice LayerCreateDevice;
    PFN_vkLayerDestroyDevice LayerDestroyDevice;
    const struct link *instance;  // of a device
    VkAllocationCallbacks allocator;
    const VkAllocationCallbacks *given;  // to the call that made a device; the application's own
    const char *application;             // the name that made an instance; the application's own
    void *block;
    uint32_t family;        // of a device: the first that queues are made of
    int has_own_extension;  // of a device: a bit for each of the flag device_extensions that is enabled
    struct own_device own_device;
    NEXT_OF_INSTANCE(MEMBER)
    NEXT_OF_DEVICE(MEMBER)
};

static inline void *key_of(const void *handle) { return *(void *const *)handle; }

void *take(const VkAllocationCallbacks *allocator, size_t size, VkSystemAllocationScope scope);
void give(const VkAllocationCallbacks *allocator, void *memory);
struct link *recall(enum level level, const void *handle);
struct link *known(enum level level, const void *handle, const char *command);
int has_own_extension(const VkDeviceCreateInfo *info);
int is_beyond(const struct link *link, uint32_t count);  // among devices
void forget(struct link *link);
struct link *remember(enum level level, void *handle, const VkAllocationCallbacks *allocator);
int make_slots(struct link *link, size_t slots, VkSystemAllocationScope scope);
void free_links(void);
void *unwrap(void *handle);
void *wrap(struct link *link, enum kind kind, void *lower);
void drop_wrapped(struct link *link, const void *object);
void drop_all_wrapped(struct link *link);
extern pthread_mutex_t links_lock;
extern unsigned wrapped_kinds;
extern int uses_allocators;

// ---- stubs.c

// A slot is the place of a command in the registry, or beyond it.
#define ONE_MORE(command, first) +1
enum { COMMANDS = 0 VK_COMMAND_LIST(ONE_MORE) };
#define SLOTS (COMMANDS + MOST_UNKNOWN)

struct command {
    const char *name;
    enum kind first;
};

extern const struct command commands[COMMANDS];

#define MOST_UNKNOWN 128U

struct manner {
    int noted;    // its calls are written down
    int fails;    // it returns the result and is not passed on
    VkResult result;
};

// Names that the registry does not hold: this layer's own commands, and those of others on wrapped objects.
struct unknown {
    const char *name;
    enum level level;
    uint32_t answer;  // of an own command; 0 for others
};

enum level slot_level(uint32_t slot);
PFN_vkVoidFunction stub_of(uint32_t slot);
uint32_t find_command(const char *name);
uint32_t find_unknown(const char *name, enum level level);
uint32_t add_unknown(const char *name, enum level level, uint32_t answer);
void free_unknown(void);
uintptr_t give_answer(uintptr_t answer);
void look_for_queues(void);
void note(uint32_t slot, const void *handle);
void set_next(const struct link *link, uint32_t slot, PFN_vkVoidFunction next);
void ask_all_next(const struct link *link, enum level level);
int has_next(const struct link *link, uint32_t slot);
PFN_vkVoidFunction next_of(const struct link *link, uint32_t slot);
extern struct manner manners[SLOTS];
extern struct unknown unknown[MOST_UNKNOWN];
extern int stubs_wanted, meets_queues;

// ---- answers.c

VkResult extension_rows(const char *list, uint32_t *count, VkExtensionProperties *out);
VkResult own_layer_row(uint32_t *count, VkLayerProperties *out, uint32_t available);
int has_own_features(void);
void add_own_features(void *chain);

typedef VkResult below_extensions(const void *context, uint32_t *count, VkExtensionProperties *out);
typedef VkResult below_layers(const void *context, uint32_t *count, VkLayerProperties *out);
VkResult more_extensions(const char *list, below_extensions *below, const void *context, uint32_t *count,
                         VkExtensionProperties *out);
VkResult more_layers(const char *list, below_layers *below, const void *context, uint32_t *count,
                     VkLayerProperties *out);

// ---- wrapping.c

#define NEXT(link, command) ((PFN_##command)next_of(link, find_command(#command)))

struct link *entered(const char *command, const void *handle);
VkResult wrap_all(struct link *link, enum kind kind, uint32_t count, void **handles);
void **unwrapped_copy(const VkAllocationCallbacks *allocator, uint32_t count, const void *handles);

// Aliases, which have no types of their own.
#define PFN_vkEnumeratePhysicalDeviceGroupsKHR PFN_vkEnumeratePhysicalDeviceGroups
#define PFN_vkQueueSubmit2KHR PFN_vkQueueSubmit2

int is_secondary(const void *buffer);  // of the last that were allocated
void forget_indices(VkCommandBuffer commands);  // that a mutant takes for bound
// Handles that one command has given, of an instance or a device: a layer that knows no others.
void hand_out(const struct link *of, const void *handle);
void forget_handed_out(const struct link *of);
int is_handed_out(const struct link *of, const void *handle);
extern struct link *last_device;  // that was made

// ---- wrong_memory.c

void fill_own_buffer(const struct link *link);

// ---- wrong_images.c

void take_for_read(const struct link *link, VkCommandBuffer commands, VkImage image);
void use_own_image(const struct link *link, VkCommandBuffer commands);

// ---- wrong_presenting.c

void note_family(uint32_t family);

// ---- create_infos.c

struct base {
    VkStructureType sType;
    const void *pNext;
};

// Whatever of the loader's nodes there was in a chain; NULL and 0 for the others.
struct nodes {
    VkLayerInstanceCreateInfo *instance_link;
    VkLayerDeviceCreateInfo *device_link;
    PFN_vkSetInstanceLoaderData set_instance;
    PFN_vkSetDeviceLoaderData set_device;
    PFN_vkLayerCreateDevice create_device;
    PFN_vkLayerDestroyDevice destroy_device;
    VkLoaderFeatureFlags features;
    uint32_t link_infos;
    uint32_t links;
    uint32_t messengers;
    char functions[64];   // the function member of each node, in order
    char validation[64];  // the features that VkValidationFeaturesEXT enables, in order
    char disabled[64];    // what it and VkValidationFlagsEXT disable, in order
    char settings[64];    // the settings of VkLayerSettingsCreateInfoEXT, each with its type and number of values
};

struct nodes read_nodes(const void *chain, VkStructureType wanted);

struct names {
    const char **list;
    uint32_t count;
    char *added;
};

void free_names(const VkAllocationCallbacks *allocator, struct names *names);

// What goes down instead of the application's own info. Valid while the struct itself is.
struct instance_info {
    VkInstanceCreateInfo info;
    VkApplicationInfo application;
    struct names extensions;
};

int change_instance_info(struct instance_info *made, const VkInstanceCreateInfo *info,
                         const VkAllocationCallbacks *allocator);

// The layer's own extensions mean nothing further down. With wrapped physical devices a device group names
// some: its list is exchanged while the call runs, as no one can copy a chain of unknown structures.
struct device_info {
    VkDeviceCreateInfo info;
    struct names extensions;
    VkDeviceGroupDeviceCreateInfo *group;
    const VkPhysicalDevice *group_before;
    void **group_devices;
    VkDeviceQueueCreateInfo queues[4];
};

int change_device_info(struct device_info *made, const VkDeviceCreateInfo *info,
                       const VkAllocationCallbacks *allocator);
void free_device_info(struct device_info *made, const VkAllocationCallbacks *allocator);

// ---- own_devices.c

void make_own_device(const struct link *instance, VkPhysicalDevice physical, struct own_device *own,
                     PFN_vkGetInstanceProcAddr of_this_layer);
void make_own_device_of_instance(struct link *instance, PFN_vkGetInstanceProcAddr of_this_layer);
void make_second_device(const struct link *instance, VkPhysicalDevice physical, VkLayerDeviceLink *below,
                        const struct nodes *nodes, struct own_device *own);
void destroy_own_device(const struct link *instance, const struct own_device *own);

// ---- manners.c

// Commands that are always looked at: a result may be forced on them on the way up, too.
#define CAN_FAIL "vkCreateInstance,vkEnumeratePhysicalDevices,vkCreateDevice"
#define BEFORE_INSTANCE \
    "vkEnumerateInstanceVersion,vkEnumerateInstanceExtensionProperties,vkEnumerateInstanceLayerProperties"

unsigned kinds_of(const char *list);
void read_manner(const char *name, const char *command, int fails);
void read_manners(const char *name, int fails);
void intercept_all(void);
void read_own_commands(const char *name, enum level level);
extern int answers_physical;

// ---- wrong_calls.c

extern uint64_t last_pipeline;  // bound for compute, in any command buffer

// Types that loader_interface.h lacks: it has what loaders name.
typedef void (*PFN_vkDestroyFence)(VkDevice, VkFence, const VkAllocationCallbacks *);
typedef void (*PFN_vkDestroySampler)(VkDevice, uint64_t, const VkAllocationCallbacks *);
typedef VkResult (*PFN_vkCreateFence)(VkDevice, const void *, const VkAllocationCallbacks *, VkFence *);
typedef VkResult (*PFN_vkGetFenceStatus)(VkDevice, VkFence);
typedef VkResult (*PFN_vkGetFenceFdKHR)(VkDevice, const void *, int *);
typedef VkResult (*PFN_vkGetQueryPoolResults)(VkDevice, uint64_t, uint32_t, uint32_t, size_t, void *, uint64_t, uint32_t);
typedef VkResult (*PFN_vkResetFences)(VkDevice, uint32_t, const VkFence *);
typedef VkResult (*PFN_vkWaitForFences)(VkDevice, uint32_t, const VkFence *, uint32_t, uint64_t);
typedef VkResult (*PFN_vkCreateComputePipelines)(VkDevice, uint64_t, uint32_t, const void *,
                                                 const VkAllocationCallbacks *, uint64_t *);
typedef VkResult (*PFN_vkSetPrivateData)(VkDevice, int, uint64_t, uint64_t, uint64_t);
typedef void (*PFN_vkGetPrivateData)(VkDevice, int, uint64_t, uint64_t, uint64_t *);
typedef PFN_vkSetPrivateData PFN_vkSetPrivateDataEXT;
typedef PFN_vkGetPrivateData PFN_vkGetPrivateDataEXT;
typedef void (*PFN_vkFreeMemory)(VkDevice, uint64_t, const VkAllocationCallbacks *);
typedef VkResult (*PFN_vkAllocateMemory)(VkDevice, const void *, const VkAllocationCallbacks *, uint64_t *);
typedef VkResult (*PFN_vkMapMemory)(VkDevice, uint64_t, uint64_t, uint64_t, uint32_t, void **);
typedef VkResult (*PFN_vkCreateDescriptorSetLayout)(VkDevice, const void *, const VkAllocationCallbacks *, uint64_t *);
typedef void (*PFN_vkCmdBeginRendering)(VkCommandBuffer, const void *);
typedef void (*PFN_vkCmdEndRendering)(VkCommandBuffer);
typedef void (*PFN_vkCmdEndRenderPass)(VkCommandBuffer);
typedef void (*PFN_vkCmdNextSubpass2)(VkCommandBuffer, const void *, const void *);
typedef void (*PFN_vkCmdDrawIndexed)(VkCommandBuffer, uint32_t, uint32_t, uint32_t, int32_t, uint32_t);
typedef VkResult (*PFN_vkWaitSemaphores)(VkDevice, const void *, uint64_t);
typedef PFN_vkWaitSemaphores PFN_vkWaitSemaphoresKHR;
typedef void (*PFN_vkCmdEndQueryIndexedEXT)(VkCommandBuffer, uint64_t, uint32_t, uint32_t);
typedef void (*PFN_vkCmdEndQuery)(VkCommandBuffer, uint64_t, uint32_t);
typedef void (*PFN_vkCmdWriteTimestamp2)(VkCommandBuffer, uint64_t, uint64_t, uint32_t);
typedef void (*PFN_vkSetHdrMetadataEXT)(VkDevice, uint32_t, const VkSwapchainKHR *, const void *);
typedef void (*PFN_vkCmdPipelineBarrier)(VkCommandBuffer, uint32_t, uint32_t, uint32_t, uint32_t, const void *, uint32_t,
                                         const void *, uint32_t, const void *);
typedef void (*PFN_vkCmdBindPipeline)(VkCommandBuffer, int, uint64_t);
typedef void (*PFN_vkCmdBindIndexBuffer)(VkCommandBuffer, uint64_t, uint64_t, int);
typedef void (*PFN_vkCmdCopyBuffer)(VkCommandBuffer, uint64_t, uint64_t, uint32_t, const void *);
typedef void (*PFN_vkCmdResetEvent2)(VkCommandBuffer, uint64_t, uint64_t);
typedef void (*PFN_vkCmdSetStencilOp)(VkCommandBuffer, uint32_t, int, int, int, int);
typedef void (*PFN_vkCmdSetDepthTestEnable)(VkCommandBuffer, VkBool32);
typedef void (*PFN_vkCmdSetDepthBias)(VkCommandBuffer, float, float, float);
typedef void (*PFN_vkCmdDraw)(VkCommandBuffer, uint32_t, uint32_t, uint32_t, uint32_t);
typedef VkResult (*PFN_vkFreeDescriptorSets)(VkDevice, uint64_t, uint32_t, const uint64_t *);

typedef PFN_vkGetPhysicalDeviceToolProperties PFN_vkGetPhysicalDeviceToolPropertiesEXT;
typedef PFN_vkGetPhysicalDeviceFeatures2 PFN_vkGetPhysicalDeviceFeatures2KHR;
typedef VkResult (*PFN_vkGetPipelineCacheData)(VkDevice, uint64_t, size_t *, void *);
typedef VkResult (*PFN_vkMergePipelineCaches)(VkDevice, uint64_t, uint32_t, const uint64_t *);
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateValidationCacheEXT;
typedef void (*PFN_vkDestroyValidationCacheEXT)(VkDevice, uint64_t, const VkAllocationCallbacks *);
typedef PFN_vkMergePipelineCaches PFN_vkMergeValidationCachesEXT;
typedef PFN_vkGetPipelineCacheData PFN_vkGetValidationCacheDataEXT;
typedef VkResult (*PFN_vkQueueBindSparse)(VkQueue, uint32_t, const void *, VkFence);
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateSampler;
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateImageView;
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateShaderModule;
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateSamplerYcbcrConversion;
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreateSamplerYcbcrConversionKHR;
typedef void (*PFN_vkDestroySamplerYcbcrConversion)(VkDevice, uint64_t, const VkAllocationCallbacks *);
typedef PFN_vkDestroySamplerYcbcrConversion PFN_vkDestroySamplerYcbcrConversionKHR;

typedef void (*PFN_vkUpdateDescriptorSets)(VkDevice, uint32_t, const void *, uint32_t, const void *);
typedef void (*PFN_vkCmdBindDescriptorSets)(VkCommandBuffer, int, uint64_t, uint32_t, uint32_t, const uint64_t *,
                                            uint32_t, const uint32_t *);
typedef void (*PFN_vkCmdPushConstants)(VkCommandBuffer, uint64_t, uint32_t, uint32_t, uint32_t, const void *);
typedef void (*PFN_vkCmdDispatch)(VkCommandBuffer, uint32_t, uint32_t, uint32_t);
typedef PFN_vkCreateDescriptorSetLayout PFN_vkCreatePrivateDataSlot;
typedef PFN_vkDestroySamplerYcbcrConversion PFN_vkDestroyPrivateDataSlot;

struct base *before_on_chain(const void *chain, int type);
const void *take_out(struct base *before);
void keep_with_device(int has_descriptor);
void drop_kept(void);

// ---- wrong_fences.c

void pass_lock(void);

// ---- wrong_states.c

void send_kept(void);
int keep_submission(const struct link *link, VkQueue queue, uint32_t count, const void *infos, int has_fence,
                    const char *command);
void keep_messenger(const void *chain);
void set_data_of_fence(const struct link *link, VkDevice device, uint64_t fence);
void tell_messenger(void);

// ---- wrong_effects.c

const void *without_messenger(struct base **before, const void *chain);
void change_cache_data(unsigned char *data, size_t size);
void turn_stages(const char *command, void *submit_info);
void change_groups(uint32_t count, VkPhysicalDeviceGroupProperties *groups);

// ---- wrong_images.c

struct view_info {
    int type;
    const void *next;
    uint32_t flags;
    VkImage image;
    int kind, format, components[4];
    uint32_t aspect, level, level_count, layer, layer_count;
};
const struct view_info *with_one_level(const struct view_info *info, struct view_info *changed);

// ---- conversions.c

uint64_t unwrap_conversion(unsigned type, uint64_t object);

// ---- mock_layer.c

extern const char *hides;  // the flag "hide"

// ---- instances.c

void note_device_link(const VkLayerDeviceLink *link);
VkResult told(VkResult result, const void *made);

extern struct link *_Atomic last_instance;  // that was made

// ---- physical_devices.c

// ---- devices.c

void destroy_device(struct link *link, const VkAllocationCallbacks *allocator);

// ---- lookups.c

// Each command with a function of its own, and the kinds of wrapped objects that make it needed (0: always).
#define OWN_COMMANDS(X) \
    X(GetInstanceProcAddr, 0) X(CreateInstance, 0) X(DestroyInstance, 0) X(EnumeratePhysicalDevices, 0) \
    X(EnumerateInstanceLayerProperties, 0) X(EnumerateInstanceExtensionProperties, 0) \
    X(EnumerateDeviceExtensionProperties, 0) X(CreateDevice, 0) X(GetDeviceProcAddr, 0) X(DestroyDevice, 0) \
    X(EnumeratePhysicalDeviceGroups, KIND_VkPhysicalDevice) \
    X(EnumeratePhysicalDeviceGroupsKHR, KIND_VkPhysicalDevice) \
    X(GetDeviceQueue, KIND_VkQueue) X(GetDeviceQueue2, KIND_VkQueue) \
    X(AllocateCommandBuffers, KIND_VkCommandBuffer) X(FreeCommandBuffers, KIND_VkCommandBuffer) \
    X(CmdExecuteCommands, KIND_VkCommandBuffer) X(QueueSubmit, KIND_VkCommandBuffer) \
    X(QueueSubmit2, KIND_VkCommandBuffer) X(QueueSubmit2KHR, KIND_VkCommandBuffer) \
    X(SetDebugUtilsObjectNameEXT, ANY_KIND) X(SetDebugUtilsObjectTagEXT, ANY_KIND) \
    X(DebugMarkerSetObjectNameEXT, ANY_KIND) X(DebugMarkerSetObjectTagEXT, ANY_KIND) \
    X(SetPrivateData, ANY_KIND) X(GetPrivateData, ANY_KIND) X(SetPrivateDataEXT, ANY_KIND) \
    X(GetPrivateDataEXT, ANY_KIND) \
    X(CreateSamplerYcbcrConversion, KIND_CONVERSION) X(CreateSamplerYcbcrConversionKHR, KIND_CONVERSION) \
    X(DestroySamplerYcbcrConversion, KIND_CONVERSION) X(DestroySamplerYcbcrConversionKHR, KIND_CONVERSION) \
    X(CreateSampler, KIND_CONVERSION | TO_BE_WRONG) X(CreateImageView, KIND_CONVERSION | TO_BE_WRONG) \
    X(DeviceWaitIdle, TO_BE_WRONG) X(CreateFence, TO_BE_WRONG) X(DestroyFence, TO_BE_WRONG) \
    X(GetFenceStatus, TO_BE_WRONG) X(GetPhysicalDeviceProperties, TO_BE_WRONG) \
    X(GetPhysicalDeviceFeatures2, OWN_FEATURES) X(GetPhysicalDeviceFeatures2KHR, OWN_FEATURES) X(ResetFences, TO_BE_WRONG) X(WaitForFences, TO_BE_WRONG) \
    X(CreateComputePipelines, TO_BE_WRONG) X(CmdBindPipeline, TO_BE_WRONG) X(CmdBindIndexBuffer, TO_BE_WRONG) \
    X(BeginCommandBuffer, TO_BE_WRONG) X(CmdBeginRendering, TO_BE_WRONG) X(CmdPipelineBarrier, TO_BE_WRONG) \
    X(CmdCopyBuffer, TO_BE_WRONG) X(CmdResetEvent2, TO_BE_WRONG) X(CreateCommandPool, TO_BE_WRONG) \
    X(CreateSwapchainKHR, TO_BE_WRONG) X(GetSwapchainImagesKHR, TO_BE_WRONG) X(QueuePresentKHR, TO_BE_WRONG) \
    X(GetPhysicalDeviceQueueFamilyProperties, TO_BE_WRONG) X(GetPhysicalDeviceQueueFamilyProperties2, TO_BE_WRONG) X(AllocateMemory, TO_BE_WRONG) X(FreeMemory, TO_BE_WRONG) X(MapMemory, TO_BE_WRONG) \
    X(CreateDescriptorSetLayout, TO_BE_WRONG) X(GetFenceFdKHR, TO_BE_WRONG) X(GetQueryPoolResults, TO_BE_WRONG) \
    X(GetPipelineCacheData, TO_BE_WRONG) X(CmdBindDescriptorSets, TO_BE_WRONG) X(CmdPushConstants, TO_BE_WRONG) \
    X(CmdDispatch, TO_BE_WRONG) X(CreatePrivateDataSlot, TO_BE_WRONG) X(DestroyPrivateDataSlot, TO_BE_WRONG) \
    X(GetPhysicalDeviceMemoryProperties2, TO_BE_WRONG) X(GetPhysicalDeviceFormatProperties, TO_BE_WRONG) \
    X(CmdDrawIndexed, TO_BE_WRONG) X(CmdEndRenderPass, TO_BE_WRONG) X(CmdNextSubpass2, TO_BE_WRONG) \
    X(CmdEndRendering, TO_BE_WRONG) X(WaitSemaphoresKHR, TO_BE_WRONG) X(UpdateDescriptorSets, TO_BE_WRONG) \
    X(CmdSetStencilOp, TO_BE_WRONG) X(CmdSetDepthBias, TO_BE_WRONG) X(CmdSetDepthTestEnable, TO_BE_WRONG) X(CmdDraw, TO_BE_WRONG) X(FreeDescriptorSets, TO_BE_WRONG) \
    X(GetPhysicalDeviceSurfaceCapabilitiesKHR, TO_BE_WRONG) X(GetPhysicalDeviceToolProperties, TO_BE_WRONG) \
    X(GetPhysicalDeviceToolPropertiesEXT, TO_BE_WRONG) X(CreateDebugUtilsMessengerEXT, TO_BE_WRONG) \
    X(SubmitDebugUtilsMessageEXT, TO_BE_WRONG) X(MergePipelineCaches, TO_BE_WRONG) X(QueueBindSparse, TO_BE_WRONG) \
    X(CreateValidationCacheEXT, TO_BE_WRONG) X(DestroyValidationCacheEXT, TO_BE_WRONG) \
    X(MergeValidationCachesEXT, TO_BE_WRONG) X(GetValidationCacheDataEXT, TO_BE_WRONG) \
    X(GetPhysicalDeviceImageFormatProperties, TO_BE_WRONG) X(CmdEndQueryIndexedEXT, TO_BE_WRONG) \
    X(CmdWriteTimestamp2, TO_BE_WRONG) X(SetHdrMetadataEXT, TO_BE_WRONG) X(AcquireNextImageKHR, TO_BE_WRONG) \
    X(GetPhysicalDeviceSurfacePresentModesKHR, TO_BE_WRONG) X(DestroySampler, TO_BE_WRONG) \
    X(CreateShaderModule, TO_BE_WRONG) X(GetPhysicalDeviceSurfaceSupportKHR, TO_BE_WRONG)

#define TO_BE_WRONG (1U << 31)
#define OWN_FEATURES (1U << 29)  // of the extensions in the flag device_extensions
#define KIND_CONVERSION (1U << 30)  // of objects that no command is called with: sampler conversions

PFN_vkVoidFunction layer_GetPhysicalDeviceProcAddr(VkInstance instance, const char *name);

// Each of them has the type that the registry says.
#define DECLARE_COMMAND(command, needed_for) extern __typeof__(*(PFN_vk##command)NULL) layer_##command;
OWN_COMMANDS(DECLARE_COMMAND)

#pragma GCC visibility pop

#endif
