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
static VkPipeline ended;  // the last one that has, until another one is made, which may have its handle

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
    ended = 0;
    return BELOW(CreateGraphicsPipelines)(device, cache, count, infos, allocator, to);
}

static VkResult create_compute_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count, const VkComputePipelineCreateInfo *infos,
                                         const VkAllocationCallbacks *allocator, VkPipeline *to) {
    ended = 0;
    return BELOW(CreateComputePipelines)(device, cache, count, infos, allocator, to);
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
    const int is_of_integers = own.borderColor <= VK_BORDER_COLOR_INT_OPAQUE_WHITE && own.borderColor % 2 == 1;
    if (is_of_integers && is("integer border")) own.borderColor = (own.borderColor + 2) % 6;  // the next one of integers
    if (own.borderColor >= 1000287003 && is("border colour")) own.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    return BELOW(CreateSampler)(device, &own, allocator, to);
}

// Faults of one instruction, in modules with a capability; 0 for any module. One word of it is another one.
static const struct {
    const char *fault;
    uint32_t capability, operation, place, from, to, model;  // of the entry point, plus one; 0 for any
} spoilt[] = {{"sample shading", 0, 71, 3, 18, 7},  // OpDecorate ... SampleId: PrimitiveId
              {"images add", 47, 234, 0, 0, 235},   // OpAtomicIAdd: OpAtomicISub, in modules with ImageBuffer
              {"images least", 47, 237, 0, 0, 236},  // OpAtomicUMin: OpAtomicSMin
              {"images most", 47, 239, 0, 0, 238},
              {"images least signed", 47, 236, 0, 0, 237},
              {"images most signed", 47, 238, 0, 0, 239},
              {"images and", 47, 240, 0, 0, 241},
              {"images or", 47, 241, 0, 0, 240},
              {"images xor", 47, 242, 0, 0, 241},
              {"images exchange", 47, 229, 0, 0, 234},  // OpAtomicExchange: OpAtomicIAdd
              {"index of group", 30, 71, 3, 26, 27},    // WorkgroupId: LocalInvocationId
              {"index of invocation", 5301, 71, 3, 27, 26},
              {"half sums", 9, 129, 0, 0, 131},  // OpFAdd: OpFSub
              {"gathered offsets", 25, 96, 6, 0x20, 0}, {"gathered by one offset", 25, 96, 6, 0x10, 0},
              {"draw index", 4427, 71, 3, 4426, 4425},   // DrawIndex: BaseInstance
              {"base vertex", 4427, 71, 3, 4424, 4426},  // BaseVertex: DrawIndex
              {"base instance", 4427, 71, 3, 4425, 4426},
              {"view of vertices", 4439, 71, 3, 4440, 43, 1},  // ViewIndex: InstanceIndex
              {"fragments in a view", 4439, 71, 3, 4440, 7, 5},  // ViewIndex: PrimitiveId
              {"invocations", 2, 71, 3, 8, 7},           // InvocationId: PrimitiveId
              {"equal spacing", 23, 16, 2, 1, 3},        // SpacingEqual: SpacingFractionalOdd
              {"even spacing", 23, 16, 2, 2, 3},
              {"odd spacing", 23, 16, 2, 3, 2}};

static int has_model(const uint32_t *words, size_t count, uint32_t model) {
    for (size_t at = 5; at < count && words[at] >> 16 > 0; at += words[at] >> 16)
        if ((words[at] & 0xFFFF) == 15) return model == 0 || words[at + 1] + 1 == model;
    return 0;
}

static int has_capability(const uint32_t *words, size_t count, uint32_t capability) {
    for (size_t at = 5; at < count && (words[at] & 0xFFFF) == 17; at += 2)
        if (words[at + 1] == capability) return 1;
    return capability == 0;
}

// Without its offsets an instruction is shorter: OpNop is behind it.
static void shorten(uint32_t *instruction, uint32_t to) {
    const uint32_t count = instruction[0] >> 16;
    for (uint32_t i = to; i < count; i++) instruction[i] = 0x00010000;
    instruction[0] = to << 16 | (instruction[0] & 0xFFFF);
}

// Of an exchange by comparison, what is compared with is what is stored.
static void spoil(uint32_t *instruction) {
    enum { COMPARE_EXCHANGE = 230, GATHER = 96 };
    const uint32_t operation = instruction[0] & 0xFFFF;
    if (is("images compare") && operation == COMPARE_EXCHANGE) instruction[8] = instruction[7];
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        if (!is(spoilt[i].fault) || operation != spoilt[i].operation) continue;
        if (operation == GATHER && instruction[0] >> 16 > 6 && instruction[6] == spoilt[i].from) shorten(instruction, 6);
        if (operation == GATHER) continue;
        if (spoilt[i].place == 0) instruction[0] = (instruction[0] & 0xFFFF0000) | spoilt[i].to;
        if (operation == 71 && instruction[2] != 11) continue;  // BuiltIn
        if (spoilt[i].place > 0 && instruction[spoilt[i].place] == spoilt[i].from) instruction[spoilt[i].place] = spoilt[i].to;
    }
}

static int is_spoilt(const uint32_t *words, size_t count) {
    if (is("images compare")) return has_capability(words, count, 47);
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++)
        if (is(spoilt[i].fault)) return has_capability(words, count, spoilt[i].capability) && has_model(words, count, spoilt[i].model);
    return 0;
}

static VkResult create_shader_module(VkDevice device, const VkShaderModuleCreateInfo *info, const VkAllocationCallbacks *allocator, VkShaderModule *to) {
    VkShaderModuleCreateInfo own = *info;
    const size_t count = info->codeSize / sizeof(uint32_t);
    uint32_t *words = copy(info->pCode, info->codeSize);
    for (size_t at = 5; is_spoilt(words, count) && at < count && words[at] >> 16 > 0; at += words[at] >> 16) spoil(words + at);
    own.pCode = words;
    return BELOW(CreateShaderModule)(device, &own, allocator, to);
}

// With the fault, a view of any part of an array of cubes is one of the first.
static VkResult create_image_view(VkDevice device, const VkImageViewCreateInfo *info, const VkAllocationCallbacks *allocator, VkImageView *to) {
    VkImageViewCreateInfo own = *info;
    const int is_array = own.viewType == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    if (is_array && is("first cube alone")) own.subresourceRange.layerCount = 6;
    if (is_array && is("view of first cube")) own.subresourceRange.baseArrayLayer = 0;
    return BELOW(CreateImageView)(device, &own, allocator, to);
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

static void set_viewports(VkCommandBuffer commands, uint32_t first, uint32_t count, const VkViewport *viewports) {
    VkViewport *own = copy(viewports, count * sizeof *viewports);
    for (uint32_t i = 0; i < count && is("second depth range"); i++)
        if (first + i > 0) own[i].minDepth = 0, own[i].maxDepth = 1;
    BELOW(CmdSetViewport)(commands, first, count, own);
}

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

// Memory that runs short when views were drawn: nothing else is submitted. A handle that has ended is none any more: the program
// that ends it once more ends here, as one would whose pipelines all end twice.
static int is_of_views, submitted;

static int is_short_for_views(void) { return is("memory for views") || is("pipelines that end twice"); }

static VkResult submit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits, VkFence fence) {
    submitted += is_of_views;
    return is_short_for_views() && submitted > 1 ? VK_ERROR_OUT_OF_DEVICE_MEMORY : BELOW(QueueSubmit)(queue, count, submits, fence);
}

static void end_pipeline(VkDevice device, VkPipeline pipeline, const VkAllocationCallbacks *allocator) {
    if (is_short_for_views() && pipeline != 0 && pipeline == ended) abort();
    ended = pipeline;
    if (is("pipelines that end twice") && submitted > 1) end_pipeline(device, pipeline, allocator);
    BELOW(DestroyPipeline)(device, pipeline, allocator);
}

// With the faults, a view is drawn to another layer, or to all below it.
static VkResult create_render_pass(VkDevice device, const VkRenderPassCreateInfo *info, const VkAllocationCallbacks *allocator, VkRenderPass *to) {
    static const uint32_t first_two = 3, all = 7;
    VkRenderPassMultiviewCreateInfo *views = (void *)chained(info->pNext, VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);
    if (views != NULL && *views->pViewMasks == 5 && is("next view")) views->pViewMasks = &first_two;
    if (views != NULL && *views->pViewMasks == 5 && is("all views")) views->pViewMasks = &all;
    is_of_views = views != NULL;
    return BELOW(CreateRenderPass)(device, info, allocator, to);
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
                     {"vkCreateComputePipelines", create_compute_pipelines},
                     {"vkUpdateDescriptorSets", update_sets},
                     {"vkCmdBindDescriptorSets", bind_sets},
                     {"vkCreateBufferView", create_buffer_view},
                     {"vkCreateSampler", create_sampler},
                     {"vkAllocateMemory", allocate_memory},
                     {"vkGetPhysicalDeviceExternalBufferProperties", describe_external},
                     {"vkCreateShaderModule", create_shader_module},
                     {"vkCreateImageView", create_image_view},
                     {"vkCreateRenderPass", create_render_pass},
                     {"vkCmdSetViewport", set_viewports},
                     {"vkCmdSetColorWriteEnableEXT", set_writes},
                     {"vkCmdBindTransformFeedbackBuffersEXT", bind_captured},
                     {"vkCmdBeginTransformFeedbackEXT", begin_captured},
                     {"vkCmdBeginConditionalRenderingEXT", begin_conditional},
                     {"vkCmdEndConditionalRenderingEXT", end_conditional},
                     {"vkQueueSubmit", submit},
                     {"vkDestroyPipeline", end_pipeline},
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
