// The act "states", primitives: which texels points, lines and triangles cover, whose number those get, where lists begin anew,
// and how a number is combined with what is there. Of lines, and where two triangles meet, the specification leaves a choice.
#include "../../../shaders/shaders.h"
#include "assembled.h"
#include "fragment_kinds.h"

enum { AT_PLACE, AT_NUMBER, SIZE_CONSTANT = 1, DEPTH_CONSTANT, KIND_CONSTANT, MOST_SET_LATER = 7 };

#define RESTART 0xFFFFU
#define BEFORE 0x0000FF0FU
#define DRAWN 0x00F0F0F0U

// ---- pipelines

static uint32_t states_set_later(const struct look *look, VkDynamicState *to) {
    uint32_t count = 0;
    to[count++] = VK_DYNAMIC_STATE_VIEWPORT;
    to[count++] = VK_DYNAMIC_STATE_SCISSOR;
    if (look->is_set_later) to[count++] = VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY;
    if (look->is_set_later) to[count++] = VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE;
    if (look->line_width > 1) to[count++] = VK_DYNAMIC_STATE_LINE_WIDTH;
    if (look->has_own_stride) to[count++] = VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE;
    if (look->later != 0) to[count++] = look->later;
    return count;
}

static VkResult make_pipeline(struct assembly *assembly, const struct look *look, const VkPipelineShaderStageCreateInfo *stages,
                              VkPipeline *to) {
    static const VkVertexInputBindingDescription binding = {0, sizeof(struct vertex), VK_VERTEX_INPUT_RATE_VERTEX};
    static const VkVertexInputAttributeDescription attributes[] = {{AT_PLACE, 0, VK_FORMAT_R32G32_SFLOAT, 0},
                                                                   {AT_NUMBER, 0, VK_FORMAT_R32_UINT, 2 * sizeof(float)}};
    struct device *device = assembly->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                       .pNext = look->blend_chain,
                                                       .logicOpEnable = look->has_op ? VK_TRUE : VK_FALSE,
                                                       .logicOp = look->op,
                                                       .attachmentCount = 1,
                                                       .pAttachments = &blending};
    VkDynamicState later[MOST_SET_LATER];
    struct fixed_functions fixed;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, assembly->layout, assembly->numbered.pass);
    // A topology that is set later has to be of the class of this one.
    fixed.assembly.topology = look->is_set_later ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST : look->topology;
    fixed.assembly.primitiveRestartEnable = look->restarts && !look->is_set_later ? VK_TRUE : VK_FALSE;
    fixed.raster.depthClampEnable = look->is_clamped ? VK_TRUE : VK_FALSE;
    fixed.raster.polygonMode = look->mode;
    fixed.raster.pNext = look->raster_chain;
    fixed.viewport.pNext = look->viewport_chain;
    fixed.vertices.vertexBindingDescriptionCount = 1;
    fixed.vertices.pVertexBindingDescriptions = &binding;
    fixed.vertices.vertexAttributeDescriptionCount = COUNT(attributes);
    fixed.vertices.pVertexAttributeDescriptions = attributes;
    fixed.while_recording.dynamicStateCount = states_set_later(look, later);
    fixed.while_recording.pDynamicStates = later;
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

VkResult assembly_pipeline(struct assembly *assembly, const struct look *look, VkPipeline *to) {
    struct device *device = assembly->player->device;
    const float data[] = {look->point_size, look->depth};
    const VkSpecializationMapEntry entries[] = {{SIZE_CONSTANT, 0, sizeof *data}, {DEPTH_CONSTANT, sizeof *data, sizeof *data}};
    const VkSpecializationInfo constants = {look->fragment > 0 ? 1 : COUNT(entries), entries, sizeof data, data};
    const VkSpecializationMapEntry entry = {KIND_CONSTANT, 0, sizeof look->fragment};
    const VkSpecializationInfo kind = {1, &entry, sizeof look->fragment, &look->fragment};
    const struct shader vertex = look->fragment > 0 ? SHADER(sloped_words) : SHADER(shape_words);
    const struct shader fragment = look->fragment == FRAGMENT_MASKED    ? SHADER(masked_words)
                                   : look->fragment == FRAGMENT_DEMOTED ? SHADER(demoted_words)
                                   : look->fragment > 0                 ? SHADER(fragment_words)
                                                                        : SHADER(value_words);
    VkPipelineShaderStageCreateInfo stages[STAGES];
    *to = 0;
    if (!stages_make(device, vertex, fragment, stages)) return VK_ERROR_INITIALIZATION_FAILED;
    stages[VERTEX_STAGE].pSpecializationInfo = &constants;
    if (look->fragment > 0 && look->fragment < FRAGMENT_MASKED) stages[FRAGMENT_STAGE].pSpecializationInfo = &kind;
    VkResult result = make_pipeline(assembly, look, stages, to);
    stages_end(device, stages);
    return result;
}

int assembly_write(struct assembly *assembly, const struct vertex *vertices, uint32_t count) {
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, vertices, count * sizeof *vertices);
    return buffer_write("write", assembly->player->device, &assembly->vertices, bytes);
}

void assembly_count(struct assembly *assembly, const char *what, int (*is_right)(int x, int y, uint32_t number)) {
    uint32_t right = 0;
    if (!numbered_run(assembly->player, &assembly->numbered)) return;
    for (int y = 0; y < (int)TINY; y++)
        for (int x = 0; x < (int)TINY; x++) right += (uint32_t)is_right(x, y, assembly->player->words[y * (int)TINY + x]);
    find(assembly->player, what, right);
}

// ---- what is drawn, and which number each texel may have

// Two triangles with an edge from lower left to upper right.
static const struct vertex strip[] = {{2, 3, 1}, {2, 11, 2}, {10, 3, 3}, {10, 11, 4}};
static int is_of_strip(int x, int y, uint32_t number) {
    if (!is_within(x, y, 2, 3, 10, 11)) return number == 0;
    return x + y == 12 ? number == 1 || number == 2 : number == (x + y < 12 ? 1 : 2);
}

// Two triangles with an edge from upper left to lower right. The first vertex of all is no triangle's provoking one.
static const struct vertex fan[] = {{2, 3, 1}, {10, 3, 2}, {10, 11, 3}, {2, 11, 4}};
static int is_of_fan(int x, int y, uint32_t number) {
    if (!is_within(x, y, 2, 3, 10, 11)) return number == 0;
    return x - 2 == y - 3 ? number == 2 || number == 3 : number == (x - 2 > y - 3 ? 2 : 3);
}

// Two squares, by one strip that begins anew.
static const struct vertex squares[] = {{1, 2, 7},  {1, 6, 7},   {5, 2, 7},  {5, 6, 7},
                                        {9, 8, 9}, {9, 13, 9}, {14, 8, 9}, {14, 13, 9}};
static const uint16_t restarted[] = {0, 1, 2, 3, RESTART, 4, 5, 6, 7};
static int is_of_squares(int x, int y, uint32_t number) {
    return number == (is_within(x, y, 1, 2, 5, 6) ? 7U : is_within(x, y, 9, 8, 14, 13) ? 9U : 0U);
}

const struct vertex square[SQUARE_VERTICES] = {{2, 3, 6}, {2, 11, 6}, {10, 3, 6}, {10, 11, 6}};
int is_of_square(int x, int y, uint32_t number) { return number == (is_within(x, y, 2, 3, 10, 11) ? 6U : 0U); }
int is_of_nothing(int x, int y, uint32_t number) { return (void)x, (void)y, number == 0; }

// Of a triangle's edges alone: those along an axis have fragments within a texel of them, and far from all edges there are none.
static const struct vertex triangle[] = {{1.5F, 1.5F, 4}, {1.5F, 13.5F, 4}, {13.5F, 1.5F, 4}};
static int is_of_edges(int x, int y, uint32_t number) {
    const int is_near = x <= 2 || y <= 2 || (x + y >= 12 && x + y <= 16);
    const int is_beside = x + y > 16 || (x >= 3 && y >= 3 && x + y <= 11);
    if (x == 1 && y >= 3 && y <= 11) return number == 4;
    if (y == 1 && x >= 3 && x <= 11) return number == 4;
    return is_beside || !is_near ? number == 0 : number == 0 || number == 4;
}

static const struct vertex point[] = {{8, 8, 5}};
static int is_of_point(int x, int y, uint32_t number) { return number == (is_within(x, y, 6, 6, 10, 10) ? 5U : 0U); }

static const struct vertex whole[] = {{0, 0, DRAWN}, {0, 8, DRAWN}, {16, 0, DRAWN}, {16, 8, DRAWN}};
static uint32_t combined;
static int is_combined(int x, int y, uint32_t number) {
    (void)x;
    return number == (y < 8 ? combined : BEFORE);
}

// ---- draws

struct shape {
    const char *what;
    struct look look;
    const struct vertex *vertices;
    uint32_t count;
    const uint16_t *indices;
    uint32_t index_count;
    int (*is_right)(int x, int y, uint32_t number);
};

static void set_later(const struct assembly *assembly, const struct look *look) {
    const struct device *device = assembly->player->device;
    PFN_vkCmdSetPrimitiveTopology set_topology = DEVICE_COMMAND(device, CmdSetPrimitiveTopology);
    PFN_vkCmdSetPrimitiveRestartEnable set_restart = DEVICE_COMMAND(device, CmdSetPrimitiveRestartEnable);
    if (!look->is_set_later || set_topology == NULL || set_restart == NULL) return;
    set_topology(assembly->player->recorder.commands, look->topology);
    set_restart(assembly->player->recorder.commands, look->restarts ? VK_TRUE : VK_FALSE);
}

static void record(struct assembly *assembly, const struct shape *shape, VkPipeline pipeline) {
    struct device *device = assembly->player->device;
    VkCommandBuffer commands = assembly->player->recorder.commands;
    const VkDeviceSize from = 0;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    set_later(assembly, &shape->look);
    if (shape->look.line_width > 1) device->CmdSetLineWidth(commands, shape->look.line_width);
    device->CmdBindVertexBuffers(commands, 0, 1, &assembly->vertices.handle, &from);
    if (shape->look.before != NULL) shape->look.before(assembly, shape->look.data);
    if (shape->indices != NULL) {
        device->CmdBindIndexBuffer(commands, assembly->indices.handle, 0, VK_INDEX_TYPE_UINT16);
        device->CmdDrawIndexed(commands, shape->index_count, 1, 0, 0, 0);
    } else {
        device->CmdDraw(commands, shape->count, 1, 0, 0);
    }
    if (shape->look.behind != NULL) shape->look.behind(assembly, shape->look.data);
}

static void draw(struct assembly *assembly, const struct shape *shape) {
    struct player *player = assembly->player;
    unsigned char indices[BYTES] = {0};
    VkPipeline pipeline;
    if (player->is_lost || !assembly_has_stride(assembly, sizeof(struct vertex))) return;
    if (!assembly_write(assembly, shape->vertices, shape->count)) return;
    if (shape->indices != NULL) memcpy(indices, shape->indices, shape->index_count * sizeof *shape->indices);
    if (!buffer_write("write", player->device, &assembly->indices, indices)) return;
    if (assembly_pipeline(assembly, &shape->look, &pipeline) == VK_SUCCESS &&
        numbered_begin(player, &assembly->numbered, shape->look.has_op ? BEFORE : 0)) {
        record(assembly, shape, pipeline);
        assembly_count(assembly, shape->what, shape->is_right);
    }
    player->device->DestroyPipeline(player->device->handle, pipeline, callbacks_of("pipeline"));
}

void assembly_draw(struct assembly *assembly, const char *what, const struct look *look, const struct vertex *vertices,
                   uint32_t count, int (*is_right)(int x, int y, uint32_t number)) {
    const struct shape shape = {what, *look, vertices, count, NULL, 0, is_right};
    draw(assembly, &shape);
}

static void draw_triangles(struct assembly *assembly) {
    const struct shape shapes[] = {
        {"assembled.strip", {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, PLAIN}, VERTICES(strip), NULL, 0, is_of_strip},
        {"assembled.restarted", {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, .restarts = 1, PLAIN}, VERTICES(squares), VERTICES(restarted), is_of_squares},
        {"assembled.fan", {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN, PLAIN}, VERTICES(fan), NULL, 0, is_of_fan},
        {"assembled.set_later", {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, .restarts = 1, .is_set_later = 1, PLAIN}, VERTICES(squares), VERTICES(restarted), is_of_squares},
    };
    const struct device *device = assembly->player->device;
    draw(assembly, &shapes[0]);
    draw(assembly, &shapes[1]);
    if (!device->is_portable) draw(assembly, &shapes[2]);  // VK_KHR_portability_subset may have no fans
    if (device->api >= VK_API_VERSION_1_3) draw(assembly, &shapes[3]);
}

// With strictLines an edge along an axis is where its vertices are.
static void draw_otherwise(struct assembly *assembly) {
    struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, .depth = 1.5F, PLAIN};
    VkPhysicalDeviceProperties properties = {.limits = {.strictLines = VK_FALSE}};
    assembly_draw(assembly, "assembled.clipped", &look, VERTICES(square), is_of_nothing);
    look.is_clamped = 1;
    if (assembly->offers->all.features.depthClamp) assembly_draw(assembly, "assembled.clamped", &look, VERTICES(square), is_of_square);
    look = (struct look){VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .mode = VK_POLYGON_MODE_LINE, PLAIN};
    assembly->player->device->instance->GetPhysicalDeviceProperties(assembly->player->device->gpu, &properties);
    if (assembly->offers->all.features.fillModeNonSolid && properties.limits.strictLines)
        assembly_draw(assembly, "assembled.edges", &look, VERTICES(triangle), is_of_edges);
}

static void draw_point(struct assembly *assembly) {
    const struct look look = {VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .line_width = 1, .point_size = 4};
    VkPhysicalDeviceProperties properties = {.limits = {.pointSizeRange = {0, 0}}};
    assembly->player->device->instance->GetPhysicalDeviceProperties(assembly->player->device->gpu, &properties);
    if (assembly->offers->all.features.largePoints && properties.limits.pointSizeRange[1] >= 4)
        assembly_draw(assembly, "assembled.large_point", &look, VERTICES(point), is_of_point);
}

static void combine(struct assembly *assembly) {
    static const struct {
        const char *what;
        VkLogicOp op;
        uint32_t number;
    } ops[] = {{"assembled.xor", VK_LOGIC_OP_XOR, DRAWN ^ BEFORE},
               {"assembled.and_reverse", VK_LOGIC_OP_AND_REVERSE, DRAWN & ~BEFORE},
               {"assembled.invert", VK_LOGIC_OP_INVERT, ~BEFORE},
               {"assembled.and", VK_LOGIC_OP_AND, DRAWN & BEFORE},
               {"assembled.and_inverted", VK_LOGIC_OP_AND_INVERTED, ~DRAWN & BEFORE},
               {"assembled.no_op", VK_LOGIC_OP_NO_OP, BEFORE},
               {"assembled.or", VK_LOGIC_OP_OR, DRAWN | BEFORE},
               {"assembled.nor", VK_LOGIC_OP_NOR, ~(DRAWN | BEFORE)},
               {"assembled.equivalent", VK_LOGIC_OP_EQUIVALENT, ~(DRAWN ^ BEFORE)},
               {"assembled.or_reverse", VK_LOGIC_OP_OR_REVERSE, DRAWN | ~BEFORE},
               {"assembled.copy_inverted", VK_LOGIC_OP_COPY_INVERTED, ~DRAWN},
               {"assembled.or_inverted", VK_LOGIC_OP_OR_INVERTED, ~DRAWN | BEFORE},
               {"assembled.nand", VK_LOGIC_OP_NAND, ~(DRAWN & BEFORE)},
               {"assembled.clear", VK_LOGIC_OP_CLEAR, 0},
               {"assembled.set", VK_LOGIC_OP_SET, UINT32_MAX}};
    for (size_t i = 0; i < COUNT(ops) && assembly->offers->all.features.logicOp; i++) {
        const struct look look = {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, .has_op = 1, .op = ops[i].op, PLAIN};
        combined = ops[i].number;
        assembly_draw(assembly, ops[i].what, &look, VERTICES(whole), is_combined);
    }
}

static void draw_all(struct assembly *assembly) {
    draw_triangles(assembly);
    draw_otherwise(assembly);
    draw_point(assembly);
    combine(assembly);
    assembly_lines(assembly);
    assembly_inputs(assembly);
    assembly_stages(assembly);
    assembly_fragments(assembly);
}

static void with_buffers(struct assembly *assembly, void (*ask)(struct assembly *assembly)) {
    struct device *device = assembly->player->device;
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    if (device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &assembly->layout) != VK_SUCCESS)
        return;
    ask(assembly);
    device->DestroyPipelineLayout(device->handle, assembly->layout, callbacks_of("pipeline layout"));
}

void assembly_use(const struct featured *featured, void (*ask)(struct assembly *assembly)) {
    struct assembly assembly = {.player = featured->player, .offers = featured->offers};
    struct device *device = featured->player->device;
    if (numbered_make(assembly.player, &assembly.numbered) &&
        buffer_make("buffer", device, &assembly.vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)) {
        if (buffer_make("buffer", device, &assembly.indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT)) {
            with_buffers(&assembly, ask);
            buffer_end(device, &assembly.indices);
        }
        buffer_end(device, &assembly.vertices);
    }
    numbered_end(assembly.player, &assembly.numbered);
}

void states_of_assembled(const struct featured *featured) { assembly_use(featured, draw_all); }
