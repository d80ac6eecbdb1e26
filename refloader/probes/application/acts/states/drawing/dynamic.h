// What the questions of dynamic.c are asked with: images of colours and of depth and stencil, a pass that clears both, and
// pipelines whose triangle covers what viewport, scissor and tests leave.
#ifndef REFLOADER_APPLICATION_DYNAMIC_H
#define REFLOADER_APPLICATION_DYNAMIC_H

#include "../states.h"

enum { COLOURS, DEPTHS, ATTACHMENTS };
enum { PUSHED_AT = 16, PUSHED = 2 };  // the colours green and blue
// Those of the stencil once for a triangle that is front-facing, and once for one that is back-facing. The last ones write
// the depth, compare it, cull the triangle, have none of its samples, and draw it where its vertices are told to.
enum { BLENDED, EQUAL_FRONT, EQUAL_BACK, MARKING_FRONT, MARKING_BACK, BIASED, BOUNDED, EXTENDED,
       WRITING, NEARER, FARTHER, CULLED, UNSAMPLED, TOLD, PIPELINES };

struct dynamic {
    struct player *player;
    struct image images[ATTACHMENTS];
    VkImageView views[ATTACHMENTS];
    VkFormat format;  // of depth and stencil
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipelineLayout layout;
    VkPipeline pipelines[PIPELINES];
    PFN_vkCmdSetStencilCompareMask set_compare_mask;
    PFN_vkCmdSetStencilWriteMask set_write_mask;
    PFN_vkCmdSetStencilReference set_reference;
    PFN_vkCmdSetDepthBounds set_bounds;
    PFN_vkCmdSetCullMode set_cull;
    PFN_vkCmdSetFrontFace set_front;
    PFN_vkCmdSetRasterizerDiscardEnable set_discard;
    PFN_vkCmdSetDepthTestEnable set_test;
    PFN_vkCmdSetDepthWriteEnable set_write;
    PFN_vkCmdSetDepthCompareOp set_compare;
    PFN_vkCmdSetStencilTestEnable set_stencil;
    PFN_vkCmdSetStencilOp set_op;
    PFN_vkCmdSetDepthBiasEnable set_bias;
};

int dynamic_make(struct dynamic *dynamic);
void dynamic_end(struct dynamic *dynamic);
// Begins a recording, and a pass in it.
int dynamic_begin(struct dynamic *dynamic);
// A triangle of this depth is drawn to a place.
void dynamic_cover(struct dynamic *dynamic, int pipeline, const VkRect2D *place, float depth);

#endif
