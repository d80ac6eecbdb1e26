// What pipelines are made of: shader modules, layouts, sets of descriptors. Each maker answers "STEP" where
// something went wrong, and gives 0 then.
#ifndef REFLOADER_APPLICATION_PIPELINES_H
#define REFLOADER_APPLICATION_PIPELINES_H

#include "resources.h"

int module_make(const char *step, struct device *device, const uint32_t *words, size_t size, VkShaderModule *to);
void module_end(struct device *device, VkShaderModule module);

struct shader {
    const uint32_t *words;
    size_t size;
};
#define SHADER(words) ((struct shader){words, sizeof words})

// The stages of a pipeline that draws: a vertex and a fragment shader. Without success there is nothing to end.
enum { VERTEX_STAGE, FRAGMENT_STAGE, STAGES };
int stages_make(struct device *device, struct shader vertex, struct shader fragment,
                VkPipelineShaderStageCreateInfo to[STAGES]);
void stages_end(struct device *device, const VkPipelineShaderStageCreateInfo stages[STAGES]);

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
