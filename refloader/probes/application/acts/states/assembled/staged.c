// The act "states", stages between vertices and texels: squares that a geometry shader makes of points, in viewports of their
// own, quadrangles that a tessellator cuts, and what distances of clipping and culling leave. Numbers lie on the borders of
// texels, so that no texel's middle is on an edge of what is drawn.
#include "../../../shaders/shaders.h"
#include "assembled.h"

enum { AT_PLACE, AT_NUMBER, MOST_STAGES = 4, CORNERS = 4 };

struct stages {
    struct shader vertex, control, evaluation, geometry;  // without words where there is none
    VkPrimitiveTopology topology;
    uint32_t viewport_count;
    VkCullModeFlags culled;  // triangles that go round against the clock are front-facing
    struct shader fragment;  // that of numbers where there is none
};
#define NONE {NULL, 0}

static int add_stage(struct device *device, struct shader shader, VkShaderStageFlagBits stage,
                     VkPipelineShaderStageCreateInfo *stages, uint32_t *count) {
    if (shader.words == NULL) return 1;
    VkPipelineShaderStageCreateInfo *to = &stages[*count];
    *to = (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = stage, .pName = "main"};
    if (!module_make("stage", device, shader.words, shader.size, &to->module)) return 0;
    ++*count;
    return 1;
}

static VkResult make_pipeline(struct assembly *assembly, const struct stages *of, const VkPipelineShaderStageCreateInfo *stages,
                              uint32_t count, VkPipeline *to) {
    static const VkVertexInputBindingDescription binding = {0, sizeof(struct vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    static const VkVertexInputAttributeDescription attributes[] = {{AT_PLACE, 0, VK_FORMAT_R32G32_SFLOAT, 0},
                                                                   {AT_NUMBER, 0, VK_FORMAT_R32_UINT, 2 * sizeof(float)}};
    struct device *device = assembly->player->device;
    const VkPipelineTessellationStateCreateInfo patches = {.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
                                                           .patchControlPoints = CORNERS};
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    struct fixed_functions fixed;
    VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, assembly->layout, assembly->numbered.pass);
    info.stageCount = count;
    if (of->topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST) info.pTessellationState = &patches;
    fixed.assembly.topology = of->topology;
    fixed.assembly.primitiveRestartEnable = of->topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP ? VK_TRUE : VK_FALSE;
    fixed.raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    fixed.raster.cullMode = of->culled;
    fixed.viewport.viewportCount = fixed.viewport.scissorCount = of->viewport_count;
    fixed.vertices.vertexBindingDescriptionCount = 1;
    fixed.vertices.pVertexBindingDescriptions = &binding;
    fixed.vertices.vertexAttributeDescriptionCount = COUNT(attributes);
    fixed.vertices.pVertexAttributeDescriptions = attributes;
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

// Each half of the image is a viewport, and has depths of its own.
static void set_halves(const struct assembly *assembly) {
    static const VkViewport halves[] = {{0, 0, TINY / 2, TINY, 0.25F, 1}, {TINY / 2, 0, TINY / 2, TINY, 0.5F, 0.75F}};
    static const VkRect2D cut[] = {{{0, 0}, {TINY / 2, TINY}}, {{TINY / 2, 0}, {TINY / 2, TINY}}};
    const struct device *device = assembly->player->device;
    device->CmdSetViewport(assembly->player->recorder.commands, 0, COUNT(halves), halves);
    device->CmdSetScissor(assembly->player->recorder.commands, 0, COUNT(cut), cut);
}

static void draw(struct assembly *assembly, const char *what, const struct stages *of, VkPipeline pipeline, uint32_t count,
                 int (*is_right)(int x, int y, uint32_t number)) {
    struct device *device = assembly->player->device;
    VkCommandBuffer commands = assembly->player->recorder.commands;
    const VkDeviceSize from = 0;
    if (!numbered_begin(assembly->player, &assembly->numbered, 0)) return;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    if (of->viewport_count > 1) set_halves(assembly);
    device->CmdBindVertexBuffers(commands, 0, 1, &assembly->vertices.handle, &from);
    if (of->topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP) {
        device->CmdBindIndexBuffer(commands, assembly->indices.handle, 0, VK_INDEX_TYPE_UINT16);
        device->CmdDrawIndexed(commands, count + count / CORNERS - 1, 1, 0, 0, 0);
    } else {
        device->CmdDraw(commands, count, 1, 0, 0);
    }
    assembly_count(assembly, what, is_right);
}

static void stage(struct assembly *assembly, const char *what, const struct stages *of, const struct vertex *vertices,
                  uint32_t count, int (*is_right)(int x, int y, uint32_t number)) {
    struct device *device = assembly->player->device;
    VkPipelineShaderStageCreateInfo stages[MOST_STAGES + 1];
    uint32_t made_stages = 0;
    VkPipeline pipeline = 0;
    if (assembly->player->is_lost || !assembly_has_stride(assembly, sizeof *vertices) || !assembly_write(assembly, vertices, count))
        return;
    if (add_stage(device, of->vertex, VK_SHADER_STAGE_VERTEX_BIT, stages, &made_stages) &&
        add_stage(device, of->control, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, stages, &made_stages) &&
        add_stage(device, of->evaluation, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, stages, &made_stages) &&
        add_stage(device, of->geometry, VK_SHADER_STAGE_GEOMETRY_BIT, stages, &made_stages) &&
        add_stage(device, of->fragment.words == NULL ? SHADER(value_words) : of->fragment, VK_SHADER_STAGE_FRAGMENT_BIT, stages,
                  &made_stages) &&
        make_pipeline(assembly, of, stages, made_stages, &pipeline) == VK_SUCCESS)
        draw(assembly, what, of, pipeline, count, is_right);
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
    while (made_stages > 0) module_end(device, stages[--made_stages].module);
}

// ---- what is drawn, and which number each texel has to have

// Squares of four texels around their points, or half as wide in a viewport that is.
static const struct vertex points[] = {{4, 4, 5}, {12, 10, 7}};
static int is_of_points(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 2, 2, 6, 6) ? 15U : is_within(x, y, 10, 8, 14, 12) ? 22U : 0U);
}

static const struct vertex middle[] = {{8, 8, 5}, {8, 8, 7}};
static int is_of_viewports(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 3, 6, 5, 10) ? 15U : is_within(x, y, 11, 6, 13, 10) ? 22U : 0U);
}
// The points are at the depth of 0, which is the viewport's minDepth then, in sixty-fourths.
static int is_of_ranges(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 3, 6, 5, 10) ? 15U | 16U << 8 : is_within(x, y, 11, 6, 13, 10) ? 22U | 32U << 8 : 0U);
}

// A patch of six rows. The edges above and below are cut in three, and both vertices between lie one texel outside; those at the
// sides are cut in two, and the vertex lies two texels outside. How what is inside is divided is seen nowhere.
static int is_of_patch(int x, int y, int left, int top, int right, int bottom) {
    const int half_of_third = (right - left) / 6;
    return is_within(x, y, left, top, right, bottom) || is_within(x, y, left + half_of_third, top - 1, right - half_of_third, bottom + 1) ||
           is_within(x, y, left - 1, top + 1, right + 1, bottom - 1) || is_within(x, y, left - 2, top + 2, right + 2, bottom - 2);
}

static const struct vertex patches[] = {{3, 1, 1}, {9, 1, 2}, {3, 7, 3}, {9, 7, 4}, {2, 9, 5}, {14, 9, 6}, {2, 15, 7}, {14, 15, 8}};
static int is_of_patches(int x, int y, uint32_t number) {
    return number == (is_of_patch(x, y, 3, 1, 9, 7) ? 3U + 64 : is_of_patch(x, y, 2, 9, 14, 15) ? 7U + 64 + 256 : 0U);
}

// The first distance is that from the middle of the image, to the right, and the second that from its seventh row, downwards.
// The first square has a negative first one, the third a negative second one; of the one between, first distances alone are
// negative: in one of its triangles the vertices but the second, in the other one the second.
static const struct vertex squares[] = {{1, 8, 3},  {1, 14, 3},  {6, 8, 3},  {6, 14, 3}, {7, 8, 9},  {13, 8, 9},
                                        {7, 14, 9}, {13, 14, 9}, {9, 1, 4}, {9, 6, 4},  {15, 1, 4}, {15, 6, 4}};
static const uint16_t indices[] = {0, 1, 2, 3, 0xFFFF, 4, 5, 6, 7, 0xFFFF, 8, 9, 10, 11};
static int is_of_clipped(int x, int y, uint32_t number) { return number == (is_within(x, y, 8, 8, 13, 14) ? 9U : 0U); }
static int is_of_culled(int x, int y, uint32_t number) { return number == (is_within(x, y, 7, 8, 13, 14) ? 9U : 0U); }

// Four squares of two texels, each by an invocation of its own.
static const struct vertex repeated[] = {{2, 4, 5}, {3, 10, 7}};
static int is_of_invocations(int x, int y, uint32_t number) {
    for (int point = 0; point < 2; point++)
        for (int i = 0; i < 4; i++) {
            const int left = (int)repeated[point].x + 3 * i - 1, top = (int)repeated[point].y - 1;
            if (is_within(x, y, left, top, left + 2, top + 2)) return number == repeated[point].number * 10 + (uint32_t)i;
        }
    return number == 0;
}

// Points on three lines, at the ends of each of three or four segments. "No line is drawn" at the end of the square behind them:
// whether a point is there is not looked at.
static uint32_t segments;
static int is_of_threads(int x, int y, uint32_t number) {
    const int step = 12 / (int)segments;
    if (y == 13) return 1;
    const int is_point = x >= 1 && x <= 13 && (x - 1) % step == 0 && y >= 1 && y <= 9 && (y - 1) % 4 == 0;
    return number != 0 ? is_point : !is_point;
}

static void make_threads(struct assembly *assembly, const char *what, struct shader evaluation, uint32_t halves, uint32_t of_each) {
    const struct stages cut = {SHADER(shape_words), SHADER(threads_words), evaluation, NONE, VK_PRIMITIVE_TOPOLOGY_PATCH_LIST, 1, VK_CULL_MODE_NONE, NONE};
    const struct vertex patch[CORNERS] = {{0, 0, halves}, {1, 0, halves}, {0, 1, halves}, {1, 1, halves}};
    segments = of_each;
    stage(assembly, what, &cut, patch, COUNT(patch), is_of_threads);
}

// Only where an even or an odd number of segments is asked for, fractional spacing says how long each of them is.
static void ask_tessellated(struct assembly *assembly) {
    make_threads(assembly, "tessellated.equal", SHADER(threads_equal_words), 7, 4);
    make_threads(assembly, "tessellated.even", SHADER(threads_even_words), 8, 4);
    make_threads(assembly, "tessellated.odd", SHADER(threads_odd_words), 6, 3);
}

// Devices of VK_KHR_portability_subset may have no lines and points of a tessellator.
void states_of_tessellated(const struct featured *featured) {
    const VkPhysicalDeviceFeatures *has = &featured->offers->all.features;
    if (has->tessellationShader && has->shaderTessellationAndGeometryPointSize && !featured->player->device->is_portable)
        assembly_use(featured, ask_tessellated);
}

static void make_squares(struct assembly *assembly) {
    const VkPhysicalDeviceFeatures *has = &assembly->offers->all.features;
    const struct stages made = {SHADER(shape_words), NONE, NONE, SHADER(squares_words), VK_PRIMITIVE_TOPOLOGY_POINT_LIST, 1, VK_CULL_MODE_NONE, NONE},
                        placed = {SHADER(shape_words), NONE, NONE, SHADER(viewports_words), VK_PRIMITIVE_TOPOLOGY_POINT_LIST, 2, VK_CULL_MODE_NONE, NONE};
    const struct stages ranged = {.vertex = placed.vertex, .geometry = placed.geometry, .topology = placed.topology,
                                  .viewport_count = 2, .fragment = SHADER(ranged_words)};
    const struct stages by_invocations = {SHADER(shape_words), NONE, NONE, SHADER(invoked_words), VK_PRIMITIVE_TOPOLOGY_POINT_LIST, 1, VK_CULL_MODE_NONE, NONE};
    if (!has->geometryShader) return;
    stage(assembly, "assembled.squares", &made, points, COUNT(points), is_of_points);
    stage(assembly, "assembled.invocations", &by_invocations, repeated, COUNT(repeated), is_of_invocations);
    if (!has->multiViewport) return;
    stage(assembly, "assembled.viewports", &placed, middle, COUNT(middle), is_of_viewports);
    stage(assembly, "assembled.viewport_depths", &ranged, middle, COUNT(middle), is_of_ranges);
}

// Distances keep primitives, or parts of them, from being drawn.
static void draw_by_distances(struct assembly *assembly) {
    const VkPhysicalDeviceFeatures *has = &assembly->offers->all.features;
    const struct stages clipped = {SHADER(clipped_words), NONE, NONE, NONE, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, 1, VK_CULL_MODE_NONE, NONE},
                        culled = {SHADER(culled_words), NONE, NONE, NONE, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, 1, VK_CULL_MODE_NONE, NONE};
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, indices, sizeof indices);
    if (assembly->player->is_lost || !buffer_write("write", assembly->player->device, &assembly->indices, bytes)) return;
    if (has->shaderClipDistance) stage(assembly, "assembled.clip_distances", &clipped, squares, COUNT(squares), is_of_clipped);
    if (has->shaderCullDistance) stage(assembly, "assembled.cull_distances", &culled, squares, COUNT(squares), is_of_culled);
}

void assembly_stages(struct assembly *assembly) {
    struct stages cut = {SHADER(shape_words),  SHADER(corners_words), SHADER(quads_words),
                         NONE, VK_PRIMITIVE_TOPOLOGY_PATCH_LIST, 1, VK_CULL_MODE_NONE, NONE};
    make_squares(assembly);
    if (assembly->offers->all.features.tessellationShader) {
        stage(assembly, "assembled.patches", &cut, patches, COUNT(patches), is_of_patches);
        cut.culled = VK_CULL_MODE_BACK_BIT;
        stage(assembly, "assembled.patches_turned", &cut, patches, COUNT(patches), is_of_patches);
    }
    draw_by_distances(assembly);
}
