// The act "states", vertices: which ones a draw has, and where their attributes come from. The shader "points" draws a
// point of one texel for each vertex of each instance. Its column and a number come from the buffer of the vertices, its
// row from that of the instances, and the texel becomes a number of all four: of VertexIndex and InstanceIndex, too. What
// is found is the number of texels that are as they have to be.
#include <string.h>

#include "../../../shaders/shaders.h"
#include "vertices.h"

#define INPUT_SET_LATER ((VkDynamicState)1000352000)  // VK_DYNAMIC_STATE_VERTEX_INPUT_EXT

// ---- contents of the buffers

// Each vertex: a word that no attribute has, the column, a number. Each instance: the row. More words are no attribute's.
static uint32_t column_of(uint32_t vertex) { return (vertex * 7 + 3) % TINY; }
static uint32_t number_of(uint32_t vertex) { return 0x80 + vertex; }
static uint32_t row_of(uint32_t instance) { return (instance * 5 + 1) % TINY; }

static int write_buffers(struct canvas *canvas) {
    struct device *device = canvas->player->device;
    uint32_t words[WORDS] = {0};
    for (uint32_t i = 0; i < WORDS / VERTEX; i++) {
        words[i * VERTEX + 1] = column_of(i);
        words[i * VERTEX + 2] = number_of(i);
    }
    if (!buffer_write("write", device, &canvas->buffers[OF_VERTICES], words)) return 0;
    for (uint32_t i = 0; i < WORDS / INSTANCE; i++) words[i * INSTANCE] = row_of(i);
    return buffer_write("write", device, &canvas->buffers[OF_INSTANCES], words);
}

// ---- making

static VkResult make_pipeline_of(struct canvas *canvas, const struct canvas_look *look,
                                 const VkPipelineShaderStageCreateInfo *stages, VkPipeline *to) {
    const VkDynamicState later[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, INPUT_SET_LATER};
    static const VkVertexInputBindingDescription bindings[] = {
        {0, VERTEX * sizeof(uint32_t), VK_VERTEX_INPUT_RATE_VERTEX},
        {1, INSTANCE * sizeof(uint32_t), VK_VERTEX_INPUT_RATE_INSTANCE}};
    static const VkVertexInputAttributeDescription attributes[] = {{0, 0, VK_FORMAT_R32G32_UINT, sizeof(uint32_t)},
                                                                   {1, 1, VK_FORMAT_R32_UINT, 0}};
    struct device *device = canvas->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    struct fixed_functions fixed;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, canvas->layout, canvas->numbered.pass);
    fixed.assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    fixed.vertices.vertexBindingDescriptionCount = COUNT(bindings);
    fixed.vertices.pVertexBindingDescriptions = bindings;
    fixed.vertices.vertexAttributeDescriptionCount = COUNT(attributes);
    fixed.vertices.pVertexAttributeDescriptions = attributes;
    fixed.vertices.pNext = look->input_chain;
    if (look->is_input_set_later) {
        fixed.vertices.vertexBindingDescriptionCount = fixed.vertices.vertexAttributeDescriptionCount = 0;
        fixed.while_recording.dynamicStateCount = COUNT(later);
        fixed.while_recording.pDynamicStates = later;
    }
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

VkResult canvas_pipeline(struct canvas *canvas, const struct canvas_look *look, VkPipeline *to) {
    struct device *device = canvas->player->device;
    VkPipelineShaderStageCreateInfo stages[STAGES];
    *to = 0;
    if (!stages_make(device, SHADER(points_words), SHADER(value_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = make_pipeline_of(canvas, look, stages, to);
    stages_end(device, stages);
    return result;
}

static VkResult make_layout(struct canvas *canvas) {
    struct device *device = canvas->player->device;
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    return made(device->CreatePipelineLayout(device->handle, &info, callbacks_of("pipeline layout"), &canvas->layout),
                &canvas->layout);
}

static int make_buffers(struct canvas *canvas) {
    static const VkBufferUsageFlags usages[BUFFERS] = {
        [OF_VERTICES] = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
        [OF_INSTANCES] = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
        [INDICES] = VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
        [ARGUMENTS] = VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
    };
    uint32_t *at = &canvas->buffers_made;
    for (; *at < BUFFERS; ++*at)
        if (!buffer_make("buffer", canvas->player->device, &canvas->buffers[*at], usages[*at])) return 0;
    return write_buffers(canvas);
}

int canvas_make(struct canvas *canvas) {
    struct device *device = canvas->player->device;
    const struct canvas_look plain = {.input_chain = NULL};
    if (!numbered_make(canvas->player, &canvas->numbered)) return 0;
    canvas->draw_indirect = DEVICE_COMMAND(device, CmdDrawIndirect);
    canvas->draw_indexed_indirect = DEVICE_COMMAND(device, CmdDrawIndexedIndirect);
    if (device->api >= VK_API_VERSION_1_3) canvas->bind_vertices2 = DEVICE_COMMAND(device, CmdBindVertexBuffers2);
    return make_buffers(canvas) && make_layout(canvas) == VK_SUCCESS &&
           canvas_pipeline(canvas, &plain, &canvas->pipeline) == VK_SUCCESS;
}

void canvas_end(struct canvas *canvas) {
    struct device *device = canvas->player->device;
    VkDevice handle = device->handle;
    device->DestroyPipeline(handle, canvas->pipeline, callbacks_of("pipeline"));
    device->DestroyPipelineLayout(handle, canvas->layout, callbacks_of("pipeline layout"));
    while (canvas->buffers_made > 0) buffer_end(device, &canvas->buffers[--canvas->buffers_made]);
    numbered_end(canvas->player, &canvas->numbered);
}

// ---- recording, and what it leads to

static VkCommandBuffer commands_of(const struct canvas *canvas) { return canvas->player->recorder.commands; }

static void bind_both(struct canvas *canvas, uint32_t vertex, uint32_t instance) {
    const VkBuffer handles[] = {canvas->buffers[OF_VERTICES].handle, canvas->buffers[OF_INSTANCES].handle};
    const VkDeviceSize offsets[] = {vertex * VERTEX * sizeof(uint32_t), instance * INSTANCE * sizeof(uint32_t)};
    canvas->first_vertex = vertex;
    canvas->first_instance = instance;
    canvas->player->device->CmdBindVertexBuffers(commands_of(canvas), 0, COUNT(handles), handles, offsets);
}

int canvas_begin_with(struct canvas *canvas, VkPipeline pipeline) {
    memset(canvas->expected, 0, sizeof canvas->expected);
    if (!numbered_begin(canvas->player, &canvas->numbered, 0)) return 0;
    canvas->player->device->CmdBindPipeline(commands_of(canvas), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    bind_both(canvas, 0, 0);
    return 1;
}

static int begin_canvas(struct canvas *canvas) { return canvas_begin_with(canvas, canvas->pipeline); }

void canvas_expect_row(struct canvas *canvas, uint32_t vertex, uint32_t instance, uint32_t of_row) {
    uint32_t of_buffer = (uint32_t)canvas->first_vertex + vertex, row = row_of((uint32_t)canvas->first_instance + of_row);
    canvas->expected[row * TINY + column_of(of_buffer)] =
        0x1000000U + 0x10000U * instance + 0x100U * vertex + number_of(of_buffer);
}

static void expect(struct canvas *canvas, uint32_t vertex, uint32_t instance) {
    canvas_expect_row(canvas, vertex, instance, instance);
}

void canvas_expect_all(struct canvas *canvas, const VkDrawIndirectCommand *draw) {
    for (uint32_t i = 0; i < draw->instanceCount; i++)
        for (uint32_t v = 0; v < draw->vertexCount; v++) expect(canvas, draw->firstVertex + v, draw->firstInstance + i);
}

static void draw(struct canvas *canvas, VkDrawIndirectCommand of) {
    canvas->player->device->CmdDraw(commands_of(canvas), of.vertexCount, of.instanceCount, of.firstVertex,
                                    of.firstInstance);
    canvas_expect_all(canvas, &of);
}

void canvas_finish(struct canvas *canvas, const char *what) {
    uint32_t right = 0;
    if (!numbered_run(canvas->player, &canvas->numbered)) return;
    for (uint32_t i = 0; i < WHOLE_IMAGE; i++) right += canvas->player->words[i] == canvas->expected[i];
    find(canvas->player, what, right);
}

// ---- draws without indices

static void draw_plainly(struct canvas *canvas) {
    if (!begin_canvas(canvas)) return;
    draw(canvas, (VkDrawIndirectCommand){5, 1, 2, 0});
    canvas_finish(canvas, "vertices.from_first");
    if (!begin_canvas(canvas)) return;
    draw(canvas, (VkDrawIndirectCommand){3, 3, 1, 4});
    canvas_finish(canvas, "vertices.instances");
    if (!begin_canvas(canvas)) return;
    draw(canvas, (VkDrawIndirectCommand){0, 1, 0, 0});
    draw(canvas, (VkDrawIndirectCommand){2, 0, 0, 0});
    canvas_finish(canvas, "vertices.nothing");
}

static void draw_from_offsets(struct canvas *canvas) {
    const VkDeviceSize later = 9 * INSTANCE * sizeof(uint32_t);
    if (!begin_canvas(canvas)) return;
    bind_both(canvas, 6, 3);
    draw(canvas, (VkDrawIndirectCommand){4, 2, 1, 1});
    canvas_finish(canvas, "vertices.offsets");
    if (!begin_canvas(canvas)) return;
    bind_both(canvas, 6, 3);
    draw(canvas, (VkDrawIndirectCommand){2, 1, 0, 0});
    canvas->player->device->CmdBindVertexBuffers(commands_of(canvas), 1, 1, &canvas->buffers[OF_INSTANCES].handle, &later);
    canvas->first_instance = 9;
    draw(canvas, (VkDrawIndirectCommand){3, 2, 4, 0});
    canvas_finish(canvas, "vertices.bound_anew");
    if (canvas->bind_vertices2 == NULL || !begin_canvas(canvas)) return;
    canvas->bind_vertices2(commands_of(canvas), 1, 1, &canvas->buffers[OF_INSTANCES].handle, &later, NULL, NULL);
    canvas->first_instance = 9;
    draw(canvas, (VkDrawIndirectCommand){3, 2, 4, 0});
    canvas_finish(canvas, "vertices.by_newer");
}

// ---- draws with indices

const uint32_t canvas_indices[MOST_INDICES] = {9, 4, 7, 12, 3, 10, 6, 5};

// They begin some bytes behind the beginning of the buffer.
int canvas_write_indices(struct canvas *canvas, int is_wide, uint32_t at) {
    unsigned char bytes[BYTES] = {0};
    for (uint32_t i = 0; i < MOST_INDICES; i++) {
        const uint16_t narrow = (uint16_t)canvas_indices[i];
        if (is_wide)
            memcpy(bytes + at + i * sizeof *canvas_indices, &canvas_indices[i], sizeof *canvas_indices);
        else
            memcpy(bytes + at + i * sizeof narrow, &narrow, sizeof narrow);
    }
    return buffer_write("write", canvas->player->device, &canvas->buffers[INDICES], bytes);
}

static void expect_indexed(struct canvas *canvas, const VkDrawIndexedIndirectCommand *draw) {
    for (uint32_t i = 0; i < draw->instanceCount; i++)
        for (uint32_t v = 0; v < draw->indexCount; v++)
            expect(canvas, canvas_indices[draw->firstIndex + v] + (uint32_t)draw->vertexOffset, draw->firstInstance + i);
}

static void draw_indexed(struct canvas *canvas, const char *what, int is_wide, VkDrawIndexedIndirectCommand of) {
    struct device *device = canvas->player->device;
    const uint32_t at = 8;
    if (!canvas_write_indices(canvas, is_wide, at) || !begin_canvas(canvas)) return;
    bind_both(canvas, 1, 2);
    device->CmdBindIndexBuffer(commands_of(canvas), canvas->buffers[INDICES].handle, at,
                               is_wide ? VK_INDEX_TYPE_UINT32 : VK_INDEX_TYPE_UINT16);
    device->CmdDrawIndexed(commands_of(canvas), of.indexCount, of.instanceCount, of.firstIndex, of.vertexOffset,
                           of.firstInstance);
    expect_indexed(canvas, &of);
    canvas_finish(canvas, what);
}

// ---- draws whose numbers are in a buffer: those before them are others

static void draw_indirectly(struct canvas *canvas) {
    const VkDrawIndirectCommand before = {1, 1, 9, 0}, of = {4, 2, 3, 0};
    const VkDeviceSize at = 2 * sizeof before;
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, &before, sizeof before);
    memcpy(bytes + at, &of, sizeof of);
    if (canvas->draw_indirect == NULL) return;
    if (!buffer_write("write", canvas->player->device, &canvas->buffers[ARGUMENTS], bytes) || !begin_canvas(canvas)) return;
    canvas->draw_indirect(commands_of(canvas), canvas->buffers[ARGUMENTS].handle, at, 1, sizeof of);
    canvas_expect_all(canvas, &of);
    canvas_finish(canvas, "vertices.indirect");
    if (!begin_canvas(canvas)) return;
    canvas->draw_indirect(commands_of(canvas), canvas->buffers[ARGUMENTS].handle, at, 0, 0);
    canvas_finish(canvas, "vertices.no_indirect");
}

static void draw_indexed_indirectly(struct canvas *canvas) {
    const VkDrawIndexedIndirectCommand before = {1, 1, 0, 0, 0}, of = {4, 2, 1, -2, 0};
    const VkDeviceSize at = 2 * sizeof before;
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, &before, sizeof before);
    memcpy(bytes + at, &of, sizeof of);
    if (canvas->draw_indexed_indirect == NULL || !canvas_write_indices(canvas, 0, 0)) return;
    if (!buffer_write("write", canvas->player->device, &canvas->buffers[ARGUMENTS], bytes) || !begin_canvas(canvas)) return;
    canvas->player->device->CmdBindIndexBuffer(commands_of(canvas), canvas->buffers[INDICES].handle, 0,
                                               VK_INDEX_TYPE_UINT16);
    canvas->draw_indexed_indirect(commands_of(canvas), canvas->buffers[ARGUMENTS].handle, at, 1, sizeof of);
    expect_indexed(canvas, &of);
    canvas_finish(canvas, "vertices.indexed_indirect");
}

// ---- many draws of a command, whose number may be in a buffer, too: then it is at most what the command says

enum { COUNT_AT = 4, DRAWS_AT = 16, DRAWS = 3, APART = 32 };  // bytes

static const VkDrawIndirectCommand draws[DRAWS] = {{2, 1, 1, 0}, {3, 1, 5, 2}, {1, 2, 10, 3}};

// Without drawIndirectFirstInstance, the first instance has to be 0.
static VkDrawIndirectCommand draw_of(const struct canvas *canvas, uint32_t which) {
    VkDrawIndirectCommand draw = draws[which];
    if (!canvas->player->has_first_instances) draw.firstInstance = 0;
    return draw;
}

static void expect_many(struct canvas *canvas, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const VkDrawIndirectCommand draw = draw_of(canvas, i);
        canvas_expect_all(canvas, &draw);
    }
}

static int begin_many(struct canvas *canvas, uint32_t count) {
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes + COUNT_AT, &count, sizeof count);
    for (uint32_t i = 0; i < DRAWS; i++) {
        const VkDrawIndirectCommand draw = draw_of(canvas, i);
        memcpy(bytes + DRAWS_AT + i * APART, &draw, sizeof draw);
    }
    return buffer_write("write", canvas->player->device, &canvas->buffers[ARGUMENTS], bytes) && begin_canvas(canvas);
}

static void draw_many(struct canvas *canvas) {
    if (!canvas->player->has_many_draws || canvas->draw_indirect == NULL || !begin_many(canvas, 0)) return;
    canvas->draw_indirect(commands_of(canvas), canvas->buffers[ARGUMENTS].handle, DRAWS_AT, DRAWS, APART);
    expect_many(canvas, DRAWS);
    canvas_finish(canvas, "vertices.many_indirect");
}

// No two of these draws have a vertex in common.
static const VkDrawIndexedIndirectCommand indexed_draws[DRAWS] = {{2, 1, 0, 1, 0}, {3, 1, 4, -2, 0}, {1, 1, 2, -4, 0}};

static int begin_many_indexed(struct canvas *canvas, uint32_t count) {
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes + COUNT_AT, &count, sizeof count);
    for (uint32_t i = 0; i < DRAWS; i++) memcpy(bytes + DRAWS_AT + i * APART, &indexed_draws[i], sizeof indexed_draws[i]);
    if (!canvas_write_indices(canvas, 1, 0)) return 0;
    if (!buffer_write("write", canvas->player->device, &canvas->buffers[ARGUMENTS], bytes) || !begin_canvas(canvas)) return 0;
    canvas->player->device->CmdBindIndexBuffer(commands_of(canvas), canvas->buffers[INDICES].handle, 0, VK_INDEX_TYPE_UINT32);
    return 1;
}

static void finish_many_indexed(struct canvas *canvas, const char *what, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) expect_indexed(canvas, &indexed_draws[i]);
    canvas_finish(canvas, what);
}

static void draw_many_indexed(struct canvas *canvas) {
    if (!canvas->player->has_many_draws || canvas->draw_indexed_indirect == NULL || !begin_many_indexed(canvas, 0)) return;
    canvas->draw_indexed_indirect(commands_of(canvas), canvas->buffers[ARGUMENTS].handle, DRAWS_AT, DRAWS, APART);
    finish_many_indexed(canvas, "vertices.many_indexed_indirect", DRAWS);
}

static void draw_indexed_counted(struct canvas *canvas, const char *what, uint32_t count, uint32_t most) {
    PFN_vkCmdDrawIndexedIndirectCount draw_count = DEVICE_COMMAND(canvas->player->device, CmdDrawIndexedIndirectCount);
    VkBuffer arguments = canvas->buffers[ARGUMENTS].handle;
    if (!canvas->player->has_draw_counts || draw_count == NULL || !begin_many_indexed(canvas, count)) return;
    draw_count(commands_of(canvas), arguments, DRAWS_AT, arguments, COUNT_AT, most, APART);
    finish_many_indexed(canvas, what, at_most(count, most));
}

static void draw_counted(struct canvas *canvas, const char *what, uint32_t count, uint32_t most) {
    PFN_vkCmdDrawIndirectCount draw_count = DEVICE_COMMAND(canvas->player->device, CmdDrawIndirectCount);
    VkBuffer arguments = canvas->buffers[ARGUMENTS].handle;
    if (!canvas->player->has_draw_counts || draw_count == NULL || !begin_many(canvas, count)) return;
    draw_count(commands_of(canvas), arguments, DRAWS_AT, arguments, COUNT_AT, most, APART);
    expect_many(canvas, at_most(count, most));
    canvas_finish(canvas, what);
}

void states_of_vertices(struct player *player) {
    struct canvas canvas = {.player = player};
    if (canvas_make(&canvas)) {
        draw_plainly(&canvas);
        draw_from_offsets(&canvas);
        draw_indexed(&canvas, "vertices.indexed", 0, (VkDrawIndexedIndirectCommand){4, 1, 2, 0, 0});
        draw_indexed(&canvas, "vertices.indexed_wide", 1, (VkDrawIndexedIndirectCommand){3, 2, 1, 0, 2});
        draw_indexed(&canvas, "vertices.vertex_offset", 0, (VkDrawIndexedIndirectCommand){5, 1, 0, 3, 0});
        draw_indexed(&canvas, "vertices.negative_offset", 1, (VkDrawIndexedIndirectCommand){4, 2, 3, -3, 1});
        draw_indirectly(&canvas);
        draw_indexed_indirectly(&canvas);
        draw_many(&canvas);
        draw_many_indexed(&canvas);
        draw_counted(&canvas, "vertices.counted", 2, DRAWS);
        draw_counted(&canvas, "vertices.counted_beyond", DRAWS, 2);
        draw_counted(&canvas, "vertices.none_counted", 0, DRAWS);
        draw_indexed_counted(&canvas, "vertices.indexed_counted", 2, DRAWS);
        draw_indexed_counted(&canvas, "vertices.indexed_counted_beyond", DRAWS, 2);
    }
    canvas_end(&canvas);
}
