// The act "states", what command buffers set that decides on fragments: constants of blending, masks and references of
// the stencil for each face, bias and bounds of the depth, and what Vulkan 1.3 has commands for. A triangle covers the
// image or its part. It is green where it is drawn, on blue; before, the depth is 0.5 and the stencil STENCIL all over.
// Most ask twice: what is set first lets the part through, and what is set then nothing.
#include "dynamic.h"

#define IN ((uint32_t)PART_AT)
#define HALF ((uint32_t)PART)
#define FRONT VK_STENCIL_FACE_FRONT_BIT
#define BACK VK_STENCIL_FACE_BACK_BIT
#define BOTH VK_STENCIL_FACE_FRONT_AND_BACK

static const VkRect2D whole = {{0, 0}, {TINY, TINY}}, part = {{IN, IN}, {HALF, HALF}};
static const float green[PUSHED] = {1, 0}, blue[PUSHED] = {0, 1}, both_colours[PUSHED] = {1, 1};

// ---- recording

static VkCommandBuffer commands_of(const struct dynamic *dynamic) { return dynamic->player->recorder.commands; }

int dynamic_begin(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    const VkClearValue values[] = {{.color = {.float32 = {0, 0, 1, 1}}}, {.depthStencil = {0.5F, STENCIL}}};
    const VkRenderPassBeginInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                        .renderPass = dynamic->pass,
                                        .framebuffer = dynamic->framebuffer,
                                        .renderArea = whole,
                                        .clearValueCount = ATTACHMENTS,
                                        .pClearValues = values};
    states_clear(dynamic->player);
    if (!states_begin(dynamic->player)) return 0;
    image_become(device, commands_of(dynamic), &dynamic->images[COLOURS], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    device->CmdBeginRenderPass(commands_of(dynamic), &info, VK_SUBPASS_CONTENTS_INLINE);
    return 1;
}

static void cover_by(struct dynamic *dynamic, int pipeline, const VkRect2D *place, VkViewport viewport, const float *colour) {
    struct device *device = dynamic->player->device;
    VkCommandBuffer commands = commands_of(dynamic);
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, dynamic->pipelines[pipeline]);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, place);
    device->CmdPushConstants(commands, dynamic->layout, VK_SHADER_STAGE_FRAGMENT_BIT, PUSHED_AT, sizeof green, colour);
    device->CmdDraw(commands, 3, 1, 0, 0);
}

// A depth that bias or a shader moves stays between those of the viewport: beyond them it is undefined ("Depth Clamping and Range
// Adjustment"), and drivers clamp it to them.
static float room_around(const struct dynamic *dynamic, int pipeline, float depth) {
    const int moves = pipeline == BIASED || pipeline == FIXED_BIAS || pipeline == EXTENDED || (pipeline == DECIDED && dynamic->is_deep);
    return moves ? (depth < 0.5F ? depth : 1 - depth) : 0;
}

void dynamic_cover(struct dynamic *dynamic, int pipeline, const VkRect2D *place, float depth) {
    const float room = room_around(dynamic, pipeline, depth);
    const VkViewport viewport = {0, 0, TINY, TINY, depth - room, depth + room};
    cover_by(dynamic, pipeline, place, viewport, pipeline == BLENDED || pipeline == FIXED_CONSTANTS ? both_colours : green);
}

void dynamic_hide(struct dynamic *dynamic, int pipeline, const VkRect2D *place, float depth) {
    cover_by(dynamic, pipeline, place, (VkViewport){0, 0, TINY, TINY, depth, depth}, blue);
}

int dynamic_count(struct dynamic *dynamic, uint32_t *right) {
    static const unsigned char inside[] = {0, 0xFF, 0, 0xFF}, around[] = {0, 0, 0xFF, 0xFF};
    struct player *player = dynamic->player;
    *right = 0;
    player->device->CmdEndRenderPass(commands_of(dynamic));
    barrier(player->device, commands_of(dynamic));
    image_copy_out(player->device, commands_of(dynamic), &dynamic->images[COLOURS], &player->buffer);
    if (!states_end(player)) return 0;
    for (uint32_t y = 0; y < TINY; y++)
        for (uint32_t x = 0; x < TINY; x++) {
            const unsigned char *expected = x - IN < HALF && y - IN < HALF ? inside : around;
            *right += memcmp(&player->words[y * TINY + x], expected, sizeof *player->words) == 0;
        }
    return 1;
}

static void finish(struct dynamic *dynamic, const char *what) {
    uint32_t right;
    if (dynamic_count(dynamic, &right)) find(dynamic->player, what, right);
}

// ---- what is asked

static void blend(struct dynamic *dynamic) {
    static const float blue_alone[] = {0, 0, 1, 0}, green_alone[] = {0, 1, 0, 0};
    struct device *device = dynamic->player->device;
    if (!dynamic_begin(dynamic)) return;
    device->CmdSetBlendConstants(commands_of(dynamic), blue_alone);
    dynamic_cover(dynamic, BLENDED, &whole, 0);
    device->CmdSetBlendConstants(commands_of(dynamic), green_alone);
    dynamic_cover(dynamic, BLENDED, &part, 0);
    finish(dynamic, "dynamic.blend_constants");
}

void dynamic_set_stencil(struct dynamic *dynamic, VkStencilFaceFlags faces, uint32_t compare_mask, uint32_t write_mask,
                         uint32_t reference) {
    dynamic->set_compare_mask(commands_of(dynamic), faces, compare_mask);
    dynamic->set_write_mask(commands_of(dynamic), faces, write_mask);
    dynamic->set_reference(commands_of(dynamic), faces, reference);
}

// First the part, then all with another reference or compare mask.
static void compare_twice(struct dynamic *dynamic, const char *what, uint32_t mask, uint32_t reference, uint32_t next_mask,
                          uint32_t next_reference) {
    if (!dynamic_begin(dynamic)) return;
    dynamic_set_stencil(dynamic, BOTH, mask, 0, reference);
    dynamic_cover(dynamic, EQUAL_FRONT, &part, 0);
    dynamic->set_compare_mask(commands_of(dynamic), BOTH, next_mask);
    dynamic->set_reference(commands_of(dynamic), BOTH, next_reference);
    dynamic_cover(dynamic, EQUAL_FRONT, &whole, 0);
    finish(dynamic, what);
}

// One face has what lets it through, and the other one has not.
static void compare_faces(struct dynamic *dynamic, const char *what, VkStencilFaceFlags face, int has_masks) {
    const int own = face == FRONT ? EQUAL_FRONT : EQUAL_BACK, other = face == FRONT ? EQUAL_BACK : EQUAL_FRONT;
    const uint32_t reference = has_masks ? STENCIL ^ 0xF : STENCIL;  // right with the mask 0xF0 alone
    if (!dynamic_begin(dynamic)) return;
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0, reference);
    if (has_masks) {
        dynamic->set_compare_mask(commands_of(dynamic), face, 0xF0);
        dynamic->set_compare_mask(commands_of(dynamic), face ^ BOTH, 0xFF);
    } else {
        dynamic->set_reference(commands_of(dynamic), face, STENCIL);
        dynamic->set_reference(commands_of(dynamic), face ^ BOTH, STENCIL + 1);
    }
    dynamic_cover(dynamic, own, &part, 0);
    dynamic_cover(dynamic, other, &whole, 0);
    finish(dynamic, what);
}

// The part is marked by one face, in the lower bits alone. The other face has another mask.
static void write_face(struct dynamic *dynamic, const char *what, VkStencilFaceFlags face) {
    if (!dynamic_begin(dynamic)) return;
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, MARK);
    dynamic->set_write_mask(commands_of(dynamic), face, 0x0F);
    dynamic->set_write_mask(commands_of(dynamic), face ^ BOTH, 0xF0);
    dynamic_cover(dynamic, face == FRONT ? MARKING_FRONT : MARKING_BACK, &part, 0);
    dynamic->set_reference(commands_of(dynamic), BOTH, (STENCIL & 0xF0) | (MARK & 0x0F));
    dynamic_cover(dynamic, EQUAL_FRONT, &whole, 0);
    finish(dynamic, what);
}

// By sixteen of the least differences that the depth can have.
static void bias(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    if (!dynamic_begin(dynamic)) return;
    device->CmdSetDepthBias(commands_of(dynamic), -16, 0, 0);
    dynamic_cover(dynamic, BIASED, &part, 0.5F);
    device->CmdSetDepthBias(commands_of(dynamic), 16, 0, 0);
    dynamic_cover(dynamic, BIASED, &whole, 0.5F);
    finish(dynamic, "dynamic.depth_bias");
}

static void bound(struct dynamic *dynamic) {
    if (!dynamic->player->has_depth_bounds || dynamic->set_bounds == NULL || !dynamic_begin(dynamic)) return;
    dynamic->set_bounds(commands_of(dynamic), 0.25F, 0.75F);
    dynamic_cover(dynamic, BOUNDED, &part, 0);
    dynamic->set_bounds(commands_of(dynamic), 0.75F, 1);
    dynamic_cover(dynamic, BOUNDED, &whole, 0);
    finish(dynamic, "dynamic.depth_bounds");
}

// ---- what a pipeline has once and for all

static void write_depth(struct dynamic *dynamic) {
    if (!dynamic_begin(dynamic)) return;
    dynamic_hide(dynamic, WRITING, &part, 0.25F);
    dynamic_cover(dynamic, FARTHER, &whole, 0.375F);
    finish(dynamic, "dynamic.depth_write");
}

// The second attachment of the command is that of depths.
static void clear_depth(struct dynamic *dynamic) {
    const VkClearAttachment attachments[] = {
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, {.color = {.float32 = {0, 0, 1, 1}}}},
        {VK_IMAGE_ASPECT_DEPTH_BIT, 0, {.depthStencil = {1, 0}}}};
    const VkClearRect place = {part, 0, 1};
    if (!dynamic_begin(dynamic)) return;
    dynamic->player->device->CmdClearAttachments(commands_of(dynamic), COUNT(attachments), attachments, 1, &place);
    dynamic_cover(dynamic, NEARER, &whole, 0.75F);
    finish(dynamic, "dynamic.clear_attachments");
}

static void cull(struct dynamic *dynamic) {
    if (!dynamic_begin(dynamic)) return;
    dynamic_cover(dynamic, NEARER, &part, 0.25F);
    dynamic_cover(dynamic, CULLED, &whole, 0.25F);
    finish(dynamic, "dynamic.culled");
}

// A sample mask of zero leaves no sample of the triangle.
static void mask(struct dynamic *dynamic) {
    if (!dynamic_begin(dynamic)) return;
    dynamic_cover(dynamic, NEARER, &part, 0.25F);
    dynamic_cover(dynamic, UNSAMPLED, &whole, 0.25F);
    finish(dynamic, "dynamic.sample_mask");
}

// A push constant of the vertex shader lets it draw, or not; the colour is pushed to the fragment shader, beside it.
static void push(struct dynamic *dynamic) {
    static const float drawn = 1, left_out = 0;
    struct device *device = dynamic->player->device;
    if (!dynamic_begin(dynamic)) return;
    device->CmdPushConstants(commands_of(dynamic), dynamic->layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof drawn, &drawn);
    dynamic_cover(dynamic, TOLD, &part, 0);
    device->CmdPushConstants(commands_of(dynamic), dynamic->layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof left_out, &left_out);
    dynamic_cover(dynamic, TOLD, &whole, 0);
    finish(dynamic, "dynamic.pushed_to_vertices");
}

// Upside down, a triangle goes round the other way, and is not culled.
static void turn(struct dynamic *dynamic) {
    if (dynamic->player->device->api < VK_API_VERSION_1_1 || !dynamic_begin(dynamic)) return;
    cover_by(dynamic, CULLED, &part, (VkViewport){0, TINY, TINY, -(float)TINY, 0, 0}, green);
    dynamic_cover(dynamic, CULLED, &whole, 0);
    finish(dynamic, "dynamic.negative_height");
}

// ---- what Vulkan 1.3 has commands for: all lets fragments through at first

static int begin_extended(struct dynamic *dynamic) {
    VkCommandBuffer commands = commands_of(dynamic);
    if (!dynamic_begin(dynamic)) return 0;
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, STENCIL);
    dynamic->set_cull(commands, VK_CULL_MODE_NONE);
    dynamic->set_front(commands, VK_FRONT_FACE_CLOCKWISE);
    dynamic->set_discard(commands, VK_FALSE);
    dynamic->set_test(commands, VK_FALSE);
    dynamic->set_write(commands, VK_FALSE);
    dynamic->set_compare(commands, VK_COMPARE_OP_LESS);
    dynamic->set_stencil(commands, VK_FALSE);
    dynamic->set_bias(commands, VK_FALSE);
    dynamic->player->device->CmdSetDepthBias(commands, -16, 0, 0);
    dynamic->set_op(commands, BOTH, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_COMPARE_OP_EQUAL);
    return 1;
}

// Both change while the rest stays; depth 1 is not less than what is there.
#define LET_THROUGH_ONCE(name, depth, let, keep_out) \
    if (begin_extended(dynamic)) { \
        let; \
        dynamic_cover(dynamic, EXTENDED, &part, depth); \
        keep_out; \
        dynamic_cover(dynamic, EXTENDED, &whole, depth); \
        finish(dynamic, "dynamic." name); \
    }

static void write_depth_extended(struct dynamic *dynamic) {
    VkCommandBuffer commands = commands_of(dynamic);
    if (!begin_extended(dynamic)) return;
    dynamic->set_test(commands, VK_TRUE);
    dynamic->set_write(commands, VK_TRUE);
    dynamic_hide(dynamic, EXTENDED, &part, 0.25F);
    dynamic->set_write(commands, VK_FALSE);
    dynamic->set_compare(commands, VK_COMPARE_OP_GREATER);
    dynamic_cover(dynamic, EXTENDED, &whole, 0.375F);
    finish(dynamic, "dynamic.depth_write_enable");
}

static void draw_green(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    VkCommandBuffer commands = commands_of(dynamic);
    device->CmdPushConstants(commands, dynamic->layout, VK_SHADER_STAGE_FRAGMENT_BIT, PUSHED_AT, sizeof green, green);
    device->CmdDraw(commands, 3, 1, 0, 0);
}

static void count_viewports(struct dynamic *dynamic) {
    const VkViewport viewport = {PART_AT, PART_AT, PART, PART, 0, 0};
    struct device *device = dynamic->player->device;
    VkCommandBuffer commands = commands_of(dynamic);
    if (dynamic->pipelines[UNCOUNTED_VIEWPORTS] == 0 || !dynamic_begin(dynamic)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, dynamic->pipelines[UNCOUNTED_VIEWPORTS]);
    dynamic->set_viewports(commands, 1, &viewport);
    device->CmdSetScissor(commands, 0, 1, &whole);
    draw_green(dynamic);
    finish(dynamic, "dynamic.viewport_with_count");
}

static void count_scissors(struct dynamic *dynamic) {
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 0};
    struct device *device = dynamic->player->device;
    VkCommandBuffer commands = commands_of(dynamic);
    if (dynamic->pipelines[UNCOUNTED_SCISSORS] == 0 || !dynamic_begin(dynamic)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, dynamic->pipelines[UNCOUNTED_SCISSORS]);
    device->CmdSetViewport(commands, 0, 1, &viewport);
    dynamic->set_scissors(commands, 1, &part);
    draw_green(dynamic);
    finish(dynamic, "dynamic.scissor_with_count");
}

// What is set before a pipeline is bound that fixes it has no effect on that.
static int begin_set_otherwise(struct dynamic *dynamic, int pipeline) {
    static const float none[] = {0, 0, 0, 0};
    const VkViewport viewport = {0, 0, TINY, TINY, 0, 0};
    struct device *device = dynamic->player->device;
    if (dynamic->pipelines[pipeline] == 0 || !dynamic_begin(dynamic)) return 0;
    device->CmdSetViewport(commands_of(dynamic), 0, 1, &viewport);
    device->CmdSetScissor(commands_of(dynamic), 0, 1, &whole);
    device->CmdSetBlendConstants(commands_of(dynamic), none);
    device->CmdSetDepthBias(commands_of(dynamic), 16, 0, 0);
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0xFF, STENCIL + 1);
    return 1;
}

// What else decides is fixed in the pipeline.
static void cover_by_fixed(struct dynamic *dynamic, const char *what, int pipeline, float depth) {
    if (!begin_set_otherwise(dynamic, pipeline)) return;
    dynamic_cover(dynamic, pipeline, &part, depth);
    finish(dynamic, what);
}

// The triangle is back-facing, and the other face has another mask.
static void write_fixed(struct dynamic *dynamic) {
    if (!begin_set_otherwise(dynamic, FIXED_MARKING)) return;
    dynamic_cover(dynamic, FIXED_MARKING, &part, 0);
    dynamic_set_stencil(dynamic, BOTH, 0xFF, 0, (STENCIL & 0xF0) | (MARK & 0x0F));
    dynamic_cover(dynamic, EQUAL_FRONT, &whole, 0);
    finish(dynamic, "dynamic.fixed_write_mask");
}

static void cover_fixed_places(struct dynamic *dynamic) {
    struct device *device = dynamic->player->device;
    if (!begin_set_otherwise(dynamic, FIXED_PLACES)) return;
    device->CmdBindPipeline(commands_of(dynamic), VK_PIPELINE_BIND_POINT_GRAPHICS, dynamic->pipelines[FIXED_PLACES]);
    draw_green(dynamic);
    finish(dynamic, "dynamic.fixed_places");
}

// The bounds leave all out, as long as they are looked at.
static void bound_or_not(struct dynamic *dynamic) {
    const int has_both = dynamic->set_bounds != NULL && dynamic->set_bounds_test != NULL;
    if (!dynamic->player->has_depth_bounds || !has_both || !dynamic_begin(dynamic)) return;
    dynamic->set_bounds(commands_of(dynamic), 0.75F, 1);
    dynamic->set_bounds_test(commands_of(dynamic), VK_TRUE);
    dynamic_cover(dynamic, BOUNDED_OR_NOT, &whole, 0);
    dynamic->set_bounds_test(commands_of(dynamic), VK_FALSE);
    dynamic_cover(dynamic, BOUNDED_OR_NOT, &part, 0);
    finish(dynamic, "dynamic.depth_bounds_test");
}

static void extend(struct dynamic *dynamic) {
    const VkStencilOp keep = VK_STENCIL_OP_KEEP;
    VkCommandBuffer commands = commands_of(dynamic);
    if (dynamic->set_op == NULL || dynamic->set_bias == NULL) return;
    LET_THROUGH_ONCE("cull_mode", 0, dynamic->set_cull(commands, VK_CULL_MODE_BACK_BIT),
                     dynamic->set_cull(commands, VK_CULL_MODE_FRONT_BIT))
    LET_THROUGH_ONCE("front_face", 0, dynamic->set_cull(commands, VK_CULL_MODE_BACK_BIT),
                     dynamic->set_front(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE))
    LET_THROUGH_ONCE("discard", 0, (void)keep, dynamic->set_discard(commands, VK_TRUE))
    LET_THROUGH_ONCE("depth_test", 1, (void)keep, dynamic->set_test(commands, VK_TRUE))
    LET_THROUGH_ONCE("depth_compare", 1,
                     (dynamic->set_test(commands, VK_TRUE), dynamic->set_compare(commands, VK_COMPARE_OP_GREATER)),
                     dynamic->set_compare(commands, VK_COMPARE_OP_LESS))
    // By 8 units farther than the depth that was cleared to, and by 8 nearer with the bias, of 16.
    LET_THROUGH_ONCE("bias_enable", 0.5F + 0x1p-21F, (dynamic->set_test(commands, VK_TRUE), dynamic->set_bias(commands, VK_TRUE)),
                     dynamic->set_bias(commands, VK_FALSE))
    write_depth_extended(dynamic);
    LET_THROUGH_ONCE("stencil_op", 0, dynamic->set_stencil(commands, VK_TRUE),
                     dynamic->set_op(commands, BOTH, keep, keep, keep, VK_COMPARE_OP_NOT_EQUAL))
    LET_THROUGH_ONCE("stencil_test", 0, dynamic->set_reference(commands, BOTH, STENCIL + 1),
                     dynamic->set_stencil(commands, VK_TRUE))
}

void states_of_dynamic(struct player *player) {
    struct dynamic dynamic = {.player = player};
    if (!(player->device->can & VK_QUEUE_GRAPHICS_BIT) || player->is_lost) return;
    if (dynamic_make(&dynamic)) {
        blend(&dynamic);
        compare_twice(&dynamic, "dynamic.stencil_reference", 0xFF, STENCIL, 0xFF, STENCIL + 1);
        compare_twice(&dynamic, "dynamic.stencil_compare_mask", 0xF0, STENCIL ^ 0xF, 0xFF, STENCIL ^ 0xF);
        compare_faces(&dynamic, "dynamic.front_reference", FRONT, 0);
        compare_faces(&dynamic, "dynamic.back_reference", BACK, 0);
        compare_faces(&dynamic, "dynamic.front_compare_mask", FRONT, 1);
        compare_faces(&dynamic, "dynamic.back_compare_mask", BACK, 1);
        write_face(&dynamic, "dynamic.front_write_mask", FRONT);
        write_face(&dynamic, "dynamic.back_write_mask", BACK);
        bias(&dynamic);
        bound(&dynamic);
        write_depth(&dynamic);
        clear_depth(&dynamic);
        cull(&dynamic);
        mask(&dynamic);
        push(&dynamic);
        turn(&dynamic);
        cover_fixed_places(&dynamic);
        cover_by_fixed(&dynamic, "dynamic.fixed_constants", FIXED_CONSTANTS, 0);
        cover_by_fixed(&dynamic, "dynamic.fixed_stencil", FIXED_STENCIL, 0);
        write_fixed(&dynamic);
        cover_by_fixed(&dynamic, "dynamic.fixed_bias", FIXED_BIAS, 0.5F);
        bound_or_not(&dynamic);
        count_viewports(&dynamic);
        count_scissors(&dynamic);
        extend(&dynamic);
        dynamic_by_operations(&dynamic);
    }
    dynamic_end(&dynamic);
}
