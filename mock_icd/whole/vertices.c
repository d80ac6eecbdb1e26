// What a driver "whole=1" can draw with vertices: the scripted application's shader "points", known by its words, paints
// one texel of four bytes for each vertex of each instance. Attributes, indices and the numbers of indirect draws are
// read when a draw is recorded: programs of this kind write them before.
#include "../mock_icd.h"

enum { OF_VERTEX, OF_INSTANCE, ATTRIBUTES };

// Where the attributes of the shader are, by their location: in which buffer, how far apart and how far into an element.
struct vertex_input {
    uint32_t buffer[ATTRIBUTES], stride[ATTRIBUTES], offset[ATTRIBUTES];
    int is_of_instance[ATTRIBUTES];
};

void keep_vertex_input(struct thing *pipeline, const VkPipelineVertexInputStateCreateInfo *info) {
    struct vertex_input *input = calloc(1, sizeof *input);
    if (input == NULL) return;
    for (uint32_t i = 0; i < info->vertexAttributeDescriptionCount; i++) {
        const VkVertexInputAttributeDescription *attribute = &info->pVertexAttributeDescriptions[i];
        if (attribute->location >= ATTRIBUTES || attribute->binding >= BOUND_BUFFERS) continue;
        input->buffer[attribute->location] = attribute->binding;
        input->offset[attribute->location] = attribute->offset;
        for (uint32_t j = 0; j < info->vertexBindingDescriptionCount; j++)
            if (info->pVertexBindingDescriptions[j].binding == attribute->binding) {
                input->stride[attribute->location] = info->pVertexBindingDescriptions[j].stride;
                input->is_of_instance[attribute->location] =
                    info->pVertexBindingDescriptions[j].inputRate == VK_VERTEX_INPUT_RATE_INSTANCE;
            }
    }
    pipeline->state = SHADER_POINTS;
    pipeline->bytes = input;
}

// ---- what is bound

static void bind(struct command_buffer *buffer, const uintptr_t *given) {
    for (uint32_t i = 0; i < (uint32_t)given[2] && (uint32_t)given[1] + i < BOUND_BUFFERS; i++) {
        uint32_t at = violates("vertices_bound_first") ? i : (uint32_t)given[1] + i;
        buffer->vertices[at] = THING(((const uintptr_t *)given[3])[i]);
        buffer->vertices_at[at] = violates("vertices_from_start") ? 0 : ((const VkDeviceSize *)given[4])[i];
    }
}

ANSWER(CmdBindVertexBuffers) {
    bind((struct command_buffer *)given[0], given);
    return 0;
}

ANSWER(CmdBindVertexBuffers2) {
    const VkDeviceSize *strides = (const void *)given[6];
    if (!violates("vertices_unbound2")) bind((struct command_buffer *)given[0], given);
    if (strides != NULL && (uint32_t)given[1] == 0 && (uint32_t)given[2] > 0)
        ((struct command_buffer *)given[0])->vertex_stride = strides[0];
    return 0;
}

ANSWER(CmdBindIndexBuffer) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    buffer->indices = THING(given[1]);
    buffer->indices_at = violates("indices_from_start") ? 0 : given[2];
    buffer->index_type = violates("indices_wide") ? VK_INDEX_TYPE_UINT32 : (VkIndexType)given[3];
    return 0;
}

// ---- draws

// The words of an attribute; whether they are there.
static int fetch(const struct command_buffer *buffer, uint32_t location, uint32_t vertex, uint32_t instance, uint32_t *to,
                 size_t size) {
    const struct vertex_input *input = buffer->pipeline->bytes;
    uint32_t binding = input->buffer[location], at = input->is_of_instance[location] ? instance : vertex;
    const struct thing *vertices = buffer->vertices[binding];
    uint64_t from = buffer->vertices_at[binding] + (uint64_t)at * input->stride[location] + input->offset[location];
    const char *bytes = vertices == NULL ? NULL : bytes_at(vertices, from, size);
    if (bytes != NULL) memcpy(to, bytes, size);
    return bytes != NULL;
}

static void paint_point(struct command_buffer *buffer, uint32_t vertex, uint32_t instance, uint32_t first_instance) {
    struct thing *image = attachment(buffer->framebuffer, 0);
    uint32_t point[2], row, of_instance = violates("instances_from_start") ? instance - first_instance : instance;
    if (image == NULL || image->state == 0 || !fetch(buffer, OF_VERTEX, vertex, of_instance, point, sizeof point) ||
        !fetch(buffer, OF_INSTANCE, vertex, of_instance, &row, sizeof row))
        return;
    add_work((VkCommandBuffer)buffer,
             (struct work){.to = image,
                           .to_at = (row * image->state + point[0]) * sizeof(uint32_t),
                           .size = sizeof(uint32_t),
                           .number = 0x1000000 + 0x10000 * instance + 0x100 * vertex + point[1]});
}

void draw_points(struct command_buffer *buffer, VkDrawIndirectCommand draw) {
    uint32_t count = violates("instances_one") && draw.instanceCount > 0 ? 1 : draw.instanceCount;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t v = 0; v < draw.vertexCount; v++)
            paint_point(buffer, draw.firstVertex + v, draw.firstInstance + i, draw.firstInstance);
}

static int has_points(const struct command_buffer *buffer) {
    return buffer->pipeline != NULL && buffer->pipeline->state == SHADER_POINTS;
}

static int read_index(const struct command_buffer *buffer, uint32_t at, uint32_t *index) {
    uint16_t narrow;
    size_t size = buffer->index_type == VK_INDEX_TYPE_UINT16 ? sizeof narrow : sizeof *index;
    const char *bytes =
        buffer->indices == NULL ? NULL : bytes_at(buffer->indices, buffer->indices_at + at * size, size);
    if (bytes == NULL) return 0;
    memcpy(size == sizeof narrow ? (void *)&narrow : index, bytes, size);
    if (size == sizeof narrow) *index = narrow;
    return 1;
}

static void draw_indexed(struct command_buffer *buffer, VkDrawIndexedIndirectCommand draw) {
    uint32_t first = violates("indices_first_lost") ? 0 : draw.firstIndex, index;
    uint32_t offset = violates("vertex_offset_lost") || (violates("vertex_offset_unsigned") && draw.vertexOffset < 0)
                          ? 0
                          : (uint32_t)draw.vertexOffset;
    for (uint32_t i = 0; i < draw.instanceCount; i++)
        for (uint32_t v = 0; v < draw.indexCount; v++)
            if (read_index(buffer, first + v, &index))
                paint_point(buffer, index + offset, draw.firstInstance + i, draw.firstInstance);
}

ANSWER(CmdDrawIndexed) {
    if (draws_shapes((const void *)given[0]))
        draw_shapes((struct command_buffer *)given[0], (uint32_t)given[3], (uint32_t)given[1], read_index);
    if (has_points((const void *)given[0]))
        draw_indexed((struct command_buffer *)given[0],
                     (VkDrawIndexedIndirectCommand){(uint32_t)given[1], (uint32_t)given[2], (uint32_t)given[3],
                                                    (int32_t)given[4], (uint32_t)given[5]});
    return 0;
}

// The numbers of an indirect draw; NULL where there is none.
static const void *numbers_of(const uintptr_t *given, uint64_t size) {
    if (!has_points((const void *)given[0]) || (uint32_t)given[3] == 0) return NULL;
    return bytes_at(THING(given[1]), violates("draws_indirect_first") ? 0 : given[2], size);
}

ANSWER(CmdDrawIndirect) {
    VkDrawIndirectCommand draw;
    uint32_t count = violates("draws_indirect_one") && given[3] > 1 ? 1 : (uint32_t)given[3];
    for (uint32_t i = 0; i < count; i++) {
        const uintptr_t one[] = {given[0], given[1], given[2] + (uint64_t)i * (uint32_t)given[4], 1};
        const void *numbers = numbers_of(one, sizeof draw);
        if (numbers == NULL) return 0;
        memcpy(&draw, numbers, sizeof draw);
        draw_points((struct command_buffer *)given[0], draw);
    }
    return 0;
}

ANSWER(CmdDrawIndirectCount) {
    uint32_t count = 0, most = (uint32_t)given[5], stride = (uint32_t)given[6];
    const char *counted = bytes_at(THING(given[3]), violates("draws_counted_first") ? 0 : given[4], sizeof count);
    if (counted != NULL) memcpy(&count, counted, sizeof count);
    if (violates("draws_uncounted")) count = most;
    if (count > most && !violates("draws_beyond")) count = most;
    for (uint32_t i = 0; i < count; i++) {
        const uintptr_t one[] = {given[0], given[1], given[2] + (uint64_t)i * stride, 1, 0};
        answer_CmdDrawIndirect(one);
    }
    return 0;
}

ANSWER(CmdDrawIndexedIndirect) {
    VkDrawIndexedIndirectCommand draw;
    const void *numbers = numbers_of(given, sizeof draw);
    if (numbers == NULL) return 0;
    memcpy(&draw, numbers, sizeof draw);
    draw_indexed((struct command_buffer *)given[0], draw);
    return 0;
}
