// The act "states", operations that pipelines compare depths by and change stencils by: each of eight, where the depth is less,
// equal or greater, and where a fragment passes, or fails a test. And a pipeline that rasterizes nothing.
#include "dynamic.h"

enum { OPERATIONS = 8, DEPTHS_OF = 3, COLUMN = PART / DEPTHS_OF, TEXELS = TINY * TINY };
enum { PASSES, FAILS_DEPTH, FAILS_STENCIL, WAYS };

#define NEAR 0.125F
#define THERE 0.25F
#define FAR 0.375F
#define BOTH VK_STENCIL_FACE_FRONT_AND_BACK
#define REFERENCE 0x5AU

static const VkRect2D whole = {{0, 0}, {TINY, TINY}}, part = {{PART_AT, PART_AT}, {PART, PART}};

static struct decision decision_of(VkCompareOp depth_op, int compares_depth) {
    return (struct decision){.tests = {.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                       .depthTestEnable = compares_depth ? VK_TRUE : VK_FALSE,
                                       .depthCompareOp = depth_op,
                                       .maxDepthBounds = 1}};
}

static int is_right(struct dynamic *dynamic) {
    uint32_t right;
    return dynamic_count(dynamic, &right) && right == TEXELS;
}

// ---- depths: the columns of the part

static VkRect2D column_of(int which) {
    const uint32_t width = which == DEPTHS_OF - 1 ? PART - 2 * COLUMN : COLUMN;
    return (VkRect2D){{PART_AT + which * COLUMN, PART_AT}, {width, PART}};
}

// What passes draws a column; what does not would draw all, and the column is drawn otherwise. An operation has a bit for
// each of less, equal and greater. The depth that is there was drawn, as those are that it is compared with.
static int compare(struct dynamic *dynamic, VkCompareOp op) {
    static const float depths[DEPTHS_OF] = {NEAR, THERE, FAR};
    const struct decision decision = decision_of(op, 1);
    if (!dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return 0;
    dynamic_hide(dynamic, WRITING, &whole, THERE);
    for (int i = 0; i < DEPTHS_OF; i++) {
        const VkRect2D column = column_of(i);
        const int passes = (int)op >> i & 1;
        if (!passes) dynamic_cover(dynamic, NEARER, &column, 0);
        dynamic_cover(dynamic, DECIDED, passes ? &column : &whole, depths[i]);
    }
    return is_right(dynamic);
}

// ---- stencils

static struct decision changing(VkStencilOp op, int way) {
    struct decision decision = decision_of(VK_COMPARE_OP_LESS, way == FAILS_DEPTH);
    decision.marks = 1;
    decision.tests.stencilTestEnable = VK_TRUE;
    decision.tests.back.compareOp = VK_COMPARE_OP_NEVER;
    decision.tests.front.compareOp = way == FAILS_STENCIL ? VK_COMPARE_OP_NEVER : VK_COMPARE_OP_ALWAYS;
    *(way == PASSES ? &decision.tests.front.passOp : way == FAILS_DEPTH ? &decision.tests.front.depthFailOp : &decision.tests.front.failOp) = op;
    return decision;
}

// All has a number, which the operation changes in the part; then what has the new one is drawn. Where that is the same, the
// part is.
static int change(struct dynamic *dynamic, VkStencilOp op, int way) {
    static const struct {
        uint32_t from, to;
    } numbers[OPERATIONS] = {{0x35, 0x35}, {0x35, 0}, {0x35, REFERENCE}, {0xFF, 0xFF}, {0, 0}, {0x35, 0xCA}, {0xFF, 0}, {0, 0xFF}};
    const struct decision decision = changing(op, way);
    if (!dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return 0;
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, numbers[op].from);
    dynamic_cover(dynamic, MARKING_FRONT, &whole, 0);
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, REFERENCE);
    dynamic_cover(dynamic, DECIDED, &part, way == FAILS_DEPTH ? 0.75F : 0);
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0, numbers[op].to);
    dynamic_cover(dynamic, EQUAL_FRONT, numbers[op].from == numbers[op].to ? &part : &whole, 0);
    return is_right(dynamic);
}

static void discard(struct dynamic *dynamic) {
    struct decision decision = decision_of(VK_COMPARE_OP_LESS, 1);
    uint32_t right;
    decision.is_discarded = 1;
    if (dynamic->player->is_lost || !dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return;
    dynamic_cover(dynamic, NEARER, &part, 0.25F);
    dynamic_cover(dynamic, DECIDED, &whole, 0.25F);
    if (dynamic_count(dynamic, &right)) find(dynamic->player, "dynamic.discarded", right);
}

void dynamic_by_operations(struct dynamic *dynamic) {
    static const char *const names[WAYS] = {"dynamic.stencil_pass_ops", "dynamic.stencil_depth_fail_ops", "dynamic.stencil_fail_ops"};
    uint32_t right = 0, changed[WAYS] = {0};
    discard(dynamic);
    for (int op = 0; op < OPERATIONS && !dynamic->player->is_lost; op++) {
        right += (uint32_t)compare(dynamic, (VkCompareOp)op);
        for (int way = 0; way < WAYS && !dynamic->player->is_lost; way++) changed[way] += (uint32_t)change(dynamic, (VkStencilOp)op, way);
    }
    if (dynamic->player->is_lost) return;
    find(dynamic->player, "dynamic.depth_ops", right);
    for (int way = 0; way < WAYS; way++) find(dynamic->player, names[way], changed[way]);
}
