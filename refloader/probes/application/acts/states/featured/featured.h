// What the files of the act "states" have of a device that is made with every feature of Vulkan's core that it offers, and
// with the extensions of which there are questions. Nothing is asked of what it does not offer.
#ifndef REFLOADER_APPLICATION_FEATURED_H
#define REFLOADER_APPLICATION_FEATURED_H

#include "../../../pipelines.h"
#include "../states.h"

// Features of an extension that is no part of Vulkan's ordinary headers, and has so many at most. The first one is what the
// questions are about, or the one that a comment names.
#define MOST_FEATURES 3
struct features_of_one {
    VkStructureType type;
    void *next;
    VkBool32 has[MOST_FEATURES];
};

// As the device says them; of versions that it has not got all are VK_FALSE.
struct offers {
    VkPhysicalDeviceFeatures2 all;
    VkPhysicalDeviceVulkan11Features of_1_1;
    VkPhysicalDeviceVulkan12Features of_1_2;
    VkPhysicalDeviceVulkan13Features of_1_3;
    VkPhysicalDeviceVertexAttributeDivisorFeatures divisors;  // VK_EXT_vertex_attribute_divisor
    struct features_of_one several_draws, input;              // VK_EXT_multi_draw, VK_EXT_vertex_input_dynamic_state
    struct features_of_one conditions, feedback;              // VK_EXT_conditional_rendering, VK_EXT_transform_feedback
    struct features_of_one colour_writes, depth_range;        // VK_EXT_color_write_enable, VK_EXT_depth_clip_control
    struct features_of_one provoking, border;                 // VK_EXT_provoking_vertex, VK_EXT_custom_border_color
    struct features_of_one robustness;                        // VK_EXT_robustness2, the last of which is nullDescriptor
    struct features_of_one depth_clip;                        // VK_EXT_depth_clip_enable
    struct features_of_one host_copies;                       // VK_EXT_host_image_copy
    VkPhysicalDeviceSubgroupProperties subgroups;
    uint32_t stride_alignment;  // of vertices (VK_KHR_portability_subset); 1 for other devices
    int pushes_sets;     // VK_KHR_push_descriptor
    int has_clocks;      // VK_EXT_calibrated_timestamps
    int exports_memory;  // VK_KHR_external_memory_fd
    int exports_dma_bufs;  // VK_EXT_external_memory_dma_buf
    int imports_host;    // VK_EXT_external_memory_host
};

void offers_ask(const struct device *device, struct offers *to);
// Makes a device of the same with all that it offers. The device was chosen.
int offers_take(struct device *device, struct instance *instance, struct offers *offers);
// All questions, by a player of such a device.
void states_of_featured(struct player *player);

// A device with a player of its own.
struct featured {
    struct player *player;
    const struct offers *offers;
};

// A storage buffer with a shader that reads and writes it.
struct computing {
    struct player *player;
    struct buffer buffer;
    struct binding binding;
    VkPipelineLayout layout;
    uint32_t before[BYTES / sizeof(uint32_t)], words[BYTES / sizeof(uint32_t)];
};

int computing_make(struct computing *computing, struct player *player);
void computing_end(struct computing *computing);
// Runs one dispatch on the words that were there before. Whether there are words afterwards.
int computing_run(struct computing *computing, struct shader shader, const VkSpecializationInfo *constants,
                  uint32_t columns, uint32_t rows);
VkResult compute_pipeline_make(struct device *device, struct shader shader, const VkSpecializationInfo *constants,
                               VkPipelineLayout layout, VkPipeline *to);

#define FEATURED_KINDS(X) X(computed) X(subgroups) X(descriptors) X(gathered) X(assembled) X(taken) X(blends) X(outside) X(extended) \
    X(provoking) X(depth_range) X(colour_writes) X(conditional) X(feedback) X(lengths) X(null_descriptors) X(samples) \
    X(reduced) X(border) X(depth_clip) X(host_memory) X(pages) X(planes) X(host_images) \
    X(image_atomics) X(indexed) X(cube_arrays) X(gather_offsets) \
    X(parameters) X(inherited) X(viewed) X(tessellated)
#define FEATURED_OF(kind) void states_of_##kind(const struct featured *featured);
FEATURED_KINDS(FEATURED_OF)
// Of the kind "gathered", too.
void states_of_dimensions(const struct featured *featured);

#endif
