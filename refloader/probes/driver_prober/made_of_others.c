// See made_of_others.h.
#include "made_of_others.h"

#include <stdio.h>
#include <string.h>

#include "../../native/generated/vk_core.h"
#include "../application/callbacks.h"
#include "driver_prober.h"

enum { MANY = 2, MOST_REFUSED = 24 };
#define OBJECT_SCOPE 1  // and the scope of commands before it

static VkInstance instance;
static VkDevice device;
static uint32_t api;  // that both have
static int has_images;  // of the format and usage that is viewed
#define FIND(name) ((PFN_##name)device_function(instance, device, #name))

// Two empty functions, for the stages of vertices and of computing. SPIR-V 1.0.
static const uint32_t empty_shader[] = {
    0x07230203, 0x00010000, 0, 7, 0,
    2 << 16 | 17, 1,                           // OpCapability Shader
    3 << 16 | 14, 0, 1,                        // OpMemoryModel Logical GLSL450
    5 << 16 | 15, 5, 1, 0x6E69616D, 0,         // OpEntryPoint GLCompute %1 "main"
    5 << 16 | 15, 0, 5, 0x6E69616D, 0,         // OpEntryPoint Vertex %5 "main"
    6 << 16 | 16, 1, 17, 1, 1, 1,              // OpExecutionMode %1 LocalSize 1 1 1
    2 << 16 | 19, 2,                           // %2 = OpTypeVoid
    3 << 16 | 33, 3, 2,                        // %3 = OpTypeFunction %2
    5 << 16 | 54, 2, 1, 0, 3,                  // %1 = OpFunction %2 None %3
    2 << 16 | 248, 4, 1 << 16 | 253, 1 << 16 | 56,
    5 << 16 | 54, 2, 5, 0, 3,                  // %5 = OpFunction %2 None %3
    2 << 16 | 248, 6, 1 << 16 | 253, 1 << 16 | 56,
};

// What the objects are made of, without callbacks.
static struct {
    VkShaderModule shader;
    VkPipelineLayout layout;
    VkRenderPass pass;
    VkDescriptorSetLayout set_layout;
} parts;

// ---- several pipelines by one call

static int64_t alive_for_objects(void) {
    struct callbacks_counts counts = callbacks_counts();
    int64_t alive = 0;
    for (size_t i = 0; i <= OBJECT_SCOPE; i++) alive += counts.alive[i];
    return alive;
}

static VkResult make_computing(VkPipeline *pipelines) {
    const VkComputePipelineCreateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = parts.shader,
                  .pName = "main"},
        .layout = parts.layout};
    const VkComputePipelineCreateInfo infos[MANY] = {one, one};
    PFN_vkCreateComputePipelines create = FIND(vkCreateComputePipelines);
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return create(device, NULL, MANY, infos, callbacks_of("pipelines"), pipelines);
}

static VkResult make_drawing(VkPipeline *pipelines) {
    const VkPipelineShaderStageCreateInfo stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                   .module = parts.shader,
                                                   .pName = "main"};
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = VK_TRUE,
        .lineWidth = 1};
    const VkGraphicsPipelineCreateInfo one = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                              .stageCount = 1,
                                              .pStages = &stage,
                                              .pVertexInputState = &input,
                                              .pInputAssemblyState = &assembly,
                                              .pRasterizationState = &rasterization,
                                              .layout = parts.layout,
                                              .renderPass = parts.pass,
                                              .basePipelineIndex = -1};
    const VkGraphicsPipelineCreateInfo infos[MANY] = {one, one};
    PFN_vkCreateGraphicsPipelines create = FIND(vkCreateGraphicsPipelines);
    if (create == NULL || parts.pass == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    return create(device, NULL, MANY, infos, callbacks_of("pipelines"), pipelines);
}

static int make_several(VkResult (*make)(VkPipeline *), const char *kind, int64_t number) {
    char label[64];
    VkPipeline pipelines[MANY] = {NULL};
    PFN_vkDestroyPipeline end = FIND(vkDestroyPipeline);
    int64_t missing = 0, before = callbacks_taken("pipelines");
    if (end == NULL) return 0;
    snprintf(label, sizeof label, "allocators.pipelines.%s.%lld", kind, (long long)number);
    begin(label);
    callbacks_count_anew();
    callbacks_refuse(number);
    VkResult result = make(pipelines);
    callbacks_refuse(0);
    int is_refused = callbacks_taken("pipelines") - before >= number;
    for (int i = 0; i < MANY; i++) missing += pipelines[i] == NULL;
    for (int i = 0; i < MANY; i++) end(device, pipelines[i], callbacks_of("pipelines"));
    int64_t alive = alive_for_objects();
    open_answer(label);
    say_flag("refused", is_refused);
    say_number("result", result);
    say_number("missing", missing);
    say_number("alive", alive);
    close_answer();
    return is_refused;
}

// ---- one of each other kind

typedef VkResult (*creation)(VkDevice, const void *info, const VkAllocationCallbacks *, uint64_t *handle);
typedef void (*destruction)(VkDevice, uint64_t handle, const VkAllocationCallbacks *);

// The creating commands of those that left something.
static struct words leaving;

static uint32_t try_kind(const char *create_name, const char *destroy_name, const void *info) {
    uint64_t handle = 0;
    creation create = (creation)device_function(instance, device, create_name);
    destruction destroy = (destruction)device_function(instance, device, destroy_name);
    if (create == NULL || destroy == NULL) return 0;
    at(create_name, NULL);
    int64_t before = alive_for_objects();
    if (create(device, info, callbacks_of(create_name), &handle) != VK_SUCCESS) return 0;
    destroy(device, handle, callbacks_of(create_name));
    if (alive_for_objects() > before) leaving.word[leaving.count++] = create_name;
    return 1;
}

// ---- a view of an image, which has memory

static VkDeviceMemory bind(VkImage image) {
    PFN_vkGetImageMemoryRequirements ask = FIND(vkGetImageMemoryRequirements);
    PFN_vkAllocateMemory allocate = FIND(vkAllocateMemory);
    PFN_vkBindImageMemory bind_memory = FIND(vkBindImageMemory);
    VkMemoryRequirements needs = {.memoryTypeBits = 0};
    VkDeviceMemory memory = NULL;
    if (ask == NULL || allocate == NULL || bind_memory == NULL) return NULL;
    ask(device, image, &needs);
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size};
    while (info.memoryTypeIndex < 31 && !(needs.memoryTypeBits >> info.memoryTypeIndex & 1)) info.memoryTypeIndex++;
    if (needs.memoryTypeBits == 0 || allocate(device, &info, NULL, &memory) != VK_SUCCESS) return NULL;
    if (bind_memory(device, image, memory, 0) == VK_SUCCESS) return memory;
    FIND(vkFreeMemory)(device, memory, NULL);
    return NULL;
}

static uint32_t try_view(void) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = VK_FORMAT_R8G8B8A8_UNORM,
                                    .extent = {16, 16, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .tiling = VK_IMAGE_TILING_OPTIMAL,
                                    .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    PFN_vkCreateImage create = FIND(vkCreateImage);
    PFN_vkDestroyImage end = FIND(vkDestroyImage);
    uint32_t made = 0;
    if (!has_images || create == NULL || end == NULL || create(device, &info, NULL, &view.image) != VK_SUCCESS) return 0;
    VkDeviceMemory memory = bind(view.image);
    if (memory != NULL) made = try_kind("vkCreateImageView", "vkDestroyImageView", &view);
    end(device, view.image, NULL);
    if (memory != NULL) FIND(vkFreeMemory)(device, memory, NULL);
    return made;
}

static uint32_t try_kinds(int has_private_data) {
    const VkShaderModuleCreateInfo shader = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                             .codeSize = sizeof empty_shader,
                                             .pCode = empty_shader};
    const VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                                 .renderPass = parts.pass,
                                                 .width = 1,
                                                 .height = 1,
                                                 .layers = 1};
    const VkDescriptorUpdateTemplateEntry entry = {
        .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .stride = sizeof(VkDescriptorBufferInfo)};
    const VkDescriptorUpdateTemplateCreateInfo update = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = parts.set_layout};
    const VkPrivateDataSlotCreateInfo slot = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    uint32_t made = try_kind("vkCreateShaderModule", "vkDestroyShaderModule", &shader);
    if (parts.pass != NULL) made += try_kind("vkCreateFramebuffer", "vkDestroyFramebuffer", &framebuffer);
    if (api >= VK_API_VERSION_1_1 && parts.set_layout != NULL)
        made += try_kind("vkCreateDescriptorUpdateTemplate", "vkDestroyDescriptorUpdateTemplate", &update);
    if (has_private_data) made += try_kind("vkCreatePrivateDataSlot", "vkDestroyPrivateDataSlot", &slot);
    made += try_view();
    at(NULL, NULL);
    return made;
}

static void say_kinds(int has_private_data) {
    begin("allocators.others");
    callbacks_count_anew();
    uint32_t made = try_kinds(has_private_data);
    struct callbacks_counts counts = callbacks_counts();
    open_answer("allocators.others");
    say_number("made", made);
    open_list("leaving");
    for (uint32_t i = 0; i < leaving.count; i++) say_text(NULL, leaving.word[i]);
    close_list();
    say_number("taken", made);
    open_list("alive");
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) say_number(NULL, counts.alive[i]);
    close_list();
    say_number("wrong_frees", counts.wrong_frees);
    say_number("wrong_owners", counts.wrong_owners);
    say_number("wrong_alignments", counts.wrong_alignments);
    say_number("wrong_scopes", counts.wrong_scopes);
    close_answer();
}

// ---- the device and the parts

static void make_parts(void) {
    const VkShaderModuleCreateInfo shader = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                             .codeSize = sizeof empty_shader,
                                             .pCode = empty_shader};
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS};
    const VkRenderPassCreateInfo pass = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .subpassCount = 1, .pSubpasses = &subpass};
    const VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                  .descriptorCount = 1,
                                                  .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set_layout = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                        .bindingCount = 1,
                                                        .pBindings = &binding};
    PFN_vkCreateShaderModule make_shader = FIND(vkCreateShaderModule);
    PFN_vkCreatePipelineLayout make_layout = FIND(vkCreatePipelineLayout);
    PFN_vkCreateRenderPass make_pass = FIND(vkCreateRenderPass);
    PFN_vkCreateDescriptorSetLayout make_set_layout = FIND(vkCreateDescriptorSetLayout);
    memset(&parts, 0, sizeof parts);
    if (make_shader == NULL || make_shader(device, &shader, NULL, &parts.shader) != VK_SUCCESS) parts.shader = NULL;
    if (make_layout == NULL || make_layout(device, &layout, NULL, &parts.layout) != VK_SUCCESS) parts.layout = NULL;
    if (make_pass == NULL || make_pass(device, &pass, NULL, &parts.pass) != VK_SUCCESS) parts.pass = NULL;
    if (make_set_layout == NULL || make_set_layout(device, &set_layout, NULL, &parts.set_layout) != VK_SUCCESS)
        parts.set_layout = NULL;
}

static void end_parts(void) {
    PFN_vkDestroyShaderModule end_shader = FIND(vkDestroyShaderModule);
    PFN_vkDestroyPipelineLayout end_layout = FIND(vkDestroyPipelineLayout);
    PFN_vkDestroyRenderPass end_pass = FIND(vkDestroyRenderPass);
    PFN_vkDestroyDescriptorSetLayout end_set_layout = FIND(vkDestroyDescriptorSetLayout);
    if (end_shader != NULL) end_shader(device, parts.shader, NULL);
    if (end_layout != NULL) end_layout(device, parts.layout, NULL);
    if (end_pass != NULL) end_pass(device, parts.pass, NULL);
    if (end_set_layout != NULL) end_set_layout(device, parts.set_layout, NULL);
}

static VkQueueFlags queue_flags(VkPhysicalDevice physical) {
    VkQueueFamilyProperties families[32];
    VkQueueFlags flags = 0;
    memset(families, 0, sizeof families);
    uint32_t count = queue_families(instance, physical, families, COUNT(families));
    for (uint32_t i = 0; i < count; i++) flags |= families[i].queueFlags;
    return flags;
}

// The version that both have, of the device's feature of private data, which each of Vulkan 1.3 has.
static int has_private_data(VkPhysicalDevice physical) {
    VkPhysicalDevicePrivateDataFeatures found = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &found};
    PFN_vkGetPhysicalDeviceFeatures2 ask =
        (PFN_vkGetPhysicalDeviceFeatures2)instance_function(instance, "vkGetPhysicalDeviceFeatures2");
    if (api < VK_API_VERSION_1_3 || ask == NULL) return 0;
    ask(physical, &all);
    return found.privateData == VK_TRUE;
}

static VkPhysicalDevice newest_device(uint32_t asked) {
    VkPhysicalDevice devices[MOST_DEVICES], newest = NULL;
    VkPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    uint32_t count = physical_devices(instance, devices, MOST_DEVICES, NULL), most = 0;
    for (uint32_t i = 0; ask != NULL && i < count; i++) {
        properties.apiVersion = 0;
        ask(devices[i], &properties);
        if (newest != NULL && properties.apiVersion <= most) continue;
        most = properties.apiVersion;
        newest = devices[i];
    }
    api = most < asked ? most : asked;
    return newest;
}

static int can_make_images(VkPhysicalDevice physical) {
    VkImageFormatProperties most;
    PFN_vkGetPhysicalDeviceImageFormatProperties ask = (PFN_vkGetPhysicalDeviceImageFormatProperties)instance_function(
        instance, "vkGetPhysicalDeviceImageFormatProperties");
    return ask != NULL && ask(physical, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                              VK_IMAGE_USAGE_SAMPLED_BIT, 0, &most) == VK_SUCCESS;
}

static void use_device(VkPhysicalDevice physical) {
    has_images = can_make_images(physical);
    const VkPhysicalDevicePrivateDataFeatures wanted = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIVATE_DATA_FEATURES, .privateData = VK_TRUE};
    const int has_slots = has_private_data(physical);
    const VkQueueFlags flags = queue_flags(physical);
    device = make_device(instance, physical, &(struct wish){.next = has_slots ? &wanted : NULL}).handle;
    if (device == NULL) return;
    make_parts();
    say_kinds(has_slots);
    int can_make = parts.shader != NULL && parts.layout != NULL;
    for (int64_t i = 1, goes_on = can_make && flags & VK_QUEUE_COMPUTE_BIT; goes_on && i <= MOST_REFUSED; i++)
        goes_on = make_several(make_computing, "compute", i);
    for (int64_t i = 1, goes_on = can_make && flags & VK_QUEUE_GRAPHICS_BIT; goes_on && i <= MOST_REFUSED; i++)
        goes_on = make_several(make_drawing, "graphics", i);
    begin("allocators.others.end");
    end_parts();
    destroy_device(instance, device, NULL);
}

void make_of_others(void) {
    struct wish wish = {.api_version = newest_version()};
    begin("allocators.others");
    instance = make_instance(&wish).handle;
    if (instance == NULL) return;
    VkPhysicalDevice physical = newest_device(wish.api_version);
    if (physical != NULL) use_device(physical);
    destroy_instance(instance, NULL);
}
