#include "pipelines.h"

#include <string.h>

static int good(const char *step, VkResult result) { return result == VK_SUCCESS || ok(step, result); }

int module_make(const char *step, struct device *device, const uint32_t *words, size_t size, VkShaderModule *to) {
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = size,
                                     .pCode = words};
    return good(step, device->CreateShaderModule(device->handle, &info, callbacks_of("shader module"), to));
}

void module_end(struct device *device, VkShaderModule module) {
    device->DestroyShaderModule(device->handle, module, callbacks_of("shader module"));
}

int stages_make(struct device *device, struct shader vertex, struct shader fragment,
                VkPipelineShaderStageCreateInfo to[STAGES]) {
    to[VERTEX_STAGE] = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                         .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                         .pName = "main"};
    to[FRAGMENT_STAGE] = to[VERTEX_STAGE];
    to[FRAGMENT_STAGE].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    if (!module_make("vertex", device, vertex.words, vertex.size, &to[VERTEX_STAGE].module)) return 0;
    if (module_make("fragment", device, fragment.words, fragment.size, &to[FRAGMENT_STAGE].module)) return 1;
    module_end(device, to[VERTEX_STAGE].module);
    return 0;
}

void stages_end(struct device *device, const VkPipelineShaderStageCreateInfo stages[STAGES]) {
    module_end(device, stages[FRAGMENT_STAGE].module);
    module_end(device, stages[VERTEX_STAGE].module);
}

static VkResult layout_make(struct device *device, VkDescriptorSetLayout *to) {
    VkDescriptorSetLayoutBinding binding = {.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .descriptorCount = 1,
                                            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = 1,
                                            .pBindings = &binding};
    return device->CreateDescriptorSetLayout(device->handle, &info, callbacks_of("set layout"), to);
}

static VkResult pool_make(struct device *device, VkDescriptorPool *to) {
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                       .maxSets = 4,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    return device->CreateDescriptorPool(device->handle, &info, callbacks_of("descriptor pool"), to);
}

static VkResult set_make(struct device *device, struct binding *binding) {
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = binding->pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &binding->layout};
    return device->AllocateDescriptorSets(device->handle, &info, &binding->set);
}

static void bind(struct device *device, struct binding *binding, const struct buffer *buffer) {
    VkDescriptorBufferInfo whole = {buffer->handle, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = binding->set,
                                  .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = &whole};
    device->UpdateDescriptorSets(device->handle, 1, &write, 0, NULL);
}

int binding_make(const char *step, struct device *device, struct binding *to, const struct buffer *buffer) {
    memset(to, 0, sizeof *to);
    to->made = good(step, layout_make(device, &to->layout));
    if (to->made == 1) to->made += good(step, pool_make(device, &to->pool));
    if (to->made == 2 && good(step, set_make(device, to))) {
        bind(device, to, buffer);
        return 1;
    }
    binding_end(device, to);
    return 0;
}

void binding_end(struct device *device, struct binding *binding) {
    if (binding->made > 1)
        device->DestroyDescriptorPool(device->handle, binding->pool, callbacks_of("descriptor pool"));
    if (binding->made > 0)
        device->DestroyDescriptorSetLayout(device->handle, binding->layout, callbacks_of("set layout"));
}

VkGraphicsPipelineCreateInfo drawing_info(struct fixed_functions *fixed,
                                          const VkPipelineShaderStageCreateInfo *stages,
                                          const VkPipelineColorBlendStateCreateInfo *blend,
                                          VkPipelineLayout layout, VkRenderPass pass) {
    *fixed = (struct fixed_functions){
        .dynamic = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR},
        .vertices = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO},
        .assembly = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
                     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST},
        .viewport = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                     .viewportCount = 1,
                     .scissorCount = 1},
        .raster = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1},
        .samples = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                    .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT},
        .while_recording = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                            .dynamicStateCount = COUNT(fixed->dynamic),
                            .pDynamicStates = fixed->dynamic}};
    return (VkGraphicsPipelineCreateInfo){.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .stageCount = STAGES,
                                          .pStages = stages,
                                          .pVertexInputState = &fixed->vertices,
                                          .pInputAssemblyState = &fixed->assembly,
                                          .pViewportState = &fixed->viewport,
                                          .pRasterizationState = &fixed->raster,
                                          .pMultisampleState = &fixed->samples,
                                          .pColorBlendState = blend,
                                          .pDynamicState = &fixed->while_recording,
                                          .layout = layout,
                                          .renderPass = pass};
}
