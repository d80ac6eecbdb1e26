// The act "states", operations that pipelines compare depths and stencils by and change stencils by: each of eight, where the depth is less,
// equal or greater, and where a fragment passes, or fails a test. And a pipeline that rasterizes nothing. What a device lacks
// memory for is no answer: a sum is told where all eight were asked, or where one was wrong.
#include "dynamic.h"

enum { OPERATIONS = 8, DEPTHS_OF = 3, COLUMN = PART / DEPTHS_OF, HALVES = 2, TEXELS = TINY * TINY };
enum { PASSES, FAILS_DEPTH, FAILS_STENCIL, WAYS };
enum outcome { UNASKED, WRONG, RIGHT };

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

static enum outcome outcome_of(struct dynamic *dynamic) {
    uint32_t right;
    if (!dynamic_count(dynamic, &right)) return UNASKED;
    return right == TEXELS ? RIGHT : WRONG;
}

// How often operations had each outcome.
struct tally {
    uint32_t outcomes[RIGHT + 1];
};

static void tell(struct player *player, const char *what, const struct tally *tally) {
    const uint32_t *outcomes = tally->outcomes;
    if (outcomes[WRONG] > 0 || outcomes[UNASKED] == 0) find(player, what, OPERATIONS - outcomes[WRONG]);
}

// ---- depths: the columns of the part

static VkRect2D column_of(int which) {
    const uint32_t width = which == DEPTHS_OF - 1 ? PART - 2 * COLUMN : COLUMN;
    return (VkRect2D){{PART_AT + which * COLUMN, PART_AT}, {width, PART}};
}

// A depth that passes draws its column. Another one draws over the whole image and has to leave it as it is: its column was
// drawn before. An operation has a bit for each of less, equal and greater. The depth that is there was drawn as well.
static enum outcome compare(struct dynamic *dynamic, VkCompareOp op) {
    static const float depths[DEPTHS_OF] = {NEAR, THERE, FAR};
    const struct decision decision = decision_of(op, 1);
    if (!dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return UNASKED;
    dynamic_hide(dynamic, WRITING, &whole, THERE);
    for (int i = 0; i < DEPTHS_OF; i++) {
        const VkRect2D column = column_of(i);
        const int passes = (int)op >> i & 1;
        if (!passes) dynamic_cover(dynamic, NEARER, &column, 0);
        dynamic_cover(dynamic, DECIDED, passes ? &column : &whole, depths[i]);
    }
    return outcome_of(dynamic);
}

// ---- stencils

// The same with references that are less than the stencil there, equal and greater. The other face lets through what this one
// does not.
static enum outcome compare_stencils(struct dynamic *dynamic, VkCompareOp op) {
    static const uint32_t references[DEPTHS_OF] = {STENCIL - 1, STENCIL, STENCIL + 1};
    struct decision decision = decision_of(VK_COMPARE_OP_ALWAYS, 0);
    decision.is_back = (int)op % 2;
    decision.tests.stencilTestEnable = VK_TRUE;
    decision.tests.front.compareOp = decision.is_back ? (VkCompareOp)(VK_COMPARE_OP_ALWAYS - op) : op;
    decision.tests.back.compareOp = decision.is_back ? op : (VkCompareOp)(VK_COMPARE_OP_ALWAYS - op);
    if (!dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return UNASKED;
    for (int i = 0; i < DEPTHS_OF; i++) {
        const VkRect2D column = column_of(i);
        const int passes = (int)op >> i & 1;
        if (!passes) dynamic_cover(dynamic, NEARER, &column, 0);
        dynamic_set_stencil(dynamic, BOTH, 0xFF, 0, references[i]);
        dynamic_cover(dynamic, DECIDED, passes ? &column : &whole, 0);
    }
    return outcome_of(dynamic);
}

// The faces of the other kind fail, and change nothing.
static struct decision changing(VkStencilOp op, int way, int is_back) {
    struct decision decision = decision_of(VK_COMPARE_OP_LESS, way == FAILS_DEPTH);
    VkStencilOpState *own = is_back ? &decision.tests.back : &decision.tests.front;
    decision.marks = 1;
    decision.is_back = is_back;
    decision.tests.stencilTestEnable = VK_TRUE;
    decision.tests.back.compareOp = decision.tests.front.compareOp = VK_COMPARE_OP_NEVER;
    if (way != FAILS_STENCIL) own->compareOp = VK_COMPARE_OP_ALWAYS;
    *(way == PASSES ? &own->passOp : way == FAILS_DEPTH ? &own->depthFailOp : &own->failOp) = op;
    return decision;
}

// Each half of the image has a number, which the operation changes in the part; then what has the new one is drawn. Where that
// is the same, the part's half is. The numbers are such that those operations differ which add or subtract.
static enum outcome change(struct dynamic *dynamic, VkStencilOp op, int way, int is_back) {
    static const VkRect2D halves[HALVES] = {{{0, 0}, {TINY / 2, TINY}}, {{TINY / 2, 0}, {TINY / 2, TINY}}},
                          parts[HALVES] = {{{PART_AT, PART_AT}, {PART / 2, PART}}, {{TINY / 2, PART_AT}, {PART / 2, PART}}};
    static const struct {
        uint32_t from, to;
    } numbers[OPERATIONS][HALVES] = {{{0x35, 0x35}, {0xCA, 0xCA}}, {{0x35, 0}, {0xFF, 0}},       {{0x35, REFERENCE}, {0, REFERENCE}},
                                     {{0xFF, 0xFF}, {0x35, 0x36}}, {{0, 0}, {0x35, 0x34}},       {{0x35, 0xCA}, {0xFF, 0}},
                                     {{0xFF, 0}, {0x35, 0x36}},    {{0, 0xFF}, {0x35, 0x34}}};
    const struct decision decision = changing(op, way, is_back);
    if (!dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return UNASKED;
    for (int i = 0; i < HALVES; i++) {
        dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, numbers[op][i].from);
        dynamic_cover(dynamic, MARKING_FRONT, &halves[i], 0);
    }
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, REFERENCE);
    dynamic_cover(dynamic, DECIDED, &part, way == FAILS_DEPTH ? 0.75F : 0);
    for (int i = 0; i < HALVES; i++) {
        dynamic_set_stencil(dynamic, BOTH, 0xFF, 0, numbers[op][i].to);
        dynamic_cover(dynamic, EQUAL_FRONT, numbers[op][i].from == numbers[op][i].to ? &parts[i] : &halves[i], 0);
    }
    return outcome_of(dynamic);
}

// Front faces are asked in each of the three ways, and back faces in one, which takes turns.
static enum outcome change_faces(struct dynamic *dynamic, int op, int way) {
    const enum outcome front = change(dynamic, (VkStencilOp)op, way, 0);
    if (front != RIGHT || op % WAYS != way || dynamic->player->is_lost) return front;
    return change(dynamic, (VkStencilOp)op, way, 1);
}

// Without a fragment shader there is no colour: what is not discarded leaves its depth.
static void discard(struct dynamic *dynamic) {
    struct decision decision = decision_of(VK_COMPARE_OP_LESS, 1);
    uint32_t right;
    decision.is_discarded = 1;
    decision.tests.depthWriteEnable = VK_TRUE;
    if (dynamic->player->is_lost || !dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return;
    dynamic_cover(dynamic, DECIDED, &whole, NEAR);
    dynamic_cover(dynamic, NEARER, &part, THERE);
    if (dynamic_count(dynamic, &right)) find(dynamic->player, "dynamic.discarded", right);
}

// What is drawn without depthWriteEnable leaves the depth as it is: what lies behind it, and before what was there, is drawn.
static void leave_depth(struct dynamic *dynamic) {
    struct decision decision = decision_of(VK_COMPARE_OP_ALWAYS, 1);
    uint32_t right;
    decision.marks = 1;
    if (dynamic->player->is_lost || !dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return;
    dynamic_cover(dynamic, DECIDED, &whole, NEAR);
    dynamic_cover(dynamic, NEARER, &part, THERE);
    if (dynamic_count(dynamic, &right)) find(dynamic->player, "dynamic.depth_left", right);
}

// The shader's depth is before what is there in the part alone. That of the vertices is before it on one side, and behind it on the
// other one; on both the viewport's depths have the shader's between them.
static void replace_depth(struct dynamic *dynamic) {
    static const VkRect2D left = {{0, 0}, {TINY / 2, TINY}}, right_side = {{TINY / 2, 0}, {TINY / 2, TINY}};
    struct decision decision = decision_of(VK_COMPARE_OP_LESS, 1);
    uint32_t right;
    decision.is_deep = 1;
    if (dynamic->player->is_lost || !dynamic_decide(dynamic, &decision) || !dynamic_begin(dynamic)) return;
    dynamic_hide(dynamic, WRITING, &whole, THERE);
    dynamic_cover(dynamic, DECIDED, &left, (NEAR + THERE) / 2);
    dynamic_cover(dynamic, DECIDED, &right_side, FAR);
    if (dynamic_count(dynamic, &right)) find(dynamic->player, "dynamic.depth_replaced", right);
}

void dynamic_by_operations(struct dynamic *dynamic) {
    static const char *const names[WAYS] = {"dynamic.stencil_pass_ops", "dynamic.stencil_depth_fail_ops", "dynamic.stencil_fail_ops"};
    struct tally compared = {{0}}, stencils = {{0}}, changed[WAYS] = {{{0}}};
    discard(dynamic);
    leave_depth(dynamic);
    replace_depth(dynamic);
    for (int op = 0; op < OPERATIONS && !dynamic->player->is_lost; op++) {
        compared.outcomes[compare(dynamic, (VkCompareOp)op)]++;
        if (!dynamic->player->is_lost) stencils.outcomes[compare_stencils(dynamic, (VkCompareOp)op)]++;
        for (int way = 0; way < WAYS && !dynamic->player->is_lost; way++) changed[way].outcomes[change_faces(dynamic, op, way)]++;
    }
    if (dynamic->player->is_lost) return;
    tell(dynamic->player, "dynamic.depth_ops", &compared);
    tell(dynamic->player, "dynamic.stencil_compare_ops", &stencils);
    for (int way = 0; way < WAYS; way++) tell(dynamic->player, names[way], &changed[way]);
}
