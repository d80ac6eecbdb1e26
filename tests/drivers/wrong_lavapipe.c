// A driver that hands each call to lavapipe, and is wrong, or right and unusual, in the one way that FAULT names: its parameters
// are changed on their way. What they are changed to is what the call would do without the sentence of the specification that it breaks.
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "vk_core.h"

typedef PFN_vkVoidFunction (*lookup)(VkInstance, const char *);
static void *library;
static lookup find;
static VkInstance instance;

static int is(const char *fault) { return strcmp(FAULT, fault) == 0; }

static void open_library(void) {
    if (library != NULL) return;
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    find = (lookup)dlsym(library, "vk_icdGetInstanceProcAddr");
}

#define BELOW(command) ((PFN_vk##command)find(instance, "vk" #command))

// What has a chain, of which extensions are no part of the header: a structure of any of them has one value, or more.
struct extended {
    VkStructureType type;
    const void *next;
    uint32_t values[4];
};

static struct extended *chained(const void *info, uint32_t type) {
    for (struct extended *at = (struct extended *)info; at != NULL; at = (struct extended *)at->next)
        if ((uint32_t)at->type == type) return at;
    return NULL;
}

static void *copy(const void *of, size_t size) {
    void *to = malloc(size);
    return of == NULL || to == NULL ? NULL : memcpy(to, of, size);
}

static VkResult create_graphics_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count, const VkGraphicsPipelineCreateInfo *infos,
                                          const VkAllocationCallbacks *allocator, VkPipeline *to) {
    for (uint32_t i = 0; i < count; i++) {
        VkPipelineMultisampleStateCreateInfo *samples = (void *)infos[i].pMultisampleState;
        VkPipelineRasterizationStateCreateInfo *raster = (void *)infos[i].pRasterizationState;
        VkPipelineViewportStateCreateInfo *viewport = (void *)infos[i].pViewportState;
        if (samples != NULL && is("sample mask")) samples->pSampleMask = NULL;
        if (samples != NULL && is("alpha to coverage")) samples->alphaToCoverageEnable = VK_FALSE;
        if (samples != NULL && is("alpha to one")) samples->alphaToOneEnable = VK_FALSE;
        VkPipelineVertexInputStateCreateInfo *input = (void *)infos[i].pVertexInputState;
        if (input != NULL && input->vertexAttributeDescriptionCount > 0 && is("vertex format")) {
            const size_t size = input->vertexAttributeDescriptionCount * sizeof *input->pVertexAttributeDescriptions;
            VkVertexInputAttributeDescription *attributes = copy(input->pVertexAttributeDescriptions, size);
            for (uint32_t j = 0; j < input->vertexAttributeDescriptionCount; j++)
                if (attributes[j].format == VK_FORMAT_R8G8B8A8_SNORM) attributes[j].format = VK_FORMAT_R8G8B8A8_UNORM;
            input->pVertexAttributeDescriptions = attributes;
        }
        if (is("provoking vertex") && chained(raster->pNext, 1000254001) != NULL) raster->pNext = NULL;
        if (is("depth clip") && chained(raster->pNext, 1000102001) != NULL) raster->pNext = NULL;
        if (viewport != NULL && is("depth range")) viewport->pNext = NULL;
        if (infos[i].pColorBlendState != NULL && is("colour writes")) {
            VkPipelineColorBlendStateCreateInfo *blend = (void *)infos[i].pColorBlendState;
            if (chained(blend->pNext, 1000381001) != NULL) blend->pNext = NULL;
        }
    }
    return BELOW(CreateGraphicsPipelines)(device, cache, count, infos, allocator, to);
}

// What is read where nothing should be: the words of a buffer, or white texels.
static VkBufferView view_of(VkDevice device, VkBuffer buffer) {
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = buffer, .format = VK_FORMAT_R32_UINT, .range = VK_WHOLE_SIZE};
    VkBufferView view = 0;
    BELOW(CreateBufferView)(device, &info, NULL, &view);
    return view;
}

static VkImageView white_view(VkDevice device) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = VK_FORMAT_R8G8B8A8_UNORM,
                                    .extent = {4, 4, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .tiling = VK_IMAGE_TILING_LINEAR,
                                    .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageViewCreateInfo of = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                .format = info.format,
                                .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    VkMemoryRequirements need;
    VkDeviceMemory made;
    VkImageView view = 0;
    void *bytes;
    BELOW(CreateImage)(device, &info, NULL, &of.image);
    BELOW(GetImageMemoryRequirements)(device, of.image, &need);
    memory.allocationSize = need.size;
    BELOW(AllocateMemory)(device, &memory, NULL, &made);
    BELOW(MapMemory)(device, made, 0, VK_WHOLE_SIZE, 0, &bytes);
    memset(bytes, 0xFF, need.size);
    BELOW(BindImageMemory)(device, of.image, made, 0);
    BELOW(CreateImageView)(device, &of, NULL, &view);
    return view;
}

static void update_sets(VkDevice device, uint32_t count, const VkWriteDescriptorSet *writes, uint32_t copies, const VkCopyDescriptorSet *from) {
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorType type = writes[i].descriptorType;
        VkBufferView *texels = (void *)writes[i].pTexelBufferView;
        VkDescriptorImageInfo *image = (void *)writes[i].pImageInfo;
        if (type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER && *texels == 0 && is("null texels"))
            *texels = view_of(device, writes[0].pBufferInfo->buffer);
        if (type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER && image->imageView == 0 && is("null image"))
            image->imageView = white_view(device);
        if (type < VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type > VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC) continue;
        VkDescriptorBufferInfo *info = (void *)writes[i].pBufferInfo;
        if (is("buffer range")) info->range = VK_WHOLE_SIZE;
        const int is_dynamic = type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
        if (is_dynamic ? is("dynamic buffer offset") : is("buffer offset")) info->offset = 0;
        if (is("null descriptor") && info->buffer == 0 && i > 0) *info = writes[0].pBufferInfo[0];
    }
    BELOW(UpdateDescriptorSets)(device, count, writes, copies, from);
}

static void bind_sets(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout, uint32_t first, uint32_t count,
                      const VkDescriptorSet *sets, uint32_t offset_count, const uint32_t *offsets) {
    uint32_t *moved = copy(offsets, offset_count * sizeof *offsets + 1);
    for (uint32_t i = 0; i < offset_count && is("dynamic offset"); i++) moved[i] = 0;
    BELOW(CmdBindDescriptorSets)(commands, point, layout, first, count, sets, offset_count, moved);
}

static VkResult create_buffer_view(VkDevice device, const VkBufferViewCreateInfo *info, const VkAllocationCallbacks *allocator, VkBufferView *to) {
    VkBufferViewCreateInfo own = *info;
    if (is("texel range")) own.range = VK_WHOLE_SIZE;
    if (is("texel offset")) own.offset = 0;
    return BELOW(CreateBufferView)(device, &own, allocator, to);
}

static VkResult create_sampler(VkDevice device, const VkSamplerCreateInfo *info, const VkAllocationCallbacks *allocator, VkSampler *to) {
    VkSamplerCreateInfo own = *info;
    struct extended *reduction = chained(own.pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
    if (reduction != NULL && is("reduction mode")) reduction->values[0] = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    if (reduction != NULL && is("reduction turned round")) reduction->values[0] = 3 - reduction->values[0];
    if (own.borderColor >= 1000287003 && is("border colour")) own.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    return BELOW(CreateSampler)(device, &own, allocator, to);
}

static VkResult create_shader_module(VkDevice device, const VkShaderModuleCreateInfo *info, const VkAllocationCallbacks *allocator, VkShaderModule *to) {
    enum { SAMPLE_ID = 18, PRIMITIVE_ID = 7, DECORATE = 71, BUILT_IN = 11 };
    VkShaderModuleCreateInfo own = *info;
    uint32_t *words = copy(info->pCode, info->codeSize);
    for (size_t at = 5; is("sample shading") && at < info->codeSize / 4 && words[at] >> 16 > 0; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == DECORATE && words[at + 2] == BUILT_IN && words[at + 3] == SAMPLE_ID) words[at + 3] = PRIMITIVE_ID;
    own.pCode = words;
    return BELOW(CreateShaderModule)(device, &own, allocator, to);
}

// Commands of extensions, whose types are no part of the header.
typedef void (*set_colour_writes)(VkCommandBuffer, uint32_t, const VkBool32 *);
typedef void (*bind_captures)(VkCommandBuffer, uint32_t, uint32_t, const VkBuffer *, const VkDeviceSize *, const VkDeviceSize *);
typedef void (*begin_capture)(VkCommandBuffer, uint32_t, uint32_t, const VkBuffer *, const VkDeviceSize *);
typedef void (*begin_condition)(VkCommandBuffer, const void *);
struct condition {
    VkStructureType type;
    const void *next;
    VkBuffer buffer;
    VkDeviceSize offset;
    VkFlags flags;
};

static void set_writes(VkCommandBuffer commands, uint32_t count, const VkBool32 *enables) {
    const VkBool32 all = VK_TRUE;
    ((set_colour_writes)find(instance, "vkCmdSetColorWriteEnableEXT"))(commands, count, is("colour writes set later") ? &all : enables);
}

static void bind_captured(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkBuffer *buffers, const VkDeviceSize *offsets,
                          const VkDeviceSize *sizes) {
    const VkDeviceSize none = 0;
    ((bind_captures)find(instance, "vkCmdBindTransformFeedbackBuffersEXT"))(commands, first, count, buffers, is("capture offset") ? &none : offsets,
                                                                            is("capture size") ? NULL : sizes);
}

static void begin_captured(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkBuffer *counters, const VkDeviceSize *offsets) {
    ((begin_capture)find(instance, "vkCmdBeginTransformFeedbackEXT"))(commands, first, is("capture resumed") ? 0 : count, counters, offsets);
}

static void begin_conditional(VkCommandBuffer commands, const struct condition *info) {
    struct condition own = *info;
    if (is("inverted condition")) own.flags = 0;
    if (is("condition offset")) own.offset = 0;
    ((begin_condition)find(instance, "vkCmdBeginConditionalRenderingEXT"))(commands, &own);
}

// With the fault, a condition ends with its recording.
static int is_conditional;

static void end_conditional(VkCommandBuffer commands) {
    is_conditional = is("condition without end");
    if (!is_conditional) ((void (*)(VkCommandBuffer))find(instance, "vkCmdEndConditionalRenderingEXT"))(commands);
}

static VkResult end_recording(VkCommandBuffer commands) {
    if (is_conditional) ((void (*)(VkCommandBuffer))find(instance, "vkCmdEndConditionalRenderingEXT"))(commands);
    is_conditional = 0;
    return BELOW(EndCommandBuffer)(commands);
}

static VkResult allocate_memory(VkDevice device, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *allocator, VkDeviceMemory *to) {
    enum { IMPORT = 1000178000 };
    VkMemoryAllocateInfo own = *info;
    if (is("host memory") && chained(own.pNext, IMPORT) != NULL) own.pNext = NULL;
    if (is("dedicated imports") && chained(own.pNext, IMPORT) != NULL) abort();  // which has no buffer of its own
    return BELOW(AllocateMemory)(device, &own, allocator, to);
}

static void describe_external(VkPhysicalDevice gpu, const VkPhysicalDeviceExternalBufferInfo *info, VkExternalBufferProperties *to) {
    BELOW(GetPhysicalDeviceExternalBufferProperties)(gpu, info, to);
    if (is("dedicated imports")) to->externalMemoryProperties.externalMemoryFeatures |= VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *to) {
    VkResult result = BELOW(CreateInstance)(info, allocator, to);
    if (result == VK_SUCCESS) instance = *to;
    return result;
}

static PFN_vkVoidFunction own(const char *name) {
    static const struct {
        const char *name;
        void *function;
    } functions[] = {{"vkCreateInstance", create_instance},
                     {"vkCreateGraphicsPipelines", create_graphics_pipelines},
                     {"vkUpdateDescriptorSets", update_sets},
                     {"vkCmdBindDescriptorSets", bind_sets},
                     {"vkCreateBufferView", create_buffer_view},
                     {"vkCreateSampler", create_sampler},
                     {"vkAllocateMemory", allocate_memory},
                     {"vkGetPhysicalDeviceExternalBufferProperties", describe_external},
                     {"vkCreateShaderModule", create_shader_module},
                     {"vkCmdSetColorWriteEnableEXT", set_writes},
                     {"vkCmdBindTransformFeedbackBuffersEXT", bind_captured},
                     {"vkCmdBeginTransformFeedbackEXT", begin_captured},
                     {"vkCmdBeginConditionalRenderingEXT", begin_conditional},
                     {"vkCmdEndConditionalRenderingEXT", end_conditional},
                     {"vkEndCommandBuffer", end_recording}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0) return (PFN_vkVoidFunction)functions[i].function;
    return NULL;
}

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) {
    PFN_vkVoidFunction found = BELOW(GetDeviceProcAddr)(device, name);
    PFN_vkVoidFunction mine = found == NULL ? NULL : own(name);
    if (found != NULL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return mine == NULL ? found : mine;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    open_library();
    return ((VkResult (*)(uint32_t *))dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance of, const char *name) {
    open_library();
    PFN_vkVoidFunction found = find(of, name);
    PFN_vkVoidFunction mine = found == NULL ? NULL : own(name);
    if (found != NULL && strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)of_device;
    return mine == NULL ? found : mine;
}
