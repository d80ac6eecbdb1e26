// What pipelines are made of: shader modules, layouts, sets of descriptors. Each maker answers "STEP" where
// something went wrong, and gives 0 then.
#ifndef REFLOADER_APPLICATION_PIPELINES_H
#define REFLOADER_APPLICATION_PIPELINES_H

#include "resources.h"

int module_make(const char *step, struct device *device, const uint32_t *words, size_t size, VkShaderModule *to);
void module_end(struct device *device, VkShaderModule module);

// One storage buffer for compute shaders, its layout, and a pool with one set of it.
struct binding {
    VkDescriptorSetLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    int made;
};

// What pipelines that draw triangles without attributes have in common. Viewport and scissor are set while recording.
struct fixed_functions {
    VkDynamicState dynamic[2];
    VkPipelineVertexInputStateCreateInfo vertices;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineViewportStateCreateInfo viewport;
    VkPipelineRasterizationStateCreateInfo raster;
    VkPipelineMultisampleStateCreateInfo samples;
    VkPipelineDynamicStateCreateInfo while_recording;
};

// The pipeline points into the fixed functions.
VkGraphicsPipelineCreateInfo drawing_info(struct fixed_functions *fixed,
                                          const VkPipelineShaderStageCreateInfo *stages,
                                          const VkPipelineColorBlendStateCreateInfo *blend,
                                          VkPipelineLayout layout, VkRenderPass pass);

int binding_make(const char *step, struct device *device, struct binding *to, const struct buffer *buffer);
void binding_end(struct device *device, struct binding *binding);

#endif
