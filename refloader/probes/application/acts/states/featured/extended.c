// The act "states", draws by what extensions bring: several by one command, instances that share attributes, and vertex input that
// is set while recording. Vertices and instances are those of the kind "vertices".
#include "../drawing/vertices.h"
#include "featured.h"

enum { DRAWS = 3, FIRST_INSTANCE = 2, INSTANCES = 2, DIVIDED = 5, SHIFTED = 2 };

// Of VK_EXT_multi_draw, and of VK_EXT_vertex_input_dynamic_state, which are no part of Vulkan's ordinary headers. Behind each
// draw is a number that is no part of it: the stride is larger than the structure.
struct one_draw {
    uint32_t first, count, nothing;
};
struct one_indexed_draw {
    uint32_t first, count;
    int32_t vertex_offset;
    uint32_t nothing;
};
typedef void (*draw_multi)(VkCommandBuffer, uint32_t, const struct one_draw *, uint32_t, uint32_t, uint32_t);
typedef void (*draw_multi_indexed)(VkCommandBuffer, uint32_t, const struct one_indexed_draw *, uint32_t, uint32_t, uint32_t,
                                   const int32_t *);

#define BINDING_TYPE ((VkStructureType)1000352001)
#define ATTRIBUTE_TYPE ((VkStructureType)1000352002)
struct input_binding {
    VkStructureType type;
    const void *next;
    uint32_t binding, stride;
    VkVertexInputRate rate;
    uint32_t divisor;
};
struct input_attribute {
    VkStructureType type;
    const void *next;
    uint32_t location, binding;
    VkFormat format;
    uint32_t offset;
};
typedef void (*set_input)(VkCommandBuffer, uint32_t, const struct input_binding *, uint32_t, const struct input_attribute *);

static const struct one_draw draws[DRAWS] = {{1, 2, 0}, {5, 3, 0}, {10, 1, 0}};

static void draw_several(struct canvas *canvas) {
    struct player *player = canvas->player;
    draw_multi draw = (draw_multi)device_command(player->device, "vkCmdDrawMultiEXT");
    if (draw == NULL || !canvas_begin_with(canvas, canvas->pipeline)) return;
    draw(player->recorder.commands, DRAWS, draws, INSTANCES, FIRST_INSTANCE, sizeof *draws);
    for (uint32_t i = 0; i < DRAWS; i++) {
        const VkDrawIndirectCommand same = {draws[i].count, INSTANCES, draws[i].first, FIRST_INSTANCE};
        canvas_expect_all(canvas, &same);
    }
    canvas_finish(canvas, "extended.several");
}

// By an offset of each draw, or by one of all draws. No two draws have a vertex in common: none hides another one.
static void draw_several_indexed(struct canvas *canvas, const char *what, const int32_t *of_all) {
    static const struct one_indexed_draw indexed[DRAWS] = {{0, 2, 1, 0}, {4, 3, -2, 0}, {2, 1, -4, 0}};
    struct player *player = canvas->player;
    draw_multi_indexed draw = (draw_multi_indexed)device_command(player->device, "vkCmdDrawMultiIndexedEXT");
    if (draw == NULL || !canvas_write_indices(canvas, 1, 0) || !canvas_begin_with(canvas, canvas->pipeline)) return;
    player->device->CmdBindIndexBuffer(player->recorder.commands, canvas->buffers[INDICES].handle, 0, VK_INDEX_TYPE_UINT32);
    draw(player->recorder.commands, DRAWS, indexed, INSTANCES, FIRST_INSTANCE, sizeof *indexed, of_all);
    for (uint32_t i = 0; i < DRAWS; i++)
        for (uint32_t v = 0; v < indexed[i].count; v++) {
            const int32_t offset = of_all != NULL ? *of_all : indexed[i].vertex_offset;
            const uint32_t vertex = canvas_indices[indexed[i].first + v] + (uint32_t)offset;
            const VkDrawIndirectCommand same = {1, INSTANCES, vertex, FIRST_INSTANCE};
            canvas_expect_all(canvas, &same);
        }
    canvas_finish(canvas, what);
}

// With firstInstance 0: which instance has the first attributes is another matter otherwise. Of instances that have one row,
// the last one is seen.
static void draw_instances(struct canvas *canvas, uint32_t divisor) {
    for (uint32_t i = 0; i < DIVIDED; i++) canvas_expect_row(canvas, 3, i, divisor == 0 ? 0 : i / divisor);
    canvas->player->device->CmdDraw(canvas->player->recorder.commands, 1, DIVIDED, 3, 0);
}

static void draw_divided(struct canvas *canvas, const char *what, uint32_t divisor) {
    struct device *device = canvas->player->device;
    const VkVertexInputBindingDivisorDescription of_instances = {1, divisor};
    const VkPipelineVertexInputDivisorStateCreateInfo divisors = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO,
        .vertexBindingDivisorCount = 1,
        .pVertexBindingDivisors = &of_instances};
    const struct canvas_look look = {.input_chain = &divisors};
    VkPipeline pipeline;
    if (canvas_pipeline(canvas, &look, &pipeline) == VK_SUCCESS && canvas_begin_with(canvas, pipeline)) {
        draw_instances(canvas, divisor);
        canvas_finish(canvas, what);
    }
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

// The pipeline itself has no bindings and no attributes.
static void draw_set_later(struct canvas *canvas, const char *what, uint32_t divisor) {
    struct player *player = canvas->player;
    set_input set = (set_input)device_command(player->device, "vkCmdSetVertexInputEXT");
    const struct canvas_look look = {.is_input_set_later = 1};
    const struct input_binding bindings[] = {
        {BINDING_TYPE, NULL, 0, VERTEX * sizeof(uint32_t), VK_VERTEX_INPUT_RATE_VERTEX, 1},
        {BINDING_TYPE, NULL, 1, INSTANCE * sizeof(uint32_t), VK_VERTEX_INPUT_RATE_INSTANCE, divisor}};
    const struct input_attribute attributes[] = {{ATTRIBUTE_TYPE, NULL, 0, 0, VK_FORMAT_R32G32_UINT, sizeof(uint32_t)},
                                                 {ATTRIBUTE_TYPE, NULL, 1, 1, VK_FORMAT_R32_UINT, 0}};
    const VkDrawIndirectCommand of = {3, 3, 1, 4};
    VkPipeline pipeline;
    if (set == NULL) return;
    if (canvas_pipeline(canvas, &look, &pipeline) == VK_SUCCESS && canvas_begin_with(canvas, pipeline)) {
        set(player->recorder.commands, COUNT(bindings), bindings, COUNT(attributes), attributes);
        if (divisor == 1) {
            player->device->CmdDraw(player->recorder.commands, of.vertexCount, of.instanceCount, of.firstVertex, of.firstInstance);
            canvas_expect_all(canvas, &of);
        } else {
            draw_instances(canvas, divisor);
        }
        canvas_finish(canvas, what);
    }
    player->device->DestroyPipeline(player->device->handle, pipeline, callbacks_of("pipeline"));
}

void states_of_extended(const struct featured *featured) {
    const struct offers *offers = featured->offers;
    const int32_t shifted = SHIFTED;
    struct canvas canvas = {.player = featured->player};
    if (!(featured->player->device->can & VK_QUEUE_GRAPHICS_BIT) || featured->player->is_lost) return;
    if (!offers->several_draws.has[0] && !offers->input.has[0] && !offers->divisors.vertexAttributeInstanceRateDivisor) return;
    if (canvas_make(&canvas)) {
        if (offers->several_draws.has[0]) {
            draw_several(&canvas);
            draw_several_indexed(&canvas, "extended.several_indexed", NULL);
            draw_several_indexed(&canvas, "extended.several_shifted", &shifted);
        }
        if (offers->divisors.vertexAttributeInstanceRateDivisor) draw_divided(&canvas, "extended.divisor", 2);
        if (offers->divisors.vertexAttributeInstanceRateZeroDivisor) draw_divided(&canvas, "extended.divisor_zero", 0);
        if (offers->input.has[0]) draw_set_later(&canvas, "extended.input", 1);
        if (offers->input.has[0] && offers->divisors.vertexAttributeInstanceRateDivisor)
            draw_set_later(&canvas, "extended.input_divisor", 2);
    }
    canvas_end(&canvas);
}
