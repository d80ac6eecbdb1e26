// What the questions of dynamic.c are asked with: images of colours and of depth and stencil, a pass that clears both, and
// pipelines whose triangle covers what viewport, scissor and tests leave.
#ifndef REFLOADER_APPLICATION_DYNAMIC_H
#define REFLOADER_APPLICATION_DYNAMIC_H

#include "../states.h"

enum { COLOURS, DEPTHS, ATTACHMENTS };
#define STENCIL 0x35U
#define MARK 0xCAU  // the lower bits of which are written to a part of the image
enum { PUSHED_AT = 16, PUSHED = 2 };  // the colours green and blue
// Those of the stencil once for a triangle that is front-facing, and once for one that is back-facing. The last ones write
// the depth, compare it, cull the triangle, have none of its samples, have as many viewports or scissors as are set, fix
// what others have set while recording, and draw it where its vertices are told to.
enum { BLENDED, EQUAL_FRONT, EQUAL_BACK, MARKING_FRONT, MARKING_BACK, BIASED, BOUNDED, BOUNDED_OR_NOT, EXTENDED,
       WRITING, NEARER, FARTHER, CULLED, UNSAMPLED, UNCOUNTED_VIEWPORTS, UNCOUNTED_SCISSORS,
       FIXED_PLACES, FIXED_CONSTANTS, FIXED_STENCIL, FIXED_MARKING, FIXED_BIAS, TOLD, PIPELINES };
// The place of a pipeline that is made for one question, and what is its own.
enum { DECIDED = PIPELINES, PLACES };
struct decision {
    VkPipelineDepthStencilStateCreateInfo tests;
    int marks, is_discarded;  // no colours are written, or nothing at all
    int is_back;              // the triangle is back-facing
    int is_deep;              // the fragment shader gives the depth
};

struct dynamic {
    struct player *player;
    struct image images[ATTACHMENTS];
    VkImageView views[ATTACHMENTS];
    VkFormat format;  // of depth and stencil
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipelineLayout layout;
    VkPipeline pipelines[PLACES];
    int is_deep;  // the one that is decided
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
    PFN_vkCmdSetDepthBoundsTestEnable set_bounds_test;
    PFN_vkCmdSetViewportWithCount set_viewports;
    PFN_vkCmdSetScissorWithCount set_scissors;
};

int dynamic_make(struct dynamic *dynamic);
int dynamic_decide(struct dynamic *dynamic, const struct decision *decision);
void dynamic_end(struct dynamic *dynamic);
// Begins a recording, and a pass in it.
int dynamic_begin(struct dynamic *dynamic);
// A triangle of this depth is drawn to a place.
void dynamic_cover(struct dynamic *dynamic, int pipeline, const VkRect2D *place, float depth);
// The same in blue: what is left of it is the depth.
void dynamic_hide(struct dynamic *dynamic, int pipeline, const VkRect2D *place, float depth);
void dynamic_set_stencil(struct dynamic *dynamic, VkStencilFaceFlags faces, uint32_t compare_mask, uint32_t write_mask,
                         uint32_t reference);
// Ends the pass and the recording, and submits it. Whether that could be done, and how many texels are green in the part, and
// blue around it.
int dynamic_count(struct dynamic *dynamic, uint32_t *right);
// By all operations that there are.
void dynamic_by_operations(struct dynamic *dynamic);

// The part of the image that has to be green.
enum { PART_AT = TINY / 4, PART = TINY / 2 };

#endif
