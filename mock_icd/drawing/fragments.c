// What becomes of the fragments of a driver "whole=1" that covers a part of an image: tests of depth and stencil, and
// blending with constants, by the state of the pipeline and by what command buffers set. An image of depth and stencil
// has a float for each texel, and stencils in its second half.
#include "../mock_icd.h"

// How far one unit of depth bias moves a fragment.
#define UNIT 0.0001F
#define FACES 2U
#define BACK 1U

// A draw, with all that decides on its fragments.
struct tested {
    struct fragments state;
    struct set_while_recording set;
    struct thing *depths;
    uint32_t number, mask, width, stride, face;
    uint64_t first;
};

enum { FIXES_PLACES = 1, FIXES_CONSTANTS = 2, FIXES_STENCIL = 4, FIXES_BIAS = 8 };

static int left_to_commands(VkDynamicState state) {
    switch (state) {
        case VK_DYNAMIC_STATE_VIEWPORT:
        case VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT: return FIXES_PLACES;
        case VK_DYNAMIC_STATE_BLEND_CONSTANTS: return FIXES_CONSTANTS;
        case VK_DYNAMIC_STATE_STENCIL_REFERENCE: return FIXES_STENCIL;
        case VK_DYNAMIC_STATE_DEPTH_BIAS: return FIXES_BIAS;
        default: return 0;
    }
}

static void keep_fixed(struct fragments *to, const VkGraphicsPipelineCreateInfo *info) {
    const VkPipelineViewportStateCreateInfo *places = info->pViewportState;
    to->fixes = FIXES_PLACES | FIXES_CONSTANTS | FIXES_STENCIL | FIXES_BIAS;
    for (uint32_t i = 0; info->pDynamicState != NULL && i < info->pDynamicState->dynamicStateCount; i++)
        to->fixes &= ~left_to_commands(info->pDynamicState->pDynamicStates[i]);
    if (places == NULL || places->pViewports == NULL || places->pScissors == NULL) to->fixes &= ~FIXES_PLACES;
    if (to->fixes & FIXES_PLACES) to->viewport = *places->pViewports, to->scissor = *places->pScissors;
    if (info->pColorBlendState == NULL) to->fixes &= ~FIXES_CONSTANTS;
    if (to->fixes & FIXES_CONSTANTS) memcpy(to->constants, info->pColorBlendState->blendConstants, sizeof to->constants);
}

// It comes into effect where the pipeline is bound.
void set_what_is_fixed(struct command_buffer *buffer, const struct fragments *state) {
    const VkStencilOpState *faces[] = {&state->tests.front, &state->tests.back};
    struct set_while_recording *set = &buffer->set;
    if (state->fixes & FIXES_PLACES && !violates("fixed_places_lost")) {
        const uintptr_t viewport[] = {(uintptr_t)buffer, 0, 1, (uintptr_t)&state->viewport};
        answer_CmdSetViewport(viewport);
        buffer->scissor = state->scissor;
    }
    if (state->fixes & FIXES_CONSTANTS && !violates("fixed_constants_lost")) memcpy(set->constants, state->constants, sizeof set->constants);
    for (int i = 0; i < 2 && state->fixes & FIXES_STENCIL && !violates("fixed_stencil_lost"); i++) {
        set->compare_mask[i] = faces[i]->compareMask;
        set->write_mask[i] = violates("fixed_write_mask_lost") ? UINT8_MAX : faces[i]->writeMask;
        set->reference[i] = faces[i]->reference;
    }
    if (state->fixes & FIXES_BIAS && !violates("fixed_bias_lost")) set->bias = state->raster.depthBiasConstantFactor;
}

void keep_fragments(struct fragments *to, const VkGraphicsPipelineCreateInfo *info) {
    *to = (struct fragments){.is_kept = 1};
    if (info->pDepthStencilState != NULL) to->tests = *info->pDepthStencilState;
    if (info->pMultisampleState != NULL && info->pMultisampleState->pSampleMask != NULL)
        to->is_unsampled = *info->pMultisampleState->pSampleMask == 0 && !violates("sample_mask_lost");
    if (info->pRasterizationState != NULL) to->raster = *info->pRasterizationState;
    if (info->pColorBlendState != NULL && info->pColorBlendState->attachmentCount > 0)
        to->is_blended = (int)info->pColorBlendState->pAttachments[0].blendEnable;
    keep_fixed(to, info);
    for (uint32_t i = 0; info->pDynamicState != NULL && i < info->pDynamicState->dynamicStateCount; i++) {
        to->is_extended |= info->pDynamicState->pDynamicStates[i] == VK_DYNAMIC_STATE_CULL_MODE;
        to->is_bounded_or_not |= info->pDynamicState->pDynamicStates[i] == VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE;
    }
}

// ---- what is set while recording

static struct set_while_recording *set_of(const uintptr_t *given) { return &((struct command_buffer *)given[0])->set; }

static void set_faces(const uintptr_t *given, uint32_t *to) {
    VkStencilFaceFlags faces = (VkStencilFaceFlags)given[1];
    if (violates("stencil_faces_swapped") && faces != VK_STENCIL_FACE_FRONT_AND_BACK)
        faces ^= VK_STENCIL_FACE_FRONT_AND_BACK;
    if (violates("stencil_faces_alike")) faces = VK_STENCIL_FACE_FRONT_AND_BACK;
    for (uint32_t i = 0; i < FACES; i++)
        if (faces >> i & 1) to[i] = (uint32_t)given[2];
}

ANSWER(CmdSetBlendConstants) {
    if (!violates("blend_constants_lost")) memcpy(set_of(given)->constants, (const void *)given[1], 4 * sizeof(float));
    return 0;
}

ANSWER(CmdSetStencilCompareMask) {
    if (!violates("stencil_compare_mask_lost")) set_faces(given, set_of(given)->compare_mask);
    return 0;
}

ANSWER(CmdSetStencilWriteMask) {
    if (!violates("stencil_write_mask_lost")) set_faces(given, set_of(given)->write_mask);
    return 0;
}

ANSWER(CmdSetStencilReference) {
    uint32_t *to = set_of(given)->reference;
    set_faces(given, violates("stencil_reference_lost") ? (uint32_t[FACES]){0} : to);
    return 0;
}

void set_depth_bias(VkCommandBuffer buffer, float constant, float clamp, float slope) {
    (void)clamp, (void)slope;
    if (!violates("depth_bias_lost")) ((struct command_buffer *)buffer)->set.bias = constant;
}

void set_depth_bounds(VkCommandBuffer buffer, float least, float most) {
    struct set_while_recording *set = &((struct command_buffer *)buffer)->set;
    if (!violates("depth_bounds_lost")) set->bounds[0] = least, set->bounds[1] = most;
}

#define SETTER(command, violation, member, type) \
    ANSWER(command) { \
        if (!violates(violation)) set_of(given)->extended.member = (type)given[1]; \
        return 0; \
    }
SETTER(CmdSetCullMode, "extended_CmdSetCullMode", raster.cullMode, VkCullModeFlags)
SETTER(CmdSetFrontFace, "extended_CmdSetFrontFace", raster.frontFace, VkFrontFace)
SETTER(CmdSetRasterizerDiscardEnable, "extended_CmdSetRasterizerDiscardEnable", raster.rasterizerDiscardEnable, VkBool32)
SETTER(CmdSetDepthTestEnable, "extended_CmdSetDepthTestEnable", tests.depthTestEnable, VkBool32)
SETTER(CmdSetDepthCompareOp, "extended_CmdSetDepthCompareOp", tests.depthCompareOp, VkCompareOp)
SETTER(CmdSetDepthBiasEnable, "extended_CmdSetDepthBiasEnable", raster.depthBiasEnable, VkBool32)
SETTER(CmdSetDepthBoundsTestEnable, "extended_CmdSetDepthBoundsTestEnable", tests.depthBoundsTestEnable, VkBool32)
SETTER(CmdSetStencilTestEnable, "extended_CmdSetStencilTestEnable", tests.stencilTestEnable, VkBool32)

ANSWER(CmdSetDepthWriteEnable) {
    if (!violates("extended_CmdSetDepthWriteEnable")) set_of(given)->extended.tests.depthWriteEnable = (VkBool32)given[1];
    return 0;
}

ANSWER(CmdSetStencilOp) {
    VkPipelineDepthStencilStateCreateInfo *tests = &set_of(given)->extended.tests;
    VkStencilOpState op = {(VkStencilOp)given[2], (VkStencilOp)given[3], (VkStencilOp)given[4], (VkCompareOp)given[5], 0, 0, 0};
    if (violates("extended_CmdSetStencilOp")) return 0;
    if (given[1] & VK_STENCIL_FACE_FRONT_BIT) tests->front = op;
    if (given[1] & VK_STENCIL_FACE_BACK_BIT) tests->back = op;
    return 0;
}

// ---- draws

// The application's triangle goes round clockwise.
int draw_fragments(struct command_buffer *buffer, const struct fragments *state, struct thing *image, struct work work) {
    struct tested tested = {.state = *state,
                            .set = buffer->set,
                            .depths = attachment(buffer->framebuffer, 1),
                            .number = work.number,
                            .mask = work.mask,
                            .width = work.width,
                            .stride = work.stride,
                            .first = work.to_at / sizeof work.number};
    if (state->is_extended) tested.state.tests = buffer->set.extended.tests;
    if (state->is_extended) tested.state.raster = buffer->set.extended.raster;
    const VkBool32 is_bounded = state->is_bounded_or_not ? buffer->set.extended.tests.depthBoundsTestEnable : state->tests.depthBoundsTestEnable;
    tested.state.tests.depthBoundsTestEnable = is_bounded;
    const VkPipelineRasterizationStateCreateInfo *raster = &tested.state.raster;
    tested.face = (raster->frontFace == VK_FRONT_FACE_CLOCKWISE) != buffer->set.is_turned ? 0 : BACK;
    if (violates("cull_mode_lost") && !state->is_extended) tested.state.raster.cullMode = VK_CULL_MODE_NONE;
    if (violates("discards_lost") && !state->is_extended) tested.state.raster.rasterizerDiscardEnable = VK_FALSE;
    if (state->is_unsampled || raster->rasterizerDiscardEnable || raster->cullMode >> tested.face & 1) return 0;
    work.bytes = malloc(sizeof tested);
    if (work.bytes == NULL) return 0;
    memcpy(work.bytes, &tested, sizeof tested);
    work.to = image;
    work.tests = 1;
    add_work((VkCommandBuffer)buffer, work);
    return 1;
}

static int compares(VkCompareOp op, double one, double other) {
    return (op & VK_COMPARE_OP_LESS && one < other) || (op & VK_COMPARE_OP_EQUAL && one == other) ||
           (op & VK_COMPARE_OP_GREATER && one > other);
}

// The operations, but not the comparison.
static const VkStencilOpState *ops_of(const struct tested *tested) {
    const int is_back = tested->face == BACK && !violates("stencil_ops_of_front");
    return is_back ? &tested->state.tests.back : &tested->state.tests.front;
}

static const VkStencilOpState *face_of(const struct tested *tested) {
    return tested->face == BACK ? &tested->state.tests.back : &tested->state.tests.front;
}

static void change_stencil(const struct tested *tested, VkStencilOp op, uint8_t *stencil) {
    const uint32_t there = *stencil, reference = tested->set.reference[tested->face], mask = tested->set.write_mask[tested->face];
    const int wraps = violates("stencil_wraps");
    if (violates("stencil_clamps_keep") && (op == VK_STENCIL_OP_INCREMENT_AND_CLAMP || op == VK_STENCIL_OP_DECREMENT_AND_CLAMP)) return;
    const uint32_t changed[] = {there, 0, reference, there + (there < UINT8_MAX || wraps), there - (there > 0 || wraps),
                                ~there, there + 1, there - 1};
    if ((size_t)op < COUNT(changed)) *stencil = (uint8_t)((there & ~mask) | (changed[op] & mask));
}

static int passes_stencil(const struct tested *tested, const uint8_t *stencil) {
    const uint32_t reference = tested->set.reference[tested->face], mask = tested->set.compare_mask[tested->face];
    if (violates("stencil_compares_reversed")) return compares(face_of(tested)->compareOp, *stencil & mask, reference & mask);
    return compares(face_of(tested)->compareOp, reference & mask, *stencil & mask);
}

// A driver may clamp what bias or a shader makes of a depth to those of the viewport, and this one does: beyond them it is undefined.
static float clamped(float depth, const float *ends) { return depth < ends[0] ? ends[0] : depth > ends[1] ? ends[1] : depth; }

static int passes_depth(const struct tested *tested, float *depth) {
    const VkPipelineDepthStencilStateCreateInfo *tests = &tested->state.tests;
    const VkCompareOp equal = violates("depths_less_or_equal") && !tested->state.is_extended && tests->depthCompareOp == VK_COMPARE_OP_LESS ? VK_COMPARE_OP_EQUAL : VK_COMPARE_OP_NEVER;
    const float own = clamped(tested->set.depth + (tested->state.raster.depthBiasEnable ? tested->set.bias * UNIT : 0), tested->set.depths);
    if (!tests->depthTestEnable) return 1;
    if (!compares(tests->depthCompareOp | equal, (double)own, (double)*depth)) return 0;
    if ((tests->depthWriteEnable && !violates("depth_write_lost")) || violates("depth_written_always")) *depth = own;
    return 1;
}

static int is_in_bounds(const struct tested *tested, const float *depth) {
    const float *bounds = tested->set.bounds;
    return !tested->state.tests.depthBoundsTestEnable || (*depth >= bounds[0] && *depth <= bounds[1]);
}

// Depth and stencil are both there, or neither is.
static int passes(const struct tested *tested, uint8_t *stencil, float *depth) {
    const int has_stencil = tested->state.tests.stencilTestEnable != VK_FALSE;
    if (stencil == NULL || depth == NULL) return 1;
    if (!is_in_bounds(tested, depth)) return 0;
    if (has_stencil && !passes_stencil(tested, stencil)) {
        if (!violates("stencil_fails_lost")) change_stencil(tested, ops_of(tested)->failOp, stencil);
        return 0;
    }
    const int passes = passes_depth(tested, depth);
    if (has_stencil && passes) change_stencil(tested, ops_of(tested)->passOp, stencil);
    if (has_stencil && !passes && !violates("stencil_depth_fails_lost")) change_stencil(tested, ops_of(tested)->depthFailOp, stencil);
    return passes;
}

static uint32_t blended(const struct tested *tested) {
    uint32_t texel = tested->number & 0xFF000000U;
    for (uint32_t i = 0; i < 3; i++)
        if (tested->set.constants[i] >= 1) texel |= tested->number & 0xFFU << (8 * i);
    return tested->state.is_blended ? texel : tested->number;
}

void test_fragments(char *to, const struct work *work) {
    const struct tested *tested = work->bytes;
    const struct thing *depths = tested->depths;
    for (uint64_t i = 0; i < work->size / sizeof(uint32_t); i++) {
        if (i % tested->stride >= tested->width) continue;
        char *depth = depths == NULL ? NULL : bytes_at(depths, (tested->first + i) * sizeof(float), sizeof(float));
        char *stencil = depths == NULL ? NULL : bytes_at(depths, depths->size / 2 + tested->first + i, 1);
        uint32_t texel;
        if (!passes(tested, (uint8_t *)stencil, (float *)(void *)depth)) continue;
        count_sample(work);
        memcpy(&texel, to + i * sizeof texel, sizeof texel);
        texel = (texel & ~tested->mask) | (blended(tested) & tested->mask);
        memcpy(to + i * sizeof texel, &texel, sizeof texel);
    }
}
