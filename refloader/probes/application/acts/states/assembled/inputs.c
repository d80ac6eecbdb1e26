// The act "states", attributes of vertices: how far apart they are where that is set while recording, and what becomes of formats
// of other components than the shader has.
#include "../../../shaders/shaders.h"
#include "assembled.h"

enum { APART = 5 * sizeof(uint32_t), POINTS = 4, FORMATS = 8, STRIDE = 48 };

static const struct vertex points[POINTS] = {{3.5F, 1.5F, 11}, {4.5F, 2.5F, 12}, {5.5F, 3.5F, 13}, {6.5F, 4.5F, 14}};

static int is_of_points(int x, int y, uint32_t number) {
    for (uint32_t i = 0; i < POINTS; i++)
        if (x == (int)points[i].x && y == (int)points[i].y) return number == points[i].number;
    return number == 0;
}

// The points are further apart in the buffer than the pipeline says.
static void draw_apart(struct assembly *assembly) {
    struct device *device = assembly->player->device;
    PFN_vkCmdBindVertexBuffers2 bind = DEVICE_COMMAND(device, CmdBindVertexBuffers2);
    const struct look look = {VK_PRIMITIVE_TOPOLOGY_POINT_LIST, .has_own_stride = 1, .line_width = 1, .point_size = 1};
    const VkDeviceSize from = 4 * sizeof(uint32_t), size = POINTS * APART, stride = APART;
    unsigned char bytes[BYTES] = {0};
    VkPipeline pipeline;
    for (uint32_t i = 0; i < POINTS; i++) memcpy(bytes + from + i * APART, &points[i], sizeof points[i]);
    if (bind == NULL || assembly->player->is_lost || !buffer_write("write", device, &assembly->vertices, bytes)) return;
    if (assembly_pipeline(assembly, &look, &pipeline) == VK_SUCCESS && numbered_begin(assembly->player, &assembly->numbered, 0)) {
        VkCommandBuffer commands = assembly->player->recorder.commands;
        device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        bind(commands, 0, 1, &assembly->vertices.handle, &from, &size, &stride);
        device->CmdDraw(commands, POINTS, 1, 0, 0);
        assembly_count(assembly, "assembled.strides", is_of_points);
    }
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
}

// ---- formats

// Each vertex shows one attribute, and all vertices have the same.
static const struct formats {
    const char *what;
    struct shader shader;
    VkVertexInputAttributeDescription attributes[FORMATS];
    uint32_t of_vertex[STRIDE / sizeof(uint32_t)], shown[FORMATS];
} both_formats[] = {
    {"assembled.formats",
     {formats_words, sizeof formats_words},
     {{0, 0, VK_FORMAT_R8G8B8A8_UNORM, 0},
      {1, 0, VK_FORMAT_B8G8R8A8_UNORM, 4},
      {2, 0, VK_FORMAT_R16G16_SNORM, 8},
      {3, 0, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 12},
      {4, 0, VK_FORMAT_R16G16_SFLOAT, 16},
      {5, 0, VK_FORMAT_R32_SFLOAT, 20},
      {6, 0, VK_FORMAT_R8G8_UINT, 24},
      {7, 0, VK_FORMAT_R16_SINT, 26}},
     {0xFFCC6633, 0xFFCC6633, 0x7FFF8001, 2U << 30 | 341U << 20 | 0U << 10 | 1023U, 0x32663C00, 0x3F4CCCCD, 0xFFFE0907},
     {0xFFCC6633, 0xFF3366CC, 0x7F007F81, 0xAA5500FF, 0xFF0033FF, 0xFF0000CC, 0x01000907, 0x0100FFFE}},
    {"assembled.more_formats",
     {more_formats_words, sizeof more_formats_words},
     {{0, 0, VK_FORMAT_R16G16B16A16_UNORM, 0},
      {1, 0, VK_FORMAT_R16G16B16A16_SFLOAT, 8},
      {2, 0, VK_FORMAT_R8G8B8A8_SNORM, 16},
      {3, 0, VK_FORMAT_R32G32B32_SFLOAT, 20},
      {4, 0, VK_FORMAT_R16_UNORM, 32},
      {5, 0, VK_FORMAT_R8_UNORM, 34},
      {6, 0, VK_FORMAT_R8G8B8A8_UINT, 36},
      {7, 0, VK_FORMAT_R8G8B8A8_SINT, 40}},
     {0x3333FFFF, 0xCCCC6666, 0x32663C00, 0x38CD0000, 0xC040817F, 0x3E4CCCCD, 0x3ECCCCCD, 0x3F19999A, 0x00CC3333, 0x80FE0709, 0xFF807FFE},
     {0xCC6633FF, 0x990033FF, 0xC040817F, 0xFF996633, 0xFF000033, 0xFF0000CC, 0x80FE0709, 0x7F00FF7E}}};
static const uint32_t *shown;

static int is_shown(int x, int y, uint32_t number) { return number == (y == 0 && x < FORMATS ? shown[x] : 0); }

static int has_formats(const struct device *device, const struct formats *formats) {
    for (uint32_t i = 0; i < FORMATS; i++) {
        VkFormatProperties can = {0};
        device->instance->GetPhysicalDeviceFormatProperties(device->gpu, formats->attributes[i].format, &can);
        if (!(can.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT)) return 0;
    }
    return 1;
}

static VkResult make_pipeline(struct assembly *assembly, const struct formats *formats, const VkPipelineShaderStageCreateInfo *stages, VkPipeline *to) {
    static const VkVertexInputBindingDescription binding = {0, STRIDE, VK_VERTEX_INPUT_RATE_VERTEX};
    struct device *device = assembly->player->device;
    const VkPipelineColorBlendAttachmentState blending = {.colorWriteMask = 0xF};
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blending};
    struct fixed_functions fixed;
    const VkGraphicsPipelineCreateInfo info = drawing_info(&fixed, stages, &blend, assembly->layout, assembly->numbered.pass);
    fixed.assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    fixed.vertices.vertexBindingDescriptionCount = 1;
    fixed.vertices.pVertexBindingDescriptions = &binding;
    fixed.vertices.vertexAttributeDescriptionCount = FORMATS;
    fixed.vertices.pVertexAttributeDescriptions = formats->attributes;
    return made(device->CreateGraphicsPipelines(device->handle, NULL, 1, &info, callbacks_of("pipeline"), to), to);
}

static void show_formats(struct assembly *assembly, const struct formats *formats, VkPipeline pipeline) {
    struct device *device = assembly->player->device;
    const VkDeviceSize from = 0;
    unsigned char bytes[BYTES] = {0};
    for (uint32_t i = 0; i < FORMATS; i++) memcpy(bytes + i * STRIDE, formats->of_vertex, sizeof formats->of_vertex);
    if (!buffer_write("write", device, &assembly->vertices, bytes) || !numbered_begin(assembly->player, &assembly->numbered, 0)) return;
    VkCommandBuffer commands = assembly->player->recorder.commands;
    device->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    device->CmdBindVertexBuffers(commands, 0, 1, &assembly->vertices.handle, &from);
    device->CmdDraw(commands, FORMATS, 1, 0, 0);
    shown = formats->shown;
    assembly_count(assembly, formats->what, is_shown);
}

static void draw_formats(struct assembly *assembly, const struct formats *formats) {
    struct device *device = assembly->player->device;
    VkPipelineShaderStageCreateInfo stages[STAGES];
    VkPipeline pipeline;
    if (assembly->player->is_lost || !has_formats(device, formats) || !stages_make(device, formats->shader, SHADER(value_words), stages))
        return;
    if (make_pipeline(assembly, formats, stages, &pipeline) == VK_SUCCESS) show_formats(assembly, formats, pipeline);
    device->DestroyPipeline(device->handle, pipeline, callbacks_of("pipeline"));
    stages_end(device, stages);
}

// Devices of VK_KHR_portability_subset may want strides that are multiples of more than four bytes.
void assembly_inputs(struct assembly *assembly) {
    struct device *device = assembly->player->device;
    if (device->api >= VK_API_VERSION_1_3 && !device->is_portable) draw_apart(assembly);
    for (size_t i = 0; i < COUNT(both_formats) && assembly_has_stride(assembly, STRIDE); i++) draw_formats(assembly, &both_formats[i]);
}
