// What a driver "whole=1" can draw with vertices: the scripted application's shader "points", known by its words, paints
// one texel of four bytes for each vertex of each instance. Attributes, indices and the numbers of indirect draws are
// read when a draw is recorded: programs of this kind write them before.
#include "../mock_icd.h"

enum { OF_VERTEX, OF_INSTANCE };

static uint32_t divisor_of(const VkPipelineVertexInputStateCreateInfo *info, uint32_t binding) {
    const VkPipelineVertexInputDivisorStateCreateInfo *given = info->pNext;
    if (given == NULL || given->sType != VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO) return 1;
    for (uint32_t i = 0; i < given->vertexBindingDivisorCount; i++) {
        const VkVertexInputBindingDivisorDescription *each = &given->pVertexBindingDivisors[i];
        if (each->binding != binding || violates("divisors_lost")) continue;
        return each->divisor == 0 && violates("divisors_one") ? 1 : each->divisor;
    }
    return 1;
}

void keep_vertex_input(struct thing *pipeline, const VkPipelineVertexInputStateCreateInfo *info) {
    struct vertex_input *input = calloc(1, sizeof *input);
    if (input == NULL) return;
    input->is_set_later = info->vertexAttributeDescriptionCount == 0;
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
                input->divisor[attribute->location] = divisor_of(info, attribute->binding);
            }
    }
    pipeline->state = SHADER_POINTS;
    pipeline->bytes = input;
}

// ---- what is bound, and set

// Of VK_EXT_vertex_input_dynamic_state, which is no part of Vulkan's ordinary headers.
struct input_binding {
    struct base head;
    uint32_t binding, stride;
    VkVertexInputRate rate;
    uint32_t divisor;
};
struct input_attribute {
    struct base head;
    uint32_t location, binding;
    VkFormat format;
    uint32_t offset;
};

void driver_CmdSetVertexInputEXT(VkCommandBuffer commands, uint32_t binding_count, const void *given_bindings,
                                 uint32_t attribute_count, const void *given_attributes) {
    if (!check_handle(commands, COMMAND_BUFFER, "vkCmdSetVertexInputEXT") || violates("input_unset")) return;
    struct vertex_input *input = &((struct command_buffer *)commands)->vertex_input;
    const struct input_binding *bindings = given_bindings;
    const struct input_attribute *attributes = given_attributes;
    for (uint32_t i = 0; i < attribute_count; i++) {
        uint32_t location = attributes[i].location;
        if (location >= ATTRIBUTES || attributes[i].binding >= BOUND_BUFFERS) continue;
        input->buffer[location] = attributes[i].binding;
        input->offset[location] = violates("input_from_start") ? 0 : attributes[i].offset;
        for (uint32_t j = 0; j < binding_count; j++)
            if (bindings[j].binding == attributes[i].binding) {
                input->stride[location] = bindings[j].stride;
                input->divisor[location] = violates("input_undivided") ? 1 : bindings[j].divisor;
                input->is_of_instance[location] =
                    bindings[j].rate == VK_VERTEX_INPUT_RATE_INSTANCE && !violates("input_of_vertices");
            }
    }
}

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
static int fetch(const struct command_buffer *buffer, uint32_t location, uint32_t vertex, uint32_t instance, uint32_t first,
                 uint32_t *to, size_t size) {
    const struct vertex_input *input = buffer->pipeline->bytes;
    if (input->is_set_later) input = &buffer->vertex_input;
    uint32_t divisor = input->divisor[location], divided = divisor == 0 ? first : first + (instance - first) / divisor;
    uint32_t binding = input->buffer[location], at = input->is_of_instance[location] ? divided : vertex;
    const struct thing *vertices = buffer->vertices[binding];
    uint64_t from = buffer->vertices_at[binding] + (uint64_t)at * input->stride[location] + input->offset[location];
    const char *bytes = vertices == NULL ? NULL : bytes_at(vertices, from, size);
    if (bytes != NULL) memcpy(to, bytes, size);
    return bytes != NULL;
}

static void paint_point(struct command_buffer *buffer, uint32_t vertex, uint32_t instance, uint32_t first_instance) {
    struct thing *image = attachment(buffer->framebuffer, 0);
    uint32_t point[2], row, of_instance = violates("instances_from_start") ? instance - first_instance : instance,
                       first = of_instance - (instance - first_instance);
    if (image == NULL || image->state == 0 || !fetch(buffer, OF_VERTEX, vertex, of_instance, first, point, sizeof point) ||
        !fetch(buffer, OF_INSTANCE, vertex, of_instance, first, &row, sizeof row))
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

// Several draws of VK_EXT_multi_draw: each has numbers so many bytes behind those of the one before.
static uint32_t several(uint32_t count) { return violates("several_one") && count > 1 ? 1 : count; }

void driver_CmdDrawMultiEXT(VkCommandBuffer commands, uint32_t count, const void *draws, uint32_t instances, uint32_t first,
                            uint32_t stride) {
    if (!check_handle(commands, COMMAND_BUFFER, "vkCmdDrawMultiEXT")) return;
    struct command_buffer *buffer = (struct command_buffer *)commands;
    uint32_t of_each[2], apart = violates("several_packed") ? sizeof of_each : stride;
    for (uint32_t i = 0; i < several(count) && has_points(buffer); i++) {
        memcpy(of_each, (const char *)draws + (size_t)i * apart, sizeof of_each);
        draw_points(buffer, (VkDrawIndirectCommand){of_each[1], instances, of_each[0], first});
    }
}

void driver_CmdDrawMultiIndexedEXT(VkCommandBuffer commands, uint32_t count, const void *draws, uint32_t instances,
                                   uint32_t first, uint32_t stride, const int32_t *offset) {
    if (!check_handle(commands, COMMAND_BUFFER, "vkCmdDrawMultiIndexedEXT")) return;
    struct command_buffer *buffer = (struct command_buffer *)commands;
    const int32_t *of_all = violates("several_unshifted") ? NULL : offset;
    int32_t of_each[3];
    uint32_t apart = violates("several_indexed_packed") ? sizeof of_each : stride;
    uint32_t of_instances = violates("several_indexed_once") ? 1 : instances;
    uint32_t most = violates("several_last_lost") && offset == NULL && count > 1 ? count - 1 : count;
    for (uint32_t i = 0; i < several(most) && has_points(buffer); i++) {
        memcpy(of_each, (const char *)draws + (size_t)i * apart, sizeof of_each);
        draw_indexed(buffer, (VkDrawIndexedIndirectCommand){(uint32_t)of_each[1], of_instances, (uint32_t)of_each[0],
                                                            of_all != NULL ? *of_all : of_each[2], first});
    }
}

// Without drawIndirectFirstInstance a first instance that is in a buffer counts for nothing.
static uint32_t first_instance(uint32_t given) { return whole_features().drawIndirectFirstInstance ? given : 0; }

// The numbers of an indirect draw; NULL where there is none.
static const void *numbers_of(const uintptr_t *given, uint64_t at, uint64_t size) {
    if (!has_points((const void *)given[0])) return NULL;
    return bytes_at(THING(given[1]), violates("draws_indirect_first") ? 0 : given[2] + at, size);
}

// Draws whose numbers are in a buffer, as many and as far apart as the command says.
static uintptr_t draw_each(const uintptr_t *given, int is_indexed, uint32_t count) {
    struct command_buffer *buffer = (struct command_buffer *)given[0];
    VkDrawIndexedIndirectCommand indexed;
    VkDrawIndirectCommand plain;
    for (uint32_t i = 0; i < count; i++) {
        const void *numbers = numbers_of(given, (uint64_t)i * (uint32_t)given[4], is_indexed ? sizeof indexed : sizeof plain);
        if (numbers == NULL) return 0;
        memcpy(is_indexed ? (void *)&indexed : &plain, numbers, is_indexed ? sizeof indexed : sizeof plain);
        if (is_indexed) {
            indexed.firstInstance = first_instance(indexed.firstInstance);
            draw_indexed(buffer, indexed);
        } else {
            plain.firstInstance = first_instance(plain.firstInstance);
            draw_points(buffer, plain);
        }
    }
    return 0;
}

ANSWER(CmdDrawIndirect) {
    return draw_each(given, 0, violates("draws_indirect_one") && given[3] > 1 ? 1 : (uint32_t)given[3]);
}

ANSWER(CmdDrawIndexedIndirect) {
    return draw_each(given, 1, violates("draws_indexed_one") && given[3] > 1 ? 1 : (uint32_t)given[3]);
}

// How many draws there are of a command whose number is in a buffer, and their numbers as those of the other commands.
static uintptr_t draw_counted(const uintptr_t *given, int is_indexed) {
    const uintptr_t each[] = {given[0], given[1], given[2], 0, given[6]};
    uint32_t count = 0, most = (uint32_t)given[5];
    const char *counted = bytes_at(THING(given[3]), violates("draws_counted_first") ? 0 : given[4], sizeof count);
    if (counted != NULL) memcpy(&count, counted, sizeof count);
    if (is_indexed ? violates("draws_indexed_uncounted") : violates("draws_uncounted")) count = most;
    if (count > most && !(is_indexed ? violates("draws_indexed_beyond") : violates("draws_beyond"))) count = most;
    return draw_each(each, is_indexed, count);
}

ANSWER(CmdDrawIndirectCount) { return draw_counted(given, 0); }
ANSWER(CmdDrawIndexedIndirectCount) { return draw_counted(given, 1); }
