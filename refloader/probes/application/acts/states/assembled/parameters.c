// The act "states", numbers of a draw that a vertex shader knows (shaderDrawParameters): its place among those of one command, and the
// first vertex and instance that it was given.
#include "../../../shaders/shaders.h"
#include "assembled.h"

enum { DRAWS = 3, INDICES = 3, LEFT = 4 };

struct parameters {
    struct assembly *assembly;
    struct buffer arguments;
    VkPipeline pipeline;
    uint32_t expected[TINY * TINY];
};

static VkResult make_pipeline(struct parameters *parameters) {
    struct device *device = parameters->assembly->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    VkPipelineShaderStageCreateInfo stages[STAGES];
    struct fixed_functions fixed;
    if (!stages_make(device, SHADER(parameters_words), SHADER(value_words), stages)) return VK_ERROR_INITIALIZATION_FAILED;
    const VkGraphicsPipelineCreateInfo info =
        drawing_info(&fixed, stages, &blend, parameters->assembly->layout, parameters->assembly->numbered.pass);
    fixed.assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    VkResult result = made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), &parameters->pipeline),
                           &parameters->pipeline);
    stages_end(device, stages);
    return result;
}

// A draw is to leave points of these vertices, in rows of these instances.
static void expect(struct parameters *parameters, const uint32_t *vertices, uint32_t vertex_count, uint32_t first_instance,
                   uint32_t instance_count, uint32_t number) {
    for (uint32_t i = 0; i < instance_count; i++)
        for (uint32_t j = 0; j < vertex_count; j++) parameters->expected[TINY * (first_instance + i) + vertices[j]] = number;
}

static int begin_drawing(struct parameters *parameters) {
    struct player *player = parameters->assembly->player;
    memset(parameters->expected, 0, sizeof parameters->expected);
    if (player->is_lost || !numbered_begin(player, &parameters->assembly->numbered, 0)) return 0;
    player->device->CmdBindPipeline(player->recorder.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, parameters->pipeline);
    return 1;
}

static void finish(struct parameters *parameters, const char *what) {
    struct player *player = parameters->assembly->player;
    uint32_t right = 0;
    if (!numbered_run(player, &parameters->assembly->numbered)) return;
    for (uint32_t i = 0; i < TINY * TINY; i++) right += player->words[i] == parameters->expected[i];
    find(player, what, right);
}

static uint32_t number_of(uint32_t draw, uint32_t vertex, uint32_t instance) { return 1 + draw + 0x100 * vertex + 0x10000 * instance; }

// By two commands, each of which draws once.
static void draw_alone(struct parameters *parameters) {
    static const uint32_t first[] = {2, 3, 4}, second[] = {LEFT, LEFT + 5, LEFT + 1};
    static const uint16_t indices[] = {0, 5, 1};
    struct player *player = parameters->assembly->player;
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, indices, sizeof indices);
    if (!buffer_write("write", player->device, &parameters->assembly->indices, bytes) || !begin_drawing(parameters)) return;
    player->device->CmdDraw(player->recorder.commands, COUNT(first), 2, first[0], 5);
    player->device->CmdBindIndexBuffer(player->recorder.commands, parameters->assembly->indices.handle, 0, VK_INDEX_TYPE_UINT16);
    player->device->CmdDrawIndexed(player->recorder.commands, INDICES, 1, 0, LEFT, 9);
    expect(parameters, first, COUNT(first), 5, 2, number_of(0, first[0], 5));
    expect(parameters, second, COUNT(second), 9, 1, number_of(0, LEFT, 9));
    finish(parameters, "parameters.alone");
}

// By one command, which has the numbers of three draws in a buffer.
static void draw_several(struct parameters *parameters) {
    static const VkDrawIndirectCommand draws[DRAWS] = {{2, 1, 3, 1}, {3, 2, 7, 4}, {1, 1, 12, 8}};
    struct player *player = parameters->assembly->player;
    PFN_vkCmdDrawIndirect draw = DEVICE_COMMAND(player->device, CmdDrawIndirect);
    unsigned char bytes[BYTES] = {0};
    memcpy(bytes, draws, sizeof draws);
    if (draw == NULL || !buffer_write("write", player->device, &parameters->arguments, bytes) || !begin_drawing(parameters)) return;
    draw(player->recorder.commands, parameters->arguments.handle, 0, DRAWS, sizeof *draws);
    for (uint32_t i = 0; i < DRAWS; i++) {
        const uint32_t from = draws[i].firstVertex, vertices[] = {from, from + 1, from + 2};
        expect(parameters, vertices, draws[i].vertexCount, draws[i].firstInstance, draws[i].instanceCount,
               number_of(i, from, draws[i].firstInstance));
    }
    finish(parameters, "parameters.several");
}

static void ask_parameters(struct assembly *assembly) {
    struct parameters parameters = {.assembly = assembly};
    struct device *device = assembly->player->device;
    const VkPhysicalDeviceFeatures *has = &assembly->offers->all.features;
    if (!buffer_make("buffer", device, &parameters.arguments, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)) return;
    if (make_pipeline(&parameters) == VK_SUCCESS) {
        draw_alone(&parameters);
        if (has->multiDrawIndirect && has->drawIndirectFirstInstance) draw_several(&parameters);
    }
    device->DestroyPipeline(device->handle, parameters.pipeline, callbacks_of("pipeline"));
    buffer_end(device, &parameters.arguments);
}

void states_of_parameters(const struct featured *featured) {
    if (featured->offers->of_1_1.shaderDrawParameters) assembly_use(featured, ask_parameters);
}
